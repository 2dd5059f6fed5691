"""Game plans: the player in each seat, the house rules, and when moves may be taken back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from chowk import games
from chowk.core import rule_options, seat_draw
from chowk.core.errors import TextError
from chowk.core.message import say
from chowk.core.sanitize import NAME_LENGTH as NAME_LENGTH
from chowk.core.sanitize import named as named
from chowk.core.time_control import Pace
from chowk.games.api import Game

SeatKind: TypeAlias = Literal["person", "bot", "away"]
"""The kind of a player: a person at this device, an opponent, or a person at another device."""
TakeBack: TypeAlias = Literal["free", "rule", "never"]
"""The house rule for taking moves back: at any time, only until the next player has moved, or never."""
TAKE_BACKS: Final[tuple[TakeBack, ...]] = ("free", "rule", "never")
KNOWN: Final = 3
"""After this number of counted games, the default opponent is the opponent about as strong as the player."""
MAX_OFFSET: Final = 50
"""The largest offset of an opponent from the nearest level, in hundredths of a rank (the step to the next level)."""


class SeatPlan(NamedTuple):
    """The player in a seat: a person with a typed name, which may be empty, or an opponent with a level.

    * `kind`: `person`, `bot` for an opponent, or `away` for a person at another device, who sends moves by links.
    * `level`: the number of the opponent's level.
    * `offset`: None, except for an opponent about as strong as the player (`storage.fitting`). That opponent has the
      name and portrait of the nearest level, `level`. It is stronger than this level by `offset` hundredths of a rank
      (the step to the next level), or weaker if `offset` is negative.
    * `preferred`: True if the player chose this opponent instead of the one about as strong as the player.
    """

    kind: SeatKind = "person"
    level: int = 0
    name: str = ""
    offset: int | None = None
    preferred: bool = False


class Fitting(NamedTuple):
    """An opponent about as strong as the player (`storage.fitting`).

    It is stronger than the level with the number `level` by `offset` hundredths of a rank (the step to the next
    level), or weaker if `offset` is negative. `games` is the number of counted games from which the player's strength
    was computed.
    """

    level: int
    offset: int
    games: int

    @property
    def seat(self) -> SeatPlan:
        """The plan of a seat in which this opponent plays."""
        return SeatPlan("bot", self.level, offset=self.offset)


class Plan(NamedTuple):
    """The set-up of a game: the seats in order of play, the house rules, and when moves may be taken back.

    `pace` is the time control of a game of two, or None. `take_back` is `free`, `rule` (only until the next player has
    moved) or `never`. Before the game, `lot` is True if sides are to be drawn. During the game, it is True if they were
    drawn; the seats are the result.
    """

    game: str
    seats: tuple[SeatPlan, ...]
    options: Mapping[str, str] = {}
    take_back: TakeBack = "free"
    lot: bool = False
    pace: Pace | None = None


def opponents_kind(plan: Plan) -> str:
    """Return `people` if only people at this device play, `computer` if one person plays against opponents.

    Return an empty text for any other plan.
    """
    kinds = sorted(seat.kind for seat in plan.seats)
    if set(kinds) == {"person"}:
        return "people"
    return "computer" if kinds[-1] == "person" and set(kinds[:-1]) == {"bot"} else ""


def tidied(plan: Plan) -> Plan:
    """Return the plan (set-up) with all names as they are stored, for example without invisible characters."""
    return plan._replace(seats=tuple(seat._replace(name=named(seat.name)) for seat in plan.seats))


def usual_plan(name: str) -> Plan:
    """Return the default plan (set-up) of a game: a person in the first seat, and an opponent of the second level.

    A player can beat an opponent of that level in the first game.
    """
    game = games.load(name)
    gentle = SeatPlan("bot", game.bots.LEVELS[1].number)
    return resized(
        Plan(name, (SeatPlan(), gentle), rule_options.default_options(game.rules), lot=game.sign.lot),
        game.sign.seats[0],
    )


def resized(plan: Plan, count: int) -> Plan:
    """Return the plan (set-up) with `count` seats, which its game must allow.

    If several people play and one of them has the last seat, people without names are added. Otherwise opponents of
    different levels are added, close in strength to the last opponent. If only one person plays, the person keeps a
    seat when the number of seats becomes smaller.
    """
    seats = plan.seats[:count]
    people = [seat for seat in plan.seats if seat.kind == "person"]
    if len(people) == 1 and people[0] not in seats:
        seats = (*seats[:-1], people[0])
    missing = count - len(seats)
    added = (SeatPlan(),) * missing if seats[-1].kind == "person" and len(people) > 1 else _others(plan.game, seats)
    return plan._replace(seats=(*seats, *added[:missing]))


def _others(name: str, seats: tuple[SeatPlan, ...]) -> tuple[SeatPlan, ...]:
    """Return opponents of levels that no seat has yet. Those closest in strength to the last opponent come first."""
    game = games.load(name)
    levels = game.bots.LEVELS
    sitting = [seat.level for seat in seats if seat.kind == "bot"]
    last = game.strength(sitting[-1]) if sitting else 1
    near = sorted(range(len(levels)), key=lambda place: (abs(place - last), place))
    return tuple(SeatPlan("bot", levels[place].number) for place in near if levels[place].number not in sitting)


def offered(plan: Plan, own: Fitting | None) -> Plan:
    """Return `plan` (a set-up) as it is proposed to the player, perhaps with `own` as the opponent.

    `own` is the opponent about as strong as the player, if the game offers one. In a game of one person against one
    opponent, it takes the opponent's seat if it is based on at least `KNOWN` games, and if the player has not chosen
    the opponent (`SeatPlan.preferred`).
    """
    plan = updated(plan, own)
    if own is None or own.games < KNOWN or len(plan.seats) != 2 or opponents_kind(plan) != "computer":
        return plan
    return plan._replace(seats=tuple(own.seat if _is_usual(seat) else seat for seat in plan.seats))


def _is_usual(seat: SeatPlan) -> bool:
    return seat.kind == "bot" and not seat.preferred


def updated(plan: Plan, own: Fitting | None) -> Plan:
    """Return a plan (set-up) in which each opponent about as strong as the player is replaced by `own`.

    `own` has the player's present strength. If it is None, the nearest level takes the seat.
    """
    return plan._replace(seats=tuple(seat if seat.offset is None else _now(seat, own) for seat in plan.seats))


def _now(seat: SeatPlan, own: Fitting | None) -> SeatPlan:
    return seat._replace(offset=None) if own is None else seat._replace(level=own.level, offset=own.offset)


def checked(plan: Plan) -> Plan:
    """Return the plan (set-up) if this version can play its game; raise `TextError` otherwise.

    A withdrawn opponent is replaced by its successor, and an unknown opponent by the strongest one. Unknown house rules
    are left out.
    """
    if plan.game not in games.ready() or len(plan.seats) not in games.sign(plan.game).seats:
        raise TextError(say("This set-up is of a game that cannot be played here."))
    game = games.load(plan.game)
    known = {option.name for option in game.rules.OPTIONS}
    options = {name: value for name, value in plan.options.items() if name in known}
    return plan._replace(seats=tuple(_seated(game, seat) for seat in plan.seats), options=options)


def _seated(game: Game, seat: SeatPlan) -> SeatPlan:
    # A person's level is the last one that was chosen for the seat. It has no effect.
    return seat._replace(level=game.playing(seat.level))


def swapped(plan: Plan) -> Plan:
    """Return the plan (set-up) for a rematch: the first player becomes the last, and all others move up one seat."""
    return moved_on(plan, 1)


def by_lot(plan: Plan) -> bool:
    """Return True if the sides are to be drawn in a game with this plan (set-up).

    They are not drawn among people without names, because nobody could say which side each of them got.
    """
    return plan.lot and any(seat.kind != "person" or seat.name for seat in plan.seats)


def with_seats_drawn(plan: Plan, seed: int) -> Plan:
    """Return the plan (set-up) with the players in randomly drawn seats. The seed determines the draw.

    If sides are not to be drawn, the seats stay the same.
    """
    return moved_on(plan, seat_draw.seat_shift(len(plan.seats), seed)) if by_lot(plan) else plan._replace(lot=False)


def moved_on(plan: Plan, seats: int) -> Plan:
    """Return the plan (set-up) in which the first `seats` players come after all others in the order of play."""
    return plan._replace(seats=(*plan.seats[seats:], *plan.seats[:seats]))
