"""Static files on the wire: compressed, tagged by content, kept for ever where the name says what is in them."""

from __future__ import annotations

import gzip
import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command

from macao_site.files import Files, pack
from tests.serving import Site

pytestmark = pytest.mark.one_store
ALONE = {"DATABASE_URL": "", "REDIS_URL": ""}
OPEN = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    pack(settings.PACKED_ROOT)
    site = Site(tmp_path_factory.mktemp("files"), ALONE)
    yield site.start()
    site.stop()


def built() -> list[str]:
    """Addresses of the runtime and the bundle."""
    told = json.loads((settings.PRACTICE_ROOT / "manifest.json").read_text())
    return [f"practice/{kind['folder']}/{name}" for kind in (told["runtime"], told["app"]) for name in kind["files"]]


def get(site: Site, name: str, **headers: str) -> tuple[int, Message, bytes]:
    """A static file, or the page whose whole path is given."""
    request = urllib.request.Request(
        site.url + (name if name.startswith("/") else f"/static/{name}"),
        headers={k.replace("_", "-"): v for k, v in headers.items()},
    )
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.headers, answer.read()


@pytest.mark.parametrize("encoding", ["br", "gzip", None])
def test_files_come_compressed_as_the_browser_can_read_them(site: Site, encoding: str | None) -> None:
    for name in ("css/table.css", "js/hand.js", "img/cards.svg", "htmx/htmx.min.js", *built()):
        accepted = {"br": "gzip, deflate, br", "gzip": "gzip", None: "identity"}[encoding]
        status, headers, body = get(site, name, Accept_Encoding=accepted)
        path = Path(str(finders.find(name)))
        assert (status, headers["Content-Encoding"]) == (200, encoding), name
        assert headers["Vary"] == "Accept-Encoding"
        assert int(headers["Content-Length"]) == len(body)
        assert OPEN[encoding](body) == path.read_bytes(), name
        if encoding:
            assert len(body) < path.stat().st_size / 1.8


def test_a_file_that_a_browser_has_is_not_sent_again(site: Site) -> None:
    for name in ("css/table.css", *built()):
        _, first, _ = get(site, name, Accept_Encoding="br")
        status, headers, body = get(site, name, Accept_Encoding="br", If_None_Match=first["ETag"])
        assert (status, body, headers["ETag"]) == (304, b"", first["ETag"])
        assert get(site, name, If_None_Match='W/"another"')[0] == 200


def test_names_that_say_what_is_in_them_are_kept_for_ever_and_others_are_not(site: Site) -> None:
    for name in built():
        assert "immutable" in get(site, name)[1]["Cache-Control"]
    assert get(site, "css/table.css")[1]["Cache-Control"] == "max-age=60, public"


def test_a_page_is_compressed_for_who_brings_no_secret(site: Site) -> None:
    _, headers, body = get(site, "/rules/", Accept_Encoding="gzip")
    assert headers["Content-Encoding"] == "gzip"
    assert b"Simple Macao" in gzip.decompress(body)
    _, headers, body = get(site, "/rules/", Accept_Encoding="gzip", Cookie="sessionid=x")
    assert headers["Content-Encoding"] is None
    assert b"Simple Macao" in body


def test_what_is_packed_follows_the_content(tmp_path: Path, settings: Any) -> None:
    style = tmp_path / "static" / "style.css"
    style.parent.mkdir()
    style.write_text("a { color: red }\n" * 50)
    settings.STATICFILES_DIRS = [style.parent]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    finders.get_finder.cache_clear()
    try:
        assert [pack(tmp_path / "packed"), pack(tmp_path / "packed")] == [1, 0]
        old = set((tmp_path / "packed").iterdir())
        style.write_text("a { color: blue }\n" * 50)
        assert pack(tmp_path / "packed") == 1
        new = set((tmp_path / "packed").iterdir())
        assert len(old) == len(new) == 2
        assert not old & new
    finally:
        finders.get_finder.cache_clear()


async def _page(_request: object) -> None:
    """What is no file."""


@pytest.mark.slow
def test_collected_files_have_names_by_content_down_to_the_modules_that_import_each_other(
    tmp_path: Path, settings: Any
) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATICFILES_DIRS = [settings.STATICFILES_DIRS[0], settings.STATICFILES_DIRS[-1]]
    settings.SERVESTATIC_USE_FINDERS = False
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "macao_site.files.Storage"}}
    finders.get_finder.cache_clear()
    try:
        call_command("collectstatic", interactive=False, verbosity=0)
        files = Files(_page).files
    finally:
        finders.get_finder.cache_clear()
    names = json.loads((tmp_path / "staticfiles.json").read_text())["paths"]
    for name, hashed in names.items():
        if not name.startswith("practice/"):
            told = dict(files[f"/static/{hashed}"].alternatives[0][2])
            assert "immutable" in told["Cache-Control"], name
            assert told.get("Vary") == "Accept-Encoding" or name.endswith((".png", ".svg", ".webmanifest")), name
    for name in built():
        assert names[name] == name
        encoding, path, told = files[f"/static/{name}"].alternatives[0]
        assert (encoding, path) == ("br", f"{tmp_path / name}.br")
        assert "immutable" in dict(told)["Cache-Control"]
    assert not list((tmp_path / "practice").rglob("*.br.*"))
    imported = re.compile(r'^import .*"\./(.+)"', re.MULTILINE)
    scripts = {hashed for name, hashed in names.items() if name.startswith("js/")}
    found = {other for script in scripts for other in imported.findall((tmp_path / script).read_text())}
    assert len(found) > 10
    assert {f"js/{other}" for other in found} <= scripts
