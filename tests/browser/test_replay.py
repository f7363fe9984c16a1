"""A replay in the browser: by keyboard alone, without scripts, out of a file; and the deal is verified, or is not."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from game import replays
from game.engine import Round, RuleSet
from game.engine.presets import PRESETS
from game.engine.shuffle import commitment, deal_seed, first_seat
from game.views.replay import deal_data
from game.words import words_for
from tests.browser.axe import assert_no_fault
from tests.browser.people import DESKTOP, PHONE
from tests.serving import Site

pytestmark = pytest.mark.browser
STAGE = """
import json
from game import generating
from game.models import Match, Move, Round
generating.generate(range(30), 3, generating.somebodies(12, 3), generating.first_id())
generating.mend_sequences()
public = list(Match.objects.filter(private=False).order_by("pk"))
fair = max((one for one in public if one.size == 3), key=lambda one: one.round_number)
bot = fair.rounds.get(number=1).moves.order_by("number")[3]
Move.objects.filter(pk=bot.pk).update(stand_in=True)
false = next(one for one in public if one.size == 2)
row = false.rounds.get(number=1)
hand, stock = row.deal["hands"][0], row.deal["stock"]
hand[0], stock[-1] = stock[-1], hand[0]
Round.objects.filter(pk=row.pk).update(deal=row.deal)
print(json.dumps({"fair": fair.uid, "false": false.uid}))
"""
VERIFY = "async (told) => { const { verify } = await import('/static/js/verify.js'); return verify(told) }"
AGREES = "Verified: the seed is the one that was promised"
DIFFERS = "Not verified: this is not the deal that was promised."


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, dict[str, str]]]:
    site = Site(Path(tmp_path_factory.mktemp("replays")))
    site.manage("migrate", "-v0")
    made = json.loads(site.manage("shell", "-c", STAGE).splitlines()[-1])
    site.start()
    yield site, made
    site.stop()


@pytest.fixture
def page(browser: Browser, staged: tuple[Site, dict[str, str]]) -> Iterator[Page]:
    window = browser.new_context(viewport=DESKTOP, base_url=staged[0].url)
    page, faults = window.new_page(), []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    yield page
    window.close()
    assert faults == []


def turn_is(page: Page, turn: int) -> None:
    expect(page.locator(f"#replay[data-turn='{turn}']")).to_be_attached()
    expect(page).to_have_url(re.compile(rf"\?turn={turn}&"))


def test_a_round_is_replayed_by_keyboard_alone_and_said_aloud(page: Page, staged: tuple[Site, dict[str, str]]) -> None:
    page.goto(f"/match/{staged[1]['fair']}/")
    page.get_by_role("link", name="Replay", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#replay")).to_have_attribute("data-turn", "0")
    page.wait_for_load_state()  # a key pressed before its script is there does nothing
    last = int(page.locator("#replay").get_attribute("data-turns") or 0)
    said = page.locator("[data-said]")
    page.keyboard.press("ArrowRight")
    turn_is(page, 1)
    expect(said).to_contain_text(f"Turn 1 of {last}:")
    page.keyboard.press("n")
    turn_is(page, 2)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("p")
    turn_is(page, 0)
    expect(said).to_contain_text("The deal.")
    for _ in range(6):
        page.keyboard.press("ArrowRight")  # faster than the answers come
    turn_is(page, 6)
    expect(page.locator("[aria-current=step] .replay__no")).to_have_text("6")
    page.keyboard.press("End")
    turn_is(page, last)
    expect(page.locator(f"#turn-{last}")).to_be_in_viewport()
    expect(page.locator(".replay__ends")).to_be_visible()
    page.keyboard.press("Home")
    turn_is(page, 0)
    page.locator("#step-on").focus()
    page.keyboard.press("Enter")
    turn_is(page, 1)
    expect(page.locator("#step-on")).to_be_focused()
    page.locator("#scrub").focus()
    page.keyboard.press("ArrowRight")
    turn_is(page, 2)
    page.keyboard.press("e")
    expect(page).to_have_url(re.compile(r"\?turn=2&seat=0$"))
    expect(page.locator(".replay__hand")).to_have_count(1)
    page.reload()
    turn_is(page, 2)
    expect(page.locator(".replay__hand")).to_have_count(1)


def test_the_log_and_the_scrubber_lead_to_their_turns(page: Page, staged: tuple[Site, dict[str, str]]) -> None:
    page.goto(f"/match/{staged[1]['fair']}/round/1/")
    page.locator("#turn-4 a").click()
    turn_is(page, 4)
    expect(page.locator(".replay__line--stand-in")).to_have_count(1)
    page.locator("#scrub").evaluate(
        "(scrub) => { scrub.value = 7; scrub.dispatchEvent(new Event('input', {bubbles: true})) }"
    )
    turn_is(page, 7)
    page.locator("#eyes").select_option("1")
    expect(page).to_have_url(re.compile(r"\?turn=7&seat=1$"))
    page.locator("#step-back").click()
    turn_is(page, 6)
    expect(page.locator("#eyes")).to_have_value("1")


def test_without_scripts_steps_are_plain_links(browser: Browser, staged: tuple[Site, dict[str, str]]) -> None:
    site, made = staged
    window = browser.new_context(viewport=PHONE, java_script_enabled=False)
    page = window.new_page()
    page.goto(f"{site.url}/match/{made['fair']}/round/1/")
    page.locator("#step-on").click()
    expect(page.locator("#replay")).to_have_attribute("data-turn", "1")
    page.locator("#turn-5 a").click()
    expect(page.locator("#replay")).to_have_attribute("data-turn", "5")
    expect(page.locator(".replay__by-hand")).to_be_visible()
    window.close()


# --- the deal


def test_a_fair_deal_is_verified(page: Page, staged: tuple[Site, dict[str, str]]) -> None:
    for number in (1, 2):
        page.goto(f"/match/{staged[1]['fair']}/round/{number}/")
        expect(page.locator("[data-verify]")).to_contain_text(AGREES)
        expect(page.locator("[data-verify]")).to_have_attribute("role", "status")


def test_a_tampered_deal_is_shown_as_not_verified(page: Page, staged: tuple[Site, dict[str, str]]) -> None:
    page.goto(f"/match/{staged[1]['false']}/round/1/")
    expect(page.locator("[data-verify]")).to_contain_text(DIFFERS)
    expect(page.locator("[data-verify]")).to_contain_text("The stock is another one")
    expect(page.locator(".replay__faults")).to_contain_text("The deal as recorded is not the one")
    page.keyboard.press("End")
    expect(page.locator("#step-last")).to_have_attribute("aria-disabled", "true")


def test_where_nothing_can_be_computed_the_page_says_so(page: Page, staged: tuple[Site, dict[str, str]]) -> None:
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    page.goto(f"/match/{staged[1]['fair']}/round/1/")
    expect(page.locator("[data-verify]")).to_contain_text("This browser cannot check here")


def test_a_file_is_stepped_through_and_verified(
    page: Page, staged: tuple[Site, dict[str, str]], tmp_path: Path
) -> None:
    text = page.request.get(f"/match/{staged[1]['fair']}/match.json").text()
    file = tmp_path / "match.json"
    file.write_text(text)
    page.goto("/replay/")
    page.set_input_files("#file", file)
    page.get_by_role("button", name="Step through it").click()
    expect(page.locator("[data-verify]")).to_contain_text(AGREES)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#replay")).to_have_attribute("data-turn", "1")
    page.locator("#turn-6 button").click()
    expect(page.locator("#replay")).to_have_attribute("data-turn", "6")
    page.locator("#round").select_option("2")
    page.get_by_role("button", name="Show").first.click()
    expect(page.locator("h1")).to_have_text("Replay of round 2")
    document = json.loads(text)
    hands = document["rounds"][0]["deal"]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    page.goto("/replay/")
    page.locator("#text").fill(json.dumps(document))
    page.get_by_role("button", name="Step through it").click()
    expect(page.locator("[data-verify]")).to_contain_text(DIFFERS)


def test_the_notation_is_copied(page: Page, staged: tuple[Site, dict[str, str]]) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"/match/{staged[1]['fair']}/round/1/")
    page.get_by_role("button", name="Copy as notation").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#notation").input_value()


def told_of(rules: RuleSet, seats: int, dice: random.Random, number: int) -> dict[str, Any]:
    """What the page says of a fair deal."""
    server_seed = dice.randbytes(32)
    nonces = [dice.randbytes(16).hex() if dice.random() < 0.7 else None for _ in range(seats)]
    seed = deal_seed(server_seed, nonces)
    first = first_seat(seed, seats) if number == 1 else dice.randrange(seats)
    row = {
        "number": number, "first": first, "commitment": commitment(server_seed), "server_seed": server_seed.hex(),
        "nonces": nonces, "deal": Round.deal(rules, seats, seed=seed, first=first).position(), "moves": [],
        "charges": [], "totals": [], "winner": None, "state": None,
    }  # fmt: skip
    document = {"rules": rules.to_json(), "seats": [{"name": f"Seat {seat}"} for seat in range(seats)], "rounds": [row]}
    return deal_data(replays.read(document), words_for("en"))


HOUSE = [
    RuleSet.named("american-septica", pack="hungarian32"), RuleSet.named("romanian-2", wild_eights=True),
    RuleSet.named("classic-macau", jokers=3, hand_size=9), RuleSet.named("simple-macao", packs=3, hand_size=10),
]  # fmt: skip


def test_every_game_pack_and_number_of_seats_is_dealt_as_the_server_deals(
    page: Page, staged: tuple[Site, dict[str, str]]
) -> None:
    page.goto("/replay/")
    dice = random.Random("verify")
    for rules in [*[RuleSet.named(game) for game in PRESETS], *HOUSE]:
        for seats in range(rules.min_seats, rules.max_seats + 1):
            for number in (1, 2):
                told = told_of(rules, seats, dice, number)
                assert page.evaluate(VERIFY, told) == [], (rules.id, seats)
                stock = told["deal"]["stock"]
                if len(set(stock[:2])) == 2:
                    stock[0], stock[1] = stock[1], stock[0]
                    assert page.evaluate(VERIFY, told) == [told["words"]["stock"]]
    told["seed"] = "00" * 32
    assert told["words"]["commitment"] in page.evaluate(VERIFY, told)


# --- axe


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["360", "1280"])
@pytest.mark.parametrize("state", ["deal", "turn", "end", "tampered", "file", "refused"])
def test_axe_finds_nothing(browser: Browser, staged: tuple[Site, dict[str, str]], state: str, size: Any) -> None:
    site, made = staged
    window = browser.new_context(viewport=size, base_url=site.url)
    page = window.new_page()
    where = {
        "deal": f"/match/{made['fair']}/round/1/", "turn": f"/match/{made['fair']}/round/1/?turn=5&seat=1",
        "end": f"/match/{made['fair']}/round/1/?turn=999", "tampered": f"/match/{made['false']}/round/1/",
        "file": "/replay/", "refused": "/replay/",
    }  # fmt: skip
    page.goto(where[state])
    if state == "refused":
        page.locator("#text").fill("{")
        page.get_by_role("button", name="Step through it").click()
        expect(page.locator("#file-error")).to_be_visible()
    page.wait_for_timeout(300)
    assert_no_fault(page)
    window.close()
