"""Commands for puzzles. Their modules and each game's puzzles are fetched at first use."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol

from chowk import games
from chowk.core import parcels
from chowk.core.message import say, say_in
from chowk.features.practice.modes import MODES, Mode
from chowk.features.sharing.fetching import FetchedAction
from chowk.session.command import Command, at_table, later, switch
from chowk.session.table import Table
from chowk.storage.kept import Kept
from chowk.ui.slots import Control

if TYPE_CHECKING:  # imported once a puzzle is opened
    from chowk.features.practice.mistakes import MistakesHost
    from chowk.features.practice.practice import PracticeHost
    from chowk.features.review.review import Review

    class ExerciseHost(PracticeHost, MistakesHost, Protocol):
        """The part of the application that the commands of this feature use."""


_MISTAKES: Final = "chowk.features.practice.mistakes"
_ENDINGS: Final = "chowk.features.practice.ending_drill"
_LINK: Final = re.compile(r"(?:^|[#&])p=([a-z]{1,20})\.([0-9-]{10})(?=&|$)")


def has_played(kept: Kept) -> bool:
    """Return True if this device stores game results, puzzle results or mistakes. The home page then shows today's."""
    return bool(kept.tallies or kept.practised or kept.mistakes)


async def prepare(host: PracticeHost) -> None:
    """Fetch the modules of this feature ahead, on a device on which somebody has played.

    The home page already shows today's puzzle, and a press on it should open it at once.
    """
    if has_played(host.kept) and parcels.is_unfetched(parcels.PRACTICE):
        with suppress(OSError):
            await host.fetch_parcel(parcels.PRACTICE)


def _practice() -> Any:
    """Return the module for puzzles. It is imported at first use, because it is fetched late."""
    return import_module("chowk.features.practice.practice")


def _storm() -> Any:
    """Return the module for storms (timed series of puzzles).

    It is imported at first use, because it is fetched late.
    """
    return import_module("chowk.features.practice.storm")


def with_puzzles(
    host: PracticeHost, name: str, do: Callable[[], None], otherwise: Callable[[], None] | None = None
) -> None:
    """Run `do` once the modules for puzzles and the puzzles of the game `name` have arrived.

    If `name` is empty, wait for the modules only. If something does not arrive, run `otherwise`, or let the player try
    again. Run nothing if the player has gone to another table or opened a sheet meanwhile.
    """
    table, sheets = host.place.table, host.place.sheets
    needed = [
        parcel
        for parcel in (parcels.PRACTICE, *([parcels.puzzles(name)] if name else []))
        if parcels.is_unfetched(parcel)
    ]
    if needed:

        def again() -> None:
            is_there = host.place.table is table and set(host.place.sheets) <= set(sheets)
            if is_there or any(map(parcels.is_unfetched, needed)):
                with_puzzles(host, name, do, otherwise)

        import_module("chowk.features.sharing.waiting").wait(host, again, needed, otherwise)
    else:
        do()


def _overview(host: PracticeHost, name: str) -> None:
    """Show the overview of a game's puzzles, or of all games if no game with puzzles is called `name`."""
    name = name if name in games.practised() else ""
    with_puzzles(host, name, partial(host.place.open_sheet, "practice", name))


def begin(host: PracticeHost, name: str, mode: Mode, subject: str = "") -> None:
    """Open a puzzle or an ending of a game, or start a storm (a timed series of puzzles).

    `mode` says which of these. `subject` selects a puzzle, as in `PuzzleRequest`; for an ending it is a class of
    endings, or a position as text. Do nothing if the game has no puzzles.
    """
    if name not in games.practised():
        return
    if mode == "storm":
        with_puzzles(host, name, lambda: _storm().begin(host, name))
    elif mode == "ending":
        with_puzzles(host, name, lambda: import_module(_ENDINGS).begin(host, name, subject))
    else:
        with_puzzles(host, name, lambda: _practice().begin(host, name, mode, subject))


def open_link(host: PracticeHost, fragment: str) -> bool:
    """Open the puzzle of the day that an address's fragment (`p=GAME.DATE`) names. Return False if it names none."""
    link = _LINK.search(fragment)
    if link is not None:
        begin(host, link[1], "day", link[2])
    return link is not None


def _days(host: PracticeHost, name: str) -> None:
    if name in games.practised():
        host.place.open_sheet("puzzle-days", name)


def _is_solved(table: Table) -> bool:
    """Return True if the table shows a solved puzzle.

    The module of puzzles is asked only if the table shows a puzzle, and has then been loaded.
    """
    return table.history_entry[0] == "puzzle" and bool(_practice().is_solved(table))


def _is_mistake(table: Table) -> bool:
    return table.history_entry[0] == "mistake"


async def collect(host: PracticeHost, review: Review) -> None:
    """Store the person's mistakes that a review has found. Fetch the modules for mistakes only if there are any."""
    if not any(
        review.wrong(ply) and review.table.seats.person(review.match.position_after(ply).turn) for ply in review.judged
    ):
        return
    with suppress(OSError):  # the next review of this game stores them
        if parcels.is_unfetched(parcels.PRACTICE):
            await host.fetch_parcel(parcels.PRACTICE)
        import_module(_MISTAKES).store_mistakes(host, review)
        host.page.render()  # the result sheet may now say more


def _storms(table: Table) -> bool:
    """Return True if the table shows a puzzle of a running storm.

    The module of storms is asked only if the table shows a puzzle, and has then been fetched.
    """
    return table.history_entry[0] == "puzzle" and bool(_storm().runs(table))


def _fetched(name: str) -> FetchedAction:
    """Return an action that fetches the module `choosing` and then calls its function `name`."""
    return FetchedAction(parcels.PRACTICE, "features.practice.choosing", name)


COMMANDS: Final[Mapping[str, Command[ExerciseHost]]] = {
    "mistakes": Command(say("My mistakes"), _fetched("mistakes"), takes=(str,)),
    "mistake-find": Command(
        say_in("the player does it", "Find a better move"), _fetched("practise_mistakes"), takes=(str, str)
    ),
    "mistake-game": at_table(
        say_in("the player does it", "See the game"),
        later("features.practice.mistakes", "open_game"),
        _is_mistake,
    ),
    "practice": Command(say("Puzzles"), _overview, takes=(str,)),
    "puzzle": Command(say_in("the player does it", "Solve a puzzle"), begin, takes=(str, MODES, str)),
    "puzzle-days": Command(say("Puzzles of earlier days"), _days, takes=(str,)),
    "puzzle-mixed": Command(say("All games in turn"), _fetched("mix"), takes=(str,)),
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
