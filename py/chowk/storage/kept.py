"""What this device keeps, as this page knows it: games, settings, results, how far lessons have come."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from chowk import games
from chowk.core.errors import TextError
from chowk.core.message import say
from chowk.i18n.toast import Toast
from chowk.i18n.voice import Voice
from chowk.storage import saves
from chowk.storage.device import Room, StoreHost
from chowk.storage.kept_games import KeptGames
from chowk.storage.plan import Plan, checked, way
from chowk.storage.queue import WriteQueue
from chowk.storage.saves import Save
from chowk.storage.settings import Settings

if TYPE_CHECKING:  # read only where somebody plays apart
    from chowk.storage.seat_keys import OwnSeat

SEAT_KEY: Final = "seat."


class Deleted(NamedTuple):
    """What was kept under a name before it was deleted."""

    name: str
    save: Save | None
    seat: OwnSeat | None


class Kept:
    """What is kept on a device, and what becomes of it when something is to be kept or forgotten.

    `spawn` runs work on the side; `taken_over` is called with the name of a game that another page has gone on with.
    """

    def __init__(
        self,
        device: StoreHost,
        voice: Voice,
        spawn: Callable[[Coroutine[Any, Any, Any]], asyncio.Task[Any]],
        taken_over: Callable[[str], None],
    ) -> None:
        self.device = device
        self.spawn = spawn
        self._voice = voice
        # What is to be written. It writes itself.
        self.queue = WriteQueue(device, self._trouble, taken_over)
        # Chosen for this device. Written by `read_all` and `change_settings`.
        self.settings = Settings()
        # Games by their names, and how each kind of game was set up last; also by its `way`, as `NAME.people`.
        # Written by `read_all`, and by what keeps one.
        self.saves = KeptGames(_read, self._damaged)
        self.plans: dict[str, Plan] = {}
        # One's own seats at tables that are played apart, by the tables' names. Written by `read_all`, `keep_seat` and
        # `forget`.
        self.own_seats: dict[str, OwnSeat] = {}
        # How far each game's lesson has come. Written by `read_all` and `features.lessons.lessons`.
        self.learnt: dict[str, str] = {}
        # What was analysed, as text, by what it is kept by. Written by `read_all`, and by what keeps one.
        self.analyses: dict[str, str] = {}
        # What is stored and cannot be read, by its key. Written by `read_all` and `storage.tally`.
        self.broken: dict[str, TextError] = {}
        # The results of games, as text. Written by `read_all` and `storage.tally`.
        self.tallies: str | None = None
        # What was deleted last, which can be had back: a game, one's seat at its table, or both. Written by `forget`.
        self.deleted: Deleted | None = None
        # How much of the device the page takes up. Written by `features.sharing.files`, when somebody looks.
        self.room = Room()

    async def read_all(self, *, later: bool = False) -> None:
        """Reads all that the device keeps; games that are for `later`, when somebody asks for them."""
        kept = await self.queue.all()
        self.settings = saves.read_settings(kept.get(saves.SETTINGS_KEY, "{}"))
        self.tallies = kept.get(saves.STATISTICS_KEY)
        for key, text in kept.items():
            self._recall(key, text)
        if not later:
            len(self.saves)  # which reads them

    def _recall(self, key: str, text: str) -> None:
        try:
            if key.startswith(saves.GAME_KEY):
                self.saves.leave(key.removeprefix(saves.GAME_KEY), text)
            elif key.startswith(saves.PLAN_KEY):
                self.plans[key.removeprefix(saves.PLAN_KEY)] = checked(saves.plan_from(text))
            elif key.startswith(SEAT_KEY):
                self._recall_seat(text)
            elif key.startswith(saves.LESSON_KEY):
                self.learnt[key.removeprefix(saves.LESSON_KEY)] = text
            elif key.startswith(saves.ANALYSIS_KEY):
                self.analyses[key.removeprefix(saves.ANALYSIS_KEY)] = text
        except TextError as error:
            self.broken[key] = error

    def _damaged(self, name: str, error: TextError) -> None:
        self.broken[saves.GAME_KEY + name] = error

    def _recall_seat(self, text: str) -> None:
        from chowk.storage import seat_keys

        seat = seat_keys.read(text)
        self.own_seats[seat.table] = seat

    def keep_seat(self, seat: OwnSeat) -> None:
        """Keeps one's seat at a table that is played apart."""
        from chowk.storage import seat_keys

        self.own_seats[seat.table] = seat
        self.keep(SEAT_KEY + seat.table, seat_keys.write(seat))

    def keep(self, key: str, text: str, wait: bool = False) -> None:
        """Stores a text, soon; a device that refuses is told of once. See `WriteQueue.write`."""
        self.spawn(self.queue.write(key, text, wait))

    def keep_game(self, save: Save, wait: bool = False) -> None:
        """Keeps a game as it is now."""
        self.saves[save.id] = save
        self.keep(saves.GAME_KEY + save.id, saves.write_save(save), wait)

    def keep_plan(self, plan: Plan) -> None:
        """Keeps how a game was set up."""
        for name in {plan.game, f"{plan.game}.{way(plan)}".removesuffix(".")}:
            self.plans[name] = plan
            self.keep(saves.PLAN_KEY + name, saves.write_plan(plan))

    def forget(self, name: str) -> None:
        """Delete a kept game, and one's seat at its table if it is played apart; `restore` brings them back."""
        save, seat = self.saves.pop(name, None), self.own_seats.pop(name, None)
        if save is not None:
            self.spawn(self.queue.write(saves.GAME_KEY + name, None))
        if seat is not None:
            self.spawn(self.queue.write(SEAT_KEY + name, None))
        if save is not None or seat is not None:
            self.deleted = Deleted(name, save, seat)

    def restore(self, name: str) -> None:
        """Keep the game of this name again, and one's seat at its table, if it was the last that was deleted."""
        deleted = self.deleted
        if deleted is None or deleted.name != name:
            return
        self.deleted = None
        if deleted.save is not None and not self.saves.holds(name):
            self.keep_game(deleted.save)
        if deleted.seat is not None and name not in self.own_seats:
            self.keep_seat(deleted.seat)

    def keep_analysis(self, number: str, text: str) -> None:
        """Keeps an analysis as it is now."""
        if self.analyses.get(number) != text:
            self.analyses[number] = text
            self.keep(saves.ANALYSIS_KEY + number, text)

    def forget_analysis(self, number: str) -> None:
        """Deletes an analysis."""
        if self.analyses.pop(number, None) is not None:
            self.spawn(self.queue.write(saves.ANALYSIS_KEY + number, None))

    def change_settings(self, **changed: Any) -> None:
        """Changes settings and keeps them."""
        self.settings = self.settings._replace(**changed)
        self.keep(saves.SETTINGS_KEY, saves.write_settings(self.settings))

    def _trouble(self, toast: Toast) -> None:
        """Says that the device keeps nothing."""
        self._voice.toast = toast
        self.device.render()


def _read(name: str, text: str) -> Generator[None, None, Save]:
    save = yield from saves.reading(text, games.find_ruleset)
    if save.id != name:
        raise TextError(say("This saved game is damaged."))
    return save._replace(plan=checked(save.plan))
