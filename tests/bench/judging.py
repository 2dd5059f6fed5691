"""Judge a random choice of puzzles, with twenty times the work that went into their proofs.

Example: `python3 -m tests.bench judging reversi --keep FILE`. By default 60 puzzles of each game are judged. A puzzle
has one of these flaws, or none:

* wrong: another first move is at least as good as the solution, or the solution is not what it is said to be;
* ambiguous: a move of the solver leads by less than half of the gap (the lead that a proof requires), or another move
  wins as well;
* dull: the solution is the natural move and every level but the lowest always finds it; or the game is decided the same
  way after the second-best move; or the solution does not show what it gains.

Reversi is played out to the end. In Checkers a search visits up to twenty times the positions of a proof, the later
moves of a solution included. In Patchwork a survey (a search for the value of every move) visits twenty times the
positions of the proof. Fitting puzzles, in which patches must cover given cells exactly, are tried move by move without
any rule that shortens the search.

In games with dice, the judge plays many games to the end after each use of a roll (the moves made with it). A proof
does the same, with other dice. In Parcheesi the judge plays up to twenty times as many games as a proof. In Kilkenny
Cats it plays as many games as contain about twenty times the rolls of a proof. First, it tries all uses in short games,
which have three times as many rolls as the short games of a proof, and leaves out uses that are then far behind.

The random choice follows from the keys of the puzzles, so it stays the same for puzzles that stay. With `--keep` each
result is written to a file at once, and a later run continues it.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from chowk import games
from chowk.engine.protocol import Line, Scope
from chowk.engine.search_budget import Clock
from chowk.games.api.puzzle import Puzzle, puzzles_of, write_puzzles
from chowk.games.checkers.engine import reader
from chowk.games.checkers.engine.reader import Ranking
from tools.build import kernel_provider
from training.checkers import puzzles_checkers
from training.kilkenny import puzzles_kilkenny
from training.parcheesi import puzzles_parcheesi
from training.patchwork import fitting_patchwork, puzzles_patchwork
from training.reversi import puzzles_reversi
from training.shared import dice_puzzles, puzzles
from training.shared.dice_puzzles import BLOCK, END_LOOKS, TO_THE_END, Dice, RollOut
from training.shared.puzzles import Recipe

TIMES: Final = 20
"""Maximum work of a judgement, as a multiple of the work of a proof."""
DEEPEST: Final = 60
"""Depth limit of a search that is bounded by its positions, in moves."""
DECIDED: Final = 0.45
"""Minimum difference between the chance to win and one half at which a game counts as decided, except in Reversi."""
LOOKS: Final = (288, 576, 1152, 2304, 4608, 6912, 11520, 23040, TIMES * END_LOOKS[-1])
"""Numbers of games after which the lead of the best use of a roll over another is examined."""
MOST_AFTER_SHORT: Final = 6912
"""Maximum number of games after each use of a roll, if the games of the proof stop before the end of the game.

It is three times the maximum of a proof. A game to the end has about seven times as many rolls as one in the proof.
"""
SURE: Final = 3.0
"""No more games are played if a lead differs from half of the gap by more than this many standard errors."""
OTHER_DICE: Final = BLOCK << 24
"""Number that is added to the numbers of games, so that they have other dice than the games of the proof."""
LONGER: Final = 3
"""Number of rolls of a game in the first try of each use of a roll, as a multiple of that in a proof."""
FAR: Final = 0.1
"""A use of a roll is left out if, in its first try, the best use's chance to win is greater by at least this."""


class Judgement(NamedTuple):
    """The flaw of a puzzle, or "", the reason, and the lead of the first move in the unit of the game's proofs."""

    flaw: str
    reason: str
    lead: float


def recipes() -> Mapping[str, tuple[Recipe, Callable[[Puzzle], Judgement]]]:
    """Return the recipe and the judge of each game, the fastest first."""
    return {
        "reversi": (puzzles_reversi.RECIPE, of_reversi),
        "patchwork": (puzzles_patchwork.RECIPE, of_patchwork),
        "checkers": (puzzles_checkers.RECIPE, of_checkers),
        "parcheesi": (puzzles_parcheesi.RECIPE, lambda puzzle: with_dice(puzzles_parcheesi, puzzle)),
        "kilkenny": (puzzles_kilkenny.RECIPE, lambda puzzle: with_dice(puzzles_kilkenny, puzzle)),
    }


