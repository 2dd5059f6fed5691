"""Positions and moves of checkers as text: FEN (Forsyth-Edwards Notation) for positions, square numbers for moves.

The module `notation` describes both formats; `pdn` and `pdn_games` read whole games.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NoReturn

from chowk.core.errors import TextError
from chowk.core.foreign import as_ascii, where
from chowk.core.game import EDITION
from chowk.core.message import Message, say
from chowk.core.notation import excerpt
from chowk.core.position import Seat
from chowk.games.checkers.rules import BIT, BLACK, CROWN, WHITE, House, Move, Position, jumped, squares

LONGEST_POSITION: Final = 400
"""Maximum length of the text of a position, in characters."""

_SIDES: Final = "BW"
SIDE: Final = re.compile(r"\s*([BW?])\s*(?=:)", re.IGNORECASE)
"""A pattern for the start of a position's text: the side to move, or `?` if the side is unknown."""
_SECTION: Final = re.compile(r":\s*([BWHF])([^:]*)", re.IGNORECASE)
_PIECE: Final = re.compile(r"(K?)([0-9]{1,2})(?:-([0-9]{1,2}))?", re.IGNORECASE)
_EXTRA: Final = re.compile(r"\s+(?=[A-Za-z]+=)")
_EXTRAS: Final = {"quiet": r"[0-9]{1,6}", "repetition": r"on|off", "forty": r"on|off"}
"""Regular expressions for the values of the properties that may follow a FEN, by the name of the property."""
_PATH: Final = re.compile(r"[0-9]{1,2}(?:\s*[-x:×]\s*[0-9]{1,2})+", re.IGNORECASE)
_MOST_PIECES: Final = 12


def write_position(position: Position, edition: int = EDITION) -> str:  # noqa: ARG001 - no edition differs
    """Return the FEN of a position, then the words of `extras`, such as `quiet=12`. `edition` has no effect."""
    return " ".join((fen(position), *extras(position)))


def read_position(text: str, edition: int = EDITION) -> Position:  # noqa: ARG001 - no edition differs
    """Read a FEN and the words that may follow it; raise `TextError` if the text is no position.

    `edition` has no effect, because the defaults of the house rules have never changed.
    """
    if len(text) > LONGEST_POSITION:
        _fault(text, 0, say("This text is too long to be a position."))
    board_text, *extras = _EXTRA.split(text.rstrip())
    body = board_text.rstrip(" .")
    side = SIDE.match(body)
    if side is None:
        raise TextError(say("A position begins with the side to move and a colon: B: or W:")).locate(1, 1)
    sections = _sections(body, side.end())
    pieces = {seat: _pieces(body, sections[letter], seat) for seat, letter in enumerate(_SIDES)}
    (black, black_kings), (white, white_kings) = pieces[BLACK], pieces[WHITE]
    if black & white:
        _fault(body, 0, say("Both sides stand on square {square}.", square=squares(black & white)[0]))
    clock = [f"quiet={body[slice(*sections['H'])].strip()}"] if "H" in sections else []
    quiet, house = _circumstances(text, [*clock, *extras])
    turn = WHITE if side[1] in "Ww" else BLACK  # for a `?`, the side that moves first in a game
    return Position(black, white, black_kings | white_kings, turn, quiet, house)


def write_move(position: Position, move: Move) -> str:  # noqa: ARG001 - the path is enough
    """Return the squares of the path, joined by `-` for a step and by `x` for a jump."""
    return ("x" if jumped(move) else "-").join(map(str, move))


def read_move(position: Position, text: str) -> Move:
    """Return the only legal move that a text can mean; raise `TextError` if there is none or more than one.

    The text is the path, perhaps without some of the squares between its ends. Routes that lead to the same position
    count as one.
    """
    moves = moves_for_text(position, text)
    if len(moves) > 1:
        raise TextError(say("“{move}” could mean more than one move here. Write the whole path.", move=excerpt(text)))
    if not moves:
        raise TextError(say("“{move}” is not a legal move here.", move=excerpt(text)))
    return moves[0]


