"""Make the endgame table of American Checkers: the value of every position of two to four pieces.

    python3 py/training/checkers/endgame_checkers.py py/chowk/games/checkers/engine/endgame.bin

It needs numpy, takes about half a minute, and always writes the same bytes. The method is retrograde analysis by
sweeps: sweep `t` finds the positions won or lost in exactly `t` plies from those decided in fewer plies. Positions are
seen from the side to move. Each side's squares are numbered 0 to 31 from its own back row, so that a change of turn
only swaps the two sides. Positions with a capture are settled from smaller tables before the sweeps begin.

A value is a byte: 0 for a draw, or `n + 1` if the game is decided after `n` more plies with best play on both sides.
The side to move wins if `n` is odd and loses if `n` is even. `chowk.games.checkers.engine.endgame`, which reads the
table, describes its format and the numbering of positions.
"""

from __future__ import annotations

import lzma
import sys
import time
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from chowk.games.checkers.engine import endgame

Array: TypeAlias = "np.ndarray[Any, Any]"
"""An array of numbers, one for each position."""

PIECES: Final = 4
"""Maximum number of pieces of both sides in a position of the table."""
DRAW, LOST_NOW, WON_NEXT = 0, 1, 2
NOWHERE: Final = 32
"""Number that stands for a square beyond the edge of the board."""


class Slice(NamedTuple):
    """A material (count of pieces by kind): men and kings of the side to move, then men and kings of the other side."""

    own_men: int
    own_kings: int
    men: int
    kings: int

    @property
    def pieces(self) -> int:
        """Number of pieces on the board, of both sides."""
        return sum(self)

    @property
    def turned(self) -> Slice:
        """The same material seen from the other side."""
        return Slice(self.men, self.kings, self.own_men, self.own_kings)


def _step(square: int, up: bool, right: bool) -> int:
    """Return the neighbour of a square in a diagonal direction, or `NOWHERE`."""
    row, column = divmod(square, 4)
    column = 2 * column + (0 if row % 2 else 1) + (1 if right else -1)
    row += 1 if up else -1
    return row * 4 + column // 2 if 0 <= row < 8 and 0 <= column < 8 else NOWHERE


NEXT: Final = [[_step(square, up, right) for square in range(32)] for up in (True, False) for right in (True, False)]
"""The neighbours of each square, by direction: upward right, upward left, downward right, downward left."""
MASKS: Final = [
    np.array(sorted(sum(1 << square for square in some) for some in combinations(range(32), count)), dtype=np.int64)
    for count in range(PIECES)
]
"""For each number of squares from 0 to 3, all sets of this size, as bit masks in ascending order.

The rank of a set is its index in the list for its size. Men and kings have the same ranks.
"""


def _reversed(mask: Array) -> Array:
    """Return bit masks with their squares renumbered from the other side of the board."""
    turned = np.zeros_like(mask)
    for square in range(32):
        turned |= (mask >> square & 1) << (31 - square)
    return turned


def _rank(mask: Array, count: int) -> Array:
    """Return the number (rank) of each bit mask in the ordered list of all sets of `count` squares (`MASKS`)."""
    return np.asarray(np.searchsorted(MASKS[count], mask))


class Side(NamedTuple):
    """Men and kings of one side as bit masks of squares, one row per position."""

    men: Array
    kings: Array

    @property
    def all(self) -> Array:
        """Bit masks of the squares of all pieces of the side."""
        return self.men | self.kings

    def select(self, rows: Array) -> Side:
        """Return the pieces in the positions whose rows are in `rows`."""
        return Side(self.men[rows], self.kings[rows])


def _index(own: Side, other: Side, material: Slice) -> Array:
    """Return the numbers that positions of one material have in the table.

    Each side's squares are numbered from its own back row.
    """
    ranks = (
        _rank(own.men, material.own_men),
        _rank(own.kings, material.own_kings),
        _rank(other.men, material.men),
        _rank(other.kings, material.kings),
    )
    place = endgame.PLACES[material]
    steps = (place.men, place.kings, 1, place.other_kings)
    number: Array = np.full(len(own.men), place.base)
    for rank, step in zip(ranks, steps, strict=True):
        number = number + rank * step
    return number


