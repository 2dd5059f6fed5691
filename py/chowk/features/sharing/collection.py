"""Files with several games: split in one pass, listed by their headers, and read one at a time.

Games are told apart by their headers: a header after a line that is none begins the next game. Games without headers
are parted by the result before a move that is numbered 1, transcripts of Reversi by their lines. Splitting looks at
every character a bounded number of times and reads no move, so that what is wrong in one game stays there.
"""

from __future__ import annotations

import re
import time
from bisect import insort
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from chowk.core import declaration
from chowk.core.errors import TextError
from chowk.core.message import say
from chowk.core.position import Outcome
from chowk.core.record import descriptive
from chowk.core.sanitize import seen
from chowk.features.sharing import arrivals, foreign_texts
from chowk.features.sharing.parse import NAME_HEADERS
from chowk.features.sharing.ports import Sharer
from chowk.session.table import Table

if TYPE_CHECKING:
    from chowk.features.sharing.parse import Found

LONGEST: Final = 10_000_000
"""Characters in a file of several games at most."""
MOST: Final = 5_000
"""Games that are listed at most."""
ROWS: Final = 50
"""Games on a page of the list."""
SLICE: Final = 0.012
"""Seconds of work after which the page gets its turn."""
REFRESH: Final = 0.4
"""Seconds at least between two drawings of the list while the games on its page are read."""
LATER: Final = 2.0
"""The same while others are read."""
SAMPLE: Final = 64
"""Lines from which a file with a game of Reversi on each is known: more than one game has moves."""
STRETCH: Final = 400_000
"""Characters at most in which the end of one game is sought that no header ends, so that no step takes long."""
ROW: Final = 4_000
"""Characters of a line in which a game of Reversi is sought."""
HEAD: Final = 4_000
"""Characters at the beginning of a game in which its headers are sought for the list."""

_HEADER: Final = re.compile(r"^[ \t\ufeff\u200b]*\[[ \t]*\w{1,32}[ \t]*[\"“][^\n]*", re.MULTILINE)
_TAG: Final = re.compile(r'\[[ \t]*(\w{1,32})[ \t]*["“]((?:[^"“”\\\n]|\\.){0,400})["”][ \t]*\]')
_PARTS: Final = re.compile(r"\{[^}]*+\}|[;%][^\n]*|(?:1-0|0-1|1/2-1/2|2-0|0-2|1-1|0-0|\*)\s+(?=1\s*\.)")
_OPEN_PARTS: Final = re.compile(r"[;%][^\n]*|(?:1-0|0-1|1/2-1/2|2-0|0-2|1-1|0-0|\*)\s+(?=1\s*\.)")
_MOVE: Final = re.compile(r"[0-9]{1,2}[ \t]*[-–x:×][ \t]*[0-9]{1,2}|[a-h][1-8]", re.IGNORECASE)
_SQUARE: Final = re.compile(r"[a-h][1-8]", re.IGNORECASE)
_BOARD: Final = re.compile(r"[-.·_XxOo*Bb●○Ww0@]{64}")
_LETTERS: Final = re.compile(r"[^\W\d_]")


class TextSpan(NamedTuple):
    """Where a game stands in a file: its first character, the one after its last, and its first line, from 1."""

    start: int
    end: int
    line: int


class Facts(NamedTuple):
    """What the headers of a game say: its players, its event, its date and its result."""

    players: tuple[str, ...] = ()
    event: str = ""
    date: str = ""
    result: str = ""

    def has(self, words: tuple[str, ...]) -> bool:
        """Return whether all words, in small letters, occur in the facts."""
        text = f"{' '.join(self.players)} {self.event} {self.date} {self.result}".casefold()
        return all(word in text for word in words)


class ReadGame(NamedTuple):
    """What is known of a game once it was read: its moves and result, or the complaint about it."""

    moves: int = 0
    result: str = ""
    complaint: TextError | None = None


# Splitting ------------------------------------------------------------------------------------------------------------


def split(text: str) -> Iterator[TextSpan]:
    """Yield the games of a text one by one; a text that is one game, or none, gives one span or none."""
    if "[" in text and _HEADER.search(text) is not None:
        yield from _parted(text, _headed(text))
    elif (lines := _transcripts(text)) is not None:
        yield from lines
    else:
        yield from _parted(text, iter((TextSpan(0, len(text), 1),)))


def _headed(text: str) -> Iterator[TextSpan]:
    """Yield the games that headers begin."""
    braces = _Braces(text)
    start, line, last, hidden = 0, 1, 0, 0
    headed = begun = False
    for header in _HEADER.finditer(text):
        if header.start() < hidden:
            continue  # it stands in a comment
        gap = text[last : header.start()]
        begun = begun or _is_body(gap)
        if begun and gap.count("{") > gap.count("}") and (closed := braces.closes(header.end())):
            hidden = last = closed
            continue
        if begun:
            # What stands before the first header may be a title and no game.
            if headed or _MOVE.search(text, start, header.start()):
                yield TextSpan(start, header.start(), line)
            headed = True
            line += text.count("\n", start, header.start())
            start = header.start()
        headed, last = True, header.end()
        begun = not header[0].rstrip().endswith("]")
    yield TextSpan(start, len(text), line)


