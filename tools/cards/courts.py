# ruff: noqa: E501  (path data reads better unbroken)
"""The king, queen and jack of the French pack, drawn to the waist and turned round; and the jokers."""

from math import cos, pi, sin

from tools.cards.drawing import GOLD, GREY, GROUND, INK, PAPER, SKIN, n, paper, rhomb
from tools.cards.suits import ACCENT, SUIT, mark

HAIR = {"s": "#2d2b2e", "h": "#7c4322", "d": "#b9803a", "c": "#54402c"}


def face(suit: str, hair: str | None = None) -> str:
    return (
        f'<path d="M-9-45H9v9.5a9 9.5 0 0 1-18 0Z" fill="{SKIN}"/>'
        f'<path d="M-6.2-42.4h4.2M2-42.4h4.2" stroke="{hair or HAIR[suit]}" stroke-width="1.3" stroke-linecap="round"/>'
        f'<circle cx="-4" cy="-39.4" r="1.35" fill="{INK}"/><circle cx="4" cy="-39.4" r="1.35" fill="{INK}"/>'
        f'<path d="M.4-39.4v4.2h-1.8" fill="none" stroke="{INK}" stroke-width=".9" stroke-linecap="round" stroke-linejoin="round" opacity=".65"/>'
    )


def mouth(y: float = -31.6) -> str:
    return f'<path d="M-2.4 {y}q2.4 1.5 4.8 0" fill="none" stroke="#a33227" stroke-width="1.3" stroke-linecap="round"/>'


def belt(suit: str) -> str:
    body = "".join(rhomb(x, 0, 3.1, 3.1) for x in range(-24, 25, 8))
    dots = "".join(rhomb(x, 0, 1.1, 1.1) for x in range(-28, 29, 8))
    return (
        f'<path d="M-29-5.2h58v10.4h-58z" fill="{GOLD}"/><path d="{body}" fill="{SUIT[suit]}"/><path d="{dots}" fill="{PAPER}"/>'
        f'<path d="M-29-5.2h58M-29 5.2h58" stroke="{SUIT[suit]}" stroke-width="1.2"/>'
    )


CROWN = {
    "s": "M-11.5-45-13.5-58.5-6.5-52.5 0-60.5 6.5-52.5 13.5-58.5 11.5-45Z",
    "h": "M-11.5-45-14-55.5-8.5-51.5-5-59-0-52.5 5-59 8.5-51.5 14-55.5 11.5-45Z",
    "d": "M-11.5-45-13-54-9-57.5-5-53.5-3.5-57 0-60.8 3.5-57 5-53.5 9-57.5 13-54 11.5-45Z",
    "c": "M-11.5-45-13.5-53C-13.5-57-8-57-7.5-53.5-6.5-60.5 6.5-60.5 7.5-53.5 8-57 13.5-57 13.5-53L11.5-45Z",
}
BEARD = {
    "s": "M-9.3-38.5C-10-28-6-20.5 0-14.5 6-20.5 10-28 9.3-38.5 7-34.2 3.5-35 0-35s-7 .8-9.3-3.5Z",
    "h": "M-9.3-38.5C-11.5-29-8.5-19.5 0-19.5S11.5-29 9.3-38.5C7-34.2 3.5-35 0-35s-7 .8-9.3-3.5Z",
    "d": "M-9.3-38.5C-11-28-8.5-21-5-16.5-4-19-2-22.5 0-23.5 2-22.5 4-19 5-16.5 8.5-21 11-28 9.3-38.5 7-34.2 3.5-35 0-35s-7 .8-9.3-3.5Z",
    "c": "M-9.3-38.5C-10.5-30-9.5-24-8.5-19.5H8.5C9.5-24 10.5-30 9.3-38.5 7-34.2 3.5-35 0-35s-7 .8-9.3-3.5Z",
}


