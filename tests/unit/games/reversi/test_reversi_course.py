"""Test Reversi's course: each accepted move is proved better than all others, and each lesson's sentences are true."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

import pytest

from chowk.games.reversi import notation
from chowk.games.reversi.rules import PASS, Position, flips, legal
from chowk.games.reversi.ui.course import COURSE
from tests.unit.games import course_checks
from training.reversi.puzzles_reversi import CORNERS, RECIPE, TO_THE_END, empty
from training.shared import puzzles

MARGIN: Final = 6.0
"""An accepted move must be better than all others by at least this many discs."""
PLAYED_OUT: Final = 16
"""In positions with at most this number of empty squares, every move is searched to the end of the game."""
DEEP: Final = (9, 12)
"""Depths of the surveys (searches for the value of every move) of positions with more empty squares, in plies.

The lead of `MARGIN` must hold at each depth.
"""
DEEPER: Final = 16
"""Depth in plies of the survey of such a position in the deep run."""
NUMBERS: Final = range(len(COURSE))

at_every_lesson = pytest.mark.parametrize("number", NUMBERS)


@pytest.fixture(autouse=True)
def _kernels() -> None:
    course_checks.provide_kernels()


def position_of(number: int) -> Position:
    """Return the position of a lesson's only task. Black must be to move in it."""
    position: Position = course_checks.position_of("reversi", number)
    return position


def accepted(number: int) -> set[int]:
    """Return the accepted moves of a lesson, which are the first moves of its lines.

    Check that only passes follow them in the lines.
    """
    (task,) = COURSE[number]
    assert all(set(line[1:]) <= {"pass"} for line in task.lines)
    return {notation.read_move(position_of(number), line[0]) for line in task.lines}


def values(number: int, depth: int) -> dict[int, float]:
    """Return the value in discs of every move in the position of a lesson, by a search of `depth` moves ahead."""
    lines = puzzles.survey(RECIPE, position_of(number), depth).lines
    found = {line.moves[0]: line.score for line in lines if line.score is not None}
    assert set(found) == set(position_of(number).moves())
    return found


def lead(number: int, depth: int) -> float:
    """Return by how many discs the worst accepted move is better than the best other move."""
    worth, good = values(number, depth), accepted(number)
    return min(worth[move] for move in good) - max(score for move, score in worth.items() if move not in good)


@at_every_lesson
def test_an_accepted_move_is_better_than_all_others(number: int) -> None:
    depths = (TO_THE_END,) if empty(position_of(number)) <= PLAYED_OUT else DEEP
    assert min(lead(number, depth) for depth in depths) >= MARGIN


@pytest.mark.deep
@at_every_lesson
def test_an_accepted_move_is_better_in_a_deeper_search(number: int) -> None:
    assert lead(number, DEEPER if empty(position_of(number)) > PLAYED_OUT else TO_THE_END) >= MARGIN


@at_every_lesson
def test_the_position_comes_from_a_game(number: int) -> None:
    """The four squares in the middle have discs, and all discs are connected, as in every game."""
    position = position_of(number)
    discs = position.own | position.other
    assert all(discs >> square & 1 for square in (27, 28, 35, 36))
    assert sum(1 for _ in regions(discs)) == 1


# What the sentences say -----------------------------------------------------------------------------------------------

Fact: TypeAlias = Callable[[Position, int], bool]


def square(name: str) -> int:
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def around(place: int) -> Iterator[int]:
    """Yield the neighbours of a square."""
    row, column = divmod(place, 8)
    for down in range(max(0, row - 1), min(8, row + 2)):
        for right in range(max(0, column - 1), min(8, column + 2)):
            if (down, right) != (row, column):
                yield 8 * down + right


def regions(mask: int) -> Iterator[int]:
    """Yield the connected regions of a set of squares, each as a mask."""
    while mask:
        region, edge = 0, mask & -mask
        while edge:
            region |= edge
            near = sum({1 << other for place in range(64) if edge >> place & 1 for other in around(place)})
            edge = near & mask & ~region
        yield region
        mask &= ~region


def replies(position: Position, move: int) -> int:
    """Return the number of squares where the other side can place a disc after a move."""
    return sum(reply != PASS for reply in position.play(move).moves())


def could_take(position: Position, move: int, corner: str) -> bool:
    return square(corner) in position.play(move).moves()


def own_row(position: Position, move: int) -> bool:
    """Return True if the discs from a1 to f1 have the mover's colour after a move."""
    return position.play(move).other & 0x3F == 0x3F


def quiet(position: Position, move: int) -> bool:
    """Return True if no disc that the move turns has an empty square beside it."""
    turned, discs = flips(position.own, position.other, move), position.own | position.other | 1 << move
    return all(discs >> other & 1 for place in range(64) if turned >> place & 1 for other in around(place))


def wedge(position: Position, move: int) -> bool:
    """Return True if a move fills a gap on the upper edge, and the mover could then take a1 and turn the row."""
    if not 0 < move < 7 or not all(position.other >> beside & 1 for beside in (move - 1, move + 1)):
        return False
    after = position.play(move)
    turned = flips(after.other, after.own, 0)
    return bool(legal(after.other, after.own) & 1) and all(turned >> place & 1 for place in range(1, move))


def odd(position: Position, move: int) -> bool:
    """Return True if a move is in the only region with an odd number of empty squares."""
    free = ~(position.own | position.other) & (1 << 64) - 1
    uneven = [region for region in regions(free) if region.bit_count() % 2]
    return len(uneven) == 1 and bool(uneven[0] >> move & 1)


def wins(position: Position, move: int) -> bool:
    lines = puzzles.survey(RECIPE, position, TO_THE_END).lines
    return next(line.score or 0.0 for line in lines if line.moves[0] == move) > 0


FACTS: Final[tuple[Fact, ...]] = (
    lambda _, move: bool(CORNERS >> move & 1),
    lambda position, move: not could_take(position, move, "h1"),
    own_row,
    lambda position, move: replies(position, move) == 2,
    quiet,
    wedge,
    lambda position, move: replies(position, move) == 0,
    odd,
    lambda position, move: move == square("b7") and not could_take(position, move, "a8"),
    wins,
)
"""For each lesson, a function that returns True for the accepted moves, and False for all other moves."""


@at_every_lesson
def test_a_lesson_says_what_only_its_moves_do(number: int) -> None:
    position = position_of(number)
    assert {move for move in position.moves() if FACTS[number](position, move)} == accepted(number)


def test_the_corner_gains_32_discs_though_another_move_turns_more() -> None:
    position, (corner,) = position_of(0), accepted(0)
    turned = {move: flips(position.own, position.other, move).bit_count() for move in position.moves()}
    assert turned[corner] < max(turned.values())
    assert lead(0, TO_THE_END) >= 32


def test_g1_and_g2_give_the_corner_h1() -> None:
    assert set(position_of(1).moves()) == {square("h5"), square("g1"), square("g2")}


def test_other_moves_leave_at_least_seven_replies() -> None:
    position = position_of(3)
    assert min(replies(position, move) for move in position.moves() if move not in accepted(3)) == 7


def test_the_pass_turns_one_disc() -> None:
    position, (move,) = position_of(6), accepted(6)
    assert flips(position.own, position.other, move).bit_count() == 1


def test_the_corner_loses_in_the_last_lesson() -> None:
    position = position_of(9)
    assert len(position.moves()) == 3
    assert square("a1") in position.moves()
