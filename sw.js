// Keeps the whole site on the device, so that it opens and plays without a network.
//
// The build writes the list of files below, each with its hash. A file is kept under its path and hash, so that an
// installation that broke off goes on where it was, a newer version fetches only what changed, and a page is never
// answered with another version's file. A newer version waits until the page asks for it.
//
// Messages, answered on the port that comes along: { type: "status" } -> { version, hash, files, bytes, cached };
// { type: "extra", path } keeps one of the extras, if there is room, and is answered like "status", which tells of those
// that are kept as extras: { files, bytes };
// { type: "mend" } -> { damaged, lost }, the paths of files that were not what was kept, and of those among them that
// could not be fetched anew; { type: "skip-waiting" } lets a waiting version take over.

const VERSION = "";
const HASH = "";
const FILES = {}; // path -> [hash, bytes], and of a packed file the hash of what is in it
const EXTRAS = {}; // the same of what is kept only once it was wanted, in a cache that all versions share
const PACKED = {}; // path -> where it lies packed: the page, which hosts alter, and code that they send as it is
const DAMAGED = {}; // language -> what is said where not even the page can be shown

const SCOPE = new URL(self.registration.scope);
const PREFIX = `chowk:${SCOPE.pathname}:`; // projects may share an origin, and so these names
const CACHE = PREFIX + HASH;
const BESIDES = `${PREFIX}extras`;
const PAGE = "index.html";
const USERS = new URL("pages.json", SCOPE).href; // where a cache of a version before has the ids of the pages that still use it
const VENDOR = "vendor/"; // what the page asks for without a hash; its address names its version
const VITAL = [PAGE, "py/boot/boot.js"]; // without these, a page cannot say that something is wrong
const SMALL = "py/boot/runtime.js"; // how it comes tells what the host packs; the page has it
const AT_ONCE = 4;

const none = () => {};
const address = (path) => new URL(`${path}?v=${FILES[path][0]}`, SCOPE).href;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.waitUntil(answer(event)));
self.addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  const extra = event.request.url.slice(SCOPE.href.length);
  const oneOfThem = () => besides(extra).catch(none).then((kept) => kept ?? fetch(event.request));
  if (Object.hasOwn(EXTRAS, extra)) event.respondWith(oneOfThem());
  else if (path !== null) event.respondWith(serve(path, event.request));
  else if (event.request.mode === "navigate") event.respondWith(elsewhere(event.request));
  else if (isBelow(event.request)) event.respondWith(earlier(event.request));
});

