"""Where the player is: at home or at a table of some kind, and which sheets lie over that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from chowk.session.table import Kind, Table

Where: TypeAlias = Literal["home"] | Kind
"""The home page, or a table of that kind; never two of them at once."""

HOME: Final[frozenset[Where]] = frozenset({"home"})
OWN: Final[frozenset[Where]] = frozenset({"own"})
KEPT: Final[frozenset[Where]] = frozenset({"own", "elsewhere"})
GAME: Final[frozenset[Where]] = KEPT | {"guest"}
TABLE: Final[frozenset[Where]] = GAME | {"lesson", "analysis", "draft"}
ANYWHERE: Final[frozenset[Where]] = HOME | TABLE

OFFER: Final = "offer"
"""The sheet on which people are asked if they agree on a draw."""

HANDING: Final = "handing"
"""The sheet that says who gets the device, before the board turns to them."""

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
    "compare": frozenset({"analysis"}),
    "openings": frozenset({"analysis"}),
    "legend": frozenset({"analysis"}),
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
    "rules": ANYWHERE,
    "paste": ANYWHERE,
    "settings": ANYWHERE,
    "about": ANYWHERE,
    "shortcuts": ANYWHERE,
    "kept": ANYWHERE,
    "incoming": ANYWHERE,
    "collection": ANYWHERE,
    "statistics": ANYWHERE,
    "reset": ANYWHERE,
    "forget": ANYWHERE,
}
"""Every sheet, and what it may lie over. A table that is left takes its sheets along."""


class OpenSheet(NamedTuple):
    """A sheet that lies open: which one, and about what."""

    name: str
    arg: str = ""


class Whereabouts:
    """Where the player is. Only the methods here change it, so that what lies open always fits together."""

    def __init__(self) -> None:
        # At which table, None on the home page. Written by `sit` and `go_home`.
        self._table: Table | None = None
        # What lies over it, the topmost last. Written by every method here.
        self._sheets: tuple[OpenSheet, ...] = ()

    @property
    def table(self) -> Table | None:
        """The table at which the player sits, None on the home page."""
        return self._table

    @property
    def where(self) -> Where:
        """On the home page, or at which kind of table."""
        return "home" if self._table is None else self._table.kind

    @property
    def sheets(self) -> tuple[OpenSheet, ...]:
        """All sheets, the topmost last."""
        return self._sheets

    @property
    def sheet(self) -> OpenSheet | None:
        """The sheet on top."""
        return self._sheets[-1] if self._sheets else None

    def sit(self, table: Table) -> None:
        """Sits down at a table, with nothing over it."""
        self._table, self._sheets = table, ()

    def go_home(self) -> None:
        """Leaves whatever table there is, with all that lies over it."""
        self._table, self._sheets = None, ()

    def hand_over(self) -> None:
        """The game at the table is played by another page from now on, and can only be looked at here."""
        if self._table is not None:
            self._table.kind = "elsewhere"
            self._sheets = tuple(sheet for sheet in self._sheets if self.where in OVER[sheet.name])

    def lay(self, name: str, arg: str = "") -> None:
        """Lays a sheet on top, if it may lie here; one of that name on top already shows the other thing."""
        if self.where in OVER[name]:
            below = self._sheets[:-1] if self.sheet is not None and self.sheet.name == name else self._sheets
            self._sheets = (*below, OpenSheet(name, arg))

    def close(self) -> OpenSheet | None:
        """Takes the topmost sheet away, and says which it was."""
        top, self._sheets = self.sheet, self._sheets[:-1]
        return top

    def drop(self, name: str) -> None:
        """Takes every sheet of that name away, wherever it lies."""
        self._sheets = tuple(sheet for sheet in self._sheets if sheet.name != name)

    def clear(self) -> None:
        """Takes all sheets away."""
        self._sheets = ()
