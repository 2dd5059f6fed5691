"""The commands at a table and in the set-up of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, Protocol

from chowk.core.dice import seat_to_act
from chowk.core.message import PlayerName, say, say_in
from chowk.games.api import TICK
from chowk.session import actions, setup, tabs
from chowk.session.command import Command, at_table, later, number, number_or_none, set_up, sheet
from chowk.session.host_ports import GameHost
from chowk.session.input import held_piece
from chowk.session.navigation import HANDING, OFFER
from chowk.session.output import announce
from chowk.session.setup import SetUp
from chowk.session.table import Table
from chowk.session.tabs import TabHost
from chowk.session.taking_back import play_again, take_back, undo_target
from chowk.storage.plan import TAKE_BACKS


class PlayHost(TabHost, Protocol):
    """The interface of the application for commands that set up and play games."""

    @property
    def setup(self) -> SetUp:
        """The set-up of a new game."""


# Conditions -----------------------------------------------------------------------------------------------------------


def _played_here(table: Table) -> bool:
    return table.kind not in ("elsewhere", "analysis", "draft")


def _one_line(table: Table) -> bool:
    """Return True if the table has a single line of moves: it is neither an analysis nor the position editor."""
    return table.kind not in ("analysis", "draft")


def _running(table: Table) -> bool:
    """Return True if a person at this device can resign. In a correspondence game, only during this device's turn."""
    due = table.distance is None or table.choice.awaited is not None or table.choice.rolling is not None
    return table.kind == "own" and table.outcome is None and table.seats.people > 0 and due


def _among_people(table: Table) -> bool:
    return _running(table) and table.seats.people == len(table.plan.seats)


def _looking_back(table: Table) -> bool:
    return table.display.shown_ply is not None or table.display.replaying


def _has_moves(table: Table) -> bool:
    return table.match.ply > 0


def _can_turn(table: Table) -> bool:
    return table.view.TURNS > 1


def _can_roll(table: Table) -> bool:
    return table.choice.rolling is not None


def _can_go_on(table: Table) -> bool:
    return table.choice.imposed is not None


def _with_dice(table: Table) -> bool:
    return table.has_chance


def _with_boards(table: Table) -> bool:
    return table.game.trial is not None


def _can_use(tool: str) -> Callable[[Table], bool]:
    return lambda table: (
        table.choice.trying is not None and table.display.shown_ply is None and tool in table.choice.trying.tools
    )


def _can_let_go(table: Table) -> bool:
    trying = table.choice.trying
    return trying is not None and trying.position is not None and trying.picks != trying.first


def _draw_offered(host: GameHost) -> bool:
    return host.place.sheet is not None and host.place.sheet.name == OFFER


def _handed_over(host: GameHost) -> bool:
    return host.place.sheet is not None and host.place.sheet.name == HANDING


def _new_rules(setup: SetUp) -> bool:
    """Return True if a new game is being set up, not the continuation of a match."""
    return setup.onward is None


# Actions --------------------------------------------------------------------------------------------------------------


def _tap(host: GameHost, table: Table, spot: str) -> None:
    on_board = table.cell(spot) is not None
    if on_board:
        table.display.move_cursor(spot)
    # A late tap may name a spot of an earlier table. `ELSEWHERE` is the part of the board outside its squares.
    is_known = on_board or spot in table.open or any(way.spot == spot for way in table.ways)
    if is_known or table.choice.trying is not None or (spot and spot == table.view.ELSEWHERE):
        actions.tap(host, table, spot)


def _mean(host: GameHost, table: Table, spot: str) -> None:
    """Pick the spot that the player chose after an ambiguous touch between two spots."""
    host.place.drop("which")
    if spot in table.clickable_spots:
        table.display.move_cursor(spot)
        actions.point(host, table, table.choice.pointing.tap(spot), touch=True)


def _undo(host: GameHost, table: Table) -> None:
    host.loop.rewind(table, take_back)


def _redo(host: GameHost, table: Table) -> None:
    host.loop.rewind(table, play_again)


def _hurry(host: GameHost, _: Table) -> None:
    host.loop.end_thinking()


def _roll(host: GameHost, _: Table) -> None:
    host.loop.roll()


def _take_device(host: GameHost) -> None:
    host.loop.take_device()


def _hush(_: GameHost, table: Table) -> None:
    table.choice.hide_hint()


def _show(host: GameHost, table: Table, ply: int | None = None) -> None:
    table.display.stop_playing()
    if ply is None:
        table.display.end_replay()
    table.show(ply)
    host.voice.say(*announce.shown_move(table))
    # The log covers the board if it is a sheet.
    if host.place.sheet is not None and host.place.sheet.name == "log":
        host.place.close()