def drawn(name: str, count: int, seed: int) -> list[Puzzle]:
    """Return puzzles of a game in random order. A seed and the keys determine the order."""
    by_lot = {puzzle: random.Random(f"judging/{seed}/{puzzle.key}").random() for puzzle in puzzles_of(name)}
    return sorted(by_lot, key=by_lot.__getitem__)[:count]


def start(name: str, puzzle: Puzzle) -> Any:
    """Return the position of a puzzle."""
    return games.load(name).notation.read_position(puzzle.setup)


def choices(name: str, puzzle: Puzzle) -> Iterator[tuple[Any, Any]]:
    """Yield each position of a puzzle's first solution in which the solver has a choice, with the solution's move."""
    position, read = start(name, puzzle), games.load(name).notation.read_move
    solver = position.turn
    for text in puzzle.lines[0]:
        move = read(position, text)
        if position.turn == solver and len(position.moves()) > 1:
            yield position, move
        position = position.play(move)


def obvious(recipe: Recipe, position: Any, move: Any) -> bool:
    """Return True if a move is natural (usually the greediest), and every level but the lowest always finds it."""
    return puzzles.is_natural(recipe, position, move) and puzzles.always_found(recipe, position, move)


# Reversi ----------------------------------------------------------------------------------------------------------


def of_reversi(puzzle: Puzzle) -> Judgement:
    """Judge a puzzle of Reversi by playing out every choice of its solution."""
    recipe, leads = puzzles_reversi.RECIPE, list[float]()
    for position, move in choices("reversi", puzzle):
        lines = puzzles.survey(recipe, position, puzzles_reversi.TO_THE_END).lines
        assert all(line.exact for line in lines), "every move is played out"
        leads.append(_lead(lines, move))
        if leads[0] <= 0:
            return Judgement("wrong", "another first move is as good", leads[0])
        if leads[-1] < recipe.gap / 2:
            return Judgement("ambiguous", f"move {len(leads)} leads by {leads[-1]:g} discs", leads[0])
    position, move = next(choices("reversi", puzzle))
    lines = puzzles.survey(recipe, position, puzzles_reversi.TO_THE_END).lines
    best, second = lines[0].score or 0.0, lines[1].score or 0.0
    if second >= puzzles_reversi.DECIDED or best <= -puzzles_reversi.DECIDED:
        return Judgement("dull", f"decided: {best:+g} and {second:+g} discs", leads[0])
    if obvious(recipe, position, move):
        return Judgement("dull", "the only corner or most discs, and every level takes them", leads[0])
    return Judgement("", "", leads[0])


def _lead(lines: Sequence[Line[Any]], move: Any) -> float:
    # Return how far a move is ahead of the best other one.
    worths = {line.moves[0]: line.score or 0.0 for line in lines}
    return worths[move] - max(worth for other, worth in worths.items() if other != move)


# Checkers ---------------------------------------------------------------------------------------------------------


def of_checkers(puzzle: Puzzle) -> Judgement:
    """Judge a puzzle of Checkers by long searches, with null windows for all moves but the best."""
    recipe, values = puzzles_checkers.RECIPE, list[tuple[float, float]]()
    for position, move in choices("checkers", puzzle):
        best, second, first = _compared(position, puzzles_checkers.LATER if values else puzzles_checkers.PROVED)
        if position.play(first) != position.play(move):
            number, lead = len(values) + 1, values[0][0] - values[0][1] if values else 0.0
            return Judgement("ambiguous" if values else "wrong", f"another move {number} is better", lead)
        values.append((best, second))
    (best, second), lead = values[0], values[0][0] - values[0][1]
    if lead <= 0:
        return Judgement("wrong", "another first move is as good", lead)
    for number, (worth, other) in enumerate(values, 1):
        if worth - other < puzzles_checkers.GAP / 2 or other > puzzles_checkers.ENOUGH:
            return Judgement("ambiguous", f"move {number} has a value of {worth:g}, another one of {other:g}", lead)
    if best <= -puzzles_checkers.DECIDED:
        return Judgement("dull", f"lost anyway: {best:g} and {second:g}", lead)
    if not puzzles_checkers.shows_theme(puzzle):
        return Judgement("dull", "the solution does not show its gain", lead)
    position = start("checkers", puzzle)
    if obvious(recipe, position, games.load("checkers").notation.read_move(position, puzzle.lines[0][0])):
        return Judgement("dull", "the largest capture, and every level takes it", lead)
    return Judgement("", "", lead)


