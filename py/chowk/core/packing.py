"""Numbers packed tightly into text that an address can carry.

Every number is below a radix that writer and reader both know. Together they make one large number of mixed radix, so
that a choice among n costs the logarithm of n in bits, and an only choice nothing. What is written is base64url of its
bytes, without padding.
"""

from __future__ import annotations

import base64
import binascii
import re
from typing import Final

_CODE: Final = re.compile("[A-Za-z0-9_-]*")
_GROUP: Final = 64


class Unpackable(ValueError):
    """What was packed is not there to be taken: the bytes were damaged, or are of another making."""


class Packer:
    """Takes numbers, to be taken from an `Unpacker` in the same order and with the same radices."""

    def __init__(self) -> None:
        self._digits: list[tuple[int, int]] = []

    def put(self, value: int, radix: int) -> None:
        """Packs a number in `range(radix)`."""
        assert 0 <= value < radix, f"{value} is no digit to the base {radix}"
        self._digits.append((value, radix))

    def put_count(self, value: int) -> None:
        """Packs a number of any size, small ones in fewer bits."""
        rest, digit = divmod(value, _GROUP)
        self.put(digit + (_GROUP if rest else 0), 2 * _GROUP)
        if rest:
            self.put_count(rest)

    def put_text(self, text: str) -> None:
        """Packs a text."""
        data = text.encode()
        self.put_count(len(data))
        for byte in data:
            self.put(byte, 256)

    def packed(self) -> bytes:
        """All that was put, in as few bytes as will do."""
        number = 0
        for value, radix in reversed(self._digits):
            number = number * radix + value
        return number.to_bytes((number.bit_length() + 7) // 8, "big")


class Unpacker:
    """Gives what was packed. Where the bytes hold something else it raises `Unpackable`, or gives other numbers."""

    def __init__(self, data: bytes) -> None:
        if data[:1] == b"\0":
            raise Unpackable("packed numbers do not begin with nothing")
        self._number = int.from_bytes(data, "big")

    def copy(self) -> Unpacker:
        """Another one that gives what this one has not given yet."""
        other = Unpacker(b"")
        other._number = self._number
        return other

    def take(self, radix: int) -> int:
        """The next number, in `range(radix)`."""
        self._number, digit = divmod(self._number, radix)
        return digit

    def take_if(self, digit: int, radix: int) -> bool:
        """Takes the next number if it is this one, and says whether it was."""
        rest, found = divmod(self._number, radix)
        if found == digit:
            self._number = rest
        return found == digit

    def take_count(self, most: int) -> int:
        """The next number of any size; one above `most` is not what was packed."""
        count, weight, more = 0, 1, True
        while more:
            digit = self.take(2 * _GROUP)
            count, more = count + weight * (digit % _GROUP), digit >= _GROUP
            weight *= _GROUP
            if count > most or weight > _GROUP * _GROUP * most:
                raise Unpackable(f"more than {most}")
        return count

    def take_text(self, most: int) -> str:
        """The next text, of `most` bytes at most."""
        try:
            return bytes(self.take(256) for _ in range(self.take_count(most))).decode()
        except UnicodeDecodeError as error:
            raise Unpackable("no text") from error

    def end(self) -> None:
        """Complains if more was packed than was taken."""
        if self._number:
            raise Unpackable("something is left over")


def code(data: bytes) -> str:
    """Bytes as text in the letters that addresses may hold."""
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


def decode(text: str) -> bytes:
    """The bytes that `code` wrote, and nothing that it would have written otherwise."""
    if not _CODE.fullmatch(text):
        raise Unpackable("other letters")
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error as error:
        raise Unpackable("no whole bytes") from error
    if code(data) != text:
        raise Unpackable("bits that belong to no byte")
    return data
