"""The position editor: the user places and removes pieces, and the game's notation checks that the position is legal.

The edited position is called the draft. It may be illegal. After each change the draft is written as text and read back
by the game's notation. If it is read without a fault, it can be analysed and played.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from chowk import games
from chowk.core.dice import seat_to_act
from chowk.core.errors import TextError
from chowk.core.match import Match
from chowk.core.message import Message, say, say_in
from chowk.core.move_input import Chooser
from chowk.core.position import Seat, Spot
from chowk.core.variations import Variations
from chowk.features.analysis import analysis
from chowk.features.analysis.table import AnalysisHost, AnalysisTable
from chowk.games.api import Game, Way
from chowk.games.api.draft import Drafts
from chowk.session.input.pointing import Pointing
from chowk.session.seats import Seats
from chowk.session.table import Table
from chowk.storage.plan import Plan, SeatPlan

MOVE: Final = "move"
EMPTY: Final = "empty"
REMOVE: Final = ""
"""Names of the tools that are not pieces.

`MOVE` moves a piece. `REMOVE` removes a piece; in a pattern, it lets the square hold anything. `EMPTY` marks a square
of a pattern as one that must be empty.
"""
EARLIER: Final = 200
"""Maximum number of changes that can be undone."""


class DraftTable(Table):
    """A table for editing a position. `back` is the table to return to."""

    whole: bool = True
    """True if the table is for setting up a position, False if it is for painting a pattern."""

    def __init__(self, game: Game, position: Any, back: Table | None = None) -> None:
        drafts = game.drafts
        assert drafts is not None, "the game's positions can be set up"
        self.drafts: Drafts[Any] = drafts
        # The draft, and its earlier versions with the latest last. Written by `take`.
        self.draft = position
        self.earlier: list[Any] = []
        options = dict(back.plan.options) if back is not None and back.game is game else {}
        plan = Plan(game.name, (SeatPlan(),) * position.seats, options)
        super().__init__(game, plan, Match(game.ruleset, position), "", "", nameless=True)
        self.kind, self.back = "draft", back
        self.lie_as(back)
        # The current tool: a piece to place, `MOVE` or `REMOVE`. Written by the command `tool`.
        self.tool = self.pieces[0].name
        # The text while it is typed in the position's field, and the draft's fault. Written by `typed` and `take`.
        self.typing: str | None = None
        self.fault: Message | None = None
        self.take(position)
        self.earlier = []

    @property
    def history_entry(self) -> tuple[str, str]:
        """The kind of this table ("draft") and the game's name, by which the browser's history reopens the editor."""
        return "draft", self.game.name

    @property
    def position(self) -> Any:
        """The edited position, which may be illegal."""
        return self.draft

    @property
    def pieces(self) -> Any:
        """The pieces that the user can place on the board."""
        return self.drafts.pieces(self.draft)

    @property
    def tools(self) -> tuple[str, ...]:
        """The names of the tools: the pieces, `MOVE`, and `REMOVE`."""
        return (*(piece.name for piece in self.pieces), MOVE, REMOVE)

    @property
    def state(self) -> Any:
        """The value that `arrange` compares before and after a change: the edited position."""
        return self.draft

    @property
    def marked(self) -> frozenset[Spot]:
        """The squares that must be empty in an edited pattern: none here, where a position is edited.

        Tables for the patterns of board searches override this property.
        """
        return frozenset()

    def described(self, spot: Spot) -> Message:
        """Return a description of a spot: its name and its piece in the edited position."""
        return self.game.speech.spot(self.draft, spot)

    @property
    def text(self) -> str:
        """The edited position as text, or the content of the text field while the user types there."""
        return self.typing if self.typing is not None else self.game.notation.write_position(self.draft)

    @property
    def status(self) -> Message:
        """A sentence which says that the position can be played, or why it cannot."""
        return self.fault or say("This position can be played.")

    @property
    def open(self) -> tuple[Spot, ...]:
        """The spots to mark as choices: none, because the user may point at every spot."""
        return ()

    def take(self, draft: Any) -> None:
        """Replace the edited position by `draft`. If it can be played, create the table's match from it."""
        if draft != self.draft:
            self.earlier = [*self.earlier, self.draft][-EARLIER:]
        self.draft, self.typing, self.fault = draft, None, None
        try:
            position = self.game.notation.read_position(self.game.notation.write_position(draft))
        except TextError as error:
            self.fault = error.why
            return
        self.fault = self.drafts.fault(position)
        if self.fault is None and position.outcome() is not None:
            self.fault = say("The game is over in this position.")
        if self.fault is None:
            if position.seats != len(self.plan.seats):
                self.plan = self.plan._replace(seats=(SeatPlan(),) * position.seats)
            self.match = Match(self.game.ruleset, position)
            self.seats = Seats(self.game, self.plan, position, True)

    @property
    def ways(self) -> tuple[Way, ...]:
        """The ways to move by the rules: none, because the editor ignores the rules of movement."""
        return ()

    def point(self, pointing: Pointing[Any]) -> Any | None:
        """Store the spots that the user has picked, and return them if they complete a change, else None."""
        self.choice.point(pointing)
        return pointing.move

    def invite(self, seat: Seat) -> None:
        """Let the user pick a spot for the current tool. The tool that moves a piece needs two spots: from and to.

        `seat` is the seat of the user.
        """
        spots = [cell.spot for row in self.view.cells() for cell in row]
        if self.tool != MOVE:
            self.choice.await_move(seat, Chooser({(spot,): (spot,) for spot in spots}))
            return
        stood = [spot for spot in spots if self.drafts.piece_at(self.draft, spot)]
        ways = [(start, end) for start in stood for end in spots if end != start]
        self.choice.await_move(seat, Chooser({way: way for way in ways}))

    def pointed(self, spots: tuple[Spot, ...]) -> None:
        """Apply the current tool to one spot, or move a piece from one spot to another."""
        put, draft = self.drafts.put, self.draft
        if len(spots) == 2:
            piece = self.drafts.piece_at(draft, spots[0])
            self.take(put(put(draft, spots[0], REMOVE), spots[1], piece))
        else:
            self.take(put(draft, spots[0], self.tool))

    def clear(self) -> None:
        """Remove all pieces from the edited position."""
        self.take(self.drafts.empty(self.draft))

    def left(self) -> None:
        """Do nothing when the player leaves the editor. Tables for patterns override this method."""

    async def arrange(self, host: AnalysisHost) -> None:
        """Apply and announce the user's changes of the position, one after another, until the task is cancelled."""
        while True:
            spots = await host.loop.await_person(self, max(0, seat_to_act(self.match.position)))
            before, fault = self.state, self.fault
            host.stage.skip()
            self.pointed(spots)
            text = self.described(spots[-1])
            if self.state == before:
                host.voice.spoken = (text, say("Nothing changes there."))
            else:
                host.voice.spoken = (text,) if self.fault == fault else (text, self.status)
            host.voice.answers += 1


