"""Test answers about collections that change, are deleted, or are out of reach while a question is answered."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from chowk import games
from chowk.core.message import english
from chowk.features.collections import check_page, checking, explorer, explorer_page, position_index, seeker
from chowk.features.collections import commands as of_collections
from chowk.features.collections import desk as desks
from chowk.features.collections.archive import Archive, GameRow
from chowk.features.collections.collections import UNREACHED, Check
from chowk.features.collections.explored import Explored
from chowk.features.collections.listing import Filters
from chowk.features.collections.seeker import Seeker
from chowk.features.collections.sought import Sought
from tests.fakes import FakeArchives, FakeIncoming, FakeShelf, sitting_at
from tests.unit.features.collections.test_collection_list import (
    FILE,
    do,
    drawn,
    finish,
    in_page,
    listed,
    refused,
    settled,
    state,
)

MEN = Sought("checkers").with_value("rm", "12").write()


class Asked:
    """A fake device with a worker. `ask` sends a question to it."""

    def __init__(self, shelf: FakeShelf | None = None) -> None:
        self.archives = FakeArchives(shelf)

    async def ask(self, do: str, **more: Any) -> dict[str, Any]:
        return dict(json.loads(await self.archives.ask(json.dumps({"do": do, **more}))))

    async def open(self, key: str = "1") -> None:
        self.archives.shelf.laid = FakeIncoming("tour.pdn", FILE.encode())
        assert (await self.ask("open", key=key))["key"] == key


async def until(met: Callable[[], bool]) -> None:
    for _ in range(5_000):
        if met():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came to that")


def own_text(*moves: str) -> str:
    return "\n\n".join(f'[Game "checkers"]\n[Black "Asha"]\n[White "Li"]\n\n1. {line}' for line in moves)


# A worker that has ended ----------------------------------------------------------------------------------------------


async def test_every_question_about_own_games_is_answered_by_a_new_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "verdicts_of", lambda *_: None)  # no game is searched
    app, world = in_page()
    app.change_settings(engine=False)
    finish(app, ("11-15", "22-18"), black=True)
    do(app, ("collections", ""), ("archive", "open mine"))
    await settled(app)
    assert listed(app).total == 1
    for order in ("archive faults mine", "check show", "check player checkers You", "check start"):
        world.archives.forget()
        do(app, (order.split(" ")[0], order.partition(" ")[2]))
        await settled(app)
        assert refused(app) == "", order
    check = state(app).check
    assert isinstance(check, Check)
    assert (check.all, check.checked) == (1, 1)
    assert check.report is not None
    assert check.report.games == 1
    app.place.clear()
    do(app, ("archive", "open mine"))
    await settled(app)
    world.archives.forget()
    do(app, ("archive", "export record"))
    await settled(app)
    assert refused(app) == ""
    assert len(world.archives.saved) == 1


async def test_writing_of_own_games_that_is_stopped_is_not_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "SLICE", 0.0)
    app, world = in_page()
    app.change_settings(engine=False)
    for _ in range(3):
        finish(app, ("11-15", "22-18"), black=True)
    do(app, ("collections", ""), ("archive", "open mine"))
    await settled(app)
    do(app, ("archive", "export record"))
    await until(lambda: world.archives.desk._exporting is not None)
    do(app, ("archive", "stop"))
    await settled(app)
    assert refused(app) == "Writing was stopped, and no file was made."
    assert not world.archives.saved


@pytest.mark.parametrize("order", ["archive filter sought " + MEN, "archive index", "archive export record",
                                   "check start"])  # fmt: skip
async def test_a_worker_that_dies_during_work_is_no_failure_of_the_page(
    order: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, world = in_page()
    app.change_settings(engine=False)
    of_collections.take(app, FILE)
    await settled(app)
    do(app, ("check", "show"))
    await settled(app)
    died = asyncio.Event()

    async def lost(_: str) -> str:
        await died.wait()
        raise OSError("the worker died")

    monkeypatch.setattr(world.archives, "ask", lost)
    name, _, arg = order.partition(" ")
    do(app, (name, arg))
    for _ in range(20):  # meanwhile the page asks for the progress
        await asyncio.sleep(0)
    do(app, (name, "stop"))
    died.set()
    await settled(app)
    assert app.failures.details == ""
    assert "Something went wrong" not in drawn(app)
    if order != "check start":
        assert refused(app) == english(UNREACHED)


# Own games that change ------------------------------------------------------------------------------------------------


async def test_positions_of_own_games_are_sorted_again_if_a_game_is_added_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(explorer, "SLICE", -1.0)
    asked = Asked()
    start = games.load("checkers").notation.write_position(games.load("checkers").match(1).position)
    await asked.ask("mine", name="My games", text=own_text("11-15", "11-15"), people=["Asha"])
    running = asyncio.ensure_future(asked.ask("index", key="mine"))
    await until(lambda: bool(asked.archives.desk._explorer.done))
    await asked.ask("mine", name="My games", text=own_text("9-13", "9-13", "9-14"), people=["Asha"])
    assert await running == {"indexed": True}
    answer = await asked.ask("played", key="mine", game="checkers", position=start)
    assert {row[0]: sum(row[1:5]) for row in answer["moves"]} == {"9-13": 2, "9-14": 1}


async def test_a_list_of_own_games_that_were_replaced_meanwhile_is_not_kept() -> None:
    asked = Asked()
    start = games.load("checkers").match(1).position.play((11, 15))
    here = f"checkers {games.load('checkers').notation.write_position(start)}"
    filters = Filters().with_field("here", here).write()
    await asked.ask("mine", name="My games", text=own_text("11-15", "9-13"), people=[])
    await asked.ask("index", key="mine")
    desk = asked.archives.desk
    select = desk._select

    async def slowly(
        question: dict[str, Any], archive: Archive, query: str, finding: seeker.Finding | None
    ) -> list[int] | None:
        numbers = await select(question, archive, query, finding)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return numbers

    desk._select = slowly  # type: ignore[method-assign]
    running = asyncio.ensure_future(asked.ask("rows", key="mine", filters=filters, count=9))
    await asyncio.sleep(0)
    await asked.ask("mine", name="My games", text=own_text("9-13", "11-15"), people=[])
    assert [row[0] for row in (await running)["rows"]] == [0]
    await asked.ask("index", key="mine")
    assert [row[0] for row in (await asked.ask("rows", key="mine", filters=filters, count=9))["rows"]] == [1]


class RefusingShelf(FakeShelf):
    """A store that refuses everything, as in some private windows."""

    async def heads(self) -> dict[str, str]:
        raise OSError("refused")

    async def index(self, key: str) -> bytes | None:
        raise OSError(f"{key} is refused")

    async def part(self, key: str, name: str) -> bytes | None:
        raise OSError(f"{key} and {name} are refused")


async def test_own_games_are_explored_on_a_device_that_refuses_to_store() -> None:
    app, world = in_page()
    app.change_settings(engine=False)
    finish(app, ("11-15", "22-18"), black=True)
    world.archives.shelf = RefusingShelf()
    world.archives.forget()
    do(app, ("analyse", "checkers"), ("played", ""))
    await settled(app)
    answer = state(app).explored.answer
    assert answer is not None
    assert [move.move for move in answer.moves] == ["11-15"]
    assert refused(app) == ""
    app.loop.pause(app.table)


# A collection that is deleted -----------------------------------------------------------------------------------------


async def test_a_collection_that_is_deleted_while_it_is_sorted_stays_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explorer, "SLICE", -1.0)
    asked = Asked()
    await asked.open()
    running = asyncio.ensure_future(asked.ask("index", key="1"))
    await until(lambda: bool(asked.archives.desk._explorer.done))
    await asked.ask("delete", key="1")
    assert asked.archives.desk._explorer.done is None or not (await running).get("indexed")
    await running
    assert asked.archives.shelf.kept == {}
    assert asked.archives.desk._explorer._index is None


async def test_the_index_of_a_collection_that_was_just_deleted_is_not_stored() -> None:
    class SlowShelf(FakeShelf):
        async def heads(self) -> dict[str, str]:
            heads = await super().heads()
            await asyncio.sleep(0)
            return heads

        async def put_index(self, key: str, head: str, content: bytes) -> None:
            self.kept[key] = head, content  # as the browser does, whether or not there is such a collection

    asked = Asked(SlowShelf())
    await asked.open()
    desk = asked.archives.desk
    archive = desk._archive[1] if desk._archive is not None else Archive("")
    running = asyncio.ensure_future(desk._explorer.build("1", archive, 1 << 30))
    await asyncio.sleep(0)
    await asked.ask("delete", key="1")
    await running
    assert asked.archives.shelf.kept == {}


async def test_an_index_is_stored_although_another_collection_is_opened_meanwhile() -> None:
    class SlowShelf(FakeShelf):
        async def heads(self) -> dict[str, str]:
            heads = await super().heads()
            await asyncio.sleep(0)
            return heads

    asked = Asked(SlowShelf())
    await asked.open()
    making = asked.archives.desk._explorer
    archive = opened_archive()
    running = asyncio.ensure_future(making.build("1", archive, 1 << 30))
    await until(lambda: making._index is not None)
    making._index = "2", archive, position_index.PositionIndex(archive)  # as `index` does for another collection
    await running
    stored = await asked.archives.shelf.index("1")
    assert stored is not None
    assert position_index.read(stored, archive) is not None


# A board search that is replaced --------------------------------------------------------------------------------------


def opened_archive(count: int = 20) -> Archive:
    archive = Archive("x")
    for number in range(count):
        archive.add(GameRow("checkers", (), "", "", "", 3, "", "", 1, bytes((9 + number % 3, 0x80 | 14))))
    return archive


async def test_a_search_that_another_replaces_is_not_called_complete() -> None:
    archive = opened_archive()
    other = Sought("checkers").with_value("wm", "12").write()
    searches: list[asyncio.Future[Any]] = []

    async def pause() -> None:
        if not searches:
            searches.append(asyncio.ensure_future(runner.find(archive, other)))
        await asyncio.sleep(0)

    runner = Seeker(pause, slice_=-1.0)
    first = await runner.find(archive, MEN)
    assert first is not None
    assert (first.is_over, first.stopped) == (False, True), "the page offers to search the remaining games"
    second = await searches[0]
    assert (second.is_over, second.stopped) == (True, False)


async def test_a_file_is_not_written_from_a_search_that_is_stopped_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeker, "SLICE", -1.0)
    asked = Asked()
    await asked.open()
    asked.archives.forget()  # so that the search is not made yet
    asked.archives.desk._seeker._slice = -1.0
    filters = Filters().with_field("sought", MEN).write()
    running = asyncio.ensure_future(asked.ask("export", key="1", filters=filters, form="record"))
    await until(lambda: bool(asked.archives.desk._seeker.done))
    await asked.ask("stop")
    assert (await running)["error"][0] == "Writing was stopped, and no file was made."
    # After a stop in the list, the games found so far are written.
    answer = await asked.ask("rows", key="1", filters=filters, count=1)
    assert answer["stopped"]
    written = await asked.ask("export", key="1", filters=filters, form="record")
    assert written["count"] == answer["total"] > 0


async def test_a_changed_search_begins_without_the_button_of_the_stopped_one() -> None:
    app, world = in_page()
    of_collections.take(app, FILE)
    await settled(app)
    state(app).listing = listed(app)._replace(stopped=True)
    assert "Search the remaining games" in drawn(app)
    asking = asyncio.Event()
    ask = world.archives.ask

    async def slowly(question: str) -> str:
        await asking.wait()
        return await ask(question)

    world.archives.ask = slowly  # type: ignore[method-assign]
    do(app, ("archive", "seek checkers value rm 12"))
    assert "Search the remaining games" not in drawn(app)
    asking.set()
    await settled(app)
    assert listed(app).total == 60


async def test_a_value_that_a_field_cannot_have_is_not_kept() -> None:
    app, _ = in_page()
    of_collections.take(app, FILE)
    await settled(app)
    do(app, ("archive", "seek checkers value wm many"))
    await settled(app)
    assert listed(app).filters.sought == "checkers"
    assert (listed(app).total, 'value="many"' in drawn(app)) == (60, False)


# The explorer on the page ---------------------------------------------------------------------------------------------


async def test_an_answer_to_an_earlier_position_does_not_stay_beside_an_error() -> None:
    app, world = in_page()
    app.change_settings(engine=False)
    of_collections.take(app, FILE)
    await settled(app)
    do(app, ("archive", "game 0"))
    await settled(app)
    do(app, ("played", ""))
    await settled(app)
    do(app, ("explore", "index"))
    await settled(app)
    assert state(app).explored.answer is not None
    world.archives.dead = True
    do(app, ("explore", "move 11-15"))
    await settled(app)
    assert refused(app) == english(UNREACHED)
    assert state(app).explored.answer is None
    app.loop.pause(app.table)


async def test_a_late_answer_about_another_collection_is_dropped() -> None:
    app, world = in_page()
    app.change_settings(engine=False)
    finish(app, ("9-13", "22-18"), black=True)
    do(app, ("analyse", "checkers"), ("played", ""))
    await settled(app)
    gate, ask = asyncio.Event(), world.archives.ask

    async def slowly(question: str) -> str:
        if json.loads(question)["do"] == "played" and json.loads(question)["key"] == "mine":
            await gate.wait()
        return await ask(question)

    world.archives.ask = slowly  # type: ignore[method-assign]
    explored = state(app).explored = Explored("mine")
    app.spawn(explorer_page._fetch(app, sitting_at(app)))
    await settled(app)
    of_collections.take(app, FILE)
    await settled(app)
    app.close_sheet()
    do(app, ("played", ""))
    await settled(app)
    assert state(app).explored.key == listed(app).key != explored.key
    gate.set()
    await settled(app)
    answer = state(app).explored.answer
    assert answer is None or "9-13" not in [move.move for move in answer.moves]
    app.loop.pause(app.table)


async def test_a_collection_that_is_deleted_during_its_check_leaves_no_error() -> None:
    app, world = in_page()
    app.change_settings(engine=False)
    of_collections.take(app, FILE)
    await settled(app)
    do(app, ("check", "show"))
    await settled(app)
    world.archives.engine.gate = asyncio.Event()
    do(app, ("check", "start"))
    await until(lambda: bool(world.archives.engine.requests))
    key = listed(app).key
    app.place.clear()
    do(app, ("collections", ""))
    await settled(app)
    do(app, ("archive", f"delete {key}"))
    world.archives.engine.gate.set()
    await settled(app)
    assert state(app).checking is None
    assert refused(app) == ""
    assert state(app).heads == ()
    assert not world.archives.shelf.parts


async def test_a_check_of_other_games_of_the_collection_changes_no_figure() -> None:
    app, _ = in_page()
    do(app, ("collections", ""))
    await settled(app)
    shown = state(app).check = Check("1", "player=Asha", all=3)
    check_page._change(app, Check("1", ""), all=9, job=None)
    assert state(app).check == shown
    check_page._change(app, Check("1", "player=Asha"), all=4)
    assert state(app).check == shown._replace(all=4)
