"""Display state of a table; it never affects the match."""

from __future__ import annotations

from chowk.core.position import Seat, Spot


class Display:
    """The position shown, the side it is seen from, and the other state of the display."""

    def __init__(self, seen: Seat, bottom: Seat, cursor: Spot) -> None:
        # The seat whose board is shown, in games where each player has a board. Written by `Table`.
        self.seen = seen
        # The seat at the bottom of the board: now, and when the game began. Written by the command that turns the
        # board, and by `GameLoop` when the board turns to the player to move.
        self.bottom = self.first = bottom
        # True if only the board and the controls for a move are shown. Written by the command, and by Back.
        self.bare = False
        # The spot of the keyboard cursor. Written by pointers and keys, and by `held_piece`.
        self.cursor = cursor
        # The ply of the earlier position that is shown; None for the present one. Written by `Table.show`.
        self.shown: int | None = None
        # The moment of the match at which the player last looked at something else: remarks up to it are not repeated.
        # Written by `Table.look_away`.
        self.left: tuple[int, bool] | None = None
        # Whether the game is being replayed; the ticket of the automatic replay, if it runs; its speed as a multiple of
        # the first. All written by `replay`, and by commands that leave the replay.
        self.replaying = False
        self.playing: object | None = None
        self.pace = 1
        # True while pieces are animated. Written by `GameLoop.perform`.
        self.moving = False
