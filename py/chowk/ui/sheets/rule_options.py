"""House rules on the page: the choice for a new game, the badge for changed rules, and the sheet that lists them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from chowk.core.game import Choice, Option
from chowk.core.message import Message, say
from chowk.games.api import Game
from chowk.i18n.i18n import Words
from chowk.session.command import written
from chowk.session.table import Table
from chowk.storage.plan import Plan
from chowk.ui.nodes import Node, el
from chowk.ui.parts import Pick, button, choice, radio, sheet

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.viewer import Viewer


def changed(game: Game, options: Mapping[str, str], seats: int) -> tuple[tuple[Option, Choice], ...]:
    """Return the house rules that differ from the rule book, with their values.

    Only rules that apply to a game of `seats` players count.
    """
    return _changed(game, tuple(options.items()), seats)


# Cached, because each page with a table needs them.
@lru_cache(maxsize=4)
def _changed(game: Game, values: tuple[tuple[str, str], ...], seats: int) -> tuple[tuple[Option, Choice], ...]:
    options = dict(values)
    return tuple(
        (option, choice)
        for option in game.rules.OPTIONS
        for choice in option.choices
        if option.fits(seats) and option.departs(options) and choice.value == option.chosen(options)
    )


def name(game: Game, options: Mapping[str, str], seats: int) -> Message:
    """Return the name of a set of house rules: the name of the preset with the same values, or else "House rules"."""
    set_ = {option.name: choice.value for option, choice in changed(game, options, seats)}
    return next((preset.label for preset in game.presets if dict(preset.values) == set_), say("House rules"))


def badge(viewer: Viewer, words: Words, game: Game, plan: Plan) -> Node | None:
    """Draw a badge that opens the list of changed rules; None if no rules are changed."""
    if not changed(game, plan.options, len(plan.seats)):
        return None
    return button(viewer, words, "house", label=name(game, plan.options, len(plan.seats)), class_="badge", key="badge")


def house(viewer: Viewer, words: Words, table: Table, _: str = "") -> Node:
    """Draw the sheet with the changed rules of the game at the table."""
    options, seats = table.plan.options, len(table.plan.seats)
    rows = [
        el("div", el("dt", words(option.label)), el("dd", words(choice.label)), key=option.name)
        for option, choice in changed(table.game, options, seats)
    ]
    return sheet(
        viewer,
        words,
        "house",
        name(table.game, options, seats),
        el("p", words(say("These rules differ from the rule book of the game.")), class_="note"),
        el("dl", rows, class_="rules-set"),
        class_="small",
    )


def rules_of(words: Words, game: Game, plan: Plan) -> list[Node]:
    """Draw the choice of house rules for a new game: first the presets, if the game has any, then each rule."""
    offered = (option for option in game.rules.OPTIONS if option.fits(len(plan.seats)) and not option.free)
    options = [_option(words, plan, option) for option in offered]
    if not game.presets:
        return options
    called = name(game, plan.options, len(plan.seats))
    picks = [
        radio(words, "preset", "preset", Pick(preset.name, preset.label, preset.label == called))
        for preset in game.presets
    ]
    is_changed = called not in [preset.label for preset in game.presets]
    return [
        el(
            "fieldset",
            el("legend", words(say("House rules"))),
            el("div", picks, class_="answers"),
            el("p", words(say("Some rules have been changed.")), class_="note") if is_changed else None,
            class_="choice presets",
            key="presets",
        ),
        el(
            "details",
            el("summary", words(say("Rules one by one"))),
            *options,
            class_="every-rule",
            key="every-rule",
        ),
    ]


def seating_of(words: Words, game: Game, plan: Plan) -> list[Node]:
    """Draw the options that the rule book leaves to the players, such as their colours."""
    return [
        _option(words, plan, option) for option in game.rules.OPTIONS if option.free and option.fits(len(plan.seats))
    ]


def _option(words: Words, plan: Plan, option: Option) -> Node:
    chosen = plan.options.get(option.name, option.default)
    picks = [Pick(written(option.name, value.value), value.label, value.value == chosen) for value in option.choices]
    return choice(words, f"option-{option.name}", option.label, "option", picks)
