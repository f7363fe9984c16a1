"""The shuffle of docs/notation.md: its worked example, a second reading of the recipe, and that it is fair."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from game.engine import Round, RuleError, RuleSet
from game.engine.cards import NUMBER, codes
from game.engine.shuffle import Chance, commitment, deal_seed, first_seat
from tests.engine.strategies import CARDS, seed_of

SERVER_SEED = bytes(range(32))
NONCES = ["00112233445566778899aabbccddeeff", None, "ffeeddccbbaa99887766554433221100"]
SEED = bytes.fromhex("65653f7749bcfdf9f17c368fd0aefc3562bab5c0c75cc164db1c8c767bf7c8c7")
PACK = (
    "Th Qc 7h 4s 5h Qh 4h 2h 9c Js Qd 8s Jd 5d 6s 4d Ah 7c 2s Ac 6d 2c Kh 4c 9h Tc "
    "3s 9s 6c 3d Ad Jc 3c 8c Td 3h Ks 9d Qs 5s 8h Kd 5c 7s 7d 2d 8d Kc As Ts Jh 6h"
)
DOCUMENT = (Path(__file__).resolve().parents[2] / "docs" / "notation.md").read_text("utf-8")


def shuffled(texts: list[str], seed: bytes, label: str) -> list[str]:
    cards = [NUMBER[text] for text in texts]
    Chance(seed, label).shuffle(cards)
    return list(codes(cards))


def by_the_book(cards: list[str], seed: bytes, label: str) -> list[str]:
    """The recipe once more, as plainly as it can be written."""
    stream = b"".join(hmac.new(seed, f"{label}/{b}".encode(), hashlib.sha256).digest() for b in range(40))
    numbers = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]
    cards = list(cards)
    for i in range(len(cards) - 1, 0, -1):
        while (x := numbers.pop(0)) >= 2**32 - 2**32 % (i + 1):
            pass
        j = x % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def test_the_worked_example_of_the_document_comes_out() -> None:
    assert commitment(SERVER_SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert deal_seed(SERVER_SEED, NONCES) == SEED
    assert shuffled(CARDS, SEED, "deal") == PACK.split()
    dealt = Round.deal("simple-macao", 3, seed=SEED)
    hands = ["Th Qc 7h 4s 5h", "Qh 4h 2h 9c Js", "Qd 8s Jd 5d 6s"]
    assert [set(dealt.hand(seat)) for seat in range(3)] == [set(hand.split()) for hand in hands]
    position = dealt.position()
    assert position["pile"] == ["6d"]
    assert first_seat(SEED, 3) == 2
    assert shuffled(["2c", "3d", "4h", "5s", "6c", "7d"], SEED, "reshuffle/1") == ["7d", "6c", "2c", "4h", "5s", "3d"]
    for vector in (commitment(SERVER_SEED), SEED.hex(), *PACK.split(" 3s 9s"), " ".join(position["stock"][:18])):
        assert vector.strip() in DOCUMENT.replace("\n    3s", " 3s")


@pytest.mark.parametrize("label", ["deal", "bury", "reshuffle/1", "reshuffle/12"])
def test_a_second_reading_of_the_recipe_gives_the_same_cards(label: str) -> None:
    for number in range(50):
        assert shuffled(CARDS, seed_of(number), label) == by_the_book(CARDS, seed_of(number), label)


def test_labels_and_seeds_give_different_cards() -> None:
    hands = [
        shuffled(CARDS, seed, label) for seed in (seed_of(0), seed_of(1)) for label in ("deal", "reshuffle/1", "bury")
    ]
    assert len(set(map(tuple, hands))) == 6


def test_every_order_of_four_cards_is_equally_likely() -> None:
    """Chi-square over the 24 orders, 12,000 shuffles: 23 degrees of freedom, 49.7 is passed once in a thousand."""
    cards = CARDS[:4]
    counts = Counter(tuple(shuffled(cards, seed_of(number), "deal")) for number in range(12_000))
    expected = 12_000 / 24
    assert sum((counts[order] - expected) ** 2 / expected for order in permutations(cards)) < 49.7


def test_every_card_is_equally_likely_to_be_on_top_of_the_pack() -> None:
    """Chi-square over 52 cards, 10,400 shuffles: 51 degrees of freedom, 87.9 is passed once in a thousand."""
    counts = Counter(shuffled(CARDS, seed_of(number), "deal")[0] for number in range(10_400))
    assert sum((counts[card] - 200) ** 2 / 200 for card in CARDS) < 87.9


def test_the_first_seat_is_any_of_them_equally_often() -> None:
    counts = Counter(first_seat(seed_of(number), 5) for number in range(5_000))
    assert sum((counts[seat] - 1_000) ** 2 / 1_000 for seat in range(5)) < 18.5


def test_a_reshuffle_is_keyed_by_the_seed_and_its_number() -> None:
    pile = "2c 3d 4h 5s 6c 7d 8h"
    start = {"rules": "simple-macao", "hands": ["9c 9d", "Tc Td"], "pile": pile}
    for done in (0, 4):
        round_ = Round.from_position({**start, "shuffles": done}, seed=SEED)
        round_.play("draw")
        order = by_the_book(pile.split()[:-1], SEED, f"reshuffle/{done + 1}")
        assert round_.position()["stock"] == order[1:]
        assert order[0] in round_.hand(0)
        assert round_.position()["shuffles"] == done + 1


def test_without_a_seed_thirty_two_zero_bytes_stand_in() -> None:
    start = {"rules": "simple-macao", "hands": ["9c 9d", "Tc Td"], "pile": "2c 3d 4h 5s 6c 7d 8h"}
    without, zeros = Round.from_position(start), Round.from_position(start, seed=bytes(32))
    without.play("draw")
    zeros.play("draw")
    assert without.position() == zeros.position()


def test_buried_cards_go_back_at_places_drawn_from_the_seed() -> None:
    """D-11, by the book: index 0 is the next card drawn."""
    for number in range(60):
        seed = seed_of(number)
        order = by_the_book(CARDS, seed, "deal")[10:]
        rules = RuleSet.named("simple-macao")
        turned = next(index for index, card in enumerate(order) if not rules.power(card))
        stock = order[turned + 1 :]
        chance = Chance(seed, "bury")
        for card in order[:turned]:
            stock.insert(chance.below(len(stock) + 1), card)
        position = Round.deal(rules, 2, seed=seed).position()
        assert position["stock"] == stock
        assert position["pile"] == [order[turned]]


@pytest.mark.parametrize("nonce", ["", "12", "g" * 32, "0" * 33, "0" * 31 + ","])
def test_a_nonce_is_thirty_two_hexadecimal_digits(nonce: str) -> None:
    with pytest.raises(ValueError, match="nonce"):
        deal_seed(SERVER_SEED, [nonce])


def test_a_seed_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Round.deal("simple-macao", 2, seed=b"short")
    with pytest.raises(ValueError, match="32 bytes"):
        Round.from_position(Round.deal("simple-macao", 2, seed=SEED).position(), seed=b"short")


@pytest.mark.parametrize(
    ("seats", "first", "named"), [(1, 0, "seats"), (7, 0, "seats"), (2, 2, "first"), (2, -1, "first")]
)
def test_a_deal_for_the_wrong_number_of_seats_names_the_parameter(seats: int, first: int, named: str) -> None:
    with pytest.raises(RuleError) as wrong:
        Round.deal("simple-macao", seats, seed=SEED, first=first)
    assert wrong.value.parameter == named
