"""Measure Lighthouse's scores for the first visit, and the times of the first paints.

The page is served by a host that compresses, as most hosts do, and by a host that does not. It is opened as a phone on
a slow network (`mobile`, throttled by simulation) and as a desktop. The first run downloads a fixed version of
Lighthouse into `.cache`, as the project does not install it. Scores are medians; other work on the machine lowers
them.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from shutil import which
from statistics import median
from typing import Any, Final

from tests.bench.start import serving
from tools.build.build_site import ROOT, build

VERSION: Final = "12.8.2"
FOLDER: Final = ROOT / ".cache" / f"lighthouse-{VERSION}"
HOSTS: Final = {"packs": True, "plain": False}
FORMS: Final[dict[str, tuple[str, ...]]] = {"mobile": (), "desktop": ("--preset=desktop",)}
SCORES: Final = {"performance": "perf", "accessibility": "access", "best-practices": "best", "seo": "seo"}
TIMES: Final = {
    "first-contentful-paint": "first",
    "largest-contentful-paint": "largest",
    "total-blocking-time": "blocked",
    "speed-index": "index",
    "cumulative-layout-shift": "shift",
    "total-byte-weight": "bytes",
}
LONGEST: Final = 300
"""Time limit of one run of Lighthouse, in seconds."""


def main(argv: Sequence[str]) -> int:
    """Print the table of scores and times, and return the exit status."""
    parser = argparse.ArgumentParser(prog="bench lighthouse", description=__doc__)
    parser.add_argument("-n", type=int, default=3, help="runs for each case (default 3)")
    parser.add_argument("--hosts", nargs="+", choices=HOSTS, default=list(HOSTS), help="hosts (default both)")
    parser.add_argument("--forms", nargs="+", choices=FORMS, default=list(FORMS), help="devices (default both)")
    parser.add_argument("--site", type=Path, help="a site built as for publishing; by default it is built now")
    parser.add_argument("--json", type=Path, help="a folder for all reports")
    options = parser.parse_args(argv)
    program = fetched()
    names = (*SCORES.values(), *TIMES.values())
    with tempfile.TemporaryDirectory() as folder:
        site = options.site or Path(folder) / "site"
        if not options.site:
            build(site, say=lambda _: None)
        print(f"load of the machine, 1, 5 and 15 minutes: {os.getloadavg()}, {os.cpu_count()} cores")
        print(f"{'host':8}{'device':9}" + "".join(f"{name:>10}" for name in names) + "   (medians; ms, bytes)")
        for host in options.hosts:
            with serving(site, packing=HOSTS[host]) as base:
                for form in options.forms:
                    looks = []
                    for number in range(options.n):
                        keep = options.json and options.json / f"{host}-{form}-{number}.json"
                        looks.append(figures(looked(program, base, FORMS[form], keep)))
                    medians = {name: median(report[name] for report in looks) for name in names}
                    print(f"{host:8}{form:9}" + "".join(f"{medians[name]:10.4g}" for name in names), flush=True)
    return 0


def fetched() -> Path:
    """Return the path of the program Lighthouse. Download it if it is missing."""
    program = FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js"
    if not program.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        quiet = ("--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock")
        subprocess.run(["npm", "install", "--prefix", FOLDER, *quiet, f"lighthouse@{VERSION}"], check=True)
    return program


def looked(program: Path, base: str, how: Sequence[str], keep: Path | None) -> dict[str, Any]:
    """Run Lighthouse once with a new browser, and return its report.

    `program` is Lighthouse's script, `base` the address of the page, and `how` further options of the command line. The
    report is also kept in the file `keep`, if given.
    """
    with tempfile.TemporaryDirectory() as folder:
        report = keep or Path(folder) / "report.json"
        report.parent.mkdir(parents=True, exist_ok=True)
        # Prefer the headless build: other builds may show a phone's first paint only after 2.2 s, even of a simple
        # page.
        chromium = which("chromium-headless-shell") or which("chromium") or which("google-chrome") or ""
        command = ["node", program, base, "--quiet", "--output=json", f"--output-path={report}", *how]
        flags = "--chrome-flags=--headless --no-sandbox"
        named = {**os.environ, "CHROME_PATH": chromium}
        subprocess.run([*map(str, command), flags], check=True, timeout=LONGEST, env=named)
        parsed: dict[str, Any] = json.loads(report.read_text())
    return parsed


def figures(report: dict[str, Any]) -> dict[str, float]:
    """Return the scores (up to 100) and times (milliseconds) of a report. A time that the report lacks is NaN."""
    scores = {name: 100 * (report["categories"][key]["score"] or 0) for key, name in SCORES.items()}
    return scores | {name: float(report["audits"][key].get("numericValue", "nan")) for key, name in TIMES.items()}
