// The interpreter module that pyscript.toml names, in the page and in its worker. It starts Python as soon as it is
// imported, so that the download runs beside PyScript's own, and hands PyScript the promise when it asks.
import { loadPyodide as load, version } from "../../vendor/pyodide/pyodide.mjs";

const at = (path) => new URL(path, import.meta.url).href;
const RUNTIME = at("../../vendor/pyodide/");
const APP = at("../chowk.zip");
const HOME = "/chowk.zip"; // where the app lies in Python's file system

const listeners = { stdout: console.log, stderr: console.error };

async function start() {
  const app = fetch(APP).then((reply) => reply.ok ? reply.arrayBuffer() : Promise.reject(new Error(APP)));
  app.catch(() => {}); // told below, by whoever awaits it
  const python = await load({
    indexURL: RUNTIME,
    stdout: (text) => listeners.stdout(text),
    stderr: (text) => listeners.stderr(text),
    lockFileContents: {
      info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" },
      packages: {},
    },
    packageBaseUrl: RUNTIME,
  });
  python.FS.writeFile(HOME, new Uint8Array(await app));
  python.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
  return python;
}

const started = start();
started.catch(() => {});

export function loadPyodide({ stdout, stderr }) {
  Object.assign(listeners, { stdout, stderr });
  return started;
}

export { version };
