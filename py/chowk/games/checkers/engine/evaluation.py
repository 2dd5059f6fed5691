"""What a Checkers board without an open capture is worth, in hundredths of a man.

Men are looked up in nine overlapping blocks of eight squares, four rows by two: three blocks side by side on rows
1 to 4, on rows 3 to 6, and on rows 5 to 8. Kings add their squares and their numbers, and the side to move adds
the tempo and "the move", as players call the opposition. Every weight has a value for a full board and one for a
bare board, mixed by the number of pairs of pieces. `py/tools/tune_checkers.py` learns the weights from self-play.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from chowk.core import supplies
from chowk.games.checkers.rules import BIT

ENTRIES: Final = 3**8
"""The ways to fill a block: each square empty, Black's or White's, the first square the lowest digit."""
HALF: Final = (1 << 17) - 1
"""Four rows of the board from its lower edge; shifts by 9 and 18 bring the others down."""
FIELD: Final = 13
"""The bits for the number of a block's filling where three of them share an integer."""
LOW: Final = (1 << FIELD) - 1
TABLES: Final = ((0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (3, -1), (2, -1), (1, -1), (0, -1))
"""For each block its table: blocks opposite each other share one, as their fillings mirror with colours changed."""
KINDS: Final = 4
"""Numbers of kings told apart: none, one, two, more."""
SYSTEM: Final = sum(BIT[square] for row in (0, 2, 4, 6) for square in range(4 * row + 1, 4 * row + 5))
"""The rows whose pieces are counted to find out who has the move."""
FULL, BARE = 24, 4
"""The numbers of pieces at which a weight's two values hold."""

SQUARES_AT: Final = 5 * ENTRIES
"""In a vector of weights: five tables of blocks, then a king's squares, numbers of kings, man, tempo, move."""
KINGS_AT: Final = SQUARES_AT + 32
MAN_AT: Final = KINGS_AT + KINDS * KINDS
TEMPO_AT: Final = MAN_AT + 1
MOVE_AT: Final = TEMPO_AT + 1
SIZE: Final = MOVE_AT + 1


class Scale(NamedTuple):
    """The weights for one number of pieces, laid out for looking up.

    `blocks` are the nine tables with each man's worth in them; `kings` is indexed by Black's number of kings
    times `KINDS` plus White's; `chunks` are, for each two rows, what the kings of Black's on a set of their eight
    squares are worth; `mirrored` the same for White's.
    """

    blocks: tuple[Sequence[int], ...]
    chunks: tuple[Sequence[int], ...]
    mirrored: tuple[Sequence[int], ...]
    kings: Sequence[int]
    tempo: int
    move: int


def write(full: Sequence[int], bare: Sequence[int]) -> bytes:
    """Two vectors of weights as `read` reads them: 16 bits each, low byte first, packed by zlib."""
    data = array("h", [*full, *bare])
    if sys.byteorder == "big":
        data.byteswap()
    return zlib.compress(data.tobytes(), 9)


def read(data: bytes) -> tuple[Sequence[int], Sequence[int]]:
    """The weights for a full board and for a bare one."""
    weights = array("h", zlib.decompress(data))
    if sys.byteorder == "big":
        weights.byteswap()
    return weights[:SIZE], weights[SIZE:]


@cache
def _weights() -> tuple[Sequence[int], Sequence[int]]:
    return read(supplies.data("checkers", "weights.bin"))


def _packed(digit: int) -> list[int]:
    """For each set of men on four rows: the numbers of the fillings that it makes of three blocks, in one integer.

    The set's colour is `digit`; the two colours' numbers add up to the number of the whole filling.
    """
    found = [0] * (HALF + 1)
    for square in range(1, 17):
        row, file = divmod(square - 1, 4)
        places = ((block, 2 * row + file - block) for block in range(3) if 0 <= file - block < 2)
        found[BIT[square]] = sum(digit * 3**place << FIELD * block for block, place in places)
    for mask in range(1, HALF + 1):
        low = mask & -mask
        found[mask] = found[low] + found[mask ^ low]
    return found


BLACK_MEN: Final = _packed(1)
WHITE_MEN: Final = _packed(2)


def opposite(filling: int) -> int:
    """The number of the filling that the other player sees from the other side, colours changed."""
    seen = 0
    for _ in range(8):
        filling, digit = divmod(filling, 3)
        seen = 3 * seen + (0, 2, 1)[digit]
    return seen


@cache
def _opposites() -> Sequence[int]:
    return array("h", map(opposite, range(ENTRIES)))


@cache
def _men() -> Sequence[int]:
    """By filling: Black's men less White's."""
    counts = [0]
    for _ in range(8):
        counts = [count + digit for digit in (0, 1, -1) for count in counts]
    return counts


@cache
def scale(pairs: int) -> Scale:
    """The weights for so many pairs of pieces on the board."""
    full, bare = _weights()
    part = max(0.0, (2 * pairs - BARE) / (FULL - BARE))
    return _laid_out([round(part * high + (1 - part) * low) for high, low in zip(full, bare, strict=True)])


def _laid_out(weights: Sequence[int]) -> Scale:
    squares = weights[SQUARES_AT:KINGS_AT]
    return Scale(
        tuple(_block(weights, number) for number in range(9)),
        tuple(_chunk(squares[8 * part : 8 * part + 8]) for part in range(4)),
        tuple(_chunk(squares[::-1][8 * part : 8 * part + 8]) for part in range(4)),
        [
            weights[KINGS_AT + KINDS * black + white] - weights[KINGS_AT + KINDS * white + black]
            for black in range(KINDS)
            for white in range(KINDS)
        ],
        weights[TEMPO_AT],
        weights[MOVE_AT],
    )


def _block(weights: Sequence[int], number: int) -> Sequence[int]:
    table, sign = TABLES[number]
    values = weights[table * ENTRIES : (table + 1) * ENTRIES]
    if table == 4:  # this block is its own opposite
        values = [value - values[other] for value, other in zip(values, _opposites(), strict=True)]
    elif sign < 0:
        values = [-values[other] for other in _opposites()]
    if number in (0, 2, 6, 8):  # these four cover the board without overlapping
        values = [value + weights[MAN_AT] * men for value, men in zip(values, _men(), strict=True)]
    return array("h", values)


def _chunk(squares: Sequence[int]) -> Sequence[int]:
    sums = [0]
    for value in squares:
        sums += [value + rest for rest in sums]
    return sums


def evaluate(black: int, white: int, kings: int, side: int, count: int) -> int:
    """What a board of `count` pieces is worth to the side to move."""
    blocks, chunks, mirrored, by_kings, tempo, move = scale(count >> 1)
    worth = 0
    if not count & 1:
        tempo += move if ((black | white) & SYSTEM).bit_count() & 1 else -move
    if kings:
        crowned, others = black & kings, white & kings
        worth = by_kings[KINDS * min(3, crowned.bit_count()) + min(3, others.bit_count())]
        for low, high in zip(chunks, mirrored, strict=True):
            worth += low[crowned & 255] - high[others & 255]
            crowned >>= 9
            others >>= 9
        black &= ~kings
        white &= ~kings
    fill = BLACK_MEN[black & HALF] + WHITE_MEN[white & HALF]
    worth += blocks[0][fill & LOW] + blocks[1][fill >> 13 & LOW] + blocks[2][fill >> 26]
    fill = BLACK_MEN[black >> 9 & HALF] + WHITE_MEN[white >> 9 & HALF]
    worth += blocks[3][fill & LOW] + blocks[4][fill >> 13 & LOW] + blocks[5][fill >> 26]
    fill = BLACK_MEN[black >> 18] + WHITE_MEN[white >> 18]
    worth += blocks[6][fill & LOW] + blocks[7][fill >> 13 & LOW] + blocks[8][fill >> 26]
    return tempo - worth if side else tempo + worth
