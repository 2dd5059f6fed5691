"""Fixtures for tests of the built page in a browser.

Most tests need `open_page()`: a page of the built site, below `/chowk/` as on a project site, with Python ready.

    def test_home(open_page):
        page = open_page()                  # ?test=1: no animation to wait for
        assert page.title() == "Chowk"

Every browser context is watched (`watch`): a console error or warning, a page error, a failed request, a request to
another host or a Python traceback, in the page or its worker, fails the test. A test that provokes one declares it:
`watch.expect("words of it")`.

`kept_page()` returns a page that the tests of a file share, because restarting Python takes longer than most tests. It
shows the home page. There is one page for each address, and a new one after a failed test. It is for tests that set up
their own game and restore the settings they change. `keeping()` returns the same page, for fixtures with the scope of a
file.

A device is a browser context with its own storage. `context`, and so `page`, is a returning device: as on a second
visit, it starts from a stored image (snapshot) of Python's memory, and nothing else is left of the previous test.
`@pytest.mark.first_visit` makes it a device that stores nothing but compiled code. `other_page()` returns pages of
further returning devices. `new_context()` returns an entirely new device; its first start takes four times as long.

Service workers are blocked, which is faster and separates the tests.
`@pytest.mark.browser_context_args(service_workers="allow")` allows them. Such tests serve their own copy of the site,
at its own address, for which nothing is stored. The same marker sets a viewport, touch, a locale, a colour scheme.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fnmatch import fnmatch
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar, Final, Protocol, TypeAlias

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Request,
    Response,
    Route,
    ViewportSize,
    WebError,
    expect,
)

import serve
from tests.__main__ import BROWSERS
from tools.build.build_site import build

BASE = "/chowk/"
READY_MS = 60_000
HANG_S: Final = 240
"""Time limit of a test, in seconds. A test that takes longer is counted as hung: its pages are killed, so it fails."""
DEEP_S: Final = 3600
"""Time limit of a test of the deep run, in seconds. Such a test may check hundreds of windows."""
PATIENCE_MS: Final = 20_000
"""Maximum wait for an expected event, in milliseconds. Two browsers on two cores can be much slower than one browser.
"""
ALLOWED: tuple[str, ...] = (
    r"^Unable to use `window` or `document` in worker",
    r"^Service Worker registration blocked by Playwright$",
)
"""Patterns of harmless console messages.

The first is PyScript's warning to every worker that it cannot reach the document. The app's worker never tries to, and
the setting that would silence the warning is not passed on to workers that start later. The second is caused by the
tests themselves.
"""


class Opener(Protocol):
    """A function that opens the address `path`, relative to the site's base, and returns the browser page.

    It uses the browser page `page` if given, else the test's own, and waits for Python unless `ready` is False.
    """

    def __call__(self, path: str = "?test=1", *, ready: bool = True, page: Page | None = None) -> Page: ...


Keeper: TypeAlias = Callable[[str], Page]
"""A function that returns the browser page that the tests of a file share, with the app at its home screen.

The argument is the address to open, relative to the site's base.
"""
Other: TypeAlias = Callable[..., Page]
"""A function that returns a page of another device.

Its arguments set window size, colours and motion, like those of the marker `browser_context_args`.
"""
Keeping: TypeAlias = Callable[..., Page]
"""A function that returns the page that the tests of a file share. It opens the page if there is none.

Its arguments are the address and the options of the browser context.
"""
Loser: TypeAlias = Callable[[str], Callable[[], None]]
"""A function that makes the test servers drop every request whose path matches a pattern.

