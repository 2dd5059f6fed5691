"""Fit the evaluation of Patchwork's interpreted opponents: self-play games, then a fit to their final margins.

`python3 -m training.patchwork.train_patchwork --games 4000` (in py/) prints the numbers of
`chowk.games.patchwork.engine.worth` that these games suggest, and the errors of both on the margins of held-out games.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chowk.engine.search_budget import Clock
from chowk.games.patchwork import rules
from chowk.games.patchwork.engine import board, worth
from chowk.games.patchwork.engine.board import PAID, Holding, Standing
from chowk.games.patchwork.engine.packing import Fitter
from chowk.games.patchwork.engine.search import Search

DEPTH: Final = 6
RASH: Final = 0.1
"""Share of decisions that are random."""
MOST: Final = 60
"""Greater margins count as this one."""
KEPT: Final = 5
"""One game in this many is held out."""


class Sample(NamedTuple):
    """A state, and the final margin of the player to move in it."""

    state: Standing
    margin: int


def play(number: int) -> list[Sample]:
    """Return the states of one game in which something could be bought."""
    random, start = Random(number), rules.start(2, {}, number)
    house, state = board.board(start), board.state(start)
    packer, met = Fitter(house.blocks), list[Standing]()
    while not state.over:
        if state.single:
            state = house.sew(state, packer.best(state.own.quilt, 0, not state.tile))
            continue
        met.append(state)
        search = Search(house, state)
        if random.random() < RASH:
            state = random.choice(search.options()).after
        else:
            *_, ranking = search.deepen(DEPTH, Clock(1e9))
            state = ranking.options[0].after
    return [Sample(one, state.margin if one.seat == state.seat else -state.margin) for one in met]


def features(side: Holding) -> list[float]:
    """Return the features of one side, in the order of the numbers in `worth`, without those for the choice."""
    share, ahead = (53 - side.space) / 53, 9 - PAID[side.space]
    much, full, going = max(0, side.filled - 50), max(0, side.filled - 60), float(side.space < 53)
    root = side.buttons**0.5
    return [
        *(side.buttons * share, side.buttons * share**2),
        *(side.income * ahead, side.income * ahead**2 / 9, side.income * ahead**3 / 81),
        *(going, share, share**2, share**3),
        *(root * going, root * share, root * share**2),
        *(side.filled * share, much * share, full * share),
        *(full * going, full**2 * going),
    ]


def row(state: Standing) -> list[float]:
    """Return the own features less the opponent's, then 1 and the part of the track still to go, and its square."""
    share = (53 - state.own.space) / 53
    both = zip(features(state.own), features(state.other), strict=True)
    return [*(own - other for own, other in both), 1.0, share, share**2]


def table(samples: list[Sample]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the rows of samples, and the differences of the final margins from the current ones."""
    rest = [max(-MOST, min(MOST, one.margin)) - one.state.margin for one in samples]
    return np.array([row(one.state) for one in samples]), np.array(rest, dtype=np.float64)


def groups(weights: NDArray[np.floating[Any]]) -> Iterator[tuple[str, list[float]]]:
    """Yield the weights by their names in `worth`."""
    at = 0
    for name, count in (
        ("_BUTTONS", 2),
        ("_INCOME", 3),
        ("_TIME", 4),
        ("_FIRST_BUTTONS", 3),
        ("_COVER", 3),
        ("_LATE_COVER", 2),
        ("_TURN", 3),
    ):
        yield name, [round(float(one), 4) for one in weights[at : at + count]]
        at += count


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--first", type=int, default=1, help="the number of the first game")
    options = parser.parse_args()
    learnt, kept = list[Sample](), list[Sample]()
    for number in range(options.first, options.first + options.games):
        (learnt if number % KEPT else kept).extend(play(number))
    rows, rest = table(learnt)
    weights = np.linalg.solve(rows.T @ rows + np.eye(rows.shape[1]), rows.T @ rest)
    for name, numbers in groups(weights):
        print(name, numbers, "now", list(getattr(worth, name)))
    rows, rest = table(kept)
    now = np.array([one for name, _ in groups(weights) for one in getattr(worth, name)])
    for name, one in (("fitted", weights), ("now", now), ("by the score so far", 0 * weights)):
        print(f"{name}: misses the margin by {np.sqrt(np.mean((rows @ one - rest) ** 2)):.2f} points")
    print(f"{len(learnt)} states learnt from, {len(kept)} kept apart")


if __name__ == "__main__":
    main()
