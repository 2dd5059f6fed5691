"""Test that the translations are complete, in their own script and true to their glossaries, and test their tools."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.core import get_global
from fontTools.ttLib import TTFont

from chowk.core.message import say
from chowk.games import load, ready
from chowk.i18n import i18n
from chowk.i18n.i18n import ENGLISH, LANGUAGES, PSEUDOS, words
from chowk.ui.nodes import el
from tools.build import build_site, build_vendor, skeleton
from tools.i18n import glossary, reword, wording
from tools.i18n import po_catalog as catalog
from tools.i18n.po_catalog import LOCALE, TRANSLATED, Catalog, Entry, Key

ROOT = Path(__file__).resolve().parents[3]

WRITTEN = [code for code in TRANSLATED if (LOCALE / f"{code}.po").is_file()]
"""Codes of the languages that have a translation. An existing translation must be complete."""


@cache
def read(code: str) -> Catalog:
    return catalog.read_po((LOCALE / f"{code}.po").read_text("utf-8")) if code in WRITTEN else {}


@cache
def gathered() -> Catalog:
    return catalog.gathered()


def expected_messages(code: str) -> Catalog:
    return gathered() if code in WRITTEN else {}


# Every translation ----------------------------------------------------------------------------------------


def test_nothing_else_lies_among_the_translations() -> None:
    assert {path.stem for path in LOCALE.glob("*.po")} <= set(TRANSLATED)
    assert set(catalog.looked_over()) == set(catalog.complete()) == set(TRANSLATED)


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_has_every_placeholder_and_plural(code: str) -> None:
    assert list(catalog.faults(read(code), expected_messages(code), LANGUAGES[code].plural)) == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_is_written_in_its_own_script_with_its_own_marks(code: str) -> None:
    assert list(wording.faults(read(code), expected_messages(code), code)) == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_keeps_to_its_glossary(code: str) -> None:
    assert list(glossary.departures(read(code), expected_messages(code), code)) == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_what_a_translation_leaves_as_it_is_has_no_words_in_it(code: str) -> None:
    same = [
        key.text for key, entry in read(code).items() if key in expected_messages(code) and key.text in entry.strings
    ]
    assert [text for text in same if wording.foreign_words(text)] == []


def test_the_coverage_table_counts_sentences_by_room() -> None:
    head, *rows = catalog.coverage().splitlines()
    assert head.split() == ["sentences", *TRANSLATED]
    counts = {cells[0]: [int(cell) for cell in cells[1:]] for cells in map(str.split, rows[:-2])}
    totals = counts.pop("all")
    assert totals == [sum(column) for column in zip(*counts.values(), strict=True)]
    assert totals[0] == len(gathered())
    lacking = {code: len(keys) for code, keys in catalog.lacking().items()}
    translated = {code: totals[1 + TRANSLATED.index(code)] for code in TRANSLATED}
    assert translated == {code: totals[0] - lacking.get(code, 0) for code in TRANSLATED}
    assert {"app", "core", "games/reversi", "games/patchwork"} <= counts.keys()
    unedited = [sum(entry.unedited for entry in read(code).values()) for code in TRANSLATED]
    assert rows[-2].split() == ["not", "yet", "edited", *map(str, unedited)]


# Another English wording ----------------------------------------------------------------------------------

SOURCE = """
from chowk.core.message import PlayerName, say, say_many

HEADING = say("Coming")
LONG = say(
    "The dice are honest. Chance is lumpy, as every player of games knows, and "
    "so a table may look odd.",
)
FACT = say_many("{count} disc is laid", "{count} discs are laid", 2)


def told(seat: int) -> Message:
    return say("{player} goes home.", player=PlayerName(seat))
"""

REWORDED = """
from chowk.core.message import PlayerName, say, say_in, say_many

HEADING = say_in("a title", "Coming soon")
LONG = say(
    "The dice are fair. Chance is uneven, as every player of games knows, and so a table may look odd, or even very "
    "odd.",
)
FACT = say_many("{count} disc is placed", "{count} discs are placed", 2)


