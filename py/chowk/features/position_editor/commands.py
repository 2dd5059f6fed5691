"""Commands for the position editor. Its modules are a separate parcel that is fetched at first use."""

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
        """The application's interface for opening the position editor."""


begin: Final = FetchedAction(parcels.EDITOR, "features.position_editor.editor", "begin")
"""Open the editor with a position as text or with the position at the table."""


def _draft(
    label: Message,
    name: str,
    keys: tuple[str, ...] = (),
    when: Callable[[Any], bool] | None = None,
    takes: tuple[Kind, ...] = (),
) -> Command[Any]:
    """Return a command that is available only in the position editor. `name` is the editor's function that it calls."""
    return at_table(
        label,
        later("features.position_editor.editor", name),
        lambda table: table.kind == "draft" and (when is None or when(table)),
        keys,
        lambda table: table.kind == "draft",
        takes,
    )


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
    "draft-set": _draft(say("House rules"), "setting", takes=(str, str)),
    "draft-empty": _draft(say_in("the page does it", "Clear the board"), "empty"),
    "draft-start": _draft(say("Beginning"), "start", takes=(number_or_none,)),
    "draft-turn": _draft(say_in("the page does it", "Rotate"), "turn", takes=(number,)),
    "draft-named": _draft(say("Opening"), "named", takes=(number_or_none,)),
    "draft-undo": _draft(say_in("the page does it", "Undo"), "undo", ("u",), when=lambda desk: desk.earlier),
    "draft-text": _draft(say("The position as text"), "typed", takes=(str,)),
    "draft-analyse": _draft(say_in("the player does it", "Analyse"), "analyse", when=lambda desk: desk.fault is None),
    "draft-challenge": _draft(
        say_in("the player does it", "Play this position"), "challenge", when=lambda desk: desk.fault is None
    ),
}
"""The commands of this feature by name."""
