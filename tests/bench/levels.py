"""Measure the results of each opponent against the next weaker one.

Example: `python3 -m tests.bench levels reversi --games 100`. With more than two seats, every other seat belongs to the
stronger opponent. Games come in pairs with the same opening, the same dice for each roll, and swapped seats. Luck is
then equal for both, and the standard error is that of the pairs.

Clocks count processor time, so that other work on the machine does not weaken an opponent. Python is slower in the page
than here; `--haste` divides every clock to make up for that.

With `--greedy` every level except the two lowest plays against a greedy player instead. That player takes the move that
gains most at once, without looking further.

With `--fair` the luck of all rolls is subtracted from each result, as in backgammon. A roll's luck is the difference
between the winning chance after it and the average over all possible rolls, as the game's function `weigh` computes
them. Luck averages to zero even if those chances are wrong. The share therefore stays unbiased, and fewer games are
needed.

With `--keep` every game's result is written to a file at once, and games in the file are not played again: a long table
can be interrupted and resumed. Start a new file when an opponent has changed.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from importlib import import_module
from itertools import pairwise
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any, Final, NamedTuple

from chowk.core import chance
from chowk.core.position import CHANCE, Outcome
from chowk.engine.between import Between
from chowk.engine.search_budget import Clock
from chowk.games import sign
from chowk.games.parcheesi.engine import bots as parcheesi
from chowk.games.parcheesi.engine import results
from tests.bench import _patchwork, kilkenny
from tools.build import kernel_provider

OPENINGS: Final[dict[str, tuple[dict[str, str], int]]] = {
    "checkers": ({"ballot": "156"}, 0),
    "kilkenny": ({"rounds": "100"}, 0),  # there are no people here who could agree on a draw
    "parcheesi": ({}, 0),
    "patchwork": ({"first": "first"}, 0),  # the game's number shuffles the queue of patches
}
"""For each game: the house rules that vary its start, and the number of random moves that follow.

Both opponents play every opening from both sides.
"""
USUAL: Final[tuple[dict[str, str], int]] = ({}, 8)
EVEN: Final = 0.5
"""Share of the points that the stronger opponent gets if both are equally strong."""
SURE: Final = 2.0
"""Number of standard errors above `EVEN` from which a lead counts as significant."""


GREEDY: Final = -1
"""Number that stands for the greedy player among the levels."""


class Contest(NamedTuple):
    """A game whose opponents are measured: its name, its modules, and the number of players."""

    name: str
    rules: Any
    bots: Any
    seats: int


class Game(NamedTuple):
    """The result of a game, as the stronger opponent sees it.

    `share` is that opponent's score (1 for a win), `took` the seconds of its slowest move, and `luck` the change of its
    winning chance by all rolls of both players, or 0 if luck is not computed.
    """

    share: float
    took: float
    luck: float = 0.0


class Tally(NamedTuple):
    """The results of several games, as the stronger opponent sees them.

    `shares` are the scores (1 for a win), `slowest` the seconds of the slowest move, and `lucks` the parts of the
    scores that are luck.
    """

    shares: tuple[float, ...]
    slowest: float
    lucks: tuple[float, ...] = ()

    @property
    def fair(self) -> list[float]:
        """Each game's score for the stronger opponent, with the part that is luck subtracted."""
        return [share - luck for share, luck in zip(self.shares, self.lucks or [0.0] * len(self.shares), strict=True)]

    @property
    def rate(self) -> float:
        """Mean score of the stronger opponent, with luck subtracted."""
        return mean(self.fair)

    @property
    def error(self) -> float:
        """Standard error of `rate`, computed from the differences between pairs of games."""
        fair = self.fair
        pairs = [mean(fair[start : start + 2]) for start in range(0, len(fair), 2)]
        return stdev(pairs) / sqrt(len(pairs)) if len(pairs) > 1 else EVEN

    @property
    def sure(self) -> bool:
        """True if the stronger opponent's lead is statistically significant."""
        return self.rate - EVEN > SURE * self.error


def contest(name: str, seats: int) -> Contest:
    """Load the rules and the opponents of a game for a number of players, but not the code that draws it."""
    rules, bots = (import_module(f"chowk.games.{name}.{part}") for part in ("rules", "engine.bots"))
    return Contest(name, rules, bots, seats)


