"""Measure how often players of known strength win against the opponent that adapts to their strength.

Example: `python3 -m tests.bench fitting reversi --persons 1000`. By default each game is decided at random, by the
difference of the ratings (`games.api.Ladder`): a quick test of how fast the estimate of a player's rating becomes
correct. Each player has the rating of one of the game's levels, or one between two levels.

With `--engines` each game is played: one opponent stands in for the person, at the ranks in `--ranks` (positions in the
order of levels, such as 1.5), and all clocks are divided by `--haste`.

With `--throws` no games are decided. Instead, each level, and opponents between it and the next level, choose moves in
positions of random games. The losses of their moves are printed for comparison: how much worse each move is than the
best one, by a survey (a search for the value of every move).
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterable, Mapping, Sequence
from statistics import mean
from typing import Any, Final

from chowk.core.position import CHANCE
from chowk.engine.between import WHOLE, Between
from chowk.engine.protocol import Scope
from chowk.engine.search_budget import Clock
from chowk.games import load
from chowk.games.api import Game
from chowk.storage.fitting import Belief, placed, rating_of, unknown
from chowk.storage.plan import SeatPlan
from chowk.storage.statistics import Result, against_of
from tests.bench import levels
from tests.bench.levels import contest, opening, play
from tools.build import kernel_provider

PARTS: Final = ((0, 1), (1, 4), (4, 8), (8, 12), (12, 24), (24, 200))
"""The parts of a series of games, each as the number of its first game and the number after its last game."""
LONG: Final = 10.0
"""Thinking time in seconds. No search here takes so long."""
GAMES_TO_LEVEL: Final = 12
"""The number of games after which a person should win about half."""


def ranked(game: Game, rank: float) -> int | Between:
    """Return the opponent at a rank, such as 1.5 for the middle between the second and the third level."""
    near = min(int(rank + 0.5), len(game.bots.LEVELS) - 1)
    return game.between(game.bots.LEVELS[near].number, round(WHOLE * (rank - near)))


def rating_at(game: Game, seat: SeatPlan) -> float:
    """Return the rating of the opponent in a seat."""
    found = rating_of(game, Result(game.name, 2, against_of(seat), 1, False, None, False, 0, ""))
    assert found is not None, "its level is offered"
    return found


def result(game: Game, seat: SeatPlan, share: float) -> Result:
    """Return the result of a person's game against the opponent in a seat.

    `share` is the person's share of the points: 1 for a win, 0.5 for a draw, or 0.
    """
    return Result(game.name, 2, against_of(seat), 1 if share else 2, share == 1 / 2, None, False, 0, "")


def series(game: Game, strength: float, count: int, seed: int) -> list[float]:
    """Return the chance to win each game of a series, for a person rated `strength`. Games are decided at random."""
    assert game.ladder is not None
    lot, belief, chances = random.Random(seed), unknown(game.ladder.ratings), list[float]()
    for _ in range(count):
        seat, belief_before = _seat(game, belief), belief
        opponent = rating_at(game, seat)
        chances.append(1 / (1 + 10 ** ((opponent - strength) / 400)))
        belief = belief_before.after(result(game, seat, float(lot.random() < chances[-1])), opponent)
    return chances


def _seat(game: Game, belief: Belief) -> SeatPlan:
    own = placed(game, belief, 0)
    assert own is not None
    return own.seat


def strengths(game: Game) -> list[tuple[str, float]]:
    """Return the ratings of all levels, and of two persons between levels, with a name for each."""
    assert game.ladder is not None
    ratings = game.ladder.ratings
    named = [(level.name.text, float(rating)) for level, rating in zip(game.bots.LEVELS, ratings, strict=True)]
    for rank in (1, len(ratings) - 3):
        upper, lower = game.bots.LEVELS[rank + 1].name.text, game.bots.LEVELS[rank].name.text
        named.append((f"between {lower} and {upper}", (ratings[rank] + ratings[rank + 1]) / 2))
    return named


def simulate(name: str, persons: int) -> None:
    """Simulate `persons` series of games for each strength, and print a line for each.

    The line has the mean chance to win in each part of the series. Its last number is the share of persons whose mean
    chance to win after the first `GAMES_TO_LEVEL` games is from 40 to 60 %.
    """
    game = load(name)
    print(f"{name}: games {', '.join(f'{first + 1}-{last}' for first, last in PARTS)}; persons at 40 to 60 % of 13-200")
    for title, strength in strengths(game):
        curves = [series(game, strength, PARTS[-1][1], seed) for seed in range(persons)]
        parts = [mean(mean(curve[first:last]) for curve in curves) for first, last in PARTS]
        inside = mean(0.4 <= mean(curve[GAMES_TO_LEVEL:]) <= 0.6 for curve in curves)
        print(f"  {title:32} {' '.join(f'{part:6.1%}' for part in parts)}  {inside:6.1%}", flush=True)


def engines(name: str, ranks: Iterable[float], count: int, haste: float) -> None:
    """Play games of an opponent, in place of a person, against the opponent that adapts to it. Print how often it wins.

    `ranks` are the ranks of the opponent in place of a person: `count` games are played with each.
    """
    game, table = load(name), contest(name, 2)
    assert game.ladder is not None
    for rank in ranks:
        person, belief, shares = ranked(game, rank), unknown(game.ladder.ratings), list[float]()
        began, offsets = time.perf_counter(), list[float]()
        for number in range(count):
            seat, own = _seat(game, belief), number % 2
            other = game.between(seat.level, seat.offset)
            offsets.append(game.strength(seat.level) + (seat.offset or 0) / WHOLE)
            players = [_played(game, person), _played(game, other)]
            outcome, _, _ = play(table, opening(table, number), players[:: -1 if own else 1], number, haste)
            won = [place == 1 for place in outcome.places]
            shares.append(won[own] / sum(won))
            belief = belief.after(result(game, seat, shares[-1]), rating_at(game, seat))
        parts = [
            f"{first + 1}-{min(last, count)}: {mean(shares[first:last]):.0%}" for first, last in PARTS if first < count
        ]
        print(
            f"{name}, person at rank {rank:g}, {count} games: {', '.join(parts)}; {GAMES_TO_LEVEL + 1}-{count}: "
            f"{mean(shares[GAMES_TO_LEVEL:]):.1%}, opponent at rank {mean(offsets[GAMES_TO_LEVEL:]):.2f}; "
            f"{time.perf_counter() - began:.0f} s",
            flush=True,
        )


def _played(game: Game, level: int | Between) -> int | Between:
    """Return an opponent in the form that `levels.play` takes.

    For a level this is its rank. An opponent between two levels is returned unchanged.
    """
    return game.strength(level) if isinstance(level, int) else level


def positions(name: str, count: int) -> list[Any]:
    """Return up to `count` positions in which a player has a choice, each from another game of random moves."""
    table, found = contest(name, 2), list[Any]()
    for number in range(count * 10):
        lot, position = random.Random(f"{name}/{number}"), opening(table, number)
        for _ in range(lot.randrange(4, 60)):
            if position.outcome() is None and position.moves():
                position = position.play(lot.choice(position.moves()))
        while position.turn == CHANCE and position.outcome() is None:
            position = position.play(lot.choice(position.moves()))
        if position.outcome() is None and len(position.moves()) > 1:
            found.append(position)
        if len(found) == count:
            return found
    return found


def surveyed(game: Game, places: Sequence[Any], depth: int, nodes: int) -> list[Mapping[Any, float]]:
    """Return the values of the moves of each position, by a survey.

    A survey searches `depth` moves ahead, and visits at most `nodes` positions.
    """
    assert game.survey is not None
    found = list[Mapping[Any, float]]()
    for position in places:
        *_, survey = game.survey(position, (), Scope(depth, nodes), Clock(LONG, time.process_time))
        found.append({line.moves[0]: line.score for line in survey.lines if line.score is not None})
    return found


def losses(
    game: Game, level: int | Between, places: Sequence[Any], values: Sequence[Mapping[Any, float]], seeds: int
) -> list[float]:
    """Return by how much each choice of an opponent is worse than the best move, by the values of a survey.

    The opponent chooses `seeds` times in each position. Choices that the survey leaves out are ignored, so all
    opponents are measured by the same moves.
    """
    assert game.ladder is not None
    found = list[float]()
    for position, worth in zip(places, values, strict=True):
        for seed in range(seeds):
            *_, thought = game.ladder.think(position, (), level, seed, Clock(LONG, time.process_time))
            if thought.move in worth:
                found.append(max(worth.values()) - worth[thought.move])
    return found


def worst_tenth(losses_of_choices: Sequence[float]) -> tuple[float, float]:
    """Return the smallest loss among the worst tenth of the choices, and the mean loss of this tenth.

    `losses_of_choices` holds the losses of all choices.
    """
    ordered = sorted(losses_of_choices)
    tail = ordered[(9 * len(ordered)) // 10 :]
    return tail[0], mean(tail)


def throws(name: str, count: int, seeds: int, nodes: int) -> None:
    """Print how much the moves of each level lose, and those of opponents between it and the next level.

    For each opponent, print the mean loss, and the losses in the worst tenth of its moves. The opponents choose moves
    in `count` positions, with `seeds` seeds in each. A survey (the values of all moves) visits at most `nodes`
    positions.
    """
    game = load(name)
    places = positions(name, count)
    values = surveyed(game, places, 1 if game.weigh is not None else 6, nodes)
    for rank in range(len(game.bots.LEVELS) - 1):
        for share in (0, 0.25, 0.5, 0.75):
            found = losses(game, ranked(game, rank + share), places, values, seeds)
            limit, tail = worst_tenth(found)
            print(
                f"{name} rank {rank + share:g}: mean loss {mean(found):.2f}, worst tenth from {limit:.2f}, its mean "
                f"{tail:.2f}, largest {max(found):.2f}",
                flush=True,
            )


def main(argv: Sequence[str]) -> int:
    """Print the results of simulated or real games, or compare single moves, and return the exit status."""
    parser = argparse.ArgumentParser(prog="bench fitting", description=__doc__)
    parser.add_argument("games", nargs="*", default=sorted(levels.OPENINGS | {"reversi": levels.USUAL}))
    parser.add_argument("--persons", type=int, default=200, help="simulated persons of each strength (default 200)")
    parser.add_argument("--engines", type=int, default=0, help="number of games to play by real opponents")
    parser.add_argument("--ranks", default="0,1,1.5,2", help="ranks of the opponents in place of a person")
    parser.add_argument("--haste", type=float, default=2.7, help="divisor of every clock (default 2.7)")
    parser.add_argument("--throws", type=int, default=0, help="number of positions in which moves are compared")
    options = parser.parse_args(argv)
    if 0 < options.engines <= GAMES_TO_LEVEL:
        parser.error(f"--engines must be more than {GAMES_TO_LEVEL}")
    if options.engines or options.throws:
        kernel_provider.provide()
    for name in options.games:
        if options.engines:
            engines(name, map(float, options.ranks.split(",")), options.engines, options.haste)
        elif options.throws:
            throws(name, options.throws, 8, 20_000)
        else:
            simulate(name, options.persons)
    return 0
