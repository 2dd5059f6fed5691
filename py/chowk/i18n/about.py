"""What Chowk says of itself; it counts the games on the shelf."""

from __future__ import annotations

from chowk import games
from chowk.core.message import Message, say_many


def name() -> Message:
    """What the page is called where there is room for more than its name."""
    return say_many("Chowk: {count} board game", "Chowk: {count} board games", len(games.SHELF))


def description() -> Message:
    """What an installed page is described by."""
    return say_many(
        "{count} board game for one table, played on this device, with or without a network.",
        "{count} board games for one table, played on this device, with or without a network.",
        len(games.SHELF),
    )


def meaning() -> Message:
    """What it is, and what its name means."""
    return say_many(
        "{count} board game for one table. A chowk is a crossroads, where people meet and play.",
        "{count} board games for one table. A chowk is a crossroads, where people meet and play.",
        len(games.SHELF),
    )
