"""Test translated words: languages, digits, names and catalogues, and the tools that collect messages."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import unicodedata
import zipfile
from datetime import date
from pathlib import Path

import pytest
from babel import Locale
from babel.dates import format_date
from babel.messages.pofile import read_po as babel_read_po
from babel.numbers import format_decimal

from chowk.core.message import Day, Listed, Message, PlayerName, english, say, say_in, say_many
from chowk.i18n import i18n, startup
from chowk.i18n.i18n import (
    AUTOMATIC,
    ENGLISH,
    LANGUAGES,
    LATIN,
    LATIN_DIGITS,
    NATIVE,
    PSEUDOS,
    Catalogue,
    Language,
    Words,
    words,
)
from tools.build import build_site
from tools.i18n import catalog as catalog_command
from tools.i18n import glossary, languages, patterns
from tools.i18n import po_catalog as catalog
from tools.i18n.po_catalog import CatalogError, Entry, Key

REAL = [code for code, language in LANGUAGES.items() if language not in PSEUDOS]

SCRIPTS = {
    "latn": "DIGIT FOUR",
    "guru": "GURMUKHI DIGIT FOUR",
    "knda": "KANNADA DIGIT FOUR",
    "beng": "BENGALI DIGIT FOUR",
    "deva": "DEVANAGARI DIGIT FOUR",
    "gujr": "GUJARATI DIGIT FOUR",
    "telu": "TELUGU DIGIT FOUR",
}

BENGALI = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "{player} passes."
msgstr "{player} — পাস।"

msgid "{count} disc"
msgid_plural "{count} discs"
msgstr[0] "{count}টি ঘুঁটি"
msgstr[1] "{count}টা ঘুঁটি"

msgctxt "piece"
msgid "King"
msgstr "রাজা"

msgctxt "piece"
msgid "{count} man"
msgid_plural "{count} men"
msgstr[0] "{count} জন"
msgstr[1] "{count} জনা"

#, fuzzy
msgid "Guess"
msgstr "অনুমান"

msgid "Broken {one}"
msgstr "ভাঙা {other}"

msgid "Split "
"over lines \\"so\\""
msgstr ""
"ভাগ "
"করা"
"""


def bengali(digits: str = AUTOMATIC) -> Words:
    return words("bn", digits, catalog.packed({"bn": catalog.read_po(BENGALI)}).get)


# Messages -------------------------------------------------------------------------------------------------


def test_english_needs_no_catalogue() -> None:
    assert words()(say("{player} passes.", player="Asha")) == "Asha passes."
    assert words()(say_many("{count} disc", "{count} discs", 2)) == "2 discs"
    assert words()(say("")) == ""


def test_a_translation_is_said_with_its_own_digits() -> None:
    assert bengali()(say_many("{count} disc", "{count} discs", 12)) == "১২টা ঘুঁটি"
    assert bengali(LATIN)(say_many("{count} disc", "{count} discs", 12)) == "12টা ঘুঁটি"


def test_a_date_has_no_hyphen_at_which_a_line_breaks_and_keeps_the_readers_digits() -> None:
    assert i18n.non_breaking("2026-11-28") == "2026\u201111\u201128"
    assert i18n.non_breaking("") == ""
    assert bengali().figured(i18n.non_breaking("2026-11-28")) == "২০২৬\u2011১১\u2011২৮"


