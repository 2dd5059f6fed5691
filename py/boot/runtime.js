// Fetches the parts of Python and starts it. python.js uses this to start Python for PyScript, bring.js to fetch the
// parts in a worker, and image.js to save Python's memory for quicker starts.

const at = (path) => new URL(path, import.meta.url).href;
const RUNTIME = at("../../vendor/pyodide/");
const WASM = RUNTIME + "pyodide.asm.wasm";
const PACKED = ""; // address of a packed copy of WASM, for hosts that do not compress; filled in by the build
const TYPE = "application/wasm";
const LIBRARY = at("../stdlib.packed");
const APP = at("../chowk.packed");
const HOME = "/chowk.zip"; // path of the app in Python's file system
const LOCK = { // replaces Pyodide's list of packages, none of which is used
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" },
  packages: {},
};
const SMALL = 100; // maximum bytes of a module that only wraps a function
const PATIENCE = 3000; // maximum ms to wait for the catalogue after all other files have arrived
const HASHES = {}; // name -> integrity hashes; filled in by the build
const WORDS = {}; // language -> address of its catalogue; filled in by the build
export const BYTES = {}; // name -> bytes of the long downloads; filled in by the build

export const version = /pyodide-([\d.]+)/.exec(RUNTIME)?.[1];

const none = () => {};
const { fetch } = globalThis; // the browser's own; `answering` replaces the global one

// Downloads -----------------------------------------------------------------------------------------------------------

