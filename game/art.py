"""Where the drawings are, under the names that static files have in this installation."""

from __future__ import annotations

from functools import lru_cache

from django.templatetags.static import static

from game.render import Art


@lru_cache(maxsize=1)
def art() -> Art:
    """The addresses that the fragments of a table print."""
    return Art(cards=static("img/cards.svg"), icons=static("img/icons.svg"))
