"""Links as QR codes: choosing the link to encode, and drawing its code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chowk.core.errors import TextError
from chowk.core.message import say
from chowk.features.sharing import send
from chowk.features.sharing.ports import SharingHost

MOST: Final = 1270
"""Maximum length of a link, in characters: the capacity of a QR code of version 25, level L.

Larger codes cannot be read reliably from a screen.
"""
QUIET: Final = 4
"""Width of the quiet zone around a QR code, in modules. The QR standard requires it."""


def link(host: SharingHost, arg: str) -> str:
    """Return the link to encode as a QR code.

    `arg` is `letter TABLE` for the link to the other players, `seat TABLE` for the link that transfers this device's
    seat at that table, or `share EXTENT` for the game on the screen (`EXTENT` is one of `send.EXTENTS`). Raise
    `TextError` if there is no such link, or if the link is too long for a code.
    """
    kind, _, value = arg.partition(" ")
    if kind in ("letter", "seat"):
        address = host.sharing.address() + host.remote.fragment(kind, value)
    else:
        table = host.place.table
        assert table is not None, "what is shared lies on a table"
        address = send.address(host, table, value)
    if len(address) > MOST:
        raise TextError(say("This link is too long for a code. Copy it, or send it by a messenger."))
    return address


def path(rows: str) -> tuple[int, str]:
    """Return the side of a QR code in modules, including its quiet zone, and its dark modules as an SVG path.

    `rows` are the lines of `0` and `1` that `QrCodes.code` returns.
    """
    lines = rows.split("\n")
    return len(lines) + 2 * QUIET, "".join(_runs(lines))


def _runs(lines: list[str]) -> Iterator[str]:
    for y, line in enumerate(lines):
        column = 0
        while (start := line.find("1", column)) >= 0:
            end = line.find("0", start)
            column = len(line) if end < 0 else end
            yield f"M{start + QUIET} {y + QUIET}h{column - start}v1h-{column - start}z"
