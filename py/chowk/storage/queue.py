"""What is written to the device: one text after another, and a game never over one that another page wrote."""

from __future__ import annotations

import asyncio
import errno
import json
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final, NamedTuple

from chowk.core.message import say, say_in
from chowk.core.safe_json import read_json
from chowk.i18n.toast import Toast
from chowk.storage import saves
from chowk.storage.device import NEWER_FORM, StoreHost

_COMPARED: Final = (saves.GAME_KEY, saves.SETTINGS_KEY)
"""Texts of which a page remembers what it read: what it writes depends on that."""


class Owed(NamedTuple):
    """A text that is to be written, and is not yet; None to forget what is stored. The first page to come may do it."""

    key: str
    text: str | None


class WriteQueue:
    """The store as one page knows it.

    `known` holds the texts of games and settings as they were last read or written here; `stored` is False once the
    device has refused. What a newer version of the page keeps is never written over. `trouble` is called with what is
    to be said of either, once, and `taken_over` with the name of a game that another page has gone on with.
    """

    def __init__(self, device: StoreHost, trouble: Callable[[Toast], None], taken_over: Callable[[str], None]) -> None:
        self.known: dict[str, str] = {}
        self.stored = True
        self._device = device
        self._trouble = trouble
        self._taken_over = taken_over
        self._turn = asyncio.Lock()
        self._owed: list[Owed] = []
        self._told = False  # whether it was said that this page is too old

    async def all(self) -> Mapping[str, str]:
        """Everything that the device keeps; nothing where it refuses."""
        try:
            kept = dict(await self._device.store.all())
        except OSError as error:
            self._refused(error, offer=False)
            return {}
        self.known |= {key: text for key, text in kept.items() if key.startswith(_COMPARED)}
        left = self._device.store.left()
        works = []
        for note in left.values():
            for key, text in _due(note, kept):
                works.append(self.write(key, text))
                if text is None:
                    kept.pop(key, None)
                else:
                    kept[key] = text
        if works:
            await asyncio.gather(*works)
        if left and self.stored:  # only now: this page may end, too, by whatever cause
            self._device.store.clear(left)
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
        entries = [(key, earlier[key][:-1], text) for key, text in last.items()]
        self._device.store.leave(json.dumps(entries) if entries else "")

    def stay(self) -> None:
        """Take back what this page left, for it goes on after all."""
        self._device.store.leave("")

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
            await self._fit(key, text)
        elif saves.is_newer(key, self.known.get(key, "")):
            self._outdated()
        elif await store.swap(key, self.known.get(key), text):
            self.known[key] = text
        else:
            self._taken_over(key.removeprefix(saves.GAME_KEY))

    async def _fit(self, key: str, text: str) -> None:
        """Write a text that is no game, unless a newer version keeps something there."""
        while True:
            stored = await self._device.store.get(key)
            if stored is not None and saves.is_newer(key, stored):
                self._outdated()
                return
            new = text
            if key == saves.SETTINGS_KEY:
                new = saves.merged_settings(text, stored, self.known.get(key))
            if await self._device.store.swap(key, stored, new):
                if key == saves.SETTINGS_KEY:
                    self.known[key] = text  # as this page has them
                return

    def _outdated(self) -> None:
        """Say, once, that this page is too old to write what the device keeps, and offer to load the newer one."""
        if not self._told:
            self._told = True
            text = say("This was saved by a newer version of Chowk. Reload the page to get it, then try again.")
            self._trouble(Toast(text, "update", say_in("the page does it", "Reload"), alert=True))

    def _refused(self, error: OSError, offer: bool = True) -> None:
        if error.errno == NEWER_FORM:
            self._outdated()
            return
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

    A game is not written over one that another page has gone on with, or has forgotten; of settings only those that the
    page had changed are written.
    """
    try:
        entries = [(str(key), list(earlier), text) for key, earlier, text in read_json(left)]
    except (ValueError, TypeError):
        return []  # not of our making
    return [
        Owed(key, _settled(key, earlier, text, kept))
        for key, earlier, text in entries
        if (text is None or isinstance(text, str)) and text != kept.get(key)
        if kept.get(key) in earlier or not key.startswith(saves.GAME_KEY)
    ]


def _settled(key: str, earlier: list[Any], text: str | None, kept: Mapping[str, str]) -> str | None:
    base = earlier[0] if earlier else None
    if key != saves.SETTINGS_KEY or text is None or saves.is_newer(key, kept.get(key, "")):
        return text
    return saves.merged_settings(text, kept.get(key), base if isinstance(base, str) else None)
