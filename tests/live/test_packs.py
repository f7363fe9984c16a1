"""A table with the Hungarian pack is shown with that pack's faces: its page, and what its sockets bring."""

from __future__ import annotations

import pytest
from django.test import Client

from game.engine import Pack, RuleSet
from tests.live.conftest import World, db
from tests.live.pages import Page, opened
from tests.sessions import session_of

HUNGARIAN = RuleSet.named("american-septica", pack=Pack.HUNGARIAN32.value)


@pytest.fixture
def hungarian(world: World) -> World:
    world.table.rules = HUNGARIAN.to_json()
    world.table.save(update_fields=["rules"])
    world.deal()
    return world


def only_hungarian(html: str) -> bool:
    return "/cards-hungarian." in html and "/cards." not in html


def test_the_page_shows_its_faces(hungarian: World, client: Client) -> None:
    client.force_login(hungarian.ana)
    assert only_hungarian(client.get(f"/table/{hungarian.table.token}/").content.decode())


async def test_the_socket_brings_its_faces(hungarian: World) -> None:
    page = Page(f"/ws/table/{hungarian.table.token}/", await db(session_of, hungarian.ana))
    async with opened(page):
        assert only_hungarian(" ".join(page.parts.values()))