It returns a function that undoes this.
"""


class Watch:
    """Collects the forbidden events of a test's pages: errors, warnings and requests to other hosts."""

    former: ClassVar[set[str]] = set()
    """Origins at which earlier tests served a site of their own.

    The service worker of such a site can outlive its context while it stores files, and the browser then reports its
    requests to the next context. They are ignored.
    """

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.troubles: list[str] = []
        self.requests: list[str] = []
        self.begun: set[str] = set()
        self.expected: list[str] = []
        self.allowed: list[str] = []

    def attach(self, context: BrowserContext) -> None:
        """Listen to all pages and workers of a context."""
        for event, heard in self.ears().items():
            context.on(event, heard)  # type: ignore[call-overload]

    def detach(self, context: BrowserContext) -> None:
        """Stop listening to the pages and workers of a context.

        If an expected event is missing, first ask each page for an answer and wait for it. A page sends events and
        answers in order, so by then its earlier events have arrived.
        """
        for page in context.pages if self.missing() else ():
            with suppress(Error):  # a page that has crashed does not answer
                page.evaluate("null")
        for event, heard in self.ears().items():
            context.remove_listener(event, heard)

    def ears(self) -> dict[str, Callable[[Any], None]]:
        """Return a handler for each browser event that is watched, by the event's name."""
        return {
            "console": self.heard,
            "weberror": self.thrown,
            "request": self.note_request,
            "requestfailed": self.failed,
            "response": self.answered,
        }

    def expect(self, pattern: str) -> None:
        """Tolerate forbidden events whose text matches this regular expression. If none happens, the test fails."""
        self.expected.append(pattern)

    def allow(self, pattern: str) -> None:
        """Tolerate forbidden events whose text matches this regular expression, whether or not one happens."""
        self.allowed.append(pattern)

    def note(self, trouble: str) -> None:
        """Record a forbidden event."""
        self.troubles.append(trouble)

    def heard(self, message: ConsoleMessage) -> None:
        """Record an error, a warning or a traceback on the console, unless it matches a pattern in `ALLOWED`."""
        traceback = "Traceback (most recent call last)" in message.text
        if (message.type in ("error", "warning") or traceback) and not any(re.search(p, message.text) for p in ALLOWED):
            self.note(f"console {message.type}: {message.text}  ({message.location.get('url')})")

    def thrown(self, error: WebError) -> None:
        """Record an uncaught error of a page as a forbidden event."""
        self.note(f"page error: {error.error}")

    def note_request(self, request: Request) -> None:
        """Record a request. If it goes to another origin than the site's, record a forbidden event."""
        if self.is_former(request.url):
            return
        self.requests.append(request.url)
        self.begun.add(request.url)
        if request.url.startswith("http") and not request.url.startswith(self.origin + "/"):
            self.note(f"request to another origin: {request.url}")

    def failed(self, request: Request) -> None:
        """Record a failed request as a forbidden event.

        Ignore a request that the page cancelled on leaving, or that was to be answered only from a cache. Also ignore a
        request whose beginning was not recorded: it belongs to a service worker that an earlier test left behind.
        """
        if request.url in self.begun and request.failure not in ("net::ERR_ABORTED", "net::ERR_CACHE_MISS"):
            self.note(f"request failed: {request.url} {request.failure}")

    def answered(self, response: Response) -> None:
        """Record a response with an error status (400 or more) as a forbidden event."""
        if response.status >= 400 and not self.is_former(response.url):
            self.note(f"{response.status} {response.url}")

    def is_former(self, url: str) -> bool:
        """Return True if an address is on the site of an earlier test, whose service worker may still request files."""
        return any(url.startswith(f"{origin}/") for origin in self.former - {self.origin})

    def verdict(self) -> list[str]:
        """Return the forbidden events that were not expected.

        Add a message for each expected pattern that nothing matched.
        """
        tolerated = (*self.expected, *self.allowed)
        unexpected = [t for t in self.troubles if not any(re.search(p, t) for p in tolerated)]
        return unexpected + [f"expected, but not seen: {pattern}" for pattern in self.missing()]

    def missing(self) -> list[str]:
        """Return the expected patterns that nothing has matched yet."""
        return [p for p in self.expected if not any(re.search(p, t) for t in self.troubles)]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Path:
    """Return the folder of the built site, as a web host receives it. Tests must not change it; see `site_copy`."""
    if built := pytestconfig.getoption("site"):
        return Path(built).resolve()
    folder = tmp_path_factory.mktemp("site")
    build(folder, say=lambda _: None, tested=True)
    return folder


@pytest.fixture
def site_copy(site: Path, tmp_path: Path) -> Path:
    """Return the folder of a copy of the built site. The test may change the copy."""
    copy = tmp_path / "site"
    shutil.copytree(site, copy, copy_function=os.link)
    return copy


