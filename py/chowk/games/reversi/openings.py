"""Reversi's named openings, whose traditional names are not translated, and balanced openings for practice.

The table gives each opening with its first move on c4, as most lists do. A position is recognised after any order of
moves and from any of the four possible first moves.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

from chowk.games.reversi.rules import PASS, SQUARE, START, Position

BALANCED: Final = "balanced.txt"
"""Name of the file of balanced openings, one transcript on each line, made by `py/training/reversi/book_reversi.py`."""
EVEN: Final = 8
"""The number of moves in a balanced opening."""

LINES: Final = """
c4c3 Diagonal
c4c3d3c5b2 X-Square
c4c3d3c5b3 Snake / Peasant
c4c3d3c5b3f3 Lysons
c4c3d3c5b3f4b5b4c6d6f5 Pyramid / Checkerboarding Peasant
c4c3d3c5b4 Heath / Tobidashi
c4c3d3c5b4d2c2 Classic Heath
c4c3d3c5b4d2c2f4d6c6f5e6f7 Mimura Variation II
c4c3d3c5b4d2d6 Heath-Bat
c4c3d3c5b4d2e2 Iwasaki Variation
c4c3d3c5b4e3 Heath-Chimney
c4c3d3c5b5 Raccoon Dog
c4c3d3c5b6 Rocket
c4c3d3c5b6c6b5 Hamilton
c4c3d3c5b6e3 Lollipop
c4c3d3c5d6 Cow
c4c3d3c5d6e3 Chimney
c4c3d3c5d6f4b4 Cow Bat / Bat / Cambridge
c4c3d3c5d6f4b4b6b5c6b3 Bat, Piau Continuation
c4c3d3c5d6f4b4b6b5c6f5 Melnikov
c4c3d3c5d6f4b4c6b5b3b6e3c2a4a5a6d2 Bat, Kling Continuation
c4c3d3c5d6f4b4e3b3 Bat, Kling Alternative
c4c3d3c5d6f4f5 Rose v Toth
c4c3d3c5d6f4f5d2 Tanida
c4c3d3c5d6f4f5d2b5 Aircraft / Feldborg
c4c3d3c5d6f4f5d2g4d7 Sailboat
c4c3d3c5d6f4f5e6c6d7 Maruoka
c4c3d3c5d6f4f5e6f6 Landau
c4c3d3c5f6 Buffalo / Kenichi Variation
c4c3d3c5f6e2c6 Maruoka Buffalo
c4c3d3c5f6e3c6f5f4g5 Tanida Buffalo
c4c3d3c5f6f5 Hokuriku Buffalo
c4c3e6c5 Wing
c4c3f5c5 Semi-Wing
c4c5 Parallel
c4e3 Perpendicular
c4e3f4 Fishhook
c4e3f4c5d6e6 Mimura
c4e3f4c5d6f3c6 Shaman / Danish
c4e3f4c5d6f3d3 Inoue
c4e3f4c5d6f3d3c3 Iago
c4e3f4c5d6f3e2 Bhagat
c4e3f4c5d6f3e6c3d3e2 Rose
c4e3f4c5d6f3e6c3d3e2b5 Flat
c4e3f4c5d6f3e6c3d3e2b5f5 Rotating Flat
c4e3f4c5d6f3e6c3d3e2b5f5b3 Murakami Variation
c4e3f4c5d6f3e6c3d3e2b5f5b4f6c2e7d2c7 Rotating Flat, Kling Continuation
c4e3f4c5d6f3e6c3d3e2b6f5 Rose-Birth
c4e3f4c5d6f3e6c3d3e2b6f5b4f6g5d7 Brightstein
c4e3f4c5d6f3e6c3d3e2b6f5g5 Rose-Birdie / Rose-Tamenori
c4e3f4c5d6f3e6c3d3e2b6f5g5f6 Rose-Tamenori-Kling
c4e3f4c5d6f3e6c3d3e2d2 Greenberg / Dawg
c4e3f4c5d6f3e6c6 Ralle
c4e3f4c5e6 Horse
c4e3f5b4 Ganglion / No-Cat
c4e3f5b4f3 Swallow
c4e3f5b4f3f4e2e6g5f6d6c6 No-Cat, Continuation
c4e3f5e6d3 Italian
c4e3f5e6f4 Cat
c4e3f5e6f4c5d6c6f7f3 Sakaguchi
c4e3f5e6f4c5d6c6f7g5g6 Berner
c4e3f6b4 Bent Ganglion
c4e3f6e6f5 Tiger
c4e3f6e6f5c5c3 Stephenson
c4e3f6e6f5c5c3b4 No-Kung
c4e3f6e6f5c5c3b4d6c6b5a6b6c7 No-Kung, Continuation
c4e3f6e6f5c5c3c6 Comp'Oth
c4e3f6e6f5c5c3c6d3d2 Scorpion
c4e3f6e6f5c5c3c6d3d2c2 Classic Scorpion
c4e3f6e6f5c5c3c6d3d2e2 New Scorpion
c4e3f6e6f5c5c3c6d3d2e2b3c1c2b4 Low F.A.T.
c4e3f6e6f5c5c3c6d3d2e2b3c1c2b4a3a5b5a6a4a2 F.A.T. Draw
c4e3f6e6f5c5c3c6d3d2e2b3c1c2b4a3a5b5a6a4a2f4g5 F.A.T.
c4e3f6e6f5c5c3c6d3d2e2b3c1c2b4a3a5b5a6b6 No F.A.T.
c4e3f6e6f5c5c3c6d6 Lightning Bolt
c4e3f6e6f5c5c3g5 Kung
c4e3f6e6f5c5d3 Leader's Tiger
c4e3f6e6f5c5d6 Brightwell
c4e3f6e6f5c5f4g5 Grand Central
c4e3f6e6f5c5f4g5g4f3c6d3d6 Ishii
c4e3f6e6f5c5f4g5g4f3c6d3d6b3c3b4e2b6 Mainline Tiger
c4e3f6e6f5c5f4g6f7 Rose-Bill
c4e3f6e6f5c5f4g6f7d3 Tamenori
c4e3f6e6f5c5f4g6f7d6 Nicolet
c4e3f6e6f5c5f4g6f7g5 Central Rose-Bill / Dead Draw
c4e3f6e6f5c5f4g6f7g5d6d3f3c3h4h5g4h3e2f2 20-Move Opening
c4e3f6e6f5g6 Aubrey / Tanaka
c4e3f6e6f5g6e7c5 Aubrey, Feldborg Continuation
"""
"""The named openings, one on each line: the moves as a transcript, a space, and the name."""

_SIDES: Final[tuple[Callable[[int, int], tuple[int, int]], ...]] = (
    lambda x, y: (x, y),
    lambda x, y: (y, x),
    lambda x, y: (7 - y, 7 - x),
    lambda x, y: (7 - x, 7 - y),
)
"""The four symmetries of the board that keep the starting position.

