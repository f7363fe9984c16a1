# ruff: noqa: E501  (path data reads better unbroken)
"""The Unter, the Ober and the King of the Hungarian pack: whole figures, in a frame of 58 x 124 about its middle.

The Unter is a young man with his suit's sign at his foot, the Ober a hussar who lifts it high, the King sits and shows
it on a disc. One body a rank: the suit's ink is the current colour, its accent the fill that `use` hands down.
"""

from tools.cards.drawing import GOLD, GREY, INK, PAPER, SKIN, rhomb
from tools.cards.signs import ACCENT, sign

HAIR = {"c": "#54402c", "d": "#a86c2c", "h": "#7c4322", "s": "#2d2b2e"}
STEEL = "#e9e6df"
WOOD = "#7a5230"
_INKED = f'stroke="{INK}" stroke-width=".8" stroke-linejoin="round"'
_SUITED = 'stroke="currentColor" stroke-width=".9" stroke-linejoin="round"'
_BRAID = f'fill="none" stroke="{GOLD}" stroke-linecap="round" stroke-linejoin="round"'


def _arm(d: str, colour: str, width: float = 6.5) -> str:
    return f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round"/>'


def _hand(x: float, y: float) -> str:
    return f'<circle cx="{x}" cy="{y}" r="2.9" fill="{SKIN}"/>'


# a head about (0, 0): hair and brows in the current colour
_FACE = (
    f'<path d="M-7.4-6.5H7.4V.6a7.4 7.8 0 0 1-14.8 0Z" fill="{SKIN}"/>'
    '<path d="M-5-4h3.3M1.7-4h3.3" fill="none" stroke="currentColor" stroke-width="1.1" stroke-linecap="round"/>'
    f'<path d="M-4.4-1.4a1.1 1.1 0 1 0 2.2 0 1.1 1.1 0 0 0-2.2 0M2.2-1.4a1.1 1.1 0 1 0 2.2 0 1.1 1.1 0 0 0-2.2 0" fill="{INK}"/>'
    f'<path d="M.3-1.2V2h-1.3" fill="none" stroke="{INK}" stroke-width=".8" stroke-linecap="round" stroke-linejoin="round" opacity=".65"/>'
)
_MOUTH = '<path d="M-2 4.6q2 1.3 4 0" fill="none" stroke="#a33227" stroke-width="1.1" stroke-linecap="round"/>'
_CHEEKS = '<circle cx="-5" cy="2" r="1.4" fill="#d9704f" opacity=".45"/><circle cx="5" cy="2" r="1.4" fill="#d9704f" opacity=".45"/>'
_MOUSTACHE = '<path d="M0 3.2C-2.2 2.4-4 3.6-6.8 2.4-6 4.8-2.6 5.8 0 4.4 2.6 5.8 6 4.8 6.8 2.4 4 3.6 2.2 2.4 0 3.2Z" fill="currentColor"/>'


def _head(hair: str, shape: str, y: float, *more: str) -> str:
    """Hair behind the face, the face, and what it wears."""
    return f'<g transform="translate(0 {y})" color="{hair}"><path d="{shape}" fill="currentColor"/><use href="#f-face"/>{"".join(more)}</g>'


# --- the Unter: shirt, waistcoat and wide linen trousers

