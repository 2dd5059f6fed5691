"""Questions that a player asks by pressing a key, such as whose turn it is.

The answers are announced to screen readers. Answers of several sentences are also shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from chowk.core.dice import seat_to_act
from chowk.core.message import Message, PlayerName, say, say_many
from chowk.core.position import CHANCE, Spot
from chowk.games.api import Cell
from chowk.session import clock as chess_clock
from chowk.session.output import announce
from chowk.session.output.advice import Hint
from chowk.session.ports import GameServices
from chowk.session.table import Table

NEAR: Final = 0.3
"""Maximum gap between neighbouring cells, as a fraction of the smaller cell's side."""
_TOWARDS: Final[Mapping[tuple[int, int], Callable[[Message], Message]]] = {
    (0, -1): lambda what: say("Above: {what}", what=what),
    (1, -1): lambda what: say("Above on the right: {what}", what=what),
    (1, 0): lambda what: say("On the right: {what}", what=what),
    (1, 1): lambda what: say("Below on the right: {what}", what=what),
    (0, 1): lambda what: say("Below: {what}", what=what),
    (-1, 1): lambda what: say("Below on the left: {what}", what=what),
    (-1, 0): lambda what: say("On the left: {what}", what=what),
    (-1, -1): lambda what: say("Above on the left: {what}", what=what),
}


def turn(services: GameServices, table: Table) -> None:
    """Announce the status of the game: the result, or the next step, such as whose turn it is.

    While an earlier position is shown, announce its place in the game and who made the next move.
    """
    _answer(services, table, [*_status(table)])


def moves(services: GameServices, table: Table) -> None:
    """Announce the number of possible choices and each of them. If no person is to choose, answer like `turn`."""
    choices = list(_choices(table)) if table.choice.awaited is not None and table.display.shown_ply is None else []
    count = say_many("There is {count} choice.", "There are {count} choices.", len(choices))
    _answer(services, table, [count, *choices] if choices else [*_status(table)], names_squares=True)


def last(services: GameServices, table: Table) -> None:
    """Announce the move that led to the shown position."""
    _answer(services, table, announce.shown_move(table), names_squares=True)


def score(services: GameServices, table: Table) -> None:
    """Announce a few facts about each player, such as the score."""
    _answer(services, table, list(announce.standing(table)))


def clock(services: GameServices, table: Table) -> None:
    """Announce the remaining time of each player."""
    now, times = services.clock.instant(), list[Message]()
    for seat in range(len(table.plan.seats)):
        reading = chess_clock.reading(table, seat, now)
        if reading is not None:
            minutes, seconds = divmod(reading.seconds, 60)
            times.append(
                say("{player}: {minutes} min {seconds} s", player=PlayerName(seat), minutes=minutes, seconds=seconds)
            )
    _answer(services, table, times)


def dice(services: GameServices, table: Table) -> None:
    """Announce the dice and bonuses that are left to use in this turn. If none are left, answer like `turn`."""
    parts = table.game.tray.parts(table.position) if table.game.tray else ()
    _answer(services, table, [part.description for part in parts] or [*_status(table)])


def surroundings(services: GameServices, table: Table) -> None:
    """Announce the contents of the cell at the cursor and of its neighbours."""
    cell = table.cell(table.display.cursor)
    if cell is not None:
        _answer(services, table, [_describe_cell(table, cell.spot), *_neighbours(table, cell)], names_squares=True)


def _status(table: Table) -> Iterator[Message]:
    """Yield the sentences about the shown position: its status, or for a past one, its place and the player."""
    if table.display.shown_ply is None:
        yield table.status
        return
    yield say("Move {ply} of {last}", ply=table.ply, last=table.match.ply)
    player = PlayerName(seat_to_act(table.position))
    rolls = table.position.turn == CHANCE
    yield say("{player} to roll.", player=player) if rolls else say("{player} to move.", player=player)


def _answer(services: GameServices, table: Table, messages: Sequence[Message], *, names_squares: bool = False) -> None:
    """Announce messages to screen readers. If there are several, also show them on the page.

    A single message need not be shown, because the board and the status line show its content already. If
    `names_squares` is True, the messages name squares, and the board then shows the names of its squares.
    """
    services.voice.spoken = tuple(messages)
    services.voice.answers += 1
    if len(messages) > 1:
        table.choice.show_hint(Hint((), messages[0], tuple(messages[1:]), names_squares))


def _choices(table: Table) -> Iterator[Message]:
    if table.game.tray is not None:
        yield from (way.sentences[0] for way in table.ways)
    elif table.game.trial is not None and table.choice.trying is not None:
        yield from _offers(table)
    else:
        yield from (_describe_cell(table, spot) for spot in table.open)


def _offers(table: Table) -> Iterator[Message]:
    """Yield a description of each piece beside the board that the player may pick up now.

    If another piece must be placed first, yield only a message that says so.
    """
    assert table.game.trial is not None, "there are offers"
    position, speech = table.match.position, table.game.trial.speech
    if table.game.trial.picks.begin(position):
        yield speech.due(position)
        return
    near = [spot for spot, near in table.game.trial.picks.offers(position) if near]
    yield from (speech.offer(position, spot).description for spot in near)


def _describe_cell(table: Table, spot: Spot) -> Message:
    if table.game.trial is not None:
        return table.game.trial.speech.cell(table.position, table.display.shown_seat, spot)
    return table.game.speech.spot(table.position, spot)


def _neighbours(table: Table, middle: Cell) -> list[Message]:
    """Return the descriptions of the cells next to `middle`: first the cell above it, then the others clockwise."""
    by_direction: dict[tuple[int, int], list[Spot]] = {}
    for cell in (cell for row in table.view.cells() for cell in row):
        if cell.spot != middle.spot and _touch(middle, cell):
            by_direction.setdefault(_towards(middle, cell), []).append(cell.spot)
    return [tell(_describe_cell(table, spot)) for way, tell in _TOWARDS.items() for spot in by_direction.get(way, ())]


def _touch(cell: Cell, other: Cell) -> bool:
    across = max(other.x - cell.x - cell.width, cell.x - other.x - other.width)
    along = max(other.y - cell.y - cell.height, cell.y - other.y - other.height)
    return across <= NEAR * min(cell.width, other.width) and along <= NEAR * min(cell.height, other.height)


def _towards(start: Cell, end: Cell) -> tuple[int, int]:
    return (
        _side(start.x, start.width, end.x, end.width),
        _side(start.y, start.height, end.y, end.height),
    )


def _side(start: float, length: float, other: float, other_length: float) -> int:
    """Compare two intervals: return 1 if the second lies after the first, -1 if before, or 0 if they overlap.

    The first begins at `start` and has the length `length`. The second begins at `other` and has the length
    `other_length`. A small overlap does not count.
    """
    if min(start + length, other + other_length) - max(start, other) > NEAR * min(length, other_length):
        return 0
    return 1 if other + other_length / 2 > start + length / 2 else -1
