"""All commands: those of every package and feature, and those that involve several parts of the application."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

from chowk import games
from chowk.core.message import say, say_in
from chowk.features.analysis import commands as analysis
from chowk.features.collections import commands as collections
from chowk.features.correspondence import commands as correspondence
from chowk.features.courses import commands as courses
from chowk.features.hints import commands as hints
from chowk.features.lessons import commands as lessons
from chowk.features.live import commands as live
from chowk.features.people import commands as people
from chowk.features.position_editor import commands as position_editor
from chowk.features.practice import commands as practice
from chowk.features.review import commands as review
from chowk.features.sharing import commands as sharing
from chowk.features.studies import commands as studies
from chowk.i18n.toast import Toast
from chowk.session import actions
from chowk.session import commands as playing
from chowk.session.command import Command, at_table
from chowk.session.input.keyboard import steered
from chowk.session.setup import against_computer, just_us
from chowk.session.table import Table
from chowk.storage.plan import Plan, offered, swapped
from chowk.storage.settings import SETTING_VALUES, SWITCHES
from chowk.ui.window import LISTED

if TYPE_CHECKING:  # read by type checkers only
    from chowk.app.failures import Failures
    from chowk.app.world import DeviceControls, PageLifecycle
    from chowk.core.match import Match
    from chowk.core.variations import Variations
    from chowk.features.collections.collections import CollectionsHost
    from chowk.features.people.household import PeopleHost
    from chowk.features.review.review import ReviewHost
    from chowk.features.sharing.files import ImportHost
    from chowk.features.studies.studies import StudiesHost
    from chowk.session.commands import PlayHost
    from chowk.storage.saves import Save
    from chowk.ui.window import WindowState

    class CommandHost(CollectionsHost, ImportHost, PlayHost, PeopleHost, ReviewHost, StudiesHost, Protocol):
        """The attributes and methods of the application that commands use."""

        @property
        def device(self) -> DeviceControls:
            """The device on which the page runs: its abilities, such as vibration, and the full screen."""

        @property
        def lifecycle(self) -> PageLifecycle:
            """The service that installs the app and reloads the page."""

        @property
        def window(self) -> WindowState:
            """The state of the browser window."""

        @property
        def faces(self) -> Mapping[str, str]:
            """The portrait (name or code of an animal) of each person who shares this device, by name."""

        @property
        def failures(self) -> Failures:
            """The part of the application that reports unexpected errors, on the console and to the player."""

        @property
        def table(self) -> Table | None:
            """The table (game or analysis with its players and display) on the screen, or None on the home page."""

        def open_sheet(self, name: str, arg: str = "") -> None:
            """Open the sheet `name` on top of the others. `arg` is what it is about, such as a game or a saved game."""

        def close_sheet(self) -> None:
            """Close the topmost sheet."""

        def change_settings(self, **changed: Any) -> None:
            """Change and store settings."""

        def set_up(self, name: str) -> None:
            """Open the set-up sheet of a game with the player's last choices."""

        def set_up_from(self, match: Match[Any, Any], plan: Plan, tree: Variations | None = None) -> None:
            """Open the set-up sheet to choose who continues a match.

            If `tree` (the moves and variations of the match) is given, the sheet also offers to analyse it.
            """

        def sit_down(self, table: Table, *, insist: bool = False) -> None:
            """Show a table and run its game. `insist` takes the game over from another page of this browser."""

        def begin(self, plan: Plan, rematch: bool = False) -> None:
            """Start a new game with a plan (players and house rules). The present game stays among the saves.

            A rematch does not change the stored choice of whether sides are assigned at random.
            """

        def resume(self, save: Save) -> None:
            """Open a saved game."""


def do(host: CommandHost, name: str, arg: str = "") -> None:
    """Run a command and render the result, if the command is available now and `arg` holds valid arguments for it."""
    command = COMMANDS[name]
    if command.when(host) and (values := command.values(arg)) is not None:
        voice, open_before = host.voice, len(host.place.sheets)
        note = voice.toast
        command.action(host, *values)
        if note is not None and note is voice.toast and len(host.place.sheets) > open_before:
            voice.covered = note  # the toast would cover the heading of the sheet
            if note.do == name or not (note.do or note.alert):
                # The command that the toast offers has run, or the toast was read and would be announced again.
                voice.toast = None
        host.page.render()


def key(host: CommandHost, pressed: str) -> bool:
    """Run the command of a key that was pressed on the board. Return True if the key has a command.

    While shortcuts are off, letters and digits have no command, so that dictated text runs none.
    """
    if len(pressed) == 1 and pressed != " " and not host.settings.shortcuts:
        return False
    if host.table is not None and steered(host, host.table, pressed):
        host.page.render()
        return True
    for name, command in COMMANDS.items():
        if pressed.lower() in command.keys and command.when(host):
            do(host, name)
            return True
    return False


# Coming, going, beginning -------------------------------------------------------------------------------------------


def _leave(host: CommandHost) -> None:
    host.leave()


