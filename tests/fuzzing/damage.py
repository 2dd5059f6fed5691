"""Damage texts, JSON, links and letters (messages of games by mail) at places where a reader is likely to break."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from typing import Any, Final
from unittest.mock import patch

from chowk.core.errors import TextError
from chowk.core.packing import Packer, Unpackable, Unpacker, code, decode
from chowk.features.sharing import game_link
from chowk.storage import tree_link as trees

SIGNS: Final[tuple[str, ...]] = (
    *'{}[]()<>"\\;:,.%/=@|*?#&+-_~^ \t\r\n\0',
    "\u2028",
    "\ud800",
    "\u200b",
    "\u202e",
    "\ufeff",
    "²",
    "é",
    "٣",
    "১",
)
WORDS: Final[tuple[str, ...]] = (
    *(
        "null",
        "true",
        "NaN",
        "-Infinity",
        "1e999",
        "0",
        "-1",
        "2147483648",
        "9" * 400,
        "1" + "0" * 5000,
        "0x1",
        "1_0",
        "１",
    ),
    *("__proto__", "constructor", "toString", "pass", "*", "1-0", "[", "{", "\\u0000", '"', "..", "%00", "%ff", "\r\n"),
)
VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1, 2, 3, 4, 19, 20, 10**9, 10**9 + 1, 10**400, -(10**400), 0.5, -0.0, 1e308),
    *(float("nan"), float("inf"), "", "0", "x" * 41, "\ud800", "\0", "game", [], {}, [[]], {"": None}, [None] * 5),
)
"""JSON values that replace random values in a JSON text to damage it."""
DEEP: Final = 200
"""Maximum number of nested brackets to insert. It is far above the limit of the readers."""
LONGEST: Final = 6000
"""Approximate maximum length of a damaged text, in characters. Other tests cover the cost of longer texts."""

Damage = Callable[[str, Sequence[str], Random], str]
"""A function that returns a damaged text.

