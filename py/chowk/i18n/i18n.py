"""Translation of messages into sentences of the reader's language.

All other code passes messages as values. The page translates them when it is rendered, so a change of language, digits
or names also changes the messages that are shown already. Catalogues are like those of GNU gettext, but their files
are not: one file holds the keys (English sentences), and a file for each language holds the translations in the same
order. The page loads the catalogue of the language in use (`add_catalogue`). A parcel, a group of modules that is
loaded later, brings the sentences that only its own modules show, in all languages (`add_sentences`). A sentence
without a translation stays English.

In a sentence, a player's name is a noun in the third person ("Black", "Asha", never "You").
"""

from __future__ import annotations

import gettext
import pkgutil
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import cache, lru_cache, reduce
from typing import Final, NamedTuple
from urllib.parse import parse_qs

from chowk.core.message import Arg, Day, Listed, Message, PlayerName, say, sentence
from chowk.core.position import Seat
from chowk.i18n.cldr import FACTS

LATIN_DIGITS: Final = "0123456789"
AUTOMATIC, LATIN, NATIVE = DIGITS = ("automatic", "latin", "native")
"""The choices of digits: the usual digits of the language, the digits 0 to 9, or the digits of the language's script.
"""

_WORD: Final = re.compile(r"\{[^{}]*\}|[^\s{}]+")
"""Matches a placeholder or a word."""
_NAMED: Final = re.compile(r"[A-Za-z{]|[0-9]{5}")
"""Matches a word whose digits stay as they are.

It has a Latin letter, the brace of a placeholder, or five digits in a row: a number that is meant to be copied.
"""

_ISOLATE: Final = "\u2068"
"""First-strong isolate. It starts text of unknown direction that does not affect the text around it."""
_RIGHTWARDS: Final = "\u2066"
"""Left-to-right isolate. It starts text that runs from left to right."""
_RELEASE: Final = "\u2069"
"""Pop directional isolate. It ends text that `_ISOLATE` or `_RIGHTWARDS` started."""
_NO_BREAK: Final = "\u2011"
"""Non-breaking hyphen."""
_NO_BREAK_SPACE: Final = "\u00a0"
_MINUS: Final = {"ltr": "\u2212", "rtl": "\u200e\u2212"}
"""For each text direction, a minus sign that stays at the left of its number."""


class Language(NamedTuple):
    """A language of the page.

    `code` is the name of its catalogue and the page's `lang`. `tag` is the full BCP 47 tag with script and region.
    `name` is its name in the language itself. `direction` is "ltr" or "rtl". `digits` are the digits of its script from
    0 to 9, and `own_digits` is True if they are usual. `groups` are the sizes of a number's digit groups from the
    right; the last size repeats. `comma` separates groups, `point` precedes decimals. `plural` is the plural rule, as
    in gettext.

    `series` and `dated` are patterns for `str.format`: `series` joins two items of a list without "and", and `dated`
    has the day, the name of the month and the year. `months` are the names of the months in a date, from January on,
    separated by commas.
    """

    code: str
    tag: str
    name: str
    direction: str
    digits: str
    own_digits: bool
    groups: tuple[int, ...]
    comma: str
    point: str
    series: str
    plural: str
    dated: str
    months: str

    @property
    def script(self) -> str:
        """The script as a BCP 47 subtag of four lower-case letters; empty if unknown."""
        return _parted(self.tag)[1]


TAGS: Final = {
    "en": "en-Latn-US",
    "pa": "pa-Guru-IN",
    "kn": "kn-Knda-IN",
    "bn": "bn-Beng-IN",
    "gu": "gu-Gujr-IN",
    "te": "te-Telu-IN",
    "hi": "hi-Deva-IN",
}
"""The natural languages by code, with their BCP 47 tags. All other facts about them come from Unicode's CLDR. After
adding a language, run `python -m tools.i18n.languages` in py/."""

