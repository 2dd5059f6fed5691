"""Test the explanations of mistakes. The tests count independently whether each message is true."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from chowk import games
from chowk.core.message import english
from chowk.core.position import CHANCE
from chowk.games.checkers import notation as checkers_notation
from chowk.games.reversi import notation as reversi_notation
from tests.unit.features.hints.test_reasons import (
    CORNERS,
    arguments,
    cats_of,
    cells,
    discs,
    gained,
    kings,
    mice_of,
    numbers,
    options,
    pairs,
    pieces,
    rolls_that_hit,
    sent_home,
    sides,
)

Check = Callable[[Any, Any, Any, Mapping[str, Any]], bool]
"""A function that checks a message about a move: position, move, better move, arguments of the message."""
SQUARES = [f"{letter}{row}" for row in range(1, 9) for letter in "abcdefgh"]


def into_a_corner(position: Any, move: Any, best: Any, args: Mapping[str, Any]) -> bool:
    rival, square = args["other"].seat, SQUARES.index(args["square"])
    open_after = [options(position.play(move), rival) & CORNERS for move in (move, best)]
    return square in open_after[0] and square not in open_after[1]


def leaves_more(position: Any, move: Any, best: Any, args: Mapping[str, Any]) -> bool:
    left, least = (len(options(position.play(move), args["other"].seat)) for move in (move, best))
    return (left, least) == (args["count"], args["least"]) and left > least > 0 and SQUARES[best] == args["best"]


def rolled_into(count: Callable[[Any, int, int], int]) -> Check:
    """Return a check of a message that compares how many rolls endanger the player's pieces.

    The message gives the number of these rolls after the move and after the better move. The check counts them with
    `count`, whose arguments are a position, the player's seat and the opponent's seat.
    """

    def check(position: Any, move: Any, best: Any, args: Mapping[str, Any]) -> bool:
        seat, rival = position.mover, args["other"].seat
        now, least = (count(position.play(move), seat, rival) for move in (move, best))
        return (now, least) == (args["count"], args["least"]) and now > least

    return check


def taken(position: Any, seat: int, rival: int) -> int:
    """Return the number of die faces with which a rival can land on one of a seat's cats."""
    own = cats_of(position, seat)
    return numbers(position, rival, lambda step: step.end in own)


def single_won(position: Any, move: Any) -> int:
    """Return the space of the time track whose single patch a move wins, or 0 if it wins none.

    If the move buys a patch, the patch is placed first, because the token moves only after that.
    """
    after = position.play(move)
    return int((after.play(after.moves()[0]) if after.hand else after).single)


def left_over(position: Any, move: Any) -> int:
    """Return the number of cats that are on the board after a move."""
    after = position.play(move)
    return sum(len(cats_of(after, seat)) for seat in range(position.seats))


def sewn(position: Any, move: Any) -> set[tuple[int, int]]:
    """Return the cells (row, column) of the player's board that are still empty after a move has sewn on a patch."""
    covered = cells(position.play(move).players[position.turn].quilt)
    return {(row, column) for row in range(9) for column in range(9)} - covered


def lonely(empty: set[tuple[int, int]]) -> int:
    return sum(not empty & set(sides(cell)) for cell in empty)


def regions(empty: set[tuple[int, int]]) -> int:
    left, count = set(empty), 0
    while left:
        count += 1
        front = [left.pop()]
        while front:
            near = left & set(sides(front.pop()))
            left -= near
            front += near
    return count


