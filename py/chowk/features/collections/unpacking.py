"""Unpack files within limits: gzip, and zip archives with stored or deflated files.

Sizes that a file states are never trusted: the unpacked bytes are counted during unpacking.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import Final

from chowk.core.errors import TextError
from chowk.core.message import say

LARGEST: Final = 50_000_000
"""Maximum number of bytes of an unpacked file."""
MOST_FILES: Final = 200
"""Maximum number of files that are read in an archive."""
STEP: Final = 1 << 18
"""Maximum number of bytes in one step of unpacking."""
GZIP: Final = b"\x1f\x8b"
ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
END: Final = struct.Struct("<4s4H2IH")
ENTRY: Final = struct.Struct("<4s6H3I5H2I")
LOCAL: Final = struct.Struct("<4s5H3I2H")
STORED, DEFLATED = 0, 8
_ENCRYPTED: Final = 1

TOO_LARGE: Final = say("This file is too large: at most {count} MB can be read.", count=LARGEST // 1_000_000)
DAMAGED: Final = say("This packed file is damaged.")
LOCKED: Final = say("This packed file is protected by a password.")
CUT: Final = say("The packed file is cut off. What could be read is here.")


class Unpacked:
    """The content of the files in a packed file, by name. `cut` is True if the packed file ends too early."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.cut = False
        self.size = 0


def unpacking(name: str, data: bytes, unpacked: Unpacked) -> Iterator[None]:
    """Unpack a file into `unpacked`, and yield after each step. A file that is not packed is added unchanged.

    Raise `TextError` for a damaged or locked archive, and for more than `LARGEST` bytes.
    """
    if data.startswith(GZIP):
        name = name[:-3] if name.lower().endswith(".gz") else name
        yield from _inflating(name, memoryview(data), 31, unpacked)
    elif data.startswith(ZIP):
        yield from _archived(data, unpacked)
    elif len(data) > LARGEST:
        raise TextError(TOO_LARGE)
    else:
        unpacked.files[name] = data


def _inflating(name: str, data: memoryview, window: int, unpacked: Unpacked) -> Iterator[None]:
    """Unpack the streams in `data` into the file `name`. `window` is the parameter `wbits` of `zlib.decompressobj`.

    A gzip file may hold several streams, one after the other. Bytes after them are ignored.
    """
    whole, inflating, fresh = bytearray(), zlib.decompressobj(window), True
    for begin in range(0, len(data), STEP):
        remaining = bytes(data[begin : begin + STEP])
        while remaining:
            try:
                part = inflating.decompress(remaining, STEP)
            except zlib.error:
                if not whole:
                    raise TextError(DAMAGED) from None
                unpacked.cut = unpacked.cut or not fresh
                unpacked.files[name] = bytes(whole)
                return
            fresh = False
            whole += part
            unpacked.size += len(part)
            if unpacked.size > LARGEST:
                raise TextError(TOO_LARGE)
            remaining = inflating.unused_data if inflating.eof else inflating.unconsumed_tail
            if inflating.eof:
                inflating, fresh = zlib.decompressobj(window), True
            yield
    unpacked.cut = unpacked.cut or not fresh
    unpacked.files[name] = bytes(whole)


def _archived(data: bytes, unpacked: Unpacked) -> Iterator[None]:
    """Unpack the files of a zip archive, in the order of its directory.

    Skip folders, and files that are compressed by another method than `STORED` and `DEFLATED`.
    """
    view = memoryview(data)
    for name, flags, method, size, start in _entries(data):
        if flags & _ENCRYPTED:
            raise TextError(LOCKED)
        if name.endswith("/") or method not in (STORED, DEFLATED):
            continue
        try:
            signature, *_, name_size, extra_size = LOCAL.unpack_from(data, start)
        except struct.error:
            raise TextError(DAMAGED) from None
        if signature != ZIP[0]:
            raise TextError(DAMAGED)
        begin = start + LOCAL.size + name_size + extra_size
        content = view[begin : begin + size]
        if method == DEFLATED:
            yield from _inflating(name, content, -15, unpacked)
            continue
        unpacked.size += len(content)
        if unpacked.size > LARGEST:
            raise TextError(TOO_LARGE)
        unpacked.files[name] = bytes(content)
        yield


def _entries(data: bytes) -> Iterator[tuple[str, int, int, int, int]]:
    """Yield the name, flags, method, packed size and offset of each file in a zip archive's directory.

    Yield at most `MOST_FILES` files. Raise `TextError` if the directory is damaged.
    """
    end = data.rfind(ZIP[1][:2] + b"\x05\x06", max(0, len(data) - END.size - 0xFFFF))
    if end < 0 or end + END.size > len(data):
        raise TextError(DAMAGED)
    *_, count, size, place, _ = END.unpack_from(data, end)
    if place + size > end:
        raise TextError(DAMAGED)
    for _ in range(min(count, MOST_FILES)):
        try:
            fields = ENTRY.unpack_from(data, place)
        except struct.error:
            raise TextError(DAMAGED) from None
        if fields[0] != b"PK\x01\x02":
            raise TextError(DAMAGED)
        name_size, extra_size, note_size = fields[10:13]
        begin = place + ENTRY.size
        name = data[begin : begin + name_size].decode("utf-8", "replace")
        yield name, fields[3], fields[4], fields[8], fields[16]
        place = begin + name_size + extra_size + note_size
