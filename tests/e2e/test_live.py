"""Test live play: devices connect directly, by a code and its answer, without a server."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, expect

from tests.e2e.conftest import Keeper, Opener, Other, Watch, wait_ready
from tests.e2e.looking import press, settle
from tests.e2e.play import begin, by_mouse, state, wait_until
from tests.e2e.test_apart import DUE, follow, sent, violations_at_rest
from tests.e2e.test_large_letters import faults, set_text_size


def shown(page: Page) -> str:
    """Return the link that the sheet "Play live" shows as a QR code and in a text field."""
    dialog = page.get_by_role("dialog", name="Play live")
    field, by_text = dialog.get_by_role("textbox", name="Link"), dialog.locator("details:not([open]) > summary")
    expect(field.or_(by_text)).to_be_visible()
    if by_text.count():
        by_text.press("Enter")
    expect(field).to_be_visible()
    return str(field.input_value())


def bring(page: Page, answer: str) -> None:
    """Enter the answer of the other device on the sheet "Play live", and connect."""
    dialog = page.get_by_role("dialog", name="Play live")
    dialog.get_by_role("textbox", name="The answer of the other device").fill(answer)
    dialog.get_by_role("button", name="Connect").press("Enter")


CHANNELS = """(() => {
  window.channels = [];
  const make = RTCPeerConnection.prototype.createDataChannel;
  RTCPeerConnection.prototype.createDataChannel = function (...args) {
    const channel = make.apply(this, args);
    window.channels.push(channel);
    channel.addEventListener("message", ({ data }) => {
      if (data.startsWith("answer ")) window.answered = performance.now();
    });
    return channel;
  };
})();"""
"""JavaScript that stores the page's data channels in `window.channels`.

It also stores in `window.answered` when the last answer to the offer of a reserve connection arrived.
"""
AGREED = "performance.now() - (window.answered ?? Infinity) > 500 && channels.at(-1).readyState === 'connecting'"
"""JavaScript that is true once the devices have agreed on a reserve, the connection to use after a loss."""
DROP = """() => {
  window.answered = undefined;
  channels.filter((channel) => channel.readyState === "open").forEach((channel) => channel.close());
}"""
"""JavaScript that closes all open data channels of a page, as a lost connection does."""


def play(page: Page) -> None:
    """Play the whole turn of this device by mouse. The connection sends the moves."""
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


def invite(page: Page, game: str, players: int = 2) -> None:
    """Invite to a game for `players` players, and open the sheet with the code for live play."""
    page.get_by_role("button", name="Play apart").first.press("Enter")
    dialog = page.get_by_role("dialog", name="Play apart")
    dialog.get_by_role("radio", name=game).press("Space")
    if players > 2:
        dialog.get_by_role("radio", name=f"{players} players").press("Space")
    dialog.get_by_role("textbox", name="Your name").fill("Asha")
    dialog.get_by_role("button", name="Invite").press("Enter")
    assert "#t=1." in sent(page)
    page.get_by_role("dialog").get_by_role("button", name="Play live").press("Enter")


def join(page: Page, other: Page, game: str, name: str) -> None:
    """Connect the devices `page` and `other` for a live game.

    `other` opens the code that `page` shows and takes a seat. Then `page` reads the answer that `other` shows. `game`
    is the title of the dialog in which the seat is taken, and `name` the name of the player at `other`.
    """
    other.goto(shown(page))
    wait_ready(other)
    dialog = other.get_by_role("dialog", name=game)
    dialog.get_by_role("textbox", name="Your name").fill(name)
    dialog.get_by_role("button", name="Take the seat").press("Enter")
    bring(page, shown(other))


def same(*pages: Page) -> None:
    """Wait until all pages have as many moves as the page with the most, and check that the moves are the same."""
    most = max(state(page)["ply"] for page in pages)
    played = [wait_until(page, f"s.ply === {most}")["moves"] for page in pages]
    assert all(moves == played[0] for moves in played)


def more(page: Page, name: str) -> None:
    """Open the sheet *More* and press the button with this name."""
    page.get_by_role("button", name="More", exact=True).press("Enter")
    page.get_by_role("dialog", name="More").get_by_role("button", name=name).press("Enter")


def frozen(page: Page, *, yes: bool) -> None:
    """Freeze a page, as a browser does with pages in the background, or wake it up if `yes` is False."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Page.setWebLifecycleState", {"state": "frozen" if yes else "active"})
    devtools.detach()


