"""The choice that a table is waiting for, and its progress."""

from __future__ import annotations

from typing import Any

from chowk.core.position import Refusal, Seat, Spot
from chowk.games.api import Game
from chowk.session.input.pointing import Pointing, idle
from chowk.session.input.preview import Trying
from chowk.session.output.advice import Advice, Hint


class PendingChoice:
    """The pending choice and everything about it that becomes invalid when the match changes."""

    def __init__(self, game: Game) -> None:
        # The seat of the person who is to choose. Written by `Table.invite`, and cleared by `GameLoop.choose`.
        self.awaited: Seat | None = None
        # The seat of the opponent that is shown as thinking, and of the person who is to roll. Written by `GameLoop`.
        self.thinking: Seat | None = None
        self.rolling: Seat | None = None
        # The forced move that a person asked to see before it is played. Written by `GameLoop`.
        self.imposed: Any = None
        # True if the opponent has been thinking for a long time. Written by `GameLoop`.
        self.slow = False
        # The state of pointing at spots. Written by `actions`.
        self.pointing: Pointing[Any] = idle()
        # The preview of a move, in games where moves are tried before they are made. Written by `held_piece`.
        self.trying = Trying(game.trial) if game.trial else None
        # The moves that remain if one click stood for several. Written by `Table.point` and `held_piece`.
        self.planned: tuple[Any, ...] = ()
        # The premove: spots picked while an opponent is to move. Written by `premove`, and cleared when `GameLoop`
        # plays it.
        self.ahead: tuple[Spot, ...] = ()
        # The reason why the premove could not be played. Written by `premove`.
        self.missed: Refusal | None = None
        # The move that waits for a confirmation. Written by `actions`.
        self.doubted: Any = None
        # The reason why the last click was no legal move. Written by `Table.point` and `held_piece`, cleared by
        # `refusals`.
        self.refusal: Refusal | None = None
        # The hint or answer that is shown. Written by `features.hints.hints`, `queries` and `actions`.
        self.hint: Hint | None = None
        # The strongest opponent's advice, and whether it is being computed. Written by `features.hints.hints`.
        self.advice: Advice | None = None
        self.asking = False

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
        self.thinking = None
        self.slow = False
