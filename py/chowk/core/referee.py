"""Running a game is four lines: whoever is due chooses, the move is played, and what happened is shown."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol

from chowk.core.events import Event
from chowk.core.match import Match
from chowk.core.position import CHANCE, Seat


class Player(Protocol):
    """Whoever chooses for a seat: a person, an opponent, a replay, a test."""

    async def choose(self, match: Match[Any, Any]) -> Any:
        """One of the legal moves of the match's position; the match is only read."""


async def referee(
    match: Match[Any, Any],
    players: Mapping[Seat, Player],
    show: Callable[[Any, Sequence[Event]], Awaitable[None]],
    impose: Callable[[Any], Awaitable[None]] | None = None,
) -> None:
    """Plays the match to its end, awaiting `show(move, events)` after every move.

    A move that the rules impose is made without asking, once `impose(move)`, if there is one, comes back. Dice are
    rolled by whoever sits in the seat of `CHANCE`, or at once if nobody does; what they show is settled by the match.
    Undo and new game cancel the task that runs this and start another: nothing can be half done, because the match is
    the only state.
    """
    while match.outcome() is None:
        seat = match.position.turn
        move = match.ruleset.rules.forced(match.position) if seat != CHANCE else None
        if seat == CHANCE and CHANCE not in players:
            move = match.roll()
        elif move is None:
            move = await players[seat].choose(match)
        elif impose is not None:
            await impose(move)
        await show(move, match.play(move))
