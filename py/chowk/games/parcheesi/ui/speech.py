"""The words of Parcheesi: messages for spaces, rolls, moves, losses and outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Final

from chowk.core.message import Message, PlayerName, say, say_in, say_many
from chowk.core.position import Outcome, Refusal, Seat, Spot
from chowk.games.api import Fact, Tally
from chowk.games.api.fallbacks import GIVEN_UP, given_up, placed
from chowk.games.parcheesi.rules import LOSE, Move, Position, Roll, Step, board
from chowk.games.parcheesi.rules.board import ENTRIES, GATES, HOME, NEST, ROW, SAFE, SPOTS, Place, Side
from chowk.games.parcheesi.rules.pointing import END_SPOT, LOSE_SPOT
from chowk.games.parcheesi.rules.position import loss
from chowk.games.parcheesi.rules.roll import BONUS
from chowk.games.parcheesi.rules.state import captured, earnings, owed

SEATS: Final = (say_in("side", "Red"), say_in("side", "Blue"), say_in("side", "Yellow"), say_in("side", "Green"))
"""The names of the colours, by seat."""
TOKENS: Final = ("red", "blue", "yellow", "green")
"""The name of the drawing of a player's pawn, by seat."""
BOARD: Final = say("Parcheesi board, a cross of 68 spaces, four home rows and four nests")
"""The name of the board for screen readers."""

_UNUSED: Final[Mapping[Side, tuple[Message, Message, Message]]] = {
    board.SOUTH: (say("South nest, unused"), say("South home, unused"), say("South home row, unused")),
    board.WEST: (say("West nest, unused"), say("West home, unused"), say("West home row, unused")),
    board.NORTH: (say("North nest, unused"), say("North home, unused"), say("North home row, unused")),
    board.EAST: (say("East nest, unused"), say("East home, unused"), say("East home row, unused")),
}

_LOST: Final[Mapping[str, Message]] = {
    "THIRD_DOUBLE": say("A third double in a row is not played."),
    "ALL_OR_NONE": say("A double of 14 points is played in full or not at all."),
    "SAFE_OCCUPIED": say("The safe space there is held."),
    "ENTRY_BLOCKED": say("A blockade stands on the entry space."),
    "BLOCKADE_ON_PATH": say("A blockade is in the way."),
    "BLOCKADE_THERE": say("A blockade stands there."),
    "NEED_FIVE": say("It takes a five to leave the nest."),
    "BONUS_NO_ENTRY": say("A bonus brings no pawn out of the nest."),
    "NOT_EXACT_HOME": say("Home takes the exact count."),
    "NO_MOVE": say("No pawn can move by it."),
}

