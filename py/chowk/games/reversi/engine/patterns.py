"""What a position is worth, by patterns: 46 groups of squares, each contents of which has a weight by stage.

The contents of a group are a number in base three (0 the waiting side's disc, 1 empty, 2 the mover's), and all 46
numbers are kept side by side in one big integer of 32-bit fields, each already offset to its table. A move adds a
constant for the disc laid and one for each run of discs turned; changing sides is one subtraction. The weights are
made by `py/tools/train_reversi.py`.

The search on them (`midgame`, `endgame`, `player`) is the one that came before the kernel: it is there to be compared
with, and its weights are not shipped.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import count, pairwise
from typing import Final, NamedTuple

from chowk.core import supplies
from chowk.games.reversi.engine.board import BOARD, FULL, RUNS, hits, lay_out

DATA: Final = "weights.earlier"
"""Not among what a game brings with it, which ends in `.bin`."""
UNIT: Final = 64
"""Weights count in such parts of a disc."""
STAGES: Final = (15, 25, 35, 44, 53)
"""The numbers of discs on the board at which weights were learnt; between two of them they are blended."""
HIT_COUNTS: Final = 64
"""Mobility is counted in hits (see `board`), up to one less than this."""

Group = tuple[int, ...]


class Shape(NamedTuple):
    """A group of squares up to the symmetries of the board, and the order in which its mirror image lists it.

    `twin` gives for each place in the group the place that the reflection which keeps the group moves there; the
    identity where no reflection does.
    """

    group: Group
    twin: tuple[int, ...]


def reflected(group: Sequence[int], turn: int) -> Group:
    """The group under one of the eight symmetries of the board, by number."""
    squares = [divmod(at, 8) for at in group]
    if turn & 1:
        squares = [(row, 7 - file) for row, file in squares]
    if turn & 2:
        squares = [(7 - row, file) for row, file in squares]
    if turn & 4:
        squares = [(file, row) for row, file in squares]
    return tuple(row * 8 + file for row, file in squares)


def _shape(*names: str) -> Shape:
    group = tuple("abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1) for name in names)
    images = (reflected(group, turn) for turn in range(1, 8))
    image = next((image for image in images if set(image) == set(group)), group)
    return Shape(group, tuple(image.index(at) for at in group))


SHAPES: Final = (
    _shape("a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "b2", "g2"),
    _shape("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"),
    _shape("a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "e2"),
    _shape("a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2"),
    _shape("a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3"),
    _shape("a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4"),
    _shape("a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"),
    _shape("b1", "c2", "d3", "e4", "f5", "g6", "h7"),
    _shape("c1", "d2", "e3", "f4", "g5", "h6"),
    _shape("d1", "e2", "f3", "g4", "h5"),
    _shape("e1", "f2", "g3", "h4"),
)
"""The shapes: an edge with two X-squares, corner squares of 3x3 and 2x5, rows 2 to 4, diagonals of 8 to 4."""


def _placed(shape: Shape) -> list[Group]:
    """The shape everywhere on the board, once on each set of squares."""
    seen: dict[frozenset[int], Group] = {}
    for turn in range(8):
        group = reflected(shape.group, turn)
        seen.setdefault(frozenset(group), group)
    return list(seen.values())


def _first() -> tuple[int, ...]:
    """Where each shape's table begins in the table of all."""
    first, at = [], 0
    for shape in SHAPES:
        first.append(at)
        at += 3 ** len(shape.group)
    return (*first, at)


FIRST: Final = _first()
GROUPS: Final = tuple((number, group) for number, shape in enumerate(SHAPES) for group in _placed(shape))
"""The 46 groups, each with the number of its shape."""
BYTES: Final = 4 * len(GROUPS)

_PLACES: Final[tuple[int, ...]] = tuple(
    sum(3 ** group.index(at) << 32 * field for field, (_, group) in enumerate(GROUPS) if at in group)
    for at in range(64)
)
LAID: Final = _PLACES
"""For each square what a disc of the mover's adds on an empty one."""
EMPTY: Final = sum(FIRST[number] << 32 * field for field, (number, _) in enumerate(GROUPS)) + sum(_PLACES)
"""The fields of an empty board."""
BOTH: Final = 2 * EMPTY
"""The fields of a position and of the same one seen from the other side add up to this."""


def _turns() -> tuple[tuple[tuple[int, int], ...], ...]:
    """`board.RUNS`, with each mask what turning these discs adds to the fields."""
    return tuple(tuple((mask, 2 * _sum_of(mask)) for mask in masks) for masks in RUNS)


@cache
def _sum_of(mask: int) -> int:
    return sum(_PLACES[at] for at in range(64) if mask >> BOARD + at & 1)


TURNS: Final = _turns()


def fields(own: int, other: int) -> int:
    """The fields of a position from its plain masks, for the side that has `own`."""
    return (
        EMPTY
        + sum((_PLACES[at] for at in range(64) if own >> at & 1), 0)
        - sum(_PLACES[at] for at in range(64) if other >> at & 1)
    )


