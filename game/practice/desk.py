"""What a page talks to in place of the server's socket: the same frames come in, the same frames go out."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from game import frames, presenter, render
from game.blanks import Art, art_of
from game.engine import IllegalMove, MalformedMove, RuleSet
from game.frames import Malformed, MoveFrame, SeenFrame
from game.practice import kept
from game.practice.game import Game, Refused
from game.practice.settings import Settings
from game.presenter.hints import HintData, can_hint, present_hint
from game.presenter.rulebook import rule_sheet
from game.presenter.solo import AGAIN, BACK, HINT, present_solo
from game.scene import Phase, Scene
from game.words import Words, words_for

REMEMBERED = 16
"""Commands whose answers are known, should their page send them again."""

RULES_AFTER = 0.2
"""Seconds after which the rule sheet follows a table that is shown: nobody waits for it."""

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def rules_frame(version: int, rules: RuleSet, words: Words, address: Callable[[str], str]) -> str:
    """The rule sheet of a table, for the page's dialog."""
    sheet = render.rules(rule_sheet(rules, words), art_of(rules.kind_of_pack, address))
    return _encode({"version": version, "content": render.partial("rules", sheet)})


class Desk:
    """One practice match and the page that shows it.

    Every answer is JSON: `frames` for the page, in order; `wait`, seconds until `tick` is due, or null; `keep`, the
    match to store on the device, or null when nothing changed, and what a list may say `about` it; and whether it is
    `over`.
    """

    def __init__(self, language: str, drawings: str = "{}", table: str = "/", home: str = "/") -> None:
        """`drawings` is a JSON object of addresses by the names of static files; `home` is the page that leads here."""
        self.words = words_for(language)
        addresses: dict[str, str] = json.loads(drawings)
        self._address = lambda name: addresses.get(name, f"/static/{name}")
        self._urls = {"table_url": table, "result_url": home}
        self._game: Game | None = None
        self._sent: dict[str, object] = {}
        self._kept = -1  # the version that was given away to be kept
        self._hint = (-1, HintData())  # at which version it was asked for, and what was said
        self._answers: OrderedDict[str, dict[str, Any]] = OrderedDict()

    @property
    def game(self) -> Game:
        assert self._game is not None
        return self._game

    # --- what the worker asks

    def begin(self, settings: str, seed: str, now: float) -> str:
        """Start a match from a JSON object of a form's fields and a seed of 64 hex digits. `RuleError`."""
        self._sit_down(Game.begin(Settings.from_form(json.loads(settings)), bytes.fromhex(seed), now))
        return self._answer([], now)

    def take_up(self, text: str, now: float) -> str:
        """Go on with a match that was kept. `kept.Unreadable`."""
        self._sit_down(kept.load(text, now))
        self._kept = self.game.version
        return self._answer([], now)

    def open(self, now: float) -> str:
        """The page is there: show it the whole table."""
        self._sent.clear()
        return self._answer([self._frame()], now)

    def hear(self, text: str, now: float) -> str:
        """A frame of the page."""
        frame = frames.read(text)
        if isinstance(frame, SeenFrame):
            if frame.version != self.game.version:
                self._sent.clear()
            return self._answer([self._frame()], now)
        if isinstance(frame, MoveFrame):
            return self._answer([self._frame(ack=self._ask(frame, now))], now)
        if isinstance(frame, Malformed):
            ack = {"id": frame.move_id, "result": "malformed", "says": presenter.notice("malformed", self.words)}
            return self._answer([self._frame(ack=ack)], now)
        return self._answer([], now)  # a number for the deal: nobody here has to be convinced that it was fair

    def tick(self, now: float) -> str:
        """Let the bots do what is due, and bring the rules if the page has none."""
        out = [self._frame()] if self.game.tick(now) else []
        if "rules" not in self._sent:
            self._sent["rules"] = True
            out.append(rules_frame(self.game.version, self.game.settings.rules, self.words, self._address))
        return self._answer(out, now)

    # --- how it answers

    def _sit_down(self, game: Game) -> None:
        self._game, self._kept = game, -1
        self._sent.clear()
        self._answers.clear()

    def _ask(self, frame: MoveFrame, now: float) -> dict[str, Any]:
        """Carry a command out; the same id again gets the same answer."""
        answer = self._answers.get(frame.move_id)
        if answer is None:
            answer = self._answers[frame.move_id] = {"id": frame.move_id, **self._carry_out(frame, now)}
            while len(self._answers) > REMEMBERED:
                self._answers.popitem(last=False)
            self.game.tick(now)
        return answer

    def _carry_out(self, frame: MoveFrame, now: float) -> dict[str, str]:
        try:
            self._act(frame, now)
        except IllegalMove as error:
            return {"result": "illegal", "says": presenter.refusal(self.scene(), error.move, error.reason, self.words)}
        except MalformedMove:
            return {"result": "malformed", "says": presenter.notice("malformed", self.words)}
        except Refused as error:
            self._sent.clear()
            return {"result": error.code, "says": presenter.notice(error.code, self.words)}
        return {"result": "done"}

    def _act(self, frame: MoveFrame, now: float) -> None:
        if frame.move == frames.NEXT:
            self.game.next_round(now)
        elif frame.move == BACK:
            self.game.take_back(now)
        elif frame.move == AGAIN:
            self.game.deal_again(now)
        elif frame.move == HINT:
            self._advise(frame.move_id)
        else:
            self.game.act(frame.move, frame.version, now)

    def _advise(self, stamp: str) -> None:
        """Work out a hint, from what the person sees. `Refused` when it is for others to act."""
        scene = self.scene()
        if not can_hint(scene):
            raise Refused("not-your-turn")
        self._hint = self.game.version, present_hint(scene, self.words, stamp)

    def scene(self) -> Scene:
        return self.game.scene(name=self.words.gettext("You"), **self._urls)

    def _frame(self, ack: dict[str, Any] | None = None) -> str:
        frame: dict[str, Any] = {"version": self.game.version}
        scene = self.scene()
        art = art_of(scene.rules.kind_of_pack, self._address)
        content = render.update(presenter.present(scene, self.words), self._sent, art) + self._solo(scene, art)
        if content:
            frame["content"] = content
        if ack is not None:
            frame["ack"] = ack
        return _encode(frame)

    def _solo(self, scene: Scene, art: Art) -> str:
        """What only practice has, the row of commands and the hint, where it is not what the page shows."""
        game, (asked, hint), out = self.game, self._hint, ""
        row = present_solo(self.words, back=game.can_take_back, again=game.can_deal_again, hint=can_hint(scene))
        if self._sent.get("solo") != row:
            self._sent["solo"] = row
            out += render.partial("solo", render.solo(row, art))
        hint = hint if asked == game.version else HintData()
        if self._sent.get("hint", HintData()) != hint:
            self._sent["hint"] = hint
            out += render.partial("hint", render.hint(hint))
        return out

    def _answer(self, out: list[str], now: float) -> str:
        game, keep = self.game, None
        if self._kept != game.version:
            self._kept, keep = game.version, kept.save(game)
        wait = None if game.due is None else max(0.0, game.due - now)
        if "rules" not in self._sent:
            wait = RULES_AFTER if wait is None else min(wait, RULES_AFTER)
        about = None if keep is None else game.about()
        return _encode({"frames": out, "wait": wait, "keep": keep, "about": about, "over": game.phase is Phase.OVER})
