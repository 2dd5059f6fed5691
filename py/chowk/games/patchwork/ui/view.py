"""Patchwork's view: the scene of a position, with linen quilts and a tape measure around them as the time track.

A board unit is a quilt's cell. The module itself is the view of the whole table, both quilts side by side.
`player_view` is the view of one player, with only that player's quilt inside the tape.

Patches on quilts, time tokens and single patches have the names that events use. Cells of quilts are `a1` to `i9`; on
the whole table these are the cells of the first player's quilt. The tape's spaces are `space 0` to `space 53`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from chowk.core.position import Seat, Spot
from chowk.draw.scene import Point, Scene, Sprite
from chowk.draw.shapes import Box, Drawing, Text
from chowk.draw.theme import SIDES
from chowk.games.api import Cell, OfferDrawing
from chowk.games.api.fallbacks import TURNS as TURNS
from chowk.games.api.fallbacks import sides as sides
from chowk.games.api.fallbacks import skin_drawings as skin_drawings
from chowk.games.patchwork.rules import Move, Place, Position, Single, Take
from chowk.games.patchwork.rules.facts import forecast
from chowk.games.patchwork.rules.patches import PATCHES, PatchId
from chowk.games.patchwork.rules.quilt import CELL, NAMES, SIDE, Squares, placement_mask, shapes
from chowk.games.patchwork.rules.quilt import cells as cells_of
from chowk.games.patchwork.rules.state import REACH
from chowk.games.patchwork.rules.track import CENTRE, MARKERS, TRACKS, Space
from chowk.games.patchwork.ui import art_table as art
from chowk.games.patchwork.ui.art import CLOTHS, WEAVES, button

COLOURS: Final = tuple(side.name for side in SIDES[:2])
"""The names of the players' thread colours, by seat."""
MARGIN: Final = 0.1
"""Distance between a quilt and the tape measure around it, in board units."""
_BLOCK: Final = SIDE + 2 * MARGIN
_TURNS: Final = ("r0", "r1", "r2", "r3", "r0f", "r1f", "r2f", "r3f")
# Single patches are drawn on the tape, tokens over them. A held patch is drawn over everything on the quilts.
_PATCH_Z, _SINGLE_Z, _WAY_Z, _DONE_Z, _TOKEN_Z, _GOING_Z, _HELD_Z, _CLASH_Z = 0.0, 0.4, 0.6, 0.8, 1.0, 3.0, 5.0, 6.0


# Drawings -----------------------------------------------------------------------------------------------------------


class _Wardrobe(Mapping[str, Drawing]):
    """A mapping of names to drawings. Each drawing is made on first use, because there are 144 shapes of patches."""

    def __init__(self) -> None:
        self._plain: dict[str, Drawing] = {
            **{side.name: art.spool(side) for side in SIDES[:2]},
            "single": art.single(),
            "button": button(),
            "clash": art.clash(),
            "way": art.going(),
            "time": art.hourglass(),
            "advance": art.advance(),
            "tile": art.tile(),
            "income": art.income(),
            "gain": art.gain(),
            "hole": art.empty_cell(),
            "stitch": art.STITCH,
            "needle": art.NEEDLE,
        }
        self._names = dict.fromkeys(
            (
                *self._plain,
                *(f"{kind}0" for kind in _KINDS[1:]),
                *(f"{kind}{name}" for name in _shape_names() for kind in _KINDS),
            )
        )

    def __getitem__(self, name: str) -> Drawing:
        drawing = self._plain.get(name)
        if drawing is None:
            if name not in self._names:
                raise KeyError(name)
            drawing = self._plain[name] = _drawing(name)
        return drawing

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


_KINDS: Final = ("patch ", "held ", "barred ", "done ")


def _shape_names() -> Iterator[str]:
    """Yield the name of every shape of every patch, such as `14 r1f` for patch 14 in the turn `r1f`."""
    return (f"{patch} {shape.turn}" for patch in PATCHES for shape in shapes(patch))


