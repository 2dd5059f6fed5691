"""Navigation: the home page or a table, and the stack of open sheets over it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from chowk.session.table import Kind, Table

Where: TypeAlias = Literal["home"] | Kind
"""The place of the player: the home page, or the kind of the open table."""

HOME: Final[frozenset[Where]] = frozenset({"home"})
OWN: Final[frozenset[Where]] = frozenset({"own"})
KEPT: Final[frozenset[Where]] = frozenset({"own", "elsewhere"})
GAME: Final[frozenset[Where]] = KEPT | {"guest"}
TABLE: Final[frozenset[Where]] = GAME | {"lesson", "analysis", "draft"}
ANYWHERE: Final[frozenset[Where]] = HOME | TABLE

OFFER: Final = "offer"
"""Name of the sheet that asks the people whether they agree to a draw."""

HANDING: Final = "handing"
"""Name of the sheet that asks a person to hand the device to the next one, before the board turns."""

OVER: Final[Mapping[str, frozenset[Where]]] = {
    # about the game at the table
    "menu": TABLE,
    "log": TABLE,
    "house": TABLE,
    "dice": TABLE,
    "verify": TABLE,
    "look": TABLE,
    "record": TABLE,
    "share": TABLE,
    "sure": TABLE,
    "which": TABLE,
    "played": GAME | {"analysis", "draft"},
    "compare": frozenset({"analysis"}),
    "openings": frozenset({"analysis"}),
    "legend": frozenset({"analysis"}),
    "storm": frozenset({"lesson"}),
    "result": GAME,
    "resign": OWN,
    "agree": OWN,
    OFFER: OWN,
    HANDING: OWN,
    "wish": OWN,
    "claim": frozenset({"guest"}),
    "brought": ANYWHERE,
    # about anything
    "apart": ANYWHERE,
    "invited": ANYWHERE,
    "letter": ANYWHERE,
    "live": ANYWHERE,
    "code": ANYWHERE,
    "camera": ANYWHERE,
    "seat-link": ANYWHERE,
    "setup": ANYWHERE,
    "analyses": ANYWHERE,
    "learn": ANYWHERE,
    "course": ANYWHERE,
    "practice": ANYWHERE,
    "puzzle-days": ANYWHERE,
    "mistakes": ANYWHERE,
    "people": ANYWHERE,
    "person": ANYWHERE,
    "person-remove": ANYWHERE,
    "ladder": ANYWHERE,
    "rules": ANYWHERE,
    "paste": ANYWHERE,
    "settings": ANYWHERE,
    "about": ANYWHERE,
    "shortcuts": ANYWHERE,
    "kept": ANYWHERE,
    "incoming": ANYWHERE,
    "collection": ANYWHERE,
    "collections": ANYWHERE,
    "archive": ANYWHERE,
    "faults": ANYWHERE,
    "check": ANYWHERE,
    "check-player": ANYWHERE,
    "studies": ANYWHERE,
    "study": ANYWHERE,
    "statistics": ANYWHERE,
    "reset": ANYWHERE,
    "forget": ANYWHERE,
}
"""For each sheet (a layer over the page), the places over which it may be opened. Leaving a table closes its sheets."""


class OpenSheet(NamedTuple):
    """An open sheet (a layer over the page): its name, and its subject, such as a game's name or a seat's number."""

    name: str
    arg: str = ""


class Whereabouts:
    """The player's place (home page or table), and the open sheets (layers of the page) over it.

    Only the methods of this class assign its attributes, so that only sheets that fit the place are open.
    """

    def __init__(self) -> None:
        # The open table, or None on the home page. Written by `sit` and `go_home`.
        self._table: Table | None = None
        # The open sheets, the topmost last. Written by every method here.
        self._sheets: tuple[OpenSheet, ...] = ()

    @property
    def table(self) -> Table | None:
        """The table at which the player is, or None on the home page."""
        return self._table

    @property
    def where(self) -> Where:
        """The place of the player: `home`, or the kind of the open table."""
        return "home" if self._table is None else self._table.kind

    @property
    def sheets(self) -> tuple[OpenSheet, ...]:
        """All open sheets, the topmost last."""
        return self._sheets

    @property
    def sheet(self) -> OpenSheet | None:
        """The topmost sheet, or None if no sheet is open."""
        return self._sheets[-1] if self._sheets else None

    def sit(self, table: Table) -> None:
        """Go to a table, and close all sheets."""
        self._table, self._sheets = table, ()

    def go_home(self) -> None:
        """Go to the home page, and close the table and all sheets."""
        self._table, self._sheets = None, ()

    def hand_over(self) -> None:
        """Record that another browser tab plays the open game.

        Close the sheets that may only be open while this tab plays it.
        """
        if self._table is not None:
            self._table.play_here(False)
            self._sheets = tuple(sheet for sheet in self._sheets if self.where in OVER[sheet.name])

    def open_sheet(self, name: str, arg: str = "") -> None:
        """Open a sheet on top of the others, if it may be opened at this place (`OVER`).

        If the topmost sheet has the same name, replace it. `arg` is the subject of the sheet, such as a game's name.
        """
        if self.where in OVER[name]:
            below = self._sheets[:-1] if self.sheet is not None and self.sheet.name == name else self._sheets
            self._sheets = (*below, OpenSheet(name, arg))

    def close(self) -> OpenSheet | None:
        """Close the topmost sheet, and return it; return None if no sheet is open."""
        top, self._sheets = self.sheet, self._sheets[:-1]
        return top

    def drop(self, name: str) -> None:
        """Close all sheets with this name."""
        self._sheets = tuple(sheet for sheet in self._sheets if sheet.name != name)

    def clear(self) -> None:
        """Close all sheets."""
        self._sheets = ()