_REAL: Final = {code: Language(code, tag, *FACTS[tag]) for code, tag in TAGS.items() if tag in FACTS}
ENGLISH: Final = _REAL["en"]
PSEUDO: Final = ENGLISH._replace(code="qps", tag="qps", name="⟦Þšéûðö⟧")
MIRRORED: Final = ENGLISH._replace(code="qpm", tag="qpm", name="ضقعيخ", direction="rtl")
PSEUDOS: Final = (PSEUDO, MIRRORED)
"""Artificial languages for tests. Sentences of the first are longer than real ones; the second runs from right to
left."""
LANGUAGES: Final[Mapping[str, Language]] = _REAL | {language.code: language for language in PSEUDOS}
"""All languages by code, in the order of a menu. The artificial ones are for tests."""

MORE: Final = "locale/words.txt"
"""Path, within the package, of the file with the sentences of a parcel (a group of modules that is loaded later)."""
KEYS: Final = "keys"
"""Name of the catalogue file with the keys, the English sentences."""
APART: Final = "apart"
"""Name of the file that lists the languages whose catalogues are delivered as separate files."""
RECORD: Final = "\x1e"
FORM: Final = "\x1f"
"""Separators in catalogue files: `RECORD` between keys or translations, `FORM` between the plural forms of a
translation. Both are ASCII control characters."""
PART: Final = b"\x1d"
"""Separator between the keys and the translations in a language's file, and between the parts of a parcel's file."""

Catalogues = Callable[[str], "bytes | None"]
"""A function that returns a catalogue file: the translations of a language code, or the keys for `KEYS`. If the file is
not available, it returns None."""


class Catalogue(gettext.GNUTranslations):
    """A gettext catalogue: translations by key, and the language's plural rule.

    A key is a sentence with its context, as in gettext. The translation of the empty key is the header, which contains
    the plural rule. An empty translation counts as missing.
    """

    def __init__(self, keys: bytes, texts: bytes) -> None:
        super().__init__()
        self._catalog: dict[str | tuple[str, int], str] = {}
        self.extend(keys, texts)
        header = (line.partition(": ") for line in self._catalog[""].splitlines())
        self._info = {name.lower(): value for name, _, value in header}
        self.plural = gettext.c2py(self._info["plural-forms"].partition("plural=")[2].rstrip(";"))

    def extend(self, keys: bytes, texts: bytes) -> None:
        """Add the translations `texts` of the sentences `keys`, in the same order.

        Both are UTF-8, with `RECORD` between entries. Raise `ValueError` if their numbers of entries differ.
        """
        pairs = zip(keys.decode().split(RECORD), texts.decode().split(RECORD), strict=True)
        for key, text in [(key, text) for key, text in pairs if text]:
            if FORM in text:
                self._catalog.update(((key, number), form) for number, form in enumerate(text.split(FORM)))
            else:
                self._catalog[key] = text


