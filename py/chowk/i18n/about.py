"""Sentences that describe Chowk, with the number of its games."""

from __future__ import annotations

from chowk import games
from chowk.core.message import Message, say_many


def name() -> Message:
    """Return the title of the page: its name, and its number of games."""
    return say_many("Chowk: {count} board game", "Chowk: {count} board games", len(games.SHELF))


def description() -> Message:
    """Return the description of the page in the web app manifest."""
    return say_many(
        "{count} board game for one table, played on this device, with or without a network.",
        "{count} board games for one table, played on this device, with or without a network.",
        len(games.SHELF),
    )


def meaning() -> Message:
    """Return a description of the page that explains the name Chowk."""
    return say_many(
        "{count} board game for one table. A chowk is a crossroads, where people meet and play.",
        "{count} board games for one table. A chowk is a crossroads, where people meet and play.",
        len(games.SHELF),
    )
