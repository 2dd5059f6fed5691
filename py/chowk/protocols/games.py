"""Find the game for an engine protocol such as NBoard, from the format in which the protocol writes games."""

from __future__ import annotations

from functools import cache
from typing import Final

from chowk import games
from chowk.games.api import Game

GGF: Final = "ggf"
"""Name of the format in which programs for Othello write games."""
PDN: Final = "pdn"
"""Name of the format in which programs for checkers write games."""


@cache
def game_with(form: str) -> Game:
    """Return the first game whose records can be written in the format `form`, such as `ggf`."""
    every = map(games.load, games.ready())
    return next(game for game in every if any(known.name == form for known in game.notation.FORMATS))