def opening(game: Contest, number: int) -> Any:
    """Return the opening position of the game with this number. Equal numbers give equal positions."""
    house, plies = OPENINGS.get(game.name, USUAL)
    chosen = {option.name: option.chosen(house) for option in game.rules.OPTIONS}
    for attempt in range(100):
        lot = random.Random(f"{number}/{attempt}")
        position = game.rules.start(game.seats, chosen, number)
        for _ in range(plies):
            moves = position.moves()
            position = position.play(lot.choice(moves)) if moves else position
        if position.moves():
            return position
    raise AssertionError("no opening goes on")


def play(
    game: Contest, position: Any, levels: Sequence[int | Between], seed: int, haste: float, fair: bool = False
) -> tuple[Outcome, float, list[float]]:
    """Play a game from a position. Return its outcome, the seconds of its slowest move, and each seat's luck if `fair`.

    `levels` holds each seat's rank among the levels, or an opponent between two. Every clock is divided by `haste`. The
    seed determines the dice and the choice among equal moves.
    """
    past: list[Any] = []
    times: Counter[Hashable] = Counter()
    slowest, rolls, lucks = 0.0, 0, [0.0] * game.seats
    while True:
        same = game.rules.recurring(position)
        times[same] += 1
        outcome = position.outcome() or game.rules.ended(position, times[same])
        if outcome is not None:
            return outcome, slowest, lucks
        if position.turn == CHANCE:
            move = chance.pick(position.moves(), position.odds(), seed, rolls)
            rolls += 1
            if fair and not position.opening:
                lucks = [whole + more for whole, more in zip(lucks, luck(game, position, move), strict=True)]
        elif levels[position.turn] == GREEDY:
            move = greedy(game.name, position, seed)
        else:
            level = levels[position.turn]
            number, seconds = _level(game, level)
            clock = Clock(seconds / haste, time.process_time)
            for thought in game.bots.think(position, past, number, seed, clock):
                move = thought.move
            slowest = max(slowest, clock.spent)
        past.append(position)
        position = position.play(move)


def _level(game: Contest, level: int | Between) -> tuple[int | Between, float]:
    """Return an opponent and its thinking time in seconds.

    If `level` is a rank among the levels, the returned opponent is the number of that level. An opponent between two
    levels is returned unchanged, with the longer thinking time of the two.
    """
    if isinstance(level, Between):
        return level, max(own.seconds for own in game.bots.LEVELS if own.number in (level.lower, level.upper))
    return game.bots.LEVELS[level].number, game.bots.LEVELS[level].seconds


def luck(game: Contest, position: Any, roll: Any) -> list[float]:
    """Return for each seat by how much its winning chance after a roll differs from the average over all rolls."""
    *_, weighed = game.bots.weigh(position, (roll,), Clock(1e9, time.process_time))
    return [rolled - before for rolled, before in zip(weighed.rolled, weighed.before, strict=True)]


def greedy(name: str, position: Any, seed: int) -> Any:
    """Return the greedy player's move.

    In Parcheesi it gains most steps and captures, in Kilkenny Cats it gives the best race, and in Patchwork it buys the
    patch of greatest value per space.
    """
    if name == "kilkenny":
        return kilkenny.chosen(position, kilkenny.GREEDY, seed, random.Random(seed + position.quiet))
    if name == "patchwork":
        return _patchwork.greedy(_patchwork.keen)(position)
    assert name == "parcheesi", "nobody has said what greed is in this game"
    ahead = {move: _farthest(position, position.play(move)) for move in position.moves()}
    return max(ahead, key=ahead.__getitem__)


def _farthest(start: Any, position: Any) -> float:
    """Return the greatest progress from `start`, in steps and captures, that can be made with the rest of a roll.

    `position` is the present position, within the roll or after it.
    """
    if position.turn != start.turn or position.outcome() is not None:
        return parcheesi._progress(start, position.pawns)
    return max(parcheesi._progress(start, result.table) for result in results.now(position))


