"""Test opening a text: a finished or annotated game opens as an analysis, and an unfinished game asks who plays."""

from __future__ import annotations

import re

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core import variations
from chowk.core.message import english
from chowk.features.analysis.analysis import read_kept
from chowk.features.analysis.table import AnalysisTable
from chowk.storage.plan import Plan, SeatPlan
from tests.fakes import FakeWorld, app_in, sitting_at
from tests.unit import shelf
from tools.shared.html import to_html

HEADERS = '[Event "Tour of the north"]\n[Date "1998.05.03"]\n[Black "Asha"]\n[White "Kishan"]\n[Result "{result}"]\n\n'
LINE = "1. 11-15 22-18 2. 15x22 25x18"
TREE = "{A quiet start} 1. 11-15! 22-18 (1... 23-19 2. 8-11 {solid} (2. 9-14?)) 2. 15x22 25x18"
PDN = {
    "variations": HEADERS.format(result="*") + TREE + " *",
    "over": HEADERS.format(result="1-0") + LINE + " 1-0",
    "both": HEADERS.format(result="1-0") + TREE + " 1-0",
    "a comment": HEADERS.format(result="*") + "1. 11-15 {best} 22-18 2. 15x22 25x18 *",
    "a mark": HEADERS.format(result="*") + "1. 11-15 $1 22-18 2. 15x22 25x18 *",
}
RECORDS = {
    "a comment in a record": '[Game "reversi"]\n[Black "Asha"]\n\n1. d3 {the usual} 2. c3 3. c4 *\n',
    "braces in braces": '[Game "reversi"]\n[Black "Asha"]\n[Ended "resigned 1"]\n\n1. d3 {the {very} usual} 2. c3 *\n',
    "an end in a record": '[Game "parcheesi"]\n[Seed "7"]\n[Ended "resigned 1"]\n\n*\n',
    "a whole transcript": "f5d6c5f6e7f4g5e6e3",
}


async def opened() -> App:
    app = app_in(FakeWorld())
    await app.start()
    return app


def shown(app: App) -> str:
    text = re.sub(r"<[^>]+>", " ", to_html(pages.page(app, app.words)))
    return " ".join(text.replace("\u2068", "").replace("\u2069", "").split())


def desk_of(app: App) -> AnalysisTable:
    table = sitting_at(app)
    assert isinstance(table, AnalysisTable), table.kind
    return table


@pytest.mark.parametrize("text", [*PDN.values(), *RECORDS.values()], ids=[*PDN, *RECORDS])
@pytest.mark.parametrize("where", ["home", "table", "analysis", "the sheet"])
async def test_what_is_over_or_annotated_is_analysed_wherever_it_comes(text: str, where: str) -> None:
    app = await opened()
    if where == "table":
        app.begin(Plan("kilkenny", (SeatPlan(), SeatPlan())))
    elif where == "analysis":
        commands.do(app, "analyse", "patchwork")
    elif where == "the sheet":
        commands.do(app, "paste")
    before = app.table
    commands.do(app, "import", text)
    assert app.voice.complaint is None
    assert not app.place.sheets, "nobody is asked who plays on"
    desk_of(app)
    if "Asha" in text:
        assert "Asha" in shown(app)
    if "Tour" in text:
        for word in ("Kishan", "Tour of the north", "1998.05.03"):
            assert word in shown(app), word
    commands.do(app, "study-leave")
    assert app.table is (before if where == "table" else None), "one comes back to where one was"
    app.pause()


@pytest.mark.parametrize("kind", ["variations", "both"])
async def test_the_tree_comes_along_whole(kind: str) -> None:
    app = await opened()
    commands.do(app, "import", PDN[kind])
    tree = desk_of(app).tree
    assert len(tree.nodes) == 8
    assert {node.comment for node in tree.nodes.values()} == {"", "A quiet start", "solid"}
    assert [node.mark for node in tree.nodes.values() if node.mark] == ["!", "?"]
    assert "Kishan" in shown(app)
    assert ("White resigns" in shown(app)) == (kind == "both")
    app.pause()


@pytest.mark.parametrize(
    ("text", "result"),
    [
        (PDN["over"], "wins: White resigns."),
        (RECORDS["a whole transcript"], "Black wins"),
        (HEADERS.format(result="1/2-1/2") + LINE + " 1/2-1/2", "agreed"),
    ],
)
async def test_how_it_ended_is_shown_and_is_there_again_when_it_is_taken_up(text: str, result: str) -> None:
    app = await opened()
    commands.do(app, "import", text)
    desk = desk_of(app)
    assert result in shown(app)
    ((number, analysis),) = app.kept.analyses.items()
    again = read_kept(number, analysis)
    assert (again.analysed_outcome, again.tree.headers) == (desk.analysed_outcome, desk.tree.headers)
    commands.do(app, "home")
    commands.do(app, "analyse", number)
    assert result in shown(app)
    app.pause()


