"""Test Checkers' course: each accepted move is proved better than all others, and each lesson's sentences are true."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

import pytest

from chowk.games.api.lesson import Spelling, fits
from chowk.games.checkers import notation
from chowk.games.checkers.engine import kernel as words
from chowk.games.checkers.engine.kernel_results import FIVE
from chowk.games.checkers.rules import BIT, NUMBER, Move, Position, jumps, over
from chowk.games.checkers.ui.course import COURSE
from tests.unit.games import course_checks
from tests.unit.games.checkers.test_checkers_fives import known
from training.checkers.puzzles_checkers import RECIPE
from training.shared import puzzles

DEPTH, DEEPER = 13, 19
"""Depths of the surveys (searches for the value of every move) in an ordinary and in the deep run, in plies.

Only positions with more pieces than the endgame tables have are surveyed.
"""
MARGIN: Final = 120.0
"""An accepted move must be better than all others by at least this value, in hundredths of a man, in these surveys."""
at_every_lesson = pytest.mark.parametrize("number", range(len(COURSE)))


@pytest.fixture(autouse=True)
def _kernels() -> None:
    course_checks.provide_kernels()


def position_of(number: int) -> Position:
    """Return the position of a lesson's only task. Red must be to move in it."""
    position: Position = course_checks.position_of("checkers", number)
    return position


def lines_of(number: int) -> tuple[Spelling, ...]:
    (task,) = COURSE[number]
    return task.lines


def steps(number: int) -> Iterator[tuple[Position, set[Move]]]:
    """Yield every position in the lines of moves of a lesson, each with the set of the next moves in these lines."""
    for line in lines_of(number):
        position = position_of(number)
        for ply, text in enumerate(line):
            begun = line[:ply]
            moves = {notation.read_move(position, other[ply]) for other in lines_of(number) if fits(begun, other[:ply])}
            yield position, moves
            position = position.play(notation.read_move(position, text))


def pieces(position: Position) -> int:
    return (position.black | position.white).bit_count()


def results(position: Position) -> dict[Move, float]:
    """Return the value of every move by the endgame tables: 1 for a win, 0 for a draw, -1 for a loss."""
    signs = {words.WIN_KEPT: -1.0, words.LOSS_KEPT: 1.0, words.DRAW: 0.0}  # the other side is to move afterwards
    return {move: signs[known(position.play(move))] for move in position.moves()}


def values(position: Position, depth: int) -> tuple[dict[Move, float], float]:
    """Return the value of every move, and the difference from which a move counts as better than another.

    Values come from the endgame tables if they cover the position, otherwise from a search of `depth` plies.
    """
    if pieces(position) <= FIVE:
        return results(position), 1.0
    lines = puzzles.survey(RECIPE, position, depth).lines
    return {line.moves[0]: line.score for line in lines if line.score is not None}, MARGIN


def check(number: int, depth: int) -> None:
    """Check a lesson by searches of `depth` plies.

    In its lines, the learner's moves must be better than all others, and the page's replies as good as any.
    """
    for position, moves in steps(number):
        worth, margin = values(position, depth)
        assert set(worth) == set(position.moves())
        others = [value for move, value in worth.items() if move not in moves]
        if position.turn == 0:
            assert min(worth[move] for move in moves) - max(others, default=-1e9) >= margin, position
        else:
            assert min(worth[move] for move in moves) >= max(worth.values()), position


@at_every_lesson
def test_an_accepted_move_is_better_than_all_others(number: int) -> None:
    check(number, DEPTH)


@pytest.mark.deep
@at_every_lesson
def test_an_accepted_move_is_better_in_a_deeper_search(number: int) -> None:
    check(number, DEEPER)


def test_the_values_of_the_tables_are_read_as_they_are_meant() -> None:
    assert results(notation.read_position("B:W10:BK15,4")) == {(15, 6): 1.0}
    assert set(results(notation.read_position("B:WK1,K32:BK5,K28")).values()) == {0.0}


@at_every_lesson
def test_no_capture_hides_the_task(number: int) -> None:
    assert not jumps(position_of(number))
    assert len(position_of(number).moves()) >= 4


# What the sentences say -----------------------------------------------------------------------------------------------

Fact: TypeAlias = Callable[[Position, Move], bool]


def again(position: Position) -> Position:
    """Return the position with the other side to move."""
    return position._replace(turn=1 - position.turn)


def targets(position: Position, move: Move) -> set[int]:
    """Return the squares of the pieces that a move threatens.

    The player could jump these pieces if the other side skipped its turn. Of the pieces in a multiple jump, only the
    first counts.
    """
    return {over(jump)[0] for jump in jumps(again(position.play(move)))}


def always_jumped(position: Position, move: Move) -> bool:
    """Return True if the other side cannot jump after a move, and the player can jump after each of its replies."""
    after = position.play(move)
    return not jumps(after) and all(jumps(after.play(reply)) for reply in after.moves())


def account(position: Position, move: Move) -> tuple[int, int]:
    """Return the number of pieces that a move loses and the number that the player jumps in return.

    The first number is that of the opponent's largest jump. The second is the number that the player can jump after the
    opponent's reply, if the opponent chooses the jump that keeps it smallest. Both are 0 if the opponent cannot jump.
    """
    after = position.play(move)
    given = {len(over(reply)) for reply in jumps(after)}
    taken = [max((len(over(jump)) for jump in jumps(after.play(reply))), default=0) for reply in jumps(after)]
    return (max(given), min(taken)) if given else (0, 0)


def to_square(*names: int) -> Fact:
    return lambda _, move: move[-1] in names


FACTS: Final[tuple[Fact, ...]] = (
    always_jumped,
    to_square(1, 5, 28, 32),
    lambda position, move: targets(position, move) == {15, 16},
    lambda position, move: account(position, move) == (1, 2),
    lambda position, move: account(position, move) == (1, 1),
    lambda position, move: account(position, move) == (1, 1),
    always_jumped,
    lambda _, move: move[0] not in (1, 3),
    lambda _, move: move[-1] != 28,
    lambda position, move: account(position, move) == (1, 3),
)
"""For each lesson, a function that returns True for the accepted moves, and False for all other moves."""


@at_every_lesson
def test_a_lesson_says_what_only_its_moves_do(number: int) -> None:
    position = position_of(number)
    accepted = {notation.read_move(position, line[0]) for line in lines_of(number)}
    assert {move for move in position.moves() if FACTS[number](position, move)} == accepted


def test_white_has_one_piece_more_where_the_lesson_says_so() -> None:
    down, ahead = position_of(6), position_of(5)
    assert down.white.bit_count() == down.black.bit_count() + 1
    assert ahead.black.bit_count() == ahead.white.bit_count() + 1


def test_a_man_in_the_dog_hole_is_stuck() -> None:
    position = position_of(8)
    stuck = again(position.play((24, 28)))
    assert all(move[0] != 28 for move in stuck.moves())
    assert results(position)[24, 28] == -1.0


def test_a_king_crowned_behind_the_bridge_is_jumped() -> None:
    position = position_of(7)
    crowned = Position(position.black, BIT[2], BIT[2], 1)
    assert {NUMBER[BIT[move[-1]]] for move in crowned.moves()} == {6, 7}
    assert all(jumps(crowned.play(move)) for move in crowned.moves())
