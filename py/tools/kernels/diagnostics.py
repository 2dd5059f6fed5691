"""Describe errors in the source of a kernel: their place, their message, and a hint on how to write the code."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """An error in the source of a kernel.

    Lines and columns count from 1, columns in characters. The error extends from `column` to the character before
    `end_column`.
    """

    file: str
    line: int
    column: int
    end_column: int
    message: str
    hint: str = ""
    source_line: str = ""

    def __str__(self) -> str:
        """Return the error as a compiler prints it: place and message, the source line with carets, the hint."""
        lines = [f"{self.file}:{self.line}:{self.column}: error: {self.message}"]
        if self.source_line.strip():
            indent = len(self.source_line) - len(self.source_line.lstrip())
            before = self.source_line[indent : self.column - 1]
            lines.append(f"    {self.source_line.strip()}")
            lines.append(f"    {re.sub(r'[^	]', ' ', before)}{'^' * max(1, self.end_column - self.column)}")
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)


class CompileError(Exception):
    """Raised if the source of a kernel has errors. `diagnostics` holds all of them, in the order of file and line."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(
            sorted(diagnostics, key=lambda diagnostic: (diagnostic.file, diagnostic.line, diagnostic.column))
        )
        count = len(self.diagnostics)
        summary = f"{count} error{'' if count == 1 else 's'}"
        super().__init__("\n".join([*map(str, self.diagnostics), summary]))


class SourceError(Exception):
    """Raised inside the compiler to abandon an expression or statement. The compiler then checks the next one.

    `diagnostic` is None if the error has been reported already.
    """

    def __init__(self, diagnostic: Diagnostic | None = None) -> None:
        super().__init__(diagnostic)
        self.diagnostic = diagnostic
