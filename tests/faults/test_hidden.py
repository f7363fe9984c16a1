"""All that seats and watchers of fifty matches were sent holds no card that its receiver may not know (I7, B40-B44)."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import os
import random
import re
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from game.presenter.cards import card_name, that_card
from game.words import capital, words_for
from tests.faults import hidden, referee
from tests.faults.checker import Rows, findings
from tests.faults.hidden import LANGUAGES, Record, cards_in, moments
from tests.faults.rig import one_machine
from tests.players import Player
from tests.seating import Plan, Seated, seat

MATCHES = 50
AT_ONCE = 12  # matches
SEED = int(os.environ.get("MACAO_SEED") or secrets.randbelow(2**32))
MATCH_SECONDS = 180.0
OVER = 'data-show="match-'
HEX_64 = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Recording:
    """What was sent in all matches, what the database held afterwards, and the match pages as they were then."""

    tables: dict[str, Rows]
    records: list[Record]
    seated: list[Seated]
    results: dict[int, str]
    nonces: dict[tuple[int, int], set[str]]  # what each seat's page gave, by match and seat

    def leaks(self, records: Iterable[Record]) -> list[str]:
        tokens = [token for table in self.seated for token in (table.token, table.uid)]
        return hidden.leaks(self.tables, records, tokens)


def plans(rng: random.Random) -> list[Plan]:
    """Two to six seats with two people or more, bots in the others, watchers at every other table."""
    made = []
    for number in range(MATCHES):
        size = 2 + number % 5
        people = rng.randint(2, min(size, 4))
        others = ["p"] * (people - 1) + ["b"] * (size - people)
        rng.shuffle(others)
        made.append(Plan("p" + "".join(others), target=rng.choice((20, 20, 40)), turn_seconds=30, watchers=number % 2))
    return made


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    print(f"MACAO_SEED={SEED}")
    rng = random.Random(SEED)
    with one_machine(tmp_path_factory.mktemp("hidden")) as rig:
        seated = seat(rig.web[0], plans(rng))
        rig.start(rig.processes)
        records, results, players = asyncio.run(_record(rig.urls[0], seated, rng))
        tables = rig.dump()
    assert [text for player in players for text in player.complaints] == []
    assert findings(tables, [sent for player in players for sent in player.history()]) == []
    nonces = {(player.match, player.seat): set(player.nonces.values()) for player in players if player.seat is not None}
    return Recording(tables, records, seated, results, nonces)


# --- playing and recording


async def _record(
    url: str, seated: Sequence[Seated], rng: random.Random
) -> tuple[list[Record], dict[int, str], list[Player]]:
    records: list[Record] = []
    results: dict[int, str] = {}
    players: list[Player] = []
    free = asyncio.Semaphore(AT_ONCE)

    async def one(table: Seated) -> None:
        async with free:
            guests = [*table.watchers, *([""] if table.watchers else [])]  # one of them has no account at all
            people = [_player(url, table, number, cookie) for number, cookie in enumerate(table.cookies) if cookie]
            people += [_player(url, table, None, cookie) for cookie in guests]
            players.extend(people)
            await _match(url, table, people, records, rng)
            for player in people:
                records.extend(hidden.frame(table.match, player.seat, heard.at, heard.text) for heard in player.heard)
            results[table.match] = await _get(url, f"/match/{table.uid}/", people[0])

    await asyncio.gather(*[one(table) for table in seated])
    return records, results, players


def _player(url: str, table: Seated, number: int | None, cookie: str) -> Player:
    seed = f"{SEED}/{table.match}/{number}/{cookie[-4:]}"
    language = LANGUAGES[(table.match + (number or 0)) % 2]
    return Player(
        [url], table.socket, cookie, table.match, number, random.Random(seed), pace=(0.01, 0.05), boldness=0.97,
        language=language,
    )  # fmt: skip


async def _match(url: str, table: Seated, people: Sequence[Player], records: list[Record], rng: random.Random) -> None:
    """Play a match to its end, and ask for its pages meanwhile and afterwards."""
    tasks = [asyncio.create_task(player.run()) for player in people]
    end = time.monotonic() + MATCH_SECONDS
    paths = (f"/table/{table.token}/", f"/match/{table.uid}/")
    try:
        while not all(OVER in player.parts.get("sheet", "") for player in people):
            shown = [(player.seat, player.version, player.complaints) for player in people]
            assert time.monotonic() < end, f"match {table.match} does not end: {shown}"
            await asyncio.sleep(rng.uniform(0.1, 0.5))
            if rng.random() < 0.4:
                records.append(await _page(url, rng.choice(paths), rng.choice(people)))
        records += [await _page(url, rng.choice(paths), player) for player in people]
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _page(url: str, path: str, player: Player) -> Record:
    text = await _get(url, path, player)
    return hidden.page(player.match, player.seat, time.time(), text)


async def _get(url: str, path: str, player: Player) -> str:
    request = urllib.request.Request(
        url + path, headers={"Cookie": player.cookie, "Accept-Language": player.language}
    )  # fmt: skip

    def ask() -> str:
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return str(response.read().decode())
        except urllib.error.HTTPError as refused:
            return str(refused.read().decode())

    return await asyncio.to_thread(ask)


# --- what was sent


def test_nobody_is_sent_a_card_that_they_may_not_know(recording: Recording) -> None:
    frames = [record for record in recording.records if record.frame]
    pages = [record for record in recording.records if not record.frame]
    assert len(frames) > 50 * MATCHES
    assert sum(record.version is not None for record in pages) > MATCHES
    assert {record.seat is None for record in pages} == {True, False}
    assert all(match["phase"] == "over" for match in recording.tables["matches"])
    print(f"{len(frames)} frames, {len(pages)} pages")
    assert recording.leaks(recording.records) == []


def test_the_recorder_sees_the_cards_that_are_shown(recording: Recording) -> None:
    """The own hand as dealt and the card turned are in what every receiver was sent: the search is not blind."""
    for match in recording.tables["matches"][:6]:
        dealt = moments(match, recording.tables)[1]
        own: dict[int | None, set[str]] = {}
        for record in recording.records:
            if record.match == match["id"] and record.frame:
                own.setdefault(record.seat, set()).add(record.text)
        for seat_, texts in own.items():
            coded, named = (set[str]().union(*found) for found in zip(*map(cards_in, texts), strict=True))
            assert dealt.codes(seat_) <= coded
            assert dealt.names(seat_) <= named


def test_a_deal_is_sealed_before_its_first_card(recording: Recording) -> None:
    """Whoever is connected has been shown the commitment of a round before any version in which it is dealt."""
    frames: dict[tuple[int, int | None], list[Record]] = {}
    for record in recording.records:
        if record.frame:
            frames.setdefault((record.match, record.seat), []).append(record)
    for (match, _), own in frames.items():
        for row in recording.tables["rounds"]:
            if row["match_id"] == match and row["version"] is not None:
                before = [record for record in own if (record.version or 0) < row["version"]]
                assert any(row["commitment"] in record.text for record in before), (match, row["number"])


def test_pages_give_their_numbers_to_every_deal(recording: Recording) -> None:
    """All people have a part in the seed, and nobody else has one. (Of round 1 a page that comes late has none.)"""
    later = [row for row in recording.tables["rounds"] if row["version"] is not None and row["number"] > 1]
    assert later
    for row in later:
        for seat_, nonce in enumerate(row["nonces"]):
            given = recording.nonces.get((row["match_id"], seat_), {None})
            assert nonce in given, (row["match_id"], row["number"], seat_)


def test_the_match_page_opens_seeds_that_give_the_deals_that_were_seen(recording: Recording) -> None:
    for match in recording.tables["matches"]:
        page = recording.results[match["id"]]
        opened = set(HEX_64.findall(page))
        for row in [row for row in recording.tables["rounds"] if row["match_id"] == match["id"]]:
            seed = next(seed for seed in opened if hashlib.sha256(bytes.fromhex(seed)).hexdigest() == row["commitment"])
            assert row["commitment"] in opened
            assert all(nonce in page for nonce in row["nonces"] if nonce)
            numbers = ",".join(nonce or "" for nonce in row["nonces"])
            deal = hmac.new(bytes.fromhex(seed), numbers.encode(), hashlib.sha256).digest()
            dealt = referee.deal(deal, match["size"], row["first"])
            shown = [record for record in recording.records if record.match == match["id"] and record.frame]
            first = next(record for record in shown if record.version == row["version"] and "data-top" in record.text)
            assert f'data-top="{dealt.pile[-1]}"' in json.loads(first.text)["content"]


# --- it does find what is planted


@pytest.fixture
def planted(recording: Recording) -> Iterator[tuple[Recording, Record, str]]:
    """A frame that was sent to seat 0 in mid-round, and a card in another hand then that seat 0 has never seen."""
    match = recording.tables["matches"][0]
    known = moments(match, recording.tables)
    for record in recording.records:
        if record.match == match["id"] and record.seat == 0 and record.frame and '"content"' in record.text:
            moment = known[record.version or 0]
            unknown = sorted(frozenset().union(*moment.hands[1:]) - moment.names(0)) if not moment.over else []
            if unknown:
                assert recording.leaks([record]) == []
                yield recording, record, unknown[0]
                return
    raise AssertionError("no such frame")


def _with(record: Record, **changes: Any) -> Record:
    return replace(record, text=json.dumps({**json.loads(record.text), **changes}))


SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
ENTITIES = {"c": "clubs", "d": "diams", "h": "hearts", "s": "spades"}


def _rank(code: str) -> str:
    return code[0].replace("T", "10")


HOW = {
    "code in an attribute": lambda code: f'<i data-x="{code}"></i>',
    "code in an id": lambda code: f'<li id="c-{code}-2">',
    "codes in a row": lambda code: f'<i data-hand="{code}{code}">',
    "drawing": lambda code: f'<use href="/static/img/cards.svg#{code}"/>',
    "sign": lambda code: f"<b>{_rank(code)}</b>{SIGNS[code[1]]}",
    "entity": lambda code: f"{_rank(code)}&{ENTITIES[code[1]]};",
}  # fmt: skip


@pytest.mark.parametrize("how", HOW)
def test_a_planted_card_is_found(planted: tuple[Recording, Record, str], how: str) -> None:
    recording, record, code = planted
    content = json.loads(record.text)["content"]
    assert recording.leaks([_with(record, content=content + HOW[how](code))])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_planted_name_is_found(planted: tuple[Recording, Record, str], language: str) -> None:
    recording, record, code = planted
    name = card_name(words_for(language), code)
    assert language == "en" or name != card_name(words_for("en"), code), "needs its catalogue: make test compiles it"
    content = json.loads(record.text)["content"]
    for text in (
        name,
        that_card(words_for(language), code),
        capital(name),
        name.replace(" ", "-"),
        f'<i aria-label="{name}, ...">',
    ):
        assert recording.leaks([_with(record, content=content + text)])
    assert recording.leaks([_with(record, ack={"id": "1", "result": "illegal", "says": f"Not {name}"})])


def test_a_planted_field_is_found(planted: tuple[Recording, Record, str]) -> None:
    recording, record, code = planted
    assert recording.leaks([_with(record, hand=[])])
    assert recording.leaks([_with(record, nonce="00" * 16)])
    assert recording.leaks([_with(record, ack={"id": "1", "result": "done", "card": code})])


def test_a_planted_seed_is_found(planted: tuple[Recording, Record, str]) -> None:
    recording, record, _ = planted
    rows = [row for row in recording.tables["rounds"] if row["match_id"] == record.match]
    content = json.loads(record.text)["content"]
    assert recording.leaks([_with(record, content=content + bytes(rows[0]["server_seed"]).hex())])
    # on a slow machine every page may have been late for the first deal
    nonce = next(nonce for row in rows for nonce in row["nonces"] if nonce)
    assert recording.leaks([_with(record, content=content + nonce)])


def test_a_card_on_a_page_is_found(recording: Recording) -> None:
    record = next(one for one in recording.records if not one.frame and one.version and one.seat is None)
    match = next(match for match in recording.tables["matches"] if match["id"] == record.match)
    moment = moments(match, recording.tables)[record.version or 0]
    code = sorted(set(referee.PACK) - moment.codes(None))[0]
    assert recording.leaks([record]) == []
    assert recording.leaks([replace(record, text=f"{record.text}<!-- {code} -->")])


def test_frames_made_for_the_wrong_seat_are_found(recording: Recording) -> None:
    """All that one seat was sent, as if the next seat or a watcher had got it."""
    for match in recording.tables["matches"][:10]:
        own = [record for record in recording.records if record.match == match["id"] and record.seat == 0]
        for other in (1, None):
            assert recording.leaks([replace(record, seat=other) for record in own])


def test_a_card_in_one_receiver_s_rules_is_found(recording: Recording) -> None:
    """The sheet of rules draws cards of the whole pack; the same for all, so that it tells nothing of a hand."""
    pages = [one for one in recording.records if not one.frame and 'id="rules"' in one.text]
    record = next(one for one in pages if sum(one.match == other.match for other in pages) > 4)
    assert recording.leaks(pages) == []
    head, mark, sheet = record.text.partition('id="rules"')
    planted = replace(record, text=head + mark + sheet.replace("<li>", '<li data-x="Kh">', 1))
    assert recording.leaks([*pages, planted])
