"""Test the runner of all tests: it ends a process that takes too long, and reports this."""

from __future__ import annotations

import time

from tests import __main__ as whole


def test_a_part_that_takes_too_long_is_ended_and_says_so() -> None:
    began = time.monotonic()
    end, report = whole.part("slow", ("timeit", "-n", "1", "-s", "print('begun', flush=True)", nap(60)), began + 2)
    assert end
    assert "begun" in report
    assert report.rstrip().endswith("tests: ended, for it took too long")
    assert time.monotonic() - began < 30


def test_a_part_that_ends_by_itself_gives_its_report() -> None:
    end, report = whole.part("quick", ("timeit", "-n", "1", "-r", "1", "print('done')"), time.monotonic() + 60)
    assert not end
    assert "done" in report
    assert "too long" not in report


def nap(seconds: int) -> str:
    """Return a Python statement that sleeps for `seconds` seconds."""
    return f"import time; time.sleep({seconds})"
