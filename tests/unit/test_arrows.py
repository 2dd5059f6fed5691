"""Test the architecture: the packages that each package may import.

`a <- b` means that `b` may import `a` and the packages to the left of `a`. The order of the page's packages is
`core <- draw, engine <- games <- i18n <- storage <- session <- ui <- features <- app <- browser <- main, worker`. The
tools have the order `shared <- kernels, i18n <- build <- dev`, with `docs` by itself, and the training
`shared <- GAME`.

* A feature imports another feature only if `FEATURES` allows it.
* Inside a game, `rules` imports only core. `engine/` and `ui/` import the rules and the notation, but not each other.
* Only `browser` and the two entry files import browser modules.
* The page imports no tools, no training, and no third-party packages.
* The library, its environments and its command line, which the page does not contain, import only the games and what
  is below them. No package of the page imports them.
* No imports form a cycle.

Imports for types alone count, and so do modules that are imported later by name.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

PY = Path(__file__).parents[2] / "py"
BROWSER = {"js", "pyscript", "pyodide"}
ENTRIES = {"main", "worker"}

# The packages of the page from the lowest to the highest. Packages in one row may not import each other.
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

# Packages that are not part of the page -> the packages that they may import.
BESIDE = {
    "envs": {"core", "games", "library"},
    "protocols": {"core", "engine", "games", "library"},
    "library": {"core", "draw", "engine", "games"},
    "terminal": {"core", "draw", "engine", "games", "library", "protocols"},
}
COMMAND = "__main__"  # the module by which `python -m chowk` runs the command line
THIRD_PARTY = {  # module -> the packages of others that it may import
    "chowk.library.kernels": {"wasmtime"},
    "chowk.envs.seats": {"gymnasium", "numpy", "pettingzoo"},
    "chowk.envs.solo": {"gymnasium", "numpy"},
    "chowk.envs.vector": {"numpy"},
    "chowk.envs.spiel": {"numpy", "pyspiel"},
}

# Feature -> the other features that it may import.
FEATURES = {
    "sharing": set[str](),
    "analysis": {"sharing"},
    "correspondence": {"sharing"},
    "live": {"correspondence", "sharing"},
    "hints": set[str](),
    "lessons": set[str](),
    "practice": {"lessons", "review", "sharing"},
    "courses": {"lessons", "sharing"},
    "people": {"correspondence", "review", "sharing"},
    "collections": {"analysis", "position_editor", "practice", "review", "sharing"},
    "studies": {"analysis", "lessons", "sharing"},
    "luck": set[str](),
    "review": {"analysis", "lessons", "luck", "sharing"},
    "position_editor": {"analysis", "sharing"},
    "dice": {"correspondence", "luck", "review"},
    "translation": set[str](),
}

# Folder of the tools -> the other folders that it may import.
TOOLS = {
    "shared": set[str](),
    "kernels": {"shared"},
    "i18n": {"shared"},
    "build": {"shared", "kernels", "i18n"},
    "dev": {"shared", "kernels", "i18n", "build"},
    "docs": set[str](),
}

READ_LATER = ("import_module", "later")  # functions that import a module by its name

API = "api"  # the folder below games/ that is not a game

# Parts of a game. Those in `ui/` and `engine/` may import the rules and the notation, but not each other.
GAME_PARTS = {
    "view",
    "speech",
    "rule_book",
    "trial",
    "tray",
    "lessons",
    "course",
    "reasons",
    "draft",
    "ending",
    "taught",
    "engine",
    "coding",
    "notation",
    "rules",
}
PART_OF = {"art": "view", "skins": "view", "sign_art": "view"}  # module -> the part that it belongs to


def modules(py: Path) -> dict[str, Path]:
    """Return the path of every module below py/, by its dotted name."""
    folders = [path for name in ("chowk", "tools", "training") for path in sorted((py / name).rglob("*.py"))]
    paths = [*folders, *(py / f"{name}.py" for name in ENTRIES)]
    return {dotted(path, py): path for path in paths if path.exists()}


def dotted(path: Path, py: Path) -> str:
    parts = path.relative_to(py).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(name: str, path: Path, known: set[str]) -> Iterator[str]:
    """Yield the modules that a file imports: at its top, inside functions, or later by a quoted name.

    `from package import module` yields the module if `known` has it, otherwise the package.
    """
    for node in importing(path.read_text("utf-8")):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
            base = ".".join([*parts[: len(parts) - node.level + 1], *([node.module] if node.module else [])])
            source = base if node.level else node.module or ""
            for alias in node.names:
                whole = f"{source}.{alias.name}"
                yield whole if whole in known else source
        else:
            target = str(node.args[0].value) if isinstance(node.args[0], ast.Constant) else ""
            yield from {f"chowk.{target}", target} & known


@cache
def importing(source: str) -> tuple[ast.Import | ast.ImportFrom | ast.Call, ...]:
    """Return the statements and calls of a source that import modules.

    The result is cached, because several tests read all sources.
    """
    return tuple(
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
        or (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in READ_LATER)
    )


def room(name: str) -> str:
    parts = name.split(".")
    if parts[0] in ("tools", "training"):
        return parts[0]
    if parts[1:] == [COMMAND]:
        return "terminal"
    return "entry" if name in ENTRIES else parts[1] if len(parts) > 1 else "core"


def folder(name: str) -> str:
    """Return the folder to which a module belongs: a feature, a folder of the tools, or a game's training."""
    parts = name.split(".")[1:] if room(name) in ("tools", "training") else name.split(".")[2:]
    return parts[0] if parts else ""


