"""Dice that a replay meets again: a counter-based generator of our own specification.

The number drawn at ply `n` of a game depends on the game's seed and on `n` alone, so taking moves back never
rolls again, and no version of Python can change a recorded game. Specification: block `k` (from 0) of draw
`n` under seed `s` is the SHA-256 digest of the ASCII text `chowk-1:{s}:{n}:{k}`, read as four big-endian
64-bit numbers; the draw below `total` is the first of them, blocks in order, that is less than the largest
multiple of `total` not above 2**64, modulo `total`. Shuffle `n` takes the draws `2**64 * (n + 1) + top`, which
no ply of a game can reach: what was dealt says nothing about the dice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final, TypeVar

T = TypeVar("T")
_SPAN: Final = 1 << 64


def below(total: int, seed: int, draw: int) -> int:
    """A number in `range(total)`, each equally likely, settled by `seed` and the number of the draw."""
    assert 0 < total <= _SPAN, "so many outcomes cannot be drawn from"
    fair = _SPAN - _SPAN % total
    return next(number for number in _numbers(seed, draw) if number < fair) % total


def pick(options: Sequence[T], odds: Sequence[int], seed: int, draw: int) -> T:
    """One of `options`, as likely as its weight in `odds` says."""
    rest = below(sum(odds), seed, draw)
    for option, weight in zip(options, odds, strict=True):
        rest -= weight
        if rest < 0:
            return option
    raise AssertionError("the weights sum to more than the number drawn")


def shuffled(items: Sequence[T], seed: int, draw: int = 0) -> tuple[T, ...]:
    """The items in an order settled by `seed`, every order equally likely (Fisher and Yates, downwards)."""
    cards = list(items)
    for top in range(len(cards) - 1, 0, -1):
        other = below(top + 1, seed, (draw + 1) * _SPAN + top)
        cards[top], cards[other] = cards[other], cards[top]
    return tuple(cards)


def commitment(seed: int) -> str:
    """A text that may be shown before the game and that only this seed fits: the SHA-256 of `chowk-1:{seed}`."""
    return hashlib.sha256(f"chowk-1:{seed}".encode("ascii")).hexdigest()


def _numbers(seed: int, draw: int) -> Iterator[int]:
    for block in count():
        digest = hashlib.sha256(f"chowk-1:{seed}:{draw}:{block}".encode("ascii")).digest()
        yield from (int.from_bytes(digest[at : at + 8], "big") for at in range(0, 32, 8))
