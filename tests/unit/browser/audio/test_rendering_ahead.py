"""Test when sounds are rendered: the sound of dice ahead, in a pause without animation, and others when needed."""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from chowk.draw.sounds import SOUNDS


async def test_the_sound_of_dice_is_rendered_in_a_pause_and_each_sound_once(
    web: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    player, events = web("audio.player"), list[str]()
    stage = SimpleNamespace(animating=True)

    async def sleep(seconds: float) -> None:
        assert seconds == player.PAUSE
        events.append("pause")
        stage.animating = len(events) < 4

    async def rendered(recipe: Any, _: float) -> str:
        assert not stage.animating
        events.append(next(name for name in SOUNDS if SOUNDS[name] is recipe))
        await asyncio.sleep(0)
        if len(events) == 6:
            raise OSError("there is no room for it")
        return events[-1]

    monkeypatch.setattr(player.synth, "rendered", rendered)
    monkeypatch.setattr(player.sound_cues, "moment", lambda _: None)
    sound = player.BrowserSound(SimpleNamespace(clock=SimpleNamespace(sleep=sleep)), stage)
    sound._context = SimpleNamespace(sampleRate=48_000)
    await sound._prepare()
    assert events == ["pause"] * 4 + ["dice"], "three pauses while the animation runs"
    with pytest.raises(OSError, match="no room"):
        await sound._buffer("hop")
    assert await asyncio.gather(*(sound._buffer("hop") for _ in range(6))) == ["hop"] * 6
    assert events[5:] == ["hop", "hop"], "once for six hops of one piece, after an attempt that failed"


def test_noise_is_the_same_each_time_and_fills_its_range(
    web: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    synth = web("audio.synth")
    monkeypatch.setattr(synth, "to_js", lambda numbers: numbers)
    noise = synth._hiss(9_600)
    assert isinstance(noise, array)
    assert noise == synth._hiss.__wrapped__(9_600)
    assert len(noise) == 9_600
    assert -1 <= min(noise) < -0.99
    assert 0.99 < max(noise) < 1
    assert abs(sum(noise) / len(noise)) < 0.02
