"""ROOM 7: read-only JSON for programs, under /api/ (docs/api.md, docs/decisions/0051)."""

from game.api.routes import urlpatterns

__all__ = ["urlpatterns"]
