"""Protocol between page and opponents: requests and replies are text, and no state is kept between them.

The page sends a request, and the `Desk` in the worker answers it. A reply carries the ticket of its request, a number
by which the page recognises and drops a late reply. Tests, and pages without a worker, call the same desk directly.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Hashable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from chowk.core.equity import Chances, Weighed
from chowk.core.errors import TextError
from chowk.core.game import Notation, Ruleset
from chowk.core.message import say
from chowk.core.notation import excerpt
from chowk.core.position import CHANCE
from chowk.core.safe_json import read_object
from chowk.engine.assets import Missing
from chowk.engine.between import WHOLE, Between
from chowk.engine.search_budget import UNBOUNDED, Clock

M = TypeVar("M", bound=Hashable)
T = TypeVar("T")
SLICE: Final = 0.015
"""Thinking time after which the worker lets other tasks run, in seconds."""
LONGEST: Final = 86_400_000
"""Maximum thinking time of a request, in milliseconds: a day."""
PAST: Final = 100
"""Maximum number of earlier positions that are sent to an opponent with a request."""


class Thought(NamedTuple, Generic[M]):
    """The result of a search so far: the best move, its value for the side to move, and the search depth.

    `score` is in the game's own unit (discs, hundredths of a man, ...), or None without an evaluation. `exact` means
    that the score is proven.
    """

    move: M
    score: float | None = None
    depth: int = 0
    exact: bool = False


class Line(NamedTuple, Generic[M]):
    """A searched move, its principal variation, and its value for the player who makes it.

    `moves` begins with the move itself. `score`, `depth` and `exact` are as in a `Thought`. The moves of a position may
    have been searched to different depths.
    """

    moves: tuple[M, ...]
    score: float | None = None
    depth: int = 0
    exact: bool = False


class Survey(NamedTuple, Generic[M]):
    """The evaluations of all moves of a position, the best first, and the number of positions visited.

    `onward` is the depth to request next, or 0 if a deeper search would find nothing new.
    """

    lines: tuple[Line[M], ...] = ()
    nodes: int = 0
    onward: int = 0


class Scope(NamedTuple, Generic[M]):
    """The limits of a survey (an evaluation of all moves).

    `depth` is the maximum search depth in moves. `nodes` is the maximum number of visited positions, or 0 for no limit.
    If there is a limit of positions, results of earlier searches are not reused, so that the same request has the same
    answer on every machine. `known` holds lines of an earlier answer, by move. These moves need no new search.
    """

    depth: int
    nodes: int = 0
    known: Mapping[M, Line[M]] = MappingProxyType({})


class Think(Protocol):
    """The search function of a game's `bots` module. It yields better and better moves, and the last move counts.

    It yields at least once, and about every 10 ms. If there is no better move yet, it yields the same move again. It
    ends soon after the time of its clock is up.
    """

    def __call__(
        self, position: Any, past: Sequence[Any], level: int, seed: int, clock: Clock
    ) -> Iterator[Thought[Any]]:
        """Yield the best move so far for `position`, again and again.

        `past` holds earlier positions, the latest last.
        """


class ThinkBetween(Protocol):
    """A `Think` that also plays for opponents between two levels."""

    def __call__(
        self, position: Any, past: Sequence[Any], level: int | Between, seed: int, clock: Clock
    ) -> Iterator[Thought[Any]]:
        """Yield the best move so far for `position`, again and again."""


class Look(Protocol):
    """The function of a game's `bots` module that evaluates all moves.

    It yields better and better surveys; the last counts. It yields and ends like a `Think`.
    """

    def __call__(self, position: Any, past: Sequence[Any], scope: Scope[Any], clock: Clock) -> Iterator[Survey[Any]]:
        """Yield evaluations of all moves of `position`.

        `past` holds earlier positions of the match, the latest last.
        """


class Weigh(Protocol):
    """The function of a `bots` module that evaluates a roll and the moves made with it, for statistics of luck.

    It yields and ends like a `Think`. Only the last value counts. It is None if the time was up before the end.
    """

    def __call__(self, position: Any, moves: Sequence[Any], clock: Clock) -> Iterator[Weighed | None]:
        """Yield None at pauses, and at the end the evaluation of the roll that is due in `position`.

        `moves` are the roll and the moves made with it.
        """


class Thinker(NamedTuple):
    """The functions that the worker calls for the opponents of a game.

    `levels` are the numbers of the opponents' levels, the strongest last. `survey` is set if the opponents can evaluate
    every move. `weigh` is set in games with dice whose opponents estimate calibrated winning chances. `between` is set
    if opponents between two levels can play.
    """

    notation: Notation[Any, Any]
    think: Think
    levels: Sequence[int]
    survey: Look | None = None
    weigh: Weigh | None = None
    between: ThinkBetween | None = None


class Request(NamedTuple):
    """A request to an opponent. `past` holds earlier positions that may matter for repetitions, the latest last.

    `depth`: the maximum search depth in moves, or 0 if only time is the limit. A position that can be solved quickly
        may be solved beyond that depth.
    `survey`: requests the value of every move instead of one move.
    `nodes`: the maximum number of positions that a survey visits, or 0 for no limit.
    `known`: lines of an earlier answer to a survey, whose moves need no new search.
    `unaided`: requests a searched move instead of a move from a book.
    `upper`, `share`: if `share` is not 0, the opponent is between the levels `level` and `upper`; see `Between`.
    `weigh`: asks how a roll and the moves after it changed every player's chance to win. The roll is due in the
        position. `made` holds the roll and the moves.
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
    upper: int = 0
    share: int = 0

    def text(self) -> str:
        """Return the request as one line of JSON."""
        return json.dumps(self._asdict())