def chest(suit: str) -> str:
    """The front of a king's robe: one motif a suit."""
    if suit == "s":
        d = "".join(f"M-5.5 {y}l5.5 3.6 5.5-3.6" for y in (-25, -20, -15, -10))
        return f'<path d="{d}" fill="none" stroke="{SUIT[suit]}" stroke-width="1.5"/>'
    if suit == "h":
        return f'<path d="{"".join(rhomb(0, y, 3.4, 3.4) for y in (-22, -14, -6))}" fill="{SUIT[suit]}"/>'
    if suit == "d":
        d = "".join(f"M-3 {y - 3}l6 6M3 {y - 3}l-6 6" for y in (-22, -14.5, -7))
        return f'<path d="{d}" stroke="{SUIT[suit]}" stroke-width="1.6" stroke-linecap="round"/>'
    return "".join(
        f'<circle cx="{x}" cy="{y}" r="1.4" fill="{SUIT[suit]}"/>'
        for x, y in (
            (-2.7, -23),
            (2.7, -23),
            (-2.7, -17.5),
            (2.7, -17.5),
            (-2.7, -12),
            (2.7, -12),
            (-2.7, -7),
            (2.7, -7),
        )
    )


def king(suit: str) -> str:
    col, acc = SUIT[suit], ACCENT[suit]
    hair = GREY if suit == "d" else HAIR[suit]
    out = [
        f'<path d="M-29-4V-15c0-7 9-10.5 17-12.5h24c8 2 17 5.5 17 12.5V-4Z" fill="{col}"/>',
        f'<path d="M-29-11c6 0 10-6 11-15M29-11c-6 0-10-6-11-15" fill="none" stroke="{GOLD}" stroke-width="1.6"/>',
        f'<path d="M-7-28H7V-4H-7Z" fill="{GOLD}"/>',
        chest(suit),
        f'<path d="M-14.5-27.5 0-30 14.5-27.5 9-20.5 0-24-9-20.5Z" fill="{PAPER}" stroke="{col}" stroke-width=".8"/>',
        f'<path d="M-11-46h22v11c0 3-1 5-2 6.5H-9c-1-1.5-2-3.5-2-6.5Z" fill="{hair}"/>',
        face(suit, hair),
        f'<path d="{BEARD[suit]}" fill="{hair}"/>',
        f'<path d="M-2.2-32.3q2.2 1.3 4.4 0" fill="none" stroke="{PAPER}" stroke-width="1.2" stroke-linecap="round" opacity=".8"/>',
        f'<path d="{CROWN[suit]}" fill="{GOLD}" stroke="{col}" stroke-width=".9" stroke-linejoin="round"/>',
        f'<path d="M-11.3-48.8h22.6l-.5 4.3h-21.6Z" fill="{acc}"/>',
        f'<path d="{rhomb(0, -46.6, 1.6, 1.6) + rhomb(-6.5, -46.6, 1.1, 1.1) + rhomb(6.5, -46.6, 1.1, 1.1)}" fill="{PAPER}"/>',
    ]
    if suit in "hs":  # the two kings that attack carry a sword: hearts points on, spades points back
        side = 1 if suit == "h" else -1
        out.append(
            f'<g transform="scale({side} 1)"><path d="M20-16.5V-53l2.2-4.5 2.2 4.5v36.5Z" fill="#e9e6df" stroke="{INK}" stroke-width=".9" stroke-linejoin="round"/>'
            f'<path d="M22.2-52V-20" stroke="{INK}" stroke-width=".6" opacity=".5"/>'
            f'<path d="M16-17.8h12.4v3H16Z" fill="{GOLD}" stroke="{INK}" stroke-width=".7"/><path d="M20.8-14.8h2.8v6h-2.8Z" fill="{INK}"/>'
            f'<circle cx="22.2" cy="-12" r="3.1" fill="{SKIN}"/></g>'
        )
    else:
        top = rhomb(-22.2, -47, 4.2, 5.2) if suit == "d" else ""
        ball = (
            ""
            if suit == "d"
            else f'<circle cx="-22.2" cy="-47" r="4.4" fill="{GOLD}" stroke="{INK}" stroke-width=".8"/><path d="M-26-47h7.6" stroke="{INK}" stroke-width=".8"/>'
        )
        out.append(
            f'<path d="M-22.2-44v36" stroke="{INK}" stroke-width="2.6"/><path d="M-22.2-44v36" stroke="{GOLD}" stroke-width="1.3"/>'
            + (f'<path d="{top}" fill="{GOLD}" stroke="{INK}" stroke-width=".8"/>' if top else ball)
            + f'<circle cx="-22.2" cy="-12" r="3.1" fill="{SKIN}"/>'
        )
    return "".join(out)


