"""Make the puzzles of Kilkenny Cats: a position and a number on the die for which one step is clearly best.

After the best step, at least three games more of 100 are won than after any other step. Roll-outs of 6 rolls prove it.

python3 py/training/kilkenny/puzzles_kilkenny.py --keep kilkenny.jsonl
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[2]))
from chowk.engine import assets
from chowk.engine.network_weights import lay_out
from chowk.games.api.puzzle import Puzzle
from chowk.games.kilkenny.engine import bots, reader
from chowk.games.kilkenny.engine.race import turns
from chowk.games.kilkenny.rules import Move, Position, Roll, Step, steps
from chowk.games.kilkenny.rules.board import FACES, GRID, HOLES, Square, squares, turned
from tools.build.kernel_hosts import Native
from training.kilkenny.learn_kilkenny import GAME
from training.shared import dice_puzzles, puzzles
from training.shared.dice_puzzles import Dice, Use
from training.shared.puzzles import Recipe

THEMES: Final = ("mouse", "capture", "block", "danger", "wait", "threat", "run")
"""All themes; see `theme`."""
HINT: Final = 5.0
"""Minimum lead of the best step in a puzzle, in percentage points of the chance to win, before it is proved.

The chances are averaged over the next roll. If the lead is large enough, roll-outs are played for the proof.
"""
STATIC_HINT: Final = 3.0
"""Minimum lead of the best step by static evaluation, in percentage points. With less, no search is made."""
CAPTURE, MOUSE = 100.0, 1000.0
"""Values of a capture and of a mouse to a greedy player, in turns."""
MOST_STEPS: Final = 16
"""Maximum number of steps among which the solver of a puzzle chooses."""
LIMIT, QUIET_ROUNDS = 4, 50
"""`QUIET_ROUNDS` is the number of quiet rounds after which a roll-out is a draw. `LIMIT` is the index of this number
in the kernel's array `STATE`."""


def fits(position: Position) -> bool:
    """Return True if the player has a choice, between at most `MOST_STEPS` steps."""
    return dice_puzzles.FEWEST <= len(position.moves()) <= MOST_STEPS


def write(kernel: Native, position: Position) -> None:
    """Write a position before a roll to the kernel of the roll-outs, and set the limit of quiet rounds for a draw."""
    reader.write(kernel, position)
    kernel.write("STATE", array("i", [QUIET_ROUNDS]), LIMIT)


def result_key(position: Position) -> Any:
    """Return the squares of all cats, which identify the result of a step."""
    return position.cats


def uses(position: Position) -> Sequence[Use]:
    """Return the possible steps with the chances after them, the best first; empty if the best is not clearly ahead."""
    lines = puzzles.survey(RECIPE, position, 1).lines
    if puzzles.gap(lines) < STATIC_HINT or dice_puzzles.dull(DICE, RECIPE, position, lines[0].moves[0]):
        return ()
    lines = puzzles.survey(RECIPE, position, 2).lines
    if puzzles.gap(lines) < HINT:
        return ()
    return [Use((line.score or 0.0) / 100, position.play(line.moves[0]), (line.moves[:1],)) for line in lines]


def theme(position: Position, best: Use, second: Use) -> str:
    """Return the theme: the first of the following that is true of the best step, compared with the second-best step.

    mouse: the cat lands on its mouse; capture: it captures; block: fewer numbers take another player's cat to a mouse;
    danger: fewer numbers capture one of the player's cats; wait: more numbers take a cat of the player to a mouse;
    threat: more numbers capture another player's cat; run: none of these.
    """
    seat, step = position.mover, best.lines[0][0]
    if HOLES[position.side] >> step.end & 1:
        return "mouse"
    if position.occupied >> step.end & 1:
        return "capture"
    others = [other for other in range(position.seats) if other != seat]
    best_counts, second_counts = (
        (
            -sum(len(_mousing(use.end, other)) for other in others),
            -sum(len(_hunting(use.end, other, (seat,))) for other in others),
            len(_mousing(use.end, seat)),
            len(_hunting(use.end, seat, others)),
        )
        for use in (best, second)
    )
    names = zip(("block", "danger", "wait", "threat"), best_counts, second_counts, strict=True)
    return next((name for name, first, other in names if first > other), "run")


def _mousing(position: Position, seat: int) -> list[int]:
    # Return the numbers by which a cat of the seat lands on its mouse.
    home = HOLES[position.sides[seat]]
    return [face for face in FACES if any(home >> step.end & 1 for step in steps(position, seat, face))]


