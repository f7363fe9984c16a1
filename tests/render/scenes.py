"""Scenes of a table built from real rounds: Ana in seat 0, Bogdan in seat 1, then Ilinca, Dan, and six more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from game.engine import Round
from game.scene import LogEntry, Phase, RoundEnd, Scene, SeatInfo

NAMES = (
    "Ana", "Bogdan", "Ilinca", "Dan", "Ștefania", "יונתן אברהמי", "Bartholomew-Constantin", "Mihai", "Ioana", "Zoltán",
)  # fmt: skip
TOTALS = (137, 65, 120, 246, 91, 180, 77, 15, 212, 130)
PLACES = (4, 3, 5, 8, 7, 9, 12, 16, 10, 18)
"""Sums of places after two rounds, and who was first in them."""
FIRSTS = (1, 1, 0, 0, 0, 0, 0, 0, 0, 0)
SEAL = "4f3a91c2d07b6e58" * 4


def round_of(hands: Sequence[str], pile: str = "5d 9d 9h", stock: str = "2d 3d 4d Td Jd", **position: Any) -> Round:
    """A round of Simple Macao from hands as texts; the other keys of a position as keywords."""
    plain = {"rules": "simple-macao", "hands": list(hands), "pile": pile, "stock": stock}
    return Round.from_position(plain | position)


def scene_of(round_: Round, seat: int | None = 0, *, log: tuple[LogEntry, ...] = (), **changes: Any) -> Scene:
    """What a seat sees of a round that is being played: the third of its match, if that has so many."""
    rules = round_.rules
    number = 3 if rules.by_points else min(3, rules.target)
    totals = TOTALS if rules.by_points else PLACES if number == 3 else (0,) * 10
    firsts = FIRSTS if number == 3 and not rules.by_points else (0,) * 10
    seats = [SeatInfo(n, NAMES[n], False, True, False, None, totals[n], False, firsts[n]) for n in range(round_.seats)]
    scene = Scene(
        match_id="m1",
        version=len(log) + 1,
        phase=Phase.PLAYING,
        round_number=number,
        rules=rules,
        target=rules.target,
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
    log = []
    for n, text in enumerate(moves, first):
        move, _, by = text.partition("@")  # a call is written with the seat that makes it: catch:1@0
        seat = int(by) if by else round_.turn
        log.append(LogEntry(n, round_.play(move), n in stand_in, seat))
    return tuple(log)


def between(round_: Round, seat: int | None = 0, **changes: Any) -> Scene:
    """The scene after the end of a round, its charges or places added to the totals."""
    scene = scene_of(round_, seat)
    places = round_.places or ()
    charges = places if round_.scores is None else round_.scores
    totals = tuple([info.total + charge for info, charge in zip(scene.seats, charges, strict=True)])
    firsts = tuple([info.firsts + (place == 1) for info, place in zip(scene.seats, places, strict=True)])
    seats = [
        replace(info, total=total, firsts=first) for info, total, first in zip(scene.seats, totals, firsts, strict=True)
    ]
    hands = tuple([round_.hand(number) for number in range(round_.seats)])
    end = RoundEnd(scene.round_number, round_.winner, charges, totals, hands, places, firsts)
    waiting = tuple(range(round_.seats))
    scene = replace(
        scene, phase=Phase.BETWEEN, seats=tuple(seats), end=end, next_in=8, seconds_left=None, waiting_for=waiting
    )
    return replace(scene, **changes)


def ended(round_: Round, seat: int | None) -> tuple[Scene, Scene]:
    """The scenes after a round, which is blocked if it goes on: between two rounds, and as the last of its match."""
    round_.block()
    scene = between(round_, seat)
    return scene, replace(scene, phase=Phase.OVER, next_in=None, waiting_for=())


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


# --- the other games


def demand() -> Scene:
    """Bogdan demands eights, and it is Ana's turn."""
    hands = ["8h 6d 9c Ks 2s Jd", "Jc 8c 8d 4h", "5h 5s", "7d 7s Qd"]
    round_ = round_of(hands, "9d Tc", "3h 3d 3s 4c 4d", rules=classic(), turn=1)
    log = played(round_, "Jc=8", "draw", "draw", first=40)
    return scene_of(round_, log=log)


def demand_of_plain() -> Scene:
    hands = ["8h 6d 9c Ks 2s Jd", "Jc 4h 4s", "5h 5s", "7d 7s Qd"]
    round_ = round_of(hands, "9d Tc", "3h 3d 3s 4c 4d", rules=classic(), turn=1)
    log = played(round_, "Jc=any", first=40)
    return scene_of(round_, log=log)


def packet_and_call() -> Scene:
    """Ilinca owes a call after a packet of sixes; it is Dan's turn, and Ana may catch her."""
    hands = ["7h 7c Kh 4h 9s 2c Ad", "Jh 8h 3h Qd", "6h 6c 6s Td", "5c 5d 2h 9c Jc"]
    round_ = round_of(hands, "9d 9h", "3c 3d 4c 4d Xr Xb", rules="romanian-macao", turn=2)
    return scene_of(round_, log=played(round_, "6h+6c+6s", first=40))


def own_silence() -> Scene:
    hands = ["7h 7c Kc", "Jh 8h 3h Qd", "6h 6c 6s Td", "5c 5d 2h 9c Jc"]
    round_ = round_of(hands, "9d 9h", "3c 3d 4c 4d Xr Xb", rules="romanian-macao")
    return scene_of(round_, log=played(round_, "7h+7c", first=40))


