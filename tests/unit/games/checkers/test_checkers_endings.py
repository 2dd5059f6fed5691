"""Test that an analysis of checkers shows the results in the endgame tables, and test the endings to practise."""

from __future__ import annotations

import random
from itertools import product

import pytest

from chowk import games
from chowk.engine.protocol import Line, Scope
from chowk.engine.search_budget import Clock
from chowk.games.api.endings import is_clear
from chowk.games.checkers import notation, rules
from chowk.games.checkers.engine import bots, lookup
from chowk.games.checkers.engine import kernel as words
from chowk.games.checkers.rules import BIT, Move, Position, jumpers
from chowk.games.checkers.ui.endings import ENDINGS, TABLE_WON, result

EACH = 3
"""Number of positions of each material that are compared."""
MATERIALS = [
    material
    for material in product(range(5), repeat=4)
    if sum(material[:2]) and sum(material[2:]) and sum(material) <= 5
]
"""Every material of up to five pieces: the men and kings of the side to move, then of the other side."""


def lines_of(position: Position) -> tuple[Line[Move], ...]:
    """Return a line for each legal move, with its value, from a survey that uses only the endgame tables."""
    (*_, survey) = bots.survey(position, (), Scope(1), Clock(60))
    return survey.lines


def drawn(material: tuple[int, ...], chance: random.Random) -> Position:
    """Return a random position with the pieces `material` (see `MATERIALS`), in which the side to move has a move."""
    own_men, own_kings, men, _ = material
    while True:
        turn = chance.randrange(2)
        squares = [BIT[square] for square in chance.sample(range(1, 33), sum(material))]
        own, other = squares[: own_men + own_kings], squares[own_men + own_kings :]
        black, white = (sum(other), sum(own)) if turn else (sum(own), sum(other))
        position = Position(black, white, sum(own[own_men:]) | sum(other[men:]), turn)
        crowned = sum(own[:own_men]) & rules.CROWN[turn] or sum(other[:men]) & rules.CROWN[1 - turn]
        if not crowned and position.moves():
            return position


@pytest.mark.parametrize("material", MATERIALS, ids=str)
def test_every_move_has_the_result_of_the_tables(material: tuple[int, ...]) -> None:
    chance = random.Random(str(material))
    for _ in range(EACH):
        position = drawn(material, chance)
        lines = lines_of(position)
        after = {position.play(line.moves[0]): line for line in lines}
        assert set(after) == {position.play(move) for move in position.moves()}
        for successor, line in after.items():
            shown, board = result(line), (successor.black, successor.white, successor.kings)
            assert shown is not None, (position, line)
            assert shown.value == -lookup.look_up_five(board, successor.turn, lookup.five_results())
            if board[successor.turn] and sum(material) <= 4:
                code = lookup.look_up(board, successor.turn)
                assert shown.plies == (code or None), (position, line)
                assert (shown.sign == "=") == (code == 0)
        scores = [line.score for line in lines]
        assert scores == sorted(scores, key=lambda score: -(score or 0.0)), "the best comes first"


def test_a_result_without_a_distance_has_a_sign_of_its_own() -> None:
    move = ((1, 5),)
    shown = [result(Line(move, score, depth, exact)) for score, depth, exact in (
        (2_040.0, 1, False), (-2_040.0, 1, False), (0.0, 1, True), (0.0, 1, False), (35.0, 4, False),
        (29_995.0, 1, True), (-29_994.0, 1, True), (29_995.0, 7, True), (None, 0, False))]  # fmt: skip
    signs = [one and (one.value, one.sign, one.plies) for one in shown]
    assert signs == [(1, "+", None), (-1, "−", None), (0, "=", None), None, None,
                     (1, "#3", 5), (-1, "−#3", 6), (1, "#3", None), None]  # fmt: skip


def test_no_other_value_is_as_large_as_that_of_a_win_by_the_tables() -> None:
    assert 2 * TABLE_WON == words.TABLE_WIN


@pytest.mark.parametrize("kind", ENDINGS.drills)
def test_every_ending_to_practise_is_a_clear_task_of_its_class(kind: str) -> None:
    drill = ENDINGS.drills[kind]
    assert len(set(drill.positions)) == 24
    for text in drill.positions:
        position = notation.read_position(text)
        assert (notation.write_position(position), ENDINGS.kind(position)) == (text, kind)
        assert not jumpers(position)
        shown = [result(line) for line in lines_of(position)]
        known = [one for one in shown if one is not None]
        assert len(known) == len(shown)
        assert is_clear(known)
        assert max(one.value for one in known) == (drill.aim == "win")


def test_positions_near_the_end_have_tables() -> None:
    game = games.load("checkers")
    five = notation.read_position("B:WK8,K18:BK17,K29,K32")
    assert (ENDINGS.is_in_table(five), game.nears_end(five), game.nears_end(rules.START)) == (True, True, False)
    assert ENDINGS.kind(notation.read_position("B:W28:B1")) == ""
