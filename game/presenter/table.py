"""A scene as plain data for the templates: what each part of the table says, in the viewer's language."""

from __future__ import annotations

from functools import lru_cache

from game.engine import RuleSet
from game.presenter.acts import present_acts
from game.presenter.asks import present_questions
from game.presenter.cards import place
from game.presenter.centre import present_centre
from game.presenter.data import ScoreRow, ScoresData, StatusData, TableData, TitleData
from game.presenter.games import game_name
from game.presenter.hand import present_hand, why_none
from game.presenter.log import last_line, lines_of, present_log
from game.presenter.places import places_now, sum_of_places
from game.presenter.seats import present_seats
from game.presenter.sentences import turn_lines
from game.presenter.sheet import abandoned, present_sheet, round_title, verdict
from game.scene import Phase, Scene
from game.words import Phrase, Words, clock, name, plain, strong


def present(scene: Scene, words: Words) -> TableData:
    """All that the viewer's page shows of a table."""
    lines = lines_of(scene, words)
    return TableData(
        language=words.language,
        bar_title=_title(words, scene.rules, scene.round_number, scene.target),
        scores=_scores(scene, words),
        status=_status(scene, words),
        seats=present_seats(scene, words),
        centre=None if scene.view is None else present_centre(scene.view, last_line(lines), words),
        says=_says(scene, words),
        hand=present_hand(scene, words),
        questions=present_questions(scene.rules, words) if scene.seat is not None else (),
        acts=present_acts(scene, words),
        log=present_log(scene, lines, words),
        sheet=present_sheet(scene, words),
    )


@lru_cache(maxsize=256)
def _title(words: Words, rules: RuleSet, number: int, target: int) -> TitleData:
    _ = words.gettext
    if not rules.by_points and target == 1:
        return TitleData(_("One round"), game_name(rules, words))
    round_ = _("Round {number}").format(number=number)
    # Translators: the target of a match, such as "to 500"; and how many rounds a match has.
    return TitleData(round_, (_("to {target}") if rules.by_points else _("of {target}")).format(target=target))


def _scores(scene: Scene, words: Words) -> ScoresData:
    if scene.rules.by_points:
        return _points(words, tuple([(seat.name, seat.total) for seat in scene.seats]), scene.seat, scene.target)
    now = (0,) * len(scene.seats) if scene.view is None else places_now(scene.view)
    gathered = tuple([(seat.name, seat.total, seat.firsts) for seat in scene.seats])
    return _places(words, gathered, now, scene.seat, scene.target)


@lru_cache(maxsize=1024)
def _points(words: Words, totals: tuple[tuple[str, int], ...], own: int | None, target: int) -> ScoresData:
    """Names and totals in seat order, and the viewer's seat."""
    label = words.gettext("{name}: {total} of {target}")
    rows = []
    for seat, (player, total) in enumerate(totals):
        who = _whose(words, player, seat, own)
        spoken = label.format(name=plain(who), total=total, target=target)
        rows.append(ScoreRow(who, str(total), total, spoken))
    return ScoresData(words.gettext("Scores"), "" if own is None else str(totals[own][1]), tuple(rows), target)


@lru_cache(maxsize=1024)
def _places(
    words: Words, gathered: tuple[tuple[str, int, int], ...], now: tuple[int, ...], own: int | None, target: int
) -> ScoresData:
    """Name, sum of places and first places in seat order; places in this round, 0 for who is in; the viewer's seat."""
    _, rows = words.gettext, []
    for seat, (player, total, firsts) in enumerate(gathered):
        shown = (place(words, now[seat]) if now[seat] else _("plays")) if target == 1 else str(total)
        spoken = "" if target == 1 else sum_of_places(words, total, firsts)
        rows.append(ScoreRow(_whose(words, player, seat, own), shown, None, spoken))
    text = "" if target == 1 else _("Sums of places; the least wins")
    mine = "" if own is None or target == 1 else rows[own].total
    return ScoresData(_("Places"), mine, tuple(rows), 0, text)


def _whose(words: Words, player: str, seat: int, own: int | None) -> Phrase:
    return (strong(words.gettext("You")) if seat == own else name(player),)


# --- status


def _status(scene: Scene, words: Words) -> StatusData:
    playing = scene.phase is Phase.PLAYING and scene.view is not None
    mine = playing and not scene.paused and scene.view is not None and scene.view.turn == scene.seat
    who, owed = _status_lines(scene, words)
    # between two rounds the next one is sealed already: its numbers are due too
    dealing = scene.phase in (Phase.DEALING, Phase.BETWEEN) and scene.seat is not None
    coming = scene.round_number + (scene.phase is Phase.BETWEEN)
    seconds = None if scene.paused or not playing else scene.seconds_left
    return StatusData(
        mine=mine,
        who=who,
        owed=owed,
        seconds=seconds,
        clock=clock(seconds),
        time_label=words.gettext("Time left"),
        version=scene.version,
        nonce=f"{scene.match_id}-{coming}" if dealing else "",
        why=why_none(scene, words),
    )


def _status_lines(scene: Scene, words: Words) -> tuple[Phrase, Phrase]:
    view = scene.view
    if scene.phase is Phase.ABANDONED:
        return abandoned(words)
    if scene.phase is Phase.DEALING or view is None:
        return words.phrase(words.gettext("The cards are dealt")), words.phrase(words.gettext("A moment…"))
    if scene.phase is Phase.OVER and scene.end is not None:
        return verdict(scene, scene.end, words)
    if scene.phase is Phase.BETWEEN and scene.end is not None:
        return words.phrase(words.gettext("Round over")), round_title(scene, scene.end, words)
    if scene.paused:
        return words.phrase(words.gettext("The table waits")), words.phrase(words.gettext("The clock stands still"))
    return turn_lines(scene, view, words)


def _says(scene: Scene, words: Words) -> Phrase:
    """What the viewer holds, or in which place the viewer is out."""
    if scene.seat is None:
        return words.phrase(words.gettext("You are watching"))
    view, you = scene.view, strong(words.gettext("You"))
    count = view.counts[scene.seat] if view is not None else 0
    at = places_now(view)[scene.seat] if view is not None else 0
    if at and not count:
        return words.phrase(words.gettext("{you} are out: {place}"), you=you, place=place(words, at))
    message = words.ngettext("{you} {count} card", "{you} {count} cards", count)
    return words.phrase(message, you=you, count=count)
