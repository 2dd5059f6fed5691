"""Find, read and write files of games for the commands. `library.files` reads and writes their formats."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from chowk.library import Board, format_of, write_games
from chowk.library import FileGame as FileGame
from chowk.library import read_games as read_games
from chowk.terminal.screen import CommandError

STANDARD: Final = "-"
"""The name that stands for standard input or output instead of a file."""
_SHARED: Final = "wthor"
"""The usual name, in lower case, of the files with names of players and tournaments.

They belong to each binary file in their folder that has no such files with its own name.
"""
_NAMES: Final = (".jou", ".trn")
"""The extensions of files with names of players and tournaments."""


def open_games(source: str, game: str = "", encoding: str = "") -> list[FileGame]:
    """Return all games of a file, or of standard input, including games with errors.

    `game` and `encoding` are as for `library.files.read_games`. The names of players and tournaments of a binary file
    are read from the files beside it.
    """
    if source == STANDARD:
        data, beside = sys.stdin.buffer.read(), list[bytes]()
    else:
        path = Path(source)
        data, beside = path.read_bytes(), [name.read_bytes() for name in _beside(path)]
    try:
        return read_games(data, game, beside, encoding)
    except LookupError:
        raise CommandError(f"there is no encoding {encoding}") from None


def _beside(path: Path) -> list[Path]:
    """Return the files with the names of players and tournaments for a binary file. They are in its folder.

    Apart from the extension, their name is that of the binary file, or else `wthor`.
    """
    folder = [other for other in sorted(path.parent.iterdir()) if other.suffix.lower() in _NAMES]
    paths = list[Path]()
    for ending in _NAMES:
        names = {other.stem.lower(): other for other in folder if other.suffix.lower() == ending}
        paths += [names[stem] for stem in (path.stem.lower(), _SHARED) if stem in names][:1]
    return paths


def written(board: Board, form: str, headers: Mapping[str, str]) -> str:
    """Return one game in a format, as text; raise `CommandError` if the format cannot hold it."""
    collection = write_games([FileGame(1, board, headers)], form)
    for reason in collection.left_out.values():
        raise CommandError(reason)
    return collection.files[""].decode()


def form_of(target: str | Path) -> str:
    """Return the name of the format that the file name `target` asks for by its extension, by default Chowk's own."""
    return format_of(Path(target).suffix)


def save(target: str, files: Mapping[str, bytes]) -> list[str]:
    """Write the files of a collection of games, and return their paths.

    `files` maps extensions to contents. The main file has an empty extension here and is written to `target`. Each
    other file has the name of `target` with its own extension. If `target` is `-`, write the main file to standard
    output.
    """
    if target == STANDARD:
        sys.stdout.buffer.write(files[""])
        sys.stdout.buffer.flush()
        return []
    paths = {ending: Path(target).with_suffix(f".{ending}") if ending else Path(target) for ending in files}
    for ending, path in paths.items():
        path.write_bytes(files[ending])
    return [str(path) for path in paths.values()]