def _compared(position: Any, depth: int) -> tuple[float, float, Any]:
    # Return the values of the best move and of the second, and the best move, by `TIMES` the positions of a proof.
    margin = puzzles_checkers.GAP
    _, nodes = _searched(position, depth, puzzles_checkers.MOST_NODES, margin)
    while True:
        ranking, _ = _searched(position, DEEPEST, TIMES * nodes, margin)
        best, second = ranking.values[:2]
        if second <= puzzles_checkers.ENOUGH or best - second < margin:
            return best, second, ranking.moves[0]
        margin = best - puzzles_checkers.ENOUGH  # the second value may be a bound


def _searched(position: Any, depth: int, nodes: int, margin: float) -> tuple[Ranking, int]:
    # Return the deepest ranking of all moves, and the number of positions that were visited.
    kernel = puzzles_checkers.empty_table()
    limits = reader._adapted_limits(reader.Limits(depth, nodes, round(margin), reader.MOST), position)
    for _ in reader.prepare(kernel, limits.endings):
        pass
    kernel.call("forget")
    search = reader._Reader(kernel, position, (), limits, Clock(1e9))
    count, last = len({position.play(move) for move in position.moves()}), None
    for ranking in search.thoughts(Ranking((), (), 0)):
        if len(ranking.moves) == count:
            last = ranking
    assert last is not None, "a depth of one is reached"
    return last, search._spent


# Patchwork --------------------------------------------------------------------------------------------------------


def of_patchwork(puzzle: Puzzle) -> Judgement:
    """Judge a puzzle of Patchwork: a purchase by a long survey, a fitting puzzle by every sequence of moves."""
    position = start("patchwork", puzzle)
    if fitting_patchwork.is_fitting(position):
        return _fitting(puzzle, position)
    recipe = puzzles_patchwork.RECIPE
    move = games.load("patchwork").notation.read_move(position, puzzle.lines[0][0])
    nodes = TIMES * puzzles.survey(recipe, position, puzzles_patchwork.PROVED).nodes
    look, lines, reached = games.load("patchwork").survey, tuple[Line[Any], ...](), 0
    assert look is not None
    for survey in look(position, (), Scope(DEEPEST, nodes), Clock(1e9)):
        depth = min((line.depth for line in survey.lines if not line.exact), default=DEEPEST)
        if len(survey.lines) == len(position.moves()) and depth > reached:
            reached, lines = depth, tuple(survey.lines)
    lead, (best, second) = _lead(lines, move), (line.score or 0.0 for line in lines[:2])
    if lead <= 0 and abs(best) < 100 * DECIDED:
        return Judgement("wrong", f"another choice is better at {reached} plies", lead)
    if lead < puzzles_patchwork.GAP / 2:
        return Judgement("ambiguous", f"{best:+.1f} and {second:+.1f} points at {reached} plies", lead)
    if second >= 100 * DECIDED or best <= -100 * DECIDED:
        return Judgement("dull", f"decided: {best:+.1f} and {second:+.1f} points at {reached} plies", lead)
    if obvious(recipe, position, move):
        return Judgement("dull", "the most points for its time, and every level buys it", lead)
    return Judgement("", f"{reached} plies", lead)


