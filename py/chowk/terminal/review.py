"""Review games: what each move cost, the better moves, each player's accuracy, and the turning point.

The verdicts are those of the page's review (`games.verdicts`), by the strongest level.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from typing import Any, Final

from chowk import games as registry
from chowk.core import record
from chowk.core.message import Arg, english, say
from chowk.core.position import CHANCE
from chowk.engine.protocol import Desk, read_reply
from chowk.games.verdicts import Grade, Verdicts
from chowk.library import Board, EngineError, FileGame, kernels
from chowk.library.parts import game_of
from chowk.library.words import spoken
from chowk.terminal.screen import CommandError, Screen

GRADES: Final[Mapping[Grade, str]] = {
    "best": "best", "good": "good", "slip": "inaccuracy", "mistake": "mistake", "": "",
}  # fmt: skip
"""The word for each grade of a move in the output of this command."""


class _DeskEngine:
    """An engine that searches in this process. Its requests and replies are texts, as for an engine in a worker."""

    def __init__(self) -> None:
        self._desk = Desk(registry.find_thinker, lambda: asyncio.sleep(0))

    async def ask(self, request: str) -> str:
        """Return the reply to a request; raise `EngineError` if a kernel (compiled search code) is missing."""
        text = await self._desk.answer(request)
        if (reply := read_reply(text)).lacking:
            raise EngineError(f"{reply.error}. Install wasmtime: pip install chowk[engines]")
        return text

    def drop(self, ticket: int) -> None:
        """End the search for the request with this number (`ticket`) at once."""
        self._desk.answer_now(ticket)


def judged(board: Board, seconds: float | None = None) -> Verdicts:
    """Return the verdicts on a game. After `seconds` the search stops, and later verdicts are missing.

    Raise `CommandError` if nothing was played, and `EngineError` if the engine does not answer.
    """
    if not board.ply:
        raise CommandError("there is no move to review")
    kernels.provide()
    match, _ = record.read(board.to_record(), registry.find_ruleset)
    verdicts = Verdicts(game_of(board.game), match)
    try:
        asyncio.run(_search(verdicts, seconds))
    except OSError as error:
        raise EngineError(str(error)) from error
    return verdicts


async def _search(verdicts: Verdicts, seconds: float | None) -> None:
    try:
        async with asyncio.timeout(seconds):
            await verdicts.search(_DeskEngine(), lambda: None)
    except TimeoutError:
        pass  # the verdicts so far stay


def as_object(verdicts: Verdicts, number: int = 1, headers: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return a review as a dict for JSON. `number` and `headers` are those of the game in its file."""
    seats = range(verdicts.seats)
    match = verdicts.match
    outcome = match.outcome()
    return {
        "number": number,
        "game": verdicts.game.name,
        "headers": dict(headers or {}),
        "complete": verdicts.done,
        "result": None if outcome is None else list(outcome.places),
        "turning_point": None if (turning := verdicts.turning()) is None else turning + 1,
        "players": [_player(verdicts, seat) for seat in seats],
        "moves": [_move(verdicts, ply) for ply in range(match.ply) if match.position_after(ply).turn != CHANCE],
    }


def _player(verdicts: Verdicts, seat: int) -> dict[str, Any]:
    grades = verdicts.grades(seat)
    counts = {name: grades[grade] for grade, name in GRADES.items() if grade}
    return {"side": _side(verdicts, 0, seat), "accuracy": verdicts.accuracy(seat), **counts}


def _move(verdicts: Verdicts, ply: int) -> dict[str, Any]:
    seat = verdicts.match.position_after(ply).turn
    known = ply in verdicts.judged
    lead = verdicts.lead(ply, seat)
    chance = (
        None
        if lead is None or not verdicts.scale.sure(verdicts.match.position_after(0))
        else verdicts.scale.chances(lead)
    )
    grade = verdicts.grade(ply) if known else ""
    return {
        "ply": ply + 1,
        "side": _side(verdicts, ply, seat),
        "move": verdicts.moves[ply],
        "win_chance": chance,
        "grade": GRADES[grade] or None,
        "cost": verdicts.cost(ply) if known and verdicts.choice(ply) else None,
        "better": verdicts.better(ply) or None,
        "reasons": list(_reasons(verdicts, ply)),
    }


