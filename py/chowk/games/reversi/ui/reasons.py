"""Reasons for and against a move of Reversi: facts that anybody can count on the board, the weightiest first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from chowk.core.message import Message, Who, say, say_many
from chowk.core.position import Seat
from chowk.games.reversi.rules import NAMES, PASS, Position, flips, legal, squares

MOST: Final = 3
MOST_FAULTS: Final = 2
CORNERS: Final = 1 << 0 | 1 << 7 | 1 << 56 | 1 << 63
"""The mask of the corners."""
LATE: Final = 12
"""The number of empty squares from which discs count for more than mobility."""


def reasons(position: Position, moves: tuple[int, ...]) -> tuple[Message, ...]:
    """Return at most three facts in favour of the first of `moves`, compared with the other legal moves."""
    return tuple(islice(_found(position, moves[0]), MOST))


def faults(position: Position, made: int, best: int) -> tuple[Message, ...]:
    """Return at most two facts against a move, compared with a better one."""
    return tuple(islice(_against(position, made, best), MOST_FAULTS))


def _against(position: Position, made: int, best: int) -> Iterator[Message]:
    rival = 1 - position.turn
    given = corners(position.play(made), rival) & ~corners(position.play(best), rival)
    if given:
        yield say("It lets {other} into the corner {square}.", other=Who(rival), square=NAMES[squares(given)[0]])
    if CORNERS >> best & 1 and not CORNERS >> made & 1:
        yield say("It does not take the corner {square}.", square=NAMES[best])
    if empty(position) > LATE:
        left, least = choice(position, made), choice(position, best)
        if left > least > 0:
            yield say_many(
                "It leaves {other} {count} move; {best} would leave only {least}.",
                "It leaves {other} {count} moves; {best} would leave only {least}.",
                left,
                other=Who(rival),
                best=NAMES[best],
                least=least,
            )


def _found(position: Position, move: int) -> Iterator[Message]:
    others = [other for other in position.moves() if other != move]
    if move == PASS:
        return
    after, rival = position.play(move), Who(1 - position.turn)
    outcome = after.outcome()
    if outcome is not None and outcome.winner == position.turn:
        yield say("It wins the game at once.")
    if not others:
        yield say("It is the only move.")
    if CORNERS >> move & 1:
        yield say("It takes a corner, and a disc in a corner can never be turned.")
    if outcome is None and after.moves() == (PASS,):
        yield say("{other} has no move after it and must pass.", other=rival)
    yield from _corners(position, move, others)
    if outcome is None and others:
        yield from _choice(position, move, others) if empty(position) > LATE else _count(position, move, others)


def _corners(position: Position, move: int, others: list[int]) -> Iterator[Message]:
    """Yield which corner the move denies the other side, and whether other moves would give one away."""
    rival = 1 - position.turn
    left = corners(position.play(move), rival)
    saved = corners(position, rival) & ~left & ~(1 << move)
    if saved:
        yield say("It keeps {other} out of the corner {square}.", other=Who(rival), square=NAMES[squares(saved)[0]])
    giving = sum(bool(corners(position.play(other), rival)) for other in others)
    if giving and not left:
        yield say_many(
            "It lets {other} into no corner; {count} other move would.",
            "It lets {other} into no corner; {count} other moves would.",
            giving,
            other=Who(rival),
        )


def _choice(position: Position, move: int, others: list[int]) -> Iterator[Message]:
    """Yield how few moves it leaves the other side and how few discs it turns, if below the average move."""
    left, rival = choice(position, move), Who(1 - position.turn)
    rest = [choice(position, other) for other in others]
    if left > 0 and left * len(rest) < sum(rest):
        yield say_many(
            "It leaves {other} {count} move; other moves leave up to {most}.",
            "It leaves {other} {count} moves; other moves leave up to {most}.",
            left,
            other=rival,
            most=max(rest),
        )
    few, rest = turned(position, move), [turned(position, other) for other in others]
    if few * len(rest) < sum(rest):
        yield say_many(
            "It turns {count} disc only; other moves turn up to {most}.",
            "It turns {count} discs only; other moves turn up to {most}.",
            few,
            most=max(rest),
        )


def _count(position: Position, move: int, others: list[int]) -> Iterator[Message]:
    """Yield how many discs the move turns, late in the game when discs are decisive."""
    most = turned(position, move)
    if most > max(turned(position, other) for other in others):
        yield say_many(
            "It turns {count} disc, more than any other move.",
            "It turns {count} discs, more than any other move.",
            most,
        )


def corners(position: Position, seat: Seat) -> int:
    """Return the mask of the corners that a side can take, or could take if it were its turn."""
    own, other = (position.white, position.black) if seat else (position.black, position.white)
    return legal(own, other) & CORNERS


def choice(position: Position, move: int) -> int:
    """Return the number of moves of the other side after a move."""
    after = position.play(move)
    return legal(after.own, after.other).bit_count()


def turned(position: Position, move: int) -> int:
    """Return the number of discs that a move turns."""
    return flips(position.own, position.other, move).bit_count()


def empty(position: Position) -> int:
    """Return the number of empty squares."""
    return 64 - (position.black | position.white).bit_count()
