"""Hints: a legal move, and a cause and a line that are true of what the player may see."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from game.bots.advice import (
    Advice,
    Ask,
    Dear,
    Equal,
    Follow,
    Hit,
    Keep,
    Only,
    Out,
    Owed,
    Shed,
    Spare,
    Surer,
    advise,
)
from game.bots.sensible import Sensible, Sight
from game.engine import MalformedMove, Move, Round, RuleSet, View
from game.engine.moves import parse
from game.engine.presets import PRESETS
from game.presenter.hints import HintData, hint, present_hint
from game.presenter.solo import HINT
from game.scene import Phase, Scene, SeatInfo
from game.words import plain, words_for
from tests.engine.strategies import play_on, position, seed_of

CAUSES = (Only, Equal, Out, Owed, Hit, Spare, Shed, Keep, Dear, Follow, Ask, Surer)


def views(preset: str, count: int) -> Iterator[View]:
    """What every seat sees in rounds of any play."""
    most = RuleSet.named(preset).max_seats
    for number in range(count):
        round_ = Round.deal(preset, min(most, 2 + number % 4), seed=seed_of(number))
        for _ in play_on(round_, random.Random(number), hasty=True):
            yield from (round_.view(seat) for seat in range(round_.seats))


def advised(preset: str, count: int) -> Iterator[tuple[View, Advice]]:
    for view in views(preset, count):
        advice = advise(view)
        if advice is not None:
            yield view, advice


def scene_of(view: View) -> Scene:
    seats = [SeatInfo(n, f"Bot {n + 1}", bot=n > 0, person=n == 0, away=False, away_seconds=None, total=0, left=False)
             for n in range(view.seats)]  # fmt: skip
    return Scene(
        match_id="m", version=1, phase=Phase.PLAYING, round_number=1, rules=view.rules, target=1, seats=tuple(seats),
        seat=view.seat, view=view, log=(), seconds_left=None, paused=False, next_in=None, waiting_for=(), end=None,
        commitment="", result_url="", table_url="",
    )  # fmt: skip


def of(*hands: str, **keys: Any) -> Advice:
    round_ = Round.from_position(position(list(hands), **keys))
    advice = advise(round_.view(round_.turn))
    assert advice is not None
    return advice


def line(*hands: str, **keys: Any) -> str:
    round_ = Round.from_position(position(list(hands), **keys))
    said = present_hint(scene_of(round_.view(round_.turn)), words_for("en"), "1").line
    return plain(said).replace("\u2068", "").replace("\u2069", "")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_hint_is_legal_and_its_cause_is_true_of_the_view(preset: str) -> None:
    checked = 0
    for view, advice in advised(preset, 6):
        assert view.why_not(advice.move) is None
        assert is_true(view, advice), (view.position(), advice)
        checked += 1
    assert checked > 100


@pytest.mark.parametrize("preset", PRESETS)
def test_a_hint_knows_nothing_that_the_player_does_not(preset: str) -> None:
    """The same view gives the same hint, whatever the hidden cards are."""
    rng, checked = random.Random(3), 0
    for view, advice in advised(preset, 2):
        assert advise(View.from_position(view.position(), view.seat)) == advice
        if view.turn == view.seat:
            assert advise(view.determinize(rng).view(view.seat)) == advice
            checked += 1
    assert checked > 20


def test_every_cause_comes_up() -> None:
    found = Counter(type(advice.cause) for preset in PRESETS for _, advice in advised(preset, 6))
    assert set(found) == set(CAUSES)


@pytest.mark.parametrize("language", ["en", "ro"])
@pytest.mark.parametrize("preset", PRESETS)
def test_every_hint_has_its_line(preset: str, language: str) -> None:
    words = words_for(language)
    for view in views(preset, 2):
        scene = scene_of(view)
        shown, advice = present_hint(scene, words, "1"), hint(scene)
        assert (shown == HintData()) == (advice is None)
        if advice is not None:
            said = plain(shown.line)
            assert said.endswith(".")
            assert not set("{}") & set(said)
            assert shown.cards == advice.move.cards


def test_the_move_is_one_that_the_bot_might_make() -> None:
    for preset in PRESETS:
        for view, advice in advised(preset, 2):
            if isinstance(advice.cause, Owed):
                continue
            sight = Sight(view)
            chosen = Sensible().choose(view, random.Random(1))
            assert sight.worth(advice.move.quiet) == pytest.approx(sight.worth(chosen))


def test_a_hint_is_no_move_of_the_engine() -> None:
    """Tables online read it as a malformed move: there are none there."""
    with pytest.raises(MalformedMove):
        parse(HINT)


# --- what each cause says, counted anew from the view


def is_true(view: View, advice: Advice) -> bool:  # noqa: PLR0911 (one for each cause)
    assert view.seat is not None
    move, cause, hand = advice.move, advice.cause, view.hands[view.seat]
    pack = view.rules.pack(view.seats)
    seen = [*hand, *view.pile]
    match cause:
        case Only():
            return len({(other.kind, tuple(sorted(other.cards))) for other in view.legal_moves()}) == 1
        case Equal():
            return len(view.legal_moves()) > 1
        case Out():
            return sorted(move.cards) == sorted(hand)
        case Owed(seat):
            return str(move) in view.calls_open() and view.calls == (view.seat if seat is None else seat,)
        case Shed(cards):
            return cards == len(move.cards)
        case Keep(card, gone, copies):
            on_pile = sum(code[0] == card[0] for code in view.pile)
            kept = Counter(hand) - Counter(move.cards)
            return kept[card] > 0 and bool(view.rules.power(card)) and (gone, copies) == (on_pile, _rank(pack, card[0]))
        case Dear(card, points, seat, holds):
            fewest = min(count for n, count in enumerate(view.counts) if n != view.seat and count)
            return (view.rules.by_points and card in move.cards and points == view.rules.points(card) > 0
                    and seat != view.seat and holds == view.counts[seat] == fewest < 8)  # fmt: skip
        case Follow(suit, cards):
            after = _after(view, move)
            return cards == sum(code[1] == suit for code in after.hands[view.seat]) and after.suit == suit
        case Ask(rank, cards, unseen, copies):
            known, ours = _rank(tuple(seen), rank), _rank(hand, rank) - _rank(move.cards, rank)
            return (cards, copies, unseen) == (ours, _rank(pack, rank), _rank(pack, rank) - known)
        case Surer(fit, unseen):
            hidden = Counter(pack) - Counter(seen)
            return unseen == hidden.total() and fit == sum(hidden[code] for code in set(view.follows()))
        case Hit() | Spare():
            return _falls(view, move, cause)


def _falls(view: View, move: Move, cause: Hit | Spare) -> bool:
    after = _after(view, move)
    waits = after.pending
    if isinstance(cause, Spare):
        now = view.pending
        assert now is not None
        goes_to = None if waits is None else after.turn
        return (now.draw, now.skip) == (cause.draw, cause.skip) and goes_to == cause.seat != view.seat
    hidden = Counter(view.rules.pack(view.seats)) - Counter([*view.hands[view.seat or 0], *view.pile])
    assert waits is not None
    left = sum(hidden[code] for code in after.stoppers())
    return (cause.seat, cause.holds, cause.draw, cause.skip, cause.stoppers) == (
        after.turn, view.counts[after.turn], waits.draw, waits.skip, left,
    ) and cause.seat != view.seat  # fmt: skip


def _after(view: View, move: Move) -> View:
    """What the viewer would see once the move is made."""
    made = view.determinize(random.Random(0))
    made.play(move.quiet)
    return made.view(view.seat)


def _rank(codes: tuple[str, ...], rank: str) -> int:
    return sum(code[0] == rank for code in codes)


# --- plain cases


def test_it_aims_at_the_short_hand() -> None:
    said = line("3c 9h 5h 6d 8d", "Kd", "Th Ts Tc Jc 5c 6c 8c", stock="2h 4h")
    assert said == "Play three of clubs. Bot 2 holds 1 card: make that 3 more."


def test_it_keeps_the_way_out_and_counts_what_is_gone() -> None:
    said = line("9h 7c 5d 6d", "2h 3h 4h 5h 6h 8h", "8s 8d Ts Td Th 3s", pile="7h 7s 9s 9c")
    assert said == (
        "Play nine of hearts. Keep the seven of clubs: it ends a stack that waits on you. "
        "2 of the 4 of its rank lie on the pile."
    )


def test_it_names_the_suit_of_which_most_is_held() -> None:
    advice = of("Ac 5d 6d", "2h", pile="Ks 9s")
    assert str(advice.move) == "Ac=d"
    assert line("Ac 5d 6d", "2h", pile="Ks 9s").startswith("Play ace of clubs and name diamonds. ")


def test_it_passes_the_stack_on() -> None:
    said = line("3d 9h 6h 5h", "8c 8s 5c", pile="9c 3c", pending={"draw": 3, "kind": "3"})
    assert said == "Play three of diamonds. The 3 cards that wait on you go on to Bot 2."


def test_what_costs_most_goes_near_the_end_of_a_round_of_points() -> None:
    assert line("9h Jc", "8d", "Ts 8s") == (
        "Play jack of clubs. Bot 2 holds 1 card, and the jack of clubs costs 10 if you are left with it."
    )
