"""The view of Kilkenny Cats: the scene of a position, chalk lines on slate, and mice on tiles in a walnut frame.

A board unit is a square's side. The key of a cat's sprite is the name of its square, that of the die is `die 1`.
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
"""Width of the frame outside the ring of squares that holds the mice, in board units."""
SIZE: Final = (GRID + 2 * EDGE, GRID + 2 * EDGE)
"""Width and height of the board with its frame, in squares."""
TURNS: Final = 4
"""The number of different orientations of the board."""
COLOURS: Final = tuple(side.name for side in SIDES)
"""The names of the colours in drawings, such as `red`, in the order of the numbers in `Position.colours`."""

ART: Final[Mapping[str, Drawing]] = MappingProxyType(
    {
        **{side.name: art.piece(side) for side in SIDES},
        **{f"{side.name} home": art.piece(side, asleep=True) for side in SIDES},
        **{f"{side.name} mouse": art.mouse_tile(side) for side in SIDES},
        **{f"{side.name} die": art.waiting(side) for side in SIDES},
        **{f"{side.name} die {face}": art.rolled(side, face) for side in SIDES for face in FACES},
        **{f"{side.name} start": art.start(side, 4, 2) for side in SIDES},
        **{f"{side.name} start turned": art.start(side, 2, 4) for side in SIDES},
        "shadow": art.SHADOW,
        "stray": art.STRAY,
        "way": art.WAY,
        "way end": art.WAY_END,
        "way take": art.WAY_TAKE,
        "way stop": art.WAY_STOP,
    }
)
"""The drawing of each sprite, by name."""

SOUNDS: Final[Mapping[str, str]] = MappingProxyType({"capture": "mew", "crown": "squeak"})
"""The sounds that replace usual sounds, by name. A captured cat mews, and a taken mouse squeaks."""

ELSEWHERE: Final = RIM
"""The spot for points outside the squares. Pointing there is always refused."""

_CORNERS: Final = ((GRID - 0.5, GRID - 0.5), (0.5, GRID - 0.5), (0.5, 0.5), (GRID - 0.5, 0.5))
"""By side: the centre of the player's die, in the corner of the frame at the player's right hand.

The coordinates do not include the width `EDGE` of the outer frame.
"""
_STARTS: Final = ((GRID / 2, GRID - 4.0), (4.0, GRID / 2), (GRID / 2, 4.0), (GRID - 4.0, GRID / 2))
"""By side: the centre of the starting squares of the side's cats.

The coordinates do not include the width `EDGE` of the outer frame.
"""
# Marks are drawn over the inlaid tiles and under the cats.
_START_Z, _MOUSE_Z, _WAY_Z, _DIE_Z = -3.5, -3.4, -1.5, 0.5


def _cell(square: Square) -> Cell:
    return Cell(NAMES[square], EDGE + square % GRID, EDGE + square // GRID, 1.0, 1.0)


_CELLS: Final = tuple(tuple(_cell(square) for square in SQUARES if square // GRID == row) for row in range(GRID))


def sides(position: Position) -> Sequence[Side]:
    """Return, by seat, the side of the board where each player sits: 0 below, 1 left, 2 above, 3 right."""
    return position.sides


def ground(turns: int = 0) -> Drawing:  # noqa: ARG001 - the same after every quarter turn
    """Draw the board without pieces: the frame with the tiles of all mice, the slate and its lines.

    It looks the same after every quarter turn.
    """
    return art.board(EDGE)


@lru_cache(maxsize=2)
def skin_drawings(skin: str) -> Mapping[str, Drawing]:
    """Return the drawings of a skin, by the names of the usual drawings that they replace.

    A skin is an alternative look of the board. The plain skin has pieces and a board without shine, the handloom skin a
    slate with chalk drawings.
    """
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
        # Imported on demand, so that the drawings of other skins are not loaded.
        from chowk.games.kilkenny.ui.skins import handloom

        return MappingProxyType(
            {
                **{f"{side.name} mouse": handloom.mouse_tile(side) for side in SIDES},
                **{f"{side.name} start": handloom.start(side, 4, 2) for side in SIDES},
                **{f"{side.name} start turned": handloom.start(side, 2, 4) for side in SIDES},
                GROUND: handloom.board(EDGE),
            }
        )
    return {}


def labels(turns: int = 0) -> Drawing:
    """Draw the names of columns and rows in the frame of a board turned by `turns` quarter turns."""
    return art.names(EDGE, turns)


def pieces(position: Position, turns: int = 0) -> Scene:
    """Return sprites for a position on a board turned by `turns` quarter turns.

    They are the starting squares and mice in their owners' colours, the cats, and the next player's die. During the
    rolls for who starts, they include the dice of all players who have rolled.
    """
    lie = _SlateLie(turns)
    seats = list(zip(colours(position), position.sides, position.cats, strict=True))
    mice = [
        lie.sprite(f"mouse {NAMES[square]}", f"{name} mouse", square, z=_MOUSE_Z)
        for name, side, _ in seats
        for square in MICE[side]
    ]
    cats = [_cat(lie, name, side, square) for name, side, own in seats for square in squares(own)]
    strays = [
        lie.sprite(NAMES[square], "stray", square)._replace(spot=NAMES[square]) for square in squares(position.strays)
    ]
    starts = [_start(name, lie.side(side)) for name, side, _ in seats]
    return (*starts, *mice, *cats, *strays, *_dice(lie, position))


def lit(position: Position, picked: tuple[Spot, ...], turns: int = 0) -> Scene:
    """Return sprites that show where the picked cat can go, along each of the eight directions.

    Dots show how far the path is clear. The mark at its end is a solid disc where the cat may go, a ring round a cat
    that it may capture, or a cross on an obstacle. The result is empty before the roll, or if the number of picked
    spots is not one.
    """
    if len(picked) != 1 or not position.die:
        return ()
    start = NAMES.index(picked[0])
    ends = {step.end for step in steps(position, position.mover, position.die) if step.start == start}
    return tuple(sprite for step in STEPS for sprite in _path_marks(_SlateLie(turns), position, ray(start, step), ends))


def cells(turns: int = 0) -> tuple[tuple[Cell, ...], ...]:
    """Return the 204 squares, row by row, on a board turned by `turns` quarter turns."""
    return turned_cells(_CELLS, SIZE, turns)


def spell(position: Position) -> dict[Move, tuple[Spot, ...]]:
    """Map each move to its spots: a cat's square and its destination, or one spot for a lost turn or a roll."""
    return {move: _path(move) for move in position.moves()}


