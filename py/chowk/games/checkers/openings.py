"""The named openings of checkers.

The classic openings are those that the literature lists from the time before openings were drawn at random.

Ballot openings have the names that players gave to their first three moves (`rules.OPENINGS`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, TypeAlias

from chowk.games.checkers.rules import BALLOTS, OPENINGS, START, Position

Key: TypeAlias = "tuple[int, int, int, int]"
"""The properties of a position that decide whether it is a repetition: three masks and the side to move."""

LINES: Final = """
9-13 Edinburgh
9-14 Double Corner
10-14 Denny
10-15 Kelso
12-16 Dundee
11-15 21-17 Switcher
11-15 22-17 15-19 Dyke
11-15 22-17 8-11 17-13 4-8 25-22 Douglas
11-15 22-17 8-11 17-13 15-18 Maid of the Mill
11-15 22-17 8-11 17-14 White Dyke
11-15 22-17 8-11 25-22 Pioneer
11-15 22-17 9-13 17-14 Boston
11-15 22-17 9-13 24-20 Wagram
11-15 22-18 Single Corner
11-15 23-18 Cross
11-15 23-18 8-11 18-14 Waterloo
11-15 23-19 8-11 22-17 3-8 Alma
11-15 23-19 8-11 22-17 4-8 Old Fourteenth
11-15 23-19 8-11 22-17 9-13 17-14 10x17 21x14 Laird and Lady
11-15 23-19 8-11 22-17 11-16 Glasgow
11-15 23-19 8-11 22-17 15-18 Centre
11-15 23-19 8-11 22-18 Tillicoultry
11-15 23-19 8-11 26-23 Nailor
11-15 23-19 9-13 Will o' the Wisp
11-15 23-19 9-14 22-17 5-9 Fife
11-15 23-19 9-14 22-17 6-9 Souter
11-15 23-19 9-14 22-17 7-11 Whilter
11-15 23-19 9-14 27-23 Defiance
11-15 24-19 Second Double Corner
11-15 24-20 8-11 28-24 Ayrshire Lassie
11-16 23-18 Bristol Cross
11-16 24-19 Paisley
11-16 24-20 16-19 Bristol
"""
"""The classic openings, one on each line: the moves, then the name."""


_LONGEST: Final = max(len(line.split()) for line in LINES.strip().splitlines())
"""Number of words in the longest line of `LINES`, which is more than the number of moves of any opening.

Positions after more moves are not looked up.
"""


@cache
def lines() -> Sequence[tuple[str, tuple[str, ...]]]:
    """Return the title and the moves of all openings, classic openings first.

    A ballot opening's title begins with its number.
    """
    openings = [*_classic()]
    for ballot in BALLOTS:
        moves = []
        position = START
        for move in ballot.moves:
            next_position = position.play(move)
            is_capture = (position.black | position.white).bit_count() > (
                next_position.black | next_position.white
            ).bit_count()
            moves.append(("x" if is_capture else "-").join(map(str, move)))
            position = next_position
        openings.append((f"{ballot.number}. {OPENINGS.get(ballot.number, '')}".strip(), tuple(moves)))
    return openings


def _classic() -> Sequence[tuple[str, tuple[str, ...]]]:
    """Return the name and the moves of every classic opening."""
    openings = []
    for line in LINES.strip().splitlines():
        words = line.split()
        moves = tuple(word for word in words if word[0].isdigit())
        openings.append((" ".join(words[len(moves) :]), moves))
    return openings


@cache
def classic() -> Mapping[str, Position]:
    """Return the position after each classic opening, by name."""
    positions = {}
    for name, moves in _classic():
        position = START
        for text in moves:
            ends = tuple(map(int, text.replace("x", "-").split("-")))
            position = position.play(next(move for move in position.moves() if (move[0], move[-1]) == ends))
        positions[name] = position
    return positions


@cache
def _named() -> Mapping[Key, str]:
    """Return the names of the openings, by the key (`Position.key`) of the position after their moves.

    If a classic opening and a ballot opening lead to the same position, it has the ballot opening's name.
    """
    names = {position.key: name for name, position in classic().items()}
    for ballot in BALLOTS:
        if ballot.number in OPENINGS:
            position = START
            for move in ballot.moves:
                position = position.play(move)
            names[position.key] = OPENINGS[ballot.number]
    return names


def opening(positions: Sequence[Position]) -> str:
    """Return the name of the opening that a game reached last, or an empty text if it reached none."""
    return reached([position.key for position in positions[: _LONGEST + 1]])


def reached(keys: Sequence[Key]) -> str:
    """Return the name of the opening that a game reached last, or an empty text if it reached none.

    `keys` are the keys (`Position.key`) of the game's positions, from the start.
    """
    named = _named()
    return next((name for key in reversed(keys[: _LONGEST + 1]) if (name := named.get(key))), "")
