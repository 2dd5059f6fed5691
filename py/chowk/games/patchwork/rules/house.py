"""House rules of Patchwork: which time track, who starts, and whether there is a bonus tile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from chowk.core import rule_options as core
from chowk.core.game import EDITION, Choice, Option
from chowk.core.message import say, say_in
from chowk.core.rule_options import Terms


class House(NamedTuple):
    """The house rules that play goes by: the edition of the time track, and whether the bonus tile is there (R6)."""

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
"""The house rules in the order in which a set-up shows them; `first` matters to the start only."""

EARLIER: Final[Mapping[int, Terms]] = {
    1: {
        "first": ("random", "first", "second", "loser"),
        "track": ("current", "classic"),
        "seven": ("on", "off"),
    },
}
"""The house rules as they were in earlier editions; see `chowk.core.rule_options`."""


def house(options: Mapping[str, str], edition: int = EDITION) -> House:
    """The house rules that the options of an edition say."""
    return core.chosen(House(), OPTIONS, options, core.unsaid(EARLIER, edition))


def told(house: House, edition: int = EDITION) -> dict[str, str]:
    """The options other than by default in an edition that make these house rules."""
    return core.told(House(), house, core.unsaid(EARLIER, edition))
