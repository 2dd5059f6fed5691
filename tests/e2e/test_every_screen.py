"""Test every screen in every window and theme: no clipping, no hidden or small controls, no faults by axe-core.

Reaching all screens takes longer than checking one screen. A fixture therefore visits all screens once and runs every
check on each. The tests then report the faults by check. The deep run checks all screens in all windows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.e2e import gathering, practising
from tests.e2e.conftest import BASE, Keeping, Opener, Watch, shown_as, wait_ready
from tests.e2e.looking import QUICK, ROOMY, USUAL, Faults, Look, looked_at, measured, press, settle, size_up, violations

WINDOWS: Final = (
    (320, 568),
    (360, 740),
    (390, 844),
    (844, 390),
    (768, 1024),
    (1024, 768),
    (1280, 800),
    (1920, 1080),
    (3840, 2160),
)
FEW: Final = ((320, 568), (844, 390), (1280, 800))
"""Window sizes in which sheets are checked, except in the deep run: the smallest, the lowest and the usual one."""
LARGEST: Final = (3840, 2160)
MOST: Final = tuple(window for window in WINDOWS if window not in ((390, 844), LARGEST))
"""Window sizes in which screens with a layout of their own are checked, except in the deep run."""
FULLEST: Final = ("settings", "keyboard", "rules", "statistics", "verify, checked")
"""Names of the sheets with most content."""
IN_LARGEST: Final = (*FULLEST, "home", "table", "result", "table of four, to move")
"""Names of the screens that are also checked in the largest window, where drawing takes a second."""
ENLARGED: Final[ViewportSize] = {"width": USUAL["width"] // 4, "height": USUAL["height"] // 4}
THEMES: Final = ("light", "dark", "contrast")
SKINS: Final = ("classic", "plain", "handloom")
SIDEWAYS: Final = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
REACHED: Final = """() => [...document.querySelectorAll('.screen:not([inert]) button, .stack button')]
  .filter(one => one.checkVisibility() && !one.closest('.grid'))
  .map(one => {
    one.scrollIntoView({block: 'center', inline: 'center'});
    const box = one.getBoundingClientRect();
    const seen = box.left >= -1 && box.right <= innerWidth + 1 && box.top < innerHeight && box.bottom > 0;
    return seen ? '' : `${one.dataset.do} ${box.left} ${box.right} ${box.top}`;
  }).filter(Boolean)"""


def in_windows(page: Page, name: str, deep: bool) -> Iterator[str]:
    """Yield the layout faults of a screen in several window sizes.

    In the deep run (`deep`), these are all sizes. Otherwise they are most sizes for a screen with a layout of its own,
    and few for a sheet; some screens are also checked in the largest size.
    """
    some = MOST if name in ROOMY else FEW
    largest = (LARGEST,) if name in IN_LARGEST else ()
    yield from measured(page, name, WINDOWS if deep else (*some, *largest))


def at_twice_the_size(page: Page, name: str, _: bool) -> Iterator[str]:
    """Yield a fault if the screen can be scrolled sideways when its letters are twice as large."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    settle(page)
    if page.evaluate(SIDEWAYS):
        yield f"{name} scrolls sideways"
    page.evaluate("document.documentElement.style.fontSize = ''")


def at_four_times_the_size(page: Page, name: str, _: bool) -> Iterator[str]:
    """Yield the faults of a screen at 400 percent in a window of 1280 by 800.

    Anything that does not fit must scroll vertically.
    """
    size_up(page, ENLARGED)
    if page.evaluate(SIDEWAYS):
        yield f"{name} scrolls sideways"
    yield from (f"{name}: {fault}" for fault in page.evaluate(REACHED))
    size_up(page, USUAL)


def by_axe(theme: str) -> Look:
    """Return a check of a screen by axe-core in this theme.

    The first theme is checked by all rules. The other themes differ in colours only and are checked for contrast only.
    """

    def look(page: Page, name: str, deep: bool) -> Iterator[str]:
        first = theme == THEMES[0]
        if not first and name not in ROOMY and not deep:
            return  # sheets use the same few colours
        if not first:  # the page is already in the first theme
            press(page, "set", f"theme {theme}")
        for width, height in ((1280, 800), (360, 740))[: 2 if first and name in ROOMY else 1]:
            size_up(page, {"width": width, "height": height})
            faults = violations(page) if first else violations(page, ["color-contrast"])
            yield from (f"{name} {width}: {fault}" for fault in faults)
        size_up(page, USUAL)
        if not first:
            press(page, "set", f"theme {THEMES[0]}")

    return look


