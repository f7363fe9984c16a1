"""Start the site as a person would: `manage.py serve` in a process of its own, with a database of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 40


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Site:
    """A serving site. `data` holds its SQLite file and its log; `env` is added to the environment."""

    data: Path
    env: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    command: tuple[str, ...] = ("serve",)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        return self.data / f"{self.command[0]}-{self.port}.log"

    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "MACAO_DATA": str(self.data),
            "MACAO_PORT": str(self.port),
            "MACAO_ORIGINS": f"http://127.0.0.1:{self.port},http://localhost:{self.port}",
            "PYTHONUNBUFFERED": "1",
            **self.env,
        }

    def start(self, *, wait: bool = True) -> Site:
        self.data.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", *self.command],
                cwd=ROOT, env=self.environment(), stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        if wait:
            self.wait()
        return self

    def wait(self) -> None:
        """Until /healthz answers; raises with the end of the log when it does not."""
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if self.process is not None and self.process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=2):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        raise RuntimeError(f"{self.command} did not come up:\n{self.log.read_text(errors='replace')[-4000:]}")

    def kill(self) -> None:
        """SIGKILL to the process alone, as a crash would be."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def stop(self) -> None:
        """SIGTERM, and SIGKILL to all it started if that takes too long."""
        if self.process is None:
            return
        group = self.process.pid
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            os.killpg(group, signal.SIGKILL)
            self.process.wait()
        self.process = None

    def manage(self, *arguments: str) -> str:
        """Run a management command against the same database; returns what it printed."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT, env=self.environment(), capture_output=True, text=True, check=True,
        )  # fmt: skip
        return done.stdout
