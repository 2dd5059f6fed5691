"""Test the page before Python is loaded: it shows the chosen theme, or an invitation, from the first frame."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route, expect

from chowk.storage import turn_link
from chowk.storage.turn_link import Invitation, Joiner, Terms
from tests.e2e.conftest import Opener, wait_ready
from tests.e2e.looking import QUICK, press

pytestmark = pytest.mark.first_visit

LOOK: Final = """() => ({
  theme: document.documentElement.dataset.theme,
  hand: document.documentElement.dataset.hand,
  ready: Boolean(document.documentElement.dataset.ready),
  ground: getComputedStyle(document.documentElement).backgroundColor,
  bars: document.querySelector('meta[name="theme-color"]').content,
})"""


def before_python(page: Page, open_page: Opener) -> dict[str, Any]:
    """Start the app in `page` so that Python never loads, and return its look (`LOOK`).

    The look is the theme, the side for the controls (the player's hand), and the colours.
    """
    page.route("**/*.wasm", lambda _: None)
    open_page("?test=1", ready=False, page=page)
    page.wait_for_selector('[data-do="open"]')
    looked: dict[str, Any] = page.evaluate(LOOK)
    page.unroute("**/*.wasm")
    assert not looked["ready"]
    return looked


def test_a_theme_that_was_chosen_is_there_before_python(page: Page, open_page: Opener) -> None:
    page.emulate_media(color_scheme="light")
    open_page(QUICK, page=page)
    other = page.context.new_page()  # another tab of the same device
    other.emulate_media(color_scheme="light")
    for theme in ("dark", "contrast", "light"):
        page.bring_to_front()
        press(page, "set", f"theme {theme}")
        press(page, "set", f"left_handed {'on' if theme == 'dark' else 'off'}")
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        after = page.evaluate(LOOK)
        other.bring_to_front()
        before = before_python(other, open_page)
        assert {**before, "ready": True} == after
    page.bring_to_front()
    press(page, "set", "theme auto")
    page.emulate_media(color_scheme="dark")
    other.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    dark = page.evaluate(LOOK)
    other.bring_to_front()
    assert before_python(other, open_page)["ground"] == dark["ground"], "as the device asks for"


@pytest.mark.browser_context_args(contrast="more")
def test_a_device_that_asks_for_contrast_gets_it_before_python(page: Page, open_page: Opener) -> None:
    assert before_python(page, open_page)["theme"] == "contrast"


def test_the_bars_of_a_phone_take_the_colour_of_the_theme(page: Page, open_page: Opener) -> None:
    page.emulate_media(color_scheme="light")
    open_page(QUICK, page=page)
    for theme, colour in (("dark", "#1c1916"), ("light", "#efe9dc"), ("contrast", "#000000")):
        press(page, "set", f"theme {theme}")
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        assert page.evaluate(LOOK)["bars"] == colour


def test_what_starts_python_is_fetched_once_there_is_something_to_be_seen(page: Page, base_url: str) -> None:
    requests, held_requests = list[str](), list[Route]()
    page.on("request", lambda request: requests.append(request.url))
    page.route("**/css/chowk.css*", lambda route: held_requests.append(route))
    with page.expect_response("**/py/boot/nodes.js*"):  # the last file that the page itself names
        page.goto(f"{base_url}?test=1", wait_until="commit")
    assert held_requests
    assert not [
        address for address in requests if "/vendor/" in address or "python.js" in address or "runtime.js" in address
    ]
    with page.expect_request("**/pyodide.asm.js"):
        held_requests[0].continue_()
    wait_ready(page)
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    fetched = page.evaluate("performance.getEntriesByType('resource').map(({name, startTime}) => [name, startTime])")
    assert all(began > painted for name, began in fetched if "/vendor/" in name or "python.js" in name)


@pytest.mark.parametrize(
    "lack",
    [
        "delete globalThis.PerformanceObserver",
        "PerformanceObserver.prototype.observe = () => {}",  # no observer reports the first paint
        "Object.defineProperty(document, 'hidden', { get: () => true })",  # a tab in the background
    ],
)
def test_nothing_that_a_browser_does_not_tell_of_its_first_picture_holds_up_a_start(
    page: Page, open_page: Opener, lack: str
) -> None:
    page.add_init_script(lack)
    open_page("?test=1", page=page)


# Links to an invitation
# ------------------------------------------------------------------------------------------------

TAPPABLE: Final = "() => [...document.querySelectorAll('#app button')].filter(one => one.checkVisibility()).length"


def invitation(game: str, name: str) -> str:
    """Return a link that invites to a game for two players. `name` is the name of the inviting player."""
    return turn_link.invite(Invitation(Terms(game, 2, {}), (Joiner(name, b"0123456789abcdef"), None)))


def test_a_link_shows_what_it_leads_to_first_and_no_game_to_tap(page: Page, base_url: str) -> None:
    page.route("**/*.wasm", lambda _: None)
    asha, nobody, hindi = invitation("reversi", "Asha"), invitation("kilkenny", ""), invitation("parcheesi", "Bela")
    opening = "Opening the link"
    for link, words in (
        (asha, "Asha invites you to a game of Reversi."),
        (asha.replace("t=", "t%3D") + "&l=1.AAAA", "Asha invites you to a game of Reversi."),
        (nobody, "A friend invites you to a game of Kilkenny Cats."),
        (invitation("reversi", "<b>{game}"), "A friend invites you to a game of Reversi."),
        (hindi + "&lang=hi", "Bela"),
        (f"{asha}&s=1.AAAA", opening),
        ("#g=2.AAAA", opening),
        ("#a=1.AAAA", opening),
        ("#t=1.", opening),
        (f"#t=1.{'A' * 3000}", opening),
        (f"#t=1.{'_' * 900}", opening),
    ):
        page.goto("about:blank")
        page.goto(f"{base_url}?test=1{link}")
        shown = page.locator("#app > .waiting")
        expect(shown).to_be_visible()
        assert words in shown.inner_text().replace("\u2068", "").replace("\u2069", ""), link
        assert page.evaluate(TAPPABLE) == 0
        assert page.locator("html").get_attribute("data-ready") is None
    page.goto("about:blank")
    page.goto(f"{base_url}?test=1#lang=en")
    page.wait_for_selector('[data-do="open"]')
    assert page.evaluate(TAPPABLE) > 5, "a language is nothing to open"


FRAMES_OF_HOME: Final = """
  window.frames_drawn = window.frames_of_home = 0;
  const look = () => {
    const home = document.querySelector('#app .home');
    window.frames_drawn += 1;
    if (home?.checkVisibility({ visibilityProperty: true }) && !home.closest('[inert]')) window.frames_of_home += 1;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
"""
"""JavaScript that counts the page's frames, and those in which the home page is visible and can be tapped."""


def test_the_invitation_stays_what_is_seen_when_python_comes(page: Page, open_page: Opener) -> None:
    page.add_init_script(FRAMES_OF_HOME)
    open_page(f"?test=1{invitation('reversi', 'Asha')}", page=page)
    expect(page.get_by_role("dialog", name="Reversi")).to_contain_text("Asha")
    frames, with_home = page.evaluate("[window.frames_drawn, window.frames_of_home]")
    assert frames > 2
    assert with_home == 0
