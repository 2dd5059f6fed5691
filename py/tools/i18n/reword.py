"""Change English sentences everywhere: in the sources, in tests that quote them, and in the translations' keys.

A sentence is the key of its translations. Changing its English text by hand would lose them or mark them as fuzzy. If
the meaning stays the same, `python -m tools.i18n.catalog reword` changes the text and keeps the translations. They stay
in use, marked as not yet edited until an editor has compared them with the new English.

A sentence with a context is written as `[context] text`, for example `[the player does it] Roll`, and one with a plural
as `one || many`. If a sentence is not in the sources, nothing is changed.

A table of changes (`reword --from FILE`) has one sentence per line: the old text, the new text and, if the change is
not for all files, the prefix of the files' names, separated by tabs. Format the sources with Ruff afterwards.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tools.i18n.po_catalog import PACKAGE, Catalog, CatalogError, Key, gathered, places, update

ROOT: Final = PACKAGE.parents[1]
QUOTING: Final = ("tests", "py/tools")
"""Folders whose Python code quotes sentences that the page shows."""
MENTIONING: Final = ("README.md", "CONTRIBUTING.md", "SPEAKING.md", "docs", "tests", "py/tools", "py/boot")
"""Files and folders that may quote a part of a sentence, so that a person has to check them after a change."""
_WIDTH: Final = 120
"""Maximum length of a source line, in letters."""
_MAKERS: Final = {"say": 1, "say_many": 2, "say_in": 2}
"""For each message function, the number of its leading arguments that are texts (context, sentence, plural)."""


class Change(NamedTuple):
    """A change of an English sentence: its old and its new form, each with a plural and a context if it has them.

    The sentence changes only in files whose paths begin with `where`.
    """

    old: str
    new: str
    old_many: str = ""
    new_many: str = ""
    old_context: str = ""
    new_context: str = ""
    where: str = ""

    @property
    def keys(self) -> tuple[Key, Key]:
        """The old and the new key of the sentence in the catalogues."""
        return Key(self.old, self.old_context), Key(self.new, self.new_context)


def change(old: str, new: str, where: str = "") -> Change:
    """Parse a change: the old and the new form, each written as `text`, `one || many` or `[context] text`.

    Raise `CatalogError` if they differ in their placeholders, or if only one of them has a plural.
    """
    (context, old_text, many), (other_context, new_text, others) = _parsed(old), _parsed(new)
    if bool(many) != bool(others):
        raise CatalogError(f"only one of them has a plural: {old!r} and {new!r}")
    if many and (context or other_context):
        raise CatalogError(f"a sentence that counts has no context: {new!r}")
    for before, after in ((old_text, new_text), (many, others)):
        if places(before) != places(after):
            raise CatalogError(f"the placeholders of {before!r} are not those of {after!r}")
    return Change(old_text, new_text, many, others, context, other_context, where)


def changes(table: str) -> tuple[Change, ...]:
    """Parse a table with one change per line. Ignore empty lines and lines that begin with #."""
    rows = [line.split("\t") for line in table.splitlines() if line.strip() and not line.startswith("#")]
    return tuple(change(*row) for row in rows)


def reword(requested: Sequence[Change], root: Path = ROOT) -> list[str]:
    """Make the changes in all files below `root`. Return a line for each place that a person has to check.

    Sentences that already have the new wording are left alone, so the same changes can be made again after a merge. If
    a sentence is in no source with its old or its new wording, change nothing. Return instead a line for each such
    sentence.
    """
    package = root / PACKAGE.relative_to(ROOT)
    if unknown := list(_unknown(requested, gathered(package))):
        return unknown
    for path in sorted(package.rglob("*.py")):
        file = path.relative_to(package.parent).as_posix()
        _write(
            path, rewritten(path.read_text("utf-8"), [change for change in requested if file.startswith(change.where)])
        )
    everywhere = [change for change in requested if not change.where and " " in change.old and change.old != change.new]
    for folder in QUOTING:
        for path in sorted((root / folder).rglob("*.py")):
            _write(path, quoted(path.read_text("utf-8"), everywhere))
    for path in sorted((package / "locale" / "glossary").glob("*.toml")):
        text = path.read_text("utf-8")
        for change in everywhere:
            text = text.replace(f'"{change.old}"', f'"{change.new}"')
        _write(path, text)
    renamed = {change.keys[1]: change.keys[0] for change in requested}
    for code in sorted(path.stem for path in (package / "locale").glob("*.po")):
        update(code, renamed, package)
    return list(_mentions(requested, root))


