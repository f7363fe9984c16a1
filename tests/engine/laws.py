"""Laws that hold in every round of every game, as checks of one round at one moment."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import chain

from game.engine import IllegalMove, Move, Reason, Round, RuleSet, View
from game.engine.moves import parse
from game.engine.rules import Call
from tests.engine.strategies import legal, play_on

WORDS = ["draw", "take", "wait", "pass", "macao", "catch:0", "catch:1"]
SAYINGS = ["", *"cdhs", "free", "5", "8", "T", "2", "K", "any", "none"]
SEVERAL = 12
"""So many random lists of cards of the hand are tried at each look."""


def check_cards_are_the_pack(round_: Round) -> None:
    """No card is lost or made."""
    position = round_.position()
    cards = Counter(chain(*position["hands"], position["pile"], position["stock"]))
    assert cards == Counter(round_.rules.pack(round_.seats))


def candidates(round_: Round, rng: random.Random) -> list[str]:
    """Moves of every sort, most of them illegal: words, single cards with things said, and lists of held cards."""
    pack = sorted(set(round_.rules.pack(round_.seats)))
    hand = list(round_.hand(round_.turn))
    cards = [*hand, *rng.sample(pack, 6)]
    singles = [f"{card}={said}" if said else card for card in cards for said in SAYINGS]
    faces = [f"{rank}{suit}" for rank in "2349JKA" for suit in "cs"]
    jokers = [f"{card}={face}{said}" for card in cards if card[0] == "X" for face in faces for said in ("", "/h", "/8")]
    lists = []
    for _ in range(SEVERAL if len(hand) > 1 else 0):
        several = rng.sample(hand, rng.randint(2, min(5, len(hand))))
        said = rng.choice(SAYINGS)
        lists.append("+".join(several) + (f"={said}" if said else ""))
    return [*WORDS, *singles, *jokers, *lists]


def check_list_and_gate_agree(round_: Round, rng: random.Random) -> None:
    """`play` accepts what is listed; of the rest only what D-5 to D-7 leave out of the list.

    What it refuses leaves the round as it was, and the text of every move reads back.
    """
    listed = legal(round_)
    assert len(set(listed)) == len(listed) > 0
    for text in listed:
        assert str(parse(text)) == text
        assert round_.why_not(text) is None
    for text in rng.sample(listed, min(8, len(listed))):
        copy = round_.copy()
        copy.play(text)
        check_cards_are_the_pack(copy)
    before = round_.position()
    for text in candidates(round_, rng):
        if text in listed:
            continue
        reason = round_.why_not(text)
        if reason is None:
            assert is_left_out(round_, parse(text), set(listed)), text
            continue
        refused = refusal_of(round_, text)
        assert refused is reason
    assert round_.position() == before


def refusal_of(round_: Round, text: str) -> Reason | None:
    try:
        round_.play(text)
    except IllegalMove as refused:
        return refused.reason
    return None


def is_left_out(round_: Round, move: Move, listed: set[str]) -> bool:
    """Whether a legal move is one that the list does not give, or gives in another order (D-5, D-6, D-7)."""
    if not move.lays:
        return str(move) in round_.calls_open()
    if len(move.lays) > 4 or any(lay.stands is not None for lay in move.lays):
        return True
    first, *between, last = [str(lay) for lay in move.lays]
    in_order = sorted(between, key=lambda text: parse(text).lays[0].card)
    return "+".join([first, *in_order, last]) in listed


def check_position_round_trips(round_: Round) -> None:
    position = round_.position()
    again = Round.from_position(json.loads(json.dumps(position)))
    assert again.position() == position
    assert again.legal_moves() == round_.legal_moves()
    assert again.calls_open() == round_.calls_open()


def check_copies_are_independent(round_: Round, rng: random.Random) -> None:
    before = round_.position()
    copy = round_.copy()
    assert copy.position() == before
    for step, _ in enumerate(play_on(copy, rng, hasty=True)):
        if step == 20:
            break
    assert round_.position() == before
    assert copy.position() != before


def check_views(round_: Round, rng: random.Random) -> None:
    """The view of a determinization is the view, and what it hides is only what it must."""
    for seat in (None, *range(round_.seats)):
        view = round_.view(seat)
        check_determinization(round_, view, rng)
        if not round_.over and seat == round_.turn:
            assert view.legal_moves() == round_.legal_moves()
        assert View.from_position(json.loads(json.dumps(view.position())), seat).position() == view.position()


def check_determinization(round_: Round, view: View, rng: random.Random) -> None:
    made = view.determinize(rng)
    assert made.view(view.seat).position() == view.position()
    check_cards_are_the_pack(made)
    if made.drawn >= 0:
        assert len(made.legal_moves()) > 1, "who may still choose has drawn a card that fits (D-4)"
    public = {key: value for key, value in round_.position().items() if key not in ("hands", "stock", "drawn")}
    assert {key: value for key, value in view.position().items() if key in public} == public, "B20"


def check_end(round_: Round) -> None:
    """A round that is over has its charges or places, and nothing more to do."""
    rules, seats = round_.rules, round_.seats
    position = round_.position()
    assert round_.over
    assert round_.legal_moves() == []
    assert (position["pending"], position["demand"], position["drawn"], position["calls"]) == (None, None, None, [])
    assert position["extra"] is False
    hands = [round_.hand(seat) for seat in range(seats)]
    assert {seat for seat, hand in enumerate(hands) if not hand} == set(round_.finished)
    places = round_.places
    assert places is not None
    if rules.by_points:
        assert round_.scores == tuple(sum(map(rules.points, hand)) for hand in hands)
        assert [seat for seat, hand in enumerate(hands) if not hand] == round_.finished
    else:
        assert round_.scores is None
        assert [places[seat] for seat in round_.finished] == list(range(1, len(round_.finished) + 1))
        in_order = sorted(range(seats), key=lambda seat: places[seat])
        assert [len(hands[seat]) for seat in in_order] == sorted(len(hand) for hand in hands)


def check_call_is_owed_rightly(round_: Round, rules: RuleSet) -> None:
    """D-13: who owes a call holds one card, and only where it is spoken."""
    assert len(round_.position()["calls"]) <= 1
    for seat in round_.position()["calls"]:
        assert rules.call is Call.SPOKEN
        assert len(round_.hand(seat)) == 1
        assert round_.calls_open() == ["macao", f"catch:{seat}"]
