"""Games from pasted text: ours, other programs', and what is no game at all."""

from __future__ import annotations

import pytest

from chowk import games
from chowk.app import commands
from chowk.app.app import App
from chowk.app.reading import read_text
from chowk.core import record
from chowk.core.errors import TextError
from tests.fakes import FakeWorld

SHORTEST = "f5d6c5f6e7f4g5e6e3"  # nine moves, after which White has no disc left


def test_our_own_record_is_read_back_with_its_players() -> None:
    match = games.load("reversi").match(seed=11)
    for move in ("d3", "c3", "c4"):
        match.push(move)
    text = record.write(match, {"Black": "Asha", "White": "Kishan"})
    found = read_text(text)
    assert found.match.written() == ["d3", "c3", "c4"]
    assert found.match.seed == 11
    assert [seat.name for seat in found.plan.seats] == ["Asha", "Kishan"]
    assert found.plan.game == "reversi"


@pytest.mark.parametrize(
    "text", [SHORTEST, SHORTEST.upper(), "f5 d6 c5 f6\ne7 f4 g5 e6 e3", "1. f5 d6 2. c5 f6 e7f4g5e6e3\n"]
)
def test_a_transcript_is_read_in_whatever_way_it_is_written(text: str) -> None:
    found = read_text(text)
    assert found.plan.game == "reversi"
    assert found.match.ply == 9
    assert found.match.outcome() is not None


def test_moves_are_read_in_the_digits_that_the_page_shows_them_in() -> None:
    assert read_text("১. ১১-১৫ ২৩-১৯").match.written() == read_text("1. 11-15 23-19").match.written()


def test_portable_draughts_notation_is_read_and_the_first_of_many_is_taken() -> None:
    game = '[Event "A game"]\n[Black "Asha"]\n[White "?"]\n[Result "*"]\n\n1. 11-15 23-19 2. 8-11 *\n\n'
    found = read_text(game + game)
    assert found.plan.game == "checkers"
    assert found.games == 2
    assert found.match.ply == 3
    assert [seat.name for seat in found.plan.seats] == ["", ""], "one name of two is none"


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


async def opened() -> App:
    app = App(FakeWorld())
    await app.start()
    return app


async def test_a_pasted_game_is_opened_at_a_table_of_its_own_and_kept() -> None:
    app = await opened()
    commands.do(app, "paste")
    commands.do(app, "import", SHORTEST[:8])
    assert app.table is not None
    assert app.screen == "table"
    assert not app.sheets
    assert app.table.match.written() == ["f5", "d6", "c5", "f6"]
    assert app.table.people == 2
    assert list(app.saves) == [app.table.save]
    app.pause()


async def test_a_bad_text_leaves_everything_as_it_is_and_says_why() -> None:
    app = await opened()
    commands.do(app, "paste")
    commands.do(app, "import", "f5 d6 c5 a1")
    assert app.sheet == ("paste", "")
    assert app.table is None
    assert app.complaint is not None
    assert app.complaint.column == 10
    commands.do(app, "close")
    commands.do(app, "paste")
    assert app.complaint is None, "an old complaint does not greet one"


async def test_a_text_with_many_games_says_that_the_first_is_opened() -> None:
    app = await opened()
    game = '[Event "A game"]\n[Result "*"]\n\n1. 11-15 23-19 2. 8-11 *\n\n'
    commands.do(app, "import", game * 3)
    assert app.toast is not None
    assert dict(app.toast.text.args) == {"count": 3}
    app.pause()
