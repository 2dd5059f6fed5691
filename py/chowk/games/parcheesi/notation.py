"""Parcheesi as text: positions, moves, and games turn by turn.

Places are written `n` for the nest, `0` to `67` for the track, `h1` to `h7` for a home row, `H` for home; players
by the letters of their sides, S, W, N and E. A position is the players in order of play, then who rolls or moves,
then what is due:

    S:n,n,5,h3 N:12,12,46,H S [5,3] left=3 +20

* `S:n,n,5,h3`: a player's four pawns;
* `S`: whose roll or turn it is;
* `roll`, or `over`, or the dice in play, `[5,3]`, and `[6,6,1,1]` for a double of 14 points; or, while it is
  thrown for who starts, what each player has thrown, `throw=9,-,x` (`-` still to throw, `x` out of it);
* `left=3`: the dice not used yet, if some are used; `left=-` if all are. `+20`, `+10`: bonuses earned and not used;
* `since=20,20,-,-`: where each pawn of the player stood in a blockade when the dice were rolled, told once that can
  no longer be seen;
* `bound`, `earned`, `doubles=2`, `stood=20:1/-` (by player, each blockade's place and the turns that it has stood),
  `placed=S` (who is home already): what house rules need to know;
* `house=thirds:on,stand:3`: the house rules other than by default.

A move is `n>5` or `17>25x` (x: a pawn is sent home), a roll `[5,3]`, dice or bonuses that cannot be used `--`,
and a bonus declined `end`. A pawn's number goes before, `2:20>22`, where two pawns on one space are not the same
to the rules.

A game turn by turn is written in the spirit of PGN:

    [Variant "Parcheesi"]
    [Setup "S:n,n,n,n N:n,n,n,n S throw=-,-"]
    [Seed "7"]

    0. S [4,2] N [6,3]
    1. N [5,4] n>5 5>9
    2. S [2,1] --
    12. S [5,3] n>5 17>25x +20 5>25
    *

    game   = { header } { line } "*"
    header = '[' name ' "' value '"]' end-of-line
    line   = [ number "." ] { player roll { ["+" bonus] move } }
    roll   = "[" face "," face "]"

A player's letter may be left out, and so may a bonus: both only tell whose roll and which bonus it is, and are
checked. A second roll in a turn, after a double, follows on the same line. Line ends are white space; comments in
braces and numbers mean nothing. A text may hold several games.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from chowk.core import record
from chowk.core.errors import TextError
from chowk.core.game import Book
from chowk.core.match import Match
from chowk.core.message import say
from chowk.core.notation import find_move, shown
from chowk.core.position import CHANCE, Seat
from chowk.core.record import Record, Token
from chowk.games.card import Format
from chowk.games.parcheesi import rules, setup
from chowk.games.parcheesi.rules import LOSE, Move, Position, Roll, Step, board
from chowk.games.parcheesi.rules.board import NEST
from chowk.games.parcheesi.rules.position import captured

FORMATS: Final = (Format("turns", say("Turn by turn ([5,3] n>5 5>8…)"), "txt"),)

VARIANT: Final = "Parcheesi"
_LETTERS: Final = board.LETTERS
_BONUS: Final = re.compile(r"\+(10|20)")
# This module is the notation that its own book names.
_BOOK: Final = Book("parcheesi", rules, sys.modules[__name__])

write_position = setup.write
read_position = setup.read


def write_move(position: Position, move: Move) -> str:
    """The move as the module's grammar has it."""
    return _writings(position, move)[0]


def read_move(position: Position, text: str) -> Move:
    """The one legal move that is written so; a roll may also be `5-3` or `53`, the x may be missing."""
    return find_move(position, text, _writings)


def write_game(match: Match[Any, Any], form: str, headers: Mapping[str, str]) -> str:  # noqa: ARG001 - one format
    """The match turn by turn, with the players' bonuses named before they are used."""
    told = {
        "Variant": VARIANT,
        "Setup": write_position(match.at(0)),
        "Seed": str(match.seed),
        **{name: value for name, value in headers.items() if name not in _OWN_HEADERS},
    }
    return record.heading(told) + "\n" + "\n".join(_lines(match)) + "\n*\n"


def read_games(text: str) -> tuple[Record, ...]:
    """The games in a text, each replayed by the rules; raises `TextError` with its place for anything else."""
    if len(text) > record.LONGEST:
        raise TextError(say("This record is too long to be a game."))
    found = []
    start, lines = 0, text.splitlines()
    while start < len(lines):
        end = _end_of_game(lines, start)
        found.append(_read_game("\n" * start + "\n".join(lines[start:end])))
        start = end
        while start < len(lines) and not lines[start].strip():
            start += 1
    if not found:
        raise TextError(say("There is no game of Parcheesi in this text."))
    return tuple(found)


