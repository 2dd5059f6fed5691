"""The controls of the board search, as a part of a collection's list: conditions, pattern and progress."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from chowk import games
from chowk.core.message import say, say_in
from chowk.draw import svg
from chowk.draw.scene import Sprite
from chowk.features.collections import sought
from chowk.features.collections.collections import Listing
from chowk.features.collections.sought import Sought
from chowk.games.api.search import GameSearch, SearchField
from chowk.i18n.i18n import Words
from chowk.session.command import written
from chowk.ui.nodes import Node, el
from chowk.ui.parts import Pick, button, choice, picture, switch
from chowk.ui.screens import pictures

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.viewer import Viewer


def search(viewer: Viewer, words: Words, game_list: Listing) -> Node | None:
    """Draw the board search of the list `game_list`, in a part of the sheet that can be unfolded.

    Return None if none of the games can be searched.
    """
    names = [name for name in game_list.games if games.load(name).search is not None]
    now = sought.read(game_list.filters.sought)
    if not names:
        return None
    if now is None or now.game not in names:
        now = Sought(names[0])
    game_search = games.load(now.game).search
    assert game_search is not None, "only such games are listed"
    return el(
        "details",
        el("summary", words(say("Pieces on the board"))),
        el("div", *_conditions(viewer, words, names, now, game_search())),
        class_="narrow board-search",
        key="board-search",
    )


def _conditions(
    viewer: Viewer, words: Words, names: list[str], now: Sought, offered: GameSearch
) -> Iterator[Node | None]:
    if len(names) > 1:
        picks = [Pick(written("seek", name, "game"), games.sign(name).title, name == now.game) for name in names]
        yield choice(words, "board-search-game", say("Game"), "archive", picks)
    values = dict(now.values)
    for field in offered.fields:
        yield _field(words, now.game, field, values.get(field.name, ""))
    if offered.pieces:
        yield el("div", *_pattern(viewer, words, now, offered), class_="pattern", key="pattern")
    if offered.images is not None:
        yield switch(words, "archive", written("seek", now.game, "images"), offered.images, now.images)


def _field(words: Words, game: str, field: SearchField, value: str) -> Node:
    """Draw the control that sets a field of the board search. `value` is the present value, or empty."""
    arg = written("seek", game, "value", field.name)
    if field.choices:
        picks = [Pick(written(arg, each), label, each == value) for each, label in field.choices]
        return choice(words, f"board-search-{field.name}", field.label, "archive", picks)
    return el(
        "label",
        el("span", words(field.label)),
        el("input", type="text", class_="field", do="archive", arg=arg, value=value, autocomplete="off",
           spellcheck="false", maxlength=str(len(str(field.most))), inputmode="numeric"),
        class_="sought",
        key=field.name,
    )  # fmt: skip


def _pattern(viewer: Viewer, words: Words, now: Sought, offered: GameSearch) -> Iterator[Node | None]:
    """Draw the pattern as a picture and in words, and the buttons that change it.

    `now` is the present search, and `offered` is what the game lets the player search for.
    """
    if now.pattern:
        labels = {piece.name: piece.label for piece in offered.pieces} | {"": say_in("a square of a pattern", "Empty")}
        squares = [say("{name}: {text}", name=spot, text=labels[piece])
                   for spot, piece in now.pattern if piece in labels]  # fmt: skip
        empty = [spot for spot, piece in now.pattern if not piece]
        yield el(
            "span",
            picture(_picture(now.game, now.pattern, viewer.look), ""),
            picture(pictures.crosses(games.load(now.game).view, empty), "headway") if empty else None,
            class_="pattern-board",
            key="picture",
        )
        yield el("ul", [el("li", words(square)) for square in squares], class_="unseen", key="squares",
                 aria_label=words(say("Pattern")))  # fmt: skip
    paint = say_in("the player does it", "Paint a pattern")
    remove = say_in("the page does it", "Remove the pattern")
    yield el(
        "div",
        button(viewer, words, "archive", written("paint", now.game), label=paint, icon="edit", class_="row"),
        button(viewer, words, "archive", written("seek", now.game, "pattern"), label=remove, icon="close", class_="row")
        if now.pattern
        else None,
        key="painting",
    )


@lru_cache(maxsize=4)
def _picture(name: str, pattern: tuple[tuple[str, str], ...], theme: str) -> str:
    """Return a picture of a board with the pieces of a pattern."""
    game, painted = games.load(name), dict(pattern)
    offered = game.search
    assert offered is not None, "its pattern is drawn"
    art = {piece.name: piece.art for piece in offered().pieces}
    cells = [cell for row in game.view.cells() for cell in row if painted.get(cell.spot) in art]
    scene = tuple(
        Sprite(cell.spot, art[painted[cell.spot]], cell.x + cell.width / 2, cell.y + cell.height / 2, spot=cell.spot)
        for cell in cells
    )
    return svg.board(game.view, scene, theme, "pattern-")


def searching(viewer: Viewer, words: Words, game_list: Listing, done: float | None) -> Iterator[Node]:
    """Draw the progress of the search that runs, or the button that continues a search that was stopped.

    `done` is the share of the games that are tested, from 0 to 1, or None while no search runs.
    """
    if done is not None:
        stop = say_in("the page does it", "Stop")
        yield el(
            "section",
            el("progress", value=round(100 * done), max="100", aria_label=words(say("Searching the games"))),
            button(viewer, words, "archive", "stop", label=stop, icon="close", class_="quiet"),
            class_="unpacked",
            key="seeking",
        )
    elif game_list.stopped:
        label = say_in("the page does it", "Search the remaining games")
        yield button(viewer, words, "archive", "on", label=label, icon="analyse", class_="row", key="on")
