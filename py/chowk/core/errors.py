"""The one exception that bad text raises."""

from __future__ import annotations

from chowk.core.message import Message, english


class TextError(ValueError):
    """A text that was offered as a position, move, record, save or request is not one.

    `why` says what is wrong and what was expected, ready to be translated; `line` and `column` count from 1
    and say where, or are 0 where the whole text is meant.
    """

    def __init__(self, why: Message, line: int = 0, column: int = 0) -> None:
        super().__init__(english(why))
        self.why = why
        self.line = line
        self.column = column

    def at(self, line: int, column: int) -> TextError:
        """The same complaint with its place in a larger text."""
        return TextError(self.why, line, column)

    def __str__(self) -> str:
        where = f" (line {self.line}, column {self.column})" if self.line else ""
        return english(self.why) + where