def share_of(game: Contest, upper: int, lower: int, number: int, haste: float, fair: bool = False) -> Game:
    """Play game `number` between the levels `upper` and `lower`. Return its result as `upper` sees it.

    `haste` and `fair` are as in `play`.
    """
    own = [seat % 2 == number % 2 for seat in range(game.seats)]
    levels = [upper if mine else lower for mine in own]
    outcome, took, lucks = play(game, opening(game, number // 2), levels, number // 2, haste, fair)
    first = [own[seat] for seat, place in enumerate(outcome.places) if place == 1]
    return Game(sum(first) / len(first), took, sum(luck for luck, mine in zip(lucks, own, strict=True) if mine))


class Kept:
    """The results of finished games. If a file is given, each game is a line of JSON there: its key and its result."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        lines = path.read_text().splitlines() if path and path.exists() else []
        self._results = {str(key): Game(*map(float, figures)) for key, *figures in map(json.loads, lines)}

    def result(self, key: str, play_game: Callable[[], Game]) -> Game:
        """Return the saved result of a game. If there is none, call `play_game` and save the result."""
        if key not in self._results:
            self._results[key] = play_game()
            if self._path:
                with self._path.open("a") as file:
                    file.write(json.dumps([key, *self._results[key]]) + "\n")
        return self._results[key]


def match(
    game: Contest, upper: int, lower: int, games: int, haste: float, kept: Kept | None = None, fair: bool = False
) -> Tally:
    """Play `games` games of `upper` against `lower`. Each opening is played twice, with swapped seats.

    Games with a result in `kept` are not played again. `haste` and `fair` are as in `play`.
    """
    kept, games_played = kept or Kept(None), list[Game]()
    names = ["greed" if level == GREEDY else game.bots.LEVELS[level].number for level in (upper, lower)]
    for number in range(games):
        key = f"{game.name} {game.seats} players, {names[0]} v {names[1]}, haste {haste}, game {number}"
        key += ", fair" if fair else ""
        games_played.append(kept.result(key, partial(share_of, game, upper, lower, number, haste, fair)))
        if number % 2:
            print(f"{number + 1} games: {_tally(games_played).rate:.1%}", end="\r", file=sys.stderr, flush=True)
    return _tally(games_played)


def _tally(games_played: Sequence[Game]) -> Tally:
    shares, took, lucks = zip(*games_played, strict=True)
    return Tally(shares, max(took), lucks)


def line(tally: Tally, seats: int, names: str, seconds: float) -> str:
    """Return a line of the table: both names, the games won, drawn and lost, the score, and its standard error."""
    won, lost = tally.shares.count(1), tally.shares.count(0)
    fair = f", without luck {tally.rate:6.1%}" if any(tally.lucks) else ""
    lead = (tally.rate - EVEN) / max(tally.error, 1e-9)
    return (
        f"{names:26} {seats} players  +{won} ={len(tally.shares) - won - lost} -{lost}  {mean(tally.shares):6.1%}{fair}"
        f"  standard error {tally.error:.1%} ({min(lead, 99):+.1f} of them above half)"
        f"  slowest move {tally.slowest:.2f} s, {seconds:.0f} s in all"
    )


def main(argv: Sequence[str]) -> int:
    """Print a line for each pair of neighbouring levels. Return 1 if a score is too low or not significant."""
    parser = argparse.ArgumentParser(prog="bench levels", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=100, help="games for each pair (default 100)")
    parser.add_argument(
        "--pairs", help="pairs of ranks, 0 for the weakest, such as 1-0,2-1; by default each level and the one below"
    )
    parser.add_argument("--greedy", action="store_true", help="levels against greed, not against one another")
    parser.add_argument("--seats", type=int, help="players at the table; the fewest and the most by default")
    parser.add_argument(
        "--haste",
        type=float,
        default=2.7,
        help="divisor of every clock (default 2.7, since Pyodide is that much slower)",
    )
    parser.add_argument(
        "--least", type=float, help="the score that the stronger level must reach (default 0.65, with dice 0.5)"
    )
    parser.add_argument("--fair", action="store_true", help="subtract the luck of all rolls from the results")
    parser.add_argument("--keep", type=Path, help="a file for the results; a later run continues it")
    options = parser.parse_args(argv)
    kernel_provider.provide()
    kept = Kept(options.keep)
    counts = sign(options.game).seats
    bad = 0
    for seats in [options.seats] if options.seats else sorted({counts[0], counts[-1]}):
        game = contest(options.game, seats)
        names = [level.name.text for level in game.bots.LEVELS]
        pairs = [tuple(map(int, pair.split("-"))) for pair in options.pairs.split(",")] if options.pairs else None
        dice = opening(game, 0).turn == CHANCE
        least = (EVEN if dice else 0.65) if options.least is None else options.least
        names.append("greed")
        usual = [(high, low) for low, high in pairwise(range(len(names) - 1))]
        if options.greedy:
            usual = [(level, GREEDY) for level in range(2, len(names) - 1)]
        for upper, lower in pairs or usual:
            began = time.perf_counter()
            tally = match(game, upper, lower, options.games, options.haste, kept, options.fair)
            bad += tally.rate < least or not tally.sure
            print(line(tally, seats, f"{names[upper]} v {names[lower]}", time.perf_counter() - began), flush=True)
    return 1 if bad else 0
