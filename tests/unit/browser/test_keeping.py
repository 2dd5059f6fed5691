"""Test the service worker with damaged copies of the site's files in its cache, with and without a network.

Every kind of damage is tested on every kind of file. The service worker runs under Node, with fake caches and a fake
network. `tests/e2e/test_damage.py` tests it in a browser.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
PAGE, BOOT = "index.html", "py/boot/boot.js"
WHOLE_PAGE = "py/page.packed"
PATHS = (
    *(PAGE, BOOT, "py/boot/python.js", "py/chowk.packed", "py/stdlib.packed", "py/locale/kn.packed", "css/chowk.css"),
    *(
        "vendor/pyodide-1/pyodide.asm.js",
        "vendor/pyodide-1/pyodide.asm.wasm",
        "vendor/font-1/a b.woff2",
        "icons/a.svg",
    ),
)
KINDS = ("cut", "flipped", "empty", "another version's", "unreadable", "missing")
SCRIPT = """
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";
import { gzipSync } from "node:zlib";

const [script, extra] = process.argv.slice(2);
const [PATHS, KINDS] = JSON.parse(readFileSync(0, "utf8"));
const SCOPE = "https://chowk.invalid/chowk/";
const some = (path) => Buffer.from(`the bytes of ${path} `.repeat(40));
const isPacked = (path) => path.endsWith(".packed");
const built = (path) => (isPacked(path) ? gzipSync(some(path)) : some(path));
const bytes = Object.fromEntries([...PATHS, extra].map((path) => [path, built(path)]));
const hash = (data) => createHash("sha256").update(data).digest("hex").slice(0, 16);
const told = (path) => [hash(bytes[path]), bytes[path].length, ...(isPacked(path) ? [hash(some(path))] : [])];
const lists = {
  PACKED: { "index.html": "py/page.packed" },
   FILES: Object.fromEntries(PATHS.map((path) => [path, told(path)])),
  EXTRAS: { [extra]: told(extra) },
};
let source = readFileSync(script, "utf8").replace('const HASH = ""', 'const HASH = "now"');
for (const [name, list] of Object.entries(lists)) {
  source = source.replace(new RegExp(`const ${name} = .*`), `const ${name} = ${JSON.stringify(list)};`);
}

class Cache extends Map {
  keys() { return Promise.resolve([...super.keys()].map((url) => ({ url }))); }
  async match(key, { ignoreSearch } = {}) {
    const plain = (url) => (ignoreSearch ? url.split("?")[0] : url);
    return this.get([...super.keys()].find((url) => plain(url) === plain(named(key))))?.clone();
  }
  async put(key, reply) { this.set(named(key), reply); }
  async delete(key) { return super.delete(named(key)); }
}
const named = (key) => new URL(key.url ?? key, SCOPE).href;
let kept, network, asked, host, pages;
globalThis.caches = {
  keys: async () => [...kept.keys()],
  has: async (name) => kept.has(name),
  open: async (name) => kept.get(name) ?? kept.set(name, new Cache()).get(name),
  delete: async (name) => kept.delete(name),
  match: async (key, { cacheName, ...options } = {}) => {
    for (const [name, cache] of kept) {
      const found = (!cacheName || name === cacheName) && (await cache.match(key, options));
      if (found) return found;
    }
  },
};
globalThis.fetch = async (request) => {
  const url = new URL(request.url ?? request, SCOPE);
  const path = decodeURIComponent(url.pathname.slice("/chowk/".length)) || "index.html";
  asked.push(path);
  if (!network) throw new TypeError("Failed to fetch");
  return new Response(HOSTS[host](path));
};
const sent = (path) => (path === "py/page.packed" ? gzipSync(bytes["index.html"]) : bytes[path]);
const HOSTS = {
  "as built": sent,
  "unpacking": (path) => (path === "py/page.packed" ? bytes["index.html"] : isPacked(path) ? some(path) : sent(path)),
  "altering pages": (path) => (path === "index.html" ? `${bytes[path]}<script>` : sent(path)),
  "altering archives": (path) => (path === PATHS[3] ? Buffer.from("another app") : sent(path)),
};
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] } });
const hear = {};
globalThis.self = {
  registration: { scope: SCOPE },
  addEventListener: (name, heard) => { hear[name] = heard; },
  clients: {
    claim: async () => {},
    matchAll: async ({ includeUncontrolled }) => pages.filter(({ controlled }) => controlled || includeUncontrolled),
  },
};
runInThisContext(`(() => { ${source} })()`);

