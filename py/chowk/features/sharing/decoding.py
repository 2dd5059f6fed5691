"""Decode files of games to text: from UTF-8 or UTF-16, or else from one of two Windows encodings of old programs.

The page's Python has no codecs for the Windows encodings, so the upper halves of their tables are listed here. Binary
files are decoded by the game whose format they have (`Game.read_file`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from chowk import games
from chowk.core.message import Message, say

_WESTERN: Final = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ"
_CYRILLIC: Final = (
    "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\x98™љ›њќћџ\u00a0ЎўЈ¤Ґ¦§Ё©Є«¬\u00ad®Ї°±Ііґµ¶·ё№є»јЅѕї"
    "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя"
)
_LETTERS: Final = re.compile("[\xa8\xb8\xc0-\xff]")
_RUNS: Final = re.compile("[\xa8\xb8\xc0-\xff]{3,}")
"""A pattern for three or more letters from the upper half of a code table.

Cyrillic words match, Western ones do not.
"""
_SAMPLE: Final = 4_000
"""Number of bytes that are searched for zeros, which reveal UTF-16 without a byte-order mark."""


_BAD: Final = "\ufffd"
"""The sign in place of bytes that are not UTF-8."""


class Decoded(NamedTuple):
    """The text of a file. `note` tells the player if the encoding was guessed or letters are damaged."""

    text: str
    note: Message | None = None


def joined(files: Sequence[bytes]) -> Decoded:
    """Decode files that were opened together, and join their texts into one.

    A binary file may contain numbers in place of names; the names are then in one of the other files.
    """
    texts = [decoded(data, files) for data in files]
    return Decoded("\n\n".join(text.text for text in texts), next((text.note for text in texts if text.note), None))


def decoded(data: bytes, beside: Sequence[bytes] = ()) -> Decoded:
    """Decode a file as UTF-8 or UTF-16, otherwise as Windows-1251 or Windows-1252.

    A file with few invalid bytes among many valid letters is still read as UTF-8. A file counts as Windows-1251, which
    is for Cyrillic, if most of its letters that are not ASCII stand in runs of three or more; otherwise as
    Windows-1252.

    A binary file of a known kind becomes the text of its games. `beside` are the files that were opened with it, in
    which the players' names may be.
    """
    for read in (games.load(name).read_file for name in games.ready()):
        if read is not None and (text := read(data, beside)) is not None:
            return Decoded(text)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Decoded(data[: len(data) & ~1].decode("utf-16", "replace"))
    if (mark := _wide(data[:_SAMPLE])) is not None:
        return Decoded((mark + data[: len(data) & ~1]).decode("utf-16", "replace"))
    try:
        return Decoded(data.removeprefix(b"\xef\xbb\xbf").decode())
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data":  # the file was too long, and was cut inside a character
            return Decoded(data[: error.start].decode().removeprefix("\ufeff"))
    text = data.decode(errors="replace")
    bad = text.count(_BAD)
    if len(text) - len(text.encode("ascii", "ignore")) > 3 * bad:
        return Decoded(text.removeprefix("\ufeff"), say("Some letters of this file are damaged."))
    text = data.decode("latin-1")
    runs = sum(map(len, _RUNS.findall(text)))
    is_cyrillic = 2 * runs > len(_LETTERS.findall(text))
    upper = _CYRILLIC if is_cyrillic else _WESTERN
    note = say(
        "This file is not in Unicode; it was read as {encoding}. If names are wrong, save it as {other} and try again.",
        encoding="Windows-1251" if is_cyrillic else "Windows-1252",
        other="UTF-8",
    )
    return Decoded(text.translate({0x80 + index: sign for index, sign in enumerate(upper)}), note)


def _wide(sample: bytes) -> bytes | None:
    """Return the byte-order mark that a UTF-16 text lacks, or None if the sample does not look like UTF-16."""
    pairs = len(sample) // 2
    is_high, is_low = sample[::2].count(0) * 2 > pairs, sample[1::2].count(0) * 2 > pairs
    if pairs and is_high != is_low:  # in a run of zeros both are
        return b"\xfe\xff" if is_high else b"\xff\xfe"
    return None
