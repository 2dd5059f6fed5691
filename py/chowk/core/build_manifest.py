"""What the build wrote into the app: tables of files that travel apart from it."""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Mapping
from functools import cache
from typing import Any


@cache
def table(name: str) -> Mapping[str, Any]:
    """A table by its file's name, such as "supplies.json"; empty where the app was not built, as in plain Python."""
    try:
        found = pkgutil.get_data("chowk", name)
    except OSError:
        found = None
    read: Mapping[str, Any] = json.loads(found) if found else {}
    return read
