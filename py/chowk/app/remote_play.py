"""What sharing hands on to the features that play at a distance, each read when it is first needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # read once something comes from other players, or goes to them
    from chowk.features.live.session import Participant
    from chowk.features.sharing.parse import Found
    from chowk.session.table import Table
    from chowk.storage.seat_keys import OwnSeat


class RemoteGames:
    """Games played by links, and live, as `sharing.ports.RemotePlay` describes them."""

    def __init__(self, participant: Participant) -> None:
        self._participant = participant

    def open(self, text: str) -> bool:
        """Open what other players sent by a link in a text, or connect two devices by it; False if none is in it."""
        from chowk.features.correspondence import session
        from chowk.features.live import signalling
        from chowk.storage import turn_link

        link, is_live = turn_link.sought(text), bool(signalling.sought(text))
        if is_live:
            from chowk.features.live import session as live

            if link:
                live.follow(self._participant, link, text)
            else:
                live.brought(self._participant, text)
        elif link:
            session.follow(self._participant, link, text)
        return is_live or bool(link)

    def fragment(self, kind: str, table: str) -> str:
        """Return the fragment of an address: `letter` for a table as the others know it, `seat` for one's seat there.

        Raise `TextError` where there is none.
        """
        from chowk.features.correspondence import session

        write = session.fragment if kind == "letter" else session.seat_fragment
        return write(self._participant, table)

    def proof(self, table: Table) -> str:
        """Return the fragment of a game's address that proves its dice; raise `TextError` if it is too long."""
        from chowk.features.correspondence import session

        return session.shown(table)

    def verify(self, found: Found) -> None:
        """Lay a game that came as text, with everybody's part of its dice, on a table where they can be checked."""
        from chowk.features.correspondence import verify

        verify.look_at(self._participant, found)

    def take_seat(self, seat: OwnSeat) -> None:
        """Sit down with a fresh secret where a file brings a seat in which nothing was played yet."""
        from chowk.features.correspondence import session

        session.anew(self._participant, seat.invitation, seat.chain.chair)

    def answer(self, text: str) -> None:
        """Take the answer of a device that is to be connected."""
        from chowk.features.live import session

        session.answered(self._participant, text)
