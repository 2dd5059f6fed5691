"""The end of the game played out: exact results, in discs."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from chowk.games.reversi.engine.board import BOARD, DISC, FULL, HITS, RUNS, lay_out, plain
from chowk.games.reversi.engine.midgame import PREFERRED
from chowk.games.reversi.engine.patterns import UNIT, Weights, fields, indices

MOST: Final = 64
"""The greatest difference in discs; an empty square counts for the winner."""
SMALL: Final = 5
"""With so many empty squares or fewer, sorting moves and remembering positions costs more than it saves."""
WEIGHED: Final = 12
"""With so many empty squares or more, moves are sorted by their evaluation as well."""
SLICED: Final = 8
"""A pause is made before every position with so many empty squares."""
ROOM: Final = 250_000
"""How many positions the table holds before it is emptied."""

Slices = Generator[None, None, int]
_QUARTER: Final = tuple(1 << (at // 32 * 2 + at % 8 // 4) for at in range(64))


def _seen_from(at: int) -> int:
    """The squares in line with a square, as a plain mask laid above the lanes."""
    row, file = divmod(at, 8)
    lines = (
        spot
        for spot in range(64)
        if spot // 8 == row or spot % 8 == file or abs(spot // 8 - row) == abs(spot % 8 - file)
    )
    return sum(1 << BOARD + spot for spot in lines)


_SEEN: Final = tuple(_seen_from(at) for at in range(64))
_Try = tuple[int, int, int, int]
_Child = tuple[int, int, int, int, int, int]


class Solver:
    """Finds the exact value of moves near the end, remembering what it has met."""

    def __init__(self, own: int, other: int, found: Weights | None = None) -> None:
        """A solver at the position of these plain masks, helped by the weights for the end if there are any."""
        self._weights = found
        self._own, self._other = lay_out(own), lay_out(other)
        self._empty = FULL & ~(self._own | self._other)
        self._tries: tuple[_Try, ...] = tuple(
            (HITS[at], DISC[at], _QUARTER[at], at) for at in PREFERRED if not (own | other) >> at & 1
        )
        self._odd = 0
        for *_, quarter, _ in self._tries:
            self._odd ^= quarter
        self._table: dict[tuple[int, int], tuple[int, int, int]] = {}
        self._last: dict[int, dict[int, int]] = {at: {} for *_, at in self._tries}
        self.nodes = 0

    @property
    def empties(self) -> int:
        """How many squares are empty."""
        return len(self._tries)

    def moves(self) -> list[int]:
        """The squares on which a disc may be laid, the most promising first."""
        return [child[-1] for child in self._first()]

    def value(self, move: int, low: int, high: int) -> Slices:
        """The value of a move to the side that makes it, true between `low` and `high`, else a bound (fail-soft)."""
        _, own, other, empty, odd, _ = next(child for child in self._first() if child[-1] == move)
        return -(yield from self._solve(own, other, empty, odd, self.empties - 1, -high, -low))

    def _first(self) -> list[_Child]:
        return self._children(self._own, self._other, self._empty, self._odd, -1)

    def solve(self, low: int = -MOST, high: int = MOST) -> Slices:
        """The value of the position to the side to move, true between `low` and `high`, else a bound (fail-soft)."""
        return (yield from self._solve(self._own, self._other, self._empty, self._odd, self.empties, low, high))

    def _solve(self, own: int, other: int, empty: int, odd: int, left: int, low: int, high: int) -> Slices:
        if left <= SMALL:
            return self._small(own, other, empty, odd, left, low, high)
        if left == SLICED:
            yield
        key = (own, other)
        known = self._table.get(key)
        guess = -1
        if known is not None:
            least, most, guess = known
            if least >= high or least == most:
                return least
            if most <= low:
                return most
        children = self._children(own, other, empty, odd, guess)
        if left >= WEIGHED and len(children) > 1:
            self._weigh(children, guess)
        if not children:
            if (other << 1 & own) + own & empty:
                return -(yield from self._solve(other, own, empty, odd, left, -high, -low))
            return _final(own, other)
        best, move, floor = -MOST - 1, -1, low
        for _, there, here, rest, parity, at in children:
            if move < 0:
                value = -(yield from self._solve(there, here, rest, parity, left - 1, -high, -floor))
            else:
                value = -(yield from self._solve(there, here, rest, parity, left - 1, -floor - 1, -floor))
                if floor < value < high:
                    value = -(yield from self._solve(there, here, rest, parity, left - 1, -high, -value))
            if value > best:
                best, move = value, at
                if value > floor:
                    floor = value
                    if value >= high:
                        break
        if len(self._table) >= ROOM:
            self._table.clear()
        self._table[key] = (best if best > low else -MOST, best if best < high else MOST, move)
        return best

    def _weigh(self, children: list[_Child], guess: int) -> None:
        """Sorts the children again, each disc of their worth to the other side counted like half a hit of its."""
        if self._weights is None:
            return
        weigh = self._weights.mine.__getitem__
        for place, (key, own, other, empty, odd, at) in enumerate(children):
            if at != guess:
                worth = sum(map(weigh, indices(fields(plain(own), plain(other)))))
                children[place] = (key + 2 * worth // UNIT, own, other, empty, odd, at)
        children.sort()

    def _children(self, own: int, other: int, empty: int, odd: int, guess: int) -> list[_Child]:
        """Each legal move's position from the other side, sorted: the guess, then few replies, odd quarters."""
        hits = (own << 1 & other) + other & empty
        self.nodes += 1
        children = []
        if hits:
            for place, (spots, disc, quarter, at) in enumerate(self._tries):
                found = hits & spots
                if found:
                    mask = 0
                    while found:
                        low = found & -found
                        end = low.bit_length()
                        mask |= RUNS[end][end - (own & low - 1).bit_length()]
                        found ^= low
                    here, there, rest = own | mask | disc, other ^ mask, empty ^ spots
                    key = 4 * ((there << 1 & here) + here & rest).bit_count()
                    key += place // 4 - (4 if odd & quarter else 0)
                    children.append((-999 if at == guess else key, there, here, rest, odd ^ quarter, at))
            children.sort()
        return children

    def _small(self, own: int, other: int, empty: int, odd: int, left: int, low: int, high: int) -> int:
        self.nodes += 1
        hits = (own << 1 & other) + other & empty
        if not hits:
            if (other << 1 & own) + own & empty:
                return -self._small(other, own, empty, odd, left, -high, -low)
            return _final(own, other)
        best = -MOST - 1
        left -= 1
        for parity in (odd, 15 ^ odd):
            for spots, disc, quarter, _ in self._tries:
                found = hits & spots
                if found and quarter & parity:
                    mask = 0
                    while found:
                        bit = found & -found
                        end = bit.bit_length()
                        mask |= RUNS[end][end - (own & bit - 1).bit_length()]
                        found ^= bit
                    here, there, rest = own | mask | disc, other ^ mask, empty ^ spots
                    if left == 1:
                        value = -self._one(there, here, rest)
                    elif left:
                        value = -self._small(there, here, rest, odd ^ quarter, left, -high, -low)
                    else:
                        value = 2 * (here >> BOARD).bit_count() - 64
                    if value > best:
                        best = value
                        if value > low:
                            low = value
                            if value >= high:
                                return best
        return best

    def _one(self, own: int, other: int, empty: int) -> int:
        """The value with one empty square, which is left in `empty`."""
        hits = (own << 1 & other) + other & empty
        mine = 2 * (own >> BOARD).bit_count()
        if hits:
            return mine - 62 + 2 * _count(own, hits)
        hits = (other << 1 & own) + own & empty
        if hits:
            return mine - 64 - 2 * _count(other, hits)
        return mine - 62 if mine > 63 else mine - 64


def _count(own: int, found: int) -> int:
    """How many discs the move with these hits turns."""
    count = 0
    while found:
        low = found & -found
        end = low.bit_length()
        count += end - (own & low - 1).bit_length() - 1
        found ^= low
    return count


def _final(own: int, other: int) -> int:
    mine, theirs = (own >> BOARD).bit_count(), (other >> BOARD).bit_count()
    if mine == theirs:
        return 0
    return 64 - 2 * theirs if mine > theirs else 2 * mine - 64