def begin(host: AnalysisHost, name: str, text: str = "") -> None:
    """Open the editor with the position in `text`.

    If `text` is empty, use the table's position if the table has the game `name`, else the game's first position. Do
    nothing if `text` cannot be read.
    """
    table = host.place.table
    game = games.load(name) if name in games.ready() else table.game if table is not None else None
    if game is None or not game.draft:
        return
    has_game = table is not None and table.game is game and table.kind != "draft"
    position = table.position if table is not None and has_game else game.match(0).position
    if text:
        try:
            position = game.notation.read_position(text)
        except TextError:
            return
    sit(host, DraftTable(game, position, table if has_game else None))


def sit(host: AnalysisHost, desk: DraftTable) -> None:
    """Show an editor's table, and let the user edit its position."""
    table = host.place.table
    if table is not None and table.kind != "analysis":
        host.leave()
    host.loop.pause(host.place.table)
    desk.follow(partial(desk.arrange, host))
    host.place.sit(desk)
    host.voice.say(desk.status)
    host.loop.run(desk)


def leave(host: AnalysisHost, table: Table) -> None:
    """Leave the editor. Return to the table from which it was opened, or to the home page."""
    desk = _desk(table)
    go_back(host, desk)
    desk.left()


def go_back(host: AnalysisHost, desk: DraftTable) -> None:
    """Return to the table from which the editor was opened, or to the home page.

    Unlike `leave`, this does not call `DraftTable.left`.
    """
    host.leave()
    if isinstance(desk.back, AnalysisTable):
        analysis.sit(host, desk.back)
    elif desk.back is not None:
        host.sit_down(desk.back)


def _desk(table: Table) -> DraftTable:
    assert isinstance(table, DraftTable), "its kind says so"
    return table


def _take(host: AnalysisHost, desk: DraftTable, draft: Any) -> None:
    desk.take(draft)
    _show_change(host, desk)


def _show_change(host: AnalysisHost, desk: DraftTable) -> None:
    _restart(host, desk)
    host.voice.spoken = (desk.status,)
    host.voice.answers += 1


