"""JSON from outside, read with bounded work.

A text may nest brackets as deeply as it likes. Python's own reader follows them by calling itself, and in a browser,
whose stack is small, that ends Python itself. So the depth is looked at before anything is parsed.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

DEEPEST: Final = 32
"""Brackets within brackets at most; what is written here has six."""
_BRACKET: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"?|([\[{])|([\]}])', re.DOTALL)


def read_json(text: str) -> Any:
    """What a JSON text says; raises `ValueError` for any other text, and for one that is nested too deeply."""
    if _is_too_deep(text):
        raise ValueError("nested too deeply")
    return json.loads(text)


def read_object(text: str) -> dict[str, Any] | None:
    """The JSON object in a text; None where there is none."""
    try:
        found = read_json(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _is_too_deep(text: str) -> bool:
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    depth = 0
    for found in _BRACKET.finditer(text):
        depth += 1 if found[1] else -1 if found[2] else 0
        if depth > DEEPEST:
            return True
    return False
