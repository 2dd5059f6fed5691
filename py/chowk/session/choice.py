"""The choice for which a table waits: the player who chooses, the spots picked so far, and the messages to show."""

from __future__ import annotations

from typing import Any

from chowk.core.move_input import Chooser
from chowk.core.position import Refusal, Seat, Spot
from chowk.games.api import Game
from chowk.session.input.pointing import Pointing, idle
from chowk.session.input.preview import MovePreview
from chowk.session.output.advice import Advice, Hint


class PendingChoice:
    """The choice for which a table waits, with all state that becomes invalid when the match changes.

    Only the methods of this class assign its attributes.
    """

    def __init__(self, game: Game) -> None:
        # The seat of the person who is to choose a move, or None.
        self.awaited: Seat | None = None
        # The seat of the opponent that is shown as thinking, and the seat of the person who is to roll.
        self.thinking: Seat | None = None
        self.rolling: Seat | None = None
        # The forced move that is shown to a person before it is played, or None.
        self.imposed: Any = None
        # True if the opponent has been thinking for a long time.
        self.slow = False
        # The state of pointing at spots.
        self.pointing: Pointing[Any] = idle()
        # The preview of a move, in games whose moves are previewed; None in other games.
        self.trying = MovePreview(game.trial) if game.trial else None
        # The moves that are still to be played after a click that stood for several moves.
        self.planned: tuple[Any, ...] = ()
        # The premove: spots picked while an opponent is to move.
        self.ahead: tuple[Spot, ...] = ()
        # The reason why the premove could not be played.
        self.missed: Refusal | None = None
        # The move that waits for a confirmation.
        self.doubted: Any = None
        # The reason why the last click was refused, or None if it was accepted.
        self.refusal: Refusal | None = None
        # The hint or answer that is shown.
        self.hint: Hint | None = None
        # The strongest opponent's advice; `asking` is True while it is being computed.
        self.advice: Advice | None = None
        self.asking = False

    # Waiting for a person ---------------------------------------------------------------------------------------------

    def await_move(self, seat: Seat, chooser: Chooser[Any] | None = None) -> None:
        """Wait for the move of the person in a seat.

        `chooser` holds the legal moves with the spots to pick for each. It is None in games in which a person holds a
        piece over the board before placing it (`MovePreview`).
        """
        self.awaited = seat
        if chooser is not None:
            self.pointing = Pointing(chooser)

    def stop_awaiting(self) -> None:
        """Stop waiting for a person's move, because the person has chosen a move."""
        self.awaited = None

    def await_roll(self, seat: Seat) -> None:
        """Wait for the person in a seat to roll the dice. No spot can be picked until then."""
        self.rolling, self.pointing = seat, idle()

    def rolled(self) -> None:
        """Stop waiting for a roll, because the person has rolled the dice."""
        self.rolling = None

    def impose(self, move: Any) -> None:
        """Store the only legal move, to be played once the person confirms it. No spot can be picked until then."""
        self.imposed, self.pointing = move, idle()

    def accept_imposed(self) -> None:
        """Clear the stored forced move, because the person has confirmed it."""
        self.imposed = None

    # Waiting for an opponent ------------------------------------------------------------------------------------------

    def start_thinking(self, seat: Seat) -> None:
        """Record that the computer opponent in a seat is thinking, so that the page shows it."""
        self.thinking = seat

    def think_long(self) -> None:
        """Record that the computer opponent has been thinking for a long time."""
        self.slow = True

    def stop_thinking(self) -> None:
        """Record that no computer opponent is thinking any more."""
        self.thinking, self.slow = None, False

    # Pointing ---------------------------------------------------------------------------------------------------------

    def point(self, pointing: Pointing[Any]) -> None:
        """Store which spots are picked, and remove the marks from the spots of a refused move."""
        self.pointing = pointing._replace(refused=())

    def doubt(self, move: Any, pointing: Pointing[Any]) -> None:
        """Store a complete move that is played only if the person confirms it.

        Also store `pointing`, the state of the pointer, after clearing its picked spots.
        """
        self.doubted, self.pointing = move, pointing.cancel()

    def plan(self, moves: tuple[Any, ...]) -> None:
        """Store moves to play after the present one, in games where one click can choose several moves in a row."""
        self.planned = moves

    def take_planned(self) -> Any:
        """Remove the next planned move and return it, or None if no move is planned."""
        planned, self.planned = self.planned[:1], self.planned[1:]
        return planned[0] if planned else None

    def plan_ahead(self, spots: tuple[Spot, ...]) -> None:
        """Store the spots of a premove (a move entered during the opponent's turn). An empty tuple cancels it."""
        self.ahead = spots

    def take_ahead(self) -> tuple[Spot, ...]:
        """Remove the premove (a move entered during the opponent's turn) and return its spots."""
        spots, self.ahead = self.ahead, ()
        return spots

    def miss(self, refusal: Refusal | None) -> None:
        """Store why the premove (entered during the opponent's turn) could not be played, or None if it could."""
        self.missed = refusal

    # Messages ---------------------------------------------------------------------------------------------------------

    def refuse(self, refusal: Refusal | None) -> None:
        """Store the reason why the last click was refused, or None if it was accepted."""
        self.refusal = refusal

    def show_hint(self, hint: Hint) -> None:
        """Show a hint, or the answer to a player's question."""
        self.hint = hint

    def hide_hint(self) -> None:
        """Hide the hint or answer."""
        self.hint = None

    def start_asking(self) -> None:
        """Record that the engine has begun to compute advice for the player."""
        self.asking = True

    def stop_asking(self) -> None:
        """Record that advice is no longer being computed."""
        self.asking = False

    def advise(self, advice: Advice) -> None:
        """Store a move that the strongest computer opponent advises, and show a hint.

        Advice is given in up to three steps, each with more detail. The hint is that of the step `advice.depth`.
        """
        self.advice, self.hint = advice, advice.hint

    # Cancelling -------------------------------------------------------------------------------------------------------

    def look_elsewhere(self) -> None:
        """Clear the picked spots, the refusal and the hint, because the board is about to show another position."""
        self.refusal = self.hint = None
        if self.awaited is not None:
            self.pointing = self.pointing.cancel()

    def dismiss(self) -> None:
        """Cancel the choice, and clear the picked spots and all messages about the choice."""
        self.awaited = self.rolling = self.imposed = self.doubted = None
        self.pointing = idle()
        if self.trying:
            self.trying.dismiss()
        self.refusal = self.missed = self.hint = self.advice = None
        self.asking = False

    def stop(self) -> None:
        """Cancel the choice, the planned moves and the premove. Record that no computer opponent is thinking."""
        self.dismiss()
        self.planned = self.ahead = ()
        self.stop_thinking()