def _restart(host: AnalysisHost, desk: DraftTable) -> None:
    host.loop.pause(desk)
    host.loop.run(desk)


def tool(host: AnalysisHost, table: Table, name: str) -> None:
    """Select a piece or another tool by its name."""
    desk = _desk(table)
    name = REMOVE if name == "remove" else name
    if name in desk.tools:
        desk.tool = name
        _restart(host, desk)


def next_tool(host: AnalysisHost, table: Table) -> None:
    """Select the next piece or tool, and announce it."""
    desk = _desk(table)
    names = desk.tools
    name = names[(names.index(desk.tool) + 1) % len(names)] if desk.tool in names else names[0]
    tool(host, desk, name or "remove")
    host.voice.spoken = (label_of(desk, name),)
    host.voice.answers += 1


def label_of(desk: DraftTable, name: str) -> Message:
    """Return the label of a tool, by its name."""
    if name == REMOVE:
        return say_in("the player does it", "Take away") if desk.whole else say_in("a square of a pattern", "Anything")
    labels = {
        MOVE: say_in("the player does it", "Move"),
        EMPTY: say_in("a square of a pattern", "Empty"),
    }
    return labels[name] if name in labels else next(each.label for each in desk.pieces if each.name == name)


def setting(host: AnalysisHost, table: Table, name: str, value: str) -> None:
    """Change a setting of the edited position, such as a house rule or the player to move."""
    desk = _desk(table)
    option_ = next((option for option, _ in desk.drafts.settings(desk.draft) if option.name == name), None)
    if option_ is not None and value in (choice.value for choice in option_.choices):
        _take(host, desk, desk.drafts.changed(desk.draft, name, value))


def empty(host: AnalysisHost, table: Table) -> None:
    """Clear the board."""
    desk = _desk(table)
    desk.clear()
    _show_change(host, desk)


def start(host: AnalysisHost, table: Table, seats: int | None) -> None:
    """Replace the edited position by the game's first position.

    It has `seats` players if the game allows that number, else as many players as before.
    """
    desk = _desk(table)
    count = seats if seats in desk.game.sign.seats else desk.draft.seats
    desk.tool = next(iter(desk.pieces)).name
    _take(host, desk, desk.game.match(0, count, **desk.plan.options).position)


def turn(host: AnalysisHost, table: Table, number: int) -> None:
    """Mirror or rotate the edited position. `number` is the index of the transformation."""
    desk = _desk(table)
    ways = desk.drafts.turned(desk.draft)
    if number < len(ways):
        _take(host, desk, ways[number][1])


def named(host: AnalysisHost, table: Table, number: int | None) -> None:
    """Replace the edited position by a named position. `number` is its index in the list of named positions.

    Do nothing if there is no such position, or if `number` is None.
    """
    desk = _desk(table)
    positions = desk.drafts.named()
    if number is not None and number < len(positions):
        _take(host, desk, positions[number][1])


def undo(host: AnalysisHost, table: Table) -> None:
    """Undo the last change."""
    desk = _desk(table)
    if desk.earlier:
        *before, last = desk.earlier
        _take(host, desk, last)
        desk.earlier = before


def typed(host: AnalysisHost, table: Table, text: str) -> None:
    """Read the position from its text field while the user types. If the text is no position, show why."""
    desk = _desk(table)
    typed_text = " ".join(text.split())  # the text field may contain line breaks
    if typed_text == desk.text.strip():
        return
    try:
        draft = desk.game.notation.read_position(typed_text)
    except TextError as error:
        desk.typing, desk.fault = text, error.why
        return
    desk.take(draft)
    desk.typing = text
    _restart(host, desk)


def analyse(host: AnalysisHost, table: Table) -> None:
    """Open an analysis of the edited position, if the position can be played."""
    desk = _desk(table)
    if desk.fault is None:
        back = desk.back.back if isinstance(desk.back, AnalysisTable) else desk.back
        tree = Variations(desk.game.notation.write_position(desk.match.position))
        number = f"{desk.game.name} {host.new_seed():016x}"
        quiet = isinstance(desk.back, AnalysisTable) and desk.back.quiet
        analysis.sit(host, AnalysisTable(desk.game, number, tree, 0, back, quiet=quiet))


def challenge(host: AnalysisHost, table: Table) -> None:
    """Open the set-up sheet to play from the edited position, if it can be played."""
    desk = _desk(table)
    if desk.fault is None:
        match: Match[Any, Any] = Match(desk.game.ruleset, desk.match.position, host.new_seed())
        host.set_up_from(match, desk.plan)
