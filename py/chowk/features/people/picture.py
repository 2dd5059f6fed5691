"""A picture of a game to share or save: board, players with their faces, scores, and the deciding moment."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Protocol

from chowk.core.message import Message, say
from chowk.core.position import CHANCE, Spot
from chowk.draw import animals, marks
from chowk.draw.scene import Scene, layered
from chowk.draw.shapes import Box, Drawing, Group, Shape, Text
from chowk.draw.theme import themed
from chowk.features.people.household import PeopleHost, faces
from chowk.features.review.review import ReviewReader, review_of
from chowk.features.sharing.poster import Poster, score, standing, summary
from chowk.i18n.i18n import Words
from chowk.session.output import bot_chat, recent
from chowk.session.table import Table

_COLUMN: Final = 20.0
"""Width of the board in the picture, in drawing units. Every game's board is scaled to this width."""
_SMALL: Final = 9.0
"""Width of the small board with the deciding move, in drawing units."""
_AIR: Final = 0.6
_TITLE: Final = 1.05
_NAME: Final = 0.62
_SCORE: Final = 1.0
_SAID: Final = 0.6
_LETTER: Final = 0.56
"""Average width of a letter, as a fraction of the font size."""
_WIDE: Final = 1.1
"""Maximum width of a capital letter, as a fraction of the font size."""


class PictureHost(PeopleHost, ReviewReader, Protocol):
    """The part of the application that is needed to make pictures of games."""


def save_picture(host: PictureHost, table: Table) -> None:
    """Offer the picture of the position as a file to download."""
    host.sharing.save_picture(*_picture(host, table))


def send_picture(host: PictureHost, table: Table) -> None:
    """Pass the picture of the position to the device's share sheet."""
    drawn, name = _picture(host, table)
    host.sharing.send_picture(drawn, name, drawn.description)


def _picture(host: PictureHost, table: Table) -> tuple[Poster, str]:
    """Return the picture of the position on the screen, and its file name: the game, the date and the ply."""
    decided, ply = moment(host, table), _turning(host, table)
    drawn = poster(table, host.words, host.look, faces(host.kept), decided, ply)
    return drawn, f"chowk-{table.game.name}-{table.about.day}-{table.ply}.png"


def moment(host: ReviewReader, table: Table) -> Sequence[Message]:
    """Return sentences on the decisive move of a finished game, or on its last move if no review found a decisive one.

    Return no sentences during a game, or while an earlier position is shown.
    """
    if table.outcome is None or table.display.shown_ply is not None:
        return ()
    review, ply = review_of(host), _turning(host, table)
    if review is not None and ply is not None:
        from chowk.features.review.view import turning_point

        return turning_point(review, ply)
    match = table.match
    moves = (move for ply, move in enumerate(match.written()) if match.position_after(ply).turn != CHANCE)
    last = deque(moves, 1)
    return (say("Last move: {move}", move=last[0]),) if last else ()


def _turning(host: ReviewReader, table: Table) -> int | None:
    """Return the ply of the move that decided a finished game, or None.

    It is None if no review knows the move, or if a position before the end of the game is shown.
    """
    review = review_of(host)
    ended = table.outcome is not None and table.display.shown_ply is None
    return review.turning() if ended and review is not None else None


