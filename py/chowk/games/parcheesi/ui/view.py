"""Parcheesi's view: the scene of a position on a cross of 68 spaces, in a maple frame with a nest at each corner.

A board unit is a space's side. The board without its frame is 19 by 19. The pawns are `red 1` to `green 4`, the dice
`die 1` and `die 2`. The dice are in the nest of the player who rolls or moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

from chowk.core.position import Seat, Spot
from chowk.core.seat_draw import Side
from chowk.draw.dice import die
from chowk.draw.scene import BED, GROUND, LINK, Scene, Sprite
from chowk.draw.shapes import Drawing, Text, disc
from chowk.draw.theme import SIDES, SideColour
from chowk.games.api import Cell
from chowk.games.api.fallbacks import ELSEWHERE as ELSEWHERE
from chowk.games.api.turned import in_rows
from chowk.games.parcheesi.rules import Move, Position, board
from chowk.games.parcheesi.rules import spell as spelled
from chowk.games.parcheesi.rules.board import CELLS, ENTRIES, GATES, HOME, NEST, NEST_CELLS, ROW, ROW_CELLS, SAFE, Place
from chowk.games.parcheesi.rules.pointing import Reach, reaches
from chowk.games.parcheesi.rules.state import COLOURS, captured
from chowk.games.parcheesi.ui import art

EDGE: Final = 0.85
"""Width of the frame, in spaces."""
SIZE: Final = (art.CELLS + 2 * EDGE, art.CELLS + 2 * EDGE)
"""Width and height of the board with its frame, in spaces."""
TURNS: Final = 4
"""The number of different orientations of the board."""
_FACES: Final = range(1, 7)
_SUMS: Final = tuple(f"{first}+{second}" for first in _FACES for second in _FACES)
_TOTALS: Final = (*map(str, _FACES), "+10", "+20")
# Three or four moves of a double of 14 points.
_MANY: Final = tuple(range(8, 15))
"""The sums that a pawn can move with three or four numbers of a double that gives four numbers, 14 in all.

