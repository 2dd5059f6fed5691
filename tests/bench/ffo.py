"""Measure Reversi's exact endgame search on the published FFO positions: `python3 -m tests.bench ffo`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from chowk.games.reversi import notation
from chowk.games.reversi.engine import reader
from tests.bench._reversi import HOSTS, hosts, thinking

FACTS: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "data" / "ffo.json").read_text())["positions"]


def main(argv: Sequence[str]) -> int:
    """Print a line for each position with its processor seconds. Return 1 if a value is wrong."""
    parser = argparse.ArgumentParser(prog="bench ffo", description=__doc__)
    parser.add_argument("--first", type=int, default=40, help="the first position's number (40)")
    parser.add_argument("--last", type=int, default=44, help="the last position's number (44)")
    parser.add_argument("--patience", type=float, default=60, help="seconds for each position (default 60)")
    parser.add_argument("--host", choices=HOSTS, action="append", help="hosts (default all)")
    parser.add_argument("--wasm", type=Path, help="another build of the kernel, to compare")
    parser.add_argument("--weights", type=Path, help="another file of weights, to compare")
    options = parser.parse_args(argv)
    wrong = 0
    with hosts(options.host or list(HOSTS), options.wasm, options.weights) as measured_hosts:
        for fact in FACTS:
            if not options.first <= fact["id"] <= options.last:
                continue
            position = notation.read_position(f"{fact['board']} {fact['to_move']}")
            lines = []
            for host in measured_hosts:
                way = reader.Limits(60, 60)
                thought, seconds, nodes = thinking(
                    host, position.own, position.other, way, options.patience, options.weights
                )
                wrong += thought.exact and thought.values[0] != fact["score"]
                value = f"{thought.values[0]:+3.0f}" if thought.exact else " - "
                lines.append(f"{host.name} {value} in {seconds:6.2f} s, {nodes / 1e6:6.2f} M nodes")
            print(f"#{fact['id']} {fact['empties']} empty, {fact['score']:+}:  {'  '.join(lines)}", flush=True)
    return 1 if wrong else 0
