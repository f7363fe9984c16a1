"""A finished round is stepped through: by every seat, with all hands open, from a file; never while it is played."""

from __future__ import annotations

import json
import random
import re
import secrets
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from game import bots, documents, generating, history, replays
from game.bundling import files
from game.engine import Round, RuleSet
from game.engine.presets import PRESETS
from game.engine.shuffle import commitment, deal_seed
from game.models import Match, Move, User
from game.models import Round as RoundRow
from game.practice import Settings, kept
from tests.practice.playing import play_match
from tests.site.builders import browser, post

pytestmark = [pytest.mark.django_db, pytest.mark.one_store]
CARD = re.compile(r'data-code="(\w\w)"')


def shown(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200, (url, answer.status_code)
    return answer.content.decode()


def table_of(page: str) -> str:
    """The part of a page that shows the turn."""
    return page[page.index('id="replay"') : page.index("replay__check")]


def public(generated, **wanted: Any) -> Match:
    found = Match.objects.filter(pk__in=generated, private=False, **wanted).order_by("pk").first()
    assert found is not None
    return found


def played_again(document: dict[str, Any], number: int, turn: int) -> Round:
    """The round at a turn, by the engine alone."""
    row = document["rounds"][number - 1]
    seed = deal_seed(bytes.fromhex(row["server_seed"]), row["nonces"])
    rules = RuleSet.from_json(document["rules"])
    round_ = Round.deal(rules, len(document["seats"]), seed=seed, first=row["first"])
    for move in row["moves"][:turn]:
        round_.play(move["text"])
    return round_


# --- whose eyes


def test_a_seat_sees_its_own_hand_at_every_turn_and_nobody_elses(generated) -> None:
    match = public(generated, size=3)
    document = documents.match_document(match)
    turns = len(document["rounds"][0]["moves"])
    for turn in range(turns):
        for seat in range(3):
            page = table_of(shown(Client(), f"{reverse('replay', args=[match.uid, 1])}?turn={turn}&seat={seat}"))
            view = played_again(document, 1, turn).view(seat)
            assert sorted(CARD.findall(page)) == sorted(view.hands[seat])
            assert f'data-turn="{turn}"' in page


def test_open_shows_every_hand_and_the_end_shows_all_with_their_charges(generated) -> None:
    match = public(generated, size=3)
    document = documents.match_document(match)
    row = document["rounds"][0]
    turns = len(row["moves"])
    for turn in (0, turns // 2, turns):
        page = table_of(shown(Client(), f"{reverse('replay', args=[match.uid, 1])}?turn={turn}&seat=open"))
        hands = played_again(document, 1, turn).position()["hands"]
        assert sorted(CARD.findall(page)) == sorted(code for hand in hands for code in hand)
    ends = page[page.index("replay__ends") :]
    assert ends.count("score__name") == 3
    for total in row["totals"]:
        assert f'<b class="score__total">{total}</b>' in ends
    one = table_of(shown(Client(), f"{reverse('replay', args=[match.uid, 1])}?turn={turns}&seat=1"))
    assert sorted(CARD.findall(one)) == sorted(CARD.findall(page)), "and after the round every hand is open"


def test_what_a_seat_drew_is_on_no_page_of_another(generated) -> None:
    match = next(
        one
        for one in Match.objects.filter(pk__in=generated, private=False, size=2)
        if one.rounds.first().moves.filter(text="draw").exists()
    )
    document = documents.match_document(match)
    row = document["rounds"][0]
    at, move = next((at, move) for at, move in enumerate(row["moves"], start=1) if move["text"] == "draw")
    drawer, other = move["seat"], 1 - move["seat"]
    before, after = played_again(document, 1, at - 1), played_again(document, 1, at)
    gained = [code for code in after.hand(drawer) if code not in before.hand(drawer)]
    assert gained
    url = f"{reverse('replay', args=[match.uid, 1])}?turn={at}"
    assert gained[0] in CARD.findall(table_of(shown(Client(), f"{url}&seat={drawer}")))
    assert gained[0] not in CARD.findall(table_of(shown(Client(), f"{url}&seat={other}")))


def test_the_log_says_every_turn_in_words_and_in_notation_and_marks_the_current_one(generated) -> None:
    match = public(generated, size=2)
    row = documents.match_document(match)["rounds"][0]
    page = table_of(shown(Client(), f"{reverse('replay', args=[match.uid, 1])}?turn=3"))
    assert page.count("replay__no") == len(row["moves"]) + 1
    assert [text.replace("&amp;", "&") for text in re.findall(r"<code>(.*?)</code>", page)] == [
        move["text"] for move in row["moves"]
    ]
    current = re.search(r'href="([^"]+)" data-step="(\d+)" aria-current="step"', page)
    assert current is not None
    assert current[2] == "3"
    assert current[1].endswith("?turn=3&amp;seat=open")


def test_turns_of_a_stand_in_are_hatched(generated) -> None:
    match = public(generated, size=2)
    row = match.rounds.get(number=1)
    Move.objects.filter(pk=row.moves.order_by("number")[2].pk).update(stand_in=True)
    page = shown(Client(), reverse("replay", args=[match.uid, 1]))
    assert page.count("replay__mark--stand-in") == page.count("replay__line--stand-in")
    assert re.search(r'replay__line--stand-in" id="turn-3"', page)


@pytest.mark.parametrize(
    "asked", ["?turn=-1", "?turn=9999", "?turn=99999999999", "?turn=x&seat=77", "?seat=-1", "?seat=²"]
)
def test_nonsense_in_the_address_is_some_turn(generated, asked: str) -> None:
    match = public(generated)
    assert Client().get(reverse("replay", args=[match.uid, 1]) + asked).status_code == 200


def test_the_scrubber_works_without_scripts(generated) -> None:
    match = public(generated)
    url = reverse("replay", args=[match.uid, 1])
    answer = Client().get(f"{url}?at=4&seat=open")
    assert (answer.status_code, answer["Location"]) == (302, f"{url}?turn=4&seat=open")
    assert Client().get(f"{url}?at=4&turn=5&seat=1")["Location"] == f"{url}?turn=5&seat=1"


def test_htmx_gets_the_turn_alone(generated) -> None:
    match = public(generated)
    answer = Client().get(f"{reverse('replay', args=[match.uid, 1])}?at=2&seat=0", headers={"HX-Request": "true"})
    text = answer.content.decode()
    assert text.lstrip().startswith('<div class="replay" id="replay" data-turn="2"')
    assert "<html" not in text


# --- every game


@pytest.mark.parametrize("game", list(PRESETS))
def test_every_game_replays(game: str) -> None:
    rules, dice = RuleSet.named(game), random.Random(f"replay {game}")
    seats = max(rules.min_seats, 3) if rules.max_seats >= 3 else rules.max_seats
    server_seed = dice.randbytes(32)
    nonces = [dice.randbytes(16).hex(), *[None] * (seats - 1)]
    round_ = Round.deal(rules, seats, seed=deal_seed(server_seed, nonces), first=1)
    deal, moves = round_.position(), []
    while not round_.over:
        call = next(((seat, text) for seat in range(seats) for text in round_.view(seat).calls_open()[:1]), None)
        seat, text = call or (round_.turn, str(bots.BOTS[bots.DEFAULT].choose(round_.view(round_.turn), dice)))
        round_.play(text)
        moves.append({"seat": seat, "text": text, "stand_in": False})
        if not round_.over and len(moves) >= 2000:
            round_.block()
    charges = list(round_.places if round_.scores is None else round_.scores)
    document = {
        "format": "macao-match", "version": 1, "rules": rules.to_json(), "target": rules.target,
        "seats": [{"name": f"Seat {seat}", "bot": None} for seat in range(seats)],
        "rounds": [{
            "number": 3, "first": 1, "commitment": commitment(server_seed), "server_seed": server_seed.hex(),
            "nonces": nonces, "deal": deal, "moves": moves, "charges": charges, "totals": charges,
            "winner": round_.winner, "state": round_.position(),
        }],
    }  # fmt: skip
    reel = replays.read(replays.load(json.dumps(document)))
    for turn in (0, 1, len(moves) // 2, len(moves)):
        course = replays.run(reel, turn)
        assert (course.faults, course.turns, course.turn) == ((), len(moves), turn)
    assert course.at.position() == round_.position()
    client = browser()
    for turn, seat in ((0, "open"), (len(moves) // 2, "1"), (len(moves), "open")):
        answer = post(client, "/replay/", {"text": json.dumps(document), "turn": turn, "seat": seat})
        assert answer.status_code == 200
        assert f'data-turn="{turn}" data-turns="{len(moves)}"' in answer.content.decode()


# --- who may look


def test_a_private_match_is_not_there_for_others(generated) -> None:
    match = Match.objects.filter(pk__in=generated, private=True, seats__user__isnull=False).order_by("pk").first()
    assert match is not None
    sat = User.objects.get(pk=match.seats.filter(user__isnull=False).first().user_id)
    other = User.objects.filter(pk__gte=sat.pk).exclude(match_seats__match=match).first()
    nowhere = secrets.token_urlsafe(16)
    for path in ("round/1/", "match.json"):
        for client in (browser(), browser(other)):
            refused = client.get(f"/match/{match.uid}/{path}")
            missing = client.get(f"/match/{nowhere}/{path}")
            assert (refused.status_code, refused.content) == (missing.status_code, missing.content)
            assert refused.status_code == 404
        assert browser(sat).get(f"/match/{match.uid}/{path}").status_code == 200


def test_who_sat_there_looks_through_their_own_eyes_first(generated) -> None:
    match = Match.objects.filter(pk__in=generated, seats__user__isnull=False).order_by("pk").first()
    assert match is not None
    seat = match.seats.filter(user__isnull=False).last()
    page = shown(browser(User.objects.get(pk=seat.user_id)), reverse("replay", args=[match.uid, 1]))
    assert f'<option value="{seat.number}" selected>' in page


def test_nothing_is_told_of_a_round_that_is_played(generated) -> None:
    match = next(one for one in Match.objects.filter(pk__in=generated, private=False) if one.round_number > 1)
    row = match.rounds.get(number=2)
    RoundRow.objects.filter(match=match, number__gt=1).update(ended_at=None)
    Match.objects.filter(pk=match.pk).update(phase="playing", ended_at=None)
    assert Client().get(reverse("replay", args=[match.uid, 2])).status_code == 404
    assert Client().get(reverse("replay", args=[match.uid, 10**30])).status_code == 404
    page = shown(Client(), reverse("replay", args=[match.uid, 1]))
    file = Client().get(reverse("match_json", args=[match.uid]))
    for text in (page, file.content.decode()):
        assert bytes(row.server_seed).hex() not in text
        assert row.commitment not in text
    assert reverse("replay", args=[match.uid, 2]) not in page
    assert [one["number"] for one in file.json()["rounds"]] == [1]


def test_the_queries_of_a_replay_are_few_however_long_the_match(generated) -> None:
    counts = set()
    matches = Match.objects.filter(pk__in=generated, private=False)
    for match in sorted(matches, key=lambda one: one.round_number)[:: max(1, len(matches) - 1)]:
        with CaptureQueriesContext(connection) as asked:
            shown(Client(), reverse("replay", args=[match.uid, 1]))
        counts.add(len(asked))
    assert counts == {6}


# --- what does not agree


def tampered(match: Match) -> None:
    """Swap a card of seat 0 with the first of the stock in the stored deal of round 1."""
    row = match.rounds.get(number=1)
    hand, stock = row.deal["hands"][0], row.deal["stock"]
    hand[0], stock[-1] = stock[-1], hand[0]
    RoundRow.objects.filter(pk=row.pk).update(deal=row.deal)


def test_a_tampered_deal_is_shown_with_what_is_wrong_about_it(generated) -> None:
    match = public(generated, size=2)
    tampered(match)
    page = shown(Client(), reverse("replay", args=[match.uid, 1]))
    assert "replay__faults" in page
    assert "The deal as recorded is not the one that seed and numbers give." in page
    for turn in range(0, 200, 10):
        assert Client().get(f"{reverse('replay', args=[match.uid, 1])}?turn={turn}").status_code == 200


def test_a_card_that_is_twice_in_a_deal_does_no_harm(generated) -> None:
    match = public(generated, size=2)
    row = match.rounds.get(number=1)
    row.deal["hands"][0][0] = row.deal["hands"][1][0]
    RoundRow.objects.filter(pk=row.pk).update(deal=row.deal)
    assert "cannot be dealt" in shown(Client(), reverse("replay", args=[match.uid, 1]))


def test_a_move_that_does_not_go_ends_the_replay_there_and_says_why(generated) -> None:
    match = public(generated, size=2)
    move = match.rounds.get(number=1).moves.order_by("number")[4]
    Move.objects.filter(pk=move.pk).update(text="catch:1")
    page = shown(Client(), f"{reverse('replay', args=[match.uid, 1])}?turn=9999")
    assert 'data-turns="4"' in page
    assert "move catch:1 does not go here" in page
    assert "The first 4 turns can be shown, and no more." in page


@pytest.mark.parametrize("harm", [{"nonces": "none"}, {"deal": [1]}, {"nonces": ["zz", 3]}])
def test_a_stored_round_that_cannot_be_read_is_said_to_be_one(generated, harm: dict[str, Any]) -> None:
    match = public(generated)
    RoundRow.objects.filter(match=match, number=1).update(**harm)
    for query in ({}, {"turn": "3", "seat": "open"}):
        answer = Client().get(reverse("replay", args=[match.uid, 1]), query)
        assert answer.status_code == 422
        assert "This round cannot be stepped through" in answer.content.decode()
    assert Client().get(reverse("match", args=[match.uid])).status_code == 200
    assert Client().get(reverse("match_json", args=[match.uid])).status_code == 200


def test_another_end_than_the_stored_one_is_said(generated) -> None:
    match = public(generated, size=2)
    row = match.rounds.get(number=1)
    row.scores.update(charge=3)
    page = shown(Client(), reverse("replay", args=[match.uid, 1]))
    assert "costs other points or places than were recorded" in page


# --- files


def test_a_download_can_be_brought_to_the_page_of_files(generated) -> None:
    match = next(one for one in Match.objects.filter(pk__in=generated, private=False) if one.round_number > 1)
    file = Client().get(reverse("match_json", args=[match.uid]))
    assert file["Content-Disposition"] == f'attachment; filename="macao-{match.uid}.json"'
    client, text = browser(), file.content.decode()
    stored = table_of(shown(Client(), f"{reverse('replay', args=[match.uid, 2])}?turn=5&seat=1"))
    brought = post(client, "/replay/", {"text": text, "round": 2, "turn": 5, "seat": 1})
    assert brought.status_code == 200
    assert CARD.findall(table_of(brought.content.decode())) == CARD.findall(stored)
    words = re.compile(r'class="replay__words">(.*?)</span>')
    assert words.findall(brought.content.decode()) == words.findall(stored)
    assert "replay__faults" not in brought.content.decode()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda document: "{", "That is no JSON."),
        (lambda document: "[" * 200_000, "That is no JSON."),
        (lambda document: "[]", "That is not the file of a match from Macao."),
        (lambda document: json.dumps({**document, "format": "chess"}), "That is not the file of a match"),
        (lambda document: json.dumps({**document, "version": 2}), "The file has version 2 of the format"),
        (lambda document: json.dumps({**document, "rules": "whist"}), "The rules in the file are not known here"),
        (lambda document: json.dumps({**document, "rules": [1]}), "The rules in the file are not known here"),
        (lambda document: json.dumps({**document, "rules": {"base": ["x"]}}), "The rules in the file are not known"),
        (lambda document: json.dumps({**document, "seats": 3}), "cannot be: seats"),
        (lambda document: json.dumps({**document, "rounds": []}), "cannot be: rounds"),
        (lambda document: json.dumps({**document, "rounds": [{"number": 1}]}), "cannot be: server_seed"),
        (lambda document: " " * (replays.MOST_TEXT + 1), "The file is too long"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_replayed_says_why(generated, change: Any, says: str) -> None:
    document = documents.match_document(public(generated))
    answer = post(browser(), "/replay/", {"text": change(document)})
    assert answer.status_code == 422
    assert says in answer.content.decode()


@pytest.mark.parametrize(
    "key", ["first", "nonces", "deal", "moves", "winner", "charges", "totals", "state", "commitment"]
)
@pytest.mark.parametrize(
    "value",
    [
        None,
        -1,
        10**30,
        "x",
        [],
        {},
        [None],
        [{}],
        [[]],
        {"hands": 3},
        {"hands": ["\ud800"]},
        [{"seat": 0, "text": "\ud800"}],
        True,
        1.5,
    ],
)
def test_no_value_in_a_file_breaks_the_page(generated, key: str, value: Any) -> None:
    document = documents.match_document(public(generated, size=2))
    document["rounds"][0][key] = value
    answer = post(browser(), "/replay/", {"text": json.dumps(document), "turn": 3})
    assert answer.status_code in (200, 422)


def test_a_move_in_a_file_that_the_rules_refuse_is_named(generated) -> None:
    document = documents.match_document(public(generated, size=2))
    row = document["rounds"][0]
    row["moves"][1] = {**row["moves"][1], "text": "take"}
    answer = post(browser(), "/replay/", {"text": json.dumps(document), "turn": 50})
    assert answer.status_code == 200
    assert "Round 1, turn 2:" in answer.content.decode()


def test_a_file_is_not_kept_and_needs_a_token(generated) -> None:
    text = json.dumps(documents.match_document(public(generated)))
    with CaptureQueriesContext(connection) as asked:
        post(browser(), "/replay/", {"text": text})
    assert not [query for query in asked if query["sql"].startswith(("INSERT", "UPDATE"))]
    assert browser().post("/replay/", {"text": text}).status_code == 403


# --- practice


def test_practice_is_replayed_by_its_owner_alone(settings) -> None:
    ana, bogdan = generating.somebodies(2, 99)
    owner, other = User.objects.get(pk=ana.pk), User.objects.get(pk=bogdan.pk)
    game = play_match(Settings(RuleSet.named("simple-macao", target=60), 2, 0), bytes([5] * 32))
    match, _ = history.keep(owner, json.loads(kept.save(game)), None, documents.datetime.now().astimezone())
    url = reverse("practice_replay", args=[match.uid, 1])
    page = shown(browser(owner), f"{url}?turn=2")
    assert "replay__faults" not in page
    assert '<option value="0" selected>You</option>' in page
    for number in range(1, len(match.rounds) + 1):
        reel = replays.read(documents.practice_document(match), number)
        assert replays.run(reel, 0).faults == ()
    for client in (browser(), browser(other)):
        assert client.get(url).status_code == 404
        assert client.get(reverse("practice_json", args=[match.uid])).status_code == 404
    assert browser(owner).get(reverse("practice_replay", args=[match.uid, len(match.rounds) + 1])).status_code == 404
    file = browser(owner).get(reverse("practice_json", args=[match.uid]))
    assert post(browser(), "/replay/", {"text": file.content.decode()}).status_code == 200


def test_devices_do_not_carry_what_only_the_server_shows() -> None:
    carried = [name for name, _ in files()]
    assert "game/presenter/looking.py" in carried
    assert "game/presenter/replay.py" not in carried
