"""Play a game in the page: by mouse, touch, keys, or accessible roles."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from playwright.sync_api import Locator, Page

from tests.e2e.conftest import FRAMES, PRESSED, wait_for_frames

LONG_MS: Final = 60_000
Point: TypeAlias = Callable[[Page, str], None]


def state(page: Page) -> dict[str, Any]:
    """Return the state of the app that the page reports to tests."""
    values: dict[str, Any] = json.loads(page.evaluate("window.chowk.state()"))
    return values


WAIT: Final = """([condition, timeout]) => new Promise((done, fail) => {
  const over = setTimeout(() => fail(new Error(`not so within ${timeout} ms: ` + window.chowk.state())), timeout);
  let pause = 4;
  const look = () => {
    const s = JSON.parse(window.chowk.state());
    if (!(CONDITION)) return void setTimeout(look, (pause = Math.min(pause * 1.4, 50)));
    clearTimeout(over);
    done(JSON.stringify(s));
  };
  look();
})"""
"""JavaScript that polls a condition inside the page. The page's policy forbids Playwright's own way of waiting.

It polls less and less often: reporting the state takes the page some milliseconds, which slows the awaited work.
"""


def wait_until(page: Page, condition: str, timeout: float = LONG_MS) -> dict[str, Any]:
    """Wait until a JavaScript condition holds, in which `s` is the page's state for tests. Return that state."""
    values: dict[str, Any] = json.loads(page.evaluate(WAIT.replace("CONDITION", condition), [condition, timeout]))
    return values


def wait_for_frame(page: Page) -> None:
    """Wait until the latest change has been drawn."""
    wait_for_frames(page)


def wait_for_turn(page: Page) -> dict[str, Any]:
    """Wait until a person may move or roll, or the game is over, and return the state."""
    return wait_until(page, "((s.awaited !== null || s.rolling !== null) && !s.moving) || s.over")


ORDERED: Final = f"""async orders => {{
  for (const order of orders) {{
    ({PRESSED})(order);
    await ({FRAMES})(1);
  }}
}}"""


def begin(page: Page, game: str, *seats: str, **more: str) -> None:
    """Start a game from the home page.

    `seats` are choices of the set-up sheet, such as `0 person` (seat 0 is a person) or `1 bot 0` (seat 1 is the
    opponent number 0). `more` holds other choices, by the names of their commands. The default is two players. The
    choices are made by running commands, without looking for the controls; tests of the set-up sheet use `choose_seat`.
    The button that starts the game is clicked.
    """
    kinds = [(" ".join(seat.split(" ")[:2]), seat) for seat in seats]
    chosen = [("seat", choice) for kind, seat in kinds for choice in dict.fromkeys((kind, seat))]
    page.locator(f'[data-do="open"][data-arg="{game}"]').wait_for()
    page.evaluate(ORDERED, [("open", game), *{"players": "2", **more}.items(), *chosen])
    page.locator('[role="dialog"] [data-do="play"]').click()
    wait_for_turn(page)


STILL: Final = """selector => new Promise(done => {
  setTimeout(done, 3000);  // if the browser draws no frame, nothing moves either
  let before = '', same = 0;
  const look = () => {
    const box = JSON.stringify(document.querySelector(selector)?.getBoundingClientRect() ?? '');
    same = box === before ? same + 1 : 0;
    before = box;
    if (same < 4) requestAnimationFrame(look);
    else done();
  };
  look();
})"""


def tick(page: Page, selector: str) -> None:
    """Press a control on the set-up sheet after the sheet has stopped moving.

    The previous choice may have shifted the controls.
    """
    more = page.locator('[role="dialog"] [data-do="more"]')
    page.locator(selector).or_(more).first.wait_for(state="attached")
    if more.count():
        more.press("Enter")
    page.locator(selector).wait_for(state="attached")
    page.evaluate(STILL, selector)
    page.locator(selector).check(force=True)


def choose_seat(page: Page, choice: str) -> None:
    """Choose a player for a seat on the set-up sheet: a person or an opponent, then the opponent's strength.

    `choice` is, for example, `0 person` or `1 bot 2`.
    """
    kind = " ".join(choice.split(" ")[:2])
    for value in dict.fromkeys((kind, choice)):
        tick(page, f'[data-do="seat"][data-arg="{value}"]')


def set_up(page: Page, game: str, *seats: str) -> None:
    """Start a game from the home page, using the set-up sheet's controls. `seats` are as in `begin`."""
    page.locator(f'[data-do="open"][data-arg="{game}"]').click()
    for seat in seats:
        choose_seat(page, seat)
    page.locator('[role="dialog"] [data-do="play"]').click()


