"""Test the list of a collection: filters, sorting, addresses, and all sheets from opening a file to deleting it."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.app.opened import opened
from chowk.core import parcels
from chowk.core.message import english
from chowk.engine.protocol import Line
from chowk.features.analysis.table import AnalysisTable, Known
from chowk.features.collections import commands as of_collections
from chowk.features.collections import desk as desks
from chowk.features.collections import explorer, listing, position_index
from chowk.features.collections.archive import DRAWN, FIRST, UNKNOWN, Archive, GameRow
from chowk.features.collections.collections import SHOWN, Collections, Listing
from chowk.features.collections.explored import UNSORTED
from chowk.features.collections.listing import ORDERS, WINNERS, Filters, select
from chowk.storage.plan import Plan, SeatPlan
from tests.fakes import FakeIncoming, FakeWorld, app_in, sitting_at
from tests.synthetic import wthor_files
from tools.shared.html import to_html

PDN = '[Event "Tour {n}"]\n[Date "19{n:02}.05.03"]\n[Black "Asha {n}"]\n[White "Kishan"]\n\n1. 11-15 22-18 {result}\n\n'
FILE = "".join(PDN.format(n=n, result=("1-0", "0-1", "1/2-1/2", "*")[n % 4]) for n in range(10, 70))


def made(seed: int, count: int = 300) -> Archive:
    """Return a collection of games with random players, events, dates and results, but without moves."""
    random, archive = Random(seed), Archive("random")
    for _ in range(count):
        players = [random.choice(("Asha", "Kishan", "Asha Rao", "", "Zoë")) for _ in range(random.choice((0, 2, 4)))]
        date = random.choice(("", "1999", "2003.12.15", "2003.12", "2010.01.01"))
        opening = random.choice(("", "Tiger", "Old Fourteenth"))
        archive.add(GameRow("reversi", players, random.choice(("", "Open", "Cup")), date, "", random.randrange(4),
                            opening, "", random.randrange(20), b""))  # fmt: skip
    return archive


def fits(archive: Archive, filters: Filters, number: int) -> bool:
    """Return True if a game fits the filters. This plain, slow test is the standard for the fast one."""
    players = archive.players(number)
    by_words = all(any(word in name.casefold() for name in players) for word in filters.player.casefold().split())
    event, opening = archive.text_of("event", number).casefold(), archive.text_of("opening", number).casefold()
    date, moves = archive.columns["date"][number], archive.columns["made"][number]
    return (
        by_words
        and filters.event.casefold() in event
        and filters.opening.casefold() in opening
        and (not filters.result or archive.columns["winner"][number] == WINNERS.index(filters.result) - 1)
        and (not filters.since or date >= 20031200)
        and (not filters.until or 0 < date <= 20031299)
        and moves >= int(filters.least or 0)
        and moves <= int(filters.most or 99)
    )


CHOICES = {
    "player": ("", "asha", "rao asha", "zoë kishan"), "event": ("", "cup"), "opening": ("", "tiger"),
    "since": ("", "2003.12"), "until": ("", "2003-12"), "result": WINNERS, "least": ("", "5"), "most": ("", "12"),
    "order": ORDERS, "down": ("", "on"),
}  # fmt: skip


@pytest.mark.parametrize("seed", range(5))
def test_a_list_has_exactly_the_games_that_fit_in_order(seed: int) -> None:
    random, archive = Random(seed), made(seed)
    for _ in range(40):
        filters = Filters(**{field: random.choice(values) for field, values in CHOICES.items()})
        found = select(archive, filters)
        assert sorted(found) == [number for number in range(len(archive)) if fits(archive, filters, number)]
        assert listing.read(filters.write()) == filters
        columns, upward = archive.columns, found[::-1] if filters.down else found
        if filters.order in ("length", "date"):
            values = [columns["made" if filters.order == "length" else "date"][number] for number in upward]
            assert values == sorted(values)
        if filters.order in ("event", "opening"):
            texts = [archive.text_of(filters.order, number).casefold() for number in upward]
            assert texts == sorted(texts, key=lambda text: (not text, text))
        if filters.order == "file":
            assert upward == sorted(upward)


@pytest.mark.parametrize("text", ["", "player", "player:!!!;order:x;since:%", "down:yes;least:12a3;most:-1",
                                  "result:nobody;x:y;" * 500, "player:" + "x" * 5_000])  # fmt: skip
def test_an_address_that_cannot_be_meant_is_read_as_far_as_it_can(text: str) -> None:
    filters = listing.read(text)
    assert filters.order in ORDERS
    assert filters.result in WINNERS
    assert all(len(value) <= listing.LONGEST for value in filters)
    assert isinstance(select(made(1, 20), filters), list)
    assert listing.read(filters.write()) == filters
    assert not set(filters.write()) & set("%&=# ")


def test_games_keep_their_numbers_in_the_file() -> None:
    archive = Archive("x")
    archive.skipped.extend((2, 3, 6))
    assert archive.places(range(5)) == [1, 4, 5, 7, 8]


# On the page ----------------------------------------------------------------------------------------------------------


def do(app: App, *orders: tuple[str, str]) -> None:
    for name, arg in orders:
        commands.do(app, name, arg)


def in_page() -> tuple[App, FakeWorld]:
    world = FakeWorld()
    return app_in(world), world


async def settled(_: App) -> None:
    """Wait until all work in the background is done."""
    for _turn in range(400):
        await asyncio.sleep(0)


def opens(app: App, file: Any) -> None:
    """Open a file as if a person had chosen it in the page."""
    of_collections.take(app, file)


def drawn(app: App) -> str:
    return to_html(pages.page(app, app.words))


def state(app: App) -> Collections:
    assert app.collections is not None
    return app.collections


def listed(app: App) -> Listing:
    shown = state(app).listing
    assert shown is not None
    return shown


def test_a_file_is_read_listed_filtered_opened_and_deleted() -> None:
    async def play() -> None:
        app, world = in_page()
        app.change_settings(engine=False)
        do(app, ("collections", ""))
        await settled(app)
        assert "0.0 of 64 MB are used." in drawn(app)
        opens(app, FakeIncoming("tour.pdn", (FILE + PDN.format(n=70, result="9-9")).encode()))
        await settled(app)
        assert [thing.text for thing in opened(app)] == ["sheet collections", "sheet archive"]
        assert "Games: 60 of 60" in drawn(app)
        assert drawn(app).count('data-arg="game ') == SHOWN
        assert "1 game cannot be read and is left out." in drawn(app)
        key = listed(app).key
        do(app, ("archive", f"faults {key}"))
        await settled(app)
        assert "Game 61" in drawn(app)
        app.close_sheet()

        world.archives.scrolled(45)
        await settled(app)
        assert listed(app).first == 30
        assert all(place in listed(app).rows for place in range(30, 60))

        do(app, ("archive", "filter player asha 1"), ("archive", "filter order date"), ("archive", "filter down on"))
        await settled(app)
        assert [row.players[0] for _, row in sorted(listed(app).rows.items())][:2] == ["Asha 61", "Asha 51"]
        assert app.place.sheet is not None
        assert of_collections.link_of(app.place.sheet.arg) == f"k={key}.player:asha!201;order:date;down:on"

        do(app, ("archive", f"game {listed(app).rows[0].number}"))
        await settled(app)
        table = sitting_at(app)
        assert table.kind == "analysis"
        assert [*table.match.written()] == []
        assert "Asha 61" in drawn(app)
        assert 'data-arg="again"' in drawn(app)
        do(app, ("archive", "again"))
        await settled(app)
        assert listed(app).filters.order == "date"
        assert [*world.store.texts] == ["settings"], "a game from a list is not stored"

        app.place.clear()
        do(app, ("collections", ""), ("archive", f"delete {key}"))
        await settled(app)
        assert state(app).heads == ()
        assert not world.archives.shelf.kept
        app.loop.pause(app.table)

    asyncio.run(play())


def test_a_link_opens_a_list_with_its_filters_again() -> None:
    async def play() -> None:
        app, _ = in_page()
        of_collections.take(app, FILE)
        await settled(app)
        key = listed(app).key
        app.place.clear()
        assert of_collections.open_link(app, f"#k={key}.result:draw")
        await settled(app)
        assert listed(app).total == 15
        assert not of_collections.open_link(app, "#g=2.abc")
        app.place.clear()
        assert of_collections.open_link(app, "k=abc")
        await settled(app)
        assert "This collection cannot be read." in drawn(app)

    asyncio.run(play())


def test_the_home_page_leads_to_the_collections() -> None:
    async def play() -> None:
        app, _ = in_page()
        footer = drawn(app).split('class="foot-ways"')[1]
        assert 'data-do="collections"' in footer
        do(app, ("collections", ""))
        await settled(app)
        assert app.place.sheet == ("collections", "")
        assert "<h2" in drawn(app).split('role="dialog"')[1]

    asyncio.run(play())


def test_games_of_a_pasted_text_can_be_kept() -> None:
    async def play() -> None:
        app, _ = in_page()
        do(app, ("paste", ""), ("import", FILE), ("archive", "keep"))
        await settled(app)
        assert (listed(app).name, listed(app).total) == ("games.txt", 60)

    asyncio.run(play())


def test_reading_shows_its_progress_and_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "SLICE", 0.0)

    async def play() -> None:
        app, world = in_page()
        opens(app, FakeIncoming("x.wtb", wthor_files(60, 5)[".wtb"]))
        for _ in range(25):
            world.clock.passed += 100
            await asyncio.sleep(0)
        job = state(app).job
        assert job is not None
        assert 0 < job.done < 1
        assert 0 < job.games < 60
        assert job.seconds_left is not None
        assert "left" in drawn(app)
        of_collections.take(app, FILE)  # the first file goes on
        do(app, ("archive", "stop"))
        await settled(app)
        assert state(app).job is None
        assert refused(app) == "Reading was stopped, and nothing was kept."
        assert refused(app) in drawn(app)
        assert not world.archives.shelf.kept

    asyncio.run(play())


def refused(app: App) -> str:
    error = state(app).error
    return "" if error is None else english(error)


def test_what_goes_wrong_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        app, world = in_page()
        opens(app, FakeIncoming("empty.pdn", b""))
        await settled(app)
        assert refused(app) == "There is no game in this file."
        large = FakeIncoming("large.pdn", b"")
        large.size = 100_000_000
        opens(app, large)
        await settled(app)
        assert refused(app) == "This file is too large: at most 50 MB can be read."
        world.archives.shelf.full = True
        of_collections.take(app, FILE)
        await settled(app)
        assert refused(app).startswith("The device reported an error")
        world.archives.shelf.full = False
        monkeypatch.setattr(desks, "ROOM", 10)
        of_collections.take(app, FILE)
        await settled(app)
        assert refused(app) == "There is no room for another collection. Delete one first."
        world.archives.dead = True
        of_collections.take(app, FILE)
        await settled(app)
        assert refused(app) == "The collections did not respond. Try again."
        assert drawn(app)
        assert not world.archives.shelf.kept

    asyncio.run(play())


def test_a_damaged_store_is_read_as_far_as_it_can() -> None:
    async def play() -> None:
        app, world = in_page()
        odd = '{"name": 7, "count": 3, "bytes": 9, "bad": "x"}'
        world.archives.shelf.kept = {"ab": ("[[[", b""), "zz": (odd, b""), "cd": (odd, b"chowk1\nxx")}
        do(app, ("collections", ""))
        await settled(app)
        assert [head.key for head in state(app).heads or ()] == ["cd"]
        do(app, ("archive", "open cd"))
        await settled(app)
        assert refused(app) == "This collection cannot be read."

    asyncio.run(play())


def test_the_parcel_is_fetched_with_the_first_collection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parcels, "shipped", lambda: {parcels.COLLECTIONS: ("x", "y")})
    monkeypatch.setattr(parcels, "_archives", {})

    async def play() -> None:
        app, world = in_page()
        do(app, ("collections", ""))
        await settled(app)
        assert world.parcels.brought == [parcels.COLLECTIONS]
        assert [thing.text for thing in opened(app)] == ["sheet collections"]

    asyncio.run(play())


@pytest.mark.parametrize(("name", "size", "large"), [("a.pdn", 100, False), ("A.PDN.GZ", 100, True), ("a.zip", 1, True),
                                                     ("x.wtb", 1, True), ("a.pdn", 3_000_000, True)])  # fmt: skip
def test_large_and_packed_files_are_collections_wherever_they_are_opened(name: str, size: int, large: bool) -> None:
    assert of_collections.is_large(name, size) == large


def test_results_and_their_filters_have_one_order() -> None:
    assert WINNERS[FIRST + 1] == "first"
    assert WINNERS[DRAWN + 1] == "draw"
    assert WINNERS[UNKNOWN + 1] == "unknown"


def test_the_explorer_answers_beside_a_game_and_lists_its_games() -> None:
    async def play() -> None:
        app, world = in_page()
        app.change_settings(engine=False)
        do(app, ("analyse", "checkers"), ("played", ""))
        await settled(app)
        assert "Open a file with many games first." in drawn(app)
        assert "Games: 0 of 0" in drawn(app)
        app.close_sheet()
        of_collections.take(app, FILE)
        await settled(app)
        key, before = listed(app).key, len(world.archives.shelf.kept)
        do(app, ("archive", "game 0"))
        await settled(app)
        do(app, ("played", ""))
        await settled(app)
        assert "Sort the positions" in drawn(app)
        do(app, ("explore", "index"))
        await settled(app)
        assert [*world.archives.shelf.indices] == [key]
        assert "Games: 60 of 60" in drawn(app)
        shows_values(app)
        do(app, ("explore", "move 11-15"))
        await settled(app)
        answer = state(app).explored.answer
        assert answer is not None
        assert [move.move for move in answer.moves] == ["22-18"]
        assert [*answer.moves[0]][1:] == [15, 15, 15, 15, None, 0]
        do(app, ("explore", "player asha 1"), ("explore", "seat 1"))
        await settled(app)
        assert "Games: 0 of 60" in drawn(app)
        do(app, ("explore", "seat 0"))
        await settled(app)
        assert "Games: 15 of 60" in drawn(app)
        do(app, ("explore", "list"))
        await settled(app)
        assert listed(app).total == 60
        assert "Only games with the chosen position." in drawn(app)
        assert listing.read(listed(app).filters.write()) == listed(app).filters
        do(app, ("archive", "filter text tour 12"))
        await settled(app)
        assert listed(app).total == 1
        do(app, ("archive", f"delete {key}"))
        await settled(app)
        assert (world.archives.shelf.indices, len(world.archives.shelf.kept)) == ({}, before - 1)
        app.loop.pause(app.table)

    asyncio.run(play())


def shows_values(app: App) -> None:
    """Check that the explorer shows a move's value in the analysis, or else its average value in checked games.

    Also check that it shows no values while the analysis hides them.
    """
    explored, table = state(app).explored, app.table
    assert explored.answer is not None
    assert isinstance(table, AnalysisTable)
    moves = [move._replace(lead=30.0, judged=2) for move in explored.answer.moves]
    state(app).explored = explored._replace(answer=explored.answer._replace(moves=tuple(moves)))
    assert "Average value" not in drawn(app), "values are hidden"
    table.engine = True
    assert "Average value in 2 checked games: +0.3" in drawn(app)
    known = Known((Line((moves[0].move,), 120.0, 9),))
    table._known[table.game.notation.write_position(table.position)] = known
    assert f"Value: {table.written(known.lines[0])}" in drawn(app)
    table.engine = False
    assert "alue: " not in drawn(app)
    state(app).explored = explored


async def explored_file(app: App) -> str:
    """Open a file, its first game, and then the explorer beside the game. Return the collection's key."""
    app.change_settings(engine=False)
    of_collections.take(app, FILE)
    await settled(app)
    do(app, ("archive", "game 0"))
    await settled(app)
    do(app, ("played", ""))
    await settled(app)
    return listed(app).key


