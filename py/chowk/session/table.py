"""The table: a match in progress with its players, the pending choice, and the display."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from chowk.core.dice import seat_to_act
from chowk.core.events import Event
from chowk.core.match import Match
from chowk.core.message import Message, PlayerName, say
from chowk.core.move_input import Chooser
from chowk.core.position import CHANCE, Outcome, Seat, Spot
from chowk.core.time_control import Timing
from chowk.core.variations import ARROW, Variations
from chowk.draw.scene import Scene
from chowk.engine.between import Between
from chowk.engine.protocol import Reply
from chowk.games.api import Cell, Fact, Game, View, Way
from chowk.games.api.turned import Turned
from chowk.session import orientation
from chowk.session.choice import PendingChoice
from chowk.session.input.pointing import Pointing
from chowk.session.metadata import About
from chowk.session.output.display import Display
from chowk.session.output.log import KnownLines, Log, has_chance
from chowk.session.seats import Seats
from chowk.storage.plan import Plan

if TYPE_CHECKING:  # imported only for correspondence games
    from chowk.session.correspondence_state import Distance

Kind: TypeAlias = Literal["own", "elsewhere", "guest", "lesson", "analysis", "draft"]
"""The kind of a table: the player's own game; a game that another browser tab plays and this page only shows; a game
that somebody sent; a lesson; an analysis; a position that is being set up."""


class Transition(NamedTuple):
    """A move made or taken back, to be animated: the position before, the events, and the position after."""

    before: Any
    events: Sequence[Event]
    after: Any


class Table:
    """A match in progress, with its players, clock, log, pending choice and display.

    Values that follow from the match are computed, not stored. Only the methods of this class and of its subclasses
    assign its attributes. If `nameless`, players are called by their sides. `known` holds log lines of earlier moves to
    reuse (`log.telling`).
    """

    analysed_outcome: Outcome | None = None
    """In an analysis, the result of the analysed game if it is over; otherwise None."""
    names_squares = False
    """True if the sentences at this table name squares. The board then shows the names."""

    def __init__(
        self,
        game: Game,
        plan: Plan,
        match: Match[Any, Any],
        save: str,
        created: str,
        helped: bool = False,
        nameless: bool = False,
        known: KnownLines = (),
    ) -> None:
        # The game, its plan, and the match. `play`, `taking_back` and the game loop change the match.
        self.game = game
        self.plan = plan
        self.match = match
        # The purpose of the table.
        self.kind: Kind = "own"
        # In a lesson, an analysis or a draft: the table to return to, and the coroutine function that runs here.
        self.back: Table | None = None
        self.course: Callable[[], Coroutine[Any, Any, None]] | None = None
        # The parts of the table.
        self.seats = Seats(game, plan, match.position_after(0), nameless)
        # The state of a correspondence game; None if everybody sits at this device.
        self.distance: Distance | None = None
        # The clock, if there is one.
        self.timing = Timing(plan.pace) if plan.pace is not None and len(plan.seats) == 2 else None
        self.about = About(save, created, helped, match.outcome() is not None)
        bottom = orientation.default_bottom(game, plan, match.position)
        self.display = Display(self.seats.reader(match.position), bottom, middle(game))
        self.choice = PendingChoice(game)
        self.log = Log(game, match, self.seats, known)

    def lie_as(self, other: Table | None) -> None:
        """Turn the board the same way as at another table, if game and number of players are the same."""
        if other is not None and other.game is self.game and len(other.plan.seats) == len(self.plan.seats):
            self.display.lie_as(other.display)

    # The purpose of the table -----------------------------------------------------------------------------------------

    def play_here(self, is_played_here: bool) -> None:
        """Set whether this tab plays the game, or only shows a game that another browser tab plays."""
        self.kind = "own" if is_played_here else "elsewhere"

    def look_on(self, link: str = "") -> None:
        """Make this the table of a guest, who watches a game without playing in it.

        `link` is the link by which the game came, if any.
        """
        self.kind = "guest"
        self.about.come_by(link)

    def rename(self, plan: Plan) -> None:
        """Replace the plan (players and house rules) by one that differs only in the names of players."""
        self.plan, self.seats = plan, Seats(self.game, plan, self.match.position_after(0))

    def animal(self, seat: Seat, faces: Mapping[str, str], portraits: Sequence[str] = ()) -> str:
        """Return the animal that is the face of the player in a seat.

        For a computer opponent, it is the level's animal, or `unknown`, which has no portrait. For a person at this
        device, `faces` has the animals by the persons' names. A player at another device sends the number of an animal,
        its place in `portraits`, from 1. The result is empty for a person without a face.
        """
        player = self.plan.seats[seat]
        if player.kind == "bot":
            return self.game.level(player.level).animal or "unknown"
        if player.kind == "away":
            return self._face_sent(seat, portraits)
        return faces.get(player.name, "") if player.kind == "person" and self.kind in ("own", "elsewhere") else ""

    def _face_sent(self, seat: Seat, portraits: Sequence[str]) -> str:
        if self.distance is None or not self.distance.faces:
            return ""
        from chowk.session import correspondence_state as state

        number = self.distance.face(state.dice_of(self.match).ring.chair(seat))
        return portraits[number - 1] if 0 < number <= len(portraits) else ""

    def play_apart(self, distance: Distance | None) -> None:
        """Set the state of a correspondence game. None means that everybody plays at this device."""
        self.distance = distance

    def keeps_open(self, name: str) -> bool:
        """Return True if the stored game with the identifier `name` is at this table.

        Also return True if it is at the table to which the player returns from here.
        """
        return name in (self.about.save, self.back.about.save if self.back is not None else "")

    def return_to(self, back: Table | None) -> None:
        """Set the table to which the player returns from here; None for the home page."""
        self.back = back

    def follow(self, course: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Set the coroutine function that runs at this table instead of a match, such as a lesson."""
        self.course = course

    # The clock --------------------------------------------------------------------------------------------------------

    def set_clock(self, timing: Timing | None) -> None:
        """Replace the clock by a stored clock. None keeps the present clock."""
        self.timing = timing or self.timing

    def start_clock(self, seat: Seat, now: int) -> None:
        """Start the clock of a seat at an instant in milliseconds, if the table has a clock."""
        if self.timing is not None:
            self.timing = self.timing.running(seat, now)

    def stop_clock(self, now: int, slept: int = 0) -> None:
        """Stop the clock at the instant `now` in milliseconds.

        `slept` milliseconds, in which the device slept, do not count.
        """
        if self.timing is not None:
            since = self.timing.since
            self.timing = self.timing._replace(since=None if since is None else since + slept).paused(now)

    # Other kinds of tables override these -----------------------------------------------------------------------------

    def prepared(self, ahead: Sequence[Any] = ()) -> Reply | None:  # noqa: ARG002 - lessons override this
        """Return advice that was prepared for the position after the further moves `ahead`, or None.

        Only lessons have prepared advice.
        """
        return None

    def text_in(self, form: str) -> str:  # noqa: ARG002 - analyses override this
        """Return the content of an analysis as text in the format `form`; an empty text at other tables."""
        return ""

    def analysis_state(self) -> tuple[Variations, int, bool] | None:
        """Return an analysis: its tree, the index of the shown node, and True if evaluations are hidden.

        None at other tables.
        """
        return None

    def drawings(self) -> tuple[str, ...]:
        """Return the rings and arrows drawn on the board (`MoveNode.drawings`). Only analyses and studies have any."""
        return ()

    @property
    def captions(self) -> tuple[tuple[Spot, Message], ...]:
        """Descriptions of spots that replace the game's own. Empty unless the player edits a pattern to search for."""
        return ()

    @property
    def aids(self) -> bool:
        """True if hints are allowed. A correspondence game allows them only if all players agreed."""
        return self.distance is None or self.distance.terms.aids

    @property
    def history_entry(self) -> tuple[str, str]:
        """Two texts by which the browser's history finds this table again (see `app.opened`).

        They are the kind of the entry, and the identifier of the game or the link by which it came.
        """
        return ("guest", self.about.link) if self.kind == "guest" else ("table", self.about.save)

    # The board and the players ----------------------------------------------------------------------------------------

    def place_text(self, spot: Spot) -> Message | str:
        """Return the coordinates of a spot, or the spot's description if it has no coordinates."""
        if " " not in spot:
            return spot
        trial, position = self.game.trial, self.match.position
        if trial is not None:
            return trial.speech.cell(position, self.display.shown_seat, spot)
        return self.game.speech.spot(position, spot)

    def drawing_text(self, drawn: str) -> Message:
        """Return a description of a ring (`d3`) or an arrow (`d3>f5`), written as in `MoveNode.drawings`."""
        start, arrow, end = drawn.partition(ARROW)
        if not arrow:
            return say("Ring: {spot}", spot=self.place_text(start))
        return say("Arrow: {start} – {end}", start=self.place_text(start), end=self.place_text(end))

    @property
    def view(self) -> View[Any, Any]:
        """The game's view (the functions that draw the board), turned as the board at this table is turned.

        In games where each player has a board, it is the view of the board of the player `display.shown_seat`.
        """
        if self.game.trial:
            return self.game.trial.view.player_view(self.display.shown_seat)
        turns = self.turns
        return turned(self.game, turns) if turns else self.game.view

    @property
    def turns(self) -> int:
        """The number of clockwise quarter turns of the board."""
        display = self.display
        if self.game.trial:
            return 0
        return orientation.turns(self.game.view, self.position, display.bottom, display.first)

    @property
    def near(self) -> Seat:
        """The seat at the bottom of the board, nearest to the person in front of the screen."""
        return self.display.bottom % len(self.plan.seats)

    @property
    def around(self) -> Sequence[Seat | None]:
        """The seats at the four sides of the board: bottom, left, top and right. None for a side without a player."""
        return orientation.around(self.game.view, self.position, self.near, len(self.plan.seats))

    @property
    def ply(self) -> int:
        """The number of moves before the position that the board shows."""
        return self.match.ply if self.display.shown_ply is None else self.display.shown_ply

    @property
    def position(self) -> Any:
        """The position that the board shows: the present one, or an earlier one if the player looks back."""
        shown = self.display.shown_ply
        return self.match.position if shown is None else self.match.position_after(shown)

    @property
    def sprites(self) -> Scene:
        """The sprites of the pieces in the shown position, as this table's board shows them."""
        view: Any = self.view  # a module or a named tuple: either can be a key of the cache
        return _pieces(view, self.position)

    @property
    def outcome(self) -> Outcome | None:
        """The result of the match, or None while it goes on."""
        return self.match.outcome()

    @property
    def turn(self) -> Seat | None:
        """The seat whose player is to move or roll, or None if the match is over."""
        return None if self.outcome is not None else seat_to_act(self.match.position)

    @property
    def turn_shown(self) -> Seat | None:
        """The seat whose player is to move or roll in the shown position, or None at the end of the match."""
        return self.turn if self.display.shown_ply is None else seat_to_act(self.position)

    @property
    def has_chance(self) -> bool:
        """True if the match has had a chance move, such as a roll of dice, or if one is due."""
        return has_chance(self.match)

    @property
    def is_apart(self) -> bool:
        """True if this is a correspondence game in which this device has a seat."""
        return self.distance is not None and self.distance.chair is not None

    def roller(self) -> Seat | None:
        """Return the seat whose player is to roll, or None if no roll is due or if the roll belongs to no player."""
        if self.outcome is not None or self.match.position.turn != CHANCE:
            return None
        seat = seat_to_act(self.match.position)
        return None if seat == CHANCE else seat

    @property
    def status(self) -> Message:
        """A sentence for the players that states the result or the next step, such as the player to move."""
        outcome = self.outcome
        if outcome is not None:
            return self.game.speech.outcome(outcome)
        if self.kind == "elsewhere":
            return say("This game is open in another tab.")
        seat = seat_to_act(self.match.position)
        if self.distance is not None and self.kind == "own":
            from chowk.session import correspondence_state as state

            if state.unsent(self.distance, self.match):
                if state.reports_more(self.distance, self.match):
                    return say("The others do not know it yet. Send the link.")
                return say("Your turn is over. Send it on.")
            if state.must_wait(self.distance, self.match):
                return say("Waiting for {player}.", player=PlayerName(seat))
        alone = self.seats.people == 1 and self.seats.person(seat)
        if self.match.position.turn == CHANCE and alone and self.kind == "own":
            return say("Your turn: {player} to roll.", player=PlayerName(seat))
        if self.match.position.turn == CHANCE or self.kind == "guest":
            return self.next_action
        if (imposed := self.forced_move_notice) is not None:
            return imposed
        if self.choice.thinking is not None:
            return say("{player} is thinking.", player=PlayerName(seat))
        if self.game.trial and self.seats.person(seat):
            return self.game.trial.speech.due(self.match.position)
        if alone:
            return say("Your turn: {player} to move.", player=PlayerName(seat))
        return say("{player} to move.", player=PlayerName(seat))

    @property
    def next_action(self) -> Message:
        """A sentence for spectators that states the result, or the player to move or roll."""
        outcome, seat = self.outcome, seat_to_act(self.match.position)
        if outcome is not None:
            return self.game.speech.outcome(outcome)
        if self.match.position.turn == CHANCE:
            return say("{player} to roll.", player=PlayerName(seat))
        return self.forced_move_notice or say("{player} to move.", player=PlayerName(seat))

    @property
    def forced_move_notice(self) -> Message | None:
        """A sentence about the forced move that the player to move must make, such as a pass.

        None if the player has a choice, if a roll is due, or if the match is over.
        """
        position = self.match.position
        if self.outcome is not None or position.turn == CHANCE:
            return None
        move = self.game.rules.forced(position)
        return None if move is None else self.game.speech.tell(position, move)[0]

    @property
    def counts(self) -> tuple[tuple[Fact, ...], ...]:
        """For each seat, labelled numbers about the player's state in the shown position. The score comes first."""
        return self.facts if self.game.trial is None else _all_counts(self.game, self.position)

    @property
    def scores(self) -> tuple[int, ...]:
        """For each seat, the score in the shown position, or 0 if the game has none."""
        if self.game.trial is not None:
            return tuple(self.game.trial.speech.scores(self.position))
        return tuple([facts[0].value if facts else 0 for facts in self.facts])

    @property
    def facts(self) -> tuple[tuple[Fact, ...], ...]:
        """For each seat, the labelled numbers on the player's card beside the board. The most important comes first.

        They belong to the shown position.
        """
        return _facts(self.game, self.position)

    @property
    def cells(self) -> Mapping[Spot, Cell]:
        """The cells of the board (the rectangles in which the spots are), by spot."""
        view: Any = self.view  # a module, or a cached instance: both are hashable
        return _cells(view)

    def cell(self, spot: Spot) -> Cell | None:
        """Return the cell of a spot (its rectangle on the board), or None if the board has no such spot."""
        return self.cells.get(spot)

    # Pointing ---------------------------------------------------------------------------------------------------------

    @property
    def open(self) -> tuple[Spot, ...]:
        """The spots that may be picked now. Empty unless a person is to choose at the present position."""
        choice = self.choice
        if choice.awaited is None or self.display.shown_ply is not None:
            return ()
        return choice.trying.open if choice.trying else choice.pointing.chooser.open

    @property
    def tried(self) -> Scene:
        """The sprites of the piece that a person holds over the board. Empty in games without previews of moves."""
        choice, trial = self.choice, self.game.trial
        if choice.trying is None or choice.awaited is None or self.display.shown_ply is not None or trial is None:
            return ()
        return choice.trying.scene(trial.view.player_view(self.display.shown_seat))

    def opponent(self, seat: Seat) -> int | Between:
        """Return the opponent in a seat: the number of its level, or a `Between` if it is between two levels."""
        own = self.plan.seats[seat]
        return self.game.between(own.level, own.offset)

    def invite(self, seat: Seat) -> None:
        """Begin to accept input from the person in a seat, who is to choose a move."""
        choice = self.choice
        if choice.trying is None:
            choice.await_move(seat, Chooser(self.view.spell(self.match.position)))
            return
        choice.await_move(seat)
        self.display.show_board_of(self.seats.reader(self.match.position))
        choice.trying.invite(self.match.position)
        self.display.move_cursor(choice.trying.held_by)

    def point(self, pointing: Pointing[Any]) -> Any | None:
        """Store which spots are picked, and return the move that they complete, or None.

        If a spot was refused, also store the reason. In games that list choices beside the board, a spot can stand for
        several moves in a row: then return the first, and store the others to be played next.
        """
        moves, choice = self._beyond(pointing.refused), self.choice
        if moves:
            choice.plan(moves[1:])
            choice.refuse(None)
            choice.point(pointing.cancel())
            return moves[0]
        choice.refuse(self.match.position.refusal(pointing.refused) if pointing.refused else None)
        choice.point(pointing)
        return pointing.move

    @property
    def ways(self) -> Sequence[Way]:
        """The choices that are listed beside the board now; empty in games without such a list."""
        if self.game.tray is None or self.choice.awaited is None or self.display.shown_ply is not None:
            return ()
        return _ways(self.game, self.match.position, self.choice.pointing.chooser.picked)

    @property
    def clickable_spots(self) -> tuple[Spot, ...]:
        """The spots that react to a click.

        They are the spots that may be picked, and the destinations of the choices beside the board that play moves.
        """
        return (*self.open, *(way.spot for way in self.ways if way.moves))

    def _beyond(self, spots: tuple[Spot, ...]) -> tuple[Any, ...]:
        """Return the moves, in order, that a choice (`Way`) in the list beside the board plays.

        `spots` are the spots that were picked before the list was shown, and then the destination of the choice. Return
        an empty tuple if there is no such choice, or if the choice plays no move and only picks a spot.
        """
        if self.game.tray is None or not spots:
            return ()
        return next((way.moves for way in self.game.tray.ways(self.match.position, spots[:-1])
                     if way.spot == spots[-1]), ())  # fmt: skip

    def tell_refusal(self) -> Message | None:
        """Return the message about the last refusal, or None if the last input was accepted."""
        return self.game.speech.refusal(self.choice.refusal) if self.choice.refusal else None

    # The match ------------------------------------------------------------------------------------------------------

    def play(self, move: Any) -> Sequence[Event]:
        """Play a move, update the log and the clock, and return the events of the move."""
        events = self.match.play(move)
        self.log_last_move()
        return events

    def log_last_move(self) -> None:
        """Add the last move of the match to the log. If the table has a clock, record the time that the move took.

        Then show the present position, and cancel the pending choice.
        """
        if self.timing is not None:
            seat, ply = self.timing.seat, self.match.ply
            unrecorded = (None,) * (ply - 1 - len(self.timing.moves))
            last = self.outcome is not None or seat_to_act(self.match.position) != seat
            self.timing = self.timing._replace(moves=(*self.timing.moves, *unrecorded)).moved(0, last)
        self.log.write()
        if self.game.trial and not self.seats.people:
            self.display.show_board_of(self.log.lines[-1].seat)
        self._come_back()

    def rewound(self) -> None:
        """Rebuild the log after an undo or redo, and set the clock back to its state at the present ply.

        Then show the present position, and cancel the pending choice.
        """
        if self.timing is not None:
            self.timing = self.timing.stopped_after(self.match.ply)
        self.log.rewrite()
        self._come_back()

    def _come_back(self) -> None:
        self.display.show_ply(None)
        self.display.end_replay()
        self.choice.dismiss()

    @property
    def moment(self) -> tuple[int, bool]:
        """The number of moves made, and True if the match is over. It identifies a moment of the match."""
        return self.match.ply, self.outcome is not None

    def look_away(self) -> None:
        """Record that the player looks at another position.

        A remark that a computer opponent makes at this moment of the match is then not repeated.
        """
        self.display.look_away(self.moment)

    def show(self, ply: int | None) -> None:
        """Show the position after `ply` moves, or the present position if `ply` is None or too large."""
        within = None if ply is None else max(0, min(ply, self.match.ply))
        self.display.show_ply(None if within == self.match.ply else within)
        if self.display.shown_ply is not None:
            self.look_away()
        self.choice.look_elsewhere()


