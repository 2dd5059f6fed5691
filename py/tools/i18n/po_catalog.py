"""Read, write and check message catalogues (`.po` files).

Also extract the sentences of the sources, merge them into the catalogues, and compile the catalogues for the page.
"""

from __future__ import annotations

import ast
import json
import re
import string
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from chowk.features.translation.po import UNEDITED, WAS, quoted
from chowk.features.translation.po import Key as Key
from chowk.i18n.i18n import ENGLISH, FORM, KEYS, LANGUAGES, MIRRORED, PSEUDO, PSEUDOS, RECORD, Language
from tools.shared.once import cached_result, tree

PACKAGE: Final = Path(__file__).resolve().parents[2] / "chowk"
"""The folder of the package `chowk`, whose sentences are translated."""
LOCALE: Final = PACKAGE / "locale"
"""The folder that holds the package's translations."""
TRANSLATED: Final = tuple(code for code, language in LANGUAGES.items() if language not in (ENGLISH, *PSEUDOS))
"""Codes of the languages that must have a translation."""

_HEADER: Final = (
    "Project-Id-Version: Chowk\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\n"
    "Content-Transfer-Encoding: 8bit\n"
)
"""The lines that begin the header of every `.po` file."""
NATIVE_READER: Final = "X-Native-Reader"
"""Header that says whether a native reader has reviewed a translation. `chowk.i18n.i18n` reads it."""
LIKENESS: Final = 0.75
"""Minimum similarity, from 0 to 1. A new sentence this similar to an old one counts as its changed version."""
_MAKERS: Final = {"say": ("text",), "say_many": ("text", "many"), "say_in": ("context", "text")}
# How the first arguments of each message function are used. Any further positional argument is a value.
_CALLED: Final = re.compile(rf"\b(?:{'|'.join(_MAKERS)})\s*\(")
# A quick test for message calls, because parsing all other sources takes a second.
_NAME: Final = re.compile(r"[a-z_]+")


class CatalogError(Exception):
    """Raised if a sentence of the sources or a translation is wrong. The message says where and why."""


class Entry(NamedTuple):
    """A sentence: its plural ("" if it has no count), the files that contain it, and its translations.

    If `fuzzy` is True, the translations may be wrong and are not shown. If `unedited` is True, they are shown, but no
    editor has read them yet. `was` is the earlier English text if they were translated from that, and no editor has
    compared them with the present text; otherwise it is empty.
    """

    many: str = ""
    files: tuple[str, ...] = ()
    strings: tuple[str, ...] = ()
    fuzzy: bool = False
    unedited: bool = False
    was: str = ""


Catalog = dict[Key, Entry]
"""A catalogue: the entries by key, in the order of the sources or of the `.po` file."""


# Gathering ------------------------------------------------------------------------------------------------


def gathered(package: Path = PACKAGE) -> Catalog:
    """Return every translatable sentence in the sources below `package`, in the order of files and lines."""
    entries: Catalog = {}
    for path in sorted(package.rglob("*.py")):
        file = path.relative_to(package.parent).as_posix()
        for key, many in _sentences(path.read_text("utf-8"), file):
            before = entries.get(key, Entry(many))
            if before.many != many:
                raise CatalogError(f"{file}: {key.text!r} has two plurals: {before.many!r} and {many!r}")
            entries[key] = Entry(many, tuple(dict.fromkeys((*before.files, file))))
    return entries


def places(text: str) -> frozenset[str]:
    """Return the names of the placeholders in a sentence.

    Raises `ValueError` for a placeholder that is not a plain `{name}`.
    """
    names = set()
    for _, name, form, conversion in string.Formatter().parse(text):
        if name is not None:
            if not _NAME.fullmatch(name) or form or conversion:
                raise ValueError(f"the placeholder {{{name}}} is not a plain name")
            names.add(name)
    return frozenset(names)


@lru_cache(maxsize=1000)
def _sentences(source: str, file: str) -> tuple[tuple[Key, str], ...]:
    """Return the sentences of a source file with their plurals, from the cache if the source has not changed."""
    if not _CALLED.search(source):
        return ()

    def make() -> bytes:
        return json.dumps([[*key, many] for key, many in _sentences_of(source, file)]).encode()

    listing = json.loads(cached_result("sentences", (source.encode(), _maker()), make))
    return tuple((Key(text, context), many) for text, context, many in listing)


@cache
def _maker() -> bytes:
    """Return the content of this source file.

    It is part of the cache key, so that no result of an earlier version of this code is used.
    """
    return Path(__file__).read_bytes()


