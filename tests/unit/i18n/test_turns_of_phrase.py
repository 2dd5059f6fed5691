"""Test translations: removed phrases do not return, and opponents have their animals' names.

Also test that no text is used both as a title and as a command.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path

import pytest

from chowk.core.message import Message, english
from chowk.games import load, ready
from tools.i18n import display, glossary, patterns, wording
from tools.i18n import po_catalog as catalog
from tools.i18n.patterns import Pattern
from tools.i18n.po_catalog import LOCALE, TRANSLATED, Catalog, Entry, Key

EVERY = [(code, pattern) for code in TRANSLATED for pattern in patterns.patterns().get(code, ())]
NAMES = [f"{code}-{pattern.name}" for code, pattern in EVERY]


@cache
def gathered() -> Catalog:
    return catalog.gathered()


@cache
def read(code: str) -> Catalog:
    return catalog.read_po((LOCALE / f"{code}.po").read_text("utf-8"))


# Turns of phrase -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_translation_has_a_turn_of_phrase_that_was_mended(code: str) -> None:
    assert list(patterns.faults(read(code), gathered(), code)) == []


@pytest.mark.parametrize(("code", "pattern"), EVERY, ids=NAMES)
def test_every_pattern_finds_what_it_was_made_for(code: str, pattern: Pattern) -> None:
    text, wrong = pattern.example
    key = Key(text, pattern.context[0] if pattern.context else "")
    sources = {key: Entry(files=(f"{pattern.where[0]}a.py" if pattern.where else "chowk/ui/a.py",))}
    marked = [caught.name for caught, *_ in patterns.caught({key: Entry(strings=(wrong,))}, sources, code)]
    assert pattern.name in marked
    assert list(patterns.caught({key: Entry(strings=(wrong,), fuzzy=True)}, sources, code)) == [], "nobody is shown it"


@pytest.mark.parametrize(("code", "pattern"), EVERY, ids=NAMES)
def test_a_pattern_concerns_some_sentence_and_exempts_only_such_as_it_concerns(code: str, pattern: Pattern) -> None:
    for text in (pattern.why, *pattern.example):
        assert text
        assert unicodedata.is_normalized("NFC", text), code
    assert (pattern.has is None) != (pattern.needs is None), "one of the two"
    assert any(pattern.concerns(key, entry) for key, entry in gathered().items())
    free = pattern._replace(exempt=frozenset())
    idle = [
        key.text for key, entry in gathered().items() if key.text in pattern.exempt and not free.concerns(key, entry)
    ]
    assert idle == []


def test_a_pattern_knows_where_words_end_in_every_script(tmp_path: Path) -> None:
    (tmp_path / "patterns.toml").write_text(
        "[shared]\n[[bn]]\nname = 'a'\nwhy = 'b'\nhas = '\\<হল\\>'\nexample = ['It was', 'হল']\n"
        "exempt = ['Is', 'Was not']\n",
        "utf-8",
    )
    catalog_ = {
        Key(str(number)): Entry(strings=(text,)) for number, text in enumerate(("হল।", "হলে", "হলো", "মহল", "“হল”"))
    }
    catalog_[Key("Is")] = Entry(strings=("হল",))
    texts = [key.text for _, key, _ in patterns.caught(catalog_, catalog_, "bn", tmp_path)]
    assert texts == ["0", "4"]
    lines = list(patterns.faults(catalog_, catalog_, "bn", tmp_path))
    assert lines == ["'0' (a): 'হল।': b", "'4' (a): '“হল”': b", "a: exempt, but no longer said: 'Was not'"]


# Animals -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", TRANSLATED)
def test_an_opponent_is_called_the_animal_that_is_drawn(code: str) -> None:
    assert list(glossary.misnamed(read(code), code)) == []


def test_the_glossary_of_animals_has_every_opponent_with_its_drawing() -> None:
    drawn = {level.animal: english(level.name) for game in map(load, ready()) for level in game.bots.LEVELS}
    assert {animal.drawing: animal.english for animal in glossary.animals()} == drawn
    for animal in glossary.animals():
        assert set(animal.words) == set(TRANSLATED), animal.drawing
        for word in (word for words in animal.words.values() for word in words):
            assert unicodedata.is_normalized("NFC", word), word


def test_another_animal_than_the_one_that_is_drawn_is_found() -> None:
    butterfly = {Key("Butterfly"): Entry(strings=("ખિસકોલી",))}
    (line,) = glossary.misnamed(butterfly, "gu")
    assert line == "'Butterfly': the drawing is of a butterfly, so પતંગિય is expected, not 'ખિસકોલી'"
    assert list(glossary.misnamed({Key("Butterfly"): Entry(strings=("પતંગિયાબહેન",))}, "gu")) == []
    assert list(glossary.misnamed({Key("Butterfly"): Entry(strings=("ખિસકોલી",), fuzzy=True)}, "gu")) == []


# Titles that must not be commands -------------------------------------------------------------------------------------


def pages() -> dict[str, str]:
    root = catalog.PACKAGE / "pages"
    return {path.name: path.read_text("utf-8") for path in sorted(root.glob("*.py"))}


def test_no_title_is_an_order_but_of_what_is_there_to_do_it() -> None:
    assert list(wording.used_twice(display.titles(), pages())) == []


def test_an_order_that_is_a_title_or_a_name_is_found() -> None:
    titles = [
        Message("Share", context=wording.CONTEXTS[0]),
        Message("Shared"),
        Message("Play apart", context=wording.CONTEXTS[1]),
    ]
    source = """
el("aside", aria_label=words(say_in("the player does it", "Review")))
el("button", aria_label=words(say_in("the player does it", "Roll")))
el("div", aria_label=words(say_in("shape of a patch", "square")))
"""
    assert list(wording.used_twice(titles, {"a.py": source})) == [
        "'Share' orders something and is a title: say the title otherwise, without a context",
        "a.py:2: 'Review' orders something and is the name of a part: say it otherwise",
    ]