def moves_for_text(position: Position, text: str) -> list[Move]:
    """Return the legal moves that a text can mean, one for each resulting position.

    Raise `TextError` if the text is not written like a move.
    """
    if not _PATH.fullmatch(text.strip()) and not _PATH.fullmatch(as_ascii(text).replace("->", "-").strip()):
        why = say(
            "“{move}” is not a move: a move is written as squares joined by - or x, such as 11-15 or 22x15x8.",
            move=excerpt(text),
        )
        raise TextError(why)
    path = tuple(map(int, re.findall(r"[0-9]+", as_ascii(text))))
    candidates = [move for move in position.moves() if _shortens(path, move)]
    return (
        [path] if path in candidates else [*{position.play(move): move for move in reversed(candidates)}.values()][::-1]
    )


def fen(position: Position) -> str:
    """Return the FEN of a position: the side to move and the squares of both sides."""
    sides = (("W", position.white), ("B", position.black))
    named = (f"{letter}{','.join(_named(position, mask))}" for letter, mask in sides)
    return ":".join((_SIDES[position.turn], *named))


def _named(position: Position, mask: int) -> Iterator[str]:
    return (f"{'K' if position.kings & BIT[square] else ''}{square}" for square in squares(mask))


def extras(position: Position) -> tuple[str, ...]:
    """Return a word for a count of quiet plies above 0 (`quiet=12`), and for each rule on draws that is turned off."""
    quiet, house = position.quiet, position.house
    words = (
        (quiet > 0, f"quiet={quiet}"),
        (not house.repetition, "repetition=off"),
        (not house.forty, "forty=off"),
    )
    return tuple(word for is_unusual, word in words if is_unusual)


def _circumstances(text: str, words: Sequence[str]) -> tuple[int, House]:
    values = {"quiet": "0", "repetition": "on", "forty": "on"}
    for word in words:
        name, _, value = word.strip().partition("=")
        if not re.fullmatch(_EXTRAS.get(name, "-"), value):
            why = say("“{word}” is not known here; quiet=12, repetition=off and forty=off are.", word=excerpt(word))
            _fault(text, max(0, text.find(word)), why)
        values[name] = value
    return int(values["quiet"]), House(values["repetition"] == "on", values["forty"] == "on")


def _sections(body: str, place: int) -> dict[str, tuple[int, int]]:
    # Return where the squares of each side begin and end.
    spans: dict[str, tuple[int, int]] = {}
    while place < len(body):
        section = _SECTION.match(body, place)
        if section is None or section[1].upper() in spans:
            _fault(body, place, say("Here the pieces of a side are expected, such as :W18,K24 or :B1-12."))
        spans[section[1].upper()] = section.span(2)
        place = section.end()
    if not {"B", "W"} <= set(spans):
        _fault(body, place, say("The position must list the pieces of both sides, as in B:W18,K24:B1-12."))
    return spans


def _pieces(body: str, span: tuple[int, int], seat: Seat) -> tuple[int, int]:
    # Return the masks of a side's pieces and of its kings.
    occupied = kings = 0
    for word in re.compile(r"[^,\s]+").finditer(body, *span):
        piece = _PIECE.fullmatch(word[0])
        low, high = (int(piece[2]), int(piece[3] or piece[2])) if piece else (0, 0)
        if piece is None or not 1 <= low <= high <= 32:
            why = say("“{word}” is no square: the squares are 1 to 32, with K before a king's.", word=excerpt(word[0]))
            _fault(body, word.start(), why)
        mask = sum(BIT[low : high + 1])
        if occupied & mask:
            _fault(body, word.start(), say("Square {square} is listed twice.", square=squares(occupied & mask)[0]))
        if not piece[1] and mask & CROWN[seat]:
            row = squares(mask & CROWN[seat])[0]
            _fault(body, word.start(), say("A man cannot stand on {square}: it would be a king there.", square=row))
        occupied, kings = occupied | mask, kings | (mask if piece[1] else 0)
    if occupied.bit_count() > _MOST_PIECES:
        _fault(body, span[0], say("A side has 12 pieces at most; here are {count}.", count=occupied.bit_count()))
    return occupied, kings


def _shortens(path: Move, move: Move) -> bool:
    # Return True if `path` is `move` or omits squares between its ends.
    remaining = iter(move)
    return path[0] == move[0] and path[-1] == move[-1] and all(square in remaining for square in path)


def _fault(text: str, place: int, why: Message) -> NoReturn:
    raise TextError(why).locate(*where(text, place))
