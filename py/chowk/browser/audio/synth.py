"""Render sound recipes into buffers. Build the output chain: volume, then a limiter."""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Iterable
from functools import cache
from math import ceil
from random import Random
from typing import Any, Final

from js import window
from pyodide.ffi import to_js

from chowk.draw.sounds import Note, Recipe, Tone, length, limited

_LONGEST_NOISE: Final = 0.2
_GONE: Final = 0.001
"""A sound ends when its level has fallen to this fraction of its peak level."""
_STEPS: Final = 256


async def rendered(recipe: Recipe, rate: float) -> Any:
    """Render a recipe into a mono `AudioBuffer` at `rate` samples per second."""
    offline = window.OfflineAudioContext.new(1, ceil(length(recipe) * rate), rate)
    for part in recipe:
        _voice(offline, part, rate).connect(offline.destination)
        await asyncio.sleep(0)  # a sound of many parts would delay a frame on slow devices
    return await offline.startRendering()


async def mixed(notes: Iterable[tuple[Note, Any]], volume: float, seconds: float, rate: float) -> Any:
    """Mix notes into one `AudioBuffer` of `seconds`, through the output chain (volume, limiter).

    Each note comes with the buffer that `rendered` returned for its sound. `rate` is in samples per second.
    """
    offline = window.OfflineAudioContext.new(1, ceil(seconds * rate), rate)
    entry = output_chain(offline)
    entry.gain.value = volume
    for note, buffer in notes:
        source = offline.createBufferSource()
        source.buffer = buffer
        source.connect(entry)
        source.start(note.time)
    return await offline.startRendering()


def output_chain(context: Any) -> Any:
    """Build the output chain of an audio context: a `GainNode` for the volume, then a limiter.

    Return the `GainNode`, to which all sounds are connected.
    """
    volume, ceiling = context.createGain(), context.createWaveShaper()
    ceiling.curve = _floats(limited(step / _STEPS) for step in range(-_STEPS, _STEPS + 1))
    volume.connect(ceiling)
    ceiling.connect(context.destination)
    return volume


def _voice(context: Any, part: Any, rate: float) -> Any:
    """Build the audio nodes that play one part (tone or noise) of a recipe. Return the last node of the chain."""
    end = part.start + part.length
    gain = context.createGain()
    loud = gain.gain
    loud.setValueAtTime(0, 0)
    loud.setValueAtTime(0, part.start)
    loud.linearRampToValueAtTime(part.level, part.start + part.rise)
    loud.exponentialRampToValueAtTime(_GONE * part.level, end)
    source = _tone(context, part) if isinstance(part, Tone) else _noise(context, part, rate)
    source.connect(gain)
    return gain


def _tone(context: Any, part: Any) -> Any:
    source = context.createOscillator()
    source.type = part.wave
    source.frequency.setValueAtTime(part.pitch, part.start)
    if part.glide != 1:
        source.frequency.exponentialRampToValueAtTime(part.pitch * part.glide, part.start + part.length)
    source.start(part.start)
    source.stop(part.start + part.length)
    return source


def _noise(context: Any, part: Any, rate: float) -> Any:
    source, band = context.createBufferSource(), context.createBiquadFilter()
    source.buffer = context.createBuffer(1, ceil(_LONGEST_NOISE * rate), rate)
    source.buffer.copyToChannel(_hiss(ceil(_LONGEST_NOISE * rate)), 0)
    band.type = "bandpass"
    band.frequency.value, band.Q.value = part.band, part.narrow
    source.connect(band)
    source.start(part.start, 0, part.length)
    return band


@cache
def _hiss(samples: int) -> Any:
    """Return `samples` samples of white noise as a `Float32Array`. The same number always gives the same noise."""
    whole = array("H", Random(samples).randbytes(2 * samples))  # many numbers at once, which takes a tenth of the time
    return _floats([number / 32768 - 1 for number in whole])


def _floats(numbers: Iterable[float]) -> Any:
    return to_js(array("f", numbers))
