"""Text for Checkers: every square, move, number, refusal and ending as a message."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from chowk.core.message import Listed, Message, Who, say, say_in, say_many
from chowk.core.position import Outcome, Refusal, Seat, Spot
from chowk.games.api import Fact, Tally
from chowk.games.api.fallbacks import GIVEN_UP, given_up
from chowk.games.checkers import rules
from chowk.games.checkers.rules import BIT, BLACK, NAMES, SQUARE, WHITE, Move, Position

SEATS: Final = (say_in("side", "Red"), say_in("side", "White"))
TOKENS: Final = ("red man", "white man")
BOARD: Final = say("Checkers board, 32 dark squares")

_MEN: Final = 12
_STILL, _FREE, _BOUND = "still", "free", "bound"
_COUNTED: Final = 20
"""The plies without a capture or a man's move from which the cards count towards the 40-move rule."""

# By side, by whether it is a king, and by what it may do now.
_PIECES: Final[Mapping[tuple[Seat, bool, str], Callable[[Spot], Message]]] = {
    (BLACK, False, _STILL): lambda at: say("{square}, red man", square=at),
    (BLACK, False, _FREE): lambda at: say("{square}, red man, can move", square=at),
    (BLACK, False, _BOUND): lambda at: say("{square}, red man, can capture", square=at),
    (BLACK, True, _STILL): lambda at: say("{square}, red king", square=at),
    (BLACK, True, _FREE): lambda at: say("{square}, red king, can move", square=at),
    (BLACK, True, _BOUND): lambda at: say("{square}, red king, can capture", square=at),
    (WHITE, False, _STILL): lambda at: say("{square}, white man", square=at),
    (WHITE, False, _FREE): lambda at: say("{square}, white man, can move", square=at),
    (WHITE, False, _BOUND): lambda at: say("{square}, white man, can capture", square=at),
    (WHITE, True, _STILL): lambda at: say("{square}, white king", square=at),
    (WHITE, True, _FREE): lambda at: say("{square}, white king, can move", square=at),
    (WHITE, True, _BOUND): lambda at: say("{square}, white king, can capture", square=at),
}

_REFUSALS: Final[Mapping[str, Callable[[int, Listed], Message]]] = {
    "NOT_DARK_SQUARE": lambda *_: say("The game is played on the dark squares only. Choose one of those."),
    "NO_PIECE": lambda _, at: say(
        "There is no piece on {square}. Choose a piece of yours first, then the square it shall go to.", square=at
    ),
    "NOT_YOUR_PIECE": lambda _, at: say(
        "The piece on {square} belongs to the other side. Choose one of your own.", square=at
    ),
    "MUST_CAPTURE": lambda count, at: (
        say("You can capture, so you must: jump with the piece on {squares}.", squares=at)
        if count == 1
        else say("You can capture, so you must: jump with a piece on one of these squares: {squares}.", squares=at)
    ),
    "PIECE_BLOCKED": lambda *_: say(
        "This piece cannot move: the squares it might go to are occupied. Choose another piece."
    ),
    "OCCUPIED": lambda _, at: say("There is a piece on {square} already. Choose an empty square.", square=at),
    "NOT_DIAGONAL": lambda *_: say(
        "Pieces move on the diagonals only. Choose a dark square that touches the piece's own at a corner."
    ),
    "TOO_FAR": lambda _, at: say(
        "{square} is too far: men and kings alike step one square at a time. Choose the next square that way.",
        square=at,
    ),
    "MEN_FORWARD_ONLY": lambda *_: say("A man moves forward only; kings may go back. Choose a square ahead of it."),
    "JUMP_BEYOND": lambda _, at: say("To jump this piece, choose the empty square behind it: {square}.", square=at),
    "BLOCKED_JUMP": lambda *_: say(
        "This piece cannot be jumped: there is no empty square right behind it. Choose another move."
    ),
    "MEN_JUMP_FORWARD": lambda *_: say("A man jumps forward only; kings may jump back. Choose a square ahead of it."),
    "WHICH_WAY": lambda count, at: (
        say("Jump one piece at a time: choose {squares} next.", squares=at)
        if count == 1
        else say("More than one way leads there. Choose the next square of the jump: {squares}.", squares=at)
    ),
    "OWN_PIECE_JUMP": lambda _, at: say(
        "The piece on {square} is your own, and own pieces are not jumped. Choose another move.", square=at
    ),
    "JUMPED_TWICE": lambda _, at: say(
        "The piece on {square} has been jumped in this move, and no piece is jumped twice. Jump another way.",
        square=at,
    ),
    "MUST_CONTINUE": lambda count, at: (
        say("The jump is not finished: go on to {squares}.", squares=at)
        if count == 1
        else say("The jump is not finished: go on to one of these squares: {squares}.", squares=at)
    ),
    "ALREADY_CROWNED": lambda _, at: say(
        "A man that becomes a king on {square} stops there. It may jump as a king from your next turn on.", square=at
    ),
    "ONE_MOVE": lambda _, at: say(
        "You have one move a turn, and it ends on {square}. Wait for the other side to move.", square=at
    ),
}

