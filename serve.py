#!/usr/bin/env python3
"""Set up Chowk from a fresh clone: fetch the pinned packages, build the site, serve it and open it.

    python3 serve.py                 build, serve and open the page; it reloads after every edit
    python3 serve.py --build DIR     write the static site for a web host, which may serve it below any path
    python3 serve.py --single FILE   write everything into one HTML file, which can be opened without a server
    --force, with either             overwrite files that no earlier build wrote, and list them
    --release, with either           fail if a translation that is marked as complete lacks a sentence

It needs Python 3.11. The first time, it also needs Node.js with npm.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import threading
import webbrowser
from collections.abc import Callable
from functools import partial
from pathlib import Path
from urllib.parse import unquote, urlsplit

if sys.version_info < (3, 11):  # noqa: UP036 - a clear message, before anything newer is imported
    sys.exit(f"Chowk is built by Python 3.11 or newer; this is {sys.version.split()[0]}.")

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "py"))

from chowk.terminal.page_server import FileHandler  # noqa: E402
from chowk.terminal.page_server import Server as Server  # noqa: E402
from tools.build import build_site  # noqa: E402
from tools.dev import watching  # noqa: E402

SITE = ROOT / ".site"
"""The folder with the built site, from which this server sends files."""
PORT = 8000


class Handler(FileHandler):
    """Handler of requests for the site's files. It can rebuild the site before it serves a page.

    `visit` is called before a page is served, to rebuild the site if a source has changed. If `changes` is given, pages
    get the live-reload script.
    """

    def __init__(
        self,
        *args: object,
        base: str = "/",
        visit: Callable[[], object] | None = None,
        changes: watching.Changes | None = None,
        directory: str,
    ) -> None:
        self.visit = visit
        self.changes = changes
        super().__init__(*args, base=base, directory=directory)

    def do_GET(self) -> None:  # noqa: N802 - the inherited name
        """Answer a GET request. Before a page, call `visit`, which rebuilds the site if a source has changed."""
        address = unquote(urlsplit(self.path).path)
        is_page = address.endswith(("/", ".html"))
        if self.visit is not None and is_page:
            self.visit()
        if self.changes is None:
            super().do_GET()
        elif address == f"{self.base}{watching.STREAM}":
            self.stream(self.changes)
        elif address == f"{self.base}{watching.SCRIPT}":
            self.answer(watching.RELOAD, "text/javascript; charset=utf-8")
        elif is_page and (page := self.page()) is not None:
            self.answer(watching.with_script(page), "text/html; charset=utf-8")
        else:
            super().do_GET()

    def page(self) -> bytes | None:
        """Return the content of the requested HTML page, or None if there is no such page."""
        path = self.translate_path(self.path)
        # `Path.is_dir` raises for long names
        path = os.path.join(path, "index.html") if os.path.isdir(path) else path
        return Path(path).read_bytes() if os.path.isfile(path) else None

    def answer(self, data: bytes, kind: str) -> None:
        """Answer a request with the given bytes. `kind` is their media type."""
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def stream(self, changes: watching.Changes) -> None:
        """Send the site's version to the page, at once and after each change, until the page is closed."""
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        for event in changes.events():
            self.wfile.write(event)
            self.wfile.flush()


def server(
    site: Path,
    port: int = 0,
    base: str = "/",
    visit: Callable[[], object] | None = None,
    changes: watching.Changes | None = None,
) -> Server:
    """Return a server that only this machine can reach. If `port` is 0, it uses any free port.

    `visit` and `changes` are those of `Handler`. `base` is the address path below which the site is served.
    """
    return Server(("127.0.0.1", port), partial(Handler, base=base, visit=visit, changes=changes, directory=str(site)))


def rebuilding(offline: bool, compiled: threading.Event) -> Callable[[], str | None]:
    """Return a function that rebuilds the site if a source has changed.

    The function returns the version of the site. If an edit cannot be built, it returns None, and the last good site
    stays in place. It builds once more after `compiled` is set, because the bytecode is ready then. If `offline` is
    True, it builds the site as for a web host, where the page works offline.
    """
    lock = threading.Lock()
    built: tuple[tuple[watching.State, bool], str] | None = None

    def visit() -> str | None:
        nonlocal built
        with lock:
            try:
                sources = watching.state(ROOT), compiled.is_set()
                if built is None or built[0] != sources:
                    built = sources, build_site.build(SITE, say=lambda _: None, live=not offline)
                return built[1]
            except (build_site.BuildError, OSError, ValueError) as error:
                print(f"not built: {error}", file=sys.stderr)
                return None

    return visit


def compiling(compiled: threading.Event) -> None:
    """Compile the page's sources in the background, and set `compiled` when that is done.

    Do nothing without Node.js.
    """
    with contextlib.suppress(build_site.BuildError, OSError):
        build_site.compile_ahead(lambda _: None)
        compiled.set()


def serve(port: int, browser: bool, offline: bool) -> None:
    """Build the site, then serve it until Ctrl-C. Open pages reload after every edit.

    If `offline` is True, open pages do not reload, and the site is built as for a web host. If `browser` is True, open
    the page in a browser.
    """
    changes = watching.Changes(build_site.build(SITE, live=not offline))
    compiled = threading.Event()
    visit = rebuilding(offline, compiled)
    try:
        running = server(SITE, port, visit=visit, changes=None if offline else changes)
    except OSError as error:
        raise build_site.BuildError(
            f"Port {port} is not free ({error.strerror}). Choose another: --port 8001"
        ) from error
    with running:
        address = f"http://localhost:{running.server_address[1]}/"
        print(f"\nChowk is at {address}   (Ctrl-C ends)", flush=True)
        watched = (ROOT, visit, changes, threading.Event())
        threading.Thread(target=watching.watch, args=watched, daemon=True).start()
        if not offline:
            threading.Thread(target=compiling, args=(compiled,), daemon=True).start()
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        running.serve_forever()


def arguments() -> argparse.Namespace:
    """Parse the command line of `serve.py`."""
    parser = argparse.ArgumentParser(description="Fetch, build and serve Chowk.")
    parser.add_argument("--build", metavar="DIR", type=Path, help="write the static site into DIR and end")
    parser.add_argument("--single", metavar="FILE", type=Path, help="write one HTML file that needs no server and end")
    parser.add_argument("--tested", action="store_true", help="build with what browser tests ask of the page")
    parser.add_argument(
        "--release", action="store_true", help="refuse what no release may lack: see locale/status.toml"
    )
    parser.add_argument(
        "--force", action="store_true", help="overwrite what no build put there; without it, nothing is, and it is said"
    )
    parser.add_argument("--port", type=int, default=PORT, help=f"where to serve (default {PORT}; 0 takes any)")
    parser.add_argument("--no-browser", action="store_true", help="do not open the page")
    parser.add_argument("--offline", action="store_true", help="serve what a web host would: with the service worker")
    return parser.parse_args()


def main() -> int:
    """Build or serve the site as the command line asks. Return the exit status: 1 for errors."""
    options = arguments()
    try:
        if options.build:
            build_site.build(options.build, tested=options.tested, release=options.release, force=options.force)
        if options.single:
            build_site.single(options.single, release=options.release, force=options.force)
        if not options.build and not options.single:
            serve(options.port, not options.no_browser, options.offline)
    except build_site.BuildError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"\n{error.filename or 'A file'}: {error.strerror or error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
