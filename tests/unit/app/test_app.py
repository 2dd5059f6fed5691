"""Test the application in a fake browser: whole games, undo, saving, and failures."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.message import english, say
from chowk.engine.protocol import Reply, read_request
from chowk.i18n.toast import Toast
from chowk.session.table import Table
from chowk.storage import saves
from chowk.storage.plan import Plan, SeatPlan, TakeBack, swapped, usual_plan
from tests.fakes import FakeWorld, app_in
from tools.shared.html import to_html

PEOPLE = (SeatPlan(), SeatPlan())
AGAINST_BOT = (SeatPlan(), SeatPlan("bot", 0))
BOTS = (SeatPlan("bot", 0), SeatPlan("bot", 1))


async def settle(app: App, until: Callable[[], bool]) -> None:
    """Run the event loop until a condition is true. Fail after 20,000 iterations."""
    for _ in range(20_000):
        if until():
            return
        await asyncio.sleep(0)
    raise AssertionError(f"it never came to that: {app.table and app.table.status}")


async def opened(world: FakeWorld | None = None) -> tuple[App, FakeWorld]:
    world = world or FakeWorld()
    app = app_in(world)
    await app.start()
    return app, world


def table_of(app: App) -> Table:
    assert app.table is not None
    return app.table


async def begun(seats: tuple[SeatPlan, ...] = PEOPLE, take_back: TakeBack = "free") -> tuple[App, FakeWorld, Table]:
    app, world = await opened()
    app.begin(Plan("reversi", seats, take_back=take_back))
    table = table_of(app)
    await settle(app, lambda: table.choice.awaited is not None or table.outcome is not None)
    return app, world, table


async def tap(app: App, *spots: str) -> None:
    """Tap spots (places on the board) in order. Before each tap, wait until the table awaits a person."""
    for spot in spots:
        await settle(app, lambda: table_of(app).choice.awaited is not None)
        commands.do(app, "tap", spot)
        await asyncio.sleep(0)


async def waiting(app: App) -> None:
    await settle(app, lambda: table_of(app).choice.awaited is not None)


async def test_two_taps_from_home_start_a_game() -> None:
    app, _ = await opened()
    commands.do(app, "open", "reversi")
    commands.do(app, "play")
    assert app.table is not None
    assert not app.place.sheets


async def test_people_play_a_whole_game_by_taps() -> None:
    app, world, table = await begun()
    while table.outcome is None:
        await settle(app, lambda: table.choice.awaited is not None or table.outcome is not None)
        if table.choice.awaited is not None:
            await tap(app, table.open[0])
    await settle(app, lambda: app.place.sheet is not None)
    assert app.place.sheet == ("result", "")
    assert len(world.stage.performed) == table.match.ply == len(table.log.lines)
    assert world.clock.slept.count(0.35) > 20, "input waits after each hand-over"


async def test_opponents_play_a_whole_game_by_themselves() -> None:
    app, world = await opened()
    app.begin(Plan("reversi", BOTS))
    table = table_of(app)
    await settle(app, lambda: table.outcome is not None)
    assert len(world.engine.requests) >= 50
    assert app.voice.alert is None


async def test_a_refused_tap_says_why_points_at_the_cause_and_names_the_rule() -> None:
    app, _, table = await begun()
    commands.do(app, "tap", "d4")
    assert table.choice.refusal is not None
    assert (table.choice.refusal.reason, table.choice.refusal.cause, table.choice.refusal.rule) == (
        "OCCUPIED",
        ("d4",),
        "R15",
    )
    assert app.voice.alert is not None
    await tap(app, "d3")
    await waiting(app)
    assert app.voice.alert is None, "a move clears it"


@pytest.mark.parametrize(
    ("take_back", "own", "answered"), [("free", True, True), ("rule", True, False), ("never", False, False)]
)
async def test_taking_back_follows_the_set_up(take_back: TakeBack, own: bool, answered: bool) -> None:
    app, world, table = await begun(AGAINST_BOT, take_back)
    world.engine.gate = asyncio.Event()
    await tap(app, "d3")
    await settle(app, lambda: bool(world.engine.requests))
    assert commands.COMMANDS["undo"].when(app) is own
    world.engine.gate.set()
    await waiting(app)
    assert table.match.ply == 2
    assert commands.COMMANDS["undo"].when(app) is answered


async def test_undo_while_the_opponent_thinks_takes_back_the_own_move_and_drops_the_answer() -> None:
    app, world, table = await begun(AGAINST_BOT)
    world.engine.gate = asyncio.Event()
    await tap(app, "d3")
    await settle(app, lambda: bool(world.engine.requests))
    commands.do(app, "undo")
    await waiting(app)
    assert table.match.ply == 0
    assert world.engine.dropped == [1]
    world.engine.gate.set()
    for _ in range(50):
        await asyncio.sleep(0)
    assert table.match.ply == 0, "a late answer plays nothing"


async def test_undo_and_redo_go_from_decision_to_decision_and_show_every_step() -> None:
    app, world, table = await begun(AGAINST_BOT)
    await tap(app, "d3")
    await waiting(app)
    moves, shown = table.match.moves, len(world.stage.performed)
    commands.do(app, "undo")
    await waiting(app)
    assert table.match.ply == 0
    assert len(world.stage.performed) == shown + 2
    assert world.stage.performed[-1][2] == table.game.view.pieces(table.match.position)
    commands.do(app, "redo")
    await waiting(app)
    assert table.match.moves == moves
    assert [line.ply for line in table.log.lines] == [1, 2]


async def test_what_was_chosen_before_the_sheet_was_left_is_there_again_until_a_game_begins() -> None:
    app, _ = await opened()
    app.set_up("reversi")
    usual = app.setup.plan
    commands.do(app, "seat", "1 person")
    commands.do(app, "seat", "1 name Asha")
    chosen = app.setup.plan
    app.close_sheet()
    app.set_up("checkers")
    assert app.setup.plan == usual_plan("checkers")
    app.close_sheet()
    app.set_up("reversi")
    assert (app.setup.plan, app.setup.more) == (chosen, True)
    commands.do(app, "begin", "computer")
    app.leave()
    app.set_up("reversi")
    assert (app.setup.plan, app.setup.more) == (usual, False)


async def test_looking_at_the_past_changes_nothing_and_a_tap_there_plays_nothing() -> None:
    app, _, table = await begun()
    await tap(app, "d3", "c3")
    await waiting(app)
    commands.do(app, "show", "1")
    assert table.position == table.match.position_after(1)
    commands.do(app, "tap", "c4")
    assert table.match.ply == 2
    commands.do(app, "present")
    assert table.position == table.match.position
    commands.do(app, "back")
    commands.do(app, "back")
    commands.do(app, "back")
    assert table.ply == 0
    commands.do(app, "forward")
    assert table.ply == 1


async def test_the_page_may_be_closed_at_every_ply() -> None:
    app, world, table = await begun()
    while table.outcome is None:
        await settle(app, lambda: table.choice.awaited is not None or table.outcome is not None)
        if table.choice.awaited is None:
            break
        await tap(app, table.open[-1])
        await asyncio.sleep(0)
        texts = dict(world.store.texts)
        again, _ = await opened(FakeWorld(texts))
        (save,) = again.kept.saves.values()
        assert save.match.position == table.match.position
        assert save.match.moves == table.match.moves


async def test_a_game_resumes_from_the_home_page() -> None:
    app, world, table = await begun(AGAINST_BOT)
    await tap(app, "d3")
    await waiting(app)
    again, _ = await opened(FakeWorld(world.store.texts))
    (name,) = again.kept.saves
    commands.do(again, "resume", name)
    await waiting(again)
    assert table_of(again).match.position == table.match.position
    assert [line.sentences for line in table_of(again).log.lines] == [line.sentences for line in table.log.lines]


async def test_what_was_taken_back_can_be_played_again_after_a_reload() -> None:
    app, world, table = await begun()
    await tap(app, "d3", "c3")
    await waiting(app)
    commands.do(app, "undo")
    await waiting(app)
    again, _ = await opened(FakeWorld(world.store.texts))
    commands.do(again, "resume", next(iter(again.kept.saves)))
    await waiting(again)
    assert table_of(again).match.undone == table.match.undone
    assert len(table.match.undone) == 1


async def test_a_device_that_keeps_nothing_is_told_of_once_and_the_game_goes_on() -> None:
    app, _ = await opened(FakeWorld(refuses=True))
    assert app.voice.toast is not None
    assert app.voice.toast.alert
    app.voice.toast = None
    app.begin(Plan("reversi", PEOPLE))
    await tap(app, "d3", "c3")
    await waiting(app)
    assert table_of(app).match.ply == 2
    assert app.voice.toast is None


async def test_a_dead_worker_is_asked_again_and_the_game_goes_on() -> None:
    app, world, table = await begun(AGAINST_BOT)
    world.engine.dead = 1
    await tap(app, "d3")
    await waiting(app)
    assert table.match.ply == 2
    assert app.voice.toast is None


async def test_an_opponent_that_cannot_be_reached_is_told_of_and_can_be_tried_again() -> None:
    app, world, table = await begun(AGAINST_BOT)
    world.engine.dead = 2
    await tap(app, "d3")
    await settle(app, lambda: app.voice.toast is not None)
    assert table.match.ply == 1
    commands.do(app, "retry")
    await waiting(app)
    assert table.match.ply == 2
    assert app.voice.toast is None


@pytest.mark.parametrize(("gone", "does"), [(True, "update"), (False, "retry")])
async def test_where_the_host_has_another_version_a_reload_is_offered_and_no_further_try(
    gone: bool, does: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, world, _ = await begun(AGAINST_BOT)
    reloaded: list[int] = []

    async def ask(request: str) -> str:
        return Reply(read_request(request).ticket, error="no kernel", lacking=True, gone=gone).text()

    world.engine.ask = ask  # type: ignore[method-assign]  # as from a worker of the version before
    await tap(app, "d3")
    await settle(app, lambda: app.voice.toast is not None)
    assert app.voice.toast is not None
    assert app.voice.toast.do == does
    assert "Your game is saved." in english(app.voice.toast.text)
    monkeypatch.setattr(world.lifecycle, "reload", lambda: reloaded.append(1))
    commands.do(app, "update")
    assert reloaded == [1]


async def test_a_hint_marks_a_legal_move_and_says_it() -> None:
    app, _, table = await begun()
    app.place.sit(table)
    commands.do(app, "hint")
    await settle(app, lambda: table.choice.hint is not None)
    assert table.choice.hint is not None
    assert table.choice.hint.spots[0] in table.open
    assert table.choice.hint.spots[0] in english(table.choice.hint.text)


async def test_a_rematch_swaps_the_sides() -> None:
    app, _, table = await begun(AGAINST_BOT)
    commands.do(app, "resign")
    assert table.outcome is not None
    assert table.outcome.winner == 1
    commands.do(app, "rematch")
    assert table_of(app).plan.seats == swapped(table.plan).seats == AGAINST_BOT[::-1]
    await waiting(app)
    assert table_of(app).match.ply == 1


async def test_people_may_agree_on_a_draw_and_a_reload_remembers_it() -> None:
    app, world, table = await begun()
    await tap(app, "d3")
    await waiting(app)
    commands.do(app, "agree")
    assert table.outcome is not None
    assert table.outcome.winner is None
    await asyncio.sleep(0)
    again, _ = await opened(FakeWorld(world.store.texts))
    (save,) = again.kept.saves.values()
    assert save.match.outcome() == table.outcome


async def test_no_draw_is_agreed_with_an_opponent_that_cannot_agree() -> None:
    app, _, table = await begun(AGAINST_BOT)
    commands.do(app, "agree")
    assert table.outcome is None


async def test_leaving_stops_the_game_and_nothing_goes_on_behind_the_home_page() -> None:
    app, world, table = await begun(AGAINST_BOT)
    world.engine.gate = asyncio.Event()
    await tap(app, "d3")
    await settle(app, lambda: bool(world.engine.requests))
    commands.do(app, "home")
    world.engine.gate.set()
    for _ in range(50):
        await asyncio.sleep(0)
    assert table.match.ply == 1
    assert app.table is None


async def test_the_thinking_sign_comes_and_goes() -> None:
    app, world, table = await begun(AGAINST_BOT)
    world.engine.gate = asyncio.Event()
    await tap(app, "d3")
    await settle(app, lambda: table.choice.thinking == 1)
    assert "thinking" in english(table.status)
    assert commands.COMMANDS["hurry"].when(app)
    world.engine.gate.set()
    await waiting(app)
    assert table.choice.thinking is None


async def test_the_set_up_is_remembered_per_game() -> None:
    app, world = await opened()
    commands.do(app, "open", "reversi")
    commands.do(app, "seat", "1 bot 1")
    commands.do(app, "seat", "0 name Asha")
    commands.do(app, "sides")
    commands.do(app, "take-back", "rule")
    commands.do(app, "play")
    await settle(app, lambda: "plan.reversi" in world.store.texts)
    again, _ = await opened(FakeWorld(world.store.texts))
    commands.do(again, "open", "reversi")
    assert again.setup.plan == Plan("reversi", (SeatPlan("bot", 1), SeatPlan("person", 0, "Asha")), {}, "rule")


async def test_settings_are_kept_and_a_wrong_one_takes_its_default() -> None:
    app, world = await opened()
    commands.do(app, "set", "theme dark")
    commands.do(app, "set", "targets off")
    commands.do(app, "set", "theme mauve")
    await settle(app, lambda: saves.SETTINGS_KEY in world.store.texts)
    again, _ = await opened(FakeWorld(world.store.texts))
    assert (again.settings.theme, again.settings.targets) == ("dark", False)
    broken = FakeWorld({saves.SETTINGS_KEY: '{"schema": 1, "theme": 5, "speed": "warp", "targets": false}'})
    third, _ = await opened(broken)
    assert (third.settings.theme, third.settings.speed, third.settings.targets) == ("auto", "normal", False)


async def test_a_damaged_save_is_reported_and_left_alone() -> None:
    world = FakeWorld({"game.x": '{"schema": 1}', "game.y": "nonsense", "game.z": '{"schema": 99}'})
    app, _ = await opened(world)
    assert set(app.kept.broken) == {"game.x", "game.y", "game.z"}
    assert "newer" in str(app.kept.broken["game.z"])
    assert set(world.store.texts) == {"game.x", "game.y", "game.z"}


@pytest.mark.parametrize(
    "damage",
    [('"level": 0', '"level": 20'), ('"kind": "person"', '"kind": "cat"'), ('"game": "reversi"', '"game": "go"')],
)
async def test_a_save_of_players_that_cannot_be_is_reported(damage: tuple[str, str]) -> None:
    app, world, _ = await begun()
    await tap(app, "d3")
    await waiting(app)
    texts = {key: text.replace(*damage) for key, text in world.store.texts.items()}
    again, _ = await opened(FakeWorld(texts))
    assert not again.kept.saves
    assert set(again.kept.broken) >= {key for key in texts if key.startswith("game.")}


async def test_a_double_tap_across_a_change_of_turns_plays_once() -> None:
    app, _, table = await begun()
    commands.do(app, "tap", "d3")
    commands.do(app, "tap", "c3")
    await waiting(app)
    assert table.match.ply == 1


async def test_keys_walk_the_board_and_play() -> None:
    app, _, table = await begun()
    table.display.cursor = "a1"
    assert [walked(app, table, key) for key in ("ArrowRight", "ArrowDown", "End", "ArrowRight", "Home", "ArrowUp")] == [
        "b1", "b2", "h2", "h2", "a2", "a1",
    ]  # fmt: skip
    table.display.cursor = "d3"
    assert commands.key(app, "Enter")
    await waiting(app)
    assert table.match.ply == 1
    assert commands.key(app, "u")
    await waiting(app)
    assert table.match.ply == 0
    assert not commands.key(app, "q")


def walked(app: App, table: Table, key: str) -> str:
    assert commands.key(app, key)
    return table.display.cursor


def test_every_ready_game_has_a_usual_plan() -> None:
    for name in games.ready():
        plan = usual_plan(name)
        assert plan.seats[0].kind == "person"
        assert len(plan.seats) == games.sign(name).seats[0]


async def test_arrow_keys_reach_every_cell_of_every_board_and_up_and_down_keep_the_file() -> None:
    app, _ = await opened()
    for name in games.ready():
        app.begin(usual_plan(name))
        table = table_of(app)
        spots = [cell.spot for row in table.view.cells() for cell in row]
        visited, fresh = {spots[0]}, [spots[0]]
        while fresh:
            start = fresh.pop()
            for key in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"):
                table.display.cursor = start
                new = walked(app, table, key)
                if new not in visited:
                    visited.add(new)
                    fresh.append(new)
        assert visited == set(spots)
    app.begin(Plan("checkers", PEOPLE))
    table = table_of(app)
    table.display.cursor = "1"
    assert [walked(app, table, "ArrowDown") for _ in range(4)] == ["5", "9", "13", "17"]
    app.leave()


def offered(app: App) -> str:
    """Return the command of the button in the offer of a newer version, or "" if no such offer is shown."""
    return app.voice.update.do if app.voice.update else ""


async def test_a_newer_version_is_offered_at_home_and_never_at_a_table() -> None:
    app, _, _ = await begun()
    app.offer_update()
    assert not offered(app)
    app.leave()
    assert offered(app) == "update"
    again, _ = await opened()
    again.offer_update()
    assert offered(again) == "update"
    again.voice.toast = Toast(say("Copied."))
    shown = to_html(pages.page(again, again.words))
    assert shown.count('class="toast"') == 2, "no other note replaces it"
    commands.do(again, "dismiss")
    assert offered(again) == "update"
    commands.do(again, "dismiss", "update")
    assert not offered(again)
    again.offer_update()
    again.begin(Plan("reversi", PEOPLE))
    assert not offered(again)


async def test_a_note_does_not_lie_over_the_head_of_a_sheet_that_is_opened_after_it() -> None:
    app, _ = await opened()
    app.offer_update()
    assert 'class="toast"' in to_html(pages.page(app, app.words))
    commands.do(app, "settings")
    assert 'class="toast"' not in to_html(pages.page(app, app.words))
    app.voice.toast = Toast(say("Copied."))
    assert 'class="toast"' in to_html(pages.page(app, app.words)), "what is told of the sheet itself is to be seen"
    commands.do(app, "close")
    app.voice.toast = None
    app.offer_update()
    commands.do(app, "about")
    commands.do(app, "close")
    assert 'class="toast"' in to_html(pages.page(app, app.words)), "it has waited below"
    app.voice.toast = Toast(say("Settings"), "settings", say("Settings"))
    commands.do(app, "settings")
    assert app.voice.toast is None, "it has led there"


async def test_an_opponent_whose_room_dies_at_every_move_of_a_whole_game_plays_it_to_its_end() -> None:
    app, world, table = await begun(AGAINST_BOT)
    count = len(world.engine.requests)
    for _ in range(60):
        await settle(app, lambda: table.choice.awaited is not None or table.outcome is not None)
        if table.outcome is not None:
            break
        world.engine.dead = 1
        await tap(app, table.open[0])
    moves = sum(table.match.position_after(ply).turn == 1 for ply in range(table.match.ply))
    assert table.outcome is not None
    assert len(world.engine.requests) - count > moves + 25, "nearly each was asked twice"
    assert app.voice.toast is None, "nobody was troubled with it"


async def test_a_new_game_that_is_asked_for_as_the_table_is_left_opens_nothing() -> None:
    app, _, _ = await begun()
    commands.do(app, "home")
    commands.do(app, "new")
    assert not app.place.sheets


async def test_a_code_that_is_asked_for_as_the_table_is_left_opens_nothing() -> None:
    app, _, _ = await begun()
    commands.do(app, "share")
    commands.do(app, "home")
    commands.do(app, "code", "share")
    assert not app.place.sheets
    pages.page(app, app.words)


async def test_a_late_tap_on_the_table_before_this_one_means_nothing() -> None:
    app, _, table = await begun()
    for spot in ("patch 32", "space 20", "part 0", "no such place"):
        commands.do(app, "tap", spot)
    assert table.choice.refusal is None
    assert len(table.match.moves) == 0
    await tap(app, "d3")
    await waiting(app)
    assert len(table.match.moves) == 1


@pytest.mark.parametrize(
    ("toast", "comes_back"),
    [
        (Toast(say("Copied.")), False),
        (Toast(say("The opponent did not respond. Your game is saved."), "retry", alert=True), True),
    ],
    ids=["read", "to act on"],
)
async def test_a_notice_that_was_read_is_not_announced_again_after_a_sheet(toast: Toast, comes_back: bool) -> None:
    app, _ = await opened()
    app.voice.toast = toast
    commands.do(app, "settings")
    commands.do(app, "close")
    assert (app.voice.toast is not None) is comes_back
