"""Practice matches: every game to its end, take-back, deal again, bots' time, and matches that are kept."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from game import bots
from game.bots import HOLD
from game.engine import Event, EventKind, IllegalMove, Round, RuleError, RuleSet, View
from game.engine.presets import PARAMETERS, PRESETS
from game.practice import Game, Refused, Settings, kept
from game.practice.game import PERSON, Made, charges
from game.scene import Phase
from tests.practice.playing import SEED, moves_of, play_match, step


def settings(preset: str = "simple-macao", bots: int = 3, pace: float | None = 0, **parameters: Any) -> Settings:
    return Settings(RuleSet.named(preset, **parameters), bots, pace)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_game_is_played_to_its_end(preset: str) -> None:
    game = play_match(settings(preset, bots=min(3, PRESETS[preset].max_seats - 1)))
    assert game.score.over
    assert game.score.winners
    assert len(game.rounds) == game.number - 1
    totals = [sum(column) for column in zip(*[row["charges"] for row in game.rounds], charges(game.round), strict=True)]
    assert tuple(totals) == game.score.totals


@pytest.mark.parametrize("preset", PRESETS)
def test_as_few_and_as_many_bots_as_the_game_allows(preset: str) -> None:
    for seats in (PRESETS[preset].min_seats, PRESETS[preset].max_seats):
        game, rng, now = Game.begin(settings(preset, bots=seats - 1), SEED, 0.0), random.Random(1), 0.0
        for _ in range(40):
            if game.phase is not Phase.OVER:
                now = step(game, rng, now)
        assert len(game.score.totals) == seats


def test_the_same_seed_gives_the_same_match() -> None:
    one, same, other = (play_match(settings(), bytes([n] * 32)) for n in (7, 7, 8))
    assert one.rounds == same.rounds
    assert one.rounds != other.rounds


# --- settings


def test_settings_survive_their_json() -> None:
    chosen = settings("classic-macau", bots=2, pace=1.5, rounds=3)
    assert Settings.from_json(json.loads(json.dumps(chosen.to_json()))) == chosen


def test_every_value_of_every_parameter_can_be_chosen_in_a_form() -> None:
    for preset, offers in PARAMETERS.items():
        for name, parameter in offers.items():
            values = parameter.values
            for value in values if len(values) < 20 else (values[0], values[-1]):
                text = json.dumps(value) if isinstance(value, bool) else str(value)
                try:
                    rules = RuleSet.named(preset, **{name: value})
                except RuleError:
                    continue  # not without another parameter
                bots = str(min(3, rules.max_seats - 1))
                chosen = Settings.from_form({"game": preset, "bots": bots, "pace": "", name: text})
                assert chosen.rules.to_json() == rules.to_json(), (preset, name)


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"game": "whist"}, "base"),
        ({"game": "simple-macao", "bots": "0"}, "bots"),
        ({"game": "simple-macao", "bots": "10"}, "bots"),
        ({"game": "simple-macao", "bots": "many"}, "bots"),
        ({"game": "simple-macao", "pace": "-1"}, "pace"),
        ({"game": "simple-macao", "pace": "nan"}, "pace"),
        ({"game": "simple-macao", "target": "no"}, "target"),
        ({"game": "simple-macao", "target": "0"}, "target"),
        ({"game": "simple-macao", "target": "2.5"}, "target"),
        ({"game": "simple-macao", "draws_strict": "1"}, "draws_strict"),
    ],
)
def test_nonsense_in_a_form_is_refused_by_name(fields: dict[str, str], named: str) -> None:
    with pytest.raises(RuleError) as refused:
        Settings.from_form(fields)
    assert refused.value.parameter == named


# --- moves


def test_a_move_of_another_turn_is_stale_and_one_of_no_turn_is_refused() -> None:
    game = mine(settings())
    with pytest.raises(Refused, match="stale"):
        game.act("draw", game.version - 1, 0.0)
    game = mine(settings(pace=2.0))
    game.act(moves_of(game)[0], game.version, 0.0)
    if game.round.turn == PERSON:
        pytest.skip("the turn came back at once")
    with pytest.raises(Refused, match="not-your-turn"):
        game.act("draw", game.version, 0.0)


def test_an_illegal_move_changes_nothing() -> None:
    game = mine(settings())
    before = kept.save(game)
    with pytest.raises(IllegalMove):
        game.act("take", game.version, 0.0)
    assert kept.save(game) == before


def test_bots_take_their_time() -> None:
    game = mine(settings(pace=1.5))
    while game.due is None:
        game.act(moves_of(game)[0], game.version, 10.0)
    version = game.version
    assert not game.tick(game.due - 0.01)
    assert game.tick(game.due)
    assert game.version == version + 1, "one bot's move a time"


def mine(chosen: Settings, seed: bytes = SEED) -> Game:
    """A match at the person's first turn."""
    game = Game.begin(chosen, seed, 0.0)
    while game.due is not None:
        game.tick(game.due)
    assert game.round.turn == PERSON
    return game


