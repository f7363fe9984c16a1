"""Addresses of the site's pages and commands."""

from allauth.account import views as allauth_views
from django.urls import URLPattern, URLResolver, include, path, re_path, register_converter
from django.urls.converters import StringConverter
from django.views.i18n import set_language

from game import api
from game.views import accounts, boards, data, history, lobby, matches, pages, players, practice, replay, rules, tables


class TokenConverter(StringConverter):
    """The unguessable part of an address; whatever cannot be one never reaches the database."""

    regex = "[0-9A-Za-z_-]{1,22}"


register_converter(TokenConverter, "token")

urlpatterns: list[URLPattern | URLResolver] = [
    path("", pages.landing, name="landing"),
    path("healthz", pages.healthz, name="healthz"),
    path("robots.txt", pages.robots, name="robots"),
    path("language/", set_language, name="set_language"),
    path("privacy/", pages.privacy, name="privacy"),
    path("rules/", pages.rules_index, name="rules"),
    path("rules/<slug:game>/", pages.rules_of, name="rules_of"),
    path("rules/house/<token:token>/", rules.shared, name="shared_rules"),
    path("my/rules/", rules.my_rules, name="my_rules"),
    path("my/rules/new/", rules.new, name="new_rules"),
    path("my/rules/<token:token>/", rules.edit, name="edit_rules"),
    path("my/rules/<token:token>/delete/", rules.delete, name="delete_rules"),
    path("practice/", practice.start, name="practice"),
    path("offline/", practice.offline, name="offline"),
    path("service-worker.js", practice.service_worker, name="service_worker"),
    path("practice/table/", practice.table, name="practice_table"),
    # tables
    path("tables/", lobby.lobby_page, name="lobby"),
    path("tables/private/", lobby.open_private, name="open_private"),
    path("tables/open/", lobby.open_form, name="open"),
    path("tables/quick/", lobby.quick, name="quick"),
    path("tables/bots/", lobby.bots, name="bots"),
    path("join/", lobby.join, name="join"),
    path("table/<token:token>/", tables.table, name="table"),
    path("table/<token:token>/qr.svg", tables.qr, name="qr"),
    path("table/<token:token>/sit/", tables.sit, name="sit"),
    path("table/<token:token>/take-over/", tables.take_over, name="take_over"),
    path("table/<token:token>/leave/", tables.leave, name="leave"),
    path("table/<token:token>/stand/", tables.stand, name="stand"),
    path("table/<token:token>/bot/", tables.add_bot, name="add_bot"),
    path("table/<token:token>/remove/", tables.remove, name="remove"),
    path("table/<token:token>/hand-over/", tables.hand_over, name="hand_over"),
    path("table/<token:token>/lock/", tables.lock, name="lock"),
    path("table/<token:token>/settings/", tables.settings, name="table_settings"),
    path("table/<token:token>/rules/", tables.rules, name="table_rules"),
    path("table/<token:token>/rated/", tables.rated, name="rated"),
    path("table/<token:token>/agree/", tables.agree, name="agree"),
    path("table/<token:token>/start/", tables.start, name="start"),
    path("table/<token:token>/rematch/", tables.rematch, name="rematch"),
    # matches
    path("match/<token:uid>/", matches.match, name="match"),
    path("match/<token:uid>/round/<int:number>/", replay.match_round, name="replay"),
    path("match/<token:uid>/match.json", replay.match_json, name="match_json"),
    path("replay/", replay.imported, name="replay_import"),
    path("match/<token:uid>/share/", matches.share, name="share_match"),
    path("matches/", matches.all_matches, name="matches"),
    path("player/<str:name>/matches/", matches.of_player, name="player_matches"),
    path("my/matches/", matches.my_matches, name="my_matches"),
    path("my/practice/", history.practice_matches, name="practice_matches"),
    path("my/practice/<token:uid>/", matches.practice, name="practice_match"),
    path("my/practice/<token:uid>/round/<int:number>/", replay.practice_round, name="practice_replay"),
    path("my/practice/<token:uid>/match.json", replay.practice_json, name="practice_json"),
    path("api/", include(api.urlpatterns)),
    path("leaderboards/", boards.leaderboards, name="leaderboards"),
    path("leaderboards/<slug:game>/", boards.leaderboards, name="leaderboards"),
    path("player/<str:name>/", players.player, name="player"),
    # accounts: of allauth's pages only those that the site needs
    path("account/", accounts.account, name="account"),
    path("account/data/", data.my_data, name="my_data"),
    path("account/delete/", accounts.delete, name="account_delete"),
    path("account/sign-up/", accounts.SignupView.as_view(), name="account_signup"),
    path("account/sign-in/", accounts.LoginView.as_view(), name="account_login"),
    path("account/sign-out/", allauth_views.logout, name="account_logout"),
    path("account/inactive/", allauth_views.account_inactive, name="account_inactive"),
    path("account/password/", accounts.PasswordChangeView.as_view(), name="account_change_password"),
    path("account/password/reset/", allauth_views.password_reset, name="account_reset_password"),
    path("account/password/reset/sent/", allauth_views.password_reset_done, name="account_reset_password_done"),
    path(
        "account/password/reset/done/",
        allauth_views.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    re_path(
        r"^account/password/reset/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        allauth_views.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
]
