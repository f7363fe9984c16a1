"""The form of house rules in a browser: its sheet follows, nothing typed is lost, and it works without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import DESKTOP, PHONE, Person
from tests.serving import Site

pytestmark = pytest.mark.browser


def choose(page: Page, name: str, value: str) -> None:
    page.locator(f"label:has([name={name}][value={value}])").click()


def test_the_sheet_follows_every_choice_and_nothing_is_lost(site: Site, browser: Browser) -> None:
    window = browser.new_context(viewport=PHONE)
    host = Person("Ana", window.new_page())
    host.sign_up(site.url)
    page = host.page
    page.goto(f"{site.url}/tables/open/")
    page.fill("[name=title]", "Sunday")
    page.locator(".fold--game > .fold__head").click()
    page.locator("[name=game][value=classic-macau]").focus()
    page.keyboard.press("Space")
    expect(page.locator(".meaning h2")).to_have_text("Classic Macau")
    expect(page.locator("[name=game][value=classic-macau]")).to_be_focused()
    expect(page.locator("[name=size]")).to_have_count(9)
    page.locator(".fold--game > .fold__head").click()

    page.locator(".fold__head", has_text="Several cards").click()
    choose(page, "packets", "no")
    expect(page.locator(".meaning__status")).to_contain_text("Several cards of one rank: No")
    expect(page.locator("[name=packets][value=no]")).to_be_visible()
    choose(page, "packet_same_suit", "yes")
    expect(page.locator("#id_packet_same_suit_error")).to_be_visible()
    expect(page.locator("[name=packet_same_suit][value=yes]")).to_be_focused()
    expect(page.locator(".fold__tag--no")).to_have_count(1)
    choose(page, "packets", "yes")
    expect(page.locator("#id_packet_same_suit_error")).to_have_count(0)
    expect(page.locator(".rule-sheet__house").first).to_be_visible()
    assert page.input_value("[name=title]") == "Sunday"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360

    page.locator("[name=title]").press("Enter")
    expect(page).to_have_url(re.compile("/table/"))
    expect(page.locator("#waiting")).to_contain_text("Classic Macau, house rules, 1 round")
    assert host.problems == []
    window.close()


def test_without_scripts_a_button_shows_the_same(site: Site, browser: Browser) -> None:
    window = browser.new_context(viewport=DESKTOP, java_script_enabled=False)
    page = window.new_page()
    page.goto(f"{site.url}/tables/open/?game=american-septica")
    page.fill("[name=name]", "Gigel")
    page.locator("main form button").click()
    expect(page.locator(".meaning h2")).to_have_text("American Septica")
    page.locator(".fold__head", has_text="Pack and deal").click()
    choose(page, "pack", "hungarian32")
    page.get_by_role("button", name="Show what this means").click()
    expect(page.locator(".rule-sheet__house").first).to_be_visible()
    expect(page.locator("[name=size]")).to_have_count(5)
    page.get_by_role("button", name="Open the table").last.click()
    expect(page.locator("#waiting")).to_contain_text("American Septica, house rules")
    window.close()
