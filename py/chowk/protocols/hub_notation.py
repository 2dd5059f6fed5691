"""The words of the Hub protocol, version 2, for American Checkers: lines, positions and moves.

Hub was made for draughts on 100 squares and names no variant for this game. Programs that use Hub for several games
call it `english`; the position then has 32 squares, numbered as in PDN, and Black moves first. This module does the
same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from chowk.core.notation import excerpt
from chowk.library import Board
from chowk.protocols.games import PDN, game_with

VARIANT: Final = "english"
SQUARES: Final = 32
EMPTY: Final = "e"
_ARGUMENT: Final = re.compile(r'([^\s="]+)(?:\s*=\s*(?:"([^"]*)"|([^\s"]*)))?')
_PIECES: Final = re.compile(r":([WB])([^:\s]*)")
_MOVE: Final = re.compile(r"\d{1,2}(?:-\d{1,2}|(?:x\d{1,2})+)")


def read_line(line: str) -> tuple[str, dict[str, str]]:
    """Return the command of a line, and its arguments by name. An argument without a value gets an empty text."""
    command, _, rest = line.strip().partition(" ")
    return command, {name: quoted or plain for name, quoted, plain in _ARGUMENT.findall(rest)}


def write_line(command: str, arguments: Mapping[str, object]) -> str:
    """Return the line of a command. A value is quoted if it has characters other than letters, digits and `_.+-`."""
    return " ".join((command, *(f"{name}={_quoted(str(value))}" for name, value in arguments.items())))


def _quoted(value: str) -> str:
    return value if re.fullmatch(r"[\w.+-]+", value) else f'"{value.replace(chr(34), chr(39))}"'


def write_position(board: Board) -> str:
    """Return a board's position in Hub's notation: a letter for the side to move, and one for each square."""
    return board.to_text()[0] + "".join(_letters(board.to_text()))


def _letters(text: str) -> list[str]:
    """Return Hub's letter for each square. `text` is a position as `Board` writes it."""
    letters = [EMPTY] * SQUARES
    for side, pieces in _PIECES.findall(text):
        for piece in filter(None, pieces.split(",")):
            letters[int(piece.lstrip("K")) - 1] = side if piece.startswith("K") else side.lower()
    return letters


def read_position(text: str) -> str:
    """Turn a position in Hub's notation into a text for `Board`.

    Raise `ValueError` if `text` is not a position of this variant.
    """
    if not re.fullmatch(rf"[WB][wbWBe]{{{SQUARES}}}", text):
        raise ValueError(f"a position is W or B and {SQUARES} of the letters w, b, W, B and e, not {excerpt(text)}")
    squares = list(enumerate(text[1:], 1))

    def pieces(man: str, king: str) -> str:
        return ",".join(
            f"{'K' if letter == king else ''}{square}" for square, letter in squares if letter in man + king
        )

    return f"{text[0]}:W{pieces('w', 'W')}:B{pieces('b', 'B')}"


def write_move(board: Board, move: Any) -> str:
    """Return a move in Hub's notation, such as `11-15`.

    A jump consists of its first square, its last square, and the squares of the captured pieces, separated by `x`.
    """
    path = re.findall(r"\d+", board.text(move))
    captured = sorted(_captured(board, move))
    return "x".join((path[0], path[-1], *map(str, captured))) if captured else f"{path[0]}-{path[-1]}"


def _captured(board: Board, move: Any) -> Iterator[int]:
    """Yield the squares of the pieces that a move captures."""
    text = board.to_text()
    after = game_with(PDN).notation.write_position(board.position.play(move))
    own, before_letters, after_letters = text[0], _letters(text), _letters(after)
    for square, (before, later) in enumerate(zip(before_letters, after_letters, strict=True), 1):
        if before.upper() not in (own, EMPTY.upper()) and later == EMPTY:
            yield square


def read_move(board: Board, text: str) -> Any:
    """Return the legal move that a text in Hub's notation means; raise `ValueError` if there is none.

    The captured pieces may be in any order.
    """
    if _MOVE.fullmatch(text):
        first, last, *captured = re.findall(r"\d+", text)
        for move in board.legal_moves:
            ours = re.findall(r"\d+", write_move(board, move))
            if ours[:2] == [first, last] and ("x" in text) == (len(ours) > 2) and set(ours[2:]) == set(captured):
                return move
    raise ValueError(f"{excerpt(text)} is not a legal move here")
