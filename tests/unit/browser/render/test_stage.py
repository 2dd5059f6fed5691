"""Test the stage, which draws the board: when it begins a ceremony (an animation after a win), and what ends it.

A tap or a key ends the ceremony. While the page is hidden, the stage waits.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import weakref
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

from chowk.app.taps import Taps
from chowk.draw.ceremony import Ceremony, Gesture
from chowk.draw.motion import still
from chowk.draw.scene import Sprite


def stage_of(web: Any, *, speed: str = "normal", less: bool = False) -> Any:
    stage = web("render.stage").BoardStage()
    stage.app = SimpleNamespace(settings=SimpleNamespace(speed=speed), still=less, table=None)
    stage._canvas = MagicMock()
    return stage


def ceremony() -> Ceremony:
    """Return a ceremony in which one disc rests for a second."""
    disc = Sprite("disc 1", "dark", 1.0, 1.0)
    return Ceremony((disc,), (Gesture("disc 1", 0.0, 1.0, still(disc)),))


class Element:
    """A fake element that finds its descendants by their selectors."""

    clientWidth = clientHeight = 320  # noqa: N815 - the browser's names

    def __init__(self, **below: object) -> None:
        self.below = below

    def querySelector(self, selector: str) -> object:  # noqa: N802 - the browser's name
        return self.below.get(selector.removeprefix("."))


def at_a_table(web: Any, board: Element | None) -> Any:
    """Return a stage (the object that draws the board) with a fake table. `board` is the board of the page, if any.

    Nothing is drawn yet.
    """
    stage = stage_of(web)
    stage._canvas = None
    stage.app.table, stage.app.failures = MagicMock(), MagicMock()
    web("js").document.querySelector.side_effect = lambda _: board
    return stage


async def test_a_frame_before_the_first_page_draws_nothing_and_leaves_what_moves_to_later_ones(web: Any) -> None:
    """A frame without a board draws nothing and keeps the animation for later frames.

    After a reload, dice may be rolled before the page has its board.
    """
    stage = at_a_table(web, Element())
    task = asyncio.ensure_future(stage._run(ceremony()))
    await asyncio.sleep(0)
    assert not stage.opening, "the page does not wait for a board that it has still to bring"
    stage._draw_frame()
    await asyncio.sleep(0)
    assert not task.done(), "the throw is seen once there is a board"
    assert stage._canvas is None
    stage.app.failures.note.assert_not_called()
    stage.skip()
    await task


async def test_an_error_in_a_frame_is_noted_and_stops_nothing(web: Any) -> None:
    stage = at_a_table(web, Element())
    stage._fit = MagicMock(side_effect=ValueError("no way to draw"))
    task = asyncio.ensure_future(stage._run(ceremony()))
    await asyncio.sleep(0)
    stage._draw_frame()
    await task
    stage.app.failures.note.assert_called_once()
    stage._fit.side_effect = MemoryError
    with pytest.raises(MemoryError):
        stage._draw_frame()


def canvas_of(web: Any) -> Any:
    """Return a board's canvas that has prepared an animation and has sprites on the page."""
    view = SimpleNamespace(ART={}, SIZE=(8, 8))
    board_canvas = web("render.canvas").BoardCanvas(MagicMock(), MagicMock(), MagicMock(), view)
    board_canvas._unit = 10.0
    board_canvas.plan(ceremony(), lambda: ((), ()))
    board_canvas._elements()
    return board_canvas


@pytest.mark.parametrize("left", ["the table", "the page of the board", "the view"])
def test_the_canvas_of_a_board_that_was_left_is_released_at_once(web: Any, left: str) -> None:
    """It holds megabytes of pictures and the elements of its page, too much to wait for Python's garbage collector."""
    stage = at_a_table(web, None if left == "the page of the board" else Element(ground=MagicMock()))
    stage._canvas = canvas_of(web)
    box, released = stage._canvas._sprites._box, weakref.ref(stage._canvas)
    if left == "the table":
        stage.app.table = None
    gc.disable()
    try:
        stage._draw_frame()
        assert released() is None
    finally:
        gc.enable()
    box.close.assert_called_once()


