"""Where the drawings are, under the names that static files have in this installation."""

from __future__ import annotations

from django.templatetags.static import static

from game.blanks import Art, art_of
from game.engine import Pack


def art(pack: Pack) -> Art:
    """The addresses that the fragments of a table with this pack print (`RuleSet.kind_of_pack`)."""
    return art_of(pack, static)
