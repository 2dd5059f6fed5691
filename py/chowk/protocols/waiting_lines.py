"""Read the lines of an input stream in the background. A search can then check which commands are waiting."""

from __future__ import annotations

import io
import sys
from collections import deque
from collections.abc import Container, Iterator
from threading import Condition, Thread
from typing import Final, Protocol

MAX_LINE: Final = 200_000
"""Maximum length of a command, in characters. A longer line is cut there."""


class Lines(Protocol):
    """A text stream, of which this module needs only the method `readline`."""

    def readline(self, limit: int = -1, /) -> str:
        """Return the next line with its line end, at most `limit` characters; empty at the end of the stream."""
        ...


class WaitingLines:
    """An iterator over the lines of a stream. A background thread reads them."""

    def __init__(self, stream: Lines) -> None:
        self._lines = deque[str]()
        self._changed = Condition()
        self._has_ended = False
        Thread(target=self._read, args=(stream,), daemon=True).start()

    def __iter__(self) -> Iterator[str]:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._lines or self._has_ended)
                if not self._lines:
                    return
                line = self._lines.popleft()
            yield line

    def has(self, words: Container[str]) -> bool:
        """Return True if a command that begins with one of the words is waiting."""
        with self._changed:
            return any(line.split(maxsplit=1)[0] in words for line in self._lines if line.strip())

    def _read(self, stream: Lines) -> None:
        is_whole = True
        while line := stream.readline(MAX_LINE):
            if is_whole:
                with self._changed:
                    self._lines.append(line.replace("\0", ""))
                    self._changed.notify()
            is_whole = line.endswith("\n")
        with self._changed:
            self._has_ended = True
            self._changed.notify()


def standard_input() -> WaitingLines:
    """Return the lines of standard input. Bytes that are not UTF-8 are replaced by U+FFFD."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    return WaitingLines(sys.stdin)
