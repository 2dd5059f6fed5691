"""Test the drawings that are painted ahead: they exist, and the next move shows them."""

from __future__ import annotations

import pytest

from chowk import games
from chowk.core.position import CHANCE
from chowk.draw.marks import board_drawing
from chowk.draw.shapes import extent
from chowk.draw.theme import themed
from tests.unit import shelf

PAINTING = [name for name in games.ready() if games.load(name).next_art is not None]


@pytest.mark.parametrize("name", PAINTING)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_drawings_painted_ahead_exist(name: str, seats: int) -> None:
    game = games.load(name)
    if seats not in game.sign.seats:
        return
    theme, next_art = themed("light"), game.next_art
    assert next_art is not None
    for step in shelf.walk(shelf.Table(name, seats), 1).steps[:60]:
        for art, size in next_art(step.before):
            assert size in (1, 2)
            box = extent(board_drawing(art, game.view, theme))
            assert box.right > box.left, art


@pytest.mark.parametrize("name", ["parcheesi", "kilkenny"])
def test_the_dice_of_a_roll_were_painted_ahead(name: str) -> None:
    game, rolls = games.load(name), 0
    assert game.next_art is not None
    for step in shelf.walk(shelf.Table(name, 4), 2).steps[:80]:
        if step.before.turn != CHANCE:
            continue
        rolls += 1
        before = {sprite.art for sprite in game.view.pieces(step.before)}
        new = {sprite.art for sprite in game.view.pieces(step.after)} - before
        assert new <= {art for art, _ in game.next_art(step.before)}
    assert rolls > 10
