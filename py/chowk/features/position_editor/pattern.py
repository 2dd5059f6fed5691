"""Paint a pattern: squares of the board that must be empty or hold a certain piece. All others may hold anything.

It uses the board and the tools of the position editor. The draft has the pieces of the pattern; the squares that must
be empty are kept beside it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from chowk import games
from chowk.core.message import Message, say, say_many
from chowk.core.position import Spot
from chowk.features.analysis.table import AnalysisHost
from chowk.features.position_editor import editor
from chowk.features.position_editor.editor import EMPTY, REMOVE, DraftTable
from chowk.features.position_editor.painting import Painting, Pattern
from chowk.games.api import Game
from chowk.session.table import Table


class Painted(NamedTuple):
    """A pattern while it is painted: a draft with its pieces, and the squares that must be empty."""

    draft: Any
    empty: frozenset[Spot]


class PatternTable(DraftTable):
    """A table for painting a pattern. `back` is the table to return to."""

    whole = False

    def __init__(self, game: Game, pattern: Pattern, painting: Painting, back: Table | None = None) -> None:
        # The squares that must be empty. Written by `take`.
        self.empty: frozenset[Spot] = frozenset()
        super().__init__(game, game.match(0).position, back)
        self.painting = painting
        self.spots = frozenset(cell.spot for row in self.view.cells() for cell in row)
        self.clear()
        for spot, piece in pattern.items():
            if spot in self.spots:
                self.take(self.with_piece(spot, piece or EMPTY))
        self.earlier = []

    @property
    def state(self) -> Painted:
        """The pieces of the pattern and the squares that must be empty, as one value."""
        return Painted(self.draft, self.empty)

    @property
    def pattern(self) -> dict[Spot, str]:
        """The pattern: by square, the name of the piece that it must hold, or an empty text if it must be empty."""
        stood = {spot: self.drafts.piece_at(self.draft, spot) for spot in self.spots}
        return {spot: piece for spot, piece in sorted(stood.items()) if piece or spot in self.empty}

    @property
    def history_entry(self) -> tuple[str, str]:
        """The kind of table and the name under which the browser's history reopens this table."""
        return "pattern", self.painting.entry(self.pattern)

    @property
    def marked(self) -> frozenset[Spot]:
        """The squares that must be empty."""
        return self.empty

    @property
    def tools(self) -> tuple[str, ...]:
        """The names of the tools: the pieces, `EMPTY`, and `REMOVE`."""
        return (*(piece.name for piece in self.pieces), EMPTY, REMOVE)

    @property
    def status(self) -> Message:
        """A sentence on how many squares are painted."""
        count = len(self.pattern)
        if not count:
            return say("Paint the squares that matter. All others may hold anything.")
        return say_many(
            "{count} square is painted. All others may hold anything.",
            "{count} squares are painted. All others may hold anything.",
            count,
        )

    @property
    def captions(self) -> tuple[tuple[Spot, Message], ...]:
        """The description of each square. It replaces the game's own description, which would mention moves."""
        return tuple((spot, self.described(spot)) for spot in sorted(self.spots))

    def described(self, spot: Spot) -> Message:
        """Return a description of a square: its name, and the piece that it must hold, if any."""
        piece = self.drafts.piece_at(self.draft, spot)
        label = next((each.label for each in self.pieces if each.name == piece), None)
        if label is not None:
            return say("{name}: {text}", name=spot, text=label)
        return say("{square}, empty", square=spot) if spot in self.empty else say("{square}, anything", square=spot)

    def take(self, draft: Any) -> None:
        """Replace the pattern with another `Painted`, and remember the former one for undo.

        Ignore a game's position, which the constructor of the base class passes.
        """
        if not isinstance(draft, Painted):
            return
        if draft != self.state:
            self.earlier = [*self.earlier, self.state][-editor.EARLIER :]
        self.draft, self.empty = draft

    def with_piece(self, spot: Spot, tool: str) -> Painted:
        """Return the pattern with a tool applied to a square."""
        piece = tool if tool not in (EMPTY, REMOVE) else ""
        draft = self.drafts.put(self.draft, spot, piece)
        return Painted(draft, self.empty | {spot} if tool == EMPTY else self.empty - {spot})

    def pointed(self, spots: tuple[Spot, ...]) -> None:
        """Apply the current tool to a square."""
        self.take(self.with_piece(spots[0], self.tool))

    def clear(self) -> None:
        """Clear the pattern, so that every square may hold anything."""
        self.take(Painted(self.drafts.empty(self.draft), frozenset()))

    def left(self) -> None:
        """Drop the pattern, because the player leaves the table before it is finished: call `Painting.leave`."""
        self.painting.leave()


def paint(host: AnalysisHost, name: str, pattern: Pattern, painting: Painting) -> None:
    """Let the player paint a pattern of the game `name`. `pattern` is the one to begin with."""
    table = host.place.table
    back = table.back if isinstance(table, PatternTable) else table
    editor.sit(host, PatternTable(games.load(name), pattern, painting, back))


def finish(host: AnalysisHost, table: Table) -> None:
    """Return to the table from which the player came, and pass the pattern to `Painting.take`."""
    assert isinstance(table, PatternTable), "the command says so"
    editor.go_back(host, table)
    table.painting.take(table.pattern)
