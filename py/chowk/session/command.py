"""A thing to do, as a value; and what guards one that is done at a table, so that the table need not ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from chowk.core.message import Message
from chowk.session.navigation import Whereabouts
from chowk.session.setup import SetUp
from chowk.session.table import Table
from chowk.storage.plan import Plan

H = TypeVar("H", contravariant=True)


class HasPlace(Protocol):
    """Whoever is somewhere."""

    @property
    def place(self) -> Whereabouts:
        """Where the player is."""


class HasSetUp(Protocol):
    """Whoever sets up games."""

    @property
    def setup(self) -> SetUp:
        """What is set up."""


P = TypeVar("P", bound=HasPlace)
C = TypeVar("C", bound=HasSetUp)


def always(_: Any) -> bool:
    """At any time."""
    return True


class Command(NamedTuple, Generic[H]):
    """A thing to do: what it is called, what it does with an argument, and when it can be done.

    `keys` are pressed on the board (names as `KeyboardEvent.key` gives them, lower case); `fits` says whether the game
    at hand has any use for them. Whoever does it has what `what` asks for.
    """

    label: Message
    what: Callable[[H, str], None]
    when: Callable[[H], bool] = always
    keys: tuple[str, ...] = ()
    fits: Callable[[H], bool] = always


class Commands:
    """The commands of a page by name, for views: their labels and keys, and which of them can be carried out now."""

    def __init__(self, host: H, table: Mapping[str, Command[H]]) -> None:
        self._host: Any = host
        self._table: Mapping[str, Command[Any]] = table

    def label(self, name: str) -> Message:
        """Return the label of a command."""
        return self._table[name].label

    def is_open(self, name: str) -> bool:
        """Return True if the command can be carried out now."""
        return bool(self._table[name].when(self._host))

    def fits(self, name: str) -> bool:
        """Return True if the game at the table has a use for the command."""
        return bool(self._table[name].fits(self._host))

    def keys(self, name: str) -> tuple[str, ...]:
        """Return the keys of a command, as `KeyboardEvent.key` gives them, in lower case."""
        return self._table[name].keys

    def with_keys(self) -> Iterator[str]:
        """Yield the names of the commands that have keys."""
        return (name for name, command in self._table.items() if command.keys)


def at_table(
    label: Message,
    what: Callable[[P, Table, str], None],
    when: Callable[[Table], bool] = always,
    keys: tuple[str, ...] = (),
    fits: Callable[[Table], bool] | None = None,
) -> Command[P]:
    """A thing that is done at a table, which `what`, `when` and `fits` are given."""

    def guarded(ask: Callable[[Table], bool]) -> Callable[[P], bool]:
        return lambda host: host.place.table is not None and ask(host.place.table)

    def run(host: P, arg: str) -> None:
        if host.place.table is not None:
            what(host, host.place.table, arg)

    return Command(label, run, guarded(when), keys, always if fits is None else guarded(fits))


def set_up(
    label: Message, what: Callable[[SetUp, Plan, str], None], when: Callable[[SetUp], bool] = always
) -> Command[C]:
    """A thing that is done to what is set up, which `what` is given, and the plan that it is now."""

    def run(host: C, arg: str) -> None:
        if host.setup.plan is not None:
            what(host.setup, host.setup.plan, arg)

    return Command(label, run, lambda host: host.setup.plan is not None and when(host.setup))


def sheet(name: str) -> Callable[[P, Table, str], None]:
    """Lays a sheet about the table on top."""
    return lambda host, _, arg: host.place.lay(name, arg)


def later(part: str, name: str) -> Callable[..., None]:
    """What a part of a room does, which is read only then."""

    def run(*given: Any) -> None:
        getattr(import_module(f"chowk.{part}"), name)(*given)

    return run
