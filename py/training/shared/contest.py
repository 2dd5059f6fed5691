"""Play contests between two weight files of a kernel.

Each opening is played twice, so that each file plays both sides. Games are saved.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from math import nan, sqrt
from pathlib import Path
from statistics import mean, stdev


def played(games: Iterable[int], play: Callable[[int], float], save_file: Path | None) -> list[float]:
    """Return the result of each game for the first weights, in the order of the games' numbers.

    `play` plays the game with a number and returns its result, such as a score or a lead. Games that are saved in the
    file are not played again. The results of all saved games are returned, even of those that `games` does not name.
    New games are added to the file.
    """
    scores = dict[int, float]()
    if save_file is not None and save_file.exists():
        scores.update(map(json.loads, save_file.read_text().splitlines()))
    for number in games:
        if number in scores:
            continue
        scores[number] = play(number)
        if save_file is not None:
            with save_file.open("a") as file:
                file.write(json.dumps([number, scores[number]]) + "\n")
    return [scores[number] for number in sorted(scores)]


def summary(shares: Sequence[float]) -> str:
    """Return a line that sums up scores (1, 0.5 or 0): games won, drawn and lost, and the share of the points."""
    won, lost = shares.count(1), shares.count(0)
    return f"+{won} ={len(shares) - won - lost} -{lost}: {mean(shares):.1%}, standard error {error(shares):.1%}"


def error(results: Sequence[float]) -> float:
    """Return the standard error of the mean of results.

    Two successive results belong to the same opening. Their mean counts as one observation. If there are fewer than two
    observations, return NaN.
    """
    pairs = [mean(results[index : index + 2]) for index in range(0, len(results), 2)]
    return stdev(pairs) / sqrt(len(pairs)) if len(pairs) > 1 else nan