// Fetch what is missing, a few at a time. If anything fails, all else is kept for the next attempt.
async function install() {
  const cache = await whole();
  const kept = new Set((await cache.keys()).map((request) => request.url));
  const missing = Object.keys(FILES).filter((path) => !kept.has(address(path)));
  const failures = [];
  const next = async () => {
    for (let path = missing.shift(); path; path = missing.shift()) {
      await bring(cache, path).catch((error) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  if (failures.length) throw failures[0];
}

// From an older version if it has the very file, else from the network; and only if it is the file that was meant.
async function bring(cache, path) {
  const key = address(path);
  const older = await caches.match(key).catch(none);
  if (older && (await fits(path, older.clone()))) return cache.put(key, older);
  const from = path === PAGE ? SCOPE.href : path.startsWith(VENDOR) ? new URL(path, SCOPE).href : key;
  for (const mode of ["default", "reload"]) {
    const reply = await plainly(path, from, path === PAGE ? "reload" : mode);
    if (!reply.ok) throw new Error(`${reply.status} ${path}`);
    const body = await reply.arrayBuffer();
    if (await isFile(path, body)) {
      return cache.put(key, new Response(body, { headers: reply.headers }));
    }
  }
  throw new Error(`${path} is not the file of this version`);
}

// Fetch a file. The page always comes packed: hosts add scripts to pages or minify them, and what is kept is what was
// built. Large code that the host would send as it is comes packed, too, as the page fetched it.
async function plainly(path, from, cache) {
  const isPacked = ({ headers }) => headers.has("Content-Encoding");
  if (!Object.hasOwn(PACKED, path)) return fetch(from, { cache });
  if (path !== PAGE && isPacked(await fetch(address(SMALL), { cache: "force-cache" }))) {
    const stop = new AbortController();
    const reply = await fetch(from, { cache, signal: stop.signal });
    if (isPacked(reply)) return reply;
    stop.abort();
  }
  const reply = await fetch(new URL(PACKED[path], SCOPE), { cache });
  if (!reply.ok) return fetch(from, { cache });
  const type = path === PAGE ? "text/html; charset=utf-8" : "application/wasm";
  return new Response(unpacked(await reply.arrayBuffer()), { headers: { "Content-Type": type } });
}

// The content of a packed file, as a stream: a host may have unpacked it on its way, which its first bytes tell.
function unpacked(body) {
  const [first, second] = new Uint8Array(body);
  const { body: stream } = new Response(body);
  return first === 0x1f && second === 0x8b ? stream.pipeThrough(new DecompressionStream("gzip")) : stream;
}

async function hash(body) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Whether a reply is the file that was meant. One that cannot be read to its end is not.
async function fits(path, reply) {
  return isFile(path, await reply.arrayBuffer().catch(() => new ArrayBuffer(0)));
}

// Whether bytes are the file that was meant, as it was built, or unpacked by the host.
async function isFile(path, body) {
  const [whole, , inside = whole] = FILES[path] ?? EXTRAS[path];
  const found = await hash(body);
  return found.startsWith(whole) || found.startsWith(inside);
}

// The requests of the extras that are kept; where none is, not even a cache is made for them.
async function keptBesides() {
  return (await caches.has(BESIDES)) ? (await caches.open(BESIDES)).keys() : [];
}

// One of the extras, if it is kept and is what it was; a damaged one goes.
async function besides(path) {
  const reply = await caches.match(path, { cacheName: BESIDES });
  if (!reply || (await fits(path, reply.clone()))) return reply;
  await (await caches.open(BESIDES)).delete(path);
}

// Keep one of the extras, which the page has just fetched. Without room or network, all goes on without it.
async function bringExtra(path) {
  if (!Object.hasOwn(EXTRAS, path) || (await besides(path))) return;
  for (const mode of ["force-cache", "reload"]) {
    const reply = await fetch(new URL(path, SCOPE), { cache: mode });
    if (reply.ok && (await fits(path, reply.clone()))) return (await caches.open(BESIDES)).put(path, reply);
  }
}

// One of our files, if it is kept and the browser can read what it keeps.
const keptOf = (cache, path) => cache?.match(address(path)).catch(none);

// Where our files are kept. A cache that the browser cannot read any more is made anew, if there is a network to fill it.
async function whole() {
  const cache = await caches.open(CACHE).catch(none);
  if (await cache?.keys().catch(none)) return cache;
  await fetch(SCOPE.href, { cache: "no-store" });
  await caches.delete(CACHE);
  return caches.open(CACHE);
}

// Look at all that is kept, and bring anew what is damaged; what cannot be had stays as it is.
async function mend() {
  const [damaged, lost] = [[], []];
  const cache = await whole().catch(none);
  if (!cache) return { damaged: Object.keys(FILES), lost: Object.keys(FILES) };
  for (const path of Object.keys(FILES)) {
    const kept = await keptOf(cache, path);
    if (kept && (await fits(path, kept))) continue;
    damaged.push(path);
    await bring(cache, path).catch(() => lost.push(path));
  }
  await Promise.all(Object.keys(EXTRAS).map(besides)).catch(none);
  trusting &&= !damaged.length;
  return { damaged, lost };
}

async function activate() {
  const pages = JSON.stringify(await openPages(false)); // others never had a file of a version from here
  for (const name of await older()) {
    if (!(await usersOf(name))) await (await caches.open(name)).put(USERS, new Response(pages));
  }
  await tidy().catch(none);
  await self.clients.claim();
}

// The names of the caches of other versions.
async function older() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE && name !== BESIDES);
}

// The ids of the open pages that are answered from here, or of all. An id lasts until its page is loaded anew.
async function openPages(includeUncontrolled) {
  return (await self.clients.matchAll({ type: "window", includeUncontrolled })).map(({ id }) => id);
}

// The ids of the pages that used a version when another took over; none if that cannot be read.
async function usersOf(name) {
  return caches.match(USERS, { cacheName: name }).then((reply) => reply?.json()).catch(() => []);
}

// Delete the versions before that no page uses any more. One that has no list of pages is on its way in.
async function tidy() {
  const pages = await openPages(true);
  let inUse = false;
  for (const name of await older()) {
    const users = await usersOf(name);
    if (users?.some((id) => pages.includes(id))) inUse = true;
    else if (users) await caches.delete(name);
  }
  if (inUse) return;
  const wanted = Object.keys(EXTRAS).map((path) => new URL(path, SCOPE).href);
  const stale = (await keptBesides()).filter(({ url }) => !wanted.includes(url));
  await Promise.all(stale.map(async (request) => (await caches.open(BESIDES)).delete(request)));
}

async function answer({ data, ports }) {
  if (data?.type === "skip-waiting") await self.skipWaiting();
  if (data?.type === "extra") await bringExtra(data.path).catch(() => {});
  if (data?.type === "status") await tidy().catch(none);
  if (data?.type === "status" || data?.type === "extra") ports[0].postMessage(await status());
  if (data?.type === "mend") ports[0].postMessage(await mend());
}

async function status() {
  const cache = await caches.open(CACHE).catch(none);
  const cached = ((await cache?.keys().catch(none)) ?? []).length;
  const sizes = Object.values(FILES).map(([, bytes]) => bytes);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const kept = await keptBesides().catch(() => []);
  const sum = kept.reduce((all, { url }) => all + (EXTRAS[url.slice(SCOPE.href.length)]?.[1] ?? 0), 0);
  const extras = { files: kept.length, bytes: sum };
  return { version: VERSION, hash: HASH, files: sizes.length, bytes, cached, extras };
}

const isBelow = ({ method, url }) => method === "GET" && url.startsWith(SCOPE.href);

// A file of a version before, for a page of it that is still open: the host may have this version's files only.
async function earlier(request) {
  const ignoreSearch = !new URL(request.url).searchParams.has("v"); // else its name says which file it is
  for (const name of await older().catch(() => [])) {
    const reply = await caches.match(request, { cacheName: name, ignoreSearch }).catch(none);
    if (reply) return reply;
  }
  return fetch(request);
}

// Which of our files a request is for; null for anything else, and for another version's.
function pathOf({ method, mode, url }) {
  const { origin, pathname, searchParams } = new URL(url);
  if (method !== "GET" || origin !== SCOPE.origin || !pathname.startsWith(SCOPE.pathname)) return null;
  const path = decoded(pathname.slice(SCOPE.pathname.length));
  if (path === "" && mode === "navigate") return PAGE;
  const packed = Object.keys(PACKED).find((name) => PACKED[name] === path);
  if (packed) return packed;
  if (!Object.hasOwn(FILES, path)) return null;
  const version = searchParams.get("v");
  return version === null || version === FILES[path][0] ? path : null;
}

// A part of an address in plain letters; as it is where it says nothing in them, such as %ff.
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// An address at which we have nothing. Without a network it leads home; our page, shown there, would not find its files.
function elsewhere(request) {
  return fetch(request).catch(() => Response.redirect(SCOPE.href + new URL(request.url).search));
}

async function serve(path, request) {
  const cache = await caches.open(CACHE).catch(none);
  if (path === PAGE && !(await Promise.all(VITAL.map((one) => healthy(cache, one)))).every(Boolean)) return excuse();
  return (
    (path.endsWith(".wasm") && trusting && (await compiled(request.url))) ||
    (await keptOf(cache, path)) ||
    fetch(request)
  );
}

// Whether a file may be given: it is what it was, or could be fetched anew, or is not kept at all.
async function healthy(cache, path) {
  const kept = await keptOf(cache, path);
  return !kept || (await fits(path, kept)) || bring(cache, path).then(() => true, () => false);
}

// In place of a page that is damaged, where there is no network to fetch it from.
function excuse() {
  const language = navigator.languages.map((name) => name.split("-")[0]).find((name) => DAMAGED[name]) ?? "en";
  const page = `<!doctype html><html lang="${language}" dir="auto"><meta charset="utf-8"><title>Chowk</title>
    <meta name="viewport" content="width=device-width"><p>${DAMAGED[language]}</p>`;
  return new Response(page, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

let trusting = true; // in what the browser's own cache holds, as long as nothing was found damaged

// The reply that the first visit got, if the browser still has it: what was compiled then is kept beside that reply.
// Its address names its version.
function compiled(url) {
  return fetch(url, { cache: "only-if-cached", mode: "same-origin" }).then((reply) => reply.ok && reply, () => null);
}
