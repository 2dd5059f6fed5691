// The interpreter module named by pyscript.toml, in the page and in its worker. It starts Python on import, so that
// everything downloads in parallel, and gives PyScript the promise on request.
//
// In the page it reports by events on window: `chowk:progress`, { step, loaded, total } with step "download" (in
// bytes), "python" or "app"; `chowk:failed`, { error, reason }, if the start fails; `chowk:fell`, { error }, if Python
// crashes later. A worker throws the error, which its page hears.
import "./passing.js";
import { brought } from "./beside.js";
import { BYTES, begin, forgetImages, load, supply, wordsOf } from "./runtime.js";

export { version } from "./runtime.js";

const inPage = "document" in globalThis;
const total = Object.values(BYTES).reduce((sum, bytes) => sum + bytes, 0);
globalThis.chowkWords = wordsOf; // browser/catalog_loader.py
globalThis.chowkSupplies = new URL("../supplies/", import.meta.url).href; // browser/asset_loader.py fetches from there
const io = { stdout: console.log, stderr: console.error };
const NOTE = inPage && `chowk:image:${new URL("./", location).pathname}`; // for this copy of the site; also in boot.js
let loaded = 0;

function tell(name, detail) {
  if (inPage) dispatchEvent(new CustomEvent(`chowk:${name}`, { detail }));
}

const tellStep = (step) => tell("progress", { step, loaded, total });

function count(bytes) {
  loaded += bytes;
  tellStep(loaded < total ? "download" : "python");
}

// The note that a start from an image began. boot.js removes it when the page is ready; if it is still there at the
// next start, the last one failed.
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

// Start from the image if there is one that fits; if that fails, without it.
async function start() {
  const options = { stdout: (text) => io.stdout(text), stderr: (text) => io.stderr(text) };
  const counting = inPage ? { count } : {};
  const from = inPage && !globalThis.chowkFiles ? brought : supply; // the single file contains everything
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
      if (error.reason) throw error; // caused by a file, not by the memory
    }
    await forgetImages();
    parts = begin(counting, from);
  } else if (!trusted) {
    await forgetImages();
  }
  note("plain");
  if (inPage) wordsOf(document.documentElement.lang); // an image contains them
  return load({ parts, ...options });
}

function note(way) {
  if (inPage) document.documentElement.dataset.start = way;
}

// Pyodide calls this on fatal errors; on the way the stack may have overflowed.
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
        // no stack left here: an outer function will get here, too
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

// PyScript first has Python write PyScript's own package to files and import it. Here it is in the archive already,
// compiled.
const WRITING = /^import os as _os\nfrom pathlib import Path as _Path\n[^]*\nimport pyscript as _pyscript\n(?:del _\w+\n)+/;

function writingNothing(python) {
  const plain = python.runPythonAsync;
  python.runPythonAsync = (code, options) => plain(code.replace(WRITING, ""), options);
  return python;
}

// Called by PyScript. Its other options are fixed already.
export function loadPyodide({ stdout, stderr }) {
  Object.assign(io, { stdout, stderr });
  return started.then(writingNothing);
}
