"""Reversi as text: board strings for positions, names of squares for moves, transcripts for games.

A board string has 64 characters, starting with a1 to h1: `X` Black, `O` White, `-` empty. The side to move follows, `X`
or `O`. If the numbers of discs in Black's and White's hands are unusual, they follow, such as `12/9`. A transcript is
the moves without spaces, `f5d6c3`. It leaves passes out, except at its end. The modules `transcript` and `boards` read
the forms that other programs and people write. The modules `ggf` and `sgf` read and write games in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from chowk.core import declaration, record, variations
from chowk.core.errors import TextError
from chowk.core.game import EDITION
from chowk.core.match import Match
from chowk.core.message import say
from chowk.core.notation import excerpt, find_move
from chowk.core.record import Games, Record
from chowk.core.variations import Variations
from chowk.games.api import Format
from chowk.games.reversi import rules
from chowk.games.reversi.rules import BLACK, NAMES, PASS, PASS_SPOT, START, WHITE, Position

if TYPE_CHECKING:  # imported at run time only when a text is read, to keep the start fast
    from chowk.games.reversi.score_sheet import Transcript

FORMATS: Final = (
    Format("transcript", say("Transcript (f5d6c3…)"), "txt"),
    Format("ggf", say("Generic Game Format (GGF)"), "ggf", fetched=True),
    Format("sgf", say("Smart Game Format (SGF)"), "sgf", varied=True, fetched=True),
)
"""The formats in which a game can be exported."""

_BLACK_SIGNS: Final = "Xx*Bb●"
_WHITE_SIGNS: Final = "Oo0Ww○"
_EMPTY_SIGNS: Final = "-._·"
_SIDES: Final = (*_BLACK_SIGNS, *_WHITE_SIGNS)
_PASSES: Final = (PASS_SPOT, "pa", "ps", "--")


def write_position(position: Position, edition: int = EDITION) -> str:  # noqa: ARG001 - no house rules
    """Return a position as text: the board, the side to move, and the numbers of discs in hand if unusual.

    `edition` has no effect, because the game has no house rules.
    """
    board = "".join(_sign(position, square) for square in range(64))
    hands = position.hands
    usual = rules.usual_hands(position.black, position.white, position.turn)
    return f"{board} {'XO'[position.turn]}" + ("" if hands == usual else f" {hands[0]}/{hands[1]}")


def read_position(text: str, edition: int = EDITION) -> Position:  # noqa: ARG001 - no house rules
    """Read a position: the board string, the side to move, and the numbers of discs in hand if the text gives them.

    White space inside the board is ignored. `edition` has no effect, because the game has no house rules. Raise
    `TextError` if the text is not a position.
    """
    signs, remainder = _board(text)
    if len(signs) != 64:
        raise TextError(say("A Reversi board has 64 squares; this text has {count}.", count=len(signs)))
    words = remainder.split()
    if not 1 <= len(words) <= 2 or words[0] not in _SIDES:
        raise TextError(say("After the board, say whose move it is: X for Black or O for White."))
    turn = WHITE if words[0] in _WHITE_SIGNS else BLACK
    black = sum(1 << square for square, sign in enumerate(signs) if sign in _BLACK_SIGNS)
    white = sum(1 << square for square, sign in enumerate(signs) if sign in _WHITE_SIGNS)
    hands = _hands(words[1], 64 - (black | white).bit_count()) if len(words) == 2 else None
    return Position(black, white, turn, hands or rules.usual_hands(black, white, turn))


def write_move(position: Position, move: int) -> str:  # noqa: ARG001 - the square is enough
    """Return the square's name, or `pass`."""
    return PASS_SPOT if move == PASS else NAMES[move]


def read_move(position: Position, text: str) -> int:
    """Return the legal move that a text names, a square or a pass; raise `TextError` for any other text."""
    return find_move(position, text, lambda _, move: _PASSES if move == PASS else (NAMES[move],))


def opening(match: Match[Any, Any]) -> str:
    """Return the traditional name of a match's opening, or an empty text if the opening has no name."""
    from chowk.games.reversi import openings  # imported only when names are shown, to keep the start fast

    return openings.opening(match.positions)


