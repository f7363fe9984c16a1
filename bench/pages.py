"""python -m bench.pages: what the pages of records cost on the database of DATABASE_URL, as one line of JSON.

Who asks is the person who sat in most matches; what is asked for lies in the middle of what there is.
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
from typing import Any

os.environ["DJANGO_SETTINGS_MODULE"] = "macao_site.settings"
TIMES = 15
BIG = ("game_match", "game_round", "game_move", "game_seat", "game_score", "game_ratingchange")
"""Tables that no page may read from one end to the other."""


def main() -> None:
    import django  # noqa: PLC0415 (settings come first)

    django.setup()
    from django.test import Client  # noqa: PLC0415

    user, pages = _pages()
    # no test environment: that one watches every template, which a page of many pays for more than an empty one
    client = Client(SERVER_NAME="localhost")
    client.force_login(user, backend="game.accounts.NameBackend")
    costs = {name: _cost(client, url) for name, url in pages.items()}
    # page after page, not one page so many times: a busy moment of the machine then hits all alike
    for _ in range(TIMES):
        for name, url in pages.items():
            start = time.perf_counter()
            client.get(url, follow=True)
            costs[name]["ms"] = min(costs[name]["ms"], (time.perf_counter() - start) * 1000)
    print(json.dumps(costs))


def _pages() -> tuple[Any, dict[str, str]]:
    from django.db.models import Count  # noqa: PLC0415
    from django.urls import reverse  # noqa: PLC0415

    from game.models import Match, Seat, User  # noqa: PLC0415

    most = Seat.objects.filter(user__isnull=False).values("user").annotate(count=Count("pk")).order_by("-count", "user")
    user = User.objects.get(pk=most[0]["user"])
    other = User.objects.get(pk=most[3]["user"])
    uids = Match.objects.filter(private=False, phase="over", game="simple-macao").order_by("pk")
    match = uids[uids.count() // 2]
    own = reverse("my_matches")
    return user, {
        "my matches": own,
        "my matches, an opponent": f"{own}?opponent={other.name}",
        "my matches, a game, won, rated": f"{own}?game=polish-makao&result=won&rated=yes",
        "my matches, private": f"{own}?table=private",
        "public matches": reverse("matches"),
        "public matches, a game": f"{reverse('matches')}?game=tel-aviv",
        "public matches of a player": reverse("player_matches", args=[other.name]),
        "a match": reverse("match", args=[match.uid]),
        "replay": f"{reverse('replay', args=[match.uid, 1])}?turn=9&seat=0",
        "replay, hands open": f"{reverse('replay', args=[match.uid, 1])}?turn=9&seat=open",
        "own profile": reverse("player", args=[user.name]),
        "a profile": reverse("player", args=[other.name]),
        "leaderboard, all": reverse("leaderboards"),
        "leaderboard, a game": reverse("leaderboards", args=["simple-macao"]),
        "leaderboard, a month": f"{reverse('leaderboards', args=['simple-macao'])}?period=month",
        "API: matches": "/api/matches",
        "API: a match": f"/api/matches/{match.uid}",
        "API: a player": f"/api/players/{other.name}",
        "API: a leaderboard": "/api/leaderboards/simple-macao",
    }


def _cost(client: Any, url: str) -> dict[str, Any]:
    """What a page takes besides time: queries, bytes, and plans that read a whole big table."""
    from django.db import connection  # noqa: PLC0415
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415

    asked: list[tuple[str, Any]] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        asked.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note), CaptureQueriesContext(connection) as queries:
        response = client.get(url, follow=True)
        size = len(b"".join(response.streaming_content) if response.streaming else response.content)
    if response.status_code != 200:
        print(f"{url}: {response.status_code}", file=sys.stderr)
    scans = sorted({scan for sql, params in asked if sql.startswith("SELECT") for scan in _scans(sql, params)})
    return {"status": response.status_code, "ms": math.inf, "queries": len(queries), "bytes": size, "scans": scans}


def _scans(sql: str, params: Any) -> list[str]:
    from django.db import connection  # noqa: PLC0415

    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
            plan = [str(row[3]) for row in cursor.fetchall()]
            found = [line for line in plan if line.startswith("SCAN") and line.split()[1] in BIG]
            # in the order of an index of public matches alone, no further than a page goes, is none
            found = [line for line in found if not ("USING INDEX match_told" in line and "LIMIT" in sql)]
            return [f"{line}: {sql[:200]}" for line in found]
        cursor.execute(f"EXPLAIN {sql}", params)
        plan = [str(row[0]) for row in cursor.fetchall()]
        return [
            f"{line.strip()}: {sql[:200]}" for line in plan if "Seq Scan" in line and any(f" {t} " in line for t in BIG)
        ]


if __name__ == "__main__":
    main()