_UNTER_BODY = "".join(
    [
        f'<path d="M-10.5 47h8.5v9.5q0 1.5-1.5 1.5h-9q-1-3.5 2-5ZM10.5 47H2v9.5Q2 58 3.5 58h9q1-3.5-2-5Z" fill="{INK}"/>',
        f'<path d="M-11 8H11L13.5 49H1L0 22-1 49H-13.5Z" fill="{PAPER}" {_SUITED}/>',
        '<path d="M-7 22-9 46M-3.5 24-4.5 46M7 22 9 46M3.5 24 4.5 46" fill="none" stroke="currentColor" stroke-width=".6" opacity=".5"/>',
        '<path d="M-13.2 46.5H-1.2M13.2 46.5H1.2" stroke="currentColor" stroke-width="1.4" stroke-dasharray="1.4 1.2"/>',
        f'<path d="M-6-26H6L12.5-22 11.5 10H-11.5L-12.5-22Z" fill="{PAPER}" {_SUITED}/>',
        '<path d="M-7.5-25.5-12.8-21.5-12 9H-2.5L-4-14ZM7.5-25.5 12.8-21.5 12 9H2.5L4-14Z" fill="currentColor"/>',
        f'<path d="{"".join(rhomb(s * 7.6, y, 1.7, 2.2) for s in (-1, 1) for y in (-13, -6, 1))}" fill="{GOLD}"/>',
        f'<path d="M-5-28H5L0-17Z" fill="{SKIN}"/>',
        '<path d="M-6.8-26.5 0-15.5 6.8-26.5" fill="none" stroke-width="1.9" stroke="currentColor"/>',
        '<path d="M-12.5 7h25v5h-25Z"/>',
        f'<path d="{"".join(rhomb(x, 9.5, 1.5, 1.5) for x in range(-9, 10, 6))}" fill="{PAPER}"/>',
    ]
)
_UNTER_ARMS = (
    _arm("M-12-19-18.5-6-15 8", "currentColor", 8.3)
    + _arm("M12-19 19-7 20 2", "currentColor", 8.3)
    + _arm("M-12-19-18.5-6-15 8", PAPER)
    + _arm("M12-19 19-7 20 2", PAPER)
    + _hand(-14.6, 11)
    + _hand(20.5, 4)
)
_TOOL = {  # in the hand at (20.5, 4)
    "c": f'<path d="M20.5 57V-30C20.5-37 11.5-37 12-30.5" fill="none" stroke="{WOOD}" stroke-width="2.4" stroke-linecap="round"/>',
    "d": f'<path d="M20.5 57V-28" stroke="{WOOD}" stroke-width="2.2" stroke-linecap="round"/><path d="M20.5-29C27-31 27-42 22-45 24-38 19-38 17-34 16-31.5 18-29.5 20.5-29Z" fill="{STEEL}" {_INKED}/>',
    "h": f'<path d="M20.5 12V-31" stroke="{WOOD}" stroke-width="2.2" stroke-linecap="round"/><path d="M20.5-31 26.5-40C24.5-44 16.5-44 14.5-40Z" fill="{GOLD}" {_INKED}/>',
    "s": f'<path d="M20.5 57V-36" stroke="{WOOD}" stroke-width="2.2" stroke-linecap="round"/><path d="M13.5-36h14M14-36v5.5M18.3-36v5.5M22.7-36v5.5M27-36v5.5" fill="none" stroke="{WOOD}" stroke-width="1.7" stroke-linecap="round"/>',
}
_CAP = {  # the Unter's hat, about his head
    "c": f'<path d="M-8.2-5.5C-9.5-15-4-18.5 1-18.5 7-18.5 9.5-14 8.2-5.5Z" fill="#4a3527"/><path d="M-3-14q1.5-1.8 3 0M2-11.5q1.5-1.8 3 0M-5.5-9.5q1.5-1.8 3 0" fill="none" stroke="{PAPER}" stroke-width=".9" stroke-linecap="round" opacity=".6"/>',
    "d": f'<path d="M-7.5-7C-7.5-15-4-16.5 0-16.5S7.5-15 7.5-7Z" fill="{INK}"/><path d="M-13-6.5C-8-4 8-4 13-6.5 11-9.5-11-9.5-13-6.5Z" fill="{INK}"/><path d="M-7.6-9.7H7.6" stroke="{GOLD}" stroke-width="1.8"/>',
    "h": f'<path d="M-8-6C-9-13-5-16.5 0-16.5S9-13 8-6Z" fill="{INK}"/><path d="M-8.6-8.5H8.6V-5.3H-8.6Z" fill="{GOLD}"/><path d="M6-9C8-17 11-20 16-21 16-15 13-10 7.5-7.5Z" fill="{PAPER}" {_INKED}/>',
    "s": f'<path d="M-8-6C-9-14 2-22 11-19 8-17 8.5-11 8-6Z" fill="#5a3b22"/><path d="M-8.6-8.7H8.6V-5.3H-8.6Z" fill="{PAPER}" {_INKED}/>',
}
_LOCKS = "M-8.8-6h17.6v8.5c0 2.5-1.2 4-2.5 4.5H-6.3c-1.3-.5-2.5-2-2.5-4.5Z"


def _unter(suit: str) -> str:
    return (
        f'<use href="#f-J" fill="{ACCENT[suit]}"/>{_TOOL[suit]}<use href="#f-Ja"/>'
        + _head(HAIR[suit], _LOCKS, -36.5, _MOUTH, _CHEEKS, _CAP[suit])
        + sign(suit, -19.6, 47, 18)
    )


# --- the Ober: a hussar

