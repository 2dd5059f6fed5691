"""A game that is open in several pages of one browser is played in one of them; in the others it can be looked at."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from chowk import games
from chowk.core.errors import TextError
from chowk.session.host_ports import Host
from chowk.session.output.log import Told
from chowk.session.table import Table
from chowk.storage import saves
from chowk.storage.kept import Kept
from chowk.storage.saves import Save

if TYPE_CHECKING:  # read only where somebody plays apart
    from chowk.storage.seat_keys import OwnSeat


class Locks(Protocol):
    """Which of the pages that a browser has open plays a game; where that cannot be known, each of them does."""

    async def take(self, name: str, asked: Callable[[], Awaitable[None]], insist: bool = False) -> bool:
        """Whether the game of that name is this page's to play now.

        When another page insists, `asked` is called here, and the other has the game once that is done. A page that
        does not answer loses it all the same, and is told by the same call when it wakes up.
        """

    def release(self, name: str) -> None:
        """Leaves the game to whoever takes it next."""


class Tab(Host, Protocol):
    """One of several pages with the same games."""

    @property
    def locks(self) -> Locks:
        """Which page plays which game."""

    @property
    def kept(self) -> Kept:
        """What the device keeps."""


def at_table(save: Save, own: OwnSeat | None = None, told: Told = ()) -> Table:
    """A table where a kept game goes on; `own` is one's seat if it is played apart, `told` what is in words already."""
    apart = None
    if save.apart is not None:
        from chowk.session import correspondence_state as state

        # First, for it gives the match its dice, of which the log tells.
        apart = state.seated(save.plan, save.match, save.apart, own.chain if own is not None else None)
        if own is not None and own.brought:
            apart = apart._replace(brought=(own.chain.chair,))
    table = Table(games.load(save.plan.game), save.plan, save.match, save.id, save.created, save.helped, told=told)
    table.about.seconds = save.seconds
    table.timing = save.timing or table.timing
    table.distance = apart
    return table


async def claim(tab: Tab, table: Table, insist: bool = False) -> None:
    """Makes the game at a table this page's own, or leaves it to the page that has it; shows it as it is by now."""
    mine = await tab.locks.take(table.about.save, partial(let_go, tab, table.about.save), insist)
    text = await tab.kept.queue.newer(saves.GAME_KEY + table.about.save)
    if tab.place.table is not table:
        return
    fresh = _read(tab, text) if text is not None else None
    if fresh is None and mine and table.kind == "own":
        return
    tab.loop.pause(table)
    at = table if fresh is None else at_table(fresh, tab.kept.own_seats.get(fresh.id))
    at.kind = "own" if mine else "elsewhere"
    at.about.since = tab.world.now()
    tab.place.sit(at)
    tab.voice.spoken = (at.status,)
    tab.loop.run(at)
    tab.world.render()


async def refresh(tab: Tab, name: str) -> None:
    """Takes in what another page has written of a game since it was last read or written here; it is read later."""
    text = await tab.kept.queue.newer(saves.GAME_KEY + name)
    if text is not None:
        tab.kept.saves.leave(name, text)


def _read(tab: Tab, text: str) -> Save | None:
    try:
        save = saves.read_save(text, games.find_ruleset)
    except TextError:
        return None
    tab.kept.saves[save.id] = save
    return save


async def let_go(tab: Tab, name: str) -> None:
    """Leaves a game to another page, once all that happened here is kept."""
    taken_over(tab, name)
    await tab.kept.queue.settled()


def taken_over(tab: Tab, name: str) -> None:
    """Stops playing a game that another page goes on with."""
    table = tab.place.table
    if table is not None and table.kind == "own" and table.about.save == name:
        tab.loop.pause(table)
        tab.place.hand_over()
        tab.voice.spoken = (table.status,)
        tab.world.render()


async def leave(tab: Tab, table: Table) -> None:
    """Lets other pages have the game at a table that was left, once all of it is kept."""
    await tab.kept.queue.settled()
    if tab.place.table is None or tab.place.table.about.save != table.about.save:
        tab.locks.release(table.about.save)


def play_here(tab: Tab, table: Table) -> None:
    """Takes a game over from the page that has it."""
    tab.spawn(claim(tab, table, insist=True))