def _side(verdicts: Verdicts, ply: int, seat: int) -> str:
    return english(verdicts.game.side(verdicts.match.position_after(ply), seat))


def _reasons(verdicts: Verdicts, ply: int) -> Iterator[str]:
    """Yield sentences on what was wrong with a move, and then on why the better move is good."""
    if ply not in verdicts.judged or not verdicts.wrong(ply) or not (better := verdicts.better(ply)):
        return
    position = verdicts.match.position_after(ply)
    for move, facts in ((verdicts.moves[ply], verdicts.faults(ply)), (better, verdicts.reasons(ply))):
        yield from (f"{move}: {spoken(verdicts.game, position, (fact,))}" for fact in facts)


def show(verdicts: Verdicts, board: Board, screen: Screen, seconds: float | None) -> None:
    """Print a review for people: the players, the turning point, and the moves that were not good.

    `seconds` is the time limit of the search. If the search reached it, the review says so.
    """
    if end := board.describe_outcome():
        screen.show(end)
    if not verdicts.done:
        choices = list(filter(verdicts.choice, range(board.ply)))
        known = sum(ply in verdicts.judged for ply in choices)
        screen.show(f"Stopped after {seconds:g} seconds: {known} of {len(choices)} choices were judged.")
    for seat in range(verdicts.seats):
        player = _player(verdicts, seat)
        accuracy = "" if player["accuracy"] is None else f"accuracy {player['accuracy']}, "
        counts = f"{_count(player['inaccuracy'], 'inaccuracy', 'inaccuracies')}, {_count(player['mistake'], 'mistake')}"
        screen.show(f"{player['side']}: {accuracy}{counts}")
    if (turning := verdicts.turning()) is not None:
        screen.show(f"Turning point: move {turning + 1}")
    for ply in filter(verdicts.wrong, range(board.ply)):
        screen.show(_line(verdicts, ply))
        for reason in _reasons(verdicts, ply):
            screen.show(f"      {reason}")


def _count(count: int, name: str, plural: str = "") -> str:
    return f"{count} {name if count == 1 else plural or name + 's'}"


def _line(verdicts: Verdicts, ply: int) -> str:
    """Return the printed line about a move that was not good: its number, its grade, its cost and the better move."""
    side = _side(verdicts, ply, verdicts.match.position_after(ply).turn)
    amount: Arg = verdicts.scale.amount(round(verdicts.cost(ply) or 0.0))
    cost = english(say("It cost {amount}.", amount=amount))
    better = f" Better: {verdicts.better(ply)}." if verdicts.better(ply) else ""
    return f"{ply + 1:4}. {side} {verdicts.moves[ply]}: {GRADES[verdicts.grade(ply)]}. {cost}{better}"


def review(collection: list[FileGame], seconds: float | None, screen: Screen) -> int:
    """Review games one after the other. Return 1 if one was left out because of an error, else 0."""
    status = 0
    for game in collection:
        try:
            if game.board is None:
                raise game.error or CommandError("there is no game")
            verdicts = judged(game.board, seconds)
        except (CommandError, ValueError) as reason:
            status = 1
            screen.give({"number": game.number, "error": str(reason)})
            screen.note(f"game {game.number} was left out: {reason}")
            continue
        names = " v ".join(name for name in (game.headers.get("White"), game.headers.get("Black")) if name)
        if len(collection) > 1 or names:
            screen.show(f"Game {game.number}{': ' if names else ''}{names}")
        show(verdicts, game.board, screen, seconds)
        screen.give(as_object(verdicts, game.number, game.headers))
    return status
