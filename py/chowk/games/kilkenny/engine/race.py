"""How long a player still needs: the expected number of own turns until two cats are on the two mice.

A cat alone on an empty board, which may also stand still, is the measure: exact for it, and a good guide for two.
"""

from __future__ import annotations

from functools import cache, lru_cache
from heapq import heappop, heappush
from typing import Final

from chowk.core.seat_draw import Side
from chowk.games.kilkenny.rules.board import (
    GRID,
    HOLES,
    MICE,
    STEPS,
    TABS,
    Mask,
    Square,
    ray,
    squares,
)

HOPELESS: Final = 30.0
"""What a player who cannot win by mice counts as: more turns than any pair of cats needs."""


@cache
def turns(mouse: Square) -> tuple[float, ...]:
    """By square, the expected number of turns of a lone cat until it is on that mouse; infinite off the board.

    From a square where the numbers in a set `D` lead to something better, to `v(d)` for each of them, a cat needs
    `(6 + sum of v(d)) / |D|` turns: it waits for one of them. Squares are settled from the mouse outwards, the
    nearest first, so that all which is better than a square is known before it.
    """
    found = [float("inf")] * (GRID * GRID)
    open_: list[tuple[float, Square]] = [(0.0, mouse)]
    helpful: dict[Square, dict[int, float]] = {}
    while open_:
        value, at = heappop(open_)
        if found[at] <= value:
            continue
        found[at] = value
        for before, face in _leading_to(at):
            ways = helpful.setdefault(before, {})
            if face not in ways and found[before] == float("inf"):
                ways[face] = value
                heappush(open_, ((6 + sum(ways.values())) / len(ways), before))
    return tuple(found)


def _leading_to(at: Square) -> list[tuple[Square, int]]:
    # Lines run both ways; no cat starts from a mouse or rests on another than the one it is after.
    paths = (ray(at, step) for step in STEPS)
    return [(start, face) for path in paths for face, start in enumerate(path, 1) if not TABS >> start & 1]


@lru_cache(maxsize=1 << 16)
def race(side: Side, cats: Mask) -> float:
    """The turns that a side still needs with these cats; 0 if it is done, `HOPELESS` if it has too few of them."""
    met = cats & HOLES[side]
    if met == HOLES[side]:
        return 0.0
    if cats.bit_count() < 2:
        return HOPELESS
    free = squares(cats & ~met)
    one, other = (turns(mouse) for mouse in MICE[side])
    if met:
        left = other if met >> MICE[side][0] & 1 else one
        return min(left[at] for at in free)
    first = sorted((one[at], at) for at in free)[:2]
    second = sorted((other[at], at) for at in free)[:2]
    return min(a + b for a, this in first for b, that in second if this != that)
