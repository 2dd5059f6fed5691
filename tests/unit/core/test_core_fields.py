"""Test the readers of JSON from outside: each refuses too deeply nested text before parsing it."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chowk.app import history
from chowk.core import safe_json
from chowk.core.errors import TextError
from chowk.engine.protocol import read_reply, read_request
from chowk.games import find_ruleset
from chowk.storage import exchange, saves, statistics
from chowk.storage.settings import Settings

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text('[]{}"\\a', max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('[{"\\', max_size=2), inner, max_size=3),
    max_leaves=20,
)


def depth(value: Any) -> int:
    """Return the nesting depth of lists and dictionaries in a value."""
    if isinstance(value, dict):
        return 1 + max(map(depth, value.values()), default=0)
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(VALUES, st.integers(0, 40))
def test_as_much_is_read_as_is_not_too_deep(value: Any, more: int) -> None:
    text = "[" * more + json.dumps(value) + "]" * more
    if depth(value) + more > safe_json.DEEPEST:
        with pytest.raises(ValueError, match="deep"):
            safe_json.read_json(text)
    else:
        assert safe_json.read_json(text) == json.loads(text)


def test_brackets_in_strings_are_letters() -> None:
    text = json.dumps(["[" * 100, '"[{' * 100, "\\" * 99 + "[" * 99])
    assert safe_json.read_json(text) == json.loads(text)
    assert safe_json.read_object(text) is None
    assert safe_json.read_object('{"a": 1}') == {"a": 1}


READERS: dict[str, Callable[[str], Any]] = {
    "save": lambda text: saves.read_save(text, find_ruleset),
    "set-up": saves.plan_from,
    "settings": saves.read_settings,
    "statistics": statistics.read,
    "file": exchange.read,
    "request": read_request,
    "reply": read_reply,
    "entry": history.read,
}


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS.keys())
@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"schema":2,"x":', "[[]," * 3])
def test_no_reader_parses_what_is_nested_too_deeply(
    reader: Callable[[str], Any], opening: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[str] = []
    plain = json.loads

    def loads(text: str) -> Any:
        parsed.append(text)
        return plain(text)

    for module in [
        loaded for name, loaded in sys.modules.items() if name.startswith("chowk.") and hasattr(loaded, "json")
    ]:
        monkeypatch.setattr(module.json, "loads", loads)
    text = opening * 100_000
    with contextlib.suppress(TextError):
        assert reader(text) in (Settings(), None)
    assert not parsed


def test_numbers_of_a_file_are_bounded() -> None:
    good = ["reversi", 2, 1, 1, False, 10, False, 300, "2026-11-21"]
    text = json.dumps({"schema": saves.SCHEMA, "results": {"a": good}})
    assert statistics.read(text)["a"].seconds == 300
    for number in ("1" + "0" * 400, str(statistics.MOST + 1), "-" + "9" * 50):
        with pytest.raises(TextError):
            statistics.read(text.replace("300", number))
        with pytest.raises(TextError):
            statistics.read(text.replace("10,", f"{number},"))
