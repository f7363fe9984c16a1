"""Who stands behind a socket, and the end of sessions while sockets are open (reliability S4)."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from types import SimpleNamespace
from typing import Any, cast

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models.signals import post_delete, post_save
from django.http import HttpRequest

from game import hub
from game.models import User


@dataclass(frozen=True, slots=True)
class Identity:
    """A person by id, and the key of the session that says so; neither for somebody who never signed in."""

    user_id: int | None = None
    session: str | None = None


STRANGER = Identity()


def identify(key: str | None) -> Identity:
    """Who the session with this key belongs to: checked against the account as it is now, password included."""
    if not key:
        return STRANGER
    store = import_module(settings.SESSION_ENGINE).SessionStore(key)
    user = get_user(cast(HttpRequest, SimpleNamespace(session=store)))
    return Identity(user.pk, key) if user.is_authenticated and user.is_active else STRANGER


def listen() -> None:
    """Tell the sockets when a session ends or an account changes (called once, when the app is ready)."""
    post_delete.connect(_session_ended, sender=Session, dispatch_uid="game.sessions.ended")
    post_save.connect(_account_changed, sender=User, dispatch_uid="game.sessions.changed")
    post_delete.connect(_account_changed, sender=User, dispatch_uid="game.sessions.deleted")


def _session_ended(instance: Session, **_: Any) -> None:
    key = instance.session_key
    transaction.on_commit(lambda: hub.announce_session(key))


def _account_changed(instance: User, *, created: bool = False, **_: Any) -> None:
    user_id = instance.pk
    if not created:
        transaction.on_commit(lambda: hub.announce_user(user_id))