@cache
def turned(game: Game, turns: int) -> View[Any, Any]:
    """Return a game's view of the board, turned clockwise by a number of quarter turns."""
    return Turned(game.view, turns) if turns else game.view


@lru_cache(maxsize=8)
def _cells(view: View[Any, Any]) -> Mapping[Spot, Cell]:
    """Return the cells of a board by spot. If two cells share a spot, the first one counts."""
    return {cell.spot: cell for row in reversed(view.cells()) for cell in reversed(row)}


# These are cached, because a page and the frames of an animation need them several times for one position.
@lru_cache(maxsize=4)
def _pieces(view: View[Any, Any], position: Any) -> Scene:
    return view.pieces(position)


@lru_cache(maxsize=4)
def _ways(game: Game, position: Any, picked: tuple[Spot, ...]) -> tuple[Way, ...]:
    return () if game.tray is None else tuple(game.tray.ways(position, picked))


@lru_cache(maxsize=4)
def _facts(game: Game, position: Any) -> tuple[tuple[Fact, ...], ...]:
    return tuple(game.speech.facts(position))


@lru_cache(maxsize=4)
def _all_counts(game: Game, position: Any) -> tuple[tuple[Fact, ...], ...]:
    return () if game.trial is None else tuple(game.trial.speech.more(position))


def middle(game: Game) -> Spot:
    """Return the spot in the middle of a game's board, where the keyboard cursor starts."""
    rows = game.view.cells()
    row = rows[len(rows) // 2]
    return row[len(row) // 2].spot
