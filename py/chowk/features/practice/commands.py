"""Commands for puzzles. Their modules and each game's puzzles are separate parcels that are fetched at first use."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol

from chowk import games
from chowk.core import parcels
from chowk.core.message import say, say_in
from chowk.features.practice.modes import MODES, Mode
from chowk.session.command import Command, at_table, later, switch
from chowk.session.table import Table
from chowk.ui.slots import Control

if TYPE_CHECKING:  # imported once a puzzle is opened
    from chowk.features.practice.mistakes import MistakesHost
    from chowk.features.practice.practice import PracticeHost
    from chowk.features.review.review import Review

    class ExerciseHost(PracticeHost, MistakesHost, Protocol):
        """The application's interface for the commands of this feature."""


_MISTAKES: Final = "chowk.features.practice.mistakes"
_ENDINGS: Final = "chowk.features.practice.ending_drill"
_LINK: Final = re.compile(r"(?:^|[#&])p=([a-z]{1,20})\.([0-9-]{10})(?=&|$)")


def _practice() -> Any:
    """Return the module of puzzles, imported at first use because it is a separate parcel."""
    return import_module("chowk.features.practice.practice")


def _storm() -> Any:
    """Return the module of storms, imported at first use because it is in a separate parcel."""
    return import_module("chowk.features.practice.storm")


def _with_puzzles(
    host: PracticeHost, name: str, do: Callable[[], None], otherwise: Callable[[], None] | None = None
) -> None:
    """Run `do` once the modules for puzzles and the puzzles of the game `name` have arrived.

    If `name` is empty, wait for the modules only. If something does not arrive, run `otherwise`, or let the player try
    again.
    """
    needed = [
        parcel for parcel in (parcels.PRACTICE, *([parcels.puzzles(name)] if name else [])) if parcels.waits(parcel)
    ]
    if needed:
        again = partial(_with_puzzles, host, name, do, otherwise)
        import_module("chowk.features.sharing.waiting").wait(host, again, needed, otherwise)
    else:
        do()


def _overview(host: PracticeHost, name: str) -> None:
    """Show the overview of a game's puzzles, or of all games if no game with puzzles is called `name`."""
    name = name if name in games.practised() else ""
    _with_puzzles(host, name, partial(host.place.lay, "practice", name))


def begin(host: PracticeHost, name: str, mode: Mode, subject: str = "") -> None:
    """Open a puzzle of a game, or the first puzzle of a storm. Do nothing if the game has no puzzles."""
    if name not in games.practised():
        return
    if mode == "storm":
        _with_puzzles(host, name, lambda: _storm().begin(host, name))
    elif mode == "ending":
        _with_puzzles(host, name, lambda: import_module(_ENDINGS).begin(host, name, subject))
    else:
        _with_puzzles(host, name, lambda: _practice().begin(host, name, mode, subject))


def _mix(host: PracticeHost, name: str) -> None:
    """Open a puzzle of a game, or of the next game whose puzzles can be fetched. An unknown name means any game."""
    order = games.practised()
    first = order.index(name) if name in order else host.new_seed() % len(order)
    _mix_from(host, (*order[first:], *order[:first]))


def _mix_from(host: PracticeHost, names: Sequence[str]) -> None:
    """Open a puzzle of the first game in `names` whose puzzles can be fetched. If there is none, offer to try again."""
    name, *others = names
    otherwise = partial(_mix_from, host, others) if others else None
    _with_puzzles(host, name, lambda: _practice().begin(host, name, "mixed", ""), otherwise)


def open_link(host: PracticeHost, fragment: str) -> bool:
    """Open the puzzle in the fragment of an address. Return False if there is no link to a puzzle."""
    link = _LINK.search(fragment)
    if link is not None:
        begin(host, link[1], "day", link[2])
    return link is not None


def _days(host: PracticeHost, name: str) -> None:
    if name in games.practised():
        host.place.lay("puzzle-days", name)


def _is_solved(table: Table) -> bool:
    """Return True if the table shows a solved puzzle. The module of puzzles has then been loaded."""
    return table.history_entry[0] == "puzzle" and bool(_practice().is_solved(table))


def _mistakes(host: PracticeHost, name: str) -> None:
    """Show the player's own mistakes in a game."""
    if name in games.practised():
        _with_puzzles(host, "", partial(host.place.lay, "mistakes", name))


def _practise_mistakes(host: ExerciseHost, name: str, theme: str) -> None:
    """Open the exercise on the player's own mistakes in a game.

    It holds all mistakes of a theme, or if `theme` is empty, the mistakes that are due.
    """
    if name in games.practised():
        _with_puzzles(host, "", lambda: import_module(_MISTAKES).begin(host, name, theme))


def _is_mistake(table: Table) -> bool:
    return table.history_entry[0] == "mistake"


async def collect(host: PracticeHost, review: Review) -> None:
    """Store the person's mistakes in a finished review. Fetch the modules for mistakes only if there is a mistake."""
    if not any(review.wrong(ply) and review.table.seats.person(review.match.at(ply).turn) for ply in review.judged):
        return
    with suppress(OSError):  # the next review of this game stores them
        if parcels.waits(parcels.PRACTICE):
            await host.fetch_parcel(parcels.PRACTICE)
        import_module(_MISTAKES).feed(host, review)
        host.page.render()  # the result sheet may now say more


def _storms(table: Table) -> bool:
    """Return True if the table shows a puzzle of a running storm. The storm's module has then been loaded."""
    return table.history_entry[0] == "puzzle" and bool(_storm().runs(table))


COMMANDS: Final[Mapping[str, Command[ExerciseHost]]] = {
    "mistakes": Command(say("My mistakes"), _mistakes, takes=(str,)),
    "mistake-find": Command(say_in("the player does it", "Find a better move"), _practise_mistakes, takes=(str, str)),
    "mistake-game": at_table(
        say_in("the player does it", "See the game"),
        later("features.practice.mistakes", "open_game"),
        _is_mistake,
    ),
    "practice": Command(say("Puzzles"), _overview, takes=(str,)),
    "puzzle": Command(say_in("the player does it", "Solve a puzzle"), begin, takes=(str, MODES, str)),
    "puzzle-days": Command(say("Puzzles of earlier days"), _days, takes=(str,)),
    "puzzle-mixed": Command(say("All games in turn"), _mix, takes=(str,)),
    "puzzle-rating": Command(
        say_in("the page does it", "Show my rating"),
        later("features.practice.practice", "show_rating"),
        takes=(games.practised(), switch),
    ),
    "puzzle-share": at_table(
        say_in("the page does it", "Share"), later("features.practice.practice", "share"), _is_solved
    ),
    "puzzle-skip": at_table(say_in("the player does it", "Skip"), later("features.practice.storm", "skip"), _storms),
    "puzzle-why": at_table(
        say_in("the player does it", "See why"), later("features.practice.practice", "analyse"), _is_solved
    ),
}
"""The commands of this feature by name."""
CONTROLS: Final = (
    Control(
        "cards",
        5,
        "practice",
        "puzzle",
        note=say("A new position every day, the same for everybody, and hundreds more."),
    ),
)
"""The controls that this feature adds to screens and sheets."""
