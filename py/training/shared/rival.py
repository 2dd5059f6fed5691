"""Play contests with other programs: the line protocol, and games that are saved as they end."""

from __future__ import annotations

import json
import shlex
import subprocess
import time
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

Move = TypeVar("Move")


@contextmanager
def speaking(command: str) -> Iterator[subprocess.Popen[str]]:
    """Run the other program during the `with` block, and kill it at the end."""
    with subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as rival:
        try:
            yield rival
        finally:
            rival.kill()


def ask(rival: subprocess.Popen[str], question: str, answers: Mapping[str, Move]) -> tuple[Move, list[str]]:
    """Send a line to the other program. Return the move that it answers, and the further words of its answer.

    `answers` maps each possible first word of the answer to a move. Raise `RuntimeError` for any other word.
    """
    if rival.stdin is None or rival.stdout is None:
        raise RuntimeError("the other program cannot be spoken to")
    rival.stdin.write(f"{question}\n")
    rival.stdin.flush()
    answer = rival.stdout.readline()
    word, *others = answer.split() or [""]
    if word not in answers:
        raise RuntimeError(f"no legal move after {question}: {answer!r}")
    return answers[word], others


def options(doc: str | None) -> ArgumentParser:
    """Return a parser with the command-line options of every contest with another program.

    `doc` is the description in the help text.
    """
    parser = ArgumentParser(description=doc, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("rival", help="the command of the other program")
    parser.add_argument("--ours", type=float, default=2.0, help="our seconds a move (default 2)")
    parser.add_argument("--games", type=int, default=40, help="number of games (default 40)")
    parser.add_argument("--minutes", type=float, default=1e9, help="minutes after which no game is begun")
    parser.add_argument("--keep", type=Path, required=True, help="a file for the games; a later run continues it")
    return parser


def played(games: int, minutes: float, keep: Path, play: Callable[[int], dict[str, Any]]) -> list[dict[str, Any]]:
    """Play the contest's games and return their records in order.

    Games that are saved in the file `keep` are not played again. No game starts later than `minutes` minutes from now.
    """
    records = dict[int, dict[str, Any]]()
    if keep.exists():
        records.update(map(json.loads, keep.read_text().splitlines()))
    began = time.monotonic()
    for number in range(games):
        if number in records or time.monotonic() - began > 60 * minutes:
            continue
        records[number] = play(number)
        with keep.open("a") as file:
            file.write(json.dumps([number, records[number]]) + "\n")
        print(number, records[number]["own"], len(records[number]["moves"]), flush=True)
    return [records[number] for number in sorted(records)]