def _step(by: int) -> Callable[[GameHost, Table], None]:
    def run(host: GameHost, table: Table) -> None:
        table.display.stop_playing()
        table.show(table.ply + by)
        host.voice.say(*announce.shown_move(table))

    return run


def _turn(host: GameHost, table: Table) -> None:
    host.stage.skip()
    host.place.clear()
    table.display.turn_to((table.near + 1) % len(table.plan.seats))
    host.voice.say(say("{player}: {move}", player=PlayerName(table.near), move=say("Near side of the board")))


def _bare(host: GameHost, table: Table) -> None:
    host.place.clear()
    host.voice.say(table.status if table.display.bare else _ONLY_BOARD)
    (table.display.show_everything if table.display.bare else table.display.show_only_board)()


def _rotate(host: GameHost, table: Table, direction: Literal["", "back"]) -> None:
    held_piece.use(host, table, direction or "rotate")


def _mirror(host: GameHost, table: Table) -> None:
    held_piece.use(host, table, "mirror")


def _part(host: GameHost, table: Table, number: int) -> None:
    """Roll the dice if a roll is due. Otherwise explain part `number` (from 0) of the turn, such as a die."""
    if _can_roll(table):
        host.loop.roll()
    else:
        actions.explain(host, table, number)


def _sure(host: GameHost, table: Table) -> None:
    host.place.close()
    host.loop.choose(table, table.choice.doubted)


def _retry(host: GameHost, table: Table) -> None:
    host.voice.toast = None
    host.loop.pause(table)
    host.loop.run(table)


def _resign(host: GameHost, table: Table) -> None:
    only = setup.only_person(table.plan)
    table.match.resign(seat_to_act(table.match.position) if only is None else only)
    host.loop.end(table)


def _result(host: GameHost, table: Table) -> None:
    host.place.open_sheet("result")
    host.result_opened(table)


def _agree(host: GameHost, table: Table) -> None:
    table.match.agree()
    host.loop.end(table)


def _answer(*, agreed: bool) -> Callable[[GameHost], None]:
    def run(host: GameHost) -> None:
        host.loop.answer(agreed=agreed)
        host.place.close()

    return run


_ONLY_BOARD: Final = say("Only the board")

