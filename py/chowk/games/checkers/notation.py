"""American Checkers as text: FEN for positions, square numbers for moves, PDN for whole games.

A position is its FEN (Forsyth-Edwards Notation), `B:W18,24,K10:B12,16,K22`: the side to move, then each side's squares,
with a K before a king's square. Words follow for unusual properties: `quiet=12` plies since a piece was captured or a
man moved, `repetition=off` and `forty=off` if the program does not declare those draws. Readers take the sides in
either order, ranges such as `1-12`, and white space.

A move is its path: `11-15` for a step, `22x15x8` for a jump, with every landing square. Readers also accept a path
without some of the squares between its ends, if it is unambiguous, and `-` or `x` for any move.

PDN (Portable Draughts Notation) follows the convention for Black and White: `1-0` means that Black, who moves first,
has won. The header `Result` has the result. The moves end with the separator `*`, which cannot be taken for a move. A
game whose first three moves were drawn at random includes these moves. The header `Ballot` has their number, `Opening`
their name, and `House` the house rules that differ from the defaults. No header gives the version of the defaults,
because they have never changed.

Readers take any number of games in the forms that other programs write (`pdn`). They leave out the illegal part of a
variation, and report this. They give the line and column of anything else that is not a legal game.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from chowk.core import declaration
from chowk.core.errors import TextError
from chowk.core.match import Match
from chowk.core.message import say
from chowk.core.position import Outcome, Seat
from chowk.core.record import Record, wrapped
from chowk.core.variations import Variations, body
from chowk.games.api import Format
from chowk.games.checkers.fen import extras, fen
from chowk.games.checkers.fen import read_move as read_move
from chowk.games.checkers.fen import read_position as read_position
from chowk.games.checkers.fen import write_move as write_move
from chowk.games.checkers.fen import write_position as write_position
from chowk.games.checkers.rules import (
    BALLOTS,
    BLACK,
    OPENINGS,
    START,
    WHITE,
    Ballot,
    Move,
    Position,
)

FORMATS: Final = (Format("pdn", say("Portable Draughts Notation (PDN)"), "pdn", varied=True),)
"""The formats in which a game can be exported."""

LONGEST_FILE: Final = 2_000_000
"""Maximum length of a file of games, in characters: about four thousand games.

Each game is replayed only on access.
"""

_ENGLISH: Final = 21
"""The code of American Checkers in the PDN header `GameType`."""
_OURS: Final = frozenset({"fen", "setup", "gametype", "house", "result", "game", "seed", "ply", "ballot"})
"""Header names, in lower case, that describe the game and not its players."""
_COMPUTED: Final = _OURS | {declaration.TERMINATION.lower(), declaration.HEADER.lower()}
"""Header names, in lower case, whose values are computed from the match and not copied from `headers`."""
_BOOKISH: Final[Mapping[str, str]] = {"Red": "Black"}
"""Names of sides in PDN headers, by their names on the board. Only Red has another name: books call it Black (C6)."""
_OPEN: Final = "*"
_RESULTS: Final[Mapping[Seat | None, str]] = {BLACK: "1-0", WHITE: "0-1", None: "1/2-1/2"}
"""The result in PDN, by the winner's seat; None for a draw."""


def write_game(match: Match[Any, Any], form: str, headers: Mapping[str, str]) -> str:  # noqa: ARG001 - one format
    """Return a match in PDN, with `headers` and those headers that are computed from the match.

    `form`, the name of a format, is ignored, because there is only this one.
    """
    start: Position = match.position_after(0)
    ballot = _ballot(start)
    moves = [*(ballot.moves if ballot else ()), *match.moves]
    player_headers = {
        _BOOKISH.get(name, name): value for name, value in headers.items() if name.lower() not in _COMPUTED
    }
    all_headers = {
        **player_headers,
        "Result": _result(match.outcome()),
        **_termination(match),
        "GameType": str(_ENGLISH),
    }
    if opening := _opening(moves, ballot):
        all_headers["Opening"] = opening
    if ballot is not None:
        all_headers["Ballot"] = str(ballot.number)
    if start.key != START.key and ballot is None:
        all_headers |= {"SetUp": "1", "FEN": fen(start)}
    if words := extras(start):
        all_headers["House"] = " ".join(words)
    top = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in all_headers.items())
    body = " ".join((*_numbered([write_move(start, move) for move in moves], BLACK if ballot else start.turn), "*"))
    return f"{top}\n{textwrap.fill(body, 80, break_long_words=False, break_on_hyphens=False)}\n"


