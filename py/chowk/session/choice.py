"""Who is awaited at a table, and what they are about to do."""

from __future__ import annotations

from typing import Any

from chowk.core.position import Refusal, Seat, Spot
from chowk.games.api import Game
from chowk.session.input.pointing import Pointing, idle
from chowk.session.input.preview import Trying
from chowk.session.output.advice import Advice, Hint


class PendingChoice:
    """The choice that is due, as far as it has come; all of it is gone once the match changes."""

    def __init__(self, game: Game) -> None:
        # The person who is to choose. Written by `Table.invite`, and by `GameLoop.choose`, which takes the move.
        self.awaited: Seat | None = None
        # The opponent who thinks, once that takes a moment, and the person who is to roll. Written by `GameLoop`.
        self.thinking: Seat | None = None
        self.rolling: Seat | None = None
        # The move that the rules impose on a person who wants to see it first. Written by `GameLoop`.
        self.imposed: Any = None
        # Whether that opponent has thought for long. Written by `GameLoop`.
        self.slow = False
        # What is pointed at. Written by `actions`.
        self.pointing: Pointing[Any] = idle()
        # What is held over the board, in games where moves are tried first. Written by `held_piece`.
        self.trying = Trying(game.trial) if game.trial else None
        # What follows, where one pointing meant several moves. Written by `Table.point` and `held_piece`.
        self.planned: tuple[Any, ...] = ()
        # What was pointed at while an opponent is to move, to be played next if it can be. Written by `premove`, and by
        # `GameLoop`, which takes it.
        self.ahead: tuple[Spot, ...] = ()
        # Why what was planned so could not be played. Written by `premove`.
        self.missed: Refusal | None = None
        # The move that is asked about before it is made. Written by `actions`.
        self.doubted: Any = None
        # Why the last pointing is no legal move. Written by `Table.point` and `held_piece`, taken away by `refusals`.
        self.refusal: Refusal | None = None
        # What is marked and said on somebody's asking. Written by `features.hints.hints`, `queries` and `actions`.
        self.hint: Hint | None = None
        # What the strongest opponent would do, and whether it is being asked. Written by `features.hints.hints`.
        self.advice: Advice | None = None
        self.asking = False

    def dismiss(self) -> None:
        """Lets nobody choose."""
        self.awaited = self.rolling = self.imposed = self.doubted = None
        self.pointing = idle()
        if self.trying:
            self.trying.dismiss()
        self.refusal = self.missed = self.hint = self.advice = None
        self.asking = False

    def stop(self) -> None:
        """Lets nobody choose, think, or go on with what they had in mind."""
        self.dismiss()
        self.planned = self.ahead = ()
        self.thinking = None
        self.slow = False
