r"""Records: a match as readable text, with headers and numbered moves.

    [Game "reversi"]
    [Rules "2"]
    [Setup "---------------------------OX------XO--------------------------- X"]
    [Seed "7"]
    [Date "2026.11.21"]

    1. d3 2. c3 3. c4 {a comment} *

Grammar: a header is `[Name "value"]` alone on its line, with `\"` and `\\` for the quote and the backslash. Moves in
the game's notation follow, separated by white space. Numbers that end in a full stop, comments in braces (which may
contain balanced braces) and a closing `*` are ignored.

* `Setup` and `Seed` may be left out. They then mean the usual start and seed 0.
* `Ended` states how the players ended the game, if the rules did not end it (`core.declaration`).
* `Rules` is the edition of the house rules, or the first edition if it is left out. Omitted house rules have the
  default of that edition (`core.rule_options`).
* Other headers are kept, and have no meaning here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar, overload

from chowk.core import declaration, rule_options
from chowk.core.errors import TextError
from chowk.core.game import EDITION, Ruleset
from chowk.core.match import Match
from chowk.core.message import Message, say
from chowk.core.notation import excerpt
from chowk.core.sanitize import replace_invisible
from chowk.core.stepper import finished

T = TypeVar("T")
_HEADER: Final = re.compile(r'\[(\w+)[ \t]+"((?:[^"\\\n]|\\["\\])*)"\]')
_NUMBER: Final = re.compile(r"^\d+\.+")
LONGEST: Final = 200_000
"""Maximum length of a record, in characters. The longest possible game is far shorter."""
MOST_SEED: Final = 1 << 128
"""Exclusive upper limit of the seeds of records."""
_BREAKING: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Characters that are replaced by spaces in a header's value: control characters, line ends and surrogates."""


class Record(NamedTuple):
    """A complete game as text, such as the result of parsing another program's format.

    `game` is the game's name, `setup` the first position, `seed` the seed of its dice. `moves` are in the game's
    notation, not yet checked. `headers` describe the game (players, event, date, result). `notes` are messages to the
    player about parts of the text that were left out or guessed.
    """

    game: str
    setup: str
    seed: int
    moves: tuple[str, ...]
    headers: Mapping[str, str]
    notes: tuple[Message, ...] = ()


class Games(Sequence[Record], Generic[T]):
    """The games of a file, as a sequence. The first game is replayed at once, any other game whenever it is indexed.

    So errors in the first game are found at once, and a file of thousands of games opens without delay. `games` are the
    parsed games, at least one. `replayed` replays a parsed game by the rules and returns its record, or raises
    `TextError`.
    """

    def __init__(self, replayed: Callable[[T], Record], games: Sequence[T]) -> None:
        self._replayed, self._games = replayed, games
        self._first = replayed(games[0])

    def __len__(self) -> int:
        return len(self._games)

    @overload
    def __getitem__(self, index: int) -> Record: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Record]: ...
    def __getitem__(self, index: int | slice) -> Record | Sequence[Record]:
        if isinstance(index, slice):
            return [self[number] for number in range(len(self))[index]]
        return self._replayed(self._games[index]) if range(len(self))[index] else self._first


class Word(NamedTuple):
    """A word of a text with its line and column, both counted from 1."""

    text: str
    line: int
    column: int


def write(match: Match[Any, Any], headers: Mapping[str, str] | None = None) -> str:
    """Return the match as a record. `headers`, such as the date or the players' names, follow the required headers."""
    edition = rule_options.edition_to_write(match.ruleset.rules, match.position_after(0))
    fields = {
        "Game": match.ruleset.name,
        "Rules": str(edition),
        "Setup": match.ruleset.notation.write_position(match.position_after(0), edition),
        "Seed": str(match.seed),
        **declaration.headers(match),
        **(headers or {}),
    }
    moves = [f"{number}. {move}" for number, move in enumerate(match.written(), 1)]
    return f"{heading(fields)}\n{wrapped([*moves, '*'])}\n"


