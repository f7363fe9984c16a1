# ruff: noqa: E501  (path data reads better unbroken)
"""static/img/cards-hungarian.svg: the 32 faces of the Hungarian pack, its back, fans and suit signs.

Drawn like the French pack (paper, strokes, tokens, 100 x 140 units) and with its symbol ids: acorns `c`, bells `d`,
hearts `h`, leaves `s`; `J` is the Unter, `Q` the Ober. The corner says 7, 8, 9, 10, U, O, K, A: figures are read in a
strip of 24 px where VIII is not, and are what the table says. The old Roman number stands at the head of the picture.
"""

from tools.cards.drawing import GOLD, GROUND, RANK, back, fan, mini, n, paper, rhomb
from tools.cards.figures import figure, shared
from tools.cards.signs import COLOUR, SIGN, sign

INDEX = {"7": "7", "8": "8", "9": "9", "T": "T", "J": "U", "Q": "O", "K": "K", "A": "A"}
ROMAN = {"7": "VII", "8": "VIII", "9": "IX", "T": "X"}
LETTER = {"I": (0, "v9"), "V": (6.4, "l3.2 9 3.2-9"), "X": (6.4, "l6.4 9m0-9-6.4 9")}
"""Width of a Roman letter, and its strokes from the top left."""
BETWEEN = 3.4
LEFT, MIDDLE, RIGHT = 49, 64, 79
FIRST, STEP = 42, 25.6
"""Columns of the pips, the highest of their four rows and how far the next one is."""


def pips(r: str) -> list[tuple[float, float]]:
    """Where the signs of a number card are: two columns, the odd ones between them."""
    rows = (0, 1.5, 3) if r in "78" else (0, 1, 2, 3)
    between = {"7": (0.75,), "8": (0.75, 2.25), "9": (1.5,), "T": (0.5, 2.5)}[r]
    places = [(x, row) for row in rows for x in (LEFT, RIGHT)] + [(MIDDLE, row) for row in between]
    return [(x, FIRST + row * STEP) for x, row in places]


def roman(r: str) -> str:
    """The Roman number, at the head of the picture."""
    x = MIDDLE - (sum(LETTER[letter][0] for letter in ROMAN[r]) + BETWEEN * (len(ROMAN[r]) - 1)) / 2
    d = ""
    for letter in ROMAN[r]:
        width, strokes = LETTER[letter]
        d += f"M{n(x)} 15{strokes}"
        x += width + BETWEEN
    stitches = rhomb(41, 19.5, 2, 2) + rhomb(87, 19.5, 2, 2)
    return (
        f'<path d="{d}" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>'
        f'<path d="{stitches}" fill="{GOLD}"/>'
    )


def number(r: str, suit: str) -> str:
    """A number card's picture."""
    return f'<use href="#frame"/><use href="#n-{r}"/>' + "".join(sign(suit, x, y) for x, y in pips(r))


def ace(suit: str) -> str:
    """Two big signs, a stitched rule between them."""
    return f'<use href="#frame"/>{sign(suit, 64, 41, 46)}{sign(suit, 64, 103, 46)}<use href="#stitch"/>'


def picture(r: str, suit: str) -> str:
    """What stands beside the index."""
    if r == "A":
        return ace(suit)
    if r in ROMAN:
        return number(r, suit)
    return f'<use href="#frame"/><g transform="translate(64 70)">{figure(r, suit)}</g>'


def index(r: str, suit: str) -> str:
    """Rank and sign in the corner."""
    x, scale = (5.4, 0.98) if r == "T" else (7.5, 1.02)
    return f'<use href="#r-{r}" transform="translate({x} 8.5) scale({scale})"/>' + sign(suit, 17.7, 52)


def large(r: str, suit: str) -> str:
    """Large index: rank and sign fill the left column, so that a narrow strip still shows both."""
    x, scale = (4.5, 1.22) if r == "T" else (7, 1.42)
    column = f'<use href="#r-{r}" transform="translate({x} 8.5) scale({scale})"/>' + sign(suit, 21.5, 66, 29)
    if r in "JQK":
        return f'{column}<use href="#c-{r}{suit}" transform="translate(5.5 5.5) scale(.92)"/>'
    return column + f'<g display="var(--deck-mark,inline)">{sign(suit, 66, 101, 50)}</g>'


def face_card(r: str, suit: str) -> str:
    """One card; large index or not is a token's affair."""
    art = f'<use href="#c-{r}{suit}"/>' if r in "JQK" else picture(r, suit)
    return (
        f'<symbol id="{r}{suit}" viewBox="0 0 100 140">{paper()}<g color="{COLOUR[suit]}">'
        f'<g display="var(--deck-regular,inline)">{index(r, suit)}{art}</g>'
        f'<g display="var(--deck-large,none)">{large(r, suit)}</g></g></symbol>'
    )


def definitions() -> list[str]:
    """What the cards are put together from."""
    stitch = "".join(rhomb(64 + dx, 72, 2.2, 2.2) for dx in range(-24, 25, 8))
    return [
        *(f'<g id="p-{s}">{d}</g>' for s, d in SIGN.items()),
        *(
            f'<path id="r-{r}" d="{RANK[letter]}" fill="none" stroke="currentColor" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round"/>'
            for r, letter in INDEX.items()
        ),
        *(f'<g id="n-{r}">{roman(r)}</g>' for r in ROMAN),
        f'<rect id="frame" x="35" y="8" width="58" height="124" rx="4" fill="{GROUND}" stroke="currentColor" stroke-width="1.2"/>',
        f'<path id="stitch" d="{stitch}" fill="{GOLD}"/>',
        shared(),
        *(f'<g id="c-{r}{s}">{picture(r, s)}</g>' for s in "cdhs" for r in "JQK"),
        mini(),
    ]


def sprite() -> str:
    """The whole file; the same text every time."""
    parts = ['<svg xmlns="http://www.w3.org/2000/svg"><defs>', *definitions(), "</defs>"]
    parts += [
        f'<symbol id="suit-{s}" viewBox="0 0 20 20"><g color="{COLOUR[s]}">{sign(s, 10, 10)}</g></symbol>'
        for s in "shdc"
    ]
    parts += [face_card(r, s) for s in "cdhs" for r in INDEX]
    parts += [back(), *(fan(i) for i in range(8)), "</svg>"]
    return "\n".join(parts) + "\n"
