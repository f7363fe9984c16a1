"""The end of a round and of a match: every hand face up, each seat's charge or place, totals, who won."""

from __future__ import annotations

from game.presenter.cards import all_of, card_name
from game.presenter.data import SheetCard, SheetData, SheetRow
from game.presenter.places import forfeits, match_of, one_round, place_note, places_of, sum_of_places
from game.scene import Phase, RoundEnd, Scene
from game.words import Phrase, Span, Words, capital, clock, name, plain, strong


def present_sheet(scene: Scene, words: Words) -> SheetData:
    """The sheet of a round that has ended, or of the match; one with an empty key where there is none."""
    close = words.gettext("Close, see the table")
    links = ((scene.table_url, words.gettext("Back to the table")), (scene.result_url, words.gettext("See the result")))
    if scene.phase is Phase.ABANDONED:
        title, text = abandoned(words)
        return SheetData(key="abandoned", title=title, text=text, close=close, links=links[:1])
    end = scene.end
    if end is None or scene.phase not in (Phase.BETWEEN, Phase.OVER):
        return SheetData(key="")
    rows = tuple([_row(scene, end, seat, words) for seat in _in_order(scene, end)])
    if scene.phase is Phase.OVER:
        title, text = verdict(scene, end, words)
        return SheetData(
            key=f"match-{end.round_number}",
            title=title,
            text=text,
            rows=rows,
            target=scene.target,
            close=close,
            links=links,
        )
    ready = scene.seat not in scene.waiting_for
    return SheetData(
        key=f"round-{end.round_number}",
        title=round_title(scene, end, words),
        text=_round_text(scene, end, words),
        rows=rows,
        target=scene.target,
        close=close,
        next="" if ready else words.gettext("Next round"),
        wait=waiting(scene, words) if ready else (),
        links=((scene.seat_url, words.gettext("Take a bot's seat")),) if scene.seat_url else (),
        seconds=scene.next_in,
        clock=clock(scene.next_in),
    )


def _round_text(scene: Scene, end: RoundEnd, words: Words) -> Phrase:
    if not scene.rules.by_points:
        message = words.gettext("Round {number} of {rounds}. The least sum of places wins.")
        return words.phrase(message, number=end.round_number, rounds=scene.target)
    message = words.gettext("Round {number}. The others are charged for their hands; at {target} the match ends.")
    if end.winner is None:
        message = words.gettext("Round {number}. Everybody is charged for the hand; at {target} the match ends.")
    return words.phrase(message, number=end.round_number, target=scene.target)


def round_title(scene: Scene, end: RoundEnd, words: Words) -> Phrase:
    """Who went out."""
    _ = words.gettext
    if end.winner is None:
        return words.phrase(_("Nobody goes out"))
    if end.winner == scene.seat:
        return words.phrase(_("You go out") if scene.rules.by_points else _("You are out first"))
    message = _("{name} goes out") if scene.rules.by_points else _("{name} is out first")
    return words.phrase(message, name=name(scene.seats[end.winner].name))


# --- the end of the match


def verdict(scene: Scene, end: RoundEnd, words: Words) -> tuple[Phrase, Phrase]:
    """Who won the match, or that it is drawn; and what decided it (SM-30 to SM-32, D-20)."""
    winners = match_of(scene, end).winners
    text = _decided(scene, end, winners, words)
    if len(winners) != 1:
        return words.phrase(words.gettext("Drawn: {names}"), names=_names(scene, winners, words)), text
    mine = winners[0] == scene.seat
    winner = name(scene.seats[winners[0]].name)
    if not scene.rules.by_points:
        message = words.gettext("You win") if mine else words.gettext("{name} wins")
        return words.phrase(message, name=winner), text
    message = words.gettext("You win with {total}") if mine else words.gettext("{name} wins with {total}")
    return words.phrase(message, name=winner, total=end.totals[winners[0]]), text


