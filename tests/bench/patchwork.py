"""How strong and how fast Patchwork's opponents are: `python3 -m tests.bench patchwork WHAT`.

`speed` measures in this Python and in the page's; every figure is processor time, the best of several runs, so that
other work on the machine matters little. `games` is how many whole games a second the kernel plays natively by a fast
policy, on one core. `levels` plays each opponent against the one below; `uct` and `greedy` play one of them against UCT
and against greed (`_patchwork.py`), `mended` UCT by better roll-outs against UCT; each ring twice, seats swapped.
Clocks count processor time and are divided by `--haste`, the factor by which `speed` finds the page's Python slower
(about 2 for the search, 3 for packing), so that a match needs no browser; a greater one makes a match shorter and
harder for the strongest.
"""

from __future__ import annotations

import argparse
import sys
import time
from array import array
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from chowk.core.clock import Clock
from chowk.games.patchwork import bots, rules
from chowk.games.patchwork.engine import board
from chowk.games.patchwork.engine.packing import Fitter, lyings
from chowk.games.patchwork.engine.purchases import Count, looker
from chowk.games.patchwork.engine.search import ALL, Search
from chowk.games.patchwork.rules import Position
from tests.bench import _patchwork as others
from tests.bench._page import here_and_there

WHAT = ("speed", "games", "levels", "greedy", "uct", "mended")
RINGS = range(8)
RUNS = 7
BLANK: Count = (0, 5, 0, 0, ALL)
TOP = len(bots.LEVELS) - 1


def bot(level: int, haste: float, seed: int) -> others.Player:
    """One of the game's own opponents, its clock divided by `haste`."""

    def move(position: Position) -> rules.Move:
        clock = Clock(bots.LEVELS[level].seconds / haste, time.process_time)
        *_, thought = bots.think(position, (), level, seed, clock)
        return thought.move

    return move


class Tally(NamedTuple):
    """Games won by the first of two, games in all, the mean scores of both, seconds of processor time."""

    won: int
    games: int
    scores: tuple[float, float]
    seconds: float

    def __str__(self) -> str:
        own, other = self.scores
        rate = self.won / self.games
        return f"{self.won} of {self.games}, {rate:.0%}, scores {own:.1f} : {other:.1f}, {self.seconds:.0f} s"


def play(position: Position, players: Sequence[others.Player]) -> Position:
    """The end of a game, the players by seat."""
    while not position.over:
        position = position.play(players[position.turn](position))
    return position


