"""Arrows point one way: which room may import which. What keeps headless tests headless is checked here.

`core <- draw, engine <- games <- i18n <- storage <- session <- ui <- features <- app <- browser <- main, worker`.
Features import one another only where a table says so. Inside a game `rules` imports only core; `engine/` and `ui/` know
the rules and the notation, and not one another. Only browser and the two entry files know that there is a browser;
nothing in the page knows of the tools, of the training or of packages that are not Python's own. Tools: `shared <-
kernels, i18n <- build <- dev`; training: `shared <- GAME`.

What is imported for types alone counts, too, and what is read later by name. Nothing goes round in a ring.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PY = Path(__file__).parents[2] / "py"
BROWSER = {"js", "pyscript", "pyodide"}
ENTRIES = {"main", "worker"}

# The rooms of the page from the lowest to the highest; those in one line do not know one another.
ORDER = (
    ("core",),
    ("draw", "engine"),
    ("games",),
    ("i18n",),
    ("storage",),
    ("session",),
    ("ui",),
    ("features",),
    ("app",),
    ("browser",),
    ("entry",),
)

# Feature -> the other features that it may import.
FEATURES = {
    "sharing": set[str](),
    "analysis": {"sharing"},
    "correspondence": {"sharing"},
    "live": {"correspondence", "sharing"},
    "hints": set[str](),
    "lessons": set[str](),
    "luck": set[str](),
    "review": {"analysis", "lessons", "luck"},
    "position_editor": {"analysis"},
    "dice": {"correspondence", "luck", "review"},
    "translation": set[str](),
}

# Folder of the tools -> the others that it may import.
TOOLS = {
    "shared": set[str](),
    "kernels": {"shared"},
    "i18n": {"shared"},
    "build": {"shared", "kernels", "i18n"},
    "dev": {"shared", "kernels", "i18n", "build"},
}

READ_LATER = ("import_module", "later")  # what reads a module when it is needed, by its name

API = "api"  # the folder among the games that is none: what all of them are made of

# Parts of `ui/` and `engine/` of a game that know its rules, its notation and what belongs to them, not one another.
GAME_PARTS = {
    "view",
    "speech",
    "rule_book",
    "trial",
    "tray",
    "lessons",
    "reasons",
    "draft",
    "ending",
    "engine",
    "notation",
    "rules",
}
PART_OF = {"art": "view", "skins": "view", "sign_art": "view"}  # modules that belong to a part of another name

def modules(py: Path) -> dict[str, Path]:
    """Every module below py/, by its dotted name."""
    folders = [path for name in ("chowk", "tools", "training") for path in sorted((py / name).rglob("*.py"))]
    paths = [*folders, *(py / f"{name}.py" for name in ENTRIES)]
    return {dotted(path, py): path for path in paths if path.exists()}


def dotted(path: Path, py: Path) -> str:
    parts = path.relative_to(py).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(name: str, path: Path, known: set[str]) -> Iterator[str]:
    """The modules that a file imports anywhere in it; `from package import module` counts as the module."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
            base = ".".join([*parts[: len(parts) - node.level + 1], *([node.module] if node.module else [])])
            source = base if node.level else node.module or ""
            for alias in node.names:
                whole = f"{source}.{alias.name}"
                yield whole if whole in known else source
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in READ_LATER:
            told = str(node.args[0].value) if isinstance(node.args[0], ast.Constant) else ""
            yield from {f"chowk.{told}", told} & known


def room(name: str) -> str:
    parts = name.split(".")
    if parts[0] in ("tools", "training"):
        return parts[0]
    return "entry" if name in ENTRIES else parts[1] if len(parts) > 1 else "core"


def folder(name: str) -> str:
    """The folder of a room that a module lies in: a feature, a folder of the tools, a game's training."""
    parts = name.split(".")[1:] if room(name) in ("tools", "training") else name.split(".")[2:]
    return parts[0] if parts else ""


def may_know(name: str) -> set[str]:
    """The rooms that a module of the page may import."""
    own = room(name)
    level = next(level for level, line in enumerate(ORDER) if own in line)
    return {own, *(below for line in ORDER[:level] for below in line)}


