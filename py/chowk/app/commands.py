"""Everything that can be done, each thing once: its name, its keys, when it can be done and what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Final, NamedTuple

from chowk import games
from chowk.app.app import OFFER, App
from chowk.core import chance
from chowk.core.dice import whose
from chowk.core.message import Message, say, say_in
from chowk.games.card import TICK
from chowk.learn import review
from chowk.play import held_piece, setup, tabs
from chowk.play.keyboard import steered
from chowk.play.table import Table
from chowk.share import texts
from chowk.store.plan import Plan, swapped
from chowk.store.settings import SETTING_VALUES, SWITCHES


class Command(NamedTuple):
    """A thing to do. `run` gets the application and an argument; `able` says whether it can be done now.

    `keys` are pressed on the board (names as `KeyboardEvent.key` gives them, lower case); `fits` says whether the game
    at hand has any use for them.
    """

    label: Message
    run: Callable[[App, str], None]
    able: Callable[[App], bool] = lambda _: True
    keys: tuple[str, ...] = ()
    fits: Callable[[App], bool] = lambda _: True


def do(app: App, name: str, arg: str = "") -> None:
    """Does the thing named so if it can be done now, and shows the result."""
    command = COMMANDS[name]
    if command.able(app):
        command.run(app, arg)
        app.world.render()


def key(app: App, pressed: str) -> bool:
    """Does what a key on the board stands for; says whether it stands for anything.

    Characters stand for nothing where shortcuts are switched off, so that speech is not taken for them.
    """
    if len(pressed) == 1 and pressed != " " and not app.settings.shortcuts:
        return False
    if steered(app, pressed):
        app.world.render()
        return True
    for name, command in COMMANDS.items():
        if pressed.lower() in command.keys and command.able(app):
            do(app, name)
            return True
    return False


# The table ----------------------------------------------------------------------------------------------------------


def _at_table(app: App) -> bool:
    return app.table is not None


def _can_undo(app: App) -> bool:
    return app.table is not None and not app.table.elsewhere and app.table.undo_target() is not None


def _can_redo(app: App) -> bool:
    return app.table is not None and not app.table.elsewhere and bool(app.table.match.undone)


def _undo(app: App, _: str) -> None:
    assert app.table is not None, "able says so"
    app.rewind(app.table.take_back)


def _redo(app: App, _: str) -> None:
    assert app.table is not None, "able says so"
    app.rewind(app.table.play_again)


def _can_hurry(app: App) -> bool:
    return app.table is not None and app.table.thinking is not None


def _can_hint(app: App) -> bool:
    return app.table is not None and app.table.awaited is not None and app.table.shown is None


def _hint(app: App, _: str) -> None:
    app.spawn(app.hint())


def _hush(app: App, _: str) -> None:
    if app.table is not None:
        app.table.hint = None


def _tap(app: App, spot: str) -> None:
    if app.table is not None:
        if app.table.cell(spot) is not None:
            app.focus(spot)
        app.tap(spot)


def _cancel(app: App, _: str) -> None:
    if app.sheets:
        app.close_sheet()
    elif app.table is not None:
        app.cancel()


def _show(app: App, arg: str) -> None:
    if app.table is not None:
        app.table.playing = None
        app.table.replaying = app.table.replaying and bool(arg)
        app.table.show(int(arg) if arg else None)
        # Where the log is a sheet it lies over the board that is now to be looked at.
        if app.sheet is not None and app.sheet[0] in ("log", "review"):
            app.close_sheet()


def _can_go_back(app: App) -> bool:
    return app.table is not None and app.table.ply > 0


def _in_the_past(app: App) -> bool:
    return app.table is not None and app.table.shown is not None


def _step(by: int) -> Callable[[App, str], None]:
    def run(app: App, _: str) -> None:
        if app.table is not None:
            app.table.playing = None
            app.table.show(app.table.ply + by)

    return run


def _looking_back(app: App) -> bool:
    return app.table is not None and (app.table.shown is not None or app.table.replaying)


def _has_moves(app: App) -> bool:
    return app.table is not None and app.table.match.ply > 0


def _can_turn(app: App) -> bool:
    return app.table is not None and app.table.view.NEAR is not None


def _turn(app: App, _: str) -> None:
    assert app.table is not None, "able says so"
    app.world.stage.skip()
    app.sheets.clear()
    app.table.turned = not app.table.turned


def _bare(app: App, _: str) -> None:
    assert app.table is not None, "able says so"
    app.sheets.clear()
    app.table.bare = not app.table.bare


def _can_roll(app: App) -> bool:
    return app.table is not None and app.table.rolling is not None


def _with_dice(app: App) -> bool:
    return app.table is not None and app.table.chancy


def _with_boards(app: App) -> bool:
    return app.table is not None and app.table.game.bench is not None


def _can_confirm(app: App) -> bool:
    return app.table is not None and TICK in app.table.open


def _use(tool: str) -> Callable[[App, str], None]:
    return lambda app, arg: held_piece.use(app, arg or tool)


def _can_use(tool: str) -> Callable[[App], bool]:
    return lambda app: bool(
        app.table and app.table.trying and app.table.shown is None and tool in app.table.trying.tools
    )


def _can_let_go(app: App) -> bool:
    trying = app.table.trying if app.table else None
    return trying is not None and trying.position is not None and trying.picks != trying.first


def _part(app: App, number: str) -> None:
    """A die that is to be rolled is rolled; any other part of the turn is explained."""
    if _can_roll(app):
        app.roll()
    elif number.isdecimal():
        app.explain(int(number))


def _in_doubt(app: App) -> bool:
    return app.table is not None and app.table.doubted is not None


def _sure(app: App, _: str) -> None:
    assert app.table is not None, "able says so"
    app.close_sheet()
    app.choose(app.table.doubted)


def _retry(app: App, _: str) -> None:
    app.toast = None
    app.pause()
    app.run()


def _review(app: App, _: str) -> None:
    review.begin(app)
    app.sheets.clear()  # the board is to be looked at beside it
    app.open_sheet("review")


def _retry_from(app: App, ply: str) -> None:
    if app.table is not None and ply.isdigit() and int(ply) < app.table.match.ply:
        review.retry(app, int(ply))


def _rematch(app: App, _: str) -> None:
    assert app.table is not None, "able says so"
    app.begin(again(app.table), rematch=True)


def again(table: Table) -> Plan:
    """A rematch: everybody one seat on; or, where the loser of the last game starts, that player in the first seat.

    No lot is drawn for it.
    """
    plan, outcome = table.plan._replace(lot=False), table.outcome
    if plan.options.get("first") == "loser" and outcome is not None and outcome.winner is not None:
        return plan if outcome.winner else swapped(plan)
    return swapped(plan)


def _new(app: App, arg: str) -> None:
    app.set_up(arg or (app.table.game.name if app.table else ""))


def _resign(app: App, _: str) -> None:
    table = app.table
    assert table is not None, "able says so"
    table.match.resign(whose(table.match.position) if table.people != 1 else _only_person(table.plan))
    app.pause()
    app.sheets.clear()
    app.finish(table)


def _only_person(plan: Plan) -> int:
    return next(seat for seat, who in enumerate(plan.seats) if who.kind == "person")


def _running(app: App) -> bool:
    table = app.table
    if table is None or table.elsewhere or table.guest:
        return False
    return table.outcome is None and table.people > 0


def _can_play_on(app: App) -> bool:
    """Whether the game at the table was sent, and goes on from the position shown."""
    table = app.table
    return table is not None and table.guest and (table.shown is not None or table.outcome is None)


def _elsewhere(app: App) -> bool:
    return app.table is not None and app.table.elsewhere


def _agree(app: App, _: str) -> None:
    table = app.table
    assert table is not None, "able says so"
    table.match.agree()
    app.pause()
    app.sheets.clear()
    app.finish(table)


def _among_people(app: App) -> bool:
    return _running(app) and app.table is not None and app.table.people == len(app.table.plan.seats)


def _answer_draw(app: App, *, agreed: bool) -> None:
    app.answer(agreed=agreed)
    app.close_sheet()


def _draw_offered(app: App) -> bool:
    return app.sheet is not None and app.sheet[0] == OFFER


# Lessons ------------------------------------------------------------------------------------------------------------


def _learn(app: App, name: str) -> None:
    """Begins a game's first lesson; shows the list of them where no game is named."""
    if name not in games.taught():
        app.open_sheet("learn")
        return
    from chowk.learn import lessons  # read when somebody learns, not at every start

    lessons.begin(app, name)