def read(text: str, find: Callable[[str], Ruleset | None]) -> tuple[Match[Any, Any], dict[str, str]]:
    """Read a match from a record, replay it by the rules, and return it with the record's headers.

    A resignation, draw or loss on time in the headers ends the match. `find` returns the ruleset of a game by name, or
    None for an unknown name. Raises `TextError` with line and column for any text that is not a record of a legal game.
    """
    match, headers = finished(reading(text, find))
    declaration.settle(match, headers)
    return match, headers


def reading(
    text: str, find: Callable[[str], Ruleset | None]
) -> Generator[None, None, tuple[Match[Any, Any], dict[str, str]]]:
    """Read a record in steps, yielding after each move. Return its match and its headers.

    A resignation, agreed draw or loss on time in the headers is not applied. For that, the caller must call
    `declaration.settle`.
    """
    if len(text) > LONGEST:
        raise TextError(say("This record is too long to be a game."))
    headers, body, first_line = split_headers(text)
    name = headers.get("Game", "")
    ruleset = find(name)
    if ruleset is None:
        raise TextError(say("This record is of a game that is not known here: “{game}”.", game=excerpt(name)))
    seed = read_seed(headers.get("Seed", "0"))
    match: Match[Any, Any] = Match(ruleset, start(ruleset, headers, 2, seed), seed)
    for token in words(body, first_line):
        if token.text != "*":
            push(match, token)
            yield
    return match, headers


def push(match: Match[Any, Any], token: Word) -> None:
    """Play the move that a word of a record names.

    If it is not legal, raise `TextError` with the word's line and column.
    """
    try:
        if match.outcome() is not None:
            raise TextError(say("The game is over before “{move}”.", move=excerpt(token.text)))
        match.push(token.text)
    except TextError as error:
        raise error.locate(token.line, token.column) from None


STRUCTURAL: Final = frozenset(
    {"game", "rules", "setup", "seed", "seats", "variations", "variant", "fen", "gametype", "house", "ballot", "times",
     "elements", "dice", "aids", "sides"}
)  # fmt: skip
"""Names, in lower case, of the headers that define a game and its course. Other headers describe players, place or
date."""
MOST_HEADERS: Final = 24
"""Maximum number of headers of a text that are kept."""
LONGEST_VALUE: Final = 120
"""Maximum length of a kept header's value, in characters."""
_NAME: Final = re.compile(r"\w{1,32}")


