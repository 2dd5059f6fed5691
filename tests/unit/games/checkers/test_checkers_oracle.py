"""Test the rules of checkers against an independent implementation: equal move lists in random games.

An ordinary run plays 300 games, and some games from positions with kings. The deep run plays 1,000 games.

The other implementation lists single jumps, and knows whether the same piece must continue. The tests join its jumps
to complete moves, along all branches. It has no rules on draws.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from checkers.board import Board
from checkers.board_searcher import BoardSearcher
from checkers.piece import Piece

from chowk.games.checkers import notation
from chowk.games.checkers.rules import BIT, BLACK, START, House, Move, Position, jumped, squares

BLOCKS, QUICK = 10, 1
NO_DRAWS = House(repetition=False, forty=False)
KINGS = (
    "B:W6,7,8,14,15,16,22,23,24:BK2",
    "W:WK19,K23:B12,K28",
    "B:WK10,K18,22,K26:BK1,K6,5,14,K15",
    "W:W18,23,K3,27,31:B6,7,9,K22,14,15",
    "W:W27,19,18,11,7,6,5:B28,25,20,17,16,K15,10",
)
"""Positions with circular jumps, kings among men, and men about to be crowned."""


def arranged(board: Any, pieces: list[Any], turn: int) -> Any:
    """Set the pieces and the side to move on the other implementation's board, and return the board."""
    board.searcher, board.piece_requiring_further_capture_moves, board.player_turn = BoardSearcher(), None, turn
    for piece in pieces:
        piece.board = board
    board.pieces = pieces
    return board


def board_of(position: Position) -> Any:
    pieces = []
    for square in squares(position.black | position.white):
        piece = Piece()
        piece.player = 1 if BIT[square] & position.black else 2
        piece.position, piece.king = square, bool(BIT[square] & position.kings)
        pieces.append(piece)
    return arranged(Board(), pieces, 1 + position.turn)


def after(board: Any, leg: Move) -> Any:
    """Return a copy of the other implementation's board after one leg of a jump."""
    pieces = [copy(piece) for piece in board.pieces if not piece.captured]
    for piece in pieces:
        piece.capture_move_enemies = {}
    new = arranged(copy(board), pieces, board.player_turn)
    assert list(leg) in new.get_possible_capture_moves()
    new.perform_capture_move(list(leg))
    return new


def jumps(board: Any, path: Move) -> Iterator[Move]:
    """Yield the complete jumps that begin with a path. `board` is the board before the last leg of the path."""
    new = after(board, path[-2:])
    if new.piece_requiring_further_capture_moves is None:
        yield path
        return
    for leg in new.get_possible_moves():
        yield from jumps(new, (*path, leg[1]))


def moves_of(board: Any) -> tuple[Move, ...]:
    if not board.get_possible_capture_moves():
        return tuple(sorted(map(tuple, board.get_possible_moves())))
    return tuple(sorted(move for leg in board.get_possible_moves() for move in jumps(board, tuple(leg))))


def position_of(board: Any) -> tuple[int, int, int, int]:
    pieces = board.searcher.uncaptured_pieces
    sides = [sum(BIT[piece.position] for piece in pieces if piece.player == player) for player in (1, 2)]
    return sides[0], sides[1], sum(BIT[piece.position] for piece in pieces if piece.king), board.player_turn - 1


def compare(position: Position, seed: int, plies: int) -> None:
    random, board = Random(seed), board_of(position)
    for _ in range(plies):
        moves = position.moves()
        assert position.key == position_of(board)
        assert moves == moves_of(board)
        if not moves:
            break
        move = random.choice(moves)
        for leg in pairwise(move):
            (board.perform_capture_move if jumped(move) else board.perform_positional_move)(list(leg))
        position = position.play(move)
    agree_on_the_end(position, board)


def agree_on_the_end(position: Position, board: Any) -> None:
    outcome = position.outcome()
    if outcome is not None:
        assert not board.count_movable_player_pieces(1 if outcome.winner != BLACK else 2)


@pytest.mark.parametrize(
    "block", [*range(QUICK), *(pytest.param(block, marks=pytest.mark.deep) for block in range(QUICK, BLOCKS))]
)
def test_a_hundred_random_games_agree_at_every_ply(block: int) -> None:
    for seed in range(100 * block, 100 * (block + 1)):
        compare(START._replace(house=NO_DRAWS), seed, 300)


@pytest.mark.parametrize("fen", KINGS)
def test_games_from_positions_with_kings_agree_at_every_ply(fen: str) -> None:
    for seed in range(40):
        compare(notation.read_position(f"{fen} forty=off"), seed, 30)
