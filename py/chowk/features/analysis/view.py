"""The page of an analysis: the board with the value of each move, the best lines, and the tree of moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from chowk import games
from chowk.core import variations
from chowk.core.declaration import RESULT
from chowk.core.message import Message, say, say_in, say_many
from chowk.core.position import CHANCE, Spot
from chowk.core.variations import MARKS
from chowk.engine.protocol import Line
from chowk.features.analysis import annotations_view, placement_hints
from chowk.features.analysis import tree_view as tree
from chowk.features.analysis.table import HIDDEN, MOST_LINES, SECONDS, AnalysisTable
from chowk.features.analysis.tree_view import MARK_NAMES
from chowk.features.sharing.parse import plan_of
from chowk.games.api import Cell
from chowk.i18n.i18n import Words, isolated
from chowk.ui.nodes import Loose, Node, el
from chowk.ui.parts import balance, button, hidden, opener, picture, sheet, words_of
from chowk.ui.screens import drawings, pictures
from chowk.ui.screens.board import board
from chowk.ui.screens.log import opening
from chowk.ui.screens.offer_panel import OfferWorth, bench
from chowk.ui.screens.table import card, coming, refusal
from chowk.ui.sheets.tray import tray

if TYPE_CHECKING:  # read by type checkers only
    from typing import Protocol

    from chowk.features.sharing.collection import Collection
    from chowk.ui.screens.table import PlayerCardViewer, TableViewer
    from chowk.ui.viewer import StorageViewer, Viewer

    class AnalysisViewer(TableViewer, Protocol):
        """The state read by the page of an analysis. The analysed game may come from a file with several games."""

        @property
        def collection(self) -> Collection | None:
            """The file with several games that was opened last, or None."""


FEW: Final = 3
"""Maximum number of characters of a value that is drawn in large letters on a square."""


def study(viewer: AnalysisViewer, words: Words, desk: AnalysisTable) -> Node:
    """Draw the page of an analysis."""
    return el(
        "div",
        _header(viewer, words, desk),
        el(
            "main",
            board(viewer, words, desk, _over(words, desk)),
            _panel(viewer, words, desk),
            bench(viewer, words, desk, _offered(desk)),
            _cards(viewer, words, desk) if desk.game.trial is not None else None,
            _actions(viewer, words),
            class_="play",
        ),
        class_="table lesson study",
        key="study",
        data_game=desk.game.name,
        data_bench=desk.game.trial is not None,
        data_tray=desk.game.tray is not None,
        style={"--wide": f"{desk.view.SIZE[0]:g}", "--high": f"{desk.view.SIZE[1]:g}"},
    )


def _header(viewer: AnalysisViewer, words: Words, desk: AnalysisTable) -> Node:
    return el(
        "header",
        button(viewer, words, "study-leave", icon="close", only_icon=True, class_="quiet"),
        el("h1", words(desk.title)),
        coming(viewer, words, desk),
        button(viewer, words, "rules", icon="rules", only_icon=True, class_="quiet"),
        button(viewer, words, "settings", icon="settings", only_icon=True, class_="quiet"),
        class_="top",
        key="header",
    )


def _cards(viewer: PlayerCardViewer, words: Words, desk: AnalysisTable) -> Node:
    """Draw the players' cards, in games where each player has a board of their own and only one is shown."""
    return el(
        "section",
        [card(viewer, words, desk, seat) for seat in range(desk.match.position.seats)],
        class_="players near",
        key="near",
        aria_label=words(say("Players")),
    )


# On the board ---------------------------------------------------------------------------------------------------------


def _over(words: Words, desk: AnalysisTable) -> list[Node]:
    """Return the layers over the pieces: drawings, values and the balance bar."""
    worth = _placed(words, desk) if desk.game.trial is not None else _worths(words, desk)
    return [layer for layer in (drawings.over(desk), worth, _bar(desk)) if layer is not None]


