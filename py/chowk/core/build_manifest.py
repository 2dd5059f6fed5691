"""Tables that the build writes into the app. They list the files that are delivered separately."""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Mapping
from functools import cache
from typing import Any


@cache
def table(name: str) -> Mapping[str, Any]:
    """Return the table in the file `name`, such as `parcels.json`.

    The table is empty if the build did not write it, for example when the app runs in plain Python.
    """
    try:
        content = pkgutil.get_data("chowk", name)
    except OSError:
        content = None
    entries: Mapping[str, Any] = json.loads(content) if content else {}
    return entries
