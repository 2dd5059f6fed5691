"""Provide the kernels (compiled search code) and trained data of games as files that are loaded with their game."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from chowk import games
from chowk.engine.assets import KERNEL
from tools.build.build_python import imported
from tools.build.build_vendor import BuildError, Say

PY: Final = Path(__file__).resolve().parents[2]
"""The folder of the Python sources."""
COMPILER: Final = PY / "tools/kernels"
"""The folder of the kernel compiler's source."""
CACHE: Final = PY.parent / ".cache" / "kernels"
"""The folder in which compiled kernels are cached."""


def kernels() -> tuple[str, ...]:
    """Return the names of the games that have a kernel (compiled search code)."""
    return tuple(sorted(path.parents[1].name for path in (PY / "chowk/games").glob("*/engine/kernel.py")))


def module(game: str) -> str:
    """Return the module name of a game's kernel."""
    return f"chowk.games.{game}.engine.kernel"


def batches() -> tuple[str, ...]:
    """Return the names of the games that have a second kernel, which plays many games at once.

    These kernels are not part of the site.
    """
    return tuple(sorted(path.parents[1].name for path in (PY / "chowk/games").glob("*/engine/kernel_batch.py")))


def batch_module(game: str) -> str:
    """Return the module name of a game's kernel for playing many games at once."""
    return f"chowk.games.{game}.engine.kernel_batch"


def is_used(game: str) -> bool:
    """Return True if a game's opponents use its kernel.

    A kernel that only tools and tests use is not part of the site.
    """
    reader = PY / "chowk/games" / game / "engine/reader.py"
    return not reader.is_file() or reader in sources(f"chowk.games.{game}.engine.bots")


def is_kernel(path: Path) -> bool:
    """Return True if the page never imports this source file, because it serves only a game's kernel.

    The file belongs to a kernel, or it calls a kernel that the game's opponents do not use.
    """
    if path.suffix != ".py" or path.parent.name != "engine":
        return False
    return path.stem.startswith("kernel") or (path.stem == "reader" and not is_used(path.parents[1].name))


def supplies(say: Say) -> dict[str, dict[str, bytes]]:
    """Return the files that each game's opponents always need: game -> name -> bytes."""
    files: dict[str, dict[str, bytes]] = {}
    for path in sorted((PY / "chowk/games").glob("*/engine/*.bin")):
        if path.name not in optional_files(path.parents[1].name):
            files.setdefault(path.parents[1].name, {})[path.name] = path.read_bytes()
    for game in filter(is_used, kernels()):
        files.setdefault(game, {})[KERNEL] = code(module(game), say)
    return files


def optional_files(game: str) -> dict[str, tuple[int, bool]]:
    """Return the optional files of a game's opponents: file name -> (memory, generated).

    The page loads these files on first use. `memory` is the memory that a file needs, in megabytes. `generated` is True
    if a developer has to make the file before the build.
    """
    levels = games.load(game).bots.LEVELS if game in games.SHELF else ()
    return {extra.name: (extra.memory, extra.generated) for level in levels for extra in level.extras}


def extras() -> dict[str, dict[str, tuple[bytes, int]]]:
    """Return the optional files of opponents: game -> file name -> (content, megabytes of memory).

    Files that a developer has to make (see `optional_files`) are left out if they have not been made.
    """
    files: dict[str, dict[str, tuple[bytes, int]]] = {}
    for game in games.SHELF:
        for name, (memory, is_generated) in sorted(optional_files(game).items()):
            path = PY / "chowk/games" / game / "engine" / name
            if path.is_file() or not is_generated:
                files.setdefault(game, {})[name] = path.read_bytes(), memory
    return files


def code(name: str, say: Say) -> bytes:
    """Return the bytes of a compiled kernel, cached until its sources or the compiler change."""
    return compiled(name, say).read_bytes()


def compiled(name: str, say: Say) -> Path:
    """Return the file of a compiled kernel in the cache. Compile it if its sources or the compiler have changed."""
    path = CACHE / f"{key(name)}.wasm"
    if not path.is_file():
        say(f"kernel: compiling {name}")
        path.parent.mkdir(parents=True, exist_ok=True)
        partial_path = path.with_suffix(f".{os.getpid()}.part")
        command = [sys.executable, "-m", "tools.kernels", name, str(partial_path)]
        process = subprocess.run(command, cwd=PY, capture_output=True, text=True, check=False)
        if process.returncode:
            raise BuildError(f"The kernel {name} does not compile (docs/kernels.md):\n{process.stderr.strip()}")
        partial_path.replace(path)
    return path


def key(name: str) -> str:
    """Return the name of a compiled kernel in the cache: a hash of the kernel's sources and of the compiler."""
    digest = hashlib.sha256()
    for path in sorted({*COMPILER.glob("*.py"), *sources(name)}):
        digest.update(f"{path} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()[:32]


def sources(name: str) -> set[Path]:
    """Return the app's source files that may run when the module `name` is imported."""
    paths: set[Path] = set()
    waiting = [name]
    while waiting:
        path = PY / waiting.pop().replace(".", "/")
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        if path.is_file() and path not in paths:
            paths.add(path)
            waiting += imported(path.read_bytes())
    return paths
