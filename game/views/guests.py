"""Pages for which one needs a name: a stranger gives one on the way, and is a guest from then on."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from game import accounts, limits
from game.forms import NameForm
from game.models import User
from game.views import doors

View = Callable[..., HttpResponse]


def suggested_name(request: HttpRequest) -> str:
    """A name to begin with: the guest's own, or a friendly one."""
    guest = accounts.guest_of(request)
    # Translators: friendly names for guests, divided by bars; each at most 24 letters long.
    friendly = _(
        "Lucky Seven|Quiet Queen|Brave Ace|Early Bird|Old Fox|Merry Jack|Night Owl|Red Squirrel|Calm Bear|Swift Hare|"
        "Kind Stork|Sly Cat|Bold Robin|Gentle Wolf|Green Frog|Proud Rooster"
    )
    return guest.name if guest else random.choice(friendly.split("|"))  # noqa: S311 (nothing hangs on it)


def named(title: str | Promise, button: str | Promise) -> Callable[[View], View]:
    """A page for somebody with a name: the view gets the request and the person.

    A stranger is asked for a name under this title; whatever else they sent is kept, and sent again with the name.
    """

    def make(view: View) -> View:
        @require_http_methods(["GET", "HEAD", "POST"])
        @wraps(view)
        def door(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            user = _admitted(request)
            if isinstance(user, User):
                return view(request, user, *args, **kwargs)
            kept = {key: value for key, value in request.POST.items() if key not in ("name", "csrfmiddlewaretoken")}
            context = {"form": user, "title": title, "button": button, "kept": kept}
            return render(request, "lobby/name.html", context, status=422 if user.is_bound else 200)

        return door

    return make


def _admitted(request: HttpRequest) -> User | NameForm:
    """The person who asks; a stranger becomes a guest by the name in the form, and is signed in.

    A form comes back when there is no name yet, or one that will not do.
    """
    user = doors.person(request)
    if user is not None:
        return user
    form = NameForm(request.POST if "name" in request.POST else None, initial={"name": suggested_name(request)})
    if not form.is_valid():
        return form
    limits.count(request, "guest")
    try:
        user = accounts.new_guest(form.cleaned_data["name"])
    except accounts.NameTaken as error:
        form.add_error("name", doors.name_words(error))
        return form
    accounts.sign_in(request, user)
    return user
