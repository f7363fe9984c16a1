"""Finished matches, made once for all tests of a file that ask for them; MACAO_MATCHES says how many (500)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection

from game import generating
from game.models import Match, User

MATCHES = int(os.environ.get("MACAO_MATCHES", "500"))
PEOPLE = 60
SEED = 7


@pytest.fixture(scope="module")
def generated(django_db_setup: None, django_db_blocker: Any) -> Iterator[range]:
    """Their primary keys. They stay while the tests of one file run, and are read by tests that mark `django_db`."""
    with django_db_blocker.unblock():
        first = generating.first_id()
        people = generating.somebodies(PEOPLE, SEED)
        generating.generate(range(MATCHES), SEED, people, first)
        generating.mend_sequences()
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    ids = range(first, first + MATCHES)
    yield ids
    with django_db_blocker.unblock():
        Match.objects.filter(pk__gte=first, pk__lt=first + MATCHES).delete()
        User.objects.filter(pk__in=[one.pk for one in people]).delete()
