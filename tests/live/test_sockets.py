"""Pages and their sockets: who is shown what, what answers a frame, when the server closes and with which code."""

from __future__ import annotations

import asyncio
import json
import random
import re
import threading
from typing import Any

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session

from game import instants, matches, scenes, tables
from game.hub import Notice, here
from game.matches import Act, Command
from game.models import Match, Move, Table, User
from game.sockets import SOCKETS_A_USER
from game.writer import Writer
from tests.live.conftest import World, db, person
from tests.live.pages import Closed, Page, opened
from tests.sessions import session_of

CARD = re.compile(r"#([2-9TJQKA][cdhs])\"")


class Room:
    """A table with its match dealt, and pages of the people there."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.match = world.deal()
        self.path = f"/ws/table/{world.table.token}/"
        self.ana = Page(self.path, session_of(world.ana))
        self.bogdan = Page(self.path, session_of(world.bogdan))
        assert self.match.turn is not None
        first = world.user_at(self.match.turn)
        self.mover, self.other = (self.ana, self.bogdan) if first == world.ana else (self.bogdan, self.ana)
        self.mover_user = first

    async def page(self, user: User | None = None) -> Page:
        return Page(self.path, await db(session_of, user) if user is not None else None)


@pytest.fixture
def room(world: World) -> Room:
    return Room(world)


def state(world: World) -> tuple[int, list[Any]]:
    """All that a page could have changed."""
    match = world.match
    return match.version, list(Move.objects.values_list("number", "text"))


def hands(world: World) -> list[set[str]]:
    round_ = world.running.round
    assert round_ is not None
    return [set(hand) for hand in round_.position()["hands"]]


# --- who sees what


async def test_each_seat_is_shown_its_own_hand_and_no_other(room: Room) -> None:
    async with opened(room.ana, room.bogdan):
        seats = await db(hands, room.world)
        for page, user in ((room.ana, room.world.ana), (room.bogdan, room.world.bogdan)):
            own = seats[(await db(lambda: room.world.running)).seat_of(user.pk)]
            other = next(hand for hand in seats if hand is not own)
            shown = set(CARD.findall(" ".join(page.parts.values())))
            assert own <= shown
            assert not (other - own) & shown


async def test_a_watcher_is_shown_no_hand(room: Room) -> None:
    watcher = await room.page(room.world.carmen)
    async with opened(watcher):
        shown = set(CARD.findall(" ".join(watcher.parts.values())))
        pile = (await db(lambda: room.world.running)).current.state["pile"]
        assert shown <= set(pile)
        assert not watcher.moves()


async def test_nobody_watches_a_table_that_does_not_want_it(room: Room) -> None:
    await db(tables.configure, room.world.table.pk, room.world.ana, {"watchable": False})
    for page in (await room.page(room.world.carmen), await room.page(None)):
        assert await page.open()
        assert await page.closing() == 4403
    async with opened(room.ana):
        assert room.ana.version == room.match.version


async def test_watchers_are_sent_away_when_watching_is_switched_off(room: Room) -> None:
    watcher = await room.page(room.world.carmen)
    async with opened(watcher):
        await db(tables.configure, room.world.table.pk, room.world.ana, {"watchable": False})
        assert await watcher.closing() == 4403


async def test_who_was_sent_away_is_shown_nothing(room: Room) -> None:
    async with opened(room.ana, room.bogdan):
        await db(tables.remove, room.world.table.pk, room.world.ana, 1)
        assert await room.bogdan.closing() == 4403
    again = await room.page(room.world.bogdan)
    assert await again.open()
    assert await again.closing() == 4403


async def test_a_table_that_does_not_exist_or_has_closed_is_gone(room: Room) -> None:
    page = Page("/ws/table/no-such-table/", session_of_sync := await db(session_of, room.world.ana))
    assert await page.open()
    assert await page.closing() == 4404
    async with opened(room.ana):
        await db(tables.stand, room.world.table.pk, room.world.bogdan)
        await db(tables.stand, room.world.table.pk, room.world.ana)
        assert await room.ana.closing() == 4404
    late = Page(room.path, session_of_sync)
    assert await late.open()
    assert await late.closing() == 4404


@pytest.mark.parametrize(
    ("origin", "opens"),
    [
        ("http://localhost:8000", True),
        ("http://127.0.0.1:8000", True),
        ("https://localhost:8000", False),
        ("http://localhost:8001", False),
        ("http://localhost", False),
        ("http://localhost.evil.example:8000", False),
        ("http://evil.example", False),
        ("null", False),
        ("", False),
        ("http://localhost:8000.evil.example", False),
        ("http://[::1", False),
        ("HTTP://LOCALHOST:8000", True),
    ],
)
async def test_a_socket_opens_for_pages_of_this_site_only(room: Room, origin: str, opens: bool) -> None:
    page = Page(room.path, await db(session_of, room.world.ana), origin=origin)
    assert await page.open() is opens
    await page.close()


# --- moves


async def test_a_move_is_answered_in_the_frame_that_shows_it_and_everybody_sees_it(room: Room) -> None:
    async with opened(room.ana, room.bogdan):
        frame = await room.mover.move(room.mover.moves()[0])
        assert frame["ack"] == {"id": "m1", "result": "done"}
        assert frame["version"] == room.match.version + 1
        assert "content" in frame
        seen = await room.other.until(lambda frame: frame["version"] == room.match.version + 1)
        assert "ack" not in seen
        assert await room.mover.quiet()


async def test_a_page_in_the_making_waits_for_the_answer_to_the_move_it_shows(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    take, submit, gate = scenes.take, Writer.submit, threading.Event()

    async def slowly(writer: Writer, command: Command) -> int:
        version = await submit(writer, command)
        if isinstance(command, Act):
            gate.set()
            await asyncio.sleep(0.3)  # the move is committed, and its page has not heard of it
        return version

    async with opened(room.ana, room.bogdan):
        monkeypatch.setattr(scenes, "take", lambda tables: take(tables) if gate.wait(10) else {})
        monkeypatch.setattr(Writer, "submit", slowly)
        here().notice(Notice({room.world.table.pk}))
        await asyncio.sleep(0.1)
        frame = await room.mover.move(room.mover.moves()[0])
        assert frame["ack"] == {"id": "m1", "result": "done"}
        assert "content" in frame


async def test_coming_back_equals_a_fresh_page(room: Room) -> None:
    async with opened(room.ana, room.bogdan):
        for number in range(6):
            page = next(page for page in (room.ana, room.bogdan) if page.moves())
            await page.move(page.moves()[0], f"m{number}")
            for either in (room.ana, room.bogdan):
                await either.settle()
        for page, user in ((room.ana, room.world.ana), (room.bogdan, room.world.bogdan)):
            fresh = Page(room.path, await db(session_of, user))
            async with opened(fresh):
                assert timeless(fresh.parts) == timeless(page.parts)


def timeless(parts: dict[str, str]) -> dict[str, str]:
    """The parts without what differs from second to second."""
    return {name: re.sub(r'data-left="\d+"[^>]*>[^<]*', "", html) for name, html in parts.items()}


async def test_a_double_click_plays_once_and_gets_one_answer_each(room: Room) -> None:
    async with opened(room.ana, room.bogdan):
        move = {"move": room.mover.moves()[0], "version": room.mover.version, "id": "same"}
        for _ in range(5):
            await room.mover.send(move)
        answers = [await room.mover.until(lambda frame: "ack" in frame) for _ in range(5)]
        assert [answer["ack"] for answer in answers] == [{"id": "same", "result": "done"}] * 5
        assert await db(Move.objects.count) == 1


async def test_of_two_tabs_that_play_at_once_one_is_stale(room: Room) -> None:
    tab = Page(room.path, await db(session_of, room.mover_user))
    async with opened(room.mover, tab):
        move = room.mover.moves()[0]
        await room.mover.send({"move": move, "version": room.mover.version, "id": "one"})
        await tab.send({"move": move, "version": tab.version, "id": "two"})
        first = await room.mover.until(lambda frame: "ack" in frame)
        second = await tab.until(lambda frame: "ack" in frame)
        assert sorted([first["ack"]["result"], second["ack"]["result"]]) == ["done", "stale"]
        assert await db(Move.objects.count) == 1
        await room.mover.settle()
        await tab.settle()
        assert timeless(room.mover.parts) == timeless(tab.parts)


async def test_a_stale_move_is_answered_with_the_whole_table(room: Room) -> None:
    async with opened(room.ana, room.bogdan):
        await room.mover.move(room.mover.moves()[0])
        await room.other.settle()
        frame = await room.other.move("draw", "late", version=room.match.version)
        assert frame["ack"]["result"] == "stale"
        assert frame["ack"]["says"]
        assert set(re.findall(r'hx-target="#([\w-]+)"', frame["content"])) == set(room.other.parts)


async def test_a_move_of_the_other_seat_is_not_ones_turn(room: Room) -> None:
    async with opened(room.ana, room.bogdan):
        frame = await room.other.move(room.mover.moves()[0])
        assert frame["ack"]["result"] == "not-your-turn"
        assert await db(Move.objects.count) == 0


async def test_naming_a_seat_is_malformed(room: Room) -> None:
    async with opened(room.ana, room.bogdan):
        await room.mover.send({"move": "draw", "version": room.mover.version, "id": "m1", "seat": 0})
        frame = await room.mover.next()
        assert frame["ack"]["result"] == "malformed"
        assert await db(Move.objects.count) == 0


async def test_a_move_after_the_stand_in_has_played_is_late_and_kindly_answered(room: Room) -> None:
    async with opened(room.ana, room.bogdan):
        move = room.mover.moves()[0]
        await db(lambda: Match.objects.filter(pk=room.match.pk).update(due=instants.now(), deadline=instants.now()))
        await db(lambda: matches.execute([matches.StandIn(room.match.pk, move, room.match.version)], instants.now()))
        frame = await room.mover.move(move)
        assert frame["ack"]["result"] == "stale"
        assert frame["version"] == room.match.version + 1


async def test_an_illegal_move_is_answered_with_its_reason(room: Room) -> None:
    async with opened(room.ana, room.bogdan):
        frame = await room.mover.move("take")
        assert frame["ack"]["result"] == "illegal"
        assert frame["ack"]["says"]
        assert await db(Move.objects.count) == 0


async def test_who_does_not_sit_cannot_play(room: Room) -> None:
    carmen, stranger = await room.page(room.world.carmen), await room.page(None)
    async with opened(room.mover, carmen, stranger):
        for page in (carmen, stranger):
            assert (await page.move(room.mover.moves()[0]))["ack"]["result"] == "not-seated"
        assert await db(Move.objects.count) == 0


# --- bad frames


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "{", "[]", "null", "1", '"seen"', "{}",
        '{"seen": -1}', '{"seen": 1.5}', '{"seen": true}', '{"seen": null}', '{"seen": 1e400}', '{"seen": NaN}',
        '{"seen": 1, "extra": 1}', '{"seen": 99999999999999999999}', '{"seen": 1' + "0" * 4000 + "}",
        '{"nonce": "x"}', '{"nonce": 1}',
        '{"move": "draw"}', '{"move": "draw", "version": 1}', '{"move": 1, "version": 1, "id": "a"}',
        '{"move": "draw", "version": 1, "id": ""}', '{"move": "draw", "version": 1, "id": "' + "a" * 37 + '"}',
        '{"move": "draw", "version": 1, "id": "a b"}', '{"move": "<b>", "version": 1, "id": "a"}',
        '{"move": "' + "7h+" * 200 + '", "version": 1, "id": "a"}',
        '{"move": "draw", "version": 1, "id": "a", "headers": 1}',
        "[" * 3000, '{"a":' * 700, "\x00", "\ud7ff\ufffd",
    ],
)  # fmt: skip
async def test_a_malformed_frame_is_answered_and_changes_nothing(room: Room, text: str) -> None:
    async with opened(room.ana):
        before = await db(state, room.world)
        if not text:
            await room.ana.send_bytes(b"\x00\xff")
        else:
            await room.ana.send_text(text)
        frame = await room.ana.next()
        assert frame["ack"]["result"] == "malformed"
        assert frame["version"] == room.match.version
        assert await db(state, room.world) == before


async def test_a_thousand_fuzzed_frames_change_nothing_and_other_sockets_stay(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.sockets.BURST", 10_000.0)
    dice = random.Random(20261129)
    atoms: list[Any] = [
        None, True, 0, -1, 2**63, 1.5, "", "draw", "7h", "next", "Ah=d", "seat", "\ud7ff", "a" * 300, [], {}, [[]],
        {"HX-Request": "true"}, "0" * 32, "catch:1", "macao", "7h!", "'; --", "{{ 7 }}",
    ]  # fmt: skip
    keys = ["move", "version", "id", "seen", "nonce", "headers", "seat", "user", "hands", "__proto__"]
    fuzzer = Page(room.path, await db(session_of, room.world.carmen))
    async with opened(room.ana, fuzzer):
        before = await db(state, room.world)
        for number in range(1000):
            frame = {dice.choice(keys): dice.choice(atoms) for _ in range(dice.randrange(5))}
            text = frames_text(dice, frame)
            await fuzzer.send_text(text or "{")
            if number % 50 == 0:
                while not await fuzzer.quiet(0.02):
                    await fuzzer.next()
        await fuzzer.settle()
        assert all(frame.get("ack", {}).get("result") != "done" for frame in fuzzer.frames)
        assert await db(state, room.world) == before
        assert await room.ana.beat(room.match.version) == {"version": room.match.version}


def frames_text(dice: random.Random, frame: dict[str, Any]) -> str:
    """A frame as text, sometimes cut or with a byte changed."""
    text = json.dumps(frame)
    if dice.random() < 0.3:
        at = dice.randrange(len(text))
        text = text[:at] + dice.choice(["", "\x00", "é", '"', "}", "{"]) + text[at + dice.randrange(2) :]
    return text


async def test_a_frame_over_four_kilobytes_closes_with_1009(room: Room) -> None:
    async with opened(room.ana, room.bogdan):
        await room.ana.send_text("x" * 4097)
        assert await room.ana.closing() == 1009
        assert await room.bogdan.beat(room.match.version) == {"version": room.match.version}


async def test_a_flood_closes_with_4429_and_nobody_else_notices(room: Room) -> None:
    async with opened(room.ana, room.bogdan):
        for _ in range(40):
            await room.ana.send({"seen": room.match.version})
        assert await room.ana.closing() == 4429
        assert await room.bogdan.beat(room.match.version) == {"version": room.match.version}


async def test_a_person_has_ten_sockets_at_most(room: Room) -> None:
    key = await db(session_of, room.world.ana)
    pages = [Page(room.path, key) for _ in range(SOCKETS_A_USER)]
    async with opened(*pages):
        extra = Page(room.path, key)
        assert await extra.open()
        assert await extra.closing() == 4429
        async with opened(room.bogdan):
            pass


# --- heartbeats


async def test_a_heartbeat_is_always_answered(room: Room) -> None:
    async with opened(room.ana):
        for _ in range(3):
            assert await room.ana.beat(room.match.version) == {"version": room.match.version}


async def test_a_page_that_is_behind_gets_the_whole_table(room: Room) -> None:
    async with opened(room.ana):
        frame = await room.ana.beat(room.match.version - 1)
        assert frame["version"] == room.match.version
        assert set(re.findall(r'hx-target="#([\w-]+)"', frame["content"])) == set(room.ana.parts)


async def test_a_lost_notice_is_made_good_by_the_next_heartbeat(room: Room) -> None:
    async with opened(room.ana, room.bogdan):
        await room.ana.settle()
        # as another process would, whose notice got lost
        await db(room.world.act)
        await room.ana.send({"seen": room.match.version})
        await room.ana.until(lambda frame: frame["version"] == room.match.version + 1)
        await room.ana.settle()
        assert room.ana.version == room.match.version + 1
        fresh = Page(room.path, await db(session_of, room.world.ana))
        async with opened(fresh):
            assert timeless(fresh.parts) == timeless(room.ana.parts)


# --- sessions


async def test_signing_out_closes_the_sockets_of_that_session_only(room: Room) -> None:
    other_browser = Page(room.path, await db(session_of, room.world.ana))
    async with opened(room.ana, room.bogdan, other_browser):
        cookie = await db(lambda: keys_of(room.world.ana)[0])
        await db(lambda: Session.objects.get(pk=cookie).delete())
        closed = [await is_closed(page) for page in (room.ana, other_browser)]
        assert sorted(closed) == [False, True]
        assert not await is_closed(room.bogdan)


def keys_of(user: User) -> list[str]:
    return [row.pk for row in Session.objects.all() if row.get_decoded().get(SESSION_KEY) == str(user.pk)]


async def is_closed(page: Page) -> bool:
    try:
        await page.settle()
    except Closed as closed:
        return closed.code == 4401
    return False


async def test_a_new_password_closes_the_sockets_of_other_browsers(room: Room) -> None:
    def change() -> None:
        room.world.ana.set_password("a new password")
        room.world.ana.save()

    async with opened(room.ana, room.bogdan):
        await db(change)
        assert await room.ana.closing() == 4401
        assert not await is_closed(room.bogdan)


async def test_a_ban_and_a_deletion_close_sockets(room: Room) -> None:
    async with opened(room.ana, room.bogdan):
        room.world.ana.is_active = False
        await db(room.world.ana.save)
        assert await room.ana.closing() == 4401
        await db(room.world.bogdan.delete)
        assert await room.bogdan.closing() == 4401


async def test_a_move_of_a_session_that_ended_unnoticed_is_refused(room: Room) -> None:
    async with opened(room.mover):
        move = room.mover.moves()[0]
        await db(lambda: Session.objects.filter(pk__in=keys_of(room.mover_user))._raw_delete("default"))
        await room.mover.send({"move": move, "version": room.mover.version, "id": "m1"})
        assert await room.mover.closing() == 4401
        assert await db(Move.objects.count) == 0


# --- waiting room and lobby


async def test_the_waiting_room_shows_who_sits_down_and_says_when_a_match_begins(world: World) -> None:
    page = Page(f"/ws/table/{world.table.token}/?match=", await db(session_of, world.bogdan))
    async with opened(page):
        assert "Bogdan" in page.parts["waiting"]
        assert "Carmen" not in page.parts["waiting"]
        await db(tables.sit, world.table.pk, world.carmen)
        await page.until(lambda frame: "Carmen" in frame.get("content", ""))
        await db(tables.start, world.table.pk, world.ana)
        await page.until(lambda frame: frame.get("reload"))


async def test_a_page_of_a_match_goes_on_showing_it_until_the_next_one_begins(world: World) -> None:
    world.table.target = 1
    await db(world.table.save)
    match = await db(world.deal)
    page = Page(f"/ws/table/{world.table.token}/?match={match.uid}", await db(session_of, world.ana))
    async with opened(page):
        await db(world.play_round)
        await page.beat(match.version)
        await page.settle()
        assert (await db(lambda: world.match)).phase == Match.Phase.OVER
        assert page.version == (await db(lambda: world.match)).version
        await db(tables.rematch, world.table.pk, world.ana)
        await db(tables.rematch, world.table.pk, world.bogdan)
        await page.until(lambda frame: frame.get("reload"))


async def test_the_lobby_shows_a_table_that_opens(world: World) -> None:
    page = Page("/ws/lobby/")
    async with opened(page):
        await db(lambda: Table.objects.filter(pk=world.table.pk).update(public=True, name="Ana's open table"))
        dora = await db(person, "Dora")
        await db(tables.sit, world.table.pk, dora)
        frame = await page.next()
        assert 'hx-target="#lobby"' in frame["content"]
        assert "open table" in frame["content"]
        assert await page.beat(0) == {"version": 0}


async def test_pages_are_in_the_reader_s_language(room: Room) -> None:
    page = Page(room.path, await db(session_of, room.mover_user))
    headers = page._socket.scope["headers"]
    headers.append((b"accept-language", b"ro"))
    async with opened(page):
        assert "runda" in page.parts["bar-title"].lower() or page.parts["bar-title"]
