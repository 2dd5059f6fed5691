"""Test the library's engines: choices, analyses, limits, stopping, cancelling and refusals."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import count
from types import MappingProxyType
from typing import Final

import pytest

from chowk.engine import assets
from chowk.engine.search_budget import Clock
from chowk.games.api.scale import EVEN
from chowk.library import Board, Engine, EngineError, Limit, games
from chowk.library import engine as engines
from tools.build import kernel_provider

LONG: Final = Limit(time=600.0)
PLIES: Final = 8
"""Minimum number of moves and rolls before the position in which a test uses an engine."""


def due(game: str, rules: Mapping[str, str] = MappingProxyType({})) -> Board:
    """Return a board after at least `PLIES` moves, at a position with a choice of several moves."""
    board = Board(game, None, seats=None, seed=7, **rules)
    while board.ply < PLIES or board.is_chance or len(board.legal_moves) < 2:
        if board.is_chance:
            board.roll()
        else:
            board.push(board.legal_moves[-1])
    return board


def counting(monkeypatch: pytest.MonkeyPatch, now: Callable[[], float]) -> None:
    """Give searches a clock that reads the time with `now`: no stall of the machine makes a search shorter."""
    monkeypatch.setattr(engines, "Clock", partial(Clock, now=now))


@pytest.fixture
def no_kernels() -> Iterator[None]:
    """Remove all kernels for a test, as if wasmtime were not installed."""
    assets.provide(None)
    yield
    kernel_provider.provide()


@pytest.mark.parametrize("game", games())
def test_every_level_chooses_a_legal_move_and_leaves_the_board_alone(game: str) -> None:
    board = due(game)
    before = board.to_record()
    for level in Engine.levels(game):
        result = Engine(game, level.name).play(board, Limit(time=0.1))
        assert board.is_legal(result.move)
        assert board.text(result.move) == result.text
    assert board.to_record() == before


@pytest.mark.parametrize("game", games())
def test_an_analysis_has_every_move_the_best_first(game: str) -> None:
    board = due(game)
    lines = Engine(game).analyse(board, Limit(depth=2))
    assert sorted(line.texts[0] for line in lines) == sorted(board.texts())
    scores = [line.score or 0.0 for line in lines]
    assert scores == sorted(scores, reverse=True)
    chances = [line.win_chance for line in lines]
    assert all(chance is not None and 0 <= chance <= 1 for chance in chances)
    for line in lines:
        follow = board.copy()
        for move, text in zip(line.moves, line.texts, strict=True):
            assert follow.push_text(text) == move
    assert Engine(game).analyse(board, Limit(depth=2), multipv=1) == lines[:1]


def test_chances_that_are_not_known_are_left_out() -> None:
    board = due("parcheesi", rules={"stand": "2"})
    lines = Engine("parcheesi").analyse(board, Limit(depth=1))
    assert {line.win_chance for line in lines} == {None}
    assert all(line.score is not None and abs(line.score) <= EVEN for line in lines)


def test_a_depth_bounds_the_search_and_time_alone_deepens_it(monkeypatch: pytest.MonkeyPatch) -> None:
    counting(monkeypatch, count().__next__)  # the search reads the clock after every few thousand positions
    board, engine = due("checkers"), Engine("checkers")
    assert {line.depth for line in engine.analyse(board, Limit(depth=3))} == {3}
    usual = max(line.depth for line in engine.analyse(board))
    assert max(line.depth for line in engine.analyse(board, Limit(time=200))) > usual
    assert engine.play(board, Limit(depth=2)).depth <= 2


def test_a_bound_of_nodes_gives_the_same_analysis_again() -> None:
    board, engine = due("reversi"), Engine("reversi")
    first = engine.analyse(board, Limit(depth=12, nodes=20_000))
    engine.analyse(Board("reversi"))
    assert engine.analyse(board, Limit(depth=12, nodes=20_000)) == first


def test_the_seed_decides_between_nearly_equal_moves() -> None:
    board = Board("reversi")
    texts = [Engine("reversi", "Panda", seed=seed).play(board).text for seed in range(12)]
    assert len(set(texts)) > 1
    assert texts == [Engine("reversi", "Panda").play(board, seed=seed).text for seed in range(12)]


def test_levels_are_found_by_name_or_number() -> None:
    assert Engine("parcheesi", "mongoose").level == Engine("parcheesi", 4).level
    assert Engine("parcheesi", 4).level.name == "Mongoose"
    assert Engine("parcheesi").level == Engine.levels("parcheesi")[-1]
    assert repr(Engine("reversi", 0)) == "Engine('reversi', 'Panda')"
    with pytest.raises(ValueError, match="'Dragon' is no level; the levels are Panda \\(0\\), "):
        Engine("reversi", "Dragon")
    with pytest.raises(ValueError, match="is no game"):
        Engine("chess")


def test_a_search_is_refused_where_there_is_no_move_to_find() -> None:
    engine, rolling = Engine("kilkenny"), Board("kilkenny", seed=7)
    for search in (engine.play, engine.analyse):
        with pytest.raises(ValueError, match="a roll is due"):
            search(rolling)
        with pytest.raises(ValueError, match="this engine plays kilkenny, not reversi"):
            search(Board("reversi"))
    over = Board("checkers", "B:W32:B")
    with pytest.raises(ValueError, match="the game is over"):
        Engine("checkers").play(over)
    with pytest.raises(ValueError, match="nodes"):
        Engine("reversi").play(Board("reversi"), Limit(nodes=9))


@pytest.mark.usefixtures("no_kernels")
def test_without_a_kernel_the_error_says_what_to_install() -> None:
    board = Board("reversi")
    assert board.is_legal(Engine("reversi", "Panda").play(board).move)
    with pytest.raises(EngineError, match=r"Badger needs compiled code\. Install wasmtime: .*\. A checkout has"):
        Engine("reversi", "Badger").play(board)
    with pytest.raises(EngineError, match="wasmtime"):
        Engine("reversi", "Panda").analyse(board)


def test_stop_ends_a_search_with_its_best_result_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    board, engine = due("reversi"), Engine("reversi")
    ticks = count()

    def now() -> float:
        """Let another thread stop the search when it reads its clock for the hundredth time."""
        if (tick := next(ticks)) == 100:
            stopper = threading.Thread(target=engine.stop)
            stopper.start()
            stopper.join()
        return tick

    counting(monkeypatch, now)
    lines = engine.analyse(board, Limit(time=10_000))
    assert {line.moves[0] for line in lines} == set(board.legal_moves)
    assert max(line.depth for line in lines) > 8
    assert next(ticks) < 120
    assert not engine._controls


def test_leaving_the_block_ends_the_searches_of_other_threads() -> None:
    board, results = due("reversi"), list[str]()
    with Engine("reversi") as engine:
        thread = threading.Thread(target=lambda: results.append(engine.play(board, LONG).text))
        thread.start()
        while not engine._controls:
            thread.join(0.01)
    thread.join(30)
    assert [text in board.texts() for text in results] == [True]


async def test_async_searches_give_the_same_and_leave_the_loop_free() -> None:
    board, engine = due("reversi"), Engine("reversi", "Badger")
    assert await engine.play_async(board, seed=3) == engine.play(board, seed=3)
    assert await engine.analyse_async(board, Limit(depth=4), multipv=2) == engine.analyse(board, Limit(depth=4), 2)
    search = asyncio.create_task(engine.analyse_async(board, LONG))
    turns = 0
    while turns < 20:
        await asyncio.sleep(0.001)
        turns += 1
    assert not search.done()
    engine.stop()
    assert await search


async def test_a_cancelled_search_ends_and_frees_the_kernel() -> None:
    board, engine = due("reversi"), Engine("reversi")
    search = asyncio.create_task(engine.analyse_async(board, LONG))
    waiting = asyncio.create_task(engine.play_async(board, LONG))
    while len(engine._controls) < 2:
        await asyncio.sleep(0.001)
    for task in (search, waiting):
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert await engine.analyse_async(board, Limit(depth=2))


def test_searches_of_one_game_wait_for_each_other() -> None:
    assert engines._locks["reversi"] is Engine("reversi")._lock is Engine("reversi", 0)._lock
    assert Engine("checkers")._lock is not Engine("reversi")._lock


@pytest.mark.usefixtures("no_kernels")
def test_in_a_checkout_the_library_provides_no_kernel() -> None:
    Engine("reversi")
    with pytest.raises(assets.Missing):
        assets.kernel("reversi")
