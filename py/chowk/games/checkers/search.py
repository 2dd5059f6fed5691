"""Search matches of American Checkers for numbers of men and kings, and for patterns of pieces on the board.

The moves of a match are replayed by changing bits of masks. Their legality is not checked, because collections contain
only legal moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from chowk.core.message import say
from chowk.games.api.draft import Piece
from chowk.games.api.search import Conditions, GameSearch, SearchField, Test
from chowk.games.checkers.rules import BIT, CROWN, LEAPS, SQUARE, WALKS, Position
from chowk.games.checkers.rules import KING as _BOTH_WAYS

_LAST: Final = 0x80
"""The bit of a code that marks the last square of a move; the other bits are the square's number."""
_ALL: Final = sum(BIT)
_FIELDS: Final = (
    SearchField("rm", say("Red men"), 12),
    SearchField("rk", say("Red kings"), 12),
    SearchField("wm", say("White men"), 12),
    SearchField("wk", say("White kings"), 12),
)
_PIECES: Final = (
    Piece("b", say("Red man"), "red man"),
    Piece("w", say("White man"), "white man"),
    Piece("B", say("Red king"), "red king"),
    Piece("W", say("White king"), "white king"),
)


def _legs() -> dict[tuple[int, int], int]:
    """Map the first and last square of each step or jump to the mask of the square passed over, 0 for a step."""
    legs = {move: 0 for ways in WALKS[_BOTH_WAYS].values() for _, move in ways}
    for start, leaps in LEAPS[_BOTH_WAYS].items():
        legs.update({(BIT.index(start), number): over for over, _, number in leaps})
    return {(move[0], move[1]): over for move, over in legs.items()}


_LEGS: Final = _legs()


class _Shape(NamedTuple):
    """Conditions on one position, each of which may be left open.

    `counts` are the numbers of men and of kings of Black (red on the board), then those of White; None for any number.
    `care` is the mask of the squares of the pattern. `black`, `white` and `kings` are the masks that the position must
    have there.
    """

    counts: tuple[int | None, int | None, int | None, int | None]
    care: int
    black: int
    white: int
    kings: int

    def swapped(self) -> _Shape:
        """Return the conditions with the sides swapped, and the board turned by half a turn."""
        red_men, red_kings, white_men, white_kings = self.counts
        care, black, white, kings = map(_turned, self[1:])
        return _Shape((white_men, white_kings, red_men, red_kings), care, white, black, kings)

    def fits_counts(self, black: int, white: int, kings: int) -> bool:
        """Return True if the numbers of pieces of a position, given as masks, fit."""
        masks = (black & ~kings, black & kings, white & ~kings, white & kings)
        return all(count is None or mask.bit_count() == count for mask, count in zip(masks, self.counts, strict=True))


def _turned(mask: int) -> int:
    return sum(BIT[33 - square] for square in range(1, 33) if mask & BIT[square])


def _shape(conditions: Conditions) -> _Shape:
    counts = [int(value) if (value := conditions.values.get(field.name, "")) else None for field in _FIELDS]
    care = black = white = kings = 0
    names = ("", *(piece.name for piece in _PIECES))
    for spot, piece in conditions.pattern.items():
        if spot in SQUARE and piece in names:
            bit = BIT[SQUARE[spot]]
            care |= bit
            black |= bit * (piece.lower() == "b")
            white |= bit * (piece.lower() == "w")
            kings |= bit * piece.isupper()
    return _Shape((counts[0], counts[1], counts[2], counts[3]), care, black, white, kings)


def tester(conditions: Conditions) -> Test:
    """Return a function that tests whether a match has a position with the wanted numbers of pieces and the pattern."""
    shape = _shape(conditions)
    shapes = [*dict.fromkeys((shape, shape.swapped()))] if conditions.images else [shape]
    men = [(shape.counts[0] or 0, shape.counts[2] or 0) for shape in shapes]
    fewest = min(sum(pair) for pair in men)

    def found(start: Position, codes: bytes) -> bool:
        masks, kings, turn = [start.black, start.white], start.kings, int(start.turn)
        open_shapes = _fitting(shapes, masks, kings)
        if _matched(open_shapes, masks, kings):
            return True
        origin = 0
        for code in codes:
            square = code & ~_LAST
            if not origin:
                origin, bit = square, BIT[square]
                masks[turn] &= ~bit
                is_king, captured = kings & bit, 0
                kings &= ~bit
                continue
            captured |= _LEGS[origin, square]
            origin = square
            if code & _LAST:
                bit = BIT[square]
                masks[turn] |= bit
                if is_king:
                    kings |= bit
                elif bit & CROWN[turn]:
                    kings |= bit
                    captured |= bit  # the numbers of men and kings have changed
                turn = 1 - turn
                if captured:
                    masks[turn] &= ~captured
                    kings &= ~captured | bit
                    if ((masks[0] | masks[1]) & ~kings).bit_count() < fewest:
                        return False  # men never come back
                    open_shapes = _fitting(shapes, masks, kings)
                if open_shapes and _matched(open_shapes, masks, kings):
                    return True
                origin = 0
        return False

    return found


def _fitting(shapes: Sequence[_Shape], masks: Sequence[int], kings: int) -> list[_Shape]:
    """Return those of the conditions `shapes` whose piece counts match a position, given as masks."""
    return [shape for shape in shapes if shape.fits_counts(masks[0], masks[1], kings)]


def _matched(shapes: Sequence[_Shape], masks: Sequence[int], kings: int) -> bool:
    """Return True if the pattern of any of the conditions `shapes` matches a position, given as masks."""
    black, white = masks
    for _, care, wanted_black, wanted_white, wanted_kings in shapes:
        if black & care == wanted_black and white & care == wanted_white and kings & care == wanted_kings:
            return True
    return False


SEARCH: Final = GameSearch(tester, _FIELDS, _PIECES, say("The sides swapped, too"))
"""The board search of American Checkers: piece counts and patterns."""
