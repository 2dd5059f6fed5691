"""Read the glossaries: the terms that each translation must use, and the sentences that are exempt.

`locale/glossary/terms.toml` lists the terms by their English words. `locale/glossary/CODE.toml` has the translations of
the terms into a language: the word to use, and its stems. If an English sentence has a term, its translation must
contain one of the stems, unless `exempt` in the same file lists the sentence. The last table of that file, `avoid`,
lists wordings that no translation may contain, each with the wording to use instead or the reason.
`locale/glossary/animals.toml` has the words for the animals drawn for the opponents.
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
"""The folder of the glossaries."""
PAGE: Final = tuple(f"chowk/{room}/" for room in ("app", "features", "i18n", "session", "storage", "ui"))
"""Folders of the messages that all games share. `terms.toml` calls these folders `page`."""


class Term(NamedTuple):
    """An English term of the glossary.

    `english` are the words and phrases for the term, and `meaning` explains them. The term is looked for only in files
    whose paths begin with one of `where`, or in all files if `where` is empty. The phrases `unless` are ignored,
    because there the words have another meaning. If `advice` is True, the words are too common to be checked, and the
    entry only advises translators.
    """

    name: str
    meaning: str
    english: tuple[str, ...]
    where: tuple[str, ...]
    unless: tuple[str, ...]
    advice: bool

    def is_in(self, key: Key, entry: Entry) -> bool:
        """Return True if an English sentence of the sources contains the term."""
        if self.where and not any(file.startswith(self.where) for file in entry.files):
            return False
        forms = [key.text, *([entry.many] if entry.many else [])]
        return any(_words(self.english).search(self._cleared(form)) for form in forms)

    def _cleared(self, text: str) -> str:
        """Return an English text without its placeholders and without phrases in which the term has another meaning."""
        text = re.sub(r"\{\w*\}", " ", text)
        return _words(self.unless).sub(" ", text) if self.unless else text


class Word(NamedTuple):
    """The translation of a term: the word to use, and its stems.

    The translation of each sentence with the term must contain one of the stems.
    """

    say: str
    stems: tuple[str, ...]

    def is_in(self, text: str) -> bool:
        """Return True if a translated sentence contains one of the word's stems."""
        return any(stem in text for stem in self.stems)


class Glossary(NamedTuple):
    """The glossary of a language: the words to use for the terms, and wordings to avoid.

    `words` has the word for each term. `exempt` lists the English sentences whose translations need not use these
    words. `avoid` gives for each wording the reason, or the wording to write instead.
    """

    words: Mapping[str, Word]
    exempt: frozenset[str]
    avoid: Mapping[str, str]


def terms(folder: Path = FOLDER) -> tuple[Term, ...]:
    """Return all terms, in the order of terms.toml."""
    loaded = tomllib.loads((folder / "terms.toml").read_text("utf-8"))
    return tuple(
        Term(
            name,
            fields["meaning"],
            tuple(fields["english"]),
            tuple(file for place in fields.get("where", ()) for file in (PAGE if place == "page" else (place,))),
            tuple(fields.get("unless", ())),
            fields.get("advice", False),
        )
        for name, fields in loaded.items()
    )


def glossary(code: str, folder: Path = FOLDER) -> Glossary:
    """Return the glossary of a language."""
    loaded = tomllib.loads((folder / f"{code}.toml").read_text("utf-8"))
    exempt, avoid = frozenset(loaded.pop("exempt")), loaded.pop("avoid", {})
    return Glossary(
        {name: Word(fields["say"], tuple(fields["stems"])) for name, fields in loaded.items()}, exempt, avoid
    )


def departures(catalog: Catalog, sources: Catalog, code: str, folder: Path = FOLDER) -> Iterator[str]:
    """Yield a line for each translation that lacks the word for a term of its sentence, or has a wording to avoid.

    `catalog` has the translations into the language `code`, and `sources` the English sentences. An exempt sentence
    that is no longer in the sources also gets a line.
    """
    rules, all_terms = glossary(code, folder), terms(folder)
    for key, entry in sources.items():
        translation = catalog.get(key, Entry())
        strings = [unicodedata.normalize("NFC", string) for string in translation.strings if string]
        if translation.fuzzy:
            continue
        for wrong, reason in rules.avoid.items():
            yield from (f"{key.text!r} has {wrong!r} in {string!r}: {reason}" for string in strings if wrong in string)
        if key.text in rules.exempt:
            continue
        for term in all_terms:
            word = rules.words[term.name]
            if not term.advice and term.is_in(key, entry) and not all(map(word.is_in, strings)):
                yield f"{key.text!r} speaks of {term.name!r}, so {' or '.join(word.stems)} is expected in {strings}"
    yield from (f"exempt, but no longer said: {text!r}" for text in rules.exempt - {key.text for key in sources})


class Animal(NamedTuple):
    """An animal drawn for an opponent: the drawing's name, the animal's English name, and words for it by language."""

    drawing: str
    english: str
    words: Mapping[str, tuple[str, ...]]


def animals(folder: Path = FOLDER) -> tuple[Animal, ...]:
    """Return the animals drawn for opponents, in the order of animals.toml."""
    loaded = tomllib.loads((folder / "animals.toml").read_text("utf-8"))
    return tuple(
        Animal(name, fields.pop("en"), {code: tuple(words) for code, words in fields.items()})
        for name, fields in loaded.items()
    )


def misnamed(catalog: Catalog, code: str, folder: Path = FOLDER) -> Iterator[str]:
    """Yield a line for each opponent whose translated name does not contain a word for the animal drawn for it."""
    for animal in animals(folder):
        translation = catalog.get(Key(animal.english), Entry())
        for text in (
            () if translation.fuzzy else map(partial(unicodedata.normalize, "NFC"), filter(None, translation.strings))
        ):
            if not any(word in text for word in animal.words[code]):
                expected = " or ".join(animal.words[code])
                drawing = f"the drawing is of a {animal.drawing}"
                yield f"{animal.english!r}: {drawing}, so {expected} is expected, not {text!r}"


@cache
def _words(phrases: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern for any of the phrases as whole words; phrases that begin with a capital are case-sensitive."""
    loose = [re.escape(phrase) for phrase in phrases if phrase[0].islower()]
    strict = [re.escape(phrase) for phrase in phrases if not phrase[0].islower()]
    alternatives = ([f"(?i:{'|'.join(loose)})"] if loose else []) + strict
    return re.compile(rf"(?<!\w)(?:{'|'.join(alternatives)})(?!\w)")
