"""Rule sheets on the site's pages: the same fragments that tables show."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from game import render
from game.art import art
from game.presenter.rulebook import RuleSheet

register = template.Library()


@register.simple_tag
def rule_sheet(sheet: RuleSheet) -> SafeString:
    """A rule sheet; its headings are h3: give it an h2."""
    return render.rule_sheet(sheet, art(sheet.pack))
