// What the page does before Python is there, and what Python cannot do: it shows how far the start is, remembers a card
// that was tapped too early, says plainly when starting failed, and keeps the page for times without a network.
//
// Heard on window:
//   chowk:progress  { step, loaded, total }  from python.js; step is "download", "python" or "app"
//   chowk:failed    { reason, error }        from anywhere; reason is "network", "mixed", "host", "old", "off" or "broken"
//   chowk:update                             from the app: bring the newer version in if one waits, and reload
//   chowk:doubt                              from the app: something did not work that may lie in a damaged file
//   chowk:fell      { error }                from python.js or the app: Python cannot be used any more
// Told on window:
//   chowk:offline-ready   { version, hash, files, bytes, cached, extras }   the whole site is on the device
//   chowk:update-waiting                                            a newer version is, too
//   chowk:image           { made }                                  the attempt at an image for quicker starts is over

const PATIENCE = 400; // ms before a start is worth a word
const QUIET = 1500; // ms after the start in which nothing else is begun
const REST = 4000; // ms more before the image is made
const LONG = 60_000; // ms after which an installation is not waited for
const KEEPING = 5000; // ms after which a browser has kept what it compiled for the image's maker
const ROOM = 100e6; // bytes free on the device, below which no image is made
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MINUTE = 60_000;
const PAINT = 1000; // ms that the page's first picture is waited for
const SLOW = 15_000; // ms after which a start that is not over may be stuck over a damaged file

const HERE = new URL("./", location).pathname; // others on this origin have notes of their own (docs/storage.md)
const root = document.documentElement;
const asked = new URLSearchParams("tested" in root.dataset ? location.search : ""); // of a page that is built for tests
const PACE = Number(asked.get("rest") ?? 1); // they need not wait: ?rest=0
const box = document.getElementById("boot-progress");
const all = JSON.parse(document.getElementById("boot-texts").textContent);
const texts = all[root.lang] ?? all.en; // language.js has chosen
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
    return undefined; // refused
  }
})();

const since = (time) => Math.abs(Date.now() - time); // a device's clock may be set back
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
ready.then(() => { // after all, where what failed was not the page's own, such as a browser's extension
  box.replaceChildren();
  box.setAttribute("role", "status");
});

// What is tapped before Python is there is done as soon as it can be: the last tap counts. -----------------------------

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

// Failure -------------------------------------------------------------------------------------------------------------