WHOLE: Final = """() => {
  const sheet = [...document.querySelectorAll("[role=dialog]")].at(-1);
  const [code, body] = [".modules svg", ".sheet-body"].map((part) => sheet.querySelector(part).getBoundingClientRect());
  return body.top <= code.top && code.bottom <= Math.min(body.bottom, innerHeight) && code.width >= 240;
}"""
"""JavaScript that is true if the topmost sheet shows all of its QR code without scrolling, large enough to read."""


def test_the_first_window_of_a_phone_has_all_of_the_code(kept_page: Keeper) -> None:
    page = kept_page("?test=1&seed=9")
    browser = page.context.new_cdp_session(page)

    def check(name: str) -> None:
        expect(page.get_by_role("dialog").locator(".modules")).to_be_visible()
        for width, height in ((844, 390), (667, 375), (360, 740)):
            page.set_viewport_size({"width": width, "height": height})
            settle(page)
            assert page.evaluate(WHOLE), f"{name} at {width}x{height}"
        windows = [(width, height, px) for px in (16, 32) for width, height in ((844, 390), (667, 375), (360, 740))]
        assert [*faults(page, browser, windows)] == []
        set_text_size(browser, 16)

    invite(page, "Reversi")
    press(page, "dismiss")  # the note on the copied link
    check("live play")
    press(page, "home")
    begin(page, "reversi", "0 person", "1 person")
    press(page, "code", "share at")
    check("a shared game")


def test_two_devices_are_connected_by_a_code_play_and_lose_nothing_when_one_is_reloaded(
    open_page: Opener, other_page: Other
) -> None:
    page_of_asha = open_page("?test=1&seed=7&speed=off")
    other = other_page(viewport={"width": 360, "height": 740}, color_scheme="dark")
    other.add_init_script(CHANNELS)
    invite(page_of_asha, "Reversi")
    offer = shown(page_of_asha)
    assert violations_at_rest(page_of_asha) == []
    other.goto(offer)
    wait_ready(other)
    dialog = other.get_by_role("dialog", name="Reversi")
    dialog.get_by_role("textbox", name="Your name").fill("Bela")
    dialog.get_by_role("button", name="Take the seat").press("Enter")
    answer = shown(other)
    assert violations_at_rest(other) == []
    bring(page_of_asha, answer)
    for page in (page_of_asha, other):
        wait_until(page, "s.screen === 'table'")
    expect(page_of_asha.locator(".now [data-do=live]")).to_have_text("Bela is here")
    pages = [page_of_asha, other] if state(page_of_asha)["awaited"] is not None else [other, page_of_asha]
    for _ in range(4):
        play(pages[0])
        plies = state(pages[0])["ply"]
        wait_until(pages[1], f"s.ply === {plies}")
        pages.reverse()
    assert state(page_of_asha)["moves"] == state(other)["moves"]

    for _ in range(2):  # the connection returns by itself, with what was played meanwhile, and can return again
        wait_until(other, AGREED)
        other.evaluate(DROP)
        play(pages[0])
        same(page_of_asha, other)
        for page, name in ((page_of_asha, "Bela"), (other, "Asha")):
            expect(page.locator(".now [data-do=live]")).to_have_text(f"{name} is here")
        pages.reverse()
    pages[1].locator(".now [data-do=live]").press("Enter")
    assert violations_at_rest(pages[1]) == []
    pages[1].get_by_role("button", name="Well played!").press("Enter")
    expect(pages[0].locator(".toast")).to_contain_text("Well played!")
    expect(pages[0].locator(".toast .portrait svg")).to_be_visible()

    other.reload()
    wait_ready(other)
    expect(page_of_asha.locator(".toast")).to_contain_text("Your game is here")
    assert wait_until(other, "s.screen === 'table'")["moves"] == state(page_of_asha)["moves"]
    page_of_asha.locator(".toast [data-do=live]").press("Enter")
    follow(other, shown(page_of_asha))
    answer = shown(other)
    bring(page_of_asha, answer)
    expect(page_of_asha.locator(".now [data-do=live]")).to_have_text("Bela is here")
    for _ in range(2):
        play(pages[0])
        plies = state(pages[0])["ply"]
        wait_until(pages[1], f"s.ply === {plies}")
        pages.reverse()
    assert state(page_of_asha)["moves"] == state(other)["moves"]

    # One player asks for something, the other agrees, and another game begins.
    due, waits = pages
    more(waits, "Ask to take my move back")
    plies = state(waits)["ply"]
    due.get_by_role("button", name="Let it be taken back").press("Enter")
    for page in pages:
        wait_until(page, f"s.ply === {plies - 1}")
    frozen(due, yes=True)
    play(waits)
    frozen(due, yes=False)
    same(page_of_asha, other)
    more(waits, "Offer a draw")
    due.get_by_role("button", name="Agree to a draw").press("Enter")
    for page in pages:
        wait_until(page, "s.over")
    expect(due.get_by_role("dialog", name="Draw").get_by_role("button", name="Ask for one more game")).to_be_visible()


