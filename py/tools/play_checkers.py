"""Games of Checkers' kernel against itself, from which its weights are learnt; see `learn_checkers`.

A game begins with a three-move opening and moves at random, mostly few, sometimes many; now and then there is one
later, too. Every position without a capture is kept with what looking `AHEAD` plies says and with how the game ended:
by the rules, by the table of endings, or because one side was ahead by so much for so long that it was clear. A game
follows from its number alone, so that parts can be made in any order.
"""

from __future__ import annotations

import random
import struct
from array import array
from typing import Final, NamedTuple

from chowk.core.kernel import Kernel
from chowk.games.checkers import rules
from chowk.games.checkers.engine import endgame, reader

AHEAD: Final = 6
"""So many plies are looked ahead for a label and for a move."""
WILD: Final = 0.05
"""How often a move in the midst of a game is made at random."""
CLEAR: Final = 500
LONG: Final = 8
"""A side that is ahead by so much for so many plies has won."""
PLIES: Final = 240
QUIET: Final = 40
"""A game is a draw after so many plies, or so many in a row without a capture or a man's move."""
LOST, DRAWN, WON = range(3)
RECORD: Final = struct.Struct("<QQQBhBI")
"""A position: black, white, kings, who is to move, its value to that side, the result for it, the game's number."""
PART: Final = 50
"""A part of the games has so many."""
FAR: Final = 32_000
ENDLESS: Final = 1 << 30


class Sample(NamedTuple):
    """A position, who moves, and what it was worth to that side."""

    position: rules.Position
    value: int


def opening(lot: random.Random) -> rules.Position:
    """A three-move opening and moves at random, with a move to make."""
    deck = [one for one in rules.BALLOTS if one.deck]
    while True:
        position = rules.START
        for move in lot.choice(deck).moves:
            position = position.play(move)
        for _ in range(lot.randint(0, 6) if lot.random() < 0.7 else lot.randint(7, 40)):
            if position.moves():
                position = position.play(lot.choice(position.moves()))
        if position.moves():
            return position


def game(machine: Kernel, number: int, seed: int) -> tuple[list[Sample], int]:
    """The labelled positions of a game, and its result for Black."""
    lot = random.Random(f"{seed}/{number}")
    position = opening(lot)
    machine.call("forget")
    found: list[Sample] = []
    clear = 0
    met: set[object] = set()
    for _ in range(PLIES):
        moves = position.moves()
        if not moves:
            return found, WON if position.turn else LOST
        if (position.black | position.white).bit_count() <= endgame.PIECES:
            code = told(machine, position, "ending_now")
            return found, DRAWN if not code else WON if code % 2 == position.turn else LOST
        if position.quiet >= QUIET or position.key in met:
            return found, DRAWN
        met.add(position.key)
        best, value = moves[0], 0
        if len(moves) > 1:
            best, value = looked(machine, position, moves)
            if not rules.jumpers(position):
                found.append(Sample(position, value))
            ahead = -value if position.turn else value
            clear = (clear + 1 if clear > 0 else 1) if ahead > CLEAR else (min(clear, 0) - 1 if ahead < -CLEAR else 0)
            if abs(clear) >= LONG:
                return found, WON if clear > 0 else LOST
        position = position.play(lot.choice(moves) if lot.random() < WILD else best)
    return found, DRAWN


def told(machine: Kernel, position: rules.Position, name: str, *given: int) -> int:
    """What a function of the kernel says of a position."""
    machine.write("POSITION", reader.laid(position))
    return int(machine.call(name, *given))


def looked(machine: Kernel, position: rules.Position, moves: tuple[rules.Move, ...]) -> tuple[rules.Move, int]:
    """The best move of a position and its value."""
    value = 0
    for depth in range(2, AHEAD + 1, 2):
        value = told(machine, position, "look_ahead", depth, -FAR, FAR, ENDLESS)
    at = int(machine.call("best_known"))
    if at < 0 or at >= int(machine.call("listed")):
        return moves[0], value
    boards = [machine.read(f"NEXT_{name}", at, 1)[0] for name in ("BLACK", "WHITE", "KINGS")]
    return next(move for move in moves if [*position.play(move)[:3]] == boards), value


def ready(machine: Kernel) -> None:
    """Lets a kernel with its weights and endings see nothing but the position that it is asked about."""
    for name, value in (("QUIET", 0), ("LIMIT", 1 << 20), ("KNOWN", 0), ("PIECES", endgame.PIECES), ("SIGHT", 16)):
        machine.write("STATE", array("i", [value]), int(machine.numbers[name]))


def part(machine: Kernel, number: int, seed: int) -> bytes:
    """The samples of a part of the games, one after another."""
    found = bytearray()
    for one in range(number * PART, (number + 1) * PART):
        samples, result = game(machine, one, seed)
        for position, value in samples:
            mine = WON - result if position.turn else result
            found += RECORD.pack(*position.key, max(-FAR, min(FAR, value)), mine, one)
    return bytes(found)
