"""The sharing feature's access to correspondence and live games. Their modules are imported on first use."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from chowk.core import parcels
from chowk.core.errors import TextError
from chowk.i18n.toast import Toast

if TYPE_CHECKING:  # imported once a message comes from other players, or goes to them
    from chowk.features.live.session import LiveHost
    from chowk.features.sharing.parse import ParsedGame
    from chowk.session.table import Table
    from chowk.storage.seat_keys import OwnSeat


class RemoteGames:
    """Functions of correspondence and live games for the sharing feature, an implementation of `RemotePlay`."""

    def __init__(self, participant: LiveHost) -> None:
        self._participant = participant

    def open(self, text: str) -> bool:
        """Open the link that a text contains, and return True; return False if there is none.

        It is a link to a correspondence game, an invitation to a live game, or the answer to such an invitation.
        """
        from chowk.features.correspondence import session
        from chowk.features.live.connections import LINK
        from chowk.storage import turn_link

        link = turn_link.find_code(text)
        if LINK.search(text):
            if parcels.is_unfetched(parcels.LIVE):
                from chowk.features.sharing import waiting

                waiting.wait(self._participant, partial(self._connect, link, text), (parcels.LIVE,))
            else:
                connect(self._participant, link, text)
            return True
        if link:
            session.follow(self._participant, link, text)
        return bool(link)

    def _connect(self, link: str, text: str) -> None:
        """Connect to another device by an invitation or an answer. If its code is broken, show the reason as a toast.

        The arguments are those of `connect`.
        """
        try:
            connect(self._participant, link, text)
        except TextError as error:
            self._participant.voice.toast = Toast(error.why, alert=True)

    def fragment(self, kind: str, table: str) -> str:
        """Return the URL fragment of a link to a correspondence game.

        `kind` is `letter` for the game as sent to the other players, or `seat` to transfer this device's seat. `table`
        is the name under which the game is saved. Raise `TextError` if there is no such link.
        """
        from chowk.features.correspondence import session

        write = session.sent_link if kind == "letter" else session.seat_fragment
        return write(self._participant, table)

    def proof(self, table: Table) -> str:
        """Return the URL fragment of a link that proves the dice of a game. Raise `TextError` if it is too long."""
        from chowk.features.correspondence import session

        return session.public_fragment(table)

    def verify(self, parsed: ParsedGame) -> None:
        """Show an imported game at a table where its dice can be verified.

        The text of the game contains all players' secrets, from which the dice were computed.
        """
        from chowk.features.correspondence import verify

        verify.look_at(self._participant, parsed)

    def take_seat(self, seat: OwnSeat) -> None:
        """Take an imported seat of a game without moves. The seat gets a new secret for the dice."""
        from chowk.features.correspondence import session

        session.anew(self._participant, seat.invitation, seat.chain.chair)

    def answer(self, text: str) -> None:
        """Complete a live connection with the other device's answer, given as text."""
        from chowk.features.live import session

        session.answered(self._participant, text)


def connect(host: LiveHost, link: str, text: str) -> None:
    """Connect to another device: answer its live invitation, or take its answer to an invitation of this device.

    `text` holds the code of the invitation or of the answer. `link` is the link to the correspondence game of the
    invitation; it is empty for an answer.
    """
    from chowk.features.live import session

    if link:
        session.follow(host, link, text)
    else:
        session.brought(host, text)
