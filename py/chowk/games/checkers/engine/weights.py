"""The kernel's weights in their file: a factor for each phase, then a signed byte for each content of a block.

The other weights follow for each phase, 16-bit integers, low byte first. All is compressed by zlib.
`py/training/checkers/learn_checkers.py` makes the file.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Iterator
from typing import Final

from chowk.engine.kernel.runtime import Kernel

DATA: Final = "phases.bin"
STAGES: Final = 13
"""The numbers of pairs of pieces, from 0 on."""


def lay_out(kernel: Kernel, data: bytes) -> Iterator[None]:
    """Load the missing weights into a kernel, in parts; yield after each."""
    ready = kernel.read("STATE", int(kernel.numbers["READY"]), 1)[0]
    missing = [stage for stage in range(STAGES) if not ready >> stage & 1]
    if missing:
        parts = read(data, int(kernel.numbers["PHASES"]), int(kernel.numbers["LENGTH"]))
        for name, values in zip(("FACTORS", "STORED", "REST"), parts, strict=True):
            kernel.write(name, values)
    for stage in missing:
        kernel.call("unfold", stage)
        yield


def read(data: bytes, phases: int, length: int) -> tuple[array[int], array[int], array[int]]:
    """Decode a file: a factor for each phase, the blocks of all phases as signed bytes, and the rest of all phases."""
    raw = zlib.decompress(data)
    split = len(raw) - 2 * phases * length
    rest = array("h", raw[split:])
    if sys.byteorder == "big":
        rest.byteswap()
    return array("i", list(raw[:phases])), array("b", raw[phases:split]), rest


def file(factors: array[int], stored: array[int], rest: array[int]) -> bytes:
    """Encode weights as a file that `read` decodes."""
    last = array("h", rest)
    if sys.byteorder == "big":
        last.byteswap()
    return zlib.compress(bytes(list(factors)) + stored.tobytes() + last.tobytes(), 9)
