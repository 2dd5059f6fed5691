"""Test the reasons for good moves: whether each message is true, by counts that are independent of the program's."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from chowk import games
from chowk.core.message import Message, PlayerName, english
from chowk.core.position import CHANCE
from chowk.games.checkers import notation as checkers_notation
from chowk.games.reversi import notation as reversi_notation

Check = Callable[[Any, tuple[Any, ...], Mapping[str, Any]], bool]
CORNERS = {0, 7, 56, 63}


def others(position: Any, moves: tuple[Any, ...]) -> list[Any]:
    return [move for move in position.moves() if move != moves[0]]


def only(position: Any, moves: tuple[Any, ...], _: Mapping[str, Any]) -> bool:
    return tuple(position.moves()) == moves[:1]


def wins(position: Any, moves: tuple[Any, ...], _: Mapping[str, Any]) -> bool:
    outcome = position.play(moves[0]).outcome()
    mover = getattr(position, "mover", position.turn)
    return outcome is not None and outcome.places[mover] == 1 and outcome.places.count(1) == 1


# Reversi ------------------------------------------------------------------------------------------------------------


def discs(position: Any, seat: int) -> set[int]:
    mask = position.white if seat else position.black
    return {square for square in range(64) if mask >> square & 1}


def options(position: Any, seat: int) -> set[int]:
    """Return the squares that a seat could play on if it had the turn."""
    return {move for move in position._replace(turn=seat).moves() if move != 64}


def turning(position: Any, move: int) -> int:
    own = position.turn
    return len(discs(position.play(move), own)) - len(discs(position, own)) - 1


def kept_out(position: Any, moves: tuple[Any, ...], args: Mapping[str, Any]) -> bool:
    square = "abcdefgh".index(args["square"][0]) + 8 * (int(args["square"][1]) - 1)
    rival = args["other"].seat
    return (
        square in CORNERS
        and square in options(position, rival)
        and square not in options(position.play(moves[0]), rival)
    )


def into_no_corner(position: Any, moves: tuple[Any, ...], args: Mapping[str, Any]) -> bool:
    rival = args["other"].seat
    giving = sum(bool(options(position.play(move), rival) & CORNERS) for move in others(position, moves))
    return giving == args["count"] and not options(position.play(moves[0]), rival) & CORNERS


def leaves_moves(position: Any, moves: tuple[Any, ...], args: Mapping[str, Any]) -> bool:
    rival = args["other"].seat
    left = {move: len(options(position.play(move), rival)) for move in position.moves()}
    rest = [left[move] for move in others(position, moves)]
    return bool(
        left[moves[0]] == args["count"] < sum(rest) / len(rest) and max(rest) == args["most"] > args["count"] > 0
    )


def turns_few(position: Any, moves: tuple[Any, ...], args: Mapping[str, Any]) -> bool:
    rest = [turning(position, move) for move in others(position, moves)]
    return bool(turning(position, moves[0]) == args["count"] < sum(rest) / len(rest) and max(rest) == args["most"])


def turns_most(position: Any, moves: tuple[Any, ...], args: Mapping[str, Any]) -> bool:
    return bool(
        turning(position, moves[0]) == args["count"] > max(turning(position, m) for m in others(position, moves))
    )


REVERSI: dict[str, Check] = {
    "It takes a corner, and a disc in a corner can never be turned.": lambda _, moves, __: moves[0] in CORNERS,
    "{other} has no move after it and must pass.": lambda position, moves, args: (
        not options(position.play(moves[0]), args["other"].seat) and position.play(moves[0]).outcome() is None
    ),
    "It keeps {other} out of the corner {square}.": kept_out,
    "It lets {other} into no corner; {count} other move would.": into_no_corner,
    "It leaves {other} {count} move; other moves leave up to {most}.": leaves_moves,
    "It turns {count} disc only; other moves turn up to {most}.": turns_few,
    "It turns {count} disc, more than any other move.": turns_most,
}

# Checkers -----------------------------------------------------------------------------------------------------------


def pieces(position: Any, seat: int) -> int:
    return int((position.white if seat else position.black).bit_count())


def after_captures(position: Any, seat: int) -> int:
    """Return the lead in pieces that a seat has after all captures that follow at once, if both sides play best."""
    lead = pieces(position, seat) - pieces(position, 1 - seat)
    whole = pieces(position, 0) + pieces(position, 1)
    # `quiet=0` allows captures even if the game is over by the rule of quiet moves.
    captures = [
        reached
        for reached in map(position.play, position._replace(quiet=0).moves())
        if pieces(reached, 0) + pieces(reached, 1) < whole
    ]
    if not captures:
        return lead
    return (max if position.turn == seat else min)(after_captures(reached, seat) for reached in captures)


def gained(position: Any, move: Any) -> int:
    seat = position.turn
    return after_captures(position.play(move), seat) - (pieces(position, seat) - pieces(position, 1 - seat))


def taking(position: Any, move: Any) -> int:
    return pieces(position, 1 - position.turn) - pieces(position.play(move), 1 - position.turn)


def kings(position: Any, seat: int) -> int:
    """Return the number of kings of a seat, counted in the position's text diagram."""
    return "".join(str(position).splitlines()[:-1]).count("BW"[seat])


