"""The interface of an application with a game loop.

The module `ports` cannot contain it: `game_loop` imports `ports`, and this interface needs `game_loop`.
"""

from __future__ import annotations

from typing import Protocol

from chowk.session.game_loop import GameLoop
from chowk.session.ports import GameServices


class GameHost(GameServices, Protocol):
    """The interface of an application with a game loop: the services that a running game may use, and the loop."""

    @property
    def loop(self) -> GameLoop:
        """The game loop, which runs the match at the open table."""
