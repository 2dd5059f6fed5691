// The interpreter module that pyscript.toml names, for the page and for its worker. It starts Python as soon as it is
// imported, so that all files download in parallel. PyScript gets the promise of Python when it asks for it.
//
// In the page, this module sends events on window:
//   chowk:progress  { step, loaded, total }  step is "download" (in bytes), "python" or "app"
//   chowk:failed    { error, reason }        the start has failed
//   chowk:fell      { error }                Python has crashed later
// In a worker, it throws the error, and the page receives that as an event.
import "./passing.js";
import { brought } from "./beside.js";
import { compiled, offer } from "./compiled.js";
import { BYTES, begin, forgetImages, load, supply, wordsOf } from "./runtime.js";

export { version } from "./runtime.js";

const inPage = "document" in globalThis;
const total = Object.values(BYTES).reduce((sum, bytes) => sum + bytes, 0);
globalThis.chowkWords = wordsOf; // for browser/catalog_loader.py
globalThis.chowkSupplies = new URL("../supplies/", import.meta.url).href; // for browser/asset_loader.py
const io = { stdout: console.log, stderr: console.error };
const NOTE = inPage && `chowk:image:${new URL("./", location).pathname}`; // boot.js uses the same name
let loaded = 0;

function tell(name, detail) {
  if (inPage) dispatchEvent(new CustomEvent(`chowk:${name}`, { detail }));
}

const tellStep = (step) => tell("progress", { step, loaded, total });

function count(bytes) {
  loaded += bytes;
  tellStep(loaded < total ? "download" : "python");
}

// Return true if a note says that a start from an image has begun. boot.js removes the note when the page is ready. If
// the next start still finds the note, the last start has failed.
function noted() {
  try {
    return Boolean(localStorage.getItem(NOTE));
  } catch {
    return false;
  }
}

function noteBegun() {
  try {
    localStorage.setItem(NOTE, "begun");
  } catch {
    // without storage, there is no such note
  }
}

// Start Python from the image, if there is one for this version and browser. If that fails, start without it.
async function start() {
  const options = { stdout: (text) => io.stdout(text), stderr: (text) => io.stderr(text) };
  const counting = inPage ? { count } : {};
  const from = !inPage ? (given) => supply({ ...given, compiled: compiled() })
    : globalThis.chowkFiles ? supply : brought; // the single file contains everything
  const trusted = !(inPage && noted());
  let parts = begin({ image: trusted, ...counting }, from);
  if (inPage) offer(parts.wasm);
  const way = await parts.way.catch(() => "plain");
  if (way !== "plain") {
    if (inPage) noteBegun();
    try {
      const python = await load({ parts, ...options });
      note(way);
      return python;
    } catch (error) {
      if (error.reason) throw error; // the error comes from a file, not from the image
    }
    await forgetImages();
    parts = begin(counting, from);
    if (inPage) offer(parts.wasm);
  } else if (!trusted) {
    await forgetImages();
  }
  note("plain");
  if (inPage) wordsOf(document.documentElement.lang); // fetch the catalogue; an image contains it
  return load({ parts, ...options });
}

function note(way) {
  if (inPage) document.documentElement.dataset.start = way;
}

// Report fatal errors of Pyodide. After a stack overflow, the report must wait for a task with an empty stack.
function watched(python) {
  const { _api: api } = python;
  const plain = api.fatal_error;
  let error, told;
  const report = () => {
    if (!inPage) throw error;
    tell("fell", { error });
  };
  api.fatal_error = (met) => {
    try {
      return plain(met);
    } catch (thrown) {
      if (thrown.pyodide_fatal_error) error ??= thrown;
      throw thrown;
    } finally {
      try {
        if (error) told ??= setTimeout(report);
      } catch {
        // no stack is left here: an outer call will report the error
      }
    }
  };
}

// After repeated crashes, boot.js does not start Python.
const halted = inPage && "halted" in document.documentElement.dataset;
const started = halted ? new Promise(() => {}) : start();
started.then(
  (python) => {
    watched(python);
    loaded = total;
    if (inPage) performance.mark("chowk:python");
    tellStep("app");
  },
  (error) => tell("failed", { error, reason: error.reason }),
);

// PyScript first lets Python write PyScript's own package to files and import it. The app's archive already contains
// the package, compiled, so this code is removed.
const WRITING = /^import os as _os\nfrom pathlib import Path as _Path\n[^]*\nimport pyscript as _pyscript\n(?:del _\w+\n)+/;

function writingNothing(python) {
  const plain = python.runPythonAsync;
  python.runPythonAsync = (code, options) => plain(code.replace(WRITING, ""), options);
  return python;
}

// PyScript calls this. `start` has set all other options already.
export function loadPyodide({ stdout, stderr }) {
  Object.assign(io, { stdout, stderr });
  return started.then(writingNothing);
}
