"""Test the documentation site without building it: the navigation, links, diagrams and generated pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from chowk.library import games
from tools.docs import diagrams, navigation, pages

ROOT = Path(__file__).parents[4]
OUTSIDE = {"README.md"}
"""Top-level documents that the site does not show, because its first page takes their place."""


@pytest.fixture(scope="module")
def staged() -> dict[str, str]:
    """Return the texts of the site's pages, by name of the page."""
    return pages.staged()


def test_every_document_is_in_the_navigation() -> None:
    documents = {path.relative_to(ROOT).as_posix() for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"))}
    assert documents - OUTSIDE <= set(navigation.documents())
    assert all((ROOT / document).is_file() for document in navigation.documents())


def test_every_game_has_a_tutorial_and_every_page_is_listed_once(staged: dict[str, str]) -> None:
    assert navigation.tutorials() == list(games())
    listed = [name for part in navigation.parts() for name in part.pages]
    assert sorted([*listed, navigation.INDEX]) == sorted(staged)
    assert all(f"\n{name}\n" in staged[navigation.INDEX] for name in listed)


def test_every_link_leads_to_a_page_a_heading_or_a_file(staged: dict[str, str]) -> None:
    assert pages.broken(staged, pages.attachments()) == []


def test_a_link_to_nothing_is_found(staged: dict[str, str]) -> None:
    planted = {**staged, "levels": staged["levels"] + "\n[a](none.md) [b](library.md#none) [c](library.md#dice)"}
    assert pages.broken(planted, pages.attachments()) == ["levels: none.md", "levels: library.md#none"]
    assert "library: game.schema.json" in pages.broken(staged, {})


def test_links_become_those_of_the_site() -> None:
    text = (
        "[a](../CONTRIBUTING.md#set-up) [b](decisions/) [c](../py/main.py) [d](https://pyscript.net) [e](../README.md)"
    )
    here = "docs/overview.md"
    expected = "[a](contributing.md#set-up) [b](decisions/all.md) c [d](https://pyscript.net) [e](index.md)"
    assert pages.adapted(text, here) == expected
    assert pages.adapted(f"```\n{text}\n```", here) == f"```\n{text}\n```"
    assert pages.adapted("[f](../levels.md)", "docs/tutorials/reversi.md") == "[f](../levels.md)"


def test_the_reference_takes_whole_packages() -> None:
    names = navigation.packages()
    there = {package for package in navigation.PUBLIC if (ROOT / "py/chowk" / package).is_dir()}
    assert {name.partition(".")[0] for name in names} == there
    assert names.count("library") == 1
    assert "protocols.nboard" in names
    assert not any(name.startswith("library.") for name in names)


def test_commands_are_described_by_their_parsers(staged: dict[str, str]) -> None:
    page = staged[navigation.COMMANDS]
    for name in ("play", "review", "serve", "completion", "perft"):
        assert f"## chowk {name}\n" in page
    assert "| `--divide` | count after each first move |" in page
    assert "`--colour {auto,always,never}`" in page


def test_diagrams_become_tables_and_lists() -> None:
    sequence = 'sequenceDiagram\n  participant A as core/a\n  A->>B: hello | there\n  B-->>A: "hi"\n'
    assert diagrams.described(sequence).splitlines()[2:] == [
        "| 1 | core/a | B | hello \\| there |",
        '| 2 | B | core/a | "hi" |',
    ]
    chart = 'flowchart LR\n  a --> b["the b"]\n  b --> c --> a\n  c -.-> b\n'
    assert diagrams.described(chart) == "* a → the b\n* the b → c → a\n* c → the b"
    assert diagrams.described("pie\n  x: 1\n") == "```text\npie\n  x: 1\n```"


def test_the_tools_have_hashes_and_name_no_host() -> None:
    lines = (ROOT / "docs/requirements.txt").read_text().splitlines()
    pinned = [line for line in lines if line and not line.startswith(("#", " "))]
    assert {"furo", "myst-parser", "sphinx"} <= {line.partition("==")[0] for line in pinned}
    assert all("==" in line and line.endswith("\\") for line in pinned)
    assert "://" not in "".join(lines)
