"""Test that lines of an input are read in the background, before the program asks for them."""

from __future__ import annotations

import io
import sys
from threading import Event

import pytest

from chowk.protocols import waiting_lines
from chowk.protocols.waiting_lines import WaitingLines, standard_input


class Gate:
    """A fake stream. It sets `opened` when its last line is requested. All earlier lines have been read then."""

    def __init__(self, *lines: str) -> None:
        self._lines = list(lines)
        self.opened = Event()

    def readline(self, _: int = -1, /) -> str:
        if len(self._lines) == 1:
            self.opened.set()
        return self._lines.pop(0) if self._lines else ""


def test_lines_that_wait_are_seen() -> None:
    stream = Gate("go\n", "\n", "ping 3\n", "quit\n")
    lines = WaitingLines(stream)
    assert stream.opened.wait(10)
    assert lines.has(("ping",))
    assert not lines.has(("pin", "3"))
    assert [line.strip() for line in lines] == ["go", "", "ping 3", "quit"]
    assert not lines.has(("ping", "quit"))


def test_a_long_line_is_cut_and_its_rest_is_no_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting_lines, "MAX_LINE", 8)
    stream = io.StringIO("pos 1234 quit quit quit\nping\n12345678\ngo")
    assert [line.strip() for line in WaitingLines(stream)] == ["pos 1234", "ping", "12345678", "go"]


def test_bytes_of_standard_input_that_are_no_text_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"mo\xffve\0\nquit\n"), "utf-8"))
    assert list(standard_input()) == ["mo�ve\n", "quit\n"]
