"""How a translation is written: its script, its marks, its placeholders. What a machine can see of it, that is.

Whether a translation is complete is `tools.i18n.catalog`'s to say, whether it keeps to its words
`tools.i18n.glossary`'s.
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
from tools.i18n.catalog import LOCALE, Catalog, Entry

SCRIPTS: Final[Mapping[str, str]] = {
    "hi": "DEVANAGARI",
    "pa": "GURMUKHI",
    "kn": "KANNADA",
    "bn": "BENGALI",
    "gu": "GUJARATI",
    "te": "TELUGU",
}
"""What the names of a language's letters begin with in Unicode."""
STOPS: Final[Mapping[str, str]] = {"hi": "।", "pa": "।", "bn": "।"}
"""What ends a sentence where a full stop does not."""
PEOPLE: Final = ("player", "other", "giver", "first", "second", "third", "fourth")
"""The placeholders that are filled with what somebody is called."""
ENDINGS: Final[Mapping[str, tuple[str, ...]]] = {"gu": ("ની", "નો", "નું", "ના", "નાં", "ને", "થી", "માં", "માંથી", "મી")}
"""The endings that a language writes right after any name or figure; without an entry nothing may follow a name."""

_COMMON: Final = frozenset("।\u200c\u200d")
WHO: Final = ("the page does it", "the player does it", "the opponent does it")
"""The contexts of an order on a button, a key or a choice: who does what it says."""
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
"""The verbs that orders here begin with."""
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
"""Orders that are titles, too: of the sheet or panel that is there to do just that, as the order that opens it says."""
_PRESSED: Final = frozenset(("a", "button", "input", "label", "option", "select", "summary", "textarea"))
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
"""Labels that mean something else elsewhere, so that they are never said without a context."""

_NOUN: Final = re.compile(r"(?:Move|Replay|Review|Roll|Turn) (?:of|by|\{)")
_AFTER: Final = ".,;:?!)”"
_LATIN: Final = re.compile(r"(?<![^\W_])[A-Za-z]{2,}(?![^\W_])")


def faults(catalog: Catalog, wanted: Catalog, code: str) -> Iterator[str]:
    """What is written wrongly in a translation, a line each."""
    for key, entry in wanted.items():
        found = catalog.get(key, Entry())
        for english, text in zip((key.text, entry.many or key.text), found.strings, strict=False):
            if text and not found.fuzzy:
                yield from (f"{key.text!r}: {fault} in {text!r}" for fault in _faults(english, text, code))


def unclear(wanted: Catalog) -> Iterator[str]:
    """The labels of the sources that a translator cannot understand alone: who acts, or which of two meanings it is."""
    for key in wanted:
        first = key.text.split()[0]
        label = key.text[-1] not in ".?!:…" and first[0].isupper() and not _NOUN.match(key.text)
        if label and first.lower() in ORDERS and "{count}" not in key.text and not key.context:
            yield f"{key.text!r} does not say who does it: say_in({WHO[0]!r}, ...) or another of {WHO[1:]}"
        if key.text in HOMONYMS and not key.context:
            yield f"{key.text!r} has more than one meaning: say_in(..., {key.text!r})"


def used_twice(titles: Iterable[Message], sources: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each order that is also the title or the name of something that nobody presses.

    `titles` are the titles of the pages, `sources` the pages' code by file. No verb suits both in every language.
    """
    for one in sorted(titles):
        if one.context in WHO and one.text not in DONE_THERE:
            yield f"{one.text!r} orders something and is a title: say the title otherwise, without a context"
    for file, source in sources.items():
        for call in ast.walk(ast.parse(source)):
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "el"):
                continue
            tag = call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else ""
            for text in () if tag in _PRESSED else _orders(call):
                if text not in DONE_THERE:
                    yield f"{file}:{call.lineno}: {text!r} orders something and is the name of a part: say it otherwise"


def _orders(call: ast.Call) -> Iterator[str]:
    """Yield the orders that are the accessible name of an element."""
    for name in (one.value for one in call.keywords if one.arg == "aria_label"):
        for part in ast.walk(name):
            if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id == "say_in":
                context, text = (one.value for one in part.args[:2] if isinstance(one, ast.Constant))
                if context in WHO:
                    yield str(text)


@cache
def latin_words() -> frozenset[str]:
    """The words in Latin letters that may stand in any translation."""
    loaded = tomllib.loads((LOCALE / "glossary" / "latin.toml").read_text("utf-8"))
    return frozenset(loaded["words"])


def foreign_words(text: str) -> list[str]:
    """The words in Latin letters that a text in another script should not have; single letters are notation."""
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
    return any(_is_letter(one[0], code) and one.rstrip(_AFTER) not in ENDINGS.get(code, ()) for one in after)


def _parted(_: str, text: str, code: str) -> bool:
    # ના and ને are words of their own, too
    endings = "|".join(one for one in ENDINGS.get(code, ()) if one not in ("ના", "ને"))
    return bool(endings) and bool(re.search(rf"(?<=[0-9}}]) (?:{endings})(?=[\s{re.escape(_AFTER)}]|$)", text))


def _is_letter(sign: str, code: str) -> bool:
    return unicodedata.name(sign, "").startswith(SCRIPTS[code])


def _is_at_home(sign: str, code: str) -> bool:
    """Whether a sign is of the language's script, of ours, or of none."""
    if _is_letter(sign, code):
        return True
    letter = unicodedata.category(sign)[0] in "LM"
    return sign.isascii() if letter else not unicodedata.name(sign, "").startswith(tuple(SCRIPTS.values()))
