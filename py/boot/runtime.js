// Python for this page: its parts, and how they are assembled. Used by python.js, which starts it for PyScript, by
// bring.js, which fetches the parts in a worker, and by image.js, which saves its memory for quicker starts.

const at = (path) => new URL(path, import.meta.url).href;
const RUNTIME = at("../../vendor/pyodide/");
const WASM = RUNTIME + "pyodide.asm.wasm";
const PACKED = ""; // packed copy, for hosts that do not compress; filled in by the build
const TYPE = "application/wasm";
const LIBRARY = at("../stdlib.packed");
const APP = at("../chowk.packed");
const HOME = "/chowk.zip"; // path of the app in Python's file system
const LOCK = { // instead of Pyodide's list of packages, of which none is used
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" },
  packages: {},
};
const SMALL = 100; // maximum bytes of a module that only wraps a function
const PATIENCE = 3000; // ms to wait for the catalogue once all else is there
const HASHES = {}; // name -> integrity hashes; filled in by the build
const WORDS = {}; // language -> address of its catalogue; filled in by the build
export const BYTES = {}; // name -> bytes of the long downloads; filled in by the build

export const version = /pyodide-([\d.]+)/.exec(RUNTIME)?.[1];

const none = () => {};
const { fetch } = globalThis; // the browser's own, also while Pyodide starts (see `answering`)

// Downloads -----------------------------------------------------------------------------------------------------------

// The browser checks archives by their hash. If a cache has one of another version, bypass it.
async function ask(address, { signal } = {}) {
  const lost = (why, reason = "network") => {
    const gone = reason === "mixed" || why === 404 || why === 410; // as after an update of the site
    return Promise.reject(Object.assign(new Error(`${address}: ${why}`), { reason, gone }));
  };
  const integrity = HASHES[/[\w.]+(?=$|\?)/.exec(address)?.[0]] ?? "";
  const get = (options) => fetch(address, { integrity, signal, ...options });
  if (!integrity) {
    const reply = await get().catch(lost);
    return reply.ok ? reply : lost(reply.status);
  }
  const reply = await get().catch(() => get({ cache: "reload" })).catch(none);
  if (reply) return reply.ok ? reply : lost(reply.status);
  const other = await get({ integrity: "", cache: "no-store" }).catch(none);
  return other?.ok ? lost("not the file of this version", "mixed") : lost(other?.status);
}

// Return true if a reply is gzipped. A host may have unpacked it on the way; the first two bytes show it.
async function isPacked(reply) {
  const reader = reply.clone().body.getReader();
  const head = [];
  for (let part = await reader.read(); !part.done && head.length < 2; part = await reader.read()) head.push(...part.value.subarray(0, 2));
  reader.cancel().catch(none);
  return head[0] === 0x1f && head[1] === 0x8b;
}

// Return the reply with its content unpacked; the same one if the host has unpacked it.
async function unpacked(reply) {
  if (!(await isPacked(reply))) return reply;
  return new Response(reply.body.pipeThrough(new DecompressionStream("gzip")));
}

const bytesIn = async (reply) => (await unpacked(reply)).arrayBuffer();

// Return the catalogue of a language in bytes; null if there is none or it cannot be fetched, false if the host no
// longer has it: then the next call tries again. Workers that start Python for its memory are named after the language.
const words = new Map();

export function wordsOf(code) {
  if (!Object.hasOwn(WORDS, code)) return Promise.resolve(null);
  if (!words.has(code)) {
    const come = ask(at(WORDS[code])).then(bytesIn).then((bytes) => new Uint8Array(bytes));
    words.set(code, come.catch(({ gone }) => !words.delete(code) || gone ? false : null));
  }
  return words.get(code);
}

// Return true if the host does not compress, by the transfer of this very file; undefined in a worker, where this is
// not known.
export function isPlain() {
  const [own] = performance.getEntriesByName(import.meta.url);
  return own?.decodedBodySize ? own.encodedBodySize === own.decodedBodySize && !own.workerStart : undefined;
}

