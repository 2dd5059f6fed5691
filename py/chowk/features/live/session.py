"""Live play: devices in one room connect without a server and exchange the links of correspondence play.

One device shows a code, and the other device answers with a code. After that each message is a line of text whose first
word is its kind:

    hello VERSION CHAIR
    here CHAIR 0|1
    code LETTER
    emote CHAIR NUMBER COUNT
    again INVITATION
    offer CODE
    answer CODE
    bye

`here` says that a player is present (1) or away (0). `emote` sends the preset message (emote) with the index NUMBER.
COUNT rises by one with each emote of a player, so an emote that arrives twice is shown once. By `offer` and `answer`,
the devices agree on how the connection returns when it drops (`returning`).

A letter, the contents of a correspondence link, holds the whole game and may arrive twice. The longest valid game wins,
as with links. A device with several connections forwards the lines it receives. Nothing received is trusted: letters
are checked like links, and no other line can change the game. A chair is the fixed number of a player; -1 is a
spectator.

A device may send messages in the name of the chair in its first `hello`: it speaks for this chair. It also speaks for
each chair whose lines it forwards, if no other connected device speaks for that chair. It never speaks for the
receiver's own chair. Before the game starts, a device seats only its own player. Spectators speak for no chair, seat
nobody, and cannot ask for another game.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final, Protocol

from chowk.core.errors import TextError
from chowk.core.message import Arg, Message, say, say_in
from chowk.features.correspondence import reconcile, session
from chowk.features.correspondence.reactions import EMOTES, FACES, sentence
from chowk.features.live import signalling
from chowk.features.live.connections import Connections
from chowk.features.live.returning import ReturningConnection
from chowk.i18n.toast import Toast
from chowk.session import correspondence_state as distance
from chowk.session.table import Table
from chowk.storage import turn_link as letters
from chowk.storage.turn_link import LONGEST, Invitation, Joiner

VERSION: Final = 1
IN_TIME: Final = 8.0
"""Time that two devices have to connect, in seconds, before the page says that they cannot reach each other."""
UNREACHABLE: Final = say("These devices cannot reach each other. Go on by link: nothing is lost.")
BY_LINK: Final = say_in("the player does it", "Go on by link")

_LINE: Final = re.compile(r"(hello|here|emote) (-?[0-9]{1,4}) (-?[0-9]{1,4})(?: ([0-9]{1,6}))?")
_LONGEST: Final = LONGEST + 100
_MOST_CHAIRS: Final = 4
_WAITING: Final = 16
"""Maximum number of letters (correspondence links) that wait to be read.

Each letter holds the whole game, so older letters may be dropped.
"""
_BURST: Final = 400
"""Maximum number of texts that a device may send at once.

A page that was asleep receives the texts of several minutes together.
"""
_EVERY: Final = 200
"""Interval after which a device may send one more text, in addition to `_BURST` texts, in milliseconds.

A device that sends more texts than that is disconnected.
"""
_AHEAD: Final = 100
"""Maximum step between the numbers of two preset messages of a player. Messages with other numbers are ignored.