def test_an_index_that_cannot_be_kept_works_in_memory() -> None:
    async def play() -> None:
        app, world = in_page()
        await explored_file(app)
        world.archives.shelf.full = True
        do(app, ("explore", "index"))
        await settled(app)
        assert not world.archives.shelf.indices
        assert refused(app) == ""
        assert "Games: 60 of 60" in drawn(app)
        app.loop.pause(app.table)

    asyncio.run(play())


def test_a_list_by_position_shows_how_far_its_index_is_and_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explorer, "SLICE", 0.0)

    async def play() -> None:
        app, _ = in_page()
        await explored_file(app)
        do(app, ("explore", "list"))
        await settled(app)
        assert listed(app).total is None
        assert "Sort the positions" in drawn(app)
        do(app, ("archive", "index"))
        for _turn in range(25):
            await asyncio.sleep(0)
        assert 0 < (state(app).explored.done or 0) < 1
        assert 'aria-label="Sorting the positions"' in drawn(app)
        do(app, ("archive", "stop"))
        await settled(app)
        assert state(app).explored.done is None
        assert listed(app).total is None
        do(app, ("archive", "export record"))
        await settled(app)
        assert refused(app) == english(UNSORTED)
        do(app, ("archive", "index"))
        await settled(app)
        assert listed(app).total == 60
        app.loop.pause(app.table)

    asyncio.run(play())


