# ruff: noqa: E501  (path data reads better unbroken)
"""The suit marks of the French pack and their colours."""

from tools.cards.drawing import n

SUIT = {s: f"var(--suit-{s},{c})" for s, c in zip("shdc", ("#23262b", "#b8281f", "#b8281f", "#23262b"), strict=True)}
ACCENT = {
    s: f"var(--court-accent-{s},{c})" for s, c in zip("shdc", ("#b8281f", "#2b3654", "#2b3654", "#b8281f"), strict=True)
}
# suits: filled paths in a box of 20 x 20
MARK = {
    "h": "M10 18.7C4.2 14.1.9 10.8.9 6.9.9 3.9 3.1 1.7 5.8 1.7 7.6 1.7 9.2 2.8 10 4.5c.8-1.7 2.4-2.8 4.2-2.8 2.7 0 4.9 2.2 4.9 5.2 0 3.9-3.3 7.2-9.1 11.8Z",
    "d": "M10 .5c1.8 3.3 4.7 6.9 7.9 9.5-3.2 2.6-6.1 6.2-7.9 9.5C8.2 16.2 5.3 12.6 2.1 10 5.3 7.4 8.2 3.8 10 .5Z",
    "s": "M10 .7c2 3.5 8.9 6.9 8.9 11.3 0 2.5-1.8 4.1-4 4.1-1.6 0-2.9-.7-3.7-1.9.2 2.1 1 3.7 2.4 5.1H6.4c1.4-1.4 2.2-3 2.4-5.1-.8 1.2-2.1 1.9-3.7 1.9-2.2 0-4-1.6-4-4.1C1.1 7.6 8 4.2 10 .7Z",
    "c": "M10 .8a4.4 4.4 0 0 1 3.5 7.06A4.4 4.4 0 1 1 11 14.2c.3 2.1 1.1 3.7 2.5 5.1H6.5C7.9 17.9 8.7 16.3 9 14.2A4.4 4.4 0 1 1 6.5 7.86 4.4 4.4 0 0 1 10 .8Z",
}


def mark(suit: str, cx: float, cy: float, size: float, *, flip: bool = False) -> str:
    """A suit mark, `size` units high, centred on (cx, cy)."""
    turn = " rotate(180)" if flip else ""
    return (
        f'<use href="#p-{suit}" transform="translate({n(cx)} {n(cy)}){turn} scale({n(size / 20)}) translate(-10 -10)" '
        f'fill="{SUIT[suit]}"/>'
    )
