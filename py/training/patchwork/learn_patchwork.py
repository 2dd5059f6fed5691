"""Learn the evaluation of the Patchwork kernel: play games of the kernel against itself, then fit to their results.

`python3 py/training/patchwork/learn_patchwork.py learn` plays `--games` games in each of `--rounds` rounds. Each round
uses the weights learnt in the round before. The last weights are written to `chowk/games/patchwork/engine/value.bin`.
Games are saved in `.cache/patchwork`, so that an interrupted run can continue; finished rounds are not played again.

When both sides play well, the learnt chances are too close to even. `correct` therefore finds the factor by which the
log odds should be greater (`values.FACTOR`). It plays other games, with searches of `--nodes` nodes per choice, takes
random positions of each game, and searches them as deeply as a review does. A curve with more parameters
(`training.shared.correcting`) was worse on other games, and the factor is about the same for all chances. `calibrate`
plays further games and takes one random position of each game. It compares the reported chances with the results,
separately for each tenth (chances from 0 to 0.1, from 0.1 to 0.2 and so on), and draws the comparison in the file
`--plot`.

The fit has two steps. The first step fits points: the expected final margin is a sum of weights, which are looked up in
tables by the features of both players. The weights are fitted by least squares, with smoothing between neighbouring
spaces of the track. The second step fits chances: a point is worth more near the end, and Newton's method changes all
weights to maximise the likelihood of the winners.
"""

from __future__ import annotations

import argparse
import sys
import zlib
from array import array
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[2]))
from chowk.engine.kernel.runtime import Kernel
from chowk.games.patchwork.engine import kernel_shapes as shapes
from chowk.games.patchwork.engine import reader, values
from chowk.games.patchwork.engine.bots import SCALE
from chowk.games.patchwork.rules.state import HOLE, TILE
from chowk.games.patchwork.rules.track import CENTRE
from training.patchwork import play_patchwork
from training.patchwork.play_patchwork import STATE, start_kernel
from training.shared import correcting, parts, workers

Reals: TypeAlias = NDArray[np.float64]
Rows: TypeAlias = NDArray[np.int32]

PY: Final = Path(__file__).resolve().parents[2]
KEPT: Final = PY.parent / ".cache" / "patchwork"
"""The folder of saved games."""
FILE: Final = PY / "chowk/games/patchwork/engine" / values.DATA
"""The shipped file of evaluation weights."""
RECORD_CELLS: Final = 12
"""Number of cells in the kernel's record of a choice.

A row of training data has two more columns: the final margin, and 1 if the player won.
"""
SAMPLES: Final = 12
"""Number of positions of each game that the fit uses."""
BATCH: Final = 500
"""Number of games that are saved together in one file."""
DEPTHS: Final = (2, 3, 4, 5)
"""Search depth in each round of games. Further rounds use the last depth."""
ODD: Final = 12
"""One choice in this many is random, so that poor positions occur too."""
MOST: Final = 60
"""Greatest margin, in points. Greater margins count as this one."""
CHUNK: Final = 10_000
"""Number of training rows whose features are computed together."""
SPACES: Final = len(shapes.SPACE_KNOTS) - 1
"""Number of spaces of the track for which there are tables of weights.

Between these spaces, weights are interpolated.
"""
COLUMNS: Final = SPACES * shapes.STRIP + SPACES
"""Number of weights of the evaluation: those in the tables, and those for having the next choice."""
SMOOTH: Final = 30.0
"""Strength of the smoothing that pulls together the weights of neighbouring spaces of the track."""
SHRINK: Final = 3.0
"""Strength of the ridge penalty that pulls all weights to zero."""
STEPS: Final = 1
"""Number of Newton steps in which the weights are fitted to the winners."""
HOLD: Final = 0.2
"""Strength of the pull of the weights towards their fit to margins, relative to `SHRINK` and `SMOOTH`."""
EACH: Final = 4
"""Number of choices of each game that `correct` uses."""
ALL: Final = 1 << 30
"""A limit on the number of searched positions that no search reaches."""
NEWTON: Final = 20
"""Number of Newton steps in which the factor of the log odds is found."""


def initial_weights() -> values.Value:
    """Return the weights for the first round: a human guess at the value of time and of connected patches."""
    grid = np.zeros((len(shapes.SPACE_KNOTS), shapes.STRIP))
    for number, space in enumerate(shapes.SPACE_KNOTS[:-1]):
        for table, weight in ((2, 0.0), (3, 0.25), (4, -0.75), (5, -0.5)):
            first, last = shapes.FIRST_KNOTS[table : table + 2]
            grid[number, first:last] = weight * np.array(shapes.TABLES[table][0])
        first, last = shapes.FIRST_KNOTS[2:4]
        grid[number, first:last] += 2.5 * (CENTRE - space)
    steep = [0.06 + 0.0025 * max(0, spaces - 50) for spaces in shapes.WAY_KNOTS]
    return packed(grid, np.zeros(SPACES), np.array(steep))


