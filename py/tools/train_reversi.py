"""Learns the weights of Reversi's evaluation from games against itself: `python3 py/tools/train_reversi.py --help`.

Each generation plays many games at once with the weights of the one before, from openings of random length; near
the end a game is played out exactly. A position's target is a blend of what the search thought of the positions
that followed and of the result. Weights are then fitted by least squares (conjugate gradients, a ridge that keeps
rare contents near nothing), for each stage on the positions around it. Everything follows from `--seed`.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import argparse
import struct
import sys
import time
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[1]))
from chowk.games.reversi import rules
from chowk.games.reversi.engine import patterns
from chowk.games.reversi.engine.endgame import Solver
from tools.reversi_batch import Masks, Numbers, Places, Table, children, indices, legal, result

TARGET: Final = Path(patterns.__file__).with_name(patterns.DATA)
NEAR: Final = 10.0
"""A stage learns from positions with fewer discs more or less than this, the nearer the more."""
RIDGE: Final = 12.0


class Generation(NamedTuple):
    """How many games, how far each move looks ahead, how much the result counts against later thoughts (0 to 1)."""

    games: int
    ahead: int
    trust: float


PLAN: Final = (
    Generation(24_000, 1, 1.0),
    Generation(40_000, 1, 0.9),
    Generation(50_000, 2, 0.8),
    Generation(70_000, 2, 0.7),
)
ONWARD: Final = (Generation(60_000, 2, 0.7),)
"""The plan where there are good weights to begin with; then the ridge keeps rare contents near what they were."""


class Sample(NamedTuple):
    """Positions of a generation by number of discs: masks of mover and other, and what they are worth."""

    own: list[Masks]
    other: list[Masks]
    target: list[Numbers]


def seed_tables() -> list[Table]:
    """The weights to begin with: moves to choose from, corners, and not the squares beside empty ones."""
    groups = np.zeros(patterns.FIRST[-1], np.float32)
    first, size = patterns.FIRST[1], 3**9
    digit = [np.arange(size) // 3**place % 3 - 1 for place in range(9)]
    groups[first : first + size] = 9 * digit[0] + np.where(digit[0] == 0, -5 * digit[4] - 2 * (digit[1] + digit[3]), 0)
    hits = np.arange(patterns.HIT_COUNTS, dtype=np.float32)
    return [Table(groups, 0.5 * hits, -0.5 * hits) for _ in patterns.STAGES]


def blended(tables: Sequence[Table], discs: int) -> Table:
    """The table for a number of discs, between those of two stages."""
    share = np.interp(discs, patterns.STAGES, range(len(patterns.STAGES)))
    low = min(int(share), len(tables) - 2)
    part = np.float32(share - low)
    return Table(*(a * (1 - part) + b * part for a, b in zip(tables[low], tables[low + 1], strict=True)))


def search(table: Table, own: Masks, other: Masks, able: Masks, ahead: int) -> tuple[Masks, Masks, Numbers]:
    """The best moves' positions for the side then to move, and what they are worth to the side that moves."""
    found = children(own, other, able)
    worth = -look(table, found.own, found.other, ahead - 1)
    starts = np.flatnonzero(np.diff(found.parent, prepend=-1))
    top = np.maximum.reduceat(worth, starts)
    rows = np.flatnonzero(worth == top[found.parent])
    rows = rows[np.flatnonzero(np.diff(found.parent[rows], prepend=-1))]
    return found.own[rows], found.other[rows], top


def look(table: Table, own: Masks, other: Masks, ahead: int) -> Numbers:
    """The worth of positions to their side to move, so many moves ahead; passes and finished games as they are."""
    if ahead == 0:
        return table.worth(own, other)
    able, _ = legal(own, other)
    worth = np.empty(len(own), np.float32)
    free = able != 0
    if free.any():
        worth[free] = search(table, own[free], other[free], able[free], ahead)[2]
    stuck = np.flatnonzero(~free)
    over = legal(other[stuck], own[stuck])[0] == 0
    worth[stuck[over]] = result(own[stuck[over]], other[stuck[over]])
    passing = stuck[~over]
    worth[passing] = -table.worth(other[passing], own[passing])
    return worth


def random_moves(own: Masks, other: Masks, able: Masks, chance: np.random.Generator) -> tuple[Masks, Masks]:
    """The positions after a move drawn at random on each board."""
    found = children(own, other, able)
    starts = np.flatnonzero(np.diff(found.parent, prepend=-1))
    counts = np.diff(starts, append=len(found.parent))
    rows = starts + (chance.random(len(starts)) * counts).astype(np.int64)
    return found.own[rows], found.other[rows]


