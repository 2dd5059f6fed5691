"""Let two levels of a game play against each other, in pairs of games with the same opening and the same dice."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from math import log10, sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any, Final, NamedTuple

from chowk.library import Board, Engine, Limit, games
from chowk.library.parts import game_of
from chowk.terminal.screen import CommandError, Screen

OPENING_PLIES: Final = 8
"""Number of random moves before a game without dice, which would otherwise always be the same."""
ATTEMPTS: Final = 100
"""Maximum number of random openings that are tried, because a game may end in one."""
CERTAIN: Final = 1.96
"""Number of standard errors on each side of an interval that has a probability of 95 %."""
ELO: Final = 400.0
"""Points of Elo's scale for a tenfold chance."""


class Contest(NamedTuple):
    """A series of games: the two levels, the seconds for each move or 0 for those of the levels, and the openings."""

    game: str
    first: str
    second: str
    seconds: float
    plies: int
    seed: int

    @property
    def key(self) -> str:
        """The text by which results in a file belong to this series."""
        return " ".join(map(str, self))


class Score(NamedTuple):
    """The results of games for the first level: 1 for a win, 0.5 for a draw, 0 for a loss."""

    shares: tuple[float, ...]

    @property
    def rate(self) -> float:
        """The mean of the results."""
        return mean(self.shares)

    @property
    def error(self) -> float | None:
        """The standard error of the mean, from the pairs of games, or None for fewer than two pairs."""
        pairs = [mean(self.shares[first : first + 2]) for first in range(0, len(self.shares) - 1, 2)]
        return stdev(pairs) / sqrt(len(pairs)) if len(pairs) > 1 else None

    def told(self) -> dict[str, Any]:
        """Return the results as the values of a JSON object."""
        won, lost = self.shares.count(1.0), self.shares.count(0.0)
        error = self.error
        interval = None
        if error is not None:
            interval = [elo(max(0.0, min(1.0, self.rate + side * CERTAIN * error))) for side in (-1, 1)]
        return {"games": len(self.shares), "won": won, "drawn": len(self.shares) - won - lost, "lost": lost,
                "share": self.rate, "standard_error": error, "elo": elo(self.rate), "elo_95": interval}  # fmt: skip


def elo(share: float) -> float | None:
    """Return the difference in strength that a share of the points means, or None for all or none of them."""
    return ELO * log10(share / (1 - share)) if 0 < share < 1 else None


def found_level(text: str, game: str = "") -> tuple[str, str]:
    """Return the game and the level that a text names: `Orca`, or `reversi:Orca`, or `reversi:5`.

    `game` is the game of a level without one. Raise `CommandError` if there is no such level, or more than one.
    """
    named, _, level = text.rpartition(":")
    wanted = level.lower()
    found = [
        (name, opponent.name)
        for name in ([named or game] if named or game else games())
        for opponent in Engine.levels(name)
        if wanted in (opponent.name.lower(), str(opponent.number))
    ]
    if len(found) == 1:
        return found[0]
    raise CommandError(f"{text!r} is no level; `chowk games` lists them" if not found else f"{text!r}: which game?")


def opening(contest: Contest, number: int) -> Board:
    """Return the start of the pair of games with this number. Equal numbers give equal starts and dice."""
    for attempt in range(ATTEMPTS):
        board = Board(contest.game, seats=2, seed=contest.seed + number)
        lot = random.Random(f"{contest.seed} {number} {attempt}")
        for _ in range(0 if board.is_chance else contest.plies):
            if not board.is_game_over():
                board.push(lot.choice(board.legal_moves))
        if not board.is_game_over():
            return board
    raise CommandError(f"{contest.plies} random moves end every game")


def played(contest: Contest, number: int) -> float:
    """Play the game with this number, and return the first level's result. The levels swap seats in each pair."""
    board = opening(contest, number // 2)
    engines = [Engine(contest.game, level, seed=contest.seed + number // 2) for level in contest[1:3]]
    seated = engines[::-1] if number % 2 else engines
    game = game_of(contest.game)
    limit = Limit(time=contest.seconds or None)
    while not board.is_game_over():
        draws = game.draws
        is_asked = draws is not None and draws.due(board.position)
        if draws is not None and is_asked and all(draws.accepts(board.position, seat) for seat in range(board.seats)):
            board.agree_draw()
        elif board.is_chance:
            board.roll()
        else:
            board.push(seated[board.turn].play(board, limit).move)
    outcome = board.outcome()
    assert outcome is not None, "the loop ends with the game"
    places = outcome.places
    mine, other = places[::-1] if number % 2 else places
    return 0.5 if mine == other else float(mine < other)


def kept(path: Path | None, key: str) -> dict[int, float]:
    """Return the results of a series in a file, by the number of the game; raise `CommandError` for another file."""
    if path is None or not path.exists():
        return {}
    results: dict[int, float] = {}
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            name, game, share = json.loads(line)
            if name == key:
                results[int(game)] = float(share)
        except (ValueError, TypeError):
            raise CommandError(f"{path}, line {number}, is no result") from None
    return results


def run(contest: Contest, count: int, keep: Path | None, screen: Screen) -> Score:
    """Play the games that the file `keep` does not have, and return the results of all."""
    results = kept(keep, contest.key)
    for number in range(count):
        if number not in results:
            results[number] = played(contest, number)
            if keep is not None:
                with keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([contest.key, number, results[number]]) + "\n")
        if sys.stderr.isatty():
            screen.note(f"\x1b[Agame {number + 1} of {count}: {mean(_first(results, number + 1)):.1%}")
    return Score(tuple(_first(results, count)))


def _first(results: dict[int, float], count: int) -> Sequence[float]:
    return [results[number] for number in range(count)]
