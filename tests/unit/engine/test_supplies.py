"""Test data files and kernels of games, in plain Python and as the page provides them."""

from __future__ import annotations

import pkgutil
from array import array
from collections.abc import Mapping
from typing import Any

import pytest

from chowk.engine import assets
from chowk.engine.assets import KERNEL, Missing
from tools.build import kernel_assets, kernel_provider


class Nobody:
    """A fake kernel that serves only as a distinct object."""

    numbers: Mapping[str, float] = {}

    def call(self, name: str, *arguments: float) -> Any:
        return name, arguments

    def read(self, name: str, first: int = 0, count: int | None = None) -> array[Any]:
        return array("i", (len(name), first, count or 0))

    def write(self, name: str, values: array[Any], first: int = 0) -> None:
        pass


@pytest.fixture(autouse=True)
def empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the registry of data files and kernels with an empty one."""
    monkeypatch.setattr(assets, "_available", assets._Available())


def test_data_lie_in_the_games_folder() -> None:
    assert assets.data("reversi", "stages.bin") == pkgutil.get_data("chowk.games.reversi.engine", "stages.bin")
    for game, name in (("reversi", "no.bin"), ("patchwork", "weights.bin")):
        with pytest.raises(Missing, match=name):
            assets.data(game, name)


def test_what_is_given_comes_first() -> None:
    assert assets.available("reversi") == frozenset()
    assets.give("reversi", {"stages.bin": b"mine"})
    assert assets.data("reversi", "stages.bin") == b"mine"
    assert assets.data("checkers", "endgame.bin") != b"mine"
    assert assets.available("reversi") == {"stages.bin"}


def test_a_kernel_of_another_game_goes() -> None:
    first, second = Nobody(), Nobody()
    with pytest.raises(Missing, match="kernel"):
        assets.kernel("reversi")
    assets.give("reversi", {"a.bin": b""}, first)
    assert assets.kernel("reversi") is first
    assert assets.available("reversi") == {"a.bin", KERNEL}
    assets.give("checkers", {}, second)
    assert assets.kernel("checkers") is second
    assert assets.available("reversi") == {"a.bin"}
    with pytest.raises(Missing):
        assets.kernel("reversi")


def test_plain_python_makes_a_kernel_when_it_is_first_asked_for() -> None:
    started: list[str] = []

    def run(game: str) -> Nobody | None:
        started.append(game)
        return Nobody() if game == "reversi" else None

    assets.provide(run)
    assert started == []
    assert assets.kernel("reversi") is assets.kernel("reversi")
    assert started == ["reversi"]
    with pytest.raises(Missing):
        assets.kernel("patchwork")


def test_without_wasmtime_there_is_no_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    assert kernel_provider.provide()
    monkeypatch.setattr(kernel_provider, "find_spec", lambda _: None)
    assert not kernel_provider.provide()
    with pytest.raises(Missing):
        assets.kernel("reversi")


def test_a_game_without_a_kernel_has_none() -> None:
    assert "draughts" not in kernel_assets.kernels()
    assert kernel_provider.run("draughts") is None