def _worths(words: Words, desk: AnalysisTable) -> Node | None:
    """Draw the value of each move on its destination, and the arrows of the best moves.

    Return None without values, or while pieces move. Screen readers skip this layer: the values also stand as text
    beside the board.
    """
    best_lines = desk.best_lines()
    if not best_lines or desk.display.moving:
        return None
    width, height = desk.view.SIZE
    best = next(iter(best_lines.values()))
    chips = []
    for spot, line in best_lines.items():
        cell = desk.cell(spot)
        text = desk.written(line)
        if cell is None or not text:
            continue
        text = text.removesuffix("%")  # squares have little room, and the panel shows the unit
        chips.append(
            el(
                "span",
                el("span", words.figured(text)),
                class_="worth",
                key=spot,
                data_best=desk.written(best) == desk.written(line),
                data_exact=line.exact,
                data_long=len(text) > FEW,
                data_changed=line.moves[0] in desk.known.changed,
                style={
                    "left": f"{100 * (cell.x + cell.width / 2) / width:.3f}%",
                    "top": f"{100 * (cell.y + cell.height / 2) / height:.3f}%",
                },
            )
        )
    return el(
        "div",
        _arrows(desk),
        chips,
        class_="worths",
        key="worths",
        aria_hidden="true",
        style={"--cell": f"{100 / width:.3f}cqw"},
    )


def _placed(words: Words, desk: AnalysisTable) -> Node | None:
    """Draw the engine's placement of the held piece, or else the best placement of any piece, with its value.

    Return None if there is no placement, or while pieces move.
    """
    placing = placement_hints.looked_at(desk.placings, desk.choice.trying)
    cells = [cell for cell in map(desk.cell, placing.covers) if cell is not None] if placing is not None else []
    if placing is None or not cells or desk.display.moving:
        return None
    width, height = desk.view.SIZE
    middle = [sum(values) / len(cells) for values in zip(*((cell.x, cell.y) for cell in cells), strict=True)]
    chip = min(cells, key=lambda cell: (cell.x - middle[0]) ** 2 + (cell.y - middle[1]) ** 2)
    text, best = desk.written(placing.line), desk.written(desk.known.lines[0])
    trying = desk.choice.trying
    lies = trying is not None and trying.drawn_picks == placing.picks
    return el(
        "div",
        None if lies else el("span", class_="ghost", key=f"ghost-{placing.picks}", html=_outline(cells, width, height)),
        el(
            "span",
            el("span", words.figured(text)),
            class_="worth",
            key="-".join(placing.picks),
            data_best=best == text,
            data_exact=placing.line.exact,
            data_changed=placing.line.moves[0] in desk.known.changed,
            style={
                "left": f"{100 * (chip.x + chip.width / 2) / width:.3f}%",
                "top": f"{100 * (chip.y + chip.height / 2) / height:.3f}%",
            },
        )
        if text
        else None,
        class_="worths",
        key="worths",
        aria_hidden="true",
        style={"--cell": f"{100 / width:.3f}cqw"},
    )


def _outline(cells: Sequence[Cell], width: float, height: float) -> str:
    """Return an SVG image in which the squares `cells` form one outlined shape.

    `width` and `height` are those of the image, in board units: a square has the side 1.
    """
    corners = {(round(cell.x, 3), round(cell.y, 3)) for cell in cells}
    squares = "".join(f"M{x:g} {y:g}h1v1h-1z" for x, y in sorted(corners))
    edges = "".join(
        f"M{x + dx:g} {y + dy:g}{way}"
        for x, y in sorted(corners)
        for (aside, down), (dx, dy), way in (((0, -1), (0, 0), "h1"), ((0, 1), (0, 1), "h1"), ((-1, 0), (0, 0), "v1"),
                                              ((1, 0), (1, 0), "v1"))
        if (round(x + aside, 3), round(y + down, 3)) not in corners
    )  # fmt: skip
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"><path class="fill" d="{squares}"/>'
        f'<path class="case" d="{edges}"/><path d="{edges}"/></svg>'
    )


