// Work that comes before Python, or that Python cannot do: shows the progress of the start, remembers a tap that came
// too early, explains a failed start, and makes the page available offline.
//
// Events received on window:
//   chowk:progress  { step, loaded, total }  from python.js; step is "download" (in bytes), "python" or "app"
//   chowk:failed    { reason, error }        from any script; reason is "network", "mixed", "host", "old", "off" or "broken"
//   chowk:update                             from the app: activate the newer version if one waits, and reload
//   chowk:doubt                              from the app: an error may come from a damaged file
//   chowk:fell      { error }                from python.js or the app: Python has crashed
// Events sent on window:
//   chowk:offline-ready   { version, hash, files, bytes, cached, extras }   the whole site is cached
//   chowk:update-waiting                                            a newer version is cached
//   chowk:image           { made }                                  the attempt to make the image has ended

const PATIENCE = 400; // ms before progress is shown
const QUIET = 1500; // ms after the start before other work begins
const REST = 4000; // further ms before the files are checked and the image is made
const LONG = 60_000; // maximum ms to wait for the service worker
const KEEPING = 5000; // ms until a browser has cached the code that it compiled for the image
const ROOM = 100e6; // minimum free bytes on the device to make an image
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MINUTE = 60_000;
const PAINT = 1000; // maximum ms to wait for the first paint
const SLOW = 15_000; // ms after which a damaged file may have stopped the start

const HERE = new URL("./", location).pathname; // other sites of this origin have their own notes (docs/storage.md)
const root = document.documentElement;
const asked = new URLSearchParams("tested" in root.dataset ? location.search : ""); // only in a page built for tests
const PACE = Number(asked.get("rest") ?? 1); // tests use ?rest=0 to shorten the waits
const box = document.getElementById("boot-progress");
const all = JSON.parse(document.getElementById("boot-texts").textContent);
const texts = all[root.lang] ?? all.en; // root.lang was set by language.js
const ready = new Promise((resolve) => {
  if (root.dataset.ready) resolve();
  const watcher = new MutationObserver(() => {
    if (!root.dataset.ready) return;
    watcher.disconnect();
    resolve();
  });
  watcher.observe(root, { attributeFilter: ["data-ready"] });
});

const workers = (() => {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined; // access is refused
  }
})();

const since = (time) => Math.abs(Date.now() - time); // the clock may be set back
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const images = () => import("./runtime.js");
let state = { step: "download", loaded: 0, total: 0 };
let failed = false;

function make(name, attributes, ...children) {
  const made = Object.assign(document.createElement(name), attributes);
  made.append(...children);
  return made;
}

// Progress ------------------------------------------------------------------------------------------------------------

function showProgress() {
  if (failed || root.dataset.ready) return;
  if (!box.firstChild) {
    box.append(make("p", { className: "note" }), make("progress", { max: 1 }));
    box.lastChild.setAttribute("aria-label", texts.download);
  }
  const [line, bar] = box.children;
  if (line.textContent !== texts[state.step]) line.textContent = texts[state.step];
  if (state.step === "download" && state.total) bar.value = Math.min(1, state.loaded / state.total);
  else bar.removeAttribute("value");
}

addEventListener("chowk:progress", ({ detail }) => {
  state = detail;
  if (box.firstChild) showProgress();
});
setTimeout(showProgress, PATIENCE);
ready.then(() => { // also removes an error message caused by other code, such as a browser extension
  box.replaceChildren();
  box.setAttribute("role", "status");
});

// The last tap before Python is ready is carried out once it is. ------------------------------------------------------

function remember(event) {
  const control = event.target.closest("#app button[data-do]");
  if (!control || control.getAttribute("aria-disabled") === "true") return;
  root.dataset.asked = `${control.dataset.do} ${control.dataset.arg ?? ""}`;
  document.querySelector('#app [aria-busy="true"]')?.removeAttribute("aria-busy");
  control.setAttribute("aria-busy", "true");
  showProgress();
}
addEventListener("click", remember);
ready.then(() => removeEventListener("click", remember));

// Python's first page replaces all controls. If a control is replaced while a mouse presses it, the browser sends no
// click, so the control in its place is clicked here. (A finger's click goes to what is there when the finger is lifted.)
let begun;

function begin({ target, button, pointerType }) {
  begun = pointerType === "mouse" && !button ? target.closest("#app button[data-do]") : undefined;
}

