"""A seat's secret as a chain of elements, each the hash of the one after it.

Element 0 is the commitment, which everybody is given before the game. Who is shown element k can tell that it belongs
to the same chain, by hashing it down, and learns nothing of element k + 1. So a chain answers two questions: what its
owner adds to the dice was settled before the first roll, and only its owner can have shown it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Generator
from typing import Final, NamedTuple

BYTES: Final = 16
"""Bytes of an element."""
LENGTH: Final = 1024
"""The number of the last element, which is the secret: so many turns a seat can take. The longest games need 180."""
_APART: Final = 32
"""Elements between two that are kept, so that none is far to hash from."""


def before(chair: int, number: int, element: bytes) -> bytes:
    """The element with the number before this one's."""
    return hashlib.sha256(b"chowk-2 chain:%d:%d:" % (chair, number) + element).digest()[:BYTES]


def down(chair: int, number: int, element: bytes, to: int) -> tuple[bytes, ...]:
    """The elements from number `to` up to this one, which is the last of them."""
    found = [element]
    for at in range(number, to, -1):
        found.append(before(chair, at, found[-1]))
    return tuple(reversed(found))


def descending(chair: int, number: int, element: bytes, to: int) -> Generator[None, None, tuple[bytes, ...]]:
    """The same, 64 hashes at a time: a letter may make its reader hash some thousand times."""
    found = [element]
    for at in range(number, to, -1):
        found.append(before(chair, at, found[-1]))
        if at % 64 == 0:
            yield
    return tuple(reversed(found))


class Chain(NamedTuple):
    """All elements of a chair, from its secret: every 32nd of them, from the commitment to the secret itself."""

    chair: int
    marks: tuple[bytes, ...]

    @property
    def commitment(self) -> bytes:
        """What everybody is given before the game."""
        return self.marks[0]

    def element(self, number: int) -> bytes:
        """The element of this number; one beyond the secret raises `LookupError`."""
        if not 0 <= number <= LENGTH:
            raise LookupError(number)
        mark = -(-number // _APART)
        return down(self.chair, mark * _APART, self.marks[mark], number)[0]

    @property
    def sound(self) -> bool:
        """Whether each mark follows from the next one, as those of a chain do."""
        pairs = zip(self.marks, self.marks[1:], strict=False)
        return len(self.marks) == LENGTH // _APART + 1 and all(
            down(self.chair, (at + 1) * _APART, later, at * _APART)[0] == mark for at, (mark, later) in enumerate(pairs)
        )


def chain(chair: int, secret: bytes) -> Chain:
    """The chain of a secret of 16 unforeseeable bytes."""
    assert len(secret) == BYTES, "a secret has 16 bytes"
    return Chain(chair, down(chair, LENGTH, secret, 0)[::_APART])