@pytest.mark.parametrize(
    ("code", "digits", "text"),
    [
        ("en", AUTOMATIC, "It comes back on 3 May 2026."),
        ("hi", AUTOMATIC, "यह 3 मई 2026 को फिर आएगी।"),
        ("hi", NATIVE, "यह ३ मई २०२६ को फिर आएगी।"),
        ("bn", AUTOMATIC, "এটি ফিরে আসবে ৩ মে, ২০২৬ তারিখে।"),
        ("kn", AUTOMATIC, "ಇದು ಮತ್ತೆ ಬರುವ ದಿನ: ಮೇ 3, 2026."),
    ],
)
def test_a_date_in_a_sentence_has_the_name_of_its_month(code: str, digits: str, text: str) -> None:
    path = Path(i18n.__file__).parents[1] / f"locale/{code}.po"
    texts = catalog.read_po(path.read_text("utf-8")) if path.exists() else {}
    said = words(code, digits, catalog.packed({code: texts}).get)
    message = say("It comes back on {date}.", date=Day("2026-05-03"))
    assert said(message).replace("\u00a0", " ") == text
    assert english(message) == "It comes back on 2026-05-03."


@pytest.mark.parametrize("code", REAL)
def test_every_date_is_on_one_line_and_as_the_language_writes_it(code: str) -> None:
    said = words(code, NATIVE)
    locale = Locale.parse({"en": "en-IN"}.get(code, LANGUAGES[code].tag), sep="-")
    for month in range(1, 13):
        day = date(2026, month, 2 * month)
        text = said(say("{date}", date=Day(day.isoformat())))
        assert text == said.date(day.isoformat())
        assert text.split(" ") == [text], "no space at which a line breaks"
        expected = format_date(day, "long", locale).translate(str.maketrans(LATIN_DIGITS, said.digits))
        assert text.replace("\u00a0", " ") == expected


@pytest.mark.parametrize("text", ["", "2026-13-01", "yesterday", "2026-02-30T"])
def test_a_date_that_cannot_be_read_is_shown_as_it_is(text: str) -> None:
    assert words()(say("On {date}", date=Day(text))) == f"On {i18n.non_breaking(text)}"
    assert bengali().date("2026-13-01") == "২০২৬\u2011১৩\u2011০১"


def test_a_plain_text_in_a_sentence_keeps_its_hyphens() -> None:
    assert words()(say("{move} is possible", move="11-15")) == "11-15 is possible"


def test_numbers_in_sentences_and_moves_have_the_readers_digits_but_names_and_seeds_do_not() -> None:
    sentence = bengali()(
        say("From 6 by {way}: {move}, then d3, of 40 (SHA-256, {seed}).", way="15, 22", move="11-15", seed="2026112100")
    )
    assert sentence == "From ৬ by ১৫, ২২: ১১-১৫, then d3, of ৪০ (SHA-256, 2026112100)."
    assert bengali(LATIN)(say("From 6 by {way}", way="15")) == "From 6 by 15"


@pytest.mark.parametrize(("count", "text"), [(0, "০টি"), (1, "১টি"), (2, "২টা"), (-1, "−১টি"), (-3, "−৩টা")])
def test_the_language_decides_what_is_plural(count: int, text: str) -> None:
    assert bengali()(say_many("{count} disc", "{count} discs", count)).startswith(text)


@pytest.mark.parametrize("code", REAL)
@pytest.mark.parametrize("digits", [LATIN, NATIVE])
def test_fractions_are_said_to_two_places_as_the_language_writes_them(code: str, digits: str) -> None:
    locale = Locale.parse(LANGUAGES[code].tag, sep="-")
    own = LATIN_DIGITS if digits == LATIN else LANGUAGES[code].digits
    data = catalog.packed({code: {Key("{count} man"): Entry("{count} men", (), ("{count} ONE", "{count} MANY"))}})
    for value in (0.0, 0.04, 0.35, 1.0, 2.08, 98765.43):
        spoken = words(code, digits, data.get)(say_many("{count} man", "{count} men", value)).split()
        pattern = "0.00" if value < 1000 else None
        expected = format_decimal(value, pattern, locale, numbering_system="latn")
        assert spoken[0] == expected.translate(str.maketrans(LATIN_DIGITS, own))
        form = "one" if value < 1 and locale.plural_form(0) == "one" else "other"
        assert spoken[1] == {"one": "ONE", "other": "MANY"}[form]
    assert words()(say_many("{count} man", "{count} men", 0.35)) == "0.35 men"