class _Braces:
    """Where the next braces of a text are, asked for places that only rise: each is sought once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._next = {"{": -2, "}": -2}

    def closes(self, place: int) -> int:
        """Return where a comment that is open at a place ends; 0 if another begins first, or it never ends."""
        opening, closing = self._after("{", place), self._after("}", place)
        return closing + 1 if closing >= 0 and (opening < 0 or closing < opening) else 0

    def _after(self, brace: str, place: int) -> int:
        if self._next[brace] == -2 or 0 <= self._next[brace] < place:
            self._next[brace] = self._text.find(brace, place)
        return self._next[brace]


def _is_body(gap: str) -> bool:
    """Return whether there is more than blank lines and comments to the end of the line between two headers."""
    return bool(gap.strip()) and any(line.strip()[:1] not in ("", ";", "%") for line in gap.splitlines())


def _parted(text: str, spans: Iterator[TextSpan]) -> Iterator[TextSpan]:
    """Yield the games of each span, parted by results before a first move."""
    for span in spans:
        start, line, place = span.start, span.line, span.start
        braced = text.rfind("}", span.start, span.end)
        while found := (_PARTS if place < braced else _OPEN_PARTS).search(text, place, min(span.end, start + STRETCH)):
            place = found.end()
            if found[0][0] in "{;%":
                continue
            yield TextSpan(start, place, line)
            line += text.count("\n", start, place)
            start = place
        if text[start : span.end].strip():
            yield TextSpan(start, span.end, line)


class _Transcript(NamedTuple):
    """A line of a file of Reversi, and the board above it if that has a line of its own.

    `squares` are those that are played, `boards` how many boards there are; `likely` says that it is hardly prose.
    """

    span: TextSpan
    squares: tuple[str, ...]
    boards: int
    likely: bool


def _transcripts(text: str) -> Iterator[TextSpan] | None:
    """Return the games of a file of Reversi with one on each line; None for a text that is none.

    In one game no square is played twice. So several lines that do not repeat a square may be one game, and are taken
    for one. A game has no more moves than lines are looked at for that.
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
    """Yield the lines of a text that have a board or a move of Reversi, a board alone with the moves below it."""
    place, alone = 0, None
    for number, row in enumerate(text.splitlines(keepends=True), 1):
        span = TextSpan(place, place + len(row), number)
        place += len(row)
        row = row[:ROW]
        board = _BOARD.search(row)
        moves = tuple(one.lower() for one in _SQUARE.findall(row[board.end() :] if board is not None else row))
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
    """Return what the headers at the beginning of a game say."""
    head = text[span.start : min(span.end, span.start + HEAD)]
    headers: Mapping[str, str] = descriptive({found[1]: found[2].replace("\\", "") for found in _TAG.finditer(head)})
    players = tuple(headers[name] for name in NAME_HEADERS if name in headers)
    result = headers.get(declaration.RESULT, "")
    return Facts(players, headers.get("Event", ""), headers.get("Date", ""), result)


def result_of(outcome: Outcome | None) -> str:
    """Return a result in figures: what was scored, or `1-0` where the first of two won; nothing for others."""
    if outcome is None:
        return ""
    if outcome.scores:
        return "–".join(map(str, outcome.scores))
    if len(outcome.places) != 2:
        return ""
    return {0: "1-0", 1: "0-1", None: "½-½"}[outcome.winner]


