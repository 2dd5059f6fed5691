"""Files with several games: split in one pass, listed by their headers, and read game by game.

Headers separate games: a header after a line that is no header begins the next game. Games without headers are
separated where a result is followed by a move numbered 1. A file of Reversi transcripts has one game on each line. A
game in brackets (`(;GM[2]...`) begins with its first properties. Splitting looks at every character a bounded number of
times. It reads no moves, so an error in one game does not affect the others.
"""

from __future__ import annotations

import re
import time
from bisect import insort
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from chowk.core import declaration, json_record
from chowk.core.errors import TextError
from chowk.core.message import say
from chowk.core.position import Outcome
from chowk.core.record import descriptive
from chowk.core.sanitize import replace_invisible
from chowk.features.sharing import arrivals, foreign_texts
from chowk.features.sharing.parse import NAME_HEADERS
from chowk.features.sharing.ports import SharingHost
from chowk.session.table import Table

if TYPE_CHECKING:
    from chowk.features.sharing.parse import ParsedGame

LONGEST: Final = 10_000_000
"""Maximum length of a file with several games, in characters."""
MOST: Final = 5_000
"""Maximum number of games in the list."""
ROWS: Final = 50
"""Number of games on a page of the list."""
SLICE: Final = 0.012
"""Time of work after which the page gets time to react, in seconds."""
REFRESH: Final = 0.4
"""Minimum interval between two redraws while games on the visible page are read, in seconds."""
LATER: Final = 2.0
"""Minimum interval between two redraws while only games on other pages are read, in seconds."""
SAMPLE: Final = 64
"""Number of lines that are sampled to recognise a Reversi file with one game on each line.

It is larger than the number of moves in a game.
"""
STRETCH: Final = 400_000
"""Maximum number of characters in one search for the end of a game without headers, so that each step stays short."""
ROW: Final = 4_000
"""Maximum number of characters of a line that are searched for a Reversi game."""
HEAD: Final = 4_000
"""Maximum number of characters at the start of a game that are searched for headers."""

_HEADER: Final = re.compile(r"^[ \t\ufeff\u200b]*\[[ \t]*\w{1,32}[ \t]*[\"“][^\n]*", re.MULTILINE)
_TAG: Final = re.compile(r'\[[ \t]*(\w{1,32})[ \t]*["“]((?:[^"“”\\\n]|\\.){0,400})["”][ \t]*\]')
_PARTS: Final = re.compile(r"\{[^}]*+\}|[;%][^\n]*|(?:1-0|0-1|1/2-1/2|2-0|0-2|1-1|0-0|\*)\s+(?=1\s*\.)")
_OPEN_PARTS: Final = re.compile(r"[;%][^\n]*|(?:1-0|0-1|1/2-1/2|2-0|0-2|1-1|0-0|\*)\s+(?=1\s*\.)")
_MOVE: Final = re.compile(r"[0-9]{1,2}[ \t]*[-–x:×][ \t]*[0-9]{1,2}|[a-h][1-8]", re.IGNORECASE)
_SQUARE: Final = re.compile(r"[a-h][1-8]", re.IGNORECASE)
_BOARD: Final = re.compile(r"[-.·_XxOo*Bb●○Ww0@]{64}")
_LETTERS: Final = re.compile(r"[^\W\d_]")
_BRACKETED: Final = re.compile(r"\([ \t\n]{0,4};(?=[^;]{0,400}G[a-z]{0,9}M[a-z]{0,9}\[)")
"""A pattern for the start of a game in brackets, of the Smart Game Format or the Generic Game Format."""
_FIRST: Final = re.compile(r"[\s\ufeff(0-9]*+;")
"""A pattern for the start of a file of games in brackets. The number of games of a match may come first."""
_PROPERTY: Final = re.compile(r"(?<![A-Za-z])(PB|PW|EV|PC|DT|RE)\[([^\[\]]{0,400})\]")
"""A pattern for a property that describes a game in brackets: its players, event, place, date or result."""


class TextSpan(NamedTuple):
    """The span of a game in a file: first character, character after the last, and number of the first line, from 1."""

    start: int
    end: int
    line: int


class Facts(NamedTuple):
    """Facts from the headers of a game: players, event, date and result."""

    players: tuple[str, ...] = ()
    event: str = ""
    date: str = ""
    result: str = ""

    def has(self, words: tuple[str, ...]) -> bool:
        """Return True if all the words, in lower case, occur in the players, the event, the date or the result."""
        text = f"{' '.join(self.players)} {self.event} {self.date} {self.result}".casefold()
        return all(word in text for word in words)


class ReadGame(NamedTuple):
    """The summary of a game after it was read: its number of moves and its result, or its error."""

    moves: int = 0
    result: str = ""
    complaint: TextError | None = None


# Splitting ------------------------------------------------------------------------------------------------------------


