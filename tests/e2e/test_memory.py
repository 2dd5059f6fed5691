"""Test storage in the browser: several tabs, game files, statistics, a device without space, unsaved moves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import Opener, Other, wait_ready
from tests.e2e.play import begin, by_mouse, play, state, wait_until

QUICK = "?test=1&speed=off"
PEOPLE = ("0 person", "1 person")
SHORTEST = [(spot,) for spot in ("f5", "d6", "c5", "f4", "e3", "f6", "g5", "e6", "e7")]
ELSEWHERE = "This game is open in another tab."
FETCH = """() => new Promise((done, fail) => {
  const opening = indexedDB.open('chowk');
  opening.onerror = () => fail(opening.error);
  opening.onsuccess = () => {
    const texts = opening.result.transaction('texts').objectStore('texts');
    const keys = texts.getAllKeys(), values = texts.getAll();
    values.onsuccess = () => {
      opening.result.close();
      done(Object.fromEntries(keys.result.map((key, at) => [key, values.result[at]])));
    };
  };
})"""

OVERWRITE = """([old, wanted]) => new Promise(done => {
  const opening = indexedDB.open('chowk');
  opening.onsuccess = () => {
    const texts = opening.result.transaction('texts', 'readwrite').objectStore('texts');
    texts.openCursor(IDBKeyRange.bound('game.', 'game/')).onsuccess = event => {
      event.target.result.update(event.target.result.value.replace(old, wanted));
    };
    texts.transaction.oncomplete = () => { opening.result.close(); done(); };
  };
})"""


LEFT = "() => Object.entries(localStorage).flatMap(([key, note]) => (key.startsWith('chowk:left') ? note : [])).join()"
NEVER_WRITTEN = """() => {
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (names, mode) {
    if (mode !== 'readwrite') return begin.call(this, names, mode);
    const store = { get: () => ({}), put: () => ({}), delete: () => ({}), transaction: {} };
    return { objectStore: () => store };
  };
}"""
"""JavaScript that makes the page's store accept writes but never carry them out.

