"""Change English sentences everywhere: in the sources, in tests that quote them, and in the translations' keys.

A sentence is the key of its translations, so a change of its English would lose them all or mark them as fuzzy. If the
meaning stays the same, `python -m tools.i18n.catalog reword` changes it and keeps the translations: they stay in use,
marked as not yet edited until an editor has compared them with the new English. A table of changes (`reword --from
FILE`) has one sentence per line: the old text, the new text and, if the change is not for all files, the prefix of the
files' names, separated by tabs. Format the sources with Ruff afterwards.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tools.i18n.po_catalog import PACKAGE, CatalogError, Key, gathered, places, update

ROOT: Final = PACKAGE.parents[1]
QUOTING: Final = ("tests", "py/tools")
"""Folders whose Python quotes sentences of the page."""
MENTIONING: Final = ("README.md", "CONTRIBUTING.md", "SPEAKING.md", "docs", "tests", "py/tools", "py/boot")
"""Files and folders that may quote a sentence in part, so that a person has to check them."""
_WIDTH: Final = 120
_MAKERS: Final = {"say": 1, "say_many": 2, "say_in": 2}


class Change(NamedTuple):
    """The old and the new form of a sentence, in the files whose names begin with `where`."""

    old: str
    new: str
    old_many: str = ""
    new_many: str = ""
    old_context: str = ""
    new_context: str = ""
    where: str = ""

    @property
    def keys(self) -> tuple[Key, Key]:
        """The old and the new key of its translations."""
        return Key(self.old, self.old_context), Key(self.new, self.new_context)


def change(old: str, new: str, where: str = "") -> Change:
    """Parse a change written as `text`, `one || many` or `[context] text`, once for the old and once for the new form.

    Raise `CatalogError` if the two differ in their placeholders or only one of them has a plural.
    """
    (context, text, many), (other_context, other, others) = _parsed(old), _parsed(new)
    if bool(many) != bool(others):
        raise CatalogError(f"only one of them has a plural: {old!r} and {new!r}")
    if many and (context or other_context):
        raise CatalogError(f"a sentence that counts has no context: {new!r}")
    for before, after in ((text, other), (many, others)):
        if places(before) != places(after):
            raise CatalogError(f"the placeholders of {before!r} are not those of {after!r}")
    return Change(text, other, many, others, context, other_context, where)


def changes(table: str) -> tuple[Change, ...]:
    """Parse a table of changes; empty lines and lines that begin with # are ignored."""
    rows = [line.split("\t") for line in table.splitlines() if line.strip() and not line.startswith("#")]
    return tuple(change(*row) for row in rows)


def reword(wanted: Sequence[Change], root: Path = ROOT) -> list[str]:
    """Make the changes in all files below `root`; return a line for everything that a person has to check.

    Sentences that have changed already are left as they are, so the same changes can be made again after a merge.
    """
    package = root / PACKAGE.relative_to(ROOT)
    for path in sorted(package.rglob("*.py")):
        file = path.relative_to(package.parent).as_posix()
        _write(path, rewritten(path.read_text("utf-8"), [one for one in wanted if file.startswith(one.where)]))
    everywhere = [one for one in wanted if not one.where and " " in one.old and one.old != one.new]
    for folder in QUOTING:
        for path in sorted((root / folder).rglob("*.py")):
            _write(path, quoted(path.read_text("utf-8"), everywhere))
    for path in sorted((package / "locale" / "glossary").glob("*.toml")):
        text = path.read_text("utf-8")
        for one in everywhere:
            text = text.replace(f'"{one.old}"', f'"{one.new}"')
        _write(path, text)
    said = gathered(package)
    renamed = {one.keys[1]: one.keys[0] for one in wanted}
    for code in sorted(path.stem for path in (package / "locale").glob("*.po")):
        update(code, renamed, package)
    return [*(f"not said: {one.new!r}" for one in wanted if one.keys[1] not in said), *_mentions(wanted, root)]


def rewritten(source: str, wanted: Sequence[Change]) -> str:
    """Return a source of the package with its messages changed and the message functions imported."""
    spans, needed = [], set()
    by_key = {one.keys[0]: one for one in wanted if one.keys[0] != one.keys[1] or one.old_many != one.new_many}
    whole = _joined(source)
    if not any(key.text in whole for key in by_key):
        return source
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _MAKERS:
            texts = [one.value for one in node.args[: _MAKERS[node.func.id]] if isinstance(one, ast.Constant)]
            context, text = texts if node.func.id == "say_in" else ("", texts[0])
            found = by_key.get(Key(str(text), str(context)))
            if found is None or bool(found.old_many) != (node.func.id == "say_many"):
                continue
            forms = [found.new, found.new_many] if node.func.id == "say_many" else [found.new]
            if found.new_context:
                forms.insert(0, found.new_context)
            maker = "say_in" if found.new_context else "say_many" if found.new_many else "say"
            needed.add(maker)
            last = node.args[_MAKERS[node.func.id] - 1]
            span = (_at(source, node.lineno, node.col_offset), _at(source, last.end_lineno, last.end_col_offset))
            spans.append((*span, f"{maker}({_laid(forms, source, span)}"))
    text = _replaced(source, spans)
    return _importing(text, needed) if spans else source


