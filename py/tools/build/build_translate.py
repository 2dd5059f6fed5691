"""The files of the translators' desk: its code, the catalogues, and notes on their sentences.

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
from tools.shared.once import once, tree

CODE: Final = ("chowk/features/translation/", "chowk/browser/translation_desk.py")
"""Paths that are left out of the app's archive."""
SHORT: Final = 40
"""Maximum length of a label: an English text without a full stop."""


def is_code(name: str) -> bool:
    """Return True if a file of the package belongs to the desk."""
    return name.startswith(CODE)


def files(package: Path = catalog.PACKAGE) -> dict[str, bytes]:
    """Return the desk's data by name: `CODE.po` as in the sources, and `notes.json`."""
    found = {path.name: path.read_bytes() for path in sorted((package / "locale").glob("*.po"))}
    return found | {"notes.json": once("notes", (tree(), tree(package)), partial(_told, package))}


def _told(package: Path) -> bytes:
    return json.dumps(notes(package), ensure_ascii=False, sort_keys=True).encode()


def notes(package: Path = catalog.PACKAGE) -> dict[str, Any]:
    """Return what translators need to know of sentences, by their gettext keys, and each language's glossary."""
    texts = tuple((package / "locale" / f"{code}.po").read_text("utf-8") for code in TRANSLATED)
    words = tuple(path.read_text("utf-8") for path in sorted(glossary.FOLDER.glob("*.toml")))
    return _notes(tuple(catalog.gathered(package).items()), texts, words)


@lru_cache(maxsize=2)
def _notes(entries: tuple[tuple[Key, Entry], ...], texts: tuple[str, ...], _: tuple[str, ...]) -> dict[str, Any]:
    """Return the notes, cached until a sentence, translation or glossary is edited."""
    wanted, terms = dict(entries), glossary.terms()
    catalogs = {code: catalog.read_po(text) for code, text in zip(TRANSLATED, texts, strict=True)}
    kept = {code: glossary.glossary(code) for code in TRANSLATED}
    spoken = {joined(key): [at for at, term in enumerate(terms) if not term.advice and term.is_in(key, entry)]
              for key, entry in wanted.items()}  # fmt: skip
    return {
        "terms": [[term.name, term.meaning] for term in terms],
        "terms_in": {key: found for key, found in spoken.items() if found},
        "room": {joined(key): room(key, catalogs) for key in wanted if is_label(key)},
        "words": {code: {name: [w.say, w.stems] for name, w in one.words.items()} for code, one in kept.items()},
        "avoid": {code: dict(one.avoid) for code, one in kept.items()},
        "exempt": {code: sorted(one.exempt) for code, one in kept.items()},
    }


def is_label(key: Key) -> bool:
    """Return True for a text on a button, in a table or as a title, rather than a sentence."""
    return len(key.text) <= SHORT and not re.search(r"[.!?:{]", key.text)


def room(key: Key, catalogs: dict[str, Catalog]) -> int:
    """Return the number of letters known to fit: every screen is tested in all languages, and in longer text."""
    forms = [key.text, catalog.pseudo_text(key.text)]
    forms += [one for found in catalogs.values() if key in found for one in found[key].strings]
    return max(map(len, forms))
