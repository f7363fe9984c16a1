"""The addresses of the API, and what each of them answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Annotated, Any, TypeVar, cast

from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import URLPattern, path
from django.utils import translation
from ninja import NinjaAPI, Path, Query
from ninja.decorators import decorate_view
from ninja.errors import AuthenticationError, ValidationError
from ninja.security import SessionAuth

from game import archive, documents, instants, limits, profiles, ratings, records
from game.api import doors, reading, schemas
from game.api.schemas import Board, Number
from game.models import Match, User
from game.streams import streamed


class _Api(NinjaAPI):
    def get_openapi_operation_id(self, operation: Any) -> str:
        return str(operation.view_func.__name__)


api = _Api(
    title="Macao", version="1", urls_namespace="api", docs_url=None,
    description=(
        "Matches, players and leaderboards, to read. Public data needs no sign-in. Errors carry `code` and `message`."
    ),
)  # fmt: skip

TROUBLE = schemas.Trouble
REFUSED = {400: TROUBLE, 429: TROUBLE, 503: TROUBLE}
ABSENT = {**REFUSED, 404: TROUBLE}
NDJSON = "application/x-ndjson"

MatchId = Annotated[
    str, Path(pattern=schemas.ID, description="a match's id; of a private match that somebody shared, the link's token")
]
Name = Annotated[str, Path(min_length=1, max_length=100, description="an account's name, however it is spelled")]
F = TypeVar("F", bound=Callable[..., Any])


def _for_everybody(run: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Of an operation that never asks who is there."""

    @wraps(run)
    def inside(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        answer = run(request, *args, **kwargs)
        return doors.public(request, answer) if answer.status_code == 200 else answer

    return inside


def _if_public(run: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Of an operation about one match, which it leaves at the request."""

    @wraps(run)
    def inside(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        answer = run(request, *args, **kwargs)
        match = getattr(request, "match_told", None)
        if answer.status_code != 200 or match is None:
            return answer
        return doors.tagged(request, answer) if match.private else doors.public(request, answer)

    return inside


def _match(request: HttpRequest, token: str) -> Match:
    viewer = request.user if isinstance(request.user, User) else None
    match = records.find(token, viewer)
    if match is None:
        raise Http404(token)
    request.match_told = match  # type: ignore[attr-defined]
    return match


# --- games and matches


@api.get("/games", response={200: schemas.GamesOut, **REFUSED}, summary="The games", tags=["games"])
@decorate_view(_for_everybody)
def games(request: HttpRequest) -> Any:
    """All games that can be played here."""
    return {"items": reading.games()}


@api.get("/matches", response={200: schemas.MatchesOut, **ABSENT}, summary="Public matches", tags=["matches"])
@decorate_view(_for_everybody)
def matches(request: HttpRequest, asked: Query[schemas.MatchPages]) -> Any:
    """Matches at public tables that are over, newest first."""
    return reading.matches(**asked.dict())


@api.get("/matches/{id}", response={200: schemas.WholeMatchOut, **ABSENT}, summary="One match", tags=["matches"])
@decorate_view(_if_public)
def match(request: HttpRequest, id: MatchId) -> Any:
    """A match with what its rounds cost; a private one for those who sat there, or by the token of its shared link."""
    return reading.whole(_match(request, id))


@api.get(
    "/matches/{id}/document", response={200: schemas.DocumentOut, **ABSENT}, summary="All of a match", tags=["matches"]
)
@decorate_view(_if_public)
def document(request: HttpRequest, id: MatchId) -> Any:
    """The match with seed, deal and every move of each round that is over (docs/records.md)."""
    limits.count(request, "api-document", reading=True)
    return documents.match_document(_match(request, id))


@api.get(
    "/matches/{id}/rounds/{number}", response={200: schemas.DocumentRound, **ABSENT}, summary="One round",
    tags=["matches"],
)  # fmt: skip
@decorate_view(_if_public)
def one_round(
    request: HttpRequest,
    id: MatchId,
    number: Annotated[Number, Path(description="from 1")],
) -> Any:
    """A round that is over, as it stands in the match's document."""
    limits.count(request, "api-document", reading=True)
    told = documents.round_document(_match(request, id), number)
    if told is None:
        raise Http404("round")
    return told["rounds"][0]


# --- players and leaderboards


@api.get("/players/{name}", response={200: schemas.PlayerOut, **ABSENT}, summary="A player", tags=["players"])
@decorate_view(_for_everybody)
def player(request: HttpRequest, name: Name) -> Any:
    """Ratings, and the numbers of matches at public tables."""
    return reading.profile(_person(name))


@api.get(
    "/players/{name}/matches", response={200: schemas.MatchesOut, **ABSENT}, summary="A player's public matches",
    tags=["players"],
)  # fmt: skip
@decorate_view(_for_everybody)
def player_matches(request: HttpRequest, name: Name, asked: Query[schemas.PlayedPages]) -> Any:
    """Those that are over, newest first."""
    return reading.matches_of(_person(name), **asked.dict())


def _person(name: str) -> User:
    person = profiles.find(name)
    if person is None:
        raise Http404(name)
    return person


@api.get(
    "/leaderboards/{game}", response={200: schemas.BoardOut, **REFUSED}, summary="A leaderboard", tags=["leaderboards"]
)
@decorate_view(_for_everybody)
def leaderboard(
    request: HttpRequest,
    game: Annotated[Board, Path(description="a game's id, or `all`")],
    asked: Query[schemas.BoardPages],
) -> Any:
    """Who plays best, by rating; in a period, by the rating after its last match."""
    _ever, month, week = ratings.periods(instants.now())
    chosen = {"month": month, "week": week, None: ""}.get(asked.period, asked.period)
    return reading.board(game, chosen or "", asked.cursor, asked.limit)


# --- one's own


@api.get(
    "/my/matches.ndjson", auth=SessionAuth(), summary="All matches of one's own", tags=["my"],
    response={401: TROUBLE, 429: TROUBLE, 503: TROUBLE},
    openapi_extra={
        "responses": {
            200: {
                "description": "One match a line, each as /api/matches/{id}/document tells it; the first match first.",
                "content": {NDJSON: {"schema": {"type": "string"}}},
            }
        }
    },
)  # fmt: skip
def my_matches(request: HttpRequest) -> Any:
    """A stream of every match that the signed-in person sat in, public and private."""
    limits.count(request, "export", reading=True)
    person = cast(User, request.user)
    answer = streamed(request, _lines(person), content_type=NDJSON)
    answer["Cache-Control"] = "private, no-store"
    return answer


def _lines(person: User) -> Iterator[bytes]:
    for batch in archive.batches(person):
        with translation.override("en"):
            told = documents.match_documents([seat.match for seat in batch])
        yield "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in told).encode()


# --- when there is no answer


@api.exception_handler(ValidationError)
def _bad_parameter(request: HttpRequest, error: ValidationError) -> HttpResponse:
    told = [f"{fault['loc'][-1]}: {fault['msg'].removeprefix('Value error, ')}" for fault in error.errors]
    return doors.trouble("bad-request", "; ".join(told))


@api.exception_handler(reading.BadCursor)
def _bad_cursor(request: HttpRequest, error: reading.BadCursor) -> HttpResponse:
    return doors.nothing(request)


@api.exception_handler(AuthenticationError)
def _not_signed_in(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    return doors.trouble("not-signed-in")


@api.exception_handler(Http404)
def _not_found(request: HttpRequest, error: Http404) -> HttpResponse:
    return doors.nothing(request)


@api.exception_handler(limits.TooMany)
def _too_many(request: HttpRequest, error: limits.TooMany) -> HttpResponse:
    return doors.trouble("too-many")


@api.exception_handler(OperationalError)
@api.exception_handler(InterfaceError)
def _unavailable(request: HttpRequest, error: Exception) -> HttpResponse:
    return doors.trouble("unavailable")


def _patterns() -> list[URLPattern]:
    made = [one for one in api.urls[0] if isinstance(one, URLPattern)]
    for one in made:
        one.callback = doors.door(one.callback)
    return [*made, path("<path:rest>", doors.door(doors.nothing), name="nothing")]


urlpatterns = (_patterns(), "api")
