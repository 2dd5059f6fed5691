"""Games are taken from this device to another: saved as a file, and added from one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Protocol, cast

from chowk.core.errors import TextError
from chowk.core.message import say, say_many
from chowk.core.position import CHANCE
from chowk.features.sharing.ports import Sharer
from chowk.i18n.toast import Toast
from chowk.session.metadata import day_of
from chowk.storage import exchange, tally
from chowk.storage.exchange import Arrival, Bundle
from chowk.storage.saves import GAME_KEY, Save
from chowk.storage.statistics import Results

if TYPE_CHECKING:  # read only where somebody plays apart, or opens a file with several games
    from chowk.features.sharing.collection import Collection
    from chowk.storage.kept import Kept
    from chowk.storage.seat_keys import OwnSeat


SEATS: Final = "seats"
"""What is said instead of a game's name: all of them, with one's seats at tables that are played apart."""


class Incoming:
    """A file that is being looked through: what it holds, and its games as far as they have been replayed."""

    def __init__(self, bundle: Bundle, known: Results) -> None:
        self.bundle = bundle
        self.arrivals: list[Arrival] = []
        self.results: Results = {name: one for name, one in bundle.results.items() if name not in known}
        # Seats that can be taken as they are, those to sit down in with a fresh secret, and how many can be neither.
        self.seats: list[OwnSeat] = []
        self.fresh: list[OwnSeat] = []
        self.left_out = 0
        self.sorted = False  # whether the seats have been told apart, which takes the games
        self.takes_seats = False  # whether the player has said so

    @property
    def ready(self) -> bool:
        """Whether all of it has been looked at."""
        return self.sorted and len(self.arrivals) == len(self.bundle.entries)

    @property
    def useful(self) -> bool:
        """Whether there is anything to add."""
        seats = self.takes_seats and bool(self.seats or self.fresh)
        return self.ready and bool(exchange.to_add(self.arrivals) or self.results or seats)


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
    chosen = [collector.kept.saves[name]] if name in collector.kept.saves else latest(collector.kept)
    whole = name not in collector.kept.saves
    now, unread = collector.world.now(), await _unread(collector) if whole else ()
    seats: list[str] = []
    if name == SEATS:
        from chowk.storage import seat_keys

        seats = [seat_keys.write(seat) for seat in collector.kept.own_seats.values()]
    text = exchange.write(chosen, unread, _known(collector) if whole else {}, now, seats)
    of = "games" if whole else chosen[0].plan.game
    collector.world.download(f"chowk-{of}-{day_of(now)}.json", text)


def latest(kept: Kept) -> list[Save]:
    """Return the saved games, the last played first."""
    return sorted(kept.saves.values(), key=lambda save: save.updated, reverse=True)


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
            from chowk.storage import seat_keys

            seats = {seat.table: seat for seat in map(seat_keys.read, incoming.bundle.seats)}
            incoming.seats = [seat for name, seat in seats.items() if name not in collector.kept.own_seats]
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
    _sort_seats(incoming, here)
    incoming.sorted = True
    collector.world.render()


def _sort_seats(incoming: Incoming, here: Mapping[str, Save]) -> None:
    """Tell apart the seats in which something was played from those whose secret may still have been chosen."""
    found, incoming.seats = incoming.seats, []
    for seat in found:
        save = here.get(seat.table)
        if save is None and not seat.request:
            incoming.fresh.append(seat)
        elif save is not None and _is_played(seat, save):
            incoming.seats.append(seat)
        else:
            incoming.left_out += 1


def _is_played(seat: OwnSeat, save: Save) -> bool:
    """Return whether something was played with a seat's chain in a game, or no roll of that follows from it."""
    from chowk.session import correspondence_state as state

    if save.apart is None:
        return False
    if all(position.turn != CHANCE for position in save.match.positions):
        return True
    chair, handovers = seat.chain.chair, save.apart.handovers
    since = max((number + 1 for _, one, number, _ in handovers if one == chair), default=0)
    return not state.is_untouched(chair, save.apart.shown[chair][0], since)


def take_seats(collector: Collector, arg: str) -> None:
    """Choose whether the seats of a file are taken with its games: `on` or `off`."""
    if collector.incoming is not None:
        collector.incoming.takes_seats = arg.endswith("on")


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
    taken = incoming.takes_seats and bool(incoming.seats or incoming.fresh)
    if taken:
        _take_seats(collector, incoming)
    for save in found:
        collector.kept.keep_game(save)
    if incoming.results:
        collector.spawn(tally.put(collector.kept, incoming.results))
    collector.spawn(_tell(collector, len(found), seats=taken))


def _take_seats(collector: Collector, incoming: Incoming) -> None:
    """Keep the seats of a file, marked as such; where nothing was played, sit down with a fresh secret."""
    from chowk.features.correspondence import session

    for seat in incoming.seats:
        collector.kept.keep_seat(seat._replace(brought=True))
    for seat in incoming.fresh:
        session.anew(cast(session.Correspondent, collector), seat.invitation, seat.chain.chair)


async def _tell(collector: Collector, count: int, *, seats: bool) -> None:
    """Says that games were added, once they are on the device; where it refuses them, that has been said."""
    await collector.kept.queue.settled()
    if collector.kept.queue.stored:
        told = say_many("{count} game was added.", "{count} games were added.", count)
        other = say("Your seats were added.") if seats else say("The statistics were added.")
        collector.voice.toast = Toast(told if count else other)
    collector.world.render()
