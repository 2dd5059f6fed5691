"""The player's own games that are over, as a text that the worker reads as a collection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from chowk import games
from chowk.core import record
from chowk.core.message import Message, english, say
from chowk.session.seats import seat_name

if TYPE_CHECKING:  # read by type checkers only
    from chowk.features.sharing.ports import SharingHost
    from chowk.storage.saves import Save

SLICE: Final = 0.015
"""Longest time of work without a pause in which the page can react, in seconds."""


class OwnGames(NamedTuple):
    """The player's own games: their records as one text, and their identifiers in the same order.

    `people` are the names of the people who play in them. Computer opponents are left out.
    """

    text: str
    ids: list[str]
    people: list[str]


async def written(host: SharingHost) -> OwnGames:
    """Return the player's own games that are over, as records."""
    saves, clock = host.kept.saves, host.clock
    began = clock.instant()
    for name in saves.unread:
        for _ in saves.reading(name):
            if clock.instant() - began > 1000 * SLICE:
                await clock.sleep(0)
                began = clock.instant()
    over = [save for save in saves.values() if save.match.outcome() is not None and save.match.ply]
    texts, people = list[str](), set[str]()
    for save in over:
        headers, names = _named(host, save)
        texts.append(record.write(save.match, headers))
        people.update(names)
    return OwnGames("\n".join(texts), [save.id for save in over], sorted(people))


def _named(host: SharingHost, save: Save) -> tuple[dict[str, str], list[str]]:
    """Return the headers of a saved game (date and players), and the names of the players who are people."""
    game, start = games.load(save.plan.game), save.match.position_after(0)
    alone = sum(seat.kind == "person" for seat in save.plan.seats) == 1
    headers, people = {"Date": save.created[:10].replace("-", ".")}, list[str]()
    for seat, plan in enumerate(save.plan.seats):
        is_you = alone and plan.kind == "person" and not plan.name
        name = say("You") if is_you else seat_name(game, plan, start, seat)
        text = host.words(name) if isinstance(name, Message) else str(name)
        headers[english(game.side(start, seat))] = text
        if plan.kind == "person":
            people.append(text)
    return headers, people
