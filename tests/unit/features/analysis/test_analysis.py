"""Test the analysis board: both sides can be moved, all variations are kept, and opponents value every move."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from random import Random
from time import monotonic
from typing import Any, Final

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.app.opened import back, opened, read_open, reopen
from chowk.core import variations
from chowk.core.match import Match
from chowk.core.message import english
from chowk.core.position import CHANCE
from chowk.core.variations import Variations
from chowk.draw import marks
from chowk.engine.protocol import Scope, read_request
from chowk.engine.search_budget import Clock
from chowk.features.analysis import analysis, legend_view, placement_hints
from chowk.features.analysis import table as analysis_table
from chowk.features.analysis import tree_view as tree
from chowk.features.analysis.table import AnalysisTable, Known
from chowk.features.sharing import send
from chowk.storage.plan import Plan, SeatPlan
from chowk.storage.saves import ANALYSIS_KEY
from chowk.ui.nodes import Node
from tests.fakes import FakeWorld, app_in, sitting_at
from tools.shared.html import to_html

NODES = 2_000


@pytest.fixture(autouse=True)
def _bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit each search to a small number of positions, which is the same on every machine."""
    monkeypatch.setattr(analysis_table, "NODES", NODES)
    monkeypatch.setattr(analysis_table, "FIRST", 20_000)
    monkeypatch.setattr(analysis_table, "ROLL", 20_000)


PATIENCE_S: Final = 120
"""Seconds after which a condition counts as never fulfilled. An analysis rests between its slices, by the clock."""


async def settle(until: Callable[[], bool]) -> None:
    end = monotonic() + PATIENCE_S
    while not until():
        assert monotonic() < end, "it never came to that"
        await asyncio.sleep(0)


async def analysed(name: str = "reversi", world: FakeWorld | None = None) -> tuple[App, FakeWorld, AnalysisTable]:
    world = world or FakeWorld()
    app = app_in(world)
    await app.start()
    commands.do(app, "analyse", name)
    await asyncio.sleep(0)
    return app, world, desk_of(app)


def desk_of(app: App) -> AnalysisTable:
    desk = sitting_at(app)
    assert isinstance(desk, AnalysisTable)
    return desk


async def choose(app: App, *spots: str) -> None:
    for spot in spots:
        await settle(lambda: desk_of(app).choice.awaited is not None)
        ply = desk_of(app).match.ply
        commands.do(app, "tap", spot)
        await settle(lambda ply=ply: desk_of(app).match.ply > ply)  # type: ignore[misc]


async def moves(app: App, *spellings: str) -> None:
    for move in spellings:
        commands.do(app, "study-play", move)
        await settle(lambda: not desk_of(app).display.moving)


def toast(app: App) -> str:
    return english(app.voice.toast.text) if app.voice.toast is not None else ""


def shown(app: App) -> str:
    return to_html(pages.page(app, app.words))


async def test_both_sides_are_moved_and_playing_something_else_makes_a_branch() -> None:
    app, _, desk = await analysed()
    await choose(app, "d3", "c3", "c4")
    assert desk.tree.moves(desk.node) == ("d3", "c3", "c4")
    for language, key in (("en", "ArrowLeft"), ("qpm", "ArrowRight")):
        commands.do(app, "set", f"language {language}")
        assert commands.stepped(app, key), "back is where the lines begin"
    assert desk.match.written() == ["d3"]
    await choose(app, "e3")
    d3 = desk.tree.path(desk.node)[0]
    assert [desk.tree.nodes[node].move for node in desk.tree.nodes[d3].next] == ["c3", "e3"]
    commands.do(app, "study-above")
    assert desk.match.written() == ["d3", "c3"]
    commands.do(app, "study-below")
    assert desk.match.written() == ["d3", "e3"]
    assert not commands.COMMANDS["study-below"].when(app)
    assert not commands.COMMANDS["undo"].when(app), "an analysis has an undoing of its own"
    assert not commands.COMMANDS["back"].when(app)


def _list_of_moves(app: App) -> Node:
    """Return the element of the page that lists the moves of the analysis."""
    page = pages.page(app, app.words)
    return next(node for node in page.walk() if node.attrs.get("class") == "variations")


def _long_game(app: App, name: str, plies: int) -> AnalysisTable:
    """Open the analysis of a random game of `plies` moves, at the first position.

    The analysis asks no opponent.
    """
    game, seed = games.load(name), 0
    match, lot = game.match(0), Random(0)
    while match.ply < plies:
        if match.outcome() is not None:
            seed += 1
            match, lot = game.match(0), Random(seed)
        match.play(lot.choice(match.position.moves()))
    analysis.bring(app, name, variations.of_match(match))
    app.pause()
    return desk_of(app)


async def test_every_move_of_a_long_game_is_in_the_list_and_a_step_builds_little_of_it() -> None:
    app, _, _ = await analysed("parcheesi")
    desk = _long_game(app, "parcheesi", 300)
    before = _list_of_moves(app)
    for _ in range(30):
        commands.do(app, "study-forward")
        app.pause()
        after = _list_of_moves(app)
        buttons = [node for node in after.walk() if node.attrs.get("data-do") == "study-go"]
        assert [node.attrs["data-arg"] for node in buttons] == [str(node) for node in range(301)]
        assert [node.attrs["data-arg"] for node in buttons if "aria-current" in node.attrs] == [str(desk.node)]
        known = {id(node) for node in before.walk()}
        fresh = sum(id(node) not in known for node in after.walk())
        assert fresh < 200, "two stretches of twenty turns at most, not the whole list"
        before = after