def test_contexts_tell_meanings_apart() -> None:
    assert bengali()(say_in("piece", "King")) == "রাজা"
    assert bengali()(say("King")) == "King"
    counted = Message("{count} man", (("count", 1),), "{count} men", 1, "piece")
    assert bengali()(counted) == "১ জন"


def test_what_is_not_translated_is_said_in_english_with_the_languages_digits() -> None:
    assert bengali()(say("Level {number}", number=3)) == "Level ৩"
    assert bengali()(say_many("{count} jump", "{count} jumps", 0)) == "০ jumps"


def test_what_is_doubtful_or_broken_is_said_in_english() -> None:
    assert bengali()(say("Guess")) == "Guess"
    assert bengali()(say("Broken {one}", one="x")) == "Broken x"


def test_languages_share_their_keys_though_each_lacks_others() -> None:
    catalogs = {"bn": catalog.read_po(BENGALI), "te": {Key("King"): Entry(strings=("రాజు",)), Key("Guess"): Entry()}}
    data = catalog.packed(catalogs)
    telugu, shared = words("te", catalogues=data.get), words("bn", catalogues=data.get)
    assert telugu(say("King")) == "రాజు"
    assert (telugu(say_in("piece", "King")), telugu(say("Guess"))) == ("King", "Guess")
    assert (shared(say_in("piece", "King")), shared(say("King"))) == ("রাজা", "King")


def test_translations_and_keys_of_two_builds_are_not_taken_together() -> None:
    data = catalog.packed({"bn": catalog.read_po(BENGALI)})
    newer = catalog.packed({"bn": {Key("King"): Entry(strings=("রাজা",))}})
    with pytest.raises(ValueError, match="zip"):
        words("bn", catalogues={**data, i18n.KEYS: newer[i18n.KEYS]}.get)


def test_messages_inside_messages_are_translated_too() -> None:
    assert bengali()(say("{first}, {second}", first=say_in("piece", "King"), second=5)) == "রাজা, ৫"


def test_players_are_called_by_their_names() -> None:
    named = bengali().with_names((say_in("piece", "King"), "Asha {0}"))
    assert named(say("{player} passes.", player=PlayerName(0))) == "রাজা — পাস।"
    assert named(say("{player} passes.", player=PlayerName(1))) == "\u2068Asha {0}\u2069 — পাস।"
    assert named.name(2) == "Player ৩"
    assert words().name(0) == "Player 1"


def test_words_are_a_value_that_renaming_does_not_change() -> None:
    plain = words()
    assert plain.with_names(("A",)).names == ("A",)
    assert plain.names == ()


@pytest.mark.parametrize(
    ("code", "digits", "value", "text"),
    [
        ("en", AUTOMATIC, 1234567, "1,234,567"),
        ("en", NATIVE, 40, "40"),
        ("en", AUTOMATIC, -5, "−5"),
        ("bn", AUTOMATIC, 1234567, "১২,৩৪,৫৬৭"),
        ("bn", LATIN, 123456, "1,23,456"),
        ("te", AUTOMATIC, 123456, "1,23,456"),
        ("te", NATIVE, 40, "౪౦"),
        ("kn", NATIVE, 1234567, "೧,೨೩೪,೫೬೭"),
        ("gu", NATIVE, 999, "૯૯૯"),
        ("pa", NATIVE, 1000, "੧,੦੦੦"),
    ],
)
def test_numbers_in_every_script(code: str, digits: str, value: int, text: str) -> None:
    assert words(code, digits).number(value) == text


# Facts about languages, from Babel's copy of CLDR ------------------------------------------------------------


