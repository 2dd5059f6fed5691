"""Default parts for small games: a board of squares, a round piece, and empty implementations.

A game's `view`, `notation` or `speech` imports the parts that it does not write itself, as in `from
chowk.games.api.fallbacks import labels as labels`. Defaults for rules are in `chowk.core.defaults`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from chowk.core.errors import TextError
from chowk.core.match import Match
from chowk.core.message import Message, PlayerName, say
from chowk.core.position import Outcome, Seat, Spot
from chowk.core.record import Record
from chowk.draw.boards import engraved, frame, frame_shadow, lamp
from chowk.draw.scene import Scene
from chowk.draw.shapes import Box, Drawing, Linear, Material, Radial, Segment, Stop, Stroke, disc
from chowk.games.api import Cell, Format, Tally
from chowk.games.api.turned import turned_cells

# For a view --------------------------------------------------------------------------------------------------------

TURNS: Final = 1
"""The number of orientations of a board that is never turned."""
ELSEWHERE: Final[Spot] = ""
"""The spot for points outside the cells. Empty, because pointing there has no effect."""


def sides(position: Any) -> Sequence[int]:  # noqa: ARG001 - the same in every position
    """Return an empty tuple, because no player has a side of the board."""
    return ()


def labels(turns: int = 0) -> Drawing:  # noqa: ARG001 - the same for every turn
    """Return an empty drawing, because the board has no labels."""
    return ()


def label(cell: Cell) -> Drawing:  # noqa: ARG001 - the same for every cell
    """Return an empty drawing, because the cell has no label."""
    return ()


def lit(position: Any, picked: tuple[Spot, ...], turns: int = 0) -> Scene:  # noqa: ARG001 - the same in every position
    """Return an empty scene, because picked spots add no sprites."""
    return ()


def skin_drawings(skin: str) -> Mapping[str, Drawing]:  # noqa: ARG001 - the same in every skin
    """Return an empty mapping: a skin replaces no drawings of this game, only colours and surfaces."""
    return {}


class Grid(NamedTuple):
    """A framed board of squares. `border` is the frame's width. The spots are `a1`, `b1` ... from the top left."""

    columns: int
    rows: int
    border: float = 0.45

    @property
    def size(self) -> tuple[float, float]:
        """Width and height with the frame, in board units. A board unit is a square's side."""
        return self.columns + 2 * self.border, self.rows + 2 * self.border

    @property
    def names(self) -> tuple[Spot, ...]:
        """The names of the squares by number, row by row from the top. There are at most 26 columns."""
        return tuple(f"{chr(97 + column)}{row + 1}" for row in range(self.rows) for column in range(self.columns))

    def middle(self, number: int) -> tuple[float, float]:
        """Return the centre of the square with this number, in board units."""
        return self.border + number % self.columns + 0.5, self.border + number // self.columns + 0.5

    def cells(self, turns: int = 0) -> tuple[tuple[Cell, ...], ...]:
        """Return the squares row by row, for a board turned by `turns` quarter turns."""
        named = iter(self.names)
        lines = [[(self.border + x, self.border + y) for x in range(self.columns)] for y in range(self.rows)]
        cells = tuple(tuple(Cell(next(named), x, y, 1.0, 1.0) for x, y in line) for line in lines)
        return turned_cells(cells, self.size, turns)

    def ground(self, turns: int = 0, material: str = "felt", wood: str = "walnut") -> Drawing:
        """Draw the board: a frame with the names of columns and rows, and the field with its lines.

        `wood` is the material of the frame, and `material` that of the field (`draw.materials`).
        """
        (wide, high), near = self.size, self.border
        thin = Stroke("grid", 0.016, alpha=0.62)
        right, bottom = near + self.columns, near + self.rows
        return (
            *frame(wide, high, near, wood, "maple"),
            Box(near, near, self.columns, self.rows, 0, Material(material, 0, near, near)),
            lamp(near, near, self.columns, self.rows, 0.1, 0.3),
            *(Segment(near + column, near, near + column, bottom, thin) for column in range(1, self.columns)),
            *(Segment(near, near + row, right, near + row, thin) for row in range(1, self.rows)),
            *frame_shadow(near, near, self.columns, self.rows),
            Box(near, near, self.columns, self.rows, stroke=Stroke("outline", 0.03)),
            *self._names(-1 if turns % 4 == 2 else 1),
        )

    def _names(self, step: int) -> Drawing:
        """Draw the column letters at the top and the row numbers at the left.

        `step` is 1, or -1 to reverse their order.
        """
        middle, size, places = 0.46 * self.border, 0.52 * self.border, (range(self.columns), range(self.rows))
        across, down = ([self.border + number + 0.5 for number in numbers][::step] for numbers in places)
        columns = (engraved(x, middle, chr(97 + number), size) for number, x in enumerate(across))
        rows = (engraved(middle, y, str(number + 1), size) for number, y in enumerate(down))
        return tuple(shape for word in (*columns, *rows) for shape in word)


