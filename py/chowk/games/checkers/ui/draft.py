"""The position editor of American Checkers: set up positions by hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from chowk.core.game import Choice, Option
from chowk.core.message import Message, say, say_in
from chowk.core.position import Spot
from chowk.core.rule_options import texts
from chowk.games.api.draft import Piece
from chowk.games.checkers import openings
from chowk.games.checkers.rules import BALLOTS, BIT, OPENINGS, OPTIONS, SQUARE, START, House, Position, squares

_PIECES: Final = (
    Piece("b", say("Red man"), "red man"),
    Piece("w", say("White man"), "white man"),
    Piece("B", say("Red king"), "red king"),
    Piece("W", say("White king"), "white king"),
)
_TURN: Final = Option(
    "turn", say("Whose turn it is"), (Choice("0", say_in("side", "Red")), Choice("1", say_in("side", "White")))
)


def pieces(draft: Position) -> Sequence[Piece]:  # noqa: ARG001 - always the same
    """Return the pieces to place: a man and a king of either side."""
    return _PIECES


def empty(draft: Position) -> Position:
    """Return `draft`, the position being set up, without its pieces."""
    return draft._replace(black=0, white=0, kings=0, quiet=0)


def piece_at(draft: Position, spot: Spot) -> str:
    """Return the letter of the piece on a spot, in capitals for a king, or an empty text."""
    bit = BIT[SQUARE[spot]]
    letter = "b" if draft.black & bit else "w" if draft.white & bit else ""
    return letter.upper() if draft.kings & bit else letter


def put(draft: Position, spot: Spot, piece: str) -> Position:
    """Return `draft`, the position being set up, with `piece` on a square. If `piece` is empty, empty the square.

    The count for the 40-move rule restarts.
    """
    bit = BIT[SQUARE[spot]]
    is_set = (piece.lower() == "b", piece.lower() == "w", piece.isupper())
    black, white, kings = (mask & ~bit | bit * value for mask, value in zip(draft[:3], is_set, strict=True))
    return draft._replace(black=black, white=white, kings=kings, quiet=0)


def settings(draft: Position) -> Sequence[tuple[Option, str]]:
    """Return the settings of the position editor with their values: the side to move, the house rules on draws."""
    house = texts(draft.house)
    return ((_TURN, str(draft.turn)), *((option, house[option.name]) for option in OPTIONS if option.name in house))


def changed(draft: Position, name: str, value: str) -> Position:
    """Return `draft`, the position being set up, with the setting `name` changed to `value`."""
    if name == "turn":
        return draft._replace(turn=int(value))
    return draft._replace(house=House(**{**draft.house._asdict(), name: value == "on"}))


def turned(draft: Position) -> Sequence[tuple[Message, Position]]:
    """Return the only variant of the position being set up, with a label: the two sides have changed places.

    The men of the two sides move in opposite directions. So each piece gets the other colour and goes to the square
    that is opposite through the centre of the board, and the other side is to move.
    """
    black, white, kings = (sum(BIT[33 - square] for square in squares(mask)) for mask in draft[:3])
    swapped = draft._replace(black=white, white=black, kings=kings, turn=1 - draft.turn)
    return ((say_in("the page does it", "Swap sides"), swapped),)


@cache
def named() -> Sequence[tuple[str, Position]]:
    """Return the title and the position of every opening: classic openings first, then ballot openings by number."""
    positions = [*openings.classic().items()]
    for ballot in BALLOTS:
        position = START
        for move in ballot.moves:
            position = position.play(move)
        moves = " ".join("-".join(map(str, move)) for move in ballot.moves)
        positions.append((f"{ballot.number}. {moves} {OPENINGS.get(ballot.number, '')}".strip(), position))
    return positions


def fault(position: Position) -> Message | None:
    """Return the reason why no game can go on from a position, or None if one can.

    A side without pieces has already lost (C24).
    """
    return None if position.black and position.white else say("The game is over in this position.")
