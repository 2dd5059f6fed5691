"""Measure the strength of Reversi's search: the depth in a second, endings solved exactly, and winners proved.

Run `python3 -m tests.bench search`.
"""

from __future__ import annotations

import argparse
import statistics
from array import array
from collections.abc import Sequence
from pathlib import Path

from chowk.games.reversi import rules
from chowk.games.reversi.engine import reader
from tests.bench._reversi import HOSTS, Host, hosts, positions, thinking


def deep(host: Host, samples: Sequence[rules.Position], seconds: float, data: Path | None) -> str:
    """Return a line with the depths, in moves, that the search reaches in `seconds` at the positions `samples`.

    `data` is a file of weights that replaces the game's own, or None.
    """
    depths = sorted(
        thinking(host, position.own, position.other, reader.Limits(60, 0), seconds, data).thought.depth
        for position in samples
    )
    return f"{depths[0]} to {depths[-1]} moves ahead, {statistics.mean(depths):.1f} in the mean"


def exact(host: Host, samples: Sequence[rules.Position], seconds: float, data: Path | None) -> str:
    """Return a line that says how many endings are solved exactly within `seconds` each, and the times that this takes.

    `samples` are the positions from which the endings are searched. `data` is a file of weights that replaces the
    game's own, or None.
    """
    way = reader.Limits(60, 60)
    thoughts = [thinking(host, position.own, position.other, way, seconds, data) for position in samples]
    times = sorted(thinking_result.seconds for thinking_result in thoughts)
    done = sum(thinking_result.thought.exact for thinking_result in thoughts)
    median, nodes = statistics.median(times), sum(thinking_result.nodes for thinking_result in thoughts) / 1e6
    return f"{done} of {len(samples)} exact, median {median:.2f} s, longest {times[-1]:.2f} s, {nodes:.1f} M nodes"


def result(host: Host, samples: Sequence[rules.Position], seconds: float, _data: Path | None) -> str:
    """Return a line with the number of positions whose winner is proved within `seconds`.

    Before the proof, the position is searched to half the remaining moves.
    """
    times = []
    for position in samples:
        host.kernel.write("POSITION", array("Q", [position.own, position.other]))
        host.kernel.call("forget")
        began = host.now()
        for depth in range(2, (64 - (position.own | position.other).bit_count()) // 2 + 1, 2):
            host.kernel.call("look_ahead", depth, -10_000, 10_000, 1 << 30)
        stopped = 1
        while stopped and host.now() - began < seconds:
            host.kernel.call("play_out", -1, 1, reader.SLICE)
            stopped = host.kernel.read("STATE")[int(host.kernel.numbers["STOPPED"])]
        times.append(seconds if stopped else host.now() - began)
    done = sum(time < seconds for time in times)
    return f"{done} of {len(samples)} settled, median {statistics.median(times):.2f} s, longest {max(times):.2f} s"


SEARCHES = {"ahead": (deep, 1.0), "exact": (exact, 2.0), "result": (result, 10.0)}


def main(argv: Sequence[str]) -> int:
    """Print two lines for each host: the results of the search, and the longest calls of the kernel."""
    parser = argparse.ArgumentParser(prog="bench search", description=__doc__)
    parser.add_argument("what", choices=SEARCHES, nargs="?", default="ahead")
    parser.add_argument("--empties", type=int, help="empty squares (34 ahead, 20 exact, 24 result)")
    parser.add_argument(
        "--games", type=int, default=20, help="number of games, with one position from each (default 20)"
    )
    parser.add_argument("--seconds", type=float, help="seconds for each position (1 ahead, 2 exact, 10 result)")
    parser.add_argument("--host", choices=HOSTS, action="append", help="hosts (default all)")
    parser.add_argument("--wasm", type=Path, help="another build of the kernel, to compare")
    parser.add_argument("--weights", type=Path, help="another file of weights, to compare")
    options = parser.parse_args(argv)
    work, seconds = SEARCHES[options.what]
    seconds = options.seconds or seconds
    empties = options.empties or {"ahead": 34, "exact": 20, "result": 24}[options.what]
    with hosts(["wasmtime"]) as (same,):  # all hosts get the same positions
        some = positions(same.kernel, empties, options.games)
    with hosts(options.host or list(HOSTS), options.wasm, options.weights) as running:
        for host in running:
            line = work(host, some, seconds, options.weights)
            print(f"{empties} empty, {seconds:g} s, {host.name}: {line}", flush=True)
            slices = ", ".join(f"{name} {1000 * took:.1f} ms" for name, took in sorted(host.kernel.longest.items()))
            print(f"  longest calls: {slices}", flush=True)
    return 0