Each maps file and row, from 0, to other coordinates.
"""


@cache
def lines() -> Sequence[tuple[str, tuple[str, ...]]]:
    """Return the name and the moves of every named opening, sorted by name."""
    entries = (line.partition(" ") for line in LINES.strip().splitlines())
    return sorted(
        (name, tuple(moves[offset : offset + 2] for offset in range(0, len(moves), 2))) for moves, _, name in entries
    )


def named() -> Mapping[Position, str]:
    """Map every position in which a named opening ends to the opening's name.

    Each opening counts in four orientations, by the symmetries of the board that keep the starting position.
    """
    return {position: name for count in range(_longest() + 1) for position, name in _named_after(count).items()}


# By their number of moves, so that each move of a game needs only a few of them: on a slow phone, all of them take a
# tenth of a second.
@cache
def _named_after(count: int) -> Mapping[Position, str]:
    """Return those names of `named` whose openings have `count` moves."""
    names: dict[Position, str] = {}
    for side in range(len(_SIDES)):
        for line in LINES.strip().splitlines():
            moves, _, name = line.partition(" ")
            if len(moves) == 2 * count:
                names.setdefault(_played(side, moves), name)
    return names


@cache  # lines share their first moves
def _played(side: int, moves: str) -> Position:
    """Return the position after the moves of a transcript, in the orientation with the index `side` in `_SIDES`."""
    if not moves:
        return START
    square = SQUARE[moves[-2:]]
    x, y = _SIDES[side](square % 8, square // 8)
    return _played(side, moves[:-2]).play(8 * y + x)


@cache
def _longest() -> int:
    return max(len(moves) for _, moves in lines())


def opening(positions: Sequence[Position]) -> str:
    """Return the name of the opening that a game reached last, or an empty text if it reached none."""
    for position in reversed(positions[: _longest() + 2]):
        count = (position.black | position.white).bit_count() - 4  # the number of moves, without passes
        if 0 <= count <= _longest() and (name := _named_after(count).get(position)):
            return name
    return ""


@cache
def balanced() -> Sequence[tuple[str, Position]]:
    """Return the balanced openings, each with its moves as a title and the position after its eight moves.

    Neither side is ahead in them. If the opening has a name, the title contains the name.
    """
    data = pkgutil.get_data(__package__, BALANCED)
    assert data is not None, "they are part of the program"
    openings = []
    for moves in data.decode("ascii").split():
        positions = [START]
        for offset in range(0, len(moves), 2):
            position = positions[-1].play(SQUARE[moves[offset : offset + 2]])
            positions.append(position.play(PASS) if position.moves() == (PASS,) else position)
        openings.append((f"{moves} {opening(positions)}".strip(), positions[-1]))
    return openings