def may_know(name: str) -> set[str]:
    """Return the packages that a module of the page, or of the library, may import."""
    own = room(name)
    if own in BESIDE:
        return {own, *BESIDE[own]}
    level = next(level for level, line in enumerate(ORDER) if own in line)
    return {own, *(below for line in ORDER[:level] for below in line)}


def game_and_part(name: str) -> tuple[str, str]:
    """Return the game to which a module belongs, and the part of the game, such as `("reversi", "view")`.

    For other modules, return two empty texts.
    """
    parts = name.split(".")
    if len(parts) < 4 or parts[:2] != ["chowk", "games"] or parts[2] == API:
        return "", ""
    if parts[3] == "ui":
        return parts[2], PART_OF.get(parts[4], parts[4]) if len(parts) > 4 else ""
    return parts[2], parts[3]


def wrong_arrows(py: Path) -> list[str]:
    """Return a line for each forbidden import."""
    known = modules(py)
    return [
        f"{name} imports {target}: {why}"
        for name, path in known.items()
        for target in dict.fromkeys(imports(name, path, set(known)))
        if (why := wrong(name, target))
    ]


def wrong(name: str, target: str) -> str:
    """Return the reason why an import is forbidden, or an empty text if it is allowed."""
    top, own = target.split(".")[0], room(name)
    if own in ("tools", "training"):
        return wrong_outside_the_page(name, target)
    if top in BROWSER:
        return "" if own in ("browser", "entry") else "only browser and the entry files know the browser"
    if top != "chowk":
        allowed = {*sys.stdlib_module_names, *THIRD_PARTY.get(name, ())}
        return "" if top in allowed else "the page needs nothing beyond Python's own library"
    if room(target) not in may_know(name):
        return f"{own} must not know {room(target)}"
    if own == room(target) == "features" and folder(target) not in {folder(name), "", *FEATURES[folder(name)]}:
        return f"feature {folder(name)} must not know {folder(target)}"
    return wrong_in_a_game(name, target)


def wrong_outside_the_page(name: str, target: str) -> str:
    """Return the reason why a module of the tools or of the training must not import another, or "" if it may."""
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
    """Return groups of modules in which each module imports every other, directly or through others."""
    known = modules(py)
    knows = {
        name: {module for module in imports(name, path, set(known)) if module in known} for name, path in known.items()
    }
    reach: dict[str, set[str]] = {}
    for name in knows:
        reached, due = set[str](), [name]
        while due:
            more = knows[due.pop()] - reached
            reached |= more
            due += more
        reach[name] = reached
    round_ = {
        frozenset(other for other in reach[name] if name in reach[other]) for name in knows if name in reach[name]
    }
    return sorted(map(set, round_), key=min)


def test_arrows_point_one_way() -> None:
    assert wrong_arrows(PY) == []


def test_only_rooms_above_the_features_import_the_application() -> None:
    known = modules(PY)
    users = {
        room(name)
        for name, path in known.items()
        for module in imports(name, path, set(known))
        if room(module) == "app"
    }
    assert users <= {"app", "browser", "entry", "tools"}


def test_nothing_goes_round_in_a_ring() -> None:
    assert rings(PY) == []


def test_a_planted_ring_is_found(tmp_path: Path) -> None:
    py = planted(tmp_path, FINE)
    assert rings(py) == []
    (py / "chowk/session/table.py").write_text("from chowk.session import seats")
    (py / "chowk/session/seats.py").write_text("def f():\n    from chowk.session.clock import Clock")
    (py / "chowk/session/clock.py").write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from chowk.session.table import Table"
    )
    assert rings(py) == [{"chowk.session.table", "chowk.session.seats", "chowk.session.clock"}]
    (py / "chowk/session/clock.py").write_text(
        'from importlib import import_module\nimport_module("chowk.session.table")'
    )
    assert len(rings(py)) == 1
    (py / "chowk/session/clock.py").write_text("")
    (py / "tools/i18n/a.py").write_text("from tools.i18n import b")
    (py / "tools/i18n/b.py").write_text("def f():\n    from tools.i18n import a")
    assert rings(py) == [{"tools.i18n.a", "tools.i18n.b"}]


