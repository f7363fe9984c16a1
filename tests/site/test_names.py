"""Names: who may be called what, and which two names are one (faults B60, B61, B62; S31)."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.names import NAME_LENGTH, TITLE_LENGTH, NameRefused, Reason, check, check_title, key, shown

pytestmark = pytest.mark.one_store
FAMILY = "👨‍👩‍👧"


@pytest.mark.parametrize(
    "name",
    [
        "Ana", "Ștefan", "ana maria", "O'Neil", "Jean-Luc", "Łukasz", "Đorđe", "Nguyễn", "Ana 2", "José_81", "Ann.",
        "Марк", "Юлія", "Νίκος", "יונתן", "שָׁלוֹם", "محمد", "علی\u200cرضا", "मीरा", "ශ්\u200dරී", "สมชาย", "さくら",
        "田中カナ", "김민준", "გიორგი", "Արամ", "Ana ♥", f"Ana {FAMILY}", "Ana 🇷🇴", "Ana ❤️",
        "Robert", "Modesta", "Guesta",
    ],
)  # fmt: skip
def test_a_name_of_one_living_script_is_taken_as_it_is_written(name: str) -> None:
    assert check(name) == unicodedata.normalize("NFKC", name)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("  Ana  ", "Ana"),
        ("Ana\t\n Maria", "Ana Maria"),
        ("ＭＡＲＫ", "MARK"),
        ("Ana\u00a0B", "Ana B"),
        ("A\u0301na", "Ána"),
    ],
)
def test_width_and_blanks_are_folded_before_a_name_is_shown(name: str, shown: str) -> None:
    assert check(name) == shown


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", Reason.EMPTY),
        ("   ", Reason.EMPTY),
        ("\u2003\u3000", Reason.EMPTY),
        ("\u3164", Reason.INVISIBLE),
        ("Ana\u3164", Reason.INVISIBLE),
        ("\u115f", Reason.INVISIBLE),
        ("\uffa0", Reason.INVISIBLE),
        ("\u200b\u200b\u200b", Reason.INVISIBLE),
        ("\u2060", Reason.INVISIBLE),
        ("\u202eabc", Reason.INVISIBLE),
        ("An\u200da", Reason.INVISIBLE),
        ("An\u200ca", Reason.INVISIBLE),
        ("Ana\ufe0f", Reason.INVISIBLE),
        ("An\u00ada", Reason.INVISIBLE),
        ("A\x00na", Reason.INVISIBLE),
        ("Ana\x1b[31m", Reason.INVISIBLE),
        ("\u2800Ana", Reason.INVISIBLE),
        ("Ana\ue000", Reason.INVISIBLE),
        ("Ana\ud800", Reason.INVISIBLE),
        ("Ana\U000e0067", Reason.INVISIBLE),
        ("a" * (NAME_LENGTH + 1), Reason.LONG),
        ("x" * 300, Reason.LONG),
        ("😀", Reason.NO_LETTER),
        ("😀" * 16, Reason.NO_LETTER),
        ("😀" * 30, Reason.LONG),
        (FAMILY, Reason.NO_LETTER),
        ("🇷🇴", Reason.NO_LETTER),
        ("12345", Reason.NO_LETTER),
        ("{{7*7}}", Reason.NO_LETTER),
        ("o" + "\u0303" * 30, Reason.LONG),
        ("o" + "\u0363" * 6, Reason.MARKS),
        ("\u0301ana", Reason.MARKS),
        ("Ana \u0301", Reason.MARKS),
        ("Mаrk", Reason.MIXED),
        ("Maρκ", Reason.MIXED),
        ("ᎠᎡᎢ", Reason.SCRIPT),
        ("𐤀𐤁", Reason.SCRIPT),
        ("guest:1", Reason.SIGN),
        ("guest：1", Reason.SIGN),
        ("ana@home", Reason.SIGN),
    ],
)
def test_a_name_that_hides_breaks_the_row_or_passes_for_another_is_refused(name: str, reason: Reason) -> None:
    with pytest.raises(NameRefused) as refused:
        check(name)
    assert refused.value.reason is reason


@pytest.mark.parametrize(
    "name",
    [
        "admin", "ADMIN", "Adm1n", "ádmin", "Admin 7", "The Admin", "admin99", "ａｄｍｉｎ",
        "Administrator", "moderator", "Rnoderator", "M0derator", "bot", "BOT", "Bot 3", "b0t", "robot", "Robot2",
        "system", "Sistem", "macao", "Macao Team", "guest", "Guest 12", "gUEsT", "Deleted player", "Jucător șters",
        "Tu", "you",
        "moderatoare", "Oaspete", "invitat", "Gazdă", "Suport", "m a c a o",
    ],
)  # fmt: skip
def test_a_name_that_speaks_for_the_site_is_reserved_in_both_languages_and_every_spelling(name: str) -> None:
    with pytest.raises(NameRefused) as refused:
        check(name)
    assert refused.value.reason is Reason.RESERVED


@pytest.mark.parametrize(
    "other", ["mark", "MARK", "Mark ", " M a r k", "ＭＡＲＫ", "Márk", "Mаrk", "Маrk", "mark.", "Mark️"]
)
def test_names_that_look_alike_have_one_key(other: str) -> None:
    assert key(other) == key("Mark")


@pytest.mark.parametrize(
    ("one", "other"),
    [("Rnark", "Mark"), ("Ion", "lon"), ("Ion", "1on"), ("Bob", "B0b"), ("vvanda", "Wanda"), ("Ștefan", "stefan"),
     ("Đorđe", "Dorde"), ("ТОМ", "TOM"), ("ΝΙΚΟ", "NIKO"), ("Straße", "STRASSE"), ("علی\u200cرضا", "علیرضا")],
)  # fmt: skip
def test_names_of_two_scripts_or_spellings_that_look_alike_have_one_key(one: str, other: str) -> None:
    assert key(one) == key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ana", "Anna"), ("Mark", "Marc"), ("か", "が"), ("मीरा", "मारा"), ("Ana", "Ana 2")]
)
def test_names_that_differ_to_the_eye_have_two_keys(one: str, other: str) -> None:
    assert key(one) != key(other)


@given(st.text(max_size=30))
def test_a_checked_name_is_stable_and_has_a_key_that_no_guest_has(text: str) -> None:
    try:
        name = check(text)
    except NameRefused:
        return
    assert check(name) == name
    assert 1 <= len(name) <= NAME_LENGTH
    assert 1 <= len(key(name)) <= 96
    assert ":" not in key(name)
    assert key(key(name)) == key(name)


@given(st.text(max_size=60))
def test_a_key_is_made_of_any_text_without_control_characters(text: str) -> None:
    assert not any(unicodedata.category(character) == "Cc" for character in key(text))


@pytest.mark.parametrize(
    "title", ["Sunday with the cousins", "שולחן של יונתן", "{{7*7}}", "<svg/onload=1>", "😀😀", "7", "a:b@c"]
)
def test_a_table_may_be_called_anything_that_can_be_seen(title: str) -> None:
    assert check_title(title) == title


@pytest.mark.parametrize(
    "title", ["", "  ", "\u3164", "\u115f", "\u200b\u200b\u200b", "\u2060", "\u202eabc", "x" * (TITLE_LENGTH + 1)]
)
def test_a_table_may_not_be_called_what_cannot_be_seen(title: str) -> None:
    with pytest.raises(NameRefused):
        check_title(title)


def test_a_stored_name_that_nobody_can_see_is_shown_by_a_stand_in() -> None:
    assert shown("\u3164", "Player") == "Player"
    assert shown("Ana", "Player") == "Ana"
