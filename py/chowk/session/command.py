"""Commands: functions with typed arguments. A control of the page holds a command's name and arguments as text.

Only `written` turns arguments into text, and only `Command.values` turns text into arguments. A command lists the types
of its arguments. They cannot be read from the signature of its function: the shipped code has no annotations, and most
functions are imported when their command first runs. `docs/commands.md` lists all commands. A test compares that list
with the types and the signatures.
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
    """The interface of an application that knows which table and sheets are open."""

    @property
    def place(self) -> Whereabouts:
        """The player's place (home page or table), and the open sheets over it."""


class HasSetUp(Protocol):
    """The interface of an application in which a new game can be set up."""

    @property
    def setup(self) -> SetUp:
        """The set-up of a new game."""


P = TypeVar("P", bound=HasPlace)
C = TypeVar("C", bound=HasSetUp)


def always(_: Any) -> bool:
    """Return True. This is the condition of a command that can always be carried out."""
    return True


Value: TypeAlias = "str | int | bool | None"
"""The value of an argument of a command."""
Kind: TypeAlias = "Callable[[str], Value] | tuple[str, ...]"
"""The type of an argument: the function that reads it from text (`str`, `number`, `switch`), or a tuple of all allowed
texts."""


def number(text: str) -> int:
    """Return the whole number in a text of at most nine digits; raise `ValueError` for any other text."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise ValueError(text)
    return int(text)


def number_or_none(text: str) -> int | None:
    """Return the whole number in a text as `number` does, or None if the text is empty or `none`."""
    return None if text in ("", "none") else number(text)


def switch(text: str) -> bool:
    """Return True for the text `on` and False for `off`; raise `ValueError` for any other text."""
    return ("off", "on").index(text) == 1


def written(*values: Value) -> str:
    """Return the arguments of a command as the text that a control (such as a button) holds.

    `Command.values` turns the text into arguments again.
    """
    texts = [_written(value) for value in values]
    while texts and not texts[-1]:
        texts.pop()
    return " ".join(texts)


def _written(value: Value) -> str:
    if value is None or isinstance(value, bool):
        return "" if value is None else "on" if value else "off"
    return str(value)


class Command(NamedTuple, Generic[H]):
    """A command: its label, its action, and the condition under which it can be carried out.

    `action` is the function that carries the command out. `when` returns True if that is possible now. `keys` are its
    shortcuts on the board (`KeyboardEvent.key` in lower case). `fits` returns True if the game at the table has a use
    for the command. `takes` are the types of the action's arguments. The type parameter is the interface that the
    action needs from the application.
    """

    label: Message
    action: Callable[Concatenate[H, ...], None]
    when: Callable[[H], bool] = always
    keys: tuple[str, ...] = ()
    fits: Callable[[H], bool] = always
    takes: tuple[Kind, ...] = ()

    def values(self, text: str) -> tuple[Value, ...] | None:
        """Return the arguments in a control's text, or None if the text is invalid, as on an outdated page.

        Arguments are separated by single spaces. The last argument is the rest of the text. A missing argument is read
        from an empty text.
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
    """The commands of the page, by name.

    Views ask for a command's label and keys, and whether it can be carried out now.
    """

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
        """Return True if the command makes sense in the game at the table, whether or not it can be carried out now."""
        return bool(self._table[name].fits(self._host))

    def keys(self, name: str) -> tuple[str, ...]:
        """Return the keys of a command, as `KeyboardEvent.key` gives them, in lower case."""
        return self._table[name].keys

    def with_keys(self) -> Iterator[str]:
        """Yield the names of the commands that have keys."""
        return (name for name, command in self._table.items() if command.keys)


def at_table(
    label: Message,
    action: Callable[Concatenate[P, Table, ...], None],
    when: Callable[[Table], bool] = always,
    keys: tuple[str, ...] = (),
    fits: Callable[[Table], bool] | None = None,
    takes: tuple[Kind, ...] = (),
) -> Command[P]:
    """Return a command whose action is called with the open table. It cannot be carried out without a table.

    The arguments become the attributes of the `Command`. `when` and `fits` are called with the open table, too.
    """

    def guarded(ask: Callable[[Table], bool]) -> Callable[[P], bool]:
        return lambda host: (table := host.place.table) is not None and ask(table)

    def run(host: P, *values: Value) -> None:
        if host.place.table is not None:
            action(host, host.place.table, *values)

    return Command(label, run, guarded(when), keys, always if fits is None else guarded(fits), takes)


def set_up(
    label: Message,
    action: Callable[Concatenate[SetUp, Plan, ...], None],
    when: Callable[[SetUp], bool] = always,
    takes: tuple[Kind, ...] = (),
) -> Command[C]:
    """Return a command that changes the set-up of a game. It does nothing if no game is being set up.

    The arguments become the attributes of the `Command`. `action` is called with the set-up and its plan, `when` with
    the set-up.
    """

    def run(host: C, *values: Value) -> None:
        if host.setup.plan is not None:
            action(host.setup, host.setup.plan, *values)

    return Command(label, run, lambda host: host.setup.plan is not None and when(host.setup), takes=takes)


def sheet(name: str) -> Callable[..., None]:
    """Return an action that opens the sheet `name` (a layer over the page).

    The command's argument says what the sheet is about, such as the name of a game.
    """

    def run(host: HasPlace, _: Table, about: Value = "") -> None:
        host.place.open_sheet(name, written(about))

    return run


class LateAction:
    """An action whose module is imported when the action first runs.

    Its function is called with the values of the caller, and after them `arguments`.
    """

    def __init__(self, module: str, name: str, arguments: tuple[Value, ...]) -> None:
        self.module, self.name, self.arguments = module, name, arguments

    def __call__(self, *values: Any) -> None:
        """Import the action if necessary, and call it with `values` and then `arguments`."""
        self.action(*values, *self.arguments)

    @property
    def action(self) -> Callable[..., None]:
        """The function that carries out the action. Reading this attribute imports the function's module."""
        function: Callable[..., None] = getattr(import_module(f"chowk.{self.module}"), self.name)
        return function


def later(module: str, name: str, *arguments: Value) -> LateAction:
    """Return an action that imports `module` when it first runs, and then calls its function `name`.

    `arguments` are passed to the function after the caller's arguments.
    """
    return LateAction(module, name, arguments)
