"""A study as a value: a name and chapters, each a tree of variations. It is stored, saved and sent as text.

    {"chowk": "study", "form": 1, "name": "Openings", "chapters": [{"game": "reversi", "name": "Tiger", "tree": {...}}]}

Each tree has the form of a stored analysis (`Variations.write`). The link `#y=1.` contains the same text, compressed
by zlib, whose checksum reveals damage. Every text is read by the same function, with bounded work: the length, the
number of chapters and the number of moves are limited, and every move is played by the rules.
"""

from __future__ import annotations

import json
import re
import zlib
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from chowk import games
from chowk.core import variations
from chowk.core.errors import TextError
from chowk.core.message import say
from chowk.core.packing import Unpackable, code, decode
from chowk.core.position import CHANCE, Seat
from chowk.core.safe_json import read_object
from chowk.core.sanitize import replace_invisible
from chowk.core.variations import MoveNode, Variations

FORM: Final = 1
"""Version of the text format of studies."""
LINK: Final = 1
"""Version of links to studies."""
MOST_CHAPTERS: Final = 64
MOST_MOVES: Final = 10_000
"""Maximum number of moves in all chapters of a study."""
LONGEST: Final = 1_000_000
"""Maximum length of a study as text, in characters."""
LONGEST_LINK: Final = 4000
"""Maximum length of a study's code in a link, in characters. It is the same as for games."""
NAME_LENGTH: Final = 60
"""Maximum length of the name of a study or of a chapter, in characters."""
_LINK: Final = re.compile(r"(?:^|[#&])y=([0-9]{1,6})\.([A-Za-z0-9_-]*)")


class NewerStudy(TextError):
    """The error for the text of a study that a newer version of the page wrote."""


class Chapter(NamedTuple):
    """A chapter: the name of its game, its own name, its tree of moves, and the number of the node shown first."""

    game: str
    name: str
    tree: Variations
    node: int = 0


class Study(NamedTuple):
    """A study: its name, and its chapters in order."""

    name: str = ""
    chapters: tuple[Chapter, ...] = ()

    @property
    def moves(self) -> int:
        """The number of moves in all chapters."""
        return sum(len(chapter.tree.nodes) - 1 for chapter in self.chapters)

    def has_room_for(self, chapter: Chapter) -> bool:
        """Return True if the study has room for this chapter.

        The study may then have at most `MOST_CHAPTERS` chapters and `MOST_MOVES` moves.
        """
        return len(self.chapters) < MOST_CHAPTERS and self.moves + len(chapter.tree.nodes) - 1 <= MOST_MOVES

    def with_chapter(self, number: int, chapter: Chapter) -> Study:
        """Return the study with `chapter` in place of the chapter `number`.

        If there is no such chapter, it is added at the end.
        """
        return self._replace(chapters=(*self.chapters[:number], chapter, *self.chapters[number + 1 :]))

    def without(self, number: int) -> Study:
        """Return the study without the chapter `number`."""
        return self._replace(chapters=(*self.chapters[:number], *self.chapters[number + 1 :]))

    def restored(self, number: int, chapter: Chapter) -> Study:
        """Return the study with a deleted chapter put back as number `number`, or last if the study is shorter now."""
        return self._replace(chapters=(*self.chapters[:number], chapter, *self.chapters[number:]))

    def moved(self, number: int, step: int) -> Study:
        """Return the study with the chapter `number` moved down by `step` places, or up if negative.

        Unchanged if that is impossible.
        """
        order, place = list(self.chapters), number + step
        if not (0 <= number < len(order) and 0 <= place < len(order)):
            return self
        order.insert(place, order.pop(number))
        return self._replace(chapters=tuple(order))


class MainMove(NamedTuple):
    """A move of a main line: the seat that makes it, the move as text, and whether the seat had a choice."""

    seat: Seat
    text: str
    is_choice: bool


def main_moves(chapter: Chapter) -> tuple[MainMove, ...]:
    """Return the moves of a chapter's main line, up to the end of the game."""
    game, tree = games.load(chapter.game), chapter.tree
    position, moves = game.notation.read_position(tree.start), list[MainMove]()
    for text in tree.moves(tree.end(0)):
        if position.outcome() is not None:
            break
        is_choice = position.turn != CHANCE and game.rules.forced(position) is None
        moves.append(MainMove(position.turn, text, is_choice))
        position = position.play(game.notation.read_move(position, text))
    return tuple(moves)


def seats_of(chapter: Chapter) -> tuple[Seat, ...]:
    """Return, in order, the seats that had a choice in a chapter's main line. Their moves can be guessed."""
    return tuple(sorted({move.seat for move in main_moves(chapter) if move.is_choice}))


def title_of(text: str) -> str:
    """Return a typed or received name in the form that is stored: one line, shortened, without invisible characters."""
    return " ".join(replace_invisible(text).split())[:NAME_LENGTH].strip()


# As text --------------------------------------------------------------------------------------------------------------


