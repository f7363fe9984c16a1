"""Writes the drawings of both packs into static/img: cards.svg and cards-hungarian.svg. Standard library only.

Usage: python -m tools.build_cards
Symbol ids: a card's code (`7h`, `Xr`), `back`, `suit-h`, `fan-0` ... `fan-7`; the same in both files.
"""

from pathlib import Path

from tools.cards import french, hungarian

IMAGES = Path(__file__).resolve().parent.parent / "static" / "img"
SPRITES = {"cards.svg": french.sprite, "cards-hungarian.svg": hungarian.sprite}


if __name__ == "__main__":
    for name, sprite in SPRITES.items():
        (IMAGES / name).write_text(sprite(), encoding="utf-8")
