"""Games that are kept, each read through the rules when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, MutableMapping
from typing import Final

from chowk.core.errors import TextError
from chowk.core.stepper import finished
from chowk.storage.saves import Save

SOON: Final = 64
"""Games that are read at once, in a moment; the home page is shown before more of them are."""
_UPDATED: Final = '"updated": "'


class KeptGames(MutableMapping[str, Save]):
    """Kept games by their names, some of which may still be texts.

    `read` makes a save of a text, a move at a time; `damaged` is called with the name of a game whose text cannot be
    read, and why: it is none of the games then. Whoever goes through all of them, or counts them, has all of them read.
    """

    def __init__(
        self, read: Callable[[str, str], Generator[None, None, Save]], damaged: Callable[[str, TextError], None]
    ) -> None:
        self._read, self._damaged = read, damaged
        self._saves: dict[str, Save] = {}
        self._texts: dict[str, str] = {}

    def leave(self, name: str, text: str) -> None:
        """Takes a game as text, to be read when it is asked for."""
        self._texts[name] = text

    @property
    def unread(self) -> tuple[str, ...]:
        """The games that nobody has asked for yet, the one played last first."""
        return tuple(sorted(self._texts, key=lambda name: _played(self._texts[name]), reverse=True))

    @property
    def many(self) -> bool:
        """Whether reading all that nobody has asked for yet would hold the page up."""
        return len(self._texts) > SOON

    def holds(self, name: str) -> bool:
        """Whether there is a game of that name, or a text that may be one; nothing is read for that."""
        return name in self._texts or name in self._saves

    def reading(self, name: str) -> Generator[None, None, None]:
        """Reads a game, a move at a time, if that is still to be done: then it is at hand.

        Who asks for it meanwhile has it read at once, and what is kept of it meanwhile counts.
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
    """When a game was played last, as far as its text can tell: looked for, since to read thousands takes seconds."""
    before, _, rest = text.rpartition(_UPDATED)
    return rest.partition('"')[0] if before else ""
