"""The command that asks for a hint, and the conditions for it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from chowk.core.message import say
from chowk.session.command import Command, at_table
from chowk.session.host_ports import GameHost
from chowk.session.table import Table
from chowk.ui.slots import Control


def _can_ask(table: Table) -> bool:
    """Return True if the player to move may ask for a hint now."""
    return (
        table.choice.awaited is not None
        and table.display.shown_ply is None
        and table.aids
        and table.kind != "draft"
        and (table.kind != "analysis" or _shows_values(table))
    )


def _shows_values(desk: Any) -> bool:
    """Return True if an analysis shows its values. If it hides them, a hint could give away an exercise's answer."""
    return bool(desk.engine)


def _hint(host: GameHost, table: Table) -> None:
    host.spawn(import_module("chowk.features.hints.hints").deepen(host, table))


COMMANDS: Final[Mapping[str, Command[GameHost]]] = {
    "hint": at_table(say("Hint"), _hint, _can_ask, ("h",)),
}
"""The commands of this feature by name."""
CONTROLS: Final = (Control("actions", 10, "hint", "hint"), Control("turn-keys", 5, "hint"))
"""The controls that this feature adds to screens and sheets."""
