"""Explanations of moves of Reversi: facts about the position for or against a move, the most important first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from chowk.core.message import Message, PlayerName, say, say_many
from chowk.core.position import Seat
from chowk.games.reversi.rules import NAMES, PASS, Position, flips, legal, squares

MOST: Final = 3
"""Maximum number of facts in favour of a move."""
MOST_FAULTS: Final = 2
"""Maximum number of facts against a move."""
CORNERS: Final = 1 << 0 | 1 << 7 | 1 << 56 | 1 << 63
"""The mask of the corners."""
LATE: Final = 12
"""Number of empty squares up to which the number of discs counts for more than mobility."""


def reasons(position: Position, moves: tuple[int, ...]) -> tuple[Message, ...]:
    """Return at most three facts in favour of the first of `moves`, compared with the other legal moves."""
    return tuple(islice(_in_favour(position, moves[0]), MOST))


def faults(position: Position, move: int, best: int) -> tuple[Message, ...]:
    """Return at most two facts that count against `move`, compared with the better move `best`."""
    return tuple(islice(_against(position, move, best), MOST_FAULTS))


def _against(position: Position, move: int, best: int) -> Iterator[Message]:
    rival = 1 - position.turn
    corners_given = corners(position.play(move), rival) & ~corners(position.play(best), rival)
    if corners_given:
        yield say(
            "It lets {other} into the corner {square}.",
            other=PlayerName(rival),
            square=NAMES[squares(corners_given)[0]],
        )
    if CORNERS >> best & 1 and not CORNERS >> move & 1:
        yield say("It does not take the corner {square}.", square=NAMES[best])
    if empty(position) > LATE:
        reply_count, least = choice(position, move), choice(position, best)
        if reply_count > least > 0:
            yield say_many(
                "It leaves {other} {count} move; {best} would leave only {least}.",
                "It leaves {other} {count} moves; {best} would leave only {least}.",
                reply_count,
                other=PlayerName(rival),
                best=NAMES[best],
                least=least,
            )


def _in_favour(position: Position, move: int) -> Iterator[Message]:
    others = [alternative for alternative in position.moves() if alternative != move]
    if move == PASS:
        return
    position_after, rival = position.play(move), PlayerName(1 - position.turn)
    outcome = position_after.outcome()
    if outcome is not None and outcome.winner == position.turn:
        yield say("It wins the game at once.")
    if not others:
        yield say("It is the only move.")
    if CORNERS >> move & 1:
        yield say("It takes a corner, and a disc in a corner can never be turned.")
    if outcome is None and position_after.moves() == (PASS,):
        yield say("{other} has no move after it and must pass.", other=rival)
    yield from _corners(position, move, others)
    if outcome is None and others:
        yield from _choice(position, move, others) if empty(position) > LATE else _count(position, move, others)


def _corners(position: Position, move: int, others: list[int]) -> Iterator[Message]:
    """Yield facts about corners in favour of a move. `others` are the other legal moves.

    One fact is that the move keeps the other side out of a corner. Another is that the other side can take no corner
    after this move, but could after some of the other moves.
    """
    rival = 1 - position.turn
    corners_left = corners(position.play(move), rival)
    saved = corners(position, rival) & ~corners_left & ~(1 << move)
    if saved:
        yield say(
            "It keeps {other} out of the corner {square}.", other=PlayerName(rival), square=NAMES[squares(saved)[0]]
        )
    giving = sum(bool(corners(position.play(alternative), rival)) for alternative in others)
    if giving and not corners_left:
        yield say_many(
            "It lets {other} into no corner; {count} other move would.",
            "It lets {other} into no corner; {count} other moves would.",
            giving,
            other=PlayerName(rival),
        )


def _choice(position: Position, move: int, others: list[int]) -> Iterator[Message]:
    """Yield up to two facts in favour of a move: that it leaves few replies, and that it turns few discs.

    Few means fewer than the average of the other moves, which are `others`.
    """
    reply_count, rival = choice(position, move), PlayerName(1 - position.turn)
    counts = [choice(position, alternative) for alternative in others]
    if reply_count > 0 and reply_count * len(counts) < sum(counts):
        yield say_many(
            "It leaves {other} {count} move; other moves leave up to {most}.",
            "It leaves {other} {count} moves; other moves leave up to {most}.",
            reply_count,
            other=rival,
            most=max(counts),
        )
    few, counts = turned(position, move), [turned(position, alternative) for alternative in others]
    if few * len(counts) < sum(counts):
        yield say_many(
            "It turns {count} disc only; other moves turn up to {most}.",
            "It turns {count} discs only; other moves turn up to {most}.",
            few,
            most=max(counts),
        )


def _count(position: Position, move: int, others: list[int]) -> Iterator[Message]:
    """Yield the fact that a move turns more discs than any of the moves `others`, if it does."""
    most = turned(position, move)
    if most > max(turned(position, alternative) for alternative in others):
        yield say_many(
            "It turns {count} disc, more than any other move.",
            "It turns {count} discs, more than any other move.",
            most,
        )


def corners(position: Position, seat: Seat) -> int:
    """Return the mask of the corners that a side can take now, or could take if it had the turn."""
    own, other = (position.white, position.black) if seat else (position.black, position.white)
    return legal(own, other) & CORNERS


def choice(position: Position, move: int) -> int:
    """Return the number of squares on which the other side could reply to a move."""
    position_after = position.play(move)
    return legal(position_after.own, position_after.other).bit_count()


def turned(position: Position, move: int) -> int:
    """Return the number of discs that a move turns."""
    return flips(position.own, position.other, move).bit_count()


def empty(position: Position) -> int:
    """Return the number of empty squares."""
    return 64 - (position.black | position.white).bit_count()
