"""Fast move generation for searches in Python: the boards that a side can reach in one move.

A board is `(black, white, kings)` as in `chowk.games.checkers.rules`: masks of 35 bits in which a step up the board is
a shift by 4 or 5. Moves have no path here: a search only needs the board after a complete move. Two jumps by different
routes to the same end may both be listed. Each direction is written out, because loops over directions cost a third of
the speed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from chowk.games.checkers.engine.endgame import Board
from chowk.games.checkers.rules import BOARD, CROWN

_BLACK_CROWN, _WHITE_CROWN = CROWN


def black_steps(black: int, white: int, kings: int) -> list[Board]:
    """Return the boards after each step of a black piece.

    Steps are listed even if Black can jump and therefore must.
    """
    free = BOARD ^ black ^ white
    boards = []
    men = black & ~kings
    movers = men & free >> 4
    while movers:
        bit = movers & -movers
        movers ^= bit
        target = bit << 4
        boards.append((black ^ bit ^ target, white, kings | target if target & _BLACK_CROWN else kings))
    movers = men & free >> 5
    while movers:
        bit = movers & -movers
        movers ^= bit
        target = bit << 5
        boards.append((black ^ bit ^ target, white, kings | target if target & _BLACK_CROWN else kings))
    if black & kings:
        boards += [(black ^ both, white, kings ^ both) for both in _king_steps(black & kings, free)]
    return boards


def white_steps(black: int, white: int, kings: int) -> list[Board]:
    """Return the boards after each step of a white piece.

    Steps are listed even if White can jump and therefore must.
    """
    free = BOARD ^ black ^ white
    boards = []
    men = white & ~kings
    movers = men & free << 4
    while movers:
        bit = movers & -movers
        movers ^= bit
        target = bit >> 4
        boards.append((black, white ^ bit ^ target, kings | target if target & _WHITE_CROWN else kings))
    movers = men & free << 5
    while movers:
        bit = movers & -movers
        movers ^= bit
        target = bit >> 5
        boards.append((black, white ^ bit ^ target, kings | target if target & _WHITE_CROWN else kings))
    if white & kings:
        boards += [(black, white ^ both, kings ^ both) for both in _king_steps(white & kings, free)]
    return boards


def _king_steps(kings: int, free: int) -> list[int]:
    """Return, for each step of a king, the mask of the two squares where the step starts and ends.

    `free` is the mask of the empty squares.
    """
    masks = []
    movers = kings & free >> 4
    while movers:
        bit = movers & -movers
        movers ^= bit
        masks.append(bit * 17)  # the bit, and the bit four higher
    movers = kings & free >> 5
    while movers:
        bit = movers & -movers
        movers ^= bit
        masks.append(bit * 33)
    movers = kings & free << 4
    while movers:
        bit = movers & -movers
        movers ^= bit
        masks.append(bit | bit >> 4)
    movers = kings & free << 5
    while movers:
        bit = movers & -movers
        movers ^= bit
        masks.append(bit | bit >> 5)
    return masks


def black_jumpers(black: int, white: int, kings: int) -> int:
    """Return the mask of Black's pieces that can jump."""
    free = BOARD ^ black ^ white
    forward = black & (white >> 4 & free >> 8 | white >> 5 & free >> 10)
    rear = black & kings
    return forward | rear & (white << 4 & free << 8 | white << 5 & free << 10) if rear else forward


def white_jumpers(black: int, white: int, kings: int) -> int:
    """Return the mask of White's pieces that can jump."""
    free = BOARD ^ black ^ white
    forward = white & (black << 4 & free << 8 | black << 5 & free << 10)
    rear = white & kings
    return forward | rear & (black >> 4 & free >> 8 | black >> 5 & free >> 10) if rear else forward


