"""The race: the expected number of turns that a player needs to bring two cats onto the player's two mice.

The mice are the goal squares of the player's cats. The estimate is made for a lone cat on an empty board. Instead of
moving, the cat may stay on its square. The estimate is exact for such a cat, and nearly right for two cats.
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
"""The number of turns that stands for never: the value for a player with too few cats to reach both mice.

Any two cats need fewer turns.
"""


@cache
def turns(mouse: Square) -> tuple[float, ...]:
    """Return, by square, the expected number of turns in which a lone cat reaches a mouse; infinite off the board.

    On each square, the cat waits for a number on the die that leads to a better square. If `n` of the six numbers do
    so, and the values of these better squares add up to `s`, the value of the square is `(6 + s) / n`. Values are
    computed from the mouse outwards, the smallest first, so that the values of all better squares are known.
    """
    expected = [float("inf")] * (GRID * GRID)
    open_: list[tuple[float, Square]] = [(0.0, mouse)]
    helpful: dict[Square, dict[int, float]] = {}
    while open_:
        value, square = heappop(open_)
        if expected[square] <= value:
            continue
        expected[square] = value
        for before, face in _leading_to(square):
            ways = helpful.setdefault(before, {})
            if face not in ways and expected[before] == float("inf"):
                ways[face] = value
                heappush(open_, ((6 + sum(ways.values())) / len(ways), before))
    return tuple(expected)


def _leading_to(square: Square) -> list[tuple[Square, int]]:
    # Lines run both ways. A cat does not start from a mouse, and it rests on no mouse but its target.
    paths = (ray(square, step) for step in STEPS)
    return [(start, face) for path in paths for face, start in enumerate(path, 1) if not TABS >> start & 1]


@lru_cache(maxsize=1 << 16)
def race(side: Side, cats: Mask) -> float:
    """Return the expected number of turns until a side with these cats has cats on both of its mice (goal squares).

    The result is 0 if it already has, and `HOPELESS` if it has too few cats.
    """
    met = cats & HOLES[side]
    if met == HOLES[side]:
        return 0.0
    if cats.bit_count() < 2:
        return HOPELESS
    free = squares(cats & ~met)
    to_first, to_second = (turns(mouse) for mouse in MICE[side])
    if met:
        left = to_second if met >> MICE[side][0] & 1 else to_first
        return min(left[square] for square in free)
    first = sorted((to_first[square], square) for square in free)[:2]
    second = sorted((to_second[square], square) for square in free)[:2]
    return min(a + b for a, this in first for b, that in second if this != that)