async def test_variations_are_indented_folded_and_opened_where_a_move_in_them_is_shown() -> None:
    app, _, desk = await analysed("checkers")
    await moves(app, "11-15", "23-19", "8-11")
    commands.do(app, "study-go", str(desk.tree.path(desk.node)[0]))
    await moves(app, "22-18", "15x22", "25x18")
    inside, first = desk.node, desk.tree.path(desk.node)[1]
    shown_rows = [
        (row.attrs.get("aria-level"), " ".join(row.text.split())) for row in _list_of_moves(app).children[1:]
        if isinstance(row, Node)
    ]  # fmt: skip
    assert shown_rows == [(None, "1. 11-15 1... 23-19"), ("2", "1... 22-18 2. 15x22 2... 25x18"), (None, "2. 8-11")]
    commands.do(app, "study-fold", str(first))
    assert desk.node == first, "the move shown is never hidden"
    assert "2 more moves" in _list_of_moves(app).text
    assert "25x18" not in _list_of_moves(app).text
    assert 'aria-expanded="false"' in shown(app)
    commands.do(app, "study-go", str(inside))
    assert "25x18" in _list_of_moves(app).text
    commands.do(app, "study-fold", str(desk.tree.path(desk.node)[0]))
    assert not desk.folded, "the main line cannot be folded"


async def test_home_end_and_arrows_go_through_lines_and_variations() -> None:
    app, _, desk = await analysed()
    await choose(app, "d3", "c3", "c4")
    end = desk.node
    commands.do(app, "study-go", "1")
    await choose(app, "e3")
    for key, move in (("ArrowUp", "c3"), ("End", "c4"), ("ArrowDown", "e3"), ("Home", ""), ("ArrowRight", "d3")):
        assert commands.stepped(app, key), key
        assert desk.tree.nodes[desk.node].move == move, key
    commands.do(app, "study-go", str(end))
    assert not commands.stepped(app, "End"), "the page may scroll"
    assert not commands.stepped(app, "ArrowUp")


@pytest.mark.parametrize("name", games.ready())
async def test_every_sign_of_an_analysis_is_in_its_legend(name: str) -> None:
    app, _, desk = await analysed(name)
    assert 'data-do="legend"' in shown(app)
    commands.do(app, "legend")
    html = shown(app)
    html = html[html.index('class="sheet legend"') :]
    assert desk.scale is None or html.count('class="worth"') == 4
    for sign, meaning in tree.MARK_NAMES.items():
        assert f'class="sign">{sign}</span>' in html
        assert english(meaning) in html
    # Every mark that the table can draw on a square is explained, except the marks of the pointer and the keyboard.
    elsewhere = {"over", "glow", "planned", "trail", "step", "meant", "hint", "focus"}
    assert set(legend_view.ON_BOARD) == set(marks.KINDS) - elsewhere
    assert all(english(meaning) in html for meaning in legend_view.ON_BOARD.values())


async def test_squares_bear_their_numbers_while_somebody_analyses_or_sets_up_a_position() -> None:
    app, _, _ = await analysed("checkers")
    labels = [app.labelled]
    for name, arg in (("draft", "checkers"), ("home", ""), ("set", "labels on")):
        commands.do(app, name, arg)
        labels.append(app.labelled)
    assert labels == [True, True, False, True]


async def test_buttons_that_set_up_a_position_are_told_apart_by_their_names() -> None:
    app = app_in(FakeWorld())
    await app.start()
    commands.do(app, "analyse")
    page = pages.page(app, app.words)
    names = [node.attrs["aria-label"] for node in page.walk() if node.attrs.get("data-do") == "draft"]
    assert len(names) == 4
    assert "Set up a position: American Checkers" in names
    assert len(set(names)) == len(names)


async def test_where_no_roll_has_a_value_yet_the_page_says_why() -> None:
    app, _, desk = await analysed("parcheesi")
    assert desk.match.throwing
    assert "These dice only decide who starts, so they have no value yet." in shown(app)
    analysis.bring(app, "parcheesi", Variations("S:n,n,n,n N:n,n,n,n S roll"))
    assert "The strongest opponent begins to look." in shown(app)
    await settle(lambda: bool(desk_of(app).average()))
    assert "On average: " in shown(app)
    assert "only decide" not in shown(app)


@pytest.mark.parametrize("name", games.ready())
def test_moves_are_numbered_in_pairs_only_where_two_sides_take_turns(name: str) -> None:
    game, alternate = games.load(name), True
    for seed in range(6):
        match, lot = game.match(seed, 2), Random(seed)
        while match.outcome() is None and match.ply < 200:
            match.play(lot.choice(match.position.moves()))
        turns = [position.turn for position in match.positions[: match.ply]]
        alternate &= all(turn in (0, 1) and turn == (turns[0] + ply) % 2 for ply, turn in enumerate(turns))
    assert game.paired == alternate


@pytest.mark.parametrize("name", ["reversi", "kilkenny", "parcheesi"])
async def test_one_comes_back_to_where_the_rules_impose_a_move_and_beyond(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis_table, "ROLL", 1)
    app, _, _ = await analysed(name)
    game, lot = games.load(name), Random(32)
    # A cat has no move for one of the rolls. Random play would reach such a position only after hundreds of games.
    start = game.notation.read_position("S:b2 N:d2,b4,d4 S roll") if name == "kilkenny" else game.match(1).position
    match: Match[Any, Any] = Match(game.ruleset, start, 1)
    while match.position.turn == CHANCE or game.rules.forced(match.position) is None:
        over = match.outcome() is not None or (match.position.turn != CHANCE and name == "kilkenny")
        match = Match(game.ruleset, start, 1) if over else match
        match.push(lot.choice(match.options()))
    tree = variations.of_match(match)
    analysis.bring(app, name, tree, tree.end(0))
    desk, ply = desk_of(app), match.ply
    await settle(lambda: desk.match.ply > ply and not desk.display.moving)
    assert not desk.earlier, "what is made by itself is nothing that could be undone"
    imposed, node = desk.match.written()[ply], desk.node
    commands.do(app, "study-go", str(desk.tree.path(node)[ply - 1]))
    await settle(lambda: bool(desk.known.lines) and not desk.display.moving)
    assert (desk.match.ply, desk.known.lines[0].moves[0]) == (ply, imposed)
    assert " ".join(english(desk.status).split()[-4:]) in shown(app), "it says why"
    assert english(desk.status) == english(game.speech.tell(match.position, game.rules.forced(match.position))[0])
    commands.do(app, "study-comment", "nothing else is left")
    commands.do(app, "study-back")
    assert desk.match.ply == ply - 1
    commands.do(app, "study-forward")
    commands.do(app, "study-forward")
    await settle(lambda: not desk.display.moving)
    assert desk.node == node
    assert desk.tree.nodes[desk.tree.nodes[node].parent].comment == "nothing else is left"


