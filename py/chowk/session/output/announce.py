"""Announcements of moves for screen readers: events, move only, or events and score, by the player's setting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chowk.core.message import Message, Who, say
from chowk.session.table import Table
from chowk.storage.settings import Settings

FACTS: Final = 3
"""Number of facts of each player that are announced as the score, at most."""


def told(much: str, table: Table) -> tuple[Message, ...]:
    """Return the announcement of the last move, in the detail that the setting `much` asks for."""
    line = table.log.lines[-1]
    if much == "short" and line.seat >= 0:
        return (say("{player}: {move}", player=Who(line.seat), move=line.written),)
    if much == "full":
        return (*table.log.heard, *standing(table))
    return table.log.heard


def remarked(settings: Settings, table: Table) -> tuple[Message, ...]:
    """Return the remark that an opponent makes now, or nothing if there is none or remarks are switched off."""
    from chowk.session.output import bot_chat  # read once somebody sits opposite

    if not settings.remarks or not any(seat.kind == "bot" for seat in table.plan.seats):
        return ()
    if table.match.ply and not bot_chat.begun(table):
        return ()  # the greeting comes only once
    found = bot_chat.remark(table)
    return () if found is None else (say("{player}: {move}", player=Who(found[0]), move=found[1]),)


def standing(table: Table) -> Iterator[Message]:
    """Yield the first facts of every player, which include the score."""
    for seat, facts in enumerate(table.counts):
        for fact in facts[:FACTS]:
            yield say("{player}, {what}: {count}", player=Who(seat), what=fact.label, count=fact.value)