def _decided(scene: Scene, end: RoundEnd, winners: tuple[int, ...], words: Words) -> Phrase:
    """Who reached the target; of places who gets the forfeit, or by what sum or first places the match was won."""
    _, totals = words.gettext, end.totals
    if scene.rules.by_points:
        reached = [seat for seat, total in enumerate(totals) if total >= scene.target]
        message = _("Reached {target}: {names}")
        return words.phrase(message, target=scene.target, names=_names(scene, reached, words))
    if one_round(scene):
        last = forfeits(places_of(scene, end))
        return words.phrase(_("The forfeit goes to {names}"), names=_names(scene, last, words)) if last else ()
    message = _("Places add up to {total}, the least of all")
    if len(winners) == 1 and totals.count(min(totals)) > 1:
        message = _("Places add up to {total} for more than one; first places decide")
    return words.phrase(message, total=min(totals))


def abandoned(words: Words) -> tuple[Phrase, Phrase]:
    """The two lines of a match that nobody was there to finish."""
    title = words.phrase(words.gettext("The match was abandoned"))
    return title, words.phrase(words.gettext("Nobody was here for too long. It counts for nobody."))


def waiting(scene: Scene, words: Words) -> Phrase:
    """For whom the next round waits; empty for nobody."""
    if not scene.waiting_for:
        return ()
    return words.phrase(words.gettext("Waiting for {names}"), names=_names(scene, scene.waiting_for, words))


def _names(scene: Scene, seats: tuple[int, ...] | list[int], words: Words) -> Phrase:
    you = Span("text", words.gettext("you"))
    return all_of(words, [(you if seat == scene.seat else name(scene.seats[seat].name),) for seat in seats])


# --- the rows


def _in_order(scene: Scene, end: RoundEnd) -> list[int]:
    """Who went out comes first, the others by what this round cost them, or by their places."""
    if not scene.rules.by_points:
        places = places_of(scene, end)
        return sorted(range(len(places)), key=lambda seat: (places[seat], end.totals[seat]))
    return sorted(range(len(end.totals)), key=lambda seat: (seat != end.winner, end.charges[seat], end.totals[seat]))


def _row(scene: Scene, end: RoundEnd, seat: int, words: Words) -> SheetRow:
    return (_row_of_points if scene.rules.by_points else _row_of_places)(scene, end, seat, words)


def _whose(scene: Scene, seat: int, words: Words) -> Phrase:
    return (strong(words.gettext("You")) if seat == scene.seat else name(scene.seats[seat].name),)


def _row_of_points(scene: Scene, end: RoundEnd, seat: int, words: Words) -> SheetRow:
    who, total = _whose(scene, seat, words), end.totals[seat]
    out = seat == end.winner
    label = words.gettext("{name}: {total} of {target}")
    return SheetRow(
        name=who,
        charge=words.gettext("out: 0") if out else f"+{end.charges[seat]}",
        out=out,
        total=str(total),
        points=total,
        cards=_cards(scene, end, seat, words, counted=True),
        label=label.format(name=plain(who), total=total, target=scene.target),
    )


def _row_of_places(scene: Scene, end: RoundEnd, seat: int, words: Words) -> SheetRow:
    places, total = places_of(scene, end), end.totals[seat]
    firsts = end.firsts[seat] if end.firsts else 0
    spoken = "" if one_round(scene) else sum_of_places(words, total, firsts)
    return SheetRow(
        name=_whose(scene, seat, words),
        charge=place_note(words, places[seat], last=seat in forfeits(places)),
        out=places[seat] == 1,
        total="" if one_round(scene) else str(total),
        points=None,
        cards=_cards(scene, end, seat, words, counted=False),
        label=spoken,
    )


def _cards(scene: Scene, end: RoundEnd, seat: int, words: Words, *, counted: bool) -> tuple[SheetCard, ...]:
    rules = scene.rules
    return tuple([
        SheetCard(code, capital(card_name(words, code, rules.kind_of_pack)), rules.points(code) if counted else None)
        for code in end.hands[seat]
    ])  # fmt: skip
