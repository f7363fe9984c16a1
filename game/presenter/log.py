"""What happened, line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from game.engine import Event, EventKind, RuleSet
from game.engine.moves import ANY, NONE
from game.engine.powers import Draw, Skip
from game.presenter.cards import all_of, card_span, laid, place, ranks_name, suit_name
from game.presenter.data import LogData, LogLine
from game.scene import LogEntry, Scene
from game.words import Phrase, Span, Words, name, strong

HASH_SHOWN = 12
"""Hex digits of the deal's seal that stand in the line itself; the whole of it opens."""

_SOUNDS = {
    EventKind.PLAYED: "play", EventKind.DREW: "draw", EventKind.TOOK: "take", EventKind.WAITED: "wait",
    EventKind.ONE_CARD: "one", EventKind.CALLED: "one", EventKind.CAUGHT: "take", EventKind.OUT: "out",
}  # fmt: skip
MOST_LINES = 8
"""More lines than any one move makes."""
MOST_READERS = 4096
"""Logs kept for their next line, of all tables of a process."""
_told: dict[tuple[str, int | None, tuple[str, ...], str], tuple[tuple[LogEntry, ...], tuple[LogLine, ...]]] = {}


class Reader:
    """Somebody who reads the log: their seat, everybody's name, their language."""

    __slots__ = ("log", "names", "pack", "rules", "seat", "words")

    def __init__(self, scene: Scene, words: Words) -> None:
        self.seat = scene.seat
        self.names = tuple([seat.name for seat in scene.seats])
        self.log = scene.log
        self.rules = scene.rules
        self.pack = scene.rules.kind_of_pack
        self.words = words

    def tell(self, seat: int | None, mine: str, theirs: str, **values: Span | Phrase | str | int) -> Phrase:
        """A line about a seat: `mine` with `{you}` if it is the reader's, else `theirs` with `{who}`."""
        if seat == self.seat:
            return self.words.phrase(mine, you=strong(self.words.gettext("You")), **values)
        return self.words.phrase(theirs, who=name(self.names[seat or 0]), **values)


def present_log(scene: Scene, lines: tuple[LogLine, ...], words: Words) -> LogData:
    """The log of this round, oldest first, under the seal of its deal."""
    return LogData(*_heading(words, scene.round_number, scene.commitment), lines)


@lru_cache(maxsize=1024)
def _heading(words: Words, round_number: int, commitment: str) -> tuple[str, str, str, str, str]:
    """All but the lines, in the order of `LogData`."""
    return (
        words.gettext("What happened"),
        words.gettext("Close the list"),
        words.gettext("Round {number}").format(number=round_number),
        words.gettext("Deal sealed: {seal}…").format(seal=commitment[:HASH_SHOWN]),
        commitment,
    )


def last_line(lines: tuple[LogLine, ...]) -> Phrase:
    """The newest line that says what somebody did."""
    if not lines:
        return ()
    newest = [line for line in lines[-MOST_LINES:] if line.number == lines[-1].number]
    return next((line for line in newest if line.seat is not None), newest[-1]).words


def lines_of(scene: Scene, words: Words) -> tuple[LogLine, ...]:
    """The log as this viewer reads it. What was told before is not worded again: a log only grows at its end."""
    log, names = scene.log, tuple([seat.name for seat in scene.seats])
    key = (scene.match_id, scene.seat, names, words.language)
    told, lines = _told.get(key, ((), ()))
    if told is log:
        return lines
    if not told or len(told) > len(log) or told[-1] is not log[len(told) - 1] or told[0] is not log[0]:
        told, lines = (), ()
        if len(_told) >= MOST_READERS:
            _told.clear()
    if len(told) < len(log):
        reader = Reader(scene, words)
        lines = (*lines, *[line for entry in log[len(told) :] for line in _lines(entry, scene, reader)])
    _told[key] = (log, lines)
    return lines


def _lines(entry: LogEntry, scene: Scene, reader: Reader) -> tuple[LogLine, ...]:
    """What a move did, as those read it whom it does not concern, or as this one does."""
    if reader.seat == entry.by or any(event.seat == reader.seat for event in entry.events):
        return tuple(_made(entry, reader))
    return scene.once((entry.number, reader.words), lambda: tuple(_made(entry, reader)))


def _made(entry: LogEntry, reader: Reader) -> Iterator[LogLine]:
    tag = reader.words.gettext("bot played") if entry.stand_in else ""
    for event in entry.events:
        words = _words(event, entry, reader)
        if words:
            yield LogLine(entry.number, _sound(event, entry.events), event.seat, words, tag)
            tag = ""


def _sound(event: Event, events: tuple[Event, ...]) -> str:
    """Of all that a move did, the one thing worth hearing, on its first line."""
    kinds = {other.kind for other in events}
    for kind in (EventKind.OUT, EventKind.ONE_CARD):
        if kind in kinds:
            return _SOUNDS[kind]
    return _SOUNDS.get(event.kind, "")