def _hunting(position: Position, seat: int, others: Sequence[int]) -> list[int]:
    # Return the numbers by which a cat of the seat captures a cat of other seats.
    prey = 0
    for other in others:
        prey |= position.cats[other]
    return [face for face in FACES if any(prey >> step.end & 1 for step in steps(position, seat, face))]


def punished(position: Position, best: Use, wrong: Use) -> tuple[Move, ...]:
    """Return the reply that punishes a wrong step most: the next player's number on the die, and a capture with it.

    Return an empty tuple unless more numbers allow a capture after the wrong step than after the best step.
    """
    seat, after = position.mover, wrong.end
    if after.outcome() is not None or len(_hunting(after, after.mover, (seat,))) <= len(
        _hunting(best.end, after.mover, (seat,))
    ):
        return ()
    kernel, data = assets.learnt("kilkenny")
    lay_out(kernel, data, after.seats)
    captures = list[tuple[float, Roll, Step]]()
    for face in FACES:
        reader.write(kernel, after._replace(die=face))
        count = kernel.call("rate", 0)
        starts, ends = kernel.read("START", 0, count), kernel.read("END", 0, count)
        chances = kernel.read("WORTHS", 0, 4 * count)[after.mover :: 4]
        for start, end, chance in zip(starts, ends, chances, strict=True):
            if start >= 0 and after.cats[seat] >> end & 1:
                captures.append((chance, Roll(face), Step(start, end)))
    _, roll, step = max(captures)
    return roll, step


def greedy(position: Position, move: Move) -> bool:
    """Return True if the step is the greediest: taking a mouse counts most, then a capture, then the turns saved."""
    worth = {step: _progress(position, step) for step in steps(position, position.mover, position.die)}
    return isinstance(move, Step) and worth[move] == max(worth.values())


def _progress(position: Position, step: Step) -> float:
    home = HOLES[position.side] & ~position.cats[position.mover]
    start, end = (min(turns(mouse)[place] for mouse in squares(home)) for place in step)
    return start - end + CAPTURE * (position.occupied >> step.end & 1) + MOUSE * (home >> step.end & 1)


def likeness(position: Position) -> Any:
    """Return a key: the number on the die and the cats as the player to move sees them.

    With two players, mirror images have the same key.
    """
    seats = [(position.mover + step) % position.seats for step in range(position.seats)]
    cats = [[_seen(place, position.side) for place in squares(position.cats[seat])] for seat in seats]
    image = tuple(tuple(sorted(own)) for own in cats)
    mirrored = tuple(tuple(sorted(place ^ GRID - 1 for place in own)) for own in cats)
    sides = tuple((position.sides[seat] - position.side) % 4 for seat in seats)
    return sides, position.die, min(image, mirrored) if position.seats == 2 else image


def _seen(place: Square, side: int) -> Square:
    # Turn the board until the side is South's.
    for _ in range((4 - side) % 4):
        place = turned(place)
    return place


DICE: Final = Dice(
    game=GAME,
    write=write,
    uses=uses,
    result_key=result_key,
    theme=theme,
    punished=punished,
    rolls=6,
    confirmed=False,
    gap=0.03,
    steady=(4,),
    greedy=16,
    erring=((0.16, 1225), (0.08, 1360), (0.04, 1590), (0.02, 1940)),
)


def make(recipe: Recipe, position: Position) -> Puzzle | None:
    """Make a puzzle of a position. Return None if the position is not suitable."""
    return dice_puzzles.make_puzzle(DICE, recipe, position)


def prove(puzzle: Puzzle, most: int) -> bool:
    """Prove a puzzle again with at most `most` games for each step. Return True if the proof succeeds."""
    return dice_puzzles.holds(DICE, RECIPE, puzzle, most)


BARN_CAT: Final = bots.Style(temperature=1.5)
TABBY: Final = bots.Style(temperature=0.015, rolls=0)
"""Barn Cat and Tabby as they were when the puzzles were made."""
RECIPE: Final = Recipe(
    name="kilkenny",
    players=(BARN_CAT, TABBY, 3),
    solvers=((0, 1145), (BARN_CAT, 1250), (TABBY, 2140), (3, 2600), (4, 2700)),
    fits=fits,
    shallow=2,
    hint=HINT,
    deep=lambda _: 2,
    gap=0.0,
    theme=lambda *_: "",
    greedy=greedy,
    likeness=likeness,
    per_game=4,
    make=make,
    prove=prove,
    natural=lambda *_: False,  # `dice_puzzles.dull` has the rule, because a use of a roll may be more than one move
)

if __name__ == "__main__":
    sys.exit(puzzles.main(RECIPE, sys.argv[1:], __doc__))
