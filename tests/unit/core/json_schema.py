"""Check a value against a JSON schema, as far as the project's schema needs: an unknown keyword is an error."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

KINDS: dict[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "integer": (int,), "null": (type(None),)
}  # fmt: skip
NOTES = frozenset({"$schema", "$defs", "title", "description"})


def faults(value: Any, schema: Mapping[str, Any], root: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """Yield a sentence for everything in a value that breaks a schema. `root` is the whole schema."""
    for keyword, wanted in schema.items():
        if keyword in NOTES or keyword == "additionalProperties":
            continue
        elif keyword == "$ref":
            yield from faults(value, root["$defs"][wanted.rpartition("/")[2]], root, path)
        elif keyword == "type":
            kinds = [kind for name in ([wanted] if isinstance(wanted, str) else wanted) for kind in KINDS[name]]
            if not isinstance(value, tuple(kinds)) or (isinstance(value, bool) and bool not in kinds):
                yield f"{path} is no {wanted}"
        elif keyword == "required" and isinstance(value, dict):
            yield from (f"{path} has no {name}" for name in wanted if name not in value)
        elif keyword == "properties" and isinstance(value, dict):
            others = schema.get("additionalProperties", True)
            for name, inner in value.items():
                if name in wanted:
                    yield from faults(inner, wanted[name], root, f"{path}/{name}")
                elif others is False:
                    yield f"{path} has {name}"
        elif keyword == "items" and isinstance(value, list):
            for number, inner in enumerate(value):
                yield from faults(inner, wanted, root, f"{path}/{number}")
        elif not fits(keyword, wanted, value):
            yield f"{path} breaks {keyword}"
    inner_schema = schema.get("additionalProperties")
    if isinstance(inner_schema, dict) and isinstance(value, dict):
        for name, inner in value.items():
            yield from faults(inner, inner_schema, root, f"{path}/{name}")


def fits(keyword: str, wanted: Any, value: Any) -> bool:
    """Return True if a value satisfies a keyword, or if the keyword concerns another type."""
    checks: dict[str, Callable[[], bool]] = {
        "const": lambda: value == wanted and type(value) is type(wanted),
        "enum": lambda: value in wanted,
        "minimum": lambda: not isinstance(value, int) or value >= wanted,
        "maximum": lambda: not isinstance(value, int) or value <= wanted,
        "maxLength": lambda: not isinstance(value, str) or len(value) <= wanted,
        "maxItems": lambda: not isinstance(value, list) or len(value) <= wanted,
        "pattern": lambda: not isinstance(value, str) or re.search(wanted, value) is not None,
        **dict.fromkeys(("required", "properties", "items"), lambda: True),
    }
    return checks[keyword]()
