"""Test sounds (requirements SO-01 to SO-11): the sounds of each event, muting, and devices without audio."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from chowk.draw import sounds
from chowk.draw.sounds import SOUNDS
from tests.e2e.conftest import Keeper, Opener, deep, wait_ready
from tests.e2e.looking import press
from tests.e2e.play import (
    begin,
    by_mouse,
    by_touch,
    play,
    state,
    tab_to_board,
    throw,
    tick,
    wait_for_frame,
    wait_for_turn,
    wait_until,
)

MOVING = "?test=1&seed=7&speed=fast"
QUICK = "?test=1&seed=7&speed=off"
PEOPLE = ("0 person", "1 person")

# JavaScript to run before the page starts. It records every audio context, and the start of every audible source.
SPY = """
window.contexts = [];
window.started = [];
const Real = window.AudioContext;
window.AudioContext = class extends Real {
  constructor(...all) { super(...all); window.contexts.push(this); }
};
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (when, ...rest) {
  if (window.contexts.includes(this.context)) {
    window.started.push([when - this.context.currentTime, this.buffer.duration, this.playbackRate.value]);
  }
  return start.call(this, when, ...rest);
};
"""


FROM_NOW = """() => {
  const whole = window.everything ??= window.chowk.heard, before = JSON.parse(whole()).length;
  window.chowk.heard = () => JSON.stringify(JSON.parse(whole()).slice(before));
}"""


def ears(page: Page) -> None:
    """Wait until the page can report its sounds, and make it report only sounds from now on."""
    page.wait_for_function("!!(window.chowk && window.chowk.heard)")
    page.evaluate(FROM_NOW)


def heard(page: Page) -> list[str]:
    """Return the names of the sounds that were played, in order."""
    return [name for name, _ in sounds_played(page)]


def sounds_played(page: Page) -> list[tuple[str, float]]:
    """Return the names of the sounds that were played, in order.

    Each comes with its delay in seconds after the start of the animation that it accompanies.
    """
    return [(name, time) for name, time in json.loads(page.evaluate("window.chowk.heard()"))]


def leave(page: Page) -> None:
    """Go to the home page from a table."""
    page.locator('.table [data-do="home"]').first.click()
    page.locator(".home").wait_for()


# Sounds of each event -------------------------------------------------------------------------------------------------


def test_so_03_a_move_a_capture_dice_and_the_end_are_heard(open_page: Opener, page: Page) -> None:
    page.add_init_script(SPY)
    open_page(MOVING)
    assert page.evaluate("window.contexts.length") == 0, "not before there is a board"
    begin(page, "checkers", *PEOPLE)
    ears(page)
    play(page, by_mouse, ("11", "15"), ("22", "18"), ("15", "22"))
    assert heard(page) == ["slide", "slide", "hop", "capture"] or heard(page) == ["slide", "slide", "capture", "hop"]
    assert all(0 <= time <= 0.3 for _, time in sounds_played(page))
    assert page.evaluate("window.contexts.map(one => one.state)") == ["running"], "one, and it runs"
    page.wait_for_function("window.started.length === 4")
    for wait, length, speed in page.evaluate("window.started"):
        assert wait <= 0.3
        assert 0.96 <= speed <= 1.04
        assert any(length == pytest.approx(sounds.length(sound), abs=0.01) for sound in SOUNDS.values())
    assert len({speed for _, _, speed in page.evaluate("window.started")}) > 1, "repeats are not alike"
    press(page, "menu")
    press(page, "ask-resign")
    press(page, "resign")
    page.wait_for_function("window.chowk.heard().includes('win')")
    press(page, "close")
    leave(page)
    begin(page, "parcheesi", *PEOPLE)
    throw(page, by_mouse)
    assert heard(page)[-1] == "dice"
    assert page.evaluate("window.contexts.length") == 1


def test_so_11_a_refusal_and_where_the_keyboard_is_are_heard(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    begin(page, "reversi", *PEOPLE)
    ears(page)
    by_mouse(page, "a1")
    page.wait_for_function("window.chowk.heard().includes('illegal')")
    expect(page.locator(".refusal")).to_be_visible()
    by_mouse(page, "a1")
    page.wait_for_function("window.chowk.heard().split('illegal').length === 3")
    play(page, by_mouse, ("d3",))
    assert heard(page)[2:] == ["flip"], "where nothing moves, the most telling sound stands for the move"
    page.locator('.top [data-do="settings"]').click()
    page.locator(".group[data-keys] summary").click()
    tick(page, '[data-do="set"][data-arg="earcons"]')
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    wait_for_frame(page)
    tab_to_board(page)
    page.keyboard.press("Home")
    page.wait_for_function("window.chowk.heard().includes('cursor')")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("window.chowk.heard().includes('edge')")
    assert heard(page)[3:] == ["cursor", "edge"]
    press(page, "set", "earcons off")


@pytest.mark.browser_context_args(reduced_motion="reduce")
def test_reduced_motion_leaves_one_sound_a_move(open_page: Opener, page: Page) -> None:
    open_page(MOVING)
    begin(page, "reversi", *PEOPLE)
    ears(page)
    play(page, by_mouse, ("d3",), ("c3",))
    assert sounds_played(page) == [("flip", 0), ("flip", 0)]


def test_so_10_my_turn_is_heard_and_in_the_title_while_the_page_is_out_of_sight(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    page.evaluate("Object.defineProperty(document, 'hidden', {get: () => !!window.away, configurable: true})")
    begin(page, "reversi", "0 person", "1 bot 0")
    ears(page)
    ply = play(page, by_mouse, ("d3",))["ply"]
    assert "turn" not in heard(page), "a page that is looked at shows it"
    page.evaluate("window.away = true")
    by_mouse(page, state(page)["open"][0])
    wait_until(page, f"s.ply > {ply} && s.awaited !== null")
    page.wait_for_function("window.chowk.heard().includes('turn')")
    assert page.title().startswith("Your turn")
    assert Counter(heard(page))["turn"] == 1
    page.evaluate("delete document.hidden; delete window.away")


# Mute -----------------------------------------------------------------------------------------------------------------


def test_so_01_mute_is_one_tap_and_is_remembered(open_page: Opener, page: Page) -> None:
    page.add_init_script(SPY)
    open_page(QUICK)
    begin(page, "reversi", *PEOPLE)
    ears(page)
    play(page, by_mouse, ("d3",))
    assert heard(page) == ["flip"]
    page.get_by_role("button", name="Turn the sound off").click()
    expect(page.get_by_role("button", name="Turn the sound on")).to_be_visible()
    play(page, by_mouse, ("c3",))
    assert heard(page) == ["flip"]
    page.wait_for_function("window.contexts[0].state === 'suspended'")
    page.reload()
    wait_ready(page)
    wait_for_turn(page)
    expect(page.get_by_role("button", name="Turn the sound on")).to_be_visible()
    play(page, by_mouse, ("b3",))
    assert page.evaluate("[window.contexts.length, 'heard' in window.chowk]") == [0, False], "nothing is even read"
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Turn the sound on").click()
    ears(page)
    play(page, by_mouse, (state(page)["open"][0],))
    assert heard(page) == ["flip"]


# Devices that cannot play sounds --------------------------------------------------------------------------------------

# JavaScript that clicks until a game's sounds could be heard. A browser does not take a script's clicks for a person's.
UNTOUCHED = """
const click = one => { const found = document.querySelector(one); if (found) found.click(); return !!found; };
const steps = ['html[data-ready] [data-do="open"][data-arg="reversi"]', '[role="dialog"] [data-do="play"]'];
const go = setInterval(() => {
  if (steps.length) { if (click(steps[0])) steps.shift(); return; }
  if (!window.chowk.heard) return;
  clearInterval(go);
  const seen = window.contexts.map(one => one.state);
  console.log(`untouched: ${navigator.userActivation.hasBeenActive} [${seen}]`);
}, 20);
"""


def test_so_02_there_is_no_context_before_somebody_touches_the_page(open_page: Opener, page: Page) -> None:
    page.add_init_script(SPY + UNTOUCHED)
    with page.expect_console_message(lambda line: line.text.startswith("untouched"), timeout=60_000) as line:
        open_page(QUICK, ready=False)
    assert line.value.text == "untouched: false []"
    page.mouse.click(5, 5)
    page.wait_for_function("window.contexts.length === 1 && window.contexts[0].state === 'running'")
    # A telephone call, for example, suspends the audio context. The next touch resumes it.
    page.evaluate("window.contexts[0].suspend()")
    page.wait_for_function("window.contexts[0].state === 'suspended'")
    page.mouse.click(5, 5)
    page.wait_for_function("window.contexts[0].state === 'running'")
    assert page.evaluate("window.contexts.length") == 1


MISSING = {
    "removed": "delete window.AudioContext; delete window.OfflineAudioContext;",
    "refused": "window.AudioContext = class { constructor() { throw new Error('no audio here'); } };",
}


@pytest.mark.parametrize("how", [next(iter(MISSING)), *deep(*list(MISSING)[1:])])
def test_so_02_without_audio_a_game_goes_on_in_silence(open_page: Opener, page: Page, how: str) -> None:
    page.add_init_script(MISSING[how])
    open_page(QUICK)
    begin(page, "reversi", *PEOPLE)
    ears(page)
    by_mouse(page, "a1")
    assert play(page, by_mouse, ("d3",), ("c3",))["ply"] == 2
    page.get_by_role("button", name="Turn the sound off").click()
    page.get_by_role("button", name="Turn the sound on").click()
    assert play(page, by_mouse, (state(page)["open"][0],))["ply"] == 3


# Recipes --------------------------------------------------------------------------------------------------------------

MEASURE = """async (name) => {
  const buffer = await window.chowk.rendered(name);
  const data = buffer.getChannelData(0);
  let peak = 0, sum = 0, wrong = 0, last = 0;
  data.forEach((level, at) => {
    if (!Number.isFinite(level)) wrong += 1;
    peak = Math.max(peak, Math.abs(level));
    sum += level;
    if (Math.abs(level) > 0.001) last = at;
  });
  return {peak, wrong, mean: sum / data.length, length: buffer.duration, last: last / buffer.sampleRate};
}"""


def test_every_sound_is_what_its_recipe_says(kept_page: Keeper) -> None:
    page = kept_page(QUICK)
    begin(page, "reversi", *PEOPLE)
    ears(page)
    measured: dict[str, dict[str, Any]] = {name: page.evaluate(MEASURE, name) for name in SOUNDS}
    for name, values in measured.items():
        whole = sounds.length(SOUNDS[name])
        assert values["wrong"] == 0, name
        assert 0.05 <= values["peak"] <= 0.6, (name, values)
        assert abs(values["mean"]) < 0.002, (name, values)
        assert values["length"] == pytest.approx(whole, abs=0.001), name
        assert 0.4 * whole <= values["last"] <= whole, (name, values)
    # The eight loudest sounds together, at full volume, stay below the ceiling. A single sound at the usual volume is
    # unchanged.
    loudest = sorted(measured, key=lambda name: -measured[name]["peak"])[:8]
    peak = "async ([names, volume]) => Math.max(...(await window.chowk.mixed(names, volume)).getChannelData(0))"
    assert 0.4 < page.evaluate(peak, [" | ".join(loudest), "loud"]) < sounds.CEILING
    alone = page.evaluate(peak, ["place", "normal"])
    assert alone == pytest.approx(0.5 * measured["place"]["peak"], rel=0.2)
    assert re.fullmatch(r"[\w ]+", "".join(measured))


@pytest.mark.browser_context_args(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
def test_a_device_in_the_hand_is_felt_until_that_is_switched_off(page: Page, open_page: Opener) -> None:
    page.add_init_script("window.felt = []; Navigator.prototype.vibrate = (way) => felt.push([...way].join(' '));")
    open_page(MOVING, page=page)
    begin(page, "reversi", "0 person", "1 person")
    wait_until(page, "chowk.heard")
    by_touch(page, "a1")
    wait_until(page, "felt.length")
    by_touch(page, "d3")
    wait_until(page, "s.ply === 1 && !s.moving && felt.length > 1")
    assert page.evaluate("felt") == ["16 50 16", "12"]
    press(page, "settings")
    page.locator(".group summary", has_text="Sound and announcements").tap()
    page.get_by_role("switch", name="Vibrate at moves and turns").press("Space")
    page.reload()
    wait_ready(page)
    wait_for_turn(page)
    wait_until(page, "chowk.heard")
    by_touch(page, "c3")
    wait_until(page, "s.ply === 2 && !s.moving")
    assert page.evaluate("felt") == []
