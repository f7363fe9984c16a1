"""Words of one language for texts that are made without Django: sentences, card names, lists.

The catalogue is Django's own (`locale/<language>/LC_MESSAGES/django.mo`), read with the standard library, so that the
same texts come out on a player's own device. A language without a catalogue speaks English, the language of the source.
"""

from __future__ import annotations

import gettext
from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple, cast

LOCALE = Path(__file__).resolve().parent.parent / "locale"


class Span(NamedTuple):
    """A piece of a sentence and what it is, so that a template can mark it: text, name, strong, card or clock."""

    kind: str
    text: str
    spoken: str = ""
    """How a screen reader says it, where that is not its text."""
    sign: str = ""
    """A suit's letter, to be drawn behind the text as a picture."""


Phrase = tuple[Span, ...]
"""A sentence in pieces, in the order of the language."""


class Words:
    """One language. `gettext`, `ngettext` and `pgettext` as in the standard library; one object a language."""

    def __init__(self, language: str) -> None:
        self.language = language
        catalogue = gettext.translation("django", LOCALE, [language], fallback=True)
        self.gettext = catalogue.gettext
        self.ngettext = catalogue.ngettext
        self.pgettext = catalogue.pgettext

    def __repr__(self) -> str:
        return f"Words({self.language!r})"

    @staticmethod
    def phrase(message: str, **values: Span | Phrase | str | int) -> Phrase:
        """A translated message with its placeholders filled, in pieces."""
        return _filled(message, tuple(values.items()))


@lru_cache(maxsize=16_384)
def _filled(message: str, values: tuple[tuple[str, Span | Phrase | str | int], ...]) -> Phrase:
    named = dict(values)
    spans: list[Span] = []
    for piece in _pieces(message):
        if isinstance(piece, Span):
            spans.append(piece)
        else:
            spans += _spans(named[piece])
    return tuple(spans)


@lru_cache(maxsize=4096)
def _pieces(message: str) -> tuple[Span | str, ...]:
    """A message as literal text and, between, the names of its placeholders."""
    pieces: list[Span | str] = []
    for text, placeholder, _, _ in Formatter().parse(message):
        if text:
            pieces.append(Span("text", text))
        if placeholder is not None:
            pieces.append(placeholder)
    return tuple(pieces)


def _spans(value: Span | Phrase | str | int) -> Phrase:
    if isinstance(value, Span):
        return (value,)
    return cast(Phrase, value) if isinstance(value, tuple) else (Span("text", str(value)),)


def name(text: str) -> Span:
    """Somebody's name, in any script."""
    return Span("name", text)


def strong(text: object) -> Span:
    """A word or number that the eye should find first."""
    return Span("strong", str(text))


def capital(text: str) -> str:
    """A text with its first letter large, the others as they are."""
    return text[:1].upper() + text[1:]


def clock(seconds: int | None) -> str:
    """Seconds as m:ss; empty for None."""
    return "" if seconds is None else f"{seconds // 60}:{seconds % 60:02}"


def plain(phrase: Phrase) -> str:
    """A phrase as one text, as it is spoken; names stand between marks that keep right-to-left ones apart."""
    return "".join(f"\u2068{span.text}\u2069" if span.kind == "name" else span.spoken or span.text for span in phrase)


@lru_cache
def words_for(language: str) -> Words:
    """The words of a language by its code: `en`, `ro`."""
    return Words(language)
