"""Make the fonts of titles, Baloo 2 and its sister fonts for each script: css/fonts/display-CODE.woff2.

Each font contains only the glyphs that the titles of one language need, in one weight. The titles are shaped as in a
browser, and the font also keeps the glyphs that occur only in an intermediate step of shaping. `display.json`, beside
this file, lists the shaped titles, so that a test can detect new ones. To make the fonts again, run `npm ci`, install
fontTools with Brotli and uharfbuzz (`pip install fonttools brotli uharfbuzz`), and run `python -m tools.i18n.display`
in py/.
"""

from __future__ import annotations

import ast
import json
import re
import string
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final, TypeGuard

from fontTools.ttLib import TTFont

from chowk import games
from chowk.core.message import Message
from tools.i18n import po_catalog as catalog
from tools.i18n.po_catalog import TRANSLATED, Key
from tools.i18n.wording import SCRIPTS

ROOT: Final = Path(__file__).resolve().parents[3]
ROOMS: Final = ("ui", "features", "app")
"""Folders of the package `chowk` whose code contains titles."""
LISTED: Final = Path(__file__).with_name("display.json")
"""The JSON file with the titles of each language, as they were when the fonts were made."""
FACES: Final = {
    "en": "baloo-2",
    "hi": "baloo-2",
    "pa": "baloo-paaji-2",
    "bn": "baloo-da-2",
    "kn": "baloo-tamma-2",
    "gu": "baloo-bhai-2",
    "te": "baloo-tammudu-2",
}
"""Font package of each language, by language code. The English font has the Latin letters for all languages."""
WEIGHT: Final = 650
"""Weight of the title fonts, as in CSS."""
LATIN: Final = string.printable[:95] + "\u00a0’–…·½×−"
"""Latin characters that the English font has in any case, because a title may contain a name typed by a player."""
AFTER_VIRAMA: Final = {"te": ("dummy", 90)}
"""A glyph without a shape and its new advance, in font units, by language code.

The glyph ends a word on a conjunct with virama. Without an advance the virama meets the colon that may follow.
"""
HEADINGS: Final = ("h1", "h2")
"""HTML elements whose content is a title."""
TITLED: Final = ("sheet",)
"""Functions that make parts of the page and take a title as their fourth argument."""


# Finding the titles --------------------------------------------------------------------------------------------------


@cache
def titles() -> frozenset[Message]:
    """Return the titles of all pages as messages: those written in the pages' code, and those that games supply.

    The sources are read only once in a process.
    """
    return frozenset(chain(_named(), _brought()))