def _drawing(name: str) -> Drawing:
    kind, number, *turn = name.split(" ")
    squares = next(shape.squares for shape in shapes(int(number)) if shape.turn == turn[0]) if turn else ((0, 0),)
    flat = tuple((column, row) for row, column in squares)
    if kind == "held":
        return art.fitting(flat)
    if kind == "done":
        return art.finished(flat)
    if kind == "barred":
        return art.clashing(flat)
    patch = int(number)
    on = tuple((column, row) for row, column in _buttons(patch, turn[0]))
    return art.sewn(flat, on, *fabric(patch), quarters=int(turn[0][1]))


def fabric(patch: PatchId) -> tuple[str, str]:
    """Return the names of the cloth and the pattern of a patch. No two patches have the same pair."""
    return CLOTHS[patch % len(CLOTHS)], WEAVES[3 * patch % len(WEAVES)]


@cache
def _buttons(patch: PatchId, turn: str) -> Squares:
    """Return the squares of a shape that carry buttons. When a patch is turned, its buttons turn with it."""
    plain = shapes(patch)[0].squares
    order = sorted(plain, key=lambda square: ((square[0] + 2 * square[1]) % 3, square))
    chosen = order[: PATCHES[patch].income]
    return tuple(_carried(square, plain, turn) for square in chosen)


def _carried(square: tuple[int, int], squares: Squares, turn: str) -> tuple[int, int]:
    """Return the row and column of a square of a shape after the shape is turned."""
    row, column = square
    height, width = max(place[0] for place in squares) + 1, max(place[1] for place in squares) + 1
    if turn.endswith("f"):
        column = width - 1 - column
    for _ in range(int(turn[1])):
        row, column = column, height - 1 - row
        height, width = width, height
    return row, column


ART: Final[Mapping[str, Drawing]] = _Wardrobe()
"""The drawing of each sprite, by name."""


# Boards -------------------------------------------------------------------------------------------------------------


class Laid(NamedTuple):
    """The layout of quilts inside a tape measure, which is the time track.

    `quilts` is the top left corner of each seat's quilt. `wide` and `high` are the numbers of spaces of the tape in a
    row and in a column, without the corners. `size` is the side of a space in board units.
    """

    quilts: Mapping[Seat, Point]
    wide: int
    high: int
    size: float


