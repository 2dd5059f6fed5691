"""Test random actions: presses, typing and reloads raise no error, and Back always leads to the home page."""

from __future__ import annotations

import pytest

from chowk.app import commands
from chowk.app.app import App
from chowk.games import SHELF
from tests.fuzzing import actions


@pytest.mark.parametrize("number", range(len(SHELF)))
async def test_random_actions_meet_no_error_and_no_dead_end(number: int) -> None:
    result = await actions.tried(number, 120)
    assert not result.trouble, result.trouble
    assert result.steps == 120
    assert len(result.commands) > 15, "it does something"


@pytest.mark.deep
@pytest.mark.parametrize("number", range(actions.RUNS))
async def test_many_random_actions_meet_no_error_and_no_dead_end(number: int) -> None:
    result = await actions.tried(number)
    assert not result.trouble, result.trouble


async def test_an_error_and_a_dead_end_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object) -> None:
        raise ValueError("planted")

    with monkeypatch.context() as patched:
        patched.setattr(
            commands, "COMMANDS", {name: command._replace(action=breaks) for name, command in commands.COMMANDS.items()}
        )
        assert "planted" in (await actions.tried(0, 50)).trouble
    with monkeypatch.context() as patched:
        patched.setattr(App, "close_sheet", lambda _: None)
        assert "Back does not lead home" in (await actions.tried(1, 200)).trouble
