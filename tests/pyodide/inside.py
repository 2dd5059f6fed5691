"""Runs inside the page's Python: pytest over the files in /job/job.json; /job/reports.json says how it went."""

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


class Told:
    """A pytest plugin that writes down how every test ended."""

    def __init__(self, most: int, left_out: Sequence[str]) -> None:
        self.reports: list[dict[str, str]] = []
        self.most = most
        self.left_out = left_out

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Leave out what waits, for which this Python has no event loop, and some cases of many."""
        able = [item for item in items if not inspect.iscoroutinefunction(getattr(item, "function", None))]
        items[:] = [
            item
            for _, cases in groupby(able, lambda item: item.nodeid.partition("[")[0])
            for item in spread(list(cases), self.most)
            if item.originalname not in self.left_out
        ]

    def pytest_runtest_logreport(self, report: Any) -> None:
        """A test's set-up, call or end."""
        if report.when == "call" or report.outcome != "passed":
            self.note(report)

    def pytest_collectreport(self, report: Any) -> None:
        """A file that could not be read is a failure, too."""
        if report.failed:
            self.note(report)

    def note(self, report: Any) -> None:
        """Keep what is worth telling."""
        text = report.longreprtext if report.failed else ""
        self.reports.append({"test": report.nodeid, "outcome": report.outcome, "text": text})


def spread(cases: list[Any], most: int) -> list[Any]:
    """At most so many, as far apart as can be, the first among them; all if `most` is 0."""
    count = min(most or len(cases), len(cases))
    return [cases[number * len(cases) // count] for number in range(count)]


def main() -> None:
    """Run them."""
    sys.dont_write_bytecode = True
    sys.path[:0] = ["/project", "/project/py", "/packages"]
    os.chdir("/project")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # what is installed beside pytest is for another Python
    import pytest

    job = json.loads((JOB / "job.json").read_text())
    told = Told(job["most"], job["left out"])
    settings = ["-c", "/job/pytest.ini", "--rootdir", "/project", "-p", "no:cacheprovider", "-p", "no:faulthandler"]
    status = pytest.main([*settings, *job["files"]], plugins=[told])
    outcome = {"python": sys.version, "status": int(status), "reports": told.reports}
    (JOB / "reports.json").write_text(json.dumps(outcome))


main()
