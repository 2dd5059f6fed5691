"""Test slots: no screen or sheet names a command of a feature, because features put their controls into slots."""

from __future__ import annotations

import ast
from collections.abc import Awaitable, Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.message import say
from chowk.features.sharing import game_link, send
from chowk.session.command import Command
from chowk.storage.plan import usual_plan
from chowk.ui import slots as declared
from chowk.ui.nodes import Node
from chowk.ui.sheets import shortcuts
from chowk.ui.slots import Control
from tests.unit.ui.test_pages import STATES, at_home, at_table, set_up, settle

CHOWK: Final = Path(__file__).parents[3] / "py/chowk"
MODULES: Final = sorted(path for path in (CHOWK / "ui").rglob("*.py") if path.name != "icons.py")
LOOKS: Final = frozenset({"icon", "class_", "key", "id"})
"""Keyword arguments that name an icon, a style or an element, never a command."""
NO_COMMANDS: Final = {("screens/home.py", "send")}
"""Texts that are not commands although a command has the same name."""


def of_features() -> dict[str, str]:
    """Return the names of the commands that features register, each with its feature."""
    names: dict[str, str] = {}
    for path in sorted((CHOWK / "features").glob("*/commands.py")):
        table: dict[str, Command[Any]] = import_module(f"chowk.features.{path.parent.name}.commands").COMMANDS
        names |= dict.fromkeys(table, path.parent.name)
    return names


def texts(node: ast.AST) -> Iterator[str]:
    """Yield the text constants in a module's code, except names of icons, styles and elements."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    children = list(ast.iter_child_nodes(node))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "el":
        children = [child for child in children if child is not node.args[0]]
    for child in children:
        if not (isinstance(child, ast.keyword) and child.arg in LOOKS):
            yield from texts(child)


def named(source: str) -> set[str]:
    """Return the commands of features that a module's source names."""
    return set(texts(ast.parse(source))) & of_features().keys()


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(CHOWK)))
def test_no_screen_or_sheet_names_a_command_of_a_feature(module: Path) -> None:
    others = {text for path, text in NO_COMMANDS if module == CHOWK / "ui" / path}
    strangers = named(module.read_text("utf-8")) - others
    assert not strangers, f"put them into a slot, in `CONTROLS` of {sorted(of_features()[name] for name in strangers)}"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('button(viewer, words, "share", icon="share")', {"share"}),
        ('el("button", do="analyse")', {"analyse"}),
        ('viewer.commands.is_open("review")', {"review"}),
        ('GROUPS = (("The turn", ("roll", "hint")),)', {"hint"}),
        ('el("legend", button(viewer, words, "undo", icon="hint", class_="copy"))', set()),
    ],
)
def test_a_command_of_a_feature_is_told_from_icons_and_elements(source: str, expected: set[str]) -> None:
    assert named(source) == expected


def slot_names() -> set[str]:
    """Return the names of all slots (places on screens for controls), as `ui.slots.Slot` lists them."""
    code = ast.parse(Path(declared.__file__).read_text("utf-8"))
    listed = next(
        statement
        for statement in ast.walk(code)
        if isinstance(statement, ast.AnnAssign) and ast.unparse(statement.target) == "Slot"
    )
    return {str(constant.value) for constant in ast.walk(listed) if isinstance(constant, ast.Constant)}


def test_every_control_is_in_a_known_slot_at_a_place_of_its_own_and_has_a_command_of_a_feature() -> None:
    assert commands.SLOTS.keys() <= slot_names()
    for slot, controls in commands.SLOTS.items():
        assert [control.place for control in controls] == sorted({control.place for control in controls}), slot
        assert {control.command for control in controls} <= of_features().keys()


async def visit() -> App:
    """Return an app at the table of a game that somebody sent as a link."""
    app = await at_home()
    send.follow(app, game_link.write(games.load("reversi").match(1), usual_plan("reversi")))
    return app


async def imported() -> App:
    """Return an app with the set-up sheet of a game that came as text."""
    app = await at_home()
    commands.do(app, "import", "f5d6c3d3c4")
    return app


async def editing() -> App:
    """Return an app in which a position of Reversi is set up."""
    app = await at_home()
    commands.do(app, "draft", "reversi")
    return app


SHOWN: Final[Mapping[str, Callable[[], Awaitable[App]]]] = {
    "cards": at_home,
    "footer": at_home,
    "actions": at_table,
    "visit": visit,
    "menu": STATES["menu"],
    "replay": STATES["in the past"],
    "result": STATES["result"],
    "result-foot": STATES["result"],
    "setup": lambda: set_up(("more", "")),
    "setup-foot": imported,
    "settings": STATES["settings"],
    "lesson": STATES["rules"],
    "set-up-position": editing,
}
"""For each slot for controls, a function that returns an app with a page that shows this slot."""
KEYS: Final = {"turn-keys": "The turn", "past-keys": "Going through past moves"}
"""For each slot for keys, the title of the group that lists these keys."""


def test_all_slots_are_shown() -> None:
    assert SHOWN.keys() | KEYS.keys() == slot_names()


@pytest.mark.parametrize("slot", SHOWN)
async def test_a_control_that_a_feature_adds_is_shown_without_a_change_of_the_screen(slot: Any) -> None:
    app = await SHOWN[slot]()
    await settle(app, lambda: not slot.startswith("result") or app.place.sheet is not None)
    added = Control(slot, 99, "kept", "kept", label=say("Hnefatafl"), note=say("Also called tablut."))
    assert "Hnefatafl" not in labels(pages.page(app, app.words))
    app.slots = {**app.slots, slot: (*app.slots.get(slot, ()), added)}
    assert "Hnefatafl" in labels(pages.page(app, app.words))


def labels(page: Node) -> set[str]:
    """Return the texts and accessible labels of all elements of a page."""
    return {text for node in page.walk() for text in (node.text, str(node.attrs.get("aria-label")))}


@pytest.mark.parametrize("slot", KEYS)
async def test_the_keys_that_a_feature_adds_to_a_group_are_listed_there(slot: Any) -> None:
    app = await at_table()
    added = Control(slot, 15, "rules")
    app.slots = {**app.slots, slot: (*app.slots.get(slot, ()), added)}
    groups = {name.text: [app.words(row.label) for row in rows] for name, rows in shortcuts.groups(app)}
    assert groups[KEYS[slot]].index("Rules") == 2
    assert "Rules" not in groups["Everything else"]
