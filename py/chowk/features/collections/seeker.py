"""Run board searches: test each game of a collection for conditions, in slices, until the player stops the search."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from chowk import games
from chowk.core.errors import TextError
from chowk.engine.search_budget import Clock
from chowk.features.collections import generic, sought
from chowk.features.collections.archive import Archive
from chowk.games.api.search import Test

SLICE: Final = 0.015
"""Time of work after which the worker lets other tasks run, in seconds."""


class GameTest:
    """A test whether games of a collection fit the conditions of a board search.

    The conditions are given as text (see `sought.Sought.write`).
    """

    def __init__(self, archive: Archive, text: str) -> None:
        wanted = sought.read(text)
        conditions = wanted.conditions if wanted is not None else None
        self._archive = archive
        self._test: Test | None = None
        self._game, self._name = -1, ""
        if wanted is not None and conditions is not None:
            search = games.load(wanted.game).search
            assert search is not None, "it has conditions"
            self._test = search().tester(conditions)
            self._name = wanted.game
            self._game = archive.games.index(wanted.game) if wanted.game in archive.games else -1

    @property
    def is_open(self) -> bool:
        """True if there is no condition, so that every game fits."""
        return self._test is None

    def __call__(self, number: int) -> bool:
        """Return True if the game with this number in the collection fits the conditions. A damaged game does not."""
        archive = self._archive
        if self._test is None or archive.columns["game"][number] != self._game:
            return self._test is None
        try:
            start = generic.first(self._name, archive.text_of("setup", number))
            return self._test(start, archive.codes(number))
        except (TextError, ValueError, KeyError, IndexError):
            return False


class Finding:
    """A search of a collection that runs, has ended, or was stopped. Only `Seeker` assigns its attributes.

    `found` are the numbers of the games found among the first `done` games. `stopped` is also True if another search
    has replaced this one before its end.
    """

    def __init__(self, archive: Archive, text: str) -> None:
        self.archive, self.text = archive, text
        self.found: set[int] = set()
        self.done = 0
        self.stopped = False

    @property
    def is_over(self) -> bool:
        """True if all games were tested."""
        return self.done >= len(self.archive)


class Seeker:
    """A runner of board searches.

    It keeps the latest search with its progress, so that this search can continue after a stop.
    """

    def __init__(self, pause: Callable[[], Awaitable[None]], slice_: float = SLICE) -> None:
        """Store `pause`, a function that lets other tasks run, and the time of work before each pause, in seconds."""
        self._pause, self._slice = pause, slice_
        self._latest: Finding | None = None

    @property
    def stopped(self) -> Finding | None:
        """The latest search if it was stopped, else None."""
        return self._latest if self._latest is not None and self._latest.stopped else None

    @property
    def done(self) -> float | None:
        """The fraction of games that the running search has tested, from 0 to 1; None if no search is running."""
        latest = self._latest
        if latest is None or latest.stopped or latest.is_over:
            return None
        return latest.done / len(latest.archive)

    def stop(self) -> None:
        """Stop the running search. The games that it has found are kept."""
        if self._latest is not None and not self._latest.is_over:
            self._latest.stopped = True

    def forget(self) -> None:
        """Drop the latest search, and with it the collection, from memory. End the search if it is running."""
        self._latest = None

    async def find(self, archive: Archive, text: str, *, resume: bool = False) -> Finding | None:
        """Search a collection until the search is over, stopped or replaced by another. Return its state and findings.

        `text` are the conditions, as `Sought.write` writes them. Return None if there are none. If the latest search
        was the same one and was stopped, continue it if `resume` is True; otherwise return it with the games found
        until then.
        """
        fits = GameTest(archive, text)
        if fits.is_open:
            return None
        latest = self._latest
        if latest is None or latest.archive is not archive or latest.text != text:
            self._latest = latest = Finding(archive, text)
        latest.stopped = latest.stopped and not resume
        clock = Clock(self._slice)
        # Two questions may ask for the same search. Then each of them tests the next game in turn.
        while not latest.is_over and not latest.stopped and self._latest is latest:
            number = latest.done
            latest.done = number + 1
            if fits(number):
                latest.found.add(number)
            if clock.over:
                await self._pause()
                clock = Clock(self._slice)
        latest.stopped = not latest.is_over
        return latest
