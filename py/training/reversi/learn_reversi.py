"""Learn the weights of the Reversi kernel from self-play, in commands that can be interrupted.

    python3 py/training/reversi/learn_reversi.py begin --out first.bin
    python3 py/training/reversi/learn_reversi.py play --folder games --minutes 30 --processes 2
    python3 py/training/reversi/learn_reversi.py fit --folder games --before first.bin
    python3 py/training/reversi/learn_reversi.py spare --folder games

`begin` writes weights that count only mobility.

`play` plays the missing parts of games (see `play_reversi`) for some minutes. With `--processes` or `--cluster` several
workers play them (docs/training.md).

`fit` fits the weights of each stage by least squares (conjugate gradients), with a ridge towards those of `--before`,
so that rare patterns keep their values. It learns from the positions of the stage and, with less weight, of the
neighbouring stages. One game in ten is held out to measure the error.

`spare` measures, on held-out games, the error of the shallow searches of Multi-ProbCut against the deep searches. The
result depends only on `--seed` and the parts. A second round plays with the weights of the first.

The current file comes from four rounds and 5.1 million positions:

* First round: 5,400 games with seed 1, played with weights of an earlier search that is no longer here. The label of a
  position (its value in the fit) is its exact result if it has at most 14 empty squares. The fit was `fit --rounds 12`
  on 48 of the 54 parts.
* Second round: 11,300 games with seed 2, played with the weights of the first round, at commit b492af1. Labels are
  exact for at most 16 empty squares, else from searches of 6 moves. `fit --rounds 12` on both rounds, 721,268
  positions.
* Third round: parts 0 to 235 with seed 3, played with the weights of the second round (the file of commit f2d4291).
  Labels are computed as `play_reversi` now does, 100,000 positions per minute of one processor.
  `fit --ridge 50 --rounds 7` on these 1,019,174 positions alone, starting from and pulled to the weights of the second
  round.
* Fourth round: the parts with even numbers up to 1420 and with odd numbers up to 125, with seed 4. These are
  77,400 games, played with the weights of the third round (the file of commit ba2e12e). `fit --ridge 25 --rounds 14`
  on these 3,335,811 positions alone. A ridge of 50 and 7 rounds gave the same errors.

Three changes brought no gain: narrower bounds for the last search of a label, a search before the first endgame of
a game is solved, and other weights for the positions of neighbouring stages.

Errors of the weights on held-out games of the last round, in discs, with the errors of the third round in brackets. The
games contain random moves, and many of the positions are unbalanced. No position had fewer than 9 discs:

    discs  9-13   14-18  19-23  24-28  29-33  34-38  39-43  44-48  49-53  54-58  59-64
    error  2.06   2.15   2.70   3.25   3.84   4.47   4.89   5.51   7.94   7.08   4.72
          (2.16) (2.45) (3.16) (3.67) (4.20) (4.70) (5.07) (5.62) (8.08) (7.25) (4.87)

At 8,000 nodes per move the new weights scored 53.4 % (standard error 1.1) in 1,000 games against those of the third
round, from openings of ten random moves (`contest_reversi.py`). Their mean lead was 1.1 discs (0.4). The weights of the
third round scored 58.8 % in 400 games against those of the second. The weights of the second scored 57.5 % in 200 games
against those of the first.

The errors of shallow searches (`kernel_spared`) were measured with the weights of the first round, and again with those
of the third. The new errors were up to two thirds greater below 24 discs, and about the same later. With the new errors
and 20,000 nodes per move, the kernel scored 49.0 % (3.0) in 150 games against itself with the old errors. The old
errors therefore stay.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import argparse
import sys
from array import array
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))
from chowk.games.reversi.engine import kernel_shapes as shapes
from chowk.games.reversi.engine import weights
from training.reversi import play_reversi
from training.reversi.reversi_batch import Masks, Numbers, Places, indices, legal
from training.shared import parts, workers

if TYPE_CHECKING:
    from tools.build.kernel_hosts import Native

TARGET: Final = Path(weights.__file__).with_name(weights.DATA)
"""The path of the shipped file of weights."""
RECORD: Final = np.dtype(
    [("own", "<u8"), ("other", "<u8"), ("label", "<i2"), ("depth", "u1"), ("none", "u1"), ("game", "<u4")]
)
"""The fields of a position in the files that `play_reversi` saves."""
UNIT: Final = np.float32(play_reversi.UNIT)
"""Number of parts into which a disc is divided in stored values."""
APART: Final = 10
"""One game in this many is held out from the fit, to measure the error."""
NEXT_DOOR: Final = np.float32(0.3)
"""Weight in the fit of positions from a neighbouring stage, relative to positions from the stage itself."""
FINEST: Final = 9
"""The finest step to which weights are rounded, as a number of `UNIT` parts of a disc. Larger weights have coarser
steps."""
MEASURED: Final = 10
"""Depth in moves of the deep searches, against which shallower searches are measured."""
SPARED: Final = Path(shapes.__file__).with_name("kernel_spared.py")
SPARED_AS: Final = '''"""Errors of shallower searches, as `py/training/reversi/learn_reversi.py spare` measured them."""

from typing import Final

FIRST_OFF: Final = (
{})
"""By stage and depth: what the quick look is off from the deep one, root mean square in parts of a disc."""
SECOND_OFF: Final = (
{})
"""The same of the look that is nearly as deep."""
'''
"""Template of the source file `kernel_spared`."""
COLUMN: Final = np.array(shapes.columns(), np.int32)
"""For each possible content of a group of squares, the index of its weight. Symmetric contents share a weight."""
COLUMNS: Final = shapes.STORED + 2 * shapes.HITS
"""Number of weights of one stage of the game."""


def features(own: Masks, other: Masks) -> Places:
    """Return the indices of the weights that count in each position.

    For each group of squares there is the weight of its content. For each side there is the weight of its number of
    hits (captures in a direction).
    """
    rows = [
        np.column_stack(
            (
                COLUMN[indices(a, b)],
                legal(a, b)[1] + shapes.STORED,
                legal(b, a)[1] + shapes.STORED + shapes.HITS,
            )
        ).astype(np.int32)
        for a, b in zip(*(np.array_split(masks, max(1, len(masks) // 8192)) for masks in (own, other)), strict=True)
    ]
    return np.concatenate(rows)


def summed(columns: Numbers, rows: Places) -> Numbers:
    """Return the value of each row (a position): the sum of the weights that count in it.

    `columns` are all weights, and each row holds the indices of the weights that count.
    """
    sums = [columns[rows[start : start + 65536]].sum(axis=1) for start in range(0, len(rows), 65536)]
    return np.concatenate(sums).astype(np.float32)


def shared_out(errors: Numbers, rows: Places) -> Numbers:
    """Return for each column (a weight) the sum of the errors of the rows (positions) that use it."""
    total = np.zeros(COLUMNS)
    for start in range(0, len(rows), 65536):
        chunk = rows[start : start + 65536]
        total += np.bincount(chunk.ravel(), np.repeat(errors[start : start + 65536], chunk.shape[1]), COLUMNS)
    return total.astype(np.float32)


def fitted(rows: Places, target: Numbers, share: Numbers, anchor: Numbers, ridge: float, rounds: int) -> Numbers:
    """Return the weights that minimise the squared errors of the rows, by conjugate gradients.

    `share` says how much the error of each row counts. A ridge penalty pulls the weights towards `anchor`, from which
    the fit starts. `rounds` is the number of steps.
    """
    scale: Numbers = (1 / (shared_out(share, rows) + np.float32(ridge))).astype(np.float32)
    columns = anchor.copy()
    gradient = shared_out(share * (target - summed(columns, rows)), rows)
    step: Numbers = scale * gradient
    slope = float(gradient @ step)
    for _ in range(rounds):
        image = shared_out(share * summed(step, rows), rows) + np.float32(ridge) * step
        size = np.float32(slope / max(float(step @ image), 1e-9))
        columns += size * step
        gradient -= size * image
        onward = float(gradient @ (scale * gradient))
        step = scale * gradient + np.float32(onward / max(slope, 1e-9)) * step
        slope = onward
    return columns


def error(columns: Numbers, rows: Places, target: Numbers) -> float:
    """Return the root-mean-square difference of the positions' values from `target`, or NaN if there are none."""
    if not len(rows):
        return float("nan")
    miss = target - summed(columns, rows)
    return float(np.sqrt((miss * miss).mean()))


