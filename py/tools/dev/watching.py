"""Pages that show edits by themselves: what is watched, and how a page hears of it. Only `serve.py` uses it.

A page that it serves asks for `reload.js`, and that for `changes`, a stream of server-sent events, each the version of
the site; where one differs from the first that was heard, the page is loaded anew. Nothing of it is in the site that is
built: the server answers for both, and writes the script into the page that it sends.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

WATCHED: Final = ("index.html", "sw.js", "manifest.webmanifest", "pyscript.toml", "css", "img", "py")
LEFT_OUT: Final = ("__pycache__", "tools", "training")
"""Folders that no edit of the page is in; what builds it is read once, as the server starts."""
EVERY: Final = 0.2
"""Seconds between two looks at the sources."""
ALIVE: Final = 5.0
"""Seconds after which a stream says that it is there, so that one to a page that is gone comes to its end."""
SCRIPT: Final = "reload.js"
STREAM: Final = "changes"
State: TypeAlias = dict[Path, tuple[int, int]]
"""Of each source, by its path: when it was changed last, in nanoseconds, and its size in bytes."""
RELOAD: Final = b"""// Development only: serve.py answers with this; it is no part of the site.
let first;
new EventSource("./changes").onmessage = ({ data }) => {
  first ??= data;
  if (data !== first) location.reload();
};
"""


class Changes:
    """The version of the site that is served, and who waits for the next."""

    def __init__(self, version: str) -> None:
        self.version = version
        self._news = threading.Condition()

    def tell(self, version: str) -> None:
        """Another version is there now, or the same one."""
        with self._news:
            self.version = version
            self._news.notify_all()

    def events(self) -> Iterator[bytes]:
        """What a stream sends: the version at once and whenever it is another, and in between that it is alive."""
        told = ""
        while True:
            with self._news:
                if self.version == told:
                    self._news.wait(ALIVE)
                now = self.version
            yield f"data: {now}\n\n".encode() if now != told else b": alive\n\n"
            told = now


def with_script(page: bytes) -> bytes:
    """The page with the script that loads it anew."""
    return page.replace(b"</head>", f'<script src="./{SCRIPT}"></script>\n</head>'.encode(), 1)


def state(root: Path) -> State:
    """When each source was changed last, and its size."""
    found: State = {}
    for name in WATCHED:
        for path in (root / name, *(root / name).rglob("*")):
            if not set(LEFT_OUT) & set(path.relative_to(root).parts) and path.is_file():
                at = path.stat()
                found[path] = (at.st_mtime_ns, at.st_size)
    return found


def watch(root: Path, build: Callable[[], str | None], changes: Changes, over: threading.Event) -> None:
    """Builds after every edit until it is `over`, and tells the new version; what cannot be built is waited for."""
    before = state(root)
    while not over.wait(EVERY):
        try:
            now = state(root)
        except OSError:
            continue  # a file was there a moment ago
        if now != before:
            before = now
            version = build()
            if version is not None:
                changes.tell(version)