def black_jumps(black: int, white: int, kings: int, movers: int) -> list[Board]:
    """Return the boards after the complete jumps of the pieces `movers`, which come from `black_jumpers`."""
    free = BOARD ^ black ^ white
    boards: list[Board] = []
    while movers:
        bit = movers & -movers
        movers ^= bit
        if kings & bit:
            ends: list[Board] = []
            _king_jumps(bit, black ^ bit, white, kings ^ bit, free | bit, ends)
            boards += ends
        else:
            _black_man_jumps(bit, black ^ bit, white, kings, free, boards)
    return boards


def white_jumps(black: int, white: int, kings: int, movers: int) -> list[Board]:
    """Return the boards after the complete jumps of the pieces `movers`, which come from `white_jumpers`."""
    free = BOARD ^ black ^ white
    boards: list[Board] = []
    while movers:
        bit = movers & -movers
        movers ^= bit
        if kings & bit:
            ends: list[Board] = []
            _king_jumps(bit, white ^ bit, black, kings ^ bit, free | bit, ends)
            boards += [(other, own, crowned) for own, other, crowned in ends]
        else:
            _white_man_jumps(bit, black, white ^ bit, kings, free, boards)
    return boards


def _black_man_jumps(bit: int, black: int, white: int, kings: int, free: int, boards: list[Board]) -> None:
    # The jumper is off the board while it jumps. A square that it has cleared cannot be a landing square.
    ends = True
    for shift in (4, 5):
        over = bit << shift & white
        landing = over << shift & free
        if landing:
            ends = False
            remaining_kings = kings & ~over
            if landing & _BLACK_CROWN:
                boards.append((black | landing, white ^ over, remaining_kings | landing))
            else:
                _black_man_jumps(landing, black, white ^ over, remaining_kings, free, boards)
    if ends:
        boards.append((black | bit, white, kings))


def _white_man_jumps(bit: int, black: int, white: int, kings: int, free: int, boards: list[Board]) -> None:
    ends = True
    for shift in (4, 5):
        over = bit >> shift & black
        landing = over >> shift & free
        if landing:
            ends = False
            remaining_kings = kings & ~over
            if landing & _WHITE_CROWN:
                boards.append((black ^ over, white | landing, remaining_kings | landing))
            else:
                _white_man_jumps(landing, black ^ over, white, remaining_kings, free, boards)
    if ends:
        boards.append((black, white | bit, kings))


def _king_jumps(bit: int, own: int, other: int, kings: int, free: int, ends: list[Board]) -> None:
    """Append to `ends` the masks `(own, other, kings)` after each complete jump of a king. `own` is the king's side.

    The king stands on the square `bit`, and is not in the masks `own` and `kings` while it jumps. `free` is the mask of
    the squares on which it may land. The caller puts the masks into the order of a `Board`.
    """
    is_complete = True
    for shift in (4, 5):
        over = bit << shift & other
        landing = over << shift & free
        if landing:
            is_complete = False
            _king_jumps(landing, own, other ^ over, kings & ~over, free, ends)
        over = bit >> shift & other
        landing = over >> shift & free
        if landing:
            is_complete = False
            _king_jumps(landing, own, other ^ over, kings & ~over, free, ends)
    if is_complete:
        ends.append((own | bit, other, kings | bit))


STEPS: Final[tuple[Callable[[int, int, int], list[Board]], ...]] = (black_steps, white_steps)
"""The functions that return the boards after each step of a side, by seat."""
JUMPERS: Final[tuple[Callable[[int, int, int], int], ...]] = (black_jumpers, white_jumpers)
"""The functions that return the mask of a side's pieces that can jump, by seat."""
JUMPS: Final[tuple[Callable[[int, int, int, int], list[Board]], ...]] = (black_jumps, white_jumps)
"""The functions that return the boards after each complete jump of given pieces, by seat."""


def successors(board: Board, side: int) -> list[Board]:
    """Return the boards after each legal move of a side."""
    movers = JUMPERS[side](*board)
    return JUMPS[side](*board, movers) if movers else STEPS[side](*board)
