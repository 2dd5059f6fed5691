"""Runs inside the page's Python: pytest over the files in /job/files.json; /job/reports.json says how it went."""

from __future__ import annotations

import inspect
import json
import os
import sys
from pathlib import Path
from typing import Any

JOB = Path("/job")


class Told:
    """A pytest plugin that writes down how every test ended."""

    def __init__(self) -> None:
        self.reports: list[dict[str, str]] = []

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Leave out what waits: this Python has no event loop that a test could run to its end."""
        items[:] = [item for item in items if not inspect.iscoroutinefunction(getattr(item, "function", None))]

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


def main() -> None:
    """Run them."""
    sys.dont_write_bytecode = True
    sys.path[:0] = ["/project", "/project/py", "/packages"]
    os.chdir("/project")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # what is installed beside pytest is for another Python
    import pytest

    told = Told()
    settings = ["-c", "/job/pytest.ini", "--rootdir", "/project", "-p", "no:cacheprovider", "-p", "no:faulthandler"]
    status = pytest.main([*settings, *json.loads((JOB / "files.json").read_text())], plugins=[told])
    outcome = {"python": sys.version, "status": int(status), "reports": told.reports}
    (JOB / "reports.json").write_text(json.dumps(outcome))


main()
