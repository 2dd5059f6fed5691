"""SVG pictures on the page: tokens on players' cards, small boards of saved games, diagrams of the rules.

Pictures are cached by their arguments. `theme` is the look that `draw.theme.themed` reads. `prefix` makes the ids in a
picture unique on the page.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any, Final

from chowk import games
from chowk.core.game import Ruleset
from chowk.core.position import Spot
from chowk.draw import marks, svg
from chowk.draw.scene import Scene
from chowk.draw.shapes import Drawing
from chowk.draw.theme import themed
from chowk.games import emblems
from chowk.games.api import Cell, Diagram, Game, OfferDrawing
from chowk.session.table import turned

_TOKEN: Final = (-0.58, -0.56, 1.2, 1.2)
_AROUND: Final = 1.0
"""Margin of the part of a board that `around` draws, in board units."""
_FAINT: Final = 0.35


@lru_cache(maxsize=256)
def token(game: str, art: str, theme: str, prefix: str) -> str:
    """Return a square picture of the game's drawing named `art`."""
    return svg.picture(marks.board_drawing(art, games.load(game).view, themed(theme)), _TOKEN, theme, prefix)


@lru_cache(maxsize=128)
def boxed(game: str, sample: OfferDrawing, theme: str, prefix: str) -> str:
    """Return a picture of a piece that can be chosen: its drawing `sample` in full size, with a small margin."""
    air = 0.12
    wide, high = sample.width + 2 * air, sample.height + 2 * air
    return svg.picture(games.load(game).view.ART[sample.art], (-wide / 2, -high / 2, wide, high), theme, prefix)


@lru_cache(maxsize=64)
def portrait(animal: str, face: str, ground: str, theme: str, prefix: str) -> str:
    """Return the portrait of an animal with a facial expression, on a coloured background."""
    from chowk.draw import animals  # imported when a portrait is drawn

    return svg.picture(animals.portrait(animal, face, ground), animals.FRAME, theme, prefix)


# Cached, because the page is rendered several times for each move.
@lru_cache(maxsize=8)
def player_board(game: Game, position: Any, seat: int, theme: str, prefix: str) -> str:
    """Return a picture of the board of the player in `seat`, in a game where each player has a board."""
    assert game.trial is not None, "everybody has a board"
    ground, scene, frame = game.trial.view.board_picture(position, seat)
    return _player_board(game.name, ground, scene, frame, theme, prefix)


# Cached, because most moves change only one of the boards.
@lru_cache(maxsize=8)
def _player_board(name: str, ground: Drawing, scene: Scene, frame: svg.Frame, theme: str, prefix: str) -> str:
    return svg.scene(games.load(name).view, ground, scene, frame, theme, prefix)


def small_board(game: Game, position: Any, theme: str, prefix: str, turns: int = 0) -> str:
    """Return a small picture of a position. The board is turned clockwise by `turns` quarters."""
    return _board(game.name, game.notation.write_position(position), theme, prefix, turns)


# The cache holds the pictures of all games that the home page lists first, unfinished and finished.
@lru_cache(maxsize=64)
def _board(name: str, text: str, theme: str, prefix: str, turns: int) -> str:
    game = games.load(name)
    view = turned(game, turns)
    return svg.board(view, view.pieces(game.notation.read_position(text)), theme, prefix)


@lru_cache(maxsize=64)
def diagram(name: str, diagram: Diagram, theme: str, prefix: str) -> str:
    """Return a diagram of the rules sheet: the position after its moves, with marks on its spots."""
    game = games.load(name)
    position = played(game.ruleset, diagram)
    scene = (*game.view.pieces(position), *_marked(game, diagram))
    return svg.board(game.view, scene, theme, prefix, labelled=diagram.labelled)


def played(ruleset: Ruleset, diagram: Diagram) -> Any:
    """Return the position after the moves of a diagram."""
    position = ruleset.notation.read_position(diagram.setup)
    for move in diagram.moves:
        position = position.play(ruleset.notation.read_move(position, move))
    return position


def _marked(game: Game, diagram: Diagram) -> Scene:
    cells = [cell for row in game.view.cells() for cell in row if cell.spot in diagram.marks]
    return tuple(marks.mark("target", cell) for cell in cells)


def around(view: Any, position: Any, cells: Sequence[Cell], meant: Cell, theme: str, prefix: str) -> str:
    """Return a picture of the part of a board around some cells, as SVG text.

    A ring marks the cell `meant`. Pieces that are not on this cell are faint.
    """
    left, top = min(cell.x for cell in cells) - _AROUND, min(cell.y for cell in cells) - _AROUND
    side = _AROUND + max(max(cell.x + cell.width - left, cell.y + cell.height - top) for cell in cells)
    sprites, reach = view.pieces(position), 2 * side
    near = (sprite for sprite in sprites if abs(sprite.x - left) < reach and abs(sprite.y - top) < reach)
    seen = (sprite if sprite.spot == meant.spot else sprite._replace(alpha=_FAINT) for sprite in near)
    scene = (*seen, marks.mark("meant", meant))
    return svg.scene(view, marks.bare(view, themed(theme)), scene, (left, top, side, side), theme, prefix)


def crosses(view: Any, spots: Collection[Spot]) -> str:
    """Return a transparent layer for a board, with a cross on each of these spots."""
    width, height = view.SIZE
    lines = "".join(
        f"M{cell.x + cell.width * 0.33:.3f} {cell.y + cell.height * 0.33:.3f}"
        f"l{cell.width * 0.34:.3f} {cell.height * 0.34:.3f}m0-{cell.height * 0.34:.3f}"
        f"l-{cell.width * 0.34:.3f} {cell.height * 0.34:.3f}"
        for row in view.cells() for cell in row if cell.spot in spots
    )  # fmt: skip
    drawn = f'<path class="case" d="{lines}"/><path d="{lines}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">{drawn}</svg>'


@lru_cache(maxsize=32)
def emblem(name: str, theme: str, prefix: str) -> str:
    """Return the emblem of a game for the home page, as SVG. `prefix` makes its identifiers unique on the page."""
    drawn = svg.picture(emblems.emblem(name), emblems.FRAME, theme, prefix)
    # The emblem fills its box at any aspect ratio.
    return drawn.replace("<svg ", '<svg preserveAspectRatio="xMidYMid slice" ', 1)
