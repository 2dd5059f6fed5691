"""The words of checkers: messages for squares, moves, refusals, counts and outcomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Final

from chowk.core.message import Listed, Message, PlayerName, say, say_in, say_many
from chowk.core.position import Outcome, Refusal, Seat, Spot
from chowk.games.api import Fact, Tally
from chowk.games.api.fallbacks import GIVEN_UP, given_up
from chowk.games.checkers import rules
from chowk.games.checkers.rules import BIT, BLACK, NAMES, SQUARE, WHITE, Move, Position

SEATS: Final = (say_in("side", "Red"), say_in("side", "White"))
"""The names of the two sides, by seat."""
TOKENS: Final = ("red man", "white man")
"""The names of the drawings of each side's man, by seat."""
BOARD: Final = say("Checkers board, 32 dark squares")
"""The name of the board for screen readers."""

_MEN: Final = 12
_STILL, _FREE, _BOUND = "still", "free", "bound"
_COUNTED: Final = 20
"""Minimum number of plies without a capture or a man's move for the page to show the count for the 40-move rule."""

# Descriptions of a piece's square by side, by whether the piece is a king, and by what the piece may do now.
_PIECES: Final[Mapping[tuple[Seat, bool, str], Callable[[Spot], Message]]] = {
    (BLACK, False, _STILL): lambda spot: say("{square}, red man", square=spot),
    (BLACK, False, _FREE): lambda spot: say("{square}, red man, can move", square=spot),
    (BLACK, False, _BOUND): lambda spot: say("{square}, red man, can capture", square=spot),
    (BLACK, True, _STILL): lambda spot: say("{square}, red king", square=spot),
    (BLACK, True, _FREE): lambda spot: say("{square}, red king, can move", square=spot),
    (BLACK, True, _BOUND): lambda spot: say("{square}, red king, can capture", square=spot),
    (WHITE, False, _STILL): lambda spot: say("{square}, white man", square=spot),
    (WHITE, False, _FREE): lambda spot: say("{square}, white man, can move", square=spot),
    (WHITE, False, _BOUND): lambda spot: say("{square}, white man, can capture", square=spot),
    (WHITE, True, _STILL): lambda spot: say("{square}, white king", square=spot),
    (WHITE, True, _FREE): lambda spot: say("{square}, white king, can move", square=spot),
    (WHITE, True, _BOUND): lambda spot: say("{square}, white king, can capture", square=spot),
}

_REFUSALS: Final[Mapping[str, Callable[[int, Listed], Message]]] = {
    "NOT_DARK_SQUARE": lambda *_: say("The game is played on the dark squares only. Choose one of those."),
    "NO_PIECE": lambda _, squares: say(
        "There is no piece on {square}. Choose a piece of yours first, then the square it shall go to.", square=squares
    ),
    "NOT_YOUR_PIECE": lambda _, squares: say(
        "The piece on {square} belongs to the other side. Choose one of your own.", square=squares
    ),
    "MUST_CAPTURE": lambda count, squares: (
        say("You can capture, so you must: jump with the piece on {squares}.", squares=squares)
        if count == 1
        else say("You can capture, so you must: jump with a piece on one of these squares: {squares}.", squares=squares)
    ),
    "PIECE_BLOCKED": lambda *_: say(
        "This piece cannot move: the squares it might go to are occupied. Choose another piece."
    ),
    "OCCUPIED": lambda _, squares: say("There is a piece on {square} already. Choose an empty square.", square=squares),
    "NOT_DIAGONAL": lambda *_: say(
        "Pieces move on the diagonals only. Choose a dark square that touches the piece's own at a corner."
    ),
    "TOO_FAR": lambda _, squares: say(
        "{square} is too far: men and kings alike step one square at a time. Choose the next square that way.",
        square=squares,
    ),
    "MEN_FORWARD_ONLY": lambda *_: say("A man moves forward only; kings may go back. Choose a square ahead of it."),
    "JUMP_BEYOND": lambda _, squares: say(
        "To jump this piece, choose the empty square behind it: {square}.", square=squares
    ),
    "BLOCKED_JUMP": lambda *_: say(
        "This piece cannot be jumped: there is no empty square right behind it. Choose another move."
    ),
    "MEN_JUMP_FORWARD": lambda *_: say("A man jumps forward only; kings may jump back. Choose a square ahead of it."),
    "WHICH_WAY": lambda count, squares: (
        say("Jump one piece at a time: choose {squares} next.", squares=squares)
        if count == 1
        else say("More than one way leads there. Choose the next square of the jump: {squares}.", squares=squares)
    ),
    "OWN_PIECE_JUMP": lambda _, squares: say(
        "The piece on {square} is your own, and own pieces are not jumped. Choose another move.", square=squares
    ),
    "JUMPED_TWICE": lambda _, squares: say(
        "The piece on {square} has been jumped in this move, and no piece is jumped twice. Jump another way.",
        square=squares,
    ),
    "MUST_CONTINUE": lambda count, squares: (
        say("The jump is not finished: go on to {squares}.", squares=squares)
        if count == 1
        else say("The jump is not finished: go on to one of these squares: {squares}.", squares=squares)
    ),
    "ALREADY_CROWNED": lambda _, squares: say(
        "A man that becomes a king on {square} stops there. It may jump as a king from your next turn on.",
        square=squares,
    ),
    "ONE_MOVE": lambda _, squares: say(
        "You have one move a turn, and it ends on {square}. Wait for the other side to move.", square=squares
    ),
}

