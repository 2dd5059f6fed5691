"""Turn-by-turn notation for games with dice, in the style of PGN. `chowk.games.*.notation` define the moves.

    [Variant "Parcheesi"]
    [Rules "2"]
    [Setup "S:n,n,n,n N:n,n,n,n S roll"]
    [Seed "7"]

    1. S [5,4] n>5 5>9
    2. N [2,1] --
    *

    game = { header } { line } "*"
    header = '[' name ' "' value '"]' end-of-line
    line = [ number "." ] { player { roll | move } }

Each line is a turn. Line 0 holds the rolls that decide the starting player. A player's letter may be left out; if it is
there, it must name the player to move. `Rules` is the edition of the house rules, and `Ended` states how the players
ended the game, both as in `chowk.core.record`. Line ends count as white space. Line numbers (`1.`) and comments in
braces are ignored. A text may hold several games.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from chowk.core import declaration, record, rule_options
from chowk.core.errors import TextError
from chowk.core.game import Ruleset
from chowk.core.match import Match
from chowk.core.message import say
from chowk.core.notation import excerpt
from chowk.core.position import CHANCE, Seat
from chowk.core.record import Record, Word
from chowk.core.seat_draw import LETTERS
from chowk.core.variations import Variations, clean_comment, of_match

OWN_HEADERS: Final = ("Game", "Variant", "Rules", "Setup", "Seed", "Seats")
"""Names of the headers that define the game. All other headers only describe it."""


def _nothing(position: Any, move: Any) -> Sequence[str]:  # noqa: ARG001 - a remark that is never made
    return ()


def _no_remark(position: Any, text: str) -> bool:  # noqa: ARG001 - none is known
    return False


def _side(position: Any, seat: Seat) -> str:
    return LETTERS[position.sides[seat]]


def _as_it_is(text: str) -> str:
    return text


def _single_words(tokens: Iterator[Word]) -> Iterator[Word]:
    return tokens


class TurnByTurn(NamedTuple):
    """The parts of turn-by-turn notation that differ between games.

    `title`: the game's name in the header `Variant`.
    `seat`: returns the seat whose turn a position belongs to.
    `remarks`: returns the remarks to write before a move in a position, such as the bonus that a move in Parcheesi uses
        (`+20`).
    `remarked`: returns True if a word is a remark, and raises `TextError` for a remark that is wrong in the position.
    `letter`: returns the letter of a seat in a position. By default it is the letter of the seat's side of the board,
        taken from the position's `sides`.
    `letters`: the letters of all seats. In a text, these words name the player to move.
    `spread`, `joined`: for moves written in several words. `spread` splits the single word of a move's notation into
        these words. `joined` joins them again in a text that is read, or raises `TextError`.
    `pair`: True if the game is only for two players.
    """

    title: str
    ruleset: Ruleset
    seat: Callable[[Any], Seat]
    remarks: Callable[[Any, Any], Sequence[str]] = _nothing
    remarked: Callable[[Any, str], bool] = _no_remark
    letter: Callable[[Any, Seat], str] = _side
    letters: str = LETTERS
    spread: Callable[[str], str] = _as_it_is
    joined: Callable[[Iterator[Word]], Iterator[Word]] = _single_words
    pair: bool = False


def write(turns: TurnByTurn, match: Match[Any, Any], headers: Mapping[str, str]) -> str:
    """Return the match as text, with a line for each turn."""
    edition = rule_options.edition_to_write(match.ruleset.rules, match.position_after(0))
    fields = {
        "Variant": turns.title,
        "Rules": str(edition),
        "Setup": match.ruleset.notation.write_position(match.position_after(0), edition),
        "Seed": str(match.seed),
        **declaration.headers(match),
        **{name: value for name, value in headers.items() if name not in (*OWN_HEADERS, declaration.HEADER)},
    }
    return record.heading(fields) + "\n" + "\n".join(_lines(turns, match)) + "\n*\n"


def read(turns: TurnByTurn, text: str) -> tuple[Record, ...]:
    """Return the games in a text, each replayed by the rules.

    Raises `TextError`, if possible with line and column, if the text has errors or no game.
    """
    if len(text) > record.LONGEST:
        raise TextError(say("This record is too long to be a game."))
    games = []
    start, lines = 0, text.splitlines()
    while start < len(lines):
        stop = _end_of_game(lines, start)
        games.append(_read_game(turns, "\n".join(lines[start:stop]), start + 1))
        start = stop
        while start < len(lines) and not lines[start].strip():
            start += 1
    if not games:
        raise TextError(say("There is no game of {game} in this text.", game=turns.title))
    return tuple(games)


def _read_game(turns: TurnByTurn, text: str, line: int) -> Record:
    headers, body, first_line = record.split_headers(text, line)
    if headers.get("Variant") != turns.title:
        raise TextError(
            say(
                "A game of {game} turn by turn begins with the header {header}.",
                game=turns.title,
                header=f'[Variant "{turns.title}"]',
            )
        )
    seed = record.read_seed(headers.get("Seed", "0"))
    match: Match[Any, Any] = Match(turns.ruleset, _start(turns, headers, seed), seed)
    for token in turns.joined(record.words(body, first_line)):
        if token.text == "*":
            break
        _take(turns, match, token)
    others = {name: value for name, value in headers.items() if name not in OWN_HEADERS}
    return Record(
        turns.ruleset.name,
        turns.ruleset.notation.write_position(match.position_after(0)),
        seed,
        tuple(match.written()),
        others,
    )


def read_commented(turns: TurnByTurn, text: str) -> Variations:
    """Return the first game of a text as a tree with a single line of moves and with the comments in braces.

    Each comment belongs to the move before it. Raises `TextError` like `read`.
    """
    lines = text.splitlines()
    start = next((number for number, line in enumerate(lines) if line.strip()), 0)
    game = "\n".join(lines[start : _end_of_game(lines, start)])
    headers, body, first_line = record.split_headers(game, start + 1)
    seed = record.read_seed(headers.get("Seed", "0"))
    match: Match[Any, Any] = Match(turns.ruleset, _start(turns, headers, seed), seed)
    places = list[tuple[int, int]]()
    for token in turns.joined(record.words(body, first_line)):
        if token.text == "*":
            break
        before = match.ply
        _take(turns, match, token)
        places += [(token.line, token.column)] * (match.ply - before)
    tree, remarks = of_match(match), dict[int, list[str]]()
    for line, column, comment in record.comments(body, first_line):
        remarks.setdefault(bisect(places, (line, column)), []).append(comment)
    nodes = {
        node: tree.nodes[node]._replace(comment=clean_comment(" ".join(comments)))
        for node, comments in remarks.items()
        if node in tree.nodes
    }
    return tree._replace(nodes=MappingProxyType({**tree.nodes, **nodes}))


def _start(turns: TurnByTurn, headers: Mapping[str, str], seed: int) -> Any:
    if "Setup" in headers:
        return record.start(turns.ruleset, headers, 2, seed)
    seats = headers.get("Seats", "2")
    if turns.pair and seats != "2":
        raise TextError(
            say("{game} is played by two players, not by “{count}”.", game=turns.title, count=excerpt(seats))
        )
    if seats not in ("2", "3", "4"):
        raise TextError(
            say("{game} is played by two to four players, not by “{count}”.", game=turns.title, count=excerpt(seats))
        )
    return record.start(turns.ruleset, headers, int(seats), seed)


def _take(turns: TurnByTurn, match: Match[Any, Any], token: Word) -> None:
    try:
        if token.text in turns.letters:
            _check_turn(turns, match, token.text)
            return
        if turns.remarked(match.position, token.text):
            return
    except TextError as error:
        raise error.locate(token.line, token.column) from None
    record.push(match, token)


def _check_turn(turns: TurnByTurn, match: Match[Any, Any], letter: str) -> None:
    due = turns.letter(match.position, turns.seat(match.position))
    if match.outcome() is None and letter != due:
        raise TextError(say("It is not {player}'s turn here, but {other}'s.", player=letter, other=due))


def _end_of_game(lines: list[str], start: int) -> int:
    # A header after a line that is not a header begins the next game.
    body = False
    for number in range(start, len(lines)):
        header = lines[number].lstrip().startswith("[") and lines[number].rstrip().endswith('"]')
        if header and body:
            return number
        body = body or (bool(lines[number].strip()) and not header)
    return len(lines)


def _lines(turns: TurnByTurn, match: Match[Any, Any]) -> Iterator[str]:
    throwing = match.ruleset.rules.throwing

    def turn(ply: tuple[Any, Any]) -> Seat:
        return CHANCE if throwing(ply[0]) else turns.seat(ply[0])

    plies = zip(match.positions, match.moves, strict=False)
    for number, (seat, group) in enumerate(groupby(plies, key=turn), 0 if throwing(match.position_after(0)) else 1):
        words = [] if seat == CHANCE else [turns.letter(match.position_after(0), seat)]
        for position, move in group:
            words += [turns.letter(position, turns.seat(position))] if seat == CHANCE else []
            words += [*turns.remarks(position, move), turns.spread(turns.ruleset.notation.write_move(position, move))]
        yield f"{number}. {' '.join(words)}"
