"""Test that the names under which a device stores data are those of docs/storage.md, since they must never change."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Final

from chowk.features.collections import check_desk
from chowk.features.collections.archive import MINE
from chowk.storage import saves

ROOT: Final = Path(__file__).parents[3]
STORES: Final = ("collection_store", "indexed_db")
NAMED: Final = {
    "collection_store": {
        "DATABASE": "chowk-collections", "HEADS": "heads", "GAMES": "games", "FILES": "files", "INCOMING": "incoming",
        "OUTGOING": "outgoing",
    },
    "indexed_db": {"DATABASE": "chowk", "TEXTS": "texts", "LEFT": "chowk:left"},
}  # fmt: skip


def constants(module: str) -> dict[str, str]:
    """Return the values of the text constants in a browser module, by name, from its source.

    The module cannot be imported, because it needs a browser.
    """
    tree = ast.parse((ROOT / f"py/chowk/browser/{module}.py").read_text())
    return {
        node.target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }  # fmt: skip


def test_the_names_of_databases_and_their_stores_never_change() -> None:
    for module in STORES:
        stored_names = constants(module)
        assert {name: stored_names.get(name) for name in NAMED[module]} == NAMED[module]
    assert (MINE, check_desk.PART) == ("mine", "check")


def test_the_document_lists_every_name() -> None:
    document = (ROOT / "docs/storage.md").read_text()
    quoted = set(re.findall(r"`([^`\n]+)`", document))
    assert {name for names in NAMED.values() for name in names.values()} <= quoted | {"chowk:left"}
    assert "chowk:left.TIME.NUMBER" in quoted
    assert {".check", "mine.check"} <= quoted
    keys = {value for name, value in vars(saves).items() if name.endswith("_KEY") and name != "GAME_KEY"}
    for key in keys:
        assert any(name.startswith(key) for name in quoted), key
