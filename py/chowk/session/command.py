"""Commands as values, and wrappers that run a command only if its table or set-up exists."""

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
    """A host with a current place."""

    @property
    def place(self) -> Whereabouts:
        """The place where the player is."""


class HasSetUp(Protocol):
    """A host with a game set-up."""

    @property
    def setup(self) -> SetUp:
        """The game set-up."""


P = TypeVar("P", bound=HasPlace)
C = TypeVar("C", bound=HasSetUp)


def always(_: Any) -> bool:
    """Return True: the condition of a command that is always possible."""
    return True


class Command(NamedTuple, Generic[H]):
    """A command: its label, its action with an argument, and the condition under which it is possible.

    `keys` are its shortcuts on the board (`KeyboardEvent.key` in lower case); `fits` returns True if the current game
    has a use for the command. The type parameter is the interface that the action needs from the application.
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
    """Return a command for a table; it does nothing without one."""

    def guarded(ask: Callable[[Table], bool]) -> Callable[[P], bool]:
        return lambda host: host.place.table is not None and ask(host.place.table)

    def run(host: P, arg: str) -> None:
        if host.place.table is not None:
            what(host, host.place.table, arg)

    return Command(label, run, guarded(when), keys, always if fits is None else guarded(fits))


def set_up(
    label: Message, what: Callable[[SetUp, Plan, str], None], when: Callable[[SetUp], bool] = always
) -> Command[C]:
    """Return a command that changes the set-up; it does nothing if no game is being set up."""

    def run(host: C, arg: str) -> None:
        if host.setup.plan is not None:
            what(host.setup, host.setup.plan, arg)

    return Command(label, run, lambda host: host.setup.plan is not None and when(host.setup))


def sheet(name: str) -> Callable[[P, Table, str], None]:
    """Return an action that opens a sheet about the table."""
    return lambda host, _, arg: host.place.lay(name, arg)


def later(part: str, name: str) -> Callable[..., None]:
    """Return an action that imports the module `part` on its first use and calls its function `name`."""

    def run(*given: Any) -> None:
        getattr(import_module(f"chowk.{part}"), name)(*given)

    return run
