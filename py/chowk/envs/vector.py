"""Many games at once, played by compiled code: for programs that learn from millions of games of Reversi or Checkers.

It needs the extras `gym` and `engines`. `docs/environments.md` shows its use.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from chowk.envs.playing import coding_of
from chowk.envs.seats import kind_of
from chowk.library import kernels

Numbers = NDArray[Any]


class Views(NamedTuple):
    """The observations of many games. Each array has one row for each game.

    `turn` is the seat that must act. `observation` and `action_mask` are those of `BoardEnv` for this seat. `rewards`
    are the rewards of both seats for the last action. `over` is True for each game that the last action ended.
    `illegal` is True for each game that ended because the last action was illegal.
    """

    observation: Numbers
    action_mask: Numbers
    turn: Numbers
    rewards: Numbers
    over: NDArray[np.bool_]
    illegal: NDArray[np.bool_]


class VectorGames:
    """Many games of Reversi, or many of Checkers, played at the same time under the default house rules.

    A game that is over begins anew at the next `step`, which ignores the action for it. Each call returns new arrays.
    """

    def __init__(self, game: str, count: int, code: bytes | None = None) -> None:
        """Prepare `count` games. `code` is the compiled kernel, by default that of the installed package.

        Raise `ValueError` for a game or a count that is not possible, and `ImportError` without wasmtime.
        """
        self.coding = coding_of(game)
        if game not in VIEWS:
            raise ValueError(f"{game} is not played many times at once; the games are {', '.join(VIEWS)}")
        compiled = kernels.code(game, kernels.BATCH) if code is None else code
        if compiled is None:
            raise ValueError(f"there is no compiled code of {game} here: install the package, or give the code")
        self._kernel = kernels.Native(compiled)
        most = int(self._kernel.numbers["MOST"])
        if not 0 < count <= most:
            raise ValueError(f"{game} is played 1 to {most} times at once")
        self.game, self.count = game, count
        self._views: Callable[[VectorGames], Views] = VIEWS[game]

    def reset(self) -> Views:
        """Begin all games, and return their first observations."""
        self._kernel.call("start", self.count)
        return self._views(self)

    def step(self, actions: ArrayLike) -> Views:
        """Make one action in each game, and return the observations after it.

        `actions` holds the number of the action for each game. Raises `ValueError` if it has another shape.
        """
        chosen = np.asarray(actions, np.int32)
        if chosen.shape != (self.count,):
            raise ValueError(f"there must be {self.count} actions")
        self.cells("ACTIONS")[:] = chosen
        self._kernel.call("step", self.count)
        return self._views(self)

    def cells(self, name: str, width: int = 1) -> Numbers:
        """Return a numpy view of the kernel's array `name`, with `width` numbers for each game."""
        cells, kernel = self._kernel.arrays[name], self._kernel
        kind = np.dtype(cells.code)
        size = self.count * width
        raw = (ctypes.c_char * (size * kind.itemsize)).from_address(kernel.base + cells.address)
        numbers: Numbers = np.frombuffer(memoryview(raw).cast("B"), kind)
        return numbers

    def number(self, name: str) -> int:
        """Return the kernel's constant with this name."""
        return int(self._kernel.numbers[name])


def _bits(masks: Numbers) -> NDArray[np.uint8]:
    """Return the bits of 64-bit masks as zeros and ones: a row for each mask, the lowest bit first."""
    return np.unpackbits(masks.view(np.uint8), bitorder="little").reshape(len(masks), -1)


def _reversi(games: VectorGames) -> Views:
    count, own, other = games.count, games.cells("OWN"), games.cells("OTHER")
    states, turn = games.cells("STATES"), (games.cells("PLIES") & 1).astype(np.int8)
    planes = np.ones((count, 3, 64), kind_of(games.coding))
    planes[:, 0], planes[:, 1] = _bits(own), _bits(other)
    over, illegal = states >= games.number("OVER"), states == games.number("ILLEGAL")
    mask = np.zeros((count, games.coding.actions), np.int8)
    mask[:, :64] = _bits(games.cells("LEGAL"))
    mask[:, 64] = states == games.number("MUST_PASS")
    mask[over] = 0
    discs = np.sign(planes[:, 0].sum(1, np.int16) - planes[:, 1].sum(1, np.int16)) * (over & ~illegal)
    observation = planes.reshape(count, *games.coding.shape)
    return Views(observation, mask, turn, _rewards(turn, discs, illegal), over, illegal)


def _checkers(games: VectorGames) -> Views:
    count, states, turn = games.count, games.cells("STATES"), games.cells("TURNS").astype(np.int8)
    planes = np.ones((count, 7, 64), kind_of(games.coding))
    planes[:, :5] = _bits(games.cells("PLANES", 5)).reshape(count, 5, 64)
    planes[:, 5] = games.cells("QUIET")[:, None]
    over, illegal = states > 0, states == games.number("ILLEGAL")
    mask = _bits(games.cells("LEGAL", 2)).reshape(count, -1).astype(np.int8)
    mask[over] = 0
    won = -(states == games.number("LOST")).astype(np.int16)
    observation = planes.reshape(count, *games.coding.shape)
    return Views(observation, mask, turn, _rewards(turn, won, illegal), over, illegal)


def _rewards(turn: Numbers, own: Numbers, illegal: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Return the rewards of both seats in each game.

    `turn` holds the seat that acted in each game, and `own` its reward. The other seat gets the opposite. If the action
    was illegal, the seat that acted gets -1 instead, and the other seat 0.
    """
    rewards = np.zeros((len(turn), 2), np.float32)
    rows = np.arange(len(turn))
    rewards[rows, turn] = np.where(illegal, -1, own)
    rewards[rows, 1 - turn] = np.where(illegal, 0, -own)
    return rewards


VIEWS: Final[dict[str, Callable[[VectorGames], Views]]] = {"reversi": _reversi, "checkers": _checkers}
"""For each game that can be played many times at once, the function that returns the observations."""
