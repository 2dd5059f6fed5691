"""Games are taken from this device to another: saved as a file, and added from one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from chowk.core.errors import TextError
from chowk.core.message import say, say_many
from chowk.play.about import day_of
from chowk.share.sharer import Sharer
from chowk.store import exchange, tally
from chowk.store.exchange import Arrival, Bundle
from chowk.store.saves import GAME_KEY, Save
from chowk.store.statistics import Results
from chowk.words.toast import Toast

if TYPE_CHECKING:  # read only where somebody plays apart, or opens a file with several games
    from chowk.share.collection import Collection
    from chowk.store.own_seats import OwnSeat


SEATS: Final = "seats"
"""What is said instead of a game's name: all of them, with one's seats at tables that are played apart."""


class Incoming:
    """A file that is being looked through: what it holds, and its games as far as they have been replayed."""

    def __init__(self, bundle: Bundle, known: Results) -> None:
        self.bundle = bundle
        self.arrivals: list[Arrival] = []
        self.results: Results = {name: one for name, one in bundle.results.items() if name not in known}
        self.seats: list[OwnSeat] = []

    @property
    def ready(self) -> bool:
        """Whether all of it has been looked at."""
        return len(self.arrivals) == len(self.bundle.entries)

    @property
    def useful(self) -> bool:
        """Whether there is anything to add."""
        return self.ready and bool(exchange.to_add(self.arrivals) or self.results or self.seats)


class Collector(Sharer, Protocol):
    """Whoever takes games from one device to another."""

    incoming: Incoming | None
    collection: Collection | None


def look(collector: Collector, _: str) -> None:
    """Opens the list of the games that are kept here."""
    collector.voice.complaint = None
    collector.place.lay("kept")
    collector.spawn(_measure(collector))


async def _measure(collector: Collector) -> None:
    collector.kept.room = await collector.world.store.room()
    collector.world.render()


# Out ----------------------------------------------------------------------------------------------------------------


def export(collector: Collector, name: str) -> None:
    """Saves a game as a file; all of them, with the statistics, if the name is empty; `seats`, with one's seats."""
    collector.spawn(_export(collector, name))


async def _export(collector: Collector, name: str) -> None:
    chosen = [collector.kept.saves[name]] if name in collector.kept.saves else latest(collector)
    whole = name not in collector.kept.saves
    now, unread = collector.world.now(), await _unread(collector) if whole else ()
    seats: list[str] = []
    if name == SEATS:
        from chowk.store import own_seats

        seats = [own_seats.write(seat) for seat in collector.kept.own_seats.values()]
    text = exchange.write(chosen, unread, _known(collector) if whole else {}, now, seats)
    of = "games" if whole else chosen[0].plan.game
    collector.world.download(f"chowk-{of}-{day_of(now)}.json", text)


def latest(collector: Collector) -> list[Save]:
    """The games that are kept, the last played first."""
    return sorted(collector.kept.saves.values(), key=lambda save: save.updated, reverse=True)


async def _unread(collector: Collector) -> list[str]:
    """The texts of games on the device that could not be read."""
    try:
        kept = await collector.world.store.all()
    except OSError:
        return []
    return [text for key, text in kept.items() if key.startswith(GAME_KEY) and key in collector.kept.broken]


def _known(collector: Collector) -> Results:
    try:
        return tally.results(collector.kept)
    except TextError:
        return {}


# In -----------------------------------------------------------------------------------------------------------------


def take_in(collector: Collector, text: str) -> None:
    """Looks through a file of games; nothing is kept before `add`."""
    collector.voice.complaint = collector.incoming = None
    try:
        incoming = Incoming(exchange.read(text), _known(collector))
        if incoming.bundle.seats:
            from chowk.store import own_seats

            seats = map(own_seats.read, incoming.bundle.seats)
            incoming.seats = [seat for seat in seats if seat.table not in collector.kept.own_seats]
        collector.incoming = incoming
    except TextError as error:
        collector.voice.complaint = error
        return
    collector.place.lay("incoming")
    collector.spawn(_look_through(collector, incoming))


async def _look_through(collector: Collector, incoming: Incoming) -> None:
    here = dict(collector.kept.saves)
    for entry in incoming.bundle.entries:
        await collector.world.sleep(0)  # replaying takes its time, in which the page must stay alive
        if collector.incoming is not incoming or all(sheet.name != "incoming" for sheet in collector.place.sheets):
            return  # nobody waits for it any more
        arrival = exchange.arrive(entry, here)
        if arrival.save is not None and arrival.kind in ("new", "further", "apart"):
            here[arrival.save.id] = arrival.save
        incoming.arrivals.append(arrival)
        collector.world.render()


def add(collector: Collector, _: str) -> None:
    """Keeps what is new in the file that was looked through."""
    incoming = collector.incoming
    assert incoming is not None, "able says so"
    found = exchange.to_add(incoming.arrivals)
    collector.incoming = None
    collector.place.drop("incoming")
    table = collector.place.table
    if table is not None and table.about.save in {save.id for save in found}:
        collector.leave()
    for seat in incoming.seats:
        collector.kept.keep_seat(seat)
    for save in found:
        collector.kept.keep_game(save)
    if incoming.results:
        collector.spawn(tally.put(collector.kept, incoming.results))
    collector.spawn(_tell(collector, len(found), seats=bool(incoming.seats)))


async def _tell(collector: Collector, count: int, *, seats: bool) -> None:
    """Says that games were added, once they are on the device; where it refuses them, that has been said."""
    await collector.kept.queue.settled()
    if collector.kept.queue.stored:
        told = say_many("{count} game was added.", "{count} games were added.", count)
        other = say("Your seats were added.") if seats else say("The statistics were added.")
        collector.voice.toast = Toast(told if count else other)
    collector.world.render()
