"""Test games that the tool for new games has made: they are built into a site and played in the browser."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e.conftest import BASE, Watch, came_home, wait_ready
from tests.e2e.play import by_touch, play_on, set_up
from tests.serving import copy_sources
from tools.dev.newgame import KINDS

QUICK: Final = "?test=1&seed=7&speed=off"
BUILD: Final = """
import sys
from pathlib import Path
from tools.build.build_site import build
build(Path(sys.argv[1]), say=lambda _: None, live=True, tested=True)
"""
"""Python program that builds a site in a folder, in the quick way that the development server uses after an edit."""


class NewHome(NamedTuple):
    """The home page of a site with a new game of each kind, and the object that collects the page's errors."""

    page: Page
    watch: Watch


def run(folder: Path, *command: str) -> None:
    """Run Python with these arguments in a folder. Fail unless it exits with status 0."""
    done = subprocess.run([sys.executable, *command], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def home(
    browser: Browser, serving: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[NewHome]:
    """Yield the home page, on a phone, of a site with a new game of each kind.

    The games are made in a copy of the project and named after their kinds.
    """
    project, site = tmp_path_factory.mktemp("project"), tmp_path_factory.mktemp("site")
    copy_sources(project)
    for kind in KINDS:
        run(project / "py", "-m", "tools.dev.newgame", kind, "--kind", kind)
    run(project / "py", "-c", BUILD, str(site))
    address = serving(site)
    size: ViewportSize = {"width": 360, "height": 740}
    context = browser.new_context(
        has_touch=True, is_mobile=True, viewport=size, service_workers="block", locale="en-GB"
    )
    watch = Watch(address.removesuffix(BASE))
    watch.attach(context)
    page = context.new_page()
    page.goto(address + QUICK)
    wait_ready(page)
    yield NewHome(page, watch)
    context.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_game_is_played_to_its_end_against_its_opponent(home: NewHome, kind: str) -> None:
    page = home.page
    assert came_home(page, QUICK)
    expect(page.locator(f'[data-do="open"][data-arg="{kind}"]')).to_contain_text(kind.capitalize())
    set_up(page, kind, "0 person", "1 bot 0")
    end = play_on(page, by_touch)
    assert end["over"]
    assert end["game"] == kind
    expect(page.get_by_role("dialog")).to_contain_text("wins")
    assert home.watch.verdict() == []
