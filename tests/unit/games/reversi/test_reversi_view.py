"""Test the view of Reversi: the places of sprites, and discs that differ by more than colour."""

from __future__ import annotations

from random import Random

import pytest

from chowk.draw.shapes import Text, extent
from chowk.games.reversi.rules import NAMES, PASS, PASS_SPOT, START, Position, squares
from chowk.games.reversi.ui import view


def test_the_board_is_a_square_with_a_narrow_frame() -> None:
    assert view.SIZE[0] == view.SIZE[1]
    assert 8 / view.SIZE[0] > 0.88
    assert max(extent(view.ground())) <= view.SIZE[0] + 0.01


def test_cells_are_ranks_of_squares_in_the_field() -> None:
    rows = view.cells()
    assert [[cell.spot for cell in row] for row in rows] == [
        list(NAMES[start : start + 8]) for start in range(0, 64, 8)
    ]
    assert {(cell.width, cell.height) for row in rows for cell in row} == {(1.0, 1.0)}
    assert (rows[0][0].x, rows[0][0].y) == (view.FRAME, view.FRAME)
    assert rows[7][7].x + 1 == pytest.approx(view.SIZE[0] - view.FRAME)


def test_the_frame_names_files_and_ranks_beside_them() -> None:
    words = {shape.text: shape for shape in view.ground() if isinstance(shape, Text) and shape.fill == "letter"}
    assert set(words) == set("abcdefgh12345678")
    for row in view.cells():
        for cell in row:
            assert words[cell.spot[0]].x == cell.x + 0.5
            assert words[cell.spot[0]].y < view.FRAME
            assert words[cell.spot[1]].y == cell.y + 0.5
            assert words[cell.spot[1]].x < view.FRAME


def test_a_sprite_stands_in_the_middle_of_each_disc_s_square() -> None:
    random, position = Random(1), START
    while position.moves():
        scene = view.pieces(position)
        black = {sprite.key for sprite in scene if sprite.art == "black"}
        white = {sprite.key for sprite in scene if sprite.art == "white"}
        assert black == {NAMES[square] for square in squares(position.black)}
        assert white == {NAMES[square] for square in squares(position.white)}
        cells = {cell.spot: cell for row in view.cells() for cell in row}
        for sprite in scene:
            assert sprite.spot == sprite.key
            assert (sprite.x, sprite.y) == (cells[sprite.key].x + 0.5, cells[sprite.key].y + 0.5)
        position = position.play(random.choice(position.moves()))


def test_discs_keep_to_their_squares_and_fill_them_well() -> None:
    for drawing in view.ART.values():
        box = extent(drawing)
        assert max(-box.left, box.right, -box.top, box.bottom) < 0.65
        assert box.right - box.left > 0.8


def test_black_and_white_differ_without_colour() -> None:
    # A black disc has a groove, drawn as two more rings than a white disc has (AX-05).
    assert len(view.ART["black"]) == len(view.ART["white"]) + 2


def test_moves_are_spelled_by_their_square() -> None:
    assert view.spell(START) == {square: (NAMES[square],) for square in START.moves()}
    stuck = Position(1 << 63, 1 << 62, 1, (30, 30))
    assert stuck.moves() == (PASS,)
    assert view.spell(stuck) == {PASS: (PASS_SPOT,)}