def body(columns: Numbers) -> bytes:
    """Convert the weights of one stage of the game into the bytes that the file stores."""
    factors, stored = bytearray(), bytearray()
    table = columns[: shapes.STORED] * UNIT
    places = np.array(shapes.columns())
    for first, stop in zip(shapes.FIRST, shapes.FIRST[1:], strict=False):
        mine = table[places[first:stop].min() : places[first:stop].max() + 1]
        factor = max(FINEST, int(np.ceil(np.abs(mine).max() / 127)))
        factors.append(factor)
        stored += np.round(mine / factor).astype(np.int8).tobytes()
    hits = np.round(columns[shapes.STORED :] * UNIT).astype("<i2").tobytes()
    return bytes(factors + stored) + hits


def columns_of(body: bytes) -> Numbers:
    """Convert the bytes that the file stores for one stage of the game into weights."""
    factors, stored, hits = weights.parts(body, len(shapes.SHAPES))
    places = np.array(shapes.columns())
    columns = np.array(stored, np.float32)
    for factor, first, stop in zip(factors, shapes.FIRST, shapes.FIRST[1:], strict=False):
        columns[places[first:stop].min() : places[first:stop].max() + 1] *= factor
    return np.concatenate((columns, np.array(hits, np.float32))) / UNIT


