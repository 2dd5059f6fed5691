"""Start a browser and serve a site, for measurements."""

from __future__ import annotations

import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which

from playwright.sync_api import Browser, sync_playwright

from tests.bench.start import serving
from tools.build.build_site import build


def ask_for_site(parser: ArgumentParser) -> None:
    """Add the command-line option `--site`, which names a site that is already built."""
    parser.add_argument("--site", type=Path, help="a site that was built with --tested; by default it is built now")


@contextmanager
def browsing(site: Path | None, *flags: str) -> Iterator[tuple[Browser, str]]:
    """Start a browser with these flags, and yield it with the site's address. Build a site if `site` is None."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        if site is None:
            build(Path(folder), say=lambda _: None, tested=True)
        with serving(site or Path(folder)) as base:
            browser = playwright.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox", *flags])
            yield browser, base
            browser.close()
