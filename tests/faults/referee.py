"""A referee who trusts nobody: deals and plays Simple Macao anew from what the database holds, and says what is wrong.

Written from docs/rules.md and docs/notation.md alone, apart from `game.engine`, so that a mistake of the engine is not
repeated here. It knows the default rules of Simple Macao and nothing else.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

RANKS, SUITS = "23456789TJQKA", "cdhs"
PACK = [rank + suit for rank in RANKS for suit in SUITS]
ADDS = {"2": 2, "3": 3}
POINTS = dict(zip("23456789TJQKA", (20, 30, 20, 5, 5, 30, 5, 5, 5, 10, 10, 10, 50), strict=True)) | {"Kh": 50, "Ks": 50}


def numbers(seed: bytes, label: str) -> Iterator[int]:
    """32-bit numbers, big-endian, from HMAC-SHA-256 blocks under `label/0`, `label/1` ..."""
    block = 0
    while True:
        digest = hmac.new(seed, f"{label}/{block}".encode(), hashlib.sha256).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def below(stream: Iterator[int], bound: int) -> int:
    for word in stream:
        if word < 2**32 - 2**32 % bound:
            return word % bound
    raise AssertionError("the stream has no end")


def shuffled(seed: bytes, label: str, cards: Sequence[str]) -> list[str]:
    deck, stream = list(cards), numbers(seed, label)
    for last in range(len(deck) - 1, 0, -1):
        other = below(stream, last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def points(card: str) -> int:
    return POINTS.get(card, POINTS[card[0]])


@dataclass
class Table:
    """A round in play. `stock[0]` is drawn next; `pile[-1]` is on top."""

    seed: bytes
    hands: list[list[str]]
    pile: list[str]
    stock: list[str]
    turn: int
    suit: str
    draw: int = 0
    skip: int = 0
    kind: str = ""
    owed: list[int] = field(default_factory=list)
    drawn: str = ""
    passes: int = 0
    shuffles: int = 0
    out: int | None = None
    blocked: bool = False
    buried: list[str] = field(default_factory=list)  # turned at the deal, seen by all, and put back into the stock

    @property
    def over(self) -> bool:
        return self.out is not None or self.blocked

    def cards(self) -> Counter[str]:
        return Counter(card for pile in (*self.hands, self.pile, self.stock) for card in pile)


def deal(seed: bytes, seats: int, first: int) -> Table:
    """Five cards a seat in seat order; action cards that are turned go back into the stock at random places."""
    deck = shuffled(seed, "deal", PACK)
    hands = [deck[5 * seat : 5 * seat + 5] for seat in range(seats)]
    rest = deck[5 * seats :]
    plain = next((at for at, card in enumerate(rest) if not acts(card)), len(rest) - 1)
    buried, top, stock = rest[:plain], rest[plain], rest[plain + 1 :]
    stream = numbers(seed, "bury")
    for card in buried:
        stock.insert(below(stream, len(stock) + 1), card)
    return Table(seed, hands, [top], stock, first, top[1], owed=[0] * seats, buried=buried)


def acts(card: str) -> bool:
    return card[0] in "2347A" or card in ("Kh", "Ks")


def fits(table: Table, card: str) -> bool:
    top = table.pile[-1]
    if table.draw:
        same = card[0] == table.kind and (card[0] != "K" or card in ("Kh", "Ks"))
        return card[0] == "7" or same
    if table.skip:
        return card[0] == "4"
    return card[0] == "A" or card[1] == table.suit or card[0] == top[0]


def fault(table: Table, text: str) -> str | None:
    """What is wrong with a move of the seat in turn; None if nothing is."""
    if text in ("draw", "take", "wait", "pass"):
        return _fault_without_card(table, text)
    card, _, named = text.partition("=")
    hand = table.hands[table.turn]
    if card not in hand:
        return "a card not held"
    if table.drawn and card != table.drawn:
        return "not the card drawn"
    if not fits(table, card):
        return "a card that does not fit"
    asks = card[0] == "A" and len(hand) > 1
    if asks != bool(named) or (named and named not in SUITS):
        return "a suit too many or too few"
    return None


def _fault_without_card(table: Table, text: str) -> str | None:
    can_draw = bool(table.stock) or len(table.pile) > 1
    if table.draw:
        due = "take"
    elif table.skip:
        due = "wait"
    elif table.drawn or not can_draw:
        due = "pass"
    else:
        due = "draw"
    return None if text == due else f"{due} is due"


def play(table: Table, text: str) -> None:
    """Carry out a move that has no fault."""
    seat, hand = table.turn, table.hands[table.turn]
    if text == "draw":
        card = draw(table)
        hand.append(card)
        table.passes = 0
        if fits(table, card):
            table.drawn = card
        else:
            step_on(table)
    elif text == "take":
        for _ in range(table.draw):
            if table.stock or len(table.pile) > 1:
                hand.append(draw(table))
        table.draw, table.kind, table.passes = 0, "", 0
        step_on(table)
    elif text == "wait":
        table.owed[seat] += table.skip - 1
        table.skip, table.kind, table.passes = 0, "", 0
        step_on(table)
    elif text == "pass":
        table.passes = 0 if table.drawn else table.passes + 1
        table.drawn = ""
        if table.passes == len(table.hands):
            table.blocked = True
        else:
            step_on(table)
    else:
        lay(table, text)


def draw(table: Table) -> str:
    if not table.stock:
        table.shuffles += 1
        table.stock = shuffled(table.seed, f"reshuffle/{table.shuffles}", table.pile[:-1])
        table.pile = table.pile[-1:]
    return table.stock.pop(0)


def lay(table: Table, text: str) -> None:
    card, _, named = text.partition("=")
    hand = table.hands[table.turn]
    hand.remove(card)
    table.pile.append(card)
    table.suit, table.drawn, table.passes = named or card[1], "", 0
    if not hand:
        table.out, table.draw, table.skip, table.kind = table.turn, 0, 0, ""
    elif card[0] in ADDS or card in ("Kh", "Ks"):
        table.draw += ADDS.get(card[0], 5)
        table.kind = card[0]
        aim(table, back=card == "Ks")
    elif card[0] == "4":
        table.skip += 1
        table.kind = "4"
        aim(table, back=False)
    else:
        if card[0] == "7":
            table.draw, table.kind = 0, ""
        step_on(table)


def step_on(table: Table) -> None:
    table.turn = (table.turn + 1) % len(table.hands)
    while table.owed[table.turn]:
        table.owed[table.turn] -= 1
        table.passes = 0
        table.turn = (table.turn + 1) % len(table.hands)


def aim(table: Table, *, back: bool) -> None:
    """An effect goes past seats that sit out, forwards at the cost of a lost turn; else the nearest is hit."""
    seats, step = len(table.hands), -1 if back else 1
    way = [(table.turn + step * n) % seats for n in range(1, seats)]
    target = next((seat for seat in way if not table.owed[seat]), None)
    if target is None:
        table.turn = way[0]
        return
    if not back:
        for seat in way[: way.index(target)]:
            table.owed[seat] -= 1
    table.turn = target


def replay(round_: dict[str, Any], moves: Sequence[dict[str, Any]], size: int) -> tuple[Table, list[str]]:
    """Play a stored round again. Returns where it ends and what was wrong on the way."""
    wrong: list[str] = []
    server_seed = bytes(round_["server_seed"])
    if hashlib.sha256(server_seed).hexdigest() != round_["commitment"]:
        wrong.append("the seal does not fit the seed")
    nonces = [nonce or "" for nonce in round_["nonces"] or [None] * size]
    nonces += [""] * (size - len(nonces))
    table = deal(hmac.new(server_seed, ",".join(nonces).encode(), hashlib.sha256).digest(), size, round_["first"])
    for move in moves:
        name = f"move {move['number']} ({move['text']} by seat {move['seat']})"
        if table.over:
            wrong.append(f"{name} after the end")
            break
        if move["seat"] != table.turn:
            wrong.append(f"{name}: the turn was seat {table.turn}'s")
            break
        if why := fault(table, move["text"]):
            wrong.append(f"{name}: {why}")
            break
        play(table, move["text"])
        if table.cards() != Counter(PACK):
            wrong.append(f"{name}: not 52 cards")
    return table, wrong


def compare(table: Table, state: dict[str, Any]) -> list[str]:
    """Where a replayed round differs from the stored position."""
    wrong = []
    if [sorted(hand) for hand in state["hands"]] != [sorted(hand) for hand in table.hands]:
        wrong.append("stored hands differ from the replay")
    if state["pile"] != table.pile or state["stock"] != table.stock:
        wrong.append("stored pile or stock differ from the replay")
    if state["over"] != table.over:
        wrong.append("stored end differs from the replay")
    if not table.over and (state["turn"], state["suit"], state["owed"]) != (table.turn, table.suit, table.owed):
        wrong.append("stored turn, suit or owed turns differ from the replay")
    pending = state["pending"] or {}
    if (pending.get("draw", 0), pending.get("skip", 0)) != (table.draw, table.skip):
        wrong.append("what waits differs from the replay")
    return wrong