async def test_values_are_those_of_a_survey_and_stand_on_the_board_and_in_words() -> None:
    app, _, desk = await analysed()
    await moves(app, "d3")
    await settle(lambda: desk.known.depth >= 2)
    await settle(lambda: desk.choice.awaited is not None)
    look = desk.game.thinker.survey
    assert look is not None
    position, known = desk.match.position, desk.known
    lines = {desk.game.notation.read_move(position, line.moves[0]): line for line in known.lines}
    *_, direct = look(position, (), Scope(max(line.depth for line in known.lines)), Clock(1000.0))
    assert {line.moves[0] for line in direct.lines} == set(position.moves()) == set(lines)
    by_node = [line for line in direct.lines if line.depth == lines[line.moves[0]].depth]
    assert by_node
    for line in by_node:
        score = lines[line.moves[0]].score
        assert score is not None
        assert line.score is not None
        assert abs(score - line.score) < 1
    worths = desk.best_lines()
    assert set(worths) == {line.moves[0] for line in known.lines}
    html = shown(app)
    best = known.lines[0]
    assert 'class="worth"' in html
    assert desk.written(best) in html
    assert english(desk.value_sentences()[0]) == f"{best.moves[0]}: {desk.written(best)}, best"
    assert len(desk.value_sentences()) == len(known.lines)
    spoken = app.voice.spoken
    assert not any("best" in english(message) for message in spoken), "what changes by itself is not announced"
    assert commands.key(app, "v")
    assert app.voice.spoken == desk.value_sentences()


@pytest.mark.parametrize("name", ["checkers", "kilkenny", "parcheesi", "patchwork"])
async def test_every_value_is_the_one_that_a_direct_search_finds(name: str) -> None:
    app, _, desk = await analysed(name)
    for _ in range(20):  # dice may have to be rolled before the first choice
        if desk.match.position.turn != CHANCE and len(desk.match.options()) > 1:
            break
        await moves(app, "throw" if desk.match.position.turn == CHANCE else desk.match.options()[0])
    await settle(lambda: bool(desk.known.lines) and desk.known.lines[0].score is not None)
    known, position = desk.known, desk.match.position
    commands.do(app, "study-pause")
    look, write = desk.game.thinker.survey, desk.game.notation.write_move
    assert look is not None
    *_, direct = look(position, (), Scope(max(line.depth for line in known.lines)), Clock(1000.0))
    known_lines = {write(position, line.moves[0]): line for line in direct.lines}
    assert {line.moves[0] for line in known.lines} == set(known_lines) == set(desk.match.options())
    same = [line for line in known.lines if line.depth == known_lines[line.moves[0]].depth]
    assert same
    for line in same:
        assert desk.written(line) == desk.written(known_lines[line.moves[0]]._replace(moves=line.moves)), line.moves[0]


def _exact_margin(position: Any) -> int:
    """Return the exact final margin in discs of a Reversi position for the side to move, by full search."""
    ended = position.outcome()
    if ended is not None:
        ahead: int = position.black.bit_count() - position.white.bit_count()
        return ahead if position.turn == 0 else -ahead
    best = -64
    for move in position.moves():
        after = position.play(move)
        best = max(best, _exact_margin(after) if after.turn == position.turn else -_exact_margin(after))
    return best


async def test_values_near_the_end_are_those_of_trying_everything() -> None:
    app, _, _ = await analysed("reversi")
    match, lot = games.load("reversi").match(3), Random(8)
    while match.ply < 54:
        match.play(lot.choice(match.position.moves()))
    position = match.position
    commands.do(app, "import", games.load("reversi").notation.write_position(position))
    desk = desk_of(app)
    await settle(lambda: desk.known.exact and all(line.exact for line in desk.known.lines))
    assert len(desk.known.lines) == len(position.moves()) > 2
    for line in desk.known.lines:
        after = position.play(desk.game.notation.read_move(position, line.moves[0]))
        tried = _exact_margin(after) if after.turn == position.turn else -_exact_margin(after)
        assert line.score == tried, line.moves[0]


async def test_proven_values_stand_after_every_move_to_the_last_of_the_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app, _, _ = await analysed("reversi")
    game, lot = games.load("reversi"), Random(8)
    match = game.match(3)
    while match.ply < 54:
        match.play(lot.choice(match.position.moves()))
    start = match.position
    while match.outcome() is None:
        match.play(lot.choice(match.position.moves()))
    assert "pass" in match.written()[54:], "one turn passes"
    commands.do(app, "import", game.notation.write_position(start))
    tree = desk_of(app).tree
    node = 0
    for move in match.written()[54:]:
        tree, node = tree.played(node, move)
    analysis.bring(app, "reversi", tree)
    desk = desk_of(app)

    def valued() -> list[str]:
        return [move.value for row in desk.rows for part in row.stretches for turn in part for move in turn.moves]

    await settle(lambda: all(valued()))
    expected = []
    for before, move in zip(match.positions[54:], match.moves[54:], strict=False):
        after = before.play(move)
        worth = _exact_margin(after) if after.turn == before.turn else -_exact_margin(after)
        expected.append(desk.scale.written(worth))  # type: ignore[union-attr]
    assert valued() == expected
    commands.do(app, "study-end")
    outcome = match.outcome()
    assert outcome is not None
    assert desk.lead == game.scale.final(outcome)  # type: ignore[union-attr]
    assert 'class="balance"' in shown(app), "the bar stays at the end of the game"
    commands.do(app, "study-engine", "off")
    assert not any(valued())
    assert desk.lead is None
    # A new move may get the number of a deleted move.
    commands.do(app, "study-engine", "on")
    commands.do(app, "study-go", "1")
    commands.do(app, "study-delete")
    commands.do(app, "study-pause")
    assert (1, match.written()[55]) not in desk._proven