class Reply(NamedTuple):
    """An opponent's answer: the move as text, its value if there is one, and the search depth; or an error.

    `known`: True for a move that was not searched, for example from a book.
    `lacking`: True if a file that this opponent needs is not available. Easier opponents may not need it.
    `gone`: True if the server no longer has that file.
    `lines`, `nodes`, `onward`: the answer to a survey.
    `weighed`: the answer to a `weigh` request: the fields of a `Weighed` one after another, the `gains` at the end.
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
        """Return the reply as one line of JSON."""
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
    "upper": int,
    "share": int,
}
"""The type in JSON of each field of a request."""
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
"""The type in JSON of each field of a reply."""


def past_of(ruleset: Ruleset, positions: Sequence[Any]) -> tuple[str, ...]:
    """Return the last `PAST` positions before the present position, as text.

    The present position is the last of `positions`. The result is empty for a game without a rule about repetition.
    """
    if ruleset.rules.recurring(positions[-1]) is None:
        return ()
    return tuple(ruleset.notation.write_position(position) for position in positions[-1 - PAST : -1])


def read_request(text: str) -> Request:
    """Return the request in a text written by `Request.text`; raise `TextError` for any other text."""
    fields = _object(text)
    valid = set(fields) == set(Request._fields) and all(_is(fields[name], kind) for name, kind in _KINDS.items())
    valid = valid and all(isinstance(item, str) for item in (*fields["past"], *fields["made"]))
    valid = valid and min(fields["depth"], fields["nodes"]) >= 0 and 0 <= fields["share"] < WHOLE
    if not valid or abs(fields["milliseconds"]) > LONGEST:
        raise TextError(say("This request to the opponent cannot be understood."))
    known = tuple(_line(item) for item in fields["known"])
    if None in known:
        raise TextError(say("This request to the opponent cannot be understood."))
    return Request(**{**fields, "past": tuple(fields["past"]), "known": known, "made": tuple(fields["made"])})


def read_reply(text: str) -> Reply:
    """Return the reply in a text written by `Reply.text`; raise `TextError` for any other text."""
    fields = _object(text)
    valid = set(fields) == set(Reply._fields) and all(_is(fields[name], kind) for name, kind in _REPLY_KINDS.items())
    if not valid:
        raise TextError(say("The opponent's answer cannot be understood."))
    lines = tuple(_line(chances) for chances in fields["lines"])
    weighed = fields["weighed"]
    if None in lines or not all(
        isinstance(chances, list) and all(_is(number, (int, float)) for number in chances) for chances in weighed
    ):
        raise TextError(say("The opponent's answer cannot be understood."))
    return Reply(**{**fields, "lines": lines, "weighed": tuple(map(tuple, weighed))})


def _line(values: Any) -> Line[str] | None:
    """Return the evaluated line of moves in JSON values, or None if they are invalid."""
    kinds: tuple[Any, ...] = (list, (int, float, type(None)), int, bool)
    valid = isinstance(values, list) and len(values) == len(kinds)
    valid = valid and all(_is(value, kind) for value, kind in zip(values, kinds, strict=True))
    if not valid or not values[0] or not all(isinstance(move, str) for move in values[0]):
        return None
    return Line(tuple(values[0]), *values[1:])


class Desk:
    """The worker's part of the protocol: it answers requests. `answer_now` makes it answer a request at once."""

    def __init__(
        self,
        find: Callable[[str], Thinker | None],
        pause: Callable[[], Awaitable[None]],
        bring: Callable[[str], Awaitable[None]] | None = None,
    ) -> None:
        """Store the functions that the desk uses to answer requests.

        `find` returns a game's opponents by the game's name. `pause` lets the event loop run and returns soon. `bring`
        fetches the available data files of a game's opponents, or is None where none need fetching.
        """
        self._find = find
        self._pause = pause
        self._bring = bring
        self._clocks: dict[int, Clock] = {}

    async def answer(self, text: str) -> str:
        """Return the reply to a request, both as text. The reply to a bad request has an `error`."""
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
        """Fetch the data files of a game's opponents, so that the first request finds them."""
        if self._bring is not None:
            await self._bring(game)

    def answer_now(self, ticket: int) -> None:
        """End the search for the request with this ticket, so that the best move found so far is the answer."""
        if ticket in self._clocks:
            self._clocks[ticket].end_now()

    async def _reply(self, request: Request) -> Reply:
        thinker = self._find(request.game)
        if thinker is None:
            raise TextError(say("No opponent plays “{game}”.", game=excerpt(request.game)))
        if request.level not in thinker.levels:
            raise TextError(say("No opponent has the level {level}.", level=request.level))
        if request.share and (thinker.between is None or request.upper not in thinker.levels):
            raise TextError(say("No opponent has the level {level}.", level=request.upper))
        position = thinker.notation.read_position(request.position)
        past = [thinker.notation.read_position(text) for text in request.past]
        if not position.moves():
            raise TextError(say("The game is over: there is no move to find."))
        if (position.turn == CHANCE) != request.weigh or (request.weigh and thinker.weigh is None):
            raise TextError(say("This request to the opponent cannot be understood."))
        waiting = self._clocks[request.ticket] = Clock(LONGEST / 1000)
        await self.prepare(request.game)
        clock = Clock(request.milliseconds / 1000, depth=request.depth or UNBOUNDED, unaided=request.unaided)
        self._clocks[request.ticket] = clock
        if waiting.over:  # the request to hurry came before the assets
            clock.end_now()
        if request.weigh:
            return await self._weighed(request, thinker, position, clock)
        if request.survey:
            return await self._surveyed(request, thinker, position, past, clock)
        if thinker.between is not None and request.share:
            level = Between(request.level, request.upper, request.share)
            thoughts = thinker.between(position, past, level, request.seed, clock)
        else:
            thoughts = thinker.think(position, past, request.level, request.seed, clock)
        thought = await self._last(thoughts)
        move = thinker.notation.write_move(position, thought.move)
        known = thought.score is None and not thought.depth and not clock.over
        return Reply(request.ticket, move, thought.score, thought.depth, thought.exact, known)

    async def _surveyed(
        self, request: Request, thinker: Thinker, position: Any, past: Sequence[Any], clock: Clock
    ) -> Reply:
        """Evaluate all moves of a position. If the game's opponents cannot do that, evaluate only the best move."""
        if thinker.survey is None:
            thought = await self._last(thinker.think(position, past, thinker.levels[-1], request.seed, clock))
            best = Line((thought.move,), thought.score, thought.depth, thought.exact)
            survey: Survey[Any] = Survey((best,))
        else:
            known = [_read(thinker.notation, position, known_line) for known_line in request.known]
            scope = Scope(request.depth, request.nodes, {known_line.moves[0]: known_line for known_line in known})
            survey = await self._last(thinker.survey(position, past, scope, clock))
        lines = tuple(line._replace(moves=_written(thinker.notation, position, line.moves)) for line in survey.lines)
        return Reply(request.ticket, lines=lines, nodes=survey.nodes, onward=survey.onward)

    async def _weighed(self, request: Request, thinker: Thinker, position: Any, clock: Clock) -> Reply:
        assert thinker.weigh is not None, "checked by _reply"
        moves, reached = [], position
        for text in request.made:
            moves.append(thinker.notation.read_move(reached, text))
            reached = reached.play(moves[-1])
        evaluation = await self._last(thinker.weigh(position, moves, clock))
        if evaluation is None:  # the desk was asked to hurry
            return Reply(request.ticket)
        return Reply(request.ticket, weighed=(evaluation.before, evaluation.rolled, evaluation.left, *evaluation.gains))

    async def _last(self, thoughts: Iterator[T]) -> T:
        thought, slice_clock = next(thoughts), Clock(SLICE)
        for thought in thoughts:  # noqa: B007 - the last one counts
            if slice_clock.over:
                await self._pause()
                slice_clock = Clock(SLICE)
        return thought


def _written(notation: Notation[Any, Any], position: Any, moves: Sequence[Any]) -> tuple[str, ...]:
    """Return the notations of moves that are played one after another from `position`."""
    texts = []
    for move in moves:
        texts.append(notation.write_move(position, move))
        position = position.play(move)
    return tuple(texts)


def _read(notation: Notation[Any, Any], position: Any, line: Line[str]) -> Line[Any]:
    """Parse the moves of a line, which are played one after another from `position`.

    Raises `TextError` for an illegal move.
    """
    moves: list[Any] = []
    for text in line.moves:
        moves.append(notation.read_move(position, text))
        position = position.play(moves[-1])
    return Line(tuple(moves), *line[1:])


def _object(text: str) -> dict[str, Any]:
    """Return the JSON object in a text, or an empty object if the text is anything else."""
    return read_object(text) or {}


def _is(value: object, kind: type | tuple[type, ...]) -> bool:
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