def game_and_part(name: str) -> tuple[str, str]:
    """A game's name and the part of it that a module belongs to; two empty texts for any other module."""
    parts = name.split(".")
    if len(parts) < 4 or parts[:2] != ["chowk", "games"] or parts[2] == API:
        return "", ""
    if parts[3] == "ui":
        return parts[2], PART_OF.get(parts[4], parts[4]) if len(parts) > 4 else ""
    return parts[2], parts[3]


def wrong_arrows(py: Path) -> list[str]:
    """Every import that the architecture forbids, as a readable line."""
    known = modules(py)
    return [
        f"{name} imports {target}: {why}"
        for name, path in known.items()
        for target in dict.fromkeys(imports(name, path, set(known)))
        if (why := wrong(name, target))
    ]


def wrong(name: str, target: str) -> str:
    """Why this import is forbidden; an empty text if it is not."""
    top, own = target.split(".")[0], room(name)
    if own in ("tools", "training"):
        return wrong_outside_the_page(name, target)
    if top in BROWSER:
        return "" if own in ("browser", "entry") else "only browser and the entry files know the browser"
    if top != "chowk":
        return "" if top in sys.stdlib_module_names else "the page needs nothing beyond Python's own library"
    if room(target) not in may_know(name):
        return f"{own} must not know {room(target)}"
    if own == room(target) == "features" and folder(target) not in {folder(name), "", *FEATURES[folder(name)]}:
        return f"feature {folder(name)} must not know {folder(target)}"
    return wrong_in_a_game(name, target)


def wrong_outside_the_page(name: str, target: str) -> str:
    """The same for tools, which know no training, and for training; both may know the page."""
    own, other = room(name), target.split(".")[0]
    if own == "tools" and other == "training":
        return "tools must not know training"
    if own == other == "tools" and folder(target) not in {folder(name), "", *TOOLS[folder(name)]}:
        return f"tools/{folder(name)} must not know tools/{folder(target)}"
    if own == "training" and other == "tools" and folder(target) == "dev":
        return "training must not know tools/dev"
    if own == other == "training" and folder(target) not in {folder(name), "", "shared"}:
        return f"training/{folder(name)} must not know training/{folder(target)}"
    return ""


def wrong_in_a_game(name: str, target: str) -> str:
    (game, part), (other, its_part) = game_and_part(name), game_and_part(target)
    if part == "rules" and room(target) != "core" and (other, its_part) != (game, "rules"):
        return "rules import only core"
    if game and other and game != other:
        return "games do not know one another"
    known = {part, "rules"} if part == "notation" else {part, "rules", "notation"}
    if part in GAME_PARTS and its_part in GAME_PARTS and its_part not in known:
        return "the parts of a game know its rules and notation, and not one another"
    return ""


def rings(py: Path) -> list[set[str]]:
    """The modules that know one another, directly or by way of others."""
    known = modules(py)
    knows = {name: {one for one in imports(name, path, set(known)) if one in known} for name, path in known.items()}
    reach: dict[str, set[str]] = {}
    for name in knows:
        found, due = set[str](), [name]
        while due:
            more = knows[due.pop()] - found
            found |= more
            due += more
        reach[name] = found
    round_ = {frozenset(one for one in reach[name] if name in reach[one]) for name in knows if name in reach[name]}
    return sorted(map(set, round_), key=min)


def test_arrows_point_one_way() -> None:
    assert wrong_arrows(PY) == []


def test_nothing_goes_round_in_a_ring() -> None:
    assert rings(PY) == []


def test_a_planted_ring_is_found(tmp_path: Path) -> None:
    py = planted(tmp_path, FINE)
    assert rings(py) == []
    (py / "chowk/session/table.py").write_text("from chowk.session.output import board")
    (py / "chowk/session/output/board.py").write_text("def f():\n    from chowk.session.hall import Hall")
    (py / "chowk/play/hall.py").write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from chowk.session.table import Table"
    )
    assert rings(py) == [{"chowk.session.table", "chowk.session.output.board", "chowk.session.hall"}]
    (py / "chowk/play/hall.py").write_text('from importlib import import_module\nimport_module("chowk.session.table")')
    assert len(rings(py)) == 1


def test_every_room_is_looked_at() -> None:
    rooms = {room(name) for name in modules(PY)}
    assert rooms == set(MAY)


# A test that cannot fail proves nothing: each kind of wrong arrow is planted once ---------------------------

