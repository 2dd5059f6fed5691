"""Measure how long the strongest checkers opponent takes to solve twenty classic endings.

Run `python3 -m tests.bench classics`.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any, Final

from chowk.engine import assets
from chowk.engine.search_budget import Clock
from chowk.games.checkers import notation, rules
from chowk.games.checkers.engine import kernel as words
from chowk.games.checkers.engine import reader
from tools.build import kernel_provider

FACTS: Final[list[dict[str, Any]]] = json.loads((Path(__file__).parents[1] / "data" / "checkers.json").read_text())[
    "classics"
]
CLEAR: Final = words.TABLE_WIN // 2


def result_name(value: int) -> str:
    """Return the result that a search value stands for: "win", "loss", "draw", or "" if it is not decided."""
    return "win" if value > CLEAR else "loss" if value < -CLEAR else "draw" if value == 0 else ""


def known(position: rules.Position, endings: int) -> str:
    """Return a position's result by the endgame tables of up to `endings` pieces, or "" if they lack the position."""
    pieces = (position.black | position.white).bit_count()
    if pieces > endings or (pieces == reader.MOST and 2 * position.black.bit_count() != pieces):
        return ""
    kernel = assets.kernel("checkers")
    kernel.write("POSITION", reader.position_array(position))
    return {words.WIN_KEPT: "win", words.LOSS_KEPT: "loss", words.DRAW: "draw"}[kernel.call("result_now")]


def seen(position: rules.Position, result: str, seconds: float, endings: int) -> tuple[float, int] | None:
    """Return the processor seconds and the depth at which a search finds `result` and keeps it from then on.

    The search takes `seconds` seconds and uses the endgame tables of up to `endings` pieces. Return None if it ends
    with another result.
    """
    kernel = assets.kernel("checkers")
    if known(position, endings) == result:
        return 0.0, 0
    limits, depth_found = reader.Limits(60, endings=endings, clear_table=True), None
    clock, began, deepest = Clock(seconds, time.process_time), time.process_time(), 0
    for thought in reader.think(kernel, position, (), limits, clock):
        if thought.depth == deepest:
            continue
        deepest = thought.depth
        right = result_name(thought.values[0]) == result
        depth_found = (depth_found or (time.process_time() - began, deepest)) if right else None
    return depth_found


def played(position: rules.Position, nodes: int, endings: int) -> str:
    """Play a position to the end, and return the result for the side to move.

    Each move is searched with `nodes` positions, and with the endgame tables of up to `endings` pieces.
    """
    first, past = position.turn, list[rules.Position]()
    while position.moves():
        if [position.key for position in past].count(position.key) >= rules.REPEATS - 1:
            return "draw"
        limits = reader.Limits(60, nodes=nodes, endings=endings)
        *_, thought = reader.think(assets.kernel("checkers"), position, past, limits, Clock(1e9, count().__next__))
        past.append(position)
        position = position.play(thought.moves[0])
    return "draw" if position.drawn else "loss" if position.turn == first else "win"


def main(argv: Sequence[str]) -> int:
    """Print a line for each ending, and return the exit status.

    A line shows when the search finds the ending's value, with endgame tables of up to six, five and four pieces. Then
    it shows the result of playing the ending out.
    """
    parser = argparse.ArgumentParser(prog="bench classics", description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="seconds of search for each ending (default 10)")
    parser.add_argument(
        "--nodes", type=int, default=30_000, help="positions a move when an ending is played out (default 30000)"
    )
    options = parser.parse_args(argv)
    kernel_provider.provide()
    for _ in reader.prepare(assets.kernel("checkers"), reader.MOST):
        pass
    most = reader.table_pieces(assets.kernel("checkers"))
    solved, right = dict.fromkeys(range(most, 3, -1), 0), 0
    for fact in FACTS:
        position = notation.read_position(fact["fen"])
        line = [f"{fact['name']}, {fact['value']}:"]
        for pieces in solved:
            depth = seen(position, fact["value"], options.seconds, pieces)
            solved[pieces] += depth is not None
            line.append(f"{pieces} pieces {f'{depth[0]:.2f} s, {depth[1]} plies' if depth else 'not seen'};")
        end = played(position, options.nodes, most)
        right += end == fact["value"]
        print(*line, f"played out: {end}", flush=True)
    listing = ", ".join(f"{number} with {pieces} pieces" for pieces, number in solved.items())
    print(f"seen: {listing}; played out right: {right}; of {len(FACTS)}")
    return 0
