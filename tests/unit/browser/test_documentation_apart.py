"""Test that the page's service worker leaves the documentation below `docs/` alone."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SCRIPT = """
import { readFileSync } from "node:fs";
import vm from "node:vm";
const listeners = {};
const scope = "https://example.org/chowk/";
const self = { registration: { scope }, addEventListener: (name, listener) => (listeners[name] = listener) };
const fetched = [];
const fetch = async (request) => fetched.push(request.url ?? request);
const match = async () => undefined;
const caches = { open: async () => ({ match }), match, keys: async () => [] };
const files = JSON.stringify({ "index.html": ["0", 1], "py/boot/boot.js": ["0", 1], "css/base.css": ["0", 1] });
const world = vm.createContext({ self, URL, fetch, caches, Response, console });
vm.runInContext(readFileSync(process.argv[2], "utf8").replace("FILES = {}", `FILES = ${files}`), world);
const answered = [];
for (const [mode, path] of JSON.parse(process.argv[3])) {
  const request = { method: "GET", mode, url: new URL(path, scope).href };
  let caught = false;
  listeners.fetch({ request, respondWith: () => (caught = true) });
  answered.push(caught);
}
console.log(JSON.stringify(answered));
"""
REQUESTS = {
    ("navigate", "docs/"): False,
    ("navigate", "docs/library.html"): False,
    ("no-cors", "docs/_static/styles/furo.css"): False,
    ("cors", "docs/searchindex.js"): False,
    ("navigate", ""): True,
    ("navigate", "docs"): True,
    ("navigate", "elsewhere/"): True,
    ("no-cors", "css/base.css"): True,
}
"""For each request, by its mode and path: True if the worker answers it, False if it leaves it to the browser."""


@pytest.fixture(scope="module")
def answered(tmp_path_factory: pytest.TempPathFactory) -> list[bool]:
    script = tmp_path_factory.mktemp("worker") / "worker.mjs"
    script.write_text(SCRIPT)
    words = ["node", str(script), str(ROOT / "sw.js"), json.dumps(list(REQUESTS))]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    answers: list[bool] = json.loads(done.stdout)
    return answers


def test_only_the_browser_answers_requests_for_the_documentation(answered: list[bool]) -> None:
    assert dict(zip(REQUESTS, answered, strict=True)) == REQUESTS
