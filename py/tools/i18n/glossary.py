"""The glossaries: the terms that each translation must use, and the sentences that are exempt.

`locale/glossary/terms.toml` lists the terms by their English words. `locale/glossary/CODE.toml` has their translations:
the word to use, and the stems, at least one of which must occur in every sentence with the term. Its last table,
`avoid`, lists wordings that no sentence may contain, and what to write instead. `locale/glossary/animals.toml` has the
words for the animals drawn for the opponents.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Final, NamedTuple

from tools.i18n.po_catalog import LOCALE, Catalog, Entry, Key

FOLDER: Final = LOCALE / "glossary"
PAGE: Final = tuple(f"chowk/{room}/" for room in ("app", "features", "i18n", "session", "storage", "ui"))
"""Folders of the messages that all games share; `page` in the file of terms."""


class Term(NamedTuple):
    """An English term: its meaning, its words, the files in which it counts, and phrases in which it does not.

    An `advice` term is too common a word to be checked.
    """

    name: str
    meaning: str
    english: tuple[str, ...]
    where: tuple[str, ...]
    unless: tuple[str, ...]
    advice: bool

    def is_in(self, key: Key, entry: Entry) -> bool:
        """Return True if a sentence of the sources contains the term."""
        if self.where and not any(file.startswith(self.where) for file in entry.files):
            return False
        forms = [key.text, *([entry.many] if entry.many else [])]
        return any(_words(self.english).search(self._cleared(form)) for form in forms)

    def _cleared(self, text: str) -> str:
        """Return the text without its placeholders and without phrases in which the term has another meaning."""
        text = re.sub(r"\{\w*\}", " ", text)
        return _words(self.unless).sub(" ", text) if self.unless else text


class Word(NamedTuple):
    """The translation of a term: the word to use, and the stems to look for."""

    say: str
    stems: tuple[str, ...]

    def is_in(self, text: str) -> bool:
        """Return True if a translation uses the word."""
        return any(stem in text for stem in self.stems)


class Glossary(NamedTuple):
    """A language's words by term, the English sentences that are exempt, and the wordings to avoid.

    `avoid` gives for each wording the reason, or what to write instead.
    """

    words: Mapping[str, Word]
    exempt: frozenset[str]
    avoid: Mapping[str, str]


def terms(folder: Path = FOLDER) -> tuple[Term, ...]:
    """Return all terms, in the order of the file."""
    loaded = tomllib.loads((folder / "terms.toml").read_text("utf-8"))
    return tuple(
        Term(
            name,
            one["meaning"],
            tuple(one["english"]),
            tuple(file for at in one.get("where", ()) for file in (PAGE if at == "page" else (at,))),
            tuple(one.get("unless", ())),
            one.get("advice", False),
        )
        for name, one in loaded.items()
    )


def glossary(code: str, folder: Path = FOLDER) -> Glossary:
    """Return the glossary of a language."""
    loaded = tomllib.loads((folder / f"{code}.toml").read_text("utf-8"))
    exempt, avoid = frozenset(loaded.pop("exempt")), loaded.pop("avoid", {})
    return Glossary({name: Word(one["say"], tuple(one["stems"])) for name, one in loaded.items()}, exempt, avoid)


def departures(catalog: Catalog, wanted: Catalog, code: str, folder: Path = FOLDER) -> Iterator[str]:
    """Yield a line for each translation that lacks a word of the glossary or contains one to avoid."""
    kept, known = glossary(code, folder), terms(folder)
    for key, entry in wanted.items():
        found = catalog.get(key, Entry())
        strings = [unicodedata.normalize("NFC", one) for one in found.strings if one]
        if found.fuzzy:
            continue
        for wrong, reason in kept.avoid.items():
            yield from (f"{key.text!r} has {wrong!r} in {one!r}: {reason}" for one in strings if wrong in one)
        if key.text in kept.exempt:
            continue
        for term in known:
            word = kept.words[term.name]
            if not term.advice and term.is_in(key, entry) and not all(map(word.is_in, strings)):
                yield f"{key.text!r} speaks of {term.name!r}, so {' or '.join(word.stems)} is expected in {strings}"
    yield from (f"exempt, but no longer said: {text!r}" for text in kept.exempt - {key.text for key in wanted})


class Animal(NamedTuple):
    """A drawn animal: the name of its drawing, its English name, and its words by language."""

    drawing: str
    english: str
    words: Mapping[str, tuple[str, ...]]


def animals(folder: Path = FOLDER) -> tuple[Animal, ...]:
    """Return the animals of the opponents, in the order of the file."""
    loaded = tomllib.loads((folder / "animals.toml").read_text("utf-8"))
    return tuple(
        Animal(name, one.pop("en"), {code: tuple(words) for code, words in one.items()}) for name, one in loaded.items()
    )


def misnamed(catalog: Catalog, code: str, folder: Path = FOLDER) -> Iterator[str]:
    """Yield a line for each opponent that is named after another animal than the one drawn for it."""
    for one in animals(folder):
        found = catalog.get(Key(one.english), Entry())
        for text in () if found.fuzzy else map(partial(unicodedata.normalize, "NFC"), filter(None, found.strings)):
            if not any(word in text for word in one.words[code]):
                expected = " or ".join(one.words[code])
                yield f"{one.english!r}: the drawing is of a {one.drawing}, so {expected} is expected, not {text!r}"


@cache
def _words(phrases: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern for any of the phrases as whole words; phrases that begin with a capital are case-sensitive."""
    loose = [re.escape(one) for one in phrases if one[0].islower()]
    strict = [re.escape(one) for one in phrases if not one[0].islower()]
    parts = ([f"(?i:{'|'.join(loose)})"] if loose else []) + strict
    return re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)")