def descriptive(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the headers that describe a game (players, event, date, result), bounded in number and length.

    Invisible characters become spaces. Values without content (`?`, `????.??.??`) are left out.
    """
    kept: dict[str, str] = {}
    for name, value in headers.items():
        text = " ".join(replace_invisible(value[: 4 * LONGEST_VALUE]).split())[:LONGEST_VALUE].strip()
        if text.strip("?.-* ") and _NAME.fullmatch(name) and name.lower() not in STRUCTURAL:
            kept[name] = text
            if len(kept) == MOST_HEADERS:
                break
    return kept


def heading(headers: Mapping[str, str]) -> str:
    """Return the header lines of a record, each ended by a line feed."""
    return "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in headers.items())


def split_headers(text: str, first_line: int = 1) -> tuple[dict[str, str], str, int]:
    """Split a record into its headers, the text after them, and the number of the line at which that text begins.

    `first_line` is the number of the record's first line. Raises `TextError` for a line that begins with `[` in front
    of the moves, but is not a header.
    """
    headers: dict[str, str] = {}
    lines = text.splitlines()
    for number, line in enumerate(lines, first_line):
        if not line.strip():
            continue
        if not line.lstrip().startswith("["):
            return headers, "\n".join(lines[number - first_line :]), number
        match = _HEADER.fullmatch(line.strip())
        if match is None:
            raise TextError(say("This line is not a header: “{line}”.", line=excerpt(line))).locate(number, 1)
        headers[match[1]] = re.sub(r"\\(.)", r"\1", match[2])
    return headers, "", len(lines) + first_line


def words(body: str, first_line: int = 1) -> Iterator[Word]:
    """Yield the moves in a record's body, and the closing `*`, with their lines and columns.

    Comments and move numbers are left out. Raises `TextError` for an unmatched brace.
    """
    opened: list[Word] = []
    for number, line in enumerate(body.splitlines(), first_line):
        for match in re.finditer(r"[{}]|[^\s{}]+", line):
            token = Word(match[0], number, match.start() + 1)
            if token.text == "{":
                opened.append(token)
            elif token.text == "}":
                _close(opened, token)
            elif not opened and (text := _NUMBER.sub("", token.text, count=1)):
                yield token._replace(text=text)
    for token in opened:
        raise TextError(say("A comment begins here and never ends: its closing brace is missing.")).locate(*token[1:])


def comments(body: str, first_line: int = 1) -> Iterator[tuple[int, int, str]]:
    """Yield the comments in a record's body: line and column of the opening brace, and the text between the braces."""
    depth, begun, line = 0, 0, first_line
    counted, row = 0, 0  # the offset up to which lines are counted, and the offset of that line's start
    for brace in re.finditer("[{}]", body):
        depth += 1 if brace[0] == "{" else -1
        if brace[0] == "{" and depth == 1:
            begun = brace.end()
        elif depth == 0:
            line += body.count("\n", counted, begun)
            row = body.rfind("\n", counted, begun) + 1 or row
            counted = begun
            yield line, begun - row, body[begun : brace.start()]


def read_seed(text: str) -> int:
    """Return the seed in a text, a decimal number below 2**128; raise `TextError` for any other text."""
    if not re.fullmatch(r"[0-9]{1,39}", text) or int(text) >= MOST_SEED:
        raise TextError(
            say("“{seed}” is not a seed: a seed is a whole number below 2 to the power of 128.", seed=excerpt(text))
        )
    return int(text)


def read_edition(headers: Mapping[str, str]) -> int:
    """Return the edition (version) of the house rules that a record's headers name, by default the first edition.

    Raises `TextError` if the edition is invalid or belongs to a later version of the app.
    """
    text = headers.get("Rules", str(rule_options.FIRST))
    if not re.fullmatch(r"[1-9][0-9]{0,5}", text):
        raise TextError(say("This line is not a header: “{line}”.", line=excerpt(f'[Rules "{text}"]')))
    if int(text) > EDITION:
        raise TextError(say("This was saved by a newer version of Chowk. Reload the page to get it, then try again."))
    return int(text)


def start(ruleset: Ruleset, headers: Mapping[str, str], seats: int, seed: int) -> Any:
    """Return the first position of a record: the position in the header `Setup`, or else the usual start.

    `seats` is the number of players of the usual start. `seed` determines what is drawn before its first move.
    """
    edition = read_edition(headers)
    if "Setup" in headers:
        return ruleset.notation.read_position(headers["Setup"], edition)
    return ruleset.rules.start(seats, rule_options.default_options(ruleset.rules, edition), seed)


def _close(opened: list[Word], token: Word) -> None:
    if not opened:
        raise TextError(say("This brace closes a comment that was never opened.")).locate(*token[1:])
    opened.pop()


def _quoted(value: str) -> str:
    return _BREAKING.sub(" ", value).replace("\\", "\\\\").replace('"', '\\"')


def wrapped(words: list[str], width: int = 80) -> str:
    """Join the words of a record's body into lines of at most `width` characters. No word is broken."""
    lines, length = list[list[str]](), width
    for word in words:
        if length + 1 + len(word) > width:
            lines.append([])
            length = -1
        lines[-1].append(word)
        length += 1 + len(word)
    return "\n".join(map(" ".join, lines))
