"""Fuzz in stored parts, so that a long run can be interrupted, resumed and divided among processes."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from tests.fuzzing import trying
from tests.fuzzing.readers import readers

PART: Final = 20_000
"""Number of inputs in one stored part."""


def kept(file: Path, names: Sequence[str], inputs: int, seed: int, share: str) -> int:
    """Fuzz the parts that are not in the file yet. Return the exit status: 1 if a reader broke a guarantee, else 0.

    `names` are the readers. The `inputs` texts for each reader are divided into parts. All readers have their first
    part before any has its second. `share` divides the parts among processes: "1/2" means that this process is the
    first of two.
    """
    known, holes = readers(), 0
    share_number, of = map(int, share.split("/"))
    done = {(part["reader"], part["seed"]) for part in map(json.loads, _lines(file))}
    parts = [(name, seed + number) for number in range(-(-inputs // PART)) for name in names]
    for name, begin in parts[share_number - 1 :: of]:
        if (name, begin) in done:
            continue
        began = time.process_time()
        part: dict[str, Any] = {"reader": name, "seed": begin}
        try:
            result = trying.tried(known[name], PART, begin)
        except trying.Hole as hole:
            holes += 1
            part |= {"hole": hole.text, "inputs": 0}
            print(f"{name}: HOLE at {hole}", flush=True)
        else:
            part |= {"inputs": result.inputs, "taken": result.answers[""], "slowest": result.slowest}
            part["complaints"] = sorted(result.answers.keys() - {""})
        with file.open("a") as out:
            out.write(json.dumps({**part, "seconds": time.process_time() - began}) + "\n")
    return 1 if holes else 0


def _lines(file: Path) -> list[str]:
    return file.read_text().splitlines() if file.exists() else []


def summaries(lines: Iterable[str]) -> list[str]:
    """Return, for each reader, a line of text that sums up the results of its parts.

    `lines` are the lines of files that `kept` wrote.
    """
    by_reader: dict[str, list[dict[str, Any]]] = {}
    for part in map(json.loads, lines):
        by_reader.setdefault(part["reader"], []).append(part)
    rows = []
    for name, parts in sorted(by_reader.items()):
        inputs = sum(part["inputs"] for part in parts)
        taken = sum(part.get("taken", 0) for part in parts) / max(inputs, 1)
        complaints = {complaint for part in parts for complaint in part.get("complaints", ())}
        slowest = max(part.get("slowest", 0.0) for part in parts) * 1000
        holes = sum("hole" in part for part in parts)
        rows.append(
            f"{name:20} {inputs:>9,} inputs, {taken:6.1%} taken, {len(complaints)} complaints, "
            f"slowest {slowest:.1f} ms, {holes} holes"
        )
    return rows
