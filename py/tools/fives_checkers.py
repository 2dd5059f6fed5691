"""Makes the table of all positions of five pieces of American Checkers: won, drawn or lost.

    python3 py/tools/fives_checkers.py DIR py/chowk/games/checkers/engine/fives.bin

Needs numpy and wasmtime. The results of each material are kept in the folder `DIR` as they are found, so that a run
that was broken off goes on; it takes a processor two minutes for them and as long to pack, and always writes the same
bytes. The method is retrograde analysis by the kernel `solver_fives`: captures are settled by the table of four pieces,
steps are counted, and each result is handed on to the positions that lead to it; what never hears enough is drawn. Then
every result is compared with those after each move.
`chowk.games.checkers.engine.kernel_fives` tells how positions are numbered.
"""

from __future__ import annotations

import lzma
import sys
import time
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from chowk.core.kernel import Kernel
from chowk.games.checkers.engine import kernel_fives, reader
from chowk.games.checkers.engine.endgame import Force
from tools import solver_fives
from tools.kernels import hosts, shipping

NAME: Final = "tools.solver_fives"
MEANT: Final = np.array([kernel_fives.DRAWN, kernel_fives.WON, kernel_fives.LOST, kernel_fives.WON], dtype=np.uint8)
"""What is written for each result of the solver."""


def machine() -> Kernel:
    """The kernel, compiled, with the endings of four pieces."""
    kernel = hosts.Native(shipping.code(NAME, print))
    reader.give_endings(kernel)
    return kernel


def pairs(own: int) -> Iterator[tuple[Force, Force]]:
    """The materials in which one side has so many pieces, each with what it is for the other side, crowned first."""
    for material in solver_fives.PLACE_OF:
        if material[0] + material[1] == own:
            yield material, (*material[2:], *material[:2])


def solve(keep: Path, own: int) -> None:
    """Finds all results where the weaker side has so many pieces, but for those that are kept already."""
    kernel = machine()
    keep.mkdir(parents=True, exist_ok=True)
    for both in pairs(own):
        if all(_path(keep, one).is_file() for one in both):
            for one in both:
                kernel.write("RESULTS", array("B", _path(keep, one).read_bytes()), solver_fives.PLACE_OF[one].base)
            continue
        positions = sum(kernel.call("lay", *one) for one in both)
        for one in both:
            kernel.call("start", *one)
        while sum(kernel.call("sweep", *one) for one in both):
            pass
        wrong = sum(kernel.call("check", *one) for one in both)
        if wrong:
            raise SystemExit(f"{both}: {wrong} results do not follow from those after them")
        for one in both:
            place = solver_fives.PLACE_OF[one]
            part = _path(keep, one).with_suffix(".part")
            part.write_bytes(kernel.read("RESULTS", place.base, place.size).tobytes())
            part.replace(_path(keep, one))
        print(f"{time.process_time():6.1f} s  {both[0]}  {positions} positions", flush=True)


def _path(keep: Path, material: Force) -> Path:
    return keep / f"{''.join(map(str, material))}.results"


def packed(keep: Path) -> bytes:
    """The table as it is shipped: what nobody asks for repeats what is before it, and takes no room."""
    table = np.zeros(kernel_fives.SIZE, dtype=np.uint8)
    for material, place in kernel_fives.PLACES.items():
        kept = np.frombuffer(_path(keep, material).read_bytes(), dtype=np.uint8)
        asked = (kept != solver_fives.NOWHERE) & (kept & solver_fives.JUMPS == 0)
        before = np.maximum.accumulate(np.where(asked, np.arange(place.size), 0))
        table[place.base : place.base + place.size] = MEANT[kept & 3][before]
    four = table.reshape(-1, 4) << np.array([0, 2, 4, 6], dtype=np.uint8)
    # A device holds as much as may be referred to while it unpacks.
    plain = {
        "id": lzma.FILTER_LZMA1,
        "preset": 9 | lzma.PRESET_EXTREME,
        "lc": 0,
        "lp": 0,
        "pb": 0,
        "dict_size": 1 << 22,
    }
    return lzma.compress(np.bitwise_or.reduce(four, axis=1).tobytes(), lzma.FORMAT_ALONE, filters=[plain])


def told(keep: Path, own: int) -> tuple[int, int, int]:
    """How many positions are won, drawn and lost for the side to move, where it has so many pieces."""
    total = np.zeros(4, dtype=int)
    for material in solver_fives.PLACE_OF:
        if material[0] + material[1] == own:
            kept = np.frombuffer(_path(keep, material).read_bytes(), dtype=np.uint8)
            total += np.bincount(kept & 3, minlength=4)
    return int(total[solver_fives.WON]), int(total[solver_fives.DRAWN]), int(total[solver_fives.LOST])


def main(keep: str, target: str) -> None:
    """Finds the results and writes the file `target`."""
    for own in (2, 1):
        solve(Path(keep), own)
    for own in (1, 2, 3, 4):
        print(f"{own} against {kernel_fives.PIECES - own}: {told(Path(keep), own)} won, drawn, lost")
    data = packed(Path(keep))
    Path(target).write_bytes(data)
    print(f"{len(data)} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
