# ruff: noqa: E501  (path data reads better unbroken)
"""What both packs share: colours, strokes for ranks, the paper, backs and fans, the wordmark.

Every colour is a custom property with a default, so that the page's tokens (theme, four colours, large index) recolour
a card without touching the drawing. A card is 100 x 140 units.
"""

PAPER, INK = "var(--card-paper,#fffdf7)", "var(--card-ink,#23262b)"
GOLD, SKIN = "var(--court-gold,#d9a441)", "var(--court-skin,#f3d3ae)"
GROUND, BACK = "var(--court-ground,#f6eddb)", "var(--card-back,#8f2d2b)"
BACK_LINE = "var(--card-back-line,#f0ddc0)"
GREY = "#8f8578"

# ranks: strokes in a box of 20 x 28 (ten: 27 x 28)
RANK = {
    "A": "M2.4 25.7 10 2.5 17.6 25.7M5 18H15",
    "2": "M3 8.8C3 4.9 6 2.4 10 2.4s7 2.6 7 6.4c0 3.4-2.2 5.8-5.5 8.8L3 25.6H17.4",
    "3": "M3.4 2.5H16.4L9.4 11.1C14 10.9 17.3 14 17.3 18.2c0 4.5-3.2 7.5-7.5 7.5-3.3 0-5.9-1.5-7.3-4.4",
    "4": "M13.3 25.7V2.5L2.4 19.3H17.9",
    "5": "M15.8 2.5H5L3.8 12.7C5.4 11.2 7.5 10.4 9.8 10.4c4.4 0 7.6 3 7.6 7.5 0 4.7-3.2 7.8-7.7 7.8-3.2 0-5.8-1.4-7.2-4.1",
    "6": "M15.6 4.6C14.2 3.1 12.3 2.3 10.2 2.3 5.4 2.3 2.5 6.8 2.5 14.8 2.5 21.8 5.2 25.7 10 25.7c4.4 0 7.5-3.2 7.5-7.6s-3-7.4-7.2-7.4c-4.1 0-7.3 2.8-7.8 6.3",
    "7": "M2.6 2.5H17.4L8 25.7",
    "8": "M10 13.3C6.4 13.3 3.9 11 3.9 7.8S6.4 2.3 10 2.3s6.1 2.3 6.1 5.5-2.5 5.5-6.1 5.5ZM10 13.3c-4.3 0-7.4 2.6-7.4 6.2s3.1 6.2 7.4 6.2 7.4-2.6 7.4-6.2-3.1-6.2-7.4-6.2Z",
    "9": "M4.4 23.4C5.8 24.9 7.7 25.7 9.8 25.7c4.8 0 7.7-4.5 7.7-12.5C17.5 6.2 14.8 2.3 10 2.3c-4.4 0-7.5 3.2-7.5 7.6s3 7.4 7.2 7.4c4.1 0 7.3-2.8 7.8-6.3",
    "T": "M1.6 6.6 6 2.5V25.7M18 2.3c3.6 0 5.7 2.4 5.7 6.4v10.6c0 4-2.1 6.4-5.7 6.4s-5.7-2.4-5.7-6.4V8.7c0-4 2.1-6.4 5.7-6.4Z",
    "J": "M7.6 2.5H14.4V18.2c0 4.7-2.5 7.5-6.2 7.5-3 0-5-1.8-5.6-5",
    "Q": "M10 2.3c4.6 0 7.6 3.6 7.6 9.2v5c0 5.6-3 9.2-7.6 9.2S2.4 22.1 2.4 16.5v-5C2.4 5.9 5.4 2.3 10 2.3ZM11.4 19.6 17.9 26.4",
    "K": "M3 2.4V25.6M16.8 2.5 3.4 15.7M7.7 11.5 17.4 25.6",
    "M": "M2.4 25.7V2.5L10 16 17.6 2.5V25.7",
    "U": "M2.6 2.4V16.6c0 5.6 3 9.1 7.4 9.1s7.4-3.5 7.4-9.1V2.4",
    "C": "M17 7.4C15.8 4.2 13.3 2.3 10.2 2.3 5.5 2.3 2.4 5.9 2.4 11.5v5c0 5.6 3.1 9.2 7.8 9.2 3.1 0 5.6-1.9 6.8-5.1",
    "O": "M10 2.3c4.6 0 7.6 3.6 7.6 9.2v5c0 5.6-3 9.2-7.6 9.2S2.4 22.1 2.4 16.5v-5C2.4 5.9 5.4 2.3 10 2.3Z",
}


