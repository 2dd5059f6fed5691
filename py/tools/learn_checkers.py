"""Learns the weights of Checkers' kernel from its games against itself, in commands that can be broken off.

    python3 py/tools/learn_checkers.py begin --out first.bin
    python3 py/tools/learn_checkers.py play --folder games --minutes 30 --every 0/2
    python3 py/tools/learn_checkers.py fit --folder games --before first.bin

`begin` brings the weights of the search before the kernel (`checkers_weights.earlier`) into the form of the kernel's.
`play` makes parts of games (see `play_checkers`) that are not there yet, for so many minutes; more processes share them
out by `--every`. `fit` finds the weights of all phases at once by least squares on chances (a position's value and the
result of its game, through a logistic curve), drawn by a ridge to those of `--before`, so that contents which were
hardly met stay as they were; it may be broken off after any round and keeps the best. One game in ten is kept apart and
tells the error. Everything follows from `--seed` and the parts.

The file that there is is what `begin` writes.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import argparse
import sys
import zlib
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[1]))
from chowk.games.checkers.engine import endgame, reader, weights
from chowk.games.checkers.engine import kernel_shapes as shapes
from tools import parts, play_checkers

TARGET: Final = Path(weights.__file__).with_name(weights.DATA)
EARLIER: Final = Path(__file__).with_name("checkers_weights.earlier")
KERNEL: Final = "chowk.games.checkers.engine.kernel"
RECORD: Final = np.dtype(
    [
        *((name, "<u8") for name in ("black", "white", "kings")),
        ("side", "u1"),
        ("value", "<i2"),
        ("result", "u1"),
        ("game", "<u4"),
    ]
)
APART: Final = 10
"""One game in so many is kept apart."""
CURVE: Final = np.float32(120)
"""So many hundredths of a man more multiply the odds by e."""
CHANCE: Final = np.float32(0.7)
"""How much a label is the value that a look found; the rest is the game's result."""
COLUMNS: Final = shapes.STORED + shapes.REST
NOTHING: Final = len(shapes.PHASES) * COLUMNS
"""A column that stands for nothing."""

Masks: TypeAlias = NDArray[np.uint64]
Numbers: TypeAlias = NDArray[np.float32]
Places: TypeAlias = NDArray[np.int32]


def bits(mask: Masks, square: int) -> NDArray[np.int32]:
    """Whether each mask holds a square."""
    return (mask >> np.uint64(shapes.SQUARES[square]) & np.uint64(1)).astype(np.int32)


def count(mask: Masks) -> NDArray[np.int32]:
    """How many squares each mask holds."""
    return np.bitwise_count(mask).astype(np.int32)


def turned(mask: Masks) -> Masks:
    """The same squares from the other side of the board."""
    found = np.zeros_like(mask)
    for place in range(35):
        found |= (mask >> np.uint64(place) & np.uint64(1)) << np.uint64(34 - place)
    return found


def features(black: Masks, white: Masks, kings: Masks, side: NDArray[Any]) -> tuple[Places, Numbers]:
    """What each position adds up: columns of a phase, and how often each counts, for the side to move."""
    one_columns, one_times = half(black, white, kings)
    two_columns, two_times = half(turned(white), turned(black), turned(kings))
    sign = np.where(side, -1, 1).astype(np.float32)[:, None]
    pieces = black | white
    even = count(pieces) % 2 == 0
    on_system = count(pieces & np.uint64(shapes.SYSTEM)) % 2 == 1
    move = np.where(even, np.where(on_system, 1, -1), 0)
    tempo = np.ones((len(black), 1), np.float32)
    columns = np.column_stack(
        (
            one_columns,
            two_columns,
            np.full((len(black), 2), shapes.STORED) + np.array([[shapes.TEMPO, shapes.MOVE]]),
        )
    )
    times = np.column_stack((one_times * sign, -two_times * sign, tempo, move.astype(np.float32)))
    return columns.astype(np.int32), times.astype(np.float32)