const address = (path) => new URL(`${path}?v=${hash(bytes[path])}`, SCOPE).href;
const CACHE = "chowk:/chowk/:now";
const entry = (path) => [address(path), new Response(bytes[path])];
const whole = (name = CACHE) => kept.set(name, new Cache(PATHS.map(entry)));
const tell = (type) => new Promise((done, fail) => {
  hear.message({ data: { type }, ports: [{ postMessage: done }], waitUntil(work) { work.catch(fail); } });
});
const mend = () => tell("mend");
const ask = (url, mode) => new Promise((done) => {
  let answered = false;
  hear.fetch({ request: { url, mode, method: "GET" }, respondWith: (reply) => { answered = true; done(reply); } });
  if (!answered) done(null);
});
const PAGE = bytes["index.html"].toString();
const shown = async () => {
  const reply = await ask(SCOPE, "navigate").catch(() => null);
  const body = reply && Buffer.from(await reply.arrayBuffer().catch(() => "")).toString();
  return body === PAGE ? "page" : body?.startsWith("<!doctype") ? "excuse" : "nothing";
};
const wait = async (name, event = {}) => {
  let work;
  hear[name]({ ...event, waitUntil: (one) => { work = one; } });
  return work.then(() => true, () => false);
};
const DAMAGE = {
  cut: (data) => new Response(data.subarray(0, data.length / 2)),
  flipped: (data) => new Response(data.map((byte, at) => (at % 99 === 20 ? byte ^ 4 : byte))),
  empty: () => new Response(""),
  "another version's": (data) => new Response(Buffer.concat([data, Buffer.from("\\n")])),
  unreadable: () => new Response(new ReadableStream({ pull(controller) { controller.error(new TypeError("lost")); } })),
};
const right = async (cache) => {
  const wrong = [];
  for (const path of PATHS) {
    const body = await (await cache.match(address(path)))?.arrayBuffer().catch(() => new ArrayBuffer(0));
    if (![hash(bytes[path]), hash(some(path))].includes(hash(Buffer.from(body ?? "")))) wrong.push(path);
  }
  return wrong;
};
const damage = (path, kind, name = CACHE) => {
  const cache = kept.get(name);
  if (kind === "missing") Map.prototype.delete.call(cache, address(path));
  else cache.set(address(path), DAMAGE[kind](bytes[path]));
};
const begin = (online, by = "as built") => { [kept, network, asked, host, pages] = [new Map(), online, [], by, []]; };

const table = [];
for (const path of PATHS) for (const kind of KINDS) for (const online of [true, false]) {
  begin(online);
  whole();
  damage(path, kind);
  const page = await shown();
  const { damaged, lost } = await mend();
  const wrong = await right(kept.get(CACHE));
  table.push({ path, kind, online, shown: page, damaged, lost, wrong, asked: [...new Set(asked)] });
}

// Healthy: looked at without asking anybody.
begin(false);
whole();
const healthy = [await mend(), await shown(), asked];

// The next version takes over what is sound, and nothing that is not.
const next = [];
for (const kind of KINDS) {
  begin(true);
  whole("chowk:/chowk/:older");
  damage(PATHS[3], kind, "chowk:/chowk/:older");
  const done = await wait("install");
  await wait("activate");
  next.push([kind, done, asked, await right(kept.get(CACHE)), [...kept.keys()]]);
}

// One of the extras that is damaged is gone; none is kept that is not what it should be.
const extras = [];
for (const kind of KINDS.filter((kind) => kind !== "missing")) {
  begin(false);
  kept.set("chowk:/chowk/:extras", new Cache([[named(extra), DAMAGE[kind](bytes[extra])]]));
  whole();
  await mend();
  extras.push([kind, kept.get("chowk:/chowk/:extras").size]);
}
// A browser that fails over what it keeps: over the whole of it, over one cache, over what is in that.
const fails = () => Promise.reject(new DOMException("Unexpected internal error.", "UnknownError"));
const broken = [];
const { open, match, delete: drop } = globalThis.caches;
const BREAK = {
  "every cache": () => Object.assign(globalThis.caches, { open: fails, match: fails, has: fails, delete: fails }),
  "this cache": () => Object.assign(globalThis.caches, { open: (name) => (kept.has(name) ? fails() : open(name)) }),
  "what is in it": () => Object.assign(kept.get(CACHE), { match: fails, keys: fails, put: fails }),
};
const { has } = globalThis.caches;
for (const [what, spoil] of Object.entries(BREAK)) for (const online of [true, false]) {
  begin(online);
  whole();
  kept.set("chowk:/chowk/:extras", new Cache());
  spoil();
  const page = await shown();
  const styles = Boolean(await ask(address("css/chowk.css")).catch(() => null));
  const more = Boolean(await ask(named(extra)).catch(() => null));
  const { cached } = await tell("status");
  const { damaged, lost } = await mend();
  Object.assign(globalThis.caches, { open, match, has, delete: drop });
  const wrong = lost.length ? null : await right(kept.get(CACHE));
  broken.push({ what, online, shown: page, cached, styles, more, damaged, lost, wrong, there: kept.get(CACHE).size });
}

// An installation from nothing, of hosts that alter what they send; a look at what came of it; one of the extras.
const hosts = [];
for (const by of Object.keys(HOSTS)) {
  begin(true, by);
  const done = await wait("install");
  const { damaged } = done ? await mend() : {};
  const { extras } = await new Promise((post) => {
    const ports = [{ postMessage: post }];
    hear.message({ data: { type: "extra", path: extra }, ports, waitUntil() {} });
  });
  hosts.push([by, done, await right(kept.get(CACHE)), damaged, extras.files]);
}

