"""What the parts of a game at a table may touch: what is around it, and the game as it runs."""

from __future__ import annotations

from typing import Protocol

from chowk.play.around import Around
from chowk.play.game_loop import GameLoop


class Host(Around, Protocol):
    """Whoever has a game running."""

    @property
    def loop(self) -> GameLoop:
        """The running game."""
