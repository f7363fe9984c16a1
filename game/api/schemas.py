"""What the API says: every object, every field with its unit. Times are in UTC, ISO 8601."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from django.utils.dateparse import parse_datetime
from ninja import Field, Schema
from pydantic import BeforeValidator, WithJsonSchema

from game.engine.presets import PRESETS

MOST = 100  # items on a page
USUAL = 20
_RFC3339 = re.compile(r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,6})?\d*([Zz]|[+-]\d\d:\d\d)")
ID = r"^[0-9A-Za-z_-]{1,22}$"
PERIOD = r"^(week|month|[0-9]{4}-[0-9]{2}|[0-9]{4}-W[0-9]{2})$"
CURSOR = r"^-?[0-9]{1,9}\.[0-9]{1,18}\.[0-9]{1,9}\.[0-9]{1,9}$"


def _moment(value: object) -> object:
    """A time as RFC 3339 writes it; numbers, which pydantic would take for seconds, are none."""
    if isinstance(value, datetime):
        return value
    if not isinstance(value, str) or not _RFC3339.fullmatch(value):
        raise ValueError("a time looks like 2026-11-30T18:00:00Z")
    moment = parse_datetime(value.upper())
    if moment is None:
        raise ValueError("there is no such time")
    try:
        return moment.astimezone(UTC)
    except OverflowError:  # within a day of the first or the last time that there is
        return (datetime.min if moment.year == 1 else datetime.max).replace(tzinfo=UTC)


def _truth(value: object) -> object:
    if value in ("true", "false"):
        return value == "true"
    raise ValueError("it is true or false")


def _up_to(most: int) -> Callable[[object], object]:
    def check(value: object) -> object:
        number = int(str(value)) if re.fullmatch("[0-9]{1,9}", str(value)) else 0
        if not 1 <= number <= most:
            raise ValueError(f"it is a whole number from 1 to {most}")
        return number

    return check


def _game(value: object) -> object:
    if value in PRESETS:
        return value
    raise ValueError(f"it is one of {', '.join(PRESETS)}")


def _like(pattern: str) -> Callable[[object], object]:
    def check(value: object) -> object:
        if not re.fullmatch(pattern, str(value)):
            raise ValueError(f"it looks like {pattern}")
        return value

    return check


def _board(value: object) -> object:
    return value if value == "all" else _game(value)


def _none_or(check: Callable[[object], object]) -> BeforeValidator:
    return BeforeValidator(lambda value: None if value is None else check(value))


# The schemas stand here by hand: a parameter that is left out is not the same as one that is null.
Moment = Annotated[datetime | None, _none_or(_moment), WithJsonSchema({"type": "string", "format": "date-time"})]
Truth = Annotated[bool | None, _none_or(_truth), WithJsonSchema({"type": "boolean"})]
Count = Annotated[
    int, BeforeValidator(_up_to(MOST)), WithJsonSchema({"type": "integer", "minimum": 1, "maximum": MOST})
]
Number = Annotated[
    int, BeforeValidator(_up_to(9999)), WithJsonSchema({"type": "integer", "minimum": 1, "maximum": 9999})
]
Game = Annotated[str | None, _none_or(_game), WithJsonSchema({"type": "string", "enum": [*PRESETS]})]
Board = Annotated[str, BeforeValidator(_board), WithJsonSchema({"type": "string", "enum": ["all", *PRESETS]})]
Cursor = Annotated[str | None, _none_or(_like(ID)), WithJsonSchema({"type": "string", "pattern": ID})]
BoardCursor = Annotated[str | None, _none_or(_like(CURSOR)), WithJsonSchema({"type": "string", "pattern": CURSOR})]
Period = Annotated[str | None, _none_or(_like(PERIOD)), WithJsonSchema({"type": "string", "pattern": PERIOD})]


class Pages(Schema):
    """Which page of a list, and how long."""

    cursor: Cursor = Field(None, description="`next` of the page before")
    limit: Count = Field(USUAL, description="items on a page")


class PlayedPages(Pages):
    """... of matches."""

    game: Game = Field(None, description="only matches of this game")


class MatchPages(PlayedPages):
    """... of public matches."""

    rated: Truth = Field(None, description="only matches that counted, or only those that did not")
    since: Moment = Field(None, description="that began then or later")
    until: Moment = Field(None, description="that began before")


class BoardPages(Schema):
    """Which page of a leaderboard, and how long."""

    period: Period = Field(
        None, description="`week` or `month` for the one that runs, 2026-11 or 2026-W48 for another; none: since ever"
    )
    cursor: BoardCursor = Field(None, description="`next` of the page before")
    limit: Count = Field(USUAL, description="items on a page")


class Trouble(Schema):
    """Why there is no answer."""

    code: Literal["bad-request", "not-signed-in", "not-found", "method", "too-many", "unavailable"] = Field(
        description="for programs"
    )
    message: str = Field(description="for people, in English; of a bad request it names the parameter")


class GameOut(Schema):
    """A game that can be played here."""

    id: str = Field(description="as in all other answers")
    name: str = Field(description="in English")
    counts: Literal["points", "places"] = Field(description="what rounds charge and totals add up")
    target: int = Field(
        description="that ends a match if a table does not say otherwise: points, or rounds where places count"
    )
    least_seats: int = Field(description="that a match needs")
    most_seats: int = Field(description="that a match can have")


class GamesOut(Schema):
    items: list[GameOut] = Field(description="all of them")


class SeatRating(Schema):
    """What a rated match did to a player's rating in its game, as shown: around 1500, more is better."""

    before: int = Field(description="the match")
    after: int = Field(description="the match")


