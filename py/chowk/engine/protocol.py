"""Asking an opponent in another room: requests and replies are text, and nothing is remembered between them.

The page sends a request, the worker answers. A reply carries the ticket of its request, so that one which
comes too late can be told and dropped. Tests, and a page that has no worker, call the same desk directly.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Hashable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from chowk.core.equity import Chances, Weighed
from chowk.core.errors import TextError
from chowk.core.game import Notation
from chowk.core.message import say
from chowk.core.notation import shown
from chowk.core.position import CHANCE
from chowk.core.safe_json import read_object
from chowk.engine.assets import Missing
from chowk.engine.search_budget import UNBOUNDED, Clock

M = TypeVar("M", bound=Hashable)
T = TypeVar("T")
SLICE: Final = 0.015
"""Seconds of thinking after which the desk lets other calls in."""
LONGEST: Final = 86_400_000
"""Milliseconds that a request may ask for at most: a day."""


class Thought(NamedTuple, Generic[M]):
    """The best move so far, what it is worth to the side to move, and how deep that was looked into.

    `score` is in the game's own unit (discs, hundredths of a man, ...), None where none was reckoned;
    `exact` says that it is proven.
    """

    move: M
    score: float | None = None
    depth: int = 0
    exact: bool = False


class Line(NamedTuple, Generic[M]):
    """A move that was looked into, the moves that would follow it, and what it is worth to who makes it.

    `moves` begins with the move itself. `score`, `depth` and `exact` are as in a `Thought`; each move of a position may
    have been looked into to another depth.
    """

    moves: tuple[M, ...]
    score: float | None = None
    depth: int = 0
    exact: bool = False


class Survey(NamedTuple, Generic[M]):
    """What is known of the moves of a position, the best first, and how many positions were met for it.

    `onward` is how deep to ask next to know more; 0 where all of it is known.
    """

    lines: tuple[Line[M], ...] = ()
    nodes: int = 0
    onward: int = 0


class Scope(NamedTuple, Generic[M]):
    """How far to look into every move: so many moves ahead, and what is known already, which is not found out again.

    What was found out about other positions is used, unless `nodes` says how many may be met at most: then the same
    question has the same answer on every machine.
    """

    depth: int
    nodes: int = 0
    known: Mapping[M, Line[M]] = MappingProxyType({})


class Think(Protocol):
    """How a game's `bots` module thinks: ever better thoughts, the last of them counts.

    A thinker yields at least once, yields often (every ten or so milliseconds, the same thought if there is no
    better one) and ends soon after its clock is over.
    """

    def __call__(
        self, position: Any, past: Sequence[Any], level: int, seed: int, clock: Clock
    ) -> Iterator[Thought[Any]]:
        """Thoughts about `position`; `past` holds earlier positions of the match, the latest last."""


class Look(Protocol):
    """How a game's `bots` module looks into every move: ever better surveys, the last of them counts.

    It yields and ends as a thinker does.
    """

    def __call__(self, position: Any, past: Sequence[Any], scope: Scope[Any], clock: Clock) -> Iterator[Survey[Any]]:
        """Surveys of `position`; `past` holds earlier positions of the match, the latest last."""


class Weigh(Protocol):
    """How a game's `bots` module says what a roll, and what was made of it, changed of everybody's chance to win.

    It yields and ends as a thinker does, nothing of worth before the last time.
    """

    def __call__(self, position: Any, made: Sequence[Any], clock: Clock) -> Iterator[Weighed | None]:
        """What is said of `position`, in which dice are due, and of the moves made from there, a roll first."""


class Thinker(NamedTuple):
    """What the desk needs of a game; `levels` are the numbers of its levels, the strongest last.

    A game whose opponents can say what every move is worth has a `survey`; one with dice whose opponents know chances
    to win that are calibrated, `weigh`.
    """

    notation: Notation[Any, Any]
    think: Think
    levels: Sequence[int]
    survey: Look | None = None
    weigh: Weigh | None = None


class Request(NamedTuple):
    """A question to an opponent; `past` holds earlier positions that may matter (repetitions), latest last.

    `depth` is how many moves ahead may be looked at most, 0 for as many as there is time for; what can be read out to
    the end at once may be. `survey` asks what every move is worth, not for one of them; then `nodes` bounds how many
    positions are met, if it is not 0, and `known` are lines of an earlier answer. `unaided` wants no move that is known
    by heart, as from a book, but one that was searched for. `weigh` asks what a roll, due in that
    position, and the moves `made` with it changed of everybody's chance to win.
    """

    ticket: int
    game: str
    position: str
    level: int
    seed: int
    milliseconds: int
    past: tuple[str, ...] = ()
    depth: int = 0
    survey: bool = False
    nodes: int = 0
    known: tuple[Line[str], ...] = ()
    weigh: bool = False
    made: tuple[str, ...] = ()
    unaided: bool = False

    def text(self) -> str:
        """The request as one line of JSON."""
        return json.dumps(self._asdict())


class Reply(NamedTuple):
    """An opponent's answer: the move as text, its worth if reckoned, how deep it looked; or what went wrong.

    `known` says that the move was not reckoned but known by heart, as from a book. `lacking` says that a file which
    this opponent needs cannot be had; easier ones may do without; `gone`, that the host has it no more. `lines`,
    `nodes` and `onward` answer a survey, `weighed` answers what a roll changed: a `Weighed`, with what it has for each
    move at the end.
    """

    ticket: int
    move: str = ""
    score: float | None = None
    depth: int = 0
    exact: bool = False
    known: bool = False
    error: str = ""
    lacking: bool = False
    gone: bool = False
    lines: tuple[Line[str], ...] = ()
    nodes: int = 0
    onward: int = 0
    weighed: tuple[Chances, ...] = ()

    def text(self) -> str:
        """The reply as one line of JSON."""
        return json.dumps(self._asdict())


_KINDS: Final[dict[str, type | tuple[type, ...]]] = {
    "ticket": int,
    "game": str,
    "position": str,
    "level": int,
    "seed": int,
    "milliseconds": int,
    "past": list,
    "depth": int,
    "survey": bool,
    "nodes": int,
    "known": list,
    "weigh": bool,
    "made": list,
    "unaided": bool,
}
_REPLY_KINDS: Final[dict[str, type | tuple[type, ...]]] = {
    "ticket": int,
    "move": str,
    "score": (int, float, type(None)),
    "depth": int,
    "exact": bool,
    "known": bool,
    "error": str,
    "lacking": bool,
    "gone": bool,
    "lines": list,
    "nodes": int,
    "onward": int,
    "weighed": list,
}


def read_request(text: str) -> Request:
    """The request that `Request.text` wrote; raises `TextError` for anything else."""
    fields = _object(text)
    right = set(fields) == set(Request._fields) and all(_is(fields[name], kind) for name, kind in _KINDS.items())
    right = right and all(isinstance(one, str) for one in (*fields["past"], *fields["made"]))
    right = right and min(fields["depth"], fields["nodes"]) >= 0
    if not right or abs(fields["milliseconds"]) > LONGEST:
        raise TextError(say("This request to the opponent cannot be understood."))
    known = tuple(_line(one) for one in fields["known"])
    if None in known:
        raise TextError(say("This request to the opponent cannot be understood."))
    return Request(**{**fields, "past": tuple(fields["past"]), "known": known, "made": tuple(fields["made"])})


def read_reply(text: str) -> Reply:
    """The reply that `Reply.text` wrote; raises `TextError` for anything else."""
    fields = _object(text)
    right = set(fields) == set(Reply._fields) and all(_is(fields[name], kind) for name, kind in _REPLY_KINDS.items())
    if not right:
        raise TextError(say("The opponent's answer cannot be understood."))
    lines = tuple(_line(one) for one in fields["lines"])
    weighed = fields["weighed"]
    if None in lines or not all(
        isinstance(one, list) and all(_is(part, (int, float)) for part in one) for one in weighed
    ):
        raise TextError(say("The opponent's answer cannot be understood."))
    return Reply(**{**fields, "lines": lines, "weighed": tuple(map(tuple, weighed))})


def _line(told: Any) -> Line[str] | None:
    """The line that was written so; None for anything else."""
    kinds: tuple[Any, ...] = (list, (int, float, type(None)), int, bool)
    right = isinstance(told, list) and len(told) == len(kinds)
    right = right and all(_is(part, kind) for part, kind in zip(told, kinds, strict=True))
    if not right or not told[0] or not all(isinstance(move, str) for move in told[0]):
        return None
    return Line(tuple(told[0]), *told[1:])


class Desk:
    """Answers requests, one thought at a time, and can be told to hurry."""

    def __init__(
        self,
        find: Callable[[str], Thinker | None],
        pause: Callable[[], Awaitable[None]],
        bring: Callable[[str], Awaitable[None]] | None = None,
    ) -> None:
        """`find` gives a game's thinker by name; `pause` lets other calls in and comes back soon.

        `bring` fetches what the opponents of a game bring with them, as far as it can be had.
        """
        self._find = find
        self._pause = pause
        self._bring = bring
        self._clocks: dict[int, Clock] = {}

    async def answer(self, text: str) -> str:
        """The reply to a request, both as text; what is wrong with a bad request is in the reply's `error`."""
        ticket = 0
        try:
            request = read_request(text)
            ticket = request.ticket
            return (await self._reply(request)).text()
        except TextError as error:
            return Reply(ticket, error=str(error)).text()
        except Missing as error:
            return Reply(ticket, error=str(error), lacking=True, gone=error.gone).text()
        finally:
            self._clocks.pop(ticket, None)

    async def prepare(self, game: str) -> None:
        """Fetches what the opponents of a game bring with them, so that a first question finds it there."""
        if self._bring is not None:
            await self._bring(game)

    def hurry(self, ticket: int) -> None:
        """Makes the answer to a ticket come at once, with the best move found so far."""
        if ticket in self._clocks:
            self._clocks[ticket].hurry()

    async def _reply(self, request: Request) -> Reply:
        thinker = self._find(request.game)
        if thinker is None:
            raise TextError(say("No opponent plays “{game}”.", game=shown(request.game)))
        if request.level not in thinker.levels:
            raise TextError(say("No opponent has the level {level}.", level=request.level))
        position = thinker.notation.read_position(request.position)
        past = [thinker.notation.read_position(one) for one in request.past]
        if not position.moves():
            raise TextError(say("The game is over: there is no move to find."))
        if (position.turn == CHANCE) != request.weigh or (request.weigh and thinker.weigh is None):
            raise TextError(say("This request to the opponent cannot be understood."))
        waiting = self._clocks[request.ticket] = Clock(LONGEST / 1000)
        await self.prepare(request.game)
        clock = Clock(request.milliseconds / 1000, depth=request.depth or UNBOUNDED, unaided=request.unaided)
        self._clocks[request.ticket] = clock
        if waiting.over:  # somebody said to hurry before there was anything to think with
            clock.hurry()
        if request.weigh:
            return await self._weighed(request, thinker, position, clock)
        if request.survey:
            return await self._surveyed(request, thinker, position, past, clock)
        thought = await self._last(thinker.think(position, past, request.level, request.seed, clock))
        move = thinker.notation.write_move(position, thought.move)
        known = thought.score is None and not thought.depth and not clock.over
        return Reply(request.ticket, move, thought.score, thought.depth, thought.exact, known)

    async def _surveyed(
        self, request: Request, thinker: Thinker, position: Any, past: Sequence[Any], clock: Clock
    ) -> Reply:
        """What is known of every move; of the best one alone where the opponents tell no more."""
        if thinker.survey is None:
            thought = await self._last(thinker.think(position, past, thinker.levels[-1], request.seed, clock))
            best = Line((thought.move,), thought.score, thought.depth, thought.exact)
            found: Survey[Any] = Survey((best,))
        else:
            known = [_read(thinker.notation, position, one) for one in request.known]
            scope = Scope(request.depth, request.nodes, {one.moves[0]: one for one in known})
            found = await self._last(thinker.survey(position, past, scope, clock))
        lines = tuple(line._replace(moves=_written(thinker.notation, position, line.moves)) for line in found.lines)
        return Reply(request.ticket, lines=lines, nodes=found.nodes, onward=found.onward)

    async def _weighed(self, request: Request, thinker: Thinker, position: Any, clock: Clock) -> Reply:
        assert thinker.weigh is not None, "who asks is told so before"
        made, at = [], position
        for told in request.made:
            made.append(thinker.notation.read_move(at, told))
            at = at.play(made[-1])
        found = await self._last(thinker.weigh(position, made, clock))
        if found is None:  # somebody said to hurry
            return Reply(request.ticket)
        return Reply(request.ticket, weighed=(found.before, found.rolled, found.left, *found.gains))

    async def _last(self, thoughts: Iterator[T]) -> T:
        thought, watch = next(thoughts), Clock(SLICE)
        for thought in thoughts:  # noqa: B007 - the last one counts
            if watch.over:
                await self._pause()
                watch = Clock(SLICE)
        return thought


def _written(notation: Notation[Any, Any], position: Any, moves: Sequence[Any]) -> tuple[str, ...]:
    """Moves that follow one another, as text."""
    told = []
    for move in moves:
        told.append(notation.write_move(position, move))
        position = position.play(move)
    return tuple(told)


def _read(notation: Notation[Any, Any], position: Any, line: Line[str]) -> Line[Any]:
    """A line with its moves read; raises `TextError` where one is none."""
    moves: list[Any] = []
    for told in line.moves:
        moves.append(notation.read_move(position, told))
        position = position.play(moves[-1])
    return Line(tuple(moves), *line[1:])


def _object(text: str) -> dict[str, Any]:
    """The JSON object in a text, or an empty one where there is none."""
    return read_object(text) or {}


def _is(value: object, kind: type | tuple[type, ...]) -> bool:
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
