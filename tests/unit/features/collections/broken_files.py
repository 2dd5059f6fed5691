"""Broken files of games for tests: cut, mixed, wrongly encoded, with illegal moves, huge, or as a zip bomb."""

from __future__ import annotations

import gzip
import io
import struct
import zipfile
import zlib
from collections.abc import Callable
from typing import Final

from tests.synthetic import wthor_files

HEAD: Final = '[Event "Tour {n}"]\n[Black "{name}"]\n[White "Kishan"]\n\n'
MOVES: Final = "1. 11-15 22-18 2. 15x22 25x18 1-0\n\n"


def pdn(n: int, moves: str = MOVES, name: str = "Asha") -> str:
    """Return a game of American Checkers in PDN. `n` is the number in its event's name, and `name` is Black's name."""
    return HEAD.format(n=n, name=name) + moves


def zipped(name: str, data: bytes) -> bytes:
    """Return the bytes of a zip archive with one file."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return packed.getvalue()


def _mixed_ends() -> bytes:
    return (pdn(1).replace("\n", "\r") + pdn(2) + pdn(3).replace("\n", "\r\n")).encode()


def _cut_gzip() -> bytes:
    text = "".join(pdn(n, f"{{{zlib.crc32(n.to_bytes(2)):x}}} {MOVES}") for n in range(400))
    return gzip.compress(text.encode(), 0)[:-9_000]


def _lying_zip() -> bytes:
    lying = bytearray(zipped("games.pdn", bytes(60_000_000)))
    struct.pack_into("<I", lying, lying.rindex(b"PK\1\2") + 24, 10)  # it states a size of ten bytes
    return bytes(lying)


def _locked_zip() -> bytes:
    locked = bytearray(zipped("games.pdn", pdn(1).encode()))
    locked[locked.rindex(b"PK\1\2") + 8] |= 1
    return bytes(locked)


def _bad_byte() -> bytes:
    good, bad = "".join(pdn(n, name="Zoë") for n in range(3, 9)), pdn(2, name="!")
    return good.encode() + bad.encode().replace(b"!", b"\xe9")


FILES: Final[dict[str, tuple[str, Callable[[], bytes]]]] = {
    "empty": ("a.pdn", bytes),
    "blank lines only": ("a.pdn", lambda: b" \r\n\n" * 50),
    "prose": ("a.txt", lambda: b"Dear friend,\nhere are no games at all.\n\nYours\n"),
    "a page of the web": ("a.pdn", lambda: b"<!doctype html><title>404</title><p>Not found, see [1].</p>"),
    "a picture": ("a.pdn", lambda: b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 40),
    "cut after a move": ("a.pdn", lambda: (pdn(1) + pdn(2, "1. 11-15 22-18 2.")).encode()),
    "cut inside a move": ("a.pdn", lambda: (pdn(1) + pdn(2, "1. 11-15 22-18 2. 15x2")).encode()),
    "cut inside a header": ("a.pdn", lambda: (pdn(1) + '[Event "To').encode()),
    "line ends of three systems": ("a.pdn", _mixed_ends),
    "letters of Windows": ("a.pdn", lambda: pdn(1, name="Zoë").encode("cp1252")),
    "UTF-16 without a mark": ("a.pdn", lambda: pdn(1, name="Zoë").encode("utf-16-le")),
    "one byte that is not UTF-8": ("a.pdn", _bad_byte),
    "letters of Shift-JIS": ("a.pdn", lambda: pdn(1, name="棋譜").encode("shift-jis")),
    "NUL bytes between games": ("a.pdn", lambda: (pdn(1) + "\0" * 4_000 + "\n" + pdn(2)).encode()),
    "an illegal move in the midst": (
        "a.pdn", lambda: (pdn(1) + pdn(2, "1. 11-15 22-18 2. 9-9 25x18 1-0\n\n") + pdn(3)).encode()
    ),
    "each header twice": ("a.pdn", lambda: (HEAD.format(n=9, name="Li").strip() + "\n" + pdn(1)).encode()),
    "a header that never closes": ("a.pdn", lambda: (pdn(1) + '[Event "open\n\n' + pdn(2)).encode()),
    "a comment that never closes": ("a.pdn", lambda: (pdn(1) + pdn(2, "1. 11-15 {oh") + "\n" + pdn(3)).encode()),
    "100,000 open variations": ("a.pdn", lambda: (pdn(1) + pdn(2, "1. 11-15 " + "(" * 100_000 + "\n\n")).encode()),
    "a line of 3 MB": ("a.pdn", lambda: (pdn(1) + pdn(2, "1. " + "11-15 " * 500_000 + "\n\n") + pdn(3)).encode()),
    "a game of another draughts": (
        "a.pdn", lambda: (pdn(1) + '[Event "x"]\n[GameType "20"]\n\n1. 32-28 *\n\n' + pdn(2)).encode()
    ),
    "WTHOR, cut inside a game": ("a.wtb", lambda: wthor_files(5, 9)[".wtb"][:-10]),
    "WTHOR, an illegal move": ("a.wtb", lambda: wthor_files(5, 9, illegal=2)[".wtb"]),
    "WTHOR, the names alone": ("a.jou", lambda: wthor_files(5, 9)[".jou"]),
    "100 MB": ("a.pdn", lambda: b""),  # its size is stated by the test
    "gzip, cut": ("a.pdn.gz", _cut_gzip),
    "gzip, damaged": ("a.pdn.gz", lambda: gzip.compress(b"x" * 90)[:10] + b"\xff" * 20),
    "gzip, 60 MB of zeros in 58 kB": ("a.pdn.gz", lambda: gzip.compress(bytes(60_000_000))),
    "zip, 60 MB that state 10 bytes": ("a.zip", _lying_zip),
    "zip, cut": ("a.zip", lambda: zipped("games.pdn", pdn(1).encode())[:-10]),
    "zip, with a password": ("a.zip", _locked_zip),
    "zip in a zip": ("a.zip", lambda: zipped("b.zip", zipped("games.pdn", pdn(1).encode()))),
}  # fmt: skip
"""For each kind of damage: the name of a broken file, and a function that returns its bytes."""
