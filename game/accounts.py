"""ROOM 6: who somebody is: guests, accounts, how the one becomes the other, and how an account goes.

Guests are users without a password (docs/decisions/0001). Names are unique by `names.key` among accounts; a guest's
name is unique at its table only, and is never an account's.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.flows.login import AUTHENTICATION_METHODS_SESSION_KEY
from django.contrib.admin.models import LogEntry
from django.contrib.auth import login
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from game import booking, history, house, hub, limits, matches, names, tables
from game.errors import NotSeated, TableClosed
from game.models import Lease, Match, Move, Seat, Table, TableSeat, User

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser
    from django.forms import BaseForm

BACKEND = "game.accounts.NameBackend"
DELETED_NAME = "Deleted player"
GUEST_DAYS = timedelta(days=30)


class NameTaken(Exception):
    """Another account, or somebody at this table, is called that or could pass for it."""


def taken(name: str) -> bool:
    """Whether an account has this name, or one that looks like it."""
    return User.objects.filter(username=names.key(name)).exists()


def guest_of(request: HttpRequest) -> User | None:
    """The guest who asks, or None for strangers and accounts."""
    user = request.user
    return user if isinstance(user, User) and user.is_guest else None


def new_guest(name: str) -> User:
    """A saved guest called `name` (checked already); `NameTaken` if an account is."""
    if taken(name):
        raise NameTaken(name)
    guest = User(username=f"guest:{secrets.token_hex(16)}", name=name, is_guest=True)
    guest.set_unusable_password()
    guest.save()
    return guest


def rename_guest(guest: User, name: str) -> None:
    """Call a guest something else from now on; matches already begun keep the old name."""
    if name == guest.name:
        return
    if taken(name):
        raise NameTaken(name)
    guest.name = name
    guest.save(update_fields=["name"])


def sign_in(request: HttpRequest, user: User) -> None:
    """Make the session this user's, under a new session key."""
    login(request, user, backend=BACKEND)


def merge(guest: User, account: User) -> None:
    """Give an account all that a guest has: seats, matches, tables to host. The guest is gone afterwards.

    Where the account sits already, the guest's seat is given up instead: nobody sits twice at one table (B51).
    """
    with transaction.atomic():
        for table_id in list(guest.tableseat_set.values_list("table_id", flat=True)):
            if TableSeat.objects.filter(table_id=table_id, user=account).exists():
                _stand(table_id, guest)
        own = Match.objects.filter(seats__user=account)
        moved = Seat.objects.filter(user=guest).exclude(match__in=own)
        match_ids = list(moved.values_list("match_id", flat=True))
        moved.update(user=account)
        seats = TableSeat.objects.filter(user=guest).exclude(table__seats__user=account)
        table_ids = set(seats.values_list("table_id", flat=True))
        TableSeat.objects.filter(pk__in=list(seats.values_list("pk", flat=True))).update(user=account)
        table_ids |= set(Table.objects.filter(host=guest).values_list("pk", flat=True))
        Table.objects.filter(host=guest).update(host=account)
        Move.objects.filter(user=guest).update(user=account)
        guest.match_seats.update(name=DELETED_NAME)  # of matches in which the account has a seat of its own
        house.hand_over(guest, account)
        history.hand_over(guest, account)
        booking.merged(account, match_ids)
        Lease.objects.filter(user=guest).delete()
        guest.delete()
        transaction.on_commit(lambda: _tell(match_ids, table_ids))