Each sum has its drawing of a destination.
"""
_BRANCHES: Final = ("", "in", "on")


def _goals() -> Iterator[tuple[str, Drawing]]:
    for branch in _BRANCHES:
        for text in _TOTALS:
            yield _goal_name(text, "", branch), art.goal(text, "", branch)
        for text in _SUMS:
            total = str(sum(map(int, text.split("+"))))
            yield _goal_name(total, text, branch), art.goal(total, text, branch)
        for sum_text in map(str, _MANY):
            yield _goal_name(sum_text, "", branch), art.goal(sum_text, "", branch)


def _goal_name(total: str, summands: str, branch: str) -> str:
    return " ".join(filter(None, ("goal", total, summands, branch)))


def _middle(cell: tuple[int, int]) -> tuple[float, float]:
    return cell[0] + 0.5, cell[1] + 0.5


def _row_art(side: Side) -> tuple[tuple[float, float], ...]:
    x, y = _middle(ROW_CELLS[side][3])
    return tuple((_middle(cell)[0] - x, _middle(cell)[1] - y) for cell in ROW_CELLS[side])


class _Craft(Protocol):
    """The functions of a module of drawings: `art`, or the module of a skin that has its own drawings."""

    def token(self, side: SideColour, /) -> Drawing: ...
    def link(self, side: SideColour, /) -> Drawing: ...
    def nest(self, side: SideColour, /) -> Drawing: ...
    def entry(self, side: SideColour, /) -> Drawing: ...
    def gate(self, side: SideColour, /) -> Drawing: ...
    def row(self, side: SideColour, cells: Sequence[tuple[float, float]], /) -> Drawing: ...
    def home(self, side: SideColour, turns: int, /) -> Drawing: ...
    def board(
        self, border: float, spaces: Sequence[tuple[int, int]], safe: Iterable[tuple[int, int]], /
    ) -> Drawing: ...


def _drawings(craft: _Craft) -> dict[str, Drawing]:
    """Return a module's drawings of all things on the board that have a player's colour, by name."""
    return {
        **{side.name: craft.token(side) for side in SIDES},
        **{f"{side.name} link": craft.link(side) for side in SIDES},
        **{f"{side.name} nest": craft.nest(side) for side in SIDES},
        **{f"{side.name} entry": craft.entry(side) for side in SIDES},
        **{f"{side.name} gate": craft.gate(side) for side in SIDES},
        **{f"{side.name} row {turn}": craft.row(side, _row_art(turn)) for side in SIDES for turn in range(4)},
        **{f"{side.name} home {turn}": craft.home(side, turn) for side in SIDES for turn in range(4)},
    }


ART: Final[Mapping[str, Drawing]] = MappingProxyType(
    {
        **_drawings(art),
        **{f"{side.name} edge {parity % 2}": art.edge(side, bool(parity % 2)) for side in SIDES for parity in range(2)},
        **{f"{side.name} die": art.waiting(side) for side in SIDES},
        **{f"die {face}": die(face) for face in _FACES},
        **{f"thrown {pips}": art.thrown(pips) for pips in range(2, 13)},
        **dict(_goals()),
        "mat": art.MAT,
        "bead": art.BEAD,
    }
)
"""The drawing of each sprite, by name."""

# A pawn is drawn a little above the middle of its space, so that its foot is inside; smaller beside another pawn.
_FOOT: Final = -0.24
_ALONE, _PAIR, _IN_NEST, _IN_HOME = 1.32, 1.0, 1.76, 0.86
_APART: Final = 0.25
_NEST_STEPS: Final = ((-1.45, -1.34), (1.45, -1.34), (-1.45, 1.3), (1.45, 1.3))
_DICE: Final = ((-0.68, 0.12), (0.68, 0.12))
_DIE_SIZE: Final = 1.2
_USED: Final = 0.32
_DICE_Z, _MAT_Z, _LINK_Z = 0.5, -3.2, 0.3
_BEAD_Z, _GOAL_Z = -1.5, 21.0

_MIDDLE: Final = 1.2
"""Distance of a nest's cell from the nest's edge, in spaces.