// A page of the version before that is still open when another one takes over.
const OLD = "py/supplies/reversi/kernel.wasm.0.packed";
const former = "chowk:/chowk/:older";
const opened = (...ids) => { pages = ids.map((id) => ({ id, controlled: true })); };
const given = async (path) => (await ask(new URL(path, SCOPE).href).catch(() => null))?.text();
begin(false);
whole();
kept.set(former, new Cache([[new URL(`${OLD}?v=0`, SCOPE).href, new Response("the old kernel")]]));
opened("old", "new");
pages.push({ id: "elsewhere", controlled: false });
const before = [];
await wait("activate");
before.push(await given(OLD), await given(`${OLD}?v=0`), await given(`${OLD}?v=1`), [...kept.keys()]);
await tell("status");
before.push([...kept.keys()]);
opened("elsewhere", "newest");
kept.set("chowk:/chowk/:next", new Cache()); // on its way in
await tell("status");
before.push([...kept.keys()], await given(OLD));
console.log(JSON.stringify({ hosts, before, table, healthy, next, extras, broken }));
"""


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Run the service worker in all cases of `SCRIPT`, and return the results by kind of case.

    The results named `table` are a list with a row for each damaged file. A row says what the page showed, and lists
    the files that were found damaged, requested, lost, and still wrong at the end.
    """
    script = tmp_path_factory.mktemp("keeping") / "keeping.mjs"
    script.write_text(SCRIPT)
    words = ["node", str(script), str(ROOT / "sw.js"), "py/extras/checkers/fives.0.packed"]
    cases = json.dumps([PATHS, KINDS])
    done = subprocess.run(words, input=cases, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_whatever_is_damaged_is_brought_anew_where_there_is_a_network(outcomes: Any) -> None:
    cases = [row for row in outcomes["table"] if row["online"]]
    assert len(cases) == len(PATHS) * len(KINDS)
    for row in cases:
        early = (
            row["path"] in (PAGE, BOOT) and row["kind"] != "missing"
        )  # without these files the page cannot report anything
        assert (row["shown"], row["lost"], row["wrong"]) == ("page", [], []), row
        assert row["damaged"] == ([] if early else [row["path"]]), row
        expected = {PAGE: [WHOLE_PAGE] if early else [PAGE, WHOLE_PAGE]}.get(row["path"], [row["path"]])
        assert row["asked"] == expected, row


def test_without_one_it_is_told_what_is_lost_and_nothing_else_is_touched(outcomes: Any) -> None:
    cases = [row for row in outcomes["table"] if not row["online"]]
    assert len(cases) == len(PATHS) * len(KINDS)
    for row in cases:
        assert row["damaged"] == row["lost"] == row["wrong"] == [row["path"]], row
        missing = row["kind"] == "missing"
        part = "nothing" if missing and row["path"] == PAGE else "page"
        assert row["shown"] == ("excuse" if row["path"] in (PAGE, BOOT) and not missing else part), row


def test_what_is_healthy_costs_no_request(outcomes: Any) -> None:
    assert outcomes["healthy"] == [{"damaged": [], "lost": []}, "page", []]


def test_the_next_version_takes_over_what_is_sound_and_no_more(outcomes: Any) -> None:
    for kind, done, requests, wrong, names in outcomes["next"]:
        assert (done, requests, wrong, names) == (True, [PATHS[3]], [], ["chowk:/chowk/:now"]), kind


def test_what_a_host_alters_or_unpacks_is_kept_as_it_was_built_or_not_at_all(outcomes: Any) -> None:
    assert outcomes["hosts"] == [
        ["as built", True, [], [], 1],
        ["unpacking", True, [], [], 1],
        ["altering pages", True, [], [], 1],
        ["altering archives", False, [PATHS[3]], None, 1],
    ]


def test_a_version_stays_until_no_page_uses_it(outcomes: Any) -> None:
    older, now, on_its_way = "chowk:/chowk/:older", "chowk:/chowk/:now", "chowk:/chowk/:next"
    both = [now, older]
    assert outcomes["before"] == ["the old kernel", "the old kernel", None, both, both, [now, on_its_way], None]


def test_a_damaged_extra_is_gone(outcomes: Any) -> None:
    assert outcomes["extras"] == [[kind, 0] for kind in KINDS if kind != "missing"]


def test_a_browser_that_cannot_read_what_it_keeps_is_served_by_the_network(outcomes: Any) -> None:
    assert len(outcomes["broken"]) == 6
    for row in outcomes["broken"]:
        online = row["online"]
        assert (row["damaged"], row["there"]) == ([*PATHS], len(PATHS)), row
        assert (row["shown"], row["styles"], row["more"]) == ("page" if online else "nothing", online, online), row
        assert row["cached"] == 0, "nothing that could be read"
        mended = online and row["what"] != "every cache"
        assert (row["lost"], row["wrong"]) == (([], []) if mended else ([*PATHS], None)), row
