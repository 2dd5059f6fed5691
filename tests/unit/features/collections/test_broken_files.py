"""Test what the page says about broken files of games: exactly what the table in docs/collections.md states."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any, Final

import pytest

from chowk.core.message import english
from chowk.features.collections.archive import unpacked
from tests.fakes import FakeArchives, FakeIncoming
from tests.unit.features.collections.broken_files import FILES

HEADING: Final = "### Broken files\n"
DOCUMENT: Final = Path(__file__).parents[4] / "docs/collections.md"


def stated() -> dict[str, tuple[str, ...]]:
    """Read the table of broken files in docs/collections.md: map the first cell of each row to its other cells."""
    part = DOCUMENT.read_text().partition(HEADING)[2].partition("\n#")[0]
    rows = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in part.splitlines() if line[:1] == "|"]
    return {row[0]: row[1:] for row in rows[2:]}


async def reading(what: str) -> tuple[str, str, str]:
    """Open the broken file `what`. Return how many games are readable, how many are not, and the page's messages.

    All three are texts. The two counts are empty texts if the whole file is refused.
    """
    archives, (name, make) = FakeArchives(), FILES[what]
    desk, shelf = archives.desk, archives.shelf
    shelf.laid = FakeIncoming(name, make())
    if what == "100 MB":
        shelf.laid.size = 100_000_000

    async def ask(do: str, **more: Any) -> dict[str, Any]:
        return dict(json.loads(await desk.answer(json.dumps({"do": do, "key": "1", **more}))))

    answer = await ask("open")
    if "error" in answer:
        assert not shelf.kept
        return "", "", english(unpacked(answer["error"]))
    rows, faults = await ask("rows", first=0, count=100), await ask("faults")
    says = [english(unpacked(note)) for note in rows["notes"]]
    for number, line, why in faults["faults"]:
        says.append(f"Game {number}{f', line {line}' if line else ''}: {english(unpacked(why))}")
    assert len(rows["rows"]) == min(100, rows["all"])
    return str(rows["all"]), str(rows["bad"]), " ".join(says)


@pytest.mark.parametrize("what", FILES)
def test_a_broken_file_is_read_as_far_as_it_can_and_the_page_says_what_is_wrong(what: str) -> None:
    assert asyncio.run(reading(what)) == stated()[what]


def test_the_document_has_each_broken_file_and_no_other() -> None:
    assert [*stated()] == [*FILES]
