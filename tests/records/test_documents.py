"""The JSON document of a match: enough to play its finished rounds again, and nothing of a running one."""

from __future__ import annotations

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from game import accounts, documents
from game.engine import Round, RuleSet
from game.engine.shuffle import commitment, deal_seed
from game.models import Match
from game.models import Round as RoundRow
from tests.site.builders import account, played

pytestmark = pytest.mark.django_db


@pytest.mark.one_store
def test_documents_play_again_to_the_stored_end(generated) -> None:
    for document in documents.match_documents(list(Match.objects.filter(pk__in=generated[:12]))):
        assert json.loads(json.dumps(document)) == document
        rules = RuleSet.from_json(document["rules"])
        for row in document["rounds"]:
            server_seed = bytes.fromhex(row["server_seed"])
            assert commitment(server_seed) == row["commitment"]
            seed = deal_seed(server_seed, row["nonces"])
            round_ = Round.deal(rules, len(document["seats"]), seed=seed, first=row["first"])
            assert round_.position() == row["deal"]
            for move in row["moves"]:
                round_.play(move["text"])
            assert round_.position() == row["state"]
            assert row["charges"] == list(round_.places if round_.scores is None else round_.scores)
            assert row["places"] == list(round_.places)
        assert document["rounds"][-1]["totals"] == [seat["total"] for seat in document["seats"]]


def test_a_deal_that_was_not_kept_is_dealt_again(generated) -> None:
    match = Match.objects.get(pk=generated[0])
    whole = documents.match_document(match)
    RoundRow.objects.filter(match=match).update(deal=None)
    assert documents.match_document(match) == whole


def test_as_many_queries_for_ten_matches_as_for_one(generated) -> None:
    counts = []
    for number in (1, 10):
        matches = list(Match.objects.filter(pk__in=generated[:number]))
        with CaptureQueriesContext(
            connection,
        ) as asked:
            documents.match_documents(matches)
        counts.append(len(asked))
    assert counts == [4, 4]


def test_nothing_of_a_round_that_is_played(generated) -> None:
    match = Match.objects.get(pk=generated[0])
    last = match.rounds.last()
    RoundRow.objects.filter(pk=last.pk).update(ended_at=None)
    text = json.dumps(documents.match_document(match))
    assert bytes(last.server_seed).hex() not in text
    assert json.dumps(last.deal["stock"]) not in text
    assert [row["number"] for row in json.loads(text)["rounds"]] == list(range(1, last.number))
    assert documents.round_document(match, last.number) is None
    assert documents.round_document(match, last.number + 7) is None


def test_one_round_alone(generated) -> None:
    match = next(one for one in Match.objects.filter(pk__in=generated) if one.round_number > 1)
    whole = documents.match_document(match)
    assert documents.round_document(match, 2) == {**whole, "rounds": whole["rounds"][1:2]}


def test_a_deleted_account_has_a_neutral_name(settings) -> None:
    settings.PASSWORD_HASHERS = ["tests.site.builders.QuickHasher"]
    ana = account("Zoltánka")
    match = played([ana, "Bot 2"], [[0, 20]], target=10)
    accounts.delete(ana)
    document = documents.match_document(match)
    assert "Zolt" not in json.dumps(document, ensure_ascii=False)
    assert [(seat["name"], seat["bot"]) for seat in document["seats"]] == [
        ("Deleted player", None),
        ("Bot 2", "sensible"),
    ]
