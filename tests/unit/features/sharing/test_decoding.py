"""Test reading files in Unicode and in old encodings, and the message when the encoding was guessed."""

from __future__ import annotations

import pytest

from chowk.core.message import english
from chowk.features.sharing.decoding import decoded, joined
from chowk.games.reversi import wthor
from tests.unit.games.reversi.random_games import random_game

ROSA = '[White "Größe, François – “é”"]\n1. 11-15 *'
IVAN = '[White "Иванов, Ё. № 5 — «ш»"]\n1. 11-15 *'


@pytest.mark.parametrize("text", ["", "a", "1. 11-15", ROSA, IVAN, "黒 f5", "\x00"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_unicode_is_read_and_nothing_is_said(text: str, encoding: str) -> None:
    assert decoded(text.encode(encoding)) == (text, None)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_its_mark_is_known_by_its_zeros(encoding: str) -> None:
    assert decoded(IVAN.encode(encoding)) == (IVAN, None)


@pytest.mark.parametrize(("text", "encoding"), [(ROSA, "cp1252"), (IVAN, "cp1251")])
def test_old_encodings_are_told_apart_and_named(text: str, encoding: str) -> None:
    result = decoded(text.encode(encoding))
    assert result.text == text
    assert result.note is not None
    assert f"read as Windows-{encoding[2:]}" in english(result.note)


@pytest.mark.parametrize(
    ("encoding", "words"), [("cp1252", b"\xe9t\xe9 "), ("cp1251", b"\xcf\xe0\xf0\xf2\xe8\xff" * 99)]
)
def test_every_byte_of_the_old_encodings_is_as_it_should_be(encoding: str, words: bytes) -> None:
    high = bytes(range(0x80, 0x100))
    text = decoded(words * 99 + high).text[-len(high) :]
    wrong = [
        (hex(byte), sign, right)
        for byte, sign in zip(high, text, strict=True)
        if sign != (right := bytes([byte]).decode(encoding, "ignore") or chr(byte))
    ]
    assert wrong == []


def test_a_file_that_was_cut_within_a_character_is_unicode_still() -> None:
    assert decoded("aé".encode()[:2]) == ("a", None)
    assert decoded("aé".encode("utf-16")[:-1]).text == "a"


def test_files_that_are_opened_together_become_one_text() -> None:
    assert joined([b"f5d6", "Zoë: c4c3".encode("latin-1")]).text == "f5d6\n\nZoë: c4c3"
    assert joined([b"f5d6", "Zoë: c4c3".encode("latin-1")]).note is not None
    assert joined([b"f5d6", b"c4c3"]) == ("f5d6\n\nc4c3", None)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0)])
def test_a_binary_file_finds_its_names_in_the_files_that_are_opened_with_it(order: tuple[int, ...]) -> None:
    match = random_game(2)
    files = wthor.write([(match, {"Black": "Asha", "White": "Zoë", "Event": "Cup"})], 1999, wthor.WthorDay(2026, 1, 1))
    text = joined([files[number] for number in order]).text
    assert [line for line in text.split("\n") if line.startswith(("[Event", "[Black", "[White"))] == [
        '[Event "Cup"]',
        '[Black "Asha"]',
        '[White "Zoë"]',
    ]
    assert "Asha" not in joined([files.games]).text
    assert joined([files.players]).text == "", "a file of names has no games"
