"""The data stored on this device, as this page has read it: games, settings, results, and progress of lessons."""

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
from chowk.storage.device import StorageUsage, Store
from chowk.storage.kept_games import KeptGames
from chowk.storage.plan import Plan, checked, opponents_kind
from chowk.storage.queue import WriteQueue
from chowk.storage.saves import Save
from chowk.storage.settings import Settings

if TYPE_CHECKING:  # imported only for correspondence games
    from chowk.storage.seat_keys import OwnSeat

SEAT_KEY: Final = "seat."
"""Prefix of the keys under which this device's seats in correspondence games are stored. The game's identifier
follows."""


class Deleted(NamedTuple):
    """A game that was deleted, so that it can be restored.

    `save` is the stored game, and `seat` this device's seat in it; each is None if there was none.
    """

    name: str
    save: Save | None
    seat: OwnSeat | None


class Kept:
    """The stored data in memory, and the methods that store and delete data.

    `render` schedules an update of the page. `spawn` runs a coroutine in the background. `taken_over` is called with
    the identifier of a game that another browser tab has continued. `seated` is called with the identifier of a
    correspondence game after this device's seat in it has been stored.
    """

    def __init__(
        self,
        store: Store,
        render: Callable[[], None],
        voice: Voice,
        spawn: Callable[[Coroutine[Any, Any, Any]], asyncio.Task[Any]],
        taken_over: Callable[[str], None],
        seated: Callable[[str], None],
    ) -> None:
        self.store = store
        self.render = render
        self.spawn = spawn
        self._voice = voice
        self._seated = seated
        # The queue of pending writes. Only its own methods assign its attributes.
        self.queue = WriteQueue(store, self._trouble, taken_over)
        # The settings of this device. Written by `read_all` and `change_settings`.
        self.settings = Settings()
        # Games by identifier, and the last plan by the name of the game, or by name and `way`, such as `NAME.people`.
        # Written by `read_all`, `read_again`, `keep_game` and `keep_plan`.
        self.saves = KeptGames(_read, self._damaged)
        self.plans: dict[str, Plan] = {}
        # This device's seats in correspondence games, by table. Written by `read_all`, `read_again`, `keep_seat` and
        # `forget`.
        self.own_seats: dict[str, OwnSeat] = {}
        # The progress of each game's lesson. Written by `read_all` and `features.lessons.lessons`.
        self.learnt: dict[str, str] = {}
        # The progress in each game's puzzles, as text. Written by `read_all` and `features.practice.practice`.
        self.practised: dict[str, str] = {}
        # The lessons done in each game's course, as text. Written by `read_all` and `features.courses.courses`.
        self.courses: dict[str, str] = {}
        # The player's own mistakes in each game, as text. Written by `read_all` and `features.practice.mistakes`.
        self.mistakes: dict[str, str] = {}
        # Analyses as text, by number. Written by `read_all` and by the methods for analyses.
        self.analyses: dict[str, str] = {}
        # Studies as text, by key. Written by `read_all` and `features.studies.studies`.
        self.studies: dict[str, str] = {}
        # The error for each stored text that cannot be read, by key. Written by `read_all` and `storage.tally`.
        self.broken: dict[str, TextError] = {}
        # The results of games, as text. Written by `read_all` and `storage.tally`.
        self.tallies: str | None = None
        # The people at this device, as text. Written by `read_all` and `features.people.household`.
        self.people = ""
        # The last deletion of a game or seat, which can be undone. Written by `forget` and `restore`.
        self.deleted: Deleted | None = None
        self.deleted_analysis: tuple[str, str] | None = None
        """Number and text of the analysis that was deleted last, or None after it was restored."""
        # The stored text under each key that `change` replaces, as this page last read or wrote it. Written by
        # `_recall` and `_change`.
        self._last: dict[str, str] = {}
        # The storage used by the page. Written by `features.sharing.files`, when it is shown.
        self.storage_usage = StorageUsage()

    async def read_all(self, *, later: bool = False) -> None:
        """Read all stored data.

        If `later` is True, the stored games stay texts until they are needed. Otherwise they are parsed now.
        """
        texts = await self.queue.all()
        self.settings = saves.read_settings(texts.get(saves.SETTINGS_KEY, "{}"))
        self.tallies = texts.get(saves.STATISTICS_KEY)
        self.people = texts.get(saves.PEOPLE_KEY, "")
        for key, text in texts.items():
            self._recall(key, text)
        if not later:
            len(self.saves)  # counting parses all games

    async def read_again(self, name: str) -> None:
        """Read what another page has stored about the game `name`: the game, and this device's seat in it."""
        for key, read in ((SEAT_KEY, self.queue.present), (saves.GAME_KEY, self.queue.newer)):
            text = await read(key + name)
            if text is not None:
                self._recall(key + name, text)

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
            elif key.startswith(saves.PRACTICE_KEY):
                self.practised[key.removeprefix(saves.PRACTICE_KEY)] = self._last[key] = text
            elif key.startswith(saves.COURSE_KEY):
                self.courses[key.removeprefix(saves.COURSE_KEY)] = self._last[key] = text
            elif key.startswith(saves.MISTAKES_KEY):
                self.mistakes[key.removeprefix(saves.MISTAKES_KEY)] = self._last[key] = text
            elif key.startswith(saves.ANALYSIS_KEY):
                self.analyses[key.removeprefix(saves.ANALYSIS_KEY)] = text
            elif key.startswith(saves.STUDY_KEY):
                self.studies[key.removeprefix(saves.STUDY_KEY)] = text
        except TextError as error:
            self.broken[key] = error

    def _damaged(self, name: str, error: TextError) -> None:
        self.broken[saves.GAME_KEY + name] = error

    def _recall_seat(self, text: str) -> None:
        from chowk.storage import seat_keys

        seat = seat_keys.read(text)
        known = self.own_seats.get(seat.table)
        if known is None or seat.updated >= known.updated:  # the device may have refused to store the later one
            self.own_seats[seat.table] = seat

    def keep_seat(self, seat: OwnSeat) -> None:
        """Store this device's seat in a correspondence game, including the secret of the seat."""
        from chowk.storage import seat_keys

        self.own_seats[seat.table] = seat
        self.spawn(self._keep_seat(seat.table, self.queue.write(SEAT_KEY + seat.table, seat_keys.write(seat))))

    async def _keep_seat(self, name: str, storing: Coroutine[Any, Any, None]) -> None:
        await storing
        self._seated(name)

    def keep(self, key: str, text: str, this_page_only: bool = False) -> None:
        """Store a text under a key, in the background. If the device refuses, inform the player once.

        If this page ends before the write, the next page does it, unless `this_page_only` is True.
        """
        self.spawn(self.queue.write(key, text, this_page_only))

    def change(self, texts: dict[str, str], prefix: str, name: str, change: Callable[[str], str]) -> None:
        """Change a text of this page, and store it in the background.

        `texts` has this page's texts by name. The key is `prefix` followed by `name`. `change` gets the old text, empty
        if there is none, and returns the new one. If another page has stored a text meanwhile, `change` is applied to
        that text, and this page takes over the result.
        """
        text = texts[name] = change(texts.get(name, ""))
        key = prefix + name
        stored = self.queue.update(key, text, lambda old: text if old == self._last.get(key, "") else change(old))
        self.spawn(self._change(texts, key, text, stored))

    async def _change(
        self, texts: dict[str, str], key: str, text: str, storing: Coroutine[Any, Any, str | None]
    ) -> None:
        stored, name = await storing, key.partition(".")[2]
        if stored == text:
            self._last[key] = text
        elif stored is not None and texts.get(name) == text:  # otherwise a later change is on its way
            texts[name] = self._last[key] = stored
            self.render()

    def keep_game(self, save: Save, this_page_only: bool = False) -> None:
        """Store a game in its present state. `this_page_only` is as in `keep`."""
        self.saves[save.id] = save
        self.keep(saves.GAME_KEY + save.id, saves.write_save(save), this_page_only)

    def keep_plan(self, plan: Plan) -> None:
        """Store the plan (set-up) of a game as the default of the next set-up."""
        for name in {plan.game, f"{plan.game}.{opponents_kind(plan)}".removesuffix(".")}:
            self.plans[name] = plan
            self.keep(saves.PLAN_KEY + name, saves.write_plan(plan))

    def forget(self, name: str) -> None:
        """Delete a stored game, and this device's seat if it is a correspondence game. `restore` brings both back."""
        save, seat = self.saves.pop(name, None), self.own_seats.pop(name, None)
        if save is not None:
            self.spawn(self.queue.write(saves.GAME_KEY + name, None))
        if seat is not None:
            self.spawn(self.queue.write(SEAT_KEY + name, None))
        if save is not None or seat is not None:
            self.deleted = Deleted(name, save, seat)

    def restore(self, name: str) -> None:
        """Restore a game, and this device's seat in it. Do nothing if another game was deleted after it."""
        deleted = self.deleted
        if deleted is None or deleted.name != name:
            return
        self.deleted = None
        if deleted.save is not None and not self.saves.holds(name):
            self.keep_game(deleted.save)
        if deleted.seat is not None and name not in self.own_seats:
            self.keep_seat(deleted.seat)

    def keep_analysis(self, number: str, text: str) -> None:
        """Store an analysis in its present state."""
        if self.analyses.get(number) != text:
            self.analyses[number] = text
            self.keep(saves.ANALYSIS_KEY + number, text)

    def forget_analysis(self, number: str) -> None:
        """Delete an analysis. `restore_analysis` brings it back."""
        if (text := self.analyses.pop(number, None)) is not None:
            self.deleted_analysis = number, text
            self.spawn(self.queue.write(saves.ANALYSIS_KEY + number, None))

    def restore_analysis(self, number: str) -> None:
        """Restore the analysis `number`, if it is the one that was deleted last.

        Do nothing if another analysis was deleted after it, or if a new analysis has got its number.
        """
        if self.deleted_analysis is not None and self.deleted_analysis[0] == number:
            text, self.deleted_analysis = self.deleted_analysis[1], None
            if number not in self.analyses:
                self.keep_analysis(number, text)

    def change_settings(self, **changed: Any) -> None:
        """Change settings and store them."""
        self.settings = self.settings._replace(**changed)
        self.keep(saves.SETTINGS_KEY, saves.write_settings(self.settings))

    def _trouble(self, toast: Toast) -> None:
        """Show a toast about a problem with storing data."""
        self._voice.toast = toast
        self.render()


def _read(name: str, text: str) -> Generator[None, None, Save]:
    save = yield from saves.reading(text, games.find_ruleset)
    if save.id != name:
        raise TextError(say("This saved game is damaged."))
    return save._replace(plan=checked(save.plan))
