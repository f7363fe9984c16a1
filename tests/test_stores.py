"""The site's own tests once more, on PostgreSQL and Redis: both stores must give the same answers (faults B98)."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests.serving import ROOT

SUITES = ("tests/live", "tests/records", "tests/site")


@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.slow
def test_the_site_passes_its_tests_on_postgresql_and_redis(postgres_url: str, redis_url: str) -> None:
    database = re.sub(r"/[^/]*$", f"/macao_{os.getpid()}", postgres_url)
    env = {**os.environ, "DATABASE_URL": database, "REDIS_URL": redis_url}
    # nobody pulls a plug here: what was written need not be on the disk before the next test goes on
    env["PGOPTIONS"] = "-c synchronous_commit=off"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--create-db"]
    done = subprocess.run(
        [*command, "-m", "not one_store", *SUITES], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
