"""Test a player's main actions in Firefox and WebKitGTK: playing, returning, and being offline.

Chromium runs all other tests. These tests cover the differences between engines. `python3 -m tests -m engines` runs
them, and installs the engines on Debian. The tests run in the order in which a visitor does these things. Each begins
at the home page.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any, Final

import pytest

from chowk import games
from tests.engines.conftest import Host
from tests.engines.driving import Engine, EngineError, firefox

pytestmark = [pytest.mark.engines]
START: Final = "?test=1&seed=7&speed=off"
GAME_S: Final = 280.0
PRESSED: Final = """
const press = (name, arg = '') => {
  const button = document.createElement('button');
  Object.assign(button.dataset, { do: name, arg });
  document.body.append(button);
  button.click();
  button.remove();
};
"""
"""JavaScript that defines the function `press(name, arg)`, which runs a command of the app.

It adds a button for the command to the page, clicks the button, and removes it.
"""
PLAYED: Final = """
const [seconds] = values;
const ends = performance.now() + seconds * 1000;
const click = one => one.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, view: window }));
const on = spot => document.querySelector(`[role=grid] [data-spot="${spot}"]`);
for (;;) {
  if (performance.now() > ends) throw new Error('the game does not end: ' + window.chowk.state());
  await new Promise(done => setTimeout(done, 12));
  const s = JSON.parse(window.chowk.state());
  if (s.over) return s;
  if (s.moving || (s.awaited === null && s.rolling === null)) continue;
  if (s.rolling !== null) { press('roll'); continue; }
  const dialog = document.querySelector('[role=alertdialog] .primary, .question .primary');
  if (dialog) { click(dialog); continue; }
  if (s.open.includes('tick')) { press('confirm'); await new Promise(done => setTimeout(done, 30)); continue; }
  const choice = s.open.find(one => document.querySelector(`.offer[data-arg="${one}"]`));
  if (choice !== undefined) {
    if (!s.held.length) click(document.querySelector(`.offer[data-arg="${choice}"]`));
    const cell = JSON.parse(window.chowk.state()).open.map(on).find(one => one);
    if (cell) click(cell);
    press('confirm');
  } else {
    const spot = s.open[s.ply % s.open.length];
    if (on(spot)) click(on(spot));
    else press('tap', spot);
  }
  for (let wait = 0; wait < 40 && JSON.parse(window.chowk.state()).ply === s.ply; wait++) {
    await new Promise(done => setTimeout(done, 5));
  }
}
"""
"""JavaScript that plays a person's moves until the game is over, and returns the final state.

It causes the same events as a screen reader.
"""

EMPTIED: Final = """
const done = request => new Promise((well, badly) => {
  [request.onsuccess, request.oncomplete, request.onerror] = [() => well(request.result), well, badly];
});
for (const { name } of await indexedDB.databases()) {
  const database = await done(indexedDB.open(name)), stores = [...database.objectStoreNames];
  const change = database.transaction(stores, 'readwrite');
  for (const store of stores) change.objectStore(store).clear();
  await done(change);
  database.close();
}
"""
"""JavaScript that deletes all data that the page stores."""


def state(engine: Engine) -> dict[str, Any]:
    """Return the state of the app, as the page reports it to tests."""
    page_state: dict[str, Any] = json.loads(engine.ask("return window.chowk.state()"))
    return page_state


def press(engine: Engine, name: str, arg: str = "") -> None:
    """Run a command of the app, then wait for two frames, or for half a second if no frame is drawn."""
    engine.ask(
        PRESSED
        + """press(...values);
        const frame = done => requestAnimationFrame(() => requestAnimationFrame(done));
        await new Promise(done => { setTimeout(done, 500); frame(done); })""",
        name,
        arg,
    )


def arrive(engine: Engine, address: str) -> None:
    """Open the page at an address and wait until Python has started in it."""
    engine.go("about:blank")  # without this, an address that differs only in its fragment would not load the page again
    engine.go(address)
    engine.until("document.documentElement.dataset.ready", seconds=240)


def until(engine: Engine, condition: str) -> dict[str, Any]:
    """Wait until a JavaScript condition is true, and return the page's state. In the condition, `s` is the state."""
    engine.until(f"(s => {condition})(JSON.parse(window.chowk.state()))")
    return state(engine)


