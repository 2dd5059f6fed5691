"""Games of Othello in the Smart Game Format (SGF), `GM[2]`, with variations, comments, marks and drawings.

    (;FF[4]GM[2]SZ[8]PB[Asha]PW[Kishan]AB[e4][d5]AW[d4][e5]PL[B];B[f5]C[a comment](;W[d6];B[c3])(;W[f6]))

Squares are written `f5`; the letters of other games, `fe`, are read, too. A pass is `PA`; an empty value is read as a
pass, too. The time that a player has left after a move (`BL`, `WL`) becomes a comment such as `(298.50 s)`. The time
for the game (`TM[300]`) and the time added by each move (`OT[5 Fischer]`) become the header `TimeControl`, as in PGN
(`300+5`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from chowk.core import declaration
from chowk.core.match import Match
from chowk.core.record import wrapped
from chowk.core.variations import ARROW, MoveNode, Variations
from chowk.games.reversi.boards import Board
from chowk.games.reversi.rules import BLACK, NAMES, PASS, PASS_SPOT, SQUARE, START, WHITE, Position, squares, tournament
from chowk.games.reversi.score_sheet import PASSES, Step, Transcript, TranscriptWord

OTHELLO: Final = re.compile(r"[^;]{0,400}G[a-z]{0,9}M[a-z]{0,9}\[\s{0,9}2\s{0,9}\]")
"""A pattern for the first properties of a game of Othello, after `(;`."""
_ITEM: Final = re.compile(
    r"(?P<sign>[();])|(?P<name>[A-Za-z]++)|\[(?P<value>(?:[^\]\\]++|\\.)*+)\]|(?P<blank>[^();A-Za-z\[]++)", re.DOTALL
)
"""A pattern for a part of a text: a bracket or semicolon, the name of a property, or one of its values."""
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)
_POINT: Final = re.compile(r"([a-h])([1-8a-h])(?::([a-h])([1-8a-h]))?")
"""A pattern for a square, or for a rectangle of squares by its corners."""
_RESULT: Final = re.compile(r"([BW])\+(R|T)(?:esign|ime)?|(0|Draw)", re.IGNORECASE)
"""A pattern for a result that the discs do not decide: a resignation, a loss on time, or a draw."""
_HEADERS: Final = {
    "PB": "Black", "PW": "White", "DT": "Date", "PC": "Site", "EV": "Event", "RO": "Round", "RE": "Result"
}  # fmt: skip
"""The name of the header that stands for each property of SGF."""
_MARKS: Final = {"TE": ("!", "!!"), "BM": ("?", "??"), "IT": ("!?", "!?"), "DO": ("?!", "?!")}
"""For each property that judges a move: the marks for its values 1 and 2."""
_RINGS: Final = frozenset({"CR", "SQ", "TR", "MA"})
"""The properties that mark squares. All of them become circles."""
_TIME_CONTROL: Final = "TimeControl"
_CONTROL: Final = re.compile(r"([0-9]{1,6})\+([0-9]{1,6})")
"""A pattern for the value of `TimeControl`: seconds, and seconds for each move."""
_NUMBER: Final = re.compile(r"[0-9]{1,6}(?:\.[0-9]{0,9})?")
_FISCHER: Final = re.compile(r"([0-9]{1,6}) Fischer", re.IGNORECASE)
_LEFT: Final = re.compile(r"(?:^|(?<= ))\(([0-9]{1,6}\.[0-9]{2}) s\)(?: |$)")
"""A pattern for the part of a comment with the time that a player has left."""
_SIDES: Final = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}


def game(text: str, signs: str, begin: int, end: int) -> Transcript:
    """Return the game that a text in SGF has between the offsets `begin` and `end`.

    `signs` is the same text with its punctuation in ASCII, the result of `core.foreign.as_ascii`.
    """
    reading = _SgfReader(begin, end)
    place = begin
    while place < end:
        item = _ITEM.match(signs, place, end)
        if item is None:  # a value that does not end
            reading.add("other", text[place : place + 99], place)
            break
        if not reading.take(item, text):
            break
        place = item.end()
    return reading.sheet()


class _SgfReader:
    """A reader of one game. It holds the property whose values are read, and the position that is set up."""

    def __init__(self, begin: int, end: int) -> None:
        self.begin, self.end = begin, end
        self.headers: dict[str, str] = {}
        self.steps: list[Step] = []
        self.words: list[TranscriptWord] = []
        self.clock: dict[str, str] = {}
        self.name = ""
        self.unused: tuple[str, int] | None = None  # a name of a property that has no value yet, and its offset
        self.depth = self.nodes = 0
        self.is_main = True  # until the first variation ends
        self.masks = [0, 0]
        self.turn: int | None = None

    def take(self, item: re.Match[str], text: str) -> bool:
        """Read a part of the text. Return False after the game's last bracket."""
        kind, word, place = item.lastgroup or "", item[0], item.start()
        if kind == "value":
            self.unused = None
            value = text[item.start("value") : item.end("value")]
            self.property(_ESCAPED.sub(lambda match: match[1].strip("\n"), value), item.start("value"))
            return True
        if kind == "blank":
            if word.strip():
                self.add("other", word.strip(), place)
            return True
        if self.unused is not None:
            self.add("other", *self.unused)
        self.unused = (word, place) if kind == "name" else None
        self.name = "".join(filter(str.isupper, word))
        if word == ";":
            self.nodes += 1
        elif word == "(":
            self.depth += 1
            if self.depth > 1:
                self.steps.append(Step("open", word, place))
        elif word == ")":
            self.depth -= 1
            self.is_main = False
            if self.depth <= 0:
                return False
            self.steps.append(Step("close", word, place))
        return True

    def property(self, value: str, place: int) -> None:
        """Read one value of the current property. `place` is its offset in the text."""
        name, word = self.name, " ".join(value.split())
        if name in ("B", "W"):
            self.add(*_move(word.lower()), place)
        elif name in ("AB", "AW", "AE", "PL"):
            if not self.set_up(name, word.lower()):
                self.add("other", word or name, place)
        elif name in _HEADERS:
            self.headers.setdefault(_HEADERS[name], word)
        elif (name == "SZ" and word != "8") or (name == "GM" and word != "2"):
            self.add("other", word or name, place)
        elif name in _MARKS:
            self.steps.append(Step("mark", _MARKS[name][word == "2"], place))
        elif name in _RINGS:
            self.steps += (Step("drawn", NAMES[square], place) for square in _points(word.lower()))
        elif name == "AR":
            ends = [NAMES[square] for part in word.lower().split(":")[:2] for square in _points(part)]
            self.steps.append(Step("drawn", ARROW.join(ends), place))
        elif name == "C":
            self.steps.append(Step("comment", value, place))
        elif name in ("BL", "WL") and _NUMBER.fullmatch(word):
            self.steps.append(Step("comment", f"({float(word):.2f} s)", place))
        elif name in ("TM", "OT"):
            self.clock.setdefault(name, word)

    def add(self, kind: str, word: str, place: int) -> None:
        """Add a move, a pass or a text that cannot be read (`kind`, as in `Step`), at the offset `place`."""
        self.steps.append(Step(kind, word, place))
        if self.is_main:
            self.words.append(TranscriptWord(kind, word, place))

    def set_up(self, name: str, word: str) -> bool:
        """Set up discs or the side to move from a property: its name (`AB`, `AW`, `AE` or `PL`) and a value, `word`.

        Return False if this is impossible, because this is not the first node, or because the value is invalid, such as
        a square off the board.
        """
        if self.nodes > 1:
            return False
        if name == "PL":
            self.turn = _SIDES.get(word)
            return self.turn is not None
        points = _points(word)
        for square in points:
            for side, own in enumerate(("AB", "AW")):
                self.masks[side] = self.masks[side] & ~(1 << square) | (name == own) << square
        return bool(points)

    def sheet(self) -> Transcript:
        """Return the game that was read."""
        if self.unused is not None:
            self.add("other", *self.unused)
        black, white = self.masks if any(self.masks) else (START.black, START.white)
        is_usual = self.turn is None and (black, white) == START[:2]
        board = Board(black, white, BLACK if is_usual else self.turn, None, self.begin)
        if ended := _ended(self.headers.get("Result", "")):
            self.headers[declaration.HEADER] = ended
        if _NUMBER.fullmatch(time := self.clock.get("TM", "")) and float(time):
            added = _FISCHER.fullmatch(self.clock.get("OT", ""))
            self.headers[_TIME_CONTROL] = f"{int(float(time))}+{int(added[1]) if added else 0}"
        return Transcript(self.begin, self.headers, board, self.words, end=self.end, steps=tuple(self.steps))


