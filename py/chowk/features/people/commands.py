"""Commands for people, their statistics, the ladder of opponents, and pictures of games with their players.

The modules of this feature form a parcel: they are fetched together at first use.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from chowk.core import parcels
from chowk.core.message import say, say_in
from chowk.features.sharing.fetching import FetchedAction
from chowk.session.command import Command, at_table
from chowk.ui.slots import Control

if TYPE_CHECKING:  # imported once somebody has a name, or at the first table
    from chowk.features.people.household import PeopleHost


def ready() -> bool:
    """Return True if the modules of this feature have been fetched."""
    return not parcels.is_unfetched(parcels.PEOPLE)


async def prepare(host: PeopleHost, name: str = "", *values: Any) -> None:
    """Fetch the modules of this feature, call the function `name` of `household` if given, and draw the page again.

    The function gets `host.kept` and then `values`. If the modules cannot be fetched, do nothing.
    """
    with suppress(OSError):
        await host.fetch_parcel(parcels.PEOPLE)
        if name:
            getattr(import_module("chowk.features.people.household"), name)(host.kept, *values)
        host.page.render()


def fetched(module: str, name: str) -> FetchedAction:
    """Return an action that fetches a module of this feature and then calls its function `name`."""
    return FetchedAction(parcels.PEOPLE, f"features.people.{module}", name)


COMMANDS: Final[Mapping[str, Command[PeopleHost]]] = {
    "ladder": Command(say("Opponents"), fetched("ladder", "show"), takes=(str,)),
    "household": Command(say("People who play here"), fetched("household", "show")),
    "someone": Command(
        say("Name and face"),
        fetched("household", "person"),
        takes=(("who", "edit", "name", "face", "save", "remove", "delete", "never"), str),
    ),
    "save-picture": at_table(
        say_in("the page does it", "Save a picture of the board"), fetched("picture", "save_picture")
    ),
    "send-picture": at_table(
        say_in("the page does it", "Send a picture of the board"), fetched("picture", "send_picture")
    ),
    "climb": Command(say_in("the player does it", "Play"), fetched("ladder", "play"), takes=(str, str)),
}
"""The commands of this feature by name."""
CONTROLS: Final = (Control("settings", 5, "household", "people"),)
"""The controls that this feature adds to screens and sheets."""
