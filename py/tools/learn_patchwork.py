"""Teaches Patchwork's kernel what a position is worth: games against itself, then a fit to how they ended.

`python3 -m tools.learn_patchwork` (in py/) plays `--games` games in each of `--rounds` rounds, every round with what
the one before has taught, and writes `chowk/games/patchwork/engine/value.bin`. What was played is kept in
`.cache/patchwork`: broken off, it goes on where it was; a round that is there is not played again. `--calibrate` then
plays other games, by the search with `--nodes` positions a choice, draws one position of each by lot, compares the
chances told with how the games ended, tenth by tenth, and draws `--plot`.

The fit has two parts. Points: the margin in the end is a sum over what each player has, by tables whose numbers lie on
a grid; least squares, with neighbouring spaces drawn to one another. Chances: a point is worth more the nearer the end
is, and all numbers are moved on by Newton's method towards the likeliest account of who won.
"""

from __future__ import annotations

import argparse
import math
from array import array
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from chowk.core.kernel import Kernel
from chowk.games.patchwork.engine import kernel_shapes as shapes
from chowk.games.patchwork.engine import values
from chowk.games.patchwork.rules.state import HOLE, TILE
from chowk.games.patchwork.rules.track import CENTRE
from tools.kernels import shipping
from tools.kernels.hosts import Native

Reals: TypeAlias = NDArray[np.float64]
Rows: TypeAlias = NDArray[np.int32]

PY: Final = Path(__file__).resolve().parents[1]
KEPT: Final = PY.parent / ".cache" / "patchwork"
FILE: Final = PY / "chowk/games/patchwork/engine" / values.DATA
TOLD: Final = 12
"""Numbers in a record of the kernel; the margin in the end and who won come after them."""
SAMPLES: Final = 12
"""So many positions of a game are learnt from."""
BATCH: Final = 500
"""Games that are kept together."""
DEPTHS: Final = (2, 3, 4, 5)
"""How far the games of each round look ahead; later rounds as the last."""
ODD: Final = 12
"""One choice in so many is drawn by lot, so that poor positions are met too."""
MOST: Final = 60
"""Margins beyond this count as this."""
CHUNK: Final = 10_000
SPACES: Final = len(shapes.SPACE_KNOTS) - 1
"""Knots of the track at which the tables are not 0."""
COLUMNS: Final = SPACES * shapes.STRIP + SPACES
"""The numbers of the grid, then those of having the choice."""
SMOOTH: Final = 30.0
"""How strongly numbers of neighbouring spaces are drawn together, ..."""
SHRINK: Final = 3.0
"""... and all to nothing."""
STEPS: Final = 1
"""Steps of Newton's method for the numbers, ..."""
HOLD: Final = 0.2
"""... and how strongly they are held back, beside the fit to margins."""
TENTHS: Final = 10


def machine(value: values.Value) -> Kernel:
    """The kernel with what a position is worth by these numbers."""
    kernel = Native(shipping.code(shipping.module("patchwork"), print))
    values.lay_out(kernel, value)
    return kernel


def begun() -> values.Value:
    """What the first round plays by: points for the way ahead and for what hangs together, as a player would guess."""
    grid = np.zeros((len(shapes.SPACE_KNOTS), shapes.STRIP))
    for number, space in enumerate(shapes.SPACE_KNOTS[:-1]):
        for table, weight in ((2, 0.0), (3, 0.25), (4, -0.75), (5, -0.5)):
            first, last = shapes.FIRST_KNOTS[table : table + 2]
            grid[number, first:last] = weight * np.array(shapes.TABLES[table][0])
        first, last = shapes.FIRST_KNOTS[2:4]
        grid[number, first:last] += 2.5 * (CENTRE - space)
    steep = [0.06 + 0.0025 * max(0, way - 50) for way in shapes.WAY_KNOTS]
    return packed(grid, np.zeros(SPACES), np.array(steep))


def packed(grid: Reals, turns: Reals, steep: Reals) -> values.Value:
    """Numbers in points, and chances' logarithms of odds a point, as they are kept."""
    whole = np.clip(np.rint(grid * shapes.UNIT), -32000, 32000).astype(int)
    turn = np.rint(np.append(turns, 0.0) * shapes.UNIT).astype(int)
    slope = np.rint(steep * 1000 * 1024 / shapes.UNIT).astype(int)
    return values.Value(tuple(map(int, whole.ravel())), tuple(map(int, turn)), tuple(map(int, slope)))


# Games


