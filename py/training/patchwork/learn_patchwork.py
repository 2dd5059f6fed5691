"""Teaches Patchwork's kernel what a position is worth: games against itself, then a fit to how they ended.

`python3 py/training/patchwork/learn_patchwork.py learn` plays `--games` games in each of `--rounds` rounds, every round
with what the one before has taught, and writes `chowk/games/patchwork/engine/value.bin`. What was played is kept in
`.cache/patchwork`: broken off, it goes on where it was; a round that is there is not played again.

Chances that were learnt are too near even for good play. So `correct` plays other games, by the search with `--nodes`
positions a choice, draws some positions of each by lot, looks at them as far ahead as a review does, and says by what
factor the logarithms of odds would have to be greater (`values.FACTOR`). A curve with more numbers
(`training.shared.correcting`) was worse for other games, and the factor is about the same all the way. `calibrate`
plays others again, draws one position of each by lot, compares the chances told with how the games ended, tenth by
tenth, and draws `--plot`.

The fit has two parts. Points: the margin in the end is a sum over what each player has, by tables whose numbers lie on
a grid; least squares, with neighbouring spaces drawn to one another. Chances: a point is worth more the nearer the end
is, and all numbers are moved on by Newton's method towards the likeliest account of who won.
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
from tools.build import kernel_assets
from tools.shared.kernel_hosts import Native
from training.shared import correcting, parts

Reals: TypeAlias = NDArray[np.float64]
Rows: TypeAlias = NDArray[np.int32]

PY: Final = Path(__file__).resolve().parents[2]
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
PART: Final = 20
"""Of games for `correct` and `calibrate` so many are kept together, ..."""
EACH: Final = 4
"""... and so many choices of each are what the first goes by."""
RING: Final = 33
SPACES_OF: Final = (5, 10)
"""Where the kernel's row says on which spaces both tokens are."""
ALL: Final = 1 << 30
"""Positions that no look ahead comes to meet."""
NEWTON: Final = 20
STATE: Final = np.dtype(
    [
        *(("game", "<i4"), ("position", "<i4", 15), ("masks", "<u8", 5)),
        *(("ring", "i1", RING), ("won", "i1")),
    ]
)
"""A choice: of which game, as the kernel has it, and whether whoever has it won in the end."""


def machine(value: values.Value) -> Kernel:
    """The kernel with what a position is worth by these numbers."""
    kernel = Native(kernel_assets.code(kernel_assets.module("patchwork"), print))
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


def worths(rows: Rows, value: values.Value) -> Reals:
    """What the kernel takes the positions of these rows to be worth."""
    weights = np.append(np.array(value.grid[: SPACES * shapes.STRIP]), value.turns[:SPACES]) / shapes.UNIT
    steep = np.array(value.steepness) * shapes.UNIT / 1024
    return np.clip(lead(rows, weights) * (slopes(rows) @ steep), -9000, 9000)


# Calibration


def stepped(kernel: Kernel, name: str, nodes: int, number: int) -> list[tuple[Any, ...]]:
    """The choices of the game with that number, by the search with so many nodes a choice, as `STATE` has them."""
    lot = Random(f"patchwork {name} {number}")
    kernel.write("LOT", array("Q", [lot.getrandbits(63) | 1]))
    kernel.call("begin")
    kernel.call("forget")
    ring, found = kernel.read("RING", 0, RING), []
    while True:
        position = kernel.read("POSITION", 0, int(kernel.numbers["FIELDS"]))
        if all(position[at] == CENTRE for at in SPACES_OF):
            break
        found.append((position, kernel.read("MASKS", 0, int(kernel.numbers["QUILTS"]))))
        kernel.call("step", reader.DEEPEST, nodes)
    winner = position[0] if kernel.call("margin", 0) > 0 else 1 - position[0]
    return [(number, tuple(one), tuple(masks), tuple(ring), one[0] == winner) for one, masks in found]