def packed(grid: Reals, turns: Reals, steep: Reals) -> values.Value:
    """Return weights in the form in which they are stored.

    The weights are given at knots, between which they are interpolated. `grid` has a row of the tables' weights for
    each knot of the track (`SPACE_KNOTS`). `turns` has the weight of having the next choice, for each of these knots
    but the last. Both are in points. `steep` is the slope of the log odds per point, for each knot in `WAY_KNOTS`.
    """
    units = np.clip(np.rint(grid * shapes.UNIT), -32000, 32000).astype(int)
    turn = np.rint(np.append(turns, 0.0) * shapes.UNIT).astype(int)
    slope = np.rint(steep * 1000 * 1024 / shapes.UNIT).astype(int)
    return values.Value(tuple(map(int, units.ravel())), tuple(map(int, turn)), tuple(map(int, slope)))


# Games


def play(kernel: Kernel, number: int, depth: int, nodes: int, odd: int) -> Rows:
    """Play the game with this number. Each choice is searched to `depth` within `nodes` nodes; one in `odd` is random.

    Return a row for each choice: the kernel's record, the final margin in points for the player who chose, and 1 if
    that player won, else 0.
    """
    lot = Random(f"patchwork {number}")
    kernel.write("LOT", array("Q", [lot.getrandbits(63) | 1]))
    kernel.call("begin")
    count = kernel.call("search_game", depth, nodes, odd)
    rows = np.array(kernel.read("RECORD", 0, count * RECORD_CELLS), np.int32).reshape(count, RECORD_CELLS)
    last = kernel.read("POSITION", 0, 1)[0]
    margin = kernel.call("margin", 0)
    won = last if margin > 0 else 1 - last
    margins = np.where(rows[:, 0] == last, margin, -margin)
    return np.column_stack([rows, margins, rows[:, 0] == won]).astype(np.int32)


def batch(kernel: Kernel, path: Path, first: int, depth: int, nodes: int, odd: int, samples: int) -> Rows:
    """Return some positions from `BATCH` games, whose numbers begin with `first`.

    At most `samples` positions come from each game. Read them from the file `path` if it exists, else play the games
    and save the positions there. Choices are searched to `depth` within `nodes` nodes, and one in `odd` is random.
    """
    if not path.exists():
        chosen = []
        for number in range(first, first + BATCH):
            rows, lot = play(kernel, number, depth, nodes, odd), Random(number)
            chosen.append(rows[sorted(lot.sample(range(len(rows)), min(samples, len(rows))))])
        path.parent.mkdir(parents=True, exist_ok=True)
        partial_path = path.with_suffix(".part.npy")
        np.save(partial_path, np.concatenate(chosen))
        partial_path.replace(path)
    saved: Rows = np.load(path)
    return saved


def games(kernel: Kernel, name: str, count: int, depth: int, nodes: int, odd: int, samples: int) -> Rows:
    """Return positions from at least `count` games. Games that are not saved in the folder `name` are played and saved.

    At most `samples` positions come from each game. Choices are searched to `depth` within `nodes` nodes, and one in
    `odd` is random.
    """
    batches = []
    start = 10_000_000 * (1 + sum(map(ord, name)))
    for offset in range(0, count, BATCH):
        batches.append(batch(kernel, KEPT / name / f"{offset}.npy", start + offset, depth, nodes, odd, samples))
        print(f"{name}: {offset + BATCH} games", end="\r", flush=True)
    print()
    return np.concatenate(batches)


# Features


def knot_shares(knots: tuple[int, ...], numbers: NDArray[np.int64]) -> tuple[NDArray[np.int64], Reals]:
    """Return, for each number, the index of the support point (knot) at or before it.

    Also return the share of the way from there to the next knot.
    """
    marks = np.array(knots)
    where = np.clip(np.searchsorted(marks, numbers, side="right") - 1, 0, len(marks) - 2)
    beyond = np.minimum(numbers - marks[where], marks[where + 1] - marks[where])
    return where, beyond / (marks[where + 1] - marks[where])


