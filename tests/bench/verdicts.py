"""Measure the reliability of review verdicts, against a search ten times as long and exact values in endings.

Opponents of mixed levels play games against each other, always the same games. The page's own review judges each game.
Of its verdicts, at most four for each game are sampled: two from those that name a better move (or fewer, if there are
no more), and the others from all that remain. Each is compared with a much deeper search of the position. Two
differences count: how much less the named move is worth than the best move (its shortfall), and by how many steps the
grade differs. In endings the deeper search is exact; Checkers has endgame tables of four pieces.

With `--keep` each verdict is written to a file at once, and games in the file are not judged again, so a long run can
be interrupted and resumed. Start a new file when reviews have changed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

from chowk import games
from chowk.core.position import CHANCE
from chowk.engine.protocol import Desk
from chowk.engine.search_budget import Clock
from chowk.features.review.review import Review
from chowk.games import verdicts as judging
from chowk.games.api.scale import Scale
from chowk.games.parcheesi.engine import reader as parcheesi
from chowk.games.verdicts import Judged
from chowk.session.table import Table
from chowk.storage.plan import Plan, SeatPlan
from tools.build import kernel_provider

LEVELS: Final = {"reversi": 7, "checkers": 6, "kilkenny": 5, "parcheesi": 5, "patchwork": 6}
"""For each game, the opponents with numbers below this one play the games.

Opponents limited only by a clock are left out, because their play would differ between machines, and so are opponents
that were added later, so that the games stay the same.
"""
LONGER: Final = {"reversi": 22, "checkers": 26, "kilkenny": 4, "parcheesi": 3, "patchwork": 17}
"""Depth of the longer search by game, in moves. Such a search takes ten times as long as that of a review.

Parcheesi's kernel searches no deeper than a review. There the longer search gets four times as many results of a roll,
and three times as many replies.
"""
ENDING: Final = 22
"""In Reversi, the longer search is exact if at most this many squares are empty."""
NEAR: Final = {"reversi": 1.0, "checkers": 10.0, "kilkenny": 1.0, "parcheesi": 1.0, "patchwork": 1.0}
"""Tolerated shortfall by game: the move that a review names may be worth this much less than the best move.

The units are discs, hundredths of a man, and points of the chance to win.
"""
STEPS: Final = {"best": 0, "good": 0, "slip": 1, "mistake": 2}
LIMIT: Final = 600
"""Number of moves after which an unfinished game is given up."""
DRAWN: Final = 4
"""Maximum number of verdicts that are checked in each game."""
LONG_MS: Final = 3_600_000


class Verdict(NamedTuple):
    """A review's verdict on a move, compared with that of the longer search.

    `grade` and `longer` are the grades of the two. `short` is the shortfall of the move that the review names, or None
    if it names none. `exact` is True if the longer search is exact.
    """

    game: str
    number: int
    ply: int
    grade: str
    longer: str
    short: float | None
    exact: bool


def host() -> Any:
    """Return a stand-in for the app in which a review can run. It searches in this process and draws nothing."""
    desk = Desk(games.find_thinker, lambda: asyncio.sleep(0))
    engine = SimpleNamespace(ask=desk.answer, drop=desk.answer_now)
    return SimpleNamespace(engine=engine, page=SimpleNamespace(render=lambda: None))


def played(name: str, number: int, levels: Sequence[int] = ()) -> Table:
    """Play the game with this number between two opponents, of the given levels or of random ones."""
    game, lot = games.load(name), random.Random(f"{name}/{number}")
    levels = levels or [lot.randrange(LEVELS[name]) for _ in range(2)]
    match: Any = game.match(lot.randrange(1 << 30), 2)
    while match.outcome() is None and match.ply < LIMIT:
        position = match.position
        if position.turn == CHANCE:
            match.play(match.roll())
            continue
        thought: Any = None
        for thought in game.thinker.think(position, match.positions[:-1], levels[position.turn], number, Clock(60.0)):  # noqa: B007
            pass
        match.play(thought.move)
    if match.outcome() is None:
        match.resign(0)
    return Table(game, Plan(name, (SeatPlan(), SeatPlan())), match, "1", "")


async def reviewed(table: Table, deep: int = 0) -> Review:
    """Return the page's review of a game. It does not compute the luck of the dice.

    If `deep` is given, it is the depth of the review's deep searches, and endings are not searched exactly.
    """
    game_review = Review(table)
    if deep:
        game_review.scale = game_review.scale._replace(deep=deep, ending=lambda _: 0)
    game_review.luck.game = table.game._replace(weigh=None)
    await game_review.run(host())
    assert game_review.done, "the desk answers"
    return game_review


def longer(scale: Scale, name: str) -> Scale:
    """Return a review's settings, changed so that its deep searches become the longer search."""
    if name == "reversi":

        def ending(position: Any) -> int:
            empty = 64 - (position.black | position.white).bit_count()
            return empty if empty <= ENDING else 0

        return scale._replace(deep=LONGER[name], ending=ending)
    return scale._replace(deep=LONGER[name])


@contextmanager
def wider(name: str) -> Iterator[None]:
    """Make Parcheesi's opponents examine more results of each roll during the `with` block.

    Parcheesi's kernel cannot search deeper. Other games stay unchanged.
    """
    before = parcheesi.AVERAGED, parcheesi.REPLIES
    if name == "parcheesi":
        parcheesi.AVERAGED, parcheesi.REPLIES = 8, 6  # type: ignore[misc]
    try:
        yield
    finally:
        parcheesi.AVERAGED, parcheesi.REPLIES = before  # type: ignore[misc]