def queen(suit: str) -> str:
    col, acc = SUIT[suit], ACCENT[suit]
    sleeve = "".join(rhomb(s * 22, y, 3.3, 3.3) for s in (-1, 1) for y in (-15.5, -8.5))
    tiara = {
        "s": "M-8.5-50 0-57 8.5-50 0-52Z",
        "h": "M-9-49.5C-8-57 8-57 9-49.5 5-52.5-5-52.5-9-49.5Z",
        "d": rhomb(0, -52.8, 3.6, 3.6) + rhomb(-6, -50.5, 2.4, 2.4) + rhomb(6, -50.5, 2.4, 2.4),
        "c": "M-9-49.5a3 3 0 0 1 5.5-2.2 3.6 3.6 0 0 1 7 0A3 3 0 0 1 9-49.5Z",
    }[suit]
    return "".join(
        [
            f'<path d="M-12.5-47C-13-64 13-64 12.5-47 13-37 17-29 24-20H-24C-17-29-13-37-12.5-47Z" fill="{PAPER}" stroke="{col}" stroke-width="1.1" stroke-linejoin="round"/>',
            f'<path d="M-29-4V-13c0-6 7-9 14.5-11L0-16 14.5-24c7.5 2 14.5 5 14.5 11V-4Z" fill="{col}"/>',
            f'<path d="M-8-27.5H8L11-22 0-13.5-11-22Z" fill="{SKIN}"/>',
            f'<path d="M-11.5-23.5 0-14.5 11.5-23.5" fill="none" stroke="{GOLD}" stroke-width="2"/>',
            f'<path d="M-2.6-11.5h5.2V-4h-5.2Z" fill="{GOLD}"/>',
            f'<path d="{sleeve}" fill="{GOLD}"/>',
            "".join(
                f'<g transform="scale({sd} 1)"><path d="M12.4-46C13-36 17-28 26-8L16-5.5C14-17 11.5-26 9.5-33Z" fill="{PAPER}" stroke="{col}" stroke-width="1" stroke-linejoin="round"/>'
                f'<path d="M15.8-13.2 23-15.2M15.3-10.8 24.2-12.7" stroke="{acc}" stroke-width="1.3"/></g>'
                for sd in (-1, 1)
            ),
            f'<path d="M-11-34C-13-48-7-53.5 0-53.5S13-48 11-34L9-30H-9Z" fill="{HAIR[suit]}"/>',
            face(suit),
            f'<path d="M-9.2-41C-8.5-48-3-49.5 0-49.5-2-45.5-6-43-9.2-41ZM9.2-41C8.5-48 3-49.5 0-49.5 2-45.5 6-43 9.2-41Z" fill="{HAIR[suit]}"/>',
            mouth(-31.4),
            '<circle cx="-6" cy="-34.8" r="1.7" fill="#d9704f" opacity=".45"/><circle cx="6" cy="-34.8" r="1.7" fill="#d9704f" opacity=".45"/>',
            f'<path d="{tiara}" fill="{GOLD}" stroke="{col}" stroke-width=".8" stroke-linejoin="round"/>',
            "".join(
                f'<circle cx="{x}" cy="{y}" r="1.25" fill="{acc}"/>'
                for x, y in ((-5.6, -24), (-3, -22.3), (0, -21.6), (3, -22.3), (5.6, -24))
            ),
            f'<circle cx="-9.7" cy="-33" r="1.5" fill="{GOLD}"/><circle cx="9.7" cy="-33" r="1.5" fill="{GOLD}"/>',
        ]
    )


