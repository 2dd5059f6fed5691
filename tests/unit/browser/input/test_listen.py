"""Test keys that are pressed while no element has the keyboard focus."""

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
