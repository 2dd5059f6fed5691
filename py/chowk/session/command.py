"""Commands as values: functions with typed arguments, which controls carry as a text.

`Command.values` is the only place where such a text becomes arguments, and `written` the only one where arguments
become a text. What a command takes is listed beside its name and not read from the signature of its function: shipped
code has no annotations, and most functions are imported when their command first runs. `docs/commands.md` lists all
commands; a test compares it, the lists here and the signatures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from chowk.core.message import Message
from chowk.session.navigation import Whereabouts
from chowk.session.setup import SetUp
from chowk.session.table import Table
from chowk.storage.plan import Plan

if TYPE_CHECKING:  # read by type checkers only
    from typing import Concatenate

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


Value: TypeAlias = "str | int | bool | None"
"""An argument of a command."""
Kind: TypeAlias = "Callable[[str], Value] | tuple[str, ...]"
"""The type of an argument: a function that reads it (`str`, `number`, `switch`), or all texts that it may be."""


def number(text: str) -> int:
    """Read a whole number of at most nine digits, or raise `ValueError`."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise ValueError(text)
    return int(text)


def number_or_none(text: str) -> int | None:
    """Read a number, or None from an empty text or `none`."""
    return None if text in ("", "none") else number(text)


def switch(text: str) -> bool:
    """Read the state of a switch: `on` or `off`."""
    return ("off", "on").index(text) == 1


def written(*values: Value) -> str:
    """Return the text in which a control carries arguments; `Command.values` reads it."""
    texts = [_written(value) for value in values]
    while texts and not texts[-1]:
        texts.pop()
    return " ".join(texts)


def _written(value: Value) -> str:
    if value is None or isinstance(value, bool):
        return "" if value is None else "on" if value else "off"
    return str(value)


class Command(NamedTuple, Generic[H]):
    """A command: its label, its action, and the condition under which it is possible.

    `keys` are its shortcuts on the board (`KeyboardEvent.key` in lower case); `fits` returns True if the current game
    has a use for the command; `takes` are the types of the action's arguments. The type parameter is the interface that
    the action needs from the application.
    """

    label: Message
    what: Callable[Concatenate[H, ...], None]
    when: Callable[[H], bool] = always
    keys: tuple[str, ...] = ()
    fits: Callable[[H], bool] = always
    takes: tuple[Kind, ...] = ()

    def values(self, text: str) -> tuple[Value, ...] | None:
        """Return the arguments in a control's text, or None if the text is wrong, as in a page that is out of date.

        Arguments are separated by single spaces; the last one has the rest of the text, and missing ones are empty.
        """
        parts = text.split(" ", len(self.takes) - 1) if self.takes else [text] if text else []
        parts += [""] * (len(self.takes) - len(parts))
        try:
            return tuple(_read(kind, part) for kind, part in zip(self.takes, parts, strict=True))
        except ValueError:
            return None


def _read(kind: Kind, text: str) -> Value:
    return kind[kind.index(text)] if isinstance(kind, tuple) else kind(text)


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
    what: Callable[Concatenate[P, Table, ...], None],
    when: Callable[[Table], bool] = always,
    keys: tuple[str, ...] = (),
    fits: Callable[[Table], bool] | None = None,
    takes: tuple[Kind, ...] = (),
) -> Command[P]:
    """Return a command for a table; it does nothing without one."""

    def guarded(ask: Callable[[Table], bool]) -> Callable[[P], bool]:
        return lambda host: host.place.table is not None and ask(host.place.table)

    def run(host: P, *values: Value) -> None:
        if host.place.table is not None:
            what(host, host.place.table, *values)

    return Command(label, run, guarded(when), keys, always if fits is None else guarded(fits), takes)


def set_up(
    label: Message,
    what: Callable[Concatenate[SetUp, Plan, ...], None],
    when: Callable[[SetUp], bool] = always,
    takes: tuple[Kind, ...] = (),
) -> Command[C]:
    """Return a command that changes the set-up; it does nothing if no game is being set up."""

    def run(host: C, *values: Value) -> None:
        if host.setup.plan is not None:
            what(host.setup, host.setup.plan, *values)

    return Command(label, run, lambda host: host.setup.plan is not None and when(host.setup), takes=takes)


def sheet(name: str) -> Callable[..., None]:
    """Return an action that opens a sheet about the table."""

    def run(host: HasPlace, _: Table, about: Value = "") -> None:
        host.place.lay(name, written(about))

    return run


class LateAction:
    """An action in a module that is imported when the action is first carried out, with the last arguments `given`."""

    def __init__(self, module: str, name: str, given: tuple[Value, ...]) -> None:
        self.module, self.name, self.given = module, name, given

    def __call__(self, *values: Any) -> None:
        """Carry the action out."""
        self.action(*values, *self.given)

    @property
    def action(self) -> Callable[..., None]:
        """The function."""
        found: Callable[..., None] = getattr(import_module(f"chowk.{self.module}"), self.name)
        return found


def later(module: str, name: str, *given: Value) -> LateAction:
    """Return the action `name` of the module, which is not imported before its first use."""
    return LateAction(module, name, given)
