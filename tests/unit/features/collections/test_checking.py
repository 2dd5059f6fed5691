"""Test the check of a collection: games are reviewed in the background, within a budget and with pauses.

Also test the figures about each player.
"""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from chowk import games
from chowk.app import commands
from chowk.app.app import App
from chowk.core import record
from chowk.engine.protocol import read_request
from chowk.features.collections import check_desk, checking
from chowk.features.collections import commands as of_collections
from chowk.features.collections.archive import Archive, GameRow
from chowk.features.collections.checking import Missed, SeatResult
from chowk.features.collections.collections import Check
from chowk.features.practice import mistake_store
from chowk.games import verdicts
from chowk.games.api import Game, mistake
from chowk.games.reversi import archived
from chowk.games.reversi.rules import NAMES
from chowk.games.verdicts import Judged, Verdicts
from chowk.storage.plan import Plan, SeatPlan, usual_plan
from tests.fakes import FakeArchives, FakeEngine, FakeIncoming, FakeWorld
from tests.synthetic import reversi_moves
from tests.unit.features.collections.test_collection_list import drawn, in_page, settled, state

SHORT = "f5d6c5f4e3f6g5e6e7"
OTHERS = ("f5d6c4d3c3f4f6", "f5f6e6f4e3c5c4", "f5d6c3d3c4f4c5")
HEAD = '[Event "Tour"]\n[Date "2003.12.15"]\n[Black "{black}"]\n[White "{white}"]\n[Result "{result}"]\n\n{moves}\n\n'


def filed(*rows: tuple[str, str, str, str]) -> str:
    return "".join(
        HEAD.format(black=black, white=white, moves=moves, result=result) for black, white, moves, result in rows
    )