def _learning(app: App) -> bool:
    return app.table is not None and app.table.lesson is not None


def _task(step: int) -> Callable[[App, str], None]:
    def run(app: App, _: str) -> None:
        from chowk.learn import lessons

        lessons.go(app, step)

    return run


def _can_task(step: int) -> Callable[[App], bool]:
    def able(app: App) -> bool:
        desk = app.table.lesson if app.table is not None else None
        return desk is not None and 0 <= desk.number + step < len(desk.tasks)

    return able


def _leave_lesson(app: App, _: str) -> None:
    from chowk.learn import lessons

    lessons.leave(app)


def _choosing(app: App) -> bool:
    """Whether somebody sets up a game."""
    return app.plan is not None


def _choosing_rules(app: App) -> bool:
    """Whether somebody sets up a game that has not begun."""
    return app.plan is not None and app.onward is None


# The rest -----------------------------------------------------------------------------------------------------------


def _set(app: App, arg: str) -> None:
    """`theme dark`, `targets on`."""
    name, _, value = arg.partition(" ")
    if (name in SETTING_VALUES and value in SETTING_VALUES[name]) or name == "language":
        app.change_settings(**{name: value})
    elif name in SWITCHES:
        app.change_settings(**{name: value == "on"})


def _mute(app: App, _: str) -> None:
    app.change_settings(sound=not app.settings.sound)