def test_the_facts_of_languages_are_those_of_cldr() -> None:
    assert languages.written() == languages.FILE.read_text("utf-8"), "python -m tools.i18n.languages writes it"
    assert list(i18n.TAGS) == REAL
    facts = dict(zip(Language._fields[2:], languages.facts("ur-Arab-PK"), strict=True))
    assert (facts["direction"], facts["digits"], facts["own_digits"]) == ("rtl", "۰۱۲۳۴۵۶۷۸۹", False)
    assert (facts["comma"], facts["point"], facts["series"]) == (",", ".", "{0}، {1}")
    assert (facts["dated"], str(facts["months"]).split(", ")[10]) == ("{0} {1}، {2}", "نومبر")


@pytest.mark.parametrize("code", REAL)
def test_the_facts_of_a_language(code: str) -> None:
    language, locale = LANGUAGES[code], Locale.parse(LANGUAGES[code].tag, sep="-")
    assert language.code == code == locale.language
    assert (locale.default_numbering_system != "latn") == language.own_digits
    assert [unicodedata.digit(sign) for sign in language.digits] == list(range(10))
    assert SCRIPTS[locale.other_numbering_systems["native"]] == unicodedata.name(language.digits[4])
    for value in (0, 7, 40, 999, 1234, 98765, 1234567, 123456789):
        assert words(code, LATIN).number(value) == format_decimal(value, locale=locale, numbering_system="latn")


@pytest.mark.parametrize("code", REAL)
@pytest.mark.parametrize("count", [0, 1, 2, 5, 11, 21, 100])
def test_the_plurals_of_a_language(code: str, count: int) -> None:
    data = catalog.packed({code: {Key("one"): Entry("many", (), ("ONE", "MANY"))}})
    chosen = words(code, LATIN, data.get)(say_many("one", "many", count))
    rule = Locale.parse(LANGUAGES[code].tag, sep="-").plural_form(count)
    assert chosen == ("ONE" if rule == "one" else "MANY")


def arabic() -> Language:
    return Language("ar", "ar-Arab-EG", *languages.facts("ar-Arab-EG"))


def test_a_language_may_have_more_plurals_than_english() -> None:
    strings = ("no disc", "a disc", "two discs", "few discs", "many discs", "discs")
    text = catalog.write_po({Key("one"): Entry("many")}, arabic())
    assert text.count("\nmsgstr[") == 6
    text = re.sub(r'msgstr\[(\d)\] ""', lambda match: f'msgstr[{match[1]}] "{strings[int(match[1])]}"', text)
    entry = catalog.read_po(text)[Key("one")]
    assert entry.strings == strings
    header = f"Content-Type: text/plain; charset=UTF-8\nPlural-Forms: {arabic().plural}\n"
    catalogue_of = Catalogue(
        i18n.RECORD.join(["", "one"]).encode(), i18n.RECORD.join([header, "\x1f".join(strings)]).encode()
    )
    speak = Words(arabic(), LATIN_DIGITS, (), catalogue_of)
    for count in range(201):
        rule = Locale("ar").plural_form(count)
        assert speak(say_many("one", "many", count)) == strings[TAGS_OF_PLURALS.index(rule)], count


TAGS_OF_PLURALS = ("zero", "one", "two", "few", "many", "other")


# Text from right to left ----------------------------------------------------------------------------------------


def test_where_lines_run_to_the_left_notation_still_runs_to_the_right() -> None:
    mirrored = words("qpm", catalogues=catalog.packed({"qpm": {}}).get).with_names(("Asha", say("Black")))
    sentence = mirrored(
        say("{player} moves {move}: {squares}", player=PlayerName(0), move="11-15", squares=Listed(("a1", "b2")))
    )
    assert sentence == "\u2068Asha\u2069 moves \u206611-15\u2069: \u2066a1\u2069, \u2066b2\u2069"
    assert mirrored(say("{count} left", count=-1234)) == "\u200e−1,234 left"
    assert mirrored.name(1) == "Black"
    assert mirrored(say("On {date}", date=Day("2026-05-03"))) == "On \u20683\u00a0May\u00a02026\u2069"
    assert words()(say("At {squares}", squares=Listed(("a1", "b2", "c3")))) == "At a1, b2, c3"
    assert words()(say("At {squares}.", squares=Listed(()))) == "At ."
    urdu = Language("ur", "ur-Arab-PK", *languages.facts("ur-Arab-PK"))
    listed = mirrored._replace(language=urdu)(say("{squares}.", squares=Listed(("a1", say("Pass"), 2))))
    assert listed == "\u2066a1\u2069، Pass، 2."