Numbers may be missing, because messages may get lost.
"""
_ASKS: Final = 8
"""Maximum number of invitations to another game that are accepted at one table."""


class LiveHost(session.CorrespondenceHost, Protocol):
    """The part of the application that live play uses."""

    live: Live | None

    @property
    def connections(self) -> Connections:
        """The ways to connect this page to other devices."""


class Peer:
    """Another device of a live game: its connection, and the state of its player."""

    def __init__(self, *, answers: bool = False) -> None:
        self.connection: ReturningConnection | None = None
        self.code = ""  # the code for the other device: an offer or an answer
        self.answers = answers
        self.was_connected = False  # True once the devices have been connected
        self.connecting = False  # True once this device has the answer of the other
        self.late = False  # True if the devices did not connect in time
        self.open = False
        self.chair: int | None = None  # None before the device's `hello`
        self.then: int | None = None  # the device's chair at the table of the next game that is requested
        self.played = False  # True if the device had a player's chair at the previous table
        self.tentative = False  # True if `chair` may still refer to the previous table
        self.relayed: set[int] = set()  # chairs whose lines this device forwards, as no other device does
        self.rumours: dict[int, bool] = {}  # reported presence by chair, for chairs not known to be taken
        self.brings = 1  # number of players that the device may seat before the game starts
        self.seated: set[int] = set()  # chairs on which the device has seated a player
        self.lost = False  # True while nothing arrives from the device
        self.last_received = self.sent = ""  # the last letter received, and the last letter sent
        self.texts = 0.0  # number of recent texts, decaying over time, and the time of the last text
        self.since = 0

    def sends_too_much(self, now: int) -> bool:
        """Count a text that came at the time `now`, in milliseconds. Return True if the device sends too many texts.

        The limit is so high that people at a device cannot reach it.
        """
        self.texts = max(0.0, self.texts - (now - self.since) / _EVERY) + 1
        self.since = now
        return self.texts > _BURST


class Live:
    """The connected devices of a live game."""

    def __init__(self, host: LiveHost, table: str) -> None:
        self.table = table
        self.peers: list[Peer] = []
        self.presence: dict[int, bool] = {}  # presence by chair; missing chairs have not been seen yet
        self.next_invitation: Invitation | None = None  # the table of the requested next game
        self._host = host
        self._before = ""  # the identifier of the previous table
        self._wish = ""  # the line by which this device asked for the game at this table, if it did
        self._seen = True  # True while the page is visible
        self._waits: tuple[str, Peer] | None = None  # a letter that came while another table was shown, and its sender
        self._letters: list[tuple[str, Peer]] = []
        self._asks = 0  # number of invitations to another game received at this table
        self._emotes: dict[int, int] = {}
        self._sent_presence: bool | None = None

    # State -----------------------------------------------------------------------------------------------------------

    @property
    def open(self) -> bool:
        """True if at least one other device is connected."""
        return any(peer.open for peer in self.peers)

    @property
    def awaited_peer(self) -> Peer | None:
        """The device that will connect by the code on the screen, or None if no device is awaited."""
        return next((peer for peer in reversed(self.peers) if not peer.was_connected), None)

    def belong_to(self, table: str) -> bool:
        """Return True if the connections belong to the table with this identifier."""
        return table == self.table

    @property
    def chair(self) -> int:
        """The chair (the fixed number of a player) of this device, or -1 for a spectator."""
        seat = self._host.kept.own_seats.get(self.table)
        return seat.chain.chair if seat is not None else -1

    def name_of_chair(self, chair: int) -> Arg:
        """Return the name of the player with this chair number, or “A friend” if it is unknown."""
        table, seat = self._table_on_screen(), self._host.kept.own_seats.get(self.table)
        name = ""
        if table is not None and table.distance is not None and 0 <= chair < len(table.distance.names):
            name = table.distance.names[chair]
        elif seat is not None and 0 <= chair < len(seat.invitation.joiners):
            joiner = seat.invitation.joiners[chair]
            name = joiner.name if joiner is not None else ""
        return name or say("A friend")

    def state(self) -> Message:
        """Return a sentence that says which players are present, or that nobody is connected."""
        if not self.open:
            return say("Nobody is connected.")
        others = [chair for chair in self.presence if chair >= 0]
        away = [chair for chair in others if not self.presence[chair]]
        if away:
            return say("{name} is away", name=self.name_of_chair(away[0]))
        return (
            say("{name} is here", name=self.name_of_chair(others[0])) if len(others) == 1 else say("Everybody is here")
        )

    def link(self, peer: Peer) -> str:
        """Return the link for the device `peer`. It holds an answer to that device's offer, or the game and an offer.

        The screen shows the link as a QR code. Raise `TextError` if the game is too long for a link.
        """
        address = self._host.sharing.address()
        if peer.answers:
            return f"{address}#{peer.code}"
        return f"{address}{session.fragment(self._host, self.table)}&{peer.code}"

    def _table_on_screen(self) -> Table | None:
        """Return the live game's table if it is on the screen, else None."""
        table = self._host.place.table
        if table is None or table.distance is None:
            return None
        if table.kind == "guest":
            return table if letters.name_of(distance.dice_of(table.match).ring.revealed[0][0]) == self.table else None
        return table if table.about.save == self.table else None

    def _tell(
        self,
        message: Message,
        do: str = "",
        label: Message | None = None,
        *,
        alert: bool = False,
        face: tuple[str, str] | None = None,
    ) -> None:
        self._host.voice.toast = Toast(message, do, label, alert, face=face)
        self._host.page.render()

    # Connecting ------------------------------------------------------------------------------------------------------

    async def offer(self) -> None:
        """Create a code for another device. That device connects by answering it."""
        await self._signal("")

    async def answer(self, offered: str) -> None:
        """Create the answer to the code of another device, `offered`."""
        await self._signal(offered)

    async def _signal(self, offered: str) -> None:
        peer = Peer(answers=bool(offered))
        for unjoined in [unjoined for unjoined in self.peers if not unjoined.was_connected]:
            self._drop(unjoined)
        self.peers.append(peer)
        try:
            peer.connection = ReturningConnection(self._host, partial(self._receive_event, peer))
            if offered:
                answer = await peer.connection.answer(signalling.description(signalling.read(offered)))
            else:
                answer = await peer.connection.offer()
            peer.code = signalling.written(signalling.read_description(answer, offered))
        except (OSError, TextError):
            self._drop(peer)
            self._tell(say("This browser cannot play live with another device."), alert=True)
        self._host.page.render()

    def accepts(self, text: str) -> bool:
        """Accept an answer to a code of this page. Return False if the answer belongs to another code.

        Raise `TextError` if the text is no answer, or if its addresses are outside this network.
        """
        answered = signalling.nearby(signalling.read(text))
        waiting = (peer for peer in self.peers if peer.code and not peer.answers and not peer.was_connected)
        peer = next((peer for peer in waiting if answered.to == signalling.mark(peer.code)), None)
        if peer is None:
            return False
        self._host.spawn(self._accept(peer, answered))
        return True

    async def _accept(self, peer: Peer, answered: signalling.Signal) -> None:
        assert peer.connection is not None, "it has offered"
        peer.connecting = True
        try:
            await peer.connection.accept(signalling.description(answered))
        except OSError:
            self._tell(say("This browser cannot play live with another device."), alert=True)
        self._host.page.render()
        await self._host.clock.sleep(IN_TIME)
        if peer in self.peers and not peer.was_connected:
            peer.late = True  # the connection may still open, and is kept
            self._tell(UNREACHABLE, "live-end", BY_LINK, alert=True)

    def end(self) -> None:
        """Close all connections, and let the other devices know."""
        self._send("bye")
        for peer in [*self.peers]:
            self._drop(peer)
        if self._host.live is self:
            self._host.live = None

    def _drop(self, peer: Peer) -> None:
        if peer in self.peers:
            self.peers.remove(peer)
        if peer.connection is not None:
            peer.connection.close()

    # Receiving -------------------------------------------------------------------------------------------------------

    def _receive_event(self, peer: Peer, event: str, text: str) -> None:
        if event in _EVENTS:
            _EVENTS[event](self, peer)
        elif event == "answer":
            with suppress(TextError):
                if (code := signalling.find_code(text)) and self.accepts(code) and peer.connection is not None:
                    peer.connection.tell_accepted()
        elif event == "text" and len(text) <= _LONGEST and peer in self.peers:
            self._read(peer, text)
        self._host.page.render()

    def _opened(self, peer: Peer) -> None:
        peer.open = peer.was_connected = True
        self._greet(peer)
        self._host.place.drop("live")
        self.attend_all()

    def _greet(self, peer: Peer) -> None:
        peer.last_received = peer.sent = ""
        self._send(f"hello {VERSION} {self.chair}", peer)
        if not self._is_present():
            self._send(f"here {self.chair} 0", peer)

    def _lost(self, peer: Peer) -> None:
        peer.lost = True
        if peer.was_connected and peer.chair is not None:
            self._presence(peer.chair, present=False, by=peer)

    def _back(self, peer: Peer) -> None:
        peer.lost = False
        if not peer.was_connected or peer not in self.peers:
            return
        peer.open = True
        toast = self._host.voice.toast
        if toast is not None and toast.do == "live-end":
            self._host.voice.toast = None  # it says that the connection is interrupted
        if self._wish:
            self._send(self._wish, peer)  # what was sent just before the loss may not have arrived
        self._greet(peer)
        if peer.chair is not None:
            self._presence(peer.chair, present=True, by=peer)
        self.attend_all()

    def _closed(self, peer: Peer) -> None:
        if peer not in self.peers:
            return
        self._drop(peer)
        if not peer.was_connected:
            return
        self._broken(peer)
        self._tell_gone(peer)

    def _tell_gone(self, peer: Peer) -> None:
        text = say(
            "The connection to {name} is gone. Your game is here: go on by link, or show a new code.",
            name=self.name_of_chair(peer.chair if peer.chair is not None else -1),
        )
        self._tell(text, "live", say_in("the page does it", "Show a code"), alert=True)

    def _failed(self, peer: Peer) -> None:
        """Tell the player that a connection has failed. The connection is kept, because it may recover."""
        if peer.was_connected and peer.open:
            self._broken(peer)
            name = self.name_of_chair(peer.chair if peer.chair is not None else -1)
            self._tell(
                say(
                    "The connection to {name} is interrupted. It comes back by itself if both pages stay open.",
                    name=name,
                ),
                "live-end",
                BY_LINK,
                alert=True,
            )

    def _broken(self, peer: Peer) -> None:
        peer.open = False
        for chair in (peer.chair, *sorted(peer.relayed)):
            if chair is not None:
                self._presence(chair, present=False, by=peer)
        peer.relayed.clear()
        table = self._table_on_screen()
        if self.open or table is None or table.distance is None or table.distance.chair is None:
            return
        if table.match.ply and not distance.must_act(table.distance, table.match):
            table.play_apart(table.distance._replace(shared=False))
            self._host.save_game(table)

    def _note_visibility(self, _: Peer, *, seen: bool) -> None:
        self._seen = seen
        self._tell_presence()

    def _read(self, peer: Peer, text: str) -> None:
        if peer.sends_too_much(self._host.clock.instant()):
            self._closed(peer)
            return
        word, _, content = text.partition(" ")
        if word == "code":
            peer.last_received = content
            self._take(content, peer)
        elif word == "again":
            self._ask_again(peer, content)
        elif word == "bye":
            self._closed(peer)
        elif word in ("offer", "answer") and peer.connection is not None:
            peer.connection.agree(word, content)
        elif (line := _LINE.fullmatch(text)) is not None:
            first, second = int(line[2]), int(line[3])
            if word == "hello":
                self._greeted(peer, second)
            elif word == "here":
                if self._speaks(peer, first):
                    self._presence(first, present=second == 1, by=peer)
                elif 0 <= first < self._chairs() and not self._sits(first):
                    peer.rumours[first] = second == 1  # until a letter arrives with which the chair is taken
            elif line[4] is not None:
                self._emoted(peer, first, second, int(line[4]))

    # Speaking for chairs ---------------------------------------------------------------------------------------------

    def _chairs(self) -> int:
        """Return the number of players at the table, or the maximum number if the table is unknown."""
        table, seat = self._table_on_screen(), self._host.kept.own_seats.get(self.table)
        if seat is not None:
            return seat.invitation.terms.chairs
        return table.distance.terms.chairs if table is not None and table.distance is not None else _MOST_CHAIRS

    def _sits(self, chair: int) -> bool:
        """Return True if a player is known to sit on a chair (a player's number).

        What connected devices claim does not count.
        """
        seat = self._host.kept.own_seats.get(self.table)
        if seat is None or self._before or self._host.kept.saves.holds(self.table):
            return True
        return seat.invitation.joiners[chair] is not None

    def _speaker(self, chair: int) -> Peer | None:
        """Return the connected device that sends the messages of the player with the number `chair`.

        It is the player's own device, or else the device that forwards the player's messages.
        """
        among = [peer for peer in self.peers if peer.open and not peer.lost]
        own = next((peer for peer in among if peer.chair == chair), None)
        return own or next((peer for peer in among if chair in peer.relayed), None)

    def _speaks(self, peer: Peer, chair: int) -> bool:
        """Return True if the device `peer` may send messages for the player with the number `chair`.

        If a player is known to sit on this chair, and no connected device speaks for that player yet, `peer` does from
        now on.
        """
        if not 0 <= chair < self._chairs() or chair == self.chair or peer.chair is None or peer.chair < 0:
            return False
        speaker = self._speaker(chair)
        if speaker is None and self._sits(chair):
            peer.relayed.add(chair)
            return True
        return speaker is peer

    def _greeted(self, peer: Peer, chair: int) -> None:
        """Record the player number (the chair) that a device claims in its `hello` message.

        A device may claim one number, and none that another connected device has.
        """
        if self.next_invitation is not None:
            peer.then = chair  # the chair may already be one at the next table
        first = peer.chair is None
        if peer.tentative and chair != peer.chair:
            self.presence.pop(-1 if peer.chair is None else peer.chair, None)
            peer.chair = -1
        peer.tentative = False
        if first or peer.chair == -1:
            peer.chair = chair if self._is_claimable(peer, chair) else -1
            if peer.chair >= 0:
                self._came(peer, chair)
        elif peer.chair == chair:
            self._presence(chair, present=True, by=peer)
        if first:
            self._tell_company(peer)

    def _is_claimable(self, peer: Peer, chair: int) -> bool:
        others = (
            other_peer
            for other_peer in self.peers
            if other_peer is not peer and other_peer.open and not other_peer.lost
        )
        return (
            0 <= chair < self._chairs()
            and chair != self.chair
            and all(other_peer.chair != chair for other_peer in others)
        )

    def _came(self, peer: Peer, chair: int) -> None:
        for earlier in [other_peer for other_peer in self.peers if other_peer is not peer]:
            earlier.relayed.discard(chair)
            if earlier.chair == chair and earlier.was_connected:
                earlier.chair = None  # the same player has connected again
                if not earlier.open:
                    self._drop(earlier)
        self._emotes.pop(chair, None)
        self._presence(chair, present=True, by=peer, anew=True)

    def _admit(self, peer: Peer, ours: Invitation, theirs: Invitation) -> Invitation:
        """Return the invitation `theirs` of another device without the joiners whom that device may not seat.

        `ours` is this device's invitation. The other device may seat the joiner on its own chair. After a game, it may
        also seat joiners on the chairs whose messages it has forwarded. If the invitations are for different numbers of
        players, return `theirs` unchanged: it is refused later, when the two are merged.
        """
        if theirs.terms.chairs != ours.terms.chairs:
            return theirs
        if self.chair:  # only the inviter starts the game and decides which joiner came first
            kept_joiners = ours.joiners if peer is not self._speaker(0) else theirs.joiners
            device_chair = self.chair
            return Invitation(
                theirs.terms,
                (*theirs.joiners[:device_chair], kept_joiners[device_chair], *theirs.joiners[device_chair + 1 :]),
            )
        own_chair = -1 if peer.chair is None else peer.chair
        joiners: list[Joiner | None] = list(ours.joiners)
        for chair in sorted(ours.free, key=lambda free_chair: free_chair != own_chair):
            joiner, is_own = theirs.joiners[chair], chair == own_chair
            relayed = own_chair >= 0 and self._speaker(chair) in (None, peer) and peer.brings > 1
            if joiner is not None and (is_own or relayed) and len(peer.seated | {chair}) <= peer.brings:
                joiners[chair] = joiner
                peer.seated.add(chair)
        for chair in range(1, len(joiners)):
            if ours.joiners[chair] is not None and chair == own_chair:
                joiners[chair] = theirs.joiners[chair]  # a second player on a chair gets a message that it is taken
        return Invitation(theirs.terms, tuple(joiners))

    def _tell_company(self, peer: Peer) -> None:
        """Tell a newly connected device which players are present.

        While another game is requested, send nothing, because players may have other chairs in that game than now.
        """
        for chair, present in {self.chair: self._is_present(), **self.presence}.items():
            if chair >= 0 and chair != peer.chair and self.next_invitation is None:
                self._send(f"here {chair} {int(present)}", peer)

    def _presence(self, chair: int, *, present: bool, by: Peer, anew: bool = False) -> None:
        if not 0 <= chair < self._chairs() or chair == self.chair or (self.presence.get(chair) == present and not anew):
            return
        if present and not self.presence.get(chair):
            self._emotes.pop(chair, None)  # a page that was reloaded counts from the beginning
        self.presence[chair] = present
        self._send(f"here {chair} {int(present)}", beside=by)
        name = self.name_of_chair(chair)
        if self._is_asked():
            return  # presence is also shown at the board
        self._tell(say("{name} is here", name=name) if present else say("{name} is away", name=name))

    def _emoted(self, peer: Peer, chair: int, number: int, count: int) -> None:
        if not 0 <= number < len(EMOTES) or not self._speaks(peer, chair):
            return
        last = self._emotes.get(chair)
        if last is not None and not last < count <= last + _AHEAD:
            return
        self._emotes[chair] = count
        self._send(f"emote {chair} {number} {count}", beside=peer)
        text = sentence(self.name_of_chair(chair), number)
        if self._is_asked():
            self._host.voice.say(text)
        else:
            self._tell(text, face=FACES[number])  # a toast is announced, too

    def _is_asked(self) -> bool:
        """Return True if a toast with a question or another button is shown, which no other toast may replace."""
        toast = self._host.voice.toast
        return toast is not None and toast.do not in ("", "live")

    def _take(self, letter: str, peer: Peer) -> None:
        """Queue a letter (a correspondence link) from another device for reading.

        If the player is at another table, keep the letter until the player returns.
        """
        if self._table_on_screen() is None and not self._waits_at_home() and not self._is_at_previous():
            self._waits = letter, peer
            text = say("Something has happened in your live game.")
            self._tell(text, "resume-live", say_in("the page does it", "Go there"))
            return
        self._letters.append((letter, peer))
        del self._letters[1:-_WAITING]
        if len(self._letters) == 1:
            self._host.spawn(self._take_all())

    async def _take_all(self) -> None:
        while self._letters:
            letter, peer = self._letters[0]
            try:
                await session.receive_letter(
                    self._host, letters.find_code(letter), self.table, partial(self._admit, peer)
                )
            except TextError as error:
                self._tell(error.why, alert=True)
            finally:
                self._letters.pop(0)
        for source in self.peers:
            for chair, present in [*source.rumours.items()]:
                if self._speaks(source, chair):
                    del source.rumours[chair]
                    self._presence(chair, present=present, by=source)
        self.attend_all()
        self._host.page.render()

    # Sending ---------------------------------------------------------------------------------------------------------

    def _send(self, text: str, to: Peer | None = None, *, beside: Peer | None = None) -> None:
        for peer in self.peers:
            if peer.connection is not None and peer.open and peer is not beside and (to is None or peer is to):
                peer.connection.send(text)

    def attend(self, table: Table) -> None:
        """Send the other devices the changes at the live game's table that they do not have yet.

        Ignore any other table. If this device's player has made a turn that is not revealed yet, only reveal it: that
        saves the game, and saving calls this method again.
        """
        if (
            self.open
            and self._table_on_screen() is table
            and not (table.kind == "own" and session.reveal(self._host, table))
        ):
            self._spread()

    def attend_all(self) -> None:
        """Send the other devices the changes at the live game's table.

        Before the game starts, send them the invitation with the seats that are taken so far.
        """
        table = self._table_on_screen()
        if table is not None:
            self.attend(table)
        elif not self._host.kept.saves.holds(self.table):
            self._spread()

    def _spread(self) -> None:
        if self.chair < 0:
            return  # a spectator has nothing to send
        try:
            letter = session.fragment(self._host, self.table)
        except TextError:
            return
        for peer in self.peers:
            if peer.open and letter not in (peer.last_received, peer.sent):
                peer.sent = letter
                self._send(f"code {letter}", peer)

    def _is_present(self) -> bool:
        before = self._host.place.table is None or self._is_at_previous()
        laid = self._host.kept.saves.holds(self.table)
        return self._seen and ((before and not laid) or self._table_on_screen() is not None)

    def _waits_at_home(self) -> bool:
        """Return True if the player waits on the home page for a game that has not started."""
        return self._host.place.table is None and not self._host.kept.saves.holds(self.table)

    def _is_at_previous(self) -> bool:
        """Return True if the screen shows the previous game's table, from which the players move on to this game."""
        table = self._host.place.table
        return table is not None and bool(self._before) and table.about.save == self._before

    def _tell_presence(self) -> None:
        if self._sent_presence != self._is_present() and self.chair >= 0:
            self._sent_presence = self._is_present()
            self._send(f"here {self.chair} {int(self._sent_presence)}")

    def moved(self) -> None:
        """Tell the other devices whether this player is at the table, after the player came to a table or left one.

        If a letter came in the player's absence, read it as soon as the player is at the live game's table, or on the
        home page if the game has not started.
        """
        self._tell_presence()
        if self._waits is not None and (self._table_on_screen() is not None or self._waits_at_home()):
            (letter, peer), self._waits = self._waits, None
            self._take(letter, peer)

    def emote(self, number: int) -> None:
        """Send one of the six preset messages, given by its index."""
        if 0 <= number < len(EMOTES) and self.chair >= 0:
            self._emotes[self.chair] = count = self._emotes.get(self.chair, 0) + 1
            self._send(f"emote {self.chair} {number} {count}")
            self._host.place.drop("live")
            self._tell(sentence(self.name_of_chair(self.chair), number), face=FACES[number])

    # Another game ----------------------------------------------------------------------------------------------------

    def rematch(self) -> None:
        """Ask for another game, at a new table."""
        table = self._table_on_screen()
        if table is None or table.distance is None or table.distance.chair is None:
            return
        seat = session.laid_out(self._host, table.distance.terms, table.distance.names[table.distance.chair])
        wish = f"again {letters.invite(seat.invitation)}"
        self._send(wish)  # sent first, because later lines refer to the new table
        self._go_over(seat.table)
        self._wish = wish
        self._host.place.drop("result")
        self._tell(say("The others have been asked for one more game."))

    def invitation_sentence(self, invitation: Invitation) -> Message:
        """Return a sentence that names the player who asks for another game."""
        name = invitation.inviter.name or say("A friend")
        if self.is_alike(invitation):
            return say("{name} asks for one more game.", name=name)
        return say("{name} asks for another game with a different set-up.", name=name)

    def is_alike(self, invitation: Invitation) -> bool:
        """Return True if a requested game has the same terms as the current game, so that one press accepts it."""
        table = self._table_on_screen()
        present = table.distance if table is not None else None
        return present is not None and reconcile.is_alike(present.terms, invitation.terms)

    def label(self, invitation: Invitation) -> Message:
        """Return the label of the button that answers a request for another game: "Play" or "Show".

        The label is "Play" if the new game has the same terms as the current game, because the button then accepts the
        game at once. Otherwise it is "Show", because the button first shows the new terms.
        """
        return say_in("the player does it", "Play") if self.is_alike(invitation) else say_in("the page does it", "Show")

    def _ask_again(self, peer: Peer, link: str) -> None:
        try:
            invitation = letters.read(letters.find_code(link))
        except TextError:
            return
        table = self._table_on_screen()
        seats = self._host.kept.own_seats
        if not isinstance(invitation, Invitation) or invitation.table in seats:
            return
        if self._gives_way(peer, invitation):
            self._give_way(invitation, link)
            return
        if table is None or table.distance is None:
            return
        if table.outcome is None or self.next_invitation == invitation or self._asks >= _ASKS:
            return
        if peer.chair is None or peer.chair < 0:
            return
        if len(invitation.free) < invitation.terms.chairs - 1:
            return  # only the asking player may have a seat at the new table
        self.next_invitation = invitation
        self._asks += 1
        for third_peer in self.peers:
            if third_peer.open:
                self._send(f"again {link}", third_peer)
        self._tell(self.invitation_sentence(invitation), "live-again", self.label(invitation))

    def _gives_way(self, peer: Peer, invitation: Invitation) -> bool:
        """Return True if this device asked for another game at the same moment as `peer`, and has to give way.

        Otherwise each would wait at a table of its own. All devices choose the table whose identifier comes first. A
        device gives way only to a player, for a game with the same terms, and as long as nobody has joined its table.
        """
        seat = self._host.kept.own_seats.get(self.table)
        if seat is None or not self._wish or not peer.played or not self._is_at_previous():
            return False
        ours, others = seat.invitation, seat.invitation.terms.chairs - 1
        return (
            invitation.table < self.table
            and reconcile.is_alike(ours.terms, invitation.terms)
            and len(ours.free) == len(invitation.free) == others
        )

    def _give_way(self, invitation: Invitation, link: str) -> None:
        """Delete the table that this device created for the next game, and take a seat at another player's table.

        `invitation` is the invitation to that table, and `link` is the same as text.
        """
        self._host.kept.forget(self.table)
        self.table, self._before, self._wish = self._before, "", ""
        for peer in self.peers:
            if peer.open:
                self._send(f"again {link}", peer)
        self.next_invitation = invitation
        self.accept()

    def accept(self) -> None:
        """Take a seat in the requested game. If its terms differ from those of the current game, show them first."""
        table, invitation = self._table_on_screen(), self.next_invitation
        if invitation is None or table is None or table.distance is None or table.distance.chair is None:
            return
        if not self.is_alike(invitation):
            session.offer_seat(self._host, invitation)
            return
        chair = table.distance.chair
        if chair not in invitation.free:  # the chair is taken: take the one that the asking player had
            same_name = (chair for chair, name in enumerate(table.distance.names) if name == invitation.inviter.name)
            chair = next(same_name, invitation.free[0])
            chair = chair if chair in invitation.free else invitation.free[0]
        self._sit_over(invitation, chair, table.distance.names[table.distance.chair])

    def takes(self, invitation: Invitation, chair: int, name: str) -> bool:
        """Take a seat in the next game that a connected player asked for (`next_invitation`).

        Return False, and do nothing, if `invitation` is to another game.
        """
        if self.next_invitation is None or invitation != self.next_invitation or self._table_on_screen() is None:
            return False
        self._sit_over(invitation, chair, name)
        return True

    def _sit_over(self, invitation: Invitation, chair: int, name: str) -> None:
        self.next_invitation = None
        try:
            seat = session.take_chair(self._host, invitation, chair, name)
        except TextError as error:
            self._tell(error.why, alert=True)
            return
        self._host.place.drop("result")
        waiting = [(peer.last_received, peer) for peer in self.peers if peer.last_received]
        self._go_over(seat.table)
        for letter, peer in waiting:
            self._take(letter, peer)
        self._spread()

    def greet(self) -> None:
        """Send this device's chair, that is, its player's number, to all connected devices."""
        for peer in self.peers:
            if peer.open:
                self._greet(peer)

    def _go_over(self, table: str) -> None:
        self._before, self.table, self._wish = self.table, table, ""
        self.presence.clear()
        self._emotes.clear()
        self._asks = 0
        for peer in self.peers:
            peer.played = peer.chair is not None and peer.chair >= 0
            peer.brings, peer.seated = 1 + len(peer.relayed), set()
            peer.relayed.clear()
            peer.rumours.clear()
            peer.chair = None
        for peer in self.peers:
            then, peer.then = peer.then, None
            if then is not None:
                self._greeted(peer, then)
                peer.tentative = True
        for peer in self.peers:
            if peer.open:
                self._greet(peer)


