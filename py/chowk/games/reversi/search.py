"""Search games of Reversi for corners that are taken early, and for patterns of discs on the board.

A square that holds a disc is never empty again. So the order of the moves alone tells after which moves all squares
that are filled in a pattern hold discs, and all that are empty in it hold none. Only the boards after those moves are
compared with the pattern.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from chowk.core.game import Choice
from chowk.core.message import say, say_in
from chowk.games.api.draft import Piece
from chowk.games.api.search import Conditions, GameSearch, SearchField, Test
from chowk.games.reversi.replaying import SYMMETRIES, discs_turned
from chowk.games.reversi.rules import SQUARE, Position

_CORNERS: Final = (0, 7, 56, 63)
_MOST: Final = 60
"""Number of moves of the longest game."""
_SIDES: Final = (say_in("side", "Black"), say_in("side", "White"))
_FIELDS: Final = (
    SearchField("by", say("A corner is taken by move number"), _MOST),
    SearchField(
        "side", say("Who takes it"), choices=(Choice("", say("Either")), Choice("0", _SIDES[0]), Choice("1", _SIDES[1]))
    ),
)
_PIECES: Final = (Piece("X", _SIDES[0], "black"), Piece("O", _SIDES[1], "white"))


class _Pattern(NamedTuple):
    """A pattern: the squares that must be filled, those that must be empty, and the discs on the filled ones.

    `discs` has 1 for a black and 2 for a white disc, in the order of `filled`.
    """

    filled: tuple[int, ...]
    empty: tuple[int, ...]
    discs: tuple[int, ...]

    def at(self, start: bytes, codes: bytes) -> range:
        """Return the range of move numbers after which all squares in `filled` hold discs and all in `empty` hold none.

        Number 0 is the board before the first move. The range may be empty. `start` is the board before the first move,
        a byte for each square. `codes` are the squares of the moves.
        """
        first, last = 0, len(codes)
        for square in self.filled:
            if not start[square]:
                place = codes.find(square)
                if place < 0:
                    return range(0)
                first = max(first, place + 1)
        for square in self.empty:
            if start[square]:
                return range(0)
            place = codes.find(square)
            if place >= 0:
                last = min(last, place)
        return range(first, last + 1)


def _patterns(conditions: Conditions) -> Sequence[_Pattern]:
    """Return the pattern to search for, and, if symmetric positions count, its images under the symmetries.

    No pattern is repeated.
    """
    signs = {"": 0, "X": 1, "O": 2}
    squares = {SQUARE[spot]: signs[piece] for spot, piece in conditions.pattern.items()
               if SQUARE.get(spot, 64) < 64 and piece in signs}  # fmt: skip
    found = dict[_Pattern, None]()
    for symmetry in SYMMETRIES if conditions.images else SYMMETRIES[:1]:
        image = sorted((symmetry[square], disc) for square, disc in squares.items())
        filled, empty = (tuple(square for square, disc in image if bool(disc) == full) for full in (True, False))
        found[_Pattern(filled, empty, tuple(disc for _, disc in image if disc))] = None
    return [*found]


def tester(conditions: Conditions) -> Test:
    """Return a function that tests a game for both conditions: a corner taken early enough, and the pattern of discs.

    A condition that is not set counts as fulfilled. If only the side that takes the corner is set, and no move number,
    it may take the corner with any move.
    """
    values = conditions.values
    by = int(values.get("by") or _MOST) if "by" in values or "side" in values else None
    side = int(values["side"]) if values.get("side") else None
    patterns = _patterns(conditions) if conditions.pattern else ()

    def found(start: Position, codes: bytes) -> bool:
        if by is not None and not _takes_corner(start, codes, by, side):
            return False
        return not patterns or _occurs(start, codes, patterns)

    return found


def _takes_corner(start: Position, codes: bytes, by: int, side: int | None) -> bool:
    """Return True if one of the first `by` moves takes a corner. If `side` is not None, it must be that side's move."""
    places = sorted(place for corner in _CORNERS if 0 <= (place := codes.find(corner)) < by)
    if side is None or not places:
        return bool(places)
    movers = [mover for _, mover in _replay(start, codes[: places[-1] + 1])]
    return any(movers[place] == side for place in places)


def _occurs(start: Position, codes: bytes, patterns: Sequence[_Pattern]) -> bool:
    """Return True if one of the patterns occurs after any number of moves."""
    board = _board(start)
    first, last, due = len(codes) + 1, -1, []
    for pattern in patterns:
        span = pattern.at(board, codes)
        if span and not pattern.discs:
            return True
        if span:
            first, last = min(first, span.start), max(last, span.stop - 1)
            due.append((span, _reader(pattern.filled), pattern.discs))
    if not due:
        return False
    if not first and any(0 in span and read(board) == discs for span, read, discs in due):
        return True
    for made, (now, _) in enumerate(_replay(start, codes[:last]), 1):
        if made >= first:
            for span, read, discs in due:
                if made in span and read(now) == discs:
                    return True
    return False


def _reader(squares: tuple[int, ...]) -> Callable[[bytes | bytearray], tuple[int, ...]]:
    """Return a function that takes a board and returns the discs on `squares` as a tuple."""
    if len(squares) == 1:
        return lambda board: (board[squares[0]],)
    return itemgetter(*squares)


def _board(position: Position) -> bytes:
    return bytes((position.black >> square & 1) + 2 * (position.white >> square & 1) for square in range(64))


def _replay(start: Position, codes: bytes) -> Iterator[tuple[bytearray, int]]:
    """Yield the board after each move, and the side that made it. Each move changes the same array.

    Raise `ValueError` for a move that turns no disc.
    """
    board, turn = bytearray(_board(start)), int(start.turn)
    for square in codes:
        discs = discs_turned(board, square, turn + 1, 2 - turn)
        if not discs:
            turn = 1 - turn
            discs = discs_turned(board, square, turn + 1, 2 - turn)
            if not discs:
                raise ValueError(f"{square} is no move")
        board[square] = turn + 1
        for disc in discs:
            board[disc] = turn + 1
        yield board, turn
        turn = 1 - turn


SEARCH: Final = GameSearch(tester, _FIELDS, _PIECES, say("Mirrored and rotated boards, too"))
"""The search of games of Reversi, by a corner that is taken early and by patterns of discs on the board."""
