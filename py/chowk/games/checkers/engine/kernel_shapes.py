"""Tables of Checkers' evaluation: blocks of men, other terms such as kings and tempo, and phases of the game.

The evaluation itself is in `kernel`. Men are looked up in nine overlapping blocks of eight squares, four rows by two:
three blocks side by side on rows 1 to 4, on rows 3 to 6, and on rows 5 to 8. The content of a block is a number of base
3: each square is empty (0), has Black's man (1) or White's man (2), and the first square is the lowest digit. Opposite
blocks share a table, because they are mirror images with colours changed. Five tables therefore serve all nine blocks.
`py/training/checkers/learn_checkers.py` computes the weights.
"""

from __future__ import annotations

from typing import Final

SQUARES: Final = tuple(square + square // 8 for square in range(32))
"""The bit index in a mask of each square from 0 to 31, Black's back row first (see `chowk.games.checkers.rules`)."""
BOARD: Final = sum(1 << place for place in SQUARES)
"""The mask of all dark squares."""

BLOCKS: Final = 9
"""The number of blocks: groups of eight squares in which men are looked up."""
ENTRIES: Final = 3**8
"""The number of contents of a block: eight squares with three states each."""
TABLES: Final = 5
"""The number of tables of weights for blocks, which are groups of eight squares. Opposite blocks share a table."""
STORED: Final = TABLES * ENTRIES
"""The number of weights for all contents of blocks (groups of eight squares) in a phase of the game."""
WORDS: Final = 3
"""The number of words that hold the contents of all blocks of a position. A word packs three blocks, 16 bits each."""

SYSTEM: Final = sum(1 << SQUARES[square] for square in range(32) if square // 4 % 2 == 0)
"""The mask of every second row.

The pieces on these rows show which side has the opposition, which players call the move.
"""

PHASES: Final = (4, 12, 24)
"""The phases of the game: the numbers of pieces for which weights are learnt. Other weights are interpolated."""
KINDS: Final = 4
"""The number of classes into which a side's number of kings falls: none, one, two, more."""

# Weights other than blocks, in this order: a king's squares from Black's view; a table by the numbers of kings; a man;
# the tempo; the move; terms, each counted for both sides; and the men that guard the king row, such as a bridge, with
# and without kings on the other side, because no block covers the whole row.
KING: Final = 0
KINGS: Final = 32
MAN: Final = KINGS + KINDS * KINDS
TEMPO: Final = MAN + 1
MOVE: Final = TEMPO + 1
TERM: Final = MOVE + 1
TERMS: Final = 7
"""The number of terms of the evaluation.

The terms are, in order:

* men with no piece of the other side on their way to the king row, with one or two steps to go;
* such men with three or four steps to go;
* such men with more steps to go;
* the steps that men have;
* men without a step;
* the steps that kings have;
* kings without a step.
"""
BACK: Final = TERM + TERMS
ROW: Final = 16
"""The number of contents of a back row: its four squares from Black's view, the first in the lowest bit."""
REST: Final = BACK + 2 * ROW


def table(block: int) -> int:
    """Return the index of the table of weights for a block, which is a group of eight squares.

    Opposite blocks share a table.
    """
    return min(block, BLOCKS - 1 - block)


def places(block: int) -> tuple[int, ...]:
    """Return the squares of a block (a group of eight), numbered from 0 to 31, the square of the lowest digit first."""
    down, column = 2 * (block // 3), block % 3
    return tuple(4 * (down + row) + column + file for row in range(4) for file in range(2))


def word_parts(square: int) -> tuple[int, ...]:
    """Return the number that Black's man on a square adds to each of the three words that hold a position's men.

    Each word packs the contents of three of the nine blocks, which are overlapping groups of eight squares. White's man
    adds twice as much.
    """
    words = [0] * WORDS
    for block in range(BLOCKS):
        if square in places(block):
            words[block // 3] += 3 ** places(block).index(square) << 16 * (block % 3)
    return tuple(words)


def opposite(content: int) -> int:
    """Return the content of a block of eight squares from the other player's view.

    The block is turned by half a turn, and the colours of its men are changed.
    """
    mirrored = 0
    for _ in range(8):
        content, digit = divmod(content, 3)
        mirrored = 3 * mirrored + (0, 2, 1)[digit]
    return mirrored


def men(content: int) -> int:
    """Return the number of Black's men minus White's in the content of a block of eight squares."""
    total = 0
    while content:
        content, digit = divmod(content, 3)
        total += (0, 1, -1)[digit]
    return total


def interpolated_phases(pieces: int) -> tuple[int, int, int]:
    """Find the two phases of the game between which the weights for a number of pieces are interpolated.

    Return the index of the lower phase in `PHASES`, and the share of the next phase as a numerator and a denominator.
    """
    if pieces <= PHASES[0]:
        return 0, 0, 1
    phase = max(phase for phase in range(len(PHASES) - 1) if PHASES[phase] < pieces)
    return phase, pieces - PHASES[phase], PHASES[phase + 1] - PHASES[phase]
