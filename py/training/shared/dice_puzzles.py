"""Make puzzles of games with dice. A puzzle is a position with a roll, where one use of the roll is clearly best.

A use is a way to play the whole roll. Uses are compared by the positions to which they lead. The game's survey (the
value of every move) suggests the best use, and roll-outs prove it: from each of these positions the learnt network
plays both sides of many games, with the same dice after every use. The best use must win more than every other use,
both by `Dice.gap` and by `SIGMAS` standard errors of the paired difference.

A game is broken off after a number of rolls, and the network's chance to win counts as its result, because most effects
of a choice show by then. Where this is not enough, games to the end must confirm the proof. The games stop once a lead
is proved, or is so small that a proof is unlikely.
"""

from __future__ import annotations

from array import array
from binascii import crc32
from collections.abc import Callable, Mapping, Sequence
from math import exp
from typing import Any, Final, NamedTuple

import numpy as np

from chowk import games
from chowk.engine import network_weights
from chowk.games.api.lesson import Spelling
from chowk.games.api.puzzle import Puzzle
from tools.build.kernel_hosts import Native
from training.shared import puzzles, self_play
from training.shared.correcting import Reals
from training.shared.puzzles import REFUTED, SEEDS, Recipe

SIGMAS: Final = 4.0
"""Number of standard errors by which the best use must be ahead of every other use."""
HOPELESS: Final = 2.0
"""A proof is given up if the best move's lead is this number of standard errors below the required one, `gap`."""
LOOKS: Final = (36, 72, 144, 288, 576, 1152, 2304)
"""Numbers of games after which a lead is examined."""
ROOM: Final = LOOKS[-1]
"""Maximum number of games in one call of a kernel."""
END_LOOKS: Final = (144, 216, 288, 432, 576, 864, 1152, 1728, 2304)
"""Numbers of games to the end after which a lead is examined. They begin higher, because a win or a loss says less than
a chance."""
END_SIGMAS: Final = 2.0
"""Number of standard errors by which the best use must be ahead of every other use in games to the end."""
MOST: Final = END_LOOKS[-1]
"""Maximum number of games from a position."""
TO_THE_END: Final = 1 << 20
"""A number of rolls that no game reaches."""
DECIDED: Final = 0.42
"""A proof counts a game as decided if the chance to win differs from one half by at least this.

The judging of finished puzzles (`tests.bench judging`) uses 0.45: the difference leaves room for errors of few games.
"""
BLOCK: Final = 36
"""Number of consecutive games in which every combination of the first two dice occurs once."""
FITTED: Final = 11
"""Number of means that are subtracted from the leads before their error is computed.

They are the mean of all games, and five independent means for each of the first two dice.
"""
FEWEST: Final = 3
"""Minimum number of different uses of the roll in a puzzle."""
TRIES: Final = 6
"""Number of times that each level tries a puzzle, unless it always chooses the same move."""
MOST_LINES: Final = 8
"""Maximum number of orders of moves that lead to the best position."""


class Use(NamedTuple):
    """A use of a roll: its value by a survey, the position after it, and each order of moves that leads there."""

    value: float
    end: Any
    lines: tuple[tuple[Any, ...], ...]


class Dice(NamedTuple):
    """The description of a game with dice, for the proofs of its puzzles. A use is a way to play a whole roll.

    * `game` names the training kernel, which plays the games of the proofs. `write` writes a position before a roll to
      that kernel.
    * `uses` returns the different uses of a roll, the best first. It returns nothing if a search sees no clear choice.
    * `result_key` returns a value that equal positions after a roll share.
    * `theme` names the theme, given the position, the best use and the second-best.
    * `punished` returns the moves that punish a bad use, the next roll first, or nothing, given the position, the best
      use and the bad one.
    * `rolls` is the maximum number of rolls in a game that is played on from a position to estimate its chances.
    * `confirmed` is True if games to the end must confirm what games of `rolls` rolls prove.
    * `gap` is the minimum by which the best use's chance to win must exceed all others.
    * `steady` are the levels that always choose the same move in the same position.
    * `greedy` is a number n. If the best use begins with the greediest move, only one position in n becomes a puzzle.
    * `erring` are simulated solvers, in addition to the levels: a temperature and a rating for each. They choose a use
      at random, a better one more often, above all at low temperatures.

    Solvers measure the difficulty. The recipe's first solver plays at random. A puzzle that all its other solvers
    always solve is discarded.
    """

    game: self_play.Game
    write: Callable[[Native, Any], None]
    uses: Callable[[Any], Sequence[Use]]
    result_key: Callable[[Any], Any]
    theme: Callable[[Any, Use, Use], str]
    punished: Callable[[Any, Use, Use], tuple[Any, ...]]
    rolls: int
    confirmed: bool
    gap: float
    steady: Sequence[int]
    greedy: int
    erring: Sequence[tuple[float, int]]