COMMANDS: Final[Mapping[str, Command[PlayHost]]] = {
    # Setting up
    "more": set_up(say("More choices"), setup.open_),
    "seat": set_up(
        say_in("the page does it", "Change a seat"), setup.seat, takes=(number, ("person", "bot", "name"), str)
    ),
    "players": set_up(say("Players"), setup.players, _new_rules, (number,)),
    "count": set_up(say("Players"), setup.count, _new_rules, (number,)),
    "sides": set_up(say_in("the page does it", "Swap sides"), setup.sides),
    "colour": set_up(say("Your side"), setup.colour, _new_rules, (("lot", "seats", "0", "1", "2", "3"),)),
    "option": set_up(say_in("the page does it", "Change a house rule"), setup.option, _new_rules, (str, str)),
    "preset": set_up(say("House rules"), setup.preset, _new_rules, (str,)),
    "clock": set_up(say_in("two players", "Clock"), later("session.clock", "choose"), takes=(number_or_none,)),
    "take-back": set_up(say("Taking moves back"), setup.take_back, takes=(TAKE_BACKS,)),
    # Moving
    "tap": at_table(say_in("the player does it", "Choose"), _tap, takes=(str,)),
    "which": at_table(say("Which one?"), sheet("which"), takes=(str,)),
    "mean": at_table(say_in("the player does it", "Choose"), _mean, takes=(str,)),
    "undo": at_table(
        say_in("the page does it", "Undo"),
        _undo,
        lambda table: _played_here(table) and undo_target(table) is not None,
        ("u",),
        _one_line,
    ),
    "redo": at_table(
        say_in("the page does it", "Redo"),
        _redo,
        lambda table: _played_here(table) and bool(table.match.undone) and table.outcome is None,
        ("y",),
        _one_line,
    ),
    "hurry": at_table(
        say_in("the opponent does it", "Move now"),
        _hurry,
        lambda table: table.choice.thinking is not None,
    ),
    "go-on": at_table(say_in("the page does it", "Go on"), _roll, _can_go_on),
    "roll": at_table(say_in("the player does it", "Roll"), _roll, _can_roll, ("d",), _with_dice),
    "part": at_table(say("Dice and bonuses"), _part, takes=(number,)),
    "sure": at_table(say_in("the player does it", "Yes, do it"), _sure, lambda table: table.choice.doubted is not None),
    "confirm": at_table(
        say_in("the player does it", "Confirm"),
        held_piece.confirm,
        lambda table: TICK in table.open,
    ),
    "let-go": at_table(say_in("the page does it", "Put back"), actions.cancel, _can_let_go),
    "rotate": at_table(
        say_in("the page does it", "Rotate"), _rotate, _can_use("rotate"), ("r",), _with_boards, (("", "back"),)
    ),
    # Looking
    "show": at_table(say_in("the page does it", "View this position"), _show, takes=(number_or_none,)),
    "back": at_table(
        say("One move back"), _step(-1), lambda table: _one_line(table) and table.ply > 0, ("pageup", "["), _one_line
    ),
    "forward": at_table(
        say("One move forward"),
        _step(1),
        lambda table: table.display.shown_ply is not None,
        ("pagedown", "]"),
        _one_line,
    ),
    "present": at_table(say("Back to the game"), _show, _looking_back),
    "replay": at_table(say_in("the page does it", "Replay"), later("session.replay", "open_"), _has_moves),
    "replay-play": at_table(
        say_in("the page does it", "Show the moves one after another"), later("session.replay", "toggle"), _has_moves
    ),
    "seek": at_table(say("Move of the game"), later("session.replay", "seek"), _has_moves, takes=(number,)),
    "pace": at_table(say("Speed of the replay"), later("session.replay", "next_speed"), _has_moves),
    "turn": at_table(say_in("the page does it", "Turn the board"), _turn, _can_turn, ("f",), _can_turn),
    "mirror": at_table(say_in("the page does it", "Mirror"), _mirror, _can_use("mirror"), ("f",), _with_boards),
    "bare": at_table(_ONLY_BOARD, _bare, keys=("z",)),
    "look": at_table(say_in("the page does it", "View a player's board"), sheet("look"), _with_boards, takes=(number,)),
    # Asking
    "announce-turn": at_table(say("Whose turn is it?"), later("session.queries", "turn"), keys=("w",)),
    "announce-moves": at_table(say("What can be chosen?"), later("session.queries", "moves"), keys=("m",)),
    "announce-last": at_table(say("What was the last move?"), later("session.queries", "last"), keys=("l",)),
    "announce-score": at_table(say("What is the score?"), later("session.queries", "score"), keys=("s",)),
    "announce-clock": at_table(
        say("How much time is left?"),
        later("session.queries", "clock"),
        lambda table: table.timing is not None,
        ("c",),
        lambda table: table.timing is not None,
    ),
    "announce-surroundings": at_table(say("What is around me?"), later("session.queries", "surroundings"), keys=("x",)),
    "announce-dice": at_table(
        say("What do the dice show?"), later("session.queries", "dice"), _with_dice, ("d",), _with_dice
    ),
    "hush": at_table(say_in("the page does it", "Close"), _hush, lambda table: table.choice.hint is not None),
    # The game
    "house": at_table(say("House rules"), sheet("house")),
    "menu": at_table(say("More"), sheet("menu")),
    "log": at_table(say("Moves"), sheet("log")),
    "result": at_table(say("Result"), _result, lambda table: table.outcome is not None),
    "dice": at_table(say("Dice of this game"), sheet("dice"), _with_dice, takes=(number_or_none,)),
    "verify": at_table(say("Are the dice fair?"), sheet("verify"), _with_dice, takes=(str,)),
    "retry": at_table(say_in("the page does it", "Try again"), _retry),
    "play-here": at_table(
        say_in("the player does it", "Play here instead"),
        tabs.play_here,
        lambda table: table.kind == "elsewhere",
    ),
    "ask-resign": at_table(say_in("the player does it", "Resign"), sheet("resign"), _running),
    "resign": at_table(say_in("the player does it", "Resign"), _resign, _running),
    "ask-agree": at_table(say_in("the player does it", "Agree to a draw"), sheet("agree"), _among_people),
    "agree": at_table(say_in("the player does it", "Agree to a draw"), _agree, _among_people),
    "take-device": Command(say_in("the page does it", "Turn the board"), _take_device, _handed_over),
    "accept-draw": Command(say_in("the player does it", "Agree to a draw"), _answer(agreed=True), _draw_offered),
    "decline-draw": Command(say_in("the player does it", "Play on"), _answer(agreed=False), _draw_offered),
}
"""The commands for setting up and playing a game, by name."""
