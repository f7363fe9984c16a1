"""Practice on the player's own device: the page that starts a match, and the table. Both are the same for everybody."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from game import device, presenter
from game import render as fragments
from game.art import art
from game.engine import RuleSet
from game.engine.parameters import Parameter
from game.engine.presets import PARAMETERS, PRESETS
from game.engine.rules import Value
from game.offline import kept
from game.practice.settings import MOST_BOTS, text_of
from game.presenter.games import game_names
from game.presenter.parameters import parameter_words, value_name
from game.presenter.solo import present_solo
from game.scene import Phase, Scene, SeatInfo
from game.words import Words, words_for


@dataclass(frozen=True, slots=True)
class Rule:
    """A house rule that a game offers: its field's name, its words, and what it may be; a number has no options."""

    name: str
    label: str
    help: str
    default: Value
    options: tuple[tuple[str, str, bool], ...]
    """Text, name, and whether it is the game's own."""
    least: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game to practise, the most bots that it is played with, and its house rules."""

    id: str
    name: str
    most_bots: int
    rules: tuple[Rule, ...]


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """Which game by which rules, how many bots and how fast; the form asks the table's page, and nobody else."""
    games = _games(words_for(get_language() or "en"))
    return render(request, "practice/start.html", {"games": games, "bots": range(1, MOST_BOTS + 1)})


@lru_cache
def _games(words: Words) -> tuple[GameChoice, ...]:
    names = game_names(words)
    return tuple(
        [
            GameChoice(
                preset, names[preset], rules.max_seats - 1,
                tuple([_rule(name, offer, words) for name, offer in PARAMETERS[preset].items()]),
            )
            for preset, rules in PRESETS.items()
        ]
    )  # fmt: skip


def _rule(name: str, offer: Parameter, words: Words) -> Rule:
    said = parameter_words(words)[name]
    if isinstance(offer.values, range) and not said.values:
        return Rule(name, said.label, said.help, offer.default, (), offer.values[0], offer.values[-1])
    options = [(text_of(value), value_name(name, value, words), value == offer.default) for value in offer.values]
    return Rule(name, said.label, said.help, offer.default, tuple(options))


@require_safe
def table(request: HttpRequest) -> HttpResponse:
    """The table's page before the device has dealt: the worker shows the rest."""
    language = get_language() or "en"
    words = words_for(language)
    scene = _nothing_dealt(words.gettext("You"))
    drawings, home = art(scene.rules.kind_of_pack), reverse("practice")
    context = {
        "parts": fragments.parts(presenter.present(scene, words), drawings),
        "lang": language, "title": words.gettext("Practice: Macao"), "socket_url": "/practice", "leave_url": home,
        "practice": {
            "files": json.dumps(device.files()), "drawings": json.dumps(device.drawings()), "home": home,
            "solo": fragments.solo(present_solo(words, back=False, again=False), drawings),
        },
    }  # fmt: skip
    return render(request, "table/page.html", context)


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The page that a device shows for any other while there is no network."""
    return render(request, "practice/offline.html")


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script that keeps practice on a device; it is at the root, for it answers for the whole site."""
    script = (settings.BASE_DIR / "static" / "js" / "service-worker.js").read_text()
    body = f"const KEPT = {json.dumps(kept())}\n{script}"
    return HttpResponse(body, content_type="text/javascript", headers={"Cache-Control": "no-cache"})


def _nothing_dealt(name: str) -> Scene:
    rules = RuleSet.named(next(iter(PRESETS)))
    person = SeatInfo(0, name, bot=False, person=True, away=False, away_seconds=None, total=0, left=False)
    return Scene(
        match_id="practice", version=0, phase=Phase.DEALING, round_number=1, rules=rules, target=rules.target,
        seats=(person,), seat=0, view=None, log=(), seconds_left=None, paused=False, next_in=None, waiting_for=(),
        end=None, commitment="", result_url="", table_url="",
    )  # fmt: skip
