"""Names that people type, or that kept and sent texts hold, are short, on one line, and turn nothing about."""

from __future__ import annotations

import json

import pytest

from chowk import games, pages
from chowk.app import commands
from chowk.app.app import App
from chowk.pages.nodes import Node
from chowk.store import saves
from chowk.store.plan import NAME_LENGTH, SeatPlan, named, usual_plan
from tests.fakes import FakeWorld

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
}
KIND = ("👩\u200d👧", "ਅਨੰਤ", "ક્\u200dષ", "O’Neill-Ñandú", "李雷")


@pytest.mark.parametrize(("typed", "kept"), HOSTILE.items())
def test_what_nobody_sees_is_left_out_and_what_is_long_is_cut(typed: str, kept: str) -> None:
    assert named(typed) == kept
    assert named(kept) == kept


@pytest.mark.parametrize("name", KIND)
def test_names_of_every_script_stay_as_they_are(name: str) -> None:
    assert named(name) == name


@pytest.mark.parametrize("typed", [*HOSTILE, *KIND])
async def test_a_typed_name_stands_in_its_field_as_it_is_and_at_the_table_as_it_is_kept(typed: str) -> None:
    app = App(FakeWorld())
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
    app = App(FakeWorld())
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
    """Every element of the page."""
    return list(pages.page(app, app.words).walk())