def play(kernel: Kernel, number: int, depth: int, nodes: int, odd: int) -> Rows:
    """The choices of the game with that number: a row of the kernel's record each, the margin, and who won."""
    lot = Random(f"patchwork {number}")
    kernel.write("LOT", array("Q", [lot.getrandbits(63) | 1]))
    kernel.call("begin")
    count = kernel.call("search_game", depth, nodes, odd)
    rows = np.array(kernel.read("RECORD", 0, count * TOLD), np.int32).reshape(count, TOLD)
    last = kernel.read("POSITION", 0, 1)[0]
    margin = kernel.call("margin", 0)
    won = last if margin > 0 else 1 - last
    margins = np.where(rows[:, 0] == last, margin, -margin)
    return np.column_stack([rows, margins, rows[:, 0] == won]).astype(np.int32)


def batch(kernel: Kernel, path: Path, first: int, depth: int, nodes: int, odd: int, samples: int) -> Rows:
    """Some positions of so many games from the first on, from the file if they are there."""
    if not path.exists():
        found = []
        for number in range(first, first + BATCH):
            rows, lot = play(kernel, number, depth, nodes, odd), Random(number)
            found.append(rows[sorted(lot.sample(range(len(rows)), min(samples, len(rows))))])
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part.npy")
        np.save(part, np.concatenate(found))
        part.replace(path)
    kept: Rows = np.load(path)
    return kept


def games(kernel: Kernel, name: str, count: int, depth: int, nodes: int, odd: int, samples: int) -> Rows:
    """Positions of at least so many games."""
    found = []
    start = 10_000_000 * (1 + sum(map(ord, name)))
    for at in range(0, count, BATCH):
        found.append(batch(kernel, KEPT / name / f"{at}.npy", start + at, depth, nodes, odd, samples))
        print(f"{name}: {at + BATCH} games", end="\r", flush=True)
    print()
    return np.concatenate(found)


# Features


def hats(knots: tuple[int, ...], at: NDArray[np.int64]) -> tuple[NDArray[np.int64], Reals]:
    """The knot at or before each number, and how far it is on the way to the next one."""
    marks = np.array(knots)
    where = np.clip(np.searchsorted(marks, at, side="right") - 1, 0, len(marks) - 2)
    beyond = np.minimum(at - marks[where], marks[where + 1] - marks[where])
    return where, beyond / (marks[where + 1] - marks[where])


def features(rows: Rows) -> Reals:
    """What the numbers are multiplied by, a row each: those of whoever has the choice less those of the other."""
    found = np.zeros((len(rows), COLUMNS + shapes.STRIP))
    line = np.arange(len(rows))
    for sign, first in ((1.0, 1), (-1.0, 6)):
        space, buttons, income, filled, much = rows[:, first : first + 5].astype(np.int64).T
        knot, along = hats(shapes.SPACE_KNOTS, space)
        hangs = np.clip((much & 255) + 2 * filled - shapes.LEAST_PAIRS, 0, shapes.TABLE_WIDTHS[3] - 1)
        told = (buttons, income, filled, hangs, much >> 8 & 15, much >> 12 & 15, much >> 16)
        for table, number in enumerate(told):
            knots, width = shapes.TABLES[table]
            there, beyond = hats(knots, np.minimum(number, width - 1))
            open_ = rows[:, 11] == 0 if table == len(told) - 1 else 1.0
            for up in (0, 1):
                for on in (0, 1):
                    share = (along if up else 1 - along) * (beyond if on else 1 - beyond) * sign * open_
                    column = (knot + up) * shapes.STRIP + shapes.FIRST_KNOTS[table] + there + on
                    # The centre's numbers, which are 0, fall into columns that are cut off.
                    column = np.where(knot + up == SPACES, COLUMNS + there % shapes.STRIP, column)
                    found[line, column] += share
        if first == 1:
            for up in (0, 1):
                column = SPACES * shapes.STRIP + np.minimum(knot + up, SPACES - 1)
                found[line, column] += np.where(knot + up < SPACES, along if up else 1 - along, 0.0)
    return found[:, :COLUMNS]


PAID: Final = np.array(shapes.PAID)


def points(rows: Rows) -> Reals:
    """By how much whoever has the choice is ahead if both just went ahead on, the buttons of that left out."""
    total = np.zeros(len(rows))
    for sign, first in ((1, 1), (-1, 6)):
        space, buttons, income, filled = rows[:, first : first + 4].T
        total += sign * (buttons + HOLE * filled + income * (PAID[CENTRE] - PAID[space]))
    return total + TILE * rows[:, 11]


