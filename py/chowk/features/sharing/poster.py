"""A picture of a game to share or save: title, board, players, scores and the state of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from chowk.core.message import Message, Who, say
from chowk.core.position import Seat
from chowk.draw import marks
from chowk.draw.scene import Scene, layered
from chowk.draw.shapes import Box, Drawing, Group, Shape, Text
from chowk.draw.theme import themed
from chowk.games.api import Cell
from chowk.i18n.i18n import Words
from chowk.session.output import recent
from chowk.session.table import Table

WIDTH: Final = 1200
"""Width of the painted picture, in pixels."""
_COLUMN: Final = 20.0
"""Width of the board in the picture, in drawing units. Every game's board is scaled to this width."""
_AIR: Final = 0.6
_TITLE: Final = 1.05
_NAME: Final = 0.62
_SCORE: Final = 1.0
_SAID: Final = 0.6
_LETTER: Final = 0.56
"""Average width of a letter, as a fraction of the font size."""


class Poster(NamedTuple):
    """A picture to paint: the drawing, its width and height in drawing units, its look, and its description as text."""

    drawing: Drawing
    width: float
    height: float
    look: str
    description: str

    @property
    def texts(self) -> tuple[Text, ...]:
        """The texts on the picture outside the board. Their fonts must be loaded before painting."""
        return tuple(shape for shape in self.drawing if isinstance(shape, Text))


def poster(table: Table, words: Words, look: str) -> Poster:
    """Return the picture of the position shown at a table."""
    wide, high = table.view.SIZE if table.game.trial is None else table.game.view.SIZE
    scale = _COLUMN / wide
    width = _COLUMN + 2 * _AIR
    down = _AIR + _TITLE
    shapes: list[Shape] = [Text(width / 2, down - 0.45 * _TITLE, words(table.game.sign.title), _TITLE, "ink", 700)]
    down += 0.35
    shapes.append(Group(_board(table, look), _AIR, down, scale=scale))
    down += high * scale + 0.5
    players = list(_players(table, words, width, down, look))
    down += 3.6
    lines = _broken(_plain(words(standing(table))), int((width - 2 * _AIR) / (_LETTER * _SAID)))
    texts = [
        Text(width / 2, down + (row + 0.5) * 1.4 * _SAID, line, _SAID, "ink", 500) for row, line in enumerate(lines)
    ]
    down += len(lines) * 1.4 * _SAID + _AIR
    ground = Box(0, 0, width, down, 0, "table")
    lines_text = "\n".join(words(line) for line in summary(table))
    return Poster((ground, *shapes, *players, *texts), width, down, _by_day(look), lines_text)


def _plain(text: str) -> str:
    """Return a text without bidirectional isolate characters, which some fonts do not hide."""
    return text.translate({0x2068: None, 0x2069: None})


def _by_day(look: str) -> str:
    """Return the light variant of a look, because the picture is seen outside the player's page."""
    name, space, details = look.partition(" ")
    return f"{'contrast' if name == 'contrast' else 'light'}{space}{details}"


def _board(table: Table, look: str) -> Drawing:
    view = table.view if table.game.trial is None else table.game.view
    pieces: Scene = view.pieces(table.position)
    if table.game.trial is None:
        pieces = (*pieces, *(marks.mark("last", cell) for cell in _last(table)))
    drawn = ((sprite, marks.drawn(sprite.art, view, themed(look))) for sprite in layered(pieces))
    sprites = (Group(shapes, sprite.x, sprite.y, sprite.angle, sprite.scale, sprite.alpha) for sprite, shapes in drawn)
    return (*marks.bare(view, themed(look)), *sprites)


def _last(table: Table) -> list[Cell]:
    return [cell for spot in recent.last(table) if (cell := table.cell(spot)) is not None]


def _players(table: Table, words: Words, width: float, top: float, look: str) -> Iterator[Shape]:
    """Yield each player's token, name and main score, side by side."""
    seats = range(len(table.plan.seats))
    column = (width - 2 * _AIR) / len(seats)
    view = table.game.view
    for seat in seats:
        middle = _AIR + (seat + 0.5) * column
        name = _plain(words.name(seat))
        token = marks.drawn(table.seats.token(seat), view, themed(look))
        yield Group(token, middle, top + 0.75, scale=1.25)
        yield Text(middle, top + 2.0, name, _fitting(name, column - 0.3), "ink", 600)
        yield Text(middle, top + 3.0, words.number(score(table, seat)), _SCORE, "ink", 700)


def _fitting(text: str, width: float) -> float:
    return min(_NAME, width / (_LETTER * max(1, len(text))))


def _broken(text: str, most: int) -> list[str]:
    """Break a sentence at its spaces into lines of at most `most` letters. A longer word stays whole."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > most:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


# As text ------------------------------------------------------------------------------------------------------------

SIGNS: Final = {
    "black": "⚫",
    "white": "⚪",
    "red man": "●",
    "white man": "○",
    "red": "◯",
    "blue": "■",
    "yellow": "✚",
    "green": "▲",
}
"""Character for each player's token in a text. Its colour or shape resembles the token."""


def score(table: Table, seat: Seat) -> int:
    """Return a player's score. Before the end of the game, this is the first number on the player's card."""
    outcome = table.outcome
    if outcome is not None and outcome.scores and table.display.shown is None:
        return outcome.scores[seat]
    return table.counts[seat][0].value


def standing(table: Table) -> Message:
    """Return a sentence on the state of the game. For an earlier position, the sentence gives its move number."""
    if table.display.shown is not None:
        return say("Move {ply} of {last}", ply=table.ply, last=table.match.ply)
    return table.due


def summary(table: Table) -> Sequence[Message]:
    """Return a few lines about the game: the title, each player with their score, and the state of the game."""
    title = say("{game} on Chowk", game=table.game.sign.title)
    return (title, *(_line(table, seat) for seat in range(len(table.plan.seats))), standing(table))


def _line(table: Table, seat: Seat) -> Message:
    sign, number = SIGNS[table.seats.token(seat)], score(table, seat)
    return say("{sign} {player}: {score}", sign=sign, player=Who(seat), score=number)
