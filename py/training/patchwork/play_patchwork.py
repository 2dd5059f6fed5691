"""Play games of the Patchwork kernel by searches of a fixed size, for the correction of its chances.

`learn_patchwork` has workers play them in parts (`training.shared.parts`). A part depends only on its number, the name
of the games, and the weights.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, Final

import numpy as np

from chowk.engine.kernel.runtime import Kernel
from chowk.games.patchwork.engine import reader, values
from chowk.games.patchwork.rules.track import CENTRE
from tools.build import kernel_assets
from tools.build.kernel_hosts import Native

PART: Final = 20
"""Number of games that `correct` and `calibrate` save together in one file."""
RING: Final = 33
"""Number of patches in the queue at the start of a game."""
SPACES_OF: Final = (5, 10)
"""Indices in the kernel's array `POSITION` of the two players' spaces on the track."""
STATE: Final = np.dtype(
    [
        *(("game", "<i4"), ("position", "<i4", 15), ("masks", "<u8", 5)),
        *(("ring", "i1", RING), ("won", "i1")),
    ]
)
"""A choice in a game: the game's number, the position in the kernel's form, and whether the player to move won."""


@dataclass(frozen=True)
class Play:
    """A callable that plays the games of one part (a file with some of the games), given the part's number.

    `weights` is the content of the file of weights, `name` the name of the series of games, and `nodes` the number of
    nodes that each search visits.
    """

    weights: bytes
    name: str
    nodes: int

    def __call__(self, number: int) -> bytes:
        """Play the games of the part with this number, and return their choices as bytes to save."""
        kernel, games = _cached_kernel(self.weights), range(PART * number, PART * (number + 1))
        return np.array(
            [choice for game in games for choice in stepped(kernel, self.name, self.nodes, game)], STATE
        ).tobytes()


@lru_cache(1)
def _cached_kernel(data: bytes) -> Kernel:
    """Return a running kernel with the weights of a file. It is cached for the next part."""
    return start_kernel(values.read(data))


def start_kernel(value: values.Value) -> Kernel:
    """Return a running kernel with these evaluation weights."""
    kernel = Native(kernel_assets.code(kernel_assets.module("patchwork"), print))
    values.lay_out(kernel, value)
    return kernel


def stepped(kernel: Kernel, name: str, nodes: int, number: int) -> list[tuple[Any, ...]]:
    """Play the game with this number by searches of `nodes` nodes. Return its choices in the form of `STATE`."""
    lot = Random(f"patchwork {name} {number}")
    kernel.write("LOT", array("Q", [lot.getrandbits(63) | 1]))
    kernel.call("begin")
    kernel.call("forget")
    ring, choices = kernel.read("RING", 0, RING), []
    while True:
        position = kernel.read("POSITION", 0, int(kernel.numbers["FIELDS"]))
        if all(position[index] == CENTRE for index in SPACES_OF):
            break
        choices.append((position, kernel.read("MASKS", 0, int(kernel.numbers["QUILTS"]))))
        kernel.call("step", reader.DEEPEST, nodes)
    winner = position[0] if kernel.call("margin", 0) > 0 else 1 - position[0]
    return [(number, tuple(fields), tuple(masks), tuple(ring), fields[0] == winner) for fields, masks in choices]