def piece(name: str, radius: float = 0.4) -> Drawing:
    """Draw a round piece in the colour `name`, such as `ivory`, `ebony` or `red`. `radius` is in board units."""
    face = Radial(0, 0, radius + 0.05, -0.17, -0.21, (Stop(0, f"{name} hi"), Stop(0.55, name), Stop(1, f"{name} lo")))
    edge = Linear(-0.29, -0.31, 0.29, 0.27, (Stop(0, f"{name} hi"), Stop(0.5, name), Stop(1, f"{name} lo")))
    shade = Radial(0.045, 0.1, 0.5, 0.045, 0.1, (Stop(0.6, "shade", 0.55), Stop(1, "shade", 0.0)))
    return (
        disc(0.045, 0.1, radius + 0.09, shade),
        disc(0, 0.035, radius, f"{name} lo"),
        disc(0, 0, radius, edge),
        disc(0, 0, 0.92 * radius, face),
        disc(0, 0, radius, stroke=Stroke("outline", 0.03)),
    )


# For a notation ----------------------------------------------------------------------------------------------------

FORMATS: Final[tuple[Format, ...]] = ()
"""The foreign formats of a game whose records no other program reads. Empty."""


def write_game(match: Match[Any, Any], form: str, headers: Mapping[str, str]) -> str:  # noqa: ARG001 - always raises
    """Raise `ValueError`: the game has no foreign formats."""
    raise ValueError(form)


def read_games(text: str) -> tuple[Record, ...]:  # noqa: ARG001 - the same for every text
    """Raise `TextError`: the game has no foreign formats."""
    raise TextError(say("No game was found in this text. Write it as Chowk does, or in one of these forms:"))


# For a speech ------------------------------------------------------------------------------------------------------


def placed(outcome: Outcome) -> list[Seat]:
    """Return the seats in the order of their places, the best first. The outcome must have scores.

    Seats on the same place are sorted by score, the highest first, and then by seat number.
    """
    return sorted(range(len(outcome.scores)), key=lambda seat: (outcome.places[seat], -outcome.scores[seat], seat))


GIVEN_UP: Final = ("resigned", "time")
"""The values of `Outcome.why` for games that ended because a player resigned or ran out of time."""


def given_up(outcome: Outcome) -> Message:
    """Return a sentence on the result of a game that ended because a player resigned or ran out of time."""
    first = [seat for seat, place in enumerate(outcome.places) if place == 1]
    loser = next(seat for seat, place in enumerate(outcome.places) if place != 1)
    if outcome.why == "time":
        return say("{player} wins: {other} has run out of time.", player=PlayerName(first[0]), other=PlayerName(loser))
    if len(first) > 1:
        return say("{player} resigns, and the game is over.", player=PlayerName(loser))
    return say("{player} wins: {other} resigns.", player=PlayerName(first[0]), other=PlayerName(loser))


def score(outcome: Outcome) -> tuple[Message, ...]:  # noqa: ARG001 - the same for every end
    """Return an empty tuple, because the game has no scores."""
    return ()


def tally(position: Any) -> tuple[Tally, ...]:  # noqa: ARG001 - the same in every position
    """Return an empty tuple, because the game counts nothing at its end."""
    return ()
