"""Test the board search: its results equal those of a slow search through all positions of random games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from chowk import games
from chowk.app import commands
from chowk.app.opened import opened, reopen
from chowk.features.collections import archive as archives
from chowk.features.collections import commands as of_collections
from chowk.features.collections import generic, sought
from chowk.features.collections.archive import Archive, GameRow
from chowk.features.collections.seeker import GameTest, Seeker
from chowk.features.collections.sought import Sought
from chowk.features.position_editor.pattern import PatternTable
from chowk.games.api.search import GameSearch
from tests.fakes import FakeIncoming, FakeWorld, app_in, sitting_at
from tests.unit.features.collections.test_collection_list import FILE, do, drawn, listed, settled

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
        setup = "" if text == generic.usual_start(name, moves) else text
        codes = generic.coder_of(name).encode(start, moves)
        archive.add(GameRow(name, (), "", "", "", 3, "", setup, len(moves), codes))
        played.append([on_board(name, position) for position in positions])
    return archive, played


def on_board(name: str, position: Any) -> dict[str, str]:
    """Return the piece on each spot by name, as the position editor reads it.

    The name is an empty text if the spot is empty. This function is slow.
    """
    game = games.load(name)
    assert game.drafts is not None
    return {cell.spot: game.drafts.piece_at(position, cell.spot) for row in game.view.cells() for cell in row}


def images(name: str, board: dict[str, str]) -> list[dict[str, str]]:
    """Return a board and all boards that a search for symmetric positions treats as equal to it.

    In Reversi they are the eight rotations and reflections. In checkers it is the board with exchanged colours.
    """
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
    """Return True if a game fulfils the conditions `wanted`. This plain, slow test is the standard for the search.

    `boards` has the pieces by spot in each position of the game.
    """
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
    """Return random conditions that are taken from a random position of a game.

    A few counts and pieces are changed, so that the game does not always fulfil the conditions.
    """
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


@pytest.mark.parametrize("text", ["", "chess~rk.2", "kilkenny~rk.2", "checkers~rk.x_rm.99999999999~99.b_1.Q_light.b",
                                  "reversi~by.x_side.7~z9.X_a1.B~on", "checkers~~" + "1.b_" * 900, "~~~~"])  # fmt: skip
def test_an_address_without_meaning_is_read_as_far_as_it_can(text: str) -> None:
    for name in SEARCHED:
        archive, _ = made(name)
        test = GameTest(archive, text)
        assert isinstance([test(number) for number in range(len(archive))], list)
        wanted = sought.read(text)
        assert wanted is None or sought.read(wanted.write()) == wanted


def test_damaged_games_are_not_found() -> None:
    for name in SEARCHED:
        archive, _ = made(name)
        archive = archives.read(archive.write())
        archive.moves[:] = b"\x3f" * len(archive.moves)
        test = GameTest(archive, Sought(name).with_pattern({"a8": "O", "32": "W"}).write())
        assert not any(map(test, range(len(archive))))


async def test_a_search_stops_and_goes_on() -> None:
    archive, _ = made("checkers")
    text = Sought("checkers").with_value("rm", "12").write()
    pauses = 0

    async def pause() -> None:
        nonlocal pauses
        pauses += 1
        if pauses == 7:
            assert seeker.done == 7 / len(archive)
            seeker.stop()
            assert seeker.done is None

    seeker = Seeker(pause, slice_=-1.0)
    stopped = await seeker.find(archive, text)
    assert stopped is not None
    assert (stopped.done, stopped.stopped) == (7, True)
    assert await seeker.find(archive, text) is stopped
    assert stopped.done == 7, "it goes on only if it is asked to"
    on = await seeker.find(archive, text, resume=True)
    assert on is stopped
    assert on.is_over
    test = GameTest(archive, text)
    assert sorted(on.found) == [number for number in range(len(archive)) if test(number)]
    assert await seeker.find(archive, "") is None


# On the page ----------------------------------------------------------------------------------------------------------


async def test_a_list_is_searched_on_the_board_and_a_pattern_is_painted() -> None:
    world = FakeWorld()
    app = app_in(world)
    await app.start()
    of_collections.take(app, FakeIncoming("tour.pdn", FILE.encode()))
    await settled(app)
    assert listed(app).total == 60
    page = drawn(app)
    assert "Red kings" in page
    do(app, ("archive", "seek checkers value wm 11"))
    await settled(app)
    assert listed(app).total == 0
    assert listed(app).filters.sought == "checkers~wm.11"
    do(app, ("archive", "seek checkers value wm 99"), ("archive", "seek checkers images on"))
    await settled(app)
    assert (listed(app).total, listed(app).filters.sought) == (60, "checkers~wm.12~~on")
    do(app, ("archive", "seek chess value wm 1"), ("archive", "seek checkers none"), ("archive", "paint chess"))
    assert listed(app).filters.sought == "checkers~wm.12~~on"

    do(app, ("archive", "paint checkers"))
    desk = sitting_at(app)
    assert isinstance(desk, PatternTable)
    for tool, spot in (("b", "15"), ("empty", "11"), ("W", "3"), ("remove", "3"), ("move", "3")):
        do(app, ("draft-tool", tool))
        await settled(app)
        do(app, ("tap", spot))
        await settled(app)
    assert desk.pattern == {"11": "", "15": "b"}
    assert "15: Red man" in drawn(app)
    assert "12, anything" in drawn(app)
    do(app, ("draft-empty", ""))
    assert desk.pattern == {}
    do(app, ("draft-undo", ""))
    assert desk.pattern == {"11": "", "15": "b"}
    for name in ("draft-analyse", "draft-challenge", "draft-text", "draft-set"):
        assert not commands.COMMANDS[name].when(app)
    entry = opened(app)[-1]
    do(app, ("draft-search", ""))
    await settled(app)
    assert app.table is None
    assert (listed(app).total, listed(app).filters.sought) == (60, "checkers~wm.12~11._15.b~on")
    assert "11: Empty" in drawn(app)
    do(app, ("close", ""))
    reopen(app, [entry])
    await settled(app)
    again = sitting_at(app)
    assert isinstance(again, PatternTable)
    assert again.pattern == {"11": "", "15": "b"}
    do(app, ("draft-leave", ""))
    await settled(app)
    assert listed(app).filters.sought == "checkers~wm.12~11._15.b~on"
    do(app, ("archive", "seek checkers pattern"))
    await settled(app)
    assert listed(app).filters.sought == "checkers~wm.12~~on"