def split(text: str) -> Iterator[TextSpan]:
    """Yield the span of each game in a text. Yield nothing for a blank text."""
    if json_record.is_game(text[: text.find("\n")] if "\n" in text.strip() else ""):
        yield from _rows(text)
    elif _FIRST.match(text) is not None and _BRACKETED.search(text) is not None:
        yield from _bracketed(text)
    elif "[" in text and _HEADER.search(text) is not None:
        yield from _parted(text, _headed(text))
    elif (lines := _transcripts(text)) is not None:
        yield from lines
    else:
        yield from _parted(text, iter((TextSpan(0, len(text), 1),)))


def _rows(text: str) -> Iterator[TextSpan]:
    """Yield the span of each line that is not blank."""
    start = 0
    for number, row in enumerate(text.split("\n"), 1):
        if row.strip():
            yield TextSpan(start, start + len(row), number)
        start += len(row) + 1


def _bracketed(text: str) -> Iterator[TextSpan]:
    """Yield the spans of games in brackets. Text before the first game belongs to none."""
    line, counted = 1, 0
    begins = [match.start() for match in _BRACKETED.finditer(text)]
    for begin, end in zip(begins, [*begins[1:], len(text)], strict=True):
        line += text.count("\n", counted, begin)
        counted = begin
        yield TextSpan(begin, end, line)


def _headed(text: str) -> Iterator[TextSpan]:
    """Yield the spans of games that begin with headers."""
    braces = _Braces(text)
    start, line, last, hidden = 0, 1, 0, 0
    headed = begun = False
    for header in _HEADER.finditer(text):
        if header.start() < hidden:
            continue  # the header stands in a comment
        gap = text[last : header.start()]
        begun = begun or _is_body(gap)
        if begun and gap.count("{") > gap.count("}") and (closed := braces.closes(header.end())):
            hidden = last = closed
            continue
        if begun:
            # The text before the first header may be a title and not a game.
            if headed or _MOVE.search(text, start, header.start()):
                yield TextSpan(start, header.start(), line)
            headed = True
            line += text.count("\n", start, header.start())
            start = header.start()
        headed, last = True, header.end()
        begun = not header[0].rstrip().endswith("]")
    yield TextSpan(start, len(text), line)