def _offered(desk: AnalysisTable) -> dict[Spot, OfferWorth]:
    """Return the values of the pieces beside the board that can be taken, by the piece's spot."""
    values = [(placing.picks[0], desk.written(placing.line)) for placing in desk.placings if placing.picks]
    return {spot: OfferWorth(text, text == values[0][1]) for spot, text in values if text}


def _arrows(desk: AnalysisTable) -> Node | None:
    """Draw arrows for the best moves: one for each line shown, the best on top.

    Return None if no move has an arrow, or if the user has picked a piece.
    """
    width, height = desk.view.SIZE
    if desk.choice.pointing.chooser.picked:
        return None
    drawn = []
    for rank, line in enumerate(desk.known.lines[: desk.shown_lines]):
        cells = [cell for cell in map(desk.cell, desk.first_move_spots(line)) if cell is not None]
        if len(cells) > 1:
            drawn.append(annotations_view.move_arrow(cells, best=not rank))
    if not drawn:
        return None
    text = "".join(reversed(drawn))
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">{text}</svg>'
    return el("span", class_="headway", key="headway", html=svg)


# Beside the board -----------------------------------------------------------------------------------------------------


def _panel(viewer: AnalysisViewer, words: Words, desk: AnalysisTable) -> Node:
    return el(
        "section",
        el(
            "div",
            _about(viewer, words, desk),
            _status(viewer, words, desk),
            _results(viewer, words, desk),
            el(
                "div",
                el("h2", words(say("Moves"))),
                opening(words, desk),
                button(viewer, words, "openings", icon="rules", class_="quiet") if desk.game.named_openings() else None,
                button(viewer, words, "played", icon="kept", only_icon=True, class_="quiet"),
                button(viewer, words, "legend", icon="about", only_icon=True, class_="quiet"),
                class_="moves-head",
                key="moves-head",
            ),
            tree.moves(words, desk),
            _compared(viewer, words, desk),
            annotations_view.drawings_list(viewer, words, desk),
            _annotations(viewer, words, desk),
            class_="lines",
            tabindex="0",
            role="group",
            aria_label=words(say("What was found out")),
            key="lines",
        ),
        tray(viewer, words, desk) if desk.match.position.turn != CHANCE else None,
        class_="messages coach",
        key="messages",
        aria_label=words(say("Analysis")),
        data_steps=True,
    )


def _about(viewer: AnalysisViewer, words: Words, desk: AnalysisTable) -> Node | None:
    """Draw what is known about the analysed game: its players, event, site, round, date and result.

    Return None if nothing is known, unless the game was opened from a list of games.
    """
    headers, ended = desk.tree.headers, desk.analysed_outcome
    names = _names(desk)
    when = [headers[header] for header in ("Event", "Site", "Round", "Date") if header in headers]
    if ended is None and RESULT in headers:
        when.append(headers[RESULT])  # the headers name a result that the moves do not reach
    if not any(names) and not when and ended is None and desk.listed is None:
        return None
    return el(
        "div",
        el("p", [_player(viewer, words, desk, seat, name) for seat, name in enumerate(names)], class_="whose")
        if any(names)
        else None,
        el("p", [el("span", words.figured(fact), " ", translate="no") for fact in when], class_="note")
        if when
        else None,
        el(
            "div",
            el("p", words(desk.game.speech.outcome(ended))),
            button(viewer, words, "study-result", icon="bars", class_="quiet"),
            class_="so-ended",
        )
        if ended is not None
        else None,
        button(viewer, words, "collection", icon="moves", class_="quiet")
        if desk.listed is not None and viewer.collection is not None
        else None,
        button(viewer, words, "archive", "again", icon="moves", class_="quiet")
        if desk.listed is not None and viewer.collection is None
        else None,
        class_="about-game",
        key="about-game",
        role="group",
        aria_label=words(say("The game")),
    )