# --- calls


def with_round(hands: list[str], chosen: Settings, **position: Any) -> Game:
    game = Game.begin(chosen, SEED, 0.0)
    keys: dict[str, Any] = {"rules": chosen.rules, "hands": hands, "pile": "9h", "stock": "2s 3s 4s 5s 6s Ts Js Qs"}
    game.take_up(Round.from_position(keys | position))
    game.made = []
    game.plan(0.0)
    return game


SPOKEN = Settings(RuleSet.named("macao-simplu"), 2, 0.5)


def test_a_bot_says_macao_for_itself_and_the_next_one_waits_for_a_person() -> None:
    assert SPOKEN.rules.call.value == "spoken"
    game = with_round(["8h Kd", "Kc Qd 4d", "Kh 6d 5c"], SPOKEN)
    game.act("8h", game.version, 0.0)
    assert game.round.view(PERSON).calls == (PERSON,)
    assert game.turn is not None
    assert game.turn.due >= HOLD
    assert game.call is None or game.call.due >= HOLD
    game.act("macao", game.version, 0.5)
    assert game.turn.due < HOLD + 0.5
    assert game.log[-1].by == PERSON
    assert game.log[-1].events[0].kind is EventKind.CALLED


def test_a_bot_catches_a_person_who_forgets() -> None:
    caught = 0
    for seed in range(12):
        game = with_round(["8h Kd", "Kc Qd 4d", "Kh 6d 5c"], SPOKEN)
        game.seed = bytes([seed] * 32)
        game.act("8h", game.version, 0.0)
        while game.round.view(PERSON).calls and game.due is not None:
            game.tick(game.due)
        told = [event.kind for entry in game.log for event in entry.events]
        caught += EventKind.CAUGHT in told
    assert caught > 0


# --- take-back and deal again


def test_a_move_that_is_taken_back_leaves_the_table_as_it_was() -> None:
    game = mine(settings())
    before, log = game.round.position(), game.log
    game.act(moves_of(game)[0], game.version, 0.0)
    game.tick(0.0)
    version = game.version
    game.take_back(0.0)
    assert game.round.position() == before
    assert game.log == log
    assert game.version > version, "a page that shows the old table is behind"
    with pytest.raises(Refused):
        game.take_back(0.0)


def test_a_round_that_is_over_can_be_taken_back_but_a_match_cannot() -> None:
    game, rng = Game.begin(settings(), SEED, 0.0), random.Random(3)
    while game.phase is Phase.PLAYING:
        step(game, rng, 0.0)
    totals = game.before.totals
    assert game.score.totals != totals
    game.take_back(0.0)
    assert Phase(game.phase) is Phase.PLAYING
    assert game.score.totals == totals
    game = play_match(settings())
    for command in (game.take_back, game.deal_again, game.next_round):
        with pytest.raises(Refused):
            command(0.0)


