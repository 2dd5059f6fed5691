"""Test sharing: links, hostile links, pictures, printing, the clipboard, and dropped files."""

from __future__ import annotations

import json
import re
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect

from chowk.games.reversi import wthor
from tests.e2e.conftest import Keeper, Opener, wait_ready
from tests.e2e.looking import measured, press, settle, violations
from tests.e2e.play import begin, by_mouse, play, state, wait_until
from tests.unit.games.reversi.random_games import random_game

START = "?test=1&seed=7&speed=off"
COPYING = {"permissions": ["clipboard-read", "clipboard-write"]}


def to_share(page: Page) -> None:
    page.locator('.actions [data-do="menu"]').click()
    settle(page)  # a press before the sheet is seen does nothing
    page.locator('[role="dialog"] [data-do="share"]').click()
    expect(page.get_by_role("dialog", name="Share")).to_be_visible()


def a_game(page: Page) -> dict[str, Any]:
    """Play the first three moves of a game of Reversi between two people, and return the page's state."""
    begin(page, "reversi", "1 person")
    play(page, by_mouse, ("d3",), ("c3",), ("c4",))
    return state(page)


@pytest.mark.browser_context_args(**COPYING)
def test_a_link_copied_in_the_middle_of_a_game_opens_the_same_position_and_keeps_both_games(
    open_page: Opener, page: Page
) -> None:
    mine = a_game(open_page(START))
    to_share(page)
    page.locator('[data-do="copy-link"]').click()
    expect(page.locator(".toast")).to_contain_text("Copied.")
    link = str(page.evaluate("navigator.clipboard.readText()"))
    assert "#g=2." in link
    assert len(link.partition("#")[2]) < 40

    other = page.context.new_page()
    other.goto(link)
    wait_ready(other)
    theirs = wait_until(other, "s.screen === 'table'")
    assert (theirs["position"], theirs["moves"]) == (mine["position"], mine["moves"])
    assert theirs["awaited"] is None
    before = theirs["saves"]
    other.locator('[data-do="back"]:visible').first.click()
    wait_until(other, "s.shown === 2")
    other.locator('[data-do="play-on"]').click()
    other.locator('[role="dialog"] [data-do="play"]').click()
    own = wait_until(other, "s.awaited !== null")
    assert own["moves"] == mine["moves"][:2]
    assert len(own["saves"]) == len(before) + 1
    assert "#" not in other.url, "loading it anew goes on with one's own game"
    assert state(page)["moves"] == mine["moves"]


def test_a_link_that_comes_during_a_game_leaves_it_where_it_was(kept_page: Keeper) -> None:
    page = kept_page(START)
    mine = a_game(page)
    page.evaluate("() => { location.hash = '#g=1.Ez1JCm1j6N2KDWJNtRY'; }")
    shown = wait_until(page, "s.game === 'checkers'")
    assert shown["saves"] == mine["saves"]
    page.locator('[data-do="home"]').first.click()
    page.locator('[data-do="resume"]').first.click()
    back = wait_until(page, "s.game === 'reversi' && s.awaited !== null")
    assert back["moves"] == mine["moves"]


HOSTILE = {
    "g=1." + "A" * 5000: "This link is too long",
    "lang=en&g=7.abc": "newer version",
    "g=1.<img src=x>": "This link is damaged",
}


def test_a_hostile_link_shows_a_sentence_and_nothing_else(open_page: Opener, page: Page) -> None:
    open_page(START + "#g=1.Ez1JCm1j6N2KDWJNtRA")
    expect(page.locator(".toast")).to_contain_text("This link is damaged")
    note, title = page.locator(".toast").bounding_box(), page.locator("h1").bounding_box()
    assert note is not None
    assert title is not None
    assert note["y"] > title["y"] + title["height"], "the note covers no title"
    for fragment, words in HOSTILE.items():
        page.evaluate("(fragment) => { location.hash = fragment; }", fragment)
        expect(page.locator(".toast")).to_contain_text(words)
        assert state(page)["screen"] == "home"
        assert page.evaluate("location.hash") in ("", "#lang=en"), "loading it anew does not meet it again"


