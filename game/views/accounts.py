"""Signing up and in, one's account, and its end. allauth does the work; a guest counts as a stranger here."""

from __future__ import annotations

from typing import Any

from allauth.account import views as allauth_views
from allauth.account.utils import get_login_redirect_url
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from game import accounts, limits
from game.forms import NAME_TAKEN, DeleteForm
from game.views import doors


class LoginView(allauth_views.LoginView):
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and accounts.guest_of(request) is None:
            return redirect(get_login_redirect_url(request))
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {"mail_works": settings.MAIL_WORKS}


class SignupView(allauth_views.SignupView):
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and accounts.guest_of(request) is None:
            return redirect(get_login_redirect_url(request))
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return answer

    def get_initial(self) -> dict[str, Any]:
        guest = accounts.guest_of(self.request)
        return super().get_initial() | ({"username": guest.name} if guest else {})

    def form_valid(self, form: BaseForm) -> HttpResponse:
        try:
            answer: HttpResponse = super().form_valid(form)
        except accounts.NameTaken:
            form.add_error("username", NAME_TAKEN)
            return self.form_invalid(form)  # type: ignore[no-any-return]
        return answer


class PasswordChangeView(allauth_views.PasswordChangeView):
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if accounts.guest_of(request) is not None:
            return redirect("account_signup")  # a guest has no password to change
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return answer


@require_safe
@login_required
def account(request: HttpRequest) -> HttpResponse:
    return render(request, "account/page.html")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def delete(request: HttpRequest) -> HttpResponse:
    """Deletes who asks, once they have given their password (guests have none)."""
    user = doors.person(request)
    assert user is not None
    form = DeleteForm(request.POST if request.method == "POST" else None, user=user)
    if request.method == "POST":
        limits.count(request, "delete")
        if form.is_valid():
            accounts.delete(user)
            request.session.flush()
            return redirect("landing")
    return render(request, "account/delete.html", {"form": form}, status=422 if form.errors else 200)