def before(path: Path | None) -> list[Numbers]:
    """Return the weights of each stage from a file, or zeros if there is no file."""
    if path is None:
        return [np.zeros(COLUMNS, np.float32) for _ in range(shapes.STAGES)]
    data = path.read_bytes()
    return [columns_of(weights.body(data, stage)) for stage in range(shapes.STAGES)]


def fit(options: argparse.Namespace) -> None:
    """Run `fit`: fit the weights of every stage, print the errors on held-out games, and write the weights to a file.

    A stage whose error does not decrease keeps its old weights.
    """
    positions = parts.played(options.folder, RECORD)
    discs = np.bitwise_count(positions["own"] | positions["other"])
    stage = np.array([shapes.stage(count) for count in range(65)])[discs]
    print(f"{len(positions)} positions of {len(np.unique(positions['game']))} games", flush=True)
    stages: list[Numbers] = []
    for number, anchor in enumerate(before(options.before)):
        near = np.abs(stage - number) <= 1
        chosen = positions[near]
        rows = features(np.ascontiguousarray(chosen["own"]), np.ascontiguousarray(chosen["other"]))
        target = chosen["label"].astype(np.float32) / UNIT
        apart = chosen["game"] % APART == 0
        own = stage[near] == number
        share = np.where(own, np.float32(1), NEXT_DOOR)
        learnt = fitted(rows[~apart], target[~apart], share[~apart], anchor, options.ridge, options.rounds)
        judged = apart & own
        was, now = (error(columns, rows[judged], target[judged]) for columns in (anchor, learnt))
        counts = f"{int((own & ~apart).sum())} positions, {int(judged.sum())} apart"
        print(f"stage {number:2} ({counts}): off by {was:.2f}, now by {now:.2f} discs", flush=True)
        # If there is no gain, keep the old weights. Positions with very few or very many discs are rare.
        stages.append(learnt if now < was else anchor)
    options.out.write_bytes(weights.file([body(columns) for columns in stages]))
    print(f"{options.out}: {options.out.stat().st_size} bytes")


