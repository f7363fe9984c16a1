"""People and tables for the tests of pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from game import tables
from game.engine import RuleSet
from game.models import Table, User
from tests.site.builders import account, browser


@pytest.fixture(autouse=True)
def _light(settings) -> Iterator[None]:
    """Quick hashes, and no counts of other tests: rates are counted in the cache, which outlives a test."""
    settings.PASSWORD_HASHERS = ["tests.site.builders.QuickHasher"]
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def ana(db):
    return account("Ana")


@pytest.fixture
def bogdan(db):
    return account("Bogdan")


@pytest.fixture
def carmen(db):
    return account("Carmen")


@pytest.fixture
def table(ana: User) -> Table:
    """Ana's private table, with four seats."""
    return tables.open_table(ana, name="Ana's table", rules=RuleSet.named("simple-macao"))


@pytest.fixture
def stranger():
    """A browser that nobody has signed in with."""
    return browser()
