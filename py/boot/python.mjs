// The interpreter module that pyscript.toml names, in the page and in its worker. It starts Python as soon as it is
// imported, so that everything downloads side by side, and hands PyScript the promise when it asks.
//
// In the page it tells how far it is: `chowk:progress` events on window, whose detail is { step, loaded, total } with
// step "download" (in bytes), "python" or "app"; and when it fails: `chowk:failed`, { error, reason }.

const at = (path) => new URL(path, import.meta.url).href;
const RUNTIME = at("../../vendor/pyodide/");
const WASM = RUNTIME + "pyodide.asm.wasm";
const LIBRARY = at("../stdlib.zip.gz");
const APP = at("../chowk.zip.gz");
const HOME = "/chowk.zip"; // where the app lies in Python's file system
const BYTES = {}; // name -> bytes of the long downloads; the build fills it in
const LOCK = { // a stand-in for Pyodide's list of packages; none is used here
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" },
  packages: {},
};

export const version = /pyodide-([\d.]+)\//.exec(RUNTIME)?.[1];

const inPage = "document" in globalThis;
const total = Object.values(BYTES).reduce((sum, bytes) => sum + bytes, 0);
let loaded = 0;

function tell(step) {
  if (inPage) dispatchEvent(new CustomEvent("chowk:progress", { detail: { step, loaded, total } }));
}

// The reply, while its bytes are counted as they come.
function counted(reply) {
  if (!inPage || !reply.ok) return reply;
  const reader = reply.clone().body.getReader();
  const next = ({ done, value }) => {
    if (done) return undefined;
    loaded += value.length;
    tell(loaded < total ? "download" : "python");
    return reader.read().then(next);
  };
  reader.read().then(next).catch(() => {}); // told by whoever reads the reply itself
  return reply;
}

async function ask(address) {
  const lost = (why) => Promise.reject(Object.assign(new Error(`${address}: ${why}`), { reason: "network" }));
  const reply = await fetch(address).catch(lost);
  return reply.ok ? counted(reply) : lost(reply.status);
}

const unpacked = (reply) => new Response(reply.body.pipeThrough(new DecompressionStream("gzip")));

// Pyodide asks for its two files by `fetch`. While it starts, they are answered from what was begun already.
function answering(replies) {
  const plain = globalThis.fetch;
  globalThis.fetch = (address, options) => replies.get(String(address)) ?? plain(address, options);
  return () => { globalThis.fetch = plain; };
}

const io = { stdout: console.log, stderr: console.error };

async function start() {
  const replies = new Map([[WASM, ask(WASM)], [LIBRARY, ask(LIBRARY).then(unpacked)]]);
  const app = ask(APP).then(unpacked).then((reply) => reply.arrayBuffer());
  const program = import(RUNTIME + "pyodide.asm.mjs");
  const lost = new Promise((_, reject) => [...replies.values(), app, program].forEach((reply) => reply.catch(reject)));
  return Promise.race([lost, begin(replies, app, program)]); // Pyodide itself would wait for a lost file for ever
}

async function begin(replies, app, program) {
  const { loadPyodide: load } = await import(RUNTIME + "pyodide.mjs");
  const restore = answering(replies);
  try {
    const python = await load({
      indexURL: RUNTIME,
      stdLibURL: LIBRARY,
      lockFileContents: LOCK,
      packageBaseUrl: RUNTIME,
      createPyodideModule: (await program).default,
      stdout: (text) => io.stdout(text),
      stderr: (text) => io.stderr(text),
    });
    python.FS.writeFile(HOME, new Uint8Array(await app));
    python.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
    if (inPage) performance.mark("chowk:python");
    loaded = total;
    tell("app");
    return python;
  } finally {
    restore();
  }
}

const started = start();
started.catch((error) => {
  if (inPage) dispatchEvent(new CustomEvent("chowk:failed", { detail: { error, reason: error.reason } }));
});

// What PyScript calls. Everything else that it passes is already settled.
export function loadPyodide({ stdout, stderr }) {
  Object.assign(io, { stdout, stderr });
  return started;
}
