"""Test failing tasks: each failure is reported once, on the console and to the player, with details for a fix."""

from __future__ import annotations

import asyncio

from chowk import VERSION
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.storage.plan import Plan, SeatPlan
from tests.fakes import FakeWorld, app_in, reported
from tools.shared.html import to_html

PEOPLE = (SeatPlan(name="Asha"), SeatPlan())


class OddityError(Exception):
    """An error that the application does not expect."""


async def odd() -> None:
    await asyncio.sleep(0)
    raise OddityError("the cat sat on the board")


async def opened() -> tuple[App, FakeWorld]:
    world = FakeWorld()
    app = app_in(world)
    await app.start()
    return app, world


async def until_ended(task: asyncio.Task[object]) -> None:
    await asyncio.wait({task})
    await asyncio.sleep(0)


async def test_a_task_that_fails_is_told_of_once_and_its_details_can_be_copied() -> None:
    app, world = await opened()
    app.begin(Plan("reversi", PEOPLE))
    await until_ended(app.spawn(odd()))
    (report,) = reported()
    assert "OddityError: the cat sat on the board" in report
    assert "in odd" in report, "it says where"
    shown = to_html(pages.page(app, app.words))
    assert "Something went wrong" in shown
    assert "OddityError" not in shown, "nobody who plays is shown where the program stood"
    commands.do(app, "copy-details")
    (copied,) = world.clipboard.copied
    assert report in copied
    assert VERSION in copied
    assert '[Game "reversi"]' in copied
    assert "Asha" not in copied, "what was typed concerns nobody else"


async def test_what_fails_under_somebody_who_waits_for_it_is_told_of_once() -> None:
    app, _ = await opened()

    async def waiting() -> None:
        await app.spawn(odd())

    await until_ended(app.spawn(waiting()))
    await asyncio.sleep(0)
    assert len(reported()) == 1


async def test_each_failure_is_told_of() -> None:
    app, _ = await opened()
    for task in (app.spawn(odd()), app.spawn(odd())):
        await until_ended(task)
    assert len(reported()) == 2


async def test_a_task_that_is_called_off_has_not_failed() -> None:
    app, _ = await opened()
    task = app.spawn(asyncio.sleep(60))
    task.cancel()
    await until_ended(task)
    assert not reported()
    assert app.voice.toast is None
    assert not commands.COMMANDS["copy-details"].when(app)


async def test_a_game_whose_oracle_breaks_in_an_unforeseen_way_says_so() -> None:
    app, world = await opened()

    async def ask(request: str) -> str:
        raise OddityError(request)

    world.engine.ask = ask  # type: ignore[method-assign]
    app.begin(Plan("reversi", (SeatPlan("bot"), SeatPlan())))
    for _ in range(200):
        await asyncio.sleep(0)
    assert len(reported()) == 1
    assert app.voice.toast is not None
    assert app.voice.toast.do == "copy-details"


async def test_where_no_memory_is_left_the_page_is_started_anew() -> None:
    app, world = await opened()

    async def full() -> None:
        raise MemoryError

    await until_ended(app.spawn(full()))
    (details,) = world.errors.fell
    assert reported() == [details]
    assert "MemoryError" in details
    assert app.voice.toast is None


async def test_a_page_that_was_started_anew_says_so_and_its_details_can_be_copied() -> None:
    app, world = await opened()
    app.failures.recall("RangeError: too deep")
    assert "Chowk started again" in to_html(pages.page(app, app.words))
    commands.do(app, "copy-details")
    (copied,) = world.clipboard.copied
    assert "RangeError: too deep" in copied