_REFUSALS: Final[Mapping[str, Callable[[Message], Message]]] = {
    "ROLL_FIRST": lambda _: say("Roll the dice first."),
    "THIRD_DOUBLE": lambda _: say(
        "A third double in a row is not played. The pawn nearest home goes back to its nest."
    ),
    "NO_PAWN": lambda _: say("There is no pawn of yours. Choose one of the marked pawns."),
    "NOT_YOUR_PAWN": lambda _: say("That pawn is not yours. Choose one of the marked pawns."),
    "PAWN_HOME": lambda _: say("That pawn is home and moves no more."),
    "WHICH_PAWN": lambda _: say("Two different pawns stand there. Choose one of them."),
    "ONLY_TO_WIN": lambda _: say(
        "You left dice unused to bring your last pawn home this way, so it must go through to the end."
    ),
    "BREAK_BLOCKADE": lambda space: say(
        "Your blockade on {space} has stood as long as it may. Move one of its pawns first.", space=space
    ),
    "ALL_OR_NONE": lambda _: say("Not all four moves of this double can be played, so none of them may be."),
    "MUST_ENTER": lambda _: say("This five must bring a pawn out of your nest."),
    "DIE_MUST_BE_USED": lambda _: say(
        "After that move you could use fewer dice, and every die that can be used must be. Choose a marked pawn."
    ),
    "HIGHER_DIE_FIRST": lambda _: say("Only one of the dice can be used, and it must be the higher one."),
    "HIGHER_FACES_FIRST": lambda _: say(
        "Not all four moves of this double can be played, so the higher faces go first. Choose a marked pawn."
    ),
    "BONUS_COMPULSORY": lambda _: say("In this game a bonus that can be used must be."),
    "BLOCKADE_NOT_TOGETHER": lambda space: say(
        "The two pawns of a blockade may not come together again on another space, {space}, in the same roll.",
        space=space,
    ),
    "SAFE_OCCUPIED": lambda space: say(
        "On {space}, a safe space, another player's pawn cannot be touched.", space=space
    ),
    "SPACE_FULL": lambda space: say(
        "Two pawns of yours are on {space} already, and a space holds no more.", space=space
    ),
    "ENTRY_BLOCKED": lambda _: say("A blockade stands on your entry space, so no pawn can come out."),
    "BLOCKADE_ON_PATH": lambda space: say(
        "A blockade on {space} is in the way. No pawn may land on it or pass it, not even its owner's.", space=space
    ),
    "BLOCKADE_THERE": lambda space: say("A blockade stands on {space}, and no pawn may land on it.", space=space),
    "NEED_FIVE": lambda _: say("A pawn leaves the nest only on a five, by one die or by the sum of both."),
    "BONUS_NO_ENTRY": lambda _: say("A bonus moves a pawn on the board. It brings none out of the nest."),
    "NOT_EXACT_HOME": lambda _: say("Home takes the exact count, and nothing you have left is exact for this pawn."),
    "ENTER_THERE": lambda space: say("A pawn that leaves the nest comes out on {space}.", space=space),
    "NOT_YOUR_ROW": lambda _: say("That part of the board belongs to another player. Your pawns never go there."),
    "NO_WAY_BACK": lambda _: say("A pawn in its home row does not go back to the track."),
    "MUST_TURN_IN": lambda _: say("In this game a pawn that comes past its home row must turn into it."),
    "ONE_DIE_AT_A_TIME": lambda _: say(
        "A pawn takes two dice in two steps, and each step must be possible. Choose where it goes first."
    ),
    "BONUS_NOT_SPLITTABLE": lambda _: say("A bonus is one move of one pawn. It cannot be split or cut short."),
    "WRONG_DISTANCE": lambda _: say("No die that is left leads this pawn there. Choose one of the marked spaces."),
}


def spot(position: Position, spot: Spot) -> Message:
    """Describe a place and the pawns on it."""
    if spot not in SPOTS:
        return _control(position, spot)
    side, place = SPOTS[spot]
    if side is None:
        return _track(position.sides, place, _standing(position, place))
    if side not in position.sides:
        nest, home, row = _UNUSED[side]
        return {NEST: nest, HOME: home}.get(place) or say("{row}, space {number}", row=row, number=place - ROW + 1)
    return _own_place(position, position.sides.index(side), place)


def tell(position: Position, move: Move, *, named: bool = False) -> tuple[Message, ...]:
    """Describe a roll, a pawn's move with its capture and bonuses, lost dice with the reason, or a declined bonus.

    For a pawn's move, say whether it ends at home, in the home row or on a safe space. If `named` is True, give the
    numbers of its spaces instead, although the board does not show these numbers.
    """
    if isinstance(move, Roll):
        return _rolled(position, move)
    if isinstance(move, Step):
        return _stepped(position, move, named=named)
    return _lost(position) if move == LOSE else (_declined(position),)


named: Final = partial(tell, named=True)
"""The function `tell` with `named` set, so that its descriptions give the numbers of spaces."""


def facts(position: Position) -> tuple[tuple[Fact, ...], ...]:
    """Return each player's numbers, by seat: pawns home, steps to go for all four pawns, and pawns in the nest."""
    return tuple(
        (
            Fact(say("Pawns home"), own.count(HOME), TOKENS[seat]),
            Fact(say("Steps to go"), sum(board.distance(position.sides[seat], place) for place in own)),
            Fact(say("Pawns in the nest"), own.count(NEST)),
        )
        for seat, own in enumerate(position.pawns)
    )


def refusal(refusal: Refusal) -> Message:
    """Explain why a move is refused, and what to do instead."""
    cause = next((_place(*SPOTS[spot]) for spot in refusal.cause if spot in SPOTS), say("the board"))
    return _REFUSALS[refusal.reason](cause)


def outcome(outcome: Outcome) -> Message:
    """Return a sentence that says how the game ended: who won and how, or that all agreed to a draw."""
    if outcome.why == "agreed":
        return say("A draw, agreed by all players.")
    if outcome.why in GIVEN_UP:
        return given_up(outcome)
    return say("{player} wins: all four pawns are home.", player=PlayerName(outcome.places.index(1)))


verdict = outcome


