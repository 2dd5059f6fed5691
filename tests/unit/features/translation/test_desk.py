"""Test the translators' desk: edits are written to the file, and all other bytes stay unchanged."""

from __future__ import annotations

import difflib
import json
from functools import cache
from typing import Any

import pytest

from chowk.features.translation import desk as desks
from chowk.features.translation import po
from chowk.features.translation.desk import CHANGED, EACH, REMARKED, UNREAD, TranslatorsDesk, joined
from chowk.features.translation.desk_view import Notice, page
from chowk.features.translation.po import Change, Key, PoError, Translation
from tools.build import build_translate
from tools.i18n import po_catalog as catalog
from tools.i18n.po_catalog import LOCALE, TRANSLATED
from tools.shared.html import to_html


@cache
def notes() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(build_translate.files()["notes.json"])
    return content


def text(code: str) -> str:
    return (LOCALE / f"{code}.po").read_text("utf-8")


def desk(code: str = "hi") -> TranslatorsDesk:
    return TranslatorsDesk(code, text(code), notes())


def unread() -> str:
    """Return the Hindi translation as a file in which some sentences are marked as unedited."""
    return text("hi").replace(f"{po.UNEDITED}\n", "").replace("#: chowk/ui/", f"{po.UNEDITED}\n#: chowk/ui/")


def lines_changed(before: str, after: str) -> list[str]:
    difference = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    return [line for line in difference if line[0] in "+-" and not line.startswith(("+++", "---"))]


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_catalogue_that_nobody_touched_comes_out_as_it_is(code: str) -> None:
    translating = desk(code)
    assert translating.file() == text(code)
    ours = catalog.read_po(text(code))
    assert {translation.key: translation.strings for translation in translating.entries} == {
        key: translation.strings for key, translation in ours.items() if key.text
    }
    for entry in translating.entries:
        translating.mark(entry.key, translating.is_read(entry))
    assert translating.drafts == {}


def test_what_was_changed_is_all_that_differs() -> None:
    base = unread()
    translating = TranslatorsDesk("hi", base, notes())
    plain = next(
        translation
        for translation in translating.entries
        if not translation.many and translation.unedited and "\n" not in translation.strings[0]
    )
    counted = next(translation for translation in translating.entries if translation.many)
    translating.change(plain.key, 0, 'So "sagt" man\tdas \\ hier')
    translating.change(counted.key, 1, "{count} neu")
    after = translating.file()
    old = [f"-msgstr {po.quoted(plain.strings[0])}", f"-msgstr[1] {po.quoted(counted.strings[1])}"]
    new = ['+msgstr "So \\"sagt\\" man\\tdas \\\\ hier"', '+msgstr[1] "{count} neu"']
    marks = [f"-{po.UNEDITED}"] * (1 + counted.unedited)
    assert sorted(lines_changed(base, after)) == sorted([*old, *new, *marks])
    assert catalog.read_po(after)[plain.key].strings == ('So "sagt" man\tdas \\ hier',)
    assert translating.counts()[2] == 2
    translating.revert(plain.key)
    translating.change(counted.key, 1, counted.strings[1])
    translating.mark(counted.key, not counted.unedited)
    assert translating.file() == base


def test_marking_as_read_takes_away_a_line_and_gives_it_back() -> None:
    base = unread()
    translating = TranslatorsDesk("hi", base, notes())
    first = next(translation for translation in translating.entries if translation.unedited)
    translating.mark(first.key, True)
    assert lines_changed(base, translating.file()) == [f"-{po.UNEDITED}"]
    again = TranslatorsDesk("hi", translating.file(), notes())
    again.mark(first.key, False)
    assert again.file() == base


def test_several_lines_and_doubtful_translations_are_put_right() -> None:
    base = '#: chowk/ui/screens/home.py\n#, fuzzy, python-format\nmsgid "A"\nmsgstr ""\n"B\\n"\n"C"\n'
    base += '\n\n#~ msgid "old"\n#~ msgstr "x"\n'
    (entry,) = po.read(base)
    assert (entry.strings, entry.fuzzy) == (("B\nC",), True)
    after = po.written(base, {entry.key: Change(("D\nE",), True)})
    assert after == base.replace("fuzzy, ", "").replace('"B\\n"\n"C"', '"D\\n"\n"E"')


def test_what_the_english_was_stands_until_somebody_has_read_the_translation() -> None:
    base = f'{po.UNEDITED}\n#: chowk/ui/screens/home.py\n{po.WAS}msgid "B"\nmsgid "A"\nmsgstr "C"\n'
    (entry,) = po.read(base)
    assert (entry.key.text, entry.unedited) == ("A", True)
    assert po.written(base, {entry.key: Change(("D",), False)}) == base.replace('"C"', '"D"')
    assert po.written(base, {entry.key: Change(("C",), True)}) == '#: chowk/ui/screens/home.py\nmsgid "A"\nmsgstr "C"\n'


