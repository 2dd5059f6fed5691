"""Test players' names, typed or in stored and sent texts: short, on one line, without direction marks."""

from __future__ import annotations

import asyncio
import json

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.sanitize import received
from chowk.storage import saves
from chowk.storage.plan import NAME_LENGTH, SeatPlan, named, usual_plan
from chowk.ui.nodes import Node
from tests.fakes import FakeWorld, app_in

MARKUP = '<img src=x onerror="window.ran=1">'
HOSTILE = {
    MARKUP: MARKUP[:NAME_LENGTH].strip(),
    "\u202eevil\u2066\u2069\u2069": "evil",
    "x" * 10_000: "x" * NAME_LENGTH,
    "a\ud800b": "a b",
    "\udfff": "",
    "one\ntwo\r\n\x00\x1b[31m three": "one two [31m three",
    "\u200b\ufeff\u00ad": "",
    "  A   sha  ": "A sha",
    "\u2028\u2029Asha": "Asha",
    "\u3164\u2800\u115f": "",
    "\u200d \u200c\ufe0f": "",
    "&lt;b&gt;{seat}%s": "&lt;b&gt;{seat}%s",
    "Z" + "\u0353" * 30 + "a" + "\u0489\u20dd" * 9: "Z" + "\u0353" * 4 + "a" + "\u0489\u20dd" * 2,
    "\u0301\u0302Asha": "Asha",
    "A \u0301sha": "A sha",
    "A\u034fsha\u17b4\u180b\ufe00\U000e0101": "Asha",
    "A\u200d\u200d\u200csha\u200d": "A\u200dsha",
    "\u200dA\u200d \u200csha": "A sha",
    "❤\ufe0f\ufe0f\ufe0e": "❤\ufe0f",
    "\u2067A\u061c\u200f\U000e0041\U000e007f": "A",
}
KIND = (
    *("👩\u200d👧", "ਅਨੰਤ", "ક્\u200dષ", "O’Neill-Ñandú", "李雷", "❤\ufe0fAsha", "क़ूँ", "క్\u200cష", "שָׁלוֹם"),
    *("Nguye\u0302\u0303n", "1\ufe0f\u20e3"),
)
IGNORED = (
    *(0xAD, 0x34F, 0x61C, *range(0x115F, 0x1161), *range(0x17B4, 0x17B6), *range(0x180B, 0x1810)),
    *(0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x3164, *range(0xFE00, 0xFE0E)),
    *(0xFEFF, 0xFFA0, *range(0xFFF0, 0xFFF9), *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B)),
    *range(0xE0000, 0xE1000),
)
"""Code points with the property Default_Ignorable_Code_Point in Unicode 16.

The joiners and the variation selectors for emoji are left out.
"""


@pytest.mark.parametrize(("typed", "expected"), HOSTILE.items())
def test_what_nobody_sees_is_left_out_and_what_is_long_is_cut(typed: str, expected: str) -> None:
    assert named(typed) == expected
    assert named(expected) == expected


def test_no_sign_that_unicode_has_be_ignored_is_left_in_a_name() -> None:
    for number in IGNORED:
        sign = chr(number)
        assert named(sign) == "", hex(number)
        assert named(f"A{sign}sha").replace(" ", "") == "Asha", hex(number)


def test_names_of_earlier_versions_are_taken_and_cleaned() -> None:
    tower = "Z" + "\u0353" * 20
    assert received(tower) == named(tower) == "Z" + "\u0353" * 4
    with pytest.raises(ValueError, match="no name"):
        received("\u202eevil")


@pytest.mark.parametrize("name", KIND)
def test_names_of_every_script_stay_as_they_are(name: str) -> None:
    assert named(name) == name


@pytest.mark.parametrize("typed", [*HOSTILE, *KIND])
async def test_a_typed_name_stands_in_its_field_as_it_is_and_at_the_table_as_it_is_kept(typed: str) -> None:
    app = app_in(FakeWorld())
    app.set_up("reversi")
    commands.do(app, "seat", "0 person")
    commands.do(app, "seat", f"0 name {typed}")
    field = next(node for node in walk(app) if node.attrs.get("data-arg") == "0 name")
    assert field.attrs["value"] == typed[:NAME_LENGTH]
    commands.do(app, "play")
    assert app.table is not None
    assert app.table.plan.seats[0].name == app.kept.plans["reversi"].seats[0].name == named(typed[:NAME_LENGTH])
    app.pause()


