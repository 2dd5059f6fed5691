// Answers a press before Python does. If the pressed cell of the board is open to a choice (Python has marked it with
// `data-open`, py/chowk/ui/screens/board.py), it gets a ring. Then the browser draws a frame, and only after it Python
// gets the event (py/chowk/browser/input/events.py), so the ring does not wait for Python's work. Pressed controls are
// shown by the style sheet with `:active`. Browsers set that late for fingers, which may be about to scroll, so for
// fingers a control gets the same mark as a cell. If a picked piece is an element (browser/render/canvas.py), the
// pointer carries it without Python. No rules of games are here.

const OPEN = "[role=grid] [data-open]";
const MOVES = '[data-do="tap"], [data-do="roll"], [data-do="confirm"]'; // controls that make moves: their clicks wait, too
const CONTROL = "button, a[data-do], summary, .answer, .rung, .switch";
const BRIEF = 100; // ms for which a control stays marked after a tap
const LATEST = 100; // ms after which Python gets the events even if the browser draws no frame
const FORGOTTEN = 1000; // ms after which a ring is removed even if Python has drawn nothing
// Elements that may keep the focus while a finger taps the board, because they contain nothing to read or type in.
const STAYS = "body, .messages, .messages *, [role=grid], [role=grid] *";
// Events that Python handles at once, after the events that wait.
const PROMPT = ["change", "contextmenu", "hashchange", "input", "keydown", "pagehide", "pointerdown", "popstate", "submit",
  "wheel"];

let listener; // Python's functions, by type of event
let sizes; // sizes in CSS pixels, from Python: { edge, raised, threshold, lift }
let pressed; // the id of the pointer that is pressed on the board
let from; // the place of this pointer's press
let at; // the last place of this pointer, raised above a finger
let drags = false; // true if this pointer has moved further than in a tap
let held; // the piece in the hand: { canvas, x, y, rest }
let ring; // the marked cell
let control; // the marked control
let tapped = false; // the last touch was on the board
let waiting = []; // events that Python has not received yet
let turn = 0; // increased whenever the waiting events are passed on
let latest;
let forgotten;

function unmark() {
  clearTimeout(forgotten);
  for (const one of [ring, control]) one?.removeAttribute("data-pressed");
  ring = control = undefined;
}

function run(event) {
  try {
    listener[event.type](event);
  } catch (error) {
    reportError(error); // as if a listener of the event had thrown it, so that the other events are not lost
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

const { port1, port2 } = new MessageChannel(); // a message arrives after the frame, and sooner than a timeout
port1.onmessage = ({ data }) => { if (data === turn) flush(); };

// Pass on an event after the next frame.
function wait(event) {
  waiting.push(event);
  if (waiting.length > 1) return;
  const now = turn;
  requestAnimationFrame(() => port2.postMessage(now));
  latest = setTimeout(flush, LATEST);
}

// Move the piece in the hand to the pointer.
function carry() {
  if (!held || !drags || (pressed === undefined && !waiting.length)) return;
  const { canvas, x, y, rest } = held;
  const box = canvas.parentElement.getBoundingClientRect();
  const way = `translate(${at.x - box.left - x}px, ${at.y - box.top - y}px)`;
  canvas.style.transform = `${way} ${rest} scale(${sizes.lift})`;
}

// Record that the pressed pointer is at the place of an event, and move the piece in the hand. The event itself is not
// kept, because it would keep the elements of its page in memory.
function follow({ clientX: x, clientY: y, pointerType }) {
  drags ||= Math.abs(x - from.x) + Math.abs(y - from.y) > (sizes.threshold[pointerType] ?? sizes.threshold.touch);
  at = { x, y: pointerType === "touch" ? y - sizes.raised : y };
  carry();
}

const isOnBoard = ({ target }) => target.closest?.(".board") && !target.closest("[data-do]");
const isAtEdge = ({ pointerType, clientX }) => (
  pointerType === "touch" && !(sizes.edge <= clientX && clientX <= innerWidth - sizes.edge)
);

const heard = {
  pointerdown(event) {
    tapped = false;
    unmark();
    const first = pressed === undefined;
    pressed = undefined;
    drags = false;
    if (!first || event.button || isAtEdge(event) || !isOnBoard(event)) { // a second finger cancels
      control = event.pointerType !== "mouse" && event.target.closest?.(CONTROL) || undefined;
      control?.setAttribute("data-pressed", "");
      return run(event);
    }
    pressed = event.pointerId;
    from = { x: event.clientX, y: event.clientY };
    ring = event.target.closest(OPEN) ?? undefined;
    ring?.setAttribute("data-pressed", "");
    wait(event);
  },
  pointermove(event) {
    const last = waiting.at(-1);
    const carries = pressed === event.pointerId;
    if (carries) follow(event);
    if (last?.type === event.type && last.pointerId === event.pointerId) waiting[waiting.length - 1] = event;
    else if (last || (carries && held)) wait(event);
    else run(event);
  },
  pointerup(event) {
    if (pressed !== event.pointerId) {
      if (control) forgotten = setTimeout(unmark, BRIEF);
      flush();
      return run(event);
    }
    follow(event);
    pressed = undefined;
    tapped = event.pointerType === "touch";
    if (ring) forgotten = setTimeout(unmark, FORGOTTEN);
    wait(event);
  },
  pointercancel(event) {
    if (pressed === event.pointerId) pressed = undefined;
    if (pressed === undefined) {
      drags = false;
      unmark();
    }
    flush();
    run(event);
  },
  click(event) {
    if (event.detail && isOnBoard(event)) return; // the pointer events of this press have been passed on
    if (event.detail && event.target.closest(MOVES)) return wait(event);
    flush();
    run(event);
  },
};

for (const name of PROMPT) addEventListener(name, flush, true);
for (const name of ["blur", "visibilitychange"]) addEventListener(name, () => {
  flush();
  pressed = undefined;
  drags = false;
  unmark();
});
for (const name in heard) document.addEventListener(name, (event) => { if (listener) heard[name](event); });

// After a tap on the board, suppress the mouse events and the click. They add nothing, and cost a slow phone most of a
// frame.
document.addEventListener("touchend", (event) => {
  const focused = document.activeElement;
  if (tapped && event.cancelable && (!focused || focused.matches(STAYS))) event.preventDefault();
}, { passive: false });

globalThis.chowkPress = {
  // From now on, call these functions of Python, which are named by the types of the events in `heard`.
  hear(functions, numbers) {
    listener = functions;
    sizes = numbers;
  },
  // Record that a resting canvas is the piece in the hand, with the origin of its drawing at (x, y) in its parent.
  // Without a canvas, no piece is in the hand.
  hold(canvas, x, y) {
    if (canvas) unmark(); // Python has drawn its own mark, below the piece
    held = canvas && { canvas, x, y, rest: canvas.style.transform };
    carry();
  },
  // Called after Python has drawn the board. Its own marks replace the ring, unless the press continues or still waits.
  answered() {
    if (ring && pressed === undefined && !waiting.length) unmark();
  },
  flush, // passes on all waiting events at once
};