def told(seat: int) -> Message:
    return say("{player} goes to its nest.", player=PlayerName(seat))
"""

TABLE = """\
Coming\t[a title] Coming soon
{count} disc is laid || {count} discs are laid\t{count} disc is placed || {count} discs are placed
{player} goes home.\t{player} goes to its nest.
The dice are honest. Chance is lumpy, as every player of games knows, and so a table may look odd.\t\
The dice are fair. Chance is uneven, as every player of games knows, and so a table may look odd, or even very odd.
"""


@pytest.fixture
def workplace(tmp_path: Path) -> Path:
    """Create a small project in a folder: sources, a translation, a glossary, a test and a document.

    The test and the document quote a message.
    """
    files = {
        "py/chowk/games/a.py": SOURCE,
        "py/chowk/games/b.py": 'from chowk.core.message import say\n\nHERE = say("Elsewhere"), say("Coming")\n',
        "py/chowk/locale/glossary/gu.toml": 'exempt = [\n    "{player} goes home.",\n]\n',
        "py/tools/a.py": "",
        "tests/a.py": 'assert told(0) == "{player} goes home."\nassert "Coming" in text\n',
        "README.md": "It says {player} goes home.\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    entries = {
        key: entry._replace(strings=("ક", "ખ") if entry.many else (f"ગ {key.text}",))
        for key, entry in catalog.gathered(tmp_path / "py/chowk").items()
    }
    entries[Key("Elsewhere")] = Entry(strings=("બીજે",), fuzzy=True, unedited=True)
    (tmp_path / "py/chowk/locale/gu.po").write_text(catalog.write_po(entries, LANGUAGES["gu"]), "utf-8")
    return tmp_path


def test_another_wording_keeps_its_translations_everywhere(workplace: Path) -> None:
    package = workplace / "py/chowk"
    before = catalog.read_po((package / "locale/gu.po").read_text("utf-8"))
    for _ in range(2):
        lines = reword.reword(reword.changes(TABLE), workplace)
        assert lines == ["look at README.md:1: '{player} goes home'"]
        assert (package / "games/a.py").read_text("utf-8") == REWORDED
        after = catalog.read_po((package / "locale/gu.po").read_text("utf-8"))
        for old, new in (change.keys for change in reword.changes(TABLE)):
            assert after[new].strings == before[old].strings
            assert not after[new].fuzzy
            assert (after[new].unedited, after[new].was) == ((True, old.text) if new.text != old.text else (False, ""))
        assert after[Key("Elsewhere")] == before[Key("Elsewhere")]
        assert after.keys() - {Key("")} == catalog.gathered(package).keys()
    assert 'say_in("a title", "Coming soon")' in (package / "games/b.py").read_text("utf-8")
    assert (package / "locale/glossary/gu.toml").read_text(
        "utf-8"
    ) == 'exempt = [\n    "{player} goes to its nest.",\n]\n'
    source = (workplace / "tests/a.py").read_text("utf-8")
    assert source == 'assert told(0) == "{player} goes to its nest."\nassert "Coming" in text\n', (
        "one word may mean anything"
    )


def test_a_reworded_sentence_says_what_it_was_until_somebody_has_read_its_translation(workplace: Path) -> None:
    path = workplace / "py/chowk/locale/gu.po"
    keys: list[Key] = []
    for new in ("Not ready", "Nearly ready", "Coming"):
        reword.reword([reword.change(keys[-1].text if keys else "Coming", new)], workplace)
        keys.append(Key(new))
        entry = catalog.read_po(path.read_text("utf-8"))[keys[-1]]
        assert (entry.strings, entry.fuzzy, entry.unedited) == (("ગ Coming",), False, True)
        assert entry.was == ("" if new == "Coming" else "Coming"), "the English that the translation was made from"
        catalog.update("gu", package=workplace / "py/chowk")
        assert catalog.read_po(path.read_text("utf-8"))[keys[-1]] == entry
    reworded = {keys[0]: Entry(strings=("ક",), was="Coming")}
    assert list(catalog.faults(reworded, reworded, LANGUAGES["gu"].plural)) == [
        "marked as edited, though its English was 'Coming'; take off one of the marks: 'Not ready'"
    ]


def test_a_sentence_that_means_something_else_says_what_it_was(workplace: Path) -> None:
    package = workplace / "py/chowk"
    source = package / "games/b.py"
    source.write_text(source.read_text("utf-8").replace("Elsewhere", "Elsewheres"), "utf-8")
    catalog.update("gu", package=package)
    entry = catalog.read_po((package / "locale/gu.po").read_text("utf-8"))[Key("Elsewheres")]
    assert (entry.strings, entry.fuzzy, entry.unedited, entry.was) == (("બીજે",), True, True, "Elsewhere")


def test_another_wording_in_some_files_leaves_the_others(workplace: Path) -> None:
    reword.reword([reword.change("Coming", "[a title] Coming", "chowk/games/b.py")], workplace)
    package = workplace / "py/chowk"
    assert (package / "games/a.py").read_text("utf-8") == SOURCE
    after = catalog.read_po((package / "locale/gu.po").read_text("utf-8"))
    assert after[Key("Coming")].strings == after[Key("Coming", "a title")].strings == ("ગ Coming",)


@pytest.mark.parametrize(
    ("old", "new", "where", "advice"),
    [
        ("Not there.", "Nowhere.", "", ""),
        ("Coming up", "Coming soon", "", "; write it as '[a title] Coming up' in chowk/games/c.py"),
        ("{count} disc is laid", "{count} disc lies", "",
         "; write it as '{count} disc is laid || {count} discs are laid' in chowk/games/a.py"),
        ("{player} goes home.", "{player} comes home.", "chowk/games/b.py",
         "; write it as '{player} goes home.' in chowk/games/a.py"),
    ],
)  # fmt: skip
def test_nothing_changes_if_a_sentence_is_not_in_the_sources_in_this_form(
    old: str, new: str, where: str, advice: str, workplace: Path
) -> None:
    titled = workplace / "py/chowk/games/c.py"
    titled.write_text('from chowk.core.message import say_in\n\nSOON = say_in("a title", "Coming up")\n', "utf-8")
    quoting = workplace / "tests/a.py"
    quoting.write_text(f"assert {old!r} in text\n", "utf-8")
    before = {path: path.read_bytes() for path in workplace.rglob("*.*")}
    lines = reword.reword([reword.change("Coming", "Soon"), reword.change(old, new, where)], workplace)
    assert lines == [f"not said, so nothing was changed: {old!r}{advice}"]
    assert {path: path.read_bytes() for path in workplace.rglob("*.*")} == before


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("{player} wins", "{other} wins", "placeholders"),
        ("{count} disc || {count} discs", "{count} disc", "plural"),
        ("{count} disc || {count} discs", "{count} disc || discs", "placeholders"),
        ("{count} disc || {count} discs", "[a] {count} disc || {count} discs", "context"),
    ],
)
def test_a_wording_that_would_need_other_code_is_refused(old: str, new: str, why: str) -> None:
    with pytest.raises(catalog.CatalogError, match=why):
        reword.change(old, new)


# The glossaries -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_glossary_knows_every_term_and_its_own_stems(code: str) -> None:
    words_of = glossary.glossary(code).words
    assert list(words_of) == [term.name for term in glossary.terms()]
    for name, word in words_of.items():
        assert word.is_in(word.say), name
        for text in (word.say, *word.stems):
            assert unicodedata.is_normalized("NFC", text), name
            assert wording.foreign_words(text) == [], name
            assert text == text.strip() != "", name
        assert any(unicodedata.name(sign).startswith(wording.SCRIPTS[code]) for sign in word.say), name


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_glossary_avoids_nothing_that_it_asks_for(code: str) -> None:
    rules = glossary.glossary(code)
    for wrong, reason in rules.avoid.items():
        assert unicodedata.is_normalized("NFC", wrong), wrong
        assert wrong == wrong.strip() != "", wrong
        assert reason, wrong
        assert not [name for name, word in rules.words.items() if wrong in word.say], wrong


@pytest.mark.parametrize("code", TRANSLATED)
def test_words_of_one_game_are_told_apart(code: str) -> None:
    words_of = glossary.glossary(code).words
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
        assert not any(words_of[first].is_in(stem) for stem in words_of[second].stems), (first, second)
        assert not any(words_of[second].is_in(stem) for stem in words_of[first].stems), (first, second)


def test_every_term_of_the_games_that_stand_is_met_in_their_sentences() -> None:
    sources = gathered()
    for term in glossary.terms():
        if not any(place.startswith("chowk/games/patchwork") for place in term.where):
            assert any(term.is_in(key, entry) for key, entry in sources.items()), term.name


KIN = "chowk/games/kilkenny/ui/speech.py"


@pytest.mark.parametrize(
    ("text", "file", "name", "is_in"),
    [
        ("Two cats", KIN, "cat", True),
        ("A catalogue", KIN, "cat", False),
        ("{cat} waits", KIN, "cat", False),
        ("Kilkenny Cats board", KIN, "cat", False),
        ("Kilkenny Cats have cats", KIN, "cat", True),
        ("Two cats", "chowk/games/reversi/ui/rule_book.py", "cat", False),
        ("Red moves", KIN, "red", True),
        ("a red cat", KIN, "red", False),
        ("Clockwise", KIN, "clockwise", True),
        ("Counter-clockwise", KIN, "clockwise", False),
    ],
)
def test_a_term_is_found_where_it_means_what_it_says(text: str, file: str, name: str, is_in: bool) -> None:
    term = next(candidate for candidate in glossary.terms() if candidate.name == name)
    assert term.is_in(Key(text), Entry(files=(file,))) == is_in


def test_a_term_is_found_in_the_plural_sentence() -> None:
    term = next(candidate for candidate in glossary.terms() if candidate.name == "disc")
    assert term.is_in(Key("{count} of them"), Entry("{count} discs", ("chowk/games/reversi/ui/speech.py",)))


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
    sources: Catalog = {Key(text): Entry(files=("a.py",)) for text in keys}
    sources[Key("{count} pawn")] = Entry("{count} pawns", ("a.py",))
    texts = ("ਇੱਕ ਗੋਟੀ", "ਪਿਆਜ਼", "ਉਹ", "ਇਹ")
    translations: Catalog = {Key(key): Entry(strings=(text,)) for key, text in zip(keys, texts, strict=True)}
    translations[Key("{count} pawn")] = Entry("{count} pawns", (), ("{count} ਗੋਟੀ", "{count} ਪੈਨ"))
    lines = list(glossary.departures(translations, sources, "pa", tmp_path))
    assert [re.findall("'(.*?)'", line)[0] for line in lines] == ["The pawn", "{count} pawn", "Gone"]


def test_a_sentence_with_a_word_to_be_avoided_is_found_even_if_it_is_exempt(tmp_path: Path) -> None:
    (tmp_path / "terms.toml").write_text('[pawn]\nmeaning = "a piece"\nenglish = ["pawn"]\n', "utf-8")
    (tmp_path / "pa.toml").write_text(
        'exempt = ["Your pawn"]\npawn = { say = "ਗੋਟੀ", stems = ["ਗੋਟੀ"] }\n[avoid]\n"ਪਿਆਜ਼" = "an onion"\n', "utf-8"
    )
    sources: Catalog = {Key(text): Entry(files=("a.py",)) for text in ("A pawn", "Your pawn", "Any")}
    texts = ("ਇੱਕ ਗੋਟੀ", "ਪਿਆਜ਼", "ਉਹ")
    translations: Catalog = {key: Entry(strings=(text,)) for key, text in zip(sources, texts, strict=True)}
    assert list(glossary.departures(translations, sources, "pa", tmp_path)) == [
        "'Your pawn' has 'ਪਿਆਜ਼' in 'ਪਿਆਜ਼': an onion"
    ]


ACTS = re.compile(
    r"(?:^|: )(?:Red|Blue|Black|White) "
    r"(?:moves|goes|came|went|was the first|wins|passes|"
    r"has (?:captured|sent|sewn|bought|gone|come|played)|has jumped(?!.*crowned))\b"
)
"""Pattern of a caption that says that a side does something.

