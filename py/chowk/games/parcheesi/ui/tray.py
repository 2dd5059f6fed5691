"""The controls beside the board of Parcheesi: dice and bonuses with their states, movable pawns, and destinations."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from chowk.core.message import Message, PlayerName, say, say_in, say_many
from chowk.core.position import CHANCE, Spot
from chowk.games.api import Part, Way
from chowk.games.parcheesi.rules import END, LOSE, Move, Position, Step
from chowk.games.parcheesi.rules.board import HOME, NEST, ROW, SAFE, SPOTS, Place
from chowk.games.parcheesi.rules.pointing import END_SPOT, Reach, reaches, spell
from chowk.games.parcheesi.rules.state import COLOURS, captured, owed, spot

_BONUS: Final = 6
"""The highest face of a die. Any greater number is a bonus."""


def parts(position: Position) -> tuple[Part, ...]:
    """Return the dice of the roll and the earned bonuses, each with its state.

    States are `due` (still to be rolled), `free` (to be used now), `later` (to be used after the dice), `used`, and
    `lost` (of no use).
    """
    if position.over:
        return ()
    if position.turn == CHANCE:
        waiting = Part("die", say("A die that is still to be rolled"), f"{COLOURS[position.mover]} die", "due")
        return (waiting, waiting)
    return (*_dice(position), *_bonuses(position))


@lru_cache(maxsize=32)
def ways(position: Position, picked: tuple[Spot, ...]) -> tuple[Way, ...]:
    """Return the player's choices: the movable pawns and the end of the turn, or the destinations of a picked pawn.

    If two different pawns can go from the picked space to the picked destination, the choices are these pawns. `picked`
    holds the spots picked so far.
    """
    if position.over or position.turn == CHANCE:
        return ()
    if not picked:
        firsts = dict.fromkeys(path[0] for path in spell(position).values())
        return tuple(_end(position) if start_spot == END_SPOT else _pawn(position, start_spot) for start_spot in firsts)
    if len(picked) > 1:
        return tuple(_which(position, path[2]) for path in spell(position).values() if path[:2] == picked)
    often = [path for path in spell(position).values() if path[0] == picked[0]]
    destinations = reaches(position, SPOTS[picked[0]][1])
    return tuple(_goal(position, reach, open_=any(len(path) > 2 and path[1] == reach.spot for path in often))
                 for reach in destinations)  # fmt: skip


def asks(position: Position, move: Move) -> Message | None:
    """Return a question to ask before a move that gives up usable bonuses, otherwise None."""
    if move != END:
        return None
    return say_many(
        "{count} bonus is not used yet. It is lost when the turn ends.",
        "{count} bonuses are not used yet. They are lost when the turn ends.",
        len(_open_bonuses(position)),
    )


def _open_bonuses(position: Position) -> tuple[int, ...]:
    return (20,) * owed(position) if owed(position) > 0 else position.bonuses


def _dice(position: Position) -> Iterator[Part]:
    unused = list(position.parts)
    lost = position.moves() == (LOSE,)
    for number in position.dice:
        free = number in unused
        if free:
            unused.remove(number)
        state = "lost" if free and lost else "free" if free else "used"
        art = f"die {number}"
        yield Part(f"{number}", _DIE[state](number), art, state, _users(position, number) if free else ())


_DIE: Final = {
    "free": lambda number: say("Die {number}: to be used. The pawns that can use it are marked.", number=number),
    "used": lambda number: say("Die {number}: used.", number=number),
    "lost": lambda number: say("Die {number}: lost, no pawn can use it.", number=number),
}


def _bonuses(position: Position) -> Iterator[Part]:
    later = bool(position.parts) and not owed(position) > 0
    lost = position.moves() == (LOSE,) and not later
    for number in position.bonuses:
        state = "later" if later else "lost" if lost else "free"
        yield Part(f"+{number}", _EXTRA[state](number), "", state, () if later else _users(position, number))


_EXTRA: Final = {
    "free": lambda number: say("Bonus of {number}: to be used by one pawn. Those that can are marked.", number=number),
    "later": lambda number: say("Bonus of {number}: to be used once the dice are.", number=number),
    "lost": lambda number: say("Bonus of {number}: lost, no pawn can use it.", number=number),
}


def _users(position: Position, number: int) -> tuple[Spot, ...]:
    own = position.pawns[position.mover]
    able = (move.pawn for move in position.moves() if isinstance(move, Step) and number in move.spent)
    return tuple(dict.fromkeys(spot(position, own[pawn]) for pawn in able))


def _pawn(position: Position, start_spot: Spot) -> Way:
    place = SPOTS[start_spot][1]
    destinations = reaches(position, place)
    descriptions = (
        say("{player}'s pawn on {place}.", player=PlayerName(position.mover), place=_place_name(place)),
        *(_by(position, reach) for reach in destinations),
    )
    # The nest has a name. Other pawns are identified by a number on the board.
    return Way(start_spot, say_in("place", "Nest") if place == NEST else None, descriptions, COLOURS[position.mover])


def _goal(position: Position, reach: Reach, open_: bool) -> Way:
    place = SPOTS[reach.spot][1]
    # If either pawn of a blockade can go, the player picks the spot first and then the pawn.
    moves = () if len(reach.moves) == 1 or open_ else reach.moves
    return Way(reach.spot, _numbers_used(reach), (_by(position, reach),), "", moves, _lane(place))


def _which(position: Position, named: Spot) -> Way:
    number = int(named.split()[1])
    stood = position.since[number - 1] != -1
    descriptions = (
        say("Pawn {number}, which stood in a blockade when the dice were rolled.", number=number)
        if stood
        else say("Pawn {number}, which came there in this roll.", number=number)
    )
    title = say("Stood here") if stood else say("Just came")
    return Way(named, title, (descriptions,), COLOURS[position.mover])


def _end(position: Position) -> Way:
    count = len(_open_bonuses(position))
    description = say_many("End the turn and skip {count} bonus.", "End the turn and skip {count} bonuses.", count)
    return Way(END_SPOT, say_in("the player does it", "End turn"), (description,), ends=True)


def _numbers_used(reach: Reach) -> Message | int:
    """Return the numbers that a route uses: a message such as `8 = 5 + 3` or `+20`, or a single number."""
    spent = reach.spent
    if len(spent) == 1:
        return say("+{number}", number=spent[0]) if spent[0] > _BONUS else spent[0]
    sum_text = say("{one} + {other}", one=spent[0], other=spent[1])
    for number in spent[2:]:
        sum_text = say("{one} + {other}", one=sum_text, other=number)
    return say("{total} = {parts}", total=sum(spent), parts=sum_text)


def _by(position: Position, reach: Reach) -> Message:
    """Describe a route: the numbers that it uses, its end, and its captures."""
    destination = _place_name(SPOTS[reach.spot][1])
    victims = _captures(position, reach)
    numbers: Message | int = reach.spent[0]
    for number in reach.spent[1:]:
        numbers = say("{one} and then {other}", one=numbers, other=number)
    if victims:
        return say(
            "By {number} to {place}, sending a pawn of {other} back to its nest.",
            number=numbers,
            place=destination,
            other=PlayerName(victims[0]),
        )
    return say("By {number} to {place}.", number=numbers, place=destination)


def _captures(position: Position, reach: Reach) -> list[int]:
    seats = []
    for move in reach.moves:
        caught = captured(position, move.to)
        seats += [caught[0]] if caught else []
        position = position.play(move)
    return seats


def _lane(place: Place) -> Message | None:
    """Return the label of a small button for a destination in the home row or home.

    Return None for a space of the track, which has no such button.
    """
    if place == HOME:
        return say_in("place", "Home")
    return say("Home row") if place >= ROW else None


def _place_name(place: Place) -> Message:
    if place in (NEST, HOME):
        return say("the nest") if place == NEST else say_in("place", "home")
    if place >= ROW:
        return say("home row space {number}", number=place - ROW + 1)
    if SAFE >> place & 1:
        return say("safe space {number}", number=place)
    return say("space {number}", number=place)