def scheduled(web: Any) -> tuple[list[Any], list[Any]]:
    """Let the fake browser keep what is scheduled. Return the lists of waiting tasks and of waiting frame callbacks."""
    tasks, frames = list[Any](), list[Any]()

    def request(frame: Any) -> int:
        frames.append(frame)
        return len(frames)

    web("render.tasks").chowkTask = tasks.append
    web("render.stage").requestAnimationFrame = request
    return tasks, frames


async def test_the_board_is_drawn_in_a_task_before_a_frame_and_once_for_each_frame(web: Any) -> None:
    """A frame then has only the browser's own work, and is short on slow devices."""
    tasks, frames = scheduled(web)
    stage = stage_of(web)
    stage._draw = MagicMock()
    stage.schedule_redraw()
    stage.schedule_redraw()
    assert (len(tasks), stage._draw.call_count) == (1, 0)
    tasks.pop()()
    assert (len(frames), stage._draw.call_count) == (1, 1)
    stage.schedule_redraw()
    assert not tasks, "this frame has its picture"
    frames.pop()(0.0)
    assert stage._draw.call_count == 1, "nothing is drawn in the frame itself"
    tasks.pop()()
    assert stage._draw.call_count == 2
    frames.pop()(0.0)
    assert not tasks
    assert not frames, "nothing has changed"


async def test_in_a_hidden_page_the_board_waits_until_it_is_seen(web: Any) -> None:
    tasks, frames = scheduled(web)
    stage = stage_of(web)
    stage._draw = MagicMock()
    web("js").document.hidden = True
    stage.schedule_redraw()
    tasks.pop()()
    assert (len(frames), stage._draw.call_count) == (1, 0)
    web("js").document.hidden = False
    frames.pop()(0.0)
    tasks.pop()()
    assert stage._draw.call_count == 1


async def test_what_waits_for_the_first_picture_of_an_animation_comes_after_its_frame(web: Any) -> None:
    tasks, frames = scheduled(web)
    stage = stage_of(web)
    stage._draw, stage.on_picture = MagicMock(), (prepared := MagicMock())
    stage.schedule_redraw()
    tasks.pop()()
    assert not tasks
    frames.pop()(0.0)
    assert not prepared.called
    tasks.pop()()
    prepared.assert_called_once()
    assert stage.on_picture is None


def clock_of(web: Any, step: float) -> None:
    """Give the stage a clock that advances by `step` milliseconds whenever it is read."""
    times = itertools.count(0.0, step)
    web("render.stage").performance = SimpleNamespace(now=lambda: next(times))


async def test_on_a_slow_device_an_animation_is_planned_in_tasks_before_the_one_that_draws_it(web: Any) -> None:
    tasks, _ = scheduled(web)
    stage = stage_of(web)
    clock_of(web, web("render.stage").STEP_MS)
    stage.app.table, stage._draw, stage._marked = MagicMock(), MagicMock(), MagicMock(return_value=("a mark",))
    stage._view = stage.app.table.view
    stage._canvas.plan.side_effect = [True, True, False]
    stage._motion = motion = ceremony()
    stage.schedule_redraw()
    for _ in range(2):
        tasks.pop()()
        assert (len(tasks), stage._draw.call_count) == (1, 0)
    planned, resting = stage._canvas.plan.call_args.args
    assert planned is motion
    assert resting() == (motion.resting, ("a mark",))
    tasks.pop()()
    assert stage._draw.call_count == 1


