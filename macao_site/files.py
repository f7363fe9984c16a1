"""Static files as they go over the wire: compressed when they are built, and with names and tags of their content."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from wsgiref.headers import Headers

import servestatic.utils
from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from servestatic.compress import Compressor
from servestatic.middleware import ServeStaticMiddleware
from servestatic.responders import StaticFile
from servestatic.storage import CompressedManifestStaticFilesStorage

SUFFIXES = {"br": ".br", "gzip": ".gz"}
PRACTICE = "practice/"
"""What a device runs is compressed by `build_practice`, and its folders say what is in them."""

IMPORT = r"""(?m:(?P<matched>^(?P<lead>import (?:.+ from )?)"(?P<url>\./[^"]+)"))"""

# ServeStatic reads 8 kB at a time, each in a thread: ten megabytes are then a third of a second of the processor
servestatic.utils.ASGI_BLOCK_SIZE = 256 * 1024


class Files(ServeStaticMiddleware):
    """ServeStatic, with tags that follow from the content, and with compressed files out of the cache of `pack`."""

    def get_static_file(self, path: str, url: str, stat_cache: Any = None) -> StaticFile:
        digest = _digest(Path(path).read_bytes())
        # weak: one tag for all encodings, which Vary tells apart
        headers = Headers([("ETag", f'W/"{digest}"')])
        self.add_mime_headers(headers, path, url)
        self.add_cache_headers(headers, path, url)
        if self.add_headers_function is not None:
            self.add_headers_function(headers, path, url)
        beside = any(Path(path + suffix).exists() for suffix in SUFFIXES.values())
        stem = path if beside else str(settings.PACKED_ROOT / digest)
        return StaticFile(path, headers.items(), {encoding: stem + suffix for encoding, suffix in SUFFIXES.items()})


class Pages(GZipMiddleware):
    """Compresses a page for who brings no cookie, as a device does for what it keeps. Pages of others have secrets, and
    what a compressed secret weighs tells about it (BREACH).
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        return response if request.COOKIES else super().process_response(request, response)


class Storage(CompressedManifestStaticFilesStorage):
    """Where `collectstatic` puts them: modules find each other by names with a hash, too."""

    max_post_process_passes = 20  # one for each module that imports one that imports one ...
    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", ((IMPORT, '%(lead)s"%(url)s"'),)))

    def hashed_name(self, name: str, content: Any = None, filename: str | None = None) -> str:
        return name if name.startswith(PRACTICE) else str(super().hashed_name(name, content, filename))

    def compress_files(self, paths: set[str]) -> Iterator[tuple[str, str]]:
        yield from super().compress_files({path for path in paths if not path.startswith(PRACTICE)})


def pack(folder: Path) -> int:
    """Compress each static file that is served from where it lies, once for each content. How many were new."""
    squeeze = Compressor(use_zstd=False, quiet=True)
    contents = {_digest(data): data for data in _contents(squeeze)}
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        if old.stem not in contents:
            old.unlink()
    new = {digest: data for digest, data in contents.items() if not (folder / f"{digest}.gz").exists()}
    with ThreadPoolExecutor() as threads:
        for digest, brotli in zip(new, threads.map(squeeze.compress_brotli, new.values()), strict=True):
            (folder / f"{digest}.br").write_bytes(brotli)
            # written last: with it a file is done. ServeStatic sends the smallest, be it the file itself
            (folder / f"{digest}.gz").write_bytes(squeeze.compress_gzip(new[digest]))
    return len(new)


def _contents(squeeze: Compressor) -> Iterator[bytes]:
    for finder in finders.get_finders():
        for path, storage in finder.list(None):
            if getattr(storage, "prefix", "") != PRACTICE.strip("/") and squeeze.should_compress(path):
                yield Path(storage.path(path)).read_bytes()


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:32]
