"""The interface of an application that runs a game, for code that also needs the game loop."""

from __future__ import annotations

from typing import Protocol

from chowk.session.game_loop import GameLoop
from chowk.session.ports import GameServices


class GameHost(GameServices, Protocol):
    """The application's services together with the running game loop."""

    @property
    def loop(self) -> GameLoop:
        """The loop of the running game."""
