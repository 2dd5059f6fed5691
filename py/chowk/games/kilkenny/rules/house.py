"""House rules of Kilkenny Cats: what the rules leave open, our default first, and what people may play instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from chowk.core import house as core
from chowk.core.game import EDITION, Choice, Option
from chowk.core.house import Terms, switch
from chowk.core.message import say, say_in


class House(NamedTuple):
    """The house rules that play goes by; the defaults are the rules', or our reading of their silence.

    `hunted`: a cat on a mouse can be captured (B3-06). `rounds`: after so many without a capture or a mouse the game
    ends, 0 for never; `counted`: then mice and cats decide (B3-14). `resign`: a player who can no longer win by mice
    is out (B3-16).
    """

    hunted: bool = False
    rounds: int = 50
    counted: bool = False
    resign: bool = False


OPTIONS: Final = (
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
        say("A game without a capture or a mouse ends"),
        (
            Choice("50", say("After 50 rounds")),
            Choice("100", say("After 100 rounds")),
            Choice("0", say_in("end without progress", "Never")),
        ),
    ),
    switch(
        "counted",
        say_in("end without progress", "Then"),
        say("It is a draw"),
        say("Most mice win, then most cats"),
    ),
    switch(
        "resign",
        say("A player who can no longer win by mice"),
        say("Plays on"),
        say("Is out of the game"),
    ),
    Option(
        "fourth",
        say("With three players, the cats of the fourth colour"),
        (Choice("absent", say("Are left out")), Choice("stray", say("Stand in the way and belong to nobody"))),
    ),
)
"""The house rules in the order in which a set-up shows them; `first` and `fourth` matter to the start only."""

EARLIER: Final[Mapping[int, Terms]] = {
    1: {
        "first": ("random", "throw"),
        "hunted": ("off", "on"),
        "rounds": ("50", "100", "0"),
        "counted": ("off", "on"),
        "resign": ("off", "on"),
        "fourth": ("absent", "stray"),
    },
}
"""The house rules as they were in earlier editions; see `chowk.core.house`."""


def house(options: Mapping[str, str], edition: int = EDITION) -> House:
    """The house rules that the options of an edition say."""
    return core.chosen(House(), OPTIONS, options, core.unsaid(EARLIER, edition))


def told(house: House, edition: int = EDITION) -> dict[str, str]:
    """The options other than by default in an edition that make these house rules."""
    return core.told(House(), house, core.unsaid(EARLIER, edition))
