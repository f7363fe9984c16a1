# ruff: noqa: E501  (path data reads better unbroken)
"""The suit signs of the Hungarian pack and their colours: acorns `c`, bells `d`, hearts `h`, leaves `s`.

A sign is drawn in the current colour, in a box of 20 x 20 about its middle; its lines are paper, so that the four are
told apart by shape, in grey and in one colour.
"""

from tools.cards.drawing import GOLD, PAPER, n

COLOUR = {
    "c": "var(--acorns,#23262b)",
    "d": "var(--bells,#b8281f)",
    "h": "var(--suit-h,#b8281f)",
    "s": "var(--leaves,#23262b)",
}
"""Ink of a suit: index, signs, frame, coats."""

ACCENT = {"c": "#b8281f", "d": "#2b3654", "h": "#2b3654", "s": "#b8281f"}
"""Second colour of a suit's figures; it goes with the ink of two colours and of four."""

_LINE = f'fill="none" stroke="{PAPER}" stroke-linecap="round" stroke-linejoin="round"'
_INK = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"'

SIGN = {
    # cap with stalk, a nut below
    "c": f'<path d="M-.2-5.6C-.4-7.6.3-9 1.9-9.5" {_INK} stroke-width="2"/>'
    f'<path d="M-5.6.4H5.6C5.6 5.2 3 8.1 0 9.6-3 8.1-5.6 5.2-5.6.4Z" fill="{GOLD}" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"/>'
    '<path d="M-7.7.2C-7.7-4-4.6-6.4 0-6.4S7.7-4 7.7.2C7.7 1.5 7 2 6 2H-6C-7 2-7.7 1.5-7.7.2Z" fill="currentColor"/>'
    f'<path d="M-4.6-1.1q1.5 1.3 3 0M1.6-1.1q1.5 1.3 3 0M-1.5-3.6q1.5 1.3 3 0" {_LINE} stroke-width=".9"/>',
    # a round bell: loop, belt, slit
    "d": f'<circle cy="-8" r="1.7" {_INK} stroke-width="1.5"/>'
    f'<circle cy="1.3" r="7.6" fill="{GOLD}" stroke="currentColor" stroke-width="1.6"/>'
    '<path d="M-7.6-.8H7.6V2.4H-7.6Z" fill="currentColor"/>'
    '<path d="M-1 4.2h2v3.6h-2z" fill="currentColor"/>',
    "h": '<path d="M0 8.9C-6 4.2-9.1.8-9.1-3.1-9.1-6.2-6.9-8.4-4.1-8.4-2.3-8.4-.8-7.3 0-5.6.8-7.3 2.3-8.4 4.1-8.4 6.9-8.4 9.1-6.2 9.1-3.1 9.1.8 6 4.2 0 8.9Z" fill="currentColor"/>'
    f'<path d="M-6.3-3.4C-6.2-4.9-5.3-5.8-4-5.9" {_LINE} stroke-width="1.2"/>',
    # a leaf on a bent stalk, with its ribs
    "s": f'<path d="M0 5C.1 7.2.8 8.7 2.6 9.4" {_INK} stroke-width="2"/>'
    '<path d="M0-9.7C2.2-6.6 7.6-4.2 7.6 1 7.6 4.4 5.2 6.4 2.8 6.4 1.5 6.4.5 5.9 0 5.2-.5 5.9-1.5 6.4-2.8 6.4-5.2 6.4-7.6 4.4-7.6 1-7.6-4.2-2.2-6.6 0-9.7Z" fill="currentColor"/>'
    f'<path d="M0-5.4V4.6M0-1.2 2.8-3M0-1.2-2.8-3M0 2.6 4 0M0 2.6-4 0" {_LINE} stroke-width=".9"/>',
}
"""The drawing of each suit's sign."""


def sign(suit: str, x: float, y: float, size: float = 20) -> str:
    """A sign, `size` units high, centred on (x, y)."""
    if size == 20:
        return f'<use href="#p-{suit}" x="{n(x)}" y="{n(y)}"/>'
    return f'<use href="#p-{suit}" transform="translate({n(x)} {n(y)}) scale({n(size / 20)})"/>'
