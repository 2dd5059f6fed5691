"""Trying a move before it is made: what a person holds over the board, in games where one may."""

from __future__ import annotations

from typing import Any, Final

from chowk.core.message import Message
from chowk.core.position import Refusal, Spot
from chowk.draw.scene import Scene
from chowk.games.api import TICK, SeenBoard, Trial

Picks = tuple[Spot, ...]
NOTHING: Final[Picks] = ()


class Trying:
    """What is tried by the person who has the choice; while nobody has one, there is no position.

    Until it is `fixed` by a click or a key, what is held follows the mouse; `over` is the spot that the mouse is on.
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
        """Somebody may try now."""
        self.position = position
        self._offers = tuple(self.trial.picks.offers(position))
        self._take(self.trial.picks.begin(position), fixed=False)

    def dismiss(self) -> None:
        """Nobody may."""
        self.position = None
        self._take(NOTHING, fixed=False)

    @property
    def first(self) -> Picks:
        """What is held as the choice begins."""
        return NOTHING if self.position is None else self.trial.picks.begin(self.position)

    def cancel(self) -> None:
        """What is held is laid back; what must be held is where it was at first."""
        if self.position is not None:
            self._take(self.trial.picks.begin(self.position), fixed=False)

    # Pointing ---------------------------------------------------------------------------------------------------------

    def point(self, spot: Spot) -> None:
        """A click, a key or a voice at a spot on the board or beside it."""
        if self.position is None:
            return
        # What is taken up beside the board still follows the mouse; what is pointed to a place stays there.
        self._take(self.trial.picks.point(self.position, self.picks, spot), fixed=not self._beside(spot))

    def hover(self, spot: Spot) -> bool:
        """The mouse is on a spot, or on none; says whether that changes anything."""
        if self.position is None or spot == self.over:
            return False
        before, self.over = self.shown, spot
        return self.shown != before

    def grip(self, spot: Spot) -> None:
        """A finger or button goes down on a spot."""
        self._grip = (self.shown, spot)
        self.drag(spot)

    def drag(self, spot: Spot) -> None:
        """It is on another spot now."""
        if self._grip is not None and spot and self.position is not None:
            self._take(self.trial.picks.drag(self.position, *self._grip, spot), fixed=True)

    def drop(self) -> None:
        """It is up: what it held stays."""
        self._grip = None

    def let_go(self) -> None:
        """It is lost: what it held is where it was."""
        if self._grip is not None:
            self._take(self._grip[0], fixed=self.fixed)
            self._grip = None

    def hold(self, picks: Picks) -> None:
        """Takes up what is spelled so."""
        self._take(picks, fixed=True)

    def turn(self, tool: str) -> None:
        """A tool is used on what is held."""
        if self.position is not None:
            self._take(self.trial.picks.turn(self.position, self.shown, tool), fixed=self.fixed)

    # What comes of it -------------------------------------------------------------------------------------------------

    @property
    def shown(self) -> Picks:
        """What is held, where it follows the mouse; or what the mouse is on beside the board, if nothing is."""
        if self.position is None or not self.over or self.fixed:
            return self.picks
        return self.trial.picks.point(self.position, self.picks, self.over) if self._follows else self.picks

    @property
    def _follows(self) -> bool:
        # The mouse beside the board shows what could be taken up, not what would be put back.
        return not self.picks or not self._beside(self.over)

    def _beside(self, spot: Spot) -> bool:
        return any(spot == one for one, _ in self.offers)

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves that make it come true, none while it cannot be done."""
        return () if self.position is None else tuple(self.trial.picks.moves(self.position, self.shown))

    @property
    def open(self) -> tuple[Spot, ...]:
        """What may well be pointed at: the tick first, if what is held can be done."""
        if self.position is None:
            return ()
        tick = (TICK,) if self.picks and self.trial.picks.moves(self.position, self.picks) else ()
        return (*tick, *self.trial.picks.ways(self.position, self.picks))

    @property
    def offers(self) -> tuple[tuple[Spot, bool], ...]:
        """What lies beside the board and whether it is within reach; nothing while nobody may try."""
        return () if self.position is None else self._offers

    @property
    def tools(self) -> tuple[str, ...]:
        """The tools that would change what is held."""
        return () if self.position is None else tuple(self.trial.picks.tools(self.position, self.shown))

    @property
    def covers(self) -> tuple[Spot, ...]:
        """The spots on the board over which it is held."""
        return () if self.position is None else self.trial.picks.covers(self.position, self.shown)

    @property
    def told(self) -> tuple[Message, ...]:
        """What is held and what would come of it, in words; nothing where nothing is."""
        if self.position is None or not self.shown:
            return ()
        return self.trial.speech.tried(self.position, self.shown, self.moves)

    @property
    def refusal(self) -> Refusal | None:
        """Why it cannot be done, if it cannot."""
        if self.position is None or not self.picks:
            return None
        return self.trial.picks.refusal(self.position, self.picks)

    @property
    def held_by(self) -> Spot:
        """The spot on the board where pointing would leave what is held as it is; none while nothing is held."""
        point = self.trial.picks.point
        return next((spot for spot in self.covers if point(self.position, self.picks, spot) == self.picks), "")

    def scene(self, board: SeenBoard[Any, Any]) -> Scene:
        """What is held, as the board shows it."""
        return board.tried(self.position, self.shown, self.moves) if self.position is not None and self.shown else ()

    def _take(self, picks: Picks, *, fixed: bool) -> None:
        self.picks, self.fixed = picks, fixed
