"""The house rules of Patchwork: the edition of the time track, who starts, and the bonus tile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from chowk.core import rule_options as core
from chowk.core.game import EDITION, Choice, Option, Terms
from chowk.core.message import say, say_in


class House(NamedTuple):
    """The house rules that affect play.

    `track` is the edition of the time track, which decides where single patches lie (R5). `seven` is True if there is a
    bonus tile (R6).
    """

    track: str = "current"
    seven: bool = True


OPTIONS: Final = (
    Option(
        "first",
        say("Who starts"),
        (
            Choice("random", say("A player drawn by lot")),
            Choice("first", say("The player in the first seat")),
            Choice("second", say("The player in the second seat")),
            Choice("loser", say("The loser of the last game")),
        ),
    ),
    Option(
        "track",
        say("Single patches on the time track"),
        (
            Choice("current", say("From space 26 on, as printed today")),
            Choice("classic", say("From space 20 on, as first printed")),
        ),
    ),
    Option(
        "seven",
        say("Seven points for a square of 7 by 7"),
        (
            Choice("on", say_in("bonus tile", "For whoever completes one first")),
            Choice("off", say_in("bonus tile", "Left out")),
        ),
    ),
)
"""The house rules in the order of display. `first` affects only the start."""

EARLIER: Final[Mapping[int, Terms]] = {
    1: {
        "first": ("random", "first", "second", "loser"),
        "track": ("current", "classic"),
        "seven": ("on", "off"),
    },
}
"""For each earlier edition of the options: the choices of each house rule, the default first.

`chowk.core.rule_options` explains editions.
"""


def house(options: Mapping[str, str], edition: int = EDITION) -> House:
    """Return the house rules for the options that players chose.

    A missing option has the default of `edition`, the version of the house rules in which the game was written. An
    invalid option gets the present default.
    """
    return core.chosen(House(), OPTIONS, options, core.earlier_defaults(EARLIER, edition))


def changed_options(house: House, edition: int = EDITION) -> dict[str, str]:
    """Return the values, by name, of the options by which house rules differ from the defaults.

    `edition` is the version of the defaults.
    """
    return core.differing(House(), house, core.earlier_defaults(EARLIER, edition))
