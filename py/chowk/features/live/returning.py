"""A connection to another device that comes back by itself, as long as both pages are open.

The browser restores a connection by itself after a loss of up to a quarter of a minute. After a longer loss, no server
exists that could tell one device how to reach the other. So the devices agree beforehand on how to connect again:

* The device whose offer was answered knows the addresses of the other. It tries them again until one replies.
* Each device has a reserve: another connection, whose offer and answer were sent over the open connection, each as a
  line of text. The device that made the offer looks for its own addresses only when it needs the reserve. The device
  that answered waits. So the connection returns even if one of the two has a new address, or if it was closed.

        offer CODE
        answer CODE

Codes are those of `signalling`. Nothing that is received is trusted: an offer has no addresses, and of the addresses in
an answer only those in the receiving device's own network are used. A device has at most two reserves at a time: one
that it offered, and one that the other device offered. It answers only a limited number of offers.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final, Protocol

from chowk.core.errors import TextError
from chowk.features.live import signalling
from chowk.features.live.connections import Connections, PeerConnection

PAUSE: Final = 3.0
"""Time between two attempts to return, in seconds."""
GRACE: Final = 3.0
"""Time that a closed connection has to return, in seconds. A page that was reloaded cannot return."""
MOST_ANSWERS: Final = 60
"""Maximum number of offers of the other device that are answered over one connection."""


class WaitingClock(Protocol):
    """The part of the clock that a returning connection uses."""

    async def sleep(self, seconds: float, /) -> None:
        """Wait for some seconds."""


class ReturningHost(Protocol):
    """The part of the application that returning connections use."""

    @property
    def connections(self) -> Connections:
        """The ways to connect this page to other devices."""

    @property
    def clock(self) -> WaitingClock:
        """The clock by which connections wait."""

    def spawn(self, work: Coroutine[Any, Any, None], /) -> object:
        """Start a background task."""


class _Reserve:
    """A second connection for use after a loss. This device has offered it, and keeps the other's answer here."""

    def __init__(self, connection: PeerConnection, code: str) -> None:
        self.connection = connection
        self.code = code
        self.answer: signalling.Signal | None = None  # the answer of the other device, once it has arrived
        self.tried = False  # True once the answer was accepted


