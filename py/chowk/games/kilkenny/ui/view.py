"""The view of Kilkenny Cats: chalk lines on slate in a walnut frame with the mice on inlaid tiles.

A board unit is a square's side. A cat's key is the name of its square, the die is `die 1`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from chowk.core.position import Seat, Spot
from chowk.core.seat_draw import Side
from chowk.draw.scene import GROUND, Scene, Sprite
from chowk.draw.shapes import Drawing
from chowk.draw.theme import SIDES
from chowk.games.api import Cell
from chowk.games.api.fallbacks import label as label
from chowk.games.api.turned import turned_cells, turned_point
from chowk.games.kilkenny.rules import FORFEIT_SPOT, RIM, Move, Position, Roll, Step, ending, steps
from chowk.games.kilkenny.rules.board import FACES, GRID, HOLES, MICE, NAMES, SQUARES, STEPS, Square, ray, squares
from chowk.games.kilkenny.ui import art

EDGE: Final = 0.12
"""The extra width of the frame beyond the mice in it, in board units."""
SIZE: Final = (GRID + 2 * EDGE, GRID + 2 * EDGE)
TURNS: Final = 4
COLOURS: Final = tuple(side.name for side in SIDES)
"""The colours, by the sides that they have in a game of four."""

ART: Final[Mapping[str, Drawing]] = MappingProxyType(
    {
        **{side.name: art.piece(side) for side in SIDES},
        **{f"{side.name} home": art.piece(side, asleep=True) for side in SIDES},
        **{f"{side.name} mouse": art.hole(side) for side in SIDES},
        **{f"{side.name} die": art.waiting(side) for side in SIDES},
        **{f"{side.name} die {face}": art.rolled(side, face) for side in SIDES for face in FACES},
        **{f"{side.name} start": art.start(side, 4, 2) for side in SIDES},
        **{f"{side.name} start turned": art.start(side, 2, 4) for side in SIDES},
        "stray": art.STRAY,
        "way": art.WAY,
        "way end": art.WAY_END,
        "way take": art.WAY_TAKE,
        "way stop": art.WAY_STOP,
    }
)

SOUNDS: Final[Mapping[str, str]] = MappingProxyType({"capture": "mew"})
"""Replaced sounds: a captured cat mews."""

ELSEWHERE: Final = RIM

_CORNERS: Final = ((GRID - 0.5, GRID - 0.5), (0.5, GRID - 0.5), (0.5, 0.5), (GRID - 0.5, 0.5))
"""The centre of the frame's corner on the right of each side's player, where that player's die lies."""
_STARTS: Final = ((GRID / 2, GRID - 4.0), (4.0, GRID / 2), (GRID / 2, 4.0), (GRID - 4.0, GRID / 2))
"""The centre of the starting squares of each side's cats."""
# Marks lie over the inlaid tiles, and under the cats.
_START_Z, _MOUSE_Z, _WAY_Z, _DIE_Z = -3.5, -3.4, -1.5, 0.5