The cell, which can be pointed at, is as large as the circle in the nest.
"""
_HOMES: Final = ((8.0, 10.0, 3.0, 1.0), (8.0, 9.0, 1.5, 1.0), (8.0, 8.0, 3.0, 1.0), (9.5, 9.0, 1.5, 1.0))
"""By side: the box of its home in the centre (left, top, width, height), without the frame."""


def _box(side: Side, place: Place) -> tuple[float, float, float, float]:
    if place == NEST:
        left, top = NEST_CELLS[side]
        return left + _MIDDLE, top + _MIDDLE, 8 - 2 * _MIDDLE, 8 - 2 * _MIDDLE
    if place == HOME:
        return _HOMES[side]
    x, y = CELLS[place] if place < ROW else ROW_CELLS[side][place - ROW]
    return x, y, 1.0, 1.0


class _CrossLie(NamedTuple):
    """The orientation of the board, as the number of quarter turns clockwise.

    The four sides look alike, so every place of the turned board coincides with a place of the unturned board, perhaps
    one of another side. The methods `side` and `place` return the side and the place of the unturned board.
    """

    turns: int

    def side(self, side: Side) -> Side:
        """Return the side of the unturned board that lies where `side` lies on the turned board."""
        return (side + self.turns) % 4

    def place(self, place: Place) -> Place:
        """Return the place of the unturned board that lies where `place` lies on the turned board."""
        return (place + board.GATES[self.turns]) % board.TRACK if 0 <= place < ROW else place

    def cell(self, spot: Spot) -> Cell:
        """Return the cell of a spot on the turned board."""
        side, place = board.SPOTS[spot]
        x, y, width, height = _box(self.side(side or 0), self.place(place))
        return Cell(spot, x + EDGE, y + EDGE, width, height)


@lru_cache(maxsize=4)
def _rows(turns: int) -> tuple[tuple[Cell, ...], ...]:
    return in_rows(map(_CrossLie(turns).cell, board.SPOTS))


def sides(position: Position) -> Sequence[Side]:
    """Return the side of the board where each player sits, by seat."""
    return position.sides


def ground(turns: int = 0) -> Drawing:  # noqa: ARG001 - the same after every quarter turn
    """Draw the board without players: the frame with its woven band, blank nests, and the cross with its stars.

    It looks the same after every quarter turn.
    """
    return _bare(art)


@lru_cache(maxsize=2)
def skin_drawings(skin: str) -> Mapping[str, Drawing]:
    """Return the drawings of a skin, by the names of the usual drawings that they replace.

    A skin is an alternative look of the board. If it has no drawings of its own for Parcheesi, the result is empty.
    """
    # Imported on demand, so that the drawings of other skins are not loaded.
    if skin == "handloom":
        from chowk.games.parcheesi.ui.skins import handloom

        return MappingProxyType({**_drawings(handloom), GROUND: _bare(handloom)})
    if skin == "plain":
        from chowk.games.parcheesi.ui.skins import plain

        return MappingProxyType({**_drawings(plain), GROUND: _bare(plain)})
    return {}


def _bare(craft: _Craft) -> Drawing:
    return craft.board(EDGE, CELLS, [CELLS[place] for place in range(board.TRACK) if SAFE >> place & 1])


def labels(turns: int = 0) -> Drawing:
    """Draw the numbers of all spaces of the track on a board turned by `turns` quarter turns."""
    return tuple(shape for row in cells(turns) for cell in row for shape in label(cell))


def label(cell: Cell) -> Drawing:
    """Draw the number of a space of the track. Return an empty drawing for other cells."""
    side, place = board.SPOTS[cell.spot]
    if side is not None:
        return ()
    middle = cell.x + 0.5, cell.y + 0.5
    # A star would show through the number.
    plate = (disc(*middle, 0.33, "pale", alpha=0.9),) if SAFE >> place & 1 else ()
    return (*plate, Text(*middle, str(place), 0.38, "ebony", 600, 0.85, number=True))


def pieces(position: Position, turns: int = 0) -> Scene:
    """Return sprites for a position: nests, home rows, homes and pawns of the players, dice, and marks of the turn."""
    sprites: list[Sprite] = []
    lie = _CrossLie(turns % 4)
    for seat, side in enumerate(position.sides):
        sprites += _land(seat, lie.side(side))
        sprites += _pawns(lie, position, seat)
    return (*sprites, *_turn(lie, position), *_dice(lie, position))


def lit(position: Position, picked: tuple[Spot, ...], turns: int = 0) -> Scene:
    """Return sprites that mark the paths and the destinations of a picked pawn, with the numbers of steps.

    If a destination is picked too, mark only the path to it. Empty if no pawn is picked.
    """
    if not picked or picked[0] not in board.SPOTS or position.turn != position.mover:
        return ()
    lie, start = _CrossLie(turns % 4), board.SPOTS[picked[0]][1]
    if len(picked) > 1 and picked[1] in board.SPOTS:
        return _beads(lie, position, start, [board.SPOTS[picked[1]][1]])
    destinations = reaches(position, start)
    ends = [board.SPOTS[reach.spot][1] for reach in destinations]
    return (*_beads(lie, position, start, ends), *(_goal(lie, position, reach, destinations) for reach in destinations))


def cells(turns: int = 0) -> Sequence[Sequence[Cell]]:
    """Return all places of the board as boxes that players can point at, in rows from top to bottom.

    The top left corner of a box decides its row.
    """
    return _rows(turns % 4)


def spell(position: Position) -> dict[Move, tuple[Spot, ...]]:
    """Map each move to the pawn's space and its destination; see `rules.spell`."""
    return spelled(position)