def play(tables: Sequence[Table], plan: Generation, chance: np.random.Generator) -> Sample:
    """Games of the weights against themselves, each position after the opening with its target."""
    count = plan.games
    own, other = np.full(count, rules.START.own, np.uint64), np.full(count, rules.START.other, np.uint64)
    side = np.ones(count, np.float32)
    game = np.arange(count)
    opening = np.where(chance.random(count) < 0.6, chance.integers(10, 20, count), chance.integers(16, 48, count))
    closing = chance.integers(54, 59, count)
    masks = np.zeros((2, 64, count), np.uint64)
    sides, thoughts = np.zeros((64, count), np.float32), np.full((64, count), np.nan, np.float32)
    outcome = np.zeros(count, np.float32)
    for discs in range(4, 60):
        able, _ = legal(own, other)
        stuck = able == 0
        own[stuck], other[stuck] = other[stuck], own[stuck].copy()
        side[stuck] *= -1
        able[stuck], _ = legal(own[stuck], other[stuck])
        over = able == 0
        outcome[game[over]] = (side * result(own, other))[over]
        out = ~over & (discs >= closing[game])
        if out.any():
            sides[discs, game[out]] = side[out]
            masks[:, discs, game[out]] = own[out], other[out]
            outcome[game[out]] = side[out] * exact(own[out], other[out])
            thoughts[discs, game[out]] = outcome[game[out]]
        rest = ~over & ~out
        own, other, side, game, able = own[rest], other[rest], side[rest], game[rest], able[rest]
        if not len(own):
            break
        sides[discs, game], masks[0, discs, game], masks[1, discs, game] = side, own, other
        opened = discs >= opening[game]
        after_own, after_other = np.empty_like(own), np.empty_like(other)
        if opened.any():
            table = blended(tables, discs + plan.ahead)
            ahead = search(table, own[opened], other[opened], able[opened], plan.ahead)
            after_own[opened], after_other[opened] = ahead[:2]
            thoughts[discs, game[opened]] = side[opened] * ahead[2]
        if not opened.all():
            wild = ~opened
            after_own[wild], after_other[wild] = random_moves(own[wild], other[wild], able[wild], chance)
        own, other, side = after_own, after_other, -side
    return targets(masks, sides, thoughts, outcome, plan.trust)


def exact(own: Masks, other: Masks) -> Numbers:
    """The results of the positions with best play on both sides."""
    return np.array([solved(int(a), int(b)) for a, b in zip(own, other, strict=True)], np.float32)


def solved(own: int, other: int) -> int:
    """The exact value of one position."""
    search = Solver(own, other).solve()
    while True:
        try:
            next(search)
        except StopIteration as end:
            return int(end.value)


def targets(masks: NDArray[np.uint64], sides: Numbers, thoughts: Numbers, outcome: Numbers, trust: float) -> Sample:
    """Each thought-about position with the blend of what came after it, from the end of the game backwards."""
    sample = Sample([], [], [])
    ahead = outcome.copy()
    for discs in reversed(range(64)):
        here = ~np.isnan(thoughts[discs])
        sample.own.append(masks[0, discs, here])
        sample.other.append(masks[1, discs, here])
        sample.target.append(sides[discs, here] * ahead[here])
        ahead[here] = trust * ahead[here] + (1 - trust) * thoughts[discs, here]
    for part in sample:
        part.reverse()
    return sample


_COLUMN: Final = np.array(patterns.columns(), np.int32)
_GROUP_COLUMNS: Final = int(_COLUMN.max()) + 1