def _positions(material: Slice) -> tuple[Array, Side, Side]:
    """Return the numbers and both sides' pieces of all positions of a material (no two pieces share a square)."""
    place = endgame.PLACES[material]
    number = np.arange(place.size)
    own = Side(
        MASKS[material.own_men][number // place.men],
        MASKS[material.own_kings][number % place.men // place.kings],
    )
    other = Side(
        MASKS[material.men][number % place.other_kings],
        MASKS[material.kings][number % place.kings // place.other_kings],
    )
    men, kings = other
    turned_other = Side(_reversed(men), _reversed(kings))
    apart = (
        (own.men & own.kings == 0) & (turned_other.men & turned_other.kings == 0) & (own.all & turned_other.all == 0)
    )
    return number[apart] + place.base, own.select(apart), other.select(apart)


def _steps(own: Side, other: Side, material: Slice) -> Iterator[tuple[Array, Array]]:
    """Yield, for each possible step without a capture, the positions that allow it and the positions after it.

    The positions that allow it are given by their rows, those after it by their numbers in the table.
    """
    empty = ~(own.all | _reversed(other.all))
    for direction, nexts in enumerate(NEXT):
        for square, target in enumerate(nexts):
            if target == NOWHERE:
                continue
            free = empty >> target & 1
            both = 1 << square | 1 << target
            rows = np.flatnonzero(own.kings >> square & free)
            if len(rows):
                own_rows, other_rows = own.select(rows), other.select(rows)
                yield rows, _index(other_rows, Side(own_rows.men, own_rows.kings ^ both), material.turned)
            rows = np.flatnonzero(own.men >> square & free) if direction < 2 else rows[:0]
            if len(rows):
                own_rows, other_rows = own.select(rows), other.select(rows)
                yield rows, _after_step(own_rows, other_rows, material, square, target)


def _after_step(own: Side, other: Side, material: Slice, square: int, target: int) -> Array:
    """Return the table's numbers of the positions after a man's step. On the last row the man becomes a king."""
    if target < 28:
        moved = Side(own.men ^ (1 << square | 1 << target), own.kings)
        return _index(other, moved, material.turned)
    crowned = Slice(material.men, material.kings, material.own_men - 1, material.own_kings + 1)
    return _index(other, Side(own.men ^ 1 << square, own.kings | 1 << target), crowned)


class Jump(NamedTuple):
    """Captures in progress, a row for each. `own` does not include the jumping piece.

    `row` is the row of the position in which the capture began.
    """

    row: Array
    own: Side
    other: Side
    """The other side's pieces, with squares numbered from the jumping side."""

    def select(self, rows: Array) -> Jump:
        """Return only the captures in some rows. `rows` are their indices."""
        return Jump(self.row[rows], self.own.select(rows), self.other.select(rows))


def _leaps(jump: Jump, square: int, king: bool) -> Iterator[tuple[int, Array, Jump]]:
    """Yield each jump from `square`: the landing square, the rows of `jump` that allow it, and the state after it."""
    empty = ~(jump.own.all | jump.other.all)
    for nexts in NEXT if king else NEXT[:2]:
        over = nexts[square]
        target = nexts[over] if over != NOWHERE else NOWHERE
        if target == NOWHERE:
            continue
        rows = np.flatnonzero(jump.other.all >> over & empty >> target & 1)
        if len(rows):
            far = jump.select(rows)
            left = Side(far.other.men & ~(1 << over), far.other.kings & ~(1 << over))
            yield target, rows, Jump(far.row, far.own, left)


def _captures(jump: Jump, square: int, king: bool, first: bool = True) -> Iterator[tuple[Array, Side, Side]]:
    """Yield the positions after all complete captures by the jumping piece: rows, own pieces, other side's pieces.

    The other side's squares are numbered from the jumping side, too. `first` is False after the first jump.
    """
    goes_on = np.zeros(len(jump.row), dtype=bool)
    for target, rows, after in _leaps(jump, square, king):
        goes_on[rows] = True
        if not king and target >= 28:
            yield after.row, Side(after.own.men, after.own.kings | 1 << target), after.other
        else:
            yield from _captures(after, target, king, first=False)
    if not first:
        ended = jump.select(np.flatnonzero(~goes_on))
        own = Side(ended.own.men, ended.own.kings | 1 << square) if king else ended.own
        own = own if king else Side(ended.own.men | 1 << square, ended.own.kings)
        yield ended.row, own, ended.other


def _all_captures(own: Side, other: Side) -> Iterator[tuple[Array, Side, Side]]:
    turned_other = Side(_reversed(other.men), _reversed(other.kings))
    for square in range(32):
        bit = 1 << square
        rows = np.flatnonzero(own.kings >> square & 1)
        pieces = own.select(rows)
        yield from _captures(
            Jump(rows, Side(pieces.men, pieces.kings ^ bit), turned_other.select(rows)), square, king=True
        )
        rows = np.flatnonzero(own.men >> square & 1)
        pieces = own.select(rows)
        yield from _captures(
            Jump(rows, Side(pieces.men ^ bit, pieces.kings), turned_other.select(rows)), square, king=False
        )


def _count(mask: Array) -> Array:
    count = np.zeros_like(mask)
    for square in range(32):
        count += mask >> square & 1
    return count


def _by_material(own: Side, other: Side) -> Iterator[tuple[Slice, Array]]:
    """Yield each material that occurs in positions after a capture, and the rows that have it.

    The material is seen from the next side to move.
    """
    counts = np.stack([_count(mask) for mask in (other.men, other.kings, own.men, own.kings)], axis=1)
    for material in np.unique(counts, axis=0):
        yield Slice(*map(int, material)), np.flatnonzero((counts == material).all(axis=1))


def _settle_captures(value: Array, own: Side, other: Side) -> tuple[Array, Array]:
    """Return two arrays: whether each row has a capture, and the row's value after its best capture.

    A row is a position, with its pieces in `own` and `other`. `value` is the whole table, in which the positions after
    captures are solved already. Values in rows without a capture have no meaning.
    """
    count = len(own.men)
    is_open = np.zeros(count, dtype=bool)
    quickest = np.full(count, 255)  # the quickest win, as the plies to the other side's loss
    slowest = np.zeros(count, dtype=int)
    holds = np.zeros(count, dtype=bool)
    for rows, mine, theirs in _all_captures(own, other):
        is_open[rows] = True
        for material, chosen in _by_material(mine, theirs):
            codes = _codes(value, mine.select(chosen), theirs.select(chosen), material)
            lost = codes % 2 == 1
            np.minimum.at(quickest, rows[chosen][lost], codes[lost])
            np.maximum.at(slowest, rows[chosen], codes)
            holds[rows[chosen][codes == DRAW]] = True
    result = np.where(quickest < 255, quickest + 1, np.where(holds, DRAW, slowest + 1))
    return is_open, result


def _codes(value: Array, mine: Side, theirs: Side, material: Slice) -> Array:
    """Return the values of positions after captures, as the side to move next sees them.

    `value` holds the values of the whole table. `mine` are the pieces of the side that captured, `theirs` those of the
    side to move next, all with squares numbered from the side that captured. All positions have the same `material`,
    seen from the side to move next.
    """
    if not material.own_men + material.own_kings:
        return np.full(len(mine.men), LOST_NOW)
    own = Side(_reversed(theirs.men), _reversed(theirs.kings))
    return value[_index(own, mine, material)].astype(int)


class Solved(NamedTuple):
    """The solved table: three arrays whose index is the number of a position.

    `value` has the results of the positions. Some numbers belong to no position: `real` is False for them. `jumps` is
    True if the position has a capture.
    """

    value: Array
    real: Array
    jumps: Array


class Quiet(NamedTuple):
    """Positions of one material without a possible capture: their numbers, and the numbers after each step.

    A row of `successors` belongs to a position, a column to a step. Unused columns hold `endgame.SIZE`.
    """

    number: Array
    successors: Array


def _prepare(solved: Solved, material: Slice) -> Quiet:
    """Find the values of the positions of a material that have captures or no moves. Return the other positions."""
    value = solved.value
    number, own, other = _positions(material)
    is_open, settled = _settle_captures(value, own, other)
    value[number[is_open]] = settled[is_open]
    solved.jumps[number[is_open]] = True
    solved.real[number] = True
    quiet = np.flatnonzero(~is_open)
    number, own, other = number[quiet], own.select(quiet), other.select(quiet)
    width = 2 * material.own_men + 4 * material.own_kings
    successors = np.full((len(number), width), endgame.SIZE, dtype=np.int32)
    filled = np.zeros(len(number), dtype=int)
    for rows, leads_to in _steps(own, other, material):
        successors[rows, filled[rows]] = leads_to
        filled[rows] += 1
    value[number[filled == 0]] = LOST_NOW
    waiting = filled > 0
    return Quiet(number[waiting], successors[waiting])


def _sweep(value: Array, quiet: Quiet, plies: int) -> Quiet:
    """Find the positions of `quiet` that are won or lost in exactly `plies` plies. Return the others.

    `value` holds the values of the whole table, and gets those of the positions that were found.
    """
    after = value[quiet.successors]
    if plies % 2:
        settled = (after == plies).any(axis=1)
    else:
        settled = ((after % 2 == 0) & (after > 0) & (after <= plies)).all(axis=1)
    value[quiet.number[settled]] = plies + 1
    return Quiet(quiet.number[~settled], quiet.successors[~settled])


def _solve(solved: Solved, materials: tuple[Slice, ...]) -> None:
    """Find the values of all positions of some materials.

    The moves of one material may lead to another one. Each sweep over the positions finds the results that are one ply
    longer than those of the sweep before.
    """
    value = solved.value
    waiting = [_prepare(solved, material) for material in materials]
    plies, longest = 0, int(value[:-1].max())
    while plies <= longest:
        plies += 1
        before = sum(len(quiet.number) for quiet in waiting)
        waiting = [_sweep(value, quiet, plies) for quiet in waiting]
        if sum(len(quiet.number) for quiet in waiting) < before:
            longest = max(longest, plies + 1)


def solve() -> Solved:
    """Solve every position of two to four pieces. Numbers that belong to no position get the value 0."""
    value = np.zeros(endgame.SIZE + 1, dtype=np.uint8)
    real, jumps = np.zeros(endgame.SIZE, dtype=bool), np.zeros(endgame.SIZE, dtype=bool)
    solved = Solved(value, real, jumps)
    value[endgame.SIZE] = WON_NEXT  # never the best of the real successors of a position
    materials = sorted(
        (Slice(*counts) for counts in endgame.PLACES),
        key=lambda material: (material.pieces, material.own_men + material.men),
    )
    solved_materials: set[Slice] = set()
    for material in materials:
        if material not in solved_materials:
            both = (material,) if material == material.turned else (material, material.turned)
            _solve(solved, both)
            solved_materials.update(both)
            print(f"{time.process_time():6.1f} s  {material}", flush=True)
    return Solved(value[:-1], real, jumps)


def packed(solved: Solved) -> bytes:
    """Return the content of the table's file.

    Entries that are never read repeat the byte before them, so that the table compresses well.
    """
    plies = solved.value.astype(int) - 1
    won = solved.value % 2 == 0
    table = np.where(solved.value == DRAW, endgame.DRAWN, np.where(won, endgame.WON, endgame.LOST + plies // 2))
    last_read = np.where(solved.real & ~solved.jumps, np.arange(endgame.SIZE), 0)
    return squeezed(table.astype(np.uint8)[np.maximum.accumulate(last_read)].tobytes())


def squeezed(data: bytes) -> bytes:
    """Compress a table by LZMA without context bits, because a byte does not predict the bits of the next byte."""
    plain = {"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "lp": 0, "pb": 0}
    return lzma.compress(data, lzma.FORMAT_ALONE, filters=[plain])


def main(target: str) -> None:
    """Solve the positions and write the table to the file `target`."""
    data = packed(solve())
    Path(target).write_bytes(data)
    print(f"{len(data)} bytes")


if __name__ == "__main__":
    main(sys.argv[1])