def test_the_mirrored_language_is_written_in_letters_that_run_to_the_left() -> None:
    for key, entry in catalog.pseudo(catalog.gathered(), catalog.mirrored_text).items():
        assert all(catalog.places(string) == catalog.places(key.text) for string in entry.strings[:1])
        letters = [sign for sign in re.sub(r"\{\w*\}", "", entry.strings[0]) if sign.isalpha()]
        assert {unicodedata.bidirectional(sign) for sign in letters if sign not in "éöüíáßœ"} <= {"AL"}, key


# Shipped catalogues ---------------------------------------------------------------------------------------


def test_a_menu_offers_what_has_a_catalogue_and_never_the_pseudo_language() -> None:
    assert i18n.offered(lambda _: None) == (ENGLISH,)
    assert i18n.offered(lambda _: b"x") == tuple(LANGUAGES[code] for code in REAL)


def test_catalogues_are_read_from_an_archive(tmp_path: Path) -> None:
    archive = tmp_path / "chowk.zip"
    package = Path(i18n.__file__).parents[1]
    with zipfile.ZipFile(archive, "w") as zipped:
        for path in sorted(package.rglob("*.py")):
            zipped.write(path, path.relative_to(package.parent).as_posix())
        for name, data in catalog.compiled().items():
            zipped.writestr(f"chowk/locale/{name}", data)
    code = "import sys; sys.path.insert(0, sys.argv[1])\n" + (
        "from chowk.i18n.i18n import words, shipped\nfrom chowk.core.message import say\n"
        "assert 'chowk.zip' in shipped.__code__.co_filename\nassert shipped('en') is None\n"
        "print(ascii(words('qps')(say('Reversi'))))"
    )
    process = subprocess.run(
        [sys.executable, "-I", "-c", code, str(archive)], capture_output=True, text=True, check=True
    )
    assert process.stdout.strip() == ascii(catalog.pseudo_text("Reversi"))


def test_all_catalogues_are_compiled_into_a_folder(tmp_path: Path) -> None:
    written = catalog.compile_all(catalog.LOCALE, tmp_path / "out")
    assert {path.stem for path in written} == {
        "keys",
        "qps",
        "qpm",
        *(path.stem for path in catalog.LOCALE.glob("*.po")),
    }
    assert catalog.compiled() == {path.name: path.read_bytes() for path in written}


def test_words_that_come_by_themselves_are_laid_where_they_are_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "_separate_languages", lambda: frozenset({"pa", "kn"}))
    monkeypatch.setattr(i18n, "_laid", {})
    assert i18n.is_unloaded("pa")
    assert not i18n.is_unloaded("en")
    i18n.offered.cache_clear()
    assert [language.code for language in i18n.offered()] == ["en", "pa", "kn"]
    i18n.offered.cache_clear()
    i18n.add_catalogue("pa", build_site.translations()["pa"])
    assert (i18n.is_unloaded("pa"), i18n.is_unloaded("kn")) == (False, True)
    assert words("pa")(say("Games")) == "ਖੇਡਾਂ"
    with pytest.raises(ValueError, match="zip"):
        i18n.add_catalogue("kn", build_site.translations()["pa"].replace(b"\x1e", b"", 1))
    assert i18n.is_unloaded("kn")


