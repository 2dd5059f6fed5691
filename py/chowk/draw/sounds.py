"""Sounds as recipes: the tones of every sound, the sounds that a motion plays, and the variation of repeated sounds.

A recipe is a tuple of a few damped tones and bursts of noise, which the sound output renders to a buffer once.
Frequencies are in hertz, times in seconds. Levels are amplitudes, with 1 as full scale.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from chowk.core import chance
from chowk.draw.script import COUNTED, RISES

Wave: TypeAlias = Literal["sine", "triangle"]
"""The waveform of a tone."""


class Tone(NamedTuple):
    """A damped tone: loudest (`level`) after `rise` seconds, and at a thousandth of `level` after `length`.

    Its pitch glides from `pitch` to `glide` times `pitch`.
    """

    start: float
    length: float
    pitch: float
    level: float
    rise: float = 0.002
    wave: Wave = "sine"
    glide: float = 1.0


class Noise(NamedTuple):
    """A damped burst of noise around the frequency `band`. A larger `narrow` (quality factor) makes it more tonal."""

    start: float
    length: float
    band: float
    level: float
    rise: float = 0.001
    narrow: float = 0.8


Recipe: TypeAlias = tuple[Tone | Noise, ...]
"""The tones and noises of a sound, which may overlap."""

_BAR: Final = ((1.0, 1.0, 0.09), (2.76, 0.42, 0.055), (5.4, 0.18, 0.03))
"""The first three modes of a free bar: multiples of the lowest frequency, relative levels, and lengths."""
_COUNT: Final = 0.075
"""Interval between two ticks of a counted gain, in seconds."""


def _knock(pitch: float, level: float, start: float = 0.0, hard: float = 1.0) -> Recipe:
    """Return a knock of wood on wood. A smaller `hard` makes it more like felt."""
    bar = (Tone(start, length, pitch * ratio, level * share * (hard if mode else 1.0))
           for mode, (ratio, share, length) in enumerate(_BAR))  # fmt: skip
    return (*bar, Noise(start, 0.03, 2400, 1.1 * level * hard))


def _tumble() -> Recipe:
    """Return the sound of two dice that roll on a board: knocks that become slower and softer."""
    notes: list[Tone | Noise] = []
    start, gap = 0.0, 0.046
    for turn in range(8):
        pitch = 470 + 70 * (turn * 3 % 5)
        notes += _knock(pitch, 0.2 * (1 - 0.06 * turn), start, 0.8)
        start, gap = start + gap, 1.22 * gap
    return tuple(notes)


def _glass(number: int) -> Recipe:
    """Return `number` ticks of glass with rising pitch."""
    steps = (1.0, 9 / 8, 5 / 4, 3 / 2, 5 / 3)
    return tuple(
        tone
        for turn in range(number)
        for tone in (
            Tone(turn * _COUNT, 0.16, 1568 * steps[turn], 0.12),
            Tone(turn * _COUNT, 0.07, 1568 * steps[turn] * 2.72, 0.045),
        )
    )


def _melody(notes: Iterable[tuple[float, float]], level: float, length: float, rise: float = 0.012) -> Recipe:
    """Return the recipe of a melody. `notes` holds the start and the pitch of each note.

    Each note begins softly. A quieter tone an octave above it ends sooner.
    """
    return tuple(
        tone
        for start, pitch in notes
        for tone in (
            Tone(start, length, pitch, level, rise, "triangle"),
            Tone(start, 0.5 * length, 2 * pitch, 0.25 * level, rise),
        )
    )


SOUNDS: Final[Mapping[str, Recipe]] = MappingProxyType(
    {
        # Motion on the board.
        "place": _knock(196, 0.24),
        "slide": (Noise(0.0, 0.12, 850, 0.3, 0.035, 0.7), *_knock(150, 0.1, 0.075, 0.5)),
        "hop": _knock(233, 0.16, hard=0.8),
        "flip": _knock(330, 0.13),
        "capture": (*_knock(123, 0.28), Tone(0.025, 0.2, 330, 0.12, 0.01, glide=0.4)),
        "thud": (*_knock(110, 0.24, hard=0.3), Tone(0.0, 0.26, 110, 0.12, 0.004)),
        **{f"rise {number}": _knock(233 * 1.12 ** (number - 1), 0.2) for number in range(1, RISES + 1)},
        "crown": (*_knock(262, 0.1), Tone(0.03, 0.5, 1319, 0.11, 0.006), Tone(0.11, 0.55, 1976, 0.09, 0.006)),
        "dice": _tumble(),
        "sew": tuple(note for start in (0.0, 0.085, 0.17) for note in (
            Noise(start, 0.05, 3100, 0.28, 0.004, 1.6), Tone(start, 0.05, 210, 0.07, 0.004))),
        "mew": (
            *_knock(123, 0.16), Tone(0.03, 0.22, 560, 0.15, 0.05, "triangle", 1.45),
            Tone(0.15, 0.36, 800, 0.16, 0.05, "triangle", 0.62)),
        "squeak": (*_knock(165, 0.16, hard=0.4), Tone(0.04, 0.1, 1760, 0.1, 0.01, glide=1.35),
                   Tone(0.15, 0.12, 2093, 0.08, 0.01, glide=0.8)),
        # Gains and losses.
        **{f"gain {number}": _glass(number) for number in range(1, COUNTED + 1)},
        "pay": (*_knock(880, 0.09, hard=0.6), *_knock(784, 0.08, 0.08, 0.6)),
        "special": _melody(((0.0, 784), (0.09, 988), (0.18, 1175)), 0.14, 0.4),
        "pass": (Tone(0.0, 0.12, 220, 0.16, 0.01), Tone(0.11, 0.16, 175, 0.15, 0.01)),
        # Messages of the table.
        "illegal": (Tone(0.0, 0.08, 147, 0.26, 0.004), Tone(0.1, 0.1, 131, 0.24, 0.004)),
        "turn": _melody(((0.0, 440), (0.16, 660)), 0.17, 0.6, 0.03),
        "clock": tuple(part for tick in range(4) for part in _knock(1320 if tick % 2 else 1100, 0.13, 0.25 * tick)),
        "win": _melody(((0.0, 523.25), (0.11, 659.25), (0.22, 783.99), (0.33, 1046.5)), 0.16, 0.6),
        "loss": _melody(((0.0, 392), (0.17, 329.63), (0.34, 261.63)), 0.15, 0.55, 0.02),
        "draw": _melody(((0.0, 392), (0.2, 392)), 0.15, 0.55, 0.02),
        # The keyboard cursor, for players who listen.
        "cursor": (Tone(0.0, 0.05, 520, 0.09, 0.004),),
        "free": (Tone(0.0, 0.07, 780, 0.1, 0.004), Tone(0.0, 0.04, 1560, 0.04, 0.004)),
        "edge": (Tone(0.0, 0.07, 110, 0.22, 0.006),),
        "pick": (Tone(0.0, 0.06, 587, 0.1, 0.004), Tone(0.05, 0.09, 880, 0.1, 0.004)),
    }
)  # fmt: skip
"""All sounds by name."""

CHIEF: Final = (
    "dice", "crown", "squeak", "capture", "mew", "thud", "special", "flip",
    *(f"rise {number}" for number in range(RISES, 0, -1)), "sew", "place",
    *(f"gain {number}" for number in range(COUNTED, 0, -1)), "hop", "slide", "pay", "pass",
)  # fmt: skip
"""All sounds of motions, the most important first. Where only one sound can be played, it is the first of these."""

VOLUMES: Final[Mapping[str, float]] = MappingProxyType({"normal": 0.5, "quiet": 0.22, "loud": 1.0})
"""Volume by setting, from 0 to 1."""

CEILING: Final = 0.6
"""Limit of the amplitude of all sounds together. Louder sounds are compressed to stay below it."""
BEND: Final = 0.35
"""Amplitude up to which sounds are not compressed."""

SPREAD: Final = 0.04
"""Maximum random change of a sound's playback speed, as a fraction of the normal speed."""


