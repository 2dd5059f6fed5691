"""Test writing games of collections as files: the games in every format are read again, and the page saves the file."""

from __future__ import annotations

import asyncio
import io
import zipfile
from datetime import date
from typing import Any

import pytest

from chowk import games
from chowk.app import commands
from chowk.core import record
from chowk.core.errors import TextError
from chowk.core.message import english
from chowk.features.collections import commands as of_collections
from chowk.features.collections import desk as desks
from chowk.features.collections import exporting
from chowk.features.collections.archive import Archive, GameRow
from chowk.features.collections.exporting import Exporting
from chowk.features.collections.reading import CollectionReading
from tests.fakes import FakeIncoming
from tests.synthetic import checkers_file, wthor_files
from tests.unit import shelf
from tests.unit.features.collections.test_collection_list import drawn, in_page, listed, settled, state

DAY = date(2026, 11, 28)
FORMS = [(name, form.name) for name in games.ready() for form in exporting.forms((name,))]


def read(data: bytes, name: str) -> Archive:
    reading = CollectionReading(name)
    for _ in reading.run(name, data):
        pass
    return reading.archive


def written(archive: Archive, form: str, numbers: Any = None) -> tuple[Exporting, bytes]:
    """Export the games `numbers` of a collection, or all, in the format `form`.

    Return the finished export, and the bytes of the file.
    """
    work, pieces = Exporting(archive, range(len(archive)) if numbers is None else numbers, form), list[bytes]()
    for _ in work.run(pieces.append, DAY):
        assert 0 <= work.done <= 1
    return work, b"".join(pieces)


def rows(archive: Archive) -> list[tuple[object, ...]]:
    """Return all data of each game in a collection, for comparisons. Results are in ASCII, such as `1/2-1/2`."""
    columns = archive.columns
    return [
        (archive.games[columns["game"][number]], archive.players(number), archive.text_of("event", number),
         columns["date"][number], archive.text_of("result", number).replace("–", "-").replace("½", "1/2"),
         columns["winner"][number], archive.text_of("setup", number), archive.codes(number))
        for number in range(len(archive))
    ]  # fmt: skip


def collection(name: str) -> Archive:
    """Return a collection of three matches: a finished one, and two unfinished ones. The last has players' names."""
    match = shelf.walk(shelf.Table(name, games.sign(name).seats[-1]), 5).match
    game = games.load(name)
    sides = {
        english(game.side(match.position_after(0), seat)): f"Asha {seat}"
        for seat in range(match.position_after(0).seats)
    }
    about: dict[str, str] = {"Event": "One", "Date": "2003.12.15"}
    parts = [record.write(match, about), record.write(match.until(14), {"Event": 'A "cup"'}),
             record.write(match.until(20), {**about, **sides})]  # fmt: skip
    return read("\n".join(parts).encode(), f"{name}.txt")


@pytest.mark.parametrize(("name", "form"), FORMS)
def test_what_is_written_is_read_again(name: str, form: str) -> None:
    archive = collection(name)
    work, data = written(archive, form)
    again = read(data, work.name)
    assert again.bad == 0
    if form == "transcript":  # lines have only moves
        assert [again.codes(number) for number in range(3)] == [archive.codes(number) for number in range(3)]
        assert len(data.splitlines()) == 3
    elif form == "wthor":  # only games that are over
        assert (work.count, work.left_out) == (1, 2)
        before, after = rows(archive)[0], rows(again)[0]
        assert after == (*before[:3], 20030000, *before[4:])
    else:
        assert (work.count, work.left_out) == (3, 0)
        assert rows(again) == rows(archive)


def test_a_file_of_wthor_comes_back_with_its_names() -> None:
    files = wthor_files(40, 3)
    packed = exporting.zipped({f"WTH{ending}": data for ending, data in files.items()})
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == {
            f"WTH{ending}": data for ending, data in files.items()
        }
    kept = read(packed, "WTH 2024.zip")
    work, data = written(kept, "wthor")
    assert work.name == "WTH-2024.zip"
    assert rows(read(data, "again.zip")) == rows(kept)


