"""What those need who send games and take them in."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from chowk.core.match import Match
from chowk.core.position import Outcome
from chowk.core.variations import Variations
from chowk.features.sharing.share_api import Outlet
from chowk.session.host_ports import Host
from chowk.session.ports import Surroundings
from chowk.session.table import Table
from chowk.storage.device import StoreHost
from chowk.storage.kept import Kept
from chowk.storage.plan import Plan

if TYPE_CHECKING:  # read once a seat or a text comes
    from chowk.features.sharing.parse import Found
    from chowk.storage.seat_keys import OwnSeat


class Outside(Surroundings, StoreHost, Protocol):
    """The world with its ways out."""

    @property
    def outlet(self) -> Outlet:
        """Where things go that leave the page."""

    def copy(
        self, text: str, done: Callable[[], None] = lambda: None, failed: Callable[[], None] = lambda: None
    ) -> None:
        """Put a text on the clipboard, and call `done` once it is there, or `failed` if that is not allowed."""

    def download(self, name: str, text: str) -> None:
        """Offers a text as a file."""

    async def bring(self, parcel: str) -> None:
        """Fetch the modules of a parcel that travels apart from the app, if they are not here.

        Raise `OSError` where they cannot be had, with `ENOENT` if the host has no such file any more.
        """


class RemotePlay(Protocol):
    """Games whose players sit at several devices, as far as what is shared or opened belongs to one of them."""

    def open(self, text: str) -> bool:
        """Open what other players sent by a link in a text, or connect two devices by it; False if none is in it.

        Raise `TextError` where a link is damaged.
        """

    def fragment(self, kind: str, table: str) -> str:
        """Return the fragment of an address: `letter` for a table as the others know it, `seat` for one's seat there.

        Raise `TextError` where there is none.
        """

    def proof(self, table: Table) -> str:
        """Return the fragment of a game's address that proves its dice; raise `TextError` if it is too long."""

    def verify(self, found: Found) -> None:
        """Lay a game that came as text, with everybody's part of its dice, on a table where they can be checked."""

    def take_seat(self, seat: OwnSeat) -> None:
        """Sit down with a fresh secret where a file brings a seat in which nothing was played yet."""

    def answer(self, text: str) -> None:
        """Take the answer of a device that is to be connected."""


class Sharer(Host, Protocol):
    """Whoever sends games and takes them in."""

    waiting: Callable[[], None] | None

    @property
    def remote(self) -> RemotePlay:
        """Games whose players sit at several devices."""

    @property
    def world(self) -> Outside:
        """The world with its ways out."""

    @property
    def kept(self) -> Kept:
        """What the device keeps."""

    @property
    def look(self) -> str:
        """How pictures look now, as `draw.theme.themed` reads it."""

    def set_up_from(self, match: Match[Any, Any], plan: Plan, tree: Variations | None = None) -> None:
        """Asks who goes on with a match, or whether to analyse it instead if its `tree` is given."""

    def go_on(self, plan: Plan, match: Match[Any, Any]) -> None:
        """Goes on with a match from where it is, at a table of its own."""

    def analyse(
        self,
        name: str,
        tree: Variations,
        at: int = 0,
        outcome: Outcome | None = None,
        *,
        listed: bool = False,
        quiet: bool = False,
    ) -> None:
        """Open an analysis that arrived, at one of its nodes; `outcome` is the end of its game.

        `quiet` hides the values until somebody asks for them.
        """

    def sit_down(self, table: Table, *, insist: bool = False) -> None:
        """Shows a table and lets its game go on; who insists takes it from another page of this browser."""

    def leave(self) -> None:
        """Goes home."""
