"""The staff's pages: who plays, which tables there are, what was played. Read mostly; never a hidden card (S22).

Of rounds only what the table itself shows is registered: no state, no seed, no numbers of pages, and of moves and the
hands charged only those of rounds that have ended. A deck can then not be read here, not even by the staff.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.admin.forms import AdminAuthenticationForm
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from game import accounts, limits, names
from game.models import HouseRules, Match, PracticeMatch, Round, Score, Seat, Table, User

if TYPE_CHECKING:  # generic for the type checker only
    ModelAdmin = admin.ModelAdmin[Any]
    Inline = admin.TabularInline[Any, Any]
else:
    ModelAdmin = admin.ModelAdmin
    Inline = admin.TabularInline


class StaffForm(AdminAuthenticationForm):
    """Signs staff in by their name, as the site does."""

    def clean_username(self) -> str:
        return names.key(self.cleaned_data["username"])


class StaffSite(admin.AdminSite):
    site_header = site_title = "Macao"
    index_title = _("Staff")
    login_form = StaffForm
    site_url = "/"

    def has_permission(self, request: HttpRequest) -> bool:
        """Staff may come in, strangers may sign in; for other people who are signed in there is nothing here."""
        allowed = super().has_permission(request)
        if request.user.is_authenticated and not allowed:
            raise Http404
        return allowed

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        self.has_permission(request)
        limits.count(request, "staff")
        return super().login(request, extra_context)


admin_site = StaffSite(name="admin")


class ReadOnly(ModelAdmin):
    """A model to look at. What may be changed says so itself."""

    actions: Any = ()
    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(User, site=admin_site)
class UserAdmin(ReadOnly):
    list_display = ("name", "is_guest", "is_staff", "is_active", "date_joined", "last_login")
    list_filter = ("is_guest", "is_staff", "is_active")
    search_fields = ("name", "username")
    fields = ("name", "username", "email", "is_guest", "is_staff", "is_active", "date_joined", "last_login")
    readonly_fields = ("name", "username", "email", "is_guest", "is_staff", "date_joined", "last_login")
    actions = ("delete_for_good",)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Whether somebody may sign in (`is_active`) is the one thing to change: a ban, and its end."""
        return bool(request.user.has_perm("game.change_user")) and obj != request.user

    @admin.action(description=_("Delete for good; their matches stay, without the name"), permissions=["change"])
    def delete_for_good(self, request: HttpRequest, chosen: QuerySet[User]) -> None:
        for user in chosen.exclude(is_staff=True):
            self.log_deletions(request, User.objects.filter(pk=user.pk))
            accounts.delete(user)


@admin.register(Table, site=admin_site)
class TableAdmin(ReadOnly):
    list_display = ("name", "host", "status", "public", "size", "created_at")
    list_filter = ("status", "public")
    search_fields = ("name", "host__name")
    list_select_related = ("host",)
    fields = ("name", "host", "status", "public", "locked", "watchable", "rules", "rules_name", "size",
              "target", "turn_seconds",
              "created_at", "closed_at")  # fmt: skip


@admin.register(HouseRules, site=admin_site)
class HouseRulesAdmin(ReadOnly):
    list_display = ("name", "owner", "created_at")
    search_fields = ("name", "owner__name")
    list_select_related = ("owner",)
    fields = ("name", "owner", "rules", "created_at")


@admin.register(PracticeMatch, site=admin_site)
class PracticeMatchAdmin(ReadOnly):
    list_display = ("uid", "owner", "size", "played_at", "received_at")
    search_fields = ("uid", "owner__name")
    list_select_related = ("owner",)
    fields = ("uid", "owner", "rules", "target", "size", "totals", "places", "played_at", "received_at")


class SeatInline(Inline):
    model = Seat
    fields = ("number", "name", "user", "bot", "left", "total", "firsts", "place", "turns", "stand_in_turns")
    readonly_fields = fields
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Match, site=admin_site)
class MatchAdmin(ReadOnly):
    list_display = ("uid", "phase", "private", "size", "round_number", "started_at", "ended_at")
    list_filter = ("phase", "private")
    search_fields = ("uid", "seats__name")
    fields = ("uid", "table", "private", "rules", "target", "turn_seconds", "size", "phase", "version", "round_number",
              "started_at", "ended_at", "drawn")  # fmt: skip
    inlines = (SeatInline,)


class ScoreInline(Inline):
    model = Score
    fields = ("seat", "charge", "place", "total", "hand")
    readonly_fields = fields
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Round, site=admin_site)
class RoundAdmin(ReadOnly):
    list_display = ("match", "number", "winner", "dealt_at", "ended_at")
    list_select_related = ("match",)
    search_fields = ("match__uid",)
    fields = ("match", "number", "first", "commitment", "winner", "dealt_at", "ended_at")
    inlines = (ScoreInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Round]:
        return Round.objects.filter(ended_at__isnull=False)
