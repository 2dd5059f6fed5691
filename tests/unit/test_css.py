"""Test the style sheets without a browser: contrast, names, layers and writing directions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from chowk.ui import icons
from tests.unit.colours import blended, contrast

ROOT = Path(__file__).resolve().parents[2]
SHEETS = {
    path.name: re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S) for path in sorted((ROOT / "css").glob("*.css"))
}
ALL = "\n".join(SHEETS.values())
SOURCES = [path for folder in ("app", "features", "ui") for path in sorted((ROOT / "py/chowk" / folder).rglob("*.py"))]
PAGES = "\n".join(path.read_text() for path in SOURCES)
TEXT, SIGN = 4.5, 3.0


def tokens(theme: str) -> dict[str, str]:
    """Return the colours that tokens.css gives to a theme, by the name of the CSS variable without `--`."""
    sheet = SHEETS["tokens.css"]
    plain = dict(re.findall(r"--([\w-]+):\s*(.+?);", sheet[: sheet.index('[data-theme="light"]')]))
    if theme == "contrast":
        block = sheet[sheet.index('[data-theme="contrast"]') :]
        plain |= dict(re.findall(r"--([\w-]+):\s*(.+?);", block[: block.index("}")]))
    side = 0 if theme == "light" else 1
    picked = {
        name: re.sub(r"light-dark\(([^,()]+),\s*([^()]+)\)", lambda m: m[1 + side], value)
        for name, value in plain.items()
    }
    return {name: long(value) for name, value in picked.items() if re.fullmatch(r"#[0-9a-f]{3,6}", value)}


def long(colour: str) -> str:
    return colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:])


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("ground", ["paper", "card", "well"])
def test_text_stands_out_on_every_ground(theme: str, ground: str) -> None:
    colours = tokens(theme)
    for ink in ("ink", "soft", "danger"):
        there = contrast(colours[ink], colours[ground])
        assert there >= TEXT, f"css/tokens.css, {theme}: the contrast of --{ink} with --{ground} is too small"
    assert contrast(colours["edge"], colours[ground]) >= SIGN or ground == "well"
    assert contrast(colours["paper"], colours["ink"]) >= TEXT, "what is chosen is written in paper on ink"


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_the_accent_is_legible_and_has_a_case_that_stands_out(theme: str) -> None:
    colours = tokens(theme)
    assert contrast(colours["act-ink"], colours["act"]) >= 2 * TEXT
    for ground in ("paper", "card"):
        assert max(contrast(colours[tone], colours[ground]) for tone in ("act", "act-case")) >= SIGN, ground


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("ground", ["paper", "card", "well", "ink", "act"])
def test_the_focus_ring_stands_out_on_every_ground(theme: str, ground: str) -> None:
    colours = tokens(theme)
    assert max(contrast(colours[ring], colours[ground]) for ring in ("ring-in", "ring-out")) >= SIGN
    assert contrast(colours["ring-in"], colours["ring-out"]) >= 2 * TEXT


def test_colours_of_sides_are_those_of_the_pieces() -> None:
    from chowk.draw.theme import THEMES

    colours = tokens("light")
    for side in ("red", "blue", "yellow", "green"):
        assert colours[side] == THEMES["light"].of(side)


def test_the_papers_colour_is_the_same_wherever_it_must_be_known() -> None:
    papers = {theme: tokens(theme)["paper"] for theme in ("light", "dark", "contrast")}
    for path in ("py/boot/look.js", "py/chowk/browser/early_prefs.py"):
        match = re.search(r"PAPER\b[^{]*(\{.*?\})", (ROOT / path).read_text())
        assert match, path
        assert dict(re.findall(r'"?(\w+)"?: "(#\w+)"', match[1])) == papers, path
    index = (ROOT / "index.html").read_text()
    assert re.findall(r'theme-color" content="(#\w+)"', index) == [papers["light"], papers["dark"]]


def test_blending_is_what_browsers_do() -> None:
    assert blended("#ffffff", 0.5, "#000000") == "#808080"


def test_every_property_that_is_asked_for_is_set_somewhere() -> None:
    set_here = set(re.findall(r"(?<![\w(-])(--[\w-]+):", ALL)) | set(re.findall(r'"(--[\w-]+)"', PAGES))
    names = set(re.findall(r"var\((--[\w-]+)\)", ALL))
    assert names - set_here == set()
    assert set_here - set(re.findall(r"var\((--[\w-]+)", ALL)) == set(), "set, but never used"


def test_every_class_is_one_that_a_page_has() -> None:
    used = set(re.findall(r"\.([a-z][\w-]*)", re.sub(r"url\([^)]*\)", "", re.sub(r"\d*\.\d+", "", ALL))))
    early = (ROOT / "py/boot/visit.js").read_text()  # code of the page that JavaScript builds before Python starts
    words = " ".join(re.findall(r'"([^"\n]*)"', PAGES + early))
    known = set(re.findall(r"[\w-]+", words)) | {f"icon-{name}" for name in icons._LINES}
    assert used - known == set()


def test_nothing_is_fetched_from_anywhere() -> None:
    assert "url(" not in ALL.replace(SHEETS["fonts.css"], "").replace(SHEETS["chowk.css"], "")
    ours = ("../vendor/noto-sans-", "./fonts/names-", "./fonts/display-")
    assert all(path.startswith(ours) for path in re.findall(r"url\(\W?(.*?)\W?\)", SHEETS["fonts.css"]))
    assert all(line.startswith('@import url("./') for line in re.findall("@import.*", ALL))


def test_sides_are_named_so_that_every_script_reads_well() -> None:
    """Check that no CSS rule names the left or right side, or sets the letter spacing to a value of its own.

    Physical sides are wrong in right-to-left scripts. Letter spacing separates letters that a script joins.
    """
    assert re.findall(r"^\s*(?:margin|padding|border)-(?:left|right)\b", ALL, re.M) == []
    faults = []
    for name, sheet in SHEETS.items():
        for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet):
            for line in map(str.strip, body.split(";")):
                four = re.fullmatch(r"(?:margin|padding|inset): (\S+) (\S+) (\S+) (\S+)", line)
                sided = re.match(
                    r"(?:left|right|float: (?:left|right)|text-align: (?:left|right)|transform-origin: l)\b", line
                )
                shifted = re.search(r"inset -?[1-9][\d.]*px 0|^translate: -?[1-9][\d.]*rem$", line)
                if (sided and "rtl" not in selector) or shifted or (four and four[2] != four[4]):
                    faults.append(f"{name} {selector.strip()}: {line}")
    assert faults == [], "and so would be what is moved along, or padded, at one side"
    assert re.findall(r"text-align:\s*(?:left|right)", ALL) == []
    assert "letter-spacing: inherit" in ALL
    assert len(re.findall("letter-spacing", ALL)) == 1
    assert "text-transform" not in ALL


def test_the_page_has_every_sheet_once_each_in_the_layer_of_its_name() -> None:
    linked = re.findall(r'href="\./css/([\w.]+)"', (ROOT / "index.html").read_text())
    assert linked == ["tokens.css", "fonts.css", "chowk.css"]
    order = re.findall(r"@layer ([\w,\s]+);", SHEETS["chowk.css"])
    assert len(order) == 1
    layers = order[0].replace("\n", "").replace(" ", "").split(",")
    imported = re.findall(r'@import url\("\./(\w+)\.css"\) layer\((\w+)\);', SHEETS["chowk.css"])
    assert imported == [(name, name) for name in layers if name != "tokens"]
    assert sorted([*linked, *(f"{name}.css" for name, _ in imported)]) == sorted(SHEETS)


def test_no_rule_is_without_a_layer() -> None:
    """Check that every rule is in a layer. A rule outside would override all layers."""
    assert re.fullmatch(r"\s*@layer tokens \{\n(?:  .*\n|\n)*\}\s*", SHEETS["tokens.css"])
    assert set(re.findall(r"^[^\s}].*", SHEETS["fonts.css"], re.M)) == {"@font-face {"}


def test_what_is_important_stands_in_the_first_layer_or_on_paper() -> None:
    """Check that only base.css and print.css use `!important`, which reverses the order of the layers."""
    assert {name for name, sheet in SHEETS.items() if "!important" in sheet} == {"base.css", "print.css"}


_WHOLE = re.compile(
    r"(?::root|body|\.page|\.screen|\.table|\.overlay)(?:\[[^\]]*\]|:not\([^)]*\))*(?::not\()?:has\((?!>)"
)
"""A selector by which a change anywhere in the page can change the style of the page, the screen or the table."""


def test_few_rules_depend_on_everything_in_the_page() -> None:
    """Browsers check such a rule after every change in the page, which made each move slow (decision 0021).

    Attributes that Python sets, such as `data-place`, do the same at no cost.
    """
    found = [(name, line.strip()) for name, text in SHEETS.items() for line in text.splitlines() if _WHOLE.search(line)]
    assert {name for name, _ in found} == {"print.css", "small.css", "tray.css", "windows.css"}, found
    assert len(found) <= 8, found


def test_what_has_looks_for_has_a_name() -> None:
    """Check that each part of an argument of `:has` begins with a class, an id, an attribute or a tag.

    If one does not, as in `:has(:nth-child(3))`, Chromium tests all rules with `:has` at every inserted element.
    """
    arguments = [
        (name, argument)
        for name, text in SHEETS.items()
        for argument in re.findall(r":has\(((?:[^()]|\([^()]*\))*)\)", text)
    ]
    assert len(arguments) > 100
    for name, argument in arguments:
        for part in re.split(r"[\s,>+~]+", re.sub(r"\([^()]*\)", "", argument).strip(" >+~")):
            assert re.match(r"[.#\[a-z]", part), (name, argument)


def test_no_place_among_children_restyles_all_that_it_contains() -> None:
    """Check that no selector has `*` below `:last-child` and its like.

    Chromium then restyles everything in an element whenever an element is added beside it.
    """
    for name, text in SHEETS.items():
        assert not re.search(r":(?:first|last|only|nth-[a-z-]+)-child(?:\([^)]*\))?[\s>]+\*", text), name
