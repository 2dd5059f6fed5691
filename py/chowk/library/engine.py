"""The opponents of the games as engines: they choose a move, or evaluate every move of a position."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from threading import Lock
from types import TracebackType
from typing import Any, Final, NamedTuple, TypeVar

from chowk.core.message import english
from chowk.core.position import CHANCE
from chowk.engine.assets import Missing
from chowk.engine.protocol import LONGEST, Line, Scope
from chowk.engine.search_budget import UNBOUNDED, Clock
from chowk.games.api import Level
from chowk.library import kernels
from chowk.library.board import Board, Move
from chowk.library.parts import game_of

T = TypeVar("T")
PAST: Final = 100
"""Maximum number of earlier positions that a search gets, for the rules about repetition."""
_LONGEST_S: Final = LONGEST / 1000
"""Time limit, in seconds, of a search for which no time limit is given."""
_locks: Final[dict[str, Lock]] = {}
"""A lock for each game. All engines of a game share its kernel (compiled search code), which does one search at a time.
"""


class EngineError(RuntimeError):
    """Raised if an opponent cannot search for a move, for example because wasmtime is not installed."""


class Limit(NamedTuple):
    """The limits of a search: `time` in seconds, `depth` in moves, and `nodes`, the number of positions.

    Only an analysis can be limited by `nodes`. Without limits, an opponent plays as it does on the web page, and an
    analysis has the usual depth of its game.
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None


NO_LIMIT: Final = Limit()
"""No limits besides those of the level, or of the game's analysis."""


class Opponent(NamedTuple):
    """A level of a game's opponents: its number, its name, a short description, and its thinking time in seconds."""

    number: int
    name: str
    description: str
    seconds: float


class PlayResult(NamedTuple):
    """A chosen move, its notation, and the depth of the search in moves, 0 for a move from the book."""

    move: Move
    text: str
    depth: int = 0


class Evaluation(NamedTuple):
    """The value of a move for the player who makes it.

    `moves` are the move and the expected moves after it, and `texts` the same in notation. `score` is in the unit of
    the game: discs in Reversi, hundredths of a man in Checkers, percentage points above or below an even chance in the
    others. `win_chance` is the probability of winning with this score. It is None for house rules with which it is not
    known. `depth` is the search depth in moves. `exact` is True if the score is proven.
    """

    moves: tuple[Move, ...]
    texts: tuple[str, ...]
    score: float | None
    win_chance: float | None
    depth: int
    exact: bool


class _Control:
    """A handle for stopping a search, before it begins or while it runs."""

    def __init__(self) -> None:
        self._clock: Clock | None = None
        self._is_stopped = False

    def start(self, seconds: float, depth: int = UNBOUNDED) -> Clock:
        """Start and return the clock of the search. After a call of `stop`, the clock ends the search at once."""
        self._clock = Clock(seconds, depth=depth)
        if self._is_stopped:
            self._clock.end_now()
        return self._clock

    def stop(self) -> None:
        """End the search with its best result so far."""
        self._is_stopped = True
        if self._clock is not None:
            self._clock.end_now()


