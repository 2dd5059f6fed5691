"""Check the form of translations (script, punctuation, endings of words) and the contexts of English labels.

`tools.i18n.po_catalog` checks that a translation is complete, and `tools.i18n.glossary` that it uses the words of the
glossary.
"""

from __future__ import annotations

import ast
import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Final

from chowk.core.message import Message
from tools.i18n.po_catalog import LOCALE, Catalog, Entry

SCRIPTS: Final[Mapping[str, str]] = {
    "hi": "DEVANAGARI",
    "pa": "GURMUKHI",
    "kn": "KANNADA",
    "bn": "BENGALI",
    "gu": "GUJARATI",
    "te": "TELUGU",
}
"""The script of each language, by language code. The Unicode names of the script's letters begin with this word."""
STOPS: Final[Mapping[str, str]] = {"hi": "।", "pa": "।", "bn": "।"}
"""The mark that ends a sentence in languages that do not use the full stop, by language code."""
PEOPLE: Final = ("player", "other", "giver", "first", "second", "third", "fourth")
"""Placeholders that stand for the names of players."""
ENDINGS: Final[Mapping[str, tuple[str, ...]]] = {"gu": ("ની", "નો", "નું", "ના", "નાં", "ને", "થી", "માં", "માંથી", "મી")}
"""Endings that a language writes directly after a name or a number, by language code.

In the other languages nothing may follow a name without a space.
"""

_COMMON: Final = frozenset("।\u200c\u200d")
"""Characters that are allowed in every Indian script of `SCRIPTS`: danda, zero-width non-joiner and joiner."""
CONTEXTS: Final = ("the page does it", "the player does it", "the opponent does it")
"""Contexts of messages on a button, a key or a choice. They say who carries the command out."""
ORDERS: Final = frozenset(
    [
        "add",
        "agree",
        "cancel",
        "change",
        "check",
        "choose",
        "clear",
        "close",
        "confirm",
        "continue",
        "copy",
        "delete",
        "dismiss",
        "end",
        "export",
        "go",
        "import",
        "install",
        "learn",
        "leave",
        "lose",
        "mirror",
        "move",
        "number",
        "open",
        "pass",
        "paste",
        "pause",
        "pick",
        "play",
        "print",
        "put",
        "redo",
        "reload",
        "replay",
        "reset",
        "resign",
        "retry",
        "review",
        "roll",
        "rotate",
        "save",
        "send",
        "share",
        "show",
        "skip",
        "start",
        "step",
        "stop",
        "swap",
        "take",
        "try",
        "turn",
        "undo",
        "view",
    ]
)
"""English verbs, in small letters, with which a command on a button begins."""
DONE_THERE: Final = frozenset(
    (
        "Analyse",
        "Ask for a seat that is lost",
        "Bring my seat to another device",
        "Choose a roll",
        "Find a better move",
        "Learn a game",
        "Learn {game}",
        "Open a game from text",
        "Play apart",
        "Play live",
        "Send the link",
        "Set up a position",
    )
)
"""Labels of commands that are also titles of a sheet or a panel.

The command opens this sheet or panel, where the player goes on with the action.
"""
_PRESSED: Final = frozenset(("a", "button", "input", "label", "option", "select", "summary", "textarea"))
"""HTML elements that a player can press."""
HOMONYMS: Final = frozenset(
    (
        "corner",
        "square",
        "step",
        "staircase",
        "Dark",
        "Draw",
        "Form",
        "Home",
        "Light",
        "Move",
        "Never",
        "Normal",
        "Space",
    )
)
"""English labels with more than one meaning. They always need a context for translators."""

_NOUN: Final = re.compile(r"(?:Move|Replay|Review|Roll|Turn) (?:of|by|\{)")
"""Pattern of English labels that begin like a command but are nouns, such as "Review of"."""
_AFTER: Final = ".,;:?!)”"
"""Punctuation that may follow a player's name directly."""
_LATIN: Final = re.compile(r"(?<![^\W_])[A-Za-z]{2,}(?![^\W_])")
"""Pattern of a word of two or more Latin letters."""


def faults(catalog: Catalog, sources: Catalog, code: str) -> Iterator[str]:
    """Yield a line for each error in the form of a translation: its letters, spaces, punctuation or endings.

    `catalog` has the translations into the language `code`, `sources` the English sentences.
    """
    for key, entry in sources.items():
        translation = catalog.get(key, Entry())
        for english, text in zip((key.text, entry.many or key.text), translation.strings, strict=False):
            if text and not translation.fuzzy:
                yield from (f"{key.text!r}: {fault} in {text!r}" for fault in _faults(english, text, code))