def _names(desk: AnalysisTable) -> list[Message | str]:
    """Return the players' names by seat, from the table of the analysed game or from the headers of an imported game.

    The name of a side without a named player is an empty text. Without a table and headers, the list is empty.
    """
    back, headers = desk.back, desk.tree.headers
    if back is None or back.about.save != desk.number:
        return [seat.name for seat in plan_of(desk.match, headers).seats] if headers else []
    names = [(back.seats.name(seat), back.seats.side(seat)) for seat in range(len(back.plan.seats))]
    return [name if isinstance(name, (Message, str)) and name != side else "" for name, side in names]


def _player(viewer: Viewer, words: Words, desk: AnalysisTable, seat: int, name: Message | str) -> Node:
    side = words.name(seat)
    token = pictures.token(desk.game.name, desk.seats.token(seat), viewer.look, f"about-{seat}-")
    if isinstance(name, Message):
        inner: Loose = (el("span", words(name)), " ", hidden(side))
    else:
        inner = (el("span", isolated(name), translate="no"), " ", hidden(side)) if name else el("span", side)
    return el("span", picture(token, "token"), inner, " ", class_="side")


def _bar(desk: AnalysisTable) -> Node | None:
    """Draw the lead as a bar along the board, or return None if the lead is unknown.

    The bar has a part for each player. The last part belongs to the player at the board's lower edge.
    """
    scale, lead = desk.scale, desk.lead
    if scale is None or lead is None:
        return None
    share = max(-1.0, min(1.0, lead / scale.won))
    parts = sorted(((0, 1 + share), (1, 1 - share)), key=lambda half: half[0] == desk.near)
    return balance([desk.seats.token(seat) for seat, _ in parts], [part for _, part in parts])


def _status(viewer: Viewer, words: Words, desk: AnalysisTable) -> Node:
    if viewer.voice.alert is not None:
        return refusal(viewer, words, desk)
    sentences = desk.choice.trying.messages[:1] if desk.choice.trying else ()
    hint = desk.choice.hint.messages if desk.choice.hint else ()
    return el("p", words_of(words, (desk.status, *sentences, *hint)), class_="goal", key="due")


def _results(viewer: Viewer, words: Words, desk: AnalysisTable) -> Node:
    """Draw the engine's results for the position. If a roll is next, draw the possible rolls to choose from."""
    if not desk.engine:
        return _hidden(viewer, words, desk)
    if desk.outcome is not None:
        return el("div", key="found")
    if desk.match.position.turn == CHANCE:
        return _rolls(viewer, words, desk)
    stopped = desk.paused or desk.resting or desk.silent
    label = say_in("the page does it", "Go on") if stopped else say_in("the page does it", "Pause")
    pause = button(
        viewer, words, "study-pause", label=label, icon="play" if stopped else "pause", only_icon=True, class_="quiet"
    )
    best = [_best(words, desk, line) for line in desk.known.lines[: desk.shown_lines]]
    other_lines = desk.known.lines[desk.shown_lines :]
    others = [_other(words, desk, line) for line in other_lines] if desk.scale is not None else []
    return el(
        "div",
        el(
            "div",
            el("p", words_of(words, _depth(desk)), class_="note depth"),
            pause if desk.known.onward or desk.silent else None,
            _hide(viewer, words),
            class_="asking",
            key="asking",
        ),
        el("ol", best, class_="best", key="best", aria_label=words(say("Best lines"))) if best else None,
        el("ul", others, class_="others", key="others", aria_label=words(say("Other moves"))) if others else None,
        desk.notes.foot(viewer, words, desk) if desk.notes is not None else None,
        key="found",
        class_="found",
    )


def _hide(viewer: Viewer, words: Words) -> Node:
    label = say_in("the page does it", "Hide the values")
    return button(viewer, words, "study-engine", "off", label=label, icon="hidden", only_icon=True, class_="quiet")