_OWN_HEADERS: Final = ("Game", "Variant", "Setup", "Seed", "Seats")


def _read_game(text: str) -> Record:
    headers, body, first_line = record.split_headers(text)
    if headers.get("Variant") != VARIANT:
        raise TextError(say('A game of Parcheesi turn by turn begins with the header [Variant "Parcheesi"].'))
    seed = record.read_seed(headers.get("Seed", "0"))
    match: Match[Position, Move] = Match(_BOOK, _start(headers, seed), seed)
    for token in record.words(body, first_line):
        if token.text == "*":
            break
        _take(match, token)
    rest = {name: value for name, value in headers.items() if name not in _OWN_HEADERS}
    return Record("parcheesi", write_position(match.at(0)), seed, tuple(match.written()), rest)


def _start(headers: Mapping[str, str], seed: int) -> Position:
    if "Setup" in headers:
        return read_position(headers["Setup"])
    seats = headers.get("Seats", "2")
    if seats not in ("2", "3", "4"):
        raise TextError(say("Parcheesi is played by two to four players, not by “{count}”.", count=shown(seats)))
    return rules.start(int(seats), {}, seed)


def _take(match: Match[Position, Move], token: Token) -> None:
    position = match.position
    if token.text in _LETTERS:
        if match.outcome() is None and token.text != _LETTERS[position.side]:
            raise TextError(
                say(
                    "It is not {player}'s turn here, but {other}'s.",
                    player=token.text,
                    other=_LETTERS[position.side],
                )
            ).at(token.line, token.column)
    elif bonus := _BONUS.fullmatch(token.text):
        if int(bonus[1]) not in position.bonuses:
            raise TextError(say("No bonus of {number} has been earned here.", number=int(bonus[1]))).at(
                token.line, token.column
            )
    else:
        record.push(match, token)


def _end_of_game(lines: list[str], start: int) -> int:
    # A header after a line that is none begins the next game.
    body = False
    for number in range(start, len(lines)):
        header = lines[number].lstrip().startswith("[") and lines[number].rstrip().endswith('"]')
        if header and body:
            return number
        body = body or (bool(lines[number].strip()) and not header)
    return len(lines)


def _lines(match: Match[Any, Any]) -> Iterator[str]:
    # Line 0 holds the throws for who starts, every other line a turn.
    plies = zip(match.positions, match.moves, strict=False)
    for number, (turn, group) in enumerate(groupby(plies, key=_turn), 0 if match.at(0).opening else 1):
        words = [] if turn == CHANCE else [_LETTERS[match.at(0).sides[turn]]]
        for position, move in group:
            words += _told(position, move)
        yield f"{number}. {' '.join(words)}"


def _turn(ply: tuple[Position, Move]) -> Seat:
    return CHANCE if ply[0].opening else ply[0].mover


def _told(position: Position, move: Move) -> list[str]:
    if position.opening:
        return [_LETTERS[position.side], write_move(position, move)]
    bonus = isinstance(move, Step) and move.spent[0] in position.bonuses
    return [*([f"+{move.spent[0]}"] if isinstance(move, Step) and bonus else []), write_move(position, move)]


def _writings(position: Position, move: Move) -> tuple[str, ...]:
    if isinstance(move, Roll):
        high, low = move
        orders = ((high, low), (low, high))
        signs = ("[{},{}]", "{}-{}", "{}{}", "{},{}")
        return tuple(dict.fromkeys(sign.format(*order) for sign in signs for order in orders))
    if not isinstance(move, Step):
        return ("--", "lose") if move == LOSE else ("end",)
    start = position.pawns[position.mover][move.pawn]
    pawn = f"{move.pawn + 1}:" if _ambiguous(position, move) else ""
    taken = ("x", "") if captured(position, move.to) else ("",)
    return tuple(
        f"{pawn}{board.written(start)}{sign}{board.written(move.to)}{mark}" for sign in (">", "-") for mark in taken
    )


def _ambiguous(position: Position, step: Step) -> bool:
    # Two pawns on one space, one of which stood in a blockade when the dice were rolled (A3-26).
    own = position.pawns[position.mover]
    places = zip(own, position.since, strict=True)
    return own[step.pawn] != NEST and len({since for place, since in places if place == own[step.pawn]}) > 1