def stopped(browser: Browser, *, yes: bool) -> None:
    """Stop all processes of a browser, as if a laptop's lid were closed. If `yes` is False, let them continue."""
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"] if yes else []
    STOPPED.extend(int(process["id"]) for process in processes)
    for process in STOPPED:
        os.kill(process, signal.SIGSTOP if yes else signal.SIGCONT)
    if not yes:
        STOPPED.clear()


STOPPED: list[int] = []


@pytest.mark.deep
def test_four_play_in_one_room_while_one_looks_on_and_pages_freeze_stop_end_and_come_back(
    open_page: Opener,
    new_context: Callable[..., BrowserContext],
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    browser_context_args: dict[str, Any],
) -> None:
    page_of_asha = open_page("?test=1&seed=7&speed=off")
    lid = browser_type.launch(**browser_type_launch_args)
    two, three, fifth = (new_context().new_page() for _ in range(3))
    four = lid.new_context(**browser_context_args).new_page()
    invite(page_of_asha, "Kilkenny Cats", 4)
    for index, (other, name) in enumerate(((two, "Bela"), (three, "Chand"), (four, "Devi"))):
        if index:
            page_of_asha.get_by_role("button", name="Play live", exact=True).press("Enter")
            page_of_asha.get_by_role("button", name="Show another code").press("Enter")
        join(page_of_asha, other, "Kilkenny Cats", name)
        expect(page_of_asha.get_by_role("dialog", name="Play live")).to_have_count(0)
    everybody = [page_of_asha, two, three, four]
    for page in everybody:
        wait_until(page, "s.screen === 'table'")
    expect(page_of_asha.locator(".now [data-do=live]")).to_have_text("Everybody is here")

    def round_(*among: Page) -> None:
        """Play as many turns as there are pages. After each turn, wait until all pages show the same moves."""
        for _ in among:
            due = next(page for page in among if can_go_on(page))
            play(due)
            same(*among)

    while len({state(page)["ply"] for page in everybody}) > 1 or not any(map(can_go_on, everybody)):
        page_of_asha.wait_for_timeout(50)
    round_(*everybody)

    page_of_asha.locator(".now [data-do=live]").press("Enter")
    page_of_asha.get_by_role("button", name="Show another code").press("Enter")
    fifth.goto(shown(page_of_asha))
    wait_ready(fifth)
    wait_until(fifth, "s.screen === 'table'")
    bring(page_of_asha, shown(fifth))
    round_(*everybody)
    same(page_of_asha, fifth)
    assert not fifth.locator("[data-do=roll]").count()

    due = next(page for page in everybody if can_go_on(page))
    asleep = next(page for page in (two, three) if page is not due)
    frozen(asleep, yes=True)
    play(due)
    frozen(asleep, yes=False)
    same(*everybody)

    while can_go_on(four):
        play(four)
        same(*everybody)
    stopped(lid, yes=True)
    expect(page_of_asha.locator(".toast")).to_contain_text("Devi is away", timeout=30_000)
    due = next(page for page in (page_of_asha, two, three) if can_go_on(page))
    play(due)
    stopped(lid, yes=False)
    same(*everybody)
    expect(page_of_asha.locator(".now [data-do=live]")).to_have_text("Everybody is here")

    plies = state(three)["ply"]
    three.close(run_before_unload=False)
    expect(page_of_asha.locator(".toast")).to_contain_text("The connection to Chand is gone.", timeout=60_000)
    three = three.context.new_page()
    open_page("?test=1&speed=off", page=three)
    three.locator(".kept-open").first.press("Enter")
    assert wait_until(three, "s.screen === 'table'")["ply"] == plies
    page_of_asha.locator(".toast [data-do=live]").press("Enter")
    if page_of_asha.get_by_role("button", name="Show another code").count():
        page_of_asha.get_by_role("button", name="Show another code").press("Enter")
    follow(three, shown(page_of_asha))
    bring(page_of_asha, shown(three))
    everybody = [page_of_asha, two, three, four]
    expect(page_of_asha.locator(".now [data-do=live]")).to_have_text("Everybody is here")
    round_(*everybody)
    same(page_of_asha, fifth)
    lid.close()