def _land(seat: Seat, side: Side) -> Iterator[Sprite]:
    name = COLOURS[seat]
    x, y = NEST_CELLS[side]
    yield _bed(f"nest {name}", f"{name} nest", x + 4, y + 4)
    yield _bed(f"row {name}", f"{name} row {side}", *_middle(ROW_CELLS[side][3]))
    yield _bed(f"entry {name}", f"{name} entry", *_middle(CELLS[ENTRIES[side]]))
    yield _bed(f"gate {name}", f"{name} gate", *_middle(CELLS[GATES[side]]))
    yield _bed(f"home {name}", f"{name} home {side}", 9.5, 9.5)


def _bed(key: str, name: str, x: float, y: float) -> Sprite:
    return Sprite(key, name, x + EDGE, y + EDGE, z=BED)


def _pawns(lie: _CrossLie, position: Position, seat: Seat) -> Iterator[Sprite]:
    own, side, name = position.pawns[seat], position.sides[seat], COLOURS[seat]
    for pawn, place in enumerate(own):
        beside = [pawn_there for pawn_there, where in enumerate(own) if where == place and 0 <= place < HOME]
        x, y, scale = _stand(lie.side(side), lie.place(place), pawn, beside)
        spot = board.spot(side, place)
        yield Sprite(f"{name} {pawn + 1}", name, x + EDGE, y + EDGE, scale=scale, z=y / 100, spot=spot)
        if beside[1:] == [pawn]:
            cell = lie.cell(spot)
            middle = (cell.x + 0.5, cell.y + 0.72)
            yield Sprite(f"{LINK}{name} {spot}", f"{name} link", *middle, z=_LINK_Z, spot=spot)


def _stand(side: Side, place: Place, pawn: int, beside: Sequence[int]) -> tuple[float, float, float]:
    left, top, width, height = _box(side, place)
    x, y = left + width / 2, top + height / 2
    if place == NEST:
        return x + _NEST_STEPS[pawn][0], y + _NEST_STEPS[pawn][1], _IN_NEST
    if place == HOME:
        return (*_home_stand(side, pawn), _IN_HOME)
    if len(beside) > 1:
        return x + (_APART if pawn == beside[1] else -_APART), y - 0.11, _PAIR
    return x, y + _FOOT, _ALONE


def _home_stand(side: Side, pawn: int) -> tuple[float, float]:
    # Along the broad side of the triangle, clear of the middle.
    along = 0.52 * (pawn - 1.5)
    if side % 2 == 0:
        return 9.5 + along, 9.5 + (0.98 if side == 0 else -1.09)
    middle = 9.5 + 0.16 * (pawn - 1.5)
    return 9.5 + (1.16 if side == board.EAST else -1.16) + (0.22 if pawn % 2 else -0.14), middle


def _turn(lie: _CrossLie, position: Position) -> Iterator[Sprite]:
    # The dice and their marks pass to the next player without an announcement.
    side, name = lie.side(position.side), COLOURS[position.mover]
    x, y = NEST_CELLS[side]
    yield Sprite("die mat", "mat", x + 4 + EDGE, y + 4 + EDGE, z=_MAT_Z)
    far = art.CELLS + EDGE * 1.5
    where = ((SIZE[0] / 2, far), (EDGE / 2, SIZE[1] / 2), (SIZE[0] / 2, EDGE / 2), (far, SIZE[1] / 2))[side]
    yield Sprite(f"die edge {side}", f"{name} edge {side % 2}", *where, z=_MAT_Z)


def _dice(lie: _CrossLie, position: Position) -> Iterator[Sprite]:
    for seat, pips in enumerate(position.opening):
        if pips > 0:
            x, y = NEST_CELLS[lie.side(position.sides[seat])]
            yield Sprite(f"die thrown {COLOURS[seat]}", f"thrown {pips}", x + 4 + EDGE, y + 4 + EDGE, z=_DICE_Z)
    if not position.over:
        # During the rolls for who starts, the position has the sums but not the faces.
        keys = ("next 1", "next 2") if position.opening else ("1", "2")
        x, y = NEST_CELLS[lie.side(position.side)]
        for number, (key, (dx, dy)) in enumerate(zip(keys, _DICE, strict=True)):
            name, used = _face(position, number)
            where = x + 4 + dx + EDGE, y + 4 + dy + EDGE
            yield Sprite(f"die {key}", name, *where, scale=_DIE_SIZE, alpha=_USED if used else 1.0, z=_DICE_Z)


