"""Measure the strength and speed of Patchwork's opponents: `python3 -m tests.bench patchwork WHAT`.

WHAT is one of:

* `speed`: measure operations in this Python and in the page's. Every figure is processor time, the best of several
  runs.
* `games`: count the whole games that the native kernel plays in a second with a fast policy, on one core.
* `levels`: play each opponent against the next weaker one.
* `uct`, `greedy`: play one opponent against UCT, or against a greedy player (`_patchwork.py`).
* `mended`: play UCT against its earlier version.
* `thought`: play the strongest opponent, with `--times` as many positions for a move as usual, against the opponent of
  `--level`.
* `kernels`: play two kernels against each other. Both place every patch greedily, which is far faster than a search
  for places. The second kernel visits `--nodes` positions a choice, and may be another module (`--wasm FILE`). The
  first visits `--times` as many.

Each queue of patches is played twice, with seats swapped. Clocks count processor time and are divided by `--haste`,
which should be the factor by which `speed` finds the page's Python slower: about 2 for the search, 3 for placing
patches. A match therefore needs no browser. A greater factor makes a match shorter and harder for the strongest
opponent.

With `--keep` every game's result is written to a file at once, and games in the file are not played again. Several
commands may write to one file at the same time, each starting from another game (`--from`).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from array import array
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Final, NamedTuple

from chowk.engine import assets
from chowk.engine.kernel.runtime import Kernel
from chowk.engine.search_budget import Clock
from chowk.games.patchwork import rules
from chowk.games.patchwork.engine import board, bots, reader, values
from chowk.games.patchwork.engine.packing import Fitter, bordered_placements
from chowk.games.patchwork.engine.purchases import Count, new_purchase_search
from chowk.games.patchwork.engine.search import ALL, Search
from chowk.games.patchwork.rules import Position
from tests.bench import _patchwork as others
from tests.bench._page import here_and_there, provide

COMMANDS: Final = ("speed", "games", "levels", "greedy", "uct", "mended", "thought", "kernels")
RINGS = range(8)
RUNS = 7
BLANK: Count = (0, 5, 0, 0, ALL)
TOP = len(bots.LEVELS) - 1


def bot(level: int, haste: float, seed: int) -> others.Player:
    """Return one of the game's own opponents as a player, with its clock divided by `haste`."""

    def move(position: Position) -> rules.Move:
        clock = Clock(bots.LEVELS[level].seconds / haste, time.process_time)
        *_, thought = bots.think(position, (), level, seed, clock)
        return thought.move

    return move


def thoughtful(times: int) -> others.Player:
    """Return the strongest opponent as a player that searches `times` times as many positions a move as usual."""
    kernel, data = assets.kernel("patchwork"), assets.data("patchwork", values.DATA)

    def move(position: Position) -> rules.Move:
        *_, thought = reader.think(
            kernel, data, position, times * bots.STYLES[TOP].nodes, Clock(1e9, time.process_time)
        )
        return thought.moves[0]

    return move


class Tally(NamedTuple):
    """The results of several games: games won by the first player, all games, mean scores, and processor seconds.

    `error` is the standard error of the share won, from the differences between pairs of games.
    """

    won: int
    games: int
    scores: tuple[float, float]
    seconds: float
    error: float = 0.5

    def __str__(self) -> str:
        own, other = self.scores
        rate = self.won / self.games
        result = f"{self.won} of {self.games}, {rate:.0%} ({100 * self.error:.1f})"
        return f"{result}, scores {own:.1f} : {other:.1f}, {self.seconds:.0f} s"


class Game(NamedTuple):
    """A finished game: whether the first player won, both players' scores, and processor seconds."""

    won: bool
    own: int
    other: int
    seconds: float


def tally(results: Sequence[Game]) -> Tally:
    """Sum up the results of games. Each two consecutive games are a pair with the same queue of patches."""
    won = [game.won for game in results]
    pairs = [mean(won[start : start + 2]) for start in range(0, len(won), 2)]
    error = stdev(pairs) / sqrt(len(pairs)) if len(pairs) > 1 else 0.5
    scores = (mean(game.own for game in results), mean(game.other for game in results))
    return Tally(sum(won), len(results), scores, sum(game.seconds for game in results), error)


def play(position: Position, players: Sequence[others.Player]) -> Position:
    """Play a position to the end and return the final position. `players` is by seat."""
    while not position.over:
        position = position.play(players[position.turn](position))
    return position


def match(
    first: Callable[[int], others.Player],
    second: Callable[[int], others.Player],
    games: range,
    names: str = "",
    keep: Path | None = None,
) -> Tally:
    """Play the games with these numbers and return the summed results.

    Two games share each queue of patches, with seats swapped. `first` and `second` make a new player for each game's
    number. Games that the file `keep` holds under `names` are not played again, and new results are written to it.
    """
    lines = map(json.loads, keep.read_text().splitlines()) if keep and keep.exists() else ()
    played = {number: Game(*fields) for name, number, *fields in lines if name == names}
    for game in games:
        if game not in played:
            played[game] = _played(first(game), second(game), game)
            if keep:
                with keep.open("a") as file:
                    file.write(json.dumps([names, game, *played[game]]) + "\n")
    return tally([played[game] for game in games])