_EVENTS: Final[dict[str, Callable[[Live, Peer], None]]] = {
    "open": Live._opened,
    "lost": Live._lost,
    "back": Live._back,
    "failed": Live._failed,
    "closed": Live._closed,
    "seen": partial(Live._note_visibility, seen=True),
    "unseen": partial(Live._note_visibility, seen=False),
}


# Commands -------------------------------------------------------------------------------------------------------------


def open_sheet(host: LiveHost) -> None:
    """Open the sheet for a new live game."""
    session.open_sheet(host, "")
    if host.draft is not None:
        host.draft = host.draft._replace(live=True)


def invite(host: LiveHost) -> None:
    """Create a table, take its first seat for this player, and show the code by which another device connects."""
    draft = host.draft
    if draft is not None and draft.invitation is None:
        seat = session.laid_out(host, draft.terms, draft.name)
        host.place.clear()
        show(host, seat.table)


def show(host: LiveHost, table: str) -> None:
    """Show the sheet of a live game: the code by which another device connects, and later the connected players.

    An empty `table` means the current table.
    """
    current = host.place.table
    table = table or (host.live.table if host.live is not None else current.about.save if current is not None else "")
    live = host.live
    if not session.is_here(host, table) and not (live is not None and live.belong_to(table)):
        return  # the button was pressed while the seat was given up
    if live is None or not live.belong_to(table):
        if live is not None:
            live.end()
        live = host.live = Live(host, table)
    if not live.open and live.awaited_peer is None:
        host.spawn(live.offer())
    host.voice.complaint = None
    if host.voice.toast is not None and host.voice.toast.do == "live":
        host.voice.toast = None  # that toast led here
    host.place.open_sheet("live", table)


