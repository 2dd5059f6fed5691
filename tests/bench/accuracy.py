"""Measure the accuracy that reviews report, for famous games, games of random moves, and opponents by level.

The ten famous games come from the tests' data: world championships and other tournaments of checkers and Reversi. Two
matches of random moves are played to the end in each of the five games.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from chowk import games
from chowk.core.position import CHANCE
from chowk.games import verdicts as judging
from chowk.session.table import Table
from chowk.storage.plan import Plan, SeatPlan
from tests.bench.verdicts import LONG_MS, played, reviewed
from tools.build import kernel_provider

DATA: Final = Path(__file__).parents[1] / "data"
RANDOM: Final = 2
"""Number of games of random moves, for each board game."""
LIMIT: Final = 3000
"""Number of moves after which an unfinished game of random moves counts as resigned."""
HASTY: Final = {"reversi": 12, "checkers": 12, "kilkenny": 2, "parcheesi": 2, "patchwork": 6}
"""For each game, the depth in moves of a review's deep searches under the option `--hasty`."""
PAIRS: Final = (("reversi", (1, 5)), ("reversi", (4, 6)), ("checkers", (1, 5)), ("checkers", (3, 5)),
                ("kilkenny", (0, 4)), ("parcheesi", (1, 3)), ("patchwork", (1, 5)))  # fmt: skip
"""Pairs of opponents that play each other: the game, and the numbers of the two levels."""


def famous() -> list[tuple[str, Table]]:
    """Return the famous games, each with the title of its event."""
    games_played = []
    for name, count in (("checkers", 8), ("reversi", 2)):
        for game in json.loads((DATA / f"{name}.json").read_text())["games"][-count:]:
            match: Any = games.load(name).match(1, 2)
            text = str(game["moves"]).replace("--", "pass")
            for move in text.split():
                try:
                    match.push(move)
                except ValueError:
                    break
            if match.outcome() is None:
                match.agree() if "1/2" in game.get("result", "") else match.resign(int(game.get("result") == "1-0"))
            games_played.append((game["event"], at_a_table(name, match)))
    return games_played


def at_a_table(name: str, match: Any) -> Table:
    """Return a table (a match with its players) for a finished match, because a review needs a table."""
    return Table(games.load(name), Plan(name, (SeatPlan(),) * match.position.seats), match, "1", "")


def by_lot(name: str, number: int) -> Table:
    """Play a game of random moves and return it as a table (a match with its players). `number` is the seed."""
    lot, match = random.Random(f"{name} by lot {number}"), games.load(name).match(number, 2)
    while match.outcome() is None and match.ply < LIMIT:
        position = match.position
        match.play(match.roll() if position.turn == CHANCE else lot.choice(position.moves()))
    if match.outcome() is None:
        match.resign(0)
    return at_a_table(name, match)


def line(name: str, what: str, table: Table, hasty: bool) -> str:
    """Return a line of the report: the result and each player's accuracy, or a dash if the review gives no accuracy.

    `what` is the text that names the players or the event. If `hasty`, the review searches less.
    """
    game_review, ended = asyncio.run(reviewed(table, HASTY[name] if hasty else 0)), table.match.outcome()
    assert ended is not None
    result = (
        "–".join(map(str, ended.scores))
        if ended.scores
        else "–".join("0½1"[2 * (place == 1)] for place in ended.places)
    )
    if ended.winner is None:
        result = "drawn" if not ended.scores else result
    first, second = ("–" if share is None else share for share in map(game_review.accuracy, range(2)))
    return f"| {name} | {what} | {result} | {first} | {second} |"


def main(argv: Sequence[str]) -> int:
    """Print the tables of accuracies and return the exit status."""
    parser = argparse.ArgumentParser(prog="bench accuracy", description=__doc__)
    parser.add_argument("--games", nargs="+", default=["checkers", "reversi", "kilkenny", "parcheesi", "patchwork"])
    parser.add_argument("--only", choices=("famous", "random", "levels"), help="one of the tables")
    parser.add_argument("--hasty", action="store_true", help="make the deep searches less deep")
    options = parser.parse_args(argv)
    kernel_provider.provide()
    judging.PATIENCE = LONG_MS  # type: ignore[misc]
    print("| game | players | result | first | second |\n|---|---|---|---|---|", flush=True)
    if options.only in (None, "famous"):
        for event, table in famous():
            if table.game.name in options.games:
                print(line(table.game.name, event, table, options.hasty), flush=True)
    if options.only in (None, "random"):
        for name in options.games:
            for number in range(RANDOM):
                print(line(name, "random moves", by_lot(name, number), options.hasty), flush=True)
    if options.only in (None, "levels"):
        for name, levels in PAIRS:
            if name in options.games:
                pairing = " v ".join(games.load(name).level(level).name.text for level in levels)
                print(line(name, pairing, played(name, 1, levels), options.hasty), flush=True)
    return 0
