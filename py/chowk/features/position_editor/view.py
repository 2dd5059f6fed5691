"""The page of the position editor: the board, the tools, the settings, and the position as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chowk.core.message import Message, say, say_in
from chowk.features.position_editor.editor import EMPTY, MOVE, REMOVE, DraftTable, label_of
from chowk.games import sign
from chowk.i18n.i18n import Words
from chowk.session.command import written
from chowk.ui.icons import icon
from chowk.ui.nodes import Loose, Node, el
from chowk.ui.parts import button, controls, picture
from chowk.ui.screens import pictures
from chowk.ui.screens.board import board

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.viewer import Viewer


TURNED: Final = {"Mirror": "mirror", "Swap sides": "swap"}
"""Names of the icons for the transformations that are not rotations, by the English label."""


def draft(viewer: Viewer, words: Words, desk: DraftTable) -> Node:
    """Draw the page of the position editor, or of the pattern editor, which has the same board and tools."""
    title = say("Set up: {game}", game=desk.game.sign.title)
    if not desk.whole:
        title = say("Pattern: {game}", game=desk.game.sign.title)
    return el(
        "div",
        el(
            "header",
            button(viewer, words, "draft-leave", icon="close", only_icon=True, class_="quiet"),
            el("h1", words(title)),
            button(viewer, words, "rules", icon="rules", only_icon=True, class_="quiet"),
            button(viewer, words, "settings", icon="settings", only_icon=True, class_="quiet"),
            class_="top",
            key="header",
        ),
        el(
            "main",
            board(viewer, words, desk, _crosses(desk)),
            _panel(viewer, words, desk),
            _actions(viewer, words, desk) if desk.whole else _pattern_actions(viewer, words, desk),
            class_="play",
        ),
        class_="table lesson study draft",
        key="draft",
        data_game=desk.game.name,
        style={"--wide": f"{desk.view.SIZE[0]:g}", "--high": f"{desk.view.SIZE[1]:g}"},
    )


def _crosses(desk: DraftTable) -> Node | None:
    """Draw a cross on each square of a pattern that must be empty."""
    empty = desk.marked
    if not empty:
        return None
    return el("span", class_="headway", key="empty", html=pictures.crosses(desk.view, empty), aria_hidden="true")


def _panel(viewer: Viewer, words: Words, desk: DraftTable) -> Node:
    return el(
        "section",
        _tools(viewer, words, desk),
        el(
            "div",
            el("p", words(desk.status), class_="goal", key="due", data_fault=desk.fault is not None),
            *(_whole(viewer, words, desk) if desk.whole else [_clearing(viewer, words)]),
            class_="lines said",
            key="lines",
        ),
        class_="messages coach",
        key="messages",
        aria_label=words(say_in("the player does it", "Set up a position") if desk.whole else say("Pattern")),
    )


def _clearing(viewer: Viewer, words: Words) -> Node:
    """Draw the button that clears the pattern."""
    return el("div", button(viewer, words, "draft-empty", icon="board", class_="quiet"), class_="changes",
              key="changes")  # fmt: skip


def _whole(viewer: Viewer, words: Words, desk: DraftTable) -> list[Node | None]:
    """Draw the settings and the text of a position."""
    return [
        el("div", _settings(words, desk, house=False), class_="choices", key="settings"),
        _house(words, desk),
        el("div", _changes(viewer, words, desk), class_="changes", key="changes"),
        el(
            "label",
            el("span", words(say("The position as text"))),
            el(
                "textarea",
                class_="field",
                rows=2,
                do="draft-text",
                value=desk.text,
                spellcheck="false",
                autocomplete="off",
                translate="no",
                aria_invalid="true" if desk.fault is not None else None,
                key="text",
            ),
            class_="task-text",
            key="task-text",
        ),
    ]


def _tools(viewer: Viewer, words: Words, desk: DraftTable) -> Node:
    """Draw the tools: a button for each piece, and buttons for the other tools."""
    game = desk.game.name
    shown: dict[str, Loose] = {
        piece.name: picture(pictures.token(game, piece.art, viewer.look, f"tool-{piece.name}-"), "token")
        for piece in desk.pieces
    }
    shown |= {MOVE: icon("hand"), EMPTY: icon("close"), REMOVE: icon("delete" if desk.whole else "question")}
    return el(
        "div",
        [_tool(words, desk, name, label_of(desk, name), shown[name]) for name in desk.tools],
        class_="tools-row",
        role="group",
        key="tools",
        aria_label=words(say("What is placed")),
    )


def _tool(words: Words, desk: DraftTable, name: str, label: Message, shown: Loose) -> Node:
    text = words(label)
    return el(
        "button",
        shown,
        type="button",
        class_="button tool",
        do="draft-tool",
        arg=name or "remove",
        aria_label=text,
        title=text,
        aria_pressed="true" if desk.tool == name else "false",
        key=f"tool-{name}",
    )


def _house(words: Words, desk: DraftTable) -> Node | None:
    controls = _settings(words, desk, house=True)
    if not controls:
        return None
    return el(
        "details",
        el("summary", words(say("House rules"))),
        el("div", controls, class_="choices"),
        class_="rules-of-it",
        key="house",
    )


def _settings(words: Words, desk: DraftTable, *, house: bool) -> list[Node]:
    """Return the controls for the house rules if `house` is True, else the controls for all other settings."""
    rules = {option.name for option in desk.game.rules.OPTIONS}
    controls = [
        _select(words, "draft-set", option.name, option.label,
                [(choice.value, words(choice.label)) for choice in option.choices], value)
        for option, value in desk.drafts.settings(desk.draft)
        if (option.name in rules) == house
    ]  # fmt: skip
    seats = sign(desk.game.name).seats
    if len(seats) > 1 and not house:
        counts = [(str(count), words.number(count)) for count in sorted(seats)]
        controls.insert(0, _select(words, "draft-start", "", say("Players"), counts, str(desk.draft.seats)))
    return controls


def _select(
    words: Words, do: str, arg: str, label: Message, options: list[tuple[str, str]], chosen: str, name: bool = False
) -> Node:
    return el(
        "label",
        el("span", words(label)),
        el(
            "select",
            [el("option", text, value=value, selected=value == chosen, translate="no" if name else None)
             for value, text in options],
            do=do,
            arg=arg or None,
            value=chosen,
            class_="field",
        ),
        key=f"{do} {arg}",
    )  # fmt: skip


def _changes(viewer: Viewer, words: Words, desk: DraftTable) -> list[Node]:
    turned = desk.drafts.turned(desk.draft)
    named = [(str(number), name) for number, (name, _) in enumerate(desk.drafts.named())]
    opening = [("", words(say_in("the player does it", "Choose")))] if named else []
    return [
        button(viewer, words, "draft-empty", icon="board", class_="quiet"),
        button(viewer, words, "draft-start", icon="undo", class_="quiet"),
        *(
            button(viewer, words, "draft-turn", written(number), label=label, class_="quiet", key=f"turned-{number}",
                   icon=TURNED.get(label.text, "rotate"))
            for number, (label, _) in enumerate(turned)
        ),
        *controls(viewer, words, "set-up-position", class_="quiet"),
        *([_select(words, "draft-named", "", say("Opening"), [*opening, *named], "", name=True)] if named else []),
    ]  # fmt: skip


def _actions(viewer: Viewer, words: Words, desk: DraftTable) -> Node:
    return el(
        "nav",
        button(viewer, words, "draft-undo", icon="undo", only_icon=True),
        button(viewer, words, "turn", icon="rotate", only_icon=True) if desk.view.TURNS > 1 else None,
        button(viewer, words, "draft-challenge", icon="play"),
        button(viewer, words, "draft-analyse", icon="analyse", class_="primary"),
        class_="actions",
        key="actions",
        aria_label=words(say("Actions")),
    )


def _pattern_actions(viewer: Viewer, words: Words, desk: DraftTable) -> Node:
    return el(
        "nav",
        button(viewer, words, "draft-undo", icon="undo", only_icon=True),
        button(viewer, words, "turn", icon="rotate", only_icon=True) if desk.view.TURNS > 1 else None,
        button(viewer, words, "draft-search", icon="analyse", class_="primary"),
        class_="actions",
        key="actions",
        aria_label=words(say("Actions")),
    )