def another(host: LiveHost) -> None:
    """Show another code, by which one more device connects."""
    if host.live is not None:
        host.spawn(host.live.offer())


def answered(host: LiveHost, text: str) -> None:
    """Accept an answer that was pasted or scanned. If it is wrong, show the error on the sheet."""
    try:
        accept_answer(host, text)
        host.voice.complaint = None
    except TextError as error:
        host.voice.complaint = error


def accept_answer(host: LiveHost, text: str) -> None:
    """Accept another device's answer to a code that this page shows; raise `TextError` for any other text."""
    code = signalling.find_code(text)
    if not code:
        raise TextError(say("This is no answer to the code. Paste what the other device shows."))
    if not signalling.read(code).to:
        raise TextError(say("This is a code to be answered, without its game. Copy all of it."))
    if host.live is None or not host.live.accepts(code):
        raise TextError(_LATE)


_LATE: Final = say("This answers a code that is no longer shown here. Let the other device open the new one.")


def brought(host: LiveHost, text: str) -> None:
    """Accept an answer that was opened as a link. If this tab awaits none, pass the answer to the tab that does."""
    code = signalling.find_code(text)
    answers = bool(signalling.read(code).to)
    if answers and (host.live is None or host.live.awaited_peer is None):
        host.spawn(_hand_on(host, code))
    else:
        accept_answer(host, text)


