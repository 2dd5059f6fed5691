"""The actions at an analysis board: open it, go through it, change its tree, draw on it, set its engine."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from chowk import games
from chowk.core import chance, variations
from chowk.core.errors import TextError
from chowk.core.match import Match
from chowk.core.message import english, say
from chowk.core.position import CHANCE, Outcome
from chowk.core.variations import Variations
from chowk.features.analysis.table import MOST_LINES, SECONDS, AnalysisHost, AnalysisTable
from chowk.features.analysis.tree_rows import variations_of
from chowk.session.table import Table
from chowk.storage import saves

# Opening and leaving --------------------------------------------------------------------------------------------------


def begin(host: AnalysisHost, table: Table | None, name: str = "") -> None:
    """Analyse the match at the table, and show the position that is on the screen.

    If `name` is given, analyse the kind of game with this name (such as `reversi`) from its first position instead. If
    an analysis of the same match or kind of game is stored already, reopen it and add the moves of the match. If the
    match was played here and is not over yet, it counts as played with help from now on.
    """
    if table is None or isinstance(table, AnalysisTable) or name:
        recalled = _recalled(host, name)
        if host.voice.toast is not None and not host.voice.toast.alert:
            host.voice.toast = None  # it belongs to the page that is left
        sit(host, recalled or AnalysisTable(games.load(name), name, _from_start(name)))
        return
    if table.kind == "own" and table.outcome is None and not table.about.helped:
        table.about.mark_helped()
        host.save_game(table)
    fresh = variations.of_match(table.match, _typed_names(table))
    number = table.about.save or f"{table.game.name} {host.new_seed():016x}"
    recalled = _recalled(host, number)
    tree = recalled.tree if recalled is not None and recalled.tree[:2] == fresh[:2] else fresh
    tree = tree._replace(headers=fresh.headers)
    nodes = [0]
    for move in table.match.written():
        tree, node = tree.played(nodes[-1], move)
        if node == nodes[-1]:
            break  # the tree is full
        nodes.append(node)
    shown = min(table.ply, len(nodes) - 1)
    if table.back is None:
        host.leave()
    sit(host, AnalysisTable(table.game, number, tree, nodes[shown], table, table.outcome))


def _typed_names(table: Table) -> dict[str, str]:
    """Return the names that people entered for their seats. The keys are the English names of the sides."""
    return {
        english(table.seats.side(seat)): seat_plan.name
        for seat, seat_plan in enumerate(table.plan.seats)
        if seat_plan.name
    }


def bring(
    host: AnalysisHost,
    name: str,
    tree: Variations,
    node: int = 0,
    analysed_outcome: Outcome | None = None,
    *,
    back: Table | None = None,
    listed: bool = False,
    quiet: bool = False,
) -> None:
    """Analyse an imported game, starting at a `node` of its tree. Leaving the analysis returns to `back`.

    `analysed_outcome` is the result of the game if it is over. `listed` is True if the game was chosen from the list of
    a file's games. Its analysis is then stored only after a change. `quiet` hides the values until the user asks for
    them.
    """
    desk = AnalysisTable(games.load(name), f"{name} {host.new_seed():016x}", tree, node, back, analysed_outcome, quiet)
    desk.listed = tree if listed else None
    sit(host, desk)


def resume(host: AnalysisHost, number: str) -> None:
    """Reopen a stored analysis. Leaving it returns to the current table."""
    back = host.place.table
    recalled = _recalled(host, number)
    if recalled is not None:
        recalled.return_to(back if back is not None and back.kind != "analysis" else None)
        sit(host, recalled)


def name(host: AnalysisHost, number: str, text: str) -> None:
    """Rename a stored analysis. Its name is the comment on its first position."""
    current = host.place.table
    desk = current if isinstance(current, AnalysisTable) and current.number == number else _recalled(host, number)
    if desk is not None:
        desk.changed(desk.tree.commented(0, text), desk.node, continues=True)
        desk.keep(host)


def leave(host: AnalysisHost, desk: Table) -> None:
    """Return to the table from which the analysis was opened, or to the home page."""
    host.leave()
    if desk.back is not None:
        host.sit_down(desk.back)
    _desk(desk).left(host)


def read_kept(number: str, text: str) -> AnalysisTable:
    """Read a stored analysis; raise `TextError` for any other text."""
    name, _, body = text.partition("\n")
    if name not in games.ready():
        raise TextError(say("This analysis cannot be read."))
    tree, current = variations.read(body)
    game = games.load(name)
    start = game.notation.read_position(tree.start)
    positions, moves = {0: start}, dict(tree.nodes)
    for node_number in tree.below(0):
        if node_number:
            node = moves[node_number]
            move = game.notation.read_move(positions[node.parent], node.move)
            positions[node_number] = positions[node.parent].play(move)
    over = tree.headers or positions[tree.end(0)].outcome() is not None
    ended = variations.main_line(tree, game.ruleset).outcome() if over else None
    return AnalysisTable(game, number, tree, current, analysed_outcome=ended, quiet=variations.is_quiet(body))


def _recalled(host: AnalysisHost, number: str) -> AnalysisTable | None:
    text = host.kept.analyses.get(number)
    if text is None:
        return None
    try:
        return read_kept(number, text)
    except TextError as error:
        host.kept.broken[saves.ANALYSIS_KEY + number] = error
        return None


def _from_start(name: str) -> Variations:
    match = games.load(name).match(0)
    return Variations(match.ruleset.notation.write_position(match.position))


def sit(host: AnalysisHost, desk: AnalysisTable) -> None:
    """Show an analysis. Start its engine if values are shown."""
    host.loop.pause(host.place.table)
    desk.follow(partial(desk.study, host))
    host.place.sit(desk)
    host.voice.say()
    desk.keep(host)
    desk.engine = host.kept.settings.engine and not desk.quiet
    _call(host, desk)
    host.loop.run(desk)


def _call(host: AnalysisHost, desk: AnalysisTable) -> None:
    """Load the engine in advance, so that its first reply comes sooner. Do nothing while values are hidden."""
    if desk.engine:
        host.engine.preload(desk.game.name)
        host.extras.attend(desk)


# Commands -------------------------------------------------------------------------------------------------------------


def _desk(table: Table) -> AnalysisTable:
    assert isinstance(table, AnalysisTable), "its kind says so"
    return table


def _go(host: AnalysisHost, desk: AnalysisTable, tree: Variations, node: int) -> None:
    """Show a node of a tree: go to its position, announce the move that led there, and store the analysis."""
    host.loop.rewind(desk, lambda _: desk.moved(tree, node))
    host.voice.say(*(desk.log.lines[-1].named_sentences if desk.match.ply else ()), desk.status)
    desk.keep(host)


def show(host: AnalysisHost, table: Table, node: int) -> None:
    """Show the position of a node, given by its number in the tree."""
    desk = _desk(table)
    if node in desk.tree.nodes and node != desk.node:
        _go(host, desk, desk.tree, node)


def go(host: AnalysisHost, table: Table, aim: Literal["back", "forward", "start", "end", "above", "below"]) -> None:
    """Go back, forward, to the start or end of the line, or to the variation above or below."""
    desk = _desk(table)
    node, tree = desk.node, desk.tree
    after = tree.nodes[node].next
    steps = {
        "back": tree.nodes[node].parent if node else 0,
        "forward": after[0] if after else node,
        "start": 0,
        "end": tree.end(node),
        "above": desk.sideways(-1),
        "below": desk.sideways(1),
    }
    if steps[aim] != node:
        _go(host, desk, tree, steps[aim])


def fold(host: AnalysisHost, table: Table, first: int) -> None:
    """Fold or unfold a variation in the list of moves, given by its first node.

    If folding would hide the move shown, show the variation's first move.
    """
    desk = _desk(table)
    if first not in variations_of(desk.tree):
        return
    desk.folded ^= {first}
    if first in desk.folded and first in desk.tree.path(desk.node)[:-1]:
        _go(host, desk, desk.tree, first)


def play(host: AnalysisHost, table: Table, text: str) -> None:
    """Play a move given as text, or do nothing if it is illegal. If a roll is due, the text `throw` rolls the dice."""
    desk = _desk(table)
    position = desk.match.position
    if desk.outcome is not None:
        return
    if text == "throw" and position.turn == CHANCE:
        move = chance.pick(position.moves(), position.odds(), host.new_seed(), desk.match.ply)
    else:
        try:
            move = desk.match.ruleset.notation.read_move(position, text)
        except TextError:
            return
    tree, node = desk.grown(host, desk.tree, desk.node, desk.match.ruleset.notation.write_move(position, move))
    desk.changed(tree, desk.node)
    _go(host, desk, tree, node)


def replace_move(host: AnalysisHost, table: Table, move: str) -> None:
    """Play another move in place of the move that led to the position shown."""
    desk = _desk(table)
    if desk.node:
        parent = desk.tree.nodes[desk.node].parent
        try:
            desk.match.ruleset.notation.read_move(desk.match.position_after(desk.match.ply - 1), move)
        except TextError:
            return
        tree, node = desk.grown(host, desk.tree, parent, move)
        if node != parent:
            desk.changed(tree, desk.node)
            _go(host, desk, tree, node)


def opening(host: AnalysisHost, table: Table, number: int) -> None:
    """Add a named opening to the tree of the analysis at the table, and go to the end of its moves.

    `number` is the index in the game's list of named openings. If the analysis does not start from the usual first
    position, add the opening to a new analysis instead.
    """
    desk = _desk(table)
    openings = desk.game.named_openings()
    if number >= len(openings):
        return
    fresh, node = _from_start(desk.game.name), 0
    same_start = desk.tree.start == fresh.start
    tree = desk.tree if same_start else fresh
    for move in openings[number][1]:
        before = node
        tree, node = desk.grown(host, tree, node, move)
        if node == before:
            break
    host.place.clear()
    if same_start:
        desk.changed(tree, desk.node)
        _go(host, desk, tree, node)
    else:
        bring(host, desk.game.name, tree, node, quiet=desk.quiet)


def mark(host: AnalysisHost, table: Table, sign: str) -> None:
    """Add a mark to the move shown. Remove the mark if the move has it already."""
    desk = _desk(table)
    desk.changed(desk.tree.marked(desk.node, sign), desk.node)
    desk.keep(host)


def comment(host: AnalysisHost, table: Table, text: str) -> None:
    """Set the comment on the move shown."""
    desk = _desk(table)
    desk.changed(desk.tree.commented(desk.node, text), desk.node, continues=desk.typing == desk.node)
    desk.typing = desk.node
    desk.keep(host)


def sketch(_: AnalysisHost, table: Table, drawn: str) -> None:
    """Show the ring or arrow that the user is drawing. `drawn` describes it as text; an empty text removes it."""
    _desk(table).sketch = drawn


def draw(host: AnalysisHost, table: Table, drawn: str) -> None:
    """Draw a ring or an arrow, described by `drawn`, at the move shown. If it is there already, remove it."""
    desk = _desk(table)
    desk.sketch = desk.arrow_from = ""
    if all(desk.cell(spot) is not None for spot in drawn.split(variations.ARROW)):
        desk.changed(desk.tree.sketched(desk.node, drawn), desk.node)
        desk.keep(host)


def ring(host: AnalysisHost, table: Table) -> None:
    """Draw a ring at the keyboard's cursor. Drawing it again removes it."""
    _drawn_by_key(host, _desk(table), table.display.cursor)


