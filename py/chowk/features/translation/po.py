"""Edit a `.po` file as text. Unchanged entries keep every byte."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

UNEDITED: Final = "# not yet edited"
"""Comment on a translation that no editor has read."""
WAS: Final = "#| "
"""Prefix of a line with an earlier English text. If the English text has changed since its translation, the entry has
such lines.
"""

_FIELD: Final = re.compile(r'\s*(?:(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?)\s+)?"((?:[^"\\]|\\.)*)"\s*')
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
_MEANINGS: Final = {"n": "\n", "t": "\t"}


class PoError(ValueError):
    """Raised for a text that is no readable `.po` file. The message gives the reason and, where possible, the line."""


class Key(NamedTuple):
    """The key of a translation: its English text and its context."""

    text: str
    context: str = ""


class Translation(NamedTuple):
    """A sentence of a `.po` file with its translation.

    `many` is its English plural or empty, `files` are its source files, and `strings` are the forms of its translation.
    `fuzzy` is True if the English sentence has changed since it was translated. `unedited` is True if nobody has
    checked the translation yet (the comment `UNEDITED`).
    """

    key: Key
    many: str
    files: tuple[str, ...]
    strings: tuple[str, ...]
    fuzzy: bool
    unedited: bool


class Change(NamedTuple):
    """A new translation with all its forms. `read` is True if a person has checked it."""

    strings: tuple[str, ...]
    read: bool


def read(text: str) -> list[Translation]:
    """Return the sentences of a `.po` file in order, without the header and obsolete entries.

    Raise `PoError` if the text is not a `.po` file or has no sentence.
    """
    entries: dict[Key, Translation] = {}
    for block, line in _blocks(text):
        entry = _entry(block, line)
        if entry is None:
            continue
        if entry.key in entries:
            raise PoError(f"The sentence that begins in line {line} is in this file twice.")
        entries[entry.key] = entry
    if not entries:
        raise PoError("There is no sentence in this file: it is not a .po file, or an empty one.")
    return [entry for entry in entries.values() if entry.key.text]


def language(text: str) -> str:
    """Return the language code in a file's header, or an empty text."""
    header = re.search(r'"Language: *([A-Za-z_-]*)\\n"', text)
    return header[1] if header else ""


def written(text: str, changes: Mapping[Key, Change]) -> str:
    """Return a `.po` file's text with `changes` applied. All other entries stay the same.

    A byte order mark is left out, and lines end in a single newline.
    """
    parts = re.split(r"(\n(?:[^\S\n]*\n)+)", _plain(text))
    for index in range(0, len(parts), 2):
        entry = _entry(parts[index], 0)
        change = changes.get(entry.key) if entry is not None else None
        if entry is not None and entry.key.text and change is not None:
            parts[index] = _changed(parts[index], entry, change)
    return "".join(parts)


def quoted(text: str) -> str:
    """Return a text as `.po` string literals, one literal for each line."""
    lines = re.findall(r"[^\n]*\n|[^\n]+", text)
    if len(lines) > 1:
        return "\n".join(['""', *map(quoted, lines)])
    return '"' + "".join(_ESCAPES.get(sign, sign) for sign in text) + '"'


def _changed(block: str, entry: Translation, change: Change) -> str:
    lines, within = block.split("\n"), False
    result_lines = [UNEDITED] if not (change.read or entry.unedited) else []
    differs = change.strings != entry.strings
    end = lines[-1:] if not lines[-1] else []
    for line in lines[: len(lines) - len(end)]:
        within = line.startswith("msgstr") or (within and line.lstrip().startswith('"'))
        if change.read and (line == UNEDITED or line.startswith(WAS)):
            continue
        if differs and line.startswith("#,"):
            flags = [flag.strip() for flag in line[2:].split(",") if flag.strip() != "fuzzy"]
            if not flags:
                continue
            line = "#, " + ", ".join(flags)
        if not (differs and within):
            result_lines.append(line)
    if differs:
        names = [f"msgstr[{n}]" for n in range(len(change.strings))] if entry.many else ["msgstr"]
        result_lines += [f"{name} {quoted(string)}" for name, string in zip(names, change.strings, strict=True)]
    return "\n".join(result_lines + end)


def _plain(text: str) -> str:
    """Return a text without a byte order mark, and with lines that end in a single newline."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def _blocks(text: str) -> Iterator[tuple[str, int]]:
    """Yield the blocks of lines that blank lines separate, each with the number of its first line, from 1."""
    lines: list[str] = []
    for number, line in enumerate((*_plain(text).split("\n"), ""), 1):
        if line.strip():
            lines.append(line)
        elif lines:
            yield "\n".join(lines), number - len(lines)
            lines = []


def _entry(block: str, first: int) -> Translation | None:
    fields: dict[str, str] = {}
    name = ""
    lines = block.split("\n")
    for number, line in enumerate(lines, first):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        parts = _FIELD.fullmatch(line)
        if parts is None or not (parts[1] or name):
            raise PoError(f"Line {number} of this file is not of a .po file: {line.strip()[:60]}")
        if parts[1] in fields:
            raise PoError(f"Line {number} of this file begins a second {parts[1]}: is a blank line missing before it?")
        name = parts[1] or name
        fields[name] = fields.get(name, "") + re.sub(
            r"\\(.)", lambda escape: _MEANINGS.get(escape[1], escape[1]), parts[2]
        )
    if "msgid" not in fields:
        return None
    strings = tuple(value for name, value in fields.items() if name.startswith("msgstr"))
    if not strings:
        raise PoError(f"The sentence that begins in line {first} has no msgstr.")
    if "msgid_plural" in fields and "msgstr" in fields:
        raise PoError(f"The sentence that begins in line {first} has msgid_plural, but a msgstr without a number.")
    if "msgid_plural" not in fields and any(name.startswith("msgstr[") for name in fields):
        raise PoError(f"The sentence that begins in line {first} has numbered msgstr lines, but no msgid_plural.")
    return Translation(
        Key(fields["msgid"], fields.get("msgctxt", "")),
        fields.get("msgid_plural", ""),
        tuple(file for line in lines if line.startswith("#:") for file in line[2:].split()),
        strings,
        any(re.match(r"#,.*\bfuzzy\b", line) for line in lines),
        UNEDITED in lines,
    )


def placeholders(texts: Sequence[str]) -> frozenset[str]:
    """Return the placeholders in sentences, with their braces."""
    return frozenset(placeholder for text in texts for placeholder in re.findall(r"\{[^{}]*\}", text))
