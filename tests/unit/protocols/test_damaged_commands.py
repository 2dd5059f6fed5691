"""Test that no damaged command stops an engine: it answers, and then carries out the next command."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from chowk.protocols.gtp import GtpEngine
from chowk.protocols.hub import HubEngine
from chowk.protocols.line_protocol import LineEngine
from tests.fuzzing import damage

START = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"
SAMPLES = {
    "gtp": ("1 boardsize 8", "play b f5", "time_settings 0 5 1", "time_left b 9 3", "undo", "known_command play"),
    "hub": (f'pos pos={START} moves="11-15 23-19"', "level depth=4", "level moves=9 time=291.587", "new-game",
            "set-param name=level value=Fox", "go", "init"),
    "chowk": ("start reversi 2", "start kilkenny", "move [2]", "move f5", "undo", "position", "seed 5", "level 3"),
}  # fmt: skip
ENGINES: dict[str, tuple[Callable[[Callable[[str], None]], GtpEngine | HubEngine | LineEngine], str, str]] = {
    "gtp": (lambda send: GtpEngine(send, 0), "protocol_version", "= 2\n"),
    "hub": (lambda send: HubEngine(send, 0), "ping", "pong"),
    "chowk": (lambda send: LineEngine(send, 0), "ping 7", "pong 7"),
}


@pytest.mark.parametrize("protocol", SAMPLES)
def test_a_damaged_command_is_answered_in_one_piece(protocol: str) -> None:
    make, question, reply = ENGINES[protocol]
    random, answers = Random(protocol), list[str]()
    engine = make(answers.append)
    for _ in range(400):
        samples = SAMPLES[protocol]
        line = damage.text(random.choice(samples), samples, random).replace("\n", " ")
        if line.split()[:1] == ["quit"] or line.startswith("go "):
            continue
        answers.clear()
        assert engine.take(line)
        assert engine.take(question)
        assert answers[-1] == reply, line
        assert all("\n\n" not in answer.removesuffix("\n") for answer in answers), line
        assert protocol == "gtp" or all("\n" not in answer for answer in answers), line