@pytest.fixture(scope="session")
def serving() -> Iterator[Callable[[Path], str]]:
    """Yield a function that serves a folder at the path `/chowk/` and returns its address.

    The servers stop at the end of the session.
    """
    running: list[serve.Server] = []

    def start(folder: Path) -> str:
        server = serve.server(folder, base=BASE)
        running.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{server.server_address[1]}{BASE}"

    yield start
    for server in running:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def base_url(site: Path, serving: Callable[[Path], str]) -> str:
    """Return the address of the built site."""
    return serving(site)


@pytest.fixture
def losing(monkeypatch: pytest.MonkeyPatch) -> Loser:
    """Return a function that makes the test servers drop all requests that match a pattern (see `Loser`).

    Playwright could drop requests in the browser, but it misses some requests of workers, above all on a busy machine.
    """

    def lose(pattern: str) -> Callable[[], None]:
        plain = serve.Handler.do_GET

        def answer(handler: serve.Handler) -> None:
            if fnmatch(handler.path, pattern):
                handler.close_connection = True
            else:
                plain(handler)

        monkeypatch.setattr(serve.Handler, "do_GET", answer)
        return lambda: monkeypatch.setattr(serve.Handler, "do_GET", plain)

    return lose


# Features of Chromium that are turned off. Some browser processes, chosen at random, sample memory allocations. The
# sampler's stack walk makes Chromium 156 overrun the separate stacks on which WebAssembly waits for promises, and the
# page crashes. The other names are those that Playwright disables: they are repeated here because only the last such
# list counts.
UNWANTED: Final = (
    "HeapProfilerReporting",
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable"),
    *("HttpsUpgrades", "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding"),
    *("PreconnectToSearch", "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect"),
)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Use the system's Chromium if there is one, with flags to run as root and without a graphics card.

    All pages of a context share one process, so that Pyodide is compiled only once for all of them (see `Devices`).
    """
    system = next(filter(None, map(shutil.which, BROWSERS)), None)
    chosen = {"executable_path": system} if system else {}
    flags = ["--no-sandbox", "--disable-gpu", "--process-per-site", f"--disable-features={','.join(UNWANTED)}"]
    return {**browser_type_launch_args, **chosen, "args": flags}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any], base_url: str) -> dict[str, Any]:
    """Return the default options of a context: English, no service worker, and the address of the built site."""
    return {"service_workers": "block", "locale": "en-GB", **browser_context_args, "base_url": base_url}


@pytest.fixture
def watch(base_url: str) -> Iterator[Watch]:
    """Yield the `Watch` of the test's pages. At its end, fail the test if a page did anything forbidden."""
    origin = base_url.removesuffix(BASE)
    watching = Watch(origin)
    yield watching
    if watching.origin != origin:
        Watch.former.add(watching.origin)
    wrong = watching.verdict()
    if wrong:
        pytest.fail("the page was not silent:\n" + "\n".join(wrong), pytrace=False)


@pytest.fixture
def new_context(new_context: Callable[..., BrowserContext], watch: Watch) -> Callable[..., BrowserContext]:
    """Return pytest-playwright's function `new_context`, with `watch` attached to each new context."""

    def make(**options: Any) -> BrowserContext:
        context = new_context(**options)
        watch.attach(context)
        return context

    return make


SHOWN: Final = frozenset({"viewport", "color_scheme", "reduced_motion", "forced_colors", "contrast"})
"""Options of a browser context that a single page can also change later."""
SERVICE_WORKERS: Final = {"service_workers": "allow"}
"""Options of a browser context that allows service workers.

Each test with such a context has its own address, for which nothing is stored.
"""
HAND: Final = {"has_touch": True, "is_mobile": True}
SHARED: Final[Sequence[dict[str, Any]]] = ({}, {"has_touch": True}, HAND, SERVICE_WORKERS)
"""Options of the kinds of browser contexts that several tests share. A context of another kind serves only one test."""
FIRST_VISIT: Final = "?test=1&rest=0"
NOTE_IMAGE: Final = "addEventListener('chowk:image', () => { window.imaged = true; });"
RUNTIME: Final = "**/pyodide.asm.wasm"
COMPILED: Final = "async file => { window.compiled = await WebAssembly.compileStreaming(fetch(file)); }"

