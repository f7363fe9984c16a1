"""`manage.py recount`: ratings, leaderboards and statistics once more from all matches; `--check` only compares."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from game import booking

SHOWN = 20  # differences that are told one by one


class Command(BaseCommand):
    help = "Count all finished matches again, and mend what is stored otherwise."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; fail where something differs")
        parser.add_argument("--new", action="store_true", help="only count the matches that are not counted yet")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["new"]:
            total = 0
            while done := booking.book():
                total += done
            self.stdout.write(f"{total} matches counted")
            return
        found: list[object] = [*booking.wrong_totals()] if options["check"] else []
        found += booking.differences(booking.recounted()) if options["check"] else booking.recount()
        for one in found[:SHOWN]:
            self.stdout.write(str(one))
        if options["check"] and found:
            raise CommandError(f"{len(found)} differences")
        self.stdout.write(f"{len(found)} differences{'' if options['check'] or not found else ', mended'}")