def caught() -> Scene:
    scene = packet_and_call()
    round_ = round_of(["7h 7c Kh", "Jh 8h 3h Qd", "6h 6c 6s Td", "5c 5d 2h 9c Jc"], "9d 9h", "3c 3d 4c 4d Xr Xb 8c",
                      rules="romanian-macao", turn=2)  # fmt: skip
    return replace(scene_of(round_, log=played(round_, "6h+6c+6s", "catch:2@0", first=40)), seats=scene.seats)


def free_suit() -> Scene:
    round_ = round_of(["As Ks 3s", "7h Kc 9s 4s Qd 2h", "6h 6c", "5c 5d"], "9d Ts", "3c 3d 4c", rules=classic())
    log = played(round_, "As=free", first=40)
    return scene_of(round_, 1, log=log)


def joker_stands() -> Scene:
    round_ = round_of(["7h Kc 9s 2h 5d", "Xr 9h 3h 3c", "6h 6c", "5c 5h"], "9d Ts", "3d 4c 8c", rules=classic(), turn=1)
    return scene_of(round_, 2, log=played(round_, "Xr=Kh", first=40))


def open_queen() -> Scene:
    round_ = round_of(["7h Kc 9s 2h 5d", "Qs 9h 3h 3c", "6h 6c", "5c 5h"], "9d Ts", "3d 4c", rules=classic(), turn=1)
    return scene_of(round_, 2, log=played(round_, "Qs", first=40))


def play_on() -> Scene:
    round_ = round_of(["7h 5c 5d 9c Qd 2h", "9h 3h 3c", "6h 6c"], "9d 5s", "3d 4c", rules="macau-london")
    return scene_of(round_, log=played(round_, "5c", first=40))


def ten_seats() -> Scene:
    """Two packs and a half at one table: somebody out, somebody who sits out, somebody silent."""
    hands = ["7h Kh 4h 5s Js 2c Ad", "9h 9c", "", "Tc Td Th 8c 8d 8h 8s", "As 4c 2d", "Qs", "2h 3d 5c", "7c 7d",
             "Jc Jd", "3c 3s 6d 6s 9s Tc"]  # fmt: skip
    round_ = round_of(hands, "6h Jc Kc", "2s 3s 4d 4s 5h", rules=classic(jokers=0), turn=1, finished=[2],
                      owed=[0, 0, 0, 0, 2, 0, 0, 0, 0, 0])  # fmt: skip
    scene = scene_of(round_, log=played(round_, "9c", first=40), seconds_left=11)
    seats = [replace(info, bot=n in (3, 6, 8), person=n not in (3, 6, 8)) for n, info in enumerate(scene.seats)]
    return replace(scene, seats=tuple(seats))


def ten_seats_thirty_cards() -> Scene:
    hand = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d 5d 7d 8d 9d Td Jd Qd Kd 2h 3h 4h 5h 6h 7h"
    hands = [hand, "9h 9c", "8h 8d", "Tc Td Th 8c 8d 8h 8s", "As 4c 2d", "Qs", "2h 3d 5c", "7c 7d", "Jc Jd", "3c 3s 6d"]
    return scene_of(round_of(hands, "6h Jc Kc", "2s 3s 4d 4s 5h", rules=classic(jokers=0)), log=_some_log())


def hungarian() -> Scene:
    rules = {"base": "american-septica", "pack": "hungarian32"}
    round_ = round_of(["7h Jh 8c Qs Kd", "9h 9c As", "Tc Td Th 7d"], "8d 8h", "7s 7c Ac Ad", rules=rules, turn=2)
    return scene_of(round_, log=played(round_, "Th", "Jh", "take", "7d=h", first=40))


def out_of_it() -> Scene:
    """Ana is out, second after Ilinca, and stays to watch."""
    hands = ["6h", "Jh 8h 3h", "", "5c 5d 2h 9c"]
    round_ = round_of(hands, "9d 9h", "3c 3d 4c", rules="romanian-macao", finished=[2])
    return scene_of(round_, log=played(round_, "6h", first=40))


def places_end() -> Scene:
    """The third round of five."""
    return between(_ended_for_places({"base": "romanian-macao", "rounds": 5}), next_in=8)


def places_match_end() -> Scene:
    scene = between(_ended_for_places({"base": "romanian-macao", "rounds": 3}), waiting_for=(), next_in=None)
    return replace(scene, phase=Phase.OVER)


def one_round_end() -> Scene:
    scene = between(_ended_for_places("romanian-macao"), waiting_for=(), next_in=None)
    return replace(scene, phase=Phase.OVER)


def classic(jokers: int = 2) -> dict[str, Any]:
    """Classic Macau, with jokers that stand for other cards."""
    return {"base": "classic-macau", "jokers": jokers}


def _ended_for_places(rules: Any) -> Round:
    hands = ["6h", "Jh 8h 3h", "", "5c 5d 2h 9c"]
    round_ = round_of(hands, "9d 9h", "Kc Kd 7c", rules=rules, finished=[2])
    for move in ("6h", "8h", "take", "2h", "take", "Jh"):
        if not round_.over:
            legal = [str(one) for one in round_.legal_moves()]
            round_.play(move if move in legal else legal[0])
    while not round_.over:
        round_.play(round_.legal_moves()[0])
    return round_


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
"""States of Simple Macao, by the name of their page."""

GAMES: dict[str, Callable[[], Scene]] = {
    make.__name__.replace("_", "-"): make
    for make in (
        demand, demand_of_plain, packet_and_call, own_silence, caught, free_suit, joker_stands, open_queen, play_on,
        ten_seats, ten_seats_thirty_cards, hungarian, out_of_it, places_end, places_match_end, one_round_end,
    )
}  # fmt: skip
"""States that only other games have."""
