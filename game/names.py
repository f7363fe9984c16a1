"""Which names people and tables may carry, and when two names are the same (reliability 2.1; faults B60-B62; S31).

Standard library only. Unicode's script property is not in `unicodedata`, but the first word of a letter's official name
is its script for every script that we admit; `docs/decisions/0010` says why that is enough.
"""

from __future__ import annotations

import unicodedata
from enum import StrEnum

NAME_LENGTH = 24
TITLE_LENGTH = 40
MARKS_A_LETTER = 3  # Hebrew and Vietnamese need that many on one letter, nobody needs more


class Reason(StrEnum):
    """Why a name is refused."""

    EMPTY = "empty"
    LONG = "long"
    INVISIBLE = "invisible"  # control, format, unassigned or blank-looking characters
    MARKS = "marks"  # a heap of accents, or an accent on nothing
    NO_LETTER = "no-letter"
    SCRIPT = "script"  # a script that is not in everyday use anywhere
    MIXED = "mixed"  # letters of two scripts
    SIGN = "sign"  # a colon or an at sign: they stand in keys and in addresses
    RESERVED = "reserved"


class NameRefused(ValueError):
    """A name that may not be used; `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


# Letters and signs that look like nothing at all, though Unicode counts them as visible.
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159\U00016fe4")
ZERO_WIDTH = "\u200c\u200d"  # (non-)joiners: part of Persian and Indic spelling, and of family emoji
VARIATION = "\ufe0e\ufe0f"
HIDDEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})

# Unicode's "recommended" scripts (UAX 31), by the first word of their letters' names. What is written together is one.
SCRIPTS = {
    script: group
    for group in (
        "LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "HEBREW", "ARABIC", "GEORGIAN", "DEVANAGARI", "BENGALI", "GURMUKHI",
        "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "THAI", "LAO", "TIBETAN", "MYANMAR",
        "KHMER", "ETHIOPIC", "THAANA", "CJK IDEOGRAPHIC HIRAGANA KATAKANA KATAKANA-HIRAGANA HANGUL BOPOMOFO",
    )
    for script in group.split()
}  # fmt: skip

# One letter of each look-alike group stands for all, case already folded: capitals count too, so that Cyrillic В is b.
LOOKS_LIKE = str.maketrans(
    dict(zip("авеһіјкӏмнорсԁѕтухԛԝ", "abehljklmhopcdstyxqw", strict=True))  # Cyrillic
    | dict(zip("αβεζηικμνορτυχ", "abezhlkmnoptyx", strict=True))  # Greek
    | dict(zip("օսհոցզյ", "ouhngqj", strict=True))  # Armenian
    | dict(zip("ıɩɪiɑɡøłđħŧƀ01|", "llllagoldhtboll", strict=True))  # within Latin, and digits
)
LOOKS_LIKE_PAIR = (("rn", "m"), ("vv", "w"))

RESERVED_WORDS = (
    "admin administrator moderator mod staff support system official owner root bot robot macao macau "
    "moderatoare sistem suport oficial echipa proprietar"
)  # fmt: skip
RESERVED_NAMES = (
    "guest", "host", "player", "you", "me", "dealer", "watcher", "nobody", "anonymous", "null", "deleted player",
    "oaspete", "invitat", "musafir", "gazda", "jucator", "tu", "eu", "nimeni", "anonim", "jucator sters", "stand-in",
)  # fmt: skip


def check(text: str) -> str:
    """The name as it will be shown: NFKC, blanks collapsed; `NameRefused` when nobody may be called that.

    Checking a checked name returns it unchanged. Lengths are in code points, the same in form, server and database; a
    name is never cut, so that no letter loses its accents and no emoji its half.
    """
    name = _visible(text, NAME_LENGTH)
    if ":" in name or "@" in name:
        raise NameRefused(Reason.SIGN)
    letters = [letter for letter in name if unicodedata.category(letter) in {"Lu", "Ll", "Lt", "Lo"}]
    if not letters:
        raise NameRefused(Reason.NO_LETTER)
    scripts = {_script(letter) for letter in letters}
    if "" in scripts:
        raise NameRefused(Reason.SCRIPT)
    if len(scripts) > 1:
        raise NameRefused(Reason.MIXED)
    if _reserved(name):
        raise NameRefused(Reason.RESERVED)
    return name


def check_title(text: str) -> str:
    """A table's name as it will be shown: any visible text; `NameRefused` otherwise."""
    title = _visible(text, TITLE_LENGTH)
    if not any(unicodedata.category(character)[0] in "LNPS" for character in title):
        raise NameRefused(Reason.INVISIBLE)
    return title


