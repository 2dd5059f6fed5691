"""Test reading files into collections: every good game is read and takes few bytes, even if others are broken."""

from __future__ import annotations

import gzip
import io
import struct
import zipfile
from collections.abc import Sequence
from itertools import islice
from random import Random

import pytest

from chowk import games
from chowk.core import record
from chowk.core.errors import TextError
from chowk.core.message import english
from chowk.features.collections import archive as archives
from chowk.features.collections import generic, unpacking
from chowk.features.collections.archive import DRAWN, FIRST, SECOND, UNKNOWN, Archive, day_text
from chowk.features.collections.reading import CollectionReading, winner_of
from chowk.features.sharing import foreign_texts
from chowk.games.reversi import archived as reversi
from chowk.games.reversi.rules import NAMES
from tests.synthetic import checkers_file, reversi_moves, wthor_files
from tests.unit import shelf

PDN = '[Event "Tour {n}"]\n[Date "19{n:02}.05.03"]\n[Black "Asha {n}"]\n[White "Kishan"]\n\n{moves}\n\n'
GOOD = "1. 11-15 22-18 2. 15x22 25x18 1-0"


def pdn(n: int, moves: str = GOOD) -> str:
    return PDN.format(n=n, moves=moves)


def read(data: bytes, name: str = "games.pdn") -> Archive:
    """Read the games of a file into a collection, and return the collection."""
    reading = CollectionReading(name)
    for _ in reading.run(name, data):
        assert 0 <= reading.done <= 1
    return reading.archive


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


def faults(archive: Archive) -> list[tuple[int, int, str]]:
    return [(fault.number, fault.line, english(fault.why)) for fault in archive.faults]


def events(archive: Archive) -> list[str]:
    return [archive.text_of("event", number) for number in range(len(archive))]


# What is read ---------------------------------------------------------------------------------------------------------


def test_a_file_of_wthor_is_read_with_its_names_in_at_most_80_bytes_a_game() -> None:
    files = wthor_files(60, 3)
    archive = read(zipped({f"WTH{ending}": data for ending, data in files.items()}), "WTH.zip")
    assert (len(archive), archive.bad) == (60, 0)
    random = Random(3)
    for number in range(60):
        squares, black = reversi_moves(random)
        players, event = (random.randrange(700), random.randrange(700)), random.randrange(40)
        assert archive.codes(number) == squares
        assert archive.players(number) == tuple(f"Player {player}" for player in players)
        assert archive.text_of("event", number) == f"Event {event}"
        assert archive.text_of("result", number) == f"{black}-{64 - black}"
        assert archive.columns["winner"][number] == (FIRST if black > 32 else SECOND if black < 32 else DRAWN)
        assert day_text(archive.columns["date"][number]) == "2024"
    assert len(archive.write()) / 60 <= 80


def test_the_quick_replay_of_reversi_agrees_with_the_rules() -> None:
    """The quick replay and the rules give the same legal moves, openings, passes and scores in random games.

    In the same positions, both refuse the same squares as illegal.
    """
    random, game = Random(8), games.load("reversi")
    for _ in range(25):
        match = game.match()
        while match.outcome() is None:
            match.follow(random.choice(match.position.moves()))
        codes = reversi.encode(match.position_after(0), match.moves)
        replay = reversi.replayed(codes)
        assert (replay.wrong, replay.opening) == (-1, game.opening(match))
        assert replay.scores == "-".join(map(str, match.position.outcome().scores))
        assert [*reversi.decode(match.position_after(0), codes)] == [*match.moves]
        ply = random.randrange(match.ply)
        legal = set(match.position_after(ply).moves())
        place = sum(move != 64 for move in match.moves[:ply])
        for square in range(65):
            is_wrong = reversi.replayed([*codes[:place], square]).wrong >= 0
            assert is_wrong == (square not in legal) or legal == {64}


def test_the_quick_reader_of_checkers_agrees_with_the_reader_of_pdn() -> None:
    text = checkers_file(12, 4)
    archive = read(text.encode())
    assert (len(archive), archive.bad) == (12, 0)
    coder = generic.coder_of("checkers")
    pieces = text.split("[Event")[1:]
    assert len(pieces) == 12
    for number, piece in enumerate(pieces):
        found = foreign_texts.read_text(f"[Event{piece}")
        assert coder.quick(f"[Event{piece}") is not None, "it is read without the reader"
        assert [*coder.decode(None, archive.codes(number))] == [*found.match.moves]
        assert archive.text_of("opening", number) == games.load("checkers").opening(found.match)
        start, moves = generic.written("checkers", archive.text_of("setup", number), archive.codes(number))
        assert (start, moves) == (found.tree.start, [*found.match.written()])


@pytest.mark.parametrize("name", games.ready())
def test_records_of_every_game_come_back_as_they_were(name: str) -> None:
    match = shelf.walk(shelf.Table(name, games.sign(name).seats[-1]), 5).match.until(14)
    archive = read((record.write(match, {"Event": "One"}) + record.write(match, {"Event": "Two"})).encode())
    assert events(archive) == ["One", "Two"]
    again = archives.read(archive.write())
    start, moves = generic.written(name, again.text_of("setup", 1), again.codes(1))
    notation = games.load(name).notation
    assert notation.read_position(start)[:4] == match.position_after(0)[:4]
    assert moves == [*match.written()]


