"""American Checkers as text: FEN for positions, square numbers for moves, PDN for whole games.

A position is its FEN, `B:W18,24,K10:B12,16,K22`: the side to move, then each side's squares, a king's with a K.
Words follow where something is not as usual: `quiet=12` plies since a piece was taken or a man moved,
`repetition=off` and `forty=off` where the table does not declare those draws. Readers take the sides in either
order, ranges such as `1-12`, and white space.

A move is its path: `11-15` for a step, `22x15x8` for a jump, every landing square told. Readers take any part
of the path that keeps the ends and means one thing, and either sign between the squares.

PDN is written as Black's and White's games are kept: `1-0` says that Black, who moves first, has won. The
result stands in its header; the moves end with the separator `*`, which cannot be taken for a move. A game whose
first three moves were drawn is written with them; the header `Ballot` has their number, `Opening` what they are
called. `House` says what is not as usual of the house rules; no edition of them has had other defaults. Readers
take any number of games, pass over comments, variations, annotations and move numbers, and tell line and
column of whatever else is not a legal game.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, Final, NamedTuple, NoReturn

from chowk.core import declaration
from chowk.core.errors import TextError
from chowk.core.game import EDITION
from chowk.core.match import Match
from chowk.core.message import Message, say
from chowk.core.notation import shown
from chowk.core.position import Outcome, Seat
from chowk.core.record import Games, Record, wrapped
from chowk.core.variations import MARKS, Variations, body, read_body
from chowk.games.card import Format
from chowk.games.checkers.rules import (
    BALLOTS,
    BIT,
    BLACK,
    CROWN,
    OPENINGS,
    QUIET,
    REPEATS,
    START,
    WHITE,
    Ballot,
    House,
    Move,
    Position,
    jumped,
    squares,
)

FORMATS: Final = (Format("pdn", say("Portable Draughts Notation (PDN)"), "pdn"),)

LONGEST_POSITION: Final = 400
"""Characters in the text of a position at most."""
LONGEST_FILE: Final = 2_000_000
"""Characters in a file of games at most: some four thousand games, of which those are replayed that are looked at."""

_SIDES: Final = "BW"
_SIDE: Final = re.compile(r"\s*([BW])\s*(?=:)", re.IGNORECASE)
_SECTION: Final = re.compile(r":\s*([BWHF])([^:]*)", re.IGNORECASE)
_PIECE: Final = re.compile(r"(K?)([0-9]{1,2})(?:-([0-9]{1,2}))?", re.IGNORECASE)
_EXTRA: Final = re.compile(r"\s+(?=[A-Za-z]+=)")
_EXTRAS: Final = {"quiet": r"[0-9]{1,6}", "repetition": r"on|off", "forty": r"on|off"}
_PATH: Final = re.compile(r"[0-9]{1,2}(?:\s*[-x:×]\s*[0-9]{1,2})+", re.IGNORECASE)
_MOST_PIECES: Final = 12

_ENGLISH: Final = 21
"""The number of this game among the kinds of draughts that PDN knows."""
_OURS: Final = frozenset({"fen", "setup", "gametype", "house", "result", "game", "seed", "ply", "ballot"})
"""Headers, in small letters, that say what the game is and not whose it was."""
_MADE: Final = _OURS | {declaration.TERMINATION.lower(), declaration.HEADER.lower()}
"""Headers, in small letters, that are written from the match and not taken over."""
_BOOKISH: Final[Mapping[str, str]] = {"Red": "Black"}
"""The side that is Red on the board and Black in books (C6)."""
_OPEN: Final = "*"
_RESULTS: Final[Mapping[Seat | None, str]] = {BLACK: "1-0", WHITE: "0-1", None: "1/2-1/2"}
_SAME: Final = {"2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2", "0-0": _OPEN}
"""Results as other kinds of draughts write them."""
_TOKEN: Final = re.compile(
    r"""
    (?P<nothing> \s+ | \{[^}]*+\} | [;%][^\n]* | \$[0-9]+ | [!?]+ | [0-9]+\.+ | \.{2,3} )
    | (?P<tag> \[ \s* (?P<name>\w+) \s+ "(?P<value>(?:[^"\\\n]|\\.)*)" \s* \] )
    | (?P<result> (?: 1/2-1/2 | [01]-[01] | 2-0 | 0-2 | \* ) (?![\w/:×-]) )
    | (?P<move> [0-9]{1,2} (?:[-xX:×][0-9]{1,2})+ ) [!?*]* (?![\w:×-])
    | (?P<open> \( )
    | (?P<close> \) )
    """,
    re.VERBOSE,
)
_PASSED: Final = re.compile(r"(?P<nothing>\{[^}]*+\}|[;%][^\n]*|[^(){;%]++|\{)|(?P<open>\()|(?P<close>\))")
_PASSED_ON: Final = re.compile(r"(?P<nothing>[;%][^\n]*|[^();%]++)|(?P<open>\()|(?P<close>\))")
"""What stands in a variation, one thing or another at every place."""


_NOTED: Final = re.compile(
    r"(?P<tag>\[[^\]\n]*\])|(?P<unclosed>\[[^\]\n]*)|(?P<comment>\{[^}]*\})|(?P<note>[;%][^\n]*)|(?P<mark>\$[0-9]+)"
    r"|(?P<result>(?:1/2-1/2|[01]-[01]|2-0|0-2|\*)(?![\w/:×-]))"
    r"|(?P<move>[0-9]{1,2}(?:[-xX:×][0-9]{1,2})+)|(?P<number>[0-9]{0,6}\.+)|(?P<sign>[()])|(?P<grade>[!?]+)|(?P<other>.|\n)"
)


def write_position(position: Position, edition: int = EDITION) -> str:  # noqa: ARG001 - none has changed
    """The FEN, and a word for everything that is not as usual."""
    return " ".join((_fen(position), *_extras(position)))


def read_position(text: str, edition: int = EDITION) -> Position:  # noqa: ARG001 - none has changed
    """The position of a FEN, and of the words that may follow it."""
    if len(text) > LONGEST_POSITION:
        _fault(text, 0, say("This text is too long to be a position."))
    whole, *extras = _EXTRA.split(text.rstrip())
    body = whole.rstrip(" .")
    side = _SIDE.match(body)
    if side is None:
        raise TextError(say("A position begins with the side to move and a colon: B: or W:")).at(1, 1)
    sections = _sections(body, side.end())
    pieces = {seat: _pieces(body, sections[letter], seat) for seat, letter in enumerate(_SIDES)}
    (black, black_kings), (white, white_kings) = pieces[BLACK], pieces[WHITE]
    if black & white:
        _fault(body, 0, say("Both sides stand on square {square}.", square=squares(black & white)[0]))
    clock = [f"quiet={body[slice(*sections['H'])].strip()}"] if "H" in sections else []
    quiet, house = _circumstances(text, [*clock, *extras])
    return Position(black, white, black_kings | white_kings, _SIDES.index(side[1].upper()), quiet, house)


def write_move(position: Position, move: Move) -> str:  # noqa: ARG001 - a path says it all
    """The squares of the path, joined by `-` for a step and by `x` for a jump."""
    return ("x" if jumped(move) else "-").join(map(str, move))


def read_move(position: Position, text: str) -> Move:
    """The one legal move with that path, or with a path that the text shortens; routes to one end count as one."""
    if not _PATH.fullmatch(text.strip()):
        why = say(
            "“{move}” is not a move: a move is written as squares joined by - or x, such as 11-15 or 22x15x8.",
            move=shown(text),
        )
        raise TextError(why)
    path = tuple(map(int, re.findall(r"[0-9]+", text)))
    found = [move for move in position.moves() if _shortens(path, move)]
    if path in found:
        return path
    if len({position.play(move) for move in found}) > 1:
        raise TextError(say("“{move}” could mean more than one move here. Write the whole path.", move=shown(text)))
    if not found:
        raise TextError(say("“{move}” is not a legal move here.", move=shown(text)))
    return found[0]


def write_game(match: Match[Any, Any], form: str, headers: Mapping[str, str]) -> str:  # noqa: ARG001 - one format
    """The match in PDN, the given headers among those that the format wants."""
    start: Position = match.at(0)
    ballot = _ballot(start)
    moves = [*(ballot.moves if ballot else ()), *match.moves]
    given = {_BOOKISH.get(name, name): value for name, value in headers.items() if name.lower() not in _MADE}
    told = {**given, "Result": _result(match.outcome()), **_termination(match), "GameType": str(_ENGLISH)}
    if opening := _opening(moves, ballot):
        told["Opening"] = opening
    if ballot is not None:
        told["Ballot"] = str(ballot.number)
    if start.key != START.key and ballot is None:
        told |= {"SetUp": "1", "FEN": _fen(start)}
    if extras := _extras(start):
        told["House"] = " ".join(extras)
    top = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in told.items())
    body = " ".join((*_numbered([write_move(start, move) for move in moves], BLACK if ballot else start.turn), "*"))
    return f"{top}\n{textwrap.fill(body, 80, break_long_words=False, break_on_hyphens=False)}\n"


def write_variations(tree: Variations, match: Match[Any, Any], headers: Mapping[str, str]) -> str:
    """The tree in PDN, its lines beside the main one in parentheses; `match` is the main line."""
    top, _, _ = write_game(match, FORMATS[0].name, headers).rpartition("\n\n")
    start: Position = match.at(0)
    lead = start.turn
    if _ballot(start) is not None:
        # What was drawn stands before what was looked at only where there is one line; here the position tells it.
        top = top.replace(f'[Ballot "{_drawn()[start.key].number}"]', f'[SetUp "1"]\n[FEN "{_fen(start)}"]')

    def number(ply: int, new: bool) -> str:
        turn = ply - 1 + lead
        return f"{turn // 2 + 1}." if turn % 2 == 0 else f"{turn // 2 + 1}..." if new else ""

    return f"{top}\n\n{wrapped([*body(tree, number), '*'])}\n"


def _ballot(start: Position) -> Ballot | None:
    """The drawn opening that leads to a position, None where none does (D4)."""
    return _drawn().get(start.key) if not start.quiet else None


@cache
def _drawn() -> Mapping[tuple[int, int, int, Seat], Ballot]:
    """The drawn openings by what they lead to; no two lead to the same."""
    found = {}
    for ballot in BALLOTS:
        position = START
        for move in ballot.moves:
            position = position.play(move)
        found[position.key] = ballot
    return found


def _opening(moves: Sequence[Move], ballot: Ballot | None) -> str:
    """What the first three moves are called; a drawn opening without a name is called by its moves."""
    first = next((one for one in BALLOTS if one.moves == tuple(moves[:3])), None)
    if first is None or (ballot is None and first.number not in OPENINGS):
        return ""
    plain = " ".join(write_move(START, move) for move in first.moves)
    return OPENINGS.get(first.number, plain)


def opening(match: Match[Any, Any]) -> str:
    """What the opening of a game is called; empty for one that has no name."""
    from chowk.games.checkers import openings  # read where names are shown, not at every start

    start: Position = match.at(0)
    if _ballot(start) is None and start.key != START.key:
        return ""
    return openings.opening(match.positions)


def named_openings() -> Sequence[tuple[str, tuple[str, ...]]]:
    """The classic openings by their names, then those that are drawn by number and name, each with its moves."""
    from chowk.games.checkers import openings

    return openings.lines()


def read_games(text: str) -> Sequence[Record]:
    """The games of a PDN text in their order, or the position of a FEN as a game without moves.

    Where a game went on after a draw that the table would have declared, its set-up says so.
    """
    if len(text) > LONGEST_FILE:
        raise TextError(say("This file is too long: at most {count} characters can be read.", count=LONGEST_FILE))
    text = re.sub(r"\r\n?", "\n", text).removeprefix("\ufeff")
    if _SIDE.match(text):
        return (Record("checkers", write_position(read_position(text)), 0, (), {}),)
    sheets = tuple(_sheets(text))
    if not sheets:
        _fault(text, len(text.rstrip()), say("There is no game in this text: headers or moves are expected."))
    return Games(partial(_replayed, text), sheets)


def read_variations(text: str) -> Variations:
    """The first game of a PDN text with its variations, comments and marks; raises `TextError` for what is none."""
    house = read_position(read_games(text)[0].setup).house
    text = re.sub(r"\r\n?", "\n", text).removeprefix("\ufeff")
    start = _start(text, next(_sheets(text)))._replace(house=house)
    braced = text.rfind("}") + 1
    text = text[:braced] + text[braced:].replace("{", " ")  # comments that are not closed hide nothing
    words, place, begun, unclosed = list[str](), 0, False, 0
    while place < len(text):
        if place < unclosed and text[place] == "[":  # it is known to have no partner on its line
            words.append(" ")
            place += 1
            continue
        found = _NOTED.match(text, place)
        assert found is not None, "it takes any sign"
        if found.lastgroup == "unclosed":
            unclosed = found.end()
            continue
        place, kind, told = found.end(), found.lastgroup, found[0]
        if begun and kind in ("tag", "result"):
            break
        begun = begun or kind in ("move", "comment")
        if kind == "grade":
            told = f" {MARKS[told]} " if told in MARKS else " "
        elif kind not in ("move", "comment", "mark", "sign"):
            told = re.sub(r"[^\n]", " ", told)  # as long as it was, so that a complaint names the right place
        words.append(told)
    return read_body("".join(words), sys.modules[__name__], start)


class _Word(NamedTuple):
    # A piece of a file with the place, from 0, where it stands.
    text: str
    place: int


class _Sheet(NamedTuple):
    # One game as it stands in a file; header names in small letters beside their own spelling.
    headers: dict[str, tuple[str, _Word]]
    moves: list[_Word]
    result: str = ""

    def header(self, name: str) -> _Word | None:
        return self.headers[name][1] if name in self.headers else None


def _sheets(text: str) -> Iterator[_Sheet]:
    sheet = _Sheet({}, [])
    for token in _tokens(text):
        name = (token["name"] or "").lower()
        # A position alone is a game without moves; other headers that come twice are a slip within one game.
        if name and (sheet.moves or (name in sheet.headers and "fen" in sheet.headers)):
            yield sheet
            sheet = _Sheet({}, [])
        if name:
            value = re.sub(r'\\(["\\])', r"\1", token["value"])
            sheet.headers.setdefault(name, (token["name"], _Word(value, token.start())))
        elif token["move"]:
            sheet.moves.append(_Word(token["move"], token.start()))
        elif sheet.headers or sheet.moves:
            yield sheet._replace(result=_SAME.get(token["result"], token["result"]))
            sheet = _Sheet({}, [])
    if sheet.headers or sheet.moves:
        yield sheet


def _tokens(text: str) -> Iterator[re.Match[str]]:
    # The headers, moves and results; what stands in a variation may be anything and is passed over.
    place, opened = 0, list[int]()
    braced = text.rfind("}")
    while place < len(text):
        # Behind the last closing brace an opening one is a sign like others: it need not be looked for its partner.
        inside = _PASSED if place < braced else _PASSED_ON
        token = (inside if opened else _TOKEN).match(text, place)
        if token is None:
            _unread(text, place)
        if token["open"]:
            opened.append(place)
        elif token["close"]:
            if not opened:
                _fault(text, place, say("This parenthesis closes a variation that was not opened."))
            opened.pop()
        elif not opened and not token["nothing"]:
            yield token
        place = token.end()
    if opened:
        _fault(text, opened[0], say("This variation is not closed: a ) is missing."))


def _unread(text: str, place: int) -> NoReturn:
    word = shown(text[place : place + 99].split(maxsplit=1)[0])
    if text[place] == "{":
        _fault(text, place, say("This comment is not closed: a closing brace is missing."))
    if text[place] == "[":
        _fault(text, place, say('This is not a header: one looks like [Event "…"], with straight quotes.'))
    _fault(text, place, say("A move such as 11-15 or a result is expected here, not “{text}”.", text=word))


def _replayed(text: str, sheet: _Sheet) -> Record:
    _same_game(text, sheet)
    start = _start(text, sheet)
    line, written = [start._replace(house=House(repetition=False, forty=False))], list[str]()
    for word in sheet.moves:
        position = line[-1]
        try:
            if not position.moves():
                raise TextError(say("The game is over before “{move}”.", move=shown(word.text)))
            move = read_move(position, word.text)
        except TextError as error:
            raise error.at(*_where(text, word.place)) from None
        written.append(write_move(position, move))
        line.append(position.play(move))
    drawn = 3 if start.key == START.key and _has_ballot(sheet, written) else 0
    setup = write_position(line[drawn]._replace(house=_kept(start.house, line[drawn:-1])))
    return Record("checkers", setup, 0, tuple(written[drawn:]), _headers(sheet))


def _has_ballot(sheet: _Sheet, written: Sequence[str]) -> bool:
    """Whether a game says that its first three moves were drawn, and they were made."""
    number = sheet.header("ballot")
    drawn = next((one for one in BALLOTS if number is not None and str(one.number) == number.text), None)
    return drawn is not None and written[:3] == [write_move(START, move) for move in drawn.moves]


def _same_game(text: str, sheet: _Sheet) -> None:
    kind = sheet.header("gametype")
    if kind is not None and not re.match(rf"\s*{_ENGLISH}\b", kind.text):
        why = say(
            "This is a game of another kind of draughts: its GameType is {kind}, not {ours}.",
            kind=shown(kind.text),
            ours=_ENGLISH,
        )
        _fault(text, kind.place, why)


def _start(text: str, sheet: _Sheet) -> Position:
    fen, house = sheet.header("fen"), sheet.header("house")
    if fen is None and house is None:
        return START
    try:
        return read_position(f"{fen.text if fen else _fen(START)} {house.text if house else ''}")
    except TextError as error:
        raise error.at(*_where(text, (fen or house or _Word("", 0)).place)) from None


def _kept(house: House, past: Sequence[Position]) -> House:
    # The draws that would not have ended the game before its last position.
    most = max(Counter(position.key for position in past).values(), default=0)
    calm = all(position.quiet < QUIET for position in past)
    return House(house.repetition and most < REPEATS, house.forty and calm)


def _headers(sheet: _Sheet) -> dict[str, str]:
    others = {name: word.text for low, (name, word) in sheet.headers.items() if low not in _OURS}
    tag = sheet.header("result")
    told = _SAME.get(tag.text, tag.text) if tag else ""
    result = told if told in _RESULTS.values() else sheet.result
    return {**others, "Result": result} if result else others


def _fen(position: Position) -> str:
    sides = (("W", position.white), ("B", position.black))
    named = (f"{letter}{','.join(_named(position, mask))}" for letter, mask in sides)
    return ":".join((_SIDES[position.turn], *named))


def _named(position: Position, mask: int) -> Iterator[str]:
    return (f"{'K' if position.kings & BIT[square] else ''}{square}" for square in squares(mask))


def _extras(position: Position) -> tuple[str, ...]:
    quiet, house = position.quiet, position.house
    words = (
        (quiet > 0, f"quiet={quiet}"),
        (not house.repetition, "repetition=off"),
        (not house.forty, "forty=off"),
    )
    return tuple(word for told, word in words if told)


def _circumstances(text: str, words: Sequence[str]) -> tuple[int, House]:
    told = {"quiet": "0", "repetition": "on", "forty": "on"}
    for word in words:
        name, _, value = word.strip().partition("=")
        if not re.fullmatch(_EXTRAS.get(name, "-"), value):
            why = say("“{word}” is not known here; quiet=12, repetition=off and forty=off are.", word=shown(word))
            _fault(text, max(0, text.find(word)), why)
        told[name] = value
    return int(told["quiet"]), House(told["repetition"] == "on", told["forty"] == "on")


def _sections(body: str, place: int) -> dict[str, tuple[int, int]]:
    # Where the squares of each side begin and end.
    found: dict[str, tuple[int, int]] = {}
    while place < len(body):
        part = _SECTION.match(body, place)
        if part is None or part[1].upper() in found:
            _fault(body, place, say("Here the pieces of a side are expected, such as :W18,K24 or :B1-12."))
        found[part[1].upper()] = part.span(2)
        place = part.end()
    if not {"B", "W"} <= set(found):
        _fault(body, place, say("The position must list the pieces of both sides, as in B:W18,K24:B1-12."))
    return found


def _pieces(body: str, span: tuple[int, int], seat: Seat) -> tuple[int, int]:
    # The masks of a side's pieces and of its kings.
    found = kings = 0
    for word in re.compile(r"[^,\s]+").finditer(body, *span):
        piece = _PIECE.fullmatch(word[0])
        low, high = (int(piece[2]), int(piece[3] or piece[2])) if piece else (0, 0)
        if piece is None or not 1 <= low <= high <= 32:
            why = say("“{word}” is no square: the squares are 1 to 32, with K before a king's.", word=shown(word[0]))
            _fault(body, word.start(), why)
        mask = sum(BIT[low : high + 1])
        if found & mask:
            _fault(body, word.start(), say("Square {square} is listed twice.", square=squares(found & mask)[0]))
        if not piece[1] and mask & CROWN[seat]:
            row = squares(mask & CROWN[seat])[0]
            _fault(body, word.start(), say("A man cannot stand on {square}: it would be a king there.", square=row))
        found, kings = found | mask, kings | (mask if piece[1] else 0)
    if found.bit_count() > _MOST_PIECES:
        _fault(body, span[0], say("A side has 12 pieces at most; here are {count}.", count=found.bit_count()))
    return found, kings


def _shortens(path: Move, move: Move) -> bool:
    # Whether `path` is `move` or leaves out squares between its ends.
    rest = iter(move)
    return path[0] == move[0] and path[-1] == move[-1] and all(square in rest for square in path)


def _numbered(written: Sequence[str], turn: Seat) -> Iterator[str]:
    for ply, move in enumerate(written, turn):
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        elif ply == turn:
            yield "1..."
        yield move


def _termination(match: Match[Any, Any]) -> dict[str, str]:
    """Return the header of a game that was lost on time; one that was given up is told by its result alone."""
    found = declaration.declared(match)
    late = found is not None and found.why == "time"
    return {declaration.TERMINATION: declaration.TIME_FORFEIT} if late else {}


def _result(outcome: Outcome | None) -> str:
    return _RESULTS[outcome.winner] if outcome else _OPEN


def _quoted(value: str) -> str:
    flat = "".join(sign if sign.isprintable() else " " for sign in value)
    return flat.replace("\\", "\\\\").replace('"', '\\"')


def _fault(text: str, place: int, why: Message) -> NoReturn:
    raise TextError(why).at(*_where(text, place))


def _where(text: str, place: int) -> tuple[int, int]:
    return text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
