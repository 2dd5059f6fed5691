"""Test that no module looks up an attribute by a quoted name: optional parts are declared instead.

The type checker cannot check a quoted name. Only `browser/` may use one, because JavaScript objects differ between
browsers.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "py/chowk"
BROWSER = PAGE / "browser"
LOOKS = {"getattr": 1, "hasattr": 1, "attrgetter": 0, "methodcaller": 0}
"""Functions that look up an attribute by its name, and the index of the name in their arguments."""


def probes(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line number and the source of each call that looks up an attribute by a quoted name.

    These are calls of the functions in `LOOKS`, such as `getattr`. Calls of them with a default value, and all calls of
    `hasattr`, are yielded even if the name is not quoted.
    """
    if not any(name in source for name in LOOKS):  # parsing all sources takes seconds
        return
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called not in LOOKS:
            continue
        quoted = any(isinstance(part, ast.Constant) and isinstance(part.value, str) for part in node.args)
        if quoted or called == "hasattr" or len(node.args) > LOOKS[called] + 1:
            yield node.lineno, ast.unparse(node)


def test_no_module_asks_for_an_attribute_that_may_be_missing() -> None:
    modules = [path for path in PAGE.rglob("*.py") if BROWSER not in path.parents]
    assert len(modules) > 200
    faults = [
        f"{path.relative_to(PAGE)}:{line}: {call}"
        for path in modules
        for line, call in probes(path.read_text(encoding="utf-8"))
    ]
    assert not faults, "declare it instead, in `games/api`, `core/game.py` or `session/table.py`, with a default"


@pytest.mark.parametrize(
    "planted",
    [
        'survey = getattr(game.bots, "survey", None)',
        'survey = getattr(game.bots, "survey")',
        "survey = getattr(game.bots, NAME, None)",
        'if hasattr(position, "house"): pass',
        "if hasattr(position, NAME): pass",
        'ended = builtins.getattr(table, "ended", None)',
        'ended = operator.attrgetter("ended")(table)',
    ],
)
def test_a_planted_look_is_found(planted: str) -> None:
    source = f"def look(game, position, table):\n    {planted}\n"
    assert [line for line, _ in probes(source)] == [2]


def test_names_that_are_values_may_be_looked_up() -> None:
    """Looking up a module or an attribute by a name in a variable is allowed."""
    assert not list(probes("import_module(name)\nview = getattr(module, name)\nhouse = position.house\n"))
