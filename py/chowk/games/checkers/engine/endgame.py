"""The endgame table of two to four pieces: won, drawn or lost, and the number of plies to the end.

`py/training/checkers/endgame_checkers.py` makes the table. It is decompressed on first use. It holds a byte for each
position in which the side to move has no capture: `DRAWN`, `WON`, or `LOST` plus half the plies to the end. The length
of a win follows from the successors, one of which is lost. A position with a capture is resolved by its successors.

Positions are numbered by material, then by the ranks of four sets of squares: the men and the kings of the side to
move, the kings and the men of the other side. Each side counts its squares from its own back row, so that Black and
White share the table. The rank of a set is its index among all sets of the same size of the 32 squares, ordered as
masks.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import combinations, product
from math import comb
from typing import Final, NamedTuple, TypeAlias

from chowk.engine import assets
from chowk.games.checkers.engine.board import JUMPERS, JUMPS, STEPS, Board
from chowk.games.checkers.rules import BIT

PIECES: Final = 4
"""Maximum number of pieces in the table."""
DRAWN, WON, LOST = 0, 1, 2
"""The values of a byte of the table. A byte of `LOST + n` means that the side to move loses after 2 n plies."""
LOST_NOW: Final = 1
"""The result of `look_up` for a side without pieces, which has already lost."""

Force: TypeAlias = tuple[int, int, int, int]
"""Material: the numbers of men and of kings of the side to move, then of men and of kings of the other side."""


class Region(NamedTuple):
    """The section of the table for one material (numbers of men and kings of both sides).

    `base` is its first index and `size` its length in bytes. The other fields are the strides of the ranks of own men,
    own kings and the other side's kings. The rank of the other side's men has stride 1.
    """

    base: int
    size: int
    men: int
    kings: int
    other_kings: int


def _places() -> tuple[dict[Force, Region], int]:
    places: dict[Force, Region] = {}
    base = 0
    for own_men, own_kings, men, kings in product(range(PIECES), repeat=4):
        if own_men + own_kings and men + kings and own_men + own_kings + men + kings <= PIECES:
            men_sets = comb(28, men)  # no man is on its king row, which has the highest squares
            steps = (men_sets, men_sets * comb(32, kings), men_sets * comb(32, kings) * comb(32, own_kings))
            size = steps[2] * comb(28, own_men)
            places[own_men, own_kings, men, kings] = Region(base, size, steps[2], steps[1], steps[0])
            base += size
    return places, base


PLACES, SIZE = _places()
"""The table's section for each material (numbers of men and kings of both sides), and its size in bytes."""


def _ranked(bits: Iterable[int]) -> dict[int, int]:
    """Map each set of up to three squares, as a mask, to its rank: its index among the sets of the same size.

    `bits` are the squares in the order in which a side counts them.
    """
    named = list(enumerate(bits))
    ranks = {}
    for count in range(PIECES):
        sets = sorted(
            (sum(1 << index for index, _ in chosen), sum(bit for _, bit in chosen))
            for chosen in combinations(named, count)
        )
        ranks.update({mask: rank for rank, (_, mask) in enumerate(sets)})
    return ranks


@cache
def _tables() -> tuple[bytes, Mapping[int, int], Mapping[int, int]]:
    """Return the decompressed table, and the ranks of sets of squares as counted by Black and by White."""
    return lzma.decompress(assets.data("checkers", "endgame.bin")), _ranked(BIT[1:]), _ranked(BIT[:0:-1])


def _byte(board: Board, side: int) -> int:
    """Return the table's byte for a position with `side` to move, in which `side` has no capture."""
    table, by_black, by_white = _tables()
    black, white, kings = board
    if side:
        own, other, own_ranks, ranks = white, black, by_white, by_black
    else:
        own, other, own_ranks, ranks = black, white, by_black, by_white
    own_kings, other_kings = own & kings, other & kings
    own_men, men = own ^ own_kings, other ^ other_kings
    place = PLACES[own_men.bit_count(), own_kings.bit_count(), men.bit_count(), other_kings.bit_count()]
    return table[
        place.base
        + own_ranks[own_men] * place.men
        + own_ranks[own_kings] * place.kings
        + ranks[other_kings] * place.other_kings
        + ranks[men]
    ]


def look_up(board: Board, side: int) -> int:
    """Return the result of a position with `side` to move: 0 for a draw, otherwise the plies to the end plus one.

    The result is even if `side` wins and odd if it loses.
    """
    if not board[side]:
        return LOST_NOW
    movers = JUMPERS[side](*board)
    if movers:
        return _best([look_up(successor, 1 - side) for successor in JUMPS[side](*board, movers)])
    byte = _byte(board, side)
    if byte != WON:
        return 2 * (byte - LOST) + 1 if byte else 0
    return min(_wins(STEPS[side](*board), 1 - side))


def _wins(boards: Iterable[Board], side: int) -> Iterable[int]:
    """Yield, for each board on which `side` is to move and loses, the result of moving to that board."""
    for board in boards:
        if JUMPERS[side](*board):
            code = look_up(board, side)
        else:
            byte = _byte(board, side)
            code = 2 * (byte - LOST) + 1 if byte >= LOST else 0
        if code % 2:
            yield code + 1


def _best(codes: list[int]) -> int:
    """Return the result of a position, given the results of its successors, each from the other side's view."""
    lost = [code for code in codes if code % 2]
    if lost:
        return min(lost) + 1
    return 0 if 0 in codes else max(codes) + 1