def begin(options: argparse.Namespace) -> None:
    """Run `begin`: write weights that count only mobility, as a start for learning."""
    columns = np.zeros(COLUMNS, np.float32)
    worth = np.arange(shapes.HITS, dtype=np.float32) / 4
    columns[shapes.STORED : shapes.STORED + shapes.HITS], columns[shapes.STORED + shapes.HITS :] = worth, -worth
    options.out.write_bytes(weights.file([body(columns)] * shapes.STAGES))


def play(options: argparse.Namespace) -> None:
    """Run `play`: play the parts (files of games) that the folder lacks and save them, until the time is up."""
    part = play_reversi.Play((options.before or TARGET).read_bytes(), options.seed)
    (folder,) = options.folder
    parts.play(folder, options.every, options.minutes, part, RECORD.itemsize, hands=workers.chosen(options))


def spare(options: argparse.Namespace) -> None:
    """Run `spare`: measure by how much the values of shallow searches differ from those of deep searches.

    Write the differences into the module `kernel_spared`. By them the kernel decides when a shallow search makes a deep
    one unnecessary.
    """
    player = play_reversi.start_kernel((options.before or TARGET).read_bytes())
    player.write("SURE", array("i", [shapes.NEVER] * len(shapes.SURE)))
    positions = parts.played(options.folder, RECORD)
    positions = positions[positions["game"] % APART == 0]
    stage = np.array([shapes.stage(count) for count in range(65)])[
        np.bitwise_count(positions["own"] | positions["other"])
    ]
    lot = np.random.default_rng(options.seed)
    tables: list[list[str]] = [[], []]
    for number in range(shapes.STAGES):
        # Positions with very few discs are rare, and with very many discs there is no room to search. Use the
        # neighbouring stage for both.
        mine = positions[stage == min(max(1, number), shapes.STAGES - 2)]
        sample = mine[lot.permutation(len(mine))[: options.positions]]
        values = np.array([_values(player, int(position["own"]), int(position["other"])) for position in sample])
        for turn, rows in enumerate(tables):
            looks = shapes.SHALLOW[turn : 2 * MEASURED + 2 : 2]
            misses = [values[:, depth] - values[:, shallow] for depth, shallow in enumerate(looks)]
            off = [round(float(np.sqrt((miss**2).mean()))) for miss in misses]
            rows.append(", ".join(str(miss if shallow else 0) for miss, shallow in zip(off, looks, strict=True)))
        print(f"stage {number:2} ({len(sample)} positions): {tables[0][-1]} and {tables[1][-1]}", flush=True)
    SPARED.write_text(SPARED_AS.format(*("".join(f"    ({row}),\n" for row in rows) for rows in tables)))


def _values(kernel: Native, own: int, other: int) -> list[int]:
    """Return the search values of a position at depths 0 to `MEASURED`, without selective pruning."""
    kernel.write("POSITION", array("Q", [own, other]))
    kernel.call("forget")
    return [kernel.call("look_ahead", depth, -10_000, 10_000, play_reversi.ENDLESS) for depth in range(MEASURED + 1)]


def main() -> None:
    """Run the command `begin`, `play`, `fit` or `spare`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("begin", "play", "fit", "spare"))
    parser.add_argument(
        "--folder", type=Path, nargs="+", default=[Path("games")], help="where the parts are; to play, one folder"
    )
    parts.arguments(parser, 12.0, 25, "steps of each fit")
    parser.add_argument(
        "--positions", type=int, default=150, help="number of positions of each stage to measure (default 150)"
    )
    parser.add_argument("--out", type=Path, default=TARGET)
    options = parser.parse_args()
    {"begin": begin, "play": play, "fit": fit, "spare": spare}[options.what](options)


if __name__ == "__main__":
    main()