IMAGES: Final = "chowk-image:/chowk/"
"""Name of the browser's cache that holds the image of Python's memory and the files that belong to it."""
TAKE: Final = """async (shelf) => {
  const cache = await caches.open(shelf);
  window.kept = await Promise.all((await cache.keys()).map(async (request) => {
    const reply = await cache.match(request);
    return [request.url, [...reply.headers], await reply.arrayBuffer()];
  }));
  return window.kept.length;
}"""
GIVE: Final = """async (shelf) => {
  const give = ([, , body], at) => fetch(shelf + at, { method: "POST", body });
  await Promise.all(window.kept.map(give));
  return window.kept.map(([url, headers]) => [url, headers]);
}"""
BRING: Final = """async ([shelf, names]) => {
  const bodies = names.map(async (_, at) => (await fetch(shelf + at)).arrayBuffer());
  window.kept = names.map((name, at) => [...name, bodies[at]]);
  for (const part of window.kept) part[2] = await part[2];
}"""
LAY: Final = """async ([shelf, anew]) => {
  await navigator.locks.request("chowk-image:/chowk/", () => {}); // wait until the app has released it
  if (!anew && (await (await caches.open(shelf)).keys()).length === window.kept.length) return;
  await caches.delete(shelf);
  const cache = await caches.open(shelf);
  await Promise.all(window.kept.map(([url, headers, body]) => cache.put(url, new Response(body, { headers }))));
}"""


class Shelf(BaseHTTPRequestHandler):
    """A web server that stores the image (snapshot) of Python's memory, in parts, for the pages of all devices.

    The pages send and fetch the parts themselves. Passing them through the browser's driver would take much longer.
    """

    laid: ClassVar[dict[str, bytes]] = {}

    def do_POST(self) -> None:
        """Store the body of the request under its path."""
        self.laid[self.path] = self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(b"")

    def do_GET(self) -> None:
        """Send the body that is stored under the path of the request."""
        self.answer(self.laid[self.path])

    def answer(self, body: bytes) -> None:
        """Send a reply with a header that lets pages of other origins read it."""
        self.send_response(200)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *_: Any) -> None:  # noqa: A002 - the name that it has there
        """Print nothing."""


