"""Artificial collections of games for tests. The games consist of random legal moves, determined by a seed."""

from __future__ import annotations

import struct
from random import Random
from typing import Any, Final

from chowk.core.match import Match
from chowk.games import load
from chowk.games.reversi import wthor
from chowk.games.reversi.rules import PASS, START

YEAR: Final = 2024
PLAYERS: Final = 700
EVENTS: Final = 40


def reversi_moves(random: Random) -> tuple[bytes, int]:
    """Play a random game. Return the squares of its moves, without passes, and the final number of Black's discs."""
    position, squares = START, bytearray()
    while moves := position.moves():
        move = random.choice(moves)
        position = position.play(move)
        if move != PASS:
            squares.append(move)
    return bytes(squares), position.black.bit_count()


def wthor_files(count: int, seed: int, *, illegal: int = -1) -> dict[str, bytes]:
    """Return the contents of the files of `count` random games in the format WTHOR, by the extension of the file name.

    The game with the number `illegal` has an illegal move.
    """
    random = Random(seed)
    records = []
    for number in range(count):
        squares, black = reversi_moves(random)
        if number == illegal:
            squares = squares[:20] + squares[:1] + squares[21:]
        moves = bytes(10 * (square // 8) + square % 8 + 11 for square in squares).ljust(60, b"\0")
        people, event = (random.randrange(PLAYERS), random.randrange(PLAYERS)), random.randrange(EVENTS)
        records.append(struct.pack("<HHHBB60s", event, *people, black, black, moves))
    head = struct.pack("<4BIHHBBBx", 20, 24, 11, 28, count, 0, YEAR, 8, 0, 0)
    names = [f"Player {number}".encode() for number in range(PLAYERS)]
    events = [f"Event {number}".encode() for number in range(EVENTS)]
    return {
        ".wtb": head + b"".join(records),
        ".jou": head + b"".join(name.ljust(wthor.PLAYER, b"\0") for name in names),
        ".trn": head + b"".join(name.ljust(wthor.TOURNAMENT, b"\0") for name in events),
    }


def checkers_file(count: int, seed: int) -> str:
    """Return random games of American Checkers as PDN, at most 80 moves each."""
    game, random, parts = load("checkers"), Random(seed), []
    for number in range(count):
        match: Match[Any, Any] = game.match()
        while match.outcome() is None and match.ply < 80:
            match.follow(random.choice(match.position.moves()))
        about = {"Event": f"Event {number % EVENTS}", "Date": f"{1900 + number % 120}.05.03"}
        about |= {side: f"Player {random.randrange(PLAYERS)}" for side in ("Black", "White")}
        parts.append(game.notation.write_game(match, "pdn", about))
    return "\n".join(parts)
