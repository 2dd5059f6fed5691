"""Two devices that play live: real connections of a browser, made by a code and its answer and by nobody else."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import Opener, wait_ready
from tests.e2e.looking import press
from tests.e2e.play import by_mouse, state, wait_until
from tests.e2e.test_apart import DUE, follow, sent, violations


def shown(page: Page) -> str:
    """The link of the code that is shown."""
    field = page.get_by_role("dialog", name="Play live").get_by_role("textbox", name="Link")
    expect(field).to_be_visible()
    return str(field.input_value())


def bring(page: Page, answer: str) -> None:
    """Pastes the answer of the other device."""
    dialog = page.get_by_role("dialog", name="Play live")
    dialog.get_by_role("textbox", name="The answer of the other device").fill(answer)
    dialog.get_by_role("button", name="Connect").press("Enter")


def play(page: Page) -> None:
    """Plays one's whole turn by mouse; nothing is sent by hand."""
    for _ in range(60):
        now = wait_until(page, f"({DUE}) || document.querySelector('.now [data-do=live]')")
        if now["rolling"] is not None:
            press(page, "roll")
            wait_until(page, "s.rolling === null")
        elif now["awaited"] is not None and now["open"]:
            by_mouse(page, now["open"][0])
            other = f"s.open.length && JSON.stringify(s.open) !== JSON.stringify({json.dumps(now['open'])})"
            wait_until(page, f"s.ply !== {now['ply']} || ({other})")
        else:
            return
        wait_until(page, "!s.moving")


def test_two_devices_are_connected_by_a_code_play_and_lose_nothing_when_one_is_reloaded(
    open_page: Opener, new_context: Callable[..., BrowserContext]
) -> None:
    one = open_page("?test=1&seed=7&speed=off")
    other = new_context(viewport={"width": 360, "height": 740}, color_scheme="dark").new_page()
    one.get_by_role("button", name="Play apart").first.press("Enter")
    dialog = one.get_by_role("dialog", name="Play apart")
    dialog.get_by_role("radio", name="Reversi").press("Space")
    dialog.get_by_role("textbox", name="Your name").fill("Asha")
    dialog.get_by_role("button", name="Invite").press("Enter")
    assert "#t=1." in sent(one)
    one.get_by_role("button", name="Play live").press("Enter")
    offer = shown(one)
    assert violations(one) == []
    other.goto(offer)
    wait_ready(other)
    asked = other.get_by_role("dialog", name="Reversi")
    asked.get_by_role("textbox", name="Your name").fill("Bela")
    asked.get_by_role("button", name="Take the seat").press("Enter")
    answer = shown(other)
    assert violations(other) == []
    bring(one, answer)
    for page in (one, other):
        wait_until(page, "s.screen === 'table'")
    expect(one.locator(".now [data-do=live]")).to_have_text("Bela is here")
    pages = [one, other] if state(one)["awaited"] is not None else [other, one]
    for _ in range(4):
        play(pages[0])
        plies = state(pages[0])["ply"]
        wait_until(pages[1], f"s.ply === {plies}")
        pages.reverse()
    assert state(one)["moves"] == state(other)["moves"]
    pages[1].locator(".now [data-do=live]").press("Enter")
    assert violations(pages[1]) == []
    pages[1].get_by_role("button", name="Well played!").press("Enter")
    expect(pages[0].locator(".toast")).to_contain_text("Well played!")

    other.reload()
    wait_ready(other)
    expect(one.locator(".toast")).to_contain_text("Your game is here")
    assert wait_until(other, "s.screen === 'table'")["moves"] == state(one)["moves"]
    one.locator(".toast [data-do=live]").press("Enter")
    follow(other, shown(one))
    answer = shown(other)
    bring(one, answer)
    expect(one.locator(".now [data-do=live]")).to_have_text("Bela is here")
    for _ in range(2):
        play(pages[0])
        plies = state(pages[0])["ply"]
        wait_until(pages[1], f"s.ply === {plies}")
        pages.reverse()
    assert state(one)["moves"] == state(other)["moves"]
