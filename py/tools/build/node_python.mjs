// The page's Python under Node: for the build, and for tests that run the rules inside it.
import { existsSync, readFileSync } from "node:fs";

// Instead of pyodide-lock.json, which lists packages; none is used here.
export const LOCK = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" },
  packages: {},
};

// Start the Python of a runtime folder, as fetched or as in a site. Further options are Pyodide's own.
export async function start(runtime, options = {}) {
  const name = existsSync(`${runtime}/pyodide.mjs`) ? "pyodide.mjs" : "pyodide.js";
  const { loadPyodide } = await import(`${runtime}/${name}`);
  return loadPyodide({ indexURL: runtime, lockFileContents: LOCK, packageBaseUrl: runtime, ...options });
}

// Run a Python file with local folders mounted: { "/inside": "/outside" }.
export async function runFile(runtime, program, mounts, options = {}) {
  const python = await start(runtime, options);
  for (const [inside, outside] of Object.entries(mounts)) python.mountNodeFS(inside, outside);
  return python.runPythonAsync(readFileSync(program, "utf8"), { filename: program });
}
