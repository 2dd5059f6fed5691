"""The ladder of a game's opponents: its sheet, its row on the set-up sheet, and the proposal after a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chowk import games
from chowk.core.message import Day, Message, say, say_in
from chowk.features.people.household import results_of
from chowk.features.people.ladder import OWN, Rung, next_level, proposed, rungs
from chowk.games.api import Game
from chowk.i18n.i18n import Words
from chowk.session.command import written
from chowk.session.metadata import day_of
from chowk.session.table import Table
from chowk.storage.fitting import fitting
from chowk.ui.icons import icon
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button, sheet
from chowk.ui.screens import avatars
from chowk.ui.sheets.setup import rated

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.viewer import StorageViewer


def ladder(viewer: StorageViewer, words: Words, name: str) -> Node:
    """Draw the opponents of a game from the gentlest up: what each teaches, and when it was beaten first."""
    game = games.load(name)
    results = results_of(viewer.kept)
    following = next_level(game, results)
    rows = [_rung(viewer, words, game, index, rung) for index, rung in enumerate(rungs(game, results))]
    own = fitting(game, results.values())
    label = say("At my level")
    return sheet(
        viewer,
        words,
        "ladder",
        say("{game}: opponents", game=game.sign.title),
        el("p", words(say("A player rated 200 points higher wins about three games in four.")), class_="note"),
        el("ol", rows, class_="learn rungs"),
        foot=[
            *([button(viewer, words, "climb", written(name, OWN), label=label)] if own is not None else []),
            button(
                viewer, words, "climb", written(name, following.number), label=_against(following.name),
                icon="play", class_="primary",
            ),
        ],
        class_="practice",
    )  # fmt: skip


def _against(opponent: Message) -> Message:
    return say_in("the player does it", "Play against {opponent}", opponent=opponent)


def _rung(viewer: StorageViewer, words: Words, game: Game, index: int, rung: Rung) -> Node:
    level, beaten = rung.level, rung.beaten and not viewer.settings.quiet
    taught = game.taught().get(level.number) if game.taught is not None else None
    return el(
        "li",
        el(
            "button",
            avatars.portrait(viewer, game, level.animal, "calm", "", index, "rung-"),
            el(
                "span",
                el("span", words(level.name), class_="title"),
                el("span", words(rated(game, level.number)), class_="note"),
                el("span", words(taught or level.manner), class_="note"),
                _stamp(words, rung) if beaten else None,
                class_="lines",
            ),
            type="button",
            class_="kept-open",
            do="climb",
            arg=written(game.name, level.number),
        ),
        key=str(level.number),
        data_beaten=bool(beaten),
    )


def _stamp(words: Words, rung: Rung) -> Node:
    text = words(say("Beaten on {date}", date=Day(day_of(rung.beaten))))
    return el("span", icon("tick"), el("span", text), class_="stamp")


def row(viewer: StorageViewer, words: Words, game: Game) -> Node | None:
    """Draw the button on the set-up sheet that opens the ladder. It shows all opponents' faces. None in quiet mode."""
    if viewer.settings.quiet:
        return None
    all_rungs = rungs(game, results_of(viewer.kept))
    beaten = sum(bool(rung.beaten) for rung in all_rungs)
    faces = [
        el(
            "span",
            avatars.portrait(viewer, game, rung.level.animal, "glad" if rung.beaten else "calm", "", index, "row-"),
            icon("tick") if rung.beaten else None,
            key=str(rung.level.number),
            data_beaten=bool(rung.beaten),
        )
        for index, rung in enumerate(all_rungs)
    ]
    return el(
        "button",
        el("span", words(say("Opponents")), class_="title"),
        el("span", words(say("{beaten} of {count} beaten", beaten=beaten, count=len(all_rungs))), class_="note"),
        el("span", faces, class_="climbed", aria_hidden="true"),
        type="button",
        class_="button climb",
        do="ladder",
        arg=game.name,
        key="ladder",
    )


def proposal(viewer: StorageViewer, words: Words, table: Table) -> Node | None:
    """Draw the button below a result that starts a game with the opponent whom the ladder proposes next.

    Return None if the ladder proposes nobody.
    """
    suggestion = proposed(viewer, table)
    if suggestion is None:
        return None
    level = suggestion.level
    text = say("{opponent} wants to play", opponent=level.name) if suggestion.up else _against(level.name)
    return el(
        "button",
        avatars.portrait(viewer, table.game, level.animal, "calm", "", 0, "next-"),
        el("span", words(text), class_="label"),
        type="button",
        class_="button primary whole proposal",
        do="climb",
        arg=written(table.game.name, level.number),
        key="rung",
    )
