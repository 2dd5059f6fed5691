"""Test the files of WTHOR: games and names are read back, and damaged games are reported one by one."""

from __future__ import annotations

import struct

import pytest

from chowk.core.match import Match
from chowk.core.message import english
from chowk.features.sharing.collection import Collection, read_several
from chowk.features.sharing.decoding import decoded
from chowk.games import load
from chowk.games.reversi import wthor
from chowk.games.reversi.rules import tournament
from chowk.games.reversi.wthor import PLAYER, TOURNAMENT, UnfinishedGame, WthorDay
from tests.unit.games.reversi.random_games import random_game

DAY = WthorDay(2026, 11, 28)


def files(count: int) -> wthor.WthorFiles:
    named = [
        {"Black": f"Asha {seed % 7}", "White": "Kishan" if seed % 2 else "Zoë \u4e00", "Event": f"Tour {seed % 3}"}
        for seed in range(count)
    ]
    return wthor.write([(random_game(seed), headers) for seed, headers in enumerate(named)], 1999, DAY)


def listed(data: bytes) -> Collection:
    collection = read_several(decoded(data).text)
    assert collection is not None
    while collection.extend():
        pass
    for number in range(len(collection.spans)):
        collection.look_into(number)
    return collection


@pytest.mark.parametrize("count", [40, pytest.param(1000, marks=pytest.mark.deep)])
def test_random_games_are_read_back_as_they_were_written(count: int) -> None:
    written = files(count)
    assert len(written.games) == 16 + 68 * count
    collection = listed(written.games)
    assert len(collection.spans) == count
    assert not collection.bad
    for number in range(count):
        match = random_game(number)
        assert collection.read(number).match.moves == match.moves
        assert collection.facts[number].date == "1999"


def test_the_bytes_are_those_of_the_format() -> None:
    match = random_game(4)
    data = files(5).games
    assert data[:16] == bytes((20, 26, 11, 28, 5, 0, 0, 0, 0, 0)) + struct.pack("<H", 1999) + bytes((8, 0, 0, 0))
    outcome = match.ruled()
    assert outcome is not None
    score, _ = tournament(outcome)
    record = data[16 + 4 * 68 : 16 + 5 * 68]
    assert struct.unpack("<HHHBB", record[:8]) == (2, 7, 2, score, score)
    squares = [move for move in match.written() if move != "pass"]
    assert list(record[8 : 8 + len(squares)]) == [10 * int(name[1]) + "abcdefgh".index(name[0]) + 1 for name in squares]


def test_names_come_from_the_files_beside_it() -> None:
    written = files(3)
    players, tournaments = wthor.names_of(written.players, PLAYER), wthor.names_of(written.tournaments, TOURNAMENT)
    assert players == ("", "Asha 0", "Zoë ?", "Asha 1", "Kishan", "Asha 2")
    assert tournaments == ("", "Tour 0", "Tour 1", "Tour 2")
    text = wthor.text_of(written.games, players, tournaments)
    assert text is not None
    collection = read_several(text)
    assert collection is not None
    assert collection.facts[0][:3] == (("Asha 0", "Zoë ?"), "Tour 0", "1999")
    assert wthor.names_of(written.players + b"abc", PLAYER) == players, "half a name is none"


def test_a_damaged_game_is_reported_by_number_and_the_others_are_read() -> None:
    data = bytearray(files(4).games)
    data[16 + 68 + 8 + 5] = 99
    data[16 + 2 * 68 + 8 : 16 + 3 * 68] = bytes(60)
    collection = listed(bytes(data))
    assert collection.bad == [1, 2]
    complaints = [collection.rows[number].complaint for number in collection.bad]
    assert [english(error.why) for error in complaints if error is not None] == [
        "A square such as d3 is expected here, not “x99”.",
        "A square such as d3 is expected here, not “x0”.",
    ]
    assert collection.read(3).match.moves == random_game(3).moves


def test_moves_that_edax_does_not_use_are_no_moves() -> None:
    data = bytearray(files(2).games)
    data[16 + 8 + 5 : 16 + 68] = bytes((92,)) * 55
    assert listed(bytes(data)).read(0).match.moves == random_game(0).moves[:5]


def test_a_file_that_was_cut_has_the_games_before_the_cut() -> None:
    assert len(listed(files(4).games[:-5]).spans) == 3


@pytest.mark.parametrize(
    ("place", "byte"), [(0, 18), (0, 22), (1, 100), (2, 0), (2, 13), (3, 0), (3, 32), (4, 0), (12, 10), (13, 1)]
)
def test_what_has_another_head_is_no_such_file(place: int, byte: int) -> None:
    data = bytearray(files(1).games)
    assert wthor.text_of(bytes(data)) is not None
    data[place] = byte
    assert wthor.text_of(bytes(data)) is None
    assert wthor.text_of(bytes(data[:80])) is None


def test_texts_are_no_such_file() -> None:
    for text in ("f5d6c3", "a" * 200, "\x14\x14\x01\x01"):
        assert wthor.text_of(text.encode()) is None
        assert decoded(text.encode()).text == text


def test_a_game_that_the_format_cannot_hold_is_refused() -> None:
    for match in (random_game(3, 9), random_game(1, 20), Match(load("reversi").ruleset, random_game(3, 9).position)):
        with pytest.raises(UnfinishedGame):
            wthor.write([(match, {})], 1999, DAY)
