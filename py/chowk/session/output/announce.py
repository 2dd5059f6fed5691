"""What is said aloud of a move: what happened, only the move, or the score as well, as the settings ask for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chowk.core.message import Message, Who, say
from chowk.session.table import Table
from chowk.storage.settings import Settings

FACTS: Final = 3
"""So many numbers of each player's card make up the score, at most."""


def told(much: str, table: Table) -> tuple[Message, ...]:
    """What is said of the last move at the table: so much as the setting asks for."""
    line = table.log.lines[-1]
    if much == "short" and line.seat >= 0:
        return (say("{player}: {move}", player=Who(line.seat), move=line.written),)
    if much == "full":
        return (*table.log.told, *standing(table))
    return table.log.told


def remarked(settings: Settings, table: Table) -> tuple[Message, ...]:
    """What an opponent says at the moment, unless they are to be silent."""
    from chowk.session.output import bot_chat  # read once somebody sits opposite

    if not settings.remarks or not any(seat.kind == "bot" for seat in table.plan.seats):
        return ()
    if table.match.ply and not bot_chat.begun(table):
        return ()  # who greets does so once
    found = bot_chat.remark(table)
    return () if found is None else (say("{player}: {move}", player=Who(found[0]), move=found[1]),)


def standing(table: Table) -> Iterator[Message]:
    """The first numbers of every player, the score among them."""
    for seat, facts in enumerate(table.counts):
        for fact in facts[:FACTS]:
            yield say("{player}, {what}: {count}", player=Who(seat), what=fact.label, count=fact.value)
