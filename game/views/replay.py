"""A finished round, stepped through: of a match, of practice, or out of a file that somebody brings along."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from game import blanks, documents, mine, records, replays
from game import render as fragments
from game.art import art
from game.blanks import Art
from game.engine.cards import CODES
from game.engine.compiled import compiled
from game.models import Match, User
from game.presenter.games import game_name, has_house_rules
from game.presenter.reasons import refused as why
from game.presenter.replay import (
    Hand,
    Line,
    lines_by_turn,
    present_ends,
    present_eyes,
    present_hands,
    present_turn,
    told_of,
)
from game.replays import Course, Reel, Unreadable
from game.scene import Scene
from game.views import doors
from game.words import Words, plain, words_for

OPEN = "open"
"""In place of a seat: all hands are seen."""
MOST_DIGITS = 4  # of a turn
MOST_ROUNDS = 10_000


@dataclass(frozen=True, slots=True)
class LogRow:
    """A turn in the log, as HTML, and where a link to it leads."""

    line: Line
    html: SafeString
    now: bool
    url: str


@dataclass(frozen=True, slots=True)
class EndRow:
    """What the round cost a seat."""

    name: SafeString
    charge: str
    total: str
    best: bool


@dataclass(frozen=True, slots=True)
class Page:
    """All that the page of a replay shows. `seat` is a seat's number as a text, or `open`."""

    reel: Reel
    course: Course
    scene: Scene
    seat: str
    parts: Mapping[str, str]
    cards: str
    hands: Sequence[Hand]
    rows: Sequence[LogRow]
    ends: Sequence[EndRow]
    told: str
    faults: Sequence[str]
    notation: str
    check: Mapping[str, Any]
    game: str
    house: bool
    url: str = ""
    """Of this turn; empty where the document came along."""
    mark: str = field(default="")
    """What the browser's address line shows behind the page's own address."""

    @property
    def turn(self) -> int:
        return self.course.turn

    @property
    def turns(self) -> int:
        return self.course.turns

    @property
    def before(self) -> int:
        return max(0, self.turn - 1)

    @property
    def after(self) -> int:
        return min(self.turns, self.turn + 1)


# --- pages


@require_safe
def match_round(request: HttpRequest, uid: str, number: int) -> HttpResponse:
    """A finished round of a match; of a running one there is no page."""
    viewer = doors.person(request)
    match = records.find(uid, viewer)
    document = None if match is None or number > MOST_ROUNDS else documents.round_document(match, number)
    if match is None or document is None:
        raise Http404(uid)
    you = _seat_of(match, viewer)
    ended = match.rounds.filter(ended_at__isnull=False).order_by("number").values_list("number", flat=True)
    context = {
        "back": reverse("match", args=[uid]), "download": reverse("match_json", args=[uid]),
        "rounds": [(one, reverse("replay", args=[uid, one])) for one in ended],
    }  # fmt: skip
    return _stored(request, document, number, you, context)


def _seat_of(match: Match, viewer: User | None) -> int | None:
    if viewer is None:
        return None
    return match.seats.filter(user=viewer).values_list("number", flat=True).first()


@require_safe
def match_json(request: HttpRequest, uid: str) -> HttpResponse:
    """The match as a file (docs/records.md)."""
    match = records.find(uid, doors.person(request))
    if match is None:
        raise Http404(uid)
    return _file(documents.match_document(match))


@require_safe
def practice_round(request: HttpRequest, uid: str, number: int) -> HttpResponse:
    """A round of a practice match of one's own."""
    match = mine.practice(uid, doors.person(request))
    if match is None or not 1 <= number <= len(match.rounds):
        raise Http404(uid)
    context = {
        "back": reverse("practice_match", args=[uid]), "download": reverse("practice_json", args=[uid]),
        "practice": True,
        "rounds": [(one, reverse("practice_replay", args=[uid, one])) for one in range(1, len(match.rounds) + 1)],
    }  # fmt: skip
    return _stored(request, documents.practice_document(match), number, 0, context)


@require_safe
def practice_json(request: HttpRequest, uid: str) -> HttpResponse:
    """A practice match of one's own as a file."""
    match = mine.practice(uid, doors.person(request))
    if match is None:
        raise Http404(uid)
    return _file(documents.practice_document(match))


def _file(document: Mapping[str, Any]) -> HttpResponse:
    name = f"macao-{document['match']}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return JsonResponse(document, json_dumps_params={"ensure_ascii": False, "indent": 1}, headers=headers)


