"""How often each opponent beats the one below it: `python3 -m tests.bench levels reversi --games 100`.

With more than two seats, every other one is the upper opponent's. Games come in pairs with the seats changed: the same
opening, and the same dice by the number of the roll. So luck weighs on both alike, and the standard error is that of
the pairs.

Clocks count processor time, so that other work on the machine does not weaken an opponent. In the page Python is
slower than here; `--haste` divides every clock to make up for that.

With `--greedy` every level but the two lowest plays against greed instead: who makes most of the present move, and
looks no further.

With `--keep` every game's result is written to a file at once, and games that are in it are not played again: a long
table can be broken off and taken up at any time. Start a new file when an opponent has changed.
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
from chowk.core.clock import Clock
from chowk.core.position import CHANCE, Outcome
from chowk.games import sign
from chowk.games.parcheesi import bots as parcheesi
from chowk.games.parcheesi.engine import results
from tests.bench import _patchwork, kilkenny
from tools.kernels import native

OPENINGS: Final[dict[str, tuple[dict[str, str], int]]] = {
    "checkers": ({"ballot": "156"}, 0),
    "kilkenny": ({"rounds": "100"}, 0),  # nobody is there to agree on a draw
    "parcheesi": ({}, 0),
    "patchwork": ({"first": "first"}, 0),  # the ring is shuffled by the number
}
"""House rules that vary the start, and how many random moves follow; every opening is played both ways round."""
USUAL: Final[tuple[dict[str, str], int]] = ({}, 8)
EVEN: Final = 0.5
"""The share of the points where nobody is better: the seats are shared out evenly."""
SURE: Final = 2.0
"""So many standard errors above that, a lead is no accident."""


GREEDY: Final = -1
"""Stands for greed among the levels."""


class Contest(NamedTuple):
    """A game whose opponents are measured: its name, its modules, and the players at its table."""

    name: str
    rules: Any
    bots: Any
    seats: int


class Tally(NamedTuple):
    """What the upper opponent had of each game, 1 for a win, and the seconds that the slowest move of all took."""

    shares: tuple[float, ...]
    slowest: float

    @property
    def rate(self) -> float:
        """The share of the points."""
        return mean(self.shares)

    @property
    def error(self) -> float:
        """The standard error of the rate, from how the pairs of games differ."""
        pairs = [mean(self.shares[at : at + 2]) for at in range(0, len(self.shares), 2)]
        return stdev(pairs) / sqrt(len(pairs)) if len(pairs) > 1 else EVEN

    @property
    def sure(self) -> bool:
        """Whether the upper opponent is ahead by more than chance explains."""
        return self.rate - EVEN > SURE * self.error


def contest(name: str, seats: int) -> Contest:
    """The modules of the game of that name, for so many players; its board is not needed."""
    rules, bots = (import_module(f"chowk.games.{name}.{part}") for part in ("rules", "bots"))
    return Contest(name, rules, bots, seats)


def opening(game: Contest, number: int) -> Any:
    """A drawn or random position, the same for the same number, at which the game goes on."""
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


def play(game: Contest, position: Any, levels: Sequence[int], seed: int, haste: float) -> tuple[Outcome, float]:
    """A game from a position on, and the seconds of its slowest move; every level's clock is divided by `haste`.

    The seed settles the dice, and how opponents choose among moves that are as good.
    """
    past: list[Any] = []
    times: Counter[Hashable] = Counter()
    slowest, rolls = 0.0, 0
    while True:
        same = game.rules.recurring(position)
        times[same] += 1
        outcome = position.outcome() or game.rules.ended(position, times[same])
        if outcome is not None:
            return outcome, slowest
        if position.turn == CHANCE:
            move = chance.pick(position.moves(), position.odds(), seed, rolls)
            rolls += 1
        elif levels[position.turn] == GREEDY:
            move = greedy(game.name, position, seed)
        else:
            level = levels[position.turn]
            chosen = game.bots.LEVELS[level]
            clock = Clock(chosen.seconds / haste, time.process_time)
            for thought in game.bots.think(position, past, chosen.number, seed, clock):
                move = thought.move
            slowest = max(slowest, clock.spent)
        past.append(position)
        position = position.play(move)


def greedy(name: str, position: Any, seed: int) -> Any:
    """The move that makes most of the present: of steps and captures, of the race, or of a patch for each space."""
    if name == "kilkenny":
        return kilkenny.chosen(position, kilkenny.GREEDY, seed, random.Random(seed + position.quiet))
    if name == "patchwork":
        return _patchwork.greedy(_patchwork.keen)(position)
    assert name == "parcheesi", "nobody has said what greed is in this game"
    ahead = {move: _farthest(position, position.play(move)) for move in position.moves()}
    return max(ahead, key=ahead.__getitem__)


def _farthest(start: Any, position: Any) -> float:
    """How far on the best result of a roll's rest is, by steps and captures."""
    if position.turn != start.turn or position.outcome() is not None:
        return parcheesi._progress(start, position.pawns)
    return max(parcheesi._progress(start, one.table) for one in results.now(position))


