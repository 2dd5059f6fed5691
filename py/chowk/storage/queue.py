"""The write queue: it stores texts one after another. It never overwrites a game that another page has changed."""

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
from chowk.storage.device import NEWER_FORM, Store

_COMPARED: Final = (saves.GAME_KEY, saves.SETTINGS_KEY)
"""Prefixes of the keys for which this page remembers the last known text, because later writes depend on it."""


class Owed(NamedTuple):
    """A pending write of a text under a key, or a pending deletion if the text is None.

    If this page ends first, the next page carries it out.
    """

    key: str
    text: str | None


class WriteQueue:
    """The store as one page uses it: texts are written one after another.

    `known` holds the texts of games and settings as this page last read or wrote them. `stored` is False once the
    device has refused to store a text. Data of a newer version of the page is never overwritten. `trouble` is called
    with a message at the first refusal of the device, and at the first write that meets data of a newer version.
    `taken_over` is called with the identifier of a game that another page has continued.
    """

    def __init__(self, store: Store, trouble: Callable[[Toast], None], taken_over: Callable[[str], None]) -> None:
        self.known: dict[str, str] = {}
        self.stored = True
        self.store = store
        self._trouble = trouble
        self._taken_over = taken_over
        self._turn = asyncio.Lock()
        self._owed: list[Owed] = []
        self._reported_outdated = False  # True once the player was informed that this page is too old

    async def all(self) -> Mapping[str, str]:
        """Carry out the pending writes of earlier pages, and return all stored texts by key.

        The result is empty if the device refuses.
        """
        try:
            texts = dict(await self.store.all())
        except OSError as error:
            self._refused(error, offer=False)
            return {}
        self.known |= {key: text for key, text in texts.items() if key.startswith(_COMPARED)}
        notes = self.store.left_notes()
        works = []
        for note in notes.values():
            for key, text in _unwritten(note, texts):
                works.append(self.write(key, text))
                if text is None:
                    texts.pop(key, None)
                else:
                    texts[key] = text
        if works:
            await asyncio.gather(*works)
        if notes and self.stored:  # only after the writes, because this page, too, may end at any moment
            self.store.clear(notes)
        return texts

    async def present(self, key: str) -> str | None:
        """Return the text that is stored under a key now.

        Return None if there is none, if the device refuses, or if a write of this page under this key is pending.
        """
        async with self._turn:
            try:
                text = await self.store.get(key)
            except OSError:
                return None
            return None if any(owed.key == key for owed in self._owed) else text

    async def newer(self, key: str) -> str | None:
        """Return the stored text of a game if it is not the text that this page last read or wrote; otherwise None.

        Also return None if this page has a write of the game pending. That write must meet the text of the other page.
        """
        text = await self.present(key)
        if text is None or text == self.known.get(key):
            return None
        self.known[key] = text
        return text

    def write(self, key: str, text: str | None, this_page_only: bool = False) -> Coroutine[Any, Any, None]:
        """Return a coroutine that stores a text, or that deletes the stored text if `text` is None.

        If the device refuses, the player is informed once. If this page ends before the write, the next page does it,
        unless `this_page_only` is True. Set that for a write that is right only after another write of this page: a
        finished game is stored only after its result has been counted.
        """
        owed = Owed(key, text)
        if not this_page_only:
            self._owed.append(owed)
        return self._pay(owed)

    def leave(self) -> None:
        """Leave a note with the pending writes for the next page, because this page may end before they are done."""
        earlier: dict[str, list[str | None]] = {}
        latest: dict[str, str | None] = {}
        for key, text in self._owed:
            earlier.setdefault(key, [self.known.get(key)]).append(text)
            latest[key] = text
        entries = [(key, earlier[key][:-1], text) for key, text in latest.items()]
        self.store.leave(json.dumps(entries) if entries else "")

    def stay(self) -> None:
        """Delete the note that this page left for the next page, because this page continues after all."""
        self.store.leave("")

    async def change(self, key: str, change: Callable[[str | None], str]) -> str | None:
        """Replace a stored text by the result of `change`, atomically among the open pages.

        Return the new text, or None if the device refuses.
        """
        async with self._turn:
            try:
                while True:
                    old = await self.store.get(key)
                    new = change(old)
                    if await self.store.swap(key, old, new):
                        return new
            except OSError as error:
                self._refused(error)
                return None

    def update(self, key: str, text: str, change: Callable[[str], str]) -> Coroutine[Any, Any, str | None]:
        """Return a coroutine that replaces a stored text by the result of `change`, atomically among the open pages.

        Its result is the new text, or None if the device refuses, or if a newer version of the page has stored the old
        text. `change` is called with an empty text if nothing is stored. If this page ends before the write, the next
        page stores `text`.
        """
        owed = Owed(key, text)
        self._owed.append(owed)
        return self._update(owed, change)

    async def _update(self, owed: Owed, change: Callable[[str], str]) -> str | None:
        async with self._turn:
            try:
                while True:
                    old = await self.store.get(owed.key)
                    if old is not None and saves.is_newer(owed.key, old):
                        self._outdated()
                        return None
                    new = change(old or "")
                    if await self.store.swap(owed.key, old, new):
                        return new
            except OSError as error:
                self._refused(error)
                return None
            finally:
                if owed in self._owed:
                    self._owed.remove(owed)

    async def settled(self) -> None:
        """Wait until all pending writes are done."""
        await asyncio.sleep(0)  # lets the coroutines of new writes start
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
        store = self.store
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
        """Store a text that is not a game. If it holds the settings, keep those that another page has changed.

        Do nothing if a newer version of the page has stored a text under this key.
        """
        while True:
            stored = await self.store.get(key)
            if stored is not None and saves.is_newer(key, stored):
                self._outdated()
                return
            new = text
            if key == saves.SETTINGS_KEY:
                new = saves.merged_settings(text, stored, self.known.get(key))
            if await self.store.swap(key, stored, new):
                if key == saves.SETTINGS_KEY:
                    self.known[key] = text  # in the form of this version of the page
                return

    def _outdated(self) -> None:
        """Show once that this page is too old to write to the store, and offer to load the newer version."""
        if not self._reported_outdated:
            self._reported_outdated = True
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


def _unwritten(note: str, stored: Mapping[str, str]) -> list[Owed]:
    """Return the writes in a note of `WriteQueue.leave` that are still to be done.

    `stored` holds the stored texts. A game that another page has continued or deleted is not overwritten. Of the
    settings, only those that the ended page had changed are written.
    """
    try:
        entries = [(str(key), list(earlier), text) for key, earlier, text in read_json(note)]
    except (ValueError, TypeError):
        return []  # the note is damaged, or another application wrote it
    return [
        Owed(key, _settled(key, earlier, text, stored))
        for key, earlier, text in entries
        if (text is None or isinstance(text, str)) and text != stored.get(key)
        if stored.get(key) in earlier or not key.startswith(saves.GAME_KEY)
    ]


def _settled(key: str, earlier: list[Any], text: str | None, stored: Mapping[str, str]) -> str | None:
    """Return the text to store for a write that an earlier page did not finish before it ended.

    This is `text`, the text that the page wanted to write. An exception is the text with the settings: the stored
    settings stay, except for those that the page had changed. `earlier` holds the key's texts before the last write,
    oldest first. The page had read the first of these.
    """
    base = earlier[0] if earlier else None
    if key != saves.SETTINGS_KEY or text is None or saves.is_newer(key, stored.get(key, "")):
        return text
    return saves.merged_settings(text, stored.get(key), base if isinstance(base, str) else None)