_OBER_BODY = "".join(
    [
        f'<path d="M-10 34H-1.5V55Q-1.5 58-4 58H-14q-1-3.5 2.5-5L-10 51ZM10 34H1.5V55Q1.5 58 4 58H14q1-3.5-2.5-5L10 51Z" fill="{INK}"/>',
        f'<path d="M-10.3 36.5H-1.2M10.3 36.5H1.2" stroke="{GOLD}" stroke-width="1.6"/>',
        '<path d="M-11.5 8H11.5L10.3 36H1L0 18-1 36H-10.3Z"/>',
        f'<path d="M-7.5 12q-3 6 .5 11M7.5 12q3 6-.5 11" {_BRAID} stroke-width="1.3"/>',
        '<path d="M-7-26H7L13-22 11.5 4 15 17C10 20.5-10 20.5-15 17L-11.5 4-13-22Z" fill="currentColor"/>',
        f'<path d="M-7.5-19.5H7.5M-7-14.5H7M-6.5-9.5H6.5M-6-4.5H6" {_BRAID} stroke-width="1.7"/>',
        f'<path d="M0-25V4M-14 16.3C-9 19-5 19.5 0 19.5S9 19 14 16.3" {_BRAID} stroke-width="1.3"/>',
        f'<path d="M-12 2.5h24v4.5h-24Z" fill="{GOLD}"/><path d="M-3 1.7H3V7.8H-3Z" fill="{PAPER}" {_SUITED}/>',
        f'<path d="M-6.5-28.5H6.5V-24.5H-6.5Z" fill="{GOLD}"/>',
    ]
)
_OBER_ARMS = (
    # the coat over one shoulder, then the arms
    f'<path d="M7-25.5C17-26.5 23-20 24.5-6L26 14 16 11C16-2 13.5-14 7-25.5Z" stroke="{GOLD}" stroke-width="1.3" stroke-linejoin="round"/>'
    + _arm("M12-18 20-5 18 3", "currentColor")
    + _arm("M-11-19-21.5-14.5-19-30", "currentColor")
    + f'<path d="M-22.2-28.8-15.8-29.8M14.7 2 21 4" {_BRAID} stroke-width="1.7"/>'
    + _hand(-18.5, -33.5)
    + _hand(17, 6.5)
)
_WEAPON = {  # in the hand at (17, 6.5)
    "c": f'<path d="M17 57V-27" stroke="{WOOD}" stroke-width="2.3" stroke-linecap="round"/><path d="M15.5-25.5H19C23-25.5 26-23.5 27.5-19.5 24-20.5 21-20 19-19H15.5ZM15.5-24H11v3.5h4.5Z" fill="{STEEL}" {_INKED}/>',
    "d": f'<path d="M17 57V-52" stroke="{WOOD}" stroke-width="2" stroke-linecap="round"/><path d="M17-61 19.8-54 17-50 14.2-54Z" fill="{STEEL}" {_INKED}/><path d="M18-48.5H28L25-44 28-39.5H18Z" fill="currentColor"/>',
    "h": f'<path d="M18.5 5.5C27 18 28 34 21.5 48 22 34 20.5 20 15.5 8Z" fill="{STEEL}" {_INKED}/><path d="M11.5 8.5 22 4.5M17.5 6.5 15-.5" fill="none" stroke="{GOLD}" stroke-width="2.2" stroke-linecap="round"/>',
    "s": f'<path d="M13-28C27-20 27 24 13 36" fill="none" stroke="{WOOD}" stroke-width="2.4" stroke-linecap="round"/><path d="M13-28 17.5 6.5 13 36" fill="none" stroke="{INK}" stroke-width=".7"/>',
}
_SHAKO = {  # the Ober's hat, about his head
    "c": f'<path d="M-8.5-6-9.5-19H9.5L8.5-6Z" fill="{INK}"/><path d="M-9.3-17H9.3M-8.7-8.2H8.7" {_BRAID} stroke-width="1.5"/><path d="{rhomb(0, -12.6, 2.3, 2.8)}" fill="{GOLD}"/><path d="M-1-19C-3-24 4-25 2-19Z" fill="{PAPER}" {_INKED}/>',
    "d": f'<path d="M-8.8-6C-10-12-9-18.5 0-18.5S10-12 8.8-6Z" fill="#6b4a2e"/><path d="M0-18.5C8-22 13-16 12-9L8.5-11Z" fill="currentColor"/><path d="M-6.5-8.5q1.5-1.8 3 0M-1.5-11q1.5-1.8 3 0M3.5-8.5q1.5-1.8 3 0M-5-14q1.5-1.8 3 0" fill="none" stroke="{PAPER}" stroke-width=".9" stroke-linecap="round" opacity=".6"/>',
    "h": f'<path d="M-8.5-6-8.5-17H8.5L8.5-6Z" fill="{INK}"/><path d="M-8.5-15.3H8.5" {_BRAID} stroke-width="1.5"/><path d="M-8.8-9H8.8V-5.5H-8.8Z" fill="{GOLD}"/><path d="M4-15C4-21 7-24.5 11-25 11.5-20.5 10-16 6.5-13Z" fill="{PAPER}" {_INKED}/>',
    "s": f'<path d="M-8.8-6C-9.5-13-5-17.5 0-17.5S9.5-13 8.8-6Z" fill="{INK}"/><path d="M-9.3-9.5C-5-7-1-7 9.3-9.5L8.8-5.2H-8.8Z" fill="#8a5a34"/><path d="M-5-12C-8-20-4-24-.5-24.5 1-20-.5-15-3-11Z" fill="{GOLD}" {_INKED}/>',
}


