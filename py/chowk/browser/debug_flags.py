"""Flags in the page's address, read through the test bridge. A shipped page has no flags."""

from __future__ import annotations

from types import ModuleType

bridge: ModuleType | None
try:
    from chowk.browser import debug_bridge as bridge
except ImportError:  # the module is not part of a shipped page
    bridge = None


def query_parameter(name: str) -> str:
    """Return a query parameter of a page under test, or an empty text in any other page."""
    return str(bridge.query_parameter(name)) if bridge is not None else ""
