"""Puzzles of all games in turn, and the exercises on the player's own mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from chowk import games
from chowk.features.practice import mistakes as own
from chowk.features.practice import practice
from chowk.features.practice.commands import with_puzzles

if TYPE_CHECKING:  # read by type checkers only
    from chowk.features.practice.commands import ExerciseHost
    from chowk.features.practice.practice import PracticeHost


def mix(host: PracticeHost, name: str) -> None:
    """Open a puzzle of the game `name`, or of any game if the name is unknown.

    If the puzzles of this game cannot be fetched, try the other games in their usual order.
    """
    order = games.practised()
    first = order.index(name) if name in order else host.new_seed() % len(order)
    _mix_from(host, (*order[first:], *order[:first]))


def _mix_from(host: PracticeHost, names: Sequence[str]) -> None:
    """Open a puzzle of the first game in `names` whose puzzles can be fetched. If there is none, offer to try again."""
    name, *others = names
    otherwise = partial(_mix_from, host, others) if others else None
    with_puzzles(host, name, lambda: practice.begin(host, name, "mixed", ""), otherwise)


def mistakes(host: PracticeHost, name: str) -> None:
    """Show the player's own mistakes in a game."""
    if name in games.practised():
        host.place.open_sheet("mistakes", name)


def practise_mistakes(host: ExerciseHost, name: str, theme: str) -> None:
    """Open the exercise on the player's own mistakes in a game.

    It holds all mistakes of a theme, or if `theme` is empty, the mistakes that are due.
    """
    if name in games.practised():
        own.begin(host, name, theme)
