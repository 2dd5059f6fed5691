"""Fixtures that apply to all unit tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fakes import reported


@pytest.fixture(autouse=True)
def _no_task_failed() -> Iterator[None]:
    """Fail a test if a background task of the application failed.

    A test that expects such a failure clears it with `reported()`.
    """
    reported()
    yield
    failed = reported()
    if failed:
        pytest.fail("a task failed:\n" + "\n".join(failed), pytrace=False)
