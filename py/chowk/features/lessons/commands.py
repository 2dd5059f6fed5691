"""Commands for lessons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final

from chowk import games
from chowk.core.message import say, say_in
from chowk.session.command import Command, at_table, later
from chowk.session.host_ports import GameHost
from chowk.session.table import Table
from chowk.ui.slots import Control


def _lessons() -> Any:
    """Return the lessons module, imported at first use to keep the start fast."""
    return import_module("chowk.features.lessons.lessons")


def _learn(host: GameHost, name: str) -> None:
    """Start a game's first lesson. Show the list of lessons if no game is called `name`."""
    if name in games.taught():
        _lessons().begin(host, name)
    else:
        host.place.open_sheet("learn")


def _learning(table: Table) -> bool:
    return table.kind == "lesson"


def _task(step: int) -> Callable[[GameHost, Table], None]:
    return lambda host, table: _lessons().go(host, table, step)


def _can_task(step: int) -> Callable[[Table], bool]:
    return lambda table: _learning(table) and bool(_lessons().has_task(table, step))


COMMANDS: Final[Mapping[str, Command[GameHost]]] = {
    "learn": Command(say_in("the player does it", "Learn"), _learn, takes=(str,)),
    "lesson-next": at_table(say("Next step"), _task(1), _can_task(1)),
    "lesson-back": at_table(say("Previous step"), _task(-1), _can_task(-1)),
    "lesson-leave": at_table(
        say_in("the player does it", "Leave the lesson"),
        later("features.lessons.lessons", "leave"),
        _learning,
    ),
}
"""The commands of this feature by name."""
CONTROLS: Final = (
    Control(
        "cards",
        10,
        "learn",
        "learn",
        label=say_in("the player does it", "Learn a game"),
        note=say("Small tasks on the real board. You can stop at any time and go on later."),
    ),
    Control("lesson", 10, "learn", "learn", label=say_in("the player does it", "Learn in two minutes")),
)
"""The controls that this feature adds to screens and sheets."""