def features(rows: Rows) -> Reals:
    """Return the features of each row: those of the player to move, minus those of the opponent."""
    columns = np.zeros((len(rows), COLUMNS + shapes.STRIP))
    line = np.arange(len(rows))
    for sign, first in ((1.0, 1), (-1.0, 6)):
        space, buttons, income, filled, much = rows[:, first : first + 5].astype(np.int64).T
        knot, along = knot_shares(shapes.SPACE_KNOTS, space)
        hangs = np.clip((much & 255) + 2 * filled - shapes.LEAST_PAIRS, 0, shapes.TABLE_WIDTHS[3] - 1)
        numbers = (buttons, income, filled, hangs, much >> 8 & 15, much >> 12 & 15, much >> 16)
        for table, number in enumerate(numbers):
            knots, width = shapes.TABLES[table]
            place, beyond = knot_shares(knots, np.minimum(number, width - 1))
            open_ = rows[:, 11] == 0 if table == len(numbers) - 1 else 1.0
            for up in (0, 1):
                for on in (0, 1):
                    share = (along if up else 1 - along) * (beyond if on else 1 - beyond) * sign * open_
                    column = (knot + up) * shapes.STRIP + shapes.FIRST_KNOTS[table] + place + on
                    # The weights at the centre of the track are 0. They go into columns that are cut off.
                    column = np.where(knot + up == SPACES, COLUMNS + place % shapes.STRIP, column)
                    columns[line, column] += share
        if first == 1:
            for up in (0, 1):
                column = SPACES * shapes.STRIP + np.minimum(knot + up, SPACES - 1)
                columns[line, column] += np.where(knot + up < SPACES, along if up else 1 - along, 0.0)
    return columns[:, :COLUMNS]


PAID: Final = np.array(shapes.PAID)
"""Number of income spaces that a player has passed at each space of the track."""


def points(rows: Rows) -> Reals:
    """Return the lead in points of the player to move if both players only advance from now on.

    The buttons that they would get for advancing do not count.
    """
    total = np.zeros(len(rows))
    for sign, first in ((1, 1), (-1, 6)):
        space, buttons, income, filled = rows[:, first : first + 4].T
        total += sign * (buttons + HOLE * filled + income * (PAID[CENTRE] - PAID[space]))
    return total + TILE * rows[:, 11]


def slopes(rows: Rows) -> Reals:
    """Return, for each row, the weight of each of the knots `WAY_KNOTS` in a linear interpolation.

    The interpolated value is the worth of one point of the lead, in log odds of a win. It depends on the progress of
    the game, which is the sum of both tokens' spaces.
    """
    place, beyond = knot_shares(shapes.WAY_KNOTS, (rows[:, 1] + rows[:, 6]).astype(np.int64))
    weights = np.zeros((len(rows), len(shapes.WAY_KNOTS)))
    weights[np.arange(len(rows)), place] = 1 - beyond
    weights[np.arange(len(rows)), place + 1] += beyond
    return weights


# The fit


def penalty_matrix(strength: float = 1.0) -> Reals:
    """Return the penalty matrix of the fit: a ridge and the smoothing between neighbouring spaces, times `strength`."""
    matrix = np.eye(COLUMNS) * SHRINK
    for space in range(SPACES - 1):
        for number in range(shapes.STRIP):
            this, following = space * shapes.STRIP + number, (space + 1) * shapes.STRIP + number
            matrix[[this, following], [this, following]] += SMOOTH
            matrix[[this, following], [following, this]] -= SMOOTH
    return strength * matrix


def chunks(rows: Rows) -> Iterator[tuple[Rows, Reals]]:
    """Yield the rows in chunks, each chunk with its features."""
    for start in range(0, len(rows), CHUNK):
        chunk = rows[start : start + CHUNK]
        yield chunk, features(chunk)


def by_margins(rows: Rows) -> Reals:
    """Return weights fitted to the final margins of the games by least squares."""
    square, sums = penalty_matrix(), np.zeros(COLUMNS)
    for chunk, columns in chunks(rows):
        remaining = np.clip(chunk[:, RECORD_CELLS], -MOST, MOST) - points(chunk)
        square += columns.T @ columns
        sums += columns.T @ remaining
    return np.linalg.solve(square, sums).astype(np.float64)


def chance(odds: Reals) -> Reals:
    """Convert log odds into chances from 0 to 1."""
    return 1 / (1 + np.exp(-odds))


