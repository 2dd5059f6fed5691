"""Measure the thinking time of opponents per move: `python3 -m tests.bench thinking kilkenny --levels 3,4`.

For games that report luck, the time to compute the luck of a roll is measured, too.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from itertools import count, islice
from statistics import mean, median
from typing import Any

from chowk.core import chance
from chowk.core.position import CHANCE
from chowk.engine.search_budget import Clock
from chowk.games import load, sign
from chowk.games.api import Level
from tests.bench._page import here_and_there, provide
from tests.bench.levels import Contest, contest, opening


def main(argv: Sequence[str]) -> int:
    """Run the measurement in this Python and in the page's Python."""
    return here_and_there("thinking", argv, measure, next(iter(argv), None))


def measure(argv: Sequence[str]) -> int:
    """Print the seconds per move and the longest uninterruptible part of the search, for each level."""
    parser = argparse.ArgumentParser(prog="bench thinking", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--levels", help="numbers of levels, such as 3,4; all by default")
    parser.add_argument("--seats", type=int, help="players at the table; the fewest and the most by default")
    parser.add_argument("--moves", type=int, default=40, help="moves for each level (default 40)")
    options = parser.parse_args(argv)
    provide(options.game)
    counts = sign(options.game).seats
    for seats in [options.seats] if options.seats else sorted({counts[0], counts[-1]}):
        game = contest(options.game, seats)
        chosen = {int(number) for number in options.levels.split(",")} if options.levels else None
        for level in game.bots.LEVELS:
            if chosen is None or level.number in chosen:
                print(line(game, level, options.moves), flush=True)
        if load(options.game).weigh is not None:
            print(weighing(game, options.moves), flush=True)
    return 0


def line(game: Contest, level: Level, moves: int) -> str:
    """Return a line of the table: the thinking times of an opponent, and its longest uninterruptible part.

    They are measured in `moves` positions from games of a middling opponent.
    """
    thoughts = [think(game, position, level) for position in decisions(game, moves)]
    times = sorted(took for took, _ in thoughts)
    limit = level.seconds
    return (
        f"{level.name!s:12} {game.seats} players: a move {mean(times):.3f} s on average,"
        f" median {median(times):.3f}, nine in ten under {times[len(times) * 9 // 10]:.3f}, worst {times[-1]:.3f}"
        f" (clock {limit:g} s, reached {sum(took >= limit for took in times)} times of {len(times)});"
        f" longest slice {max(slice_ for _, slice_ in thoughts) * 1000:.0f} ms"
    )


def weighing(game: Contest, rolls: int) -> str:
    """Return a line with the processor seconds to compute how a roll changed the winning chances of all seats.

    They are the mean and the maximum of up to `rolls` rolls.
    """
    times = list[float]()
    for position in islice(rolled(game, 5), 2 * rolls):
        if not game.bots.calibrated(position) or len(times) == rolls:
            continue
        clock = Clock(60.0, time.process_time)
        for _ in game.bots.weigh(position, (position.moves()[0],), clock):
            pass
        times.append(clock.spent)
    if not times:
        return f"luck of a roll, {game.seats} players: not told"
    return f"luck of a roll, {game.seats} players: {mean(times):.3f} s on average, worst {max(times):.3f}"


def rolled(game: Contest, every: int) -> Iterator[Any]:
    """Yield the position before every `every`-th roll, from endless games of a weak opponent against itself."""
    for number in count():
        position, rolls = opening(game, number), 0
        while position.outcome() is None:
            if position.turn == CHANCE:
                if rolls % every == every - 1:
                    yield position
                position = position.play(chance.pick(position.moves(), position.odds(), number, rolls))
                rolls += 1
            else:
                *_, thought = game.bots.think(position, (), 1, number, Clock(60.0))
                position = position.play(thought.move)


def decisions(game: Contest, moves: int) -> Iterator[Any]:
    """Yield `moves` positions with more than one legal move, from all phases of games, in every run the same ones."""
    number = chosen = rolls = 0
    position = opening(game, number)
    while chosen < moves:
        if position.outcome() is not None:
            number, rolls = number + 1, 0
            position = opening(game, number)
        elif position.turn == CHANCE:
            position = position.play(chance.pick(position.moves(), position.odds(), number, rolls))
            rolls += 1
        else:
            if len(position.moves()) > 1 and (rolls + position.turn) % 5 == 0:
                chosen += 1
                yield position
            *_, thought = game.bots.think(position, (), 2, number, Clock(60.0))
            position = position.play(thought.move)


def think(game: Contest, position: Any, level: Level) -> tuple[float, float]:
    """Return the processor seconds that an opponent takes for a move, and those of its longest uninterrupted part."""
    clock = Clock(level.seconds, time.process_time)
    before, longest = 0.0, 0.0
    for _ in game.bots.think(position, (), level.number, 1, clock):
        longest, before = max(longest, clock.spent - before), clock.spent
        if clock.over:
            break
    return clock.spent, max(longest, clock.spent - before)