def jack(suit: str) -> str:
    col, acc = SUIT[suit], ACCENT[suit]
    side = 1 if suit in "hs" else -1
    fleece = "".join(
        f"M{x} {y}q1.8-2.2 3.6 0" for x, y in ((-7, -52), (-1.5, -54.5), (4, -52.5), (-4.5, -57), (1.5, -58))
    )
    return (
        f'<g transform="scale({side} 1)">'
        + "".join(
            [
                f'<path d="M-29-4V-14c0-6 8-9.5 17-12h24c9 2.5 17 6 17 12V-4Z" fill="{PAPER}" stroke="{col}" stroke-width="1"/>',
                f'<path d="M-21-4V-22.5L-9-26.5-3.5-4ZM21-4V-22.5L9-26.5 3.5-4Z" fill="{col}"/>',
                f'<path d="{"".join(rhomb(s * 13.5, y, 2.3, 2.8) for s in (-1, 1) for y in (-17, -10.5))}" fill="{GOLD}"/>',
                f'<path d="M-25-15v11M25-15v11" stroke="{col}" stroke-width="1.1" stroke-dasharray="1.6 1.6"/>',
                f'<path d="M-8-28H8L0-17Z" fill="{SKIN}"/><path d="M-9.5-27 0-16 9.5-27" fill="none" stroke="{acc}" stroke-width="2"/>',
                f'<path d="M-12-46h24v10c0 3-1.5 5-3 5.5H-9c-1.5-.5-3-2.5-3-5.5Z" fill="{HAIR[suit]}"/>',
                face(suit),
                f'<path d="M-4.6-32.6q2.3-2.4 4.6-.8 2.3-1.6 4.6.8" fill="none" stroke="{HAIR[suit]}" stroke-width="1.5" stroke-linecap="round"/>'
                if suit in "sd"
                else mouth(),
                f'<path d="M-12.5-44.5C-15-57 -7-61 1-61 10-61 14.5-54 12.5-44.5Z" fill="{INK if suit in "hd" else "#4a3527"}"/>',
                f'<path d="{fleece}" fill="none" stroke="{PAPER}" stroke-width="1" stroke-linecap="round" opacity=".55"/>',
                f'<path d="M-12.7-47.5h25.4v4H-12.7Z" fill="{acc}"/>',
                f'<path d="M10-47C12-55 17-60 24-60.5 24-53 19-48 11.5-45.5Z" fill="{GOLD}" stroke="{col}" stroke-width=".8" stroke-linejoin="round"/><path d="M11-46.5C15-52 18-55.5 22-58.5" stroke="{col}" stroke-width=".8" fill="none"/>',
                f'<path d="M-22.5-40v34" stroke="{INK}" stroke-width="2.2" stroke-linecap="round"/>',
                f'<circle cx="-22.5" cy="-13" r="3" fill="{SKIN}"/>',
            ]
        )
        + mark(suit, -22.5, -47, 11)
        + "</g>"
    )


def half(r: str, suit: str) -> str:
    """The upper half of a court card; the lower one is the same, turned round."""
    return f'<g id="h-{r}{suit}">{ {"K": king, "Q": queen, "J": jack}[r](suit) }</g>'


def court(r: str, suit: str) -> str:
    return (
        f'<g transform="translate(64 70)"><rect x="-29" y="-62" width="58" height="124" rx="4" fill="{GROUND}"/>'
        f'<use href="#h-{r}{suit}"/><use href="#h-{r}{suit}" transform="rotate(180)"/>{belt(suit)}'
        f'<rect x="-29" y="-62" width="58" height="124" rx="4" fill="none" stroke="{SUIT[suit]}" stroke-width="1.2"/></g>'
    )