FILE = filed(
    ("Asha", "Kishan", SHORT, "13-0"),
    ("Asha", "Li", OTHERS[0], "20-44"),
    ("Kishan", "Asha", OTHERS[1], "40-24"),
    ("Li", "Kishan", SHORT, "13-0"),
)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the opponents that judge moves to shallow searches, and let other tasks run after each search."""
    load, answer = games.load, FakeEngine.ask

    async def ask(engine: FakeEngine, request: str) -> str:
        reply = await answer(engine, request)
        await asyncio.sleep(0)
        return reply

    @cache
    def quick(name: str) -> Game:
        game = load(name)
        if game.scale is None or game.scale.surveyed:
            return game
        return game._replace(scale=game.scale._replace(depth=2, deep=3, glance=1, ending=lambda _: 0))

    monkeypatch.setattr(games, "load", quick)
    monkeypatch.setattr(FakeEngine, "ask", ask)


class Asking:
    """A fake device with a worker that holds the collection of one file. Its methods send requests to the worker."""

    def __init__(self, text: str = FILE) -> None:
        self.archives = FakeArchives()
        self.archives.shelf.laid = FakeIncoming("tour.txt", text.encode())
        self.reload()

    def reload(self) -> None:
        """Start another worker on the same device."""
        shelf = self.archives.shelf
        self.archives = FakeArchives(shelf)

    async def ask(self, do: str, **more: Any) -> dict[str, Any]:
        return dict(json.loads(await self.archives.ask(json.dumps({"do": do, "key": "1", **more}))))

    async def check(self, games: int = 100, seconds: int = 1_000) -> dict[str, Any]:
        answer = await self.ask("check", games=games, seconds=seconds)
        return {name: value for name, value in answer.items() if name != "spent"}

    @property
    def asked(self) -> int:
        return len(self.archives.engine.requests)


def test_games_are_checked_once_within_a_budget_and_kept_for_the_next_worker() -> None:
    async def play() -> None:
        desk = Asking()
        await desk.ask("open")
        assert await desk.check(games=1) == {"count": 1, "left": 2, "rests": False}, "equal games count once"
        asked = desk.asked
        assert (await desk.ask("players"))["checked"] == 2
        desk.reload()
        assert await desk.check(seconds=0) == {"count": 0, "left": 2, "rests": False}
        assert await desk.check() == {"count": 2, "left": 0, "rests": False}
        assert desk.asked
        desk.reload()
        assert await desk.check() == {"count": 0, "left": 0, "rests": False}
        assert (asked > 0, desk.asked) == (True, 0)
        assert [*desk.archives.shelf.parts] == [("1", "check")]
        await desk.ask("delete")
        assert not desk.archives.shelf.parts

    asyncio.run(play())


def test_a_check_that_rests_goes_on_where_it_was() -> None:
    async def play() -> None:
        whole, desk = Asking(), Asking()
        for one in (whole, desk):
            await one.ask("open")
        await whole.check()
        running = asyncio.ensure_future(desk.check())
        while desk.asked < 6:
            await asyncio.sleep(0)
        assert (await desk.ask("checked"))["progress"] == [0, 3]
        await desk.ask("rest")
        assert await running == {"count": 0, "left": 3, "rests": True}
        assert (await desk.ask("checked"))["progress"] is None
        assert await desk.check() == {"count": 3, "left": 0, "rests": False}
        assert 0 < desk.asked - whole.asked < 4, "only the verdict that was cut short is repeated"
        assert desk.archives.shelf.parts == whole.archives.shelf.parts

    asyncio.run(play())


def test_a_check_searches_the_costliest_decisions_again_and_a_review_all_of_them() -> None:
    """In a random game most moves are mistakes. A check searches only the costliest `MISSED` of each player again."""
    squares = reversi_moves(Random(1))[0][:36]

    async def play() -> None:
        desk = Asking(filed(("Asha", "Li", "".join(NAMES[square] for square in squares), "")))
        await desk.ask("open")
        assert await desk.check() == {"count": 1, "left": 0, "rests": False}
        game, match = games.load("reversi"), games.load("reversi").match(1)
        assert game.scale is not None
        for move in archived.decode(match.position, squares):
            match.play(move)
        review, engine = Verdicts(game, match), FakeEngine()
        await review.search(engine, lambda: None)
        deep = game.scale.deep
        assert second_searches(desk.archives.engine, deep) <= 2 * checking.MISSED < second_searches(engine, deep)
        limited = Verdicts(game, match, checking.MISSED)
        await limited.search(FakeEngine(), lambda: None)
        for seat in range(2):
            own = [ply for ply in range(match.ply) if match.position_after(ply).turn == seat]
            again = [ply for ply in own if limited.judged[ply].deep]
            assert len(again) == checking.MISSED
            assert all(limited.judged[ply] == review.judged[ply] for ply in again), "the verdicts are those of a review"
        named = [limited.judged[ply] for ply in range(match.ply) if limited.better(ply)]
        assert named
        assert all(verdict.deep or verdict.settled for verdict in named)

    asyncio.run(play())


def test_the_explorer_answers_with_the_values_that_a_check_found() -> None:
    async def play() -> None:
        desk = Asking()
        await desk.ask("open")
        await desk.ask("index")
        match = games.load("reversi").match(1)
        for move in range(0, len(SHORT), 2):
            match.push(SHORT[move : move + 2])
        write = games.load("reversi").notation.write_position

        async def asked(ply: int) -> dict[str, list[Any]]:
            answer = await desk.ask("played", game="reversi", position=write(match.position_after(ply)))
            return {row[0]: row[5:] for row in answer["moves"]}

        assert [*(await asked(0)).values()] == [[]], "nothing is checked yet"
        await desk.check()
        found = checking.read(desk.archives.shelf.parts["1", "check"])
        missed = [one for seat in next(iter(found.values())) for one in seat.missed]
        assert missed, "nine moves lost all discs"
        for one in missed:
            lead, count = (await asked(one.ply))[match.written()[one.ply]]
            assert count == 1, "equal games count once"
            assert lead == pytest.approx(one.lead - one.cost)
        await desk.ask("forget")
        assert not any((await asked(missed[0].ply)).values())

    asyncio.run(play())


def second_searches(engine: FakeEngine, deep: int) -> int:
    """Return the number of positions that were searched a second time, to the depth `deep`."""
    requests = map(read_request, engine.requests)
    return len({request.position for request in requests if request.unaided and request.depth == deep})


def test_silence_is_told_and_what_was_found_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_desk, "EVERY", 1)

    async def play() -> None:
        desk = Asking()
        await desk.ask("open")
        await desk.check(games=1)
        desk.archives.engine.dead = 2
        answer = await desk.ask("check", games=9, seconds=9)
        assert answer["error"][0] == "The opponent did not respond. What was found before is kept."
        assert (await desk.ask("players"))["checked"] == 2
        await desk.ask("forget")
        assert (await desk.ask("players"))["checked"] == 0
        desk.archives.shelf.full = True
        assert "error" in await desk.ask("check", games=9, seconds=9)

    asyncio.run(play())


def test_what_is_kept_of_a_check_is_read_as_far_as_it_is_whole() -> None:
    missed = Missed(3, "f4", -2.5, 7.25, 6, True, "corner")
    results = {
        "a" * 16: (SeatResult((0.5, 0.0, 0.25), (1.0, 0.5, 2.0), (3, 2, 1, 1), {"corner": 2}, (missed,)),),
        "b": (),
    }
    whole = checking.write(results)
    assert checking.read(whole) == results
    assert checking.read(None) == checking.read(b"x") == checking.read(whole[:-4]) == {}
    random, text = Random(1), zlib.decompress(whole)
    for _ in range(300):
        damaged = bytearray(text)
        for _ in range(random.randrange(1, 4)):
            damaged[random.randrange(len(damaged))] = random.randrange(32, 127)
        for seats in checking.read(zlib.compress(bytes(damaged))).values():
            assert all(len(result.grades) == 4 for result in seats)


def test_the_theme_of_other_mistakes_has_one_name() -> None:
    assert checking.OTHER == mistake.OTHER


# By player ------------------------------------------------------------------------------------------------------------


def test_the_results_of_a_game_are_those_of_its_review() -> None:
    """A check stores the same grades, themes, better moves and accuracy for a game as the game's review gives.

    The winning chances that a player's moves lost are stored as a sum for each third of the game.
    """
    game = games.load("checkers")
    match = game.match(1)
    for move in ("11-15", "22-18", "15x22", "25x18", "8-11", "29-25"):
        match.push(move)
    match.resign(1)
    found = Verdicts(game, match)
    costs = (0.0, 120.0, None, 0.0, 0.0, 400.0)
    best = ("11-15", "23-19", "15x22", "25x18", "8-11", "24-19")
    found.judged = {
        ply: Judged(move, 10.0, 8, cost=cost, deep=True, stake=0.3)
        for ply, (move, cost) in enumerate(zip(best, costs, strict=True))
    }
    first, second = checking.results_of(found)
    assert first.missed == ()
    assert sum(second.grades) == sum(found.grades(1).values())
    assert [(one.ply, one.better) for one in second.missed] == [
        (ply, found.better(ply)) for ply in (5, 1) if found.grade(ply) == "mistake"
    ]
    assert second.missed
    assert sum(second.themes.values()) == sum(map(found.wrong, (1, 3, 5)))
    assert checking.accuracy([second]) == found.accuracy(1)
    assert checking.accuracy([second, second]) == verdicts.accuracy_of(found.losses(1) * 2)
    assert second.losses[2] > second.losses[0] > second.losses[1] == 0


def collection() -> Archive:
    archive = Archive("x")
    rows = [("Asha", "Li", "Tiger", 0), ("Asha", "Li", "Tiger", 2), ("Li", "Asha", "Tiger", 1), ("Asha", "", "Rose", 1),
            ("Li", "Asha", "Rose", 0), ("Asha", "Li", "Cow", 3), ("Asha", "Li", "Cow", 0)]  # fmt: skip
    for number, (black, white, opening, winner) in enumerate(rows):
        codes = bytes((number,))
        archive.add(GameRow("reversi", (black, white), "", "", "", winner, opening, "", 1, codes))
    return archive


def test_openings_go_well_or_badly_by_the_points_of_at_least_two_games() -> None:
    archive = collection()
    own = checking.played_by(archive, range(7), {}, "reversi", "Asha")
    assert [(game.number, game.seat) for game in own] == [(0, 0), (1, 0), (2, 1), (3, 0), (4, 1), (5, 0), (6, 0)]
    well, badly = checking.openings(archive, own)
    assert well == [("Tiger", 3, (1 + 0.5 + 1) / 3)]
    assert badly == [("Rose", 2, 0.0)]
    assert checking.played_by(archive, range(7), {}, "reversi", "Nobody") == []


def test_players_with_the_most_checked_games_come_first() -> None:
    archive = collection()
    good, bad = SeatResult(stakes=(1.0, 1.0, 1.0)), SeatResult((1.0, 0.0, 0.0), (1.0, 1.0, 1.0), (0, 0, 0, 1), {"x": 1})
    results: checking.Results = {checking.digest(archive, 3): (good, bad), checking.digest(archive, 4): (bad, good)}
    rows = checking.players(archive, range(7), results)
    assert rows == [["reversi", "Asha", 7, 2, 100], ["reversi", "Li", 6, 1, 61]]
    report = checking.report(archive, checking.played_by(archive, range(7), results, "reversi", "Li"))
    assert (report["checked"], report["parts"], report["grades"]) == (1, [22, 100, 100], [0, 0, 0, 1])
    assert report["themes"] == [("x", 1)]


# On the page ----------------------------------------------------------------------------------------------------------


def do(app: App, *orders: str) -> None:
    for order in orders:
        commands.do(app, *order.split(" ", 1))


def shown(app: App) -> Check:
    check = state(app).check
    assert check is not None
    return check


async def until(met: Callable[[], bool]) -> None:
    for _ in range(200_000):
        if met():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came to that")


async def listing() -> tuple[App, FakeWorld]:
    """Return an app whose page shows the list of a collection, and its fake browser."""
    app, world = in_page()
    app.change_settings(engine=False)
    of_collections.take(app, FakeIncoming("tour.txt", FILE.encode()))
    await settled(app)
    return app, world


def test_a_collection_is_checked_and_a_players_mistakes_are_practised() -> None:
    async def play() -> None:
        app, world = await listing()
        do(app, "check show")
        await settled(app)
        assert "Games checked: 0 of 4" in drawn(app)
        assert 'data-arg="player reversi Asha"' in drawn(app)
        do(app, "check budget short", "check start")
        await asyncio.sleep(0)
        assert 'data-arg="stop"' in drawn(app)
        await until(lambda: shown(app).job is None)
        await settled(app)
        assert "Games checked: 4 of 4" in drawn(app)
        assert 'data-arg="start"' not in drawn(app)
        do(app, "check player reversi Kishan")
        await settled(app)
        assert "Kishan</h" in drawn(app).replace("\u2069", "")
        assert "The first third" in drawn(app)
        report = shown(app).report
        assert report is not None
        assert (report.games, report.checked) == (3, 3)
        assert report.missed, "nine moves lost all discs"
        do(app, "check practise")
        await settled(app)
        kept = mistake_store.read(app.kept.mistakes["reversi"])
        assert len(kept) == report.missed - 1, "two games have a mistake in common"
        assert {one.source.opponent for one in kept} <= {"Asha", "Li"}
        assert {one.source.day.isoformat() for one in kept} == {"2003-12-15"}
        assert "mistakes were added." in drawn(app) or "mistake was added." in drawn(app)
        do(app, "check practise")
        await settled(app)
        assert "All of them are there already." in drawn(app)
        do(app, "mistake-find reversi")
        assert app.table is not None
        assert app.table.kind == "lesson"
        do(app, "home")
        do(app, "collections", f"archive open {shown(app).key}")
        await settled(app)
        do(app, "check show")
        await settled(app)
        do(app, "check forget")
        await settled(app)
        assert "Games checked: 0 of 4" in drawn(app)
        assert not world.archives.shelf.parts

    asyncio.run(play())


def test_the_check_rests_while_one_plays_and_can_be_stopped() -> None:
    async def play() -> None:
        app, world = await listing()
        do(app, "check show")
        await settled(app)
        do(app, "check start")
        await until(lambda: len(world.archives.engine.requests) > 2)
        app.place.clear()
        app.go_on(*_begun())
        await until(lambda: _rests(app))
        asked = len(world.archives.engine.requests)
        for _ in range(50):
            await asyncio.sleep(0)
        assert len(world.archives.engine.requests) == asked
        do(app, "collections", "archive again", "check show")
        await settled(app)
        assert "The check rests while you play." in drawn(app)
        do(app, "home")
        await until(lambda: len(world.archives.engine.requests) > asked)
        do(app, "collections")
        do(app, f"archive open {shown(app).key}", "check show")
        await settled(app) if not shown(app).job else None
        do(app, "check stop")
        await until(lambda: state(app).checking is None)
        await settled(app)
        assert shown(app).job is None
        assert shown(app).checked < 4
        world.archives.dead = True
        do(app, "check start")
        await settled(app)
        assert "The collections did not respond." in drawn(app)

    asyncio.run(play())


def _begun() -> tuple[Any, Any]:
    plan = usual_plan("checkers")
    return plan, games.load("checkers").match(1)


def _rests(app: App) -> bool:
    check = state(app).check
    return check is not None and check.job is not None and check.job.rests


def test_the_players_own_games_are_checked() -> None:
    async def play() -> None:
        app, world = in_page()
        app.change_settings(engine=False)
        for moves in (SHORT, OTHERS[0]):
            do(app, f"import {moves}")
            app.place.clear()
        match = record.read(f'[Game "reversi"]\n\n{" ".join(SHORT[place:place + 2] for place in range(0, 18, 2))} *',
                            games.find_ruleset)[0]  # fmt: skip
        app.go_on(Plan("reversi", (SeatPlan(), SeatPlan("bot", 2))), match)
        name = app.table.about.save if app.table is not None else ""
        do(app, "home")
        do(app, "collections")
        await settled(app)
        assert 'data-arg="show mine"' in drawn(app)
        do(app, "check show mine")
        await settled(app)
        assert "My games" in drawn(app)
        assert [row.name for row in shown(app).players] == [games.load("reversi").level(2).name.text, "You"]
        do(app, "check start")
        await until(lambda: state(app).checking is None)
        await settled(app)
        assert "Games checked: 1 of 1" in drawn(app)
        do(app, f"check player reversi {games.load('reversi').level(2).name.text}")
        await settled(app)
        do(app, "check practise")
        await settled(app)
        kept = mistake_store.read(app.kept.mistakes["reversi"])
        assert kept
        assert {one.source.game for one in kept} == {name}
        assert [*world.archives.shelf.parts] == [("mine", "check")]

    asyncio.run(play())
