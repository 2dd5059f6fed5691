"""Copy the runtime that package-lock.json names into vendor/, and check every file by its hash."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

Say = Callable[[str], None]
"""A function that shows a line to the person who runs the build."""
TABLE = Path(__file__).with_name("vendor.json")
"""The JSON file with the names and hashes of the runtime's files."""


class BuildError(Exception):
    """Raised if something that the build needs is missing or wrong. The message says how to repair it."""


def digest(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def table() -> dict[str, dict[str, Any]]:
    """Return the content of `vendor.json`, by package.

    For each package, `to` is its folder in vendor/, and `files` maps the name of each file to its SHA-256.
    """
    loaded: dict[str, dict[str, Any]] = json.loads(TABLE.read_text())
    return loaded


def files_to_copy() -> dict[str, tuple[str, str]]:
    """Return the files to copy: path in vendor/ -> (path in node_modules/, SHA-256)."""
    return {
        f"{package['to']}/{Path(name).name}": (f"{title}/{name}", sha)
        for title, package in table().items()
        for name, sha in package["files"].items()
    }


def is_complete(vendor: Path) -> bool:
    """Return True if the folder has every file that `files_to_copy` lists, each with the right hash."""
    return all((vendor / name).is_file() and digest(vendor / name) == sha for name, (_, sha) in files_to_copy().items())


def fetch(root: Path, say: Say) -> Path:
    """Copy the runtime's files into `root/vendor` and return that folder. Run `npm ci` only if files are missing."""
    vendor = root / "vendor"
    if is_complete(vendor):
        return vendor
    modules = root / "node_modules"
    if not all((modules / source).is_file() for source, _ in files_to_copy().values()):
        install(root, say)
    for number, (name, (source, sha)) in enumerate(sorted(files_to_copy().items()), 1):
        copy(modules / source, vendor / name, sha)
        say(f"vendor: {number} of {len(files_to_copy())}  {name}")
    return vendor


def install(root: Path, say: Say) -> None:
    """Run `npm ci`, which installs exactly what the lock file names and checks each archive by its hash."""
    npm = shutil.which("npm")
    if npm is None:
        raise BuildError(
            "npm was not found. It is needed once, to fetch Python for the browser (about 6 MB).\n"
            "Install Node.js 20 or newer, which brings npm, and run this again."
        )
    say("npm ci: fetching the runtime that package-lock.json names …")
    command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    process = subprocess.run(command, cwd=root, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    if process.returncode:
        raise BuildError(
            "npm could not fetch the runtime. Is there a network connection?\n"
            "Nothing was changed; run this again when there is. npm said:\n\n"
            + (process.stderr or process.stdout).strip()
        )


def copy(source: Path, target: Path, sha: str) -> None:
    """Copy a file if it has the expected hash, else raise `BuildError`."""
    if not source.is_file():
        raise BuildError(f"{source} is missing. Delete node_modules/ and run this again.")
    if digest(source) != sha:
        raise BuildError(f"{source} is not the file that was expected. Delete node_modules/ and run this again.")
    target.parent.mkdir(parents=True, exist_ok=True)
    partial_path = target.with_name(f"{target.name}.{os.getpid()}.part")
    shutil.copyfile(source, partial_path)
    partial_path.replace(target)


def refresh(root: Path, names: dict[str, tuple[str, list[str]]]) -> None:
    """Rewrite `vendor.json` from node_modules/, for a newer runtime (`python3 -m tools.build.build_vendor`).

    `names` maps each package to its folder in vendor/ and the patterns of its files.
    """
    modules = root / "node_modules"
    fresh = {}
    for title, (to, files) in names.items():
        version = json.loads((modules / title / "package.json").read_text())["version"]
        paths = sorted(path for pattern in files for path in (modules / title).glob(pattern))
        hashes = {path.relative_to(modules / title).as_posix(): digest(path) for path in paths}
        fresh[title] = {"to": f"{to}-{version}", "files": hashes}
    TABLE.write_text(json.dumps(fresh, indent=2) + "\n")


FONTS: Final = ("devanagari", "gurmukhi", "kannada", "bengali", "gujarati", "telugu")
"""Scripts with a shipped font. The font contains only the letters of the script, in all weights."""
SOURCES: Final = {
    "pyodide": (
        "pyodide",
        ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"],
    ),
    "@pyscript/core": (
        "pyscript",
        ["dist/core.js", "dist/core-*.js", "dist/error-*.js"],
    ),
    "lean-qr": ("lean-qr", ["index.mjs", "LICENSE"]),
    "qr": ("qr", ["decode.js", "index.js", "LICENSE"]),
    **{
        f"@fontsource-variable/noto-sans-{script}": (
            f"noto-sans-{script}",
            [f"files/noto-sans-{script}-{script}-wght-normal.woff2", "LICENSE"],
        )
        for script in FONTS
    },
}
"""The files taken from each package, and their folder in vendor/."""


if __name__ == "__main__":
    refresh(Path(__file__).resolve().parents[3], SOURCES)
