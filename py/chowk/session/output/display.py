"""The display state of a table. It never affects the match."""

from __future__ import annotations

from chowk.core.position import Seat, Spot


class Display:
    """Display state of a table: the shown position, the side from which the board is seen, and the replay.

    Only the methods of this class assign its attributes.
    """

    def __init__(self, shown_seat: Seat, bottom: Seat, cursor: Spot) -> None:
        # The seat whose board is shown, in games where each player has a board.
        self.shown_seat = shown_seat
        # The seat at the bottom of the board: now, and when the game began.
        self.bottom = self.first = bottom
        # True if only the board and the controls for a move are shown.
        self.bare = False
        # The spot of the keyboard cursor.
        self.cursor = cursor
        # The ply of the earlier position that is shown; None for the present one.
        self.shown_ply: int | None = None
        # The state of the match (`Table.moment`) when the player last looked at another position: the remarks of
        # opponents in this state are not repeated.
        self.left_moment: tuple[int, bool] | None = None
        # True if the controls of the replay are shown; the ticket of the automatic replay while it runs; its speed as a
        # multiple of the slowest.
        self.replaying = False
        self.playing: object | None = None
        self.pace = 1
        # True while pieces are animated.
        self.moving = False

    # The board --------------------------------------------------------------------------------------------------------

    def show_board_of(self, seat: Seat) -> None:
        """Show the board of the player in a seat, in games where each player has a board."""
        self.shown_seat = seat

    def turn_to(self, seat: Seat) -> None:
        """Turn the board so that a seat is at the bottom."""
        self.bottom = seat

    def lie_as(self, other: Display) -> None:
        """Give the board the same orientation as another display."""
        self.bottom, self.first = other.bottom, other.first

    def show_only_board(self) -> None:
        """Show only the board and the controls for a move."""
        self.bare = True

    def show_everything(self) -> None:
        """Show the log and the other parts of the page again."""
        self.bare = False

    def move_cursor(self, spot: Spot) -> None:
        """Move the keyboard cursor to a spot; an empty text leaves the cursor where it is."""
        self.cursor = spot or self.cursor

    def start_motion(self) -> None:
        """Record that the animation of pieces has started."""
        self.moving = True

    def stop_motion(self) -> None:
        """Record that the animation of pieces has ended."""
        self.moving = False

    # Looking back -----------------------------------------------------------------------------------------------------

    def show_ply(self, ply: int | None) -> None:
        """Show the position after `ply` moves; None shows the present position."""
        self.shown_ply = ply

    def look_away(self, moment: tuple[int, bool]) -> None:
        """Store the present state of the match (`Table.moment`), because the player looks at another position.

        Remarks of opponents in this state are then not repeated.
        """
        self.left_moment = moment

    def start_replay(self) -> None:
        """Show the controls of a replay."""
        self.replaying = True

    def play_replay(self) -> object:
        """Start the automatic replay, and return its ticket: a new object, kept in `playing` until the replay stops."""
        self.replaying, self.playing = True, object()
        return self.playing

    def stop_playing(self) -> None:
        """Stop the automatic replay."""
        self.playing = None

    def end_replay(self) -> None:
        """Hide the controls of a replay."""
        self.replaying = False

    def set_pace(self, pace: int) -> None:
        """Set the speed of the automatic replay, as a multiple of the slowest."""
        self.pace = pace