def colours(position: Position) -> tuple[str, ...]:
    """Return the names of the players' colours, by seat."""
    return tuple(COLOURS[colour] for colour in position.colours)


def _path(move: Move) -> tuple[Spot, ...]:
    if isinstance(move, Step):
        return NAMES[move.start], NAMES[move.end]
    return (f"roll {move.face}",) if isinstance(move, Roll) else (FORFEIT_SPOT,)


class _SlateLie(NamedTuple):
    """The orientation of the board, as the number of quarter turns clockwise."""

    turns: int

    def side(self, side: Side) -> Side:
        """Return the number of the side where `side` of the unturned board lies after the board is turned."""
        return (side + self.turns) % 4

    def sprite(self, key: str, name: str, square: Square, z: float = 0.0) -> Sprite:
        """Return a sprite in the centre of a square. `name` is that of its drawing; for `key` and `z`, see `Sprite`."""
        middle = (EDGE + square % GRID + 0.5, EDGE + square // GRID + 0.5)
        return Sprite(key, name, *turned_point(middle, SIZE, self.turns), z=z)


def _cat(lie: _SlateLie, name: str, side: Side, square: Square) -> Sprite:
    home = " home" if HOLES[side] >> square & 1 else ""
    return lie.sprite(NAMES[square], f"{name}{home}", square)._replace(spot=NAMES[square])


def _start(name: str, side: Side) -> Sprite:
    x, y = _STARTS[side]
    return Sprite(f"start {name}", f"{name} start" + " turned" * (side % 2), EDGE + x, EDGE + y, z=_START_Z)


def _dice(lie: _SlateLie, position: Position) -> Scene:
    if not position.opening:
        return (_die(lie, position, "1", position.mover, 0 if ending(position) else position.die),)
    # The latest roll is `die 1`, the die that tumbles.
    thrown = [seat for seat, pips in enumerate(position.opening) if pips > 0]
    keys = {seat: colours(position)[seat] for seat in thrown} | dict.fromkeys(thrown[-1:], "1")
    dice = tuple(_die(lie, position, key, seat, position.opening[seat]) for seat, key in keys.items())
    return (*dice, _die(lie, position, "next" if thrown else "1", position.mover, 0))


def next_art(position: Position) -> Sequence[tuple[str, int]]:
    """Return the drawings of the next rolls: the faces of the player's die, and everybody's die before a roll.

    Each entry has a name and a size (1 or 2).
    """
    dice = [f"{colour} die" for colour in colours(position)]
    faces = [f"{dice[position.mover]} {face}" for face in FACES]
    return [(name, size) for name in (*faces, *dice) for size in (1, 2)]


def _die(lie: _SlateLie, position: Position, key: str, seat: Seat, face: int) -> Sprite:
    x, y = _CORNERS[lie.side(position.sides[seat])]
    name = f"{colours(position)[seat]} die"
    return Sprite(f"die {key}", f"{name} {face}" if face else name, EDGE + x, EDGE + y, z=_DIE_Z)


def _path_marks(lie: _SlateLie, position: Position, path: tuple[Square, ...], ends: set[Square]) -> Scene:
    path = path[: position.die]
    stopped = next((step for step, square in enumerate(path) if position.occupied >> square & 1), len(path))
    clear = [square for step, square in enumerate(path) if step < min(stopped, position.die - 1)]
    reached = len(path) == position.die and path[-1] in ends
    dots = [
        lie.sprite(f"way {NAMES[square]}", "way", square, z=_WAY_Z)._replace(alpha=1.0 if reached else 0.45)
        for square in clear
    ]
    if reached:
        captures = stopped < len(path)
        kind, z = ("way take", _DIE_Z) if captures else ("way end", _WAY_Z)
        return (*dots, lie.sprite(f"way {NAMES[path[-1]]}", kind, path[-1], z=z))
    if stopped < len(path):
        return (*dots, lie.sprite(f"way {NAMES[path[stopped]]}", "way stop", path[stopped], z=_DIE_Z))
    return tuple(dots)