PLANTED = {
    "core/spy.py": ("import chowk.games", "core must not know games"),
    "core/late.py": ("def f():\n    from chowk.draw import scene", "core must not know draw"),
    "search/spy.py": ("from chowk.draw.scene import Sprite", "search must not know draw"),
    "draw/spy.py": ("from chowk import games", "draw must not know games"),
    "draw/up.py": ("from ..games import load", "draw must not know games"),
    "games/reversi/rules.py": ("from chowk.draw import scene", "rules import only core"),
    "games/checkers/rules.py": ("from chowk.games import card", "rules import only core"),
    "games/reversi/ui/speech.py": ("from chowk.games.reversi.ui import view", "not one another"),
    "games/reversi/notation.py": ("from . import art", "not one another"),
    "games/reversi/engine/deep.py": ("from chowk.games.reversi.ui.view import SIZE", "not one another"),
    "games/reversi/engine/bots.py": ("from chowk.games.checkers import rules", "games do not know one another"),
    "app/spy.py": ("import js", "only web and the entry files"),
    "app/up.py": ("from chowk.browser import indexed_db", "app must not know web"),
    "app/drawn.py": ("from chowk.ui.screens import home", "app must not know pages"),
    "words/up.py": ("from chowk.storage import plan", "words must not know store"),
    "store/up.py": ("def f():\n    from chowk.session.table import Table", "store must not know play"),
    "play/up.py": ('later("features.lessons.lessons", "begin")', "play must not know learn"),
    "learn/beside.py": ("from chowk.features.sharing import game_link", "learn must not know share"),
    "share/beside.py": (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from chowk.features.lessons.lessons import Lesson",
        "share must not know learn",
    ),
    "core/third.py": ("import numpy", "nothing beyond Python's own"),
    "core/tool.py": ("from tools import catalog", "nothing beyond Python's own"),
    "app/typed.py": (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from pyodide.ffi import JsProxy",
        "only web",
    ),
}
FINE = {
    "core/a.py": "import json\nfrom chowk.core import b",
    "core/b.py": "from . import c",
    "games/reversi/rules.py": "from chowk.core import a",
    "games/reversi/ui/view.py": "from chowk.games.reversi import art, rules\nfrom chowk.draw import scene",
    "games/reversi/ui/art.py": "from chowk.draw import scene",
    "games/reversi/engine/bots.py": "from chowk.games.reversi.engine import deep\nfrom chowk.engine import a",
    "games/reversi/engine/deep.py": "from chowk.games.reversi import rules",
    "games/reversi/game.py": "from chowk.games.reversi import bots, rules, view",
    "games/checkers/rules.py": "from chowk.core import a",
    "draw/scene.py": "import math",
    "search/a.py": "from chowk.core import a",
    "browser/indexed_db.py": "import js\nfrom pyodide.ffi import to_js\nfrom chowk.app import app",
    "i18n/i18n.py": "from chowk.core import a",
    "storage/plan.py": "from chowk.games import card\nfrom chowk.i18n import i18n",
    "session/table.py": "from chowk.storage import plan",
    "features/lessons/lessons.py": "from chowk.session import table",
    "features/sharing/game_link.py": "from chowk.session import table",
    "app/app.py": "from chowk.features.lessons import lessons\nfrom chowk.features.sharing import game_link",
    "ui/screens/home.py": "from chowk.app import app",
    "games/api/__init__.py": "from chowk.games.api.board import Cell",
    "games/api/board.py": "from chowk.core import a",
}


def planted(py: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = py / "chowk" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        for folder in path.relative_to(py).parents:
            if folder.parts:
                (py / folder / "__init__.py").touch()
    (py / "main.py").write_text("from pyscript import document\nfrom chowk.browser import indexed_db")
    return py


def test_a_house_in_order_has_no_wrong_arrows(tmp_path: Path) -> None:
    assert wrong_arrows(planted(tmp_path, FINE)) == []


@pytest.mark.parametrize("file", PLANTED)
def test_a_planted_wrong_arrow_is_found(file: str, tmp_path: Path) -> None:
    text, why = PLANTED[file]
    (found,) = wrong_arrows(planted(tmp_path, {**FINE, file: text}))
    assert why in found
    assert found.startswith("chowk." + file.removesuffix(".py").replace("/", "."))