def arrow(host: AnalysisHost, table: Table) -> None:
    """Start an arrow at the keyboard's cursor, or end the started arrow there.

    Ending at its start cancels the arrow.
    """
    desk, cursor = _desk(table), table.display.cursor
    start, desk.arrow_from = desk.arrow_from, ""
    if start and start != cursor:
        _drawn_by_key(host, desk, f"{start}{variations.ARROW}{cursor}")
    elif not start and desk.cell(cursor) is not None:
        desk.arrow_from = desk.sketch = cursor
        text = say("The arrow begins here: {spot}. Press E where it ends.", spot=desk.place_text(cursor))
        host.voice.say(text)
    else:
        desk.sketch = ""


def _drawn_by_key(host: AnalysisHost, desk: AnalysisTable, drawn: str) -> None:
    before = desk.tree.nodes[desk.node].drawings
    draw(host, desk, drawn)
    if len(desk.tree.nodes[desk.node].drawings) > len(before):
        host.voice.say(desk.drawing_text(drawn))
    elif drawn in before:
        host.voice.say(say("Taken away: {drawing}", drawing=desk.drawing_text(drawn)))


def wipe(host: AnalysisHost, table: Table) -> None:
    """Remove all rings and arrows of the move shown."""
    desk = _desk(table)
    desk.changed(desk.tree.wiped(desk.node), desk.node)
    desk.keep(host)