class Words(NamedTuple):
    """A translator of messages: a language, its digits, and the players' names. An immutable, callable value.

    `names` holds the name of each seat: a message ("Black"), or a text that somebody has entered.
    """

    language: Language
    digits: str
    names: tuple[Message | str, ...]
    catalogue: gettext.NullTranslations

    def __call__(self, message: Message) -> str:
        """Return a message in the language, or in English if there is no valid translation."""
        args = {name: self._filling(arg) for name, arg in message.args}
        try:
            text = self._sentence(message)
            if self.digits != LATIN_DIGITS:
                text = _figured(text, self.digits)
            return text.format(**args)
        except (LookupError, ValueError, AttributeError):
            return sentence(message).format(**args)

    def number(self, value: int) -> str:
        """Return a number in the reader's digits. From 1000 on, its digits are grouped."""
        if 0 <= value < 1000 and self.digits == LATIN_DIGITS:
            return str(value)
        language = self.language
        figures = _grouped(str(abs(value)), language.groups, language.comma)
        return (_MINUS[language.direction] if value < 0 else "") + figures.translate(
            str.maketrans(LATIN_DIGITS, self.digits)
        )

    def decimal(self, value: float, places: int = 1) -> str:
        """Return a number of at least 0 with `places` decimals, in the reader's digits."""
        whole, fraction = divmod(round(value * 10**places), 10**places)
        return f"{self.number(whole)}{self.language.point}{self.figured(f'{fraction:0{places}}')}"

    def date(self, iso: str) -> str:
        """Return a date in ISO form as text with the name of the month, such as "28 November 2026".

        The text stays on one line and has the reader's digits. So does a text that is not a date, which is otherwise
        unchanged.
        """
        try:
            day = date.fromisoformat(iso)
        except ValueError:
            return self.figured(non_breaking(iso))
        # The names are CLDR's, not those of the browser's Intl, because Chromium has no months in Punjabi.
        month = self.language.months.split(", ")[day.month - 1]
        text = self.figured(self.language.dated.format(day.day, month, day.year))
        return text.replace(" ", _NO_BREAK_SPACE)

    def name(self, seat: Seat) -> str:
        """Return the name of the player in a seat.

        A typed name is isolated, so that its direction does not affect other text.
        """
        name = self.names[seat] if 0 <= seat < len(self.names) else say("Player {number}", number=seat + 1)
        return self(name) if isinstance(name, Message) else isolated(name)

    @property
    def looked_over(self) -> bool:
        """True if a native speaker has checked the translations of the language."""
        return self.language == ENGLISH or self.catalogue.info().get("x-native-reader") == "yes"

    def with_names(self, names: Sequence[Message | str]) -> Words:
        """Return this translator with the players' names replaced by `names`, which holds a name for each seat."""
        return self._replace(names=tuple(names))

    def _filling(self, arg: Arg) -> str:
        if isinstance(arg, Message):
            return self(arg)
        if isinstance(arg, PlayerName):
            return self.name(arg.seat)
        if isinstance(arg, Day):
            text = self.date(arg.iso)
            return text if self.language.direction == "ltr" or not text else isolated(text)
        if isinstance(arg, Listed):
            return reduce(self.language.series.format, map(self._filling, arg.parts)) if arg.parts else ""
        if isinstance(arg, int):
            return self.number(arg)
        if isinstance(arg, float):
            return self.decimal(arg, 2)
        # A plain text is notation or a file name. It runs from left to right.
        text = self.figured(arg)
        return text if self.language.direction == "ltr" or not text else f"{_RIGHTWARDS}{text}{_RELEASE}"

    def figured(self, text: str) -> str:
        """Return a text with its numbers in the reader's digits."""
        return text if self.digits == LATIN_DIGITS else _figured(text, self.digits)

    def _sentence(self, message: Message) -> str:
        catalogue, context = self.catalogue, message.context
        if not message.text:
            return ""
        if message.number is None:
            return catalogue.pgettext(context, message.text) if context else catalogue.gettext(message.text)
        number = abs(message.number)
        if context:
            return catalogue.npgettext(context, message.text, message.many, number)
        return catalogue.ngettext(message.text, message.many, number)


# Cached, because a page has many sentences, and most of them were on the page before, too.
@lru_cache(maxsize=1024)
def _figured(text: str, digits: str) -> str:
    """Return a text with its numbers in `digits`. Numbers in names and notation, and long numbers, stay as they are."""
    # Placeholders stay unchanged. So do words with Latin letters, as they are names or notation ("d3", "SHA-256"),
    # and long numbers, as they are meant to be copied.
    table = str.maketrans(LATIN_DIGITS, digits)
    return _WORD.sub(lambda word: word[0] if _NAMED.search(word[0]) else word[0].translate(table), text)


_laid: Final[dict[str, Catalogue]] = {}
"""The catalogues that were loaded from separate files, by language code."""


_more: Final[list[tuple[bytes, Mapping[str, bytes]]]] = []
"""For each parcel (group of modules) loaded so far: the keys of its sentences, and their translations by language code.
"""


def add_catalogue(code: str, file: bytes) -> None:
    """Add the catalogue of a language from the bytes of its separate file, which holds keys and translations."""
    keys, _, texts = file.partition(PART)
    catalogue = Catalogue(keys, texts)
    for more_keys, translations in _more:
        if code in translations:
            catalogue.extend(more_keys, translations[code])
    _laid[code] = catalogue


def add_sentences(file: bytes) -> None:
    """Add the sentences of a parcel (a group of modules that is loaded later), in all languages.

    The file holds the keys, and then the code and the translations of each language. Raise `ValueError` if it is
    damaged.
    """
    keys, *rest = file.split(PART)
    translations = dict(zip(map(bytes.decode, rest[::2]), rest[1::2], strict=True))
    _more.append((keys, translations))
    for code, catalogue in _laid.items():
        if code in translations:
            catalogue.extend(keys, translations[code])


