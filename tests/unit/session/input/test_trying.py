"""Test previews of moves in the application (requirements PL-01, PL-25, PL-32)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.message import english
from chowk.features.hints import hints
from chowk.games import load
from chowk.games.api import TICK
from chowk.session import actions
from chowk.session.input import held_piece
from chowk.session.input.keyboard import steered
from chowk.session.input.preview import MovePreview
from chowk.session.output.board import Pointer, scene
from chowk.session.table import Table
from chowk.storage.plan import Plan, SeatPlan
from chowk.ui.nodes import Node
from tests.fakes import FakeWorld, app_in, sitting_at

PEOPLE = (SeatPlan(name="Asha"), SeatPlan(name="Kishan"))


async def settle(until: Callable[[], bool]) -> None:
    for _ in range(20_000):
        if until():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came to that")


async def at_table(*seats: SeatPlan, **options: str) -> App:
    """Return an app with a new game of Patchwork in which the first seat starts. The next patches are 4, 33 and 6."""
    app = app_in(FakeWorld())
    await app.start()
    app.begin(Plan("patchwork", seats or PEOPLE, {"first": "first", **options}))
    await settle(lambda: table_of(app).choice.awaited is not None)
    return app


def table_of(app: App) -> Table:
    assert app.table is not None
    return app.table


def trying_of(app: App) -> MovePreview:
    trying = table_of(app).choice.trying
    assert trying is not None
    return trying


async def turn(app: App, *spots: str) -> None:
    ply = table_of(app).match.ply
    for spot in (*spots, TICK):
        commands.do(app, "tap", spot)
    await settle(lambda: table_of(app).match.ply > ply and table_of(app).choice.awaited is not None)


def find(node: Node, **attrs: str) -> list[Node]:
    return [
        child for child in node.walk() if all(child.attrs.get(name.replace("_", "-")) == v for name, v in attrs.items())
    ]


def page(app: App) -> Node:
    return pages.page(app, app.words)


# Confirming with the tick -------------------------------------------------------------------------------------


async def test_nothing_is_done_before_the_tick() -> None:
    app = await at_table()
    commands.do(app, "tap", "patch 33")
    commands.do(app, "tap", "d4")
    assert table_of(app).match.ply == 0
    assert trying_of(app).picks[0] == "patch 33"
    commands.do(app, "confirm")
    await settle(lambda: table_of(app).match.ply == 2)
    assert table_of(app).match.written() == ["buy:33", "r0@c3"]


async def test_one_tick_buys_and_sews_and_one_undo_takes_both_back() -> None:
    app = await at_table()
    before = table_of(app).match.position
    await turn(app, "patch 33", "d4")
    assert table_of(app).match.ply == 2
    commands.do(app, "undo")
    await settle(lambda: table_of(app).choice.awaited is not None and table_of(app).match.ply == 0)
    assert table_of(app).match.position == before
    commands.do(app, "redo")
    await settle(lambda: table_of(app).choice.awaited is not None and table_of(app).match.ply == 2)


async def test_the_tick_can_be_pressed_only_where_it_fits() -> None:
    app = await at_table()
    assert not commands.COMMANDS["confirm"].when(app)
    await turn(app, "patch 6", "e5")
    await turn(app, "advance")
    commands.do(app, "tap", "patch 32")
    assert commands.COMMANDS["confirm"].when(app)
    commands.do(app, "tap", "e5")
    assert not commands.COMMANDS["confirm"].when(app)
    assert TICK not in table_of(app).open
    ply = table_of(app).match.ply
    held_piece.confirm(app, sitting_at(app))
    await asyncio.sleep(0)
    assert table_of(app).match.ply == ply
    assert app.voice.alert is not None
    refusal = table_of(app).choice.refusal
    assert refusal is not None
    assert refusal.reason == "OVERLAP"


async def test_pointing_where_nothing_is_held_says_what_to_do_first() -> None:
    app = await at_table()
    commands.do(app, "tap", "e5")
    refusal = table_of(app).choice.refusal
    assert refusal is not None
    assert refusal.reason == "CHOOSE_FIRST"
    commands.do(app, "cancel")
    assert app.voice.alert is None


# Dragging and turning a piece ---------------------------------------------------------------------------------


async def test_what_is_taken_up_follows_the_mouse_until_it_is_put_down() -> None:
    app = await at_table()
    trying = trying_of(app)
    commands.do(app, "tap", "patch 33")
    first = trying.drawn_picks
    held_piece.hover(app, sitting_at(app), "c3")
    assert "c3" in trying.covers
    assert trying.picks == first
    held_piece.hover(app, sitting_at(app), "")
    assert trying.drawn_picks == first, "beside the board it is where it was"
    actions.grip(app, sitting_at(app), "c3", down=True)
    trying.drop()
    held_piece.hover(app, sitting_at(app), "g7")
    assert "c3" in trying.covers, "it has been put down"


async def test_what_was_pointed_to_a_place_stays_there() -> None:
    app = await at_table()
    commands.do(app, "tap", "patch 33")
    commands.do(app, "tap", "d4")
    before = trying_of(app).drawn_picks
    held_piece.hover(app, sitting_at(app), "g7")
    assert trying_of(app).drawn_picks == before


async def test_the_mouse_on_an_offer_shows_what_it_would_bring() -> None:
    app = await at_table()
    held_piece.hover(app, sitting_at(app), "advance")
    assert trying_of(app).picks == ()
    assert english(trying_of(app).messages[0]).startswith("Go ahead")
    assert trying_of(app).open[0] != TICK, "nothing is held yet"
    held_piece.hover(app, sitting_at(app), "")
    assert trying_of(app).messages == ()


async def test_a_drag_that_is_lost_changes_nothing() -> None:
    app = await at_table()
    commands.do(app, "tap", "patch 33")
    commands.do(app, "tap", "d4")
    before = trying_of(app).picks
    actions.grip(app, sitting_at(app), "d4", down=True)
    actions.grip(app, sitting_at(app), "f6", down=False)
    assert trying_of(app).picks != before
    trying_of(app).let_go()
    assert trying_of(app).picks == before


async def test_keys_carry_turn_and_do() -> None:
    app = await at_table()
    assert steered(app, sitting_at(app), "3")
    assert trying_of(app).picks[0] == "patch 6"
    cursor = table_of(app).display.cursor
    assert cursor in trying_of(app).covers
    assert steered(app, sitting_at(app), "ArrowRight")
    assert table_of(app).display.cursor in trying_of(app).covers
    assert table_of(app).display.cursor != cursor
    assert commands.key(app, "r")
    assert commands.key(app, "f")
    assert trying_of(app).picks[1] == "turned r1f"
    assert steered(app, sitting_at(app), "Enter")
    await settle(lambda: table_of(app).match.ply == 2)


async def test_escape_lays_back() -> None:
    app = await at_table()
    assert steered(app, sitting_at(app), "1")
    assert steered(app, sitting_at(app), "Escape")
    assert trying_of(app).picks == ()
    assert not commands.COMMANDS["let-go"].when(app)
    assert not steered(app, sitting_at(app), "9") or trying_of(app).picks == ()


async def test_other_games_know_nothing_of_it() -> None:
    app = app_in(FakeWorld())
    await app.start()
    app.begin(Plan("reversi", PEOPLE))
    await settle(lambda: table_of(app).choice.awaited is not None)
    assert table_of(app).choice.trying is None
    assert find(page(app), class_="bench") == []
    for name in ("confirm", "rotate", "mirror", "let-go", "look"):
        assert not commands.COMMANDS[name].when(app)
    held_piece.hover(app, sitting_at(app), "d3")
    actions.grip(app, sitting_at(app), "d3", down=True)
    held_piece.confirm(app, sitting_at(app))
    assert table_of(app).match.ply == 0


# Content of the page --------------------------------------------------------------------------------------------


async def test_every_offer_is_a_button_that_says_all() -> None:
    app = await at_table()
    buttons = [node for node in page(app).walk() if node.attrs.get("class") == "offer"]
    assert len(buttons) == 34
    for button in buttons:
        spot = str(button.attrs["data-arg"])
        assert button.tag == "button"
        description = load("patchwork").trial.speech.offer(table_of(app).match.position, spot).description  # type: ignore[union-attr]
        assert button.attrs["aria-label"] == english(description)


async def test_the_chosen_offer_and_the_next_ones_are_marked() -> None:
    app = await at_table()
    commands.do(app, "tap", "patch 4")
    shown = page(app)
    (chosen,) = [
        node for node in shown.walk() if node.attrs.get("aria-pressed") == "true" and "data-offer" in node.attrs
    ]
    assert chosen.attrs["data-arg"] == "patch 4"
    then = [node.attrs["data-arg"] for node in shown.walk() if "data-then" in node.attrs]
    queue = table_of(app).match.position.queue
    assert then == [f"patch {queue[3]}"], "33 and 6 are within reach already"


async def test_what_is_held_is_drawn_and_its_cells_are_told() -> None:
    app = await at_table()
    commands.do(app, "tap", "patch 33")
    drawn = scene(app, table_of(app), Pointer(), False)
    assert any(sprite.key == "held" for sprite in drawn)
    covered = {cell.attrs["data-spot"] for cell in find(page(app), role="gridcell", aria_selected="true")}
    assert covered == set(trying_of(app).covers)
    spoken = [english(message) for message in app.voice.spoken]
    assert spoken[: len(trying_of(app).messages)] == [english(message) for message in trying_of(app).messages]
    assert f"It covers {', '.join(trying_of(app).covers)}." in spoken
    assert "It covers" not in "".join(english(message) for message in trying_of(app).messages), "the board shows that"


async def test_the_board_before_the_reader_is_the_own_one() -> None:
    app = app_in(FakeWorld())
    await app.start()
    app.begin(Plan("patchwork", (SeatPlan("bot", 0), SeatPlan()), {"first": "first"}))
    assert table_of(app).display.shown_seat == 1, "although the opponent begins"
    await settle(lambda: table_of(app).choice.awaited is not None)
    assert table_of(app).display.shown_seat == 1
    people = await at_table()
    assert table_of(people).display.shown_seat == 0
    await turn(people, "patch 33", "d4")
    assert table_of(people).display.shown_seat == 1, "it is the other one's turn"


async def test_each_card_opens_its_board() -> None:
    app = await at_table()
    openers = [node for node in page(app).walk() if node.attrs.get("data-do") == "look"]
    assert len(openers) == 2
    for opener in openers:
        commands.do(app, "look", str(opener.attrs["data-arg"]))
        (sheet,) = find(page(app), role="dialog")
        assert "Missing for 7 by 7" in sheet.text
        commands.do(app, "close")


async def test_a_hint_takes_up_what_it_speaks_of() -> None:
    app = await at_table()
    await hints.deepen(app, sitting_at(app))
    assert not trying_of(app).picks, "at first it only says where to look"
    await hints.deepen(app, sitting_at(app))
    table = table_of(app)
    assert table.choice.hint is not None
    assert trying_of(app).picks == table.choice.hint.spots
    assert trying_of(app).moves, "it is told whole, and can be done"
    assert english(table.choice.hint.text).startswith("Hint: ")
    assert table.match.ply == 0
    commands.do(app, "tap", "a1")
    assert table.choice.hint is None, "it is of no use any more"


@pytest.mark.parametrize(("winner", "starts"), [(0, 1), (1, 0)])
async def test_the_loser_of_the_last_game_starts_where_that_is_the_rule(winner: int, starts: int) -> None:
    app = await at_table(first="loser")
    table_of(app).match.resign(1 - winner)
    again = commands.rematch_plan(table_of(app))
    assert again.seats[0] == PEOPLE[starts]


async def test_going_home_in_the_middle_of_a_turn_keeps_the_purchase_undone() -> None:
    app = await at_table()
    commands.do(app, "tap", "patch 33")
    app.leave()
    assert app.table is None
    table: Any = app.kept.saves
    assert table == {}, "nothing was done"


async def test_the_reason_for_a_refused_patch_is_not_said_twice() -> None:
    app = await at_table()
    await turn(app, "patch 6", "e5")
    await turn(app, "advance")
    table = table_of(app)
    near = [spot for spot, is_near in trying_of(app).offers if is_near and spot.startswith("patch")]
    said = {}
    for spot in near:
        app.voice.say()
        commands.do(app, "tap", spot)
        said[spot] = (bool(app.voice.spoken), app.voice.alert is not None)
        commands.do(app, "cancel")
    assert set(said.values()) <= {(True, False), (False, True)}, table.position
    assert (False, True) in said.values()
    app.pause()


async def test_an_offer_is_refused_while_a_single_patch_must_be_sewn_on_and_what_is_held_stays() -> None:
    app = await at_table()
    while not table_of(app).match.position.single:
        await turn(app, "advance")
    commands.do(app, "tap", "c3")
    assert trying_of(app).covers == ("c3",)
    for spot in ("patch 4", "advance", "patch 33"):
        commands.do(app, "tap", spot)
        assert app.voice.alert is not None
        assert english(app.voice.alert).startswith("You have won a single patch. Sew it on")
        assert trying_of(app).covers == ("c3",)
    commands.do(app, "tap", "c4")
    assert app.voice.alert is None
    assert trying_of(app).covers == ("c4",)
