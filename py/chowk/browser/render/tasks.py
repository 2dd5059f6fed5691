"""Run Python functions in browser tasks of their own, so that input and frames can come between them."""

from __future__ import annotations

from collections.abc import Callable

from js import chowkTask
from pyodide.ffi import create_once_callable


def run_in_task(callback: Callable[[], object]) -> None:
    """Call a function soon, in a task of its own (`chowkTask` in `py/boot/nodes.js`).

    The event loop would call all functions that are due in one task, which may delay a frame. An error of the function
    becomes an error of the page, so that the page restarts when its memory is full (`boot.js`).
    """
    chowkTask(create_once_callable(callback))
