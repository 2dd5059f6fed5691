"""A player's secret as a hash chain: each element is the hash of the next element.

Element 0 is the commitment, which everybody gets before the game. A player who sees element k can verify that it
belongs to the chain by hashing it k times, and learns nothing about element k + 1. So the chain proves two facts: its
owner's contribution to the dice was fixed before the first roll, and only the owner can have revealed the contribution.
"""

from __future__ import annotations

import hashlib
from collections.abc import Generator
from typing import Final, NamedTuple

BYTES: Final = 16
"""Length of an element of a hash chain, in bytes."""
LENGTH: Final = 1024
"""Number of the last element of a hash chain, the secret. A game can have at most this number of turns.

The longest games need 180.
"""
_APART: Final = 32
"""Distance between two stored elements of a chain. Any other element is computed by at most 31 hashes."""


def before(chair: int, number: int, element: bytes) -> bytes:
    """Return the element before `element` in the hash chain of a chair (player).

    It is the hash of `element`, whose number in the chain is `number`.
    """
    return hashlib.sha256(b"chowk-2 chain:%d:%d:" % (chair, number) + element).digest()[:BYTES]


def down(chair: int, number: int, element: bytes, to: int) -> tuple[bytes, ...]:
    """Return the elements with the numbers `to` to `number`, both included, of a chair's (player's) hash chain.

    They are in ascending order, and `element` is the last of them. Each earlier one is computed as the hash of the
    next.
    """
    elements = [element]
    for index in range(number, to, -1):
        elements.append(before(chair, index, elements[-1]))
    return tuple(reversed(elements))


def descending(chair: int, number: int, element: bytes, to: int) -> Generator[None, None, tuple[bytes, ...]]:
    """Do the work of `down` in steps, yielding after every 64 hashes. Return the same elements as `down`.

    A long game can require thousands of hashes.
    """
    elements = [element]
    for index in range(number, to, -1):
        elements.append(before(chair, index, elements[-1]))
        if index % 64 == 0:
            yield
    return tuple(reversed(elements))


class Chain(NamedTuple):
    """The whole hash chain of a chair (player), stored as every 32nd element, from the commitment up to the secret."""

    chair: int
    marks: tuple[bytes, ...]

    @property
    def commitment(self) -> bytes:
        """Element 0, which everybody gets before the game."""
        return self.marks[0]

    def element(self, number: int) -> bytes:
        """Return the element with this number; raise `LookupError` if the chain has none."""
        if not 0 <= number <= LENGTH:
            raise LookupError(number)
        mark = -(-number // _APART)
        return down(self.chair, mark * _APART, self.marks[mark], number)[0]

    @property
    def is_consistent(self) -> bool:
        """True if no stored element is missing, and repeated hashing of each gives the stored element before it."""
        pairs = zip(self.marks, self.marks[1:], strict=False)
        return len(self.marks) == LENGTH // _APART + 1 and all(
            down(self.chair, (index + 1) * _APART, later, index * _APART)[0] == mark
            for index, (mark, later) in enumerate(pairs)
        )


def chain(chair: int, secret: bytes) -> Chain:
    """Return the hash chain of a chair (player). Its last element is `secret`, 16 random bytes."""
    assert len(secret) == BYTES, "a secret has 16 bytes"
    return Chain(chair, down(chair, LENGTH, secret, 0)[::_APART])
