"""Test that every reader of foreign text either returns a value or refuses the text, however damaged it is."""

from __future__ import annotations

import ast
import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings, target
from hypothesis import strategies as st

import chowk
from chowk.core.errors import TextError
from chowk.engine.protocol import Desk, Request, read_reply
from chowk.games import find_thinker, load, ready
from tests.fuzzing import damage, long_run, steps, trying
from tests.fuzzing.readers import answered, complaint, readers

ROOT = Path(__file__).resolve().parents[2]
READERS = readers()
HOLES = json.loads((ROOT / "tests/data/holes.json").read_text())
ELSEWHERE = {
    "chowk/games/checkers/engine/book.py": "a file of our own",
    "chowk/games/reversi/engine/book.py": "a file of our own",
    "chowk/features/analysis/analysis.py": "it reads by core.variations, which is tried",
    "chowk/games/api/fallbacks.py": "it refuses every text",
    "chowk/games/api/puzzle.py": "a file of our own",
    "chowk/core/safe_json.py": "test_core_fields.py",
    "chowk/features/practice/mistake_store.py": "test_mistake_store.py",
    "chowk/features/practice/progress.py": "test_progress.py",
    "chowk/features/courses/courses.py": "test_courses.py",
    "chowk/features/studies/study.py": "test_study.py",
    "chowk/protocols/hub_notation.py": "test_damaged_commands.py",
    "chowk/features/people/people.py": "test_people.py",
    "chowk/storage/turn_link.py": "test_cheating.py",
}
"""Files with readers of text that are not fuzzed here, each with the reason or the test that fuzzes them."""

fuzzed = settings(deadline=None, derandomize=True, database=None)
at_length = pytest.mark.parametrize("inputs", [1000, pytest.param(10**6, marks=pytest.mark.deep)])
"""Parameter for the number of inputs: 1000 in an ordinary run, a million in the deep run."""
LONG = 64_000
"""Length in characters of a text that a reader must read within `trying.BEARABLE` seconds."""
BEARABLE = 2 * steps.TIMES
"""Maximum ratio of the number of executed Python lines for the longer text to that for the shorter text."""


def whole(hole: dict[str, Any]) -> str:
    """Return the text of an entry of holes.json (inputs at which readers once failed)."""
    if "text" in hole:
        return str(hole["text"])
    return str(hole.get("begins", "") + hole["piece"] * hole["times"] + hole.get("ends", ""))


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("inputs", [500, pytest.param(10**6, marks=pytest.mark.deep)])
def test_readers_take_a_text_or_complain_of_it(name: str, inputs: int) -> None:
    result = trying.tried(READERS[name], inputs)
    assert result.inputs == inputs == result.answers.total()


def test_a_long_run_is_taken_up_where_it_was_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_run, "PART", 50)
    file, names = tmp_path / "parts", ["reply", "settings"]
    assert long_run.kept(file, names, 100, 7, "1/2") == 0
    first = file.read_text().splitlines()
    assert len(first) == 2
    assert long_run.kept(file, names, 100, 7, "1/1") == 0
    lines = file.read_text().splitlines()
    assert lines[:2] == first
    assert {(record["reader"], record["seed"]) for record in map(json.loads, lines)} == {
        (name, seed) for name in names for seed in (7, 8)
    }
    assert [row.split(" taken")[0].split()[:2] for row in long_run.summaries(lines)] == [
        ["reply", "100"],
        ["settings", "100"],
    ]


def test_a_long_run_tells_of_a_hole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(text: str) -> None:
        raise ValueError(text)

    monkeypatch.setattr(long_run, "readers", lambda: {"reply": READERS["reply"]._replace(read=broken)})
    assert long_run.kept(tmp_path / "parts", ["reply"], 1, 7, "1/1") == 1
    assert long_run.summaries((tmp_path / "parts").read_text().splitlines())[0].endswith("1 holes")


@pytest.mark.parametrize("name", [name for name in READERS if not name.startswith("move-")])
def test_they_take_what_is_not_damaged(name: str) -> None:
    for text in READERS[name].samples():
        assert not complaint(READERS[name].read, text)


