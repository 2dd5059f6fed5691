"""What is written to the device: one text after another, and a game never over one that another page wrote."""

from __future__ import annotations

import asyncio
import errno
import json
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, NamedTuple

from chowk.core.fields import read_json
from chowk.core.message import say, say_in
from chowk.store import saves
from chowk.store.device import StoreHost
from chowk.words.toast import Toast


class Owed(NamedTuple):
    """A text that is to be written, and is not yet; None to forget what is stored. The first page to come may do it."""

    key: str
    text: str | None


class WriteQueue:
    """The store as one page knows it.

    `known` holds the texts of games as they were last read or written here; `stored` is False once the device has
    refused. `trouble` is called with what is to be said of that, once, and `taken_over` with the name of a game that
    another page has gone on with.
    """

    def __init__(self, device: StoreHost, trouble: Callable[[Toast], None], taken_over: Callable[[str], None]) -> None:
        self.known: dict[str, str] = {}
        self.stored = True
        self._device = device
        self._trouble = trouble
        self._taken_over = taken_over
        self._turn = asyncio.Lock()
        self._owed: list[Owed] = []

    async def all(self) -> Mapping[str, str]:
        """Everything that the device keeps; nothing where it refuses."""
        try:
            kept = dict(await self._device.store.all())
        except OSError as error:
            self._refused(error, offer=False)
            return {}
        self.known |= {key: text for key, text in kept.items() if key.startswith(saves.GAME_KEY)}
        if left := self._device.store.left():
            due = _due(left, kept)
            for writing in [self.write(*owed) for owed in due]:  # all are owed at once: this page may end, too
                await writing
            kept |= {key: text for key, text in due if text is not None}
            kept = {key: text for key, text in kept.items() if Owed(key, None) not in due}
        return kept

    async def newer(self, key: str) -> str | None:
        """The text of a game if another page has written it since it was last read or written here."""
        async with self._turn:
            try:
                text = await self._device.store.get(key)
            except OSError:
                return None
            if text is None or text == self.known.get(key):
                return None
            self.known[key] = text
            return text

    def write(self, key: str, text: str | None, wait: bool = False) -> Coroutine[Any, Any, None]:
        """Stores a text, or forgets it if that is None, once waited for. A device that refuses is told of once.

        From now on it is owed: a page that ends before leaves it to the next, unless something else has to be done
        first and it is to `wait`.
        """
        owed = Owed(key, text)
        if not wait:
            self._owed.append(owed)
        return self._pay(owed)

    def leave(self) -> None:
        """Leaves what is owed to the next page, at once: a page that ends may not come to write it."""
        earlier: dict[str, list[str | None]] = {}
        last: dict[str, str | None] = {}
        for key, text in self._owed:
            earlier.setdefault(key, [self.known.get(key)]).append(text)
            last[key] = text
        if last:
            self._device.store.leave(json.dumps([(key, earlier[key][:-1], text) for key, text in last.items()]))

    def stay(self) -> None:
        """Takes back what was left, in a page that goes on after all."""
        self._device.store.left()

    async def change(self, key: str, change: Callable[[str | None], str]) -> str | None:
        """Makes a new text of the one that is stored, whatever other pages write meanwhile; None if refused."""
        async with self._turn:
            try:
                while True:
                    old = await self._device.store.get(key)
                    new = change(old)
                    if await self._device.store.swap(key, old, new):
                        return new
            except OSError as error:
                self._refused(error)
                return None

    async def settled(self) -> None:
        """Comes back when all that was to be written is."""
        await asyncio.sleep(0)  # what was asked for a moment ago has not begun
        async with self._turn:
            pass

    async def _pay(self, owed: Owed) -> None:
        async with self._turn:
            try:
                await self._write(*owed)
            except OSError as error:
                self._refused(error)
            finally:
                if owed in self._owed:
                    self._owed.remove(owed)

    async def _write(self, key: str, text: str | None) -> None:
        store = self._device.store
        if text is None:
            await store.delete(key)
            self.known.pop(key, None)
        elif not key.startswith(saves.GAME_KEY):
            await store.put(key, text)
        elif await store.swap(key, self.known.get(key), text):
            self.known[key] = text
        else:
            self._taken_over(key.removeprefix(saves.GAME_KEY))

    def _refused(self, error: OSError, offer: bool = True) -> None:
        if not self.stored:
            return
        self.stored = False
        text = say("Games cannot be saved on this device. You can play, but the game is lost when you close the page.")
        if error.errno == errno.ENOSPC:
            text = say("The browser has run out of space. The game goes on, but new moves are not being saved.")
        toast = Toast(text, alert=True)
        self._trouble(
            toast._replace(do="export", label=say_in("the page does it", "Save as a file")) if offer else toast
        )


def _due(left: str, kept: Mapping[str, str]) -> list[Owed]:
    """What `WriteQueue.leave` left and is still to be written, where these texts are stored.

    A game is not written over one that another page has gone on with, or has forgotten.
    """
    try:
        entries = [(str(key), list(earlier), text) for key, earlier, text in read_json(left)]
    except (ValueError, TypeError):
        return []  # not of our making
    return [
        Owed(key, text)
        for key, earlier, text in entries
        if (text is None or isinstance(text, str)) and text != kept.get(key)
        if kept.get(key) in earlier or not key.startswith(saves.GAME_KEY)
    ]