async def test_on_a_quick_device_a_picture_is_prepared_and_drawn_in_one_task(web: Any) -> None:
    tasks, _ = scheduled(web)
    stage = stage_of(web)
    clock_of(web, 0.1)
    stage.app.table, stage._draw, stage._marked = MagicMock(), MagicMock(), MagicMock()
    stage._view, stage._motion = stage.app.table.view, ceremony()
    stage._canvas.plan.side_effect = [True, True, False]
    stage.schedule_redraw()
    tasks.pop()()
    assert (stage._canvas.plan.call_count, stage._draw.call_count, tasks) == (3, 1, [])


async def test_a_resting_scene_is_prepared_in_tasks_and_anew_after_a_change(web: Any) -> None:
    tasks, _ = scheduled(web)
    stage = stage_of(web)
    clock_of(web, web("render.stage").STEP_MS)
    stage.app.table, stage._fit, stage.drawn = MagicMock(), MagicMock(return_value=True), True
    stage._view = stage._ahead = stage.app.table.view
    stage.app.table.position = stage._ahead
    scenes = [web("render.stage")._StillScene(None, (disc,)) for disc in "abc"]
    stage._resting = MagicMock(side_effect=scenes)
    stage._canvas.plan_still.side_effect = [True, True, False]
    stage.schedule_redraw()
    for _ in range(2):
        tasks.pop()()
    stage._canvas.plan_still.assert_called_once_with(("a",))
    stage.schedule_redraw()  # something has changed
    for _ in range(3):
        tasks.pop()()
        assert not stage._canvas.draw.called or not tasks
    assert stage._canvas.plan_still.call_args.args == (("b",),)
    stage._canvas.draw.assert_called_once_with(("b",))
    assert stage._resting.call_count == 2, "the scene that is drawn was computed once"
    assert stage._still_scene is None


async def test_a_board_that_changes_again_and_again_is_drawn_without_preparation_in_the_end(web: Any) -> None:
    tasks, _ = scheduled(web)
    stage = stage_of(web)
    clock_of(web, web("render.stage").STEP_MS)
    stage.app.table, stage._draw, stage._resting = MagicMock(), MagicMock(), MagicMock()
    stage._view = stage.app.table.view
    stage._canvas.plan_still.return_value = True
    for _ in range(60):
        stage.schedule_redraw()  # a slider is being dragged
        if stage._draw.called:
            break
        tasks.pop()()
    assert stage._draw.call_count == 1


async def test_an_error_while_an_animation_is_planned_does_not_stop_the_board(web: Any) -> None:
    tasks, frames = scheduled(web)
    stage = stage_of(web)
    stage.app.table, stage.app.failures, stage._draw = MagicMock(), MagicMock(), MagicMock()
    stage._view, stage._motion = stage.app.table.view, ceremony()
    stage._canvas.plan.side_effect = error = RuntimeError("no context")
    stage.schedule_redraw()
    tasks.pop()()
    stage.app.failures.note.assert_called_once_with(error)
    assert (len(frames), stage._draw.call_count) == (1, 1)
    stage._view = object()
    stage._canvas.plan.reset_mock()
    stage.schedule_redraw()
    frames.pop()(0.0)
    tasks.pop()()
    assert not stage._canvas.plan.called, "not with the canvases of another board"
    assert stage._draw.call_count == 2


async def test_drawings_of_the_next_move_are_painted_one_by_one_while_nothing_moves(web: Any) -> None:
    stage, pauses = stage_of(web), list[asyncio.Future[None]]()

    async def sleep(_: float) -> None:
        pauses.append(asyncio.get_running_loop().create_future())
        await pauses[-1]

    async def painted() -> int:
        pauses.pop().set_result(None)
        await asyncio.sleep(0)
        return int(stage._canvas.paint_ahead.call_count)

    stage.app.clock = SimpleNamespace(sleep=sleep)
    stage._ahead = object()
    faces = [(f"die {face}", 1) for face in range(1, 7)]
    task = asyncio.ensure_future(stage._paint_ahead(stage.app, faces))
    await asyncio.sleep(0)
    assert [await painted(), await painted()] == [1, 2]
    stage._motion = ceremony()
    assert await painted() == 2
    assert task.done()
    stage._motion = None
    task = asyncio.ensure_future(stage._paint_ahead(stage.app, faces))
    await asyncio.sleep(0)
    stage._ahead = object()
    assert await painted() == 2, "after another move, its own drawings are painted"
    assert task.done()


