"""python -m bench.baselines.runtime PORT: the runtime as its package has it, and a page that only starts it."""

from __future__ import annotations

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from bench.servers import HOST, ROOT

PAGES = Path(__file__).parent / "pyodide"
PACKAGE = ROOT / "node_modules" / "pyodide"


class Files(SimpleHTTPRequestHandler):
    """A file of ours, or else of the package; kept by the browser as ours are."""

    protocol_version = "HTTP/1.1"
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript", ".wasm": "application/wasm"}

    def translate_path(self, path: str) -> str:
        own = PAGES / (path.strip("/") or "index.html")
        return str(own if own.exists() else PACKAGE / path.strip("/"))

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "max-age=315360000, immutable")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


if __name__ == "__main__":
    ThreadingHTTPServer((HOST, int(sys.argv[1])), partial(Files, directory=str(PACKAGE))).serve_forever()
