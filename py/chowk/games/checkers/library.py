"""The parts of Checkers for programs and terminals: the book, the endgame table, and the pieces as characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Final

from chowk.core.foreign import as_ascii
from chowk.engine import assets
from chowk.games.api.library import Ending, Field, GameSheet, Glyph, LibraryParts, ReplayedSheet
from chowk.games.checkers import pdn, pdn_games
from chowk.games.checkers.engine import book, endgame, lookup, lookup_five
from chowk.games.checkers.fen import SIDE
from chowk.games.checkers.pdn import PdnGame
from chowk.games.checkers.rules import Move, Position

_DARK: Final = 65
_EMPTY: Final = 108
_RED: Final = 16
_WHITE: Final = 231


def _book_moves(position: Position) -> tuple[Move, ...]:
    return book.answers((position.black, position.white, position.kings), position.turn)


def _ending(position: Position, file: str = "") -> Ending | None:
    """Return a position's entry in the tables of up to five pieces, regardless of the rules on draws.

    Return None if the tables do not have the position. `file` is the path of the table of five pieces, or an
    empty text for the package's own table, if there is one.
    """
    pieces, board = (position.black | position.white).bit_count(), (position.black, position.white, position.kings)
    if pieces > lookup_five.FIVE or not (position.black and position.white):
        return None
    if pieces <= endgame.PIECES:
        code = lookup.look_up(board, position.turn)
        return Ending(-1 if code % 2 else 1, code - 1) if code else Ending(0)
    try:
        return Ending(lookup.look_up_five(board, position.turn, lookup.five_results(file)))
    except assets.Missing:
        return None


def _split(text: str) -> Sequence[GameSheet]:
    """Return the games of a PDN text, or the position of a FEN as a game without moves.

    The text must be the result of `core.foreign.cleaned`.
    """
    if SIDE.match(as_ascii(text)):
        return (GameSheet(0, lambda: ReplayedSheet(pdn_games.read(text)[0])),)
    return [*_pieces(text, pdn.sheets(text))]


def _pieces(text: str, sheets: Iterable[PdnGame]) -> Iterator[GameSheet]:
    """Yield the games of a PDN text. `sheets` are these games as parsed, with their offsets in the text.

    Each game yielded holds its own part of the text, up to the beginning of the next game.
    """
    begun = ((min(_places(sheet), default=0), sheet) for sheet in sheets)
    for (begin, sheet), (end, _) in pairwise((*begun, (len(text), None))):
        if sheet is not None:
            yield GameSheet(begin, partial(_replayed, text[begin:end], _moved(sheet, -begin)))


def _places(sheet: PdnGame) -> Iterator[int]:
    """Yield the offsets in the text of a game's headers and events, and of its fault if it has one."""
    yield from (value.place for _, value in sheet.headers.values())
    yield from (event.place for event in sheet.events)
    yield from () if sheet.fault is None else (sheet.fault[0],)


def _moved(sheet: PdnGame, by: int) -> PdnGame:
    """Return a game with all its offsets in the text increased by `by`."""
    headers = {low: (name, value._replace(place=value.place + by)) for low, (name, value) in sheet.headers.items()}
    events = [event._replace(place=event.place + by) for event in sheet.events]
    fault = None if sheet.fault is None else (sheet.fault[0] + by, sheet.fault[1])
    return sheet._replace(headers=headers, events=events, fault=fault)


def _replayed(piece: str, sheet: PdnGame) -> ReplayedSheet:
    record = pdn_games.replayed(piece, sheet)
    tree = pdn_games.tree_of(piece, sheet, record)
    return ReplayedSheet(record, None if tree.is_line else tree)


PARTS: Final = LibraryParts(
    field=Field(0, 8),
    glyphs={
        "b": Glyph("⛂", _RED, _DARK),
        "B": Glyph("⛃", _RED, _DARK),
        "w": Glyph("⛀", _WHITE, _DARK),
        "W": Glyph("⛁", _WHITE, _DARK),
        ".": Glyph("·", _EMPTY, _DARK),
        " ": Glyph(" ", None, _DARK),
    },
    book=_book_moves,
    endings=_ending,
    split=_split,
)
