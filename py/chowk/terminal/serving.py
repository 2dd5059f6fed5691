"""Serve the built page from its folder, or from a zip archive of that folder."""

from __future__ import annotations

import tempfile
import webbrowser
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Final

from chowk.terminal import page_server
from chowk.terminal.screen import CommandError, Screen

PAGE: Final = ("index.html", "sw.js", "files.json")
"""Files that every built page has."""
MOST_FILES: Final = 10_000
"""Maximum number of files in an archive."""
MOST_BYTES: Final = 500_000_000
"""Maximum size of all files of an archive together."""


@contextmanager
def opened(path: Path) -> Iterator[Path]:
    """Yield the folder of a built page. `path` is this folder, or a zip archive of it.

    An archive is unpacked into a folder that is deleted after the `with` block. Raise `CommandError` if there is no
    page.
    """
    if path.is_dir():
        yield _page(path, path)
        return
    if not path.exists():
        raise CommandError(f"there is no {path}")
    if not zipfile.is_zipfile(path):
        raise CommandError(f"{path} is neither a folder nor a zip archive")
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(path) as archive:
        files = archive.infolist()
        if len(files) > MOST_FILES or sum(file.file_size for file in files) > MOST_BYTES:
            raise CommandError(f"{path} is too large for a page")
        archive.extractall(folder)
        yield _page(Path(folder), path)


def _page(folder: Path, named: Path) -> Path:
    """Return the folder that contains the page: `folder` itself, or the only folder in it.

    Raise `CommandError` if neither contains a built page. Its message shows `named`, the path that the user gave.
    """
    within = [path for path in folder.iterdir() if path.is_dir()]
    places = [folder, *within] if len(within) == 1 else [folder]
    for place in places:
        if all((place / name).is_file() for name in PAGE):
            return place
    raise CommandError(f"{named} holds no built page; `python3 serve.py --build DIR` in a checkout builds one")


def serve(path: Path, port: int, opens: bool, screen: Screen) -> int:
    """Serve a page until the user interrupts it. If `opens` is True, also open it in a browser.

    Return the exit status, 0. Raise `CommandError` if the port is not free.
    """
    with opened(path) as folder:
        try:
            server = page_server.server(folder, port)
        except OSError as error:
            raise CommandError(f"port {port} is not free ({error.strerror}); choose another by --port") from error
        with server:
            address = f"http://localhost:{server.server_address[1]}/"
            screen.show(f"Chowk is at {address}   (Ctrl-C ends)")
            screen.give({"address": address})
            if opens:
                Thread(target=webbrowser.open, args=(address,), daemon=True).start()
            server.serve_forever()
    return 0