FAULTS: dict[str, dict[str, Check]] = {
    "reversi": {
        "It lets {other} into the corner {square}.": into_a_corner,
        "It does not take the corner {square}.": lambda position, move, best, args: (
            best in CORNERS
            and move not in CORNERS
            and SQUARES[best] == args["square"]
            and best not in discs(position, 0)
        ),
        "It leaves {other} {count} move; {best} would leave only {least}.": leaves_more,
    },
    "checkers": {
        "When the captures that follow are done, {player} has lost {count} piece.": lambda position, move, best, args: (
            gained(position, move) == -args["count"] < min(0, gained(position, best))
            and args["player"].seat == position.turn
        ),
        "It misses a capture that pays.": lambda position, move, best, _: (
            gained(position, best) > max(0, gained(position, move))
        ),
        "It lets {other} make a king at once.": lambda position, move, best, args: (
            [
                any(
                    kings(reached, args["other"].seat) > kings(after, args["other"].seat)
                    for reached in map(after.play, after.moves())
                )
                for after in map(position.play, (move, best))
            ]
            == [True, False]
        ),
    },
    "kilkenny": {
        "It misses a mouse.": lambda position, move, best, _: (
            best.end in mice_of(position, position.mover) and move.end not in mice_of(position, position.mover)
        ),
        "It misses the capture of a cat.": lambda position, move, best, _: (
            left_over(position, move) > left_over(position, best)
        ),
        "After it {other} could capture one of these cats with {count} of 6 numbers; after the better move, "
        "with {least}.": rolled_into(taken),
    },
    "parcheesi": {
        "It misses a capture.": lambda position, move, best, _: (
            [
                any(
                    sent_home(position, position.play(move), seat)
                    for seat in range(position.seats)
                    if seat != position.mover
                )
                for move in (move, best)
            ]
            == [False, True]
        ),
        "After it {other} could capture one of these pawns with {count} of {all} rolls; after the better move, with "
        "{least}.": rolled_into(rolls_that_hit),
        "It breaks a blockade.": lambda position, move, best, _: (
            [
                bool(pairs(position, position.mover) - pairs(position.play(move), position.mover))
                for move in (move, best)
            ]
            == [True, False]
        ),
    },
    "patchwork": {
        "It leaves {count} single cell shut in.": lambda position, move, best, args: (
            lonely(sewn(position, move)) == args["count"] > lonely(sewn(position, best))
        ),
        "It breaks up the empty cells of the quilt.": lambda position, move, best, _: (
            regions(sewn(position, move)) > regions(sewn(position, best))
        ),
        "It misses the single patch of space {space}.": lambda position, move, best, args: (
            single_won(position, best) == args["space"] > 0 == single_won(position, move)
        ),
        "It misses the bonus tile.": lambda position, move, best, _: (
            position.play(best).tile == position.turn != position.play(move).tile
        ),
    },
}
RARE = {"It misses the bonus tile."}
"""Messages that random games rarely produce. The test does not require that they occur."""
PLAYED = {
    "reversi": (2, 12, 0.5),
    "checkers": (2, 40, 0.25),
    "kilkenny": (3, 6, 0.1),
    "parcheesi": (3, 2, 0.06),
    "patchwork": (2, 20, 0.3),
}
"""For each game: the number of players, the number of random games, and the share of choices that is checked."""


def choices(name: str) -> Iterator[tuple[Any, Any, Any]]:
    """Yield positions of random games in which a player has a choice, each with two legal moves.

    The second move counts as better.
    """
    game = games.load(name)
    seats, count, share = PLAYED[name]
    for seed in range(count):
        dice, match = random.Random(seed), game.match(seed, seats)
        while match.outcome() is None and match.ply < 1500:
            position = match.position
            if position.turn != CHANCE and len(position.moves()) > 1 and dice.random() < share:
                yield position, *dice.sample(list(position.moves()), 2)
            match.play(match.roll() if position.turn == CHANCE else dice.choice(position.moves()))


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_that_is_told_is_so(name: str) -> None:
    texts = set[str]()
    for position, move, best in choices(name):
        sentences = games.load(name).wrong(position, move, best)
        assert len(sentences) <= 2
        for fault in sentences:
            assert FAULTS[name][fault.text](position, move, best, arguments(fault)), (
                f"{english(fault)}\n{position}\n{move} {best}"
            )
        texts |= {fault.text for fault in sentences}
    assert texts >= set(FAULTS[name]) - RARE, "these were never told, so nothing is known about them"


def test_the_weightiest_fault_comes_first() -> None:
    """If a move loses a man and the better move does not, this loss is the first message about the move."""
    position = checkers_notation.read_position("B:W22,30:B14,1")
    assert pieces(position, 0) == 2
    game = games.load("checkers")
    move, best = (game.notation.read_move(position, move) for move in ("14-18", "1-5"))
    assert english(game.wrong(position, move, best)[0]) == (
        "When the captures that follow are done, seat 0 has lost 1 piece."
    )


def test_a_corner_that_was_left_is_told() -> None:
    position = reversi_notation.read_position("-OX-----" + "-" * 16 + "---OX---" + "---XO---" + "-" * 24 + " X")
    move = next(move for move in position.moves() if move)
    assert english(games.load("reversi").wrong(position, move, 0)[0]) == "It does not take the corner a1."
