"""Test pasted texts: games of this app, games of other programs, and texts that are no games."""

from __future__ import annotations

from html import escape

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core import record
from chowk.core.errors import TextError
from chowk.core.message import english
from chowk.features.sharing import texts
from chowk.features.sharing.foreign_texts import read_text
from chowk.features.sharing.parse import Unrecognised
from chowk.session.table import Table
from chowk.storage.plan import Plan, SeatPlan
from tests.fakes import FakeWorld, app_in, sitting_at
from tests.unit import shelf
from tools.shared.html import to_html

SHORTEST = "f5d6c5f6e7f4g5e6e3"  # a game of nine moves, after which White has no disc


def test_our_own_record_is_read_back_with_its_players() -> None:
    match = games.load("reversi").match(seed=11)
    for move in ("d3", "c3", "c4"):
        match.push(move)
    text = record.write(match, {"Black": "Asha", "White": "Kishan"})
    again = read_text(text)
    assert again.match.written() == ["d3", "c3", "c4"]
    assert again.match.seed == 11
    assert [seat.name for seat in again.plan.seats] == ["Asha", "Kishan"]
    assert again.plan.game == "reversi"


@pytest.mark.parametrize(
    "text", [SHORTEST, SHORTEST.upper(), "f5 d6 c5 f6\ne7 f4 g5 e6 e3", "1. f5 d6 2. c5 f6 e7f4g5e6e3\n"]
)
def test_a_transcript_is_read_in_whatever_way_it_is_written(text: str) -> None:
    game_read = read_text(text)
    assert game_read.plan.game == "reversi"
    assert game_read.match.ply == 9
    assert game_read.match.outcome() is not None


def test_moves_are_read_in_the_digits_that_the_page_shows_them_in() -> None:
    assert read_text("১. ১১-১৫ ২৩-১৯").match.written() == read_text("1. 11-15 23-19").match.written()


def test_portable_draughts_notation_is_read_and_the_first_of_many_is_taken() -> None:
    game = '[Event "A game"]\n[Black "Asha"]\n[White "?"]\n[Result "*"]\n\n1. 11-15 23-19 2. 8-11 *\n\n'
    game_read = read_text(game + game)
    assert game_read.plan.game == "checkers"
    assert game_read.games == 2
    assert game_read.match.ply == 3
    assert [seat.name for seat in game_read.plan.seats] == ["", ""], "one name of two is none"


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 0, 0),
        ("   \n", 0, 0),
        ("f5d6\nzz9", 2, 1),
        ("f5 d6 c5 a1", 1, 10),
        ('[Game "ludo"]\n\n1. a1', 0, 0),
        ('[Game "reversi"]\n\n1. d3 2. a1 *', 3, 10),
        ("hello, world", 1, 1),
    ],
)
def test_what_is_no_game_is_complained_of_with_its_place(text: str, line: int, column: int) -> None:
    with pytest.raises(TextError) as caught:
        read_text(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert caught.value.why.text


@pytest.mark.parametrize(
    "text", ["hello", "Dear Asha,\nlet us play", "1. e4 e5 2. Nf3", "  12345", "https://example.com/x", "<html>"]
)
def test_unrecognised_text_is_answered_with_what_was_expected(text: str) -> None:
    with pytest.raises(Unrecognised, match="No game was found in this text") as caught:
        read_text(text)
    assert caught.value.line == 1
    assert "square" not in str(caught.value)


@pytest.mark.parametrize("text", ["f5 is a good square", "d3 c3 hello", "11-15 hello"])
def test_what_begins_as_a_game_is_answered_where_it_ends_being_one(text: str) -> None:
    with pytest.raises(TextError, match="is expected here, not") as caught:
        read_text(text)
    assert not isinstance(caught.value, Unrecognised)
    assert caught.value.column > 3


async def test_the_forms_that_are_read_are_listed_beside_the_complaint() -> None:
    app = await opened()
    commands.do(app, "paste")
    commands.do(app, "import", "hello")
    shown = to_html(pages.page(app, app.words))
    for name in games.ready():
        for form in games.load(name).notation.FORMATS:
            assert escape(english(form.label), quote=False) in shown
    commands.do(app, "import", "f5 hello")
    assert 'class="forms"' not in to_html(pages.page(app, app.words))


async def opened() -> App:
    app = app_in(FakeWorld())
    await app.start()
    return app


async def test_a_pasted_game_is_opened_at_a_table_of_its_own_and_kept() -> None:
    app = await opened()
    commands.do(app, "paste")
    commands.do(app, "import", SHORTEST[:8])
    assert app.place.sheet == ("setup", "reversi"), "it asks who plays"
    commands.do(app, "play")
    assert app.table is not None
    assert app.table is not None
    assert not app.place.sheets
    assert app.table.match.written() == ["f5", "d6", "c5", "f6"]
    assert app.table.seats.people == 2
    assert list(app.kept.saves) == [app.table.about.save]
    app.pause()


async def test_a_bad_text_leaves_everything_as_it_is_and_says_why() -> None:
    app = await opened()
    commands.do(app, "paste")
    commands.do(app, "import", "f5 d6 c5 a1")
    assert app.place.sheet == ("paste", "")
    assert app.table is None
    assert app.voice.complaint is not None
    assert app.voice.complaint.column == 10
    commands.do(app, "close")
    commands.do(app, "paste")
    assert app.voice.complaint is None, "an old complaint does not greet one"


async def test_what_a_reader_left_out_is_said_on_the_page() -> None:
    app = await opened()
    commands.do(app, "import", 'Dear Asha,\n[Event "x"]\n1. 11-15 {[%clk 1]} 23-19 (1... 22-18 2. 1-2) 2. 8-11 *')
    shown = to_html(pages.page(app, app.words))
    assert "In a variation, “1-2” (line 3) cannot be played: the rest of it was left out." in shown
    assert "Clock times and computed values in comments were left out." in shown
    assert "Words around the moves were left out." in shown
    app.pause()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[Event "?"]\n[Site "PlayOK"]\n[Black "a"]\n[White "b"]\n\n1. d9 c5 2. e6 f4\n', "A square such as d3"),
        ('[Event "?"]\n\n1. f5 d6 2. c3 d3 3. z9', "A square such as d3"),
        ('[Event "?"]\n\n1. 11-15 23-19 2. 8-11 zz', "A move such as 11-15"),
        ('[GameType "25"]\n1. c3-d4 f6-g5', "another kind of draughts"),
    ],
)
def test_a_complaint_speaks_of_the_game_that_the_text_is(text: str, words: str) -> None:
    with pytest.raises(TextError, match=words):
        read_text(text)