def _sentences_of(source: str, file: str) -> tuple[tuple[Key, str], ...]:
    sentences = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _MAKERS:
            try:
                sentences.append(_sentence(node, _MAKERS[node.func.id]))
            except ValueError as error:
                raise CatalogError(f"{file}:{node.lineno}: {error}") from None
    return tuple(sentences)


def _sentence(call: ast.Call, roles: Sequence[str]) -> tuple[Key, str]:
    texts = dict(zip(roles, map(_literal, call.args), strict=False))
    if len(texts) < len(roles):
        raise ValueError("a message needs its sentences first")
    forms = [texts["text"], *([texts["many"]] if "many" in texts else [])]
    values = {keyword.arg for keyword in call.keywords} | ({"count"} if "many" in texts else set())
    for form in forms:
        # None stands for a `**mapping`, whose names are not known here.
        if None not in values and places(form) != values:
            raise ValueError(f"{form!r} has places for {sorted(places(form))}, given are {sorted(map(str, values))}")
        if not re.sub(r"\{\w*\}", "", form).strip():
            raise ValueError(f"{form!r} only glues its parts together")
    return Key(texts["text"], texts.get("context", "")), texts.get("many", "")


def _literal(node: ast.expr) -> str:
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or not node.value.strip():
        raise ValueError("a message's sentence must be written out as a literal that is not empty")
    return node.value


# Files of sentences ---------------------------------------------------------------------------------------


def read_po(text: str) -> Catalog:
    """Return the entries of a `.po` file by key. The file's header has the empty key; obsolete entries are left out."""
    entries: Catalog = {}
    for block in re.split(r"\n\s*\n", text):
        fields = _fields(block)
        if "msgid" in fields:
            strings = tuple(value for name, value in fields.items() if name.startswith("msgstr"))
            lines = block.splitlines()
            fuzzy = any(re.match(r"#,.*\bfuzzy\b", line) for line in lines)
            was = _fields("\n".join(line[len(WAS) :] for line in lines if line.startswith(WAS))).get("msgid", "")
            key = Key(fields["msgid"], fields.get("msgctxt", ""))
            entries[key] = Entry(fields.get("msgid_plural", ""), (), strings, fuzzy, UNEDITED in lines, was)
    return entries


def write_po(catalog: Catalog, language: Language | None = None) -> str:
    """Return the text of a `.po` file with these entries, or of a template if there is no language."""
    forms = plurals(language.plural) if language else 2
    header = _HEADER + (f"Language: {language.code}\nPlural-Forms: {language.plural}\n" if language else "")
    entries = ((key, entry) for key, entry in catalog.items() if key.text)
    return "\n".join([_po_entry(Key(""), Entry(strings=(header,))), *(_po_entry(*pair, forms) for pair in entries)])


def plurals(rule: str) -> int:
    """Return the number of plural forms in a gettext plural rule."""
    return int(re.findall(r"nplurals=(\d)", rule)[0])