// Fetch a file. The browser checks archives by their hash. If a cache has an archive of another version, bypass the
// cache. Errors have a `reason`, and `gone` if the server no longer has the file.
async function ask(address, { signal } = {}) {
  const lost = (why, reason = "network") => {
    const gone = reason === "mixed" || why === 404 || why === 410; // the site may have been updated
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

// Return true if a reply is gzipped, by its first two bytes. A host may have unpacked the file already.
async function isPacked(reply) {
  const reader = reply.clone().body.getReader();
  const head = [];
  for (let part = await reader.read(); !part.done && head.length < 2; part = await reader.read()) head.push(...part.value.subarray(0, 2));
  reader.cancel().catch(none);
  return head[0] === 0x1f && head[1] === 0x8b;
}

// Return the reply with its content unpacked. If the host has unpacked it already, return the reply itself.
async function unpacked(reply) {
  if (!(await isPacked(reply))) return reply;
  return new Response(reply.body.pipeThrough(new DecompressionStream("gzip")));
}

const bytesIn = async (reply) => (await unpacked(reply)).arrayBuffer();

// Return the bytes of a language's catalogue. Return null if there is none or it cannot be fetched, false if the host
// no longer has it. After a failure, the next call repeats the fetch.
const words = new Map();

export function wordsOf(code) {
  if (!Object.hasOwn(WORDS, code)) return Promise.resolve(null);
  if (!words.has(code)) {
    const come = ask(at(WORDS[code])).then(bytesIn).then((bytes) => new Uint8Array(bytes));
    words.set(code, come.catch(({ gone }) => !words.delete(code) || gone ? false : null));
  }
  return words.get(code);
}

// Return true if the host does not compress files, judging by the transfer of this file. Return undefined in a worker,
// where that is not known.
export function isPlain() {
  const [own] = performance.getEntriesByName(import.meta.url);
  return own?.decodedBodySize ? own.encodedBodySize === own.decodedBodySize && !own.workerStart : undefined;
}

// Return the reply with the runtime's code. Browsers cache compiled code with the plain file. But if the host does not
// compress (`plain`), the plain file is nearly three times as large as the packed copy, so the copy is fetched. A
// service worker answers both requests with its own file.
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

// Return the reply with the media type that browsers need to compile it while it streams. Some hosts do not send it.
function typed(reply) {
  if (reply.headers.get("Content-Type") === TYPE) return reply;
  return new Response(reply.body, { headers: { "Content-Type": TYPE } });
}

// Return the parts of a start as promises. `way` is "image" or "plain", `wasm` a compiled module, `library` and `app`
// are archives, `memory` is the memory of the image (see `cut`), or null. `count` is called with numbers of received
// bytes, unless there is an image. `compiled` is a promise of the module if it may be compiled already, or of null.
export function supply({ image = false, count = none, plain = isPlain(), compiled } = {}) {
  const found = image ? keptImage() : Promise.resolve(null);
  const compile = () => Promise.all([code(plain), found]).then(([reply, found]) => (
    WebAssembly.compileStreaming(found ? reply : counted(reply, count))
  ));
  const bytes = async (name) => (
    (await found)?.archives[name] ?? bytesIn(counted(await ask(name), count))
  );
  return heard({
    way: found.then((found) => (found ? "image" : "plain")),
    wasm: compiled ? compiled.then((module) => module ?? compile()) : compile(),
    library: bytes(LIBRARY),
    app: bytes(APP),
    memory: found.then((found) => found?.memory ?? null),
  });
}

// Return the reply, and count its bytes as they arrive.
function counted(reply, count) {
  if (count === none) return reply;
  const reader = reply.clone().body.getReader();
  const next = ({ done, value }) => {
    if (done) return undefined;
    count(value.length);
    return reader.read().then(next);
  };
  reader.read().then(next).catch(none); // the reader of the reply reports errors
  return reply;
}

// Return the promises, with failures marked as handled.
export function heard(parts) {
  Object.values(parts).forEach((part) => part.catch(none)); // `load` reports them
  return parts;
}

// Start to fetch all parts. `from` is `supply` or a function with its interface; `options` are its options.
export function begin(options, from = supply) {
  const program = { loader: import(RUNTIME + "pyodide.js"), program: import(RUNTIME + "pyodide.asm.js") };
  return { ...heard(program), ...from(options) };
}

// Start Python in this worker, and return the parts of a start with Python's memory. A start from them is quicker,
// because its longest step is done. If Python cannot start here, return the parts of a plain start.
export function beside(parts) {
  const plain = begin({}, () => ({ ...parts, way: Promise.resolve("plain") }));
  const memory = memoryAfter(FIRST, plain).then((found) => found.memory ?? null, (error) => {
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

// Replace globals while Pyodide starts; return a function that restores them. Pyodide fetches two files and compiles
// one of them: pass it the files that are already here. It also compiles a tiny module for every function that it
// passes to Python. These modules are equal for all functions of one kind, so reuse them. If it can, it gives every
// task its own stack, so that Python could await a promise within a function. This page does not need that, and
// Chromium 156 with stack sampling (on a random few pages) overran these stacks and crashed.
function answering(library, wasm) {
  const { fetch: plain } = globalThis;
  const { instantiateStreaming, Module, Suspending } = WebAssembly;
  const small = new Map();
  const construct = (Module, [bytes, ...rest]) => {
    if (!(bytes.length <= SMALL)) return new Module(bytes, ...rest); // a buffer has no `length`, and is no tiny module
    const key = bytes.join();
    if (!small.has(key)) small.set(key, new Module(bytes, ...rest));
    return small.get(key);
  };
  WebAssembly.Module = new Proxy(Module, { construct });
  delete WebAssembly.Suspending;
  const replies = { [LIBRARY]: library, [WASM]: undefined };
  globalThis.fetch = async (address, options) => ( // the part of a reply that Pyodide uses, without a copy
    address in replies ? { ok: true, arrayBuffer: () => replies[address] } : plain(address, options)
  );
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await wasm;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  return () => {
    globalThis.fetch = plain;
    delete replies[LIBRARY]; // Python has its own copy, and finished promises may keep this function
    Object.assign(WebAssembly, { instantiateStreaming, Module, ...(Suspending && { Suspending }) });
  };
}

// Let other tasks run: a start without pauses would block the page.
const breath = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resolve();
  };
  port2.postMessage(0);
});

// The start -----------------------------------------------------------------------------------------------------------

// Return Python with the app on its path. `parts` are the result of `begin`, and can be used only once. Further options
// are Pyodide's. Reject if a file is lost; Pyodide itself would wait forever.
export function load({ parts = begin(), ...options } = {}) {
  const lost = new Promise((_, reject) => Object.values(parts).forEach((part) => part.catch(reject)));
  return assemble(parts, (part) => Promise.race([lost, part]), options);
}

// Start Python from its parts. `unless` awaits a promise, but rejects if a part is lost. The globals are restored in
// any case, because another start may follow.
async function assemble({ way, loader, program, library, app, wasm, memory }, unless, options) {
  const how = await unless(way);
  const image = how !== "plain";
  const sound = how === "image" && library; // if the library is lost, Pyodide would log an error
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
  python.FS.writeFile(HOME, new Uint8Array(await unless(app)), { canOwn: true }); // canOwn avoids a copy
  await breath();
  python.runPython(image ? WOKEN : FRESH);
  const { config } = python._api;
  if (image) for (const name of ["_loadSnapshot", "createPyodideModule"]) delete config[name]; // they hold the memory
  return python;
}

// Pyodide makes a memory of this length, then copies the bytes into it. The rest of the memory stays zero.
const whole = (bytes) => Object.defineProperty(new Uint8Array(bytes), "length", { value: HEAP });

const FRESH = `import sys; sys.path.insert(0, "${HOME}")`;
// Reset state that is no longer valid in a restored memory: directory listings, and the state of the random numbers.
const WOKEN = `
import random, sys
random.seed()
sys.path[:] = dict.fromkeys(["${HOME}", *sys.path])
for directory in [path for path in sys.path_importer_cache if ".zip" not in path]:
    del sys.path_importer_cache[directory]
    del directory
del random, sys
`;

// Return a version of `create` that restores the memory. Pyodide asks for the memory before it makes the module, but
// needs only its length then; the memory may still be loading.
//
// Python calls functions through a function that JavaScript has put into Python's table. Its place depends on this
// engine, so it is saved before the memory is restored, and put back afterwards.
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
      const restored = plain(bytes.subarray(0, begin)); // only its notes, without the memory
      module.HEAP32[place()] = own;
      API.restoreSnapshot = plain;
      free(bytes.buffer);
      return restored;
    };
    return module;
  };
}

