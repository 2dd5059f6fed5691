"""Test sprites above the board: one call sends all visible sprites, and canvases are reused."""

from __future__ import annotations

import importlib
import json
import sys
import types
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from chowk.draw.keyframes import Keyframe, Track
from chowk.draw.scene import Sprite


class Box:
    """A fake of the parts of JavaScript's `chowkSprites` that are used. It records every call."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.frames: list[Any] = []
        self.timing: tuple[float, ...] = ()
        self.over: Any = None
        self.canvases = 0

    def add(self, _image: Any, *_: str) -> int:
        self.calls.append("add")
        self.canvases += 1
        return self.canvases - 1

    def show(self, text: str, duration: float = 0, begun: float = 0, over: Any = None) -> bool:
        self.calls.append("show")
        self.frames, self.timing, self.over = json.loads(text), (duration, begun), over
        return any(keyframes for _, _, *keyframes in self.frames)

    def hold(self, *place: float) -> None:
        self.calls.append(f"hold {place}")

    def remove(self, number: int) -> None:
        self.calls.append(f"remove {number}")


class Proxy:
    """A fake of a proxy, a Python function that a browser may call until it is destroyed."""

    def __init__(self, function: Any) -> None:
        self.function = function
        self.is_alive = True

    def __call__(self, event: Any) -> None:
        assert self.is_alive, "it was destroyed"
        self.function(event)

    def destroy(self) -> None:
        self.is_alive = False


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Any, Box]]:
    """Yield a `Sprites` object and the fake `chowkSprites` that it uses.

    Each drawing is 20 device pixels wide, at two device pixels for one CSS pixel. A board unit is ten CSS pixels.
    """
    box = Box()
    js, ffi = types.ModuleType("js"), types.ModuleType("pyodide.ffi")
    js.chowkSprites = lambda _: box  # type: ignore[attr-defined]
    ffi.create_proxy = Proxy  # type: ignore[attr-defined]
    for name, module in {"js": js, "pyodide": types.ModuleType("pyodide"), "pyodide.ffi": ffi}.items():
        monkeypatch.setitem(sys.modules, name, module)
    sprites = importlib.import_module("chowk.browser.render.sprites")
    image = SimpleNamespace(width=20, height=20)
    yield sprites.Sprites(None, lambda *_: sprites.Bitmap(image, -10, -10), 20.0, 2.0), box
    del sys.modules["chowk.browser.render.sprites"]


def disc(number: int, **changes: Any) -> Sprite:
    return Sprite(f"disc {number}", "dark", changes.pop("x", float(number)), 1.0, **changes)


def way(number: int) -> Track:
    """Return the track of a disc that appears after one second, moves for one second, and disappears.

    `number` tells discs apart.
    """
    there = disc(number)
    keyframes = ((0.0, None), (1.0, None), (1.0, there), (2.0, there._replace(x=9.0)), (2.0, None))
    return Track("dark", 1.0, tuple(Keyframe(time, sprite) for time, sprite in keyframes))


def test_a_scene_is_shown_in_one_call_and_its_canvases_again(shown: tuple[Any, Box]) -> None:
    sprites, box = shown
    sprites.show_resting([disc(number) for number in range(8)])
    assert box.calls == ["add"] * 8 + ["show"]
    box.calls.clear()
    sprites.show_resting([disc(number, x=3.0) for number in range(8)])
    assert box.calls == ["show"]
    assert sorted(number for number, _ in box.frames) == [*range(8)]


def test_a_motion_is_told_in_one_call_however_much_moves(shown: tuple[Any, Box]) -> None:
    sprites, box = shown
    sprites.show_resting([disc(number) for number in range(30)])
    box.calls.clear()
    sprites.play([*map(way, range(20)), disc(7)], 4.0, 0.5, list)
    assert box.calls == ["show"]
    assert box.timing == (4000.0, 500.0)


def test_canvases_are_made_one_by_one_before_a_motion_that_needs_them(shown: tuple[Any, Box]) -> None:
    sprites, box = shown
    sprites.show_resting([disc(0)])
    box.calls.clear()
    moving = [*map(way, range(3)), disc(7), disc(8, scale=2.0)]
    steps = sprites.prepare(moving)
    for made in range(1, 5):
        next(steps)
        assert box.calls == ["add"] * made, "four canvases for five sprites, one of which has one already"
    assert next(steps, None) is None
    box.calls.clear()
    sprites.play(moving, 4.0, 0.0, list)
    assert box.calls == ["show"]
    assert not list(sprites.prepare(moving))


def test_what_comes_and_goes_does_so_at_once_and_from_the_first_moment_to_the_last(shown: tuple[Any, Box]) -> None:
    sprites, box = shown
    sprites.play([way(2)], 4.0, 0.0, list)
    ((_, resting, keyframes),) = box.frames
    assert resting is None
    offsets, alphas = keyframes["offset"], keyframes["opacity"]
    assert len(offsets) == len(alphas) == len(keyframes["transform"])
    assert (offsets[0], offsets[-1]) == (0.0, 1.0)
    assert offsets == sorted(offsets)
    assert [time for time, alpha in zip(offsets, alphas, strict=True) if alpha] == [0.25, 0.5, 0.5]
    assert alphas[0] == alphas[-1] == 0.0
    visible = [place for place, alpha in zip(keyframes["transform"], alphas, strict=True) if alpha]
    assert visible[0].startswith("translate(15.00px,5.00px)")  # two units of 10 px, less half of a drawing 10 px wide
    assert visible[-1].startswith("translate(85.00px,5.00px)")


def test_the_end_is_told_once_and_of_the_latest_motion_alone(shown: tuple[Any, Box]) -> None:
    sprites, box = shown
    ended: list[str] = []
    sprites.play([way(1)], 4.0, 0.0, lambda: ended.append("first"))
    first = box.over
    sprites.play([way(1)], 4.0, 0.0, lambda: ended.append("second"))
    assert not first.is_alive
    box.over(None)
    assert ended == ["second"]


def test_a_motion_in_which_nothing_moves_is_over_at_once(shown: tuple[Any, Box]) -> None:
    sprites, _ = shown
    ended: list[str] = []
    sprites.play([disc(1)], 4.0, 0.0, lambda: ended.append("over"))
    assert ended == ["over"]


def test_no_more_canvases_are_kept_than_later_motions_may_need(shown: tuple[Any, Box]) -> None:
    sprites, box = shown
    sprites.show_resting([disc(number) for number in range(120)])
    sprites.show_resting([])
    assert sum(call.startswith("remove") for call in box.calls) == 120 - 96


def test_the_last_sprite_can_be_in_the_hand(shown: tuple[Any, Box]) -> None:
    """JavaScript gets the position of the held sprite in CSS pixels. A board unit is ten CSS pixels here."""
    sprites, box = shown
    sprites.show_resting((disc(1), disc(2)), held=True)
    assert box.calls[-1] == "hold (1, 20.0, 10.0)"
    sprites.show_resting((disc(1),))
    assert box.calls[-1] == "show"
