"""Protocols for a game's rules and notation. Plain modules of functions implement them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, TypeVar

from chowk.core.message import Message
from chowk.core.position import Outcome, Position, Seat, Spot

P = TypeVar("P", bound=Position[Any])
M = TypeVar("M", bound=Hashable)
M_co = TypeVar("M_co", bound=Hashable, covariant=True)

EDITION: Final = 3
"""Number of the current edition (version) of the house rules. It rises when a default or a choice changes."""
Terms: TypeAlias = Mapping[str, tuple[str, ...]]
"""The house rules of an edition (version): each option's name with its possible values, the default first."""


class Choice(NamedTuple):
    """A value of a house rule, and its label."""

    value: str
    label: Message


class Option(NamedTuple):
    """A setting of a game, such as a house rule.

    The first of its `choices` is the default, the value of the rule book. `free` lists other values that do not count
    as house rules. All remaining values are house rules. `seats` lists the numbers of players for which the setting has
    an effect; empty means all numbers.
    """

    name: str
    label: Message
    choices: tuple[Choice, ...]
    seats: tuple[int, ...] = ()
    free: tuple[str, ...] = ()

    @property
    def default(self) -> str:
        """The value that the rule book prescribes, or Chowk's interpretation if the rule book does not decide."""
        return self.choices[0].value

    def chosen(self, options: Mapping[str, str]) -> str:
        """Return the value in `options`, or the default if it is missing or invalid."""
        value = options.get(self.name)
        return next((choice.value for choice in self.choices if choice.value == value), self.default)

    def fits(self, seats: int) -> bool:
        """Return True if the setting has an effect in a game for `seats` players."""
        return not self.seats or seats in self.seats

    def departs(self, options: Mapping[str, str]) -> bool:
        """Return True if the value in `options` is a house rule: neither the default nor one of the `free` values."""
        return self.chosen(options) not in (self.default, *self.free)


class Preset(NamedTuple):
    """A named set of house rules, such as a published rule book.

    `values` holds the values that differ from the defaults.
    """

    name: str
    label: Message
    values: Mapping[str, str]


class Rules(Protocol[P, M_co]):
    """The interface of a game's `rules` module. `core.defaults` implements the members that many games do not need."""

    @property
    def OPTIONS(self) -> tuple[Option, ...]:  # noqa: N802 - a module constant
        """The settings of the game, in the order in which the set-up of a game shows them."""

    @property
    def EARLIER(self) -> Mapping[int, Terms]:  # noqa: N802 - a module constant
        """The options of earlier editions of the house rules, by edition number.

        If the options changed from one edition to the next, there is an entry for the edition before the change.
        """

    @property
    def PASS(self) -> M_co | None:  # noqa: N802 - a module constant
        """The move that does not count as a move played, such as a pass, or None if all moves count."""

    def start(self, seats: int, options: Mapping[str, str], seed: int) -> P:
        """Return the first position of a game for `seats` players with the house rules `options`.

        `seed` determines anything that is drawn at random before the first move.
        """

    def forced(self, position: P) -> M_co | None:
        """Return the move that is played without asking the player, such as a pass, or None if the player chooses."""

    def obliged(self, position: P) -> Sequence[Spot]:
        """Return the spots to highlight because a move must begin at one of them, such as pieces that must capture."""

    def recurring(self, position: P) -> Hashable | None:
        """Return a key that is equal for positions that count as the same, or None if repetitions have no effect."""

    def ended(self, position: P, times: int) -> Outcome | None:
        """Return the result if the game ends because a `recurring` key occurs for the `times`-th time, else None."""

    def agreeing(self, position: P) -> tuple[Seat, ...]:
        """Return the seats that must agree to a draw in this position. If all do, they share first place."""

    def agreed(self, position: P) -> tuple[int, ...]:
        """Return each seat's final place, from 1, after an agreed draw."""

    def house_rules(self, position: P) -> NamedTuple | None:
        """Return a position's house rules, a named tuple with a field for each option, or None if there are none."""

    def throwing(self, position: P) -> bool:
        """Return True if the players are still rolling the dice to decide the starting player."""


class Notation(Protocol[P, M]):
    """The interface of a game's `notation` module: positions and moves as text. Readers raise only `TextError`."""

    def write_position(self, position: P, edition: int = EDITION) -> str:
        """Return the position as one line of text. House rules with their default value in `edition` are left out."""

    def read_position(self, text: str, edition: int = EDITION) -> P:
        """Return the position in a text written by `write_position`, or typed in the same form.

        House rules that the text omits have their default in `edition`.
        """

    def write_move(self, position: P, move: M) -> str:
        """Return the notation of a legal move, as in the game's literature.

        Different moves have different notations.
        """

    def read_move(self, position: P, text: str) -> M:
        """Return the only legal move with this notation; raise `TextError` if there is none or if several match."""


class Ruleset(NamedTuple):
    """A game's name, rules and notation: everything needed to play without a display."""

    name: str
    rules: Rules[Any, Any]
    notation: Notation[Any, Any]