def rows(data: bytes) -> tuple[int, int, set[bytes]]:
    """Return the width and height of a PNG picture, and the different colours in the row of pixels at half its height.

    A colour is its bytes: red, green, blue and, if the picture has it, alpha.
    """
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
    offset, packed = 8, b""
    while offset < len(data):
        length, name = struct.unpack(">I4s", data[offset : offset + 8])
        packed += data[offset + 8 : offset + 8 + length] if name == b"IDAT" else b""
        offset += length + 12
    assert depth == 8
    pixel = {2: 3, 6: 4}[kind]
    lines, size = zlib.decompress(packed), 1 + width * pixel
    line = lines[size * (height // 2) : size * (height // 2 + 1)]
    return width, height, {line[1 + start : 1 + start + pixel] for start in range(0, width * pixel, pixel)}


def test_the_picture_is_a_png_of_its_size_with_something_on_it(kept_page: Keeper, tmp_path: Path) -> None:
    page = kept_page(START)
    a_game(page)
    to_share(page)
    with page.expect_download() as saved:
        page.locator("[data-do=save-picture]").press("Enter")
    assert re.fullmatch(r"chowk-reversi-\d{4}-\d\d-\d\d-3\.png", saved.value.suggested_filename)
    saved.value.save_as(tmp_path / "picture.png")
    width, height, colours = rows((tmp_path / "picture.png").read_bytes())
    assert (width, height) == (1200, 1559)
    assert len(colours) > 50


def test_what_the_device_can_send_is_sent_through_it(kept_page: Keeper) -> None:
    page = kept_page(START)
    page.evaluate(
        "navigator.canShare = () => true;"
        "navigator.share = async (what) => { const file = what.files?.[0];"
        " (window.sent ??= []).push({...what, files: file ? [file.name, file.type, file.size] : []}); }; 0"
    )
    a_game(page)
    to_share(page)
    page.locator('[data-do="send"]').press("Enter")
    page.locator('[data-do="send-picture"]').press("Enter")
    page.wait_for_function("() => (window.sent ?? []).length === 2")
    words, picture = json.loads(page.evaluate("JSON.stringify(window.sent)"))
    assert words["title"] == "Reversi on Chowk"
    assert words["text"].splitlines()[1] == "⚫ Black: 5"
    assert "#g=2." in words["url"]
    name, kind, size = picture["files"]
    assert (name[-6:], kind) == ("-3.png", "image/png")
    assert size > 100_000
    page.evaluate("delete navigator.canShare; delete navigator.share;")


def test_a_clipboard_that_refuses_leaves_the_text_marked(kept_page: Keeper) -> None:
    page = kept_page(START)
    page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError')); 0")
    a_game(page)
    to_share(page)
    page.locator('[data-do="copy-link"]').click()
    expect(page.locator(".toast")).to_contain_text("The text is selected")
    marked = page.evaluate(
        "(() => { const at = document.activeElement; return at.value.slice(at.selectionStart, at.selectionEnd); })()"
    )
    assert "#g=2." in marked
    page.evaluate("delete navigator.clipboard.writeText")


def test_a_clipboard_that_refuses_late_takes_no_keyboard_away(kept_page: Keeper) -> None:
    page = kept_page(START)
    page.evaluate(
        "navigator.clipboard.writeText = () => new Promise((_, refuse) => {"
        " window.refuse = () => refuse(new DOMException('', 'NotAllowedError')); }); 0"
    )
    a_game(page)
    to_share(page)
    page.locator('[data-do="copy-link"]').press("Enter")
    page.wait_for_function("!!window.refuse")
    page.locator('[data-do="copy-lines"]').focus()
    page.evaluate("window.refuse()")
    expect(page.locator(".toast")).to_contain_text("Mark the text")
    expect(page.locator('[data-do="copy-lines"]')).to_be_focused()
    page.evaluate("delete navigator.clipboard.writeText")


def test_paper_shows_the_record_and_no_control(kept_page: Keeper) -> None:
    page = kept_page(START)
    a_game(page)
    to_share(page)
    page.emulate_media(media="print")
    expect(page.locator(".paper h1")).to_have_text("Reversi")
    expect(page.locator(".paper .written li")).to_have_text(["1. d3", "2. c3", "3. c4"])
    expect(page.locator(".paper svg")).to_be_visible()
    assert page.locator("button:visible, canvas:visible, textarea:visible").count() == 0
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    page.emulate_media(media="screen")
    expect(page.locator(".paper")).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.locator('[data-do="rules"]:visible').first.click()
    page.emulate_media(media="print")
    expect(page.locator(".chapter").last).to_be_visible()
    expect(page.locator(".paper")).to_have_count(0)
    assert page.locator("button:visible").count() == 0
    assert len(page.pdf()) > 10_000
    page.emulate_media(media="null")


def test_the_button_adds_the_record_before_the_browser_prints(kept_page: Keeper) -> None:
    # Chromium stops the page while `window.print` opens its dialog, so nothing could be drawn then.
    page = kept_page(START)
    a_game(page)
    to_share(page)
    page.evaluate("""addEventListener('beforeprint', () => {
      window.printed = document.querySelector('.paper h1')?.textContent;
    })""")
    page.locator('[data-do="print"]').click()
    wait_until(page, "window.printed !== undefined")
    assert page.evaluate("window.printed") == "Reversi"
    page.evaluate("dispatchEvent(new Event('afterprint'))")  # no dialog opens here that could be closed
    expect(page.locator(".paper")).to_have_count(0)


def test_the_sheet_and_a_shared_game_fit_small_windows_and_every_reader(kept_page: Keeper) -> None:
    page = kept_page(START)
    page.evaluate("() => { location.hash = '#g=1.C_iRquwAyp5hlnB0'; }")
    wait_until(page, "s.screen === 'table'")
    wrong = []
    for name, orders in SCREENS.items():
        for order in orders:
            press(page, *order)
        settle(page)
        wrong += [f"{name}: {fault}" for fault in violations(page)]
        wrong += measured(page, name, ((320, 568), (844, 390), (1280, 800)))
    assert wrong == []


SCREENS = {
    "a shared game": (("dismiss",),),
    "a shared game in the past": (("show", "4"),),
    "sharing": (("share",),),
}
DROP_BYTES = """(bytes) => {
  const data = new DataTransfer();
  data.items.add(new File([new Uint8Array(bytes)], "game.pdn", { type: "text/plain" }));
  for (const type of ["dragover", "drop"]) {
    document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
  }
}"""
DROP = """(text) => {
  const data = new DataTransfer();
  data.items.add(new File([text], "game.txt", { type: "text/plain" }));
  for (const type of ["dragover", "drop"]) {
    document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
  }
}"""


def test_a_file_that_is_dropped_is_opened_or_says_line_and_column(kept_page: Keeper) -> None:
    page = kept_page(START)
    page.evaluate(DROP, '[Game "reversi"]\n\n1. d3 2. a1 *')
    expect(page.locator("#complaint")).to_contain_text("Line 3, column 10")
    page.evaluate(DROP, '[Game "reversi"]\n\n1. d3 2. c3 *')
    page.locator('[role="dialog"] [data-do="play"]').click()
    assert wait_until(page, "s.screen === 'table'")["moves"] == ["d3", "c3"]


def test_a_file_in_an_old_encoding_is_opened_with_a_word(kept_page: Keeper) -> None:
    page = kept_page(START)
    text = '[Black "Иванов"]\n[White "Петров"]\n1. 11 - 15 23 — 19 2. 8-11 *\n'
    page.evaluate(DROP_BYTES, [*text.encode("cp1251")])
    expect(page.locator(".toasts")).to_contain_text("read as Windows-1251")
    page.locator('[role="dialog"] [data-do="play"]').click()
    assert wait_until(page, "s.screen === 'table'")["moves"] == ["11-15", "23-19", "8-11"]


def test_games_of_a_binary_file_are_listed_and_shown_in_a_form_that_is_fetched(kept_page: Keeper) -> None:
    page = kept_page(START)
    start = bytes((20, 26, 11, 28, 2, 0, 0, 0, 0, 0, 207, 7, 8, 0, 0, 0))
    games = [bytes((0, 0, 1, 0, 2, 0, 64, 64, *moves)).ljust(68, b"\0") for moves in ((56, 64, 33), (56, 66))]
    page.evaluate(DROP_BYTES, [*b"".join((start, *games))])
    listed = page.locator('[role="dialog"] [data-do="open-listed"]')
    expect(listed).to_have_count(2)
    listed.first.click()
    page.locator('[role="dialog"] [data-do="play"]').click()
    assert wait_until(page, "s.screen === 'table'")["moves"] == ["f5", "d6", "c3"]
    press(page, "record", "sgf")
    expect(page.locator('[role="dialog"] textarea')).to_have_value(
        re.compile(r"^\(;FF\[4\]GM\[2\][^;]+;B\[f5\] ;W\[d6\]")
    )


def test_a_binary_file_opened_with_its_names_lists_the_players(kept_page: Keeper) -> None:
    page = kept_page(START)
    match = random_game(2)
    headers = [{"Black": f"Asha {number}", "White": "Zoë", "Event": "Winter Cup"} for number in (1, 2)]
    files = wthor.write([(match, one) for one in headers], 1999, wthor.WthorDay(2026, 11, 28))
    parts = zip(("WTHOR.JOU", "games.wtb", "WTHOR.TRN"), (files.players, files.games, files.tournaments), strict=True)
    press(page, "paste")
    page.locator('[role="dialog"] input[type="file"][data-do="import"]').set_input_files(
        [FilePayload(name=name, mimeType="", buffer=data) for name, data in parts]
    )
    listed = page.locator('[role="dialog"] [data-do="open-listed"]')
    expect(listed).to_have_count(2)
    expect(listed.last).to_contain_text("Asha 2")
    expect(listed.last).to_contain_text("Winter Cup")
    listed.last.press("Enter")
    wait_until(page, "s.screen === 'table'")
