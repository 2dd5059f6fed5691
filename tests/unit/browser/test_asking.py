"""Test the download of the page's archives. An archive with a wrong hash is requested again, past the caches.

`py/boot/runtime.js` runs under Node with a fake network. `tests/e2e/test_mixing.py` tests it in a browser.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
ASK = """
import { gzipSync } from "node:zlib";
const [runtime, answers, host] = process.argv.slice(2);
const packed = gzipSync("the app");
const byBytes = (data) => new ReadableStream({
  start(controller) {
    for (const byte of data) controller.enqueue(new Uint8Array([byte]));
    controller.close();
  },
});
const SENDS = { plain: () => packed, unpacking: () => "the app", slowly: () => byBytes(packed), empty: () => "" };
const asked = [];
// What the network does, by turns: "lost" fails, as a browser does too where the hash is another; a number is a status.
const turns = JSON.parse(answers);
globalThis.fetch = async (address, { integrity, cache = "default" } = {}) => {
  if (!/chowk\\.packed/.test(address)) return new Response(packed);
  asked.push(integrity ? cache : `${cache}, unchecked`);
  const turn = turns.shift();
  if (turn === "lost") throw new TypeError("Failed to fetch");
  return new Response(SENDS[host](), { status: turn });
};
WebAssembly.compileStreaming = async () => null;
const { supply } = await import(runtime);
const told = await supply().app.then(
  (bytes) => new TextDecoder().decode(bytes),
  ({ reason }) => `no app: ${reason}`,
);
console.log(JSON.stringify([told, asked]));
"""


@pytest.mark.parametrize(
    ("turns", "words", "modes"),
    [
        ([200], "the app", ["default"]),
        (["lost", 200], "the app", ["default", "reload"]),
        (["lost", "lost", 200], "no app: mixed", ["default", "reload", "no-store, unchecked"]),
        (["lost", "lost", "lost"], "no app: network", ["default", "reload", "no-store, unchecked"]),
        (["lost", "lost", 404], "no app: network", ["default", "reload", "no-store, unchecked"]),
        ([503], "no app: network", ["default"]),
        (["lost", 404], "no app: network", ["default", "reload"]),
    ],
)
def test_an_archive_is_asked_for_past_the_caches_once(
    turns: list[str | int], words: str, modes: list[str], tmp_path: Path
) -> None:
    assert asking(turns, tmp_path) == [words, modes]


@pytest.mark.parametrize(
    ("host", "words"), [("plain", "the app"), ("unpacking", "the app"), ("slowly", "the app"), ("empty", "")]
)
def test_an_archive_that_the_host_has_unpacked_is_taken_as_it_is(host: str, words: str, tmp_path: Path) -> None:
    assert asking([200], tmp_path, host) == [words, ["default"]]


def asking(turns: list[str | int], tmp_path: Path, host: str = "plain") -> list[object]:
    """Load the app from a fake host. Return two results: the app's text, and the cache mode of each request.

    If loading fails, the first result is the reason instead. `turns` are the host's replies, one for each request: a
    status, or "lost" for no reply. `host` is a key of `SENDS`, which says how the archive is sent.
    """
    text = (ROOT / "py/boot/runtime.js").read_text()
    sealed = text.replace("const HASHES = {};", 'const HASHES = { "chowk.packed": "sha256-x" };')
    assert sealed != text
    runtime = tmp_path / "runtime.mjs"  # the suffix makes Node load it as a module
    runtime.write_text(sealed)
    script = tmp_path / "ask.mjs"
    script.write_text(ASK)
    words = ["node", str(script), runtime.as_uri(), json.dumps(turns), host]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    result: list[object] = json.loads(done.stdout)
    return result
