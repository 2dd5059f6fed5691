"""Interfaces of the services that a running game may use. The application implements them."""

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
    """The engine that runs the computer opponents, in a web worker if possible."""

    @property
    def in_worker(self) -> bool:
        """True if opponents think in a worker. Otherwise they block the page while they think."""

    def preload(self, game: str = "") -> None:
        """Load code and data in advance, so that the first request of `game` is answered sooner.

        If `game` is empty, only start the engine.
        """

    def need(self, game: str) -> None:
        """Record which game needs the computer opponents now.

        If `game` is empty, no game needs them, and their memory may be freed.
        """

    def extra(self, game: str, name: str) -> None:
        """Make the optional file `name`, which has arrived, available to the computer opponents of a game."""

    async def ask(self, request: str) -> str:
        """Send a request to the engine and return its reply, both as text.

        Raises `OSError` if the engine cannot be reached.
        """

    def answer_now(self, ticket: int) -> None:
        """Make the engine answer the request with this ticket (number) at once, without further thinking."""

    def drop(self, ticket: int) -> None:
        """Cancel the request with this ticket (number)."""


class BoardRenderer(Protocol):
    """The part of the page that draws and animates the board."""

    async def perform(self, before: Scene, events: Sequence[Event], after: Scene) -> None:
        """Animate the change from one scene to another. Return when the animation is over or was cut short."""

    @property
    def lively(self) -> bool:
        """True if animations are enabled and a board is on the screen."""

    async def celebrate(self, ceremony: Ceremony) -> None:
        """Animate the pieces after a win. Return when the animation is over or was cut short."""

    def skip(self) -> None:
        """Finish a running animation at once."""


class Page(Protocol):
    """The page that the player sees."""

    def render(self) -> None:
        """Schedule an update of the page."""

    async def in_sight(self) -> None:
        """Wait until the page is visible."""


class SystemClock(Protocol):
    """The device's clock, and timers."""

    def instant(self) -> int:
        """Return the time of a monotonic clock in whole milliseconds. Only differences have a meaning."""

    def now(self) -> str:
        """Return the date and time in UTC as ISO 8601 text."""

    async def sleep(self, seconds: float) -> None:
        """Wait for the given number of seconds."""


class Battery(Protocol):
    """The device's battery."""

    async def charging(self) -> bool:
        """Return True if the device reports that it is charging; False if not, or if it reports nothing."""


class GameServices(Protocol):
    """The services that a running game may use."""

    def result_opened(self, table: Table) -> None:
        """React to the opening of the result sheet at a table, for example by preparing the review of the moves."""

    @property
    def page(self) -> Page:
        """The page that the player sees."""

    @property
    def clock(self) -> SystemClock:
        """The device's clock, and timers."""

    @property
    def engine(self) -> EngineHost:
        """The engine that runs the computer opponents."""

    @property
    def stage(self) -> BoardRenderer:
        """The part of the page that draws and animates the board."""

    @property
    def device(self) -> Battery:
        """The device's battery."""

    def new_seed(self) -> int:
        """Return an unpredictable number from 0 to 2**64 - 1, such as for the seed of a new game."""

    @property
    def settings(self) -> Settings:
        """The player's settings for this device."""

    @property
    def voice(self) -> Voice:
        """The messages that the page shows and announces."""

    @property
    def place(self) -> Whereabouts:
        """The player's place (home page or table), and the open sheets over it."""

    @property
    def words(self) -> Words:
        """The translator to the player's language. It also has the names of the players at the table."""

    @property
    def extras(self) -> Extras:
        """The optional files that make computer opponents stronger."""

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run a coroutine in the background and return its task. An error in it is shown to the player."""

    def save_game(self, table: Table) -> None:
        """Store the game at a table if it has begun and is played on this page (`table.kind` is `own`)."""
