"""The interface of a game's optional `archived` module: read matches quickly, and encode them in few bytes.

Collections (files of thousands of matches) use it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple, Protocol, TypeAlias

from chowk.games.api.files import Format


class FiledGame(NamedTuple):
    """A match of a binary file: its players, event, date and result as text, and its encoded moves.

    `wrong` is the first illegal move as text, or empty if all moves are legal. `opening` is the name of the opening.
    """

    players: tuple[str, ...]
    event: str
    date: str
    result: str
    codes: bytes
    wrong: str = ""
    opening: str = ""


class QuickGame(NamedTuple):
    """A match that `Coder.quick` has read: its encoded moves, their number, and the name of its opening.

    `scores` is the result by the rules. If the match is unfinished, it is the result that the text states, or empty.
    """

    codes: bytes
    move_count: int
    opening: str = ""
    scores: str = ""


ReadFile: TypeAlias = Callable[[bytes, Mapping[str, bytes]], "tuple[int, Iterator[FiledGame]] | None"]
"""A function that reads a binary file with the contents of its accompanying files.

It returns the number of games that the file states and an iterator over the games, or None for a file of another kind.
"""


class FileWriter(Protocol):
    """A writer of a binary file of games."""

    def add(self, game: FiledGame) -> bool:
        """Add a game, which must begin at the usual starting position. Return False if the format cannot hold it."""

    def files(self, day: date) -> Mapping[str, bytes]:
        """Return the contents of the file and of its accompanying files, by file name ending, such as `.wtb`.

        `day` is the date to write into the files.
        """


class BinaryFile(NamedTuple):
    """A binary format for files of many games. `begin` returns a writer for a new file."""

    form: Format
    begin: Callable[[], FileWriter]


class Image(NamedTuple):
    """A position that is equivalent to a given one, such as its mirror image. `key` identifies the position.

    `back` converts the code of a move in the image to the code of the equivalent move in the given position. If the
    given position is itself symmetric, several of its moves are equivalent; `back` then returns the same code for all
    of them.
    """

    key: int
    back: Callable[[bytes], bytes]


class Coder(NamedTuple):
    """The functions of a game that encode and read its matches for collections.

    `encode`: returns the codes of moves that are played from a position.
    `decode`: returns the moves of codes; raises `ValueError` for codes that cannot be moves.
    `start`: returns the usual first position for a game with the given moves. House rules that would have ended this
        game before its last move are turned off in the position.
    `quick`: reads a text that holds only one game from the usual start, without comments or variations; returns None
        for every other text, which other readers may still accept.
    `read_file`: returns the number of games that a binary file states, and the games, or None if the file has another
        format. Its second argument holds the files that came with the binary file, by name.
    `beside`: the file name endings of the files that come with a binary file, such as `.jou`.
    `line`: returns a game from the usual start as text, without a replay. Its arguments are the name of a format and
        the codes of the moves. It returns an empty text for formats that it cannot write in this way.
    `binary`: the game's binary format.
    `step`: returns the length in bytes of a move's code. Its arguments are the codes of several moves, and the index at
        which the move's code begins. Without this function, every code is one byte.
    `trail`: yields two numbers for each position of a game: its key, which is below 2 ** 64, and how many bytes the
        codes of all earlier moves take. It raises `ValueError` for codes that cannot be moves. Equal keys mean the same
        position, whatever moves led to it. Without this function, the rules play the game, and the key is computed from
        the position as text.
    `images`: returns the given position, and then all other positions that count as the same, such as mirror images. A
        game that has this function must have `trail`, too.
    """

    encode: Callable[[Any, Sequence[Any]], bytes]
    decode: Callable[[Any, bytes], Sequence[Any]]
    start: Callable[[Sequence[Any]], Any]
    quick: Callable[[str], QuickGame | None]
    read_file: ReadFile = lambda _, __: None
    beside: tuple[str, ...] = ()
    line: Callable[[str, bytes], str] = lambda _, __: ""
    binary: BinaryFile | None = None
    step: Callable[[bytes | bytearray, int], int] | None = None
    trail: Callable[[Any, bytes], Iterator[tuple[int, int]]] | None = None
    images: Callable[[Any], Sequence[Image]] | None = None
