"""Looking ahead in the middle of the game: iterative deepening, principal variation search, a table of positions."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Final, NamedTuple

from chowk.games.reversi.engine.board import BOARD, DISC, FULL, HITS, lay_out
from chowk.games.reversi.engine.patterns import BOTH, BYTES, LAID, TURNS, UNIT, Weights, fields, unpack

FAR: Final = 10_000 * UNIT
"""More than any value."""
ROOM: Final = 120_000
"""How many positions the table holds before it is emptied."""

SHALLOW: Final = (0, 0, 0, 1, 2, 3, 2, 3, 4, 5, 6, 7, 8)
"""For each depth from 3 on: the depth of the look that may spare one; the last for all deeper ones."""
CUT: Final = 1.5
"""A look is spared if a shallower one says that it would fail by so many standard deviations."""
# Standard deviations, in discs, of the value two and four moves deeper, with 12, 20, 28, 36 and 44 discs on the board.
_DEVIATIONS: Final = ((1.0, 1.2, 1.7, 2.9, 3.8), (1.2, 1.8, 3.2, 4.2, 4.7))

# Corners first, the squares beside them last.
_RANK: Final = (
    0, 6, 2, 2, 2, 2, 6, 0,
    6, 7, 4, 4, 4, 4, 7, 6,
    2, 4, 1, 3, 3, 1, 4, 2,
    2, 4, 3, 5, 5, 3, 4, 2,
    2, 4, 3, 5, 5, 3, 4, 2,
    2, 4, 1, 3, 3, 1, 4, 2,
    6, 7, 4, 4, 4, 4, 7, 6,
    0, 6, 2, 2, 2, 2, 6, 0,
)  # fmt: skip
PREFERRED: Final = tuple(sorted(range(64), key=lambda at: _RANK[at]))
"""The squares in the order in which they are worth trying."""

Slices = Generator[None, None, int]
Child = tuple[int, int, int, int, int]
"""A position after a move, for the side then to move: own and other discs, empty squares, fields; and the move."""


class Ranked(NamedTuple):
    """A move and its value in parts of a disc for the side to move."""

    move: int
    value: int


class Looker:
    """Looks ahead from one position, deeper and deeper.

    `ranking` holds the moves that were searched to `depth`, the best first: while a step goes on, from its second
    move on, only those that it has searched, for older values are none to compare with. `order` holds all moves in
    the order in which they are to be tried.
    """

    def __init__(self, own: int, other: int, found: Weights, margin: int = 0) -> None:
        """A looker at the position of these plain masks.

        Moves within `margin` of the best one get true values; the others only what they are worth at most.
        """
        self._own, self._other = lay_out(own), lay_out(other)
        self._empty = FULL & ~(self._own | self._other)
        self._fields = fields(own, other)
        self._weights = found
        self._own_hits = tuple(-value for value in found.own)
        self._other_hits = tuple(-value for value in found.other)
        self._margin = margin
        self._sure = _sure((own | other).bit_count())
        self._tries = tuple((HITS[at], DISC[at], LAID[at], at) for at in PREFERRED if not (own | other) >> at & 1)
        self._table: dict[int, tuple[int, int, int, int]] = {}
        self.nodes = 0
        self.depth = 0
        self.ranking: tuple[Ranked, ...] = ()
        self.order: tuple[int, ...] = tuple(at for *_, at in self._moves())

    def deepen(self, depth: int) -> Iterator[None]:
        """Looks 1, 2, ... up to `depth` moves ahead, pausing every few milliseconds; needs at least one move."""
        for ahead in range(1, depth + 1):
            yield from self._step(ahead)

    def _moves(self) -> list[Child]:
        return self._children(self._own, self._other, self._empty, self._fields)

    def _step(self, depth: int) -> Iterator[None]:
        """Looks at every move once more; what it finds counts as soon as there is a choice."""
        moves = {child[4]: child for child in self._moves()}
        before = self.order
        done: list[Ranked] = []
        best = -FAR
        for at in before:
            floor = max(-FAR, best - self._margin - 1)
            value = yield from self._child(moves[at], depth, floor, FAR, first=not done)
            done.append(Ranked(at, value))
            best = max(best, value)
            if len(done) > 1 or len(before) == 1:
                self.depth = depth
                self.ranking = tuple(sorted(done, key=lambda ranked: -ranked.value))
                self.order = (*(ranked.move for ranked in self.ranking), *before[len(done) :])

    def _child(self, child: Child, depth: int, low: int, high: int, *, first: bool) -> Slices:
        own, other, empty, packed, _ = child
        if first:
            return -(yield from self._look(own, other, empty, packed, depth - 1, -high, -low))
        value = -(yield from self._look(own, other, empty, packed, depth - 1, -low - 1, -low))
        if low < value:
            value = -(yield from self._look(own, other, empty, packed, depth - 1, -high, -low))
        return value

    def _look(self, own: int, other: int, empty: int, packed: int, depth: int, low: int, high: int) -> Slices:
        """The value for the side that has `own`, true between `low` and `high`, else a bound (fail-soft)."""
        if depth <= 1:
            return self._near(own, other, empty, packed, high) if depth else self._value(own, other, empty, packed)
        if depth == 3:
            yield
        known = self._table.get(packed)
        guess = -1
        if known is not None:
            looked, least, most, guess = known
            if looked >= depth:
                if least >= high or least == most:
                    return least
                if most <= low:
                    return most
        if depth > 2 and high - low == 1:
            spared = yield from self._spare(own, other, empty, packed, depth, low, high)
            if spared is not None:
                return spared
        children = self._children(own, other, empty, packed)
        if not children:
            if (other << 1 & own) + own & empty:
                return -(yield from self._look(other, own, empty, BOTH - packed, depth, -high, -low))
            return final(own, other)
        children = self._sorted(children, guess, depth)
        best, move, floor = -FAR, -1, low
        for child in children:
            there, here, left, after, at = child
            if best == -FAR:
                value = -(yield from self._look(there, here, left, after, depth - 1, -high, -floor))
            else:
                value = -(yield from self._look(there, here, left, after, depth - 1, -floor - 1, -floor))
                if floor < value < high:
                    value = -(yield from self._look(there, here, left, after, depth - 1, -high, -floor))
            if value > best:
                best, move = value, at
                if value > floor:
                    floor = value
                    if value >= high:
                        break
        self._keep(packed, depth, best, low, high, move)
        return best

    def _spare(
        self, own: int, other: int, empty: int, packed: int, depth: int, low: int, high: int
    ) -> Generator[None, None, int | None]:
        """The bound that a shallower look makes all but certain (Buro's ProbCut), if it does."""
        shallow = SHALLOW[min(depth, len(SHALLOW) - 1)]
        sure = self._sure[depth - shallow > 2]
        now = self._value(own, other, empty, packed)
        if now >= high:
            bound = high + sure
            if (yield from self._look(own, other, empty, packed, shallow, bound - 1, bound)) >= bound:
                return high
        elif now <= low:
            bound = low - sure
            if (yield from self._look(own, other, empty, packed, shallow, bound, bound + 1)) <= bound:
                return low
        return None

    def _keep(self, packed: int, depth: int, best: int, low: int, high: int, move: int) -> None:
        before = self._table.get(packed)
        if before is not None and before[0] > depth:
            return
        if len(self._table) >= ROOM:
            self._table.clear()
        self._table[packed] = (depth, best if best > low else -FAR, best if best < high else FAR, move)

    def _sorted(self, children: list[Child], guess: int, depth: int) -> list[Child]:
        """The children, the one that is best by guess first, then those with the least for the other side."""
        if depth == 2:
            keys = [((own << 1 & other) + other & empty).bit_count() for own, other, empty, _, _ in children]
        else:
            keys = [self._value(own, other, empty, packed) for own, other, empty, packed, _ in children]
        keyed = [(-FAR if child[4] == guess else key, child) for key, child in zip(keys, children, strict=True)]
        keyed.sort()
        return [child for _, child in keyed]

    def _children(self, own: int, other: int, empty: int, packed: int) -> list[Child]:
        """Each legal move's position from the other side, with the square."""
        hits = (own << 1 & other) + other & empty
        children = []
        if hits:
            packed = BOTH - packed
            for spots, disc, laid, at in self._tries:
                found = hits & spots
                if found:
                    mask, change = 0, laid
                    while found:
                        low = found & -found
                        end = low.bit_length()
                        run, turn = TURNS[end][end - (own & low - 1).bit_length()]
                        mask |= run
                        change += turn
                        found ^= low
                    children.append((other ^ mask, own | mask | disc, empty ^ spots, packed - change, at))
        return children

    def _near(self, own: int, other: int, empty: int, packed: int, high: int) -> int:
        """The value one move ahead, cut off at `high`."""
        hits = (own << 1 & other) + other & empty
        if not hits:
            return self._near_pass(own, other, empty, packed)
        weigh, mine, theirs = self._weights.theirs.__getitem__, self._own_hits, self._other_hits
        best = -FAR
        for spots, disc, laid, _ in self._tries:
            found = hits & spots
            if found:
                mask, change = 0, laid
                while found:
                    low = found & -found
                    end = low.bit_length()
                    run, turn = TURNS[end][end - (own & low - 1).bit_length()]
                    mask |= run
                    change += turn
                    found ^= low
                here, there, left = own | mask | disc, other ^ mask, empty ^ spots
                self.nodes += 1
                value = (
                    sum(map(weigh, unpack((packed + change).to_bytes(BYTES, "little"))))
                    + mine[((there << 1 & here) + here & left).bit_count()]
                    + theirs[((here << 1 & there) + there & left).bit_count()]
                )
                if value > best:
                    best = value
                    if value >= high:
                        break
        return best

    def _near_pass(self, own: int, other: int, empty: int, packed: int) -> int:
        if (other << 1 & own) + own & empty:
            return -self._near(other, own, empty, BOTH - packed, FAR)
        return final(own, other)

    def _value(self, own: int, other: int, empty: int, packed: int) -> int:
        """The worth of a position to the side that has `own` and is to move, without looking ahead."""
        self.nodes += 1
        return (
            sum(map(self._weights.mine.__getitem__, unpack(packed.to_bytes(BYTES, "little"))))
            + self._weights.own[((own << 1 & other) + other & empty).bit_count()]
            + self._weights.other[((other << 1 & own) + own & empty).bit_count()]
        )


def _sure(discs: int) -> tuple[int, int]:
    """The margins for looks two and four moves shallower, in parts of a disc."""
    at = min(max(0.0, (discs - 12) / 8), 3.999)
    low, part = int(at), at % 1
    two, four = (CUT * UNIT * (row[low] * (1 - part) + row[low + 1] * part) for row in _DEVIATIONS)
    return round(two), round(four)


def final(own: int, other: int) -> int:
    """The value of a finished game: the difference in discs, the empty squares being the winner's."""
    mine, theirs = (own >> BOARD).bit_count(), (other >> BOARD).bit_count()
    if mine == theirs:
        return 0
    return UNIT * (64 - 2 * theirs if mine > theirs else 2 * mine - 64)
