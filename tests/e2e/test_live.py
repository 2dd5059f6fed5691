"""Two devices that play live: real connections of a browser, made by a code and its answer and by nobody else."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import Opener, Watch, wait_ready
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


CAMERA = """(() => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 480 });
  const picture = canvas.getContext("2d");
  const draw = () => {
    picture.fillStyle = "#9a8f80";
    picture.fillRect(0, 0, 640, 480);
    if (!window.before) return;
    const [side, outline] = window.before;
    picture.setTransform(420 / side, 12 / side, -9 / side, 420 / side, 110, 25); // held by hand
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
"""A camera that sees what `window.before` holds, a code's side and outline; `window.refuses` names how it fails."""
CODE = """element => [element.viewBox.baseVal.width, element.querySelectorAll("path")[1].getAttribute("d")]"""
TRACKS = "stream.getTracks().every((track) => track.readyState === 'ended')"


def test_a_camera_reads_the_answer_and_is_on_for_no_longer(
    open_page: Opener, new_context: Callable[..., BrowserContext], page: Page, watch: Watch
) -> None:
    page.add_init_script(CAMERA)
    one = open_page("?test=1&seed=7&speed=off", page=page)
    other = new_context(viewport={"width": 360, "height": 740}).new_page()
    one.get_by_role("button", name="Play apart").first.press("Enter")
    dialog = one.get_by_role("dialog", name="Play apart")
    dialog.get_by_role("radio", name="Reversi").press("Space")
    dialog.get_by_role("textbox", name="Your name").fill("Asha")
    dialog.get_by_role("button", name="Invite").press("Enter")
    one.get_by_role("button", name="Play live").press("Enter")
    other.goto(shown(one))
    wait_ready(other)
    asked = other.get_by_role("dialog", name="Reversi")
    asked.get_by_role("textbox", name="Your name").fill("Bela")
    asked.get_by_role("button", name="Take the seat").press("Enter")
    answer = other.get_by_role("img", name="QR code").locator("svg").evaluate(CODE)

    live = one.get_by_role("dialog", name="Play live")
    camera = one.get_by_role("dialog", name="Camera")
    one.evaluate("window.refuses = 'NotAllowedError'")
    live.get_by_role("button", name="Use the camera").press("Enter")
    expect(camera).to_contain_text("The camera may not be used.")
    assert violations(one) == []
    camera.get_by_role("button", name="Close").press("Enter")
    one.evaluate("window.refuses = ''")
    assert not [url for url in watch.requests if "/qr-" in url]

    live.get_by_role("button", name="Use the camera").press("Enter")
    expect(camera.locator("video")).to_have_js_property("videoWidth", 640)
    assert violations(one) == []
    camera.get_by_role("button", name="Close").press("Enter")
    wait_until(one, TRACKS)

    live.get_by_role("button", name="Use the camera").press("Enter")
    expect(camera.locator("video")).to_have_js_property("videoWidth", 640)
    one.evaluate("code => { window.before = code; }", answer)
    for side in (one, other):
        wait_until(side, "s.screen === 'table'")
    wait_until(one, TRACKS)
    assert [url for url in watch.requests if "/qr-" in url]