def delete(user: User) -> None:
    """Delete a person. Their matches stay whole, under a neutral name; at a running one a stand-in plays on (S29).

    Whatever else was named after them gets another name: tables, house rules that others copied, the staff's log.
    """
    with transaction.atomic():
        rules_names = house.forget(user)
        renamed = tables.forget(user, rules_names)
        for table_id in list(user.tableseat_set.values_list("table_id", flat=True)):
            _stand(table_id, user)
        match_ids = list(user.match_seats.values_list("match_id", flat=True))
        table_ids = set(user.tableseat_set.values_list("table_id", flat=True))
        table_ids |= renamed
        booking.forget(user)
        user.match_seats.update(user=None, name=DELETED_NAME)
        people = ContentType.objects.get_for_model(User)
        LogEntry.objects.filter(content_type=people, object_id=str(user.pk)).update(object_repr=DELETED_NAME)
        user.delete()
        transaction.on_commit(lambda: _tell(match_ids, table_ids))
        transaction.on_commit(hub.announce_lobby)


def _stand(table_id: int, user: User) -> None:
    try:
        tables.stand(table_id, user)
    except (NotSeated, TableClosed):
        return  # they have left, or the table has: there is nothing to get up from


def _tell(match_ids: list[int], table_ids: set[int]) -> None:
    for match_id in match_ids:
        matches.forget(match_id)
    for table_id in table_ids:
        hub.announce(table_id)


def forget_guests(now: datetime) -> int:
    """Delete guests who came once, sat in no match and have not been back for a month. Returns how many."""
    old = User.objects.filter(
        is_guest=True, match_seats=None, tableseat=None, house_rules=None, date_joined__lt=now - GUEST_DAYS
    )
    gone, _by_model = old.filter(Q(last_login=None) | Q(last_login__lt=now - GUEST_DAYS)).delete()
    return gone


def tidy(now: datetime) -> None:
    """What the clock does now and then: guests who came once go, and sessions that have run out."""
    forget_guests(now)
    Session.objects.filter(expire_date__lt=now).delete()


def _forget_how(request: HttpRequest) -> None:
    """Keep of a sign-in only that and when it was: a session outlives its account, and would keep its name."""
    records = request.session.get(AUTHENTICATION_METHODS_SESSION_KEY)
    if records:
        kept = [{"method": record["method"], "at": record["at"]} for record in records]
        request.session[AUTHENTICATION_METHODS_SESSION_KEY] = kept


# --- what allauth asks -----------------------------------------------------------------------------


def shown_name(user: User) -> str:
    """What a person is called in the site's own texts."""
    return user.name


class NameBackend(AuthenticationBackend):
    """Signs in by name, however it is spelled: case, accents and width do not matter."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **more: Any
    ) -> User | None:
        user = super().authenticate(request, username=names.key(username or ""), password=password, **more)
        return user if isinstance(user, User) else None


class Adapter(DefaultAccountAdapter):
    """allauth, told that names have keys, that guests are users, and where addresses come from."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _("This name and this password do not belong together."),
        "too_many_login_attempts": _("Too many tries. Wait a few minutes, then try again."),
        "enter_current_password": _("This is not your password."),
    }

    def new_user(self, request: HttpRequest) -> User:
        """The row that becomes the account: the guest's own, if a guest signs up."""
        guest = guest_of(request)
        return User.objects.get(pk=guest.pk) if guest else User()

    def save_user(self, request: HttpRequest, user: AbstractBaseUser, form: BaseForm, commit: bool = True) -> User:
        """Save a new account; `NameTaken` when somebody was quicker with that name."""
        assert isinstance(user, User)
        super().save_user(request, user, form, commit=False)
        user.name = form.cleaned_data["username"]
        user.username = names.key(user.name)
        user.is_guest = False
        try:
            with transaction.atomic():
                user.save()
        except IntegrityError as error:
            raise NameTaken(user.name) from error
        return user

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Sign in under a new session key; what the guest there had becomes the account's."""
        assert isinstance(user, User)
        guest = guest_of(request)
        if guest is not None and guest.pk != user.pk:
            guest = User.objects.get(pk=guest.pk)
            super().login(request, user)
            merge(guest, user)
        else:
            super().login(request, user)
        _forget_how(request)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account")

    def get_client_ip(self, request: HttpRequest) -> str:
        return limits.address(request)