@pytest.mark.parametrize("first", ["language", "parcel"])
def test_a_parcel_brings_its_sentences_in_all_languages(first: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "_separate_languages", lambda: frozenset({"pa", "kn"}))
    monkeypatch.setattr(i18n, "_laid", {})
    monkeypatch.setattr(i18n, "_more", [])
    tried = say("Each puzzle has a proven solution.")
    days = say_many("{count} day in a row.", "{count} days in a row.", 3)
    language, parcel = build_site.translations(), build_site.words_of_parcels()["practice"]
    if first == "parcel":
        i18n.add_sentences(parcel)
    for code in ("pa", "kn"):
        i18n.add_catalogue(code, language[code])
        if first == "language":
            assert words(code)(tried) == english(tried)
    if first == "language":
        i18n.add_sentences(parcel)
    for code in ("pa", "kn"):
        whole = catalog.read_po((catalog.LOCALE / f"{code}.po").read_text("utf-8"))
        assert words(code)(tried) == whole[Key(tried.text)].strings[0]
        assert words(code, LATIN)(days) == whole[Key(days.text)].strings[1].format(count=3)
    with pytest.raises(ValueError, match="zip"):
        i18n.add_sentences(parcel + i18n.PART)


def test_the_build_takes_translations_along(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHOWK_PSEUDO", raising=False)
    real = {f"chowk/locale/{name}.txt" for name in ("keys", *(path.stem for path in catalog.LOCALE.glob("*.po")))}
    assert {name for name in build_site.app_files() if name.startswith("chowk/locale/")} == real
    monkeypatch.setenv("CHOWK_PSEUDO", "1")
    assert build_site.app_files()["chowk/locale/qps.txt"] == catalog.compiled()["qps.txt"]


def test_every_translation_is_complete(capsys: pytest.CaptureFixture[str]) -> None:
    assert catalog_command.check() == 0, capsys.readouterr().out


# The pseudo-language --------------------------------------------------------------------------------------


def test_the_pseudo_language_is_longer_accented_and_in_brackets() -> None:
    assert catalog.pseudo_text("{player} passes.") == "⟦{player} þåššéš. ~~~~⟧"
    for key in catalog.gathered():
        text = catalog.pseudo_text(key.text)
        assert len(text) >= 1.4 * len(key.text) - 0.4 * sum(len(name) + 2 for name in catalog.places(key.text))
        assert catalog.places(text) == catalog.places(key.text)
        assert text[0] + text[-1] == "⟦⟧"


def test_the_pseudo_language_says_every_sentence_of_the_sources() -> None:
    pseudo = words("qps", catalogues=catalog.packed({"qps": catalog.pseudo(catalog.gathered())}).get)
    for key, entry in catalog.gathered().items():
        for number in (1, 2) if entry.many else (None,):
            args = tuple((name, "x") for name in sorted(catalog.places(key.text)))
            text = pseudo(Message(key.text, args, entry.many, number, key.context))
            assert text.startswith("⟦"), key


# Collecting messages --------------------------------------------------------------------------------------


def gathered(tmp_path: Path, *lines: str) -> catalog.Catalog:
    package = tmp_path / "chowk"
    package.mkdir()
    (package / "a.py").write_text("\n".join(lines), "utf-8")
    return catalog.gathered(package)


def test_sentences_are_gathered_with_plurals_contexts_and_files(tmp_path: Path) -> None:
    entries = gathered(
        tmp_path,
        "say('One {a}', a=1)",
        "f(say_many('{count} x', '{count} xs', n), say_in('c', 'Two'))",
        "say('Three' ' parts')",
        "say('Any {thing}', **args)",
        "say('One {a}', a=2)",
        "other('no message')",
    )
    assert entries == {
        Key("One {a}"): Entry(files=("chowk/a.py",)),
        Key("{count} x"): Entry("{count} xs", ("chowk/a.py",)),
        Key("Two", "c"): Entry(files=("chowk/a.py",)),
        Key("Three parts"): Entry(files=("chowk/a.py",)),
        Key("Any {thing}"): Entry(files=("chowk/a.py",)),
    }


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("say(text)", "literal"),
        ("say('a' + b)", "literal"),
        ("say(f'a {b}')", "literal"),
        ("say('')", "literal"),
        ("say('{a} {b}', a=1, b=2)", "glues"),
        ("say()", "first"),
        ("say_in('c')", "first"),
        ("say('An {a}')", "places"),
        ("say('a', b=1)", "places"),
        ("say('{a!r}', a=1)", "plain name"),
        ("say('{a:>3}', a=1)", "plain name"),
        ("say('{}', a=1)", "plain name"),
        ("say('{a.b}', a=1)", "plain name"),
        ("say('{a', a=1)", "a.py:1"),
        ("say_many('one x', '{count} xs', n)", "places"),
        ("say_many('{count} x', '{count} xs', n)\nsay_many('{count} x', '{count} exes', n)", "two plurals"),
    ],
)
def test_a_message_that_cannot_be_translated_is_found(line: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(CatalogError, match=why):
        gathered(tmp_path, line)


def test_a_catalogue_survives_being_written_and_read() -> None:
    before = {
        Key('a "quoted" \\ back\nslash\ttab'): Entry(strings=("x\ny",)),
        Key("{count} x", "c"): Entry("{count} xs", (), ("ক", "খ")),
    }
    after = catalog.read_po(catalog.write_po(before))
    header = after.pop(Key(""))
    assert after == before
    assert "charset=UTF-8" in header.strings[0]


def test_other_tools_read_the_template(capsys: pytest.CaptureFixture[str]) -> None:
    assert catalog_command.main(["template"]) == 0
    theirs = babel_read_po(io.BytesIO(capsys.readouterr().out.encode()))
    ours = catalog.gathered()
    assert {
        (message.id if isinstance(message.id, str) else message.id[0], message.context or "")
        for message in theirs
        if message.id
    } == set(ours)
    plural = next(message.id for message in theirs if message.id and not isinstance(message.id, str))
    assert ours[Key(plural[0])].many == plural[1]


def test_a_line_that_is_not_of_a_catalogue_is_said() -> None:
    with pytest.raises(CatalogError, match="nonsense"):
        catalog.read_po('msgid "a"\nnonsense\nmsgstr "b"')


def test_obsolete_entries_are_left_out() -> None:
    assert catalog.read_po('#~ msgid "a"\n#~ msgstr "b"\n') == {}


SOURCES = {Key("Hello {name}"): Entry(), Key("{count} x"): Entry("{count} xs")}
RIGHT = {
    Key("Hello {name}"): Entry(strings=("Hallo {name}",)),
    Key("{count} x"): Entry("{count} xs", (), ("{count} y", "{count} ys")),
}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({}, None),
        ({Key("Hello {name}"): Entry()}, "not translated: 'Hello {name}'"),
        ({Key("Hello {name}"): Entry(strings=("Hallo {name}",), fuzzy=True)}, "not translated: 'Hello {name}'"),
        ({Key("Hello {name}"): Entry(strings=("Hallo",))}, "placeholders"),
        ({Key("Hello {name}"): Entry(strings=("Hallo {name",))}, "placeholders"),
        ({Key("{count} x"): Entry("{count} xs", (), ("{count} y",))}, "plural forms"),
        ({Key("{count} x"): Entry("{count} xs", (), ("{count} y", ""))}, "not translated"),
        ({Key("Bye"): Entry(strings=("Tschüs",))}, "no longer said: 'Bye'"),
    ],
)
def test_translations_are_judged(change: catalog.Catalog, why: str | None) -> None:
    problems = list(catalog.problems({**RIGHT, **change}, SOURCES, "nplurals=2; plural=(n != 1);"))
    assert len(problems) == (why is not None)
    assert why is None or why in problems[0]