def is_unloaded(code: str) -> bool:
    """Return True if a language's catalogue is delivered as a separate file that has not been loaded yet."""
    return code in _separate_languages() and code not in _laid


@cache
def _separate_languages() -> frozenset[str]:
    """Return the codes of the languages whose catalogues are delivered as separate files."""
    return frozenset((shipped(APART) or b"").decode().split())


def shipped(code: str) -> bytes | None:
    """Return a catalogue file of this package, by language code, or None if the package does not contain the file."""
    try:
        return pkgutil.get_data("chowk", f"locale/{code}.txt")
    except OSError:
        return None


def words(code: str = "en", digits: str = AUTOMATIC, catalogues: Catalogues = shipped) -> Words:
    """Return the translator of a language. `code` is a key of `LANGUAGES`, `digits` is one of `DIGITS`."""
    language = LANGUAGES[code]
    laid = _laid.get(code) if catalogues is shipped else None
    texts = None if laid else catalogues(code)
    catalogue = laid or (Catalogue(catalogues(KEYS) or b"", texts) if texts else gettext.NullTranslations())
    own = digits == NATIVE or (digits == AUTOMATIC and language.own_digits)
    return Words(language, language.digits if own else LATIN_DIGITS, (), catalogue)


@lru_cache(maxsize=4)
def offered(catalogues: Catalogues = shipped) -> tuple[Language, ...]:
    """Return the languages for a menu: English, and all others with a catalogue."""
    real = (language for language in LANGUAGES.values() if language not in PSEUDOS)
    return tuple(language for language in real if language == ENGLISH or _is_there(language.code, catalogues))


def _is_there(code: str, catalogues: Catalogues) -> bool:
    return bool(catalogues(code)) or (catalogues is shipped and code in _separate_languages())


def negotiated(tags: Iterable[str], offer: Sequence[Language]) -> str:
    """Return the code of the language in `offer` that fits the earliest possible tag in `tags`.

    `tags` are BCP 47 language tags, the most preferred first. Return an empty text if no language fits any of them. The
    script must be the same, because readers of one script may not read another. A tag without a script means the usual
    script of its region. `py/boot/language.js` does the same before Python has started.
    """
    for tag in tags:
        language, script = _parted(tag)
        for candidate in offer:
            if candidate.code == language and script in ("", candidate.script):
                return candidate.code
    return ""


def linked(fragment: str, offer: Sequence[Language]) -> str:
    """Return the code of the language in a link's fragment, such as `#lang=kn`; empty if it is not in `offer`."""
    return negotiated(parse_qs(fragment.lstrip("#")).get("lang", ()), offer)


_USUAL_SCRIPTS: Final = {("pa", "pk"): "arab"}
"""The usual script of a language in a region, if it differs from the script in `TAGS` (CLDR's likely subtags).
`py/boot/language.js` has the same table."""


def _parted(tag: str) -> tuple[str, str]:
    """Return the language and the script of a BCP 47 tag, in lower case.

    If the tag names no script, the script comes from `_USUAL_SCRIPTS`, or is empty if that has none.
    """
    language, *subtags = re.split("[-_]", tag.lower())
    script = next((subtag for subtag in subtags if len(subtag) == 4 and subtag.isalpha()), "")
    region = next((subtag for subtag in subtags if len(subtag) == 2), "")
    return language, script or _USUAL_SCRIPTS.get((language, region), "")


def isolated(text: str) -> str:
    """Enclose a text in Unicode's isolating characters, so that its direction does not affect other text."""
    return f"{_ISOLATE}{text}{_RELEASE}"


def non_breaking(date: str) -> str:
    """Return a date such as 2026-11-28 with non-breaking hyphens, so that it stays on one line."""
    return date.replace("-", _NO_BREAK)


def _grouped(figures: str, groups: tuple[int, ...], comma: str) -> str:
    size, *larger = groups
    if len(figures) <= size:
        return figures
    return _grouped(figures[:-size], tuple(larger) or groups, comma) + comma + figures[-size:]
