"""What a game's opponents bring with them beside Python: learnt data, and a kernel.

None of it is part of the program that every start loads. Who runs the program puts it here before opponents are asked:
in the page it comes with the game that is played (`browser/asset_loader.py`); in plain Python data lie in the game's
folder, and a kernel is there once `provide` was called. Whoever needs what is not there raises `Missing`, and others
play on.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from typing import Final

from chowk.engine.kernel.runtime import Kernel

KERNEL: Final = "kernel.wasm"
"""The name of a game's compiled kernel among what it brings."""


class Missing(Exception):
    """Something that a game brings with it cannot be had here; `gone` says that its host has no such file any more."""

    def __init__(self, text: str, gone: bool = False) -> None:
        super().__init__(text)
        self.gone = gone


class _Shelf:
    """What there is in this process."""

    def __init__(self) -> None:
        self.data: dict[str, dict[str, bytes]] = {}
        self.kernels: dict[str, Kernel] = {}
        self.gone: set[str] = set()
        self.run: Callable[[str], Kernel | None] | None = None


_shelf: Final = _Shelf()


def data(game: str, name: str) -> bytes:
    """A file of a game's engine; raises `Missing` where it cannot be had."""
    files = _shelf.data.get(game, {})
    if name in files:
        return files[name]
    try:
        found = pkgutil.get_data(f"chowk.games.{game}.engine", name)
    except (OSError, ImportError):
        found = None
    if found is None:
        raise Missing(f"{game} has no {name} here", game in _shelf.gone)
    return found


def kernel(game: str) -> Kernel:
    """A game's kernel, the same one each time; raises `Missing` where it cannot be had."""
    if game not in _shelf.kernels:
        made = _shelf.run(game) if _shelf.run is not None else None
        if made is None:
            raise Missing(f"{game} has no kernel here", game in _shelf.gone)
        _shelf.kernels[game] = made
    return _shelf.kernels[game]


def give(game: str, files: Mapping[str, bytes], runs: Kernel | None = None) -> None:
    """Puts files of a game here, and its kernel; other games' kernels, which take much memory, go."""
    _shelf.data.setdefault(game, {}).update(files)
    if runs is not None:
        _shelf.kernels = {game: runs}


def note_gone(game: str, gone: bool) -> None:
    """Note whether the host has lost a file of a game, as after a newer version was put there."""
    (_shelf.gone.add if gone else _shelf.gone.discard)(game)


def given(game: str) -> frozenset[str]:
    """The names of what was put here for a game, with the kernel's if there is one."""
    names = frozenset(_shelf.data.get(game, {}))
    return names | {KERNEL} if game in _shelf.kernels else names


def provide(run: Callable[[str], Kernel | None] | None) -> None:
    """Says how a kernel is made to run when it is first asked for; `run` gives None for a game that has none."""
    _shelf.run = run
    _shelf.kernels = {}
