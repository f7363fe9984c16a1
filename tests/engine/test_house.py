"""The engine is a library of its own: standard library only, and its examples are true."""

import doctest
import subprocess
import sys
from pathlib import Path

import game.engine.round

ROOT = Path(__file__).resolve().parents[2]
FOREIGN = (
    "import sys; before = set(sys.modules); sys.path.insert(0, '.'); import game.engine, game.bots;"
    "print(*sorted({name.split('.')[0] for name in set(sys.modules) - before} - set(sys.stdlib_module_names)))"
)


def test_engine_and_bots_import_nothing_but_the_standard_library() -> None:
    command = [sys.executable, "-I", "-S", "-c", FOREIGN]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["game"]


def test_the_examples_in_the_docstrings_are_true() -> None:
    failed, tried = doctest.testmod(game.engine.round)
    assert tried
    assert not failed
