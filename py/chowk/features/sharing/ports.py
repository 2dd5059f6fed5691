"""Application interfaces that the sharing feature needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from chowk.core.match import Match
from chowk.core.position import Outcome
from chowk.core.variations import Variations
from chowk.features.sharing.share_api import QrCodes, Sharing
from chowk.session.host_ports import GameHost
from chowk.session.table import Table
from chowk.storage.kept import Kept
from chowk.storage.plan import Plan

if TYPE_CHECKING:  # imported only once a seat or a text arrives
    from chowk.features.sharing.parse import Found
    from chowk.storage.seat_keys import OwnSeat


class Clipboard(Protocol):
    """The device's clipboard."""

    def copy(
        self, text: str, done: Callable[[], None] = lambda: None, failed: Callable[[], None] = lambda: None
    ) -> None:
        """Copy a text to the clipboard. Call `done` on success, or `failed` if copying is not allowed."""


class Files(Protocol):
    """Files that the page offers to download."""

    def download(self, name: str, text: str) -> None:
        """Offer a text as a file to download."""


class RemotePlay(Protocol):
    """Interface of correspondence and live games for sharing and opening."""

    def open(self, text: str) -> bool:
        """Open the correspondence or live link in a text.

        Return False without a link; raise `TextError` if it is damaged.
        """

    def fragment(self, kind: str, table: str) -> str:
        """Return an address fragment for a table: `letter` for the game as sent, `seat` for this device's seat.

        Raises `TextError` if the fragment cannot be made.
        """

    def proof(self, table: Table) -> str:
        """Return the fragment of a game's address that proves its dice; raise `TextError` if it is too long."""

    def verify(self, found: Found) -> None:
        """Open a game that arrived with proofs of its dice, at a table where the dice can be checked."""

    def take_seat(self, seat: OwnSeat) -> None:
        """Take a chair with a new secret, for a seat from a file whose game has no moves yet."""

    def answer(self, text: str) -> None:
        """Accept another device's answer to this device's code."""


class SharingHost(GameHost, Protocol):
    """Application port for sharing and opening games."""

    waiting: Callable[[], None] | None

    @property
    def remote(self) -> RemotePlay:
        """Games on several devices."""

    @property
    def sharing(self) -> Sharing:
        """The ways to send a game out of the page."""

    @property
    def qr_codes(self) -> QrCodes:
        """The QR codes that are shown and read."""

    @property
    def clipboard(self) -> Clipboard:
        """The device's clipboard."""

    @property
    def files(self) -> Files:
        """The files that the page offers."""

    @property
    def kept(self) -> Kept:
        """The data stored on the device."""

    @property
    def look(self) -> str:
        """The current look of pictures, as read by `draw.theme.themed`."""

    async def fetch_parcel(self, parcel: str, /) -> None:
        """Fetch the modules of a separate parcel, unless they are loaded.

        Raise `OSError` if fetching fails. Its code is `ENOENT` if the host no longer has the file.
        """

    def set_up_from(self, match: Match[Any, Any], plan: Plan, tree: Variations | None = None) -> None:
        """Open the new-game sheet to continue a match. If `tree` is given, offer an analysis of the tree as well."""

    def go_on(self, plan: Plan, match: Match[Any, Any]) -> None:
        """Continue a match from its last position, at a new table."""

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
        """Open an analysis that arrived, at node `at`.

        `outcome` is the end of its game. `listed` is True for a listed game.

        `quiet` hides the values until the player shows them.
        """

    def sit_down(self, table: Table, *, insist: bool = False) -> None:
        """Show a table and continue its game. `insist` takes the game over from another page of this browser."""

    def leave(self) -> None:
        """Return to the home page."""