class RollOut:
    """The results of a seat in games that continue from a position. Games are played when a result is first needed."""

    def __init__(self, dice: Dice, end: Any, seat: int, first: int) -> None:
        self.dice, self.end, self.seat, self.first = dice, end, seat, first
        self.known: Reals = np.zeros(0)

    def results(self, count: int) -> Reals:
        """Return the results of the first `count` games: 1 for a win, 0 for a loss, or the learnt chance."""
        while len(self.known) < count:
            more = min(count - len(self.known), ROOM)
            self.known = np.concatenate((self.known, self._played(len(self.known), more)))
        return self.known[:count]

    def _played(self, since: int, count: int) -> Reals:
        outcome = self.end.outcome()
        if outcome is not None:
            return np.full(count, (outcome.places[self.seat] == 1) / outcome.places.count(1))
        kernel = kernel_of(self.dice, self.end.seats)
        self.dice.write(kernel, self.end)
        kernel.call("roll_out", self.first + since, count, self.seat, self.dice.rolls)
        return np.array(kernel.read("WON", 0, count))


_kernels: Final[dict[tuple[str, int], Native]] = {}


def kernel_of(dice: Dice, seats: int, width: int = 0) -> Native:
    """Return the kernel that plays the roll-outs, with the learnt weights.

    `width` is how widely all seats search (`training.shared.kernel_learning.LEVELS`).
    """
    key = dice.game.name, seats
    if key not in _kernels:
        _kernels[key] = self_play.compiled(dice.game, seats)
        network_weights.lay_out(_kernels[key], dice.game.target.read_bytes(), seats)
    _kernels[key].write("LEVELS", array("i", [0, width] * 4))
    return _kernels[key]


def numbered(text: str) -> int:
    """Return the number with which the games of a position's roll-outs begin. `text` is the position.

    The number is a multiple of `BLOCK`, and equal positions have equal numbers.
    """
    return BLOCK * (crc32(text.encode()) % (1 << 24))


def proved(dice: Dice, seat: int, ends: Sequence[Any], first: int, most: int = MOST) -> bool:
    """Return True if roll-outs prove that, for a seat, the first of the positions `ends` is the best.

    At most `most` games are played from each position, and as many to the end if the game requires that
    (`Dice.confirmed`). `first` is the number of the first game.
    """
    best = RollOut(dice, ends[0], seat, first)
    short = all(_ahead(best, RollOut(dice, end, seat, first), LOOKS, SIGMAS, most) for end in ends[1:])
    return short and (not dice.confirmed or _confirmed(dice._replace(rolls=TO_THE_END), seat, ends, first, most))


def _confirmed(dice: Dice, seat: int, ends: Sequence[Any], first: int, most: int) -> bool:
    # Return True if games to the end prove it as well, and the choice may decide the game.
    best = RollOut(dice, ends[0], seat, first)
    for end in ends[1:]:
        other = RollOut(dice, end, seat, first)
        if not _ahead(best, other, END_LOOKS, END_SIGMAS, most):
            return False
        if decided(float(best.known.mean()), float(other.known.mean())):
            return False
    return True


def decided(best: float, second: float, distance: float = DECIDED) -> bool:
    """Return True if a game counts as lost after the best use of a roll, or as won after the second-best.

    `best` and `second` are the chances to win after these uses. A game counts as decided if its chance differs from one
    half by at least `distance`.
    """
    return best - 0.5 <= -distance or second - 0.5 >= distance


def _ahead(best: RollOut, other: RollOut, looks: Sequence[int], sigmas: float, most: int) -> bool:
    gap = best.dice.gap
    for count in (look for look in looks if look <= most):
        lead, error = led(best.results(count), other.results(count))
        if lead >= gap and lead >= sigmas * error:
            return True
        if lead + HOPELESS * error < gap:
            return False
    return False


def led(best: Reals, other: Reals) -> tuple[float, float]:
    """Return the mean lead in paired games, and its standard error.

    In each block of games, each number of the first die occurs equally often, and so does each number of the second.
    The mean effect of each number on the lead can therefore be subtracted, and does not count as error.
    """
    leads = (best - other).reshape(-1, 6, 6)
    mean, count = leads.mean(), leads.size
    rest = leads - leads.mean((0, 1)) - leads.mean((0, 2))[:, None] + mean
    return float(mean), float(((rest**2).sum() / (count - FITTED) / count) ** 0.5)


def make_puzzle(dice: Dice, recipe: Recipe, position: Any) -> Puzzle | None:
    """Make a puzzle of a position. Return None if the position is not suitable."""
    uses = dice.uses(position)
    if len(uses) < FEWEST or uses[0].end.outcome() is not None or len(uses[0].lines) > MOST_LINES:
        return None
    wrong = _wrong(recipe, position, uses)
    if not wrong:
        return None
    if dull(dice, recipe, position, uses[0].lines[0][0]) or obvious(dice, recipe, position, uses[0]):
        return None
    finds = {rating: _finds(dice, recipe, position, level, uses[0].end) for level, rating in recipe.solvers}
    if not any(finds.values()) or all(count == SEEDS for count in [*finds.values()][1:]):
        return None
    text = games.load(recipe.name).notation.write_position(position)
    if not proved(dice, position.turn, [use.end for use in uses], numbered(text)):
        return None
    refutations = tuple(
        puzzles.spelled(recipe, position, (*line, *dice.punished(position, uses[0], use))) for line, use in wrong
    )
    theme = dice.theme(position, uses[0], uses[1])
    return Puzzle(text, solutions(recipe, position, uses[0]), theme, _rated(dice, uses, finds), refutations)


