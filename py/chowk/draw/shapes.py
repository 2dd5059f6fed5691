"""The vocabulary of drawings."""

from __future__ import annotations

from typing import Any, TypeAlias

Drawing: TypeAlias = "tuple[Any, ...]"
