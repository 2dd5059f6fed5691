"""Every reader of text, fed with nonsense and with damaged sense: `TextError` comes out, or a value, nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chowk.core import record
from chowk.core.errors import TextError
from chowk.core.message import english
from chowk.core.oracle import Desk, Reply, Request, read_reply, read_request
from chowk.games import find_ruleset, find_thinker, load, ready
from chowk.store import saves
from chowk.store.plan import Plan, SeatPlan
from tests.unit.shelf import Table, positions, walks

fuzzed = settings(deadline=None, derandomize=True, database=None)
at_length = pytest.mark.parametrize("examples", [60, pytest.param(1000, marks=pytest.mark.deep)])
"""How many texts are tried: some in every run, many in the deep one."""

Reader = Callable[[str], Any]


def sample_texts(name: str) -> list[str]:
    """Texts that a game's readers take, to be damaged: positions, moves, games, records, saves, requests."""
    table, game = Table(name, load(name).sign.seats[0]), load(name)
    match = walks(table)[0].match
    some = list(positions(table))[:60:9]
    save = saves.Save("1", Plan(name, (SeatPlan(),) * table.seats, {}, "free"), match, "2026-11-21", "2026-11-21")
    request = Request(1, name, game.notation.write_position(some[0]), 0, 7, 10)
    return [
        *(game.notation.write_position(position) for position in some),
        *(game.notation.write_move(position, position.moves()[0]) for position in some if position.moves()),
        *(game.notation.write_game(match, form.name, {}) for form in game.notation.FORMATS),
        record.write(match, {"Date": "2026.11.21"}),
        saves.write_save(save),
        saves.write_plan(save.plan),
        request.text(),
        Reply(1, "d3", 0.5, 3).text(),
    ]


def damaged(text: str, random: Random) -> str:
    """The text with one to four pieces of it cut out, doubled, changed or put elsewhere."""
    for _ in range(random.randint(1, 4)):
        start = random.randrange(len(text) + 1)
        end = min(len(text), start + random.choice((1, 1, 1, 2, 5, 40)))
        piece = random.choice(("", text[start:end] * 2, random.choice(NASTY), random.choice(text or " ")))
        text = text[:start] + piece + text[end:]
    return text


NASTY = [*'{}[]"\\\0\n\u2028\ud800٣²é', "9" * 5000, "-1", "null", "NaN", "1e999"]


@st.composite
def damaged_text(draw: st.DrawFn, name: str) -> str:
    text = draw(st.sampled_from(sample_texts(name)))
    return damaged(text, Random(draw(st.integers(0, 1 << 32))))


def any_text(name: str) -> st.SearchStrategy[str]:
    letters = st.sampled_from(sorted(set("".join(sample_texts(name)))))
    return st.one_of(st.text(), st.text(letters), damaged_text(name), damaged_text(name))


def only_text_errors(reader: Reader, text: str) -> None:
    try:
        reader(text)
    except TextError as error:
        complaint = error
    else:
        return
    assert english(complaint.why)
    assert len(str(complaint)) < 400, "the complaint repeats too much"
    assert min(complaint.line, complaint.column) >= 0


@pytest.mark.parametrize("name", ready())
@pytest.mark.parametrize("kind", ["position", "game", "record", "save"])
@at_length
def test_readers_of_a_game(name: str, kind: str, examples: int) -> None:
    notation = load(name).notation
    readers: dict[str, Reader] = {
        "position": notation.read_position,
        "game": notation.read_games,
        "record": lambda text: record.read(text, find_ruleset),
        "save": lambda text: saves.read_save(text, find_ruleset),
    }

    @settings(fuzzed, max_examples=examples)
    @given(any_text(name))
    def check(text: str) -> None:
        only_text_errors(readers[kind], text)

    check()


@pytest.mark.parametrize("name", ready())
@at_length
def test_readers_of_moves(name: str, examples: int) -> None:
    table = Table(name, load(name).sign.seats[0])
    places = [position for position in positions(table) if position.moves()]

    @settings(fuzzed, max_examples=examples)
    @given(any_text(name), st.sampled_from(range(len(places))))
    def check(text: str, number: int) -> None:
        only_text_errors(lambda one: load(name).notation.read_move(places[number], one), text)

    check()


@pytest.mark.parametrize("name", ready())
@at_length
def test_a_position_that_can_be_read_can_be_played(name: str, examples: int) -> None:
    game = load(name)

    @settings(fuzzed, max_examples=examples)
    @given(any_text(name), st.randoms(use_true_random=False))
    def check(text: str, random: Random) -> None:
        try:
            position = game.notation.read_position(text)
        except TextError:
            return
        for _ in range(6):
            assert game.notation.read_position(game.notation.write_position(position)) == position
            assert game.view.pieces(position) is not None
            assert bool(position.moves()) == (position.outcome() is None)
            if not position.moves():
                return
            move = random.choice(list(position.moves()))
            assert game.notation.read_move(position, game.notation.write_move(position, move)) == move
            assert game.speech.tell(position, move)
            position = position.play(move)

    check()


@pytest.mark.parametrize("reader", [read_request, read_reply, saves.plan_from, saves.read_settings])
@at_length
def test_readers_of_the_application(reader: Reader, examples: int) -> None:
    @settings(fuzzed, max_examples=examples)
    @given(any_text("reversi"))
    def check(text: str) -> None:
        only_text_errors(reader, text)

    check()


def test_the_desk_answers_whatever_it_is_asked() -> None:
    desk = Desk(find_thinker, lambda: asyncio.sleep(0))
    good = Request(1, "reversi", load("reversi").notation.write_position(load("reversi").match().position), 0, 7, 0)
    values = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.lists(st.text()))
    changes = st.dictionaries(st.sampled_from(Request._fields), values, max_size=3)

    @settings(fuzzed, max_examples=80)
    @given(st.one_of(any_text("reversi"), changes.map(lambda change: changed(good, change))))
    def check(text: str) -> None:
        reply = read_reply(asyncio.run(desk.answer(text)))
        assert bool(reply.move) != bool(reply.error)

    check()


def changed(request: Request, change: dict[str, Any]) -> str:
    try:
        return request._replace(**change).text()
    except TypeError:
        return ""