def test_drafts_are_kept_and_taken_up_where_they_still_fit() -> None:
    translating = desk()
    first, second = translating.entries[0], translating.entries[1]
    translating.change(first.key, 0, "Eins")
    translating.mark(second.key, second.unedited)
    changes = translating.kept()
    later = desk()
    later.take(changes)
    assert later.drafts == translating.drafts
    other = TranslatorsDesk("hi", text("hi").replace(first.key.text, "Another sentence"), notes())
    other.take(changes)
    assert set(other.drafts) == {second.key}
    for broken in ("", "{", "3", '[["a"]]', '[["a", "b", 3, 4]]', "[null]"):
        later.take(broken)
    assert later.drafts == translating.drafts


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("", "no sentence"),
        ("Hello", "Line 1 of this file"),
        ('msgid "a"\nmsgstr "b\n', "Line 2"),
        ('"a"\n', "Line 1"),
        ('\n\nmsgid "a"\n', "begins in line 3"),
        ('msgid "nothing of ours"\nmsgstr "b"', "None of the sentences"),
        ('msgid ""\nmsgstr "Language: te\\n"\n\nmsgid "Games"\nmsgstr "b"', "another language .te."),
        ("#" * (desks.LARGEST + 1), "too large"),
        ('msgid "a"\nmsgstr "b"\nmsgid "c"\nmsgstr "d"\n', "Line 3 of this file begins a second msgid"),
        ('msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n', "line 4 is in this file twice"),
        ('msgid "a"\nmsgstr[0] "b"\nmsgstr[1] "c"\n', "but no msgid_plural"),
        ('msgid "a"\nmsgstr "b"\nmsgstr[1] "c"\n', "but no msgid_plural"),
        ('msgid "a"\nmsgid_plural "as"\nmsgstr "b"\n', "a msgstr without a number"),
        ("\x00\x01", "Line 1"),
    ],
)
def test_a_file_that_is_none_is_refused_in_words_and_changes_nothing(file: str, why: str) -> None:
    translating = desk()
    with pytest.raises(PoError, match=why):
        translating.open(file)
    assert translating.drafts == {}


def test_a_file_that_was_worked_on_elsewhere_is_taken_up() -> None:
    translating = desk()
    entry = next(translation for translation in translating.entries if not translation.many)
    translating.change(entry.key, 0, "Anders")
    worked = "\ufeff" + translating.file().replace("\n", "\r\n")
    fresh = desk()
    assert fresh.open(worked).startswith("Taken from the file: 1.")
    assert fresh.file() == translating.file()
    assert fresh.open(worked).startswith("Taken from the file: 0.")


def test_the_desk_shows_what_is_asked_for() -> None:
    translating = TranslatorsDesk("hi", unread(), notes())
    assert len(translating.matching()) == len(translating.entries) > 1000
    translating.query = "REVERSI: RULES"
    assert all("Reversi: rules" in translating.places(translation) for translation in translating.matching())
    assert 10 < len(translating.matching()) < 100
    translating.query, translating.filter = "", UNREAD
    assert len(translating.matching()) == translating.counts()[1] > 100
    translating.filter = CHANGED
    assert translating.matching() == []
    translating.change(translating.entries[5].key, 0, "")
    assert translating.matching() == [translating.entries[5]]
    translating.filter = REMARKED
    assert translating.entries[5] in translating.matching()


def entry(translating: TranslatorsDesk, english: str) -> Translation:
    return next(translation for translation in translating.entries if translation.key.text == english)


def test_what_may_be_wrong_is_said() -> None:
    translating = desk()
    for translation in translating.entries:
        assert list(translating.remarks(translation)) == [], translation.key
    resigns = entry(translating, "{player} wins: {other} resigns.")
    translating.change(resigns.key, 0, "{spieler} {other} x")
    remarks = " ".join(translating.remarks(resigns))
    assert "{player} is missing." in remarks
    assert "{spieler} is no placeholder" in remarks
    assert "“resign” is not in it: हार" in remarks
    translating.change(resigns.key, 0, " ")
    assert list(translating.remarks(resigns)) == ["There is no translation: the page says it in English."]
    label = entry(translating, "Rematch")
    assert 0 < translating.max_letters(label) < 40
    translating.change(label.key, 0, "x" * 60)
    assert any("60 letters" in remark for remark in translating.remarks(label))


def test_every_sentence_says_where_it_is_seen_and_which_words_are_the_houses() -> None:
    translating = desk()
    assert [
        translation.files
        for translation in translating.entries
        if not translation.files or "Elsewhere" in translating.places(translation)
    ] == []
    terms = {name: title for name, title, _ in translating.terms(entry(translating, "{player} wins: {other} resigns."))}
    assert terms == {"win": "जीतना", "resign": "हार मानना"}


def test_the_page_shows_english_translation_context_and_room() -> None:
    translating = desk("bn")
    sentence = next(
        translation
        for translation in translating.entries
        if translation.key.context and not translation.many and translating.max_letters(translation)
    )
    translating.query = sentence.key.text
    translating.change(sentence.key, 0, sentence.strings[0] + " {x}")
    html = to_html(page(translating, ["hi", "bn"], Notice("Nothing", True), False))
    for part in (
        sentence.key.text,
        sentence.key.context,
        "letters are known to fit",
        "{x} is no placeholder",
        "Take back",
    ):
        assert part in html
    assert 'lang="bn-Beng-IN"' in html
    assert "keeps nothing for this page" in html
    translating.query = ""
    assert to_html(page(translating, ["bn"], Notice(), True)).count("<article") == EACH
    assert "<article" not in to_html(page(None, [], Notice("Not here", True), True))
    assert joined(Key("a", "b")) == "b\x04a"