def test_only_games_with_the_position_are_saved_and_checked() -> None:
    async def play() -> None:
        app, world = in_page()
        of_collections.take(app, FILE.replace("11-15 22-18", "11-15 23-19", 20))
        app.change_settings(engine=False)
        await settled(app)
        do(app, ("archive", "game 0"))
        await settled(app)
        do(app, ("explore", "move 11-15"), ("explore", "move 23-19"), ("played", ""))
        await settled(app)
        do(app, ("explore", "index"))
        await settled(app)
        do(app, ("explore", "list"))
        await settled(app)
        assert listed(app).total == 20
        do(app, ("archive", "export record"))
        await settled(app)
        assert sum(data.count(b"Kishan") for data in world.archives.saved.values()) == 20
        do(app, ("check", "show"))
        await settled(app)
        check = state(app).check
        assert check is not None
        assert check.all == 20
        app.loop.pause(app.table)

    asyncio.run(play())


def test_a_list_says_that_an_index_has_not_all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position_index, "MOST_PLACES", 90)

    async def play() -> None:
        app, _ = in_page()
        await explored_file(app)
        do(app, ("explore", "index"))
        await settled(app)
        assert "Games searched: 30 of" in drawn(app)
        do(app, ("explore", "list"))
        await settled(app)
        assert listed(app).total == 30
        assert "Games searched: 30 of" in drawn(app)
        app.loop.pause(app.table)

    asyncio.run(play())


