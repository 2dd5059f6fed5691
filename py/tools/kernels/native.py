"""Gives plain Python the games' kernels, by wasmtime: for tests, training, self-play, and play without a page."""

from __future__ import annotations

from importlib.util import find_spec

from chowk.core import supplies
from chowk.core.kernel import Kernel


def provide() -> bool:
    """Lets opponents in this process use kernels, compiled when they are first asked for; False without wasmtime."""
    there = find_spec("wasmtime") is not None
    supplies.provide(run if there else None)
    return there


def run(game: str) -> Kernel | None:
    """A kernel of a game that runs; None if it has none. Each has a memory of its own."""
    from tools.kernels import hosts, shipping  # the page's Python, in which some tests run, cannot import them

    if game not in shipping.kernels():
        return None
    return hosts.Native(shipping.code(shipping.module(game), lambda _: None))
