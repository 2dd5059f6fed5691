"""The controls beside the board of Kilkenny Cats: the die, the cats that can use it, and their destinations."""

from __future__ import annotations

from typing import Final

from chowk.core.message import Message, PlayerName, say, say_in, say_many
from chowk.core.position import CHANCE, Seat, Spot
from chowk.draw.theme import SIDES
from chowk.games.api import Part, Way
from chowk.games.kilkenny.rules import FORFEIT_SPOT, Move, Position, Step, ending, steps
from chowk.games.kilkenny.rules.board import HOLES, NAMES, SQUARE, Square
from chowk.games.kilkenny.rules.state import FORFEIT, NEEDED, active, caught

COLOURS: Final = tuple(side.name for side in SIDES)
"""The names of the colours in drawings, such as `red`, in the order of the numbers in `Position.colours`."""


def parts(position: Position) -> tuple[Part, ...]:
    """Return the die, the only part of a turn. Empty at the end of the game.

    The state of the die is `due` before the roll, `free` if a cat can use it, or `lost` if no cat can.
    """
    if ending(position):
        return ()
    art = f"{_colour(position, position.mover)} die"
    if position.turn == CHANCE:
        return (Part("die", say("The die is still to be rolled."), art, "due"),)
    die, legal = position.die, _steps(position)
    if not legal:
        return (Part(f"{die}", say("Die {number}: lost, no cat can use it.", number=die), f"{art} {die}", "lost"),)
    description = say("Die {number}: to be used. The cats that can use it are marked.", number=die)
    return (Part(f"{die}", description, f"{art} {die}", "free", _cats(legal)),)


def ways(position: Position, picked: tuple[Spot, ...]) -> tuple[Way, ...]:
    """Return the choices for the next step: the cats that can move or, after a cat is picked, its destinations.

    If no cat can use the die, the only choice is to lose the turn.
    """
    if ending(position) or position.turn == CHANCE:
        return ()
    legal = _steps(position)
    if not legal:
        return (
            Way(
                FORFEIT_SPOT,
                say_in("the player does it", "Lose the turn"),
                (say("No cat can use the die."),),
                ends=True,
            ),
        )
    if not picked:
        return tuple(_cat(position, spot) for spot in _cats(legal))
    return tuple(_goal(position, step.end) for step in legal if step.start == SQUARE[picked[0]])


def asks(position: Position, move: Move) -> Message | None:
    """Return a question to ask before a move that needlessly puts its player out of the game.

    Return None for any other move.
    """
    seat = position.mover
    if (
        not isinstance(move, Step)
        or caught(next_position := position.play(move), seat) == NEEDED
        or active(next_position, seat)
    ):
        return None
    if not any(active(position.play(step), seat) for step in _steps(position)):
        return None
    return say("This is your last cat that can move, and on a mouse it stays for good: you would be out of the game.")


def _colour(position: Position, seat: Seat) -> str:
    return COLOURS[position.colours[seat]]


def _steps(position: Position) -> tuple[Step, ...]:
    return () if position.moves() == (FORFEIT,) else steps(position, position.mover, position.die)


def _cats(legal: tuple[Step, ...]) -> tuple[Spot, ...]:
    return tuple(dict.fromkeys(NAMES[step.start] for step in legal))


def _cat(position: Position, spot: Spot) -> Way:
    count = [step.start for step in _steps(position)].count(SQUARE[spot])
    description = (
        say("Your cat on {square}.", square=spot),
        say_many("It can go to {count} square.", "It can go to {count} squares.", count),
    )
    return Way(spot, None, description, _colour(position, position.mover))


def _goal(position: Position, target: Square) -> Way:
    square, victim = NAMES[target], _owner(position, target)
    if HOLES[position.side] >> target & 1:
        description = say("To {square}, onto a mouse.", square=square)
        return Way(square, None, (description,), f"{_colour(position, position.mover)} mouse")
    if victim is not None:
        description = say("To {square}, captures a cat of {other}.", square=square, other=PlayerName(victim))
        return Way(square, None, (description,), _colour(position, victim))
    if position.strays >> target & 1:
        return Way(square, None, (say("To {square}, captures a cat of nobody.", square=square),), "stray")
    return Way(square, None, (say("To {square}.", square=square),))


def _owner(position: Position, square: Square) -> Seat | None:
    return next((seat for seat, own in enumerate(position.cats) if own >> square & 1), None)