def test_a_round_is_dealt_again_with_other_cards_and_the_match_goes_on() -> None:
    game = mine(settings())
    first, hand = game.dealt().turn, game.round.hand(PERSON)
    game.deal_again(0.0)
    assert game.dealt().hand(PERSON) != hand
    assert game.dealt().turn == first
    assert game.number == 1
    rng = random.Random(5)
    while game.phase is not Phase.OVER:
        step(game, rng, 0.0)
    deals = [row["deal"] for row in game.rounds]
    assert len(set(deals)) == len(deals), "no deal comes twice"


# --- kept


@pytest.mark.parametrize("preset", PRESETS)
def test_a_match_is_kept_after_every_move_and_taken_up_as_it_was(preset: str) -> None:
    chosen = settings(preset, bots=2, pace=None)
    game, rng, now = Game.begin(chosen, SEED, 0.0), random.Random(2), 0.0
    for _ in range(150):
        if game.phase is Phase.OVER:
            break
        now = step(game, rng, now)
        text = kept.save(game)
        again = kept.load(text, now)
        assert kept.save(again) == text
        assert look(again) == look(game)
        assert again.due is None or game.due is not None


def look(game: Game) -> tuple[Any, ...]:
    scene = game.scene(name="You", table_url="/", result_url="/")
    return (scene.phase, scene.seats, scene.log, scene.end, scene.version, scene.commitment, game.round.position())


def test_a_match_that_is_taken_up_goes_on_as_it_would_have() -> None:
    game, rng = mine(settings(pace=None)), random.Random(4)
    for _ in range(20):
        step(game, rng, 0.0)
    again = kept.load(kept.save(game), 0.0)
    ends = []
    for one in (game, again):
        rng, now = random.Random(9), 0.0
        one.plan(now)
        for _ in range(40):
            now = step(one, rng, now)
        ends.append(kept.save(one))
    assert ends[0] == ends[1]


def test_moves_that_no_longer_lead_to_the_position_are_forgotten_and_the_position_believed() -> None:
    game, rng = mine(settings()), random.Random(4)
    for _ in range(10):
        step(game, rng, 0.0)
    told = json.loads(kept.save(game))
    told["made"][0][2] = "pass"
    again = kept.load(json.dumps(told), 0.0)
    assert again.round.position() == game.round.position()
    assert len(again.log) == 1
    assert not again.can_take_back


@pytest.mark.parametrize(
    "change",
    [
        {"form": 2}, {"settings": {"rules": "whist"}}, {"seed": "xy"}, {"totals": [1]}, {"position": {}},
        {"made": [[1]]}, {"firsts": "no"}, {"number": None}, {"settings": None}, {"seed": "00"},
    ],
)  # fmt: skip
def test_what_is_no_kept_match_is_refused(change: dict[str, Any]) -> None:
    told = json.loads(kept.save(mine(settings()))) | change
    with pytest.raises(kept.Unreadable):
        kept.load(json.dumps(told), 0.0)
    for text in ("", "[]", "null", "{}", "[" * 5000):
        with pytest.raises(kept.Unreadable):
            kept.load(text, 0.0)


# --- what bots know


def test_bots_get_a_view_of_their_own_seat_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[object, ...]] = []
    policy = bots.BOTS[bots.DEFAULT]

    class Spy:
        def choose(self, *given: Any) -> Any:
            seen.append(given)
            return policy.choose(*given)

    monkeypatch.setattr(bots, "BOTS", {bots.DEFAULT: Spy()})
    play_match(settings(bots=2))
    assert seen
    for view, dice in seen:
        assert type(view) is View
        assert type(dice) is random.Random
        assert view.seat != PERSON
        assert all(card == "??" for seat, hand in enumerate(view.hands) if seat != view.seat for card in hand)


def test_a_made_move_is_plain_data() -> None:
    assert list(Made(3, 0, "7h")) == [3, 0, "7h"]
    assert Event.from_json(Event(EventKind.OUT, 1).to_json()) == Event(EventKind.OUT, 1)
