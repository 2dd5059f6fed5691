"""Test the fonts of texts on canvases: a missing font is loaded, and then the text is drawn again."""

from __future__ import annotations

import asyncio
import importlib
import re
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[4]


class Refused(Exception):
    """The error with which a fake promise is rejected."""


class Fonts:
    """A fake of the parts of a browser's font set that are used.

    It records the requested fonts and holds the loaded ones.
    """

    def __init__(self) -> None:
        self.requests: list[tuple[str, str]] = []
        self.loaded: set[str] = set()
        self.faces = 1
        self.refuses = False

    def check(self, font: str, text: str) -> bool:
        return bool(font) and text in self.loaded

    async def load(self, font: str, text: str) -> Any:
        self.requests.append((font, text))
        if self.refuses:
            raise Refused
        if self.faces:
            self.loaded.add(text)
        return types.SimpleNamespace(length=self.faces)


@pytest.fixture
def fonts() -> Fonts:
    return Fonts()


@pytest.fixture
def letters(fonts: Fonts, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Yield the module `font_loader`, imported in a fake browser that has only fonts."""
    js, ffi = types.ModuleType("js"), types.ModuleType("pyodide.ffi")
    js.document = types.SimpleNamespace(fonts=fonts)  # type: ignore[attr-defined]
    ffi.JsException = Refused  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "js", js)
    monkeypatch.setitem(sys.modules, "pyodide", types.ModuleType("pyodide"))
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)
    monkeypatch.delitem(sys.modules, "chowk.browser.render.font_loader", raising=False)
    yield importlib.import_module("chowk.browser.render.font_loader")
    sys.modules.pop("chowk.browser.render.font_loader", None)


async def tried(letters: Any, *texts: tuple[str, int]) -> int:
    """Draw texts, and draw them again whenever a font has been loaded. Return the number of repeated drawings.

    `letters` is the module with the font loader. Each text comes with its font weight.
    """
    count = 0

    def draw() -> None:
        for text, weight in texts:
            known.need(text, weight)

    def again() -> None:
        nonlocal count
        count += 1
        draw()

    known = letters.Letters(again)
    draw()
    for _ in range(10):
        await asyncio.sleep(0)
    return count


async def test_a_font_is_asked_for_with_the_very_text_and_then_all_is_drawn_again(letters: Any, fonts: Fonts) -> None:
    assert await tried(letters, ("ಕನ್ನಡ", 600)) == 1
    assert fonts.requests == [(f"600 32px {letters.FONT}", "ಕನ್ನಡ")]


async def test_nothing_is_asked_for_what_is_there_or_in_every_font(letters: Any, fonts: Fonts) -> None:
    fonts.loaded.add("বাংলা")
    assert await tried(letters, ("বাংলা", 600), ("a1", 600), ("12", 400)) == 0
    assert fonts.requests == []


async def test_what_does_not_come_is_not_asked_for_for_ever(letters: Any, fonts: Fonts) -> None:
    fonts.faces = 0
    assert await tried(letters, ("☘", 600), ("☘", 600)) == 0
    fonts.refuses = True
    assert await tried(letters, ("ગુજરાતી", 600)) == 0
    assert [text for _, text in fonts.requests] == ["☘", "ગુજરાતી"]


def test_the_families_are_those_of_the_style_sheet(letters: Any) -> None:
    sheet = (ROOT / "css/fonts.css").read_text()
    families = re.findall(r'font-family: "(Noto .*?)";', sheet)
    assert re.findall(r"'(Noto \w+)'", letters.FONT) == families
    latin = re.findall(r"--latin: (.*?);", (ROOT / "css/tokens.css").read_text())[0]
    assert letters.FONT.endswith(latin.replace('"', "'"))