def _played(first: others.Player, second: others.Player, game: int) -> Game:
    """Play the game with this number and return its result for the first player."""
    seat, began = game % 2, time.process_time()
    end = play(rules.start(2, {"first": "first"}, 1000 + game // 2), [second, first] if seat else [first, second])
    outcome = end.outcome()
    assert outcome is not None
    own, other = outcome.scores[seat], outcome.scores[1 - seat]
    return Game(outcome.winner == seat, own, other, time.process_time() - began)


def natively(times: int, nodes: int, other: Path | None, games: range) -> Tally:
    """Play games between two kernels directly, without Python players. Two games share each queue of patches.

    For each choice the first kernel visits `times` as many positions as the second, which visits `nodes`. `other` is
    the file of the second kernel, or None for the same one.
    """
    from tools.build.kernel_hosts import Native
    from tools.kernels.compiler import (
        compile_kernel,  # the page's Python, in which `speed` runs too, cannot import them
    )

    code, results = compile_kernel("chowk.games.patchwork.engine.kernel"), []
    kernels = [Native(code), Native(other.read_bytes() if other else code)]
    for kernel in kernels:
        values.lay_out(kernel, values.read(assets.data("patchwork", values.DATA)))
    for game in games:
        began = time.process_time()
        scores, winner = _natively(kernels, (times * nodes, nodes), game)
        seat = game % 2
        results.append(Game(winner == seat, scores[seat], scores[1 - seat], time.process_time() - began))
    return tally(results)


def _natively(kernels: Sequence[Kernel], nodes: Sequence[int], game: int) -> tuple[list[int], int]:
    """Play one game between two kernels. Return both scores, by seat, and the winner's seat.

    The first kernel has seat 0 in games with even numbers. `nodes` says how many positions each kernel visits for a
    choice.
    """
    first = kernels[0]
    first.write("LOT", array("Q", [1 + 2 * Random(f"ring {game // 2}").getrandbits(62)]))
    first.call("begin")
    row, masks, ring = first.read("POSITION", 0, 15), first.read("MASKS", 0, 5), first.read("RING")
    for kernel in kernels:
        kernel.write("RING", ring)
        kernel.call("forget")
    while not row[5] == row[10] == others.END:
        number = row[0] ^ game % 2
        machine = kernels[number]
        machine.write("POSITION", row)
        machine.write("MASKS", masks)
        machine.call("step", 60, nodes[number])
        row, masks = machine.read("POSITION", 0, 15), machine.read("MASKS", 0, 5)
    scores = [row[6 + 5 * seat] - 2 * (81 - row[8 + 5 * seat]) + 7 * (row[3] == seat) for seat in (0, 1)]
    last: int = row[0]
    # If the scores are equal, the player who reached the end last loses.
    return scores, last if scores[last] > scores[1 - last] else 1 - last


def spent() -> float:
    """Return the processor seconds used so far. Python in the page cannot measure them, so Node reports them there."""
    if sys.platform == "emscripten":
        import js

        used = js.process.cpuUsage()
        return float(used.user + used.system) / 1e6
    return time.process_time()


def best(work: Callable[[], object], runs: int = 7, times: int = 1) -> float:
    """Return the shortest mean time of a call, in milliseconds. Each of the `runs` averages over `times` calls."""
    times_found = []
    for _ in range(runs):
        began = spent()
        for _ in range(times):
            work()
        times_found.append((spent() - began) / times)
    return min(times_found) * 1000


def speed(argv: Sequence[str]) -> int:
    """Print a line for each operation with its time, and return the exit status."""
    start = rules.start(2, {}, 1)
    state, house = board.state(start), board.board(start)
    print(f"all {actions(state)} actions: {best(lambda: actions(state), times=20):.2f} ms")
    packs = [best(partial(packed, quilt), times=20) for quilt in (half_filled(), 0)]
    print(f"best place of patch 13, half full / empty: {packs[0]:.2f} / {packs[1]:.2f} ms")
    baseline, first = others.uct(100, 1), others.state(start)
    print(f"one greedy roll-out of the measure's: {best(lambda: others.play_greedily(first), times=20):.2f} ms")
    print(f"300 roll-outs of the measure's UCT: {3 * best(lambda: baseline(start), 7):.0f} ms")
    for depth in (8, 10, 12):
        total, met = 0.0, 0
        for seed in RINGS:
            queue = rules.start(2, {}, seed).queue
            kernel = new_purchase_search(house.singles)
            total += best(partial(kernel.look, queue, BLANK, BLANK, depth, -1e9, 1e9), RUNS)
            met += kernel.met() // RUNS
        print(
            f"purchases {depth} plies deep, mean of {len(RINGS)} rings: {total / len(RINGS):.2f} ms,"
            f" {met / total:,.0f} thousand positions a second"
        )
    deep(start)
    return 0


def deep(start: Position) -> None:
    """Print times of the search in plain Python to several depths, each with its longest uninterruptible part."""
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
    """Print how many games the kernel plays in a second of processor time, and the mean score of a player.

    Three lines are printed, one for each way to choose moves: greedily, greedily with one choice in six by lot, or all
    by lot.
    """
    from tools.build.kernel_hosts import Native
    from tools.kernels.compiler import (
        compile_kernel,  # the page's Python, in which `speed` runs too, cannot import them
    )

    kernel = Native(compile_kernel("chowk.games.patchwork.engine.kernel"))
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
    """Return the number of actions that are possible now. Each placement of a patch counts as one."""
    quilt = state.own.quilt
    near = [state.queue[place] for place in board.affordable(state)]
    return 1 + sum(not mask & quilt for patch in near for mask, _ in bordered_placements(patch))


def packed(quilt: int) -> int:
    """Return the cells that patch 13 covers at its best place on a quilt, or 0 if it fits nowhere.

    The quilt and the result are bit masks. Patch 13 is a hard case, because it has eight shapes.
    """
    return Fitter(()).best(quilt, 13, False)


def half_filled() -> int:
    """Return a quilt (a board as a bit mask) that has nine patches."""
    packer, quilt = Fitter(()), 0
    for patch in (5, 12, 14, 21, 8, 26, 17, 2, 33):
        quilt |= packer.best(quilt, patch, False)
    return quilt


def levels(games: range, haste: float, pairs: Sequence[tuple[int, int]], keep: Path | None) -> None:
    """Play each pair of levels against each other and print a line for it."""
    for upper, lower in pairs:
        names = f"{bots.LEVELS[upper].name} v {bots.LEVELS[lower].name}"
        result = match(partial(bot, upper, haste), partial(bot, lower, haste), games, f"{names}, haste {haste}", keep)
        print(f"{names}: {result}", flush=True)


def main(argv: Sequence[str]) -> int:
    """Run the measurement that the command line names, and return the exit status."""
    parser = argparse.ArgumentParser(prog="bench patchwork", description=__doc__)
    parser.add_argument("what", choices=COMMANDS, nargs="?", default="speed")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--from", type=int, default=0, dest="first", help="the number of the first game")
    parser.add_argument("--haste", type=float, default=3.0)
    parser.add_argument("--level", type=int, default=TOP, help="the level that plays (default the strongest)")
    parser.add_argument("--iterations", type=int, default=400, help="roll-outs of UCT (400)")
    parser.add_argument(
        "--times", type=int, default=20, help="factor for the positions of the strongest opponent (default 20)"
    )
    parser.add_argument("--earlier", action="store_true", help="play against the earlier greedy or UCT player")
    parser.add_argument("--pairs", help="pairs of levels, such as 1-0,2-1; by default each level and the one below")
    parser.add_argument("--nodes", type=int, default=2000, help="positions a choice of the other kernel (default 2000)")
    parser.add_argument("--wasm", type=Path, help="another build of the kernel")
    parser.add_argument("--keep", type=Path, help="a file for the results; a later run continues it")
    options = parser.parse_args(argv)
    games = range(options.first, options.first + options.games)
    if options.what == "speed":
        return here_and_there("patchwork", [], speed)
    if options.what == "games":
        games_a_second(len(games) * 10)
        return 0
    if options.what == "kernels":
        result = natively(options.times, options.nodes, options.wasm, games)
        print(f"{options.times} times {options.nodes} positions v {options.wasm or options.nodes}: {result}")
        return 0 if result.won > 0.5 * result.games else 1
    provide("patchwork")
    if options.what == "levels":
        pairs = [(int(pair[0]), int(pair[2])) for pair in options.pairs.split(",")] if options.pairs else None
        pairs = pairs or [(high, low) for low, high in pairwise(range(TOP + 1))]
        levels(games, options.haste, pairs, options.keep)
        return 0
    level, number, haste = bots.LEVELS[options.level].name, options.iterations, options.haste
    earlier, least = "earlier " if options.earlier else "", 0.6
    first: Callable[[int], others.Player] = partial(bot, options.level, haste)
    if options.what == "thought":
        names, least = f"{bots.LEVELS[TOP].name} with {options.times} times the positions v {level}, haste {haste}", 0.5
        first, second = (lambda _: thoughtful(options.times)), first
    elif options.what == "mended":
        names, least = f"UCT {number} v earlier UCT {number}", 0.5
        first, second = partial(others.uct, number), partial(others.earlier, number)
    elif options.what == "uct":
        names = f"{level} v {earlier}UCT {number}, haste {haste}"
        second = partial(others.earlier if options.earlier else others.uct, number)
    else:
        names = f"{level} v {earlier}greed, haste {haste}"
        second = lambda _: others.greedy(others.greed if options.earlier else others.keen)  # noqa: E731
    result = match(first, second, games, names, options.keep)
    print(f"{names}: {result}")
    return 0 if result.won >= least * result.games else 1
