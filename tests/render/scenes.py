"""Scenes of a table built from real rounds: Ana in seat 0, Bogdan in seat 1, then Ilinca, Dan, and two more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from game.engine import Round
from game.scene import LogEntry, Phase, RoundEnd, Scene, SeatInfo

NAMES = ("Ana", "Bogdan", "Ilinca", "Dan", "Ștefania", "יונתן אברהמי")
SEAL = "4f3a91c2d07b6e58" * 4


def round_of(hands: Sequence[str], pile: str = "5d 9d 9h", stock: str = "2d 3d 4d Td Jd", **position: Any) -> Round:
    """A round of Simple Macao from hands as texts; the other keys of a position as keywords."""
    plain = {"rules": "simple-macao", "hands": list(hands), "pile": pile, "stock": stock}
    return Round.from_position(plain | position)


def scene_of(round_: Round, seat: int | None = 0, *, log: tuple[LogEntry, ...] = (), **changes: Any) -> Scene:
    """What a seat sees of a round that is being played."""
    totals = (137, 65, 120, 246, 91, 180)
    seats = [SeatInfo(n, NAMES[n], False, True, False, None, totals[n], False) for n in range(round_.seats)]
    scene = Scene(
        match_id="m1",
        version=len(log) + 1,
        phase=Phase.PLAYING,
        round_number=3,
        rules=round_.rules,
        target=500,
        seats=tuple(seats),
        seat=seat,
        view=round_.view(seat),
        log=log,
        seconds_left=24,
        paused=False,
        next_in=None,
        waiting_for=(),
        end=None,
        commitment=SEAL,
        result_url="/match/m1/",
        table_url="/table/HK4P7Q/",
    )
    return replace(scene, **changes)


def played(round_: Round, *moves: str, first: int = 1, stand_in: Sequence[int] = ()) -> tuple[LogEntry, ...]:
    """Play some moves and keep what they told, numbered from `first`; the moves numbered `stand_in` as a bot's."""
    return tuple([LogEntry(n, round_.play(move), n in stand_in) for n, move in enumerate(moves, first)])


def between(round_: Round, seat: int | None = 0, **changes: Any) -> Scene:
    """The scene after the end of a round, its charges added to the totals."""
    scene = scene_of(round_, seat)
    charges = round_.scores or ()
    totals = tuple([info.total + charge for info, charge in zip(scene.seats, charges, strict=True)])
    seats = [replace(info, total=total) for info, total in zip(scene.seats, totals, strict=True)]
    hands = tuple([round_.hand(number) for number in range(round_.seats)])
    end = RoundEnd(3, round_.winner, charges, totals, hands)
    waiting = tuple(range(round_.seats))
    scene = replace(
        scene, phase=Phase.BETWEEN, seats=tuple(seats), end=end, next_in=8, seconds_left=None, waiting_for=waiting
    )
    return replace(scene, **changes)


# --- the states that a table can be in, by name


def own_turn() -> Scene:
    round_ = round_of(["7h Kh 4h 5s Js 2c Ad", "Jh 8h 3h Qd", "8c 8d", "6c 6d 6h 9c 9s Tc"])
    return scene_of(round_, log=_some_log())


def drawn() -> Scene:
    round_ = round_of(["Kc 4c 5s Js 2c", "Jh 8h 3h Qd", "8c 8d", "6c 6d 6h"], stock="Qh 3d")
    log = (*_some_log(), *played(round_, "draw", first=40))
    return scene_of(round_, log=log)


def their_turn() -> Scene:
    round_ = round_of(["7h Kh 4h 5s Js 2c Ad", "Jh 8h 3h Qd", "8c 8d", "6c 6d 6h 9c 9s Tc"])
    log = (*_some_log(), *played(round_, "Kh", first=40))
    return scene_of(round_, log=log)


def stack() -> Scene:
    round_ = round_of(["3h 7d 9h Js 2c 2s Ad", "8h 4h", "8c 3d", "3s 6d 6h 9c"], "9s 9d", "Qd Qh", turn=2)
    log = (*_some_log(), *played(round_, "3d", "3s", first=40))
    return scene_of(round_, log=log)


def lost_turn() -> Scene:
    round_ = round_of(["3h 7d 9h Js 2c Ad", "8h 4h", "8c 3d", "4d 6d 6h 9c"], "9s 9d", "Qd Qh", turn=3)
    log = (*_some_log(), *played(round_, "4d", first=40))
    return scene_of(round_, log=log)