async def test_moves_of_checkers_are_valued_where_they_lead_and_by_piece_once_one_is_picked() -> None:
    app, _, desk = await analysed("checkers")
    await settle(lambda: desk.known.depth >= 1 and desk.choice.awaited is not None)
    everywhere = desk.best_lines()
    assert set(everywhere) <= {"13", "14", "15", "16"}
    commands.do(app, "tap", "11")
    assert {line.moves[0] for line in desk.best_lines().values()} == {"11-15", "11-16"}
    assert desk.written(desk.known.lines[0])[0] in "+−0"


async def test_the_best_moves_of_checkers_are_arrows_and_a_bar_along_the_board_tells_how_it_stands() -> None:
    app, _, desk = await analysed("checkers")
    await settle(lambda: desk.known.depth >= 1 and desk.choice.awaited is not None)
    for count in (1, 3, 5):
        commands.do(app, "study-lines", str(count))
        page = shown(app)
        ways = page[page.index('class="headway"') :]
        ways = ways[: ways.index("</svg>")]
        assert ways.count('class="head"') == count
        assert ways.count('class="best"') == 1
        assert ways.rindex("<g") == ways.index('<g class="best"'), "what matters most lies on top"
    bar = shown(app).partition('class="balance"')[2]
    sides = [part.partition('"')[0] for part in bar.split('data-side="')[1:3]]
    assert sides == [desk.seats.token(1 - desk.near), desk.seats.token(desk.near)]
    commands.do(app, "tap", "11")
    assert 'class="headway"' not in shown(app), "a man that is picked has its own values"


async def test_a_won_game_of_checkers_is_told_in_moves() -> None:
    scale = games.load("checkers").scale
    assert scale is not None
    assert [scale.written(value) for value in (35.0, -120.0, 0.0, 29_991.0, -29_992.0)] == [
        "+0.35",
        "−1.20",
        "0.00",
        "#5",
        "−#4",
    ]


async def test_it_stops_asking_when_it_is_to_pause_and_asks_again_about_another_position() -> None:
    app, world, desk = await analysed()
    await settle(lambda: desk.known.depth >= 2)
    commands.do(app, "study-pause")
    assert desk.paused
    await moves(app, "d3")
    await asyncio.sleep(0)  # a pending request is dropped
    count = len(world.engine.requests)
    for _ in range(50):
        await asyncio.sleep(0)
    assert len(world.engine.requests) == count
    commands.do(app, "study-pause")
    await settle(lambda: len(world.engine.requests) > count)
    request = read_request(world.engine.requests[-1])
    assert request.survey
    assert request.position == desk.game.notation.write_position(desk.match.position)


@pytest.mark.parametrize(
    ("name", "start"), [("kilkenny", "S:g12,h1 N:g4,h16 S roll"), ("parcheesi", "S:n,n,5,h3 N:12,12,46,H S roll")]
)
async def test_rolls_that_are_due_are_worth_what_a_survey_of_them_says_and_so_much_on_average(
    name: str, start: str
) -> None:
    app, world, _ = await analysed(name)
    game = games.load(name)
    analysis.bring(app, name, Variations(start))
    desk = desk_of(app)
    await settle(lambda: bool(desk.average()))
    position, worth = desk.match.position, dict[str, float]()
    assert game.survey is not None
    for roll in position.moves():
        clock = Clock(1e6, depth=1)
        after = position.play(roll)
        *_, last = game.survey(after, (), Scope(1, NODES, {}), clock)
        score = last.lines[0].score
        assert score is not None
        worth[game.notation.write_move(position, roll)] = score
    assert desk.rolled == pytest.approx(worth)
    mean = sum(chance * odds for chance, odds in zip(worth.values(), position.odds(), strict=True)) / sum(
        position.odds()
    )
    assert game.scale is not None
    assert desk.average() == game.scale.written(mean)
    html = shown(app)
    assert html.count('data-do="study-play"') == len(worth) + 1
    assert f"On average: {desk.average()}" in html
    commands.do(app, "announce-values")
    assert english(app.voice.spoken[0]) == f"On average: {desk.average()}"
    assert len(world.engine.requests) >= len(worth)


@pytest.mark.parametrize("roll", ["roll", "[3,2]"])
async def test_no_percentages_are_told_where_others_play_on_for_places(roll: str) -> None:
    app, _, _ = await analysed("parcheesi")
    analysis.bring(app, "parcheesi", Variations(f"S:n,n,5,h3 N:12,12,46,H S {roll} house=places:on"))
    desk = desk_of(app)
    await settle(lambda: bool(desk.average() if roll == "roll" else desk.known.lines))
    html = pages.page(app, app.words)
    commands.do(app, "announce-values")
    messages = [english(message) for message in app.voice.spoken]
    assert any(re.search(r": [+−]?\d+", text) for text in messages), "moves are valued all the same"
    assert not any("%" in text for text in (html.text, *messages))
    assert "chance to win" not in html.text.lower()


async def test_variations_of_a_pdn_text_are_analysed_and_a_wrong_one_is_left_out_with_a_note() -> None:
    app, _, _ = await analysed("checkers")
    commands.do(app, "import", "1. 11-15 (1. 9-14 22-18) 1... 23-19 *")
    assert len(desk_of(app).tree.nodes) == 5
    commands.do(app, "import", "1. 11-15 (1. 9-15) 1... 23-19 *")
    assert app.voice.complaint is None
    assert app.voice.toast is not None
    assert "“9-15” (line 1) cannot be played" in app.words(app.voice.toast.text)
    assert len(desk_of(app).tree.nodes) == 3