def test_updating_keeps_translations_and_marks_changed_sentences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalog, "LOCALE", tmp_path)
    monkeypatch.setattr(catalog, "gathered", lambda *_: {Key("The board is full now."): Entry(), Key("Pass"): Entry()})
    old = {Key("The board is full."): Entry(strings=("ভরা",)), Key("Pass"): Entry(strings=("পাস",))}
    (tmp_path / "bn.po").write_text(catalog.write_po(old), "utf-8")
    assert catalog_command.main(["update", "bn", "te"]) == 0
    after = catalog.read_po((tmp_path / "bn.po").read_text("utf-8"))
    assert after[Key("Pass")].strings == ("পাস",)
    carried = Entry("", (), ("ভরা",), fuzzy=True, unedited=True, was="The board is full.")
    assert after[Key("The board is full now.")] == carried
    assert (
        "Language: bn\nPlural-Forms: nplurals=2; plural=((((n == 0)) || ((n == 1))) ? 0 : 1);\n"
        in after[Key("")].strings[0]
    )
    theirs = babel_read_po(io.BytesIO((tmp_path / "bn.po").read_bytes()))
    assert [message.fuzzy for message in theirs if message.id] == [True, False]
    assert Key("The board is full.") not in after
    fresh = catalog.read_po((tmp_path / "te.po").read_text("utf-8"))
    assert fresh[Key("Pass")] == Entry("", (), ("",), unedited=True)