def poster(
    table: Table,
    words: Words,
    look: str,
    portraits: Mapping[str, str] = {},
    decided: Sequence[Message] = (),
    turning: int | None = None,
) -> Poster:
    """Return the picture of the position shown at a table.

    `look` is the look of the picture, such as its theme, in the form of `SharingHost.look`. `portraits` are the faces
    of people by name (`household.faces`), `decided` sentences on the deciding moment. `turning` is the ply of the move
    that decided the game; a small board shows the position after it.
    """
    wide, high = table.view.SIZE if table.game.trial is None else table.game.view.SIZE
    scale = _COLUMN / wide
    width = _COLUMN + 2 * _AIR
    down = _AIR + _TITLE
    shapes: list[Shape] = [Text(width / 2, down - 0.45 * _TITLE, words(table.game.sign.title), _TITLE, "ink", 700)]
    down += 0.35
    board = _board(table, look, table.position, recent.last(table))
    shapes.append(Group(board, _AIR, down, scale=scale))
    down += high * scale + 0.5
    players = list(_players(table, words, width, down, look, portraits))
    down += 3.6
    most = (width - 2 * _AIR) / _SAID
    said = _wrap(_plain(words(standing(table))), most)
    lines = [*said, *(_wrap(_plain(" ".join(words(line) for line in decided)), most) if decided else ())]
    texts = [
        Text(width / 2, down + (row + 0.5) * 1.4 * _SAID, line, _SAID, "ink", 600 if row < len(said) else 500)
        for row, line in enumerate(lines)
    ]
    down += len(lines) * 1.4 * _SAID + _AIR
    if turning is not None:
        before, move = table.match.position_after(turning), table.match.moves[turning]
        small = _board(table, look, table.match.position_after(turning + 1), recent.ends(before.events(move)))
        shapes.append(Group(small, (width - _SMALL) / 2, down, scale=_SMALL / wide))
        down += high * _SMALL / wide + _AIR
    ground = Box(0, 0, width, down, 0, "table")
    lines_text = "\n".join(words(line) for line in (*summary(table), *decided))
    return Poster((ground, *shapes, *players, *texts), width, down, _light_look(look), lines_text)


def _plain(text: str) -> str:
    """Return a text without bidirectional isolate characters, which some fonts do not hide."""
    return text.translate({0x2068: None, 0x2069: None})


def _light_look(look: str) -> str:
    """Return the light variant of a page's look (its theme), because the picture is seen outside the player's page."""
    name, space, details = look.partition(" ")
    return f"{'contrast' if name == 'contrast' else 'light'}{space}{details}"


def _board(table: Table, look: str, position: Any, moved: Iterable[Spot]) -> Drawing:
    """Return the board with a position of the game, and with marks on the spots `moved` where a move began and ended.

    If each player has a board, all boards are drawn, without marks.
    """
    view = table.view if table.game.trial is None else table.game.view
    pieces: Scene = view.pieces(position)
    if table.game.trial is None:
        cells = (cell for cell in map(table.cell, moved) if cell is not None)
        pieces = (*pieces, *(marks.mark("last", cell) for cell in cells))
    drawn = ((sprite, marks.board_drawing(sprite.art, view, themed(look))) for sprite in layered(pieces))
    sprites = (Group(shapes, sprite.x, sprite.y, sprite.angle, sprite.scale, sprite.alpha) for sprite, shapes in drawn)
    return (*marks.bare(view, themed(look)), *sprites)


def _players(
    table: Table, words: Words, width: float, top: float, look: str, portraits: Mapping[str, str]
) -> Iterator[Shape]:
    """Yield the shapes of each player's face, token, name and main score, side by side.

    If a player has no face, a larger token takes its place. `top` is their upper edge, and `width` the width of the
    picture, in drawing units.
    """
    seats = range(len(table.plan.seats))
    column = (width - 2 * _AIR) / len(seats)
    view = table.game.view
    for seat in seats:
        middle = _AIR + (seat + 0.5) * column
        name = _plain(words.name(seat))
        side = table.seats.token(seat)
        token, animal = marks.board_drawing(side, view, themed(look)), table.animal(seat, portraits)
        if animal:
            face = animals.portrait(animal, bot_chat.face(table, seat), animals.ground(side, seat))
            yield Group(face, middle, top + 0.6, scale=0.95)
            yield Group(token, middle + 0.85, top + 1.15, scale=0.6)
        else:
            yield Group(token, middle, top + 0.75, scale=1.25)
        yield Text(middle, top + 2.0, name, min(_NAME, (column - 0.3) / _breadth(name)), "ink", 600)
        yield Text(middle, top + 3.0, words.number(score(table, seat)), _SCORE, "ink", 700)


def _breadth(text: str) -> float:
    """Return an upper bound of a text's width, as a multiple of the font size."""
    return max(1.0, sum(_WIDE if letter.isupper() or letter in "mw" else _LETTER for letter in text))


def _wrap(text: str, most: float) -> list[str]:
    """Break a sentence at its spaces into lines that are at most `most` font sizes wide. A longer word stays whole."""
    lines = [""]
    for word in text.split():
        if lines[-1] and _breadth(f"{lines[-1]} {word}") > most:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
