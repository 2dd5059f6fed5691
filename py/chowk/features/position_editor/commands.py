"""Commands of the position editor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final

from chowk.core.message import Message, say, say_in
from chowk.features.analysis.commands import may_analyse
from chowk.session.command import Command, at_table, later
from chowk.session.tabs import Tab


def _draft(
    label: Message, name: str, keys: tuple[str, ...] = (), arg: str = "", when: Callable[[Any], bool] | None = None
) -> Command[Any]:
    """Return a command that is available only in the position editor."""
    what = later("features.position_editor.editor", name)
    return at_table(
        label,
        lambda student, table, given: what(student, table, given or arg),
        lambda table: table.kind == "draft" and (when is None or when(table)),
        keys,
        lambda table: table.kind == "draft",
    )


def _set_up(student: Tab, told: str) -> None:
    """Open the position editor for a game by name, or for the one at the table."""
    name, _, text = told.partition(" ")
    import_module("chowk.features.position_editor.editor").begin(student, name, text)


COMMANDS: Final[Mapping[str, Command[Tab]]] = {
    "draft": Command(say_in("the player does it", "Set up a position"), _set_up, may_analyse),
    "draft-leave": _draft(say_in("the player does it", "Leave this position"), "leave"),
    "draft-tool": _draft(say("What is placed"), "tool"),
    "draft-next": _draft(say("The next piece to place"), "next_tool", ("t",)),
    "draft-set": _draft(say("House rules"), "setting"),
    "draft-empty": _draft(say_in("the page does it", "Clear the board"), "empty"),
    "draft-start": _draft(say("Beginning"), "start"),
    "draft-turn": _draft(say_in("the page does it", "Rotate"), "turn"),
    "draft-named": _draft(say("Opening"), "named"),
    "draft-undo": _draft(say_in("the page does it", "Undo"), "undo", ("u",), when=lambda desk: desk.earlier),
    "draft-text": _draft(say("The position as text"), "typed"),
    "draft-analyse": _draft(say_in("the player does it", "Analyse"), "analyse", when=lambda desk: desk.fault is None),
    "draft-challenge": _draft(
        say_in("the player does it", "Play this position"), "challenge", when=lambda desk: desk.fault is None
    ),
}
"""Commands of this feature, by the names that controls use."""
