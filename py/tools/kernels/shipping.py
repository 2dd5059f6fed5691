"""Games' kernels and learnt data as they are shipped: files of their own, which come with the game that is played."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from chowk import games
from chowk.core.supplies import KERNEL
from tools.build_python import imported
from tools.build_vendor import BuildError, Say

PY: Final = Path(__file__).resolve().parents[2]
HERE: Final = Path(__file__).parent
CACHE: Final = PY.parent / ".cache" / "kernels"
UNFIT: Final = 3
"""The exit status of a compiler that refuses."""


def kernels() -> tuple[str, ...]:
    """The games that have one."""
    return tuple(sorted(path.parents[1].name for path in (PY / "chowk/games").glob("*/engine/kernel.py")))


def module(game: str) -> str:
    """The module of a game's kernel."""
    return f"chowk.games.{game}.engine.kernel"


def is_asked(game: str) -> bool:
    """Whether a game's opponents ask its kernel: one that only tools and tests run is not shipped."""
    reader = PY / "chowk/games" / game / "engine/reader.py"
    return not reader.is_file() or reader in sources(f"chowk.games.{game}.bots")


def is_kernel(path: Path) -> bool:
    """Whether a source is of a kernel, or asks one that is not shipped, and so is not for the page's Python."""
    if path.suffix != ".py" or path.parent.name != "engine":
        return False
    return path.stem.startswith("kernel") or (path.stem == "reader" and not is_asked(path.parents[1].name))


def supplies(say: Say) -> dict[str, dict[str, bytes]]:
    """What each game's opponents bring with them: game -> name -> bytes."""
    found: dict[str, dict[str, bytes]] = {}
    for path in sorted((PY / "chowk/games").glob("*/engine/*.bin")):
        if path.name not in wanted(path.parents[1].name):
            found.setdefault(path.parents[1].name, {})[path.name] = path.read_bytes()
    for game in filter(is_asked, kernels()):
        found.setdefault(game, {})[KERNEL] = code(module(game), say)
    return found


def wanted(game: str) -> dict[str, tuple[int, bool]]:
    """The files that opponents of a game would like besides, each fetched when it is wanted.

    By name how many megabytes of memory it takes, and whether it has to be made.
    """
    levels = games.load(game).bots.LEVELS if game in games.SHELF else ()
    return {extra.name: (extra.memory, extra.made) for level in levels for extra in level.extras}


def extras() -> dict[str, dict[str, tuple[bytes, int]]]:
    """Those files, without such as have to be made and were not: game -> name -> bytes, and the memory they take."""
    found: dict[str, dict[str, tuple[bytes, int]]] = {}
    for game in games.SHELF:
        for name, (memory, made) in sorted(wanted(game).items()):
            path = PY / "chowk/games" / game / "engine" / name
            if path.is_file() or not made:
                found.setdefault(game, {})[name] = path.read_bytes(), memory
    return found


def code(name: str, say: Say) -> bytes:
    """A kernel's compiled bytes, from the cache if nothing that they are made of has changed."""
    path = CACHE / f"{key(name)}.wasm"
    if not path.is_file():
        say(f"kernel: compiling {name}")
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}.part")
        command = [sys.executable, "-m", "tools.kernels", name, str(part)]
        done = subprocess.run(command, cwd=PY, capture_output=True, text=True, check=False)
        if done.returncode == UNFIT:
            raise BuildError(f"This is not in the language of kernels (py/tools/kernels/README.md):\n{done.stderr}")
        if done.returncode:
            raise BuildError(f"The kernel {name} cannot be read:\n{done.stderr.strip()}")
        part.replace(path)
    return path.read_bytes()


def key(name: str) -> str:
    """The name of what is made of a kernel, of all that it imports, and of the compiler."""
    whole = hashlib.sha256()
    for path in sorted({*HERE.glob("*.py"), *sources(name)}):
        whole.update(f"{path} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()[:32]


def sources(name: str) -> set[Path]:
    """The sources of the app that importing a module may run."""
    found: set[Path] = set()
    waiting = [name]
    while waiting:
        path = PY / waiting.pop().replace(".", "/")
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        if path.is_file() and path not in found:
            found.add(path)
            waiting += imported(path.read_bytes())
    return found