def begin(engine: Engine, game: str, *seats: str) -> None:
    """Go to the home page, choose who plays on the seats of a game, and start it.

    Each of `seats` is a seat and its player, such as "0 person" or "1 bot 0".
    """
    for name in ("close", "cancel", "home"):
        press(engine, name)
    press(engine, "open", game)
    for seat in seats:
        press(engine, "seat", seat)
    press(engine, "play")
    until(engine, "s.screen === 'table' && !s.moving && (s.awaited !== null || s.rolling !== null)")


def middle(engine: Engine, spot: str) -> list[float]:
    """Return the centre of a spot on the board, in CSS pixels of the window."""
    centre: list[float] = engine.ask(
        """const box = document.querySelector(`[role=grid] [data-spot="${values[0]}"]`).getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2]""",
        spot,
    )
    return centre


def test_it_starts_and_keeps_what_it_needs(engine: Engine, host: Host) -> None:
    arrive(engine, host.address + START)
    assert engine.ask("return document.querySelectorAll('[data-do=open]').length") >= len(games.ready())
    engine.until("navigator.serviceWorker.controller !== null")


@pytest.mark.parametrize("game", games.ready())
def test_a_whole_game_against_an_opponent(engine: Engine, game: str) -> None:
    begin(engine, game, "0 person", "1 bot 0")
    end = json.loads(json.dumps(engine.ask(PRESSED + PLAYED, GAME_S)))
    assert end["over"]
    engine.until("document.querySelector('.result[role=dialog]') !== null")


def test_by_mouse_and_by_keyboard_and_after_a_reload_the_same(engine: Engine, host: Host) -> None:
    begin(engine, "reversi", "0 person", "1 person")
    engine.point(*middle(engine, "f5"))
    until(engine, "s.ply === 1 && s.open.length")
    engine.ask("document.querySelector('[role=grid] [data-spot=d6]').focus()")
    engine.ask("await new Promise(done => setTimeout(done, 400))")  # longer than the time of a double click
    engine.press("Enter")
    until(engine, "s.ply === 2 && s.open.length")
    engine.press("ArrowLeft", "ArrowUp", "Enter")
    before = until(engine, "s.ply === 3")
    assert before["moves"] == ["f5", "d6", "c5"]
    arrive(engine, host.address + START)
    press(engine, "resume", engine.ask("return document.querySelector('[data-do=resume]').dataset.arg"))
    after = until(engine, "s.screen === 'table' && s.awaited !== null")
    assert (after["moves"], after["position"]) == (before["moves"], before["position"])


def test_a_game_goes_through_a_link_and_a_file(engine: Engine, host: Host) -> None:
    begin(engine, "reversi", "0 person", "1 person")
    for number, move in enumerate(("d3", "c3", "c4"), 1):
        engine.ask("await new Promise(done => setTimeout(done, 400))")
        engine.point(*middle(engine, move))
        until(engine, f"s.ply === {number} && s.open.length")
    press(engine, "share")
    link = engine.until("document.querySelector('.share input, .share textarea')?.value")
    assert "#g=2." in link
    press(engine, "close")
    press(engine, "home")
    count = len(state(engine)["saves"])
    file = engine.ask(
        """const told = new Promise((done, failed) => {
          setTimeout(failed, 20_000);
          URL.createObjectURL = file => { file.text().then(done); return '#'; };
        });
        """
        + PRESSED
        + "press('export'); return await told"
    )
    assert "d3" in file
    arrive(engine, link.replace(link.partition("#")[0], host.address + START))
    assert until(engine, "s.screen === 'table'")["moves"] == ["d3", "c3", "c4"]
    arrive(engine, host.address + START)
    engine.ask(EMPTIED)
    arrive(engine, host.address + START)
    assert state(engine)["saves"] == []
    press(engine, "kept")
    engine.until("document.querySelector('input[data-do=take-in]') !== null")
    engine.ask(
        """const input = document.querySelector('input[data-do="take-in"]'), moved = new DataTransfer();
        moved.items.add(new File([values[0]], 'games.json', { type: 'application/json' }));
        input.files = moved.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));""",
        file,
    )
    engine.until("[...document.querySelectorAll('[role=dialog] button.primary')].length")
    engine.ask("await new Promise(done => setTimeout(done, 500))")
    engine.ask("[...document.querySelectorAll('[role=dialog] button.primary')].at(-1).click()")
    until(engine, f"s.saves.length === {count}")