def steepness(leads: Reals, weights: Reals, won: Reals, steep: Reals) -> Reals:
    """Return the value of a point in log odds at each support point of the game's progress (`WAY_KNOTS`).

    It is fitted to the winners by Newton's method. `leads` are in points, `weights` come from `slopes`, and `steep`
    are the values to begin with.
    """
    columns = weights * leads[:, None]
    smooth = np.zeros((len(steep), len(steep)))
    for knot in range(len(steep) - 1):
        smooth[[knot, knot + 1], [knot, knot + 1]] += 2000.0
        smooth[[knot, knot + 1], [knot + 1, knot]] -= 2000.0
    for _ in range(8):
        predicted = chance(np.clip(columns @ steep, -30, 30))
        square = columns.T @ (columns * (predicted * (1 - predicted))[:, None]) + smooth + np.eye(len(steep)) * 1e-3
        steep = steep + np.linalg.solve(square, columns.T @ (won - predicted) - smooth @ steep)
    return np.maximum(steep, 0.02)


def by_chances(rows: Rows, weights: Reals, steep: Reals) -> Reals:
    """Return the weights after a Newton step that increases the likelihood of the winners.

    `steep` is the value of a point in log odds, for each support point of `WAY_KNOTS`.
    """
    centre = weights
    square, sums = np.zeros((COLUMNS, COLUMNS)), np.zeros(COLUMNS)
    for chunk, columns in chunks(rows):
        slope = slopes(chunk) @ steep
        predicted = chance(np.clip((columns @ weights + points(chunk)) * slope, -30, 30))
        steeply = columns * slope[:, None]
        square += steeply.T @ (steeply * (predicted * (1 - predicted))[:, None])
        sums += steeply.T @ (chunk[:, RECORD_CELLS + 1] - predicted)
    hold = penalty_matrix(HOLD)
    return weights + np.linalg.solve(square + hold, sums - hold @ (weights - centre))


def lead(rows: Rows, weights: Reals) -> Reals:
    """Return for each row the lead in points of the player to move, computed with these weights."""
    return np.concatenate([columns @ weights + points(chunk) for chunk, columns in chunks(rows)])


def fitted(rows: Rows, say: bool = True) -> values.Value:
    """Fit all weights to the rows. If `say`, print the error on the tenth of the games that is held out."""
    apart = np.arange(len(rows)) // (SAMPLES * 10) % 10 == 0
    learnt, held_out = rows[~apart], rows[apart]
    weights = by_margins(learnt)
    steep = np.full(len(shapes.WAY_KNOTS), 0.08)
    for step in range(STEPS + 1):
        steep = steepness(lead(learnt, weights), slopes(learnt), learnt[:, RECORD_CELLS + 1], steep)
        if say:
            leads = lead(held_out, weights)
            predicted = chance(np.clip(leads * (slopes(held_out) @ steep), -30, 30)).clip(1e-6, 1 - 1e-6)
            won = held_out[:, RECORD_CELLS + 1]
            loss = -np.mean(won * np.log(predicted) + (1 - won) * np.log(1 - predicted))
            miss = np.sqrt(np.mean((np.clip(held_out[:, RECORD_CELLS], -MOST, MOST) - leads) ** 2))
            print(f"step {step}: misses the margin by {miss:.2f}, loss {loss:.4f}, points worth {steep.round(3)}")
        if step < STEPS:
            weights = by_chances(learnt, weights, steep)
    if say:
        print(f"{len(learnt)} positions learnt from, {len(held_out)} kept apart")
    grid = np.vstack([weights[: SPACES * shapes.STRIP].reshape(SPACES, shapes.STRIP), np.zeros((1, shapes.STRIP))])
    return packed(grid, weights[SPACES * shapes.STRIP :], steep)


def kernel_values(rows: Rows, value: values.Value) -> Reals:
    """Return the value that the kernel computes for the position of each row, in thousandths of log odds."""
    weights = np.append(np.array(value.grid[: SPACES * shapes.STRIP]), value.turns[:SPACES]) / shapes.UNIT
    steep = np.array(value.steepness) * shapes.UNIT / 1024
    return np.clip(lead(rows, weights) * (slopes(rows) @ steep), -9000, 9000)


# Calibration


