"""Tables of Reversi's kernel: lines, patterns of squares, stages of the game, and the accuracy of shallow searches.

A position is evaluated by patterns: 46 groups of squares, each with a weight for every content and stage of the game.
The content of a group is a number in base three: digit 0 for the other side's disc, 1 for an empty square, 2 for an own
disc. All tables are computed when the kernel is built. This module is not part of the page.
"""

from __future__ import annotations

from itertools import count
from typing import Final, NamedTuple

from chowk.games.reversi.engine.kernel_spared import FIRST_OFF, SECOND_OFF
from chowk.games.reversi.engine.symmetry import reflected

STEPS: Final = ((0, 1), (1, 0), (1, 1), (1, -1))
"""The directions of the four lines through a square, each as a step in rows and files."""


def ray(square: int, step: tuple[int, int], sign: int) -> int:
    """Return the mask of the squares beyond a square in the direction `sign` (1 or -1) times `step`."""
    row, file = square // 8 + sign * step[0], square % 8 + sign * step[1]
    mask = 0
    while 0 <= row < 8 and 0 <= file < 8:
        mask |= 1 << row * 8 + file
        row, file = row + sign * step[0], file + sign * step[1]
    return mask


def beside(square: int) -> int:
    """Return the mask of the up to eight neighbours of a square."""
    row, file = divmod(square, 8)
    return sum(
        1 << neighbour
        for neighbour in range(64)
        if neighbour != square and abs(neighbour // 8 - row) <= 1 and abs(neighbour % 8 - file) <= 1
    )


Group = tuple[int, ...]
"""A group of squares, by their numbers from 0 to 63, in a fixed order."""


class Pattern(NamedTuple):
    """A group of squares that stands for all its images under symmetries of the board.

    If a symmetry of the board other than the identity maps the group onto itself, `twin` maps the index of each square
    in the group to the index of its image. Otherwise `twin` maps each index to itself.
    """

    group: Group
    twin: tuple[int, ...]


def _shape(*names: str) -> Pattern:
    group = tuple("abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1) for name in names)
    images = (reflected(group, turn) for turn in range(1, 8))
    image = next((image for image in images if set(image) == set(group)), group)
    return Pattern(group, tuple(image.index(square) for square in group))


SHAPES: Final = (
    _shape("a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "b2", "g2"),
    _shape("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"),
    _shape("a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "e2"),
    _shape("a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2"),
    _shape("a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3"),
    _shape("a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4"),
    _shape("a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"),
    _shape("b1", "c2", "d3", "e4", "f5", "g6", "h7"),
    _shape("c1", "d2", "e3", "f4", "g5", "h6"),
    _shape("d1", "e2", "f3", "g4", "h5"),
    _shape("e1", "f2", "g3", "h4"),
)
"""The patterns: an edge with two X-squares (b2, g2), corners of 3x3 and 2x5, rows 2 to 4, diagonals of 8 to 4 squares.
"""


def _placed(shape: Pattern) -> list[Group]:
    """Return all images of a pattern under the symmetries of the board, one group for each set of squares."""
    placements: dict[frozenset[int], Group] = {}
    for turn in range(8):
        group = reflected(shape.group, turn)
        placements.setdefault(frozenset(group), group)
    return list(placements.values())


def _first() -> tuple[int, ...]:
    """Return the index of each pattern's first weight in a stage, followed by the number of all weights."""
    indices, total = [], 0
    for shape in SHAPES:
        indices.append(total)
        total += 3 ** len(shape.group)
    return (*indices, total)


FIRST: Final = _first()
"""The index of each pattern's first weight in a stage, followed by the number of all weights."""
GROUPS: Final = tuple((number, group) for number, shape in enumerate(SHAPES) for group in _placed(shape))
"""The 46 groups of squares, each with the number of its pattern."""
SIZE: Final = FIRST[-1]
"""The number of weights of all patterns in a stage of the game."""
HITS: Final = 64
"""The exclusive upper limit of the number of hits.

A hit is a pair of an empty square and a direction in which a disc on the square outflanks others.
"""


def _words(fields: list[int]) -> list[int]:
    """Pack numbers, one for each group of squares, into words of four numbers with 16 bits each."""
    fours = [fields[start : start + 4] for start in range(0, len(fields), 4)]
    return [sum(field << 16 * lane for lane, field in enumerate(four)) for four in fours]


EMPTY: Final = _words([sum(3**place for place in range(len(group))) for _, group in GROUPS])
"""The words of an empty board. A word packs the contents of four groups of squares.

The content of a group is a number in base three with a digit for each square: 0 for the other side's disc, 1 for an
empty square, 2 for an own disc.
"""
LAID: Final = [
    word
    for square in range(64)
    for word in _words([3 ** group.index(square) if square in group else 0 for _, group in GROUPS])
]
"""For each square: the numbers that an own disc on it adds to the words of a position.

A word packs the contents of four groups of squares.
"""


def _mirror() -> list[int]:
    """Compute the table `MIRROR`: the place values (powers of 3) of each pattern's squares in the mirrored pattern."""
    table: list[int] = []
    for shape in SHAPES:
        row = [3 ** shape.twin.index(place) for place in range(len(shape.twin))]
        table += row + [0] * (11 - len(row))
    return table


MIRROR: Final = _mirror()
"""For each square of each pattern: the value of its digit (a power of three) in the content of the mirrored pattern.

A content is a number in base three with a digit for each square. There are eleven numbers for each pattern. If a
pattern has fewer squares, the last numbers are zeros.
"""
STAGES: Final = 12
"""The number of stages of the game. Each stage has its own weights."""


def stage(discs: int) -> int:
    """Return the stage of the game of a position with this number of discs. A stage covers five disc counts."""
    return min(max(discs - 4, 0) // 5, STAGES - 1)


def twins(shape: Pattern) -> list[int]:
    """Return, for each content of a pattern, the content of its mirror image. Contents are numbers in base three."""
    places = [3**place for place in range(len(shape.group))]
    numbers = [0]
    for place in reversed(range(len(shape.group))):
        weight = places[shape.twin.index(place)]
        numbers = [number + digit * weight for number in numbers for digit in range(3)]
    return numbers


def columns() -> list[int]:
    """Map each weight of a stage to its index in the stored weights. Mirror images share a stored weight."""
    table: list[int] = []
    stored = count()
    for first_weight, shape in zip(FIRST, SHAPES, strict=False):
        for number, twin in enumerate(twins(shape)):
            table.append(next(stored) if twin >= number else table[first_weight + twin])
    return table


STORED: Final = max(columns()) + 1
"""The number of stored weights in a stage. Mirror images share a weight."""

DEPTHS: Final = 32
"""The number of search depths in the tables of shallow searches."""
FIRST_LOOK: Final = [0, 0, 0, 0, 0, 0, 0, 1, 2, 1, 2, 3, 4, *(depth - 8 for depth in range(13, DEPTHS))]
"""For each search depth: the depth of a quick search that may replace the search, or 0 if there is none."""
SECOND_LOOK: Final = [0, 0, 0, 1, 2, 3, 2, 3, 4, 5, 6, 7, 8, *(depth - 4 for depth in range(13, DEPTHS))]
"""For each search depth: the depth of a second, deeper search that may replace the search, or 0 if there is none."""
SHALLOW: Final = [depth for depths in zip(FIRST_LOOK, SECOND_LOOK, strict=True) for depth in depths]
"""For each search depth: the depths of the quick and the deeper search that may replace it, each 0 if there is none."""
CUTS: Final = (1.3, 1.3)
"""The margins of the quick and the deeper search, in standard deviations of their errors.

If the result of such a search is farther outside the window of alpha and beta, the full search is left out.
"""
NEVER: Final = 20_000
"""The margin for depths without a shallower search. No value is so far outside a window."""


def _sure() -> list[int]:
    """Return the margins for cutoffs by shallower searches, in 64ths of a disc.

    A quick search and a deeper one may replace the full search (`SHALLOW`). The result of either causes a cutoff if it
    is outside the window by at least the margin. There is a margin for each stage, then for each depth, then for each
    of the two searches.
    """
    table = []
    for offs in zip(FIRST_OFF, SECOND_OFF, strict=True):
        for depth in range(DEPTHS):
            # Beyond the measured depths, use the error of the deepest measured search with the same parity.
            measured_depth = min(depth, len(offs[0]) - 2 + (depth - len(offs[0])) % 2)
            for cut, shallow, off in zip(CUTS, SHALLOW[2 * depth : 2 * depth + 2], offs, strict=True):
                table.append(round(cut * off[measured_depth]) if shallow else NEVER)
    return table


SURE: Final = _sure()
"""The table of margins that `_sure` computes: how far outside the window a shallower result causes a cutoff."""
