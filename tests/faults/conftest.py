"""The site on many machines, started once for all fault tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.faults.rig import Rig, many_machines


@pytest.fixture(scope="package")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    """Two Daphne processes, two clocks, a PostgreSQL and a Redis, all of the test's own."""
    with many_machines(tmp_path_factory.mktemp("many")) as rig:
        rig.web[0].manage("migrate", "-v0")
        rig.start(rig.processes)
        yield rig
