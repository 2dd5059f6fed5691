"""Fit the evaluation of those Parcheesi opponents that run in plain Python, without the kernel.

The evaluation plays games against itself, and its weights are fitted to the winners of these games.

`python3 -m training.parcheesi.train_parcheesi --seats 4 --games 1000 --rounds 4` (in py/) prints the weights of
`chowk.games.parcheesi.engine.worth` for four seats after each round, and their score against the previous weights.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import exp
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chowk.core.position import Seat
from chowk.games.parcheesi import rules
from chowk.games.parcheesi.engine.results import AllPawns, Fixed, Sequel, rolled
from chowk.games.parcheesi.engine.worth import FEATURES, WEIGHTS, chances, features

EVERY = 4
"""One position in this many is used for the fit, because neighbouring positions are nearly the same."""


class Sample(NamedTuple):
    """A position for the fit: the features of each seat before a roll, and the winner of its game."""

    rows: list[list[float]]
    winner: Seat


def play(seats: int, weights: Sequence[Sequence[float]], random: Random, heat: float) -> tuple[Seat, list[Sample]]:
    """Play a game in which each seat searches one ply with its own weights. Return the winner and some positions.

    With `heat` above 0, sometimes play a move that is nearly the best.
    """
    start = rules.start(seats, {"first": "seat"}, random.randrange(1 << 30))
    game = Fixed(start.sides, start.house)
    table: AllPawns = tuple((-1,) * 4 for _ in range(seats))
    mover, met = 0, []
    while True:
        if random.randrange(EVERY) == 0:
            met.append(features(table, game.sides, mover))
        first, second = random.randint(1, 6), random.randint(1, 6)
        after = mover if first == second else (mover + 1) % seats
        results = rolled(game, table, mover, max(first, second), min(first, second))
        table = chosen(results, game, mover, after, weights[mover], random, heat).table
        if table[mover][0] == rules.board.HOME:
            return mover, [Sample(rows, mover) for rows in met]
        mover = after


def chosen(
    results: list[Sequel], game: Fixed, mover: Seat, after: Seat, weights: Sequence[float], random: Random, heat: float
) -> Sequel:
    """Return one of the `results` of a roll: the one after which the mover's chance to win is best.

    `after` is the seat that rolls next. With `heat` above 0, sometimes return a result that is nearly as good.
    """
    if len(results) == 1:
        return results[0]
    values = [chances(result.table, game.sides, after, (), weights)[mover] for result in results]
    if heat:
        best = max(values)
        return random.choices(results, [exp((value - best) / heat) for value in values])[0]
    return results[values.index(max(values))]


def fit(samples: list[Sample], weights: Sequence[float], ridge: float = 1.0) -> tuple[list[float], float]:
    """Return the weights that make the winners of the samples likeliest, and the mean loss.

    The loss of a sample is minus the logarithm of the winner's chance. Newton's method starts from `weights`. A penalty
    (`ridge`) pulls the weights towards 0.
    """
    rows = np.array([sample.rows for sample in samples])
    won = np.eye(rows.shape[1])[[sample.winner for sample in samples]]
    estimate = np.array(weights, dtype=float)
    for _ in range(12):
        shares = _shares(rows, estimate)
        slope = np.einsum("ns,nsf->f", won - shares, rows) - ridge * estimate
        mean = np.einsum("ns,nsf->nf", shares, rows)
        bend = np.einsum("ns,nsf,nsg->fg", shares, rows, rows) - mean.T @ mean + ridge * np.eye(len(estimate))
        step = np.linalg.solve(bend, slope)
        estimate += step
        if np.abs(step).max() < 1e-6:
            break
    loss = -np.log((_shares(rows, estimate) * won).sum(axis=1)).mean()
    return [float(weight) for weight in estimate], float(loss)


def _shares(rows: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    strengths = rows @ weights
    shares = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    normalised: NDArray[np.float64] = shares / shares.sum(axis=1, keepdims=True)
    return normalised


def duel(seats: int, new: Sequence[float], old: Sequence[float], games: int, random: Random) -> float:
    """Return the share of games that the new weights win when they play every second seat. One half is even."""
    won = 0
    for number in range(games):
        mine = [(seat + number) % 2 == 0 for seat in range(seats)]
        winner, _ = play(seats, [new if own else old for own in mine], random, 0.0)
        won += mine[winner]
    return won / games


def rounds(seats: int, games: int, count: int, random: Random) -> Iterator[tuple[list[float], float, float]]:
    """Yield after each round of training: the new weights, their loss, and their score against the previous weights.

    There are `count` rounds. Each plays `games` games for the fit, and half as many for the score.
    """
    weights = list(WEIGHTS[seats])
    for _ in range(count):
        samples = [sample for _ in range(games) for sample in play(seats, [weights] * seats, random, 0.01)[1]]
        learnt, loss = fit(samples, weights)
        yield learnt, loss, duel(seats, learnt, weights, games // 2, random)
        weights = learnt


def main() -> None:
    """Run the command: train and print the weights after each round."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for weights, loss, share in rounds(options.seats, options.games, options.rounds, Random(options.seed)):
        text = ", ".join(f"{name} {weight:.3f}" for name, weight in zip(FEATURES, weights, strict=True))
        print(f"loss {loss:.4f}, {share:.1%} against the weights before: {text}", flush=True)


if __name__ == "__main__":
    main()