def back_row(position: Any, seat: int) -> int:
    """Return the number of men of a seat on its back row, counted in the position's text diagram."""
    rows = [line for line in str(position).splitlines() if not line.endswith("to move")]
    return (rows[-1] if seat else rows[0]).count("w" if seat else "b")


def guards(position: Any, moves: tuple[Any, ...], args: Mapping[str, Any]) -> bool:
    count = back_row(position.play(moves[0]), position.turn)
    less = any(back_row(position.play(move), position.turn) < count for move in others(position, moves))
    men = str(position).count("b" if position.turn else "w")
    return count == args["count"] > 1 and less and men > 0


def loses_nothing(position: Any, moves: tuple[Any, ...], args: Mapping[str, Any]) -> bool:
    losing = sum(gained(position, move) < 0 for move in others(position, moves))
    return gained(position, moves[0]) == 0 and losing == args["count"] > 0


def captured_next(position: Any, move: Any) -> bool:
    after = position.play(move)
    return any(taking(after, reply) > 0 for reply in after.moves())


def loses_least(position: Any, moves: tuple[Any, ...], _: Mapping[str, Any]) -> bool:
    best = gained(position, moves[0])
    return best < 0 and all(gained(position, move) < best for move in others(position, moves))


def leaves_few(position: Any, moves: tuple[Any, ...], args: Mapping[str, Any]) -> bool:
    left, *rest = [len(position.play(move).moves()) for move in (*moves, *others(position, moves))]
    return bool(0 < left == args["count"] < sum(rest) / len(rest) and max(rest) == args["most"])


CHECKERS: dict[str, Check] = {
    "It leaves {other} {count} move; other moves leave up to {most}.": leaves_few,
    "Whoever can capture must, and this is the only way to do it.": lambda position, moves, args: (
        only(position, moves, args) and taking(position, moves[0]) > 0
    ),
    "It takes {count} piece, more than any other capture.": lambda position, moves, args: (
        taking(position, moves[0]) == args["count"] > max(taking(position, move) for move in others(position, moves))
    ),
    "It makes a king.": lambda position, moves, _: (
        kings(position.play(moves[0]), position.turn) > kings(position, position.turn)
    ),
    "When the captures that follow are done, {player} has won {count} piece.": lambda position, moves, args: (
        gained(position, moves[0]) == args["count"] > 0 and args["player"] == PlayerName(position.turn)
    ),
    "It loses nothing at once; {count} other move loses a piece.": lambda position, moves, args: (
        loses_nothing(position, moves, args) and not captured_next(position, moves[0])
    ),
    "When the captures that follow are done, nothing is lost; {count} other move loses a piece.": (
        lambda position, moves, args: loses_nothing(position, moves, args) and captured_next(position, moves[0])
    ),
    "Every move loses pieces now, and this one loses the fewest.": loses_least,
    "It keeps {count} men on the back row, where {other} wants to make kings.": guards,
    "It takes a square in the middle of the board.": lambda _, moves, __: moves[0][-1] in (14, 15, 18, 19),
}
# Kilkenny Cats ------------------------------------------------------------------------------------------------------


def numbers(position: Any, seat: int, good: Callable[[Any], bool]) -> int:
    """Return the number of die faces with which a seat would have a good move if it had the turn.

    `good` says whether a move is good.
    """
    total = 0
    for face in range(1, 7):
        steps = position._replace(turn=seat, mover=seat, die=face).moves()
        total += any(hasattr(step, "end") and good(step) for step in steps)
    return total


def cats_of(position: Any, seat: int) -> set[int]:
    return {square for square in range(256) if position.cats[seat] >> square & 1}


