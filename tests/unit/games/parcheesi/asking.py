"""Call Parcheesi's kernel, for tests that compare it with the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from chowk.engine import network_weights as weights
from chowk.engine.kernel.runtime import Kernel
from chowk.engine.search_budget import Clock
from chowk.games.parcheesi.engine.reader import SUMS, move_from, write
from chowk.games.parcheesi.rules import END, Move, Position, Roll, Step
from chowk.games.parcheesi.rules.board import NEST
from chowk.games.parcheesi.rules.roll import Dice

_BY = {dice: by for by, dice in SUMS.items()}


def read(kernel: Kernel, before: Position, dice: Dice) -> Position:
    """Return the position in the kernel, as a position of the rules.

    `dice` is the roll that is being played. Parts that a move cannot change come from `before`.
    """
    numbers = kernel.read("POSITION").tolist()
    seats, mover, rolling, high, low, _, highs, lows, twenties, tens, bound, earned, doubles, home = numbers[:14]
    pawns = kernel.read("PAWNS").tolist()
    stood = kernel.read("STOOD").tolist()
    placed = before.placed + tuple(seat for seat in range(seats) if home >> seat & 1 and seat not in before.placed)
    over = len(placed) >= (seats - 1 if before.house.places else 1)
    left = {high: highs + (lows if high == low else 0), low: lows + (highs if high == low else 0)}
    unused = tuple(number for index, number in enumerate(dice) if dice[index:].count(number) <= left[number])
    ages = tuple(
        tuple((stood[slot], stood[slot + 1]) for slot in (4 * seat, 4 * seat + 2) if stood[slot] != NEST)
        for seat in range(seats)
    )
    return before._replace(
        turn=mover if rolling or over else -1,
        mover=mover,
        pawns=tuple(
            (pawns[first_pawn], pawns[first_pawn + 1], pawns[first_pawn + 2], pawns[first_pawn + 3])
            for first_pawn in range(0, 4 * seats, 4)
        ),
        dice=dice if rolling else (),
        parts=unused if rolling else (),
        bonuses=(20,) * twenties + (10,) * tens,
        since=tuple(kernel.read("SINCE").tolist()),
        bound=bool(bound),
        earned=bool(earned),
        doubles=doubles,
        stood=ages if before.house.stand else before.stood,
        placed=placed,
    )


def moves(kernel: Kernel, position: Position) -> dict[Move, bool]:
    """Return the legal moves that the kernel finds.

    The value is True if a move is legal only because it leads to a win.
    """
    write(kernel, position)
    count = kernel.call("moves")
    cells = kernel.read("MOVES", 0, 4 * count).tolist()
    return {move_from(cells[offset : offset + 4]): bool(cells[offset + 3]) for offset in range(0, 4 * count, 4)}


def play(kernel: Kernel, position: Position, move: Move, bound: bool = False) -> Position:
    """Let the kernel play a move, which may be a roll (`Roll`). Return the position after it.

    `bound` says that the move is legal only because it leads to a win.
    """
    write(kernel, position)
    dice = position.dice
    if isinstance(move, Roll):
        kernel.call("roll", *move)
        high, low = move
        fourteen = high == low and NEST not in position.pawns[position.mover]
        dice = (high, high, 7 - high, 7 - high) if fourteen else (high, low)
    elif isinstance(move, Step):
        kernel.call("play", move.pawn, move.to, _BY.get(move.spent, move.spent[0]), bound)
    else:
        kernel.call("play", -1, -1, 0 if move == END else -1, 0)
    return read(kernel, position, dice)


class Rated(NamedTuple):
    """A searched result of a roll: the first move that leads to it, and the winning chance of the player who rolled."""

    move: Move
    chance: float


def look_ahead(kernel: Kernel, data: bytes, position: Position, width: int, clock: Clock) -> Iterator[list[Rated]]:
    """Yield lists of the best results of the rest of a roll.

    The first list has the `width` best results, valued without a search. The later lists have these results valued by
    an average over every next roll: one of them, then two, and so on. No more lists follow if all results begin with
    the same move, or when the clock runs out. `data` is the content of the file of weights.
    """
    weights.lay_out(kernel, data, position.seats)
    write(kernel, position)
    kernel.call("results", 0)
    kept_count = kernel.call("keep_best", width)
    places = kernel.read("MOVES", 0, kept_count).tolist()
    thoughts = []
    for index in places:
        kernel.call("result", index)
        thoughts.append(Rated(move_from(kernel.read("FIRST_MOVE").tolist()), kernel.read("WORTHS", index, 1)[0]))
    yield thoughts
    if len({thought.move for thought in thoughts}) < 2:
        return
    double = position.dice[0] == position.dice[1]
    next_up = kernel.call("next_after", double)
    averages: list[Rated] = []
    for index, thought in enumerate(thoughts):
        if clock.over:
            return
        kernel.call("average", index, next_up)
        averages.append(Rated(thought.move, kernel.read("LOOKED", position.mover, 1)[0]))
        yield averages
