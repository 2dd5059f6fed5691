"""Fixtures for tests of chowk.browser that run without a browser."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Any]]:
    """Yield a function that imports a module of `chowk.browser` with fake browser modules.

    `web("js")` returns the fake module `js`.
    """
    js = MagicMock()
    js.document.hidden = False
    ffi = SimpleNamespace(
        JsException=OSError,
        create_proxy=lambda function: function,
        create_once_callable=lambda function: function,
        to_js=MagicMock(),
    )
    for name, module in {"js": js, "pyodide": MagicMock(), "pyodide.ffi": ffi}.items():
        monkeypatch.setitem(sys.modules, name, module)
    before = set(sys.modules)
    yield lambda name: js if name == "js" else importlib.import_module(f"chowk.browser.{name}")
    for name in set(sys.modules) - before:
        if name.startswith("chowk.browser."):
            del sys.modules[name]
