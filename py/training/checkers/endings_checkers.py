"""Make the checkers tables for five pieces, and for three against three: won, drawn or lost.

    python3 py/training/checkers/endings_checkers.py five DIR py/chowk/games/checkers/engine/fives.bin
    python3 py/training/checkers/endings_checkers.py six DIR FILE

It needs numpy and wasmtime. The results of each material are saved in the folder `DIR` as they are found, so that an
interrupted run can continue. For five pieces, solving takes two minutes of one processor, and packing takes as long. It
always writes the same bytes. The method is retrograde analysis by the kernel `solver_endings`. Captures are settled
from the tables of fewer pieces. For each position, its steps are counted, and each result that is found is passed on to
the positions that lead to it. Positions that stay undecided are drawn. Then every result is checked against the results
after each move. `kernel_results`, beside the game's own kernel, describes the numbering of positions.
"""

from __future__ import annotations

import argparse
import lzma
import sys
import time
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from chowk.engine.kernel.runtime import Kernel
from chowk.games.checkers.engine import kernel_results as results
from chowk.games.checkers.engine import reader
from chowk.games.checkers.engine.endgame import Force, Region
from tools.build import kernel_assets, kernel_hosts
from training.checkers import solver_endings as solver

NAME: Final = "training.checkers.solver_endings"
"""Module name of the kernel that solves the positions."""
MEANT: Final = np.array([results.DRAWN, results.WON, results.LOST, results.WON], dtype=np.uint8)
"""The value written to the file for each result of the solver, by the result's number."""
SOLVED: Final = {results.FIVE: (1, 4), results.SIX: (3, 3)}
"""The least and the greatest number of the mover's pieces in the solved positions, by the number of all pieces."""
KEPT: Final = {
    results.FIVE: (results.PLACES, results.SIZE),
    results.SIX: (results.SIX_PLACES, results.SIX_SIZE),
}
"""The layout of the shipped table for each number of pieces: each material's place, and the size of the table."""


def start_solver(pieces: int) -> Kernel:
    """Return the compiled solver for positions of this number of pieces.

    The solver gets the tables of fewer pieces, and the place of each material's results (a material is a count of
    pieces by kind).
    """
    kernel = kernel_hosts.Native(kernel_assets.code(NAME, print))
    reader.give_endings(kernel)
    if pieces == results.SIX:
        reader.give_fives(kernel)
    origin = array("i", bytes(4 * len(solver.ORIGIN)))
    for (own_men, own_kings, men, kings), region in places(pieces).items():
        start = solver.PER_MATERIAL * (125 * own_men + 25 * own_kings + 5 * men + kings)
        numbers = (region.base, region.men, region.kings, region.other_kings, region.size)
        origin[start : start + solver.PER_MATERIAL] = array("i", numbers)
    kernel.write("ORIGIN", origin)
    return kernel


def places(pieces: int) -> dict[Force, Region]:
    """Map each material (count of pieces by kind) to the part of the table that holds its results."""
    return results.table_layout(pieces, *SOLVED[pieces])[0]


def pairs(pieces: int) -> Iterator[tuple[Force, ...]]:
    """Yield each material (count of pieces by kind), together with its mirror image if that is different.

    The order makes results known before they are needed. First come the materials in which both sides have several
    pieces, then those in which one side has a single piece. Within these groups, materials with more kings come first.
    """
    most = SOLVED[pieces][1]
    for own in range(pieces // 2, pieces - most - 1, -1):
        for material in places(pieces):
            other = (*material[2:], *material[:2])
            if material[0] + material[1] == own and (pieces != 2 * own or material <= other):
                yield tuple(dict.fromkeys((material, other)))


def solve(keep: Path, pieces: int) -> None:
    """Solve the materials whose results are not saved in the folder `keep` yet, and save them."""
    kernel = start_solver(pieces)
    keep.mkdir(parents=True, exist_ok=True)
    for both in pairs(pieces):
        regions = [places(pieces)[material] for material in both]
        if all(_path(keep, material).is_file() for material in both):
            for material, region in zip(both, regions, strict=True):
                kernel.write("RESULTS", array("B", _path(keep, material).read_bytes()), region.base)
            continue
        positions = sum(kernel.call("initialise", *material) for material in both)
        for material in both:
            kernel.call("start", *material)
        while sum(kernel.call("sweep", *material) for material in both):
            pass
        wrong = sum(kernel.call("check", *material) for material in both)
        if wrong:
            raise SystemExit(f"{both}: {wrong} results do not follow from those after them")
        for material, region in zip(both, regions, strict=True):
            partial_path = _path(keep, material).with_suffix(".part")
            partial_path.write_bytes(kernel.read("RESULTS", region.base, region.size).tobytes())
            partial_path.replace(_path(keep, material))
        print(f"{time.process_time():6.1f} s  {both[0]}  {positions} positions", flush=True)


def _path(keep: Path, material: Force) -> Path:
    return keep / f"{''.join(map(str, material))}.results"


def packed(keep: Path, pieces: int) -> bytes:
    """Return the content of the table's file, made from the results that are saved in the folder `keep`.

    Entries that are never read repeat the entry before them, so that the table compresses well.
    """
    regions, size = KEPT[pieces]
    table = np.zeros(size // 4, dtype=np.uint8)
    for material, place in regions.items():
        result = np.fromfile(_path(keep, material), dtype=np.uint8)
        is_read = (result != solver.NOWHERE) & (result & solver.JUMPS == 0)
        before = np.maximum.accumulate(np.where(is_read, np.arange(place.size, dtype=np.int32), 0))
        two = np.zeros((place.size + 3) // 4 * 4, dtype=np.uint8)
        two[: place.size] = MEANT[result & 3][before]
        four = two.reshape(-1, 4) << np.array([0, 2, 4, 6], dtype=np.uint8)
        table[place.base // 4 : place.base // 4 + len(four)] = np.bitwise_or.reduce(four, axis=1)
    # The dictionary size is the memory that a device needs while it unpacks the table.
    plain = {
        "id": lzma.FILTER_LZMA1,
        "preset": 9 | lzma.PRESET_EXTREME,
        "lc": 0,
        "lp": 0,
        "pb": 0,
        "dict_size": 1 << 22,
    }
    return lzma.compress(table.tobytes(), lzma.FORMAT_ALONE, filters=[plain])


def count_results(keep: Path, pieces: int, own: int) -> tuple[int, int, int]:
    """Return how many positions are won, drawn and lost for the side to move if it has `own` of the pieces."""
    total = np.zeros(4, dtype=int)
    for material in places(pieces):
        if material[0] + material[1] == own:
            result = np.fromfile(_path(keep, material), dtype=np.uint8)
            total += np.bincount(result[result != solver.NOWHERE] & 3, minlength=4)
    return int(total[solver.WON]), int(total[solver.DRAWN]), int(total[solver.LOST])


def main(argv: Sequence[str]) -> None:
    """Run the command: solve the positions and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pieces", choices=("five", "six"))
    parser.add_argument("keep", type=Path, help="a folder for the results")
    parser.add_argument("target", type=Path, help="the file to write")
    options = parser.parse_args(argv)
    pieces = {"five": results.FIVE, "six": results.SIX}[options.pieces]
    solve(options.keep, pieces)
    least, most = SOLVED[pieces]
    for own in range(least, most + 1):
        print(f"{own} against {pieces - own}: {count_results(options.keep, pieces, own)} won, drawn, lost", flush=True)
    data = packed(options.keep, pieces)
    options.target.write_bytes(data)
    print(f"{len(data)} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
