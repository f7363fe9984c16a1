"""Every answer of the API is as its own OpenAPI document says, and none is a failure of the server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import schemathesis
from django.conf import settings as site
from django.core import signals
from django.core.cache import cache
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.core.errors import IncorrectUsage
from schemathesis.generation import GenerationMode

from game import ratings
from game.memory import memory
from game.models import BoardRow, Match, Player, Rating, Tally
from tests.sessions import session_of
from tests.site.builders import account, played

OPERATIONS = 9
EXAMPLES = 50  # of each operation and kind of test
PLAIN = {"Accept-Encoding": "identity"}  # the client in between does not unpack
THERE: dict[str, Any] = {}
"""What path parameters name things that are there."""


@pytest.fixture
def schema(db: None, settings: Any) -> Iterator[Any]:
    """The document as the site serves it, over a site with something to tell."""
    settings.ACCOUNT_RATE_LIMITS = dict.fromkeys(site.ACCOUNT_RATE_LIMITS, "1000000/m/ip")
    memory.clear()
    cache.clear()
    ana, bogdan = account("Ana"), account("Bogdan")
    shared = played([ana, bogdan], [[0, 30], [20, 0]], private=False)
    played([ana, "Bot"], [[1, 2]], rules="macao-simplu", target=1)
    played([ana, bogdan, "Bot"], [[0, 30, 9]], private=False)
    Match.objects.filter(pk=shared.pk).update(rated=True)
    player = Player.objects.create(user=ana)
    for game in ("", "simple-macao"):
        Rating.objects.create(player=player, game=game, mu=27.5, sigma=6.1, matches=12, wins=7)
        for period in ratings.periods(timezone.now()):
            BoardRow.objects.create(
                game=game, period=period, player=player, rating=1600, matches=12, wins=7, listed=True
            )
    Tally.objects.create(user=ana, game="simple-macao", private=False, matches=3, wins=1, turns=7, turn_ms=40_000)
    THERE.update(id=shared.uid, number=1, name="Ana", game="all", session=session_of(ana))
    signals.request_started.disconnect(close_old_connections)
    signals.request_finished.disconnect(close_old_connections)
    yield schemathesis.openapi.from_wsgi("/api/openapi.json", get_wsgi_application())
    signals.request_started.connect(close_old_connections)
    signals.request_finished.connect(close_old_connections)
    cache.clear()


bounded = settings(
    max_examples=EXAMPLES, deadline=None, derandomize=True, database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)  # fmt: skip


def ask(schema: Any, mode: GenerationMode, how: Callable[[Any], None]) -> int:
    """Ask every operation `EXAMPLES` times. How many operations there are."""
    count = 0
    for found in schema.get_all_operations():
        operation = found.ok()
        try:
            bounded(given(case=operation.as_strategy(generation_mode=mode))(how))()
        except (Unsatisfiable, IncorrectUsage):
            assert mode is GenerationMode.NEGATIVE  # nothing about it can be asked in a wrong way
        count += 1
    return count


def anything(case: Any) -> None:
    case.call_and_validate(headers=PLAIN)


def test_what_is_asked_rightly_is_answered_as_the_document_says(schema: Any) -> None:
    assert ask(schema, GenerationMode.POSITIVE, anything) == OPERATIONS


def test_what_is_asked_wrongly_is_refused_as_the_document_says(schema: Any) -> None:
    assert ask(schema, GenerationMode.NEGATIVE, anything) == OPERATIONS


def test_what_is_there_is_answered_as_the_document_says(schema: Any) -> None:
    codes = Counter[int]()

    def about_what_is_there(case: Any) -> None:
        case.path_parameters = {name: THERE[name] for name in case.path_parameters or {}}
        answer = case.call(headers=PLAIN, cookies={site.SESSION_COOKIE_NAME: THERE["session"]})
        codes[answer.status_code] += 1
        case.validate_response(answer)

    ask(schema, GenerationMode.POSITIVE, about_what_is_there)
    assert codes[200] > codes.total() / 2
