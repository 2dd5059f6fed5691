"""The file of the kernel's weights: the offset and length of each stage of the game, then the compressed stages.

A stage has a factor for each pattern, a signed byte for each weight (mirror images once), and the values of hits for
the side to move and for the other side as 16-bit numbers. A hit is a pair of an empty square and a direction in which a
disc on the square outflanks others. `py/training/reversi/learn_reversi.py` makes the file.
"""

from __future__ import annotations

import lzma
import struct
from array import array
from collections.abc import Iterator
from typing import Final

from chowk.engine.kernel.runtime import Kernel

DATA: Final = "stages.bin"
"""Name of the file of weights."""
HITS: Final = 128
"""The number of 16-bit values for hits in a stage: 64 for each side.

A hit is a pair of an empty square and a direction in which a disc on the square outflanks others.
"""
_PACKING: Final = [{"id": lzma.FILTER_LZMA1, "preset": 9, "dict_size": 1 << 17, "lc": 0, "lp": 0, "pb": 0}]
"""The compression of the weights of a stage.

Weights hardly repeat, so coding each weight by its frequency helps: the file is a ninth smaller than with zlib.
"""


def lay_out(kernel: Kernel, data: bytes) -> Iterator[None]:
    """Load the weights that a kernel still lacks, one stage of the game at a time. Yield after each stage."""
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
    """Return the decompressed bytes of a stage of the game from the file of weights."""
    start, size = struct.unpack_from("<II", data, 8 * stage)
    return lzma.decompress(data[start : start + size], lzma.FORMAT_RAW, filters=_PACKING)


def parts(body: bytes, shapes: int) -> tuple[array[int], array[int], array[int]]:
    """Split a stage into the factors of its patterns, its weights as signed bytes, and its values of hits."""
    return array("i", list(body[:shapes])), array("b", body[shapes : -2 * HITS]), array("h", body[-2 * HITS :])


def file(stages: list[bytes]) -> bytes:
    """Encode the uncompressed bytes of all stages into a file of weights."""
    packed = [lzma.compress(stage, lzma.FORMAT_RAW, filters=_PACKING) for stage in stages]
    head, offset = b"", 8 * len(packed)
    for stage in packed:
        head += struct.pack("<II", offset, len(stage))
        offset += len(stage)
    return head + b"".join(packed)
