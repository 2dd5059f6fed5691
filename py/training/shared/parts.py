"""Play training games in parts, one file for each part, so that the work can be interrupted and continued.

Several processes or machines may play the parts (`training.shared.workers`). A part is written whole or not at all.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from training.shared import workers
from training.shared.workers import Part, Workers

MOST: Final = 1_000_000
"""Maximum number of parts of games."""
THIS_PROCESS: Final = workers.ThisProcess()
"""This process as the only worker, which is used unless a command asks for others."""


def arguments(parser: argparse.ArgumentParser, ridge: float, rounds: int, does: str) -> None:
    """Add the command-line options shared by the programs that play games in parts and fit weights to them.

    `ridge` and `rounds` are the defaults of the options `--ridge` and `--rounds`. `does` is the help text of
    `--rounds`.
    """
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=30, help="minutes of play (default 30)")
    parser.add_argument(
        "--every", default="0/1", help="parts to play: the first number and the step (default 0/1, all)"
    )
    workers.arguments(parser)
    parser.add_argument("--before", type=Path, help="a file of weights for the players, and for the start of the fit")
    parser.add_argument("--ridge", type=float, default=ridge, help=f"how firmly they are held there ({ridge:g})")
    parser.add_argument("--rounds", type=int, default=rounds, help=f"{does} ({rounds})")


def play(
    folder: Path,
    every: str,
    minutes: float,
    part: Part,
    size: int,
    most: int = MOST,
    hands: Workers = THIS_PROCESS,
) -> None:
    """Make the parts (files with the positions of some games) that are missing in the folder, for `minutes` minutes.

    `part` plays the games of the part with a given number, which is below `most`, and returns the file's content.
    `size` is the number of bytes of a position. `every` is the number of the first part and the step, such as `0/2`, so
    that several calls can share a folder. `hands` are the workers that play the parts.
    """
    folder.mkdir(parents=True, exist_ok=True)
    first, step = map(int, every.split("/"))
    numbers = workers.until(minutes, missing(folder, range(first, most, step)))
    for number, data in hands.play(part, numbers):
        unfinished = folder / f"{number:05}.tmp"
        unfinished.write_bytes(data)
        unfinished.rename(folder / f"{number:05}.games")
        print(f"part {number}: {len(data) // size} positions", flush=True)


def missing(folder: Path, numbers: range) -> Iterator[int]:
    """Yield the numbers of the parts that are missing in the folder, among `numbers`."""
    for number in numbers:
        if not (folder / f"{number:05}.games").exists():
            yield number


def played(folders: Sequence[Path], record: Any) -> NDArray[np.void]:
    """Return all positions saved in the folders, in the order of their parts, as an array of type `record`."""
    arrays = [np.fromfile(path, record) for folder in folders for path in sorted(folder.glob("*.games"))]
    return np.concatenate(arrays)
