"""The bundle for players' devices: it has all that rendering needs and nothing more, and is the same every time."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from django.conf import settings

from game import bundling
from game.practice.trial import trial

LIST = """
import json, sys
sys.path = [path for path in sys.path if "site-packages" not in path and path]
sys.path.insert(0, sys.argv[1])
from game.practice.trial import trial
frames = trial("en")
foreign = [name for name in sys.modules if name.split(".")[0] in ("django", "asgiref")]
print(json.dumps({"frames": frames, "modules": foreign, "game": [n for n in sys.modules if n.startswith("game")]}))
"""
LARGEST = 4_600_000
"""Bytes on the wire for runtime and bundle; page and assets come on top of it (at most 4.8 MB together)."""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundle")
    bundling.write_sources(folder / "sources.zip")
    with zipfile.ZipFile(folder / "sources.zip") as packed:
        packed.extractall(folder / "app")
    return folder / "app"


def test_it_runs_by_itself_and_holds_of_others_just_the_modules_that_are_used(unpacked: Path) -> None:
    command = [sys.executable, "-S", "-E", "-c", LIST, str(unpacked)]
    told = json.loads(subprocess.run(command, check=True, capture_output=True, cwd=unpacked).stdout)
    assert told["frames"] == trial("en"), "what it prints is what we print"
    standins = {name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in bundling.STANDINS}
    assert set(told["modules"]) == {*bundling.FOREIGN, *standins}
    ours = {name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name, _ in bundling.files()}
    assert set(told["game"]) <= ours


def test_nothing_of_the_server_is_in_it() -> None:
    names = [name for name, _ in bundling.files()]
    assert len(names) == len(set(names))
    assert not [name for name in names if name.startswith("templates/") and Path(name).stem in bundling.PAGES]
    rooms = {Path(name).parts[1] for name in names if name.startswith("game/")}
    files = {"__init__.py", "blanks.py", "frames.py", "render.py", "scene.py", "words.py"}
    assert rooms == files | {"bots", "engine", "practice", "presenter"}
    for language, _ in settings.LANGUAGES:
        assert language == "en" or f"locale/{language}/LC_MESSAGES/django.mo" in names


def test_the_same_sources_give_the_same_bytes(tmp_path: Path) -> None:
    bundling.write_sources(tmp_path / "one.zip")
    bundling.write_sources(tmp_path / "two.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


@pytest.mark.slow
def test_what_is_built_is_the_same_every_time_and_light(tmp_path: Path) -> None:
    built = settings.PRACTICE_ROOT
    manifest = json.loads((built / "manifest.json").read_text())
    kinds = (manifest["runtime"], manifest["app"])
    for kind in kinds:  # compressed already: compressing the runtime takes most of a minute
        folder = tmp_path / kind["folder"]
        folder.mkdir()
        for file in (built / kind["folder"]).iterdir():
            if file.suffix in (".br", ".gz"):
                (folder / file.name).write_bytes(file.read_bytes())
    subprocess.run([sys.executable, "manage.py", "build_practice", "--out", str(tmp_path)], check=True)
    assert json.loads((tmp_path / "manifest.json").read_text()) == manifest
    for kind in kinds:
        for name in kind["files"]:
            path = Path(kind["folder"]) / name
            assert (tmp_path / path).read_bytes() == (built / path).read_bytes()
    assert sum(file["wire"] for kind in kinds for file in kind["files"].values()) <= LARGEST
