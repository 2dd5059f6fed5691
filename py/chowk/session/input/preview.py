"""Previews of moves: the piece that a person holds over the board, in games where moves are tried first."""

from __future__ import annotations

from typing import Any, Final

from chowk.core.message import Message
from chowk.core.position import Refusal, Spot
from chowk.draw.scene import Scene
from chowk.games.api import TICK, SeenBoard, Trial

Picks = tuple[Spot, ...]
NOTHING: Final[Picks] = ()


class Trying:
    """The move that is being tried by the person who is to choose; without one, `position` is None.

    Until a click or a key makes it `fixed`, the held piece follows the mouse; `over` is the spot under the mouse.
    """

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.position: Any = None
        self.picks: Picks = NOTHING
        self.fixed = False
        self.over: Spot = ""
        self._grip: tuple[Picks, Spot] | None = None
        self._offers: tuple[tuple[Spot, bool], ...] = ()

    # Beginning and ending ---------------------------------------------------------------------------------------------

    def invite(self, position: Any) -> None:
        """Let the player to move try moves in a position."""
        self.position = position
        self._offers = tuple(self.trial.picks.offers(position))
        self._take(self.trial.picks.begin(position), fixed=False)

    def dismiss(self) -> None:
        """End the trying of moves."""
        self.position = None
        self._take(NOTHING, fixed=False)

    @property
    def first(self) -> Picks:
        """The picks at the beginning of the choice."""
        return NOTHING if self.position is None else self.trial.picks.begin(self.position)

    def cancel(self) -> None:
        """Put the held piece back, or return it to its first place if the rules require one to be held."""
        if self.position is not None:
            self._take(self.trial.picks.begin(self.position), fixed=False)

    # Pointing ---------------------------------------------------------------------------------------------------------

    def point(self, spot: Spot) -> None:
        """Handle a click, a key or a voice command at a spot on the board or beside it."""
        if self.position is None:
            return
        # A piece picked beside the board still follows the mouse; one placed on the board stays there.
        self._take(self.trial.picks.point(self.position, self.picks, spot), fixed=not self._beside(spot))

    def hover(self, spot: Spot) -> bool:
        """Set the spot under the mouse, empty for none; return True if that changes the preview."""
        if self.position is None or spot == self.over:
            return False
        before, self.over = self.shown, spot
        return self.shown != before

    def leave(self) -> None:
        """Note that the mouse left the board, so that nothing follows it."""
        self.over = ""

    def grip(self, spot: Spot) -> None:
        """Start a drag at a spot."""
        self._grip = (self.shown, spot)
        self.drag(spot)

    def drag(self, spot: Spot) -> None:
        """Continue the drag at another spot."""
        if self._grip is not None and spot and self.position is not None:
            self._take(self.trial.picks.drag(self.position, *self._grip, spot), fixed=True)

    def drop(self) -> None:
        """End the drag, and leave the held piece where it is."""
        self._grip = None

    def let_go(self) -> None:
        """Cancel the drag, and return the held piece to where it was."""
        if self._grip is not None:
            self._take(self._grip[0], fixed=self.fixed)
            self._grip = None

    def hold(self, picks: Picks) -> None:
        """Hold a move by its picks."""
        self._take(picks, fixed=True)

    def turn(self, tool: str) -> None:
        """Apply a tool, such as a rotation, to the held piece."""
        if self.position is not None:
            self._take(self.trial.picks.turn(self.position, self.shown, tool), fixed=self.fixed)

    # What comes of it -------------------------------------------------------------------------------------------------

    @property
    def shown(self) -> Picks:
        """The held picks, moved along with the mouse; or if none, the piece under the mouse beside the board."""
        if self.position is None or not self.over or self.fixed:
            return self.picks
        return self.trial.picks.point(self.position, self.picks, self.over) if self._follows else self.picks

    @property
    def _follows(self) -> bool:
        # Over the pieces beside the board, the mouse previews taking one up, never putting one back.
        return not self.picks or not self._beside(self.over)

    def _beside(self, spot: Spot) -> bool:
        return any(spot == one for one, _ in self.offers)

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves that carry out the preview; empty while it is not legal."""
        return () if self.position is None else tuple(self.trial.picks.moves(self.position, self.shown))

    @property
    def open(self) -> tuple[Spot, ...]:
        """The spots that may be pointed at: the tick first, if the held piece can be placed."""
        if self.position is None:
            return ()
        tick = (TICK,) if self.picks and self.trial.picks.moves(self.position, self.picks) else ()
        return (*tick, *self.trial.picks.ways(self.position, self.picks))

    @property
    def offers(self) -> tuple[tuple[Spot, bool], ...]:
        """The spots beside the board with True for those within reach; empty while no choice is due."""
        return () if self.position is None else self._offers

    @property
    def tools(self) -> tuple[str, ...]:
        """The tools that would change the held piece."""
        return () if self.position is None else tuple(self.trial.picks.tools(self.position, self.shown))

    @property
    def covers(self) -> tuple[Spot, ...]:
        """The spots on the board that the held piece covers."""
        return () if self.position is None else self.trial.picks.covers(self.position, self.shown)

    @property
    def told(self) -> tuple[Message, ...]:
        """The description of the held piece and of its effect; empty if none is held."""
        if self.position is None or not self.shown:
            return ()
        return self.trial.speech.tried(self.position, self.shown, self.moves)

    @property
    def refusal(self) -> Refusal | None:
        """The reason why the held piece cannot be placed, or None."""
        if self.position is None or not self.picks:
            return None
        return self.trial.picks.refusal(self.position, self.picks)

    @property
    def held_by(self) -> Spot:
        """The spot on the board at which pointing leaves the held piece unchanged; empty while none is held."""
        point = self.trial.picks.point
        return next((spot for spot in self.covers if point(self.position, self.picks, spot) == self.picks), "")

    def scene(self, board: SeenBoard[Any, Any]) -> Scene:
        """Return the sprites of the held piece."""
        return board.tried(self.position, self.shown, self.moves) if self.position is not None and self.shown else ()

    def _take(self, picks: Picks, *, fixed: bool) -> None:
        self.picks, self.fixed = picks, fixed
