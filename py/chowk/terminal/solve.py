"""Solve a puzzle in a terminal."""

from __future__ import annotations

import random
from typing import Any

from chowk import games as registry
from chowk.core.errors import TextError
from chowk.core.message import english
from chowk.games.api.puzzle import Puzzle, puzzles_of
from chowk.library import Board, games
from chowk.terminal.screen import CommandError, Screen, prompt_line


def chosen(game: str, key: str = "", theme: str = "", seed: int | None = None) -> Puzzle:
    """Return the puzzle with the key `key`. Without a key, return a random puzzle, which `seed` determines.

    If `theme` is given, the puzzle must have this theme. Raise `CommandError` if there is no such puzzle.
    """
    if game not in games():
        raise CommandError(f"{game!r} is no game; the games are {', '.join(games())}")
    puzzles = puzzles_of(game)
    suitable = [puzzle for puzzle in puzzles if key in ("", puzzle.key) and theme in ("", puzzle.theme)]
    if not suitable:
        themes = ", ".join(sorted({puzzle.theme for puzzle in puzzles}))
        raise CommandError(f"no puzzle has the key {key}" if key else f"the themes of {game} are {themes}")
    return random.Random(seed).choice(suitable)


def as_object(game: str, puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle, with its solutions, as a dict for JSON."""
    return {"game": game, "key": puzzle.key, "setup": puzzle.setup, "theme": puzzle.theme, "rating": puzzle.rating,
            "solutions": [list(line) for line in puzzle.lines]}  # fmt: skip


def solve(game: str, puzzle: Puzzle, screen: Screen) -> int:
    """Let the player solve a puzzle. Return 1 if the player tries a wrong move or gives up, else 0."""
    board = Board(game, puzzle.setup)
    themes = registry.sign(game).themes
    assert themes is not None, "the game has puzzles"
    theme = themes()[puzzle.theme]
    solver, lines, is_right = board.turn, list(puzzle.lines), True
    screen.board(board)
    goal = "Find the best move." if theme.goal is None else english(theme.goal)
    screen.show(f"Puzzle {puzzle.key}, difficulty {puzzle.rating}. {goal}")
    ply = 0
    while lines := [line for line in lines if len(line) > ply]:
        if board.turn == solver:
            text = prompt_line(f"{board.side(solver)}> ")
            if text is None or text in ("quit", "q"):
                screen.show(f"The solution: {' '.join(puzzle.lines[0])}")
                return 1
            try:
                move = board.parse(text)
            except TextError as error:
                screen.show(str(error))
                continue
            agreeing = [line for line in lines if board.parse(line[ply]) == move]
            if not agreeing:
                is_right = False
                screen.show("That is not the best move. Try again, or type quit.")
                continue
            lines = agreeing
        else:
            move = board.parse(lines[0][ply])
            lines = [line for line in lines if line[ply] == lines[0][ply]]
        screen.show(board.describe(move) if not board.is_chance else f"Roll: {board.text(move)}")
        board.push(move)
        ply += 1
        screen.board(board)
    screen.show(f"Solved. {english(theme.reason)}")
    return 0 if is_right else 1
