"""Explanations of moves of Kilkenny Cats: facts for or against a move, counted on the board, most important first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from chowk.core.message import Message, PlayerName, say, say_many
from chowk.core.position import Seat
from chowk.games.kilkenny.rules.board import FACES, HOLES, Square
from chowk.games.kilkenny.rules.position import Position
from chowk.games.kilkenny.rules.state import Move, Step, ending, steps

MOST: Final = 3
"""Maximum number of facts that `reasons` gives in favour of a move."""
MOST_FAULTS: Final = 2
"""Maximum number of facts that `faults` gives against a move."""


def reasons(position: Position, moves: tuple[Move, ...]) -> tuple[Message, ...]:
    """Return at most three facts in favour of the first of `moves`, compared with the other legal moves."""
    move = moves[0]
    return tuple(islice(_in_favour(position, move), MOST)) if isinstance(move, Step) else ()


def faults(position: Position, move: Move, best: Move) -> tuple[Message, ...]:
    """Return at most two facts against a move, compared with the better move `best`."""
    if not (isinstance(move, Step) and isinstance(best, Step)):
        return ()
    return tuple(islice(_against(position, move, best), MOST_FAULTS))


def _against(position: Position, move: Step, best: Step) -> Iterator[Message]:
    seat, next_position, better = position.mover, position.play(move), position.play(best)
    mice = HOLES[position.side]
    if mice >> best.end & 1 and not mice >> move.end & 1:
        yield say("It misses a mouse.")
    if position.occupied >> best.end & 1 and not position.occupied >> move.end & 1:
        yield say("It misses the capture of a cat.")
    if not (ending(next_position) or ending(better)) and next_position.mover != seat:
        now, least = losing(next_position, seat), losing(better, seat)
        if now > least:
            yield say(
                "After it {other} could capture one of these cats with {count} of 6 numbers; after the better move, "
                "with {least}.",
                count=now,
                least=least,
                other=PlayerName(next_position.mover),
            )


def _in_favour(position: Position, step: Step) -> Iterator[Message]:
    next_position, seat, bit = position.play(step), position.mover, 1 << step.end
    outcome = next_position.outcome()
    if outcome is not None and outcome.winner == seat:
        yield say("It wins the game at once.")
    if len(position.moves()) == 1:
        yield say("It is the only move.")
    if bit & HOLES[position.side]:
        yield say("It brings a cat onto a mouse of its own.")
    for rival in range(position.seats):
        if rival != seat and bit & position.cats[rival]:
            yield say("It captures a cat of {other}.", other=PlayerName(rival))
    if not ending(next_position):
        yield from _ahead(position, next_position, step)


def _ahead(position: Position, next_position: Position, step: Step) -> Iterator[Message]:
    """Yield sentences on the next rolls after a step: captures by the next player, and what the moved cat can reach.

    `next_position` is the position after the step. The step is compared with the other steps, and with the cat's old
    square.
    """
    seat, rival = position.mover, next_position.mover
    ends = [
        alternative
        for alternative in map(position.play, position.moves())
        if alternative != next_position and alternative.mover == rival and not ending(alternative)
    ]
    least, counts = losing(next_position, seat), [losing(alternative, seat) for alternative in ends]
    if rival != seat and counts and least <= min(counts) and least < max(counts):
        yield say(
            "After it {other} could capture one of these cats with {count} of 6 numbers; after other moves, with up to "
            "{most}.",
            count=least,
            most=max(counts),
            other=PlayerName(rival),
        )
    old_count, new_count = landing(position, rival, step.start), landing(next_position, rival, step.end)
    if rival != seat and new_count < old_count:
        yield say(
            "{other} could capture this cat with {before} of 6 numbers where it stands; where it goes, with {now}.",
            before=old_count,
            now=new_count,
            other=PlayerName(rival),
        )
    mice = reaching(next_position, seat, step.end)
    if mice > reaching(position, seat, step.start):
        yield say_many(
            "From there {count} of 6 numbers brings it onto a mouse.",
            "From there {count} of 6 numbers bring it onto a mouse.",
            mice,
        )
    prey = threatened(next_position, seat, step.end)
    if prey > threatened(position, seat, step.start):
        yield say_many(
            "From there it could capture {count} cat with its next roll.",
            "From there it could capture any of {count} cats with its next roll.",
            prey,
        )


def losing(position: Position, seat: Seat) -> int:
    """Return how many of the six numbers on the die let the next player capture a cat of `seat`."""
    own, rival = position.cats[seat], position.mover
    return sum(any(own >> step.end & 1 for step in steps(position, rival, face)) for face in FACES)


def landing(position: Position, seat: Seat, square: Square) -> int:
    """Return how many of the six numbers on the die let a cat of `seat` go to the square `square`."""
    return sum(any(step.end == square for step in steps(position, seat, face)) for face in FACES)


def reaching(position: Position, seat: Seat, square: Square) -> int:
    """Return how many of the six numbers on the die let the cat of `seat` on `square` go to a mouse of `seat`."""
    mice = HOLES[position.sides[seat]]
    return sum(any(mice >> target & 1 for target in _ends(position, seat, square, face)) for face in FACES)


def threatened(position: Position, seat: Seat, square: Square) -> int:
    """Return the number of other players' cats that the cat of `seat` on `square` could capture with the next roll."""
    rivals = 0
    for rival, cats in enumerate(position.cats):
        rivals |= cats if rival != seat else 0
    return len({target for face in FACES for target in _ends(position, seat, square, face) if rivals >> target & 1})


def _ends(position: Position, seat: Seat, square: Square, face: int) -> list[Square]:
    return [step.end for step in steps(position, seat, face) if step.start == square]