class SeatOut(Schema):
    """Who sat in a seat, and how it went."""

    seat: int = Field(description="0 to n-1 round the table, the order of all arrays by seat")
    name: str = Field(description="what the player was called then; `Deleted player` once the account is gone")
    player: str | None = Field(
        description="what to call the account in /api/players/<name>; null for guests, bots and deleted accounts"
    )
    bot: str | None = Field(description="the policy of a bot; null for a person")
    total: int = Field(description="points, or the sum of places")
    firsts: int = Field(description="rounds with the first place, where places count")
    place: int | None = Field(description="1 is best, equal seats share the better one; null until the match is over")
    left: bool = Field(description="got up for good; a stand-in played on")
    turns: int = Field(description="turns of the seat in rounds that are over")
    stand_in_turns: int = Field(description="those of them that a bot played for a quiet person")
    rating: SeatRating | None = Field(description="null where the match did not count, or not yet")


class MatchOut(Schema):
    """A match, without its rounds."""

    id: str = Field(description="in the match's address, /match/<id>/")
    game: str = Field(description="its id; with house rules the game that they changed")
    house_rules: bool = Field(description="the game's own rules were changed")
    counts: Literal["points", "places"] = Field(description="what rounds charge and totals add up")
    target: int = Field(description="points that end the match, or its number of rounds where places count")
    private: bool = Field(description="played at a private table")
    rated: bool = Field(description="counts for ratings")
    phase: Literal["dealing", "playing", "between", "over", "abandoned"] = Field(description="how far it is")
    drawn: bool = Field(description="several share the first place")
    started: datetime = Field(description="when")
    ended: datetime | None = Field(description="when; null while it goes on")
    seats: list[SeatOut] = Field(description="by number")


class MatchesOut(Schema):
    """A page of matches, newest first."""

    items: list[MatchOut] = Field(description="the matches")
    next: str | None = Field(description="ask for what comes after this page with `cursor`; null: there is none")


class RoundLine(Schema):
    """A round that is over, what it cost by seat."""

    round: int = Field(description="from 1")
    dealt: datetime | None = Field(description="when; null where it was not kept")
    ended: datetime = Field(description="when")
    winner: int | None = Field(description="the seat that was out first; null: the round was blocked")
    charges: list[int] = Field(description="points or places, by seat")
    totals: list[int] = Field(description="after the round, by seat")
    hands: list[list[str]] = Field(description="cards that were left, by seat (docs/notation.md)")


class WholeMatchOut(MatchOut):
    """A match with what each round cost."""

    rules: str | dict[str, Any] = Field(description="the game's id, or what differs from it (docs/notation.md)")
    rounds: list[RoundLine] = Field(description="those that are over")


class RatingOut(Schema):
    game: str = Field(description="its id, or `all` for all games together")
    rating: int = Field(description="around 1500, more is better")
    spread: int = Field(description="two standard deviations, in points of the rating")
    provisional: bool = Field(description="too few matches to be sure")
    matches: int = Field(description="rated ones")
    wins: int = Field(description="first places in them")