// Free a buffer. It is posted to a port that nobody reads; otherwise its memory would stay in use for many seconds, until
// the browser looks for unused objects.
function free(buffer) {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.postMessage(null, [buffer]);
}

// Return the offset of the memory in Pyodide's snapshot. The snapshot begins with a number, this offset, and notes.
const beginOf = (bytes) => new Uint32Array(bytes.buffer, bytes.byteOffset, 2)[1];

// Return the start and the end of the part of the stack that is unused while Python is idle, a third of the memory. The
// stack grows downwards, so this is all except its first IN_USE bytes.
const IN_USE = 1_048_576;
const deadStack = (module) => [module._emscripten_stack_get_end(), module._emscripten_stack_get_base() - IN_USE];

// Images --------------------------------------------------------------------------------------------------------------
// An image is the memory of a Python that has imported the modules that every start imports, and has drawn pages once.
// It is made on the device some time after a start, and stored in the browser's cache with the unpacked archives. Its
// name is a hash of all that it depends on: the files and the browser.

const SCOPE = new URL("../../", import.meta.url);
const SHELF = `chowk-image:${SCOPE.pathname}`;
const HEAP = 31_457_280; // a memory that has grown cannot be restored
const WARM_UP = "from chowk.app import warmup; steps = warmup.steps(LANGUAGES, THEME)";
const FIRST = 1; // number of its steps that a first visit needs

async function digest(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function nameOf() {
  const fits = [RUNTIME, LIBRARY, APP, ...Object.values(WORDS), HEAP, IN_USE, WARM_UP, navigator.userAgent].join("\n");
  return new URL(`image-${(await digest(new TextEncoder().encode(fits))).slice(0, 16)}`, SCOPE).href;
}

const kept = async (name) => caches.match(name, { cacheName: SHELF });

// Return the image for these files and this browser, or null. Its parts are promises, which may still fail.
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
    // there is no image
  }
}

// Make the image and store it in place of older ones. Return false if the memory has grown too large. Reject if there
// is no space for the image. If not all steps of the warm-up fit into the memory, start again with those that do.
export async function makeImage() {
  let most = Infinity;
  while (most > 0) {
    const found = await memoryAfter(most);
    if (found.memory) {
      await keep(cut(found)).catch((error) => forgetImages().then(() => Promise.reject(error)));
      return true;
    }
    most = found.steps;
  }
  return false;
}

// Start Python and run at most `most` steps of the warm-up. Return how many have fitted into the memory, and, if the
// memory has not grown, Pyodide's snapshot of it and the bounds of the unused stack. The worker is named after the
// language whose catalogue the memory gets, and the theme in force if it is known.
async function memoryAfter(most, parts) {
  const [code, theme = ""] = globalThis.name.split(" ");
  const come = wordsOf(code);
  const python = await load({ parts, _makeSnapshot: true });
  const file = await Promise.race([come, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  if (file) {
    python.FS.writeFile("/words", file);
    python.runPython(`from chowk.i18n import i18n; i18n.add_catalogue("${code}", open("/words", "rb").read())`);
  }
  const languages = JSON.stringify([code, ...navigator.languages]);
  python.runPython(WARM_UP.replace("LANGUAGES", languages).replace("THEME", JSON.stringify(theme)));
  const { _module: module } = python;
  let steps = 0;
  for (; steps < most && python.runPython("next(steps, '')"); steps += 1) {
    if (module.HEAPU8.length !== HEAP) return { steps };
  }
  python.runPython("del steps; import gc; gc.collect()");
  if (module.HEAPU8.length !== HEAP) return { steps: steps - 1 }; // fewer, so that `makeImage` comes to an end
  return { steps, memory: python.makeMemorySnapshot(), stack: deadStack(module) };
}

// Return a memory without the unused stack, and without the zeros at its end.
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
  await lay(await nameOf(), memory); // stored last: without it, the others are not used
}
