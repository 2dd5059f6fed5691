"""Learn the weights of the checkers kernel from self-play, in commands that can be interrupted.

    python3 py/training/checkers/learn_checkers.py begin --out first.bin
    python3 py/training/checkers/learn_checkers.py play --folder games --minutes 30 --processes 2
    python3 py/training/checkers/learn_checkers.py fit --folder games --before first.bin --turns 2

`begin` converts the weights of the search that came before the kernel (`checkers_weights.earlier`) into the kernel's
form.

`play` plays the missing parts of games (see `play_checkers`) for some minutes. With `--processes` or
`--cluster` several workers play them (docs/training.md).

`fit` fits the weights of all phases at once by least squares. The target for a position is a chance to win: a mixture
of the chance that follows from the searched value (through a logistic curve) and of the game's result. A penalty
(ridge) pulls the weights towards those of `--before`, so that rare patterns keep their values. `fit` may be interrupted
after any round and keeps the best weights. One game in ten is held out to measure the error. The result depends only on
`--seed` and the parts.

The shipped weights were made in four steps: 1,134,448 positions of games played with the weights of `begin`, searched 6
plies deep; a fit to them; 370,259 positions of games played with the fitted weights, searched 8 plies deep, `--seed 2`;
and a fit to all positions (`--more`), starting from the weights of `begin`. Of the expected scores (from 0 to 1) on the
held-out positions of the later games, the root-mean-square error is 0.055. With the weights of `begin` it is 0.071.
`contest_checkers` measures the playing strength.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import argparse
import sys
import zlib
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[2]))
from chowk.games.checkers.engine import kernel_shapes as shapes
from chowk.games.checkers.engine import weights
from training.checkers import play_checkers
from training.shared import parts, workers

TARGET: Final = Path(weights.__file__).with_name(weights.DATA)
"""The path of the shipped file of weights."""
EARLIER: Final = Path(__file__).with_name("checkers_weights.earlier")
"""The file with the weights of the search that came before the kernel."""
RECORD: Final = np.dtype(
    [
        *((name, "<u8") for name in ("black", "white", "kings")),
        ("side", "u1"),
        ("value", "<i2"),
        ("result", "u1"),
        ("game", "<u4"),
    ]
)
"""The fields of a position in the files that `play_checkers` saves."""
APART: Final = 10
"""One game in this many is held out from the fit, to measure the error."""
CURVE: Final = np.float32(120)
"""Value that multiplies the odds of winning by e, in hundredths of a man."""
CHANCE: Final = np.float32(0.7)
"""Share of the search value in the score to which a position is fitted. The rest is the game's result."""
COLUMNS: Final = shapes.STORED + shapes.REST
"""Number of weights of one game phase."""
PARAMETER_COUNT: Final = len(shapes.PHASES) * COLUMNS
"""Number of weights of all game phases together."""

Masks: TypeAlias = NDArray[np.uint64]
"""Sets of squares as bit masks, one for each of many positions."""
Numbers: TypeAlias = NDArray[np.float32]
"""Values of many positions, or weights."""
Places: TypeAlias = NDArray[np.int32]
"""Indices into a table of weights, for many positions."""
Contents: TypeAlias = NDArray[np.uint16]
"""Numbers of the contents of blocks, for many positions. A block is a group of squares with a table of weights."""
Counts: TypeAlias = NDArray[np.int8]
"""Counts of other features, such as men and kings, for many positions."""


def bits(mask: Masks, square: int) -> NDArray[np.int32]:
    """Return 1 for each bit mask that has the square, else 0."""
    return (mask >> np.uint64(shapes.SQUARES[square]) & np.uint64(1)).astype(np.int32)


def count(mask: Masks) -> NDArray[np.int32]:
    """Return the number of squares in each bit mask."""
    return np.bitwise_count(mask).astype(np.int32)