class TallyOut(Schema):
    """Numbers of one game, of matches at public tables that are over."""

    game: str = Field(description="its id")
    matches: int = Field(description="that are over")
    wins: int = Field(description="first places in matches that were not drawn")
    rounds: int = Field(description="in those matches")
    rounds_won: int = Field(description="out first")
    charge: int = Field(description="points, or the sum of places, over all rounds")
    damage: int = Field(description="cards that others drew because of this player's draw cards")
    cuts: int = Field(description="attacks stopped by a seven")
    worst: int = Field(description="points of the most expensive hand left")
    turns: int = Field(description="that the player made")
    turn_seconds: float | None = Field(description="a turn's mean, in seconds; null without turns")


class PlayerOut(Schema):
    """An account, as everybody may see it."""

    name: str = Field(description="of the account")
    ratings: list[RatingOut] = Field(description="one a game, and one for all together")
    statistics: list[TallyOut] = Field(description="one a game")


class BoardLine(Schema):
    place: int = Field(description="equal ratings share the better one: 1, 1, 3")
    name: str | None = Field(description="null for bots")
    bot: str | None = Field(description="the policy of a bot; null for a person")
    rating: int = Field(description="after the last rated match of the period; around 1500, more is better")
    matches: int = Field(description="rated ones, in the period")
    wins: int = Field(description="first places in them")


class BoardOut(Schema):
    """A page of a leaderboard, the best first."""

    game: str = Field(description="its id, or `all`")
    period: str | None = Field(description="a month (2026-11), a week (2026-W48); null: since the beginning")
    least: int = Field(description="rated matches in the period that it takes to have a place")
    items: list[BoardLine] = Field(description="the lines")
    next: str | None = Field(description="ask for what comes after this page with `cursor`; null: there is none")


class DocumentSeat(Schema):
    seat: int = Field(description="0 to n-1 round the table")
    name: str = Field(description="what the player was called then; `Deleted player` once the account is gone")
    bot: str | None = Field(description="the policy of a bot; null for a person")
    total: int = Field(description="after the finished rounds: points, or the sum of places")
    place: int | None = Field(description="1 is best; null until the match is over")
    turns: int = Field(description="made in finished rounds")
    stand_in_turns: int = Field(description="those of them that a bot made for a person")


class DocumentMove(Schema):
    number: int = Field(description="the match's version that the move made")
    seat: int = Field(description="whose move it was; a call is of the seat that made it, whoever's turn it is")
    text: str = Field(description="docs/notation.md, Moves")
    at: datetime | None = Field(description="when it was made")
    stand_in: bool = Field(description="a bot played for a person")


class DocumentRound(Schema):
    """A round that is over, so that it can be played again and its deal checked."""

    number: int = Field(description="from 1")
    first: int | None = Field(description="the seat that began")
    commitment: str = Field(description="SHA-256 of the server seed, hex: shown before the deal")
    server_seed: str = Field(description="32 bytes, hex")
    nonces: list[str | None] = Field(description="by seat: hex, null for a page that sent none")
    deal: dict[str, Any] = Field(description="the position as it was dealt (docs/notation.md, Position)")
    dealt: datetime | None = Field(description="when")
    ended: datetime | None = Field(description="when")
    winner: int | None = Field(description="the seat that was out first; null: the round was blocked")
    charges: list[int] = Field(description="points or places, by seat")
    places: list[int | None] = Field(description="in this round, by seat; null in old matches")
    totals: list[int] = Field(description="after the round, by seat")
    moves: list[DocumentMove] = Field(description="in order")
    state: dict[str, Any] | None = Field(description="the position at the end")


class DocumentOut(Schema):
    """A match as its file holds it: docs/records.md."""

    format: Literal["macao-match"] = Field(description="what this is")
    version: int = Field(description="of the format")
    match: str = Field(description="its id")
    game: str = Field(description="its id; with house rules the game that they changed")
    rules: str | dict[str, Any] = Field(description="the game's id, or what differs from it (docs/notation.md)")
    target: int = Field(description="points that end the match, or its number of rounds where places count")
    phase: Literal["dealing", "playing", "between", "over", "abandoned"] = Field(description="how far it is")
    private: bool = Field(description="played at a private table")
    rated: bool = Field(description="counts for ratings")
    drawn: bool = Field(description="several share the first place")
    started: datetime = Field(description="when")
    ended: datetime | None = Field(description="when; null while it goes on")
    seats: list[DocumentSeat] = Field(description="by number")
    rounds: list[DocumentRound] = Field(description="those that are over, in order")
