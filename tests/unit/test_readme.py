"""Test the project's documents: Python examples give the results shown, and files that the documents name exist."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")))
OWN_TEST = "kernels.md"
"""Document whose examples need files. tests/unit/tools/kernels/test_kernel_manual.py runs them instead."""
LINK = re.compile(r"\]\(([^)\s#]+)(?:#[^)\s]*)?\)|src=\"([^\"]+)\"")
FENCED = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)

NEWCOMER = """
>>> from chowk.games import load
>>> reversi = load("reversi")
>>> match = reversi.match(seed=7)
>>> match.options()
['d3', 'c4', 'f5', 'e6']
>>> match.push("d3")
(Placed(seat=0, piece='d3', spot='d3'), Flipped(seat=0, piece='d4', spot='d4'))
>>> print(match.position)
  a b c d e f g h
1 . . . . . . . .
2 . . . . . . . .
3 . . * X * . . .
4 . . . X X . . .
5 . . * X O . . .
6 . . . . . . . .
7 . . . . . . . .
8 . . . . . . . .
White to move
>>> match.undo()
19
>>> match.options()
['d3', 'c4', 'f5', 'e6']
"""


def failures(text: str, name: str) -> str:
    """Return the failures of the Python examples in a text, or "" if all succeed."""
    reports: list[str] = []
    examples = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    assert examples.examples, "no example here"
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(examples, out=reports.append)
    return "".join(reports)


def blocks(path: Path) -> list[str]:
    """Return the code blocks of a document that show a Python session."""
    return [block for block in FENCED.findall(path.read_text("utf-8")) if ">>>" in block]


def test_a_newcomer_plays_in_plain_python() -> None:
    assert failures(NEWCOMER, "newcomer") == ""


def test_an_example_that_is_not_so_is_found() -> None:
    assert "Expected:" in failures(NEWCOMER.replace("'e6'", "'e7'"), "wrong")


@pytest.mark.parametrize("path", [path for path in PAGES if path.name != OWN_TEST], ids=lambda path: path.name)
def test_the_examples_of_a_page_are_so(path: Path) -> None:
    # The blocks of a document are one session: later blocks use names of earlier ones.
    assert not blocks(path) or failures("\n".join(blocks(path)), path.name) == ""


def test_the_readme_shows_how_to_play_in_python() -> None:
    assert blocks(ROOT / "README.md")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_and_pictures_of_a_page_exist(path: Path) -> None:
    targets = [link or picture for link, picture in LINK.findall(path.read_text("utf-8"))]
    missing = [name for name in targets if "://" not in name and not (path.parent / name).exists()]
    assert not missing


INNER_ITEM = re.compile(r"[.;:,] \*(?= |$)", re.MULTILINE)
"""Pattern of a list item that begins within a line. A page would show its asterisk as text."""


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_item_of_a_list_begins_its_own_line(path: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    within = [line for line in text.splitlines() if INNER_ITEM.search(line)]
    assert within == [], f"{path.name}: begin a new line before each *"


PATH = re.compile(r"`([\w.-]+(?:/[\w.-]+)+\.(?:py|js|mjs|css|toml|json|html|yml))`")
"""Pattern of a path in a document. It may begin at any folder of the project."""
FOLDERS = (".github", "css", "docs", "py", "tests")
FILES = {
    *(path.relative_to(ROOT).as_posix() for path in ROOT.glob("*.*")),
    *(path.relative_to(ROOT).as_posix() for folder in FOLDERS for path in (ROOT / folder).rglob("*.*")),
}
OLD_PATHS = "0011-features-as-folders.md"
"""Document that mentions the former paths of files that were moved."""


@pytest.mark.parametrize(
    "path", [page for page in PAGES if page.name not in ("CHANGELOG.md", OLD_PATHS)], ids=lambda path: path.name
)
def test_files_that_a_page_names_exist(path: Path) -> None:
    named = {name.replace("/NAME/", "/reversi/") for name in PATH.findall(path.read_text("utf-8"))}
    assert [mentioned for mentioned in named if not any(f"/{file}".endswith(f"/{mentioned}") for file in FILES)] == []


def test_the_readme_has_no_long_line() -> None:
    assert max(map(len, (ROOT / "README.md").read_text("utf-8").splitlines())) <= 120
