"""All commands: those of every part, and those that involve several parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Final

from chowk import games
from chowk.app.app import App
from chowk.app.front import LISTED
from chowk.core.message import say, say_in
from chowk.features import learning_commands as learning
from chowk.features.sharing import commands as sharing
from chowk.i18n.toast import Toast
from chowk.session import actions
from chowk.session import commands as playing
from chowk.session.command import Command, at_table
from chowk.session.input.keyboard import steered
from chowk.session.setup import against_computer, just_us
from chowk.session.table import Table
from chowk.storage.plan import Plan, swapped
from chowk.storage.settings import SETTING_VALUES, SWITCHES


def do(app: App, name: str, arg: str = "") -> None:
    """Run a command if it is available now, and render the result."""
    command = COMMANDS[name]
    if command.when(app):
        voice, open_before = app.voice, len(app.place.sheets)
        note = voice.toast
        command.what(app, arg)
        if note is not None and note is voice.toast and len(app.place.sheets) > open_before:
            voice.covered = note  # it would cover the heading of the sheet
            if note.do == name:
                voice.toast = None  # it has done its work
        app.world.render()


def key(app: App, pressed: str) -> bool:
    """Run the command of a key pressed on the board; return True if there was one.

    Characters run nothing while shortcuts are off, so that dictated speech is not taken for them.
    """
    if len(pressed) == 1 and pressed != " " and not app.settings.shortcuts:
        return False
    if app.table is not None and steered(app, app.table, pressed):
        app.world.render()
        return True
    for name, command in COMMANDS.items():
        if pressed.lower() in command.keys and command.when(app):
            do(app, name)
            return True
    return False


# Coming, going, beginning -------------------------------------------------------------------------------------------


def _open(app: App, name: str) -> None:
    """Open the set-up sheet of a game, if the game is ready to be played."""
    if name in games.ready():
        app.set_up(name)


def _resume(app: App, name: str) -> None:
    """Continue a saved game."""
    if name in app.kept.saves:
        app.resume(app.kept.saves[name])


def _ask_forget(app: App, name: str) -> None:
    """Ask before giving up a seat for which other players wait; delete any other game at once."""
    if name in app.kept.own_seats:
        app.open_sheet("forget", name)
    else:
        _forget(app, name)


def _forget(app: App, name: str) -> None:
    """Delete a saved game and offer to restore it."""
    app.place.drop("forget")
    app.kept.forget(name)
    if app.kept.deleted is not None and app.kept.deleted.name == name:
        app.voice.toast = Toast(_DELETED, "restore", COMMANDS["restore"].label, arg=name)


_DELETED: Final = say("The game was deleted.")


def _restore(app: App, name: str) -> None:
    app.voice.toast = None
    app.kept.restore(name)


def _edit_kept(app: App, how: str) -> None:
    """Show *Your games*: with `edit` to delete games or save them as files, otherwise to open them."""
    app.open_sheet("kept", how)


def _play(app: App, _: str) -> None:
    """Start or continue the game that is set up."""
    plan, onward = app.setup.plan, app.setup.onward
    if plan is not None and onward is not None:
        app.go_on(plan, onward)
    elif plan is not None:
        app.begin(plan)


def _begin(app: App, how: str) -> None:
    """Start a game with the chosen number of seats: against opponents with `computer`, else among people here."""
    if (plan := app.setup.plan) is not None:
        party = against_computer if how == "computer" else just_us
        app.begin(party(app.kept.plans, plan.game, len(plan.seats)))


def _new(app: App, name: str) -> None:
    _open(app, name or (app.table.game.name if app.table is not None else ""))  # from a table that can simply be left


def _rematch(app: App, table: Table, _: str) -> None:
    if table.distance is not None:
        import_module("chowk.features.correspondence.session").begin(app, table.game.name)
    else:
        app.begin(again(table), rematch=True)


def again(table: Table) -> Plan:
    """Return the plan of a rematch, without a draw of seats.

    Everybody moves one seat on; where the loser of the last game starts, that player takes the first seat.
    """
    plan, outcome = table.plan._replace(lot=False), table.outcome
    if plan.options.get("first") == "loser" and outcome is not None and outcome.winner is not None:
        return plan if outcome.winner else swapped(plan)
    return swapped(plan)


# Sheets and settings ------------------------------------------------------------------------------------------------


def _cancel(app: App, _: str) -> None:
    if app.place.sheets:
        app.close_sheet()
    elif app.table is not None:
        actions.cancel(app, app.table)


def _sheet(name: str) -> Callable[[App, str], None]:
    return lambda app, arg: app.open_sheet(name, arg)


def _analyse_onward(app: App, _: str) -> None:
    """Analyse the imported game from its current position instead of playing on."""
    plan, tree = app.setup.plan, app.setup.tree
    if plan is not None and tree is not None:
        app.close_sheet()
        app.analyse(plan.game, tree, tree.end(0))


def stepped(app: App, pressed: str) -> bool:
    """Run the analysis command of an arrow key, Home or End; return True if the key has one."""
    onward = "ArrowRight" if app.words.language.direction == "ltr" else "ArrowLeft"
    sideways = "study-forward" if pressed == onward else "study-back"
    way = {"ArrowLeft": sideways, "ArrowRight": sideways, "ArrowUp": "study-above",
           "ArrowDown": "study-below", "Home": "study-start", "End": "study-end"}.get(pressed)  # fmt: skip
    if way is None or not COMMANDS[way].when(app):
        return False
    do(app, way)
    return True


def _statistics(app: App, _: str) -> None:
    """Open the statistics and merge what other pages have counted."""
    app.open_sheet("statistics")
    app.spawn(import_module("chowk.storage.tally").refresh(app.kept))


def _reset(app: App, game: str) -> None:
    app.close_sheet()
    import_module("chowk.storage.tally").reset(app.kept, game)


def _set(app: App, arg: str) -> None:
    """Change a setting, for example `theme dark` or `targets on`."""
    name, _, value = arg.partition(" ")
    if (name in SETTING_VALUES and value in SETTING_VALUES[name]) or name == "language":
        app.change_settings(**{name: value})
    elif name in SWITCHES:
        app.change_settings(**{name: value == "on"})


def _more_games(app: App, _: str) -> None:
    app.front.listed += LISTED


def _mute(app: App, _: str) -> None:
    app.change_settings(sound=not app.settings.sound)


def _dismiss(app: App, which: str) -> None:
    if which == "update":
        app.voice.update = None
    else:
        app.voice.toast = None


COMMANDS: Final[Mapping[str, Command[App]]] = {
    **playing.COMMANDS,
    **learning.COMMANDS,
    **sharing.COMMANDS,
    "analyse-onward": Command(
        say_in("the player does it", "Analyse"), _analyse_onward, lambda app: app.setup.tree is not None
    ),
    "home": Command(say_in("the first page", "Home"), lambda app, _: app.leave()),
    "open": Command(say_in("the page does it", "Open"), _open),
    "resume": Command(say_in("the player does it", "Continue"), _resume),
    "ask-forget": Command(say_in("the page does it", "Delete this game"), _ask_forget),
    "forget": Command(say_in("the page does it", "Delete"), _forget),
    "restore": Command(say_in("a deleted game", "Undo"), _restore),
    "edit-kept": Command(say_in("your games", "Edit"), _edit_kept),
    "play": Command(say_in("the player does it", "Play"), _play, lambda app: app.setup.plan is not None),
    "begin": Command(say_in("the player does it", "Play"), _begin, lambda app: app.setup.plan is not None),
    "new": Command(say("New game"), _new),
    "rematch": at_table(say("Rematch"), _rematch),
    "cancel": Command(say_in("the page does it", "Cancel"), _cancel),
    "close": Command(say_in("the page does it", "Close"), lambda app, _: app.close_sheet()),
    "dismiss": Command(say_in("the page does it", "Dismiss"), _dismiss),
    "rules": Command(say("Rules"), _sheet("rules"), keys=("i",)),
    "shortcuts": Command(say("Keyboard"), _sheet("shortcuts"), keys=("?",)),
    "settings": Command(say("Settings"), _sheet("settings")),
    "set": Command(say_in("the page does it", "Change a setting"), _set),
    "mute": Command(say("Sound on or off"), _mute, keys=("a",)),
    "about": Command(say("About"), _sheet("about")),
    "more-games": Command(say_in("the page does it", "Show more games"), _more_games),
    "statistics": Command(say("Statistics"), _statistics),
    "ask-reset": Command(say_in("the page does it", "Reset the statistics"), _sheet("reset")),
    "reset": Command(say_in("the page does it", "Reset"), _reset),
    "copy-details": Command(
        say_in("the page does it", "Copy details"),
        lambda app, _: app.world.copy(app.failures.details),
        lambda app: bool(app.failures.details),
    ),
    "fill": Command(say("Full screen, or back"), lambda app, _: app.world.fill_screen()),
    "install": Command(
        say_in("the page does it", "Install on this device"),
        lambda app, _: app.world.install(),
        lambda app: app.front.installable,
    ),
    "update": Command(say_in("the page does it", "Reload"), lambda app, _: app.world.reload()),
}
"""All commands by the names that controls use."""
