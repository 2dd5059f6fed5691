"""The words of Kilkenny Cats: messages for squares, rolls, moves, lost turns and outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Final

from chowk.core.message import Listed, Message, PlayerName, say, say_in, say_many
from chowk.core.position import Outcome, Refusal, Seat, Spot
from chowk.games.api import Fact, Tally
from chowk.games.api.fallbacks import GIVEN_UP, given_up, placed
from chowk.games.kilkenny.rules import FORFEIT_SPOT, RIM, Move, Position, Roll, Step, ending
from chowk.games.kilkenny.rules.board import GRID, HOLES, MOUSE_OF, NAMES, SQUARE, Square
from chowk.games.kilkenny.rules.state import NEEDED, active, caught, done, hopeless, quiet_rounds

SEATS: Final = (say_in("side", "Red"), say_in("side", "Blue"), say_in("side", "Yellow"), say_in("side", "Green"))
"""The names of the four colours, in the order of the numbers in `Position.colours`."""
TOKENS: Final = ("red", "blue", "yellow", "green")
"""The names of the drawings of the cats in the four colours, in the order of `SEATS`."""
BOARD: Final = say("Kilkenny Cats board, 14 by 14 squares and two mice at each side")
"""The name of the board for screen readers."""

_REFUSALS: Final[Mapping[str, Callable[[Listed], Message]]] = {
    "ROLL_FIRST": lambda _: say("Roll the die first. It says how far a cat must go."),
    "NO_MOVE": lambda _: say("No cat of yours can go exactly that far, so this turn is lost."),
    "OFF_BOARD": lambda _: say("There is no square here. Cats stay on the squares of the board."),
    "NO_CAT": lambda _: say("There is no cat of yours. Choose one of the marked cats, then the square it shall go to."),
    "NOT_YOUR_CAT": lambda squares: say("The cat on {square} is not yours. Choose one of your own.", square=squares),
    "ON_OWN_MOUSE": lambda squares: say(
        "The cat on {square} sits on its mouse and never moves again. Choose another cat.", square=squares
    ),
    "CAT_STUCK": lambda _: say(
        "This cat cannot go exactly that far on any line: something is in its way, or the board ends. "
        "Choose another cat."
    ),
    "OWN_PIECE": lambda squares: say(
        "Your own cat is on {square}, and a square holds only one. Choose another.", square=squares
    ),
    "FOREIGN_MOUSE": lambda squares: say(
        "{square} is another colour's mouse, and only that colour's cats may land there.", square=squares
    ),
    "NOT_STRAIGHT": lambda _: say(
        "A cat runs in one straight line: along a row, a column or a diagonal. Choose one of the marked squares."
    ),
    "WRONG_DISTANCE": lambda _: say(
        "A cat goes exactly as many squares as the die shows, no more and no fewer. Choose one of the marked squares."
    ),
    "NOT_EXACT": lambda _: say("A mouse is reached by the exact number only, and the die does not show it."),
    "PATH_BLOCKED": lambda squares: say(
        "There is a cat in the way on {square}, and every square that a cat passes must be clear.", square=squares
    ),
    "ONE_CAT": lambda squares: say("You move one cat a turn, and this move ends on {square}.", square=squares),
}

_WON: Final[Mapping[str, Callable[[PlayerName], Message]]] = {
    "mice": lambda player: say("{player} wins: two cats are on their two mice.", player=player),
    "last": lambda player: say("{player} wins: nobody else has a cat that can move.", player=player),
    "counted": lambda player: say(
        "{player} wins: too many rounds brought neither a capture nor a mouse, and {player} is ahead by mice and cats.",
        player=player,
    ),
}
_SHARED: Final[Mapping[str, Message]] = {
    "quiet": say("A draw: too many rounds brought neither a capture nor a mouse."),
    "counted": say("A draw: too many rounds brought neither a capture nor a mouse, and the best are equal."),
    "stuck": say("A draw: no cat can move, whatever the die shows."),
    "agreed": say("A draw, agreed by all players."),
}


def spot(position: Position, spot: Spot) -> Message:
    """Describe a square: its name, its mouse, its cat, and whether the cat can move or be captured now."""
    if spot not in SQUARE:
        return _control(spot)
    square = SQUARE[spot]
    if square in MOUSE_OF:
        return _mouse(position, square)
    owner = _owners(position.cats).get(square)
    if owner is None:
        return _free(spot, bool(position.strays >> square & 1))
    can = (square, owner) in _able(position)
    return _cat(spot, owner, can and owner == position.mover, can and owner != position.mover)


# Cached, because every move describes all squares, and most squares are unchanged.
@lru_cache(maxsize=512)
def _free(square: Spot, stray: bool) -> Message:
    return say("{square}, cat of nobody", square=square) if stray else say("{square}, empty", square=square)


@lru_cache(maxsize=512)
def _cat(square: Spot, owner: Seat, moves: bool, is_caught: bool) -> Message:
    if moves:
        return say("{square}, cat of {player}, can move", square=square, player=PlayerName(owner))
    if is_caught:
        return say("{square}, cat of {player}, can be captured", square=square, player=PlayerName(owner))
    return say("{square}, cat of {player}", square=square, player=PlayerName(owner))


def tell(position: Position, move: Move, *, named: bool = False) -> tuple[Message, ...]:
    """Describe a move: a roll, a cat's run, or a lost turn.

    The first sentence on a run gives its length. If `named` is True, it gives the names of the squares instead, which
    the board does not show. Further sentences report a capture, a mouse reached, and players who are out after the run.
    """
    player = PlayerName(position.mover)
    if isinstance(move, Roll):
        return _rolled(position, move)
    if isinstance(move, Step):
        return (*_stepped(position, move, named=named), *_changed(position, position.play(move)))
    return (
        say_many(
            "No cat of {player} can go exactly {count} square: the turn is lost.",
            "No cat of {player} can go exactly {count} squares: the turn is lost.",
            position.die,
            player=player,
        ),
    )


named: Final = partial(tell, named=True)
"""The function that describes a move like `tell`, with the names of its squares."""


def facts(position: Position) -> tuple[tuple[Fact, ...], ...]:
    """Return two numbers for each player, by seat: mice caught, and cats left.

    If any player has too few cats to put one on each of the two mice (B3-16), a third number says for every player how
    many cats are missing.
    """
    short = [max(0, NEEDED - own.bit_count()) for own in position.cats]
    return tuple(
        (
            Fact(say("Mice caught"), caught(position, seat), TOKENS[position.colours[seat]]),
            Fact(say("Cats left"), own.bit_count()),
            *((Fact(say("Cats missing for a win by mice"), short[seat]),) if any(short) else ()),
        )
        for seat, own in enumerate(position.cats)
    )


def refusal(refusal: Refusal) -> Message:
    """Explain why a move is refused, and what to do instead."""
    return _REFUSALS[refusal.reason](Listed(refusal.cause))


def draw_offered(position: Position) -> Message:
    """Return the reason for asking players whether they agree to a draw: the number of rounds without progress.

    Progress is a capture, or a cat's arrival on its mouse.
    """
    return say_many(
        "{count} round has brought neither a capture nor a mouse.",
        "{count} rounds have brought neither a capture nor a mouse.",
        quiet_rounds(position),
    )


def outcome(outcome: Outcome) -> Message:
    """Return a sentence that names the winner, or says that players share the first place, and gives the reason."""
    if outcome.why in GIVEN_UP:
        return given_up(outcome)
    if outcome.winner is None:
        return _SHARED[outcome.why]
    # If the others agree to a draw while they play on for places, the player with both mice is still the winner.
    return _WON["mice" if outcome.why == "agreed" else outcome.why](PlayerName(outcome.winner))


verdict = outcome


def score(outcome: Outcome) -> tuple[Message, ...]:
    """Return each player's place and number of mice. The best placed player comes first."""
    return tuple(
        say_many(
            "{place}. {player}: {count} mouse",
            "{place}. {player}: {count} mice",
            outcome.scores[seat],
            place=outcome.places[seat],
            player=PlayerName(seat),
        )
        for seat in placed(outcome)
    )