def shown(text: str, stand_in: str) -> str:
    """The text, or the stand-in where nobody could see it: a name that came in by another way than `check` (B60)."""
    try:
        return check_title(text)
    except NameRefused:
        return stand_in


def key(text: str) -> str:
    """What two names have in common when one could pass for the other: equal keys, one person.

    Case, width, accents, blanks, punctuation and look-alike letters are folded. Never raises, so that a name typed at
    the door can be looked up; the key of a name that `check` passed is never empty and holds no colon.
    """
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    kept = [character for character in folded if _counts(character)]
    plain = unicodedata.normalize("NFKC", "".join(kept)).translate(LOOKS_LIKE)
    for pair, one in LOOKS_LIKE_PAIR:
        plain = plain.replace(pair, one)
    return plain


def _visible(text: str, length: int) -> str:
    """Text that can be seen and stays in its row: cleaned, or refused."""
    if len(text) > 20 * length:  # nothing that normalises to less; spares the work on megabytes
        raise NameRefused(Reason.LONG)
    clean = " ".join(unicodedata.normalize("NFKC", text).split())
    if not clean:
        raise NameRefused(Reason.EMPTY)
    if len(clean) > length:
        raise NameRefused(Reason.LONG)
    marks = 0
    for place, character in enumerate(clean):
        if character in BLANK or not _shown(clean, place):
            raise NameRefused(Reason.INVISIBLE)
        if unicodedata.category(character) in {"Mn", "Me"} and character not in VARIATION:
            marks += 1
            if marks > MARKS_A_LETTER or place == 0 or clean[place - 1] == " ":
                raise NameRefused(Reason.MARKS)
        else:
            marks = 0
    return clean


def _shown(text: str, place: int) -> bool:
    """Whether the character at `place` shows, or helps a neighbour to show as it should."""
    character = text[place]
    before = text[place - 1] if place else ""
    after = text[place + 1 : place + 2]
    if character in VARIATION:
        return before != "" and unicodedata.category(before) in {"So", "Po"}
    if character in ZERO_WIDTH:
        if not before or not after:
            return False
        emoji = before in VARIATION or unicodedata.category(before) in {"So", "Sk"}
        joins = _script(before) == _script(after) == "ARABIC" or unicodedata.combining(before) == 9  # a virama
        return joins or (character == "\u200d" and emoji and unicodedata.category(after) == "So")
    return unicodedata.category(character) not in HIDDEN and not 0xFE00 <= ord(character) <= 0xFE0D


def _script(letter: str) -> str:
    """The script group of a letter, or nothing for one that we do not admit."""
    return SCRIPTS.get(unicodedata.name(letter, "").partition(" ")[0], "")


def _counts(character: str) -> bool:
    """Whether a decomposed character tells two names apart."""
    if character in BLANK or character in VARIATION:
        return False
    category = unicodedata.category(character)
    if category in {"Mn", "Me"}:
        return unicodedata.combining(character) in {0, 7, 8, 9}  # vowels and voicing of Asian scripts, not accents
    return category[0] in "LNS" or category == "Mc"


_WORDS = frozenset(map(key, RESERVED_WORDS.split()))
_NAMES = frozenset(map(key, RESERVED_NAMES))


def _reserved(name: str) -> bool:
    """Whether a name speaks for the site: one of its words alone, or the whole, digits at the end not counted."""
    words = [key(word.rstrip("0123456789")) for word in _split(name)]
    return any(word in _WORDS for word in words) or key(name) in _WORDS or key(name.rstrip("0123456789 ")) in _NAMES


def _split(name: str) -> list[str]:
    return "".join(c if unicodedata.category(c)[0] in "LMN" or c == "|" else " " for c in name).split()
