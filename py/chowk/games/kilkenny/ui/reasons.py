"""Reasons for and against a move of Kilkenny Cats: facts that anybody can count on the board, the weightiest first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from chowk.core.message import Message, Who, say, say_many
from chowk.core.position import Seat
from chowk.games.kilkenny.rules.board import FACES, HOLES, Square
from chowk.games.kilkenny.rules.position import Position
from chowk.games.kilkenny.rules.state import Move, Step, ending, steps

MOST: Final = 3
MOST_FAULTS: Final = 2


def reasons(position: Position, moves: tuple[Move, ...]) -> tuple[Message, ...]:
    """Return at most three facts in favour of the first of `moves`, compared with the other legal moves."""
    move = moves[0]
    return tuple(islice(_found(position, move), MOST)) if isinstance(move, Step) else ()


def faults(position: Position, made: Move, best: Move) -> tuple[Message, ...]:
    """Return at most two facts against a move, compared with a better one."""
    if not (isinstance(made, Step) and isinstance(best, Step)):
        return ()
    return tuple(islice(_against(position, made, best), MOST_FAULTS))


def _against(position: Position, made: Step, best: Step) -> Iterator[Message]:
    seat, after, better = position.mover, position.play(made), position.play(best)
    mice = HOLES[position.side]
    if mice >> best.end & 1 and not mice >> made.end & 1:
        yield say("It misses a mouse.")
    if position.occupied >> best.end & 1 and not position.occupied >> made.end & 1:
        yield say("It misses the capture of a cat.")
    if not (ending(after) or ending(better)) and after.mover != seat:
        now, least = losing(after, seat), losing(better, seat)
        if now > least:
            yield say(
                "After it {other} could capture one of these cats with {count} of 6 numbers; after the better move, "
                "with {least}.",
                count=now,
                least=least,
                other=Who(after.mover),
            )


def _found(position: Position, step: Step) -> Iterator[Message]:
    after, seat, bit = position.play(step), position.mover, 1 << step.end
    outcome = after.outcome()
    if outcome is not None and outcome.winner == seat:
        yield say("It wins the game at once.")
    if len(position.moves()) == 1:
        yield say("It is the only move.")
    if bit & HOLES[position.side]:
        yield say("It brings a cat onto a mouse of its own.")
    for rival in range(position.seats):
        if rival != seat and bit & position.cats[rival]:
            yield say("It captures a cat of {other}.", other=Who(rival))
    if not ending(after):
        yield from _ahead(position, after, step)


def _ahead(position: Position, after: Position, step: Step) -> Iterator[Message]:
    """Yield the chances of the next rolls, compared with other moves and with this cat's old square."""
    seat, rival = position.mover, after.mover
    ends = [at for at in map(position.play, position.moves()) if at != after and at.mover == rival and not ending(at)]
    least, rest = losing(after, seat), [losing(at, seat) for at in ends]
    if rival != seat and rest and least <= min(rest) and least < max(rest):
        yield say(
            "After it {other} could capture one of these cats with {count} of 6 numbers; after other moves, with up to "
            "{most}.",
            count=least,
            most=max(rest),
            other=Who(rival),
        )
    before, now = landing(position, rival, step.start), landing(after, rival, step.end)
    if rival != seat and now < before:
        yield say(
            "{other} could capture this cat with {before} of 6 numbers where it stands; where it goes, with {now}.",
            before=before,
            now=now,
            other=Who(rival),
        )
    mice = reaching(after, seat, step.end)
    if mice > reaching(position, seat, step.start):
        yield say_many(
            "From there {count} of 6 numbers brings it onto a mouse.",
            "From there {count} of 6 numbers bring it onto a mouse.",
            mice,
        )
    prey = threatened(after, seat, step.end)
    if prey > threatened(position, seat, step.start):
        yield say_many(
            "From there it could capture {count} cat with its next roll.",
            "From there it could capture any of {count} cats with its next roll.",
            prey,
        )


def losing(position: Position, seat: Seat) -> int:
    """Return the number of faces with which the next player to roll could capture one of a seat's cats."""
    own, rival = position.cats[seat], position.mover
    return sum(any(own >> step.end & 1 for step in steps(position, rival, face)) for face in FACES)


def landing(position: Position, seat: Seat, at: Square) -> int:
    """Return the number of faces with which one of a seat's cats could land on a square."""
    return sum(any(step.end == at for step in steps(position, seat, face)) for face in FACES)


def reaching(position: Position, seat: Seat, at: Square) -> int:
    """Return the number of faces with which the cat on a square could land on one of its seat's mice."""
    mice = HOLES[position.sides[seat]]
    return sum(any(mice >> end & 1 for end in _ends(position, seat, at, face)) for face in FACES)


def threatened(position: Position, seat: Seat, at: Square) -> int:
    """Return the number of other players' cats that the cat on a square could capture with some face."""
    rivals = 0
    for other, cats in enumerate(position.cats):
        rivals |= cats if other != seat else 0
    return len({end for face in FACES for end in _ends(position, seat, at, face) if rivals >> end & 1})


def _ends(position: Position, seat: Seat, at: Square, face: int) -> list[Square]:
    return [step.end for step in steps(position, seat, face) if step.start == at]
