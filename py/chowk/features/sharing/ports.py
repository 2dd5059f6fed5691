"""Interfaces of the application for the sharing feature."""

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
    from chowk.features.sharing.parse import ParsedGame
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
    """The part of correspondence and live play that the sharing feature needs: links, proofs of dice, and seats."""

    def open(self, text: str) -> bool:
        """Open the link to a correspondence or live game in a text.

        Return False if the text has no such link; raise `TextError` if the link is damaged.
        """

    def fragment(self, kind: str, table: str) -> str:
        """Return a URL fragment for the table with the identifier `table`.

        If `kind` is `letter`, it holds the correspondence game as sent to the other players. If `kind` is `seat`, it
        transfers this device's seat. Raise `TextError` if the fragment cannot be made.
        """

    def proof(self, table: Table) -> str:
        """Return the URL fragment of a game with the proof of its dice; raise `TextError` if it is too long."""

    def verify(self, parsed: ParsedGame) -> None:
        """Open an imported game that contains proofs of its dice, at a table where the dice can be checked."""

    def take_seat(self, seat: OwnSeat) -> None:
        """Take a seat that came in a file and whose game has no moves yet. It gets a new secret for the dice."""

    def answer(self, text: str) -> None:
        """Complete a live connection with the other device's answer, given as text."""


class SharingHost(GameHost, Protocol):
    """The part of the application that is needed to share and to open games."""

    waiting: Callable[[], None] | None

    @property
    def remote(self) -> RemotePlay:
        """Correspondence and live games, which are played on several devices.

        The sharing feature opens their links and writes their fragments through this interface.
        """

    @property
    def sharing(self) -> Sharing:
        """The ways to send a game out of the page."""

    @property
    def qr_codes(self) -> QrCodes:
        """The service that draws and scans QR codes."""

    @property
    def clipboard(self) -> Clipboard:
        """The device's clipboard."""

    @property
    def files(self) -> Files:
        """Downloads of files from the page."""

    @property
    def kept(self) -> Kept:
        """The data stored on the device."""

    @property
    def look(self) -> str:
        """The look of pictures (theme, digits, pieces and skin) as one text. `draw.theme.themed` reads it."""

    async def fetch_parcel(self, parcel: str, /) -> None:
        """Fetch the modules of a parcel (a separate archive), unless they are loaded.

        Raise `OSError` if fetching fails. Its code is `ENOENT` if the web server no longer has the archive.
        """

    def set_up_from(self, match: Match[Any, Any], plan: Plan, tree: Variations | None = None) -> None:
        """Open the set-up sheet to choose who continues a match.

        If `tree`, the match's variations, is given, the sheet also offers to analyse the match.
        """

    def go_on(self, plan: Plan, match: Match[Any, Any]) -> None:
        """Continue a match from its last position at a new table, with the players of `plan`."""

    def analyse(
        self,
        name: str,
        tree: Variations,
        node: int = 0,
        outcome: Outcome | None = None,
        *,
        listed: bool = False,
        quiet: bool = False,
    ) -> None:
        """Open an imported analysis of the game `name` at a `node` of its tree of moves.

        `outcome` is the result of the analysed match, or None if it is not over. `listed` is True if it was chosen from
        a list of games; the analysis is then stored only after a change. `quiet` hides the engine's values until the
        player asks for them.
        """

    def sit_down(self, table: Table, *, insist: bool = False) -> None:
        """Show the page of a table, and continue its game.

        `insist` takes the game over from another tab of this browser.
        """

    def leave(self) -> None:
        """Return to the home page."""
