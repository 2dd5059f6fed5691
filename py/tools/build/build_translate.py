"""Make the files of the translators' desk, a page for editing translations: code, catalogues, and notes on sentences.

Only `?translate` fetches them; they are not part of the offline page.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

from chowk.features.translation.desk import joined
from tools.i18n import glossary
from tools.i18n import po_catalog as catalog
from tools.i18n.po_catalog import TRANSLATED, Catalog, Entry, Key
from tools.shared.once import cached_result, tree

CODE: Final = ("chowk/features/translation/", "chowk/browser/translation_desk.py")
"""Paths of the code of the translators' desk, which is left out of the app's archive."""
SHORT: Final = 40
"""Maximum number of letters in a label. A label is a short English text without a full stop."""


def is_code(name: str) -> bool:
    """Return whether a file of the package belongs to the translators' desk."""
    return name.startswith(CODE)


def files(package: Path = catalog.PACKAGE) -> dict[str, bytes]:
    """Return the data files of the translators' desk by name: `CODE.po` for each language, and `notes.json`."""
    catalogs = {path.name: path.read_bytes() for path in sorted((package / "locale").glob("*.po"))}
    return catalogs | {"notes.json": cached_result("notes", (tree(), tree(package)), partial(_notes_json, package))}


def _notes_json(package: Path) -> bytes:
    return json.dumps(notes(package), ensure_ascii=False, sort_keys=True).encode()


def notes(package: Path = catalog.PACKAGE) -> dict[str, Any]:
    """Return the notes for translators by sentence (gettext key), and the glossary of each language."""
    texts = tuple((package / "locale" / f"{code}.po").read_text("utf-8") for code in TRANSLATED)
    words = tuple(path.read_text("utf-8") for path in sorted(glossary.FOLDER.glob("*.toml")))
    return _notes(tuple(catalog.gathered(package).items()), texts, words)


@lru_cache(maxsize=2)
def _notes(entries: tuple[tuple[Key, Entry], ...], texts: tuple[str, ...], _: tuple[str, ...]) -> dict[str, Any]:
    """Return the notes for translators, cached until a sentence, translation or glossary is edited.

    `entries` are the sentences. `texts` are the `.po` files in the order of `TRANSLATED`. The last argument, the texts
    of the glossaries, only makes the cache notice an edit.
    """
    entry_of, terms = dict(entries), glossary.terms()
    catalogs = {code: catalog.read_po(text) for code, text in zip(TRANSLATED, texts, strict=True)}
    glossaries = {code: glossary.glossary(code) for code in TRANSLATED}
    spoken = {joined(key): [index for index, term in enumerate(terms) if not term.advice and term.is_in(key, entry)]
              for key, entry in entry_of.items()}  # fmt: skip
    return {
        "terms": [[term.name, term.meaning] for term in terms],
        "terms_in": {key: indices for key, indices in spoken.items() if indices},
        "room": {joined(key): max_letters(key, catalogs) for key in entry_of if is_label(key)},
        "words": {
            code: {name: [w.say, w.stems] for name, w in rules.words.items()} for code, rules in glossaries.items()
        },
        "avoid": {code: dict(rules.avoid) for code, rules in glossaries.items()},
        "exempt": {code: sorted(rules.exempt) for code, rules in glossaries.items()},
    }


def is_label(key: Key) -> bool:
    """Return whether a text is a label (on a button, in a table or as a title), not a sentence."""
    return len(key.text) <= SHORT and not re.search(r"[.!?:{]", key.text)


def max_letters(key: Key, catalogs: dict[str, Catalog]) -> int:
    """Return how many letters a translation of a label may have: the length of its longest form so far.

    The forms are the English text, its translations, and its text in the pseudo-language, which is longer than English.
    These lengths are known to fit, because tests check every screen in all these languages.
    """
    forms = [key.text, catalog.pseudo_text(key.text)]
    forms += [string for entries in catalogs.values() if key in entries for string in entries[key].strings]
    return max(map(len, forms))