function end({ clientX, clientY }) {
  const gone = begun;
  begun = undefined;
  if (!gone || gone.isConnected) return;
  const control = document.elementFromPoint(clientX, clientY)?.closest("#app button[data-do]");
  if (control?.dataset.do === gone.dataset.do && control.dataset.arg === gone.dataset.arg) control.click();
}
addEventListener("pointerdown", begin);
addEventListener("pointerup", end);
addEventListener("pointercancel", () => { begun = undefined; });
ready.then(() => removeEventListener("pointerdown", begin));

// Failure -------------------------------------------------------------------------------------------------------------

function fail(reason) {
  if (failed || root.dataset.ready) return;
  failed = true;
  if (reason === "broken") images().then(({ forgetImages }) => forgetImages()).catch(() => {}); // a possible cause
  else unnote();
  heal().catch(() => {});
  alarm(texts.failed, texts[reason], again(() => location.reload()));
}

function alarm(what, ...rest) {
  box.setAttribute("role", "alert");
  const said = rest.map((one) => (typeof one === "string" ? make("p", {}, one) : one));
  box.replaceChildren(make("p", {}, make("strong", {}, what)), ...said);
}

function again(act) {
  const button = make("button", { type: "button", className: "button primary" }, texts.retry);
  button.addEventListener("click", act);
  return button;
}

// Check the cached files, because a damaged one may have stopped the start. If all damaged files could be replaced,
// retry the start, but only once.
async function heal() {
  const { damaged, lost } = await looked();
  if (!damaged.length || root.dataset.ready) return;
  if (!lost.length && !repeated()) {
    // Browsers keep responses in memory, even across a reload. A request with another mode replaces them.
    const given = performance.getEntriesByType("resource").map(({ name }) => name);
    const bad = given.filter((name) => damaged.some((path) => new URL(name).pathname.endsWith(`/${path}`)));
    await Promise.all(bad.map((name) => fetch(name, { cache: "reload" }).then((reply) => reply.arrayBuffer())));
    return void location.reload();
  }
  fail("broken");
  box.querySelectorAll("p")[1].textContent = lost.length ? texts.damaged : texts.mended;
}

// Check all cached files and replace damaged ones. Return { damaged, lost }, see sw.js.
async function looked() {
  const worker = workers?.controller;
  return worker ? ask(worker, "mend") : { damaged: [], lost: [] };
}

// Return true if this start is a retry. Otherwise store a note that the next start will be one.
function repeated() {
  try {
    if (sessionStorage.getItem("chowk:mended")) return true;
    sessionStorage.setItem("chowk:mended", "1");
    return false;
  } catch {
    return true; // without storage, that is not known
  }
}

ready.then(() => {
  try {
    for (const note of ["chowk:mended", "chowk:mixed"]) sessionStorage.removeItem(note);
  } catch {
    // no storage: nothing was noted
  }
});
setTimeout(() => { if (!root.dataset.ready && !failed) heal().catch(() => {}); }, SLOW);
addEventListener("chowk:doubt", () => { looked().catch(() => {}); });

// Check all files once a day, because some damage, such as in a font, does not stop a start. If the check does not end,
// or a damaged file cannot be fetched, check again after the next start.
async function lookOver() {
  try {
    if (since(Number(localStorage.getItem(`chowk:looked:${HERE}`))) < DAY) return;
    const { lost } = await looked();
    if (!lost.length) localStorage.setItem(`chowk:looked:${HERE}`, String(Date.now()));
  } catch {
    // without storage, the check would run after every start
  }
}

// Return the reason of a failed start, from its error. An error about a lost file already has a `reason` (runtime.js).
function reasonOf(error) {
  if (error?.reason in texts) return error.reason;
  const text = String(error?.message ?? error);
  if (/Content Security Policy|disallowed by embedder/i.test(text)) return "host"; // the host forbids WebAssembly
  return /fetch|import|load|network|^\d{3} /i.test(text) && !text.includes("Traceback") ? "network" : "broken";
}

// Hosts and extensions add scripts to pages. Errors of these scripts are not failures of the page. The page's own files
// are in these folders, or at addresses that the page made. In the single file, all scripts are its own.
const SITE = new URL("../../", import.meta.url).href;
const OWN = ["css/", "icons/", "img/", "manifest", "py/", "vendor/"].map((name) => SITE + name);
const isOwn = (text) => "chowkFiles" in globalThis || [...OWN, "blob:", "wasm:"].some((name) => text.includes(name));