def test_a_long_position_fits_a_filter() -> None:
    filters = Filters().with_field("here", "patchwork " + "1a, " * 400 + "b")
    assert len(filters.here) == 1_611
    assert listing.read(filters.write()) == filters


def finish(app: App, moves: tuple[str, ...], *, black: bool) -> None:
    """Play some moves of checkers against an opponent that then resigns, and leave the game, so that it is stored.

    If `black`, the person plays Black.
    """
    game = games.load("checkers")
    match = game.match(1)
    for move in moves:
        match.follow(game.notation.read_move(match.position, move))
    match.resign(int(black))
    seats = (SeatPlan(), SeatPlan("bot", 2))
    app.go_on(Plan("checkers", seats if black else seats[::-1]), match)
    do(app, ("home", ""))


def test_own_games_are_explored_by_colour_and_opponent() -> None:
    async def play() -> None:
        app, world = in_page()
        app.change_settings(engine=False)
        for number, moves in enumerate((("11-15", "22-18"), ("11-15", "23-19"), ("9-13", "22-18"))):
            finish(app, moves, black=number < 2)
        do(app, ("analyse", "checkers"), ("played", ""))
        await settled(app)
        answer = state(app).explored.answer
        assert answer is not None
        assert [(move.move, move.made) for move in answer.moves] == [("11-15", 2), ("9-13", 1)]
        do(app, ("explore", "seat 0"))
        await settled(app)
        assert "Games: 2 of 3" in drawn(app)
        do(app, ("explore", "seat "), ("explore", "opponent nobody"))
        await settled(app)
        assert "Games: 0 of 3" in drawn(app)
        do(app, ("explore", "opponent "), ("explore", "move 11-15"), ("explore", "list"))
        await settled(app)
        assert (listed(app).key, listed(app).total) == ("mine", 2)
        link = of_collections.link_of(f"{listed(app).key} {listed(app).filters.write()}")
        world.archives.forget()
        assert of_collections.open_link(app, link)
        await settled(app)
        assert listed(app).total == 2, "a worker that has lost the games gets them again"
        assert not world.archives.shelf.indices
        app.loop.pause(app.table)

    asyncio.run(play())


def test_a_player_without_a_finished_game_is_told_to_play_one() -> None:
    async def play() -> None:
        app, _ = in_page()
        app.change_settings(engine=False)
        advice = "Play a game to the end, and it will appear here."
        do(app, ("collections", ""), ("archive", "open mine"))
        await settled(app)
        assert advice in drawn(app)
        do(app, ("check", "show mine"))
        await settled(app)
        assert advice in drawn(app)
        do(app, ("home", ""), ("analyse", "checkers"), ("played", ""))
        await settled(app)
        assert advice in drawn(app)
        do(app, ("home", ""))
        finish(app, ("11-15", "22-18"), black=True)
        for orders in ((("collections", ""), ("archive", "open mine")), (("check", "show mine"),),
                       (("home", ""), ("analyse", "checkers"), ("played", ""))):  # fmt: skip
            do(app, *orders)
            await settled(app)
            assert advice not in drawn(app)
        app.loop.pause(app.table)

    asyncio.run(play())
