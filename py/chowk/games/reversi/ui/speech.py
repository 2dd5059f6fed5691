"""The words of Reversi: messages for squares, moves, refusals, scores and outcomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from chowk.core.message import Message, PlayerName, say, say_in, say_many
from chowk.core.position import Outcome, Refusal, Seat, Spot
from chowk.games.api import Fact, Tally
from chowk.games.api.fallbacks import GIVEN_UP, given_up
from chowk.games.reversi import rules
from chowk.games.reversi.rules import BLACK, NAMES, PASS, PASS_SPOT, SQUARE, WHITE, Position

SEATS: Final = (say_in("side", "Black"), say_in("side", "White"))
"""The names of the two sides, by seat."""
TOKENS: Final = ("black", "white")
"""The name of the drawing of a side's disc, by seat."""
BOARD: Final = say("Reversi board, 8 by 8 squares")
"""The name of the board for screen readers."""

_REFUSALS: Final[Mapping[str, Callable[[Spot], Message]]] = {
    "OCCUPIED": lambda spot: say("There is a disc on {square} already. Choose an empty square.", square=spot),
    "NO_FLIP": lambda spot: say(
        "A disc on {square} would turn nothing. Choose a square from which a row of the other colour lies "
        "between your new disc and one of yours.",
        square=spot,
    ),
    "FORCED_PASS": lambda _: say("No square outflanks a disc now, so this turn is passed."),
    "MUST_MOVE": lambda _: say("You may pass only when no square outflanks a disc. Choose one of the marked squares."),
}

_WON: Final[Mapping[str, Callable[[PlayerName, PlayerName, int, int], Message]]] = {
    "board_full": lambda winner, _, most, least: say(
        "{player} wins {most} to {least}: the board is full.", player=winner, most=most, least=least
    ),
    "no_moves": lambda winner, _, most, least: say(
        "{player} wins {most} to {least}: neither side can outflank a disc.", player=winner, most=most, least=least
    ),
    "wiped_out": lambda winner, loser, most, least: say(
        "{player} wins {most} to {least}: {other} has no disc left on the board.",
        player=winner,
        most=most,
        least=least,
        other=loser,
    ),
}

_ENDED: Final[Mapping[str, Callable[[PlayerName], Message]]] = {
    "board_full": lambda _: say("The board is full."),
    "no_moves": lambda _: say("Neither side can outflank a disc."),
    "wiped_out": lambda loser: say("{player} has no disc left on the board.", player=loser),
}

_DRAWN: Final[Mapping[str, Callable[[int], Message]]] = {
    "board_full": lambda count: say("A draw with {discs} discs each: the board is full.", discs=count),
    "no_moves": lambda count: say("A draw with {discs} discs each: neither side can outflank a disc.", discs=count),
    "agreed": lambda _: say("A draw, agreed by both players."),
}


def spot(position: Position, spot: Spot) -> Message:
    """Describe a square: its name and its disc, or the number of discs that the side to move can turn from it."""
    if spot == PASS_SPOT:
        return say_in("the player does it", "Pass")
    square = SQUARE[spot]
    if position.black >> square & 1:
        return say("{square}, black disc", square=spot)
    if position.white >> square & 1:
        return say("{square}, white disc", square=spot)
    own, other = position.own, position.other
    if not rules.legal(own, other) >> square & 1:
        return say("{square}, empty", square=spot)
    count = rules.flips(own, other, square).bit_count()
    return say_many(
        "{square}, empty, {player} can turn {count} disc",
        "{square}, empty, {player} can turn {count} discs",
        count,
        square=spot,
        player=PlayerName(position.turn),
    )


def tell(position: Position, move: int) -> tuple[Message, ...]:
    """Describe a move: the disc laid and the number of discs that it turns, or the pass.

    If the other side hands over a disc first (R16), begin with that.
    """
    player = PlayerName(position.turn)
    if move == PASS:
        return (say("{player} cannot outflank a disc and passes.", player=player),)
    laid = say_many(
        "{player}: {square}, turning {count} disc.",
        "{player}: {square}, turning {count} discs.",
        rules.flips(position.own, position.other, move).bit_count(),
        player=player,
        square=NAMES[move],
    )
    if position.hands[position.turn]:
        return (laid,)
    giver = PlayerName(1 - position.turn)
    return (say("{giver} hands over a disc, because {player} has none left.", giver=giver, player=player), laid)


def facts(position: Position) -> tuple[tuple[Fact, ...], ...]:
    """Return two numbers for each side, by seat: its discs on the board, and its discs in hand."""
    return (_facts(position, BLACK, position.black), _facts(position, WHITE, position.white))


def refusal(refusal: Refusal) -> Message:
    """Explain why a move is refused, and what to do instead."""
    return _REFUSALS[refusal.reason](refusal.cause[0] if refusal.cause else "")


def outcome(outcome: Outcome) -> Message:
    """Return a message with the winner and the scores, or with a draw, and the reason why the game ended."""
    return _result_sentence(outcome)


def _result_sentence(outcome: Outcome) -> Message:
    if outcome.why in GIVEN_UP:
        return given_up(outcome)
    scores = outcome.scores or (0, 0)
    if outcome.winner is None:
        return _DRAWN[outcome.why](scores[0])
    return _WON[outcome.why](PlayerName(outcome.winner), PlayerName(1 - outcome.winner), max(scores), min(scores))


def verdict(outcome: Outcome) -> Message | None:
    """Return a message on why a game ended, without the winner and the scores.

    For a draw, a resignation or a loss on time, it is the same message as that of the function `outcome`.
    """
    if outcome.winner is None or outcome.why in GIVEN_UP:
        return _result_sentence(outcome)
    return _ENDED[outcome.why](PlayerName(1 - outcome.winner))


def score(outcome: Outcome) -> tuple[Message, ...]:
    """Return each side's number of discs, and the tournament score if squares are empty at the end."""
    if not outcome.scores:
        return ()
    return (*(_count(seat, discs) for seat, discs in enumerate(outcome.scores)), *_tournament(outcome))


def tally(position: Position) -> tuple[Tally, ...]:
    """Return the only row of the table of results: the number of discs on the board, by seat."""
    discs = (position.black.bit_count(), position.white.bit_count())
    return (Tally(say("Discs on the board"), discs),)


def _facts(position: Position, seat: Seat, discs: int) -> tuple[Fact, ...]:
    return (
        Fact(say("Discs on the board"), discs.bit_count(), TOKENS[seat]),
        Fact(say("Discs in hand"), position.hands[seat]),
    )


def _count(seat: Seat, discs: int) -> Message:
    return say_many("{player}: {count} disc", "{player}: {count} discs", discs, player=PlayerName(seat))


def _tournament(outcome: Outcome) -> tuple[Message, ...]:
    empty = 64 - sum(outcome.scores)
    black, white = rules.tournament(outcome)
    if not empty:
        return ()
    if outcome.winner is None:
        return (
            say_many(
                "Tournament score: {black} to {white}, with {count} empty square shared",
                "Tournament score: {black} to {white}, with {count} empty squares shared",
                empty,
                black=black,
                white=white,
            ),
        )
    return (
        say_many(
            "Tournament score: {black} to {white}, with {count} empty square for the winner",
            "Tournament score: {black} to {white}, with {count} empty squares for the winner",
            empty,
            black=black,
            white=white,
        ),
    )
