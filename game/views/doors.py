"""What the pages share: who asks, where to go next, and what to say when the table says no."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from game import accounts
from game.errors import (
    MatchRunning,
    NotHost,
    NotSeated,
    NotStarted,
    PlayError,
    SeatTaken,
    TableClosed,
    TableFull,
    TableLocked,
)
from game.models import Table, User

FORBIDDEN = (NotHost, NotSeated, TableLocked)


def person(request: HttpRequest) -> User | None:
    """Who asks: an account or a guest, or None for a stranger."""
    return request.user if isinstance(request.user, User) else None


def fragment(html: str, status: int = 200) -> HttpResponse:
    """A piece of a page, for htmx to swap in."""
    answer = HttpResponse(html, status=status)
    answer.is_fragment = True  # type: ignore[attr-defined]
    return answer


def whole_number(request: HttpRequest, key: str) -> int | None:
    """A seat's number out of a form, None when the form names none; anything but a small number is a bad request."""
    text = request.POST.get(key, "")
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 2:
        raise BadRequest(key)
    return int(text)


def status_of(error: PlayError) -> int:
    """The HTTP status that a refusal has."""
    if isinstance(error, TableClosed):
        return 410
    return 403 if isinstance(error, FORBIDDEN) else 409


def words_for(error: PlayError, user: User | None) -> str:
    """Why the table says no, in a sentence for the person who asked."""
    if isinstance(error, TableLocked):
        if user is not None and error.table is not None and user.pk in error.table.removed:
            return _("The host has sent you away from this table.")
        return _("The host has closed the door. Ask them to open it.")
    sentences: dict[type[PlayError], str] = {
        TableFull: _("Every seat at this table is taken."),
        SeatTaken: _("Somebody sits there already."),
        NotHost: _("Only the host of the table can do that."),
        NotSeated: _("Nobody sits there, or you do not sit at this table."),
        NotStarted: _("There are too few at the table to begin. Add a bot, or wait for somebody."),
        MatchRunning: _("A match is being played. Wait for its end."),
        TableClosed: _("This table has closed."),
    }
    return sentences.get(type(error), _("That is not possible now."))


def name_words(error: accounts.NameTaken) -> str:
    """Why a name cannot be had."""
    return _("Somebody is called that already, or could be taken for it: %(name)s.") % {"name": error.args[0]}


def table_of(token: str) -> Table | None:
    """The table of a link, with its host and latest match."""
    return Table.objects.select_related("host", "match").filter(token=token).first()
