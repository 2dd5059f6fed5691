"""What a game's rules and its notation must offer: plain modules of functions satisfy these protocols."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from chowk.core.message import Message
from chowk.core.position import Outcome, Position, Spot

P = TypeVar("P", bound=Position[Any])
M = TypeVar("M", bound=Hashable)
M_co = TypeVar("M_co", bound=Hashable, covariant=True)

EDITION: Final = 3
"""The edition of the house rules: it rises when a default or a choice changes (see `core.rule_options`)."""


class Choice(NamedTuple):
    """One setting of a house rule, and what it is called."""

    value: str
    label: Message


class Option(NamedTuple):
    """What can be set before a game; the first choice is the rule book's, any other a house rule unless it is `free`.

    `seats` are the numbers of players among whom it means anything; none stands for all.
    """

    name: str
    label: Message
    choices: tuple[Choice, ...]
    seats: tuple[int, ...] = ()
    free: tuple[str, ...] = ()

    @property
    def default(self) -> str:
        """The value that the rule book, or our reading of its silence, prescribes."""
        return self.choices[0].value

    def chosen(self, options: Mapping[str, str]) -> str:
        """What `options` set it to; the default if they leave it out or name no choice of it."""
        value = options.get(self.name)
        return next((choice.value for choice in self.choices if choice.value == value), self.default)

    def fits(self, seats: int) -> bool:
        """Whether it means anything to so many players."""
        return not self.seats or seats in self.seats

    def departs(self, options: Mapping[str, str]) -> bool:
        """Whether `options` set it otherwise than the rule book."""
        return self.chosen(options) not in (self.default, *self.free)


class Preset(NamedTuple):
    """A rule book by name: the house rules that it sets otherwise than their defaults, by their names."""

    name: str
    label: Message
    values: Mapping[str, str]


class Rules(Protocol[P, M_co]):
    """A game's `rules` module."""

    @property
    def OPTIONS(self) -> tuple[Option, ...]:  # noqa: N802 - a module constant
        """The house rules, in the order in which a set-up shows them."""

    def start(self, seats: int, options: Mapping[str, str], seed: int) -> P:
        """The first position for so many seats; what is dealt before the first move is settled by the seed."""

    def forced(self, position: P) -> M_co | None:
        """The move that the table makes by itself, such as a pass; None where a player chooses."""

    def obliged(self, position: P) -> Sequence[Spot]:
        """The spots from one of which the rules compel a move to begin, where that is worth saying; or none."""

    def recurring(self, position: P) -> Hashable | None:
        """What positions have in common that count as the same one; None where nothing hangs on it."""

    def ended(self, position: P, times: int) -> Outcome | None:
        """How a game ends because it has come to the same, as `recurring` has it, so many times, this one included."""


class Notation(Protocol[P, M]):
    """A game's `notation` module: positions and moves as text. Every reader raises `TextError` and nothing else."""

    def write_position(self, position: P, edition: int = EDITION) -> str:
        """The position in one line; a house rule that is as by default in that edition is left out."""

    def read_position(self, text: str, edition: int = EDITION) -> P:
        """The position that `write_position` wrote, or that people write in the same manner.

        A house rule that is left out is as by default in that edition.
        """

    def write_move(self, position: P, move: M) -> str:
        """A legal move as the game's literature writes it; different moves differ."""

    def read_move(self, position: P, text: str) -> M:
        """The one legal move that is written so."""


class Ruleset(NamedTuple):
    """A game by name with its rules and notation: all that playing without a picture needs."""

    name: str
    rules: Rules[Any, Any]
    notation: Notation[Any, Any]
