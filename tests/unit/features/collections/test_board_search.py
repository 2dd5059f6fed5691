"""Test the search on the board: its answers equal a plain count over the positions of random games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from chowk import games
from chowk.features.collections import generic, sought
from chowk.features.collections.archive import Archive, GameRow
from chowk.features.collections.seeker import GameTest
from chowk.features.collections.sought import Sought
from chowk.games.api.search import GameSearch

SEARCHED = [name for name in games.ready() if games.load(name).search is not None]
COUNT = 30


def search_of(name: str) -> GameSearch:
    search = games.load(name).search
    assert search is not None
    return search()


@cache
def made(name: str, seed: int = 4, count: int = COUNT) -> tuple[Archive, Sequence[Sequence[dict[str, str]]]]:
    """Return a collection of random games, and what is on the spots in each of their positions.

    Every third game begins in the midst of another one.
    """
    random, archive, game, played = Random(seed), Archive("random"), games.load(name), []
    for number in range(count):
        match = game.match(seed=number)
        for _ in range(random.choice((0, 0, 13))):
            match.follow(random.choice(match.position.moves()))
        start, moves, positions = match.position, [], [match.position]
        for _ in range(random.choice((20, 40, 200))):
            if match.outcome() is not None:
                break
            move = random.choice(match.position.moves())
            moves.append(move)
            match.follow(move)
            positions.append(match.position)
        text = game.notation.write_position(start)
        setup = "" if text == generic.usual(name, moves) else text
        codes = generic.coder_of(name).encode(start, moves)
        archive.add(GameRow(name, (), "", "", "", 3, "", setup, len(moves), codes))
        played.append([on_board(name, position) for position in positions])
    return archive, played


def on_board(name: str, position: Any) -> dict[str, str]:
    """Return the piece on each spot, as the position editor has it: the slow way."""
    game = games.load(name)
    assert game.drafts is not None
    return {cell.spot: game.drafts.stood(position, cell.spot) for row in game.view.cells() for cell in row}


def images(name: str, board: dict[str, str]) -> list[dict[str, str]]:
    """Return the boards that count as the same when symmetric ones do."""
    if name == "checkers":
        swapped = {"": "", "b": "w", "w": "b", "B": "W", "W": "B"}
        return [board, {str(33 - int(spot)): swapped[piece] for spot, piece in board.items()}]
    found = [board]
    for _ in range(3):
        found.append({f"{chr(105 - int(spot[1]))}{ord(spot[0]) - 96}": piece for spot, piece in found[-1].items()})
    return [*found, *({f"{chr(201 - ord(spot[0]))}{spot[1]}": piece for spot, piece in each.items()} for each in found)]


def counts_fit(board: dict[str, str], values: dict[str, str]) -> bool:
    signs = {"rm": "b", "rk": "B", "wm": "w", "wk": "W"}
    return all([*board.values()].count(signs[field]) == int(value) for field, value in values.items())


def corner_fits(boards: Sequence[dict[str, str]], values: dict[str, str]) -> bool:
    if not values:
        return True
    laid = 0
    for before, after in pairwise(boards):
        new = [spot for spot, piece in after.items() if piece and not before[spot]]
        laid += len(new)
        takers = [str("XO".index(after[spot])) for spot in new if spot in ("a1", "h1", "a8", "h8")]
        if laid <= int(values.get("by", "60")) and any(values.get("side", taker) == taker for taker in takers):
            return True
    return False


def brute(name: str, boards: Sequence[dict[str, str]], wanted: Sought) -> bool:
    """Return True if a game fits, by looking at each position of it."""
    values, pattern = dict(wanted.values), dict(wanted.pattern)
    if name == "reversi" and not corner_fits(boards, values):
        return False
    for board in boards:
        for image in images(name, board) if wanted.images else [board]:
            fits = name == "reversi" or counts_fit(image, values)
            if fits and all(image[spot] == piece for spot, piece in pattern.items()):
                return True
    return False


def conditions(name: str, random: Random, boards: Sequence[dict[str, str]]) -> Sought:
    """Return random conditions that a game fulfils, or nearly."""
    board, wanted = random.choice(boards), Sought(name, images=random.random() < 0.5)
    if name == "reversi" and random.random() < 0.6:
        wanted = wanted.with_value("by", random.choice(("", "8", "15", "20", "30", "60")))
        wanted = wanted.with_value("side", random.choice(("", "0", "1")))
    if name == "checkers" and random.random() < 0.7:
        for field, sign in zip(("rm", "rk", "wm", "wk"), "bBwW", strict=True):
            if random.random() < 0.6:
                count = [*board.values()].count(sign) + (random.random() < 0.1)
                wanted = wanted.with_value(field, str(count))
    if random.random() < 0.7 or not wanted.values:
        spots = random.sample(sorted(board), random.choice((1, 2, 3, 6)))
        pieces = ["", *(piece.name for piece in search_of(name).pieces)]
        pattern = {spot: random.choice(pieces) if random.random() < 0.1 else board[spot] for spot in spots}
        wanted = wanted.with_pattern(pattern)
    return wanted


def fitting(archive: Archive, wanted: Sought) -> list[int]:
    test = GameTest(archive, wanted.write())
    return [number for number in range(len(archive)) if test(number)]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", SEARCHED)
def test_the_games_found_are_those_of_a_plain_count(name: str, seed: int) -> None:
    (archive, played), random, counted = made(name), Random(seed), set[int]()
    for _ in range(12):
        wanted = conditions(name, random, random.choice(played))
        expected = [number for number, boards in enumerate(played) if brute(name, boards, wanted)]
        assert fitting(archive, wanted) == expected, wanted
        assert sought.read(wanted.write()) == wanted
        counted.add(len(expected))
    assert len(counted) > 4, "the searches are too much alike"