async def compared(game_review: Review, name: str, number: int, ply: int) -> Verdict | None:
    """Compare the verdict of a review on the move at `ply` with the verdict of the longer search.

    `number` is the number of the game. Return None if the longer search has no result.
    """
    deep, named = Review(game_review.table), game_review.better(ply)
    deep.scale = longer(deep.scale, name)
    engine_host, depth = host().engine, deep.deepest(ply)
    if deep.scale.surveyed:
        with wider(name):
            survey = await deep.surveyed(engine_host, ply, depth, deep.scale.averaged)
            verdict = await deep._compared(engine_host, ply, depth, deep.scale.averaged, survey)
            value = deep.within(verdict.lead or 0.0)
        worths = {line.moves[0]: line.score for line in survey.lines}
        worth_named = worths.get(named)
        short = value - deep.within(worth_named) if worth_named is not None else None
    else:
        reply = await deep.ask(engine_host, deep.match.positions[: ply + 1], depth, unaided=True)
        if reply.score is None:
            return None
        verdict = Judged(reply.move, reply.score, reply.depth, reply.exact)
        if reply.move != deep.moves[ply]:
            verdict = await deep._measured(engine_host, ply, verdict, reply, depth, unaided=True)
        worth = (
            await deep.worth(engine_host, ply, named, depth - 1, unaided=True)
            if named and named != reply.move
            else None
        )
        value = deep.within(reply.score)
        short = None if not named else 0.0 if named == reply.move else value - worth.lead if worth else None
    deep.judged[ply] = verdict._replace(deep=True)
    return Verdict(name, number, ply, game_review.grade(ply), deep.grade(ply), short, verdict.exact)


async def verdicts(name: str, number: int) -> list[Verdict]:
    """Play the game with this number. Return a sample of its review's verdicts, each compared with the longer search.

    Up to half of the sample is drawn from the verdicts that name a better move, and the rest from all that remain.
    """
    game_review, lot = await reviewed(played(name, number)), random.Random(number)
    graded = [
        ply for ply in range(game_review.match.ply) if game_review.grade(ply) and not game_review.judged[ply].known
    ]
    named = [ply for ply in graded if game_review.better(ply) and game_review.wrong(ply)]
    drawn = lot.sample(named, min(DRAWN // 2, len(named)))
    rest = [ply for ply in graded if ply not in drawn]
    drawn += lot.sample(rest, min(DRAWN - len(drawn), len(rest)))
    return [verdict for ply in sorted(drawn) if (verdict := await compared(game_review, name, number, ply)) is not None]


def line(name: str, kept: Sequence[Verdict]) -> str:
    """Return the line of the table for the game `name`.

    It says how many matches were judged, and how many verdicts (`kept`) were right.
    """
    shorts = [verdict.short for verdict in kept if verdict.short is not None]
    near = sum(short <= NEAR[name] + 1e-6 for short in shorts)
    known = [verdict for verdict in kept if verdict.grade and verdict.longer]
    right = sum(abs(STEPS[verdict.grade] - STEPS[verdict.longer]) <= 1 for verdict in known)
    same = sum(STEPS[verdict.grade] == STEPS[verdict.longer] for verdict in known)
    exact = [verdict.short for verdict in kept if verdict.exact and verdict.short is not None]
    cells = [
        name,
        str(len({verdict.number for verdict in kept})),
        f"{near} of {len(shorts)}",
        f"{sum(short <= NEAR[name] + 1e-6 for short in exact)} of {len(exact)}",
        f"{same} of {len(known)}",
        f"{right} of {len(known)}",
    ]
    return f"| {' | '.join(cells)} |"


HEAD: Final = """| game | games | named within the limit of the best | of these read out to the end | grade the same | \
no more than a step off |
|---|---|---|---|---|---|"""


def main(argv: Sequence[str]) -> int:
    """Review the games, print the table of verdicts, and return the exit status."""
    parser = argparse.ArgumentParser(prog="bench verdicts", description=__doc__)
    parser.add_argument(
        "--games", nargs="+", choices=sorted(LEVELS), default=sorted(LEVELS), help="games (default all)"
    )
    parser.add_argument("--count", type=int, default=50, help="number of games of each (default 50)")
    parser.add_argument("--first", type=int, default=0, help="number of the first game (default 0)")
    parser.add_argument("--keep", type=Path, help="a file for the verdicts; a later run continues it")
    parser.add_argument("--table", action="store_true", help="only print the table of the stored verdicts")
    options = parser.parse_args(argv)
    kernel_provider.provide()
    judging.PATIENCE = LONG_MS  # type: ignore[misc]
    text = options.keep.read_text() if options.keep and options.keep.exists() else ""
    kept = defaultdict[tuple[str, int], list[Verdict]](list)
    for row in map(json.loads, text.splitlines()):
        kept[row[0], row[1]] += [Verdict(*fields) for fields in row[2]]
    for number in range(options.first, 0 if options.table else options.count):
        for name in options.games:
            if (name, number) not in kept:
                kept[name, number] = asyncio.run(verdicts(name, number))
                if options.keep:
                    with options.keep.open("a") as file:
                        file.write(json.dumps([name, number, kept[name, number]]) + "\n")
    print(HEAD)
    for name in options.games:
        print(line(name, [verdict for (game, _), rows in kept.items() if game == name for verdict in rows]))
    return 0