def safer(position: Any, moves: tuple[Any, ...], args: Mapping[str, Any]) -> bool:
    step, rival, after = moves[0], args["other"].seat, position.play(moves[0])
    before = numbers(position, rival, lambda step_of_cat: step_of_cat.end == step.start)
    now = numbers(after, rival, lambda step_of_cat: step_of_cat.end == step.end)
    return bool(before == args["before"] > args["now"] == now and rival == after.mover)


def loses_cats_least(position: Any, moves: tuple[Any, ...], args: Mapping[str, Any]) -> bool:
    seat, rival = position.mover, args["other"].seat
    ends = [position.play(move) for move in (moves[0], *others(position, moves))]
    own = [(end, cats_of(end, seat)) for end in ends if end.outcome() is None and end.mover == rival]
    count, *rest = [numbers(end, rival, lambda step_of_cat, cats=cats: step_of_cat.end in cats) for end, cats in own]  # type: ignore[misc]
    return bool(count == args["count"] <= min(rest) and count < args["most"] == max(rest) and rival != seat)


def mice_of(position: Any, seat: int) -> tuple[int, ...]:
    from chowk.games.kilkenny.rules.board import MICE

    return MICE[position.sides[seat]]


def hunting(position: Any, moves: tuple[Any, ...], args: Mapping[str, Any]) -> bool:
    seat, end, after = position.mover, moves[0].end, position.play(moves[0])
    prey = {
        step.end
        for face in range(1, 7)
        for step in after._replace(turn=seat, mover=seat, die=face).moves()
        if hasattr(step, "start") and step.start == end
        if any(step.end in cats_of(after, rival) for rival in range(after.seats) if rival != seat)
    }
    return bool(len(prey) == args["count"] > 0)


KILKENNY: dict[str, Check] = {
    "It brings a cat onto a mouse of its own.": lambda position, moves, _: (
        moves[0].end in mice_of(position, position.mover)
    ),
    "It captures a cat of {other}.": lambda position, moves, args: (
        moves[0].end in cats_of(position, args["other"].seat) and args["other"].seat != position.mover
    ),
    "{other} could capture this cat with {before} of 6 numbers where it stands; where it goes, with {now}.": safer,
    "After it {other} could capture one of these cats with {count} of 6 numbers; after other moves, with up to "
    "{most}.": loses_cats_least,
    "From there {count} of 6 numbers brings it onto a mouse.": lambda position, moves, args: (
        numbers(
            position.play(moves[0]),
            position.mover,
            lambda step_of_cat: (
                step_of_cat.start == moves[0].end and step_of_cat.end in mice_of(position, position.mover)
            ),
        )
        == args["count"]
        > 0
    ),
    "From there it could capture {count} cat with its next roll.": hunting,
}

# Parcheesi ----------------------------------------------------------------------------------------------------------


def sent_home(position: Any, after: Any, seat: int) -> bool:
    return bool(after.pawns[seat].count(-1) > position.pawns[seat].count(-1))


def rolls_that_hit(position: Any, seat: int, rival: int) -> int:
    """Return the number of rolls, out of 36, by which the rival can capture a pawn of the seat.

    Every way to use the dice of every roll is tried.
    """
    ready = position._replace(
        turn=CHANCE, mover=rival, dice=(), parts=(), bonuses=(), since=(-1,) * 4, bound=False, earned=False, doubles=0
    )
    return sum(odds for roll, odds in zip(ready.moves(), ready.odds(), strict=True) if caught(ready.play(roll), seat))


@cache
def caught(position: Any, seat: int) -> bool:
    if not position.parts:
        return False
    nexts = [position.play(move) for move in position.moves() if hasattr(move, "pawn")]
    return any(sent_home(position, after, seat) or caught(after, seat) for after in nexts)


def less_danger(position: Any, moves: tuple[Any, ...], args: Mapping[str, Any]) -> bool:
    seat, rival = position.mover, args["other"].seat
    before, now = rolls_that_hit(position, seat, rival), rolls_that_hit(position.play(moves[0]), seat, rival)
    return bool(before == args["before"] > args["now"] == now and args["all"] == 36 and rival != seat)


def leaves_least(position: Any, moves: tuple[Any, ...], args: Mapping[str, Any]) -> bool:
    seat, rival = position.mover, args["other"].seat
    rest = [position.play(move) for move in others(position, moves)]
    counts = [rolls_that_hit(reached, seat, rival) for reached in rest if reached.outcome() is None]
    now = rolls_that_hit(position.play(moves[0]), seat, rival)
    return bool(now == args["count"] <= min(counts) and now < args["most"] == max(counts) and args["all"] == 36)