async def _hand_on(host: LiveHost, code: str) -> None:
    if await host.connections.hand_on(code):
        host.voice.toast = Toast(say("The page that shows the code has the answer: go back to it."))
    else:
        host.voice.toast = Toast(_LATE, alert=True)
    host.page.render()


def follow(host: LiveHost, link: str, text: str) -> None:
    """Open a live invitation, and answer the offer of a connection that `text` contains.

    `link` is the invitation as text, in the form of a letter (a correspondence link's contents). Raise `TextError` if
    `text` contains an answer instead of an offer.
    """
    code = signalling.find_code(text)
    if signalling.read(code).to:
        raise TextError(say("This is no answer to the code. Paste what the other device shows."))
    session.open_link(host, _answer(host, letters.read(link), link, code))


async def _answer(host: LiveHost, content: letters.LetterKind, link: str, code: str) -> None:
    if isinstance(content, Invitation):
        name = content.table
        session.follow(host, link)
    else:
        name = await session.name_of(host, content)
        await session.opened(host, content, link, live=host.place.table is not None)
    if host.live is not None:
        host.live.end()
    host.live = live = Live(host, name)
    is_invited = host.place.sheet is not None and host.place.sheet.name == "invited"
    if not is_invited and (host.place.table is not None or name in host.kept.own_seats):
        host.place.open_sheet("live", name)
    host.spawn(live.answer(code))


