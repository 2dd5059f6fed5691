"""Keep the browser's history in step with the page: each open table or sheet has an entry, so that Back closes it.

The text of an entry describes the open things (tables, views at a table, sheets) and how to open them again. The player
or the browser may change the history at any time. So `due` compares the history with the open things, and returns the
changes to make. `Trail` carries them out after the page is drawn.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from chowk.app.app import App
from chowk.app.opened import Open, back, is_stored, opened, read_open, reopen, unstored_game
from chowk.core.safe_json import read_json
from chowk.features.collections import commands as collections
from chowk.session.table import Table

LASTING: Final = 0.5
"""Seconds after which a brief state, such as a picked piece, gets a history entry."""
PATIENCE: Final = 3.0
"""Seconds to wait until the browser reaches a requested entry.

After this time, the position in the history counts as lost.
"""


class Entries(Protocol):
    """The browser's history of this document."""

    def text(self) -> str:
        """Return the text of the current history entry, or an empty text if the page did not write it."""

    def link(self) -> str:
        """Return the link to a game that the address of the current history entry contains, or an empty text."""

    def put(self, text: str, link: str) -> None:
        """Replace the text of the current history entry, and the link to a game in its address."""

    def push(self, text: str, link: str) -> None:
        """Add a history entry after the current one and make it the current one. The browser drops later entries.

        `text` is the content of the entry. `link` is the link to a game for its address, or empty.
        """

    def go(self, by: int) -> None:
        """Move by a number of history entries, back if it is negative. The browser calls back when it has arrived."""

    def watch(self, closed: Callable[[], None] | None) -> None:
        """Call `closed` when the user makes the device's close gesture, such as Back on a phone.

        If `closed` is None, stop listening for the gesture.
        """

    def later(self, seconds: float, do: Callable[[], None]) -> None:
        """Call `do` after a number of seconds."""


class Entry(NamedTuple):
    """The content of a history entry: the open things, and data for drawing their table before Python runs.

    Open things are tables, views at a table, and sheets. `fresh` is the game at the table as text if that game is not
    stored, otherwise empty. `about` holds facts about the table, from which `py/boot/visit.js` draws its outline.
    """

    layers: tuple[Open, ...] = ()
    fresh: str = ""
    about: tuple[tuple[str, Any], ...] = ()

    def write(self) -> str:
        """Return the history entry as text, which `read` reads."""
        layers = [layer.text for layer in self.layers]
        return json.dumps({"open": layers, "fresh": self.fresh, **dict(self.about)}, ensure_ascii=False)


def read(text: str) -> Entry | None:
    """Return the history entry, without `about`, in a text that `Entry.write` wrote. Return None for any other text."""
    try:
        fields = read_json(text)
        layers, fresh = fields["open"], fields["fresh"]
        if not isinstance(fresh, str):
            return None
        return Entry(tuple(read_open(layer) for layer in layers), fresh)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


class Replace(NamedTuple):
    """Replace the text of the current history entry, and the link to a game in its address (`link`)."""

    text: str
    link: str


class Push(NamedTuple):
    """Add a history entry after the current one."""

    text: str
    link: str


class Go(NamedTuple):
    """Ask the browser to move by a number of history entries, back if it is negative.

    `journey` is the number of this request.
    """

    by: int
    journey: int


class WatchClosing(NamedTuple):
    """Start to listen for the device's close gesture, such as Back on a phone, or stop if `on` is False."""

    on: bool


class AwaitLasting(NamedTuple):
    """Wait `LASTING` seconds, then add history entries for the brief things that are still open.

    Brief things usually end soon without Back: a picked piece, for example, is moved.
    """


WriteHistory: TypeAlias = Replace | Push | Go | WatchClosing | AwaitLasting
"""A change of the browser's history, or an event to wait for."""


class Progress(NamedTuple):
    """The state of the history when it was last compared with the page.

    * `current`: the number of the current entry, 0 for the home page; None before the page has taken over the history.
    * `going`: the number of the entry that the browser was asked to reach; None if no request is pending.
    * `known`: the data from which the entries were last written, or None if none was. They are the open things with an
      entry, the table, whether its match is stored, and the address of an open list of games. If any of these changes,
      the entries are written again.
    * `layers`: the open things.
    * `lasted`: True if the brief ones among them have been open for long enough to get entries.
    * `journeys`: a counter. Every request to move in the history and every arrival at an entry raises it by one.
    """

    current: int | None = None
    going: int | None = None
    known: tuple[tuple[Open, ...], Table | None, bool, str] | None = None
    layers: tuple[Open, ...] = ()
    lasted: bool = False
    journeys: int = 0


