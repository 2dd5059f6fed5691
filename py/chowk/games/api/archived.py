"""The interface of a game's optional `archived` module: read matches quickly, and encode them in few bytes.

Collections (files of thousands of matches) use it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias


class FiledGame(NamedTuple):
    """A match of a binary file: its players, event, date and result as text, and its encoded moves.

    `wrong` is the first illegal move as text, or an empty text. `opening` is the name of the opening.
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

    `scores` is the result by the rules, or else the result that the text states after the moves, or an empty text.
    """

    codes: bytes
    made: int
    opening: str = ""
    scores: str = ""


ReadFile: TypeAlias = Callable[[bytes, Mapping[str, bytes]], "tuple[int, Iterator[FiledGame]] | None"]
"""A function that reads a binary file: it returns the number of matches and the matches; see `Coder`."""


class Coder(NamedTuple):
    """The functions of a game that encode and read its matches for collections.

    `encode`: encodes moves that are played from a position.
    `decode`: decodes moves that are played from a position; raises `ValueError` for bytes that cannot be moves.
    `start`: returns the usual first position, with house rules under which the given moves do not end the game early.
    `quick`: reads a text with one match in a simple form from the usual start; returns None for every other text.
    `read_file`: returns the number of matches of a binary file, and the matches; or None for another file. The second
        argument holds the files that were opened with it, by name.
    `beside`: the extensions of such accompanying files.
    """

    encode: Callable[[Any, Sequence[Any]], bytes]
    decode: Callable[[Any, bytes], Sequence[Any]]
    start: Callable[[Sequence[Any]], Any]
    quick: Callable[[str], QuickGame | None]
    read_file: ReadFile = lambda _, __: None
    beside: tuple[str, ...] = ()
