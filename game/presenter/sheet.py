"""The end of a round and of a match: every hand face up, each card's charge, totals, who won."""

from __future__ import annotations

from game.engine import Match
from game.presenter.cards import all_of, card_name
from game.presenter.data import SheetCard, SheetData, SheetRow
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
    rows = tuple([_row(scene, end, seat, words) for seat in _in_order(end)])
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
    message = words.gettext("Round {number}. The others are charged for their hands; at {target} the match ends.")
    if end.winner is None:
        message = words.gettext("Round {number}. Everybody is charged for the hand; at {target} the match ends.")
    ready = scene.seat not in scene.waiting_for
    return SheetData(
        key=f"round-{end.round_number}",
        title=round_title(scene, end, words),
        text=words.phrase(message, number=end.round_number, target=scene.target),
        rows=rows,
        target=scene.target,
        close=close,
        next="" if ready else words.gettext("Next round"),
        wait=waiting(scene, words) if ready else (),
        links=((scene.seat_url, words.gettext("Take a bot's seat")),) if scene.seat_url else (),
        seconds=scene.next_in,
        clock=clock(scene.next_in),
    )


def round_title(scene: Scene, end: RoundEnd, words: Words) -> Phrase:
    """Who went out."""
    if end.winner is None:
        return words.phrase(words.gettext("Nobody goes out"))
    if end.winner == scene.seat:
        return words.phrase(words.gettext("You go out"))
    return words.phrase(words.gettext("{name} goes out"), name=name(scene.seats[end.winner].name))


def verdict(scene: Scene, end: RoundEnd, words: Words) -> tuple[Phrase, Phrase]:
    """Who won the match, or that it is drawn; and who reached the target (SM-30 to SM-32)."""
    match = Match(scene.rules, len(end.totals), scene.target, end.totals)
    winners = match.winners
    reached = [seat for seat, total in enumerate(end.totals) if total >= scene.target]
    message = words.gettext("Reached {target}: {names}")
    text = words.phrase(message, target=scene.target, names=_names(scene, reached, words))
    if len(winners) != 1:
        return words.phrase(words.gettext("Drawn: {names}"), names=_names(scene, winners, words)), text
    total = end.totals[winners[0]]
    if winners[0] == scene.seat:
        return words.phrase(words.gettext("You win with {total}"), total=total), text
    message = words.gettext("{name} wins with {total}")
    return words.phrase(message, name=name(scene.seats[winners[0]].name), total=total), text


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


def _in_order(end: RoundEnd) -> list[int]:
    """Who went out comes first, the others by what this round cost them."""
    return sorted(range(len(end.totals)), key=lambda seat: (seat != end.winner, end.charges[seat], end.totals[seat]))


def _row(scene: Scene, end: RoundEnd, seat: int, words: Words) -> SheetRow:
    mine = seat == scene.seat
    who = (strong(words.gettext("You")) if mine else name(scene.seats[seat].name),)
    out = seat == end.winner
    label = words.gettext("{name}: {total} of {target}")
    cards = [SheetCard(code, capital(card_name(words, code)), scene.rules.points(code)) for code in end.hands[seat]]
    return SheetRow(
        name=who,
        charge=words.gettext("out: 0") if out else f"+{end.charges[seat]}",
        out=out,
        total=end.totals[seat],
        cards=tuple(cards),
        label=label.format(name=plain(who), total=end.totals[seat], target=scene.target),
    )
