r"""Find wordings in a translation that an editor removed before and that have come back.

`locale/glossary/patterns.toml` lists patterns by language. Each pattern selects English sentences: `english` is a
regular expression, and `context` and `where` narrow the selection. Their translations must not contain `has`, and must
contain `needs`. Both are regular expressions in which `\<` and `\>` stand for the beginning and the end of a word,
because Python's `\b` finds word ends inside the words of Indian scripts.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from tools.i18n.po_catalog import LOCALE, Catalog, Entry, Key

FOLDER: Final = LOCALE / "glossary"
_IN_WORD: Final = r"[\w\u0900-\u0963\u0966-\u0d7f\u200c\u200d]"
"""Regular expression for one character inside a word of the Indian scripts that the page uses."""
_EDGES: Final = {r"\<": rf"(?<!{_IN_WORD})", r"\>": rf"(?!{_IN_WORD})"}
"""The regular expressions for the two edges of a word: its beginning and its end."""


class Pattern(NamedTuple):
    """A check that finds a faulty wording in the translations into one language.

    `name` and `why` are shown with a fault. `english`, `context` and `where` (prefixes of files) select the English
    sentences to which the check applies, except those in `exempt`. A translation is faulty if it contains `has` or
    lacks `needs`. `example` is an English sentence with a faulty translation.
    """

    name: str
    why: str
    english: re.Pattern[str] | None
    context: tuple[str, ...]
    where: tuple[str, ...]
    has: re.Pattern[str] | None
    needs: re.Pattern[str] | None
    exempt: frozenset[str]
    example: tuple[str, str]

    def concerns(self, key: Key, entry: Entry) -> bool:
        """Return True if the pattern applies to the translations of a sentence."""
        if key.text in self.exempt or (self.context and key.context not in self.context):
            return False
        if self.where and not any(file.startswith(self.where) for file in entry.files):
            return False
        return self.english is None or any(self.english.search(form) for form in (key.text, entry.many) if form)

    def is_in(self, text: str) -> bool:
        """Return True if a translated text contains `has` or lacks `needs`."""
        if self.has is not None and self.has.search(text):
            return True
        return self.needs is not None and not self.needs.search(text)


@cache
def patterns(folder: Path = FOLDER) -> Mapping[str, Sequence[Pattern]]:
    """Return the patterns of each language, in the order of patterns.toml."""
    loaded = tomllib.loads((folder / "patterns.toml").read_text("utf-8"))
    shared = loaded.pop("shared")
    return {code: tuple(_pattern(row, shared.get(row["name"], {})) for row in rows) for code, rows in loaded.items()}


def faults(catalog: Catalog, sources: Catalog, code: str, folder: Path = FOLDER) -> Iterator[str]:
    """Yield a line for each translation in which a pattern finds a fault.

    Also yield a line for each exempt sentence that is no longer in the sources. `catalog` has the translations into the
    language `code`, `sources` the English sentences.
    """
    for pattern, key, text in caught(catalog, sources, code, folder):
        yield f"{key.text!r} ({pattern.name}): {text!r}: {pattern.why}"
    texts = {key.text for key in sources}
    for pattern in patterns(folder).get(code, ()):
        yield from (f"{pattern.name}: exempt, but no longer said: {text!r}" for text in sorted(pattern.exempt - texts))


def caught(catalog: Catalog, sources: Catalog, code: str, folder: Path = FOLDER) -> Iterator[tuple[Pattern, Key, str]]:
    """Yield each pattern that finds a fault, with the key of the sentence and the faulty translation.

    Arguments are as for `faults`.
    """
    for key, entry in sources.items():
        translated = catalog.get(key, Entry())
        if translated.fuzzy:
            continue
        for pattern in patterns(folder).get(code, ()):
            if pattern.concerns(key, entry):
                for text in dict.fromkeys(
                    unicodedata.normalize("NFC", string) for string in translated.strings if string
                ):
                    if pattern.is_in(text):
                        yield pattern, key, text


def _pattern(own: Mapping[str, Any], shared: Mapping[str, Any]) -> Pattern:
    fields = {**shared, **own}
    return Pattern(
        fields["name"],
        fields["why"],
        re.compile(fields["english"]) if "english" in fields else None,
        tuple(fields.get("context", ())),
        tuple(fields.get("where", ())),
        _compiled(fields.get("has")),
        _compiled(fields.get("needs")),
        frozenset([*shared.get("exempt", ()), *own.get("exempt", ())]),
        (fields["example"][0], fields["example"][1]),
    )


def _compiled(written: str | None) -> re.Pattern[str] | None:
    if written is None:
        return None
    text = unicodedata.normalize("NFC", written)
    for sign, meaning in _EDGES.items():
        text = text.replace(sign, meaning)
    return re.compile(text)