def write(tree: Variations, match: Match[Any, Any], headers: Mapping[str, str]) -> str:
    """Return a tree of variations in SGF. `match` is its main line."""
    start: Position = match.position_after(0)
    fields = {
        "FF": "4",
        "GM": "2",
        "SZ": "8",
        "AP": "Chowk",
        "CA": "UTF-8",
        **{name: headers.get(header, "") for name, header in _HEADERS.items()},
        "RE": _result(match),
        **_clock(headers.get(_TIME_CONTROL, "")),
    }
    top = "".join(f"{name}[{_escaped(' '.join(value.split()))}]" for name, value in fields.items() if value)
    discs = (
        f"{name}{''.join(f'[{NAMES[square]}]' for square in squares(mask))}"
        for name, mask in (("AB", start.black), ("AW", start.white))
        if mask
    )
    root = f"(;{top}{''.join(discs)}PL[{'BW'[start.turn]}]{_notes(tree.nodes[0])}"
    return f"{wrapped([root, *_nodes(tree, start)])})\n"


def _nodes(tree: Variations, start: Position) -> Iterator[str]:
    """Yield the nodes below the root of a tree, with brackets around variations."""
    waiting: list[str | tuple[int, Position]] = [*_branches(tree, 0, start)]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
            continue
        number, position = item
        node = tree.nodes[number]
        move = PASS if node.move == PASS_SPOT else SQUARE[node.move]
        side, left = "BW"[position.turn], _LEFT.search(node.comment)
        time = ""
        if left is not None:
            time = f"{side}L[{left[1]}]"
            node = node._replace(comment=f"{node.comment[: left.start()]}{node.comment[left.end() :]}".strip())
        yield f";{side}[{'PA' if move == PASS else node.move}]{time}{_notes(node)}"
        waiting += _branches(tree, number, position.play(move))