def half(black: Masks, white: Masks, kings: Masks) -> tuple[Places, Numbers]:
    """What stands for a side that goes up the board, as columns and how often each counts."""
    four, five, board = np.uint64(4), np.uint64(5), np.uint64(shapes.BOARD)
    men, others, crowned = black & ~kings, white & ~kings, black & kings
    free = board & ~(black | white)
    columns: list[NDArray[Any]] = []
    times: list[NDArray[Any]] = []
    for block in range(5):
        content = np.zeros(len(black), np.int32)
        for digit, square in enumerate(shapes.places(block)):
            content += 3**digit * (bits(men, square) + 2 * bits(others, square))
        columns.append(content + block * shapes.ENTRIES)
        times.append(np.ones(len(black)))
    for square in range(32):
        columns.append(np.full(len(black), shapes.STORED + shapes.KING + square))
        times.append(bits(crowned, square))
    first, second = (np.minimum(3, count(mask & kings)) for mask in (black, white))
    columns.append(shapes.STORED + shapes.KINGS + 4 * first + second)
    times.append(np.ones(len(black)))
    columns.append(np.full(len(black), shapes.STORED + shapes.MAN))
    times.append(count(men))
    seen = white.copy()
    for _ in range(6):
        seen |= (seen >> four | seen >> five) & board
    runners = men & ~seen
    near, middle = (np.uint64(sum(1 << shapes.SQUARES[at] for at in some)) for some in (range(20, 28), range(12, 20)))
    walks = [crowned << four & free, crowned << five & free, crowned >> four & free, crowned >> five & free]
    terms = (
        count(runners & near),
        count(runners & middle),
        count(runners & ~(near | middle)),
        count(men << four & free) + count(men << five & free),
        count(men & ~(free >> four | free >> five)),
        sum(map(count, walks)),
        count(crowned & ~(free >> four | free >> five | free << four | free << five)),
    )
    for number, term in enumerate(terms):
        columns.append(np.full(len(black), shapes.STORED + shapes.TERM + number))
        times.append(np.asarray(term))
    return np.column_stack(columns).astype(np.int32), np.column_stack(times).astype(np.float32)


def phased(pieces: NDArray[np.int32]) -> tuple[NDArray[np.int32], Numbers]:
    """The phase before each number of pieces, and the share of the next one."""
    told = [shapes.between(2 * (number >> 1)) for number in range(25)]
    phase = np.array([one for one, _, _ in told], np.int32)
    share = np.array([part / whole for _, part, whole in told], np.float32)
    return phase[pieces], share[pieces]


class Table:
    """Positions as rows: what they add up, with the columns of both phases that they lie between."""

    def __init__(self, found: NDArray[np.void]) -> None:
        black, white, kings = (np.ascontiguousarray(found[name]) for name in ("black", "white", "kings"))
        spans = [slice(at, at + 65536) for at in range(0, len(found), 65536)]
        parts = [features(black[span], white[span], kings[span], found["side"][span]) for span in spans]
        self.columns = np.concatenate([columns for columns, _ in parts])
        self.times = np.concatenate([times for _, times in parts])
        self.phase, self.share = phased(count(black | white))

    def pieces(self) -> Any:
        """Rows in parts that fit into memory: which, their columns, and how often each counts."""
        for at in range(0, len(self.columns), 32768):
            rows = slice(at, at + 32768)
            phase, share = self.phase[rows, None], self.share[rows, None]
            low = self.columns[rows] + phase * COLUMNS
            after = np.minimum(phase + 1, len(shapes.PHASES) - 1)
            high = self.columns[rows] + after * COLUMNS
            times = self.times[rows]
            yield rows, low, high, times * (1 - share), times * share

    def summed(self, found: Numbers) -> Numbers:
        """What each row adds up to."""
        total = np.zeros(len(self.columns), np.float32)
        for rows, low, high, before, after in self.pieces():
            total[rows] = (found[low] * before + found[high] * after).sum(axis=1)
        return total

    def shared_out(self, errors: Numbers, power: int = 1) -> Numbers:
        """For each column what the rows that have it come to; with `power` 2 the squares of how often."""
        total = np.zeros(NOTHING)
        for rows, low, high, before, after in self.pieces():
            mine = errors[rows, None]
            total += np.bincount(low.ravel(), (mine * before**power).ravel(), NOTHING)
            total += np.bincount(high.ravel(), (mine * after**power).ravel(), NOTHING)
        return total.astype(np.float32)


def chance(values: Numbers) -> Numbers:
    """How much of a point a value promises."""
    found: Numbers = (1 / (1 + np.exp(-np.clip(values, -3000, 3000) / CURVE))).astype(np.float32)
    return found


def off(found: Numbers, table: Table, label: Numbers) -> float:
    """How far off the chances are, root mean square."""
    miss = label - chance(table.summed(found))
    return float(np.sqrt((miss * miss).mean()))


