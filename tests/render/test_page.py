"""The page in a real browser, under the site's content policy, against a small table without a database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.render.hosting import Host, card, drag, focused, hand, middle, moves, seated
from tests.render.scenes import round_of

pytestmark = pytest.mark.browser

HANDS = ["7h Kh 4h 5s Js 2c Ad", "Jh 8h 3h Qd", "8c 8d", "6c 6d 6h 9c 9s Tc"]


@pytest.fixture
def page(browser: Browser, host: Host) -> Iterator[Page]:
    """The page at the own turn of seat 0."""
    with seated(browser, host, round_of(HANDS, stock="2d Ks Qh Td 3d")) as page:
        yield page


# --- lifting and playing


def test_a_tap_lifts_a_card_and_the_button_under_the_hand_names_and_plays_it(page: Page) -> None:
    card(page, "Kh").click()
    expect(card(page, "Kh")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#play")).to_have_text("Play king of hearts")
    expect(page.locator("[data-lifted]")).to_contain_text("takes 5; only")
    page.locator("#play").click()
    expect(page.locator("#c-Kh")).to_have_count(0)
    expect(page.locator("#play")).to_be_hidden()
    assert [move["move"] for move in moves(page)] == ["Kh"]


def test_a_second_tap_puts_the_card_down(page: Page) -> None:
    card(page, "Kh").click()
    card(page, "Kh").click()
    expect(card(page, "Kh")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#play")).to_be_hidden()


def test_lifting_asks_the_server_nothing(page: Page) -> None:
    before = len(moves(page))
    card(page, "7h").click()
    card(page, "4h").click()
    assert len(moves(page)) == before


def test_a_tap_on_the_pile_plays_the_lifted_card(page: Page) -> None:
    card(page, "7h").click()
    page.locator("[data-pile]").click()
    expect(page.locator("[data-top]")).to_have_attribute("data-top", "7h")


def test_a_card_that_does_not_fit_can_be_lifted_says_why_and_has_no_button(page: Page) -> None:
    card(page, "2c").click()
    expect(page.locator("[data-lifted]")).to_have_text("Two of clubs is neither hearts nor a nine")
    expect(page.locator("#play")).to_be_hidden()
    page.locator("[data-pile]").click()
    expect(page.locator("[data-says-row]")).to_have_attribute("data-page-says", "why")
    expect(card(page, "2c")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#alarm")).to_have_text("Two of clubs is neither hearts nor a nine")
    assert moves(page) == []


def test_a_double_click_on_a_button_is_one_move(page: Page) -> None:
    page.locator("#acts [value=draw]").dblclick()
    page.wait_for_timeout(200)
    assert [move["move"] for move in moves(page)] == ["draw"]


def test_the_place_of_the_hand_is_kept_while_there_are_no_cards(page: Page) -> None:
    row = "document.querySelector('[data-says-row]').getBoundingClientRect().top"
    before = page.evaluate(row)
    page.evaluate("cards.replaceChildren()")
    assert page.evaluate(row) == before


def test_no_name_moves_when_its_turn_comes(page: Page, host: Host) -> None:
    names = "[...document.querySelectorAll('.seat__name')].map(name => name.getBoundingClientRect().x)"
    before = page.evaluate(names)
    host.put(round_of(HANDS, turn=2))
    expect(page.locator(".seat--turn")).to_have_count(1)
    assert page.evaluate(names) == before


# --- dragging


def test_a_card_dragged_to_the_middle_is_played_once_and_nothing_is_drawn(page: Page) -> None:
    drag(page, "7h", *middle(page))
    expect(page.locator("[data-top]")).to_have_attribute("data-top", "7h")
    assert [move["move"] for move in moves(page)] == ["7h"]


def test_a_wrong_card_dragged_to_the_middle_springs_back_with_the_reason(page: Page) -> None:
    drag(page, "5s", *middle(page))
    expect(page.locator("[data-lifted]")).to_have_text("Five of spades is neither hearts nor a nine")
    assert "5s" in hand(page)
    assert moves(page) == []


def test_a_card_dragged_sideways_moves_in_the_hand_and_stays_there_after_an_update(page: Page, host: Host) -> None:
    first, last = hand(page)[0], hand(page)[-1]
    box = card(page, last).bounding_box()
    drag(page, first, box["x"] + box["width"] - 2, box["y"] + 40)
    moved = hand(page)
    assert moved[-1] == first
    card(page, "Kh").click()
    page.locator("#play").click()
    expect(page.locator("#c-Kh")).to_have_count(0)
    assert hand(page) == [code for code in moved if code != "Kh"]
    assert all(set(move) == {"move", "version", "id", "headers"} for move in moves(page))


def test_a_drag_goes_on_while_somebody_else_moves(page: Page, host: Host) -> None:
    host.put(round_of(HANDS, turn=3))
    expect(page.locator("#status")).to_contain_text("Dan is thinking")
    box = card(page, "4h").bounding_box()
    page.mouse.move(box["x"] + 15, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] - 60, steps=4)
    host.move("6h")
    expect(page.locator("#status")).to_contain_text("Your turn")
    assert card(page, "4h").evaluate("card => card.style.translate") != ""
    page.mouse.move(*middle(page), steps=3)
    page.mouse.up()
    expect(page.locator("[data-top]")).to_have_attribute("data-top", "4h")


def test_a_second_finger_puts_the_card_back(page: Page) -> None:
    box = card(page, "7h").bounding_box()
    page.mouse.move(box["x"] + 15, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(*middle(page), steps=3)
    page.evaluate("document.dispatchEvent(new PointerEvent('pointerdown', {pointerId: 77, bubbles: true}))")
    page.mouse.up()
    page.wait_for_timeout(150)
    assert moves(page) == []


# --- the order of the hand


def test_the_hand_is_sorted_by_suit_or_by_rank(page: Page) -> None:
    assert hand(page) == ["2c", "Ad", "5s", "Js", "4h", "7h", "Kh"]
    page.locator("[data-sort=rank]").click()
    assert hand(page) == ["2c", "4h", "5s", "7h", "Js", "Kh", "Ad"]
    expect(page.locator("[data-sort=rank]")).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.locator("#cards .card[tabindex='0']")).to_have_count(1)
    assert hand(page) == ["2c", "4h", "5s", "7h", "Js", "Kh", "Ad"]
    page.locator("[data-sort=suit]").click()


def test_the_own_order_lasts_for_the_round(page: Page, host: Host) -> None:
    card(page, "2c").click()
    page.locator("[data-shift='1']").click()
    page.reload()
    expect(page.locator("#cards .card[tabindex='0']")).to_have_count(1)
    assert hand(page)[:2] == ["Ad", "2c"]
    host.table.number += 1
    host.put(round_of(HANDS))
    expect(page.locator("#cards > li").first).to_have_attribute("id", "c-2c")


def test_buttons_move_the_lifted_card(page: Page) -> None:
    card(page, "2c").click()
    page.locator("[data-shift='1']").click()
    assert hand(page)[:2] == ["Ad", "2c"]
    page.locator("[data-shift='-1']").click()
    assert hand(page)[:2] == ["2c", "Ad"]


# --- the suit


def test_an_ace_asks_before_it_lands_and_closing_gives_it_back(page: Page) -> None:
    card(page, "Ad").click()
    page.locator("#play").click()
    ask = page.locator("#ask-c-Ad")
    expect(ask).to_be_visible()
    expect(ask).to_contain_text("you hold 2")
    page.keyboard.press("Escape")
    expect(ask).to_be_hidden()
    expect(card(page, "Ad")).to_have_attribute("aria-pressed", "false")
    assert moves(page) == []
    card(page, "Ad").click()
    page.locator("#play").click()
    ask.locator("[value='Ad=s']").click()
    expect(page.locator(".pile__suit")).to_contain_text("Spades")
    assert [move["move"] for move in moves(page)] == ["Ad=s"]


def test_the_question_stays_open_while_the_table_changes_and_goes_with_the_ace(page: Page, host: Host) -> None:
    card(page, "Ad").click()
    page.locator("#play").click()
    host.put(round_of([*HANDS[:3], "6c 6d"]))
    expect(page.locator("#seat-3 .seat__count")).to_contain_text("2")
    expect(page.locator("#ask-c-Ad")).to_be_visible()
    host.put(round_of(HANDS, turn=1))
    expect(page.locator("#ask-c-Ad")).to_have_count(0)
    assert focused(page) != ""


# --- keys and focus


def test_a_turn_can_be_played_with_keys_alone(page: Page) -> None:
    card(page, "2c").focus()
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    assert focused(page) == "c-Kh"
    page.keyboard.press("Enter")
    expect(page.locator("#play")).to_have_text("Play king of hearts")
    page.keyboard.press("Enter")
    expect(page.locator("[data-top]")).to_have_attribute("data-top", "Kh")
    assert focused(page).startswith("c-")


def test_only_one_card_is_in_the_tab_order(page: Page) -> None:
    assert page.locator("#cards .card[tabindex='0']").count() == 1
    card(page, "2c").focus()
    page.keyboard.press("End")
    page.keyboard.press("Shift+ArrowLeft")
    assert hand(page)[-2:] == ["Kh", "7h"]
    assert focused(page) == "c-Kh"


def test_escape_puts_down_and_letters_press_buttons_unless_switched_off(page: Page) -> None:
    card(page, "Kh").click()
    page.keyboard.press("Escape")
    expect(page.locator("#play")).to_be_hidden()
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("details[data-look] > summary").click()
    page.locator("[name=letters][value=off]").check(force=True)
    page.keyboard.press("Escape")
    page.locator("#status").focus()
    page.keyboard.press("d")
    page.wait_for_timeout(150)
    assert moves(page) == []
    page.evaluate("localStorage.removeItem('macao-letters')")
    page.keyboard.press("d")
    page.wait_for_timeout(150)
    assert [move["move"] for move in moves(page)] == ["draw"]


def test_the_focused_card_keeps_the_focus_when_others_move(page: Page, host: Host) -> None:
    host.put(round_of(HANDS, turn=3))
    card(page, "5s").focus()
    host.move("6h")
    expect(page.locator("#status")).to_contain_text("Your turn")
    assert focused(page) == "c-5s"


def test_focus_goes_to_a_card_when_the_pressed_button_goes(page: Page) -> None:
    page.locator("#acts [value=draw]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#acts [value=draw]")).to_have_count(0)
    assert focused(page).startswith("c-")


# --- what is said


def test_the_own_turn_is_said_at_once_and_each_event_once(page: Page, host: Host) -> None:
    host.put(round_of(HANDS, turn=3))
    page.evaluate(
        "window.said = []; for (const id of ['told', 'alarm']) new MutationObserver(() => {"
        "const text = document.getElementById(id).textContent; if (text) window.said.push([id, text]) })"
        ".observe(document.getElementById(id), {childList: true})"
    )
    host.move("6h")
    expect(page.locator("#alarm")).to_have_text("Your turn. Follow hearts or a six, or draw")
    page.wait_for_timeout(200)
    assert page.evaluate("window.said") == [
        ["told", "Dan played six of hearts"], ["alarm", "Your turn. Follow hearts or a six, or draw"],
    ]  # fmt: skip


def test_a_hidden_tab_says_in_its_title_that_it_is_your_turn(page: Page, host: Host) -> None:
    host.put(round_of(HANDS, turn=3))
    page.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    host.move("6h")
    expect(page).to_have_title("Your turn · Macao")


def test_the_clock_counts_down_between_updates(page: Page) -> None:
    expect(page.locator(".status__time [data-clock]")).to_have_text("0:28", timeout=4000)


# --- the connection


def test_a_cut_line_shows_the_banner_takes_the_buttons_and_comes_back(page: Page, host: Host) -> None:
    page.route_web_socket("**/ws/**", lambda route: None)
    host.control("drop")
    expect(page.locator("[data-banner]")).to_be_visible()
    expect(page.locator("[data-banner]")).to_contain_text("your seat is kept")
    expect(page.locator("#acts [value=draw]")).to_be_hidden()


def test_after_a_cut_the_page_is_back_within_a_second(page: Page, host: Host) -> None:
    card(page, "Kh").click()
    host.control("drop")
    expect(page.locator("body")).to_have_attribute("data-net", "off")
    expect(page.locator("body")).to_have_attribute("data-net", "on", timeout=1500)
    expect(card(page, "Kh")).to_have_attribute("aria-pressed", "true")
    page.locator("#play").click()
    expect(page.locator("[data-top]")).to_have_attribute("data-top", "Kh")


def test_a_move_whose_answer_was_lost_is_sent_again_with_the_same_id_and_done_once(page: Page, host: Host) -> None:
    host.control("mute")
    page.locator("#acts [value=draw]").click()
    page.wait_for_timeout(100)
    host.control("drop")
    host.control("hear")
    expect(page.locator("#acts [value=draw]")).to_have_count(0, timeout=4000)
    page.wait_for_timeout(200)
    assert len({move["id"] for move in moves(page)}) == 1
    assert len(moves(page)) >= 2
    assert page.locator("body[data-waiting]").count() == 0


@pytest.mark.parametrize(
    ("code", "text"), [("4403", "not open to you"), ("4404", "gone"), ("4429", "Too much at once")]
)
def test_a_page_that_is_turned_away_says_why_and_does_not_come_back(
    page: Page, host: Host, code: str, text: str
) -> None:
    host.control("close", code)
    expect(page.locator("[data-banner]")).to_contain_text(text)
    expect(page.locator("[data-reload]")).to_be_visible()
    page.wait_for_timeout(1200)
    expect(page.locator("body")).to_have_attribute("data-net", code)


def test_two_silences_make_the_page_connect_anew(page: Page, host: Host) -> None:
    host.control("mute")
    with page.expect_event("websocket", timeout=25_000):
        pass
    host.control("hear")
    expect(page.locator("body")).to_have_attribute("data-net", "on", timeout=3000)


def test_a_refusal_of_the_server_is_said_in_the_row_above_the_hand(page: Page, host: Host) -> None:
    card(page, "7h").evaluate("card => card.dataset.move = '2c'")
    card(page, "7h").click()
    page.locator("#play").click()
    expect(page.locator("[data-lifted]")).to_have_text("Two of clubs is neither hearts nor a nine")


def test_a_page_whose_match_is_over_and_another_on_opens_anew(page: Page, host: Host) -> None:
    with page.expect_navigation():
        host.do(host.table.tell_all(reload=True))
    expect(page.locator("body")).to_have_attribute("data-net", "on")
