"""What the parts of a game at a table may touch: what is around it, and the game as it runs."""

from __future__ import annotations

from typing import Protocol

from chowk.session.game_loop import GameLoop
from chowk.session.ports import Around


class Host(Around, Protocol):
    """Whoever has a game running."""

    @property
    def loop(self) -> GameLoop:
        """The running game."""
