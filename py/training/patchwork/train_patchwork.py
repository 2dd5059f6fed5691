"""Fit the evaluation of those opponents of Patchwork that run in Python, not in the compiled kernel.

The evaluation plays games against itself and is then fitted to their final margins.

`python3 -m training.patchwork.train_patchwork --games 4000` (in py/) prints the weights for
`chowk.games.patchwork.engine.worth` that fit these games. It also prints by how much the old and the new weights miss
the final margins of held-out games.
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
"""Search depth in the games, in choices."""
RASH: Final = 0.1
"""Share of choices that are random."""
MOST: Final = 60
"""Greatest margin, in points. Greater margins count as this one."""
KEPT: Final = 5
"""One game in this many is held out from the fit, to measure the error."""


class Sample(NamedTuple):
    """A state of a game, and the final margin in points of the player to move in it."""

    state: Standing
    margin: int


def play(number: int) -> list[Sample]:
    """Play the game with this number and return its states in which a player chose to buy a patch or to advance."""
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
    return [Sample(met_state, state.margin if met_state.seat == state.seat else -state.margin) for met_state in met]


def features(side: Holding) -> list[float]:
    """Return the features of one player's side, in the order of the weights in `worth`.

    The features for having the next choice are left out.
    """
    share, incomes_left = (53 - side.space) / 53, 9 - PAID[side.space]
    much, full, going = max(0, side.filled - 50), max(0, side.filled - 60), float(side.space < 53)
    root = side.buttons**0.5
    return [
        *(side.buttons * share, side.buttons * share**2),
        *(side.income * incomes_left, side.income * incomes_left**2 / 9, side.income * incomes_left**3 / 81),
        *(going, share, share**2, share**3),
        *(root * going, root * share, root * share**2),
        *(side.filled * share, much * share, full * share),
        *(full * going, full**2 * going),
    ]


def row(state: Standing) -> list[float]:
    """Return a row of the fit for a state.

    It holds the features of the player to move minus those of the opponent, the number 1, the share of the track that
    the player to move has still to go, and the square of this share.
    """
    share = (53 - state.own.space) / 53
    both = zip(features(state.own), features(state.other), strict=True)
    return [*(own - other for own, other in both), 1.0, share, share**2]


def table(samples: list[Sample]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the rows of the fit, and for each row the final margin minus the current margin."""
    changes = [max(-MOST, min(MOST, sample.margin)) - sample.state.margin for sample in samples]
    return np.array([row(sample.state) for sample in samples]), np.array(changes, dtype=np.float64)


def groups(weights: NDArray[np.floating[Any]]) -> Iterator[tuple[str, list[float]]]:
    """Yield the fitted weights in groups. A group is the name of a constant of the module `worth`, and its weights."""
    offset = 0
    for name, count in (
        ("_BUTTONS", 2),
        ("_INCOME", 3),
        ("_TIME", 4),
        ("_FIRST_BUTTONS", 3),
        ("_COVER", 3),
        ("_LATE_COVER", 2),
        ("_TURN", 3),
    ):
        yield name, [round(float(weight), 4) for weight in weights[offset : offset + count]]
        offset += count


def main() -> None:
    """Run the command: play games, fit the weights, and print them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--first", type=int, default=1, help="the number of the first game")
    options = parser.parse_args()
    learnt, held_out = list[Sample](), list[Sample]()
    for number in range(options.first, options.first + options.games):
        (learnt if number % KEPT else held_out).extend(play(number))
    rows, changes = table(learnt)
    weights = np.linalg.solve(rows.T @ rows + np.eye(rows.shape[1]), rows.T @ changes)
    for name, numbers in groups(weights):
        print(name, numbers, "now", list(getattr(worth, name)))
    rows, changes = table(held_out)
    now = np.array([weight for name, _ in groups(weights) for weight in getattr(worth, name)])
    for name, numbers_tried in (("fitted", weights), ("now", now), ("by the score so far", 0 * weights)):
        print(f"{name}: misses the margin by {np.sqrt(np.mean((rows @ numbers_tried - changes) ** 2)):.2f} points")
    print(f"{len(learnt)} states learnt from, {len(held_out)} kept apart")


if __name__ == "__main__":
    main()
