"""Rounds and matches that are counted in places: who was out when, who gets the forfeit, who has won (D-9, D-20)."""

from __future__ import annotations

from game.engine import Match, View
from game.presenter.cards import place
from game.scene import RoundEnd, Scene
from game.words import Words


def match_of(scene: Scene, end: RoundEnd) -> Match:
    """The match as it stands after a round."""
    rounds = 0 if scene.rules.by_points else end.round_number
    return Match(scene.rules, len(end.totals), scene.target, end.totals, end.firsts, rounds)


def places_of(scene: Scene, end: RoundEnd) -> tuple[int, ...]:
    """Each seat's place in the round: 1 is best."""
    return end.places or end.charges


def places_now(view: View) -> tuple[int, ...]:
    """Places that are settled in a round for places; 0 for who is in, or may be in again (CLS-6)."""
    seats, out = view.seats, view.finished
    if view.rules.by_points or (view.pending is not None and seats == 2):
        return (0,) * seats
    return view.places or tuple([out.index(seat) + 1 if seat in out else 0 for seat in range(seats)])


def one_round(scene: Scene) -> bool:
    """Whether the match is a single round for places."""
    return not scene.rules.by_points and scene.target == 1


def forfeits(places: tuple[int, ...]) -> tuple[int, ...]:
    """The seats that come last and get the forfeit (ROK-A15): nobody where all share one place."""
    worst = max(places)
    return tuple([seat for seat, number in enumerate(places) if number == worst > min(places)])


def place_note(words: Words, number: int, *, last: bool) -> str:
    """A seat's place in a round, in the sheet."""
    if last:
        return words.gettext("{place}, gets the forfeit").format(place=place(words, number))
    return place(words, number)


def sum_of_places(words: Words, total: int, firsts: int) -> str:
    """What a seat has gathered in the rounds so far, as it is spoken."""
    message = words.ngettext(
        "places add up to {total}, {count} first place", "places add up to {total}, {count} first places", firsts
    )
    return message.format(total=total, count=firsts)
