"""What the whole suite shares: which services are here, and one rule for what to do without them."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import connection
from hypothesis import settings as hypothesis_settings

from tests.services import STRICT, Postgres, Redis, unavailable

POSTGRES = os.environ.get("MACAO_TEST_POSTGRES", "postgres://postgres@127.0.0.1:5432/postgres")
REDIS = os.environ.get("MACAO_TEST_REDIS", "redis://127.0.0.1:6379/7")
# the first one is the same engine without a window, which opens a page in half the time
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

hypothesis_settings.register_profile("macao", deadline=None, max_examples=60)
hypothesis_settings.load_profile("macao")


def _reachable(url: str) -> bool:
    parts = urlsplit(url)
    try:
        with socket.create_connection((parts.hostname or "", parts.port or 0), timeout=1):
            return True
    except OSError:
        return False


@pytest.fixture(scope="session")
def chromium() -> str | None:
    """Path of the system's Chromium, or None for Playwright's own; skips where there is neither."""
    for name in CHROMIUMS:
        if found := shutil.which(name):
            return found
    if any(Path.home().glob(".cache/ms-playwright/chromium-*")):
        return None
    unavailable("no Chromium on this machine")
    return None


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL server on which databases may be created."""
    with _server(POSTGRES, "PostgreSQL", Postgres) as url:
        yield url


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Redis server that holds nothing of worth."""
    with _server(REDIS, "Redis", lambda: Redis(tmp_path_factory.mktemp("redis"))) as url:
        yield url


@contextmanager
def _server(url: str, called: str, of_our_own: Callable[[], Postgres | Redis]) -> Iterator[str]:
    """The server at that address; if none answers, one of our own where nothing may be skipped."""
    if _reachable(url):
        yield url
    elif not STRICT:
        unavailable(f"no {called} at {urlsplit(url).hostname}:{urlsplit(url).port}")
    else:
        own = of_our_own()
        own.start()
        try:
            yield own.url
        finally:
            own.stop()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """SQLite in a file, for in memory threads share locks that files do not have; and in no fear of power cuts."""
    if settings.SQLITE:
        options = connection.settings_dict["OPTIONS"]
        options["init_command"] = options["init_command"].replace("synchronous=FULL", "synchronous=OFF")
        connection.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("live") / "test.sqlite3")
    type(connection.ops).sql_flush = _delete  # type: ignore[method-assign,assignment]


def _delete(self: Any, style: Any, tables: list[str], **_: Any) -> list[str]:
    """How tables are emptied after a test: truncating them costs seconds on PostgreSQL."""
    return [f"DELETE FROM {self.quote_name(table)}" for table in tables]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first, so that processes which share the suite end together: a whole run on the other
    stores, then the browser's."""
    order = ("tests/test_stores", "tests/browser", "tests/faults")
    items.sort(
        key=lambda item: next((at for at, start in enumerate(order) if item.nodeid.startswith(start)), len(order))
    )
