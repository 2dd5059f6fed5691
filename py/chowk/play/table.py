"""The table: one match in progress, who sits at it, what is pointed at and what is said."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from chowk.core import chance
from chowk.core.chooser import Chooser
from chowk.core.dice import whose
from chowk.core.events import Event, Moved, Placed
from chowk.core.match import Match
from chowk.core.message import Arg, Message, Who, say
from chowk.core.oracle import Reply
from chowk.core.position import CHANCE, Outcome, Refusal, Seat, Spot
from chowk.draw.scene import Scene
from chowk.draw.timeline import backwards
from chowk.games.card import Cell, Game, View, Way
from chowk.games.turned import Turned
from chowk.play.advice import Advice, Hint
from chowk.play.pointing import Pointing, idle
from chowk.play.trying import Trying
from chowk.store.plan import Plan, SeatPlan

Kind: TypeAlias = Literal["own", "elsewhere", "guest", "lesson"]
"""What a table is for: a game of one's own; such a one while another page plays it, so that here it can only be looked
at; a game that was sent; a lesson."""

IDLE: Final = 300
"""Seconds between two moves beyond which nobody is taken to have been at the table."""


class Line(NamedTuple):
    """A line of the log: after which ply it stands, who made it, the sentences that tell it, and its notation."""

    ply: int
    seat: Seat
    told: tuple[Message, ...]
    written: str = ""


class Step(NamedTuple):
    """A move made or taken back, to be shown: the positions before and after, and what happened between."""

    before: Any
    events: Sequence[Event]
    after: Any


class Table:
    """One match in progress. Everything that can be derived from the match is.

    `helped` says that a hint was given in it or a move taken back, `seconds` how long it has been played until
    `since`, `elsewhere` that another page plays it, so that here it can only be looked at, and `counted` that its end
    has been counted, or was there when it was opened.
    """

    def __init__(
        self, game: Game, plan: Plan, match: Match[Any, Any], save: str, created: str, helped: bool = False
    ) -> None:
        self.game = game
        self.plan = plan
        self.match = match
        self.save = save
        self.created = created
        self.helped = helped
        self.seconds = 0
        self.since = created
        self.counted = match.outcome() is not None
        self.pointing: Pointing[Any] = idle()
        self.trying = Trying(game.bench) if game.bench else None
        self.planned: tuple[Any, ...] = ()
        self.doubted: Any = None
        self.kind: Kind = "own"
        self.link = ""
        self.back: Table | None = None
        self.course: Callable[[], Coroutine[Any, Any, None]] | None = None
        self._recent: tuple[tuple[int, int], Any, Sequence[Event]] = ((-1, 0), None, ())
        self.seen = self._own()
        self.turned = self._across()
        self.bare = False  # whether only the board and what a move takes is shown
        self.cursor: Spot = middle(game)
        self.shown: int | None = None
        self.refusal: Refusal | None = None
        self.hint: Hint | None = None
        self.advice: Advice | None = None
        self.asking = False
        self.replaying = False
        self.playing: object | None = None
        self.pace = 1
        self.awaited: Seat | None = None
        self.thinking: Seat | None = None
        self.rolling: Seat | None = None
        self.moving = False
        self.told: tuple[Message, ...] = ()
        self._lines: list[Line] = []
        self._relog()

    @property
    def view(self) -> View[Any, Any]:
        """The board as it lies on this table; where everybody has one, that of whoever is seen."""
        if self.game.bench:
            return self.game.bench.view.seen(self.seen)
        return turned(self.game) if self.turned else self.game.view

    def prepared(self, ahead: Sequence[Any] = ()) -> Reply | None:  # noqa: ARG002 - for those that have one
        """What is advised after the moves `ahead` without asking an opponent; None at any table but a lesson's."""
        return None

    @property
    def near(self) -> Seat:
        """The seat whose card is on the reader's side of the board."""
        if self.view.NEAR is not None:
            return self.view.NEAR
        return next((seat for seat in range(len(self.plan.seats)) if self.person(seat)), 0)

    def _across(self) -> bool:
        """Whether the only person plays the side that the board is drawn from afar for."""
        near = self.game.view.NEAR
        return near is not None and self.people == 1 and not self.person(near)

    def _own(self) -> Seat:
        """Whose board lies before the reader: the only person's, or that of whoever has the choice."""
        people = [seat for seat in range(len(self.plan.seats)) if self.person(seat)]
        return people[0] if len(people) == 1 else max(0, whose(self.match.position))

    # What is on the table -------------------------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """The ply whose position is shown: the present one, or an earlier one that is looked at again."""
        return self.match.ply if self.shown is None else self.shown

    @property
    def position(self) -> Any:
        """The position that is shown."""
        return self.match.at(self.ply)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, if it has."""
        return self.match.outcome()

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is to move or to roll, None when the match is over."""
        return None if self.outcome is not None else whose(self.match.position)

    @property
    def turn_shown(self) -> Seat | None:
        """Whose turn it is, or was at the position that is looked at again; None at the end."""
        return self.turn if self.shown is None else whose(self.position)

    @property
    def log(self) -> Sequence[Line]:
        """What happened so far, in words."""
        return self._lines

    @property
    def last(self) -> tuple[Spot, ...]:
        """The spots where the last turn's moves, of those that led to the position shown, began and ended."""
        return tuple(dict.fromkeys(spot for event in self._lately() for spot in _laid(event)))

    @property
    def trail(self) -> tuple[Spot, ...]:
        """The spots that those moves passed on their way."""
        passed = (spot for event in self._lately() if isinstance(event, Moved) for spot in event.path[1:-1])
        return tuple(spot for spot in dict.fromkeys(passed) if spot not in self.last)

    def _lately(self) -> Sequence[Event]:
        """What happened in the last move, or since the last roll with all that it was used for; never the roll."""
        # Every frame asks for it.
        asked = (self.ply, self.seen, self.position)
        if self._recent[0] != asked[:2] or self._recent[1] is not asked[2]:
            plies = self._rolled_plies() if self.chancy else range(max(0, self.ply - 1), self.ply)
            # What was done on another board is not to be seen on this one.
            hidden = self.game.bench and plies and whose(self.match.at(plies[-1])) != self.seen
            told = [] if hidden else [e for ply in plies for e in self.match.at(ply).events(self.match.moves[ply])]
            self._recent = asked[:2], asked[2], told
        return self._recent[2]

    def _rolled_plies(self) -> range:
        end = self.ply
        while end and self.match.at(end - 1).turn == CHANCE:
            end -= 1
        begin = end
        while begin and self.match.at(begin - 1).turn != CHANCE:
            begin -= 1
        return range(begin, end)

    def person(self, seat: Seat | None) -> bool:
        """Whether a person sits there."""
        return seat is not None and seat != CHANCE and self.plan.seats[seat].kind == "person"

    @property
    def people(self) -> int:
        """How many people play."""
        return sum(seat.kind == "person" for seat in self.plan.seats)

    def name(self, seat: Seat) -> Arg:
        """What the player in a seat is called: as typed, by the opponent's name, or by the side.

        Opponents of one name are told apart by their sides.
        """
        own = self.plan.seats[seat]
        twins = own.kind == "bot" and sum((one.kind, one.level) == (own.kind, own.level) for one in self.plan.seats) > 1
        return self.side(seat) if twins else seat_name(self.game, own, self.match.at(0), seat)

    def side(self, seat: Seat) -> Message:
        """What the side of a seat is called."""
        return self.game.side(self.match.at(0), seat)

    def token(self, seat: Seat) -> str:
        """The drawing that stands for the side of a seat."""
        return self.game.token(self.match.at(0), seat)

    @property
    def names(self) -> Mapping[Seat, Arg]:
        """What every player is called."""
        return {seat: self.name(seat) for seat in range(len(self.plan.seats))}

    @property
    def status(self) -> Message:
        """What is due, in one sentence."""
        outcome = self.outcome
        if outcome is not None:
            return self.game.speech.outcome(outcome)
        if self.kind == "elsewhere":
            return say("This game is open in another tab.")
        seat = whose(self.match.position)
        if self.match.position.turn == CHANCE or self.kind == "guest":
            return self.due
        if self.thinking is not None:
            return say("{player} is thinking.", player=Who(seat))
        if self.game.bench and self.person(seat):
            return self.game.bench.speech.due(self.match.position)
        if self.people == 1 and self.person(seat):
            return say("Your turn: {player} to move.", player=Who(seat))
        return say("{player} to move.", player=Who(seat))

    @property
    def due(self) -> Message:
        """How the match ended, or whose turn it is, in a sentence for whoever looks on."""
        outcome, seat = self.outcome, whose(self.match.position)
        if outcome is not None:
            return self.game.speech.outcome(outcome)
        if self.match.position.turn == CHANCE:
            return say("{player} to roll.", player=Who(seat))
        return say("{player} to move.", player=Who(seat))

    # What is pointed at ---------------------------------------------------------------------------------------------

    @property
    def open(self) -> tuple[Spot, ...]:
        """The spots that may be picked now; none unless a person is awaited at the present position."""
        if self.awaited is None or self.shown is not None:
            return ()
        return self.trying.open if self.trying else self.pointing.chooser.open

    @property
    def done(self) -> Scene:
        """What the last move has laid on the board that is seen."""
        if self.game.bench is None or not self.ply or self.moving:
            return ()
        before = self.match.at(self.ply - 1)
        return self.game.bench.view.seen(self.seen).done(before, self.match.moves[self.ply - 1])

    @property
    def tried(self) -> Scene:
        """What a person holds over the board before it is done."""
        if self.trying is None or self.awaited is None or self.shown is not None or self.game.bench is None:
            return ()
        return self.trying.scene(self.game.bench.view.seen(self.seen))

    def invite(self, seat: Seat) -> None:
        """Lets the person in `seat` choose a move."""
        self.awaited = seat
        if self.trying is None:
            self.pointing = Pointing(Chooser(self.view.spell(self.match.position)))
            return
        self.seen = self._own()
        self.trying.invite(self.match.position)
        self.cursor = self.trying.held_by or self.cursor

    def dismiss(self) -> None:
        """Lets nobody choose."""
        self.awaited = self.rolling = self.doubted = None
        self.pointing = idle()
        if self.trying:
            self.trying.dismiss()
        self.refusal = self.hint = self.advice = None
        self.asking = False

    def point(self, pointing: Pointing[Any]) -> Any | None:
        """Takes over a pointing and returns the move it completes, if it does; a refused one gets its reason."""
        moves = self._beyond(pointing.refused)
        if moves:
            self.planned, self.refusal, self.pointing = moves[1:], None, pointing.cancel()
            return moves[0]
        self.refusal = self.match.position.refusal(pointing.refused) if pointing.refused else None
        self.pointing = pointing._replace(refused=())
        return pointing.move

    @property
    def ways(self) -> Sequence[Way]:
        """What may be chosen next, for games that list it beside the board."""
        if self.game.tray is None or self.awaited is None or self.shown is not None:
            return ()
        return self.game.tray.ways(self.match.position, self.pointing.chooser.picked)

    @property
    def meant(self) -> tuple[Spot, ...]:
        """The spots on which pointing does something: those that may be picked, and those that lie further on."""
        return (*self.open, *(way.spot for way in self.ways if way.moves))

    def _beyond(self, spots: tuple[Spot, ...]) -> tuple[Any, ...]:
        """The moves that lead, one after another, where the last of these spots is; none for what no way names."""
        if self.game.tray is None or not spots:
            return ()
        return next((way.moves for way in self.game.tray.ways(self.match.position, spots[:-1])
                     if way.spot == spots[-1]), ())  # fmt: skip

    @property
    def chancy(self) -> bool:
        """Whether dice are thrown in this game."""
        return any(at.turn == CHANCE for at in self.match.positions)

    def roller(self) -> Seat | None:
        """Who throws the dice that are due now, None where none are."""
        if self.outcome is not None or self.match.position.turn != CHANCE:
            return None
        seat = whose(self.match.position)
        return None if seat == CHANCE else seat

    # The match ------------------------------------------------------------------------------------------------------

    def play(self, move: Any) -> Sequence[Event]:
        """Plays a move, writes it into the log, and returns what happened."""
        events = self.match.play(move)
        self.heard()
        return events

    def heard(self) -> None:
        """Writes the move that was just played into the log."""
        before = self.match.at(self.match.ply - 1)
        seat, self.told = whose(before), self.game.speech.tell(before, self.match.moves[-1])
        self.seen = seat if self.game.bench and not self.people else self.seen
        self._lines.append(Line(self.match.ply, seat, self.told, self._written(before, self.match.moves[-1])))
        self.shown, self.replaying = None, False
        self.dismiss()

    def decisions(self) -> Iterator[int]:
        """The plies at which a person had a choice, the latest first."""
        for ply in reversed(range(self.match.ply)):
            if self._chosen(ply):
                yield ply

    def undo_target(self) -> int | None:
        """The ply to which taking back would go, None where nothing may be taken back.

        Free: the last decision of a person. By the rule: the same, but only until the next player has moved.
        """
        target = None if self.kind == "guest" else next(self.decisions(), None)
        if self.plan.take_back != "rule" or target is None:
            return None if self.plan.take_back == "never" else target
        answered = any(
            self.match.at(ply).turn != self.match.at(target).turn and self.game.rules.forced(self.match.at(ply)) is None
            for ply in range(target + 1, self.match.ply)
        )
        return None if answered else target

    def spend(self, now: str) -> None:
        """Counts the time since it was counted last; a long pause counts as a short one."""
        self.seconds += min(IDLE, max(0, between(self.since, now)))
        self.since = now

    def take_back(self) -> list[Step]:
        """Goes back to `undo_target`, which must not be None, and tells the steps."""
        target, steps = self.undo_target(), []
        assert target is not None, "nothing may be taken back"
        self.helped = self.helped or self.outcome is None
        while self.match.ply > target:
            before, ply = self.match.position, self.match.ply
            move = self.match.undo()
            if self.match.ply < ply:
                steps.append(Step(before, backwards(self.match.position.events(move)), self.match.position))
        self._rewound()
        return steps

    def play_again(self) -> list[Step]:
        """Plays the moves taken back again, up to a person's next decision or the last of them; tells the steps."""
        steps = [self._redo()]
        while self.match.undone and not self._decided():
            steps.append(self._redo())
        self._rewound()
        return steps

    def _redo(self) -> Step:
        before = self.match.position
        events = self.match.redo()
        return Step(before, events, self.match.position)

    def show(self, ply: int | None) -> None:
        """Looks at the position after `ply` moves; at the present one if that is None or the last."""
        within = None if ply is None else max(0, min(ply, self.match.ply))
        self.shown = None if within == self.match.ply else within
        self.refusal = self.hint = None
        if self.awaited is not None:
            self.pointing = self.pointing.cancel()

    def tell_refusal(self) -> Message | None:
        """Why the last pointing was refused, if it was."""
        return self.game.speech.refusal(self.refusal) if self.refusal else None

    def cell(self, spot: Spot) -> Cell | None:
        """The cell of a spot on the board, None for a spot that is elsewhere."""
        return next((cell for row in self.view.cells() for cell in row if cell.spot == spot), None)

    def _decided(self) -> bool:
        return self.outcome is not None or self._chosen(self.match.ply)

    def _chosen(self, ply: int) -> bool:
        """Whether a person had a choice there, and not one that belongs to the turn that the move before began."""
        at = self.match.at(ply)
        part = self.game.bench and ply and self.game.bench.hand.goes_on(at)
        return self.person(at.turn) and self.game.rules.forced(at) is None and not part

    def _rewound(self) -> None:
        self.shown, self.replaying = None, False
        self.told = ()
        self.dismiss()
        self._relog()

    def _relog(self) -> None:
        tell = self.game.speech.tell
        plies = zip(self.match.positions, self.match.moves, strict=False)
        moves = [
            Line(ply, whose(at), tell(at, move), self._written(at, move)) for ply, (at, move) in enumerate(plies, 1)
        ]
        told = (*self.draw, *self._promise())
        self._lines = [*([Line(0, CHANCE, told)] if told else []), *moves]

    def _written(self, before: Any, move: Any) -> str:
        return self.game.notation.write_move(before, move)

    @property
    def draw(self) -> tuple[Message, ...]:
        """What the lot decided about sides, told of a person where one has a name; nothing where none was drawn."""
        sides = [self.side(seat) for seat in range(len(self.plan.seats))]
        seats = sorted(range(len(self.plan.seats)), key=lambda seat: not self.person(seat))
        named = (seat for seat in seats if self.name(seat) != sides[seat])
        seat = next(named, None)
        if not self.plan.lot:
            return ()
        if seat is None:
            return (say("The sides were drawn by lot."),)
        return (say("Drawn by lot: {player} plays {side}.", player=Who(seat), side=sides[seat]),)

    def _promise(self) -> tuple[Message, ...]:
        # The beginning of it is enough to know it by, and short enough to be noted down.
        text = chance.commitment(self.match.seed)[:8]
        told = say("The dice are fixed in advance. Their fingerprint begins with {text}.", text=text)
        return (told,) if self.chancy else ()


@cache
def turned(game: Game) -> View[Any, Any]:
    """A game's board seen from the other side."""
    return Turned(game.view)


def seat_name(game: Game, plan: SeatPlan, position: Any, seat: Seat) -> Arg:
    """What a player is called: as typed, by the opponent's name, or by the side."""
    if plan.name:
        return plan.name
    return game.level(plan.level).name if plan.kind == "bot" else game.side(position, seat)


def between(before: str, after: str) -> int:
    """Whole seconds from one time to another, both as ISO 8601; 0 where one of them is none."""
    try:
        return int((datetime.fromisoformat(after) - datetime.fromisoformat(before)).total_seconds())
    except (ValueError, TypeError):
        return 0


def middle(game: Game) -> Spot:
    """The spot in the middle of the board, where a keyboard begins."""
    rows = game.view.cells()
    row = rows[len(rows) // 2]
    return row[len(row) // 2].spot


def _laid(event: Event) -> tuple[Spot, ...]:
    match event:
        case Placed(spot=spot):
            return (spot,)
        case Moved(path=path):
            return path[0], path[-1]
        case _:
            return ()
