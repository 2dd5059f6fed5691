"""The result sheet: the winner, the reason, the parts of the score, and buttons for the next steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from chowk.core.message import Message, PlayerName, say, say_in
from chowk.core.position import Outcome, Seat
from chowk.games.api import Tally
from chowk.i18n.i18n import Words
from chowk.session.table import Table
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button, controls, hidden, picture, sheet
from chowk.ui.screens import pictures
from chowk.ui.sheets.rule_options import badge
from chowk.ui.slots import Control

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.slots import ResultParts
    from chowk.ui.viewer import Viewer


def result(viewer: Viewer, words: Words, table: Table, parts: ResultParts) -> Node:
    """Draw the result sheet of a finished match. `parts` come from features such as the review."""
    assert table.outcome is not None, "it ended"
    game, outcome = table.game, table.outcome
    lines, why = game.speech.score(outcome), game.speech.verdict(outcome)
    placed = len(outcome.places)  # the podium shows the content of the first lines already
    return sheet(
        viewer,
        words,
        "result",
        _title(table, outcome),
        _podium(viewer, words, table, outcome),
        *(hidden(words(line)) for line in lines[:placed]),
        badge(viewer, words, game, table.plan),
        el("p", words(why), class_="verdict") if why is not None else None,
        parts.line,
        _tallied(viewer, words, table, outcome),
        el("ul", [el("li", words(line)) for line in lines[placed:]], class_="score") if lines[placed:] else None,
        *parts.summaries,
        el("div", controls(viewer, words, "result", *_ROWS, class_="row"), class_="rows after"),
        foot=[
            *([parts.first] if parts.first is not None else []),
            *(parts.onward or (_rematch_button(viewer, words, table, first=parts.first is None),)),
            *controls(viewer, words, "result-foot", class_="whole", only_open=True),
            button(viewer, words, "new", icon="add"),
            button(viewer, words, "home", icon="home"),
        ],
        class_="result",
    )


def _rematch_button(viewer: Viewer, words: Words, table: Table, *, first: bool) -> Node:
    """Draw the button for a rematch. `first` is True if it is the first of the next steps, and so the main button."""
    look = "primary whole" if first else "whole"
    return button(viewer, words, "rematch", label=_rematch(table), icon="swap", class_=look)


def _title(table: Table, outcome: Outcome) -> Message:
    """Return the title: "You won" if the only person at the table has won, else the name of the winner.

    If nobody has won alone, the title says that the game is a draw, or that it is over.
    """
    winner = outcome.winner
    if winner is None:
        return say_in("a result", "Draw") if outcome.places.count(1) == len(outcome.places) else say("The game is over")
    if table.seats.people == 1 and table.seats.person(winner) and table.kind == "own":
        return say("You won")
    return say("{player} wins", player=PlayerName(winner))


_ROWS: Final = (
    Control("result", 20, "dice", "dice", lambda table: table.has_chance),
    Control("result", 40, "close", "board", label=say_in("the page does it", "View the board")),
)
"""Controls that the sheet shows besides its own next steps: the sheet about the dice, and the view of the board."""


def _rematch(table: Table) -> Message:
    beaten = table.outcome is not None and table.outcome.winner is not None
    if beaten and table.plan.options.get("first") == "loser":
        return say("Rematch, the loser starts")
    return say("Rematch, sides swapped") if len(table.plan.seats) == 2 else say("Rematch, everybody moves up one seat")


# The podium ---------------------------------------------------------------------------------------------------------


def _podium(viewer: Viewer, words: Words, table: Table, outcome: Outcome) -> Node:
    """Draw each player's token, name and score, with the winner raised.

    Three or four players are in the order of their places.
    """
    standings = [_standing(viewer, words, table, outcome, seat) for seat in _order(outcome)]
    return el("div", standings, class_="podium")


def _order(outcome: Outcome) -> Sequence[Seat]:
    """Return the seats in the order of the podium: by seat for two players, else by place and score."""
    seats = range(len(outcome.places))
    if len(seats) == 2:
        return seats
    return sorted(
        seats, key=lambda seat: (outcome.places[seat], *(-score for score in outcome.scores[seat : seat + 1]))
    )


def _portrait(viewer: Viewer, table: Table, seat: Seat) -> Node:
    from chowk.ui.screens import avatars

    return avatars.seated(viewer, table, seat, "result-")


def _standing(viewer: Viewer, words: Words, table: Table, outcome: Outcome, seat: Seat) -> Node:
    art = table.seats.token(seat)
    place = outcome.places[seat]
    won = place == 1
    # A place that players with different scores share, because the game ended with its first winner, is none to show.
    sharing = {score for score, other in zip(outcome.scores, outcome.places, strict=False) if other == place}
    pictured = table.animal(seat, viewer.faces, viewer.portraits)
    svg = pictures.token(table.game.name, art, viewer.look, f"result-{seat}-")
    return el(
        "div",
        el(
            "span",
            # A short animation for the winner, unless animations are off.
            el("span", class_="rays", aria_hidden="true") if won and viewer.settings.speed != "off" else None,
            _portrait(viewer, table, seat) if pictured else picture(svg, "token"),
            el("span", words.number(place), class_="rank", aria_hidden="true")
            if len(outcome.places) > 2 and len(sharing) < 2
            else None,
            class_="medal",
        ),
        el("span", words.name(seat), class_="title"),
        el("span", words.number(outcome.scores[seat]), class_="number") if outcome.scores else None,
        data_won=won,
        data_seat=str(seat),
        class_="standing",
        key=str(seat),
    )


# The parts of the score ----------------------------------------------------------------------------------------------


def _tallied(viewer: Viewer, words: Words, table: Table, outcome: Outcome) -> Node | None:
    """Draw a table with the parts of the score, and a bar for each number; None if the score has no parts."""
    rows, seats = table.game.speech.tally(table.match.position), _order(outcome)
    # A row that repeats the scores of the podium is shown only below the rows of which it is the sum.
    if not any(row.summed for row in rows):
        rows = tuple(row for row in rows if row.values != outcome.scores)
    if not rows:
        return None
    return el(
        "table",
        el("caption", words(say("What counts")), class_="unseen"),
        el("thead", el("tr", el("td"), [_head(viewer, words, table, seat) for seat in seats])),
        el("tbody", [_row(viewer, words, table, rows, nth, seats) for nth in range(len(rows))]),
        class_="buildup",
        data_players=len(seats),
    )


def _head(viewer: Viewer, words: Words, table: Table, seat: Seat) -> Node:
    token = pictures.token(table.game.name, table.seats.token(seat), viewer.look, f"tally-{seat}-")
    return el("th", picture(token, "token"), hidden(words.name(seat)), scope="col")


def _row(
    viewer: Viewer, words: Words, table: Table, rows: tuple[Tally, ...], index: int, seats: Sequence[Seat]
) -> Node:
    row, most = rows[index], _scale(rows, index)
    sign = pictures.token(table.game.name, row.art, viewer.look, f"tally-{row.art}-") if row.art else ""
    return el(
        "tr",
        el("th", picture(sign, "sign") if sign else None, el("span", words(row.label)), scope="row"),
        [_cell(words, table, row, seat, most) for seat in seats],
        key=str(index),
        data_sum=index > 0 and rows[index - 1].summed and not row.summed,
        style={"--at": str(index)},
    )


def _scale(rows: tuple[Tally, ...], index: int) -> int:
    """Return the number for which a bar in row `index` of the score table has its full length.

    This is the largest number in the row. But if some rows of the table add up to another one (`Tally.summed`), all
    rows have the same scale: the largest number in the table.
    """
    added = any(row.summed for row in rows)
    return max(1, *(abs(value) for row in (rows if added else rows[index : index + 1]) for value in row.values))


def _cell(words: Words, table: Table, row: Tally, seat: Seat, most: int) -> Node:
    value = row.values[seat]
    if row.less:
        return el("td", el("span", words.number(value), class_="number"))
    bar = el(
        "span",
        class_="bar",
        data_side=table.seats.token(seat),
        data_less=value < 0,
        data_none=not value,
        style={"--part": f"{abs(value) / most:.3f}"},
    )
    return el("td", el("span", words.number(value), class_="number"), el("span", bar, class_="length"))
