"""Measure games of Kilkenny Cats of one opponent against itself: length, winners, and kinds of endings.

Example: `python3 -m tests.bench kilkenny --games 400`. The columns are the figures by which the layout of the board was
chosen: rounds (mean, 95 % quantile, longest), wins by order of play, games won by mice, captures in a game, moves to
choose from, and rolls that no cat could use. The last two columns count games with a draw offer, and games that ended
by one. Opponents accept draws as they do in the page.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from statistics import mean
from typing import Final, NamedTuple

from chowk.core import chance
from chowk.core.position import CHANCE, Seat
from chowk.engine.search_budget import Clock
from chowk.games.kilkenny import rules
from chowk.games.kilkenny.engine import bots
from chowk.games.kilkenny.engine.race import race
from chowk.games.kilkenny.rules import FORFEIT, Move, Position
from tools.build import kernel_provider

RANDOM, GREEDY = -2, -1
"""Numbers of two players that are not opponents of the game: random moves, and a greedy race.

The greedy player also gives captures a small value.
"""
CAPTURE: Final = 0.3
"""Value of a capture to the greedy player, in turns, the unit of `race`."""
FREE: Final = {"rounds": "0"}
"""House rules for games of random moves. Such games last long, so they do not end after rounds without progress."""


class Game(NamedTuple):
    """A finished game: winner (None for a draw), reason, first player, and some counts.

    The counts are turns, captures, lost turns, moves to choose from, and draw offers.
    """

    winner: Seat | None
    why: str
    began: Seat
    turns: int
    captures: int
    forfeits: int
    choices: int
    offers: int


def play(seats: int, level: int, seed: int) -> Game:
    """Play a game among `seats` players of one level, with dice from `seed`. `level` may be `RANDOM` or `GREEDY`."""
    position = rules.start(seats, FREE if level == RANDOM else {}, seed)
    began, random = position.mover, Random(seed)
    turns = captures = forfeits = choices = offers = 0
    while (outcome := position.outcome()) is None:
        if rules.offers_draw(position):
            offers += 1
            if all(bots.accepts(position, seat) for seat in rules.agreeing(position)):
                return Game(None, "agreed", began, turns, captures, forfeits, choices, offers)
        if position.turn == CHANCE:
            position = position.play(chance.pick(position.moves(), position.odds(), seed, turns))
            continue
        moves = position.moves()
        lost = moves[0] == FORFEIT
        turns, forfeits, choices = turns + 1, forfeits + lost, choices + (0 if lost else len(moves))
        after = position.play(chosen(position, level, seed, random))
        captures += cats(after) < cats(position)
        position = after
    return Game(outcome.winner, outcome.why, began, turns, captures, forfeits, choices, offers)


def chosen(position: Position, level: int, seed: int, random: Random) -> Move:
    """Return the move that a player chooses. `level` may be `RANDOM` or `GREEDY`."""
    moves = position.moves()
    if level == RANDOM or moves[0] == FORFEIT:
        return random.choice(moves)
    if level == GREEDY:
        values = [greed(position, position.play(move)) for move in moves]
        return random.choice([move for move, value in zip(moves, values, strict=True) if value > max(values) - 1e-9])
    *_, thought = bots.think(position, (), level, seed, Clock(bots.LEVELS[level].seconds))
    return thought.move


def greed(before: Position, after: Position) -> float:
    """Return the value of a move to the greedy player: captures, less the turns of the race to the mice after it."""
    return CAPTURE * (cats(before) - cats(after)) - race(before.side, after.cats[before.mover])


def cats(position: Position) -> int:
    """Return the number of cats on the board."""
    return sum(map(int.bit_count, position.cats))


def line(seats: int, level: int, games: int) -> str:
    """Play `games` games among `seats` players of one level. Return the line of the table with their figures."""
    played = [play(seats, level, seed) for seed in range(games)]
    rounds = sorted(game.turns / seats for game in played)
    order = [
        sum(game.winner is not None and (game.winner - game.began) % seats == seat for game in played)
        for seat in range(seats)
    ]
    turns = sum(game.turns for game in played)
    name = {RANDOM: "random", GREEDY: "greedy"}.get(level) or str(bots.LEVELS[level].name)
    return (
        f"{name:10} {seats} players: rounds {mean(rounds):.1f} / {rounds[games * 95 // 100]:.0f} / {rounds[-1]:.0f},"
        f" wins by order {' '.join(f'{won / games:.1%}' for won in order)},"
        f" by mice {sum(game.why == 'mice' for game in played) / games:.0%},"
        f" captures {mean(game.captures for game in played):.1f},"
        f" choices {sum(game.choices for game in played) / turns:.0f},"
        f" lost turns {sum(game.forfeits for game in played) / turns:.2%},"
        f" offered a draw {sum(game.offers > 0 for game in played)},"
        f" agreed {sum(game.why == 'agreed' for game in played)},"
        f" {games} games"
    )


def main(argv: Sequence[str]) -> int:
    """Print a line of figures for each number of players."""
    parser = argparse.ArgumentParser(prog="bench kilkenny", description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--level", default="greedy", help="random, greedy (default), or a level from 0")
    parser.add_argument("--seats", type=int, help="2, 3 or 4; all by default")
    options = parser.parse_args(argv)
    kernel_provider.provide()
    level = {"random": RANDOM, "greedy": GREEDY}.get(options.level)
    for seats in [options.seats] if options.seats else (2, 3, 4):
        print(line(seats, int(options.level) if level is None else level, options.games), flush=True)
    return 0
