"""static/img/cards.svg: 52 French faces, two jokers, the back, fans of backs, suit marks, the wordmark."""

from tools.cards.courts import court, half, joker
from tools.cards.drawing import GOLD, INK, PAPER, back, fan, mini, paper, rank, rhomb, wordmark
from tools.cards.suits import MARK, SUIT, mark

PIPS: dict[str, list[tuple[int, float]]] = {  # column 0..2, row 0..1 from the top
    "2": [(1, 0), (1, 1)],
    "3": [(1, 0), (1, 0.5), (1, 1)],
    "4": [(0, 0), (2, 0), (0, 1), (2, 1)],
    "5": [(0, 0), (2, 0), (1, 0.5), (0, 1), (2, 1)],
    "6": [(0, 0), (2, 0), (0, 0.5), (2, 0.5), (0, 1), (2, 1)],
    "7": [(0, 0), (2, 0), (1, 0.25), (0, 0.5), (2, 0.5), (0, 1), (2, 1)],
    "8": [(0, 0), (2, 0), (1, 0.25), (0, 0.5), (2, 0.5), (1, 0.75), (0, 1), (2, 1)],
    "9": [(0, 0), (2, 0), (0, 0.333), (2, 0.333), (1, 0.5), (0, 0.667), (2, 0.667), (0, 1), (2, 1)],
    "T": [(0, 0), (2, 0), (1, 0.167), (0, 0.333), (2, 0.333), (0, 0.667), (2, 0.667), (1, 0.833), (0, 1), (2, 1)],
}


def index(r: str, suit: str) -> str:
    x, scale = (5.4, 0.98) if r == "T" else (7.5, 1.02)
    return rank(r, x, 8.5, scale=scale, colour=SUIT[suit]) + mark(suit, 17.7, 51.5, 20)


def large(r: str, suit: str) -> str:
    """Large index: rank and suit fill the left column, so that a narrow strip still shows both."""
    x, scale = (4.5, 1.22) if r == "T" else (7, 1.42)
    column = rank(r, x, 8.5, scale=scale, colour=SUIT[suit]) + mark(suit, 21.5, 66, 29)
    if r in "JQK":
        return column + f'<g transform="translate(5.5 5.5) scale(.92)">{court(r, suit)}</g>'
    return column + f'<g display="var(--deck-mark,inline)">{mark(suit, 66, 101, 50)}</g>'


def number(r: str, suit: str) -> str:
    left, right, top, bottom = 49, 82, 26, 114
    out = []
    for c, row in PIPS[r]:
        x, y = left + c * (right - left) / 2, top + row * (bottom - top)
        out.append(mark(suit, x, y, 18 if len(PIPS[r]) > 8 else 21, flip=row > 0.5))
    return "".join(out)


def ace(suit: str) -> str:
    stitch = "".join(
        rhomb(63 + dx, 70 + dy, 2.3, 2.3)
        for dx, dy in [(0, -52), (0, 52)]
        + [(s * 4.6, t * 47.4) for s in (-1, 1) for t in (-1, 1)]
        + [(0, 42.8), (0, -42.8)]
    )
    return (
        f'<path d="{stitch}" fill="{GOLD}"/>'
        + mark(suit, 63, 70, 56)
        + f'<path d="{rhomb(63, 70.5, 4.2, 4.2)}" fill="{PAPER}" opacity=".92"/>'
    )


def face_card(r: str, suit: str) -> str:
    art = court(r, suit) if r in "JQK" else ace(suit) if r == "A" else number(r, suit)
    code = r + suit
    return (
        f'<symbol id="{code}" viewBox="0 0 100 140">{paper()}'
        f'<g display="var(--deck-regular,inline)">{index(r, suit)}{art}</g>'
        f'<g display="var(--deck-large,none)">{large(r, suit)}</g></symbol>'
    )


def sprite() -> str:
    """The whole file; the same text every time."""
    parts = ['<svg xmlns="http://www.w3.org/2000/svg"><defs>']
    parts += [f'<path id="p-{s}" d="{d}"/>' for s, d in MARK.items()]
    parts += [half(r, s) for s in "cdhs" for r in "JQK"]
    parts += [mini(), "</defs>"]
    parts += [
        f'<symbol id="suit-{s}" viewBox="0 0 20 20"><use href="#p-{s}" fill="{SUIT[s]}"/></symbol>' for s in "shdc"
    ]
    parts += [face_card(r, s) for s in "cdhs" for r in "23456789TJQKA"]
    parts += [joker("Xb", INK, "#8c8576"), joker("Xr", SUIT["h"], "#2b3654"), back()]
    parts += [fan(i) for i in range(8)]
    parts += [wordmark(), "</svg>"]
    return "\n".join(parts) + "\n"
