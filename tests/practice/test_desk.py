"""The desk speaks the wire of the server's socket, and hands out no card that the person may not know."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from game import render
from game.blanks import art_of
from game.engine import RuleSet
from game.engine.presets import PRESETS
from game.practice import Desk, Settings
from game.practice.game import PERSON
from game.presenter.rulebook import rule_sheet
from game.scene import Phase
from tests.practice.playing import Page, moves_of

CARD = re.compile(r"(?<![\w-])([2-9TJQKA][shdc]|X[rb])(?![\w-])")


@pytest.fixture
def page() -> Page:
    page = Page(Desk("en"))
    page.begin(game="simple-macao", bots="3", pace="0")
    page.sleep()
    return page


def test_an_opened_page_is_shown_every_part(page: Page) -> None:
    frame = page.take(page.desk.open(page.now))[-1]
    targets = re.findall(r'<hx-partial hx-target="#([\w-]+)" hx-swap="outerMorph">', frame["content"])
    assert targets == [*render.PARTS, "solo"]


def test_the_rules_follow_once_with_their_house_rules_marked() -> None:
    page = Page(Desk("en"))
    page.begin(game="classic-macau", bots="3", pace="9", hand_size="7")
    assert json.loads(page.desk.open(page.now))["wait"] <= 1
    (frame,) = [one for one in page.take(page.desk.tick(page.now)) if 'hx-target="#rules"' in one["content"]]
    assert frame["content"] == render.partial("rules", rules_of(page.desk))
    assert "As this table plays it, with house rules." in frame["content"]
    assert frame["content"].count("house rule</span>") == 1
    assert not any("#rules" in str(one) for one in page.take(page.desk.tick(page.now)))
    page.desk.open(page.now)
    assert any("#rules" in str(one) for one in page.take(page.desk.tick(page.now))), "a page that came back"


def test_a_move_is_acknowledged_in_the_frame_that_shows_it(page: Page) -> None:
    version = page.version
    frame = page.send(moves_of(page.desk.game)[0])
    assert frame["ack"] == {"id": "m1", "result": "done"}
    assert frame["version"] > version
    assert 'hx-target="#hand"' in frame["content"]


def test_the_same_id_again_gets_the_same_answer_and_plays_nothing(page: Page) -> None:
    move, version = moves_of(page.desk.game)[0], page.version
    first = page.send(move, version, "twice")
    again = page.send(move, version, "twice")
    assert again["ack"] == first["ack"]
    assert again["version"] == first["version"]


def test_refusals_say_why(page: Page) -> None:
    stale = page.send("draw", page.version - 1)
    assert stale["ack"] == {"id": "m1", "result": "stale", "says": "The table had moved on. Look again."}
    assert stale["content"].count("<hx-partial") == len(render.PARTS) + 1, "a fresh table"
    illegal = page.send("take")
    assert illegal["ack"]["result"] == "illegal"
    assert illegal["ack"]["says"]
    malformed = page.send("zz")
    assert malformed["ack"] == {"id": "m3", "result": "malformed", "says": "That was no move"}
    assert page.send("next")["ack"]["result"] == "not-started"


@pytest.mark.parametrize(
    "text", ["", "{}", "[1]", '{"seat": 1, "move": "7h", "version": 1, "id": "a"}', '{"seen": -1}']
)
def test_any_other_frame_is_malformed(page: Page, text: str) -> None:
    assert page.take(page.desk.hear(text, 0.0))[-1]["ack"]["result"] == "malformed"


def test_a_heartbeat_is_answered_and_a_page_that_is_behind_gets_a_fresh_table(page: Page) -> None:
    version = page.version
    assert page.take(page.desk.hear(json.dumps({"seen": version}), 0.0)) == [{"version": version}]
    behind = page.take(page.desk.hear(json.dumps({"seen": 0, "headers": {}}), 0.0))[-1]
    assert behind["content"].count("<hx-partial") == len(render.PARTS) + 1
    assert page.take(page.desk.hear(json.dumps({"nonce": "0" * 32}), 0.0)) == []


def test_it_asks_to_be_woken_when_a_bot_is_due_and_only_then() -> None:
    page = Page(Desk("en"))
    page.begin(game="simple-macao", bots="3", pace="1.5")
    page.take(page.desk.tick(page.now))  # the rules come
    while page.wait is None:
        page.send(moves_of(page.desk.game)[0])
    assert 0 < page.wait <= 1.5
    assert page.take(page.desk.tick(page.now)) == [], "not yet"
    page.now += page.wait
    assert page.take(page.desk.tick(page.now))[-1]["version"] > 1
    page.sleep()
    assert page.desk.game.round.turn == PERSON


def test_a_take_back_and_another_deal_are_commands(page: Page) -> None:
    hand = page.desk.game.round.hand(PERSON)
    assert page.send("back")["ack"]["result"] == "not-started"
    page.send(moves_of(page.desk.game)[0])
    assert page.send("back")["ack"]["result"] == "done"
    assert page.desk.game.round.hand(PERSON) == hand
    assert page.send("again")["ack"]["result"] == "done"
    assert page.desk.game.round.hand(PERSON) != hand


def test_the_row_of_practice_offers_what_can_be_done(page: Page) -> None:
    def rests(content: str) -> list[bool]:
        row = re.search(r'<hx-partial hx-target="#solo" .*?</hx-partial>', content)
        return [" disabled" in button for button in re.findall(r"<button .*?>", row[0])] if row else []

    assert rests(page.take(page.desk.open(0.0))[-1]["content"]) == [False, True, False]
    assert rests(page.send(moves_of(page.desk.game)[0])["content"])[1:] == [False, False]
    page.sleep()
    assert rests(page.send("back")["content"])[1:] == [True, False]


def test_what_is_kept_is_the_match_as_it_stands(page: Page) -> None:
    page.send(moves_of(page.desk.game)[0])
    page.sleep()
    other = Page(Desk("ro"))
    other.take(other.desk.take_up(page.kept, 100.0))
    assert other.kept == "", "it is kept already"
    other.take(other.desk.open(100.0))
    assert other.version == page.version
    assert other.desk.game.round.position() == page.desk.game.round.position()


def test_a_match_tells_about_itself_what_a_list_may_say() -> None:
    page = Page(Desk("en"))
    told = json.loads(page.desk.begin(json.dumps({"game": "macao-simplu", "bots": "2", "pace": "0"}), "07" * 32, 0.0))
    assert told["about"]["game"] == "macao-simplu"
    assert (told["about"]["place"], told["over"], told["about"]["totals"]) == (None, False, [0, 0, 0])
    assert told["about"]["uid"] not in told["keep"], "the list's name for it does not give away its seed"
    rng = random.Random(1)
    while not told["over"]:
        page.sleep()
        if page.desk.game.phase is Phase.OVER:
            break
        frame = {"move": rng.choice(moves_of(page.desk.game)), "version": page.desk.game.version, "id": "a"}
        told = json.loads(page.desk.hear(json.dumps(frame | {"id": str(page.desk.game.version)}), page.now))
        page.wait = told["wait"]
    about = page.desk.game.about()
    assert about["place"] in (1, 2, 3)
    assert sum(about["totals"]) == 6


def rules_of(desk: Desk) -> str:
    rules = desk.game.settings.rules
    return render.rules(rule_sheet(rules, desk.words), art_of(rules.kind_of_pack))


class Spy(Page):
    """A page that looks into everything that the desk tells it, at once, for cards that the person may not know."""

    read = 0

    def take(self, answer: str) -> list[dict[str, Any]]:
        frames, game = super().take(answer), self.desk.game
        told = json.loads(answer)
        assert told.keys() == {"frames", "wait", "keep", "about", "over"}
        if game.phase is Phase.PLAYING:
            view, position = game.round.view(PERSON), game.round.position()
            laid = [card for entry in game.log for event in entry.events for card in event.cards]
            unseen = {*position["stock"], *[card for hand in position["hands"] for card in hand]}
            hidden = unseen - {*view.hands[PERSON], *view.pile, *laid}
            for said in (*frames, told["about"]):
                text = " ".join(map(str, (said or {}).values()))
                # the rules name every card; the sheet is the same whatever has been dealt
                text = text.replace(render.partial("rules", rules_of(self.desk)), "")
                assert not hidden & set(CARD.findall(text))
                self.read += 1
        return frames


@pytest.mark.parametrize("preset", PRESETS)
def test_no_card_that_the_person_may_not_know_is_ever_in_a_message(preset: str) -> None:
    """Whole matches, with everything that a page may ask: the table anew, hints, moves back, another deal, refusals."""
    page, rng = Spy(Desk("en")), random.Random(6)
    bots = min(3, Settings(RuleSet.named(preset), 1).rules.max_seats - 1)
    page.begin(game=preset, bots=str(bots), pace="0")
    again = iter(["again", "back", "take", "draw"])
    while page.desk.game.phase is not Phase.OVER:
        game = page.desk.game
        if game.phase is Phase.PLAYING:
            page.take(page.desk.open(page.now))
            page.take(page.desk.tick(page.now))  # the rules, too
            if page.wait is None:
                page.send("hint")
                moves = moves_of(game)
                plays = [move for move in moves if move not in ("draw", "take", "wait", "pass")]
                page.send(next(again, "") if rng.random() < 0.1 else rng.choice(plays or moves))
            page.sleep()
        else:
            page.send("next")
    assert page.read > 30


# --- hints


def the_hint(content: str) -> str | None:
    found = re.search(r'<hx-partial hx-target="#hint" hx-swap="outerMorph">(.*?)</hx-partial>', content)
    return found and found[1]


def test_a_hint_is_shown_until_the_table_moves_on(page: Page) -> None:
    version = page.version
    frame = page.send("hint")
    assert frame["ack"] == {"id": "m1", "result": "done"}
    assert frame["version"] == version, "nothing was played"
    shown = the_hint(frame["content"])
    assert shown is not None
    assert 'data-hint="m1"' in shown
    assert the_hint(page.send("hint")["content"]) == shown.replace('"m1"', '"m2"'), "asked again, it is lifted again"
    moved = page.send(moves_of(page.desk.game)[0])
    assert the_hint(moved["content"]) == '<p class="says__text says__hint" id="hint"></p>'
    assert the_hint(page.take(page.desk.open(page.now))[-1]["content"]) is None


def test_a_hint_is_for_who_may_act() -> None:
    page = Page(Desk("en"))
    page.begin(game="simple-macao", bots="3", pace="1.5")
    page.take(page.desk.tick(page.now))  # the rules come
    while page.wait is None:
        page.send(moves_of(page.desk.game)[0])
    frame = page.send("hint")
    assert frame["ack"]["result"] == "not-your-turn"
    assert re.search(r'value="hint" aria-keyshortcuts="H" disabled', frame["content"])
    page.sleep()
    assert page.send("hint")["ack"]["result"] == "done"


def test_what_a_hint_advises_is_done(page: Page) -> None:
    """Cards that it names are in the hand, in the order of the move that it means."""
    for _ in range(8):
        if page.desk.game.phase is not Phase.PLAYING:
            break
        shown = the_hint(page.send("hint")["content"]) or ""
        codes = (re.findall(r'data-cards="([^"]*)"', shown) or [""])[0].split()
        moves = [move for move in page.desk.game.round.view(PERSON).legal_moves() if list(move.cards) == codes]
        assert moves
        page.send(str(moves[0]))
        page.sleep()