class Collection:
    """A file with several games: what is known of them, and which of them are shown.

    `spans` and `facts` grow while the text is split, `rows` while its games are read.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans: list[TextSpan] = []
        self.facts: list[Facts] = []
        self.rows: dict[int, ReadGame] = {}
        # Whether all of the text was split, and whether it holds more games than are listed. Written by `extend`.
        self.whole = False
        self.more = False
        # What is shown: a page of the games in which the words that are sought occur, or of those that cannot be read.
        # Written by the commands.
        self.page = 0
        self.sought = ""
        self.only_bad = False
        # Whether games are being read. Written by `_look_through`.
        self.busy = False
        # The games that cannot be read, in order. Written by `note`.
        self.bad: list[int] = []
        self._splitting = split(text)
        self._likely = ""
        self._next = 0  # all games before this one were read
        self._chosen: tuple[object, list[int]] = (None, [])

    def extend(self) -> bool:
        """Find one more game; return whether there was one."""
        span = next(self._splitting, None) if not self.whole else None
        if span is None or len(self.spans) == MOST:
            self.whole, self.more = True, self.more or span is not None
            return False
        self.spans.append(span)
        self.facts.append(facts_of(self.text, span))
        return True

    def piece(self, number: int) -> str:
        """Return the text of a game, counted from 0."""
        span = self.spans[number]
        return self.text[span.start : span.end]

    def read(self, number: int) -> Found:
        """Read a game, counted from 0; raise `TextError` with its place in the file."""
        try:
            found = foreign_texts.read_text(self.piece(number), self._likely)
        except TextError as error:
            raise error.at(self.spans[number].line + max(0, error.line - 1), max(1, error.column)) from None
        self._likely = found.plan.game
        return found

    def look_into(self, number: int) -> None:
        """Find out how many moves a game has and how it ended, or what is wrong with it."""
        try:
            match = self.read(number).match
        except TextError as error:
            self.note(number, error)
        else:
            self.rows[number] = ReadGame(match.made, result_of(match.outcome()) or self.facts[number].result)

    def note(self, number: int, error: TextError) -> None:
        """Remember why a game cannot be read."""
        self.rows[number] = ReadGame(complaint=error if error.line else error.at(self.spans[number].line, 1))
        if number not in self.bad:
            insort(self.bad, number)

    @property
    def chosen(self) -> list[int]:
        """The games in which the words that are sought occur, or those that cannot be read."""
        key = self.sought, self.only_bad, len(self.bad if self.only_bad else self.spans)
        if self._chosen[0] != key:
            words = tuple(self.sought.casefold().split())
            found = self.bad if self.only_bad else range(len(self.spans))
            self._chosen = key, [number for number in found if not words or self.facts[number].has(words)]
        return self._chosen[1]

    def shown(self, chosen: list[int]) -> list[int]:
        """Return the games of the page that is shown."""
        return chosen[self.page * ROWS : (self.page + 1) * ROWS]

    def due(self) -> int | None:
        """Return the game to read next, those on the page first; None once all were read."""
        shown = next((one for one in self.shown(self.chosen) if one not in self.rows), None)
        if shown is not None or len(self.rows) == len(self.spans):
            return shown
        while self._next in self.rows:
            self._next += 1
        return self._next


class Lister(Sharer, Protocol):
    """Whoever lists the games of a file."""

    collection: Collection | None


SHEET: Final = "collection"


def sought(text: str) -> Collection | None:
    """Return the collection of a text with several games, of which two are found; None for any other text."""
    if len(text) > LONGEST:
        raise TextError(say("This file is too long: at most {count} characters can be read.", count=LONGEST))
    found = Collection(re.sub(r"\r\n?", "\n", text) if "\r" in text else text)
    return found if found.extend() and found.extend() else None


def begin(lister: Lister, found: Collection) -> None:
    """Show the list of the games in a file."""
    lister.collection = found
    lister.place.drop("paste")
    show(lister)


def show(lister: Lister, _: str = "") -> None:
    """Lay the list open, and read what is due while it lies there."""
    found = lister.collection
    if found is not None:
        lister.place.lay(SHEET)
        if not found.busy:
            found.busy = True
            lister.spawn(_look_through(lister, found))


def _is_wanted(lister: Lister, found: Collection) -> bool:
    return lister.collection is found and any(sheet.name == SHEET for sheet in lister.place.sheets)


async def _look_through(lister: Lister, found: Collection) -> None:
    """Split the text to its end, then read one game after the other, in slices between which the page has its turn."""
    began = drawn = time.perf_counter()
    waited = False
    try:
        while _is_wanted(lister, found):
            if not found.extend():
                number = found.due()
                if number is None:
                    break
                found.look_into(number)
            now = time.perf_counter()
            waits = not found.whole or any(one not in found.rows for one in found.shown(found.chosen))
            if now - drawn > (REFRESH if waits else LATER) or (waited and not waits):
                lister.world.render()
                drawn = now
            waited = waits
            if now - began > SLICE:
                await lister.world.sleep(0)
                await lister.world.in_sight()
                began = time.perf_counter()
    finally:
        found.busy = False
    lister.world.render()


def open_listed(lister: Lister, arg: str) -> None:
    """Open a game of the list by its number, counted from 0; one that cannot be read is complained of in its row."""
    found = lister.collection
    if found is None or not arg.isdecimal() or int(arg) >= len(found.spans):
        return
    try:
        arrivals.open_game(lister, found.read(int(arg)), listed=True)
    except TextError as error:
        found.note(int(arg), error)


def find(lister: Lister, text: str) -> None:
    """Show the games in which some words occur."""
    if lister.collection is not None:
        lister.collection.sought, lister.collection.page = seen(text).removeprefix(" ")[:100], 0
        show(lister)


def turn_page(lister: Lister, arg: str) -> None:
    """Show another page of the list."""
    found = lister.collection
    if found is not None and arg.isdecimal():
        found.page = min(int(arg), max(0, (len(found.chosen) - 1) // ROWS))
        show(lister)


def only_bad(lister: Lister, arg: str) -> None:
    """Show only the games that cannot be read, or all of them."""
    if lister.collection is not None:
        lister.collection.only_bad, lister.collection.page = arg.strip() == "on", 0
        show(lister)


def is_listed(table: Table) -> bool:
    """Return whether a game is analysed that was chosen from a list."""
    desk: Any = table
    return table.kind == "analysis" and desk.listed is not None
