"""Reversi as text: board strings, moves, transcripts.

A position is the usual string of 64 characters, a1 to h1 first, `X` Black, `O` White, `-` empty, then the side
to move, `X` or `O`; a third word such as `12/9` gives the discs in Black's and White's hand where they are not
the usual ones. A transcript is the moves run together, `f5d6c3`, passes left out; readers accept capitals,
white space, move numbers, and passes written `pass`, `pa`, `ps` or `--`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

from chowk.core import declaration, record
from chowk.core.errors import TextError
from chowk.core.game import EDITION, Ruleset
from chowk.core.match import Match
from chowk.core.message import say
from chowk.core.notation import find_move, shown
from chowk.core.record import Record
from chowk.games.card import Format
from chowk.games.reversi import rules
from chowk.games.reversi.rules import BLACK, NAMES, PASS, PASS_SPOT, START, WHITE, Position

FORMATS: Final = (Format("transcript", say("Transcript (f5d6c3…)"), "txt"),)

LONGEST: Final = 10_000
"""Characters in a transcript at most; a whole game has some hundred and twenty, with white space a few times that."""

_BLACK_SIGNS: Final = "Xx*Bb●"
_WHITE_SIGNS: Final = "Oo0Ww○"
_EMPTY_SIGNS: Final = "-._·"
_SIDES: Final = (*_BLACK_SIGNS, *_WHITE_SIGNS)
_PASSES: Final = (PASS_SPOT, "pa", "ps", "--")
# This module is the notation that its own ruleset names.
_RULESET: Final = Ruleset("reversi", rules, sys.modules[__name__])
_WORD: Final = re.compile(r"[a-hA-H][1-8]|pass|pa|ps|--|\d+\.|\s+|;", re.IGNORECASE)


def write_position(position: Position, edition: int = EDITION) -> str:  # noqa: ARG001 - it has no house rules
    """The board string and the side to move, and the hands where they are not the usual ones."""
    board = "".join(_sign(position, at) for at in range(64))
    hands = position.hands
    usual = rules.usual_hands(position.black, position.white, position.turn)
    return f"{board} {'XO'[position.turn]}" + ("" if hands == usual else f" {hands[0]}/{hands[1]}")


def read_position(text: str, edition: int = EDITION) -> Position:  # noqa: ARG001 - it has no house rules
    """The position of a board string and a side; white space inside the board is passed over."""
    signs, rest = _board(text)
    if len(signs) != 64:
        raise TextError(say("A Reversi board has 64 squares; this text has {count}.", count=len(signs)))
    words = rest.split()
    if not 1 <= len(words) <= 2 or words[0] not in _SIDES:
        raise TextError(say("After the board, say whose move it is: X for Black or O for White."))
    turn = WHITE if words[0] in _WHITE_SIGNS else BLACK
    black = sum(1 << at for at, sign in enumerate(signs) if sign in _BLACK_SIGNS)
    white = sum(1 << at for at, sign in enumerate(signs) if sign in _WHITE_SIGNS)
    hands = _hands(words[1], 64 - (black | white).bit_count()) if len(words) == 2 else None
    return Position(black, white, turn, hands or rules.usual_hands(black, white, turn))


def write_move(position: Position, move: int) -> str:  # noqa: ARG001 - a square is a square
    """The square's name, or `pass`."""
    return PASS_SPOT if move == PASS else NAMES[move]


def read_move(position: Position, text: str) -> int:
    """The legal move on that square, or the pass."""
    return find_move(position, text, lambda _, move: _PASSES if move == PASS else (NAMES[move],))


def opening(match: Match[Any, Any]) -> str:
    """The traditional name of a game's opening; empty for what has no name."""
    from chowk.games.reversi import openings  # read where names are shown, not at every start

    return openings.opening(match.positions)


def named_openings() -> Sequence[tuple[str, tuple[str, ...]]]:
    """The openings by their traditional names, each with the moves that lead there."""
    from chowk.games.reversi import openings

    return openings.lines()


def write_game(match: Match[Any, Any], form: str, headers: Mapping[str, str]) -> str:  # noqa: ARG001 - one format
    """The transcript of the match; another set-up is told by a board before it, an end by resignation by a header."""
    start = match.at(0)
    board = "" if start == START else write_position(start) + "\n"
    ended = declaration.headers(match)
    if ended:
        board = record.heading(ended) + "\n" + board
    return board + "".join(NAMES[move] for move in match.moves if move != PASS) + "\n"


def read_games(text: str) -> tuple[Record, ...]:
    """The game of a transcript, which may begin with a board; passes that it leaves out are put in."""
    if len(text) > LONGEST:
        raise TextError(say("This record is too long to be a game."))
    body, headers = _without_headers(text)
    position, place = START, len(text) - len(body)
    signs, rest = _board(body)
    if len(signs) == 64:
        head, _, _ = rest.lstrip().partition("\n")
        position = read_position(f"{signs} {head}")
        place = len(text) - len(rest.lstrip()) + len(head)
    return (Record("reversi", write_position(position), 0, _replayed(position, text, place), headers),)


def _without_headers(text: str) -> tuple[str, dict[str, str]]:
    """Split the header lines from the beginning of a transcript; a header tells how its players ended a game."""
    if not text.lstrip().startswith("["):
        return text, {}
    headers, _, first_line = record.split_headers(text)
    return "".join(text.splitlines(keepends=True)[first_line - 1 :]), headers


def _replayed(position: Position, text: str, place: int) -> tuple[str, ...]:
    match: Match[Position, int] = Match(_RULESET, position)
    while place < len(text):
        word = _WORD.match(text, place)
        if word is None:
            raise TextError(say("A square such as d3 is expected here, not “{text}”.", text=shown(text[place:]))).at(
                *_where(text, place)
            )
        try:
            _push(match, word[0].strip().lower())
        except TextError as error:
            raise error.at(*_where(text, place)) from None
        place = word.end()
    return tuple(match.written())


def _push(match: Match[Position, int], word: str) -> None:
    if not word or word == ";" or word.endswith("."):
        return
    if word not in _PASSES and match.position.moves() == (PASS,):
        match.play(PASS)
    match.push(word)


def _where(text: str, place: int) -> tuple[int, int]:
    line = text.count("\n", 0, place) + 1
    return line, place - (text.rfind("\n", 0, place) + 1) + 1


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
    parts = re.fullmatch(r"([0-9]{1,2})/([0-9]{1,2})", text)
    if parts is None or int(parts[1]) + int(parts[2]) != empty:
        raise TextError(
            say("The numbers in “{hands}” do not add up to the {count} discs in hand.", hands=shown(text), count=empty)
        )
    return int(parts[1]), int(parts[2])


def _sign(position: Position, at: int) -> str:
    return "X" if position.black >> at & 1 else "O" if position.white >> at & 1 else "-"
