"""Measure the speed of Reversi's kernel, in plain Python and compiled, on each host.

Run `python3 -m tests.bench kernels`.
"""

from __future__ import annotations

import argparse
import base64
import json
import shutil
import subprocess
import tempfile
import time
from array import array
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from chowk.engine.kernel.runtime import Kernel, layout
from tests.bench._page import here_and_there
from tests.engines.driving import PREFERENCES, Missing, firefox
from tools.build.kernel_assets import code, module
from tools.build.kernel_hosts import Native, Plain

NAME: Final = module("reversi")
START: Final = (0x0000000810000000, 0x0000001008000000)
FFO: Final = Path(__file__).parents[1] / "data" / "ffo.json"
SEVENTEENTH: Final = 16
TIMES: Final = 5
RUN: Final = """([code, places, cells, jobs, times]) => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const now = () => (globalThis.process ? process.cpuUsage().user / 1000 : performance.now());
  const began = now();
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes(code)));
  const instantiated = now() - began;
  const memory = exports.memory.buffer;
  const write = (name, raw) => new Uint8Array(memory).set(bytes(raw), places[name][0]);
  for (const [name, raw] of cells) write(name, raw);
  for (let stage = 0; stage < 12; stage++) exports.unfold(stage);
  const found = jobs.map(([position, call, ...given]) => {
    let best = Infinity, value, nodes;
    for (let time = 0; time < times; time++) {
      write("POSITION", position);
      exports.forget();
      const before = now();
      value = exports[call](...given);
      best = Math.min(best, now() - before);
      nodes = new Int32Array(memory, places.STATE[0], 1)[0];
    }
    return [value, call === "perft" ? value : nodes, best / 1000];
  });
  return [instantiated, found];
}"""


class Job(NamedTuple):
    """A call of a kernel function on a position, whose speed is measured."""

    position: tuple[int, int]
    call: str
    arguments: tuple[int, ...]

    @property
    def label(self) -> str:
        """The function's name and arguments, as a label in the table."""
        return f"{self.call}{self.arguments}"


def jobs(small: bool) -> list[Job]:
    """Return the calls to measure. If `small` is set, they are fast enough for plain Python."""
    board = json.loads(FFO.read_text())["positions"][SEVENTEENTH]
    own, other = (
        sum(
            1 << square
            for square, disc in enumerate(board["board"])
            if disc in "XO" and (disc == board["to_move"]) is mine
        )
        for mine in (True, False)
    )
    ends, depth, ahead = (20_000, 6, 6) if small else (1 << 30, 9, 10)
    return [
        Job(START, "perft", (depth,)),
        Job(START, "look_ahead", (ahead, -10_000, 10_000, 1 << 30)),
        Job((own, other), "play_out", (-64, 64, ends)),
    ]


def cells() -> list[tuple[str, array[Any]]]:
    """Return arbitrary weights for the kernel's arrays, by name. They are the same on every host."""
    plain = Plain(NAME).names
    stored = array("b", [(index * 7919) % 25 - 12 for index in range(len(plain["STORED"]))])
    hits = array("h", [6 * (index % 64) * (1 if index < 64 else -1) for index in range(len(plain["STORED_HITS"]))])
    return [("STORED", stored), ("FACTORS", array("i", [2] * len(plain["FACTORS"]))), ("STORED_HITS", hits)]


def measured(kernel: Kernel, job: Job, times: int) -> tuple[int, int, float]:
    """Return a call's value, the number of positions it visited, and the seconds of the fastest repetition.

    The seconds are processor time.
    """
    best = float("inf")
    for _ in range(times):
        kernel.write("POSITION", array("Q", job.position))
        if not isinstance(kernel, Plain):
            kernel.call("forget")
        before = time.process_time()
        value = kernel.call(job.call, *job.arguments)
        best = min(best, time.process_time() - before)
    return value, value if job.call == "perft" else kernel.read("STATE", 0, 1)[0], best


def questions(data: bytes, times: int) -> list[Any]:
    """Return the arguments for the script `RUN`: the kernel, its arrays, the weights and the calls to measure."""
    places = {name: (cells.address, cells.length) for name, cells in layout(data).arrays.items()}
    questions_of_jobs = [[text(array("Q", job.position).tobytes()), job.call, *job.arguments] for job in jobs(False)]
    return [text(data), places, [[name, text(cell.tobytes())] for name, cell in cells()], questions_of_jobs, times]


def text(raw: bytes) -> str:
    """Return bytes as base64 text."""
    return base64.b64encode(raw).decode()


def under_node(data: bytes, times: int) -> Any:
    """Run the script `RUN` under Node and return its results."""
    program = f"console.log(JSON.stringify(({RUN})(JSON.parse(require('fs').readFileSync(0)))))"
    question = json.dumps(questions(data, times))
    done = subprocess.run(["node", "-e", program], input=question, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def in_chromium(data: bytes, times: int) -> Any:
    """Run the script `RUN` in Chromium and return its results."""
    from playwright.sync_api import sync_playwright

    system = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=system, args=["--no-sandbox", "--disable-gpu"])
        answers = browser.new_page().evaluate(RUN, questions(data, times))
        browser.close()
    return answers


def in_firefox(data: bytes, times: int) -> Any:
    """Run the script `RUN` in Firefox, with a clock of full precision, and return its results."""
    exact = {**PREFERENCES, "privacy.reduceTimerPrecision": False}
    with tempfile.TemporaryDirectory() as profile, firefox(Path(profile), exact) as browser:
        return browser.ask(f"return ({RUN})(...values)", questions(data, times))


def print_row(host: str, label: str, results: Sequence[float]) -> None:
    """Print a line of the table: host, call, value, positions, seconds, and million positions per second."""
    value, count, seconds = results
    print(f"{host:12}{label:40}{value:>12,}{count:>14,}{seconds:10.3f} s{count / seconds / 1e6:10.3f} M/s", flush=True)


def plain(_: Sequence[str]) -> int:
    """Measure the kernel's source as plain Python, without compiling it. Its calls search less than those elsewhere.

    Return the exit status.
    """
    kernel = Plain(NAME)
    for name, cell in cells():
        kernel.write(name, cell)
    for job in jobs(True):
        print_row("Python", job.label, measured(kernel, job, 1))
    return 0


def main(argv: Sequence[str]) -> int:
    """Print the table of speeds and return the exit status."""
    parser = argparse.ArgumentParser(prog="bench kernels", description=__doc__)
    parser.add_argument("--times", type=int, default=TIMES, help="repetitions, of which the fastest counts")
    parser.add_argument("--wasm", type=Path, help="another build of the same kernel, to compare")
    parser.add_argument(
        "--plain", action="store_true", help="measure the source as plain Python, here and in the page's Python"
    )
    options = parser.parse_args(argv)
    if options.plain:
        return here_and_there("kernels", ["--plain"], plain)
    data = options.wasm.read_bytes() if options.wasm else code(NAME, print)
    print(f"{len(data):,} bytes")
    kernel = Native(data)
    for name, cell in cells():
        kernel.write(name, cell)
    for stage in range(int(kernel.numbers["STAGES"])):
        kernel.call("unfold", stage)
    for job in jobs(False):
        print_row("wasmtime", job.label, measured(kernel, job, options.times))
    for host, run in (("Node", under_node), ("Chromium", in_chromium), ("Firefox", in_firefox)):
        with suppress(ImportError, Missing):
            instantiated, results = run(data, options.times)
            for job, cell in zip(jobs(False), results, strict=True):
                print_row(host, job.label, cell)
            print(f"{host:12}made to run in {instantiated:.1f} ms")
    return 0
