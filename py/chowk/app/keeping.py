"""What is written to the device: one text after another, and a game never over one that another page wrote."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Callable, Mapping

from chowk.app import saves
from chowk.app.model import Toast
from chowk.app.services import World
from chowk.core.message import say


class Keeping:
    """The store as one page knows it.

    `known` holds the texts of games as they were last read or written here; `stored` is False once the device has
    refused. `trouble` is called with what is to be said of that, once, and `outrun` with the name of a game that
    another page has gone on with.
    """

    def __init__(self, world: World, trouble: Callable[[Toast], None], outrun: Callable[[str], None]) -> None:
        self.known: dict[str, str] = {}
        self.stored = True
        self._world = world
        self._trouble = trouble
        self._outrun = outrun
        self._turn = asyncio.Lock()

    async def all(self) -> Mapping[str, str]:
        """Everything that the device keeps; nothing where it refuses."""
        try:
            kept = await self._world.store.all()
        except OSError as error:
            self._refused(error, offer=False)
            return {}
        self.known |= {key: text for key, text in kept.items() if key.startswith(saves.GAME_KEY)}
        return kept

    async def newer(self, key: str) -> str | None:
        """The text of a game if another page has written it since it was last read or written here."""
        async with self._turn:
            try:
                text = await self._world.store.get(key)
            except OSError:
                return None
            if text is None or text == self.known.get(key):
                return None
            self.known[key] = text
            return text

    async def write(self, key: str, text: str | None) -> None:
        """Stores a text, or forgets it if that is None. A device that refuses is told of once."""
        async with self._turn:
            try:
                await self._write(key, text)
            except OSError as error:
                self._refused(error)

    async def change(self, key: str, change: Callable[[str | None], str]) -> str | None:
        """Makes a new text of the one that is stored, whatever other pages write meanwhile; None if refused."""
        async with self._turn:
            try:
                while True:
                    old = await self._world.store.get(key)
                    new = change(old)
                    if await self._world.store.swap(key, old, new):
                        return new
            except OSError as error:
                self._refused(error)
                return None

    async def settled(self) -> None:
        """Comes back when all that was to be written is."""
        await asyncio.sleep(0)  # what was asked for a moment ago has not begun
        async with self._turn:
            pass

    async def _write(self, key: str, text: str | None) -> None:
        store = self._world.store
        if text is None:
            await store.delete(key)
            self.known.pop(key, None)
        elif not key.startswith(saves.GAME_KEY):
            await store.put(key, text)
        elif await store.swap(key, self.known.get(key), text):
            self.known[key] = text
        else:
            self._outrun(key.removeprefix(saves.GAME_KEY))

    def _refused(self, error: OSError, offer: bool = True) -> None:
        if not self.stored:
            return
        self.stored = False
        text = say("This device refuses to keep games. You can play, but a game is lost when the page is closed.")
        if error.errno == errno.ENOSPC:
            text = say("The browser has no room left. The game goes on, but its newest moves are not kept.")
        toast = Toast(text, alert=True)
        self._trouble(toast._replace(do="export", label=say("Save as a file")) if offer else toast)
