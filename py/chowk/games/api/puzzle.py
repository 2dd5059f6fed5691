"""The interface of a game's puzzles: positions with one best move or line, each with a theme and a difficulty.

`training/GAME/puzzles_GAME.py` makes and proves the puzzles, and stores them in `games/GAME/puzzles.txt`, one in each
row. A row has fields separated by tabs: position, solutions, theme, difficulty, refutations and, in some puzzles, a
sequel (moves that may follow the first solution). A refutation is a wrong first move and the moves that answer it.
Moves are separated by spaces; solutions and refutations are separated by `|`.
"""

from __future__ import annotations

import pkgutil
from binascii import crc32
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple
from zipimport import zipimporter

from chowk.core import parcels
from chowk.core.message import Message
from chowk.games.api.lesson import Spelling


class Puzzle(NamedTuple):
    """A puzzle.

    `setup` is a position as text. The solver plays the side to move, and dice are already rolled. Each of `lines` is a
    solution: the solver's moves, rolls and replies in turn, ending with a move of the solver. All lines begin with
    equally good moves. `theme` is a key of the game's `themes`. `rating` is the difficulty on the scale of Elo: a
    solver of the same rating finds the solution half of the time. Each of `refutations` is a wrong first move and the
    moves that answer it. `sequel` holds moves that may follow the first line, and that show what the solver has gained.
    It is empty if the line itself shows this.
    """

    setup: str
    lines: tuple[Spelling, ...]
    theme: str
    rating: int
    refutations: tuple[Spelling, ...] = ()
    sequel: Spelling = ()

    @property
    def key(self) -> str:
        """The identifier in stored results: eight hexadecimal digits that depend on the position only."""
        return f"{crc32(self.setup.encode()):08x}"


class PuzzleTheme(NamedTuple):
    """A theme of puzzles: its title, and the sentence that explains the solution once it is found.

    `goal` replaces the usual task, which is to find the best move. `playful` themes come first for children.
    """

    title: Message
    reason: Message
    goal: Message | None = None
    playful: bool = False


@cache
def puzzles_of(name: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a registered game, in the order of their keys.

    The game must have puzzles. If the puzzles have an archive of their own (see `parcels.puzzles`), the page must have
    loaded this archive before.
    """
    path, archive = f"games/{name}/puzzles.txt", parcels.archive(parcels.puzzles(name))
    if archive:
        return read_puzzles(zipimporter(archive).get_data(f"{archive}/chowk/{path}").decode())
    return read_puzzles((pkgutil.get_data("chowk", path) or b"").decode())


def read_puzzles(text: str) -> tuple[Puzzle, ...]:
    """Read the puzzles in the text of a puzzle file; raise `ValueError` if a row is malformed."""
    return tuple(map(_read, text.splitlines()))


def write_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """Return puzzles as the text of a puzzle file, which `read_puzzles` reads."""
    return "".join(f"{_written(puzzle)}\n" for puzzle in puzzles)


def _read(line: str) -> Puzzle:
    setup, lines, theme, rating, refutations, *sequels = line.split("\t")
    (sequel,) = sequels or ("",)
    return Puzzle(setup, _spellings(lines), theme, int(rating), _spellings(refutations), tuple(sequel.split()))


def _spellings(text: str) -> tuple[Spelling, ...]:
    return tuple(tuple(moves.split(" ")) for moves in text.split("|") if moves)


def _written(puzzle: Puzzle) -> str:
    lines, refutations = ("|".join(map(" ".join, moves)) for moves in (puzzle.lines, puzzle.refutations))
    fields = (puzzle.setup, lines, puzzle.theme, str(puzzle.rating), refutations, " ".join(puzzle.sequel))
    return "\t".join(fields if puzzle.sequel else fields[:-1])
