"""Pages that only tell: the landing page, rules, privacy; and the two addresses for machines."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from game import lobby
from game.engine import RuleSet
from game.engine.powers import Block, Cut, Demand, Draw, NameSuit, Open, PlayOn, Power, Skip, StandIn, Wild
from game.presenter.cards import a_rank, card_name
from game.words import Words, words_for

LANDING_ROOMS = 3
RANKS = "A23456789TJQK"
SUITS = "shdc"


@require_safe
def landing(request: HttpRequest) -> HttpResponse:
    look = lobby.look()
    return render(request, "landing.html", {"rooms": [room for room in look.rooms if room.free][:LANDING_ROOMS]})


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/index.html")


@require_safe
def rules_of(request: HttpRequest, game: str) -> HttpResponse:
    """How a game is played; what its cards do and cost is read from the rule set itself."""
    if game not in lobby.GAMES:
        raise Http404(game)
    rules = RuleSet.named(game)
    pack = rules.pack(4)
    context = {
        "rules": rules,
        "lines": card_lines(rules, words_for(get_language() or "en")),
        "worth": sum(rules.points(code) for code in pack),
    }
    return render(request, f"rules/{game}.html", context)


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "privacy.html")


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """`ok` when the database answers, 503 when it does not; for whoever watches the site."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("no database\n", status=503, content_type="text/plain")
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What robots may read: nothing that is somebody's."""
    lines = ["User-agent: *", "Disallow: /table/", "Disallow: /match/", "Disallow: /my/", "Disallow: /account/", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain", headers={"Cache-Control": "max-age=86400"})


# --- the table of cards -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card as drawn, and in words."""

    code: str
    name: str


@dataclass(frozen=True, slots=True)
class CardLine:
    """Cards that do and cost the same: what they are, what they do in words, and what each costs in a hand."""

    cards: tuple[ShownCard, ...]
    does: str
    points: int


def card_lines(rules: RuleSet, words: Words) -> list[CardLine]:
    """The whole pack, cards that do something first; of a rank whose suits are alike one card is shown."""
    alike: dict[tuple[tuple[Power, ...], int], list[str]] = {}
    for code in (rank + suit for rank in RANKS for suit in SUITS):
        alike.setdefault((rules.power(code), rules.points(code)), []).append(code)
    lines = [CardLine(_shown(codes, words), power_words(power), points) for (power, points), codes in alike.items()]
    return sorted(lines, key=lambda line: not line.does)


def _shown(codes: list[str], words: Words) -> tuple[ShownCard, ...]:
    cards = []
    for rank in dict.fromkeys(code[0] for code in codes):
        suits = [code for code in codes if code[0] == rank]
        if len(suits) == len(SUITS):
            cards.append(ShownCard(suits[0], a_rank(words, rank)))
        else:
            cards += [ShownCard(code, card_name(words, code)) for code in suits]
    return tuple(cards)


def power_words(powers: tuple[Power, ...]) -> str:
    """What a card does, in words; a plain card's is empty."""
    return " ".join(_words(power) for power in powers)


def _words(power: Power) -> str:  # noqa: PLR0911, PLR0912 (one line a power)
    match power:
        case Draw(count, back=True):
            message = ngettext(
                "The player before you takes {count} card.", "The player before you takes {count} cards.", count
            )
            return message.format(count=count)
        case Draw(count):
            message = ngettext("The next player takes {count} card.", "The next player takes {count} cards.", count)
            return message.format(count=count)
        case Skip(turns):
            message = ngettext("The next player loses a turn.", "The next player loses {count} turns.", turns)
            return message.format(count=turns)
        case Cut("all"):
            return _("Stops the whole stack and the lost turns that wait on you.")
        case Cut("kings") | Block():
            return _("Stops an attack of kings.")
        case Cut():
            return _("Cuts the whole stack that waits on you.")
        case NameSuit(wild=True):
            return _("Plays on anything, and you name the suit.")
        case NameSuit():
            return _("You name the suit.")
        case Wild():
            return _("Plays on anything; its own suit comes next.")
        case Open():
            return _("Plays on anything, and anything plays on it.")
        case Demand():
            return _("You demand a rank from everybody, for one round.")
        case PlayOn():
            return _("You may play another card in the same turn.")
        case StandIn():
            return _("Stands for any card you like.")
