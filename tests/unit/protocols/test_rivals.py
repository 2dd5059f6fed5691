"""Test engines of other programs: recorded sessions of real engines, and programs that break a rule of the protocol."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from chowk.library import Board, Limit
from chowk.protocols import engine_process
from chowk.protocols.engine_process import Fault, RivalError
from chowk.protocols.rivals import PROTOCOLS, GtpRival, HubRival, LineRival, NBoardRival, Rival

FOLDER = Path(__file__).parent
SESSIONS = FOLDER.parents[1] / "data/sessions"
PY = FOLDER.parents[2] / "py"
SHORT = Limit(depth=4)


def replaying(protocol: str, session: str) -> Rival:
    return PROTOCOLS[protocol]([sys.executable, str(FOLDER / "replay_engine.py"), str(SESSIONS / session)])


def faulty(fault: str) -> NBoardRival:
    return NBoardRival([sys.executable, str(FOLDER / "faulty_engine.py"), fault])


def own(protocol: str, *words: str) -> Rival:
    command = [sys.executable, "-m", "chowk", "engine", protocol, *words]
    return PROTOCOLS[protocol](command, {"PYTHONPATH": str(PY)})


@pytest.mark.parametrize(
    ("protocol", "session", "choices"),
    [
        ("nboard", "nboard_edax.txt", "c3 e3 e2 e1"),
        ("nboard", "nboard_ntest.txt", "c5 e3 c3 d2"),
        ("gtp", "gtp_edax.txt", "c3 e3 e2 e1"),
    ],
)
def test_a_session_of_a_real_engine_is_followed_to_its_last_line(protocol: str, session: str, choices: str) -> None:
    """Black plays the first legal move each time, as in the recorded game. White is the engine.

    `choices` are the moves that the engine played in the recorded game.
    """
    rival, board = replaying(protocol, session), Board("reversi", seed=1)
    process = rival.start()
    chosen = []
    while board.ply < 8:
        if board.turn:
            move = rival.choose(board, SHORT, 20)
            chosen.append(board.text(move))
            board.push(move)
        else:
            board.push(board.legal_moves[0])
    assert chosen == choices.split()
    rival.close()
    assert process._process.returncode == 0, "every line of the session was sent"


def test_an_engine_without_the_variant_is_refused_with_its_variants() -> None:
    with pytest.raises(RivalError, match="has no variant english, only normal, killer, bt, frisian, losing") as error:
        replaying("hub", "hub_scan.txt").choose(Board("checkers", seed=1), SHORT, 20)
    assert error.value.fault == Fault.UNABLE


@pytest.mark.parametrize(
    ("fault", "kind", "message"),
    [
        ("died", Fault.DIED, "has ended with status 9: the position is too hard"),
        ("chatter", Fault.FLOOD, "writes more than can be read"),
        ("long", Fault.FLOOD, "writes more than can be read"),
        ("garbled", Fault.GARBLED, "bytes that are no UTF-8"),
        ("illegal", Fault.ILLEGAL, "plays A1, which is not legal"),
        ("silent", Fault.SILENT, "does not answer in time"),
        ("child", Fault.SILENT, "does not answer in time"),
    ],
)
def test_an_engine_that_breaks_a_rule_is_ended_with_a_message(fault: str, kind: Fault, message: str) -> None:
    rival, began = faulty(fault), time.monotonic()
    process = rival.start()
    with pytest.raises(RivalError) as error:
        rival.choose(Board("reversi", seed=1), SHORT, 0.3 if kind == Fault.SILENT else 20)
    assert (error.value.fault, message in str(error.value)) == (kind, True), str(error.value)
    assert process._process.poll() is not None
    assert not any(thread.is_alive() for thread in process._threads)
    assert time.monotonic() - began < 60


@pytest.mark.parametrize("fault", ["mute", "deaf"])
def test_an_engine_that_does_not_begin_is_unable(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chowk.protocols.rivals.START_S", 0.3)
    monkeypatch.setattr(engine_process, "QUIT_S", 0.05)
    rival = faulty(fault)
    with pytest.raises(RivalError, match="does not answer in time") as error:
        rival.choose(Board("reversi", seed=1), SHORT, 20)
    assert error.value.fault == Fault.UNABLE


def test_an_engine_that_does_not_read_keeps_nobody_waiting() -> None:
    """Text that the engine does not read is sent in the background, without blocking the sender.

    The pipe to the engine holds about 64 kB, less than the test sends.
    """
    process = engine_process.EngineProcess([sys.executable, str(FOLDER / "faulty_engine.py"), "deaf"])
    for _ in range(40):
        process.send("x" * 10_000)
    with pytest.raises(RivalError, match="does not answer in time"):
        process.receive(time.monotonic() + 0.1)
    assert not process.is_running


def test_an_engine_that_ignores_quit_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_process, "QUIT_S", 0.1)
    rival = faulty("stubborn")
    process = rival.start()
    rival.close()
    assert process._process.returncode != 0
    rival.end()
    with pytest.raises(RivalError):
        rival.choose(Board("reversi", seed=1), SHORT, 20)


@pytest.mark.parametrize("command", ["", "/no/such/engine", "'"])
def test_a_command_that_cannot_be_run_says_so(command: str) -> None:
    with pytest.raises(RivalError) as error:
        NBoardRival(command).choose(Board("reversi", seed=1), SHORT, 20)
    assert error.value.fault == Fault.UNABLE


def test_a_rival_plays_its_own_game_only() -> None:
    for rival, game in ((NBoardRival("x"), "checkers"), (GtpRival("x"), "checkers"), (HubRival("x"), "reversi")):
        with pytest.raises(RivalError, match="this protocol is about"):
            rival.choose(Board(game, seed=1), SHORT, 20)


def test_gtp_follows_takebacks_and_new_games() -> None:
    rival, board = own("gtp", "--level", "Magpie"), Board("reversi", seed=1)
    board.push(rival.choose(board, Limit(time=1), 20))
    board.push(board.legal_moves[0])
    board.push(rival.choose(board, SHORT, 20))
    board.pop()
    board.pop()
    board.push(board.legal_moves[-1])
    assert rival.choose(board, SHORT, 20) in board.legal_moves
    fresh = Board("reversi", seed=1)
    assert rival.choose(fresh, SHORT, 20) in fresh.legal_moves
    other = Board("reversi", board.to_text(), seed=1)
    with pytest.raises(RivalError, match="cannot set up a position") as error:
        rival.choose(other, SHORT, 20)
    assert error.value.fault == Fault.UNABLE


def test_our_own_protocol_carries_dice_and_seats_of_every_game() -> None:
    rival = own("chowk", "--level", "0")
    for game, seats in (("kilkenny", 2), ("parcheesi", 4), ("patchwork", 2)):
        board, asked = Board(game, seats=seats, seed=4), 0
        while board.ply < 40 and not board.is_game_over():
            if board.is_chance:
                board.roll()
            elif board.turn == 0:
                board.push(rival.choose(board, Limit(), 20))
                asked += 1
            else:
                board.push(board.legal_moves[0])
        assert asked > 3
        board.pop()
        while board.is_chance or board.turn:
            board.pop()
        assert rival.choose(board, Limit(), 20) in board.legal_moves
    rival.close()


def test_an_error_of_an_engine_names_the_command() -> None:
    rival = own("chowk", "--level", "Dragon")
    with pytest.raises(RivalError, match="'Dragon' is no level") as error:
        rival.choose(Board("reversi", seed=1), SHORT, 20)
    assert error.value.fault == Fault.REFUSED
    assert isinstance(rival, LineRival)