def score(outcome: Outcome) -> tuple[Message, ...]:
    """Return each player's place and number of pawns home. The best placed player comes first."""
    return tuple(
        say_many(
            "{place}. {player}: {count} pawn home",
            "{place}. {player}: {count} pawns home",
            outcome.scores[seat],
            place=outcome.places[seat],
            player=PlayerName(seat),
        )
        for seat in placed(outcome)
    )


def tally(position: Position) -> tuple[Tally, ...]:
    """Return the rows of the table of results: pawns home, steps to go for all four pawns, and pawns in the nest.

    Each row has one number for each seat.
    """
    home, *other_facts = zip(*facts(position), strict=True)
    return (
        Tally(home[0].label, tuple(fact.value for fact in home)),
        *(Tally(row[0].label, tuple(fact.value for fact in row), less=True) for row in other_facts),
    )


def _control(position: Position, spot: Spot) -> Message:
    name, _, numbers = spot.partition(" ")
    if spot == END_SPOT:
        return say_in("the player does it", "Skip the bonus")
    if spot == LOSE_SPOT:
        return say_in("the player does it", "Go on: nothing can be used")
    if name == "roll":
        high, low = numbers.split()
        return say("Roll of {high} and {low}", high=high, low=low)
    place = position.pawns[position.mover][int(numbers) - 1]
    return say("Pawn {number}, on {place}", number=int(numbers), place=_place(position.side, place))


# Cached, because every move describes all spaces, and most spaces are unchanged.
@lru_cache(maxsize=512)
def _track(sides: tuple[int, ...], place: Place, pawns: Message) -> Message:
    return say("{space}, {pawns}", space=_space(sides, place), pawns=pawns)


def _space(sides: tuple[int, ...], place: Place) -> Message:
    for seat, side in enumerate(sides):
        if place == ENTRIES[side]:
            return say("Space {number}, safe, {player}'s entry", number=place, player=PlayerName(seat))
        if place == GATES[side]:
            return say("Space {number}, safe, before {player}'s home row", number=place, player=PlayerName(seat))
    if SAFE >> place & 1:
        return say("Space {number}, safe", number=place)
    return say("Space {number}", number=place)


def _standing(position: Position, place: Place) -> Message:
    for seat, own in enumerate(position.pawns):
        if place in own:
            return _pawns(seat, own.count(place))
    return _EMPTY


_EMPTY: Final = say_in("space", "empty")


def _pawns(seat: Seat, count: int) -> Message:
    if count == 2:
        return say("blockade of {player}", player=PlayerName(seat))
    return say("pawn of {player}", player=PlayerName(seat)) if count else _EMPTY


def _own_place(position: Position, seat: Seat, place: Place) -> Message:
    count, player = position.pawns[seat].count(place), PlayerName(seat)
    if place == NEST:
        return say_many("{player}'s nest, {count} pawn", "{player}'s nest, {count} pawns", count, player=player)
    if place == HOME:
        return say_many("{player}'s home, {count} pawn", "{player}'s home, {count} pawns", count, player=player)
    return say(
        "{player}'s home row, space {number}, {pawns}",
        player=player,
        number=place - ROW + 1,
        pawns=_pawns(seat, count),
    )


def _place(side: Side | None, place: Place) -> Message:  # noqa: ARG001 - the same for every side
    if place == NEST:
        return say("the nest")
    if place == HOME:
        return say_in("place", "home")
    if place >= ROW:
        return say("home row space {number}", number=place - ROW + 1)
    return say("space {number}", number=place)


def _rolled(position: Position, roll: Roll) -> tuple[Message, ...]:
    player, (high, low) = PlayerName(position.mover), roll
    if position.opening:
        return (
            say("{player} rolls {sum} to see who starts.", player=player, sum=high + low),
            *_started(position, roll),
        )
    if high != low:
        return (say("{player} rolls {high} and {low}.", player=player, high=high, low=low),)
    headline = say("{player} rolls a double {number}.", player=player, number=high)
    next_position = position.play(roll)
    if len(next_position.dice) == 4 and not next_position.penalty:
        detail = say("All pawns are out: four moves, {high} twice and {low} twice.", high=high, low=7 - high)
        return headline, detail
    return (headline,)


def _started(position: Position, roll: Roll) -> tuple[Message, ...]:
    next_position = position.play(roll)
    if not next_position.opening:
        return (say("{player} starts.", player=PlayerName(next_position.mover)),)
    if next_position.opening[position.mover] != sum(roll):
        return (say("The highest roll is shared, so those who share it roll again."),)
    return ()


