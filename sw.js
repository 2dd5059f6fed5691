// Caches the whole site, so that it works without a network.
//
// The build writes the list of files below with their hashes. A file is cached under its path and hash. Thus an
// interrupted installation can continue, a new version fetches only changed files, and a page never gets a file of
// another version. A new version waits until the page asks for it.
//
// Messages from the page; replies go to the port of the message:
//   { type: "status" }        replies { version, hash, files, bytes, cached, extras }; extras are the cached optional
//                             files: { files, bytes }
//   { type: "extra", path }   caches an optional file if there is space; replies like "status"
//   { type: "mend" }          replaces damaged files; replies { damaged, lost }, the paths of the damaged files, and of
//                             those that could not be replaced
//   { type: "skip-waiting" }  lets a waiting version take over; no reply

const VERSION = "";
const HASH = "";
const FILES = {}; // path -> [hash, bytes], and for a packed file the hash of its content
const EXTRAS = {}; // the same for optional files, cached on request for all versions
const PACKED = {}; // path -> packed copy: of the page, because hosts alter it, and of code, because few compress it
const DAMAGED = {}; // language -> message if the page itself cannot be shown

const SCOPE = new URL(self.registration.scope);
const PREFIX = `chowk:${SCOPE.pathname}:`; // projects may share an origin and its cache names
const CACHE = PREFIX + HASH;
const BESIDES = `${PREFIX}extras`;
const PAGE = "index.html";
const USERS = new URL("pages.json", SCOPE).href; // in an older version's cache: the ids of the pages that still use it
const VENDOR = "vendor/"; // requested without a hash; its address names its version
const VITAL = [PAGE, "py/boot/boot.js"]; // without these, a page cannot report errors
const SMALL = "py/boot/runtime.js"; // the headers of this file show whether the host compresses
const AT_ONCE = 4; // number of files that are fetched at the same time

const none = () => {};
const address = (path) => new URL(`${path}?v=${FILES[path][0]}`, SCOPE).href;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.waitUntil(answer(event)));
self.addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  const extra = event.request.url.slice(SCOPE.href.length);
  if (extra.startsWith("docs/")) return; // another site
  const oneOfThem = () => besides(extra).catch(none).then((kept) => kept ?? fetch(event.request));
  if (Object.hasOwn(EXTRAS, extra)) event.respondWith(oneOfThem());
  else if (path !== null) event.respondWith(serve(path, event.request));
  else if (event.request.mode === "navigate") event.respondWith(elsewhere(event.request));
  else if (isBelow(event.request)) event.respondWith(earlier(event.request));
});

// Fetch missing files, a few at a time. After a failure, keep the files that have arrived for the next attempt.
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

// Cache a file: from the cache of an older version if it has the file, else from the network. Check its hash.
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

// Fetch a file. The page is always fetched as its packed copy, because hosts add scripts to pages or minify them. So is
// large code from a host that does not compress it; runtime.js does the same.
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

// Return the content of a packed file as a stream. The first two bytes show whether the host has unpacked it already.
function unpacked(body) {
  const [first, second] = new Uint8Array(body);
  const { body: stream } = new Response(body);
  return first === 0x1f && second === 0x8b ? stream.pipeThrough(new DecompressionStream("gzip")) : stream;
}

async function hash(body) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Return true if a reply is the expected file; false if it cannot be read to its end.
async function fits(path, reply) {
  return isFile(path, await reply.arrayBuffer().catch(() => new ArrayBuffer(0)));
}

// Return true if bytes are the expected file, either as it was built or unpacked by the host.
async function isFile(path, body) {
  const [whole, , inside = whole] = FILES[path] ?? EXTRAS[path];
  const found = await hash(body);
  return found.startsWith(whole) || found.startsWith(inside);
}

// Return the requests of the cached optional files, without creating a cache for them.
async function keptBesides() {
  return (await caches.has(BESIDES)) ? (await caches.open(BESIDES)).keys() : [];
}