def _ober(suit: str) -> str:
    hat = _SHAKO[suit].replace("currentColor", ACCENT[suit])
    return (
        f'<use href="#f-Q" fill="{ACCENT[suit]}"/>{_WEAPON[suit] if suit != "h" else ""}<use href="#f-Qa" fill="{ACCENT[suit]}"/>{_WEAPON[suit] if suit == "h" else ""}'
        + _head(HAIR[suit], _LOCKS, -36.5, _MOUSTACHE, hat)
        + sign(suit, -18.5, -47.5, 19)
    )


# --- the King: on a throne

_KING_BODY = "".join(
    [
        f'<path d="M-22-40C-16-47-8-50 0-50S16-47 22-40V44H-22Z" {_SUITED}/>',
        f'<path d="M-22-40C-16-47-8-50 0-50S16-47 22-40" {_BRAID} stroke-width="2.4"/><path d="M-22-40V40M22-40V40" {_BRAID} stroke-width="2.4"/>',
        f'<circle cx="-22" cy="-43" r="3" fill="{GOLD}" {_SUITED}/><circle cx="22" cy="-43" r="3" fill="{GOLD}" {_SUITED}/>',
        f'<path d="M-27 50H27V58H-27Z" fill="{GOLD}" {_SUITED}/><path d="{"".join(rhomb(x, 54, 2.4, 2.4) for x in range(-20, 21, 10))}" fill="currentColor"/>',
        '<path d="M-8-25C-19-24-22-15-22.5-2L-25 50H25L22.5-2C22-15 19-24 8-25Z" fill="currentColor"/>',
        f'<path d="M-4-22H4L8 50H-8Z" fill="{GOLD}"/>',
        f'<path d="{"".join(rhomb(0, y, 2.4, 3) for y in (-13, -6, 32, 40))}" fill="currentColor"/>',
        f'<path d="M-24.8 46.5H-8M24.8 46.5H8" stroke="{PAPER}" stroke-width="3.5"/><path d="M-21 46.5h.1M-16 46.5h.1M-11.5 46.5h.1M21 46.5h.1M16 46.5h.1M11.5 46.5h.1" stroke="currentColor" stroke-width="1.6" stroke-linecap="round"/>',
        f'<path d="M-19 14C-16 24-13.5 34-13.5 44M19 14C16 24 13.5 34 13.5 44" {_BRAID} stroke-width="1.3"/>',
        f'<path d="M-10.5 50h7v3.5h-9q0-2.5 2-3.5ZM10.5 50h-7v3.5h9q0-2.5-2-3.5Z" fill="{INK}"/>',
        f'<path d="M-12-26 0-28 12-26C14-20 10-16 0-14-10-16-14-20-12-26Z" fill="{PAPER}" {_SUITED}/>',
        '<path d="M-8.5-21h.1M8.5-21h.1M-4.5-18h.1M4.5-18h.1" stroke="currentColor" stroke-width="1.7" stroke-linecap="round"/>',
    ]
)
_KING_ARMS = (
    f'<circle cy="14" r="13" fill="{PAPER}" stroke="{GOLD}" stroke-width="2.2"/><circle cy="14" r="14.3" fill="none" stroke="currentColor" stroke-width=".8"/>'
    + _arm("M-17-15-22-1-14.5 9", "currentColor", 7.5)
    + _arm("M17-15 22.5-4 21-1", "currentColor", 7.5)
    + f'<path d="M-19.5 5-15.3 10.5" fill="none" stroke="{PAPER}" stroke-width="2"/>'
    + _hand(-12.5, 11)
    + _hand(20.5, 2.5)
)
_CROWN = {
    "c": "M-8.5-5-10.5-12C-10.5-16-6-16-5.5-13-5-19.5 5-19.5 5.5-13 6-16 10.5-16 10.5-12L8.5-5Z",
    "d": "M-8.5-5-10-12.5-7-15.5-4-12-3-15.5 0-19 3-15.5 4-12 7-15.5 10-12.5 8.5-5Z",
    "h": "M-8.5-5-11-14-6.5-10.5-4-17 0-11 4-17 6.5-10.5 11-14 8.5-5Z",
    "s": "M-8.5-5-10.5-16-5-11 0-18.5 5-11 10.5-16 8.5-5Z",
}
_BEARD = {
    "c": "M-7.7 0C-9 7-8 11-7 14.5H7C8 11 9 7 7.7 0 5.8 3 3 2.6 0 2.6S-5.8 3-7.7 0Z",
    "d": "M-7.7 0C-9 8-7 13.5-4 17-3.2 15-1.6 12.5 0 11.5 1.6 12.5 3.2 15 4 17 7 13.5 9 8 7.7 0 5.8 3 3 2.6 0 2.6S-5.8 3-7.7 0Z",
    "h": "M-7.7 0C-9.5 7.5-7 14.5 0 14.5S9.5 7.5 7.7 0C5.8 3 3 2.6 0 2.6S-5.8 3-7.7 0Z",
    "s": "M-7.7 0C-8.5 8-5 13.5 0 18.5 5 13.5 8.5 8 7.7 0 5.8 3 3 2.6 0 2.6S-5.8 3-7.7 0Z",
}
_SCEPTRE = {  # in the hand at (20.5, 2.5)
    "c": f'<circle cx="24" cy="-36" r="4" fill="{GOLD}" {_INKED}/>',
    "d": f'<path d="{rhomb(24, -37, 3.8, 5.5)}" fill="{GOLD}" {_INKED}/>',
    "h": f'<path d="M24-42.5 27.5-37 24-31.5 20.5-37ZM20-37h8" fill="{GOLD}" {_INKED}/>',
    "s": f'<path d="M24-43C28-39 28-35 24-31.5 20-35 20-39 24-43Z" fill="{GOLD}" {_INKED}/>',
}


