"""The openings of a match: random moves, random moves with about equal chances for both sides, or games of a file."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

from chowk.library import Board, Engine, EngineError, Limit
from chowk.terminal import game_files
from chowk.terminal.screen import CommandError

PLIES: Final = 8
"""Number of random moves before a game without dice, which would otherwise always be the same."""
ATTEMPTS: Final = 100
"""Maximum number of random openings to try. An opening is rejected if it ends the game, or if a side is ahead."""
RANDOM: Final = "random"
BALANCED: Final = "balanced"
BALANCE: Final = 0.1
"""After a balanced opening, the chance to win of either side differs from one half by at most this."""
NODES: Final = 20_000
"""Number of positions that the analysis of an opening visits."""


def opening_board(
    game: str, seed: int, number: int, plies: int = PLIES, seats: int = 2, balanced: bool = False
) -> Board:
    """Return the opening position of a pair of games. `number` is the number of the pair in its match.

    The position comes after `plies` random moves. In a game with dice, it is the start of the game instead. The
    position and its dice depend only on the arguments. If `balanced` is True, both sides have about equal chances.
    Raise `CommandError` if no such position is found.
    """
    for attempt in range(ATTEMPTS):
        board = Board(game, seats=seats, seed=seed + number)
        lot = random.Random(f"{seed} {number} {attempt}")
        for _ in range(0 if board.is_chance else plies):
            if not board.is_game_over():
                board.push(lot.choice(board.legal_moves))
        if not board.is_game_over() and (not balanced or is_balanced(board)):
            return board
    fault = f"{plies} random moves end every game"
    raise CommandError(f"no opening of {plies} random moves is balanced" if balanced else fault)


def is_balanced(board: Board) -> bool:
    """Return True if an analysis of the position gives the side to move about an even chance to win.

    If a roll is due, return True without an analysis. Raise `EngineError` if the analysis gives no chances to win.
    """
    if board.is_chance:
        return True
    best = Engine(board.game).analyse(board, Limit(nodes=NODES), 1)[0]
    if best.win_chance is None:
        raise EngineError(
            f"the analysis of {board.game} gives no chances to win, so no opening is known to be balanced"
        )
    return abs(best.win_chance - 0.5) <= BALANCE


def read(path: Path, game: str, plies: int | None) -> tuple[Board, ...]:
    """Return the openings of a file of games: all moves of each game, or the first `plies`.

    Raise `CommandError` if a game cannot be read, or is over.
    """
    openings = []
    for entry in game_files.open_games(str(path), game):
        if entry.board is None:
            raise CommandError(f"{path}, game {entry.number}: {entry.error}")
        if entry.board.game != game:
            raise CommandError(f"{path}, game {entry.number}, is a game of {entry.board.game}, not of {game}")
        opening = entry.board
        while opening.ply and plies is not None and opening.ply > plies:
            opening.pop()
        if opening.is_game_over():
            raise CommandError(f"{path}, game {entry.number}, is over: give fewer --plies")
        openings.append(opening)
    if not openings:
        raise CommandError(f"{path} has no games")
    return tuple(openings)


def seeded(opening: Board, seed: int) -> Board:
    """Return a copy of an opening whose later rolls follow from `seed`, which belongs to a pair of games."""
    moves, start = opening.moves, opening.copy()
    while start.ply:
        start.pop()
    board = Board(opening.game, start.to_text(), seed=seed)
    for move in moves:
        board.push(move)
    return board
