"""What all suites share: the order in which they run, and what is left out unless asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.kernels import native

ROOM_ORDER = ("unit", "pyodide", "e2e")


def pytest_addoption(parser: pytest.Parser) -> None:
    """What `python3 -m tests` tells the many processes that share its site."""
    parser.addoption("--site", help="a folder with the built site, for the browser tests; else they build their own")


def pytest_configure(config: pytest.Config) -> None:
    """What takes minutes runs only when it is asked for: `-m deep`. Opponents have their kernels."""
    if not config.option.markexpr:
        config.option.markexpr = "not deep"
    native.provide()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Quick suites first. The browser comes last: its driver keeps an event loop, beside which no async test runs."""
    items.sort(key=lambda item: ROOM_ORDER.index(room(item)))
    for item in items:
        if room(item) != "unit":
            item.add_marker(room(item))


def room(item: pytest.Item) -> str:
    """The folder below tests/ that a test is in."""
    here = Path(__file__).parent
    first = item.path.relative_to(here).parts[0] if item.path.is_relative_to(here) else "unit"
    return first if first in ROOM_ORDER else "unit"