def tally(position: Position) -> tuple[Tally, ...]:
    """Return the rows of the table of results: mice caught and cats left. Each row has one number for each seat."""
    return (
        Tally(say("Mice caught"), tuple(caught(position, seat) for seat in range(position.seats))),
        Tally(say("Cats left"), tuple(own.bit_count() for own in position.cats)),
    )


def _control(spot: Spot) -> Message:
    if spot == FORFEIT_SPOT:
        return say_in("the player does it", "Lose the turn")
    if spot == RIM:
        return say("The rim of the board, no square")
    return say("Roll {face}", face=int(spot.removeprefix("roll ")))


def _mouse(position: Position, square: Square) -> Message:
    name, side, owner = NAMES[square], MOUSE_OF[square], _owner(position, square)
    if side not in position.sides:
        return say("{square}, mouse of nobody, closed", square=name)
    player = PlayerName(position.sides.index(side))
    if owner is None:
        return say("{square}, mouse of {player}", square=name, player=player)
    if owner == player.seat:
        return say("{square}, mouse of {player}, caught", square=name, player=player)
    return say(
        "{square}, mouse of {player}, held by a cat of {other}", square=name, player=player, other=PlayerName(owner)
    )


def _owner(position: Position, square: Square) -> Seat | None:
    return _owners(position.cats).get(square)


