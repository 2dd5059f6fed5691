"""Test the warm-up, which draws pages in advance. These pages are then not drawn again.

The warm-up also loads the games. It needs no browser for this.
"""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
from pathlib import Path

import pytest

from chowk import games
from chowk.app import pages, warmup
from chowk.storage.plan import usual_plan
from chowk.ui.screens import pictures
from chowk.ui.window import LOOKS
from tests.fakes import FakeWorld, app_in

ROOT = Path(__file__).parents[3]
SHELF = """
import sys
from chowk.app import warmup
before = [name for name in sys.modules if name.startswith("chowk.games.") and name.endswith(".rules")]
list(warmup.steps([]))
from chowk import games
assert not before, before
assert all(f"chowk.games.{name}.ui.view" in sys.modules for name in games.ready())
assert "js" not in sys.modules
"""


@pytest.fixture(autouse=True, scope="module")
def _only_new_objects_are_examined() -> None:
    """Exclude what earlier tests made from garbage collection, because the warm-up collects after each of its steps."""
    gc.collect()
    gc.freeze()


def warmed_up(theme: str = "") -> list[str]:
    """Run the whole warm-up, and return the names of its steps."""
    return list(warmup.steps(["en"], theme))


def test_home_is_drawn_from_what_was_rehearsed_in_every_look() -> None:
    warmed_up()
    drawn = pictures.emblem.cache_info().misses
    assert drawn >= len(games.SHELF) * len(LOOKS)
    app = app_in(FakeWorld())
    for app.window.theme in LOOKS:
        pages.page(app, app.words)
    assert pictures.emblem.cache_info().misses == drawn


def test_a_table_is_drawn_from_what_was_rehearsed() -> None:
    warmed_up()
    drawn = pictures.token.cache_info().misses

    async def sit_down() -> None:
        for name in games.ready():
            app = app_in(FakeWorld())
            app.window.theme = LOOKS[0]
            app.begin(usual_plan(name))
            pages.page(app, app.words)
            app.pause()

    asyncio.run(sit_down())
    assert pictures.token.cache_info().misses == drawn


def test_the_theme_in_force_is_drawn_first() -> None:
    names = warmed_up("dark")
    assert names[0] == "home"
    assert names[-2:] == ["home light", "home contrast"]
    assert warmed_up("unknown") == warmed_up("light") != names


def test_a_set_up_sheet_in_the_theme_in_force_is_drawn_from_what_was_rehearsed() -> None:
    pictures.token.cache_clear()
    warmed_up("dark")
    drawn = pictures.token.cache_info().misses
    app = app_in(FakeWorld())
    app.window.theme = "dark"
    for name in games.ready():
        app.set_up(name)
        pages.page(app, app.words)
    assert pictures.token.cache_info().misses == drawn


def test_the_shelf_is_opened_without_a_browser() -> None:
    subprocess.run([sys.executable, "-c", SHELF], cwd=ROOT / "py", check=True)
