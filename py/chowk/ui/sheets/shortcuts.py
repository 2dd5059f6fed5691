"""The sheet with the keyboard shortcuts of the current game. It is made from the tables of commands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from chowk.core.message import Message, say, say_in
from chowk.i18n.i18n import Words
from chowk.session.input.keyboard import STEERING
from chowk.ui.nodes import Node, el
from chowk.ui.parts import sheet, switch

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.slots import Slot
    from chowk.ui.viewer import Viewer


_CAPS: Final[Mapping[str, str]] = {
    "ArrowLeft": "←",
    "ArrowUp": "↑",
    "ArrowDown": "↓",
    "ArrowRight": "→",
    "Escape": "Esc",
    "pageup": "Page Up",
    "pagedown": "Page Down",
}
"""Labels of the keys whose label differs from the browser's name of the key."""
_GROUPS: Final[tuple[tuple[Message, Slot | None, tuple[str, ...]], ...]] = (
    (say("The turn"), "turn-keys", ("roll", "undo", "redo", "rotate", "mirror")),
    (
        say("Questions"),
        None,
        (
            "announce-turn",
            "announce-moves",
            "announce-last",
            "announce-score",
            "announce-clock",
            "announce-surroundings",
        ),
    ),
    (say("Going through past moves"), "past-keys", ("back", "forward")),
)
"""Groups of keyboard commands: the title, the slot through which features add commands, and the commands' names.

Commands that are in no group are listed last.
"""

_WHERE: Final = say(
    "Letters work everywhere at a table. All other keys work while the board is selected: press Tab to get there."
)
"""The note that says with which focus the listed keys work."""

_SECOND: Final[Mapping[str, str]] = {"roll": "announce-dice"}
"""For a command, the command that its keys run while the first is not possible. Both are listed in one row."""


class KeyRow(NamedTuple):
    """A row of the sheet: keys, and the label of the command, or of the two commands, that they run."""

    keys: tuple[str, ...]
    label: Message


def shortcuts(viewer: Viewer, words: Words, _: str = "") -> Node:
    """Draw the sheet with the keyboard shortcuts."""
    nodes: list[Node] = []
    for title, rows in groups(viewer):
        nodes += [el("h3", words(title)), el("dl", [_row(words, row) for row in rows], class_="keys")]
    return sheet(
        viewer,
        words,
        "shortcuts",
        say("Keyboard"),
        el("p", words(_WHERE), class_="note"),
        el("div", switch(words, "set", "shortcuts", say("Letters and digits as shortcuts"), viewer.settings.shortcuts)),
        *nodes,
        class_="shortcuts",
    )


def groups(viewer: Viewer) -> Iterator[tuple[Message, list[KeyRow]]]:
    """Yield the title and the rows of each group of keys. Without a table, yield the keys of all games."""
    table = viewer.table
    yield say("On the board"), [KeyRow(row.keys, row.label) for row in STEERING if table is None or row.fits(table)]
    grouped = [(title, _with_features(viewer, slot, names)) for title, slot, names in _GROUPS]
    known = {name for _, names in grouped for name in names} | {*_SECOND.values()}
    remaining = [name for name in viewer.commands.with_keys() if name not in known]
    for title, names in (*grouped, (say("Everything else"), remaining)):
        fitting = [name for name in names if table is None or viewer.commands.fits(name)]
        if fitting:
            yield title, [KeyRow(viewer.commands.keys(name), _label(viewer, name)) for name in fitting]


def _label(viewer: Viewer, name: str) -> Message:
    """Return the label of a command. If its keys run another command while it is unavailable, the label names both."""
    first = viewer.commands.label(name)
    if name not in _SECOND:
        return first
    second = viewer.commands.label(_SECOND[name])
    return say("{first}, or if that is impossible now: {second}", first=first, second=second)


def _with_features(viewer: Viewer, slot: Slot | None, names: tuple[str, ...]) -> list[str]:
    """Return the names of a group's commands: `names`, and the commands that features add through `slot`.

    They are sorted by place, a number. The commands in `names` have the places 0, 10, 20 and so on, and a feature's
    command has its `Control.place`.
    """
    placed = [(10 * index, name) for index, name in enumerate(names)]
    placed += [(row.place, row.command) for row in viewer.slots.get(slot or "", ())]
    return [name for _, name in sorted(placed)]


def _row(words: Words, row: KeyRow) -> Node:
    caps = [el("kbd", _cap(words, key), translate="no" if key != " " else None) for key in _shortened(row.keys)]
    return el("div", el("dt", caps), el("dd", words(row.label)))


def _shortened(keys: tuple[str, ...]) -> tuple[str, ...]:
    """Return the keys as the sheet shows them. A long row of keys, such as the digits, becomes one text: `1 … 9`."""
    return (f"{keys[0]} … {keys[-1]}",) if len(keys) > len(_CAPS) else keys


def _cap(words: Words, key: str) -> str:
    if key == " ":
        return words(say_in("a key", "Space"))
    return _CAPS.get(key, key.upper() if len(key) == 1 else key)
