"""The interface of an application with a game loop.

It is not in the module `ports`, because it imports `game_loop`, which imports `ports`.
"""

from __future__ import annotations

from typing import Protocol

from chowk.session.game_loop import GameLoop
from chowk.session.ports import GameServices


class GameHost(GameServices, Protocol):
    """The services of the application and its game loop."""

    @property
    def loop(self) -> GameLoop:
        """The game loop, which runs the match at the open table."""
