"""Learns the weights of Reversi's kernel from its games against itself, in commands that can be broken off.

    python3 py/training/reversi/learn_reversi.py begin --out first.bin
    python3 py/training/reversi/learn_reversi.py play --folder games --minutes 30 --every 0/2
    python3 py/training/reversi/learn_reversi.py fit --folder games --before first.bin

    python3 py/training/reversi/learn_reversi.py spare --folder games

`begin` counts nothing but ways to move. `play` makes parts of games (see `play_reversi`) that are not there yet, for so
many minutes; more processes share them out by `--every`. `fit` finds each stage's weights by least squares (conjugate
gradients), drawn by a ridge to those of `--before`, so that contents which were hardly met stay as they were. It learns
from the positions of the stage and, less, of its neighbours; one game in ten is kept apart and tells the error. `spare`
measures, on games kept apart, how far the shallow looks of Multi-ProbCut are off from the deep ones. Everything follows
from `--seed` and the parts; a second round plays with the weights of the first.

The file that there is comes from four rounds and 5.1 million positions. First 5,400 games with seed 1, labels exact
from 14 empty squares on, by weights of an earlier search that is no longer here, and `fit --rounds 12` on 48 of their
54 parts. Then 11,300 games with seed 2 by these, at commit b492af1, labels exact from 16 empty squares on, else 6 moves
ahead, and `fit --rounds 12` on all of both, 721,268 positions. Then by those, the file of commit f2d4291, parts 0 to
235 with seed 3, labels as now (100,000 positions a minute of a processor): 1,019,174 positions, and `fit --ridge 50
--rounds 7` on these alone, which begins with the second round's weights and is drawn to them. Last by those, the file
of commit ba2e12e, with seed 4 the even parts to 1420 and the odd ones to 125: 77,400 games, 3,335,811 positions, and
`fit --ridge 25 --rounds 14` on these alone. A ridge of 50 and 7 rounds gave the same errors. What
gained nothing: narrow bounds for the last look of a label, looking ahead before the first ending of a game is solved,
and weighing the positions of neighbouring stages otherwise.

On games of the last round kept apart the weights are off by so many discs, those of the third round in brackets; in the
games are moves at random, so that many of the positions are unbalanced. With fewer discs than 9 there were none:

    discs  9-13   14-18  19-23  24-28  29-33  34-38  39-43  44-48  49-53  54-58  59-64
    off    2.06   2.15   2.70   3.25   3.84   4.47   4.89   5.51   7.94   7.08   4.72
          (2.16) (2.45) (3.16) (3.67) (4.20) (4.70) (5.07) (5.62) (8.08) (7.25) (4.87)

At 8,000 positions a move they had 53.4 % (standard error 1.1) of the points of 1,000 games against those of the third
round, and 1.1 discs a game (0.4), from openings of ten moves at random (`contest_reversi.py`). Those of the third had
58.8 % of 400 games against those of the second, those of the second 57.5 % of 200 against those of the first.

What shallow looks are off (`kernel_spared`) was measured by the weights of the first round, and anew by those of the
third: up to two thirds more below 24 discs, later about the same. With the new figures and 20,000 positions a move the
kernel had 49.0 % (3.0) of 150 games against itself with the old ones, which therefore stay.
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
from training.shared import parts

if TYPE_CHECKING:
    from tools.shared.kernel_hosts import Native

TARGET: Final = Path(weights.__file__).with_name(weights.DATA)
KERNEL: Final = "chowk.games.reversi.engine.kernel"
RECORD: Final = np.dtype(
    [("own", "<u8"), ("other", "<u8"), ("label", "<i2"), ("depth", "u1"), ("none", "u1"), ("game", "<u4")]
)
UNIT: Final = np.float32(play_reversi.UNIT)
APART: Final = 10
"""One game in so many is kept apart."""
NEXT_DOOR: Final = np.float32(0.3)
"""A position of a neighbouring stage counts so much."""
FINEST: Final = 9
"""Weights are rounded to so many parts of a disc, or coarser where they are large."""
MEASURED: Final = 10
"""So deep is looked to measure how far shallower looks are off."""
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
COLUMN: Final = np.array(shapes.columns(), np.int32)
COLUMNS: Final = shapes.STORED + 2 * shapes.HITS


def features(own: Masks, other: Masks) -> Places:
    """The columns of each position: the contents of its groups, and the hits of either side."""
    rows = [
        np.column_stack(
            (
                COLUMN[indices(a, b)],
                legal(a, b)[1] + shapes.STORED,
                legal(b, a)[1] + shapes.STORED + shapes.HITS,
            )
        ).astype(np.int32)
        for a, b in zip(*(np.array_split(part, max(1, len(part) // 8192)) for part in (own, other)), strict=True)
    ]
    return np.concatenate(rows)


def summed(columns: Numbers, rows: Places) -> Numbers:
    """What the columns of each row add up to."""
    parts = [columns[rows[at : at + 65536]].sum(axis=1) for at in range(0, len(rows), 65536)]
    return np.concatenate(parts).astype(np.float32)


def shared_out(errors: Numbers, rows: Places) -> Numbers:
    """For each column what the rows that have it come to."""
    total = np.zeros(COLUMNS)
    for at in range(0, len(rows), 65536):
        some = rows[at : at + 65536]
        total += np.bincount(some.ravel(), np.repeat(errors[at : at + 65536], some.shape[1]), COLUMNS)
    return total.astype(np.float32)


def fitted(rows: Places, target: Numbers, share: Numbers, anchor: Numbers, ridge: float, rounds: int) -> Numbers:
    """The columns whose sums come nearest to the targets, each row counted by its share, drawn to the anchor."""
    scale: Numbers = (1 / (shared_out(share, rows) + np.float32(ridge))).astype(np.float32)
    found = anchor.copy()
    gradient = shared_out(share * (target - summed(found, rows)), rows)
    step: Numbers = scale * gradient
    slope = float(gradient @ step)
    for _ in range(rounds):
        image = shared_out(share * summed(step, rows), rows) + np.float32(ridge) * step
        size = np.float32(slope / max(float(step @ image), 1e-9))
        found += size * step
        gradient -= size * image
        onward = float(gradient @ (scale * gradient))
        step = scale * gradient + np.float32(onward / max(slope, 1e-9)) * step
        slope = onward
    return found


def error(columns: Numbers, rows: Places, target: Numbers) -> float:
    """How far off the sums are, root mean square."""
    if not len(rows):
        return float("nan")
    miss = target - summed(columns, rows)
    return float(np.sqrt((miss * miss).mean()))


def body(columns: Numbers) -> bytes:
    """A stage as the file keeps it."""
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
    """The columns of a stage in the file."""
    factors, stored, hits = weights.parts(body, len(shapes.SHAPES))
    places = np.array(shapes.columns())
    found = np.array(stored, np.float32)
    for factor, first, stop in zip(factors, shapes.FIRST, shapes.FIRST[1:], strict=False):
        found[places[first:stop].min() : places[first:stop].max() + 1] *= factor
    return np.concatenate((found, np.array(hits, np.float32))) / UNIT


def before(path: Path | None) -> list[Numbers]:
    """The columns of each stage in a file, or nothing."""
    if path is None:
        return [np.zeros(COLUMNS, np.float32) for _ in range(shapes.STAGES)]
    data = path.read_bytes()
    return [columns_of(weights.body(data, stage)) for stage in range(shapes.STAGES)]


def fit(options: argparse.Namespace) -> None:
    """Fits every stage, tells the errors on the games kept apart, and writes the file."""
    found = parts.played(options.folder, RECORD)
    discs = np.bitwise_count(found["own"] | found["other"])
    stage = np.array([shapes.stage(count) for count in range(65)])[discs]
    print(f"{len(found)} positions of {len(np.unique(found['game']))} games", flush=True)
    done: list[Numbers] = []
    for number, anchor in enumerate(before(options.before)):
        near = np.abs(stage - number) <= 1
        some = found[near]
        rows = features(np.ascontiguousarray(some["own"]), np.ascontiguousarray(some["other"]))
        target = some["label"].astype(np.float32) / UNIT
        apart = some["game"] % APART == 0
        own = stage[near] == number
        share = np.where(own, np.float32(1), NEXT_DOOR)
        learnt = fitted(rows[~apart], target[~apart], share[~apart], anchor, options.ridge, options.rounds)
        judged = apart & own
        was, now = (error(one, rows[judged], target[judged]) for one in (anchor, learnt))
        counts = f"{int((own & ~apart).sum())} positions, {int(judged.sum())} apart"
        print(f"stage {number:2} ({counts}): off by {was:.2f}, now by {now:.2f} discs", flush=True)
        # Where nothing is gained nothing is changed: the first discs and the last are hardly met.
        done.append(learnt if now < was else anchor)
    options.out.write_bytes(weights.file([body(columns) for columns in done]))
    print(f"{options.out}: {options.out.stat().st_size} bytes")


def begin(options: argparse.Namespace) -> None:
    """Writes weights to begin with: nothing counts but ways to move."""
    one = np.zeros(COLUMNS, np.float32)
    worth = np.arange(shapes.HITS, dtype=np.float32) / 4
    one[shapes.STORED : shapes.STORED + shapes.HITS], one[shapes.STORED + shapes.HITS :] = worth, -worth
    options.out.write_bytes(weights.file([body(one)] * shapes.STAGES))


def machine(data: bytes) -> Native:
    """A kernel that runs with the weights of a file."""
    from tools.kernels.compiler import compile_kernel
    from tools.shared.kernel_hosts import Native

    made = Native(compile_kernel(KERNEL))
    for _ in weights.lay_out(made, data):
        pass
    return made


def play(options: argparse.Namespace) -> None:
    """Plays parts of games that are not there yet, until the time is up."""
    player = machine((options.before or TARGET).read_bytes())
    (folder,) = options.folder
    parts.play(
        folder, options.every, options.minutes, lambda at: play_reversi.part(player, at, options.seed), RECORD.itemsize
    )


def spare(options: argparse.Namespace) -> None:
    """Measures how far shallow looks are off from deep ones, and writes it for the kernel (`kernel_spared`)."""
    player = machine((options.before or TARGET).read_bytes())
    player.write("SURE", array("i", [shapes.NEVER] * len(shapes.SURE)))
    found = parts.played(options.folder, RECORD)
    found = found[found["game"] % APART == 0]
    stage = np.array([shapes.stage(count) for count in range(65)])[np.bitwise_count(found["own"] | found["other"])]
    lot = np.random.default_rng(options.seed)
    told: list[list[str]] = [[], []]
    for number in range(shapes.STAGES):
        # The first discs are hardly met, and among the last is no room to look: they are taken as those next to them.
        mine = found[stage == min(max(1, number), shapes.STAGES - 2)]
        some = mine[lot.permutation(len(mine))[: options.positions]]
        values = np.array([_values(player, int(one["own"]), int(one["other"])) for one in some])
        for turn, rows in enumerate(told):
            looks = shapes.SHALLOW[turn : 2 * MEASURED + 2 : 2]
            misses = [values[:, depth] - values[:, shallow] for depth, shallow in enumerate(looks)]
            off = [round(float(np.sqrt((miss**2).mean()))) for miss in misses]
            rows.append(", ".join(str(one if shallow else 0) for one, shallow in zip(off, looks, strict=True)))
        print(f"stage {number:2} ({len(some)} positions): {told[0][-1]} and {told[1][-1]}", flush=True)
    SPARED.write_text(SPARED_AS.format(*("".join(f"    ({row}),\n" for row in rows) for rows in told)))


def _values(machine: Native, own: int, other: int) -> list[int]:
    """What a position is worth so many moves ahead, from none to `MEASURED`, nothing spared."""
    machine.write("POSITION", array("Q", [own, other]))
    machine.call("forget")
    return [machine.call("look_ahead", depth, -10_000, 10_000, play_reversi.ENDLESS) for depth in range(MEASURED + 1)]


def main() -> None:
    """Plays, fits or measures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("begin", "play", "fit", "spare"))
    parser.add_argument(
        "--folder", type=Path, nargs="+", default=[Path("games")], help="where the parts are; to play, one folder"
    )
    parts.arguments(parser, 12.0, 25, "steps of each fit")
    parser.add_argument("--positions", type=int, default=150, help="so many of each stage are measured (150)")
    parser.add_argument("--out", type=Path, default=TARGET)
    options = parser.parse_args()
    {"begin": begin, "play": play, "fit": fit, "spare": spare}[options.what](options)


if __name__ == "__main__":
    main()
