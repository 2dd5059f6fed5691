"""What a running game needs of what is around it; the application hands it that and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from chowk.core.events import Event
from chowk.draw.scene import Scene
from chowk.i18n.i18n import Words
from chowk.i18n.voice import Voice
from chowk.session.navigation import Whereabouts
from chowk.session.optional_assets import Extras
from chowk.session.table import Table
from chowk.storage.settings import Settings

if TYPE_CHECKING:  # read once a game was won
    from chowk.draw.ceremony import Ceremony

T = TypeVar("T")


class Oracle(Protocol):
    """The room where opponents think."""

    @property
    def aside(self) -> bool:
        """Whether opponents think beside the page, so that it may forget of them."""

    def warm(self, game: str = "") -> None:
        """Makes ready for a first question, if that takes time."""

    def extra(self, game: str, name: str) -> None:
        """Lets the opponents of a game use what has come for them besides."""

    async def ask(self, request: str) -> str:
        """The reply to a request, both as text; raises `OSError` when no opponent can be reached."""

    def hurry(self, ticket: int) -> None:
        """Asks for the answer to a ticket at once."""

    def drop(self, ticket: int) -> None:
        """Says that the answer to a ticket is no longer wanted."""


class Stage(Protocol):
    """Where the board is drawn."""

    async def perform(self, before: Scene, events: Sequence[Event], after: Scene) -> None:
        """Animates from one scene to another and comes back when the motion is over or cut short."""

    @property
    def lively(self) -> bool:
        """Whether motion is wanted, and there is a board to see it on."""

    async def celebrate(self, ceremony: Ceremony) -> None:
        """Shows what the pieces do when a game was won, and comes back when it is over or cut short."""

    def skip(self) -> None:
        """Finishes a running animation at once."""


class Surroundings(Protocol):
    """The opponents, the board and the time."""

    @property
    def oracle(self) -> Oracle:
        """The opponents' room."""

    @property
    def stage(self) -> Stage:
        """Where the board is drawn."""

    def render(self) -> None:
        """Brings the page in line with what is the case now, soon."""

    async def extra(self, game: str, name: str, told: Callable[[int, int], None]) -> bool:
        """Fetches what opponents of a game would like besides, and tells how many bytes of how many have come.

        Whether it can be had.
        """

    async def charging(self) -> bool:
        """Whether the device has more than its battery, as far as it tells; not where it does not."""

    async def sleep(self, seconds: float) -> None:
        """Comes back after a while."""

    async def in_sight(self) -> None:
        """Comes back at once, or when the page is looked at again."""

    def instant(self) -> int:
        """Whole milliseconds on a clock that never goes back."""

    def now(self) -> str:
        """The date and time, as ISO 8601 in UTC."""

    def seed(self) -> int:
        """An unforeseeable number below 2**64."""


class Around(Protocol):
    """What a game may touch while it runs."""

    def ended(self, table: Table) -> None:
        """Does what is done when a game has come to its end."""

    @property
    def world(self) -> Surroundings:
        """The opponents, the board and the time."""

    @property
    def settings(self) -> Settings:
        """What the player chose for this device."""

    @property
    def voice(self) -> Voice:
        """What the page says."""

    @property
    def place(self) -> Whereabouts:
        """Where the player is, and what lies open there."""

    @property
    def words(self) -> Words:
        """The reader's words, with the names of the players at the table."""

    @property
    def extras(self) -> Extras:
        """What opponents would like besides, as far as it has come."""

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Runs work on the side; an error in it is told to the player."""

    def save_game(self, table: Table) -> None:
        """Keeps a game as it is now, if it is of a kind that is kept."""
