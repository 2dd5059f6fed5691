"""The kernel's weights, as a file keeps them: where each stage begins and how long it is, then the stages, compressed.

A stage is a factor for each shape, a signed byte for each weight of all shapes (mirror images once), and in full what
hits are worth, of the mover and of the other side. `py/training/reversi/learn_reversi.py` makes the file.
"""

from __future__ import annotations

import lzma
import struct
from array import array
from collections.abc import Iterator
from typing import Final

from chowk.engine.kernel.runtime import Kernel

DATA: Final = "stages.bin"
HITS: Final = 128
"""So many numbers of two bytes say what hits are worth."""
_PACKING: Final = [{"id": lzma.FILTER_LZMA1, "preset": 9, "dict_size": 1 << 17, "lc": 0, "lp": 0, "pb": 0}]
"""How a stage is compressed: weights hardly repeat one another, so it pays that each is coded by how often it comes.
The whole takes a ninth less than by zlib."""


def lay_out(kernel: Kernel, data: bytes) -> Iterator[None]:
    """Gives a kernel the weights that it has not got yet, a stage at a time."""
    ready = kernel.read("STATE")[int(kernel.numbers["READY"])]
    for stage in range(int(kernel.numbers["STAGES"])):
        if not ready >> stage & 1:
            factors, stored, hits = parts(body(data, stage), int(kernel.numbers["SHAPES"]))
            kernel.write("FACTORS", factors)
            kernel.write("STORED", stored)
            kernel.write("STORED_HITS", hits)
            kernel.call("unfold", stage)
            yield


def body(data: bytes, stage: int) -> bytes:
    """A stage of a file."""
    start, size = struct.unpack_from("<II", data, 8 * stage)
    return lzma.decompress(data[start : start + size], lzma.FORMAT_RAW, filters=_PACKING)


def parts(body: bytes, shapes: int) -> tuple[array[int], array[int], array[int]]:
    """A stage's factors, its weights as signed bytes, and its worth of hits."""
    return array("i", list(body[:shapes])), array("b", body[shapes : -2 * HITS]), array("h", body[-2 * HITS :])


def file(stages: list[bytes]) -> bytes:
    """The file of these stages."""
    packed = [lzma.compress(one, lzma.FORMAT_RAW, filters=_PACKING) for one in stages]
    head, at = b"", 8 * len(packed)
    for one in packed:
        head += struct.pack("<II", at, len(one))
        at += len(one)
    return head + b"".join(packed)