class Devices:
    """Devices (browser contexts) that several tests share.

    A device is either new or returning. A returning device has a stored image (snapshot) of Python's memory. The first
    device makes the image, as any device does after a visit. The others receive a copy, which takes a third of the
    time.

    Each device has a page without the app, called the holder. It keeps Pyodide's compiled code alive. A browser shares
    that code between the pages of one process, which halves the processor time of a start. The holder of a returning
    device also keeps a copy of the image, to restore what a test has changed.
    """

    def __init__(self, browser: Browser, address: str, shelf: str) -> None:
        self.browser = browser
        self.address = address
        self.shelf = shelf
        self.known: dict[str, BrowserContext] = {}
        self.holders: dict[BrowserContext, Page] = {}
        self.new: set[BrowserContext] = set()
        self.runtime = ""
        self.image: list[Any] = []

    def get(self, name: str = "", *, new: bool = False, **kind: Any) -> BrowserContext:
        """Return a browser context with the options `kind`, created on the first call with these arguments.

        If `new` is False, it is in the state after a first visit. With another `name`, the context is another one.
        """
        key = repr((name, new, sorted(kind.items(), key=str)))
        if key not in self.known:
            if new and not self.runtime:
                self.get(**{**kind, "service_workers": "block"})
            fresh = self.known[key] = self.browser.new_context(**kind)
            if new:
                self.new.add(fresh)
            if new or self.image:
                self.hold(fresh)
            else:
                self.visit(fresh)
            if not new:
                self.season(fresh)
            self.forget(fresh)
        return self.known[key]

    def visit(self, context: BrowserContext) -> None:
        """Start the app for the first time in a context, and wait until it has stored the image of Python's memory."""
        page = context.new_page()
        page.add_init_script(NOTE_IMAGE)
        with page.expect_request(RUNTIME) as request:
            page.goto(self.address + FIRST_VISIT)
        self.runtime = request.value.url
        self.hold(context)
        wait_ready(page)
        wait_until(page, "window.imaged", timeout=READY_MS)

    def hold(self, context: BrowserContext) -> None:
        """Open the holder of a context (the page that keeps compiled code). If it crashes, stop using the context."""
        holder = self.holders[context] = context.new_page()
        holder.on("crash", lambda _: self.drop(context))
        holder.goto(self.address + "manifest.webmanifest")
        holder.evaluate(COMPILED, self.runtime)

    def season(self, context: BrowserContext) -> None:
        """Give the holder of a context a copy of the image of Python's memory, from which `lay` can restore it.

        The copy is taken from `Shelf`. For the first context, `Shelf` has no image yet. Then the holder copies the
        image that the context has just made, and sends it to `Shelf`.
        """
        holder = self.holders[context]
        if self.image:
            holder.evaluate(BRING, [self.shelf, self.image])
        else:
            assert holder.evaluate(TAKE, IMAGES) > 1
            self.image = holder.evaluate(GIVE, self.shelf)

    def part(self, address: str) -> bytes:
        """Return from `Shelf` the part of the image of Python's memory whose URL contains `address`."""
        return Shelf.laid[f"/{next(number for number, (url, _) in enumerate(self.image) if address in url)}"]

    def drop(self, context: BrowserContext) -> None:
        """Stop using a context, so that the next test gets a new context."""
        self.known = {kind: known_context for kind, known_context in self.known.items() if known_context is not context}

    def forget(self, context: BrowserContext) -> None:
        """Close the pages that a test opened in a context, and clear everything that they stored.

        The context of a returning device keeps the browser's own cache and the image of Python's memory. Parts of the
        image that the test deleted are restored. A new device keeps neither.
        """
        origin = self.address.removesuffix(BASE)
        origins = {origin}
        for page in context.pages:
            if page is not self.holders[context]:
                origins.add("/".join(page.url.split("/", 3)[:3]))
                page.close()
        context.set_offline(False)
        context.unroute_all()
        context.clear_permissions()
        context.clear_cookies()
        page = context.new_page()
        browser = context.new_cdp_session(page)
        kinds = "all" if context in self.new else "local_storage,indexeddb,file_systems"
        for place in origins:
            browser.send("Storage.clearDataForOrigin", {"origin": place, "storageTypes": kinds})
        if context in self.new:
            browser.send("Network.clearBrowserCache")
            browser.send("Storage.overrideQuotaForOrigin", {"origin": origin})
        page.close()
        if context not in self.new:
            self.lay(context)

    def lay(self, context: BrowserContext, *, anew: bool = False) -> None:
        """Restore the missing parts of a context's image of Python's memory from the copy in its holder page.

        If `anew`, replace all parts, because the test may have changed them.
        """
        if context in self.known.values():
            self.holders[context].evaluate(LAY, [IMAGES, anew])


