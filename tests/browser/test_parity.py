"""The bundle prints in a browser what the server prints, byte for byte: positions of every game in both languages."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Route

from game import device
from game.engine.presets import PRESETS
from macao_site.headers import WORKER_POLICY
from tests.serving import Site

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PRINT = """
import random
from game import presenter, render
from game.blanks import art_of
from game.engine import RuleSet
from game.engine.presets import PRESETS
from game.practice import Game, Settings
from game.practice.game import PERSON
from game.presenter.rulebook import rule_sheet
from game.scene import Phase
from game.words import words_for

def positions(preset, number):
    dice = random.Random(number)
    rules = RuleSet.named(preset)
    game, now = Game.begin(Settings(rules, min(3, rules.max_seats - 1), 0), bytes([number] * 32), 0.0), 0.0
    while True:
        yield game.scene(name="Ștefan <b>", table_url="/t/", result_url="/r/")
        now += 60.0
        if game.phase is Phase.OVER:
            return
        if game.phase is Phase.BETWEEN:
            game.next_round(now)
        elif game.round.turn == PERSON:
            moves = [*game.round.view(PERSON).calls_open(), *map(str, game.round.view(PERSON).legal_moves())]
            game.act(dice.choice(moves), game.version, now)
        else:
            game.tick(now)

def printed(language, most):
    words, out = words_for(language), []
    for preset in PRESETS:
        found = [scene for number in range(1, 4) for _, scene in zip(range(most), positions(preset, number))]
        for scene in found[:most]:
            art = art_of(scene.rules.kind_of_pack)
            out.append([preset, render.parts(presenter.present(scene, words), art)])
        out.append([preset, {"rules": render.rules(rule_sheet(RuleSet.named(preset), words), art)}])
    return out
"""
WORKER = """
addEventListener("message", async ({ data: { runtime, app, info, code, call } }) => {
  const [{ loadPyodide }, bundle] = await Promise.all([
    import(`${runtime}pyodide.mjs`), fetch(`${app}app.zip`).then((response) => response.arrayBuffer()),
  ])
  const lockFileContents = JSON.stringify({ info, packages: {} })
  const options = { indexURL: runtime, stdLibURL: `${runtime}stdlib.zip`, packageBaseUrl: runtime, lockFileContents }
  const python = await loadPyodide(options)
  python.unpackArchive(bundle, "zip", { extractDir: "/app" })
  python.runPython(`import sys, json; sys.path.insert(0, "/app")`)
  python.runPython(code)
  postMessage(python.runPython(`json.dumps(${call})`))
})
"""
RUN = """(job) => new Promise((resolve, reject) => {
  const worker = new Worker("/static/js/parity.js", { type: "module" })
  worker.onmessage = ({ data }) => resolve(data)
  worker.onerror = (error) => reject(new Error(error.message))
  worker.postMessage(job)
})"""
EACH = 20
"""Positions of each game and language: 220 in each."""


@pytest.mark.parametrize("language", ["en", "ro"])
def test_fragments_of_the_bundle_equal_those_of_the_server(browser: Browser, site: Site, language: str) -> None:
    here: dict[str, Any] = {}
    exec(PRINT, here)
    ours = here["printed"](language, EACH)
    assert len(ours) >= 200
    assert {preset for preset, _ in ours} == set(PRESETS)
    theirs = in_browser(browser, site, f'printed("{language}", {EACH})')
    assert len(theirs) == len(ours)
    for (preset, parts), (_, other) in zip(ours, theirs, strict=True):
        assert other == parts, preset


def in_browser(browser: Browser, site: Site, call: str) -> Any:
    """What the code above answers in a browser's worker, from the bundle alone, under the practice worker's policy."""
    built = device.files()
    assert built is not None, "manage.py build_practice has not run"

    def worker(route: Route) -> None:
        route.fulfill(body=WORKER, content_type="text/javascript", headers={"Content-Security-Policy": WORKER_POLICY})

    context = browser.new_context(base_url=site.url)
    context.route("**/static/js/parity.js", worker)
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto("/practice/")
    job = {key: built[key] for key in ("runtime", "app", "info")} | {"code": PRINT, "call": call}
    answer = json.loads(page.evaluate(RUN, job))
    context.close()
    return answer