def test_every_reader_is_tried() -> None:
    functions: set[tuple[str, str]] = set()

    def called(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            functions.add((frame.f_code.co_filename, frame.f_code.co_name))

    sys.setprofile(called)
    try:
        for reader in READERS.values():
            for text in reader.samples()[:4]:
                complaint(reader.read, text)
    finally:
        sys.setprofile(None)
    package = Path(chowk.__file__).parent
    for path in sorted(package.rglob("*.py")):
        short = path.relative_to(package.parent).as_posix()
        if short in ELSEWHERE or short.startswith("chowk/browser/"):
            continue
        for statement in ast.parse(path.read_text()).body:
            if isinstance(statement, ast.FunctionDef) and statement.name.startswith("read") and takes_text(statement):
                assert (str(path), statement.name) in functions, f"{short}: {statement.name}"


def takes_text(function: ast.FunctionDef) -> bool:
    """Return True if a function has a parameter `text`."""
    return any(argument.arg == "text" for argument in function.args.args)


@pytest.mark.parametrize("hole", [hole for hole in HOLES if hole["reader"] != "keeper"], ids=lambda hole: hole["why"])
def test_no_hole_opens_again(hole: dict[str, Any]) -> None:
    text = whole(hole)
    if "answer" in hole:
        assert answered(text).split()[1] == hole["answer"]
    result = trying.tried(
        READERS[hole["reader"]]._replace(samples=lambda: [text], damage=lambda text_before, *_: text_before), 1
    )
    assert result.slowest < trying.BEARABLE


@at_length
def test_the_service_worker_answers_for_its_own_files_only(inputs: int) -> None:
    texts = json.dumps([hole["text"] for hole in HOLES if hole["reader"] == "keeper"])
    script = ROOT / "tests/fuzzing/keeper.mjs"
    words = ["node", str(script), str(ROOT / "sw.js"), str(inputs), str(trying.SEED)]
    done = subprocess.run(words, input=texts, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{inputs} addresses\n"


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("examples", [6, pytest.param(1000, marks=pytest.mark.deep)])
def test_twice_the_text_is_twice_the_steps(name: str, examples: int) -> None:
    """Check that the number of executed Python lines grows at most linearly with the length of the text."""
    samples = READERS[name].samples()

    @settings(fuzzed, max_examples=examples)
    @given(st.integers(0, 1 << 32))
    def check(number: int) -> None:
        repetition = steps.repeated(samples, Random(number))
        grown = steps.growth(READERS[name], repetition)
        target(grown)
        assert grown <= BEARABLE, repetition

    check()


@pytest.mark.deep
@pytest.mark.parametrize("name", READERS)
def test_a_long_text_is_read_at_once(name: str) -> None:
    """Check the processor time for reading long texts.

    Counting the executed lines of Python, as another test does, would not notice a slow regular expression.
    """
    samples, random = READERS[name].samples(), Random(trying.SEED)
    for _ in range(200):
        sample = steps.repeated(samples, random)
        began = time.process_time()
        complaint(READERS[name].read, sample.text(LONG))
        assert time.process_time() - began < trying.BEARABLE, sample


@pytest.mark.parametrize("name", ready())
@pytest.mark.parametrize("examples", [200, pytest.param(20_000, marks=pytest.mark.deep)])
def test_a_position_that_can_be_read_can_be_played(name: str, examples: int) -> None:
    game, random = load(name), Random(trying.SEED)
    samples = READERS[f"position-{name}"].samples()
    for _ in range(examples):
        try:
            position = game.notation.read_position(damage.text(random.choice(samples), samples, random))
        except TextError:
            continue
        for _ in range(6):
            assert game.notation.read_position(game.notation.write_position(position)) == position
            assert game.view.pieces(position) is not None
            assert bool(position.moves()) == (position.outcome() is None)
            if not position.moves():
                break
            move = random.choice(list(position.moves()))
            assert game.notation.read_move(position, game.notation.write_move(position, move)) == move
            assert game.speech.tell(position, move)
            position = position.play(move)


def test_the_desk_answers_whatever_it_is_asked() -> None:
    desk = Desk(find_thinker, lambda: asyncio.sleep(0))
    good = Request(1, "reversi", load("reversi").notation.write_position(load("reversi").match().position), 0, 7, 0)
    values = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.lists(st.text()))
    changes = st.dictionaries(st.sampled_from(Request._fields), values, max_size=3)
    samples = READERS["request"].samples()
    damaged = st.integers(0, 1 << 32).map(lambda seed: damage.tree(samples[0], samples, Random(seed)))

    @settings(fuzzed, max_examples=80)
    @given(st.one_of(damaged, changes.map(lambda change: changed(good, change))))
    def check(text: str) -> None:
        reply = read_reply(asyncio.run(desk.answer(text)))
        assert bool(reply.move) != bool(reply.error) or (not reply.error and '"survey": true' in text)

    check()


def changed(request: Request, change: dict[str, Any]) -> str:
    try:
        return request._replace(**change).text()
    except TypeError:
        return ""