def _branches(tree: Variations, number: int, position: Position) -> Iterator[str | tuple[int, Position]]:
    """Yield the nodes after the node `number` in reverse order, because the caller pops the items from a stack.

    Each item is a node's number with `position`, the position in which its move is made. If there are several nodes,
    each of them is enclosed in brackets, which are items of their own.
    """
    following = tree.nodes[number].next
    for child in reversed(following):
        yield from (")", (child, position), "(") if following[1:] else ((child, position),)


def _notes(node: MoveNode) -> str:
    """Return the properties for the mark, the drawings and the comment of a node."""
    marks = (f"{name}[{1 + (single != double and node.mark == double)}]" for name, (single, double) in _MARKS.items()
             if node.mark and node.mark in (single, double))  # fmt: skip
    rings = "".join(f"[{drawing}]" for drawing in node.drawings if ARROW not in drawing)
    arrows = "".join(f"[{drawing.replace(ARROW, ':')}]" for drawing in node.drawings if ARROW in drawing)
    drawn = (f"{name}{values}" for name, values in (("CR", rings), ("AR", arrows)) if values)
    return "".join((*marks, *drawn, f"C[{_escaped(node.comment)}]" if node.comment else ""))


def _clock(control: str) -> dict[str, str]:
    """Return the properties for a header `TimeControl` such as `300+5`. Return none if the header has another form."""
    match = _CONTROL.fullmatch(control)
    if match is None:
        return {}
    return {"TM": match[1], "OT": f"{int(match[2])} Fischer" if int(match[2]) else ""}


def _move(word: str) -> tuple[str, str]:
    """Return the kind of a move (`move`, `pass`, or `other` if it cannot be read) and its text."""
    if not word or word in PASSES or word == "tt":
        return "pass", word
    points = _points(word)
    return ("move", NAMES[points[0]]) if len(points) == 1 else ("other", word)


def _points(word: str) -> list[int]:
    """Return the squares that a value names: one square, or all of a rectangle. Empty if it names no square."""
    match = _POINT.fullmatch(word)
    if match is None:
        return []
    left, top = _number(match[1]), _number(match[2])
    right, bottom = (_number(match[3]), _number(match[4])) if match[3] else (left, top)
    return [8 * row + column for row in range(top, bottom + 1) for column in range(left, right + 1)]


def _number(sign: str) -> int:
    return "12345678".find(sign) if sign.isdecimal() else "abcdefgh".find(sign)


def _ended(result: str) -> str:
    """Return the value of the header `Ended` for a result such as `B+R`, or an empty text if the discs decided."""
    match = _RESULT.fullmatch(result.strip())
    if match is None:
        return ""
    if match[3]:
        return declaration.Declaration("agreed").text()
    loser = WHITE if match[1].upper() == "B" else BLACK
    return declaration.Declaration("time" if match[2].upper() == "T" else "resigned", loser).text()


def _result(match: Match[Any, Any]) -> str:
    declared, ruled = declaration.declared(match), match.ruled()
    if declared is not None:
        reason = {"resigned": "R", "time": "T"}.get(declared.why)
        return f"{'WB'[declared.loser]}+{reason}" if reason else "0"
    if ruled is None:
        return "?"
    black, white = tournament(ruled)
    return "0" if black == white else f"B+{black - white}" if black > white else f"W+{white - black}"


def _escaped(value: str) -> str:
    return "".join(_escapes(value))


def _escapes(value: Iterable[str]) -> Iterator[str]:
    for sign in value:
        yield f"\\{sign}" if sign in "\\]:" else sign if sign.isprintable() else " "