def turned(mask: Masks) -> Masks:
    """Return the bit masks as seen from the other side of the board."""
    reversed_mask = np.zeros_like(mask)
    for place in range(35):
        reversed_mask |= (mask >> np.uint64(place) & np.uint64(1)) << np.uint64(34 - place)
    return reversed_mask


def features(black: Masks, white: Masks, kings: Masks, side: NDArray[Any]) -> tuple[Contents, Counts]:
    """Return the features of each position: the contents of ten blocks of squares, and counts.

    The first five blocks are as Black sees the board, the others as White does. The counts are those of the side to
    move minus those of the other side. `side` is 0 for each position in which Black is to move, and 1 for White.
    """
    own, other = (half(black, white, kings), half(turned(white), turned(black), turned(kings)))
    counts = own[1] - other[1]
    counts[np.asarray(side, bool)] *= -1
    pieces = black | white
    on_system = count(pieces & np.uint64(shapes.SYSTEM)) % 2 == 1
    counts[:, shapes.TEMPO] = 1
    counts[:, shapes.MOVE] = np.where(count(pieces) % 2 == 0, np.where(on_system, 1, -1), 0)
    return np.column_stack((own[0], other[0])), counts


def half(black: Masks, white: Masks, kings: Masks) -> tuple[Contents, Counts]:
    """Return the features of one side: contents of five blocks of squares, and counts.

    `black` are the pieces of this side, and `white` those of the other side. To get the features of White, exchange the
    two, and turn all masks so that White moves up the board.
    """
    four, five, board = np.uint64(4), np.uint64(5), np.uint64(shapes.BOARD)
    men, others, crowned = black & ~kings, white & ~kings, black & kings
    free = board & ~(black | white)
    contents = np.zeros((len(black), 5), np.uint16)
    for block in range(5):
        for digit, square in enumerate(shapes.places(block)):
            contents[:, block] += (3**digit * (bits(men, square) + 2 * bits(others, square))).astype(np.uint16)
    counts = np.zeros((len(black), shapes.REST), np.int8)
    rows = np.arange(len(black))
    for square in range(32):
        counts[:, shapes.KING + square] = bits(crowned, square)
    first, second = (np.minimum(3, count(mask & kings)) for mask in (black, white))
    counts[rows, shapes.KINGS + 4 * first + second] = 1
    counts[:, shapes.MAN] = count(men)
    reached = white.copy()
    for _ in range(6):
        reached |= (reached >> four | reached >> five) & board
    runners = men & ~reached
    near, middle = (
        np.uint64(sum(1 << shapes.SQUARES[place] for place in squares)) for squares in (range(20, 28), range(12, 20))
    )
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
        counts[:, shapes.TERM + number] = term
    guards = sum(bits(men, square) << square for square in range(4))
    counts[rows, shapes.BACK + guards + shapes.ROW * (second > 0)] = 1
    return contents, counts


def phased(pieces: NDArray[np.int32]) -> tuple[NDArray[np.int32], Numbers]:
    """Return, for each number of pieces, the index of its game phase, and the weight of the next phase from 0 to 1.

    The evaluation is interpolated between these two phases.
    """
    spans = [shapes.interpolated_phases(2 * (number >> 1)) for number in range(25)]
    phase = np.array([below for below, _, _ in spans], np.int32)
    share = np.array([numerator / denominator for _, numerator, denominator in spans], np.float32)
    return phase[pieces], share[pieces]


