"""Test keys that are pressed while no element has the keyboard focus, and double taps on a piece."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

from chowk.session.setup import just_us
from tests.fakes import FakeWorld, app_in, sitting_at


async def settle(until: Callable[[], bool]) -> None:
    for _ in range(2_000):
        if until():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came to that")


@pytest.mark.parametrize("key", ["Enter", " "])
async def test_dice_that_wait_are_thrown_by_a_key_that_nothing_else_has(web: Any, key: str) -> None:
    app = app_in(FakeWorld())
    await app.start()
    app.begin(just_us(app.kept.plans, "kilkenny", 2))
    table = sitting_at(app)
    await settle(lambda: table.choice.rolling is not None)
    listener = web("input.events").Listener(app, SimpleNamespace(celebrating=False), MagicMock())
    event = MagicMock(key=key, ctrlKey=False, altKey=False, metaKey=False, isComposing=False, repeat=False)
    event.target.tagName, event.target.closest = "BODY", lambda _: None
    ply = table.match.ply
    listener._keydown(event)
    await settle(lambda: table.match.ply > ply)
    event.preventDefault.assert_called()
    ply = table.match.ply
    await settle(lambda: table.choice.awaited is not None)
    listener._keydown(event)
    assert table.match.ply == ply, "what is moved is pointed at on the board"
    app.pause()


async def test_a_double_tap_picks_a_piece_up_and_does_not_put_it_down(web: Any) -> None:
    app = app_in(FakeWorld())
    await app.start()
    app.begin(just_us(app.kept.plans, "checkers", 2))
    table = sitting_at(app)
    await settle(lambda: table.choice.awaited is not None)
    events = web("input.events")
    stage = SimpleNamespace(celebrating=False, pointer=events.Pointer(), named=(), schedule_redraw=MagicMock())
    stage.skip = MagicMock()
    listener = events.Listener(app, stage, MagicMock())
    spot = table.open[0]
    cell = table.cell(spot)
    assert cell is not None
    listener._board_point = lambda *_, **__: (cell.x + cell.width / 2, cell.y + cell.height / 2)
    listener._slop = lambda _: 0.0
    listener._throwing = listener._drawing = listener._holding = MagicMock()
    for hand in ("down", "move", "up"):
        getattr(listener._throwing, hand).return_value = False
    web("js").window.innerWidth = 360

    def tap(time: float, kind: str = "touch") -> None:
        event = MagicMock(pointerType=kind, clientX=100, clientY=300, pointerId=1, button=0, timeStamp=time)
        event.target.closest.return_value = None
        listener._down(event)
        listener._up(event)

    def picked() -> tuple[str, ...]:
        return table.choice.pointing.chooser.picked

    tap(1000.0)
    assert picked() == (spot,)
    tap(1200.0)
    assert picked() == (spot,), "the second half of a double tap"
    tap(2000.0)
    assert not picked(), "a later tap puts it down"
    listener._move = MagicMock()
    tap(4000.0)
    event = MagicMock(pointerType="touch", clientX=100, clientY=300, pointerId=1, button=0, timeStamp=4200.0)
    event.target.closest.return_value = None
    listener._down(event)
    assert listener._pointer == 1, "the piece can be dragged at once"
    listener._dragging = True
    listener._up(event)
    assert not picked(), "dragged back to its place, it is put down"
    tap(3000.0, "mouse")
    tap(3200.0, "mouse")
    assert not picked(), "a mouse does so at once"
    app.pause()
