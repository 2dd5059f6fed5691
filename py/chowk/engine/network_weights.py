"""The file with the trained weights of a neural network.

It holds 32-bit floats: the weights for two seats, then those for three and for four.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final

from chowk.engine.kernel.runtime import Kernel

COUNTS: Final = (2, 3, 4)


def file(bodies: Sequence[Sequence[float]]) -> bytes:
    """Return the content of a weights file. `bodies` holds the weights for two, three and four seats, in this order."""
    return array("f", [weight for body in bodies for weight in body]).tobytes()


def lay_out(kernel: Kernel, data: bytes, seats: int) -> None:
    """Load the weights for a number of seats into a kernel; raise `ValueError` if the file does not fit the kernel."""
    size, content = int(kernel.numbers["SIZE"]), array("f")
    content.frombytes(data)
    if len(content) != size * len(COUNTS):
        raise ValueError("these weights are for another kernel")
    start = COUNTS.index(seats) * size
    kernel.write("WEIGHTS", array("d", content[start : start + size]))
