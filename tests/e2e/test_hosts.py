"""Test web hosts: a visit, a move, an installation, and a start without a network.

nginx is Debian's, with Debian's configuration and file types. Each of the other hosts is a small server with one
peculiarity, or with several that do not hide one another. `tests/bench/FIGURES.md` has a table of the results.
"""

from __future__ import annotations

import gzip
import re
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any, ClassVar, Final

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import serve
from tests.e2e.conftest import BASE, Watch, deep, wait_ready
from tests.e2e.play import begin, by_mouse, wait_until
from tests.e2e.test_offline import LONG_MS, RECORD_EVENTS, event_details

pytestmark = pytest.mark.browser_context_args(service_workers="allow")

NO_IMAGE: Final = "navigator.locks.request('chowk-image', () => new Promise(() => {}))"
"""JavaScript that takes the lock for making the memory image, so that none is made. These tests do not need it."""
HTML, SCRIPT, OTHER = "text/html; charset=utf-8", "text/javascript", "application/octet-stream"
USUAL: Final = {
    ".html": HTML,
    ".js": SCRIPT,
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".wasm": "application/wasm",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


class Host(SimpleHTTPRequestHandler):
    """A web host that sends files unchanged, with the media types that most hosts know."""

    types: ClassVar[dict[str, str]] = USUAL
    default: ClassVar[str] = OTHER
    headers_of_host: ClassVar[dict[str, str]] = {"X-Content-Type-Options": "nosniff"}
    redirects: ClassVar[dict[str, tuple[int, str]]] = {}
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Send the requested file of the site.

        Send a redirect or an error instead if the host has one for the address.
        """
        whole, _, query = self.path.partition("?")
        path = whole.removeprefix(BASE)
        if place := self.redirects.get(whole):
            return self.answer(place[0], b"", {"Location": f"{place[1]}?{query}"})
        file = Path(self.directory) / (path or "index.html")
        if not self.path.startswith(BASE) or not file.is_file():
            return self.missing()
        return self.send(file.name, file.read_bytes())

    def missing(self) -> None:
        """Answer a request for a file that does not exist with status 404."""
        self.answer(404, b"Not found", {"Content-Type": "text/plain"})

    def send(self, name: str, data: bytes) -> None:
        """Send a file's bytes, as this host changes them, with their media type. `name` is the file's name."""
        kind = self.types.get(Path(name).suffix, self.default)
        data, more = self.altered(name, data)
        self.answer(200, data, {"Content-Type": kind, **self.headers_of_host, **more})

    def altered(self, name: str, data: bytes) -> tuple[bytes, dict[str, str]]:  # noqa: ARG002 - others ask
        """Return the bytes to send for the file `name`, and additional headers. Each kind of host may override this."""
        return data, {}

    def answer(self, status: int, data: bytes, headers: dict[str, str]) -> None:
        """Send a reply with this status, body and headers."""
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(data))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *_: Any) -> None:  # noqa: A002 - the inherited name
        """Print nothing."""


class Unpacking(Host):
    """A web host that declares gzip files as gzip-encoded, so that the browser unpacks them."""

    def altered(self, name: str, data: bytes) -> tuple[bytes, dict[str, str]]:  # noqa: ARG002 - inherited
        """Return the file unchanged. If it is gzip data, add a header that declares it as gzip-encoded."""
        return data, {"Content-Encoding": "gzip"} if data.startswith(b"\x1f\x8b") else {}


INJECTED: Final = b"<script>window.injected = 1; null.length;</script>"
TAIL: Final = b'<script src="/chowk/injected.js"></script><script src="/chowk/lost.js"></script>'


class Injecting(Host):
    """A web host that adds three scripts to the page, like those for statistics.

    Two of them fail, and one is missing.
    """

    def altered(self, name: str, data: bytes) -> tuple[bytes, dict[str, str]]:
        """Return the page with one more script in its head and two at the end of its body."""
        data = data.replace(b"</head>", INJECTED + b"</head>") if name == "index.html" else data
        return data.replace(b"</body>", TAIL + b"</body>"), {}

    def missing(self) -> None:
        """Answer a request for a missing file with status 404, or with the injected script if that is requested."""
        if self.path.endswith("/injected.js"):
            self.answer(200, b"window.injected = 2; throw new Error('not ours');", {"Content-Type": SCRIPT})
        else:
            super().missing()


class Minifying(Host):
    """A web host that minifies pages: it removes everything that browsers do not need."""

    def altered(self, name: str, data: bytes) -> tuple[bytes, dict[str, str]]:
        """Return the page minified. Like most minifiers, keep the contents of elements that hold code or data."""
        return (minified(data.decode()).encode() if name == "index.html" else data), {}


def minified(page: str) -> str:
    """Return an HTML page without comments, blanks between elements, unneeded quotes, and optional end tags."""
    parts = re.split(r"(<script\b.*?</script>|<mpy-config\b.*?</mpy-config>)", page, flags=re.S)
    for place in range(0, len(parts), 2):
        text = re.sub(r"<!--.*?-->", "", parts[place], flags=re.S)
        text = re.sub(r"\s+", " ", text).replace("> <", "><")
        text = re.sub(r'(?<= )([\w-]+)="([\w./?=-]*[\w-])"(?=[ >])', r"\1=\2", text)
        parts[place] = re.sub(r"</(?:li|p|body|html|head)>", "", text)
    return "".join(parts)


class Redirecting(Host):
    """A web host that redirects every other address of the page to the page's folder, with the slash at the end."""

    redirects: ClassVar[dict[str, tuple[int, str]]] = {
        BASE.rstrip("/"): (301, BASE),
        "/": (302, BASE),
        f"{BASE}index.html": (308, BASE),
    }


class FewTypes(Host):
    """A web host that knows only the types of pages, style sheets, scripts and pictures.

    Files of other types are sent as `application/octet-stream`.
    """

    types: ClassVar[dict[str, str]] = {name: USUAL[name] for name in (".html", ".js", ".css", ".svg", ".png")}


class Falling(Host):
    """A web host that sends the page for every missing file, as hosts of single-page applications do."""

    def missing(self) -> None:
        """Send the page with status 200 in place of a missing file."""
        self.send("index.html", (Path(self.directory) / "index.html").read_bytes())


class Pages(Host):
    """A web host that sends the headers of GitHub Pages and compresses the same types of files."""

    types: ClassVar[dict[str, str]] = {**USUAL, ".js": "application/javascript; charset=utf-8"}
    headers_of_host: ClassVar[dict[str, str]] = {
        "Server": "GitHub.com",
        "Access-Control-Allow-Origin": "*",
        "Cache-Control": "max-age=600",
        "Vary": "Accept-Encoding",
    }
    packs: ClassVar[tuple[str, ...]] = (".html", ".js", ".css", ".svg", ".json", ".wasm", ".webmanifest")

    def altered(self, name: str, data: bytes) -> tuple[bytes, dict[str, str]]:
        """Return the file, compressed if the host compresses its type, and a version tag (`ETag`)."""
        tag = {"ETag": f'W/"{len(data):x}"'}
        if not name.endswith(self.packs):
            return data, tag
        return gzip.compress(data, 1), {**tag, "Content-Encoding": "gzip"}


class Plain(Host):
    """A web host that declares every file except the page as plain text."""

    types: ClassVar[dict[str, str]] = {".html": HTML}
    default: ClassVar[str] = "text/plain"
    headers_of_host: ClassVar[dict[str, str]] = {}


class Bytes(Plain):
    """A web host that declares every file except the page as `application/octet-stream`."""

    default: ClassVar[str] = OTHER


class Strict(Host):
    """A web host that sends a content security policy that forbids WebAssembly."""

    headers_of_host: ClassVar[dict[str, str]] = {"Content-Security-Policy": "default-src 'self' blob: data:"}


@contextmanager
def served(host: type[Host], site: Path) -> Iterator[str]:
    """Serve a site by a host of this class, and yield its origin. The server stops at the end of the `with` block."""
    with serve.Server(("127.0.0.1", 0), partial(host, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


NGINX: Final = Path("/etc/nginx")


@contextmanager
def nginx(site: Path, folder: Path) -> Iterator[str]:
    """Serve a site by Debian's nginx, and yield its origin.

    Only the user, the port, the folders and the logs of Debian's configuration are changed.
    """
    (folder / "www").mkdir()
    (folder / "www" / BASE.strip("/")).symlink_to(site)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    own = (NGINX / "sites-available/default").read_text()
    own = re.sub(r"listen \[::\]:80[^;]*;", "", own).replace("listen 80 default_server", f"listen 127.0.0.1:{port}")
    (folder / "default").write_text(re.sub(r"(\n\s*root )[^;]*", rf"\g<1>{folder}/www", own))
    text = (NGINX / "nginx.conf").read_text()
    text = re.sub(r"\buser \S+;", "user root;", text)
    text = re.sub(r"\bpid \S+;", f"pid {folder}/nginx.pid;", text)
    text = re.sub(r"\b(access|error)_log \S+;", rf"\1_log {folder}/\1.log;", text)
    text = text.replace("/etc/nginx/sites-enabled/*", f"{folder}/default")
    own_folders = "".join(f"\n{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi"))
    (folder / "nginx.conf").write_text(text.replace("http {", f"http {{{own_folders}", 1))
    command = ["nginx", "-c", str(folder / "nginx.conf"), "-g", "daemon off;"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as running:
        try:
            while running.poll() is None and not answers(port):
                pass
            assert running.poll() is None, running.stderr and running.stderr.read()
            yield f"http://127.0.0.1:{port}"
        finally:
            running.terminate()


def answers(port: int) -> bool:
    """Return whether a server listens at this port of this machine."""
    with socket.socket() as asking:
        asking.settimeout(0.2)
        return asking.connect_ex(("127.0.0.1", port)) == 0


def start(page: Page, address: str) -> None:
    """Open the page at this address and wait until Python is ready."""
    page.add_init_script(RECORD_EVENTS)
    page.add_init_script(NO_IMAGE)
    page.goto(address)
    wait_ready(page)


def plays_and_stays(page: Page, context: BrowserContext, address: str) -> None:
    """Check that an opponent answers a move, and that the page is stored completely and starts without its host."""
    start(page, f"{address}?test=1&rest=0&seed=7&speed=off")
    begin(page, "reversi", "0 person", "1 bot 1")
    by_mouse(page, "d3")
    wait_until(page, "s.ply >= 2 && !s.moving")  # the opponent's kernel arrived unchanged
    report = event_details(page, "offline-ready")
    assert report["cached"] == report["files"] > 90
    context.set_offline(True)
    page.goto(f"{address}?test=1&rest=0")
    wait_ready(page)
    expect(page.locator("[data-do='resume']")).to_have_count(1)
    assert "injected" not in page.content(), "what is kept is what was built"


class AtOnce(Unpacking, FewTypes, Falling, Redirecting):
    """A web host with four peculiarities, none of which can hide another.

    It redirects the page's other addresses, knows few types of files, declares gzip files as gzip-encoded, and sends
    the page for missing files.
    """


class Altering(Injecting, Minifying):
    """A web host that adds scripts to the page and minifies the page with them."""

    def altered(self, name: str, data: bytes) -> tuple[bytes, dict[str, str]]:
        """Return the page with three more scripts, minified."""
        return Minifying.altered(self, name, Injecting.altered(self, name, data)[0])


WORKING: Final = (AtOnce, Altering, Pages, *deep(Unpacking, Injecting, Minifying, Redirecting, FewTypes, Falling))
"""The hosts on which the page works. The deep run also tries each peculiarity alone, to find the one that fails."""
OTHERS: Final = "Content Security Policy|null|not ours|404|lost.js"
TROUBLES: Final[dict[type[Host], str]] = {Injecting: OTHERS, Altering: OTHERS}
"""Patterns of the messages that the browser may log, for each kind of host that breaks something."""
ENTRY: Final[dict[type[Host], str]] = {Redirecting: "/chowk/index.html", AtOnce: "/chowk/index.html"}
"""Addresses at which tests open the page, for each kind of host where it is not the address of the folder."""


@pytest.mark.parametrize("host", WORKING, ids=lambda host: host.__name__.lower())
def test_the_page_plays_and_is_kept(
    host: type[Host], page: Page, context: BrowserContext, site: Path, watch: Watch
) -> None:
    if host in TROUBLES:
        watch.expect(TROUBLES[host])
    # The page stops a request for the runtime that comes unpacked. Through a service worker this counts as a failure.
    watch.allow(r"request failed: .*/pyodide\.asm\.wasm ")
    with served(host, site) as origin:
        watch.origin = origin
        plays_and_stays(page, context, origin + ENTRY.get(host, BASE))


@pytest.mark.skipif(shutil.which("nginx") is None or not NGINX.is_dir(), reason="nginx cannot be had here")
def test_debian_s_nginx_as_it_is_installed(
    page: Page, context: BrowserContext, site: Path, watch: Watch, tmp_path: Path
) -> None:
    with nginx(site, tmp_path) as origin:
        watch.origin = origin
        plays_and_stays(page, context, origin + BASE)


@pytest.mark.parametrize("host", [Plain, Bytes, Strict], ids=lambda host: host.__name__.lower())
def test_where_it_cannot_run_it_says_that_the_server_is_why(
    host: type[Host], page: Page, site: Path, watch: Watch
) -> None:
    # A message that the page shows is not always logged too: that depends on which of its files fails first.
    watch.allow("MIME type|Content Security Policy|wasm instantiation failed")
    with served(host, site) as origin:
        watch.origin = origin
        page.goto(f"{origin}{BASE}?test=1")
        expect(page.locator("#boot-progress[role=alert]")).to_contain_text("web server", timeout=LONG_MS)