def _unknown(requested: Sequence[Change], sources: Catalog) -> Iterator[str]:
    """Yield a line for each change whose sentence the sources have neither in its old nor in its new form.

    If the sources have the old text with another context or plural, or in other files, the line says so.
    """
    for change in requested:
        forms = ((change.keys[0], change.old_many), (change.keys[1], change.new_many))
        if any(
            key in sources
            and sources[key].many == many
            and any(file.startswith(change.where) for file in sources[key].files)
            for key, many in forms
        ):
            continue
        alike = [
            repr((f"[{key.context}] " if key.context else "") + key.text + (f" || {entry.many}" if entry.many else ""))
            + f" in {', '.join(entry.files)}"
            for key, entry in sources.items()
            if key.text == change.old
        ]
        advice = f"; write it as {'; or as '.join(alike)}" if alike else ""
        yield f"not said, so nothing was changed: {change.old!r}{advice}"


def rewritten(source: str, requested: Sequence[Change]) -> str:
    """Return a source file of the package with its messages changed and its imports of message functions adapted."""
    spans, needed = [], set()
    by_key = {
        item.keys[0]: item for item in requested if item.keys[0] != item.keys[1] or item.old_many != item.new_many
    }
    joined = _joined(source)
    if not any(key.text in joined for key in by_key):
        return source
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _MAKERS:
            texts = [item.value for item in node.args[: _MAKERS[node.func.id]] if isinstance(item, ast.Constant)]
            context, text = texts if node.func.id == "say_in" else ("", texts[0])
            change = by_key.get(Key(str(text), str(context)))
            if change is None or bool(change.old_many) != (node.func.id == "say_many"):
                continue
            forms = [change.new, change.new_many] if node.func.id == "say_many" else [change.new]
            if change.new_context:
                forms.insert(0, change.new_context)
            maker = "say_in" if change.new_context else "say_many" if change.new_many else "say"
            needed.add(maker)
            last = node.args[_MAKERS[node.func.id] - 1]
            span = (
                _index_of(source, node.lineno, node.col_offset),
                _index_of(source, last.end_lineno, last.end_col_offset),
            )
            spans.append((*span, f"{maker}({_laid(forms, source, span)}"))
    text = _replaced(source, spans)
    return _importing(text, needed) if spans else source


def quoted(source: str, requested: Sequence[Change]) -> str:
    """Return a source file in which each string that quotes an old sentence quotes the new sentence."""
    texts = {change.old: change.new for change in requested} | {
        change.old_many: change.new_many for change in requested if change.old_many
    }
    joined = _joined(source)
    if not any(text in joined for text in texts):
        return source
    spans = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in texts:
            span = (
                _index_of(source, node.lineno, node.col_offset),
                _index_of(source, node.end_lineno, node.end_col_offset),
            )
            if source[span[0]] in "\"'":  # skip parts of f-strings: they have no position of their own
                spans.append((*span, _laid([texts[node.value]], source, span)))
    return _replaced(source, spans)


def _joined(source: str) -> str:
    """Return a source text in which each string is on one line, so that a plain search finds a sentence."""
    return re.sub(r'"\s*\n\s*"', "", source).replace('\\"', '"')


def _parsed(text: str) -> tuple[str, str, str]:
    match = re.fullmatch(r"(?:\[([^\]{}]+)\] )?(.*?)(?: \|\| (.*))?", text, re.S)
    assert match
    return match[1] or "", match[2], match[3] or ""


