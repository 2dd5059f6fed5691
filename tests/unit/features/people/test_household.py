"""Test the people of a household: the question after a first result, seats, statistics, new names, deletion, files."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core import parcels
from chowk.features.people import household
from chowk.features.people.household import people_of
from chowk.features.people.ladder import OWN
from chowk.features.studies import study as studies
from chowk.session.table import Table
from chowk.storage import exchange, saves, statistics, tally
from chowk.storage.fitting import fitting
from chowk.storage.plan import Plan, SeatPlan
from chowk.storage.statistics import Result
from tests.fakes import FakeStore, FakeWorld, app_in, sitting_at
from tests.unit.features.practice.test_practice import do
from tests.unit.features.review.test_review import SHORTEST, settle

BOT = SeatPlan("bot", 1)


async def opened(store: FakeStore | None = None) -> App:
    """Return an application at its home page, with the given store or an empty one."""
    world = FakeWorld()
    if store is not None:
        world.store = store
    app = app_in(world)
    await app.start()
    return app


async def settled(app: App) -> None:
    """Wait until everything is stored."""
    for _ in range(3):
        await app.kept.queue.settled()


async def finished(app: App, name: str, seats: tuple[SeatPlan, ...]) -> Table:
    """Open a game of Reversi that Black has just won, and wait until it is stored. `name` is its key in the store."""
    game = games.load("reversi")
    match = game.match(1)
    table = Table(game, Plan("reversi", seats), match, name, "2026-11-03T12:00:00+00:00")
    for start in range(0, len(SHORTEST), 2):
        match.push(SHORTEST[start : start + 2])
    app.sit_down(table)
    await settled(app)
    return table


async def add(app: App, name: str, face: str = "") -> None:
    """Fill in and save the form for a new person."""
    await do(app, "someone", "edit")
    await do(app, "someone", f"name {name}")
    if face:
        await do(app, "someone", f"face {face}")
    await do(app, "someone", "save")
    await settled(app)


def key_of(app: App, name: str) -> str:
    person = people_of(app.kept).named(name)
    assert person is not None
    return person.key


def texts(app: App) -> str:
    return json.dumps(dict(store_of(app).texts), ensure_ascii=False)


def store_of(app: App) -> FakeStore:
    assert isinstance(app.kept.store, FakeStore)
    return app.kept.store


async def test_the_opponent_at_my_level_follows_from_the_results_of_who_plays() -> None:
    app = await opened()
    await add(app, "Asha")
    await add(app, "Ben")
    for number in range(4):
        await finished(app, f"a{number}", (SeatPlan(name="Asha"), BOT))
        await finished(app, f"b{number}", (BOT, SeatPlan(name="Ben")))
    found = []
    for name in ("Asha", "Ben"):
        await do(app, "someone", f"who {key_of(app, name)}")
        app.set_up("reversi")
        assert app.setup.own is not None
        found.append(app.setup.own)
    asha, ben = found
    assert (asha.games, ben.games) == (4, 4)
    assert (asha.level, asha.offset) > (ben.level, ben.offset)
    await do(app, "home")
    await do(app, "climb", "reversi own")
    assert app.table is not None
    assert [seat for seat in app.table.plan.seats if seat.kind == "bot"] == [ben.seat]


async def test_the_first_result_asks_once() -> None:
    app = await opened()
    table = await finished(app, "a1", (SeatPlan(), BOT))
    assert household.asks(app.kept, table)
    again = await finished(app, "a2", (SeatPlan(), BOT))
    assert not household.asks(app.kept, again)
    assert household.asks(app.kept, table)
    await do(app, "someone", "never")
    assert not household.asks(app.kept, table)
    await settled(app)
    assert json.loads(store_of(app).texts[saves.PEOPLE_KEY])["asked"] == "-"


async def test_in_quiet_mode_nothing_is_asked_proposed_or_shown() -> None:
    app = await opened()
    await do(app, "set", "quiet on")
    table = await finished(app, "a1", (SeatPlan(), BOT))
    assert not household.asks(app.kept, table)
    await add(app, "Asha", "frog")
    assert app.faces == {"Asha": ""}
    await finished(app, "a2", (SeatPlan(name="Asha"), BOT))
    app.place.open_sheet("result")
    assert not any(node.attrs.get("data-do") == "climb" for node in pages.page(app, app.words).walk())
    await do(app, "set", "quiet off")
    assert any(node.attrs.get("data-do") == "climb" for node in pages.page(app, app.words).walk())


async def test_a_name_given_after_the_first_result_is_on_the_plate_and_owns_the_result() -> None:
    app = await opened()
    await finished(app, "a1", (SeatPlan(), BOT))
    await add(app, "Asha", "panda")
    assert sitting_at(app).seats.name(0) == "Asha"
    assert sitting_at(app).animal(0, app.faces) == "panda"
    mine = people_of(app.kept).results_of(key_of(app, "Asha"), tally.results(app.kept))
    assert set(mine) == {"a1"}
    again = await opened(FakeStore(store_of(app).texts))
    assert again.faces == {"Asha": "panda"}
    assert again.kept.saves["a1"].plan.seats[0].name == "Asha"


async def test_results_of_two_people_are_apart() -> None:
    app = await opened()
    await add(app, "Asha")
    await add(app, "Bela")
    await finished(app, "a1", (SeatPlan(name="Asha"), BOT))
    await finished(app, "a2", (SeatPlan(name="Bela"), SeatPlan(name="Asha")))
    people, results = people_of(app.kept), tally.results(app.kept)
    asha, bela = (people.results_of(key_of(app, name), results) for name in ("Asha", "Bela"))
    assert (set(asha), set(bela)) == ({"a1", "a2"}, {"a2"})
    assert bela["a2"].won
    assert not asha["a2"].won
    app.leave()
    await do(app, "statistics")
    await do(app, "someone", f"who {key_of(app, 'Bela')}")
    assert set(household.results_of(app.kept)) == {"a2"}
    assert next(iter(app.faces)) == "Bela"
    await do(app, "statistics", "all")
    assert not pages.frame(app, app.words).errors
    await add(app, "Chand")
    await do(app, "someone", f"who {key_of(app, 'Chand')}")
    await do(app, "statistics")
    assert "No game has been finished on this device" not in pages.page(app, app.words).text


async def test_who_plays_takes_the_only_seat_of_the_next_game() -> None:
    app = await opened()
    await add(app, "Asha")
    await add(app, "Bela")
    app.begin(Plan("checkers", (SeatPlan(), BOT)))
    assert "Asha" in {seat.name for seat in sitting_at(app).plan.seats}
    app.leave()
    await do(app, "someone", f"who {key_of(app, 'Bela')}")
    await do(app, "open", "checkers")
    await do(app, "play")
    assert "Bela" in {seat.name for seat in sitting_at(app).plan.seats}
    app.leave()
    app.begin(Plan("checkers", (SeatPlan(name="Asha"), BOT)))
    assert people_of(app.kept).playing == key_of(app, "Asha")
    app.pause()


async def test_a_set_up_that_was_changed_and_not_used_does_not_seat_the_person_before() -> None:
    app = await opened()
    await add(app, "Asha")
    await add(app, "Bela")
    await do(app, "open", "checkers")
    await do(app, "seat", "1 bot 2")
    await do(app, "seat", "0 name Asha")
    app.leave()
    await do(app, "someone", f"who {key_of(app, 'Bela')}")
    await do(app, "open", "checkers")
    await do(app, "play")
    assert "Bela" in {seat.name for seat in sitting_at(app).plan.seats}
    assert people_of(app.kept).playing == key_of(app, "Bela")
    app.pause()


async def test_the_opponent_at_my_level_is_as_strong_as_who_plays() -> None:
    game, app = games.load("reversi"), await opened()
    strongest = game.bots.LEVELS[-1].number
    earlier = {
        f"{day:x}": Result("reversi", 2, strongest, 1, False, 9, False, 60, f"2026-11-{day:02}T12:00:00+00:00")
        for day in range(1, 20)
    }
    await tally.put(app.kept, earlier)
    await add(app, "Asha")
    await add(app, "Bela")
    await do(app, "someone", f"who {key_of(app, 'Bela')}")
    new = fitting(game, ())
    assert new is not None
    await do(app, "open", "reversi")
    assert app.setup.own == new
    await do(app, "climb", f"reversi {OWN}")
    assert new.seat in sitting_at(app).plan.seats
    app.leave()
    await do(app, "someone", f"who {key_of(app, 'Asha')}")
    await do(app, "open", "reversi")
    assert app.setup.own == fitting(game, earlier.values()) != new


async def test_who_plays_takes_the_only_seat_of_a_game_that_is_played_on() -> None:
    app = await opened()
    await add(app, "Asha")
    await add(app, "Bela")
    await do(app, "someone", f"who {key_of(app, 'Bela')}")
    app.go_on(Plan("reversi", (SeatPlan(), BOT)), games.load("reversi").match(1))
    assert sitting_at(app).plan.seats[0].name == "Bela"
    app.leave()
    app.go_on(Plan("reversi", (SeatPlan(name="Asha"), BOT)), games.load("reversi").match(1))
    assert people_of(app.kept).playing == key_of(app, "Asha")
    app.leave()


async def test_a_household_sits_down_at_once() -> None:
    app = await opened()
    for name in ("Asha", "Bela", "Chand", "Divya"):
        await add(app, name)
    await do(app, "open", "parcheesi")
    await do(app, "count", "4")
    await do(app, "begin", "people")
    assert {seat.name for seat in sitting_at(app).plan.seats} == {"Asha", "Bela", "Chand", "Divya"}
    app.pause()


@pytest.mark.parametrize("name", ["", " \u202e ", "Raven", "Rаven", "asha", "AshA"])
async def test_a_name_that_is_missing_or_taken_is_refused(name: str) -> None:
    app = await opened()
    await add(app, "Asha")
    await add(app, name)
    assert [person.name for person in people_of(app.kept).persons] == ["Asha"]
    assert app.voice.complaint is not None
    assert [sheet.name for sheet in app.place.sheets] == ["person"]
    await add(app, "Bela")
    assert len(people_of(app.kept).persons) == 2


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("<img src=x>", "<img src=x>"),
        ("Asha\u202e\u2066\n", "Asha"),
        ("🐯🐯", "🐯🐯"),
        ("a" + "\u0301" * 60, "a" + "\u0301" * 4),
        ("x" * 300, "x" * 24),
    ],
)
async def test_any_name_is_bounded_and_shown_as_text(typed: str, kept: str) -> None:
    app = await opened()
    await finished(app, "a1", (SeatPlan(), BOT))
    await add(app, typed)
    assert [person.name for person in people_of(app.kept).persons] == [kept]
    for sheet in ("result", "people", "statistics", "person-remove"):
        app.place.open_sheet(sheet, key_of(app, kept) if sheet == "person-remove" else "")
        page = pages.page(app, app.words)
        assert all(kept not in node.html for node in page.walk() if node.html and "<img" in kept)
        texts_shown = [child for node in page.walk() for child in node.children if isinstance(child, str)]
        assert any(kept in text for text in texts_shown), sheet


async def test_nothing_of_a_deleted_person_is_stored() -> None:
    app = await opened()
    await add(app, "Asha", "frog")
    await add(app, "Bela")
    await finished(app, "a1", (SeatPlan(name="Asha"), BOT))
    await finished(app, "a2", (SeatPlan(name="Asha"), SeatPlan(name="Bela")))
    await do(app, "analyse")
    await do(app, "set", "engine off")
    app.leave()
    await do(app, "open", "reversi")
    await do(app, "begin", "people")
    app.leave()
    await do(app, "apart", "reversi")
    await do(app, "invite")
    await settled(app)
    assert texts(app).count("Asha") > 4
    key = key_of(app, "Asha")
    await do(app, "someone", f"remove {key}")
    await do(app, "someone", f"delete {key}")
    await settled(app)
    assert not any(trace in texts(app) for trace in ("Asha", key, "frog"))
    assert {seat.invitation.inviter.name for seat in app.kept.own_seats.values()} == {""}
    assert app.draft is None or app.draft.name != "Asha"
    assert set(tally.results(app.kept)) == {"a2"}
    assert "Bela" in texts(app)
    assert app.kept.saves["a2"].plan.seats[0].name == ""
    assert not app.kept.broken


async def test_the_name_is_gone_from_studies_too() -> None:
    app = await opened()
    await add(app, "Asha")
    await finished(app, "a1", (SeatPlan(name="Asha"), SeatPlan(name="Zed")))
    await do(app, "study-add")
    await do(app, "study", "new")
    await settled(app)
    (key,) = app.kept.studies
    assert studies.read(app.kept.studies[key]).chapters[0].name == "Asha – Zed"
    await do(app, "study", f"remove {key} 0")
    await do(app, "study", f"undo {key}")
    await do(app, "study-add")
    await do(app, "study", f"put {key}")
    await do(app, "study", f"remove {key} 1")
    person = key_of(app, "Asha")
    await do(app, "someone", f"delete {person}")
    await settled(app)
    await do(app, "study", f"undo {key}")
    await settled(app)
    assert "Asha" not in texts(app)
    (chapter,) = studies.read(store_of(app).texts[saves.STUDY_KEY + key]).chapters
    assert (chapter.name, list(chapter.tree.headers.values())) == ("Zed", ["Zed"])


async def test_a_person_is_deleted_from_games_that_another_page_has_stored() -> None:
    first = await opened()
    await add(first, "Asha")
    second = await opened(store_of(first).of("second"))
    await finished(second, "a1", (SeatPlan(name="Asha"), BOT))
    second.leave()
    await settled(second)
    key = key_of(first, "Asha")
    assert store_of(first).texts[saves.PEOPLE_KEY].count(key) == 3
    await do(first, "someone", f"delete {key}")
    await settled(first)
    assert not any(trace in texts(first) for trace in ("Asha", key))
    assert statistics.read(store_of(first).texts[saves.STATISTICS_KEY]) == {}
    assert first.kept.saves["a1"].plan.seats[0].name == ""


async def test_a_changed_name_does_not_take_moves_from_a_game_that_could_not_be_stored() -> None:
    app = await opened()
    await add(app, "Asha")
    app.begin(Plan("reversi", (SeatPlan(name="Asha"), SeatPlan())))
    table = sitting_at(app)
    table.match.push("d3")
    app.save_game(table)
    await settled(app)
    store_of(app).full = True
    table.match.push("c3")
    app.save_game(table)
    await settled(app)
    await do(app, "someone", f"edit {key_of(app, 'Asha')}")
    await do(app, "someone", "name Usha")
    await do(app, "someone", "save")
    await settled(app)
    save = app.kept.saves[table.about.save]
    assert (save.match.ply, save.plan.seats[0].name) == (2, "Usha")


async def test_a_changed_name_does_not_take_back_a_move_that_is_stored_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = await opened()
    await add(app, "Asha")
    app.begin(Plan("reversi", (SeatPlan(name="Asha"), SeatPlan())))
    table = sitting_at(app)
    table.match.push("d3")
    app.save_game(table)
    await settled(app)
    everything = store_of(app).all

    async def slow() -> Mapping[str, str]:
        texts = await everything()
        table.match.push("c3")
        app.save_game(table)
        await settled(app)
        return texts

    monkeypatch.setattr(store_of(app), "all", slow)
    await do(app, "someone", f"edit {key_of(app, 'Asha')}")
    await do(app, "someone", "name Usha")
    await do(app, "someone", "save")
    await settled(app)
    save = saves.read_save(store_of(app).texts[saves.GAME_KEY + table.about.save], games.find_ruleset)
    assert (save.match.ply, save.plan.seats[0].name) == (2, "Usha")


async def test_parsed_games_are_not_parsed_again_for_a_changed_name(monkeypatch: pytest.MonkeyPatch) -> None:
    app = await opened()
    await add(app, "Asha")
    await finished(app, "a1", (SeatPlan(name="Asha"), BOT))
    app.leave()
    monkeypatch.setattr(saves, "reading", None)
    await do(app, "someone", f"edit {key_of(app, 'Asha')}")
    await do(app, "someone", "name Usha")
    await do(app, "someone", "save")
    await settled(app)
    assert not app.kept.saves.unread
    assert app.kept.saves["a1"].plan.seats[0].name == "Usha"


@pytest.mark.parametrize("text", ["", "{}", '{"chapters":3}', '{"chapters":[3,{"tree":3},{"tree":{"headers":3}}]}'])
def test_a_damaged_study_is_not_renamed(text: str) -> None:
    assert household.renamed_study(text, "Asha", "") is None


async def test_a_changed_name_is_changed_everywhere() -> None:
    app = await opened()
    await add(app, "Asha")
    table = await finished(app, "a1", (SeatPlan(name="Asha"), BOT))
    await do(app, "someone", f"edit {key_of(app, 'Asha')}")
    await do(app, "someone", "name Usha")
    await do(app, "someone", "save")
    await settled(app)
    assert "Asha" not in texts(app)
    assert table.seats.name(0) == "Usha"
    assert app.kept.saves["a1"].plan.seats[0].name == "Usha"


async def test_people_are_in_an_export_and_come_back() -> None:
    app = await opened()
    await add(app, "Asha", "frog")
    await finished(app, "a1", (SeatPlan(name="Asha"), BOT))
    text = exchange.write(app.kept.saves.values(), (), tally.results(app.kept), "", (), app.kept.people)
    other = await opened()
    commands.do(other, "take-in", text)
    await settle(lambda: other.incoming is not None and other.incoming.ready)
    assert other.incoming is not None
    assert other.incoming.newcomers == 1
    assert not pages.frame(other, other.words).errors
    await do(other, "add-games")
    await settled(other)
    assert list(other.faces) == ["Asha"]
    assert set(household.results_of(other.kept)) == {"a1"}


async def test_modules_are_fetched_and_without_them_the_page_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    world = FakeWorld()
    monkeypatch.setattr(parcels, "shipped", lambda: {parcels.PEOPLE: ("people.packed", "0")})
    monkeypatch.setattr(parcels, "_archives", {})
    world.parcels.missing = 5
    world.store.texts[saves.PEOPLE_KEY] = '{"people":[["0000000a","Asha","fox"]]}'
    app = app_in(world)
    await app.start()
    table = await finished(app, "a1", (SeatPlan(name="Asha"), BOT))
    assert app.faces == {}
    assert table.animal(0, app.faces) == ""
    assert not pages.frame(app, app.words).errors
    world.parcels.missing = 0
    await do(app, "household")
    await settle(lambda: app.place.sheet is not None and app.place.sheet.name == "people")
    assert list(app.faces) == ["Asha"]


@pytest.mark.parametrize("text", ["", "x", "{}", '{"plan":3}', '{"plan":{"seats":[3,{"kind":"person","name":4}]}}'])
def test_a_damaged_text_is_not_renamed(text: str) -> None:
    assert household.renamed_game(text, "Asha", "") is None
    assert household.renamed_analysis(f"reversi\n{text}", "Asha", "") is None