def _fields(block: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    name = ""
    for line in block.splitlines():
        match = re.fullmatch(r'\s*(?:(msg\w+(?:\[\d\])?)\s+)?"(.*)"\s*', line)
        if match is None:
            if line.strip() and not line.lstrip().startswith("#"):
                raise CatalogError(f"this line of a catalogue cannot be read: {line!r}")
            continue
        name = match[1] or name
        fields[name] = fields.get(name, "") + _unquoted(match[2])
    return fields


def _po_entry(key: Key, entry: Entry, forms: int = 2) -> str:
    empty = ("",) * forms if entry.many else ("",)
    strings = entry.strings or empty
    lines = [UNEDITED] if entry.unedited else []
    lines += [f"#: {' '.join(entry.files)}"] if entry.files else []
    lines += ["#, fuzzy"] if entry.fuzzy else []
    lines += [WAS + line for line in f"msgid {quoted(entry.was)}".splitlines()] if entry.was else []
    lines += [f"msgctxt {quoted(key.context)}"] if key.context else []
    lines += [f"msgid {quoted(key.text)}"]
    lines += [f"msgid_plural {quoted(entry.many)}"] if entry.many else []
    if entry.many:
        lines += [f"msgstr[{number}] {quoted(string)}" for number, string in enumerate(strings)]
    else:
        lines += [f"msgstr {quoted(strings[0])}"]
    return "\n".join(lines) + "\n"


_MEANINGS: Final = {"n": "\n", "t": "\t"}


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", lambda match: _MEANINGS.get(match[1], match[1]), text)


# Compiling ------------------------------------------------------------------------------------------------


def compiled(
    package: Path = PACKAGE, with_pseudo: bool = True, is_needed: Callable[[Key], bool] = lambda _: True
) -> dict[str, bytes]:
    """Return the translations in the form that the page reads: file name -> bytes.

    Only sentences for which `is_needed` returns True are included. Pseudo-languages are made from the sources.
    """
    catalogs = {path.stem: _read(path.read_text("utf-8")) for path in sorted((package / "locale").glob("*.po"))}
    if with_pseudo:
        catalogs[PSEUDO.code] = pseudo(gathered(package))
        catalogs[MIRRORED.code] = pseudo(gathered(package), mirrored_text)
    chosen = {
        code: {key: entry for key, entry in catalog.items() if is_needed(key)} for code, catalog in catalogs.items()
    }
    return {f"{name}.txt": data for name, data in packed(chosen, looked_over(package)).items()}


def of_parcels(parcel_of: Callable[[str], str], package: Path = PACKAGE) -> dict[str, frozenset[Key]]:
    """Return the keys of the sentences that only parcels show: name of the parcel -> keys.

    A parcel is a part of the app that is fetched only when needed. Several parcels may show the same sentence.
    `parcel_of` returns the parcel of a file, or "" for a file that every page loads.
    """
    stored = cached_result("placed", (tree(package),), lambda: json.dumps(_placed(package)).encode())
    keys: dict[str, set[Key]] = {}
    for key, files in json.loads(stored):
        parcels = set(map(parcel_of, files))
        for parcel in parcels if "" not in parcels else ():
            keys.setdefault(parcel, set()).add(Key(*key))
    return {parcel: frozenset(sentences) for parcel, sentences in keys.items()}


def _placed(package: Path) -> list[tuple[Key, tuple[str, ...]]]:
    return [(key, entry.files) for key, entry in gathered(package).items()]


@lru_cache(maxsize=16)
def _read(text: str) -> Catalog:
    """Read a `.po` file from its text.

    The result is cached, because every build of a served site needs it. Callers must not change it.
    """
    return read_po(text)


def looked_over(package: Path = PACKAGE) -> dict[str, bool]:
    """Return for each language whether a native reader has reviewed the translation."""
    return {code: bool(status["native_reader"]) for code, status in _status(package).items()}


def complete(package: Path = PACKAGE) -> dict[str, bool]:
    """Return for each language whether a release requires a complete translation."""
    return {code: bool(status["complete"]) for code, status in _status(package).items()}


def lacking(package: Path = PACKAGE) -> dict[str, list[Key]]:
    """Return by language the keys of the sentences that lack a translation. Leave out languages that lack none."""
    stored = cached_result("lacking", (tree(), tree(package)), lambda: json.dumps(_lacking(package)).encode())
    return {code: [Key(*key) for key in keys] for code, keys in json.loads(stored).items()}


def _lacking(package: Path) -> dict[str, list[Key]]:
    sources = gathered(package)
    catalogs = {code: package / "locale" / f"{code}.po" for code in _status(package)}
    lists = {
        code: missing(_read(path.read_text("utf-8")) if path.is_file() else {}, sources)
        for code, path in catalogs.items()
    }
    return {code: keys for code, keys in lists.items() if keys}


def _status(package: Path) -> dict[str, Any]:
    """Return the table of locale/status.toml, or an empty one if there is no such file.

    For each language, `native_reader` says whether it is reviewed, and `complete` whether it must be complete.
    """
    path = package / "locale" / "status.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


def compile_all(source_dir: Path, out_dir: Path, with_pseudo: bool = True) -> list[Path]:
    """Compile all translations in the folder `source_dir` and write them into `out_dir`. Return the written files."""
    out_dir.mkdir(parents=True, exist_ok=True)
    written = []
    for name, data in compiled(source_dir.parent, with_pseudo).items():
        (out_dir / name).write_bytes(data)
        written.append(out_dir / name)
    return written


def packed(catalogs: Mapping[str, Catalog], reviewed: Mapping[str, bool] | None = None) -> dict[str, bytes]:
    """Return the data for `chowk.i18n.i18n.Catalogue`: the keys under `KEYS`, and the translations of each language.

    The translations are in the order of the keys. The keys would be half of every catalogue, so they are downloaded
    only once. They keep the order of the sources, because sentences of the same place share words and compress better
    side by side. `reviewed` tells by language whether a native reader has checked the translations.
    """
    finished = {code: dict(_finished(catalog)) for code, catalog in catalogs.items()}
    keys = dict.fromkeys(key for translations_of in finished.values() for key in translations_of)
    names = (f"{key.context}\x04{key.text}" if key.context else key.text for key in keys)
    files = {KEYS: RECORD.join(["", *names])}
    for code, translations in finished.items():
        reader = "yes" if (reviewed or {}).get(code) else "no"
        header = f"{_HEADER}Plural-Forms: {LANGUAGES[code].plural}\n{NATIVE_READER}: {reader}\n"
        files[code] = RECORD.join([header, *(FORM.join(translations.get(key, ())) for key in keys)])
    return {name: text.encode() for name, text in files.items()}


def _finished(catalog: Catalog) -> Iterator[tuple[Key, tuple[str, ...]]]:
    """Yield the key and the translations of each sentence whose translation is complete and not fuzzy."""
    for key, entry in catalog.items():
        if key.text and not entry.fuzzy and entry.strings and all(entry.strings):
            yield key, entry.strings


# The pseudo-languages -------------------------------------------------------------------------------------

LONGER: Final = 0.4
"""Growth of a sentence in the pseudo-language, as a share of its length.

Texts in Kannada and Telugu are about this much longer than in English.
"""

_ACCENTS: Final = str.maketrans(
    "ABCDEGHIJKLNOPRSTUWYZabcdeghijklnoprstuwyz", "ÅßÇÐÉĜĤÎĴĶĻÑÖÞŔŠŢÛŴÝŽåƀçðéĝĥîĵķļñöþŕšţûŵýž"
)


# A right-to-left letter for each Latin letter. Letters are used twice, as there are not enough.
_LEFTWARDS: Final = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", 2 * "ابجدهفغحيژكلمنوپقرستثڤشخىز"
)


