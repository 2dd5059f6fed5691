"""The project served from a copy of its sources, as who works on it does, so that they can be edited."""

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
"""What the build reads besides what is watched."""
SHARED: Final = ("vendor", "node_modules", ".cache")
"""What was fetched and compiled before, for the copy as for the original."""


@contextmanager
def served(copy: Path) -> Iterator[str]:
    """Copies the sources into an empty folder and serves them from there; the address of the page."""
    for name in (*WATCHED, *ALSO):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif (ROOT / name).is_file():
            shutil.copy(ROOT / name, copy / name)
    for name in SHARED:
        if (ROOT / name).exists():
            (copy / name).symlink_to(ROOT / name)
    command = [sys.executable, "serve.py", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, cwd=copy, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout
        try:
            yield next(found[0] for line in running.stdout if (found := re.search(r"http://\S+", line)))
        finally:
            running.terminate()


def edit(path: Path, old: str, new: str) -> None:
    """Replaces a text, which must be there, in a source."""
    text = path.read_text()
    assert old in text, f"{path.name} lacks {old}"
    path.write_text(text.replace(old, new))