// Return the reply with the runtime's code. Browsers cache compiled code with the plain file; but from a host that does
// not compress it, or is `plain`, that is nearly three times as much to fetch as the packed copy. A service worker
// answers for both with its own copy.
async function code(plain) {
  if (!PACKED) return typed(await ask(WASM));
  const isEncoded = ({ headers }) => headers.has("Content-Encoding");
  if (!(plain ?? !isEncoded(await fetch(import.meta.url, { cache: "force-cache" })))) {
    const stop = new AbortController();
    const reply = await ask(WASM, stop);
    if (isEncoded(reply)) return typed(reply);
    stop.abort();
  }
  const reply = await ask(at(PACKED)).catch(none);
  return typed(reply ? await unpacked(reply) : await ask(WASM));
}

// Return the reply with the media type that browsers need to compile it while it streams: not every host knows it.
function typed(reply) {
  if (reply.headers.get("Content-Type") === TYPE) return reply;
  return new Response(reply.body, { headers: { "Content-Type": TYPE } });
}

// Return the parts of a start as promises: `way`, "image" or "plain"; `wasm`, a compiled module; `library` and `app`,
// archives; `memory`, the image's (see `cut`), or null. `count` is called with bytes received, unless there is an
// image.
export function supply({ image = false, count = none, plain = isPlain() } = {}) {
  const found = image ? keptImage() : Promise.resolve(null);
  const reply = code(plain);
  const bytes = async (name) => (
    (await found)?.archives[name] ?? bytesIn(counted(await ask(name), count))
  );
  return heard({
    way: found.then((found) => (found ? "image" : "plain")),
    wasm: Promise.all([reply, found]).then(([reply, found]) => (
      WebAssembly.compileStreaming(found ? reply : counted(reply, count))
    )),
    library: bytes(LIBRARY),
    app: bytes(APP),
    memory: found.then((found) => found?.memory ?? null),
  });
}

// Return the reply, and count its bytes as they come.
function counted(reply, count) {
  if (count === none) return reply;
  const reader = reply.clone().body.getReader();
  const next = ({ done, value }) => {
    if (done) return undefined;
    count(value.length);
    return reader.read().then(next);
  };
  reader.read().then(next).catch(none); // reported to the reader of the reply
  return reply;
}

export function heard(parts) {
  Object.values(parts).forEach((part) => part.catch(none)); // reported by load
  return parts;
}

// Start to fetch everything. `from` returns what supply returns; `options` are supply's.
export function begin(options, from = supply) {
  const program = { loader: import(RUNTIME + "pyodide.js"), program: import(RUNTIME + "pyodide.asm.js") };
  return { ...heard(program), ...from(options) };
}

// Return the parts with the memory of a Python that is started here, so that a start from them has its longest step
// done in this worker. If that fails, the parts stay as they were.
export function beside(parts) {
  const plain = begin({}, () => ({ ...parts, way: Promise.resolve("plain") }));
  const memory = memoryAfter(FIRST, plain).then((found) => found?.memory ?? null, (error) => {
    if (error.reason === "network") throw error;
    return null;
  });
  const after = (name) => memory.then(() => parts[name]);
  return heard({
    way: memory.then((memory) => (memory ? "beside" : "plain")),
    wasm: parts.wasm,
    library: after("library"),
    app: after("app"),
    memory,
  });
}

// Pyodide fetches its two files and compiles one; while it starts, pass it what is already here. It also compiles a
// tiny module for every function that it passes to Python; these are equal for all functions of one kind, so reuse
// them. And where it can, it gives every task its own stack, so that Python could await a promise within a function.
// Ours never does; and Chromium 156 with stack sampling (on a random few pages) overran these stacks and crashed.
function answering(library, wasm) {
  const { fetch: plain } = globalThis;
  const { instantiateStreaming, Module, Suspending } = WebAssembly;
  const small = new Map();
  const construct = (Module, [bytes, ...rest]) => {
    if (!(bytes.length <= SMALL)) return new Module(bytes, ...rest); // a buffer has no length: not a tiny module
    const key = bytes.join();
    if (!small.has(key)) small.set(key, new Module(bytes, ...rest));
    return small.get(key);
  };
  WebAssembly.Module = new Proxy(Module, { construct });
  delete WebAssembly.Suspending;
  const replies = { [LIBRARY]: library, [WASM]: undefined };
  globalThis.fetch = async (address, options) => ( // the used part of a reply, without a copy
    address in replies ? { ok: true, arrayBuffer: () => replies[address] } : plain(address, options)
  );
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await wasm;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  return () => {
    globalThis.fetch = plain;
    Object.assign(WebAssembly, { instantiateStreaming, Module, ...(Suspending && { Suspending }) });
  };
}