def _words(event: Event, entry: LogEntry, reader: Reader) -> Phrase:
    """A line about one event, empty if another event's line tells it."""
    if event.kind in _TOLD:
        return _TOLD[event.kind](event, entry, reader)
    simple = _simple(reader.words).get(event.kind)
    return reader.tell(event.seat, *simple) if simple else ()


@lru_cache
def _simple(words: Words) -> dict[EventKind, tuple[str, str]]:
    """Lines that only name a seat: as its own player reads them, and as everybody else does."""
    _ = words.gettext
    return {
        EventKind.DREW: (_("{you} drew a card"), _("{who} drew a card")),
        EventKind.WAITED: (_("{you} lost a turn"), _("{who} lost a turn")),
        EventKind.SAT_OUT: (_("{you} sat out a turn"), _("{who} sat out a turn")),
        EventKind.PASSED: (_("{you} passed: nothing to draw"), _("{who} passed: nothing to draw")),
        EventKind.ONE_CARD: (_("{you} have one card: Macao!"), _("{who} has one card: Macao!")),
        EventKind.ENDED: (_("{you} ended the turn"), _("{who} ended the turn")),
        EventKind.CALLED: (_("{you} said Macao"), _("{who} said Macao")),
        EventKind.BACK: (_("{you} are in again"), _("{who} is in again")),
    }


# --- the deal


def _turned(event: Event, entry: LogEntry, reader: Reader) -> Phrase:
    card = card_span(reader.words, event.cards[0], reader.pack)
    return reader.words.phrase(reader.words.gettext("{card} starts the pile"), card=card)


def _buried(event: Event, entry: LogEntry, reader: Reader) -> Phrase:
    words = reader.words
    cards = all_of(words, [(card_span(words, code, reader.pack),) for code in event.cards])
    message = words.ngettext("{cards} was turned and buried", "{cards} were turned and buried", len(event.cards))
    return words.phrase(message, cards=cards)


# --- a play, with all that came of it at once, in one line


def _played(event: Event, entry: LogEntry, reader: Reader) -> Phrase:
    words, events, seat = reader.words, entry.events, event.seat
    stood = _has(events, EventKind.STOOD)
    faces = stood.cards if stood is not None else event.cards
    cards = laid(words, event.cards, faces, reader.pack)
    if reader.rules.by_points and _has(events, EventKind.OUT):
        return reader.tell(seat, *_last(words, len(event.cards)), card=cards)
    for kind, told in ((EventKind.CUT, _cut), (EventKind.STOPPED, _stopped)):
        if ended := _has(events, kind):
            return reader.tell(seat, *told(words, ended.count), card=cards, count=strong(ended.count))
    answered = _answered(faces, events, reader.rules)
    if named := _has(events, EventKind.NAMED):
        return _named(named.suit or "", cards, reader, seat, answered=answered)
    if demanded := _has(events, EventKind.DEMANDED):
        return _demanded(demanded.suit or "", cards, reader, seat)
    _ = words.gettext
    if answered:
        return reader.tell(seat, _("{you} answered with {card}"), _("{who} answered with {card}"), card=cards)
    return reader.tell(seat, _("{you} played {card}"), _("{who} played {card}"), card=cards)


def _last(words: Words, count: int) -> tuple[str, str]:
    return (
        words.ngettext("{you} played the last card, {card}", "{you} played the last cards, {card}", count),
        words.ngettext("{who} played the last card, {card}", "{who} played the last cards, {card}", count),
    )


def _cut(words: Words, count: int) -> tuple[str, str]:
    return (
        words.ngettext("{you} cut {count} card with {card}", "{you} cut {count} cards with {card}", count),
        words.ngettext("{who} cut {count} card with {card}", "{who} cut {count} cards with {card}", count),
    )


def _stopped(words: Words, count: int) -> tuple[str, str]:
    return (
        words.ngettext("{you} stopped a lost turn with {card}", "{you} stopped {count} lost turns with {card}", count),
        words.ngettext("{who} stopped a lost turn with {card}", "{who} stopped {count} lost turns with {card}", count),
    )


def _named(suit: str, cards: Phrase, reader: Reader, seat: int | None, *, answered: bool) -> Phrase:
    _ = reader.words.gettext
    if suit[:1] == "-":
        barred = suit_name(reader.words, suit[1], reader.pack)
        mine, theirs = _("{you} played {card}: anything but {suit}"), _("{who} played {card}: anything but {suit}")
        return reader.tell(seat, mine, theirs, card=cards, suit=barred)
    mine, theirs = _("{you} played {card} and named {suit}"), _("{who} played {card} and named {suit}")
    if answered:
        mine = _("{you} answered with {card} and named {suit}")
        theirs = _("{who} answered with {card} and named {suit}")
    return reader.tell(seat, mine, theirs, card=cards, suit=suit_name(reader.words, suit, reader.pack))


