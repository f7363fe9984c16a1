"""What can go wrong, typed here and worded by whoever shows it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.engine.moves import Move


class Reason(StrEnum):
    """Why a move is refused."""

    ROUND_OVER = "round-over"
    """Nothing may be done any more (SM-11)."""
    NOT_YOUR_TURN = "not-your-turn"
    """A view was asked about a move of its own while another seat is in turn."""
    NOT_IN_HAND = "not-in-hand"
    """The seat does not hold that card."""
    DOES_NOT_FIT = "does-not-fit"
    """Nothing waits, and the card has neither the suit in force nor the rank on top (SM-7)."""
    DRAWS_WAIT = "draws-wait"
    """A stack of draws waits, and this is no answer to any stack (SM-10, SM-23)."""
    WRONG_ANSWER = "wrong-answer"
    """A draw card, but not one that answers this stack: a two on a three (SM-21)."""
    TURN_WAITS = "turn-waits"
    """A lost turn waits, and this neither serves nor answers it (SM-10, SM-A2)."""
    NOT_WAITING = "not-waiting"
    """`take` with no draws waiting, `wait` with no lost turn waiting."""
    ONLY_DRAWN_CARD = "only-drawn-card"
    """After a draw only the card drawn may be laid (SM-A11)."""
    ALREADY_DRAWN = "already-drawn"
    """One card a turn is drawn, not two (D-4)."""
    DRAW_FIRST = "draw-first"
    """`pass` while there is a card to draw and none has been drawn (SM-A13)."""
    NOTHING_TO_DRAW = "nothing-to-draw"
    """`draw` while stock and pile hold nothing to draw (SM-A13)."""
    MUST_LAY = "must-lay"
    """A card fits, and in this game it must be laid (ROK-A9)."""
    SUIT_DUE = "suit-due"
    """The card names a suit, and none was named (SM-13)."""
    NO_SUIT_DUE = "no-suit-due"
    """The card names no suit, or ends the round (SM-A15)."""
    NO_DEMAND_DUE = "no-demand-due"
    """The card demands no rank."""
    NO_STAND_IN = "no-stand-in"
    """The card stands for nothing but itself."""
    ONE_CARD_A_TURN = "one-card-a-turn"
    """Several cards in a game of one card a turn (SM-A19)."""
    NO_SPOKEN_CALL = "no-spoken-call"
    """The table says Macao by itself here (SM-25)."""
    NOTHING_TO_CALL = "nothing-to-call"
    """`macao` or `catch` while that seat does not owe a call (D-13)."""
    DEMAND_OPEN = "demand-open"
    """A rank is demanded, and the card does not meet it (D-14)."""
    DEMAND_DUE = "demand-due"
    """The card demands a rank, any plain card or nothing, and which was not said (CLS-23)."""
    SUIT_BARRED = "suit-barred"
    """This suit may not be named: it is in force or not held, or there is one to name instead of `free` (CLS-32)."""
    RANK_BARRED = "rank-barred"
    """This rank may not be demanded: it is not plain or not held, or one is held instead of `any` (CLS-A12)."""
    STAND_IN_DUE = "stand-in-due"
    """The joker stands for a card here, and which was not said (CLS-31)."""
    NOT_TOGETHER = "not-together"
    """These cards do not go in one turn: neither of one rank nor, where there are runs, in steps (D-5, D-6)."""
    TWO_POWERS = "two-powers"
    """Cards of one suit with powers of two sorts do not go in one turn: only one thing can wait (CLS-A15)."""
    MAY_PLAY_ON = "may-play-on"
    """After a five one plays on or ends the turn; there is no drawing (LON-A10)."""
    FIVE_IS_NO_WAY_OUT = "five-is-no-way-out"
    """The card after a five may not be the last (LON-19)."""
    LAST_CARD_BARRED = "last-card-barred"
    """Between two, this may not be the single last card (CLS-5)."""


class IllegalMove(ValueError):
    """A move that the rules forbid now. `reason` says which rule, `move` is the move."""

    def __init__(self, reason: Reason, move: Move) -> None:
        super().__init__(f"{move}: {reason}")
        self.reason = reason
        self.move = move


class MalformedMove(ValueError):
    """A text that is no move in any game. `text` is what was given."""

    def __init__(self, text: object) -> None:
        super().__init__(f"not a move: {text!r:.80}")
        self.text = text


class PositionError(ValueError):
    """A position that cannot be read. `key` names what is wrong in it."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(f"{key}: {why}")
        self.key = key
        self.why = why


class RuleError(ValueError):
    """A rule set that cannot be made. `parameter` names what is wrong."""

    def __init__(self, parameter: str, why: str) -> None:
        super().__init__(f"{parameter}: {why}")
        self.parameter = parameter
        self.why = why
