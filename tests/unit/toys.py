"""A minimal dice game for the tests of core: a race for two players.

The player to move rolls a die of three faces, then walks that many steps or rests. The first to pass the length of the
course, by default 4, wins.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from chowk.core.defaults import EARLIER as EARLIER
from chowk.core.defaults import PASS as PASS
from chowk.core.defaults import agreed as agreed
from chowk.core.defaults import agreeing as agreeing
from chowk.core.defaults import house_rules as house_rules
from chowk.core.defaults import throwing as throwing
from chowk.core.errors import TextError
from chowk.core.events import Event, Moved, Passed, Rolled
from chowk.core.game import EDITION, Choice, Option, Ruleset
from chowk.core.message import say
from chowk.core.notation import find_move
from chowk.core.position import CHANCE, Outcome, Refusal, Seat, Spot

OPTIONS: Final = (Option("length", say("Length"), (Choice("4", say("Short")), Choice("9", say("Long")))),)


class Race(NamedTuple):
    """A position of the race: each player's place, the player to move, the die (0 before the roll), and the length."""

    places: tuple[int, int] = (0, 0)
    due: Seat = 0
    die: int = 0
    goal: int = 4

    @property
    def seats(self) -> int:
        return 2

    @property
    def turn(self) -> Seat:
        return self.due if self.die else CHANCE

    def moves(self) -> tuple[str, ...]:
        if self.outcome():
            return ()
        return ("walk", "rest") if self.die else ("roll1", "roll2", "roll3")

    def odds(self) -> tuple[int, ...]:
        return () if self.die or self.outcome() else (1, 2, 1)

    def play(self, move: str) -> Race:
        if move.startswith("roll"):
            return Race(self.places, self.due, int(move[-1]), self.goal)
        far = list(self.places)
        far[self.due] += self.die if move == "walk" else 0
        return Race((far[0], far[1]), 1 - self.due, 0, self.goal)

    def outcome(self) -> Outcome | None:
        if max(self.places) <= self.goal:
            return None
        first = self.places.index(max(self.places))
        return Outcome((1 + first, 2 - first), self.places, "home")

    def events(self, move: str) -> tuple[Event, ...]:
        if move.startswith("roll"):
            return (Rolled(self.due, (int(move[-1]),)),)
        if move == "rest":
            return (Passed(self.due, "rest"),)
        start, piece = self.places[self.due], f"pawn {self.due}"
        return (Moved(self.due, piece, (str(start), str(start + self.die)), piece),)

    def refusal(self, spots: Sequence[Spot]) -> Refusal | None:  # noqa: ARG002 - nothing is pointed at here
        return None


def start(seats: int, options: Mapping[str, str], seed: int) -> Race:
    return Race(due=seed % 2, goal=int(options["length"]))


def forced(position: Race) -> str | None:
    return None


def obliged(position: Race) -> tuple[Spot, ...]:
    return ()


def recurring(position: Race) -> tuple[int, int]:
    return position.places


def ended(position: Race, times: int) -> Outcome | None:
    """Return a draw if the position's places have occurred at least twelve times, else None.

    `times` is the number of occurrences.
    """
    return Outcome((1, 1), (), "dawdling") if times >= 12 else None


def write_position(position: Race, edition: int = EDITION) -> str:
    return "{0[0]}-{0[1]} {1} {2} {3}".format(*position)


def read_position(text: str, edition: int = EDITION) -> Race:
    try:
        places, due, die, goal = text.split()
        first, other = places.split("-")
        return Race((int(first), int(other)), int(due), int(die), int(goal))
    except ValueError:
        raise TextError(say("This is no race.")) from None


def write_move(position: Race, move: str) -> str:
    return move


def read_move(position: Race, text: str) -> str:
    return find_move(position, text, lambda _, move: (move,))


RULESET: Final = Ruleset("race", sys.modules[__name__], sys.modules[__name__])
