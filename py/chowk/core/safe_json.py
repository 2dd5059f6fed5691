"""Read untrusted JSON with bounded work.

Python's own reader is recursive, and a text may nest brackets to any depth. The stack is small in a browser, so such a
text would crash Python itself. The depth is therefore checked before parsing.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

DEEPEST: Final = 32
"""Maximum depth of nested brackets. Chowk's own texts have at most six."""
_BRACKET: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"?|([\[{])|([\]}])', re.DOTALL)
"""A JSON string, which is skipped, or a bracket. Group 1 matches an opening bracket, group 2 a closing bracket."""


def read_json(text: str) -> Any:
    """Parse a JSON text; raise `ValueError` if it is invalid or nested too deeply."""
    if _is_too_deep(text):
        raise ValueError("nested too deeply")
    return json.loads(text)


def read_object(text: str) -> dict[str, Any] | None:
    """Return a JSON text as a dict. Return None if the text is not a JSON object, or is nested too deeply."""
    try:
        value = read_json(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _is_too_deep(text: str) -> bool:
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    depth = 0
    for bracket in _BRACKET.finditer(text):
        depth += 1 if bracket[1] else -1 if bracket[2] else 0
        if depth > DEEPEST:
            return True
    return False