async def test_the_move_that_was_made_stands_beside_the_best_one_which_can_be_played_instead() -> None:
    app, _, desk = await analysed("checkers")
    await settle(lambda: len(desk.known.lines) == 7)
    best, worst = desk.known.lines[0], desk.known.lines[-1]
    assert desk.compared() is None
    await moves(app, worst.moves[0])
    assert desk.compared() == (worst, best)
    html = shown(app)
    assert "This move" in html
    commands.do(app, "study-instead", best.moves[0])
    await settle(lambda: not desk.display.moving)
    assert desk.tree.moves(desk.node) == best.moves[:1]
    assert len(desk.tree.nodes) == 3
    assert desk.compared() is None


async def test_no_more_are_kept_than_there_is_room_for_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis_table, "MOST_KEPT", 1)
    app, _, _ = await analysed("checkers")
    commands.do(app, "analyse", "reversi")
    await moves(app, "d3")
    assert list(app.kept.analyses) == ["checkers"]
    assert app.voice.toast is not None
    assert english(app.voice.toast.text) == "No more than 1 analyses are kept. Delete one to keep this one."
    commands.do(app, "forget-analysis", "checkers")
    await moves(app, "c3")
    assert list(app.kept.analyses) == ["reversi"]


async def test_what_was_analysed_is_listed_with_the_name_it_was_given_and_can_be_deleted() -> None:
    app, world, _ = await analysed("checkers")
    commands.do(app, "analyse", "reversi")
    await moves(app, "d3", "c3")
    commands.do(app, "name-analysis", "reversi  Rose {line}")
    assert desk_of(app).tree.nodes[0].comment == "Rose (line)", "at the table itself"
    commands.do(app, "study-leave")
    commands.do(app, "analyse")
    listed = to_html(pages.page(app, app.words))
    assert "Rose (line)" in listed
    assert listed.count('data-do="forget-analysis"') == 1, "of checkers no move was looked at"
    commands.do(app, "name-analysis", "reversi The Rose")
    commands.do(app, "name-analysis", "chess nothing")
    await app.kept.queue.settled()
    again, world, desk = await analysed("reversi", FakeWorld(world.store.texts))
    assert desk.tree.nodes[0].comment == "The Rose"
    assert len(desk.tree.nodes) == 3
    commands.do(again, "study-leave")
    text = again.kept.analyses["reversi"]
    commands.do(again, "forget-analysis", "reversi")
    await again.kept.queue.settled()
    assert "reversi" not in again.kept.analyses
    assert "analysis.reversi" not in world.store.texts
    toast = again.voice.toast
    assert toast is not None
    assert english(toast.text) == "The analysis was deleted."
    commands.do(again, "restore-analysis", "checkers")
    assert "reversi" not in again.kept.analyses, "another one was deleted"
    commands.do(again, toast.do, toast.arg)
    await again.kept.queue.settled()
    assert again.kept.analyses["reversi"] == world.store.texts["analysis.reversi"] == text
    assert again.voice.toast is None
    again.kept.keep_analysis("reversi", "newer")
    commands.do(again, "restore-analysis", "reversi")
    assert again.kept.analyses["reversi"] == "newer", "asked twice, it does nothing"


async def test_an_hour_of_looking_keeps_no_more_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis_table, "REMEMBERED", 1)
    monkeypatch.setattr(analysis_table, "EARLIER", 4)
    monkeypatch.setattr(analysis_table, "FIRST", 0)
    app, _, desk = await analysed("parcheesi")
    desk._rolled.update({str(number): {} for number in range(9)})
    for step in range(30):
        before = desk.node
        moved = desk.match.position.moves()
        move = moved[step % len(moved)]  # the rolls for who starts must not stay equal
        commands.do(app, "study-play", desk.match.ruleset.notation.write_move(desk.match.position, move))
        await settle(lambda: desk.node != before)  # noqa: B023 - it is awaited here
        if desk.match.position.turn == CHANCE and not desk.match.throwing:
            await settle(lambda: desk._name in desk._rolled)
    assert len(desk.tree.nodes) > 30
    assert len(desk._known) <= 1
    assert len(desk._rolled) <= 1
    assert len(desk.earlier) <= 4


async def test_a_question_about_a_position_that_was_left_is_dropped() -> None:
    app, world, desk = await analysed()
    world.engine.gate = asyncio.Event()
    await settle(lambda: bool(world.engine.requests))
    ticket = read_request(world.engine.requests[-1]).ticket
    await moves(app, "d3")
    await settle(lambda: bool(world.engine.dropped))
    assert ticket in world.engine.dropped
    world.engine.gate.set()
    assert desk.known == Known()


async def test_an_opponent_that_does_not_answer_is_told_of_and_may_be_asked_again() -> None:
    world = FakeWorld()
    world.engine.dead = 1
    app, _, desk = await analysed(world=world)
    await settle(lambda: desk.silent)
    assert "did not respond" in shown(app)
    commands.do(app, "study-pause")
    await settle(lambda: desk.known.depth >= 1)
    assert not desk.silent