def pseudo(catalog: Catalog, translate: Callable[[str], str] | None = None) -> Catalog:
    """Return a catalogue in which every sentence is translated by `translate`, or by `pseudo_text` if that is None."""
    translate = translate or pseudo_text
    return {
        key: entry._replace(strings=tuple(translate(form) for form in (key.text, entry.many) if form))
        for key, entry in catalog.items()
    }


def mirrored_text(text: str) -> str:
    """Return a sentence in right-to-left letters, with its placeholders unchanged."""
    stretches = re.split(r"(\{\w*\})", text)
    return "".join(stretch if stretch.startswith("{") else stretch.translate(_LEFTWARDS) for stretch in stretches)


def pseudo_text(text: str) -> str:
    """Return a sentence accented, lengthened and in brackets, with its placeholders unchanged.

    Such sentences show which texts of the page are clipped, or put together from parts.
    """
    stretches = re.split(r"(\{\w*\})", text)
    accented = "".join(stretch if stretch.startswith("{") else stretch.translate(_ACCENTS) for stretch in stretches)
    extra = -int(-LONGER * len(re.sub(r"\{\w*\}", "", text)) // 1)
    return f"⟦{accented} {('~~~~ ' * extra)[:extra].rstrip() or '~'}⟧"


# Judging --------------------------------------------------------------------------------------------------


def problems(catalog: Catalog, sources: Catalog, plural: str) -> Iterator[str]:
    """Yield a line for every fault in the translations of a language.

    A fault is a sentence that is not translated, an error in a translation (see `faults`), or a translation of a
    sentence that is no longer in the sources. `catalog` has the translations, `sources` the English sentences, and
    `plural` is the language's plural rule.
    """
    yield from (f"not translated: {key.text!r}" for key in missing(catalog, sources))
    yield from faults(catalog, sources, plural)
    yield from (f"no longer said: {key.text!r}" for key in catalog.keys() - sources.keys() if key.text)


def missing(catalog: Catalog, sources: Catalog) -> list[Key]:
    """Return the keys of the sentences that have no usable translation in `catalog`. The page shows them in English."""
    return [key for key in sources if not _is_done(catalog.get(key))]


def faults(catalog: Catalog, sources: Catalog, plural: str) -> Iterator[str]:
    """Yield a line for every error in the existing translations of a language.

    An error is a wrong number of plural forms, wrong placeholders, or marks that contradict each other. Arguments are
    as for `problems`.
    """
    forms = plurals(plural)
    for key, entry in sources.items():
        translation = catalog.get(key)
        if translation is not None and translation.was and not translation.unedited:
            was = translation.was
            yield f"marked as edited, though its English was {was!r}; take off one of the marks: {key.text!r}"
        if translation is None or not _is_done(translation):
            continue
        if translation.many != entry.many or len(translation.strings) != (forms if entry.many else 1):
            yield f"wrong number of plural forms: {key.text!r}"
        else:
            yield from _misplaced(key, translation.strings)


def _is_done(translation: Entry | None) -> bool:
    return translation is not None and not translation.fuzzy and bool(translation.strings) and all(translation.strings)


def _misplaced(key: Key, strings: Iterable[str]) -> Iterator[str]:
    for translation in strings:
        try:
            matches = places(translation) == places(key.text)
        except ValueError:
            matches = False
        if not matches:
            yield f"the placeholders of {key.text!r} are not those of {translation!r}"


# Commands -------------------------------------------------------------------------------------------------


def template() -> str:
    """Return all sentences of the sources as the text of a `.pot` file, a template for translators."""
    return write_po(gathered())


def update(code: str, renamed: Mapping[Key, Key] | None = None, package: Path = PACKAGE) -> None:
    """Merge the sources' sentences into a language's `.po` file, and give changed sentences their old translations.

    Sentences in `renamed`, new key -> old key, keep their meaning and therefore their translations. If the words
    differ, the translations are marked as not yet edited, with the English text from which they were translated.
    """
    locale = LOCALE if package == PACKAGE else package / "locale"
    path, sources = locale / f"{code}.po", gathered(package)
    old = read_po(path.read_text("utf-8")) if path.exists() else {}
    for new, was in (renamed or {}).items():
        if new in sources and new not in old and was in old:
            before = old[was].was or was.text
            old[new] = old[was]._replace(many=sources[new].many, was=before if before != new.text else "")
            if old[new].was:
                old[new] = old[new]._replace(unedited=True)
    past = {key.text: entry for key, entry in old.items() if key.text and key not in sources}
    fresh = {key: _carried(key, entry, old.get(key), past) for key, entry in sources.items()}
    locale.mkdir(exist_ok=True)
    path.write_text(write_po(fresh, LANGUAGES[code]), "utf-8")


def _carried(key: Key, entry: Entry, old: Entry | None, past: Mapping[str, Entry]) -> Entry:
    """Return a new entry for a sentence, with the translations of its old entry `old`.

    `past` holds, by English text, the old entries of sentences that are no longer in the sources. If `old` is None, use
    the translations of the most similar sentence in `past`, and mark them as fuzzy. If `old` has another plural, mark
    its translations as fuzzy, too.
    """
    if old is not None and old.many == entry.many:
        return entry._replace(strings=old.strings, fuzzy=old.fuzzy, unedited=old.unedited, was=old.was)
    alike = {key.text: old} if old is not None else {}
    alike = alike or {text: past[text] for text in get_close_matches(key.text, past, 1, LIKENESS)}
    for text, candidate in alike.items():
        if bool(candidate.many) == bool(entry.many) and all(candidate.strings):
            was = candidate.was or text
            return entry._replace(
                strings=candidate.strings, fuzzy=True, unedited=True, was=was if was != key.text else ""
            )
    return entry._replace(unedited=True)


def coverage() -> str:
    """Return a table of how many sentences each part of the package has, and how many each language translates.

    The last rows have the totals, the number of unedited translations, and whether a native reader has reviewed them.
    """
    sources = gathered()
    rooms = Counter(_package_part(entry) for entry in sources.values())
    translated = {
        code: Counter(_package_part(sources[key]) for key in _done(code) if key in sources) for code in TRANSLATED
    }
    lines = [("", "sentences", *TRANSLATED)]
    for room, count in sorted(rooms.items()):
        lines.append((room, str(count), *(str(translated[code][room]) for code in TRANSLATED)))
    lines.append(("all", str(len(sources)), *(str(translated[code].total()) for code in TRANSLATED)))
    reviewed = looked_over()
    unedited = (sum(translation.unedited for translation in read_po(_po(code)).values()) for code in TRANSLATED)
    lines.append(("not yet edited", "", *map(str, unedited)))
    lines.append(("native reader", "", *("yes" if reviewed.get(code) else "no" for code in TRANSLATED)))
    return "\n".join(f"{room:<20}" + "".join(f"{cell:>10}" for cell in cells) for room, *cells in lines)


def _package_part(entry: Entry) -> str:
    """Return the part of the package in which a sentence occurs first: a game's folder, or a shared folder."""
    folders = Path(entry.files[0]).parts
    return "/".join(folders[1:3] if folders[1] == "games" else folders[1:2])


def _done(code: str) -> list[Key]:
    return [key for key, _ in _finished(read_po(_po(code)))]


def _po(code: str) -> str:
    path = LOCALE / f"{code}.po"
    return path.read_text("utf-8") if path.exists() else ""
