"""Test processing time: readers of foreign text take linear time, and long games stay fast."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Any

import pytest

from chowk.app import commands, pages
from chowk.core import json_record, record
from chowk.core.errors import TextError
from chowk.core.match import Match
from chowk.features.sharing import collection, foreign_texts
from chowk.games import find_ruleset, load
from chowk.games.checkers import notation as checkers
from chowk.storage import exchange, saves
from chowk.storage.plan import Plan, SeatPlan
from tests.fakes import FakeWorld, app_in, sitting_at
from tests.unit.shelf import Table, walks

TIMES = 16
"""Ratio of the length of the longer input to that of the shorter input."""
BEARABLE = 4 * TIMES
"""Maximum ratio of the time for the longer input to that for the shorter input. Quadratic cost would mean 256."""


def spent(read: Callable[[str], Any], text: str) -> float:
    """Return the processor time for reading a text, in seconds: the shortest of three runs."""

    def once() -> float:
        began = time.process_time()
        with contextlib.suppress(TextError):
            read(text)
        return time.process_time() - began

    return min(once() for _ in range(3))


def a_record(game: str, moves: int) -> str:
    """Return the first moves of a random game, at most `moves`, as a record (text)."""
    match = walks(Table(game, load(game).sign.seats[0]))[0].match
    return record.write(match.until(min(moves, match.ply)))


def turn_by_turn(game: str) -> str:
    """Return the text of a game without moves, in turn-by-turn notation."""
    return load(game).notation.write_game(load(game).match(), "turns", {})


def pdn(text: str) -> Any:
    return load("checkers").notation.read_games(text)


def pdn_tree(text: str) -> Any:
    return checkers.read_variations(text)


def transcript(text: str) -> Any:
    return load("reversi").notation.read_games(text)


def reversi_tree(text: str) -> Any:
    read = load("reversi").read_variations
    assert read is not None
    return read(text)


JSON = (
    json_record.write(load("reversi").match())
    .replace(',"result":null', "")
    .replace('"variations":[]', '"variations":[{"after":0,"moves":[]}]')
)


def json_text(text: str) -> Any:
    return json_record.read(text + ("]}" if text.startswith(JSON[:-3]) else ""), find_ruleset)


def comments(text: str) -> Any:
    read = load("kilkenny").read_variations
    assert read is not None
    return read(text)


def listed(text: str) -> Any:
    return list(collection.split(text))


def kept_record(text: str) -> Any:
    return record.read(text, find_ruleset)


def save(text: str) -> Any:
    return saves.read_save(text, find_ruleset)


HOSTILE: list[tuple[str, Callable[[str], Any], str, str]] = [
    # name of the case, reader, beginning of the text, repeated part of the text
    ("an open variation of braces", pdn, "11-15 (", "{ "),
    ("an open variation of braces, the last one closed", pdn, "} 11-15 (", "{ "),
    ("variations in variations", pdn, "11-15 ", "("),
    ("variations opened and closed", pdn, "11-15 ", "( {) } )"),
    ("headers that are none", pdn, "11-15 (", "[Event "),
    ("header over header", pdn, "", '[Event "x"] '),
    ("games without moves", pdn, "", '[FEN "B:W18:B9"] * '),
    ("results", pdn, "11-15 ", "1-0 "),
    ("dots", pdn, "11-15 ", "1... "),
    ("digits", pdn, "11-15 (", "123456789"),
    ("comments in a line", pdn, "11-15 ", "; {\n"),
    ("comments in comments of PDN", pdn, "11-15 ", "{a {b} "),
    ("comments after one move", pdn, "11-15 ", "{a} "),
    ("words in parentheses", pdn, "11-15 (ab", "(x) "),
    ("headers that do not end", pdn, "", '[Event "x'),
    ("stars", pdn, "11-15 ", "*{a}"),
    ("signs that nobody sees", pdn, "11-15 ", "\u200b\u200d"),
    ("routes", pdn, '[FEN "B:W6,7,14,15,29:B2"] ', "2x18 "),
    ("bad games", pdn, "", "1. 11-15 hello\n"),
    ("halves of moves", pdn, "11-15 ", "11 - "),
    ("comments of a tree", pdn_tree, "11-15 ", "{a} "),
    ("commands in a comment", pdn_tree, "11-15 {", "[%clk "),
    ("variations of a tree", pdn_tree, "11-15 ", "(1. 9-14 {a}) "),
    ("rows of a board", transcript, "", "- - \n"),
    ("boards", transcript, "", "-" * 64 + "\n"),
    ("games a line", transcript, "", "d3\nc4\nf5\ne6\n"),
    ("words in a transcript", transcript, "f5d6c3d3 ", "hello\n"),
    ("headers of a transcript that do not end", transcript, "", '[Event "x'),
    ("properties that do not end", transcript, "(;GM[Othello]", "B["),
    ("games of a server", transcript, "", "(;GM[Othello]B[F5];)\n"),
    ("values of a tree that do not end", transcript, "(;GM[2];B[f5]", "C["),
    ("values of a tree with strokes", transcript, "(;GM[2];B[f5]C[", "\\]"),
    ("names of properties", transcript, "(;GM[2];B[f5]", "AB "),
    ("variations of Othello", reversi_tree, "(;GM[2];B[f5]", "(;W[d6])"),
    ("variations that are not closed", reversi_tree, "(;GM[2];B[f5]", "("),
    ("comments of a move of Othello", reversi_tree, "(;GM[2];B[f5]", "C[a]"),
    ("drawings of Othello", reversi_tree, "(;GM[2];B[f5]", "CR[a1:b2]"),
    ("trees of Othello", transcript, "", "(;GM[2];B[f5])"),
    ("trees of a file", listed, "", "(;GM[2];B[f5])\n"),
    ("beginnings of trees", listed, "(;GM[2]", "(;"),
    ("lines of a server", transcript, "", "|a (1 *)\n"),
    ("who played", transcript, "", "Black: a\n"),
    ("values of squares", transcript, "-" * 64, ";A2:+38"),
    ("numbers of moves", transcript, "d3 ", "1. "),
    ("semicolons", transcript, "d3", ";"),
    ("digits of a number", transcript, "d3 ", "11"),
    ("comments in comments", kept_record, a_record("reversi", 2).replace("*", ""), "{"),
    ("numbers in a record", kept_record, a_record("reversi", 2).replace("*", ""), "1. "),
    ("headers of a record", kept_record, "", '[Event "x"]\n'),
    ("quotes in a header", kept_record, '[Game "reversi"]\n[Event "', '\\"'),
    ("empty lines", kept_record, "", "\n"),
    ("games of Kilkenny Cats", load("kilkenny").notation.read_games, "", turn_by_turn("kilkenny")),
    ("games of Parcheesi", load("parcheesi").notation.read_games, "", turn_by_turn("parcheesi")),
    ("games of Patchwork", load("patchwork").notation.read_games, "", turn_by_turn("patchwork")),
    ("empty lines between games", load("patchwork").notation.read_games, turn_by_turn("patchwork"), "\n"),
    ("comments turn by turn", comments, turn_by_turn("kilkenny").replace("*", ""), "{a} "),
    ("games of a file", listed, "", '[Event "x"]\n1. 11-15 {\n'),
    ("moves as JSON", json_text, '{"chowk": "game", "moves": [', '{"move": "d3"},'),
    ("variations as JSON", json_text, JSON[:-3], ',{"after":0,"moves":[{"move":"d3"}]}'),
    ("brackets", save, "", "["),
    ("braces", save, "", '{"a":'),
    ("quotes", save, "{", '"'),
    ("quotes behind strokes", save, '{"', '\\"'),
    ("games in a file", exchange.read, '{"chowk": "games", "form": 1, "games": [', '"[", '),
    ("anything", foreign_texts.read_text, "", "{"),
    ("native digits", foreign_texts.read_text, "", "১"),
]


@pytest.mark.parametrize(("read", "begins", "piece"), [row[1:] for row in HOSTILE], ids=[row[0] for row in HOSTILE])
def test_readers_work_in_proportion_to_what_they_read(read: Callable[[str], Any], begins: str, piece: str) -> None:
    count = max(2, 4000 // len(piece))
    while (short := spent(read, begins + piece * count)) < 0.002 and count * len(piece) * TIMES < 400_000:
        count *= 2
    assert spent(read, begins + piece * count * TIMES) <= BEARABLE * max(short, 0.002)


def test_of_a_file_of_many_games_only_those_are_replayed_that_are_asked_for() -> None:
    games = load("checkers").notation.read_games('[Event "a"] 1. 11-15 *\n' + '[Event "b"] 1. 1-32 *\n' * 3000)
    assert len(games) == 3001
    assert games[0].moves == ("11-15",)
    with pytest.raises(TextError) as error:
        games[1]
    assert (error.value.line, error.value.column) == (2, 16)
    assert [game.headers["Event"] for game in games[:1]] == ["a"]


def test_a_transcript_that_is_too_long_is_refused() -> None:
    with pytest.raises(TextError, match="too long"):
        transcript("d3" + " " * 10_000)


@pytest.mark.parametrize("command", ["undo", "back"])
async def test_a_step_back_in_a_game_of_four_thousand_moves_is_no_wait(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, world = load("checkers"), FakeWorld()
    start = game.notation.read_position("B:WK18,K32:BK1,K12 repetition=off forty=off")
    match: Match[Any, Any] = Match(game.ruleset, start)
    for move in ("1-5", "32-28", "5-1", "28-32") * 1000:
        match.push(move)
    app = app_in(world)
    await app.start()
    plan = Plan("checkers", (SeatPlan(), SeatPlan()), {"repetition": "off", "forty": "off"})
    app.resume(saves.Save("0" * 16, plan, match, world.clock.now(), world.clock.now()))
    table = sitting_at(app)
    while table.choice.awaited is None:
        await asyncio.sleep(0)
    pages.page(app, app.words)

    def step() -> float:
        began = time.process_time()
        commands.do(app, command)
        pages.page(app, app.words)
        return time.process_time() - began

    moves: list[Any] = []
    tell = game.speech.tell

    def telling(before: Any, move: Any) -> Any:
        moves.append(move)
        return tell(before, move)

    monkeypatch.setattr(game.speech, "tell", telling)
    took = min(step() for _ in range(5))
    assert len(moves) <= 5, "what was told of the other moves stays"
    assert (table.match.ply, table.ply) == (4000 - 5 * (command == "undo"), 3995)
    assert took < 0.05


def test_what_was_written_of_a_game_is_written_once() -> None:
    match = load("reversi").match(1)
    for _ in range(6):
        match.play(match.position.moves()[0])
    first = match.written()
    for _ in range(2):
        match.undo()
    match.play(match.position.moves()[-1])
    again: Match[Any, Any] = Match(match.ruleset, match.position_after(0), match.seed)
    for move in match.written():
        again.push(move)
    assert again.position == match.position
    assert match.written()[:4] == first[:4]
    assert match.written()[4:] != first[4:5]