class Engine:
    """An opponent of a game.

    `play` and `analyse` return when the search is done; `play_async` and `analyse_async` are the same for programs with
    an event loop, and can be cancelled. All engines of one game share its kernel, so their searches wait for each
    other.
    """

    def __init__(self, game: str, level: str | int | None = None, *, seed: int = 0) -> None:
        """Choose a level by its name or number, by default the strongest. `seed` determines random choices.

        Raise `ValueError` for a game or a level that does not exist.
        """
        kernels.provide()
        self._game = game_of(game)
        self._level = _level(self._game.bots.LEVELS, level)
        self._seed = seed
        self._controls: set[_Control] = set()
        self._lock = _locks.setdefault(game, Lock())

    @staticmethod
    def levels(game: str) -> tuple[Opponent, ...]:
        """Return the levels of a game, from the weakest to the strongest."""
        return tuple(map(_opponent, game_of(game).bots.LEVELS))

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._game.name

    @property
    def level(self) -> Opponent:
        """The level of this engine."""
        return _opponent(self._level)

    def play(self, board: Board, limit: Limit = NO_LIMIT, *, seed: int | None = None) -> PlayResult:
        """Return the move that this level chooses. The board stays as it is.

        A limit can shorten the level's search, but not lengthen it. Raise `ValueError` if the game is over or a roll is
        due, and `EngineError` if this level needs a kernel that is not available.
        """
        return self._run(_Control(), partial(self._play, board.copy(), limit, self._seed if seed is None else seed))

    async def play_async(self, board: Board, limit: Limit = NO_LIMIT, *, seed: int | None = None) -> PlayResult:
        """Return the same as `play` without blocking the event loop. Cancelling the coroutine ends the search."""
        chosen = self._seed if seed is None else seed
        return await self._run_async(partial(self._play, board.copy(), limit, chosen))

    def analyse(self, board: Board, limit: Limit = NO_LIMIT, multipv: int | None = None) -> list[Evaluation]:
        """Return the values of all moves, or of the `multipv` best moves. The best move is first.

        The level has no influence. With a limit of time and none of depth, the search goes deeper until the time is up.
        If the time is too short, some moves are missing. Raise the same errors as `play`.
        """
        return self._run(_Control(), partial(self._analyse, board.copy(), limit))[:multipv]

    async def analyse_async(
        self, board: Board, limit: Limit = NO_LIMIT, multipv: int | None = None
    ) -> list[Evaluation]:
        """Return the same as `analyse` without blocking the event loop. Cancelling the coroutine ends the search."""
        return (await self._run_async(partial(self._analyse, board.copy(), limit)))[:multipv]

    def stop(self) -> None:
        """End all searches of this engine. They return the best result so far. Other threads may call this."""
        for control in tuple(self._controls):
            control.stop()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"Engine({self.game!r}, {self.level.name!r})"

    def _play(self, board: Board, limit: Limit, seed: int, control: _Control) -> PlayResult:
        _refuse(self.game, board)
        if limit.nodes is not None:
            raise ValueError("only an analysis can be limited by nodes")
        seconds = self._level.seconds if limit.time is None else min(limit.time, self._level.seconds)
        clock = control.start(seconds, limit.depth or UNBOUNDED)
        position = board.position
        *_, thought = self._game.bots.think(position, _past(self._game.rules, board), self._level.number, seed, clock)
        return PlayResult(thought.move, board.text(thought.move), thought.depth)

    def _analyse(self, board: Board, limit: Limit, control: _Control) -> list[Evaluation]:
        _refuse(self.game, board)
        survey, scale = self._game.survey, self._game.scale
        if survey is None or scale is None:
            raise EngineError(f"{self.game} has no analysis")
        clock = control.start(_LONGEST_S if limit.time is None else limit.time)
        deepens = limit.time is not None and limit.depth is None
        position, past = board.position, _past(self._game.rules, board)
        depth, known = limit.depth or scale.depth, dict[Any, Line[Any]]()
        while True:
            *_, result = survey(position, past, Scope(depth, limit.nodes or 0, known), clock)
            fresh = {line.moves[0]: line for line in result.lines}
            # A search that was interrupted may lack moves that the search before it had.
            known = fresh if known.keys() <= fresh.keys() else {**known, **fresh}
            if not deepens or not result.onward or clock.over:
                return [self._evaluation(board, line) for line in sorted(known.values(), key=_worst_last)]
            depth = result.onward

    def _evaluation(self, board: Board, line: Line[Any]) -> Evaluation:
        scale, position, texts = self._game.scale, board.position, list[str]()
        for move in line.moves:
            texts.append(self._game.notation.write_move(position, move))
            position = position.play(move)
        chance = None
        if line.score is not None and scale is not None and scale.sure(board.position):
            chance = scale.chances(line.score)
        return Evaluation(line.moves, tuple(texts), line.score, chance, line.depth, line.exact)

    def _run(self, control: _Control, search: Callable[[_Control], T]) -> T:
        with self._listed(control), self._lock:
            try:
                return search(control)
            except Missing as error:
                raise EngineError(
                    f"{error}: {self.level.name} needs compiled code. Install wasmtime: pip install chowk[engines]. "
                    "A checkout has no compiled code: see docs/library.md"
                ) from None

    async def _run_async(self, search: Callable[[_Control], T]) -> T:
        control = _Control()
        try:
            return await asyncio.to_thread(self._run, control, search)
        except asyncio.CancelledError:
            control.stop()
            raise

    @contextmanager
    def _listed(self, control: _Control) -> Iterator[None]:
        self._controls.add(control)
        try:
            yield
        finally:
            self._controls.discard(control)


def _worst_last(line: Line[Any]) -> float:
    return 0.0 if line.score is None else -line.score


def _level(levels: Sequence[Level], choice: str | int | None) -> Level:
    if choice is None:
        return levels[-1]
    for level in levels:
        if choice in (level.number, english(level.name)) or str(choice).lower() == english(level.name).lower():
            return level
    names = ", ".join(f"{english(level.name)} ({level.number})" for level in levels)
    raise ValueError(f"{choice!r} is no level; the levels are {names}")


def _opponent(level: Level) -> Opponent:
    return Opponent(level.number, english(level.name), english(level.manner), level.seconds)


def _refuse(game: str, board: Board) -> None:
    """Raise `ValueError` if the board has another game than `game`, if its game is over, or if a roll is due."""
    if board.game != game:
        raise ValueError(f"this engine plays {game}, not {board.game}")
    if board.is_game_over():
        raise ValueError("the game is over")
    if board.turn == CHANCE:
        raise ValueError("a roll is due: push one, or call roll()")


def _past(rules: Any, board: Board) -> tuple[Any, ...]:
    """Return the earlier positions that a search needs for the rules about repetition, the latest last.

    Empty if repeating the present position has no effect.
    """
    return () if rules.recurring(board.position) is None else board.positions[-1 - PAST : -1]