@pytest.mark.parametrize(
    ("old", "many", "carried"),
    [
        (Entry("{count} xs", (), ("a", "b")), "{count} xs", Entry("{count} xs", (), ("a", "b"))),
        (Entry("{count} xs", (), ("a", "b")), "{count} exes", Entry("{count} exes", (), ("a", "b"), True, True)),
        (Entry(strings=("a",)), "{count} xs", Entry("{count} xs", (), ("", ""), unedited=True)),
    ],
)
def test_updating_minds_plurals(
    old: Entry, many: str, carried: Entry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalog, "LOCALE", tmp_path)
    monkeypatch.setattr(catalog, "gathered", lambda *_: {Key("{count} x"): Entry(many)})
    (tmp_path / "gu.po").write_text(catalog.write_po({Key("{count} x"): old}), "utf-8")
    catalog.update("gu")
    first = (tmp_path / "gu.po").read_text("utf-8")
    assert catalog.read_po(first)[Key("{count} x")] == carried
    catalog.update("gu")
    assert (tmp_path / "gu.po").read_text("utf-8") == first


def test_checking_counts_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(catalog, "LOCALE", tmp_path)
    monkeypatch.setattr(catalog, "gathered", lambda: {Key("Pass"): Entry()})
    # bn.toml exempts other sentences, so departures from the glossary are ignored here
    monkeypatch.setattr(glossary, "departures", lambda *_: iter(()))
    monkeypatch.setattr(patterns, "faults", lambda *_: iter(()))
    (tmp_path / "bn.po").write_text(catalog.write_po({Key("Pass"): Entry()}), "utf-8")
    assert catalog_command.main(["check"]) == 1
    assert "bn.po: not translated: 'Pass'" in capsys.readouterr().out
    (tmp_path / "bn.po").write_text(catalog.write_po({Key("Pass"): Entry(strings=("পাস",))}), "utf-8")
    assert catalog_command.main(["check"]) == 0


def test_commands_that_are_none_show_how_to_use_the_tool(capsys: pytest.CaptureFixture[str]) -> None:
    assert catalog_command.main([]) == 2
    assert "template" in capsys.readouterr().out


def test_a_command_that_fails_says_why_without_a_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    assert catalog_command.main(["check", "xx"]) == 1
    assert capsys.readouterr().err.startswith("no translation xx; there are ")
    assert catalog_command.main(["reword", "{player} wins", "They win"]) == 1
    assert "the placeholders of" in capsys.readouterr().err


def test_no_start_that_failed_advises_to_delete_anything() -> None:
    for name, text in startup.TEXTS.items():
        assert not re.search(r"clear|delet|remov|eras|reset", english(text), re.IGNORECASE), name
