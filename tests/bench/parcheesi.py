"""Measure Parcheesi: time to find the results of a roll (`rolls`), length and winners of games (`length`)."""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Mapping, Sequence
from statistics import mean, median
from typing import NamedTuple

from chowk.core.position import CHANCE, Seat
from chowk.engine.search_budget import Clock
from chowk.games.parcheesi import rules
from chowk.games.parcheesi.engine import bots
from chowk.games.parcheesi.rules.roll import paths, survey
from chowk.games.parcheesi.rules.state import stand
from tools.build import kernel_provider

FIRST = {"first": "seat"}
SECONDS = {level.number: level.seconds for level in bots.LEVELS}
"""The thinking time of each opponent, by its number, which is not its rank."""


class Played(NamedTuple):
    """A finished game: its winner, the turns of all players, the captures, and the seconds of the slowest move."""

    winner: Seat
    turns: int
    captures: int
    slowest: float


def play(seats: int, levels: Sequence[int], seed: int, options: Mapping[str, str], haste: float = 1.0) -> Played:
    """Play a game between opponents, whose numbers are given by seat, with dice from `seed`.

    `options` are the house rules. The opponents' time limits are divided by `haste`.
    """
    chance = random.Random(seed)
    position = rules.start(seats, options, seed)
    turns = captures = 0
    slowest = 0.0
    while not position.over:
        if position.turn == CHANCE:
            turns += not position.opening
            position = position.play(chance.choices(position.moves(), position.odds())[0])
            turns -= position.doubles > 1
            continue
        mover, began = position.mover, time.perf_counter()
        clock = Clock(SECONDS[levels[mover]] / haste)
        for thought in bots.think(position, (), levels[mover], seed, clock):
            move = thought.move
        slowest = max(slowest, time.perf_counter() - began)
        after = position.play(move)
        captures += sum(own.count(-1) for own in after.pawns) > sum(own.count(-1) for own in position.pawns)
        turns -= after.turn == CHANCE and after.mover == mover
        position = after
    return Played(position.placed[0], turns, captures, slowest)


def rolls(number: int) -> None:
    """Print the processor time to find all results of a roll, and how many rolls were evaluated a second time.

    A roll is evaluated again if its results are no longer cached while the opponent chooses its moves. The `number`
    rolls are from games of the opponent Hares against itself.
    """
    chance = random.Random(1)
    times: list[float] = []
    again = most = 0
    position = rules.start(4, {"first": "seat"}, 1)
    while len(times) < number:
        if position.over:
            position = rules.start(chance.choice((2, 3, 4)), {"first": "seat"}, len(times))
        survey.cache_clear()
        position = position.play(chance.choices(position.moves(), position.odds())[0])
        began = time.process_time()
        count = sum(1 for _ in paths(stand(position)))
        times.append(time.process_time() - began)
        most = max(most, count)
        misses = survey.cache_info().misses
        while position.turn != CHANCE and not position.over:
            *_, thought = bots.think(position, (), 1, len(times), Clock(1))
            position = position.play(thought.move)
        again += survey.cache_info().misses > misses
    times.sort()
    print(
        f"{number} rolls: mean {mean(times) * 1000:.2f} ms, median {median(times) * 1000:.2f} ms,"
        f" 99 % {times[-number // 100] * 1000:.1f} ms, worst {times[-1] * 1000:.1f} ms; up to {most} results;"
        f" worked out again in {again} rolls"
    )


def length(seats: int, level: int, games: int, options: Mapping[str, str]) -> None:
    """Play one level against itself. Print turns per player, wins by order of play, and captures."""
    played = [play(seats, [level] * seats, seed, {**FIRST, **options}) for seed in range(games)]
    turns = sorted(game.turns / seats for game in played)
    wins = [sum(game.winner == seat for game in played) / games for seat in range(seats)]
    print(
        f"{seats} players {options or ''}: turns per player {mean(turns):.1f} / {median(turns):.0f} /"
        f" {turns[int(games * 0.95)]:.0f}, wins {' '.join(f'{game:.1%}' for game in wins)},"
        f" captures {mean(game.captures for game in played):.1f}, {games} games",
        flush=True,
    )


def main(argv: Sequence[str]) -> int:
    """Run the command `rolls` or `length`, and return the exit status."""
    parser = argparse.ArgumentParser(prog="bench parcheesi", description=__doc__)
    parser.add_argument("what", choices=("rolls", "length"))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument(
        "--number", type=int, default=10_000, help="number of rolls whose results are found (default 10,000)"
    )
    parser.add_argument("--seats", type=int, default=0, help="2, 3 or 4; 2 and 4 by default")
    parser.add_argument(
        "--level", type=int, default=2, help="with `length`: number of the opponent at every seat (default 2, Tortoise)"
    )
    parser.add_argument("--option", default="", help="with `length`: a house rule, such as laps=off")
    options = parser.parse_args(argv)
    kernel_provider.provide()
    tables = (options.seats,) if options.seats else (2, 4)
    if options.what == "rolls":
        rolls(options.number)
    for seats in tables if options.what == "length" else ():
        length(seats, options.level, options.games, dict([options.option.split("=")] if options.option else []))
    return 0
