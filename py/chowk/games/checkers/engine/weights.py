"""The file of the kernel's weights, which `py/training/checkers/learn_checkers.py` makes.

The file is compressed by zlib. It begins with a factor for each phase of the game. The weights for the contents of
blocks follow as signed bytes, which must be multiplied by the factor of their phase. A block is a group of eight
squares (see `kernel_shapes`). The other weights of each phase are at the end, as 16-bit integers, low byte first.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Iterator
from typing import Final

from chowk.engine.kernel.runtime import Kernel

DATA: Final = "phases.bin"
"""Name of the file of weights."""
STAGES: Final = 13
"""Number of stages: one for each number of pairs of pieces, from 0 to 12."""


def lay_out(kernel: Kernel, data: bytes) -> Iterator[None]:
    """Load the weights that a kernel still lacks, one stage at a time. Yield after each stage.

    The stage of a position is half its number of pieces, rounded down. Each stage has its own weights.
    """
    ready = kernel.read("STATE", int(kernel.numbers["READY"]), 1)[0]
    missing = [stage for stage in range(STAGES) if not ready >> stage & 1]
    if missing:
        arrays = read(data, int(kernel.numbers["PHASES"]), int(kernel.numbers["LENGTH"]))
        for name, values in zip(("FACTORS", "STORED", "REST"), arrays, strict=True):
            kernel.write(name, values)
    for stage in missing:
        kernel.call("unfold", stage)
        yield


def read(data: bytes, phases: int, length: int) -> tuple[array[int], array[int], array[int]]:
    """Decode a file of weights for `phases` phases of the game.

    Return a factor for each phase, the weights of blocks (groups of eight squares) of all phases as signed bytes, and
    the other weights of all phases, `length` for each phase.
    """
    raw = zlib.decompress(data)
    split = len(raw) - 2 * phases * length
    others = array("h", raw[split:])
    if sys.byteorder == "big":
        others.byteswap()
    return array("i", list(raw[:phases])), array("b", raw[phases:split]), others


def file(factors: array[int], stored: array[int], rest: array[int]) -> bytes:
    """Encode weights as the file that `read` decodes. The arguments are the three results of `read`."""
    others = array("h", rest)
    if sys.byteorder == "big":
        others.byteswap()
    return zlib.compress(bytes(list(factors)) + stored.tobytes() + others.tobytes(), 9)