async def test_what_was_looked_at_is_there_after_a_reload_and_can_be_undone() -> None:
    app, world, desk = await analysed()
    await moves(app, "d3", "c3")
    commands.do(app, "study-mark", "!?")
    for text in ("W", "Wh", "Why"):
        commands.do(app, "study-comment", f" {text}")
    await moves(app, "c4")
    commands.do(app, "study-delete")
    assert desk.match.written() == ["d3", "c3"]
    html = shown(app)
    assert "Why" in html
    assert "Interesting move" in html
    await settle(lambda: "Why" in world.store.texts.get(ANALYSIS_KEY + "reversi", ""))
    things = [layer.text for layer in opened(app)]
    other = app_in(FakeWorld(world.store.texts))
    await other.start()
    reopen(other, [read_open(text) for text in things])
    again = desk_of(other)
    assert again.match.written() == ["d3", "c3"]
    assert again.tree.write(again.node) == desk.tree.write(desk.node)
    commands.do(app, "study-undo")
    assert desk.tree.after(desk.node, "c4") is not None or desk.match.written()[-1] == "c4"
    for _ in range(2):
        commands.do(app, "study-undo")
    assert not any(node.comment for node in desk.tree.nodes.values())
    back(app)
    assert app.table is None


async def test_the_game_at_a_table_is_analysed_from_the_position_shown_and_waits_behind() -> None:
    app = app_in(FakeWorld())
    await app.start()
    app.begin(Plan("reversi", (SeatPlan(), SeatPlan())))
    for spot in ("d3", "c3", "c4"):
        await settle(lambda: sitting_at(app).choice.awaited is not None)
        commands.do(app, "tap", spot)
        await asyncio.sleep(0)
    game = sitting_at(app)
    await settle(lambda: game.match.ply == 3)
    commands.do(app, "back")
    commands.do(app, "analyse")
    desk = desk_of(app)
    assert desk.match.written() == ["d3", "c3"]
    assert desk.tree.moves(desk.tree.end(0)) == ("d3", "c3", "c4")
    assert game.about.helped
    await choose(app, next(move for move in desk.match.options() if move != "c4"))
    commands.do(app, "study-leave")
    assert app.table is game
    assert game.match.ply == 3
    commands.do(app, "analyse")
    assert len(desk_of(app).tree.nodes) == 5, "what was looked at before is there again"


async def test_the_players_and_the_result_stand_above_an_analysis_that_has_them() -> None:
    app = app_in(FakeWorld())
    await app.start()
    app.begin(Plan("checkers", (SeatPlan(name="Asha"), SeatPlan("bot", 1))))
    await settle(lambda: sitting_at(app).choice.awaited is not None)
    commands.do(app, "analyse")
    html = shown(app)
    above = html[html.index('class="whose"') : html.index('class="asking"')]
    assert "Asha" in above
    assert english(games.load("checkers").level(1).name) in above
    ended = '[Black "Chitra"]\n[White "Bela"]\n[Result "1-0"]\n\n1. 11-15 23-19 1-0\n'
    commands.do(app, "import", ended)
    html = shown(app)
    above = html[html.index('class="whose"') : html.index('class="goal"')]
    assert "Chitra" in above, "not those of the table that waits behind"
    assert "Asha" not in above
    assert "Bela" in above
    assert "wins" in above


async def test_one_plays_on_from_the_position_that_is_shown() -> None:
    app, _, _ = await analysed("checkers")
    await moves(app, "11-15", "23-19")
    commands.do(app, "study-challenge")
    assert app.setup.plan is not None
    commands.do(app, "play")
    game = sitting_at(app)
    assert game.kind == "own"
    assert game.match.written() == ["11-15", "23-19"]


async def test_an_analysis_is_written_as_text_and_opened_again() -> None:
    app, _, desk = await analysed("checkers")
    await moves(app, "11-15", "23-19")
    commands.do(app, "study-back")
    await moves(app, "22-18")
    own, pdn = desk.text_in(""), desk.text_in("pdn")
    assert "( 2. 22-18 )" in own
    assert "( 1... 22-18 )" in pdn
    commands.do(app, "record")
    assert "22-18" in shown(app)
    commands.do(app, "home")
    commands.do(app, "import", own)
    again = desk_of(app)
    assert len(again.tree.nodes) == 4
    assert again.number != desk.number
    commands.do(app, "import", own.replace("22-18", "22-99"))
    assert app.voice.complaint is not None


async def test_a_position_or_a_game_of_any_form_that_comes_while_one_analyses_is_analysed() -> None:
    app, _, _ = await analysed("checkers")
    commands.do(app, "import", "W:W21,22:BK10")
    desk = desk_of(app)
    assert desk.game.name == "checkers"
    assert desk.match.position.turn == 1
    commands.do(app, "import", "f5d6c3")
    assert desk_of(app).tree.moves(desk_of(app).tree.end(0)) == ("f5", "d6", "c3")
    commands.do(app, "import", "f5a1")
    assert app.voice.complaint is not None


def _gives_an_answer_away(app: App) -> list[str]:
    """Return the kinds of marks on the page that reveal how good a move is."""
    html = shown(app)
    signs = ("worth", "offer-worth", "headway", "ghost", "value", "best", "others", "balance", "weighed")
    return [sign for sign in signs if f'class="{sign}"' in html]


@pytest.mark.parametrize("name", games.ready())
async def test_values_that_are_hidden_stay_hidden_on_this_device_and_nobody_is_asked(name: str) -> None:
    app, world, desk = await analysed(name)
    while desk.match.position.turn == CHANCE:
        await moves(app, "throw")
    await settle(lambda: bool(desk.known.lines) and bool(_gives_an_answer_away(app)))
    commands.do(app, "study-engine", "off")
    assert _gives_an_answer_away(app) == []
    assert "The values are hidden." in shown(app)
    await asyncio.sleep(0)
    count = len(world.engine.requests)
    await moves(app, desk.match.options()[0])
    for _ in range(50):
        await asyncio.sleep(0)
    commands.do(app, "announce-values")
    assert [english(message) for message in app.voice.spoken] == ["The values are hidden."]
    assert desk.compared() is None
    assert not commands.COMMANDS["hint"].when(app)
    assert len(world.engine.requests) == count
    await settle(lambda: '"engine": false' in world.store.texts.get("settings", ""))
    later, world, desk = await analysed(name, FakeWorld(world.store.texts))
    for _ in range(50):
        await asyncio.sleep(0)
    assert _gives_an_answer_away(later) == []
    assert not world.engine.requests
    commands.do(later, "study-engine", "on")
    while desk.match.position.turn == CHANCE:
        await moves(later, "throw")
    await settle(lambda: bool(_gives_an_answer_away(later)))


