"""Play random games, and count positions, with other programs' libraries. It imports nothing of Chowk.

`python3 tests/bench/_others.py NAME SEED SECONDS` runs in an environment that has the libraries.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any, NamedTuple


class Timed(NamedTuple):
    """The counts of a run: games, moves (or positions counted), and seconds of processor time."""

    games: int
    moves: int
    seconds: float


def played(game: Callable[[Random], int], seed: int, seconds: float) -> Timed:
    """Play games for some seconds of processor time. `game` plays one and returns its number of moves."""
    random, games, moves = Random(seed), 0, 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        games += 1
        moves += game(random)
    return Timed(games, moves, time.process_time() - began)


def counted(count: Callable[[int], int], depth: int, seconds: float) -> Timed:
    """Count all sequences of `depth` moves, again and again, for some seconds of processor time.

    `count` returns the number of sequences of a depth.
    """
    runs, leaves = 0, 0
    began = time.process_time()
    while not runs or time.process_time() - began < seconds:
        runs += 1
        leaves += count(depth)
    return Timed(runs, leaves, time.process_time() - began)


def _spiel(name: str) -> Callable[[Random], int]:
    game = import_module("pyspiel").load_game(name)

    def play(random: Random) -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
        return moves

    return play


def _spiel_perft(name: str) -> Callable[[int], int]:
    game = import_module("pyspiel").load_game(name)

    def leaves(state: Any, depth: int) -> int:
        actions = state.legal_actions()
        if depth == 1 or not actions:
            return len(actions) or 1
        return sum(leaves(state.child(action), depth - 1) for action in actions)

    return lambda depth: leaves(game.new_initial_state(), depth)


def _pushed(make: Callable[[], Any], over: str) -> Callable[[Random], int]:
    """Return a function that plays a random game on a board made by `make`, and returns the number of moves.

    The board has `legal_moves` and `push`. `over` is the name of its method or property that says if the game is over.
    """

    def play(random: Random) -> int:
        board, moves = make(), 0
        while True:
            legal = list(board.legal_moves)
            ended = getattr(board, over)
            if not legal or (ended() if callable(ended) else ended):
                return moves
            board.push(random.choice(legal))
            moves += 1

    return play


def _pushed_perft(make: Callable[[], Any]) -> Callable[[int], int]:
    board = make()

    def leaves(depth: int) -> int:
        legal = list(board.legal_moves)
        if depth == 1 or not legal:
            return len(legal) or 1
        total = 0
        for move in legal:
            board.push(move)
            total += leaves(depth - 1)
            board.pop()
        return total

    return leaves


def _rust_reversi(random: Random) -> int:
    board = import_module("rust_reversi").Board()
    moves = 0
    while not board.is_game_over():
        if board.is_pass():
            board.do_pass()
        else:
            board.do_move(random.choice(board.get_legal_moves_vec()))
        moves += 1
    return moves


def _draughts() -> Any:
    return import_module("draughts").AmericanBoard()


def _chess() -> Any:
    return import_module("chess").Board()


GAMES: dict[str, Callable[[], Callable[[Random], int]]] = {
    "OpenSpiel othello": lambda: _spiel("othello"),
    "OpenSpiel checkers": lambda: _spiel("checkers"),
    "rust-reversi": lambda: _rust_reversi,
    "py-draughts American": lambda: _pushed(_draughts, "is_draw"),
    "python-chess": lambda: _pushed(_chess, "is_game_over"),
}
"""For each library, a function that loads it and returns a function. The latter plays a random game, and returns the
number of moves."""
COUNTS: dict[str, tuple[Callable[[], Callable[[int], int]], int]] = {
    "OpenSpiel othello": (lambda: _spiel_perft("othello"), 6),
    "OpenSpiel checkers": (lambda: _spiel_perft("checkers"), 5),
    "py-draughts American": (lambda: _pushed_perft(_draughts), 5),
    "python-chess": (lambda: _pushed_perft(_chess), 3),
}
"""For each library, a function that loads it and returns a function, and a depth. The returned function counts the move
sequences of this depth."""


def main(name: str, seed: str, seconds: str) -> None:
    """Measure the library `name`, and print the results as JSON.

    The speed of playing random games is measured, and the speed of counting positions if `name` is in `COUNTS`.
    """
    times = {"games": played(GAMES[name](), int(seed), float(seconds))}
    if name in COUNTS:
        count, depth = COUNTS[name]
        times["positions"] = counted(count(), depth, float(seconds))
    print(json.dumps(times))


if __name__ == "__main__":
    main(*sys.argv[1:])