def _hidden(viewer: Viewer, words: Words, desk: AnalysisTable) -> Node:
    """Draw the note that values are hidden, with a button that shows them."""
    why = say("The sender hid the values so that you can think first.") if desk.quiet else HIDDEN
    return el(
        "div",
        el(
            "div",
            el("p", words(why), class_="note"),
            button(viewer, words, "study-engine", "on", icon="seen", class_="quiet"),
            class_="asking",
            key="asking",
        ),
        _choose_roll(viewer, words, desk) if desk.match.position.turn == CHANCE and desk.outcome is None else None,
        key="found",
        class_="found",
    )


def _depth(desk: AnalysisTable) -> Iterator[Message]:
    """Yield sentences on the depth and the state of the search."""
    result = desk.known
    if desk.silent:
        yield say("The opponent did not respond. Your analysis is kept.")
    elif not result.lines:
        yield say("The strongest opponent begins to look.") if not desk.paused else say("Paused.")
    elif desk.scale is None:
        yield say("This game's opponents tell only which move they would make.")
    elif len(result.lines) == 1 and result.lines[0].score is None:
        yield say("It is the only move.")
    else:
        if all(line.exact for line in result.lines):
            yield say("Every move is read out to the end.")
        elif result.exact:
            yield say("The best move is read out to the end.")
        else:
            yield say_many("{count} move ahead", "{count} moves ahead", result.depth)
        yield say_many("{count} position", "{count} positions", result.nodes)
        if desk.paused or desk.resting:
            yield say("Paused.")


def _best(words: Words, desk: AnalysisTable, line: Line[str]) -> Node:
    """Draw one of the engine's best lines, with its value and its moves. Pressing it plays the first move."""
    return el(
        "li",
        el(
            "button",
            _value(words, desk, line),
            el("span", line.moves[0], class_="made", translate="no"),
            el("span", " ".join(line.moves[1:]), class_="note", translate="no"),
            type="button",
            do="study-play",
            arg=line.moves[0],
            data_points=desk.places(line),
        ),
        key=line.moves[0],
    )


def _other(words: Words, desk: AnalysisTable, line: Line[str]) -> Node:
    item = el("span", line.moves[0], class_="made", translate="no")
    inner = el(
        "button",
        item,
        " ",
        _value(words, desk, line),
        type="button",
        do="study-play",
        arg=line.moves[0],
        data_points=desk.places(line),
    )
    return el("li", inner, key=line.moves[0])


def _value(words: Words, desk: AnalysisTable, line: Line[str]) -> Node | None:
    text = desk.written(line)
    if not text:
        return None
    return el(
        "span",
        words.figured(text),
        " ",
        desk.notes and desk.notes.proven_result(words, desk, line),
        class_="value",
        data_exact=line.exact,
        data_changed=line.moves[0] in desk.known.changed,
    )


def _rolls(viewer: Viewer, words: Words, desk: AnalysisTable) -> Node:
    """Draw the possible rolls with their values, or the reason why there are no values."""
    return el(
        "div",
        el(
            "div",
            el("p", words_of(words, _rolls_worth(desk)), class_="note depth"),
            _hide(viewer, words),
            class_="asking",
            key="asking",
        ),
        _choose_roll(viewer, words, desk),
        class_="found",
        key="found",
    )


def _rolls_worth(desk: AnalysisTable) -> Iterator[Message]:
    """Yield sentences on the values of the possible next rolls, or the reason why these values are unknown."""
    if desk.match.throwing:
        yield say("These dice only decide who starts, so they have no value yet.")
    elif desk.silent:
        yield say("The opponent did not respond. Your analysis is kept.")
    elif desk.scale is None:
        yield say("This game's opponents tell only which move they would make.")
    elif mean := desk.average():
        yield say("On average: {value}", value=mean)
    else:
        yield say("The strongest opponent begins to look.")


def _choose_roll(viewer: Viewer, words: Words, desk: AnalysisTable) -> list[Node]:
    """Return the controls that roll the dice or choose a roll."""
    position, write = desk.match.position, desk.match.ruleset.notation.write_move
    throw = say_in("the player does it", "Roll the dice")
    rolls = [write(position, roll) for roll in position.moves()]
    return [
        button(viewer, words, "study-play", "throw", label=throw, icon="dice", class_="primary"),
        el(
            "ul",
            [el("li", _roll(words, desk, legal_roll), key=legal_roll) for legal_roll in rolls],
            class_="others rolls",
            aria_label=words(say_in("the player does it", "Choose a roll")),
        ),
    ]


