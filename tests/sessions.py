"""Sessions as logging in would make them."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from game.models import User


def session_of(user: User) -> str:
    """The key of a new session in which this person is signed in."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def cookie_of(user: User) -> str:
    """The Cookie header of a browser in which this person is signed in."""
    return f"{settings.SESSION_COOKIE_NAME}={session_of(user)}"
