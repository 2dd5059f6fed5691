"""What the application needs of the world around it; the browser provides it, and so can a test."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from chowk.core.events import Event
from chowk.draw.scene import Scene

if TYPE_CHECKING:
    from chowk.share.outlet import Outlet


class Oracle(Protocol):
    """The room where opponents think."""

    def warm(self, game: str = "") -> None:
        """Makes ready for a first question, if that takes time."""

    async def ask(self, request: str) -> str:
        """The reply to a request, both as text; raises `OSError` when no opponent can be reached."""

    def hurry(self, ticket: int) -> None:
        """Asks for the answer to a ticket at once."""

    def drop(self, ticket: int) -> None:
        """Says that the answer to a ticket is no longer wanted."""


class Room(NamedTuple):
    """Bytes that the page takes up on the device, None where that is not told, and whether they are protected."""

    used: int | None = None
    protected: bool = False


class Store(Protocol):
    """Texts under keys that outlive the page.

    Every method raises `OSError` where the device refuses, with `errno.ENOSPC` where it has no room left.
    """

    async def all(self) -> Mapping[str, str]:
        """Everything stored."""

    async def get(self, key: str) -> str | None:
        """The text under a key, None if there is none."""

    async def put(self, key: str, text: str) -> None:
        """Stores a text, in place of an earlier one."""

    async def swap(self, key: str, old: str | None, new: str) -> bool:
        """Stores a text if `old` or nothing lies there, and says whether it did; no other page gets in between."""

    async def delete(self, key: str) -> None:
        """Forgets a text, if there is one."""

    def leave(self, note: str) -> None:
        """Keeps one text apart from the others, at once, in a page that may end; nothing where that is refused."""

    def left(self) -> str:
        """That text, empty if there is none; it is kept no longer."""

    async def protect(self) -> None:
        """Asks the browser to keep the texts even when the device runs short of room; it may say no."""

    async def room(self) -> Room:
        """How much room all of the page takes up, and whether it is protected."""


class Locks(Protocol):
    """Which of the pages that a browser has open plays a game; where that cannot be known, each of them does."""

    async def take(self, name: str, asked: Callable[[], Awaitable[None]], insist: bool = False) -> bool:
        """Whether the game of that name is this page's to play now.

        When another page insists, `asked` is called here, and the other has the game once that is done. A page that
        does not answer loses it all the same, and is told by the same call when it wakes up.
        """

    def release(self, name: str) -> None:
        """Leaves the game to whoever takes it next."""


class Stage(Protocol):
    """Where the board is drawn."""

    async def perform(self, before: Scene, events: Sequence[Event], after: Scene) -> None:
        """Animates from one scene to another and comes back when the motion is over or cut short."""

    def skip(self) -> None:
        """Finishes a running animation at once."""


class World(Protocol):
    """Everything around the application."""

    @property
    def oracle(self) -> Oracle:
        """The opponents' room."""

    @property
    def store(self) -> Store:
        """What outlives the page."""

    @property
    def locks(self) -> Locks:
        """Which page plays which game."""

    @property
    def stage(self) -> Stage:
        """Where the board is drawn."""

    @property
    def outlet(self) -> Outlet:
        """Where things go that leave the page."""

    def render(self) -> None:
        """Brings the page in line with the application's state, soon."""

    def report(self, details: str) -> None:
        """Tells whoever looks after the page of something that failed."""

    def start_anew(self, details: str) -> None:
        """Starts the page anew, with what is kept: this Python has come to its end."""

    async def sleep(self, seconds: float) -> None:
        """Comes back after a while."""

    def now(self) -> str:
        """The date and time, as ISO 8601 in UTC."""

    def seed(self) -> int:
        """An unforeseeable number below 2**64."""

    def languages(self) -> Sequence[str]:
        """The languages that the reader's browser asks for, the dearest first."""

    def fill_screen(self) -> None:
        """Lets the page fill the screen, or no longer; nothing where the device does not do that."""

    def install(self) -> None:
        """Lets the browser offer to install the page."""

    def reload(self) -> None:
        """Starts the page anew, in a newer version if one waits."""

    def copy(self, text: str) -> None:
        """Puts a text on the clipboard if that is allowed."""

    def download(self, name: str, text: str) -> None:
        """Offers a text as a file."""
