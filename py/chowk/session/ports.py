"""Interfaces of the services that a running game needs; the application supplies them and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from chowk.core.events import Event
from chowk.draw.scene import Scene
from chowk.i18n.i18n import Words
from chowk.i18n.voice import Voice
from chowk.session.navigation import Whereabouts
from chowk.session.optional_assets import Extras
from chowk.session.table import Table
from chowk.storage.settings import Settings

if TYPE_CHECKING:  # imported only after a win
    from chowk.draw.ceremony import Ceremony

T = TypeVar("T")


class EngineHost(Protocol):
    """The engine host, in which opponents think."""

    @property
    def aside(self) -> bool:
        """True if opponents think in a worker, so that the page stays responsive."""

    def warm(self, game: str = "") -> None:
        """Prepare for the first request, if that takes time."""

    def need(self, game: str) -> None:
        """Declare which game's table needs the engine now, or "" for none; then its memory may be freed."""

    def extra(self, game: str, name: str) -> None:
        """Make an optional file that has arrived available to the opponents of a game."""

    async def ask(self, request: str) -> str:
        """Return the reply to a request, both as text; raise `OSError` if the engine host cannot be reached."""

    def hurry(self, ticket: int) -> None:
        """Ask for the answer to a request at once."""

    def drop(self, ticket: int) -> None:
        """Cancel a request whose answer is no longer needed."""


class BoardRenderer(Protocol):
    """The board's renderer."""

    async def perform(self, before: Scene, events: Sequence[Event], after: Scene) -> None:
        """Animate from one scene to another, and return when the motion is over or was cut short."""

    @property
    def lively(self) -> bool:
        """True if animations are enabled and a board is visible."""

    async def celebrate(self, ceremony: Ceremony) -> None:
        """Show the ceremony of the pieces after a win, and return when it is over or was cut short."""

    def skip(self) -> None:
        """Finish a running animation at once."""


class Page(Protocol):
    """The page that the player sees."""

    def render(self) -> None:
        """Schedule an update of the page."""

    async def in_sight(self) -> None:
        """Return when the page is visible: at once, or later."""


class SystemClock(Protocol):
    """The device's time, and pauses."""

    def instant(self) -> int:
        """Return the time of a monotonic clock, in whole milliseconds."""

    def now(self) -> str:
        """Return the date and time in UTC, in ISO 8601 form."""

    async def sleep(self, seconds: float) -> None:
        """Return after a number of seconds."""


class Battery(Protocol):
    """The device's battery."""

    async def charging(self) -> bool:
        """Return True if the device reports that it is charging; False if it is not or cannot say."""


class GameServices(Protocol):
    """The services that a game may use while it runs."""

    def ended(self, table: Table) -> None:
        """Handle the end of a game, such as its statistics."""

    @property
    def page(self) -> Page:
        """The page that the player sees."""

    @property
    def clock(self) -> SystemClock:
        """The device's time, and pauses."""

    @property
    def engine(self) -> EngineHost:
        """The engine host."""

    @property
    def stage(self) -> BoardRenderer:
        """The board's renderer."""

    @property
    def device(self) -> Battery:
        """The device's battery."""

    def new_seed(self) -> int:
        """Return an unpredictable number below 2**64."""

    @property
    def settings(self) -> Settings:
        """The player's settings for this device."""

    @property
    def voice(self) -> Voice:
        """The messages that the page shows and announces."""

    @property
    def place(self) -> Whereabouts:
        """The place where the player is, and the open sheets."""

    @property
    def words(self) -> Words:
        """The reader's language, with the names of the players at the table."""

    @property
    def extras(self) -> Extras:
        """The optional files of opponents that have arrived or are in progress."""

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run a coroutine in the background; an error in it is shown to the player."""

    def save_game(self, table: Table) -> None:
        """Store a game in its present state, if its table is of a kind that is stored."""
