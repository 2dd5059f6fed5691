"""Hooks of pytest for all suites: the order of the tests, and slow tests that run only on request."""

from __future__ import annotations

import gc
import hashlib
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tools.build import kernel_provider

TAKEN: Final = pytest.StashKey[dict[str, bool]]()
SELDOM: Final = (100_000, 20, 20)
"""Thresholds of Python's garbage collector, which make it run less often.

With the default thresholds it takes a twelfth of the tests' time.
"""
ROOM_ORDER = ("unit", "pyodide", "e2e", "engines")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options `--site`, a built site to test, and `--shared`, a folder by which processes share test files."""
    parser.addoption("--site", help="a folder with the built site, for the browser tests; else they build their own")
    parser.addoption("--shared", help="an empty folder: processes that are given the same one share the files out")


def pytest_configure(config: pytest.Config) -> None:
    """Leave out the slow tests unless `-m` selects them, and provide the compiled kernels to the opponents."""
    if not config.option.markexpr:
        config.option.markexpr = "not deep and not engines"
    kernel_provider.provide()
    gc.set_threshold(*SELDOM)


def pytest_collection_finish() -> None:
    """Exclude all objects that exist by now from garbage collection, because they live to the end."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort the tests: unit tests first, browser tests last.

    The browser's driver keeps an event loop running, and no async test can run after that.
    """
    items.sort(key=lambda item: ROOM_ORDER.index(room(item)))
    for item in items:
        if room(item) not in ("unit", "engines"):
            item.add_marker(room(item))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> bool | None:
    """If several processes share the test files, skip each test of a file that another process has taken."""
    if folder := item.config.getoption("shared"):
        if not taken(item.path.as_posix(), Path(folder), item.config):
            return True
        # pytest has kept fixtures open for a next test, which another process may have taken. Close them now.
        item.session._setupstate.teardown_exact(item)
    return None


def taken(file: str, folder: Path, config: pytest.Config) -> bool:
    """Return True if this process takes the test file now or took it before. Each file is taken only once."""
    mine = config.stash.setdefault(TAKEN, {})
    if file not in mine:
        try:
            (folder / hashlib.sha256(file.encode()).hexdigest()).touch(exist_ok=False)
            mine[file] = True
        except FileExistsError:
            mine[file] = False
    return mine[file]


def room(item: pytest.Item) -> str:
    """Return the name of the folder below tests/ in which a test is."""
    return room_of(item.path)


@cache
def room_of(path: Path) -> str:
    """Return the name of the folder below tests/ in which a file is.

    The result is cached, because thousands of tests are in a few hundred files.
    """
    here = Path(__file__).parent
    first = path.relative_to(here).parts[0] if path.is_relative_to(here) else "unit"
    return first if first in ROOM_ORDER else "unit"