def due(progress: Progress, app: App) -> tuple[Progress, tuple[WriteHistory, ...]]:
    """Return the new state of the history, and the changes that make it match the open tables and sheets."""
    if progress.current is None:
        return progress, ()
    layers, changes = opened(app), list[WriteHistory]()
    if layers != progress.layers:
        progress = progress._replace(layers=layers, lasted=False)
        changes.append(WatchClosing(bool(layers)))
        if any(layer.brief for layer in layers):
            changes.append(AwaitLasting())
    if progress.going is not None:
        return progress, tuple(changes)
    current = progress.current or 0
    lasting = layers if progress.lasted else _without_brief(current, layers)
    known = lasting, app.table, is_stored(app), _of_list(app, lasting)
    if current > len(lasting):
        progress = progress._replace(going=len(lasting), journeys=progress.journeys + 1)
        changes.append(Go(len(lasting) - current, progress.journeys))
    elif known != progress.known:
        changes.append(Replace(*_described(app, lasting[:current])))
        changes += [Push(*_described(app, lasting[:number])) for number in range(current + 1, len(lasting) + 1)]
        progress = progress._replace(current=len(lasting), known=known)
    return progress, tuple(changes)


def _without_brief(current: int, layers: tuple[Open, ...]) -> tuple[Open, ...]:
    """Return the open things that have or get a history entry now: all except the brief ones that have none yet.

    `current` is the number of entries so far. If it exceeds the number of things that are not brief, the additional
    entries belong to the first of the brief things.
    """
    spare = max(0, current - sum(not layer.brief for layer in layers))
    lasting: list[Open] = []
    for layer in layers:
        if not layer.brief or spare:
            lasting.append(layer)
            spare -= layer.brief
    return tuple(lasting)


def _described(app: App, layers: tuple[Open, ...]) -> tuple[str, str]:
    """Return two texts for a history entry: a description of these open things, and the link to a game for its address.

    The link is empty if the address needs none.
    """
    table, listed = app.table, _of_list(app, layers)
    if not layers or table is None:
        return Entry(layers).write(), listed
    wide, high = table.view.SIZE
    about = {"game": table.game.name, "wide": wide, "high": high, "bench": table.game.trial is not None}
    about |= {"tray": table.game.tray is not None, "seats": len(table.plan.seats)}
    return Entry(layers, unstored_game(app), tuple(about.items())).write(), listed or table.about.link


def _of_list(app: App, layers: tuple[Open, ...]) -> str:
    """Return the part of the address that opens the list of a collection's games, if this list is on top.

    Otherwise return an empty text. `layers` are the open things, the topmost last.
    """
    sheet = app.place.sheet
    is_listed = sheet is not None and sheet.name == "archive" and layers[-1:] == (Open("sheet", "archive"),)
    return collections.link_of(sheet.arg) if is_listed and sheet is not None else ""


class Trail:
    """The part of the application that keeps the browser's history in step with the open tables and sheets."""

    def __init__(self, app: App, entries: Entries) -> None:
        self._app = app
        self._entries = entries
        self._progress = Progress()

    def begin(self) -> None:
        """Take over the browser's history.

        After a reload, the current entry describes the tables to reopen. If the page did not write the entry, open the
        game in its address.
        """
        entry = read(self._entries.text())
        if entry is None:
            self._follow()
            return
        self._progress = self._progress._replace(current=len(entry.layers))
        if entry.layers:
            reopen(self._app, entry.layers, entry.fresh)
        if entry.layers[-1:] == (Open("sheet", "archive"),):
            collections.open_link(self._app, self._entries.link())

    def match(self) -> None:
        """Make the history match the open things. The page calls this whenever they may have changed."""
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
                layers = self._progress.layers
                self._entries.later(LASTING, lambda: self._last(layers))

    def arrived(self) -> None:
        """Handle the browser's arrival at another entry, after a request, Back or Forward, or a new address."""
        progress = self._progress
        if progress.current is None:
            return
        requested = progress.going is not None
        before = progress.current if progress.going is None else progress.going
        self._progress = progress._replace(going=None, known=None, journeys=progress.journeys + 1)
        entry = read(self._entries.text())
        if entry is None:
            self._follow()
            return
        current = len(entry.layers)
        self._progress = self._progress._replace(current=current)
        if current < before:
            back(self._app, before - current)
        elif entry.layers and not requested:
            reopen(self._app, entry.layers, entry.fresh)
        self._app.page.render()

    def _follow(self) -> None:
        """Treat the current history entry, which the page did not write, as that of the home page.

        Open the game in its address, if there is one.
        """
        link = self._entries.link()
        self._progress = self._progress._replace(current=0)
        self._carry_out(Replace(*_described(self._app, ())))
        if link:
            reopen(self._app, [Open("guest", link)])
        self._app.page.render()

    def _close(self) -> None:
        back(self._app)

    def _last(self, layers: tuple[Open, ...]) -> None:
        """Add history entries for brief open things, such as a picked piece, that have been open for `LASTING` seconds.

        `layers` were open when the wait began. If anything was opened or closed since then, do nothing.
        """
        if layers is self._progress.layers:
            self._progress = self._progress._replace(lasted=True)
            self.match()

    def _lose_way(self, journey: int) -> None:
        """Treat the current entry as the home page's if the browser has not reached the requested entry by now.

        `journey` is the number of the request (`Go.journey`).
        """
        if journey == self._progress.journeys:
            self._progress = self._progress._replace(current=0, going=None, known=None)
            self.match()
