"""Test the desk, which answers requests for opponents' moves: texts of requests and replies, refusals, time limits."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from chowk.core.errors import TextError
from chowk.engine import assets
from chowk.engine.protocol import LONGEST, Desk, Reply, Request, Thinker, Thought, read_reply, read_request
from chowk.engine.search_budget import UNBOUNDED, Clock
from tests.unit import toys
from tests.unit.toys import Race

REQUEST = Request(3, "race", "0-0 0 2 4", 1, 7, 1000, ("0-0 0 0 4",))


class Ticks:
    """A fake clock that advances by `step` seconds at each reading."""

    def __init__(self, step: float = 0.25) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def thinker(calls: list[Any] | None = None, thoughts: int = 3) -> Thinker:
    """Return an opponent of the race (a toy game). It records its arguments in `calls`.

    It proposes first to walk, then to rest, with a depth that grows by 1 each time. It stops after `thoughts`
    proposals, or when the clock has run out.
    """

    def think(position: Race, past: Sequence[Race], level: int, seed: int, clock: Clock) -> Iterator[Thought[str]]:
        if calls is not None:
            calls.append((position, tuple(past), level, seed))
        yield Thought("walk")
        for depth in range(1, thoughts):
            yield Thought("rest", float(depth), depth)
            if clock.over:
                return

    return Thinker(toys, think, (0, 1))


async def test_what_a_game_needs_is_brought_before_its_opponent_thinks() -> None:
    order: list[Any] = []

    async def bring(game: str) -> None:
        order.append(game)

    answering = Desk(lambda _: thinker(order), lambda: asyncio.sleep(0), bring)
    assert read_reply(await answering.answer(REQUEST.text())).move == "rest"
    assert order[0] == "race"
    assert len(order) == 2


async def test_an_opponent_that_lacks_a_file_says_so_and_easier_ones_play_on() -> None:
    def think(position: Race, past: Sequence[Race], level: int, seed: int, clock: Clock) -> Iterator[Thought[str]]:
        yield Thought("walk")
        if level:
            assets.data("race", "nothing.bin")

    answering = desk(Thinker(toys, think, (0, 1)))
    reply = read_reply(await answering.answer(REQUEST.text()))
    assert reply.lacking
    assert reply.error
    assert not reply.move
    assert not reply.gone
    assets.note_gone("race", gone=True)
    assert read_reply(await answering.answer(REQUEST.text())).gone, "as after a newer version was put there"
    assets.note_gone("race", gone=False)
    assert read_reply(await answering.answer(REQUEST._replace(level=0).text())).move == "walk"


def desk(answering: Thinker | None = None) -> Desk:
    chosen = answering or thinker()
    return Desk(lambda name: chosen if name == "race" else None, lambda: asyncio.sleep(0))


async def ask(request: Request | str, answering: Thinker | None = None) -> Reply:
    text = request if isinstance(request, str) else request.text()
    return read_reply(await desk(answering).answer(text))


def test_requests_and_replies_are_one_line_of_text_each() -> None:
    assert read_request(REQUEST.text()) == REQUEST
    assert "\n" not in REQUEST.text()
    for reply in (Reply(3, "walk", 1.5, 4, True), Reply(3, "walk"), Reply(0, error="“no”")):
        assert read_reply(reply.text()) == reply


async def test_the_last_thought_is_the_answer() -> None:
    assert await ask(REQUEST) == Reply(3, "rest", 2.0, 2, False)


async def test_what_is_known_by_heart_is_told_apart_from_what_there_was_no_time_for() -> None:
    assert await ask(REQUEST, thinker(thoughts=1)) == Reply(3, "walk", known=True)
    assert await ask(REQUEST._replace(milliseconds=0), thinker(thoughts=1)) == Reply(3, "walk")


@pytest.mark.parametrize(("depth", "expected"), [(0, UNBOUNDED), (4, 4)])
async def test_the_opponent_learns_how_far_ahead_to_look(depth: int, expected: int) -> None:
    depths: list[int] = []

    def think(position: Race, past: Sequence[Race], level: int, seed: int, clock: Clock) -> Iterator[Thought[str]]:
        depths.append(clock.depth)
        yield Thought("walk")

    await ask(REQUEST._replace(depth=depth), Thinker(toys, think, range(2)))
    assert depths == [expected]


async def test_the_opponent_learns_position_past_level_and_seed() -> None:
    calls: list[Any] = []
    await ask(REQUEST, thinker(calls))
    assert calls == [(Race(die=2), (Race(),), 1, 7)]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"game": "chess"}, "chess"),
        ({"position": "nonsense"}, "no race"),
        ({"past": ["nonsense"]}, "no race"),
        ({"position": "9-0 0 0 4"}, "game is over"),
        ({"level": 2}, "level 2"),
        ({"level": -1}, "level -1"),
        ({"milliseconds": LONGEST + 1}, "understood"),
        ({"milliseconds": 10**400}, "understood"),
        ({"past": [1]}, "understood"),
        ({"seed": "7"}, "understood"),
        ({"seed": True}, "understood"),
        ({"ticket": 1.0}, "understood"),
        ({"depth": -1}, "understood"),
        ({"depth": "8"}, "understood"),
        ({"extra": 1}, "understood"),
    ],
)
async def test_a_bad_request_is_answered_with_what_is_wrong(change: dict[str, Any], why: str) -> None:
    reply = await ask(json.dumps({**REQUEST._asdict(), **change}))
    assert why in reply.error
    assert reply.move == ""


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "3", '"x"', "{}", "[" * 100_000, '{"ticket": 3}', "NaN"])
async def test_no_request_at_all_is_answered_too(text: str) -> None:
    assert "cannot be understood" in (await ask(text)).error
    with pytest.raises(TextError, match="answer"):
        read_reply(text)


@pytest.mark.parametrize(
    "change", [{"ticket": True}, {"score": "1"}, {"score": True}, {"exact": 1}, {"move": None}, {"more": 1}]
)
def test_a_bad_reply_is_a_complaint(change: dict[str, Any]) -> None:
    with pytest.raises(TextError, match="answer"):
        read_reply(json.dumps({**Reply(1, "d3")._asdict(), **change}))


async def test_hurry_ends_a_thought_that_goes_on() -> None:
    def think(position: Race, past: Sequence[Race], level: int, seed: int, clock: Clock) -> Iterator[Thought[str]]:
        yield Thought("walk")
        while not clock.over:
            yield Thought("rest", None, 1)

    table = Desk(lambda _: Thinker(toys, think, (0, 1)), lambda: asyncio.sleep(0))
    answer = asyncio.ensure_future(table.answer(REQUEST._replace(milliseconds=60_000).text()))
    for _ in range(3):
        await asyncio.sleep(0)
    assert not answer.done()
    table.answer_now(99)
    await asyncio.sleep(0)
    assert not answer.done()
    table.answer_now(3)
    for _ in range(10):
        await asyncio.sleep(0)
    assert answer.done()
    assert read_reply(answer.result()).move == "rest"
    table.answer_now(3)


def test_a_clock_runs_out() -> None:
    clock = Clock(1.0, Ticks())
    assert clock.began == 0.25
    looks = 0
    while not clock.over:
        looks += 1
    assert looks == 3


def test_a_clock_tells_what_is_spent() -> None:
    clock = Clock(1.0, Ticks())
    assert clock.spent == 0.25
    assert clock.share == 0.5
    assert [clock.share for _ in range(4)][-1] == 1.0


def test_a_hurried_clock_is_over() -> None:
    clock = Clock(1000.0, Ticks())
    assert not clock.over
    clock.end_now()
    assert clock.over


def test_no_time_at_all_is_over_at_once() -> None:
    assert Clock(0.0, Ticks()).over
    assert Clock(-5.0, Ticks()).over
    assert Clock(0.0, Ticks()).share == 1.0


async def test_who_says_to_hurry_while_files_are_fetched_is_heard_once_they_are_there() -> None:
    arrived, clocks = asyncio.Event(), list[Clock]()

    async def bring(_: str) -> None:
        await arrived.wait()

    def think(position: Race, past: Sequence[Race], level: int, seed: int, clock: Clock) -> Iterator[Thought[str]]:
        clocks.append(clock)
        yield Thought("walk")

    answering = Desk(lambda _: Thinker(toys, think, (0, 1)), lambda: asyncio.sleep(0), bring)
    answer = asyncio.ensure_future(answering.answer(REQUEST.text()))
    await asyncio.sleep(0)
    answering.answer_now(REQUEST.ticket)
    arrived.set()
    await answer
    assert clocks[0].over