def pairs(position: Any, seat: int) -> set[int]:
    own = position.pawns[seat]
    return {place for place in own if 0 <= place < 68 and own.count(place) == 2}


def keeps_pairs(position: Any, moves: tuple[Any, ...], args: Mapping[str, Any]) -> bool:
    seat = position.mover
    breaking = sum(not pairs(position, seat) <= pairs(position.play(move), seat) for move in others(position, moves))
    return breaking == args["count"] > 0 and pairs(position, seat) <= pairs(position.play(moves[0]), seat)


def start_of(position: Any, moves: tuple[Any, ...]) -> int:
    return int(position.pawns[position.mover][moves[0].pawn])


def steps_home(position: Any, place: int) -> int:
    """Return the number of steps that a pawn needs to get home, counted space by space along the shortest way."""
    steps, gate = 0, -17 * position.sides[position.mover] % 68
    while place != 75:
        place = 68 if place == gate else (place + 1) % 68 if place < 68 else place + 1
        steps += 1
    return steps


def out(position: Any) -> list[int]:
    return [steps_home(position, place) for place in position.pawns[position.mover] if 0 <= place < 75]


def stays_safe(position: Any, moves: tuple[Any, ...], args: Mapping[str, Any]) -> bool:
    own = position.pawns[position.mover]
    leaving = sum(own[move.pawn] in SAFE for move in others(position, moves) if hasattr(move, "pawn"))
    return start_of(position, moves) not in SAFE and leaving == args["count"] > 0


def hunts(position: Any, moves: tuple[Any, ...], args: Mapping[str, Any]) -> bool:
    seat, rival = args["player"].seat, args["other"].seat
    now = rolls_that_hit(position.play(moves[0]), rival, seat)
    return bool(seat == position.mover != rival and now == args["now"] > rolls_that_hit(position, rival, seat))


SAFE = {space for space in range(68) if space % 17 in (0, 5, 12)}
PARCHEESI: dict[str, Check] = {
    "It brings the last pawn home.": lambda position, moves, _: (
        position.play(moves[0]).pawns[position.mover] == (75,) * 4
    ),
    "It sends a pawn of {other} back to its nest and earns a bonus of {number}.": lambda position, moves, args: (
        sent_home(position, position.play(moves[0]), args["other"].seat) and args["number"] == 20
    ),
    "It sends a pawn of {other} back to its nest.": lambda position, moves, args: sent_home(
        position, position.play(moves[0]), args["other"].seat
    ),
    "It brings a pawn home and earns a bonus of {number}.": lambda _, moves, args: (
        moves[0].to == 75 and args["number"] == 10
    ),
    "It brings a pawn out of the nest.": lambda position, moves, _: start_of(position, moves) == -1,
    "It makes a blockade, which no pawn can pass.": lambda position, moves, _: (
        moves[0].to in pairs(position.play(moves[0]), position.mover)
    ),
    "It keeps every blockade; {count} other move would break one.": keeps_pairs,
    "In its home row nobody can reach the pawn.": lambda position, moves, _: (
        68 <= moves[0].to < 75 and start_of(position, moves) < 68
    ),
    "It gives up no safe space; {count} other move would.": stays_safe,
    "It brings on the pawn that has the longest way to go.": lambda position, moves, _: (
        steps_home(position, start_of(position, moves)) == max(out(position)) > min(out(position))
    ),
    "It brings the pawn that is nearest home still nearer.": lambda position, moves, _: (
        steps_home(position, start_of(position, moves)) == min(out(position)) < max(out(position))
    ),
    "With {now} of {all} rolls {player} could then capture a pawn of {other}.": hunts,
    "It goes from an open space to a safe one.": lambda position, moves, _: (
        moves[0].to in SAFE and 0 <= start_of(position, moves) < 68 and start_of(position, moves) not in SAFE
    ),
    "Now {other} could capture one of these pawns with {before} of {all} rolls; after this move, with {now}.": (
        less_danger
    ),
    "After it {other} could capture one of these pawns with {count} of {all} rolls; after other moves, with up "
    "to {most}.": leaves_least,
}

# Patchwork ----------------------------------------------------------------------------------------------------------


def turn_over(position: Any, moves: tuple[Any, ...]) -> Any:
    for move in moves:
        position = position.play(move)
    return position


def cells(quilt: int) -> set[tuple[int, int]]:
    return {divmod(cell, 9) for cell in range(81) if quilt >> cell & 1}