def joker(code: str, col: str, acc: str) -> str:
    figure = "".join(
        [
            f'<path d="M-29-4V-13c0-6 9-10 17-12h24c8 2 17 6 17 12V-4Z" fill="{col}"/>',
            f'<path d="{"".join(rhomb(x, y, 4, 4.5) for x, y in ((-22, -10), (-14, -10), (14, -10), (22, -10), (-18, -15.5), (18, -15.5), (-6, -10), (6, -10)))}" fill="{GOLD}"/>',
            f'<path d="M-17-27-12-16-7-25-0-14 7-25 12-16 17-27 9-30H-9Z" fill="{PAPER}" stroke="{col}" stroke-width=".9" stroke-linejoin="round"/>',
            f'<path d="M-9-45H9v9.5a9 9.5 0 0 1-18 0Z" fill="{SKIN}"/><circle cx="-4" cy="-39.5" r="1.35" fill="{INK}"/><path d="M2.2-39.5h3.8" stroke="{INK}" stroke-width="1.3" stroke-linecap="round"/>',
            '<path d="M-5-34.5q5 5.5 10 0" fill="none" stroke="#a33227" stroke-width="1.5" stroke-linecap="round"/>',
            '<circle cx="-6.3" cy="-36" r="1.6" fill="#d9704f" opacity=".5"/><circle cx="6.3" cy="-36" r="1.6" fill="#d9704f" opacity=".5"/>',
            f'<path d="M-11-43C-11-52-17-52-22.5-43-25-56-14-61-6-56.5L0-44Z" fill="{col}"/><path d="M11-43C11-52 17-52 22.5-43 25-56 14-61 6-56.5L0-44Z" fill="{acc}"/>',
            f'<path d="M-7-44C-7-53-4-58 0-61 4-58 7-53 7-44Z" fill="{GOLD}"/><path d="M-11.5-46.5h23v3.5h-23Z" fill="{PAPER}" stroke="{col}" stroke-width=".8"/>',
            f'<circle cx="-22.5" cy="-41.5" r="2.6" fill="{GOLD}" stroke="{col}" stroke-width=".8"/><circle cx="22.5" cy="-41.5" r="2.6" fill="{GOLD}" stroke="{col}" stroke-width=".8"/>',
        ]
    )
    star = (
        "".join(
            ("M" if i == 0 else "L")
            + f"{n(17.5 + (12.5 if i % 2 == 0 else 5.4) * sin(i * pi / 5))} {n(22 - (12.5 if i % 2 == 0 else 5.4) * cos(i * pi / 5))}"
            for i in range(10)
        )
        + "Z"
    )
    big = (
        "".join(
            ("M" if i == 0 else "L")
            + f"{n(50 + (40 if i % 2 == 0 else 17) * sin(i * pi / 5))} {n(76 - (40 if i % 2 == 0 else 17) * cos(i * pi / 5))}"
            for i in range(10)
        )
        + "Z"
    )
    return (
        f'<symbol id="{code}" viewBox="0 0 100 140">{paper()}<path d="{star}" fill="{col}"/>'
        f'<g display="var(--deck-regular,inline)"><g transform="translate(64 70)"><rect x="-29" y="-62" width="58" height="124" rx="4" fill="{GROUND}"/>'
        f'<g id="h-{code}">{figure}</g><use href="#h-{code}" transform="rotate(180)"/>'
        f'<path d="M-29-5.2h58v10.4h-58z" fill="{GOLD}"/><path d="{"".join(rhomb(x, 0, 3.1, 3.1) for x in range(-24, 25, 8))}" fill="{col}"/>'
        f'<rect x="-29" y="-62" width="58" height="124" rx="4" fill="none" stroke="{col}" stroke-width="1.2"/></g></g>'
        f'<g display="var(--deck-large,none)"><path d="{big}" fill="{col}"/></g></symbol>'
    )