def solutions(recipe: Recipe, position: Any, best: Use) -> tuple[Spelling, ...]:
    """Return the moves of the best use as text, one line for each order. A forced last move is left out.

    Such a move only gives up a die that cannot be used.
    """
    rules = games.load(recipe.name).rules
    lines = list[tuple[Any, ...]]()
    for line in best.lines:
        current = position
        for move in line[:-1]:
            current = current.play(move)
        lines.append(line[:-1] if rules.forced(current) is not None else line)
    return tuple(dict.fromkeys(puzzles.spelled(recipe, position, line) for line in lines))


def dull(dice: Dice, recipe: Recipe, position: Any, best: Any) -> bool:
    """Return True if the best move is the greediest one, which makes a dull puzzle.

    For one in `dice.greedy` such positions return False, so that the greediest move is not always wrong in puzzles.
    """
    text = games.load(recipe.name).notation.write_position(position)
    return recipe.greedy(position, best) and crc32(text.encode()) % dice.greedy != 0


def obvious(dice: Dice, recipe: Recipe, position: Any, best: Use) -> bool:
    """Return True if the best use begins with the greediest move, and all levels but the lowest always find it."""
    return recipe.greedy(position, best.lines[0][0]) and always_found(dice, recipe, position, best.end)


def always_found(dice: Dice, recipe: Recipe, position: Any, end: Any) -> bool:
    """Return True if all levels but the lowest always reach the position `end` with the roll of `position`."""
    return all(
        _reaches(dice, recipe, position, level, seed, end) for level, _ in recipe.solvers[1:] for seed in range(SEEDS)
    )


def renewed(dice: Dice, recipe: Recipe, puzzle: Puzzle) -> Puzzle | None:
    """Return the puzzle, or None if it is dull by the present rules, or if its proof does not hold any more."""
    position = games.load(recipe.name).notation.read_position(puzzle.setup)
    uses = dice.uses(position)
    if not uses or dull(dice, recipe, position, uses[0].lines[0][0]) or obvious(dice, recipe, position, uses[0]):
        return None
    return puzzle if holds(dice, recipe, puzzle) else None


def holds(dice: Dice, recipe: Recipe, puzzle: Puzzle, most: int = MOST) -> bool:
    """Return True if the puzzle can be proved again, with the same solution lines and the same theme."""
    position = games.load(recipe.name).notation.read_position(puzzle.setup)
    uses = dice.uses(position)
    return (
        solutions(recipe, position, uses[0]) == puzzle.lines
        and dice.theme(position, uses[0], uses[1]) == puzzle.theme
        and proved(dice, position.turn, [use.end for use in uses], numbered(puzzle.setup), most)
    )


def _wrong(recipe: Recipe, position: Any, uses: Sequence[Use]) -> list[tuple[tuple[Any, ...], Use]]:
    # Return the best use after each wrong first move. The greediest wrong move is the most natural one.
    right = {line[0] for line in uses[0].lines}
    by_move = dict[Any, tuple[tuple[Any, ...], Use]]()
    for use in uses[1:]:
        for line in use.lines:
            if line[0] not in right:
                by_move.setdefault(line[0], (line, use))
    wrong = list(by_move)
    natural = [move for move in wrong[REFUTED:] if recipe.greedy(position, move)]
    if natural:
        wrong[REFUTED - 1] = natural[0]
    return [by_move[move] for move in wrong[:REFUTED]]


def _rated(dice: Dice, uses: Sequence[Use], finds: Mapping[int, float]) -> int:
    # Return the difficulty by the tries of the levels, and by the shares of those who judge well and err.
    erring = {rating: SEEDS * _share(uses, temperature) for temperature, rating in dice.erring}
    rating = puzzles.fitted({**finds, **erring})
    assert rating is not None, "some level finds it"
    return rating


def _share(uses: Sequence[Use], temperature: float) -> float:
    # Return the probability of the best use, as `chowk.engine.choice` defines it.
    return 1 / sum(exp((use.value - uses[0].value) / temperature) for use in uses)


def _finds(dice: Dice, recipe: Recipe, position: Any, level: Any, end: Any) -> float:
    # Return the share of a level's tries that lead to the best position, multiplied by `SEEDS`.
    tries = 1 if level in dice.steady else TRIES
    return SEEDS * sum(_reaches(dice, recipe, position, level, seed, end) for seed in range(tries)) / tries


def _reaches(dice: Dice, recipe: Recipe, position: Any, level: Any, seed: int, end: Any) -> bool:
    solver = current = position
    while current.turn == solver.turn and current.outcome() is None:
        moves = current.moves()
        current = current.play(moves[0] if len(moves) == 1 else puzzles.answer(recipe, current, level, seed))
    return bool(dice.result_key(current) == dice.result_key(end))