def _stepped(position: Position, step: Step, *, named: bool) -> tuple[Message, ...]:
    seat, side = position.mover, position.side
    messages = [_moved(position, step)] if named else [*_went(position, step)]
    capture = captured(position, step.to)
    if capture:
        messages.append(
            say(
                "{player} sends a pawn of {other} back to its nest.",
                player=PlayerName(seat),
                other=PlayerName(capture[0]),
            )
        )
    next_position = position.play(step)
    if next_position.placed != position.placed:
        return (*messages, say("{player} has all four pawns home.", player=PlayerName(seat)))
    # In its home row a pair of pawns blocks only its own side.
    if not capture and step.to < ROW and next_position.pawns[seat].count(step.to) == 2:
        space = _place(side, step.to)
        messages.append(
            say("{player} has a blockade on {space}.", player=PlayerName(seat), space=space)
            if named
            else say("{player} makes a blockade.", player=PlayerName(seat))
        )
    messages += [
        say("{player} earns a bonus of {number}.", player=PlayerName(seat), number=n) for n in earnings(position, step)
    ]
    return tuple(messages)


def _moved(position: Position, step: Step) -> Message:
    player, start = PlayerName(position.mover), position.pawns[position.mover][step.pawn]
    target = _place(position.side, step.to)
    if start == NEST:
        return say("{player} brings a pawn out to {space}.", player=player, space=target)
    number, origin = sum(step.spent), _place(position.side, start)
    if step.spent[0] in position.bonuses:
        return say(
            "{player} plays a bonus of {number}, from {start} to {end}.",
            player=player,
            number=number,
            start=origin,
            end=target,
        )
    return say(
        "{player} plays {number}, from {start} to {end}.", player=player, number=number, start=origin, end=target
    )


def _went(position: Position, step: Step) -> Iterator[Message]:
    """Describe how far a pawn moves, then its destination if that is home, the home row or a safe space."""
    player, start, number = PlayerName(position.mover), position.pawns[position.mover][step.pawn], sum(step.spent)
    if start == NEST:
        yield say("{player} brings a pawn out of the nest.", player=player)
        return
    if step.spent[0] in position.bonuses:
        yield say("{player} moves a pawn by a bonus of {number}.", player=player, number=number)
    else:
        yield say_many(
            "{player} moves a pawn by {count} space.", "{player} moves a pawn by {count} spaces.", number, player=player
        )
    if step.to == HOME:
        yield say("The pawn comes home.")
    elif step.to >= ROW:
        yield say("The pawn is in its home row.")
    elif SAFE >> step.to & 1:
        yield say("The pawn is on a safe space.")


def _lost(position: Position) -> tuple[Message, ...]:
    player, why = PlayerName(position.mover), _LOST[loss(position)]
    if position.penalty:
        away = position.pawns != position.play(LOSE).pawns
        sent = say("{player}'s pawn nearest home goes back to its nest.", player=player)
        return (why, sent) if away else (why,)
    return _unusable(position, player), why


def _unusable(position: Position, player: PlayerName) -> Message:
    due, bonus = _numbers_to_use(position), not position.parts or owed(position) > 0
    if not bonus and position.parts == position.dice:
        return say("{player} cannot use this roll.", player=player)
    if len(due) == 1 and bonus:
        return say("{player} cannot use the bonus of {number}.", player=player, number=due[0])
    if len(due) == 1:
        return say("{player} cannot use the {number} that is left.", player=player, number=due[0])
    if bonus:
        return say_many(
            "{player} cannot use {count} bonus.", "{player} cannot use {count} bonuses.", len(due), player=player
        )
    return say_many(
        "{player} cannot use the {count} move that is left.",
        "{player} cannot use the {count} moves that are left.",
        len(due),
        player=player,
    )


def _declined(position: Position) -> Message:
    due, player = _numbers_to_use(position), PlayerName(position.mover)
    if len(due) == 1:
        return say("{player} skips the bonus of {number}.", player=player, number=due[0])
    return say_many("{player} skips {count} bonus.", "{player} skips {count} bonuses.", len(due), player=player)


def _numbers_to_use(position: Position) -> tuple[int, ...]:
    # Return the bonuses or dice to be used next. A capture's bonus may come before dice (A3-07).
    if owed(position) > 0:
        return (BONUS,) * owed(position)
    return position.parts or position.bonuses
