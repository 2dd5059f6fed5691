// Python for this page: where its parts are, and how they are put together. Used by python.mjs, which starts it for
// PyScript, and by image.mjs, which makes a picture of its memory for quicker starts.

const at = (path) => new URL(path, import.meta.url).href;
const RUNTIME = at("../../vendor/pyodide/");
const WASM = RUNTIME + "pyodide.asm.wasm";
const LIBRARY = at("../stdlib.zip.gz");
const APP = at("../chowk.zip.gz");
const HOME = "/chowk.zip"; // where the app lies in Python's file system
const LOCK = { // a stand-in for Pyodide's list of packages; none is used here
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" },
  packages: {},
};
export const BYTES = {}; // name -> bytes of the long downloads; the build fills it in

export const version = /pyodide-([\d.]+)\//.exec(RUNTIME)?.[1];

// Downloads -----------------------------------------------------------------------------------------------------------

async function ask(address, counted) {
  const lost = (why) => Promise.reject(Object.assign(new Error(`${address}: ${why}`), { reason: "network" }));
  const reply = await fetch(address).catch(lost);
  return reply.ok ? counted(reply) : lost(reply.status);
}

const unpacked = (reply) => new Response(reply.body.pipeThrough(new DecompressionStream("gzip")));

// Begin everything at once. `counted` sees each reply before it is read; `kept` are archives that were kept unpacked.
function download(counted, kept) {
  const archive = (name) => kept?.[name] ?? ask(name, counted).then(unpacked);
  const replies = new Map([[WASM, ask(WASM, counted)], [LIBRARY, Promise.resolve(archive(LIBRARY))]]);
  const app = Promise.resolve(archive(APP)).then((reply) => reply.arrayBuffer());
  const program = import(RUNTIME + "pyodide.asm.mjs");
  const lost = new Promise((_, reject) => [...replies.values(), app, program].forEach((part) => part.catch(reject)));
  return { replies, app, program, lost };
}

// Pyodide asks for its two files by `fetch`. While it starts, they are answered from what was begun already.
function answering(replies) {
  const plain = globalThis.fetch;
  globalThis.fetch = (address, options) => replies.get(String(address)) ?? plain(address, options);
  return () => { globalThis.fetch = plain; };
}

// The start -----------------------------------------------------------------------------------------------------------

// Python, with the app where it can be imported. `image` is what keptImage gave, to begin with; further options are
// Pyodide's own. Fails if a file is lost: Pyodide itself would wait for it for ever.
export function load({ image = null, counted = (reply) => reply, ...options }) {
  const parts = download(counted, image?.archives);
  return Promise.race([parts.lost, assemble(parts, image?.memory, options)]);
}

async function assemble({ replies, app, program }, memory, options) {
  const [{ loadPyodide }, { default: create }] = await Promise.all([import(RUNTIME + "pyodide.mjs"), program]);
  const restore = answering(replies);
  const python = await loadPyodide({
    indexURL: RUNTIME,
    stdLibURL: LIBRARY,
    lockFileContents: LOCK,
    packageBaseUrl: RUNTIME,
    createPyodideModule: memory ? keepingTrampoline(create) : create,
    ...(memory && { _loadSnapshot: memory }),
    ...options,
  }).finally(restore);
  python.FS.writeFile(HOME, new Uint8Array(await app));
  python.runPython(memory ? WOKEN : FRESH);
  if (memory) delete python._api.config._loadSnapshot;
  return python;
}

const FRESH = `import sys; sys.path.insert(0, "${HOME}")`;
// What a restored memory takes for true and is not: directories that were read, chance that was drawn.
const WOKEN = `
import random, sys
random.seed()
sys.path[:] = dict.fromkeys(["${HOME}", *sys.path])
for directory in [path for path in sys.path_importer_cache if ".zip" not in path]:
    del sys.path_importer_cache[directory]
    del directory
del random, sys
`;

// Python calls functions through one that JavaScript has put into its table. Where it lies is this engine's affair: it
// is noted before a memory is restored over it, and put back after.
function keepingTrampoline(create) {
  return async (settings) => {
    const module = await create(settings);
    const { API } = module;
    const plain = API.restoreSnapshot;
    API.restoreSnapshot = (memory) => {
      const place = () =>
        (module.__PyRuntime + module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >> 2]) >> 2;
      const own = module.HEAP32[place()];
      const restored = plain(memory);
      module.HEAP32[place()] = own;
      return restored;
    };
    return module;
  };
}

// Images --------------------------------------------------------------------------------------------------------------
// An image is the memory of a Python that has imported what every start imports. It is made on the device, some time
// after a start, and kept in the browser's cache with the archives, unpacked. Its name says exactly what it fits.

const SCOPE = new URL("../../", import.meta.url);
const SHELF = `chowk-image:${SCOPE.pathname}`;
const HEAP = 31_457_280; // a memory that had to grow cannot be restored
const IMPORTS = `
import asyncio, inspect, json, os, pathlib, random
import chowk.app.app, chowk.app.commands, chowk.app.pages
from chowk import games
for game in games.ready():
    games.load(game)
`;

async function nameOf() {
  const fits = [RUNTIME, LIBRARY, APP, HEAP, IMPORTS, navigator.userAgent].join("\n");
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(fits)));
  return new URL(`image-${Array.from(hash.slice(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("")}`, SCOPE).href;
}

const kept = async (name) => caches.match(name, { cacheName: SHELF });

// The image that fits, for load; null if there is none, or no cache.
export async function keptImage() {
  try {
    const [reply, library, app] = await Promise.all([nameOf().then(kept), kept(LIBRARY), kept(APP)]);
    if (!reply || !library || !app) return null;
    const memory = new Uint8Array(Number(reply.headers.get("X-Length")));
    memory.set(new Uint8Array(await reply.arrayBuffer()));
    return { memory, archives: { [LIBRARY]: library, [APP]: app } };
  } catch {
    return null;
  }
}

export async function hasImage() {
  return Boolean(await kept(await nameOf()));
}

export async function forgetImages() {
  await globalThis.caches?.delete(SHELF).catch(() => {});
}

// Make the image and keep it, alone. False if the memory had to grow.
export async function makeImage() {
  const python = await load({ _makeSnapshot: true });
  python.runPython(IMPORTS + "import gc; gc.collect()");
  if (python._module.HEAPU8.length !== HEAP) return false;
  const memory = python.makeMemorySnapshot();
  const end = memory.findLastIndex((byte) => byte !== 0) + 1;
  const reply = new Response(memory.subarray(0, end), { headers: { "X-Length": memory.length } });
  await caches.delete(SHELF);
  const shelf = await caches.open(SHELF);
  for (const address of [LIBRARY, APP]) await shelf.put(address, await fetch(address).then(unpacked));
  await shelf.put(await nameOf(), reply); // last: without it, the others count for nothing
  return true;
}
