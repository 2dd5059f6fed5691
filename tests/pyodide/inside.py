"""Run pytest inside the page's Python on the files listed in /job/job.json. Write the results to /job/reports.json."""

from __future__ import annotations

import inspect
import json
import os
import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

JOB = Path("/job")


class OutcomeRecorder:
    """A pytest plugin that records the outcome of every test.

    It runs at most `most` cases of each test, or all cases if `most` is 0. It runs no test whose name is in `left_out`.
    """

    def __init__(self, most: int, left_out: Sequence[str]) -> None:
        self.reports: list[dict[str, str]] = []
        self.most = most
        self.left_out = left_out

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Leave out asynchronous tests, the tests in `left_out`, and all but `most` cases of each test.

        The page's Python, run under Node, has no event loop for asynchronous tests.
        """
        able = [item for item in items if not inspect.iscoroutinefunction(getattr(item, "function", None))]
        items[:] = [
            item
            for _, cases in groupby(able, lambda item: item.nodeid.partition("[")[0])
            for item in spread(list(cases), self.most)
            if item.originalname not in self.left_out
        ]

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Record the result of a test, or the failure of its set-up or teardown."""
        if report.when == "call" or report.outcome != "passed":
            self.note(report)

    def pytest_collectreport(self, report: Any) -> None:
        """Record a file that could not be imported as a failure."""
        if report.failed:
            self.note(report)

    def note(self, report: Any) -> None:
        """Add a report to the results: the test, its outcome and its error."""
        text = report.longreprtext if report.failed else ""
        self.reports.append({"test": report.nodeid, "outcome": report.outcome, "text": text})


def spread(cases: list[Any], most: int) -> list[Any]:
    """Return at most `most` cases of a test, at even distances, beginning with the first.

    If `most` is 0, return all cases.
    """
    count = min(most or len(cases), len(cases))
    return [cases[number * len(cases) // count] for number in range(count)]


def main() -> None:
    """Run pytest on the files of the job and write the results."""
    sys.dont_write_bytecode = True
    sys.path[:0] = ["/project", "/project/py", "/packages"]
    os.chdir("/project")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # plugins installed next to pytest belong to another Python
    import pytest

    job = json.loads((JOB / "job.json").read_text())
    recorder = OutcomeRecorder(job["most"], job["left out"])
    settings = ["-c", "/job/pytest.ini", "--rootdir", "/project", "-p", "no:cacheprovider", "-p", "no:faulthandler"]
    status = pytest.main([*settings, *job["files"]], plugins=[recorder])
    outcome = {"python": sys.version, "status": int(status), "reports": recorder.reports}
    (JOB / "reports.json").write_text(json.dumps(outcome))


main()