@pytest.fixture(scope="session")
def devices(browser: Browser, base_url: str) -> Iterator[Devices]:
    """Yield the devices that all tests of this process share."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Shelf) as shelf:
        threading.Thread(target=shelf.serve_forever, daemon=True).start()
        yield (all_devices := Devices(browser, base_url, f"http://127.0.0.1:{shelf.server_address[1]}/"))
        for context in all_devices.known.values():
            context.close()
        shelf.shutdown()


@pytest.fixture
def context(
    request: pytest.FixtureRequest,
    browser_context_args: dict[str, Any],
    new_context: Callable[..., BrowserContext],
    watch: Watch,
) -> Iterator[BrowserContext]:
    """Yield the browser context (device) of a test, with the options of the test's marker `browser_context_args`.

    The usual kinds of contexts are shared between tests (see `SHARED`). Other kinds are created for one test.
    """
    marked = next(request.node.iter_markers("browser_context_args"), None)
    options = {name: value for name, value in (marked.kwargs if marked else {}).items() if name not in SHOWN}
    allowed = options.pop("permissions", [])
    if options not in SHARED:
        yield new_context()
        return
    devices: Devices = request.getfixturevalue("devices")
    new = options == SERVICE_WORKERS or request.node.get_closest_marker("first_visit") is not None
    device = devices.get(new=new, **{**browser_context_args, **options})
    if allowed:
        device.grant_permissions(allowed)
    watch.attach(device)
    yield device
    watch.detach(device)
    devices.forget(device)


@pytest.fixture
def page(context: BrowserContext, request: pytest.FixtureRequest) -> Page:
    """Return the test's own page, with the window size, colours and motion that the test's marker asks for."""
    marked = next(request.node.iter_markers("browser_context_args"), None)
    return shown_as(context.new_page(), marked.kwargs if marked else {})


def shown_as(page: Page, options: dict[str, Any]) -> Page:
    """Set the window size, colours and motion of a page, and return the page."""
    shown = {name: value for name, value in options.items() if name in SHOWN}
    if size := shown.pop("viewport", None):
        page.set_viewport_size(size)
    if shown:
        page.emulate_media(**shown)
    return page


@pytest.fixture
def other_page(devices: Devices, browser_context_args: dict[str, Any], watch: Watch) -> Iterator[Other]:
    """Yield a function that returns a page of another returning device. Each call uses a different device."""
    used: list[BrowserContext] = []

    def go(**shown: Any) -> Page:
        assert set(shown) <= SHOWN, "the rest takes a context of its own"
        device = devices.get(f"other {len(used)}", **browser_context_args)
        used.append(device)
        watch.attach(device)
        return shown_as(device.new_page(), shown)

    yield go
    for device in used:
        watch.detach(device)
        devices.forget(device)


@pytest.fixture
def open_page(new_context: Callable[..., BrowserContext], base_url: str, request: pytest.FixtureRequest) -> Opener:
    """Return a function that opens an address of the built site (see `Opener`)."""

    def go(path: str = "?test=1", *, ready: bool = True, page: Page | None = None) -> Page:
        opened: Page = page or request.getfixturevalue("page")
        opened.goto(base_url + path)
        if ready:
            wait_ready(opened)
        return opened

    return go


PRESSED: Final = """([name, arg]) => {
  const button = document.createElement('button');
  Object.assign(button.dataset, {do: name, arg});
  document.body.append(button);
  button.click();
  button.remove();
}"""
"""JavaScript that runs a command of the app as its button would. The button itself need not exist."""
HOME: Final = f"() => {{ for (const name of ['close', 'cancel', 'home']) ({PRESSED})([name, '']); }}"
"""JavaScript that closes all sheets and goes to the home page."""


@pytest.fixture(scope="module")
def keeping(devices: Devices, browser_context_args: dict[str, Any]) -> Iterator[Keeping]:
    """Yield a function that returns the shared page for an address and a kind of device, and opens it if necessary.

    A page that was closed or has crashed is replaced by a new one.
    """
    pages: dict[str, Page] = {}
    used: list[BrowserContext] = []

    def lose(key: str) -> None:
        pages.pop(key, None)

    def keep(path: str = "", **kind: Any) -> Page:
        key = repr((path, sorted(kind.items())))
        if key not in pages or pages[key].is_closed():
            device = devices.get("kept", **browser_context_args, **kind)
            used.append(device)
            pages[key] = device.new_page()
            pages[key].on("crash", lambda _: lose(key))
        return pages[key]

    yield keep
    for device in used:
        devices.forget(device)


USUAL_WINDOW: Final[ViewportSize] = {"width": 1280, "height": 720}


@pytest.fixture
def kept_page(keeping: Keeping, open_page: Opener, watch: Watch, request: pytest.FixtureRequest) -> Iterator[Keeper]:
    """Yield a function that opens the app at a given address and returns the page, which shows the home screen.

    The tests of a file share one page for each address. If a test leaves the page where the home page cannot be
    reached, the next test loads the page anew. The marker `browser_context_args` of a test sets how the page looks, and
    whether its device has touch. Each address in a test file needs its own seed: the names of games come from the seed,
    and a game that is open in one page cannot be played in another.
    """
    marked = next(request.node.iter_markers("browser_context_args"), None)
    options = marked.kwargs if marked else {}
    media = [name for name in options if name in SHOWN and name != "viewport"]
    failed = request.session.testsfailed
    used: list[Page] = []

    def go(path: str) -> Page:
        page = keeping(path, **{name: value for name, value in options.items() if name not in SHOWN})
        if page not in used:
            used.append(page)
            watch.attach(page.context)
        page.bring_to_front()  # a page in the background draws no frames
        shown_as(page, {"viewport": USUAL_WINDOW, **options})
        if not came_home(page, path):
            open_page(path, page=page)
        return page

    yield go
    for page in used:
        watch.detach(page.context)
        if request.session.testsfailed > failed:
            page.close()
        elif media:
            page.emulate_media(**dict.fromkeys(media, "null"))  # type: ignore[arg-type]


def came_home(page: Page, path: str) -> bool:
    """Show the home page in a page that has started.

    Return True if it is shown, at an address that ends with `path`.
    """
    if not page.url.endswith(path):
        return False
    page.evaluate(HOME)
    wait_for_frames(page, 2)
    return page.url.endswith(path) and bool(page.evaluate("!!document.querySelector('[data-do=open]')"))


@pytest.fixture(autouse=True)
def _ending(request: pytest.FixtureRequest) -> Iterator[None]:
    """Kill the processes of all pages if the test hangs, since a script in a page may never return."""
    long = request.node.get_closest_marker("deep") is not None
    alarm = threading.Timer(DEEP_S if long else HANG_S, end_pages)
    alarm.daemon = True
    alarm.start()
    yield
    alarm.cancel()


def end_pages() -> None:
    """Kill the browser processes of all pages that this test process started. Do nothing on systems without /proc."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if b"--type=renderer" in (process / "cmdline").read_bytes() and os.getpid() in ancestors(process):
                os.kill(int(process.name), signal.SIGKILL)


