"""Test the order in which the page and Python handle a press: `py/boot/press.js` under Node, in a fake page."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parents[3]
# The fake page: an open and a closed cell of the board, a control that makes moves and another one. `log` records the
# events that Python gets and the marks that the cell shows. Frames and messages come when the test lets them.
PAGE: Final = """
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";
const log = [], early = {}, late = {};
let frames = [], sent = [];
const element = (...selectors) => {
  const own = new Set();
  return {
    closest(text) { return text.split(", ").some((one) => selectors.includes(one)) ? this : null; },
    matches: () => true,
    setAttribute: (name) => { own.add(name); log.push(`+${name}`); },
    removeAttribute: (name) => { if (own.delete(name)) log.push(`-${name}`); },
  };
};
const open = element(".board", "[role=grid] [data-open]");
const closed = element(".board");
const roll = element("[data-do]", '[data-do="roll"]');
const menu = element("[data-do]");
const button = element("button");
const add = (all) => (name, hear, options) => { ((all[name] ??= []).push(hear), options); };
Object.assign(globalThis, {
  innerWidth: 360,
  addEventListener: add(early),
  document: { addEventListener: add(late), activeElement: null },
  requestAnimationFrame: (frame) => frames.push(frame),
  reportError: (error) => log.push(error.message),
  setTimeout: () => 0,
  clearTimeout: () => {},
});
globalThis.MessageChannel = class {
  port1 = {};
  port2 = { postMessage: (data) => sent.push([this.port1, data]) };
};
runInThisContext(readFileSync(process.argv.at(-1), "utf8"));
const frame = () => {
  log.push("frame");
  for (const one of frames.splice(0)) one();
  for (const [port, data] of sent.splice(0)) port.onmessage({ data });
};
const send = (type, target = menu, more = {}) => {
  const event = { type, target, pointerId: 1, pointerType: "touch", button: 0, clientX: 99, clientY: 99, detail: 1 };
  Object.assign(event, { cancelable: true, preventDefault: () => log.push(`${type} prevented`) }, more);
  for (const hear of early[type] ?? []) hear(event);
  for (const hear of late[type] ?? []) hear(event);
};
const names = ["click", "pointerdown", "pointermove", "pointerup", "pointercancel"];
const python = (name) => [name, (event) => log.push(event.detail === "bad" ? broken() : `${name}`)];
const broken = () => { throw new Error("broken"); };
const threshold = { mouse: 3, pen: 5, touch: 9 };
chowkPress.hear(Object.fromEntries(names.map(python)), { edge: 16, raised: 28, threshold, lift: 1.1 });
const piece = { style: { transform: "rest" }, parentElement: { getBoundingClientRect: () => ({ left: 10, top: 20 }) } };
const hold = () => {
  piece.style.transform = "rest";
  chowkPress.hold(piece, 40, 50);
};
"""


def log(script: str) -> list[str]:
    """Run a script in the fake page and return the log of events."""
    text = f"{PAGE}{script}\nconsole.log(JSON.stringify(log));"
    words = ["node", "--input-type=module", "-e", text, "--", str(ROOT / "py/boot/press.js")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    noted: list[str] = json.loads(done.stdout)
    return noted


def test_an_open_cell_has_its_ring_in_the_frame_before_python_hears_of_the_press() -> None:
    tap = 'send("pointerdown", open); frame(); send("pointerup", open); send("touchend", open); frame();'
    expected = ["+data-pressed", "frame", "pointerdown", "touchend prevented", "frame", "pointerup"]
    assert log(tap) == expected
    assert log(f"{tap} chowkPress.answered();") == [*expected, "-data-pressed"]


def test_a_closed_cell_has_none_and_python_hears_of_it_in_its_turn() -> None:
    assert log('send("pointerdown", closed); frame();') == ["frame", "pointerdown"]


def test_the_ring_stays_until_the_release_is_answered() -> None:
    drawn = "chowkPress.answered();"
    quick = f'send("pointerdown", open); {drawn} frame(); {drawn} send("pointerup", open); {drawn} frame(); {drawn}'
    assert log(quick) == ["+data-pressed", "frame", "pointerdown", "frame", "pointerup", "-data-pressed"]


def test_the_ring_goes_with_a_cancelled_press() -> None:
    assert log('send("pointerdown", open); send("pointercancel", open);') == [
        *("+data-pressed", "-data-pressed", "pointerdown", "pointercancel"),
    ]
    assert log('send("pointerdown", open); frame(); send("pointerdown", closed, { pointerId: 2 });') == [
        *("+data-pressed", "frame", "pointerdown", "-data-pressed", "pointerdown"),
    ]
    assert log('send("pointerdown", open); send("blur");') == ["+data-pressed", "pointerdown", "-data-pressed"]


def test_other_events_do_not_overtake_a_press() -> None:
    both = 'send("pointerdown", open); send("pointermove", open); send("pointermove", open); send("pointerup", open);'
    order = ["pointerdown", "pointermove", "pointerup"]
    assert log(f'{both} send("keydown");') == ["+data-pressed", *order]
    assert log(f'{both} send("pointerdown", menu);') == ["+data-pressed", *order, "-data-pressed", "pointerdown"]
    assert log(f"{both} frame(); frame();") == ["+data-pressed", "frame", *order, "frame"], "each event comes once"


def test_a_frame_that_was_asked_for_earlier_does_not_bring_a_later_press_too_soon() -> None:
    stale = 'send("pointerdown", open); for (const one of frames.splice(0)) one(); send("keydown");'
    assert log(f'{stale} send("pointerup", open); frame();') == ["+data-pressed", "pointerdown", "frame", "pointerup"]


def test_clicks_that_make_moves_wait_for_a_frame_and_others_do_not() -> None:
    assert log('send("click", roll); frame();') == ["frame", "click"]
    assert log('send("click", menu);') == ["click"]
    assert log('send("click", roll, { detail: 0 });') == ["click"], "keys and screen readers are not kept waiting"
    assert log('send("click", open); frame();') == ["frame"], "the pointer has told it"
    assert log('send("click", open, { detail: 0 });') == ["click"]


def test_only_the_first_button_and_what_is_not_left_to_the_system_presses_the_board() -> None:
    assert log('send("pointerdown", open, { button: 2, pointerType: "mouse" });') == ["pointerdown"]
    assert log('send("pointerdown", open, { clientX: 8 });') == ["pointerdown"]
    assert log('send("pointerdown", open, { clientX: 8, pointerType: "mouse" });') == ["+data-pressed"]


def test_an_error_in_python_loses_no_other_event() -> None:
    events = log('send("pointerdown", open, { detail: "bad" }); send("pointerup", open); frame();')
    assert events == ["+data-pressed", "frame", "broken", "pointerup"]


def test_a_piece_in_the_hand_follows_the_pointer_without_python() -> None:
    """Once the pointer has moved 9 px, the piece follows it, enlarged. It is 28 px above a finger.

    Of the movements during a frame, Python gets only the last, after the frame that shows it.
    """
    note = "log.push(piece.style.transform);"
    near = 'send("pointermove", open, { clientX: 104 });'
    far = 'send("pointermove", open, { clientX: 120 });'
    events = log(f'send("pointerdown", open); frame(); hold(); {near} {note} {far} {note} hold(); {note} frame();')
    there = "translate(70px, 1px) rest scale(1.1)"
    marked = ["+data-pressed", "frame", "pointerdown", "-data-pressed"]
    assert events == [*marked, "rest", there, there, "frame", "pointermove"], "the ring would lie over the piece"


def test_a_piece_stays_where_it_is_dropped_until_python_draws_it_and_goes_home_from_a_cancelled_drag() -> None:
    note = "log.push(piece.style.transform);"
    drag = 'send("pointerdown", open); frame(); hold(); send("pointermove", open, { clientX: 120 }); frame();'
    there = "translate(71px, 1px) rest scale(1.1)"
    drop = f'{drag} send("pointerup", open, {{ clientX: 121 }}); hold(); {note} frame(); hold(); {note}'
    assert log(drop)[6:] == [there, "frame", "pointerup", "rest"]
    assert log(f'{drag} send("pointercancel", open); hold(); {note}')[-1] == "rest"


def test_a_control_is_marked_at_once_under_a_finger_and_by_its_style_under_a_mouse() -> None:
    assert log('send("pointerdown", button); chowkPress.answered(); send("pointercancel", button);') == [
        *("+data-pressed", "pointerdown", "-data-pressed", "pointercancel"),
    ]
    assert log('send("pointerdown", button, { pointerType: "mouse" });') == ["pointerdown"]
