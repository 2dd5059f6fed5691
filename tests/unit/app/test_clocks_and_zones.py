"""Test device clocks that are set back or far ahead, and days in different time zones."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.features.sharing import texts
from chowk.session.metadata import day_of
from chowk.storage import saves
from tests.fakes import FakeWorld, world_of
from tests.unit.app.test_app import AGAINST_BOT, begun, opened, tap, waiting

NOON = "2026-11-21T12:00:00+00:00"
ZONES = {
    "UTC0": ("2026-11-21", "2026-11-22"),
    "IST-5:30": ("2026-11-22", "2026-11-22"),
    "PST8": ("2026-11-21", "2026-11-21"),
    "LINT-14": ("2026-11-22", "2026-11-22"),
}
"""The local dates at the instants `BEFORE` and `AFTER`, by time zone.

These instants are one minute before and one minute after midnight UTC.
"""
BEFORE, AFTER = "2026-11-21T23:59:00+00:00", "2026-11-22T00:01:00+00:00"


@pytest.fixture(params=ZONES)
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Set the device's time zone, and yield its name."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    "set_to", ["2020-01-01T00:00:00+00:00", "1970-01-01T00:00:00+00:00", "2999-12-31T23:59:59+00:00"]
)
async def test_a_clock_that_is_set_during_a_game_costs_nothing_and_the_game_is_kept(set_to: str) -> None:
    app, world, table = await begun(AGAINST_BOT)
    world.clock.now = lambda: NOON  # type: ignore[method-assign]
    await tap(app, "d3")
    await waiting(app)
    world.clock.now = lambda: set_to  # type: ignore[method-assign]
    await tap(app, table.open[0])
    await waiting(app)
    world.clock.now = lambda: NOON  # type: ignore[method-assign]
    await tap(app, table.open[0])
    await waiting(app)
    assert table.match.ply == 6
    assert 0 <= table.about.seconds <= 600
    await app.kept.queue.settled()
    again, _ = await opened(FakeWorld(world.store.texts))
    (save,) = again.kept.saves.values()
    assert save.match.ply == 6
    world_of(again).clock.now = lambda: set_to  # type: ignore[method-assign]
    for sheet in ("kept", "statistics"):
        commands.do(again, sheet)
        assert pages.page(again, again.words).text
        commands.do(again, "close")


async def test_a_day_is_the_one_of_the_place(zone: str) -> None:
    assert (day_of(BEFORE), day_of(AFTER)) == ZONES[zone]
    assert day_of("2026-11-21") == "2026-11-21"
    assert day_of("long ago, and far") == "long ago, "
    app, world, table = await begun()
    for moment, day in zip((BEFORE, AFTER), ZONES[zone], strict=True):
        table.about.created = moment
        app.window.printing = True
        assert f"{day[-2:]}\u00a0November\u00a02026" in pages.page(app, app.words).text
        app.window.printing = False
        assert f'[Date "{day.replace("-", ".")}"]' in texts.as_text(table, "")
    await tap(app, "d3")
    await waiting(app)
    (text,) = (text for key, text in world.store.texts.items() if key.startswith(saves.GAME_KEY))
    assert saves.read_save(text, games.find_ruleset).created == AFTER, "what is kept is the same everywhere"
