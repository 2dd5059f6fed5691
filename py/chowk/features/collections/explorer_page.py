"""The explorer on the page: what was played from the position that the board shows, in the games of a collection."""

from __future__ import annotations

from typing import Any, Final

from chowk.core.errors import TextError
from chowk.features.collections import collections
from chowk.features.collections.collections import POLL, CollectionsHost, ask, look, state_of
from chowk.features.collections.explored import Answer, Explored, ListRow, PlayedMove
from chowk.features.collections.listing import LONGEST, Filters
from chowk.session.table import Table

SHEET: Final = "played"
SEATS: Final = ("", "0", "1")


def show(host: CollectionsHost, table: Table) -> None:
    """Open the sheet for the position that the board shows."""
    host.place.lay(SHEET)
    host.spawn(_begin(host, table))


async def _begin(host: CollectionsHost, table: Table) -> None:
    await look(host)
    state = state_of(host)
    keys = [head.key for head in state.heads or ()]
    if state.explored.key not in keys:
        state.explored = Explored(keys[0] if keys else "")
    await _fetch(host, table)


def act(host: CollectionsHost, table: Table, deed: str, text: str) -> None:
    """Carry out a control's deed. `text` is a collection, words of a name, a seat, a move's text or a game's number."""
    state = state_of(host)
    known = state.explored
    match deed:
        case "choose":
            state.explored = known._replace(key=text, answer=None)
        case "player":
            state.explored = known._replace(player=" ".join(text.split())[:LONGEST])
        case "opponent":
            state.explored = known._replace(opponent=" ".join(text.split())[:LONGEST])
        case "seat" if text in SEATS:
            state.explored = known._replace(seat=text)
        case "move" if table.kind == "analysis":
            host.study_move(table, text)
        case "index":
            host.spawn(_index(host, table))
            return
        case "stop":
            host.spawn(ask(host, "stop"))
            return
        case "game" if text.isascii() and text.isdecimal():
            collections.open_game_of(host, known.key, int(text[:9]))
            return
        case "list":
            here = " ".join((table.game.name, _shown(table)))
            collections.browse(host, known.key, Filters().with_field("here", here).write())
            return
        case _:
            return
    host.spawn(_fetch(host, table))


def _shown(table: Table) -> str:
    """Return the position that the board shows as text."""
    return str(table.game.notation.write_position(table.position))


async def _fetch(host: CollectionsHost, table: Table) -> None:
    """Ask what was played from the position shown. An answer that comes after another question is dropped."""
    state = state_of(host)
    place = table.game.name, _shown(table)
    known = state.explored._replace(place=place, asked=state.explored.asked + 1)
    state.explored = known
    if known.key:
        try:
            answer = await ask(host, "played", key=known.key, game=place[0], position=place[1], player=known.player,
                               opponent=known.opponent, seat=known.seat)  # fmt: skip
        except TextError as error:
            state.error = error.why
        else:
            present = state.explored
            if present.asked == known.asked:
                state.error = None
                state.explored = present._replace(needed=not answer["indexed"], answer=_read(answer))
    host.page.render()


def _read(answer: dict[str, Any]) -> Answer | None:
    if not answer["indexed"]:
        return None
    latest, notable = (tuple(ListRow(*row)._replace(players=tuple(row[3])) for row in answer[field])
                       for field in ("latest", "notable"))  # fmt: skip
    moves = tuple(PlayedMove(*row) for row in answer["moves"])
    return Answer(answer["total"], moves, answer["ended"], latest, notable, answer["games"], answer["all"])


async def _index(host: CollectionsHost, table: Table) -> None:
    """Have the index of the chosen collection made, and show how far it is."""
    state = state_of(host)
    if state.explored.done is not None:
        return
    state.explored = state.explored._replace(done=0.0)
    host.page.render()
    following = host.spawn(_follow(host))
    try:
        await ask(host, "index", key=state.explored.key)
    except TextError as error:
        state.error = error.why
    finally:
        following.cancel()
        state.explored = state.explored._replace(done=None)
    await _fetch(host, table)


async def _follow(host: CollectionsHost) -> None:
    """Ask again and again how far the index is."""
    state = state_of(host)
    while state.explored.done is not None:
        await host.clock.sleep(POLL)
        answer = await ask(host, "indexing")
        if answer["done"] is not None and state.explored.done is not None:
            state.explored = state.explored._replace(done=float(answer["done"]))
            host.page.render()
