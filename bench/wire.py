"""What goes over the wire: a relay in front of a server that counts the bytes of every answer, by its path."""

from __future__ import annotations

import socket
import threading
import time
from collections import Counter

from bench.servers import HOST, free_port

CHUNK = 1 << 16


class Wire:
    """Relays to a port of this machine, as a context manager. A browser asks one thing after the other on a connection,
    so what comes back belongs to the last path that was asked for. `down` holds bytes with their headers.
    """

    def __init__(self, server: int) -> None:
        self.port, self.server = free_port(), server
        self.down: Counter[str] = Counter()
        self.heard = time.monotonic()
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    def __enter__(self) -> Wire:
        self._door = socket.create_server((HOST, self.port))
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._door.close()

    def take(self) -> Counter[str]:
        """Bytes by path since the last time."""
        with self._lock:
            taken, self.down = self.down, Counter()
        return taken

    def quiet(self, seconds: float = 2.0) -> None:
        """Wait until nothing has come for so long."""
        while time.monotonic() - self.heard < seconds:
            time.sleep(0.1)

    def _listen(self) -> None:
        while True:
            try:
                browser, _ = self._door.accept()
            except OSError:
                return
            server = socket.create_connection((HOST, self.server))
            path = [""]
            for one, other, asks in ((browser, server, True), (server, browser, False)):
                threading.Thread(target=self._relay, args=(one, other, path, asks), daemon=True).start()

    def _relay(self, one: socket.socket, other: socket.socket, path: list[str], asks: bool) -> None:
        try:
            while data := one.recv(CHUNK):
                if asks and data[:4] == b"GET ":
                    path[0] = data.split(b" ", 2)[1].decode()
                if not asks:
                    with self._lock:
                        self.down[path[0]] += len(data)
                        self.heard = time.monotonic()
                other.sendall(data)
        except OSError:
            pass
        finally:
            for end in (one, other):
                end.close()
