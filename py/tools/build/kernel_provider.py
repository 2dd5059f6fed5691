"""Run the kernels (compiled search code) of games by wasmtime, for tests, training, and play without a page."""

from __future__ import annotations

from importlib.util import find_spec

from chowk.engine import assets
from chowk.engine.kernel.runtime import Kernel


def provide() -> bool:
    """Let opponents in this process use kernels, which are compiled on first use.

    Return False if wasmtime is not installed.
    """
    available = find_spec("wasmtime") is not None
    assets.provide(run if available else None)
    return available


def run(game: str) -> Kernel | None:
    """Start the kernel of a game, with its own memory; return None if the game has no kernel."""
    from tools.build import (
        kernel_assets,
        kernel_hosts,  # the page's Python, in which some tests run, cannot import them
    )

    if game not in kernel_assets.kernels():
        return None
    return kernel_hosts.Native(kernel_assets.code(kernel_assets.module(game), lambda _: None))
