"""Commands for the position editor. Its modules form a parcel: they are fetched together at first use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from chowk.core import parcels
from chowk.core.message import Message, say, say_in
from chowk.features.analysis.commands import may_analyse
from chowk.features.sharing.fetching import FetchedAction
from chowk.session.command import Command, Kind, at_table, later, number, number_or_none

if TYPE_CHECKING:
    from typing import Protocol

    from chowk.features.sharing.ports import SharingHost
    from chowk.session.tabs import TabHost

    class EditorHost(SharingHost, TabHost, Protocol):
        """The part of the application that is needed to open the position editor."""


begin: Final = FetchedAction(parcels.EDITOR, "features.position_editor.editor", "begin")
"""The action that opens the editor with a position as text or with the position at the table."""

paint: Final = FetchedAction(parcels.EDITOR, "features.position_editor.pattern", "paint")
"""Let the player paint a pattern with the editor's board and tools. See `pattern.paint`."""


def _draft(
    label: Message,
    name: str,
    keys: tuple[str, ...] = (),
    when: Callable[[Any], bool] | None = None,
    takes: tuple[Kind, ...] = (),
) -> Command[Any]:
    """Return a command that is available only in the position editor. `name` is the editor's function that it calls.

    The other arguments are those of `Command`.
    """
    return at_table(
        label,
        later("features.position_editor.editor", name),
        lambda table: table.kind == "draft" and (when is None or when(table)),
        keys,
        lambda table: table.kind == "draft",
        takes,
    )


def _is_whole(desk: Any) -> bool:
    """Return True if the table is for setting up a position, not for painting a pattern."""
    return bool(desk.whole)


def _is_pattern(table: Any) -> bool:
    """Return True if the table is for painting a pattern."""
    return table.kind == "draft" and not table.whole


def _can_be_played(desk: Any) -> bool:
    return desk.whole and desk.fault is None


COMMANDS: Final[Mapping[str, Command[EditorHost]]] = {
    "draft": Command(
        say_in("the player does it", "Set up a position"),
        begin,
        may_analyse,
        takes=(str, str),
    ),
    "draft-leave": _draft(say_in("the player does it", "Leave this position"), "leave"),
    "draft-tool": _draft(say("What is placed"), "tool", takes=(str,)),
    "draft-next": _draft(say("The next piece to place"), "next_tool", ("t",)),
    "draft-set": _draft(say("House rules"), "setting", when=_is_whole, takes=(str, str)),
    "draft-empty": _draft(say_in("the page does it", "Clear the board"), "empty"),
    "draft-start": _draft(say("Beginning"), "start", when=_is_whole, takes=(number_or_none,)),
    "draft-turn": _draft(say_in("the page does it", "Rotate"), "turn", when=_is_whole, takes=(number,)),
    "draft-named": _draft(say("Opening"), "named", when=_is_whole, takes=(number_or_none,)),
    "draft-undo": _draft(say_in("the page does it", "Undo"), "undo", ("u",), when=lambda desk: desk.earlier),
    "draft-text": _draft(say("The position as text"), "typed", when=_is_whole, takes=(str,)),
    "draft-analyse": _draft(say_in("the player does it", "Analyse"), "analyse", when=_can_be_played),
    "draft-challenge": _draft(say_in("the player does it", "Play this position"), "challenge", when=_can_be_played),
    "draft-search": at_table(
        say_in("the page does it", "Search"),
        later("features.position_editor.pattern", "finish"),
        _is_pattern,
        fits=_is_pattern,
    ),
}
"""The commands of this feature by name."""
