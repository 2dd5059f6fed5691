"""Parcheesi as text: positions, moves, and games turn by turn.

Places are written `n` for the nest, `0` to `67` for the track, `h1` to `h7` for a home row, `H` for home. Players are
the letters of their sides: S, W, N and E. A position is the players in order of play, then the player who rolls or
moves, then the dice and bonuses to be played:

    S:n,n,5,h3 N:12,12,46,H S [5,3] left=3 +20

* `S:n,n,5,h3`: a player's four pawns;
* `S`: the player to roll or to move;
* `roll`, or `over`, or the dice in play, `[5,3]`, and `[6,6,1,1]` for a double of 14 points; or, during the rolls for
  who starts, each player's sum, `throw=9,-,x` (`-` still to roll, `x` out);
* `left=3`: the dice not used yet, if some are used; `left=-` if all are. `+20`, `+10`: bonuses earned and not used;
* `since=20,20,-,-`: for each pawn of the player, the space of the blockade to which it belonged when the dice were
  rolled; only given if the places of the pawns no longer show it;
* `bound` (the rest of the roll must bring the fourth pawn home), `earned` (the only bonus of 20 of the roll has been
  earned), `doubles=2` (the doubles in a row), `stood=20:1/-` (by player, each blockade's place and its age in turns),
  `placed=S` (the players who are home): data that house rules need;
* `house=thirds:on,stand:3`: the house rules that differ from the defaults.

A pawn's move is `n>5`, or `17>25x` if it sends a pawn to its nest. A roll is `[5,3]`. The loss of dice or bonuses that
cannot be used is `--`. Declining a bonus is `end`. If the rules distinguish two pawns on one space, the pawn's number
comes first: `2:20>22`.

A game turn by turn has the form of `chowk.core.turns`. A bonus is named before it is used, as `+20`. The name may be
left out; if it is there, it must fit:

    [Variant "Parcheesi"]
    [Setup "S:n,n,n,n N:n,n,n,n S throw=-,-"]
    [Seed "7"]

    0. S [4,2] N [6,3]
    1. N [5,4] n>5 5>9
    2. S [2,1] --
    12. S [5,3] n>5 17>25x +20 5>25
    *

A second roll in a turn, after a double, follows on the same line.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

from chowk.core import turns
from chowk.core.errors import TextError
from chowk.core.game import Ruleset
from chowk.core.match import Match
from chowk.core.message import say
from chowk.core.notation import find_move
from chowk.core.record import Record
from chowk.core.variations import Variations
from chowk.games.api import Format
from chowk.games.parcheesi import rules
from chowk.games.parcheesi.rules import LOSE, Move, Position, Roll, Step, board
from chowk.games.parcheesi.rules.board import NEST
from chowk.games.parcheesi.rules.state import captured
from chowk.games.parcheesi.ui import setup

FORMATS: Final = (Format("turns", say("Turn by turn ([5,3] n>5 5>8…)"), "txt"),)
"""The formats in which a game can be exported."""

_BONUS: Final = re.compile(r"\+(10|20)")
# This module itself is the notation of its ruleset.
_RULESET: Final = Ruleset("parcheesi", rules, sys.modules[__name__])

write_position = setup.write
read_position = setup.read


def write_move(position: Position, move: Move) -> str:
    """Return the move as one word, such as `17>25x`."""
    return next(_writings(position, move))


def read_move(position: Position, text: str) -> Move:
    """Return the legal move that a text names.

    A roll may also be `5-3` or `53`, and the x of a capture may be missing.
    """
    return find_move(position, text, _writings)


def write_game(match: Match[Any, Any], form: str, headers: Mapping[str, str]) -> str:  # noqa: ARG001 - one format
    """Return the match as text, turn by turn; bonuses are named before they are used.

    `form`, the name of a format, is ignored, because there is only this one.
    """
    return turns.write(_TURNS, match, headers)


def read_games(text: str) -> tuple[Record, ...]:
    """Read the games in a text and replay them; raise `TextError` with line and column if a game is invalid."""
    return turns.read(_TURNS, text)


def read_variations(text: str) -> Variations:
    """Read the first game in a text with its comments; raise `TextError` if there is no game."""
    return turns.read_commented(_TURNS, text)


def _bonus_named(position: Position, move: Move) -> tuple[str, ...]:
    used = isinstance(move, Step) and not position.opening and move.spent[0] in position.bonuses
    return (f"+{move.spent[0]}",) if isinstance(move, Step) and used else ()


def _is_bonus(position: Position, text: str) -> bool:
    bonus = _BONUS.fullmatch(text)
    if bonus and int(bonus[1]) not in position.bonuses:
        raise TextError(say("No bonus of {number} has been earned here.", number=int(bonus[1])))
    return bonus is not None


_TURNS: Final = turns.TurnByTurn(
    "Parcheesi",
    _RULESET,
    lambda position: position.mover,
    _bonus_named,
    _is_bonus,
)


def _writings(position: Position, move: Move) -> Iterator[str]:
    if isinstance(move, Roll):
        high, low = move
        for sign in ("[{},{}]", "{}-{}", "{}{}", "{},{}"):
            yield sign.format(high, low)
            yield sign.format(low, high)
    elif not isinstance(move, Step):
        yield from ("--", "lose") if move == LOSE else ("end",)
    else:
        start = position.pawns[position.mover][move.pawn]
        pawn = f"{move.pawn + 1}:" if _ambiguous(position, move) else ""
        marks = ("x", "") if captured(position, move.to) else ("",)
        for sign, mark in product((">", "-"), marks):
            yield f"{pawn}{board.written(start)}{sign}{board.written(move.to)}{mark}"


def _ambiguous(position: Position, step: Step) -> bool:
    # True for two pawns on one space if one of them was in a blockade when the dice were rolled (A3-26).
    own = position.pawns[position.mover]
    places = zip(own, position.since, strict=True)
    return own[step.pawn] != NEST and len({since for place, since in places if place == own[step.pawn]}) > 1
