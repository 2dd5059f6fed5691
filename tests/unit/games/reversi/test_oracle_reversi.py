"""Test Reversi's rules against an independent implementation: equal move lists in 1,000 random games."""

from __future__ import annotations

from random import Random

import pytest
from rust_reversi import Board, Turn

from chowk.games.reversi.rules import PASS, START, Position

GAMES = 1000


def position_of(board: Board) -> tuple[int, int, int]:
    """Convert a board of the other implementation.

    Return the bit mask of the black discs, the bit mask of the white discs, and the seat to move.
    """
    signs = board.get_board_line()
    turn = 0 if board.get_turn() == Turn.BLACK else 1
    masks = [sum(1 << square for square, sign in enumerate(signs) if sign == side) for side in "XO"]
    return masks[0], masks[1], turn


def moves_of(board: Board) -> tuple[int, ...]:
    if board.is_game_over():
        return ()
    return (PASS,) if board.is_pass() else tuple(sorted(board.get_legal_moves_vec()))


def play(board: Board, move: int) -> None:
    if move == PASS:
        board.do_pass()
    else:
        board.do_move(move)


def compare(position: Position, board: Board) -> None:
    assert (position.black, position.white, position.turn) == position_of(board)
    assert position.moves() == moves_of(board)


@pytest.mark.parametrize("block", range(10))
def test_a_hundred_random_games_agree_at_every_ply(block: int) -> None:
    for seed in range(GAMES // 10 * block, GAMES // 10 * (block + 1)):
        random, position, board = Random(seed), START, Board()
        compare(position, board)
        while moves := position.moves():
            move = random.choice(moves)
            position = position.play(move)
            play(board, move)
            compare(position, board)
        agree_on_the_end(position, board)


def agree_on_the_end(position: Position, board: Board) -> None:
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.scores == (board.black_piece_num(), board.white_piece_num())
    winner = board.get_winner()
    assert outcome.winner == (None if winner is None else int(winner != Turn.BLACK))
