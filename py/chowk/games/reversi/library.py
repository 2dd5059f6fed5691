"""The parts of Reversi for programs and terminals: the book, files of games, and the discs as characters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Final

from chowk.games.api.library import BinaryForm, Field, GameSheet, Glyph, HeadedMatch, LibraryParts, ReplayedSheet
from chowk.games.reversi import ggf, notation, transcript, trees, wthor
from chowk.games.reversi.engine import book
from chowk.games.reversi.rules import Position
from chowk.games.reversi.score_sheet import Transcript

_FELT: Final = 29
_EMPTY: Final = 72
_BLACK: Final = 16
_WHITE: Final = 231
_LINE: Final = re.compile(
    r"[ \t]*(?:[0-9]{1,3}[.:][ \t]*)?(?:d3|c4|f5|e6)(?:[a-h][1-8]|pass|pa|ps|--|[ \t])*+[ \t]*", re.I
)
"""A pattern for a line that is a whole game: names of squares, beginning with a possible first move."""
_SQUARE: Final = re.compile(r"[a-h][1-8]", re.IGNORECASE)
_YEAR: Final = re.compile(r"[0-9]{4}")


def _book_moves(position: Position) -> tuple[int, ...]:
    return book.lookup(position.own, position.other)


def _split(text: str) -> Sequence[GameSheet]:
    """Return the games of a text cleaned by `core.foreign.cleaned`.

    If most lines are games, there is one game for each line. Otherwise `transcript` divides the text.
    """
    if _has_lines(text):
        return [*_lines(text)]
    return [*_pieces(text, transcript.sheets(text, most=len(text)))]


def _has_lines(text: str) -> bool:
    """Return True if a text is probably a list of games, one on each line.

    More than half of the lines must look like games. Two of these must have a square in common, because the lines could
    otherwise be parts of a single game.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    games = [line for line in lines if _LINE.fullmatch(line)]
    if len(lines) < 2 or 2 * len(games) <= len(lines):
        return False
    seen = Counter(square for line in games for square in {name.lower() for name in _SQUARE.findall(line)})
    return bool(seen) and max(seen.values()) > 1


def _lines(text: str) -> Iterator[GameSheet]:
    """Yield the game of each line that is not blank."""
    begin = 0
    for line in text.split("\n"):
        if line.strip():
            yield GameSheet(begin, partial(_read_line, line))
        begin += len(line) + 1


def _read_line(line: str) -> ReplayedSheet:
    return ReplayedSheet(notation.read_games(line)[0])


def _pieces(text: str, sheets: Sequence[Transcript]) -> Iterator[GameSheet]:
    """Yield the games of a text, each with its own part of the text."""
    for sheet in sheets:
        yield GameSheet(sheet.begin, partial(_replayed, text[sheet.begin : sheet.end], _moved(sheet, -sheet.begin)))


def _moved(sheet: Transcript, by: int) -> Transcript:
    """Return a game with all its offsets in the text increased by `by`."""
    return sheet._replace(
        begin=sheet.begin + by,
        end=sheet.end + by,
        words=[word._replace(place=word.place + by) for word in sheet.words],
        steps=tuple(step._replace(place=step.place + by) for step in sheet.steps),
    )


def _replayed(piece: str, sheet: Transcript) -> ReplayedSheet:
    record = notation.record_of(piece, sheet)
    tree = trees.grown(sheet, notation.read_position(record.setup)).variations(record.setup) if sheet.steps else None
    return ReplayedSheet(record, None if tree is None or tree.is_line else tree)


def _write_wthor(games: Sequence[HeadedMatch], day: date) -> Mapping[str, bytes]:
    """Return WTHOR files for games, by extension. Their year is the most frequent year in the games' headers `Date`."""
    years = Counter(int(year_match[0]) for _, headers in games if (year_match := _YEAR.match(headers.get("Date", ""))))
    year = max(years, key=lambda number: (years[number], -number), default=0)
    files = wthor.write(games, year, wthor.WthorDay(day.year, day.month, day.day))
    return {"wtb": files.games, "jou": files.players, "trn": files.tournaments}


PARTS: Final = LibraryParts(
    field=Field(1, 8, 2),
    glyphs={
        "X": Glyph("●", _BLACK, _FELT),
        "O": Glyph("○", _WHITE, _FELT),
        "*": Glyph("∙", _WHITE, _FELT),
        ".": Glyph("·", _EMPTY, _FELT),
        " ": Glyph(" ", None, _FELT),
    },
    book=_book_moves,
    split=_split,
    commented={"ggf": ggf.write_variations},
    binary=BinaryForm("wthor", "wtb", ("jou", "trn"), wthor.read, wthor.score_of, _write_wthor),
    bare=frozenset({"transcript"}),
)
