"""The choice that a table is waiting for, and its progress."""

from __future__ import annotations

from typing import Any

from chowk.core.move_input import Chooser
from chowk.core.position import Refusal, Seat, Spot
from chowk.games.api import Game
from chowk.session.input.pointing import Pointing, idle
from chowk.session.input.preview import Trying
from chowk.session.output.advice import Advice, Hint


class PendingChoice:
    """The pending choice and everything about it that becomes invalid when the match changes.

    Only the methods of this class assign its attributes.
    """

    def __init__(self, game: Game) -> None:
        # The seat of the person who is to choose.
        self.awaited: Seat | None = None
        # The seat of the opponent that is shown as thinking, and of the person who is to roll.
        self.thinking: Seat | None = None
        self.rolling: Seat | None = None
        # The forced move that a person asked to see before it is played.
        self.imposed: Any = None
        # True if the opponent has been thinking for a long time.
        self.slow = False
        # The state of pointing at spots.
        self.pointing: Pointing[Any] = idle()
        # The preview of a move, in games where moves are tried before they are made.
        self.trying = Trying(game.trial) if game.trial else None
        # The moves that remain if one click stood for several.
        self.planned: tuple[Any, ...] = ()
        # The premove: spots picked while an opponent is to move.
        self.ahead: tuple[Spot, ...] = ()
        # The reason why the premove could not be played.
        self.missed: Refusal | None = None
        # The move that waits for a confirmation.
        self.doubted: Any = None
        # The reason why the last click was no legal move.
        self.refusal: Refusal | None = None
        # The hint or answer that is shown.
        self.hint: Hint | None = None
        # The strongest opponent's advice, and whether it is being computed.
        self.advice: Advice | None = None
        self.asking = False

    # Waiting for a person ---------------------------------------------------------------------------------------------

    def await_move(self, seat: Seat, chooser: Chooser[Any] | None = None) -> None:
        """Wait for the move of a person; `chooser` holds the spellings to point at, unless moves are tried first."""
        self.awaited = seat
        if chooser is not None:
            self.pointing = Pointing(chooser)

    def stop_awaiting(self) -> None:
        """Stop waiting for a move, because one was chosen."""
        self.awaited = None

    def await_roll(self, seat: Seat) -> None:
        """Wait until a person rolls."""
        self.rolling = seat

    def rolled(self) -> None:
        """Stop waiting for a roll."""
        self.rolling = None

    def impose(self, move: Any) -> None:
        """Wait until a person has seen a forced move."""
        self.imposed = move

    def accept_imposed(self) -> None:
        """Stop waiting for a forced move to be seen."""
        self.imposed = None

    # Waiting for an opponent ------------------------------------------------------------------------------------------

    def start_thinking(self, seat: Seat) -> None:
        """Show an opponent as thinking."""
        self.thinking = seat

    def think_long(self) -> None:
        """Note that the opponent has been thinking for a long time."""
        self.slow = True

    def stop_thinking(self) -> None:
        """Show no opponent as thinking."""
        self.thinking, self.slow = None, False

    # Pointing ---------------------------------------------------------------------------------------------------------

    def point(self, pointing: Pointing[Any]) -> None:
        """Store a state of pointing, without the spots that it refused."""
        self.pointing = pointing._replace(refused=())

    def doubt(self, move: Any, pointing: Pointing[Any]) -> None:
        """Ask for a confirmation of a move, with nothing picked."""
        self.doubted, self.pointing = move, pointing.cancel()

    def plan(self, moves: tuple[Any, ...]) -> None:
        """Store the moves that a click stands for in addition to the one that is made now; empty for none."""
        self.planned = moves

    def take_planned(self) -> Any:
        """Remove the next of the planned moves and return it; None if no move is planned."""
        planned, self.planned = self.planned[:1], self.planned[1:]
        return planned[0] if planned else None

    def plan_ahead(self, spots: tuple[Spot, ...]) -> None:
        """Store the spots of a premove; empty for none."""
        self.ahead = spots

    def take_ahead(self) -> tuple[Spot, ...]:
        """Remove the premove and return its spots."""
        spots, self.ahead = self.ahead, ()
        return spots

    def miss(self, refusal: Refusal | None) -> None:
        """Store the reason why the premove could not be played."""
        self.missed = refusal

    # Messages ---------------------------------------------------------------------------------------------------------

    def refuse(self, refusal: Refusal | None) -> None:
        """Store the reason why the last click was refused; None after a click that was accepted."""
        self.refusal = refusal

    def show_hint(self, hint: Hint) -> None:
        """Show a hint or an answer."""
        self.hint = hint

    def hide_hint(self) -> None:
        """Hide the hint or answer."""
        self.hint = None

    def start_asking(self) -> None:
        """Note that advice is being computed."""
        self.asking = True

    def stop_asking(self) -> None:
        """Note that advice was computed, or is not needed any more."""
        self.asking = False

    def advise(self, advice: Advice) -> None:
        """Store advice and show its hint."""
        self.advice, self.hint = advice, advice.hint

    # Cancelling -------------------------------------------------------------------------------------------------------

    def look_elsewhere(self) -> None:
        """Clear what is picked and what is shown about it, because another position comes into view."""
        self.refusal = self.hint = None
        if self.awaited is not None:
            self.pointing = self.pointing.cancel()

    def dismiss(self) -> None:
        """Cancel the choice, its selection and everything shown about it."""
        self.awaited = self.rolling = self.imposed = self.doubted = None
        self.pointing = idle()
        if self.trying:
            self.trying.dismiss()
        self.refusal = self.missed = self.hint = self.advice = None
        self.asking = False

    def stop(self) -> None:
        """Cancel the choice, the planned moves and the display of a thinking opponent."""
        self.dismiss()
        self.planned = self.ahead = ()
        self.stop_thinking()
