// Runs a measurement inside the page's Python under Node: node _page.mjs RUNTIME ROOT KERNEL NAME ARGUMENTS...
import { readFileSync } from "node:fs";
import { start } from "../../py/tools/build/node_python.mjs";

const [runtime, root, kernel, name, ...rest] = process.argv.slice(2);
globalThis.chowkKernel = new Uint8Array(readFileSync(kernel));
const python = await start(runtime);
python.mountNodeFS("/chowk", root);
python.globals.set("WHAT", python.toPy([name, rest]));
process.exitCode = python.runPython(`
import sys
from importlib import import_module
sys.dont_write_bytecode = True
sys.path[:0] = ["/chowk", "/chowk/py"]
import_module(f"tests.bench.{WHAT[0]}").main(WHAT[1])
`);