def _roll(words: Words, desk: AnalysisTable, text: str) -> Node:
    """Draw a roll that can be chosen, with the value of its best move."""
    worth, scale = desk.rolled.get(text), desk.scale
    value = el("span", words.figured(scale.written(worth)), class_="value") if scale and worth is not None else None
    return el("button", words.figured(text), " " if value else None, value,
              type="button", do="study-play", arg=text, class_="roll")  # fmt: skip


# The move shown -------------------------------------------------------------------------------------------------------


def _compared(viewer: Viewer, words: Words, desk: AnalysisTable) -> Node | None:
    """Draw the line of the move that led here beside the line of a better move. None if no better move is known.

    A press on the better move plays it instead.
    """
    pair = desk.compared()
    if pair is None:
        return None
    played, best = pair
    return el(
        "div",
        _side(words, desk, played, say("This move")),
        _side(words, desk, best, say("Best move"), best=True),
        button(viewer, words, "compare", "1", icon="pair", only_icon=True, class_="quiet"),
        class_="weighed",
        key="compared",
        role="group",
        aria_label=words(say("This move and the best one")),
    )


def _side(words: Words, desk: AnalysisTable, line: Line[str], label: Message, *, best: bool = False) -> Node:
    inner = (
        el("span", words(label), class_="note"),
        " ",
        el("span", line.moves[0], class_="made", translate="no"),
        " ",
        _value(words, desk, line),
        el("span", " ".join(line.moves[1:]), class_="note line", translate="no"),
    )
    if not best:
        return el("div", *inner)
    return el("button", *inner, type="button", do="study-instead", arg=line.moves[0])


def _annotations(viewer: Viewer, words: Words, desk: AnalysisTable) -> Node:
    """Draw the comment and the marks of the move shown, the controls that change them, and the search settings."""
    node = desk.tree.nodes[desk.node]
    marks = [
        el(
            "button",
            mark,
            type="button",
            class_="button mark",
            do="study-mark",
            arg=mark,
            aria_label=words(MARK_NAMES[mark]),
            title=words(MARK_NAMES[mark]),
            aria_pressed="true" if node.mark == mark else "false",
            aria_disabled=None if desk.node else "true",
            key=mark,
        )
        for mark in MARKS
    ]
    return el(
        "div",
        el(
            "div",
            el("div", marks, class_="marks", role="group", aria_label=words(say("Mark"))),
            button(viewer, words, "draft", icon="board", only_icon=True, class_="quiet") if desk.game.draft else None,
            button(viewer, words, "study-promote", icon="raise", only_icon=True, class_="quiet"),
            button(viewer, words, "study-delete", icon="delete", only_icon=True, class_="quiet"),
            class_="changes",
        ),
        el(
            "input",
            type="text",
            class_="field",
            do="study-comment",
            value=node.comment,
            placeholder=words(say("Comment")),
            aria_label=words(say("Comment")),
            maxlength="500",
            key=f"comment-{desk.node}",
        ),
        el(
            "div",
            _select(words, "study-lines", say("Lines"), [(str(n), words.number(n)) for n in range(1, MOST_LINES + 1)],
                    str(desk.shown_lines)),
            _select(words, "study-seconds", say("Time for a position"),
                    [(str(n), words(_seconds(n))) for n in SECONDS], str(desk.seconds)),
            class_="choices",
        )
        if desk.scale is not None
        else None,
        class_="said",
        key="said",
    )  # fmt: skip


def _seconds(count: int) -> Message:
    return say_many("{count} second", "{count} seconds", count) if count else say("No limit")


def _select(words: Words, do: str, label: Message, options: list[tuple[str, str]], chosen: str) -> Node:
    picks = [el("option", text, value=value, selected=value == chosen) for value, text in options]
    return el("label", el("span", words(label)), el("select", picks, do=do, value=chosen, class_="field"), key=do)


