"""Replay games of PDN (Portable Draughts Notation): the main line, and variations up to their first illegal move.

`pdn` splits a text into games. Here their moves are played. An illegal move in the main line raises an error with its
place. The legal part of a variation is kept, and the notes of a record report the omitted part.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple

from chowk.core.errors import TextError
from chowk.core.foreign import as_ascii, cleaned, where
from chowk.core.message import Message, say
from chowk.core.notation import excerpt
from chowk.core.record import Games, Record
from chowk.core.variations import LONGEST, MARKS, MOST, ROOT, MoveNode, Variations, annotated, annotation
from chowk.games.checkers.fen import SIDE, moves_for_text, read_position, write_move, write_position
from chowk.games.checkers.pdn import RESULTS, HeaderValue, PdnEvent, PdnGame, numbered, result_of, sheets
from chowk.games.checkers.rules import BALLOTS, QUIET, REPEATS, START, WHITE, House, Move, Position

_ENGLISH: Final = 21
"""The code of American Checkers in the PDN header `GameType`."""
_OURS: Final = frozenset({"fen", "setup", "gametype", "house", "result", "game", "seed", "ply", "ballot"})
"""Header names, in lower case, that describe the game and not its players."""
_MARKED: Final = {code: mark for mark, code in MARKS.items()}
"""The mark, such as `!`, by its numeric annotation code, such as `$1`."""
_MOST_ROUTES: Final = 16
"""Maximum number of readings of a line that are followed in parallel.

