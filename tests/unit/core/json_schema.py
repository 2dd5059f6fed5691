"""Check a value against a JSON schema. Only the keywords of the project's schema are supported; others are an error."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

KINDS: dict[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "integer": (int,), "null": (type(None),)
}  # fmt: skip
NOTES = frozenset({"$schema", "$defs", "title", "description"})


def faults(value: Any, schema: Mapping[str, Any], root: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """Yield a sentence for everything in a value that breaks a schema.

    `root` is the whole schema, of which `schema` may be a part. `path` is the place of the value, for the sentences.
    """
    for keyword, constraint in schema.items():
        if keyword in NOTES or keyword == "additionalProperties":
            continue
        elif keyword == "$ref":
            yield from faults(value, root["$defs"][constraint.rpartition("/")[2]], root, path)
        elif keyword == "type":
            kinds = [
                kind for name in ([constraint] if isinstance(constraint, str) else constraint) for kind in KINDS[name]
            ]
            if not isinstance(value, tuple(kinds)) or (isinstance(value, bool) and bool not in kinds):
                yield f"{path} is no {constraint}"
        elif keyword == "required" and isinstance(value, dict):
            yield from (f"{path} has no {name}" for name in constraint if name not in value)
        elif keyword == "properties" and isinstance(value, dict):
            others = schema.get("additionalProperties", True)
            for name, inner in value.items():
                if name in constraint:
                    yield from faults(inner, constraint[name], root, f"{path}/{name}")
                elif others is False:
                    yield f"{path} has {name}"
        elif keyword == "items" and isinstance(value, list):
            for number, inner in enumerate(value):
                yield from faults(inner, constraint, root, f"{path}/{number}")
        elif not fits(keyword, constraint, value):
            yield f"{path} breaks {keyword}"
    inner_schema = schema.get("additionalProperties")
    if isinstance(inner_schema, dict) and isinstance(value, dict):
        for name, inner in value.items():
            yield from faults(inner, inner_schema, root, f"{path}/{name}")


def fits(keyword: str, constraint: Any, value: Any) -> bool:
    """Return True if a value satisfies a keyword, or if the keyword concerns another type."""
    checks: dict[str, Callable[[], bool]] = {
        "const": lambda: value == constraint and type(value) is type(constraint),
        "enum": lambda: value in constraint,
        "minimum": lambda: not isinstance(value, int) or value >= constraint,
        "maximum": lambda: not isinstance(value, int) or value <= constraint,
        "maxLength": lambda: not isinstance(value, str) or len(value) <= constraint,
        "maxItems": lambda: not isinstance(value, list) or len(value) <= constraint,
        "pattern": lambda: not isinstance(value, str) or re.search(constraint, value) is not None,
        **dict.fromkeys(("required", "properties", "items"), lambda: True),
    }
    return checks[keyword]()
