"""Measure how long a single call of Reversi's kernel takes on a slow processor.

Example: `python3 -m tests.bench slices --slow 4`. A kernel call cannot be interrupted. A search in the page makes calls
that visit `reader.SLICE` positions each. Such calls are measured in Chromium, starting as soon as the kernel is loaded,
with the real weights, at positions from all phases of games. The call `unfold` loads the weights of a stage; it is made
twelve times before the first search.

To exclude other work on the machine, all calls are repeated in several browsers. The shortest time of each call counts,
multiplied by `--slow`. The browser's own throttling cannot be used: it pauses the page now and then, and a short
call can run between two pauses.
"""

from __future__ import annotations

import argparse
import shutil
from array import array
from collections.abc import Mapping, Sequence
from typing import Any, Final

from playwright.sync_api import sync_playwright

from chowk.engine.kernel.runtime import layout
from chowk.games.reversi.engine import reader, weights
from tests.bench._reversi import hosts, learnt, positions
from tests.bench.kernels import text
from tools.build.kernel_assets import code, module

RUN: Final = """async ([code, places, stages, jobs, slice]) => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const { instance } = await WebAssembly.instantiate(bytes(code));
  const exports = instance.exports, memory = exports.memory.buffer, took = {}, met = {};
  const write = (name, raw) => new Uint8Array(memory).set(bytes(raw), places[name][0]);
  const state = new Int32Array(memory, places.STATE[0], places.STATE[1]);
  const timed = (name, ...given) => {
    const before = performance.now();
    exports[name](...given);
    (took[name] ??= []).push(performance.now() - before);
  };
  for (let stage = 0; stage < stages.length; stage++) {
    for (const [name, raw] of stages[stage]) write(name, raw);
    timed("unfold", stage);
  }
  for (const [position, stopped, nodes] of jobs) {
    write("POSITION", position);
    timed("forget");
    for (const [name, ...given] of [["look_ahead", 12, -10000, 10000], ["play_out", -1, 1]]) {
      for (let call = 0; call < 20; call++) {
        timed(name, ...given, slice);
        met[name] = (met[name] ?? 0) + state[nodes];
        if (!state[stopped]) break;
      }
    }
  }
  return [took, met];
}"""
EMPTIES: Final = (52, 44, 36, 30, 26, 22, 18, 16)


def main(argv: Sequence[str]) -> int:
    """Print a line for each kind of call. Return 1 if more than 1 call in 100 of any kind exceeds the limit."""
    parser = argparse.ArgumentParser(prog="bench slices", description=__doc__)
    parser.add_argument(
        "--slow", type=float, default=4, help="factor by which the processor is slowed down (default 4)"
    )
    parser.add_argument(
        "--games", type=int, default=4, help="number of games, with a position of each phase from each (default 4)"
    )
    parser.add_argument(
        "--times",
        type=int,
        default=5,
        help="repetitions, each in a new browser, of which the shortest counts (default 5)",
    )
    parser.add_argument("--most", type=float, default=8, help="milliseconds that a call may last (default 8)")
    options = parser.parse_args(argv)
    kernel = code(module("reversi"), print)
    with hosts(["wasmtime"]) as (host,):
        some = [position for empties in EMPTIES for position in positions(host.kernel, empties, options.games)]
        numbers = host.kernel.numbers
    places = {name: (array_place.address, array_place.length) for name, array_place in layout(kernel).arrays.items()}
    jobs = [
        (text(array("Q", [position.own, position.other]).tobytes()), int(numbers["STOPPED"]), int(numbers["NODES"]))
        for position in some
    ]
    request = [text(kernel), places, stages(numbers), jobs, reader.SLICE]
    system = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    results: list[tuple[dict[str, list[float]], dict[str, int]]] = []
    with sync_playwright() as playwright:
        for _ in range(options.times):
            browser = playwright.chromium.launch(executable_path=system, args=["--no-sandbox", "--disable-gpu"])
            results.append(browser.new_page().evaluate(RUN, request))
            browser.close()
    late = 0
    met = results[0][1]
    for name in sorted(results[0][0]):
        times = sorted(options.slow * min(runs) for runs in zip(*(took[name] for took, _ in results), strict=True))
        nearly_all = times[(len(times) - 1) * 99 // 100]
        late += nearly_all > options.most
        print(
            f"{name:12}{len(times):6} calls: median {times[len(times) // 2]:5.1f} ms, 99 of 100 under"
            f" {nearly_all:5.1f}, longest {times[-1]:5.1f}"
            + (f"; {met[name] / sum(times) / 1000:.2f} million positions a second" if name in met else ""),
            flush=True,
        )
    return 1 if late else 0


def stages(numbers: Mapping[str, int | float]) -> list[list[tuple[str, str]]]:
    """Return the kernel's weights for each stage of the game: pairs of an array's name and its contents as text.

    `numbers` are the kernel's constants, by name.
    """
    parts: list[list[tuple[str, str]]] = []
    for stage in range(int(numbers["STAGES"])):
        stored: tuple[Any, ...] = weights.parts(weights.body(learnt(), stage), int(numbers["SHAPES"]))
        parts.append(
            [
                (name, text(data.tobytes()))
                for name, data in zip(("FACTORS", "STORED", "STORED_HITS"), stored, strict=True)
            ]
        )
    return parts