class QuiltBoard:
    """A `View` of one or both quilts with the time track, a tape measure, around them."""

    ART = ART
    TURNS = 1
    ELSEWHERE: Spot = ""

    def __init__(self, laid: Laid) -> None:
        self._laid = laid
        self.SIZE = ((laid.wide + 2) * laid.size, (laid.high + 2) * laid.size)
        self._corners = _corners(laid)
        self._quilt = next(iter(laid.quilts.values()))
        self._cells = tuple(self._rows())
        self._ground: Drawing = ()  # drawn on first use, and kept, because the board is turned to the next player often

    def sides(self, position: Position) -> Sequence[int]:
        """Return an empty tuple, because no player has a side of the board."""
        return sides(position)

    def ground(self, turns: int = 0) -> Drawing:  # noqa: ARG002 - never turned
        """Draw the table top, the tape, and the linen of every quilt."""
        width, height = self.SIZE
        self._ground = self._ground or (
            Box(0, 0, width, height, 0.16, "walnut"),
            Box(0, 0, width, height, 0.16, art.SHEEN),
            *art.tape(self._corners, self._laid.size, MARKERS),
            *(shape for x, y in self._laid.quilts.values() for shape in art.linen(x, y, SIDE)),
        )
        return self._ground

    def skin_drawings(self, skin: str) -> Mapping[str, Drawing]:
        """Return the drawings of a skin, which are the same for the view of one quilt and of both."""
        return skin_drawings(skin)

    def labels(self, turns: int = 0) -> Drawing:  # noqa: ARG002 - never turned
        """Draw the names of the quilts' cells."""
        return tuple(shape for row in self._cells for cell in row for shape in self.label(cell))

    def label(self, cell: Cell) -> Drawing:
        """Draw the name of a quilt's cell in its corner; nothing for a space of the time track, which has a number."""
        if cell.spot not in CELL:
            return ()
        return (Text(cell.x + 0.2, cell.y + 0.15, cell.spot, 0.2, "walnut"),)

    def cells(self, turns: int = 0) -> tuple[tuple[Cell, ...], ...]:  # noqa: ARG002 - never turned
        """Return the cells of the quilt, row by row, then the spaces of the tape, one side of it after another."""
        return self._cells

    def spell(self, position: Position) -> dict[Move, tuple[Spot, ...]]:
        """Map each legal move to the spots that name it, as the function `spell` of this module does."""
        return spell(position)

    def pieces(self, position: Position, turns: int = 0) -> Scene:  # noqa: ARG002 - never turned
        """Return the patches on the quilts, the single patches left on the tape, and both time tokens."""
        quilts = self._laid.quilts
        sewn = (sprite for seat in quilts for sprite in self._sewn(position, seat))
        singles = (self._lone(space, self.space(space), 0.8 * self._laid.size) for space in _single_patches(position))
        return (*sewn, *singles, *(self._token(position, seat) for seat in (0, 1)))

    def lit(self, position: Position, picked: tuple[Spot, ...], turns: int = 0) -> Scene:  # noqa: ARG002 - see `tried`
        """Return no sprites, because `tried` draws the spots that the player picked."""
        return ()

    def tried(self, position: Position, picks: tuple[Spot, ...], moves: Sequence[Move]) -> Scene:
        """Return sprites of an attempted turn: the held patch (framed if legal, else hatched) and the token's path."""
        scene = self._held(position, picks, bool(moves))
        return (*scene, *self._path_of_token(position, picks))

    def move_marks(self, position: Position, move: Move) -> Scene:
        """Return a frame around the patch that `move` sews on.

        Return an empty scene for other moves, and if the view does not show the quilt.
        """
        seat = position.turn
        if seat not in self._laid.quilts or not isinstance(move, Place | Single):
            return ()
        return (self._frame(position.play(move), seat, isinstance(move, Single)),)

    def latest(self, position: Position, seat: Seat) -> Scene:
        """Return a frame around the patch that was last sewn onto a seat's quilt, or an empty scene if there is none.

        Single patches do not count.
        """
        player = position.players[seat]
        return (self._frame(position, seat, False),) if player.sewn else ()

    def _frame(self, position: Position, seat: Seat, lone: bool) -> Sprite:
        player = position.players[seat]
        if lone:
            return Sprite("done", "done 0", *self._middle(seat, player.lone[-1].cell), z=_DONE_Z)
        latest = self._patch(seat, *player.sewn[-1])
        return latest._replace(key="done", art=latest.art.replace("patch", "done"), z=_DONE_Z)

    def space(self, space: Space) -> Point:
        """Return the centre of a space of the tape, in board units."""
        x, y = self._corners[space]
        return x + self._laid.size / 2, y + self._laid.size / 2

    def _rows(self) -> Iterator[tuple[Cell, ...]]:
        x, y = self._quilt
        for row in range(SIDE):
            yield tuple(Cell(NAMES[SIDE * row + column], x + column, y + row, 1.0, 1.0) for column in range(SIDE))
        spaces = [
            Cell(f"space {space}", *corner, self._laid.size, self._laid.size)
            for space, corner in enumerate(self._corners)
        ]
        turns = (
            0,
            self._laid.wide + 1,
            self._laid.wide + self._laid.high + 2,
            2 * self._laid.wide + self._laid.high + 3,
        )
        for start, end in zip(turns, (*turns[1:], len(spaces)), strict=True):
            yield tuple(spaces[start:end])

    def _sewn(self, position: Position, seat: Seat) -> Iterator[Sprite]:
        player = position.players[seat]
        for piece in player.sewn:
            yield self._patch(seat, piece.patch, piece.turned, piece.cell)
        for lone in player.lone:
            yield self._lone(lone.space, self._middle(seat, lone.cell), 0.98)

    def _patch(self, seat: Seat, patch: PatchId, number: int, cell: int) -> Sprite:
        shape = shapes(patch)[number]
        x, y = self._laid.quilts[seat]
        middle = (x + cell % SIDE + shape.width / 2, y + cell // SIDE + shape.height / 2)
        return Sprite(f"patch {patch}", f"patch {patch} {shape.turn}", *middle, z=_PATCH_Z)

    def _lone(self, space: Space, point: Point, scale: float) -> Sprite:
        return Sprite(f"single {space}", "single", *point, scale=scale, z=_SINGLE_Z)

    def _middle(self, seat: Seat, cell: int) -> Point:
        x, y = self._laid.quilts[seat]
        return x + cell % SIDE + 0.5, y + cell // SIDE + 0.5

    def _token(self, position: Position, seat: Seat) -> Sprite:
        own_space, other_space = position.players[seat].space, position.players[1 - seat].space
        x, y = self._stand(seat, own_space)
        top = own_space == other_space and position.turn == seat
        return Sprite(
            f"token {seat}",
            COLOURS[seat],
            x,
            y,
            scale=0.8 * self._laid.size,
            z=_TOKEN_Z + top,
            spot=f"space {own_space}",
        )

    def _stand(self, seat: Seat, space: Space) -> Point:
        """Return the point on a space where a seat's token stands. It is off the centre, so that both tokens show."""
        x, y = self.space(space)
        aside = (0.1 if seat else -0.1) * self._laid.size
        return x + aside, y + aside

    def _held(self, position: Position, picks: tuple[Spot, ...], legal: bool) -> Scene:
        seat = position.turn
        if seat not in self._laid.quilts or not picks or picks[-1] not in CELL:
            return ()
        if position.single:
            cell = self._middle(seat, CELL[picks[-1]])
            kind = "held 0" if legal else "barred 0"
            return (
                Sprite("held", "single", *cell, z=_HELD_Z, alpha=0.9),
                Sprite("held frame", kind, *cell, z=_HELD_Z + 0.5),
            )
        patch = position.hand or int(picks[0].removeprefix("patch "))
        number = next(number for number, shape in enumerate(shapes(patch)) if f"turned {shape.turn}" == picks[-2])
        sprite = self._patch(seat, patch, number, CELL[picks[-1]])
        name = f"{patch} {shapes(patch)[number].turn}"
        over = placement_mask(patch, number, CELL[picks[-1]]) & position.players[seat].quilt
        return (
            sprite._replace(key="held", z=_HELD_Z, alpha=0.94 if legal else 0.7),
            Sprite("held frame", f"{'held' if legal else 'barred'} {name}", sprite.x, sprite.y, z=_HELD_Z + 0.5),
            *(
                Sprite(f"clash {NAMES[cell]}", "clash", *self._middle(seat, cell), z=_CLASH_Z)
                for cell in cells_of(over)
            ),
        )

    def _path_of_token(self, position: Position, picks: tuple[Spot, ...]) -> Scene:
        destination = landing(position, picks)
        if destination is None:
            return ()
        seat, start = position.turn, position.own.space
        beads = (
            Sprite(f"way {space}", "way", *self.space(space), scale=self._laid.size, z=_WAY_Z)
            for space in range(start + 1, destination + 1)
        )
        token = Sprite(
            "going", COLOURS[seat], *self._stand(seat, destination), scale=0.8 * self._laid.size, z=_GOING_Z, alpha=0.72
        )
        return (*beads, token)


def landing(position: Position, picks: tuple[Spot, ...]) -> Space | None:
    """Return the space to which an attempted turn takes the time token, or None if the token does not move."""
    if position.single or position.over or not (picks or position.hand):
        return None
    if position.hand:
        return forecast(position, Place(0, 0)).space
    if picks[0] == "advance":
        return forecast(position, position.moves()[-1]).space
    return min(CENTRE, position.own.space + PATCHES[int(picks[0].removeprefix("patch "))].time)


def _corners(laid: Laid) -> tuple[Point, ...]:
    """Return the top left corners of the tape's spaces, clockwise from the upper left corner of the tape."""
    wide, high, size = laid.wide, laid.high, laid.size
    ring = [
        *((index, 0) for index in range(wide + 2)),
        *((wide + 1, index) for index in range(1, high + 1)),
        *((index, high + 1) for index in range(wide + 1, -1, -1)),
        *((0, index) for index in range(high, 0, -1)),
    ]
    return tuple((size * column, size * row) for column, row in ring[: CENTRE + 1])


def _single_patches(position: Position) -> Iterator[Space]:
    """Return the spaces that show a single patch, including the space of one that must be sewn on now."""
    furthest = max(player.space for player in position.players)
    return (space for space in TRACKS[position.house.track] if space > furthest or space == position.single)


_SIZE: Final = _BLOCK / 13
_LONG: Final = _BLOCK / 8
_OWN: Final = tuple(QuiltBoard(Laid({seat: (_SIZE + MARGIN, _SIZE + MARGIN)}, 13, 13, _SIZE)) for seat in (0, 1))
_BOTH: Final = QuiltBoard(
    Laid({0: (_LONG + MARGIN, _LONG + MARGIN), 1: (19 * _LONG - MARGIN - SIDE, _LONG + MARGIN)}, 18, 8, _LONG)
)

SIZE: Final = _BOTH.SIZE
"""Width and height of the whole table, in board units."""
ELSEWHERE: Final[Spot] = ""
"""The spot for points outside all cells: empty, because pointing there has no effect."""
SOUNDS: Final[Mapping[str, str]] = {"place": "sew"}
"""The sounds of Patchwork, by the names of the usual sounds that they replace."""

ground = _BOTH.ground
labels = _BOTH.labels
label = _BOTH.label
pieces = _BOTH.pieces
lit = _BOTH.lit
cells = _BOTH.cells


def spell(position: Position) -> dict[Move, tuple[Spot, ...]]:
    """Map each move to its spots: the patch for a purchase, turn and cell for a placement, one spot for other moves."""
    return {move: _path(position, move) for move in position.moves()}


def player_view(seat: Seat) -> QuiltBoard:
    """Return the view of a player's own board: one quilt, with the time track around it as a tape measure."""
    return _OWN[seat]


def board_picture(position: Position, seat: Seat) -> tuple[Drawing, Scene, tuple[float, float, float, float]]:
    """Return a player's quilt for a small picture: its ground, its sprites, and the box around them.

    The box is left, top, width and height, in board units.
    """
    board = _OWN[seat]
    corner = _SIZE
    return (
        art.linen(_SIZE + MARGIN, _SIZE + MARGIN, SIDE),
        (*board._sewn(position, seat), *board.latest(position, seat)),
        (corner, corner, _BLOCK, _BLOCK),
    )


def offered(spot: Spot) -> OfferDrawing:
    """Return the name of the drawing of an item beside the board, and the width and height of its bounding box."""
    if not spot.startswith("patch "):
        return OfferDrawing("advance", 3.4, 1.7)
    patch = int(spot.removeprefix("patch "))
    shape = shapes(patch)[0]
    return OfferDrawing(f"patch {patch} {shape.turn}", float(shape.width), float(shape.height))


def next_art(position: Position) -> Sequence[tuple[str, int]]:
    """Return the drawings of the patches on offer, each with the size 1.

    Their frames are left out: they are painted quickly, and would take as much memory as the patches.
    """
    return [(f"patch {patch} {shapes(patch)[0].turn}", 1) for patch in position.queue[:REACH]]


def _path(position: Position, move: Move) -> tuple[Spot, ...]:
    if isinstance(move, Take):
        return (f"patch {move.patch}",)
    if isinstance(move, Place):
        return f"turned {shapes(position.hand)[move.turned].turn}", NAMES[move.corner]
    return (NAMES[move.cell],) if isinstance(move, Single) else ("advance",)
