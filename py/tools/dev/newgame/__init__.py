"""Write a small playable game as the start of a new one: `python -m tools.dev.newgame NAME` (from py/).

The command writes the game's folder and a folder for its tests, and adds its name to the list of games. No other file
names a game. The new game is of one of three kinds (`KINDS`). It has rules, notation, drawings, messages, two
opponents, a rules sheet and an emblem. It passes the contract suite (tests/unit/test_contract.py) and can be opened at
once. Change one file after the other, and let the suite report what does not fit yet.
"""

from __future__ import annotations

import keyword
import re
from pathlib import Path
from string import Template
from typing import Final

from chowk.games import SHELF, sign
from chowk.games.api import LINKED

ROOT: Final = Path(__file__).resolve().parents[4]
SKELETON: Final = Path(__file__).parent / "skeleton"
KINDS: Final = {
    "placing": "Place three of your pieces in a row.",
    "moving": "Bring one of your pieces to the opposite edge.",
    "dice": "Roll the die, and bring one of your counters round the ring.",
}
"""Kinds of games to begin with: name of the skeleton's folder -> summary that the home page shows."""
TESTS: Final = "tests/unit/games"
_SHELF: Final = re.compile(r"^SHELF: Final = \((.*?)\)$", re.M | re.S)
_NAME: Final = re.compile(r"[a-z][a-z0-9]{1,30}")


class Unfit(Exception):
    """Raised if the game cannot be written. The message says why."""


def write(name: str, title: str = "", kind: str = "placing", root: Path = ROOT) -> list[Path]:
    """Write a new game of the given kind below `root`.

    Return the files that were created or changed, the list of games last.
    """
    _check(name, title, root)
    values = {"name": name, "title": title or name.capitalize(), "number": str(_number()), "summary": KINDS[kind]}
    templates = {_place(file, name, root): template for file, template in _templates(kind).items()}
    for path, template in templates.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_ordered(Template(template.read_text()).substitute(values)))
    shelf = root / "py/chowk/games/__init__.py"
    names = ", ".join(f'"{game}"' for game in (*SHELF, name))
    shelf.write_text(_SHELF.sub(f"SHELF: Final = ({names})", shelf.read_text(), count=1))
    return [*sorted(templates), shelf]


def _templates(kind: str) -> dict[str, Path]:
    """Return the template files: path of the file to write, in the game's folder -> template.

    A kind's own template replaces the shared one of the same name.
    """
    paths = ((SKELETON / folder, path) for folder in ("shared", kind) for path in (SKELETON / folder).rglob("*.txt"))
    return {path.relative_to(folder).as_posix().removesuffix(".txt"): path for folder, path in paths}


def _check(name: str, title: str, root: Path) -> None:
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise Unfit(f"{name!r} is no name for a folder: take small letters and digits, a letter first.")
    if '"' in title or "\\" in title:
        raise Unfit("A title has no straight quotation marks and no backslashes.")
    if (root / "py/chowk/games" / name).exists() or (root / f"py/chowk/games/{name}.py").exists():
        raise Unfit(f"py/chowk/games/{name} is there already.")
    if not _SHELF.search((root / "py/chowk/games/__init__.py").read_text()):
        raise Unfit("py/chowk/games/__init__.py has no SHELF to put the name on.")


def _number() -> int:
    """Return the number that stands for the new game in links: one more than the highest number in use."""
    number = 1 + max(sign(name).number for name in SHELF)
    if number >= LINKED:
        raise Unfit(f"Links have room for {LINKED} games, and all of it is taken.")
    return number


def _place(file: str, name: str, root: Path) -> Path:
    if file.endswith(".toml"):
        return root / f"{TESTS}/{name}/{file}"
    tests = file.removeprefix("test_")
    return root / (f"py/chowk/games/{name}/{file}" if tests == file else f"{TESTS}/{name}/test_{name}_{tests}")


def _ordered(text: str) -> str:
    """Return the source text with its imports in the linter's order, which depends on the game's name."""
    lines = text.splitlines(keepends=True)
    numbers = [number for number, line in enumerate(lines) if line.startswith("from chowk.")]
    ordered = sorted((lines[number] for number in numbers), key=lambda line: line.split()[1])
    return "".join(ordered[numbers.index(number)] if number in numbers else line for number, line in enumerate(lines))
