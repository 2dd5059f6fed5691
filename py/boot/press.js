// Answers a press before Python does. A ring marks the pressed cell of the board if Python has left it in the document
// as open (`data-open`, py/chowk/ui/screens/board.py), the browser draws a frame, and only then does Python get the
// event (py/chowk/browser/input/events.py): the ring does not wait for its work. Controls are answered by the style
// sheet (`:active`). There are no rules here.

const OPEN = "[role=grid] [data-open]";
const MOVES = '[data-do="tap"], [data-do="roll"], [data-do="confirm"]'; // controls that make moves: their clicks wait, too
const EDGE = 16; // px at the window's sides that are left to system gestures; events.py has the same number
const LATEST = 100; // ms after which Python gets the events even if the browser draws no frame
const FORGOTTEN = 1000; // ms after which a ring goes even if Python has drawn nothing
// What may keep the focus while a finger taps the board: nothing to read or type in.
const STAYS = "body, .told, .told *, [role=grid], [role=grid] *";
// Events that Python handles at once, after those that wait.
const PROMPT = ["change", "contextmenu", "hashchange", "input", "keydown", "pagehide", "pointerdown", "popstate", "submit",
  "wheel"];

let listener; // Python's functions, by type of event
let pressed; // the pointer that is down on the board, by its number
let ring; // the marked cell
let tapped = false; // the last touch was on the board
let waiting = []; // events that Python has still to get
let turn = 0; // changes whenever it gets them
let latest;
let forgotten;

function unmark() {
  clearTimeout(forgotten);
  ring?.removeAttribute("data-pressed");
  ring = undefined;
}

function run(event) {
  try {
    listener[event.type](event);
  } catch (error) {
    reportError(error); // as if thrown by a listener of the event: the other events are not lost
  }
}

// Pass on all events that wait.
function flush() {
  const events = waiting;
  waiting = [];
  turn += 1;
  clearTimeout(latest);
  events.forEach(run);
}

const { port1, port2 } = new MessageChannel(); // a message comes after the frame, and sooner than a timeout
port1.onmessage = ({ data }) => { if (data === turn) flush(); };

// Pass on an event after the next frame.
function wait(event) {
  waiting.push(event);
  if (waiting.length > 1) return;
  const now = turn;
  requestAnimationFrame(() => port2.postMessage(now));
  latest = setTimeout(flush, LATEST);
}

const isOnBoard = ({ target }) => target.closest?.(".board") && !target.closest("[data-do]");
const isAtEdge = ({ pointerType, clientX }) => pointerType === "touch" && !(EDGE <= clientX && clientX <= innerWidth - EDGE);

const heard = {
  pointerdown(event) {
    tapped = false;
    unmark();
    const first = pressed === undefined;
    pressed = undefined;
    if (!first || event.button || isAtEdge(event) || !isOnBoard(event)) return run(event); // a second finger cancels
    pressed = event.pointerId;
    ring = event.target.closest(OPEN) ?? undefined;
    ring?.setAttribute("data-pressed", "");
    wait(event);
  },
  pointermove(event) {
    const last = waiting.at(-1);
    if (last?.type === event.type && last.pointerId === event.pointerId) waiting[waiting.length - 1] = event;
    else if (last) waiting.push(event);
    else run(event);
  },
  pointerup(event) {
    if (pressed !== event.pointerId) return flush(), run(event);
    pressed = undefined;
    tapped = event.pointerType === "touch";
    if (ring) forgotten = setTimeout(unmark, FORGOTTEN);
    wait(event);
  },
  pointercancel(event) {
    if (pressed === event.pointerId) pressed = undefined;
    if (pressed === undefined) unmark();
    flush();
    run(event);
  },
  click(event) {
    if (event.detail && isOnBoard(event)) return; // its pointer events say the same
    if (event.detail && event.target.closest(MOVES)) return wait(event);
    flush();
    run(event);
  },
};

for (const name of PROMPT) addEventListener(name, flush, true);
for (const name of ["blur", "visibilitychange"]) addEventListener(name, () => {
  flush();
  pressed = undefined;
  unmark();
});
for (const name in heard) document.addEventListener(name, (event) => { if (listener) heard[name](event); });

// After a tap on the board, suppress the mouse events and the click: they add nothing, and cost a slow phone most of a
// frame.
document.addEventListener("touchend", (event) => {
  const focused = document.activeElement;
  if (tapped && event.cancelable && (!focused || focused.matches(STAYS))) event.preventDefault();
}, { passive: false });

globalThis.chowkPress = {
  // From now on, call these functions of Python, by the types of the events in `heard`.
  hear(functions) {
    listener = functions;
  },
  // Python has drawn the board: its own marks replace the ring, unless the press goes on or is still to be passed on.
  answered() {
    if (ring && pressed === undefined && !waiting.length) unmark();
  },
  flush, // all that waits, at once
};
