"""Live reload for `serve.py`: watch the sources, and notify open pages.

A served page loads `reload.js`, which listens to `changes`, a stream of server-sent events. Each event is the version
of the site. When a version differs from the first, the page reloads. None of this is in the built site: the server
answers the requests for `reload.js` and `changes` itself, and adds the script to the pages it sends.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

WATCHED: Final = ("index.html", "sw.js", "manifest.webmanifest", "pyscript.toml", "css", "img", "py")
"""Files and folders of the project whose changes rebuild the site."""
LEFT_OUT: Final = ("__pycache__", "tools", "training")
"""Folders that are not watched: they hold no sources of the page.

The server imports the build tools once, at its start.
"""
EVERY: Final = 0.2
"""Seconds between two checks of the sources."""
ALIVE: Final = 5.0
"""Seconds after which the server sends a line to every open page.

Writing to a closed page fails and ends its stream.
"""
SCRIPT: Final = "reload.js"
"""Name of the script that the server adds to each page and that reloads it."""
STREAM: Final = "changes"
"""Name below the site under which the server sends the stream of events."""
State: TypeAlias = dict[Path, tuple[int, int]]
"""Modification time in nanoseconds and size in bytes of each source, by path."""
RELOAD: Final = b"""// Development only: serve.py answers with this; it is no part of the site.
let first;
new EventSource("./changes").onmessage = ({ data }) => {
  first ??= data;
  if (data !== first) location.reload();
};
"""
"""The text of the script, which reloads the page when the site's version changes."""


class Changes:
    """The current version of the served site. Streams to open pages wait here for the next version."""

    def __init__(self, version: str) -> None:
        self.version = version
        self._news = threading.Condition()

    def tell(self, version: str) -> None:
        """Set the current version and wake the streams that wait for a new version."""
        with self._news:
            self.version = version
            self._news.notify_all()

    def events(self) -> Iterator[bytes]:
        """Yield the data of the stream to one page: the version, at once and after each change.

        Between changes, a keep-alive line is sent every `ALIVE` seconds.
        """
        sent = ""
        while True:
            with self._news:
                if self.version == sent:
                    self._news.wait(ALIVE)
                now = self.version
            yield f"data: {now}\n\n".encode() if now != sent else b": alive\n\n"
            sent = now


def with_script(page: bytes) -> bytes:
    """Return the HTML page with the reload script added."""
    return page.replace(b"</head>", f'<script src="./{SCRIPT}"></script>\n</head>'.encode(), 1)


def state(root: Path) -> State:
    """Return the modification time and size of each watched source file."""
    sources: State = {}
    for name in WATCHED:
        for path in (root / name, *(root / name).rglob("*")):
            if not set(LEFT_OUT) & set(path.relative_to(root).parts) and path.is_file():
                status = path.stat()
                sources[path] = (status.st_mtime_ns, status.st_size)
    return sources


def watch(root: Path, build: Callable[[], str | None], changes: Changes, over: threading.Event) -> None:
    """Rebuild the site by `build` after every edit until `over` is set, and publish each new version in `changes`.

    After a failed build, for which `build` returns None, wait for the next edit.
    """
    before = state(root)
    while not over.wait(EVERY):
        try:
            now = state(root)
        except OSError:
            continue  # a file was removed during the check
        if now != before:
            before = now
            version = build()
            if version is not None:
                changes.tell(version)