def write(study: Study) -> str:
    """Return a study as text, as it is stored and saved in a file."""
    chapters = [
        {"game": chapter.game, "name": chapter.name, "tree": json.loads(chapter.tree.write(chapter.node))}
        for chapter in study.chapters
    ]
    fields = {"chowk": "study", "form": FORM, "name": study.name, "chapters": chapters}
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def is_study(text: str) -> bool:
    """Return True if a text claims to be a study, of any version. The text may still be damaged."""
    return len(text) <= LONGEST and text.lstrip()[:1] == "{" and (read_object(text) or {}).get("chowk") == "study"


def summary(text: str) -> tuple[str, int]:
    """Return the name of a stored study and its number of chapters, without reading the chapters."""
    fields = read_object(text) or {}
    name, chapters = fields.get("name"), fields.get("chapters")
    return (title_of(name) if isinstance(name, str) else ""), (len(chapters) if isinstance(chapters, list) else 0)


def read(text: str) -> Study:
    """Return the study in a text that `write` wrote; raise `TextError` for any other text."""
    if not text.strip():
        raise TextError(say("This file is empty."))
    fields = read_object(text) if len(text) <= LONGEST else None
    if fields is None or fields.get("chowk") != "study" or type(fields.get("form")) is not int:
        raise TextError(say("This is not a study that Chowk wrote."))
    if fields["form"] > FORM:
        raise NewerStudy(
            say("This file was written by a newer version of Chowk. Reload the page to get it, then try again.")
        )
    name, chapters = fields.get("name"), fields.get("chapters")
    if not isinstance(name, str) or not isinstance(chapters, list) or len(chapters) > MOST_CHAPTERS:
        raise _damaged()
    study = Study(title_of(name))
    for entry in chapters:
        chapter = _chapter(entry, MOST_MOVES - study.moves)
        study = study._replace(chapters=(*study.chapters, chapter))
    return study


def _chapter(entry: Any, room: int) -> Chapter:
    """Read a chapter of at most `room` moves from its JSON object; raise `TextError` if it is damaged or longer."""
    if not isinstance(entry, dict):
        raise _damaged()
    game, name, fields = entry.get("game"), entry.get("name"), entry.get("tree")
    if game not in games.ready() or not isinstance(name, str) or not isinstance(fields, dict):
        raise _damaged()
    nodes = fields.get("nodes")
    if not isinstance(nodes, list) or len(nodes) - 1 > room:
        raise _damaged()
    try:
        tree, node = variations.read(json.dumps(fields))
        return Chapter(game, title_of(name), _replayed(game, tree), node)
    except TextError as error:
        raise _damaged() from error


def _replayed(name: str, tree: Variations) -> Variations:
    """Replay a tree of moves of the game `name`. Raise `TextError` if a move is illegal.

    Return the tree with its first position and its moves written in the game's usual notation.
    """
    notation = games.load(name).notation
    start = notation.read_position(tree.start)
    positions: dict[int, Any] = {0: start}
    nodes: dict[int, MoveNode] = {}
    for number in tree.below(0):
        node = tree.nodes[number]
        if number:
            before = positions[node.parent]
            move = notation.read_move(before, node.move)
            node, positions[number] = node._replace(move=notation.write_move(before, move)), before.play(move)
        nodes[number] = node
    return tree._replace(start=notation.write_position(start), nodes=MappingProxyType(nodes))


def _damaged() -> TextError:
    return TextError(say("This file is damaged."))


# As a link ------------------------------------------------------------------------------------------------------------


def write_link(study: Study) -> str:
    """Return a study as a URL fragment with its `#`; raise `TextError` if it is too long for a link."""
    text = code(zlib.compress(write(study).encode(), 9))
    if len(text) > LONGEST_LINK:
        raise TextError(say("This study is too long for a link. Save it as a file instead."))
    return f"#y={LINK}.{text}"


def find_code(text: str) -> str:
    """Return the part of a text, such as an address, that encodes a study: `y=1.` followed by a code.

    Empty if there is none.
    """
    match = _LINK.search(text)
    return match[0].lstrip("#&") if match else ""


def read_link(text: str) -> Study:
    """Return the study that a code in a link holds. `text` is `y=1.` followed by the code, as `find_code` returns it.

    Raise `TextError` if the code is damaged or of a newer version.
    """
    match = _LINK.fullmatch(text)
    wrong = TextError(say("This link is damaged: some of it is missing or was changed. Ask for it again."))
    if match is None or len(match[2]) > LONGEST_LINK:
        raise wrong
    newer = TextError(say("This link was made by a newer version of Chowk. Reload the page to get it, then try again."))
    if int(match[1]) > LINK:
        raise newer
    try:
        unpacking = zlib.decompressobj()
        data = unpacking.decompress(decode(match[2]), 4 * LONGEST)
        if not unpacking.eof or unpacking.unused_data:
            raise wrong
        return read(data.decode())
    except NewerStudy as error:
        raise newer from error
    except (Unpackable, zlib.error, UnicodeDecodeError, TextError) as error:
        raise wrong from error
