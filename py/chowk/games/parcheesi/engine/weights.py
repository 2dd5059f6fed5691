"""The file of the kernel's weights: 32-bit floats for two, three and four seats, one after the other."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final

from chowk.engine.kernel.runtime import Kernel

DATA: Final = "worth.bin"
COUNTS: Final = (2, 3, 4)


def body(data: bytes, seats: int) -> array[float]:
    """Return the weights for a number of seats; raise `ValueError` for a file of another kind."""
    found = array("f")
    found.frombytes(data)
    if len(found) % len(COUNTS):
        raise ValueError("these are no weights of Parcheesi")
    size = len(found) // len(COUNTS)
    at = COUNTS.index(seats) * size
    return array("d", found[at : at + size])


def file(bodies: Sequence[Sequence[float]]) -> bytes:
    """Encode the weights for two, three and four seats as a file."""
    return array("f", [weight for body in bodies for weight in body]).tobytes()


def lay_out(kernel: Kernel, data: bytes, seats: int) -> None:
    """Load the weights for a number of seats into the kernel."""
    weights = body(data, seats)
    if len(weights) != kernel.numbers["SIZE"]:
        raise ValueError("these weights are for another kernel")
    kernel.write("WEIGHTS", weights)