"Crowned" is excluded, because a man is crowned, not the side.
"""
RESPECT = {"te": r"రు(?=[ .,;:]|$)", "kn": r"ರು(?=[ .,;:]|$)|ನವರೂ|ಯವರೂ", "bn": r"েন(?=[ ,।:]|$)|তাঁর"}
"""For each language, a pattern of the respectful verb endings for people."""


@pytest.mark.parametrize("code", RESPECT)
def test_sides_act_as_people_do_in_the_help_as_in_the_log(code: str) -> None:
    acts = {key.text: entry.strings for key, entry in read(code).items() if ACTS.search(key.text)}
    assert len(acts) > 20 or code not in WRITTEN
    assert {
        text: texts for text, texts in acts.items() if not all(re.search(RESPECT[code], text) for text in texts)
    } == {}


def test_telugu_puts_no_verb_of_respect_beside_the_masculine_player() -> None:
    clash = re.compile(r"ఆటగాడ[ుూ][^.:;]*(?:తారు|లరు|లేరు|శారు|న్నారు|చారు)(?=[ .,;:]|$)")
    assert clash.search("మొదట చేర్చిన ఆటగాడు గెలుస్తారు.")
    assert not clash.search("మొదట చేరిన ఆటగాడిదే గెలుపు. వారు ఆడతారు.")
    assert [string for entry in read("te").values() for string in entry.strings if clash.search(string)] == []


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
        ("gu", "{player}'s turn.", "{player}નો વારો.", ""),
        ("gu", "{player}'s turn.", "{player} નો વારો.", "stands apart"),
        ("gu", "It is {player}'s.", "{player}નું.", ""),
        ("gu", "{player} plays.", "{player}એ રમ્યું.", "glued"),
        ("gu", "6 of {all}", "{all} માંથી 6", "stands apart"),
        ("gu", "6 of {all}", "{all}માંથી 6", ""),
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
    lines = list(wording.faults({Key(english): Entry(strings=(text,))}, {Key(english): Entry()}, code))
    if fault:
        assert len(lines) == 1, lines
        assert fault in lines[0]
    else:
        assert lines == []


@pytest.mark.parametrize("code", wording.ENDINGS)
def test_no_ending_changes_what_a_player_is_called(code: str) -> None:
    translate = words(code, catalogues=catalog.packed({code: read(code)}).get)
    names: list[str] = []
    for game in map(load, ready()):
        names += [translate(seat) for seat in game.speech.SEATS]
        names += [translate(level.name) for level in game.bots.LEVELS]
    assert len(names) > 30
    assert [name for name in names if name.endswith(("ો", "ું"))] == []


def test_orders_say_who_acts_and_homonyms_what_they_mean() -> None:
    assert list(wording.unclear(gathered())) == []
    orders = [key for key in gathered() if key.context in wording.CONTEXTS]
    assert len(orders) > 60
    assert Key("Move now", "the opponent does it") in orders


@pytest.mark.parametrize(
    ("key", "fault"),
    [
        (Key("Save as a file"), "who does it"),
        (Key("Save as a file", "the page does it"), ""),
        (Key("Save your game before you leave."), ""),
        (Key("Turn by turn"), ""),
        (Key("Roll {face}"), ""),
        (Key("square"), "more than one meaning"),
        (Key("square", "shape of a patch"), ""),
    ],
)
def test_a_label_that_nobody_can_translate_alone_is_found(key: Key, fault: str) -> None:
    lines = list(wording.unclear({key: Entry()}))
    assert len(lines) == bool(fault)
    assert all(fault in line for line in lines)


# The language that a reader gets -----------------------------------------------------------------------------

ALL = [language for language in LANGUAGES.values() if language not in PSEUDOS]


@pytest.mark.parametrize(
    ("tags", "code"),
    [
        ([], ""),
        (["fr", "pa-IN", "en"], "pa"),
        (["pa"], "pa"),
        (["PA-guru-in"], "pa"),
        (["pa_IN"], "pa"),
        (["pa-Arab", "te"], "te"),
        (["pa-PK"], ""),
        (["pa-Guru-PK"], "pa"),
        (["pnb", "ur"], ""),
        (["bn-BD"], "bn"),
        (["bn-IN", "bn-BD"], "bn"),
        (["bn-Latn", "kn"], "kn"),
        (["en-GB", "kn"], "en"),
        (["kn-IN", "en"], "kn"),
        (["hi-IN", "gu-IN"], "hi"),
        (["mr-IN", "gu-IN"], "gu"),
        (["te-IN"], "te"),
        (["", "*", "x-private", "te"], "te"),
    ],
)
def test_a_reader_gets_the_first_language_and_script_that_there_is(tags: list[str], code: str) -> None:
    assert i18n.negotiated(tags, ALL) == code


def test_usual_scripts_are_those_of_cldr() -> None:
    for tag, usual in get_global("likely_subtags").items():
        language, *subtags = tag.split("_")
        if language in TRANSLATED and tag != usual:
            same = usual.split("_")[1] == LANGUAGES[language].tag.split("-")[1]
            assert (i18n.negotiated(["-".join((language, *subtags))], ALL) == language) == same, tag


@pytest.mark.parametrize(
    ("fragment", "code"),
    [("", ""), ("#lang=kn", "kn"), ("#g=1.abc&lang=bn-BD", "bn"), ("#lang=pa-Arab", ""), ("#lang=fr", ""), ("#kn", "")],
)
def test_a_link_may_ask_for_a_language(fragment: str, code: str) -> None:
    assert i18n.linked(fragment, ALL) == code


NODE = """
const [source, cases] = JSON.parse(require("fs").readFileSync(0, "utf8"));
const told = cases.map(({ hash, kept, wanted, scripts }) => {
  const root = { lang: "", dataset: {} };
  class MutationObserver { constructor(heard) { this.observe = () => heard([], this); } disconnect() {} }
  const texts = Object.fromEntries(Object.entries(scripts).map(([code, script]) => [
    code, { home: [], title: code, manifest: code, script },
  ]));
  const document = {
    documentElement: root,
    getElementById: (id) => id === "app" ? { firstElementChild: { hasAttribute: () => false, childNodes: [] } }
      : { textContent: JSON.stringify(texts) },
    querySelector: () => ({ setAttribute() {} }),
    querySelectorAll: () => [],
  };
  new Function("document", "navigator", "location", "localStorage", "Node", "MutationObserver", source)(
    document, { languages: wanted }, { hash }, { getItem: () => kept || null }, {}, MutationObserver);
  return [root.lang, document.title ?? "en"];
});
console.log(JSON.stringify(told));
"""


def test_before_python_the_same_language_is_chosen() -> None:
    tags = (
        "",
        "en-GB",
        "pa",
        "pa-IN",
        "pa-PK",
        "pa-Arab",
        "pa-Guru-PK",
        "bn-IN",
        "bn-Latn",
        "kn",
        "fr-FR",
        "te-IN",
        "*",
    )
    cases: list[dict[str, Any]] = [
        {"hash": f"#g=1&lang={link}" if link else "", "kept": stored, "wanted": chosen_tags}
        for link in ("", "gu", "pa-PK", "fr")
        for stored in ("", "te", "qps")
        for chosen_tags in ([], *([tag] for tag in tags if tag), *itertools.combinations(tags[1:], 2))
    ]
    for offer in (ALL, [ENGLISH, LANGUAGES["pa"]]):
        inputs = [{**case, "scripts": {language.code: language.script for language in offer}} for case in cases]
        text = json.dumps([(ROOT / "py/boot/language.js").read_text(), inputs])
        process = subprocess.run(["node", "-e", NODE], input=text, capture_output=True, text=True, check=True)
        for case, (lang, title) in zip(cases, json.loads(process.stdout), strict=True):
            stored = case["kept"] if case["kept"] in {language.code for language in offer} else ""
            code = i18n.linked(case["hash"], offer) or stored or i18n.negotiated(case["wanted"], offer) or "en"
            assert (lang, title) == (code, code), case
            assert case["kept"] or lang in ("en", "gu") or case["wanted"], case


def test_the_home_page_before_python_says_the_same_in_every_language() -> None:
    english = skeleton.texts("en")
    assert "Language" in english or len(i18n.offered()) == 1
    assert {"Chowk", "Games", "Reversi", "Settings"} <= set(english)
    assert re.sub(r"<svg.*?</svg>", "", skeleton.skeleton(), flags=re.S).count(">Reversi<") == english.count("Reversi")
    match = re.search(r"SPOKEN = (\[.*?\])", (ROOT / "py/boot/language.js").read_text())
    assert match
    assert tuple(json.loads(match[1])) == skeleton.SPOKEN


def test_text_that_stands_side_by_side_is_one_text() -> None:
    node = el("p", "a", " ", el("b", "c", title="t", aria_label="l"), "d", "", el("i"), "e", "f")
    assert list(skeleton._texts(node)) == ["a ", "l", "t", "c", "d", "ef"]


# The status of a translation ------------------------------------------------------------------------------


@pytest.mark.parametrize("done", [True, False])
def test_a_translation_says_whether_a_native_reader_went_through_it(done: bool) -> None:
    data = catalog.packed({"kn": {Key("Pass"): Entry(strings=("ಪಾಸ್",))}}, {"kn": done})
    assert words("kn", catalogues=data.get).looked_over == done
    assert words("en").looked_over


# Letters --------------------------------------------------------------------------------------------------

FONTS = {code: f"noto-sans-{wording.SCRIPTS[code].lower()}" for code in TRANSLATED}


def drawn(code: str) -> frozenset[int]:
    """Return the code points for which a language's font is used: the font has them and the style sheet names them."""
    name = FONTS[code]
    path = ROOT / f"node_modules/@fontsource-variable/{name}/files/{name}-{name.split('-')[-1]}-wght-normal.woff2"
    rule = next(bounds for bounds in FACES if name in bounds)
    match = re.search(r"unicode-range: (.*?);", rule)
    assert match
    spans = [re.fullmatch(r"U\+(\w+)(?:-(\w+))?", span) for span in match[1].split(", ")]
    letters = {
        sign for bounds in spans if bounds for sign in range(int(bounds[1], 16), int(bounds[2] or bounds[1], 16) + 1)
    }
    return frozenset(letters & TTFont(path).getBestCmap().keys())