addEventListener("chowk:failed", ({ detail }) => fail(detail.reason ?? reasonOf(detail.error)));
addEventListener("unhandledrejection", ({ reason }) => {
  if (reason?.reason || !reason?.stack?.includes("://") || isOwn(reason.stack)) fail(reasonOf(reason));
});
addEventListener("error", ({ target, filename, error }) => {
  // A Python error in a listener or in a frame is not a failed start. Errors of the start arrive as chowk:failed.
  if (error?.name === "PythonError") return;
  if (!(target instanceof Element)) {
    if (isOwn(filename ?? "")) fail("broken");
  } else if (isOwn(target.src || target.href || "")) {
    fail("network");
  }
}, true);
// Python may crash during use: a trap, a stack overflow, no memory. Its state is then unreliable, so the page reloads
// with the saved data. After the first crash it opens the table again, after the second the home page. After the third,
// the player must ask for the reload.
const FELL = "chowk:fell"; // in sessionStorage: { times, told, details }
const HEARD = ["click", "hashchange", "input", "keydown", "keyup", "pagehide", "pointercancel", "pointerdown", "pointermove",
  "pointerup", "popstate", "resize", "visibilitychange"];
let falling = false;

function fell({ error }) {
  if (!root.dataset.ready) return fail("broken");
  if (falling) return;
  falling = true;
  for (const name of HEARD) addEventListener(name, (event) => {
    const told = event.target instanceof Node && box.contains(event.target); // some events target the window
    if (!told) event.stopImmediatePropagation();
  }, true);
  document.getElementById("app").inert = true;
  const times = [...fallen().times, Date.now()].filter((time) => since(time) < MINUTE);
  const details = String(error?.stack ?? error).slice(0, 4000);
  try {
    sessionStorage.setItem(FELL, JSON.stringify({ times, told: false, details }));
  } catch {
    return alarm(texts.fell, again(() => location.reload())); // without storage, no data is saved
  }
  alarm(texts.fell, texts.anew);
  if (times.length > 1) {
    images().then(({ forgetImages }) => forgetImages()).catch(() => {}).finally(() => {
      const rest = location.hash.slice(1).split("&").filter((part) => !/^[aglst]=/.test(part)); // removes game links
      history.replaceState(null, "", `${location.pathname}${location.search}#${rest.join("&")}`);
      location.reload();
    });
  } else {
    location.reload();
  }
}

function fallen() {
  try {
    const { times, told, details } = JSON.parse(sessionStorage.getItem(FELL)) ?? {};
    return { times: Array.isArray(times) ? times : [], told, details };
  } catch {
    return { times: [] };
  }
}

// Pass the note of a crash to the app, as an attribute of the root element. After three crashes, do not start Python.
function recall() {
  const { times, told, details } = fallen();
  if (told !== false) return;
  if (times.length > 2) {
    root.dataset.halted = "";
    failed = true;
    return alarm(texts.fell, texts.often, again(() => {
      sessionStorage.removeItem(FELL);
      location.reload();
    }));
  }
  sessionStorage.setItem(FELL, JSON.stringify({ times, told: true }));
  root.dataset.fell = details;
}
recall();

// If the browser lacks a feature, or has it switched off, do not start Python.
const NEEDED = ["DecompressionStream", "Worker", "BroadcastChannel"]; // PyScript needs them, too
const lack = !Array.prototype.at || NEEDED.some((name) => !globalThis[name]) ? "old" : globalThis.WebAssembly ? "" : "off";
if (lack) {
  root.dataset.halted = "";
  fail(lack);
}

// In a frame of another site (guard.js), do not start Python.
if ("framed" in root.dataset) {
  const link = make("a", { href: location.href, target: "_blank", rel: "noopener", className: "button primary" }, texts.open);
  root.dataset.halted = "";
  failed = true;
  document.getElementById("app").inert = true;
  alarm(texts.framed, link);
}

const FALLS = /already (fatally failed|exited)|^MemoryError/m; // messages of other errors that mean a crash
const isFall = (error) => (globalThis.WebAssembly && error instanceof WebAssembly.RuntimeError) || FALLS.test(error?.message);
addEventListener("chowk:fell", ({ detail }) => fell(detail));
addEventListener("error", ({ error }) => { if (isFall(error)) fell({ error }); });
addEventListener("unhandledrejection", ({ reason }) => { if (isFall(reason)) fell({ error: reason }); });

// On a first visit, load the files that start Python only after the first paint. The paint does not need them, and on a
// slow network they would delay it. On later visits the files are cached, so there is no wait.
async function painted() {
  if (document.hidden || workers?.controller) return;
  const seen = new Promise((resolve) => {
    new PerformanceObserver((list, observer) => {
      if (!list.getEntriesByName("first-contentful-paint").length) return;
      observer.disconnect();
      resolve();
    }).observe({ type: "paint", buffered: true });
  });
  await Promise.race([seen, pause(PAINT)]);
}
const later = document.getElementById("later");
painted().catch(() => {}).then(() => later.replaceWith(later.content)); // also in browsers without this observer