def _demanded(rank: str, cards: Phrase, reader: Reader, seat: int | None) -> Phrase:
    _ = reader.words.gettext
    if rank == NONE:
        mine, theirs = _("{you} played {card} and demanded nothing"), _("{who} played {card} and demanded nothing")
        return reader.tell(seat, mine, theirs, card=cards)
    if rank == ANY:
        mine = _("{you} played {card} and demanded a plain card")
        return reader.tell(seat, mine, _("{who} played {card} and demanded a plain card"), card=cards)
    mine, theirs = _("{you} played {card} and demanded {ranks}"), _("{who} played {card} and demanded {ranks}")
    return reader.tell(seat, mine, theirs, card=cards, ranks=ranks_name(reader.words, rank))


def _answered(faces: tuple[str, ...], events: tuple[Event, ...], rules: RuleSet) -> bool:
    """Whether a play passed on what waited: more waits now than its own cards add."""
    own = [power for code in faces for power in rules.power(code)]
    draws, skips = _has(events, EventKind.DRAWS), _has(events, EventKind.SKIPS)
    if draws:
        return draws.count > sum(power.count for power in own if isinstance(power, Draw))
    return skips is not None and skips.count > sum(power.turns for power in own if isinstance(power, Skip))


def _out(event: Event, entry: LogEntry, reader: Reader) -> Phrase:
    """In games of places: who is out, and in which place; in games of points the play's own line tells it."""
    if reader.rules.by_points:
        return ()
    out = 0
    for earlier in reader.log:
        kinds = [fact.kind for fact in earlier.events]
        out += kinds.count(EventKind.OUT) - kinds.count(EventKind.BACK)
        if earlier is entry:
            break
    _ = reader.words.gettext
    place_ = place(reader.words, max(out, 1))
    return reader.tell(event.seat, _("{you} are out: {place}"), _("{who} is out: {place}"), place=place_)


# --- the other moves


def _kept(event: Event, entry: LogEntry, reader: Reader) -> Phrase:
    if _has(entry.events, EventKind.DREW):
        return ()
    _ = reader.words.gettext
    return reader.tell(event.seat, _("{you} kept the card"), _("{who} kept the card"))


def _took(event: Event, entry: LogEntry, reader: Reader) -> Phrase:
    words = reader.words
    mine = words.ngettext("{you} took {count} card", "{you} took {count} cards", event.count)
    theirs = words.ngettext("{who} took {count} card", "{who} took {count} cards", event.count)
    return reader.tell(event.seat, mine, theirs, count=strong(event.count))


def _caught(event: Event, entry: LogEntry, reader: Reader) -> Phrase:
    """Who caught whom, and what that cost (D-13)."""
    words, count, by = reader.words, event.count, entry.by
    caught = (name(reader.names[event.seat or 0]),) if event.seat != reader.seat else ()
    values: dict[str, Phrase | Span] = {"caught": caught, "count": strong(count)}
    if by is None:
        mine = words.ngettext("{you} did not say Macao: {count} card", "{you} did not say Macao: {count} cards", count)
        theirs = words.ngettext(
            "{who} did not say Macao: {count} card", "{who} did not say Macao: {count} cards", count
        )
        return reader.tell(event.seat, mine, theirs, **values)
    if not caught:
        message = words.ngettext("{who} caught you: {count} card", "{who} caught you: {count} cards", count)
        return reader.tell(by, message, message, **values)
    mine = words.ngettext("{you} caught {caught}: {count} card", "{you} caught {caught}: {count} cards", count)
    theirs = words.ngettext("{who} caught {caught}: {count} card", "{who} caught {caught}: {count} cards", count)
    return reader.tell(by, mine, theirs, **values)


def _reshuffled(event: Event, entry: LogEntry, reader: Reader) -> Phrase:
    return reader.words.phrase(reader.words.gettext("The pile was shuffled into the stock"))


def _over(event: Event, entry: LogEntry, reader: Reader) -> Phrase:
    _ = reader.words.gettext
    if event.seat is None:
        return reader.words.phrase(_("Nobody can move: the round ends with no winner"))
    return () if reader.rules.by_points else reader.words.phrase(_("The round is over"))


_TOLD: dict[EventKind, Callable[[Event, LogEntry, Reader], Phrase]] = {
    EventKind.BURIED: _buried,
    EventKind.TURNED: _turned,
    EventKind.PLAYED: _played,
    EventKind.KEPT: _kept,
    EventKind.TOOK: _took,
    EventKind.CAUGHT: _caught,
    EventKind.OUT: _out,
    EventKind.RESHUFFLED: _reshuffled,
    EventKind.OVER: _over,
}


def _has(events: tuple[Event, ...], kind: EventKind) -> Event | None:
    return next((event for event in events if event.kind is kind), None)
