"""The site's addresses, the admin's among them, and its pages for errors."""

from django.conf import settings
from django.urls import include, path

from game.admin import admin_site

urlpatterns = [path(settings.ADMIN_PATH, admin_site.urls), path("", include("game.urls"))]

handler400 = "game.views.errors.bad_request"
handler403 = "game.views.errors.forbidden"
handler404 = "game.views.errors.not_found"
handler429 = "game.views.errors.too_many"  # allauth's
