"""How often each opponent beats the one below it: `python3 -m tests.bench levels reversi --games 100`.

Clocks count processor time, so that other work on the machine does not weaken an opponent. In the page Python is
slower than here; `--haste` divides every clock to make up for that.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from chowk.core.clock import Clock
from chowk.core.position import Outcome
from chowk.games import load

OPENINGS: dict[str, tuple[dict[str, str], int]] = {"checkers": ({"ballot": "156"}, 0)}
"""House rules that vary the start, and how many random moves follow; every opening is played both ways round."""
USUAL: tuple[dict[str, str], int] = ({}, 8)


class Tally(NamedTuple):
    """The games of one opponent against another, and the seconds the slower of them took for its slowest move."""

    won: int
    drawn: int
    lost: int
    slowest: float

    @property
    def rate(self) -> float:
        """The share of the points."""
        return (self.won + self.drawn / 2) / max(1, self.won + self.drawn + self.lost)


def opening(game: Any, number: int) -> Any:
    """A drawn or random position, the same for the same number, at which the game goes on."""
    house, plies = OPENINGS.get(game.name, USUAL)
    for attempt in range(100):
        chance = random.Random(f"{number}/{attempt}")
        position = game.match(seed=number, **house).position
        for _ in range(plies):
            moves = position.moves()
            position = position.play(chance.choice(moves)) if moves else position
        if position.moves():
            return position
    raise AssertionError("no opening goes on")


def play(game: Any, position: Any, levels: Sequence[int], seed: int, haste: float) -> tuple[Outcome, list[float]]:
    """A game from a position on, by seat; the seconds of a level's clock are divided by `haste`."""
    past: list[Any] = []
    slowest = [0.0] * len(levels)
    while True:
        outcome = position.outcome() or game.rules.ended([*past, position])
        if outcome is not None:
            return outcome, slowest
        seat = position.turn
        level = levels[seat]
        clock = Clock(game.bots.LEVELS[level].seconds / haste, time.process_time)
        for thought in game.bots.think(position, past, level, seed, clock):
            move = thought.move
        slowest[seat] = max(slowest[seat], clock.spent)
        past.append(position)
        position = position.play(move)


def match(game: Any, upper: int, lower: int, games: int, haste: float) -> Tally:
    """`upper` against `lower` over so many games, openings both ways round."""
    won, drawn, lost, slowest = 0, 0, 0, 0.0
    for number in range(games):
        seat = number % 2
        levels = (upper, lower) if seat == 0 else (lower, upper)
        outcome, times = play(game, opening(game, number // 2), levels, number, haste)
        won += outcome.winner == seat
        drawn += outcome.winner is None
        lost += outcome.winner == 1 - seat
        slowest = max(slowest, *times)
    return Tally(won, drawn, lost, slowest)


def main(argv: Sequence[str]) -> int:
    """Prints a line for each pair of neighbours; 1 if one of them scores less than asked."""
    parser = argparse.ArgumentParser(prog="bench levels", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=100, help="games a pair (default 100)")
    parser.add_argument("--pairs", help="such as 1-0,2-1; all neighbours by default")
    parser.add_argument("--haste", type=float, default=2.7, help="divides every clock (2.7, what Pyodide takes)")
    parser.add_argument("--least", type=float, default=0.65, help="the score that is asked for (default 0.65)")
    options = parser.parse_args(argv)
    game: Any = load(options.game)
    pairs = [tuple(map(int, pair.split("-"))) for pair in options.pairs.split(",")] if options.pairs else None
    bad = 0
    for upper, lower in pairs or [(high, low) for low, high in pairwise(range(len(game.bots.LEVELS)))]:
        began = time.perf_counter()
        tally = match(game, upper, lower, options.games, options.haste)
        names = f"{game.bots.LEVELS[upper].name} v {game.bots.LEVELS[lower].name}"
        bad += tally.rate < options.least
        print(
            f"{names:24} +{tally.won} ={tally.drawn} -{tally.lost}  {tally.rate:.0%}"
            f"  slowest move {tally.slowest:.2f} s, {time.perf_counter() - began:.0f} s in all",
            flush=True,
        )
    return 1 if bad else 0