def slopes(rows: Rows) -> Reals:
    """How the worth of a point is made of its numbers at `WAY_KNOTS`."""
    there, beyond = hats(shapes.WAY_KNOTS, (rows[:, 1] + rows[:, 6]).astype(np.int64))
    found = np.zeros((len(rows), len(shapes.WAY_KNOTS)))
    found[np.arange(len(rows)), there] = 1 - beyond
    found[np.arange(len(rows)), there + 1] += beyond
    return found


# The fit


def drawn(strength: float = 1.0) -> Reals:
    """What draws numbers to nothing, and those of neighbouring spaces to one another."""
    matrix = np.eye(COLUMNS) * SHRINK
    for space in range(SPACES - 1):
        for number in range(shapes.STRIP):
            one, two = space * shapes.STRIP + number, (space + 1) * shapes.STRIP + number
            matrix[[one, two], [one, two]] += SMOOTH
            matrix[[one, two], [two, one]] -= SMOOTH
    return strength * matrix


def chunks(rows: Rows) -> Iterator[tuple[Rows, Reals]]:
    """Rows with their features, some at a time."""
    for at in range(0, len(rows), CHUNK):
        some = rows[at : at + CHUNK]
        yield some, features(some)


def by_margins(rows: Rows) -> Reals:
    """The numbers that come nearest to the margins in the end."""
    square, sums = drawn(), np.zeros(COLUMNS)
    for some, found in chunks(rows):
        rest = np.clip(some[:, TOLD], -MOST, MOST) - points(some)
        square += found.T @ found
        sums += found.T @ rest
    return np.linalg.solve(square, sums).astype(np.float64)


def chance(odds: Reals) -> Reals:
    """Logarithms of odds as chances."""
    return 1 / (1 + np.exp(-odds))


def steepness(told: Reals, way: Reals, won: Reals, steep: Reals) -> Reals:
    """What a point is worth, by Newton's method on who won; `told` the leads in points."""
    found = way * told[:, None]
    smooth = np.zeros((len(steep), len(steep)))
    for one in range(len(steep) - 1):
        smooth[[one, one + 1], [one, one + 1]] += 2000.0
        smooth[[one, one + 1], [one + 1, one]] -= 2000.0
    for _ in range(8):
        here = chance(np.clip(found @ steep, -30, 30))
        square = found.T @ (found * (here * (1 - here))[:, None]) + smooth + np.eye(len(steep)) * 1e-3
        steep = steep + np.linalg.solve(square, found.T @ (won - here) - smooth @ steep)
    return np.maximum(steep, 0.02)


def by_chances(rows: Rows, weights: Reals, steep: Reals) -> Reals:
    """A step of Newton's method for the numbers, towards the likeliest account of who won."""
    centre = weights
    square, sums = np.zeros((COLUMNS, COLUMNS)), np.zeros(COLUMNS)
    for some, found in chunks(rows):
        slope = slopes(some) @ steep
        here = chance(np.clip((found @ weights + points(some)) * slope, -30, 30))
        steeply = found * slope[:, None]
        square += steeply.T @ (steeply * (here * (1 - here))[:, None])
        sums += steeply.T @ (some[:, TOLD + 1] - here)
    hold = drawn(HOLD)
    return weights + np.linalg.solve(square + hold, sums - hold @ (weights - centre))


def lead(rows: Rows, weights: Reals) -> Reals:
    """The leads in points."""
    return np.concatenate([found @ weights + points(some) for some, found in chunks(rows)])


def fitted(rows: Rows, say: bool = True) -> values.Value:
    """What these positions teach; one game in ten is kept apart, and it is told how far each part misses it."""
    apart = np.arange(len(rows)) // (SAMPLES * 10) % 10 == 0
    learnt, kept = rows[~apart], rows[apart]
    weights = by_margins(learnt)
    steep = np.full(len(shapes.WAY_KNOTS), 0.08)
    for step in range(STEPS + 1):
        steep = steepness(lead(learnt, weights), slopes(learnt), learnt[:, TOLD + 1], steep)
        if say:
            ahead = lead(kept, weights)
            told = chance(np.clip(ahead * (slopes(kept) @ steep), -30, 30)).clip(1e-6, 1 - 1e-6)
            won = kept[:, TOLD + 1]
            loss = -np.mean(won * np.log(told) + (1 - won) * np.log(1 - told))
            miss = np.sqrt(np.mean((np.clip(kept[:, TOLD], -MOST, MOST) - ahead) ** 2))
            print(f"step {step}: misses the margin by {miss:.2f}, loss {loss:.4f}, points worth {steep.round(3)}")
        if step < STEPS:
            weights = by_chances(learnt, weights, steep)
    if say:
        print(f"{len(learnt)} positions learnt from, {len(kept)} kept apart")
    grid = np.vstack([weights[: SPACES * shapes.STRIP].reshape(SPACES, shapes.STRIP), np.zeros((1, shapes.STRIP))])
    return packed(grid, weights[SPACES * shapes.STRIP :], steep)


