"""What a sensible player would do in a person's place, and why: the cause that weighed most, as data.

The cause is found by holding the move against the best one with other cards: what of its worth is greater there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from game.bots.sensible import Parts, Sight
from game.engine import Move, MoveKind, View
from game.engine.cards import SUITS
from game.engine.moves import ANY, FREE, NONE, parse
from game.engine.rules import Call

HAIR: Final = 1e-9
"""Worths that differ by less are equal."""


@dataclass(frozen=True, slots=True)
class Only:
    """Nothing else is legal."""


@dataclass(frozen=True, slots=True)
class Equal:
    """Something else is as good."""


@dataclass(frozen=True, slots=True)
class Out:
    """It lays the last of the hand."""


@dataclass(frozen=True, slots=True)
class Owed:
    """A call that is open: the viewer's own, or to catch `seat`."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class Hit:
    """It falls on a seat that holds so few cards; `stoppers` unseen cards could stop it."""

    seat: int
    holds: int
    draw: int
    skip: int
    stoppers: int


@dataclass(frozen=True, slots=True)
class Spare:
    """It spares the viewer what waits (draws or lost turns, one is 0): that goes on to `seat`, or is gone."""

    draw: int
    skip: int
    seat: int | None


@dataclass(frozen=True, slots=True)
class Shed:
    """It lays so many cards at once."""

    cards: int


@dataclass(frozen=True, slots=True)
class Keep:
    """It keeps a card that is worth more later; `gone` of the `copies` of its rank lie on the pile."""

    card: str
    gone: int
    copies: int


@dataclass(frozen=True, slots=True)
class Dear:
    """It sheds a card that costs so many points, and that seat has so few cards: the fewest of the others."""

    card: str
    points: int
    seat: int
    holds: int


@dataclass(frozen=True, slots=True)
class Follow:
    """Of the suit that it leaves in force so many cards stay in the hand."""

    suit: str
    cards: int


@dataclass(frozen=True, slots=True)
class Ask:
    """It demands a rank of which so many stay in the hand; of its `copies`, `unseen` are out of sight."""

    rank: str
    cards: int
    unseen: int
    copies: int


@dataclass(frozen=True, slots=True)
class Surer:
    """Laying is surer than drawing: so many of all unseen cards would fit now."""

    fit: int
    unseen: int


Cause = Only | Equal | Out | Owed | Hit | Spare | Shed | Keep | Dear | Follow | Ask | Surer


@dataclass(frozen=True, slots=True)
class Advice:
    """A move or call that may be made now, and its cause."""

    move: Move
    cause: Cause


def advise(view: View) -> Advice | None:
    """What the viewer should do now; None if it is for others to act. The same view, the same advice."""
    if calls := view.calls_open():
        call = parse(calls[0])
        return Advice(call, Owed(call.seat))
    moves = view.legal_moves()
    if not moves:
        return None
    sight = Sight(view)
    parts = {move: sight.parts(move) for move in moves}
    best = max(parts, key=lambda move: sum(parts[move]))
    left = len(sight.hand) - len(best.lays)
    cause = Out() if left == 0 and best.lays else _cause(sight, best, parts)
    speaks = view.rules.call is Call.SPOKEN and bool(best.lays) and left == 1
    return Advice(Move(best.kind, best.lays, spoken=True) if speaks else best, cause)


def _cause(sight: Sight, best: Move, parts: dict[Move, Parts]) -> Cause:
    """What makes a move better than the next best with other cards; failing that, than with another declaration."""
    worth = sum(parts[best]) - HAIR
    lays = sorted(best.cards)
    others = [move for move in parts if (move.kind, sorted(move.cards)) != (best.kind, lays)]
    worse = [move for move in others if sum(parts[move]) < worth]
    if not worse:
        if others:
            return Equal()
        worse = [move for move in parts if sum(parts[move]) < worth]
        return _of_declaration(sight, best) or Only() if worse else Only()
    other = max(worse, key=lambda move: sum(parts[move]))
    gains = [(mine - its, at) for at, (mine, its) in enumerate(zip(parts[best], parts[other], strict=True))]
    for gain, at in sorted(gains, key=lambda pair: -pair[0]):
        found = _FINDERS[Parts._fields[at]](sight, best, other) if gain > HAIR else None
        if found is not None:
            return found
    return Equal()


def _of_declaration(sight: Sight, best: Move) -> Cause | None:
    return _ask(sight, best, best) or _follow(sight, best, best)


# --- by the part of the worth in which a move is better than another


def _shed(sight: Sight, best: Move, other: Move) -> Cause | None:
    return Shed(len(best.lays)) if other.lays else _cost(sight, best, other) or Shed(len(best.lays))


def _cost(sight: Sight, best: Move, other: Move) -> Cause | None:
    view, pending = sight.view, sight.view.pending
    if best.lays and other.kind in (MoveKind.TAKE, MoveKind.WAIT) and pending is not None:
        target = view.forecast(best).target
        return None if target == view.seat else Spare(pending.draw, pending.skip, target)
    if best.lays and other.kind is MoveKind.DRAW and pending is None:
        fit = set(view.follows())
        count = sum(number for code, number in sight.unseen.items() if code in fit)
        return Surer(count, sight.unseen.total())
    return None


def _keep(sight: Sight, best: Move, other: Move) -> Cause | None:
    spared = [code for code in other.cards if code not in best.cards and sight.use(code) > 0]
    if not spared:
        return None
    card = max(spared, key=sight.use)
    return Keep(card, _of_rank(sight.view.pile, card[0]), _copies(sight, card[0]))


def _dear(sight: Sight, best: Move, other: Move) -> Cause | None:
    card = max(best.cards, key=sight.rules.points)
    view = sight.view
    holds, seat = min((count, seat) for seat, count in enumerate(view.counts) if seat != view.seat and count)
    return Dear(card, sight.rules.points(card), seat, holds)


def _follow(sight: Sight, best: Move, other: Move) -> Cause | None:
    last = best.lays[-1]
    cards = sight.followers(best)
    return Follow(SUITS[last.suit], cards) if cards and last.says != FREE else None


def _ask(sight: Sight, best: Move, other: Move) -> Cause | None:
    last = best.lays[-1]
    if not last.says or last.names or last.says in (NONE, ANY):
        return None
    unseen = sum(number for code, number in sight.unseen.items() if code[0] == last.says)
    return Ask(last.says, _of_rank(sight.hand, last.says), unseen, _copies(sight, last.says))


def _hit(sight: Sight, best: Move, other: Move) -> Cause | None:
    coming = sight.view.forecast(best)
    if coming.target is None or coming.target == sight.view.seat:
        return None
    stoppers = sum(sight.unseen[code] for code in coming.stoppers)
    return Hit(coming.target, sight.view.counts[coming.target], coming.draw, coming.skip, stoppers)


def _of_rank(codes: tuple[str, ...], rank: str) -> int:
    return sum(code[0] == rank for code in codes)


def _copies(sight: Sight, rank: str) -> int:
    return _of_rank(sight.rules.pack(sight.view.seats), rank)


_FINDERS: dict[str, Callable[[Sight, Move, Move], Cause | None]] = {
    "shed": _shed, "points": _dear, "use": _keep, "follow": _follow, "ask": _ask, "harm": _hit, "cost": _cost,
}  # fmt: skip