The page then behaves as on a device that is too slow to write before the page is closed.
"""


def kept(page: Page) -> dict[str, Any]:
    """Return all values that the device stores, by key."""
    return {key: json.loads(text) for key, text in page.evaluate(FETCH).items()}


def resume(page: Page) -> None:
    page.locator('[data-do="resume"]').first.click()


def test_pw_25_one_of_two_tabs_plays_and_the_other_looks_on(context: BrowserContext, open_page: Opener) -> None:
    first = open_page(QUICK, page=context.new_page())
    begin(first, "reversi", *PEOPLE)
    play(first, by_mouse, ("f5",))
    second = open_page(QUICK, page=context.new_page())
    resume(second)
    expect(second.locator(".now")).to_contain_text(ELSEWHERE)
    assert state(second)["awaited"] is None
    play(first, by_mouse, ("d6",))
    second.get_by_role("button", name="Play here instead").click()
    newest = wait_until(second, "s.awaited !== null")
    assert newest["moves"] == ["f5", "d6"]
    expect(first.locator(".now")).to_contain_text(ELSEWHERE)
    play(second, by_mouse, ("c5",))
    first.get_by_role("button", name="Play here instead").click()
    assert wait_until(first, "s.awaited !== null")["moves"] == ["f5", "d6", "c5"]
    first.close()
    second.get_by_role("button", name="Play here instead").click()
    assert wait_until(second, "s.awaited !== null")["moves"] == ["f5", "d6", "c5"]


def test_pw_25_a_page_never_writes_over_what_it_has_not_seen(page: Page, open_page: Opener) -> None:
    open_page(QUICK)
    begin(page, "reversi", *PEOPLE)
    play(page, by_mouse, ("f5",))
    page.wait_for_function(f"({FETCH})().then(texts => JSON.stringify(texts).includes('1. f5'))")
    page.evaluate(OVERWRITE, ["1. f5 *", "1. f5 2. f4 *"])
    written = kept(page)
    by_mouse(page, "d6")
    expect(page.locator(".now")).to_contain_text(ELSEWHERE)
    assert kept(page) == written
    page.get_by_role("button", name="Play here instead").click()
    assert wait_until(page, "s.awaited !== null")["moves"] == ["f5", "f4"]


def test_pw_25_without_locks_the_page_plays_on_plainly(page: Page, open_page: Opener) -> None:
    page.add_init_script("Object.defineProperty(Navigator.prototype, 'locks', {value: undefined})")
    open_page(QUICK)
    begin(page, "reversi", *PEOPLE)
    assert play(page, by_mouse, ("f5",))["moves"] == ["f5"]


def test_pw_04_games_go_through_a_file_to_another_device(
    page: Page, open_page: Opener, other_page: Other, tmp_path: Path
) -> None:
    open_page(QUICK)
    for game, move in (("reversi", "f5"), ("checkers", "9")):
        begin(page, game, *PEOPLE)
        play(page, by_mouse, (move,) if game == "reversi" else (move, "13"))
        page.locator('[data-do="home"]').first.click()
    page.get_by_role("button", name="Your games").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save all as a file").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    before = {key: text for key, text in kept(page).items() if key.startswith("game.")}
    assert len(before) == 2

    other = open_page(QUICK, page=other_page())
    other.get_by_role("button", name="Your games").click()
    other.locator('input[data-do="take-in"]').set_input_files(file)
    dialog = other.get_by_role("dialog", name="Games from a file")
    expect(dialog).to_contain_text("2 games are new here.")
    assert not [key for key in kept(other) if key.startswith("game.")]
    dialog.get_by_role("button", name="Add", exact=True).click()
    wait_until(other, "s.saves.length === 2")
    expect(other.locator(".toast")).to_contain_text("2 games were added.")
    other.reload()
    wait_ready(other)
    assert {key: text for key, text in kept(other).items() if key.startswith("game.")} == before


def test_pl_27_a_finished_game_counts_once_whatever_is_done_with_it_later(page: Page, open_page: Opener) -> None:
    open_page(QUICK)
    begin(page, "reversi", *PEOPLE)
    assert play(page, by_mouse, *SHORTEST)["over"]
    (name,) = (key for key in kept(page) if key.startswith("game."))
    page.wait_for_function(f"({FETCH})().then(texts => texts['{name}'].includes('9. e7'))")
    page.reload()
    wait_ready(page)
    page.locator('[data-do="undo"]').click()
    wait_until(page, "!s.over && s.awaited !== null")
    assert play(page, by_mouse, ("e7",))["over"]
    page.locator('[role="dialog"] [data-do="home"]').click()
    page.get_by_role("button", name="Statistics").click()
    tally = page.get_by_role("dialog").locator(".tally")
    expect(tally).to_have_count(1)
    expect(tally).to_contain_text("Among people")
    expect(tally.locator("div", has_text="Played").locator("dd")).to_have_text("1")
    assert len(kept(page)["statistics"]["results"]) == 1


def test_a_move_that_is_not_written_when_the_page_ends_is_there_when_it_comes_back(
    page: Page, open_page: Opener
) -> None:
    open_page(QUICK)
    begin(page, "reversi", *PEOPLE)
    play(page, by_mouse, ("f5",))
    page.wait_for_function(f"({FETCH})().then(texts => JSON.stringify(texts).includes('1. f5'))")
    page.evaluate(NEVER_WRITTEN)
    play(page, by_mouse, ("d6",))
    assert "1. f5 2. d6" not in page.evaluate(f"({FETCH})().then(JSON.stringify)")
    page.reload()
    wait_ready(page)
    assert wait_until(page, "s.awaited !== null")["moves"] == ["f5", "d6"]
    assert "1. f5 2. d6" in page.evaluate(f"({FETCH})().then(JSON.stringify)")
    assert not page.evaluate(LEFT)


def test_a_page_that_is_shown_again_as_it_was_goes_on_and_keeps_what_it_could_not_write(
    page: Page, open_page: Opener
) -> None:
    """A page that the browser keeps in memory continues when it is shown again, and it loses no move."""
    open_page(QUICK)
    begin(page, "reversi", *PEOPLE)
    play(page, by_mouse, ("f5",))
    page.wait_for_function(f"({FETCH})().then(texts => JSON.stringify(texts).includes('1. f5'))")
    page.evaluate("() => void (self.written = IDBDatabase.prototype.transaction)")
    page.evaluate(NEVER_WRITTEN)
    play(page, by_mouse, ("d6",))
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))")
    assert "2. d6" in page.evaluate(LEFT)
    page.evaluate("() => void (IDBDatabase.prototype.transaction = self.written)")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    assert not page.evaluate(LEFT)
    assert state(page)["moves"] == ["f5", "d6"]
    assert play(page, by_mouse, ("c5",))["moves"] == ["f5", "d6", "c5"]


REBUILT = """() => new Promise((done, fail) => {
  const opening = indexedDB.open("chowk", 2);
  opening.onblocked = () => fail(new Error("an older page is in the way"));
  opening.onsuccess = () => { opening.result.close(); done(); };
})"""


def test_a_page_makes_way_for_a_newer_version_that_rebuilds_what_keeps_the_games(page: Page, open_page: Opener) -> None:
    open_page(QUICK)
    begin(page, "reversi", *PEOPLE)
    play(page, by_mouse, ("f5",))
    page.wait_for_function(f"({FETCH})().then(texts => JSON.stringify(texts).includes('1. f5'))")
    page.evaluate(REBUILT)
    assert play(page, by_mouse, ("d6",))["moves"] == ["f5", "d6"], "here the game goes on"
    toast = page.locator(".toast")
    expect(toast).to_contain_text("newer version of Chowk")
    expect(toast.get_by_role("button", name="Reload")).to_be_visible()


def test_a_full_device_says_so_and_the_game_goes_on_and_can_be_saved(page: Page, open_page: Opener) -> None:
    open_page(QUICK)
    begin(page, "reversi", *PEOPLE)
    play(page, by_mouse, ("f5",))
    page.evaluate("""() => {
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (...all) {
        const request = put.apply(this, all), { transaction } = this;
        Object.defineProperty(transaction, 'error', {value: new DOMException('full', 'QuotaExceededError')});
        transaction.abort();
        return request;
      };
    }""")
    assert play(page, by_mouse, ("d6",))["moves"] == ["f5", "d6"]
    toast = page.locator(".toast")
    expect(toast).to_contain_text("The browser has run out of space.")
    with page.expect_download() as download:
        toast.get_by_role("button", name="Save as a file").click()
    assert "2. d6" in Path(download.value.path()).read_text()