def _cell(at: Square) -> Cell:
    return Cell(NAMES[at], EDGE + at % GRID, EDGE + at // GRID, 1.0, 1.0)


_CELLS: Final = tuple(tuple(_cell(at) for at in SQUARES if at // GRID == row) for row in range(GRID))


def sides(position: Position) -> Sequence[Side]:
    """Return the sides of the seats, as the rules have them."""
    return position.sides


def ground(turns: int = 0) -> Drawing:  # noqa: ARG001 - it is the same after every quarter turn
    """Draw the board: the frame with the tiles of all mice, the slate and its lines."""
    return art.board(EDGE)


@lru_cache(maxsize=2)
def worn(skin: str) -> Mapping[str, Drawing]:
    """Return the drawings of a skin: cats, dice and a board without shine, or a slate with everything in chalk."""
    if skin == "plain":
        return MappingProxyType(
            {
                **{side.name: art.piece(side, even=True) for side in SIDES},
                **{f"{side.name} home": art.piece(side, asleep=True, even=True) for side in SIDES},
                **{f"{side.name} die": art.waiting(side, even=True) for side in SIDES},
                **{f"{side.name} die {face}": art.rolled(side, face, even=True) for side in SIDES for face in FACES},
                GROUND: art.even(EDGE),
            }
        )
    if skin == "handloom":
        # Imported on demand, so that nobody loads the drawings of other skins.
        from chowk.games.kilkenny.ui.skins import handloom

        return MappingProxyType(
            {
                **{f"{side.name} mouse": handloom.hole(side) for side in SIDES},
                **{f"{side.name} start": handloom.start(side, 4, 2) for side in SIDES},
                **{f"{side.name} start turned": handloom.start(side, 2, 4) for side in SIDES},
                GROUND: handloom.board(EDGE),
            }
        )
    return {}


def labels(turns: int = 0) -> Drawing:
    """Draw the names of columns and rows in the frame."""
    return art.names(EDGE, turns)


def pieces(position: Position, turns: int = 0) -> Scene:
    """Return starting squares and mice in their owners' colours, the cats, and the die of the player to roll or move.

    During the rolls for who starts, it includes the dice of all who have rolled.
    """
    lie = _SlateLie(turns)
    seats = list(zip(colours(position), position.sides, position.cats, strict=True))
    mice = [
        lie.at(f"mouse {NAMES[at]}", f"{name} mouse", at, z=_MOUSE_Z) for name, side, _ in seats for at in MICE[side]
    ]
    cats = [_cat(lie, name, side, at) for name, side, own in seats for at in squares(own)]
    strays = [lie.at(NAMES[at], "stray", at)._replace(spot=NAMES[at]) for at in squares(position.strays)]
    starts = [_start(name, lie.side(side)) for name, side, _ in seats]
    return (*starts, *mice, *cats, *strays, *_dice(lie, position))


def lit(position: Position, picked: tuple[Spot, ...], turns: int = 0) -> Scene:
    """Return the eight paths of the picked cat: dots while a path is clear, and a mark at its end.

    The mark is a solid disc where the cat may go, a ring round a cat that it may capture, a cross on an obstacle.
    """
    if len(picked) != 1 or not position.die:
        return ()
    start = NAMES.index(picked[0])
    ends = {step.end for step in steps(position, position.mover, position.die) if step.start == start}
    return tuple(sprite for step in STEPS for sprite in _way(_SlateLie(turns), position, ray(start, step), ends))


def cells(turns: int = 0) -> tuple[tuple[Cell, ...], ...]:
    """Return the 204 squares, row by row."""
    return turned_cells(_CELLS, SIZE, turns)


def spell(position: Position) -> dict[Move, tuple[Spot, ...]]:
    """Map each move to the cat's square and its destination; a lost turn and a roll have spots of their own."""
    return {move: _path(move) for move in position.moves()}


def colours(position: Position) -> tuple[str, ...]:
    """Return the names of the colours by seat."""
    return tuple(COLOURS[colour] for colour in position.colours)


def _path(move: Move) -> tuple[Spot, ...]:
    if isinstance(move, Step):
        return NAMES[move.start], NAMES[move.end]
    return (f"roll {move.face}",) if isinstance(move, Roll) else (FORFEIT_SPOT,)


class _SlateLie(NamedTuple):
    """The orientation of the board: the number of quarter turns clockwise."""

    turns: int

    def side(self, side: Side) -> Side:
        """Return the side at which a side now lies."""
        return (side + self.turns) % 4

    def at(self, key: str, name: str, at: Square, z: float = 0.0) -> Sprite:
        """Return a sprite in the centre of a square."""
        middle = (EDGE + at % GRID + 0.5, EDGE + at // GRID + 0.5)
        return Sprite(key, name, *turned_point(middle, SIZE, self.turns), z=z)


def _cat(lie: _SlateLie, name: str, side: Side, at: Square) -> Sprite:
    home = " home" if HOLES[side] >> at & 1 else ""
    return lie.at(NAMES[at], f"{name}{home}", at)._replace(spot=NAMES[at])


def _start(name: str, side: Side) -> Sprite:
    x, y = _STARTS[side]
    return Sprite(f"start {name}", f"{name} start" + " turned" * (side % 2), EDGE + x, EDGE + y, z=_START_Z)


def _dice(lie: _SlateLie, position: Position) -> Scene:
    if not position.opening:
        return (_die(lie, position, "1", position.mover, 0 if ending(position) else position.die),)
    # The latest roll is `die 1`, which is the one that tumbles.
    thrown = [seat for seat, pips in enumerate(position.opening) if pips > 0]
    keys = {seat: colours(position)[seat] for seat in thrown} | dict.fromkeys(thrown[-1:], "1")
    dice = tuple(_die(lie, position, key, seat, position.opening[seat]) for seat, key in keys.items())
    return (*dice, _die(lie, position, "next" if thrown else "1", position.mover, 0))


def _die(lie: _SlateLie, position: Position, key: str, seat: Seat, face: int) -> Sprite:
    x, y = _CORNERS[lie.side(position.sides[seat])]
    name = f"{colours(position)[seat]} die"
    return Sprite(f"die {key}", f"{name} {face}" if face else name, EDGE + x, EDGE + y, z=_DIE_Z)


def _way(lie: _SlateLie, position: Position, path: tuple[Square, ...], ends: set[Square]) -> Scene:
    path = path[: position.die]
    stopped = next((step for step, at in enumerate(path) if position.occupied >> at & 1), len(path))
    clear = [at for step, at in enumerate(path) if step < min(stopped, position.die - 1)]
    reached = len(path) == position.die and path[-1] in ends
    dots = [lie.at(f"way {NAMES[at]}", "way", at, z=_WAY_Z)._replace(alpha=1.0 if reached else 0.45) for at in clear]
    if reached:
        taken = stopped < len(path)
        kind, z = ("way take", _DIE_Z) if taken else ("way end", _WAY_Z)
        return (*dots, lie.at(f"way {NAMES[path[-1]]}", kind, path[-1], z=z))
    if stopped < len(path):
        return (*dots, lie.at(f"way {NAMES[path[stopped]]}", "way stop", path[stopped], z=_DIE_Z))
    return tuple(dots)
