"""Write a small playable game as the start of a new one: `python -m tools.dev.newgame NAME` (from py/).

It writes the game's folder and a folder for its tests, and adds its name to the list of games; nothing else needs to
know of it. The game is three in a row on nine squares, with rules, notation, drawings, messages, two opponents, a rules
sheet and an emblem: it passes the contract suite (tests/unit/test_contract.py) and can be opened at once. Change one
file after the other, and let the suite report what does not fit yet.
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
TESTS: Final = "tests/unit/games"
_SHELF: Final = re.compile(r"^SHELF: Final = \((.*?)\)$", re.M | re.S)
_NAME: Final = re.compile(r"[a-z][a-z0-9]{1,30}")


class Unfit(Exception):
    """The request cannot be carried out; the message says why."""


def write(name: str, title: str = "", root: Path = ROOT) -> list[Path]:
    """Write a game below `root`; return the files that were created or changed, the list of games last."""
    _check(name, title, root)
    told = {"name": name, "title": title or name.capitalize(), "number": str(_number())}
    templates = sorted(SKELETON.rglob("*.txt"))
    places = {
        template: _place(template.relative_to(SKELETON).as_posix().removesuffix(".txt"), name, root)
        for template in templates
    }
    for template, path in sorted(places.items(), key=lambda one: one[1]):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_ordered(Template(template.read_text()).substitute(told)))
    shelf = root / "py/chowk/games/__init__.py"
    names = ", ".join(f'"{one}"' for one in (*SHELF, name))
    shelf.write_text(_SHELF.sub(f"SHELF: Final = ({names})", shelf.read_text(), count=1))
    return [*sorted(places.values()), shelf]


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
    """Return the first free number in links above those of all games."""
    number = 1 + max(sign(name).number for name in SHELF)
    if number >= LINKED:
        raise Unfit(f"Links have room for {LINKED} games, and all of it is taken.")
    return number


def _place(file: str, name: str, root: Path) -> Path:
    tests = file.removeprefix("test_")
    return root / (f"py/chowk/games/{name}/{file}" if tests == file else f"{TESTS}/{name}/test_{name}_{tests}")


def _ordered(text: str) -> str:
    """Return the text with its imports sorted as the linter requires, which depends on the game's name."""
    lines = text.splitlines(keepends=True)
    at = [number for number, line in enumerate(lines) if line.startswith("from chowk.")]
    ordered = sorted((lines[number] for number in at), key=lambda line: line.split()[1])
    return "".join(ordered[at.index(number)] if number in at else line for number, line in enumerate(lines))