def _open(host: CommandHost, name: str) -> None:
    """Open the set-up sheet of a game, if the game can be played."""
    if name in games.ready():
        host.set_up(name)


def _resume(host: CommandHost, name: str) -> None:
    """Continue a saved game."""
    if name in host.kept.saves:
        host.resume(host.kept.saves[name])


def _ask_forget(host: CommandHost, name: str) -> None:
    """Ask before deleting a correspondence game in which this device has a seat; delete any other game at once."""
    if name in host.kept.own_seats:
        host.open_sheet("forget", name)
    else:
        _forget(host, name)


def _forget(host: CommandHost, name: str) -> None:
    """Delete a saved game and offer to restore it.

    If the game is open, first leave its table, because the next move would store the game again.
    """
    host.place.drop("forget")
    if name and host.table is not None and host.table.keeps_open(name):
        below = host.place.sheets
        host.leave()
        for sheet in below:
            if sheet.name == "kept":
                host.open_sheet(*sheet)
    host.kept.forget(name)
    if host.kept.deleted is not None and host.kept.deleted.name == name:
        host.voice.toast = Toast(_DELETED, "restore", COMMANDS["restore"].label, arg=name)


_DELETED: Final = say("The game was deleted.")


def _restore(host: CommandHost, name: str) -> None:
    host.voice.toast = None
    host.kept.restore(name)


def _edit_kept(host: CommandHost, mode: Literal["", "edit"]) -> None:
    """Show the sheet *Your games*: with `edit` to delete games or save them as files, else to open them."""
    host.open_sheet("kept", mode)


def _play(host: CommandHost) -> None:
    """Start or continue the game that is being set up."""
    plan, onward = host.setup.plan, host.setup.onward
    if plan is not None and onward is not None:
        host.go_on(plan, onward)
    elif plan is not None:
        host.begin(plan)


def _begin(host: CommandHost, opponents: Literal["computer", "people"]) -> None:
    """Start a game with the chosen number of seats.

    `opponents` is `computer` for a game against the computer, or `people` for one among people at this device.
    """
    if (plan := host.setup.plan) is not None:
        plans, count = host.kept.plans, len(plan.seats)
        us = opponents == "people"
        party = just_us(plans, plan.game, count, host.faces) if us else against_computer(plans, plan.game, count)
        host.begin(offered(party, host.setup.own))


def _new(host: CommandHost, name: str) -> None:
    # The present game stays among the saves, so no question is needed.
    _open(host, name or (host.table.game.name if host.table is not None else ""))


def _rematch(host: CommandHost, table: Table) -> None:
    if table.distance is not None:
        import_module("chowk.features.correspondence.session").open_sheet(host, table.game.name)
    else:
        host.begin(rematch_plan(table), rematch=True)


def rematch_plan(table: Table) -> Plan:
    """Return the plan (players and house rules) of a rematch, in which sides are not assigned at random again.

    The first player becomes the last, and all others move up one seat. Only if the house rules let the loser start, and
    the winner was not the first player, does everybody stay.
    """
    plan, outcome = table.plan._replace(lot=False), table.outcome
    if plan.options.get("first") == "loser" and outcome is not None and outcome.winner is not None:
        return plan if outcome.winner else swapped(plan)
    return swapped(plan)


# Sheets and settings ------------------------------------------------------------------------------------------------


def _close(host: CommandHost) -> None:
    host.close_sheet()


def _cancel(host: CommandHost) -> None:
    if host.place.sheets:
        host.close_sheet()
    elif host.table is not None:
        actions.cancel(host, host.table)


def _sheet(name: str) -> Callable[..., None]:
    def run(host: CommandHost, about: str = "") -> None:
        host.open_sheet(name, about)

    return run


def stepped(host: CommandHost, pressed: str) -> bool:
    """Run the analysis command of the key `pressed`, an arrow key, Home or End.

    Return True if the key has such a command and the command is available now.
    """
    onward = "ArrowRight" if host.words.language.direction == "ltr" else "ArrowLeft"
    sideways = "study-forward" if pressed == onward else "study-back"
    way = {"ArrowLeft": sideways, "ArrowRight": sideways, "ArrowUp": "study-above",
           "ArrowDown": "study-below", "Home": "study-start", "End": "study-end"}.get(pressed)  # fmt: skip
    if way is None or not COMMANDS[way].when(host):
        return False
    do(host, way)
    return True


def _reset(host: CommandHost, game: str) -> None:
    host.close_sheet()
    import_module("chowk.storage.tally").reset(host.kept, game)


def _set(host: CommandHost, name: str, value: str) -> None:
    """Change a setting, such as `theme` to `dark` or `targets` to `on`."""
    if (name in SETTING_VALUES and value in SETTING_VALUES[name]) or name == "language":
        host.change_settings(**{name: value})
    elif name in SWITCHES:
        host.change_settings(**{name: value == "on"})


def _more_games(host: CommandHost) -> None:
    host.window.listed += LISTED