def promote(host: AnalysisHost, table: Table) -> None:
    """Move the variation that is shown one place up, among the variations that branch off at the same node."""
    desk = _desk(table)
    parting = next((node for node in reversed(desk.tree.path(desk.node)) if desk.tree.sibling(node, -1) != node), None)
    if parting is not None:
        desk.changed(desk.tree.promoted(parting), desk.node)
        desk.keep(host)


def delete(host: AnalysisHost, table: Table) -> None:
    """Delete the move shown and all moves after it."""
    desk = _desk(table)
    if desk.node:
        tree, parent = desk.tree.without(desk.node), desk.tree.nodes[desk.node].parent
        desk.changed(tree, desk.node)
        _go(host, desk, tree, parent)


def undo(host: AnalysisHost, table: Table) -> None:
    """Undo the last change of the tree."""
    desk = _desk(table)
    if desk.earlier:
        (tree, node), desk.earlier = desk.earlier[-1], desk.earlier[:-1]
        _go(host, desk, tree, node)


def pause(host: AnalysisHost, table: Table) -> None:
    """Pause or resume the engine."""
    desk = _desk(table)
    desk.paused = not (desk.paused or desk.resting or desk.silent)
    restart_engine(host, desk)


def restart_engine(host: AnalysisHost, desk: AnalysisTable) -> None:
    """Start the engine again on the current position, after it has stopped or failed. Cached results are kept."""
    host.loop.pause(desk)
    desk.resting = desk.silent = False
    host.loop.run(desk)


def engine(host: AnalysisHost, table: Table, on: bool) -> None:
    """Show or hide values and best moves. Store the choice on this device."""
    desk = _desk(table)
    desk.engine, desk.quiet = on, False
    host.kept.change_settings(engine=desk.engine)
    desk.keep(host)
    _call(host, desk)
    restart_engine(host, desk)


def lines(_: AnalysisHost, table: Table, count: int) -> None:
    """Set the number of best lines shown."""
    desk = _desk(table)
    if 0 < count <= MOST_LINES:
        desk.shown_lines = count


def seconds(host: AnalysisHost, table: Table, count: int) -> None:
    """Set the total search time for a position, in seconds."""
    desk = _desk(table)
    if count in SECONDS:
        desk.seconds = count
        restart_engine(host, desk)


def announce_values(host: AnalysisHost, table: Table) -> None:
    """Announce the value of each move for screen readers."""
    host.voice.spoken = _desk(table).value_sentences()
    host.voice.answers += 1


def challenge(host: AnalysisHost, table: Table) -> None:
    """Open the set-up sheet to play on from the position shown."""
    desk = _desk(table)
    match: Match[Any, Any] = desk.match.until(desk.match.ply)
    host.set_up_from(match, desk.plan)
