"""Many rows in one statement, by hand: this is on the way of every move, and Django's own bulk operations build their
SQL anew each time, which costs more than all the rest of a move. Values are still adapted by the fields themselves,
both ways.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Any, cast

from django.db import connection, models

Row = tuple[models.Model, tuple[int, ...]]
"""A row, and the values of the key columns under which it is to be found."""

Fields = tuple["models.Field[Any, Any]", ...]


@lru_cache(maxsize=64)
def _fields(model: type[models.Model], names: tuple[str, ...]) -> Fields:
    return tuple([cast("models.Field[Any, Any]", model._meta.get_field(name)) for name in names])


def _quoted(names: Iterable[object]) -> list[str]:
    return [connection.ops.quote_name(str(name)) for name in names]


def _values(row: models.Model, fields: Fields) -> tuple[Any, ...]:
    return tuple([field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields])


@lru_cache(maxsize=64)
def _update_sql(model: type[models.Model], fields: Fields, keys: tuple[str, ...], vendor: str) -> str:
    assigned = ", ".join(f"{name} = %s" for name in _quoted(field.column for field in fields))
    where = " AND ".join(f"{name} = %s" for name in _quoted(keys))
    return f"UPDATE {_quoted([model._meta.db_table])[0]} SET {assigned} WHERE {where}"  # noqa: S608 (names of ours)


@lru_cache(maxsize=64)
def _insert_sql(model: type[models.Model], fields: Fields, vendor: str) -> str:
    columns = _quoted(field.column for field in fields)
    table = _quoted([model._meta.db_table])[0]
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join(['%s'] * len(columns))})"  # noqa: S608


def _write(cursor: Any, sql: str, values: Sequence[tuple[Any, ...]]) -> None:
    if len(values) == 1:
        cursor.execute(sql, values[0])  # psycopg builds a pipeline for many, which costs as much as the statement
    else:
        cursor.executemany(sql, values)


def update(model: type[models.Model], names: tuple[str, ...], keys: tuple[str, ...], rows: Sequence[Row]) -> int:
    """Write those fields of each row, where its key columns have those values. How many rows were found."""
    if not rows:
        return 0
    fields = _fields(model, names)
    values = [(*_values(row, fields), *key) for row, key in rows]
    with connection.cursor() as cursor:
        _write(cursor, _update_sql(model, fields, keys, connection.vendor), values)
        return int(cursor.rowcount)


def insert(model: type[models.Model], names: tuple[str, ...], rows: Sequence[models.Model]) -> None:
    """Add rows; they do not learn their primary keys."""
    if not rows:
        return
    fields = _fields(model, names)
    with connection.cursor() as cursor:
        _write(cursor, _insert_sql(model, fields, connection.vendor), [_values(row, fields) for row in rows])


def existing(model: type[models.Model], keys: Collection[str]) -> set[str]:
    """Which of these primary keys there are."""
    table, column = _quoted([model._meta.db_table, model._meta.pk.column])
    with connection.cursor() as cursor:
        places = ", ".join(["%s"] * len(keys))
        cursor.execute(f"SELECT {column} FROM {table} WHERE {column} IN ({places})", list(keys))  # noqa: S608
        return {key for (key,) in cursor.fetchall()}


# --- reading

Columns = tuple[type[models.Model], tuple[str, ...]]
"""Some fields of a model."""


def joined(first: Columns, second: Columns, key: str, where: str, values: Sequence[str | int]) -> list[tuple[Any, ...]]:
    """Those fields of the first model's rows, then those of the row of the second to which `key` points.

    In `where`, names of columns are the first model's.
    """
    fields = (*_fields(*first), *_fields(*second))
    with connection.cursor() as cursor:
        cursor.execute(f"{_joined_sql(fields, key, connection.vendor)} WHERE {where}", values)
        found = cursor.fetchall()
    converters = _converters(fields, connection.vendor)
    return [tuple(map(_converted, row, fields, converters)) for row in found] if any(converters) else found


@lru_cache(maxsize=64)
def _joined_sql(fields: Fields, key: str, vendor: str) -> str:
    name = connection.ops.quote_name
    owner, pointed = (name(fields[at].model._meta.db_table) for at in (0, -1))
    columns = ", ".join(f"{name(field.model._meta.db_table)}.{name(str(field.column))}" for field in fields)
    return f"SELECT {columns} FROM {owner} JOIN {pointed} ON {pointed}.{name('id')} = {owner}.{name(key)}"  # noqa: S608


@lru_cache(maxsize=64)
def _converters(fields: Fields, vendor: str) -> tuple[Sequence[Any], ...]:
    found = connection.ops.get_db_converters
    return tuple([(*found(field.cached_col), *field.get_db_converters(connection)) for field in fields])


def _converted(value: Any, field: models.Field[Any, Any], converters: Sequence[Any]) -> Any:
    for converter in converters:
        value = converter(value, field.cached_col, connection)
    return value
