"""A PostgreSQL and a Redis of the test's own, on ports of their own, that may be killed; and what to do without."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

from tests.serving import free_port

START_SECONDS = 20.0
HOST = "127.0.0.1"
STRICT = os.environ.get("MACAO_STRICT") == "1"
"""Nothing may be skipped for want of a service."""
CHROMIUM_FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


def unavailable(why: str) -> None:
    """Skip, saying why; where nothing may be skipped fail instead."""
    if STRICT:
        pytest.fail(f"may not be skipped here: {why}")
    pytest.skip(why)


class Server:
    """A server process that listens on `port`."""

    def __init__(self, *command: str, port: int, log: Path, user: str | None = None) -> None:
        self.command, self.port, self.log, self.user = command, port, log, user
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, stdout=log, stderr=log, start_new_session=True, user=self.user, group=self.user, cwd="/"
            )
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and self.process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex((HOST, self.port)) == 0:
                    return
            time.sleep(0.05)
        raise RuntimeError(f"{self.command[0]} did not start:\n{self.log.read_text(errors='replace')[-3000:]}")

    def kill(self) -> None:
        """SIGKILL, as a crash would be."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(how)
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


class Postgres:
    """A fresh cluster that keeps what it has acknowledged: fsync and synchronous_commit are on."""

    def __init__(self) -> None:
        tools = _postgres_tools()
        self.user = _owner()
        self.data = Path(tempfile.mkdtemp(prefix="macao-postgres-"))
        if self.user:
            shutil.chown(self.data, self.user, self.user)
        subprocess.run(
            [tools / "initdb", "-D", self.data / "db", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C",
             "--no-sync"],
            user=self.user, group=self.user, cwd="/", check=True, capture_output=True,
        )  # fmt: skip
        port = free_port()
        self.url = f"postgres://postgres@{HOST}:{port}/postgres"
        settings = {
            "listen_addresses": HOST, "unix_socket_directories": str(self.data), "shared_buffers": "16MB",
            "fsync": "on", "synchronous_commit": "on", "full_page_writes": "on", "max_connections": "60",
        }  # fmt: skip
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        command = (str(tools / "postgres"), "-D", str(self.data / "db"), "-p", str(port), *options)
        self.server = Server(*command, port=port, log=Path(f"{self.data}.log"), user=self.user)

    def start(self) -> None:
        self.server.start()
        end = time.monotonic() + START_SECONDS
        ready = [str(_postgres_tools() / "pg_isready"), "-q", "-h", HOST, "-p", str(self.server.port)]
        while subprocess.run(ready, check=False).returncode != 0:
            assert time.monotonic() < end, "PostgreSQL is not ready"
            time.sleep(0.05)

    def stop(self) -> None:
        self.server.stop(signal.SIGINT)  # fast: it does not wait for its clients
        shutil.rmtree(self.data, ignore_errors=True)
        self.server.log.unlink(missing_ok=True)


class Redis:
    """A Redis that remembers nothing."""

    def __init__(self, folder: Path) -> None:
        program = shutil.which("redis-server")
        if program is None:
            unavailable("no redis-server on this machine")
        port = free_port()
        self.url = f"redis://{HOST}:{port}/0"
        command = (str(program), "--port", str(port), "--bind", HOST, "--save", "", "--appendonly", "no")
        self.server = Server(*command, port=port, log=folder / "redis.log")

    def start(self) -> None:
        self.server.start()

    def kill(self) -> None:
        self.server.kill()

    def stop(self) -> None:
        self.server.stop()


def _postgres_tools() -> Path:
    """Where the newest PostgreSQL's programs are."""
    found = shutil.which("initdb")
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    folders = [folder for folder in folders if (folder / "initdb").exists()]
    if found:
        return Path(found).resolve().parent
    if not folders:
        unavailable("no PostgreSQL programs on this machine")
    return folders[-1]


def _owner() -> str | None:
    """Whom PostgreSQL runs as: it refuses root. None: as ourselves."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        unavailable("no user postgres, as root may not run PostgreSQL")
        return None
