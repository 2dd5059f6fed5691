"""Games of Checkers' kernel against itself, from which its weights are learnt; see `learn_checkers`.

A game begins with a three-move opening and moves at random, mostly few, sometimes many; now and then there is one
later, too. Every position in which nobody can capture is kept with what looking some plies ahead says and with how the
game ended: by the rules, by the tables of endings, which also end a line that is looked at, or because one side was
ahead by so much for so long that it was clear. A game follows from its number alone, so that parts can be made in any
order. It is played by `player_checkers`.
"""

from __future__ import annotations

import random
import struct
from array import array
from typing import Final

from chowk.engine.kernel.runtime import Kernel
from chowk.games.checkers import rules
from chowk.games.checkers.engine import endgame, reader
from training.checkers import player_checkers as player

RECORD: Final = struct.Struct("<QQQBhBI")
"""A position: black, white, kings, who is to move, its value to that side, the result for it, the game's number."""
PART: Final = 50
"""A part of the games has so many."""


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


def game(machine: Kernel, number: int, seed: int, ahead: int) -> bytes:
    """The samples of a game, one after another; so many plies are looked ahead for a label and for a move."""
    lot = random.Random(f"{seed}/{number}")
    machine.write("POSITION", reader.laid(opening(lot)))
    machine.write("LOT", array("Q", [lot.getrandbits(63) | 1]))
    kept = int(machine.call("game", ahead))
    met, worth = machine.read("MET", 0, 4 * kept), machine.read("WORTH", 0, kept)
    result = int(machine.read("LAST")[0])
    found = bytearray()
    for one, value in enumerate(worth):
        black, white, kings, side = met[4 * one : 4 * one + 4]
        mine = player.WON - result if side else result
        found += RECORD.pack(black, white, kings, side, value, mine, number)
    return bytes(found)


def told(machine: Kernel, position: rules.Position, name: str, *given: int) -> int:
    """What a function of the kernel says of a position."""
    machine.write("POSITION", reader.laid(position))
    return int(machine.call(name, *given))


def ready(machine: Kernel) -> None:
    """Lets a kernel with its weights and endings see nothing but the position that it is asked about."""
    fives = machine.read("STATE", int(machine.numbers["STORED_FIVES"]), 1)[0]
    known = reader.FIVE if fives else endgame.PIECES
    for name, value in (("QUIET", 0), ("LIMIT", reader.NEVER), ("KNOWN", 0), ("PIECES", known), ("SIGHT", 16)):
        machine.write("STATE", array("i", [value]), int(machine.numbers[name]))


def part(machine: Kernel, number: int, seed: int, ahead: int) -> bytes:
    """The samples of a part of the games, one after another."""
    return b"".join(game(machine, one, seed, ahead) for one in range(number * PART, (number + 1) * PART))
