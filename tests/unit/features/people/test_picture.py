"""Test the picture of a game to share: its board, its players with their faces, and the deciding moment."""

from __future__ import annotations

import pytest

from chowk import games
from chowk.app import commands
from chowk.app.app import App
from chowk.core.message import english
from chowk.core.position import CHANCE
from chowk.draw import animals, svg
from chowk.draw.shapes import Group, Text
from chowk.features.people.picture import _LETTER, _WIDE, moment, poster
from chowk.features.sharing import send
from chowk.session.output import bot_chat
from chowk.storage.plan import SeatPlan
from tests.fakes import sitting_at
from tests.unit.features.people.test_household import BOT, add, finished
from tests.unit.features.practice.test_practice import do
from tests.unit.features.review.test_review import settle
from tests.unit.features.sharing.test_sending import fragment, opened, playing, world


@pytest.mark.parametrize("name", games.ready())
async def test_the_picture_has_the_board_the_players_and_the_score(name: str) -> None:
    app = await opened()
    send.follow(app, fragment(name))
    assert app.table is not None
    drawn = poster(app.table, app.words, "dark")
    assert drawn.look == "light", "it is seen wherever it is sent"
    texts = [text.text for text in drawn.texts]
    assert app.words(app.table.game.sign.title) == texts[0]
    for seat in range(len(app.table.plan.seats)):
        assert app.words.name(seat) in texts
    text = svg.picture(drawn.drawing, (0, 0, drawn.width, drawn.height), drawn.look, "p-", drawn.description)
    assert "nan" not in text
    assert len(text) > 10_000, "there is a board on it"
    for shape in drawn.texts:
        assert shape.size * _LETTER * len(shape.text) <= drawn.width, shape.text


async def test_the_picture_is_named_after_what_it_shows() -> None:
    app = await playing("d3", "c3")
    commands.do(app, "save-picture")
    assert list(world(app).sharing.pictures) == ["chowk-reversi-2026-11-21-2.png"]
    commands.do(app, "send-picture")
    assert world(app).sharing.sent == [(world(app).sharing.pictures["chowk-reversi-2026-11-21-2.png"].description,)]
    app.pause()


async def won() -> App:
    """Return an app that shows a game that Asha, a person with a face, has won against an opponent."""
    app = await opened()
    await add(app, "Asha", "frog")
    await finished(app, "a1", (SeatPlan(name="Asha"), BOT))
    return app


def groups(app: App) -> list[Group]:
    drawn = poster(sitting_at(app), app.words, "dark", app.faces)
    return [shape for shape in drawn.drawing if isinstance(shape, Group)]


def portrait(app: App, seat: int, animal: str) -> tuple[object, ...]:
    table = sitting_at(app)
    return animals.portrait(animal, bot_chat.face(table, seat), animals.ground(table.seats.token(seat), seat))


async def test_the_picture_has_the_faces_of_people_and_animals() -> None:
    app = await won()
    table = sitting_at(app)
    drawn = [group.shapes for group in groups(app)]
    assert [bot_chat.face(table, seat) for seat in (0, 1)] == ["glad", "caught"]
    assert portrait(app, 0, app.faces["Asha"]) in drawn
    assert portrait(app, 1, table.animal(1, {})) in drawn
    await do(app, "set", "quiet on")
    assert len(groups(app)) == len(drawn) - 1, "a token in place of the person's face"


async def test_the_picture_tells_the_last_move_until_the_review_knows_the_turning_point() -> None:
    app = await won()
    assert [english(line) for line in moment(app, sitting_at(app))] == [
        f"Last move: {list(sitting_at(app).match.written())[-1]}"
    ]
    await do(app, "review")
    await settle(lambda: app.review is not None and app.review.done)
    assert app.review is not None
    assert app.review.turning() is not None
    first = app.words(moment(app, sitting_at(app))[0])
    assert first.startswith("Turning point: ")
    commands.do(app, "save-picture")
    (drawn,) = world(app).sharing.pictures.values()
    assert first in drawn.description
    without = poster(sitting_at(app), app.words, app.look, app.faces, moment(app, sitting_at(app)))
    assert drawn.height > without.height + 9, "the small board is on it"
    assert " ".join(text.text for text in drawn.texts).count("Turning point: ") == 1
    commands.do(app, "show", "2")
    assert moment(app, sitting_at(app)) == ()


@pytest.mark.parametrize("name", games.ready())
async def test_a_small_board_shows_the_position_after_the_deciding_move(name: str) -> None:
    app = await opened()
    send.follow(app, fragment(name))
    table = sitting_at(app)
    ply = next(ply for ply in range(table.match.ply) if table.match.position_after(ply).turn != CHANCE)
    plain, drawn = (poster(table, app.words, "dark", turning=turning) for turning in (None, ply))
    boards = [shape for shape in drawn.drawing if isinstance(shape, Group) and shape not in plain.drawing]
    assert len(boards) == 1
    (board,) = boards
    wide, high = table.view.SIZE if table.game.trial is None else table.game.view.SIZE
    assert board.scale * wide < drawn.width / 2
    assert drawn.height - plain.height == pytest.approx(board.scale * high + 0.6)
    assert board.y >= max(text.y for text in drawn.texts)
    assert board.y + board.scale * high <= drawn.height
    commands.do(app, "show", str(ply + 1))
    shown = poster(sitting_at(app), app.words, "dark")
    large = next(shape for shape in shown.drawing if isinstance(shape, Group))
    pieces = [shape for shape in large.shapes if isinstance(shape, Group)]
    small = [shape for shape in board.shapes if isinstance(shape, Group)]
    assert [(one.x, one.y, one.shapes) for one in small] == [(one.x, one.y, one.shapes) for one in pieces]


async def test_a_game_that_goes_on_has_no_deciding_moment() -> None:
    app = await playing("d3")
    assert moment(app, sitting_at(app)) == ()


@pytest.mark.parametrize(
    "name", ["W" * 24, "\u0b9c\u0bbe\u0ba9\u0b95\u0bbf \u0bb0\u0bbe\u0bae\u0b9a\u0bbe\u0bae\u0bbf"]
)
async def test_long_names_stay_in_their_column(name: str) -> None:
    app = await opened()
    await finished(app, "a1", (SeatPlan(name=name), BOT))
    drawn = poster(sitting_at(app), app.words, "light")
    (text,) = [shape for shape in drawn.drawing if isinstance(shape, Text) and shape.text == name]
    width = _WIDE if name.startswith("W") else _LETTER
    assert text.size * width * len(name) <= drawn.width / 2
    for shape in drawn.texts:
        capitals = sum(letter.isupper() for letter in shape.text)
        assert shape.size * (_LETTER * (len(shape.text) - capitals) + _WIDE * capitals) <= drawn.width, shape.text
