"""Look up endings in plain Python, for programs: the tables of two to four pieces and of five pieces.

The page does not contain this module, because its opponents look up endings with the kernel. Each table is decompressed
on first use. `endgame` describes the table of two to four pieces, `kernel_results` the table of five.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Final

from chowk.engine import assets
from chowk.games.checkers.engine import lookup_five as five
from chowk.games.checkers.engine.endgame import LOST, PIECES, PLACES, WON, Board
from chowk.games.checkers.engine.lookup_board import JUMPERS, JUMPS, STEPS
from chowk.games.checkers.rules import BIT, NUMBER

LOST_NOW: Final = 1
"""The result of `look_up` for a side without pieces, which has already lost."""
FIVES: Final = "fives.bin"
"""The name of the file with the results of five pieces."""


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
    """Return the endgame table, decompressed, and the ranks of sets of squares as Black and as White counts them."""
    return lzma.decompress(assets.data("checkers", "endgame.bin")), _ranked(BIT[1:]), _ranked(BIT[:0:-1])


def _byte(board: Board, side: int) -> int:
    """Return the byte of the endgame table for a position with `side` to move. `side` must have no capture."""
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
    """Yield the result, as in `look_up`, of each winning move, for the player who makes it.

    `boards` are the boards after the possible moves, and `side` is the opponent, who is then to move.
    """
    for board in boards:
        if JUMPERS[side](*board):
            code = look_up(board, side)
        else:
            byte = _byte(board, side)
            code = 2 * (byte - LOST) + 1 if byte >= LOST else 0
        if code % 2:
            yield code + 1


def _best(codes: list[int]) -> int:
    """Return the result of a position, given the results `codes` of the positions after its moves, all as in `look_up`.

    A result is for the side to move, so `codes` are results for the opponent.
    """
    lost = [code for code in codes if code % 2]
    if lost:
        return min(lost) + 1
    return 0 if 0 in codes else max(codes) + 1


# Five pieces ----------------------------------------------------------------------------------------------------------


@cache
def five_results(path: str = "") -> bytes:
    """Return the decompressed table of five pieces from the file `path` or, if that is empty, from the package.

    Raise `chowk.engine.assets.Missing` if the package does not have the table, and `ValueError` if the file is not such
    a table.
    """
    packed = Path(path).read_bytes() if path else assets.data("checkers", FIVES)
    try:
        results = lzma.decompress(packed, lzma.FORMAT_ALONE)
    except lzma.LZMAError as error:
        raise ValueError(f"{path} is no table of endings of five pieces") from error
    if len(results) != five.SIZE // 4:
        raise ValueError(f"{path} is no table of endings of five pieces")
    return results


def look_up_five(board: Board, side: int, results: bytes) -> int:
    """Return the result for `side`, which is to move: 1 if it wins, 0 for a draw, -1 if it loses.

    The board has at most five pieces. `results` are those that `five_results` returns.
    """
    if not board[side]:
        return -1
    pieces = board[0] | board[1]
    if pieces.bit_count() <= PIECES:
        code = look_up(board, side)
        return 0 if not code else -1 if code % 2 else 1
    movers = JUMPERS[side](*board)
    if not movers and board[side].bit_count() > board[1 - side].bit_count():
        index = _index(board, side)
        return _RESULT[results[index >> 2] >> 2 * (index & 3) & 3]
    boards = JUMPS[side](*board, movers) if movers else STEPS[side](*board)
    return max((-look_up_five(after, 1 - side, results) for after in boards), default=-1)


_RESULT: Final = {five.WON: 1, five.LOST: -1, five.DRAWN: 0}


def _index(board: Board, side: int) -> int:
    """Return a position's index in the table of five pieces. `side`, to move, must have more pieces and no capture."""
    own, other, kings = board[side], board[1 - side], board[2]
    places = five.PLACES[
        (own & ~kings).bit_count(), (own & kings).bit_count(), (other & ~kings).bit_count(), (other & kings).bit_count()
    ]
    return (
        places.base
        + _rank(own & ~kings, side) * places.men
        + _rank(own & kings, side) * places.kings
        + _rank(other & kings, 1 - side) * places.other_kings
        + _rank(other & ~kings, 1 - side)
    )


def _rank(squares: int, side: int) -> int:
    """Return the index of a set of squares among all sets of its size, with the squares in the order of `side`."""
    counted = sorted(NUMBER[bit] - 1 if not side else 32 - NUMBER[bit] for bit in BIT[1:] if bit & squares)
    return sum(comb(square, count) for count, square in enumerate(counted, 1))
