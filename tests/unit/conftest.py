"""What holds for every test of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fakes import reported


@pytest.fixture(autouse=True)
def _no_task_failed() -> Iterator[None]:
    """A task of the application that fails on the side fails the test; one that provokes it asks `reported`."""
    reported()
    yield
    failed = reported()
    if failed:
        pytest.fail("a task failed:\n" + "\n".join(failed), pytrace=False)
