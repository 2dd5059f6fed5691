"""The house rules of Kilkenny Cats: questions that the rules leave open, each with a default and alternatives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from chowk.core import rule_options as core
from chowk.core.game import EDITION, Choice, Option, Terms
from chowk.core.message import say
from chowk.core.rule_options import switch
from chowk.core.seat_draw import EAST, WEST, Side

MIXED: Final = "mixed"
"""The value of the house rule `pair` for two players with red and blue, which are not opposite colours."""
BY_AGREEMENT: Final = "asked"
"""The value of the house rule `rounds` under which the page asks the players whether they agree to a draw."""


class House(NamedTuple):
    """The house rules that affect play. The defaults follow the rules, or our reading of an open question.

    * `hunted`: a cat on a mouse can be captured (B3-06).
    * `rounds`: the number of rounds without progress after which the game ends; `0` if it never ends in this way, or
      `asked` if the players are asked instead to agree to a draw. Progress is a capture, or a cat's arrival on its
      mouse.
    * `counted`: if the game ends after too many rounds without progress, the player with the most mice wins, and with
      equal mice the player with the most cats (B3-14).
    * `resign`: a player with too few cats to put one on each of the two mice is out (B3-16).
    * `pair`: the colours of the two players in a game for two (KR-06). Each choice is described in `OPTIONS`.
    * `places`: when a player has both mice, the others play on for the remaining places.
    """

    hunted: bool = False
    rounds: str = "asked"
    counted: bool = False
    resign: bool = False
    pair: str = "south"
    places: bool = False

    @property
    def limit(self) -> int:
        """Number of rounds without progress after which the game ends automatically, or 0 for never.

        Progress is a capture, or a cat's arrival on its mouse (its goal square).
        """
        return int(self.rounds) if self.rounds.isdecimal() else 0

    @property
    def mixed(self) -> bool:
        """True if two players have red and blue, which are not opposite colours."""
        return self.pair == MIXED


OPTIONS: Final = (
    Option(
        "pair",
        say("The colours"),
        (
            Choice("south", say("Red and Yellow")),
            Choice("west", say("Blue and Green")),
            Choice(MIXED, say("Red and Blue, which are not opposite")),
        ),
        seats=(2,),
        free=("west",),
    ),
    Option(
        "first",
        say("Who starts"),
        (Choice("random", say("A player drawn by lot")), Choice("throw", say("The highest roll of the die"))),
    ),
    switch(
        "hunted",
        say("A cat on its mouse"),
        say("Is safe"),
        say("Can be captured until its owner has won"),
    ),
    Option(
        "rounds",
        say("Rounds without a capture or a mouse"),
        (
            Choice(BY_AGREEMENT, say("After 50 a draw is offered, then after every 25")),
            Choice("50", say("After 50 the game ends")),
            Choice("100", say("After 100 the game ends")),
            Choice("0", say("Never end the game")),
        ),
    ),
    switch(
        "counted",
        say("A game that ends so"),
        say("It is a draw"),
        say("It is won by most mice, then by most cats"),
    ),
    switch(
        "resign",
        say("A player who can no longer win by mice"),
        say("Plays on"),
        say("Is out of the game"),
    ),
    Option(
        "places",
        say("When a player is the first to catch both mice"),
        (Choice("off", say("The game is over")), Choice("on", say("The others play on for the remaining places"))),
        seats=(3, 4),
    ),
    Option(
        "fourth",
        say("With three players, the cats of the fourth colour"),
        (Choice("absent", say("Are left out")), Choice("stray", say("Stand in the way and belong to nobody"))),
        seats=(3,),
    ),
)
"""The house rules in the order of display. `first` and `fourth` affect only the start."""

EARLIER: Final[Mapping[int, Terms]] = {
    1: {
        "first": ("random", "throw"),
        "hunted": ("off", "on"),
        "rounds": ("50", "100", "0"),
        "counted": ("off", "on"),
        "resign": ("off", "on"),
        "fourth": ("absent", "stray"),
        "pair": (MIXED,),
        "places": ("off",),
    },
    2: {
        "pair": ("south", "west", MIXED),
        "first": ("random", "throw"),
        "hunted": ("off", "on"),
        "rounds": (BY_AGREEMENT, "50", "100", "0"),
        "counted": ("off", "on"),
        "resign": ("off", "on"),
        "fourth": ("absent", "stray"),
        "places": ("off",),
    },
}
"""The house rules in earlier editions, by edition, with their choices; see `chowk.core.rule_options`."""


def house(options: Mapping[str, str], edition: int = EDITION) -> House:
    """Return the house rules for the options that players chose.

    A missing option gets its default in `edition`, the version of the defaults. An invalid one gets the present
    default.
    """
    return core.chosen(House(), OPTIONS, options, core.earlier_defaults(EARLIER, edition))


def changed_options(house: House, edition: int = EDITION) -> dict[str, str]:
    """Return the values, by name, of the options by which house rules differ from the defaults.

    `edition` is the version of the defaults.
    """
    return core.differing(House(), house, core.earlier_defaults(EARLIER, edition))


def seated(house: House, sides: Sequence[Side]) -> House:
    """Return the house rules with `pair` set to the colours of two players who sit at `sides`.

    If they chose red and blue, `pair` stays the same. With more players, it is the default.
    """
    pair = "west" if sides[0] in (WEST, EAST) else "south"
    return house._replace(pair=(MIXED if house.mixed else pair) if len(sides) == 2 else House().pair)