def _actions(viewer: Viewer, words: Words) -> Node:
    return el(
        "nav",
        button(viewer, words, "study-back", icon="back", only_icon=True),
        button(viewer, words, "study-forward", icon="forward", only_icon=True),
        button(viewer, words, "study-above", icon="up", only_icon=True),
        button(viewer, words, "study-below", icon="down", only_icon=True),
        button(viewer, words, "study-undo", icon="undo", only_icon=True),
        button(viewer, words, "menu", icon="menu", only_icon=True),
        button(viewer, words, "study-challenge", icon="play", class_="primary", key="challenge"),
        class_="actions",
        key="actions",
        aria_label=words(say("Actions")),
        data_steps=True,
    )


# The list -------------------------------------------------------------------------------------------------------------


def analyses(viewer: StorageViewer, words: Words, _: str = "") -> Node:
    """Draw the sheet that starts an analysis: a choice of games, and the stored analyses."""
    entries = [entry for named in viewer.kept.analyses.items() if (entry := _kept(viewer, words, *named)) is not None]
    return sheet(
        viewer,
        words,
        "analyses",
        say_in("the player does it", "Analyse"),
        el("p", words(say("Move both sides, go back, try other moves. The strongest opponent says what each is worth."))
           , class_="note"),
        el("p", words(say("The right button, or a finger held down, draws rings and arrows on the board.")),
           class_="note"),
        el("ul", [_entry(viewer, words, name) for name in games.ready()], class_="learn"),
        el("h3", words(say("Games you analysed"))) if entries else None,
        el("ul", entries, class_="learn") if entries else None,
        button(viewer, words, "studies", icon="learn", class_="row"),
        button(viewer, words, "paste", icon="add", class_="row"),
        class_="analyses",
    )  # fmt: skip


def _entry(viewer: StorageViewer, words: Words, name: str) -> Node:
    moves, drafts = len(viewer.kept.analyses.get(name, "").split("],[")) - 1, games.load(name).draft
    note = say_many("{count} move was looked at.", "{count} moves were looked at.", moves) if moves else None
    set_up = say_in("the player does it", "Set up a position: {game}", game=games.sign(name).title)
    emblem = picture(pictures.emblem(name, viewer.look, f"analyse-{name}-"), "emblem")
    return el(
        "li",
        opener(words(games.sign(name).title), words(note) if note else None, "analyse", name, emblem),
        button(viewer, words, "draft", name, label=set_up, icon="board", only_icon=True, class_="quiet")
        if drafts
        else None,
        key=name,
        class_="kept-game" if drafts else None,
    )


def _kept(viewer: Viewer, words: Words, number: str, text: str) -> Node | None:
    """Draw the entry of a stored analysis with its name. Return None for an analysis without moves.

    `number` is the key of the analysis, and `text` its stored text.
    """
    game, _, tree = text.partition("\n")
    count = len(tree.split("],[")) - 1
    if not count:
        return None
    title = words(games.sign(game).title) if game in games.ready() else game
    moves = words(say_many("{count} move was looked at.", "{count} moves were looked at.", count))
    called = variations.name_of(tree)
    return el(
        "li",
        el(
            "button",
            el(
                "span",
                el("span", called or title, class_="title", translate="no" if called else None),
                el("span", f"{title}: {moves}" if called else moves, class_="note"),
                class_="lines",
            ),
            type="button",
            class_="kept-open",
            do="analyse",
            arg=number,
        ),
        button(viewer, words, "forget-analysis", number, icon="delete", only_icon=True, class_="quiet"),
        el(
            "details",
            el("summary", words(say("Name"))),
            el(
                "input",
                type="text",
                class_="field",
                do="name-analysis",
                arg=number,
                value=called,
                aria_label=words(say("Name")),
                maxlength="100",
            ),
            class_="rename",
        ),
        key=number,
        class_="kept-game",
    )