async def test_so_is_one_of_somebody_who_goes_on_with_a_game() -> None:
    app = app_in(FakeWorld())
    app.set_up_from(games.load("reversi").match(7), usual_plan("reversi"))
    commands.do(app, "seat", "0 person")
    commands.do(app, "seat", "0 name  A   sha ")
    commands.do(app, "play")
    assert app.table is not None
    assert app.table.plan.seats[0].name == "A sha"
    app.pause()


@pytest.mark.parametrize("typed", [name for name in HOSTILE if len(name) <= 40])
def test_so_is_one_of_a_kept_set_up(typed: str) -> None:
    plan = usual_plan("reversi")
    text = saves.write_plan(plan._replace(seats=(SeatPlan("person", 0, typed), plan.seats[1])))
    assert saves.plan_from(json.dumps(json.loads(text))).seats[0].name == named(typed)


def walk(app: App) -> list[Node]:
    """Return every element of the app's page."""
    return list(pages.page(app, app.words).walk())


# On every screen ----------------------------------------------------------------------------------------------------

STRANGERS = ("שלום (1) א", "عبد ‫x".replace("\u202b", ""), "<b>{0}%s</b>&lt;", "{player}{name!r}")
"""Valid names that run from right to left, or look like markup or placeholders."""
GAMES_SHOWN = (("reversi", 2), ("kilkenny", 4), ("parcheesi", 4), ("checkers", 2), ("patchwork", 2))
ISOLATED = "\u2068{}\u2069"
AS_TYPED = ("data-arg", "value", "data-points", "href", "key", "id")
"""HTML attributes whose values the player does not see."""


def loose(node: Node, name: str) -> list[str]:
    """Return the texts of a page in which a name is not between isolate characters of Unicode.

    Without them, the name may change the direction of the text around it.
    """
    texts = [child for part in node.walk() for child in part.children if isinstance(child, str)]
    texts += [str(text) for part in node.walk() for attr, text in part.attrs.items() if attr not in AS_TYPED]
    free = (text.replace(ISOLATED.format(name), "") for text in texts)
    return [text for text in free if name in text]


@pytest.mark.parametrize(("game", "seats"), GAMES_SHOWN)
async def test_names_turn_nothing_about_on_any_screen_or_sheet_nor_on_paper(game: str, seats: int) -> None:
    app = app_in(FakeWorld())
    await app.start()
    names = [named(STRANGERS[seat % len(STRANGERS)]) for seat in range(seats)]
    plan = usual_plan(game)._replace(seats=tuple(SeatPlan("person", 0, name) for name in names))
    app.begin(plan)
    assert app.table is not None
    table = app.table
    for _ in range(6):
        await turn(app)
    shown: set[str] = set()
    wrong: list[str] = []

    def look(what: str) -> None:
        page = pages.page(app, app.words)
        assert "cannot be shown" not in page.text, what
        shown.update(name for name in names if name in page.text)
        wrong.extend(f"{what}: {text}" for name in names for text in loose(page, name))
        assert not [node.html for node in page.walk() if any(name in node.html for name in names)], what

    look("table")
    app.window.printing = True
    look("paper")
    app.window.printing = False
    card = games.load(game)
    fits = {"look": card.trial is not None, "offer": card.draws is not None, "dice": table.has_chance}
    for sheet in (sheet for sheet in ABOUT if fits.get(sheet, True)):
        app.open_sheet(sheet)
        if app.place.sheet is not None:
            look(sheet)
            app.close_sheet()
    commands.do(app, "resign")
    await turn(app)
    look("result")
    app.place.clear()
    look("over")
    app.leave()
    look("home")
    for sheet in ("kept", "statistics", "setup"):
        commands.do(app, *(("open", game) if sheet == "setup" else (sheet,)))
        look(f"{sheet} at home")
        app.close_sheet()
    assert shown == set(names)
    assert not wrong, "\n".join(wrong)
    assert table.outcome is not None


ABOUT = ("menu", "log", "house", "dice", "look", "share", "sure", "resign", "agree", "offer", "rules", "settings")


async def turn(app: App) -> None:
    """Play one move or roll, as soon as it is due."""
    for _ in range(40):
        await asyncio.sleep(0)
        table = app.table
        if table is None or table.outcome is not None:
            continue
        if table.choice.rolling is not None or table.choice.imposed is not None:
            app.loop.roll()
            return
        if table.choice.awaited is not None:
            app.loop.choose(table, next(iter(table.match.position.moves())))
            return