A line has several readings if it names a capture only by its ends and more than one route is possible.
"""
NO_SIDE: Final = say("The text does not say whose turn it is: check who is to move.")
PROSE: Final = say("Words around the moves were left out.")


def read(text: str) -> Sequence[Record]:
    """Return the games of a text in order; raise `TextError` if it has none or if the first is not legal.

    The first game is replayed at once, each other game when it is accessed. A text that is only a position (FEN) gives
    one game without moves.
    """
    text = cleaned(text)
    side = SIDE.match(as_ascii(text))
    if side is not None:
        setup = write_position(read_position(as_ascii(text)))
        return (Record("checkers", setup, 0, (), {}, (NO_SIDE,) if side[1] == "?" else ()),)
    games = tuple(sheets(text))
    if not games:
        why = say("There is no game in this text: headers or moves are expected.")
        raise TextError(why).locate(*where(text, len(text.rstrip())))
    return Games(partial(replayed, text), games)


def read_tree(text: str, record: Record) -> Variations:
    """Return the variations, comments and marks of the first game of a text.

    `record` is this game, already replayed.
    """
    text = cleaned(text)
    if SIDE.match(as_ascii(text)):
        return Variations(record.setup)
    return tree_of(text, next(sheets(text)), record)


def tree_of(text: str, sheet: PdnGame, record: Record) -> Variations:
    """Return the variations, comments and marks of one game of a text.

    `text` is the whole text, cleaned by `core.foreign.cleaned`. `record` is the same game, already replayed.
    """
    house = read_position(record.setup).house
    grown = _PdnTree(_start(text, sheet)._replace(house=house), sheet)
    if len(grown.line.moves) > MOST:
        raise TextError(say("This record is too long to be a game."))
    return Variations(write_position(grown.positions[0]), 0, MappingProxyType(grown.nodes))


class _PdnLine(NamedTuple):
    """A replayed line of play.

    `moves` are its legal moves. `wrong` is the index of the first word that is no legal move, or -1, and `why` is the
    error.
    """

    moves: list[Move]
    wrong: int = -1
    why: TextError | None = None


class _PdnFrame:
    """The state of reading one line of play.

    `node` is the last node reached in the tree of moves, `move_count` the number of moves played, and `waiting` the
    comments before the first move. `line` holds the moves to play. It is None once the rest of the line is omitted.
    """

    def __init__(self, node: int, line: _PdnLine | None) -> None:
        self.node, self.line = node, line
        self.move_count = 0
        self.waiting: list[str] = []


class _PdnTree:
    """The tree of a game with its variations, built event by event.

    `nodes` are its nodes and `positions` their positions, by number. `omitted` are the events at which variations
    became illegal. `line` is the main line; if it is illegal, it holds the error, which does not yet name a place in
    the text.
    """

    def __init__(self, start: Position, sheet: PdnGame) -> None:
        self.nodes: dict[int, MoveNode] = {0: ROOT}
        self.positions: dict[int, Position] = {0: start}
        self.corner = sheet.corner
        self.omitted: list[PdnEvent] = []
        self.cut = self.commands = 0
        self.has_words = sheet.prose
        words = _words(sheet.events)
        self.line = _followed(start, words[0], self.corner)
        self.stack = [_PdnFrame(0, self.line)]
        self.begun = 0
        for event in sheet.events:
            self.take(event, words)

    def take(self, event: PdnEvent, words: Sequence[Sequence[str]]) -> None:
        """Process one event. `words` are the moves of every line as text, in the order in which lines open."""
        frame = self.stack[-1]
        kind, text, _ = event
        if kind == "open":
            self.begun += 1
            base = max(0, self.nodes[frame.node].parent) if frame.move_count else frame.node
            is_lost = frame.line is None or len(self.nodes) > MOST
            line = None if is_lost else _followed(self.positions[base], words[self.begun], self.corner)
            self.stack.append(_PdnFrame(base, line))
        elif kind == "close":
            self.stack.pop()
            for comment in frame.waiting:
                self.say(self.stack[-1].node, comment)
        elif frame.line is None:
            return
        elif kind == "move":
            self.move(frame, event)
        elif kind == "comment" and len(self.stack) > 1 and not frame.move_count:
            frame.waiting.append(text)
        elif kind == "comment":
            self.say(frame.node, text)
        elif kind in ("mark", "grade"):
            mark = text if text in MARKS else _MARKED.get(text, "")
            if mark and frame.move_count:
                self.nodes[frame.node] = self.nodes[frame.node]._replace(mark=mark)
        elif kind == "word" and not _has_digit(text):
            self.has_words = True
        else:  # a result, a null move, or a word in place of a move
            self.lose(frame, event)

    def move(self, frame: _PdnFrame, event: PdnEvent) -> None:
        """Play the next move of the line in `frame`, or omit the rest of the line if the move is illegal."""
        line = frame.line
        if line is None or frame.move_count == len(line.moves):
            if len(self.stack) > 1:
                self.lose(frame, event)
            return
        frame.node = self.play(frame.node, line.moves[frame.move_count])
        frame.move_count += 1
        for comment in frame.waiting:
            self.say(frame.node, comment)
        frame.waiting = []

    def lose(self, frame: _PdnFrame, event: PdnEvent) -> None:
        """Omit the rest of the line in `frame`, beginning with `event`."""
        frame.line = None
        self.omitted.append(event)

    def play(self, node: int, move: Move) -> int:
        """Return the node of a move after the node `node`. Add the node if needed.

        Return `node` itself if the tree is full.
        """
        position = self.positions[node]
        written = write_move(position, move)
        child = next(
            (number for number in self.nodes[node].next if self.nodes[number].move == written), len(self.nodes)
        )
        if child == len(self.nodes):
            if child > MOST:
                return node
            self.nodes[node] = self.nodes[node]._replace(next=(*self.nodes[node].next, child))
            self.nodes[child] = MoveNode(node, written)
            self.positions[child] = position.play(move)
        return child

    def say(self, node: int, comment: str) -> None:
        """Add a comment to a node of the tree.

        Also count the comments that are cut because they are too long, and the commands to programs, such as clock
        times, that are dropped from comments: `notes` reports both.
        """
        addition = annotation(comment)
        earlier = self.nodes[node].comment
        self.cut += len(earlier) + bool(earlier and addition.length) + addition.length > LONGEST
        self.commands += addition.commands
        self.nodes[node] = annotated(self.nodes[node], addition)

    def notes(self, text: str) -> Iterator[Message]:
        """Yield notes for the player on all that was omitted from the tree."""
        if self.omitted:
            omission = self.omitted[0]
            yield say(
                "In a variation, “{text}” (line {line}) cannot be played: the rest of it was left out.",
                text=excerpt(omission.text),
                line=where(text, omission.place)[0],
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
    """Return the moves of every line as text, up to the first event of the line that cannot be played.

    The main line comes first, then the variations in the order in which they open.
    """
    lines: list[list[str]] = [[]]
    stack, lost = [0], set[int]()
    for kind, text, _ in events:
        if kind == "open":
            stack.append(len(lines))
            lines.append([])
        elif kind == "close":
            stack.pop()
        elif kind == "move" and stack[-1] not in lost:
            lines[stack[-1]].append(text)
        elif kind in ("null", "result") or (kind == "word" and _has_digit(text)):
            lost.add(stack[-1])
    return lines


def _followed(start: Position, words: Sequence[str], corner: int | None) -> _PdnLine:
    """Play a line from the position `start` up to its first illegal move.

    `words` are its moves as text. `corner` is the corner of a1 if squares are named as in chess (see `PdnGame`). If a
    capture is written with only its first and last square, it may have several routes. All of them are followed in
    parallel, as long as the next moves are legal. If several are left at the end, the line ends before this capture.
    """
    routes: Sequence[tuple[Position, tuple[Move, object] | None]] = [(start, None)]
    doubtful = -1
    for number, word in enumerate(words):
        next_routes: dict[Position, tuple[Move, object]] = {}
        why: TextError | None = None
        for position, path in routes:
            try:
                for move in _meant(position, word, corner):
                    next_routes.setdefault(position.play(move), (move, path))
            except TextError as error:
                why = why or error
        if not next_routes:
            wrong = why or TextError(say("“{move}” is not a legal move here.", move=excerpt(word)))
            return _PdnLine(_unlinked(routes[0][1]), number, wrong)
        if len(next_routes) > 1 and len(routes) == 1:
            doubtful = number
        routes = [*next_routes.items()][:_MOST_ROUTES]
    if len(routes) > 1:
        why = TextError(
            say("“{move}” could mean more than one move here. Write the whole path.", move=excerpt(words[doubtful]))
        )
        return _PdnLine(_unlinked(routes[0][1])[:doubtful], doubtful, why)
    return _PdnLine(_unlinked(routes[0][1]))


def _meant(position: Position, word: str, corner: int | None) -> list[Move]:
    """Return the legal moves that a move written as `word` may mean; raise `TextError` if there are none.

    `corner` is the corner of a1 if squares are named as in chess (see `PdnGame`).
    """
    if not position.moves():
        raise TextError(say("The game is over before “{move}”.", move=excerpt(word)))
    try:
        moves = moves_for_text(position, word if corner is None else numbered(as_ascii(word), corner))
    except TextError:
        moves = []
    if not moves:
        raise TextError(say("“{move}” is not a legal move here.", move=excerpt(word)))
    return moves


def _unlinked(path: tuple[Move, object] | None) -> list[Move]:
    moves = list[Move]()
    while path is not None:
        move, path = path  # type: ignore[assignment]  # a linked list
        moves.append(move)
    return moves[::-1]


def replayed(text: str, sheet: PdnGame) -> Record:
    """Replay one game of a text and return its record; raise `TextError` if the game is not legal.

    The text must be the result of `core.foreign.cleaned`.
    """
    _same_game(text, sheet)
    start = _start(text, sheet)
    grown = _PdnTree(start._replace(house=House(repetition=False, forty=False)), sheet)
    line = grown.line
    if line.why is not None:
        place = [event.place for event in _main(sheet.events) if event.kind == "move"][line.wrong]
        raise line.why.locate(*where(text, place))
    if sheet.fault is not None:
        place, why = sheet.fault
        raise TextError(why).locate(*where(text, place))
    positions, written = [grown.positions[0]], list[str]()
    for move in line.moves:
        written.append(write_move(positions[-1], move))
        positions.append(positions[-1].play(move))
    drawn = 3 if start.key == START.key and _has_ballot(sheet, written) else 0
    setup = write_position(positions[drawn]._replace(house=_kept(start.house, positions[drawn:-1])))
    notes = (*((NO_SIDE,) if _is_doubtful(sheet) else ()), *grown.notes(text))
    return Record("checkers", setup, 0, tuple(written[drawn:]), _headers(sheet), notes)


def _main(events: Sequence[PdnEvent]) -> Iterator[PdnEvent]:
    """Yield the events of the main line. The end of each variation (`close`) is yielded, too."""
    depth = 0
    for event in events:
        depth += (event.kind == "open") - (event.kind == "close")
        if not depth:
            yield event


def _has_ballot(sheet: PdnGame, written: Sequence[str]) -> bool:
    """Return True if a game names its ballot opening and begins with that opening's three moves.

    `written` holds the game's moves as text.
    """
    number = sheet.header("ballot")
    drawn = next((ballot for ballot in BALLOTS if number is not None and str(ballot.number) == number.text), None)
    return drawn is not None and written[:3] == [write_move(START, move) for move in drawn.moves]


def _same_game(text: str, sheet: PdnGame) -> None:
    kind = sheet.header("gametype")
    if kind is not None and not re.match(rf"\s*{_ENGLISH}\b", kind.text):
        why = say(
            "This is a game of another kind of draughts: its GameType is {kind}, not {ours}.",
            kind=excerpt(kind.text),
            ours=_ENGLISH,
        )
        raise TextError(why).locate(*where(text, kind.place))


def _is_doubtful(sheet: PdnGame) -> bool:
    """Return True if the side that moves first is unknown, because the text gives neither a side nor a move."""
    fen = sheet.header("fen")
    return (
        fen is not None
        and fen.text.lstrip().startswith("?")
        and not any(event.kind == "move" for event in sheet.events)
    )


def _start(text: str, sheet: PdnGame) -> Position:
    """Return the first position of a game.

    If its side to move is `?`, choose the side for which the first move is legal.
    """
    fen, house, corner = sheet.header("fen"), sheet.header("house"), sheet.corner
    if fen is None and house is None:
        return START
    setup = as_ascii(fen.text) if fen else write_position(START)
    if corner is not None:
        setup = numbered(setup, corner)
    try:
        start = read_position(f"{setup} {house.text if house else ''}")
    except TextError as error:
        raise error.locate(*where(text, (fen or house or HeaderValue("", 0)).place)) from None
    if setup.lstrip().startswith("?"):
        first_move = next((event.text for event in sheet.events if event.kind == "move"), "")
        white_to_move = start._replace(turn=WHITE)
        if (
            first_move
            and not _followed(start, [first_move], corner).moves
            and _followed(white_to_move, [first_move], corner).moves
        ):
            return white_to_move
    return start


def _kept(house: House, past: Sequence[Position]) -> House:
    # Keep only the draw rules that would not have ended the game before its last position.
    most = max(Counter(position.key for position in past).values(), default=0)
    calm = all(position.quiet < QUIET for position in past)
    return House(house.repetition and most < REPEATS, house.forty and calm)


def _headers(sheet: PdnGame) -> dict[str, str]:
    others = {name: word.text for low, (name, word) in sheet.headers.items() if low not in _OURS}
    tag = sheet.header("result")
    stated_result = result_of(tag.text) if tag else ""
    result = stated_result if stated_result in RESULTS else sheet.result
    return {**others, "Result": result} if result else others
