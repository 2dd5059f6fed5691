"""The page's part of the explorer: the moves that games of a collection played from the position on the board."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from chowk.core.errors import TextError
from chowk.features.collections import collections
from chowk.features.collections.archive import MINE
from chowk.features.collections.collections import (
    CollectionsHost,
    ask_about,
    load_collections,
    send_own,
    sort_positions,
    state_of,
    try_ask,
)
from chowk.features.collections.explored import Answer, Explored, ListRow, PlayedMove
from chowk.features.collections.listing import LONGEST, Filters
from chowk.session.table import Table

SHEET: Final = "played"
SEATS: Final = ("", "0", "1")


def show(host: CollectionsHost, table: Table) -> None:
    """Open the explorer's sheet for the position that the board shows."""
    state = state_of(host)
    state.error = None
    if state.explored.place != (table.game.name, _position_text(table)):
        state.explored = state.explored._replace(answer=None, needed=False)
    host.place.open_sheet(SHEET)
    host.spawn(_load(host, table))


async def _load(host: CollectionsHost, table: Table) -> None:
    await load_collections(host)
    state = state_of(host)
    keys = [*(head.key for head in state.heads or ()), MINE]
    if state.explored.key not in keys or not state.explored.chosen:
        opened = state.listing.key if state.listing is not None else ""
        key = opened if opened in keys else keys[0]
        if key != state.explored.key:
            state.explored = Explored(key, done=state.explored.done, asked=state.explored.asked)
    await _fetch(host, table, fresh=True)


def act(host: CollectionsHost, table: Table, deed: str, text: str) -> None:
    """Carry out the action `deed` of a control. `text` is its argument: a collection, words of a name, a seat, ..."""
    state = state_of(host)
    known = state.explored
    match deed:
        case "choose":
            state.explored = known._replace(key=text, chosen=True, answer=None, needed=False, player="")
            host.spawn(_fetch(host, table, fresh=True))
            return
        case "player":
            state.explored = known._replace(player=" ".join(text.split())[:LONGEST])
        case "opponent":
            state.explored = known._replace(opponent=" ".join(text.split())[:LONGEST])
        case "seat" if text in SEATS:
            state.explored = known._replace(seat=text)
        case "move" if table.kind == "analysis":
            host.study_move(table, text)
        case "index":
            host.spawn(sort_positions(host, known.key, partial(_fetch, host, table)))
            return
        case "stop":
            host.spawn(try_ask(host, "stop"))
            return
        case "game" if text.isascii() and text.isdecimal():
            collections.open_game_of(host, known.key, int(text[:9]))
            return
        case "list":
            here = " ".join((table.game.name, _position_text(table)))
            collections.browse(host, known.key, Filters().with_field("here", here).write())
            return
        case _:
            return
    host.spawn(_fetch(host, table))


def _position_text(table: Table) -> str:
    """Return the position on the board, written as text."""
    return str(table.game.notation.write_position(table.position))


async def _fetch(host: CollectionsHost, table: Table, *, fresh: bool = False) -> None:
    """Ask the worker for the moves played from the position shown. Drop the answer if there is a newer question.

    If `fresh`, and if the question is about the player's own games, send the worker these games first.
    """
    state = state_of(host)
    place = table.game.name, _position_text(table)
    known = state.explored._replace(place=place, asked=state.explored.asked + 1)
    state.explored = known
    try:
        if fresh and known.key == MINE:
            await send_own(host)
        answer = await ask_about(host, known.key, "played", game=place[0], position=place[1], player=known.player,
                                 opponent=known.opponent, seat=known.seat)  # fmt: skip
    except TextError as error:
        if state.explored.asked == known.asked:
            state.error = error.why
            state.explored = state.explored._replace(answer=None, needed=False)
            host.page.render()
        return
    present = state.explored
    if present.asked != known.asked:
        return
    state.error = None
    state.explored = present._replace(needed=not answer["indexed"], answer=_read(answer))
    host.page.render()
    if known.key == MINE and not answer["indexed"]:
        await sort_positions(host, MINE, partial(_fetch, host, table))


def _read(answer: dict[str, Any]) -> Answer | None:
    if not answer["indexed"]:
        return None
    latest, notable = (tuple(ListRow(*row)._replace(players=tuple(row[3])) for row in answer[field])
                       for field in ("latest", "notable"))  # fmt: skip
    moves = tuple(PlayedMove(*row) for row in answer["moves"])
    return Answer(answer["total"], moves, answer["ended"], latest, notable, answer["games"], answer["all"])