def can_go_on(page: Page) -> bool:
    """Return whether the player at this page can roll or move now."""
    now = state(page)
    return now["rolling"] is not None or (now["awaited"] is not None and bool(now["open"]))


CAMERA = """(() => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 480 });
  const picture = canvas.getContext("2d");
  const draw = () => {
    picture.fillStyle = "#9a8f80";
    picture.fillRect(0, 0, 640, 480);
    if (!window.before) return;
    const [side, outline] = window.before;
    picture.setTransform(420 / side, 12 / side, -9 / side, 420 / side, 110, 25); // a slight tilt, as of a hand
    picture.fillStyle = "#f4f2ee";
    picture.fillRect(0, 0, side, side);
    picture.fillStyle = "#141210";
    picture.fill(new Path2D(outline));
    picture.resetTransform();
  };
  setInterval(draw, 50);
  navigator.mediaDevices.getUserMedia = async () => {
    if (window.refuses) throw new DOMException("", window.refuses);
    return (window.stream = canvas.captureStream(20));
  };
})();"""
"""JavaScript that replaces the camera by a picture of the QR code in `window.before`: its side and its SVG path.

If `window.refuses` names an error, opening the camera fails with that error.
"""
CODE = """element => [element.viewBox.baseVal.width, element.querySelectorAll("path")[1].getAttribute("d")]"""
TRACKS = "stream.getTracks().every((track) => track.readyState === 'ended')"


def test_a_camera_reads_the_answer_and_is_on_for_no_longer(
    open_page: Opener, other_page: Other, page: Page, watch: Watch
) -> None:
    page.add_init_script(CAMERA)
    page_of_asha = open_page("?test=1&seed=7&speed=off", page=page)
    other = other_page(viewport={"width": 360, "height": 740})
    page_of_asha.get_by_role("button", name="Play apart").first.press("Enter")
    dialog = page_of_asha.get_by_role("dialog", name="Play apart")
    dialog.get_by_role("radio", name="Reversi").press("Space")
    dialog.get_by_role("textbox", name="Your name").fill("Asha")
    dialog.get_by_role("button", name="Invite").press("Enter")
    page_of_asha.get_by_role("button", name="Play live", exact=True).press("Enter")
    other.goto(shown(page_of_asha))
    wait_ready(other)
    joining = other.get_by_role("dialog", name="Reversi")
    joining.get_by_role("textbox", name="Your name").fill("Bela")
    joining.get_by_role("button", name="Take the seat").press("Enter")
    answer = other.get_by_role("img", name="QR code").locator("svg").evaluate(CODE)

    live = page_of_asha.get_by_role("dialog", name="Play live")
    camera = page_of_asha.get_by_role("dialog", name="Camera")
    page_of_asha.evaluate("window.refuses = 'NotAllowedError'")
    live.get_by_role("button", name="Use the camera").press("Enter")
    expect(camera).to_contain_text("The camera may not be used.")
    assert violations_at_rest(page_of_asha) == []
    camera.get_by_role("button", name="Close").press("Enter")
    page_of_asha.evaluate("window.refuses = ''")
    assert not [url for url in watch.requests if "/qr-" in url]

    live.get_by_role("button", name="Use the camera").press("Enter")
    expect(camera.locator("video")).to_have_js_property("videoWidth", 640)
    assert violations_at_rest(page_of_asha) == []
    camera.get_by_role("button", name="Close").press("Enter")
    wait_until(page_of_asha, TRACKS)

    live.get_by_role("button", name="Use the camera").press("Enter")
    expect(camera.locator("video")).to_have_js_property("videoWidth", 640)
    page_of_asha.evaluate("code => { window.before = code; }", answer)
    for side in (page_of_asha, other):
        wait_until(side, "s.screen === 'table'")
    wait_until(page_of_asha, TRACKS)
    assert [url for url in watch.requests if "/qr-" in url]