// Return an optional file if it is cached and intact; delete a damaged one.
async function besides(path) {
  const reply = await caches.match(path, { cacheName: BESIDES });
  if (!reply || (await fits(path, reply.clone()))) return reply;
  await (await caches.open(BESIDES)).delete(path);
}

// Cache an optional file that the page has just fetched; ignore lack of space or network.
async function bringExtra(path) {
  if (!Object.hasOwn(EXTRAS, path) || (await besides(path))) return;
  for (const mode of ["force-cache", "reload"]) {
    const reply = await fetch(new URL(path, SCOPE), { cache: mode });
    if (reply.ok && (await fits(path, reply.clone()))) return (await caches.open(BESIDES)).put(path, reply);
  }
}

// Return a file of this version if it is cached and the browser can read the cache.
const keptOf = (cache, path) => cache?.match(address(path)).catch(none);

// Return the cache of this version. If the browser can no longer read it and there is a network, replace it.
async function whole() {
  const cache = await caches.open(CACHE).catch(none);
  if (await cache?.keys().catch(none)) return cache;
  await fetch(SCOPE.href, { cache: "no-store" });
  await caches.delete(CACHE);
  return caches.open(CACHE);
}

// Check all cached files and replace damaged ones. A file that cannot be fetched stays as it is.
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
  const pages = JSON.stringify(await openPages(false)); // other pages got no files of an older version from here
  for (const name of await older()) {
    if (!(await usersOf(name))) await (await caches.open(name)).put(USERS, new Response(pages));
  }
  await tidy().catch(none);
  await self.clients.claim();
}

// Return the names of the caches of other versions.
async function older() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE && name !== BESIDES);
}

// Return the ids of the open pages that this worker serves, or of all open pages. An id lasts until its page reloads.
async function openPages(includeUncontrolled) {
  return (await self.clients.matchAll({ type: "window", includeUncontrolled })).map(({ id }) => id);
}

// Return the ids of the pages that used a version when another one took over; [] if they cannot be read, undefined
// if there is no list.
async function usersOf(name) {
  return caches.match(USERS, { cacheName: name }).then((reply) => reply?.json()).catch(() => []);
}

// Delete old versions that no page uses any more. A version without a list of pages is being installed.
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

// Return a file of an older version for an open page of that version. The host may no longer have the file.
async function earlier(request) {
  const ignoreSearch = !new URL(request.url).searchParams.has("v"); // with `v`, the hash identifies the file
  for (const name of await older().catch(() => [])) {
    const reply = await caches.match(request, { cacheName: name, ignoreSearch }).catch(none);
    if (reply) return reply;
  }
  return fetch(request);
}

// Return the path of the file of this version that is requested; null for any other request.
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

// Decode a part of an address. Return it unchanged if it is not valid, such as %ff.
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// Fetch an address without a file. Without a network, redirect to the page: at another address, it would not find its
// files.
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

// Return true if a file is intact, was replaced, or is not cached at all.
async function healthy(cache, path) {
  const kept = await keptOf(cache, path);
  return !kept || (await fits(path, kept)) || bring(cache, path).then(() => true, () => false);
}

// Return a page with a message, for a damaged page that cannot be fetched again.
function excuse() {
  const language = navigator.languages.map((name) => name.split("-")[0]).find((name) => DAMAGED[name]) ?? "en";
  const page = `<!doctype html><html lang="${language}" dir="auto"><meta charset="utf-8"><title>Chowk</title>
    <meta name="viewport" content="width=device-width"><p>${DAMAGED[language]}</p>`;
  return new Response(page, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

let trusting = true; // false once a file was damaged: then the browser's own cache is not used

// Return the reply of the first visit from the browser's own cache, which also holds the code compiled from it; null if
// the cache does not have it. The address contains the version.
function compiled(url) {
  return fetch(url, { cache: "only-if-cached", mode: "same-origin" }).then((reply) => reply.ok && reply, () => null);
}