// Quicker starts ------------------------------------------------------------------------------------------------------

// Remove the note that a start from an image is in progress (python.js). The start has ended, or failed for another
// reason.
function unnote() {
  try {
    localStorage.removeItem(`chowk:image:${HERE}`);
  } catch {
    // without storage, there is no such note
  }
}

// Make the image of Python's memory in a worker, if there is none and the device has room for it.
async function picture() {
  if (await (await images()).hasImage()) return;
  const room = await navigator.storage?.estimate?.(); // not in every browser
  if (room?.quota - room?.usage < ROOM) return tell("image", { made: false });
  const maker = new Worker(new URL("./image.js", import.meta.url), { type: "module", name: `${root.lang} ${root.dataset.theme}` });
  const done = async ({ data }) => {
    await pause(KEEPING * PACE);
    maker.terminate();
    tell("image", { made: Boolean(data?.made) });
  };
  maker.addEventListener("message", done);
  maker.addEventListener("error", (event) => {
    event.preventDefault();
    done({});
  });
}

// Without a network ---------------------------------------------------------------------------------------------------

// "on": the site is cached; "off": it is not, as in development; "file": this page holds all files.
const offline = document.querySelector('meta[name="chowk-offline"]')?.content ?? "on";
let registration;

function tell(name, detail) {
  dispatchEvent(new CustomEvent(`chowk:${name}`, { detail }));
}

function ask(worker, type, path) {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage({ type, path }, [channel.port2]);
  });
}

async function keep() {
  registration = await workers.register("./sw.js");
  if (!registration) return; // some browsers refuse silently
  const kept = Boolean(workers.controller); // if false, the first version takes control now, which is no update
  if (kept) workers.addEventListener("controllerchange", () => tell("update-waiting")); // by another tab
  registration.addEventListener("updatefound", () => follow(registration.installing));
  if (registration.waiting) tell("update-waiting");
  follow(registration.installing);
  if (registration.active) tell("offline-ready", await ask(registration.active, "status"));
  let looked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || since(looked) < HOUR) return;
    looked = Date.now();
    registration.update().catch(() => {}); // without a network there is no update
  });
}

// Report when a version is installed. It waits while another version serves the page; otherwise it serves the page at
// once.
const followed = new WeakSet();

function follow(worker) {
  if (!worker || followed.has(worker)) return;
  followed.add(worker);
  worker.addEventListener("statechange", async () => {
    if (worker.state === "installed" && registration.active) tell("update-waiting");
    if (worker.state === "activated") tell("offline-ready", await ask(worker, "status"));
  });
}

// Cache an optional file that has arrived, once the service worker is active.
addEventListener("chowk:extra", async ({ detail }) => {
  if (offline !== "on" || !workers) return;
  const { active } = await workers.ready;
  tell("offline-ready", await ask(active, "extra", detail));
});

async function forget() {
  for (const known of await workers.getRegistrations()) {
    if (known.scope === new URL("./", location).href) await known.unregister();
  }
}

addEventListener("chowk:update", () => {
  const waiting = registration?.waiting;
  if (!waiting) return location.reload();
  workers.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting.postMessage({ type: "skip-waiting" });
});

// A browser that can install the page sends its offer once. The player may accept it at any time.
let invitation;

function invite(event) {
  event?.preventDefault();
  invitation = event;
  tell("installable", Boolean(event));
}

addEventListener("beforeinstallprompt", invite);
addEventListener("appinstalled", () => invite());
addEventListener("chowk:install", async () => {
  const asked = invitation;
  invite(); // an offer can be used only once, so forget it
  await asked?.prompt();
});

await ready;
unnote();
if (invitation) invite(invitation);
if (offline === "file") {
  tell("offline-ready", globalThis.chowkFiles.about); // see tools/build/single.js
} else {
  setTimeout(async () => {
    if (workers) await (offline === "on" ? keep() : forget()).catch(() => {}); // the page still works online
    // Browsers cache compiled code with the response that contained it. So wait for the service worker, whose responses
    // later starts get.
    const settled = registration ? Promise.race([workers.ready, pause(LONG)]) : undefined;
    await Promise.all([settled, pause(REST * PACE)]);
    await lookOver().catch(() => {});
    picture().catch(() => {}); // without an image, later starts are slower
  }, QUIET * PACE);
}