def positions_with_choice(name: str, options: Any) -> NDArray[np.void]:
    """Play `options.games` games of the kernel, and return their positions in which there is a choice.

    Fewer games are played if the time runs out. `name` names the series of games, such as `correct`. Games that are
    saved already are not played again.
    """
    data = FILE.read_bytes()
    folder = KEPT / f"{name}-{options.nodes}-{zlib.crc32(data):08x}"
    part = play_patchwork.Play(data, name, options.nodes)
    most, hands = -(-options.games // play_patchwork.PART), workers.chosen(options)
    parts.play(folder, "0/1", options.minutes, part, STATE.itemsize, most, hands)
    choices = parts.played([folder], STATE)
    within: NDArray[np.void] = choices[choices["game"] < options.games]
    return within


def search_value(kernel: Kernel, state: np.void, depth: int) -> int | None:
    """Return the value of the saved position `state` for the player to move, by a search of `depth` moves.

    The value is in thousandths of log odds. Return None if only one move is legal.
    """
    kernel.write("POSITION", array("i", state["position"].tolist()))
    kernel.write("MASKS", array("Q", state["masks"].tolist()))
    kernel.write("RING", array("b", state["ring"].tolist()))
    kernel.call("settle")
    kernel.call("forget")
    far, count = int(kernel.numbers["FAR"]), kernel.call("options", reader.PLACES)
    if count < 2:
        return None
    return max(int(kernel.call("look_ahead", 1 + option, depth - 1, -far, far, ALL)) for option in range(count))


def drawn_by_lot(kernel: Kernel, states: NDArray[np.void], per_game: int, depth: int) -> Reals:
    """Return up to `per_game` positions of every game, drawn at random, with their values by a search to `depth`.

    A row has the game's number, the value for the player to move (as from `search_value`), and 1 if that player won,
    else 0.
    """
    rows = []
    for game in np.split(states, np.flatnonzero(np.diff(states["game"])) + 1):
        number = int(game["game"][0])
        lot = Random(f"choice {number}")
        worths = (
            (index, search_value(kernel, game[index], depth)) for index in lot.sample(range(len(game)), len(game))
        )
        triples = ((number, worth, float(game["won"][index])) for index, worth in worths if worth is not None)
        rows += list(islice(triples, per_game))
    return np.array(rows)


def likeliest(rows: Reals) -> tuple[float, float]:
    """Return the factor of the log odds that makes the outcomes most likely, and its standard error.

    The standard error treats the positions of one game as a single observation.
    """
    odds, won, factor = rows[:, 1] / 1000, rows[:, 2], 1.0
    _, games = np.unique(rows[:, 0], return_inverse=True)
    for _ in range(NEWTON):
        predicted = chance(factor * odds)
        pulls = odds * (won - predicted)
        bend = float(odds**2 @ (predicted * (1 - predicted)))
        factor += float(pulls.sum()) / bend
    return factor, float(np.linalg.norm(np.bincount(games, pulls))) / bend


def correct(options: Any) -> int:
    """Run `correct`: print the factor by which the log odds of reported chances should be multiplied. Return 0."""
    kernel = start_kernel(values.read(FILE.read_bytes()))
    rows = drawn_by_lot(kernel, positions_with_choice("correct", options), EACH, options.ahead)
    factor, error = likeliest(rows)
    print(f"{len(rows)} positions, factor {factor:.3f} (standard error {error:.3f})")
    return 0


def calibrate(options: Any) -> int:
    """Play other games, compare both players' predicted chances with the results, and draw a plot.

    Return 1 if the chances in a tenth (such as 0.3 to 0.4) are too far off, else 0.
    """
    kernel = start_kernel(values.read(FILE.read_bytes()))
    rows = drawn_by_lot(kernel, positions_with_choice("check", options), 1, options.ahead)
    to_chance = values.chance if options.learnt else values.calibrated_chance
    tenths = correcting.tenths(
        np.array([[to_chance(worth), to_chance(-worth), won, 1 - won] for _, worth, won in rows.tolist()])
    )
    if options.plot:
        options.plot.write_text(correcting.plot(tenths, 2), encoding="utf-8")
    return correcting.report(tenths)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command `learn`, `correct` or `calibrate`."""
    parser = argparse.ArgumentParser(prog="learn_patchwork", description=__doc__.split("\n", 1)[0] if __doc__ else "")
    parser.add_argument("what", choices=("learn", "correct", "calibrate"))
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--nodes", type=int, default=3_000, help="positions searched for a choice, except in `learn`")
    parser.add_argument("--ahead", type=int, default=SCALE.depth, help="depth of the search for the reported chance")
    parser.add_argument("--learnt", action="store_true", help="compare the learnt chances, not the reported ones")
    parser.add_argument("--minutes", type=float, default=60.0, help="minutes of play, except in `learn`")
    parser.add_argument("--plot", type=Path, help="the file for the picture")
    workers.arguments(parser)
    options: Any = parser.parse_args(argv)
    if options.what != "learn":
        return {"correct": correct, "calibrate": calibrate}[options.what](options)
    value, rows = initial_weights(), list[Rows]()
    for number in range(options.rounds):
        depth = DEPTHS[min(number, len(DEPTHS) - 1)]
        rows.append(games(start_kernel(value), f"round-{number}", options.games, depth, 10**6, ODD, SAMPLES))
        value = fitted(rows[-1] if number < 2 else np.concatenate(rows[1:]))
    FILE.write_bytes(values.write(value))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
