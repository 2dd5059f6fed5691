"""Read and write files with many games, in Chowk's own format, in JSON, and in the formats of other programs.

A game that cannot be read, or that a format cannot hold, is reported by its number; the others are read or written.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from chowk import games as registry
from chowk.core import declaration, json_record, record, rule_options, variations
from chowk.core.errors import TextError
from chowk.core.foreign import cleaned
from chowk.core.game import EDITION
from chowk.core.match import Match
from chowk.core.message import english, say
from chowk.core.record import Record
from chowk.core.variations import Variations
from chowk.games.api.library import BinaryForm, GameSheet, ReplayedSheet
from chowk.library.board import Board
from chowk.library.parts import game_of, games, parts_of

RECORD: Final = "record"
"""The name of Chowk's own format."""
JSON: Final = "json"
"""The name of the format with one game as a JSON object on each line (`core.json_record`)."""
LONGEST: Final = 64_000_000
"""Maximum length of a file that is read, in bytes or characters."""
_OWN: Final = re.compile(rf'^[ \t]*\[Game[ \t]+"(?:{"|".join(games())})"', re.MULTILINE)
_BESIDE: Final = re.compile(r"[{(!?$]")
"""Characters that begin a variation, a comment, or a mark (of a good or bad move)."""
_MARKS: Final = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_UNKNOWN: Final = '[Event "?"]\n\n'
"""The header that separates games which have no header of their own. As in PGN, a question mark means "unknown"."""


class FileGame(NamedTuple):
    """A game of a file, or the error because of which it cannot be used. Games are numbered from 1.

    `headers` describe the game: players, event, date. `tree` has its variations, comments and marks, or is None if it
    has none of them. `board` is None if there is an error. In a file of text, the error has its line and column.
    """

    number: int
    board: Board | None
    headers: Mapping[str, str] = MappingProxyType({})
    error: TextError | None = None
    tree: Variations | None = None


class WrittenGames(NamedTuple):
    """A collection of games, written in a format.

    `files` maps file extensions to contents. The key of the file with the games is "". A binary format may have further
    files, with the names of players and tournaments. `left_out` maps the numbers of the games that were not written to
    the reasons.
    """

    files: Mapping[str, bytes]
    left_out: Mapping[int, str]


def formats(game: str) -> tuple[str, ...]:
    """Return the names of the formats in which games can be written.

    >>> formats("reversi")
    ('record', 'json', 'transcript', 'ggf', 'sgf', 'wthor')
    """
    binary = parts_of(game).binary
    return (RECORD, JSON, *(form.name for form in game_of(game).notation.FORMATS), *((binary.name,) if binary else ()))


def format_of(ending: str) -> str:
    """Return the name of the format that a file's extension, `ending`, stands for.

    An unknown extension stands for Chowk's own format.

    >>> format_of(".pdn"), format_of(".wtb"), format_of(".txt")
    ('pdn', 'wthor', 'record')
    """
    known = {"json": JSON, "jsonl": JSON}
    for name in games():
        known |= {form.ending: form.name for form in game_of(name).notation.FORMATS if form.ending != "txt"}
        known |= {form.ending: form.name for form in _binary(name)}
    return known.get(ending.lower().lstrip("."), RECORD)


# Reading --------------------------------------------------------------------------------------------------------------


def read_games(data: str | bytes, game: str = "", beside: Sequence[bytes] = (), encoding: str = "") -> list[FileGame]:
    """Return all games of a file, in any format. A game with an error is returned with that error.

    `game` is the name of the game, or empty to try all. `beside` are files with the names of players and tournaments
    that belong to a binary file. `encoding` is that of the text; without it, the text is UTF-8, or else Windows-1252.
    Raise `TextError` if the file is empty, longer than `LONGEST`, or in no known format.
    """
    if len(data) > LONGEST:
        raise TextError(say("This file is too long: at most {count} characters can be read.", count=LONGEST))
    if isinstance(data, bytes):
        for name in (game,) if game else games():
            for form in _binary(name):
                if (text := form.read(data, beside)) is not None:
                    if not text:
                        raise _empty()
                    return [_without_place(file_game) for file_game in _foreign(text, name)]
        data = _decoded(data, encoding)
    text = cleaned(data)
    if not text.strip():
        raise _empty()
    if text.lstrip().startswith("{"):
        return [*_json_games(text)]
    if _OWN.search(text):
        return [*_games(text, _blocks(text, _own))]
    complaints: list[tuple[float, TextError]] = []
    best, most = list[FileGame](), 0
    for name in [game] if game else games():
        resembles = game_of(name).resembles(text)
        try:
            file_games = _foreign(text, name)
        except TextError as error:
            complaints.append((resembles, error))
            continue
        count = sum(file_game.board is not None for file_game in file_games)
        if game or resembles == 1 or 0 < count == len(file_games):
            return file_games
        if count > most:  # a few pieces of a long file may happen to be games of another kind
            best, most = file_games, count
        complaints += [(resembles, file_game.error) for file_game in file_games[:1] if file_game.error is not None]
    if best:
        return best
    raise max(complaints, key=lambda complaint: complaint[0])[1]


