"""Move games between devices: save them as a file, and add them from a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Protocol

from chowk.core import parcels
from chowk.core.errors import TextError
from chowk.core.message import Message, say, say_many
from chowk.core.position import CHANCE
from chowk.features.sharing.ports import SharingHost
from chowk.i18n.toast import Toast
from chowk.session.metadata import day_of
from chowk.storage import exchange, tally
from chowk.storage.exchange import Arrival, Bundle
from chowk.storage.saves import GAME_KEY, Save
from chowk.storage.statistics import Results

if TYPE_CHECKING:  # imported at run time only for correspondence games or a file with several games
    from chowk.features.sharing.collection import Collection
    from chowk.storage.kept import Kept
    from chowk.storage.seat_keys import OwnSeat


SEATS: Final = "seats"
"""Argument with which the `export` command saves all games and also this device's seats in correspondence games."""


class Incoming:
    """An opened file whose games are not added yet, with the results of comparing it with this device's data."""

    def __init__(self, bundle: Bundle, known: Results) -> None:
        self.bundle = bundle
        self.arrivals: list[Arrival] = []
        self.results: Results = {name: result for name, result in bundle.results.items() if name not in known}
        # Seats that can be taken as they are, seats that need a new secret, and the number of seats that cannot be
        # taken.
        self.seats: list[OwnSeat] = []
        self.fresh: list[OwnSeat] = []
        self.left_out = 0
        self.studies: list[str] = []  # texts of the file's studies that are new at this device
        self.newcomers = 0  # people of the file who are new at this device
        self.sorted = False  # True once the seats are sorted, which requires the games
        self.takes_seats = False  # True if the player chose to take the seats

    @property
    def ready(self) -> bool:
        """True once all games and seats of the file have been compared with those on this device."""
        return self.sorted and len(self.arrivals) == len(self.bundle.entries)

    @property
    def useful(self) -> bool:
        """True if the file contains anything to add."""
        seats = self.takes_seats and bool(self.seats or self.fresh)
        return self.ready and bool(
            exchange.to_add(self.arrivals) or self.results or self.newcomers or self.studies or seats
        )


class Household(Protocol):
    """The functions for the people at this device (`features.people.household`)."""

    def newcomers(self, kept: Kept, text: str, /) -> int:
        """Return how many new people `take_in` would add from the text of a file. There may not be room for all."""

    def take_in(self, kept: Kept, text: str, /) -> None:
        """Add the people in the text of a file, and store which of them took part in which games."""


class StudyArrivals(Protocol):
    """The functions for studies that importing and exporting files needs (`features.studies.studies`)."""

    def fresh(self, kept: Kept, text: str, /) -> str:
        """Return a study's text in the form to store, or an empty text if the study is not to be added."""

    def take_in(self, kept: Kept, texts: Sequence[str], /) -> None:
        """Store the studies with these texts, up to the maximum number of studies."""

    def forget_deleted(self, host: Any, /) -> None:
        """Forget the study or chapter that was deleted last, so that it cannot be restored."""


class ImportHost(SharingHost, Protocol):
    """The part of the application that is needed to import and export files."""

    incoming: Incoming | None
    collection: Collection | None

    @property
    def household(self) -> Household | None:
        """The functions for the people at this device, or None before their modules have been fetched."""

    @property
    def study_arrivals(self) -> StudyArrivals | None:
        """The functions for studies, or None before their modules have been fetched."""


def open_saved_games(host: ImportHost) -> None:
    """Open the list of saved games."""
    host.voice.complaint = None
    host.place.open_sheet("kept")
    host.spawn(_measure(host))


async def _measure(host: ImportHost) -> None:
    host.kept.storage_usage = await host.kept.store.storage_usage()
    host.page.render()


# Export -------------------------------------------------------------------------------------------------------------


def export(host: ImportHost, name: str) -> None:
    """Save a game as a file, if `name` is its identifier.

    Any other `name`, also an empty one, saves everything: games, statistics, people and studies. The name `seats` adds
    this device's seats in correspondence games, too.
    """
    host.spawn(_export(host, name))


async def _export(host: ImportHost, name: str) -> None:
    chosen = [host.kept.saves[name]] if name in host.kept.saves else latest(host.kept)
    whole = name not in host.kept.saves
    now, unread = host.clock.now(), await _unread(host) if whole else ()
    seats: list[str] = []
    if name == SEATS:
        from chowk.storage import seat_keys

        seats = [seat_keys.write(seat) for seat in host.kept.own_seats.values()]
    people, studies = (host.kept.people, host.kept.studies.values()) if whole else ("", ())
    text = exchange.write(chosen, unread, _known(host) if whole else {}, now, seats, people, studies)
    of = "games" if whole else chosen[0].plan.game
    host.files.download(f"chowk-{of}-{day_of(now)}.json", text)


def latest(kept: Kept) -> list[Save]:
    """Return the saved games, the last played first."""
    return sorted(kept.saves.values(), key=lambda save: save.updated, reverse=True)


async def _unread(host: ImportHost) -> list[str]:
    """Return the texts of stored games that this version could not read."""
    try:
        kept = await host.kept.store.all()
    except OSError:
        return []
    return [text for key, text in kept.items() if key.startswith(GAME_KEY) and key in host.kept.broken]


def _known(host: ImportHost) -> Results:
    try:
        return tally.results(host.kept)
    except TextError:
        return {}


# Import -------------------------------------------------------------------------------------------------------------