function fail(reason) {
  if (failed || root.dataset.ready) return;
  failed = true;
  if (reason === "broken") images().then(({ forgetImages }) => forgetImages()).catch(() => {}); // it may be to blame
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

// What the device keeps may be damaged: then it is fetched anew, and the start tried again, once by itself.
async function heal() {
  const { damaged, lost } = await looked();
  if (!damaged.length || root.dataset.ready) return;
  if (!lost.length && !repeated()) {
    // Browsers keep what they were given in memory, across a reload too, until they ask for it in another way.
    const given = performance.getEntriesByType("resource").map(({ name }) => name);
    const bad = given.filter((name) => damaged.some((path) => new URL(name).pathname.endsWith(`/${path}`)));
    await Promise.all(bad.map((name) => fetch(name, { cache: "reload" }).then((reply) => reply.arrayBuffer())));
    return void location.reload();
  }
  fail("broken");
  box.querySelectorAll("p")[1].textContent = lost.length ? texts.damaged : texts.mended;
}

// Every file that is kept, looked at and brought anew if need be: { damaged, lost }.
async function looked() {
  const worker = workers?.controller;
  return worker ? ask(worker, "mend") : { damaged: [], lost: [] };
}

// Whether the start was tried again already since the page was opened; it is from now on.
function repeated() {
  try {
    if (sessionStorage.getItem("chowk:mended")) return true;
    sessionStorage.setItem("chowk:mended", "1");
    return false;
  } catch {
    return true; // no storage: it cannot be told
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

// Once a day, when nothing else is to do, for what does no harm to a start, such as a font; again at the next start if
// it did not come to its end, or something damaged could not be had, as without a network.
async function lookOver() {
  try {
    if (since(Number(localStorage.getItem(`chowk:looked:${HERE}`))) < DAY) return;
    const { lost } = await looked();
    if (!lost.length) localStorage.setItem(`chowk:looked:${HERE}`, String(Date.now()));
  } catch {
    // no storage: it would be every time
  }
}

// Whoever loses a file says so (runtime.js), by whichever way that is heard of first.
function reasonOf(error) {
  if (error?.reason in texts) return error.reason;
  const text = String(error?.message ?? error);
  if (/Content Security Policy|disallowed by embedder/i.test(text)) return "host"; // of its own, against WebAssembly
  return /fetch|import|load|network|^\d{3} /i.test(text) && !text.includes("Traceback") ? "network" : "broken";
}

// Hosts and extensions add scripts to pages: what becomes of those is no failure of this page. Its own files lie in these
// folders, or have addresses that it made; the one file has nothing but its own.
const SITE = new URL("../../", import.meta.url).href;
const OWN = ["css/", "icons/", "img/", "manifest", "py/", "vendor/"].map((name) => SITE + name);
const isOwn = (text) => "chowkFiles" in globalThis || [...OWN, "blob:", "wasm:"].some((name) => text.includes(name));

addEventListener("chowk:failed", ({ detail }) => fail(detail.reason ?? reasonOf(detail.error)));
addEventListener("unhandledrejection", ({ reason }) => {
  if (reason?.reason || !reason?.stack?.includes("://") || isOwn(reason.stack)) fail(reasonOf(reason));
});
addEventListener("error", ({ target, filename, error }) => {
  // Of Python only the start itself may fail a start, and that is told by chowk:failed; not a listener or a frame.
  if (error?.name === "PythonError") return;
  if (!(target instanceof Element)) {
    if (isOwn(filename ?? "")) fail("broken");
  } else if (isOwn(target.src || target.href || "")) {
    fail("network");
  }
}, true);
// Python may fall while it is used: a trap, a stack that ran over, no memory left. Nothing that it says or does is to be
// relied on from then on. So the page starts anew, with what is kept: at the table; if it falls there again, at the home
// page; and if that does not help either, only when it is asked to.
const FELL = "chowk:fell"; // in the session's storage: { times, told, details }
const HEARD = ["click", "hashchange", "input", "keydown", "keyup", "pagehide", "pointercancel", "pointerdown", "pointermove",
  "pointerup", "popstate", "resize", "visibilitychange"];
let falling = false;

function fell({ error }) {
  if (!root.dataset.ready) return fail("broken");
  if (falling) return;
  falling = true;
  for (const name of HEARD) addEventListener(name, (event) => {
    const told = event.target instanceof Node && box.contains(event.target); // some come to the window
    if (!told) event.stopImmediatePropagation();
  }, true);
  document.getElementById("app").inert = true;
  const times = [...fallen().times, Date.now()].filter((time) => since(time) < MINUTE);
  const details = String(error?.stack ?? error).slice(0, 4000);
  try {
    sessionStorage.setItem(FELL, JSON.stringify({ times, told: false, details }));
  } catch {
    return alarm(texts.fell, again(() => location.reload())); // without storage nothing is kept, nor known of the last time
  }
  alarm(texts.fell, texts.anew);
  if (times.length > 1) {
    images().then(({ forgetImages }) => forgetImages()).catch(() => {}).finally(() => {
      const rest = location.hash.slice(1).split("&").filter((part) => !/^[aglst]=/.test(part)); // all but a game in a link
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

// At a start: whether Python fell before it is noted for the app, on the root element; after three times it is not begun.
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

// What this browser cannot do, or has switched off: nothing is begun.
const NEEDED = ["DecompressionStream", "Worker", "BroadcastChannel"]; // PyScript, too
const lack = !Array.prototype.at || NEEDED.some((name) => !globalThis[name]) ? "old" : globalThis.WebAssembly ? "" : "off";
if (lack) {
  root.dataset.halted = "";
  fail(lack);
}

// In a frame of a stranger's page, nothing is begun (guard.js).
if ("framed" in root.dataset) {
  const link = make("a", { href: location.href, target: "_blank", rel: "noopener", className: "button primary" }, texts.open);
  root.dataset.halted = "";
  failed = true;
  document.getElementById("app").inert = true;
  alarm(texts.framed, link);
}

const FALLS = /already (fatally failed|exited)|^MemoryError/m; // what else tells of it, by its message
const isFall = (error) => (globalThis.WebAssembly && error instanceof WebAssembly.RuntimeError) || FALLS.test(error?.message);
addEventListener("chowk:fell", ({ detail }) => fell(detail));
addEventListener("error", ({ error }) => { if (isFall(error)) fell({ error }); });
addEventListener("unhandledrejection", ({ reason }) => { if (isFall(reason)) fell({ error: reason }); });

// What starts Python, and all that this names, is fetched on a first visit only once there is something to be seen, which
// needs none of it: a slow network has one after the other. Later it is on the device, and not waited for.
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
painted().catch(() => {}).then(() => later.replaceWith(later.content)); // whatever a browser lacks, it starts

// Quicker starts ------------------------------------------------------------------------------------------------------

// Takes away the note that a start from an image is under way (see python.js): it is over, and not by the image's doing.
function unnote() {
  try {
    localStorage.removeItem(`chowk:image:${HERE}`);
  } catch {
    // no storage: nothing was noted
  }
}

// The image of Python's memory is made beside the page, when nothing else is to do.
async function picture() {
  if (await (await images()).hasImage()) return;
  const room = await navigator.storage?.estimate?.(); // not every browser tells
  if (room?.quota - room?.usage < ROOM) return tell("image", { made: false });
  const maker = new Worker(new URL("./image.js", import.meta.url), { type: "module", name: root.lang });
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

// "on": the site is kept; "off": it is not, as while it is worked on; "file": this page is all there is.
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
  if (!registration) return; // a browser that refuses may do so silently
  const kept = Boolean(workers.controller); // if not, the first version takes over now, which is no news
  if (kept) workers.addEventListener("controllerchange", () => tell("update-waiting")); // asked for in another tab
  registration.addEventListener("updatefound", () => follow(registration.installing));
  if (registration.waiting) tell("update-waiting");
  follow(registration.installing);
  if (registration.active) tell("offline-ready", await ask(registration.active, "status"));
  let looked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || since(looked) < HOUR) return;
    looked = Date.now();
    registration.update().catch(() => {}); // without a network there is nothing newer
  });
}

// A version on its way in: it waits if another one runs the page, else it is what keeps the page from now on.
const followed = new WeakSet();

function follow(worker) {
  if (!worker || followed.has(worker)) return;
  followed.add(worker);
  worker.addEventListener("statechange", async () => {
    if (worker.state === "installed" && registration.active) tell("update-waiting");
    if (worker.state === "activated") tell("offline-ready", await ask(worker, "status"));
  });
}

// What some opponents would like besides has come: let it be kept, once there is who keeps it.
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

// A browser that can install the page says so once; a player may take it up whenever there is a mind to.
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
  invite(); // it holds for one time
  await asked?.prompt();
});

await ready;
unnote();
if (invitation) invite(invitation);
if (offline === "file") {
  tell("offline-ready", globalThis.chowkFiles.about); // see tools/build/single.js
} else {
  setTimeout(async () => {
    if (workers) await (offline === "on" ? keep() : forget()).catch(() => {}); // refused: it is played online
    // What a browser compiles it keeps for the very reply that it came from: best for the one that later starts get.
    const settled = registration ? Promise.race([workers.ready, pause(LONG)]) : undefined;
    await Promise.all([settled, pause(REST * PACE)]);
    await lookOver().catch(() => {});
    picture().catch(() => {}); // refused: every start is a first one
  }, QUIET * PACE);
}