class Weights(NamedTuple):
    """The weights for one number of discs, in parts of a disc (`UNIT`).

    `mine` values the fields of the side to move, `theirs` those of the side that waits, both for the side to
    move; `own` and `other` value hits by number, of the mover and of the waiting side.
    """

    mine: list[int]
    theirs: list[int]
    own: list[int]
    other: list[int]


def prepare(discs: int) -> Iterator[None]:
    """Does the work of `weights` in pieces, pausing between them."""
    _data()  # where they cannot be had, that is told at once
    _unfolding()
    yield
    for number in _stages(_rounded(discs)):
        _stage(number)
        yield


def weights(discs: int) -> Weights:
    """The weights for positions with about so many discs."""
    return _blended(_rounded(discs))


def _rounded(discs: int) -> int:
    return 4 * round(discs / 4)


def _stages(discs: int) -> tuple[int, ...]:
    """The stage for so many discs, or the two that it lies between."""
    upper = next((stage for stage, at in enumerate(STAGES) if at >= discs), len(STAGES) - 1)
    return (upper,) if upper == 0 or STAGES[upper] <= discs else (upper - 1, upper)


# One object for each number, at its own index: tables of shared numbers are small and near each other in memory.
_POOL: Final = [*range(1 << 15), *range(-(1 << 15), 0)]


@lru_cache(maxsize=6)
def _blended(discs: int) -> Weights:
    numbers = _stages(discs)
    values = _stage(numbers[0])
    if len(numbers) == 2:
        low, high = (STAGES[number] for number in numbers)
        share = (discs - low) * 16 // (high - low)
        values = [_POOL[(a * (16 - share) + b * share) >> 4] for a, b in zip(values, _stage(numbers[1]), strict=True)]
    negated = [_POOL[-value] for value in values]
    seen, turned = _unfolding()
    return Weights(
        list(map(values.__getitem__, seen)),
        list(map(negated.__getitem__, turned)),
        values[-2 * HIT_COUNTS : -HIT_COUNTS],
        values[-HIT_COUNTS:],
    )


@lru_cache(maxsize=2)
def _stage(number: int) -> list[int]:
    """A stage's weights as they are stored, mirror images once."""
    return unpacked(_data(), number)


def unpacked(data: bytes, number: int) -> list[int]:
    """The weights of a stage in a file, mirror images once; stored as a factor and signed bytes for each part.

    First the shapes', then those of the hits of the mover and of the other side.
    """
    start, size = struct.unpack_from("<II", data, 8 * number)
    raw = zlib.decompress(data[start : start + size])
    values: list[int] = []
    at = 0
    for size in counts():
        factor = raw[at]
        values += [_POOL[factor * value] for value in memoryview(raw)[at + 1 : at + 1 + size].cast("b")]
        at += 1 + size
    return values


def twins(shape: Shape) -> list[int]:
    """For each contents of the shape the number of its mirror image."""
    places = [3**place for place in range(len(shape.group))]
    numbers = [0]
    for place in reversed(range(len(shape.group))):
        there = places[shape.twin.index(place)]
        numbers = [number + digit * there for number in numbers for digit in range(3)]
    return numbers


@cache
def columns() -> list[int]:
    """For each place in the table of all shapes the place of its weight among those stored."""
    table: list[int] = []
    stored = count()
    for first, shape in zip(FIRST, SHAPES, strict=False):
        for number, twin in enumerate(twins(shape)):
            table.append(next(stored) if twin >= number else table[first + twin])
    return table


@cache
def _unfolding() -> tuple[list[int], list[int]]:
    """`columns`, and the same with every contents seen from the other side."""
    seen = columns()
    return seen, [column for start, stop in pairwise(FIRST) for column in reversed(seen[start:stop])]


@cache
def counts() -> tuple[int, ...]:
    """How many weights are stored for each part of a stage: the shapes, then the hits of either side."""
    ends = [max(columns()[start:stop]) + 1 for start, stop in pairwise(FIRST)]
    return (*(end - start for start, end in pairwise((0, *ends))), HIT_COUNTS, HIT_COUNTS)


@cache
def _data() -> bytes:
    return supplies.data("reversi", DATA)


unpack: Final = struct.Struct(f"<{len(GROUPS)}I").unpack


def indices(packed: int) -> tuple[int, ...]:
    """The fields one by one, as places in the table of weights."""
    return unpack(packed.to_bytes(BYTES, "little"))


def value(own: int, other: int, found: Weights) -> int:
    """The worth of a position, given by plain masks, to the side that has `own` and is to move: slow and plain."""
    laid, facing = lay_out(own), lay_out(other)
    empty = FULL & ~(laid | facing)
    mine, theirs = hits(laid, facing, empty).bit_count(), hits(facing, laid, empty).bit_count()
    total = sum(found.mine[index] for index in indices(fields(own, other)))
    return total + found.own[mine] + found.other[theirs]
