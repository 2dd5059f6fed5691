"""Test the fonts of titles: they have the letters of every title, and stay small."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from tools.build import build_vendor
from tools.i18n import display

ROOT = Path(__file__).resolve().parents[4]
LISTED = json.loads(display.LISTED.read_text("utf-8"))
SHEET = (ROOT / "css/fonts.css").read_text()


def font(code: str) -> Path:
    return ROOT / f"css/fonts/display-{code}.woff2"


@pytest.mark.parametrize("code", display.FACES)
def test_every_title_was_shaped_and_its_letters_are_there(code: str) -> None:
    advice = (
        "there are other titles: run `python -m tools.i18n.display` in py/ (pip install fonttools brotli uharfbuzz)"
    )
    assert LISTED[code] == list(display.texts(code)), advice
    has = TTFont(font(code)).getBestCmap().keys() | TTFont(font("en")).getBestCmap().keys()
    lacking = {letter for text in LISTED[code] for letter in text if ord(letter) not in has}
    assert lacking == set()


def test_titles_are_those_that_pages_and_games_bring() -> None:
    texts = {title.text for title in display.titles()}
    assert {"Settings", "You won", "{player} wins", "Set up: {game}", "Learn {game}", "Kilkenny Cats"} <= texts
    assert {"Snowy Owl", "Black"} <= texts, "who wins"


@pytest.mark.parametrize("code", display.FACES)
def test_the_style_sheet_takes_each_font_for_its_letters(code: str) -> None:
    (rule,) = [
        rule_text for rule_text in re.findall(r"@font-face \{(.*?)\}", SHEET, re.S) if f"display-{code}." in rule_text
    ]
    spans = re.findall(r"U\+(\w+)(?:-(\w+))?", rule)
    letters = {sign for first, last in spans for sign in range(int(first, 16), int(last or first, 16) + 1)}
    signs = {sign for sign in TTFont(font(code)).getBestCmap() if code == "en" or sign > 0x2FF}
    assert signs <= letters | {0x200C, 0x200D}


def test_all_of_them_are_small_and_their_licences_travel() -> None:
    assert sum(font(code).stat().st_size for code in display.FACES) < 90_000
    for name in display.FACES.values():
        assert f"{name}-" in build_vendor.table()[f"@fontsource-variable/{name}"]["to"]
        licence = (ROOT / f"node_modules/@fontsource-variable/{name}/LICENSE").read_text()
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence
