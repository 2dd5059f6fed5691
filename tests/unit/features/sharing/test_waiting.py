"""Test the parcel (separate file) with the readers of foreign texts.

It is loaded only for a text that needs it, and the text then opens.
"""

from __future__ import annotations

import asyncio
import errno
import importlib.abc
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from chowk import games
from chowk.app import commands
from chowk.app.app import App
from chowk.core import parcels, variations
from chowk.core.message import english
from chowk.features.sharing import game_link, texts
from chowk.storage.plan import Plan, SeatPlan
from tests.fakes import FakeWorld, app_in, sitting_at
from tools.build.build_site import FOREIGN, ROOT

PDN = "1. 11-15 22-18 2. 15x22 {a trade} 25x18 *"
FOREIGN_TEXTS = {
    "PDN": PDN,
    "a transcript": "f5d6c3d3c4",
    "a board": "-" * 27 + "OX------XO" + "-" * 27 + " X",
    "several games": f'[Event "one"]\n{PDN}\n\n[Event "two"]\n{PDN}\n',
}


def names(paths: Sequence[Path]) -> list[str]:
    """Return the dotted names of the modules among `paths` that read foreign formats.

    The page fetches these modules only when it needs one, in a separate file (parcel).
    """
    paths_inside = [
        path.relative_to(ROOT / "py") for path in paths if FOREIGN.search(path.relative_to(ROOT / "py").as_posix())
    ]
    return [".".join(path.with_suffix("").parts) for path in paths_inside]


READERS = names(sorted((ROOT / "py/chowk").rglob("*.py")))


class Closed(importlib.abc.MetaPathFinder):
    """An import hook that hides the modules of the parcel (separate file) of readers until it has been loaded."""

    def find_spec(self, name: str, _: Any = None, __: ModuleType | None = None) -> None:
        if name in READERS and parcels.is_unfetched(parcels.READERS):
            raise ModuleNotFoundError(f"{name} has not come")


@pytest.fixture(autouse=True)
def apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the readers of foreign texts a separate file (parcel), as in the built page."""
    monkeypatch.setattr(parcels, "shipped", lambda: {parcels.READERS: ("py/parcels/readers.packed", "")})
    monkeypatch.setattr(parcels, "_archives", {})
    for name in READERS:
        package, _, module = name.rpartition(".")
        monkeypatch.delitem(sys.modules, name, raising=False)
        if package in sys.modules:
            monkeypatch.delattr(sys.modules[package], module, raising=False)
    monkeypatch.setattr(sys, "meta_path", [Closed(), *sys.meta_path])


async def opened() -> tuple[App, FakeWorld]:
    world = FakeWorld()
    app = app_in(world)
    await app.start()
    return app, world


async def settle(until: Callable[[], bool]) -> None:
    for _ in range(2_000):
        if until():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came to that")


def has_opened(app: App) -> bool:
    return app.setup.onward is not None or app.collection is not None or app.place.where == "analysis"


def is_waiting(app: App) -> bool:
    return app.waiting is not None


def toast_text(app: App) -> str:
    return english(app.voice.toast.text) if app.voice.toast is not None else ""


def test_the_parcel_holds_the_readers() -> None:
    assert len(READERS) == 17
    assert {
        "chowk.features.sharing.foreign_texts",
        "chowk.features.sharing.collection_view",
        "chowk.features.sharing.decoding",
    } <= set(READERS)
    assert sum(name.startswith("chowk.games.") for name in READERS) == 9


@pytest.mark.parametrize("name", games.ready())
async def test_games_are_played_written_and_read_in_our_own_forms_without_it(name: str) -> None:
    app, world = await opened()
    match = games.load(name).match(4)
    while match.ply < 4:
        match.push(match.ruleset.notation.write_move(match.position, match.position.moves()[0]))
    app.go_on(Plan(name, (SeatPlan(), SeatPlan())), match)
    table = sitting_at(app)
    for form in ("", *(kind.name for kind in table.game.notation.FORMATS)):
        assert texts.as_text(table, form)
    record, link = texts.as_text(table, ""), game_link.write(match, table.plan)
    beside = variations.write_text(variations.of_match(match).commented(2, "{well} played"), name, {"Black": "Asha"})
    for text in (record, record.replace("\n", "\r\n"), f"Look: https://x.invalid/{link}", beside):
        app.leave()
        commands.do(app, "import", text)
        assert app.voice.complaint is None, text
        assert app.table is not None or app.setup.onward is not None, text
        app.setup.onward = None
    commands.do(app, "import", " \n ")
    assert app.voice.complaint is not None
    assert english(app.voice.complaint.why).startswith("There is no text yet.")
    assert world.parcels.brought == []


@pytest.mark.parametrize(("form", "begins"), [("ggf", "(;GM[Othello]"), ("sgf", "(;FF[4]GM[2]")])
async def test_a_game_is_shown_in_a_fetched_form_as_soon_as_they_have_come(form: str, begins: str) -> None:
    app, world = await opened()
    world.parcels.arriving = asyncio.Event()
    app.go_on(Plan("reversi", (SeatPlan(), SeatPlan())), games.load("reversi").match())
    commands.do(app, "record", form)
    assert is_waiting(app)
    assert not app.place.sheets
    assert texts.as_text(sitting_at(app), form).startswith('[Game "reversi"]'), "in our own form until they come"
    world.parcels.arriving.set()
    await settle(lambda: bool(app.place.sheets))
    assert app.place.sheet == ("record", form)
    assert texts.as_text(sitting_at(app), form).startswith(begins)


@pytest.mark.parametrize("text", FOREIGN_TEXTS.values(), ids=FOREIGN_TEXTS)
async def test_a_foreign_text_opens_as_soon_as_they_have_come(text: str) -> None:
    app, world = await opened()
    world.parcels.arriving = asyncio.Event()
    commands.do(app, "paste")
    assert app.place.sheet is not None
    commands.do(app, "import", text)
    await settle(lambda: len(world.parcels.brought) == 2)
    assert not has_opened(app)
    assert is_waiting(app)
    await settle(lambda: toast_text(app) == "A file that this needs is on its way.")
    world.parcels.arriving.set()
    await settle(lambda: has_opened(app))
    assert toast_text(app) in ("", "The analysis was opened.")
    assert app.voice.complaint is None
    assert not is_waiting(app)
    commands.do(app, "paste")
    assert world.parcels.brought == ["readers"] * 2, "they come once"
    app.pause()


async def test_a_text_that_is_no_game_is_complained_of_once_they_have_come() -> None:
    app, _ = await opened()
    commands.do(app, "paste")
    commands.do(app, "import", "f5 hello")
    await settle(lambda: app.voice.complaint is not None)
    assert not is_waiting(app)


async def test_where_they_do_not_arrive_the_text_is_kept_and_tried_again() -> None:
    app, world = await opened()
    world.parcels.missing = errno.EIO
    app.open_sheet("paste")
    commands.do(app, "import", PDN)  # as with a dropped file, the text is in no field
    await settle(lambda: toast_text(app) == "A file that this needs did not arrive.")
    assert app.voice.toast is not None
    assert app.voice.toast.do == "wait-again"
    assert app.place.sheet is not None
    assert not has_opened(app)
    world.parcels.missing = 0
    commands.do(app, "wait-again")
    await settle(lambda: has_opened(app))
    assert toast_text(app) == "The analysis was opened."
    commands.do(app, "wait-again")
    assert not is_waiting(app)


async def test_where_the_host_has_them_no_more_a_reload_is_offered() -> None:
    app, world = await opened()
    world.parcels.missing = errno.ENOENT
    commands.do(app, "import", PDN)
    await settle(lambda: bool(toast_text(app)))
    assert app.voice.toast is not None
    assert app.voice.toast.do == "update"
    assert english(app.voice.toast.more[0]).startswith("The server no longer has this file")


async def test_the_text_that_came_last_is_opened() -> None:
    app, world = await opened()
    world.parcels.arriving = asyncio.Event()
    commands.do(app, "import", "f5d6")
    commands.do(app, "import", PDN)
    world.parcels.arriving.set()
    await settle(lambda: has_opened(app))
    assert sitting_at(app).game.name == "checkers"
    assert app.setup.onward is None


async def test_nothing_opens_once_its_sheet_was_closed() -> None:
    app, world = await opened()
    world.parcels.arriving = asyncio.Event()
    commands.do(app, "paste")
    commands.do(app, "import", PDN)
    await settle(lambda: len(world.parcels.brought) == 2)
    app.close_sheet()
    world.parcels.arriving.set()
    await settle(lambda: not parcels.is_unfetched(parcels.READERS))
    for _ in range(20):
        await asyncio.sleep(0)
    assert not has_opened(app)
    assert app.voice.toast is None


async def test_your_games_and_their_file_are_there_as_soon_as_they_have_come() -> None:
    app, world = await opened()
    commands.do(app, "kept")
    await settle(lambda: app.place.sheet is not None and app.place.sheet.name == "kept")
    assert world.parcels.brought == ["readers"]
    commands.do(app, "export")
    await settle(lambda: bool(world.files.texts))
    assert world.parcels.brought == ["readers"]


async def test_a_file_of_games_is_looked_through_once_they_have_come() -> None:
    app, world = await opened()
    app.begin(Plan("reversi", (SeatPlan(), SeatPlan())))
    app.leave()
    commands.do(app, "export")
    await settle(lambda: bool(world.files.texts))
    parcels._archives.clear()
    commands.do(app, "take-in", next(iter(world.files.texts.values())))
    await settle(lambda: app.place.sheet is not None and app.place.sheet.name == "incoming")
    app.pause()
