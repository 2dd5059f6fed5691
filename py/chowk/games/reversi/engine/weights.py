"""The kernel's weights, as a file keeps them: where each stage begins and how long it is, then the stages, compressed.

A stage is a factor for each shape, a signed byte for each weight of all shapes (mirror images once), and in full what
hits are worth, of the mover and of the other side. `py/tools/learn_reversi.py` makes the file.
"""

from __future__ import annotations

import struct
import zlib
from array import array
from collections.abc import Iterator
from typing import Final

from chowk.core.kernel import Kernel

DATA: Final = "stages.bin"
HITS: Final = 128
"""So many numbers of two bytes say what hits are worth."""
_BLOCKS: Final = 7
"""How much zlib codes by one table, as it counts that: with less at a time, tables fit better what they code."""


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
    return zlib.decompress(data[start : start + size])


def parts(body: bytes, shapes: int) -> tuple[array[int], array[int], array[int]]:
    """A stage's factors, its weights as signed bytes, and its worth of hits."""
    return array("i", list(body[:shapes])), array("b", body[shapes : -2 * HITS]), array("h", body[-2 * HITS :])


def file(stages: list[bytes]) -> bytes:
    """The file of these stages."""
    packed = [_packed(one) for one in stages]
    head, at = b"", 8 * len(packed)
    for one in packed:
        head += struct.pack("<II", at, len(one))
        at += len(one)
    return head + b"".join(packed)


def _packed(stage: bytes) -> bytes:
    """A stage, compressed in whichever way takes fewest bytes.

    Weights hardly repeat one another: to code each by how often it comes, or runs of it, takes 6.5 % less of the whole
    file than to look for what came before.
    """
    ways = (zlib.Z_DEFAULT_STRATEGY, zlib.Z_HUFFMAN_ONLY, zlib.Z_RLE)
    makers = [zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS, _BLOCKS, way) for way in ways]
    return min((one.compress(stage) + one.flush() for one in makers), key=len)