class ReturningConnection:
    """A connection to another device, and the reserve connections that replace it after a loss.

    It reports the events of `Connections.new_connection`. The event `closed` means that the connection will not return.
    """

    def __init__(self, host: ReturningHost, hear: Callable[[str, str], None]) -> None:
        self._host = host
        self._hear = hear
        self._opened = False  # True once the devices have been connected
        self._up = False  # True while the connection in use is open
        self._failed = False  # True once the browser has given up the connection in use
        self._closed = False
        self._returning = False  # True while a task tries to return
        self._leads: list[PeerConnection] = []  # connections for which this device has accepted an answer
        self._times = 0  # number of attempts to return
        self._own: _Reserve | None = None
        self._for_other: PeerConnection | None = None  # the reserve that waits for the other device
        self._former: PeerConnection | None = None  # the connection used before, if the other device may still use it
        self._offered = ""  # the latest offer that is still to be answered
        self._answering = False
        self._answers = 0  # number of offers that were answered
        self._connection = self._new_connection()

    def _new_connection(self) -> PeerConnection:
        """Return a new connection whose events arrive here. Raise `OSError` if the browser cannot make one."""
        made: list[PeerConnection] = []
        made.append(
            self._host.connections.new_connection(lambda event, text: self._receive_event(made[0], event, text))
        )
        return made[0]

    # One connection --------------------------------------------------------------------------------------------------

    async def offer(self) -> str:
        """Return an offer of this device."""
        return await self._connection.offer()

    async def answer(self, offered: str) -> str:
        """Return this device's answer to an offer."""
        return await self._connection.answer(offered)

    async def accept(self, answered: str) -> None:
        """Accept the answer to this device's offer."""
        self._leads.append(self._connection)
        await self._connection.accept(answered)

    def tell_accepted(self) -> None:
        """Tell another tab of this browser that the answer which it passed on was accepted here.

        An answer is the other device's reply to an offer of a connection. It comes as a link, which may be opened in
        the wrong tab.
        """
        self._connection.tell_accepted()

    def send(self, text: str) -> bool:
        """Send a text; return False if the connection is not open."""
        return self._connection.send(text)

    def close(self) -> None:
        """Close the connection and its reserves, the spare connections. No further events are reported."""
        self._closed = True
        for connection in self._connections():
            connection.close()

    def _connections(self) -> tuple[PeerConnection, ...]:
        own = self._own.connection if self._own is not None else None
        return (
            self._connection,
            *(connection for connection in (own, self._for_other, self._former) if connection is not None),
        )

    # Loss and return -------------------------------------------------------------------------------------------------

    def _receive_event(self, connection: PeerConnection, event: str, text: str) -> None:
        if self._closed or connection not in self._connections():
            return
        if event == "open":
            self._rise(connection)
        elif event == "text":
            self._hear(event, text)
        elif connection is not self._connection:
            if event == "closed" and connection is self._former:
                self._former = None
        elif event == "closed" and self._former is not None and self._up:
            self._connection, self._former = self._former, None  # the other device uses that one
            self._hear("back", "")
        elif event == "back":
            if self._opened and not self._up:
                self._rise(connection)
        elif event in ("lost", "failed", "closed"):
            self._fall(event)
        elif event != "online":
            self._hear(event, text)
        if event in ("online", "seen") and connection is self._connection and self._opened and not self._up:
            self._host.spawn(self._try())

    def _rise(self, connection: PeerConnection) -> None:
        """Use a connection that has opened, or that works again.

        If it is a new connection, agree on new reserves (spare connections) with the other device.
        """
        former, was_up, first = self._connection, self._up, not self._opened
        self._up, self._opened, self._failed = True, True, False
        anew = connection is not former
        if anew:
            if self._own is not None and self._own.connection is connection:
                self._own = None
            elif connection is self._for_other:
                self._for_other = None
            else:
                self._former = None
            self._connection = connection
            if was_up:
                self._keep(former)
            else:
                former.close()
        self._hear("open" if first else "back", "")
        if first or anew:
            self._host.spawn(self._prepare())

    def _keep(self, connection: PeerConnection) -> None:
        """Keep `connection` open after another one has replaced it, and close the one kept before it.

        The two devices may briefly use different connections, because each has a reserve. So the other may still use
        `connection`.
        """
        if self._former is not None:
            self._former.close()
        self._former = connection

    def _fall(self, event: str) -> None:
        """Begin to reconnect after the connection was lost, has failed or was closed. Report the event.

        The event `closed` is first reported as `lost`, because the connection may return. If it does not return within
        `GRACE` seconds, a task reports `closed`.
        """
        closed = event == "closed" and self._opened
        self._up = False
        self._failed = self._failed or event != "lost"
        self._hear("lost" if closed else event, "")
        if closed:
            self._host.spawn(self._end_late(self._connection))
        if self._failed:
            self._host.spawn(self._try())
        if not self._returning:
            self._returning = True
            self._host.spawn(self._return())

    async def _end_late(self, connection: PeerConnection) -> None:
        await self._host.clock.sleep(GRACE)
        if not self._closed and not self._up and self._connection is connection:
            self._hear("closed", "")

    async def _return(self) -> None:
        while not self._up and not self._closed:
            await self._host.clock.sleep(PAUSE)
            if self._failed and not self._up and not self._closed:
                await self._try()
        self._returning = False

    async def _try(self) -> None:
        """Try once to reconnect.

        Use this device's reserve (a spare connection), and the addresses of the connection that failed.
        """
        self._times += 1
        own, attempt = self._own, self._times
        if own is not None and own.answer is not None:
            if own.tried:
                await own.connection.retry(attempt)
            else:
                own.tried = True
                self._leads = [connection for connection in self._leads if connection in self._connections()] + [
                    own.connection
                ]
                with suppress(OSError):
                    await own.connection.accept(signalling.description(own.answer))
        if self._connection in self._leads and not self._up:
            await self._connection.retry(attempt)

    # Reserves --------------------------------------------------------------------------------------------------------

    async def _prepare(self) -> None:
        """Send the other device the offer of a new reserve (a spare connection).

        Do nothing if the browser cannot create one.
        """
        try:
            connection = self._new_connection()
            code = signalling.written(signalling.read_description(await connection.plan()))
        except (OSError, TextError):
            return
        former, self._own = self._own, _Reserve(connection, code)
        if former is not None and former.tried and not self._closed:
            self._keep(former.connection)  # it may be about to open
        elif former is not None:
            former.connection.close()
        if self._closed:
            connection.close()
        self.send(f"offer {code}")

    def agree(self, word: str, code: str) -> None:
        """Handle a message about a reserve (a spare connection): an answer to this device's offer, or a new offer.

        `word` is `answer` or `offer`, and `code` the answer or the offer. Ignore a damaged or unexpected code.
        """
        try:
            signal = signalling.nearby(signalling.read(code))
        except TextError:
            return
        own = self._own
        if word == "answer" and own is not None and own.answer is None and signal.to == signalling.mark(own.code):
            own.answer = signal
        elif word == "offer" and not signal.to and self._answers < MOST_ANSWERS:
            self._offered = code
            if not self._answering:
                self._answering = True
                self._host.spawn(self._answer())

    async def _answer(self) -> None:
        """Answer the other device's offers of a reserve (a spare connection) until none waits.

        If several offers wait, answer the latest and drop the others.
        """
        while self._offered and not self._closed:
            code, self._offered = self._offered, ""
            self._answers += 1
            try:
                connection = self._new_connection()
                answer = await connection.answer(signalling.description(signalling.read(code)))
                written = signalling.written(signalling.read_description(answer, code))
            except (OSError, TextError):
                continue
            former, self._for_other = self._for_other, connection
            for unused in (former, connection if self._closed else None):
                if unused is not None:
                    unused.close()
            self.send(f"answer {written}")
        self._answering = False
