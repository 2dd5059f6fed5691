"""Compute the ratings of all levels, with errors, from results of contests: `python3 -m tests.bench ratings`.

`contests.json`, in the same folder, lists the contests of two levels. Most are of neighbours; the others are of levels
with one level between them. The ratings of a game are those that make all its results together most likely, if a player
with 400 points more than the opponent wins ten times as often and a draw is half a win. A contest counts as many games
as its standard error implies. The weakest level has rating 0. The results must agree with the `Ladder` of each game.

With `--read FILE` the contests in a file of `python3 -m tests.bench levels --keep FILE` are printed as rows for
`contests.json`.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from chowk import games
from chowk.games import SHELF
from tests.bench.levels import Tally

CONTESTS: Final = Path(__file__).with_name("contests.json")
_POINTS: Final = 400.0
"""The difference in rating of a player who wins ten times as often as the opponent."""
_STEPS: Final = 60
"""Number of Newton's steps. Each changes a rating by at most 174 points, so they are enough for 10,000 points."""


class Contest(NamedTuple):
    """A contest of two levels.

    `upper` and `lower` are the numbers of the levels, `games` the number of games, `share` the score of the upper level
    (from 0 to 1, a draw is half a win), and `error` the standard error of `share`.
    """

    upper: int
    lower: int
    games: int
    share: float
    error: float

    @property
    def likely(self) -> float:
        """The share, at least half a point away from winning or losing all games: such a level has no finite rating."""
        return min(max(self.share, 0.5 / self.games), 1 - 0.5 / self.games)

    @property
    def weight(self) -> float:
        """The number of independent games without draws that would have this standard error."""
        return self.likely * (1 - self.likely) / max(self.error, 0.5 / self.games) ** 2


class Rated(NamedTuple):
    """The ratings of the levels of a game, from the weakest level to the strongest.

    `points` are above the weakest level. `errors` are the standard errors of the differences to the level below; the
    weakest has none, so its error is 0.
    """

    points: tuple[float, ...]
    errors: tuple[float, ...]


def contests() -> dict[str, list[Contest]]:
    """Return the contests of each game, as `contests.json` lists them."""
    return {name: [Contest(*row) for row in rows] for name, rows in json.loads(CONTESTS.read_text()).items()}


def rated(numbers: Sequence[int], played: Sequence[Contest]) -> Rated:
    """Return the ratings that make the contests most likely. `numbers` are the levels, from the weakest on."""
    place = {number: rank for rank, number in enumerate(numbers)}
    points, information = np.zeros(len(numbers)), np.eye(len(numbers))
    for _ in range(_STEPS):
        slope, information = np.zeros(len(numbers)), np.zeros((len(numbers), len(numbers)))
        for contest in played:
            upper, lower = place[contest.upper], place[contest.lower]
            chance = 1 / (1 + np.exp(points[lower] - points[upper]))
            surprise, spread = contest.weight * (contest.likely - chance), contest.weight * chance * (1 - chance)
            slope[[upper, lower]] += surprise, -surprise
            information[[upper, lower], [upper, lower]] += spread
            information[[upper, lower], [lower, upper]] -= spread
        step = np.linalg.solve(information[1:, 1:], slope[1:])
        points[1:] += np.clip(step, -1, 1)
    unit, covariance = _POINTS / np.log(10), np.zeros_like(information)
    covariance[1:, 1:] = np.linalg.inv(information[1:, 1:])
    below = [
        float(np.sqrt(covariance[high, high] + covariance[low, low] - 2 * covariance[low, high]))
        for low, high in pairwise(range(len(numbers)))
    ]
    return Rated(tuple(float(unit * point) for point in points), (0.0, *(float(unit * error) for error in below)))


def rated_game(name: str) -> Rated:
    """Return the ratings of a game's levels by the contests in `contests.json`."""
    return rated([level.number for level in games.load(name).bots.LEVELS], contests()[name])


def table(name: str) -> list[str]:
    """Return the lines of a table of a game's levels: rating, difference to the level below, its error, in the page."""
    game, ratings = games.load(name), rated_game(name)
    assert game.ladder is not None
    lines = ["| level | rating | above the one below | in the page |", "|---|---|---|---|"]
    for rank, level in enumerate(game.bots.LEVELS):
        above = f"{ratings.points[rank] - ratings.points[rank - 1]:.0f} ({ratings.errors[rank]:.0f})" if rank else "–"
        lines.append(f"| {level.name.text} | {ratings.points[rank]:.0f} | {above} | {game.ladder.ratings[rank]} |")
    return lines


def rows(lines: Sequence[str]) -> Mapping[str, list[Contest]]:
    """Return the contests for two in the lines of a file of results (`levels --keep`), by the name of the game.

    Contests with other clocks (`--haste`), and those with luck taken out (`--fair`), have rows of their own.
    """
    played = defaultdict[tuple[str, str, str, str, str], dict[int, tuple[float, float]]](dict)
    for line in lines:
        key, share, _, luck = json.loads(line)
        found = re.fullmatch(r"(\w+) 2 players, (\d+) v (\d+), haste ([\d.]+), game (\d+)(, fair)?", key)
        if found:
            name, upper, lower, haste, number, fair = found.groups("")
            played[name, upper, lower, haste, fair][int(number)] = share, luck
    found_rows = defaultdict[str, list[Contest]](list)
    for (name, upper, lower, _, _), by_number in played.items():
        shares, lucks = zip(*(by_number[number] for number in sorted(by_number)), strict=True)
        tally = Tally(shares, 0.0, lucks)
        row = Contest(int(upper), int(lower), len(shares), round(tally.rate, 4), round(tally.error, 4))
        found_rows[name].append(row)
    return found_rows


def main(arguments: Sequence[str]) -> int:
    """Print the ratings of the games, or the contests in a file of results. Return 1 if the page has other ratings."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.bench ratings", description=__doc__)
    parser.add_argument("games", nargs="*", help="the games (default all)")
    parser.add_argument("--read", type=Path, help="a file of results, to be printed as rows of contests.json")
    options = parser.parse_args(arguments)
    if options.read:
        for name, played in rows(options.read.read_text().splitlines()).items():
            print(name, *(json.dumps(contest) for contest in played), sep="\n  ")
        return 0
    others = 0
    for name in options.games or SHELF:
        print(f"\n{name}", *table(name), sep="\n")
        ladder = games.load(name).ladder
        others += ladder is None or ladder.ratings != tuple(round(point) for point in rated_game(name).points)
    return 1 if others else 0
