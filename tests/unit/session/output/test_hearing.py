"""Test the sounds of events other than the motion of pieces, and the sound settings."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from chowk.app import commands, pages
from chowk.app.app import App
from chowk.draw.sounds import SOUNDS, VOLUMES
from chowk.games import ready
from chowk.session.output import sound_cues
from chowk.session.output.sound_cues import Moment
from chowk.session.table import Table
from chowk.storage import saves
from chowk.storage.plan import Plan, SeatPlan
from chowk.storage.settings import SETTING_VALUES, SWITCHES, Settings
from chowk.ui.nodes import Node
from tests.fakes import FakeWorld, app_in, sitting_at

ROOT = Path(__file__).parents[4]
PEOPLE = (SeatPlan(), SeatPlan())
AGAINST_BOT = (SeatPlan(), SeatPlan("bot", 0))


async def settle(app: App, until: Callable[[], bool]) -> None:
    for _ in range(20_000):
        if until():
            return
        if app.table is not None and app.table.choice.rolling is not None:
            commands.do(app, "roll")
        await asyncio.sleep(0)
    raise AssertionError("it never came to that")


async def at_table(game: str = "reversi", seats: tuple[SeatPlan, ...] = PEOPLE) -> tuple[App, Table]:
    app = app_in(FakeWorld())
    await app.start()
    app.begin(Plan(game, seats))
    table = table_of(app)
    await settle(app, lambda: table.choice.awaited is not None)
    return app, table


def table_of(app: App) -> Table:
    assert app.table is not None
    return app.table


def heard(
    app: App, before: Moment, *, hidden: bool = False, keys: bool = False, settings: Settings | None = None
) -> tuple[str, ...]:
    return sound_cues.sounds_between(before, sound_cues.moment(app), settings or app.settings, hidden=hidden, keys=keys)


# Sounds ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ready())
async def test_a_refused_choice_is_heard_each_time(game: str) -> None:
    app, table = await at_table(game)
    spots = [cell.spot for row in table.view.cells() for cell in row if cell.spot not in table.open]
    refused = 0
    for spot in spots[:40]:
        before = sound_cues.moment(app)
        commands.do(app, "tap", spot)
        assert heard(app, before) == (("illegal",) if app.voice.alert is not None else ())
        again = sound_cues.moment(app)
        commands.do(app, "tap", spot)
        if app.voice.alert is not None:
            assert heard(app, again) == ("illegal",)
            refused += 1
        commands.do(app, "cancel")
        assert heard(app, sound_cues.moment(app)) == ()
    assert refused or not spots


async def test_my_turn_calls_me_where_the_page_is_out_of_sight() -> None:
    app, table = await at_table(seats=AGAINST_BOT)
    commands.do(app, "tap", table.open[0])
    await asyncio.sleep(0)
    await settle(app, lambda: table.choice.awaited is None)
    before = sound_cues.moment(app)
    await settle(app, lambda: table.choice.awaited is not None)
    assert heard(app, before, hidden=True) == ("turn",)
    assert heard(app, before, hidden=False) == (), "a page that is looked at shows it"
    assert heard(app, before, hidden=True, settings=Settings(call=False)) == ()
    assert heard(app, sound_cues.moment(app), hidden=True) == (), "once"
    assert pages.title(app, app.words).startswith("Your turn"), "the title says it too"


async def test_people_among_themselves_are_not_called() -> None:
    app, table = await at_table()
    assert not sound_cues.moment(app).may_act
    assert heard(app, sound_cues.moment(app), hidden=True) == ()
    assert table.seats.people == 2


@pytest.mark.parametrize(
    ("seats", "resigns", "sound"),
    [(PEOPLE, 0, "win"), (AGAINST_BOT, 0, "loss"), (AGAINST_BOT, 1, "win"), (AGAINST_BOT[::-1], 0, "win")],
)
async def test_so_03_the_end_is_heard_as_it_is_for_who_plays(
    seats: tuple[SeatPlan, ...], resigns: int, sound: str
) -> None:
    app, table = await at_table(seats=seats)
    before = sound_cues.moment(app)
    table.match.resign(resigns)
    table.display.moving = True
    assert heard(app, before) == (), "not before the last move has been seen"
    table.display.moving = False
    assert heard(app, before) == (sound,)
    assert heard(app, sound_cues.moment(app)) == ()


async def test_a_draw_is_neither() -> None:
    app, table = await at_table(seats=PEOPLE)
    before = sound_cues.moment(app)
    table.match.agree()
    assert heard(app, before) == ("draw",)


async def test_sitting_down_or_getting_up_is_silent() -> None:
    app, table = await at_table()
    home = Moment()
    table.match.resign(0)
    assert heard(app, home) == (), "a game that was over already"
    before = sound_cues.moment(app)
    app.leave()
    assert heard(app, before) == ()


async def test_so_11_the_keyboard_is_heard_by_those_who_ask_for_it() -> None:
    app, table = await at_table()
    app.kept.settings = Settings(earcons=True)
    opened = table.open[0]
    sitting_at(app).display.cursor = "a1"
    before = sound_cues.moment(app)
    sitting_at(app).display.cursor = "a2"
    assert heard(app, before, keys=True) == ("cursor",)
    sitting_at(app).display.cursor = opened
    assert heard(app, before, keys=True) == ("free",), "here something can be done"
    assert heard(app, before, keys=False) == (), "a mouse is seen"
    assert heard(app, before, keys=True, settings=Settings()) == ()
    now = sound_cues.moment(app)
    assert sound_cues.sounds_between(now, now, app.settings, hidden=False, keys=True, arrow=True) == ("edge",), (
        "no way on"
    )


async def test_so_11_what_is_taken_up_is_heard() -> None:
    app, table = await at_table("checkers")
    app.kept.settings = Settings(earcons=True)
    sitting_at(app).display.cursor = table.open[0]
    before = sound_cues.moment(app)
    commands.do(app, "tap", table.open[0])
    assert heard(app, before, keys=True) == ("pick",)


async def test_everything_that_can_be_heard_has_a_recipe() -> None:
    assert {"illegal", "turn", "win", "loss", "draw", "cursor", "free", "edge", "pick"} <= set(SOUNDS)


# Settings -------------------------------------------------------------------------------------------------------------


async def test_so_01_one_tap_at_the_table_mutes_and_the_device_remembers() -> None:
    world = FakeWorld()
    app = app_in(world)
    await app.start()
    app.begin(Plan("reversi", PEOPLE))
    assert labels(app) == ["Turn the sound off"]
    commands.do(app, "mute")
    assert labels(app) == ["Turn the sound on"]
    await settle(app, lambda: saves.SETTINGS_KEY in world.store.texts)
    again = app_in(FakeWorld(world.store.texts))
    await again.start()
    assert again.settings == Settings(sound=False)
    assert commands.key(again, "a"), "by a key as well"
    assert again.settings == Settings(sound=True)
    app.pause()


def labels(app: App) -> list[str]:
    page = pages.page(app, app.words)
    return [str(node.attrs["aria-label"]) for node in page.walk() if node.attrs.get("data-do") == "mute"]


async def test_settings_from_before_there_was_sound_are_still_read() -> None:
    old = {"schema": 1, "language": "te", "theme": "dark", "targets": False, "speed": "fast"}
    read = saves.read_settings(json.dumps(old))
    assert (read.language, read.theme, read.targets, read.speed) == ("te", "dark", False, "fast")
    assert (read.sound, read.volume, read.call, read.earcons) == (True, "normal", True, False)
    wrong = saves.read_settings(json.dumps({**old, "volume": "deafening", "sound": "yes", "call": 1}))
    assert wrong == read
    chosen = Settings(sound=False, volume="quiet", call=False, earcons=True)
    assert saves.read_settings(saves.write_settings(chosen)) == chosen


async def test_so_10_volume_and_switches_are_on_the_sheet_while_there_is_sound() -> None:
    app = app_in(FakeWorld())
    await app.start()
    commands.do(app, "settings")
    assert set(offered(app)) == {"sound", "call", "earcons", *(f"volume {value}" for value in SETTING_VALUES["volume"])}
    for name in SETTING_VALUES["volume"]:
        commands.do(app, "set", f"volume {name}")
        assert app.settings.volume == name
    for name in ("call", "earcons"):
        for value in (False, True):
            commands.do(app, "set", f"{name} {'on' if value else 'off'}")
            assert getattr(app.settings, name) is value
            assert ("checked" in offered(app)[name].attrs) is value
    commands.do(app, "set", "sound off")
    assert set(offered(app)) == {"sound"}
    assert set(VOLUMES) == set(SETTING_VALUES["volume"])
    assert VOLUMES["quiet"] < VOLUMES["normal"] == 0.5 < VOLUMES["loud"] <= 1
    assert {"sound", "call", "earcons", "targets"} <= set(SWITCHES)


def offered(app: App) -> dict[str, Node]:
    page = pages.page(app, app.words)
    names = {"sound", "call", "earcons", "volume"}
    controls = {str(node.attrs.get("data-arg")): node for node in page.walk() if node.attrs.get("data-do") == "set"}
    return {arg: node for arg, node in controls.items() if arg.split()[0] in names}


def test_nothing_of_sound_is_imported_before_a_board_is_drawn() -> None:
    code = (
        "import sys; from chowk.app import warmup; list(warmup.steps(['en']));"
        "wrong = {'chowk.draw.sounds', 'chowk.session.output.sound_cues', 'chowk.browser.audio.player'};"
        "wrong &= set(sys.modules);"
        "assert not wrong, wrong"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT / "py", check=True)