def next_art(position: Position) -> Sequence[tuple[str, int]]:
    """Return the drawings of the dice, and of what lies under them. Each entry has a name and a size (1 or 2)."""
    faces = [f"die {face}" for face in _FACES]
    waiting = [f"{COLOURS[seat]} die" for seat in range(position.seats)]
    edges = [f"{COLOURS[seat]} edge {side % 2}" for seat, side in enumerate(position.sides)]
    thrown = [f"thrown {pips}" for pips in range(2, 13)] if position.opening else []
    return [
        *((name, size) for name in (*faces, *waiting) for size in (1, 2)),
        *((name, 1) for name in (*edges, *thrown)),
    ]


def _face(position: Position, number: int) -> tuple[str, bool]:
    """Return the name of the drawing of the die `number` (0 or 1), and True if that die has been used.

    The drawing is of a waiting die or of a face.
    """
    if not position.dice:
        return f"{COLOURS[position.mover]} die", False
    high, low = position.dice[:2]
    if high != low:
        face = (high, low)[number]
        return f"die {face}", face not in position.parts
    # For a double with four moves, show the upper faces while they are used first, then the lower faces.
    if position.parts.count(high) > number:
        return f"die {high}", False
    if position.parts.count(7 - high) > number:
        return f"die {7 - high}", False
    return f"die {position.dice[-1]}", True


def _beads(lie: _CrossLie, position: Position, start: Place, ends: Sequence[Place]) -> Scene:
    side = position.side
    paths = [board.path(side, start, place)[1:-1] for place in ends]
    between = dict.fromkeys(place for path in paths for place in path if place not in ends)
    return tuple(_sprite_on(lie.cell(board.spot(side, place)), "bead", _BEAD_Z) for place in between)


def _sprite_on(cell: Cell, name: str, z: float) -> Sprite:
    return Sprite(f"{name} {cell.spot}", name, cell.x + cell.width / 2, cell.y + cell.height / 2, z=z)


def _goal(lie: _CrossLie, position: Position, reach: Reach, destinations: Sequence[Reach]) -> Sprite:
    cell, place = lie.cell(reach.spot), board.SPOTS[reach.spot][1]
    sprite = _sprite_on(cell, _goal_name(*_text(reach.spent), _branch(reach, destinations)), _GOAL_Z)
    sprite = sprite._replace(key=f"goal {reach.spot}", spot=reach.spot)
    if place in position.pawns[position.mover] or captured(position, place):
        # A pawn is on that space, so the disc is drawn beside its head.
        return sprite._replace(x=cell.x + cell.width / 2 + 0.42, y=cell.y + cell.height / 2 - 0.46, scale=0.8)
    return sprite


def _text(spent: Sequence[int]) -> tuple[str, str]:
    if len(spent) == 1:
        return (f"+{spent[0]}" if spent[0] > 6 else str(spent[0])), ""
    return str(sum(spent)), "+".join(map(str, spent)) if len(spent) == 2 else ""


def _branch(reach: Reach, destinations: Sequence[Reach]) -> str:
    """Return the branch that a route takes at the gate: `in` for the home row, `on` for the track.

    Return an empty text unless another route with the same number of steps takes the other branch.
    """
    place = board.SPOTS[reach.spot][1]
    parted = any(
        sum(rival.spent) == sum(reach.spent) and (board.SPOTS[rival.spot][1] >= ROW) != (place >= ROW)
        for rival in destinations
    )
    return ("in" if place >= ROW else "on") if parted else ""
