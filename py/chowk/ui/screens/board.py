"""The board on the page: canvases for the picture, and over them a grid of elements for keys and screen readers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from chowk.core.dice import seat_to_act
from chowk.core.message import Message, PlayerName, say
from chowk.core.position import Seat, Spot
from chowk.games.api import Cell, Game, View, Way
from chowk.i18n.i18n import Words
from chowk.session.output import recent
from chowk.session.output.board import BETWEEN
from chowk.session.table import Table, turned
from chowk.ui.nodes import Loose, Node, el
from chowk.ui.parts import hidden, picture, sheet, words_of
from chowk.ui.screens import pictures

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.viewer import Viewer


def board(viewer: Viewer, words: Words, table: Table, over: Loose = None) -> Node:
    """Draw the board with its banner (a short note). `over` is an optional layer over the pieces."""
    return el(
        "div",
        el(
            "div",
            el("canvas", class_="ground", aria_hidden="true"),
            # The browser layer fills these: with canvases of resting pieces, and with sprites in motion.
            el("div", class_="pieces", aria_hidden="true"),
            el("div", class_="sprites", aria_hidden="true"),
            _grid(_GridValues.of(table), words),
            over,
            _banner(viewer, words, table) if table.kind != "analysis" else None,
            class_="board",
            dir="ltr",
            key=f"board-{table.game.name}",
            data_roll=table.game.tray is not None
            and table.choice.rolling is not None
            and ("all" if table.view.ELSEWHERE else True),
        ),
        hidden(words(_TRYING_KEYS if table.choice.trying else _KEYS), "board-keys"),
        class_="place",
        key="place",
    )


_KEYS: Final = say("Arrow keys move around the board, Enter or Space selects, Escape cancels. Press ? for all keys.")
_TRYING_KEYS: Final = say(
    "Number keys pick up a piece. Arrow keys move it over the board, R rotates it and F flips it, Enter or Space "
    "places it, Escape puts it back. Press ? for all keys."
)


# The grid -----------------------------------------------------------------------------------------------------------


class _GridValues(NamedTuple):
    """The values from which the grid is drawn. The grid is drawn again only if one of them has changed.

    `turns` is the board's rotation in quarter turns. `shown_seat` is the seat whose board is shown, in games in which
    each player has a board. `picked` are the spots that the player has chosen for a move, `open` those that can be
    chosen, and `last` those of the last move. `ways` are the choices that the player can make by pointing at a spot.
    `captions` are descriptions of spots that replace the game's own.
    """

    game: Game
    turns: int
    shown_seat: Seat
    position: Any
    cursor: Spot
    picked: tuple[Spot, ...]
    open: tuple[Spot, ...]
    last: tuple[Spot, ...]
    ways: tuple[Way, ...]
    captions: tuple[tuple[Spot, Message], ...] = ()

    @staticmethod
    def of(table: Table) -> _GridValues:
        """Return the values of a table, as they are now, from which the grid of its board is drawn."""
        picked = table.choice.trying.covers if table.choice.trying else table.choice.pointing.chooser.picked
        picked = (*picked, *table.choice.ahead)
        ways = tuple(table.ways) if picked else ()
        display, last = table.display, recent.last(table)
        shown_seat, cursor = display.shown_seat, display.cursor
        return _GridValues(
            table.game, table.turns, shown_seat, table.position, cursor, picked, table.open, last, ways, table.captions
        )

    @property
    def view(self) -> View[Any, Any]:
        """The view (cells and drawings) of the board in its present orientation."""
        if self.game.trial:
            return self.game.trial.view.player_view(self.shown_seat)
        return turned(self.game, self.turns) if self.turns else self.game.view

    @property
    def named_spots(self) -> frozenset[Spot]:
        """The spots with a role in the turn: picked, open to a choice, or part of the last move."""
        return frozenset((*self.picked, *self.open, *self.last, *(way.spot for way in self.ways)))

    def part(self, spot: Spot) -> _Part:
        """Return the role that a spot has in the turn."""
        if spot in self.picked:
            return _Part(spot in self.last, chosen=True)
        way = next((way for way in self.ways if way.spot == spot), None)
        return _Part(spot in self.last, may=spot in self.open, how=way.sentences[0] if way is not None else None)


class _Part(NamedTuple):
    """The role of a spot in the turn.

    `last` is True if the last move touched the spot, `chosen` if the player has picked it, and `may` if the player can
    make a choice by pointing at it. `how` describes that choice.
    """

    last: bool
    chosen: bool = False
    may: bool = False
    how: Message | None = None

    def spoken(self, spot_name: Message) -> Message:
        """Return the description of a spot: `spot_name`, which says what it contains, and then its role in the turn."""
        if self.last:
            spot_name = say("{spot}, last move", spot=spot_name)
        if self.chosen:
            return say("{spot}, chosen", spot=spot_name)
        if self.how is not None:
            return say("{spot}, can be chosen: {how}", spot=spot_name, how=self.how)
        return say("{spot}, can be chosen", spot=spot_name) if self.may else spot_name


class _CellState(NamedTuple):
    """The changing state of a grid cell: its label, and four facts.

    `has_cursor` is True if the cell has the cursor, `chosen` if it is picked, and `may` if it can be chosen. `holds` is
    True if a finger on the cell does not scroll the page although one on the rest of the board may.
    """

    label: str
    has_cursor: bool
    chosen: bool
    may: bool
    holds: bool = False


class _SpotContents(NamedTuple):
    """For every spot of a board: a description of its contents (`messages`), and a plain state of its cell (`states`).

    In a plain state, the cell has no cursor, is not picked and cannot be chosen. The cells of spots with a role in the
    turn get other states.
    """

    messages: Mapping[Spot, Message]
    states: Mapping[Spot, _CellState]


@lru_cache(maxsize=4)
def _grid(values: _GridValues, words: Words) -> Node:
    named_spots = values.named_spots
    cells = _spot_contents(values.game, values.turns, values.shown_seat, values.position, words, values.captions)
    may = {*values.open, *(way.spot for way in values.ways)}
    has_tray = values.game.tray is not None

    def state(spot: Spot) -> _CellState:
        plain = cells.states[spot]
        label = _description(words, cells.messages[spot], values.part(spot)) if spot in named_spots else plain.label
        chosen, open_ = spot in values.picked, spot in may
        return _CellState(label, spot == values.cursor, chosen, open_, has_tray and (chosen or open_))

    states = {**cells.states, **{spot: state(spot) for spot in (*named_spots, values.cursor) if spot in cells.states}}
    view: Any = values.view  # a module, or a cached instance: both are hashable
    rows = [
        _row(view, words, number, tuple([states[cell.spot] for cell in row])) for number, row in enumerate(view.cells())
    ]
    return el(
        "div",
        rows,
        role="grid",
        class_="grid",
        key="grid",
        aria_label=words(values.game.speech.BOARD),
        aria_describedby="board-keys",
    )


# Cached, because most cells are open to a choice while a piece is held over the board.
@lru_cache(maxsize=512)
def _description(words: Words, spot_name: Message, part: _Part) -> str:
    """Return the description of a spot as text in the language of `words`."""
    return words(part.spoken(spot_name))


# Cached, because the page is rendered several times for each move.
@lru_cache(maxsize=2)
def _spot_contents(
    game: Game, turns: int, shown_seat: Seat, position: Any, words: Words, captions: tuple[tuple[Spot, Message], ...]
) -> _SpotContents:
    """Return the description of every spot's contents, and the states of the cells of spots without a role in the turn.

    `turns`, `shown_seat` and `captions` are as in `_GridValues`.
    """
    shown, own = _GridValues(game, turns, shown_seat, position, "", (), (), (), ()), dict(captions)
    spots = [cell.spot for row in shown.view.cells() for cell in row]
    messages = {spot: own[spot] if spot in own else on_spot(game, position, shown_seat, spot) for spot in spots}
    plain = _plain(words)
    if len(plain) > MANY:
        plain.clear()
    for message in messages.values():
        if message not in plain:
            plain[message] = _CellState(words(message), False, False, False)
    return _SpotContents(messages, {spot: plain[message] for spot, message in messages.items()})


@lru_cache(maxsize=2)
def _plain(_: Words) -> dict[Message, _CellState]:
    """Return the cache of the states of cells that play no role in the turn, by the description of the spot.

    Each language has its own cache. From move to move, most descriptions are the same.
    """
    return {}


MANY: Final = 2000
"""Maximum number of cached descriptions for each language."""


def on_spot(game: Game, position: Any, shown_seat: Seat, spot: Spot) -> Message:
    """Return a message about the contents of a spot.

    `shown_seat` is the seat whose board is shown, in games in which each player has a board.
    """
    return game.trial.speech.cell(position, shown_seat, spot) if game.trial else game.speech.spot(position, spot)


def which(viewer: Viewer, words: Words, table: Table, arg: str) -> Node:
    """Draw the sheet on which the player chooses between the spots that an ambiguous touch may have meant.

    `arg` is the sheet's argument: the names of these spots, joined by `BETWEEN`.
    """
    shown = _GridValues.of(table)
    spots = [spot for spot in arg.split(BETWEEN) if spot in table.clickable_spots]
    return sheet(
        viewer,
        words,
        "which",
        say("Which one?"),
        el("div", [_meant(viewer, words, table, shown, spot, spots) for spot in spots], class_="rows"),
        class_="small question",
    )


def _meant(viewer: Viewer, words: Words, table: Table, values: _GridValues, spot: Spot, spots: list[Spot]) -> Node:
    way = next((way for way in values.ways if way.spot == spot), None)
    meant_cell, cells = table.cell(spot), [cell for cell in map(table.cell, spots) if cell is not None]
    name = f"which-{spots.index(spot)}-"
    return el(
        "button",
        picture(pictures.around(table.view, table.position, cells, meant_cell, viewer.look, name), "there")
        if meant_cell
        else None,
        el("span", words(values.game.speech.spot(values.position, spot)), class_="label"),
        el("span", words(way.sentences[0]), class_="note") if way is not None else None,
        type="button",
        class_="button which",
        do="mean",
        arg=spot,
        key=spot,
    )


# Cached, because only a few rows and cells of a large board change from page to page.
@lru_cache(maxsize=256)
def _row(view: View[Any, Any], words: Words, number: int, states: tuple[_CellState, ...]) -> Node:
    cells = [_drawn(cell, view.SIZE, state) for cell, state in zip(view.cells()[number], states, strict=True)]
    return el("div", cells, role="row", aria_label=words(say("Row {number}", number=number + 1)))


@lru_cache(maxsize=1024)
def _drawn(cell: Cell, size: tuple[float, float], state: _CellState) -> Node:
    return el(
        "div",
        role="gridcell",
        class_="holds" if state.holds else None,
        spot=cell.spot,
        tabindex="0" if state.has_cursor else "-1",
        aria_label=state.label,
        aria_selected="true" if state.chosen else "false",
        data_open=state.may,
        style=_placed(cell, *size),
    )


@lru_cache(maxsize=512)
def _placed(cell: Cell, width: float, height: float) -> dict[str, str]:
    return {
        "left": f"{100 * cell.x / width:.4f}%",
        "top": f"{100 * cell.y / height:.4f}%",
        "width": f"{100 * cell.width / width:.4f}%",
        "height": f"{100 * cell.height / height:.4f}%",
    }


# Banners on the board --------------------------------------------------------------------------------------------


def _banner(viewer: Viewer, words: Words, table: Table) -> Node | None:
    """Draw a short note over the board, or return None if there is nothing to note.

    The note says that a player has passed a turn. Otherwise, if several people play, it names the player who is to move
    or roll. The note is at the edge of the board that belongs to the player it names, and leaves the middle free. The
    style sheet fades it out.
    """
    match = table.match
    if table.display.shown_ply is not None or not match.ply or not table.log.latest or table.outcome is not None:
        return None
    if table.game.rules.forced(match.position_after(match.ply - 1)) is not None:
        side, end = edge_of(table, seat_to_act(match.position_after(match.ply - 1)))
        return el(
            "div",
            words_of(words, table.log.latest),
            class_="banner",
            dir="auto",
            key=f"passed-{match.ply}",
            data_edge=side,
            data_end=end,
            aria_hidden="true",
        )
    seat, rolls = table.choice.awaited, table.choice.rolling
    due = say("{player} to move", player=PlayerName(seat)) if seat is not None else None
    if rolls is not None:
        seat, due = rolls, say("{player} to roll.", player=PlayerName(rolls))
    if (
        table.seats.people < 2
        or seat is None
        or due is None
        or seat == seat_to_act(match.position_after(match.ply - 1))
    ):
        return None
    svg = pictures.token(table.game.name, table.seats.token(seat), viewer.look, "banner-")
    side, end = edge_of(table, seat)
    return el(
        "div",
        picture(svg, "token"),
        el("span", words(due)),
        class_="banner turn",
        dir="auto",
        key=f"turn-{match.ply}",
        data_edge=side,
        data_end=end,
        aria_hidden="true",
    )


def edge_of(table: Table, seat: Seat) -> tuple[str, str]:
    """Return the edge of the board at which a player sits, `near` or `far`, and the player's place at this edge.

    The place is `left` or `right`. In a game of two players it is an empty text.
    """
    _, near = sides(table)
    if len(table.plan.seats) == 2:
        return ("near" if seat in near else "far"), ""
    return ("near" if seat in near else "far"), "right" if table.around.index(seat) in {0, 3} else "left"


def sides(table: Table) -> tuple[list[Seat], list[Seat]]:
    """Return the seats on the far side and on the near side of the board, each from left to right."""
    below, left, above, right = table.around
    # With three or four players, each player's card is at the corner on the player's right.
    return [seat for seat in (above, right) if seat is not None], [seat for seat in (left, below) if seat is not None]
