"""Input and output of the commands: lines for people, JSON for programs."""

from __future__ import annotations

import json
import os
import sys
from typing import Any, NamedTuple

from chowk.library import Board


class CommandError(Exception):
    """Raised if a command cannot do what was asked. The message is for the user."""


class Screen(NamedTuple):
    """How a command shows its results: as JSON for programs, or as text, with or without colour."""

    as_json: bool = False
    in_colour: bool = False

    def show(self, text: str) -> None:
        """Print a text for people. Print nothing if the results are JSON."""
        if not self.as_json:
            print(text, flush=True)

    def give(self, value: Any) -> None:
        """Print a result as one line of JSON. Print nothing if the results are text."""
        if self.as_json:
            print(json.dumps(value, ensure_ascii=False), flush=True)

    def board(self, board: Board) -> None:
        """Print the diagram of a position."""
        self.show(board.ansi() if self.in_colour else board.unicode())

    def note(self, text: str) -> None:
        """Print a message that is no result, such as progress, on standard error."""
        print(text, file=sys.stderr, flush=True)


def wants_colour(choice: str) -> bool:
    """Return True if diagrams are coloured. `choice` is `always`, `never` or `auto`.

    `auto` means colour if the output is a terminal that shows it and the user has not set `NO_COLOR`.
    """
    if choice != "auto":
        return choice == "always"
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def prompt_line(prompt: str) -> str | None:
    """Ask for a line of input. Return it without outer spaces, or None at the end of the input."""
    try:
        return input(prompt).strip()
    except EOFError:
        return None