def n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def rank(r: str, x: float, y: float, *, scale: float, colour: str) -> str:
    return (
        f'<path d="{RANK[r]}" transform="translate({n(x)} {n(y)}) scale({n(scale)})" fill="none" stroke="{colour}" '
        f'stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def rhomb(x: float, y: float, w: float, h: float) -> str:
    """Path data of a rhomb with half-axes w and h: the stitch of which belts, back and ornaments are made."""
    return f"M{n(x)} {n(y - h)}l{n(w)} {n(h)} {n(-w)} {n(h)} {n(-w)} {n(-h)}z"


def paper() -> str:
    return f'<rect width="100" height="140" rx="9" fill="{PAPER}"/>'


def back() -> str:
    w, h = 22, 21.333
    big = small = cross = ""
    for i in range(4):
        for j in range(6):
            x, y = 6 + w * (i + 0.5), 6 + h * (j + 0.5)
            big += rhomb(x, y, 8.2, 8.2)
            small += rhomb(x, y, 3.4, 3.4)
            if i and j:
                a, b = 6 + w * i, 6 + h * j
                cross += f"M{n(a - 2.2)} {n(b)}h4.4M{n(a)} {n(b - 2.2)}v4.4"
    return (
        f'<symbol id="back" viewBox="0 0 100 140"><rect width="100" height="140" rx="9" fill="{PAPER}"/><rect x="4" y="4" width="92" height="132" rx="6" fill="{BACK}"/>'
        f'<path d="{big}" fill="none" stroke="{BACK_LINE}" stroke-width="1.5" opacity=".75"/><path d="{small}" fill="{BACK_LINE}" opacity=".9"/>'
        f'<path d="{cross}" stroke="{BACK_LINE}" stroke-width="1.6" stroke-linecap="round" opacity=".6"/></symbol>'
    )


def fan(count: int) -> str:
    """A held hand of backs. Its width tells few from many; the number beside it tells how many."""
    step = 0 if count == 1 else min(13, 46 / (count - 1))
    out = []
    if count == 0:  # out of cards: an empty place
        out.append(
            '<rect x="36.5" y="4.5" width="35" height="49" rx="4.5" fill="none" stroke="var(--line-strong,#7d725d)" stroke-width="1.5" stroke-dasharray="3 3"/>'
        )
    for i in range(count):
        angle = (i - (count - 1) / 2) * step
        out.append(f'<use href="#mini" transform="translate(54 86) rotate({n(angle)}) translate(-18 -82)"/>')
    return f'<symbol id="fan-{count}" viewBox="0 0 108 64">{"".join(out)}</symbol>'


def mini() -> str:
    """One small back, of which the fans are made."""
    return (
        f'<g id="mini"><rect x=".5" y=".5" width="35" height="49" rx="4.5" fill="{PAPER}" stroke="var(--card-edge,#b9ae9b)" stroke-width="1"/>'
        f'<rect x="3" y="3" width="30" height="44" rx="2.5" fill="{BACK}"/>'
        f'<path d="{rhomb(18, 25, 9, 13)}" fill="none" stroke="{BACK_LINE}" stroke-width="1.6" opacity=".8"/><path d="{rhomb(18, 25, 3.4, 5)}" fill="{BACK_LINE}"/></g>'
    )


def wordmark() -> str:
    letters, x = "", 0
    for ch in "MACAO":
        letters += f'<path d="{RANK[ch]}" transform="translate({x} 0)"/>'
        x += 25 if ch == "M" else 24
    return f'<symbol id="wordmark" viewBox="-1 -1 120 30"><g fill="none" stroke="currentColor" stroke-width="4.6" stroke-linecap="round" stroke-linejoin="round">{letters}</g></symbol>'