def write_variations(tree: Variations, match: Match[Any, Any], headers: Mapping[str, str]) -> str:
    """Return a tree of variations in PDN, with side lines in parentheses. `match` is the main line."""
    top, _, _ = write_game(match, FORMATS[0].name, headers).rpartition("\n\n")
    start: Position = match.position_after(0)
    lead = start.turn
    if _ballot(start) is not None:
        # The ballot's moves are written only for a single line. Here the position includes them.
        top = top.replace(f'[Ballot "{_drawn()[start.key].number}"]', f'[SetUp "1"]\n[FEN "{fen(start)}"]')

    def number(ply: int, new: bool) -> str:
        turn = ply - 1 + lead
        return f"{turn // 2 + 1}." if turn % 2 == 0 else f"{turn // 2 + 1}..." if new else ""

    return f"{top}\n\n{wrapped([*body(tree, number), '*'])}\n"


def _ballot(start: Position) -> Ballot | None:
    """Return the ballot opening after which a game starts (D4), or None if `start` follows no ballot opening."""
    return _drawn().get(start.key) if not start.quiet else None


@cache
def _drawn() -> Mapping[tuple[int, int, int, Seat], Ballot]:
    """Return the ballot openings by the key (`Position.key`) of the position after their three moves.

    No two ballot openings lead to the same position.
    """
    ballots = {}
    for ballot in BALLOTS:
        position = START
        for move in ballot.moves:
            position = position.play(move)
        ballots[position.key] = ballot
    return ballots


def _opening(moves: Sequence[Move], ballot: Ballot | None) -> str:
    """Return the name of the opening that a game's first three moves make.

    If the opening has no name, return its moves for a game that began with a ballot, and an empty text for other games.
    """
    named_ballot = next(
        (ballot_opening for ballot_opening in BALLOTS if ballot_opening.moves == tuple(moves[:3])), None
    )
    if named_ballot is None or (ballot is None and named_ballot.number not in OPENINGS):
        return ""
    plain = " ".join(write_move(START, move) for move in named_ballot.moves)
    return OPENINGS.get(named_ballot.number, plain)


def opening(match: Match[Any, Any]) -> str:
    """Return the name of a match's opening, or an empty text."""
    from chowk.games.checkers import openings  # imported only when names are shown, to keep the start fast

    start: Position = match.position_after(0)
    if _ballot(start) is None and start.key != START.key:
        return ""
    return openings.opening(match.positions)


def named_openings() -> Sequence[tuple[str, tuple[str, ...]]]:
    """Return the title and the moves of every opening: classic openings by name, then ballot openings by number."""
    from chowk.games.checkers import openings

    return openings.lines()


def resembles(text: str) -> float:
    """Return how much a text looks like a game of checkers in PDN, from 0 to 1."""
    from chowk.games.checkers import pdn  # imported only when a text is read, to keep the start fast

    return pdn.resembles(text)


def read_games(text: str) -> Sequence[Record]:
    """Read the games of a PDN text in order, or the position of a FEN as a game without moves.

    If a game went on after a draw that this program would have declared, its set-up turns off the rule of that draw.
    The first game is read at once. An error in a later game is raised when that game is requested.
    """
    from chowk.games.checkers import pdn_games  # imported only when a text is read, to keep the start fast

    if len(text) > LONGEST_FILE:
        raise TextError(say("This file is too long: at most {count} characters can be read.", count=LONGEST_FILE))
    return pdn_games.read(text)


def read_variations(text: str) -> Variations:
    """Read the first game of a PDN text with its variations, comments and marks.

    Raise `TextError` if the text has no game.
    """
    from chowk.games.checkers import pdn_games

    return pdn_games.read_tree(text, read_games(text)[0])


def _numbered(written: Sequence[str], turn: Seat) -> Iterator[str]:
    for ply, move in enumerate(written, turn):
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        elif ply == turn:
            yield "1..."
        yield move


def _termination(match: Match[Any, Any]) -> dict[str, str]:
    """Return the PDN header for a match that was lost on time, as a dictionary; empty for any other match.

    A resignation has no header, only its result.
    """
    declared = declaration.declared(match)
    late = declared is not None and declared.why == "time"
    return {declaration.TERMINATION: declaration.TIME_FORFEIT} if late else {}


def _result(outcome: Outcome | None) -> str:
    return _RESULTS[outcome.winner] if outcome else _OPEN


def _quoted(value: str) -> str:
    flat = "".join(sign if sign.isprintable() else " " for sign in value)
    return flat.replace("\\", "\\\\").replace('"', '\\"')
