"""A match that is over, turn by turn, as each of its seats could see it: what a page talks to in place of a desk."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from game import frames, render
from game.blanks import art_of
from game.engine import IllegalMove, MalformedMove, Match
from game.engine.moves import parse
from game.frames import MoveFrame, SeenFrame
from game.practice import kept
from game.practice.desk import rules_frame
from game.practice.game import Game, Made, charges, replay
from game.presenter import looking
from game.presenter.looking import EARLIER, EYES, LATER, ROUND_AFTER, ROUND_BEFORE, Look
from game.scene import LogEntry, Phase
from game.words import words_for

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class Past:
    """A round that is over: the match before it, its moves, and its log, the deal first."""

    game: Game
    made: tuple[Made, ...]
    log: tuple[LogEntry, ...]


def past_rounds(game: Game) -> Iterator[Past]:
    """The rounds of a match that is over, without those whose moves are lost. `kept.Unreadable`."""
    settings = game.settings
    before = Match(settings.rules, settings.seats, settings.rules.target)
    firsts = (0,) * settings.seats
    for record in [*game.rounds, game.record()]:
        at = Game(
            settings, game.seed, before, firsts, number=int(record["number"]), deals=int(record["deal"]),
            first=game.first,
        )  # fmt: skip
        made = tuple([Made(*move) for move in record["made"]])
        round_ = at.dealt()
        opening = LogEntry(0, round_.opening, stand_in=False)
        if made:
            round_, told = replay(round_, made)
            if not round_.over or list(charges(round_)) != list(record["charges"]):
                raise kept.Unreadable("a round that ends otherwise")
            entries = [
                LogEntry(count, events, stand_in=False, by=move.seat)
                for count, (move, events) in enumerate(zip(made, told, strict=True), 1)
            ]
            yield Past(at, made, (opening, *entries))
            firsts = tuple([n + (place == 1) for n, place in zip(firsts, round_.places or (), strict=True)])
        before = before.charge(record["charges"])


class Review:
    """One finished match and the page that shows it. It has a desk's face; its answers ask for nothing to be kept."""

    def __init__(self, language: str, drawings: str = "{}", table: str = "/", home: str = "/") -> None:
        """As a desk's."""
        self.words = words_for(language)
        addresses: dict[str, str] = json.loads(drawings)
        self._address = lambda name: addresses.get(name, f"/static/{name}")
        self._urls = {"table_url": table, "result_url": home}
        self._rounds: list[Past] = []
        self._at = (0, 0)  # which round, and which of its moves is about to be made
        self._eyes: int | None = None  # None: whoever moves
        self._version = 1  # another one each time that something else is shown
        self._sent: dict[str, object] = {}

    def take_up(self, text: str, now: float) -> str:
        """Look at a match that was kept. `kept.Unreadable`, also for one that is not over: it has cards to hide."""
        game = kept.load(text, now)
        if game.phase is not Phase.OVER:
            raise kept.Unreadable("the match is not over")
        try:
            self._rounds = list(past_rounds(game))
        except (IllegalMove, MalformedMove) as error:
            raise kept.Unreadable(str(error)) from error
        if not self._rounds:
            raise kept.Unreadable("no moves")
        return self._answer([])

    def open(self, now: float) -> str:
        """The page is there: show it the whole table."""
        self._sent.clear()
        rules = self._rounds[0].game.settings.rules
        return self._answer([self._frame(), rules_frame(self._version, rules, self.words, self._address)])

    def hear(self, text: str, now: float) -> str:
        """A frame of the page: a step, or a heartbeat."""
        frame = frames.read(text)
        if isinstance(frame, MoveFrame):
            return self._answer([self._frame({"id": frame.move_id, **self._step(frame.move)})])
        if isinstance(frame, SeenFrame):
            if frame.version != self._version:
                self._sent.clear()
            return self._answer([self._frame()])
        return self._answer([])

    def tick(self, now: float) -> str:
        """Nothing happens by itself."""
        return self._answer([])

    # --- steps

    def _step(self, command: str) -> dict[str, str]:
        """Go where a command leads; a page that is behind may well repeat one."""
        at, turn = self._at
        if command == EYES:
            self._look_on()
        elif command in (ROUND_BEFORE, ROUND_AFTER):
            to = at + (1 if command == ROUND_AFTER else -1)
            self._at = (min(max(to, 0), len(self._rounds) - 1), 0)
        elif command in (EARLIER, LATER):
            moved = self._turned(at, turn, on=command == LATER)
            if moved is None:
                return {"result": "illegal", "says": looking.no_more(self.words, on=command == LATER)}
            self._at = moved
        else:
            return {"result": "malformed"}
        self._version += 1
        return {"result": "done"}

    def _turned(self, at: int, turn: int, *, on: bool) -> tuple[int, int] | None:
        """One turn on or back, over the ends of rounds; None where there is none."""
        to = turn + (1 if on else -1)
        if 0 <= to < len(self._rounds[at].made):
            return at, to
        if on:
            return (at + 1, 0) if at + 1 < len(self._rounds) else None
        return (at - 1, len(self._rounds[at - 1].made) - 1) if at else None

    def _look_on(self) -> None:
        """The eyes of the next seat; coming round to who moves, they follow the turns again."""
        at, turn = self._at
        mover = self._rounds[at].made[turn].seat
        seats = self._rounds[at].game.settings.seats
        eyes = ((mover if self._eyes is None else self._eyes) + 1) % seats
        self._eyes = None if eyes == mover else eyes

    # --- how it answers

    def look(self) -> Look:
        """What is looked at now."""
        at, turn = self._at
        past = self._rounds[at]
        move = past.made[turn]
        round_, _ = replay(past.game.dealt(), past.made[:turn])
        past.game.take_up(round_)
        past.game.log = past.log[: turn + 1]
        scene = past.game.scene(name=self.words.gettext("You"), **self._urls)
        return Look(
            replace(scene, match_id=f"{scene.match_id}-{at}", version=self._version, phase=Phase.PLAYING),
            round_.view(move.seat if self._eyes is None else self._eyes),
            past.log[turn + 1], parse(move.text).cards, turn + 1, len(past.made),
            (at > 0, at + 1 < len(self._rounds)),
        )  # fmt: skip

    def _frame(self, ack: dict[str, Any] | None = None) -> str:
        look, words = self.look(), self.words
        art = art_of(look.view.rules.kind_of_pack, self._address)
        content = render.update(looking.present_look(look, words), self._sent, art)
        row, made = looking.present_steps(look, words), looking.present_made(look, words, str(self._version))
        if self._sent.get("solo") != row:
            content += render.partial("solo", render.solo(row, art))
        if self._sent.get("hint") != made:
            content += render.partial("hint", render.hint(made))
        self._sent |= {"solo": row, "hint": made}
        frame: dict[str, Any] = {"version": self._version}
        if content:
            frame["content"] = content
        if ack is not None:
            frame["ack"] = ack
        return _encode(frame)

    def _answer(self, out: list[str]) -> str:
        return _encode({"frames": out, "wait": None, "keep": None, "about": None, "over": True})
