"""Contests between two weight files of a kernel: games in pairs, each opening from both sides, saved as they end."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from math import nan, sqrt
from pathlib import Path
from statistics import mean, stdev


def played(games: Iterable[int], play: Callable[[int], float], kept: Path | None) -> list[float]:
    """Return the first file's score in each game, by number; games saved in the file `kept` are not played again."""
    found = dict[int, float]()
    if kept is not None and kept.exists():
        found.update(map(json.loads, kept.read_text().splitlines()))
    for number in games:
        if number in found:
            continue
        found[number] = play(number)
        if kept is not None:
            with kept.open("a") as file:
                file.write(json.dumps([number, found[number]]) + "\n")
    return [found[number] for number in sorted(found)]


def told(shares: Sequence[float]) -> str:
    """Return a summary: games won, drawn and lost, and the share of the points."""
    won, lost = shares.count(1), shares.count(0)
    return f"+{won} ={len(shares) - won - lost} -{lost}: {mean(shares):.1%}, standard error {error(shares):.1%}"


def error(results: Sequence[float]) -> float:
    """Return the standard error of the mean, counting the two games of an opening as one result; NaN for one pair."""
    pairs = [mean(results[at : at + 2]) for at in range(0, len(results), 2)]
    return stdev(pairs) / sqrt(len(pairs)) if len(pairs) > 1 else nan
