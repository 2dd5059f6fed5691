"""The reasons why a move that a player points at is not legal in Parcheesi, and why dice or bonuses are lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from chowk.core.position import CHANCE, Refusal, Seat, Spot
from chowk.games.parcheesi.rules import board, pointing
from chowk.games.parcheesi.rules.board import ENTRIES, HOME, NEST, ROW, SAFE, SPOTS, WAYS, Place, Route
from chowk.games.parcheesi.rules.roll import BONUS, Act, Dice, place, split_worth
from chowk.games.parcheesi.rules.state import HOME_BONUS, State, blockades, choices, enemies, overdue, owed, spot, stand

REASONS: Final[Mapping[str, str]] = {
    "ROLL_FIRST": "PR-02",
    "THIRD_DOUBLE": "A3-01",
    "NO_PAWN": "PR-02",
    "NOT_YOUR_PAWN": "PR-02",
    "PAWN_HOME": "PR-32",
    "WHICH_PAWN": "A3-26",
    "ONLY_TO_WIN": "A3-16",
    "BREAK_BLOCKADE": "A3-02",
    "ALL_OR_NONE": "A3-14",
    "MUST_ENTER": "A3-17",
    "DIE_MUST_BE_USED": "PR-10",
    "HIGHER_DIE_FIRST": "PR-11",
    "HIGHER_FACES_FIRST": "PR-11",
    "BONUS_COMPULSORY": "A3-06",
    "BLOCKADE_NOT_TOGETHER": "PR-23",
    "SAFE_OCCUPIED": "PR-19",
    "SPACE_FULL": "A3-19",
    "ENTRY_BLOCKED": "PR-24",
    "BLOCKADE_ON_PATH": "PR-22",
    "BLOCKADE_THERE": "PR-24",
    "NEED_FIVE": "PR-04",
    "BONUS_NO_ENTRY": "A3-10",
    "NOT_EXACT_HOME": "PR-32",
    "ENTER_THERE": "PR-04",
    "NOT_YOUR_ROW": "PR-26",
    "NO_WAY_BACK": "A3-24",
    "MUST_TURN_IN": "A3-24",
    "ONE_DIE_AT_A_TIME": "PR-08",
    "BONUS_NOT_SPLITTABLE": "A3-05",
    "WRONG_DISTANCE": "PR-06",
}
"""For each reason to refuse a move: the number of the rule that forbids it. More specific reasons come first."""

LOSSES: Final = (
    "THIRD_DOUBLE",
    "ALL_OR_NONE",
    "SAFE_OCCUPIED",
    "ENTRY_BLOCKED",
    "BLOCKADE_ON_PATH",
    "BLOCKADE_THERE",
    "NEED_FIVE",
    "BONUS_NO_ENTRY",
    "NOT_EXACT_HOME",
    "NO_MOVE",
)
"""The reasons why dice or bonuses are lost. `NO_MOVE` means that different pawns cannot move for different reasons."""

_ORDER: Final = tuple(REASONS)


class _Blame(NamedTuple):
    """A reason for a refusal, and the places that cause it."""

    reason: str
    places: tuple[Place, ...] = ()


def refusal(position: State, spots: Sequence[Spot]) -> Refusal | None:
    """Return the most specific reason why no legal move begins with `spots`.

    Return None if `spots` are empty or begin a legal move, or if the game is over. The first spot may be the number of
    one of the player's pawns, such as `pawn 2`.
    """
    if position.over or not spots:
        return None
    named = [_named(position, spots[0]), *spots[1:]]
    if any(list(path[: len(named)]) == named for path in pointing.spell(position).values()):
        return None
    if position.turn == CHANCE or position.penalty:
        return _refused(position, _Blame("ROLL_FIRST" if position.turn == CHANCE else "THIRD_DOUBLE"))
    if spots[0] in (pointing.END_SPOT, pointing.LOSE_SPOT):
        reason = "DIE_MUST_BE_USED" if position.parts and not owed(position) > 0 else "BONUS_COMPULSORY"
        return _refused(position, _Blame(reason, _movable(position)))
    return _spots_refused(position, named)


def loss(position: State) -> str:
    """Return the reason in `LOSSES` why the dice or bonuses cannot be used.

    It is `NO_MOVE` if there is no single reason, because one pawn on the board cannot move for one reason and another
    pawn for another.
    """
    if position.penalty:
        return "THIRD_DOUBLE"
    places = _places(position)
    on_board = [where for where in places if where != NEST]
    reasons = {blame.reason for where in on_board or places for blame in _pawn_blames(position, where)}
    if "ALL_OR_NONE" in reasons:
        return "ALL_OR_NONE"
    # A pawn blocked by its own side is never the only cause: the pawns in its way have reasons of their own.
    return reasons.pop() if len(reasons) == 1 else "NO_MOVE"


def _spots_refused(position: State, spots: Sequence[Spot]) -> Refusal:
    start_spot, *then = spots
    if start_spot not in SPOTS:
        return _refused(position, _Blame("NO_PAWN"))
    side, start = SPOTS[start_spot]
    if side not in (None, position.side) or start not in position.pawns[position.mover]:
        reason = "NOT_YOUR_PAWN" if _anyone(position, side, start) else "NO_PAWN"
        return Refusal(reason, (start_spot,), REASONS[reason])
    if start == HOME:
        return _refused(position, _Blame("PAWN_HOME", (HOME,)))
    if not then:
        return _refused(position, _worst(_pawn_blames(position, start)))
    if then[0] not in SPOTS:
        return _refused(position, _Blame("WRONG_DISTANCE"))
    if len(then) > 1:
        return _refused(position, _Blame("WHICH_PAWN", (SPOTS[then[0]][1],)))
    return _target_refused(position, start, then[0])


def _target_refused(position: State, start: Place, target: Spot) -> Refusal:
    side, destination = SPOTS[target]
    if side not in (None, position.side):
        return Refusal("NOT_YOUR_ROW", (target,), REASONS["NOT_YOUR_ROW"])
    if destination == start:
        return _refused(position, _Blame("WHICH_PAWN" if start != NEST else "ENTER_THERE", (start,)))
    if start == NEST and destination == ENTRIES[position.side]:
        return _refused(position, _worst(_pawn_blames(position, NEST)))
    blames = [
        blame
        for spent, route in _ways(position, start)
        if route.end == destination
        for blame in _blame(position, start, spent, route)
    ]
    return _refused(position, _worst(blames) if blames else _elsewhere(position, start, destination))


def _elsewhere(position: State, start: Place, destination: Place) -> _Blame:
    # No remaining number leads to that place.
    if start == NEST:
        return _Blame("ENTER_THERE", (ENTRIES[position.side],))
    if start >= ROW > destination:
        return _Blame("NO_WAY_BACK", (start,))
    numbers = _numbers(position)
    if destination == NEST:
        return _Blame("WRONG_DISTANCE", (destination,))
    steps = len(board.path(position.side, start, destination)) - 1
    if steps in numbers and destination < ROW:
        return _Blame("MUST_TURN_IN", (board.GATES[position.side],))
    if max(numbers) >= HOME_BONUS and steps < max(numbers) and destination != HOME:
        return _Blame("BONUS_NOT_SPLITTABLE", (destination,))
    if any(reach.spot == spot(position, destination) for reach in pointing.reaches(position, start)):
        return _Blame("ONE_DIE_AT_A_TIME", _ends(position, start))
    return _Blame("NOT_EXACT_HOME" if destination == HOME else "WRONG_DISTANCE", (destination,))


def _pawn_blames(position: State, start: Place) -> list[_Blame]:
    # Return why each route of each number is closed to the pawns at a place.
    if start == NEST:
        return [_nest_blame(position)]
    blames = [blame for spent, route in _ways(position, start) for blame in _blame(position, start, spent, route)]
    stuck = [n for n in _numbers(position) if not WAYS[_law(position) & 7][n][start + 1]]
    return [*blames, *([_Blame("NOT_EXACT_HOME", (HOME,))] if stuck else [])]


def _nest_blame(position: State) -> _Blame:
    entry = ENTRIES[position.side]
    if not position.parts or owed(position) > 0:
        return _Blame("BONUS_NO_ENTRY", (NEST,))
    spent = _five(position)
    if not spent:
        return _Blame("NEED_FIVE", (NEST,))
    if enemies(position)[1] >> entry & 1:
        return _Blame("ENTRY_BLOCKED", (entry,))
    if position.pawns[position.mover].count(entry) == 2:
        return _Blame("SPACE_FULL", (entry,))
    return _duty(position, NEST, spent, entry)


def _blame(position: State, start: Place, spent: Dice, route: Route) -> list[_Blame]:
    # Return the faults of a route. Empty if the route may be chosen.
    own, (singles, twos) = position.pawns[position.mover], enemies(position)
    hindered = route.bit if position.house.passed else route.mask
    doubled = [where for where in board_places(hindered) if own.count(where) == 2]
    walls = [*board_places(hindered & twos), *(where for where in doubled if where in blockades(own, position.house))]
    if own.count(route.end) == 2 and route.end != HOME and set(walls) <= {route.end}:
        return [_Blame("SPACE_FULL", (route.end,))]
    if walls:
        return [_Blame("BLOCKADE_THERE" if position.house.passed else "BLOCKADE_ON_PATH", tuple(walls))]
    if route.bit & singles & SAFE:
        return [_Blame("SAFE_OCCUPIED", (route.end,))]
    if (start, route.end, spent) in _offered(position):
        return []
    return [_duty(position, start, spent, route.end)]


def _duty(position: State, start: Place, spent: Dice, destination: Place) -> _Blame:
    # Return what bars a move that would be legal by itself.
    roll_state = stand(position)
    if not position.parts:
        return _Blame("BLOCKADE_NOT_TOGETHER", (destination,))
    duty = roll_state.survey()
    act = next((a for a in duty.acts if (place(a.code), a.end, a.spent) == (start, destination, spent)), None)
    late = overdue(position)
    if act is None:
        return _Blame("BLOCKADE_NOT_TOGETHER", (destination,))
    if position.bound:
        return _Blame("ONLY_TO_WIN", _movable(position))
    if roll_state.fresh and late and start not in late:
        return _Blame("BREAK_BLOCKADE", late)
    return _less(position, act, duty.worth, roll_state.fresh)


def _less(position: State, act: Act, worth: int, fresh: bool) -> _Blame:
    # A sequence that begins with this act uses less than the best sequence does.
    used, best = split_worth(act.worth), split_worth(worth)
    if fresh and position.house.whole and len(position.dice) == 4 and best.dice < 4:
        return _Blame("ALL_OR_NONE")
    if used.pawns < best.pawns:
        return _Blame("MUST_ENTER", (NEST,))
    if used.high < best.high:
        return _Blame("HIGHER_FACES_FIRST", _movable(position))
    return _Blame("DIE_MUST_BE_USED" if used.dice < best.dice else "HIGHER_DIE_FIRST", _movable(position))


def _worst(blames: Sequence[_Blame]) -> _Blame:
    return min(blames, key=lambda blame: _ORDER.index(blame.reason))


def _ways(position: State, start: Place) -> Iterator[tuple[Dice, Route]]:
    for number in _numbers(position):
        for route in WAYS[_law(position) & 7][number][start + 1]:
            yield (number,), route


def _numbers(position: State) -> tuple[int, ...]:
    # Return the numbers by which a pawn on the board can move now.
    if owed(position) > 0:
        return (BONUS,)
    return tuple(dict.fromkeys(position.parts or position.bonuses))


def _five(position: State) -> Dice:
    dice_left = tuple(sorted(position.parts, reverse=True))
    if 5 in dice_left:
        return (5,)
    return dice_left if position.house.sums and len(dice_left) == 2 and sum(dice_left) == 5 else ()


def _offered(position: State) -> set[tuple[Place, Place, Dice]]:
    return {(place(act.code), act.end, act.spent) for _, act, _ in choices(position) if act.spent}


def _movable(position: State) -> tuple[Place, ...]:
    return tuple(dict.fromkeys(start for start, _, _ in sorted(_offered(position))))


def _ends(position: State, start: Place) -> tuple[Place, ...]:
    return tuple(destination for origin, destination, _ in sorted(_offered(position)) if origin == start)


def _places(position: State) -> tuple[Place, ...]:
    return tuple(sorted(set(position.pawns[position.mover]) - {HOME}))


def _law(position: State) -> int:
    return stand(position).law


def board_places(mask: int) -> tuple[Place, ...]:
    """Return the places in a mask of places, in rising order."""
    return tuple(where for where in range(HOME) if mask >> where & 1)


def _anyone(position: State, side: int | None, where: Place) -> bool:
    seats: list[Seat] = [seat for seat, seat_side in enumerate(position.sides) if side in (None, seat_side)]
    return any(where in position.pawns[seat] for seat in seats)


def _named(position: State, spot_or_pawn: Spot) -> Spot:
    # A pawn's number means the place where the pawn is.
    names = {f"pawn {pawn}": spot(position, where) for pawn, where in enumerate(position.pawns[position.mover], 1)}
    return names.get(spot_or_pawn, spot_or_pawn)


def _refused(position: State, blame: _Blame) -> Refusal:
    cause = tuple(spot(position, where) for where in blame.places)
    return Refusal(blame.reason, cause, REASONS[blame.reason])