class _Braces:
    """A search for the braces around comments in a text, from left to right. It reads each character at most once.

    Each call of `closes` must have a larger position than the call before.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._next = {"{": -2, "}": -2}

    def closes(self, place: int) -> int:
        """Return the position after the closing brace that ends the comment at `place`.

        Return 0 if another comment begins before that brace, or if there is no closing brace.
        """
        opening, closing = self._after("{", place), self._after("}", place)
        return closing + 1 if closing >= 0 and (opening < 0 or closing < opening) else 0

    def _after(self, brace: str, place: int) -> int:
        if self._next[brace] == -2 or 0 <= self._next[brace] < place:
            self._next[brace] = self._text.find(brace, place)
        return self._next[brace]


def _is_body(gap: str) -> bool:
    """Return True if the text between two headers has a line that is neither blank nor a comment."""
    return bool(gap.strip()) and any(line.strip()[:1] not in ("", ";", "%") for line in gap.splitlines())


def _parted(text: str, spans: Iterator[TextSpan]) -> Iterator[TextSpan]:
    """Split each span between a result and a following move numbered 1. Yield the span of each game."""
    for span in spans:
        start, line, place = span.start, span.line, span.start
        braced = text.rfind("}", span.start, span.end)
        while match := (_PARTS if place < braced else _OPEN_PARTS).search(text, place, min(span.end, start + STRETCH)):
            place = match.end()
            if match[0][0] in "{;%":
                continue
            yield TextSpan(start, place, line)
            line += text.count("\n", start, place)
            start = place
        if text[start : span.end].strip():
            yield TextSpan(start, span.end, line)


class _Transcript(NamedTuple):
    """One game of a Reversi file: a line of moves, and the line above it if that is a board without moves.

    `squares` are the squares played. `boards` is the number of boards, 0 or 1. `likely` is True if the line does not
    look like prose.
    """

    span: TextSpan
    squares: tuple[str, ...]
    boards: int
    likely: bool


def _transcripts(text: str) -> Iterator[TextSpan] | None:
    """Return the spans of a Reversi file with one game on each line, or None for any other text.

    The first `SAMPLE` lines decide. Most of them must look like games. They must also hold more than one game: that is,
    have several boards or a repeated square, because no game plays a square twice.
    """
    if "\n" not in text.strip():
        return None
    first = list(islice(_lines(text[:STRETCH]), SAMPLE))
    squares = [square for line in first for square in line.squares]
    several = len(first) > 1 and (sum(line.boards for line in first) > 1 or len(set(squares)) < len(squares))
    if not several or 2 * sum(line.likely for line in first) <= len(first):
        return None
    return (line.span for line in _lines(text))


def _lines(text: str) -> Iterator[_Transcript]:
    """Yield each line that has a board or Reversi moves.

    A line with only a board is joined to the moves on the next line.
    """
    place, alone = 0, None
    for number, row in enumerate(text.splitlines(keepends=True), 1):
        span = TextSpan(place, place + len(row), number)
        place += len(row)
        row = row[:ROW]
        board = _BOARD.search(row)
        moves = tuple(square.lower() for square in _SQUARE.findall(row[board.end() :] if board is not None else row))
        likely = board is not None or len(_LETTERS.findall(row)) <= 2 * len(moves)
        if alone is not None and board is None and moves:
            yield _Transcript(alone._replace(end=place), moves, 1, True)
            alone = None
            continue
        if alone is not None and (board is not None or moves):
            yield _Transcript(alone, (), 1, True)
            alone = None
        if board is not None and not moves:
            alone = span
        elif board is not None or moves:
            yield _Transcript(span, moves, int(board is not None), likely)
    if alone is not None:
        yield _Transcript(alone, (), 1, True)


# The list -------------------------------------------------------------------------------------------------------------


def facts_of(text: str, span: TextSpan) -> Facts:
    """Return the facts from the headers at the start of a game."""
    head = text[span.start : min(span.end, span.start + HEAD)]
    if _BRACKETED.match(head) is not None:
        return _facts_in_brackets(head)
    headers: Mapping[str, str] = descriptive({match[1]: match[2].replace("\\", "") for match in _TAG.finditer(head)})
    players = tuple(headers[name] for name in NAME_HEADERS if name in headers)
    result = headers.get(declaration.RESULT, "")
    return Facts(players, headers.get("Event", ""), headers.get("Date", ""), result)


def _facts_in_brackets(head: str) -> Facts:
    """Return the facts from the first properties of a game in brackets."""
    properties: Mapping[str, str] = descriptive({match[1]: match[2] for match in _PROPERTY.finditer(head)})
    players = tuple(properties[name] for name in ("PB", "PW") if name in properties)
    event = properties.get("EV") or properties.get("PC", "")
    return Facts(players, event, properties.get("DT", ""), properties.get("RE", ""))


def result_of(outcome: Outcome | None) -> str:
    """Return a result as text: the scores, or for two players without scores `1-0`, `0-1` or `½-½`.

    Return an empty text if there is no result, or if more than two players have no scores.
    """
    if outcome is None:
        return ""
    if outcome.scores:
        return "–".join(map(str, outcome.scores))
    if len(outcome.places) != 2:
        return ""
    return {0: "1-0", 1: "0-1", None: "½-½"}[outcome.winner]


class Collection:
    """A file with several games: their spans, facts and summaries, and the state of the list on screen.

    `spans` and `facts` grow while the text is split. `rows` grows while the games are read.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans: list[TextSpan] = []
        self.facts: list[Facts] = []
        self.rows: dict[int, ReadGame] = {}
        # `whole`: all of the text was split, or the list is full. `more`: the text has more games. Written by `extend`.
        self.whole = False
        self.more = False
        # The view: a page of the games that match the search, or of the games with errors. Written by the commands.
        self.page = 0
        self.sought = ""
        self.only_bad = False
        # True while games are being read. Written by `_look_through`.
        self.busy = False
        # The games that cannot be read, in order. Written by `note`.
        self.bad: list[int] = []
        self._splitting = split(text)
        self._likely = ""
        self._next = 0  # all games before this index were read
        self._chosen: tuple[object, list[int]] = (None, [])

    def extend(self) -> bool:
        """Find the next game of the text. Return False if there is none."""
        span = next(self._splitting, None) if not self.whole else None
        if span is None or len(self.spans) == MOST:
            self.whole, self.more = True, self.more or span is not None
            return False
        self.spans.append(span)
        self.facts.append(facts_of(self.text, span))
        return True

    def piece(self, number: int) -> str:
        """Return the text of the game with this number, counted from 0."""
        span = self.spans[number]
        return self.text[span.start : span.end]

    def read(self, number: int) -> ParsedGame:
        """Read the game with this number, counted from 0.

        If it cannot be read, raise `TextError` with the line and the column of the error in the file.
        """
        try:
            record = foreign_texts.read_text(self.piece(number), self._likely)
        except TextError as error:
            raise error.locate(self.spans[number].line + max(0, error.line - 1), max(1, error.column)) from None
        self._likely = record.plan.game
        return record

    def look_into(self, number: int) -> None:
        """Read the game with this number, counted from 0. Store its number of moves and its result, or its error."""
        try:
            match = self.read(number).match
        except TextError as error:
            self.note(number, error)
        else:
            self.rows[number] = ReadGame(match.moves_played, result_of(match.outcome()) or self.facts[number].result)

    def note(self, number: int, error: TextError) -> None:
        """Store the error of a game that cannot be read."""
        self.rows[number] = ReadGame(complaint=error if error.line else error.locate(self.spans[number].line, 1))
        if number not in self.bad:
            insort(self.bad, number)

    @property
    def chosen(self) -> list[int]:
        """The numbers of the games that match the search; if `only_bad` is set, only those that cannot be read."""
        key = self.sought, self.only_bad, len(self.bad if self.only_bad else self.spans)
        if self._chosen[0] != key:
            words = tuple(self.sought.casefold().split())
            numbers = self.bad if self.only_bad else range(len(self.spans))
            self._chosen = key, [number for number in numbers if not words or self.facts[number].has(words)]
        return self._chosen[1]

    def on_page(self, chosen: list[int]) -> list[int]:
        """Return the part of `chosen` that is on the current page."""
        return chosen[self.page * ROWS : (self.page + 1) * ROWS]

    def next_unread(self) -> int | None:
        """Return the number of the next game to read, or None after all games were read.

        Games on the current page of the list come first.
        """
        shown = next((number for number in self.on_page(self.chosen) if number not in self.rows), None)
        if shown is not None or len(self.rows) == len(self.spans):
            return shown
        while self._next in self.rows:
            self._next += 1
        return self._next


