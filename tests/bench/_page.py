"""Measuring in the Python of the page, which runs under Node as it does in a browser."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def here_and_there(name: str, argv: Sequence[str], measure: Callable[[Sequence[str]], int]) -> int:
    """Measures in this Python, then in the page's where it has been fetched; the worse exit status of the two."""
    print(f"Python {sys.version.split()[0]} on {sys.platform}", flush=True)
    status = measure(argv)
    runtimes = sorted(ROOT.glob("vendor/pyodide-*/pyodide.mjs"))
    if sys.platform == "emscripten":
        return status
    if not runtimes or not shutil.which("node"):
        print("The page's Python is not here (vendor/ or Node is missing): measured in this one only.")
        return status
    program = [Path(__file__).with_suffix(".mjs"), runtimes[-1].parent, ROOT]
    return max(status, subprocess.run(["node", *map(str, program), name, *argv], check=False).returncode)