# Calibration


def worths(rows: Rows, value: values.Value) -> Reals:
    """What the kernel takes the positions of these rows to be worth."""
    weights = np.append(np.array(value.grid[: SPACES * shapes.STRIP]), value.turns[:SPACES]) / shapes.UNIT
    steep = np.array(value.steepness) * shapes.UNIT / 1024
    return np.clip(lead(rows, weights) * (slopes(rows) @ steep), -9000, 9000)


def tenths(rows: Rows, value: values.Value) -> list[tuple[float, float, int]]:
    """For each tenth of the chances told: their mean, the share of games won, how many there were."""
    told = np.array([values.chance(worth) for worth in worths(rows, value)])
    won = rows[:, TOLD + 1]
    found = []
    for tenth in range(TENTHS):
        some = np.minimum((told * TENTHS).astype(int), TENTHS - 1) == tenth
        if some.any():
            found.append((float(told[some].mean()), float(won[some].mean()), int(some.sum())))
    return found


def error(share: float, count: int) -> float:
    """The sampling error of a share."""
    return math.sqrt(max(share * (1 - share), 1e-4) / count)


def plot(found: list[tuple[float, float, int]], path: Path) -> None:
    """Draws told against true, with two sampling errors either way."""
    side, edge = 320, 40

    def at(share: float) -> float:
        return edge + side * share

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side + 2 * edge} {side + 2 * edge}"'
        ' font-family="sans-serif" font-size="12">',
        f'<rect width="{side + 2 * edge}" height="{side + 2 * edge}" fill="#fff"/>',
        f'<path d="M{edge} {edge + side}L{edge + side} {edge}" stroke="#bbb"/>',
        f'<path d="M{edge} {edge}V{edge + side}H{edge + side}" fill="none" stroke="#333"/>',
    ]
    for tick in range(0, 101, 20):
        place = at(tick / 100)
        lines.append(f'<text x="{place}" y="{edge + side + 18}" text-anchor="middle">{tick}</text>')
        lines.append(f'<text x="{edge - 6}" y="{2 * edge + side - place + 4}" text-anchor="end">{tick}</text>')
    for told, true, count in found:
        x, y, reach = at(told), 2 * edge + side - at(true), 2 * side * error(true, count)
        lines.append(f'<path d="M{x:.1f} {y - reach:.1f}V{y + reach:.1f}" stroke="#06c"/>')
        lines.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#06c"><title>{count} games</title></circle>')
    middle = edge + side / 2
    lines.append(f'<text x="{middle}" y="{side + 2 * edge - 4}" text-anchor="middle">chance told, %</text>')
    lines.append(f'<text x="14" y="{middle}" text-anchor="middle" transform="rotate(-90 14 {middle})">won, %</text>')
    path.write_text("\n".join([*lines, "</svg>\n"]), encoding="utf-8")


def calibrate(options: argparse.Namespace) -> int:
    """Plays, compares and draws; 1 if some tenth is off by more than two points and two sampling errors."""
    value = values.read(FILE.read_bytes())
    name = f"calibration-{options.nodes}"
    rows = games(machine(value), name, options.games, 60, options.nodes, 1 << 30, 1)
    found, bad = tenths(rows, value), 0
    for told, true, count in found:
        off = abs(told - true)
        allowed = max(0.02, 2 * error(true, count))
        bad += off > allowed
        print(
            f"told {told:6.1%}, won {true:6.1%}, {count:6} games, off by {off:.1%} (up to {allowed:.1%} may be chance)"
        )
    plot(found, options.plot)
    return 1 if bad else 0


def main() -> int:
    """Plays, fits and writes; or compares what is told with what comes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--calibrate", action="store_true")
    parser.add_argument("--nodes", type=int, default=3_000)
    parser.add_argument("--plot", type=Path, default=Path("calibration.svg"))
    options: Any = parser.parse_args()
    if options.calibrate:
        return calibrate(options)
    value, rows = begun(), list[Rows]()
    for number in range(options.rounds):
        depth = DEPTHS[min(number, len(DEPTHS) - 1)]
        rows.append(games(machine(value), f"round-{number}", options.games, depth, 10**6, ODD, SAMPLES))
        value = fitted(rows[-1] if number < 2 else np.concatenate(rows[1:]))
    FILE.write_bytes(values.write(value))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