def test_transcripts_and_games_in_brackets_are_read() -> None:
    assert len(read(b"f5d6c3d3c4\nf5f6e6f4\nf5f6\n")) == 3
    text = "(;GM[Othello]PB[Asha]PW[Kishan]RE[+4.00]TY[8]BO[8 "
    board = "-" * 27 + "O*" + "-" * 6 + "*O" + "-" * 27
    archive = read(f"{text}{board} *]B[f5];)\n(;GM[2]PB[Li];B[d3])\n".encode())
    assert [archive.players(number) for number in range(len(archive))] == [("Asha", "Kishan"), ("Li",)]


def test_a_collection_of_many_forms_is_one_collection() -> None:
    files = {"a.pdn": pdn(1).encode(), "b/": b"", "b/c.txt": b"f5d6c3d3c4\n", "d.pdn": (pdn(2) + pdn(3)).encode()}
    archive = read(zipped(files), "many.zip")
    assert (archive.games, events(archive)) == (["checkers", "reversi"], ["Tour 1", "", "Tour 2", "Tour 3"])


@pytest.mark.parametrize(
    ("result", "winner"),
    [("1-0", FIRST), ("0-1", SECOND), ("1/2-1/2", DRAWN), ("½-½", DRAWN), ("33–31", FIRST), ("32-32", DRAWN),
     ("+4.00", FIRST), ("-12", SECOND), ("B+6", FIRST), ("W+2", SECOND), ("+0", DRAWN), ("*", UNKNOWN), ("", UNKNOWN),
     ("12", UNKNOWN)],
)  # fmt: skip
def test_results_say_who_won(result: str, winner: int) -> None:
    assert winner_of(result) == winner


# Damage ---------------------------------------------------------------------------------------------------------------

MIDST = (pdn(1), pdn(2, "1. 11-15 22-18 2. 9-9 25x18 1-0"), pdn(3))


@pytest.mark.parametrize(
    ("data", "wanted", "wrong"),
    [
        ("".join(MIDST).encode(), ["Tour 1", "Tour 3"], [(2, 13)]),  # an illegal move in the midst
        ("".join(MIDST).replace("\n", "\r\n").encode(), ["Tour 1", "Tour 3"], [(2, 13)]),
        ((MIDST[0].replace("\n", "\r") + MIDST[1] + MIDST[2].replace("\n", "\r\n")).encode(),
         ["Tour 1", "Tour 3"], [(2, 13)]),  # mixed line ends
        ((pdn(1) + pdn(2, "1. 11-15 22-18 2.").strip()).encode(), ["Tour 1", "Tour 2"], []),  # cut after a move
        ((pdn(1) + pdn(2, "1. 11-15 22-18 2. 15x2").strip()).encode(), ["Tour 1"], [(2, 13)]),  # cut inside a move
        (pdn(1).replace("Tour", "Zürich").encode("cp1252"), ["Zürich 1"], []),
        (pdn(1).replace("Tour", "Zürich").encode("utf-16"), ["Zürich 1"], []),
        (b"\xff\xfe" + pdn(1).replace("Tour", "Zürich").encode("utf-16-le"), ["Zürich 1"], []),
        (b"\xef\xbb\xbf" + pdn(1).replace("Tour", "Zürich").encode(), ["Zürich 1"], []),
        (('[Event "Again"]\n' + pdn(1)).encode(), ["Tour 1"], []),  # duplicate headers
        ((pdn(1) + "\0\0\0\n" + pdn(2)).encode(), ["Tour 1", "Tour 2"], []),
        ((pdn(1) + '[Event "open\n\n' + pdn(3)).encode(), ["Tour 1", "Tour 3"], None),
        ((pdn(1) + pdn(2, "1. 11-15 {never closed") + pdn(3)).encode(), ["Tour 1", "Tour 3"], [(2, 13)]),
        ((pdn(1) + '[GameType "20"]\n[Event "x"]\n1. 32-28 *\n\n' + pdn(3)).encode(), ["Tour 1", "Tour 3"], None),
    ],
    ids=["illegal", "crlf", "mixed ends", "cut", "cut move", "cp1252", "utf-16", "utf-16 mark", "utf-8 mark",
         "duplicate", "zeros", "open header", "open comment", "other draughts"],
)  # fmt: skip
def test_what_is_wrong_with_one_game_leaves_the_others(
    data: bytes, wanted: Sequence[str], wrong: Sequence[tuple[int, int]] | None
) -> None:
    archive = read(data)
    assert events(archive) == wanted
    if wrong is not None:
        assert [(number, line) for number, line, _ in faults(archive)] == wrong
    assert archives.read(archive.write()).write() == archive.write()