def _stored(
    request: HttpRequest, document: Mapping[str, Any], number: int, you: int | None, context: dict[str, Any]
) -> HttpResponse:
    if "at" in request.GET and not request.headers.get("HX-Request"):  # the scrubber of a page without scripts
        asked = urlencode({"turn": request.GET.get("turn") or request.GET["at"], "seat": request.GET.get("seat", OPEN)})
        return HttpResponseRedirect(f"{request.path}?{asked}")
    try:
        reel = replays.read(document, number)
    except Unreadable as error:
        return render(request, "replay/unreadable.html", context | {"detail": error.detail}, status=422)
    page = _page(reel, request.GET, you, request.path)
    return _answer(request, page, {**context, "action": request.path, "method": "get"})


@require_http_methods(["GET", "HEAD", "POST"])
def imported(request: HttpRequest) -> HttpResponse:
    """A match out of a file: read, shown, and not kept. The page carries the text along."""
    if request.method != "POST":
        return render(request, "replay/import.html", {"most": replays.MOST_TEXT // 1024})
    text = _text(request)
    try:
        document = replays.load(text)
        wanted = request.POST.get("round", "")
        reel = replays.read(
            document, int(wanted) if wanted.isascii() and wanted.isdecimal() and len(wanted) < 8 else None
        )
        page = _page(reel, request.POST, None, "")
    except (Unreadable, KeyError) as error:
        told = _refusal(error) if isinstance(error, Unreadable) else _("The file has no such round.")
        context = {"most": replays.MOST_TEXT // 1024, "error": told, "text": text[: replays.MOST_TEXT]}
        return render(request, "replay/import.html", context, status=422)
    context = {"action": request.path, "method": "post", "text": text, "rounds": [(one, "") for one in reel.numbers]}
    return _answer(request, page, context)


def _text(request: HttpRequest) -> str:
    """What was uploaded, else what was pasted; of more than may be, one byte too much."""
    file = request.FILES.get("file")
    if file is not None:
        return str(file.read(replays.MOST_TEXT + 1).decode("utf-8", "replace")).removeprefix("\ufeff")
    return str(request.POST.get("text", ""))


def _refusal(error: Unreadable) -> str:
    """Why a file cannot be replayed, in a sentence."""
    sentences = {
        "too-long": _("The file is too long: %(most)s kB are the most.") % {"most": replays.MOST_TEXT // 1024},
        "no-json": _("That is no JSON. Choose a file that was downloaded from a match, or paste all of its text."),
        "format": _("That is not the file of a match from Macao."),
        "version": _("The file has version %(version)s of the format; this page reads version %(ours)s.")
        % {"version": error.detail or "?", "ours": documents.VERSION},
        "rules": _("The rules in the file are not known here: %(detail)s") % {"detail": error.detail},
        "malformed": _("Something in the file is missing, or cannot be: %(detail)s") % {"detail": error.detail},
    }
    return sentences[error.code]


def _answer(request: HttpRequest, page: Page, context: dict[str, Any]) -> HttpResponse:
    context |= {"page": page, "post": context["method"] == "post", "kept": context["method"] != "post"}
    if request.headers.get("HX-Request"):
        return doors.fragment(render_to_string("replay/now.html", context, request))
    return render(request, "replay/page.html", context)


# --- what a page shows


def _page(reel: Reel, asked: Mapping[str, str], you: int | None, path: str) -> Page:
    words = words_for(get_language() or "en")
    turn, seat = _turn(asked.get("turn") or asked.get("at") or ""), _eyes(asked.get("seat", ""), reel, you)
    eyes = None if seat == OPEN else int(seat)
    course = replays.run(reel, turn)
    scene = replays.scene(reel, course, eyes, you)
    assert scene.view is not None
    drawings = art(reel.rules.kind_of_pack)
    lines, by_turn = lines_by_turn(scene, tuple([step.text for step in reel.steps]), words)
    parts = fragments.parts(present_turn(scene, course.turn, lines, words), drawings)
    whole = replays.hands(course)
    hands = (
        present_hands(scene, whole, words)
        if eyes is None or course.at.over
        else (present_eyes(scene, scene.view, words),)
    )
    here = urlencode({"turn": course.turn, "seat": seat})
    return Page(
        reel=reel, course=course, scene=scene, seat=seat, parts=parts, cards=drawings.cards, hands=hands,
        rows=[
            LogRow(
                line, _told(line, drawings), line.turn == course.turn,
                f"{path}?{urlencode({'turn': line.turn, 'seat': seat})}" if path else "",
            )
            for line in by_turn
        ],
        ends=[
            EndRow(blanks.phrase(row.name), row.charge, row.total if reel.totals else "", row.out)
            for row in present_ends(scene, words)
        ],
        told=told_of(by_turn[course.turn], course.turns, words), faults=_faults(reel, course, words),
        notation=_notation(reel), check=deal_data(reel, words), game=game_name(reel.rules, words),
        house=has_house_rules(reel.rules), url=f"{path}?{here}" if path else "", mark=f"?{here}" if path else "",
    )  # fmt: skip


def _turn(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else 0


def _eyes(text: str, reel: Reel, you: int | None) -> str:
    """Whose eyes: as asked, else one's own, else everybody's."""
    if text.isascii() and text.isdecimal() and len(text) < 3 and int(text) < reel.seats:
        return str(int(text))
    return OPEN if text == OPEN or you is None else str(you)


def _told(line: Line, drawings: Art) -> SafeString:
    return SafeString("; ".join([blanks.phrase(one, drawings) for one in line.words]))


def _faults(reel: Reel, course: Course, words: Words) -> list[str]:
    """What of the round does not agree with what was recorded, in sentences."""
    said = {
        "deal": _("The deal as recorded is not the one that seed and numbers give. Shown is the recorded one."),
        "impossible-deal": _("The deal as recorded cannot be dealt. Shown is the one that seed and numbers give."),
        "state": _("Played again, the round ends in another position than the recorded one."),
        "charges": _("Played again, the round costs other points or places than were recorded."),
        "winner": _("Played again, somebody else is out first than was recorded."),
    }
    told = [said[fault] for fault in course.faults if fault in said]
    if course.refused is not None:
        at = course.refused
        values = {"turn": at.turn, "move": at.step.text[:60], "name": reel.names[at.step.seat], "round": reel.number}
        stop = _("Round %(round)s, turn %(turn)s: %(name)s's move %(move)s does not go here.") % values
        if at.move is not None and at.reason is not None:
            scene = replays.scene(reel, replays.run(reel, at.turn - 1), at.step.seat, at.step.seat)
            if scene.view is not None and scene.end is None:
                stop += " " + plain(why(scene, scene.view, at.move, at.reason, words))
        told.append(stop)
    elif "moves" in course.faults:
        told.append(_("The recorded moves end before the round does."))
    if "moves" in course.faults:
        told.append(
            ngettext(
                "The first turn can be shown, and no more.", "The first %(count)s turns can be shown, and no more.",
                course.turns,
            ) % {"count": course.turns}
            if course.turns
            else _("Only the deal can be shown.")
        )  # fmt: skip
    return told


def _notation(reel: Reel) -> str:
    """The round as a text: what it is played with, and its moves as docs/notation.md writes them (docs/records.md)."""
    deal = reel.deal
    told = deal.get("hands")
    hands = [_codes(hand) for hand in told] if isinstance(told, list) else []
    rules = reel.rules.to_json()
    head = [
        f"rules: {rules if isinstance(rules, str) else json.dumps(rules, ensure_ascii=False)}",
        *[f"seat {seat}: {name} [{hand}]" for seat, (name, hand) in enumerate(zip(reel.names, hands, strict=False))],
        f"pile: {_codes(deal.get('pile'))}", f"stock: {_codes(deal.get('stock'))}", f"first: {reel.first}",
        f"server seed: {reel.server_seed.hex()}", f"nonces: {','.join([nonce or '' for nonce in reel.nonces])}", "",
    ]  # fmt: skip
    moves = [f"{at}. {step.seat} {step.text}" + " *" * step.stand_in for at, step in enumerate(reel.steps, start=1)]
    return "\n".join([*head, *moves]).encode("utf-8", "replace").decode()


def _codes(cards: object) -> str:
    return " ".join(map(str, cards)) if isinstance(cards, list) else str(cards)


def deal_data(reel: Reel, words: Words) -> dict[str, Any]:
    """What the browser needs to deal the round again, and the sentences it answers with."""
    rules, tables = reel.rules, compiled(reel.rules)
    pack = rules.pack(reel.seats)
    return {
        "commitment": reel.commitment, "seed": reel.server_seed.hex(), "nonces": list(reel.nonces),
        "packs": rules.packs_for(reel.seats), "pack": list(pack), "hand": rules.hand(reel.seats), "seats": reel.seats,
        "buries": rules.buries, "plain": [code for code in dict.fromkeys(pack) if tables.plain[CODES.index(code)]],
        "number": reel.number, "first": reel.first,
        "deal": {key: reel.deal.get(key) for key in ("hands", "pile", "stock", "turn")},
        "names": list(reel.names),
        "words": {
            "agrees": _("Verified: the seed is the one that was promised, and it gives exactly this deal."),
            "differs": _("Not verified: this is not the deal that was promised."),
            "cannot": _("This browser cannot check here: it offers its cryptography only over a secure connection."),
            "commitment": _("The seed is not the one that was sealed before the deal."),
            "hand": _("The hand of {name} is another one."),
            "pile": _("Another card starts the pile."),
            "stock": _("The stock is another one, or in another order."),
            "first": _("Another seat begins."),
            "pack": _("The cards are not those of the pack."),
        },
    }  # fmt: skip
