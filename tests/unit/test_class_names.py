"""Test class names: no two classes share a name. Classes with the same role in several games may have the same name."""

from __future__ import annotations

import re
from pathlib import Path

CHOWK = Path(__file__).parents[2] / "py" / "chowk"

_CLASS = re.compile(r"^ *class (\w+)[(:]", re.MULTILINE)

ROLES = {
    "Board": "a board in another program's text; a game in progress, for programs",
    "Fixed": "what stays the same through a search",
    "House": "the house rules that play goes by",
    "Limits": "how far a search may go",
    "Position": "what the rules know of now; the protocol of all of them, too",
    "Ranking": "the moves by what a search found, the best first",
    "Roll": "the move of chance",
    "Search": "a search under way",
    "State": "what is so, below the position",
    "Step": "the move of a piece",
    "Style": "how a level of an opponent finds its move",
    "_Reader": "what asks a kernel, or reads a position, piece by piece",
}
"""Names that a class may have in several games, each with its role."""


def classes(chowk: Path) -> dict[str, list[str]]:
    """Return the files that define each class name, as paths below the package's folder."""
    files: dict[str, list[str]] = {}
    for path in sorted(chowk.rglob("*.py")):
        for name in _CLASS.findall(path.read_text("utf-8")):
            files.setdefault(name, []).append(path.relative_to(chowk).as_posix())
    return files


def twice(chowk: Path) -> list[str]:
    """Return a line for each class name that several files define.

    A name in `ROLES` may occur once in each game, and once in each of `core`, `engine` and the rest of the page.
    """
    return [
        f"{name}: {', '.join(paths)}"
        for name, paths in classes(chowk).items()
        if len(paths) > 1 and (name not in ROLES or len({_owner(path) for path in paths}) < len(paths))
    ]


def _owner(path: str) -> str:
    parts = path.split("/")
    return parts[1] if parts[0] == "games" else parts[0] if parts[0] in ("core", "engine") else "page"


def test_a_class_name_means_one_thing() -> None:
    assert twice(CHOWK) == []


def test_every_role_is_one_that_several_have() -> None:
    by_name = classes(CHOWK)
    assert [name for name in ROLES if len(by_name.get(name, ())) < 2] == []


def test_a_name_used_for_two_things_is_found(tmp_path: Path) -> None:
    for path, name in {
        "games/reversi/engine/bots.py": "Style",
        "games/checkers/engine/bots.py": "Style",
        "session/desk.py": "Desk",
        "engine/protocol.py": "Desk",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(f"class {name}:\n    pass\n")
    assert twice(tmp_path) == ["Desk: engine/protocol.py, session/desk.py"]
    (tmp_path / "games/reversi/ui").mkdir()
    (tmp_path / "games/reversi/ui/art.py").write_text("class Style:\n    pass\n")
    (tmp_path / "session/look.py").write_text("class Style:\n    pass\n")
    (tmp_path / "ui/look.py").parent.mkdir()
    (tmp_path / "ui/look.py").write_text("class Style:\n    pass\n")
    assert len(twice(tmp_path)) == 2