def ancestors(process: Path) -> Iterator[int]:
    """Yield the process ids of a process's ancestors, the nearest first. `process` is its folder in /proc."""
    while above := int((process / "stat").read_text().rpartition(")")[2].split()[1]):
        yield above
        process = Path("/proc") / str(above)


@pytest.fixture(scope="session", autouse=True)
def _waiting() -> Iterator[None]:
    """Replace `Page.wait_for_function` by `wait_until`.

    Playwright's own function uses `eval`, which the page's security policy forbids.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Page, "wait_for_function", wait_until)
        expect.set_options(timeout=PATIENCE_MS)
        yield


def wait_until(page: Page, expression: str, *, arg: Any = None, timeout: float = 30_000, polling: Any = 25) -> Any:
    """Evaluate a script in the page every `polling` ms until its result is true, and return the result.

    Raise TimeoutError if that takes more than `timeout` ms.
    """
    pause = polling if isinstance(polling, int | float) else 25
    ends = time.monotonic() + timeout / 1000
    while not (answer := page.evaluate(expression, arg)):
        if time.monotonic() > ends:
            raise TimeoutError(f"not true within {timeout:.0f} ms: {expression}")
        page.wait_for_timeout(pause)
    return answer


FRAMES: Final = """count => new Promise(done => {
  const over = setTimeout(done, 3000);
  const next = () => count-- > 0 ? requestAnimationFrame(next) : void (clearTimeout(over), done());
  next();
})"""


def deep(*values: Any) -> list[Any]:
    """Return the values as parameters for `parametrize` that are left out unless the deep run (`-m deep`) is chosen.

    Use it for cases that resemble other cases which every run tests.
    """
    return [pytest.param(value, marks=pytest.mark.deep) for value in values]


def wait_for_frames(page: Page, count: int = 2) -> None:
    """Wait until `count` frames have begun, but no longer than 3 s: under load the browser sometimes draws no frame."""
    page.evaluate(FRAMES, count)


def reworded(page: Page, path: str, old: str, new: str) -> None:
    """Replace `old` by `new` in each file that the page loads from an address ending with `path`."""

    def change(route: Route) -> None:
        reply = route.fetch()
        assert old in reply.text()
        route.fulfill(response=reply, body=reply.text().replace(old, new))

    page.route(lambda url: url.endswith(path), change)


def unseal(page: Page | BrowserContext) -> None:
    """Remove the integrity hashes from the page when it is loaded, so that it accepts scripts that a test changes."""

    def strip(route: Route) -> None:
        reply = route.fetch()
        route.fulfill(response=reply, body=re.sub(r' integrity="[^"]*"', "", reply.text()))

    page.route(lambda url: url.partition("?")[0].partition("#")[0].endswith(BASE), strip)


def wait_ready(page: Page) -> None:
    """Wait until the app reports that Python is ready."""
    page.wait_for_selector("html[data-ready]", state="attached", timeout=READY_MS)
