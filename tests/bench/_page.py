"""Run a measurement in plain Python and then in the page's Python, which runs under Node."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile

ROOT = Path(__file__).resolve().parents[2]


def provide(game: str) -> None:
    """Load the kernel (compiled search code) of a game in the Python that is running, plain or the page's."""
    if sys.platform == "emscripten":
        import js

        from chowk.browser.kernel import PageKernel
        from chowk.engine import assets

        raw = js.chowkKernel
        instance = js.WebAssembly.Instance.new(js.WebAssembly.Module.new(raw))
        assets.give(game, {}, PageKernel(raw.to_bytes(), instance.exports))
    else:
        from tools.build import kernel_provider  # the page's Python cannot import the modules that this one needs

        kernel_provider.provide()


def here_and_there(
    name: str, argv: Sequence[str], measure: Callable[[Sequence[str]], int], game: str | None = None
) -> int:
    """Run a measurement in this Python, then in the page's Python if it is installed. Return the worse exit status.

    If `game` is given, the page's Python gets that game's kernel.
    """
    print(f"Python {sys.version.split()[0]} on {sys.platform}", flush=True)
    status = measure(argv)
    runtimes = sorted(ROOT.glob("vendor/pyodide-*/pyodide.mjs"))
    if sys.platform == "emscripten":
        return status
    if not runtimes or not shutil.which("node"):
        print("The page's Python is not here (vendor/ or Node is missing): measured in this one only.")
        return status
    with NamedTemporaryFile(suffix=".wasm") as kernel:
        if game is not None:
            from tools.build import kernel_assets

            kernel.write(kernel_assets.code(kernel_assets.module(game), print))
            kernel.flush()
        program = [Path(__file__).with_suffix(".mjs"), runtimes[-1].parent, ROOT, kernel.name]
        return max(status, subprocess.run(["node", *map(str, program), name, *argv], check=False).returncode)
