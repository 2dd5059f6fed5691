"""The numbers that Reversi's kernel is laid out with: lines, shapes of squares, stages, what a shallow look is worth.

A position is valued by shapes: 46 groups of squares, each contents of which has a weight by stage. The contents of a
group are a number in base three: 0 the other side's disc, 1 empty, 2 an own one. Everything here is made once, when
the kernel is: nothing of it reaches the page.
"""

from __future__ import annotations

from itertools import count
from typing import Final, NamedTuple

from chowk.games.reversi.engine.kernel_spared import FIRST_OFF, SECOND_OFF
from chowk.games.reversi.engine.symmetry import reflected

STEPS: Final = ((0, 1), (1, 0), (1, 1), (1, -1))
"""The four lines through a square, as rows and files to go."""


def ray(at: int, step: tuple[int, int], sign: int) -> int:
    """The squares beyond a square in a direction, as a mask."""
    row, file = at // 8 + sign * step[0], at % 8 + sign * step[1]
    mask = 0
    while 0 <= row < 8 and 0 <= file < 8:
        mask |= 1 << row * 8 + file
        row, file = row + sign * step[0], file + sign * step[1]
    return mask


def beside(at: int) -> int:
    """The squares around a square, as a mask."""
    row, file = divmod(at, 8)
    return sum(
        1 << there for there in range(64) if there != at and abs(there // 8 - row) <= 1 and abs(there % 8 - file) <= 1
    )


Group = tuple[int, ...]


class Pattern(NamedTuple):
    """A group of squares up to the symmetries of the board, and the order in which its mirror image lists it.

    `twin` gives for each place in the group the place that the reflection which keeps the group moves there; the
    identity where no reflection does.
    """

    group: Group
    twin: tuple[int, ...]


def _shape(*names: str) -> Pattern:
    group = tuple("abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1) for name in names)
    images = (reflected(group, turn) for turn in range(1, 8))
    image = next((image for image in images if set(image) == set(group)), group)
    return Pattern(group, tuple(image.index(at) for at in group))


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
"""The shapes: an edge with two X-squares, corner squares of 3x3 and 2x5, rows 2 to 4, diagonals of 8 to 4."""


def _placed(shape: Pattern) -> list[Group]:
    """The shape everywhere on the board, once on each set of squares."""
    seen: dict[frozenset[int], Group] = {}
    for turn in range(8):
        group = reflected(shape.group, turn)
        seen.setdefault(frozenset(group), group)
    return list(seen.values())


def _first() -> tuple[int, ...]:
    """Where each shape's weights begin among those of all."""
    first, at = [], 0
    for shape in SHAPES:
        first.append(at)
        at += 3 ** len(shape.group)
    return (*first, at)


FIRST: Final = _first()
GROUPS: Final = tuple((number, group) for number, shape in enumerate(SHAPES) for group in _placed(shape))
"""The 46 groups, each with the number of its shape."""
SIZE: Final = FIRST[-1]
"""How many weights a stage has for the contents of shapes."""
HITS: Final = 64
"""Ways to move are counted up to one less than this."""


def _words(fields: list[int]) -> list[int]:
    """Fields, one for each group, four to a word."""
    fours = [fields[at : at + 4] for at in range(0, len(fields), 4)]
    return [sum(field << 16 * part for part, field in enumerate(four)) for four in fours]


EMPTY: Final = _words([sum(3**place for place in range(len(group))) for _, group in GROUPS])
"""The words of an empty board: the digits of a field are 0 for the other side's disc, 1 for none, 2 for an own one."""
LAID: Final = [
    word for at in range(64) for word in _words([3 ** group.index(at) if at in group else 0 for _, group in GROUPS])
]
"""For each square, in words, what an own disc there adds to the fields."""


def _mirror() -> list[int]:
    """For each shape and each place in it: what a digit there adds to the number of the mirror image."""
    table: list[int] = []
    for shape in SHAPES:
        row = [3 ** shape.twin.index(place) for place in range(len(shape.twin))]
        table += row + [0] * (11 - len(row))
    return table


MIRROR: Final = _mirror()
STAGES: Final = 12


def stage(discs: int) -> int:
    """The stage of a position with so many discs: there is one for every five."""
    return min(max(discs - 4, 0) // 5, STAGES - 1)


def twins(shape: Pattern) -> list[int]:
    """For each contents of the shape the number of its mirror image."""
    places = [3**place for place in range(len(shape.group))]
    numbers = [0]
    for place in reversed(range(len(shape.group))):
        there = places[shape.twin.index(place)]
        numbers = [number + digit * there for number in numbers for digit in range(3)]
    return numbers


def columns() -> list[int]:
    """For each place in a stage's weights the place of the same among those stored, mirror images once."""
    table: list[int] = []
    stored = count()
    for first, shape in zip(FIRST, SHAPES, strict=False):
        for number, twin in enumerate(twins(shape)):
            table.append(next(stored) if twin >= number else table[first + twin])
    return table


STORED: Final = max(columns()) + 1
"""How many of a stage's weights are stored."""

DEPTHS: Final = 32
FIRST_LOOK: Final = [0, 0, 0, 0, 0, 0, 0, 1, 2, 1, 2, 3, 4, *(depth - 8 for depth in range(13, DEPTHS))]
SECOND_LOOK: Final = [0, 0, 0, 1, 2, 3, 2, 3, 4, 5, 6, 7, 8, *(depth - 4 for depth in range(13, DEPTHS))]
SHALLOW: Final = [one for pair in zip(FIRST_LOOK, SECOND_LOOK, strict=True) for one in pair]
"""For each depth two depths of looks that may spare one, 0 for none: a quick one, and one that is nearly as deep."""
CUTS: Final = (1.3, 1.3)
"""A look is spared if a shallower one says that it would fail by so many standard deviations; for either look."""
NEVER: Final = 20_000
"""So far outside the bounds no value lies."""


def _sure() -> list[int]:
    """For each stage, depth and look: how far outside the bounds is far enough, in parts of a disc."""
    table = []
    for offs in zip(FIRST_OFF, SECOND_OFF, strict=True):
        for depth in range(DEPTHS):
            # Beyond what was measured, looks are as far off as the deepest that were, odd and even apart.
            known = min(depth, len(offs[0]) - 2 + (depth - len(offs[0])) % 2)
            for cut, shallow, off in zip(CUTS, SHALLOW[2 * depth : 2 * depth + 2], offs, strict=True):
                table.append(round(cut * off[known]) if shallow else NEVER)
    return table


SURE: Final = _sure()
