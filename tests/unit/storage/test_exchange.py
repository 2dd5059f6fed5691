"""Test files of games: games are read back as written, and damaged files change nothing.

Adding a file to the games on a device loses none of them.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core import chance
from chowk.core.errors import TextError
from chowk.core.message import english
from chowk.core.position import CHANCE
from chowk.storage import exchange, saves, statistics
from chowk.storage.exchange import Kind, arrive, compared
from chowk.storage.plan import SeatPlan, usual_plan
from chowk.storage.saves import Save
from tests.fakes import FakeWorld
from tests.unit.app.test_app import begun, opened, table_of, tap, waiting
from tests.unit.storage.test_memory_saves import FIRST_FORM
from tests.unit.storage.test_statistics import of, quiet

NOW = "2026-11-21T12:00:00+00:00"


def played(name: str, plies: int, seed: int = 7, *, number: int = 1) -> Save:
    """Return the save of a game in which people have played `plies` random moves. `number` becomes its identifier."""
    plan = usual_plan(name)._replace(seats=(SeatPlan(name="Asha"), SeatPlan(name="<b>&amp;")))
    match = games.load(name).match(5, 2, **plan.options)
    while match.ply < plies and match.outcome() is None:
        position = match.position
        moves = position.moves()
        match.play(match.roll() if position.turn == CHANCE else moves[chance.below(len(moves), seed, match.ply)])
    return Save(f"{number:016x}", plan, match, NOW, NOW, helped=True, seconds=61)


def shape(save: Save) -> tuple[Any, ...]:
    match = save.match
    return (
        save[:2],
        save[3:],
        match.written(),
        match.position_after(0),
        match.seed,
        match.outcome(),
        tuple(match.undone),
    )


def bundle(*saves_in: Save) -> list[Any]:
    return list(exchange.read(exchange.write(saves_in, (), {}, NOW)).entries)


# Files --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", games.ready())
def test_pw_04_a_game_of_every_kind_comes_back_as_it_was(name: str) -> None:
    for plies in (1, 12, 60):
        save = played(name, plies)
        save.match.undo()
        (entry,) = bundle(save)
        arrival = arrive(entry, {})
        assert arrival.kind == "new"
        assert arrival.save is not None
        assert shape(arrival.save) == shape(save)


def test_a_game_of_the_first_form_is_taken_in() -> None:
    assert arrive(json.loads(FIRST_FORM), {}).kind == "new"
    assert arrive(FIRST_FORM, {}).kind == "new"


def test_results_travel_with_the_games() -> None:
    (result,) = of("1", 3)
    assert exchange.read(exchange.write((), (), {"a": result}, NOW)).results == {"a": result}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        ("1. e4 e5", "not a file of games"),
        ("[" * 100_000, "not a file of games"),
        ("[]", "not a file of games"),
        ('{"schema": 1}', "not a file of games"),
        ('{"chowk": "games", "form": "1"}', "not a file of games"),
        ('{"chowk": "games", "form": 2}', "newer version"),
        ('{"chowk": "games", "form": 1, "games": {}}', "damaged"),
        ('{"chowk": "games", "form": 1, "games": [], "results": {"a": 1}}', "statistics are damaged"),
        (" " * exchange.LONGEST + "{}", "too long: at most 16000000 characters"),
    ],
)
def test_what_is_no_such_file_says_so(text: str, why: str) -> None:
    with pytest.raises(TextError, match=why):
        exchange.read(text)


@pytest.mark.parametrize(
    ("part", "value", "why"),
    [
        ("record", '[Game "reversi"]\n\n1. a1 *', "a1"),
        ("record", 5, "damaged"),
        ("id", "../x", "damaged"),
        ("id", "<script>", "damaged"),
        ("created", "yesterday", "damaged"),
        ("updated", "\u202e", "damaged"),
        ("schema", 99, "newer version"),
        ("seconds", -1, "damaged"),
        ("plan", {"game": "go", "seats": [], "options": {}, "take_back": "free"}, "damaged"),
    ],
)
def test_a_damaged_game_says_so_and_is_none(part: str, value: object, why: str) -> None:
    entry = json.loads(FIRST_FORM) | {part: value}
    arrival = arrive(entry, {})
    assert (arrival.kind, arrival.save) == ("damaged", None)
    assert arrival.why is not None
    assert why in english(arrival.why)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "plan", "record"]), inner),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(json.loads(FIRST_FORM))), JSON)
def test_whatever_stands_in_a_game_is_told_and_never_raised(part: str, value: object) -> None:
    arrival = arrive(json.loads(FIRST_FORM) | {part: value}, {})
    assert (arrival.save is None) == (arrival.kind == "damaged") == (arrival.why is not None)


# Adding to stored games ---------------------------------------------------------------------------------------------


def ended(save: Save) -> Save:
    save.match.resign(0)
    return save


@pytest.mark.parametrize(
    ("ours", "theirs", "kind"),
    [
        (played("reversi", 4), played("reversi", 4), "same"),
        (played("reversi", 4), played("reversi", 6), "further"),
        (played("reversi", 6), played("reversi", 4), "behind"),
        (played("reversi", 6), played("reversi", 6, seed=8), "apart"),
        (played("reversi", 6), played("reversi", 9, seed=8), "apart"),
        (played("reversi", 6), ended(played("reversi", 6)), "further"),
        (ended(played("reversi", 6)), played("reversi", 6), "behind"),
        (ended(played("reversi", 6)), played("reversi", 8), "apart"),
        (played("reversi", 8), ended(played("reversi", 6)), "apart"),
        (played("reversi", 6), played("checkers", 6), "apart"),
    ],
)
def test_pw_04_a_game_is_compared_with_the_one_of_its_name(ours: Save, theirs: Save, kind: Kind) -> None:
    assert compared(ours, theirs) == kind


def test_a_game_that_went_another_way_is_laid_beside_ours_once() -> None:
    ours, theirs = played("reversi", 6), played("reversi", 6, seed=8)
    known = {ours.id: ours}
    arrival = arrive(bundle(theirs)[0], known)
    assert arrival.kind == "apart"
    assert arrival.save is not None
    assert arrival.save.id != ours.id
    known[arrival.save.id] = arrival.save
    assert arrive(bundle(theirs)[0], known).kind == "same"


# In the application -------------------------------------------------------------------------------------------------


async def take_in(app: App, text: str) -> str:
    """Load a file of games, and return the text that the page then shows."""
    commands.do(app, "take-in", text)
    await quiet()
    return pages.page(app, app.words).text


def kept(world: FakeWorld) -> dict[str, str]:
    return {key: text for key, text in world.store.texts.items() if key.startswith(saves.GAME_KEY)}


async def exported(app: App, world: FakeWorld, name: str = "") -> str:
    commands.do(app, "export", name)
    await quiet()
    return world.files.texts.popitem()[1]


async def test_pw_04_saved_wiped_and_added_again_everything_is_as_before() -> None:
    app, world, _ = await begun()
    await tap(app, "d3", "c3")
    await waiting(app)
    commands.do(app, "resign")
    commands.do(app, "home")
    commands.do(app, "open", "kilkenny")
    await quiet()
    text = await exported(app, world)
    fresh, second = await opened()
    summary = await take_in(fresh, text)
    assert "1 game is new here." in summary
    assert "new to the statistics" in summary
    assert not kept(second), "nothing is kept before it is added"
    commands.do(fresh, "add-games")
    await quiet()
    assert kept(second) == kept(world)
    assert statistics.read(second.store.texts["statistics"]) == statistics.read(world.store.texts["statistics"])
    assert fresh.voice.toast is not None
    assert "nothing to add" in await take_in(fresh, text)
    assert not commands.COMMANDS["add-games"].when(fresh)


def test_a_long_file_is_written_without_indentation(monkeypatch: pytest.MonkeyPatch) -> None:
    saves = [played("reversi", 20), played("patchwork", 8, number=2)]
    indented = exchange.write(saves, (), {}, NOW)
    monkeypatch.setattr(exchange, "LONGEST", len(indented) - 1)
    dense = exchange.write(saves, (), {}, NOW)
    assert json.loads(dense) == json.loads(indented)
    assert "\n" in indented
    assert "\n" not in dense
    assert [entry["id"] for entry in exchange.read(dense).entries] == [save.id for save in saves]


def test_no_file_that_was_written_has_more_games_than_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    save, longest = played("reversi", 1), exchange.LONGEST
    monkeypatch.setattr(exchange, "LONGEST", 0)  # long files are not indented
    nobody = save.plan._replace(seats=tuple(seat._replace(name="") for seat in save.plan.seats))
    shortest, empty = exchange.write([save._replace(plan=nobody)], (), {}, NOW), exchange.write((), (), {}, NOW)
    monkeypatch.undo()
    assert (len(shortest) - len(empty)) * exchange.MOST > longest
    with pytest.raises(TextError, match="damaged"):
        exchange.read('{"chowk": "games", "form": 1, "games": [' + "0," * exchange.MOST + "0]}")


async def test_a_file_is_looked_through_only_while_somebody_waits_for_it() -> None:
    app, _ = await opened()
    commands.do(app, "take-in", exchange.write([played("reversi", 4)] * 50, (), {}, NOW))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    commands.do(app, "close")
    await quiet()
    assert app.incoming is not None
    assert len(app.incoming.arrivals) < 5
    assert not commands.COMMANDS["add-games"].when(app)


async def test_one_game_can_be_saved_by_itself_and_holds_no_statistics() -> None:
    app, world, table = await begun()
    await tap(app, "d3")
    await waiting(app)
    contents = exchange.read(await exported(app, world, table.about.save))
    assert (len(contents.entries), contents.results) == (1, {})
    commands.do(app, "export", table.about.save)
    await quiet()
    assert list(world.files.texts) == ["chowk-reversi-2026-11-21.json"]


async def test_texts_that_cannot_be_read_here_are_saved_as_they_are() -> None:
    app, world = await opened(FakeWorld({"game.x": "nonsense", "plan.x": "nonsense"}))
    assert exchange.read(await exported(app, world)).entries == ("nonsense",)
    assert world.store.texts["game.x"] == "nonsense"


async def test_pw_04_the_summary_tells_every_kind_and_cancelling_changes_nothing() -> None:
    app, world = await opened()
    for number, plies in enumerate((4, 6, 6), 1):
        save = played("reversi", plies, number=number)
        app.kept.saves[save.id] = save
    text = exchange.write(
        [
            played("reversi", 6, number=1),
            played("reversi", 4, number=2),
            played("reversi", 6, seed=8, number=3),
            played("reversi", 6, number=3),
            played("checkers", 6, number=4),
        ],
        ["nonsense"],
        {},
        NOW,
    )
    before = dict(app.kept.saves)
    summary = await take_in(app, text)
    for expected in (
        "There are 6 games in this file.",
        "1 game is new here.",
        "1 game has progressed further in the file. It replaces yours.",
        "1 game took a different course in the file. It is added beside yours.",
        "1 game is here already.",
        "1 game has progressed further here. Yours stays as it is.",
        "1 game cannot be read and is left out.",
        "This text is not a saved game.",
    ):
        assert expected in summary
    commands.do(app, "cancel")
    await quiet()
    assert app.kept.saves == before
    assert not kept(world)
    await take_in(app, text)
    commands.do(app, "add-games")
    await quiet()
    assert len(app.kept.saves) == 5
    assert [app.kept.saves[f"{number:016x}"].match.ply for number in (1, 2, 3, 4)] == [6, 6, 6, 6]
    assert app.kept.saves[f"{3:016x}"].match is before[f"{3:016x}"].match, "ours stays where it was"


async def test_a_file_that_is_refused_says_why_and_changes_nothing() -> None:
    app, world = await opened()
    commands.do(app, "kept")
    assert "not a file of games" in await take_in(app, "f5d6")
    assert app.place.sheet == ("kept", "")
    assert not world.store.texts


async def test_the_game_at_the_table_is_left_when_a_file_takes_its_place() -> None:
    app, world, table = await begun()
    await tap(app, "d3")
    await waiting(app)
    fields = json.loads(await exported(app, world))
    fields["games"][0]["record"] = fields["games"][0]["record"].replace("1. d3 *", "1. d3 2. c3 *")
    await take_in(app, json.dumps(fields))
    commands.do(app, "add-games")
    await quiet()
    assert app.table is None
    commands.do(app, "resume", table.about.save)
    await waiting(app)
    assert table_of(app).match.written() == ["d3", "c3"]


async def test_the_game_behind_an_analysis_is_left_too_when_a_file_takes_its_place() -> None:
    app, world, table = await begun()
    await tap(app, "d3")
    await waiting(app)
    fields = json.loads(await exported(app, world))
    fields["games"][0]["record"] = fields["games"][0]["record"].replace("1. d3 *", "1. d3 2. c3 *")
    commands.do(app, "analyse")
    await quiet()
    assert table_of(app).back is table
    await take_in(app, json.dumps(fields))
    commands.do(app, "add-games")
    await quiet()
    assert app.table is None
    assert app.kept.saves[table.about.save].match.written() == ["d3", "c3"]


async def test_the_toast_names_what_was_added() -> None:
    app, _ = await opened()
    study = '{"chowk":"study","form":1,"name":"Openings","chapters":[]}'
    person = '{"people":[["0000000a","Asha","fox"]]}'
    for people, studies, expected in (("", [study], "1 study is new here."), (person, (), "1 person is new here.")):
        await take_in(app, exchange.write((), (), {}, NOW, (), people, studies))
        commands.do(app, "add-games")
        await quiet()
        assert app.voice.toast is not None
        assert app.words(app.voice.toast.text) == expected


async def test_a_file_is_looked_through_without_holding_the_page_up() -> None:
    app, _ = await opened()
    text = exchange.write([played("reversi", 3, number=number) for number in range(1, 9)], (), {}, NOW)
    commands.do(app, "take-in", text)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert "Reading game" in pages.page(app, app.words).text
    assert not commands.COMMANDS["add-games"].when(app)
    await quiet()
    assert commands.COMMANDS["add-games"].when(app)
