"""`manage.py serve` for the load: without the limit on how fast one page may send.

A seat in a closed loop moves faster than any person, and would be closed as a flood.
Usage: python -m bench.serve [arguments of serve].
"""

from __future__ import annotations

import os
import sys

import django
from django.core.management import call_command


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "macao_site.settings")
    django.setup()
    from game import sockets  # noqa: PLC0415  (needs the apps to be loaded)

    sockets.FRAMES_A_SECOND = sockets.BURST = 1e9
    call_command("serve", *sys.argv[1:])


if __name__ == "__main__":
    main()
