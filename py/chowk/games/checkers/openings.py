"""Classic named openings, from before openings were drawn at random; facts of the literature.

Ballot openings have the names that players gave to their first three moves (`rules.OPENINGS`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, TypeAlias

from chowk.games.checkers.rules import BALLOTS, OPENINGS, START, Position

Key: TypeAlias = "tuple[int, int, int, int]"

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


_LONGEST: Final = max(len(line.split()) for line in LINES.strip().splitlines())


@cache
def lines() -> Sequence[tuple[str, tuple[str, ...]]]:
    """Return all openings, classic ones first: the name or the number, and the moves."""
    found = [*_classic()]
    for ballot in BALLOTS:
        told = []
        position = START
        for move in ballot.moves:
            after = position.play(move)
            taken = (position.black | position.white).bit_count() > (after.black | after.white).bit_count()
            told.append(("x" if taken else "-").join(map(str, move)))
            position = after
        found.append((f"{ballot.number}. {OPENINGS.get(ballot.number, '')}".strip(), tuple(told)))
    return found


def _classic() -> Sequence[tuple[str, tuple[str, ...]]]:
    """Return every classic name with its moves as text."""
    found = []
    for line in LINES.strip().splitlines():
        words = line.split()
        moves = tuple(word for word in words if word[0].isdigit())
        found.append((" ".join(words[len(moves) :]), moves))
    return found


@cache
def classic() -> Mapping[str, Position]:
    """Return the position after each classic opening, by name."""
    found = {}
    for name, moves in _classic():
        position = START
        for told in moves:
            ends = tuple(map(int, told.replace("x", "-").split("-")))
            position = position.play(next(move for move in position.moves() if (move[0], move[-1]) == ends))
        found[name] = position
    return found


@cache
def _named() -> Mapping[Key, str]:
    """Return the names by the positions after the openings; three moves have their ballot name."""
    found = {position.key: name for name, position in classic().items()}
    for ballot in BALLOTS:
        if ballot.number in OPENINGS:
            position = START
            for move in ballot.moves:
                position = position.play(move)
            found[position.key] = OPENINGS[ballot.number]
    return found


def opening(positions: Sequence[Position]) -> str:
    """Return the name of the latest position that has one among a game's positions; empty if none has."""
    return next((name for at in reversed(positions[: _LONGEST + 1]) if (name := _named().get(at.key))), "")
