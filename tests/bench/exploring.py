"""Measure the explorer's answers about a collection of Reversi, in plain Python and in the page's Python.

The collection and the index of its positions are those that `python3 -m tests.bench collecting --keep` has stored. The
folder must lie in the repository, because the page's Python sees no other: `.cache/collections`, for example.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from chowk import games
from chowk.features.collections import archive, position_index
from chowk.features.collections.explorer import WhosePlay, explored
from tests.bench._page import ROOT, here_and_there

ARCHIVE: Final = "reversi.archive"
"""Name of the file that holds the collection."""
INDEX: Final = "reversi.index"
"""Name of the file that holds the index of the collection's positions."""
DEEP: Final = 6
"""Number of the most frequent moves after which the explorer is asked."""


def best(work: Callable[[], Any], repetitions: int) -> tuple[Any, float]:
    """Call a function `repetitions` times. Return its last result and its shortest time in milliseconds."""
    shortest, answer = float("inf"), None
    for _ in range(repetitions):
        began = perf_counter()
        answer = work()
        shortest = min(shortest, 1000 * (perf_counter() - began))
    return answer, shortest


def main(argv: Sequence[str]) -> int:
    """Run the measurement in this Python and in the page's Python."""
    return here_and_there("exploring", argv, measure)


def measure(argv: Sequence[str]) -> int:
    """Ask the explorer about the first position and those after the most frequent moves, and print the times."""
    parser = argparse.ArgumentParser(prog="bench exploring", description=__doc__)
    parser.add_argument("folder", type=Path, help="a folder in the repository, with a stored collection")
    parser.add_argument("--repetitions", type=int, default=12, help="the best of so many times counts (default 12)")
    options = parser.parse_args(argv)
    folder = ROOT / options.folder
    kept = archive.read((folder / ARCHIVE).read_bytes())
    index = position_index.read((folder / INDEX).read_bytes(), kept)
    assert index is not None, "it was made for this collection"
    position: Any = games.load("reversi").match(1).position
    print_answer(kept, index, position, WhosePlay(kept.texts[kept.columns["one"][0]]), options.repetitions)
    for _ in range(DEEP + 1):
        moves = print_answer(kept, index, position, WhosePlay(), options.repetitions)
        position = position.play(games.load("reversi").notation.read_move(position, moves[0]))
    return 0


def print_answer(
    kept: archive.Archive, index: position_index.PositionIndex, position: Any, whose: WhosePlay, repetitions: int
) -> list[str]:
    """Print how long the explorer takes to answer for a position. Return the answer's moves, the most frequent first.

    `whose` says which games count, by their players. The shortest of `repetitions` times is printed.
    """
    answer, ms = best(lambda: explored(kept, index, "reversi", position, whose), repetitions)
    discs = (position.black | position.white).bit_count()
    print(
        f"{discs} discs{', one player' if whose != WhosePlay() else ''}: {answer['total']} games, {ms:.1f} ms",
        flush=True,
    )
    return [move for move, *_ in answer["moves"]]
