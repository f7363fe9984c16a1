"""The powers of a card as one record, for the mechanics to read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, assert_never

from game.engine.cards import NO_RANK, RANK_OF
from game.engine.powers import Block, Cut, Demand, Draw, NameSuit, Open, PlayOn, Power, Skip, StandIn, Wild


class Act(NamedTuple):
    """What a card with a power does when it lands."""

    draw: int = 0
    back: bool = False
    skip: int = 0
    cuts: Literal["", "draw", "kings", "all"] = ""
    names: bool = False
    suit_held: bool = False
    """It names only suits that are held and not in force."""
    wild: bool = False
    opens: bool = False
    """Any card goes on it."""
    ends_demand: bool = False
    demands: bool = False
    rank_held: bool = False
    """It demands only ranks that are held."""
    plays_on: bool = False
    stands_in: bool = False
    plain: bool = False
    """It counts as a card without a power (CLS-34)."""

    @property
    def sorts(self) -> frozenset[str]:
        """The sorts of power that do not go together: only one thing can wait or be asked for."""
        found = {"draw": self.draw, "skip": self.skip, "name": self.names, "demand": self.demands}
        return frozenset(sort for sort, has in found.items() if has)


PLAIN = Act(plain=True)


def act_of(powers: tuple[Power, ...]) -> Act | None:
    """The powers of a card as one record; None for a card that never does anything."""
    act = PLAIN
    for power in powers:
        act = act._replace(plain=act.plain and isinstance(power, Block), **_fields(power))
    return act if powers else None


def _fields(power: Power) -> dict[str, Any]:  # noqa: PLR0911 (one line a power)
    """What a power sets in the record."""
    match power:
        case Draw(count, back):
            return {"draw": count, "back": back}
        case Skip(turns):
            return {"skip": turns}
        case Cut(what):
            return {"cuts": what}
        case Block():
            return {"cuts": "kings"}
        case NameSuit(wild, held):
            return {"names": True, "wild": wild, "suit_held": held}
        case Wild():
            return {"wild": True}
        case Open(ends_demand):
            return {"wild": True, "opens": True, "ends_demand": ends_demand}
        case Demand(held):
            return {"demands": True, "rank_held": held}
        case PlayOn():
            return {"plays_on": True}
        case StandIn():
            return {"stands_in": True}
        case _:
            assert_never(power)


@dataclass(frozen=True, slots=True)
class Effect:
    """What the cards of one play do together: draws and lost turns add up (D-5)."""

    cuts: Literal["", "draw", "kings", "all"]
    """What the first card ends."""
    draw: int
    back: bool
    kind: int
    """Rank of the last card that draws or skips; the former also decides the direction."""
    skip: int
    binds: bool
    """The last card makes or ends a demand."""
    plays_on: bool


def effect_of(faces: Sequence[int], acts: Sequence[Act | None]) -> Effect | None:
    """What cards do together, by their acts; None if they do nothing. Two sorts of power do not go together."""
    if not any(acts):
        return None
    each = [act or PLAIN for act in acts]
    acting = [(face, act) for face, act in zip(faces, each, strict=True) if act.draw or act.skip]
    last = each[-1]
    return Effect(
        cuts=each[0].cuts,
        draw=sum([act.draw for act in each]),
        back=acting[-1][1].back if acting else False,
        kind=RANK_OF[acting[-1][0]] if acting else NO_RANK,
        skip=sum([act.skip for act in each]),
        binds=last.demands or last.ends_demand,
        plays_on=last.plays_on,
    )
