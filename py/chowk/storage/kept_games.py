"""The collection of stored games. Each game is parsed and replayed when it is first needed."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, MutableMapping
from typing import Final

from chowk.core.errors import TextError
from chowk.core.stepper import finished
from chowk.storage.saves import Save

SOON: Final = 64
"""If there are at most this many unparsed games, all are parsed before the home page is shown."""
_UPDATED: Final = '"updated": "'
"""In the text of a stored game, the characters before the time when the game was last played."""


class KeptGames(MutableMapping[str, Save]):
    """Stored games by identifier. Some of them may be texts that are not parsed yet.

    `read` parses a text in steps. `damaged` is called with the identifier and the error of a game that cannot be read;
    that game is left out. Iterating over the games or counting them parses all of them.
    """

    def __init__(
        self, read: Callable[[str, str], Generator[None, None, Save]], damaged: Callable[[str, TextError], None]
    ) -> None:
        self._read, self._damaged = read, damaged
        self._saves: dict[str, Save] = {}
        self._texts: dict[str, str] = {}

    def leave(self, name: str, text: str) -> None:
        """Add a game as text. It is parsed when it is needed."""
        self._texts[name] = text

    @property
    def unread(self) -> tuple[str, ...]:
        """The identifiers of the games that are not parsed yet, the last played game first."""
        return tuple(sorted(self._texts, key=lambda name: _played(self._texts[name]), reverse=True))

    @property
    def many(self) -> bool:
        """True if parsing all unparsed games would block the page for too long."""
        return len(self._texts) > SOON

    def holds(self, name: str) -> bool:
        """Return True if there is a game with the identifier `name`, without parsing the game."""
        return name in self._texts or name in self._saves

    def parsed(self, name: str) -> Save | None:
        """Return a game if it is parsed already, else None."""
        return None if name in self._texts else self._saves.get(name)

    def reading(self, name: str) -> Generator[None, None, None]:
        """Parse a game in steps, if it is not parsed yet.

        If other code needs the game before the last step, the game is parsed at once. If a newer text of the game is
        stored before the last step, that text stays.
        """
        text = self._texts.get(name)
        if text is None:
            return
        try:
            save = yield from self._read(name, text)
        except TextError as error:
            if self._texts.get(name) is text:
                del self._texts[name]
                self._damaged(name, error)
            return
        if self._texts.get(name) is text:
            self[name] = save

    def __getitem__(self, name: str) -> Save:
        finished(self.reading(name))
        return self._saves[name]

    def __setitem__(self, name: str, save: Save) -> None:
        self._texts.pop(name, None)
        self._saves[name] = save

    def __delitem__(self, name: str) -> None:
        unread = self._texts.pop(name, None)
        if self._saves.pop(name, None) is None and unread is None:
            raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        for name in tuple(self._texts):
            self.get(name)
        return iter(tuple(self._saves))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _played(text: str) -> str:
    """Return the time when a game was last played, in the form in which it is stored; empty if it is missing.

    The text of the game is searched for it, because parsing thousands of games would take seconds.
    """
    before, _, after = text.rpartition(_UPDATED)
    return after.partition('"')[0] if before else ""