class Table:
    """The features of many positions, one row for each, and the two game phases between which each position lies."""

    def __init__(self, positions: NDArray[np.void]) -> None:
        black, white, kings = (np.ascontiguousarray(positions[name]) for name in ("black", "white", "kings"))
        spans = [slice(start, start + 65536) for start in range(0, len(positions), 65536)]
        parts = [features(black[span], white[span], kings[span], positions["side"][span]) for span in spans]
        self.contents = np.concatenate([contents for contents, _ in parts])
        self.rest = np.concatenate([rest for _, rest in parts])
        self.sign = np.where(positions["side"], np.float32(-1), np.float32(1))
        self.phase, self.share = phased(count(black | white))

    def pieces(self) -> Iterator[tuple[slice, Places, Numbers, Numbers]]:
        """Yield the rows in chunks, each with what is needed to compute the values of its rows.

        That is the slice of the rows, the index of the weight of each block in each row, the sign with which that
        weight counts (+1 or -1), and the share (from 0 to 1) of each game phase in each row's value.
        """
        blocks = np.array([block % 5 * shapes.ENTRIES for block in range(10)], np.int32)
        sides = np.array([1] * 5 + [-1] * 5, np.float32)
        for start in range(0, len(self.contents), 32768):
            rows = slice(start, start + 32768)
            columns = self.contents[rows] + blocks + self.phase[rows, None] * COLUMNS
            number = len(columns)
            shares = np.zeros((number, len(shapes.PHASES)), np.float32)
            shares[np.arange(number), self.phase[rows]] = 1 - self.share[rows]
            shares[np.arange(number), self.phase[rows] + 1] = self.share[rows]
            yield rows, columns, self.sign[rows, None] * sides, shares

    def summed(self, weights_by_column: Numbers) -> Numbers:
        """Return the value of each row under these weights: the sum of the weights of its features."""
        total = np.zeros(len(self.contents), np.float32)
        plain = weights_by_column.reshape(len(shapes.PHASES), COLUMNS)[:, shapes.STORED :].T
        for rows, columns, times, shares in self.pieces():
            share = self.share[rows, None]
            worth = weights_by_column[columns] * (1 - share) + weights_by_column[columns + COLUMNS] * share
            total[rows] = (worth * times).sum(axis=1) + (self.rest[rows] @ plain * shares).sum(axis=1)
        return total

    def shared_out(self, errors: Numbers, power: int = 1) -> Numbers:
        """Return, for each weight, the sum over all rows of the error times the feature that the weight multiplies.

        With `power` 2, the square of the feature is taken.
        """
        total = np.zeros(PARAMETER_COUNT)
        plain = np.zeros((len(shapes.PHASES), shapes.REST), np.float32)
        for rows, columns, times, shares in self.pieces():
            mine, share = errors[rows, None] * times**power, self.share[rows, None]
            total += np.bincount(columns.ravel(), (mine * (1 - share) ** power).ravel(), PARAMETER_COUNT)
            total += np.bincount((columns + COLUMNS).ravel(), (mine * share**power).ravel(), PARAMETER_COUNT)
            plain += (errors[rows, None] * shares**power).T @ self.rest[rows].astype(np.float32) ** power
        total.reshape(len(shapes.PHASES), COLUMNS)[:, shapes.STORED :] += plain
        return total.astype(np.float32)


def chance(values: Numbers) -> Numbers:
    """Convert values of positions into expected scores from 0 to 1."""
    scores: Numbers = (1 / (1 + np.exp(-np.clip(values, -3000, 3000) / CURVE))).astype(np.float32)
    return scores


def rms_error(columns: Numbers, table: Table, label: Numbers) -> float:
    """Return the root-mean-square error of the expected scores under these weights. `label` holds the target scores."""
    miss = label - chance(table.summed(columns))
    return float(np.sqrt((miss * miss).mean()))


