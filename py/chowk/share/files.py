"""Games are taken from this device to another: saved as a file, and added from one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chowk.core.errors import TextError
from chowk.core.message import say, say_many
from chowk.store import exchange, saves, tally
from chowk.store.exchange import Arrival, Bundle
from chowk.store.saves import GAME_KEY, Save
from chowk.store.statistics import Results
from chowk.words.toast import Toast

if TYPE_CHECKING:
    from chowk.app.app import App


class Incoming:
    """A file that is being looked through: what it holds, and its games as far as they have been replayed."""

    def __init__(self, bundle: Bundle, known: Results) -> None:
        self.bundle = bundle
        self.arrivals: list[Arrival] = []
        self.results: Results = {name: one for name, one in bundle.results.items() if name not in known}

    @property
    def ready(self) -> bool:
        """Whether all of it has been looked at."""
        return len(self.arrivals) == len(self.bundle.entries)

    @property
    def useful(self) -> bool:
        """Whether there is anything to add."""
        return self.ready and bool(exchange.to_add(self.arrivals) or self.results)


def look(app: App, _: str) -> None:
    """Opens the list of the games that are kept here."""
    app.open_sheet("kept")
    app.spawn(_measure(app))


async def _measure(app: App) -> None:
    app.room = await app.world.store.room()
    app.world.render()


# Out ----------------------------------------------------------------------------------------------------------------


def export(app: App, name: str) -> None:
    """Saves a game as a file; all of them, with the statistics, if the name is empty."""
    app.spawn(_export(app, name))


async def _export(app: App, name: str) -> None:
    chosen = [app.saves[name]] if name in app.saves else latest(app)
    whole = name not in app.saves
    text = exchange.write(chosen, await _unread(app) if whole else (), _known(app) if whole else {}, app.world.now())
    of = "games" if whole else chosen[0].plan.game
    app.world.download(f"chowk-{of}-{app.world.now()[:10]}.json", text)


def latest(app: App) -> list[Save]:
    """The games that are kept, the last played first."""
    return sorted(app.saves.values(), key=lambda save: save.updated, reverse=True)


async def _unread(app: App) -> list[str]:
    """The texts of games on the device that could not be read."""
    try:
        kept = await app.world.store.all()
    except OSError:
        return []
    return [text for key, text in kept.items() if key.startswith(GAME_KEY) and key in app.broken]


def _known(app: App) -> Results:
    try:
        return tally.results(app)
    except TextError:
        return {}


# In -----------------------------------------------------------------------------------------------------------------


def take_in(app: App, text: str) -> None:
    """Looks through a file of games; nothing is kept before `add`."""
    app.complaint = app.incoming = None
    try:
        app.incoming = incoming = Incoming(exchange.read(text), _known(app))
    except TextError as error:
        app.complaint = error
        return
    app.sheets.append(("incoming", ""))
    app.spawn(_look_through(app, incoming))


async def _look_through(app: App, incoming: Incoming) -> None:
    here = dict(app.saves)
    for entry in incoming.bundle.entries:
        await app.world.sleep(0)  # replaying takes its time, in which the page must stay alive
        if app.incoming is not incoming:
            return
        arrival = exchange.arrive(entry, here)
        if arrival.save is not None and arrival.kind in ("new", "further", "apart"):
            here[arrival.save.id] = arrival.save
        incoming.arrivals.append(arrival)
        app.world.render()


def add(app: App, _: str) -> None:
    """Keeps what is new in the file that was looked through."""
    incoming = app.incoming
    assert incoming is not None, "able says so"
    found = exchange.to_add(incoming.arrivals)
    app.incoming = None
    app.sheets = [sheet for sheet in app.sheets if sheet[0] != "incoming"]
    if app.table is not None and app.table.save in {save.id for save in found}:
        app.leave()
    for save in found:
        app.saves[save.id] = save
        app.keep(GAME_KEY + save.id, saves.write_save(save))
    if incoming.results:
        app.spawn(tally.put(app, incoming.results))
    app.spawn(_tell(app, len(found)))


async def _tell(app: App, count: int) -> None:
    """Says that games were added, once they are on the device; where it refuses them, that has been said."""
    await app.queue.settled()
    if app.queue.stored:
        told = say_many("{count} game was added.", "{count} games were added.", count)
        app.toast = Toast(told if count else say("The statistics were added."))
    app.world.render()