def _empty() -> TextError:
    return TextError(say("There is no game in this text: headers or moves are expected."))


def _binary(game: str) -> Iterator[BinaryForm]:
    form = parts_of(game).binary
    if form is not None:
        yield form


def _decoded(data: bytes, encoding: str) -> str:
    if encoding:
        return data.decode(encoding, "replace")
    for mark, name in _MARKS:
        if data.startswith(mark):
            return data.decode(name, "replace")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _without_place(file_game: FileGame) -> FileGame:
    return file_game if file_game.error is None else file_game._replace(error=TextError(file_game.error.why))


def _foreign(text: str, name: str) -> list[FileGame]:
    """Return the games in a text that another program wrote. `name` is the name of the game, such as `checkers`.

    The text must have been cleaned by `core.foreign.cleaned`.
    """
    split = parts_of(name).split
    sheets = split(text) if split is not None else _blocks(text, lambda piece: _headed(piece, name))
    return [*_games(text, sheets)]


def _games(text: str, sheets: Iterable[GameSheet]) -> Iterator[FileGame]:
    """Replay the games of a text, and yield them.

    `sheets` holds, for each game, its offset in `text` and a function that replays it. If a game has an error, the
    error's line and column are counted in the whole text.
    """
    line, column, counted = 1, 1, 0
    for number, (begin, replay) in enumerate(sheets, 1):
        newlines = text.count("\n", counted, begin)
        column = begin - text.rfind("\n", counted, begin) if newlines else column + begin - counted
        line, counted = line + newlines, begin
        try:
            yield _replayed(number, *replay())
        except TextError as error:
            indent = column - 1 if error.line <= 1 else 0
            yield FileGame(
                number, None, error=error.locate(max(1, error.line) + line - 1, max(1, error.column) + indent)
            )


def _blocks(text: str, replay: Callable[[str], ReplayedSheet]) -> Iterator[GameSheet]:
    """Yield the games of a text in a format with headers. A header after any other text begins the next game.

    A game is not read here. The function `replay` reads its text later, when the game is requested.
    """
    begin = place = 0
    has_body = has_words = False
    for row in text.splitlines(keepends=True):
        words = row.strip()
        is_header = words.startswith("[") and words.endswith('"]')
        if is_header and has_body:
            yield _block(text[begin:place], begin, replay)
            begin, has_body = place, False
        has_words = has_words or bool(words)
        has_body = has_body or (bool(words) and not is_header)
        place += len(row)
    if has_words:
        yield _block(text[begin:], begin, replay)


def _block(piece: str, begin: int, replay: Callable[[str], ReplayedSheet]) -> GameSheet:
    return GameSheet(begin, lambda: replay(piece))


def _own(piece: str) -> ReplayedSheet:
    """Read a game in Chowk's own format. Return its record, and its variations and comments, if it has any.

    `piece` is the part of the file with this game.
    """
    tree: Variations | None = None
    complaint: TextError | None = None
    if _BESIDE.search(piece):
        try:
            _, tree = variations.read_text(piece, registry.find_ruleset)
        except TextError as error:
            complaint = error  # comments that contain braces are read below
    try:
        match, headers = record.read(piece, registry.find_ruleset)
    except TextError as error:
        if tree is None:
            raise complaint or error from None
        headers = record.split_headers(piece)[0]
        match = variations.main_line(tree, game_of(headers["Game"]).ruleset)
    name, notation = match.ruleset.name, match.ruleset.notation
    game_record = Record(
        name, notation.write_position(match.position_after(0)), match.seed, tuple(match.written()), headers
    )
    return ReplayedSheet(game_record, None if tree is None or tree.is_line else tree)


def _headed(piece: str, name: str) -> ReplayedSheet:
    """Read a game in another format with headers. Return its record, and its variations and comments, if it has any.

    `piece` is the part of the file with this game. `name` is the name of the game, such as `checkers`.
    """
    game = game_of(name)
    game_record = game.notation.read_games(piece)[0]
    if game.read_variations is None or not _BESIDE.search(piece):
        return ReplayedSheet(game_record)
    tree = game.read_variations(piece)
    return ReplayedSheet(game_record, None if tree.is_line else tree)


def _replayed(number: int, game_record: Record, tree: Variations | None) -> FileGame:
    """Replay a record by the rules, and return it as game `number` of its file.

    The record's headers may end the game, for example by a resignation. The game has no tree if the main line of `tree`
    differs from the moves of the record.
    """
    ruleset = game_of(game_record.game).ruleset
    start = (
        ruleset.notation.read_position(game_record.setup)
        if game_record.setup
        else ruleset.rules.start(2, rule_options.default_options(ruleset.rules), game_record.seed)
    )
    match: Match[Any, Any] = Match(ruleset, start, game_record.seed)
    for move in game_record.moves:
        match.push(move)
    declaration.settle(match, game_record.headers, foreign=True)
    if tree is not None and tree.moves(tree.end(0)) != tuple(match.written()):
        tree = None  # the drawn moves of a ballot are part of the tree, but not of the match
    return FileGame(number, Board.from_match(match), _described(game_record.headers), tree=tree)


