"""Servers under load, each in a process of its own, and what they cost (read from /proc: Linux)."""

from __future__ import annotations

import itertools
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"
PORTS = range(8700, 8800)
START_SECONDS = 40.0
_ports = itertools.islice(itertools.cycle(PORTS), os.getpid() % len(PORTS), None)  # two benches rarely meet
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


class ServerError(Exception):
    """A server did not start."""


def free_port() -> int:
    """A port of ours that nobody listens on; the next one each time."""
    for port in itertools.islice(_ports, len(PORTS)):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            return port
    raise ServerError(f"no free port in {PORTS}")


class Server:
    """One process, as a context manager. It is waited for until it listens on `port`; None: it does not listen."""

    def __init__(self, *command: str, env: dict[str, str] | None = None, cwd: Path = ROOT, port: int | None) -> None:
        self.port, self.cwd = port, cwd
        self.command = command
        self.env = env or {}

    def __enter__(self) -> Server:
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            self.command, cwd=self.cwd, env={**os.environ, **self.env}, stdout=self.log, stderr=self.log,
            start_new_session=True,
        )  # fmt: skip
        try:
            self._wait()
        except ServerError:
            self.__exit__()
            raise
        return self

    def _wait(self) -> None:
        end = time.monotonic() + START_SECONDS
        while self.port is not None:
            with socket.socket() as probe:
                if probe.connect_ex((HOST, self.port)) == 0 and self._listens():
                    return
            if self.process.poll() is not None or time.monotonic() > end:
                raise ServerError(f"{' '.join(self.command)} did not start:\n{self.tail()}")
            time.sleep(0.1)

    def _listens(self) -> bool:
        """Whether it is this process that listens, and not one that was there before it."""
        time.sleep(0.3)
        return self.process.poll() is None

    def tail(self) -> str:
        """The end of what it printed."""
        self.log.seek(0)
        return self.log.read()[-3000:].decode(errors="replace")

    def __exit__(self, kind: type[BaseException] | None = None, *_: object) -> None:
        if kind is not None:
            print(f"{' '.join(self.command)} printed last:\n{self.tail()}", file=sys.stderr)
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        self.log.close()

    @property
    def base(self) -> str:
        return f"ws://{HOST}:{self.port}"

    def cpu(self) -> float:
        """Seconds of CPU so far, with the processes it started."""
        return sum(_cpu(pid) for pid in _family(self.process.pid))

    def memory(self) -> int:
        """Bytes resident, of the serving process alone."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * PAGE


def _cpu(pid: int) -> float:
    fields = _stat(pid)
    return (int(fields[11]) + int(fields[12])) / TICKS if fields else 0.0


def _stat(pid: int) -> list[str]:
    """Fields of proc_pid_stat(5) from the third, `state`, on; empty when the process is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _family(pid: int) -> list[int]:
    """The process and all it started that still run: they share its session."""
    running = [int(entry) for entry in os.listdir("/proc") if entry.isdigit()]
    return [each for each in running if (fields := _stat(each)) and int(fields[3]) == pid]


def python(*arguments: str, env: dict[str, str] | None = None, timeout: float = 120) -> str:
    """Run a Python module or script of ours to its end; returns what it printed."""
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env={**os.environ, **(env or {})}, capture_output=True, text=True,
        check=False, timeout=timeout,
    )  # fmt: skip
    if done.returncode:
        raise ServerError(f"{' '.join(arguments)} failed:\n{done.stderr[-3000:]}")
    return done.stdout
