"""Measure the value of having the move in Reversi, as far as the weights miss it, and write it (`kernel_tempo`).

    python3 py/training/reversi/tempo_reversi.py

The weights of a stage cover five numbers of discs, so they cannot know which side will move last. They were also learnt
from searches of even depth, including the error of those searches. Searches of odd and of even depth therefore
disagree, by up to 6 discs. This program searches positions of self-play games at depths 0 to `DEEPEST`, without
selective pruning. A search has the error of the positions at its leaves, with one sign for even depths and the other
sign for odd depths. Least squares finds the correction with which the searches of each position agree best with one
another. In positions with at most `play_reversi.ENDING` empty squares they should also agree with the exact result. The
correction has a value for each number of empty squares. Each value is pulled a little towards the value for two more
empty squares.

`fit` (`learn_reversi`) does not use the correction: after a new fit, measure it again.

The current values were measured on 6,000 positions (seed 1), with the weights learnt from 5.1 million positions. On
1,200 other positions, odd searches were above even ones by 1.9 discs with 9 to 16 empty squares, 3.1 with 17 to 24, 5.4
with 25 to 32, 6.5 with 33 to 40, 5.3 with 41 to 48 and 2.9 with 49 to 56. With the correction these differences are
0.0, 0.1, 0.1, 0.3, 0.2 and -0.4. With 20,000 nodes per move and a transposition table that is kept from move to move,
so that it mixes searches of both parities, the correction scored 58.9 % (standard error 1.6) in 400 games and 4.2 discs
per game. The strongest opponent keeps its table in this way. With 8,000 nodes and a table cleared before each move, the
score was 51.4 % (1.6) in 400 games.
"""

from __future__ import annotations

import argparse
import random
import sys
from array import array
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))
from chowk.games.reversi.engine import kernel_shapes as shapes
from training.reversi import learn_reversi, play_reversi
from training.shared.correcting import Reals

if TYPE_CHECKING:
    from tools.build.kernel_hosts import Native

TARGET: Final = Path(shapes.__file__).with_name("kernel_tempo.py")
DEEPEST: Final = 7
"""Greatest depth of the measured searches, in moves."""
EMPTY: Final = range(9, 55)
"""Numbers of empty squares in the sampled positions. Each number has about the same share of the positions."""
LAST: Final = 4
"""Minimum number of empty squares in the positions at the leaves of a search. Deeper searches are not used."""
SHARE: Final = 0.5
"""Share of a game's positions that are measured."""
SURE: Final = 9.0
"""Weight of an exact result in the fit, relative to the weight of one search."""
HELD: Final = 0.1
"""Strength of the smoothing in the fit between numbers of empty squares that differ by two."""
TABLE: Final = '''"""The value of having the move, as `py/training/reversi/tempo_reversi.py` measured it."""

from typing import Final

BY_DISCS: Final = (
{}
)
"""By the number of discs, in parts of a disc, for the side to move."""
'''


class SearchedPosition(NamedTuple):
    """A measured position: its number of empty squares, its values by depth (0 to `DEEPEST`), and its result if known.

    Values and result are in 64ths of a disc (`play_reversi.UNIT`).
    """

    empties: int
    looks: tuple[int, ...]
    result: int | None


def searched_positions(kernel: Native, positions: int, seed: int) -> list[SearchedPosition]:
    """Return positions of self-play games with their search values. The searches do not use the correction."""
    kernel.write("SURE", array("i", [shapes.NEVER] * len(shapes.SURE)))
    kernel.write("TEMPO", array("h", [0] * 65))
    lot, number, results = random.Random(seed), 0, list[SearchedPosition]()
    met = dict.fromkeys(EMPTY, 0)
    while len(results) < positions:
        number += 1
        for sample in play_reversi.game(kernel, number, -seed):
            empties = 64 - (sample.own | sample.other).bit_count()
            if empties not in met or met[empties] * len(EMPTY) > 1.2 * positions or lot.random() > SHARE:
                continue
            met[empties] += 1
            kernel.write("POSITION", array("Q", [sample.own, sample.other]))
            kernel.call("forget")
            looks = tuple(
                kernel.call("look_ahead", depth, -10_000, 10_000, play_reversi.ENDLESS) for depth in range(DEEPEST + 1)
            )
            results.append(
                SearchedPosition(empties, looks, sample.label if sample.depth == play_reversi.EXACT else None)
            )
    return results


def fitted(positions: list[SearchedPosition]) -> Reals:
    """Return the correction for each number of empty squares: what to add to a position's value for the side to move.

    It is in 64ths of a disc, as the values are (`play_reversi.UNIT`).
    """
    size = EMPTY[-1] + 1
    square, sums = np.zeros((size, size)), np.zeros(size)
    for position in positions:
        depths = [depth for depth in range(DEEPEST + 1) if position.empties - depth >= LAST]
        signs = np.zeros((len(depths), size))
        for row, depth in enumerate(depths):
            signs[row, position.empties - depth] = 1 if depth % 2 else -1
        values = np.array([position.looks[depth] for depth in depths], float)
        target = values.mean() if position.result is None else float(position.result)
        if position.result is None:
            signs -= signs.mean(axis=0)
        # The scatter of values grows as the squares fill up.
        count = (SURE if position.result is not None else 1.0) / (64 * (1 + 0.03 * (60 - position.empties))) ** 2
        square += count * signs.T @ signs
        sums += count * signs.T @ (values - target)
    for empties_left in range(LAST + 2, size):
        step = np.zeros(size)
        step[empties_left], step[empties_left - 2] = 1, -1
        square += HELD * np.outer(step, step)
    square += 1e-6 * np.eye(size)
    return np.asarray(np.linalg.solve(square, sums), np.float64)


def differs(positions: list[SearchedPosition], tempo: Reals) -> list[str]:
    """Return lines that say by how much the values of odd depths exceed those of even depths.

    Each line covers eight numbers of empty squares, and gives the difference before and after the correction `tempo`.
    """
    lines = []
    for least in range(EMPTY[0], EMPTY[-1], 8):
        chosen = [
            position
            for position in positions
            if least <= position.empties < least + 8 and position.empties - DEEPEST >= LAST
        ]
        looks = np.array([position.looks for position in chosen], float)
        added = np.array(
            [[(-1) ** depth * tempo[position.empties - depth] for depth in range(DEEPEST + 1)] for position in chosen]
        )
        before, after = ((by[:, 1::2].mean() - by[:, ::2].mean()) / 64 for by in (looks, looks + added))
        lines.append(f"{least:2} to {least + 7} empty squares: {before:+.2f} discs, now {after:+.2f}")
    return lines


def main() -> None:
    """Run the command: measure the value of having the move, and write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=6_000, help="number of positions (default 6000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the games that the positions are from (default 1)")
    options = parser.parse_args()
    kernel = play_reversi.start_kernel(learn_reversi.TARGET.read_bytes())
    tempo = fitted(searched_positions(kernel, options.positions, options.seed))
    print(*differs(searched_positions(kernel, options.positions // 5, options.seed + 1), tempo), sep="\n")
    numbers = [round(float(tempo[min(max(64 - discs, LAST), len(tempo) - 1)])) for discs in range(65)]
    rows = [", ".join(map(str, numbers[start : start + 13])) for start in range(0, 65, 13)]
    TARGET.write_text(TABLE.format("\n".join(f"    *({row})," for row in rows)))


if __name__ == "__main__":
    main()
