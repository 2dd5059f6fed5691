"""Keep the browser's history in step with what is open: one entry for each thing, so that Back closes the topmost.

An entry stores, as text, what is open at it and how to open that again. Nothing is remembered of how the history came
about: whatever the player or the browser does to it, comparing the two shows what has to change.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol

from chowk.app.app import App
from chowk.app.opened import Open, back, kept, opened, parted, reopen, unkept
from chowk.core.safe_json import read_json

LASTING: Final = 0.5
"""Seconds after which a thing that is usually brief gets a history entry."""
PATIENCE: Final = 3.0
"""Seconds to wait for the browser to reach the requested entry; then the position counts as lost."""


class Entries(Protocol):
    """The browser's history of this document."""

    def text(self) -> str:
        """Return the text stored in the current entry, or "" if it is not ours."""

    def link(self) -> str:
        """Return the game in the current entry's address, or ""."""

    def put(self, text: str, link: str) -> None:
        """Replace the current entry: its text, and the game in its address."""

    def push(self, text: str, link: str) -> None:
        """Add an entry after the current one and make it current; later entries are dropped."""

    def go(self, by: int) -> None:
        """Move by a number of entries; the browser reports its arrival."""

    def watch(self, closed: Callable[[], None] | None) -> None:
        """Call `closed` on the device's own close gesture, if it has one; None ends that."""

    def later(self, seconds: float, do: Callable[[], None]) -> None:
        """Call a function after a delay."""


class Entry(NamedTuple):
    """The content of a history entry: what is open, and how its table is drawn before Python runs.

    `fresh` is the game, if it is not stored. `about` is what `py/boot/visit.js` reads.
    """

    things: tuple[Open, ...] = ()
    fresh: str = ""
    about: tuple[tuple[str, Any], ...] = ()

    def write(self) -> str:
        """Return the entry as text."""
        things = [one.text for one in self.things]
        return json.dumps({"open": things, "fresh": self.fresh, **dict(self.about)}, ensure_ascii=False)


def read(text: str) -> Entry | None:
    """Read a text that `Entry.write` made; return None for anything else."""
    try:
        fields = read_json(text)
        things, fresh = fields["open"], fields["fresh"]
        if not isinstance(fresh, str):
            return None
        return Entry(tuple(parted(one) for one in things), fresh)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


class Trail:
    """Keeps the browser's history in step with the application."""

    def __init__(self, app: App, entries: Entries) -> None:
        self._app = app
        self._entries = entries
        self._at: int | None = None  # the browser's entry, counted from the home page's; None before `begin`
        self._going: int | None = None
        self._known: Any = None
        self._things: tuple[Open, ...] = ()
        self._lasted = False
        self._tickets = 0

    def begin(self) -> None:
        """Take over the browser's history.

        Reopen what its entry describes, as after a reload, or the game in its address.
        """
        entry = read(self._entries.text())
        if entry is None:
            self._follow()
            return
        self._at = len(entry.things)
        if entry.things:
            reopen(self._app, entry.things, entry.fresh)

    def match(self) -> None:
        """Make the history match what is open; called whenever that may have changed."""
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
        """Leave out brief things, which get no entry of their own at first; those that have one keep it."""
        assert self._at is not None, "it has begun"
        spare = max(0, self._at - sum(not one.brief for one in things))
        kept: list[Open] = []
        for one in things:
            if not one.brief or spare:
                kept.append(one)
                spare -= one.brief
        return tuple(kept)

    def arrived(self) -> None:
        """Handle the browser's arrival at another entry: by our request, Back, Forward or a followed address."""
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
        self._app.page.render()

    def _follow(self) -> None:
        """Start again from an entry that is not ours, and open the game in its address, if there is one."""
        link = self._entries.link()
        self._at = 0
        self._put(())
        if link:
            reopen(self._app, [Open("guest", link)])
        self._app.page.render()

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
        """Treat the current entry as the home page's, because the expected entries are missing."""
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
