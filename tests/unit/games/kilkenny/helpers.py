"""Helpers for tests of Kilkenny Cats. Positions use the coordinates of the worked examples: columns and rows from 0."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from chowk.core.game import Ruleset
from chowk.core.match import Match
from chowk.games.kilkenny import notation, rules
from chowk.games.kilkenny.rules import Move, Position, Roll, Step
from chowk.games.kilkenny.rules.board import NAMES, square

RULESET = Ruleset("kilkenny", rules, notation)
Place = tuple[int, int]


def name(place: Place) -> str:
    return NAMES[square(*place)]


def places(text: str) -> list[Place]:
    """Return the pairs of numbers in a text such as `(7,6) (7,3)`."""
    return [(int(x), int(y)) for x, y in re.findall(r"\((\d+),(\d+)\)", text)]


def due(die: int = 0, mover: str = "S", extra: str = "", **cats: str) -> Position:
    """Return a position with each player's cats at these places, such as `due(3, S="(7,6)", N="(7,3)")`.

    `die` is the number rolled, or 0 before a roll. `mover` is the letter of the player to move. `extra` is text to
    append to the text of the position, such as house rules.
    """
    return stood(cats, die, mover, extra)


def stood(cats: Mapping[str, str], die: int = 0, mover: str = "S", extra: str = "") -> Position:
    """Return a position from a mapping of players to the places of their cats. The other arguments are as for `due`."""
    letters = [letter for letter in "SWNE" if letter in cats]
    words = [f"{letter}:{','.join(map(name, places(cats[letter]))) or '-'}" for letter in letters]
    words += [f"?:{','.join(map(name, places(cats['X'])))}"] if "X" in cats else []
    return notation.read_position(f"{' '.join(words)} {mover} {f'[{die}]' if die else 'roll'} {extra}")


def ends(position: Position) -> set[Place]:
    """Return the squares (column, row) on which the legal moves of a position end."""
    return {(step.end % 16, step.end // 16) for step in steps(position)}


def steps(position: Position) -> list[Step]:
    return [move for move in position.moves() if isinstance(move, Step)]


def captures(position: Position) -> set[Place]:
    return {(step.end % 16, step.end // 16) for step in steps(position) if position.occupied >> step.end & 1}


def step(start: Place, end: Place) -> Step:
    return Step(square(*start), square(*end))


def rolled(position: Position, die: int) -> Position:
    return position.play(Roll(die))


def played(position: Position, moves: str) -> Position:
    for text in moves.split():
        position = position.play(notation.read_move(position, text))
    return position


def match(start: Position, moves: Iterable[str] = (), seed: int = 0) -> Match[Position, Move]:
    played_match: Match[Position, Move] = Match(RULESET, start, seed)
    for text in moves:
        played_match.push(text)
    return played_match
