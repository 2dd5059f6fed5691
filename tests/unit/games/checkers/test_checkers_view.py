"""Test the view of American Checkers: the places of the 32 squares, and the drawings of kings and sides."""

from __future__ import annotations

from random import Random

from chowk import games
from chowk.app import commands, pages
from chowk.draw.shapes import Box, Group, Oval, Text, extent
from chowk.draw.theme import themed
from chowk.games.checkers.notation import read_position
from chowk.games.checkers.rules import NAMES, START, squares
from chowk.games.checkers.ui import view
from chowk.storage.settings import SETTING_VALUES
from chowk.ui.screens import pictures
from tests.fakes import FakeWorld, app_in


def test_the_cells_are_the_dark_squares_in_the_books_order() -> None:
    rows = view.cells()
    assert [cell.spot for row in rows for cell in row] == list(NAMES[1:])
    for rank, row in enumerate(rows):
        files = [round(cell.x - view.FRAME) for cell in row]
        assert files == ([1, 3, 5, 7] if rank % 2 == 0 else [0, 2, 4, 6])
        assert {round(cell.y - view.FRAME, 9) for cell in row} == {rank}


def test_a_dark_square_lies_at_everybody_s_left() -> None:
    corners = {
        (round(cell.x - view.FRAME), round(cell.y - view.FRAME)): cell.spot for row in view.cells() for cell in row
    }
    assert corners[0, 7] == "29"
    assert corners[7, 0] == "4"


def test_numbers_are_written_in_their_squares() -> None:
    cells = {cell.spot: cell for row in view.cells() for cell in row}
    words = [shape for shape in view.labels() if isinstance(shape, Text)]
    assert [word.text for word in words] == list(NAMES[1:])
    for word in words:
        cell = cells[word.text]
        assert cell.x < word.x - 0.3 * len(word.text) * word.size
        assert cell.y < word.y - 0.4 * word.size
        assert word.x + 0.3 * len(word.text) * word.size < cell.x + 0.3
        assert word.y + 0.4 * word.size < cell.y + 0.25


def test_a_sprite_stands_on_every_piece_s_square() -> None:
    random, position = Random(4), START
    for _ in range(120):
        if not position.moves():
            break
        arts = {sprite.key: sprite.art for sprite in view.pieces(position)}
        black, white = (set(squares(mask)) for mask in (position.black, position.white))
        kings = set(squares(position.kings))
        assert arts == {
            NAMES[square]: f"{'red' if square in black else 'white'} {'king' if square in kings else 'man'}"
            for square in black | white
        }
        position = position.play(random.choice(position.moves()))


def test_sides_and_ranks_differ_without_colour() -> None:
    milled = {name for name, drawing in view.ART.items() for shape in drawing if isinstance(shape, Oval) and cut(shape)}
    assert milled == {"white man", "white king"}
    for side in ("red", "white"):
        man, king = extent(view.ART[f"{side} man"]), extent(view.ART[f"{side} king"])
        assert king.top < man.top
        assert any(isinstance(shape, Group) for shape in view.ART[f"{side} king"]), "no crown"
        assert not any(isinstance(shape, Group) for shape in view.ART[f"{side} man"])


def cut(shape: Oval) -> bool:
    return shape.stroke is not None and bool(shape.stroke.dash)


def test_moves_are_spelled_by_the_squares_of_their_path() -> None:
    assert view.spell(START)[11, 15] == ("11", "15")
    jump = read_position("W:W22:B18,11")
    assert view.spell(jump) == {(22, 15, 8): ("22", "15", "8")}


# Sets of pieces -----------------------------------------------------------------------------------------------------


def test_c7_a_smooth_set_has_a_drawing_for_every_piece_of_the_usual_one() -> None:
    usual = {name for name in view.ART if not name.endswith(" plain")}
    assert usual == {"red man", "red king", "white man", "white king"}
    assert set(view.ART) == usual | {f"{name} plain" for name in usual}
    assert [choice.value for choice in view.SETS] == list(SETTING_VALUES["pieces"])


def test_c7_smooth_pieces_have_no_pattern_and_no_crown() -> None:
    for name, drawing in view.ART.items():
        rings = [shape for shape in drawing if isinstance(shape, Oval) and shape.stroke and shape.stroke.dash]
        crowns = [shape for shape in drawing if isinstance(shape, Group)]
        if name.endswith(" plain"):
            assert not rings
            assert not crowns
            assert all(isinstance(shape, Oval | Box) for shape in drawing)
    assert any(isinstance(shape, Group) for shape in view.ART["red king"]), "the usual set has what it departs by"


async def test_c7_the_set_that_is_chosen_is_drawn_everywhere() -> None:
    app = app_in(FakeWorld())
    commands.do(app, "open", "checkers")
    usual = app.look
    commands.do(app, "set", "pieces plain")
    plain = app.look
    assert themed(plain).pieces == "plain"
    assert (themed(plain).name, themed(plain).digits) == (themed(usual).name, themed(usual).digits)
    tokens = [pictures.token("checkers", "red man", look, "x-") for look in (usual, plain)]
    assert tokens[0] != tokens[1]
    boards = [pictures.small_board(games.load("checkers"), START, look, "x-") for look in (usual, plain)]
    assert boards[0] != boards[1]
    # A game with only one set of pieces is drawn without a choice.
    reversi = games.load("reversi")
    start = reversi.match().position
    assert pictures.small_board(reversi, start, usual, "x-") == pictures.small_board(reversi, start, plain, "x-")
    commands.do(app, "more")
    nodes = pages.page(app, app.words).walk()
    choices = [node.attrs["data-arg"] for node in nodes if node.attrs.get("name") == "pieces"]
    assert choices == ["pieces usual", "pieces plain"]
