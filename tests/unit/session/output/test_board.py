"""Test the board's scene: held pieces, and the highlight of pieces that must move."""

from __future__ import annotations

import pytest

from chowk import games
from chowk.app.app import App
from chowk.core.message import say
from chowk.draw import marks
from chowk.draw.scene import LIFTED, keyed
from chowk.draw.shapes import Text, extent
from chowk.session import queries
from chowk.session.output import board, recent
from chowk.session.output.advice import Hint
from chowk.session.output.board import Pointer
from chowk.session.table import Table
from chowk.storage.plan import Plan, SeatPlan
from tests.fakes import FakeWorld, app_in

FORCED = ((11, 15), (22, 18))


def seated(*moves: tuple[int, ...]) -> tuple[App, Table]:
    """Return an app and its table: a game of checkers between two people, after these moves."""
    game, app = games.load("checkers"), app_in(FakeWorld())
    table = Table(game, Plan("checkers", (SeatPlan(), SeatPlan())), game.match(1), "1", "")
    for move in moves:
        table.play(move)
    table.invite(table.match.position.turn)
    return app, table


def picked(table: Table, *spots: str) -> None:
    for spot in spots:
        table.point(table.choice.pointing.tap(spot))


def test_the_light_of_a_piece_that_must_breathes_and_its_ring_does_not() -> None:
    app, table = seated(*FORCED)
    shown = board.scene(app, table, Pointer(), False)
    glowing = marks.glowing(shown)
    assert [sprite.spot for sprite in glowing] == ["15"]
    assert keyed(shown)["mark must 15"] not in glowing


def test_nothing_shines_where_nothing_must_or_once_a_piece_is_picked() -> None:
    app, table = seated()
    assert board.obliged(table) == ()
    app, table = seated(*FORCED)
    assert board.obliged(table) == ("15",)
    picked(table, "15")
    assert board.obliged(table) == ()
    assert "mark glow 15" not in keyed(board.scene(app, table, Pointer(), False))


def test_nothing_shines_while_nobody_is_awaited() -> None:
    app, table = seated(*FORCED)
    table.choice.dismiss()
    assert board.obliged(table) == ()
    assert "mark must 15" not in keyed(board.scene(app, table, Pointer(), False))


def test_a_dragged_piece_hangs_in_the_hand() -> None:
    app, table = seated()
    assert board.picked_sprite(table) is None
    table.point(table.choice.pointing.press("11"))
    piece = board.picked_sprite(table)
    assert piece is not None
    assert piece.key == "11"
    shown = keyed(board.scene(app, table, Pointer("15", (4.0, 5.0)), False))
    assert (shown["11"].x, shown["11"].y) == (4.0, 5.0)
    assert shown["11"].scale == pytest.approx(1.1)
    sprites = keyed(board.scene(app, table, Pointer("15", holds=True), False))
    assert sprites["11"] == piece._replace(z=LIFTED), "it is above all others, and the page itself moves it"


def test_the_board_bears_the_names_of_squares_while_a_hint_or_a_refusal_names_them() -> None:
    app, table = seated()
    assert not board.names_squares(app, table)
    table.choice.hint = Hint(("11", "15"), say("Hint: {move}.", move="11-15"))
    assert board.names_squares(app, table)
    table.choice.hint = None
    picked(table, "11", "20")
    assert table.choice.refusal is not None
    assert not board.names_squares(app, table), "it is not said yet"
    app.voice.alert = table.tell_refusal()
    assert board.names_squares(app, table) == bool(table.choice.refusal.cause)


def test_the_board_bears_the_names_of_squares_beside_answers_past_moves_and_moves_in_notation() -> None:
    app, table = seated((11, 15), (22, 18))
    assert not board.names_squares(app, table)
    queries.moves(app, table)
    assert board.names_squares(app, table)
    queries.score(app, table)
    assert table.choice.hint is not None
    assert not board.names_squares(app, table), "the score names no square"
    table.display.show_ply(1)
    assert board.names_squares(app, table), "the line of the log ends in the notation"
    parcheesi = games.load("parcheesi")
    spaces = Table(parcheesi, Plan("parcheesi", (SeatPlan(), SeatPlan())), parcheesi.match(1), "1", "")
    spaces.display.show_ply(0)
    assert not board.names_squares(app, spaces), "the lines of the log name none"
    reversi = games.load("reversi")
    discs = Table(reversi, Plan("reversi", (SeatPlan(), SeatPlan())), reversi.match(1), "1", "")
    discs.play(next(iter(reversi.match(1).position.moves())))
    discs.display.show_ply(1)
    assert board.names_squares(app, discs), "the line of the log may be read"
    assert not app.labelled
    app.kept.settings = app.settings._replace(moves="notation")
    assert app.labelled


def test_the_steps_of_a_time_token_leave_the_numbers_of_the_track_free() -> None:
    game, app = games.load("patchwork"), app_in(FakeWorld())
    table = Table(game, Plan("patchwork", (SeatPlan(), SeatPlan())), game.match(1), "1", "")
    while table.ply < 20 or not recent.trail(table):
        table.display.shown_seat = table.match.position.turn
        table.play(table.match.position.moves()[0])
    steps = [mark for mark in board.marked(app, table, Pointer(), False) if mark.spot in recent.trail(table)]
    assert [mark.spot for mark in steps] == list(recent.trail(table))
    numbers = {(shape.x, shape.y): shape.size for shape in table.view.ground() if isinstance(shape, Text)}
    assert len(numbers) > 30
    for mark in steps:
        box, cell = extent(marks.art_of(mark.art, table.view.ART)), table.cells[mark.spot]
        assert mark.y + box.bottom <= cell.y + cell.height, "on its own space"
        assert mark.y + box.top >= mark.y + numbers.get((mark.x, mark.y), 0.0) / 2, "below the number"