def test_every_room_and_every_folder_has_a_rule() -> None:
    known = modules(PY)
    assert {room(name) for name in known} == {
        *("tools", "training"),
        *BESIDE,
        *(room_name for line in ORDER for room_name in line),
    }
    assert {folder(name) for name in known if room(name) == "features"} == {"", *FEATURES}
    assert {folder(name) for name in known if room(name) == "tools"} == {"", *TOOLS}


def test_features_have_no_ring_among_them() -> None:
    free = set[str]()
    while more := {name for name, may in FEATURES.items() if may <= free} - free:
        free |= more
    assert free == set(FEATURES)


# Each kind of forbidden import is written into a file once, to prove that the checks find it ------------------

PLANTED = {
    "chowk/core/spy.py": ("import chowk.games", "core must not know games"),
    "chowk/core/late.py": ("def f():\n    from chowk.draw import scene", "core must not know draw"),
    "chowk/engine/spy.py": ("from chowk.draw.scene import Sprite", "engine must not know draw"),
    "chowk/draw/spy.py": ("from chowk import games", "draw must not know games"),
    "chowk/draw/up.py": ("from ..games import load", "draw must not know games"),
    "chowk/draw/side.py": ("from chowk.engine import a", "draw must not know engine"),
    "chowk/games/reversi/rules.py": ("from chowk.draw import scene", "rules import only core"),
    "chowk/games/checkers/rules.py": ("from chowk.games import api", "rules import only core"),
    "chowk/games/reversi/ui/speech.py": ("from chowk.games.reversi.ui import view", "not one another"),
    "chowk/games/reversi/ui/reasons.py": ("from chowk.games.reversi.engine import bots", "not one another"),
    "chowk/games/reversi/notation.py": ("from .ui import art", "not one another"),
    "chowk/games/reversi/engine/deep.py": ("from chowk.games.reversi.ui.view import SIZE", "not one another"),
    "chowk/games/reversi/engine/bots.py": ("from chowk.games.checkers import rules", "games do not know one another"),
    "chowk/games/up.py": ("from chowk.i18n import i18n", "games must not know i18n"),
    "chowk/i18n/up.py": ("from chowk.storage import plan", "i18n must not know storage"),
    "chowk/storage/up.py": ("def f():\n    from chowk.session.table import Table", "storage must not know session"),
    "chowk/session/up.py": ('later("features.lessons.lessons", "begin")', "session must not know features"),
    "chowk/session/seen.py": ("from chowk.ui import nodes", "session must not know ui"),
    "chowk/ui/up.py": ("from chowk.features.lessons import lessons", "ui must not know features"),
    "chowk/ui/whole.py": (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from chowk.app.app import App",
        "ui must not know app",
    ),
    "chowk/features/lessons/beside.py": (
        "from chowk.features.sharing import game_link",
        "feature lessons must not know sharing",
    ),
    "chowk/features/sharing/beside.py": (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from chowk.features.lessons.lessons import Lesson",
        "feature sharing must not know lessons",
    ),
    "chowk/features/lessons/up.py": ("from chowk.app.app import App", "features must not know app"),
    "chowk/app/spy.py": ("import js", "only browser and the entry files"),
    "chowk/app/up.py": ("from chowk.browser import indexed_db", "app must not know browser"),
    "chowk/core/third.py": ("import numpy", "nothing beyond Python's own"),
    "chowk/core/tool.py": ("from tools.i18n import po_catalog", "nothing beyond Python's own"),
    "chowk/browser/trained.py": ("from training.shared import parts", "nothing beyond Python's own"),
    "chowk/app/typed.py": (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from pyodide.ffi import JsProxy",
        "only browser",
    ),
    "chowk/protocols/up.py": ("from chowk.session import table", "protocols must not know session"),
    "chowk/app/protocol.py": ("from chowk.protocols import nboard", "app must not know protocols"),
    "chowk/library/up.py": ("from chowk.session import table", "library must not know session"),
    "chowk/library/third.py": ("import wasmtime", "nothing beyond Python's own"),
    "chowk/envs/up.py": ("from chowk.terminal import play", "envs must not know terminal"),
    "chowk/envs/third.py": ("import numpy", "nothing beyond Python's own"),
    "chowk/library/learn.py": ("from chowk.envs import seats", "library must not know envs"),
    "chowk/games/reversi/coding.py": ("from chowk.games.reversi.engine import bots", "not one another"),
    "chowk/games/out.py": ("from chowk.library import board", "games must not know library"),
    "chowk/app/out.py": ("from chowk.library import board", "app must not know library"),
    "chowk/browser/out.py": ("from chowk.terminal import play", "browser must not know terminal"),
    "chowk/__main__.py": ("from chowk.i18n import i18n", "terminal must not know i18n"),
    "tools/shared/up.py": ("from tools.kernels import ir", "tools/shared must not know tools/kernels"),
    "tools/kernels/up.py": ("from tools.build import build_site", "tools/kernels must not know tools/build"),
    "tools/i18n/side.py": ("from tools.kernels import ir", "tools/i18n must not know tools/kernels"),
    "tools/build/up.py": ("from tools.dev import cards", "tools/build must not know tools/dev"),
    "tools/build/trained.py": ("from training.shared import parts", "tools must not know training"),
    "training/shared/up.py": ("from training.reversi import a", "training/shared must not know training/reversi"),
    "training/reversi/side.py": ("from training.checkers import a", "training/reversi must not know training/checkers"),
    "training/reversi/dev.py": ("from tools.dev import cards", "training must not know tools/dev"),
}
FINE = {
    "chowk/core/a.py": "import json\nfrom chowk.core import b",
    "chowk/core/b.py": "from . import c",
    "chowk/games/reversi/rules.py": "from chowk.core import a",
    "chowk/games/reversi/ui/view.py": "from chowk.games.reversi import rules\nfrom chowk.games.reversi.ui import art",
    "chowk/games/reversi/ui/art.py": "from chowk.draw import scene",
    "chowk/games/reversi/ui/speech.py": "from chowk.games.reversi import notation, rules",
    "chowk/games/reversi/engine/bots.py": "from chowk.games.reversi.engine import deep\nfrom chowk.engine import a",
    "chowk/games/reversi/engine/deep.py": "from chowk.games.reversi import rules",
    "chowk/games/reversi/notation.py": "from chowk.games.reversi import rules",
    "chowk/games/reversi/game.py": "from chowk.games.reversi import rules\nfrom chowk.games.reversi.ui import view",
    "chowk/games/checkers/rules.py": "from chowk.core import a",
    "chowk/draw/scene.py": "import math",
    "chowk/engine/a.py": "from chowk.core import a",
    "chowk/browser/indexed_db.py": "import js\nfrom pyodide.ffi import to_js\nfrom chowk.app import app",
    "chowk/i18n/i18n.py": "from chowk.core import a",
    "chowk/storage/plan.py": "from chowk.games import api\nfrom chowk.i18n import i18n",
    "chowk/session/table.py": "from chowk.storage import plan",
    "chowk/ui/nodes.py": "from chowk.session import table",
    "chowk/features/lessons/lessons.py": "from chowk.session import table",
    "chowk/features/sharing/game_link.py": "from chowk.session import table\nfrom chowk.ui import nodes",
    "chowk/features/review/review.py": 'later("features.lessons.lessons", "begin")',
    "chowk/app/app.py": "from chowk.features.lessons import lessons\nfrom chowk.features.sharing import game_link",
    "chowk/games/api/__init__.py": "from chowk.games.api.board import Cell",
    "chowk/games/api/board.py": "from chowk.core import a",
    "chowk/library/board.py": "from chowk.draw import scene\nfrom chowk.games import api",
    "chowk/library/kernels.py": "import wasmtime\nfrom chowk.engine import a",
    "chowk/envs/solo.py": "import gymnasium\nfrom chowk.library import board\nfrom chowk.games.api import coding",
    "chowk/games/checkers/coding.py": "from chowk.games.api import board\nfrom chowk.games.checkers import rules",
    "chowk/terminal/play.py": "from chowk.library import board",
    "tools/shared/once.py": "import json",
    "tools/kernels/ir.py": "from tools.shared import once\nfrom chowk.engine import a",
    "tools/i18n/po_catalog.py": "from tools.shared import once",
    "tools/build/build_site.py": "from tools.kernels import ir\nfrom tools.i18n import po_catalog",
    "tools/dev/cards.py": "from tools.build import build_site",
    "training/shared/parts.py": "import numpy",
    "training/reversi/a.py": "from training.shared import parts\nfrom tools.kernels import ir",
    "training/checkers/a.py": "from training.shared import parts",
}


def planted(py: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = py / name
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
    (fault,) = wrong_arrows(planted(tmp_path, {**FINE, file: text}))
    assert why in fault
    assert fault.startswith(file.removesuffix(".py").replace("/", "."))
