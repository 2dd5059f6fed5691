"""Test the tray, the panel with the dice, bonuses and choices of a turn.

It explains the dice and shows moves as arrows. The page asks before the player gives up a part of a turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.match import Match
from chowk.core.message import english
from chowk.core.position import CHANCE
from chowk.draw.scene import keyed
from chowk.features.hints import hints
from chowk.session.output import board, recent
from chowk.session.table import Table
from chowk.storage.plan import Plan, SeatPlan
from chowk.ui.nodes import Node
from chowk.ui.sheets.tray import tray
from tests.fakes import FakeWorld, app_in, sitting_at

PEOPLE = (SeatPlan(), SeatPlan())
GATE = "S:66,12,h7,H N:39,39,20,n S [4,3]"
OWED = "S:5,12,20,40 N:39,39,22,n S [6,5] left=- +20"


async def settle(until: Callable[[], bool]) -> None:
    for _ in range(20_000):
        if until():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came to that")


async def app_with(position: str, options: dict[str, str] | None = None) -> tuple[App, Table]:
    """Return an app and its table, at which people play from a position of Parcheesi."""
    app = app_in(FakeWorld())
    await app.start()
    game = games.load("parcheesi")
    match: Match[Any, Any] = Match(game.ruleset, game.notation.read_position(position), 7)
    table = Table(game, Plan("parcheesi", PEOPLE, options or {}), match, "1", "2026-11-21")
    app.sit_down(table)
    await settle(lambda: table.choice.awaited is not None or table.choice.rolling is not None)
    return app, table


def nodes_of(app: App, class_: str) -> list[Node]:
    page = pages.page(app, app.words)
    return [node for node in page.walk() if class_ in str(node.attrs.get("class", "")).split()]


def label(app: App, spot: str) -> str:
    page = pages.page(app, app.words)
    return next(str(node.attrs["aria-label"]) for node in page.walk()
                if node.attrs.get("role") == "gridcell" and node.attrs.get("data-spot") == spot)  # fmt: skip


async def test_every_part_and_every_way_is_a_button_with_words() -> None:
    app, _ = await app_with(GATE)
    parts, ways = nodes_of(app, "part"), nodes_of(app, "way")
    assert [part.attrs["data-state"] for part in parts] == ["free", "free"]
    assert [way.attrs["data-arg"] for way in ways] == ["space 66", "space 12"]
    assert all(node.tag == "button" for node in (*parts, *ways))
    assert "Red's pawn on space 66." in ways[0].text


async def test_a_number_on_a_button_is_on_the_board_too() -> None:
    app, table = await app_with("S:66,12,n,h2 N:39,39,20,n S [5,4]")
    titles = [title.text.strip() for way in nodes_of(app, "way") for title in way.walk()
              if title.attrs.get("class") == "title"]  # fmt: skip
    assert titles == ["1", "2", "Nest", "3"]
    scene = keyed(board.scene(app, table, board.Pointer(), focused=False))
    numbers = {key: sprite.spot for key, sprite in scene.items() if key.startswith("mark number-")}
    assert numbers == {"mark number-1": "space 66", "mark number-2": "space 12", "mark number-3": "row south 2"}
    commands.do(app, "tap", "space 66")
    assert "mark number-1" not in keyed(board.scene(app, table, board.Pointer(), focused=False))
    assert not [way for way in nodes_of(app, "way") if "→" in way.text]


@pytest.mark.parametrize("turned", [False, True])
async def test_an_arrow_on_a_button_points_where_the_board_shows_it(*, turned: bool) -> None:
    app = app_in(FakeWorld())
    await app.start()
    game = games.load("kilkenny")
    match: Match[Any, Any] = Match(game.ruleset, game.notation.read_position("S:h8 N:g4,h4 S [4]"), 7)
    table = Table(game, Plan("kilkenny", PEOPLE, {}), match, "1", "2026-11-21")
    app.sit_down(table)
    await settle(lambda: table.choice.awaited is not None)
    table.display.bottom = 1 if turned else 0
    assert next(way.text for way in nodes_of(app, "way")).startswith("1 Your cat on h8.")
    commands.do(app, "tap", "h8")
    arrows = {way.attrs["data-arg"]: node.style["rotate"] for way in nodes_of(app, "way") for node in way.walk()
              if node.attrs.get("class") == "way-arrow"}  # fmt: skip
    east, south = ("-90deg", "0deg") if turned else ("90deg", "180deg")
    assert (arrows["l8"], arrows["h12"].removeprefix("-")) == (east, south)


async def test_roll_lies_beside_the_dice_and_the_nest_can_be_tapped_instead() -> None:
    for way in ("roll", "part 0", "tap nest south", "tap space 30"):
        app, table = await app_with("S:66,12,n,h2 N:39,39,20,n S roll")
        (ways,) = nodes_of(app, "ways")
        assert [node.attrs.get("data-do") for node in ways.walk() if node.tag == "button"] == ["roll"]
        assert [node for node in nodes_of(app, "now")[0].walk() if node.attrs.get("data-do") == "roll"] == []
        commands.do(app, *way.split(" ", 1))
        await settle(lambda table=table: table.match.ply == 1)  # type: ignore[misc]
        app.pause()


async def test_choosing_a_pawn_lists_where_it_can_go_and_a_way_back() -> None:
    app, table = await app_with(GATE)
    commands.do(app, "tap", "space 66")
    spots = [way.attrs.get("data-arg") for way in nodes_of(app, "way")]
    assert spots[0] is None, "the first one lets go"
    assert set(spots[1:]) == {"space 1", "space 2", "space 5", "row south 1", "row south 2", "row south 5"}
    commands.do(app, "cancel")
    assert table.choice.pointing.chooser.picked == ()


async def test_the_board_says_what_a_goal_takes() -> None:
    app, _ = await app_with(GATE)
    assert label(app, "space 66").endswith("can be chosen")
    commands.do(app, "tap", "space 66")
    assert label(app, "space 5").endswith("can be chosen: By 4 and then 3 to safe space 5.")
    assert label(app, "space 2").endswith("can be chosen: By 4 to space 2.")


async def test_a_way_beyond_one_die_is_played_step_by_step() -> None:
    app, table = await app_with(GATE)
    commands.do(app, "tap", "space 66")
    commands.do(app, "tap", "row south 5")
    await settle(lambda: table.match.ply == 2)
    assert table.match.written()[1].endswith(">h5")


async def test_a_way_is_taken_back_step_by_step_and_does_not_go_on_by_itself() -> None:
    app, table = await app_with(GATE)
    commands.do(app, "tap", "space 66")
    commands.do(app, "tap", "row south 5")
    await settle(lambda: table.match.ply == 2)
    for ply in (1, 0):
        commands.do(app, "undo")
        await settle(lambda ply=ply: table.match.ply == ply and table.choice.awaited is not None)  # type: ignore[misc]
        for _ in range(50):
            await asyncio.sleep(0)
        assert table.match.ply == ply


async def test_what_would_be_lost_is_asked_for_first() -> None:
    app, table = await app_with(OWED)
    commands.do(app, "tap", "end")
    assert app.place.sheet == ("sure", "")
    assert "1 bonus is not used yet. It is lost when the turn ends." in pages.page(app, app.words).text
    commands.do(app, "cancel")
    assert not app.place.sheets
    assert table.match.ply == 0
    commands.do(app, "tap", "end")
    commands.do(app, "sure")
    await settle(lambda: table.match.ply == 1)
    assert table.match.written() == ["end"]


async def test_the_end_of_a_turn_is_not_what_shines_while_a_bonus_can_be_used() -> None:
    app, table = await app_with(OWED)
    (end,) = [node for node in nodes_of(app, "way") if node.attrs["data-arg"] == "end"]
    assert len(table.ways) > 1
    assert "primary" not in str(end.attrs["class"])


async def test_the_only_move_is_made_by_itself_where_that_is_wanted_but_not_again_once_taken_back() -> None:
    app, table = await app_with("S:10,n,n,n N:39,n,n,n S [4,4]")
    assert len(table.match.position.moves()) == 1
    assert table.match.ply == 0, "not unless it is wanted"
    commands.do(app, "set", "automatic moves")
    app.loop.pause(table)
    app.loop.run(table)
    await settle(lambda: table.choice.rolling is not None)
    ply = table.match.ply
    assert ply >= 2, "both fours"
    commands.do(app, "undo")
    await settle(lambda: table.choice.awaited is not None)
    assert 0 < len(table.match.undone) <= ply
    assert len(table.match.position.moves()) == 1
    app.pause()


async def test_no_answer_is_taken_for_a_question_that_is_gone() -> None:
    app, table = await app_with(OWED)
    commands.do(app, "tap", "end")
    commands.do(app, "cancel")
    commands.do(app, "tap", "space 12")
    commands.do(app, "tap", "space 32")
    await settle(lambda: table.match.ply == 1)
    commands.do(app, "sure")
    assert table.match.written() == ["12>32"]


async def test_a_die_that_is_due_rolls_and_one_that_is_rolled_explains_itself() -> None:
    app, table = await app_with("S:5,12,n,n N:39,39,20,n S roll")
    commands.do(app, "part", "0")
    await settle(lambda: table.choice.awaited is not None or table.match.ply > 1)
    app, table = await app_with(GATE)
    commands.do(app, "part", "0")
    assert table.choice.hint is not None
    assert set(table.choice.hint.spots) == {"space 66", "space 12"}
    assert app.voice.spoken == (table.choice.hint.text,)
    assert table.match.ply == 0


async def test_marks_of_the_room_give_way_to_the_goals_that_the_view_lights() -> None:
    app, _ = await app_with(GATE)
    commands.do(app, "tap", "space 66")
    assert app.table is not None
    scene = board.scene(app, app.table, board.Pointer(), False)
    assert [sprite.art for sprite in scene if sprite.key == "goal space 2"] == ["goal 4 on"]
    assert not [sprite for sprite in scene if sprite.key.startswith("mark target")]


async def test_the_last_turn_is_shown_with_all_that_its_roll_was_used_for() -> None:
    app, table = await app_with(GATE)
    for spot in ("space 66", "row south 5"):
        commands.do(app, "tap", spot)
    await settle(lambda: table.match.ply == 2)
    assert {"space 66", "row south 5"} <= set(recent.last(table))
    assert "space 67" in recent.trail(table)
    assert not set(recent.trail(table)) & set(recent.last(table))
    commands.do(app, "roll")
    await settle(lambda: table.match.ply > 2)
    if table.match.position_after(3).turn == table.match.position_after(3).mover:
        assert {"space 66", "row south 5"} <= set(recent.last(table)), "a roll alone shows nothing new"


# Touch targets --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("off", "slop", "expected"), [(0.0, 0.0, "space 66"), (0.9, 0.0, "nest west"), (0.9, 1.0, "space 66")]
)
async def test_a_finger_beside_a_pawn_means_the_pawn(off: float, slop: float, expected: str) -> None:
    _, table = await app_with("S:62,12,h7,H N:39,39,20,n S [4,3]".replace("62", "66"))
    cell = table.cell("space 66")
    assert cell is not None
    x, y = cell.x + 0.5 - off, cell.y + 0.5
    hit = board.spot_at(table, x, y, slop)
    assert hit == expected or (expected == "nest west" and hit != "space 66")


async def test_a_finger_between_two_things_that_may_be_chosen_is_not_guessed_at() -> None:
    app, table = await app_with(GATE)
    commands.do(app, "tap", "space 66")
    between = table.cell("space 0")
    assert between is not None
    assert {"space 1", "row south 1"} <= set(table.clickable_spots)
    assert board.spot_at(table, between.x + 0.5, between.y + 0.5, 1.2) == "space 0"
    assert board.spot_at(table, between.x + 0.9, between.y + 0.8, 1.2) == "space 1"


async def test_whoever_points_between_two_things_is_asked_which_one() -> None:
    app, table = await app_with(GATE)
    commands.do(app, "tap", "space 66")
    middle = table.cell("space 0")
    assert middle is not None
    x, y = middle.x + 0.5, middle.y + 0.5
    pair = board.ambiguous_spots(table, x, y, 1.2)
    assert set(pair) == {"space 1", "row south 1"}
    assert board.ambiguous_spots(table, x, y, 0.0) == (), "a mouse means what it points at"
    assert board.ambiguous_spots(table, middle.x + 0.9, middle.y + 0.8, 1.2) == (), "one is nearer by far"
    commands.do(app, "which", board.BETWEEN.join(pair))
    offered = [node.attrs["data-arg"] for node in nodes_of(app, "which")]
    assert offered == list(pair)
    texts = [node.text for node in nodes_of(app, "which")]
    assert len({*texts}) == 2
    drawn = [node.html for node in nodes_of(app, "there")]
    assert len({*drawn}) == 2, "each shows on the board which one it is"
    assert all(svg.count("<svg") == 1 for svg in drawn)
    ply = table.match.ply
    commands.do(app, "mean", "row south 1")
    await settle(lambda: table.match.ply > ply)
    assert app.place.sheet is None
    assert "row south 1" in {sprite.spot for sprite in table.view.pieces(table.match.position)}


async def test_nothing_is_meant_that_cannot_be_chosen_any_more() -> None:
    app, table = await app_with(GATE)
    commands.do(app, "which", board.BETWEEN.join(("space 66", "nonsense", "space 3")))
    assert [node.attrs["data-arg"] for node in nodes_of(app, "which")] == ["space 66"]
    ply = table.match.ply
    commands.do(app, "mean", "space 3")
    assert app.place.sheet is None
    assert table.choice.pointing.chooser.picked == ()
    assert table.match.ply == ply


async def test_a_finger_on_a_piece_means_that_piece() -> None:
    _, table = await app_with("S:39,12,n,n N:40,46,20,n S [4,3]")
    cell = table.cell("space 40")
    assert cell is not None
    assert "space 40" not in table.clickable_spots
    assert board.spot_at(table, cell.x + 0.5, cell.y + 0.5, 2.0) == "space 40"


# House rules ----------------------------------------------------------------------------------------------------------


async def test_changed_rules_have_a_badge_that_lists_them() -> None:
    app, _ = await app_with(GATE)
    assert not nodes_of(app, "badge")
    app, _ = await app_with(GATE, {"laps": "off"})
    (badge,) = nodes_of(app, "badge")
    assert badge.text == "House rules"
    commands.do(app, "house")
    text = pages.page(app, app.words).text
    assert "Must turn in" in text
    parker = dict(games.load("parcheesi").presets[1].values)
    app, _ = await app_with(GATE, parker)
    (badge,) = nodes_of(app, "badge")
    assert badge.text == "Parker sheet"


async def test_a_rule_book_sets_all_rules_at_once() -> None:
    app = app_in(FakeWorld())
    await app.start()
    commands.do(app, "open", "parcheesi")
    commands.do(app, "option", "laps off")
    commands.do(app, "preset", "parker")
    assert app.setup.plan is not None
    usual = {option.name: option.default for option in games.load("parcheesi").rules.OPTIONS}
    changed = {name for name, value in app.setup.plan.options.items() if value != usual[name]}
    assert changed == {"thirds", "compulsory", "at_once", "whole", "enter"}
    commands.do(app, "preset", "document")
    assert app.setup.plan.options["thirds"] == "off"


# Previews -------------------------------------------------------------------------------------------------------------


async def test_the_pawn_is_seen_faintly_where_the_mouse_would_send_it_even_by_several_dice() -> None:
    app, table = await app_with(GATE)
    commands.do(app, "tap", "space 66")
    for spot in ("space 2", "row south 5"):
        scene = keyed(board.scene(app, table, board.Pointer(spot), False))
        assert scene["red 1 there"].spot == spot
        assert scene["red 1 there"].alpha < 1
        assert scene["red 1"].spot == "space 66"
    assert "red 1 there" not in keyed(board.scene(app, table, board.Pointer("space 20"), False))


async def test_a_hint_is_a_sentence_and_marks_where_it_begins_and_ends() -> None:
    app, table = await app_with(GATE)
    await hints.deepen(app, sitting_at(app))
    await hints.deepen(app, sitting_at(app))
    assert table.choice.hint is not None
    assert english(table.choice.hint.text).startswith("Hint: seat 0 plays ")
    assert len(table.choice.hint.spots) == 2


async def test_the_dice_of_another_player_are_not_described_as_ones_own() -> None:
    app = app_in(FakeWorld())
    await app.start()
    game = games.load("kilkenny")
    for turn, own in ((0, True), (1, False)):
        match: Match[Any, Any] = game.match(3, 2)
        while match.position.turn != turn:
            match.play(match.roll() if match.position.turn == CHANCE else match.position.moves()[0])
        table = Table(game, Plan("kilkenny", (SeatPlan(), SeatPlan("bot", 0)), {}), match, "1", "2026-11-21")
        words = app.words.with_names([str(table.seats.name(0)), str(table.seats.name(1))])
        drawn = tray(app, words, table)
        assert drawn is not None
        (part,) = (node for node in drawn.walk() if node.attrs.get("class") == "part")
        assert str(part.attrs["aria-label"]).startswith("Die ") is own
    app.pause()