def test_foreign_collections_come_back_in_the_forms_of_other_programs() -> None:
    text = (
        '[Event "A"]\n[Date "1999.05.03"]\n[Black "Zoë"]\n[White "Kishan"]\n[Result "1-0"]\n\n1. 11-15 22-18 1-0\n\n'
        '[Event "B"]\n[Result "*"]\n\n1. 11-15 *\n\n[Event "C"]\n[FEN "B:W21:B12"]\n\n1. 12-16 *\n\n'
    )
    archive = read(text.encode() + checkers_file(8, 4).encode(), "x.pdn")
    assert len(archive) == 11
    for form in ("pdn", "record", "json"):
        work, data = written(archive, form)
        assert rows(read(data, work.name)) == rows(archive)
    text = f"(;GM[2]PB[Asha]PW[Li]DT[2001-02-03]EV[Open]RE[B+R];B[d3])\n{'-' * 64}"
    text = text.partition("\n")[0] + "\n(;GM[2]AB[d5][e4]AW[d4][e5]PL[W]PB[Li];W[d6])\n"
    archive = read(text.encode(), "x.sgf")
    assert len(archive) == 2
    for form in ("ggf", "sgf", "json"):
        again = read(written(archive, form)[1], "again")
        assert [row[1] for row in rows(again)] == [("Asha", "Li"), ("Li",)]
        assert [row[-2:] for row in rows(again)] == [row[-2:] for row in rows(archive)]
    _, data = written(archive, "transcript")
    assert [row[-2:] for row in rows(read(data, "again"))] == [row[-2:] for row in rows(archive)], "one needs a board"


def test_a_selection_of_mixed_games_leaves_out_what_does_not_fit_and_cannot_be_replayed() -> None:
    archive = Archive("a/b: c.txt.gz")
    for game, codes in (("reversi", b"\x13"), ("checkers", bytes((11, 15 | 0x80))), ("reversi", b"\xff")):
        archive.add(GameRow(game, (), "", "", "", 3, "", "", 1, codes))
    assert [form.name for form in exporting.forms(archive.games)] == [
        "record", "json", "transcript", "ggf", "sgf", "wthor", "pdn",
    ]  # fmt: skip
    work, data = written(archive, "pdn")
    assert (work.name, work.count, work.left_out) == ("a-b-c.pdn", 1, 2)
    assert b"1. 11-15" in data
    work, data = written(archive, "ggf", [2, 0])
    assert (work.count, work.left_out) == (1, 1)
    with pytest.raises(TextError):
        Exporting(archive, [0], "docx")


def test_a_file_that_could_not_be_read_again_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exporting, "LARGEST", 1_000)
    monkeypatch.setattr(exporting, "PIECE", 100)
    archive = read(checkers_file(12, 4).encode(), "x.pdn")
    pieces: list[bytes] = []
    with pytest.raises(TextError, match="too large"):
        for _ in Exporting(archive, range(12), "pdn").run(pieces.append, DAY):
            pass
    assert sum(map(len, pieces)) <= 1_000


# On the page ----------------------------------------------------------------------------------------------------------

PDN = '[Event "Tour"]\n[Black "Asha {n}"]\n[White "Kishan"]\n\n1. 11-15 22-18 *\n\n'
FILE = "".join(PDN.format(n=n) for n in range(10, 30))


def test_the_games_of_a_list_are_saved_in_a_form(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        app, world = in_page()
        of_collections.take(app, FakeIncoming("tour.pdn", FILE.encode()))
        await settled(app)
        commands.do(app, "archive", "filter player asha 11")
        await settled(app)
        commands.do(app, "archive", "form pdn")
        assert 'data-arg="export pdn"' in drawn(app)
        commands.do(app, "archive", "export pdn")
        assert "Writing the file" in drawn(app)
        await settled(app)
        assert [*world.archives.saved] == ["tour.pdn"]
        kept = read(world.archives.saved["tour.pdn"], "x")
        assert [kept.players(number) for number in range(len(kept))] == [("Asha 11", "Kishan")]
        assert "1 game is in the file." in drawn(app)
        assert world.archives.shelf.left is None

        monkeypatch.setattr(desks, "SLICE", 0.0)
        commands.do(app, "archive", "filter player")
        await settled(app)
        commands.do(app, "archive", "export json")
        for _turn in range(12):
            world.clock.passed += 100
            await asyncio.sleep(0)
        job = state(app).export
        assert job is not None
        assert 0 < job.done < 1
        commands.do(app, "archive", "export pdn")  # the first file goes on
        commands.do(app, "archive", "stop")
        await settled(app)
        assert "Writing was stopped, and no file was made." in drawn(app)
        assert [*world.archives.saved] == ["tour.pdn"]

        world.archives.shelf.full = True
        commands.do(app, "archive", "export record")
        await settled(app)
        assert "The device reported an error: no room is left" in drawn(app)
        world.archives.dead = True
        commands.do(app, "archive", "export record")
        await settled(app)
        assert "The collections did not respond." in drawn(app)
        assert listed(app).total == 20
        assert state(app).export is None

    asyncio.run(play())
