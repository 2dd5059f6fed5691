"""The position editor of Reversi: set up positions by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from chowk.core.game import Choice, Option
from chowk.core.message import Message, say, say_in
from chowk.core.position import Spot
from chowk.games.api.draft import Piece
from chowk.games.reversi import openings
from chowk.games.reversi.rules import NAMES, SQUARE, Position, usual_hands

_SIDES: Final = (say_in("side", "Black"), say_in("side", "White"))
_PIECES: Final = (Piece("X", _SIDES[0], "black"), Piece("O", _SIDES[1], "white"))
_TURN: Final = Option("turn", say("Whose turn it is"), (Choice("0", _SIDES[0]), Choice("1", _SIDES[1])))
_MIDDLE: Final = sum(1 << SQUARE[spot] for spot in ("d4", "e4", "d5", "e5"))


def pieces(draft: Position) -> Sequence[Piece]:  # noqa: ARG001 - always the same
    """Return the pieces to place: a black and a white disc."""
    return _PIECES


def empty(draft: Position) -> Position:
    """Return `draft`, the position being set up, without its discs."""
    return _position(0, 0, draft.turn)


def piece_at(draft: Position, spot: Spot) -> str:
    """Return the sign of the disc on a square, `X` or `O`, or an empty text if the square is empty."""
    bit = 1 << SQUARE[spot]
    return "X" if draft.black & bit else "O" if draft.white & bit else ""


def put(draft: Position, spot: Spot, piece: str) -> Position:
    """Return `draft`, the position being set up, with the disc `piece` on a square.

    If `piece` is empty, empty the square.
    """
    bit = 1 << SQUARE[spot]
    black, white = (discs & ~bit | bit * (piece == sign) for discs, sign in zip(draft[:2], "XO", strict=True))
    return _position(black, white, draft.turn)


def settings(draft: Position) -> Sequence[tuple[Option, str]]:
    """Return the only setting of the position editor, the side to move, with its value."""
    return ((_TURN, str(draft.turn)),)


def changed(draft: Position, name: str, value: str) -> Position:  # noqa: ARG001 - there is one setting
    """Return `draft`, the position being set up, with the side `value` to move: `0` for Black, `1` for White."""
    return _position(draft.black, draft.white, int(value))


def turned(draft: Position) -> Sequence[tuple[Message, Position]]:
    """Return three variants of the position being set up, with labels: rotated, mirrored, with the colours swapped."""
    return (
        (say_in("the page does it", "Rotate"), _moved(draft, lambda square: square % 8 * 8 + 7 - square // 8)),
        (say_in("the page does it", "Mirror"), _moved(draft, lambda square: square ^ 7)),
        (say_in("the page does it", "Swap sides"), _position(draft.white, draft.black, 1 - draft.turn)),
    )


@cache
def named() -> Sequence[tuple[str, Position]]:
    """Return titles and positions: first the named openings, sorted by name, then the numbered balanced openings."""
    positions: dict[str, Position] = {}
    for position, name in openings.named().items():
        positions.setdefault(name, position)
    even = enumerate(openings.balanced(), 1)
    return [*sorted(positions.items()), *((f"{number}. {title}", position) for number, (title, position) in even)]


def fault(position: Position) -> Message | None:
    """Return why no game reaches a position, or None if no reason is known.

    The reasons are an empty square in the middle (R4) and a disc that no chain of discs joins to the middle.
    """
    discs = position.black | position.white
    if discs & _MIDDLE != _MIDDLE:
        return say("There is always a disc on each of the four squares in the middle.")
    reached = _MIDDLE
    while (more := _beside(reached) & discs | reached) != reached:
        reached = more
    far = next((square for square in range(64) if (discs & ~reached) >> square & 1), None)
    return say("The disc on {square} lies apart from all others.", square=NAMES[far]) if far is not None else None


def _beside(discs: int) -> int:
    not_a, not_h = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F
    rows = discs | discs << 1 & not_a | discs >> 1 & not_h
    return (rows | rows << 8 | rows >> 8) & (1 << 64) - 1


def _moved(draft: Position, to: Callable[[int], int]) -> Position:
    black, white = (sum(1 << to(square) for square in range(64) if discs >> square & 1) for discs in draft[:2])
    return _position(black, white, draft.turn)


def _position(black: int, white: int, turn: int) -> Position:
    return Position(black, white, turn, usual_hands(black, white, turn))
