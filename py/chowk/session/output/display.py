"""How a table is shown to its reader; nothing of it changes the game."""

from __future__ import annotations

from chowk.core.position import Seat, Spot


class Display:
    """Which position is shown, from which side, and with what around it."""

    def __init__(self, seen: Seat, bottom: Seat, cursor: Spot) -> None:
        # Whose board is seen, where everybody has one. Written by `Table`, when somebody is invited or has moved.
        self.seen = seen
        # The seat at the bottom of the board: now, and at the beginning. Written by the command that turns the board,
        # and by `GameLoop` where it turns to whoever plays.
        self.bottom = self.first = bottom
        # Whether only the board and what a move takes is shown. Written by the command, and by Back.
        self.bare = False
        # Where the keyboard is on the board. Written by pointers and keys, and by what is held over the board.
        self.cursor = cursor
        # The ply whose position is looked at again; None at the present one. Written by `Table.show`.
        self.shown: int | None = None
        # From which moment of the match something else was looked at: what was said then is not said again. Written by
        # `Table.look_away`.
        self.left: tuple[int, bool] | None = None
        # Whether the game is being replayed; what runs while it does so by itself; how many times as fast as at first.
        # All written by `replay`, and by whatever looks elsewhere.
        self.replaying = False
        self.playing: object | None = None
        self.pace = 1
        # Whether pieces are in motion. Written by `GameLoop.perform`.
        self.moving = False
