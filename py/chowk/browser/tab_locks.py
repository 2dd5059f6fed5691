"""Locks that let only one tab play a game: Web Locks, and a channel between the tabs.

On the channel, a tab asks the others for a game by the game's identifier. It tells them of a correspondence game by the
word `STORED` and the identifier.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from js import BroadcastChannel, Object, Promise, navigator
from pyodide.ffi import JsException, create_proxy, to_js

# All pages of one host share locks and channels, so the names here carry a prefix.
PREFIX: Final = "chowk.game."
CHANNEL: Final = "chowk.games"
STORED: Final = "stored"
PATIENCE: Final = 30
PAUSE: Final = 0.05
"""Pause between two attempts to get a game's lock, in seconds.

After `PATIENCE` attempts, a tab that insists takes the lock by force.
"""
RELOADED: Final = 4
"""Number of attempts to get a game's lock without insisting. After a reload, the old page may not have ended yet."""


class BrowserGameLocks:
    """The locks of games, an implementation of `GameLocks`. In browsers without Web Locks, every tab may play."""

    def __init__(self) -> None:
        self._held: dict[str, Callable[[], None]] = {}
        self._on_request: dict[str, Callable[[], Awaitable[None]]] = {}
        self._channel: Any = None
        self._told: Callable[[str], object] = lambda _: None
        self._tasks: set[asyncio.Future[Any]] = set()

    async def take(self, name: str, on_request: Callable[[], Awaitable[None]], insist: bool = False) -> bool:
        """Try to take the lock of a game. Return True if this tab then has the lock.

        `on_request` is called when another tab takes the game over. `insist` takes the lock even if another tab has it.
        """
        locks = _locks()
        self._on_request[name] = on_request
        if not locks or name in self._held:
            return True
        self._listen()
        if insist:
            self._post(name)
        for _ in range(PATIENCE if insist else RELOADED):
            is_granted = await self._request(locks, name, {"ifAvailable": True})
            if is_granted is not False:
                return True
            await asyncio.sleep(PAUSE)
        return insist and await self._request(locks, name, {"steal": True}) is not False

    def release(self, name: str) -> None:
        """Release the lock of a game."""
        self._on_request.pop(name, None)
        if name in self._held:
            self._held.pop(name)()

    def tell(self, name: str) -> None:
        """Inform the other tabs that this tab plays the correspondence game `name`, or has stored a seat in it."""
        self._listen()
        self._post(f"{STORED} {name}")

    def hear(self, told: Callable[[str], object]) -> None:
        """Register `told`, which is called with the identifier of each game for which another tab calls `tell`."""
        self._told = told
        self._listen()

    async def _request(self, locks: Any, name: str, options: dict[str, bool]) -> bool | None:
        """Request a game's lock. Return True if granted, False if refused, None if the browser cannot lock.

        `locks` is the browser's lock manager, and `options` are the options of its method `request`.
        """
        granted: asyncio.Future[bool | None] = asyncio.get_running_loop().create_future()
        holding = create_proxy(lambda resolve, _: self._held.update({name: resolve}))

        def answer(lock: Any) -> Any:
            if not granted.done():
                granted.set_result(bool(lock))
            return Promise.new(holding) if lock else None

        def end(_: Any) -> None:
            if not granted.done():
                granted.set_result(None)
            elif name in self._held:  # another tab has taken the lock by force
                self._held.pop(name)
                self._let_go(name)

        try:
            js_options = to_js(options, dict_converter=Object.fromEntries)
            locks.request(PREFIX + name, js_options, create_proxy(answer)).catch(end)
        except JsException:
            return None
        return await granted

    def _listen(self) -> None:
        if self._channel is not None:
            return
        try:
            self._channel = BroadcastChannel.new(CHANNEL)
        except (JsException, AttributeError):
            return
        self._channel.onmessage = create_proxy(lambda event: self._receive(str(event.data)))

    def _post(self, text: str) -> None:
        if self._channel is not None:
            self._channel.postMessage(text)

    def _receive(self, text: str) -> None:
        word, _, name = text.rpartition(" ")
        if word == STORED:
            self._told(name)
        elif not word:
            self._let_go(name)

    def _let_go(self, name: str) -> None:
        on_request = self._on_request.pop(name, None)
        if on_request is not None:
            task = asyncio.ensure_future(self._hand_over(name, on_request))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _hand_over(self, name: str, on_request: Callable[[], Awaitable[None]]) -> None:
        await on_request()
        self.release(name)


def _locks() -> Any:
    try:
        return navigator.locks or None
    except (JsException, AttributeError):
        return None
