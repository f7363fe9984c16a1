"""Several cards picked up and laid in one turn, and what is asked and called, on the page in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from game.engine import Round
from tests.render.hosting import Host, card, drag, focused, middle, moves, seated
from tests.render.scenes import round_of

pytestmark = pytest.mark.browser

HAND = "6h 6c 6s 7h 8h Jh As Xr Kd"
OTHERS = ["4s Qh 3h Qd", "4h 8d", "Ts Js Tc 3s 2s"]


def classic(hand: str = HAND, **position: Any) -> Round:
    rules = {"base": "classic-macau", "jokers": 2}
    return round_of([hand, *OTHERS], **{"stock": "2d 3d 4d Td Jd", "rules": rules, **position})


@pytest.fixture
def page(browser: Browser, host: Host) -> Iterator[Page]:
    """The page at the own turn of seat 0 in classic Macau with jokers."""
    with seated(browser, host, classic()) as page:
        yield page


def pick(page: Page, *codes: str) -> None:
    for code in codes:
        card(page, code).click(position={"x": 12, "y": 30})


def picked(page: Page) -> list[str]:
    """Codes of the cards that are up, in the order in which they would land."""
    items = "items => items.sort((a, b) => a.dataset.pageNth - b.dataset.pageNth).map(item => item.id.slice(2))"
    return list(page.eval_on_selector_all("#cards > li:has([aria-pressed=true])", items))


def marked(page: Page) -> set[str]:
    return set(page.eval_on_selector_all("#cards > [data-page-goes]", "items => items.map(item => item.id.slice(2))"))


def sent(page: Page) -> list[str]:
    return [move["move"] for move in moves(page)]


# --- picking


def test_cards_that_may_be_added_are_marked_and_numbered_as_they_land(page: Page) -> None:
    assert marked(page) == set()
    pick(page, "6h")
    assert marked(page) == {"6c", "6s", "7h", "Xr"}
    pick(page, "6s")
    assert marked(page) == {"6c", "Xr"}
    assert picked(page) == ["6h", "6s"]
    expect(page.locator("#play")).to_have_text("Play 2 cards: six of hearts, six of spades")
    expect(page.locator("[data-lifted]")).to_have_text("Nobody pays. Next comes spades or a six")
    page.locator("#play").click()
    expect(page.locator("[data-top]")).to_have_attribute("data-top", "6s")
    assert sent(page) == ["6h+6s"]
    assert picked(page) == []


FLIGHTS = """() => {
  window.flown = []
  const { animate } = Element.prototype
  Element.prototype.animate = function (frames, { delay }) {
    flown.push([this.querySelector("use").getAttribute("href").split("#")[1], Math.round(delay)])
    return animate.apply(this, arguments)
  }
}"""


def test_each_card_of_a_packet_flies_to_the_pile_after_the_one_before(page: Page, host: Host) -> None:
    page.evaluate(FLIGHTS)
    pick(page, "6h", "6c", "6s")
    page.locator("#play").click()
    expect(page.locator("[data-top]")).to_have_attribute("data-top", "6s")
    codes, delays = zip(*page.evaluate("flown"), strict=True)
    assert codes == ("6h", "6c", "6s")
    assert 0 == delays[0] < delays[1] < delays[2]
    page.evaluate("flown = []")
    host.move("draw")
    expect(page.locator("#log-lines li").last).to_contain_text("drew")
    assert page.evaluate("flown") == []


def test_a_run_is_laid_card_by_card_however_long(page: Page, host: Host) -> None:
    host.put(classic("5h 6h 7h 8h 8c 7c Kd"))
    pick(page, "5h", "6h", "7h", "8h", "8c", "7c")
    page.locator("[data-pile]").click()
    expect(page.locator("[data-top]")).to_have_attribute("data-top", "7c")
    assert sent(page) == ["5h+6h+7h+8h+8c+7c"]


def test_a_joker_goes_in_as_the_card_beside_it(page: Page, host: Host) -> None:
    host.put(classic("Qc Qs Xr Xb 5s", pile="9d"))
    pick(page, "Qs", "Xr", "Qc", "Xb")
    page.locator("#play").click()
    expect(page.locator("[data-top]")).to_have_attribute("data-top", "Xb")
    assert sent(page) == ["Qs+Xr=Qs+Qc+Xb=Qc"]


def test_a_joker_that_leads_stands_for_the_second_card(page: Page) -> None:
    pick(page, "Xr", "Kd")
    page.locator("#play").click()
    expect(page.locator("[data-top]")).to_have_attribute("data-top", "Kd")
    assert sent(page) == ["Xr=Kd+Kd"]


def test_a_card_that_may_not_be_added_is_picked_up_alone(page: Page) -> None:
    pick(page, "6h", "6s", "8h")
    assert picked(page) == ["8h"]


def test_a_tap_on_a_picked_card_puts_it_down_with_those_after_it(page: Page) -> None:
    pick(page, "6h", "6s", "6c")
    pick(page, "6s")
    assert picked(page) == ["6h"]
    expect(page.locator("#play")).to_have_text("Play six of hearts")
    pick(page, "6h")
    expect(page.locator("#play")).to_be_hidden()


def test_picked_cards_dragged_to_the_middle_are_played_together(page: Page) -> None:
    pick(page, "6h", "6c")
    drag(page, "6h", *middle(page))
    expect(page.locator("[data-top]")).to_have_attribute("data-top", "6c")
    assert sent(page) == ["6h+6c"]


def test_a_card_dragged_past_the_picked_ones_is_played_alone(page: Page) -> None:
    pick(page, "6h", "6c")
    drag(page, "8h", *middle(page))
    expect(page.locator("[data-top]")).to_have_attribute("data-top", "8h")


def test_what_is_picked_stays_as_long_as_it_makes_sense(page: Page, host: Host) -> None:
    pick(page, "6h", "6s", "6c")
    host.put(classic(stock="2d 3d"))
    expect(page.locator(".stock__count")).to_contain_text("2")
    assert picked(page) == ["6h", "6s", "6c"]
    host.put(classic("6h 6c 7h 8h Kd"))
    expect(page.locator("#cards > li")).to_have_count(5)
    assert picked(page) == ["6h"]
    pick(page, "6c")
    host.put(classic("6h 6c 7h 8h Kd", turn=1))
    expect(page.locator("#status")).to_contain_text("Bogdan")
    assert picked(page) == ["6h"]
    expect(page.locator("#play")).to_be_hidden()


def test_where_single_cards_are_laid_a_second_tap_moves_the_pick(page: Page, host: Host) -> None:
    host.put(round_of(["7h 7c Kh", *OTHERS], stock="2d", rules="simple-macao"))
    pick(page, "7h", "7c")
    assert picked(page) == ["7c"]
    assert page.locator("#cards > [data-page-nth], #cards > [data-page-goes]").count() == 0


# --- for ears and keys


def test_labels_tell_the_place_of_a_card_and_what_may_be_added(page: Page) -> None:
    pick(page, "6h")
    expect(card(page, "6c")).to_have_attribute("aria-label", "six of clubs, may be added")
    expect(page.locator("#told")).to_have_text(
        "Nobody pays. Next comes hearts or a six. May be added: six of clubs, six of spades, seven of hearts, red joker"
    )
    pick(page, "6c")
    expect(card(page, "6h")).to_have_attribute("aria-label", "six of hearts, number 1 to land")
    expect(card(page, "6c")).to_have_attribute("aria-label", "six of clubs, number 2 to land")
    page.keyboard.press("Escape")
    expect(card(page, "6h")).to_have_attribute("aria-label", "Six of hearts, playable")
    expect(card(page, "6c")).to_have_attribute("aria-label", "Six of clubs")


def test_several_cards_are_laid_with_keys_alone(page: Page) -> None:
    card(page, "6c").focus()
    page.keyboard.press("End")
    while focused(page) != "c-6h":
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    while focused(page) != "c-6s":
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    assert picked(page) == ["6h", "6s"]
    page.keyboard.press("Enter")
    expect(page.locator("[data-top]")).to_have_attribute("data-top", "6s")
    assert sent(page) == ["6h+6s"]


# --- questions


def test_a_jack_asks_which_rank(page: Page) -> None:
    pick(page, "Jh")
    page.locator("#play").click()
    ask = page.locator("#ask-rank")
    expect(ask).to_be_visible()
    assert ask.locator("[data-says]:visible").evaluate_all("all => all.map(one => one.dataset.says)") == [
        "6", "7", "8", "none",
    ]  # fmt: skip
    expect(ask.locator("[data-says='6']")).to_contain_text("you hold 3")
    ask.locator("[data-says='6']").click()
    expect(page.locator("[data-top]")).to_have_attribute("data-top", "Jh")
    expect(ask).to_be_hidden()
    assert sent(page) == ["Jh=6"]


def test_an_ace_counts_what_is_left_in_the_hand_and_closing_puts_all_down(page: Page, host: Host) -> None:
    host.put(classic("As Ac 6h 7s 8s Kd"))
    pick(page, "As", "Ac")
    page.locator("#play").click()
    ask = page.locator("#ask-suit")
    expect(ask.locator("[data-says='s']")).to_contain_text("you hold 2")
    expect(ask.locator("[data-says='c']")).to_be_hidden()
    expect(ask.locator("[data-says='h']")).to_be_hidden()  # in force
    page.keyboard.press("Escape")
    expect(page.locator("#cards [aria-pressed=true]")).to_have_count(
        0
    )  # a dialog says that it has closed a moment later
    expect(ask).to_be_hidden()
    assert sent(page) == []


def test_a_joker_asks_which_card_and_what_that_card_asks(page: Page) -> None:
    pick(page, "Xr")
    expect(page.locator("[data-lifted]")).to_have_text("It stands for a card of your choice")
    page.locator("#play").click()
    cards = page.locator("#ask-card")
    expect(cards.locator("[data-says]:visible")).to_have_count(52)
    cards.locator("[data-says=Jc]").click()
    expect(cards).to_be_hidden()
    page.locator("#ask-rank [data-says='8']").click()
    expect(page.locator("[data-top]")).to_have_attribute("data-top", "Xr")
    assert sent(page) == ["Xr=Jc/8"]


def test_a_question_closes_when_the_turn_is_lost_meanwhile(page: Page, host: Host) -> None:
    pick(page, "Jh")
    page.locator("#play").click()
    expect(page.locator("#ask-rank")).to_be_visible()
    host.put(classic(turn=1))
    expect(page.locator("#ask-rank")).to_be_hidden()


# --- calls


def test_macao_is_said_with_a_play_by_a_switch(page: Page, host: Host) -> None:
    host.put(classic("Jh 8h"))
    switch = page.locator("[data-say]")
    expect(switch).to_be_visible()
    page.keyboard.press("m")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    pick(page, "Jh")
    page.locator("#play").click()
    page.locator("#ask-rank [data-says='8']").click()
    expect(page.locator("[data-top]")).to_have_attribute("data-top", "Jh")
    assert sent(page) == ["Jh=8!"]
    assert host.table.round.calls_open() == []


def test_a_call_that_was_forgotten_is_made_at_once(page: Page, host: Host) -> None:
    host.put(classic("7h 8h"))
    pick(page, "7h")
    page.locator("#play").click()
    call = page.locator("#acts [value=macao]")
    expect(call).to_be_visible()
    page.keyboard.press("m")
    expect(call).to_have_count(0)
    assert sent(page) == ["7h", "macao"]


def test_another_one_is_caught_out_of_turn_and_no_button_moves(page: Page, host: Host) -> None:
    host.put(classic(turn=2))
    place = page.locator(".acts__calls")
    before = place.bounding_box()
    hands, rules = [HAND, OTHERS[0], "9c 8d", OTHERS[2]], classic().rules.to_json()
    host.put(round_of(hands, stock="2d 3d 4d", rules=rules, turn=2))
    expect(page.locator("#seat-2 .seat__count")).to_contain_text("2")
    host.move("9c")
    catch = page.locator("#acts [value='catch:2']")
    expect(catch).to_contain_text("Ilinca")
    assert place.bounding_box() == before
    page.keyboard.press("c")
    expect(catch).to_have_count(0)
    assert sent(page) == ["catch:2"]