def _king(suit: str) -> str:
    hair = GREY if suit == "d" else HAIR[suit]
    beard = (
        f'<path d="{_BEARD[suit]}" fill="currentColor"/>'
        f'<path d="M-1.9 4.6q1.9 1.2 3.8 0" fill="none" stroke="{PAPER}" stroke-width="1.1" stroke-linecap="round" opacity=".8"/>'
    )
    crown = (
        f'<path d="{_CROWN[suit]}" fill="{GOLD}" {_INKED}/><path d="M-9-8H9L8.5-4.5H-8.5Z" fill="{ACCENT[suit]}"/>'
        f'<path d="{rhomb(0, -6.2, 1.4, 1.4) + rhomb(-5, -6.2, 1, 1) + rhomb(5, -6.2, 1, 1)}" fill="{PAPER}"/>'
    )
    return (
        f'<use href="#f-K" fill="{ACCENT[suit]}"/>'
        f'<path d="M24-32 19.5 16" stroke="{INK}" stroke-width="2.6"/><path d="M24-32 19.5 16" stroke="{GOLD}" stroke-width="1.3"/>{_SCEPTRE[suit]}<use href="#f-Ka"/>'
        + _head(hair, _LOCKS, -36, beard, crown)
        + sign(suit, 0, 14, 18)
    )


def shared() -> str:
    """The faces and bodies that the figures use."""
    parts = {"face": _FACE, "J": _UNTER_BODY, "Ja": _UNTER_ARMS, "Q": _OBER_BODY, "Qa": _OBER_ARMS, "K": _KING_BODY, "Ka": _KING_ARMS}  # fmt: skip
    return "\n".join(f'<g id="f-{name}">{drawing}</g>' for name, drawing in parts.items())


def figure(r: str, suit: str) -> str:
    """The figure of a card; in two suits it turns the other way, but its sign does not move from its height."""
    drawing = {"J": _unter, "Q": _ober, "K": _king}[r](suit)
    return f'<g transform="scale(-1 1)">{drawing}</g>' if suit in "ds" else drawing