_WON: Final[Mapping[str, Callable[[Who, Who], Message]]] = {
    "no_pieces": lambda winner, loser: say("{player} wins: {other} has no piece left.", player=winner, other=loser),
    "blocked": lambda winner, loser: say("{player} wins: {other} cannot move.", player=winner, other=loser),
}
_DRAWN: Final[Mapping[str, Message]] = {
    "repetition": say("A draw: this position has occurred for the third time."),
    "forty_moves": say("A draw: in the last 40 moves of each side no piece was taken and no man moved."),
    "agreed": say("A draw, agreed by both players."),
}

_POINTS: Final[Mapping[Seat | None, tuple[str, str]]] = {BLACK: ("1", "0"), WHITE: ("0", "1"), None: ("½", "½")}


def spot(position: Position, spot: Spot) -> Message:
    """Return a square's number, its piece, and whether the piece can move or capture now."""
    if spot not in SQUARE:
        return say("Light square, not played on")
    bit = BIT[SQUARE[spot]]
    if not bit & (position.black | position.white):
        return say("{square}, empty", square=spot)
    side = BLACK if bit & position.black else WHITE
    return _PIECES[side, bool(bit & position.kings), _freedom(position, SQUARE[spot])](spot)


def tell(position: Position, move: Move) -> tuple[Message, ...]:
    """Describe a move and what it takes, and the crowning that may follow."""
    return (_told(position, move), *_crowned(position, move))


def facts(position: Position) -> tuple[tuple[Fact, ...], ...]:
    """Return pieces left, kings and captures by seat, and the moves that count towards a draw."""
    return (_facts(position, BLACK, position.black), _facts(position, WHITE, position.white))


def refusal(refusal: Refusal) -> Message:
    """Explain why a move is refused, and what to do instead."""
    return _REFUSALS[refusal.reason](len(refusal.cause), Listed(refusal.cause))


def outcome(outcome: Outcome) -> Message:
    """Return who won or that it is a draw, and why."""
    if outcome.why in GIVEN_UP:
        return given_up(outcome)
    if outcome.winner is None:
        return _DRAWN[outcome.why]
    return _WON[outcome.why](Who(outcome.winner), Who(1 - outcome.winner))


verdict = outcome


def score(outcome: Outcome) -> tuple[Message, ...]:
    """Return the points: one for the winner, half a point each for a draw."""
    told = enumerate(_POINTS[outcome.winner])
    return tuple(say("{player}: {points}", player=Who(seat), points=points) for seat, points in told)


def tally(position: Position) -> tuple[Tally, ...]:
    """Return the pieces that are left, the kings among them, and each side's captures."""
    sides = (position.black, position.white)
    left = (position.black.bit_count(), position.white.bit_count())
    return (
        Tally(say("Pieces on the board"), left),
        Tally(say("Kings"), tuple((own & position.kings).bit_count() for own in sides)),
        Tally(say("Captured"), (_MEN - left[1], _MEN - left[0])),
    )


def _freedom(position: Position, square: int) -> str:
    moves = position.moves()
    if not any(move[0] == square for move in moves):
        return _STILL
    return _BOUND if rules.jumped(moves[0]) else _FREE


def _told(position: Position, move: Move) -> Message:
    player, start, end = Who(position.turn), NAMES[move[0]], NAMES[move[-1]]
    over = rules.over(move)
    if not over:
        return say("{player}: {start} to {end}.", player=player, start=start, end=end)
    if len(over) == 1:
        taken = NAMES[over[0]]
        if position.kings & BIT[over[0]]:
            return say(
                "{player}: {start} jumps to {end} and takes the king on {square}.",
                player=player,
                start=start,
                end=end,
                square=taken,
            )
        return say(
            "{player}: {start} jumps to {end} and takes the man on {square}.",
            player=player,
            start=start,
            end=end,
            square=taken,
        )
    return say_many(
        "{player}: {start} jumps by {way} to {end} and takes {count} piece.",
        "{player}: {start} jumps by {way} to {end} and takes {count} pieces.",
        len(over),
        player=player,
        start=start,
        way=Listed(tuple(NAMES[square] for square in move[1:-1])),
        end=end,
    )


def _crowned(position: Position, move: Move) -> tuple[Message, ...]:
    if not rules.crowns(position, move):
        return ()
    return (say("The man on {square} becomes a king.", square=NAMES[move[-1]]),)


def _facts(position: Position, seat: Seat, pieces: int) -> tuple[Fact, ...]:
    others = position.black if seat else position.white
    counts = (
        Fact(say("Pieces on the board"), pieces.bit_count(), TOKENS[seat]),
        Fact(say("Kings"), (pieces & position.kings).bit_count()),
        Fact(say("Captured"), _MEN - others.bit_count(), TOKENS[1 - seat], pile=True),
    )
    if not position.house.forty or position.quiet < _COUNTED:
        return counts
    own = (position.quiet + (seat != position.turn)) // 2
    return (*counts, Fact(say("Moves without a capture or a man's move, of 40"), own))