async def test_text_and_pdn_of_an_analysis_tell_whose_game_it_is() -> None:
    app = await opened()
    commands.do(app, "import", PDN["both"])
    desk = desk_of(app)
    own, pdn = desk.text_in(""), desk.text_in("pdn")
    for text in (own, pdn):
        for header in ('[Event "Tour of the north"]', '[Black "Asha"]', '[Date "1998.05.03"]'):
            assert header in text
    assert '[Ended "resigned 2"]' in own
    assert pdn.count("[Result ") == 1
    assert '[Result "1-0"]' in pdn
    assert "[Ended" not in pdn
    for text in (own, pdn):
        commands.do(app, "import", text)
        again = desk_of(app)
        assert (again.tree.write(), again.analysed_outcome) == (desk.tree.write(), desk.analysed_outcome)
    app.pause()


async def test_an_analysis_that_was_kept_before_there_were_headers_is_read() -> None:
    match = games.load("reversi").match(1)
    match.push("d3")
    text = variations.of_match(match).write()
    assert "headers" not in text
    desk = read_kept("1", f"reversi\n{text}")
    assert (dict(desk.tree.headers), desk.analysed_outcome) == ({}, None)
    odd = text.replace('"nodes"', '"headers":["x"],"nodes"')
    assert dict(read_kept("1", f"reversi\n{odd}").tree.headers) == {}


async def test_headers_are_bounded_and_hold_nothing_unseen() -> None:
    many = "".join(f'[Name{n} "value {n}"]\n' for n in range(200))
    text = f'[Game "reversi"]\n[Black "Asha\u202e"]\n[Site "{"x" * 5000}"]\n{many}\n1. d3 {{a}} *\n'
    tree = variations.read_text(text, games.find_ruleset)[1]
    assert len(tree.headers) <= 24
    assert max(map(len, tree.headers.values())) <= 120
    assert tree.headers["Black"] == "Asha"


# Unfinished games -----------------------------------------------------------------------------------------------------

OPEN = HEADERS.format(result="*") + LINE + " *"


async def test_of_a_plain_game_that_can_go_on_analysing_is_the_first_button() -> None:
    app = await opened()
    commands.do(app, "import", OPEN)
    assert app.place.sheet == ("setup", "checkers")
    foot = to_html(pages.page(app, app.words)).rpartition('class="sheet-foot"')[2]
    assert re.findall(r'data-do="([a-z-]+)"', foot) == ["analyse-onward", "play"]
    commands.do(app, "analyse-onward")
    desk = desk_of(app)
    assert desk.match.written() == ["11-15", "22-18", "15x22", "25x18"], "from where the game stands"
    assert "Tour of the north" in shown(app)
    app.pause()


async def test_where_nothing_came_as_text_there_is_no_such_button() -> None:
    app = await opened()
    commands.do(app, "import", OPEN)
    commands.do(app, "close")
    commands.do(app, "open", "checkers")
    assert not commands.COMMANDS["analyse-onward"].when(app)
    assert 'data-do="analyse-onward"' not in to_html(pages.page(app, app.words))


async def test_a_result_that_cannot_be_is_told_where_the_game_opens() -> None:
    app = await opened()
    commands.do(app, "import", '[FEN "B:W6:B1,2"]\n[Result "0-1"]\n\n1. 1x10 0-1\n')
    desk = desk_of(app)
    assert desk.analysed_outcome is not None
    assert desk.analysed_outcome.winner == 0
    assert app.voice.toast is not None
    assert "0-1" in english(app.voice.toast.text)
    assert app.voice.toast.alert
    app.pause()


@pytest.mark.parametrize("name", ["kilkenny", "parcheesi", "patchwork"])
async def test_comments_in_a_game_turn_by_turn_stay_at_their_moves(name: str) -> None:
    game = games.load(name)
    match = shelf.walk(shelf.Table(name, 2), 5).match.until(12)
    lines = game.notation.write_game(match, game.notation.FORMATS[0].name, {"Event": "Tour"}).splitlines()
    begin = next(number for number, line in enumerate(lines) if line and not line.startswith("["))
    lines[begin] += " {the {very} first turn}"
    lines[-2] += " {and\nthe last}"
    app = await opened()
    commands.do(app, "import", "\n".join(lines))
    tree = desk_of(app).tree
    comments = {number: node.comment for number, node in tree.nodes.items() if node.comment}
    assert list(comments.values()) == ["the (very) first turn", "and the last"]
    assert max(comments) == match.ply
    assert tree.moves(tree.end(0)) == tuple(match.written())
    app.pause()
