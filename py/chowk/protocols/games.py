"""Find the game of an engine protocol, such as NBoard, by the format in which the protocol writes games."""

from __future__ import annotations

from functools import cache
from typing import Final

from chowk import games
from chowk.games.api import Game

GGF: Final = "ggf"
"""The format of Othello's programs."""
PDN: Final = "pdn"
"""The format of the programs for checkers."""


@cache
def game_with(form: str) -> Game:
    """Return the game that is written in a format."""
    every = map(games.load, games.ready())
    return next(game for game in every if any(known.name == form for known in game.notation.FORMATS))
