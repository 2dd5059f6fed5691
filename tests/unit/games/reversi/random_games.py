"""Random games of Reversi from fixed seeds, and every way in which a game may end."""

from __future__ import annotations

from random import Random
from typing import Any

from chowk.core.match import Match
from chowk.games import load


def random_game(seed: int, plies: int = 99) -> Match[Any, Any]:
    """Return a game of random moves, at most `plies` of them.

    With every fourth seed, a game that is not over after these moves is resigned, drawn by agreement, or lost on time.
    """
    random, match = Random(seed), load("reversi").match()
    while match.outcome() is None and match.ply < plies:
        match.follow(random.choice(match.position.moves()))
    if seed % 4 == 1 and match.outcome() is None:
        number = seed // 12
        (match.agree, lambda: match.resign(number % 2), lambda: match.overstep(number % 2))[number % 3]()
    return match


def lengths(count: int) -> list[tuple[int, int]]:
    """Return `count` pairs: the seed of a random game, and the number of plies to play.

    Every third game stops before its end. The others are played to the end.
    """
    return [(seed, 99 if seed % 3 else seed % 60) for seed in range(count)]