def _index_of(source: str, line: int | None, column: int | None) -> int:
    """Return the index in a source text for a line and a column of its syntax tree.

    Lines count from 1. Columns are bytes and count from 0. None stands for the first line or column.
    """
    lines = source.splitlines(keepends=True)
    before = lines[(line or 1) - 1].encode()[: column or 0].decode()
    return sum(map(len, lines[: (line or 1) - 1])) + len(before)


def _replaced(source: str, spans: Sequence[tuple[int, int, str]]) -> str:
    for start, end, text in sorted(spans, reverse=True):
        source = source[:start] + text + source[end:]
    return source


def _laid(forms: Sequence[str], source: str, span: tuple[int, int]) -> str:
    """Return texts as string literals of source code, to replace the part `span` of the source.

    If that part is on one line and the literals fit there, they are on one line. Otherwise each literal begins on its
    own line, and a long one is split.
    """
    begun = source[source.rfind("\n", 0, span[0]) + 1 : span[0]]
    line = ", ".join(map(_string, forms))
    if "\n" not in source[span[0] : span[1]] and len(begun + line) + 20 < _WIDTH:
        return line
    pad = "\n" + " " * (len(begun) - len(begun.lstrip()) + 4)
    return ",".join(pad + pad.join(map(_string, _parted(form, _WIDTH - len(pad) - 2))) for form in forms)


def _parted(text: str, room: int) -> list[str]:
    pieces = [""]
    for word in re.findall(r"\S+\s*|\s+", text):
        if pieces[-1] and len(_string(pieces[-1] + word)) > room:
            pieces.append("")
        pieces[-1] += word
    return pieces


def _string(text: str) -> str:
    mark = "'" if '"' in text and "'" not in text else '"'
    signs = {"\\": "\\\\", "\n": "\\n", "\t": "\\t", mark: f"\\{mark}"}
    return mark + "".join(signs.get(sign, sign) for sign in text) + mark


def _importing(source: str, makers: set[str]) -> str:
    """Return the source with its import of message functions adapted: it imports exactly those that it uses.

    `makers` are the names of the functions that changed messages may need.
    """
    tree = ast.parse(source)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "chowk.core.message":
            had = {alias.name for alias in node.names}
            names = {name for name in had | makers if name not in _MAKERS or name in used}
            if names == had:
                return source
            listing = ", ".join(sorted(names, key=lambda name: (not name.isupper(), not name[0].isupper(), name)))
            span = (
                _index_of(source, node.lineno, node.col_offset),
                _index_of(source, node.end_lineno, node.end_col_offset),
            )
            return _replaced(source, [(*span, f"from chowk.core.message import {listing}")])
    return source


def _write(path: Path, text: str) -> None:
    if path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


def _mentions(requested: Sequence[Change], root: Path) -> Iterator[str]:
    """Yield a line for each place that still contains an old wording, in files that a person has to check."""
    texts = [
        change.old.rstrip(".")
        for change in requested
        if change.old != change.new and not change.where and " " in change.old
    ]
    paths = [
        path for name in MENTIONING for path in ([root / name] if (root / name).is_file() else (root / name).rglob("*"))
    ]
    for path in sorted(change for change in paths if change.suffix in (".py", ".md", ".js", ".mjs", ".txt", ".html")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            for text in texts:
                if text in line and re.search(rf"(?<!\w){re.escape(text)}(?!\w)", line):
                    yield f"look at {path.relative_to(root).as_posix()}:{number}: {text!r}"


def run(argv: Sequence[str]) -> int:
    """Run the command with the arguments `OLD NEW [WHERE]` or `--from TABLE`. Return the exit status."""
    match argv:
        case ["--from", table]:
            requested = changes(Path(table).read_text("utf-8"))
        case [old, new, *where] if len(where) < 2:
            requested = (change(old, new, *where),)
        case _:
            raise CatalogError("reword OLD NEW [WHERE], or reword --from TABLE")
    lines = reword(requested)
    print("\n".join(lines) or "said otherwise everywhere")
    return 1 if any(line.startswith("not said") for line in lines) else 0