def copy(host: LiveHost) -> None:
    """Copy the link with the code for the other device to the clipboard."""
    if host.live is not None and host.live.awaited_peer is not None:
        host.clipboard.copy(host.live.link(host.live.awaited_peer))


def emote(host: LiveHost, number: int) -> None:
    """Send one of the six preset messages, given by its index."""
    if host.live is not None:
        host.live.emote(number)


def accept_or_request_game(host: LiveHost) -> None:
    """Accept the requested game. If none is requested, request another game."""
    if host.live is None:
        return
    if host.live.next_invitation is not None:
        host.live.accept()
    else:
        host.live.rematch()


def end(host: LiveHost) -> None:
    """Close the connections. The game can continue by links.

    If no connection was open, show the link to send for the next turn.
    """
    live = host.live
    host.place.drop("live")
    if live is not None:
        connected, table = live.open, live.table
        live.end()
        host.voice.toast = None
        if not connected:
            session.letter(host, table)


def resume(host: LiveHost) -> None:
    """Return to the live game's table. If the game has not started, go to the home page, where it can start."""
    host.voice.toast = None
    if host.live is None:
        return
    save = host.kept.saves.get(host.live.table)
    if save is None:
        host.leave()
        return
    from chowk.session import tabs

    host.sit_down(tabs.at_table(save, host.kept.own_seats.get(save.id)))
