"""The puzzle of the day. It depends on the local date alone, so it is the same for everybody.

The puzzles of a game are sorted by difficulty, then by key, and divided into seven equal parts. Mondays take the
easiest part, Sundays the hardest. The puzzles of a part are sorted by the hashes of their keys and used in turn, one a
week, counted from Monday, 5 January 1970. So no puzzle returns before all others of its weekday were used: with 600
puzzles, after 85 or 86 weeks.
"""

from __future__ import annotations

from binascii import crc32
from collections.abc import Sequence
from datetime import date, timedelta
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from chowk import games

if TYPE_CHECKING:  # the home page needs this module before the puzzles
    from chowk.games.api.puzzle import Puzzle

WEEK: Final = 7
FIRST_MONDAY: Final = date(1970, 1, 5)
MISSES_FORGIVEN: Final = 1
"""Maximum number of days, among any seven in a row, that may be missed without ending a streak."""


def game_of(day: date) -> str:
    """Return the game whose puzzle is offered first on a day. The games with puzzles take turns, one a day."""
    names = games.practised()
    return names[day.toordinal() % len(names)]


def puzzle_of(puzzles: Sequence[Puzzle], day: date) -> Puzzle:
    """Return the puzzle of a day; there must be at least seven puzzles."""
    weeks, weekday = divmod((day - FIRST_MONDAY).days, WEEK)
    part = _parts(tuple(puzzles))[weekday]
    return part[weeks % len(part)]


@lru_cache(maxsize=8)
def _parts(puzzles: tuple[Puzzle, ...]) -> tuple[tuple[Puzzle, ...], ...]:
    """Return the puzzles of each weekday from Monday: seven tuples, each in the order in which the weeks use them."""
    by_difficulty = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.key))
    bounds = [len(puzzles) * weekday // WEEK for weekday in range(WEEK + 1)]
    parts = (by_difficulty[start:end] for start, end in pairwise(bounds))
    return tuple(tuple(sorted(part, key=lambda puzzle: crc32(puzzle.key.encode()))) for part in parts)


def streak(solved: frozenset[date], today: date) -> int:
    """Return the number of solved days in the streak that reaches today or yesterday.

    One missed day in any seven days does not end the streak, but is not counted. Today never counts as missed.
    """
    count, day = 0, today if today in solved else today - timedelta(1)
    missed: list[date] = []
    while True:
        if day in solved:
            count += 1
        else:
            missed.append(day)
            if len(missed) > MISSES_FORGIVEN and (missed[-MISSES_FORGIVEN - 1] - day).days < WEEK:
                return count
            if not any(earlier <= day for earlier in solved):
                return count
        day -= timedelta(1)