def test_an_illegal_move_in_a_file_of_wthor_is_named() -> None:
    files = wthor_files(5, 9, illegal=2)
    archive = read(files[".wtb"][:-10], "cut.wtb")
    assert (len(archive), archive.bad) == (3, 1), "the last game is cut off"
    assert faults(archive)[0][0] == 3
    assert "is not a legal move here." in faults(archive)[0][2]


@pytest.mark.parametrize("data", [b"", b"  \n", b"hello\nworld", bytes(range(256)) * 20])
def test_a_file_without_games_says_so_or_why(data: bytes) -> None:
    try:
        archive = read(data)
    except TextError as error:
        assert english(error.why) == "There is no game in this file."  # noqa: PT017 - both ends are allowed
    else:
        assert not len(archive)
        assert archive.bad


def test_the_reasons_of_very_many_faults_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_FAULTS", 40)
    archive = read((pdn(2, "1. 9-9 *") * 45).encode())
    assert (archive.bad, len(archive.faults)) == (45, 40)


def test_more_games_than_can_be_kept_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chowk.features.collections.reading.MOST_GAMES", 2)
    archive = read("".join(map(pdn, range(1, 6))).encode())
    assert (len(archive), archive.more) == (2, True)


# Packed files ---------------------------------------------------------------------------------------------------------


def test_packed_files_are_unpacked() -> None:
    plain = (pdn(1) + pdn(2)).encode()
    assert events(read(gzip.compress(plain), "a.pdn.gz")) == ["Tour 1", "Tour 2"]
    both = gzip.compress(pdn(1).encode()) + gzip.compress(pdn(2).encode())
    assert events(read(both)) == ["Tour 1", "Tour 2"]
    assert events(read(gzip.compress(plain) + b"\0" * 40)) == ["Tour 1", "Tour 2"]
    assert events(read(zipped({"a.pdn": plain}, zipfile.ZIP_STORED))) == ["Tour 1", "Tour 2"]


def test_a_packed_file_that_is_cut_off_gives_what_is_there() -> None:
    random = Random(2)
    text = "".join(pdn(number, "{" + random.randbytes(300).hex() + "} " + GOOD) for number in range(1, 90)).encode()
    archive = read(gzip.compress(text)[:-9_000], "cut.gz")
    assert 20 < len(archive) < 89
    assert [english(note) for note in archive.notes] == ["The packed file is cut off. What could be read is here."]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (gzip.compress(b"x" * 90)[:10] + b"\xff" * 20, "This packed file is damaged."),
        (zipped({"a": b"f5d6"})[:-10], "This packed file is damaged."),
        (zipped({"a": b"f5d6"}).replace(b"PK\1\2", b"PK\7\7"), "This packed file is damaged."),
        (b"PK\3\4" + b"\0" * 60, "This packed file is damaged."),
        (zipped({"a": b"f5d6"}).replace(b"PK\1\2\x14\3\x14\0\0", b"PK\1\2\x14\3\x14\0\1"),
         "This packed file is protected by a password."),
    ],
    ids=["gzip", "cut", "directory", "no directory", "locked"],
)  # fmt: skip
def test_a_damaged_archive_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(TextError) as refused:
        read(data)
    assert english(refused.value.why) == why


def test_bombs_are_refused_long_before_they_are_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "LARGEST", 1_000_000)
    bomb = gzip.compress(b"\0" * 3_000_000)
    lying = bytearray(zipped({"a": b"\0" * 3_000_000}))
    struct.pack_into("<I", lying, lying.rindex(b"PK\1\2") + 24, 10)  # it states a size of ten bytes
    for data in (bomb, bytes(lying), zipped({f"{n}": b"\0" * 400_000 for n in range(4)}), b"x" * 1_000_001):
        found = unpacking.Unpacked()
        work = unpacking.unpacking("a", data, found)
        with pytest.raises(TextError, match="too large"):
            list(islice(work, 10))
        assert found.size <= 1_000_000 + unpacking.STEP


# Kept ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_collection_is_refused_and_nothing_else_happens(seed: int) -> None:
    random, whole = Random(seed), read("".join(MIDST).encode()).write()
    for _ in range(60):
        data = bytearray(whole)
        for _ in range(random.randrange(1, 4)):
            data[random.randrange(len(data))] = random.randrange(256)
        data = data[: random.randrange(len(data))] if random.random() < 0.3 else data
        try:
            archive = archives.read(bytes(data))
        except TextError as error:
            assert english(error.why) == "This collection cannot be read."  # noqa: PT017 - both ends are allowed
        else:
            assert len(archive) == len(archive.columns["size"])


def test_dates_are_read_as_far_as_they_are_known() -> None:
    told = {"1999": "1999", "2003.12.15": "2003-12-15", "1980.07.??": "1980-07", "????.??.??": "", "12.5.1999": "",
            "1999-05-03": "1999-05-03", "2001/99/99": "2001-12-31", "": ""}  # fmt: skip
    assert {text: day_text(archives.date_of(text)) for text in told} == told
    assert NAMES[0] == "a1"
