"""Direct connections between two browsers (WebRTC), without a server."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import js
from js import Object, document
from pyodide.ffi import JsException, create_proxy, to_js

GATHERED: Final = 3.0
"""Maximum wait for the device's network addresses, in seconds."""
HANDED: Final = 1.5
"""Maximum wait, in seconds, until another tab of this browser confirms that it has taken an answer."""
_CHANNEL: Final = "chowk-live"
_TOOK: Final = "took"
_CANDIDATE: Final = re.compile(r"^a=(candidate:.*)$", re.MULTILINE)
_STATES: Final = {"connected": "back", "disconnected": "lost", "failed": "failed"}


class BrowserPeerConnection:
    """A direct connection to another browser over WebRTC, an implementation of `PeerConnection`."""

    def __init__(self, hear: Callable[[str, str], None]) -> None:
        self._hear = hear
        self._heard: list[tuple[Any, str, Any]] = []
        self._pages: Any = None  # channel to other tabs of this browser, once an offer is made
        self._planned: Any = None  # the offer for later, until its answer is accepted
        self._addresses: list[str] = []  # the addresses of the accepted answer
        try:
            self._link = js.RTCPeerConnection.new(_object({"iceServers": to_js([])}))
            self._channel = self._link.createDataChannel("chowk", _object({"negotiated": True, "id": 0}))
        except (AttributeError, JsException) as error:
            raise OSError("this browser connects to nobody") from error
        self._listen(self._link, "connectionstatechange", self._changed)
        self._listen(self._channel, "open", lambda _: hear("open", ""))
        self._listen(self._channel, "message", self._came)
        self._listen(self._channel, "close", lambda _: hear("closed", ""))
        self._listen(document, "visibilitychange", lambda _: hear("unseen" if document.hidden else "seen", ""))
        self._listen(js.window, "online", lambda _: hear("online", ""))

    def _listen(self, target: Any, event: str, heard: Callable[[Any], None]) -> None:
        proxy = create_proxy(heard)
        self._heard.append((target, event, proxy))
        target.addEventListener(event, proxy)

    def _changed(self, _: Any) -> None:
        event = _STATES.get(str(self._link.connectionState))
        if event:
            self._hear(event, "")

    def _came(self, event: Any) -> None:
        if isinstance(event.data, str):
            self._hear("text", event.data)

    async def offer(self) -> str:
        """Return this device's session description as an offer.

        The offer has no network addresses: this device contacts the addresses in the answer.
        """
        try:
            await self._link.setLocalDescription(await self._link.createOffer())
        except JsException as error:
            raise OSError(str(error)) from error
        # A phone's camera opens the answer as a new page, which passes the answer to this page if the browser allows
        # it.
        with suppress(AttributeError, JsException):
            self._pages = js.BroadcastChannel.new(_CHANNEL)
            self._listen(self._pages, "message", lambda event: self._hear("answer", str(event.data)))
        return str(self._link.localDescription.sdp)

    async def plan(self) -> str:
        """Return this device's session description, as an offer that the other device may answer much later.

        This device looks for its own network addresses only when `accept` is called with the answer.
        """
        try:
            self._planned = await self._link.createOffer()
        except JsException as error:
            raise OSError(str(error)) from error
        return str(self._planned.sdp)

    async def answer(self, offered: str) -> str:
        """Take an offer. Return this device's session description, with its network addresses, as the answer."""
        try:
            await self._link.setRemoteDescription(_object({"type": "offer", "sdp": offered}))
            await self._link.setLocalDescription(await self._link.createAnswer())
        except JsException as error:
            raise OSError(str(error)) from error
        done = asyncio.Event()

        def gathered(_: Any) -> None:
            if self._link.iceGatheringState == "complete":
                done.set()

        self._listen(self._link, "icegatheringstatechange", gathered)
        gathered(None)
        with suppress(TimeoutError):
            await asyncio.wait_for(done.wait(), GATHERED)
        return str(self._link.localDescription.sdp)

    async def accept(self, answered: str) -> None:
        """Accept `answered`, the other device's answer to this device's offer."""
        planned, self._planned = self._planned, None
        try:
            if planned is not None:
                await self._link.setLocalDescription(planned)
            await self._link.setRemoteDescription(_object({"type": "answer", "sdp": answered}))
        except JsException as error:
            raise OSError(str(error)) from error
        self._addresses = [line.strip() for line in _CANDIDATE.findall(answered)]

    async def retry(self, attempt: int) -> None:
        """Try the addresses of the other device's answer again. `attempt` is the number of this attempt.

        Browsers usually do not try a failed address again. Chromium does so if the attribute `generation` of the
        address is higher than before, so `attempt` is written there. Other browsers ignore this attribute, and may not
        try again.
        """
        for address in self._addresses:
            candidate = {"candidate": f"{address} generation {attempt}", "sdpMid": "0"}
            with suppress(JsException):
                await self._link.addIceCandidate(_object(candidate))

    def send(self, text: str) -> bool:
        """Send a text; return False if the connection is not open."""
        with suppress(JsException):
            if self._channel.readyState == "open":
                self._channel.send(text)
                return True
        return False

    def tell_accepted(self) -> None:
        """Tell the other tabs of this browser that this tab has accepted the other device's answer to its offer.

        The answer may have been opened in another tab, which then passed it on to this tab.
        """
        if self._pages is not None:
            self._pages.postMessage(_TOOK)

    def close(self) -> None:
        """End the connection and remove its listeners."""
        for target, event, proxy in self._heard:
            target.removeEventListener(event, proxy)
        self._heard.clear()
        if self._pages is not None:
            self._pages.close()
        self._channel.close()
        self._link.close()


class BrowserConnections:
    """The factory of connections over WebRTC. It also passes another device's answer to the tab that waits for it."""

    def new_connection(self, hear: Callable[[str, str], None]) -> BrowserPeerConnection:
        """Return a new connection to another device, not open yet. `hear` gets the name and text of each event."""
        return BrowserPeerConnection(hear)

    async def hand_on(self, answer: str) -> bool:
        """Pass another device's answer to the tab that waits for it. Return True if a tab of this browser took it."""
        try:
            taken, pages = asyncio.Event(), js.BroadcastChannel.new(_CHANNEL)
        except (AttributeError, JsException):
            return False
        heard = create_proxy(lambda event: taken.set() if event.data == _TOOK else None)
        pages.addEventListener("message", heard)
        pages.postMessage(answer)
        with suppress(TimeoutError):
            await asyncio.wait_for(taken.wait(), HANDED)
        pages.close()
        heard.destroy()
        return taken.is_set()


def _object(entries: dict[str, Any]) -> Any:
    return to_js(entries, dict_converter=Object.fromEntries)