def named_openings() -> Sequence[tuple[str, tuple[str, ...]]]:
    """Return the name and the moves of every named opening, sorted by name."""
    from chowk.games.reversi import openings

    return openings.lines()


def write_game(match: Match[Any, Any], form: str, headers: Mapping[str, str]) -> str:
    """Return a match as text in the format `form`: `ggf`, `sgf`, or otherwise a transcript.

    A transcript begins with a header if the match was resigned or drawn by agreement, and with a board string if its
    start is not the usual start.
    """
    if form == "ggf":
        from chowk.games.reversi import ggf  # the modules of these formats are imported only when they are needed

        return ggf.write(match, headers)
    if form == "sgf":
        return write_variations(variations.of_match(match), match, headers)
    start = match.position_after(0)
    board = "" if start == START else write_position(start) + "\n"
    ended = declaration.headers(match)
    if ended:
        board = record.heading(ended) + "\n" + board
    last = PASS_SPOT if match.moves and match.moves[-1] == PASS else ""
    return board + "".join(NAMES[move] for move in match.moves if move != PASS) + last + "\n"


def write_variations(tree: Variations, match: Match[Any, Any], headers: Mapping[str, str]) -> str:
    """Return a tree of variations in the Smart Game Format. `match` is the main line."""
    from chowk.games.reversi import sgf

    return sgf.write(tree, match, headers)


def read_variations(text: str) -> Variations:
    """Read the first game of a text, with its variations, comments and marks if it is in GGF or SGF.

    Raise `TextError` if the text has no game.
    """
    from chowk.games.reversi import transcript, trees

    text, sheets = transcript.read(text)
    game = transcript.replayed(text, sheets[0])
    setup = write_position(game.start)
    if sheets[0].steps:
        return trees.grown(sheets[0], game.start).variations(setup)
    return variations.of_moves(setup, game.moves)


def read_games(text: str) -> Sequence[Record]:
    """Read the games of a text. A game may begin with a board. Passes that the text omits are inserted.

    The first game is read at once. An error in a later game is raised when that game is requested.
    """
    from chowk.games.reversi import transcript  # imported only when a text is read, to keep the start fast

    text, sheets = transcript.read(text)

    return Games(lambda sheet: record_of(text, sheet), sheets)


def record_of(text: str, sheet: Transcript) -> Record:
    """Return the record of one game, `sheet`, that was read from a text; raise `TextError` if the game is not legal."""
    from chowk.games.reversi import transcript

    replayed = transcript.replayed(text, sheet)
    return Record("reversi", write_position(replayed.start), 0, replayed.moves, replayed.headers, replayed.notes)


def read_file(data: bytes, beside: Sequence[bytes]) -> str | None:
    """Return the games of a WTHOR file (`.wtb`) as text, or None for any other file.

    The names of players and tournaments come from the `.jou` and `.trn` files in `beside`. If `data` is itself such a
    file of names, return an empty text.
    """
    from chowk.games.reversi import wthor

    return wthor.read(data, beside)


def resembles(text: str) -> float:
    """Return how much a text looks like a game of Reversi, from 0 to 1; see `transcript.resembles`."""
    from chowk.games.reversi import transcript

    return transcript.resembles(text)


def _board(text: str) -> tuple[str, str]:
    signs = ""
    for place, sign in enumerate(text):
        if len(signs) == 64:
            return signs, text[place:]
        if not sign.isspace():
            if sign not in _BLACK_SIGNS + _WHITE_SIGNS + _EMPTY_SIGNS:
                return signs, text[place:]
            signs += sign
    return signs, ""


def _hands(text: str, empty: int) -> tuple[int, int]:
    numbers = re.fullmatch(r"([0-9]{1,2})/([0-9]{1,2})", text)
    if numbers is None or int(numbers[1]) + int(numbers[2]) != empty:
        raise TextError(
            say(
                "The numbers in “{hands}” do not add up to the {count} discs in hand.", hands=excerpt(text), count=empty
            )
        )
    return int(numbers[1]), int(numbers[2])


def _sign(position: Position, square: int) -> str:
    return "X" if position.black >> square & 1 else "O" if position.white >> square & 1 else "-"