def take_in(host: ImportHost, text: str) -> None:
    """Read a file of games, show its contents, and start to compare it with the saved games.

    The function `add` saves the games later.
    """
    host.voice.complaint = host.incoming = None
    try:
        incoming = Incoming(exchange.read(text), _known(host))
        if incoming.bundle.seats:
            from chowk.storage import seat_keys

            seats = {seat.table: seat for seat in map(seat_keys.read, incoming.bundle.seats)}
            incoming.seats = [seat for name, seat in seats.items() if name not in host.kept.own_seats]
        host.incoming = incoming
    except TextError as error:
        host.voice.complaint = error
        return
    host.place.open_sheet("incoming")
    host.spawn(_look_through(host, incoming))


async def _look_through(host: ImportHost, incoming: Incoming) -> None:
    saves = dict(host.kept.saves)
    for entry in incoming.bundle.entries:
        await host.clock.sleep(0)  # replaying takes time, in which the page must stay responsive
        if host.incoming is not incoming or all(sheet.name != "incoming" for sheet in host.place.sheets):
            return  # the sheet was closed
        arrival = exchange.arrive(entry, saves)
        if arrival.save is not None and arrival.kind in ("new", "further", "apart"):
            saves[arrival.save.id] = arrival.save
        incoming.arrivals.append(arrival)
        host.page.render()
    _sort_seats(incoming, saves)
    if incoming.bundle.people:
        with suppress(OSError):  # without the modules of people, the file's people are left out
            await host.fetch_parcel(parcels.PEOPLE)
        if host.household is not None:
            incoming.newcomers = host.household.newcomers(host.kept, incoming.bundle.people)
    if incoming.bundle.studies:
        with suppress(OSError):  # without the modules of studies, the file's studies are left out
            await host.fetch_parcel(parcels.STUDIES)
        arrivals = host.study_arrivals
        for text in incoming.bundle.studies if arrivals is not None else ():
            await host.clock.sleep(0)  # reading takes time, in which the page must stay responsive
            study = arrivals.fresh(host.kept, text) if arrivals is not None else ""
            if study and study not in incoming.studies:
                incoming.studies.append(study)
    incoming.sorted = True
    host.page.render()


def _sort_seats(incoming: Incoming, saves: Mapping[str, Save]) -> None:
    """Sort the seats of a file into the lists `seats` (to take as they are) and `fresh` (to take with a new secret).

    Count the others, which cannot be taken, in `left_out`.
    """
    seats, incoming.seats = incoming.seats, []
    for seat in seats:
        save = saves.get(seat.table)
        if save is None and not seat.request:
            incoming.fresh.append(seat)
        elif save is not None and _is_played(seat, save):
            incoming.seats.append(seat)
        else:
            incoming.left_out += 1


def _is_played(seat: OwnSeat, save: Save) -> bool:
    """Return True if a seat's hash chain has been used in its game, or is not needed because the game has no rolls."""
    from chowk.session import correspondence_state as state

    if save.correspondence is None:
        return False
    if all(position.turn != CHANCE for position in save.match.positions):
        return True
    chair, handovers = seat.chain.chair, save.correspondence.handovers
    since = max((number + 1 for _, handed_chair, number, _ in handovers if handed_chair == chair), default=0)
    return not state.is_untouched(chair, save.correspondence.shown[chair][0], since)


def take_seats(host: ImportHost, _: str, on: bool) -> None:
    """Store whether the player wants to take the seats of the file together with its games."""
    if host.incoming is not None:
        host.incoming.takes_seats = on


def add(host: ImportHost) -> None:
    """Save the games, statistics, people and studies of the opened file that are new here.

    Take its seats, too, if the player chose that.
    """
    incoming = host.incoming
    assert incoming is not None, "able says so"
    saves = exchange.to_add(incoming.arrivals)
    host.incoming = None
    host.place.drop("incoming")
    table = host.place.table
    if table is not None and any(table.keeps_open(save.id) for save in saves):
        host.leave()
    takes_seats = incoming.takes_seats and bool(incoming.seats or incoming.fresh)
    if takes_seats:
        _take_seats(host, incoming)
    for save in saves:
        host.kept.keep_game(save)
    if incoming.bundle.people and host.household is not None:
        host.household.take_in(host.kept, incoming.bundle.people)
    if incoming.studies and host.study_arrivals is not None:
        host.study_arrivals.take_in(host.kept, incoming.studies)
    if incoming.results:
        host.spawn(tally.put(host.kept, incoming.results))
    host.spawn(_tell(host, _added_sentence(incoming, len(saves), seats=takes_seats)))


def _take_seats(host: ImportHost, incoming: Incoming) -> None:
    """Take the seats of a file, marked as transferred. A seat whose game is not here gets a new secret."""
    for seat in incoming.seats:
        host.kept.keep_seat(seat._replace(brought=True))
    for seat in incoming.fresh:
        host.remote.take_seat(seat)


def _added_sentence(incoming: Incoming, count: int, *, seats: bool) -> Message:
    """Return a sentence on what was added: the number of games, `count`, if there are any.

    Otherwise it names the first of these that was added: seats (if `seats` is True), statistics, studies, people.
    """
    if count:
        return say_many("{count} game was added.", "{count} games were added.", count)
    if seats:
        return say("Your seats were added.")
    if incoming.results:
        return say("The statistics were added.")
    if incoming.studies:
        return say_many("{count} study is new here.", "{count} studies are new here.", len(incoming.studies))
    return say_many("{count} person is new here.", "{count} people are new here.", incoming.newcomers)


async def _tell(host: ImportHost, text: Message) -> None:
    """Show a toast about the added games or data, once they are stored. Show none if storing failed."""
    await host.kept.queue.settled()
    if host.kept.queue.stored:
        host.voice.toast = Toast(text)
    host.page.render()
