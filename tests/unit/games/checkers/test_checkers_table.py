"""Test refusals at a table of American Checkers: every reason, with its message, cause and rule."""

from __future__ import annotations

import pytest

from chowk import games
from chowk.app import commands
from chowk.app.app import App
from chowk.core.match import Match
from chowk.core.message import english
from chowk.games.checkers import notation, rules
from chowk.session import actions
from chowk.session.output import board
from chowk.session.output.board import Pointer
from chowk.session.table import Table
from chowk.storage.plan import Plan, SeatPlan
from tests.fakes import FakeWorld, app_in, sitting_at

# (position, squares that are picked in order, reason why the last square is refused)
REFUSED = [
    ("B:W32:B1", "light", "NOT_DARK_SQUARE"),
    ("B:W32:B1", "18", "NO_PIECE"),
    ("B:W32:B1", "32", "NOT_YOUR_PIECE"),
    ("B:W18,19:B1,14,15", "1", "MUST_CAPTURE"),
    ("B:W32:B1,5,6", "1", "PIECE_BLOCKED"),
    ("B:W32:B1", "1 32", "OCCUPIED"),
    ("B:W32:B9", "9 17", "NOT_DIAGONAL"),
    ("B:W32:B9", "9 2", "TOO_FAR"),
    ("B:W32:B9", "9 6", "MEN_FORWARD_ONLY"),
    ("B:W18:B14", "14 18", "JUMP_BEYOND"),
    ("B:W18,23:B14", "14 18", "BLOCKED_JUMP"),
    ("B:W6:B9", "9 6", "MEN_JUMP_FORWARD"),
    ("B:W6,7,14,15:BK2", "2 18", "WHICH_WAY"),
    ("B:W32:B9,14", "9 18", "OWN_PIECE_JUMP"),
    ("B:W6,7,14,15:BK2", "2 9 18 14", "JUMPED_TWICE"),
    ("B:W18,27:B14", "14 23 19", "MUST_CONTINUE"),
    ("B:W25,26:B23", "23 21", "ALREADY_CROWNED"),
]
NEVER_AT_A_TABLE = {"ONE_MOVE"}
"""Reasons for a refusal that cannot occur at a table, because a complete move is played at once."""


def seated(fen: str) -> tuple[App, Table]:
    """Return an app and a table at which two people play from a position. The table waits for the side to move."""
    game, app = games.load("checkers"), app_in(FakeWorld())
    match: Match[rules.Position, rules.Move] = Match(game.ruleset, notation.read_position(fen), 1)
    table = Table(game, Plan("checkers", (SeatPlan(), SeatPlan())), match, "1", "")
    app.place.sit(table)
    table.invite(match.position.turn)
    return app, table


def refused(app: App, table: Table, reason: str) -> None:
    """Check that the table has refused the square tapped last for this reason, marks the cause, and names a rule."""
    assert table.choice.refusal is not None
    assert table.choice.refusal.reason == reason
    assert table.match.ply == 0
    assert app.voice.alert is not None
    assert len(english(app.voice.alert)) > 20
    shown = board.scene(app, table, Pointer(), False)
    marked = {sprite.spot for sprite in shown if sprite.key.startswith("mark cause")}
    assert marked == set(table.choice.refusal.cause)
    sheet = games.load("checkers").help.SECTIONS
    assert any(table.choice.refusal.rule in paragraph.rules for section in sheet for paragraph in section.paragraphs)


@pytest.mark.parametrize(("fen", "spots", "reason"), REFUSED, ids=lambda value: str(value))
async def test_a_refused_tap_says_why_and_points_at_the_cause(fen: str, spots: str, reason: str) -> None:
    app, table = seated(fen)
    *before, last = spots.split()
    for spot in before:
        commands.do(app, "tap", spot)
        assert table.choice.refusal is None
    commands.do(app, "tap", last)
    refused(app, table, reason)
    commands.do(app, "cancel")
    assert app.voice.alert is None


@pytest.mark.parametrize(
    ("fen", "spots", "reason"), [value for value in REFUSED if value[1].count(" ") == 1], ids=lambda value: str(value)
)
async def test_a_refused_drag_says_why_and_points_at_the_cause(fen: str, spots: str, reason: str) -> None:
    app, table = seated(fen)
    start, end = spots.split()
    actions.point(app, sitting_at(app), table.choice.pointing.press(start))
    actions.point(app, sitting_at(app), table.choice.pointing.release(end))
    refused(app, table, reason)


async def test_every_reason_is_met_at_the_table() -> None:
    assert {reason for _, _, reason in REFUSED} | NEVER_AT_A_TABLE == set(rules.REASONS)


@pytest.mark.parametrize("spots", ["14 23 32", "14 32", "14 23 23", "14 23 14"], ids=lambda value: str(value))
async def test_a_jump_that_can_go_on_in_one_way_only_is_finished_by_its_end_or_by_the_piece(spots: str) -> None:
    _, table = seated("B:W12,18,27:B1,14")
    moves = [table.point(table.choice.pointing.tap(spot)) for spot in spots.split()]
    assert moves[-1] == (14, 23, 32)
    assert moves[:-1] == [None] * (len(moves) - 1)


async def test_captured_pieces_lie_beside_the_board() -> None:
    _, table = seated("B:W18,27,12:B1,14")
    table.play((14, 23, 32))
    red, white = table.game.speech.facts(table.position)
    assert [(fact.value, fact.art) for fact in red if fact.pile] == [(11, "white man")]
    assert [(fact.value, fact.art) for fact in white if fact.pile] == [(10, "red man")]
