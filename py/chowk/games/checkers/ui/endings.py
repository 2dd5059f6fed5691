"""The results of endings of checkers as sentences, and the endings to practise.

`py/training/checkers/drills_checkers.py` draws the positions at random, and proves them by the endgame tables.
"""

from __future__ import annotations

from typing import Any, Final

from chowk.core.message import Message, say, say_in, say_many
from chowk.engine.protocol import Line
from chowk.games.api.endings import Drill, EndingResult, EndingTables
from chowk.games.checkers.engine.bots import PROVEN, SCALE, WIN
from chowk.games.checkers.rules import Position

TABLE_WON: Final = 1_000
"""Minimum value, in hundredths of a man, of a move that wins by the endgame tables of five or six pieces.

The kernel adds twice this number to the value of a position that these tables call won. Only a forced win that the
search has found (`PROVEN`) is worth more. All other values are smaller.
"""
TABLED: Final = 5
"""The largest number of pieces for which every site has endgame tables."""


def result(line: Line[Any]) -> EndingResult | None:
    """Return the proven result of the first move of a line of play, or None if no result is proven.

    The number of moves to the end is included only if the result comes from a search of depth 1, which only looks into
    the endgame tables. A deeper search may have found a longer way to the end.
    """
    if line.score is None:
        return None
    size = abs(line.score)
    if size < TABLE_WON:
        return EndingResult(0, "=", say_in("a result", "Draw")) if line.exact and not size else None
    value = 1 if line.score > 0 else -1
    if size < PROVEN:
        return EndingResult(value, *(("+", _WIN) if value > 0 else ("−", _LOSS)))
    sign, plies = SCALE.written(line.score), WIN - round(size)
    if line.depth > 1:  # a deeper search has found a way to the end, which may not be the shortest
        return EndingResult(value, sign, _WIN if value > 0 else _LOSS)
    count = (plies + 1) // 2
    sentence = (
        say_many("Win in {count} move", "Win in {count} moves", count)
        if value > 0
        else say_many("Loss in {count} move", "Loss in {count} moves", count)
    )
    return EndingResult(value, sign, sentence, plies)


_WIN: Final = say_in("a result", "Win")
_LOSS: Final = say_in("a result", "Loss")


def _is_tabled(position: Position) -> bool:
    return (position.black | position.white).bit_count() <= TABLED


def kind(position: Position) -> str:
    """Return the kind of ending, such as `king-man`, that the pieces of both sides make. Empty if there is none."""
    own, other, kings = position.own, position.other, position.kings
    pieces = ((own & ~kings).bit_count(), (own & kings).bit_count(),
              (other & ~kings).bit_count(), (other & kings).bit_count())  # fmt: skip
    return _KINDS.get(pieces, "")


