"""The games as environments of Gymnasium: one player against the opponents of the page."""

from __future__ import annotations

from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from chowk.core.match import IllegalMove
from chowk.envs.playing import Playing, coding_of
from chowk.envs.seats import LIMIT, RENDER_MODES, Observation, observation_space, observed
from chowk.library.board import Board
from chowk.library.engine import NO_LIMIT, Engine, Limit
from chowk.library.parts import games

_SEEDS: Final = 1 << 63


class SoloEnv(gymnasium.Env[Any, Any]):
    """A game as an environment of Gymnasium for one player. Chowk's opponents, all of one level, play the other seats.

    Observations, actions and masks are those of `BoardEnv`. The reward is given at the end: 1 for the first place, -1
    for the last. An illegal action ends the game with a reward of -1. `info` has the player's seat, and the texts of
    the moves that were made since the last observation.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 - as Gymnasium

    def __init__(
        self,
        game: str,
        level: str | int | None = 0,
        seat: int | None = 0,
        seats: int | None = None,
        limit: int | None = LIMIT,
        search: Limit = NO_LIMIT,
        render_mode: str | None = None,
        **rules: str,
    ) -> None:
        """Choose a game, the level of the opponents, and the player's seat.

        `level` is the name or the number of a level, by default the weakest, as for an `Engine`. `seat` is None for a
        seat that is drawn for each game. `seats` and house rules are those of a `Board`. After `limit` actions of the
        player the game is cut off. `search` can make the opponents' searches shorter. Levels that search by compiled
        code need the extra `engines`.
        """
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"{render_mode!r} is no render mode; they are {', '.join(RENDER_MODES)}")
        self.game = game
        self.coding = coding_of(game)
        self.render_mode = render_mode
        self.engine = Engine(game, level)
        self._options: dict[str, Any] = {"seats": seats, **rules}
        self._count = Board(game, seed=0, **self._options).seats
        if seat is not None and seat not in range(self._count):
            raise ValueError(f"the seats are 0 to {self._count - 1}")
        self._chosen, self._limit, self._search = seat, limit, search
        self.observation_space = observation_space(self.coding)
        self.action_space = spaces.Discrete(self.coding.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game, and make rolls and the opponents' moves until it is the player's turn.

        `seed` determines the rolls, and the player's seat if it is drawn, in this game and in those after it. `options`
        are ignored.
        """
        super().reset(seed=seed, options=options)
        drawn = int(self.np_random.integers(_SEEDS))
        self.seat = int(self.np_random.integers(self._count)) if self._chosen is None else self._chosen
        self.board = Board(self.game, seed=drawn if seed is None else seed, **self._options)
        self.playing = Playing(self.board)
        self._move_count = 0
        texts = self._answer()
        return observed(self.playing, self.seat), self._info(texts)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make an action, then rolls and the opponents' moves until it is the player's turn or the game is over.

        Return what Gymnasium's `Env.step` returns.
        """
        if self.playing.outcome is not None or self.playing.turn != self.seat:
            raise IllegalMove("the game is over; call reset()")
        try:
            move = self.playing.act(int(action))
        except IllegalMove:
            return observed(self.playing, self.seat), -1.0, True, False, {**self._info([]), "illegal": True}
        self._move_count += 1
        texts = [] if move is None else [self._push(move), *self._answer()]
        is_over = self.playing.outcome is not None
        is_cut = not is_over and self._limit is not None and self._move_count >= self._limit
        reward = self.playing.rewards()[self.seat]
        return observed(self.playing, self.seat), reward, is_over, is_cut, self._info(texts)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return an array with True for each action that is legal now, and False for the others."""
        return observed(self.playing, self.seat)["action_mask"].astype(bool)

    def render(self) -> Any:
        """Return the position as text with colours (`ansi`) or as a picture (`svg`); None without a render mode."""
        if self.render_mode is None:
            return None
        return self.board.ansi() if self.render_mode == "ansi" else self.board.svg()

    def _answer(self) -> list[str]:
        """Make rolls and the opponents' moves until it is the player's turn. Return each of them as text, in order."""
        texts, playing = list[str](), self.playing
        while playing.outcome is None and playing.turn != self.seat:
            if playing.is_chance:
                texts.append(self._push(playing.roll()))
                continue
            move = self.engine.play(self.board, self._search, seed=self.board.seed).move
            for action in self.coding.word(playing.position, move):
                playing.act(action)
            texts.append(self._push(move))
        return texts

    def _push(self, move: Any) -> str:
        text = self.board.text(move)
        self.board.push(move)
        return text

    def _info(self, texts: list[str]) -> dict[str, Any]:
        return {"seat": self.seat, "moves": texts}


for _game in games():
    gymnasium.register(f"chowk/{_game}-v0", "chowk.envs:SoloEnv", kwargs={"game": _game})
