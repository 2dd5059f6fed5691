"""Random games of every ready game, for the test suites that check all games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

from chowk.core import chance
from chowk.core.events import Event
from chowk.core.match import Match
from chowk.core.message import Message
from chowk.core.position import CHANCE
from chowk.engine.search_budget import Clock
from chowk.games import load, ready
from chowk.games.api import Game
from chowk.i18n.i18n import ENGLISH, LANGUAGES, MIRRORED, PSEUDO, Words, words
from tools.i18n import po_catalog as catalog

GAMES = 16  # maximum number of random games for one table
ENOUGH = 1000  # no further game is added to a table once its games have this many plies (a fifth under a house rule)
PLIES = 4000  # maximum plies of a random game
AIMLESS = (
    200  # number of random moves, after which the weakest opponent plays: dice games of random moves take very long
)


class Table(NamedTuple):
    """A game to check, with its number of players and at most one house rule that differs from the rule book.

    `option` and `value` are the name and the value of that house rule. Both are empty if there is none.
    """

    name: str
    seats: int
    option: str = ""
    value: str = ""

    @property
    def game(self) -> Game:
        return load(self.name)

    def match(self, seed: int) -> Match[Any, Any]:
        options = {self.option: self.value} if self.option else {}
        return self.game.match(seed, self.seats, **options)

    def __str__(self) -> str:
        return f"{self.name} for {self.seats}" + (f", {self.option} {self.value}" if self.option else "")


class Step(NamedTuple):
    """A move of a random game, with the positions before and after it."""

    before: Any
    move: Any
    events: tuple[Event, ...]
    after: Any


class Walk(NamedTuple):
    """A random game, played to its end or to the maximum number of plies."""

    match: Match[Any, Any]
    steps: tuple[Step, ...]


def tables() -> list[Table]:
    """Return a table for each ready game and number of players, then one for each value of a house rule.

    The default values are left out.
    """
    plain = [Table(name, seats) for name in ready() for seats in load(name).sign.seats]
    return [*plain, *(table for name in ready() for table in _under_rules(name))]


@cache
def walks(table: Table) -> tuple[Walk, ...]:
    """Return the games that `walk` plays at a table with the seeds 0, 1 and so on.

    There are at most `GAMES`, or 2 under a house rule, and fewer if the games are long.
    """
    games: list[Walk] = []
    enough = ENOUGH // 5 if table.option else ENOUGH
    while len(games) < (2 if table.option else GAMES) and sum(len(walked.steps) for walked in games) < enough:
        games.append(walk(table, len(games)))
    return tuple(games)


def walk(table: Table, seed: int) -> Walk:
    """Play a game: `AIMLESS` random plies, then the moves of the weakest opponent, until it ends or has `PLIES` plies.

    The same seed gives the same game in every version of Python.
    """
    match, steps = table.match(seed), []
    while match.outcome() is None and match.ply < PLIES:
        before, moves = match.position, match.position.moves()
        aimless = match.ply < AIMLESS or len(moves) == 1
        move = moves[chance.below(len(moves), seed, -1 - match.ply)] if aimless else _meant(table, match, seed)
        if before.turn == CHANCE:
            move = match.roll()
        events = tuple(match.play(move))
        steps.append(Step(before, move, events, match.position))
    return Walk(match, tuple(steps))


def positions(table: Table) -> Iterator[Any]:
    """Yield all positions of the games that `walks` returns for a table."""
    for walked in walks(table):
        yield from walked.match.positions


def steps(table: Table) -> Iterator[Step]:
    """Yield all moves of the games that `walks` returns for a table, each with its positions and events."""
    for walked in walks(table):
        yield from walked.steps


def _meant(table: Table, match: Match[Any, Any], seed: int) -> Any:
    """Return the move that the weakest opponent chooses, or None before a roll."""
    if match.position.turn == CHANCE:
        return None
    thoughts = table.game.bots.think(match.position, match.positions[:-1], 0, seed, Clock(60.0))
    return [thought.move for thought in thoughts][-1]


@cache
def languages() -> tuple[Words, ...]:
    """Return a translator for each language that has a translation: English first, the pseudo-language last."""
    built = catalog.compiled()
    codes = [code for code in LANGUAGES if code == ENGLISH.code or f"{code}.txt" in built]
    codes.remove(MIRRORED.code)  # its sentences are those of the pseudo-language
    return tuple(words(code, catalogues=lambda language: built.get(f"{language}.txt")) for code in codes)


def check_message(message: Message, table: Table) -> None:
    """Fail unless every language has a complete sentence for the message."""
    _check_message(message, table.name)


@lru_cache(maxsize=1 << 14)
def _check_message(message: Message, game: str) -> None:
    for language in languages():
        text = language.with_names(load(game).speech.SEATS)(message)
        assert text.strip()
        assert not set("{}") & set(text), text
        if language.language == PSEUDO:
            assert (text[0], text[-1]) == ("⟦", "⟧"), f"not in the catalogue, or glued: {text}"


def _under_rules(name: str) -> Iterator[Table]:
    game = load(name)
    ruled = [(option.name, choice.value) for option in game.rules.OPTIONS for choice in option.choices[1:]]
    for number, (option, value) in enumerate(ruled):
        yield Table(name, game.sign.seats[number % len(game.sign.seats)], option, value)