def _named() -> Iterator[Message]:
    for path in sorted(path for room in ROOMS for path in (ROOT / "py/chowk" / room).rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        yield from _returned("title", tree)
        for call in ast.walk(tree):
            if isinstance(call, ast.Call):
                for expression in _titles_of(call):
                    yield from _messages(expression, tree)


def _titles_of(call: ast.Call) -> Sequence[ast.expr]:
    """Return those arguments of a function call in the pages' code that contain a title; none for other calls."""
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    if name in TITLED:
        return call.args[3:4]
    head = call.args[0] if name == "el" and call.args else None
    return call.args[1:] if isinstance(head, ast.Constant) and head.value in HEADINGS else ()


def _messages(expression: ast.expr, tree: ast.Module) -> Iterator[Message]:
    """Yield the messages that an expression of the module `tree` may stand for.

    They are in the expression itself, in the values that the module assigns to the expression's names, and in the
    module's functions that the expression calls.
    """
    for node in ast.walk(expression):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id.startswith("say"):
                yield _message(node)
            yield from _returned(node.func.id, tree)
        elif isinstance(node, ast.Name):
            yield from _assigned(node.id, tree)


def _returned(name: str, tree: ast.Module) -> Iterator[Message]:
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and function.name == name:
            yield from (_message(node) for node in ast.walk(function) if _is_message_call(node))


def _assigned(name: str, tree: ast.Module) -> Iterator[Message]:
    for step in ast.walk(tree):
        if isinstance(step, ast.Assign | ast.AnnAssign) and step.value is not None:
            targets = step.targets if isinstance(step, ast.Assign) else [step.target]
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                yield from (_message(node) for node in ast.walk(step.value) if _is_message_call(node))


def _is_message_call(node: ast.AST) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.startswith("say")


def _message(call: ast.Call) -> Message:
    texts = [
        argument.value
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]
    context = texts.pop(0) if isinstance(call.func, ast.Name) and call.func.id == "say_in" else ""
    return Message(texts[0], context=context)


def _brought() -> Iterator[Message]:
    for game in map(games.load, games.SHELF):
        yield game.sign.title
        yield from game.speech.SEATS
        yield from (level.name for level in game.bots.LEVELS)
        yield from (preset.label for preset in game.presets)


def texts(code: str) -> tuple[str, ...]:
    """Return the titles in a language, sorted. From a title with placeholders, return the texts between them."""
    if code not in TRANSLATED:
        sentences = {title.text for title in titles()}
    else:
        entries = catalog.read_po((catalog.LOCALE / f"{code}.po").read_text("utf-8"))
        sentences = {entries[Key(title.text, title.context)].strings[0] for title in titles()}
    return tuple(sorted({stretch.strip() for title in sentences for stretch in re.split(r"{\w+}", title)} - {""}))


# The fonts -----------------------------------------------------------------------------------------------------------


def main() -> None:
    """Write for each language a font with the glyphs of its titles, and then the list of all titles."""
    shaped = {code: list(texts(code)) for code in FACES}
    for code, sentences in shaped.items():
        _cut(code, sentences)
    LISTED.write_text(json.dumps(shaped, ensure_ascii=False, indent=1) + "\n", "utf-8")


def _cut(code: str, titles: Sequence[str]) -> None:
    script = SCRIPTS[code].lower() if code in TRANSLATED else "latin"
    package = ROOT / "node_modules/@fontsource-variable" / FACES[code]
    source = package / f"files/{FACES[code]}-{script}-wght-normal.woff2"
    target = ROOT / "css/fonts" / f"display-{code}.woff2"
    own = {letter for letter in "".join(titles) if ord(letter) > ord("\x7f")} if code in TRANSLATED else set(LATIN)
    with tempfile.TemporaryDirectory() as folder:
        open_, plain, less = (Path(folder) / f"{name}.ttf" for name in ("open", "plain", "less"))
        subprocess.run(["fonttools", "ttLib.woff2", "decompress", "-o", open_, source], check=True)
        subprocess.run(["fonttools", "varLib.instancer", open_, f"wght={WEIGHT}", "-q", "-o", plain], check=True)
        if code in AFTER_VIRAMA:
            _widen(plain, *AFTER_VIRAMA[code])
        shaped = [part for text in titles for part in (parts(text) if code in TRANSLATED else [text])]
        passed: set[int] = set()
        lines = [_shaped(plain, text, passed.add) for text in shaped]
        assert any(passed), "a font that the shaper can read"
        needed = (
            f"--unicodes={','.join(f'{ord(letter):x}' for letter in sorted(own))}",
            f"--gids={','.join(map(str, sorted(passed)))}",
        )
        options = (*needed, "--no-hinting", "--no-layout-closure")
        subprocess.run(["pyftsubset", plain, *options, f"--output-file={less}"], check=True)
        subprocess.run(["pyftsubset", plain, *options, "--flavor=woff2", f"--output-file={target}"], check=True)
        for text, line in zip(shaped, lines, strict=True):
            assert _shaped(less, text) == line, f"{text} is drawn otherwise by less"


def parts(text: str) -> list[str]:
    """Return the parts of a title that are not Latin letters.

    A browser shapes each script by its own rules. The shaper shapes all letters of a text by those of the first one.
    """
    return [part for part in re.split("[A-Za-z]+", text) if part.strip()]


def _widen(font: Path, glyph: str, advance: int) -> None:
    """Give a glyph of a font another advance, in font units."""
    with TTFont(font) as opened:
        opened["hmtx"][glyph] = (advance, opened["hmtx"][glyph][1])
        opened.save(font)


def _shaped(font: Path, text: str, hear: Callable[[int], object] = lambda _: None) -> list[tuple[int, int, int]]:
    """Shape a text. Return for each glyph its advance, its x offset and its y offset, in font units.

    `hear` is called with every glyph that occurs during shaping, since a rule may reach its result through another
    glyph.
    """
    import uharfbuzz  # imported here, since only this command needs it

    line = uharfbuzz.Buffer()
    line.add_str(text)
    line.guess_segment_properties()

    def step(message: str) -> None:
        for glyph in line.glyph_infos if "lookup" in message else ():
            hear(glyph.codepoint)

    line.set_message_func(step)
    uharfbuzz.shape(uharfbuzz.Font(uharfbuzz.Face(font.read_bytes())), line)
    step("after the last lookup")
    return [
        (glyph_position.x_advance, glyph_position.x_offset, glyph_position.y_offset)
        for glyph_position in line.glyph_positions
    ]


if __name__ == "__main__":
    main()
