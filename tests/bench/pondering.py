"""Measure the gain from pondering (thinking on the opponent's time).

Example: `python3 -m tests.bench pondering reversi --games 40`. The strongest opponent plays itself. One side also
thinks before each move of the other side, for the same time. Each side has its own kernel, so they share nothing. Each
opening is played from both sides. Clocks count processor time, divided by `--haste`. With `--keep` results are written
to a file at once, and games in the file are not played again.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Hashable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from chowk.core.position import Outcome
from chowk.engine import assets
from chowk.engine.kernel.runtime import Kernel
from chowk.engine.search_budget import Clock
from tests.bench import levels
from tools.build import kernel_provider


def think(game: levels.Contest, kernel: Kernel, position: Any, past: Sequence[Any], seconds: float) -> Any:
    """Return the strongest opponent's move after a search of at most `seconds`.

    `past` are the earlier positions of the game. `kernel` searches, with all that it has stored from earlier searches.
    """
    assets.give(game.name, {}, kernel)
    clock = Clock(seconds, time.process_time)
    for thought in game.bots.think(position, past, game.bots.LEVELS[-1].number, len(past), clock):
        move = thought.move
    return move


def play(game: levels.Contest, position: Any, kernels: Sequence[Kernel], ponders: int, seconds: float) -> Outcome:
    """Play a game from a position and return its outcome. The player in seat `ponders` also thinks on the other's time.

    Before each move of the other player, unless it is forced, the player in seat `ponders` searches for `seconds`.
    """
    past: list[Any] = []
    times: Counter[Hashable] = Counter()
    while True:
        same = game.rules.recurring(position)
        times[same] += 1
        outcome: Outcome | None = position.outcome() or game.rules.ended(position, times[same])
        if outcome is not None:
            return outcome
        if position.turn != ponders and len(position.moves()) > 1:
            think(game, kernels[ponders], position, past, seconds)
        move = think(game, kernels[position.turn], position, past, seconds)
        past.append(position)
        position = position.play(move)


def share_of(game: levels.Contest, number: int, haste: float) -> levels.Game:
    """Play the game with this number and return the pondering side's score (1, 0.5 or 0) in a `levels.Game`.

    The time of the slowest move, which that class also holds, is not measured and is 0.
    """
    ponders = number % 2
    started = [kernel_provider.run(game.name) for _ in range(2)]
    kernels = [kernel for kernel in started if kernel is not None]
    outcome = play(game, levels.opening(game, number // 2), kernels, ponders, game.bots.LEVELS[-1].seconds / haste)
    first = [seat for seat, place in enumerate(outcome.places) if place == 1]
    return levels.Game((ponders in first) / len(first), 0.0)


def main(argv: Sequence[str]) -> int:
    """Play the games and print the share of the points that the pondering side gets."""
    parser = argparse.ArgumentParser(prog="bench pondering", description=__doc__)
    parser.add_argument("game", choices=("reversi", "checkers"))
    parser.add_argument("--games", type=int, default=40, help="games (default 40)")
    parser.add_argument("--haste", type=float, default=10.0, help="divisor of every clock (default 10)")
    parser.add_argument("--keep", type=Path, help="a file for the results; a later run continues it")
    options = parser.parse_args(argv)
    kept, game = levels.Kept(options.keep), levels.contest(options.game, 2)
    shares = []
    for number in range(options.games):
        key = f"{game.name} pondering, haste {options.haste}, game {number}"
        shares.append(kept.result(key, partial(share_of, game, number, options.haste))[0])
    print(levels.line(levels.Tally(tuple(shares), 0.0), 2, f"{game.name}, who ponders", 0.0))
    return 0
