"""Test the fonts of titles: they have the letters of every title, and stay small."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from tools.build import build_vendor
from tools.i18n import display
from tools.i18n.wording import SCRIPTS

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


def halants(font: Path) -> set[tuple[int, int]]:
    """Return the pairs of a letter and a virama that a font draws as one glyph at the end of a word (code points)."""
    opened = TTFont(font)
    letters = {glyph: letter for letter, glyph in opened.getBestCmap().items()}
    rules = opened["GSUB"].table
    used = {
        rule
        for feature in rules.FeatureList.FeatureRecord
        if feature.FeatureTag == "haln"
        for rule in feature.Feature.LookupListIndex
    }
    tables = [getattr(table, "ExtSubTable", table) for rule in used for table in rules.LookupList.Lookup[rule].SubTable]
    return {
        (letters[first], letters[ligature.Component[0]])
        for table in tables
        if table.LookupType == 4
        for first, found in table.ligatures.items()
        for ligature in found
        if first in letters and len(ligature.Component) == 1 and ligature.Component[0] in letters
    }


@pytest.mark.parametrize("code", sorted(set(display.FACES) - {"en"}))
def test_a_letter_with_virama_at_the_end_of_a_word_is_drawn_as_in_the_whole_font(code: str) -> None:
    face = display.FACES[code]
    (whole,) = (ROOT / f"node_modules/@fontsource-variable/{face}/files").glob(
        f"*-{SCRIPTS[code].lower()}-wght-normal*"
    )
    ends = {
        (ord(letter), ord(virama))
        for letter, virama in re.findall(
            r"(\w)([\u094d\u09cd\u0a4d\u0acd\u0c4d\u0ccd])(?![^\W\d])", " ".join(LISTED[code])
        )
    }
    assert ends & halants(whole) <= halants(font(code))
    assert bool(ends & halants(whole)) == (code in ("kn", "te")), "this test looks at what it should"


def test_latin_letters_do_not_decide_how_the_rest_of_a_title_is_shaped() -> None:
    assert display.parts("QR కోడ్") == [" కోడ్"]
    assert display.parts(": చిక్కుముడి") == [": చిక్కుముడి"]


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
