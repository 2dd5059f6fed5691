"""The score sheet of a game that was read from a text: its parts in order, not yet replayed.

`transcript` reads the sheets of transcripts, `ggf` and `sgf` those of games in GGF and SGF, and `trees` replays the
parts with their variations and comments.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from chowk.games.reversi.boards import Board
from chowk.games.reversi.rules import PASS_SPOT

PASSES: Final = frozenset({PASS_SPOT, "pa", "ps", "--"})
"""The texts that mean a pass."""
OTHELLO: Final = re.compile(r"othello|reversi", re.IGNORECASE)
"""A pattern for the name of the game."""
BRACKETED: Final = re.compile(r"\([ \t\n]{0,4};(?=[^;]{0,400}G[a-z]{0,9}M[a-z]{0,9}\[)")
"""A pattern for the start of a game in brackets, in the Generic Game Format (GGF) or the Smart Game Format (SGF)."""


class TranscriptWord(NamedTuple):
    """A token of a text: its kind (`move`, `pass`, `word` or `other`), its text, and its offset in the whole text."""

    kind: str
    text: str
    place: int


class Step(NamedTuple):
    """A part of a game with variations or comments: its kind, its text, and its offset in the whole text.

    `open` begins a variation, whose moves follow the current move, and `close` returns to that move. `move`, `pass` and
    `other` (text that cannot be read) are as in a transcript. `comment`, `mark` and `drawn` (a drawing on the board)
    describe the last move.
    """

    kind: str
    text: str
    place: int


class Transcript(NamedTuple):
    """One game of a text, divided into tokens but not yet replayed.

    `begin` and `end` are its offsets in the text. `board` is the position from which the game starts, or None for the
    usual starting position. `words` are the tokens in order, and `result` is the score as written. `has_values` is True
    if values of squares follow the board, as in a problem file. They are left out, and a note says so. `steps` are the
    parts of a game in GGF or SGF, with variations and comments.
    """

    begin: int
    headers: dict[str, str]
    board: Board | None
    words: list[TranscriptWord]
    result: str = ""
    end: int = 0
    has_values: bool = False
    steps: tuple[Step, ...] = ()

    @property
    def is_game(self) -> bool:
        """True if the transcript has a board or a move."""
        return self.board is not None or any(word.kind in ("move", "pass") for word in self.words)