FACES = re.findall(r"@font-face \{(.*?)\}", (ROOT / "css/fonts.css").read_text(), re.S)


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_letter_of_a_translation_is_in_its_font(code: str) -> None:
    texts = [string for entry in read(code).values() for string in entry.strings]
    for word in glossary.glossary(code).words.values():
        texts += [word.say, *word.stems]
    language = LANGUAGES[code]
    needed = set("".join((*texts, language.name, language.digits, wording.STOPS.get(code, ""), "\u25cc\u200c\u200d")))
    ours = {sign for sign in needed if not unicodedata.name(sign, "LATIN").startswith("LATIN") and ord(sign) > 0x2FF}
    punctuation = {sign for sign in ours if unicodedata.category(sign)[0] in "PSZC"} - set("।॥\u25cc\u200c\u200d")
    assert {sign for sign in ours - punctuation if ord(sign) not in drawn(code)} == set()
    assert all(
        unicodedata.name(sign)[:4] not in {name[:4] for name in wording.SCRIPTS.values()} for sign in punctuation
    )


def test_every_language_has_a_font_of_its_own_that_comes_first_for_its_pages() -> None:
    sheet = (ROOT / "css/letters.css").read_text()
    assert len(FACES) == 3 * len(TRANSLATED) + 1, "a whole font, the letters of the language's name, and of titles"
    assert all(any(f"fonts/names-{code}.woff2" in face for face in FACES) for code in TRANSLATED)
    for code, name in FONTS.items():
        family = f'"Noto {wording.SCRIPTS[code].title()}"'
        rule = next(face for face in FACES if name in face)
        assert f"font-family: {family};" in rule
        assert "font-display: swap" in rule
        first = re.search(rf":root:lang\({code}\) \{{\s*--script: (.*?);", sheet)
        assert (first[1] if first else re.findall(r"--script: (.*?);", sheet)[0]) == family
        assert f":lang({code})" in sheet[sheet.index(":is(") :], "room for what hangs below the letters"


