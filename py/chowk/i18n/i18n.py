"""Words: where a message becomes a sentence of the reader's language.

Everything before this point passes messages about as values; the page puts them into words last of all, so that
another language, other digits or another player's name re-word what is already on the table. Catalogues are
GNU gettext's in all but the file: keys, and the translations of a language in the same order. The page is given that of
the language in use (`lay`). A sentence that a catalogue lacks is said in English.

A player's name stands in a sentence as a noun in the third person ("Black", "Asha", never "You").
"""

from __future__ import annotations

import gettext
import pkgutil
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache, reduce
from typing import Final, NamedTuple
from urllib.parse import parse_qs

from chowk.core.message import Arg, Listed, Message, Who, say, sentence
from chowk.core.position import Seat
from chowk.i18n.cldr import FACTS

LATIN_DIGITS: Final = "0123456789"
AUTOMATIC, LATIN, NATIVE = DIGITS = ("automatic", "latin", "native")
"""The choices of digits: what the language's readers use, 0 to 9, or the script's own."""

_WORD: Final = re.compile(r"\{[^{}]*\}|[^\s{}]+")
_NAMED: Final = re.compile(r"[A-Za-z{]|[0-9]{5}")

_ISOLATE: Final = "\u2068"
_RIGHTWARDS: Final = "\u2066"
_RELEASE: Final = "\u2069"
_MINUS: Final = {"ltr": "\u2212", "rtl": "\u200e\u2212"}
"""A minus sign, kept at the left of its number."""


class Language(NamedTuple):
    """A language that the page may speak.

    `code` names its catalogue and is the page's `lang`; `tag` its full BCP 47 tag, with the region whose words it is
    written in; `name` is what its readers call it; `direction` which way its lines run, "ltr" or "rtl"; `digits` are
    its script's own, from 0 to 9, `own_digits` whether they are the usual ones; `groups` the sizes of a number's
    groups from the right, the last one repeating; `comma` and `point` stand between these, and before tenths; `series`
    is how one thing follows another in a list without "and"; `plural` gettext's rule.
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

    @property
    def script(self) -> str:
        """The script that it is written in here, by the four letters of its name in BCP 47, small; none if unknown."""
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
"""The languages that people speak, by code: how each is written here. All else that is known of them is CLDR's.

One that is new is known once `python -m tools.i18n.languages` was run, in py/.
"""

_REAL: Final = {code: Language(code, tag, *FACTS[tag]) for code, tag in TAGS.items() if tag in FACTS}
ENGLISH: Final = _REAL["en"]
PSEUDO: Final = ENGLISH._replace(code="qps", tag="qps", name="⟦Þšéûðö⟧")
MIRRORED: Final = ENGLISH._replace(code="qpm", tag="qpm", name="ضقعيخ", direction="rtl")
PSEUDOS: Final = (PSEUDO, MIRRORED)
"""Languages that nobody speaks: in one, sentences are longer than in any other, in the other lines run to the left."""
LANGUAGES: Final[Mapping[str, Language]] = _REAL | {language.code: language for language in PSEUDOS}
"""Every language that is provided for, by code, in the order of a menu; those that nobody speaks prove the page."""

KEYS: Final = "keys"
APART: Final = "apart"
"""The list of languages whose catalogues come by themselves, where catalogues are."""
RECORD: Final = "\x1e"
FORM: Final = "\x1f"
"""What stands between two keys or translations, and between a translation's plural forms: ASCII's signs for it."""
PART: Final = b"\x1d"
"""What stands between the keys and the translations in the file of a language."""

Catalogues = Callable[[str], "bytes | None"]
"""Gives a language's translations by its code, and their keys by `KEYS`; None where there are none."""


class Catalogue(gettext.GNUTranslations):
    """A language's translations with gettext's meaning: each is found by its key, a plural form by the header's rule.

    A key is a sentence, with its context as gettext has it; the first is empty, its translation the header. A
    translation that is empty is none.
    """

    def __init__(self, keys: bytes, texts: bytes) -> None:
        super().__init__()
        pairs = zip(keys.decode().split(RECORD), texts.decode().split(RECORD), strict=True)
        self._catalog: dict[str | tuple[str, int], str] = {key: text for key, text in pairs if text}
        for key in [key for key, text in self._catalog.items() if FORM in text]:
            for number, form in enumerate(self._catalog.pop(key).split(FORM)):
                self._catalog[str(key), number] = form
        header = (line.partition(": ") for line in self._catalog[""].splitlines())
        self._info = {name.lower(): value for name, _, value in header}
        self.plural = gettext.c2py(self._info["plural-forms"].partition("plural=")[2].rstrip(";"))


