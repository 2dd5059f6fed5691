"""Test when sounds are rendered: the sound of dice ahead, in a pause without animation, and others when first due."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from chowk.draw.sounds import SOUNDS


@pytest.mark.parametrize(("table", "ahead"), [
    (None, True), (SimpleNamespace(has_chance=True), True), (SimpleNamespace(has_chance=False), False),
])  # fmt: skip
async def test_the_sound_of_dice_is_rendered_in_a_pause_while_nothing_moves(
    web: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch, table: Any, ahead: bool
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
        return events[-1]

    monkeypatch.setattr(player.synth, "rendered", rendered)
    monkeypatch.setattr(player.sound_cues, "moment", lambda _: None)
    sound = player.BrowserSound(SimpleNamespace(clock=SimpleNamespace(sleep=sleep), table=table), stage)
    sound._context = SimpleNamespace(sampleRate=48_000)
    await sound._prepare()
    assert events == (["pause"] * 4 + ["dice"] if ahead else []), "three pauses while the animation runs"
    stage.animating = False
    await sound._buffer("place")
    await sound._buffer("place")
    assert events.count("place") == 1, "other sounds are rendered when they are first due"


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
