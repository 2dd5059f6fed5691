"""Pack numbers tightly into text for a web address.

Every number is below a radix that writer and reader both know. Together the numbers form one large number of mixed
radix, so that a choice among n costs the logarithm of n in bits, and a choice without an alternative costs nothing. The
text is the base64url encoding of its bytes, without padding.
"""

from __future__ import annotations

import base64
import binascii
import re
from typing import Final

_CODE: Final = re.compile("[A-Za-z0-9_-]*")
_GROUP: Final = 64
"""Number of values of six bits. A count is packed in groups of six bits."""


class Unpackable(ValueError):
    """Raised for bytes that are damaged or were not written by a `Packer`."""


class Packer:
    """A writer that packs numbers into bytes. An `Unpacker` returns them in the same order, given the same radices."""

    def __init__(self) -> None:
        self._digits: list[tuple[int, int]] = []

    def put(self, value: int, radix: int) -> None:
        """Pack a number in `range(radix)`. The reader must know `radix`."""
        assert 0 <= value < radix, f"{value} is no digit to the base {radix}"
        self._digits.append((value, radix))

    def put_count(self, value: int) -> None:
        """Pack a non-negative number of any size. Small numbers take fewer bits."""
        quotient, digit = divmod(value, _GROUP)
        self.put(digit + (_GROUP if quotient else 0), 2 * _GROUP)
        if quotient:
            self.put_count(quotient)

    def put_text(self, text: str) -> None:
        """Pack a text: the number of its bytes in UTF-8, and the bytes."""
        data = text.encode()
        self.put_count(len(data))
        for byte in data:
            self.put(byte, 256)

    def packed(self) -> bytes:
        """Return all packed numbers in the smallest number of bytes."""
        number = 0
        for value, radix in reversed(self._digits):
            number = number * radix + value
        return number.to_bytes((number.bit_length() + 7) // 8, "big")


class Unpacker:
    """A reader of the numbers that a `Packer` packed. Damaged bytes raise `Unpackable` or give wrong numbers."""

    def __init__(self, data: bytes) -> None:
        if data[:1] == b"\0":
            raise Unpackable("packed numbers do not begin with nothing")
        self._number = int.from_bytes(data, "big")

    def copy(self) -> Unpacker:
        """Return an independent reader that continues at the same number."""
        copy = Unpacker(b"")
        copy._number = self._number
        return copy

    def take(self, radix: int) -> int:
        """Return the next packed number, which is in `range(radix)`."""
        self._number, digit = divmod(self._number, radix)
        return digit

    def take_if(self, digit: int, radix: int) -> bool:
        """Take the next packed number if it equals `digit`. Return True if it was taken.

        `radix` is the number of values that the packed number can have.
        """
        quotient, next_digit = divmod(self._number, radix)
        if next_digit == digit:
            self._number = quotient
        return next_digit == digit

    def take_count(self, most: int) -> int:
        """Return the next number packed by `put_count`; raise `Unpackable` if it is above `most`."""
        count, weight, more = 0, 1, True
        while more:
            digit = self.take(2 * _GROUP)
            count, more = count + weight * (digit % _GROUP), digit >= _GROUP
            weight *= _GROUP
            if count > most or weight > _GROUP * _GROUP * most:
                raise Unpackable(f"more than {most}")
        return count

    def take_text(self, most: int) -> str:
        """Return the next text, of at most `most` bytes in UTF-8; raise `Unpackable` if it is longer or invalid."""
        try:
            return bytes(self.take(256) for _ in range(self.take_count(most))).decode()
        except UnicodeDecodeError as error:
            raise Unpackable("no text") from error

    def end(self) -> None:
        """Raise `Unpackable` if numbers are left over."""
        if self._number:
            raise Unpackable("something is left over")


def code(data: bytes) -> str:
    """Return bytes as base64url text without padding, for addresses."""
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


def decode(text: str) -> bytes:
    """Return the bytes that `code` encoded; raise `Unpackable` for any text that `code` does not produce."""
    if not _CODE.fullmatch(text):
        raise Unpackable("other letters")
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error as error:
        raise Unpackable("no whole bytes") from error
    if code(data) != text:
        raise Unpackable("bits that belong to no byte")
    return data
