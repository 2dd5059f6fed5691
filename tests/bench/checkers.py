"""Measure the speed of the checkers kernel and the depth of its search: `python3 -m tests.bench checkers`."""

from __future__ import annotations

import argparse
import random
import time
from array import array
from collections.abc import Sequence
from itertools import count

from chowk.engine import assets
from chowk.engine.kernel.runtime import Kernel
from chowk.engine.search_budget import Clock
from chowk.games.checkers import rules
from chowk.games.checkers.engine import endgame, reader
from tools.build import kernel_provider


def position(plies: int, seed: int) -> rules.Position:
    """Return the position after `plies` nearly best moves, drawn from a search of three plies.

    If a move would end the game sooner, return the position before it.
    """
    chance, board = random.Random(seed), rules.START
    for _ in range(plies):
        way = reader.Limits(3, nodes=1 << 30, margin=10)
        *_, thought = reader.think(assets.kernel("checkers"), board, (), way, Clock(1e9, count().__next__))
        close = [
            move for move, value in zip(thought.moves, thought.values, strict=True) if value >= thought.values[0] - 10
        ]
        after = board.play(chance.choice(close))
        if not after.moves():
            break
        board = after
    return board


def nodes(kernel: Kernel) -> int:
    """Return the number of positions that the last call of the kernel visited."""
    return int(kernel.read("STATE", int(kernel.numbers["NODES"]), 1)[0])


def main(argv: Sequence[str]) -> int:
    """Print how fast the kernel lists moves (perft) and searches positions, and the depths that it reaches."""
    parser = argparse.ArgumentParser(prog="bench checkers", description=__doc__)
    parser.add_argument("--depth", type=int, default=14)
    parser.add_argument("--seconds", type=float, default=2.0, help="seconds of search for each position (default 2)")
    options = parser.parse_args(argv)
    kernel_provider.provide()
    kernel = assets.kernel("checkers")
    kernel.write("POSITION", reader.position_array(rules.START))
    began = time.process_time()
    leaves = kernel.call("perft", 9)
    print(f"moves: {leaves / (time.process_time() - began):,.0f} leaves a second")
    began = time.process_time()
    for _ in reader.prepare(kernel, endgame.PIECES):
        pass
    print(f"weights and endings: laid out in {(time.process_time() - began) * 1000:.0f} ms")
    met, spent = 0, 0.0
    for plies in (0, 4, 14, 24, 34, 44):
        standing = position(plies, 3)
        kernel.call("forget")
        kernel.write("STATE", array("i", [0]), int(kernel.numbers["KNOWN"]))
        kernel.write("POSITION", reader.position_array(standing))
        began = time.process_time()
        here = 0
        for depth in range(1, options.depth + 1):
            kernel.call("look_ahead", depth, -32_000, 32_000, 1 << 30)
            here += nodes(kernel)
        took = time.process_time() - began
        met, spent = met + here, spent + took
        depths = [
            thought.depth
            for thought in reader.think(
                kernel, standing, (), reader.Limits(60, clear_table=True), Clock(options.seconds, time.process_time)
            )
        ]
        print(
            f"ply {plies}: {options.depth} plies ahead in {took:.2f} s, {here:,} positions;"
            f" {max(depths)} in {options.seconds:g} s of the opponents' own search",
            flush=True,
        )
    print(f"{met / spent:,.0f} positions a second")
    return 0