async def test_an_exercise_hides_its_answer_until_whoever_opens_it_asks() -> None:
    app, _, desk = await analysed("checkers")
    await moves(app, "11-15", "23-19")
    assert send.address(app, desk).partition("#")[2].startswith("a=1.")
    commands.do(app, "study-engine", "off")
    fragment = send.address(app, desk).partition("#")[2]
    assert fragment.startswith("a=3.")
    world = FakeWorld()
    pupil = app_in(world)
    await pupil.start()
    send.follow(pupil, fragment)
    opened_desk = desk_of(pupil)
    for _ in range(50):
        await asyncio.sleep(0)
    assert opened_desk.match.written() == ["11-15", "23-19"]
    assert _gives_an_answer_away(pupil) == []
    assert not world.engine.requests
    assert "The sender hid the values" in shown(pupil)
    assert pupil.settings.engine, "the device keeps its own choice"
    assert send.address(pupil, opened_desk).partition("#")[2] == fragment, "who sends it on hides the answer, too"
    key = ANALYSIS_KEY + opened_desk.number
    await settle(lambda: key in world.store.texts)
    again = app_in(FakeWorld(world.store.texts))
    await again.start()
    commands.do(again, "analyse", opened_desk.number)
    assert desk_of(again).quiet, "a reload shows no answer"
    commands.do(again, "draft")
    commands.do(again, "draft-analyse")
    assert not desk_of(again).engine, "nor does the position, set up by hand"
    commands.do(pupil, "study-engine", "on")
    await settle(lambda: bool(_gives_an_answer_away(pupil)))
    assert send.address(pupil, opened_desk).partition("#")[2].startswith("a=1.")


@pytest.mark.parametrize("name", games.ready())
async def test_every_game_has_a_board_to_think_at(name: str) -> None:
    app, _, desk = await analysed(name)
    html = shown(app)
    assert 'class="table lesson study"' in html
    if desk.match.position.turn == -1:
        assert "Roll the dice" in html
        await moves(app, "throw")
    else:
        await moves(app, desk.match.options()[0])
    assert desk.match.ply >= 1
    await settle(lambda: desk.outcome is None)
    commands.do(app, "study-back")
    assert desk.match.ply == 0
    shown(app)
    commands.do(app, "home")
    commands.do(app, "analyse")
    assert "1 move was looked at." in shown(app)


async def test_games_whose_opponents_tell_no_values_say_what_they_would_play() -> None:
    app, _, desk = await analysed("patchwork")
    await settle(lambda: bool(desk.known.lines))
    assert desk.scale is None or desk.best_lines() is not None
    if desk.scale is None:
        assert desk.known.onward == 0
        assert "would play" in english(desk.value_sentences()[0])
        assert "tell only which move" in shown(app)


async def test_where_the_device_asks_for_little_motion_values_are_renewed_once_a_second() -> None:
    for still in (False, True):
        world = FakeWorld()
        app = app_in(world)
        app.window.still = still
        await app.start()
        commands.do(app, "analyse", "reversi")
        await settle(lambda app=app: desk_of(app).known.depth >= 2)  # type: ignore[misc]
        assert (1.0 in world.clock.slept) == still
        app.pause()


async def test_purchases_of_patchwork_are_valued_on_the_patches_and_their_best_place_is_ghosted() -> None:
    app, _, desk = await analysed("patchwork")
    await settle(lambda: desk.known.depth >= 2 and desk.choice.awaited is not None)
    placings = desk.placings
    assert {value.picks[0] for value in placings} == {spot for spot, near in desk.choice.trying.offers if near}  # type: ignore[union-attr]
    html = shown(app)
    assert html.count('class="offer-worth"') == len(placings)
    bought = next(value for value in placings if len(value.picks) == 3)
    assert bought.moves == 2
    assert len(bought.covers) > 1
    commands.do(app, "tap", bought.picks[0])
    looked = placement_hints.looked_at(placings, desk.choice.trying)
    assert looked is bought, "it is held elsewhere"
    assert 'class="ghost"' in shown(app)
    assert english(desk.value_sentences()[placings.index(bought)]).startswith(" ".join(bought.line.moves[:2]))
    trying = desk.choice.trying
    assert trying is not None
    trying.hold(bought.picks)
    html = shown(app)
    assert 'class="ghost"' not in html, "it lies there"
    assert 'class="worth"' in html
    commands.do(app, "confirm")
    await settle(lambda: desk.match.ply == 2)
    assert desk.tree.moves(desk.node) == bought.line.moves[:2]


async def test_rings_and_arrows_are_kept_with_the_move_told_in_words_and_can_be_undone() -> None:
    app, _, desk = await analysed()
    await moves(app, "d3")
    commands.do(app, "study-sketch", "c3")
    assert 'class="drawings"' in shown(app)
    assert desk.tree.nodes[desk.node].drawings == ()
    for drawing in ("c3", "d3>f5", "zz", "d3>zz", ""):
        commands.do(app, "study-draw", drawing)
    assert desk.tree.nodes[desk.node].drawings == ("c3", "d3>f5")
    assert desk.drawings() == ("c3", "d3>f5")
    assert "Ring: c3" in shown(app)
    assert "Arrow: d3 – f5" in shown(app)
    commands.do(app, "study-sketch", "c3")
    assert desk.drawings() == ("d3>f5",)
    commands.do(app, "study-sketch")
    analyses = app.kept.analyses["reversi"]
    assert analysis.read_kept("reversi", analyses).tree == desk.tree
    commands.do(app, "study-back")
    assert "drawings" not in shown(app)
    commands.do(app, "study-forward")
    assert "drawings" in shown(app)
    commands.do(app, "study-wipe")
    assert desk.drawings() == ()
    commands.do(app, "study-undo")
    assert desk.drawings() == ("c3", "d3>f5")


