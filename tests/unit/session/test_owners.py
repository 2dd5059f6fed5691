"""Test the owners of state: only the methods of a class assign the attributes of its objects.

The tests read every assignment in the package `chowk`: by an operator, in a tuple, in a `for`, a `with` or a `del`, and
by `setattr`. They recognise an object by the names that the code uses for it (`table.choice`, `choice`), and by
attributes that no other class has.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import pytest

CHOWK = Path(__file__).parents[3] / "py/chowk"


class Owner(NamedTuple):
    """A class whose objects only its own methods change.

    `held_as` holds the names that other files give to such an object.
    """

    file: str
    name: str
    held_as: frozenset[str]


OWNERS: Final = (
    Owner("session/choice.py", "PendingChoice", frozenset({"choice"})),
    Owner("session/output/display.py", "Display", frozenset({"display"})),
    Owner("session/input/preview.py", "MovePreview", frozenset({"trying"})),
    Owner("session/navigation.py", "Whereabouts", frozenset({"place"})),
    Owner("session/table.py", "Table", frozenset({"table"})),
    Owner("session/metadata.py", "About", frozenset({"about"})),
)


def attributes(chowk: Path, owner: Owner) -> frozenset[str]:
    """Return the names of the attributes that the methods of an owner's class assign on `self`."""
    return own_attributes((chowk / owner.file).read_text("utf-8"), owner.name)


@cache
def own_attributes(source: str, class_name: str) -> frozenset[str]:
    """Return the names of the attributes that the methods of one class in a source text assign on `self`."""
    body = next(node for node in ast.parse(source).body if isinstance(node, ast.ClassDef) and node.name == class_name)
    return frozenset(name for holder, name, _ in assigned(body) if holder == "self")


@cache
def assignments(source: str) -> tuple[tuple[str, str, int], ...]:
    """Return what `assigned` yields for a source. The result is cached, because every test reads the owners' files."""
    return tuple(assigned(ast.parse(source)))


def assigned(tree: ast.AST) -> Iterator[tuple[str, str, int]]:
    """Yield every assignment to an attribute: the object's `last_name`, the attribute's name, and the line number.

    Deletions and calls such as `setattr` count as assignments.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del):
            yield last_name(node.value), node.attr, node.lineno
        elif isinstance(node, ast.Call) and last_name(node.func) in ("setattr", "delattr", "__setattr__"):
            holder, *rest = node.args if isinstance(node.func, ast.Name) else [node.func, *node.args]
            name = rest[0].value if rest and isinstance(rest[0], ast.Constant) else ""
            yield last_name(holder), str(name), node.lineno


def last_name(node: ast.expr) -> str:
    """Return the name after the last dot of an expression, or "" if there is no name."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def strangers(chowk: Path) -> list[str]:
    """Return the assignments outside an owner's class that change an attribute of the owner's objects.

    Each is written as file, line and attribute.
    """
    sources = {path.relative_to(chowk).as_posix(): path.read_text("utf-8") for path in sorted(chowk.rglob("*.py"))}
    everything = [(file, *assignment) for file, source in sources.items() for assignment in assignments(source)]
    own: dict[Owner, frozenset[str]] = {}
    for owner in OWNERS:  # an attribute name that other classes use as well does not identify the object
        others = {name for file, holder, name, _ in everything if holder == "self" and file != owner.file}
        own[owner] = attributes(chowk, owner) - others
    return [
        f"{file}:{line}: {holder}.{name}"
        for file, holder, name, line in everything
        for owner in OWNERS
        if holder in owner.held_as or (holder != "self" and name in own[owner])
    ]


def test_only_the_owner_assigns_an_attribute() -> None:
    assert strangers(CHOWK) == []


def test_every_owner_has_attributes_of_its_own() -> None:
    for owner in OWNERS:
        assert attributes(CHOWK, owner), owner.name


PLANTED: Final[Mapping[str, tuple[str, str]]] = {
    "plain": ("def f(table):\n    table.choice.awaited = 1", "choice.awaited"),
    "in a subclass": ("class A:\n    def f(self):\n        self.display.bare = True", "display.bare"),
    "by a short name": ("def f(choice):\n    choice.slow = True", "choice.slow"),
    "by another name": ("def f(one):\n    one.doubted = None", "one.doubted"),
    "in a tuple": ("def f(table):\n    a, table.display.left_moment = 1, 2", "display.left_moment"),
    "with an operator": ("def f(display):\n    display.pace += 1", "display.pace"),
    "in a for": ("def f(display):\n    for display.shown_ply in (1, 2):\n        pass", "display.shown_ply"),
    "deleted": ("def f(choice):\n    del choice.hint", "choice.hint"),
    "by setattr": ('def f(table):\n    setattr(table.choice, "hint", None)', "choice.hint"),
    "of the preview": ('def f(trying):\n    trying.over = ""', "trying.over"),
    "of a table": ("def f(at):\n    at.timing = None", "at.timing"),
    "of the metadata": ("def f(table):\n    table.about.helped = True", "about.helped"),
    "of the place": ("def f(app):\n    app.place._sheets = ()", "place._sheets"),
}


@pytest.mark.parametrize("kind", PLANTED)
def test_a_planted_assignment_is_found(kind: str, tmp_path: Path) -> None:
    for owner in OWNERS:
        (tmp_path / owner.file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / owner.file).write_text((CHOWK / owner.file).read_text("utf-8"))
    assert strangers(tmp_path) == []
    text, message = PLANTED[kind]
    (tmp_path / "session/spy.py").write_text(text)
    (line,) = strangers(tmp_path)
    assert line.startswith("session/spy.py:")
    assert line.endswith(message)
