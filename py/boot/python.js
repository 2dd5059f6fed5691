// The interpreter module that pyscript.toml names, in the page and in its worker. It starts Python as soon as it is
// imported, so that everything downloads side by side, and hands PyScript the promise when it asks.
//
// In the page it tells how far it is: `chowk:progress` events on window, whose detail is { step, loaded, total } with
// step "download" (in bytes), "python" or "app"; when that fails: `chowk:failed`, { error, reason }; and when Python falls
// later, by whatever cause, and cannot be used any more: `chowk:fell`, { error }. A worker then tells its page of an error.
import "./passing.js";
import { brought } from "./beside.js";
import { BYTES, begin, forgetImages, load, supply, wordsOf } from "./runtime.js";

export { version } from "./runtime.js";

const inPage = "document" in globalThis;
const total = Object.values(BYTES).reduce((sum, bytes) => sum + bytes, 0);
globalThis.chowkWords = wordsOf; // browser/catalog_loader.py
globalThis.chowkSupplies = new URL("../supplies/", import.meta.url).href; // browser/asset_loader.py fetches from there
const io = { stdout: console.log, stderr: console.error };
const NOTE = inPage && `chowk:image:${new URL("./", location).pathname}`; // of this copy of the site; boot.js knows it too
let loaded = 0;

function tell(name, detail) {
  if (inPage) dispatchEvent(new CustomEvent(`chowk:${name}`, { detail }));
}

const tellStep = (step) => tell("progress", { step, loaded, total });

function count(bytes) {
  loaded += bytes;
  tellStep(loaded < total ? "download" : "python");
}

// A note that a start from an image was begun. boot.js takes it away when the page is ready; one that is still there at
// the next start means that the last never got so far.
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
    // no storage: nothing is noted
  }
}

// From the image if there is one that fits; if it does not after all, without.
async function start() {
  const options = { stdout: (text) => io.stdout(text), stderr: (text) => io.stderr(text) };
  const counting = inPage ? { count } : {};
  const from = inPage && !globalThis.chowkFiles ? brought : supply; // the one file has all its bytes with it
  const trusted = !(inPage && noted());
  let parts = begin({ image: trusted, ...counting }, from);
  const way = await parts.way.catch(() => "plain");
  if (way !== "plain") {
    if (inPage) noteBegun();
    try {
      const python = await load({ parts, ...options });
      note(way);
      return python;
    } catch (error) {
      if (error.reason) throw error; // a file, not the memory
    }
    await forgetImages();
    parts = begin(counting, from);
  } else if (!trusted) {
    await forgetImages();
  }
  note("plain");
  if (inPage) wordsOf(document.documentElement.lang); // another memory has them in it
  return load({ parts, ...options });
}

function note(way) {
  if (inPage) document.documentElement.dataset.start = way;
}

// Pyodide comes here with what it cannot go on after; on the way there the stack may have run over.
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
        // no room for that here: a function further out comes here, too
      }
    }
  };
}

// After Python fell again and again, boot.js lets it rest.
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

// PyScript begins by having Python write PyScript's own package to files, from text, and import it. It lies in the
// archive already, compiled, for whoever imports it.
const WRITING = /^import os as _os\nfrom pathlib import Path as _Path\n[^]*\nimport pyscript as _pyscript\n(?:del _\w+\n)+/;

function writingNothing(python) {
  const plain = python.runPythonAsync;
  python.runPythonAsync = (code, options) => plain(code.replace(WRITING, ""), options);
  return python;
}

// What PyScript calls. Everything else that it passes is already settled.
export function loadPyodide({ stdout, stderr }) {
  Object.assign(io, { stdout, stderr });
  return started.then(writingNothing);
}
