"""Replay games of PDN: the main line by the rules, variations up to their first illegal move.

`pdn` splits a text into games; here their moves are played. An illegal main line is an error with its place. In
variations the legal part is kept, and the notes of a record report what was omitted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple

from chowk.core.errors import TextError
from chowk.core.foreign import cleaned, plain, where
from chowk.core.message import Message, say
from chowk.core.notation import shown
from chowk.core.record import Games, Record
from chowk.core.variations import LONGEST, MARKS, MOST, ROOT, MoveNode, Variations, annotated, annotation
from chowk.games.checkers.fen import SIDE, meant, read_position, write_move, write_position
from chowk.games.checkers.pdn import RESULTS, HeaderValue, PdnEvent, PdnGame, numbered, result_of, sheets
from chowk.games.checkers.rules import BALLOTS, QUIET, REPEATS, START, WHITE, House, Move, Position

_ENGLISH: Final = 21
"""This game's number among the kinds of draughts in PDN."""
_OURS: Final = frozenset({"fen", "setup", "gametype", "house", "result", "game", "seed", "ply", "ballot"})
"""Header names, in lower case, that describe the game and not its players."""
_MARKED: Final = {code: mark for mark, code in MARKS.items()}
_MOST_ROUTES: Final = 16
"""Maximum number of readings of a line that are followed side by side, if captures are named by their ends."""
NO_SIDE: Final = say("The text does not say whose turn it is: check who is to move.")
PROSE: Final = say("Words around the moves were left out.")


def read(text: str) -> Sequence[Record]:
    """Return the games of a text in order, each replayed on access, the first at once."""
    text = cleaned(text)
    side = SIDE.match(plain(text))
    if side is not None:
        setup = write_position(read_position(plain(text)))
        return (Record("checkers", setup, 0, (), {}, (NO_SIDE,) if side[1] == "?" else ()),)
    found = tuple(sheets(text))
    if not found:
        why = say("There is no game in this text: headers or moves are expected.")
        raise TextError(why).at(*where(text, len(text.rstrip())))
    return Games(partial(_replayed, text), found)


def read_tree(text: str, record: Record) -> Variations:
    """Return the first game of a text, already read as a record, with its variations, comments and marks."""
    house = read_position(record.setup).house
    text = cleaned(text)
    if SIDE.match(plain(text)):
        return Variations(record.setup)
    sheet = next(sheets(text))
    grown = _PdnTree(_start(text, sheet)._replace(house=house), sheet)
    if len(grown.line.moves) > MOST:
        raise TextError(say("This record is too long to be a game."))
    return Variations(write_position(grown.at[0]), 0, MappingProxyType(grown.nodes))


class _PdnLine(NamedTuple):
    """A replayed line: its legal moves, the index of the first illegal word, and the error."""

    moves: list[Move]
    wrong: int = -1
    why: TextError | None = None


class _PdnFrame:
    """A line being read: its last node, the number of its moves made, and comments before its first move.

    `line` is None from the point where it cannot be read.
    """

    def __init__(self, node: int, line: _PdnLine | None) -> None:
        self.node, self.line = node, line
        self.made = 0
        self.waiting: list[str] = []