def test_shared_signs_are_taken_from_every_font() -> None:
    for code in TRANSLATED:
        assert {0x964, 0x965, 0x200C, 0x200D, 0x25CC} <= drawn(code)


def test_the_fonts_are_the_ones_of_the_lock_with_their_licences() -> None:
    table = build_vendor.table()
    for name in FONTS.values():
        package = table[f"@fontsource-variable/{name}"]
        assert {Path(file).suffix for file in package["files"]} == {".woff2", ""}
        assert f"vendor/{name}/" in (ROOT / "css/fonts.css").read_text()
        licence = (ROOT / f"node_modules/@fontsource-variable/{name}/LICENSE").read_text()
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence


# Requirements of a release ---------------------------------------------------------------------------------


def half_done(tmp_path: Path, complete: bool) -> Path:
    """Create a package with three messages below `tmp_path`, and return its folder.

    In its translation, one message is edited, one is marked fuzzy, and one is missing. `complete` says whether a
    release must have a complete translation.
    """
    package = tmp_path / "chowk"
    (package / "locale").mkdir(parents=True)
    (package / "a.py").write_text(
        'from chowk.core.message import say\n\nHERE = say("Pass"), say("Roll"), say("Undo")\n'
    )
    entries = {Key("Pass"): Entry(strings=("ಪಾಸ್",)), Key("Roll"): Entry(strings=("ಉರುಳಿಸಿ",), fuzzy=True)}
    (package / "locale/kn.po").write_text(catalog.write_po(entries, LANGUAGES["kn"]), "utf-8")
    status = f"[kn]\nnative_reader = false\ncomplete = {str(complete).lower()}\n"
    (package / "locale/status.toml").write_text(status)
    return package