def sides(cell: tuple[int, int]) -> list[tuple[int, int]]:
    (row, column) = cell
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def quilts(position: Any, moves: tuple[Any, ...]) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    seat = position.turn
    before = cells(position.players[seat].quilt)
    return before, cells(turn_over(position, moves).players[seat].quilt) - before


def lies_close(position: Any, moves: tuple[Any, ...], args: Mapping[str, Any]) -> bool:
    before, new = quilts(position, moves)
    outer = [side for cell in new for side in sides(cell) if side not in new]
    edge = [side for side in outer if not (0 <= side[0] < 9 and 0 <= side[1] < 9)]
    near = len(edge) + sum(side in before for side in outer)
    return near == args["near"] and len(outer) == args["all"] and 5 * near >= 2 * len(outer)


def fills(position: Any, moves: tuple[Any, ...], args: Mapping[str, Any]) -> bool:
    before, new = quilts(position, moves)
    free = {divmod(cell, 9) for cell in range(81)} - before
    joined = all(side not in free or side in new for cell in new for side in sides(cell))
    return joined and len(new) == args["count"] and len(free) > len(new)


def none_shut_in(position: Any, moves: tuple[Any, ...], _: Mapping[str, Any]) -> bool:
    before, new = quilts(position, moves)
    free = {divmod(cell, 9) for cell in range(81)} - before - new
    return all(any(side in free for side in sides(cell)) for cell in free)


def pays_for_itself(position: Any, moves: tuple[Any, ...], args: Mapping[str, Any]) -> bool:
    """Return True if the numbers in the message (`args`) are right, and the patch that `moves[0]` buys earns its price.

    This function counts the payments of income space by space along the track.
    """
    from chowk.games.patchwork.rules.patches import PATCHES

    patch, space = PATCHES[moves[0].patch], position.own.space
    times = sum(place > space for place in (5, 11, 17, 23, 29, 35, 41, 47, 53))
    claimed = (args["count"], args["income"], args["price"])
    return claimed == (times, patch.income, patch.price) and times * patch.income >= patch.price


def wins_single(position: Any, moves: tuple[Any, ...], args: Mapping[str, Any]) -> bool:
    return bool(turn_over(position, moves).single == args["space"])


def quickest(position: Any, moves: tuple[Any, ...], args: Mapping[str, Any]) -> bool:
    from chowk.games.patchwork.rules.patches import PATCHES

    times = [PATCHES[move.patch].time for move in others(position, moves) if hasattr(move, "patch")]
    return bool(PATCHES[moves[0].patch].time == args["time"] < min(times))


def paid(position: Any, moves: tuple[Any, ...]) -> int:
    """Return how many buttons the player to move gains by the advance `moves[0]`, with any income paid on the way."""
    return int(position.play(moves[0]).players[position.turn].buttons - position.own.buttons)


def ahead(position: Any, moves: tuple[Any, ...]) -> int:
    return int(position.play(moves[0]).players[position.turn].space - position.own.space)


PATCHWORK: dict[str, Check] = {
    "It makes 7 by 7 and takes the bonus tile, worth {count} point.": lambda position, moves, args: (
        turn_over(position, moves).tile == position.turn != position.tile and args["count"] == 7
    ),
    "It wins the single patch of space {space}.": wins_single,
    "{player} moves again after it.": lambda position, moves, args: (
        args["player"] == PlayerName(position.turn)
        and turn_over(position, moves).turn == position.turn
        and not turn_over(position, moves).over
    ),
    "It pays for itself: its income of {income} is paid {count} time, and its price is {price}.": pays_for_itself,
    "It takes less time than any other patch that can be bought: {time}.": quickest,
    "On the way it gets {count} button of income.": lambda position, moves, args: (
        paid(position, moves) - ahead(position, moves) == args["count"] > 0
    ),
    "It earns {count} button.": lambda position, moves, args: ahead(position, moves) == args["count"],
    "It fills a gap of {count} cell exactly.": fills,
    "{near} of its {all} sides touch cloth or the edge.": lies_close,
    "It leaves no single cell shut in.": none_shut_in,
}

# All games ----------------------------------------------------------------------------------------------------------