class _PdnTree:
    """The tree of a game, grown event by event; a `TextError` without a place reports an illegal main line."""

    def __init__(self, start: Position, sheet: PdnGame) -> None:
        self.nodes: dict[int, MoveNode] = {0: ROOT}
        self.at: dict[int, Position] = {0: start}
        self.corner = sheet.corner
        self.left: list[PdnEvent] = []
        self.cut = self.commands = 0
        self.has_words = sheet.prose
        words = _words(sheet.events)
        self.line = _followed(start, words[0], self.corner)
        self.stack = [_PdnFrame(0, self.line)]
        self.begun = 0
        for event in sheet.events:
            self.take(event, words)

    def take(self, event: PdnEvent, words: Sequence[Sequence[str]]) -> None:
        """Process one event."""
        frame = self.stack[-1]
        kind, text, _ = event
        if kind == "open":
            self.begun += 1
            base = max(0, self.nodes[frame.node].parent) if frame.made else frame.node
            is_lost = frame.line is None or len(self.nodes) > MOST
            line = None if is_lost else _followed(self.at[base], words[self.begun], self.corner)
            self.stack.append(_PdnFrame(base, line))
        elif kind == "close":
            self.stack.pop()
            for comment in frame.waiting:
                self.say(self.stack[-1].node, comment)
        elif frame.line is None:
            return
        elif kind == "move":
            self.move(frame, event)
        elif kind == "comment" and len(self.stack) > 1 and not frame.made:
            frame.waiting.append(text)
        elif kind == "comment":
            self.say(frame.node, text)
        elif kind in ("mark", "grade"):
            mark = text if text in MARKS else _MARKED.get(text, "")
            if mark and frame.made:
                self.nodes[frame.node] = self.nodes[frame.node]._replace(mark=mark)
        elif kind == "word" and not _has_digit(text):
            self.has_words = True
        else:  # a result, a null move, or a word that should be a move
            self.lose(frame, event)

    def move(self, frame: _PdnFrame, event: PdnEvent) -> None:
        """Play the next move of a line, or omit it with all that follows it."""
        line = frame.line
        if line is None or frame.made == len(line.moves):
            if len(self.stack) > 1:
                self.lose(frame, event)
            return
        frame.node = self.play(frame.node, line.moves[frame.made])
        frame.made += 1
        for comment in frame.waiting:
            self.say(frame.node, comment)
        frame.waiting = []

    def lose(self, frame: _PdnFrame, event: PdnEvent) -> None:
        """Omit the rest of a line."""
        frame.line = None
        self.left.append(event)

    def play(self, node: int, move: Move) -> int:
        """Return the node of a move after a node, adding it if needed; the node itself if the tree is full."""
        position = self.at[node]
        written = write_move(position, move)
        known = next((one for one in self.nodes[node].next if self.nodes[one].move == written), len(self.nodes))
        if known == len(self.nodes):
            if known > MOST:
                return node
            self.nodes[node] = self.nodes[node]._replace(next=(*self.nodes[node].next, known))
            self.nodes[known] = MoveNode(node, written)
            self.at[known] = position.play(move)
        return known

    def say(self, node: int, comment: str) -> None:
        """Add a comment to a node."""
        found = annotation(comment)
        before = self.nodes[node].comment
        self.cut += len(before) + bool(before and found.length) + found.length > LONGEST
        self.commands += found.commands
        self.nodes[node] = annotated(self.nodes[node], found)

    def notes(self, text: str) -> Iterator[Message]:
        """Yield notes for the player about omissions."""
        if self.left:
            first = self.left[0]
            yield say(
                "In a variation, “{text}” (line {line}) cannot be played: the rest of it was left out.",
                text=shown(first.text),
                line=where(text, first.place)[0],
            )
        if self.commands:
            yield say("Clock times and computed values in comments were left out.")
        if self.cut:
            yield say("Long comments were cut to {most} characters.", most=LONGEST)
        if self.has_words:
            yield PROSE


def _has_digit(text: str) -> bool:
    return any(sign.isdigit() for sign in text)


def _words(events: Sequence[PdnEvent]) -> list[list[str]]:
    """Return the moves of every line to read: the main one, then variations in the order in which they open."""
    found: list[list[str]] = [[]]
    stack, lost = [0], set[int]()
    for kind, text, _ in events:
        if kind == "open":
            stack.append(len(found))
            found.append([])
        elif kind == "close":
            stack.pop()
        elif kind == "move" and stack[-1] not in lost:
            found[stack[-1]].append(text)
        elif kind in ("null", "result") or (kind == "word" and _has_digit(text)):
            lost.add(stack[-1])
    return found


def _followed(start: Position, words: Sequence[str], corner: int | None) -> _PdnLine:
    """Play a line up to its first illegal move.

    A capture named by its ends may have several routes; they are followed side by side while the next moves are
    possible.
    """
    routes: Sequence[tuple[Position, tuple[Move, object] | None]] = [(start, None)]
    doubtful = -1
    for number, word in enumerate(words):
        after: dict[Position, tuple[Move, object]] = {}
        why: TextError | None = None
        for position, path in routes:
            try:
                for move in _meant(position, word, corner):
                    after.setdefault(position.play(move), (move, path))
            except TextError as error:
                why = why or error
        if not after:
            wrong = why or TextError(say("“{move}” is not a legal move here.", move=shown(word)))
            return _PdnLine(_unlinked(routes[0][1]), number, wrong)
        if len(after) > 1 and len(routes) == 1:
            doubtful = number
        routes = [*after.items()][:_MOST_ROUTES]
    if len(routes) > 1:
        why = TextError(
            say("“{move}” could mean more than one move here. Write the whole path.", move=shown(words[doubtful]))
        )
        return _PdnLine(_unlinked(routes[0][1])[:doubtful], doubtful, why)
    return _PdnLine(_unlinked(routes[0][1]))


