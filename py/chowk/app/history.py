"""Keep the browser's history in step with what is open: one entry for each thing, so that Back closes the topmost.

An entry stores, as text, what is open at it and how to open that again. Nothing is remembered of how the history came
about: whatever the player or the browser does to it, comparing the two shows what has to change. What has to change is
a value, computed by `due` without touching the history, and carried out by `Trail` after the page is drawn.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from chowk.app.app import App
from chowk.app.opened import Open, back, kept, opened, parted, reopen, unkept
from chowk.core.safe_json import read_json
from chowk.session.table import Table

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


class Replace(NamedTuple):
    """Replace the text and the game of the current entry."""

    text: str
    link: str


class Push(NamedTuple):
    """Add an entry after the current one."""

    text: str
    link: str


class Go(NamedTuple):
    """Ask the browser to move by a number of entries; `journey` is the number of this request."""

    by: int
    journey: int


class WatchClosing(NamedTuple):
    """Listen to the device's own close gesture, or stop that."""

    on: bool


class AwaitLasting(NamedTuple):
    """Wait until the brief things that are open have lasted long enough for an entry."""


WriteHistory: TypeAlias = Replace | Push | Go | WatchClosing | AwaitLasting
"""A change of the browser's history, or of what is awaited from it."""


class Progress(NamedTuple):
    """The state of the history when it was last compared with what is open.

    `at` is the browser's entry, counted from the home page's, or None before the page has taken the history over.
    `going` is the entry that the browser was asked to reach, or None. `known` is what the entries hold, and `things`
    what was open; `lasted` is True if brief things among them have lasted. `journeys` counts requests and arrivals.
    """

    at: int | None = None
    going: int | None = None
    known: tuple[tuple[Open, ...], Table | None, bool] | None = None
    things: tuple[Open, ...] = ()
    lasted: bool = False
    journeys: int = 0


def due(progress: Progress, app: App) -> tuple[Progress, tuple[WriteHistory, ...]]:
    """Return what has to change in the history so that it matches what is open, and the state after that."""
    if progress.at is None:
        return progress, ()
    things, changes = opened(app), list[WriteHistory]()
    if things != progress.things:
        progress = progress._replace(things=things, lasted=False)
        changes.append(WatchClosing(bool(things)))
        if any(one.brief for one in things):
            changes.append(AwaitLasting())
    if progress.going is not None:
        return progress, tuple(changes)
    at = progress.at or 0
    wanted = things if progress.lasted else _without_brief(at, things)
    known = wanted, app.table, kept(app)
    if at > len(wanted):
        progress = progress._replace(going=len(wanted), journeys=progress.journeys + 1)
        changes.append(Go(len(wanted) - at, progress.journeys))
    elif known != progress.known:
        changes.append(Replace(*_described(app, wanted[:at])))
        changes += [Push(*_described(app, wanted[:number])) for number in range(at + 1, len(wanted) + 1)]
        progress = progress._replace(at=len(wanted), known=known)
    return progress, tuple(changes)


def _without_brief(at: int, things: tuple[Open, ...]) -> tuple[Open, ...]:
    """Leave out brief things, which get no entry of their own at first; those that have one keep it."""
    spare = max(0, at - sum(not one.brief for one in things))
    kept: list[Open] = []
    for one in things:
        if not one.brief or spare:
            kept.append(one)
            spare -= one.brief
    return tuple(kept)


def _described(app: App, things: tuple[Open, ...]) -> tuple[str, str]:
    """Return the text of an entry for open things, and the game in its address."""
    table = app.table
    if not things or table is None:
        return Entry(things).write(), ""
    wide, high = table.view.SIZE
    about = {"game": table.game.name, "wide": wide, "high": high, "bench": table.game.trial is not None}
    about |= {"tray": table.game.tray is not None, "seats": len(table.plan.seats)}
    return Entry(things, unkept(app), tuple(about.items())).write(), table.about.link


class Trail:
    """Keeps the browser's history in step with the application."""

    def __init__(self, app: App, entries: Entries) -> None:
        self._app = app
        self._entries = entries
        self._progress = Progress()

    def begin(self) -> None:
        """Take over the browser's history.

        Reopen what its entry describes, as after a reload, or the game in its address.
        """
        entry = read(self._entries.text())
        if entry is None:
            self._follow()
            return
        self._progress = self._progress._replace(at=len(entry.things))
        if entry.things:
            reopen(self._app, entry.things, entry.fresh)

    def match(self) -> None:
        """Make the history match what is open; called whenever that may have changed."""
        self._progress, changes = due(self._progress, self._app)
        for change in changes:
            self._carry_out(change)

    def _carry_out(self, change: WriteHistory) -> None:
        match change:
            case Replace(text, link):
                if change != (self._entries.text(), self._entries.link()):
                    self._entries.put(text, link)
            case Push(text, link):
                self._entries.push(text, link)
            case Go(by, journey):
                self._entries.later(PATIENCE, lambda: self._lose_way(journey))
                self._entries.go(by)
            case WatchClosing(on):
                self._entries.watch(self._close if on else None)
            case AwaitLasting():
                things = self._progress.things
                self._entries.later(LASTING, lambda: self._last(things))

    def arrived(self) -> None:
        """Handle the browser's arrival at another entry: by our request, Back, Forward or a followed address."""
        progress = self._progress
        if progress.at is None:
            return
        asked = progress.going is not None
        before = progress.at if progress.going is None else progress.going
        self._progress = progress._replace(going=None, known=None, journeys=progress.journeys + 1)
        entry = read(self._entries.text())
        if entry is None:
            self._follow()
            return
        at = len(entry.things)
        self._progress = self._progress._replace(at=at)
        if at < before:
            back(self._app, before - at)
        elif entry.things and not asked:
            reopen(self._app, entry.things, entry.fresh)
        self._app.page.render()

    def _follow(self) -> None:
        """Start again from an entry that is not ours, and open the game in its address, if there is one."""
        link = self._entries.link()
        self._progress = self._progress._replace(at=0)
        self._carry_out(Replace(*_described(self._app, ())))
        if link:
            reopen(self._app, [Open("guest", link)])
        self._app.page.render()

    def _close(self) -> None:
        back(self._app)

    def _last(self, things: tuple[Open, ...]) -> None:
        """Give entries to the brief things among those that were open, if nothing has changed since."""
        if things is self._progress.things:
            self._progress = self._progress._replace(lasted=True)
            self.match()

    def _lose_way(self, journey: int) -> None:
        """Treat the current entry as the home page's if the entry that a journey leads to is missing."""
        if journey == self._progress.journeys:
            self._progress = self._progress._replace(at=0, going=None, known=None)
            self.match()