CODE: Final = "document.querySelector('.live textarea[readonly]')?.value"
COMPANY: Final = "document.querySelector('.now [data-do=live]')?.textContent.includes(values[0])"


def test_it_plays_live_with_another_browser(engine: Engine, host: Host, tmp_path: Path) -> None:
    if not engine.ask("return 'RTCPeerConnection' in window"):
        pytest.skip(f"{engine.name} connects to nobody")
    arrive(engine, host.address + START)
    for name, arg in (("close", ""), ("apart", "reversi"), ("apart-set", "name Asha"), ("invite", "")):
        press(engine, name, arg)
    press(engine, "live", engine.ask("return document.querySelector('.share [data-do=live]').dataset.arg"))
    with firefox(tmp_path) as other:
        arrive(other, engine.until(CODE))
        other.until("document.querySelector('.primary[data-do=join]') !== null")  # the link is decoded
        press(other, "apart-set", "name Bela")
        press(other, "join")
        answer = other.until(CODE)
        begun = time.perf_counter()
        press(engine, "live-answer", answer)
        for player, name in ((engine, "Bela"), (other, "Asha")):
            until(player, "s.screen === 'table'")
            player.until(COMPANY, f"{name} is here")
        print(f"{engine.name} with {other.name}: open after {time.perf_counter() - begun:.2f} s")
        for _ in range(4):
            due = next(player for player in (engine, other) if state(player)["awaited"] is not None)
            press(due, "tap", state(due)["open"][0])
            ply = state(due)["ply"]
            for player in (engine, other):
                until(player, f"s.ply === {ply} && !s.moving")
        assert state(engine)["moves"] == state(other)["moves"]
        moves = state(engine)["moves"]
        arrive(other, host.address + START)  # a new visit, which ends the connection
        engine.until("document.querySelector('.toast')?.textContent.includes('Your game is here')")
        press(other, "resume", other.ask("return document.querySelector('[data-do=resume]').dataset.arg"))
        assert until(other, "s.screen === 'table'")["moves"] == moves == state(engine)["moves"]
    press(engine, "home")


def test_in_another_language(engine: Engine, host: Host) -> None:
    press(engine, "close")
    press(engine, "home")
    press(engine, "set", "language pa")
    engine.until("document.documentElement.lang === 'pa' && document.body.innerText.includes('ਰਿਵਰਸੀ')")
    press(engine, "set", "language en")
    engine.until("document.documentElement.lang === 'en'")


def test_without_a_network_it_starts_and_plays(engine: Engine, host: Host) -> None:
    engine.until("navigator.serviceWorker.controller !== null")
    engine.until("window.chowk && caches.keys().then(all => all.length > 0)")
    host.end()
    try:
        with pytest.raises(EngineError):
            engine.ask("await fetch(values[0], { cache: 'no-store' })", host.address + "nothing-of-the-kind")
        arrive(engine, host.address + START)
        begin(engine, "reversi", "0 person", "1 bot 0")
        engine.point(*middle(engine, state(engine)["open"][0]))
        until(engine, "s.ply === 2")
    finally:
        host.begin()