def _described(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the headers that describe a game, without those that state how it ended."""
    decided = (declaration.RESULT, declaration.TERMINATION, declaration.HEADER)
    return {name: value for name, value in record.descriptive(headers).items() if name not in decided}


def _json_games(text: str) -> Iterator[FileGame]:
    """Yield the games of a text that has a JSON object on each line, or one object that spans several lines."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) > 1 and json_record.is_game(text):
        lines = [(lines[0][0], text)]
    for number, (line, words) in enumerate(lines, 1):
        try:
            yield _json_game(number, words)
        except TextError as error:
            yield FileGame(number, None, error=error.locate(line, 1))


def _json_game(number: int, text: str) -> FileGame:
    game_record = json_record.read(text, registry.find_ruleset)
    board = Board.from_match(game_record.match)
    named = zip(map(board.side, range(board.seats)), game_record.players, strict=False)
    headers = {
        **game_record.tree.headers,
        **{side: name for side, name in named if name and side not in game_record.tree.headers},
    }
    return FileGame(number, board, _described(headers), tree=None if game_record.tree.is_line else game_record.tree)


# Writing --------------------------------------------------------------------------------------------------------------


def write_games(collection: Iterable[FileGame], form: str, day: date | None = None) -> WrittenGames:
    """Return a collection of games, written in the format `form`.

    Games with errors, and games that the format cannot hold, are left out. `day` is the date in the header of a binary
    file, by default today. Raise `ValueError` if none of the board games in the collection, such as Reversi, has this
    format.
    """
    whole = [(game, _match_of(game.board)) for game in collection if game.board is not None]
    known = {name: None for _, match in whole for name in formats(match.ruleset.name)}
    if whole and form not in known:
        raise ValueError(f"{whole[0][1].ruleset.name} has the formats {', '.join(known)}, not {form}")
    obstacles = {game.number: _obstacle(match, form) for game, match in whole}
    left_out = {number: reason for number, reason in obstacles.items() if reason}
    written = [(game, match) for game, match in whole if game.number not in left_out]
    binary = next((format_ for name in games() for format_ in _binary(name) if format_.name == form), None)
    if binary is None:
        return WrittenGames({"": "".join(_separated(written, form)).encode()}, left_out)
    files = binary.write([(match, game.headers) for game, match in written], day or date.today())
    return WrittenGames({"": files[binary.ending], **{ending: files[ending] for ending in binary.beside}}, left_out)


def _match_of(board: Board) -> Match[Any, Any]:
    return record.read(board.to_record(), registry.find_ruleset)[0]


def _obstacle(match: Match[Any, Any], form: str) -> str:
    """Return the reason why a format cannot hold a match, or an empty text."""
    name = match.ruleset.name
    if form not in formats(name):
        return f"{name} has the formats {', '.join(formats(name))}, not {form}"
    if form in parts_of(name).bare and not match.ply:
        return "a transcript has at least one move"
    for binary in _binary(name):
        if binary.name == form:
            try:
                binary.check(match)
            except ValueError as error:
                return str(error)
    return ""


def _separated(written: Sequence[tuple[FileGame, Match[Any, Any]]], form: str) -> Iterator[str]:
    """Yield the texts of a collection, separated so that readers find each game."""
    texts = [_text(match, form, game.headers, game.tree) for game, match in written]
    is_bare = [form in parts_of(match.ruleset.name).bare for _, match in written]
    if form == JSON or (all(is_bare) and all(map(str.isalnum, texts))):
        yield from (f"{text}\n" for text in texts)
        return
    for text, bare in zip(texts, is_bare, strict=True):
        yield f"{_UNKNOWN if bare and not text.startswith('[') else ''}{text}\n\n"


def _text(match: Match[Any, Any], form: str, headers: Mapping[str, str], tree: Variations | None) -> str:
    """Return one game as text, without a line end after it."""
    game = game_of(match.ruleset.name)
    if form == JSON:
        sides = [english(game.side(match.position_after(0), seat)) for seat in range(match.position_after(0).seats)]
        players = [headers.get(side, "") for side in sides]
        return json_record.write(match, players if any(players) else (), headers, tree).rstrip("\n")
    if form == RECORD:
        return _own_text(match, headers, tree)
    if tree is not None:
        if form in parts_of(game.name).commented:
            return parts_of(game.name).commented[form](tree, match, headers).rstrip("\n")
        if game.write_variations is not None and any(
            format_.varied and format_.name == form for format_ in game.notation.FORMATS
        ):
            return game.write_variations(tree, match, headers).rstrip("\n")
    return game.notation.write_game(match, form, headers).rstrip("\n")


def _own_text(match: Match[Any, Any], headers: Mapping[str, str], tree: Variations | None) -> str:
    if tree is None:
        return record.write(match, headers).rstrip("\n")
    start = match.ruleset.notation.write_position(match.position_after(0), EDITION)
    described = {**declaration.headers(match), **headers}
    own = tree._replace(start=start, seed=match.seed, headers={})
    return variations.write_text(own, match.ruleset.name, described).rstrip("\n")
