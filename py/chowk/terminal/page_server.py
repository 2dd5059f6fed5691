"""Serve the built page from a folder to this machine, with the right media types and caching headers.

`serve.py` and the command `chowk serve` both use this server.
"""

from __future__ import annotations

import http.server
import os
import sys
from functools import partial
from pathlib import Path
from urllib.parse import unquote, urlsplit

OWN_NAMES = ("localhost", "127.0.0.1")
"""Names of this machine. The server refuses requests for any other host name."""
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".packed": "application/octet-stream",
    ".png": "image/png",
    ".py": "text/x-python; charset=utf-8",
    ".svg": "image/svg+xml",
    ".toml": "application/toml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
"""Media types by file suffix."""


class FileHandler(http.server.SimpleHTTPRequestHandler):
    """Handler of requests for the files of one folder. The address path `base` stands for this folder."""

    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, **TYPES}  # noqa: RUF012 - as inherited
    protocol_version = "HTTP/1.1"
    path = ""  # for malformed requests, which set no path

    def __init__(self, *args: object, base: str = "/", directory: str) -> None:
        self.base = base
        super().__init__(*args, directory=directory)  # type: ignore[arg-type]  # a request, an address, a server

    def translate_path(self, path: str) -> str:
        """Return the file for an address. If the address is not below `base`, return a name that no file has."""
        if not path.startswith(self.base) or "\0" in unquote(path):
            return str(Path(self.directory) / "nothing is here")
        return super().translate_path("/" + path[len(self.base) :])

    def parse_request(self) -> bool:
        """Return True if the request may be answered. Refuse requests for other hosts than this machine."""
        if not super().parse_request():
            return False
        try:
            urlsplit(self.path)
        except ValueError:
            self.send_error(400, "This is no address")
            return False
        name, _, _ = self.headers.get("Host", "").partition(":")
        if name.lower() in OWN_NAMES:
            return True
        self.send_error(421, "This server answers as localhost only")
        return False

    def end_headers(self) -> None:
        """Add the header that says how the browser may cache the file, and end the headers.

        The browser may keep a file for a year if the address has a version or hash. It must revalidate all other files.
        """
        try:
            address = urlsplit(self.path)
        except ValueError:
            address = urlsplit("")  # the request is refused, for this or another fault
        named = address.query.startswith("v=") or address.path.startswith(
            (f"{self.base}vendor/", f"{self.base}py/supplies/")
        )
        lasting = named and os.path.isfile(self.translate_path(self.path))  # `Path.is_file` raises for long names
        self.send_header("Cache-Control", "max-age=31536000, immutable" if lasting else "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the inherited name
        """Log nothing. Errors can be seen in the browser."""


class Server(http.server.ThreadingHTTPServer):
    """A server for one folder, with a thread for each request."""

    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore errors of a connection that the browser closed early. Report other errors."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]  # handed on as they came


def server(site: Path, port: int = 0, base: str = "/") -> Server:
    """Return a server for the folder `site`, which only this machine can reach. If `port` is 0, it uses any free port.

    The addresses of the site begin with the path `base`.
    """
    return Server(("127.0.0.1", port), partial(FileHandler, base=base, directory=str(site)))
