"""What stands on the shelf for a game before any of its modules is loaded."""

from __future__ import annotations

from typing import NamedTuple

from chowk.core.message import Message


class Sign(NamedTuple):
    """What the home page says of a game before any of its modules is loaded.

    `ready` is False for a game that is announced but cannot be opened yet; `minutes` is a usual game's length;
    `credit` says whose game it is by whose rules this one plays, where that is to be said. `lot` says that by the rules
    a lot decides who plays which side, as it then does unless somebody chooses.
    """

    name: str
    title: Message
    summary: Message
    seats: tuple[int, ...]
    minutes: int
    ready: bool = True
    credit: Message | None = None
    lot: bool = False