def fit(options: argparse.Namespace) -> None:
    """Run `fit`: fit all phases' weights by Newton's method, and write those with the least error on held-out games."""
    positions = parts.played([options.folder, *options.more], RECORD)
    print(f"{len(positions)} positions of {np.count_nonzero(np.diff(positions['game'])) + 1} games", flush=True)
    label = CHANCE * chance(positions["value"].astype(np.float32)) + (1 - CHANCE) * positions["result"] / np.float32(2)
    label = label.astype(np.float32)
    apart = positions["game"] % APART == 0
    table, judged = Table(positions[~apart]), Table(positions[apart])
    target, check = label[~apart], label[apart]
    anchor = columns_of((options.before or TARGET).read_bytes())
    now = anchor.copy()
    best, best_columns = rms_error(now, judged, check), now.copy()
    print(f"off by {rms_error(now, table, target):.4f}, apart by {best:.4f}", flush=True)
    ridge = np.full(PARAMETER_COUNT, options.ridge, np.float32) / CURVE**2
    for turn in range(options.turns):
        # A Newton step on the chances, by conjugate gradients with a diagonal preconditioner.
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
        error = rms_error(now, judged, check)
        print(f"turn {turn + 1}: off by {rms_error(now, table, target):.4f}, apart by {error:.4f}", flush=True)
        if error >= best:
            break
        best, best_columns = error, now.copy()
        options.out.write_bytes(body(best_columns))
    print(f"{options.out}: {options.out.stat().st_size} bytes")


def body(columns: Numbers) -> bytes:
    """Return the content of a file with these weights of all phases."""
    factors, stored, rest = array("i"), array("b"), array("h")
    for phase in columns.reshape(len(shapes.PHASES), COLUMNS):
        blocks = phase[: shapes.STORED]
        factor = max(1, int(np.ceil(np.abs(blocks).max() / 127)))
        factors.append(factor)
        stored.frombytes(np.round(blocks / factor).astype(np.int8).tobytes())
        rest.extend(int(value) for value in np.round(phase[shapes.STORED :]))
    return weights.file(factors, stored, rest)


def columns_of(data: bytes) -> Numbers:
    """Return the weights of all phases from a file's content."""
    factors, stored, rest = weights.read(data, len(shapes.PHASES), shapes.REST)
    blocks = np.array(stored, np.float32).reshape(len(shapes.PHASES), shapes.STORED)
    plain = np.array(rest, np.float32).reshape(len(shapes.PHASES), shapes.REST)
    return np.column_stack((blocks * np.array(factors, np.float32)[:, None], plain)).ravel().astype(np.float32)


def begin(options: argparse.Namespace) -> None:
    """Run `begin`: convert the weights of the earlier search into the kernel's form, with a set for each phase.

    The earlier search has one set of weights for 24 pieces and one for 4. The set for a phase (a number of pieces) is
    interpolated between the two.
    """
    earlier = np.frombuffer(zlib.decompress(EARLIER.read_bytes()), "<i2").astype(np.float32).reshape(2, -1)
    phases = []
    for pieces in shapes.PHASES:
        share = np.float32(max(0, (pieces - 4) / 20))
        columns = share * earlier[0] + (1 - share) * earlier[1]
        phases.append(np.concatenate((columns, np.zeros(shapes.REST - shapes.TERM, np.float32))))
    options.out.write_bytes(body(np.concatenate(phases)))


def play(options: argparse.Namespace) -> None:
    """Run `play`: play the parts (files of games) that the folder lacks and save them, until the time is up."""
    part = play_checkers.Play((options.before or TARGET).read_bytes(), options.seed, options.ahead)
    parts.play(options.folder, options.every, options.minutes, part, RECORD.itemsize, hands=workers.chosen(options))


def main(argv: Sequence[str]) -> None:
    """Run the command `begin`, `play` or `fit`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("begin", "play", "fit"))
    parser.add_argument("--folder", type=Path, default=Path("games"), help="the folder with the parts of the games")
    parser.add_argument(
        "--more", type=Path, nargs="*", default=[], help="folders of earlier games that are used as well"
    )
    parts.arguments(parser, 4.0, 12, "conjugate gradients in each of Newton's steps")
    parser.add_argument("--ahead", type=int, default=6, help="depth of the search for a label, in plies (default 6)")
    parser.add_argument("--turns", type=int, default=6, help="maximum number of Newton steps (default 6)")
    parser.add_argument("--out", type=Path, default=TARGET)
    options = parser.parse_args(argv)
    {"begin": begin, "play": play, "fit": fit}[options.what](options)


if __name__ == "__main__":
    main(sys.argv[1:])