class Note(NamedTuple):
    """The name of a sound, and the time in seconds at which it begins."""

    time: float
    sound: str


def score(cues: Iterable[tuple[float, str]], own: Mapping[str, str], at_once: bool) -> tuple[Note, ...]:
    """Return the sounds to play for a motion's cues (time, sound), in order of time.

    `own` maps sounds to a game's replacements. If `at_once`, all cues come at the same time, and only the most
    important sound is played. The sound of a gain is a series of ticks; it begins only after the ticks of earlier
    gains.
    """
    notes = sorted((Note(time, own.get(sound, sound)) for time, sound in cues), key=lambda note: note.time)
    if at_once:
        return (Note(0.0, min((note.sound for note in notes), key=CHIEF.index)),) if notes else ()
    notes_played, counted = [], 0.0
    for time, sound in notes:
        start = time
        if sound.startswith("gain "):
            start = max(time, counted)
            counted = start + _COUNT * int(sound.removeprefix("gain "))
        notes_played.append(Note(start, sound))
    return tuple(sorted(notes_played, key=lambda note: note.time))


def length(recipe: Recipe) -> float:
    """Return the length of a recipe in seconds, until its last tone or noise is silent."""
    return max(part.start + part.length for part in recipe)


def varied(number: int) -> float:
    """Return the playback speed of the `number`-th sound played. It varies around 1, so that repetitions differ."""
    return 1 + SPREAD * (chance.below(2001, _SEED, number) / 1000 - 1)


_SEED: Final = 46
"""Seed of the variation of repeated sounds."""


def limited(level: float) -> float:
    """Return the amplitude `level`, from -1 to 1, compressed smoothly if its absolute value is above `BEND`.

    The absolute value of the result stays below `CEILING`.
    """
    size, room = abs(level), CEILING - BEND
    bent = size if size <= BEND else BEND + room * (size - BEND) / (size - BEND + room)
    return bent if level >= 0 else -bent
