"""Previews of moves: the piece that a person holds over the board before the move is made."""

from __future__ import annotations

from typing import Any, Final

from chowk.core.message import Listed, Message, say
from chowk.core.position import Refusal, Spot
from chowk.draw.scene import Scene
from chowk.games.api import TICK, PlayerBoard, Trial

Picks = tuple[Spot, ...]
"""The spots that describe a held piece, such as its place and orientation. Each game defines their order."""
NO_PICKS: Final[Picks] = ()


class MovePreview:
    """The preview of a person's move: the piece that the person holds over the board.

    `trial` has the game's functions for previews. `position` is the position before the move, or None while no person
    is to choose. `picks` are the spots that describe the held piece, such as its place and orientation. The piece
    follows the mouse until a click or a key makes it `fixed`. `over` is the spot under the mouse.
    """

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.position: Any = None
        self.picks: Picks = NO_PICKS
        self.fixed = False
        self.over: Spot = ""
        self._grip: tuple[Picks, Spot] | None = None
        self._offers: tuple[tuple[Spot, bool], ...] = ()

    # Beginning and ending ---------------------------------------------------------------------------------------------

    def invite(self, position: Any) -> None:
        """Start the preview of a person's move in `position`."""
        self.position = position
        self._offers = tuple(self.trial.picks.offers(position))
        self._take(self.trial.picks.begin(position), fixed=False)

    def dismiss(self) -> None:
        """End the preview, because no person is to choose."""
        self.position = None
        self._take(NO_PICKS, fixed=False)

    @property
    def first(self) -> Picks:
        """The spots that describe the piece that the person holds when the choice begins.

        Empty if no piece is held then, because the person must first pick one up.
        """
        return NO_PICKS if self.position is None else self.trial.picks.begin(self.position)

    def cancel(self) -> None:
        """Put the held piece back. If the rules require it to be placed, hold it at its first place again."""
        if self.position is not None:
            self._take(self.trial.picks.begin(self.position), fixed=False)

    # Pointing ---------------------------------------------------------------------------------------------------------

    def point(self, spot: Spot) -> None:
        """Handle a click, a key or a voice command at a spot on the board or beside it."""
        if self.position is None:
            return
        # A piece picked beside the board follows the mouse. A piece that was placed on the board stays there.
        self._take(self.trial.picks.point(self.position, self.picks, spot), fixed=not self._beside(spot))

    def hover(self, spot: Spot) -> bool:
        """Set the spot under the mouse (empty for no spot), and return True if the preview changes."""
        if self.position is None or spot == self.over:
            return False
        before, self.over = self.drawn_picks, spot
        return self.drawn_picks != before

    def leave(self) -> None:
        """Record that the mouse is no longer over the board."""
        self.over = ""

    def grip(self, spot: Spot) -> None:
        """Start to drag the held piece. `spot` is where the player grips it."""
        self._grip = (self.drawn_picks, spot)
        self.drag(spot)

    def drag(self, spot: Spot) -> None:
        """Drag the held piece to another spot."""
        if self._grip is not None and spot and self.position is not None:
            self._take(self.trial.picks.drag(self.position, *self._grip, spot), fixed=True)

    def drop(self) -> None:
        """End the drag. The held piece stays where it is."""
        self._grip = None

    def let_go(self) -> None:
        """Cancel the drag, and return the held piece to where it was before."""
        if self._grip is not None:
            self._take(self._grip[0], fixed=self.fixed)
            self._grip = None

    def hold(self, picks: Picks) -> None:
        """Hold the piece that `picks` describes."""
        self._take(picks, fixed=True)

    def turn(self, tool: str) -> None:
        """Apply a tool, such as a rotation, to the held piece."""
        if self.position is not None:
            self._take(self.trial.picks.turn(self.position, self.drawn_picks, tool), fixed=self.fixed)

    # The result -------------------------------------------------------------------------------------------------------

    @property
    def drawn_picks(self) -> Picks:
        """The spots that describe the piece to draw over the board.

        This is the held piece, which follows the mouse until it is fixed. If no piece is held and the mouse is over a
        piece beside the board, that piece is drawn as if it were picked up.
        """
        if self.position is None or not self.over or self.fixed:
            return self.picks
        return self.trial.picks.point(self.position, self.picks, self.over) if self._follows else self.picks

    @property
    def _follows(self) -> bool:
        # Over the pieces beside the board, the mouse can preview picking one up, but not putting one back.
        return not self.picks or not self._beside(self.over)

    def _beside(self, spot: Spot) -> bool:
        return any(spot == offered for offered, _ in self.offers)

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves, in order, that put the held piece where the preview shows it; empty if that is not legal."""
        return () if self.position is None else tuple(self.trial.picks.moves(self.position, self.drawn_picks))

    @property
    def open(self) -> tuple[Spot, ...]:
        """The spots that may be pointed at. If the held piece can be placed, the first is `TICK`, which places it."""
        if self.position is None:
            return ()
        tick = (TICK,) if self.picks and self.trial.picks.moves(self.position, self.picks) else ()
        return (*tick, *self.trial.picks.ways(self.position, self.picks))

    @property
    def offers(self) -> tuple[tuple[Spot, bool], ...]:
        """The spots of the pieces beside the board, each with True if its piece may be taken now.

        Empty while no person is to choose.
        """
        return () if self.position is None else self._offers

    @property
    def tools(self) -> tuple[str, ...]:
        """The tools, such as a rotation, that would change the held piece."""
        return () if self.position is None else tuple(self.trial.picks.tools(self.position, self.drawn_picks))

    @property
    def covers(self) -> tuple[Spot, ...]:
        """The spots on the board that the held piece covers."""
        return () if self.position is None else self.trial.picks.covers(self.position, self.drawn_picks)

    @property
    def messages(self) -> tuple[Message, ...]:
        """The messages about the held piece and its effect; empty if no piece is held."""
        if self.position is None or not self.drawn_picks:
            return ()
        return self.trial.speech.tried(self.position, self.drawn_picks, self.moves)

    @property
    def spoken(self) -> tuple[Message, ...]:
        """The messages for screen readers: `messages`, and what the page only shows of the held piece."""
        if self.position is None or not self.drawn_picks:
            return ()
        covered = (say("It covers {cells}.", cells=Listed(self.covers)),) if self.covers else ()
        return (*self.messages, *covered, *self.trial.speech.unseen(self.position, self.drawn_picks, self.moves))

    @property
    def refusal(self) -> Refusal | None:
        """The reason why the held piece cannot be placed, or None."""
        if self.position is None or not self.picks:
            return None
        return self.trial.picks.refusal(self.position, self.picks)

    @property
    def held_by(self) -> Spot:
        """A spot of the held piece where a tap neither moves nor turns the piece; empty if no piece is held."""
        point = self.trial.picks.point
        return next((spot for spot in self.covers if point(self.position, self.picks, spot) == self.picks), "")

    def scene(self, board: PlayerBoard[Any, Any]) -> Scene:
        """Return the sprites of the held piece, as the view `board` draws them; empty if no piece is held."""
        return (
            board.tried(self.position, self.drawn_picks, self.moves)
            if self.position is not None and self.drawn_picks
            else ()
        )

    def _take(self, picks: Picks, *, fixed: bool) -> None:
        self.picks, self.fixed = picks, fixed
