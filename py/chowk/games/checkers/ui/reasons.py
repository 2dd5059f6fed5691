"""Explanations of moves of checkers: facts for or against a move, counted on the board, the most important first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from chowk.core.message import Message, PlayerName, say, say_many
from chowk.core.position import Seat
from chowk.games.checkers.rules import CROWN, MIDDLE, Move, Position, crowns, jumped, jumps

MOST: Final = 3
"""Maximum number of facts that `reasons` gives in favour of a move."""
MOST_FAULTS: Final = 2
"""Maximum number of facts that `faults` gives against a move."""
DEEPEST: Final = 24
"""Maximum number of consecutive captures that are followed. The board never has more pieces than that."""


def reasons(position: Position, moves: tuple[Move, ...]) -> tuple[Message, ...]:
    """Return at most three facts in favour of the first of `moves`, compared with the other legal moves."""
    return tuple(islice(_in_favour(position, moves[0]), MOST))


def faults(position: Position, move: Move, best: Move) -> tuple[Message, ...]:
    """Return at most two facts against a move, compared with the better move `best`."""
    return tuple(islice(_against(position, move, best), MOST_FAULTS))


def _against(position: Position, move: Move, best: Move) -> Iterator[Message]:
    won = gain(position, move)
    if won < 0 and won < gain(position, best):
        yield say_many(
            "When the captures that follow are done, {player} has lost {count} piece.",
            "When the captures that follow are done, {player} has lost {count} pieces.",
            -won,
            player=PlayerName(position.turn),
        )
    elif gain(position, best) > max(0, won):
        yield say("It misses a capture that pays.")
    if crowning(position.play(move)) and not crowning(position.play(best)):
        yield say("It lets {other} make a king at once.", other=PlayerName(1 - position.turn))


def crowning(position: Position) -> bool:
    """Return True if the side to move has a move that makes a king."""
    return any(crowns(position, move) for move in position.moves())


def _in_favour(position: Position, move: Move) -> Iterator[Message]:
    others = [alternative for alternative in position.moves() if alternative != move]
    outcome = position.play(move).outcome()
    if outcome is not None and outcome.winner == position.turn:
        yield say("It wins the game at once.")
    if not others and not jumped(move):
        yield say("It is the only move.")
    if jumped(move):
        yield from _captures(move, others)
    if crowns(position, move):
        yield say("It makes a king.")
    yield from _exchange(position, move, others)
    if outcome is None:
        yield from _place(position, move, others)


def _captures(move: Move, others: list[Move]) -> Iterator[Message]:
    captured = jumped(move).bit_count()
    if others and captured > max(jumped(alternative).bit_count() for alternative in others):
        yield say_many(
            "It takes {count} piece, more than any other capture.",
            "It takes {count} pieces, more than any other capture.",
            captured,
        )
    elif not others:
        yield say("Whoever can capture must, and this is the only way to do it.")


def _exchange(position: Position, move: Move, others: list[Move]) -> Iterator[Message]:
    """Yield sentences on the pieces that a move and the captures after it win or lose.

    Only captures that follow at once count. `others` are the other legal moves. If the move wins and loses nothing, a
    sentence gives the number of others that lose a piece. It speaks of the captures if some follow, since the move may
    give a piece first. If every move loses pieces, a sentence says whether this one loses the fewest.
    """
    won = gain(position, move)
    if won > 0:
        yield say_many(
            "When the captures that follow are done, {player} has won {count} piece.",
            "When the captures that follow are done, {player} has won {count} pieces.",
            won,
            player=PlayerName(position.turn),
        )
    losing = sum(gain(position, alternative) < 0 for alternative in others)
    if won == 0 and losing and jumps(position.play(move)):
        yield say_many(
            "When the captures that follow are done, nothing is lost; {count} other move loses a piece.",
            "When the captures that follow are done, nothing is lost; {count} other moves lose a piece.",
            losing,
        )
    elif won == 0 and losing:
        yield say_many(
            "It loses nothing at once; {count} other move loses a piece.",
            "It loses nothing at once; {count} other moves lose a piece.",
            losing,
        )
    elif won < 0 and others and won > max(gain(position, alternative) for alternative in others):
        yield say("Every move loses pieces now, and this one loses the fewest.")


def _place(position: Position, move: Move, others: list[Move]) -> Iterator[Message]:
    """Yield sentences on the men left on the back row, the moved piece's new square, and the number of replies."""
    rivals = position.other & ~position.kings
    guard_count = guards(position.play(move), position.turn)
    if (
        rivals
        and guard_count > 1
        and any(guards(position.play(alternative), position.turn) < guard_count for alternative in others)
    ):
        yield say(
            "It keeps {count} men on the back row, where {other} wants to make kings.",
            count=guard_count,
            other=PlayerName(1 - position.turn),
        )
    if move[-1] in MIDDLE:
        yield say("It takes a square in the middle of the board.")
    reply_count, counts = choice(position, move), [choice(position, alternative) for alternative in others]
    if counts and reply_count > 0 and reply_count * len(counts) < sum(counts):
        yield say_many(
            "It leaves {other} {count} move; other moves leave up to {most}.",
            "It leaves {other} {count} moves; other moves leave up to {most}.",
            reply_count,
            other=PlayerName(1 - position.turn),
            most=max(counts),
        )


def gain(position: Position, move: Move) -> int:
    """Return the number of pieces that the player gains by a move and all captures that follow at once.

    Both sides choose the captures that leave them the most pieces. The number is negative for a loss.
    """
    return -_settled(position.play(move), DEEPEST) - _lead(position)


def choice(position: Position, move: Move) -> int:
    """Return the number of replies to a move."""
    return len(position.play(move).moves())


def guards(position: Position, seat: Seat) -> int:
    """Return the number of men of a side on its own back row."""
    own = position.white if seat else position.black
    return (own & ~position.kings & CROWN[1 - seat]).bit_count()


def _settled(position: Position, depth: int) -> int:
    forced = jumps(position) if depth else ()
    return max((-_settled(position.play(move), depth - 1) for move in forced), default=_lead(position))


def _lead(position: Position) -> int:
    return position.own.bit_count() - position.other.bit_count()