def two_aces() -> Scene:
    round_ = round_of(["Ac Kh 4h 5s Js 2c Ad", "Jh 8h 3h Qd", "8c", "6c 6d 6h 9c 9s Tc"])
    return scene_of(round_, log=_some_log())


def six_seats() -> Scene:
    hands = ["7h Kh 4h 5s Js 2c Ad", "9h 9c 9d Kc", "Tc Td Th Ts 8c 8d 8h 8s 5c 5d 6c", "As 4c", "Qs Qh", "2h 2d"]
    round_ = round_of(hands, "6h Jc Jd", "2s 3s 4d 4s 5h", turn=3)
    log = played(round_, "As=d", first=40)
    scene = scene_of(round_, log=log, seconds_left=11)
    names = (*NAMES[:2], "Bartholomew-Constantin", "יונתן אברהמי", "Ștefania", "Dan")
    seats = [
        replace(info, name=name, bot=n == 2, person=n != 2)
        for n, (info, name) in enumerate(zip(scene.seats, names, strict=True))
    ]
    return replace(scene, seats=tuple(seats))


def twenty_cards() -> Scene:
    hand = "2c 5c 9c Tc Kc 3d 7d Qd Kd 2h 4h 5h 8h Jh Qh 5s 6s 9s Ts Qs"
    return scene_of(round_of([hand, "3c 4c 6h", "7c 8c 9d 9h Jc", "Ah"], "6c Qc 6d", "2d 3h"), log=_some_log())


def thirty_cards() -> Scene:
    hand = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d 5d 7d 8d 9d Td Jd Qd Kd 2h 3h 4h 5h 6h 7h"
    return scene_of(round_of([hand, "8h 9h", "Th Jh Qh", "As"], "Ks Qs 6d", "2s 3s"), log=_some_log())


def away() -> Scene:
    round_ = round_of(["7h Kh 4h 5s Js 2c Ad", "Jh 8h 3h Qd", "8c 8d", "6c 6d 6h 9c 9s Tc"], turn=3)
    scene = scene_of(round_, log=_some_log(), seconds_left=12)
    seats = [replace(info, away=n == 3, away_seconds=12 if n == 3 else None) for n, info in enumerate(scene.seats)]
    return replace(scene, seats=tuple(seats))


def watcher() -> Scene:
    round_ = round_of(["7h Kh 4h 5s Js 2c Ad", "Jh 8h 3h Qd", "8c", "6c 6d 6h 9c 9s Tc"], turn=1)
    return scene_of(round_, None, log=_some_log())


def watcher_of_six() -> Scene:
    round_ = round_of(["7h Kh", "8h", "Tc 8d", "4c As", "Qs Qh", "2h 2c"])
    return replace(six_seats(), seat=None, view=round_.view(None))


def round_end() -> Scene:
    return between(_ended(), next_in=8)


def round_blocked() -> Scene:
    round_ = _open()
    round_.block()
    return between(round_, 1, waiting_for=(0, 2))


def match_end() -> Scene:
    scene = between(_ended(), waiting_for=(), next_in=None)
    assert scene.end is not None
    end = replace(scene.end, totals=(182, 131, 120, 505))
    return replace(scene, phase=Phase.OVER, end=end)


def abandoned() -> Scene:
    return replace(their_turn(), phase=Phase.ABANDONED, seconds_left=None)


def dealing() -> Scene:
    return replace(own_turn(), phase=Phase.DEALING, view=None, log=(), seconds_left=None)


def paused() -> Scene:
    return replace(their_turn(), paused=True)


def _open() -> Round:
    return round_of(["7h 5s Js", "9h", "Ks 9d", "3c 3h Ad 8c Tc Qd 6s"], "4h 2h", turn=1)


def _ended() -> Round:
    round_ = _open()
    round_.play("9h")
    return round_


def _some_log() -> tuple[LogEntry, ...]:
    round_ = Round.deal("simple-macao", 4, seed=bytes(31) + b"\x0b")
    moves = [LogEntry(number, round_.play(round_.legal_moves()[0]), number == 6) for number in range(2, 12)]
    return (LogEntry(1, round_.opening, False), *moves)


STATES: dict[str, Callable[[], Scene]] = {
    make.__name__.replace("_", "-"): make
    for make in (
        own_turn, drawn, their_turn, stack, lost_turn, two_aces, six_seats, twenty_cards, thirty_cards, away, watcher,
        watcher_of_six, round_end, round_blocked, match_end, abandoned, dealing, paused,
    )
}  # fmt: skip
"""Every state, by the name of its page."""
