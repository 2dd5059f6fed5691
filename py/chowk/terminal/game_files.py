"""Read and write files of games: Chowk's own records, JSON, and the formats that the games' notations know."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from chowk import games as registry
from chowk.core import declaration, json_record, record
from chowk.core.errors import TextError
from chowk.core.game import EDITION
from chowk.core.record import Record
from chowk.library import Board, games
from chowk.library.parts import game_of
from chowk.terminal.screen import CommandError

RECORD: Final = "record"
"""The name of Chowk's own format."""
JSON: Final = "json"
"""The name of the format with one game as a JSON object on each line (`core.json_record`)."""
LONGEST: Final = 64_000_000
"""Maximum length of a text that is read, in characters."""
_OWN: Final = re.compile(r'^[ \t]*\[Game "', re.MULTILINE)


class FileGame(NamedTuple):
    """A game of a file and its headers, or the error for which it was left out. Games have numbers from 1."""

    number: int
    board: Board | None
    headers: Mapping[str, str]
    error: TextError | None = None


def read_games(text: str, game: str = "") -> list[FileGame]:
    """Read all games of a text. Games with errors are among them.

    `game` is the name of the game, or empty to try all. Raise `TextError` if the text is in no known format.
    """
    if len(text) > LONGEST:
        raise CommandError(f"this is longer than {LONGEST:,} characters")
    if text.lstrip().startswith("{"):
        return [_json_game(number, line) for number, line in enumerate(text.strip().splitlines(), 1)]
    if _OWN.search(text):
        return list(_own(text))
    complaints: list[tuple[float, TextError]] = []
    for name in [game] if game else games():
        notation = game_of(name).notation
        try:
            records = notation.read_games(text)
        except TextError as error:
            complaints.append((game_of(name).resembles(text), error))
        else:
            return [_foreign(number, records) for number in range(1, len(records) + 1)]
    raise max(complaints, key=lambda complaint: complaint[0])[1]


def _own(text: str) -> Iterator[FileGame]:
    starts = [match.start() for match in _OWN.finditer(text)]
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(text)], strict=True), 1):
        game = _read(number, text[start:end])
        lines = text.count("\n", 0, start)
        error = game.error.at(game.error.line + lines, game.error.column) if game.error and game.error.line else None
        yield game._replace(error=error or game.error)


def _read(number: int, text: str) -> FileGame:
    try:
        headers, _, _ = record.split_headers(text)
        return FileGame(number, Board.from_record(text), _described(headers))
    except TextError as error:
        return FileGame(number, None, {}, error)


def _foreign(number: int, records: Sequence[Record]) -> FileGame:
    try:
        found = records[number - 1]
        setup = {"Setup": found.setup} if found.setup else {}
        headers = {"Game": found.game, "Rules": str(EDITION), **setup, "Seed": str(found.seed)}
        match, _ = record.read(_text(headers, found.moves), registry.find_ruleset)
        declaration.settle(match, found.headers, foreign=True)
        return FileGame(number, Board.from_match(match), _described(found.headers))
    except TextError as error:
        return FileGame(number, None, {}, error)


def _described(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the headers that describe a game, without those that its end decides."""
    decided = (declaration.RESULT, declaration.TERMINATION, declaration.HEADER)
    return {name: value for name, value in record.descriptive(headers).items() if name not in decided}


def _json_game(number: int, line: str) -> FileGame:
    try:
        game = json_record.read(line, registry.find_ruleset)
        return FileGame(number, Board.from_match(game.match), _described(game.tree.headers))
    except TextError as error:
        return FileGame(number, None, {}, error)


def _text(headers: Mapping[str, str], moves: Sequence[str]) -> str:
    """Return a record. Its moves have numbers, because a roll at the start of a line would look like a header."""
    return record.heading(headers) + " ".join(f"{number}. {move}" for number, move in enumerate(moves, 1))


def written(board: Board, form: str, headers: Mapping[str, str]) -> str:
    """Return a game in a format; raise `CommandError` if its game does not have it."""
    match, _ = record.read(board.to_record(), registry.find_ruleset)
    if form == JSON:
        return json_record.write(match, headers=headers)
    if form == RECORD:
        return board.to_record(headers) + "\n"
    notation = game_of(board.game).notation
    if form not in (known := [one.name for one in notation.FORMATS]):
        raise CommandError(f"{board.game} has the formats {', '.join([RECORD, JSON, *known])}, not {form}")
    return notation.write_game(match, form, headers).rstrip("\n") + "\n\n"


def form_of(path: Path) -> str:
    """Return the format that the ending of a file's name stands for: JSON, PDN or Chowk's own."""
    return {".json": JSON, ".jsonl": JSON, ".pdn": "pdn"}.get(path.suffix.lower(), RECORD)
