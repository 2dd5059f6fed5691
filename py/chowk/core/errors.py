"""The exception for texts that cannot be read: positions, moves, records, saves and requests."""

from __future__ import annotations

from chowk.core.message import Message, english


class TextError(ValueError):
    """Raised for a text that is not a valid position, move, record, save or request.

    `why` says what is wrong and what was expected, as a message that can be translated. `line` and `column` count from
    1. They are 0 if the error concerns the whole text.
    """

    def __init__(self, why: Message, line: int = 0, column: int = 0) -> None:
        super().__init__(english(why))
        self.why = why
        self.line = line
        self.column = column

    def locate(self, line: int, column: int) -> TextError:
        """Return a copy of the error with a line and a column, both from 1: its place in a text with several lines."""
        return TextError(self.why, line, column)

    def __str__(self) -> str:
        where = f" (line {self.line}, column {self.column})" if self.line else ""
        return english(self.why) + where
