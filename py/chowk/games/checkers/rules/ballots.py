"""Ballot openings: sequences of three first moves.

Under a house rule, the program draws one of them at random for each game (D4).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Ballot(NamedTuple):
    """A three-move opening: its number in the American Checker Federation's list, its deck, and its moves.

    `deck` is `144` (for play across the board), `12` (for play by mail only), or empty for the 18 openings that are
    barred as lost. Each move is a pair of square numbers.
    """

    number: int
    deck: str
    moves: tuple[tuple[int, int], tuple[int, int], tuple[int, int]]


# All 174 in order: Black's and White's first moves, then each second move of Black that is listed with them. A star
# marks openings for mail play, an exclamation mark barred openings.
_LISTED: Final = """
9-13 21-17 5-9 6-9 10-14!
9-13 22-17 13x22
9-13 22-18 6-9 10-14* 10-15 11-15 11-16* 12-16
9-13 23-18 5-9 6-9 10-14! 10-15 11-15 11-16* 12-16
9-13 23-19 5-9 6-9 10-14 10-15* 11-16
9-13 24-19 5-9 6-9 10-14 10-15! 11-15 11-16
9-13 24-20 5-9 6-9 10-14 10-15 11-15 11-16* 12-16!
9-14 22-17 5-9 6-9 11-15 11-16
9-14 22-18 5-9 10-15 11-15 11-16 12-16! 14-17!
9-14 23-18 14x23
9-14 23-19 5-9 10-15! 11-16 14-18
9-14 24-19 5-9 10-15! 11-15 11-16
9-14 24-20 5-9 10-15 11-15 11-16
10-14 22-17 7-10 9-13* 11-15* 11-16* 14-18
10-14 22-18 6-10 7-10 11-15 11-16 12-16
10-14 23-18 14x23
10-14 23-19 6-10 7-10 11-15 11-16 14-18
10-14 24-19 6-10 7-10 11-15! 11-16 14-18
10-14 24-20 6-10 7-10 11-15 11-16 14-18
10-15 21-17 6-10 7-10 9-13 9-14! 11-16 15-18
10-15 22-17 6-10 7-10 9-13 9-14! 11-16 15-19
10-15 22-18 15x22
10-15 23-18 6-10 7-10 9-14 11-16 12-16
10-15 23-19 6-10 7-10 11-16*
10-15 24-19 15x24
10-15 24-20 6-10 7-10 11-16! 15-19
11-15 21-17 8-11 9-13 9-14 10-14! 15-19
11-15 22-17 8-11 9-13 15-18 15-19
11-15 22-18 15x22
11-15 23-18 8-11 9-14 10-14 12-16 15-19
11-15 23-19 8-11 9-13 9-14
11-15 24-19 15x24
11-15 24-20 8-11 12-16 15-18
11-16 21-17 7-11 8-11 9-13 9-14 10-14! 16-20
11-16 22-17 7-11 8-11 9-13* 16-20
11-16 22-18 7-11 8-11 10-15! 16-19 16-20
11-16 23-18 7-11 8-11 9-14 10-14 16-20
11-16 23-19 16x23*
11-16 24-19 7-11 8-11 10-15! 16-20
11-16 24-20 7-11 16-19
12-16 21-17 9-13 9-14 16-19 16-20
12-16 22-17 16-19 16-20
12-16 22-18 16-19 16-20
12-16 23-18 9-14! 16-19 16-20
12-16 23-19 16x23!
12-16 24-19 16-20
12-16 24-20 8-12 10-15*
"""


def _step(text: str) -> tuple[int, int]:
    start, target = text.rstrip("!*").replace("x", "-").split("-")
    return int(start), int(target)


def _listed() -> tuple[Ballot, ...]:
    lines = (line.split() for line in _LISTED.split("\n") if line)
    lots = ((opening_move, reply, last_move) for opening_move, reply, *seconds in lines for last_move in seconds)
    decks = {"!": "", "*": "12"}
    return tuple(
        Ballot(number, decks.get(lot[2][-1], "144"), (_step(lot[0]), _step(lot[1]), _step(lot[2])))
        for number, lot in enumerate(lots, 1)
    )


BALLOTS: Final = _listed()
"""All 174 three-move openings, in the order of their numbers, which begin with 1 (D4)."""

OPENINGS: Final[Mapping[int, str]] = {
    5: "Dreaded Edinburgh",
    6: "Inferno",
    8: "Edinburgh Single",
    9: "Wilderness I",
    16: "Wilderness II",
    34: "Twilight Zone",
    35: "Dundee Barred",
    46: "Double Cross",
    48: "Rattlesnake",
    60: "Black Hole",
    62: "Gemini I",
    65: "Fraser's Inferno",
    68: "White Doctor",
    71: "Diabolical Denny",
    86: "Octopus",
    87: "Tyne",
    94: "Nutcracker",
    96: "Skull-Cracker",
    105: "Gemini II",
    133: "Octopus",
    137: "Shark",
    145: "Cheetah",
    153: "Black Widow",
    174: "Skunk",
}
"""The names that players gave to some of the three-move openings, by number."""