Its arguments are the text, other texts, parts of which it may insert, and the random numbers to use.
"""


def text(sample: str, others: Sequence[str], random: Random) -> str:
    """Damage a text: cut out, double, change or move one to five pieces of it, or insert pieces of other texts."""
    for _ in range(random.choice((1, 1, 2, 3, 5))):
        start = random.randrange(len(sample) + 1)
        end = min(len(sample), start + random.choice((0, 1, 1, 1, 2, 5, 40)))
        sample = sample[:start] + _piece(sample, start, end, others, random) + sample[end:]
    return sample[:LONGEST]


def _piece(sample: str, start: int, end: int, others: Sequence[str], random: Random) -> str:
    kind = random.randrange(8)
    if kind == 0:
        return ""
    if kind == 1:
        return sample[start:end] * random.choice((2, 2, 3, 100))
    if kind == 2:
        return random.choice(SIGNS) * random.choice((1, 1, 1, 2, 300))
    if kind == 3:
        return random.choice(WORDS)
    if kind == 4:
        return random.choice(sample or " ")
    other = random.choice(others)
    if kind == 5:
        place = random.randrange(len(other) + 1)
        return other[place : place + random.choice((1, 4, 30, 400))]
    parts = (other if kind == 6 else sample).split() or [""]
    return f" {random.choice(parts)} "


def tree(sample: str, others: Sequence[str], random: Random) -> str:
    """Damage a JSON text: change, drop, double, rename or nest one to three of its parts.

    Sometimes damage the text as plain text.
    """
    try:
        value = json.loads(sample)
    except (ValueError, RecursionError):
        return text(sample, others, random)
    for _ in range(random.choice((1, 1, 2, 3))):
        value = _grown(value, others, random)
    written = json.dumps(value, ensure_ascii=random.random() < 0.5)
    if random.random() < 0.02:
        opening, closing = random.choice((("[", "]"), ('{"a":', "}")))
        times = random.randrange(DEEP)
        written = opening * times + written + closing * times
    return text(written, others, random) if random.random() < 0.2 else written


def _grown(value: Any, others: Sequence[str], random: Random) -> Any:
    places = list(_places(value))
    if not places:
        return _value(value, others, random)
    holder, key = random.choice(places)
    kind = random.randrange(6)
    if kind == 0:
        del holder[key]
    elif kind == 1 and isinstance(holder, dict):
        holder[random.choice([*holder, "", "x", "__proto__"])] = deepcopy(holder[key])
    elif kind == 1:
        holder.insert(key, deepcopy(holder[key]))
    else:
        holder[key] = _value(holder[key], others, random)
    return value


def _places(value: Any) -> list[tuple[Any, Any]]:
    places: list[tuple[Any, Any]] = []
    left = [value]
    while left:
        inner = left.pop()
        if isinstance(inner, dict | list):
            keys = list(inner) if isinstance(inner, dict) else range(len(inner))
            places += [(inner, key) for key in keys]
            left += [inner[key] for key in keys]
    return places


def _value(old: Any, others: Sequence[str], random: Random) -> Any:
    if isinstance(old, str) and random.random() < 0.7:
        return text(old, others, random)
    if isinstance(old, int) and random.random() < 0.4:
        return old + random.choice((-1, 1, 100, 10**6))
    return deepcopy(random.choice(VALUES))


class _Digits(Packer):
    # A packer whose numbers can be altered, to build a damaged link from them.
    def alter(self, random: Random) -> None:
        digits = self._digits
        for _ in range(random.choice((1, 1, 2, 4))):
            place = random.randrange(len(digits))
            _, radix = digits[place]
            kind = random.randrange(4)
            if kind == 0 and len(digits) > 1:
                del digits[place]
            elif kind == 1:
                digits.insert(place, (random.randrange(radix), radix))
            else:
                digits[place] = (random.choice((0, radix - 1, random.randrange(radix))), radix)


def link(sample: str, others: Sequence[str], random: Random) -> str:
    """Damage a link: change numbers in it, usually with a correct checksum. Sometimes damage it as plain text."""
    if random.random() < 0.3:
        return text(sample, others, random)
    try:
        shared = game_link.read(sample)
    except ValueError:
        return text(sample, others, random)
    digits = _Digits()
    game_link._put_start(digits, shared.match, shared.plan)
    game_link._put_players(digits, shared.plan)
    game_link._put_moves(digits, shared.match, shared.shown_ply)
    digits.alter(random)
    data = digits.packed()
    usual = game_link.TIMED if sample.startswith(f"g={game_link.TIMED}.") else game_link.VERSION
    version = random.choice((usual, usual, game_link.VERSION, game_link.TIMED, 1))
    try:
        total = game_link._sum(data, game_link._unpacked(Unpacker(data), 0, version).match, version)
    except (Unpackable, ValueError):
        total = b"sum"
    return f"g={version}.{code(data + total)}"


def tree_link(sample: str, others: Sequence[str], random: Random) -> str:
    """Damage a link to an analysis: alter some of the numbers in its code, or its version.

    Sometimes, or if the link cannot be read, damage it as plain text. `others` are for that.
    """
    if random.random() < 0.2:
        return text(sample, others, random)

    class Altering(_Digits):
        def packed(self) -> bytes:
            self.alter(random)
            return super().packed()

    try:
        with patch.object(trees, "_sum", lambda *_: b"sum"):
            analysis = trees.read(sample)
            with patch.object(trees, "Packer", Altering):
                written = trees.find_code(trees.write(*analysis))
    except TextError:
        return text(sample, others, random)
    return written if random.random() < 0.9 else f"a={3 - int(written[2])}{written[3:]}"


def letter(sample: str, others: Sequence[str], random: Random) -> str:
    """Damage a letter (a message of a game by mail): change bits, cut it, or append another letter's data.

    Sometimes damage the letter as plain text.
    """
    head, _, packed = sample.rpartition(".")
    if random.random() < 0.2 or not head:
        return text(sample, others, random)
    try:
        data = bytearray(decode(packed)[:-4])
        other = decode(random.choice(others).rpartition(".")[2])[:-4]
    except Unpackable:
        return text(sample, others, random)
    for _ in range(random.choice((1, 1, 2, 4))):
        if not data:
            break
        place, kind = random.randrange(len(data)), random.randrange(8)
        if kind == 0:
            data = data[:place]
        elif kind == 1:
            data[place:] = other[place:]
        elif kind == 2:
            data[place : place + random.choice((1, 2, 16))] = random.randbytes(random.choice((1, 2, 16)))
        else:
            data[place] ^= 1 << random.randrange(8)
    version = random.choice(("t=1", "t=2", head))
    return f"{version}.{code(bytes(data) + b'okok')}"
