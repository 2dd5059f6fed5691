"""Test the board's orientation: the player's seat is at the bottom, and drawing and pointing turn with it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from statistics import mean

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.draw.scene import Scene
from chowk.draw.shapes import Text
from chowk.features.people.picture import poster
from chowk.games.kilkenny.rules.board import NAMES
from chowk.session import queries
from chowk.session.input.keyboard import cell_towards
from chowk.session.orientation import home_turns
from chowk.session.output.board import spot_at
from chowk.session.table import Table
from chowk.storage.plan import Plan, SeatPlan
from chowk.storage.saves import Save
from chowk.ui.screens import pictures
from chowk.ui.screens.board import edge_of, sides
from tests.fakes import FakeWorld, app_in

TURNABLE = [name for name in games.SHELF if games.load(name).view.TURNS > 1]
SIDED = [name for name in TURNABLE if games.load(name).view.sides(games.load(name).match(1).position)]
COUNTED = [(name, count) for name in games.SHELF for count in games.sign(name).seats]
SEATED = [(name, count, seat) for name, count in COUNTED if name in SIDED for seat in range(count)]
SEEDS = range(1, 13)


def table_of(name: str, count: int, people: tuple[int, ...], seed: int = 1, **options: str) -> Table:
    """Return the table of a new game. People have the seats in `people`, opponents have the others."""
    game = games.load(name)
    plan = Plan(name, tuple(SeatPlan("person" if seat in people else "bot", 1) for seat in range(count)), options)
    return Table(game, plan, game.match(seed, count, **options), "1", "")


def pieces_of(table: Table, seat: int) -> Scene:
    return tuple(sprite for sprite in table.view.pieces(table.position) if sprite.art == table.seats.token(seat))


def every_way(name: str, count: int) -> Iterator[Table]:
    """Yield the table of a game for `count` players, once for each of the `count` orientations of the board.

    It is the same table each time, with the board turned further.
    """
    table = table_of(name, count, (), 3)
    for _ in range(count):
        yield table
        commands.COMMANDS["turn"].action(sat_at(table))


def sat_at(table: Table) -> App:
    app = app_in(FakeWorld())
    app.place.sit(table)
    return app


@pytest.mark.parametrize(("name", "count", "seat"), SEATED)
def test_the_home_of_the_only_person_lies_at_the_bottom(name: str, count: int, seat: int) -> None:
    for seed in SEEDS if count == 3 else SEEDS[:2]:
        table = table_of(name, count, (seat,), seed)
        wide, high = table.view.SIZE
        own = pieces_of(table, seat)
        assert min(sprite.y for sprite in own) > high / 2, "own pieces lie in the lower half"
        lowest = max(range(count), key=lambda other: mean(sprite.y for sprite in pieces_of(table, other)))
        others = [mean(sprite.y for sprite in pieces_of(table, other)) for other in range(count) if other != seat]
        assert lowest == seat or max(others) == pytest.approx(mean(sprite.y for sprite in own))
        if max(others) == pytest.approx(mean(sprite.y for sprite in own)):  # two sides are at the bottom, ours is right
            assert mean(sprite.x for sprite in own) > wide / 2
        assert table.near == seat


@pytest.mark.parametrize(("name", "count"), [(name, count) for name, count in COUNTED if name in SIDED])
def test_among_people_at_one_device_nothing_is_turned(name: str, count: int) -> None:
    for seed in SEEDS:
        table = table_of(name, count, tuple(range(count)), seed)
        if 0 in table.game.view.sides(table.position):
            assert table.view is table.game.view
        before = table.near
        table.invite(before + 1 if before + 1 < count else 0)
        assert table.near == before


def test_two_who_sit_at_the_left_and_the_right_are_turned_to_below_and_above() -> None:
    table = table_of("kilkenny", 2, (0, 1), pair="west")
    assert table.game.view.sides(table.position) == (1, 3)
    assert table.view.sides(table.position) == (0, 2)


@pytest.mark.parametrize("seat", [0, 1])
def test_where_nobody_has_a_side_the_board_lies_as_usual_for_either(seat: int) -> None:
    table = table_of("reversi", 2, (seat,))
    assert table.view is table.game.view
    assert table.near == seat


@pytest.mark.parametrize(("name", "count"), COUNTED)
def test_the_command_turns_the_board_to_the_next_seat_and_round_again(name: str, count: int) -> None:
    table = table_of(name, count, (0,))
    turn, app = commands.COMMANDS["turn"], sat_at(table)
    assert turn.when(app) == (name in TURNABLE)
    if name in TURNABLE:
        views, first = [], table.near
        for _ in range(count):
            turn.action(app)
            views.append((table.near, table.turns))
        assert [near for near, _ in views] == [(first + step + 1) % count for step in range(count)]
        assert len({turns for _, turns in views}) == count


# two sides are at the bottom, and the player's own side is right


@pytest.mark.parametrize(("name", "count"), [(name, count) for name, count in COUNTED if name in TURNABLE])
def test_what_is_tapped_is_what_is_drawn_there(name: str, count: int) -> None:
    for table in every_way(name, count):
        cells = [cell for row in table.view.cells() for cell in row]
        assert {cell.spot for cell in cells} == {cell.spot for row in table.game.view.cells() for cell in row}
        for cell in cells:
            for part_x, part_y in ((0.05, 0.05), (0.5, 0.5), (0.05, 0.95), (0.95, 0.5)):
                assert spot_at(table, cell.x + part_x * cell.width, cell.y + part_y * cell.height) == cell.spot
        standing = [sprite for sprite in table.view.pieces(table.position) if sprite.spot]
        assert standing or not table.view.pieces(table.position), "only an empty board has nothing on a spot"
        assert all(spot_at(table, sprite.x, sprite.y) == sprite.spot for sprite in standing)


@pytest.mark.parametrize(("name", "count"), [(name, count) for name, count in COUNTED if name in TURNABLE])
def test_arrow_keys_go_in_the_direction_that_is_seen(name: str, count: int) -> None:
    for table in every_way(name, count):
        rows = table.view.cells()
        assert [row[0].y for row in rows] == sorted(row[0].y for row in rows)
        assert all([cell.x for cell in row] == sorted(cell.x for cell in row) for row in rows)
        for cell in (row[len(row) // 2] for row in rows[3:-3]):
            table.display.cursor = cell.spot
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                end = cell_towards(table, dx, dy)
                across = (end.x + end.width / 2 - cell.x - cell.width / 2) * dx
                along = (end.y + end.height / 2 - cell.y - cell.height / 2) * dy
                assert end.spot == cell.spot or across + along > 0


@pytest.mark.parametrize("name", TURNABLE)
def test_drawings_stay_upright_and_all_keep_their_places_on_the_board(name: str) -> None:
    count = games.sign(name).seats[-1]
    places = []
    for table in every_way(name, count):
        scene = table.view.pieces(table.position)
        assert all(sprite.angle == 0 for sprite in scene)
        own = [
            (sprite.x, sprite.y, sprite.scale, sprite.z) for seat in range(count) for sprite in pieces_of(table, seat)
        ]
        places.append(sorted(tuple(round(part, 6) for part in place) for place in own))
    if name in SIDED:  # the start looks equal from every seat, except for the colours
        assert all(place == places[0] for place in places)


def test_what_lies_before_a_seat_is_drawn_for_where_it_lies_now() -> None:
    for name, part in (("kilkenny", "start"), ("parcheesi", "home"), ("parcheesi", "row"), ("parcheesi", "edge")):
        arts = set()
        for table in every_way(name, 4):
            below = games.load(name).speech.TOKENS[table.near]
            sprite = next(
                (sprite for sprite in table.view.pieces(table.position) if sprite.art.startswith(f"{below} {part}")),
                None,
            )
            if sprite is not None:  # only the player to move has an edge
                arts.add(sprite.art.removeprefix(below))
        assert len(arts) == 1, arts


def test_names_stand_beside_the_squares_that_they_name() -> None:
    for table in every_way("kilkenny", 4):
        cells = {cell.spot: cell for row in table.view.cells() for cell in row}
        named = {shape.text: shape for shape in table.view.labels() if isinstance(shape, Text)}
        for spot in ("c3", "h5", "n12"):
            middle = {round(cells[spot].x + 0.5, 3), round(cells[spot].y + 0.5, 3)}
            for name in (spot[0], spot[1:]):
                assert middle & {round(named[name].x, 3), round(named[name].y, 3)}, (spot, name)
        assert set(named) == {*(number[0] for number in NAMES[1:15]), *(str(number) for number in range(2, 16))}
    for table in every_way("reversi", 2):
        cells = {cell.spot: cell for row in table.view.cells() for cell in row}
        named = {shape.text: shape for shape in table.view.ground() if isinstance(shape, Text)}
        assert named["c"].x == pytest.approx(cells["c6"].x + 0.5)
        assert named["6"].y == pytest.approx(cells["c6"].y + 0.5)


def test_what_is_told_of_the_neighbours_is_told_of_the_board_as_it_lies() -> None:
    announced = {}
    for table in every_way("kilkenny", 4):
        table.display.cursor = "h8"
        app = sat_at(table)
        queries.surroundings(app, table)
        announced[table.turns] = [app.words(message) for message in app.voice.spoken]
        above = next(spot for spot in ("h7", "g8", "h9", "i8") if table.cell(spot).y < table.cell("h8").y - 0.5)  # type: ignore[union-attr]
        assert any(above in text and "bove" in text for text in announced[table.turns]), (above, announced[table.turns])
    assert len(set(map(tuple, announced.values()))) == 4


# Players' panels -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "count"), [(name, count) for name, count in COUNTED if name in SIDED])
def test_cards_lie_where_their_players_sit(name: str, count: int) -> None:
    for seed in SEEDS:
        table = table_of(name, count, (0,), seed)
        for _ in range(count):
            far, near = sides(table)
            sides_by_seat = table.view.sides(table.position)
            assert sorted([*far, *near]) == list(range(count))
            assert [sides_by_seat[seat] for seat in near] == sorted(
                (sides_by_seat[seat] for seat in near), reverse=True
            )
            assert near[-1] == table.near
            assert set(far) == {seat for seat in range(count) if sides_by_seat[seat] in {2, 3}}
            ends = {0: ("near", "right"), 1: ("near", "left"), 2: ("far", "left"), 3: ("far", "right")}
            assert count == 2 or [edge_of(table, seat) for seat in range(count)] == [
                ends[side] for side in sides_by_seat
            ]
            commands.COMMANDS["turn"].action(sat_at(table))


# Other tables -------------------------------------------------------------------------------------------------------


def test_who_plays_apart_has_the_own_seat_at_the_bottom() -> None:
    game = games.load("kilkenny")
    for seat in range(4):
        plan = Plan("kilkenny", tuple(SeatPlan("person" if other == seat else "away") for other in range(4)))
        assert Table(game, plan, game.match(1, 4), "1", "").near == seat


async def test_small_pictures_lie_as_the_table_does_that_they_open() -> None:
    for name, count, seat in SEATED:
        table = table_of(name, count, (seat,))
        assert home_turns(table.game, table.plan, table.position) == table.turns
    table = table_of("parcheesi", 4, (1,))
    app = app_in(FakeWorld())
    save = Save("1", table.plan, table.match, "2026-11-23", "2026-11-23")
    app.kept.keep_game(save)
    shown = "".join(node.html for node in pages.page(app, app.words).walk())
    start, end = (table.game.view.pieces(table.position, turns) for turns in (3, 0))
    drawn = [pictures.small_board(table.game, table.position, app.look, "save-1-", turns) for turns in (3, 0)]
    assert start != end
    assert drawn[0] in shown
    assert drawn[1] not in shown
    await asyncio.sleep(0)


def test_a_picture_to_send_is_of_the_board_as_it_lies() -> None:
    table = table_of("kilkenny", 4, (1,))
    app = sat_at(table)
    taken = poster(table, app.words, app.look)
    table.display.bottom = 0
    assert poster(table, app.words, app.look).drawing != taken.drawing


async def test_an_analysis_and_a_draft_lie_as_the_table_from_which_they_come() -> None:
    for kind in ("analyse", "draft"):
        table = table_of("kilkenny", 4, (1,))
        app = sat_at(table)
        commands.do(app, kind)
        assert app.table is not None
        assert app.table.kind != "own"
        assert app.table.turns == table.turns == 3
        await asyncio.sleep(0)
        app.pause()
        await asyncio.sleep(0)