def features(own: Masks, other: Masks) -> Places:
    """The columns of each position: 46 groups and two counts of hits."""
    rows = [
        np.column_stack(
            (
                _COLUMN[indices(a, b)],
                legal(a, b)[1] + _GROUP_COLUMNS,
                legal(b, a)[1] + _GROUP_COLUMNS + patterns.HIT_COUNTS,
            )
        ).astype(np.int32)
        for a, b in zip(*(np.array_split(part, max(1, len(part) // 8192)) for part in (own, other)), strict=True)
    ]
    return np.concatenate(rows)


def fitted(sample: Sample, stage: int, before: Numbers, anchor: Numbers, rounds: int) -> tuple[Numbers, float]:
    """The columns' weights for a stage, starting from those of before, and how far off they are (root mean square).

    The ridge draws them to the anchor. One game in twenty is kept apart and tells the error.
    """
    centre = patterns.STAGES[stage]
    near = [at for at in range(64) if abs(at - centre) < NEAR and len(sample.own[at])]
    found = np.concatenate([features(sample.own[at], sample.other[at]) for at in near])
    target = np.concatenate([sample.target[at] for at in near])
    share = np.concatenate([np.full(len(sample.own[at]), 1 - abs(at - centre) / NEAR, np.float32) for at in near])
    apart = np.concatenate([np.arange(len(sample.own[at])) >= 0.95 * len(sample.own[at]) for at in near])
    judged, share = share * apart, share * ~apart
    size = _GROUP_COLUMNS + 2 * patterns.HIT_COUNTS

    def forward(weights: Numbers) -> Numbers:
        parts = [weights[found[at : at + 65536]].sum(axis=1) for at in range(0, len(found), 65536)]
        return np.concatenate(parts)

    def backward(errors: Numbers) -> Numbers:
        total = np.zeros(size)
        for at in range(0, len(found), 65536):
            rows = found[at : at + 65536]
            total += np.bincount(rows.ravel(), np.repeat(errors[at : at + 65536], rows.shape[1]), size)
        return total.astype(np.float32)

    scale = (1 / (backward(share) + RIDGE)).astype(np.float32)
    weights = before.copy()
    error: Numbers = share * (target - forward(weights))
    gradient = backward(error) - RIDGE * (weights - anchor)
    step: Numbers = scale * gradient
    slope = float(gradient @ step)
    for _ in range(rounds):
        image = backward(share * forward(step)) + RIDGE * step
        size_of_step = np.float32(slope / float(step @ image))
        weights += size_of_step * step
        gradient -= size_of_step * image
        onward = float(gradient @ (scale * gradient))
        step = scale * gradient + np.float32(onward / slope) * step
        slope = onward
    miss = target - forward(weights)
    return weights, float(np.sqrt((judged * miss * miss).sum() / judged.sum()))


def unfolded(weights: Numbers) -> Table:
    """The table of a stage from its columns."""
    hits = weights[_GROUP_COLUMNS:]
    return Table(weights[_COLUMN], hits[: patterns.HIT_COUNTS], hits[patterns.HIT_COUNTS :])


def folded(file: bytes) -> list[Numbers]:
    """The columns of each stage in a file of weights."""
    unit = np.float32(patterns.UNIT)
    return [np.array(patterns.unpacked(file, number), np.float32) / unit for number in range(len(patterns.STAGES))]


def packed(stages: Sequence[Numbers]) -> bytes:
    """The file of weights: where each stage begins and how long it is, then the stages, compressed."""
    bodies = [zlib.compress(b"".join(parts(weights)), 9) for weights in stages]
    head, at = b"", 8 * len(bodies)
    for body in bodies:
        head += struct.pack("<II", at, len(body))
        at += len(body)
    return head + b"".join(bodies)


def parts(weights: Numbers) -> list[bytes]:
    """A stage's parts: a factor, then each weight divided by it as a signed byte."""
    found, at = [], 0
    for count in patterns.counts():
        part = weights[at : at + count] * patterns.UNIT
        factor = max(FINEST, int(np.ceil(np.abs(part).max() / 127)))
        found.append(bytes([factor]) + np.round(part / factor).astype(np.int8).tobytes())
        at += count
    return found


FINEST: Final = 12
"""Weights are rounded to so many parts of a disc, or coarser where they are large."""


def main() -> None:
    """Plays, learns, and writes the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1.0, help="of the games of the full plan (default 1)")
    parser.add_argument("--rounds", type=int, default=25, help="steps of each fit (default 25)")
    parser.add_argument("--onward", type=Path, help="a file of weights to begin with; then the plan is shorter")
    parser.add_argument("--out", type=Path, default=TARGET)
    options = parser.parse_args()
    chance = np.random.default_rng(options.seed)
    size = _GROUP_COLUMNS + 2 * patterns.HIT_COUNTS
    if options.onward:
        stages = folded(options.onward.read_bytes())
        tables = [unfolded(weights) for weights in stages]
    else:
        stages = [np.zeros(size, np.float32) for _ in patterns.STAGES]
        tables = seed_tables()
    anchors = [weights if options.onward else np.zeros(size, np.float32) for weights in stages]
    earlier: Sample | None = None
    for number, plan in enumerate(ONWARD if options.onward else PLAN):
        began = time.perf_counter()
        sample = play(tables, plan._replace(games=int(plan.games * options.share)), chance)
        told = f"generation {number}: {sum(map(len, sample.own))} positions"
        print(f"{told}, {time.perf_counter() - began:.0f} s", flush=True)
        both = sample if earlier is None or plan.ahead == 1 else merged(earlier, sample)
        for stage in range(len(stages)):
            stages[stage], miss = fitted(both, stage, stages[stage], anchors[stage], options.rounds)
            told = f"  stage {patterns.STAGES[stage]}: off by {miss:.2f} discs"
            print(f"{told}, {time.perf_counter() - began:.0f} s", flush=True)
        tables = [unfolded(weights) for weights in stages]
        earlier = sample
        options.out.write_bytes(packed(stages))
    print(f"{options.out}: {options.out.stat().st_size} bytes")


def merged(one: Sample, two: Sample) -> Sample:
    """The positions of both."""
    return Sample(
        [np.concatenate(pair) for pair in zip(one.own, two.own, strict=True)],
        [np.concatenate(pair) for pair in zip(one.other, two.other, strict=True)],
        [np.concatenate(pair) for pair in zip(one.target, two.target, strict=True)],
    )


if __name__ == "__main__":
    main()
