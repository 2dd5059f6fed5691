"""Commands for analysis: starting one, editing its tree, and controlling its engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from chowk import games
from chowk.core.message import Message, say, say_in
from chowk.core.variations import MARKS
from chowk.i18n.toast import Toast
from chowk.session.command import Command, Kind, at_table, later, number, number_or_none, sheet, switch
from chowk.session.navigation import GAME
from chowk.session.table import Table
from chowk.session.tabs import TabHost
from chowk.ui.slots import Control

if TYPE_CHECKING:  # read by type checkers only
    from typing import Protocol

    from chowk.core.variations import Variations
    from chowk.session.setup import SetUp

    class SetUpHost(TabHost, Protocol):
        """The part of the application that is used to analyse a game while it is being set up."""

        @property
        def setup(self) -> SetUp:
            """The set-up of a new game."""

        def close_sheet(self) -> None:
            """Close the topmost sheet."""

        def analyse(self, name: str, tree: Variations, node: int = 0) -> None:
            """Open an analysis of the game `name` with the moves in `tree`, at its node `node`."""


def _analysing(table: Table) -> bool:
    return table.kind == "analysis"


def _study(
    label: Message,
    name: str,
    keys: tuple[str, ...] = (),
    aim: str = "",
    when: Callable[[Any], bool] | None = None,
    takes: tuple[Kind, ...] = (),
) -> Command[Any]:
    """Return a command that is available only during an analysis.

    Its action calls the function `name` of `features.analysis.analysis`. If `aim` is given, the call has it as an
    additional, last argument. The other arguments are those of `Command`.
    """
    return at_table(
        label,
        later("features.analysis.analysis", name, *((aim,) if aim else ())),
        lambda table: _analysing(table) and (when is None or when(table)),
        keys,
        _analysing,
        takes,
    )


def _compared(desk: Any) -> bool:
    """Return True if the engine knows a better move than the move shown."""
    return desk.compared() is not None


def _analyse(host: TabHost, name: str) -> None:
    """Open an analysis. `name` is the name of a game for a new analysis, or the key of a stored analysis.

    If `name` is neither, analyse the game at the table. If that is impossible too, show the list of analyses.
    """
    room: Any = import_module("chowk.features.analysis.analysis")
    table = host.place.table
    if name in games.ready():
        room.begin(host, None, name)
    elif name in host.kept.analyses:
        room.resume(host, name)
    elif table is not None and table.kind in ("own", "elsewhere", "guest"):
        room.begin(host, table)
    else:
        host.place.open_sheet("analyses")


def may_analyse(host: TabHost) -> bool:
    """Return True if analysis is allowed. A correspondence game allows it only if all players agreed."""
    table = host.place.table
    return table is None or table.distance is None or table.distance.terms.aids or table.outcome is not None


def _forget_analysis(host: TabHost, number: str) -> None:
    """Delete a stored analysis, and offer to restore it."""
    if number in host.kept.analyses:
        host.kept.forget_analysis(number)
        undo = say_in("a deleted analysis", "Undo")
        host.voice.toast = Toast(say("The analysis was deleted."), "restore-analysis", undo, arg=number)


def _restore_analysis(host: TabHost, number: str) -> None:
    host.voice.toast = None
    host.kept.restore_analysis(number)


def _name_analysis(host: TabHost, arg: str) -> None:
    """Rename a stored analysis. `arg` is its key, a space, and the new name. The key may itself contain spaces."""
    number = next((key for key in host.kept.analyses if arg.startswith(f"{key} ")), None)
    if number is not None:
        import_module("chowk.features.analysis.analysis").name(host, number, arg[len(number) + 1 :])


def _is_analysed(table: Table) -> bool:
    return table.kind == "analysis"


def _has_ended(table: Table) -> bool:
    """Return True if the table analyses a game that is over."""
    return _is_analysed(table) and table.analysed_outcome is not None


def _analyse_onward(host: SetUpHost) -> None:
    """Analyse the imported game of the set-up sheet from its last position, instead of playing it on."""
    plan, tree = host.setup.plan, host.setup.tree
    if plan is not None and tree is not None:
        host.close_sheet()
        host.analyse(plan.game, tree, tree.end(0))


def _has_tree(host: SetUpHost) -> bool:
    """Return True if the set-up sheet is about an imported game."""
    return host.setup.tree is not None


COMMANDS: Final[Mapping[str, Command[SetUpHost]]] = {
    "analyse": Command(say_in("the player does it", "Analyse"), _analyse, may_analyse, takes=(str,)),
    "analyse-onward": Command(say_in("the player does it", "Analyse"), _analyse_onward, _has_tree),
    "forget-analysis": Command(say_in("the page does it", "Delete"), _forget_analysis, takes=(str,)),
    "restore-analysis": Command(say_in("a deleted analysis", "Undo"), _restore_analysis, takes=(str,)),
    "name-analysis": Command(say("Name"), _name_analysis, takes=(str,)),
    "study-leave": _study(say_in("the player does it", "Leave the analysis"), "leave"),
    "study-go": _study(say_in("the page does it", "View this position"), "show", takes=(number,)),
    "study-back": _study(say("One move back"), "go", ("pageup", "["), "back", lambda desk: desk.node),
    "study-forward": _study(
        say("One move forward"), "go", ("pagedown", "]"), "forward", lambda desk: desk.tree.nodes[desk.node].next
    ),
    "study-above": _study(say("The branch before"), "go", ("{",), "above", lambda desk: desk.sideways(-1) != desk.node),
    "study-below": _study(say("The branch after"), "go", ("}",), "below", lambda desk: desk.sideways(1) != desk.node),
    "study-start": _study(say_in("the page does it", "View this position"), "go", (), "start", lambda desk: desk.node),
    "study-end": _study(
        say_in("the page does it", "View this position"), "go", (), "end", lambda desk: desk.tree.nodes[desk.node].next
    ),
    "study-fold": _study(say("Branches"), "fold", takes=(number,)),
    "study-play": _study(say_in("the player does it", "Play this move"), "play", takes=(str,)),
    "study-instead": _study(
        say_in("the player does it", "Play this move"), "replace_move", when=lambda desk: desk.node, takes=(str,)
    ),
    "study-mark": _study(say("Mark"), "mark", when=lambda desk: desk.node, takes=(("", *MARKS),)),
    "study-comment": _study(say("Comment"), "comment", takes=(str,)),
    "study-sketch": _study(say("Drawn on the board"), "sketch", takes=(str,)),
    "study-draw": _study(say("Drawn on the board"), "draw", takes=(str,)),
    "study-ring": _study(say("A ring on the board"), "ring", ("o",)),
    "study-arrow": _study(say("An arrow on the board"), "arrow", ("e",)),
    "study-wipe": _study(
        say_in("the page does it", "Clear the drawings"), "wipe", when=lambda desk: desk.tree.nodes[desk.node].drawings
    ),
    "compare": at_table(
        say_in("the player does it", "Compare"),
        sheet("compare"),
        lambda table: _analysing(table) and _compared(table),
        fits=_analysing,
        takes=(number_or_none,),
    ),
    "openings": at_table(
        say("Openings"),
        sheet("openings"),
        lambda table: _analysing(table) and bool(table.game.named_openings()),
        fits=_analysing,
        takes=(str,),
    ),
    "legend": at_table(say("What the signs mean"), sheet("legend"), _analysing, fits=_analysing),
    "study-opening": _study(say_in("the page does it", "View this position"), "opening", takes=(number,)),
    "study-promote": _study(
        say_in("the page does it", "Move this line up"),
        "promote",
        when=lambda desk: any(desk.tree.sibling(node, -1) != node for node in desk.tree.path(desk.node)),
    ),
    "study-delete": _study(say_in("the page does it", "Delete from here"), "delete", when=lambda desk: desk.node),
    "study-undo": _study(say_in("the page does it", "Undo"), "undo", ("u",), when=lambda desk: desk.earlier),
    "study-pause": _study(say_in("the page does it", "Pause"), "pause", ("p",)),
    "study-engine": _study(say_in("the page does it", "Show the values"), "engine", takes=(switch,)),
    "study-lines": _study(say("Lines"), "lines", takes=(number,)),
    "study-seconds": _study(say("Time for a position"), "seconds", takes=(number,)),
    "announce-values": _study(say("What is every move worth?"), "announce_values", ("v",)),
    "study-challenge": _study(
        say_in("the player does it", "Play this position"), "challenge", when=lambda desk: desk.outcome is None
    ),
    "study-result": at_table(
        say("Result"), later("features.sharing.arrivals", "show_result"), _has_ended, fits=_is_analysed
    ),
}
"""The commands of this feature by name."""


def _is_game(table: Table) -> bool:
    return table.kind in GAME


CONTROLS: Final = (
    Control("footer", 10, "analyse", "analyse"),
    Control("menu", 80, "analyse", "analyse", _is_game),
    Control("replay", 10, "analyse", "analyse", _is_game),
    Control("result", 10, "analyse", "analyse"),
    Control("setup-foot", 10, "analyse-onward", "analyse"),
    Control("past-keys", 20, "study-back"),
    Control("past-keys", 30, "study-forward"),
    Control("past-keys", 40, "study-above"),
    Control("past-keys", 50, "study-below"),
)
"""The controls that this feature adds to screens and sheets."""
