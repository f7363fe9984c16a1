"""axe, by day and by night: what is wrong with a page for those who cannot see it, or not well."""

from __future__ import annotations

from typing import Literal

from playwright.sync_api import Page

from tests.serving import ROOT

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
SCHEMES: tuple[tuple[Literal["light", "dark"], str], ...] = (
    ("light", "() => axe.run()"),
    (
        "dark",
        "() => axe.run({ runOnly: ['color-contrast', 'link-in-text-block'] })",
    ),  # by night nothing is different but the colours
)
SETTLED = """async () => {
  for (let frames = 2; frames; frames--) await new Promise(requestAnimationFrame)
  await Promise.allSettled(document.getAnimations().map((one) => one.finished))
}"""
"""No colour is on its way to another."""


def assert_no_fault(page: Page) -> None:
    """axe finds nothing on this page by day and by night, and it does not scroll sideways."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for scheme, run in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.evaluate(SETTLED)
        found = page.evaluate(run)["violations"]
        faults = [(one["id"], [node["html"][:150] for node in one["nodes"][:3]]) for one in found]
        assert not faults, (scheme, faults)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
