"""Run the development server on a copy of the sources, so that tests can edit the sources."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tools.build.build_site import ROOT
from tools.dev.watching import WATCHED

ALSO: Final = ("serve.py", "pyproject.toml", "package.json", "package-lock.json", "LICENSE")
"""Files that the build reads, in addition to the files that the server watches for changes."""
SHARED: Final = ("vendor", "node_modules", ".cache")
"""Folders of downloaded and compiled files, which the copy does not contain but links to."""


def copy_sources(copy: Path) -> None:
    """Copy everything that the build reads to the empty folder `copy`. Large shared folders are linked instead."""
    for name in (*WATCHED, *ALSO):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif (ROOT / name).is_file():
            shutil.copy(ROOT / name, copy / name)
    for name in SHARED:
        if (ROOT / name).exists():
            (copy / name).symlink_to(ROOT / name)


@contextmanager
def served(copy: Path) -> Iterator[str]:
    """Copy the sources into an empty folder, serve the copy, and yield the address of the page."""
    copy_sources(copy)
    command = [sys.executable, "serve.py", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, cwd=copy, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout
        try:
            yield next(match[0] for line in running.stdout if (match := re.search(r"http://\S+", line)))
        finally:
            running.terminate()


def edit(path: Path, old: str, new: str) -> None:
    """Replace a text in a source file. Fail if the file lacks the text."""
    text = path.read_text()
    assert old in text, f"{path.name} lacks {old}"
    path.write_text(text.replace(old, new))
