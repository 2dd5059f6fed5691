"""The games as environments of PettingZoo: each player is an agent, and the agents act in turn (AEC)."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from gymnasium.utils.seeding import np_random
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from chowk.envs.playing import Playing, coding_of
from chowk.games.api.coding import Coding
from chowk.library.board import Board

Agent: TypeAlias = str
"""The name of a player: `player_0` for the first seat, and so on."""
Numbers: TypeAlias = NDArray[Any]
Observation: TypeAlias = dict[str, Numbers]
"""What an agent sees: `observation`, and `action_mask`, which has a 1 for each action that is legal for it now."""

LIMIT: Final = 10_000
"""The default number of actions after which a game is cut off."""
RENDER_MODES: Final = ("ansi", "svg")
_SEEDS: Final = 1 << 63


def env(game: str, **settings: Any) -> AECEnv[Agent, Observation, int]:
    """Return a game's environment with PettingZoo's usual checks. The settings are those of `BoardEnv`.

    An illegal action ends the game: its agent gets -1 and the others get 0. An action that is not in the action space,
    and a call in a wrong order, raise `AssertionError`.
    """
    checked: AECEnv[Agent, Observation, int] = raw_env(game, **settings)
    checked = wrappers.TerminateIllegalWrapper(checked, illegal_reward=-1)
    checked = wrappers.AssertOutOfBoundsWrapper(checked)
    return wrappers.OrderEnforcingWrapper(checked)


def raw_env(game: str, **settings: Any) -> BoardEnv:
    """Return a faster environment, without the checks of `env`. An illegal action raises `IllegalMove`."""
    return BoardEnv(game, **settings)


def observation_space(coding: Coding) -> spaces.Dict:
    """Return the space of the observations of a game with this encoding."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, coding.most, coding.shape, kind_of(coding)),
            "action_mask": spaces.Box(0, 1, (coding.actions,), np.int8),
        }
    )


def kind_of(coding: Coding) -> type[np.signedinteger[Any]]:
    """Return a numpy integer type that can hold all numbers in a game's observations."""
    return np.int8 if coding.most < 128 else np.int16


def observed(playing: Playing, seat: int) -> Observation:
    """Return a seat's observation. Its `action_mask` is all zeros unless it is the seat's turn."""
    coding = playing.coding
    mask = np.zeros(coding.actions, np.int8)
    if playing.outcome is None and playing.turn == seat:
        mask[playing.actions()] = 1
    numbers = np.array(playing.observe(seat), kind_of(coding)).reshape(coding.shape)
    return {"observation": numbers, "action_mask": mask}


class BoardEnv(AECEnv[Agent, Observation, int], EzPickle):  # type: ignore[misc]  # EzPickle has no types
    """A game as an AEC environment of PettingZoo.

    The environment makes the rolls. `reset(seed=7)` begins the same game as `Board(game, seed=7)`, with the same rolls.
    Each later `reset()` begins another game, whose seed follows from that seed.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        limit: int | None = LIMIT,
        render_mode: str | None = None,
        **rules: str,
    ) -> None:
        """Choose a game, its number of players (by default the smallest) and house rules, as for a `Board`.

        After `limit` actions the game is cut off: all agents are truncated, without a reward. None means no limit.
        """
        EzPickle.__init__(self, game, seats, limit, render_mode, **rules)
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"{render_mode!r} is no render mode; they are {', '.join(RENDER_MODES)}")
        self.game = game
        self.coding = coding_of(game)
        self.metadata = {
            "name": f"chowk_{game}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self._limit = limit
        self._options: dict[str, Any] = {"seats": seats, **rules}
        self._count = Board(game, seed=0, **self._options).seats
        self.possible_agents = [f"player_{seat}" for seat in range(self._count)]
        self.agents: list[Agent] = []
        self.observation_spaces = {agent: observation_space(self.coding) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.coding.actions) for agent in self.possible_agents}
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._random, _ = np_random()

    def observation_space(self, agent: Agent) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Discrete:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a game. `seed` determines its rolls, and the seeds of the games after it. `options` are ignored."""
        if seed is None:
            game_seed = int(self._random.integers(_SEEDS))
        else:
            self._random, game_seed = np_random(seed)[0], seed
        self.playing = Playing(Board(self.game, seed=game_seed, **self._options))
        self._move_count = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._settle()

    def observe(self, agent: Agent) -> Observation:
        """Return an agent's observation of the present position."""
        return observed(self.playing, self._seats[agent])

    def step(self, action: int | None) -> None:
        """Make the action of the agent whose turn it is. If the game is over for this agent, `action` must be None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent that still plays needs an action")
        self.playing.act(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._move_count += 1
        self._settle()
        if self.playing.outcome is not None:
            self.rewards = dict(zip(self.agents, self.playing.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        elif self._limit is not None and self._move_count >= self._limit:
            self.truncations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        """Return the position as text with colours (`ansi`) or as a picture (`svg`); None without a render mode."""
        if self.render_mode is None:
            return None
        board = self.playing.board()
        return board.ansi() if self.render_mode == "ansi" else board.svg()

    def close(self) -> None:
        """Do nothing, because the environment holds no window and no file."""

    def _settle(self) -> None:
        """Make the rolls that are due, and select the agent that must act."""
        playing = self.playing
        while playing.is_chance:
            playing.roll()
        seat = self._seats[self.agent_selection] + 1 if playing.outcome is not None else playing.turn
        self.agent_selection = self.possible_agents[seat % self._count]
