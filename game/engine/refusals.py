"""Why cards may not be laid: the one predicate behind the list of legal moves and the gate that checks a move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from game.engine.acts import PLAIN, Act
from game.engine.cards import ANY_RANK, JOKER_RANK, NO_SUIT, RANK_OF, RANKS, SUIT_OF, SUITS, named_or_barred
from game.engine.errors import Reason
from game.engine.moves import ANY, FREE, NONE, Lay
from game.engine.rules import Agreement
from game.engine.together import is_of_suit, is_packet, is_run

if TYPE_CHECKING:
    from game.engine.compiled import Compiled

RED = (SUITS.index("d"), SUITS.index("h"))
KINGS = RANKS.index("K")


class Ending(IntEnum):
    """What it means if a play leaves no card."""

    LEAVES_SOME = 0
    GOES_ON = 1
    """Its player is out and the others play on, so all is asked (D-12)."""
    ENDS = 2
    ENDS_FOR_TWO = 3
    """As `ENDS`, in a game dealt to two (CLS-A2)."""
    AFTER_FIVE = 4
    """It may not be (LON-19)."""


class Top(NamedTuple):
    """The card on top, as far as the rules tell cards apart."""

    rank: int
    opens: bool
    acts: bool
    """It has a power, in games where that matters to what goes on it."""
    tames: bool
    """It is no king and draws, in games where that takes the power of kings laid on it."""


class Situation(NamedTuple):
    """All that decides which cards may be laid, whoever holds them."""

    top: Top
    suit: int
    """Suit in force, or the one that "free suit" bars (`cards.SUIT_TEXT`)."""
    draws: bool
    """A stack of draws waits."""
    kind: int
    """Rank on which the waiting effect stands, or `NO_RANK` when nothing waits."""
    ending: Ending
    demand: int
    """Rank that is demanded, `ANY_RANK` or `NO_RANK`."""


def refusal(tables: Compiled, situation: Situation, lays: Sequence[Lay]) -> Reason | None:
    """Why these cards may not be laid in one turn, with what is said; None if they may.

    Whether the hand holds them, and the suit or rank that is said, is asked elsewhere (`refused_saying`).
    """
    return (
        _refused_faces(tables, lays)
        or (_refused_together(tables, lays) if len(lays) > 1 else None)
        or _refused_lead(tables, situation, lays[0])
        or _refused_under_demand(tables, situation, lays[1:])
        or _refused_last(tables, situation, lays)
        or _refused_words(tables, situation, lays)
    )


def _act(tables: Compiled, card: int) -> Act:
    return tables.acts[card] or PLAIN


def _refused_faces(tables: Compiled, lays: Sequence[Lay]) -> Reason | None:
    for lay in lays:
        stands_in = _act(tables, lay.card).stands_in
        if lay.stands is not None and (not stands_in or RANK_OF[lay.stands] == JOKER_RANK):
            return Reason.NO_STAND_IN
        if lay.stands is None and stands_in:
            return Reason.STAND_IN_DUE
    return None


def _refused_together(tables: Compiled, lays: Sequence[Lay]) -> Reason | None:
    rules, faces = tables.rules, [lay.face for lay in lays]
    if not tables.together:
        return Reason.ONE_CARD_A_TURN
    if rules.packets and is_packet(faces):
        return None
    if rules.runs and is_run(faces) and all(lay.stands is None and tables.steps[lay.card] for lay in lays):
        return None
    if rules.packet_same_suit and is_of_suit(faces):
        sorts = frozenset[str]().union(*[_act(tables, face).sorts for face in faces])
        return Reason.TWO_POWERS if len(sorts) > 1 else None
    return Reason.NOT_TOGETHER


# --- the first card, and what waits or binds


def _refused_lead(tables: Compiled, situation: Situation, lay: Lay) -> Reason | None:
    face = lay.face
    act = _act(tables, face)
    if situation.draws:
        return _refused_on_draws(tables, situation, face, act)
    if situation.kind >= 0:
        answers = tables.rules.skip_answer and act.skip and RANK_OF[face] == situation.kind
        return None if answers or act.cuts == "all" else Reason.TURN_WAITS
    if situation.demand >= 0:
        return None if meets(tables, situation.demand, face) else Reason.DEMAND_OPEN
    # a joker that stands for a card need not match as that card (CLS-A22)
    return None if lay.stands is not None or _fits(situation, face, act) else Reason.DOES_NOT_FIT


def _refused_on_draws(tables: Compiled, situation: Situation, face: int, act: Act) -> Reason | None:
    if act.cuts and (act.cuts != "kings" or situation.kind == KINGS):
        return None
    tamed = situation.top.tames and RANK_OF[face] == KINGS
    if not act.draw or tamed:
        return Reason.DRAWS_WAIT
    return None if _agrees(tables.answers[face], situation, face) else Reason.WRONG_ANSWER


def _agrees(answers: frozenset[Agreement], situation: Situation, face: int) -> bool:
    # the suit in force is the top card's own here: of the cards that draw only a joker names one, and has none
    suited = situation.top.rank != JOKER_RANK
    return (
        Agreement.ALWAYS in answers
        or (Agreement.RANK in answers and RANK_OF[face] == situation.top.rank)
        or (Agreement.KIND in answers and RANK_OF[face] == situation.kind)
        or (Agreement.SUITED in answers and suited)
        or (Agreement.SUIT in answers and suited and SUIT_OF[face] == situation.suit)
        or (Agreement.COLOUR in answers and suited and (SUIT_OF[face] in RED) == (situation.suit in RED))
    )


def meets(tables: Compiled, demand: int, face: int) -> bool:
    """D-14: whether a card may be laid under a demand, whatever its suit."""
    act = _act(tables, face)
    if act.demands or act.ends_demand:
        return True
    return tables.plain[face] if demand == ANY_RANK else RANK_OF[face] == demand


def _fits(situation: Situation, face: int, act: Act) -> bool:
    top, suit = situation.top, situation.suit
    on_anything = act.wild and not (act.opens and top.acts)
    # a joker that starts the pile has no suit; nothing can be asked of who follows it
    if on_anything or top.opens or suit == NO_SUIT or RANK_OF[face] == top.rank:
        return True
    if suit < 0:
        return SUIT_OF[face] != named_or_barred(suit)
    return SUIT_OF[face] == suit


def _refused_under_demand(tables: Compiled, situation: Situation, lays: Sequence[Lay]) -> Reason | None:
    if situation.demand < 0 or all(meets(tables, situation.demand, lay.face) for lay in lays):
        return None
    return Reason.DEMAND_OPEN


# --- the last card, and what is said


def _refused_last(tables: Compiled, situation: Situation, lays: Sequence[Lay]) -> Reason | None:
    if situation.ending is Ending.AFTER_FIVE:
        return Reason.FIVE_IS_NO_WAY_OUT
    single = situation.ending is Ending.ENDS_FOR_TWO and len(lays) == 1
    return Reason.LAST_CARD_BARRED if single and RANK_OF[lays[0].face] in tables.barred_last else None


def _refused_words(tables: Compiled, situation: Situation, lays: Sequence[Lay]) -> Reason | None:
    """Only the last card says anything, and only if anybody plays on (D-5, SM-A15)."""
    asked = situation.ending in (Ending.LEAVES_SOME, Ending.GOES_ON)
    for lay in lays[:-1]:
        if lay.says:
            return Reason.NO_SUIT_DUE if lay.names else Reason.NO_DEMAND_DUE
    last = lays[-1]
    act = _act(tables, last.face)
    if last.names:
        return _refused_suit(situation, last, act) if act.names and asked else Reason.NO_SUIT_DUE
    if last.says:
        return _refused_rank(tables, last, act) if act.demands and asked else Reason.NO_DEMAND_DUE
    if asked and act.names:
        return Reason.SUIT_DUE
    return Reason.DEMAND_DUE if asked and act.demands else None


def _refused_suit(situation: Situation, lay: Lay, act: Act) -> Reason | None:
    if lay.says == FREE:
        return None if act.suit_held else Reason.SUIT_BARRED
    return Reason.SUIT_BARRED if act.suit_held and lay.suit == named_or_barred(situation.suit) else None


def _refused_rank(tables: Compiled, lay: Lay, act: Act) -> Reason | None:
    if lay.says == NONE or (lay.says == ANY and act.rank_held):
        return None
    return None if lay.says in RANKS and RANKS.index(lay.says) in tables.demandable else Reason.RANK_BARRED


def refused_saying(tables: Compiled, suit: int, lay: Lay, rest: Iterable[int]) -> Reason | None:
    """Why what the last card of a play says may not be said with `rest` left in the hand (CLS-32, CLS-A12).

    `suit` is the suit in force before the play, or the one barred.
    """
    act = _act(tables, lay.face)
    if lay.names and act.suit_held:
        suits = {SUIT_OF[card] for card in rest} - {NO_SUIT, named_or_barred(suit)}
        return None if (lay.suit in suits if lay.says != FREE else not suits) else Reason.SUIT_BARRED
    if lay.says and lay.says != NONE and act.rank_held and not lay.names:
        ranks = {RANK_OF[card] for card in rest} & tables.demandable
        return None if (RANKS.index(lay.says) in ranks if lay.says != ANY else not ranks) else Reason.RANK_BARRED
    return None
