"""Test that the opponents' worker gets the page's compiled runtime instead of fetching and compiling its own.

`py/boot/compiled.js` and `py/boot/runtime.js` run under Node with a fake worker and a fake network.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PASS = """
const [script, way] = process.argv.slice(2);
const { answering, compiled, offer } = await import(script);
const page = new (answering(class extends EventTarget {}))();
const seen = [];
page.addEventListener("message", ({ data }) => seen.push(data));
const toPage = (data, ports) => page.dispatchEvent(Object.assign(new Event("message"), { data, ports }));
globalThis.postMessage = way === "silent" ? () => {} : toPage;
const { setTimeout: plain } = globalThis;
globalThis.setTimeout = (call, _, ...rest) => plain(call, way === "silent" ? 0 : 60_000, ...rest).unref();
if (way === "offered" || way === "silent") offer(Promise.resolve("the module"));
if (way === "failed") offer(Promise.reject(new Error("no network")));
const keepAwake = plain(() => {}, 60_000);
const got = await compiled();
clearTimeout(keepAwake);
toPage("polyscript:done", []);
console.log(JSON.stringify([got, seen]));
"""
SUPPLY = """
const [script, given] = process.argv.slice(2);
const asked = [];
globalThis.fetch = async (address) => {
  asked.push(/[\\w.]+$/.exec(address)[0]);
  return new Response("");
};
WebAssembly.compileStreaming = async () => "its own";
const { supply } = await import(script);
const wasm = await supply({ compiled: Promise.resolve(JSON.parse(given)) }).wasm;
console.log(JSON.stringify([wasm, asked.filter((name) => name.endsWith(".wasm"))]));
"""


@pytest.mark.parametrize(
    ("way", "got"), [("offered", "the module"), ("not offered", None), ("failed", None), ("silent", None)]
)
def test_a_worker_gets_the_module_that_the_page_offers_or_nothing(way: str, got: str | None, tmp_path: Path) -> None:
    """A worker gets the page's compiled module, or None if the page offers none, fails or stays silent.

    `way` says which of these the page does, and `got` what the worker gets. The worker's request is not passed on to
    PyScript, which cannot read it. Other messages are passed on.
    """
    assert run(PASS, "compiled.js", way, tmp_path) == [got, ["polyscript:done"]]


@pytest.mark.parametrize(
    ("given", "result"), [("the page's", ["the page's", []]), (None, ["its own", ["pyodide.asm.wasm"]])]
)
def test_the_runtime_is_fetched_only_without_a_module_of_the_page(
    given: str | None, result: list[object], tmp_path: Path
) -> None:
    assert run(SUPPLY, "runtime.js", json.dumps(given), tmp_path) == result


def run(program: str, name: str, argument: str, folder: Path) -> list[object]:
    """Run a program under Node and return what it prints, read as JSON.

    The program gets two arguments: the address of the script `name` of `py/boot`, and `argument`. The program and the
    script are first written to `folder`.
    """
    script = folder / f"{Path(name).stem}.mjs"  # the suffix makes Node load it as a module
    script.write_text((ROOT / "py/boot" / name).read_text())
    (folder / "program.mjs").write_text(program)
    words = ["node", str(folder / "program.mjs"), script.as_uri(), argument]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    result: list[object] = json.loads(done.stdout)
    return result