def test_what_a_translation_lacks_is_known_and_said_in_english(tmp_path: Path) -> None:
    package = half_done(tmp_path, complete=True)
    assert catalog.lacking(package) == {"kn": [Key("Roll"), Key("Undo")]}
    data = catalog.compiled(package, with_pseudo=False)
    speak = words("kn", catalogues=lambda code: data.get(f"{code}.txt"))
    assert [speak(say(text)) for text in ("Pass", "Roll", "Undo")] == ["ಪಾಸ್", "Roll", "Undo"]


@pytest.mark.parametrize("complete", [True, False])
def test_a_release_is_refused_for_a_language_that_shall_be_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, complete: bool
) -> None:
    package = half_done(tmp_path, complete)
    lacking, status = catalog.lacking(package), catalog.complete(package)
    monkeypatch.setattr(catalog, "lacking", lambda: lacking)
    monkeypatch.setattr(catalog, "complete", lambda: status)
    lines: list[str] = []
    build_site.look_over_translations(lines.append, release=False)
    assert lines == ["translations: kn lacks 2 sentences, such as 'Roll'; the page says them in English"]
    if complete:
        with pytest.raises(build_site.BuildError, match="No release: kn must be complete"):
            build_site.look_over_translations(lines.append, release=True)
    else:
        build_site.look_over_translations(lines.append, release=True)