@lru_cache(maxsize=8)
def _owners(cats: tuple[int, ...]) -> Mapping[Square, Seat]:
    """Return the seat of the owner of each cat, by square. `cats` are the masks of the squares, by seat."""
    return {square: seat for seat, own in enumerate(cats) for square in range(own.bit_length()) if own >> square & 1}


@lru_cache(maxsize=8)
def _able(position: Position) -> frozenset[tuple[Square, Seat]]:
    """Return the squares of the cats that can move or be captured now, with the seats of their owners."""
    able = set()
    for move in position.moves():
        if isinstance(move, Step):
            able.add((move.start, position.mover))
            owner = _owner(position, move.end)
            able |= {(move.end, owner)} if owner is not None else set()
    return frozenset(able)


def _rolled(position: Position, roll: Roll) -> tuple[Message, ...]:
    player = PlayerName(position.mover)
    if not position.opening:
        return (say("{player} rolls {face}.", player=player, face=roll.face),)
    next_position = position.play(roll)
    thrown = say("{player} rolls {face} to see who starts.", player=player, face=roll.face)
    if not next_position.opening:
        return thrown, say("{player} has the highest roll and starts.", player=PlayerName(next_position.mover))
    if 0 not in position.opening[position.mover + 1 :]:
        return thrown, say("The highest roll is shared: those who have it roll again.")
    return (thrown,)


def _stepped(position: Position, step: Step, *, named: bool) -> Iterator[Message]:
    player, owner, count = PlayerName(position.mover), _owner(position, step.end), position.die
    if named:
        yield say("{player}: {start} to {end}.", player=player, start=NAMES[step.start], end=NAMES[step.end])
    elif abs(step.end - step.start) in (count, GRID * count):
        yield say_many(
            "{player} moves a cat by {count} square.", "{player} moves a cat by {count} squares.", count, player=player
        )
    else:
        yield say_many(
            "{player} moves a cat diagonally by {count} square.",
            "{player} moves a cat diagonally by {count} squares.",
            count,
            player=player,
        )
    if owner is not None:
        yield say("{player} captures a cat of {other}.", player=player, other=PlayerName(owner))
    elif position.strays >> step.end & 1:
        yield say("{player} captures a cat of nobody.", player=player)
    if HOLES[position.side] >> step.end & 1:
        yield say("{player} reaches a mouse.", player=player)


def _changed(earlier: Position, later: Position) -> Iterator[Message]:
    # Yield what a move has ended for a player. The outcome's sentence describes the end of the game.
    if ending(later):
        return
    for seat in range(later.seats):
        if done(later, seat):
            if not done(earlier, seat):
                yield say(
                    "{player} has caught both mice and takes place {place}.",
                    player=PlayerName(seat),
                    place=later.placed[seat],
                )
        elif active(earlier, seat) and not active(later, seat):
            yield say("{player} is out: no cat is left that can move.", player=PlayerName(seat))
        elif hopeless(later, seat) and not hopeless(earlier, seat) and 1 not in later.placed:
            yield say(
                "{player} has one cat left and can no longer win by mice, only by being the last who can move.",
                player=PlayerName(seat),
            )
