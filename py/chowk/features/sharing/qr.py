"""Links as QR codes: which links there are, and how a code is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chowk.core.errors import TextError
from chowk.core.message import say
from chowk.features.sharing import send
from chowk.features.sharing.ports import Sharer

MOST: Final = 1270
"""Letters of a link at most: what the largest code holds that cameras read from a screen (version 25, level L)."""
QUIET: Final = 4
"""Light modules around a code, by its standard."""


def link(sharer: Sharer, arg: str) -> str:
    """The address that a code is asked for: `letter TABLE`, what is played apart, `seat TABLE`, one's seat there,
    or `share HOW`, the game shown.

    Raises `TextError` where there is none, or where it is too long.
    """
    what, _, rest = arg.partition(" ")
    if what in ("letter", "seat"):
        found = sharer.world.outlet.address() + sharer.remote.fragment(what, rest)
    else:
        table = sharer.place.table
        assert table is not None, "what is shared lies on a table"
        found = send.address(sharer, table, rest)
    if len(found) > MOST:
        raise TextError(say("This link is too long for a code. Copy it, or send it by a messenger."))
    return found


def path(rows: str) -> tuple[int, str]:
    """How many modules a code has a side, its quiet zone with it, and the outline of its dark ones."""
    lines = rows.split("\n")
    return len(lines) + 2 * QUIET, "".join(_runs(lines))


def _runs(lines: list[str]) -> Iterator[str]:
    for y, line in enumerate(lines):
        at = 0
        while (start := line.find("1", at)) >= 0:
            end = line.find("0", start)
            at = len(line) if end < 0 else end
            yield f"M{start + QUIET} {y + QUIET}h{at - start}v1h-{at - start}z"
