"""Test the page in pseudo-languages: longer words cause no clipping, and text may run from right to left."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final
from unittest.mock import patch

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Opener
from tests.e2e.looking import QUICK, measured, press, screens
from tools.build.build_site import build

WINDOWS: Final = ((360, 740), (844, 390), (1280, 800))
ENDS: Final = (WINDOWS[0], WINDOWS[-1])
MIRRORED: Final = ("home", "set-up", "settings", "rules", "table", "result", "review", "table of four, to move")
"""Names of the screens that are also checked with text from right to left: one of each kind of screen."""
ORDER: Final = """pair => {
  const [first, then] = pair.map(one => document.querySelector(one).getBoundingClientRect());
  return first.left + first.width / 2 < then.left + then.width / 2;
}"""
SIDES: Final = {
    "home": (".brand", '.screen [data-do="settings"]'),
    "settings": (".sheet h2", '.sheet [data-do="close"]'),
    "table": (".board", ".rail"),
}
"""Selectors of two elements by the name of the screen. The first is on the left if text runs from left to right."""


@pytest.fixture(scope="session")
def base_url(tmp_path_factory: pytest.TempPathFactory, serving: Callable[[Path], str]) -> str:
    """Build and serve a site with the pseudo-languages, which the published site does not have."""
    folder = tmp_path_factory.mktemp("pseudo")
    with patch.dict(os.environ, {"CHOWK_PSEUDO": "1"}):
        build(folder, say=lambda _: None, tested=True)
    return serving(folder)


def speak(page: Page, code: str, direction: str) -> None:
    press(page, "set", f"language {code}")
    expect(page.locator("html")).to_have_attribute("lang", code)
    expect(page.locator("html")).to_have_attribute("dir", direction)


def turned(page: Page, name: str) -> list[str]:
    """Return descriptions of the layout faults of a screen when its text runs from right to left."""
    before = page.evaluate(ORDER, SIDES[name]) if name in SIDES else True
    speak(page, "qpm", "rtl")
    wrong = [f"mirrored {fault}" for fault in measured(page, name, ENDS)]
    if not before or (name in SIDES and page.evaluate(ORDER, SIDES[name])):
        wrong.append(f"{name} is not mirrored")
    if name.startswith("table") and page.locator('[data-spot="a1"]').count():
        along = page.evaluate(ORDER, ['[data-spot="a1"]', '[data-spot="b1"]'])
        wrong += [] if along else [f"the board of {name} is mirrored"]
    if folder := os.environ.get("CHOWK_PICTURES"):
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            page.screenshot(path=f"{folder}/{name} {width}.png")
        page.set_viewport_size({"width": 1280, "height": 800})
    speak(page, "qps", "ltr")
    return wrong


@pytest.mark.deep  # other runs check the longest of the real languages instead
@pytest.mark.browser_context_args(reduced_motion="reduce")
def test_longer_words_fit_as_well_and_lines_may_run_to_the_left(open_page: Opener) -> None:
    page = open_page(QUICK)
    speak(page, "qps", "ltr")
    expect(page.locator("h2").first).to_contain_text("⟦")
    wrong = []
    for name in screens(page):
        wrong += measured(page, name, WINDOWS)
        wrong += turned(page, name) if name in MIRRORED else []
    assert wrong == []