async def test_a_place_without_coordinates_is_drawn_at_in_words() -> None:
    app, _, desk = await analysed("parcheesi")
    commands.do(app, "study-draw", "space 35>nest north")
    assert english(desk.drawing_text(desk.drawings()[0])) == "Arrow: Space 35, empty – seat 1's nest, 4 pawns"


async def test_keys_draw_where_they_are_and_what_they_drew_is_said() -> None:
    app, _, desk = await analysed("checkers")
    desk.display.cursor = "9"
    commands.key(app, "o")
    assert desk.drawings() == ("9",)
    assert [english(message) for message in app.voice.spoken] == ["Ring: 9"]
    commands.key(app, "o")
    assert desk.drawings() == ()
    assert [english(message) for message in app.voice.spoken] == ["Taken away: Ring: 9"]
    commands.key(app, "e")
    assert desk.drawings() == ("9",)
    assert "The arrow begins here" in english(app.voice.spoken[0])
    desk.display.cursor = "14"
    commands.key(app, "e")
    assert desk.tree.nodes[0].drawings == ("9>14",)
    assert [english(message) for message in app.voice.spoken] == ["Arrow: 9 – 14"]
    commands.key(app, "e")
    commands.key(app, "e")
    assert desk.drawings() == ("9>14",)
    commands.key(app, "e")
    await moves(app, "9-14")
    assert desk.arrow_from == ""
    assert desk.drawings() == ()


@pytest.mark.parametrize("name", ["reversi", "checkers", "patchwork"])
async def test_the_move_made_and_the_best_one_are_played_on_side_by_side(name: str) -> None:
    app, _, desk = await analysed(name)
    await settle(lambda: bool(desk.known.lines))
    assert not commands.COMMANDS["compare"].when(app)
    best, worst = desk.known.lines[0], desk.known.lines[-1]
    await moves(app, worst.moves[0])
    assert commands.COMMANDS["compare"].when(app)
    commands.do(app, "compare", "1")
    page = shown(app)
    assert page.count('class="side"') == 2
    assert page.count("<svg") >= 2
    assert best.moves[0] in page
    assert worst.moves[0] in page
    longest = max(len(best.moves), len(worst.moves))
    for step in ("2", "99", "nonsense", "-1"):
        commands.do(app, "compare", step)
        number = min(2, longest) if step == "2" else longest  # a step that is no move number changes nothing
        assert longest == 1 or f"Move {number} of {longest}" in shown(app)
    commands.do(app, "close")
    await moves(app, "nothing")
    commands.do(app, "study-instead", best.moves[0])
    await settle(lambda: not desk.display.moving)
    assert not commands.COMMANDS["compare"].when(app)


@pytest.mark.parametrize(("name", "sought", "texts", "number"), [
    ("reversi", " rose", ("Rose", "Rose-Bill", "Rose v Toth"), "Rose"),
    ("reversi", " peasant", ("Snake / Peasant",), "Snake / Peasant"),
    ("reversi", " f.a.t. d3", ("F.A.T.", "No F.A.T.", "Low F.A.T."), "F.A.T."),
    ("checkers", " Fourteenth 4-8", ("Old Fourteenth",), "Old Fourteenth"),
])  # fmt: skip
async def test_an_opening_is_found_by_its_name_and_looked_at_as_a_branch(
    name: str, sought: str, texts: tuple[str, ...], number: str
) -> None:
    app, _, desk = await analysed(name)
    first = desk.match.ruleset.notation.write_move(desk.match.position, desk.match.position.moves()[0])
    await moves(app, first)
    commands.do(app, "openings")
    known = desk.game.named_openings()
    assert shown(app).count('data-do="study-opening"') == len(known)
    commands.do(app, "openings", sought)
    page = shown(app)
    assert all(f">{text}</span>" in page for text in texts)
    assert page.count('data-do="study-opening"') < 12
    commands.do(app, "openings", " no such name")
    assert "There is no such opening." in shown(app)
    place = [opening for opening, _ in known].index(number)
    for wrong in ("", "-1", "x", "9999"):
        commands.do(app, "study-opening", wrong)
    commands.do(app, "study-opening", str(place))
    await settle(lambda: not desk.display.moving)
    assert desk_of(app) is desk
    assert app.place.sheet is None
    assert desk.tree.moves(desk.node) == known[place][1]
    assert desk.game.opening(desk.match) == number
    assert [desk.tree.nodes[node].move for node in desk.tree.nodes[0].next] == [first, known[place][1][0]]
    assert f"Opening: {number}" in shown(app)


async def test_every_named_opening_can_be_looked_at() -> None:
    for name in games.ready():
        game = games.load(name)
        for called, line in game.named_openings():
            match = game.match(1, 2)
            for move in line:
                match.push(move)
            assert tuple(match.written()) == line
            assert game.opening(match) == called or called[0].isdigit()


async def test_a_tree_that_is_full_says_so_and_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variations, "MOST", 3)
    app, _, desk = await analysed()
    await choose(app, "d3", "c3", "c4")
    tree, node, _ = desk.analysis_state()

    async def refused(name: str, arg: str) -> None:
        app.voice.toast = None
        await settle(lambda: desk.choice.awaited is not None)
        commands.do(app, name, arg)
        await settle(lambda: "An analysis holds no more than" in toast(app))
        assert desk.analysis_state()[:2] == (tree, node)
        assert desk.match.written() == ["d3", "c3", "c4"]

    await refused("tap", "e3")
    await refused("study-play", "e3")
    await refused("study-instead", "b3")
    commands.do(app, "study-back")
    await choose(app, "c4")  # existing moves can still be followed
    commands.do(app, "study-delete")
    await choose(app, "b3")
    assert desk.tree.moves(desk.node) == ("d3", "c3", "b3")
