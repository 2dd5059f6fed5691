"""Files that a game's opponents need in addition to Python code: trained data, and a kernel.

The page does not load these files when it starts. It loads a game's files when that game is played
(`browser/asset_loader.py`). Outside the browser the trained data is in the game's folder, and kernels are available
after a call of `provide`. An opponent that needs a missing file raises `Missing`. The other opponents still play.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from typing import Final

from chowk.engine.kernel.runtime import Kernel

KERNEL: Final = "kernel.wasm"
"""The file name of a game's compiled kernel (WebAssembly)."""
WORTH: Final = "worth.bin"
"""The file name of a kernel's trained weights, which estimate chances to win (`chowk.engine.network_weights`)."""


class Missing(Exception):
    """Raised if a data file or kernel is not available. `gone` is True if the server no longer has the file."""

    def __init__(self, text: str, gone: bool = False) -> None:
        super().__init__(text)
        self.gone = gone


class _Available:
    """The data files and kernels that are available in this process."""

    def __init__(self) -> None:
        self.data: dict[str, dict[str, bytes]] = {}
        self.kernels: dict[str, Kernel] = {}
        self.gone: set[str] = set()
        self.run: Callable[[str], Kernel | None] | None = None


_available: Final = _Available()


def data(game: str, name: str) -> bytes:
    """Return a data file of a game's opponents; raise `Missing` if it is not available."""
    files = _available.data.get(game, {})
    if name in files:
        return files[name]
    try:
        content = pkgutil.get_data(f"chowk.games.{game}.engine", name)
    except (OSError, ImportError):
        content = None
    if content is None:
        raise Missing(f"{game} has no {name} here", game in _available.gone)
    return content


def kernel(game: str) -> Kernel:
    """Return a game's kernel, the same object at every call; raise `Missing` if it is not available."""
    if game not in _available.kernels:
        started = _available.run(game) if _available.run is not None else None
        if started is None:
            raise Missing(f"{game} has no kernel here", game in _available.gone)
        _available.kernels[game] = started
    return _available.kernels[game]


def learnt(game: str) -> tuple[Kernel, bytes]:
    """Return a game's kernel and its trained weights; raise `Missing` if either is not available."""
    return kernel(game), data(game, WORTH)


def give(game: str, files: Mapping[str, bytes], kernel: Kernel | None = None) -> None:
    """Add data files of a game, by name, and its kernel if given. A new kernel replaces those of other games.

    The other kernels are dropped because each takes much memory.
    """
    _available.data.setdefault(game, {}).update(files)
    if kernel is not None:
        _available.kernels = {game: kernel}


def note_gone(game: str, gone: bool) -> None:
    """Record whether the server lacks a file of a game, for example after an update to a newer version of the app."""
    (_available.gone.add if gone else _available.gone.discard)(game)


def available(game: str) -> frozenset[str]:
    """Return the names of the data files of a game that `give` has added, and `KERNEL` if its kernel is running."""
    names = frozenset(_available.data.get(game, {}))
    return names | {KERNEL} if game in _available.kernels else names


def provide(run: Callable[[str], Kernel | None] | None) -> None:
    """Set the function that starts the kernel of a game when it is first needed, or None for no kernels.

    The function takes the name of the game, and returns None for a game without a kernel. Running kernels are dropped.
    """
    _available.run = run
    _available.kernels = {}