class Words(NamedTuple):
    """A way to say messages: a language, its digits, and the players' names. A value, and callable.

    `names` holds each seat's name: a message ("Black"), or a text that somebody typed.
    """

    language: Language
    digits: str
    names: tuple[Message | str, ...]
    catalogue: gettext.NullTranslations

    def __call__(self, message: Message) -> str:
        """The message as a sentence of the language, in English where there is no translation that works."""
        args = {name: self._filling(arg) for name, arg in message.args}
        try:
            return self.figured(self._sentence(message)).format(**args)
        except (LookupError, ValueError, AttributeError):
            return sentence(message).format(**args)

    def number(self, value: int) -> str:
        """A number in the language's digits, in groups from a thousand on."""
        if 0 <= value < 1000 and self.digits == LATIN_DIGITS:
            return str(value)
        language = self.language
        figures = _grouped(str(abs(value)), language.groups, language.comma)
        return (_MINUS[language.direction] if value < 0 else "") + figures.translate(
            str.maketrans(LATIN_DIGITS, self.digits)
        )

    def decimal(self, value: float, places: int = 1) -> str:
        """A number that is not negative, to so many places."""
        whole, rest = divmod(round(value * 10**places), 10**places)
        return f"{self.number(whole)}{self.language.point}{self.figured(f'{rest:0{places}}')}"

    def name(self, seat: Seat) -> str:
        """What the player in that seat is called; a typed name is kept from turning its surroundings about."""
        name = self.names[seat] if 0 <= seat < len(self.names) else say("Player {number}", number=seat + 1)
        return self(name) if isinstance(name, Message) else isolated(name)

    @property
    def looked_over(self) -> bool:
        """Whether somebody who grew up with the language has gone through what is said in it here."""
        return self.language == ENGLISH or self.catalogue.info().get("x-native-reader") == "yes"

    def with_names(self, names: Sequence[Message | str]) -> Words:
        """The same words with these players at the table, by seat."""
        return self._replace(names=tuple(names))

    def _filling(self, arg: Arg) -> str:
        if isinstance(arg, Message):
            return self(arg)
        if isinstance(arg, Who):
            return self.name(arg.seat)
        if isinstance(arg, Listed):
            return reduce(self.language.series.format, map(self._filling, arg.parts)) if arg.parts else ""
        if isinstance(arg, int):
            return self.number(arg)
        if isinstance(arg, float):
            return self.decimal(arg, 2)
        # What no catalogue holds is notation, or the name of a file: it runs to the right.
        told = self.figured(arg)
        return told if self.language.direction == "ltr" or not told else f"{_RIGHTWARDS}{told}{_RELEASE}"

    def figured(self, text: str) -> str:
        """A sentence or a move with its numbers in the reader's digits."""
        # What has Latin letters is a name or a notation ("d3", "SHA-256"), and long figures are there to be copied
        # (a seed): those stay, and so do placeholders.
        if self.digits == LATIN_DIGITS:
            return text
        table = str.maketrans(LATIN_DIGITS, self.digits)
        return _WORD.sub(lambda found: found[0] if _NAMED.search(found[0]) else found[0].translate(table), text)

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


_laid: Final[dict[str, Catalogue]] = {}


def lay(code: str, file: bytes) -> None:
    """Takes the catalogue of a language from its file."""
    keys, _, texts = file.partition(PART)
    _laid[code] = Catalogue(keys, texts)


def waits(code: str) -> bool:
    """Whether a language's catalogue is a file of its own that has not come yet."""
    return code in _apart() and code not in _laid


@cache
def _apart() -> frozenset[str]:
    """The languages whose catalogues the build made files of their own."""
    return frozenset((shipped(APART) or b"").decode().split())


def shipped(code: str) -> bytes | None:
    """The catalogues that came with this package, be it a folder or an archive."""
    try:
        return pkgutil.get_data("chowk", f"locale/{code}.txt")
    except OSError:
        return None


def words(code: str = "en", digits: str = AUTOMATIC, catalogues: Catalogues = shipped) -> Words:
    """The words of a language, one of `LANGUAGES`, with one of `DIGITS`."""
    language = LANGUAGES[code]
    laid = _laid.get(code) if catalogues is shipped else None
    texts = None if laid else catalogues(code)
    catalogue = laid or (Catalogue(catalogues(KEYS) or b"", texts) if texts else gettext.NullTranslations())
    own = digits == NATIVE or (digits == AUTOMATIC and language.own_digits)
    return Words(language, language.digits if own else LATIN_DIGITS, (), catalogue)


@lru_cache(maxsize=4)
def offered(catalogues: Catalogues = shipped) -> tuple[Language, ...]:
    """The languages that a menu may offer: English, and every other one with a catalogue."""
    real = (language for language in LANGUAGES.values() if language not in PSEUDOS)
    return tuple(language for language in real if language == ENGLISH or _is_there(language.code, catalogues))


def _is_there(code: str, catalogues: Catalogues) -> bool:
    return bool(catalogues(code)) or (catalogues is shipped and code in _apart())


def negotiated(wanted: Iterable[str], offer: Sequence[Language]) -> str:
    """The code of the language on offer that suits the first of the `wanted` tags that any suits; empty if none does.

    Whoever reads a language in one script cannot read it in another, so the script must be the same. A tag that names
    none means the one that is usual in its region. `py/boot/language.js` does the same before Python is there.
    """
    for tag in wanted:
        language, script = _parted(tag)
        for one in offer:
            if one.code == language and script in ("", one.script):
                return one.code
    return ""


def linked(fragment: str, offer: Sequence[Language]) -> str:
    """The code of the language that a link asks for by `#lang=kn`; empty if it asks for none that is on offer."""
    return negotiated(parse_qs(fragment.lstrip("#")).get("lang", ()), offer)


_USUAL_SCRIPTS: Final = {("pa", "pk"): "arab"}
"""Where a language on offer is usually written in another script than here (CLDR's likely subtags).

`py/boot/language.js` has the same table.
"""


def _parted(tag: str) -> tuple[str, str]:
    """A tag's language and script, in small letters; the script empty if it is the language's usual one."""
    language, *parts = re.split("[-_]", tag.lower())
    script = next((part for part in parts if len(part) == 4 and part.isalpha()), "")
    region = next((part for part in parts if len(part) == 2), "")
    return language, script or _USUAL_SCRIPTS.get((language, region), "")


def isolated(text: str) -> str:
    """A text that somebody typed, wrapped so that its direction of writing stays its own."""
    return f"{_ISOLATE}{text}{_RELEASE}"


def _grouped(figures: str, groups: tuple[int, ...], comma: str) -> str:
    size, *larger = groups
    if len(figures) <= size:
        return figures
    return _grouped(figures[:-size], tuple(larger) or groups, comma) + comma + figures[-size:]