def match(first: Callable[[int], others.Player], second: Callable[[int], others.Player], games: range) -> Tally:
    """So many games, each ring twice; both players are made anew for the number of the game."""
    won, sums, began = 0, [0.0, 0.0], time.process_time()
    for game in games:
        seat = game % 2
        pair = [first(game), second(game)]
        end = play(rules.start(2, {"first": "first"}, 1000 + game // 2), pair[::-1] if seat else pair)
        outcome = end.outcome()
        assert outcome is not None
        won += outcome.winner == seat
        for who in (0, 1):
            sums[who] += outcome.scores[seat if who == 0 else 1 - seat]
    scores = (sums[0] / len(games), sums[1] / len(games))
    return Tally(won, len(games), scores, time.process_time() - began)


def spent() -> float:
    """Seconds of processor time; the page's Python, under Node, knows only wall time by itself."""
    if sys.platform == "emscripten":
        import js

        used = js.process.cpuUsage()
        return float(used.user + used.system) / 1e6
    return time.process_time()


def best(work: Callable[[], object], runs: int = 7, times: int = 1) -> float:
    """The shortest time of several runs, of so many times each, in milliseconds."""
    found = []
    for _ in range(runs):
        began = spent()
        for _ in range(times):
            work()
        found.append((spent() - began) / times)
    return min(found) * 1000


def speed(argv: Sequence[str]) -> int:
    """Prints one line for each operation."""
    start = rules.start(2, {}, 1)
    state, house = board.state(start), board.board(start)
    print(f"all {actions(state)} actions: {best(lambda: actions(state), times=20):.2f} ms")
    packs = [best(partial(packed, quilt), times=20) for quilt in (half_filled(), 0)]
    print(f"best place of patch 13, half full / empty: {packs[0]:.2f} / {packs[1]:.2f} ms")
    baseline, first = others.uct(100, 1), others.state(start)
    print(f"one greedy roll-out of the measure's: {best(lambda: others.rolled(first), times=20):.2f} ms")
    print(f"300 roll-outs of the measure's UCT: {3 * best(lambda: baseline(start), 7):.0f} ms")
    for depth in (8, 10, 12):
        total, met = 0.0, 0
        for seed in RINGS:
            queue = rules.start(2, {}, seed).queue
            one = looker(house.singles)
            total += best(partial(one.look, queue, BLANK, BLANK, depth, -1e9, 1e9), RUNS)
            met += one.met() // RUNS
        print(
            f"purchases {depth} plies deep, mean of {len(RINGS)} rings: {total / len(RINGS):.2f} ms,"
            f" {met / total:,.0f} thousand positions a second"
        )
    deep(start)
    return 0


def deep(start: Position) -> None:
    """Prints what the strongest opponent's search takes to some depths, and its longest slice."""
    for depth in (8, 10, 12):
        totals, longest, met = [], [], 0
        for _ in range(RUNS):
            search = Search(board.board(start), board.state(start))
            began = before = spent()
            slices = []
            for _ in search.deepen(depth, Clock(1e9)):
                now = spent()
                slices.append(now - before)
                before = now
            totals.append(before - began)
            longest.append(max(slices))
            met = search.nodes
        whole = min(totals)
        print(
            f"whole search to {depth} plies: {whole * 1000:.0f} ms, {met:,} positions,"
            f" {met / whole / 1000:,.0f} thousand a second, longest slice {min(longest) * 1000:.1f} ms"
        )


def games_a_second(count: int) -> None:
    """Prints how many games the kernel plays in a second of processor time, and how they end."""
    from tools.kernels.compiling import compiled  # the page's Python, which `speed` runs in too, cannot import them
    from tools.kernels.hosts import Native

    kernel = Native(compiled("chowk.games.patchwork.engine.kernel"))
    kernel.call("set_up")
    for odd, policy in ((1 << 30, "greed"), (6, "greed, one choice in six by lot"), (1, "lot")):
        kernel.write("LOT", array("Q", [1]))
        points, began = 0, time.process_time()
        for _ in range(count):
            kernel.call("begin")
            kernel.call("greedy_game", odd)
            first, second = kernel.read("POSITION", 5, 4), kernel.read("POSITION", 10, 4)
            points += first[1] + second[1] + 2 * (first[3] + second[3] - 162)
        rate = count / (time.process_time() - began)
        print(f"{policy}: {rate:,.0f} games a second, {points / count / 2:.1f} points a player")


def actions(state: board.Standing) -> int:
    """All that can be done, patches with their places."""
    quilt = state.own.quilt
    near = [state.queue[place] for place in board.affordable(state)]
    return 1 + sum(not mask & quilt for patch in near for mask, _ in lyings(patch))


def packed(quilt: int) -> int:
    """Where patch 13, which has eight shapes, lies best."""
    return Fitter(()).best(quilt, 13, False)


def half_filled() -> int:
    """A quilt on which nine patches lie."""
    packer, quilt = Fitter(()), 0
    for patch in (5, 12, 14, 21, 8, 26, 17, 2, 33):
        quilt |= packer.best(quilt, patch, False)
    return quilt


def levels(games: range, haste: float, pairs: Sequence[tuple[int, int]]) -> None:
    """Prints a line for each pair."""
    for upper, lower in pairs:
        tally = match(partial(bot, upper, haste), partial(bot, lower, haste), games)
        print(f"{bots.LEVELS[upper].name} v {bots.LEVELS[lower].name}: {tally}", flush=True)


def main(argv: Sequence[str]) -> int:
    """Measures what is asked for."""
    parser = argparse.ArgumentParser(prog="bench patchwork", description=__doc__)
    parser.add_argument(
        "what", choices=("speed", "games", "levels", "greedy", "uct", "mended"), nargs="?", default="speed"
    )
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--from", type=int, default=0, dest="first", help="the number of the first game")
    parser.add_argument("--haste", type=float, default=3.0)
    parser.add_argument("--level", type=int, default=TOP, help="who plays against greed or UCT (the strongest)")
    parser.add_argument("--iterations", type=int, default=400, help="roll-outs of UCT (400)")
    parser.add_argument("--earlier", action="store_true", help="the earlier greed, which is beaten by the one of now")
    parser.add_argument("--pairs", help="such as 1-0,2-1; all neighbours by default")
    options = parser.parse_args(argv)
    games = range(options.first, options.first + options.games)
    if options.what == "speed":
        return here_and_there("patchwork", [], speed)
    if options.what == "games":
        games_a_second(len(games) * 10)
        return 0
    if options.what == "levels":
        pairs = [(int(pair[0]), int(pair[2])) for pair in options.pairs.split(",")] if options.pairs else None
        levels(games, options.haste, pairs or [(high, low) for low, high in pairwise(range(TOP + 1))])
        return 0
    number, play = options.iterations, others.greed if options.earlier else others.keen

    def uct(seed: int) -> others.Player:
        return others.uct(number, seed)

    if options.what == "mended":
        tally = match(lambda seed: others.uct(number, seed, play=others.keen), uct, games)
        print(f"UCT {number} by keen roll-outs v UCT: {tally}")
        return 0 if tally.won > 0.5 * tally.games else 1
    other = uct if options.what == "uct" else lambda _: others.greedy(play)
    tally = match(partial(bot, options.level, options.haste), other, games)
    name = f"UCT {number}" if options.what == "uct" else "greed"
    print(f"{bots.LEVELS[options.level].name} v {'earlier ' if options.earlier else ''}{name}: {tally}")
    return 0 if tally.won >= 0.6 * tally.games else 1