CHECKS: dict[str, dict[str, Check]] = {
    "reversi": REVERSI,
    "checkers": CHECKERS,
    "kilkenny": KILKENNY,
    "parcheesi": PARCHEESI,
    "patchwork": PATCHWORK,
}
ALWAYS: dict[str, Check] = {"It is the only move.": only, "It wins the game at once.": wins}
PLAYED = {
    "reversi": (2, 25, 0.25),
    "checkers": (2, 40, 0.25),
    "kilkenny": (3, 5, 0.08),
    "parcheesi": (3, 2, 0.1),
    "patchwork": (2, 40, 0.25),
}
"""For each game: the number of players, the number of random games, and the share of turns that is checked."""
RARE = {
    "Every move loses pieces now, and this one loses the fewest.",
    "It sends a pawn of {other} back to its nest.",
    "It makes 7 by 7 and takes the bonus tile, worth {count} point.",
}
"""Reasons that random games rarely produce. The test does not require that they occur."""


def turns(name: str) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Yield positions of random games in which a player has a choice, each with random moves for a complete turn."""
    game = games.load(name)
    seats, count, share = PLAYED[name]
    for seed in range(count):
        dice, match = random.Random(seed), game.match(seed, seats)
        while match.outcome() is None and match.ply < 1500:
            position = match.position
            move = match.roll() if position.turn == CHANCE else dice.choice(position.moves())
            if position.turn != CHANCE and game.rules.forced(position) is None:
                after = position.play(move)
                goes_on = game.trial and after.outcome() is None and game.trial.picks.goes_on(after)
                if dice.random() < share or after.outcome() is not None:
                    yield position, (move, dice.choice(after.moves())) if goes_on else (move,)
            match.play(move)


@pytest.mark.parametrize("name", CHECKS)
def test_every_reason_that_is_given_is_so(name: str) -> None:
    checks, texts = {**ALWAYS, **CHECKS[name]}, set[str]()
    for position, moves in turns(name):
        reasons = games.load(name).why(position, moves)
        assert len(reasons) <= 3
        assert len(set(reasons)) == len(reasons)
        for reason in reasons:
            assert checks[reason.text](position, moves, arguments(reason)), f"{english(reason)}\n{position}\n{moves}"
        texts |= {reason.text for reason in reasons}
    missing = set(CHECKS[name]) - texts - RARE
    assert not missing, "these were never given, so nothing is known about them"


def arguments(message: Message) -> dict[str, Any]:
    return dict(message.args)


def test_the_weightiest_reason_comes_first() -> None:
    """Taking a corner is the first reason for a move, although the move turns few discs."""
    position = reversi_notation.read_position("-OX-----" + "-" * 16 + "---OX---" + "---XO---" + "-" * 24 + " X")
    first = games.load("reversi").why(position, (0,))[0]
    assert english(first) == "It takes a corner, and a disc in a corner can never be turned."


def test_a_shot_is_told_by_what_it_wins() -> None:
    """The reason for a sacrifice that wins two men for one states the gain of one piece."""
    position = checkers_notation.read_position("W:WK13,17,25,32:B10,18")
    sentences = [english(reason) for reason in games.load("checkers").why(position, ((17, 14),))]
    assert sentences[0] == "When the captures that follow are done, seat 1 has won 1 piece."


def test_a_sacrifice_is_not_said_to_lose_nothing_at_once() -> None:
    """It gives a man at once. What counts is what is left when the captures that follow are done."""

    def sentences(text: str, move: str) -> list[str]:
        position = checkers_notation.read_position(text)
        return [english(reason) for reason in games.load("checkers").why(position, (read_move(position, move),))]

    read_move = games.load("checkers").notation.read_move
    shot = sentences("W:W9,14,17,21,28,32:B2,5,7,10,16,20,K31", "32-27")
    assert shot[0] == "When the captures that follow are done, seat 1 has won 1 piece."
    assert not any("loses nothing" in sentence or "nothing is lost" in sentence for sentence in shot)
    even = sentences("W:W14,18,19,20,23,27:B2,4,7,12,13,K26", "14-10")
    assert even[0].startswith("When the captures that follow are done, nothing is lost; ")


def test_the_last_cell_of_a_square_takes_the_bonus_tile() -> None:
    square = sum(1 << 9 * row + column for row in range(7) for column in range(7))
    game = games.load("patchwork")
    start = game.match().position
    own = start.own._replace(space=26, quilt=square & ~1)
    position = start._replace(players=(own, start.other) if start.turn == 0 else (start.other, own), single=26)
    moves = (position.moves()[0],)
    first = games.load("patchwork").why(position, moves)[0]
    assert english(first) == "It makes 7 by 7 and takes the bonus tile, worth 7 points."
    assert PATCHWORK[first.text](position, moves, arguments(first))
