"""Play games of the checkers kernel against itself, from which `learn_checkers` learns its weights.

A game begins with a three-move opening and random moves, mostly few, sometimes many. A few later moves are random,
too. Every position without a capture is saved, with the value of a shallow search and with the game's result. The
result comes from the rules, from the endgame tables, or from a clear lead of one side for long enough. Searches use the
tables, too. A game depends only on its number and the seed, so parts can be made in any order, by any worker.
`player_checkers` plays the game.
"""

from __future__ import annotations

import random
import struct
from array import array
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from chowk.engine.kernel.runtime import Kernel
from chowk.games.checkers import rules
from chowk.games.checkers.engine import endgame, reader, weights
from training.checkers import player_checkers as player

RECORD: Final = struct.Struct("<QQQBhBI")
"""The format of a saved position: black, white, kings, side to move, value and result for that side, game number."""
KERNEL: Final = "chowk.games.checkers.engine.kernel"
PLAYER: Final = "training.checkers.player_checkers"
"""The kernel that plays the games."""
PART: Final = 50
"""Number of games in one saved part."""


@dataclass(frozen=True)
class Play:
    """A callable that plays the games of one part (a file with some of the games), given the part's number.

    `weights` is the content of the players' file of weights, and `depth` the search depth in plies.
    """

    weights: bytes
    seed: int
    depth: int

    def __call__(self, number: int) -> bytes:
        """Play the games of the part with this number, and return their positions as bytes to save."""
        return part(_cached_kernel(self.weights, PLAYER), number, self.seed, self.depth)


def start_kernel(data: bytes, name: str = KERNEL) -> Any:
    """Start the kernel with this module name, load the file of weights `data` and the endgame tables, and return it."""
    from tools.build import kernel_assets
    from tools.build.kernel_hosts import Native

    kernel = Native(kernel_assets.code(name, lambda _: None))
    for _ in weights.lay_out(kernel, data):
        pass
    for _ in reader.prepare(kernel, reader.FIVE):
        pass
    ready(kernel)
    return kernel


_cached_kernel = lru_cache(1)(start_kernel)
"""`start_kernel` with a cache, so that all parts that this process plays use the same kernel."""


def opening(lot: random.Random) -> rules.Position:
    """Return a starting position for a game: the position after a three-move opening and some random moves.

    The player to move has a legal move in it.
    """
    deck = [ballot for ballot in rules.BALLOTS if ballot.deck]
    while True:
        position = rules.START
        for move in lot.choice(deck).moves:
            position = position.play(move)
        for _ in range(lot.randint(0, 6) if lot.random() < 0.7 else lot.randint(7, 40)):
            if position.moves():
                position = position.play(lot.choice(position.moves()))
        if position.moves():
            return position


def game(kernel: Kernel, number: int, seed: int, depth: int) -> bytes:
    """Play a game and return its positions to save. `depth` is the search depth in plies, for values and moves."""
    lot = random.Random(f"{seed}/{number}")
    kernel.write("POSITION", reader.position_array(opening(lot)))
    kernel.write("LOT", array("Q", [lot.getrandbits(63) | 1]))
    count = int(kernel.call("game", depth))
    met, worth = kernel.read("MET", 0, 4 * count), kernel.read("WORTH", 0, count)
    result = int(kernel.read("LAST")[0])
    samples = bytearray()
    for index, value in enumerate(worth):
        black, white, kings, side = met[4 * index : 4 * index + 4]
        mine = player.WON - result if side else result
        samples += RECORD.pack(black, white, kings, side, value, mine, number)
    return bytes(samples)


def call_kernel(kernel: Kernel, position: rules.Position, name: str, *arguments: int) -> int:
    """Call a kernel function on a position and return its result."""
    kernel.write("POSITION", reader.position_array(position))
    return int(kernel.call(name, *arguments))


def ready(kernel: Kernel) -> None:
    """Set up a kernel to search each position without a history, as if no move had been played before it."""
    fives = kernel.read("STATE", int(kernel.numbers["STORED_FIVES"]), 1)[0]
    pieces = reader.FIVE if fives else endgame.PIECES
    for name, value in (("QUIET", 0), ("LIMIT", reader.NEVER), ("KNOWN", 0), ("PIECES", pieces), ("SIGHT", 16)):
        kernel.write("STATE", array("i", [value]), int(kernel.numbers[name]))


def part(kernel: Kernel, number: int, seed: int, depth: int) -> bytes:
    """Play the games of one part and return their positions to save, in the format of `RECORD`."""
    return b"".join(game(kernel, game_number, seed, depth) for game_number in range(number * PART, (number + 1) * PART))