# All games in every format -------------------------------------------------------------------------------------------

NAMES = ("Asha", "", "Kishan", "O'Neill")
FORMS = [
    (name, form) for name in games.ready() for form in ("", *(kind.name for kind in games.load(name).notation.FORMATS))
]


async def written(name: str, form: str) -> tuple[App, str]:
    """Return an app with a game of nine moves between named players, and the game's text in a format."""
    app = await opened()
    seats = games.sign(name).seats[-1]
    match = shelf.walk(shelf.Table(name, seats), 5).match.until(9)
    plan = Plan(name, tuple(SeatPlan("person", 0, NAMES[seat]) for seat in range(seats)))
    app.sit_down(Table(games.load(name), plan, match, "mine", "2026-11-21T12:00:00+00:00"))
    return app, texts.as_text(sitting_at(app), form)


@pytest.mark.parametrize(("name", "form"), FORMS)
async def test_every_game_is_read_back_from_every_form_it_is_written_in(name: str, form: str) -> None:
    app, text = await written(name, form)
    assert app.table is not None
    game_read = read_text(text)
    assert game_read.match.positions == app.table.match.positions
    if not form or "[Seed" in text:
        assert game_read.match.seed == app.table.match.seed
        assert game_read.plan.seats == app.table.plan.seats
    app.pause()


@pytest.mark.parametrize(("name", "form"), FORMS)
async def test_a_damaged_game_says_line_and_column_and_the_game_at_the_table_goes_on(name: str, form: str) -> None:
    app, text = await written(name, form)
    mine, saves_before = app.table, dict(app.kept.saves)
    lines = text.rstrip().splitlines()
    line_number = max(number for number, line in enumerate(lines) if line.strip(" *"))
    start = max(lines[line_number].rstrip(" *").rfind(" "), 0)
    damaged = "\n".join([*lines[:line_number], lines[line_number][:start] + " zz99", "*"])
    commands.do(app, "paste")
    commands.do(app, "import", damaged)
    assert app.voice.complaint is not None
    assert app.voice.complaint.line == line_number + 1, damaged
    assert app.voice.complaint.column >= 1
    assert app.table is mine
    assert app.kept.saves == saves_before
    app.pause()


async def test_names_go_under_the_sides_that_they_were_typed_for() -> None:
    text = '[Game "checkers"]\n[White "Kishan"]\n[Red "Asha"]\n\n1. 11-15 *'
    assert [seat.name for seat in read_text(text).plan.seats] == ["Asha", "Kishan"]
    other = '[Event "?"]\n[Black "Asha"]\n[White "Kishan"]\n[Result "*"]\n\n1. 11-15 *'
    assert [seat.name for seat in read_text(other).plan.seats] == ["Asha", "Kishan"]