_WON: Final[Mapping[str, Callable[[PlayerName, PlayerName], Message]]] = {
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
    """Describe a square: its number, its piece, and whether the piece can move or capture now."""
    if spot not in SQUARE:
        return say("Light square, not played on")
    bit = BIT[SQUARE[spot]]
    if not bit & (position.black | position.white):
        return say("{square}, empty", square=spot)
    side = BLACK if bit & position.black else WHITE
    return _PIECES[side, bool(bit & position.kings), _freedom(position, SQUARE[spot])](spot)


def tell(position: Position, move: Move, *, named: bool = False) -> tuple[Message, ...]:
    """Describe a move: which piece moves where, or what it captures. A second sentence follows if a man is crowned.

    If `named` is True, the sentences name the squares. Usually they do not, because the board does not show the names.
    """
    sentence = (_named if named else _moved)(position, move)
    return (sentence, say("The man becomes a king.")) if rules.crowns(position, move) else (sentence,)


named: Final = partial(tell, named=True)
"""The function that describes a move like `tell`, with the names of its squares."""


def facts(position: Position) -> tuple[tuple[Fact, ...], ...]:
    """Return three numbers for each side, by seat: its pieces left, its kings, and the pieces that it has captured.

    After `_COUNTED` plies without a capture or a man's move, a fourth number for each side is the number of its moves
    that count towards the 40-move rule.
    """
    return (_facts(position, BLACK, position.black), _facts(position, WHITE, position.white))


def refusal(refusal: Refusal) -> Message:
    """Explain why a move is refused, and what to do instead."""
    return _REFUSALS[refusal.reason](len(refusal.cause), Listed(refusal.cause))


def outcome(outcome: Outcome) -> Message:
    """Return a sentence that names the winner, or says that the game is a draw, and gives the reason."""
    if outcome.why in GIVEN_UP:
        return given_up(outcome)
    if outcome.winner is None:
        return _DRAWN[outcome.why]
    return _WON[outcome.why](PlayerName(outcome.winner), PlayerName(1 - outcome.winner))


verdict = outcome


def score(outcome: Outcome) -> tuple[Message, ...]:
    """Return the points of both sides: one for the winner, half a point each for a draw."""
    points_by_seat = enumerate(_POINTS[outcome.winner])
    return tuple(say("{player}: {points}", player=PlayerName(seat), points=points) for seat, points in points_by_seat)


def tally(position: Position) -> tuple[Tally, ...]:
    """Return the rows of the table of results: pieces left, kings and captures.

    Each row has one number for each seat.
    """
    sides = (position.black, position.white)
    counts = (position.black.bit_count(), position.white.bit_count())
    return (
        Tally(say("Pieces on the board"), counts),
        Tally(say("Kings"), tuple((own & position.kings).bit_count() for own in sides)),
        Tally(say("Captured"), (_MEN - counts[1], _MEN - counts[0])),
    )


def _freedom(position: Position, square: int) -> str:
    """Return `_BOUND` if the piece on a square can capture now, `_FREE` if it can move, otherwise `_STILL`."""
    bound, starts = _starts(position)
    if square not in starts:
        return _STILL
    return _BOUND if bound else _FREE


@lru_cache(maxsize=4)
def _starts(position: Position) -> tuple[bool, frozenset[int]]:
    """Return two facts: whether a piece must capture now, and the squares of the pieces that can move."""
    moves = position.moves()
    return bool(moves) and bool(rules.jumped(moves[0])), frozenset([move[0] for move in moves])


def _moved(position: Position, move: Move) -> Message:
    player, over, (start, *_, end) = PlayerName(position.turn), rules.over(move), move
    if len(over) > 1:
        return say_many("{player} takes {count} piece.", "{player} takes {count} pieces.", len(over), player=player)
    if over:
        king = position.kings & BIT[over[0]]
        return say("{player} takes a king.", player=player) if king else say("{player} takes a man.", player=player)
    if position.kings & BIT[start]:
        if (end < start) == (position.turn == WHITE):
            return say("{player} moves a king forward.", player=player)
        return say("{player} moves a king back.", player=player)
    if end in rules.MIDDLE:
        return say("{player} moves a man to the middle.", player=player)
    if end % 8 in (4, 5):
        return say("{player} moves a man to the edge.", player=player)
    return say("{player} moves a man.", player=player)


def _named(position: Position, move: Move) -> Message:
    player, start, target = PlayerName(position.turn), NAMES[move[0]], NAMES[move[-1]]
    over = rules.over(move)
    if not over:
        return say("{player}: {start} to {end}.", player=player, start=start, end=target)
    if len(over) == 1:
        square = NAMES[over[0]]
        if position.kings & BIT[over[0]]:
            return say(
                "{player}: {start} jumps to {end} and takes the king on {square}.",
                player=player,
                start=start,
                end=target,
                square=square,
            )
        return say(
            "{player}: {start} jumps to {end} and takes the man on {square}.",
            player=player,
            start=start,
            end=target,
            square=square,
        )
    return say_many(
        "{player}: {start} jumps by {way} to {end} and takes {count} piece: {squares}.",
        "{player}: {start} jumps by {way} to {end} and takes {count} pieces: {squares}.",
        len(over),
        player=player,
        start=start,
        way=Listed(tuple(NAMES[square] for square in move[1:-1])),
        end=target,
        squares=Listed(tuple(NAMES[square] for square in over)),
    )


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
