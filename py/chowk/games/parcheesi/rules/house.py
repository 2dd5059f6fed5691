"""The house rules of Parcheesi: questions that the rule book leaves open, with a default and alternatives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from chowk.core import rule_options as core
from chowk.core.game import EDITION, Choice, Option, Preset, Terms
from chowk.core.message import say, say_in, say_many
from chowk.core.rule_options import switch

DOUBLES: Final = "doubles"
"""The choice of the house rule `together` by which the rule holds only during a double."""


class House(NamedTuple):
    """The house rules that affect play. The defaults follow the rule book, or our reading of an open question.

    A blockade is two pawns of one player on one space. A double of 14 points is a double that gives four moves: two by
    the upper faces of the dice and two by the lower faces.

    * `thirds`: a third double in a row is not played and sends a pawn back to the nest (A3-01).
    * `stand`: the maximum age of a blockade in turns of its owner, 0 for no limit (A3-02).
    * `compulsory`: a bonus that can be used must be used (A3-06).
    * `at_once`: within a double of 14 points, a capture's bonus is played before the remaining dice (A3-07).
    * `single`: at most one bonus of 20 in each roll (A3-09).
    * `whole`: a double of 14 points is played in full or not at all (A3-14).
    * `lower`: if a double of 14 points cannot be played in full, the lower faces are given up first, as PR-11 says.
    * `passed`: a blockade may be passed, but not landed on, as PR-22 says.
    * `enter`: fives must bring out pawns (A3-17).
    * `sums`: the five that brings out a pawn may be the sum of two dice (A3-18).
    * `rows`: blockades count in home rows (A3-20).
    * `laps`: pawns may pass their home row and go on (A3-24).
    * `together`: when the two pawns of a blockade may not form another blockade (PR-23, A3-26): `doubles` means at no
      time during a double, `roll` at no time during any roll. `end` means that they may form one during a roll, but
      must not be in it at the end.
    * `places`: play goes on for the other places (A3-29).
    """

    thirds: bool = False
    stand: int = 0
    compulsory: bool = False
    at_once: bool = False
    single: bool = False
    whole: bool = False
    lower: bool = False
    passed: bool = False
    enter: bool = False
    sums: bool = True
    rows: bool = True
    laps: bool = True
    together: str = DOUBLES
    places: bool = False


def _limit(turns: int) -> Choice:
    return Choice(str(turns), say_many("{count} turn of its owner", "{count} turns of its owner", turns))


OPTIONS: Final = (
    Option(
        "first",
        say("Who starts"),
        (
            Choice("throw", say("The highest roll of both dice")),
            Choice("random", say("A player drawn by lot")),
            Choice("seat", say("The first seat, in which the youngest may sit")),
        ),
    ),
    Option(
        "direction",
        say("Direction of turns"),
        (Choice("clockwise", say("Clockwise")), Choice("counter", say("Anticlockwise"))),
    ),
    switch(
        "thirds",
        say("Third double in a row"),
        say("Is played like any other"),
        say("Is not played, and sends the pawn nearest home back to its nest"),
    ),
    Option(
        "stand",
        say("How long a blockade may stand"),
        (Choice("0", say_in("blockade", "For any time")), _limit(2), _limit(3), _limit(4)),
    ),
    switch("compulsory", say("A bonus"), say("May be declined"), say("Must be used if it can be")),
    switch(
        "at_once",
        say("A capture within a double of 14 points"),
        say("Earns its bonus after all the dice"),
        say("Earns a bonus that is played at once"),
    ),
    switch(
        "single",
        say("Captures in one roll"),
        say("Earn 20 each"),
        say("Earn 20 once"),
    ),
    switch(
        "whole",
        say("A double of 14 points that cannot be used in full"),
        say("Is used as far as it goes"),
        say("Is not used at all"),
    ),
    switch(
        "lower",
        say("How such a double is played"),
        say("As many moves are played as can be"),
        say("The higher faces are played first, and the lower given up"),
    ),
    switch(
        "passed",
        say("A blockade"),
        say("Lets nobody pass"),
        say("May be passed, but not landed on"),
    ),
    switch(
        "enter",
        say("A five"),
        say("May be used by any pawn"),
        say("Must bring out a pawn if it can"),
    ),
    Option(
        "sums",
        say("What brings a pawn out of the nest"),
        (Choice("on", say("A five on one die or as a sum")), Choice("off", say("A five on one die"))),
    ),
    Option(
        "rows",
        say("Two pawns in their home row"),
        (Choice("on", say("Are a blockade")), Choice("off", say("Are no blockade"))),
    ),
    Option(
        "laps",
        say("A pawn that reaches its home row"),
        (Choice("on", say("May turn in or go round again")), Choice("off", say("Must turn in"))),
    ),
    Option(
        "together",
        say("The pawns of a blockade may not come together elsewhere"),
        (
            Choice(DOUBLES, say("Within a double")),
            Choice("roll", say("Within one roll")),
            Choice("end", say("At the end of one roll")),
        ),
    ),
    Option(
        "places",
        say("When the first player is home"),
        (Choice("off", say("The game is over")), Choice("on", say("The others play on for the remaining places"))),
    ),
)
"""The house rules in the order of display."""

PRESETS: Final = (
    Preset("document", say("Rule book"), {}),
    Preset(
        "parker",
        say("Parker sheet"),
        {"thirds": "on", "compulsory": "on", "at_once": "on", "whole": "on", "enter": "on"},
    ),
)
"""The two sets of rules: the rule book, which is the default, and the sheet that came with the American game."""

EARLIER: Final[Mapping[int, Terms]] = {
    1: {
        "first": ("throw", "random", "seat"),
        "direction": ("clockwise", "counter"),
        "thirds": ("off", "on"),
        "stand": ("0", "2", "3", "4"),
        "compulsory": ("off", "on"),
        "at_once": ("off", "on"),
        "single": ("off", "on"),
        "whole": ("off", "on"),
        "enter": ("off", "on"),
        "sums": ("on", "off"),
        "rows": ("on", "off"),
        "laps": ("on", "off"),
        "together": ("roll", "doubles", "end"),
        "places": ("off", "on"),
        "lower": ("off",),
        "passed": ("off",),
    },
}
"""For each earlier edition of the options: the choices of each house rule, the default first.

`chowk.core.rule_options` explains editions.
"""


def house(options: Mapping[str, str], edition: int = EDITION) -> House:
    """Return the house rules for the options that players chose.

    A missing option gets its default in `edition`, the version of the defaults. An invalid one gets the present
    default.
    """
    return core.chosen(House(), OPTIONS, options, core.earlier_defaults(EARLIER, edition))


def options(house: House, edition: int = EDITION) -> dict[str, str]:
    """Return the values, by name, of the options by which house rules differ from the defaults.

    `edition` is the version of the defaults. Options that affect only the start are left out.
    """
    return core.differing(House(), house, core.earlier_defaults(EARLIER, edition))