class CollectionHost(SharingHost, Protocol):
    """The part of the application that is needed to list the games of a file."""

    collection: Collection | None


SHEET: Final = "collection"


def read_several(text: str) -> Collection | None:
    """Return the games of a text as a collection, or None if there are fewer than two.

    Raise `TextError` if the text is too long.
    """
    if len(text) > LONGEST:
        raise TextError(say("This file is too long: at most {count} characters can be read.", count=LONGEST))
    collection = Collection(re.sub(r"\r\n?", "\n", text) if "\r" in text else text)
    return collection if collection.extend() and collection.extend() else None


def show_list(host: CollectionHost, collection: Collection) -> None:
    """Show the list of a file's games."""
    host.collection = collection
    host.place.drop("paste")
    show(host)


def show(host: CollectionHost) -> None:
    """Open the list of a file's games, and start a task that reads the games until the list is closed."""
    collection = host.collection
    if collection is not None:
        host.place.open_sheet(SHEET)
        if not collection.busy:
            collection.busy = True
            host.spawn(_look_through(host, collection))


def _is_wanted(host: CollectionHost, collection: Collection) -> bool:
    return host.collection is collection and any(sheet.name == SHEET for sheet in host.place.sheets)


async def _look_through(host: CollectionHost, collection: Collection) -> None:
    """Find all games of the text, then read them one after another, until the list is closed.

    The work pauses often, so that the page can react.
    """
    began = drawn = time.perf_counter()
    waited = False
    try:
        while _is_wanted(host, collection):
            if not collection.extend():
                number = collection.next_unread()
                if number is None:
                    break
                collection.look_into(number)
            now = time.perf_counter()
            shown = collection.on_page(collection.chosen)
            waits = not collection.whole or any(listed not in collection.rows for listed in shown)
            if now - drawn > (REFRESH if waits else LATER) or (waited and not waits):
                host.page.render()
                drawn = now
            waited = waits
            if now - began > SLICE:
                await host.clock.sleep(0)
                await host.page.in_sight()
                began = time.perf_counter()
    finally:
        collection.busy = False
    host.page.render()


def open_listed(host: CollectionHost, number: int) -> None:
    """Open a game of the list by its number, counted from 0. If it cannot be read, show the error in its row."""
    collection = host.collection
    if collection is None or number >= len(collection.spans):
        return
    try:
        arrivals.open_game(host, collection.read(number), listed=True)
    except TextError as error:
        collection.note(number, error)


def find(host: CollectionHost, text: str) -> None:
    """List only the games whose headers (players, event, date and result) contain all words of `text`."""
    if host.collection is not None:
        host.collection.sought, host.collection.page = replace_invisible(text).removeprefix(" ")[:100], 0
        show(host)


def turn_page(host: CollectionHost, number: int) -> None:
    """Show the page of the list with this number, counted from 0."""
    collection = host.collection
    if collection is not None:
        collection.page = min(number, max(0, (len(collection.chosen) - 1) // ROWS))
        show(host)


def only_bad(host: CollectionHost, on: bool) -> None:
    """Show only the games that cannot be read if `on` is True, else all of them."""
    if host.collection is not None:
        host.collection.only_bad, host.collection.page = on, 0
        show(host)


def is_listed(table: Table) -> bool:
    """Return True if the table analyses a game that was chosen from a list."""
    desk: Any = table
    return table.kind == "analysis" and desk.listed is not None