def cell(page: Page, spot: str) -> Locator:
    """Return the element of a spot (a named place on the board)."""
    return page.locator(f'[role="grid"] [data-spot="{spot}"]')


CENTRE: Final = """spot => {
  const box = document.querySelector(`[role="grid"] [data-spot="${spot}"]`)?.getBoundingClientRect();
  return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""
CENTRES: Final = f"""spot => {{
  const centre = {CENTRE}, here = document.activeElement.dataset.spot;
  return [here, centre(here), centre(spot)];
}}"""


def centre(page: Page, spot: str) -> tuple[float, float]:
    """Return the centre of a spot (a named place on the board), in CSS pixels of the window."""
    if not (centre_of_spot := page.evaluate(CENTRE, spot)):
        cell(page, spot).wait_for(state="attached")
        centre_of_spot = page.evaluate(CENTRE, spot)
    x, y = centre_of_spot
    return x, y


def by_mouse(page: Page, spot: str) -> None:
    """Move the mouse to the spot on the board in three steps, and click."""
    page.mouse.move(*centre(page, spot), steps=3)
    page.mouse.down()
    page.mouse.up()


def by_touch(page: Page, spot: str) -> None:
    """Tap the spot on the board with a finger."""
    page.touchscreen.tap(*centre(page, spot))


def by_role(page: Page, spot: str) -> None:
    """Click the grid cell whose accessible name begins with the name of the spot, as a screen reader does."""
    page.get_by_role("gridcell", name=re.compile(rf"^{re.escape(spot)}\b")).dispatch_event("click")


def by_keys(page: Page, spot: str) -> None:
    """Move to a spot on the board with the arrow keys and press Enter there.

    Press Tab first if the focus is not on the board.
    """
    tab_to_board(page)
    for _ in range(40):
        here, (x, y), (to_x, to_y) = page.evaluate(CENTRES, spot)
        if here == spot:
            page.keyboard.press("Enter")
            return
        sideways = abs(to_x - x) > abs(to_y - y) + 2  # the 2 px prevent going back and forth
        page.keyboard.press(
            ("ArrowRight" if to_x > x else "ArrowLeft") if sideways else ("ArrowDown" if to_y > y else "ArrowUp")
        )
    raise AssertionError(f"the arrow keys never came to {spot}")


WAYS: Final[dict[str, Point]] = {"mouse": by_mouse, "touch": by_touch, "keys": by_keys, "roles": by_role}


def tab_to_board(page: Page) -> None:
    """Press Tab until the focus is on the board."""
    for _ in range(60):
        if page.evaluate("!!document.activeElement.closest('[role=grid]')"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab never came to the board")


def throw(page: Page, point: Point) -> dict[str, Any]:
    """Roll the dice for a person, by the input device that the function `point` uses.

    Return the state after the roll.
    """
    before = wait_until(page, "s.rolling !== null && !s.moving")["ply"]
    button = page.get_by_role("button", name="Roll", exact=True)
    if point is by_keys:
        tab_to_board(page)
        page.keyboard.press("d")
    elif point is by_role:
        button.dispatch_event("click")
    elif point is by_touch:
        button.tap()
    else:
        button.click()
    after = wait_until(page, f"s.ply > {before} || s.over")
    page.keyboard.press("Shift")  # otherwise a press on a choice at the same place would count as a repeated one
    return after


def play(page: Page, point: Point, *moves: tuple[str, ...]) -> dict[str, Any]:
    """Play moves by pointing at spots with the function `point`, and return the state after them.

    Each move is a path of spots. The dice are rolled whenever a roll is due.
    """
    for move in moves:
        while wait_for_turn(page)["rolling"] is not None:
            throw(page, point)
        before = state(page)["ply"]
        for spot in move:
            point(page, spot)
        wait_until(page, f"s.ply > {before}")
    return wait_for_turn(page)


def play_on(page: Page, point: Point, most: int = 400) -> dict[str, Any]:
    """Point at allowed spots until the game is over, and return the page's final state. Fail after `most` steps."""
    for _ in range(most):
        now = wait_for_turn(page)
        if now["over"]:
            return now
        if now["rolling"] is not None:
            throw(page, point)
            continue
        point(page, now["open"][now["ply"] % len(now["open"])])
        wait_until(page, f"s.over || s.ply !== {now['ply']} || s.open.join() !== '{','.join(now['open'])}'")
    raise AssertionError("the game does not end")
