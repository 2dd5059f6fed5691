"""The translations: complete, in their own script, true to their glossaries; and the tools that say so."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest

from chowk.app.i18n import LANGUAGES
from tools import catalog, glossary, wording
from tools.catalog import LOCALE, TRANSLATED, Catalog, Entry, Key

WRITTEN = [code for code in TRANSLATED if (LOCALE / f"{code}.po").is_file()]
"""The languages that are translated by now. One that exists must be whole; of one that does not, nothing is asked."""


def read(code: str) -> Catalog:
    return catalog.read_po((LOCALE / f"{code}.po").read_text("utf-8")) if code in WRITTEN else {}


def wanted(code: str) -> Catalog:
    return catalog.gathered() if code in WRITTEN else {}


# Every translation ----------------------------------------------------------------------------------------


def test_nothing_else_lies_among_the_translations() -> None:
    assert {path.stem for path in LOCALE.glob("*.po")} <= set(TRANSLATED)
    assert set(catalog.looked_over()) == set(TRANSLATED)


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_has_every_sentence_placeholder_and_plural(code: str) -> None:
    assert list(catalog.problems(read(code), wanted(code), LANGUAGES[code].plural)) == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_is_written_in_its_own_script_with_its_own_marks(code: str) -> None:
    assert list(wording.faults(read(code), wanted(code), code)) == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_keeps_to_its_glossary(code: str) -> None:
    assert list(glossary.departures(read(code), wanted(code), code)) == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_what_a_translation_leaves_as_it_is_has_no_words_in_it(code: str) -> None:
    same = [key.text for key, one in read(code).items() if key in wanted(code) and key.text in one.strings]
    assert [text for text in same if wording.foreign_words(text)] == []


def test_the_coverage_table_counts_sentences_by_room() -> None:
    head, *rows = catalog.coverage().splitlines()
    assert head.split() == ["sentences", *TRANSLATED]
    counts = {cells[0]: [int(cell) for cell in cells[1:]] for cells in map(str.split, rows[:-1])}
    whole = counts.pop("all")
    assert whole == [sum(column) for column in zip(*counts.values(), strict=True)]
    assert whole[0] == len(catalog.gathered())
    assert [whole[1 + TRANSLATED.index(code)] for code in WRITTEN] == [whole[0]] * len(WRITTEN)
    assert {"app", "core", "games/reversi", "games/patchwork"} <= counts.keys()


# The glossaries -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_glossary_knows_every_term_and_its_own_stems(code: str) -> None:
    words = glossary.glossary(code).words
    assert list(words) == [term.name for term in glossary.terms()]
    for name, word in words.items():
        assert word.is_in(word.say), name
        for text in (word.say, *word.stems):
            assert unicodedata.is_normalized("NFC", text), name
            assert wording.foreign_words(text) == [], name
            assert text == text.strip() != "", name
        assert any(unicodedata.name(sign).startswith(wording.SCRIPTS[code]) for sign in word.say), name


@pytest.mark.parametrize("code", TRANSLATED)
def test_words_of_one_game_are_told_apart(code: str) -> None:
    words = glossary.glossary(code).words
    for first, second in (
        ("man", "king"),
        ("nest", "home"),
        ("home", "space"),
        ("cat", "mouse"),
        ("patch", "quilt"),
        ("button", "income"),
        ("blockade", "safe"),
        ("black", "white"),
        ("red", "blue"),
        ("yellow", "green"),
        ("undo", "redo"),
    ):
        assert not any(words[first].is_in(stem) for stem in words[second].stems), (first, second)
        assert not any(words[second].is_in(stem) for stem in words[first].stems), (first, second)


def test_every_term_of_the_games_that_stand_is_met_in_their_sentences() -> None:
    said = catalog.gathered()
    for term in glossary.terms():
        if not any(place.startswith("chowk/games/patchwork") for place in term.where):
            assert any(term.is_in(key, entry) for key, entry in said.items()), term.name


KIN = "chowk/games/kilkenny/speech.py"


@pytest.mark.parametrize(
    ("text", "file", "name", "is_in"),
    [
        ("Two cats", KIN, "cat", True),
        ("A catalogue", KIN, "cat", False),
        ("{cat} waits", KIN, "cat", False),
        ("Kilkenny Cats board", KIN, "cat", False),
        ("Kilkenny Cats have cats", KIN, "cat", True),
        ("Two cats", "chowk/games/reversi/help.py", "cat", False),
        ("Red moves", KIN, "red", True),
        ("a red cat", KIN, "red", False),
        ("Clockwise", KIN, "clockwise", True),
        ("Counter-clockwise", KIN, "clockwise", False),
    ],
)
def test_a_term_is_found_where_it_means_what_it_says(text: str, file: str, name: str, is_in: bool) -> None:
    term = next(one for one in glossary.terms() if one.name == name)
    assert term.is_in(Key(text), Entry(files=(file,))) == is_in


def test_a_term_is_found_in_the_plural_sentence() -> None:
    term = next(one for one in glossary.terms() if one.name == "disc")
    assert term.is_in(Key("{count} of them"), Entry("{count} discs", ("chowk/games/reversi/speech.py",)))


def test_a_sentence_without_the_word_is_found(tmp_path: Path) -> None:
    (tmp_path / "terms.toml").write_text(
        '[pawn]\nmeaning = "a piece"\nenglish = ["pawn", "pawns"]\n'
        '[game]\nmeaning = "play"\nenglish = ["game"]\nadvice = true\n',
        "utf-8",
    )
    (tmp_path / "pa.toml").write_text(
        'exempt = ["Your pawn", "Gone"]\n'
        'pawn = { say = "ਗੋਟੀ", stems = ["ਗੋਟੀ"] }\ngame = { say = "ਖੇਡ", stems = ["ਖੇਡ"] }\n',
        "utf-8",
    )
    keys = ("A pawn", "The pawn", "Your pawn", "This game")
    said: Catalog = {Key(text): Entry(files=("a.py",)) for text in keys}
    said[Key("{count} pawn")] = Entry("{count} pawns", ("a.py",))
    texts = ("ਇੱਕ ਗੋਟੀ", "ਪਿਆਜ਼", "ਉਹ", "ਇਹ")
    done: Catalog = {Key(key): Entry(strings=(text,)) for key, text in zip(keys, texts, strict=True)}
    done[Key("{count} pawn")] = Entry("{count} pawns", (), ("{count} ਗੋਟੀ", "{count} ਪੈਨ"))
    found = list(glossary.departures(done, said, "pa", tmp_path))
    assert [re.findall("'(.*?)'", line)[0] for line in found] == ["The pawn", "{count} pawn", "Gone"]


# How translations are written -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "english", "text", "fault"),
    [
        ("bn", "Choose a piece.", "একটি ঘুঁটি বেছে নিন।", ""),
        ("bn", "Choose a piece.", "একটি ঘুঁটি বেছে নিন.", "end"),
        ("bn", "Choose a piece", "একটি ঘুঁটি বেছে নিন।", "end"),
        ("te", "Choose a piece.", "పావును ఎంచుకోండి।", "end"),
        ("te", "Choose a piece.", "పావును ఎంచుకోండి.", ""),
        ("gu", "Really?", "ખરેખર", "end"),
        ("kn", "{player} passes.", "{player}: ಪಾಸ್.", ""),
        ("kn", "{player} passes.", "{player}ಗೆ ಪಾಸ್.", "glued"),
        ("bn", "{player} passes.", "{player}-এর পাস।", ""),
        ("bn", "{count} discs", "{count}টি চাকতি", ""),
        ("bn", "a peacock", "\u09b0\u09df", "NFC"),
        ("pa", "a {count}", "ਇੱਕ  {count}", "spaces"),
        ("pa", "a", "ਇੱਕ ", "spaces"),
        ("pa", "a", "एक", "another script (ए"),
        ("pa", "a", "ਇੱਕ а", "another script (а"),
        ("pa", "say “a”", 'ਕਹੋ "ਏ"', "straight"),
        ("gu", "Use Chrome", "Chrome વાપરો", ""),
        ("gu", "Play Reversi", "Reversi રમો", "Latin letters (Reversi)"),
        ("gu", "A move such as f5d6c3 or 22x15x8, [5,3] n>5 17>25x", "ચાલ: f5d6c3, 22x15x8, [5,3] n>5 17>25x", ""),
    ],
)
def test_what_is_written_wrongly_is_found(code: str, english: str, text: str, fault: str) -> None:
    found = list(wording.faults({Key(english): Entry(strings=(text,))}, {Key(english): Entry()}, code))
    if fault:
        assert len(found) == 1, found
        assert fault in found[0]
    else:
        assert found == []