def _mute(host: CommandHost) -> None:
    host.change_settings(sound=not host.settings.sound)


def _dismiss(host: CommandHost, which: Literal["", "update"]) -> None:
    if which == "update":
        host.voice.update = None
    else:
        host.voice.toast = None


def _copy_details(host: CommandHost) -> None:
    host.clipboard.copy(host.failures.details)


def _fill_screen(host: CommandHost) -> None:
    host.device.fill_screen()


def _install(host: CommandHost) -> None:
    host.lifecycle.install()


def _reload(host: CommandHost) -> None:
    host.lifecycle.reload()


_CONTROLS: Final = sorted(
    [
        *hints.CONTROLS,
        *review.CONTROLS,
        *lessons.CONTROLS,
        *practice.CONTROLS,
        *collections.CONTROLS,
        *analysis.CONTROLS,
        *sharing.CONTROLS,
        *correspondence.CONTROLS,
        *live.CONTROLS,
        *people.CONTROLS,
        *studies.CONTROLS,
    ],
    key=lambda control: (control.slot, control.place),
)
SLOTS: Final = {slot: tuple(controls) for slot, controls in groupby(_CONTROLS, lambda control: control.slot)}
"""The controls that features add, by slot (place on a screen or sheet). `Control.place` determines their order."""


def _or_study(command: Command[CommandHost]) -> Command[CommandHost]:
    """Return a file command that first looks for a study in the file's text.

    If the text holds a study, the returned command opens it. Otherwise it runs `command` with the text.
    """

    def run(host: CommandHost, text: str) -> None:
        if not studies.open_text(host, text):
            command.action(host, text)

    return command._replace(action=run)


COMMANDS: Final[Mapping[str, Command[CommandHost]]] = {
    **playing.COMMANDS,
    **hints.COMMANDS,
    **review.COMMANDS,
    **lessons.COMMANDS,
    **practice.COMMANDS,
    **courses.COMMANDS,
    **collections.COMMANDS,
    **studies.COMMANDS,
    **analysis.COMMANDS,
    **position_editor.COMMANDS,
    **sharing.COMMANDS,
    **{name: _or_study(sharing.COMMANDS[name]) for name in ("import", "take-in")},
    **correspondence.COMMANDS,
    **live.COMMANDS,
    **people.COMMANDS,
    "home": Command(say_in("the first page", "Home"), _leave),
    "open": Command(say_in("the page does it", "Open"), _open, takes=(str,)),
    "resume": Command(say_in("the player does it", "Continue"), _resume, takes=(str,)),
    "ask-forget": Command(say_in("the page does it", "Delete this game"), _ask_forget, takes=(str,)),
    "forget": Command(say_in("the page does it", "Delete"), _forget, takes=(str,)),
    "restore": Command(say_in("a deleted game", "Undo"), _restore, takes=(str,)),
    "edit-kept": Command(say_in("your games", "Edit"), _edit_kept, takes=(("", "edit"),)),
    "play": Command(say_in("the player does it", "Play"), _play, lambda host: host.setup.plan is not None),
    "begin": Command(
        say_in("the player does it", "Play"),
        _begin,
        lambda host: host.setup.plan is not None,
        takes=(("computer", "people"),),
    ),
    "new": Command(say("New game"), _new, takes=(str,)),
    "rematch": at_table(say("Rematch"), _rematch),
    "cancel": Command(say_in("the page does it", "Cancel"), _cancel),
    "close": Command(say_in("the page does it", "Close"), _close),
    "dismiss": Command(say_in("the page does it", "Dismiss"), _dismiss, takes=(("", "update"),)),
    "rules": Command(say("Rules"), _sheet("rules"), keys=("i",), takes=(str,)),
    "shortcuts": Command(say("Keyboard"), _sheet("shortcuts"), keys=("?",)),
    "settings": Command(say("Settings"), _sheet("settings")),
    "set": Command(say_in("the page does it", "Change a setting"), _set, takes=(str, str)),
    "mute": Command(say("Sound on or off"), _mute, keys=("a",)),
    "about": Command(say("About"), _sheet("about")),
    "more-games": Command(say_in("the page does it", "Show more games"), _more_games),
    "statistics": Command(say("Statistics"), people.fetched("household", "show_statistics"), takes=(("", "all"),)),
    "ask-reset": Command(say_in("the page does it", "Reset the statistics"), _sheet("reset"), takes=(str,)),
    "reset": Command(say_in("the page does it", "Reset"), _reset, takes=(str,)),
    "copy-details": Command(
        say_in("the page does it", "Copy details"),
        _copy_details,
        lambda host: bool(host.failures.details),
    ),
    "fill": Command(say("Full screen, or back"), _fill_screen),
    "install": Command(
        say_in("the page does it", "Install on this device"),
        _install,
        lambda host: host.window.installable,
    ),
    "update": Command(say_in("the page does it", "Reload"), _reload),
}
"""All commands by name."""
