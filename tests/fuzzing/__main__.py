"""Fuzz the readers of texts with damaged texts and print the results: `python3 -m tests.fuzzing [READER …]`.

Without arguments all readers are tested. If a reader breaks a guarantee, the text is printed, and the run of that
reader ends.

With `--kept FILE` the inputs are split into parts, each with its own seed, and the result of each part is written to
the file. So a long run can be interrupted and resumed, or divided among processes (`--share 1/2`). `--summarise FILE`
sums up such files. Start a new file when a reader has changed.

`python3 -m tests.fuzzing actions` fuzzes the whole application instead; see `actions.py`.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    """Run the command: fuzz the readers and return the exit status."""
    sys.path[:0] = [str(ROOT), str(ROOT / "py")]
    from tests.fuzzing import actions, long_run, trying
    from tests.fuzzing.readers import readers

    if sys.argv[1:2] == ["actions"]:
        return actions.main(sys.argv[2:])
    known = readers()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("readers", nargs="*", metavar="READER", help=f"one of {', '.join(known)}")
    parser.add_argument("--inputs", type=int, default=10**6)
    parser.add_argument("--seed", type=int, default=trying.SEED)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="maximum processor seconds for each reader")
    parser.add_argument(
        "--steps", action="store_true", help="print the executed lines for texts of growing length instead"
    )
    parser.add_argument("--kept", type=Path, help="a file for the results of the parts of a long run")
    parser.add_argument("--share", default="1/1", help="with --kept: the number of this process, and of all processes")
    parser.add_argument("--summarise", type=Path, nargs="+", help="only sum up such files")
    options = parser.parse_args()
    if options.summarise:
        print(
            "\n".join(long_run.summaries(line for file in options.summarise for line in file.read_text().splitlines()))
        )
        return 0
    if options.kept:
        return long_run.kept(options.kept, options.readers or list(known), options.inputs, options.seed, options.share)
    if options.steps:
        for name in options.readers or known:
            print(lengths(name), flush=True)
        return 0
    holes = 0
    for name in options.readers or known:
        began, done = time.process_time(), 0

        def hear(number: int) -> None:
            nonlocal done
            done = number + 1
            if not done % 100 and time.process_time() - began > options.seconds:  # noqa: B023 - heard at once
                raise TimeoutError

        try:
            result = trying.tried(known[name], options.inputs, options.seed, hear)
            taken, complaints = result.answers[""] / result.inputs, len(result.answers.keys() - {""})
            what = f"{taken:6.1%} taken, {complaints} complaints, slowest {result.slowest * 1000:.1f} ms"
        except TimeoutError:
            what = "no hole before its time was over"
        except trying.Hole as hole:
            holes += 1
            what = f"HOLE at {hole}"
        each = (time.process_time() - began) / max(done, 1)
        print(f"{name:20} {done:>9,} inputs, {each * 1e6:6.0f} µs each, {what}", flush=True)
    return 1 if holes else 0


def lengths(name: str, tries: int = 60) -> str:
    """Return a line of text with the cost of the reader `name` for texts of four lengths.

    The cost of a text is the number of Python lines executed and the time in milliseconds. Each text repeats the same
    piece. `tries` random pieces are tried, and the one with the most lines for each character is taken.
    """
    from random import Random

    from tests.fuzzing import steps
    from tests.fuzzing.readers import complaint, readers

    reader, random = readers()[name], Random(7)
    tried = [steps.repeated(reader.samples(), random) for _ in range(tries)]
    worst = max(tried, key=lambda text: steps.steps(reader, text.text(4000)) / len(text.text(4000)))
    rows = []
    for length in (1000, 4000, 16_000, 64_000):
        text = worst.text(length)
        began = time.process_time()
        complaint(reader.read, text)
        spent = time.process_time() - began
        rows.append(f"{len(text):>6,}: {steps.steps(reader, text):>7,} lines {spent * 1000:6.1f} ms")
    return f"{name:20} {'; '.join(rows)}   …{worst.piece!r:.20}…"


if __name__ == "__main__":
    sys.exit(main())
