"""Test the contract that every game fulfils, on random games for all numbers of players and all house rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from chowk.core import record, rule_options
from chowk.core.errors import TextError
from chowk.core.match import IllegalMove, Match
from chowk.core.move_input import Chooser
from chowk.core.position import CHANCE, Outcome, Spot
from chowk.draw.animals import ANIMALS, UNKNOWN
from chowk.engine.search_budget import Clock
from chowk.games import SHELF, find_ruleset, load, ready, sign
from chowk.games.api import NUMBERS
from chowk.session.output.bot_chat import LINES
from tests.unit import contract_hooks as hooks
from tests.unit.contract_faults import (
    check,
    count_faults,
    diagram_faults,
    event_faults,
    file_of,
    move_faults,
    name_faults,
    obliged_faults,
    outcome_faults,
    refusal_faults,
    scene_faults,
    side_faults,
    spelling_faults,
    step_faults,
    tally_faults,
    text_faults,
    turn_faults,
    written_faults,
)
from tests.unit.shelf import Table, check_message, languages, positions, steps, tables, walks
from tools.dev import cards

TABLES = tables()
EVERY = 7  # expensive checks test every seventh position
SOME = 300  # approximate number of positions for cheap checks (a fifth under a house rule)
READ = 10  # maximum number of moves of a position that an ordinary run reads back; the deep run reads all moves

at_every_table = pytest.mark.parametrize("table", TABLES, ids=str)


def some(table: Table) -> list[Any]:
    every_position = list(positions(table))
    return every_position[:: max(1, len(every_position) * (5 if table.option else 1) // SOME)]


def spots_of(table: Table) -> set[Spot]:
    return {cell.spot for row in table.game.view.cells() for cell in row}


def test_the_shelf_holds_something() -> None:
    assert "reversi" in ready()
    assert {table.name for table in TABLES} == set(ready())


@pytest.mark.parametrize("name", SHELF)
def test_the_card_is_whole(name: str) -> None:
    assert cards.lacking(name) == []


@pytest.mark.parametrize("name", SHELF)
def test_every_game_is_announced(name: str) -> None:
    game = sign(name)
    for language in languages():
        assert language(game.title)
        assert language(game.summary)


# Positions ------------------------------------------------------------------------------------------------


@at_every_table
def test_a_position_is_a_value_that_round_trips_through_text(table: Table) -> None:
    notation = table.game.notation
    for position in some(table):
        text = notation.write_position(position)
        check(table, "notation", text_faults(notation, position))
        assert hash(notation.read_position(text)) == hash(position), "equal positions have equal hashes"
        with pytest.raises((AttributeError, TypeError)):
            position.turn = 0


@at_every_table
def test_moves_are_distinct_in_one_order_and_end_with_the_game(table: Table) -> None:
    for position in positions(table):
        check(table, "rules", move_faults(position))


@at_every_table
def test_somebody_is_to_move_and_odds_are_told_exactly_at_chance(table: Table) -> None:
    for position in positions(table):
        check(table, "rules", turn_faults(position, table.seats))


@at_every_table
def test_a_forced_move_is_the_only_one(table: Table) -> None:
    for position in positions(table):
        forced = table.game.rules.forced(position)
        moves = tuple(position.moves())
        assert forced is None or moves == (forced,), f"{file_of(table, 'rules')}: forced() gives {forced!r} of {moves}"


@at_every_table
def test_where_a_move_is_compelled_to_begin_every_move_begins(table: Table) -> None:
    for position in positions(table):
        obliged = table.game.rules.obliged(position)
        begun = {path[0] for path in table.game.view.spell(position).values()}
        check(table, "rules", obliged_faults(obliged, begun), position)


@at_every_table
def test_playing_changes_nothing_but_the_result(table: Table) -> None:
    for step in steps(table):
        before = table.game.notation.write_position(step.before)
        check(table, "rules", step_faults(step))
        assert table.game.notation.write_position(step.before) == before


@at_every_table
def test_every_walk_comes_to_an_end_that_is_well_formed(table: Table) -> None:
    for walk in walks(table):
        outcome = walk.match.outcome()
        assert outcome is not None, f"{file_of(table, 'rules')}: no end after {walk.match.ply} moves"
        well_formed(outcome, table)
        well_spoken(outcome, table)
        well_tallied(walk.match.position, outcome, table)
        with pytest.raises(IllegalMove):
            walk.match.play(walk.steps[-1].move)


def well_formed(outcome: Outcome, table: Table) -> None:
    check(table, "rules", outcome_faults(outcome, table.seats))


def well_tallied(position: Any, outcome: Outcome, table: Table) -> None:
    """Check that each row of the table of points has a value for every player, and that one row has the scores.

    The label of each row must be a complete sentence in every language.
    """
    rows = table.game.speech.tally(position)
    for row in rows:
        check_message(row.label, table)
    check(table, "speech", tally_faults(position, outcome, table))


def well_spoken(outcome: Outcome, table: Table) -> None:
    check_message(table.game.speech.outcome(outcome), table)
    why = table.game.speech.verdict(outcome)
    if why is not None:
        check_message(why, table)
    for line in table.game.speech.score(outcome):
        check_message(line, table)


@at_every_table
def test_an_end_by_word_of_the_players_has_a_sentence(table: Table) -> None:
    for seat in range(table.seats):
        match = table.match(0)
        match.resign(seat)
        assert match.outcome() is not None
        well_spoken(match.outcome() or Outcome((), (), ""), table)
    match = table.match(0)
    match.agree()
    well_spoken(match.outcome() or Outcome((), (), ""), table)


# Text -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("most", [READ, pytest.param(100_000, marks=pytest.mark.deep)])
@at_every_table
def test_every_move_reads_back_from_its_notation(table: Table, most: int) -> None:
    notation = table.game.notation
    for number, position in enumerate(some(table)):
        written = [notation.write_move(position, move) for move in position.moves()]
        check(table, "notation", written_faults(position.moves(), written))
        apart = max(1, len(written) // most)
        for move, text in list(zip(position.moves(), written, strict=True))[number % apart :: apart]:
            assert notation.read_move(position, text) == move
            assert notation.read_move(position, f" {text.upper()} ") == move


@at_every_table
def test_a_record_replays_to_the_same_end(table: Table) -> None:
    for walk in walks(table):
        text = record.write(walk.match, {"Date": "2026.11.21"})
        again, headers = record.read(text, find_ruleset)
        same(again, walk.match)
        assert again.seed == walk.match.seed
        assert headers["Date"] == "2026.11.21"
        assert record.write(again, {"Date": "2026.11.21"}) == text


@at_every_table
def test_foreign_formats_bring_the_same_game_back(table: Table) -> None:
    notation = table.game.notation
    for form in notation.FORMATS:
        check_message(form.label, table)
        for walk in walks(table):
            (game_read,) = notation.read_games(notation.write_game(walk.match, form.name, {}))
            again: Match[Any, Any] = Match(table.game.ruleset, notation.read_position(game_read.setup), game_read.seed)
            for move in game_read.moves:
                again.push(move)
            assert tuple(again.positions) == tuple(walk.match.positions)[: again.ply + 1]
            assert all(table.game.rules.forced(position) for position in walk.match.positions[again.ply : -1])


def same(match: Match[Any, Any], other: Match[Any, Any]) -> None:
    assert tuple(match.positions) == tuple(other.positions)
    assert tuple(match.moves) == tuple(other.moves)
    assert match.outcome() == other.outcome()


# Taking back ----------------------------------------------------------------------------------------------


@at_every_table
def test_undo_returns_equal_positions_and_redo_meets_the_same_events(table: Table) -> None:
    for walk in walks(table):
        match, _ = record.read(record.write(walk.match), find_ruleset)
        for step in reversed(walk.steps):
            assert match.undo() == step.move
            assert match.position == step.before
        assert tuple(match.undone) == tuple(walk.match.moves)
        for step in walk.steps:
            assert tuple(match.redo()) == step.events
        same(match, walk.match)


@at_every_table
def test_chance_meets_the_same_dice_again(table: Table) -> None:
    for walk in walks(table):
        match = table.match(walk.match.seed)
        assert match.position == walk.match.position_after(0)
        for step in walk.steps:
            assert step.before.turn != CHANCE or match.roll() == step.move
            match.play(step.move)


# Pointing -------------------------------------------------------------------------------------------------


@at_every_table
def test_every_move_is_spelled_and_can_be_picked(table: Table) -> None:
    for position in some(table):
        spellings = table.game.view.spell(position)
        check(table, "view", spelling_faults(position.moves(), spellings))
        choosers: dict[tuple[Spot, ...], Chooser[Any]] = {(): Chooser(spellings)}  # by the spots picked
        for move, path in spellings.items():
            for length, spot in enumerate(path):
                if path[: length + 1] not in choosers:
                    chooser = choosers[path[:length]]
                    assert chooser.move is None
                    choosers[path[: length + 1]] = chooser.pick(spot)
            assert choosers[path].move == move


@at_every_table
def test_every_spot_has_a_spoken_name(table: Table) -> None:
    speech, cells = table.game.speech, spots_of(table)
    for position in list(positions(table))[::EVERY]:
        spelled = {spot for path in table.game.view.spell(position).values() for spot in path}
        names = {spot: speech.spot(position, spot) for spot in cells | spelled}
        for name in names.values():
            check_message(name, table)
        check(table, "speech", name_faults(names))


@pytest.mark.parametrize("every", [2 * EVERY, pytest.param(EVERY, marks=pytest.mark.deep)])
@at_every_table
def test_pointing_at_anything_is_legal_or_refused_with_a_reason(table: Table, every: int) -> None:
    ruled = {
        rule for section in table.game.help.SECTIONS for paragraph in section.paragraphs for rule in paragraph.rules
    }
    cells = spots_of(table)
    chosen = [position for position in positions(table) if position.turn != CHANCE and position.outcome() is None]
    for position in chosen[:: every * max(1, len(cells) // 64) * (3 if table.option else 1)]:
        for picked, spots, chooser in pointings(table, position, cells):
            open_, ahead = chooser.open, chooser.ahead
            for spot in spots:
                refusal = position.refusal((*picked, spot))
                if spot in open_ or spot not in ahead:
                    faults = refusal_faults((*picked, spot), refusal, spot in open_, cells, ruled)
                    check(table, "rules", faults, position)
                    if refusal is not None:
                        check_message(table.game.speech.refusal(refusal), table)


def pointings(table: Table, position: Any, cells: set[Spot]) -> Iterator[tuple[tuple[Spot, ...], list[Spot], Any]]:
    """Yield each situation in which a player has to choose the first or the second spot of a move.

    A situation is a tuple: the spots chosen so far, the spots to try next (allowed or not), and the `Chooser`, which
    knows the moves that are still possible.
    """
    fresh = Chooser(table.game.view.spell(position))
    cells = cells | ({table.game.view.ELSEWHERE} - {""})
    yield (), sorted(cells | set(fresh.open)), fresh
    for first in fresh.open:
        chooser = fresh.pick(first)
        if chooser.move is None:
            yield (first,), sorted((cells | set(chooser.open)) - {first}), chooser


# Pictures -------------------------------------------------------------------------------------------------


@at_every_table
def test_sprites_have_keys_of_their_own_on_the_board_and_events_explain_the_scene(table: Table) -> None:
    view, cells = table.game.view, spots_of(table)
    for walk in walks(table):
        before: Any = None
        for position, step in zip(walk.match.positions, (None, *walk.steps), strict=True):
            scene = view.pieces(position)
            check(table, "view", scene_faults(view, scene, cells))
            if step is not None:
                assert position == step.after
                faults = event_faults(before, step.events, scene)
                check(table, "rules", faults, step.before, step.move)
            before = scene


@at_every_table
def test_pieces_stand_on_their_cells_however_the_board_lies(table: Table) -> None:
    view = table.game.view
    assert view.TURNS in {1, 2, 4}
    for turns in range(0, 4, 4 // view.TURNS):
        cells = {cell.spot: cell for row in view.cells(turns) for cell in row}
        for position in some(table):
            for sprite in view.pieces(position, turns):
                if cell := cells.get(sprite.spot):
                    assert cell.x <= sprite.x <= cell.x + cell.width
                    assert cell.y <= sprite.y <= cell.y + cell.height


@at_every_table
def test_cells_lie_on_the_board_and_apart(table: Table) -> None:
    cells = [cell for row in table.game.view.cells() for cell in row]
    width, height = table.game.view.SIZE
    assert len({cell.spot for cell in cells}) == len(cells)
    for number, cell in enumerate(cells):
        assert 0 <= cell.x <= cell.x + cell.width <= width + 1e-9, f"{file_of(table, 'view')}: {cell} beyond SIZE"
        assert 0 <= cell.y <= cell.y + cell.height <= height + 1e-9, f"{file_of(table, 'view')}: {cell} beyond SIZE"
        for other in cells[:number]:
            apart_x = cell.x + cell.width <= other.x + 1e-9 or other.x + other.width <= cell.x + 1e-9
            apart_y = cell.y + cell.height <= other.y + 1e-9 or other.y + other.height <= cell.y + 1e-9
            assert apart_x or apart_y, f"{file_of(table, 'view')}: {cell} lies over {other}"


# Words ----------------------------------------------------------------------------------------------------


@at_every_table
def test_every_move_is_told_in_every_language(table: Table) -> None:
    for walk in walks(table):
        for step in walk.steps:
            sentences = table.game.speech.tell(step.before, step.move)
            assert sentences, f"{file_of(table, 'speech')}: tell() says nothing of {step.move!r}"
            for sentence in sentences:
                check_message(sentence, table)


@at_every_table
def test_players_cards_count_something(table: Table) -> None:
    speech = table.game.speech
    check(table, "speech", side_faults(speech, table.game.view, max(table.game.sign.seats)))
    for name in (*speech.SEATS, speech.BOARD):
        check_message(name, table)
    for position in positions(table):
        check(table, "speech", count_faults(position, table))
    for fact in speech.facts(table.match(0).position)[0]:
        check_message(fact.label, table)


@at_every_table
def test_house_rules_are_named(table: Table) -> None:
    options = table.game.rules.OPTIONS
    assert len({option.name for option in options}) == len(options)
    for option in options:
        check_message(option.label, table)
        assert len({choice.value for choice in option.choices}) == len(option.choices) > 1
        for choice in option.choices:
            check_message(choice.label, table)


@at_every_table
def test_the_rules_sheet_is_whole_and_its_diagrams_are_played(table: Table) -> None:
    game, cells = table.game, spots_of(table)
    assert len({section.name for section in game.help.SECTIONS}) == len(game.help.SECTIONS)
    for section in game.help.SECTIONS:
        check_message(section.title, table)
        assert section.paragraphs
        for paragraph in section.paragraphs:
            check_message(paragraph.text, table)
            if paragraph.diagram:
                check_message(paragraph.diagram.caption, table)
                assert set(paragraph.diagram.marks) <= cells, f"{file_of(table, 'help')}: marks of {paragraph.rules}"
                match: Match[Any, Any] = Match(game.ruleset, game.notation.read_position(paragraph.diagram.setup))
                for move in paragraph.diagram.moves:
                    check(table, "help", diagram_faults(match, move, paragraph.rules))
                    match.push(move)
                assert game.view.pieces(match.position)


# Opponents ------------------------------------------------------------------------------------------------


@at_every_table
def test_every_level_is_named_and_answers_at_once_with_a_legal_move(table: Table) -> None:
    bots = table.game.bots
    ply = next(number for number, position in enumerate(walks(table)[0].match.positions) if position.turn != CHANCE)
    position, past = walks(table)[0].match.position_after(ply), walks(table)[0].match.positions[:ply]
    numbers = [level.number for level in bots.LEVELS] + [former.level.number for former in table.game.former]
    assert len(set(numbers)) == len(numbers)
    assert set(numbers) <= set(range(NUMBERS))
    for level in bots.LEVELS:
        check_message(level.name, table)
        check_message(level.manner, table)
        assert level.seconds > 0
        thought = next(iter(bots.think(position, past, level.number, 7, Clock(0.0))))
        assert thought.move in position.moves(), f"{file_of(table, 'bots')}: {level.name} plays {thought.move!r}"


@pytest.mark.parametrize("name", ready())
def test_every_level_is_an_animal_of_its_own(name: str) -> None:
    levels = load(name).bots.LEVELS
    lacking = [str(level.name) for level in levels if level.animal not in ANIMALS]
    assert not lacking, f"{name}: drawn as a {UNKNOWN}, for want of an animal in `draw/animals.py`: {lacking}"
    assert len({level.animal for level in levels}) == len(levels)
    assert all((level.temper, "begin") in LINES for level in levels)


# Optional parts --------------------------------------------------------------------------------------------


@at_every_table
def test_rules_answer_rightly_for_every_match(table: Table) -> None:
    rules = table.game.rules
    chosen = rule_options.default_options(rules) | ({table.option: table.value} if table.option else {})
    for walk in walks(table):
        check(table, "rules", hooks.pass_faults(rules, walk.match))
        check(table, "rules", hooks.house_faults(rules, walk.match, chosen))
        check(table, "rules", hooks.throwing_faults(rules, walk.match))


@pytest.mark.parametrize("table", [table for table in TABLES if not table.option], ids=str)
def test_opponents_and_texts_keep_what_the_card_promises(table: Table) -> None:
    match = min((walk.match for walk in walks(table)), key=lambda match: match.ply)
    ply = next(
        ply for ply, position in enumerate(match.positions) if position.turn != CHANCE and len(position.moves()) > 1
    )
    check(table, "bots", hooks.survey_faults(table.game, match.position_after(ply), match.positions[:ply]))
    check(table, "bots", hooks.chance_faults(table.game, match))
    check(table, "bots", hooks.ladder_faults(table.game, match.position_after(ply), match.positions[:ply]))
    check(table, "notation", hooks.variation_faults(table.game, match))
    check(table, "notation", hooks.resemblance_faults(table.game, match))


@pytest.mark.parametrize("name", ready())
def test_lists_of_a_game_fit_together(name: str) -> None:
    game = load(name)
    table = Table(name, game.sign.seats[0])
    check(table, "rules", hooks.edition_faults(game.rules))
    check(table, "notation", hooks.opening_faults(game, EVERY))
    check(table, "bots", hooks.former_faults(game))


# The game's declaration ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ready())
def test_a_newcomer_can_play_without_a_browser(name: str) -> None:
    match = load(name).match(seed=7)
    options = match.options()
    assert options
    start = match.position
    match.push(options[0])
    assert str(match.position)
    match.undo()
    assert match.position == start
    with pytest.raises(TextError):
        match.push("no such move")