def _sheet(name: str) -> Callable[[App, str], None]:
    return lambda app, arg: app.open_sheet(name, arg)


def _later(part: str, name: str) -> Callable[[App, str], None]:
    """What a part of a room does, which is read only then."""

    def run(app: App, arg: str) -> None:
        getattr(import_module(f"chowk.{part}"), name)(app, arg)

    return run


def _can_add(app: App) -> bool:
    return app.incoming is not None and app.incoming.useful


def _copy_promise(app: App, _: str) -> None:
    assert app.table is not None, "able says so"
    app.world.copy(chance.commitment(app.table.match.seed))


def _dismiss(app: App, _: str) -> None:
    app.toast = None


COMMANDS: Final[Mapping[str, Command]] = {
    "home": Command(say_in("the first page", "Home"), lambda app, _: app.leave()),
    "open": Command(say_in("the page does it", "Open"), setup.open_game),
    "resume": Command(say_in("the player does it", "Continue"), setup.resume),
    "ask-forget": Command(say_in("the page does it", "Delete this game"), _sheet("forget")),
    "forget": Command(say_in("the page does it", "Delete"), setup.forget),
    "play": Command(say_in("the player does it", "Play"), setup.play, _choosing),
    "seat": Command(say_in("the page does it", "Change a seat"), setup.seat, _choosing),
    "players": Command(say("Players"), setup.players, _choosing_rules),
    "sides": Command(say_in("the page does it", "Swap sides"), setup.sides, _choosing),
    "colour": Command(say("Your side"), setup.colour, _choosing_rules),
    "option": Command(say_in("the page does it", "Change a house rule"), setup.option, _choosing_rules),
    "take-back": Command(say("Taking moves back"), setup.take_back, _choosing),
    "tap": Command(say_in("the player does it", "Choose"), _tap, _at_table),
    "cancel": Command(say_in("the page does it", "Cancel"), _cancel),
    "close": Command(say_in("the page does it", "Close"), lambda app, _: app.close_sheet()),
    "undo": Command(say_in("the page does it", "Undo"), _undo, _can_undo, ("u",)),
    "redo": Command(say_in("the page does it", "Redo"), _redo, _can_redo, ("y",)),
    "hint": Command(say("Hint"), _hint, _can_hint, ("h",)),
    "hurry": Command(say_in("the opponent does it", "Move now"), lambda app, _: app.hurry(), _can_hurry),
    "show": Command(say_in("the page does it", "View this position"), _show, _at_table),
    "back": Command(say("One move back"), _step(-1), _can_go_back, ("pageup", "[")),
    "forward": Command(say("One move forward"), _step(1), _in_the_past, ("pagedown", "]")),
    "present": Command(say("Back to the game"), _show, _looking_back),
    "replay": Command(say_in("the page does it", "Replay"), _later("play.replay", "open_"), _has_moves),
    "replay-play": Command(
        say_in("the page does it", "Show the moves one after another"), _later("play.replay", "toggle"), _has_moves
    ),
    "seek": Command(say("Move of the game"), _later("play.replay", "seek"), _has_moves),
    "pace": Command(say("Speed of the replay"), _later("play.replay", "hasten"), _has_moves),
    "tell-turn": Command(say("Whose turn is it?"), _later("play.queries", "turn"), _at_table, ("w",)),
    "tell-moves": Command(say("What can be chosen?"), _later("play.queries", "moves"), _at_table, ("m",)),
    "tell-last": Command(say("What was the last move?"), _later("play.queries", "last"), _at_table, ("l",)),
    "tell-score": Command(say("What is the score?"), _later("play.queries", "score"), _at_table, ("s",)),
    "tell-around": Command(say("What is around me?"), _later("play.queries", "around"), _at_table, ("x",)),
    "roll": Command(say_in("the player does it", "Roll"), lambda app, _: app.roll(), _can_roll, ("d",), _with_dice),
    "tell-dice": Command(say("What do the dice show?"), _later("play.queries", "dice"), _with_dice, ("d",), _with_dice),
    "hush": Command(
        say_in("the page does it", "Close"), _hush, lambda app: app.table is not None and app.table.hint is not None
    ),
    "part": Command(say("Dice and bonuses"), _part, _at_table),
    "sure": Command(say_in("the player does it", "Yes, do it"), _sure, _in_doubt),
    "house": Command(say("House rules"), _sheet("house"), _at_table),
    "preset": Command(say("House rules"), setup.preset, _choosing_rules),
    "turn": Command(say_in("the page does it", "Turn the board"), _turn, _can_turn, ("f",), _can_turn),
    "bare": Command(say("Only the board"), _bare, _at_table, ("z",)),
    "fill": Command(say("Full screen, or back"), lambda app, _: app.world.fill_screen()),
    "confirm": Command(say_in("the player does it", "Confirm"), lambda app, _: held_piece.confirm(app), _can_confirm),
    "let-go": Command(say_in("the page does it", "Put back"), lambda app, _: app.cancel(), _can_let_go),
    "rotate": Command(say_in("the page does it", "Rotate"), _use("rotate"), _can_use("rotate"), ("r",), _with_boards),
    "mirror": Command(say_in("the page does it", "Mirror"), _use("mirror"), _can_use("mirror"), ("f",), _with_boards),
    "look": Command(
        say_in("the page does it", "View a player's board"), lambda app, arg: app.open_sheet("look", arg), _with_boards
    ),
    "retry": Command(say_in("the page does it", "Try again"), _retry, _at_table),
    "play-here": Command(
        say_in("the player does it", "Play here instead"), lambda app, _: tabs.play_here(app), _elsewhere
    ),
    "rematch": Command(say("Rematch"), _rematch, _at_table),
    "review": Command(say_in("the player does it", "Review"), _review, review.can_review),
    "retry-from": Command(say_in("the player does it", "Retry from here"), _retry_from, review.can_review),
    "new": Command(say("New game"), _new),
    "ask-resign": Command(say_in("the player does it", "Resign"), _sheet("resign"), _running),
    "resign": Command(say_in("the player does it", "Resign"), _resign, _running),
    "ask-agree": Command(say_in("the player does it", "Agree to a draw"), _sheet("agree"), _among_people),
    "agree": Command(say_in("the player does it", "Agree to a draw"), _agree, _among_people),
    "accept-draw": Command(
        say_in("the player does it", "Agree to a draw"), lambda app, _: _answer_draw(app, agreed=True), _draw_offered
    ),
    "decline-draw": Command(
        say_in("the player does it", "Play on"), lambda app, _: _answer_draw(app, agreed=False), _draw_offered
    ),
    "learn": Command(say_in("the player does it", "Learn"), _learn),
    "lesson-next": Command(say("Next step"), _task(1), _can_task(1)),
    "lesson-back": Command(say("Previous step"), _task(-1), _can_task(-1)),
    "lesson-leave": Command(say_in("the player does it", "Leave the lesson"), _leave_lesson, _learning),
    "rules": Command(say("Rules"), _sheet("rules"), keys=("i",)),
    "shortcuts": Command(say("Keyboard"), _sheet("shortcuts"), keys=("?",)),
    "settings": Command(say("Settings"), _sheet("settings")),
    "about": Command(say("About"), _sheet("about")),
    "kept": Command(say("Your games"), _later("share.files", "look")),
    "export": Command(say_in("the page does it", "Save as a file"), _later("share.files", "export")),
    "take-in": Command(say_in("the page does it", "Add games from a file"), _later("share.files", "take_in")),
    "add-games": Command(say_in("the page does it", "Add"), _later("share.files", "add"), _can_add),
    "statistics": Command(say("Statistics"), _later("store.tally", "look")),
    "ask-reset": Command(say_in("the page does it", "Reset the statistics"), _sheet("reset")),
    "reset": Command(say_in("the page does it", "Reset"), _later("store.tally", "reset")),
    "menu": Command(say("More"), _sheet("menu"), _at_table),
    "log": Command(say("Moves"), _sheet("log"), _at_table),
    "record": Command(say("Game as text"), _sheet("record"), _at_table),
    "paste": Command(say_in("the page does it", "Open a game from text"), _sheet("paste")),
    "import": Command(say_in("the page does it", "Open"), texts.bring),
    "result": Command(say("Result"), _sheet("result"), lambda app: bool(app.table and app.table.outcome is not None)),
    "dice": Command(say("Dice of this game"), _sheet("dice"), _with_dice),
    "verify": Command(say("Are the dice fair?"), _sheet("verify"), _with_dice),
    "copy-promise": Command(say_in("the page does it", "Copy the fingerprint"), _copy_promise, _with_dice),
    "copy": Command(say_in("the page does it", "Copy"), texts.copy, _at_table),
    "share": Command(say_in("the page does it", "Share"), _sheet("share"), _at_table),
    "copy-link": Command(say_in("the page does it", "Copy the link"), _later("share.send", "copy_link"), _at_table),
    "copy-lines": Command(say_in("the page does it", "Copy the text"), _later("share.send", "copy_lines"), _at_table),
    "send": Command(say_in("the page does it", "Send"), _later("share.send", "send"), _at_table),
    "save-picture": Command(
        say_in("the page does it", "Save a picture of the board"), _later("share.send", "save_picture"), _at_table
    ),
    "send-picture": Command(
        say_in("the page does it", "Send a picture of the board"), _later("share.send", "send_picture"), _at_table
    ),
    "print": Command(
        say_in("the page does it", "Print the board and the moves"), _later("share.send", "print_table"), _at_table
    ),
    "play-on": Command(
        say_in("the player does it", "Play on from here"), _later("share.send", "play_on"), _can_play_on
    ),
    "download": Command(say_in("the page does it", "Save as a file"), texts.download, _at_table),
    "set": Command(say_in("the page does it", "Change a setting"), _set),
    "mute": Command(say("Sound on or off"), _mute, keys=("a",)),
    "copy-details": Command(
        say_in("the page does it", "Copy details"),
        lambda app, _: app.world.copy(app.details),
        lambda app: bool(app.details),
    ),
    "dismiss": Command(say_in("the page does it", "Dismiss"), _dismiss),
    "install": Command(
        say_in("the page does it", "Install on this device"),
        lambda app, _: app.world.install(),
        lambda app: app.installable,
    ),
    "update": Command(say_in("the page does it", "Reload"), lambda app, _: app.world.reload()),
}
"""Every command by the name that controls give."""