// Let other tasks run: a start in one go would block the page.
const breath = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resolve();
  };
  port2.postMessage(0);
});

// The start -----------------------------------------------------------------------------------------------------------

// Return Python with the app on its path. `parts` are what begin returned, for one use; further options are Pyodide's.
// Rejects if a file is lost: Pyodide itself would wait forever.
export function load({ parts = begin(), ...options } = {}) {
  const lost = new Promise((_, reject) => Object.values(parts).forEach((part) => part.catch(reject)));
  return assemble(parts, (part) => Promise.race([lost, part]), options);
}

// `unless` awaits a promise, but rejects when a part is lost. Globals changed meanwhile are restored at once, as
// another start may follow.
async function assemble({ way, loader, program, library, app, wasm, memory }, unless, options) {
  const how = await unless(way);
  const image = how !== "plain";
  const sound = how === "image" && library; // Pyodide itself would log an error
  const [{ loadPyodide }, { default: create }] = await unless(Promise.all([loader, program, sound]));
  const restore = answering(library, wasm);
  const python = await unless(loadPyodide({
    indexURL: RUNTIME,
    stdLibURL: LIBRARY,
    lockFileContents: LOCK,
    packageBaseUrl: RUNTIME,
    createPyodideModule: image ? restoring(create, memory, how === "image") : create,
    ...(image && { _loadSnapshot: whole(new ArrayBuffer(0)) }),
    ...options,
  })).finally(restore);
  python.FS.writeFile(HOME, new Uint8Array(await unless(app)), { canOwn: true }); // no copy
  await breath();
  python.runPython(image ? WOKEN : FRESH);
  if (image) delete python._api.config._loadSnapshot;
  return python;
}

// Pyodide makes a memory of this length, then copies the bytes into it; what was cut off is zero.
const whole = (bytes) => Object.defineProperty(new Uint8Array(bytes), "length", { value: HEAP });

const FRESH = `import sys; sys.path.insert(0, "${HOME}")`;
// Reset what a restored memory wrongly remembers: directory listings, random state.
const WOKEN = `
import random, sys
random.seed()
sys.path[:] = dict.fromkeys(["${HOME}", *sys.path])
for directory in [path for path in sys.path_importer_cache if ".zip" not in path]:
    del sys.path_importer_cache[directory]
    del directory
del random, sys
`;

// Pyodide asks for the memory before it makes the module, but needs only its length; the memory may still be loading.
//
// Python calls functions through one that JavaScript put into its table. Its place depends on this engine, so save it
// before a memory is restored, and put it back after.
function restoring(create, memory, isCut) {
  return async (settings) => {
    const module = await create(settings);
    await breath();
    const bytes = new Uint8Array(await memory);
    const { API } = module;
    const plain = API.restoreSnapshot;
    API.restoreSnapshot = () => {
      const place = () =>
        (module.__PyRuntime + module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >> 2]) >> 2;
      const own = module.HEAP32[place()];
      const begin = beginOf(bytes);
      const [dead, alive] = deadStack(module);
      if (!(bytes.length > begin + dead)) throw new RangeError("too short for a memory");
      module.HEAPU8.set(bytes.subarray(begin, begin + dead));
      module.HEAPU8.set(bytes.subarray(begin + (isCut ? dead : alive)), alive);
      const restored = plain(bytes.subarray(0, begin)); // its notes only, no memory
      module.HEAP32[place()] = own;
      return restored;
    };
    return module;
  };
}

// Offset of the memory in Pyodide's snapshot; before it are a number, this offset, and notes.
const beginOf = (bytes) => new Uint32Array(bytes.buffer, bytes.byteOffset, 2)[1];

// The part of the stack that is unused while Python is idle, a third of the memory: it grows downwards, so all but its
// beginning.
const IN_USE = 1_048_576;
const deadStack = (module) => [module._emscripten_stack_get_end(), module._emscripten_stack_get_base() - IN_USE];