def quoted(source: str, wanted: Sequence[Change]) -> str:
    """Return a source with the strings changed that quote a whole sentence."""
    texts = {one.old: one.new for one in wanted} | {one.old_many: one.new_many for one in wanted if one.old_many}
    whole = _joined(source)
    if not any(text in whole for text in texts):
        return source
    spans = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in texts:
            span = (_at(source, node.lineno, node.col_offset), _at(source, node.end_lineno, node.end_col_offset))
            if source[span[0]] in "\"'":  # not a part of an f-string, which has no position of its own
                spans.append((*span, _laid([texts[node.value]], source, span)))
    return _replaced(source, spans)


def _joined(source: str) -> str:
    """Return a source with split strings joined, for a quick search for sentences."""
    return re.sub(r'"\s*\n\s*"', "", source).replace('\\"', '"')


def _parsed(text: str) -> tuple[str, str, str]:
    found = re.fullmatch(r"(?:\[([^\]{}]+)\] )?(.*?)(?: \|\| (.*))?", text, re.S)
    assert found
    return found[1] or "", found[2], found[3] or ""


def _at(source: str, line: int | None, column: int | None) -> int:
    """Return the index in a source of an AST position: lines count from 1, columns are bytes."""
    lines = source.splitlines(keepends=True)
    before = lines[(line or 1) - 1].encode()[: column or 0].decode()
    return sum(map(len, lines[: (line or 1) - 1])) + len(before)


def _replaced(source: str, spans: Sequence[tuple[int, int, str]]) -> str:
    for start, end, text in sorted(spans, reverse=True):
        source = source[:start] + text + source[end:]
    return source


def _laid(forms: Sequence[str], source: str, span: tuple[int, int]) -> str:
    """Return strings in the layout of the sources: on one line, or on lines of their own, split where too long."""
    begun = source[source.rfind("\n", 0, span[0]) + 1 : span[0]]
    told = ", ".join(map(_string, forms))
    if "\n" not in source[span[0] : span[1]] and len(begun + told) + 20 < _WIDTH:
        return told
    pad = "\n" + " " * (len(begun) - len(begun.lstrip()) + 4)
    return ",".join(pad + pad.join(map(_string, _parted(form, _WIDTH - len(pad) - 2))) for form in forms)


def _parted(text: str, room: int) -> list[str]:
    parts = [""]
    for word in re.findall(r"\S+\s*|\s+", text):
        if parts[-1] and len(_string(parts[-1] + word)) > room:
            parts.append("")
        parts[-1] += word
    return parts


def _string(text: str) -> str:
    mark = "'" if '"' in text and "'" not in text else '"'
    signs = {"\\": "\\\\", "\n": "\\n", "\t": "\\t", mark: f"\\{mark}"}
    return mark + "".join(signs.get(sign, sign) for sign in text) + mark


def _importing(source: str, makers: set[str]) -> str:
    """Return a source with exactly the message functions imported that it uses."""
    tree = ast.parse(source)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "chowk.core.message":
            had = {one.name for one in node.names}
            names = {name for name in had | makers if name not in _MAKERS or name in used}
            if names == had:
                return source
            told = ", ".join(sorted(names, key=lambda name: (not name.isupper(), not name[0].isupper(), name)))
            span = (_at(source, node.lineno, node.col_offset), _at(source, node.end_lineno, node.end_col_offset))
            return _replaced(source, [(*span, f"from chowk.core.message import {told}")])
    return source


def _write(path: Path, text: str) -> None:
    if path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


def _mentions(wanted: Sequence[Change], root: Path) -> Iterator[str]:
    """Yield the lines that still contain an old wording, in files that a person has to check."""
    texts = [one.old.rstrip(".") for one in wanted if one.old != one.new and not one.where and " " in one.old]
    paths = [
        path for name in MENTIONING for path in ([root / name] if (root / name).is_file() else (root / name).rglob("*"))
    ]
    for path in sorted(one for one in paths if one.suffix in (".py", ".md", ".js", ".mjs", ".txt", ".html")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            for text in texts:
                if text in line and re.search(rf"(?<!\w){re.escape(text)}(?!\w)", line):
                    yield f"look at {path.relative_to(root).as_posix()}:{number}: {text!r}"


def run(argv: Sequence[str]) -> int:
    """Run the command `OLD NEW [WHERE]` or `--from TABLE`; return the exit status."""
    match argv:
        case ["--from", table]:
            wanted = changes(Path(table).read_text("utf-8"))
        case [old, new, *where] if len(where) < 2:
            wanted = (change(old, new, *where),)
        case _:
            raise CatalogError("reword OLD NEW [WHERE], or reword --from TABLE")
    found = reword(wanted)
    print("\n".join(found) or "said otherwise everywhere")
    return 1 if any(line.startswith("not said") for line in found) else 0
