"""SVG pictures on the page: tokens on cards, small boards of running games, diagrams of the rules.

Pictures are cached by their arguments. Each one on a page has its own prefix for ids.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from chowk import games
from chowk.core.game import Ruleset
from chowk.draw import marks, svg
from chowk.draw.scene import Scene
from chowk.draw.shapes import Drawing
from chowk.draw.theme import themed
from chowk.games import emblems
from chowk.games.api import Cell, Diagram, Game, OfferDrawing
from chowk.session.table import turned

_TOKEN: Final = (-0.58, -0.56, 1.2, 1.2)
_AROUND: Final = 1.0
"""Margin of the board shown around the selected cells, in board units."""
_FAINT: Final = 0.35


@lru_cache(maxsize=256)
def token(game: str, art: str, theme: str, prefix: str) -> str:
    """Return a named drawing of a game's art, in a square."""
    return svg.picture(marks.drawn(art, games.load(game).view, themed(theme)), _TOKEN, theme, prefix)


@lru_cache(maxsize=128)
def boxed(game: str, sample: OfferDrawing, theme: str, prefix: str) -> str:
    """Return a drawing in a box of its size, with a small margin."""
    air = 0.12
    wide, high = sample.width + 2 * air, sample.height + 2 * air
    return svg.picture(games.load(game).view.ART[sample.art], (-wide / 2, -high / 2, wide, high), theme, prefix)


@lru_cache(maxsize=64)
def portrait(animal: str, face: str, ground: str, theme: str, prefix: str) -> str:
    """Return an animal with a face, on a coloured background."""
    from chowk.draw import animals  # imported when a portrait is drawn

    return svg.picture(animals.portrait(animal, face, ground), animals.FRAME, theme, prefix)


# A move is shown on several pages.
@lru_cache(maxsize=8)
def quilt(game: Game, position: Any, seat: int, theme: str, prefix: str) -> str:
    """Return a player's board as a picture, in a game where each player has one."""
    assert game.trial is not None, "everybody has a board"
    ground, scene, frame = game.trial.view.quilt(position, seat)
    return _quilt(game.name, ground, scene, frame, theme, prefix)


# Most moves change one board of several.
@lru_cache(maxsize=8)
def _quilt(name: str, ground: Drawing, scene: Scene, frame: svg.Frame, theme: str, prefix: str) -> str:
    return svg.scene(games.load(name).view, ground, scene, frame, theme, prefix)


def small_board(game: Game, position: Any, theme: str, prefix: str, turns: int = 0) -> str:
    """Return a position as a small picture; `turns` rotates the board by quarters clockwise."""
    return _board(game.name, game.notation.write_position(position), theme, prefix, turns)


# The cache holds all games of either kind that the home page lists first, and the miniatures of a window.
@lru_cache(maxsize=64)
def _board(name: str, text: str, theme: str, prefix: str, turns: int) -> str:
    game = games.load(name)
    view = turned(game, turns)
    return svg.board(view, view.pieces(game.notation.read_position(text)), theme, prefix)


@lru_cache(maxsize=64)
def diagram(name: str, shown: Diagram, theme: str, prefix: str) -> str:
    """Return a diagram of the rules sheet: its moves are played by the rules, and its spots are marked."""
    game = games.load(name)
    position = played(game.ruleset, shown)
    scene = (*game.view.pieces(position), *_marked(game, shown))
    return svg.board(game.view, scene, theme, prefix, labelled=shown.labelled)


def played(ruleset: Ruleset, shown: Diagram) -> Any:
    """Return the position that a diagram shows."""
    position = ruleset.notation.read_position(shown.setup)
    for move in shown.moves:
        position = position.play(ruleset.notation.read_move(position, move))
    return position


def _marked(game: Game, shown: Diagram) -> Scene:
    cells = [cell for row in game.view.cells() for cell in row if cell.spot in shown.marks]
    return tuple(marks.mark("target", cell) for cell in cells)


def around(view: Any, position: Any, cells: Sequence[Cell], meant: Cell, theme: str, prefix: str) -> str:
    """Return the part of a board around some cells, with the cell `meant` ringed and all else faint."""
    left, top = min(cell.x for cell in cells) - _AROUND, min(cell.y for cell in cells) - _AROUND
    side = _AROUND + max(max(cell.x + cell.width - left, cell.y + cell.height - top) for cell in cells)
    near = (one for one in view.pieces(position) if abs(one.x - left) < 2 * side and abs(one.y - top) < 2 * side)
    seen = (one if one.spot == meant.spot else one._replace(alpha=_FAINT) for one in near)
    scene = (*seen, marks.mark("meant", meant))
    return svg.scene(view, marks.bare(view, themed(theme)), scene, (left, top, side, side), theme, prefix)


@lru_cache(maxsize=32)
def emblem(name: str, theme: str, prefix: str) -> str:
    """Return the emblem of a game for the home page: its sign on a strip of its material."""
    drawn = svg.picture(emblems.emblem(name), emblems.FRAME, theme, prefix)
    # It fills its strip, whatever the strip's proportions.
    return drawn.replace("<svg ", '<svg preserveAspectRatio="xMidYMid slice" ', 1)