async def test_drawings_that_were_painted_ahead_before_take_no_pause(web: Any) -> None:
    stage, pauses = stage_of(web), list[float]()

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    stage.app.clock = SimpleNamespace(sleep=sleep)
    stage._ahead = object()
    stage._canvas.lacks.side_effect = lambda art, _: art == "die 6"
    await stage._paint_ahead(stage.app, [(f"die {face}", 1) for face in range(1, 7)])
    assert len(pauses) == 1
    assert [call.args for call in stage._canvas.paint_ahead.call_args_list] == [("die 6", 1)]


def test_a_ceremony_is_shown_only_where_motion_is_wanted_and_seen(web: Any) -> None:
    assert stage_of(web).lively
    assert not stage_of(web, less=True).lively, "less motion is asked for"
    assert not stage_of(web, speed="off").lively
    hidden = stage_of(web)
    web("js").document.hidden = True
    assert not hidden.lively


async def begun(stage: Any) -> asyncio.Task[None]:
    task: asyncio.Task[None] = asyncio.ensure_future(stage.celebrate(ceremony()))
    await asyncio.sleep(0)
    assert stage.celebrating
    assert not task.done()
    return task


async def ended(stage: Any, task: asyncio.Task[None]) -> bool:
    for _ in range(3):
        await asyncio.sleep(0)
    done = task.done()
    task.cancel()
    return done and not stage.celebrating


async def test_a_key_ends_a_ceremony_and_does_nothing_else(web: Any) -> None:
    stage = stage_of(web)
    listener = web("input.events").Listener(stage.app, stage, MagicMock())
    task = await begun(stage)
    event = MagicMock(key="d", ctrlKey=False, altKey=False, metaKey=False, isComposing=False, repeat=False)
    listener._keydown(event)  # there is no table, so any other action would raise an error
    event.preventDefault.assert_called_once()
    assert await ended(stage, task)


async def test_a_tap_anywhere_ends_a_ceremony_and_does_nothing_else(web: Any) -> None:
    stage = stage_of(web)
    stage.app.voice = SimpleNamespace(refusals=0)
    taps = Taps()
    listener = web("input.events").Listener(stage.app, stage, taps)
    task = await begun(stage)
    event = MagicMock(pointerType="touch", clientX=100, clientY=700, pointerId=1, button=0, timeStamp=1000.0)
    event.target.closest.return_value = None
    web("js").window.innerWidth = 360
    web("js").document.querySelector.return_value = None
    stage.app.place = SimpleNamespace(sheets=())
    listener._down(event)
    assert await ended(stage, task)
    click = MagicMock(type="click", detail=1)
    listener._sort_out(click)
    click.preventDefault.assert_called_once()
    assert taps.is_outdated(1200.0, 104.0, 702.0), "nor does the second half of a double tap"
    assert not taps.is_outdated(1700.0, 100.0, 700.0)


async def test_who_looks_elsewhere_is_waited_for_until_the_page_is_seen_again(web: Any) -> None:
    document = web("js").document
    document.hidden = True
    page: Any = SimpleNamespace()
    waiting = asyncio.ensure_future(web("page").BrowserPage.in_sight(page))
    for hidden in (True, False):
        await asyncio.sleep(0)
        assert not waiting.done(), "a clock against the computer stands still meanwhile"
        document.hidden = hidden
        name, listener, _ = document.addEventListener.call_args.args
        assert name == "visibilitychange"
        listener(None)
        for _ in range(3):
            await asyncio.sleep(0)
    assert waiting.done()
