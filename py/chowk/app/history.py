"""The browser's history made to match what lies open: one entry for each thing, so that Back closes the topmost.

An entry holds, as text, how many things lie open at it and how the page is opened there again. Nothing is remembered
of how the history came to be what it is: whatever a player or the browser does to it, the next look at the two of them
says what is to be done.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol

from chowk.app.app import App
from chowk.app.opened import Open, back, kept, opened, parted, reopen, unkept
from chowk.core.safe_json import read_json

LASTING: Final = 0.5
"""Seconds after which what mostly goes by itself has lasted, and gets an entry."""
PATIENCE: Final = 3.0
"""Seconds in which a browser goes where it is asked to; later on it has lost the way."""


class Entries(Protocol):
    """The browser's history of this page, as far as it is one document's."""

    def text(self) -> str:
        """What the present entry holds; empty for one that is not of our making."""

    def link(self) -> str:
        """The game in the present entry's address, empty if there is none."""

    def put(self, text: str, link: str) -> None:
        """Makes the present entry hold a text, and its address a game."""

    def push(self, text: str, link: str) -> None:
        """Adds an entry after the present one, which it then is; those that came after are gone."""

    def go(self, by: int) -> None:
        """Goes to an entry so many before the present one, or after it; the browser says when it is there."""

    def watch(self, closed: Callable[[], None] | None) -> None:
        """Hears of a device's own way to close things, where there is one, while there is something to close."""

    def later(self, seconds: float, do: Callable[[], None]) -> None:
        """Calls after a while."""


class Entry(NamedTuple):
    """What an entry holds: the things that lie open at it, and the table among them as it is shown before Python.

    `fresh` is the game there, if it is not kept. `about` is what `py/boot/visit.js` reads.
    """

    things: tuple[Open, ...] = ()
    fresh: str = ""
    about: tuple[tuple[str, Any], ...] = ()

    def write(self) -> str:
        """The entry as text."""
        things = [one.text for one in self.things]
        return json.dumps({"open": things, "fresh": self.fresh, **dict(self.about)}, ensure_ascii=False)


def read(text: str) -> Entry | None:
    """The entry that `write` told; None for anything else."""
    try:
        fields = read_json(text)
        things, fresh = fields["open"], fields["fresh"]
        if not isinstance(fresh, str):
            return None
        return Entry(tuple(parted(one) for one in things), fresh)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


class Trail:
    """Keeps a browser's history in line with an application."""

    def __init__(self, app: App, entries: Entries) -> None:
        self._app = app
        self._entries = entries
        self._at: int | None = None  # at which entry the browser is, counted from the home page's; None before `begin`
        self._going: int | None = None
        self._known: Any = None
        self._things: tuple[Open, ...] = ()
        self._lasted = False
        self._tickets = 0

    def begin(self) -> None:
        """Takes up the history that the browser has.

        Sits down at the table that its entry tells of, as after a reload, or looks at the game in its address.
        """
        entry = read(self._entries.text())
        if entry is None:
            self._follow()
            return
        self._at = len(entry.things)
        if entry.things:
            reopen(self._app, entry.things, entry.fresh)

    def match(self) -> None:
        """Makes the history match what lies open; called whenever that may have changed."""
        if self._at is None:
            return
        things = opened(self._app)
        if things != self._things:
            self._things, self._lasted = things, False
            self._entries.watch(self._close if things else None)
            if any(one.brief for one in things):
                self._later(LASTING, self._last)
        if self._going is not None:
            return
        wanted = things if self._lasted else self._without_brief(things)
        if self._at > len(wanted):
            self._go(len(wanted))
            return
        known = (wanted, self._app.table, kept(self._app))
        if known == self._known:
            return
        self._put(wanted[: self._at])
        while self._at < len(wanted):
            self._at += 1
            self._entries.push(*self._told(wanted[: self._at]))
        self._known = known

    def _without_brief(self, things: tuple[Open, ...]) -> tuple[Open, ...]:
        """What is brief has no entry of its own yet; one that it has it keeps."""
        assert self._at is not None, "it has begun"
        spare = max(0, self._at - sum(not one.brief for one in things))
        kept: list[Open] = []
        for one in things:
            if not one.brief or spare:
                kept.append(one)
                spare -= one.brief
        return tuple(kept)

    def arrived(self) -> None:
        """The browser has come to another entry: asked to, by Back or Forward, or by an address that was followed."""
        if self._at is None:
            return
        asked = self._going is not None
        before, self._going, self._known = self._at if self._going is None else self._going, None, None
        self._tickets += 1
        entry = read(self._entries.text())
        if entry is None:
            self._follow()
            return
        self._at = len(entry.things)
        if self._at < before:
            back(self._app, before - self._at)
        elif entry.things and not asked:
            reopen(self._app, entry.things, entry.fresh)
        self._app.world.render()

    def _follow(self) -> None:
        """Begins anew from an entry that is not of our making; opens the game in its address, if there is one."""
        link = self._entries.link()
        self._at = 0
        self._put(())
        if link:
            reopen(self._app, [Open("guest", link)])
        self._app.world.render()

    def _close(self) -> None:
        back(self._app)

    def _last(self) -> None:
        self._lasted = True
        self.match()

    def _later(self, seconds: float, do: Callable[[], None]) -> None:
        things = self._things
        self._entries.later(seconds, lambda: do() if things is self._things else None)

    def _go(self, to: int) -> None:
        assert self._at is not None, "it has begun"
        self._going = to
        self._tickets += 1
        ticket = self._tickets
        self._entries.later(PATIENCE, lambda: self._lose_way() if ticket == self._tickets else None)
        self._entries.go(to - self._at)

    def _lose_way(self) -> None:
        """The entries that should be there are not: the present one counts as the home page's."""
        self._going = self._known = None
        self._at = 0
        self.match()

    def _put(self, things: tuple[Open, ...]) -> None:
        text, link = self._told(things)
        if (text, link) != (self._entries.text(), self._entries.link()):
            self._entries.put(text, link)

    def _told(self, things: tuple[Open, ...]) -> tuple[str, str]:
        table = self._app.table
        if not things or table is None:
            return Entry(things).write(), ""
        wide, high = table.view.SIZE
        about = {"game": table.game.name, "wide": wide, "high": high, "bench": table.game.trial is not None}
        about |= {"tray": table.game.tray is not None, "seats": len(table.plan.seats)}
        return Entry(things, unkept(self._app), tuple(about.items())).write(), table.about.link