def fit(options: argparse.Namespace) -> None:
    """Fits all phases by conjugate gradients on the chances, and writes the best that the games kept apart know."""
    found = parts.played([options.folder], RECORD)
    print(f"{len(found)} positions of {len(np.unique(found['game']))} games", flush=True)
    label = CHANCE * chance(found["value"].astype(np.float32)) + (1 - CHANCE) * found["result"] / np.float32(2)
    label = label.astype(np.float32)
    apart = found["game"] % APART == 0
    table, judged = Table(found[~apart]), Table(found[apart])
    target, check = label[~apart], label[apart]
    anchor = columns_of((options.before or TARGET).read_bytes())
    now = anchor.copy()
    best, kept = off(now, judged, check), now.copy()
    print(f"off by {off(now, table, target):.4f}, apart by {best:.4f}", flush=True)
    ridge = np.full(NOTHING, options.ridge, np.float32) / CURVE**2
    for turn in range(options.turns):
        # Newton's step on the chances, found by conjugate gradients with the diagonal taken out.
        sums = chance(table.summed(now))
        slope = sums * (1 - sums) / CURVE
        residual = table.shared_out((target - sums) * slope) + ridge * (anchor - now)
        weight: Numbers = (slope * slope).astype(np.float32)
        scale = 1 / (table.shared_out(weight, 2) + ridge)
        step = np.zeros_like(now)
        direction: Numbers = (scale * residual).astype(np.float32)
        size = float(residual @ direction)
        for _ in range(options.rounds):
            image = table.shared_out(weight * table.summed(direction)) + ridge * direction
            along = np.float32(size / max(float(direction @ image), 1e-12))
            step += along * direction
            residual -= along * image
            onward = float(residual @ (scale * residual))
            direction = scale * residual + np.float32(onward / max(size, 1e-12)) * direction
            size = onward
        now = now + step
        here = off(now, judged, check)
        print(f"turn {turn + 1}: off by {off(now, table, target):.4f}, apart by {here:.4f}", flush=True)
        if here >= best:
            break
        best, kept = here, now.copy()
        options.out.write_bytes(body(kept))
    print(f"{options.out}: {options.out.stat().st_size} bytes")


def body(columns: Numbers) -> bytes:
    """The file of these weights."""
    factors, stored, rest = array("i"), array("b"), array("h")
    for phase in columns.reshape(len(shapes.PHASES), COLUMNS):
        blocks = phase[: shapes.STORED]
        factor = max(1, int(np.ceil(np.abs(blocks).max() / 127)))
        factors.append(factor)
        stored.frombytes(np.round(blocks / factor).astype(np.int8).tobytes())
        rest.extend(int(one) for one in np.round(phase[shapes.STORED :]))
    return weights.file(factors, stored, rest)


def columns_of(data: bytes) -> Numbers:
    """The columns of all phases in a file."""
    factors, stored, rest = weights.read(data, len(shapes.PHASES), shapes.REST)
    blocks = np.array(stored, np.float32).reshape(len(shapes.PHASES), shapes.STORED)
    plain = np.array(rest, np.float32).reshape(len(shapes.PHASES), shapes.REST)
    return np.column_stack((blocks * np.array(factors, np.float32)[:, None], plain)).ravel().astype(np.float32)


def begin(options: argparse.Namespace) -> None:
    """Writes the weights of the search before the kernel, which knew a full board and a bare one, as the kernel's."""
    whole = np.frombuffer(zlib.decompress(EARLIER.read_bytes()), "<i2").astype(np.float32).reshape(2, -1)
    parts = []
    for pieces in shapes.PHASES:
        share = np.float32(max(0, (pieces - 4) / 20))
        known = share * whole[0] + (1 - share) * whole[1]
        parts.append(np.concatenate((known, np.zeros(shapes.TERMS, np.float32))))
    options.out.write_bytes(body(np.concatenate(parts)))


def machine(data: bytes) -> Any:
    """A kernel that runs, with these weights and the endings."""
    from tools.kernels import shipping
    from tools.kernels.hosts import Native

    made = Native(shipping.code(KERNEL, lambda _: None))
    for _ in weights.lay_out(made, data):
        pass
    for _ in reader.prepare(made, endgame.PIECES):
        pass
    play_checkers.ready(made)
    return made


def play(options: argparse.Namespace) -> None:
    """Plays parts of games that are not there yet, until the time is up."""
    made = machine((options.before or TARGET).read_bytes())
    size = RECORD.itemsize
    parts.play(
        options.folder, options.every, options.minutes, lambda at: play_checkers.part(made, at, options.seed), size
    )


def main(argv: Sequence[str]) -> None:
    """Begins, plays or fits."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("begin", "play", "fit"))
    parser.add_argument("--folder", type=Path, default=Path("games"), help="where the parts of the games are")
    parts.arguments(parser, 4.0, 12, "conjugate gradients in each of Newton's steps")
    parser.add_argument("--turns", type=int, default=6, help="Newton's steps at most (6)")
    parser.add_argument("--out", type=Path, default=TARGET)
    options = parser.parse_args(argv)
    {"begin": begin, "play": play, "fit": fit}[options.what](options)


if __name__ == "__main__":
    main(sys.argv[1:])
