"""The scene of the board: the pieces of the shown position, and marks for possible and past moves."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from chowk.core.position import Spot
from chowk.draw import marks
from chowk.draw.scene import Point, Scene, Sprite, lifted, standing
from chowk.games.api import Cell
from chowk.session.output import recent
from chowk.session.ports import GameServices
from chowk.session.table import Table

BETWEEN: Final = "|"
"""Separator of the spots in a text that names several spots."""


class Pointer(NamedTuple):
    """The state of the mouse or finger: `over` is the spot under it.

    `dropped` is the point, in board units, where the dragged piece was just dropped, or None. `holds` is True while the
    mouse button or finger is down on the picked piece, so that the piece may be dragged. The piece is then drawn above
    all others, and `py/boot/press.js` moves it with the pointer.
    """

    over: Spot = ""
    dropped: Point | None = None
    holds: bool = False


def spot_at(table: Table, x: float, y: float, slop: float = 0.0) -> Spot:
    """Return the spot that a touch at a point in board units means; an empty text if it means none.

    Usually it is the spot of the cell that contains the point. A touch that misses all pieces and all cells that can be
    chosen means the nearest cell that can be chosen, if it is at most `slop` board units away and no second one is
    nearly as near. The part of the board outside its cells has the spot `View.ELSEWHERE`, if the game uses it.
    """
    hit, near = _hit(table, x, y), _near(table, x, y, slop)
    if near and not _are_even(near):
        return near[0].spot
    width, height = table.view.SIZE
    return hit or (table.view.ELSEWHERE if 0 <= x < width and 0 <= y < height else "")


def ambiguous_spots(table: Table, x: float, y: float, slop: float) -> tuple[Spot, ...]:
    """Return the two nearest spots that can be chosen, if a touch is about equally near to both; else an empty tuple.

    The nearer one must be at most `slop` board units away.
    """
    near = _near(table, x, y, slop)
    return tuple(candidate.spot for candidate in near[:2]) if _are_even(near) else ()


class _Near(NamedTuple):
    away: float
    spot: Spot


def _hit(table: Table, x: float, y: float) -> Spot:
    cells = (cell for row in table.view.cells() for cell in row)
    return next((c.spot for c in cells if c.x <= x < c.x + c.width and c.y <= y < c.y + c.height), "")


def _near(table: Table, x: float, y: float, slop: float) -> list[_Near]:
    """Return the spots that can be chosen, with their distances from a touch, the nearest first.

    The result is empty if the touch hit a piece or a spot that can be chosen, or if all these spots are more than
    `slop` board units away.
    """
    hit = _hit(table, x, y)
    if not slop or hit in table.clickable_spots or (hit and standing(table.sprites, (hit,))):
        return []
    cells = (cell for row in table.view.cells() for cell in row)
    near = sorted(_Near(_away(cell, x, y), cell.spot) for cell in cells if cell.spot in table.clickable_spots)
    return near if near and near[0].away <= slop else []


def _are_even(near: Sequence[_Near]) -> bool:
    return len(near) > 1 and near[1].away <= 1.5 * near[0].away


def _away(cell: Cell, x: float, y: float) -> float:
    across = max(cell.x - x, x - cell.x - cell.width, 0.0)
    along = max(cell.y - y, y - cell.y - cell.height, 0.0)
    return math.hypot(across, along)


def scene(services: GameServices, table: Table, pointer: Pointer, focused: bool, better: Sequence[Spot] = ()) -> Scene:
    """Return the pieces of the shown position and the marks, as the board shows them while no piece is moving.

    `focused` is True if the board has the keyboard focus. `better` holds the spots of a better move that a review
    shows.
    """
    return (*_pieces(table, pointer), *marked(services, table, pointer, focused, better))


def marked(services: GameServices, table: Table, pointer: Pointer, focused: bool, better: Sequence[Spot] = ()) -> Scene:
    """Return the marks on the board, without the pieces, which are drawn separately while they are animated.

    The arguments are those of `scene`.
    """
    picked = table.choice.pointing.chooser.picked if table.open else ()
    lit = table.view.lit(table.match.position, picked) if picked else (*recent.last_move_marks(table), *table.tried)
    groups = _marks(services, table, pointer, focused, better)
    lit_spots, cells = {sprite.spot for sprite in lit if sprite.spot}, table.cells
    shown = [
        marks.mark(kind, cells[spot])
        for kind, spots in groups
        for spot in spots
        if spot in cells and (kind != "target" or spot not in lit_spots)
    ]
    return (*lit, *shown, *[marks.numbered(number, cell) for number, cell in numbers(table).values()])


def names_squares(services: GameServices, table: Table) -> bool:
    """Return True if the board shows the names of its squares now.

    It does so while a hint, an answer or a refusal that names squares is shown. In games whose log names squares, it
    also does so while an earlier position is shown. The log of a game with `named` names them if moves are paired.
    """
    choice, hint = table.choice, table.choice.hint
    refused = services.voice.alert is not None and choice.refusal is not None and bool(choice.refusal.cause)
    hinted = hint is not None and (bool(hint.spots) or hint.names_squares)
    game = table.game
    past = table.display.shown_ply is not None and game.trial is None and (game.named is None or game.paired)
    return refused or hinted or past


def numbers(table: Table) -> Mapping[Spot, tuple[int, Cell]]:
    """Return the number and the cell of each numbered piece, by spot; empty if none is numbered now.

    Pieces are numbered while the player chooses among them. The buttons beside the board have the same numbers.
    """
    if not table.open or table.choice.pointing.chooser.picked:
        return {}
    ways, cells = table.ways, table.cells
    numbered = [cells[way.spot] for way in ways if way.title is None and way.spot in cells]
    return {cell.spot: (number, cell) for number, cell in enumerate(numbered, 1)}


def obliged(table: Table) -> tuple[Spot, ...]:
    """Return the spots of the pieces that the rules require to move, until one of them is picked."""
    if not table.open or table.choice.pointing.chooser.picked:
        return ()
    return tuple(table.game.rules.obliged(table.match.position))


def picked_sprite(table: Table) -> Sprite | None:
    """Return the sprite of the picked piece, or None if no piece is picked."""
    sprites = standing(table.sprites, table.choice.pointing.chooser.picked[:1])
    return sprites[0] if sprites else None


def _pieces(table: Table, pointer: Pointer) -> Scene:
    shown = table.sprites
    picked = table.choice.pointing.chooser.picked
    if picked and (pointer.holds or pointer.dropped is not None):
        piece = picked_sprite(table)
        if piece is None:
            return shown
        if pointer.dropped is not None:
            return lifted(shown, piece.key, pointer.dropped)
        return lifted(shown, piece.key, (piece.x, piece.y), scale=1.0)
    moves = _meant(table, pointer.over) if table.open and pointer.over else ()
    if not moves:
        return shown
    position = table.match.position
    for move in moves:
        position = position.play(move)
    return marks.preview(shown, table.view.pieces(position))


def _meant(table: Table, spot: Spot) -> tuple[Any, ...]:
    """Return the moves, in order, that a click on a spot would make; an empty tuple if it would make none."""
    move = table.choice.pointing.chooser.completing().get(spot)
    if move is not None:
        return (move,)
    return next((way.moves for way in table.ways if way.spot == spot), ())


def _marks(
    services: GameServices, table: Table, pointer: Pointer, focused: bool, better: Sequence[Spot]
) -> Iterator[tuple[str, tuple[Spot, ...]]]:
    if table.kind == "draft":
        yield "selected", table.choice.pointing.chooser.picked
        yield "over", (pointer.over,) if pointer.over else ()
    yield "step" if table.game.numbered_track else "trail", recent.trail(table)
    yield "last", () if table.choice.trying else recent.last(table)
    if table.choice.trying is not None:
        yield "hint", _hinted(table)
        yield "cause", table.choice.refusal.cause if table.choice.refusal and services.voice.alert is not None else ()
    elif table.open:
        picked = table.choice.pointing.chooser.picked
        must = obliged(table)
        yield "glow", must
        yield "must", must
        yield "selected", picked
        shown = tuple(s for s in table.open if s != pointer.over) if services.settings.targets or picked else ()
        stood = set() if picked else {sprite.spot for sprite in table.sprites}
        yield "movable", tuple(s for s in shown if s in stood and s not in must)
        yield "target", tuple(s for s in shown if s not in stood)
        yield "over", (pointer.over,) if pointer.over in table.open else ()
        yield "hint", table.choice.hint.spots if table.choice.hint else ()
        yield "cause", table.choice.refusal.cause if table.choice.refusal and services.voice.alert is not None else ()
    if better and services.place.sheet is None:
        yield "hint", tuple(better)
    yield "planned", table.choice.ahead
    if focused:
        yield "focus", (table.display.cursor,)


def _hinted(table: Table) -> tuple[Spot, ...]:
    """Return the spots of the hint if all of them are on the board, else an empty tuple."""
    spots = table.choice.hint.spots if table.choice.hint is not None else ()
    return spots if all(spot in table.cells for spot in spots) else ()
