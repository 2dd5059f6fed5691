"""Try a turn of Patchwork before it is made, by pointing at a patch to buy and at cells of the quilt to put it on.

An attempt is a sequence of spots, called picks. It is `("advance",)`; or `("patch 14", "turned r1f", "e5")` for a
purchase; or `("turned r1f", "e5")` for a patch that was already bought; or `("e5",)` for a single patch. An attempt may
be illegal: for example, a patch may be held over another patch.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from chowk.core.position import Refusal, Spot
from chowk.games.patchwork.rules import ADVANCE_SPOT, Move, Place, Position, Single, Take
from chowk.games.patchwork.rules.patches import PatchId
from chowk.games.patchwork.rules.quilt import (
    CELL,
    NAMES,
    SIDE,
    Cell,
    Mask,
    cells,
    placement_mask,
    placements,
    shapes,
    turned,
)
from chowk.games.patchwork.rules.state import REACH

Picks: TypeAlias = tuple[Spot, ...]
"""The spots of an attempt to make a turn, in order."""

PATCH: Final = "patch "
TURNED: Final = "turned "
_TOOLS: Final = {"rotate": "r1", "back": "r3", "mirror": "r0f"}
_MIDDLE: Final = (SIDE - 1) / 2


class Held(NamedTuple):
    """A patch that a player holds over the quilt. If `patch` is 0, it is a single patch.

    `position` is the position in which the patch is in hand. `turned` and `corner` are as in `Place`. `mask` is the
    mask of the cells under the patch.
    """

    position: Position
    patch: PatchId
    turned: int
    corner: Cell
    mask: Mask

    @property
    def legal(self) -> bool:
        """True if the patch may be sewn on where it is held."""
        return bool(self.mask) and not self.mask & self.position.own.quilt

    @property
    def move(self) -> Move:
        """The move that sews the patch on where it is held."""
        return Place(self.turned, self.corner) if self.patch else Single(self.corner)


def offers(position: Position) -> tuple[tuple[Spot, bool], ...]:
    """Return the items beside the board in order, each with True if it is on offer now.

    The next `REACH` patches are on offer, even if the player cannot pay for them, and so is an advance. After the end
    of the game, the remaining patches are listed, and none is on offer.
    """
    ring = tuple((f"{PATCH}{patch}", place < REACH) for place, patch in enumerate(position.queue))
    if position.over:
        return tuple((spot, False) for spot, _ in ring)
    return (*ring[:REACH], (ADVANCE_SPOT, True), *ring[REACH:])


def begin(position: Position) -> Picks:
    """Return the picks (the spots of an attempted turn) before the player points at anything.

    They are empty, unless a patch must be sewn on. Then they put the patch on a place where it fits.
    """
    if position.single:
        return (NAMES[_nearest([move.cell for move in position.moves() if isinstance(move, Single)])],)
    return _lain(position) if position.hand else ()


def point(position: Position, picks: Picks, spot: Spot) -> Picks:
    """Return the new picks (the spots of an attempted turn) after the player points at `spot`.

    Pointing at an item beside the board takes it or puts it back. Pointing at a cell moves the held patch there.
    """
    held = holding(position, picks)
    if spot in CELL:
        return _moved_to(picks, held, CELL[spot]) if held else picks
    if position.single or position.hand:
        return picks
    if picks[:1] == (spot,):
        return ()
    patch = _patch(spot)
    if patch and Take(patch) in _buyable(position):
        return (spot, *_lain(position.play(Take(patch))))
    return (spot,) if patch in position.queue or spot == ADVANCE_SPOT else picks


def drag(position: Position, picks: Picks, start: Spot, end: Spot) -> Picks:
    """Return the new picks (the spots of an attempted turn) after a drag from one cell to another.

    A drag moves the held patch by the same distance. A drag that starts outside the patch moves the patch to the end of
    the drag.
    """
    held = holding(position, picks)
    if held is None or start not in CELL or end not in CELL:
        return picks
    if not held.mask >> CELL[start] & 1:
        return _moved_to(picks, held, CELL[end])
    (row, column), (to_row, to_column) = divmod(CELL[start], SIDE), divmod(CELL[end], SIDE)
    return _laid(picks, held, held.turned, held.corner // SIDE + to_row - row, held.corner % SIDE + to_column - column)


def turn(position: Position, picks: Picks, tool: str) -> Picks:
    """Return the new picks (the spots of an attempted turn) after a tool turns the held patch.

    The tools are `rotate` (a quarter turn clockwise), `back` (anticlockwise) and `mirror` (left to right). The square
    by which the patch is held, which is the one nearest to its middle, stays on its cell, unless the quilt's edges
    prevent it.
    """
    held = holding(position, picks)
    if held is None or not held.patch:
        return picks
    number = _turned(held.patch, held.turned, tool)
    (row, column), new = _grip(held.patch, held.turned), _grip(held.patch, number)
    return _laid(picks, held, number, held.corner // SIDE + row - new[0], held.corner % SIDE + column - new[1])


def tools(position: Position, picks: Picks) -> tuple[str, ...]:
    """Return those of the tools `rotate` and `mirror` that would change the shape of the held patch."""
    held = holding(position, picks)
    if held is None or not held.patch:
        return ()
    return tuple(tool for tool in ("rotate", "mirror") if _turned(held.patch, held.turned, tool) != held.turned)


def moves(position: Position, picks: Picks) -> tuple[Move, ...]:
    """Return the moves, in order, that carry out the attempt. Empty if the attempt is illegal or incomplete."""
    if picks == (ADVANCE_SPOT,) and not (position.single or position.hand or position.over):
        return (position.moves()[-1],)
    held = holding(position, picks)
    if held is None or not held.legal:
        return ()
    return (held.move,) if held.position is position else (Take(held.patch), held.move)


def ways(position: Position, picks: Picks) -> tuple[Spot, ...]:
    """Return the spots that a player can point at: cells for the held patch, and offers that can be taken."""
    held = holding(position, picks)
    if position.single or position.hand:
        return _free_cells(held) if held else ()
    fresh = (*(f"{PATCH}{move.patch}" for move in _buyable(position)), ADVANCE_SPOT) if not position.over else ()
    return (*(_free_cells(held) if held else ()), *fresh)


def covers(position: Position, picks: Picks) -> tuple[Spot, ...]:
    """Return the cells under the held patch."""
    held = holding(position, picks)
    return tuple(NAMES[cell] for cell in cells(held.mask)) if held else ()


def refusal(position: Position, picks: Picks) -> Refusal | None:
    """Return why the attempt is illegal, or None if legal or incomplete."""
    held = holding(position, picks)
    if held is None or held.position is position:
        return position.refusal(picks)
    return held.position.refusal(picks[1:])


def goes_on(position: Position) -> bool:
    """Return True if the player to move must still sew on a patch that was bought earlier in the same turn."""
    return bool(position.hand)


def holding(position: Position, picks: Picks) -> Held | None:
    """Return the patch held over the quilt in an attempt, with its place, or None if the picks place no patch."""
    if position.single:
        cell = CELL.get(picks[0], -1) if picks else -1
        return Held(position, 0, 0, cell, 1 << cell) if cell >= 0 else None
    if not position.hand:
        patch = _patch(picks[0]) if len(picks) == 3 else 0
        return _held(_bought(position, patch), picks[1:]) if patch else None
    return _held(position, picks) if len(picks) == 2 else None


# Held patches --------------------------------------------------------------------------------------------------------


def _held(position: Position, picks: Picks) -> Held:
    patch, cell = position.hand, CELL[picks[1]]
    number = next(number for number, shape in enumerate(shapes(patch)) if TURNED + shape.turn == picks[0])
    return Held(position, patch, number, cell, placement_mask(patch, number, cell))


@lru_cache(maxsize=4)
def _bought(position: Position, patch: PatchId) -> Position:
    return position.play(Take(patch))


@lru_cache(maxsize=4)
def _buyable(position: Position) -> tuple[Take, ...]:
    return tuple(move for move in position.moves() if isinstance(move, Take))


def _patch(spot: Spot) -> PatchId:
    return int(spot.removeprefix(PATCH)) if spot.startswith(PATCH) else 0


def _lain(position: Position) -> Picks:
    """Return picks (spots of an attempted turn) that hold the patch in hand over a place where it fits.

    It is unturned if possible, and as near to the middle of the quilt as possible.
    """
    patch, quilt = position.hand, position.own.quilt
    free = [lie for lie in placements(patch) if not lie.mask & quilt]
    candidates = [lie for lie in free if lie.turned == free[0].turned]
    shape = shapes(patch)[candidates[0].turned]

    def far(cell: Cell) -> float:
        row, column = divmod(cell, SIDE)
        return (row + (shape.height - 1) / 2 - _MIDDLE) ** 2 + (column + (shape.width - 1) / 2 - _MIDDLE) ** 2

    return TURNED + shape.turn, NAMES[min((lie.corner for lie in candidates), key=far)]


def _nearest(free: list[Cell]) -> Cell:
    return min(free, key=lambda cell: (cell // SIDE - _MIDDLE) ** 2 + (cell % SIDE - _MIDDLE) ** 2)


def _moved_to(picks: Picks, held: Held, cell: Cell) -> Picks:
    """Return the picks with the held patch moved: the square by which it is held is then on `cell`."""
    if not held.patch:
        return (NAMES[cell],)
    row, column = _grip(held.patch, held.turned)
    return _laid(picks, held, held.turned, cell // SIDE - row, cell % SIDE - column)


def _laid(picks: Picks, held: Held, number: int, row: int, column: int) -> Picks:
    if not held.patch:
        return (NAMES[SIDE * row + column],)
    shape = shapes(held.patch)[number]
    row, column = max(0, min(row, SIDE - shape.height)), max(0, min(column, SIDE - shape.width))
    return (*picks[:-2], TURNED + shape.turn, NAMES[SIDE * row + column])


@lru_cache(maxsize=256)
def _grip(patch: PatchId, number: int) -> tuple[int, int]:
    """Return row and column of the square by which a shape is held: the square nearest to its middle."""
    shape = shapes(patch)[number]
    middle = ((shape.height - 1) / 2, (shape.width - 1) / 2)
    return min(shape.squares, key=lambda square: ((square[0] - middle[0]) ** 2 + (square[1] - middle[1]) ** 2, square))


@lru_cache(maxsize=512)
def _turned(patch: PatchId, number: int, tool: str) -> int:
    """Return the number of the shape after a tool has changed the shape `number`."""
    squares = shapes(patch)[number].squares
    new = turned(squares, _TOOLS[tool])
    return next(number for number, shape in enumerate(shapes(patch)) if shape.squares == new)


@lru_cache(maxsize=8)
def _free_cells(held: Held) -> tuple[Spot, ...]:
    """Return the cells at which the player can point so that the held patch then lies only on empty cells."""
    quilt = held.position.own.quilt
    if not held.patch:
        return tuple(NAMES[cell] for cell in cells(~quilt & (1 << SIDE * SIDE) - 1))
    row, column = _grip(held.patch, held.turned)
    free = (lie.corner for lie in placements(held.patch) if lie.turned == held.turned and not lie.mask & quilt)
    return tuple(NAMES[corner + SIDE * row + column] for corner in free)