def share_of(game: Contest, upper: int, lower: int, number: int, haste: float) -> tuple[float, float]:
    """What the upper opponent has of the game with that number, and the seconds of the slowest move."""
    own = [seat % 2 == number % 2 for seat in range(game.seats)]
    levels = [upper if mine else lower for mine in own]
    outcome, took = play(game, opening(game, number // 2), levels, number // 2, haste)
    first = [own[seat] for seat, place in enumerate(outcome.places) if place == 1]
    return sum(first) / len(first), took


class Kept:
    """Results of games in a file, a line of JSON each: which game, the upper opponent's share, the slowest move."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        lines = path.read_text().splitlines() if path and path.exists() else []
        self._found = {str(key): (float(share), float(took)) for key, share, took in map(json.loads, lines)}

    def result(self, key: str, found: Callable[[], tuple[float, float]]) -> tuple[float, float]:
        """What is kept of a game, or else what is found now, which is kept."""
        if key not in self._found:
            self._found[key] = found()
            if self._path:
                with self._path.open("a") as file:
                    file.write(json.dumps([key, *self._found[key]]) + "\n")
        return self._found[key]


def match(game: Contest, upper: int, lower: int, games: int, haste: float, kept: Kept | None = None) -> Tally:
    """`upper` against `lower` over so many games, each opening with its dice both ways round."""
    kept = kept or Kept(None)
    shares, slowest = [], 0.0
    names = ["greed" if one == GREEDY else game.bots.LEVELS[one].number for one in (upper, lower)]
    for number in range(games):
        key = f"{game.name} {game.seats} players, {names[0]} v {names[1]}, haste {haste}, game {number}"
        share, took = kept.result(key, partial(share_of, game, upper, lower, number, haste))
        shares.append(share)
        slowest = max(slowest, took)
        if number % 2:
            print(f"{number + 1} games: {mean(shares):.1%}", end="\r", file=sys.stderr, flush=True)
    return Tally(tuple(shares), slowest)


def line(tally: Tally, seats: int, names: str, seconds: float) -> str:
    """A line of the table."""
    won, lost = tally.shares.count(1), tally.shares.count(0)
    lead = (tally.rate - EVEN) / max(tally.error, 1e-9)
    return (
        f"{names:26} {seats} players  +{won} ={len(tally.shares) - won - lost} -{lost}  {tally.rate:6.1%}"
        f"  standard error {tally.error:.1%} ({min(lead, 99):+.1f} of them above half)"
        f"  slowest move {tally.slowest:.2f} s, {seconds:.0f} s in all"
    )


def main(argv: Sequence[str]) -> int:
    """Prints a line for each pair of neighbours; 1 if one of them scores less than asked, or no more than luck may."""
    parser = argparse.ArgumentParser(prog="bench levels", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=100, help="games a pair (default 100)")
    parser.add_argument("--pairs", help="such as 1-0,2-1; all neighbours by default")
    parser.add_argument("--greedy", action="store_true", help="levels against greed, not against one another")
    parser.add_argument("--seats", type=int, help="players at the table; the fewest and the most by default")
    parser.add_argument("--haste", type=float, default=2.7, help="divides every clock (2.7, what Pyodide takes)")
    parser.add_argument("--least", type=float, help="the score that is asked for (0.65, with dice 0.5)")
    parser.add_argument("--keep", type=Path, help="a file for the results, so that the table can be taken up again")
    options = parser.parse_args(argv)
    native.provide()
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
            tally = match(game, upper, lower, options.games, options.haste, kept)
            bad += tally.rate < least or not tally.sure
            print(line(tally, seats, f"{names[upper]} v {names[lower]}", time.perf_counter() - began), flush=True)
    return 1 if bad else 0
