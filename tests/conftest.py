"""What all suites share: the order in which they run, and what is left out unless asked for."""

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
"""How often Python looks for circles of what nobody holds: as it does by itself, it takes a twelfth of the tests."""
ROOM_ORDER = ("unit", "pyodide", "e2e", "engines")


def pytest_addoption(parser: pytest.Parser) -> None:
    """What `python3 -m tests` tells the many processes that share its site."""
    parser.addoption("--site", help="a folder with the built site, for the browser tests; else they build their own")
    parser.addoption("--shared", help="an empty folder: processes that are given the same one share the files out")


def pytest_configure(config: pytest.Config) -> None:
    """What takes minutes runs only when it is asked for: `-m deep`. Opponents have their kernels."""
    if not config.option.markexpr:
        config.option.markexpr = "not deep and not engines"
    kernel_provider.provide()
    gc.set_threshold(*SELDOM)


def pytest_collection_finish() -> None:
    """What was read until now stays until the end: nobody needs to look through it again and again."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Quick suites first. The browser comes last: its driver keeps an event loop, beside which no async test runs."""
    items.sort(key=lambda item: ROOM_ORDER.index(room(item)))
    for item in items:
        if room(item) not in ("unit", "engines"):
            item.add_marker(room(item))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> bool | None:
    """Leave a file to the process that took it first, where several share the files out."""
    if folder := item.config.getoption("shared"):
        if not taken(item.path.as_posix(), Path(folder), item.config):
            return True
        # What was run last was told of a next test that another process may have taken: its folders may be open.
        item.session._setupstate.teardown_exact(item)
    return None


def taken(file: str, folder: Path, config: pytest.Config) -> bool:
    """Whether this process takes a file of tests, or took it before."""
    mine = config.stash.setdefault(TAKEN, {})
    if file not in mine:
        try:
            (folder / hashlib.sha256(file.encode()).hexdigest()).touch(exist_ok=False)
            mine[file] = True
        except FileExistsError:
            mine[file] = False
    return mine[file]


def room(item: pytest.Item) -> str:
    """The folder below tests/ that a test is in."""
    return room_of(item.path)


@cache
def room_of(path: Path) -> str:
    """The folder below tests/ that a file is in: asked for each of thousands of tests in some hundreds of files."""
    here = Path(__file__).parent
    first = path.relative_to(here).parts[0] if path.is_relative_to(here) else "unit"
    return first if first in ROOM_ORDER else "unit"