_KINDS: Final = {
    (0, 2, 0, 1): "two-kings",
    (1, 1, 0, 1): "king-man",
    (2, 0, 0, 1): "two-men",
    (0, 2, 1, 1): "man-guard",
    (0, 3, 0, 2): "three-two",
    (0, 1, 0, 2): "one-king",
    (0, 2, 0, 3): "two-three",
}
"""The kind of ending, such as `king-man`, by the numbers of pieces.

These are the numbers of men and of kings of the side to move, then of men and of kings of the other side.
"""
_TITLES: Final[dict[str, Message]] = {
    "two-kings": say("Two kings against one king"),
    "king-man": say("A king and a man against a king"),
    "two-men": say("Two men against a king"),
    "man-guard": say("Two kings against a king and a man"),
    "three-two": say("Three kings against two"),
    "one-king": say("One king against two kings"),
    "two-three": say("Two kings against three"),
}
"""The titles of the kinds of endings, in the order in which the page lists them."""
_HELD: Final = ("one-king", "two-three")
"""The kinds of endings in which the side to move holds a draw. In all other kinds it wins."""
_POSITIONS: Final = {
    "two-kings": (
        "B:WK23:BK2,K14 W:WK22,K27:BK28 W:WK2,K23:BK1 W:WK5,K15:BK24 W:WK16,K27:BK18 W:WK12,K13:BK11 "
        "W:WK16,K18:BK24 B:WK9:BK2,K18 W:WK6,K27:BK5 B:WK15:BK7,K30 B:WK19:BK4,K26 B:WK24:BK10,K15 B:WK9:BK17,K21 "
        "W:WK17,K27:BK28 W:WK14,K29:BK7 B:WK13:BK4,K5 B:WK31:BK5,K32 B:WK23:BK3,K31 B:WK23:BK29,K32 "
        "B:WK15:BK7,K28 W:WK11,K12:BK10 B:WK6:BK5,K23 W:WK7,K21:BK16 W:WK4,K25:BK26"
    ),
    "king-man": (
        "W:WK9,20:BK11 W:WK2,8:BK1 W:WK1,28:BK19 W:W23,K29:BK22 W:WK21,28:BK19 B:WK30:BK8,23 B:WK22:B11,K30 "
        "B:WK13:B14,K30 W:W15,K20:BK28 B:WK13:B12,K21 B:WK5:BK14,23 W:WK5,18:BK19 B:WK32:B13,K24 B:WK22:BK6,21 "
        "B:WK9:BK1,10 W:W19,K30:BK11 B:WK23:B4,K22 B:WK24:B8,K32 W:WK1,12:BK9 W:WK17,28:BK27 B:WK14:B7,K12 "
        "W:WK3,14:BK15 W:W7,K31:BK22 W:WK18,19:BK11"
    ),
    "two-men": (
        "B:WK31:B23,28 B:WK32:B2,23 B:WK25:B17,27 W:W14,30:BK15 B:WK11:B12,26 W:W18,24:BK26 B:WK6:B7,13 "
        "B:WK19:B18,27 W:W19,27:BK30 B:WK25:B2,17 W:W18,32:BK19 B:WK24:B12,23 W:W26,27:BK25 W:W10,30:BK23 "
        "W:W19,27:BK28 B:WK6:B3,15 W:W21,30:BK14 B:WK17:B8,10 B:WK26:B19,27 W:W9,28:BK2 W:W12,19:BK20 B:WK14:B4,7 "
        "B:WK23:B24,25 W:W19,23:BK32"
    ),
    "man-guard": (
        "W:WK22,K27:B11,K29 B:W22,K25:BK23,K24 W:WK21,K24:BK8,10 W:WK11,K25:B4,K23 B:WK4,31:BK9,K22 "
        "B:W21,K29:BK3,K14 W:WK16,K19:B7,K25 B:W7,K29:BK14,K26 B:WK4,30:BK5,K22 W:WK9,K15:B12,K17 "
        "B:WK9,18:BK10,K28 B:W23,K26:BK1,K28 W:WK2,K19:B11,K27 W:WK15,K29:B2,K20 W:WK11,K27:BK3,19 "
        "B:W11,K21:BK2,K28 W:WK3,K29:B4,K12 B:WK22,26:BK1,K28 B:W21,K22:BK5,K28 W:WK7,K10:B9,K25 "
        "B:W25,K26:BK3,K32 B:W25,K29:BK2,K13 W:WK18,K29:B7,K8 W:WK10,K13:B3,K28"
    ),
    "three-two": (
        "B:WK8,K18:BK17,K29,K32 B:WK11,K28:BK4,K25,K27 W:WK3,K7,K11:BK12,K29 B:WK3,K16:BK21,K24,K27 "
        "W:WK21,K23,K28:BK4,K14 B:WK16,K19:BK3,K13,K28 B:WK12,K32:BK15,K19,K20 W:WK3,K17,K23:BK24,K25 "
        "W:WK3,K18,K27:BK2,K12 B:WK9,K20:BK24,K27,K30 B:WK19,K23:BK10,K20,K30 W:WK5,K9,K24:BK21,K32 "
        "W:WK6,K10,K28:BK1,K11 W:WK3,K10,K21:BK4,K5 W:WK13,K15,K21:BK24,K31 B:WK8,K30:BK1,K21,K32 "
        "B:WK19,K22:BK11,K20,K32 W:WK3,K24,K29:BK2,K15 W:WK3,K10,K20:BK1,K12 W:WK1,K13,K16:BK18,K24 "
        "W:WK13,K22,K28:BK14,K27 W:WK10,K13,K31:BK22,K24 B:WK5,K26:BK2,K27,K29 B:WK4,K9:BK11,K27,K31"
    ),
    "one-king": (
        "W:WK18:BK21,K29 B:WK19,K26:BK27 B:WK16,K23:BK24 W:WK9:BK10,K17 W:WK14:BK15,K22 W:WK10:BK9,K18 "
        "B:WK19,K26:BK18 W:WK2:BK4,K8 W:WK19:BK11,K18 B:WK10,K17:BK18 W:WK8:BK3,K12 B:WK17,K26:BK25 "
        "B:WK15,K22:BK14 B:WK4,K8:BK19 W:WK15:BK4,K12 B:WK3,K4:BK15 B:WK25,K29:BK31 W:WK11:BK10,K19 "
        "W:WK19:BK18,K27 W:WK15:BK3,K4 W:WK16:BK8,K15 W:WK7:BK4,K12 B:WK3,K12:BK15 W:WK16:BK3,K4"
    ),
    "two-three": (
        "W:WK1,K9:BK10,K17,K31 B:WK3,K12,K13:BK6,K8 B:WK8,K15,K21:BK2,K7 W:WK4,K15:BK7,K14,K22 "
        "W:WK18,K20:BK10,K19,K25 B:WK7,K14,K22:BK1,K6 W:WK27,K31:BK12,K17,K19 B:WK7,K16,K23:BK8,K14 "
        "W:WK2,K25:BK16,K17,K26 B:WK3,K7,K16:BK9,K15 W:WK6,K10:BK11,K16,K18 W:WK26,K31:BK5,K17,K19 "
        "W:WK4,K18:BK10,K11,K17 W:WK18,K20:BK9,K19,K26 B:WK4,K12,K25:BK7,K10 B:WK4,K21,K30:BK9,K18 "
        "W:WK6,K16:BK15,K24,K29 W:WK7,K14:BK4,K12,K29 W:WK19,K31:BK7,K11,K18 W:WK20,K23:BK1,K15,K22 "
        "B:WK2,K9,K18:BK17,K30 W:WK20,K24:BK7,K12,K23 B:WK21,K28,K29:BK15,K22 B:WK10,K19,K21:BK2,K18"
    ),
}
"""The positions to practise, by the kind of ending."""
ENDINGS: Final = EndingTables(
    result,
    _is_tabled,
    {name: Drill(title, "hold" if name in _HELD else "win", tuple(_POSITIONS[name].split()))
     for name, title in _TITLES.items()},
    kind,
)  # fmt: skip
"""The parts of the game for endings: results in words, kinds of endings, and positions to practise."""
