"""The referee: asks for each move, plays it, and shows its effects, until the match is over."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol

from chowk.core.events import Event
from chowk.core.match import Match
from chowk.core.position import CHANCE, Seat


class Player(Protocol):
    """The source of a seat's moves, such as a person, a computer opponent, a replay, or a test."""

    async def choose(self, match: Match[Any, Any]) -> Any:
        """Return one of the legal moves of the match's position, without changing the match."""


async def referee(
    match: Match[Any, Any],
    players: Mapping[Seat, Player],
    show: Callable[[Any, Sequence[Event]], Awaitable[None]],
    impose: Callable[[Any], Awaitable[None]] | None = None,
) -> None:
    """Play the match to its end, awaiting `show(move, events)` after every move.

    A forced move is played without asking the player. `impose(move)`, if given, is awaited before every forced move,
    for example until the player has confirmed it. The player in the seat `CHANCE` decides when to roll; without such a
    player, the dice are rolled at once. The match determines the results of the rolls. To undo a move or begin a new
    game, cancel the task that runs this function and start another. That is safe at any point, because the match is the
    only state.
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