def kept(kernel: Kernel, name: str, options: Any) -> NDArray[np.void]:
    """All choices of so many games, or of as many as the time allows; those that are kept are not played again."""

    def part(at: int) -> bytes:
        games = range(PART * at, PART * (at + 1))
        return np.array([one for game in games for one in stepped(kernel, name, options.nodes, game)], STATE).tobytes()

    folder = KEPT / f"{name}-{options.nodes}-{zlib.crc32(FILE.read_bytes()):08x}"
    parts.play(folder, "0/1", options.minutes, part, STATE.itemsize, -(-options.games // PART))
    found = parts.played([folder], STATE)
    wanted: NDArray[np.void] = found[found["game"] < options.games]
    return wanted


def looked(kernel: Kernel, state: np.void, ahead: int) -> int | None:
    """What a survey so many moves ahead finds a choice to be worth; None where there is but one move."""
    kernel.write("POSITION", array("i", state["position"].tolist()))
    kernel.write("MASKS", array("Q", state["masks"].tolist()))
    kernel.write("RING", array("b", state["ring"].tolist()))
    kernel.call("settle")
    kernel.call("forget")
    far, count = int(kernel.numbers["FAR"]), kernel.call("options", reader.PLACES)
    if count < 2:
        return None
    return max(int(kernel.call("look_ahead", 1 + one, ahead - 1, -far, far, ALL)) for one in range(count))


def drawn_by_lot(kernel: Kernel, states: NDArray[np.void], each: int, ahead: int) -> Reals:
    """Of every game so many choices: its number, what each is worth to whoever has it, and 1 if that player won."""
    found = []
    for game in np.split(states, np.flatnonzero(np.diff(states["game"])) + 1):
        number = int(game["game"][0])
        lot = Random(f"choice {number}")
        worths = ((at, looked(kernel, game[at], ahead)) for at in lot.sample(range(len(game)), len(game)))
        told = ((number, worth, float(game["won"][at])) for at, worth in worths if worth is not None)
        found += list(islice(told, each))
    return np.array(found)


def likeliest(rows: Reals) -> tuple[float, float]:
    """The factor that makes what came of these worths likeliest, and its standard error, whole games drawn by lot."""
    odds, won, factor = rows[:, 1] / 1000, rows[:, 2], 1.0
    _, games = np.unique(rows[:, 0], return_inverse=True)
    for _ in range(NEWTON):
        here = chance(factor * odds)
        pulls = odds * (won - here)
        bend = float(odds**2 @ (here * (1 - here)))
        factor += float(pulls.sum()) / bend
    return factor, float(np.linalg.norm(np.bincount(games, pulls))) / bend


def correct(options: Any) -> int:
    """Says by what factor chances are to be moved when they are told."""
    kernel = machine(values.read(FILE.read_bytes()))
    rows = drawn_by_lot(kernel, kept(kernel, "correct", options), EACH, options.ahead)
    factor, error = likeliest(rows)
    print(f"{len(rows)} positions, factor {factor:.3f} (standard error {error:.3f})")
    return 0


def calibrate(options: Any) -> int:
    """Plays other games, compares both players' chances and draws; 1 if some tenth is too far off."""
    kernel = machine(values.read(FILE.read_bytes()))
    rows = drawn_by_lot(kernel, kept(kernel, "check", options), 1, options.ahead)
    said = values.chance if options.learnt else values.told
    found = correcting.tenths(np.array([[said(worth), said(-worth), won, 1 - won] for _, worth, won in rows.tolist()]))
    if options.plot:
        options.plot.write_text(correcting.plot(found, 2), encoding="utf-8")
    return correcting.report(found)


def main(argv: Sequence[str] | None = None) -> int:
    """Plays, fits and writes; or corrects what is told, or compares it with what comes."""
    parser = argparse.ArgumentParser(prog="learn_patchwork", description=__doc__.split("\n", 1)[0] if __doc__ else "")
    parser.add_argument("what", choices=("learn", "correct", "calibrate"))
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--nodes", type=int, default=3_000, help="positions that a choice meets, but for `learn`")
    parser.add_argument("--ahead", type=int, default=SCALE.depth, help="how far is looked for the chance that is told")
    parser.add_argument("--learnt", action="store_true", help="compare chances as they were learnt, not as told")
    parser.add_argument("--minutes", type=float, default=60.0, help="how long to play, but for `learn`")
    parser.add_argument("--plot", type=Path, help="where the picture goes")
    options: Any = parser.parse_args(argv)
    if options.what != "learn":
        return {"correct": correct, "calibrate": calibrate}[options.what](options)
    value, rows = begun(), list[Rows]()
    for number in range(options.rounds):
        depth = DEPTHS[min(number, len(DEPTHS) - 1)]
        rows.append(games(machine(value), f"round-{number}", options.games, depth, 10**6, ODD, SAMPLES))
        value = fitted(rows[-1] if number < 2 else np.concatenate(rows[1:]))
    FILE.write_bytes(values.write(value))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
