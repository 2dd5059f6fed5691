"""Test the position editor: pieces are placed by hand, and the rules decide whether the position can be played."""

from __future__ import annotations

import asyncio
import random

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.app.opened import back, opened, reopen, unstored_game
from chowk.core.errors import TextError
from chowk.core.message import english
from chowk.features.position_editor.editor import DraftTable
from tests.fakes import FakeWorld, app_in, sitting_at
from tools.shared.html import to_html

DRAFTED = [name for name in games.ready() if games.load(name).draft]


@pytest.mark.parametrize("name", DRAFTED)
def test_whatever_is_set_up_is_shown_and_a_text_that_is_read_back_is_that_very_position(name: str) -> None:
    game, rng = games.load(name), random.Random(7)
    drafts, notation = game.drafts, game.notation
    assert drafts is not None
    spots = [cell.spot for row in game.view.cells() for cell in row]
    played, draft = 0, game.match(0).position
    for step in range(300):
        if step % 20 == 0:
            draft = game.match(step, game.sign.seats[step // 20 % len(game.sign.seats)]).position
        kind = rng.random()
        if kind < 0.6:
            draft = drafts.put(
                draft, rng.choice(spots), rng.choice(["", *(piece.name for piece in drafts.pieces(draft))])
            )
        elif kind < 0.9:
            option, value = rng.choice(drafts.settings(draft))
            assert value in {choice.value for choice in option.choices}
            draft = drafts.changed(draft, option.name, rng.choice(option.choices).value)
        elif turned := drafts.turned(draft):
            draft = rng.choice(turned)[1]
        game.view.pieces(draft)
        try:
            position = notation.read_position(notation.write_position(draft))
        except TextError:
            continue
        assert position == draft
        drafts.fault(position)
        played += position.outcome() is None and len(position.moves()) > 0
    assert played > 10


@pytest.mark.parametrize("name", DRAFTED)
def test_no_position_of_a_game_is_held_to_be_impossible(name: str) -> None:
    game, rng = games.load(name), random.Random(3)
    match, drafts = game.match(3), game.drafts
    assert drafts is not None
    while match.outcome() is None and match.ply < 120:
        match.play(rng.choice(match.position.moves()))
        assert drafts.fault(match.position) is None
    assert all(drafts.fault(position) is None for _, position in drafts.named())


async def set_up(name: str, text: str = "") -> tuple[App, DraftTable]:
    app = app_in(FakeWorld())
    await app.start()
    commands.do(app, "draft", f"{name} {text}".strip())
    await asyncio.sleep(0)
    return app, draft_of(app)


def draft_of(app: App) -> DraftTable:
    desk = sitting_at(app)
    assert isinstance(desk, DraftTable)
    return desk


async def tap(app: App, *spots: str) -> None:
    for spot in spots:
        for _ in range(5):
            await asyncio.sleep(0)
        commands.do(app, "tap", spot)
    for _ in range(5):
        await asyncio.sleep(0)


async def test_a_side_without_pieces_cannot_be_played_against() -> None:
    app, desk = await set_up("checkers")
    commands.do(app, "draft-empty")
    await tap(app, "18", "11")
    assert desk.text == "B:W:B11,18"
    assert english(desk.status) == "The game is over in this position."
    assert not commands.COMMANDS["draft-challenge"].when(app)


async def test_pieces_are_placed_moved_and_taken_away_and_the_text_follows() -> None:
    app, desk = await set_up("checkers")
    commands.do(app, "draft-empty")
    assert english(desk.status) == "The game is over in this position."
    commands.do(app, "draft-tool", "W")
    await tap(app, "18")
    commands.do(app, "draft-tool", "b")
    await tap(app, "11", "30")
    assert english(desk.status) == "A man cannot stand on 30: it would be a king there."
    assert not commands.COMMANDS["draft-analyse"].when(app)
    commands.do(app, "draft-tool", "move")
    await tap(app, "30", "15")
    assert desk.text == "B:WK18:B11,15"
    assert desk.fault is None
    commands.do(app, "draft-tool", "remove")
    await tap(app, "11")
    assert desk.text == "B:WK18:B15"
    commands.do(app, "draft-undo")
    commands.do(app, "draft-turn", "0")
    assert desk.text == "W:W18,22:BK15"
    assert "king" in to_html(pages.page(app, app.words))


async def test_what_is_typed_is_set_up_while_it_is_typed_and_said_why_if_it_is_no_position() -> None:
    app, desk = await set_up("kilkenny")
    commands.do(app, "draft-text", " S:g12,h1 N:g4 N [5]")
    assert (desk.fault, desk.draft.die, desk.text) == (None, 5, " S:g12,h1 N:g4 N [5]")
    commands.do(app, "draft-text", " S:g12,h1 N:g4 N [7]")
    assert english(desk.status) == "“[7]” does not fit this position of Kilkenny Cats."
    assert desk.draft.die == 5
    commands.do(app, "draft-set", "due 3")
    assert desk.text == "S:h1,g12 N:g4 N [3]"


async def test_an_impossible_board_is_no_position_and_a_possible_one_is_analysed() -> None:
    app, desk = await set_up("reversi")
    commands.do(app, "draft-tool", "X")
    await tap(app, "a1")
    assert english(desk.status) == "The disc on a1 lies apart from all others."
    commands.do(app, "draft-tool", "remove")
    await tap(app, "a1", "d4")
    assert english(desk.status) == "There is always a disc on each of the four squares in the middle."
    commands.do(app, "draft-named", "0")
    assert desk.fault is None
    text = desk.text
    commands.do(app, "draft-analyse")
    assert app.place.where == "analysis"
    assert app.table is not None
    assert app.table.game.notation.write_position(app.table.match.position) == text


async def test_a_draft_is_there_again_after_a_reload_and_leads_back_to_its_table() -> None:
    app, _ = await set_up("parcheesi", "S:n,n,5,h3 N:12,12,46,H S [5,3]")
    things, fresh = opened(app), unstored_game(app)
    again = app_in(FakeWorld())
    await again.start()
    reopen(again, things, fresh)
    assert draft_of(again).text == "S:n,n,5,h3 N:12,12,46,H S [5,3]"
    commands.do(app, "draft-analyse")
    commands.do(app, "draft")
    assert [layer.kind for layer in opened(app)] == ["analysis", "draft"]
    back(app)
    assert app.place.where == "analysis"