def unclear(sources: Catalog) -> Iterator[str]:
    """Yield a line for each English label that needs a context: it is unclear who acts or which meaning is meant."""
    for key in sources:
        first = key.text.split()[0]
        label = key.text[-1] not in ".?!:…" and first[0].isupper() and not _NOUN.match(key.text)
        if label and first.lower() in ORDERS and "{count}" not in key.text and not key.context:
            yield f"{key.text!r} does not say who does it: say_in({CONTEXTS[0]!r}, ...) or another of {CONTEXTS[1:]}"
        if key.text in HOMONYMS and not key.context:
            yield f"{key.text!r} has more than one meaning: say_in(..., {key.text!r})"


def used_twice(titles: Iterable[Message], sources: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each text that is used as a title or a description, although its context says it is a command.

    `titles` are the titles of the pages, `sources` is the pages' code by file. Such a text is a fault because no
    single verb form suits both uses in every language. The texts in `DONE_THERE` are exempt.
    """
    for title in sorted(titles):
        if title.context in CONTEXTS and title.text not in DONE_THERE:
            yield f"{title.text!r} orders something and is a title: say the title otherwise, without a context"
    for file, source in sources.items():
        for call in ast.walk(ast.parse(source)):
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "el"):
                continue
            tag = call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else ""
            for text in () if tag in _PRESSED else _orders(call):
                if text not in DONE_THERE:
                    yield f"{file}:{call.lineno}: {text!r} orders something and is the name of a part: say it otherwise"


def _orders(call: ast.Call) -> Iterator[str]:
    """Yield the commands (texts with a context of `CONTEXTS`) in the argument `aria_label` of a call of `el`.

    This argument is the element's label for screen readers.
    """
    for name in (item.value for item in call.keywords if item.arg == "aria_label"):
        for node in ast.walk(name):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say_in":
                context, text = (item.value for item in node.args[:2] if isinstance(item, ast.Constant))
                if context in CONTEXTS:
                    yield str(text)


@cache
def latin_words() -> frozenset[str]:
    """Return the words in Latin letters that any translation may contain."""
    loaded = tomllib.loads((LOCALE / "glossary" / "latin.toml").read_text("utf-8"))
    return frozenset(loaded["words"])


def foreign_words(text: str) -> list[str]:
    """Return those words in Latin letters that a translation into another script has but may not contain.

    Single letters are allowed, because they occur in the notation of games.
    """
    return [word for word in _LATIN.findall(re.sub(r"\{\w*\}", " ", text)) if word not in latin_words()]


def _faults(english: str, text: str, code: str) -> Iterator[str]:
    checks: tuple[tuple[str, Callable[[str, str, str], bool]], ...] = (
        ("signs that could be written shorter or in another order (not NFC)", _unnormalized),
        ("spaces at an end, or two in a row", _loose),
        ("another end than the English sentence has", _ends_otherwise),
        ("an ending that is glued to a name", _glued),
        ("an ending that stands apart from its figure", _parted),
        ("straight quotation marks", lambda english, text, _: '"' in text and '"' not in english),
    )
    yield from (fault for fault, is_so in checks if is_so(english, text, code))
    strange = sorted({sign for sign in text if sign not in _COMMON and not _is_at_home(sign, code)})
    if strange:
        yield f"letters of another script ({' '.join(strange)})"
    words = foreign_words(text)
    if words:
        yield f"words in Latin letters ({', '.join(words)})"


def _unnormalized(_: str, text: str, __: str) -> bool:
    return not unicodedata.is_normalized("NFC", text)


def _loose(english: str, text: str, _: str) -> bool:
    return (text.strip() != text and english.strip() == english) or "  " in text


def _ends_otherwise(english: str, text: str, code: str) -> bool:
    stop = STOPS.get(code, ".")
    for mark, own in ((".", stop), ("?", "?"), ("!", "!"), (":", ":"), ("…", "…")):
        if english.endswith(mark) != text.endswith(own):
            return True
    return stop != "." and text.endswith(".")


def _glued(_: str, text: str, code: str) -> bool:
    after = re.findall(rf"\{{(?:{'|'.join(PEOPLE)})\}}([^\s{{}}]+)", text)
    return any(_is_letter(ending[0], code) and ending.rstrip(_AFTER) not in ENDINGS.get(code, ()) for ending in after)


def _parted(_: str, text: str, code: str) -> bool:
    # ના and ને are also separate words.
    endings = "|".join(ending for ending in ENDINGS.get(code, ()) if ending not in ("ના", "ને"))
    return bool(endings) and bool(re.search(rf"(?<=[0-9}}]) (?:{endings})(?=[\s{re.escape(_AFTER)}]|$)", text))


def _is_letter(sign: str, code: str) -> bool:
    return unicodedata.name(sign, "").startswith(SCRIPTS[code])


def _is_at_home(sign: str, code: str) -> bool:
    """Return True if a text in this language may contain a character.

    It may contain the letters of its own script and of ASCII, and signs that belong to no script.
    """
    if _is_letter(sign, code):
        return True
    letter = unicodedata.category(sign)[0] in "LM"
    return sign.isascii() if letter else not unicodedata.name(sign, "").startswith(tuple(SCRIPTS.values()))
