"""Test rolling the dice by shaking the device: recognition and setting."""

from __future__ import annotations

import pytest

from chowk.app import commands, pages
from chowk.session.input.shaking import Shaking, split_gravity
from tests.fakes import FakeWorld, app_in


def shaken(*felt: tuple[float, float]) -> bool:
    """Return True if a shake is recognised in these measurements: times in seconds, with accelerations in m/s²."""
    shaking = Shaking()
    for now, force in felt:
        shaking = shaking.with_reading(now, force)
    return shaking.shaken


def test_three_strong_jolts_soon_after_one_another_are_a_shake() -> None:
    assert shaken((0.0, 15), (0.2, 18), (0.4, 14))
    assert not shaken((0.0, 15), (0.2, 18))
    assert not shaken((0.0, 15), (0.2, 11.9), (0.4, 15)), "one of them was weak"


def test_one_long_jolt_is_one_and_old_ones_are_forgotten() -> None:
    assert not shaken(*((step / 100, 20.0) for step in range(0, 16, 2)))
    assert not shaken((0.0, 15), (0.6, 15), (1.2, 15)), "so walks somebody who carries it"
    assert shaken((0.0, 15), (0.7, 15), (1.0, 15), (1.3, 15))
    assert Shaking((0.0, 0.5)).with_reading(9.0, 1.0) == Shaking()


def test_where_gravity_is_felt_with_all_else_it_is_taken_away() -> None:
    down: tuple[float, ...] = (0.0, 0.0, 9.8)
    shaking = Shaking()
    for step in range(100):  # the device is turned over slowly
        down, felt = split_gravity(down, (0.0, 9.8 * step / 100, 9.8 * (1 - step / 100)))
        shaking = shaking.with_reading(step / 60, max(map(abs, felt)))
    assert shaking == Shaking()
    for now, x in ((2.0, 20.0), (2.2, -20.0), (2.4, 20.0)):
        down, felt = split_gravity(down, (x, 9.8, 0.0))
        shaking = shaking.with_reading(now, max(map(abs, felt)))
    assert shaking.shaken


@pytest.mark.parametrize("shakes", [True, False])
async def test_it_is_set_where_a_device_tells_of_it(shakes: bool) -> None:
    world = FakeWorld()
    world.device.shakes = shakes
    app = app_in(world)
    await app.start()
    assert not app.settings.shake
    commands.do(app, "settings")
    assert ("Shake the device to roll the dice" in pages.page(app, app.words).text) == shakes
    commands.do(app, "set", "shake on")
    assert app.settings.shake
