"""Board search in the page: edit the conditions of a search for games by what is on the board.

The user sets numbers and choices, and paints a pattern of squares. These conditions are part of the filters of a list
of games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chowk.features.collections import sought
from chowk.features.collections.sought import Sought
from chowk.features.position_editor import commands as position_editor
from chowk.features.position_editor.painting import Painting, Pattern

if TYPE_CHECKING:  # read by type checkers only
    from collections.abc import Callable

    from chowk.features.collections.listing import Filters

_SWITCH: Final = {"on": True, "off": False}


def changed(filters: Filters, text: str) -> Filters | None:
    """Apply a change to the board search in `filters`. Return the new filters, or None if the change is not possible.

    `text` consists of words: the name of the game to search for, and one of these changes:

    * `value FIELD VALUE` sets a field: one of the numbers and choices that the game offers.
    * `images on` or `images off` sets whether symmetric positions count.
    * `pattern` removes the pattern.
    * `game` changes nothing but the game to search for.
    """
    name, _, rest = text.partition(" ")
    part, _, value = rest.partition(" ")
    now = of_game(filters, name)
    if now is None:
        return None
    match part:
        case "value":
            field, _, given = value.partition(" ")
            now = now.with_value(field, given.strip())
        case "images" if value in _SWITCH:
            now = now._replace(images=_SWITCH[value])
        case "pattern":
            now = now.with_pattern({})
        case "game":
            pass
        case _:
            return None
    return sets(filters, now)


def of_game(filters: Filters, name: str) -> Sought | None:
    """Return the filters' board search for the game `name`, or an empty one; None if that game cannot be searched."""
    now = sought.read(filters.sought)
    return now if now is not None and now.game == name else sought.read(name)


def sets(filters: Filters, now: Sought) -> Filters:
    """Return `filters` with the board search `now` in place of the former one. Invalid values in `now` are left out."""
    conditions = now.conditions
    values = conditions.values if conditions is not None else {}
    return filters.with_field("sought", now._replace(values=tuple(sorted(values.items()))).write())


def paint(
    host: position_editor.EditorHost, key: str, filters: Filters, name: str, browse: Callable[[str, str], None]
) -> None:
    """Let the player paint the pattern to search for in the game `name`.

    Afterwards call `browse` with the key of the collection and the filters as text.
    """
    now = of_game(filters, name)
    if now is None:
        return

    def with_pattern(pattern: Pattern) -> str:
        return sets(filters, now.with_pattern(pattern)).write()

    painting = Painting(
        lambda pattern: browse(key, with_pattern(pattern)),
        lambda: browse(key, filters.write()),
        lambda pattern: f"{key} {with_pattern(pattern)}",
    )
    position_editor.paint(host, name, dict(now.pattern), painting)
