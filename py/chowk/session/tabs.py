"""Several tabs of one browser with the same game: one tab plays it, the others only show it.

A tab also notices when another tab begins a correspondence game whose invitation it shows, or takes the seat that it
offers.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

from chowk import games
from chowk.core.errors import TextError
from chowk.session.host_ports import GameHost
from chowk.session.output.log import KnownLines
from chowk.session.table import Table
from chowk.storage import saves
from chowk.storage.kept import Kept
from chowk.storage.saves import Save

if TYPE_CHECKING:  # imported only for correspondence games
    from chowk.storage.seat_keys import OwnSeat


class GameLocks(Protocol):
    """Locks among the open tabs of a browser, one for each game.

    In a browser without the Web Locks API, `take` always succeeds.
    """

    async def take(self, name: str, on_request: Callable[[], Awaitable[None]], insist: bool = False) -> bool:
        """Try to lock a game for this tab; return True on success.

        With `insist`, take the lock away from the tab that holds it. That tab first awaits its own `on_request`, the
        function that it passed when it took the lock, and then loses the lock. A tab that does not respond in time
        loses the lock, too, and runs its `on_request` when it wakes up.
        """

    def release(self, name: str) -> None:
        """Release a game's lock."""

    def tell(self, name: str) -> None:
        """Inform the other tabs that this tab plays the correspondence game `name`, or has stored a seat in it."""

    def hear(self, told: Callable[[str], object]) -> None:
        """Register `told`, which is called with the identifier of each game for which another tab calls `tell`."""


class TabHost(GameHost, Protocol):
    """The interface of an application that shares its games with other tabs of the browser."""

    @property
    def locks(self) -> GameLocks:
        """The locks that prevent two tabs of the browser from playing the same game."""

    @property
    def kept(self) -> Kept:
        """The data stored on the device."""

    def sit_down(self, table: Table) -> None:
        """Show a table, and run its game."""


def at_table(save: Save, own: OwnSeat | None = None, known: KnownLines = ()) -> Table:
    """Return a table for a stored game.

    `own` is this device's seat in a correspondence game, with its secret for the dice. `known` holds lines of the log
    that an earlier table of this game has made. They are reused.
    """
    distance = None
    if save.correspondence is not None:
        from chowk.session import correspondence_state as state

        # This must come before the table is made, because it sets the match's dice, which the log describes.
        distance = state.seated(save.plan, save.match, save.correspondence, own.chain if own is not None else None)
        if own is not None and own.brought:
            distance = distance._replace(brought=(own.chain.chair,))
    table = Table(games.load(save.plan.game), save.plan, save.match, save.id, save.created, save.helped, known=known)
    table.about.restore(save.seconds)
    table.set_clock(save.timing)
    table.play_apart(distance)
    return table


async def claim(host: TabHost, table: Table, insist: bool = False) -> None:
    """Lock the game at a table, so that only this tab plays it. If another tab has changed the game, load it again.

    If another tab has the lock, this tab only shows the game. With `insist`, take the lock away from that tab. Tell the
    other tabs of a correspondence game, because it may still wait for players there.
    """
    mine = await host.locks.take(table.about.save, partial(let_go, host, table.about.save), insist)
    text = await host.kept.queue.newer(saves.GAME_KEY + table.about.save)
    if mine and table.is_apart:
        host.locks.tell(table.about.save)
    if host.place.table is not table:
        return
    fresh = _read(host, text) if text is not None else None
    if fresh is None and mine and table.kind == "own":
        return
    host.loop.pause(table)
    current = table if fresh is None else at_table(fresh, host.kept.own_seats.get(fresh.id))
    current.play_here(mine)
    current.about.sit_down(host.clock.now())
    host.place.sit(current)
    host.voice.spoken = (current.status,)
    host.loop.run(current)
    host.page.render()


async def refresh(host: TabHost, name: str) -> None:
    """Take over the text of the stored game `name` (an identifier) if another tab has written a newer one.

    The text is parsed on first use.
    """
    text = await host.kept.queue.newer(saves.GAME_KEY + name)
    if text is not None:
        host.kept.saves.leave(name, text)


_INVITING: Final = ("letter", "invited")
"""The sheets about a correspondence game that has not begun: the link to send, and the offer of a seat."""
_OVER_THEM: Final = ("code", "seat-link")
"""The sheets that are opened from those of `_INVITING`."""


async def catch_up(host: TabHost, name: str) -> None:
    """Read what another tab has stored about the correspondence game `name`, unless it has begun in this tab.

    If this tab shows the invitation to the game, and the game has begun, show the game instead. If the other tab has
    only taken the seat that this tab still offers, show the link to send.
    """
    if host.kept.saves.holds(name):
        return
    was_seated = name in host.kept.own_seats
    await host.kept.read_again(name)
    place = host.place
    is_offered = any(sheet.name in _INVITING and sheet.arg == name for sheet in place.sheets)
    save = host.kept.saves.get(name) if is_offered else None
    if save is not None:
        for sheet in (*_INVITING, *_OVER_THEM):
            place.drop(sheet)
        if place.table is None and place.sheet is None:
            table = at_table(save, host.kept.own_seats.get(name))
            table.play_here(False)  # until `claim` has found out whether the other tab still plays it
            host.sit_down(table)
    elif is_offered and not was_seated and name in host.kept.own_seats:
        place.drop("invited")
        place.open_sheet("letter", name)
    host.page.render()


async def catch_up_all(host: TabHost) -> None:
    """Read what other tabs have stored about the correspondence games that have not begun in this tab.

    A browser may have stopped this tab while it was hidden, so that it did not hear of them.
    """
    offered = {sheet.arg for sheet in host.place.sheets if sheet.name in _INVITING}
    for name in {*host.kept.own_seats, *offered}:
        await catch_up(host, name)


def _read(host: TabHost, text: str) -> Save | None:
    try:
        save = saves.read_save(text, games.find_ruleset)
    except TextError:
        return None
    host.kept.saves[save.id] = save
    return save


async def let_go(host: TabHost, name: str) -> None:
    """Stop playing the game with the identifier `name` in this tab, and wait until all changes are stored.

    After that, another tab can play the game.
    """
    taken_over(host, name)
    await host.kept.queue.settled()


def taken_over(host: TabHost, name: str) -> None:
    """Stop playing the game with the identifier `name` in this tab, because another tab plays it now."""
    table = host.place.table
    if table is not None and table.kind == "own" and table.about.save == name:
        host.loop.pause(table)
        host.place.hand_over()
        host.voice.spoken = (table.status,)
        host.page.render()


async def leave(host: TabHost, table: Table) -> None:
    """Wait until all changes are stored, and then release the lock of a table's game.

    Keep the lock if the player has returned to the game by then.
    """
    await host.kept.queue.settled()
    if host.place.table is None or host.place.table.about.save != table.about.save:
        host.locks.release(table.about.save)


def play_here(host: TabHost, table: Table) -> None:
    """Take over a game that another tab of this browser has locked, and play it in this tab."""
    host.spawn(claim(host, table, insist=True))
