"""Write the game at the table as text, to copy or download, and open games from text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from chowk.core import parcels, record
from chowk.core.errors import TextError
from chowk.core.message import Message, english
from chowk.features.sharing import arrivals, parse
from chowk.features.sharing.ports import SharingHost
from chowk.session.table import Table

if TYPE_CHECKING:  # imported at run time only for correspondence games
    from chowk.core.fair_dice import Handover


def _record(table: Table) -> str:
    return record.write(table.match, {**_about(table), **_typed(table), **_elements(table)})


def _elements(table: Table) -> dict[str, str]:
    """Return the headers of a correspondence game: for the dice, for agreed help, and for seats that changed devices.

    Return none for any other game. The header `Elements` allows a reader to verify the dice. Each player has a hash
    chain (`core.fair_dice`). The header lists for each player the number and the bytes of the last chain element that
    was revealed. It then lists the handovers, in which a player replaced a lost chain.
    """
    if table.distance is None:
        return {}
    from chowk.session import correspondence_state as state

    ring = state.dice_of(table.match).ring
    if table.outcome is not None and ring.own is not None:
        ring = state.revealed(table.match)  # the game is over, so the unsent turn's elements may be shown
    shown = ring.revealed
    element_text = " ".join(f"{len(elements) - 1}:{elements[-1].hex()}" for elements in shown)
    for handover in ring.handovers:
        element_text += f" {handover.ply}/{handover.chair}/{handover.number}:{handover.last.hex()}"
    terms = table.distance.terms
    aids = {"Aids": parse.AGREED} if terms.aids else {}
    dice = "strict" if terms.strict else "shared"
    return {"Elements": element_text, "Dice": dice, **aids, **_seats(table.distance.brought, ring.handovers)}


def _seats(brought: Sequence[int], handovers: Sequence[Handover]) -> dict[str, str]:
    """Return the headers `Brought` and `Handovers`, each only if it has entries.

    `brought` are the seats that a link or a file moved to another device. In a handover, a player replaced a lost hash
    chain by a new one.
    """
    headers = {}
    if brought:
        headers["Brought"] = ", ".join(f"seat {chair + 1}" for chair in brought)
    if handovers:
        from chowk.storage.turn_link import MOST_HANDOVERS

        each = "; ".join(f"seat {handover.chair + 1} after {handover.ply} moves" for handover in handovers)
        headers["Handovers"] = f"{len(handovers)} of {MOST_HANDOVERS}: {each}"
    return headers


def _about(table: Table) -> dict[str, str]:
    """Return the headers for the date, for the clock if there is one, and for sides if they were assigned by lot."""
    lot = {"Sides": parse.LOT} if table.plan.lot else {}
    return {"Date": table.about.day.replace("-", "."), **lot, **_timed(table)}


def _timed(table: Table) -> dict[str, str]:
    """Return the headers for a clock: `TimeControl` as in PGN, and `Times`, the seconds used by each move.

    A move without a time has `-`.
    """
    if table.timing is None:
        return {}
    pace = table.timing.pace
    control = f"1/{pace.start // 1000}" if pace.each_turn else f"{pace.start // 1000}+{pace.added // 1000}"
    times = ("-" if spent is None else f"{spent.time / 1000:.1f}" for spent in table.timing.moves)
    return {"TimeControl": control, "Times": " ".join(times)}


def _typed(table: Table) -> dict[str, str]:
    """Return the names that people entered for their seats. The keys are the English names of the sides."""
    return {english(table.seats.side(seat)): seat_.name for seat, seat_ in enumerate(table.plan.seats) if seat_.name}


def _players(table: Table) -> dict[str, str]:
    """Return the names of the players in English, by the English names of their sides.

    Players that have no name except that of their side are left out.
    """
    sides = [table.seats.side(seat) for seat in range(len(table.plan.seats))]
    names = {seat: table.seats.name(seat) for seat in range(len(table.plan.seats))}
    player_names = {seat: english(name) if isinstance(name, Message) else str(name) for seat, name in names.items()}
    return {english(sides[seat]): text for seat, text in player_names.items() if names[seat] != sides[seat]}


def offered(table: Table, form: str) -> str:
    """Return `form` if a game can be written in this format now, else an empty text, which means Chowk's own format.

    Some formats cannot be written before their modules have been fetched.
    """
    fetched = any(choice.fetched and choice.name == form for choice in table.game.notation.FORMATS)
    return "" if fetched and parcels.is_unfetched(parcels.READERS) else form


def show(host: SharingHost, table: Table, form: str) -> None:
    """Open the sheet with the game as text.

    If the format `form` needs modules that are not loaded, fetch them first.
    """
    if offered(table, form) == form:
        host.place.open_sheet("record", form)
    else:
        import_module("chowk.features.sharing.waiting").wait(host, partial(show, host, table, form))


def as_text(table: Table, form: str) -> str:
    """Return the game at the table as text in the format `form`, or in Chowk's own format if `form` is empty."""
    form = offered(table, form)
    text = table.text_in(form)
    if text:
        return text
    match, write = table.match, table.game.notation.write_game
    return write(match, form, {**_about(table), **_players(table)}) if form else _record(table)


def bring(host: SharingHost, text: str) -> None:
    """Open the game in a text, or list the games if there are several. If there is none, show the reason.

    Links and Chowk's own records are read at once. Other formats need modules that may have to be fetched first.
    """
    host.voice.complaint = host.waiting = None
    try:
        if any(part in text for part in ("#g=", "#t=", "#l=")) and import_module(
            "chowk.features.sharing.send"
        ).open_link(host, text):
            return
        if (own_record := parse.read_own(text)) is not None:
            arrivals.open_game(host, own_record)
        elif parcels.is_unfetched(parcels.READERS):
            import_module("chowk.features.sharing.waiting").wait(host, partial(bring, host, text))
        elif "\n" in text.strip() and (
            collection := (several := import_module("chowk.features.sharing.collection")).read_several(text)
        ):
            several.show_list(host, collection)
        else:
            arrivals.open_game(host, import_module("chowk.features.sharing.foreign_texts").read_text(text))
    except TextError as error:
        host.voice.complaint = error


def copy(host: SharingHost, table: Table, form: str) -> None:
    """Copy the game as text to the clipboard, in the format `form`."""
    host.clipboard.copy(as_text(table, form))


def download(host: SharingHost, table: Table, form: str) -> None:
    """Offer the game as a text file to download, in the format `form`."""
    ending = next((choice.ending for choice in table.game.notation.FORMATS if choice.name == form), "txt")
    host.files.download(f"{table.game.name}-{table.about.day}.{ending}", as_text(table, form))