def _meant(position: Position, word: str, corner: int | None) -> list[Move]:
    """Return the moves that a word may mean; raise `TextError` if there are none."""
    if not position.moves():
        raise TextError(say("The game is over before “{move}”.", move=shown(word)))
    try:
        found = meant(position, word if corner is None else numbered(plain(word), corner))
    except TextError:
        found = []
    if not found:
        raise TextError(say("“{move}” is not a legal move here.", move=shown(word)))
    return found


def _unlinked(path: tuple[Move, object] | None) -> list[Move]:
    found = list[Move]()
    while path is not None:
        move, path = path  # type: ignore[assignment]  # a linked list
        found.append(move)
    return found[::-1]


def _replayed(text: str, sheet: PdnGame) -> Record:
    _same_game(text, sheet)
    start = _start(text, sheet)
    grown = _PdnTree(start._replace(house=House(repetition=False, forty=False)), sheet)
    line = grown.line
    if line.why is not None:
        place = [event.place for event in _main(sheet.events) if event.kind == "move"][line.wrong]
        raise line.why.at(*where(text, place))
    if sheet.fault is not None:
        place, why = sheet.fault
        raise TextError(why).at(*where(text, place))
    positions, written = [grown.at[0]], list[str]()
    for move in line.moves:
        written.append(write_move(positions[-1], move))
        positions.append(positions[-1].play(move))
    drawn = 3 if start.key == START.key and _has_ballot(sheet, written) else 0
    setup = write_position(positions[drawn]._replace(house=_kept(start.house, positions[drawn:-1])))
    notes = (*((NO_SIDE,) if _is_doubtful(sheet) else ()), *grown.notes(text))
    return Record("checkers", setup, 0, tuple(written[drawn:]), _headers(sheet), notes)


def _main(events: Sequence[PdnEvent]) -> Iterator[PdnEvent]:
    """Yield the events outside variations."""
    depth = 0
    for event in events:
        depth += (event.kind == "open") - (event.kind == "close")
        if not depth:
            yield event


def _has_ballot(sheet: PdnGame, written: Sequence[str]) -> bool:
    """Return True if a game names its ballot and begins with the ballot's three moves."""
    number = sheet.header("ballot")
    drawn = next((one for one in BALLOTS if number is not None and str(one.number) == number.text), None)
    return drawn is not None and written[:3] == [write_move(START, move) for move in drawn.moves]


def _same_game(text: str, sheet: PdnGame) -> None:
    kind = sheet.header("gametype")
    if kind is not None and not re.match(rf"\s*{_ENGLISH}\b", kind.text):
        why = say(
            "This is a game of another kind of draughts: its GameType is {kind}, not {ours}.",
            kind=shown(kind.text),
            ours=_ENGLISH,
        )
        raise TextError(why).at(*where(text, kind.place))


def _is_doubtful(sheet: PdnGame) -> bool:
    """Return True if the side to move first is unknown: neither a side nor a move is given."""
    fen = sheet.header("fen")
    return fen is not None and fen.text.lstrip().startswith("?") and not any(one.kind == "move" for one in sheet.events)


def _start(text: str, sheet: PdnGame) -> Position:
    """Return the first position of a game; for a `?`, the side to move is the one that can make the first move."""
    fen, house, corner = sheet.header("fen"), sheet.header("house"), sheet.corner
    if fen is None and house is None:
        return START
    told = plain(fen.text) if fen else write_position(START)
    if corner is not None:
        told = numbered(told, corner)
    try:
        start = read_position(f"{told} {house.text if house else ''}")
    except TextError as error:
        raise error.at(*where(text, (fen or house or HeaderValue("", 0)).place)) from None
    if told.lstrip().startswith("?"):
        first = next((event.text for event in sheet.events if event.kind == "move"), "")
        other = start._replace(turn=WHITE)
        if first and not _followed(start, [first], corner).moves and _followed(other, [first], corner).moves:
            return other
    return start


def _kept(house: House, past: Sequence[Position]) -> House:
    # Keep only the draw rules that would not have ended the game before its last position.
    most = max(Counter(position.key for position in past).values(), default=0)
    calm = all(position.quiet < QUIET for position in past)
    return House(house.repetition and most < REPEATS, house.forty and calm)


def _headers(sheet: PdnGame) -> dict[str, str]:
    others = {name: word.text for low, (name, word) in sheet.headers.items() if low not in _OURS}
    tag = sheet.header("result")
    told = result_of(tag.text) if tag else ""
    result = told if told in RESULTS else sheet.result
    return {**others, "Result": result} if result else others
