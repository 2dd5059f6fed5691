"""Play games of the Reversi kernel against itself, from which `learn_reversi` learns its weights.

A game begins with random moves: mostly few, sometimes so many that one side is far behind. A few later moves are
random, too. Every position after the first random moves is labelled: with its exact result if it has at most `ENDING`
empty squares, else with the value of a search of `AHEAD` moves. A part depends only on its number and the seed, so
parts can be made in any order, by any worker.
"""

from __future__ import annotations

import random
import struct
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from chowk.games.reversi import rules
from chowk.games.reversi.engine import weights

if TYPE_CHECKING:
    from tools.build.kernel_hosts import Native

AHEAD: Final = 6
"""Depth in moves of the search whose value becomes a position's label."""
ENDING: Final = 15
"""Maximum number of empty squares at which a position's label is its exact result.

The last three stages of the weights are for these positions.
"""
WILD: Final = 0.04
"""Share of random moves after the random opening."""
UNIT: Final = 64
"""Number of parts into which a disc is divided in labels."""
EXACT: Final = 100
"""The depth that is saved for a position whose label is the exact result."""
RECORD: Final = struct.Struct("<QQhBBI")
"""The format of a saved position: own and other discs, label in parts of a disc, its search depth, 0, game number."""
PART: Final = 100
"""Number of games in one saved part."""
KERNEL: Final = "chowk.games.reversi.engine.kernel"
ENDLESS: Final = 1 << 30
"""A limit on the number of searched positions that no search reaches."""


class RunningKernel(Protocol):
    """The functions of a running kernel that are needed to play and label games."""

    def call(self, name: str, *arguments: int) -> int:
        """Call a function of the kernel and return its result."""

    def write(self, name: str, values: array[int]) -> None:
        """Write values into the first cells of one of the kernel's arrays."""


class Sample(NamedTuple):
    """A position from a game, with the value that the evaluation should learn for it.

    `own` and `other` are the discs of the player to move and of the opponent, as bit masks. `label` is the value for
    the player to move, in 64ths of a disc. `depth` is the depth of the search that found it, or `EXACT`.
    """

    own: int
    other: int
    label: int
    depth: int


@dataclass(frozen=True)
class Play:
    """A callable that plays the games of one part (a file with some of the games), given the part's number.

    `weights` is the content of the players' file of weights.
    """

    weights: bytes
    seed: int

    def __call__(self, number: int) -> bytes:
        """Play the games of the part with this number, and return their positions as bytes to save."""
        return part(_cached_kernel(self.weights), number, self.seed)


def start_kernel(data: bytes) -> Native:
    """Return a running kernel with the weights of a file. `data` is the file's content."""
    from tools.build.kernel_hosts import Native
    from tools.kernels.compiler import compile_kernel

    kernel = Native(compile_kernel(KERNEL))
    for _ in weights.lay_out(kernel, data):
        pass
    return kernel


_cached_kernel = lru_cache(1)(start_kernel)
"""`start_kernel` with a cache, so that all parts that this process plays use the same kernel."""


def opening(lot: random.Random) -> rules.Position:
    """Return a starting position for a game: one after random moves, in which the player to move has a legal move."""
    plies = lot.randint(6, 16) if lot.random() < 0.7 else lot.randint(17, 44)
    while True:
        position = rules.START
        for _ in range(plies):
            moves = position.moves()
            if not moves:
                break
            position = position.play(lot.choice(moves))
        if position.moves():
            return position


def game(kernel: RunningKernel, number: int, seed: int) -> Iterator[Sample]:
    """Play a game and yield its positions with their labels, the values from which the evaluation learns."""
    lot = random.Random(f"{seed}/{number}")
    position = opening(lot)
    kernel.call("age")
    guess: float | None = None
    while moves := position.moves():
        if moves == (rules.PASS,):
            position = position.play(rules.PASS)
            guess = None if guess is None else -guess
            continue
        kernel.write("POSITION", array("Q", [position.own, position.other]))
        empties = 64 - (position.own | position.other).bit_count()
        if empties <= ENDING:
            label = UNIT * solved(kernel, None if guess is None else round(guess / UNIT))
        else:
            label = search_value(kernel, AHEAD)
        guess = -label
        yield Sample(position.own, position.other, label, EXACT if empties <= ENDING else AHEAD)
        best = kernel.call("best_known") if empties > 6 else best_last(kernel, position, label // UNIT)
        if lot.random() < WILD or best not in moves:
            best, guess = lot.choice(moves), None
        position = position.play(best)


def search_value(kernel: RunningKernel, depth: int) -> int:
    """Return the value of the kernel's current position by a search of `depth` moves.

    Shallower searches come first (iterative deepening).
    """
    for shallower in range(2 - depth % 2, depth - 1, 2):
        kernel.call("look_ahead", shallower, -10_000, 10_000, ENDLESS)
    return kernel.call("look_ahead", depth, -10_000, 10_000, ENDLESS)


def solved(kernel: RunningKernel, guess: int | None) -> int:
    """Return the exact result of the kernel's current position, in discs.

    If there is a guess, try narrow windows around it first, which is faster if the guess is good.
    """
    if guess is None:
        return kernel.call("play_out", -64, 64, ENDLESS)
    value = kernel.call("play_out", guess - 1, guess + 1, ENDLESS)
    if value <= guess - 1 and value > -64:
        return kernel.call("play_out", -64, value, ENDLESS)
    if value >= guess + 1 and value < 64:
        return kernel.call("play_out", value, 64, ENDLESS)
    return value


def best_last(kernel: RunningKernel, position: rules.Position, value: int) -> int:
    """Return a move with which the side to move gets the result `value`, the exact result of the position.

    Each move is solved until one has this result, because the kernel's table does not hold the best move.
    """
    for move in position.moves():
        after = position.play(move)
        kernel.write("POSITION", array("Q", [after.own, after.other]))
        score = final(after) if not after.moves() else kernel.call("play_out", -64, 64, ENDLESS)
        if (score if after.turn == position.turn else -score) >= value:
            return move
    return position.moves()[0]


def final(position: rules.Position) -> int:
    """Return the difference in discs at the end of a game, for the side to move. Empty squares count for the winner."""
    own, other = position.own.bit_count(), position.other.bit_count()
    return 0 if own == other else 64 - 2 * other if own > other else 2 * own - 64


def part(kernel: RunningKernel, number: int, seed: int) -> bytes:
    """Play the games of one part and return their positions to save, in the format of `RECORD`."""
    samples = bytearray()
    kernel.call("forget")
    for game_number in range(number * PART, (number + 1) * PART):
        for sample in game(kernel, game_number, seed):
            samples += RECORD.pack(*sample, 0, game_number)
    return bytes(samples)