def _fitting(puzzle: Puzzle, position: Any) -> Judgement:
    # Try every sequence of moves. Only the number of positions is limited.
    solver, nodes = fitting_patchwork.Solver(position), [0]
    write = games.load("patchwork").notation.write_move

    def solutions(current: Any, played: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if not solver.missing(current.own.quilt):
            yield played
            return
        nodes[0] += 1
        if current.turn == position.turn and not current.over and nodes[0] <= TIMES * fitting_patchwork.MOST_NODES:
            for move in current.moves():
                yield from solutions(current.play(move), (*played, write(current, move)))

    every = set(solutions(position, ()))
    if nodes[0] > TIMES * fitting_patchwork.MOST_NODES:
        return Judgement("wrong", "too many positions to try", 0.0)
    if every != set(puzzle.lines):
        return Judgement("wrong", f"{len(every)} solutions instead of {len(puzzle.lines)}", 0.0)
    chance = fitting_patchwork.Solver(position).solved(position).chance
    if chance > fitting_patchwork.EASIEST:
        return Judgement("dull", f"solved by chance: {chance:.2f}", 0.0)
    return Judgement("", f"{nodes[0]} positions", 0.0)


# Games with dice --------------------------------------------------------------------------------------------------


def with_dice(maker: Any, puzzle: Puzzle) -> Judgement:
    """Judge a puzzle with dice by many games that are played to the end after each use of the roll.

    `maker` is the module that makes the game's puzzles.
    """
    recipe: Recipe = maker.RECIPE
    dice: Dice = maker.DICE._replace(rolls=TO_THE_END)
    position = start(recipe.name, puzzle)
    uses = dice.uses(position)
    if dice_puzzles.solutions(recipe, position, uses[0]) != puzzle.lines:
        return Judgement("wrong", "another use has more value", 0.0)
    first = OTHER_DICE + dice_puzzles.numbered(puzzle.setup)
    glance = dice._replace(rolls=LONGER * maker.DICE.rolls)
    glances = [RollOut(glance, use.end, position.turn, first).results(LOOKS[0]) for use in uses]
    leads = {number: dice_puzzles.led(glances[0], results)[0] for number, results in enumerate(glances)}
    near = sorted((number for number in leads if number > 0 and leads[number] < FAR), key=leads.__getitem__)
    best, nearest, second = RollOut(dice, uses[0].end, position.turn, first), 1.0, 0.0
    for number in near or [min(range(1, len(uses)), key=leads.__getitem__)]:
        other = RollOut(dice, uses[number].end, position.turn, first)
        for count in (look for look in LOOKS if dice.confirmed or look <= MOST_AFTER_SHORT):
            lead, error = dice_puzzles.led(best.results(count), other.results(count))
            if abs(lead - dice.gap / 2) > SURE * error:
                break
        if lead < nearest:
            nearest, second = lead, float(other.known.mean())
        if nearest < dice.gap / 2:
            break
    chance = float(best.known.mean())
    if nearest <= 0:
        return Judgement("wrong", "another use is as good", nearest)
    if nearest < dice.gap / 2:
        return Judgement("ambiguous", f"a lead of {100 * nearest:.1f} points", nearest)
    if dice_puzzles.decided(chance, second, DECIDED):
        return Judgement("dull", f"decided: {100 * chance:.0f} and {100 * second:.0f} %", nearest)
    if dice_puzzles.obvious(dice, recipe, position, uses[0]):
        return Judgement("dull", "the greediest move, and every level makes it", nearest)
    return Judgement("", f"{len(best.known)} games", nearest)


# The whole --------------------------------------------------------------------------------------------------------


HEAD: Final = "| game | judged | right | wrong | ambiguous | dull |\n|---|---|---|---|---|---|"


def main(argv: Sequence[str]) -> int:
    """Judge puzzles, print those with a flaw and a table, and return the exit status."""
    parser = argparse.ArgumentParser(prog="bench judging", description=__doc__)
    parser.add_argument("games", nargs="*", help="games (default all)")
    parser.add_argument("--count", type=int, default=60, help="number of puzzles of each game (default 60)")
    parser.add_argument("--seed", type=int, default=1, help="number that determines the draw (default 1)")
    parser.add_argument("--keep", type=Path, help="a file for the results; a later run continues it")
    parser.add_argument("--table", action="store_true", help="only print the table of the stored results")
    options = parser.parse_args(argv)
    kernel_provider.provide()
    text = options.keep.read_text() if options.keep and options.keep.exists() else ""
    kept = {row[0]: Judgement(*row[1:]) for row in map(json.loads, text.splitlines())}
    lines = [HEAD]
    for name in options.games or recipes():
        _, judge = recipes()[name]
        counts = Counter[str]()
        for puzzle in drawn(name, options.count, options.seed):
            written = f"{name}\t{write_puzzles([puzzle]).strip()}"
            if written not in kept:
                if options.table:
                    continue
                kept[written] = judge(puzzle)
                if options.keep:
                    with options.keep.open("a") as file:
                        file.write(json.dumps([written, *kept[written]]) + "\n")
            judgement = kept[written]
            counts[judgement.flaw] += 1
            if judgement.flaw:
                print(f"{name} {puzzle.key} ({puzzle.theme}, {puzzle.rating}): {judgement.flaw}: {judgement.reason}")
        cells = [name, counts.total(), *(counts[flaw] for flaw in ("", "wrong", "ambiguous", "dull"))]
        lines.append(f"| {' | '.join(map(str, cells))} |")
    print("\n".join(lines))
    return 0
