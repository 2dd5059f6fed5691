"""The games as games of OpenSpiel. Importing this module registers them with pyspiel, as `chowk_reversi` and so on.

The package open_spiel must be installed. `docs/environments.md` shows the use of this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from chowk.core.message import english
from chowk.envs.playing import Playing, coding_of, has_coding
from chowk.envs.seats import LIMIT
from chowk.games.api.coding import Coding
from chowk.library.board import Board, Move
from chowk.library.parts import game_of, games

try:
    import pyspiel
except ImportError as error:
    raise ImportError("chowk.envs.spiel needs open_spiel. Install it: pip install open_spiel") from error

PREFIX: Final = "chowk_"
"""The beginning of the games' names in OpenSpiel."""


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game as a game of OpenSpiel.

    Its parameters are:

    * `players`: the number of players.
    * `seed`: determines what is drawn before the first move, such as the order of patches.
    * `limit`: the number of actions after which a game is a draw for all.
    * `rules`: house rules, such as `hunted:on;rounds:50`.
    """

    kind: Any  # pyspiel's description of the game, which a class for each game has

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        kind, parameters = self.kind, parameters or {}
        self.game = kind.short_name.removeprefix(PREFIX)
        self.coding = coding_of(self.game)
        self.limit: int = parameters.get("limit", LIMIT)
        rules = dict(part.split(":", 1) for part in parameters.get("rules", "").split(";") if part)
        self._seed: int = parameters.get("seed", 0)
        players = parameters.get("players")
        self._options: dict[str, Any] = {"seats": players, **rules}
        board = self.board()
        information = pyspiel.GameInfo(
            num_distinct_actions=self.coding.actions,
            max_chance_outcomes=self.coding.draws,
            num_players=board.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.limit,
        )
        super().__init__(kind, information, dict(parameters))

    def board(self) -> Board:
        """Return a board at the start of the game."""
        return Board(self.game, seed=self._seed, **self._options)

    def new_initial_state(self) -> SpielState:
        """Return the state at the start of a game."""
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Observer:  # noqa: ARG002
        """Return an object that describes states as numbers or as text.

        `kind` is ignored. Raises `ValueError` if there are any `parameters`.
        """
        if parameters:
            raise ValueError("an observation has no parameters")
        return Observer(self.coding)


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A state of a `SpielGame`: the position, and the actions of an unfinished move."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.playing = Playing(game.board())
        self._limit = game.limit
        self._move_count = 0

    def current_player(self) -> int:
        """Return the seat that must act, or OpenSpiel's number for a roll that is due or for the end of the game."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.playing.is_chance else self.playing.turn

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - always the seat that must act
        return self.playing.actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible results of the roll that is due, as numbers from 0, and their probabilities."""
        odds = self.playing.position.odds()
        return [(number, weight / sum(odds)) for number, weight in enumerate(odds)]

    def _apply_action(self, action: int) -> None:
        if self.playing.is_chance:
            self.playing.roll(self._roll(action))
        else:
            self.playing.act(action)
            self._move_count += 1

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.playing.text(action)
        return game_of(self.playing.game).notation.write_move(self.playing.position, self._roll(action))

    def is_terminal(self) -> bool:
        """Return True if the game is over, by the rules or by the limit."""
        return self.playing.outcome is not None or self._move_count >= self._limit

    def returns(self) -> list[float]:
        """Return the reward of each seat. All are 0 while the game goes on, and if the limit has ended it."""
        return list(self.playing.rewards())

    def __str__(self) -> str:
        """Return the position as text, and the actions of an unfinished move."""
        text = game_of(self.playing.game).notation.write_position(self.playing.position)
        return " ".join((text, *map(str, self.playing.begun)))

    def _roll(self, number: int) -> Move:
        roll: Move = self.playing.position.moves()[number]
        return roll


class Observer:
    """An observer for OpenSpiel: it describes states as numbers (`Coding.observe`) or as text."""

    def __init__(self, coding: Coding) -> None:
        self.tensor = np.zeros(int(np.prod(coding.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(coding.shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the numbers that describe a state, as a player sees it, to `tensor`."""
        self.tensor[:] = state.playing.observe(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return a state as text, followed by the number of the player. Nothing in the state is hidden from players."""
        return f"{state} {player}"


def _register(game: str) -> None:
    seats, is_random = game_of(game).sign.seats, coding_of(game).draws > 0
    modes = pyspiel.GameType.ChanceMode
    kind = pyspiel.GameType(
        short_name=f"{PREFIX}{game}",
        long_name=english(game_of(game).sign.title),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if is_random else modes.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": min(seats), "seed": 0, "limit": LIMIT, "rules": ""},
    )
    pyspiel.register_game(kind, type(f"{game.title()}Game", (SpielGame,), {"kind": kind}))


for _game in games():
    if has_coding(_game):
        _register(_game)