def by_axe_in_a_skin(skin: str) -> Look:
    """Return a check by axe-core, by all rules, of a screen with the boards and emblems of this skin."""

    def look(page: Page, name: str, _: bool) -> Iterator[str]:
        press(page, "set", f"skin {skin}")
        for theme in THEMES[1::-1]:
            press(page, "set", f"theme {theme}")
            yield from (f"{name}, {theme}, {skin}: {fault}" for fault in violations(page))
        press(page, "set", f"skin {SKINS[0]}")

    return look


def by_axe_in_system_colours(page: Page, name: str, _: bool) -> Iterator[str]:
    """Yield the faults of a screen by axe-core, by all rules, while the system forces its own colours.

    The page's theme follows the system, as it does unless the player chooses one. With a light theme chosen by the
    player, axe-core would assume a white background, although the system draws a black one in its dark scheme.
    """
    press(page, "set", "theme auto")
    for scheme in ("light", "dark"):
        page.emulate_media(forced_colors="active", color_scheme=scheme)
        settle(page)
        yield from (f"{name}, {scheme}: {fault}" for fault in violations(page))
    page.emulate_media(forced_colors="none", color_scheme="null")
    press(page, "set", f"theme {THEMES[0]}")


WAYS: Final[Mapping[str, Look]] = {
    "windows": in_windows,
    "twice": at_twice_the_size,
    "four times": at_four_times_the_size,
    **{f"axe, {theme}": by_axe(theme) for theme in THEMES},
}
ALL_WAYS: Final[Mapping[str, Look]] = {
    **WAYS,
    **{f"axe, {skin}": by_axe_in_a_skin(skin) for skin in SKINS[1:]},
    "axe, system colours": by_axe_in_system_colours,
}
"""The checks of the deep run, by name."""


@pytest.fixture(scope="module", params=[False, pytest.param(True, marks=pytest.mark.deep)], ids=["some", "all"])
def faults_by_check(request: pytest.FixtureRequest, keeping: Keeping, base_url: str) -> Faults:
    """Visit each screen once, and return the faults of all screens by check."""
    page = shown_as(keeping(), {"reduced_motion": "reduce", "viewport": USUAL})
    watch = Watch(base_url.removesuffix(BASE))
    watch.attach(page.context)
    page.goto(base_url + QUICK)
    wait_ready(page)
    press(page, "set", f"theme {THEMES[0]}")
    faults = looked_at(page, WAYS, deep=request.param)
    watch.detach(page.context)
    return {**faults, "troubles": watch.verdict()}


@pytest.mark.parametrize("way", WAYS)
def test_every_screen_is_whole(faults_by_check: Faults, way: str) -> None:
    assert "\n".join(faults_by_check[way]) == ""


def test_all_screens_were_come_to_and_the_page_was_silent(faults_by_check: Faults) -> None:
    assert set(faults_by_check["seen"]) >= {*ROOMY, *FULLEST}
    assert len(faults_by_check["seen"]) == len(set(faults_by_check["seen"])) > 30
    assert faults_by_check["troubles"] == []


@pytest.mark.deep
@pytest.mark.parametrize("way", ALL_WAYS)
@pytest.mark.parametrize("part", [*practising.PARTS, *gathering.PARTS])
def test_every_screen_of_a_part_is_whole(open_page: Opener, part: str, way: str) -> None:
    """Check the screens of practice, collections, studies and people. `-k axe` runs axe-core alone.

    Practice is checked on a device with results of every kind.
    """
    page = shown_as(open_page(QUICK), {"reduced_motion": "reduce", "viewport": USUAL})
    press(page, "set", f"theme {THEMES[0]}")
    if part in practising.PARTS:
        practising.equip(page)
    faults: list[str] = []
    for name in {**practising.PARTS, **gathering.PARTS}[part](page):
        faults += ALL_WAYS[way](page, name, True)
    assert "\n".join(faults) == ""
