"""Reproducible dice: a counter-based random number generator with its own specification.

The number drawn at ply `n` of a game depends only on the game's seed and on `n`. So an undo never leads to other rolls,
and no version of Python can change a recorded game.

Specification: block `k` (from 0) of draw `n` under seed `s` is the SHA-256 digest of the ASCII text
`chowk-1:{s}:{n}:{k}`, read as four big-endian 64-bit numbers. Take these numbers in order, block after block. To draw
a number below `total`, take the first of them that is less than the largest multiple of `total` up to 2**64. The
draw is its remainder after division by `total`.

Shuffle `n` exchanges each item with a random item at or before it, from the last item down to the second. For the item
at the index `top` it takes draw `2**64 * (n + 1) + top`. No ply of a game has so high a number, so dealt cards reveal
nothing about the dice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final, TypeVar

T = TypeVar("T")
_SPAN: Final = 1 << 64
"""Number of values of a 64-bit number."""


def below(total: int, seed: int, draw: int) -> int:
    """Return a uniformly distributed number in `range(total)`.

    `seed` and `draw`, the number of the draw, determine it.
    """
    assert 0 < total <= _SPAN, "so many outcomes cannot be drawn from"
    fair = _SPAN - _SPAN % total
    return next(number for number in _numbers(seed, draw) if number < fair) % total


def pick(options: Sequence[T], odds: Sequence[int], seed: int, draw: int) -> T:
    """Return one of `options`, drawn with the weights `odds`.

    `seed` and `draw`, the number of the draw, determine it.
    """
    number = below(sum(odds), seed, draw)
    for option, weight in zip(options, odds, strict=True):
        number -= weight
        if number < 0:
            return option
    raise AssertionError("the weights sum to more than the number drawn")


def shuffled(items: Sequence[T], seed: int, draw: int = 0) -> tuple[T, ...]:
    """Return the items in a random order. `seed` and `draw`, the number of the shuffle, determine it.

    This is a Fisher-Yates shuffle from the last item down.
    """
    cards = list(items)
    for top in range(len(cards) - 1, 0, -1):
        index = below(top + 1, seed, (draw + 1) * _SPAN + top)
        cards[top], cards[index] = cards[index], cards[top]
    return tuple(cards)


def commitment(seed: int) -> str:
    """Return a commitment to the seed: the SHA-256 of `chowk-1:{seed}`, in hexadecimal.

    It may be shown before the game, because it does not reveal the seed.
    """
    return hashlib.sha256(f"chowk-1:{seed}".encode("ascii")).hexdigest()


def _numbers(seed: int, draw: int) -> Iterator[int]:
    for block in count():
        digest = hashlib.sha256(f"chowk-1:{seed}:{draw}:{block}".encode("ascii")).digest()
        yield from (int.from_bytes(digest[offset : offset + 8], "big") for offset in range(0, 32, 8))