// Images --------------------------------------------------------------------------------------------------------------
// An image is the memory of a Python that has imported what every start imports, and drawn what every page shows. It is
// made on the device some time after a start, and stored in the browser's cache with the archives, unpacked. Its name
// is a hash of all it depends on: these files and this browser.

const SCOPE = new URL("../../", import.meta.url);
const SHELF = `chowk-image:${SCOPE.pathname}`;
const HEAP = 31_457_280; // a memory that has grown cannot be restored
const FIRST = "from chowk.app import warmup; warmup.first(LANGUAGES)"; // needed at once
// Imports, from the most that may fit into that memory to the least.
const SCENES = [
  "from chowk.app import warmup; warmup.everything(LANGUAGES)",
  "from chowk.app import warmup; warmup.shelf(LANGUAGES)",
  "from chowk.app import warmup; warmup.home(LANGUAGES)",
];

async function digest(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function nameOf() {
  const fits = [RUNTIME, LIBRARY, APP, ...Object.values(WORDS), HEAP, IN_USE, ...SCENES, navigator.userAgent].join("\n");
  return new URL(`image-${(await digest(new TextEncoder().encode(fits))).slice(0, 16)}`, SCOPE).href;
}

const kept = async (name) => caches.match(name, { cacheName: SHELF });

// Return the image that fits, or null without one or without a cache. Its parts are still being read, which may fail.
async function keptImage() {
  try {
    const replies = await Promise.all([nameOf().then(kept), kept(LIBRARY), kept(APP)]);
    if (!replies.every(Boolean)) return null;
    const [memory, library, app] = replies.map(read);
    heard({ memory, library, app });
    return { memory, archives: { [LIBRARY]: library, [APP]: app } };
  } catch {
    return null;
  }
}

async function read(reply) {
  const bytes = await reply.arrayBuffer();
  if ((await digest(bytes)) !== reply.headers.get("X-Hash")) throw new Error("the image is damaged");
  return bytes;
}

export async function hasImage() {
  return Boolean(await kept(await nameOf()));
}

export async function forgetImages() {
  try {
    await globalThis.caches?.delete(SHELF);
  } catch {
    // there is none
  }
}

// Make the image and store it, replacing others. Returns false if the memory has grown too large; rejects without space
// for it.
export async function makeImage() {
  for (const scene of SCENES) {
    const found = await memoryAfter(scene);
    if (!found) continue;
    await keep(cut(found)).catch((error) => forgetImages().then(() => Promise.reject(error)));
    return true;
  }
  return false;
}

// Return Pyodide's snapshot of its memory, and its unused stack; null if that cannot be restored.
async function memoryAfter(scene, parts) {
  const code = globalThis.name;
  const come = wordsOf(code);
  const python = await load({ parts, _makeSnapshot: true });
  const file = await Promise.race([come, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  if (file) {
    python.FS.writeFile("/words", file);
    python.runPython(`from chowk.i18n import i18n; i18n.lay("${code}", open("/words", "rb").read())`);
  }
  python.runPython(scene.replace("LANGUAGES", JSON.stringify([code, ...navigator.languages])));
  python.runPython("import gc; gc.collect()");
  const { _module: module } = python;
  return module.HEAPU8.length === HEAP ? { memory: python.makeMemorySnapshot(), stack: deadStack(module) } : null;
}

// Return a memory without that part, and without the zeros at its end.
function cut({ memory, stack }) {
  const [dead, alive] = stack.map((at) => beginOf(memory) + at);
  const end = memory.findLastIndex((byte) => byte !== 0) + 1;
  const less = new Uint8Array(dead + end - alive);
  less.set(memory.subarray(0, dead));
  less.set(memory.subarray(alive, end), dead);
  return less;
}

async function keep(memory) {
  await caches.delete(SHELF);
  const shelf = await caches.open(SHELF);
  const lay = async (name, bytes) => shelf.put(name, new Response(bytes, { headers: { "X-Hash": await digest(bytes) } }));
  for (const address of [LIBRARY, APP]) await lay(address, await bytesIn(await ask(address)));
  await lay(await nameOf(), memory); // last: without it, the others are not used
}
